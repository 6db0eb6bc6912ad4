// SPDX-License-Identifier: MIT
// Decisions of a run (exec/record.h) as conditions of the solver.
#ifndef HP_SOLVE_DECISION_H
#define HP_SOLVE_DECISION_H
#include "solve/formula.h"

// Of the decision's node: its value in the run, its width.
uint64_t solve_value(const struct solve_formulas *f, const struct exec_decision *d);
uint32_t solve_bits(const struct solve_formulas *f, const struct exec_decision *d);
// The case of the SWITCH that the run took, and that another run takes case `way`; number n_cases: none of the cases.
uint32_t solve_case(const struct solve_formulas *f, const struct ir_instr *i, const struct exec_decision *d);
Z3_ast solve_in_case(struct solve_formulas *f, const struct ir_instr *i, const struct exec_decision *d, uint32_t way);
// The number wraps around somewhere in its computation, and comes to low..high; NULL: it is not computed by what can wrap.
Z3_ast solve_wrapped(struct solve_formulas *f, const struct exec_decision *d, uint64_t low, uint64_t high);
// A run decides as this one did; by a number if it is the same.
Z3_ast solve_as_decided(struct solve_formulas *f, const struct ir_program *p, const struct exec_decision *d);
#endif
