// SPDX-License-Identifier: MIT
// Which bytes of what a parameter points to a function, and everything that it calls with it, reads through it; and which bytes from where they
// lead it reads so through pointers that it finds in memory or gets from calls.  What is narrower than a pointer is told from what may be one.
//
// A guess to choose by, not a fact to rely on: a parameter that comes back as a result is not followed, and one that was stored may be any pointer
// that is found.  What is not followed otherwise (a pointer that is computed with, a library function) reads everything.
#ifndef HP_IR_READS_H
#define HP_IR_READS_H
#include "ir/calls.h"
#include "ir/lib.h"

enum { IR_READS_BEFORE = 256, IR_READS_BYTES = 1024 };  // bytes before where the pointer leads that are told apart, and all of them

struct ir_reads_set {
    bool all, all_narrow;  // everything; everything, in narrow pieces
    bool stored;           // the pointer may be found in memory later
    uint64_t wide[IR_READS_BYTES / 64], narrow[IR_READS_BYTES / 64];  // bit k: byte k - IR_READS_BEFORE
};
struct ir_reads {
    uint32_t *first;  // by function: its first parameter in `params`
    struct ir_reads_set *params;
    struct ir_reads_set *found;  // by function: through pointers that it finds
};

void ir_reads_build(struct ir_reads *r, const struct ir_program *p, const struct ir_lib_table *lib);
void ir_reads_free(struct ir_reads *r);
// Are some of the bytes [offset, offset + size) from where the pointer leads in the set, read as something as wide as a pointer, or (any) at all?
bool ir_reads_has(const struct ir_reads_set *s, int64_t offset, uint64_t size, bool any);
static inline const struct ir_reads_set *ir_reads_of(const struct ir_reads *r, uint32_t func, uint32_t param) {
    return &r->params[r->first[func] + param];
}
#endif
