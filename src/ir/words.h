// SPDX-License-Identifier: MIT
// The words and patterns of the text form, shared by its printer and its parser.
#ifndef HP_IR_WORDS_H
#define HP_IR_WORDS_H
#include "base/buf.h"
#include "ir/ir.h"

// How the operands of an opcode are written, one letter each, with commas between them:
//   v the next argument   V all remaining arguments   A first address   B second address   S subject
//   b the next successor  L all remaining successors  t text
// NULL: CALL and SWITCH have a form of their own.
extern const char *const ir_word_operands[IR_N_OPS];

struct ir_word_flag {
    const char *text;
    uint32_t flag;
};
// Ended by a NULL text.
extern const struct ir_word_flag ir_word_symbol_flags[];  // of globals and functions
extern const struct ir_word_flag ir_word_local_flags[];   // of locals and slots
extern const struct ir_word_flag ir_word_access_flags[];  // of instructions

#define IR_N_CKINDS (IR_C_FUNCTION + 1)
extern const char *const ir_word_ckinds[IR_N_CKINDS];

// Is c part of a plain name?  A plain name starts with a letter or _ (after a sigil also . $ -); digits, . $ - follow.
// Any other name is written in quotes.
bool ir_word_starts(char c, bool after_sigil);
bool ir_word_goes_on(char c);
bool ir_word_plain(const char *name, bool after_sigil);
// Names hold any byte, messages are one line: what would break the line, from byte `from` on, becomes '?'.
void ir_word_one_line(struct buf *b, size_t from);
#endif
