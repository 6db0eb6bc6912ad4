// SPDX-License-Identifier: MIT
// The analysis of a specification: structures at locations, to a fixpoint.
//
// Each location keeps a set of bounded structures, under a merging policy: all of them (powerset); all that no other describes (maximal); one per set of names and values of
// nullary abstraction predicates, and of what else shall tell apart (partial isomorphism); one per set of names that have a unique predicate, where other individuals may be absent
// (loose); or one per values of nullary abstraction predicates (single structure).  A structure that is new, or that changed by a join, is
// executed again by every action that leaves its location; locations take turns in reverse postorder.  Findings are about what is kept in the end: those of a
// version of a structure that a later join replaced are dropped.
//
// Literature: R. Manevich, Partially disjunctive shape analysis (Tel-Aviv University, 2009), chapter 4: merging by partial isomorphism.
#ifndef HP_TVL_ANALYSIS_H
#define HP_TVL_ANALYSIS_H
#include "tvl/machine.h"

enum tvl_merge { TVL_POWERSET, TVL_MAXIMAL, TVL_PARTIAL, TVL_LOOSE, TVL_SINGLE };
struct tvl_kept {
    struct tvl_structure *structure;
    uint32_t version;  // how often a join changed it
    bool waiting;      // to be executed
    bool gone;         // another one describes it (maximal)
    bool sharp;        // the constraints decide nothing more in it
};
struct tvl_waiting {
    uint32_t index;                         // in kept
    const struct tvl_structure *structure;  // a version of its own; NULL: what is kept when its turn comes
};
struct tvl_place {
    VEC(struct tvl_kept) kept;
    uint32_t *slot;             // hash table: index in kept + 1
    uint32_t n_slots;
    VEC(struct tvl_waiting) waiting;
    uint32_t n_gone;
};
struct tvl_location {
    VEC(uint32_t) edge;         // that leave
};
// What an action is executed on: a version of what a place keeps.
struct tvl_origin {
    uint32_t place, index, version;
};
// A finding: at a location an action met a structure for which a message holds.
struct tvl_finding {
    uint32_t location, action;
    struct tvl_origin origin;
    const char *text;
    struct tvl_structure *structure;
};
struct tvl_analysis {
    struct tvl_machine *m;
    enum tvl_merge merge;
    struct arena arena;             // structures
    struct tvl_structure *scratch;  // room for any structure
    bool versions;                  // execute and report also what a join replaced while it waited; to be set before anything is added
    bool decomposed;                // structures are subheaps of parts
    uint32_t n_parts;               // 1 if they are whole
    struct tvl_place *place;        // by location and part
    struct tvl_location *location;
    struct tvl_combiner combiner;   // what is composed in the structure in hand
    uint32_t combiner_number;       // which of the action's it is
    struct tvl_place **between;     // by edge: results of its combiners, by part and combiner (two levels), or NULL
    struct tvl_origin origin;       // of the structure in hand
    VEC(struct tvl_finding) finding;
    uint64_t made, joined;
    const char *stopped;            // why it ended early, or NULL
    uint32_t *order;                // locations in reverse postorder
};

void tvl_analysis_init(struct tvl_analysis *a, struct tvl_machine *m, enum tvl_merge merge);
void tvl_analysis_free(struct tvl_analysis *a);
// Adds a structure to a location (a copy is made).  One that breaks a constraint stops the analysis.
void tvl_analysis_add(struct tvl_analysis *a, uint32_t location, const struct tvl_draft *d);
// What is kept at a location, of a part.
static inline struct tvl_place *tvl_place_of(const struct tvl_analysis *a, uint32_t location, uint32_t part) {
    return &a->place[location * a->n_parts + part];
}
// Do individuals become absent under a policy?  Then the vocabulary must say `maybe`.
static inline bool tvl_merge_makes_absent(enum tvl_merge merge) {
    return merge == TVL_LOOSE || merge == TVL_SINGLE;
}
// To the fixpoint.
void tvl_analysis_run(struct tvl_analysis *a);
// How many structures a place keeps.
static inline uint32_t tvl_place_size(const struct tvl_place *p) {
    return p->kept.n - p->n_gone;
}
// Structures kept, in all, and at the location with most of them.
uint64_t tvl_analysis_kept(const struct tvl_analysis *a, uint32_t *most);

// Puts a blurred structure into a place; sharp: it is coerced.  True: the place changed.  (keep.c)
bool tvl_place_put(struct tvl_analysis *a, struct tvl_place *p, const struct tvl_draft *d, bool sharp);
void tvl_place_free(struct tvl_place *p);
// A subheap of a part is a result of the combiner in hand; what it and the results of the other combiners agree on is put into the part's place.  (agree.c)
void tvl_agree(struct tvl_analysis *a, const struct tvl_edge *e, uint32_t part, const struct tvl_draft *d);
#endif
