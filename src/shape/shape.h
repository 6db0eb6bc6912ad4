// SPDX-License-Identifier: MIT
// Inside the domain of three-valued structures: its context, and one run over a piece of code.
#ifndef HP_SHAPE_SHAPE_H
#define HP_SHAPE_SHAPE_H
#include "dom/dom.h"
#include "ir/calls.h"
#include "ir/cfg.h"
#include "ir/ending.h"
#include "ir/lib.h"
#include "ir/live.h"
#include "shape/state.h"

struct shape_facts {  // of a function, made when first needed
    bool made;
    struct ir_cfg cfg;
    struct ir_live live;
};
struct shape {
    const struct ir_program *program;
    struct dom_options options;
    struct ir_lib_table *own_lib;  // if the options gave none
    const struct ir_lib_table *lib;
    struct shape_facts *facts;     // by function
    struct ir_calls calls;
    struct shape_scan scan;
    struct shape_vocabulary vocabulary;
    const char *refused;           // why the program cannot be described, or NULL
    struct shape_states states;
    uint32_t main;                 // whose end is the end of the program, or UINT32_MAX
};
struct shape_run {
    struct shape *shape;
    struct shape_vocabulary *vocabulary;
    const struct ir_func *func;
    uint32_t func_index;
    uint32_t at;  // the instruction being run
    struct dom_sink *out;
};
const struct shape_facts *shape_facts(struct shape *s, uint32_t func);

