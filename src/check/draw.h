// SPDX-License-Identifier: MIT
// The memory of a run in progress as a picture: exact, with the calls that are active, variables in memory, and heap blocks; freed ones as long as
// something points to them.
#ifndef HP_CHECK_DRAW_H
#define HP_CHECK_DRAW_H
#include "exec/run.h"
#include "view/view.h"

// Fills an empty picture; view_finish is done.
void check_draw(struct exec_machine *m, struct view *v);
#endif
