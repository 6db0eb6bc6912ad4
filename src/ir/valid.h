// SPDX-License-Identifier: MIT
// The invariant of a program, checked.  Debug builds call it after every pass.
#ifndef HP_IR_VALID_H
#define HP_IR_VALID_H
#include "base/buf.h"
#include "ir/ir.h"

// True if p is well formed; else *why gets one line per violation (function, block, instruction as text, reason), at most 20.
bool ir_valid(const struct ir_program *p, struct buf *why);
#endif
