// SPDX-License-Identifier: MIT
// What faults say of values and blocks.
#include <assert.h>

#include "sl/sl.h"

const struct ir_loc *sl_allocation(const struct step_run *r, const struct sl_draft *d, uint32_t object) {
    assert(object < d->objects.n);
    const struct sl_object *o = &d->objects.at[object];
    bool known = object && o->storage == SL_HEAP && !o->foreign;
    return known ? &r->step->program->funcs.at[o->func].instrs.at[o->instr].loc : NULL;
}

void sl_use(struct step_run *r, const struct sl_draft *d, uint32_t v, const char *how) {
    assert(v < d->values.n);
    if (d->values.at[v].kind != SL_UNINIT) return;
    step_fault(r, IR_RULE_UNINITIALISED_VALUE, STEP_GOES_ON, NULL, "an uninitialised value may %s", how);
}
