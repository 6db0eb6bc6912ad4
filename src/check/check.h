// SPDX-License-Identifier: MIT
// What is said about a program: a verdict, findings, assumptions, counters.  Analyses fill it in, reports print it and cannot re-decide.
//
// A result belongs to one program (one entry).  Its strings live in its own arena, so it outlives the program.  Invariant: UNSAFE if and
// only if a finding is definite, and then `decisive` is its index; UNKNOWN if and only if `reason` is set and it is not UNSAFE.
#ifndef HP_CHECK_CHECK_H
#define HP_CHECK_CHECK_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "check/limits.h"
#include "ir/inputs.h"
#include "ir/ir.h"
#include "ir/rules.h"

enum check_verdict { CHECK_SAFE, CHECK_UNSAFE, CHECK_UNKNOWN, CHECK_N_VERDICTS };
enum check_severity { CHECK_ERROR, CHECK_WARNING, CHECK_NOTE, CHECK_N_SEVERITIES };
// CONDITIONAL: possible for assumed inputs; NOTED: of a rule that decides nothing.
enum check_certainty { CHECK_DEFINITE, CHECK_POSSIBLE, CHECK_CONDITIONAL, CHECK_NOTED, CHECK_N_CERTAINTIES };
enum check_suppression { CHECK_NEW, CHECK_IGNORED, CHECK_KNOWN, CHECK_N_SUPPRESSIONS };  // by nothing, a comment in the source, the baseline
// What became of a definite finding when the program was compiled and run: nothing yet; it failed as reported; it did not; it could not be built; no tool
// sees it.
enum check_confirmation { CHECK_NOT_TRIED, CHECK_CONFIRMED, CHECK_NOT_CONFIRMED, CHECK_NOT_BUILT, CHECK_ONLY_INTERPRETER, CHECK_N_CONFIRMATIONS };
enum check_counter {
#define COUNTER(name, text, kind, command, help) CHECK_##name,
#include "check/counters.def"
    CHECK_N_COUNTERS
};
enum check_strategy {
#define STRATEGY(name, text, help) CHECK_BY_##name,
#include "check/strategies.def"
    CHECK_N_STRATEGIES
};
enum check_assumption_kind {
#define ASSUMPTION(name, text, help) CHECK_ASSUME_##name,
#include "check/assumptions.def"
    CHECK_N_ASSUMPTIONS
};

extern const char *const check_strategies[CHECK_N_STRATEGIES];                // "", "fixpoint", "coarse", ...
extern const char *const check_verdicts[CHECK_N_VERDICTS];        // "safe", "unsafe", "unknown"
extern const char *const check_severities[CHECK_N_SEVERITIES];    // "error", "warning", "note"
extern const char *const check_certainties[CHECK_N_CERTAINTIES];  // "definite", "possible", "conditional", "noted"
extern const char *const check_suppressions[CHECK_N_SUPPRESSIONS];  // "", "comment", "baseline"
extern const char *const check_confirmations[CHECK_N_CONFIRMATIONS];  // "not-tried", "confirmed", ...
struct check_counter_info {
    const char *text, *help;
    bool measured;         // differs from run to run
    bool checked, ran;     // counted by check, by run
};
extern const struct check_counter_info check_counters[CHECK_N_COUNTERS];
struct check_assumption_info {
    const char *text, *help;
};
extern const struct check_assumption_info check_assumptions[CHECK_N_ASSUMPTIONS];

