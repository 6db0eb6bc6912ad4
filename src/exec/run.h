// SPDX-License-Identifier: MIT
// Frames and the main loop.
//
// A frame's values stand in one array shared by all frames: first the function's locals, then the addresses of its slots (whose `block` is
// the slot's present block, or the last one, dead).  The frame's pc is the instruction being executed; in the frames below the
// top it is the call in progress.  A slot's address is a fixed offset from the frame's base on the stack.
#ifndef HP_EXEC_RUN_H
#define HP_EXEC_RUN_H
#include "exec/decode.h"
#include "exec/jump.h"
#include "exec/machine.h"

struct exec_frame {
    const struct exec_code *code;
    uint32_t func, pc;
    uint32_t values;       // first of its values
    uint32_t allocas;      // alloca blocks that are older than the frame
    uint64_t base;         // where its slots start
    uint64_t stack_bytes;  // of slots and alloca blocks in this and older frames
    bool outermost;        // its return ends the loop that it was started by
};

struct exec_stack {
    VEC(struct exec_frame) frames;
    VEC(struct exec_value) values;
    VEC(uint32_t) allocas;            // blocks
    VEC(struct exec_value) args;      // of the call in the making
    VEC(struct exec_value) returned;  // what an outermost frame returned, and its types
    VEC(ir_type) returned_types;
    VEC(struct exec_note) notes;  // jump.h: by age
    uint32_t landing;             // longjmp was called: number of the note, from 1 on; else 0
    struct exec_value landed;     // with this value
};

// Runs until the frame that is now on top returns (true) or the run ends (false).
bool exec_loop(struct exec_machine *m);
bool exec_loop_on(struct exec_machine *m);  // likewise of the first frame of all, after a pause (machine.h: pausable)
// Calls a function with a body: pushes its frame.  n_args arguments, then `varargs` (NULL: none) for a variadic function.
bool exec_push(struct exec_machine *m, uint32_t func, const struct exec_value *args, const ir_type *types, uint32_t n_args,
               const struct exec_value *varargs, bool outermost);
// Does the interpreter run the function's own body (and not a model of it)?
bool exec_has_body(struct exec_machine *m, uint32_t func);
// Ends the frame on top and the storage in it.
void exec_pop(struct exec_machine *m);
// The CALL instruction on top; true: goes on, in the callee or behind the call.
bool exec_do_call(struct exec_machine *m, const struct exec_instr *i);
// The RET instruction on top: pops the frame and hands over the results.
bool exec_do_return(struct exec_machine *m, const struct exec_instr *i);
// The function that a value stands for, UINT32_MAX if it is one of callers (given.h); ends the run if it is none.
bool exec_callee(struct exec_machine *m, const struct exec_value *callee, uint32_t *func);

// ENTER, LEAVE; ALLOCA, RELEASE.
bool exec_enter(struct exec_machine *m, ir_val subject);
void exec_leave(struct exec_machine *m, ir_val subject);
bool exec_alloca(struct exec_machine *m, const struct exec_value *n, struct exec_value *out);
void exec_release(struct exec_machine *m, uint64_t mark);

static inline struct exec_frame *exec_top(const struct exec_machine *m) {
    return &m->stack->frames.at[m->stack->frames.n - 1];
}
static inline struct exec_value *exec_values(const struct exec_machine *m) {
    return &m->stack->values.at[exec_top(m)->values];
}
// An operand, as decoded; perhaps a number that is not chosen yet.
static inline const struct exec_value *exec_get(const struct exec_machine *m, const struct exec_value *values, int32_t operand) {
    return operand >= 0 ? &values[operand] : &m->pool[~operand];
}
// Chooses an uninitialised number of the frame on top, once for all.
void exec_choose(struct exec_machine *m, int32_t operand);
// An operand as it is read.
static inline const struct exec_value *exec_operand(struct exec_machine *m, const struct exec_value *values, int32_t operand) {
    const struct exec_value *v = exec_get(m, values, operand);
    if (v->flags & EXEC_UNCHOSEN) exec_choose(m, operand);
    return v;
}
#endif
