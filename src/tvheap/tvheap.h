// SPDX-License-Identifier: MIT
// Inside the domain of three-valued structures: its context, and the operations of step.h on its drafts.
#ifndef HP_TVHEAP_TVHEAP_H
#define HP_TVHEAP_TVHEAP_H
#include "ir/whole.h"
#include "tvheap/state.h"
#include "step/step.h"

struct tvheap {
    struct step step;
    const struct ir_calls *calls;
    struct tvheap_scan scan;
    struct tvheap_vocabulary vocabulary;
    const char *refused;  // why the program cannot be described, or NULL
    struct dom_store store;  // of states
};
static inline struct tvheap *tvheap_of(const struct step_run *r) {
    return (struct tvheap *)r->step;
}
static inline struct tvheap_vocabulary *tvheap_vocabulary_of(const struct step_run *r) {
    return &tvheap_of(r)->vocabulary;
}

// ---- heap.c: blocks, fields.  Drafts that are handed over are used up; results are appended.
struct tvheap_draft *tvheap_take(void *draft);  // out of what the driver holds, which is left empty
struct tvheap_read {
    struct tvheap_draft *d;
    struct step_value value;
};
typedef VEC(struct tvheap_read) tvheap_reads;
// The value of a field of the individual of a name, in each case.
void tvheap_get_field(struct step_run *r, struct tvheap_draft *d, uint32_t name, uint32_t field, tvheap_reads *out);
void tvheap_set_field(struct step_run *r, struct tvheap_draft *d, uint32_t name, uint32_t field, struct step_value v, step_drafts *out);
// The number at an offset of the individual, in each case; and what is written there, or perhaps written there.
void tvheap_get_number(struct step_run *r, struct tvheap_draft *d, uint32_t name, int64_t offset, uint32_t size, tvheap_reads *out);
void tvheap_set_number(struct step_run *r, struct tvheap_draft *d, const struct step_value *base, int64_t low, int64_t high, uint64_t size,
                      const struct step_value *v);
// A new block; its name, or TVHEAP_NAMES after giving up.  d stays the caller's.
uint32_t tvheap_new_block(struct step_run *r, struct tvheap_draft *d, const struct tvheap_sort *s, bool known, bool zeroed);
// The block is gone; pointers to it become `then` (TVHEAP_FREED or TVHEAP_GONE).
void tvheap_end_block(struct step_run *r, struct tvheap_draft *d, uint32_t name, enum tvheap_kind then, step_drafts *out);
uint32_t tvheap_sort_named(const struct step_run *r, const struct tvheap_draft *d, uint32_t name);  // number of its sort, or UINT32_MAX
bool tvheap_size_of(const struct step_run *r, const struct tvheap_draft *d, uint32_t name, uint64_t *size);
bool tvheap_is_heap(const struct step_run *r, const struct tvheap_draft *d, uint32_t name);
void tvheap_drop_aids(struct tvheap_draft *d);
bool tvheap_would_lose(struct step_run *r, const struct tvheap_draft *d, uint32_t index);  // if the value at this place of the table went
// Does it point to a block that another leads to without a way back, where there is one otherwise?  While the name stays, it is known which one that is.
bool tvheap_holds_odd_end(const struct step_run *r, const struct tvheap_draft *d, uint32_t index);
bool tvheap_has_heap(const struct step_run *r, const struct tvheap_draft *d);

// ---- operand.c: values of the program
struct step_value *tvheap_local(struct tvheap_draft *d, uint32_t local);  // of the innermost frame
struct step_value tvheap_resized(struct step_value v, unsigned bits);    // handed over as a value of so many bits
struct step_value tvheap_moved(struct step_value v, int64_t offset);
uint64_t tvheap_object_size(const struct step_run *r, const struct tvheap_draft *d, const struct step_value *v);  // ADDRESS; 0: not known
bool tvheap_same_object(const struct step_value *a, const struct step_value *b);
uint32_t tvheap_object_value(const struct step_run *r, const struct tvheap_draft *d, uint32_t object, uint32_t frame, uint32_t value);

// ---- access.c
enum tvheap_use { TVHEAP_READ, TVHEAP_WRITE, TVHEAP_FREE };
bool tvheap_usable(struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t size, enum tvheap_use use);

// ---- the operations of step/ops.def
#define OP(name, result, parameters) result tvheap_op_##name parameters;
#define MAY(name, result, parameters)
#define PLAIN OP
#include "step/ops.def"
bool tvheap_op_ready(struct step_run *r, void *d);
bool tvheap_op_localise(struct step_run *r, void *d, uint32_t callee);
void *tvheap_op_back(struct step_run *r, dom_state at_call, dom_state at_exit, uint32_t callee);

extern const struct dom tvheap_domain;
#endif
