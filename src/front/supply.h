// SPDX-License-Identifier: MIT
// Models that the user gives: bodies for functions that have none in the program, variables that it does not define.
//
// The modules of models are linked last.  What is defined before stays; everything else that a model defines for others is marked, for
// verdicts rest on it, be it used by the program or by another model.  A model is declared as its function is in the program: as far as
// debug information goes in C's types, else in those of the machine; a variable has the size that the program declares.  Nothing in a
// model runs or leads elsewhere without a name: constructors, destructors, aliases and ifuncs are refused.
#ifndef HP_FRONT_SUPPLY_H
#define HP_FRONT_SUPPLY_H
#include <llvm-c/Core.h>

#include "front/front.h"

// Makes `model`, read from `file`, ready to be linked with `program`.  False, with messages that name file and line, if a function or
// variable of it is declared otherwise there, or another model of it was linked before, or there is something that no model may have.
bool front_supply(LLVMModuleRef program, LLVMModuleRef model, const char *file, struct front_messages *m);
// Is the body of this function, or the value of this variable, in what was linked, a model's?
bool front_is_supplied(LLVMValueRef v);
#endif
