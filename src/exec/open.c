// SPDX-License-Identifier: MIT
#include "exec/open.h"

#include <assert.h>

#include "exec/mix.h"

enum { PAGE = 4096, USER_BITS = 47 };

// ---- the table ---------------------------------------------------------------------------------------------------------------------

enum { MOST_OPENS = UINT16_MAX + 1 };
_Static_assert(sizeof(struct exec_open) == 64, "no padding: exec_table compares bytes");
static const struct exec_open everything = {.mask = ~(exec_word)0};

// Entry 0 is everything, and stands for what finds no place.
static uint16_t number_of(struct exec_table *t, const struct exec_open *o) {
    if (!t->n) exec_table_add(t, &everything, sizeof everything, MOST_OPENS);
    uint32_t n = exec_table_add(t, o, sizeof *o, MOST_OPENS);
    return n == EXEC_TABLE_FULL ? 0 : (uint16_t)n;
}

static const struct exec_open *entry(const struct exec_machine *m, uint32_t number) {
    return number ? exec_table_at(&m->opens, number) : &everything;
}

// What is open about a value that has kinds.
static const struct exec_open *open_of(const struct exec_machine *m, const struct exec_value *v) {
    return entry(m, v->unknown ? 0 : v->why);
}

static exec_word open_bits(const struct exec_machine *m, const struct exec_value *v) {
    return v->flags & EXEC_OPEN ? open_of(m, v)->mask : 0;
}

static exec_word raw_bits(const struct exec_machine *m, const struct exec_value *v) {
    if (!(v->flags & EXEC_RAW)) return 0;
    return (v->flags & EXEC_OPEN) == EXEC_RAW ? open_of(m, v)->mask : open_of(m, v)->raw;
}

// Gives v these open bits; those that are not raw are of the kind `place`.
static void set_open(struct exec_machine *m, struct exec_value *v, const struct exec_open *o, uint16_t place) {
    assert(!(o->raw & ~o->mask) && !(place & ~(EXEC_PLACED | EXEC_PIECE)));
    exec_open_all(v, (uint16_t)((o->raw ? EXEC_RAW : 0) | (o->mask & ~o->raw ? place : 0)));
    if (o->mask && !v->unknown) v->why = number_of(&m->opens, o);
}

void exec_open_cut(struct exec_machine *m, struct exec_value *v, uint32_t bits) {
    if (!(v->flags & EXEC_OPEN)) return;
    exec_word all = ir_mask(bits);
    set_open(m, v, &(struct exec_open){.mask = open_bits(m, v) & all, .raw = raw_bits(m, v) & all}, v->flags & (EXEC_PLACED | EXEC_PIECE));
}

uint16_t exec_raw_bytes(const struct exec_machine *m, const struct exec_value *v) {
    exec_word raw = raw_bits(m, v);
    uint16_t bytes = 0;
    for (uint32_t i = 0; i < EXEC_WORD_BYTES; i++) bytes |= (uint16_t)((raw >> 8 * i & 0xff ? 1u : 0) << i);
    return bytes;
}

static exec_word bytes_to_bits(uint16_t bytes) {
    exec_word mask = 0;
    for (uint32_t i = 0; i < EXEC_WORD_BYTES; i++)
        if (bytes >> i & 1) mask |= (exec_word)0xff << 8 * i;
    return mask;
}

void exec_open_raw(struct exec_machine *m, struct exec_value *v, uint16_t bytes) {
    exec_word raw = bytes_to_bits(bytes);
    set_open(m, v, &(struct exec_open){.mask = raw | open_bits(m, v), .raw = raw | raw_bits(m, v)}, v->flags & (EXEC_PLACED | EXEC_PIECE));
}

void exec_open_magnitude(struct exec_machine *m, struct exec_value *v, bool sign) {
    if (!v->bits || v->unknown || v->flags & EXEC_OPEN) return;
    set_open(m, v, &(struct exec_open){.mask = ~(exec_word)0, .pair = sign ? IR_SLT_ : IR_NE_}, EXEC_PLACED);
}

bool exec_has_sign(const struct exec_machine *m, const struct exec_value *v) {
    return v->flags & EXEC_OPEN && !v->unknown && open_of(m, v)->pair == IR_SLT_;
}

