// SPDX-License-Identifier: MIT
// Operators on values, comparisons, and what is learnt from their outcome.
#include <assert.h>

#include "sl/length.h"
#include "sl/sl.h"
#include "sl/table.h"
#include "sl/term.h"
#include "sl/uses.h"

// ---- values made from others --------------------------------------------------------------------------------------------------------

// A narrower number may be none that gives c when it is extended.
static bool comes_back(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range c) {
    if (r.bits == c.bits) return true;
    return num_range_same(d->values.at[v].delta ? num_range_sext(r, c.bits) : num_range_zext(r, c.bits), c);
}

// Is v not the constant c because the value that v was made from is another one?
static bool differs_at_source(struct sl_draft *d, uint32_t v, uint32_t c) {
    struct num_range r, constant = d->values.at[c].range;
    while (d->values.at[v].source && sl_source_of(d, v, constant, &r) && comes_back(d, v, r, constant)) {
        v = d->values.at[v].source;
        constant = r;
        if (sl_differ(d, v, sl_int(d, r))) return true;
    }
    return false;
}

// ---- what a test can be ------------------------------------------------------------------------------------------------------------

static enum num_test number_test(enum ir_pure p) {
    assert(step_test_of[p]);
    return (enum num_test)(step_test_of[p] - 1);
}

static bool is_equality(enum ir_pure p) {
    return p == IR_EQ_ || p == IR_NE_;
}

static bool is_order(enum ir_pure p) {
    return p == IR_ULT_ || p == IR_ULE_ || p == IR_SLT_ || p == IR_SLE_;
}

static enum num_truth equality(enum ir_pure p, bool equal) {
    return equal == (p == IR_EQ_) ? NUM_TRUE : NUM_FALSE;
}

// An address that is surely inside its object (its end not included), and of an object that is surely there.
static bool is_solid(const struct sl_draft *d, uint32_t v) {
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    int64_t offset;
    if (o->life != SL_VALID || !sl_least(o) || !sl_offset(d, v, &offset)) return false;
    return offset >= 0 && (uint64_t)offset < o->size;
}

static bool is_constant(struct step_run *r, const struct sl_draft *d, uint32_t v) {
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    return o->storage == SL_GLOBAL && r->step->program->globals.at[o->tag].flags & IR_READONLY;
}

static bool in_nodes(const struct sl_draft *d, uint32_t a, uint32_t b) {
    return is_solid(d, a) && is_solid(d, b);
}

// The test of addresses in one object as one of their offsets.
static enum num_test offset_test(enum ir_pure p) {
    return p == IR_ULT_ || p == IR_SLT_ ? NUM_SLT : NUM_SLE;
}

// Two addresses in a plain object that cannot have wrapped: those of 64 bits, if they do not lie before it; others, if they do not lie behind it either.
static bool lie_in_order(struct step_run *r, const struct sl_draft *d, uint32_t a, uint32_t b) {
    const struct sl_value *x = &d->values.at[a], *y = &d->values.at[b];
    const struct sl_object *o = &d->objects.at[x->object];
    if (x->object != y->object || sl_is_segment(o) || num_range_smin(x->range) < 0 || num_range_smin(y->range) < 0) return false;
    if (sl_of(r)->bits == 64) return true;
    bool first = (uint64_t)num_range_smax(x->range) <= o->size || sl_fits_bytes(d, a, 0);
    return first && ((uint64_t)num_range_smax(y->range) <= o->size || sl_fits_bytes(d, b, 0));
}

static bool may_be_place_of(const struct sl_draft *d, uint32_t place, uint32_t array) {
    return d->objects.at[place].storage == SL_PLACES && sl_is_table(d, array);
}

static enum num_truth test_addresses(struct step_run *r, const struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b) {
    const struct sl_value *x = &d->values.at[a], *y = &d->values.at[b];
    const struct sl_object *o = &d->objects.at[x->object];
    if (x->object == y->object && x->end != y->end)
        return is_equality(p) && o->shape.least > 1 && in_nodes(d, a, b) ? equality(p, false) : NUM_MAYBE;
    if (x->object == y->object && (sl_least(o) || sl_same(d, a, b))) {
        int64_t i, j;
        if (is_equality(p)) {
            enum num_truth t = num_range_test(number_test(p), x->range, y->range);
            return t == NUM_MAYBE && !sl_is_segment(o) ? sl_compare(d, number_test(p), a, b) : t;
        }
        if (!is_order(p)) return NUM_MAYBE;
        if (lie_in_order(r, d, a, b)) {
            enum num_truth t = num_range_test(offset_test(p), x->range, y->range);
            return t == NUM_MAYBE ? sl_compare(d, offset_test(p), a, b) : t;
        }  // overflow depends on where the object lies
        if (sl_offset(d, a, &i) && sl_offset(d, b, &j) && i >= 0 && j >= 0) return num_range_test(number_test(p), x->range, y->range);
        return NUM_MAYBE;
    }
    if (!is_equality(p)) return NUM_MAYBE;
    if (is_constant(r, d, a) && is_constant(r, d, b)) return NUM_MAYBE;  // two constants may lie in one place
    if (sl_is_shared(o) || sl_is_shared(&d->objects.at[y->object])) return NUM_MAYBE;
    if (may_be_place_of(d, x->object, y->object) || may_be_place_of(d, y->object, x->object)) return NUM_MAYBE;
    return x->object != y->object && is_solid(d, a) && is_solid(d, b) ? equality(p, false) : NUM_MAYBE;
}

