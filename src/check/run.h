// SPDX-License-Identifier: MIT
// What one run of the interpreter says about a program, as a result: its faults are findings with certainty `definite`, unless the run
// depended on something that is not modelled.  SAFE means no more than that this run met no fault.
#ifndef HP_CHECK_RUN_H
#define HP_CHECK_RUN_H
#include "check/check.h"
#include "exec/exec.h"

// Adds fault number i of `run` (of funcs[entry], with options o), with how it came about and the choices that lead to it.
void check_add_fault(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run,
                     uint32_t i);
// All of them, in order of time.
void check_add_faults(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run);
// Adds what happened in `run` to r.
void check_add_run(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run);
#endif
