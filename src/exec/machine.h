// SPDX-License-Identifier: MIT
// A run in progress, and the services that the models of library functions (lib_*.c) are built from.
//
// The machine has memory, a stack of frames, and an outcome that is EXEC_RUNNING until the run ends.  Functions that return bool return
// true while the run goes on; false says that it ended (a fault, an exit, something unknown) and that everything between here and the
// main loop returns false at once.  After false nothing else of the machine may be changed.
//
// Addresses, lengths and other values that decide what happens next go through exec_decide, so that a run that depends on an unknown value,
// or on an arbitrary choice of the interpreter (open.h), is marked.
#ifndef HP_EXEC_MACHINE_H
#define HP_EXEC_MACHINE_H
#include "base/intern.h"
#include "exec/exec.h"
#include "exec/memory.h"
#include "exec/table.h"
#include "exec/value.h"
#include "ir/eval.h"

struct exec_code;   // decode.h: a function's instructions, decoded when it is first called
struct exec_stack;  // run.h
struct exec_lib;    // the library models' own
struct exec_watch;  // watch.h

struct exec_handler {  // an exit handler
    struct exec_value func, arg;
    bool has_arg;
};

struct exec_argument {  // a string of argv that was drawn: all that its block has room for
    uint32_t block, input;  // input: the choice of its length, which those of its characters follow
};

struct exec_answer {  // of a function of callers (given.h)
    uint32_t block;
    uint64_t asked[2];
    struct exec_value value;
};

struct exec_machine {
    const struct ir_program *program;
    uint32_t entry;
    const struct exec_options *options;
    struct exec_result *result;
    enum exec_outcome outcome;
    int32_t status;
    bool no_handlers;  // _Exit: exit handlers do not run
    struct exec_memory memory;
    uint32_t first_global, first_func, first_label;  // block number = first + index
    struct intern reasons;                           // why a value is unknown; number 0 is ""
    struct exec_table mixes;                         // mix.h: struct exec_mix
    struct exec_table opens;                         // open.h: struct exec_open
    struct exec_value *pool;                         // what constants and addresses of symbols evaluate to
    struct exec_codes *codes;                        // decode.h
    struct exec_stack *stack;                        // run.h
    uint32_t limbo;                                  // a dead block: what a slot's address points to before the slot is entered
    uint32_t nesting;                                // main loops in progress, one inside a library function inside another
    uint64_t steps, pause_at;                        // instructions executed; when the loop next looks at limits and watches
    bool pausable;                                   // at its limit of steps the main loop returns false, but the run is not over (outcome RUNNING)
    uint32_t collect_at;                             // dead blocks that make the loop look for numbers to use again
    struct exec_watch *watch;                        // watch.h; NULL: none
    struct exec_end *end;                            // likewise
    VEC(struct exec_handler) handlers;
    VEC(struct exec_input) inputs;  // as drawn
    VEC(const char *) reason_text;  // by number of reason: its copy in the result, once it was needed
    uint64_t random;                // state of the generator
    uint64_t frozen;                // alone.h: a write to a block with a smaller serial makes the run assumed
    double deadline;
    struct exec_value environment;  // char **, once made
    bool has_environment;
    VEC(struct exec_argument) arguments;
    VEC(struct exec_answer) answers;
    uint32_t argv;  // block of the array; 0: there is none
    struct exec_lib *lib;  // NULL at first
    uint32_t calling;      // library function in progress, for messages, or UINT32_MAX
};

// ---- values ------------------------------------------------------------------------------------------------------------------------

