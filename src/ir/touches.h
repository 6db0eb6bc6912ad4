// SPDX-License-Identifier: MIT
// The globals that a function, and everything that it may call, can name: by an operand, or through the initial contents of one that it
// names.  A global that it cannot name it reaches only through a pointer that it is given.
//
// A bit set per component of the call graph.  A call through a pointer may enter every function whose address is taken, fit or not; what
// the library does itself concerns globals without definition at most, and these every function touches.
#ifndef HP_IR_TOUCHES_H
#define HP_IR_TOUCHES_H
#include "ir/calls.h"

struct ir_touches {
    uint32_t n_words;     // of a set
    uint64_t *sets;       // by component
    uint32_t *component;  // by function
    bool *recursive;      // by function
};

void ir_touches_build(struct ir_touches *t, const struct ir_calls *c);  // of the program whose calls these are
void ir_touches_free(struct ir_touches *t);
static inline bool ir_touches(const struct ir_touches *t, uint32_t func, uint32_t global) {
    return t->sets[(uint64_t)t->component[func] * t->n_words + global / 64] >> global % 64 & 1;
}
#endif
