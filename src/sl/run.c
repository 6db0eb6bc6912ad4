// SPDX-License-Identifier: MIT
// Drafts as the driver sees them: opened, sealed, tidied; values, branches and variables.  A value is the number that it has in its draft.
#include <assert.h>

#include "sl/nodes.h"
#include "sl/relate.h"
#include "sl/length.h"
#include "sl/sl.h"
#include "sl/table.h"
#include "sl/unfold.h"
#include "sl/uses.h"

// ---- drafts ------------------------------------------------------------------------------------------------------------------------

void *sl_op_open(struct step_run *r, dom_state s) {
    struct sl_draft *d = pool_take(&sl_of(r)->store.pool, sizeof *d);
    sl_unseal(&sl_of(r)->store, s, d);
    sl_value(d, sl_of(r)->options.values);
    sl_tighten(d);
    (void)sl_level_nodes(sl_of(r), d);  // what is impossible is found so when it is sealed
    return d;
}

void *sl_op_copy(struct step_run *r, const void *d) {
    struct sl_draft *copy = pool_take(&sl_of(r)->store.pool, sizeof *copy);
    sl_draft_copy(copy, d);
    return copy;
}

void sl_op_drop(struct step_run *r, void *d) {
    sl_of(r)->reached |= sl_limits_reached(d);
    sl_draft_free(d);
    pool_give(&sl_of(r)->store.pool, d, sizeof(struct sl_draft));
}

bool sl_op_tidy(struct step_run *r, void *draft) {
    struct sl_draft *d = draft;
    sl_note(sl_of(r), SL_NOTED_LAX, d->lax);
    sl_of(r)->reached |= sl_limits_reached(d);
    sl_check_lost(r, d);
#ifdef HEAPPROOF_DEBUG
    assert(sl_is_well_formed(d));
#endif
    return true;
}

// Lists that have no nodes by what their lengths are told by; false: impossible.
static bool empty_lists(struct sl *s, struct sl_draft *d) {
    for (uint32_t o = 1; d->links.n && o < d->objects.n; o++) {
        const struct sl_object *x = &d->objects.at[o];
        bool none = x->life == SL_VALID && sl_is_counted(x) && sl_has_no_nodes(s, d, o);
        if (none && (x->shape.least || !sl_make_empty(d, o, s->bits))) return false;
    }
    return true;
}