static bool is_magnitude(const struct exec_machine *m, const struct exec_value *v) {
    if (!(v->flags & EXEC_OPEN) || v->unknown) return false;
    return open_of(m, v)->pair == IR_SLT_ || open_of(m, v)->pair == IR_NE_;
}

exec_word exec_open_place(const struct exec_machine *m, const struct exec_value *v) {
    if ((v->flags & EXEC_OPEN) != EXEC_PLACED || v->unknown | v->uninit) return 0;
    return open_of(m, v)->pair ? 0 : open_of(m, v)->mask;
}

// ---- addresses ---------------------------------------------------------------------------------------------------------------------

// The address of a block plus an offset, and nothing else?
static bool is_address(const struct exec_value *v) {
    return v->block && !(v->block & EXEC_MIX) && !(v->flags & EXEC_OPEN) && !(v->uninit | v->unknown);
}

static const struct exec_block *block_of(const struct exec_machine *m, const struct exec_value *v) {
    return exec_block(&m->memory, v->block);
}

static uint64_t offset_of(const struct exec_machine *m, const struct exec_value *v) {
    return ((uint64_t)v->bits - block_of(m, v)->address) & (uint64_t)ir_mask(m->program->pointer_bits);
}

// In the block or at its end, so that it is neither null nor beyond the user's half of the address space.
static bool is_inside(const struct exec_machine *m, const struct exec_value *v) {
    return offset_of(m, v) <= block_of(m, v)->size;
}

// A little outside is still on the same side of everything else.
static bool is_near(const struct exec_machine *m, const struct exec_value *v) {
    return ((offset_of(m, v) + PAGE) & (uint64_t)ir_mask(m->program->pointer_bits)) <= block_of(m, v)->size + 2 * PAGE;
}

static exec_word aligned_bits(const struct exec_machine *m, const struct exec_value *v) {
    return ((exec_word)1 << block_of(m, v)->align) - 1;
}

static exec_word mixed_bits(const struct exec_machine *m, const struct exec_value *v) {
    uint32_t origins[EXEC_WORD_BYTES];
    exec_word mask = 0;
    exec_origins_of(m, v, EXEC_WORD_BYTES, origins);
    for (uint32_t i = 0; i < EXEC_WORD_BYTES; i++)
        if (origins[i]) mask |= (exec_word)0xff << 8 * i;
    return mask;
}

exec_word exec_loose_bits(const struct exec_machine *m, const struct exec_value *v, uint32_t bits) {
    exec_word all = ir_mask(bits > 128 ? 128 : bits);
    if (!v->block || v->flags & EXEC_OPEN) return open_bits(m, v) & all;
    if (v->block & EXEC_MIX || !is_address(v)) return mixed_bits(m, v) & all;
    exec_word place = ~aligned_bits(m, v);
    if (m->program->pointer_bits == 64 && bits >= USER_BITS && is_inside(m, v)) place &= ir_mask(USER_BITS);
    return place & all;
}

// ---- are two addresses equal, wherever their blocks lie? -----------------------------------------------------------------------------

// Did they live at the same time?
static bool met(const struct exec_block *a, const struct exec_block *b) {
    bool a_first = a->serial < b->serial;
    const struct exec_block *first = a_first ? a : b, *second = a_first ? b : a;
    return first->life == EXEC_LIVE || second->serial <= first->last;
}

// Constants with the same contents up to their ends may be one: literals.
static bool may_share(const struct exec_machine *m, const struct exec_block *a, uint64_t i, const struct exec_block *b, uint64_t j) {
    if (!a->readonly || !b->readonly || a->kind != EXEC_GLOBAL || b->kind != EXEC_GLOBAL) return false;
    const struct ir_global *g = &m->program->globals.at[a->index], *h = &m->program->globals.at[b->index];
    if (!(g->flags & h->flags & IR_INTERNAL)) return false;
    return a->size - i == b->size - j && memcmp(a->bytes + i, b->bytes + j, a->size - i) == 0;
}