// An address against a number: never null if it is inside (or at the end of) an object that is there.
static enum num_truth test_mixed(const struct sl_draft *d, enum ir_pure p, uint32_t address, uint32_t number) {
    const struct sl_object *o = &d->objects.at[d->values.at[address].object];
    int64_t offset;
    bool there = sl_least(o);
    if (!is_equality(p) || !sl_is_null(d, number) || !there || !sl_offset(d, address, &offset)) return NUM_MAYBE;
    return offset >= 0 && (uint64_t)offset <= o->size ? equality(p, false) : NUM_MAYBE;
}

enum num_truth sl_test(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b) {
    assert(a < d->values.n && b < d->values.n);
    if (is_equality(p) && sl_is_const(d, b, NULL) && differs_at_source(d, a, b)) return equality(p, false);
    if (is_equality(p) && sl_is_const(d, a, NULL) && differs_at_source(d, b, a)) return equality(p, false);
    const struct sl_value *x = &d->values.at[a], *y = &d->values.at[b];
    if (is_equality(p) && a == b && x->kind != SL_UNINIT) return equality(p, true);
    if (is_equality(p) && sl_differ(d, a, b)) return equality(p, false);
    if (x->kind == SL_INT && y->kind == SL_INT && x->range.bits == y->range.bits) {
        enum num_truth t = num_range_test(number_test(p), x->range, y->range);
        return t == NUM_MAYBE ? sl_compare(d, number_test(p), a, b) : t;
    }
    if (x->kind == SL_ADDR && y->kind == SL_ADDR) return test_addresses(r, d, p, a, b);
    if (x->kind == SL_ADDR && y->kind == SL_INT) return test_mixed(d, p, a, b);
    if (x->kind == SL_INT && y->kind == SL_ADDR) return test_mixed(d, p, b, a);
    return NUM_MAYBE;
}

// ---- what its outcome tells --------------------------------------------------------------------------------------------------------

// May every place that holds `from` hold `to` from now on?  Not if `from` is an address: then its object would be forgotten.
static bool is_open(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_ANY || (d->values.at[v].kind == SL_INT && !num_range_is_const(d->values.at[v].range, NULL));
}

static bool learn_equal(struct sl_draft *d, uint32_t a, uint32_t b) {
    if (sl_same(d, a, b)) return true;
    if (sl_differ(d, a, b)) return false;
    if (d->values.at[a].kind == SL_ANY && d->values.at[b].kind != SL_UNINIT)
        sl_replace(d, a, b);
    else if (d->values.at[b].kind == SL_ANY && d->values.at[a].kind != SL_UNINIT)
        sl_replace(d, b, a);
    return true;
}

// v is not the constant c, and neither are the values that it was made from what c was made from.
static void learn_apart(struct sl_draft *d, uint32_t v, uint32_t c) {
    struct num_range r;
    sl_keep_apart(d, v, c);
    while (sl_is_const(d, c, NULL) && d->values.at[v].source && sl_source_of(d, v, d->values.at[c].range, &r)) {
        if (!comes_back(d, v, r, d->values.at[c].range)) return;
        v = d->values.at[v].source;
        c = sl_int(d, r);
        sl_keep_apart(d, v, c);
    }
}

// Is the instruction about a number that a block's size will be made from, or that is compared again?
static bool is_about_size(struct step_run *r, uint8_t how) {
    const struct ir_instr *i = &r->func->instrs.at[r->at];
    for (uint32_t k = 0; i->op == IR_LET && k < i->n_args; k++)
        if (ir_tag(i->args[k]) == IR_LOCAL && sl_facts(sl_of(r), r->func_index)->is[ir_index(i->args[k])] & how) return true;
    return false;
}

