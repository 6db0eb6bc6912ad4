// SPDX-License-Identifier: MIT
// A piece of code on a state: instruction by instruction, each draft by itself.
#include "shape/shape.h"

#include <stdarg.h>

struct shape_run shape_run_begin(struct shape *s, uint32_t func, struct dom_sink *out) {
    return (struct shape_run){
        .shape = s, .vocabulary = &s->vocabulary, .func = &s->program->funcs.at[func], .func_index = func, .out = out};
}

void shape_discard(struct shape_run *r, struct shape_draft *d) {
    shape_draft_free(r->vocabulary, d);
}

// ---- the sink ------------------------------------------------------------------------------------------------------------------------------

static const ir_rule_set access_rules = 1u << IR_RULE_NULL_DEREFERENCE | 1u << IR_RULE_USE_AFTER_FREE | 1u << IR_RULE_USE_OUT_OF_SCOPE |
                                        1u << IR_RULE_OUT_OF_BOUNDS | 1u << IR_RULE_UNINITIALISED_POINTER;
static const ir_rule_set free_rules = 1u << IR_RULE_INVALID_FREE | 1u << IR_RULE_DOUBLE_FREE;

// A fault of memory that nobody asked about leaves open what comes then; a loss or an assertion that nobody asked about is none.
static void fault(struct shape_run *r, enum ir_rule rule, bool cut, const char *message) {
    ir_rule_set rules = r->shape->options.rules;
    bool memory = (access_rules | free_rules) >> rule & 1;
    if (!(rules >> rule & 1) && !(memory && rules & access_rules)) {
        if (memory) shape_give_up(r, "%s is possible and was not asked about", ir_rules[rule].text);
        return;
    }
    struct dom_fault f = {.rule = rule, .func = r->func_index, .instr = r->at, .cut = cut, .message = message};
    r->out->fault(r->out->self, &f);
}

void shape_fault(struct shape_run *r, enum ir_rule rule, const char *message) {
    fault(r, rule, false, message);
}

void shape_fault_cut(struct shape_run *r, enum ir_rule rule, const char *message) {
    fault(r, rule, true, message);
}

void shape_give_up(struct shape_run *r, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    r->out->unknown(r->out->self, r->func_index, r->at, buf_text(&text));
    buf_free(&text);
}

// ---- what dies -----------------------------------------------------------------------------------------------------------------------------

void shape_drop_dead(struct shape_run *r, struct shape_draft *d) {
    uint32_t n;
    const uint32_t *dead = ir_live_deaths(&shape_facts(r->shape, r->func_index)->live, r->at, &n);
    for (uint32_t k = 0; k < n; k++) {
        struct shape_value *v = shape_local(d, dead[k]);
        if (!(r->func->locals.at[dead[k]].flags & IR_TEMP)) continue;
        if (shape_holds_odd_end(r, d, vec_last(&d->frames).first + dead[k]))
            v->object = true;
        else
            *v = shape_plain(SHAPE_UNINIT);
    }
}

// A variable that nobody reads any more goes, unless it alone holds a block.
static void forget_dead_at(struct shape_run *r, struct shape_draft *d, uint32_t block) {
    const struct ir_live *live = &shape_facts(r->shape, r->func_index)->live;
    uint32_t first = vec_last(&d->frames).first;
    for (uint32_t i = 0; i < r->func->locals.n; i++) {
        struct shape_value *v = &d->values.at[first + i];
        if (v->kind == SHAPE_UNINIT || ir_live_in(live, block, i)) continue;
        bool aid = v->kind == SHAPE_POINTER && v->object;
        if (!aid && (shape_would_lose(r, d, first + i) || shape_holds_shared(r, d, first + i))) continue;
        if (shape_holds_odd_end(r, d, first + i)) continue;
        *v = shape_plain(SHAPE_UNINIT);
    }
}

static void emit(struct shape_run *r, struct shape_draft *d, uint32_t way) {
    if (!shape_tidy(r, d)) return;
    r->out->reach(r->out->self, shape_seal(&r->shape->states, d), way);
}

