// SPDX-License-Identifier: MIT
// States of the fold/expand domain: one points-to graph, and one Boolean function of its flags.
//
// The graph has nodes (heap blocks, stack objects, globals, functions), and places that hold values: registers, and the cells of nodes at fixed
// offsets.  A flag is a Boolean variable with a meaning that its key fixes (struct fold_flag); keys are numbered once per context, so that the
// same flag is the same variable in all states.  A state lists its flags, those that may be 1; all others are 0.  Its function `b` has only
// listed flags.
//
// A heap node is a summary if its flag MANY may be 1.  What a state stands for: a heap whose blocks are each assigned to a heap node (several
// only to one with MANY = 1), such that for every choice of one block per node, the representative, and of another block of each node with MANY =
// 1, its ghost, the vector of flags read off the heap is one of b.  A node without any block has all its flags 0.  So a flag of a summary speaks
// of one of its blocks, and OUT and IN of the edges between two of them.
//
//   EDGE      the place points to the target, `offset` bytes behind its start
//   OUT, IN   the place at `at` of the representative (of the ghost) points to the ghost (to the representative)
//   POINTER   the place holds a pointer into (or just behind) an object, perhaps one that is gone: the one-bit counter of outgoing edges
//   UNINIT    the place holds nothing that was ever given
//   BIT       the place holds the number 1; listed only while its range is {0, 1}
//   VALUE     the place holds the number `offset`, signed; if some are listed, the number is one of them (of at most FOLD_MOST_VALUES)
//   EXISTS    the node has a block
//   MANY      the node has two blocks or more
//   COUNT0/1  low and high bit of how many links point into this block; 3 means three or more
//
// Links are the cells of heap blocks that counters count and that losses and roles are judged by: all of them, those at one offset, or those at any
// other.  In a doubly linked list, those of one direction show more than both; in a tree, those to the children more than those to the parent, too.
//
// A place holds a pointer (POINTER), nothing (UNINIT), or else a number of its range.  Pointers to what was freed or went out of scope are edges
// to the nodes FOLD_FREED and FOLD_GONE.
//
// Invariant (fold_valid): all lists ascend; every place with flags has a cell; b is not constant false in a sealed state; OUT or IN implies
// MANY, MANY implies EXISTS, an edge to or from a node implies that it EXISTS.
//
// Literature: H. Siegel, A. Simon, FESA: fold- and expand-based shape analysis (CC 2013), sections 2.1 for graph and flags, 4 for counting edges.
#ifndef HP_FOLD_STATE_H
#define HP_FOLD_STATE_H
#include "dom/dom.h"
#include "dom/store.h"
#include "fold/limits.h"
#include "logic/logic.h"
#include "num/num_range.h"

// ---- names -------------------------------------------------------------------------------------------------------------------------

// What a node is.  Those up to FOLD_GONE are one node each, whose number is its storage.
enum fold_storage { FOLD_REGS, FOLD_RESULTS, FOLD_SCRATCH, FOLD_FREED, FOLD_GONE, FOLD_HEAP, FOLD_STACK, FOLD_GLOBAL, FOLD_CODE };
struct fold_name {
    uint32_t storage;  // enum fold_storage
    uint32_t a, b;     // HEAP: function and instruction of the allocation; STACK: function and slot; GLOBAL, CODE: index
    uint32_t number;   // HEAP: tells blocks of one allocation apart, from FOLD_ROLE on by their role; STACK: depth of the frame
};
enum { FOLD_ROLE = 1 << 30 };
#define FOLD_MANY_SITES UINT32_MAX  // a and b of a HEAP node whose blocks come from several allocations
enum fold_kind {
#define FLAG(name, text) FOLD_##name,
#include "fold/flags.def"
    FOLD_N_KINDS
};
struct fold_flag {
    uint32_t kind;    // enum fold_kind
    uint32_t node;    // the node concerned, or that of the place
    uint32_t at;      // of the place: register number, or offset
    uint32_t target;  // EDGE: node; OUT, IN: the same as node; else 0
    uint32_t offset;  // EDGE, OUT, IN: in bytes, modulo 2^32; VALUE: the number
};
struct fold_place {
    uint32_t node, at;
};
static inline bool fold_is_pair(const struct fold_flag *k) {  // is it about a block and its ghost?
    return k->kind == FOLD_OUT || k->kind == FOLD_IN;
}

// ---- the context -------------------------------------------------------------------------------------------------------------------

struct fold_switches {  // instrumentation, each of which can be off
    bool no_out;        // without POINTER
    bool no_in;         // without COUNT0/1
};
enum fold_links { FOLD_ALL_LINK, FOLD_ONE_LINKS, FOLD_OTHERS_LINK };
typedef VEC(uint32_t) fold_list;
struct fold_base {
    struct logic *logic;
    struct dom_store names, flags, states;
    struct dom_store roles;            // of heap nodes: a size and the places that reach it
    struct fold_switches switches;
    enum fold_links links;
    uint32_t link;                     // the offset, unless all cells are links
    const struct ir_program *program;  // NULL: states without globals
    unsigned bits;                     // of a pointer
    uint32_t reached;                  // limits: bit i is enum fold_limit i
};
void fold_base_begin(struct fold_base *f);
void fold_base_end(struct fold_base *f);
uint32_t fold_name(struct fold_base *f, struct fold_name n);
const struct fold_name *fold_name_of(const struct fold_base *f, uint32_t node);
uint32_t fold_flag(struct fold_base *f, struct fold_flag key);
const struct fold_flag *fold_flag_of(const struct fold_base *f, uint32_t flag);

