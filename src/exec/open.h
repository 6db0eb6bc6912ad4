// SPDX-License-Identifier: MIT
// Open bits: those bits of a word that an arbitrary choice of the interpreter decided, so that other runs of the program may have others.
// A run that goes by such a bit is not the only one with its inputs.
//
// A word carries the kinds of its open bits in its flags: EXEC_PLACED, by where a block lies; EXEC_PIECE, the same, but the bits are still
// those of an address, at another place; EXEC_RAW, by what uninitialised storage holds.  No kind, no open bit.  The field `why` has the
// number of an entry in a table, which says which bits are open (number 0, when the table is full, and of a word that is unknown as
// well: all).  A byte of memory has kinds, number and place in the word (exec_block.open).
//
// An address as such is not open: a word with a block and no kinds is that block's address plus an offset that is the same wherever the
// block lies (modulo the width of the word).  What keeps this form: moves, sums with numbers, operations on bits below the alignment.
// What is the same wherever blocks lie: the difference and the order of two addresses in one block, bits below the alignment, above the
// user's half of the address space, null or not, and whether two addresses are equal unless one is the end of its block, or one block
// was born after the other had died.  Anything else computed from an address is open.  An address comes back from its pieces, and from its
// difference from another one, or the exclusive or with it.
#ifndef HP_EXEC_OPEN_H
#define HP_EXEC_OPEN_H
#include "exec/machine.h"

struct exec_open {
    exec_word mask, raw;  // open bits; those of them that are RAW
    // The whole word is the difference of (IR_SUB_), or the exclusive or (IR_XOR_) of, two addresses: blocks and bits.  IR_SLT_: its sign is sure,
    // and whether it is zero; IR_NE_: only that.
    uint64_t pair;
    uint32_t blocks[2];
    uint64_t bits[2];
};

// The bits of v, of a word of `bits` bits, that are open once it is taken as a number: of an address those of its place.
exec_word exec_loose_bits(const struct exec_machine *m, const struct exec_value *v, uint32_t bits);
// The kinds of the loose bits, if there are any.
static inline uint16_t exec_loose_kinds(const struct exec_value *v) {
    return (uint16_t)((v->flags & EXEC_OPEN) | (v->block ? EXEC_PLACED : 0));
}
// Every bit of v is open, of these kinds.
static inline void exec_open_all(struct exec_value *v, uint16_t kinds) {
    v->flags = (uint16_t)((v->flags & ~EXEC_OPEN) | kinds);
    if (!v->unknown) v->why = 0;
}
// Of the number v, which is not zero, only that is sure, and its sign if `sign`.
void exec_open_magnitude(struct exec_machine *m, struct exec_value *v, bool sign);
bool exec_has_sign(const struct exec_machine *m, const struct exec_value *v);  // is it such a number?
// Those bytes that are in the mask are RAW: uninitialised as they were read.
void exec_open_raw(struct exec_machine *m, struct exec_value *v, uint16_t bytes);
// The bytes that have RAW bits.
uint16_t exec_raw_bytes(const struct exec_machine *m, const struct exec_value *v);
// The low `bits` bits of a word stay.
void exec_open_cut(struct exec_machine *m, struct exec_value *v, uint32_t bits);

// The open bits of a number that depends on where blocks lie, and on nothing else; 0: it is no such number, or more is known of it.
exec_word exec_open_place(const struct exec_machine *m, const struct exec_value *v);

// *out = op(args) has its bits, its block and no kinds yet: those that it gets.  May take the block away from a result that is a number.
void exec_open_pure(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                    struct exec_value *out);

// Bytes of a block that v was loaded from, or is stored to.  `raw`: what is uninitialised about it is RAW (a pointer has a rule of its own).
void exec_open_load(struct exec_machine *m, const struct exec_block *b, uint64_t offset, uint32_t n, bool raw, struct exec_value *v);
void exec_open_store(struct exec_machine *m, struct exec_block *b, uint64_t offset, uint32_t n, const struct exec_value *v);
// n bytes of a live block become open, of these kinds.
void exec_open_bytes(struct exec_machine *m, struct exec_block *b, uint64_t offset, uint64_t n, uint16_t kinds);

// What a value with open bits depends on, in words.
const char *exec_open_reason(const struct exec_machine *m, const struct exec_value *v);
// The run goes by where blocks lie: it is assumed from here on.
void exec_depend_place(struct exec_machine *m);
// The run goes by the value, as an address or by whether it is null; as a number: if something about that is open, it is assumed from
// here on.
void exec_depend_open(struct exec_machine *m, const struct exec_value *v);
static inline void exec_depend(struct exec_machine *m, const struct exec_value *v) {
    if (v->flags & EXEC_OPEN) exec_depend_open(m, v);
}
static inline void exec_depend_number(struct exec_machine *m, const struct exec_value *v) {
    if (v->flags & EXEC_OPEN || v->block) exec_depend_open(m, v);
}
// The value is used so (a verb with its object): false, with the fault, if it is uninitialised and that is a rule asked for.
bool exec_use_raw(struct exec_machine *m, const struct exec_value *v, const char *how);
static inline bool exec_use(struct exec_machine *m, const struct exec_value *v, const char *how) {
    return !(v->flags & EXEC_RAW) || exec_use_raw(m, v, how);
}
#endif
