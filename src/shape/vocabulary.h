// SPDX-License-Identifier: MIT
// The predicates of a program's structures, their constraints, and the actions on them.
//
// Core: `heap`, one predicate for each sort of blocks, names, for each pointer field (a place, see places.c) `odd` (it holds neither null nor a pointer to an individual), and for each field
// and place of its targets a binary predicate; for ranges of numbers at an offset that matter, a predicate that the number there is one of them; a field that has no edge and is not odd is null.  Instrumentation: for each group of fields and each name, what is reached
// from the name's individual along the group; who is shared within the group (two pointers lead to it), or heavy (three do); for groups in which each block has one field, who lies on a cycle; for pairs of fields that
// the program uses as pointers there and back, whose pointer there has one back.  All of them name individuals.
//
// Actions work on the names 0 and 1 only; a caller brings those it means there (shape_swap).
#ifndef HP_SHAPE_VOCABULARY_H
#define HP_SHAPE_VOCABULARY_H
#include "shape/scan.h"
#include "tvl/machine.h"

enum { SHAPE_NAMES = 14, SHAPE_MAX_EDGES = 12, SHAPE_MAX_FIELDS = 12, SHAPE_MAX_GROUPS = 8, SHAPE_MAX_SORTS = 24, SHAPE_MAX_PLACES = 32, SHAPE_MAX_DATA = 24, SHAPE_MAX_CODES = 8 };
#define SHAPE_NOWHERE INT64_MIN
enum { SHAPE_A, SHAPE_B };  // the names that actions work on

struct shape_edge {
    uint32_t field;  // index
    uint32_t target; // place in the target
    uint32_t pred;
};
struct shape_group {
    uint32_t edges;  // set of edges
    bool single;     // of one field for each sort of blocks, so there is one way on at most
    uint32_t shared, heavy, cycle, reach[SHAPE_NAMES];
};
struct shape_datum_pred {  // the number at an offset is one of these
    struct shape_datum is;
    uint32_t pred, look;  // action that looks at the number there
};
struct shape_vocabulary {
    struct tvl_spec spec;
    struct tvl_machine machine;
    bool ready;
    bool typed;  // do types tell sorts and places?  Else sizes and offsets do: there are fewer of them
    uint32_t heap, name[SHAPE_NAMES];
    uint32_t n_fields, n_edges, n_groups, n_sorts, n_places;
    int64_t place[SHAPE_MAX_PLACES][SHAPE_MAX_SORTS];  // its offset in blocks of each sort, or SHAPE_NOWHERE
    uint32_t field[SHAPE_MAX_FIELDS];                  // the place
    uint32_t odd[SHAPE_MAX_FIELDS], leads[SHAPE_MAX_FIELDS];
    struct shape_edge edge[SHAPE_MAX_EDGES];
    struct shape_group group[SHAPE_MAX_GROUPS];
    struct shape_sort sort[SHAPE_MAX_SORTS];
    uint32_t sort_pred[SHAPE_MAX_SORTS];
    uint32_t n_data;
    struct shape_datum_pred data[SHAPE_MAX_DATA];
    uint32_t n_codes;
    struct {
        uint32_t field, func, pred;
    } code[SHAPE_MAX_CODES];  // the field, which is odd then, holds the address of the function
    VEC(uint32_t) there; // by number in `back`: the field, or UINT32_MAX if it is the latter
    VEC(uint32_t) back;  // predicates about where a pointer leads, that hold where there is none: another leads back; it leads to a link that is null
    uint64_t *of_name[SHAPE_NAMES];  // rules about a name: they decide nothing while it is not in use
    uint64_t *asleep;
    // Actions, by field or edge.
    uint32_t look[SHAPE_MAX_FIELDS], call[SHAPE_MAX_FIELDS], cut[SHAPE_MAX_FIELDS], cut_loop[SHAPE_MAX_FIELDS];
    uint32_t link[SHAPE_MAX_EDGES], link_loop[SHAPE_MAX_EDGES], reach, drop;
};

// ---- places.c: false: too many of them.  Then what types say, where they say something.
bool shape_add_places(struct shape_vocabulary *v, const struct shape_scan *s);
bool shape_may_point(const struct shape_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset);
bool shape_may_lead(const struct shape_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset, uint32_t to, int64_t target);
uint32_t shape_pointed_to(const struct shape_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset);  // a C type
bool shape_is_recursive(const struct shape_vocabulary *v, const struct shape_scan *s, uint32_t field);  // does it lead to blocks of the same sort?

// NULL, or why the program cannot be described.
const char *shape_vocabulary_begin(struct shape_vocabulary *v, const struct shape_scan *scan);
void shape_vocabulary_end(struct shape_vocabulary *v);
// constraints.c, actions.c: parts of the former
void shape_add_constraints(struct shape_vocabulary *v);
void shape_add_actions(struct shape_vocabulary *v);
tvl_f shape_edges(struct shape_vocabulary *v, uint32_t edges, uint32_t x, uint32_t y);  // one of these edges leads from x to y
// Two pointers of these edges lead to x; those of the edges in `cut` do not count where they come from A.
tvl_f shape_shared(struct shape_vocabulary *v, uint32_t edges, uint32_t cut, uint32_t x);
uint32_t shape_edges_of(const struct shape_vocabulary *v, uint32_t field);
// Index, or UINT32_MAX.
// What is at an offset of blocks of a sort: a field, a place; UINT32_MAX: none.  The sort may be UINT32_MAX.
uint32_t shape_field_at(const struct shape_vocabulary *v, uint32_t sort, int64_t offset);
uint32_t shape_place_at(const struct shape_vocabulary *v, uint32_t sort, int64_t offset);
int64_t shape_field_offset(const struct shape_vocabulary *v, uint32_t field, uint32_t sort);  // or SHAPE_NOWHERE
uint32_t shape_edge_at(const struct shape_vocabulary *v, uint32_t field, uint32_t place);
uint32_t shape_sort_of(const struct shape_vocabulary *v, const struct shape_sort *s);

// Sharpens what the constraints decide, beginning with those in the set.  False: no heap is described.
bool shape_coerce(struct shape_vocabulary *v, struct tvl_draft *d, const uint64_t *dirty);
// Carries out an action; d is taken, what comes out is appended.  Returns the name of the action if it led to what no heap can be, else NULL.
const char *shape_act(struct shape_vocabulary *v, uint32_t action, struct tvl_draft *d, tvl_drafts *out);
#endif
