// SPDX-License-Identifier: MIT
// How a run fills in its record (record.h).  Without a record every function here does nothing and yields 0.
#ifndef HP_EXEC_TRAIL_H
#define HP_EXEC_TRAIL_H
#include "exec/machine.h"
#include "exec/record.h"

// Input number i, of at most 64 bits.
uint32_t exec_trail_input(struct exec_machine *m, uint32_t i, uint32_t bits, uint64_t value);
// *out = op(args), as exec_shadow is told.
uint32_t exec_trail_pure(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                         const struct exec_value *out);
// sum + scale * index, modulo the pointer width, which is `value`; index has `bits` bits.  sum may have no node.
uint32_t exec_trail_plus(struct exec_machine *m, const struct exec_value *sum, const struct exec_value *index, uint32_t bits, int64_t scale,
                         uint64_t value);
uint32_t exec_trail_convert(struct exec_machine *m, const struct exec_value *v, ir_type from, ir_type to);
// Bytes of a block: what a load of `type` that yields v reads, and what a store of v leaves.
uint32_t exec_trail_load(struct exec_machine *m, const struct exec_block *b, uint64_t offset, ir_type type, const struct exec_value *v);
void exec_trail_store(struct exec_machine *m, struct exec_block *b, uint64_t offset, ir_type type, const struct exec_value *v);
// What comparing the bytes at a and b (at most n; up to the first zero, if they are strings) yields, as a number of 32 bits that is
// `value`.
uint32_t exec_trail_compare(struct exec_machine *m, const struct exec_value *a, const struct exec_value *b, uint64_t n, bool strings,
                            uint32_t value);
// Exact records: the number v of this type, whose bits in `open` depend on where blocks lie.  They become an input: any number that the place of
// blocks could make of them is one of its values.
void exec_trail_place(struct exec_machine *m, ir_type type, uint64_t open, struct exec_value *v);
// The program looks for `text` at `at`: tells the observer of it, if that is in an argument of main.
void exec_trail_word(const struct exec_machine *m, const struct exec_value *at, const char *text);
// It compares at most n bytes at a and at b: likewise.
void exec_trail_words(struct exec_machine *m, const struct exec_value *a, const struct exec_value *b, uint64_t n);
// Tells the observer of it.
void exec_trail_observe(struct exec_machine *m, const struct exec_value *a, const struct exec_value *b, uint64_t n, bool strings);
// The decimal number that the n digits at `at` spell, negated if `minus`, as a number of `bits` bits that is `value`: that they are digits are
// decisions.  Tells the observer, too, and of the byte behind them.
uint32_t exec_trail_decimal(struct exec_machine *m, const struct exec_value *at, uint64_t n, bool minus, uint32_t bits, uint64_t value);
// The node of `v`, a drawn byte, with 'a' in the place of zero; as a character of more bytes than one, only of its lower seven bits.
uint32_t exec_trail_letter(struct exec_machine *m, const struct exec_value *v, uint32_t unit, char last);

void exec_trail_decide(struct exec_machine *m, enum exec_decided kind, const struct exec_value *v);

// ---- exact records -----------------------------------------------------------------------------------------------------------------

static inline bool exec_is_exact(const struct exec_machine *m) {
    return m->options->alone && m->options->record;
}
// The run goes by an unknown value: true if that is a decision of its exact record, false if the run does so without one.  NUMBER where more than truth
// matters, or the value is an address.
bool exec_trail_fork(struct exec_machine *m, enum exec_decided kind, const struct exec_value *v);
bool exec_trail_fork_sign(struct exec_machine *m, const struct exec_value *v);  // likewise, where only the sign matters
// *v becomes known: the run goes by its number.  False: it stays as it is.
bool exec_trail_fix(struct exec_machine *m, struct exec_value *v);
// Before op is applied to the n values: those that an exact record could not follow through it become known, and what the operator must not be given
// (a divisor 0, a shift by the width) is decided.
void exec_trail_prepare(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, struct exec_value *args);
// The number of the last input, of `bits` bits, which is the value of `v`, is one of low..low+range: others are replaced.
void exec_trail_bound(struct exec_machine *m, struct exec_value *v, uint32_t bits, uint64_t low, uint64_t range);
// An access of n bytes at `at`, inside the block.
void exec_trail_inside(struct exec_machine *m, const struct exec_value *at, uint64_t n, const struct exec_block *b);
#endif
