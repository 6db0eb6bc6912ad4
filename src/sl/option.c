// SPDX-License-Identifier: MIT
// Options: a block that may be there or not, which only what is walked in step makes (absent.c).
#include <assert.h>

#include "sl/module.h"

static void open(struct sl_draft *d, uint32_t node, const struct sl_opening *how) {
    assert(d->objects.at[how->segment].shape.kind == SL_OPTION && !how->last);
    sl_move_addresses(d, how->segment, SL_FIRST, node);
    d->objects.at[how->segment].life = SL_DEAD;
}

const struct sl_module sl_option = {.open = open};
