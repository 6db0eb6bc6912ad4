// SPDX-License-Identifier: MIT
// What a finished proof knows at the loops of a program, as far as it can be said in C: variables that are null or not, bounds of numbers.
#ifndef HP_REPLAY_FACTS_H
#define HP_REPLAY_FACTS_H
#include "base/buf.h"
#include "fix/fix.h"
#include "replay/spot.h"

struct replay_fact {  // holds whenever the condition of the loop is tested
    const char *file, *function;
    struct replay_spot spot;  // of the loop's keyword
    const char *expression;
};
struct replay_facts {
    struct arena arena;
    VEC(struct replay_fact) v;
};

// Nothing is added if the analysis is not a proof: then there may be runs that it has not seen.
void replay_facts_add(struct replay_facts *out, struct fix *f);
void replay_facts_free(struct replay_facts *out);
#endif
