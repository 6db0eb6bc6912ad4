// SPDX-License-Identifier: MIT
// A run that is done, as it outlives the process: what it kept and where it came from, without the states inside; the bytes of a bundle of them.
//
// Everything is said in terms that hold in another program with the same function: nodes by their place in the run, other functions by their names, states as
// texts (dom_keep).  Only what a path to an exit or to a call passes has its state.
#ifndef HP_KEPT_RECORD_H
#define HP_KEPT_RECORD_H
#include "cache/cache.h"
#include "fix/fix.h"

struct kept_text {
    const char *at;
    uint32_t n;
};
struct kept_callee {
    const char *func;
    uint32_t inside;         // was it made together with this run?
    struct cache_key key;    // then: of its record; else of its exits, in their order
    uint32_t node;           // of the first call
    uint32_t when;           // among the first calls of all that were made together
    uint32_t entry;          // a text; FIX_NONE: it is inside
    struct fix_cost spent;   // by all that were made together, until then
    const char *knew;        // what the domain had learnt when that run was begun
};
struct kept_node {
    uint32_t point;
    uint32_t parent;       // FIX_NONE: the first
    uint32_t callee, via;  // it came back from that callee: from this exit of it, by number, or inside from this node; FIX_NONE: no call came back
    uint32_t text;         // FIX_NONE: its state was given up, or nobody will ask
    bool gone, exact;
};
struct kept_record {
    struct cache_key key;      // of the entry and of what else decides
    struct cache_key ends;     // of its exits, in their order
    struct cache_key group;    // of all that it was made together with, itself included: records of other groups do not go with it
    uint32_t head;             // may it be entered from outside of the runs that it was made with?
    uint32_t entered, fix_limits, inter_limits;
    uint64_t noted;
    struct fix_cost cost;      // of itself
    const char *knew, *knows;  // what the domain had learnt before, and afterwards
    VEC(struct kept_callee) callees;
    VEC(struct kept_node) nodes;
    VEC(uint32_t) exits;       // nodes
    VEC(struct kept_text) texts;
    const uint8_t *met;        // bit by instruction
    uint32_t n_met;            // bytes
    struct kept_text bytes;    // of the record in its bundle
    bool used;                 // in this process
};

// Appends it to the bytes of a bundle.
void kept_record_write(const struct kept_record *r, struct buf *out);
// The records of a group, each written by itself, say so from now on; `kin` is what else tells it from others.
void kept_record_join(struct buf *records, uint32_t n, const struct buf *kin);
// The record that begins at *at; false: there is none that makes sense.  Texts and names stay where they are; the vectors are the caller's.
bool kept_record_read(struct kept_record *r, const char **at, const char *end);
void kept_record_free(struct kept_record *r);
#endif
