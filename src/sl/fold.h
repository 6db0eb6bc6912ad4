// SPDX-License-Identifier: MIT
// Abstraction: two neighbouring nodes of a chain become one segment, again and again.
//
// Node a is linked to node b by the pointer field at offset `next`, which points into b at offset `head`; if the nodes are doubly linked, b
// is linked to a at `back` and `tail`.  Nothing else points to a node that is neither the first nor, doubly linked, the last.  Their
// other fields are walked in step: what both share is kept, and what each has for itself, numbers and whole structures, becomes what every
// node of the segment has for itself.  Every merge takes one node away, so folding ends.
//
// Where neighbours differ in what they hold and every second one agrees, two neighbouring *pairs* are merged, each of two nodes or a
// segment of pairs: the four nodes are to one another as above, and what the first and the second of each pair have is walked in step.  If
// that was hasty, and the list goes on otherwise, pairs are given up for nodes that hold what either may.
//
// What shapes look for is a module each (module.h); how two pieces become one is the same for all (fold.c).
#ifndef HP_SL_FOLD_H
#define HP_SL_FOLD_H
#include <assert.h>

#include "sl/walk.h"

struct sl_fold {
    struct sl *sl;
    struct sl_draft *d;
    const struct sl_precision *precision;
    struct sl_counts all;
};
enum { SL_MOST_PIECES = 12 };  // of a chain, that are looked at to find out which kinds of nodes come back, where these are told apart by tags
// Ways of folding, those that lose nothing first: nodes that are alike; pairs of nodes that are; nodes of several kinds; any.
enum sl_way { SL_ALIKE, SL_PAIRWISE, SL_MIXING, SL_ANYHOW, SL_WAYS };
struct sl_chain {  // two neighbours, each a node, a segment or a pair of two nodes, and how they are linked
    uint32_t a, b;
    uint32_t end[2];                                  // their last nodes: of a pair its second, otherwise themselves
    struct sl_shape shape;                            // of what becomes of them
    uint32_t beyond[2];                               // what its links, or its hole, will be
    struct sl_branches branches;                      // of a tree
    uint32_t n_others, others[2 * SL_MOST_CHILDREN];  // likewise: trees without hole to which only the two lead
    bool sure;                                        // likewise, always: however few there are, they are no list by chance
    bool loose;                                       // b is such a tree, a the tree that has its parent by now
    uint32_t below;                                   // of a tree with parents: what its hole leads to, if that leads back; 0: nothing
    uint32_t ups;                                     // likewise: how many links to the parent lead to b
};

// The two become one, if nothing tells them apart but what may be lost; false: nothing has changed.
bool sl_fold_merge(struct sl_fold *f, const struct sl_chain *c, bool may_lose);
// May it be a piece of a chain?
static inline bool sl_fold_is_node(const struct sl_draft *d, uint32_t o) {
    const struct sl_object *x = &d->objects.at[o];
    bool known = x->storage == SL_HEAP && x->life == SL_VALID && !x->more && !x->escaped, list = sl_n_links(&x->shape);
    return known && (x->level == 0 || (list && !sl_are_pairs(&x->shape) && !sl_are_mixed(&x->shape)));
}
// The pointer there, or 0.
static inline uint32_t sl_fold_link(const struct sl_fold *f, uint32_t o, uint64_t offset) {
    assert(o < f->d->objects.n);
    return sl_word_at(f->d, o, offset, f->sl->bits);
}
uint32_t sl_fold_after(const struct sl_fold *f, uint32_t o, const struct sl_shape *s);  // the piece behind, by a link of such a list, or 0
// The pointer field leads from its object to this node, or 0; *offset: where in it.
uint32_t sl_fold_leads_to(const struct sl_fold *f, const struct sl_field *x, enum sl_end end, int32_t *offset);
bool sl_fold_is_long(struct sl_fold *f, const struct sl_chain *c);      // enough for giving up what only one of its nodes holds?
bool sl_fold_is_named(const struct sl_draft *d, uint32_t node, bool memory);  // does a variable lead to it, or one in memory?

// ---- lists and trees (list.c, trees.c)
// Two neighbours that are linked in this way, or besides by a back link that is to be found.
bool sl_list_try(struct sl_fold *f, struct sl_chain *c, bool may_lose);
bool sl_list_try_doubly(struct sl_fold *f, const struct sl_chain *singly, bool may_lose);
bool sl_is_lower(const struct sl_fold *f, const struct sl_chain *c);    // does a link of a behind that lead where it does? (levels.c)
bool sl_is_landing(const struct sl_fold *f, const struct sl_chain *c);  // do links behind that one, of nodes before a in this list, lead to it?
uint32_t sl_count_lower(const struct sl_draft *d, uint32_t node, const struct sl_shape *s);  // links to it, of such nodes, before those of such a list
// Were the two made at different places, and do they lead to the same third such node, too?  Then a may be what holds the first and the last of a list.
bool sl_is_handle(const struct sl_fold *f, const struct sl_chain *c);
// Do nodes of such a size branch there?  Then they are no list.  With a back link (or -1): and have a link to the parent.
bool sl_is_branch(const struct sl_fold *f, uint32_t a, int32_t next, int32_t back);
#endif
