// SPDX-License-Identifier: MIT
// What a function itself may write on its way from one of its instructions to another, and which parts of its slots are volatile: by its
// code alone.
#ifndef HP_EXEC_BETWEEN_H
#define HP_EXEC_BETWEEN_H
#include "exec/decode.h"

struct exec_between {
    bool *locals;  // by local: it may be written
    bool **slots;  // by slot, by byte
};

// From behind instruction `from`, to which the function did not come back, to the call `to` in progress; UINT32_MAX: nobody knows from
// where.
// What is written through addresses counts where the function does it itself, or a library function for it.
void exec_between_writes(const struct ir_program *p, const struct exec_code *c, uint32_t from, uint32_t to, struct arena *a,
                         struct exec_between *out);
// Bytes of slots that the function accesses as volatile ones (`locals` is NULL).
void exec_between_volatile(const struct exec_code *c, struct arena *a, struct exec_between *out);
#endif
