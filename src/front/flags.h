// SPDX-License-Identifier: MIT
// Compile commands: splitting them into words, and keeping of them only what decides the meaning of the C text.
//
// flags.def says for each option whether it takes an argument and what becomes of it.  Options that it does not name are refused: clang has
// some that load code or write files.  Words that are no options (the compiler, the inputs) are dropped.
#ifndef HP_FRONT_FLAGS_H
#define HP_FRONT_FLAGS_H
#include "base/arena.h"
#include "front/front.h"

// Strings in somebody's arena; the array is the vector's own (vec_free).
struct front_words {
    const char **at;
    uint32_t n, cap;
};

// A shell command as words: blanks, quotes and backslashes as sh reads them, nothing is expanded.  False: *why says why not.
bool front_split_command(struct arena *a, const char *text, struct front_words *out, const char **why);
// The contents of a response file as words, by gcc's rules: quotes group, a backslash anywhere takes the next character as it is.
void front_split_response(struct arena *a, const char *text, struct front_words *out);
// Replaces every word @FILE by the words in FILE (a path relative to directory, NULL: the current one), again and again.
// False: error gets "FILE: error: REASON" without end of line.
bool front_expand(struct arena *a, struct front_words *words, const char *directory, struct buf *error);

// "A, B, C and 2 more", for messages; nothing if there are none.
void front_words_list(struct buf *out, const struct front_words *words);

struct front_flags {
    struct front_words keep;   // for clang
    struct front_words noted;  // dropped although they change what the program does
    struct front_words refused;  // not known, or never handed to clang: nothing should be compiled
    bool opaque;               // something is kept that is not known: who knows which files clang reads then
    const char *optimise;      // level of the last -O, or NULL; kept are the macros that it defines
    const char *output;        // argument of -o, or NULL
    const char *language;      // argument of -x, or NULL
};
// Cleans the words of a compile command (or options alone).  own: they are the user's, who may hand to clang what the table does not name.
void front_clean(struct arena *a, const char *const *words, uint32_t n, bool own, struct front_flags *out);
// How many words an option of a compiler that is known takes, itself included; 0: it is not known, refused, or for single files (-x).
uint32_t front_flag_words(const char *word);
// The same of any option, whatever becomes of it; of one that is not known, 1.
uint32_t front_option_words(const char *word);
// Cleans the flags of the options, response files included; what is left out, refused or missing goes to m.
bool front_options_flags(struct arena *a, const struct front_options *o, struct front_flags *out, struct front_messages *m);
void front_flags_free(struct front_flags *f);
// Do both lists of cleaned flags mean the same to us?
bool front_same_flags(const struct front_words *a, const struct front_words *b);
#endif