// Block + offset as a pointer.
struct exec_value exec_pointer(const struct exec_machine *m, uint32_t block, uint64_t offset);
// Some value of this type that nobody knows: drawn from the inputs, marked unknown for the reason given.
struct exec_value exec_any(struct exec_machine *m, ir_type type, const char *why);
// A choice of the environment that is as good as any (nondet, rand): drawn, recorded, known.
struct exec_value exec_draw(struct exec_machine *m, ir_type type, const char *what);
struct exec_value exec_draw_contents(struct exec_machine *m, ir_type type);  // of storage that was never written
// The same for a choice that the interpreter itself goes by: of at most 64 bits.
uint64_t exec_draw_number(struct exec_machine *m, ir_type type, const char *what);
// An input of the program: as exec_draw, but an exact record (record.h) follows it.
struct exec_value exec_draw_input(struct exec_machine *m, ir_type type, const char *what);
bool exec_draw_truth(struct exec_machine *m, const char *what);  // a choice between two, likewise
// A drawn number below n (n at least 1).
uint64_t exec_draw_below(struct exec_machine *m, uint64_t n, const char *what);
// The number, for a decision.  If it is unknown or open the run becomes assumed.
uint64_t exec_decide(struct exec_machine *m, const struct exec_value *v);
// The same, where only zero or not matters.
bool exec_decide_truth(struct exec_machine *m, const struct exec_value *v);
// The same for a number of 32 bits of which only the sign matters.
int32_t exec_decide_sign(struct exec_machine *m, const struct exec_value *v);
// The same for a byte or character that is looked at as it is; false: it is uninitialised, and that ends the run.
bool exec_look(struct exec_machine *m, const struct exec_value *v);
// Address arithmetic: v + offset, modulo the pointer width, provenance kept.
struct exec_value exec_plus(const struct exec_machine *m, const struct exec_value *v, uint64_t offset);
const char *exec_reason(const struct exec_machine *m, const struct exec_value *v);  // why it is unknown
uint16_t exec_reason_number(struct exec_machine *m, const char *why);               // for the field `why`

// ---- memory: checked, ends the run with the fault ----------------------------------------------------------------------------------------

enum exec_access { EXEC_READ, EXEC_WRITE };
// May n bytes at `at` be accessed?  n = 0 is always allowed.  True: *block and *offset say where (undefined for n = 0).
bool exec_check(struct exec_machine *m, const struct exec_value *at, uint64_t n, enum exec_access access, uint32_t *block,
                uint64_t *offset);
bool exec_load(struct exec_machine *m, const struct exec_value *at, ir_type type, struct exec_value *out);
bool exec_store(struct exec_machine *m, const struct exec_value *at, ir_type type, const struct exec_value *v);
bool exec_copy(struct exec_machine *m, const struct exec_value *to, const struct exec_value *from, uint64_t n);        // memmove
bool exec_copy_apart(struct exec_machine *m, const struct exec_value *to, const struct exec_value *from, uint64_t n);  // memcpy
// The bytes to be written and those to be read are accessible, and begin at the same place or are apart; false: the run ended.
bool exec_overlap(struct exec_machine *m, uint32_t block);  // they are not, in this block
bool exec_apart(struct exec_machine *m, const struct exec_value *to, uint64_t n_to, const struct exec_value *from, uint64_t n_from);
bool exec_fill(struct exec_machine *m, const struct exec_value *to, const struct exec_value *byte, uint64_t n);  // memset
bool exec_havoc(struct exec_machine *m, const struct exec_value *to, uint64_t n, const char *why);
// Byte number i after `at`, for decisions (exec_decide included): what string functions read.
bool exec_byte(struct exec_machine *m, const struct exec_value *at, uint64_t i, uint8_t *byte);
// Host bytes into the program's memory.
bool exec_put(struct exec_machine *m, const struct exec_value *to, const void *bytes, uint64_t n);
// Length of the string at `at`; every byte up to the terminator is checked.
bool exec_strlen(struct exec_machine *m, const struct exec_value *at, uint64_t *n);

// The block and offset that a pointer stands for, dead blocks included, without any access: false (and no fault) if there is none.
static inline bool exec_resolve(const struct exec_machine *m, const struct exec_value *at, uint32_t *block, uint64_t *offset) {
    uint64_t address = (uint64_t)at->bits;
    uint32_t b = at->block && !(at->block & EXEC_MIX) ? at->block : exec_block_at(&m->memory, address);
    if (!b) return false;
    *block = b;
    *offset = (address - exec_block(&m->memory, b)->address) & (uint64_t)ir_mask(m->program->pointer_bits);
    return true;
}

