// SPDX-License-Identifier: MIT
// Functions that have no body but a contract (stated.h) get one: it does all that the contract allows, and nothing else.
//
// What is required is looked at first: where it does not hold, the call breaks a promise, and what follows is unknown.  So is that pointers of one type share nothing, unless it is
// said that they may.  (That no node of a tree is there twice, and that contents are initialised, is not looked at.)  Then
//   ensures list(result, ...)  the result is new: dlist, tree, object likewise; its list goes on with P's by leads_to(result, P), with some node of it, or none, by may_share(result, P)
//   ensures within(result, P)  a node of P's list
//   ensures result == P        what P was when the function was called
//   ensures list(P, next)      P's list, which it was before, keeps its nodes in their order; new ones may stand behind any of them, and all numbers are new
//   ensures object(P)          so are the numbers of what P leads to
//   ensures list(*P, next)     where nothing was required of the place, it leads to a new list: dlist, tree, object likewise
//   frees P                    the block, unless P is null; frees list(P, next), frees tree(P, ...): all nodes
// Results that are numbers are any; pointers of which nothing is said are unknown by name.  What else a contract says makes reaching the function unknown, by name.
#ifndef HP_IR_FULFIL_H
#define HP_IR_FULFIL_H
#include "ir/ir.h"

// Gives bodies to all functions of the program that have a contract and none.  They are IR_SUPPLIED and IR_AGREED.
void ir_fulfil(struct ir_program *p);
#endif
