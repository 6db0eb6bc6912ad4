// SPDX-License-Identifier: MIT
// A domain for tests of the driver: it follows numbers of locals as ranges and writes down what it is asked to do with memory.
#ifndef HP_TESTS_STEP_RECORDER_H
#define HP_TESTS_STEP_RECORDER_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// after those
#include <cmocka.h>

#include "ir/text.h"
#include "step/step.h"

enum { OBJECT = STEP_OWN, BLOCK };  // kinds of values: the address of a symbol (object), of a heap block (object: its number)
struct draft {
    VEC(uint32_t) frames;  // of the first value of each
    VEC(struct step_value) values, passed, results;
    uint32_t blocks;
};
struct recorder {
    struct step step;
    struct dom_sink sink;
    struct ir_program *program;
    VEC(struct draft *) states;
    VEC(uint32_t) ways;  // by state that was reached
    struct buf log;      // what was asked, what went wrong
    uint32_t forks;      // into how many cases a load goes
    uint32_t again;      // so many times a load waits, for a copy with one block more and another case in which it is done
    ir_val choice;       // by whose numbers the next instructions with an address are split
};

#define LOG(r, ...) buf_printf(&((struct recorder *)(r)->step)->log, __VA_ARGS__)

#define OP(name, result, parameters) static result recorder_op_##name parameters;
#define MAY(name, result, parameters)
#define PLAIN OP
#include "step/ops.def"

// ---- drafts

static struct draft *draft_like(const struct draft *d) {
    struct draft *copy = calloc(1, sizeof *copy);
    for (uint32_t i = 0; i < d->frames.n; i++) vec_push(&copy->frames, d->frames.at[i]);
    for (uint32_t i = 0; i < d->values.n; i++) vec_push(&copy->values, d->values.at[i]);
    for (uint32_t i = 0; i < d->passed.n; i++) vec_push(&copy->passed, d->passed.at[i]);
    for (uint32_t i = 0; i < d->results.n; i++) vec_push(&copy->results, d->results.at[i]);
    copy->blocks = d->blocks;
    return copy;
}

static void draft_free(struct draft *d) {
    vec_free(&d->frames);
    vec_free(&d->values);
    vec_free(&d->passed);
    vec_free(&d->results);
    free(d);
}

static void *recorder_op_copy(struct step_run *r, const void *d) {
    (void)r;
    return draft_like(d);
}

static void recorder_op_drop(struct step_run *r, void *d) {
    (void)r;
    draft_free(d);
}

static void *recorder_op_open(struct step_run *r, dom_state s) {
    return draft_like(((struct recorder *)r->step)->states.at[s - 1]);
}

static dom_state recorder_op_seal(struct step_run *r, void *d) {
    struct recorder *x = (struct recorder *)r->step;
    vec_push(&x->states, draft_like(d));
    return x->states.n;
}

static bool recorder_op_tidy(struct step_run *r, void *d) {
    (void)d;
    LOG(r, "tidy\n");
    return true;
}

// ---- values

static struct step_value *local_at(struct draft *d, uint32_t local) {
    return &d->values.at[vec_last(&d->frames) + local];
}

static void recorder_op_local(struct step_run *r, void *d, uint32_t local, struct step_value *v) {
    (void)r;
    *v = *local_at(d, local);
}

static void recorder_op_object(struct step_run *r, void *d, ir_val symbol, struct step_value *v) {
    (void)r, (void)d;
    *v = (struct step_value){.kind = OBJECT, .object = symbol};
}

static struct num_range recorder_op_range(struct step_run *r, void *d, const struct step_value *v, unsigned bits) {
    (void)r, (void)d;
    return v->kind == STEP_NUMBER && v->range.bits == bits ? v->range : num_range_full(bits);
}

static bool recorder_op_move(struct step_run *r, void *d, struct step_value *v, int64_t bytes) {
    (void)r, (void)d;
    v->offset += bytes;
    return bytes < 1000;
}

static void recorder_op_assign(struct step_run *r, void *d, uint32_t local, ir_type t, const struct step_value *v) {
    struct step_value x = *v;
    (void)r;
    if (x.kind == STEP_NUMBER && x.range.bits != step_bits(t))
        x.range = x.range.bits < step_bits(t) ? num_range_zext(x.range, step_bits(t)) : num_range_trunc(x.range, step_bits(t));
    *local_at(d, local) = x;
}

static void recorder_op_forget(struct step_run *r, void *d, uint32_t local, enum step_forget why) {
    if (why == STEP_DEAD) LOG(r, "forget %u\n", local);
    if (why != STEP_UNREAD) *local_at(d, local) = step_plain(STEP_UNINIT);
}

static bool recorder_op_is_global(struct step_run *r, void *d, const struct step_value *v, uint32_t *global, int64_t *offset) {
    (void)r, (void)d;
    *global = ir_index(v->object);
    *offset = v->offset;
    return v->kind == OBJECT && ir_tag(v->object) == IR_GLOBAL;
}

