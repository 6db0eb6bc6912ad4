// SPDX-License-Identifier: MIT
// Inside the front end: one translation unit on its way from a file to a linked module, and the translator's one entry.
#ifndef HP_FRONT_UNIT_H
#define HP_FRONT_UNIT_H
#include <llvm-c/Core.h>

#include "front/front.h"

// Translates a linked module into a program.  Notes go to m.  NULL, with a message in m, if the module cannot be a program of ours
// (big endian, pointers neither 32 nor 64 bits).
struct ir_program *front_translate(LLVMModuleRef module, struct front_messages *m);
#endif
