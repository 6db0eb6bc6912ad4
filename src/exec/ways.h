// SPDX-License-Identifier: MIT
// Runs that depend on open conditions (open.h): a fault is certain if the run ends in it whichever way each such condition turns out.
//
// A condition that is open is taken as the interpreter's choice has it, and the result counts it as a way.  Afterwards the run is made
// again with other ways, until it has been made with all of them.  That covers every choice: whatever does not depend on open bits is the
// same in all, and whatever goes by open bits in another manner than a condition makes its run assumed.
#ifndef HP_EXEC_WAYS_H
#define HP_EXEC_WAYS_H
#include "exec/machine.h"

// What the open condition comes to.  Whether all ways end alike is found out afterwards (exec.c).
bool exec_way(struct exec_machine *m, const struct exec_value *condition);
#endif