// What two equal numbers were extended from is equal, too; where one of them was found, the other is.
static bool learn_equal_loads(struct sl_draft *d, uint32_t a, uint32_t b) {
    if (sl_same_extension(d, &a, &b)) {
        if (sl_differ(d, a, b)) return false;
        if (is_open(d, a) && a != b) sl_replace(d, a, b);
    }
    for (uint32_t i = 0; i < d->terms.n; i++)  // a replaces b later
        if (d->terms.at[i].kind == SL_LOADED && d->terms.at[i].value == a) d->terms.at[i].value = b;
    struct num_range zero = num_range_const(d->values.at[b].range.bits, 0);
    bool other = sl_differ(d, a, sl_int(d, zero)) || sl_differ(d, b, sl_int(d, zero));
    return sl_learn_byte(d, b, other);
}

// What is known to differ from a number that has turned out to be 0 is not 0.
static bool learn_other_than_zero(struct sl_draft *d) {
    for (uint32_t i = 0; i < d->apart.n; i++) {
        struct sl_pair p = d->apart.at[i];
        if (sl_is_null(d, p.a) && !sl_learn_byte(d, p.b, true)) return false;
        if (sl_is_null(d, p.b) && !sl_learn_byte(d, p.a, true)) return false;
    }
    return true;
}

// What is above something unsigned is not 0: its range, one arc, may not say so.
static void learn_positive(struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b, bool outcome) {
    if (test != NUM_ULT && test != NUM_ULE) return;
    uint32_t above = outcome ? b : a, below = outcome ? a : b;
    bool strict = outcome == (test == NUM_ULT);
    if (!num_range_has(d->values.at[above].range, 0) || (!strict && num_range_has(d->values.at[below].range, 0))) return;
    learn_apart(d, above, sl_const(d, d->values.at[above].range.bits, 0));
}

// Numbers that v is known to differ from are no ends of its range.
static bool trim(struct sl_draft *d, uint32_t v) {
    for (uint32_t i = 0; i < d->apart.n; i++) {
        struct sl_pair p = d->apart.at[i];
        uint32_t other = p.a == v ? p.b : p.a;
        if ((p.a == v || p.b == v) && sl_is_const(d, other, NULL) && d->values.at[other].range.bits == d->values.at[v].range.bits)
            num_range_refine(NUM_NE, true, &d->values.at[v].range, &d->values.at[other].range);
        if (num_range_is_empty(d->values.at[v].range)) return false;
    }
    return true;
}

// x is y + z, or y - z, modulo 2^n; false: it cannot be.
static bool learn_sum(struct sl_draft *d, uint32_t x, enum num_binary op, uint32_t y, uint32_t z) {
    struct num_range *range = &d->values.at[x].range;
    *range = num_range_meet(*range, num_range_binary(op, d->values.at[y].range, d->values.at[z].range));
    return !num_range_is_empty(*range) && sl_learnt(d, x);
}

// The range of v became smaller: so do those of the numbers that it is the sum, or the difference, of.
static bool learn_operands(struct sl_draft *d, uint32_t v) {
    for (uint32_t i = 0; i < d->made.n; i++) {
        struct sl_made m = d->made.at[i];
        if (m.value != v || (m.op != IR_ADD_ && m.op != IR_SUB_) || d->values.at[m.a].kind != SL_INT || d->values.at[m.b].kind != SL_INT) continue;
        bool sum = m.op == IR_ADD_;
        if (!learn_sum(d, m.a, sum ? NUM_SUB : NUM_ADD, v, m.b) || !learn_sum(d, m.b, NUM_SUB, sum ? v : m.a, sum ? m.a : v)) return false;
    }
    return true;
}

static bool learn_numbers(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b, bool outcome) {
    struct num_range x = d->values.at[a].range, y = d->values.at[b].range;
    num_range_refine(number_test(p), outcome, &x, &y);
    if (num_range_is_empty(x) || num_range_is_empty(y)) return false;
    d->values.at[a].range = x;
    d->values.at[b].range = y;
    learn_positive(d, number_test(p), a, b, outcome);
    if (!trim(d, a) || !trim(d, b) || !sl_learnt(d, a) || !sl_learnt(d, b) || !learn_operands(d, a) || !learn_operands(d, b)) return false;
    bool apart = !sl_is_known(d, a) && !sl_is_known(d, b);
    sl_note(sl_of(r), SL_NOTED_COMPARES, apart && !(sl_of(r)->noted & SL_NOTED_COMPARES) && (sl_is_in_block(d, a) || sl_is_in_block(d, b)));
    sl_learn_order(d, number_test(p), a, b, outcome, apart && (d->valued || is_about_size(r, SL_SIZING | SL_AGAIN)));
    bool equal = is_equality(p) && outcome == (p == IR_EQ_);
    if (equal && d->terms.n && !learn_equal_loads(d, a, b)) return false;
    if (equal && is_open(d, a)) sl_replace(d, a, b);
    return true;
}

