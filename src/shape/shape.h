// SPDX-License-Identifier: MIT
// Inside the domain of three-valued structures: its context, and the operations of step.h on its drafts.
#ifndef HP_SHAPE_SHAPE_H
#define HP_SHAPE_SHAPE_H
#include "ir/calls.h"
#include "shape/state.h"
#include "step/step.h"

struct shape {
    struct step step;
    struct ir_calls calls;
    struct shape_scan scan;
    struct shape_vocabulary vocabulary;
    const char *refused;  // why the program cannot be described, or NULL
    struct shape_states states;
};
static inline struct shape *shape_of(const struct step_run *r) {
    return (struct shape *)r->step;
}
static inline struct shape_vocabulary *shape_vocabulary_of(const struct step_run *r) {
    return &shape_of(r)->vocabulary;
}

// ---- draft.c: drafts as the driver holds them
void shape_discard(struct step_run *r, struct shape_draft *d);
struct shape_draft shape_take(void *draft);                    // out of what the driver holds, which is left empty
void shape_box(struct shape_draft *d, step_drafts *out);       // for the driver
// What became of a draft that was taken, as an operation of step.h returns it.
bool shape_hand(void *draft, shape_drafts *done, step_drafts *out);

// ---- heap.c: blocks, fields.  Drafts that are handed over are used up; results are appended.
struct shape_read {
    struct shape_draft d;
    struct step_value value;
};
typedef VEC(struct shape_read) shape_reads;
// The value of a field of the individual of a name, in each case.
void shape_get_field(struct step_run *r, struct shape_draft *d, uint32_t name, uint32_t field, shape_reads *out);
void shape_set_field(struct step_run *r, struct shape_draft *d, uint32_t name, uint32_t field, struct step_value v, shape_drafts *out);
// The number at an offset of the individual, in each case; and what is written there, or perhaps written there.
void shape_get_number(struct step_run *r, struct shape_draft *d, uint32_t name, int64_t offset, uint32_t size, shape_reads *out);
void shape_set_number(struct step_run *r, struct shape_draft *d, const struct step_value *base, int64_t low, int64_t high, uint64_t size,
                      const struct step_value *v);
// A new block; its name, or SHAPE_NAMES after giving up.  d stays the caller's.
uint32_t shape_new_block(struct step_run *r, struct shape_draft *d, const struct shape_sort *s, bool known, bool zeroed);
// The block is gone; pointers to it become `then` (SHAPE_FREED or SHAPE_GONE).
void shape_end_block(struct step_run *r, struct shape_draft *d, uint32_t name, enum shape_kind then, shape_drafts *out);
uint32_t shape_sort_named(const struct step_run *r, const struct shape_draft *d, uint32_t name);  // number of its sort, or UINT32_MAX
bool shape_size_of(const struct step_run *r, const struct shape_draft *d, uint32_t name, uint64_t *size);
bool shape_is_heap(const struct step_run *r, const struct shape_draft *d, uint32_t name);
void shape_drop_aids(struct shape_draft *d);
// Shadows are renewed; names that no value holds go; blocks that are not reached any more are leaks.  False: one may be, and the path ends here.
bool shape_tidy(struct step_run *r, struct shape_draft *d);
bool shape_would_lose(struct step_run *r, const struct shape_draft *d, uint32_t index);  // if the value at this place of the table went
// Does it point to a block with a pointer to one that is shared?  While the name stays, that can end for sure.
bool shape_holds_shared(const struct step_run *r, const struct shape_draft *d, uint32_t index);
// Does it point to a block that another leads to without a way back, where there is one otherwise?  While the name stays, it is known which one that is.
bool shape_holds_odd_end(const struct step_run *r, const struct shape_draft *d, uint32_t index);
bool shape_has_heap(const struct step_run *r, const struct shape_draft *d);

// ---- operand.c: values of the program
struct step_value *shape_local(struct shape_draft *d, uint32_t local);  // of the innermost frame
struct step_value shape_resized(struct step_value v, unsigned bits);    // handed over as a value of so many bits
struct step_value shape_moved(struct step_value v, int64_t offset);
uint32_t shape_object_value(const struct step_run *r, const struct shape_draft *d, uint32_t object, uint32_t frame, uint32_t value);

// ---- access.c
enum shape_use { SHAPE_READ, SHAPE_WRITE, SHAPE_FREE };
bool shape_usable(struct step_run *r, const struct shape_draft *d, const struct step_place *p, uint64_t size, enum shape_use use);

// ---- the operations of step/ops.def
#define OP(name, result, parameters) result shape_op_##name parameters;
#define MAY(name, result, parameters)
#include "step/ops.def"
bool shape_op_ready(struct step_run *r, void *d);
bool shape_op_localise(struct step_run *r, void *d, uint32_t callee);
void *shape_op_back(struct step_run *r, dom_state at_call, dom_state at_exit, uint32_t callee);

extern const struct dom shape_domain;
#endif