struct check_place {
    const char *file;      // "" if unknown
    uint32_t line, column; // 0 if unknown
    const char *function;  // "" if unknown
};
struct check_picture {  // of a state of the heap; dot NULL: there is none
    const char *dot, *text;  // for graphviz, in words
};
struct check_step {  // of a trace, in the order of execution
    struct check_place place;
    const char *text;
    bool context;  // not part of that order: how the place of the finding was reached before
    bool told;            // from a path,
    uint32_t event;       // of which this is the event, while there is one
    struct check_picture picture;  // of the heap after it
};
struct check_other {  // another place where the same cause shows
    struct check_place place;
    const char *message;
    const char *inputs;  // of a run that shows it; NULL: it is possible
};
struct check_finding {
    enum ir_rule rule;
    enum check_severity severity;
    enum check_certainty certainty;
    struct check_place place;
    const char *message;
    bool cut;  // runs in which it does not happen were not followed: of what is behind it nothing is proved
    uint32_t behind;     // accesses that no run reaches, since all ways there lead to it
    const char *inputs;  // of a definite or conditional one: the choices of a run that shows it, as --inputs takes them; else NULL
    VEC(const char *) world;  // these, in words: arguments, lines of files, ...; none: they are numbers that the program draws
    uint32_t fault;      // which of that run's faults it is: of those that end runs the only one
    uint64_t steps;      // of that run before it
    VEC(struct check_step) trace;
    const struct ir_rule_info *root;  // the rule that names its cause, which is no finding of its own; NULL: none
    struct check_place root_place;
    uint64_t cause;                // the same of findings with one cause; 0: each has its own
    VEC(struct check_other) others;
    struct check_picture picture;  // of the heap before it; of a loss after it, if there is an after
    const char *harness, *script;  // C and sh that replay it outside the interpreter; NULL: none
    enum check_confirmation confirmation;
    // What reports add (report/suppress.h); the verdict does not depend on it:
    const char *fingerprint;  // NULL: none yet
    enum check_suppression suppression;
    const char *justification;  // of one that is ignored; else NULL
};
struct check_loop {  // what is known whenever its condition is tested
    struct check_place place;
    uint32_t left_off;  // states that are not among the pictures
    VEC(struct check_picture) states;
};
struct check_assumption {
    enum check_assumption_kind kind;
    const char *subject;  // what it is about (a function's name), or ""
};
struct check_reason {  // why the answer is unknown
    const char *text;
    const char *advice;  // what would help; NULL: nothing is known
    VEC(struct check_place) places;
};
struct check_procedure {  // what its analysis took
    const char *name;
    uint64_t entered, exits, states;  // runs, each from one state; states at their ends; states kept in all of them
};
struct check_apart {  // why the heap domain kept states apart
    const char *reason;
    bool better;     // they could have been joined
    uint64_t times;
};

enum { CHECK_MOST_FORMS = 4 };
struct check_promise {  // what is ensured of a pointer: the result, a parameter, or (`inside`) the one at a place of what a parameter leads to
    uint32_t param;     // UINT32_MAX: the result
    bool inside;
    uint64_t offset;
    bool null;          // it is null, or one of these: lists, trees, objects
    bool passed;        // it is what is required of it, and no run changed it (check_find_loose): no news
    uint32_t n;
    struct ir_shape shapes[CHECK_MOST_FORMS];
    bool tail;          // instead: it leads to the end of the list, of the one shape, that begins at `first`
    uint64_t first;
};
struct check_case {  // of the contract of an open function: clauses (ir/clauses.h), and what of its inputs it frees
    VEC(const char *) requires, ensures;
    VEC(const char *) without;  // by clause that is required: what a run shows in which it alone is not kept ("": nothing); empty: not tried (trial.h)
    const char *frees;
    // In the process that proved it: the inputs, the clauses, and what is ensured.
    struct ir_input_options inputs;
    VEC(struct ir_demand) clauses;
    VEC(struct check_promise) promises;
};