// What a comparison of two addresses in one object tells of their offsets.
static bool learn_offsets(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b, bool outcome) {
    struct num_range x = d->values.at[a].range, y = d->values.at[b].range;
    bool same = d->values.at[a].object == d->values.at[b].object && !sl_is_segment(&d->objects.at[d->values.at[a].object]);
    if (!d->sized || !same || !(is_equality(p) || (is_order(p) && lie_in_order(r, d, a, b)))) return true;
    enum num_test test = is_equality(p) ? number_test(p) : offset_test(p);
    num_range_refine(test, outcome, &x, &y);
    if (num_range_is_empty(x) || num_range_is_empty(y)) return false;
    d->values.at[a].range = x;
    d->values.at[b].range = y;
    if (!sl_learnt(d, a) || !sl_learnt(d, b)) return false;
    sl_learn_order(d, test, a, b, outcome, false);
    return true;
}

bool sl_assume(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b, bool outcome) {
    assert(a < d->values.n && b < d->values.n);
    enum num_truth t = sl_test(r, d, p, a, b);
    if (!(t & (outcome ? NUM_TRUE : NUM_FALSE))) return false;
    if (d->values.at[a].kind == SL_UNINIT || d->values.at[b].kind == SL_UNINIT) return true;
    bool numbers = d->values.at[a].kind == SL_INT && d->values.at[b].kind == SL_INT;
    if (numbers && d->values.at[a].range.bits == d->values.at[b].range.bits && !learn_numbers(r, d, p, a, b, outcome)) return false;
    if (d->values.at[a].kind == SL_ADDR && d->values.at[b].kind == SL_ADDR && !learn_offsets(r, d, p, a, b, outcome)) return false;
    bool equal = outcome == (p == IR_EQ_), unequal = is_equality(p) && !equal;
    if (!sl_learn_byte(d, a, unequal && sl_is_null(d, b)) || !sl_learn_byte(d, b, unequal && sl_is_null(d, a))) return false;
    if (!is_equality(p)) return true;
    if (equal && d->terms.n && numbers && !learn_other_than_zero(d)) return false;
    if (equal) return numbers || learn_equal(d, a, b);
    uint32_t x = a, y = b;
    if (numbers && d->terms.n && sl_same_extension(d, &x, &y)) sl_keep_apart(d, x, y);
    if (is_open(d, a)) learn_apart(d, a, b);
    if (is_open(d, b)) learn_apart(d, b, a);
    return true;
}

bool sl_assume_bool(struct sl_draft *d, uint32_t v, bool outcome) {
    assert(v < d->values.n);
    struct sl_value *x = &d->values.at[v];
    if (x->kind != SL_INT) {
        if (x->kind == SL_ANY) *x = (struct sl_value){.kind = SL_INT, .range = num_range_const(1, outcome)};
        return true;
    }
    if (!num_range_has(x->range, outcome)) return false;
    x->range = num_range_const(x->range.bits, outcome);
    return sl_learnt(d, v);
}

// ---- operators ---------------------------------------------------------------------------------------------------------------------

static const uint8_t unary_of[IR_N_PURE] = {
    [IR_ABS_] = NUM_ABS + 1,           [IR_BSWAP_] = NUM_BSWAP + 1, [IR_BITREV_] = NUM_BITREV + 1,
    [IR_POPCOUNT_] = NUM_POPCOUNT + 1, [IR_CLZ_] = NUM_CLZ + 1,     [IR_CTZ_] = NUM_CTZ + 1,
};

// The number a value is, as far as it is one; an uninitialised one is any number.
static bool as_number(const struct sl_draft *d, uint32_t v, unsigned bits, struct num_range *out) {
    const struct sl_value *x = &d->values.at[v];
    *out = x->kind == SL_INT && x->range.bits == bits ? x->range : num_range_full(bits);
    return x->kind != SL_ADDR;
}

static uint32_t moved(struct sl_draft *d, uint32_t address, enum num_binary op, struct num_range by) {
    struct sl_value v = d->values.at[address];
    num_word k;
    bool known = num_range_is_const(by, &k) && !num_range_is_const(v.range, NULL);
    v.range = num_range_binary(op, v.range, by);
    v.source = known ? address : 0;
    v.times = 1;
    v.delta = known ? op == NUM_ADD ? (uint64_t)k : -(uint64_t)k : 0;
    return sl_add_value(d, v);
}

