// SPDX-License-Identifier: MIT
// The world around the program: arguments of main, the environment, what it prints, what is to be done when it ends.
#ifndef HP_EXEC_WORLD_H
#define HP_EXEC_WORLD_H
#include "exec/machine.h"

struct exec_arguments {
    VEC(struct exec_value) values;
    VEC(ir_type) types;
};
// argc, argv, envp: as many of them as main, if it is the entry, and the constructors want (they get them too, from glibc).
bool exec_start_world(struct exec_machine *m, uint32_t entry, struct exec_arguments *world);
// Arguments for the entry: for main those of the world; else, and beyond them, numbers are drawn and other things are unknown.
void exec_start_arguments(struct exec_machine *m, uint32_t entry, const struct exec_arguments *world, struct exec_arguments *args);
void exec_arguments_free(struct exec_arguments *a);
bool exec_is_main(const struct exec_machine *m, uint32_t func);
#endif
