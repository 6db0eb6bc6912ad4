// SPDX-License-Identifier: MIT
// Inputs that make a run leave its path at a chosen decision, found by a solver for bit-vectors (Z3) from the record of the run
// (exec/record.h).
//
// A question is: which inputs decide as the run did up to here, and otherwise here?  Only those earlier decisions count that share inputs
// with this one, directly or through others; the other inputs stay as they are.  Numbers that library functions go by (EXEC_NUMBER) bind
// nothing, and an operator without a counterpart in the solver has the value that it had in the run: an answer is a proposal. The solver
// is created by the first question.  What is too large is not asked, and the solver gives up by its own count of work: answers do not
// depend on the clock.
//
// Literature: P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing (PLDI 2005).
#ifndef HP_SOLVE_SOLVE_H
#define HP_SOLVE_SOLVE_H
#include "base/buf.h"
#include "exec/record.h"

struct solve;

// "4.8.12"
void solve_version(struct buf *out);

struct solve *solve_new(void);
void solve_free(struct solve *s);

// Questions are about this record from now on; it stays as it is, or is told again.
void solve_about(struct solve *s, const struct ir_program *p, const struct exec_record *r);
// How many other ways there are at a decision.  TRUTH: 1, the other one.  NUMBER and INSIDE: 2, below and above; for the size of
// a block 2 more, where its computation wraps around and little or some is left.  CASE: every case of the
// SWITCH, then the default; one of these is the way that the run took, and there is no answer for it.
uint32_t solve_ways(const struct ir_program *p, const struct exec_decision *d);
// inputs: the n choices of the run.  True: those that matter are changed so that decision number `decision` goes the way chosen.
bool solve_leave(struct solve *s, uint32_t decision, uint32_t way, uint64_t *inputs, uint32_t n);
// How much was asked so far: the weight of all questions together.
uint64_t solve_work(const struct solve *s);
#endif
