// SPDX-License-Identifier: MIT
// The numbers of a program that only count: variables of functions, and those outside of them whose address nobody takes, of 32 to 64 bits, that
// every assignment gives a small number (a constant, a remainder, what was far narrower), another one that counts, or one of these a small step
// further up or down.  After n instructions one of 32 bits is at most IR_COUNTING_LARGEST + n * IR_COUNTING_STEP away from 0; so it takes hundreds
// of millions of them to pass the end of its type, read as a signed number.
#ifndef HP_IR_COUNTING_H
#define HP_IR_COUNTING_H
#include "ir/ir.h"

enum { IR_COUNTING_LARGEST = 1 << 28, IR_COUNTING_STEP = 8 };

struct ir_counting {
    uint32_t *first;  // by function: its first local in `locals`
    uint8_t *locals;  // sets of enum ir_counting_kind
    uint8_t *globals;
};
enum ir_counting_kind { IR_COUNTS = 1, IR_STEPS = 2 };  // STEPS: it is a small step

void ir_counting_build(struct ir_counting *c, const struct ir_program *p);
void ir_counting_free(struct ir_counting *c);
// Is the instruction, of function number f, a sum or a difference that is a number that counts a step further?  *which: the argument that counts.
bool ir_is_step(const struct ir_counting *c, const struct ir_program *p, uint32_t f, const struct ir_instr *i, uint32_t *which);
#endif
