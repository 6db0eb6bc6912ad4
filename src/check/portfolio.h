// SPDX-License-Identifier: MIT
// The portfolio: a proof, attempts in other ways (attempt.h) and searches for a run that breaks a rule, which take turns until one of
// them has the answer.
//
// The proof pauses when it has spent some effort, and again and again after so many times as much; then each of the others has a turn,
// with a share in proportion.  If it comes to its end and is none, the others go on in rounds, each with more effort than the one before,
// until their patience is over.  Who has a share, and which, is a table (portfolio.def).  An attempt that was interrupted is resumed at
// its next turn, unless its states take much memory. What cannot be proved in any way (check_attempt_refused) ends all attempts but the
// first.
#ifndef HP_CHECK_PORTFOLIO_H
#define HP_CHECK_PORTFOLIO_H
#include "check/execute.h"

enum check_turn {
#define TURN(name, text, way, whose, after, times, most, patience, help) CHECK_TURN_##name,
#define NUMBER(name, value, reason)
#include "check/portfolio.def"
    CHECK_N_TURNS
};
enum {
#define TURN(name, text, way, whose, after, times, most, patience, help)
#define NUMBER(name, value, reason) CHECK_##name = value,
#include "check/portfolio.def"
};

struct check_contender;
struct check_portfolio {
    const struct check_task *task;
    struct check_result *r;      // gets what searches find
    struct check_attempt proof;  // the first attempt
    VEC(struct check_contender) contenders;
    uint32_t pauses;             // so often the others had their turns
    uint64_t others;             // the effort of all other attempts
    uint64_t searched;           // the effort that the longest search was for; UINT64_MAX: as long as it is worth
    bool refuted;                // a definite fault was found, or
    struct check_attempt *decides;  // this is a proof; else the first attempt
    bool refused;                // no attempt can be a proof
    bool executed;               // the program was run, and that is the proof
    bool no_execution;           // running it is no proof
    bool no_exhaustion;          // nor is running it in every way
    uint64_t questions;          // that an exhaustion was allowed
    struct check_execution execution;
};

// Works until there is an answer, or nothing is left to try, or the time is over.
void check_portfolio_run(struct check_portfolio *p, const struct check_task *task, struct check_result *r);
void check_portfolio_end(struct check_portfolio *p);

// A set of turns (bit i: turn i) from names separated by commas.  False: *error gets a sentence.
bool check_turns_parse(const char *names, uint32_t *turns, struct buf *error);
// Is this one of them?  0 is the set of all.
bool check_turns_have(uint32_t turns, enum check_turn turn);
// All of them: name, shares, explanation.
void check_turns_list(struct buf *out);
#endif