// ---- drafts: states that are being changed --------------------------------------------------------------------------------------------

struct fold_frame {
    uint32_t func, first_reg;
};
enum fold_rest { FOLD_REST_UNINIT, FOLD_REST_ZERO, FOLD_REST_ANY, FOLD_REST_INITIAL };  // of bytes without cell; INITIAL: of the global
struct fold_node {
    uint32_t node;
    uint32_t rest;  // enum fold_rest
    uint64_t size;
};
struct fold_cell {
    struct fold_place place;
    uint32_t size;  // bytes
    uint32_t zero;  // always
    struct num_range range;
};
struct fold_draft {
    VEC(struct fold_frame) frames;
    VEC(struct fold_node) nodes;
    VEC(struct fold_cell) cells;
    fold_list flags;
    logic_fn b;  // held by the context of the logic, not by the draft
};
void fold_draft_copy(struct fold_draft *to, const struct fold_draft *from);
void fold_draft_free(struct fold_draft *d);
dom_state fold_seal(struct fold_base *f, const struct fold_draft *d);
void fold_unseal(struct fold_base *f, dom_state s, struct fold_draft *d);
bool fold_valid(struct fold_base *f, const struct fold_draft *d, struct buf *why);

// ---- nodes and cells
struct fold_node *fold_node(const struct fold_draft *d, uint32_t node);  // NULL: not there
void fold_add_node(struct fold_draft *d, struct fold_node n);
void fold_remove_node(struct fold_base *f, struct fold_draft *d, uint32_t node);  // with its cells and all flags about it
struct fold_cell *fold_cell(const struct fold_draft *d, struct fold_place p);     // NULL: not there
struct fold_cell *fold_add_cell(struct fold_draft *d, struct fold_place p, uint32_t size, struct num_range range);
void fold_remove_cell(struct fold_draft *d, struct fold_place p);
uint32_t fold_first_cell(const struct fold_draft *d, uint32_t node);  // the first at or behind it
// The cells of a node: for (i = fold_first_cell(d, n); fold_is_cell(d, i, n); i++).
static inline bool fold_is_cell(const struct fold_draft *d, uint32_t i, uint32_t node) {
    return i < d->cells.n && d->cells.at[i].place.node == node;
}
uint32_t fold_node_index(const struct fold_draft *d, uint32_t node);  // in the list of nodes: where it is, or would be
bool fold_is_heap(const struct fold_base *f, uint32_t node);
bool fold_is_link(const struct fold_base *f, uint32_t node, uint32_t at);  // a cell of a heap block that is one

// ---- flags
bool fold_has(const struct fold_draft *d, uint32_t flag);
logic_fn fold_get(struct fold_base *f, const struct fold_draft *d, uint32_t flag);             // as a function: false if not listed
void fold_want(struct fold_base *f, struct fold_draft *d, uint32_t flag);                      // is listed from now on, with 0 if it was not
void fold_want_all(struct fold_base *f, struct fold_draft *d, const fold_list *flags);
void fold_define(struct fold_base *f, struct fold_draft *d, uint32_t flag, logic_fn value);    // a flag that was not listed
void fold_free_flag(struct fold_draft *d, uint32_t flag);                                      // the same, with either value
void fold_assume(struct fold_base *f, struct fold_draft *d, logic_fn condition);
void fold_forget(struct fold_base *f, struct fold_draft *d, const fold_list *flags);           // they go, whatever they are
// The edges of a place among the flags of d: FOLD_EACH_EDGE(i, f, d, p) { ... d->flags.at[i] ... }; the flags stay as they are meanwhile.
uint32_t fold_next_edge(const struct fold_base *f, const struct fold_draft *d, struct fold_place p, uint32_t i);  // from number i on
#define FOLD_EACH_EDGE(i, f, d, p) \
    for (uint32_t i = fold_next_edge((f), (d), (p), 0); i < (d)->flags.n; i = fold_next_edge((f), (d), (p), i + 1))
// Flags of d, in order: those about a node in any way; of a place; edges of a place.
void fold_flags_of_node(struct fold_base *f, const struct fold_draft *d, uint32_t node, fold_list *out);
void fold_flags_of_place(struct fold_base *f, const struct fold_draft *d, struct fold_place p, fold_list *out);
void fold_edges(struct fold_base *f, const struct fold_draft *d, struct fold_place p, fold_list *out);
uint32_t fold_node_flag(struct fold_base *f, enum fold_kind kind, uint32_t node);
uint32_t fold_place_flag(struct fold_base *f, enum fold_kind kind, struct fold_place p);
uint32_t fold_edge(struct fold_base *f, struct fold_place p, uint32_t target, uint32_t offset);
bool fold_is_summary(struct fold_base *f, const struct fold_draft *d, uint32_t node);
#endif