static uint32_t moved_to(struct sl_draft *d, uint32_t address, unsigned bits, int64_t offset) {
    struct sl_value v = d->values.at[address];
    v.range = num_range_const(bits, (uint64_t)offset);
    v.source = 0;
    return sl_add_value(d, v);
}

// What malloc guarantees: two words (glibc).
static uint64_t heap_alignment(const struct ir_program *p) {
    return p->pointer_bits / 4;
}

// A power of two that divides the address of the object.
static uint64_t alignment_of(struct step_run *r, const struct sl_object *o) {
    const struct ir_program *p = r->step->program;
    uint64_t align = o->storage == SL_HEAP ? heap_alignment(p) : 1;
    if (o->storage == SL_GLOBAL) align = p->globals.at[o->tag].align;
    if (o->storage == SL_STACK && o->tag != UINT32_MAX) align = p->funcs.at[o->func].slots.at[o->tag].align;
    return align && (align & (align - 1)) == 0 ? align : 1;
}

// Bits of an address below the alignment of its object are those of the offset: masks and marks keep the object.
static uint32_t masked(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t address, struct num_range mask, unsigned bits) {
    int64_t offset;
    num_word m;
    const struct sl_object *o = &d->objects.at[d->values.at[address].object];
    if (!sl_least(o) || !sl_offset(d, address, &offset) || !num_range_is_const(mask, &m)) return 0;
    uint64_t below = alignment_of(r, o) - 1, all = bits == 64 ? UINT64_MAX : (1ull << bits) - 1, low = (uint64_t)m & below;
    if (p == IR_AND_ && ((uint64_t)m | below) == all)
        return moved_to(d, address, bits, (offset & ~(int64_t)below) | (offset & (int64_t)low));
    if (low != (uint64_t)m) return 0;
    if (p == IR_AND_) return sl_const(d, bits, (uint64_t)offset & low);
    return moved_to(d, address, bits, p == IR_OR_ ? offset | (int64_t)low : offset ^ (int64_t)low);
}

// How far two addresses in one object are apart.
static uint32_t distance(struct sl_draft *d, uint32_t a, uint32_t b) {
    uint32_t v = sl_int(d, num_range_binary(NUM_SUB, d->values.at[a].range, d->values.at[b].range));
    int64_t at;
    if (sl_is_known(d, a) && sl_is_known(d, b)) return v;
    if (sl_offset(d, b, &at))
        sl_made_from(d, v, a, 1, -(uint64_t)at);
    else if (d->sized && !d->values.at[a].level && !d->values.at[b].level)
        sl_is_known(d, a) ? sl_tell_sum(d, a, v, b, 0) : sl_learn_result(d, NUM_SUB, v, a, b, true);
    return v;
}

static uint32_t address_arithmetic(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b, unsigned bits) {
    bool x = d->values.at[a].kind == SL_ADDR, y = d->values.at[b].kind == SL_ADDR;
    struct num_range n;
    if (x && y) {
        uint32_t o = d->values.at[a].object;
        if (p != IR_SUB_ || o != d->values.at[b].object || sl_is_segment(&d->objects.at[o])) return 0;
        return distance(d, a, b);
    }
    as_number(d, x ? b : a, bits, &n);
    if (p == IR_ADD_) return moved(d, x ? a : b, NUM_ADD, n);
    if (p == IR_SUB_ && x) return moved(d, a, NUM_SUB, n);
    if (p == IR_AND_ || p == IR_OR_ || p == IR_XOR_) return masked(r, d, p, x ? a : b, n, bits);
    return 0;
}

// Where the result came from, if one of the operands is a constant; of two, one that nothing holds is a literal.
static void keep_source(struct sl_draft *d, enum ir_pure p, uint32_t v, uint32_t a, uint32_t b) {
    num_word k = 0;
    bool literal = !sl_is_const(d, b, NULL) || !sl_is_held(d, a);
    bool first = literal && sl_is_const(d, a, &k), second = !first && sl_is_const(d, b, &k);
    if (d->values.at[first ? b : a].range.bits != d->values.at[v].range.bits) return;
    if (p == IR_ADD_ && (first || second)) sl_made_from(d, v, first ? b : a, 1, (uint64_t)k);
    if (p == IR_SUB_ && second) sl_made_from(d, v, a, 1, -(uint64_t)k);
    if (p == IR_MUL_ && (first || second) && k > 1 && k < INT32_MAX) sl_made_from(d, v, first ? b : a, (uint32_t)k, 0);
    if (p == IR_SHL_ && second && k > 0 && k < 31) sl_made_from(d, v, a, 1u << k, 0);
}

