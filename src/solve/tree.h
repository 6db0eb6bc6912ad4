// SPDX-License-Identifier: MIT
// All runs of a program, one for each way that the decisions of exact records (exec/record.h) can turn out: which is next, and is there one?
//
// The tree is walked depth first.  Of the path to the last run it has the decisions, each with the ways that were taken there.  The next run leaves that path
// at the last decision that has another way: which inputs decide as the run did before, and here in none of the ways taken?  If there are none,
// the decision is done with.  A run must decide as it was asked to, and its record must express the decisions before in the same terms: else
// something was not exact.
#ifndef HP_SOLVE_TREE_H
#define HP_SOLVE_TREE_H
#include "base/buf.h"
#include "exec/record.h"

struct solve_tree;
enum solve_answer { SOLVE_NO, SOLVE_YES, SOLVE_NO_ANSWER };

struct solve_tree *solve_tree_new(const struct ir_program *p);
void solve_tree_free(struct solve_tree *t);
// The record of the run with the inputs that were found last, or of the first one.  False: it is not what was asked for.
bool solve_tree_grow(struct solve_tree *t, const struct exec_record *r);
// Inputs of the next run, in the place of those of the last one, n choices; NO: there is none.  Every question and its answer is told to the listener.
struct solve_listener {
    void *self;
    void (*heard)(void *self, const struct solve_tree *t, enum solve_answer answer);  // NULL: nobody
};
enum solve_answer solve_tree_next(struct solve_tree *t, uint64_t *inputs, uint32_t n, const struct solve_listener *listener);
uint64_t solve_tree_questions(const struct solve_tree *t);  // asked so far
uint64_t solve_tree_ways(const struct solve_tree *t);       // taken at most at one decision of the path
bool solve_tree_is_full(const struct solve_tree *t);        // it has as many formulas as the solver is given, and does not grow
// The question that was just asked, as SMT-LIB, with its answer: for a listener.
void solve_tree_show(const struct solve_tree *t, enum solve_answer answer, struct buf *out);
#endif
