// SPDX-License-Identifier: MIT
// An example of a heap domain (doc/adding-a-domain.md): numbers in variables, and arrays with a name.
//
// A state is one frame: a range (num/num_range.h) for every local of a function, one bit for every slot (is it alive?), and behind a RET the
// results; none is empty.  Contents of memory are not followed: what is loaded is anything.  An access to a slot or global is proved by the
// range of its offset.  Unknown by name: accesses through pointers, library functions but for choices and abort, computed jumps, promises.
#ifndef HP_INTERVALS_INTERVALS_H
#define HP_INTERVALS_INTERVALS_H
#include "dom/dom.h"
#include "dom/store.h"
#include "ir/lib.h"
#include "num/num_range.h"

struct intervals {
    const struct ir_program *program;
    struct dom_store store;
    ir_rule_set rules;
    bool conditions;           // do those of branches narrow ranges?
    struct ir_lib_table *own;  // if the options gave none
    const struct ir_lib_table *lib;
};
struct intervals_frame {
    uint32_t func;
    VEC(struct num_range) values;  // locals; slots; results
};

// A frame to words in the store and back; release what the latter gives.
dom_state intervals_seal(struct intervals *d, const struct intervals_frame *f);
struct intervals_frame intervals_unseal(const struct intervals *d, dom_state s);

// Numbers of at most 64 bits are followed, addresses as numbers; of anything else one bit is kept, which says nothing.
static inline bool intervals_follows(ir_type t) {
    return (ir_kind(t) == IR_INT || ir_kind(t) == IR_PTR) && ir_bits(t) <= 64;
}
static inline struct num_range intervals_anything(ir_type t) {
    return num_range_full(intervals_follows(t) ? ir_bits(t) : 1);
}
// The range of a value that the code of the frame reads.
struct num_range intervals_operand(const struct intervals *d, const struct intervals_frame *f, ir_val v);

// dom_core.run
void intervals_run(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out);
extern const struct dom intervals_domain;
#endif
