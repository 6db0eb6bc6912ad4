// SPDX-License-Identifier: MIT
// The world in which the program starts: contents of globals, addresses of symbols, arguments of main.
#ifndef HP_EXEC_START_H
#define HP_EXEC_START_H
#include "exec/machine.h"

// Blocks for globals, functions, labels; the pool; extern variables; weak symbols.
bool exec_start(struct exec_machine *m);
// Arguments for the entry, and their types: argc, argv, envp for main; else integers are drawn and pointers unknown.
struct exec_arguments {
    VEC(struct exec_value) values;
    VEC(ir_type) types;
};
bool exec_start_arguments(struct exec_machine *m, uint32_t entry, struct exec_arguments *args);
bool exec_is_main(const struct exec_machine *m, uint32_t func);
#endif
