// SPDX-License-Identifier: MIT
// One command of a compiler, as far as it tells what is made of what.
//
// Operands are what is compiled and linked, in the order of the command, the linker's own (-Wl,-lX) among them.  Whatever is not known to
// be harmless and is none of the other kinds is STRANGE: nobody knows what it adds to the program.
#ifndef HP_FRONT_COMMAND_H
#define HP_FRONT_COMMAND_H
#include "front/flags.h"

enum front_operand_kind {
    FRONT_SOURCE,   // C
    FRONT_FOREIGN,  // a source in another language
    FRONT_FILE,     // a path: an object, an archive, a shared library, by whatever name
    FRONT_LIBRARY,  // NAME of -lNAME
    FRONT_STRANGE,
};
struct front_operand {
    uint8_t kind;   // enum front_operand_kind
    bool whole;     // of an archive: every member is linked
    bool archives;  // of a library: archives only
    const char *text;
};
struct front_command {
    const char *directory;     // absolute
    struct front_words words;  // the compiler first
    // What follows from them:
    VEC(struct front_operand) operands;
    struct front_words folders;  // of -L
    const char *output;          // of -o, or NULL
    bool idle;                   // neither an object nor a program is made
    bool compiles;               // -c
    bool partial, shared;        // -r, -shared: what is linked is no program yet
    uint32_t line;               // of the log
};
// Fills in the second half.
void front_command_sort(struct front_command *c, struct arena *a);
void front_command_free(struct front_command *c);
#endif
