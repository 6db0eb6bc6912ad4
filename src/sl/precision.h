// SPDX-License-Identifier: MIT
// How much is forgotten, and what nodes are taken for: all that order, join and abstraction depend on, beside the states that they are asked about.
//
// A precision is a value that is handed to them.  They change none: what they notice that speaks for another one goes into a report, which none of them
// reads.  Between two operations the domain may learn from it (sl_learn), and asks again.
#ifndef HP_SL_PRECISION_H
#define HP_SL_PRECISION_H
#include <stdbool.h>
#include <stdint.h>

#include "sl/limits.h"

struct sl_tree_set {  // of the structures that may branch (sl.trees), by number
    uint64_t in[SL_MOST_TREES / 64];
};
// Is it told by numbers of the program how many nodes lists have?  MAY_GO: and are states joined where it is told in different ways?
enum sl_lengths { SL_NO_LENGTHS, SL_LENGTHS, SL_LENGTHS_MAY_GO };
// Are nodes that hold different constants, for which the program asks, of different kinds?  MAY_MIX: and are neighbours mixed wherever a kind comes back?
enum sl_kinds { SL_NO_KINDS, SL_KINDS, SL_KINDS_MAY_MIX };
// Which lists nodes were seen to make, by number (sl.lists).
typedef uint64_t sl_list_set;
struct sl_precision {
    uint32_t least_chain;      // so many nodes are needed before data are generalised away; not 0
    bool coarse;               // numbers in nodes may be forgotten for the sake of fewer states
    bool independent;          // which lists are empty together may be forgotten, too
    bool possibly_empty;       // segments may be empty
    uint8_t lengths;           // enum sl_lengths
    bool values;               // relations of numbers in nodes are looked for, and kept
    bool narrow;               // what the callers alone know must not get lost
    uint8_t kinds;             // enum sl_kinds
    struct sl_tree_set trees;  // whose nodes are trees, even where they do not branch
    sl_list_set lists;         // whose nodes are lists, even where they are alone; if independent
    uint64_t asked;            // pointers whose being null or not keeps states apart, by number (sl.asked); likewise
};
// Why two states, or two nodes, are not made one (vetoes.def).
enum sl_veto {
    SL_NO_VETO,
#define VETO(number, name, kind, meaning) SL_VETO_##number,
#include "sl/vetoes.def"
    SL_N_VETOES
};
struct sl_report {
    struct sl_tree_set branch;    // one of their nodes was seen to branch
    sl_list_set chains;           // two of their nodes became one segment
    uint64_t asked;               // a fault may be for want of knowing whether they are null
    uint64_t apart[SL_N_VETOES];  // so many joins came to nothing, by the reason
};

static inline bool sl_trees_have(const struct sl_tree_set *t, uint32_t number) {
    return number < SL_MOST_TREES && t->in[number / 64] >> number % 64 & 1;
}
static inline void sl_trees_add(struct sl_tree_set *t, uint32_t number) {
    if (number < SL_MOST_TREES) t->in[number / 64] |= UINT64_C(1) << number % 64;
}
#endif
