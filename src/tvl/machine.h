// SPDX-License-Identifier: MIT
// A specification made ready to run: constraints and actions as plans, and the memory they run in.
//
// What is done to a structure, in order: focus, coerce, precondition, update, coerce, blur (focus.c, coerce.c, update.c, blur.c; analysis.c puts them together).
//
// Literature: M. Sagiv, T. Reps, R. Wilhelm, Parametric shape analysis via 3-valued logic (TOPLAS 2002), section 6: focus, coerce, blur.
#ifndef HP_TVL_MACHINE_H
#define HP_TVL_MACHINE_H
#include "tvl/plan.h"
#include "tvl/spec.h"

struct tvl_options {
    bool differencing;        // instrumentation predicates without update are maintained by finite differencing
    bool automatic;           // constraints from properties and definitions
    bool stop_at_breach;      // a constraint that is broken after an update ends the analysis (else it is a message)
    bool three_way;           // names are three-valued
    bool concrete;            // no blur: structures stay as they are
    bool whole;               // no decomposition: parts are ignored
    bool two_level;           // a part gets what all combiners that name it agree on (else: the result of the first)
    const char *order;        // letters f, c, p, u, b
    uint32_t max_structures;  // 0: no limit
};

// A constraint with one head: where `body` holds, the head must have the value `truth`.
enum tvl_head { TVL_HEAD_PRED, TVL_HEAD_EQ, TVL_HEAD_NEQ, TVL_HEAD_FALSE };
struct tvl_rule {
    enum tvl_head head;
    uint32_t pred, slot, arity;  // HEAD_PRED
    int truth;
    uint32_t n_vars;             // different variables of the head: 0, 1 or 2; the plan's last one gives the set
    bool diagonal;               // both arguments are one variable
    const struct tvl_plan *body;
    int cost;
    const char *origin;
};
// A formula that is asked whether it can hold, and where: n variables, those of the precondition first.
struct tvl_query {
    tvl_f formula;
    uint32_t n;
    const struct tvl_plan *is1, *is0;
};
struct tvl_focus {
    tvl_f formula;
    tvl_vars vars;
    struct tvl_query query;
};
struct tvl_assign {
    uint32_t pred;                // a hidden predicate or, in the last ones, none: see `into`
    struct tvl_query value;
    uint32_t into;                // the predicate that gets this value in the end, or TVL_NONE
};
struct tvl_report {
    struct tvl_query when;
    const char *text;
    uint64_t parts;  // it is asked where these parts are composed; none: where parts are that the action names, if it names any
};
// Parts whose subheaps are composed; `results`: the parts for which the result is kept; `named`: by the action (else it is a part executed alone).
struct tvl_combiner {
    uint64_t parts, results;
    bool named;
};
struct tvl_code {
    const struct tvl_action *action;
    VEC(struct tvl_focus) focus;
    tvl_vars free;                 // free variables of the precondition
    struct tvl_query precondition; // over `free`
    VEC(struct tvl_report) before, after;
    VEC(struct tvl_report) closing; // cycles that the update closes: asked when all values are computed and none is in place
    struct tvl_query copies, retain;
    VEC(struct tvl_assign) assign;
    uint64_t *dirty;               // rules to check after the update
    VEC(struct tvl_combiner) combiner;  // with decomposition; every part is a result of one
    bool names;                    // parts: there are combiners that the action names
};
struct tvl_machine {
    struct tvl_spec *spec;
    struct tvl_vocab *vocab;
    struct tvl_options options;
    struct arena arena;
    VEC(struct tvl_rule) rule;          // cheap ones first
    uint32_t rule_words;                // of a set of rules
    uint64_t **readers;                 // by predicate: the rules that read it
    uint64_t *all_rules;
    VEC(struct tvl_code) code;          // by action
    VEC(struct tvl_draft *) pool;       // drafts not in use
    uint64_t *queue;                    // coerce's
    const uint64_t *asleep;             // rules that coerce leaves out, because they decide nothing in the structures in hand; NULL: none
    uint8_t at[TVL_PLAN_VARS];
    bool spare_absent;                  // focus splits no individual that may be absent
    bool overflow;                      // more than TVL_MAX individuals were needed, or more than
    uint32_t most_parts;                // structures that focus splits one into; 0: no limit
    const char *broken;                 // where the constraint comes from that coerce found broken last
};

// False: *error says why (a formula that binds too many variables).
bool tvl_machine_init(struct tvl_machine *m, struct tvl_spec *spec, const struct tvl_options *o, struct buf *error);
void tvl_machine_free(struct tvl_machine *m);
struct tvl_draft *tvl_take(struct tvl_machine *m);             // a draft from the pool, its contents undefined
void tvl_give(struct tvl_machine *m, struct tvl_draft *d);
// Compiles a query: vars are those of the caller first, then the formula's own.
bool tvl_query_make(struct tvl_machine *m, struct tvl_query *q, tvl_f f, const tvl_vars *vars);

// The constraints of a specification, written and implied (constraint.c).
bool tvl_rules_make(struct tvl_machine *m);
// The updates of an action with those that follow by differencing (difference.c).  Appends to code->assign, whose plans are made by the caller.
void tvl_difference(struct tvl_machine *m, struct tvl_code *code);

// ---- the steps --------------------------------------------------------------------------------------------------------------------------
// Sharpens values that the constraints decide.  `dirty`: the rules to begin with.  False: no concrete structure is described.
bool tvl_coerce(struct tvl_machine *m, struct tvl_draft *d, const uint64_t *dirty);
// Splits d (which is given back to the pool) until the focus formulas of the action are definite where they can be made so; coerces each part
// if the order asks for it.  Appends to out.
void tvl_focus(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d, bool coerce, tvl_drafts *out);
// Executes the update for the values of the precondition's variables in m->at.  Returns the text of a report of code->closing that may hold, or NULL.
const char *tvl_update(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d);
// Merges individuals of one name and sorts by name.  First the flat slot `apart` tells them apart (TVL_NONE: none does).  True: some were merged.
bool tvl_blur(struct tvl_machine *m, struct tvl_draft *d, uint32_t apart);
#endif
