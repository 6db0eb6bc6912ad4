// SPDX-License-Identifier: MIT
// Summaries that outlive the process: runs of functions that are done, by everything that they depend on.
//
// A bundle holds the runs of one function.  Its key has the function itself (ir/digest.h), what the domain and the engine know of it, of what it may call and of the
// program as a whole (dom_keep), and the context: options, ways, versions.  In it a run is found by its entry state, as a text, and by what else decides: what the
// domain has learnt so far, and whether anything was joined or abstracted before.
//
// What a run does depends on the functions that it calls by their exits alone.  So it is taken over if each of its calls, looked at in the order in which they were
// made first, has the exits that it had: from a run that was made since, or is taken over itself.  Runs of functions that call each other are taken over together.
//
// Kept is what came to an end without a fault, an unknown, or a limit that cut something off; of what it calls that is not asked, for it is looked at again.
//
// A bundle that is damaged or makes no sense is none.  Who can write to the store can make anything `safe`: it is trusted.
//
// Literature: M. Hammer et al., Adapton: composable, demand-driven incremental computation (PLDI 2014), for results that hold as long as what they were made of does.
#ifndef HP_KEPT_KEPT_H
#define HP_KEPT_KEPT_H
#include "inter/inter.h"
#include "ir/digest.h"
#include "kept/limits.h"
#include "kept/record.h"

struct kept_bundle {  // of a function
    bool read, news;
    struct cache_key key;
    struct buf bytes, fresh;           // as found; the records that are new
    VEC(struct kept_record) records;   // in `bytes`
};
struct kept_run {
    struct cache_key key, ends;        // as of records
    bool keyed, ended;                 // which are known
    const char *knew;                  // what the domain had learnt when it was begun
    const struct kept_record *record;  // of one that was taken over
};
typedef VEC(struct cache_key) kept_keys;
struct kept {  // of one analysis
    struct cache *cache;
    struct cache_key context;
    const struct ir_digests *digests;
    struct inter *t;
    struct inter_memory memory;
    struct kept_bundle *bundles;       // by function
    VEC(struct kept_run) runs;         // by number in the graph
    struct inter_start asked;          // the last start that a key was made for,
    struct cache_key key;              // and that
    struct buf text;
    struct intern known;               // what was learnt, as texts
    uint64_t recalled;                 // nodes of runs that were taken over
    const kept_keys *refused;          // runs that are made whatever is kept of them
};

// Before the analysis is begun: `f` is, its domain has what it takes, and lives as long.  `context` is everything that decides beside program and domain.  What is
// kept of the runs with the keys `refused`, which live as long, is not taken over.
void kept_begin(struct kept *k, struct cache *cache, const struct buf *context, const struct ir_digests *digests, const kept_keys *refused, struct fix *f);
// What is new is written; nothing is asked any more.
void kept_end(struct kept *k, struct fix *f);
// Adds the keys of runs for which there are claims that were not seen to hold yet.  How many.
uint32_t kept_claimed(const struct inter *t, kept_keys *to);

// ---- bundle.c
struct kept_bundle *kept_bundle_of(struct kept *k, uint32_t func);
struct kept_record *kept_find(struct kept *k, uint32_t func, struct cache_key key);
void kept_bundle_end(struct kept *k, uint32_t func);

// ---- kept.c
struct kept_run *kept_run(struct kept *k, uint32_t run);
struct cache_key kept_ends(struct kept *k, uint32_t run);  // of a run that is done
const char *kept_known(struct kept *k);                    // what the domain has learnt
dom_state kept_parse(const struct kept *k, const struct kept_record *r, uint32_t text);

// ---- claim.c, keep.c: what inter_memory asks for
void *kept_recall(void *self, struct inter *t, const struct inter_start *from);
bool kept_call(void *self, struct inter *t, void *claim, uint32_t i, struct inter_start *to, struct inter_done *until);
bool kept_confirms(void *self, struct inter *t, void *claim, uint32_t i, uint32_t run);
uint32_t kept_adopt(void *self, struct inter *t, void *claim, uint32_t caller, uint32_t before);
void kept_drop(void *self, void *claim);
void kept_done(void *self, struct inter *t, const uint32_t *runs, uint32_t n);
// The key of a run from there.
struct cache_key kept_key(struct kept *k, const struct inter_start *from);
#endif
