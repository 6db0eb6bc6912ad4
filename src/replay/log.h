// SPDX-License-Identifier: MIT
// What the world did in a run of the interpreter, so that a compiled program can be made to meet the same world: what the arguments of the
// entry were, what each function without a body gave back and wrote, which allocations failed, what uninitialised memory held.
//
// A call is kept if its function belongs to the world (its result or what it writes is not computed from its arguments alone), allocates,
// or is not in the C library.  What a call wrote is told by argument and offset, in bytes.  `unable` is the first reason why the run cannot be had from
// a compiled program; then the rest may be incomplete.
#ifndef HP_REPLAY_LOG_H
#define HP_REPLAY_LOG_H
#include "base/arena.h"
#include "base/vec.h"
#include "exec/exec.h"
#include "ir/lib.h"

// What becomes of a function without a body when the program is compiled.
enum replay_role {
    REPLAY_REAL,      // the C library has it, and it does what the interpreter does
    REPLAY_WORLD,     // gives what it gave in the run
    REPLAY_ALLOCATES, // the C library has it; fails when it failed in the run
    REPLAY_FREES,     // not in the C library: free
    REPLAY_ASSUMES,
    REPLAY_ERROR,     // an error call or failed assertion: says so
    REPLAY_ASSERTS,   // the same if its argument is 0
    REPLAY_NOT_CALLED // neither in the C library nor called in the run
};
enum replay_kind { REPLAY_NOTHING, REPLAY_NUMBER, REPLAY_INSIDE, REPLAY_STATIC, REPLAY_HEAP, REPLAY_HANDLE, REPLAY_GIVEN };
struct replay_value {
    enum replay_kind kind;
    ir_type type;
    uint64_t number, high;  // NUMBER: its bits
    uint32_t arg;           // INSIDE: what it points into; GIVEN: the object
    uint64_t serial;        // STATIC, HANDLE: which object it is
    uint64_t offset;        // INSIDE, GIVEN
    const uint8_t *bytes;   // STATIC, HEAP: contents of the object pointed to; NULL: nothing was written
    uint64_t size;
};
struct replay_write {
    uint32_t arg;
    uint64_t offset, n;
    const uint8_t *bytes;
};
struct replay_branch {  // a BRANCH or SWITCH took this successor
    uint32_t func, instr, way;
    uint32_t calls;  // in the log before it
};
struct replay_call {
    uint32_t func;
    struct exec_place place;
    bool drew;         // it made a choice
    bool returned;     // else the run ended in it
    uint32_t n_args;
    const ir_type *types;
    struct replay_value result;
    uint64_t serial;   // of the heap block that it allocated; 0: none
    bool failed;       // ALLOCATES: by choice
    uint32_t n_writes;
    struct replay_write *writes;
    const uint64_t *serials;  // by argument: of the block that it points to; 0: none
    const char *text;         // the string that its first pointer to one gives, or NULL
    const uint8_t *input;     // of a function that reads: what it read (scanf and its kind: what it stored, in words); NULL: nothing
    uint64_t n_input;
    uint32_t touched;  // a call that did not return: the argument through which it failed, or UINT32_MAX
    uint64_t beyond;   // and the offset
    bool wrote;        // by writing
};
// What variables that nobody had written held when the run read them.
enum replay_stack { REPLAY_NOT_READ, REPLAY_ZEROS, REPLAY_OTHERS };
struct replay_patch {  // what a heap block held although nobody had written it
    uint64_t serial, offset;
    uint32_t n;
    uint64_t value;
};
// What callers handed to an open entry (exec/given.h).
struct replay_link {
    uint64_t offset;
    uint32_t to, func;  // an object, from `at` on; or, if that is UINT32_MAX, a function of the program
    uint64_t at;
};
struct replay_object {
    uint32_t block, global;  // the global that it is, or UINT32_MAX: a block of the heap
    bool function;           // it is a function of a caller
    uint64_t size;
    const uint8_t *bytes;
    uint32_t n_links;
    struct replay_link *links;
};
struct replay_log {
    struct arena arena;
    const struct ir_program *p;
    uint32_t entry;
    const struct ir_lib_table *lib;
    VEC(struct replay_call) calls;
    VEC(struct replay_branch) branches;  // the first of them
    VEC(struct replay_patch) patches;
    VEC(const char *) argv, environment;
    VEC(struct replay_value) args;  // of an entry that is not main
    VEC(struct replay_object) given;
    VEC(uint64_t) answers;          // of functions of callers, in order
    bool has_argv, has_environment, failed_allocation;
    enum replay_stack stack;
    uint64_t lost;                  // serial of the block that the finding in question is about, if it was lost; else 0
    uint64_t reused;                // serial of the block at fault if a living one has its place, else 0
    const char *unable;             // or NULL
};

// Runs funcs[entry] with options o (whose observer is not used) and keeps what happened; *run is its result.
void replay_log_run(struct replay_log *l, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *run);
// The same with the choices of a result (check.h).
void replay_log_again(struct replay_log *l, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const char *inputs,
                      struct exec_result *run);
void replay_log_free(struct replay_log *l);
enum replay_role replay_role_of(const struct replay_log *l, uint32_t func);
// Is it called in the run?
bool replay_is_called(const struct replay_log *l, uint32_t func);
// Does the C library define what this row describes?
bool replay_in_libc(const struct ir_lib *row);
#endif
