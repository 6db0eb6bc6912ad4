// SPDX-License-Identifier: MIT
// A piece of code on a state: instruction by instruction, the results of each joined.
#include <stdarg.h>

#include "fold/fold.h"

struct fold_run fold_run_begin(struct fold *f, uint32_t func, struct dom_sink *out) {
    return (struct fold_run){.fold = f, .base = &f->base, .func = &f->program->funcs.at[func], .func_index = func, .out = out};
}

// ---- the sink ----------------------------------------------------------------------------------------------------------------------

static const ir_rule_set access_rules = 1u << IR_RULE_NULL_DEREFERENCE | 1u << IR_RULE_USE_AFTER_FREE | 1u << IR_RULE_USE_OUT_OF_SCOPE |
                                        1u << IR_RULE_OUT_OF_BOUNDS | 1u << IR_RULE_UNINITIALISED_POINTER;
static const ir_rule_set free_rules = 1u << IR_RULE_INVALID_FREE | 1u << IR_RULE_DOUBLE_FREE;

// A fault of memory that nobody asked about leaves open what comes then; a loss or an assertion that nobody asked about is none.
static void fault(struct fold_run *r, enum ir_rule rule, uint32_t node, bool cut, const char *message) {
    ir_rule_set rules = r->fold->options.rules;
    bool memory = (access_rules | free_rules) >> rule & 1;
    if (!(rules >> rule & 1) && !(memory && rules & access_rules)) {
        if (memory) fold_give_up(r, "%s is possible and was not asked about", ir_rules[rule].text);
        return;
    }
    struct dom_fault f = {.rule = rule, .func = r->func_index, .instr = r->at, .cut = cut, .message = message};
    const struct fold_name *name = fold_name_of(r->base, node);
    if (name->storage == FOLD_HEAP && name->a != FOLD_MANY_SITES) f.allocation = r->fold->program->funcs.at[name->a].instrs.at[name->b].loc;
    r->out->fault(r->out->self, &f);
}

void fold_fault(struct fold_run *r, enum ir_rule rule, const char *message) {
    fault(r, rule, FOLD_REGS, false, message);
}

void fold_fault_of(struct fold_run *r, enum ir_rule rule, uint32_t node, const char *message) {
    fault(r, rule, node, false, message);
}

void fold_fault_cut(struct fold_run *r, enum ir_rule rule, const char *message) {
    fault(r, rule, FOLD_REGS, true, message);
}

void fold_give_up(struct fold_run *r, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    r->out->unknown(r->out->self, r->func_index, r->at, buf_text(&text));
    buf_free(&text);
}

void fold_deliver(struct fold_draft *d, fold_drafts *to) {
    if (d->b == LOGIC_FALSE)
        fold_draft_free(d);
    else
        vec_push(to, *d);
}

// ---- what is kept at the end -------------------------------------------------------------------------------------------------------

// A variable that nobody reads any more goes, unless it alone holds a block.
static void forget_dead_at(struct fold_run *r, struct fold_draft *d, uint32_t block) {
    const struct ir_live *live = &fold_facts(r->fold, r->func_index)->live;
    for (uint32_t i = 0; i < r->func->locals.n; i++) {
        struct fold_place p = fold_reg(d, i);
        if (!fold_cell(d, p) || ir_live_in(live, block, i)) continue;
        if (!fold_would_lose(r, d, p)) fold_clear(r->base, d, p);
    }
}

static void emit(struct fold_run *r, struct fold_draft *d, uint32_t way) {
    fold_prune(r->base, d);
    if (d->b != LOGIC_FALSE) r->out->reach(r->out->self, fold_seal(r->base, d), way);
}

static void reach(struct fold_run *r, struct fold_draft *d, uint32_t way, uint32_t block) {
    if (d->b == LOGIC_FALSE) return;
    forget_dead_at(r, d, block);
    emit(r, d, way);
}

// ---- ends of blocks ----------------------------------------------------------------------------------------------------------------

static void branch(struct fold_run *r, const struct fold_draft *d, const struct ir_instr *i) {
    for (uint32_t way = 0; way < 2; way++) {
        struct fold_draft one;
        fold_draft_copy(&one, d);
        if (fold_assume_value(r, &one, i->args[0], way == 0)) {
            fold_drop_dead(r, &one);
            reach(r, &one, way, i->succs[way]);
        }
        fold_draft_free(&one);
    }
}

// One case of a switch, or with k == n_cases what no case takes; false: impossible.
static bool takes(const struct ir_instr *i, uint32_t k, num_word x) {
    if (k < i->n_cases) return x >= i->cases[k].lo && x <= i->cases[k].hi;
    for (uint32_t c = 0; c < i->n_cases; c++)
        if (takes(i, c, x)) return false;
    return true;
}

