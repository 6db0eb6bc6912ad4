// SPDX-License-Identifier: MIT
// The interface of a heap domain: small groups of functions over abstract states.
//
// A state is immutable, canonical and hash-consed in the domain's own store: equal states have equal numbers, 0 is no state.  The engine
// walks points and runs a domain over the code between two points; it never looks inside a state, and the domain never decides what is
// kept.  What happens on the way goes into a sink that the caller hands down: a step never prints and never judges.
#ifndef HP_DOM_DOM_H
#define HP_DOM_DOM_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/limit.h"
#include "ir/digest.h"
#include "ir/inputs.h"
#include "ir/ir.h"
#include "ir/rules.h"
#include "view/view.h"

typedef uint32_t dom_state;  // 0: none
#define DOM_NONE ((dom_state)0)

// Code between two points: instrs[first .. end) of a function.  The last instruction is an END of its block, or a CALL that the engine
// carries out (to a function with a body, or through a pointer).  No other instruction in between is such a CALL.  For a look in between (show)
// the last instruction may be any other: then the states behind it are reached, by way 0.
struct dom_code {
    uint32_t func;
    uint32_t first, end;
};

// Something that may be wrong at an instruction, in some concrete state that the abstract state stands for (every one, if `always`).
struct dom_fault {
    enum ir_rule rule;
    uint32_t func, instr;
    bool always;
    bool cut;                  // there may be runs in which it does not happen, and the path does not go on with them: of what is behind nothing is proved
    const char *message;       // in C terms; valid during the call only
    struct ir_loc allocation;  // of the object concerned; line 0 if unknown
};

// Where a domain puts what a piece of code does.  `self` is the first field of the caller's own structure, by convention.
struct dom_sink {
    void *self;
    // A state at the end of the code: for an END its successor number `way` (an index into succs); for RET, way 0 (the results are in the state,
    // see call.leave); for a CALL, way 0, the state is the one before the call.
    void (*reach)(void *self, dom_state s, uint32_t way);
    void (*fault)(void *self, const struct dom_fault *f);
    // The analysis cannot go on along this path, or what follows is not proved: unknown by this name.
    void (*unknown)(void *self, uint32_t func, uint32_t instr, const char *reason);
    // Instructions first .. end - 1 of the code were begun, in some state that the abstract one stands for.
    void (*met)(void *self, uint32_t func, uint32_t first, uint32_t end);
};

// An option of a domain's own: a number, or a switch if it is 0 or 1.
struct dom_option {
    const char *name;
    uint64_t least, most, usual;
    const char *meaning;
};
// What a domain's options are set to (dom/option.h).  Zeroed: to what is usual.
enum { DOM_MOST_OPTIONS = 16 };
struct dom_settings {
    uint32_t given;                 // bit i: option i has the value at[i]; else the usual one
    uint64_t at[DOM_MOST_OPTIONS];  // 0 where none is given
};

struct dom_options {
    ir_rule_set rules;
    bool malloc_may_fail;
    bool counters_fit;               // may that be assumed where it helps (DOM_ASSUMES_COUNTERS), that prints do (DOM_ASSUMES_PRINTS), that no signal arrives (DOM_ASSUMES_SIGNALS), and that numbers that only count do not wrap (DOM_ASSUMES_STEPS)?
    const struct ir_lib_table *lib;
    const struct ir_inputs *inputs;  // of an open program, which starts at their function; NULL: the program is whole
    uint32_t variant;                // which way of the domain to look at the program; 0: the first (dom_refine.variants)
    struct dom_settings settings;    // of the domain's own options
    const struct ir_digests *digests;  // of the program, for dom_keep; may be NULL
};

// ---- core: every domain has it -----------------------------------------------------------------------------------------------------

