// SPDX-License-Identifier: MIT
// Inside the front end: one translation unit on its way from a file to a linked module, and the translator's one entry.
#ifndef HP_FRONT_UNIT_H
#define HP_FRONT_UNIT_H
#include <llvm-c/Core.h>

#include "front/front.h"

// Translates a linked module into a program.  linker: an option by which the linker makes another program of it, or NULL.  Notes go to m.
// NULL, with a message in m, if the module cannot be a program of ours
// (big endian, pointers neither 32 nor 64 bits).
// With *open, operands are put into the other order where C leaves it open, in the module, too; *open becomes: it does somewhere.
struct ir_program *front_translate(LLVMModuleRef module, const char *linker, struct front_messages *m, bool *open);

// Units that are compiled and good as one program, what their names mean (names.h) included; o->sources is told.  NULL, with messages
// in m, if they cannot be linked or translated.
struct front_unit;
// Can this file be a model?  Else m says why not.
bool front_check_model(const char *file, struct front_messages *m);
struct ir_program *front_program(const struct front_options *o, struct front_unit *const *units, uint32_t n, struct front_messages *m);
#endif
