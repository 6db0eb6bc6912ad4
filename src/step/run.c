// SPDX-License-Identifier: MIT
// A piece of code on a state: instruction by instruction, each draft by itself.
#include <assert.h>

#include "step/step.h"

// ---- what is kept at the end -------------------------------------------------------------------------------------------------------

static void emit(struct step_run *r, void *d, uint32_t way) {
    assert(r->at < r->func->instrs.n);
    dom_state s = r->step->ops->seal(r, d);
    if (s) r->out->reach(r->out->self, s, way);
}

static void reach(struct step_run *r, void *d, uint32_t way, uint32_t block) {
    const struct ir_live *live = &step_facts(r->step, r->func_index)->live;
    assert(block < r->func->blocks.n);
    if (!r->step->ops->tidy(r, d)) return;
    for (uint32_t i = 0; i < r->func->locals.n; i++)
        if (!ir_live_in(live, block, i)) r->step->ops->forget(r, d, i, STEP_UNREAD);
    emit(r, d, way);
}

// ---- ends of blocks ----------------------------------------------------------------------------------------------------------------

static void branch(struct step_run *r, void *d, const struct ir_instr *i) {
    struct num_range range;
    num_word only;
    if (!step_decide(r, d, i->args[0], &range)) return;
    bool known = num_range_is_const(range, &only);
    for (uint32_t way = 0; way < 2; way++) {
        if (known && (way == 0) != (only != 0)) continue;
        void *one = known || way ? d : r->step->ops->copy(r, d);
        if (step_assume(r, one, i->args[0], way == 0)) {
            step_drop_dead(r, one);
            reach(r, one, way, i->succs[way]);
        }
        if (one != d) r->step->ops->drop(r, one);
    }
}

// Does this case of a switch take the number, or with k == n_cases none of them?
static bool takes(const struct ir_instr *i, uint32_t k, num_word x) {
    assert(k <= i->n_cases);
    if (k < i->n_cases) return x >= i->cases[k].lo && x <= i->cases[k].hi;
    for (uint32_t c = 0; c < i->n_cases; c++)
        if (takes(i, c, x)) return false;
    return true;
}

// May a number of the range be none of the cases?
static bool leaves_some(const struct ir_instr *i, struct num_range range) {
    enum { FEW = 64 };
    if (num_range_size(range) > FEW) return true;
    for (num_word x = range.lo, n = num_range_size(range); n > 0; n--, x = num_wrap(range.bits, x + 1))
        if (takes(i, i->n_cases, x)) return true;
    return false;
}

static bool assume_default(struct step_run *r, void *d, const struct ir_instr *i, struct num_range range) {
    if (!leaves_some(i, range)) return false;
    if (ir_tag(i->args[0]) != IR_LOCAL || !r->step->ops->exclude) return true;
    for (uint32_t c = 0; c < i->n_cases; c++)
        if (!r->step->ops->exclude(r, d, ir_index(i->args[0]), num_range_arc(range.bits, i->cases[c].lo, i->cases[c].hi))) return false;
    return true;
}

// One case of a switch, or with k == n_cases what no case takes; false: impossible.
static bool assume_case(struct step_run *r, void *d, const struct ir_instr *i, struct num_range range, uint32_t k) {
    num_word only;
    if (range.bits > 64) return true;
    if (num_range_is_const(range, &only)) return takes(i, k, only);
    if (k == i->n_cases) return assume_default(r, d, i, range);
    struct num_range met = num_range_meet(range, num_range_arc(range.bits, i->cases[k].lo, i->cases[k].hi));
    if (num_range_is_empty(met)) return false;
    if (ir_tag(i->args[0]) != IR_LOCAL || !num_range_leq(met, range)) return true;
    return r->step->ops->narrow(r, d, ir_index(i->args[0]), met);
}

static void switch_(struct step_run *r, void *d, const struct ir_instr *i) {
    struct num_range range;
    if (!step_decide(r, d, i->args[0], &range)) return;
    for (uint32_t k = 0; k <= i->n_cases; k++) {
        void *one = k == i->n_cases ? d : r->step->ops->copy(r, d);
        uint32_t way = k < i->n_cases ? i->cases[k].succ : 0;
        assert(way < i->n_succs);
        if (assume_case(r, one, i, range, k)) {
            step_drop_dead(r, one);
            reach(r, one, way, i->succs[way]);
        }
        if (one != d) r->step->ops->drop(r, one);
    }
}

static void computed_goto(struct step_run *r, void *d, const struct ir_instr *i) {
    struct step_value v;
    uint32_t k;
    if (!step_eval(r, d, i->args[0], &v)) return;
    if (!r->step->ops->label || !r->step->ops->label(r, d, &v, &k)) {
        step_give_up(r, "computed goto to a label that is not followed");
        return;
    }
    struct ir_label label = r->step->program->labels.at[k];
    for (uint32_t way = 0; way < i->n_succs; way++)
        if (label.func == r->func_index && i->succs[way] == label.block) {
            reach(r, d, way, i->succs[way]);
            return;
        }
    step_give_up(r, "computed goto to a label of another function");
}