static void reach(struct shape_run *r, struct shape_draft *d, uint32_t way, uint32_t block) {
    if (!shape_tidy(r, d)) return;
    forget_dead_at(r, d, block);
    emit(r, d, way);
}

// ---- ends of blocks ------------------------------------------------------------------------------------------------------------------------

static void branch(struct shape_run *r, const struct shape_draft *d, const struct ir_instr *i) {
    for (uint32_t way = 0; way < 2; way++) {
        struct shape_draft one;
        shape_draft_copy(r->vocabulary, &one, d);
        if (shape_assume(r, &one, i->args[0], way == 0)) {
            shape_drop_dead(r, &one);
            reach(r, &one, way, i->succs[way]);
        }
        shape_discard(r, &one);
    }
}

// Can a case of a switch be taken, or with k == n_cases what no case takes?
static bool takes(const struct ir_instr *i, uint32_t k, num_word x) {
    if (k < i->n_cases) return x >= i->cases[k].lo && x <= i->cases[k].hi;
    for (uint32_t c = 0; c < i->n_cases; c++)
        if (takes(i, c, x)) return false;
    return true;
}

// May a number of a range be none of the cases?
static bool takes_some(const struct ir_instr *i, struct num_range range) {
    enum { FEW = 64 };
    if (num_range_size(range) > FEW) return true;
    for (num_word x = range.lo, n = num_range_size(range); n > 0; n--, x = num_wrap(range.bits, x + 1))
        if (takes(i, i->n_cases, x)) return true;
    return false;
}

static bool assume_case(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, uint32_t k) {
    struct shape_value v;
    unsigned bits = shape_bits(ir_type_of(r->shape->program, r->func, i->args[0]));
    num_word only;
    if (!bits || bits > 64 || !shape_eval(r, d, i->args[0], &v)) return true;
    struct num_range range = shape_range(&v, bits);
    if (num_range_is_const(range, &only)) return takes(i, k, only);
    if (k == i->n_cases) return takes_some(i, range);
    struct num_range met = num_range_meet(range, num_range_arc(bits, i->cases[k].lo, i->cases[k].hi));
    if (num_range_is_empty(met)) return false;
    bool local = ir_tag(i->args[0]) == IR_LOCAL && v.kind == SHAPE_NUMBER && num_range_leq(met, range);
    if (local) shape_local(d, ir_index(i->args[0]))->range = met;
    return true;
}

static void switch_(struct shape_run *r, const struct shape_draft *d, const struct ir_instr *i) {
    for (uint32_t k = 0; k <= i->n_cases; k++) {
        struct shape_draft one;
        uint32_t way = k < i->n_cases ? i->cases[k].succ : 0;
        shape_draft_copy(r->vocabulary, &one, d);
        if (assume_case(r, &one, i, k)) {
            shape_drop_dead(r, &one);
            reach(r, &one, way, i->succs[way]);
        }
        shape_discard(r, &one);
    }
}

// The slots of the frame end, from number `slot` on; then its locals go.
static void pop(struct shape_run *r, struct shape_draft *d, uint32_t slot) {
    if (slot == r->func->slots.n) {
        d->values.n = vec_last(&d->frames).first;
        d->frames.n--;
        if (!d->frames.n) vec_clear(&d->results);  // nobody takes what the entry returns
        emit(r, d, 0);
        shape_discard(r, d);
        return;
    }
    shape_drafts ended = {0};
    shape_end_slot(r, d, slot, &ended);
    for (uint32_t k = 0; k < ended.n; k++) pop(r, &ended.at[k], slot + 1);
    vec_free(&ended);
}

static void return_(struct shape_run *r, const struct shape_draft *d, const struct ir_instr *i) {
    struct shape_draft one;
    shape_draft_copy(r->vocabulary, &one, d);
    for (uint32_t k = 0; k < i->n_args; k++) {
        struct shape_value v;
        if (!shape_eval(r, &one, i->args[k], &v)) {
            shape_discard(r, &one);
            return;
        }
        vec_push(&one.results, v);
    }
    for (uint32_t k = 0; k < r->func->locals.n; k++) *shape_local(&one, k) = shape_plain(SHAPE_UNINIT);
    pop(r, &one, 0);
}