// Symbols that nobody here defines may be names of one thing.
static bool may_be_one(const struct exec_machine *m, const struct exec_block *a, const struct exec_block *b) {
    const struct ir_program *p = m->program;
    if (a->kind != b->kind) return false;
    if (a->kind == EXEC_GLOBAL) return p->globals.at[a->index].flags & p->globals.at[b->index].flags & IR_EXTERN;
    return a->kind == EXEC_CODE && p->funcs.at[a->index].flags & p->funcs.at[b->index].flags & IR_EXTERN;
}

static bool surely_apart(const struct exec_machine *m, const struct exec_value *v, const struct exec_value *w) {
    const struct exec_block *a = block_of(m, v), *b = block_of(m, w);
    uint64_t i = offset_of(m, v), j = offset_of(m, w);
    bool a_end = i == a->size && (i || a->kind != EXEC_HEAP), b_end = j == b->size && (j || b->kind != EXEC_HEAP);
    if (i > a->size || j > b->size || !met(a, b) || may_be_one(m, a, b)) return false;
    if ((a_end && j == 0) || (b_end && i == 0)) return false;
    return !may_share(m, a, i, b, j);
}

// ---- comparisons -------------------------------------------------------------------------------------------------------------------

static bool is_equality(enum ir_pure op) {
    return op == IR_EQ_ || op == IR_NE_;
}

static bool is_signed(enum ir_pure op) {
    return op == IR_SLT_ || op == IR_SLE_ || op == IR_SMIN_ || op == IR_SMAX_;
}

// Of two numbers, the bits outside a and b being what they are.
static bool decided_by_bits(enum ir_pure op, uint32_t bits, exec_word x, exec_word a, exec_word y, exec_word b) {
    if (is_equality(op)) return ((x ^ y) & ~(a | b) & ir_mask(bits)) != 0 || !(a | b);
    exec_word flip = is_signed(op) ? (exec_word)1 << (bits - 1) : 0;
    x ^= flip, y ^= flip;
    exec_word x_low = x & ~a, x_high = x | a, y_low = y & ~b, y_high = y | b;
    if (op == IR_ULT_ || op == IR_SLT_) return x_high < y_low || x_low >= y_high;
    return x_high <= y_low || x_low > y_high;
}

// An address against a number: no object lies in the first page, nor in the last.
static bool decided_by_number(const struct exec_machine *m, enum ir_pure op, const struct exec_value *v, exec_word number, uint32_t bits) {
    uint64_t n = (uint64_t)number, last = (uint64_t)ir_mask(bits) - PAGE;
    if (bits != m->program->pointer_bits || !is_inside(m, v)) return false;
    return (n < PAGE || n > last) && (is_equality(op) || !is_signed(op) || bits == 64);
}

// A number of which only the sign is sure, or not even that, against zero.
static bool decided_by_sign(const struct exec_machine *m, enum ir_pure op, const struct exec_value *v, const struct exec_value *zero) {
    if (!is_magnitude(m, v) || zero->bits || zero->block || zero->flags & EXEC_OPEN || zero->unknown) return false;
    return is_equality(op) || (open_of(m, v)->pair == IR_SLT_ && (op == IR_SLT_ || op == IR_SLE_));
}

static bool is_decided(const struct exec_machine *m, enum ir_pure op, const struct exec_value *v, const struct exec_value *w,
                       uint32_t bits) {
    if (decided_by_sign(m, op, v, w) || decided_by_sign(m, op, w, v)) return true;
    bool v_address = is_address(v), w_address = is_address(w);
    if (v_address && w_address && bits == m->program->pointer_bits) {
        if (v->block == w->block) return is_equality(op) || (is_near(m, v) && is_near(m, w));
        return is_equality(op) && surely_apart(m, v, w);
    }
    if (v_address && w_address && v->block == w->block && is_equality(op)) return true;
    if (v_address && !exec_loose_bits(m, w, bits) && decided_by_number(m, op, v, w->bits, bits)) return true;
    if (w_address && !exec_loose_bits(m, v, bits) && decided_by_number(m, op, w, v->bits, bits)) return true;
    return decided_by_bits(op, bits, v->bits, exec_loose_bits(m, v, bits), w->bits, exec_loose_bits(m, w, bits));
}

// ---- masks of results --------------------------------------------------------------------------------------------------------------

// From the lowest bit on.
static exec_word upwards(exec_word mask) {
    return mask ? ~((mask & -mask) - 1) : 0;
}

