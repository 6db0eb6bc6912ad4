// SPDX-License-Identifier: MIT
// How one state is part of another: which of its objects each object of the other stands for.
//
// Every heap of `a` is one of `b` if the objects of b can be laid over those of a: one over one, an object of b over one that is like it, a segment also over a
// single node, or over nothing if it may be empty; and if each number of b is one of a that it has for itself wherever it is held.  A map says over which.
// It is found by the walk that joins two states (lattice.h), and checked here without that walk: whoever is handed a map need not trust
// who found it.  What it lays over a single node, or over nothing, is opened (unfold.h): then the two are alike, and gone through in step
// from their roots.
#ifndef HP_SL_MAP_H
#define HP_SL_MAP_H
#include "sl/context.h"

struct sl_over {
    uint32_t a, b;  // b stands for a; a is 0: the segment b is empty
};
struct sl_map {
    VEC(struct sl_over) objects;
    VEC(uint32_t) ones;  // mixed segments of a that are known to have one node: it is their first and their last
};

void sl_map_free(struct sl_map *m);
// Does the map show that every heap of a is one of b?  Both have objects for every global that either has changed; a gets constants that
// it has not.  If not, *why says what is wrong.
bool sl_map_check(struct sl *s, struct sl_draft *a, const struct sl_draft *b, const struct sl_map *m, const char **why);
#endif
