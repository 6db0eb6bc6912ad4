// SPDX-License-Identifier: MIT
// Where a block was lost.  At the end of a run it is known which heap blocks nothing reaches; runs are deterministic, so the program is run
// again, with looks at the blocks at some steps in between, until the one instruction is found before which no block of these was
// lost and after which one is.
#ifndef HP_EXEC_LEAK_H
#define HP_EXEC_LEAK_H
#include "exec/watch.h"

// Adds to *r, the result of a run that ended with the blocks of `lost` unreachable (`loss` describes them), the fault of the earliest loss.
void exec_locate_loss(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_serials *lost,
                      const struct exec_loss *loss, struct exec_result *r);
#endif
