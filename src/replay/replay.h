// SPDX-License-Identifier: MIT
// Definite findings outside the interpreter: for each of them C code that makes the compiled program meet the same world (harness.h), and a script that
// compiles and runs both under a tool that can see the rule (script.h).
#ifndef HP_REPLAY_REPLAY_H
#define HP_REPLAY_REPLAY_H
#include "check/check.h"
#include "exec/exec.h"

struct replay_unit {  // one C file of the program
    const char *path, *directory;
    const char *const *flags;
    uint32_t n_flags;
};
// How the program is compiled.
struct replay_build {
    const struct replay_unit *units;  // none: the program was not read from C
    uint32_t n;
    const char *clang;
    uint32_t pointer_bits;
};

// Gives each definite finding of r, which was made with the rules, library and allocations of o, its harness and script, by the
// inputs of its run.
void replay_add(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct replay_build *b);
#endif
