// SPDX-License-Identifier: MIT
// Nodes of a record (exec/record.h) as terms of Z3: bit-vectors of the node's width, made when they are first asked for.
//
// Context and solver are created by the first need of them.  All terms live in the context, which is given up for a fresh one, between two
// records, when it holds many.  The only header that includes Z3's.
#ifndef HP_SOLVE_FORMULA_H
#define HP_SOLVE_FORMULA_H
#include <z3.h>

#include "exec/record.h"

struct solve_formulas {
    Z3_context context;  // NULL: none yet
    Z3_solver solver;
    const struct exec_record *record;
    uint32_t work;      // of one question, in the solver's own unit; 0: the usual
    VEC(Z3_ast) terms;  // by node; NULL: not made yet
    uint64_t made;      // terms in the context, about
    VEC(uint32_t) stack;
};

void solve_formulas_about(struct solve_formulas *f, const struct exec_record *r);
bool solve_formulas_full(const struct solve_formulas *f);  // the next record will have a fresh context
void solve_formulas_free(struct solve_formulas *f);
// Makes context and solver, unless they are there.
void solve_formulas_need(struct solve_formulas *f);
Z3_ast solve_formula(struct solve_formulas *f, uint32_t node);
// Is the node other than zero (or zero)?
Z3_ast solve_truth(struct solve_formulas *f, uint32_t node, bool truth);
Z3_ast solve_number(struct solve_formulas *f, uint32_t bits, uint64_t value);
// How many of a node's arguments are nodes.
uint32_t solve_arity(const struct exec_node *n);
#endif