static exec_word shifted(enum ir_pure op, exec_word mask, uint64_t count, uint32_t bits) {
    if (count >= bits) return 0;
    if (op == IR_SHL_) return mask << count;
    exec_word r = mask >> count;
    bool sign = op == IR_ASHR_ && mask >> (bits - 1) & 1;
    return sign ? r | (~(exec_word)0 << (bits - 1 - count)) : r;
}

static exec_word extended(exec_word mask, uint32_t from) {
    return mask >> (from - 1) & 1 ? mask | ~ir_mask(from) : mask;
}

static bool is_power(exec_word n) {
    return n && !(n & (n - 1));
}

// The open bits of op(x, y), of whose arguments the bits in a and b are.
static exec_word result_bits(enum ir_pure op, uint32_t bits, uint32_t arg_bits, exec_word x, exec_word a, exec_word y, exec_word b) {
    switch (op) {
    case IR_COPY_:
    case IR_CAST_:
    case IR_BITS_:
    case IR_TRUNC_:
    case IR_ZEXT_: return a;
    case IR_SEXT_: return extended(a, arg_bits);
    case IR_AND_: return (a & b) | (a & y) | (b & x);
    case IR_OR_: return (a & b) | (a & ~y) | (b & ~x);
    case IR_XOR_: return a | b;
    case IR_SHL_:
    case IR_LSHR_:
    case IR_ASHR_: return b ? ~(exec_word)0 : shifted(op, a, (uint64_t)y, bits);
    case IR_ADD_:
    case IR_SUB_: return upwards(a | b);
    case IR_MUL_: return (!a && !x) || (!b && !y) ? 0 : upwards(a | b);
    case IR_UREM_: return !b && is_power(y) ? a & (y - 1) : a | b ? ~(exec_word)0 : 0;
    default: return a | b ? ~(exec_word)0 : 0;
    }
}

// ---- what keeps the form of an address ------------------------------------------------------------------------------------------------

static bool is_number(const struct exec_value *v) {
    return !v->block && !(v->flags & EXEC_OPEN);
}

// Address and number, in this order; false: they are something else.
static bool address_and_number(const struct exec_value *const *args, const struct exec_value **address, const struct exec_value **number) {
    bool first = is_address(args[0]);
    *address = args[first ? 0 : 1];
    *number = args[first ? 1 : 0];
    return is_address(*address) && is_number(*number);
}

static bool keeps_form(const struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args) {
    const struct exec_value *address, *number;
    exec_word all = ir_mask(ir_bits(result) > 128 ? 128 : ir_bits(result));
    switch (op) {
    case IR_COPY_:
    case IR_BITS_:
    case IR_TRUNC_: return !(args[0]->flags & EXEC_OPEN);
    case IR_CAST_:
    case IR_ZEXT_: return !(args[0]->flags & EXEC_OPEN) && (ir_bits(result) <= ir_bits(arg) || ir_bits(arg) == m->program->pointer_bits);
    case IR_ADD_: return address_and_number(args, &address, &number);
    case IR_SUB_: return is_address(args[0]) && is_number(args[1]);
    case IR_OR_:
    case IR_XOR_: return address_and_number(args, &address, &number) && !(number->bits & ~aligned_bits(m, address));
    case IR_AND_: return address_and_number(args, &address, &number) && !(~number->bits & all & ~aligned_bits(m, address));
    default: return false;
    }
}

// A number that is the same wherever blocks lie.
static bool cancels(enum ir_pure op, const struct exec_value *const *args) {
    bool same = is_address(args[0]) && is_address(args[1]) && args[0]->block == args[1]->block;
    return same && (op == IR_SUB_ || (op == IR_XOR_ && args[0]->bits == args[1]->bits));
}

// ---- choices between two -----------------------------------------------------------------------------------------------------------

static enum ir_pure comparison_of(enum ir_pure op) {
    switch (op) {
    case IR_UMIN_:
    case IR_UMAX_: return IR_ULT_;
    case IR_SMIN_:
    case IR_SMAX_: return IR_SLT_;
    default: return op;
    }
}

static uint16_t place_kind(uint16_t kinds) {
    return kinds & EXEC_PLACED ? EXEC_PLACED : kinds & EXEC_PIECE;
}