// Some scalars were taken to be given, beside others that were; a counter has room for the number of nodes of its list, an int for how much is printed; handlers of
// signals are not called.
enum dom_assumed { DOM_ASSUMES_GIVEN = 1, DOM_ASSUMES_COUNTERS = 2, DOM_ASSUMES_PRINTS = 4, DOM_ASSUMES_SIGNALS = 8, DOM_ASSUMES_STEPS = 16 };
struct dom_core {
    void *(*open)(const struct ir_program *p, const struct dom_options *o);
    void (*close)(void *d);
    // States at the first instruction of funcs[entry], with the world of main around it (constructors are calls of the engine), or with its inputs
    // if the program is open.
    void (*initial)(void *d, uint32_t entry, struct dom_sink *out);
    void (*run)(void *d, dom_state s, const struct dom_code *code, struct dom_sink *out);
    bool (*leq)(void *d, dom_state a, dom_state b);         // every concrete state of a is one of b (false: not shown)
    dom_state (*join)(void *d, dom_state a, dom_state b);   // covers both, or DOM_NONE: better kept apart; NULL: always apart
    dom_state (*widen)(void *d, dom_state a, dom_state b);  // like join, but a chain of them ends; NULL: join does
    // `precision` says how much may be forgotten, in the domain's own terms; NULL: as its options have it.
    dom_state (*abstract)(void *d, dom_state s, const void *precision);
    uint64_t (*group)(void *d, dom_state s);               // only states of one group may be comparable or joinable; NULL: all are of one
    bool (*valid)(void *d, dom_state s, struct buf *why);  // the invariant; debug builds check it after every run; NULL: not checked
    // Can it start at any of the inputs of an open program (dom_options.inputs)?  False: open programs are unknown by name.
    bool inputs;
    bool values;           // does it follow whether scalars were given values? (the rule uninitialised-value)
    uint32_t (*assumed)(void *d);  // what it has taken for granted: a set of enum dom_assumed; NULL: nothing
};

// ---- call: functions -----------------------------------------------------------------------------------------------------------------