enum { REMEMBERED = 16 };  // results of operators

static bool is_definite(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_INT || d->values.at[v].kind == SL_ANY;
}

// The value that these operands gave before, or 0.
static uint32_t made_before(const struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b) {
    for (uint32_t i = d->made.n > REMEMBERED ? d->made.n - REMEMBERED : 0; i < d->made.n; i++) {
        const struct sl_made *m = &d->made.at[i];
        if (m->op == p && sl_same(d, m->a, a) && sl_same(d, m->b, b)) return m->value;
    }
    return 0;
}

static void remember(struct sl_draft *d, enum ir_pure p, uint32_t v, uint32_t a, uint32_t b) {
    if (!num_range_is_const(d->values.at[v].range, NULL)) vec_push(&d->made, (struct sl_made){v, a, b, (uint8_t)p});
}

// Is v the constant that leaves every number as it is, as the second operand?
static bool is_neutral(const struct sl_draft *d, enum ir_pure p, uint32_t v) {
    num_word k;
    return sl_is_const(d, v, &k) && k == (p == IR_MUL_) && (p == IR_MUL_ || p == IR_ADD_ || p == IR_SUB_ || p == IR_SHL_);
}

static bool is_division(enum ir_pure p) {
    return p == IR_UDIV_ || p == IR_SDIV_ || p == IR_UREM_ || p == IR_SREM_;
}

static bool is_remainder(enum ir_pure p) {
    return p == IR_UREM_ || p == IR_SREM_;
}

static uint32_t arithmetic(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, uint32_t b, ir_type t) {
    struct num_range x, y;
    bool numbers = as_number(d, a, ir_bits(t), &x);
    numbers &= as_number(d, b, ir_bits(t), &y);
    if (!numbers) {
        uint32_t v = address_arithmetic(r, d, p, a, b, ir_bits(t));
        if (v) return v;
        sl_escape(d, a);
        sl_escape(d, b);
        return sl_unknown(d, t, sl_of(r)->bits);
    }
    if (is_neutral(d, p, b) && d->values.at[a].kind == SL_INT) return a;
    uint32_t v = made_before(d, p, a, b);
    if (v) return v;
    struct num_range z = num_range_binary((enum num_binary)(step_binary_of[p] - 1), x, y);
    if (num_range_is_empty(z)) return 0;
    v = sl_int(d, z);
    if (is_definite(d, a) && is_definite(d, b)) remember(d, p, v, a, b);
    keep_source(d, p, v, a, b);
    bool sum = (p == IR_ADD_ || p == IR_SUB_) && !sl_is_known(d, a) && !sl_is_known(d, b);
    bool early = (sum || is_division(p) || p == IR_AND_ || p == IR_OR_ || p == IR_MUL_ || p == IR_SHL_ || p == IR_LSHR_) && !sl_is_known(d, v);
    early = early && ((d->valued && sum) || is_about_size(r, p == IR_MUL_ || p == IR_SHL_ || p == IR_OR_ ? SL_SIZING | SL_SAVED : SL_SIZING));
    early |= is_remainder(p) && !sl_is_known(d, b);  // of a hash, say: an index into something that the caller has
    sl_learn_result(d, (enum num_binary)(step_binary_of[p] - 1), v, a, b, early);
    return v;
}

// The number with another width: cut, or extended as the operator says.
static uint32_t resized(struct sl_draft *d, enum ir_pure p, uint32_t a, unsigned bits) {
    struct num_range x = d->values.at[a].range;
    uint32_t before = made_before(d, p, a, a);
    if (before && d->values.at[before].range.bits == bits) return before;
    bool cut = bits < x.bits, extend = !cut && p == IR_SEXT_;
    uint32_t v = sl_int(d, cut ? num_range_trunc(x, bits) : extend ? num_range_sext(x, bits) : num_range_zext(x, bits));
    sl_made_from(d, v, a, 1, extend);
    remember(d, p, v, a, a);
    return v;
}

uint32_t sl_cut(struct sl_draft *d, uint32_t v, unsigned bits) {
    assert(d->values.at[v].kind == SL_INT && bits < d->values.at[v].range.bits);
    return resized(d, IR_TRUNC_, v, bits);
}

static uint32_t convert(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, ir_type t) {
    const struct sl_value *x = &d->values.at[a];
    unsigned bits = ir_bits(t);
    if (p == IR_CAST_ && x->kind != SL_INT && bits == sl_of(r)->bits) return a;
    if (x->kind == SL_UNINIT) return a;
    if (x->kind != SL_INT) {
        sl_escape(d, a);
        return sl_unknown(d, t, sl_of(r)->bits);
    }
    if (bits == x->range.bits) return a;
    return resized(d, p, a, bits);
}

