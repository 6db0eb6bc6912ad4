// SPDX-License-Identifier: MIT
// How the code that can run from an entry uses pointers: which it follows and asks about, which structures it goes out to from parts of them, which functions are stored where, and
// which globals it can name.  It depends on the whole program, and is the same for all inputs (inputs.h) that are proposed for the entry.
#ifndef HP_IR_USAGE_H
#define HP_IR_USAGE_H
#include "ir/asks.h"
#include "ir/stored.h"

struct ir_usage {
    const struct ir_program *program;
    uint32_t entry;
    bool *reached;        // by function: it can run
    uint8_t *asks_param;  // by parameter of the entry
    uint32_t *as_param;   // likewise, of those that lead to void: the C type that they are taken for, or IR_NO_TYPE
    ir_asked_list asked;
    ir_turned_list turned;  // in the whole program
    ir_container_list containers;
    ir_stored_list stored;
    ir_tagged_list tagged;  // in what is reached, then in the whole program
    uint32_t n_tagged;      // in what is reached
    ir_asked_list divisors; // numbers that it divides by, or that mask others when they are one less; and those that it compares with 0
    uint64_t divides;       // bit k: by the entry's parameter k
};

void ir_usage_begin(struct ir_usage *u, const struct ir_program *p, uint32_t entry);
void ir_usage_end(struct ir_usage *u);
#endif
