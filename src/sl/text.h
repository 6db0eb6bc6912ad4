// SPDX-License-Identifier: MIT
// What the text form of states is made of (grammar.c): what is written when a state is printed is read when one is parsed, by the same
// functions.  In what is read each gives back whether it is there; if it is not and must be, the reason is in `error`.
#ifndef HP_SL_TEXT_H
#define HP_SL_TEXT_H
#include "sl/context.h"

struct sl_text {
    struct sl *s;
    struct sl_draft d;
    struct buf *out;  // what is printed; NULL: a text is parsed
    const char *at, *end;
    uint32_t line;
    uint32_t most;         // no number of a value or object can be larger, or the text would be longer
    VEC(uint32_t) values;  // by number in the text: the value, 0 if not met
    VEC(uint8_t) known;    // by object: named somewhere, given by its line
    struct buf *error;     // holds the reason once something is wrong
    bool lasting;          // what is named is so that it means the same in another program that has it
};

bool sl_text_fail(struct sl_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));  // false, for the first such reason

// ---- in what is parsed
static inline char sl_text_peek(const struct sl_text *t) {
    return t->at < t->end ? *t->at : '\n';
}
bool sl_text_take(struct sl_text *t, char c);
bool sl_text_take_word(struct sl_text *t, const char *word);  // spaces before it are skipped in any case
bool sl_text_is_word(char c);                                 // one of the characters of words and bare names
bool sl_text_read_word(struct sl_text *t, num_word *out);     // with a sign or not, or hexadecimal: a word whose low bits count
bool sl_text_read_name(struct sl_text *t, struct buf *out);   // quoted, with \xHH, \" and \\ ; or bare

// ---- in both directions
bool sl_text_mark(struct sl_text *t, char c);
void sl_text_space(struct sl_text *t);                                  // one, or as many as there are
bool sl_text_has_word(struct sl_text *t, bool there, const char *word);  // is it there?  Printed, it is to be
// Number x of n words, of which the first may be empty; n: it is none of them.
uint32_t sl_text_one_of(struct sl_text *t, const char *const *words, uint32_t n, uint32_t x);
bool sl_text_number(struct sl_text *t, uint64_t *x, uint64_t most);  // without sign, at most `most`
bool sl_text_number32(struct sl_text *t, uint32_t *x, uint32_t most);
bool sl_text_signed(struct sl_text *t, int64_t *x, unsigned bits);  // with a sign, of so many bits
void sl_text_print_name(struct sl_text *t, const char *name);
bool sl_text_pin(struct sl_text *t, uint64_t is);  // in the lasting form, behind a name: what it stands for, and no other
bool sl_text_symbol(struct sl_text *t, enum ir_tag tag, uint32_t *index);  // a function, or a global
// Instructions that make blocks, counted: an even number is that of a call among the calls of its function, an odd one that of any other instruction.
uint32_t sl_text_nth(const struct ir_func *f, uint32_t instr);
bool sl_text_find_nth(const struct ir_func *f, uint32_t number, uint32_t *instr);
// A local, slot or block of a function by its name, or by its number if it has none.
enum sl_text_named { SL_TEXT_LOCAL, SL_TEXT_SLOT, SL_TEXT_BLOCK };
bool sl_text_named(struct sl_text *t, const struct ir_func *f, enum sl_text_named what, uint32_t *x);
#endif
