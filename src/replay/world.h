// SPDX-License-Identifier: MIT
// The inputs of a run as people have them: arguments of main, lines of standard input and of files, the environment, calls that fail.
#ifndef HP_REPLAY_WORLD_H
#define HP_REPLAY_WORLD_H
#include "check/check.h"
#include "exec/exec.h"

// Gives each definite finding of r, which was made with the rules, library and allocations of o, its inputs in words, unless all of them
// are numbers that the program draws, or the runs take long.
void replay_add_worlds(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o);
#endif
