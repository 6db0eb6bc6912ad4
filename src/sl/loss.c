// SPDX-License-Identifier: MIT
// Heap blocks that nothing leads to any more, and those that are left at the end.
#include <assert.h>

#include "sl/local.h"
#include "sl/nodes.h"
#include "sl/sl.h"
#include "sl/unfold.h"

static bool known(const void *context, uint32_t local, uint64_t *value) {
    const struct sl_draft *d = context;
    uint32_t v = d->regs.at[vec_last(&d->frames).first_reg + local];
    num_word x;
    if (!v || !sl_is_const(d, v, &x)) return false;
    *value = (uint64_t)x;
    return true;
}

// Does the program end here, with main's variables?  A frame that is gone went with its RET.
static bool at_exit(const struct step_run *r, const struct sl_draft *d) {
    return r->func_index == r->step->main && d->frames.n <= 1 && ir_returns(r->func, r->at, d->frames.n ? known : NULL, d);
}

static void lose(struct step_run *r, const struct sl_draft *d, uint32_t o) {
    bool exits = at_exit(r, d);
    ir_rule_set rules = ir_loss_rules(r->step->options.rules, exits);
    sl_note(sl_of(r), SL_NOTED_LOSES, !exits);
    if (d->objects.at[o].escaped && rules != 1u << IR_RULE_LEAK_AT_EXIT)
        step_give_up(r, "a heap block may be lost here, but its address went where it is not followed");
    else
        step_lose(r, rules, sl_allocation(r, d, o));
}

// What is lost, or not surely held, counts as gone from then on.  Where nobody minds it stays: something may still lead to it.
void sl_check_lost(struct step_run *r, struct sl_draft *d) {
    uint32_t o;
    bool look = d->lost && step_minds_loss(r->step);
    d->lost = false;
    while (look && (o = sl_find_lost(d))) {
        assert(d->objects.at[o].life == SL_VALID && !d->objects.at[o].level);
        if (sl_is_counted(&d->objects.at[o]) && sl_has_no_nodes(sl_of(r), d, o) && sl_make_empty(d, o, sl_of(r)->bits)) continue;
        lose(r, d, o);
        d->objects.at[o].life = SL_DEAD;
    }
}

void sl_check_cleanup(struct step_run *r, const struct sl_draft *d) {
    if (sl_outer_blocks(d))
        step_fault(r, IR_RULE_MEMORY_CLEANUP, STEP_GOES_ON, NULL, "a heap block of a caller is still allocated when the program ends");
    for (uint32_t o = 1; o < d->objects.n; o++) {
        const struct sl_object *x = &d->objects.at[o];
        if (x->storage != SL_HEAP || x->life != SL_VALID || x->foreign) continue;
        step_fault(r, IR_RULE_MEMORY_CLEANUP, STEP_GOES_ON, sl_allocation(r, d, o), "a heap block may be still allocated when the program ends");
    }
}