// A result that is open in every bit, by arguments of these kinds.
static void open_result(struct exec_machine *m, uint16_t kinds, ir_type type, struct exec_value *out) {
    exec_word all = ir_mask(ir_bits(type) > 128 ? 128 : ir_bits(type));
    bool raw = kinds & EXEC_RAW, placed = kinds & ~EXEC_RAW;
    set_open(m, out, &(struct exec_open){.mask = all, .raw = raw && !placed ? all : 0}, EXEC_PLACED);
    if (raw && placed) out->flags |= EXEC_RAW;
}

static void copy_open(const struct exec_value *from, struct exec_value *out) {
    exec_open_all(out, from->flags & EXEC_OPEN);
    if (from->flags & EXEC_OPEN && !out->unknown) out->why = from->why;
}

static void open_comparison(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                            uint16_t kinds, struct exec_value *out) {
    enum ir_pure test = comparison_of(op);
    if (!is_decided(m, test, args[0], args[1], ir_bits(arg)))
        open_result(m, kinds, result, out);
    else if (test != op)
        copy_open(args[out->bits == args[0]->bits ? 0 : 1], out);
}

static void open_select(struct exec_machine *m, ir_type result, const struct exec_value *const *args, struct exec_value *out) {
    const struct exec_value *chosen = args[args[0]->bits & 1 ? 1 : 2];
    bool same = args[1]->bits == args[2]->bits && args[1]->block == args[2]->block;
    copy_open(chosen, out);
    if (!same && exec_loose_bits(m, args[0], 1))
        open_result(m, (uint16_t)(exec_loose_kinds(args[0]) | (chosen->flags & EXEC_OPEN)), result, out);
}

// ---- addresses that come back ----------------------------------------------------------------------------------------------------------

// Are the bits of addresses in the arguments still those of addresses in the result, moved?
static bool moves_pieces(enum ir_pure op, const struct exec_value *const *args, exec_word a, exec_word b) {
    switch (op) {
    case IR_COPY_:
    case IR_CAST_:
    case IR_BITS_:
    case IR_TRUNC_:
    case IR_ZEXT_: return true;
    case IR_SHL_:
    case IR_LSHR_: return !b && args[1]->bits % 8 == 0;
    case IR_ADD_:
    case IR_OR_:
    case IR_XOR_: return !(a & b);
    case IR_AND_: return !a || !b;
    default: return false;
    }
}

// An address that was taken apart is whole again: nothing of it is missing, and it lies where it should.
static bool is_whole(const struct exec_machine *m, const struct exec_value *v, uint32_t bits) {
    struct exec_value plain = *v;
    if ((v->flags & EXEC_OPEN) != EXEC_PIECE || bits != m->program->pointer_bits) return false;
    plain.flags &= (uint16_t)~EXEC_OPEN;
    if (!is_address(&plain) || !is_inside(m, &plain)) return false;
    return !(exec_loose_bits(m, &plain, bits) & ~open_bits(m, v));
}

static void join_pieces(const struct exec_machine *m, struct exec_value *v, uint32_t bits) {
    if (is_whole(m, v, bits)) exec_open_all(v, 0);
}

// v is the pair, and w one of the two: the other one.
static bool other_of_pair(const struct exec_machine *m, enum ir_pure op, const struct exec_value *v, const struct exec_value *w,
                          struct exec_value *out) {
    if (!(v->flags & EXEC_OPEN) || !is_address(w)) return false;
    const struct exec_open *o = open_of(m, v);
    if (op == IR_ADD_ ? o->pair != IR_SUB_ : op != IR_XOR_ || o->pair != IR_XOR_) return false;
    for (uint32_t k = op == IR_ADD_ ? 1 : 0; k < 2; k++) {
        if (w->block != o->blocks[k] || w->bits != o->bits[k]) continue;
        *out = (struct exec_value){.bits = o->bits[1 - k], .block = o->blocks[1 - k]};
        return true;
    }
    return false;
}

static bool comes_back(const struct exec_machine *m, enum ir_pure op, const struct exec_value *const *args, struct exec_value *out) {
    if (op != IR_ADD_ && op != IR_XOR_) return false;
    return other_of_pair(m, op, args[0], args[1], out) || other_of_pair(m, op, args[1], args[0], out);
}

