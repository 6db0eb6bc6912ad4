// SPDX-License-Identifier: MIT
// What the main loop looks at from time to time: limits, numbers of dead blocks to use again, watched blocks.
#ifndef HP_EXEC_LIMIT_H
#define HP_EXEC_LIMIT_H
#include "exec/machine.h"

// Sets the first pause.
void exec_limit_begin(struct exec_machine *m);
// Between two instructions, when steps have reached pause_at: ends the run (false) at a limit, else sets the next pause.
bool exec_pause(struct exec_machine *m);
#endif
