// SPDX-License-Identifier: MIT
// One analysis of a program by a heap domain, in one way: begun, resumed with more and more effort as the portfolio (portfolio.h) sees
// fit, ended.
//
// The ways: as asked for (FIXPOINT); without numbers in nodes (COARSE: the shapes may be enough); and without telling which structures
// are empty together (INDEPENDENT), unless a fault asks for it; without segments that may be empty
// (NONEMPTY), without joins (APART) or with joins of many states only (SEVERAL: what they forget may matter; a loop of few turns is
// followed turn by turn, wherever it is); without any abstraction (EXACT), which ends only if there are finitely many states.
#ifndef HP_CHECK_ATTEMPT_H
#define HP_CHECK_ATTEMPT_H
#include "check/analyse.h"
#include "kept/kept.h"

struct check_task {  // what is to be decided
    const struct ir_program *p;
    uint32_t entry;
    const struct check_analyse_options *o;
    ir_rule_set notes;  // rules whose faults decide nothing
    double deadline;    // 0: none
    const struct ir_digests *digests;  // of the program, if summaries are kept; else NULL
};
struct check_attempt {
    const struct check_task *task;
    enum check_strategy way;
    const struct dom *domain;
    uint32_t variant;            // of the domain
    uint32_t apart;              // SEVERAL: so many states of a point are not joined; else 0
    struct fix f;
    struct inter t;
    struct kept kept;            // if that is `keeps`
    bool keeps;
    kept_keys refused;           // then: runs that it makes whatever is kept of them; they outlive it
    struct buf knew;             // then: what its domain knew when it was begun (dom_keep.knowledge)
    enum inter_outcome outcome;  // of the last time
};

// Sets the fields up to `apart` beforehand; the attempt stays where it is until its end.
void check_attempt_begin(struct check_attempt *a);
// Goes on until the budget is reached (PAUSED), or to the end.
enum inter_outcome check_attempt_go(struct check_attempt *a, struct fix_budget budget);
void check_attempt_end(struct check_attempt *a);
// Did it come to its end without a fault and without an unknown?
bool check_attempt_proves(const struct check_attempt *a);
// Did the domain that was asked for come, without joining, abstracting or forgetting anything on the way, to what no domain takes: a call
// of a function without body and without model, something that the front end could not express?  Then no attempt is a proof.
bool check_attempt_refused(const struct check_attempt *a);
// The deadline of so many seconds from now on; 0: there is none.
double check_deadline(double seconds);
// The seconds that are left; 0: there is no end.
double check_left(const struct check_task *t);
// Is the time over?  The clock ends the analysis, and decides nothing else.
bool check_late(const struct check_task *t);
#endif