struct check_result {
    struct arena arena;
    const char *file, *entry;  // the program: the file that defines its entry, and the entry's name ("": a file that is not read)
    const char *linked;        // of a file that is linked as several programs: which; else NULL
    bool pictures;             // findings are to have them
    ir_rule_set notes;         // rules whose findings are noted and decide nothing
    enum check_verdict verdict;
    uint64_t unmet;            // like the counter NOT_REACHED, with what lies behind a place where a path was cut off
    const char *reason;        // why UNKNOWN (one line without "unknown"), or NULL
    VEC(struct check_reason) reasons;  // of an UNKNOWN result: what was met and not followed, by text, in order of discovery
    uint32_t blamed;           // so much of it names the first finding that is not definite; 0: it does not
    uint32_t decisive;         // of an UNSAFE result
    enum check_strategy strategy;  // that gave the verdict, or left it open
    const char *domain;        // the heap domain, if the way has one; else NULL
    uint32_t variant;          // of the domain
    const char *not_executed;  // why runs of the program prove nothing (strategy, reason, place), if these were tried; else NULL
    const char *ending;        // of a run: how the program ended; else NULL
    const char *witness;       // of the verdict, for other tools to check; NULL: none
    const char *inputs;        // of a run, or of the run that shows the decisive fault: the choices it made, as --inputs takes them; else NULL
    VEC(struct check_finding) findings;
    VEC(struct check_loop) loops;
    bool partial;              // not all states at the loops are known: the analysis was cut off
    VEC(struct check_assumption) assumptions;
    VEC(const char *) sources;  // the files that the program was read from, as places name them
    uint64_t counters[CHECK_N_COUNTERS];
    VEC(const char *) limits;  // that were reached, by name, in the order of the tables
    VEC(struct check_procedure) procedures;  // those that were entered, as they stand in the program
    VEC(struct check_apart) apart;           // in the order of the domain's table
    // Of a SAFE result: what the proof says nothing about, since no run comes there.
    VEC(const char *) not_entered;  // functions with a body that no run enters, as they stand in the program
    bool endless;                   // no run of the entry ends
    VEC(struct check_case) contract;  // of an open function
    const char *prototype;            // of it, as C writes it; NULL: not told
};

// A limit was reached, by name; told once.
void check_add_limit(struct check_result *r, const char *name);
void check_reach(struct check_result *r, enum check_limit limit);
// An empty result is SAFE: what follows can only take that away.
void check_result_init(struct check_result *r, const char *file, const char *entry);
void check_result_free(struct check_result *r);
// Without loc the first place in the function, if there is one.
struct check_place check_place_of(struct check_result *r, const struct ir_program *p, const struct ir_func *f, struct ir_loc loc);
// Adds a finding and yields it for its trace.  A definite one makes the result UNSAFE, any other UNKNOWN, unless it is of a rule that is only
// noted; the first of its kind decides.  Strings are copied.
struct check_finding *check_add_finding(struct check_result *r, enum ir_rule rule, enum check_certainty certainty, struct check_place place,
                                        const char *message);
// Names its cause: another rule, and where that was broken.
void check_add_root(struct check_result *r, struct check_finding *f, enum ir_rule rule, struct check_place place);
void check_add_step(struct check_result *r, struct check_finding *f, struct check_place place, const char *text);
// Strings are copied; inputs may be NULL.
void check_add_other(struct check_result *r, struct check_finding *f, struct check_place place, const char *message, const char *inputs);
// Strings are copied; a place counts once.
void check_add_reason(struct check_result *r, const char *text, struct check_place place);
// The text is copied.
void check_add_world(struct check_result *r, struct check_finding *f, const char *text);
// Names are copied.
void check_add_procedure(struct check_result *r, struct check_procedure p);
void check_add_apart(struct check_result *r, struct check_apart a);
// Added once; the subject is copied.
void check_add_assumption(struct check_result *r, enum check_assumption_kind kind, const char *subject);
// The names are copied; domain may be NULL.
void check_add_not_entered(struct check_result *r, const char *name);
void check_set_strategy(struct check_result *r, enum check_strategy strategy, const char *domain, uint32_t variant);
void check_add_source(struct check_result *r, const char *file);
// Findings have another order: the reason names the first one, if it named one.
void check_blame(struct check_result *r);
// The result is UNKNOWN for this reason, unless it is already UNKNOWN or UNSAFE.
void check_unknown(struct check_result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

// How many findings are suppressed in this way.
uint32_t check_suppressed(const struct check_result *results, uint32_t n, enum check_suppression how);
// The result that decides for all n programs: the first UNSAFE, else the first UNKNOWN, else the first.  n > 0.
const struct check_result *check_decisive(const struct check_result *results, uint32_t n);
#endif
