// SPDX-License-Identifier: MIT
// Functions that programs let their users install in place of malloc, realloc and free, and those that stand for any such: a program that takes the address of one of these, or of what
// does the same, or has a contract that speaks of one, gets a function that stands for all of its role.  It does what the library function does or, if it gives something, fails as it likes, with null.
#ifndef HP_IR_STANDIN_H
#define HP_IR_STANDIN_H
#include "ir/ir.h"

enum ir_role { IR_ALLOCATOR, IR_REALLOCATOR, IR_DEALLOCATOR, IR_N_ROLES };  // IR_N_ROLES: none of them
extern const char *const ir_role_words[IR_N_ROLES];  // in contracts (clauses.h)

// Of a function that is the library's, the one that stands for all, or one with a body that plainly does what one of these may do: calls it with what it is given, or fails.
enum ir_role ir_role_of(const struct ir_program *p, uint32_t func);
// The function that stands for all of a role, or UINT32_MAX.
uint32_t ir_standin(const struct ir_program *p, enum ir_role role);
bool ir_is_standin(const struct ir_program *p, uint32_t func);
// Puts them into the program, once.
void ir_add_standins(struct ir_program *p);
#endif
