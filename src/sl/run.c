// SPDX-License-Identifier: MIT
// A piece of code on a state: drafts wait at instructions until each has come to the end or to nothing.
#include <assert.h>

#include "sl/relate.h"
#include "sl/sl.h"
#include "sl/table.h"
#include "sl/uses.h"

// ---- what is kept at the end ---------------------------------------------------------------------------------------------------------

// A variable that nobody reads any more is forgotten, unless it alone owns a heap block, itself or by what the world has (argv).
static void forget_variable(struct sl_run *r, struct sl_draft *d, uint32_t *reg) {
    assert(*reg && *reg < d->values.n);
    uint32_t v = *reg;
    enum sl_storage storage = (enum sl_storage)d->objects.at[d->values.at[v].object].storage;
    bool owns = d->values.at[v].kind == SL_ADDR && (storage == SL_HEAP || storage == SL_LIBRARY || storage == SL_PLACES);
    *reg = 0;
    if (owns && sl_minds_loss(r->sl) && sl_find_lost(d)) *reg = v;
}

static void forget_dead_at(struct sl_run *r, struct sl_draft *d, uint32_t block) {
    const struct ir_live *live = &sl_facts(r->sl, r->func_index)->live;
    for (uint32_t i = 0; i < r->func->locals.n; i++) {
        uint32_t *reg = sl_reg(d, i);
        if (*reg && !ir_live_in(live, block, i)) forget_variable(r, d, reg);
    }
}

static void give(struct sl_run *r, struct sl_draft *d, uint32_t way) {
    if (!sl_settle(d)) return;
    sl_drop_empty_runs(d);
    r->out->reach(r->out->self, sl_seal(&r->sl->store, d), way);
}

static void reach(struct sl_run *r, struct sl_draft *d, uint32_t way, uint32_t block) {
    forget_dead_at(r, d, block);
    give(r, d, way);
}

// ---- ends of blocks ----------------------------------------------------------------------------------------------------------------

static void branch(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i) {
    uint32_t v = sl_eval(r, d, i->args[0]);
    if (!v) return;
    sl_use(r, d, v, "decide a branch");
    for (uint32_t way = 0; way < 2; way++) {
        struct sl_draft copy;
        sl_draft_copy(&copy, d);
        if (sl_assume_bool(&copy, v, way == 0)) reach(r, &copy, way, i->succs[way]);
        sl_draft_free(&copy);
    }
}

// One case of a switch, or with k == n_cases what no case takes.
static bool assume_case(struct sl_draft *d, uint32_t v, const struct ir_instr *i, uint32_t k) {
    assert(v < d->values.n && k <= i->n_cases);
    struct sl_value *x = &d->values.at[v];
    unsigned bits = x->range.bits;
    if (x->kind != SL_INT) return true;
    if (k < i->n_cases) {
        x->range = num_range_meet(x->range, num_range_arc(bits, i->cases[k].lo, i->cases[k].hi));
        return !num_range_is_empty(x->range) && sl_learnt(d, v);
    }
    for (uint32_t c = 0; c < i->n_cases; c++) {
        num_word only;
        if (num_range_is_const(x->range, &only)) {
            if (only >= i->cases[c].lo && only <= i->cases[c].hi) return false;
        } else if (i->cases[c].lo == i->cases[c].hi) {
            struct num_range one = num_range_const(bits, i->cases[c].lo);
            num_range_refine(NUM_NE, true, &x->range, &one);
        }
    }
    return sl_learnt(d, v);
}

static void switch_(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i) {
    uint32_t v = sl_eval(r, d, i->args[0]);
    if (!v) return;
    sl_use(r, d, v, "decide a branch");
    for (uint32_t k = 0; k <= i->n_cases; k++) {
        struct sl_draft copy;
        uint32_t way = k < i->n_cases ? i->cases[k].succ : 0;
        sl_draft_copy(&copy, d);
        if (assume_case(&copy, v, i, k)) reach(r, &copy, way, i->succs[way]);
        sl_draft_free(&copy);
    }
}

static void computed_goto(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i) {
    int64_t offset;
    uint32_t v = sl_eval(r, d, i->args[0]);
    if (!v) return;
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    if (d->values.at[v].kind != SL_ADDR || o->storage != SL_LABEL || !sl_offset(d, v, &offset) || offset) {
        sl_give_up(r, "computed goto to a label that is not followed");
        return;
    }
    struct ir_label label = r->sl->program->labels.at[o->tag];
    for (uint32_t way = 0; way < i->n_succs; way++)
        if (label.func == r->func_index && i->succs[way] == label.block) {
            reach(r, d, way, i->succs[way]);
            return;
        }
    sl_give_up(r, "computed goto to a label of another function");
}

static void return_(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i) {
    vec_clear(&d->results);
    for (uint32_t k = 0; k < i->n_args; k++) {
        uint32_t v = sl_eval(r, d, i->args[k]);
        if (!v) return;
        vec_push(&d->results, v);
    }
    if (d->frames.n == 1) {  // what is called from outside the program
        sl_end_frame(d);
        sl_check_lost(r, d);
    }
    give(r, d, 0);
}

static void end(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i) {
    switch (i->op) {
    case IR_JUMP: reach(r, d, 0, i->succs[0]); return;
    case IR_BRANCH: branch(r, d, i); return;
    case IR_SWITCH: switch_(r, d, i); return;
    case IR_GOTO: computed_goto(r, d, i); return;
    case IR_RET: return_(r, d, i); return;
    case IR_CALL: give(r, d, 0); return;
    default: sl_give_up(r, "%s is reached", i->text); return;  // STOP
    }
}

static void advance(struct sl_run *r, struct sl_draft *d, uint32_t at, const struct dom_code *code) {
    assert(at <= code->end && code->end <= r->func->instrs.n);
    for (r->at = at; r->at < code->end; r->at++) {
        const struct ir_instr *i = &r->func->instrs.at[r->at];
        if (r->at >= r->met) r->met = r->at + 1;
        r->sl->lax |= d->lax;
        r->sl->reached |= d->reached;
        if (ir_ops[i->op].group == IR_GROUP_END || sl_is_engines(r->sl, i)) {
            end(r, d, i);
            return;
        }
        if (!sl_step(r, d, i)) return;
#ifdef HEAPPROOF_DEBUG
        assert(sl_is_well_formed(d));
#endif
    }
    r->sl->lax |= d->lax;
    r->sl->reached |= d->reached;
    give(r, d, 0);
}

void sl_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, code->func, out);
    struct sl_draft *first = malloc(sizeof *first);
    if (!first) base_out_of_memory();
    sl_unseal(&sl->store, s, first);
    vec_push(&r.waiting, (struct sl_waiting){first, code->first});
    while (r.waiting.n) {
        struct sl_waiting w = vec_pop(&r.waiting);
        if (w.at != UINT32_MAX) {
            if (w.at > code->first) {  // left behind by a fork after its instruction: what that instruction ends, ends now
                r.at = w.at - 1;
                sl_forget_dead(&r, w.draft);
                sl_check_lost(&r, w.draft);
            }
            advance(&r, w.draft, w.at, code);
        }
        sl_drop(w.draft);
    }
    out->met(out->self, code->func, code->first, r.met);
    sl_run_end(&r);
}
