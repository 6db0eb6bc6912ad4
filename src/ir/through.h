// SPDX-License-Identifier: MIT
// What a function reaches through one of its parameters: whether links of the node that it is given may be read or written that way, by the function or by what it hands the pointer on to.
//
// Only copies in variables are followed: a pointer that is put into memory, or computed with, may reach everything.
#ifndef HP_IR_THROUGH_H
#define HP_IR_THROUGH_H
#include "ir/inputs.h"

bool ir_reaches_links(const struct ir_program *p, uint32_t func, uint32_t param, const struct ir_shape *s);
#endif
