// SPDX-License-Identifier: MIT
// Pointers in unions, where a number beside the union tells whether they are there: by the values that functions compare it with before they take them.
#ifndef HP_IR_TAGGED_H
#define HP_IR_TAGGED_H
#include "ir/inputs.h"

enum { IR_MOST_TAGGED = 8 };
struct ir_choice {
    struct ir_tagged is;
    struct ir_shape shape;  // of what the pointer leads to then
};
// Of something of a type, by values in ascending order, all of one number; 0: nothing is proposed, or required, of its unions.
uint32_t ir_input_tagged(const struct ir_inputs *in, uint32_t owner, struct ir_choice out[IR_MOST_TAGGED]);
// The pointer as a member of what the union is in: `is.text`.
void ir_name_tagged(const struct ir_program *p, const struct ir_tagged *t, struct buf *out);
static inline struct ir_demand ir_demand_where(const struct ir_tagged *t) {
    return (struct ir_demand){IR_DEMAND_TAGGED, UINT32_MAX, UINT32_MAX, t->owner, t->offset, t->value};
}
#endif
