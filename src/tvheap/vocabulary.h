// SPDX-License-Identifier: MIT
// The predicates of a program's structures, their constraints, and the actions on them.
//
// Core: `heap`, one predicate for each sort of blocks, names, for each pointer field (a place, see places.c) `odd` (it holds neither null nor a pointer to an individual), and for each field
// and place of its targets a binary predicate; for ranges of numbers at an offset that matter, a predicate that the number there is one of them; a field that has no edge and is not odd is null.  Instrumentation: for each group of fields and each name, what is reached
// from the name's individual along the group; who is shared within the group (two pointers lead to it), or heavy (three do); for groups in which each block has one field, who lies on a cycle; for pairs of fields that
// the program uses as pointers there and back, whose pointer there has one back.  All of them name individuals.
//
// Actions work on the names 0 and 1 only; a caller brings those it means there (tvheap_swap).
#ifndef HP_TVHEAP_VOCABULARY_H
#define HP_TVHEAP_VOCABULARY_H
#include "tvheap/limits.h"
#include "tvheap/scan.h"
#include "tvl/machine.h"

enum { TVHEAP_NAMES = TVHEAP_MOST_NAMES };  // of blocks that are pointed to
#define TVHEAP_NOWHERE INT64_MIN
enum { TVHEAP_A, TVHEAP_B };  // the names that actions work on

struct tvheap_edge {
    uint32_t field;  // index
    uint32_t target; // place in the target
    uint32_t pred;
};
struct tvheap_group {
    uint32_t edges;  // set of edges
    bool single;     // of one field for each sort of blocks, so there is one way on at most
    uint32_t shared, heavy, cycle, reach[TVHEAP_NAMES];
};
struct tvheap_datum_pred {  // the number at an offset is one of these
    struct tvheap_datum is;
    uint32_t pred, look;  // action that looks at the number there
};
struct tvheap_vocabulary {
    struct tvl_spec spec;
    struct tvl_machine machine;
    uint32_t reached;  // limits: bit i is enum tvheap_limit i
    bool ready;
    bool typed;  // do types tell sorts and places?  Else sizes and offsets do: there are fewer of them
    uint32_t heap, name[TVHEAP_NAMES];
    uint32_t n_fields, n_edges, n_groups, n_sorts, n_places;
    int64_t place[TVHEAP_MOST_PLACES][TVHEAP_MOST_SORTS];  // its offset in blocks of each sort, or TVHEAP_NOWHERE
    uint32_t field[TVHEAP_MOST_FIELDS];                  // the place
    uint32_t odd[TVHEAP_MOST_FIELDS], leads[TVHEAP_MOST_FIELDS];
    struct tvheap_edge edge[TVHEAP_MOST_EDGES];
    struct tvheap_group group[TVHEAP_MOST_GROUPS];
    struct tvheap_sort sort[TVHEAP_MOST_SORTS];
    uint32_t sort_pred[TVHEAP_MOST_SORTS];
    uint32_t n_data;
    struct tvheap_datum_pred data[TVHEAP_MOST_DATA];
    uint32_t n_codes;
    struct {
        uint32_t field, func, pred;
    } code[TVHEAP_MOST_CODES];  // the field, which is odd then, holds the address of the function
    uint32_t back[TVHEAP_MOST_FIELDS];  // a pointer leads back from where the field leads, or it leads nowhere; TVL_NONE: not followed
    uint64_t *of_name[TVHEAP_NAMES];  // rules about a name: they decide nothing while it is not in use
    uint64_t *asleep;
    // Actions, by field or edge.
    uint32_t look[TVHEAP_MOST_FIELDS], call[TVHEAP_MOST_FIELDS], cut[TVHEAP_MOST_FIELDS], cut_loop[TVHEAP_MOST_FIELDS];
    uint32_t link[TVHEAP_MOST_EDGES], link_loop[TVHEAP_MOST_EDGES], reach, drop;
};

// ---- places.c: false: too many of them.  Then what types say, where they say something.
bool tvheap_add_places(struct tvheap_vocabulary *v, const struct tvheap_scan *s);
bool tvheap_may_point(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset);
bool tvheap_may_lead(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset, uint32_t to, int64_t target);
uint32_t tvheap_pointed_to(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset);  // a C type
bool tvheap_is_recursive(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field);  // does it lead to blocks of the same sort?

// NULL, or why the program cannot be described.
const char *tvheap_vocabulary_begin(struct tvheap_vocabulary *v, const struct tvheap_scan *scan);
void tvheap_vocabulary_end(struct tvheap_vocabulary *v);
// constraints.c, actions.c: parts of the former
void tvheap_add_constraints(struct tvheap_vocabulary *v);
void tvheap_add_actions(struct tvheap_vocabulary *v);
tvl_f tvheap_edges(struct tvheap_vocabulary *v, uint32_t edges, uint32_t x, uint32_t y);  // one of these edges leads from x to y
// Two pointers of these edges lead to x; those of the edges in `cut` do not count where they come from A.
tvl_f tvheap_shared(struct tvheap_vocabulary *v, uint32_t edges, uint32_t cut, uint32_t x);
uint32_t tvheap_edges_of(const struct tvheap_vocabulary *v, uint32_t field);
// Index, or UINT32_MAX.
// What is at an offset of blocks of a sort: a field, a place; UINT32_MAX: none.  The sort may be UINT32_MAX.
uint32_t tvheap_field_at(const struct tvheap_vocabulary *v, uint32_t sort, int64_t offset);
uint32_t tvheap_place_at(const struct tvheap_vocabulary *v, uint32_t sort, int64_t offset);
int64_t tvheap_field_offset(const struct tvheap_vocabulary *v, uint32_t field, uint32_t sort);  // or TVHEAP_NOWHERE
uint32_t tvheap_edge_at(const struct tvheap_vocabulary *v, uint32_t field, uint32_t place);
uint32_t tvheap_sort_of(const struct tvheap_vocabulary *v, const struct tvheap_sort *s);

// Sharpens what the constraints decide, beginning with those in the set.  False: no heap is described.
bool tvheap_coerce(struct tvheap_vocabulary *v, struct tvl_draft *d, const uint64_t *dirty);
// Carries out an action; d is taken, what comes out is appended.  Returns the name of the action if it led to what no heap can be, else NULL.
const char *tvheap_act(struct tvheap_vocabulary *v, uint32_t action, struct tvl_draft *d, tvl_drafts *out);
#endif
