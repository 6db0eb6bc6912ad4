// SPDX-License-Identifier: MIT
// What is kept at one point: a set of states under a policy.
//
//   powerset   every state, but none that another one covers
//   partial    states of one group are joined wherever the domain joins them; the others stay apart
//   apart N    around partial: the first N states are not joined
//   cap N      around either: at most N states; one more must be joined with a kept one, or the set gives up
//
// A set is a list of entries in the order of arrival, each a state with the caller's tag, chained by group: states of different groups are
// never compared.  An entry that is covered or joined away is gone, and its tag is told to the caller.  Invariant: no two live entries
// hold the same state; between two calls at most `cap` entries are live.  The result depends on the order of the calls only.
//
// Termination is owed at loop heads alone: there an entry that was joined `delay` times is widened instead.
#ifndef HP_SET_SET_H
#define HP_SET_SET_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "dom/dom.h"

enum set_policy { SET_POWERSET, SET_PARTIAL, SET_N_POLICIES };
struct set_options {
    enum set_policy policy;
    uint32_t cap;    // 0: none
    uint32_t delay;  // joins at a loop head before widening
    uint32_t apart;  // so many states are kept before any are joined
};
enum { SET_DELAY = 3 };

// Reads "powerset", "partial", "cap=N" (around powerset), "partial,cap=N" or "partial,apart=N".  False: *why gets a sentence.
bool set_parse(const char *text, struct set_options *o, struct buf *why);
// Can the domain be used with these options?  False: *why gets a sentence.
bool set_fits(const struct set_options *o, const struct dom *dom, struct buf *why);

// Where the point lies.  On a straight line only equal states are merged: what can be said of its states was said at the last junction.
enum set_place { SET_STRAIGHT, SET_JUNCTION, SET_HEAD };
enum set_outcome {
    SET_ADDED,    // kept, as it came
    SET_COVERED,  // a kept state covers it: nothing new
    SET_REPLACED, // a state that covers it and at least one kept state is kept instead of these
    SET_FULL,     // not kept: the cap is reached and the domain joins it with none
};

struct set_entry {
    dom_state state;  // DOM_NONE: gone
    uint32_t tag;
    uint32_t joins;   // on the way to this state
    uint32_t next;    // of the same group: index + 1, or 0
    uint64_t group;
};
struct set {
    const struct set_options *options;
    const struct dom *dom;
    void *d;
    VEC(struct set_entry) entries;
    VEC(uint32_t) gone;   // tags of the entries that the last set_add removed
    uint32_t compared;    // pairs of states that the last set_add looked into
    uint32_t n;           // live entries
    uint32_t *slot;       // groups by hash: index + 1 of the group's first entry, 0 when empty
    uint32_t n_slots, n_groups;
};

// What is passed here must outlive the set.
void set_begin(struct set *s, const struct set_options *o, const struct dom *dom, void *d);
void set_free(struct set *s);
// Adds a state.  *kept is what is kept for it (ADDED, REPLACED: in a new entry with this tag), or DOM_NONE (FULL).
enum set_outcome set_add(struct set *s, dom_state state, uint32_t tag, enum set_place place, dom_state *kept);
// The live entry at or after index i, or NULL: for (i = 0; (e = set_next(s, &i)); i++).
const struct set_entry *set_next(const struct set *s, uint32_t *i);
#endif
