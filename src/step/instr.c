// SPDX-License-Identifier: MIT
// One instruction on one draft.
#include <assert.h>

#include "step/step.h"

bool step_is_engines(const struct step *s, const struct ir_instr *i) {
    if (i->op != IR_CALL) return false;
    assert(i->n_args);
    if (ir_tag(i->args[0]) != IR_FUNC) return true;
    return ir_lib_is_entered(s->lib, s->program, &s->program->funcs.at[ir_index(i->args[0])]);
}

void step_drop_dead(struct step_run *r, void *d) {
    uint32_t n;
    const uint32_t *dead = ir_live_deaths(&step_facts(r->step, r->func_index)->live, r->at, &n);
    for (uint32_t k = 0; k < n; k++)
        if (r->func->locals.at[dead[k]].flags & IR_TEMP) r->step->ops->forget(r, d, dead[k], STEP_DEAD);
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool load(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    struct step_place p;
    assert(i->n_dsts == 1 && i->to);
    bool fine = step_fits(r, step_local_type(r, i->dsts[0])) && step_address(r, d, i->to, &p);
    return fine && r->step->ops->load(r, d, &p, i->dsts[0], i->flags & IR_VOLATILE, out);
}

static bool store(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    struct step_place p;
    struct step_value v;
    assert(i->n_args == 1 && i->to);
    ir_type t = ir_type_of(r->step->program, r->func, i->args[0]);
    bool fine = step_fits(r, t) && step_address(r, d, i->to, &p) && step_eval(r, d, i->args[0], &v);
    return fine && r->step->ops->store(r, d, &p, t, &v, out);
}

static bool copy(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    struct step_place to, from;
    struct step_extent n;
    if (!step_length(r, d, i->args[0], &n)) return false;
    if (!n.hi) return true;
    if (!step_address(r, d, i->from, &from) || !step_address(r, d, i->to, &to)) return false;
    return r->step->ops->copy_bytes(r, d, &to, &from, &n, i->flags & IR_APART, out);
}

// FILL, or HAVOC: with anything.
static bool fill(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    struct step_place to;
    struct num_range byte = num_range_full(8);
    struct step_extent n;
    bool known = i->op == IR_FILL;
    if (!step_length(r, d, i->args[known], &n) || (known && !step_range(r, d, i->args[0], &byte))) return false;
    if (!n.hi) return true;
    return step_address(r, d, i->to, &to) && r->step->ops->fill(r, d, &to, byte, &n, out);
}

// ---- values and storage ------------------------------------------------------------------------------------------------------------

static bool address(struct step_run *r, void *d, const struct ir_instr *i) {
    struct step_place p;
    if (!step_address(r, d, i->to, &p)) return false;
    bool sure = p.low == p.high, near = sure && r->step->ops->move(r, d, &p.base, p.low);
    if (near)
        r->step->ops->assign(r, d, i->dsts[0], step_local_type(r, i->dsts[0]), &p.base);
    else
        step_give_up(r, sure ? "an address with an offset that is too large" : "an address with an index that is not known");
    return near;
}

static bool scope(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    const struct step_ops *ops = r->step->ops;
    uint32_t k = ir_index(i->subject), n = out->n;
    assert(ir_tag(i->subject) == IR_LOCAL || ir_tag(i->subject) == IR_SLOT);
    if (ir_tag(i->subject) == IR_LOCAL) {
        ops->forget(r, d, k, STEP_SCOPE);
        return true;
    }
    bool on = ops->end_slot(r, d, k, out);
    if (i->op == IR_LEAVE) return on;
    for (uint32_t j = n; j < out->n; j++)
        if (ops->begin_slot(r, out->at[j], k))
            out->at[n++] = out->at[j];
        else
            ops->drop(r, out->at[j]);
    out->n = n;
    return on && ops->begin_slot(r, d, k);
}

// Nothing is learnt from a promise, kept or not; after one that is never kept there is nothing.
static bool promise(struct step_run *r, void *d, const struct ir_instr *i) {
    if (!(r->step->options.rules >> IR_RULE_BROKEN_PROMISE & 1)) return true;
    void *broken = r->step->ops->copy(r, d);
    if (step_assume(r, broken, i->args[0], false)) step_fault(r, IR_RULE_BROKEN_PROMISE, STEP_GOES_ON, NULL, "%s", i->text);
    r->step->ops->drop(r, broken);
    return !ir_is_zero(r->step->program, i->args[0]);
}

// ---- instructions ------------------------------------------------------------------------------------------------------------------

static bool act(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out) {
    bool own = r->step->ops->act != NULL;
    switch (i->op) {
    case IR_ENTER:
    case IR_LEAVE: return scope(r, d, i, out);
    case IR_ASSUME: return step_assume(r, d, i->args[0], true);
    case IR_PROMISE: return promise(r, d, i);
    case IR_CALL: return step_library(r, d, i, callee, out);
    case IR_LOAD: return load(r, d, i, out);
    case IR_STORE: return store(r, d, i, out);
    case IR_COPY: return copy(r, d, i, out);
    case IR_FILL:
    case IR_HAVOC: return fill(r, d, i, out);
    case IR_LET:
        if (i->pure == IR_SELECT_) return step_select(r, d, i, out);
        if (!own) return step_let(r, d, i);
        break;
    case IR_ADDR:
        if (!own) return address(r, d, i);
        break;
    case IR_ANY:
        if (!own) return step_give_any(r, d, i->dsts[0]);
        break;
    case IR_UNMODELLED: own = false; break;
    default: break;
    }
    if (own) return r->step->ops->act(r, d, i);
    step_give_up(r, "%s", i->text ? i->text : ir_ops[i->op].text);
    return false;
}

static void act_once(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out) {
    if (act(r, d, i, callee, out))
        vec_push(out, d);
    else
        r->step->ops->drop(r, d);
}

// Cases come in the order of a search in depth, the last fork first.
void step_instr(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out) {
    assert(i == &r->func->instrs.at[r->at] && !r->waiting.n);
    act_once(r, d, i, callee, out);
    while (r->waiting.n) {
        struct step_waiting w = vec_pop(&r->waiting);
        if (w.again)
            act_once(r, w.draft, i, callee, out);
        else
            vec_push(out, w.draft);
    }
}

void step_split(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    const struct step_ops *ops = r->step->ops;
    struct num_range range;
    ir_val v = ops->choice(r, d, i, &range);
    if (v == IR_NOTHING) {
        vec_push(out, d);
        return;
    }
    assert(ir_tag(v) == IR_LOCAL && !num_range_is_full(range) && !num_range_is_empty(range));
    num_word x = range.lo;
    for (num_word n = num_range_size(range); n > 0; n--, x = num_wrap(range.bits, x + 1)) {
        void *one = ops->copy(r, d);
        if (step_narrow(r, one, v, num_range_const(range.bits, x)))
            step_split(r, one, i, out);
        else
            ops->drop(r, one);
    }
    ops->drop(r, d);
}
