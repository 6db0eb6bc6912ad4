// SPDX-License-Identifier: MIT
// A word of the running program: bits, and what is known about each of its bytes.
//
// `bits` holds the value, bits above its type's width are zero.  `block` is the provenance: the block that a pointer (or an integer made
// of one) points into, 0 if none; a word whose bytes come from several blocks has the number of a mix (EXEC_MIX set, see shadow.h).
// Bit i of `uninit` says that byte i was never written since its storage was born: it has an arbitrary but fixed content, which for numbers
// is drawn from the inputs when it is first read.
// Bit i of `unknown` says that byte i is the result of something that is not modelled; `why` is the reason's number (exec_reason).
// A zeroed struct is the integer 0 (the null pointer).  Values wider than 128 bits do not exist here: they are loaded as unknown.
#ifndef HP_EXEC_VALUE_H
#define HP_EXEC_VALUE_H
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 exec_word;

#define EXEC_MIX 0x80000000u

// Flags: null plus an offset; a local's uninitialised number that nobody looked at yet (exec_operand chooses it); the kinds of open bits
// (open.h).
enum { EXEC_NULLISH = 1, EXEC_UNCHOSEN = 2, EXEC_PLACED = 4, EXEC_PIECE = 8, EXEC_RAW = 16 };
enum { EXEC_OPEN = EXEC_PLACED | EXEC_PIECE | EXEC_RAW };

struct exec_value {
    exec_word bits;
    uint32_t block;
    uint16_t uninit, unknown;
    uint16_t flags;
    uint16_t why;  // unknown: the reason's number; else, of open bits, theirs
    uint32_t node;  // what it was computed by, if the run is recorded (record.h)
};

static inline struct exec_value exec_int(uint64_t bits) {
    return (struct exec_value){.bits = bits};
}

// Nothing but bits: an initialised, known integer that no input decided.
static inline bool exec_is_plain(const struct exec_value *v) {
    return (v->block | v->uninit | v->unknown | v->flags | v->node) == 0;
}
#endif