static bool assume_case(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, uint32_t k) {
    struct fold_operand v;
    struct fold_constants values;
    struct logic *l = r->base->logic;
    unsigned bits = fold_bits(ir_type_of(r->fold->program, r->func, i->args[0]));
    num_word only;
    if (!bits || bits > 64 || !fold_eval(r, d, i->args[0], &v)) return true;
    struct num_range range = fold_range(r, d, &v, bits);
    if (num_range_is_const(range, &only)) return takes(i, k, only);
    if (k < i->n_cases && num_range_is_empty(num_range_meet(range, num_range_arc(bits, i->cases[k].lo, i->cases[k].hi)))) return false;
    if (v.kind != FOLD_PLACE || !num_range_same(range, fold_cell(d, v.place)->range) || !fold_constants(r->base, d, v.place, &values))
        return true;
    logic_fn some = logic_not(l, fold_is_number(r->base, d, v.place));
    for (uint32_t c = 0; c < values.n; c++)
        if (takes(i, k, num_wrap(bits, (num_word)(num_sword)values.at[c])))
            some = logic_or(l, some, fold_equals(r->base, d, v.place, values.at[c]));
    fold_assume(r->base, d, some);
    return d->b != LOGIC_FALSE;
}

static void switch_(struct fold_run *r, const struct fold_draft *d, const struct ir_instr *i) {
    for (uint32_t k = 0; k <= i->n_cases; k++) {
        struct fold_draft one;
        uint32_t way = k < i->n_cases ? i->cases[k].succ : 0;
        fold_draft_copy(&one, d);
        if (assume_case(r, &one, i, k)) reach(r, &one, way, i->succs[way]);
        fold_draft_free(&one);
    }
}

static void return_(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    for (uint32_t k = 0; k < i->n_args; k++) {
        struct fold_operand v;
        ir_type t = ir_type_of(r->fold->program, r->func, i->args[k]);
        if (!fold_bits(t)) {
            fold_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
            return;
        }
        if (!fold_eval(r, d, i->args[k], &v)) return;
        fold_assign(r, d, (struct fold_place){FOLD_RESULTS, k}, ir_bytes(t), fold_bits(t), &v);
    }
    if (d->frames.n == 1) {  // what is called from outside the program
        fold_pop_frame(r, d);
        for (uint32_t k = 0; k < i->n_args; k++) {
            fold_lose(r, d, (struct fold_place){FOLD_RESULTS, k});
            fold_clear(r->base, d, (struct fold_place){FOLD_RESULTS, k});
        }
    }
    emit(r, d, 0);
}

static void end(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    switch (i->op) {
    case IR_JUMP: reach(r, d, 0, i->succs[0]); return;
    case IR_BRANCH: branch(r, d, i); return;
    case IR_SWITCH: switch_(r, d, i); return;
    case IR_RET: return_(r, d, i); return;
    case IR_CALL: emit(r, d, 0); return;
    case IR_GOTO: fold_give_up(r, "computed goto"); return;
    default: fold_give_up(r, "%s is reached", i->text); return;  // STOP
    }
}

// ---- the walk ----------------------------------------------------------------------------------------------------------------------

bool fold_is_engines(struct fold *f, const struct ir_instr *i) {
    if (i->op != IR_CALL) return false;
    if (ir_tag(i->args[0]) != IR_FUNC) return true;
    const struct ir_func *callee = &f->program->funcs.at[ir_index(i->args[0])];
    return !(callee->flags & IR_EXTERN) && !ir_lib_of(f->lib, f->program, callee).row;
}

// Joins each draft with the first that it can be joined with.
static void join_all(struct fold_base *f, fold_drafts *all) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        bool joined = false;
        for (uint32_t k = 0; k < n && !joined; k++) {
            struct fold_draft out;
            joined = fold_join(f, &all->at[k], &all->at[i], false, &out);
            if (!joined) continue;
            fold_draft_free(&all->at[k]);
            fold_draft_free(&all->at[i]);
            all->at[k] = out;
        }
        if (!joined) all->at[n++] = all->at[i];
    }
    all->n = n;
}

static void step_all(struct fold_run *r, const struct ir_instr *i, fold_drafts *now) {
    fold_drafts next = {0};
    for (uint32_t k = 0; k < now->n; k++) fold_step(r, &now->at[k], i, &next);
    for (uint32_t k = 0; k < next.n; k++) fold_drop_dead(r, &next.at[k]);
    if (next.n > 1) {
        for (uint32_t k = 0; k < next.n; k++) fold_prune(r->base, &next.at[k]);
        join_all(r->base, &next);
    }
    vec_free(now);
    *now = next;
}

void fold_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out) {
    struct fold *f = self;
    struct fold_run r = fold_run_begin(f, code->func, out);
    uint32_t mark = logic_mark(f->base.logic), met = code->first;
    fold_drafts now = {0};
    fold_unseal(&f->base, s, vec_add(&now));
    for (r.at = code->first; r.at < code->end && now.n; r.at++) {
        const struct ir_instr *i = &r.func->instrs.at[r.at];
        met = r.at + 1;
        if (ir_ops[i->op].group == IR_GROUP_END || fold_is_engines(f, i)) {
            for (uint32_t k = 0; k < now.n; k++) end(&r, &now.at[k], i);
            break;
        }
        step_all(&r, i, &now);
    }
    out->met(out->self, code->func, code->first, met);
    for (uint32_t k = 0; k < now.n; k++) fold_draft_free(&now.at[k]);
    vec_free(&now);
    logic_release(f->base.logic, mark);
}
