// SPDX-License-Identifier: MIT
// The inputs of an open program (inputs.h) as clauses of a contract: what a function requires, in the language that contracts are printed in.
//
//   list(P, next) of T        P leads to a node of an acyclic list of T, linked by next; dlist(P, next, prev): doubly linked, null at both ends
//   hlist(P, next, pprev)     doubly linked: pprev leads to the pointer that leads to the node, which is next of the one before or, of the first, P (of a parameter:
//                             a pointer of callers)
//   looped(P, next, prev)     to the first node of a doubly linked list whose prev leads to the last
//   ring(P, next[, prev])     to a node of a ring; "in S.member": the other nodes are this member of an S each
//   tree(P, left, right) of T to the root of a tree; object(P) of T: to one T
//   ptree(P, left, right, parent)  to a node of a tree whose nodes know their parents; of a member, to the root
//   range(P, Q) of T          to elements up to Q, a pointer to where they end
//   array(P, n) of T          to n elements; string(P): to a string; function(P): P is a function that leaves everything as it is
//   allocator(P), reallocator(P), deallocator(P)  to a function that does what malloc, realloc, free do or, but for the last, gives null
//   P == null or ...          or P is null
//   Q != NUMBER or ...        P is a pointer in a union, and there where the number Q beside it has this value
//   ends(P, Q)                P and Q are the first and the last node of one list, or both null; may_end(P, Q): Q may be the last node of P's list
//   tail(P, Q)                Q leads to the null pointer at the end of P's list: next of the last node, or P
//   within(P, Q)              P leads to a node of Q's list or tree
//   length(P) == Q            Q is how many nodes the list has; 0 <= P <= Q, 0 <= P < Q, 1 <= P: of numbers
//   may_share(P, Q, ...)      two of them may lead to the same; all that is not said to is apart
#ifndef HP_IR_CLAUSES_H
#define HP_IR_CLAUSES_H
#include "ir/inputs.h"

void ir_inputs_clauses(const struct ir_inputs *in, void *self, void (*clause)(void *self, const char *text, const struct ir_demand *which));
// What tells inputs of one function apart.
void ir_inputs_key(const struct ir_inputs *in, struct buf *out);
#endif
