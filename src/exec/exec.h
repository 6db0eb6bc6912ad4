// SPDX-License-Identifier: MIT
// The concrete interpreter: runs a program on given inputs and says what happened.  It is the oracle of the other analyses' tests and the
// last word on every fault that is reported as definite.
//
// A run is a function of program, entry, options and inputs: the same give the same result.  Every nondeterministic choice is a draw from
// the inputs and is recorded, so that the recorded list replays the run.  A run whose course depended on something that is not modelled
// is `assumed`: it shows what may happen, never what does.  So is one that depended on a choice of the interpreter's own, such as
// where objects lie in memory, unless its faults happen with every choice.
//
// Where a fault could have two names: an access through null plus any offset is null-dereference; one at an address that is no object's,
// a call of something that is no function, and a write to constant memory (string literals, code) are out-of-bounds; an access to a
// freed block is use-after-free wherever it falls.  Releasing the middle of a block, or anything but a live heap block, is invalid-free;
// releasing the start of a freed one is double-free.  An uninitialised number is one arbitrary number: it is drawn when
// it is first read, unless it was copied with others as a block of bytes before.  That it decides something is uninitialised-value.
// longjmp with a buffer that setjmp did not fill is null-dereference if it is zero, uninitialised-pointer if it was never written, else
// out-of-bounds; with one whose function has ended, use-out-of-scope.
#ifndef HP_EXEC_EXEC_H
#define HP_EXEC_EXEC_H
#include <stdio.h>

#include "base/buf.h"
#include "ir/ir.h"
#include "ir/rules.h"

struct ir_lib_table;  // ir/lib.h
struct exec_record;   // exec/record.h
struct exec_codes;    // exec/decode.h
struct exec_machine;  // exec/machine.h
struct exec_lib_call;  // exec/machine.h
struct exec_given;     // exec/given.h
struct exec_contracts;  // exec/met.h
struct exec_value;     // exec/value.h

enum exec_outcome {
    EXEC_RUNNING,        // never in a result
    EXEC_RETURNED,       // the entry returned, and exit handlers ran; there may be leaks among the faults
    EXEC_EXITED,         // exit, _exit
    EXEC_ABORTED,        // abort, or an error call or failed assertion whose rule was not asked for
    EXEC_FAULT,          // a rule was broken, and the run ended there
    EXEC_STOPPED,        // a memory fault whose rule was not asked for ended the run
    EXEC_UNKNOWN,        // something was reached that is not modelled
    EXEC_OUT_OF_STEPS,   // or time, or memory: a limit of the options
    EXEC_ASSUME_FAILED,  // the run does not exist: an assumption of the program is false
    EXEC_TRAPPED,        // the machine stops the program: integer division by zero or overflow, an unreachable place reached
    EXEC_N_OUTCOMES
};
extern const char *const exec_outcomes[EXEC_N_OUTCOMES];  // "returned", ...

// One choice, of at most 64 bits (wider ones are two, the low half first), and where it was made.
enum exec_input_kind { EXEC_CHOSEN, EXEC_CONTENTS };  // by the world; what storage holds that was never written
struct exec_input {
    enum exec_input_kind kind;
    uint64_t value;
    uint32_t bits;
    const char *what;  // "argc", "rand", ...
    struct ir_loc loc;
};

// Values of the choices in order; after the last one come zeros.  With `seeded`, after the last one come pseudo-random numbers, a mix of
// small ones, boundaries and arbitrary ones.  The seed also chooses uninitialised contents that are not drawn.
struct exec_machine;
struct exec_oracle {  // asked first; false: it does not say
    void *self;
    bool (*choose)(void *self, const struct exec_machine *m, const char *what, uint64_t *value);
};
struct exec_inputs {
    const uint64_t *values;
    uint32_t n;
    const struct exec_oracle *oracle;  // NULL: nobody
    bool seeded;
    uint64_t seed;
};

// Who looks on while a program runs, without changing anything.  The numbers are of the instruction: of its function, in its function.
struct exec_observer {
    void *self;
    void (*branch)(void *self, uint32_t func, uint32_t instr, uint32_t way);  // a BRANCH or SWITCH took this successor
    // A test of two integers of at most 64 bits, or a SWITCH, whose argument is `a` (b is 0).
    void (*compare)(void *self, uint32_t func, uint32_t instr, uint32_t bits, uint64_t a, uint64_t b);
    // A call of a library function compared bytes, and found so much of them equal.  Tests of lengths and of the bytes that differ come
    // as `compare`.
    void (*equal)(void *self, uint32_t func, uint32_t instr, uint64_t amount);
    // A call looked for this text from character `from` on of argument number `argument` of main, which the inputs chose.  May be NULL.
    void (*word)(void *self, const struct exec_machine *m, uint32_t argument, uint64_t from, const char *text);
    // The run comes to the first instruction of a block, of a function, or behind a call.  May be NULL.
    void (*block)(void *self, struct exec_machine *m, uint32_t func, uint32_t instr);
    void (*step)(void *self, struct exec_machine *m);  // before every instruction.  May be NULL
    // A function without a body is called, and has returned.  May be NULL
    void (*library)(void *self, struct exec_machine *m, const struct exec_lib_call *c, bool returned);
    // A function of callers (given.h) was called.  May be NULL
    void (*unseen)(void *self, struct exec_machine *m, const struct exec_lib_call *c);
    // An open entry (given.h) begins with these arguments; it returned these results.  May be NULL
    void (*entered)(void *self, const struct exec_machine *m, const struct exec_value *args, uint32_t n);
    void (*left)(void *self, const struct exec_machine *m, const struct exec_value *results, uint32_t n);
};
extern const struct exec_observer exec_looks_away;  // ignores everything: to start from

