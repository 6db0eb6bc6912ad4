// SPDX-License-Identifier: MIT
// A small domain for the tests of the engine: an interval for every local of every active frame.  Pointers are numbers; an access through
// one that may be 0 may be a null dereference.  A local named "mode" is kept apart: states that differ in it are in different groups.
#ifndef HP_TESTS_FIX_INTERVALS_H
#define HP_TESTS_FIX_INTERVALS_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dom/dom.h"
#include "dom/store.h"
#include "ir/text.h"

struct interval {
    int32_t lo, hi;
};
static const struct interval ANYTHING = {INT32_MIN, INT32_MAX};

// A state: for each frame, outermost first: function, result, locals; then the number of frames and of words of the last frame.
struct frame {
    uint32_t func;
    struct interval result;
    struct interval locals[16];
};
struct draft {
    uint32_t n;
    struct frame frames[16];
};
struct intervals {
    const struct ir_program *p;
    struct dom_store store;
    uint32_t runs[8];  // by function: how many times its first instruction was run
    uint32_t widenings;
};

static inline struct frame *top(struct draft *s) { return &s->frames[s->n - 1]; }

static inline dom_state seal(struct intervals *d, const struct draft *s) {
    uint32_t words[1 + sizeof s->frames / 4];
    words[0] = s->n;
    memcpy(words + 1, s->frames, s->n * sizeof *s->frames);
    return dom_store_add(&d->store, words, 1 + (uint32_t)(s->n * sizeof *s->frames / 4));
}

static inline struct draft open_draft(struct intervals *d, dom_state s) {
    struct draft out = {0};
    const struct dom_block *b = dom_store_get(&d->store, s);
    out.n = b->words[0];
    memcpy(out.frames, b->words + 1, (b->n - 1) * 4);
    return out;
}

static inline struct interval clip(int64_t lo, int64_t hi) {
    return lo < INT32_MIN || hi > INT32_MAX ? ANYTHING : (struct interval){(int32_t)lo, (int32_t)hi};
}

static inline struct interval value_of(struct intervals *d, const struct frame *f, ir_val v) {
    const struct ir_const *c = ir_const_of(d->p, v);
    if (c && !c->undef) return (struct interval){(int32_t)c->lo, (int32_t)c->lo};
    if (ir_tag(v) == IR_FUNC) return (struct interval){1000 + (int32_t)ir_index(v), 1000 + (int32_t)ir_index(v)};
    return ir_tag(v) == IR_LOCAL ? f->locals[ir_index(v)] : ANYTHING;
}

// ---- steps -------------------------------------------------------------------------------------------------------------------------

static inline struct interval compute(struct intervals *d, const struct frame *f, const struct ir_instr *i) {
    struct interval a = value_of(d, f, i->args[0]), b = i->n_args > 1 ? value_of(d, f, i->args[1]) : ANYTHING;
    switch (i->pure) {
    case IR_COPY_: return a;
    case IR_ADD_: return clip((int64_t)a.lo + b.lo, (int64_t)a.hi + b.hi);
    case IR_SUB_: return clip((int64_t)a.lo - b.hi, (int64_t)a.hi - b.lo);
    case IR_SLT_: return (struct interval){a.hi < b.lo, a.lo < b.hi};
    case IR_EQ_: return (struct interval){a.lo == a.hi && b.lo == b.hi && a.lo == b.lo, a.lo <= b.hi && b.lo <= a.hi};
    default: return ANYTHING;
    }
}

// The access at an address; false: no state survives it.
static inline bool touch(struct intervals *d, struct frame *f, uint32_t func, uint32_t instr, struct dom_sink *out) {
    ir_val base = d->p->funcs.at[func].instrs.at[instr].to->base;
    struct interval a = value_of(d, f, base);
    if (a.lo > 0 || a.hi < 0) return true;
    bool cut = a.hi == 0 && a.lo < 0;  // numbers below 0 are not followed
    struct dom_fault fault = {
        .rule = IR_RULE_NULL_DEREFERENCE, .func = func, .instr = instr, .always = a.lo == a.hi, .cut = cut, .message = "null"};
    out->fault(out->self, &fault);
    if (a.hi <= 0) return false;
    if (ir_tag(base) == IR_LOCAL) f->locals[ir_index(base)] = (struct interval){a.lo ? a.lo : 1, a.hi};
    return true;
}