// ---- all ---------------------------------------------------------------------------------------------------------------------------

static bool is_bitwise(enum ir_pure op) {
    return op == IR_AND_ || op == IR_OR_ || op == IR_XOR_;
}

static void note_pair(const struct exec_machine *m, enum ir_pure op, const struct exec_value *const *args, uint32_t bits,
                      struct exec_open *o) {
    if ((op != IR_SUB_ && op != IR_XOR_) || bits != m->program->pointer_bits || !is_address(args[0]) || !is_address(args[1])) return;
    o->pair = op;
    for (uint32_t i = 0; i < 2; i++) o->blocks[i] = args[i]->block, o->bits[i] = (uint64_t)args[i]->bits;
}

static void open_other(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                       struct exec_value *out) {
    uint32_t arity = ir_pures[op].arity, bits = ir_bits(arg);
    exec_word x = args[0]->bits, y = arity > 1 ? args[1]->bits : 0, all = ir_mask(ir_bits(result));
    exec_word a = exec_loose_bits(m, args[0], bits), b = arity > 1 ? exec_loose_bits(m, args[1], bits) : 0;
    exec_word raw_a = raw_bits(m, args[0]) & a, raw_b = arity > 1 ? raw_bits(m, args[1]) & b : 0;
    if (arity > 2 && exec_loose_bits(m, args[2], bits)) a = b = ~(exec_word)0, raw_b |= raw_bits(m, args[2]);
    struct exec_open o = {.mask = result_bits(op, ir_bits(result), bits, x, a, y, b) & all};
    o.raw = o.mask & (is_bitwise(op) ? raw_a | raw_b : result_bits(op, ir_bits(result), bits, x, raw_a, y, raw_b));
    uint16_t kinds = 0;
    for (uint32_t i = 0; i < arity; i++) kinds |= (uint16_t)((args[i]->flags & EXEC_OPEN) | (args[i]->block ? EXEC_PIECE : 0));
    note_pair(m, op, args, bits, &o);
    set_open(m, out, &o, moves_pieces(op, args, a, b) ? place_kind(kinds) : EXEC_PLACED);
    if (!o.mask) out->block = 0;
    join_pieces(m, out, ir_bits(result));
}

void exec_open_pure(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                    struct exec_value *out) {
    uint16_t kinds = 0;
    for (uint32_t i = 0; i < ir_pures[op].arity; i++) kinds |= exec_loose_kinds(args[i]);
    if (!kinds) return;
    switch (op) {
    case IR_SELECT_: open_select(m, result, args, out); return;
    case IR_EQ_:
    case IR_NE_:
    case IR_ULT_:
    case IR_ULE_:
    case IR_SLT_:
    case IR_SLE_:
    case IR_UMIN_:
    case IR_UMAX_:
    case IR_SMIN_:
    case IR_SMAX_: open_comparison(m, op, result, arg, args, kinds, out); return;
    default: break;
    }
    if (op == IR_COPY_ && is_magnitude(m, args[0])) {
        copy_open(args[0], out);
        return;
    }
    if (keeps_form(m, op, result, arg, args) || (ir_pures[op].arity == 2 && cancels(op, args))) return;
    if (ir_bits(result) == m->program->pointer_bits && comes_back(m, op, args, out)) return;
    open_other(m, op, result, arg, args, out);
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

// In exec_block.open: which byte of the word this is, and the kinds, above the number.
enum { PLACE_SHIFT = 16, KINDS_SHIFT = 24 };

static uint16_t kinds_at(const struct exec_block *b, uint64_t at) {
    return (uint16_t)(b->open[at] >> KINDS_SHIFT);
}

// The number of the word whose n lowest bytes these are, or 0.
static uint32_t one_word(const struct exec_block *b, uint64_t offset, uint32_t n) {
    uint32_t number = b->open[offset] & 0xffff;
    for (uint32_t i = 0; i < n; i++)
        if ((b->open[offset + i] & ((1u << KINDS_SHIFT) - 1)) != (number | i << PLACE_SHIFT)) return 0;
    return number;
}

static struct exec_open gathered(const struct exec_machine *m, const struct exec_block *b, uint64_t offset, uint32_t n, uint16_t *kinds) {
    struct exec_open o = {0};
    uint32_t number = one_word(b, offset, n);
    for (uint32_t i = 0; i < n; i++) *kinds |= kinds_at(b, offset + i);
    if (number && *kinds) return *entry(m, number);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t word = b->open[offset + i], from = 8 * (word >> PLACE_SHIFT & 0xff);
        if (!kinds_at(b, offset + i)) continue;
        const struct exec_open *whole = entry(m, word & 0xffff);
        exec_word raw = kinds_at(b, offset + i) & EXEC_RAW ? whole->raw : 0;
        if (!(kinds_at(b, offset + i) & ~EXEC_RAW)) raw = whole->mask;
        o.mask |= (whole->mask >> from & 0xff) << 8 * i;
        o.raw |= (raw >> from & 0xff) << 8 * i;
    }
    return o;
}