static bool recorder_op_functions(struct step_run *r, void *d, const struct step_value *v, step_list *out) {
    (void)r, (void)d;
    bool is = v->kind == OBJECT && ir_tag(v->object) == IR_FUNC;
    if (is) vec_push(out, ir_index(v->object));
    return is;
}

// ---- memory

static bool recorder_op_load(struct step_run *r, void *d, const struct step_place *p, uint32_t local, bool moving, step_drafts *out) {
    uint32_t forks = ((struct recorder *)r->step)->forks;
    LOG(r, "load %d..%d%s\n", (int)p->low, (int)p->high, moving ? " moving" : "");
    if (((struct recorder *)r->step)->again) {
        ((struct recorder *)r->step)->again--;
        ((struct draft *)step_fork(r, d, true))->blocks++;
        ((struct draft *)step_fork(r, d, false))->blocks += 10;
        step_fork(r, d, true);
        step_unfork(r);
        return false;
    }
    for (uint32_t k = 1; k < forks; k++) {
        struct draft *one = draft_like(d);
        *local_at(one, local) = step_number(num_range_const(step_bits(step_local_type(r, local)), k));
        vec_push(out, one);
    }
    *local_at(d, local) = step_number(num_range_const(step_bits(step_local_type(r, local)), 0));
    return forks > 0;
}

static bool recorder_op_store(struct step_run *r, void *d, const struct step_place *p, ir_type t, const struct step_value *v,
                              step_drafts *out) {
    (void)d, (void)v, (void)out;
    if (p->base.kind == STEP_UNINIT) {
        step_wrong(r, STEP_WRONG_UNINIT, false, true, NULL);
        return false;
    }
    LOG(r, "store %u at %d\n", ir_bytes(t), (int)p->low);
    return true;
}

static bool recorder_op_copy_bytes(struct step_run *r, void *d, const struct step_place *to, const struct step_place *from,
                                   const struct step_extent *n, bool apart, step_drafts *out) {
    (void)d, (void)to, (void)from, (void)out;
    LOG(r, "copy %u%s\n", (unsigned)n->lo, apart ? " apart" : "");
    return true;
}

static bool recorder_op_fill(struct step_run *r, void *d, const struct step_place *to, struct num_range byte,
                             const struct step_extent *n, step_drafts *out) {
    (void)d, (void)to, (void)out;
    LOG(r, "fill %u%s\n", (unsigned)n->lo, num_range_is_full(byte) ? " with anything" : "");
    return true;
}

static bool recorder_op_allocate(struct step_run *r, void *d, uint64_t size, bool zeroed, uint32_t local, step_drafts *out) {
    (void)out;
    LOG(r, "allocate %u%s\n", (unsigned)size, zeroed ? " zeroed" : "");
    ((struct draft *)d)->blocks++;
    if (local != STEP_NO_LOCAL) *local_at(d, local) = (struct step_value){.kind = BLOCK, .object = ((struct draft *)d)->blocks};
    return true;
}

static bool recorder_op_free(struct step_run *r, void *d, const struct step_value *v, step_drafts *out) {
    (void)out;
    if (v->kind != BLOCK) {
        step_wrong(r, STEP_WRONG_UNINIT, true, true, NULL);
        return false;
    }
    LOG(r, "free %u\n", v->object);
    ((struct draft *)d)->blocks--;
    return true;
}

// ---- conditions

static bool recorder_op_assume(struct step_run *r, void *d, const struct step_value *v, unsigned bits, bool outcome) {
    enum num_truth t = num_range_test(NUM_NE, recorder_op_range(r, d, v, bits), num_range_const(bits, 0));
    return t & (outcome ? NUM_TRUE : NUM_FALSE);
}

static void recorder_op_equal(struct step_run *r, void *d, uint32_t local, const struct step_value *a, const struct step_value *b,
                              unsigned bits, bool differ) {
    enum num_truth t = num_range_test(differ ? NUM_NE : NUM_EQ, recorder_op_range(r, d, a, bits), recorder_op_range(r, d, b, bits));
    *local_at(d, local) = step_number(num_range_truth(t));
}

static bool recorder_op_narrow(struct step_run *r, void *d, uint32_t local, struct num_range range) {
    struct step_value *v = local_at(d, local);
    (void)r;
    assert_true(num_range_leq(range, recorder_op_range(r, d, v, range.bits)));
    *v = step_number(range);
    return true;
}

static ir_val recorder_op_choice(struct step_run *r, void *d, const struct ir_instr *i, struct num_range *range) {
    ir_val v = ((struct recorder *)r->step)->choice;
    return i->to && v != IR_NOTHING && step_is_few(r, d, v, 4, range) ? v : IR_NOTHING;
}

// ---- frames

static void recorder_op_world(struct step_run *r, step_drafts *out) {
    (void)r;
    vec_push(out, draft_like(&(struct draft){0}));
}