// An index of 8 bits counts on behind 127.
uint32_t sl_wide_sum(struct sl_draft *d, uint32_t v, unsigned bits, int64_t k) {
    assert(v < d->values.n);
    assert(d->values.at[v].kind == SL_INT && d->values.at[v].range.bits <= bits);
    if (d->values.at[v].range.bits < bits) v = resized(d, IR_SEXT_, v, bits);
    uint32_t by = sl_const(d, bits, (uint64_t)k), sum = made_before(d, IR_ADD_, v, by);
    if (sum) return sum;
    sum = sl_int(d, num_range_binary(NUM_ADD, d->values.at[v].range, d->values.at[by].range));
    sl_made_from(d, sum, v, 1, (uint64_t)k);
    remember(d, IR_ADD_, sum, v, by);
    return sum;
}

static uint32_t unary(struct step_run *r, struct sl_draft *d, enum ir_pure p, uint32_t a, ir_type t) {
    struct num_range x;
    if (!as_number(d, a, ir_bits(t), &x)) {
        sl_escape(d, a);
        return sl_unknown(d, t, sl_of(r)->bits);
    }
    return sl_int(d, num_range_unary((enum num_unary)(unary_of[p] - 1), x));
}

// ---- instructions ------------------------------------------------------------------------------------------------------------------

// Is the segment that v leads into the reason why a and b cannot be compared?
static bool may_hide(const struct sl_draft *d, uint32_t a, uint32_t b, uint32_t v) {
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    bool both = d->values.at[a].kind == d->values.at[b].kind && d->values.at[a].object == d->values.at[b].object;
    if (!sl_is_segment(o) || o->life != SL_VALID) return false;
    return !o->shape.least || (both && o->shape.least == 1 && d->values.at[a].end != d->values.at[b].end);
}

// A comparison that is not decided forks: each side knows its outcome.
static bool compare(struct step_run *r, struct sl_draft *d, const struct ir_instr *i, uint32_t a, uint32_t b) {
    enum num_truth t = sl_test(r, d, i->pure, a, b);
    if (t == NUM_MAYBE) {
        for (int k = 0; k < 2; k++) {  // a segment that may be empty: both cases, then again
            uint32_t v = k ? b : a;
            const struct sl_value *x = &d->values.at[v];
            if (x->kind == SL_ADDR && may_hide(d, a, b, v)) return sl_expose(r, d, v);
        }
        if (sl_is_const(d, b, NULL)) sl_see_question(sl_of(r), d, a);
        struct sl_draft *other = step_fork(r, d, false);
        if (sl_assume(r, other, i->pure, a, b, false))
            sl_assign(other, i->dsts[0], sl_const(other, 1, 0));
        else
            step_unfork(r);
        if (!sl_assume(r, d, i->pure, a, b, true)) return false;
        t = NUM_TRUE;
    }
    if (t == NUM_NEITHER) return false;
    sl_assign(d, i->dsts[0], sl_const(d, 1, t == NUM_TRUE));
    return true;
}

static bool is_plain(ir_type t) {
    return (ir_kind(t) == IR_INT || ir_kind(t) == IR_PTR) && ir_bits(t) <= IR_MAX_INT;
}

// A division by zero stops the program: where it is certain the path ends by name, else the divisor is another number from here on.
static bool can_divide(struct step_run *r, struct sl_draft *d, uint32_t v) {
    if (sl_is_null(d, v)) {
        step_give_up(r, "division by zero");
        return false;
    }
    if (d->values.at[v].kind != SL_INT) return true;
    struct num_range zero = num_range_const(d->values.at[v].range.bits, 0);
    num_range_refine(NUM_NE, true, &d->values.at[v].range, &zero);
    return sl_learnt(d, v);
}

// A field of bits is put into a word that has not been given: the others in it are taken to be given, too, an assumption of the verdict.
static bool fills_bits(const struct sl_draft *d, const struct ir_instr *i, const uint32_t *v) {
    if (i->pure != IR_OR_) return false;
    for (uint32_t k = 0; k < 2; k++) {
        const struct sl_value *x = &d->values.at[v[k]];
        if (x->kind == SL_UNINIT && !x->times) return false;
    }
    return d->values.at[v[0]].kind != SL_UNINIT || d->values.at[v[1]].kind != SL_UNINIT;
}