struct dom_call {
    // Do enter and leave take code NULL: a function called from outside the program (a constructor, a destructor) in state at_call, with the
    // arguments of the world for the parameters that it has; its results are dropped.  False: programs with such functions are unknown by name.
    bool outside;
    // Is the state of a callee about it and what it can reach alone?  False: it says everything about its callers.
    bool local;
    // Functions with a body that the CALL at the end of the code may enter in s, each handed to `target` once; what else happens (a pointer to no
    // function, a library function called through a pointer) goes to the sink, which then may get states after the call by `reach`.
    void (*targets)(void *d, dom_state s, const struct dom_code *code, void *self, void (*target)(void *self, uint32_t func),
                    struct dom_sink *out);
    // The state at the first instruction of callee: a frame is pushed, parameters are bound.  DOM_NONE after a fault or unknown.
    dom_state (*enter)(void *d, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
    // Entries of one function: does what it asks of its arguments have the same answers?  If not, neither should stand for the other.  NULL: always.
    bool (*alike)(void *d, dom_state a, dom_state b);
    // The state after the call, from one at a RET of the callee, entered from at_call: its frame is popped (its storage dies, leaks show), results
    // are bound.
    dom_state (*leave)(void *d, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
    // The entry returned: leaks and what is left behind go to the sink.
    void (*finish)(void *d, dom_state at_exit, uint32_t entry, struct dom_sink *out);
};

// ---- show: states for readers ----------------------------------------------------------------------------------------------------------

struct dom_show {
    void (*print)(void *d, dom_state s, struct buf *out);  // the text form, one line an item
    // The state that a text says, or DOM_NONE: then `error` gets one line.  What print wrote gives the state back.  NULL: there is no such thing.
    dom_state (*parse)(void *d, const char *text, size_t n, struct buf *error);
    void (*view)(void *d, dom_state s, struct view *out);  // adds the state to an empty picture (view_finish is the caller's); NULL: no pictures
};

// ---- effort: what states cost ------------------------------------------------------------------------------------------------------------

struct dom_effort {
    uint64_t (*size)(void *d);                 // words that the states in the store take
    uint32_t (*words)(void *d, dom_state s);   // of one state
    // What the domain cuts off and from where on, ended by one without a name, and those of them that were reached (bit i: limits[i]).  NULL: it has none.
    const struct base_limit *limits;
    uint32_t (*reached)(void *d);
    uint64_t (*compared)(void *d);  // work beside the states: pairs of their parts that were compared; NULL: not counted
    // Why joins and widenings came to DOM_NONE, each reason handed to `reason` with how often it did; `better`: what stands for both was not wanted,
    // rather than not there.  NULL: not told.
    void (*apart)(void *d, void *self, void (*reason)(void *self, const char *name, bool better, uint64_t times));
    // States below n that are not marked (by number) will not be asked for again.  NULL: all are kept.
    void (*discard)(void *d, const bool *live, uint32_t n);
};

// ---- refine: other ways to look at a program -----------------------------------------------------------------------------------------

struct dom_refine {
    // Settings, as dom_set takes them, on top of those given: with fewer states that say less; with fewer still, in which structures have nothing to do
    // with each other; without segments that may be empty.  NULL: none.
    const char *coarse, *independent, *nonempty;
    // After a program was analysed, or (`early`) on the way, where nothing seems wrong: other values of dom_options.variant that are worth a try on it.
    // At most `most` go to *out; how many.  NULL: none.
    uint32_t (*variants)(void *d, bool early, uint32_t *out, uint32_t most);
    // How often the domain learnt something of the program that it would have done better to know from the start; and what another one learnt of the same
    // program is known to this one, which has made no states yet.  Both or none.
    uint32_t (*learnt)(const void *d);
    void (*inherit)(void *d, const void *from);
    // An independent analysis met a possible null dereference there: what one that inherits from this will tell more of.  False: nothing new.  NULL: never.
    bool (*ask)(void *d, uint32_t func, uint32_t instr);
};

// ---- keep: states that outlive the process ------------------------------------------------------------------------------------------------

struct dom_keep {
    // Runs of equal functions, from equal states and with calls that come back alike, are equal where these are equal, too: what the domain knows of the program
    // as a whole; of a function whose run it is, of what it may call; of a function that is called.
    void (*world)(void *d, struct buf *out);
    void (*about)(void *d, uint32_t func, struct buf *out);
    void (*about_callee)(void *d, uint32_t func, struct buf *out);
    // As those of `show`, but what a text names means the same in every program that has it (dom_options.digests; else it is not parsed), whatever else changes.
    void (*print)(void *d, dom_state s, struct buf *out);
    dom_state (*parse)(void *d, const char *text, size_t n, struct buf *error);
    // What is asked from now on is asked for the run with this number: work counts (dom_effort.compared) as if no other had asked for it.
    void (*within)(void *d, uint32_t run);
    // What it noted in passing so far, and whoever asks is told at the end (what was assumed, limits); from now on that is `now`.
    uint64_t (*noted)(void *d, uint64_t now);
    // What it learnt of the program (dom_refine.learnt), as one word; and it is told some more.
    void (*knowledge)(void *d, struct buf *out);
    bool (*tell)(void *d, const char *text);
};

// A domain.  Functions are there unless their comment says what NULL means; so are groups.
struct dom {
    const char *name;
    const struct dom_option *options;  // at most DOM_MOST_OPTIONS, then one without a name; NULL: none
    struct dom_core core;
    const struct dom_call *call;      // NULL: it is refused at start-up (inter_fits)
    const struct dom_show *show;      // NULL: states are not shown
    const struct dom_effort *effort;  // NULL: states are counted, no more, and all are kept
    const struct dom_refine *refine;  // NULL: there is one way
    const struct dom_keep *keep;      // NULL: nothing is kept
};

static inline bool dom_has_view(const struct dom *dom) {
    return dom->show && dom->show->view;
}
#endif
