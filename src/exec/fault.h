// SPDX-License-Identifier: MIT
// Recording faults: used where a fault does not end the run (leaks), and by end.c.
#ifndef HP_EXEC_FAULT_H
#define HP_EXEC_FAULT_H
#include "exec/machine.h"

// Appends a fault at the present place, with the history of the block (0: none).  The message lives in the result's arena.
void exec_record(struct exec_machine *m, enum ir_rule rule, uint32_t block, const char *message);
// The instruction that a frame executes.
struct exec_place exec_frame_place(const struct exec_machine *m, uint32_t frame);
// Ends the run at a limit of the options; returns false.
bool exec_out_of(struct exec_machine *m, const char *what);
#endif
