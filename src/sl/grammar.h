// SPDX-License-Identifier: MIT
// The two halves of the grammar of states (grammar.c): objects and values; what is known of these (grammar_facts.c).
#ifndef HP_SL_GRAMMAR_H
#define HP_SL_GRAMMAR_H
#include "sl/text.h"

// Words, signs and spaces as they are, and (all by address)
//   %u  a number of 32 bits, and the most it may be     %d  a number with a sign
//   %w  the same of 64 bits                             %f  a function
//   %o  an object                                       %v  a value of the width of pointers
bool sl_text_form(struct sl_text *t, const char *format, ...);
bool sl_text_value(struct sl_text *t, uint32_t *x, uint64_t bits);  // in a place of so many bits (0: not known)
static inline bool sl_text_is_number(const struct sl_text *t, uint32_t v) {  // of at most 64 bits
    return t->d.values.at[v].kind == SL_INT && t->d.values.at[v].range.bits <= 64;
}
// All facts of the draft, a line each; one line, of what is parsed.
void sl_text_print_facts(struct sl_text *t);
bool sl_text_fact(struct sl_text *t);
#endif