// Cuts the locals that the condition of a branch compares with constants; false: there is no such state.
static inline bool refine(struct intervals *d, struct frame *f, const struct dom_code *code, ir_val condition, bool holds) {
    struct interval c = value_of(d, f, condition);
    if (holds ? c.hi == 0 && c.lo == 0 : c.lo == 1 && c.hi == 1) return false;
    const struct ir_func *func = &d->p->funcs.at[code->func];
    for (uint32_t k = code->end; k-- > code->first;) {
        const struct ir_instr *i = &func->instrs.at[k];
        if (i->op != IR_LET || i->dsts[0] != ir_index(condition) || i->pure != IR_SLT_ || ir_tag(i->args[0]) != IR_LOCAL) continue;
        struct interval *x = &f->locals[ir_index(i->args[0])], b = value_of(d, f, i->args[1]);
        if (holds && x->hi >= b.hi) x->hi = b.hi - 1;
        if (!holds && x->lo < b.lo) x->lo = b.lo;
        return x->lo <= x->hi;
    }
    return true;
}

static inline void branch(struct intervals *d, const struct draft *s, const struct dom_code *code, struct dom_sink *out) {
    const struct ir_instr *end = &d->p->funcs.at[code->func].instrs.at[code->end - 1];
    for (uint32_t way = 0; way < end->n_succs; way++) {
        struct draft t = *s;
        if (end->op == IR_BRANCH && !refine(d, top(&t), code, end->args[0], way == 0)) continue;
        out->reach(out->self, seal(d, &t), way);
    }
}

static inline void run_code(void *self, dom_state state, const struct dom_code *code, struct dom_sink *out) {
    struct intervals *d = self;
    struct draft s = open_draft(d, state);
    struct frame *f = top(&s);
    assert_int_equal(f->func, code->func);
    if (code->first == 0) d->runs[code->func]++;
    for (uint32_t k = code->first; k < code->end; k++) {
        const struct ir_instr *i = &d->p->funcs.at[code->func].instrs.at[k];
        out->met(out->self, code->func, k, k + 1);
        if (i->op == IR_LET) f->locals[i->dsts[0]] = compute(d, f, i);
        if (i->op == IR_ANY) f->locals[i->dsts[0]] = ANYTHING;
        if (i->op == IR_UNMODELLED) {
            out->unknown(out->self, code->func, k, i->text);
            return;
        }
        if ((i->op == IR_LOAD || i->op == IR_STORE) && !touch(d, f, code->func, k, out)) return;
        if (i->op == IR_LOAD) f->locals[i->dsts[0]] = ANYTHING;
    }
    const struct ir_instr *last = &d->p->funcs.at[code->func].instrs.at[code->end - 1];
    if (last->op == IR_RET) f->result = last->n_args ? value_of(d, f, last->args[0]) : ANYTHING;
    if (last->op == IR_RET || last->op == IR_CALL) {
        out->reach(out->self, seal(d, &s), 0);
        return;
    }
    branch(d, &s, code, out);
}

static inline void push_frame(struct draft *s, uint32_t func) {
    assert_true(s->n < 16);
    struct frame *f = &s->frames[s->n++];
    *f = (struct frame){.func = func, .result = ANYTHING};
    for (uint32_t i = 0; i < 16; i++) f->locals[i] = ANYTHING;
}

static inline void first_state(void *self, uint32_t entry, struct dom_sink *out) {
    struct draft s = {0};
    push_frame(&s, entry);
    out->reach(out->self, seal(self, &s), 0);
}

// ---- order -------------------------------------------------------------------------------------------------------------------------

static inline bool same_frames(const struct draft *a, const struct draft *b) {
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++) same = a->frames[i].func == b->frames[i].func;
    return same;
}

static inline bool covers(void *self, dom_state a, dom_state b) {
    struct draft x = open_draft(self, a), y = open_draft(self, b);
    bool good = same_frames(&x, &y);
    for (uint32_t i = 0; good && i < x.n; i++) {
        good = y.frames[i].result.lo <= x.frames[i].result.lo && x.frames[i].result.hi <= y.frames[i].result.hi;
        for (uint32_t k = 0; good && k < 16; k++)
            good = y.frames[i].locals[k].lo <= x.frames[i].locals[k].lo && x.frames[i].locals[k].hi <= y.frames[i].locals[k].hi;
    }
    return good;
}

