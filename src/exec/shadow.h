// SPDX-License-Identifier: MIT
// What the operators do to the shadow of a word: which bytes are uninitialised or unknown, and where its provenance goes.
//
// Provenance follows copies, casts and address arithmetic, and the bitwise operations, shifts and sums that programs do on pointers.  A
// word of several blocks, and a sum that left its block for another one, have a mix (mix.h).  Such a pointer is resolved by its address.
// A difference of two pointers, a product, a quotient, and a number below a page are plain integers.
#ifndef HP_EXEC_SHADOW_H
#define HP_EXEC_SHADOW_H
#include "exec/machine.h"
#include "ir/eval.h"

// out->bits = op(args) is computed with `status`; fills in the rest.  Needed when some argument is not plain, or the status is not OK.
void exec_shadow(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                 enum ir_eval status, struct exec_value *out);
// v as another type, as a call passes it: narrower is cut, wider has unknown bytes on top.
struct exec_value exec_convert(struct exec_machine *m, const struct exec_value *v, ir_type from, ir_type to);
#endif