// The slots of the frame end, from number `slot` on; then the frame goes.
static void pop(struct step_run *r, void *d, uint32_t slot) {
    const struct step_ops *ops = r->step->ops;
    for (; slot < r->func->slots.n; slot++) {
        step_drafts ended = {0};
        bool on = ops->end_slot(r, d, slot, &ended);
        for (uint32_t k = 0; k < ended.n; k++) {
            pop(r, ended.at[k], slot + 1);
            ops->drop(r, ended.at[k]);
        }
        vec_free(&ended);
        if (!on) return;
    }
    ops->pop(r, d);
    emit(r, d, 0);
}

static void return_(struct step_run *r, void *d, const struct ir_instr *i) {
    assert(i->n_args == r->func->n_rets);
    for (uint32_t k = 0; k < i->n_args; k++) {
        struct step_value v;
        ir_type t = ir_type_of(r->step->program, r->func, i->args[k]);
        if (!step_fits(r, t) || !step_eval(r, d, i->args[k], &v)) return;
        r->step->ops->answer(r, d, k, t, &v);
    }
    if (r->step->ops->returned) {
        r->step->ops->returned(r, d);
        emit(r, d, 0);
        return;
    }
    for (uint32_t k = 0; k < r->func->locals.n; k++) r->step->ops->forget(r, d, k, STEP_SCOPE);
    pop(r, d, 0);
}

static void end(struct step_run *r, void *d, const struct ir_instr *i) {
    switch (i->op) {
    case IR_JUMP: reach(r, d, 0, i->succs[0]); return;
    case IR_BRANCH: branch(r, d, i); return;
    case IR_SWITCH: switch_(r, d, i); return;
    case IR_RET: return_(r, d, i); return;
    case IR_CALL: emit(r, d, 0); return;
    case IR_GOTO: computed_goto(r, d, i); return;
    default: step_give_up(r, "%s is reached", i->text); return;  // STOP
    }
}

// ---- the walk ----------------------------------------------------------------------------------------------------------------------

// The drafts before an instruction, and room for those after it.
struct walk {
    step_drafts now, next;
};

static void turn(struct walk *w) {
    step_drafts done = w->now;
    w->now = w->next;
    w->next = done;
    vec_clear(&w->next);
}

static void split_all(struct step_run *r, const struct ir_instr *i, struct walk *w) {
    if (!r->step->ops->choice) return;
    for (uint32_t k = 0; k < w->now.n; k++) step_split(r, w->now.at[k], i, &w->next);
    turn(w);
}

static void step_all(struct step_run *r, const struct ir_instr *i, struct walk *w) {
    const struct step_ops *ops = r->step->ops;
    uint32_t n = 0, callee = i->op == IR_CALL ? ir_index(i->args[0]) : 0;
    for (uint32_t k = 0; k < w->now.n; k++) step_instr(r, w->now.at[k], i, callee, &w->next);
    turn(w);
    for (uint32_t k = 0; k < w->now.n; k++) {
        step_drop_dead(r, w->now.at[k]);
        if (ops->tidy(r, w->now.at[k]))
            w->now.at[n++] = w->now.at[k];
        else
            ops->drop(r, w->now.at[k]);
    }
    w->now.n = n;
    if (n > 1 && ops->merge) ops->merge(r, &w->now);
}

// How far the code was begun.
static uint32_t run(struct step_run *r, const struct dom_code *code, struct walk *w) {
    step_drafts *now = &w->now;
    uint32_t met = code->first;
    for (r->at = code->first; r->at < code->end && now->n; r->at++) {
        const struct ir_instr *i = &r->func->instrs.at[r->at];
        met = r->at + 1;
        split_all(r, i, w);
        if (ir_ops[i->op].group == IR_GROUP_END || step_is_engines(r->step, i)) {
            for (uint32_t k = 0; k < now->n; k++) end(r, now->at[k], i);
            return met;
        }
        step_all(r, i, w);
    }
    r->at = met - 1;
    for (uint32_t k = 0; k < now->n; k++) emit(r, now->at[k], 0);
    return met;
}

void step_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out) {
    struct step *x = self;
    const struct step_ops *ops = x->ops;
    struct step_run r = step_run_begin(x, code->func, out);
    struct walk w;
    void *room[2][15];  // enough for most
    vec_lend(&w.now, room[0], 15);
    vec_lend(&w.next, room[1], 15);
    assert(code->first < code->end && code->end <= r.func->instrs.n);
    vec_push(&w.now, ops->open(&r, s));
    if (!ops->ready || ops->ready(&r, w.now.at[0])) out->met(out->self, code->func, code->first, run(&r, code, &w));
    for (uint32_t k = 0; k < w.now.n; k++) ops->drop(&r, w.now.at[k]);
    vec_free(&w.now);
    vec_free(&w.next);
    step_run_end(&r);
}
