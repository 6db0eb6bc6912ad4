// SPDX-License-Identifier: MIT
// Words for the command line: what runs looked for in arguments of main, and the inputs of runs that have it there.
//
// A word is what an argument was up to where the program compared it with a text, and the text: --no-fork, if what follows two dashes is
// compared with no-fork.  Each is tried once in the place of each of the first few arguments, and then behind others than it was tried
// behind, in the order in which they were met; what it leads to may bring others.
#ifndef HP_CHECK_WORDS_H
#define HP_CHECK_WORDS_H
#include "base/intern.h"
#include "exec/machine.h"

typedef VEC(uint64_t) check_list;

enum check_novelty { CHECK_NEW_WORD, CHECK_NEW_ORDER };
struct check_word_line {
    VEC(check_list) lists;  // inputs of runs: those that choose the arguments
    uint32_t next;          // to be tried
};
struct check_words {
    struct intern known;              // numbers of arguments and words; several arguments
    struct check_word_line lines[2];  // by what is new
};

void check_words_free(struct check_words *w);
// The run of m looks for the text at this place of an argument (exec_observer.word).
void check_words_add(struct check_words *w, const struct exec_machine *m, uint32_t argument, uint64_t from, const char *text);
// The next ones to try, new words first; false: there are none.
bool check_words_next(struct check_words *w, check_list *out, enum check_novelty *novelty);
#endif
