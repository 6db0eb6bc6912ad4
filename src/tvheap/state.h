// SPDX-License-Identifier: MIT
// States of the domain of three-valued structures.
//
// A state is a table of values, one per variable of the program, and a structure whose individuals are the blocks of memory that pointers in memory can
// lead to: heap blocks, and those variables with an address that is stored in memory (`tvheap_object.individual`).  Pointer fields of individuals are
// binary predicates, one for each offset of the field and offset of the target.  All else is outside the structure: numbers are ranges, a
// variable is uninitialised, null (the number 0), a pointer to a dead block, or a pointer to an individual by one of TVHEAP_NAMES names.  A name is a unary predicate that
// holds for one individual, so variables that point to one block share a name, and assignments change the table alone.
//
// A variable that points to a link, a pointer field of an individual, may have a *shadow*, one more value in its frame, which holds what the link points to: so that is
// known apart from others even if no variable points to it.  Shadows, and temporaries that are kept though nobody reads them any more, are *aids*: they keep names, but whatever only they
// point to is lost.
//
// Invariant: a name that some value holds is 1 for exactly one individual, which stands for one block; a name that no value holds is 0 everywhere,
// and so is what is reached from it; two names are never 1 for one individual.  A sealed state has names in order of first use, no padding that differs, and its structure is blurred:
// equal states are equal words.
#ifndef HP_TVHEAP_STATE_H
#define HP_TVHEAP_STATE_H
#include "dom/dom.h"
#include "dom/store.h"
#include "tvheap/vocabulary.h"
#include "step/value.h"

enum tvheap_kind {
    TVHEAP_UNINIT = STEP_UNINIT,
    TVHEAP_NUMBER = STEP_NUMBER,  // `range`
    TVHEAP_POINTER = STEP_OWN,    // to byte `offset` of the individual called `name`; `object` is 1 if it is an aid, which keeps a name and no block
    TVHEAP_ADDRESS,  // of byte `offset` of an object outside the structure: `object`, of frame `frame` if it is a slot
    TVHEAP_CODE,     // of function `object`
    TVHEAP_FREED,    // a pointer to a heap block that was freed
    TVHEAP_GONE,     // a pointer to a variable that is gone; or, of a slot itself: it is not alive
    TVHEAP_ODD,      // no one of these for sure: uninitialised, dangling, or a number that is not null
};
struct tvheap_frame {
    uint32_t func;
    uint32_t first;  // its first value: locals, then their shadows, then what its slots hold
};
struct tvheap;
struct tvheap_draft {
    VEC(struct tvheap_frame) frames;
    VEC(struct step_value) values;   // of globals, then of the frames
    VEC(struct step_value) results;  // of the function that returned
    struct tvl_draft *heap;
};

// Drafts have a block each, as the driver holds them.
struct tvheap_draft *tvheap_table_copy(const struct tvheap_draft *from);  // the heap is left NULL
void tvheap_table_free(struct tvheap_draft *d);                           // what is in it but for the heap
void tvheap_draft_free(struct tvheap_vocabulary *v, struct tvheap_draft *d);
// A value of the table, or a result: for (i = 0; i < tvheap_n_values(d); i++).
static inline uint32_t tvheap_n_values(const struct tvheap_draft *d) {
    return d->values.n + d->results.n;
}
static inline struct step_value *tvheap_value(const struct tvheap_draft *d, uint32_t i) {
    return i < d->values.n ? &d->values.at[i] : &d->results.at[i - d->values.n];
}
// The names that values hold, as a set.
uint32_t tvheap_names_held(const struct tvheap_draft *d);
// A name that no value holds and that is not in the set, or TVHEAP_NAMES.
uint32_t tvheap_name_free(const struct tvheap_draft *d, uint32_t not);
// The two names change places, in the structure and in the table.
void tvheap_swap(struct tvheap_vocabulary *v, struct tvheap_draft *d, uint32_t a, uint32_t b);
// The individual of a name that is held.
uint32_t tvheap_individual(const struct tvheap_vocabulary *v, const struct tvheap_draft *d, uint32_t name);
// Nothing is called by this name any more.
void tvheap_release(struct tvheap_vocabulary *v, struct tvheap_draft *d, uint32_t name);

// Functions of struct dom.  Two states have a join if their tables and individuals do not differ.
dom_state tvheap_seal(struct tvheap *s, struct tvheap_draft *d);  // d is changed, not freed
struct tvheap_draft *tvheap_unseal(struct tvheap *s, dom_state state);
uint64_t tvheap_group(void *self, dom_state state);
bool tvheap_leq(void *self, dom_state a, dom_state b);
dom_state tvheap_join(void *self, dom_state a, dom_state b);
dom_state tvheap_widen(void *self, dom_state a, dom_state b);
bool tvheap_valid(void *self, dom_state state, struct buf *why);
void tvheap_print(void *self, dom_state state, struct buf *out);
#endif
