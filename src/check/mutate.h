// SPDX-License-Identifier: MIT
// Lists of inputs, and the changes that lead from one run to others like it.
#ifndef HP_CHECK_MUTATE_H
#define HP_CHECK_MUTATE_H
#include "check/cover.h"

struct check_change {  // choice number `at` becomes `value`
    uint32_t at;
    uint64_t value;
};
// A run that was kept: the choices it made, and what to try next.
struct check_seed {
    uint32_t n;
    struct exec_input *inputs;
    VEC(struct check_change) changes;  // the most promising first; no two equal
    uint32_t next;                     // change to try
    uint32_t turns;                    // how often it was chosen
    uint64_t cost;                     // of the run, in steps
    uint32_t mark;                     // what it was the first to have (cover.h)
    uint32_t distance;                 // how near it came to a target (aim.h)
};

// The changes of a run that made these choices and compared these numbers.  The choices are copied into the arena; of very many, the
// first ones.
void check_seed_begin(struct check_seed *s, struct arena *a, const struct exec_result *run, const struct check_cover *c);
void check_seed_free(struct check_seed *s);
// The choices of s with one change.
void check_seed_change(const struct check_seed *s, const struct check_change *c, check_list *out);
// The choices of s with a few changes at random, some to the constants given; *random is the state of the generator.
void check_seed_shuffle(const struct check_seed *s, const check_list *constants, uint64_t *random, check_list *out);
// The choices of a with some of b put in between: those from one choice up to the next, or a later one, that is made in the same place of the
// program, turns of a loop, where a makes a choice there; one of them may change, also to what a chose in its place.  False: there is no such place.
bool check_seed_splice(const struct check_seed *a, const struct check_seed *b, const check_list *constants, uint64_t *random, check_list *out);
// Small numbers at random, or small ones and constants.
void check_list_random(const check_list *constants, uint64_t *random, check_list *out);
// Numbers that stand in the program, no two equal, as many as are useful.
void check_list_constants(const struct ir_program *p, check_list *out);
#endif