// A number that only counts passes the end of its type after so many steps that it may be taken not to (steps-fit): false, the path ended.
static bool stays_inside(struct step_run *r, struct sl_draft *d, const struct ir_instr *i, const uint32_t *v) {
    struct sl *s = sl_of(r);
    uint32_t which;
    enum num_test passes = i->pure == IR_ADD_ ? NUM_SADDO : NUM_SSUBO;
    if (d->values.at[v[0]].kind != SL_INT || d->values.at[v[1]].kind != SL_INT) return true;
    struct num_range x = d->values.at[v[0]].range, y = d->values.at[v[1]].range;
    if (num_range_test(passes, x, y) == NUM_FALSE) return true;
    if (!s->counting.first) ir_counting_build(&s->counting, s->step.program);
    if (!ir_is_step(&s->counting, s->step.program, r->func_index, i, &which)) return true;
    sl_note(s, s->options.steps ? SL_NOTED_STEPS : SL_NOTED_PASSES, true);
    if (!s->options.steps) return true;
    struct num_range *n = &d->values.at[v[which]].range, by = which ? x : y;
    if (i->pure == IR_SUB_) by = num_range_unary(NUM_NEG, by);
    int64_t low = num_range_smin(by), high = num_range_smax(by), least = num_range_smin(num_range_full(by.bits)), most = num_range_smax(num_range_full(by.bits));
    *n = num_range_meet(*n, num_range_signed(by.bits, least - (low < 0 ? low : 0), most - (high > 0 ? high : 0)));
    return !num_range_is_empty(*n) && sl_learnt(d, v[which]);
}

// What is computed from an uninitialised value is one; an address plus one is used as it is computed.
static bool is_computed_from_nothing(struct step_run *r, const struct sl_draft *d, const struct ir_instr *i, const uint32_t *v) {
    bool nothing = false, address = false;
    if (!step_is_asked(r->step, IR_RULE_UNINITIALISED_VALUE)) return false;
    for (uint32_t k = 0; k < i->n_args; k++) nothing |= d->values.at[v[k]].kind == SL_UNINIT, address |= d->values.at[v[k]].kind == SL_ADDR;
    for (uint32_t k = 0; k < i->n_args && nothing && address; k++) sl_use(r, d, v[k], "be an index");
    bool bits = nothing && fills_bits(d, i, v);
    sl_note(sl_of(r), SL_NOTED_LAX, bits);
    return nothing && !address && !bits;
}

bool sl_let(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    uint32_t v[3] = {0}, result = 0;
    ir_type t = r->func->locals.at[i->dsts[0]].type, from = ir_type_of(r->step->program, r->func, i->args[0]);
    for (uint32_t k = 0; k < i->n_args; k++)
        if (!(v[k] = sl_eval(r, d, i->args[k]))) return false;
    if (i->pure == IR_COPY_) {
        sl_assign(d, i->dsts[0], v[0]);
        return true;
    }
    for (uint32_t k = 0; k < i->n_args; k++) v[k] = sl_as_symbol(sl_of(r), d, v[k]);
    if (ir_pures[i->pure].class == IR_CLASS_TEST && is_plain(from)) {
        for (uint32_t k = 0; k < 2 && ir_kind(from) != IR_PTR; k++) sl_use(r, d, v[k], "decide a branch");
        return compare(r, d, i, v[0], v[1]);
    }
    if (is_computed_from_nothing(r, d, i, v)) {
        result = sl_fresh(d, SL_UNINIT);
        d->values.at[result].times = i->pure == IR_AND_;
        sl_assign(d, i->dsts[0], result);
        return true;
    }
    if ((i->pure == IR_ADD_ || i->pure == IR_SUB_) && is_plain(t) && !stays_inside(r, d, i, v)) return false;
    if (is_division(i->pure) && is_plain(t) && !can_divide(r, d, v[1])) return false;
    if (step_binary_of[i->pure] && is_plain(t)) {
        result = arithmetic(r, d, i->pure, v[0], v[1], t);
        assert(result);
    } else if (unary_of[i->pure] && is_plain(t)) {
        result = unary(r, d, i->pure, v[0], t);
    } else if ((i->pure == IR_ZEXT_ || i->pure == IR_SEXT_ || i->pure == IR_TRUNC_ || i->pure == IR_CAST_) && is_plain(t) &&
               is_plain(from)) {
        result = convert(r, d, i->pure, v[0], t);
    } else {
        bool number = ir_pures[i->pure].class == IR_CLASS_FCAST && ir_kind(t) == IR_INT && ir_kind(from) == IR_FLOAT && is_plain(t);
        for (uint32_t k = 0; k < i->n_args; k++) sl_escape(d, v[k]);
        result = number ? sl_int(d, num_range_full(ir_bits(t))) : sl_unknown(d, t, sl_of(r)->bits);
    }
    sl_assign(d, i->dsts[0], result);
    return true;
}
