// SPDX-License-Identifier: MIT
// What follows from a program as a whole, whichever function it starts at and whatever it is given: its call graph, in which no function without body calls back, and the globals that
// functions can name.  Found when somebody first asks, once: programs do not change any more then.
#ifndef HP_IR_WHOLE_H
#define HP_IR_WHOLE_H
#include "ir/touches.h"

struct ir_whole {
    struct ir_calls calls;
    struct ir_touches touches;
};

const struct ir_whole *ir_whole_of(const struct ir_program *p);  // lives as long as the program
void ir_whole_free(struct ir_whole *w);                          // NULL: does nothing
#endif
