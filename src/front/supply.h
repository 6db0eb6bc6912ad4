// SPDX-License-Identifier: MIT
// Models that the user gives: bodies for functions that have none in the program.
//
// The module of a model is linked last.  What has a body before keeps it; what gets one here is marked, for verdicts rest on it.  A model is
// declared as its function is in the program: as far as debug information goes in C's types, else in those of the machine.
#ifndef HP_FRONT_SUPPLY_H
#define HP_FRONT_SUPPLY_H
#include <llvm-c/Core.h>

#include "front/front.h"

// Makes `model`, read from `file`, ready to be linked with `program`.  False, with messages that name file and line, if a function of it
// is declared otherwise there, or another model of it was linked before.
bool front_supply(LLVMModuleRef program, LLVMModuleRef model, const char *file, struct front_messages *m);
// Is the body of this function, in what was linked, a model's?
bool front_is_supplied(LLVMValueRef function);
#endif