static void recorder_op_pass(struct step_run *r, void *d, uint32_t k, ir_type t, const struct step_value *v) {
    (void)r, (void)t;
    assert_int_equal(((struct draft *)d)->passed.n, k);
    vec_push(&((struct draft *)d)->passed, *v);
}

static void recorder_op_push(struct step_run *r, void *draft, uint32_t func) {
    struct draft *d = draft;
    uint32_t first = d->values.n;
    vec_push(&d->frames, first);
    for (uint32_t i = 0; i < r->step->program->funcs.at[func].locals.n; i++) vec_push(&d->values, step_plain(STEP_UNINIT));
    for (uint32_t i = 0; i < d->passed.n; i++) d->values.at[first + i] = d->passed.at[i];
    vec_clear(&d->passed);
}

static void recorder_op_pop(struct step_run *r, void *draft) {
    struct draft *d = draft;
    LOG(r, "pop\n");
    d->values.n = vec_pop(&d->frames);
}

static bool recorder_op_begin_slot(struct step_run *r, void *d, uint32_t slot) {
    (void)d;
    LOG(r, "begin %s\n", r->func->slots.at[slot].name);
    return true;
}

static bool recorder_op_end_slot(struct step_run *r, void *d, uint32_t slot, step_drafts *out) {
    (void)d, (void)out;
    LOG(r, "end %s\n", r->func->slots.at[slot].name);
    return true;
}

static void recorder_op_answer(struct step_run *r, void *d, uint32_t k, ir_type t, const struct step_value *v) {
    (void)r, (void)t;
    assert_int_equal(((struct draft *)d)->results.n, k);
    vec_push(&((struct draft *)d)->results, *v);
}

static bool recorder_op_result(struct step_run *r, void *draft, uint32_t k, struct step_value *v) {
    struct draft *d = draft;
    (void)r;
    *v = k < d->results.n ? d->results.at[k] : step_plain(STEP_UNINIT);
    return k < d->results.n;
}

static void recorder_op_forget_results(struct step_run *r, void *d) {
    (void)r;
    vec_clear(&((struct draft *)d)->results);
}

static void recorder_op_cleanup(struct step_run *r, void *d) {
    LOG(r, "cleanup of %u\n", ((struct draft *)d)->blocks);
}

static const struct step_ops recorder_operations = {
#define OP(name, result, parameters) .name = recorder_op_##name,
#define MAY(name, result, parameters)
#define PLAIN OP
#include "step/ops.def"
};

// ---- the sink, and programs

static void recorder_reach(void *self, dom_state s, uint32_t way) {
    struct recorder *x = self;
    while (x->ways.n < s) vec_push(&x->ways, UINT32_MAX);
    x->ways.at[s - 1] = way;
}

static void recorder_fault(void *self, const struct dom_fault *f) {
    buf_printf(&((struct recorder *)self)->log, "%s%s: %s\n", ir_rules[f->rule].text, f->cut ? " cut" : "", f->message);
}

static void recorder_unknown(void *self, uint32_t func, uint32_t instr, const char *reason) {
    (void)func, (void)instr;
    buf_printf(&((struct recorder *)self)->log, "unknown: %s\n", reason);
}

static void recorder_met(void *self, uint32_t func, uint32_t first, uint32_t end) {
    (void)self, (void)func;
    assert_true(first < end);
}

static void recorder_begin(struct recorder *x, const char *text, ir_rule_set rules) {
    struct buf error = {0};
    *x = (struct recorder){.forks = 1, .choice = IR_NOTHING};
    x->program = ir_parse("test", text, strlen(text), &error);
    if (!x->program) print_error("%s\n", buf_text(&error));
    assert_non_null(x->program);
    step_begin(&x->step, &recorder_operations, x->program, &(struct dom_options){.rules = rules});
    x->sink = (struct dom_sink){x, recorder_reach, recorder_fault, recorder_unknown, recorder_met};
    buf_free(&error);
}

static void recorder_end(struct recorder *x) {
    step_end(&x->step);
    for (uint32_t i = 0; i < x->states.n; i++) draft_free(x->states.at[i]);
    vec_free(&x->states);
    vec_free(&x->ways);
    buf_free(&x->log);
    ir_program_free(x->program);
}

// The first block of the function from its initial states; the log says what happened from there on.
static void recorder_run(struct recorder *x, const char *name) {
    uint32_t func = ir_index(ir_find(x->program, name));
    const struct ir_block *b = &x->program->funcs.at[func].blocks.at[0];
    step_initial(x, func, &x->sink);
    assert_int_equal(x->states.n, 1);
    buf_free(&x->log);
    step_execute(x, 1, &(struct dom_code){func, b->first, b->first + b->n}, &x->sink);
}

static struct num_range recorder_number(struct recorder *x, dom_state s, uint32_t local) {
    const struct step_value *v = local_at(x->states.at[s - 1], local);
    assert_int_equal(v->kind, STEP_NUMBER);
    return v->range;
}
#endif
