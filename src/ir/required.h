// SPDX-License-Identifier: MIT
// What a stated contract (stated.h) speaks of, found in the program: the inputs that it requires, instead of those that types and names suggest (inputs.h).
//
// Each pointer that it names leads to what the clause says; every other one is anything at all.  A shape belongs to the type of its nodes, and what is said of a member to all
// objects of its structure, so a contract may say more than can be provided: the clauses that the inputs amount to (clauses.h) are compared with those that are stated.
#ifndef HP_IR_REQUIRED_H
#define HP_IR_REQUIRED_H
#include "ir/inputs.h"
#include "ir/spoken.h"
#include "ir/stated.h"

struct ir_required_error {  // what is wrong with a contract, and in which line
    struct buf text;
    uint32_t line;
};

// False: the error says why.
bool ir_required_find(struct ir_required *r, const struct ir_stating *by, const struct ir_stated_case *c, struct ir_required_error *error);
void ir_required_free(struct ir_required *r);
// The words of a path by the names that the function itself gives to parameters.
const char *ir_required_path(struct arena *a, const struct ir_stating *by, const char *path);
// The first clause of these inputs that the case does not state, or one that it states and they are not; NULL: they are what it requires.  More may be shared.
const char *ir_required_differs(const struct ir_inputs *in, const struct ir_stating *by, struct ir_stated *s, const struct ir_stated_case *c);
// Does a clause of what is ensured say it, or leave it open?
bool ir_clause_covers(const struct ir_stating *by, struct ir_stated *s, const struct ir_clause *stated, const char *told);
bool ir_clause_is_allowance(const struct ir_clause *c);  // of what may be shared

// The contract that is stated of a function, ready for use.
struct ir_agreed {
    const struct ir_contract *contract;
    struct ir_stating by;
    struct ir_stated stated;
    struct ir_required *required;  // by case
};
bool ir_agreed_begin(struct ir_agreed *a, const struct ir_program *p, uint32_t func);  // false: there is none, and nothing to end
void ir_agreed_end(struct ir_agreed *a);
#endif
