// SPDX-License-Identifier: MIT
// The memory in which the program starts: contents of globals, addresses of symbols.
#ifndef HP_EXEC_START_H
#define HP_EXEC_START_H
#include "exec/machine.h"

// Blocks for globals, functions, labels; the pool; extern variables; weak symbols.
bool exec_start(struct exec_machine *m);
#endif
