// SPDX-License-Identifier: MIT
// The contract under which an open function was proved: what it requires (ir/clauses.h), and what holds in every state in which it returns.
//
// What is ensured is read off the exits of the proof: of the result, of what a parameter that keeps its value leads to, and of members of that.  Where one exit cannot be put
// into words, nothing is said.  "frees" says what becomes of what the callers handed over.
#ifndef HP_CHECK_CONTRACT_H
#define HP_CHECK_CONTRACT_H
#include "check/check.h"
#include "fix/fix.h"
#include "ir/inputs.h"

// The analysis *f proved funcs[in->entry] for inputs *in: a case of its contract, added to r.
void check_add_case(struct check_result *r, struct fix *f, const struct ir_inputs *in);
bool check_has_clause(const char *text, const char *const *at, uint32_t n);  // is it among these?
// Is what is ensured required as well, in the same words or in stronger ones?
bool check_is_passed(const char *text, const struct check_case *c);
// What a clause is about: behind its first parenthesis, or before what it may be as well; n characters.
const char *check_subject_of(const char *clause, size_t *n);
// Is clause k that a pointer leads to a list or tree, and is another one, which may not share it, required to lead to such a one as well?
bool check_has_twin(const struct check_case *c, uint32_t k);
// Is a member required to lead to a pointer to nodes of a doubly linked list that is required as well?
bool check_has_link_place(const struct check_case *c);
// Of a case that requires less: does it say as much?  What is only handed back, and no longer required, need not be ensured; what is ensured may be null as well.
bool check_says_as_much(const struct check_case *weaker, const struct check_case *c);
// Does every case require of a member that it leads to a list of at least one node?
bool check_excludes_empty(const struct check_result *r);
// Does the other one, of one case, let something be null that no case of r does?
bool check_admits_null(const struct check_result *r, const struct check_result *other);
bool check_requires_less(const struct check_result *r, const struct check_case *c);  // does a case of r require no more than c?
// Does a case of r require no more and ensure no less?
bool check_is_implied(const struct check_result *r, const struct check_case *c);
// Cases of another result of the same function.
void check_add_cases(struct check_result *r, const struct check_result *other);
#endif
