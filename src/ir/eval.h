// SPDX-License-Identifier: MIT
// The one evaluator of the pure operators (pure.def) on concrete words: serves the interpreter, the abstract domains, constant folding.
//
// A word is an unsigned 128-bit integer whose bits above its type's width are zero.  Pointers are their addresses; floats are their
// encoding (f32, f64, f80 of x86).  No operator looks at memory.
#ifndef HP_IR_EVAL_H
#define HP_IR_EVAL_H
#include "ir/ir.h"

typedef unsigned __int128 ir_word128;

enum ir_eval {
    IR_EVAL_OK,
    IR_EVAL_TRAP,       // division by zero, signed division that overflows: the machine stops; *out is 0
    IR_EVAL_UNDEFINED,  // C and LLVM leave the result open (over-wide shift, float out of an integer's range); *out is what x86 gives
    IR_EVAL_UNKNOWN,    // not evaluated (f16, f128, blobs wider than 128 bits); *out is 0
};

static inline ir_word128 ir_mask(uint32_t bits) {
    return bits >= 128 ? ~(ir_word128)0 : ((ir_word128)1 << bits) - 1;
}
// The word as a signed number of `bits` bits.
static inline __int128 ir_signed(ir_word128 w, uint32_t bits) {
    return bits >= 128 ? (__int128)w : (__int128)(w << (128 - bits)) >> (128 - bits);
}

// op on args (as many as its arity) of type `arg` (SELECT: the type of the second and third, the first is an i1), giving `result`.
// The types fit the operator's class.
enum ir_eval ir_eval(enum ir_pure op, ir_type result, ir_type arg, const ir_word128 *args, ir_word128 *out);
#endif