// ---- run.c
struct shape_run shape_run_begin(struct shape *s, uint32_t func, struct dom_sink *out);
void shape_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out);
// A fault of all that the draft stands for, or one after which the path goes on.  `cut`: of some of it, and the rest is not followed.
void shape_fault(struct shape_run *r, enum ir_rule rule, const char *message);
void shape_fault_cut(struct shape_run *r, enum ir_rule rule, const char *message);
void shape_give_up(struct shape_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void shape_discard(struct shape_run *r, struct shape_draft *d);
// Variables that die with the present instruction are forgotten: temporaries, or all that `keep_user` does not name.
void shape_drop_dead(struct shape_run *r, struct shape_draft *d);
bool shape_open(struct shape_run *r, dom_state s, struct shape_draft *d);  // false: no heap is described; d is freed

// ---- heap.c: blocks, fields.  Drafts that are handed over are used up; results are appended.
struct shape_read {
    struct shape_draft d;
    struct shape_value value;
};
typedef VEC(struct shape_read) shape_reads;
// The value of a field of the individual of a name, in each case.
void shape_get_field(struct shape_run *r, struct shape_draft *d, uint32_t name, uint32_t field, shape_reads *out);
void shape_set_field(struct shape_run *r, struct shape_draft *d, uint32_t name, uint32_t field, struct shape_value v, shape_drafts *out);
// The number at an offset of the individual, in each case; and what is written there, or perhaps written there.
void shape_get_number(struct shape_run *r, struct shape_draft *d, uint32_t name, int64_t offset, uint32_t size, shape_reads *out);
void shape_set_number(struct shape_run *r, struct shape_draft *d, const struct shape_value *base, int64_t low, int64_t high, uint64_t size,
                      const struct shape_value *v);
// A new block; its name, or SHAPE_NAMES after giving up.  d stays the caller's.
uint32_t shape_new_block(struct shape_run *r, struct shape_draft *d, const struct shape_sort *s, bool known, bool zeroed);
// The block is gone; pointers to it become `then` (SHAPE_FREED or SHAPE_GONE).
void shape_end_block(struct shape_run *r, struct shape_draft *d, uint32_t name, enum shape_kind then, shape_drafts *out);
uint32_t shape_sort_named(const struct shape_run *r, const struct shape_draft *d, uint32_t name);  // number of its sort, or UINT32_MAX
bool shape_size_of(const struct shape_run *r, const struct shape_draft *d, uint32_t name, uint64_t *size);
bool shape_is_heap(const struct shape_run *r, const struct shape_draft *d, uint32_t name);
void shape_drop_aids(struct shape_draft *d);
// Shadows are renewed; names that no value holds go; blocks that are not reached any more are leaks.  False: one may be, and the path ends here.
bool shape_tidy(struct shape_run *r, struct shape_draft *d);
bool shape_would_lose(struct shape_run *r, const struct shape_draft *d, uint32_t index);  // if the value at this place of the table went
// Does it point to a block with a pointer to one that is shared?  While the name stays, that can end for sure.
bool shape_holds_shared(const struct shape_run *r, const struct shape_draft *d, uint32_t index);
// Does it point to a block that another leads to without a way back, where there is one otherwise?  While the name stays, it is known which one that is.
bool shape_holds_odd_end(const struct shape_run *r, const struct shape_draft *d, uint32_t index);
bool shape_has_heap(const struct shape_run *r, const struct shape_draft *d);

// ---- operand.c: values of the program
unsigned shape_bits(ir_type t);                                        // of its numbers; 0: too wide
struct shape_value *shape_local(struct shape_draft *d, uint32_t local);  // of the innermost frame
bool shape_eval(struct shape_run *r, struct shape_draft *d, ir_val v, struct shape_value *out);  // false: gave up
struct num_range shape_range(const struct shape_value *v, unsigned bits);
struct shape_value shape_resized(struct shape_value v, unsigned bits);  // handed over as a value of so many bits
// An address: a value, and the bytes that are added to it.
struct shape_place {
    struct shape_value base;
    int64_t low, high;
};
bool shape_address(struct shape_run *r, struct shape_draft *d, const struct ir_addr *a, struct shape_place *out);
struct shape_value shape_moved(struct shape_value v, int64_t offset);

// ---- compare.c
enum num_truth shape_equal(const struct shape_run *r, const struct shape_draft *d, const struct shape_value *a, const struct shape_value *b);
bool shape_let(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out);  // false: d is done with
bool shape_narrow(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range range);  // v is in the range; false: impossible
bool shape_assume(struct shape_run *r, struct shape_draft *d, ir_val v, bool outcome);                   // false: impossible

// ---- access.c
enum shape_use { SHAPE_READ, SHAPE_WRITE, SHAPE_FREE };
bool shape_usable(struct shape_run *r, const struct shape_draft *d, const struct shape_place *p, uint64_t size, enum shape_use use);
void shape_load(struct shape_run *r, struct shape_draft *d, const struct shape_place *p, ir_type t, shape_reads *out);
void shape_store(struct shape_run *r, struct shape_draft *d, const struct shape_place *p, uint32_t size, struct shape_value v, shape_drafts *out);
void shape_copy(struct shape_run *r, struct shape_draft *d, const struct shape_place *to, const struct shape_place *from, uint64_t n,
                shape_drafts *out);
void shape_fill(struct shape_run *r, struct shape_draft *d, const struct shape_place *to, struct num_range byte, uint64_t n, shape_drafts *out);
uint32_t shape_object_value(const struct shape_run *r, const struct shape_draft *d, uint32_t object, uint32_t frame, uint32_t value);

// ---- step.c, lib.c
void shape_step(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out);  // d is taken
void shape_library(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, uint32_t callee, shape_drafts *out);
// Is it a local that chooses among elements of arrays, and has a few values?
bool shape_is_few_index(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range *range);
bool shape_begin_slot(struct shape_run *r, struct shape_draft *d, uint32_t slot);  // it is not alive; false: gave up
void shape_end_slot(struct shape_run *r, struct shape_draft *d, uint32_t slot, shape_drafts *out);

// ---- call.c
void shape_initial(void *self, uint32_t entry, struct dom_sink *out);
void shape_call_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out);
dom_state shape_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
dom_state shape_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
void shape_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out);
void shape_check_cleanup(struct shape_run *r, const struct shape_draft *d);

extern const struct dom shape_domain;
#endif
