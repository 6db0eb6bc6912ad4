// SPDX-License-Identifier: MIT
// The verdict of a heap domain: the program is run to its fixpoint, and what came to light becomes findings and reasons.
//
// A fault is a finding with certainty `possible`; the search (search.h) decides afterwards whether it is definite.  SAFE means that the
// fixpoint was reached without fault and without unknown.  What stays UNKNOWN still says how much was proved: instructions that are able
// to break one of the rules, at which none was broken and which do not follow a place where a path was cut off.
#ifndef HP_CHECK_ANALYSE_H
#define HP_CHECK_ANALYSE_H
#include "check/aim.h"
#include "cache/cache.h"
#include "check/check.h"
#include "inter/inter.h"

enum check_coarse { CHECK_COARSE_IF_MANY, CHECK_COARSE, CHECK_NOT_COARSE };  // as the option has them
struct check_domain {
    const struct dom *domain;
    const struct dom *other;  // tried when this one does not succeed; may be NULL
    struct set_options set;
    struct dom_settings settings;  // of the domain's own options
    bool keep;                     // all states, also those that are no longer needed
    enum check_coarse coarse;      // when the domain is to be coarse (dom_refine)
    struct inter_options calls;
    uint64_t max_states;                                                           // 0: no limit
    void (*progress)(void *self, const char *func, const struct fix_progress *p);  // now and then; may be NULL
    void (*executing)(void *self, const char *func, uint64_t steps);               // likewise, of a run that may be a proof
    void (*state)(void *self, const char *text);                                   // every state that was kept, and where; may be NULL
    void (*note)(void *self, const char *text);                                    // every unknown, by name and place; may be NULL
    void (*aside)(void *self, const char *text);                                   // why a run of the program was no proof; may be NULL
    void (*asked)(void *self, const char *text);                                   // every question of an exhaustion, with its answer; may be NULL
    void (*look)(void *self, struct fix *f);                                       // at the analysis when it is finished; may be NULL
    void *self;
};
struct check_analyse_options {
    const struct check_domain *how;
    ir_rule_set rules;
    bool malloc_may_fail;
    bool counters_fit;  // may be assumed (dom_options)
    const struct ir_lib_table *library;
    const struct ir_inputs *inputs;  // of an open program; NULL: it is whole
    double max_seconds;  // 0: no limit
    struct cache *store;   // of summaries that outlive the process; NULL: none are kept
    const char *context;   // then: all that decides beside the program, versions included
    uint32_t strategies; // that may be used, as check_turns_parse gives them; 0: all
    // Looks for definite faults, and adds them to the result, taking a share of what so many states of the proof took (0: as long as it is worth):
    // asked now and then, when the proof takes long or fails, with the places where a fault seems possible, if any, and all effort so far; may be
    // NULL.
    bool (*search)(void *self, struct check_result *r, const check_targets *targets, uint64_t states, uint64_t effort);
    bool (*refuted)(void *self);  // open inputs: does a run with them break a rule?  NULL: not known
    void *self;
};

// What may go wrong in an open program goes wrong for inputs that are assumed: such findings are conditional.
// Can this be done at all?  False: *why gets a sentence.
bool check_domain_fits(const struct check_domain *how, struct buf *why);
// Adds the verdict on the program that starts at funcs[entry] to r, with its assumptions and counters.  *open gets the instructions of
// possible faults, and all that were not proved.
void check_analyse(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_analyse_options *o,
                   check_targets *open);
#endif
