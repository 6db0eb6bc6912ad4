// SPDX-License-Identifier: MIT
// The builder: the only way instructions get into a function.  It refuses ill-formed sequences by assertion-like errors: the first misuse
// is recorded in `error` (an English sentence), everything after it is ignored, and ir_build_end returns false.
//
// Use: ir_build_begin; ir_build_local/slot/block in any order; then for each block, in the order in which they shall stand,
// ir_build_at(block) and its instructions, the last an END; ir_build_end.  Blocks that were declared but never filled are an error.
// Arrays handed in are copied; text is copied (NULL is ""); index terms of scale 0 are dropped.  `loc` applies to the variables, slots and
// instructions that follow (a temporary has the place of its definition).
// A function that is only declared (IR_EXTERN) gets its parameters the same way and has no blocks.
//
// What the builder does not see is left to ir_valid: that the definition of a temporary dominates its uses.
#ifndef HP_IR_BUILD_H
#define HP_IR_BUILD_H
#include "ir/ir.h"

struct ir_build_names {
    struct intern taken;
    VEC(uint32_t) suffix;  // by number of a taken name: the next suffix to try
};
struct ir_build {
    struct ir_program *program;
    uint32_t func;
    struct ir_loc loc;
    uint32_t block;  // being filled, or UINT32_MAX
    char error[200];
    VEC(uint32_t) order;  // blocks in the order in which they were begun
    VEC(bool) begun;      // by block
    VEC(bool) defined;    // by local: a temporary that has been assigned
    struct ir_build_names local_names, slot_names, block_names;
};

// Starts the body of program->funcs[func], whose params and rets are set by the calls below or already there.
void ir_build_begin(struct ir_build *b, struct ir_program *p, uint32_t func);
// Parameters must come first.  name NULL: a temporary (flags gets IR_TEMP).  A name already taken gets ".2", ".3", ... appended.
uint32_t ir_build_local(struct ir_build *b, const char *name, ir_type type, uint32_t ctype, uint32_t flags);
uint32_t ir_build_param(struct ir_build *b, const char *name, ir_type type, uint32_t ctype, uint32_t flags);
uint32_t ir_build_slot(struct ir_build *b, const char *name, uint64_t size, uint32_t align, uint32_t ctype, uint32_t flags);
// A function without body of this name, declared now if it is not there; `result` 0: none.  Pointers to functions of the program are valid no longer.
ir_val ir_build_declared(struct ir_program *p, const char *name, ir_type result, const ir_type *params, uint32_t n);
uint32_t ir_build_block(struct ir_build *b, const char *name);  // taken names get a suffix; NULL: "b"
void ir_build_at(struct ir_build *b, uint32_t block);
bool ir_build_open(const struct ir_build *b);  // is a block being filled that has no END yet?

// Instructions with a destination: `dst` is a local.  The _temp forms make a temporary of the given type and return it as a value.
void ir_build_let(struct ir_build *b, uint32_t dst, enum ir_pure pure, ir_val a, ir_val c, ir_val d);
ir_val ir_build_let_temp(struct ir_build *b, ir_type type, enum ir_pure pure, ir_val a, ir_val c, ir_val d);
void ir_build_addr(struct ir_build *b, uint32_t dst, const struct ir_addr *a);
void ir_build_any(struct ir_build *b, uint32_t dst, const char *why);
void ir_build_load(struct ir_build *b, uint32_t dst, const struct ir_addr *a, uint8_t flags);
void ir_build_store(struct ir_build *b, ir_val v, const struct ir_addr *a, uint8_t flags);
void ir_build_copy(struct ir_build *b, const struct ir_addr *to, const struct ir_addr *from, ir_val n, uint8_t flags);
void ir_build_fill(struct ir_build *b, const struct ir_addr *to, ir_val byte, ir_val n, uint8_t flags);  // byte is i8
void ir_build_havoc(struct ir_build *b, const struct ir_addr *to, ir_val n, const char *why);
void ir_build_enter(struct ir_build *b, ir_val local_or_slot);
void ir_build_leave(struct ir_build *b, ir_val local_or_slot);
void ir_build_alloca(struct ir_build *b, uint32_t dst, ir_val n);
void ir_build_mark(struct ir_build *b, uint32_t dst);  // dst is a pointer
void ir_build_release(struct ir_build *b, ir_val mark);
void ir_build_call(struct ir_build *b, const uint32_t *dsts, uint32_t n_dsts, ir_val callee, const ir_val *args, uint32_t n_args,
                   ir_val varargs);
void ir_build_assume(struct ir_build *b, ir_val condition);
void ir_build_promise(struct ir_build *b, ir_val condition, const char *what);
void ir_build_unmodelled(struct ir_build *b, const char *name);
void ir_build_jump(struct ir_build *b, uint32_t block);
void ir_build_branch(struct ir_build *b, ir_val condition, uint32_t yes, uint32_t no);
// succs[0] is the default; cases (any order, disjoint) name successors by index; neighbouring ranges with one successor are merged, and the
// successors become distinct blocks: the default, then the others in the order of the cases.
void ir_build_switch(struct ir_build *b, ir_val v, const uint32_t *succs, uint32_t n_succs, const struct ir_case *cases, uint32_t n_cases);
void ir_build_goto(struct ir_build *b, ir_val label, const uint32_t *succs, uint32_t n_succs);
void ir_build_ret(struct ir_build *b, const ir_val *values, uint32_t n);
void ir_build_stop(struct ir_build *b, const char *why);
// Any instruction, as it is but for its place: what it points to is copied.  A SWITCH must have the form that ir_build_switch makes.
void ir_build_instr(struct ir_build *b, const struct ir_instr *i);
// Seals the function and frees what the builder holds (it must be called, also after an error): blocks get the order in which they were
// begun (numbers in successors, labels are renamed accordingly).  False: see error; the program is then only good for ir_program_free.
bool ir_build_end(struct ir_build *b);
#endif