void exec_open_load(struct exec_machine *m, const struct exec_block *b, uint64_t offset, uint32_t n, bool raw, struct exec_value *v) {
    uint16_t kinds = 0, plain = raw ? v->uninit : 0;
    struct exec_open o = {0};
    if (b->open) o = gathered(m, b, offset, n, &kinds);
    for (uint32_t i = 0; b->open && i < n; i++)
        if (b->open[offset + i]) plain &= (uint16_t) ~(1u << i);
    if (v->block && !kinds && n < m->program->pointer_bits / 8) kinds = EXEC_PIECE, o.mask = ir_mask(8 * n);
    if (kinds) set_open(m, v, &o, place_kind(kinds));
    if (plain) exec_open_raw(m, v, plain);
    join_pieces(m, v, 8 * n);
}

void exec_open_store(struct exec_machine *m, struct exec_block *b, uint64_t offset, uint32_t n, const struct exec_value *v) {
    exec_word mask = open_bits(m, v), raw = raw_bits(m, v);
    uint32_t number = v->unknown ? 0 : v->why;
    if (!mask && !b->open) return;
    exec_bytes_open(&m->memory, b);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t kinds = mask >> 8 * i & 0xff ? v->flags & (EXEC_PLACED | EXEC_PIECE) : 0;
        if (raw >> 8 * i & 0xff) kinds |= EXEC_RAW;
        if (!((mask & ~raw) >> 8 * i & 0xff)) kinds &= EXEC_RAW;
        b->open[offset + i] = mask ? kinds << KINDS_SHIFT | i << PLACE_SHIFT | number : 0;
    }
}

void exec_open_bytes(struct exec_machine *m, struct exec_block *b, uint64_t offset, uint64_t n, uint16_t kinds) {
    assert(offset + n <= b->size);
    if (!kinds && !b->open) return;
    exec_bytes_open(&m->memory, b);
    for (uint64_t i = 0; i < n; i++) b->open[offset + i] = (uint32_t)kinds << KINDS_SHIFT;
}

// ---- decisions ---------------------------------------------------------------------------------------------------------------------

const char *exec_open_reason(const struct exec_machine *m, const struct exec_value *v) {
    if ((v->flags & EXEC_OPEN) == EXEC_RAW) return "what uninitialised storage holds";
    return m->options->alone ? "where objects lie in memory, or how large a result is of which only the sign is sure" : "where objects lie in memory";
}

void exec_depend_place(struct exec_machine *m) {
    exec_assume(m, "where objects lie in memory");
}

void exec_depend_open(struct exec_machine *m, const struct exec_value *v) {
    if (!exec_loose_bits(m, v, 128)) return;
    if (!m->result->assumed) m->result->placed = (v->flags & EXEC_OPEN) != EXEC_RAW;
    exec_assume(m, "%s", exec_open_reason(m, v));
}

bool exec_use_raw(struct exec_machine *m, const struct exec_value *v, const char *how) {
    bool sure = (v->flags & EXEC_OPEN) == EXEC_RAW && !v->unknown && exec_loose_bits(m, v, 128);
    if (!sure || !(m->options->rules >> IR_RULE_UNINITIALISED_VALUE & 1)) return true;
    return exec_fault(m, IR_RULE_UNINITIALISED_VALUE, 0, "an uninitialised value %s", how);
}