dom_state sl_op_seal(struct step_run *r, void *d) {
    sl_op_tidy(r, d);
    if (!sl_level_nodes(sl_of(r), d) || !empty_lists(sl_of(r), d)) return DOM_NONE;
    sl_settle_nodes(d);
    if (!sl_settle(d)) return DOM_NONE;
    sl_drop_empty_runs(d, SL_INSIDE);
    return sl_seal(&sl_of(r)->store, d);
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static struct step_value own(uint32_t v) {
    return (struct step_value){.kind = STEP_OWN, .object = v};
}

static uint32_t number_of(const struct sl_draft *d, const struct step_value *v) {
    assert(v->kind == STEP_OWN && v->object && v->object < d->values.n);
    return v->object;
}

bool sl_op_eval(struct step_run *r, void *d, ir_val v, struct step_value *out) {
    *out = own(sl_eval(r, d, v));
    return out->object != 0;
}

void sl_op_use(struct step_run *r, void *d, const struct step_value *v, const char *how) {
    sl_use(r, d, number_of(d, v), how);
}

struct num_range sl_op_range(struct step_run *r, void *draft, const struct step_value *v, unsigned bits) {
    const struct sl_draft *d = draft;
    const struct sl_value *x = &d->values.at[number_of(d, v)];
    (void)r;
    return x->kind == SL_INT && x->range.bits == bits ? x->range : num_range_full(bits);
}

uint32_t sl_op_number(struct step_run *r, void *draft, const struct step_value *v) {
    const struct sl_draft *d = draft;
    (void)r;
    return d->values.at[number_of(d, v)].kind == SL_INT && d->values.at[v->object].range.bits <= 64 ? v->object : 0;
}

struct step_value sl_op_behind(struct step_run *r, void *draft, const struct step_value *v, const struct step_extent *n) {
    struct sl_draft *d = draft;
    const struct sl_value *x = &d->values.at[number_of(d, v)];
    assert(x->kind == SL_ADDR);  // so many bytes were accessed there
    struct sl_place p = {x->object, num_range_smin(x->range), num_range_smax(x->range)};
    return own(sl_inside(d, sl_of(r)->bits, p, *n, 1));
}

bool sl_op_label(struct step_run *r, void *draft, const struct step_value *v, uint32_t *label) {
    const struct sl_draft *d = draft;
    uint32_t n = number_of(d, v);
    const struct sl_object *o = &d->objects.at[d->values.at[n].object];
    int64_t offset;
    (void)r;
    *label = o->tag;
    return d->values.at[n].kind == SL_ADDR && o->storage == SL_LABEL && sl_offset(d, n, &offset) && !offset;
}

// ---- conditions --------------------------------------------------------------------------------------------------------------------

bool sl_op_assume(struct step_run *r, void *d, const struct step_value *v, unsigned bits, bool outcome) {
    uint32_t n = number_of(d, v);
    return bits == 1 ? sl_assume_bool(d, n, outcome) : sl_assume(r, d, IR_NE_, n, sl_const(d, bits, 0), outcome);
}

// Is it now what it was known not to be?
static bool is_apart_from_itself(const struct sl_draft *d, uint32_t v) {
    bool found = false;
    for (uint32_t i = 0; i < d->apart.n && !found; i++) {
        struct sl_pair p = d->apart.at[i];
        found = (p.a == v || p.b == v) && sl_same(d, p.a, p.b);
    }
    return found;
}

bool sl_op_narrow(struct step_run *r, void *d, uint32_t local, struct num_range range) {
    uint32_t v = sl_eval(r, d, ir_val_of(IR_LOCAL, local));
    struct sl_value *x = &((struct sl_draft *)d)->values.at[v];
    if (x->kind != SL_INT) return true;
    sl_see_question(sl_of(r), d, v);
    x->range = range;
    return !is_apart_from_itself(d, v) && sl_learnt(d, v) && sl_learn_byte(d, v, false);
}

bool sl_op_exclude(struct step_run *r, void *d, uint32_t local, struct num_range range) {
    uint32_t v = sl_eval(r, d, ir_val_of(IR_LOCAL, local));
    struct sl_value *x = &((struct sl_draft *)d)->values.at[v];
    if (x->kind != SL_INT || !num_range_is_const(range, NULL)) return true;
    num_range_refine(NUM_NE, true, &x->range, &range);
    return !num_range_is_empty(x->range) && sl_learnt(d, v) && sl_learn_byte(d, v, false);
}

// ---- variables ---------------------------------------------------------------------------------------------------------------------

// A variable that nobody reads any more is forgotten, unless it alone owns a heap block, itself or by what the world has (argv): others may move on and
// lose the block, which is still held in truth, but it is mostly freed instead.
static void forget_variable(struct step_run *r, struct sl_draft *d, uint32_t *reg) {
    assert(*reg && *reg < d->values.n);
    uint32_t v = *reg;
    enum sl_storage storage = (enum sl_storage)d->objects.at[d->values.at[v].object].storage;
    bool owns = d->values.at[v].kind == SL_ADDR && (storage == SL_HEAP || storage == SL_LIBRARY || storage == SL_PLACES);
    if (owns && sl_of(r)->options.scopes && d->objects.at[d->values.at[v].object].life == SL_VALID) return;
    *reg = 0;
    if (owns && step_minds_loss(r->step) && sl_find_lost(d)) *reg = v;
}

// Temporaries go with their last use; a variable stays until it is overwritten or left, for it may own a block.
void sl_op_forget(struct step_run *r, void *d, uint32_t local, enum step_forget why) {
    uint32_t *reg = sl_reg(d, local);
    bool begins = why == STEP_SCOPE && r->func->instrs.at[r->at].op == IR_ENTER;
    if (why != STEP_UNREAD)
        sl_assign(d, local, begins ? sl_fresh(d, SL_UNINIT) : 0);
    else if (*reg)
        forget_variable(r, d, reg);
}

void sl_op_returned(struct step_run *r, void *draft) {
    struct sl_draft *d = draft;
    if (d->frames.n > 1) return;  // what is called from outside the program
    sl_end_frame(d);
    sl_check_lost(r, d);
}