// Is it worth finding out where a run of so many steps lost the last pointer to a block that was allocated here?  If not, the run says nothing of
// what it lost.
struct exec_wanted {
    void *self;
    bool (*loss)(void *self, struct ir_loc allocation, uint64_t steps);
};

// Which ways open conditions take (exec/ways.h): bit i for the i-th one of a run, as far as n goes.
struct exec_ways {
    uint64_t taken;
    uint32_t n;
};

// The run of a process up to its end: which one it is, the run that waits for it knows.
struct exec_descent {
    const int32_t *ends;  // what waiting gave before
    uint32_t n_ends;
    uint32_t since;  // the choice behind the one that made it: from there on the run stays with it
    uint32_t depth;  // runs that wait for each other
};

struct exec_options {
    ir_rule_set rules;  // the rules that matter; a memory fault of another rule ends the run silently (STOPPED)
    ir_rule_set notes;  // LEAK_AT_EXIT: what only main's variables hold when it returns is not lost
    struct exec_inputs inputs;
    const struct ir_lib_table *lib;  // rows of library functions; NULL: the built-in ones
    struct exec_codes *codes;        // what runs of the program with these rows share; NULL: nothing
    const char *const *argv;         // arguments of main, argv[0] included; NULL: chosen by the inputs
    uint32_t argc;
    const struct exec_given *given;  // of an entry that is open: what callers hand over; NULL: numbers are drawn, other things are unknown
    struct exec_contracts *contracts;  // calls are looked at whether they keep them; NULL: they are not
    bool malloc_may_fail;   // then each allocation draws whether it does
    uint64_t max_steps;     // 0: the default
    uint32_t max_frames;    // depth of calls; 0: the default
    double max_seconds;     // of wall-clock time; 0: none
    uint64_t max_bytes;     // of the interpreter's memory for blocks; 0: the default
    struct buf *output[2];  // what the program writes to stdout and stderr is appended here (NULL: dropped) ...
    FILE *echo[2];          // ... and written here (NULL: dropped)
    const struct exec_observer *observer;  // NULL: nobody
    const struct exec_descent *descent;    // of a process that another run waits for (exec/lib_process.c); NULL: it is nobody's
    const struct exec_ways *ways;          // NULL: as the interpreter's choices have it
    bool alone;                            // whatever may be otherwise is unknown, and a run that goes by it ends, assumed (exec/alone.h)
    bool in_parts;                         // exec_parts_begin
    const struct exec_wanted *wanted;      // NULL: everything is
    struct exec_record *record;            // record.h: what was computed from the inputs is added here; NULL: it is not recorded
};

struct exec_place {
    uint32_t func;  // index, or UINT32_MAX: outside the program (its start, its end)
    struct ir_loc loc;
};

struct exec_fault {
    enum ir_rule rule;
    struct exec_place place;  // memory-leak: the instruction that lost the block
    const char *message;      // in C terms
    uint32_t n_chain;
    struct exec_place *chain;      // calls in progress, innermost first: the caller and the place of the call
    bool allocated, freed;         // are these known?
    struct exec_place allocation;  // birth of the block concerned
    struct exec_place release;     // its death (free, end of scope)
    uint64_t serial;               // of the block (memory.h), 0: none
    uint64_t step;                 // instructions executed before
};

struct exec_result {
    enum exec_outcome outcome;
    int32_t status;  // exit status: RETURNED, EXITED
    uint32_t n_faults;
    struct exec_fault *faults;  // in order of time
    const char *reason;         // UNKNOWN, OUT_OF_STEPS, STOPPED, TRAPPED: why, else NULL
    struct exec_place place;    // where the run ended
    bool placed;                // such a run is assumed since it went by where objects lie
    const char *assumed;        // NULL, or the first reason why this run may not be possible, or not the only one with its inputs
    const char *moving;         // a run that may be the only one: a volatile global that was read, as if nobody else changed it; or NULL
    bool unseeded;              // such a run: random numbers were used that nobody seeded (exec/lib_random.c)
    struct exec_place assumed_at;  // where that showed
    uint64_t ways;              // what the open conditions came to, bit i the i-th one
    uint32_t n_ways;
    const char *open;           // what the first of them depends on
    uint32_t n_inputs;
    struct exec_input *inputs;  // as drawn
    uint64_t given;             // serial of the newest block that callers handed over
    uint32_t structures;        // lists and trees among what they did
    bool lent;                  // a function of theirs was given something else, which it may have written to
    uint64_t steps;
    struct arena arena;  // owns the above
};

// Runs funcs[entry], which has a body.  *r is overwritten; release it with exec_result_free.
void exec_run(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *r);
void exec_result_free(struct exec_result *r);

// A run in parts, for those who do something else in between.  What *o points to stays as it is up to the end.
struct exec_parts;
struct exec_parts *exec_parts_begin(const struct ir_program *p, uint32_t entry, const struct exec_options *o);
// Goes on up to so many steps in all, or a few more.  True: it is over, and *r is as that of exec_run.  False: *r is that of a run out of steps.
bool exec_parts_go(struct exec_parts *x, uint64_t max_steps, double max_seconds, struct exec_result *r);
uint64_t exec_parts_bytes(const struct exec_parts *x);  // the memory that it takes
void exec_parts_free(struct exec_parts *x);             // NULL: does nothing
#endif