// Arguments from number k on that are indices of few values: one case for each, since what the callee learns of its parameter is not known of them.
static void call(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, uint32_t k) {
    struct num_range range;
    while (k < i->n_args && !shape_is_few_index(r, d, i->args[k], &range)) k++;
    if (k == i->n_args) {
        emit(r, d, 0);
        return;
    }
    num_word x = range.lo;
    for (num_word n = num_range_size(range); n > 0; n--, x = num_wrap(range.bits, x + 1)) {
        struct shape_draft one;
        shape_draft_copy(r->vocabulary, &one, d);
        if (shape_narrow(r, &one, i->args[k], num_range_const(range.bits, x))) call(r, &one, i, k + 1);
        shape_discard(r, &one);
    }
}

static void end(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i) {
    switch (i->op) {
    case IR_JUMP: reach(r, d, 0, i->succs[0]); return;
    case IR_BRANCH: branch(r, d, i); return;
    case IR_SWITCH: switch_(r, d, i); return;
    case IR_RET: return_(r, d, i); return;
    case IR_CALL: call(r, d, i, 1); return;
    case IR_GOTO: shape_give_up(r, "computed goto"); return;
    default: shape_give_up(r, "%s is reached", i->text); return;  // STOP
    }
}

// ---- the walk ------------------------------------------------------------------------------------------------------------------------------

static bool is_engines(struct shape *s, const struct ir_instr *i) {
    if (i->op != IR_CALL) return false;
    if (ir_tag(i->args[0]) != IR_FUNC) return true;
    const struct ir_func *callee = &s->program->funcs.at[ir_index(i->args[0])];
    return !(callee->flags & IR_EXTERN) && !ir_lib_of(s->lib, s->program, callee).row;
}

static void step_all(struct shape_run *r, const struct ir_instr *i, shape_drafts *now) {
    shape_drafts next = {0}, kept = {0};
    for (uint32_t k = 0; k < now->n; k++) shape_step(r, &now->at[k], i, &next);
    for (uint32_t k = 0; k < next.n; k++) {
        shape_drop_dead(r, &next.at[k]);
        if (shape_tidy(r, &next.at[k]))
            vec_push(&kept, next.at[k]);
        else
            shape_discard(r, &next.at[k]);
    }
    vec_free(&next);
    vec_free(now);
    *now = kept;
}

bool shape_open(struct shape_run *r, dom_state s, struct shape_draft *d) {
    struct tvl_machine *m = &r->vocabulary->machine;
    shape_unseal(&r->shape->states, s, d);
    if (shape_coerce(r->vocabulary, d->heap, m->all_rules)) return true;
    shape_discard(r, d);
    return false;
}

void shape_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out) {
    struct shape *x = self;
    struct shape_run r = shape_run_begin(x, code->func, out);
    struct shape_draft d;
    shape_drafts now = {0};
    uint32_t met = code->first;
    if (!shape_open(&r, s, &d)) return;
    vec_push(&now, d);
    for (r.at = code->first; r.at < code->end && now.n; r.at++) {
        const struct ir_instr *i = &r.func->instrs.at[r.at];
        met = r.at + 1;
        bool last = ir_ops[i->op].group == IR_GROUP_END || is_engines(x, i);
        if (last)
            for (uint32_t k = 0; k < now.n; k++) end(&r, &now.at[k], i);
        else
            step_all(&r, i, &now);
        if (last) break;
        if (r.at + 1 == code->end)
            for (uint32_t k = 0; k < now.n; k++) emit(&r, &now.at[k], 0);
    }
    out->met(out->self, code->func, code->first, met);
    for (uint32_t k = 0; k < now.n; k++) shape_discard(&r, &now.at[k]);
    vec_free(&now);
}
