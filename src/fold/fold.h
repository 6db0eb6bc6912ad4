// SPDX-License-Identifier: MIT
// Inside the fold/expand domain: its context, and the operations of step.h on its drafts.
//
// An instruction takes the drafts before it to those after it: usually one, for the results of an instruction are joined wherever they
// can be.  A draft whose function is false is no draft: its path does not exist.
#ifndef HP_FOLD_FOLD_H
#define HP_FOLD_FOLD_H
#include "fold/shape.h"
#include "step/step.h"

struct fold {
    struct step step;
    struct fold_base base;
};
static inline struct fold_base *fold_base_of(const struct step_run *r) {
    return &((struct fold *)r->step)->base;
}
// A draft goes to the list, or is freed if it is impossible.
void fold_deliver(struct fold_draft *d, step_drafts *to);

// ---- operand.c: values of the program
enum fold_value {
    FOLD_ADDRESS = STEP_OWN,  // of byte `offset` of node `object`
    FOLD_PLACE,               // what is in a place (fold_at); `offset` is added if it is a pointer
};
struct step_value fold_at(struct fold_place p);
struct fold_place fold_place_of(const struct step_value *v);  // of a PLACE
struct fold_place fold_reg(const struct fold_draft *d, uint32_t local);  // of the innermost frame
bool fold_address(struct step_run *r, struct fold_draft *d, const struct step_place *p, struct step_value *out);  // false: gave up
// p := v, a value of so many bytes and bits.  What p held is lost (lose.c).
void fold_assign(struct step_run *r, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits, const struct step_value *v);
void fold_forget_place(struct step_run *r, struct fold_draft *d, struct fold_place p);  // it has no value any more; what it held is lost

// ---- access.c
struct fold_target {
    struct fold_draft d;
    uint32_t node, offset;
};
typedef VEC(struct fold_target) fold_targets;
enum fold_use { FOLD_READ, FOLD_WRITE, FOLD_FREE };
// What v may point to: a draft for each, with the node materialised and `size` bytes in bounds.  What else v may be goes to the sink.
void fold_deref(struct step_run *r, const struct fold_draft *d, const struct step_value *v, uint64_t size, enum fold_use use,
                fold_targets *out);

// ---- lose.c
// The place is about to lose what it holds: a block that nothing else leads to is a leak.  d goes on without such heaps.
void fold_lose(struct step_run *r, struct fold_draft *d, struct fold_place p);
bool fold_may_lose(struct step_run *r, const struct fold_draft *d, struct fold_place p);  // is that to be looked at?
bool fold_would_lose(struct step_run *r, const struct fold_draft *d, struct fold_place p);
const struct ir_loc *fold_allocation(struct step_run *r, uint32_t node);  // of its block; NULL: not known, or none

// ---- frame.c
uint32_t fold_slot_node(struct fold_base *f, const struct fold_draft *d, uint32_t func, uint32_t slot);  // of the innermost frame
void fold_end_cells(struct step_run *r, struct fold_draft *d, uint32_t node);                            // they are lost

// ---- the operations of step/ops.def
#define OP(name, result, parameters) result fold_op_##name parameters;
#define MAY(name, result, parameters)
#define PLAIN OP
#include "step/ops.def"
void fold_op_merge(struct step_run *r, step_drafts *all);
uint32_t fold_op_mark(struct step *s);
void fold_op_release(struct step *s, uint32_t mark);
void fold_op_connect(struct step_run *r, void *d, uint32_t local, enum ir_pure how, const struct step_value *a, const struct step_value *b);
bool fold_op_exclude(struct step_run *r, void *d, uint32_t local, struct num_range range);

// ---- text.c
void fold_print(struct fold_base *f, const struct fold_draft *d, struct buf *out);
// Reads what fold_print writes; lines "summarise N M" at the end are carried out.  False: *why gets a sentence.
bool fold_parse(struct fold_base *f, const char *text, struct fold_draft *d, struct buf *why);

// ---- view.c
void fold_view(void *self, dom_state s, struct view *out);

// ---- say.c
// Which edges exclude each other, go together, or need each other, as remarks of the picture.  nodes: those behind the frames, in the picture's order.
void fold_say_relations(struct fold *f, const struct fold_draft *d, const fold_list *nodes, struct view *v);

extern const struct step_ops fold_operations;
extern const struct dom fold_domain;
#endif
