// SPDX-License-Identifier: MIT
// Operations on the graph and its function: values of places, folding and expanding of nodes, hygiene, order.
#ifndef HP_FOLD_SHAPE_H
#define HP_FOLD_SHAPE_H
#include "fold/state.h"

// ---- value.c: what places hold.  A place of a heap node may be written only if the node is no summary; counters follow.
void fold_clear(struct fold_base *f, struct fold_draft *d, struct fold_place p);  // the place has no value, nor a cell
void fold_put_number(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, struct num_range r);
// The range of the numbers that the place may hold becomes r; what is known of a number of {0, 1} stays, if both ranges are that.
void fold_set_range(struct fold_base *f, struct fold_draft *d, struct fold_place p, struct num_range r);
void fold_put_uninit(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits);
void fold_put_address(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, uint32_t target, uint32_t offset);
// A number of {0, 1} that is 1 if and only if `value`, a function of flags of other places.
void fold_put_bit(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits, logic_fn value);
// The value of q, another place, with so many bytes added if it is a pointer.  The same range, unless it is given.
void fold_put_copy(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, struct fold_place q, uint32_t offset);
// The numbers that the place may hold, if they are few and each is a flag or the only one; false: not so.  fold_equals: when is it that number?
struct fold_constants {
    int32_t at[FOLD_MOST_VALUES];
    uint32_t n;
};
bool fold_constants(struct fold_base *f, const struct fold_draft *d, struct fold_place p, struct fold_constants *out);
logic_fn fold_equals(struct fold_base *f, const struct fold_draft *d, struct fold_place p, int32_t c);
// The range of the place becomes r, which holds the old one; its flags become those of {0, 1}, of the constants, or none (NULL).
void fold_level_number(struct fold_base *f, struct fold_draft *d, struct fold_place p, struct num_range r, const struct fold_constants *values);
// The two places get a range that holds both, or a wider one, and constants if both have a few.
void fold_level_numbers(struct fold_base *f, struct fold_draft *a, struct fold_place p, struct fold_draft *b, struct fold_place q,
                        bool widen);
// When does the place hold a number?
logic_fn fold_is_number(struct fold_base *f, const struct fold_draft *d, struct fold_place p);
// The number (of {0, 1}) that the place holds, as a function: is it 1?  Its range is within {0, 1}.
logic_fn fold_bit(struct fold_base *f, const struct fold_draft *d, struct fold_place p);
logic_fn fold_pointer(struct fold_base *f, const struct fold_draft *d, struct fold_place p);  // it holds a pointer
logic_fn fold_uninit(struct fold_base *f, const struct fold_draft *d, struct fold_place p);
// The cell at the place, made from the rest of its node if it has none; NULL: other cells overlap it in part, or the global has no such bytes.
struct fold_cell *fold_make_cell(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size);
// The node's own cells go, and pointers to it become pointers to `instead` (FOLD_FREED, FOLD_GONE).
void fold_end_node(struct fold_base *f, struct fold_draft *d, uint32_t node, uint32_t instead);

// ---- summarise.c
// Nodes a and b, heap nodes of equal size, become one summary a.  False: their cells do not fit, and nothing was changed but cells added.
bool fold_summarise(struct fold_base *f, struct fold_draft *d, uint32_t a, uint32_t b);
// The number of a node like a that d does not have.
uint32_t fold_fresh_like(struct fold_base *f, const struct fold_draft *d, uint32_t a);
// All cells that one of the nodes has, both have.  False: they overlap in part.
bool fold_level_cells(struct fold_base *f, struct fold_draft *d, uint32_t a, uint32_t b);

// Another node with the size, rest and cells of the first.
void fold_copy_node(struct fold_draft *d, uint32_t from, uint32_t to);
// Flags that become others, in a function.  fold_renamed is the end of the renaming.
struct fold_renaming {
    fold_list from, to;
};
void fold_rename(struct fold_renaming *r, uint32_t from, uint32_t to);
logic_fn fold_renamed(struct fold_base *f, struct fold_renaming *r, logic_fn b);
void fold_rename_node(struct fold_base *f, struct fold_draft *d, uint32_t from, uint32_t to);  // d has no node `to`

// ---- materialise.c
// One of the two blocks or more of summary a becomes a node of its own, whose number is returned; d is restricted to such heaps.
uint32_t fold_materialise(struct fold_base *f, struct fold_draft *d, uint32_t a);
void fold_only_one(struct fold_base *f, struct fold_draft *d, uint32_t a);  // the summary has one block, and is no summary any more

// ---- tidy.c
void fold_hygiene(struct fold_base *f, struct fold_draft *d);  // what holds in every heap is assumed
void fold_reduce(struct fold_base *f, struct fold_draft *d);   // contradictory vectors go: an edge that must come from or go to some block
void fold_prune(struct fold_base *f, struct fold_draft *d);    // flags that are 0 and nodes that are not there go

// ---- order.c
// *out covers a and b; false: their frames or nodes do not fit.  a and b are made compatible on the way (and stand for what they did).
bool fold_join(struct fold_base *f, struct fold_draft *a, struct fold_draft *b, bool widen, struct fold_draft *out);

// ---- collapse.c
// Heap nodes that the graph reaches from the same places are summarised, and named by their role.
void fold_collapse(struct fold_base *f, struct fold_draft *d);
#endif
