// SPDX-License-Identifier: MIT
// What the operators do to the shadow of a word: which bytes are uninitialised or unknown, and where its provenance goes.
//
// Provenance follows copies, casts and address arithmetic, and the bitwise operations, shifts and sums that programs do on pointers.  A
// word with bytes of several blocks, a word wider than a pointer that holds one, and a sum that left its block for another one have a
// mix: for each of its 16 bytes a block or 0, kept in a table and found again when equal.  Such a pointer is resolved by its address.
// A difference of two pointers, a product, a quotient, and a number below a page are plain integers.
#ifndef HP_EXEC_SHADOW_H
#define HP_EXEC_SHADOW_H
#include "exec/machine.h"
#include "ir/eval.h"

enum { EXEC_WORD_BYTES = 16 };
struct exec_mix {
    uint32_t origin[EXEC_WORD_BYTES];
};
struct exec_mixes {
    VEC(struct exec_mix) at;
    uint32_t *slot;  // open addressing; index + 1, 0 when empty
    uint32_t n_slots;
};

// The blocks of a value's n bytes, and back.
void exec_origins_of(const struct exec_machine *m, const struct exec_value *v, uint32_t n, uint32_t *origins);
uint32_t exec_block_of_origins(struct exec_machine *m, const uint32_t *origins, uint32_t n);
void exec_mixes_free(struct exec_mixes *t);

// out->bits = op(args) is computed with `status`; fills in the rest.  Needed when some argument is not plain, or the status is not OK.
void exec_shadow(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                 enum ir_eval status, struct exec_value *out);
// v as another type, as a call passes it: narrower is cut, wider has unknown bytes on top.
struct exec_value exec_convert(struct exec_machine *m, const struct exec_value *v, ir_type from, ir_type to);
#endif