// A new block of GLOBAL, CODE, LABEL, STATIC, HEAP or RESOURCE kind, born here; ends the run if there is no room.
bool exec_new(struct exec_machine *m, enum exec_kind kind, uint64_t size, uint64_t align, enum exec_birth birth, uint32_t *block);
// A heap block of n bytes.  *out is null if the request exceeds half of the address space, or if allocations may fail and this one does.
bool exec_malloc(struct exec_machine *m, uint64_t n, uint64_t align, enum exec_birth birth, struct exec_value *out);
// An object of the library (FILE, DIR) that the program may hold and give back but not look into; `kind_of` is the library's own number.
bool exec_resource(struct exec_machine *m, uint64_t n, uint32_t kind_of, struct exec_value *out);
// Static storage of the library (errno, the result of getenv): never freed, a root for leaks.
bool exec_static(struct exec_machine *m, uint64_t n, enum exec_birth birth, struct exec_value *out);
// free(at): null does nothing.  With EXEC_RESOURCE: the release of a resource; EXEC_STATIC: of what belonged to one.  Faults say `what`.
bool exec_free(struct exec_machine *m, const struct exec_value *at, enum exec_kind kind, const char *what);

// ---- the end of the run: each returns false ----------------------------------------------------------------------------------------------

bool exec_fault(struct exec_machine *m, enum ir_rule rule, uint32_t block, const char *format, ...) __attribute__((format(printf, 4, 5)));
bool exec_give_up(struct exec_machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));  // UNKNOWN, by this reason
bool exec_exit(struct exec_machine *m, int32_t status, bool handlers);
bool exec_abort(struct exec_machine *m);
bool exec_trap(struct exec_machine *m, const char *why);
bool exec_assume_failed(struct exec_machine *m);
// A function that must change nothing does.
void exec_alone_changes(struct exec_machine *m);
// Not an end: from here on the run is only a possible one.
void exec_assume(struct exec_machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- calls -------------------------------------------------------------------------------------------------------------------------------

// Calls back into the program (or the library): qsort's comparison, exit handlers.  results has room for what the callee returns at most
// `n_results` of; missing ones are unknown.
bool exec_call(struct exec_machine *m, const struct exec_value *callee, const struct exec_value *args, const ir_type *types,
               uint32_t n_args, struct exec_value *results, const ir_type *result_types, uint32_t n_results);
void exec_at_exit(struct exec_machine *m, struct exec_handler h);
// What the program prints: stream 1 or 2; others are dropped.
void exec_output(struct exec_machine *m, int stream, const char *text, uint64_t n);
// The environment, a char ** with a null at its end, made at first use.
bool exec_environment(struct exec_machine *m, struct exec_value *out);
// Where the run is: the innermost instruction of the program.
struct exec_place exec_here(const struct exec_machine *m);

// A call of a function without a body.
struct exec_lib_call {
    uint32_t func;                  // index in program->funcs
    const struct exec_value *args;  // as passed, variadic ones included
    const ir_type *types;           // of the arguments
    uint32_t n_args;
    struct exec_value *results;  // zeroed; to be filled
    const ir_type *result_types;
    uint32_t n_results;
};

// ---- what the library models implement (lib_*.c) -----------------------------------------------------------------------------------------

// Host memory of the library must not hold program pointers from one call to the next (numbers of dead blocks are used again): such
// pointers belong into static blocks (exec_static).  Pointers to resources and static blocks may be kept.
void exec_lib_begin(struct exec_machine *m);  // once the globals' blocks exist, before their contents are used: sets m->lib
void exec_lib_end(struct exec_machine *m);
// Does the library model this function although it has a body?
bool exec_lib_takes(const struct exec_machine *m, uint32_t func);
// The call of a function without a body, or that the library takes.  Without a model: what it can reach has escaped,
// results are unknown, memory stays as it is, the run is assumed.
bool exec_lib_call(struct exec_machine *m, const struct exec_lib_call *c);
// Contents of an extern variable that the library defines (stdin, environ, errno tables): true if it was one and memory is set up.
// Called for each EXTERN global at the start; the block exists, with unknown contents.  May end the run: see m->outcome.
bool exec_lib_var(struct exec_machine *m, uint32_t global, uint32_t block);
#endif