static inline struct interval hull(struct interval a, struct interval b, bool widen) {
    if (widen) return (struct interval){b.lo < a.lo ? INT32_MIN : a.lo, b.hi > a.hi ? INT32_MAX : a.hi};
    return (struct interval){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static inline dom_state merge_states(void *self, dom_state a, dom_state b, bool widen) {
    struct draft x = open_draft(self, a), y = open_draft(self, b);
    if (!same_frames(&x, &y)) return DOM_NONE;
    for (uint32_t i = 0; i < x.n; i++) {
        x.frames[i].result = hull(x.frames[i].result, y.frames[i].result, widen);
        for (uint32_t k = 0; k < 16; k++) x.frames[i].locals[k] = hull(x.frames[i].locals[k], y.frames[i].locals[k], widen);
    }
    return seal(self, &x);
}

static inline dom_state join_states(void *self, dom_state a, dom_state b) { return merge_states(self, a, b, false); }
static inline dom_state widen_states(void *self, dom_state a, dom_state b) {
    ((struct intervals *)self)->widenings++;
    return merge_states(self, a, b, true);
}
// Abstraction forgets the locals named "noise".
static inline dom_state abstract_state(void *self, dom_state state, const void *p) {
    struct intervals *d = self;
    struct draft s = open_draft(d, state);
    const struct ir_func *f = &d->p->funcs.at[top(&s)->func];
    (void)p;
    for (uint32_t k = 0; k < f->locals.n; k++)
        if (f->locals.at[k].name && strcmp(f->locals.at[k].name, "noise") == 0) top(&s)->locals[k] = ANYTHING;
    return seal(d, &s);
}

static inline uint64_t group_of_state(void *self, dom_state state) {
    struct intervals *d = self;
    struct draft s = open_draft(d, state);
    uint64_t group = s.n;
    for (uint32_t i = 0; i < s.n; i++)
        for (uint32_t k = 0; k < d->p->funcs.at[s.frames[i].func].locals.n; k++) {
            const char *name = d->p->funcs.at[s.frames[i].func].locals.at[k].name;
            if (name && strcmp(name, "mode") == 0) group = group * 31 + (uint32_t)s.frames[i].locals[k].lo;
        }
    return group;
}

// ---- calls -------------------------------------------------------------------------------------------------------------------------

static inline void find_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *to, uint32_t func),
                                struct dom_sink *out) {
    struct intervals *d = self;
    struct draft t = open_draft(d, s);
    const struct ir_instr *i = &d->p->funcs.at[code->func].instrs.at[code->end - 1];
    struct interval v = value_of(d, top(&t), i->args[0]);
    bool any = false;
    for (uint32_t f = 0; f < d->p->funcs.n; f++) {
        int32_t address = 1000 + (int32_t)f;
        if (v.lo > address || address > v.hi || v.lo < 1000) continue;
        target(to, f);
        any = true;
    }
    if (!any) out->unknown(out->self, code->func, code->end - 1, "a call through an unknown pointer");
}

static inline dom_state enter_call(void *self, dom_state s, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct intervals *d = self;
    struct draft t = open_draft(d, s);
    (void)out;
    push_frame(&t, callee);
    for (uint32_t k = 0; code && k < d->p->funcs.at[callee].n_params; k++) {
        const struct ir_instr *i = &d->p->funcs.at[code->func].instrs.at[code->end - 1];
        t.frames[t.n - 1].locals[k] = value_of(d, &t.frames[t.n - 2], i->args[1 + k]);
    }
    return seal(d, &t);
}

static inline dom_state leave_call(void *self, dom_state at_call, dom_state s, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    (void)at_call;
    struct intervals *d = self;
    struct draft t = open_draft(d, s);
    struct interval result = top(&t)->result;
    (void)out;
    assert_int_equal(top(&t)->func, callee);
    t.n--;
    const struct ir_instr *i = code ? &d->p->funcs.at[code->func].instrs.at[code->end - 1] : NULL;
    if (i && i->n_dsts) top(&t)->locals[i->dsts[0]] = result;
    return seal(d, &t);
}

// A program that ends with a result below 0 has lost something.
static inline void finish_program(void *self, dom_state s, uint32_t entry, struct dom_sink *out) {
    struct draft t = open_draft(self, s);
    struct dom_fault fault = {.rule = IR_RULE_MEMORY_LEAK, .func = entry, .instr = 0, .message = "lost"};
    if (top(&t)->result.hi < 0) out->fault(out->self, &fault);
}

static inline void *open_intervals(const struct ir_program *p, const struct dom_options *o) {
    struct intervals *d = calloc(1, sizeof *d);
    (void)o;
    assert_non_null(d);
    d->p = p;
    return d;
}

static inline void close_intervals(void *self) {
    struct intervals *d = self;
    dom_store_free(&d->store);
    free(d);
}

static inline uint64_t count_states(void *self) { return ((struct intervals *)self)->store.blocks.n; }
static inline uint32_t count_words(void *self, dom_state s) { return dom_store_get(&((struct intervals *)self)->store, s)->n; }

static const struct dom_call call_group = {
    .outside = true,
    .targets = find_targets,
    .enter = enter_call,
    .leave = leave_call,
    .finish = finish_program,
};
static const struct dom_effort effort_group = {
    .size = count_states,
    .words = count_words,
};

static const struct dom intervals = {
    .name = "intervals",
    .core = {
        .open = open_intervals,
        .close = close_intervals,
        .initial = first_state,
        .run = run_code,
        .leq = covers,
        .join = join_states,
        .widen = widen_states,
        .abstract = abstract_state,
        .group = group_of_state,
    },
    .call = &call_group,
    .effort = &effort_group,
};
#endif
