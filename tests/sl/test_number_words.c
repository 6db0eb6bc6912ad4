// SPDX-License-Identifier: MIT
// What tests, operators and changes of width tell the numeric state of a draft, against all words of 8 bits, and against words around the places
// where those of 32 and 64 bits wrap: no numbers that can be are lost, neither by bounds nor, once it is settled, by ranges.
#include "../num/ranges.h"
#include "heap.h"
#include "sl/relate.h"
#include "sl/term.h"

enum { X = 1, Y = 2, V = 3, FULL = 256, SAMPLES = 48 };  // the values: two numbers and what is made of them

struct words {
    num_word of[4];  // by value
};
struct facts {
    struct sl_draft d;
    unsigned bits;
    struct num_range range[3];         // X and Y as they were drawn
    bool related, is_signed;
    int64_t apart;                     // then X - Y is no more than this, read so
};

static uint32_t pick(uint64_t *seed, uint32_t n) {
    return (uint32_t)(next_random(seed) >> 7) % n;
}

static num_sword plain(unsigned bits, num_word word, bool is_signed) {
    return is_signed ? num_signed(bits, word) : (num_sword)num_wrap(bits, word);
}

// ---- what is drawn

// Around 0, the greatest signed number or anywhere, few of them or many.
static struct num_range random_range(unsigned bits, uint64_t *seed) {
    uint64_t mask = (uint64_t)num_mask(bits), about[] = {0, mask >> 1, mask, next_random(seed), 16};
    uint64_t lo = about[pick(seed, 5)] - pick(seed, 9), size = pick(seed, 3) ? pick(seed, 12) : next_random(seed) >> pick(seed, 63);
    if (pick(seed, 8) == 0) return num_range_full(bits);
    return num_range_arc(bits, lo & mask, (lo + (size & (mask >> 1))) & mask);
}

static void begin_facts(struct facts *f, unsigned bits, uint64_t *seed) {
    begin(&f->d);
    f->d.sized = true;
    f->bits = bits;
    for (uint32_t v = X; v <= Y; v++) {
        f->range[v] = random_range(bits, seed);
        f->d.regs.at[v] = sl_int(&f->d, f->range[v]);
    }
    f->related = pick(seed, 2);
    f->is_signed = pick(seed, 2);
    f->apart = (int64_t)pick(seed, 40) - 20;
    struct num_var x = sl_reading(&f->d, X, f->is_signed), y = sl_reading(&f->d, Y, f->is_signed);
    f->related &= x.is_signed == f->is_signed && y.is_signed == f->is_signed;
    if (f->related) sl_relate(&f->d, x, y, f->apart);
}

static bool may_be(const struct facts *f, num_word x, num_word y) {
    if (!num_range_has(f->range[X], x) || !num_range_has(f->range[Y], y)) return false;
    return !f->related || plain(f->bits, x, f->is_signed) - plain(f->bits, y, f->is_signed) <= f->apart;
}

// ---- what must hold

typedef VEC(struct words) models;

static void check_bounds(const struct sl_draft *d, const models *m, uint32_t last, const char *what) {
    for (uint32_t k = 0; k < 4 * last * last; k++) {
        struct num_var a = sl_reading(d, 1 + k / 4 % last, k & 1), b = sl_reading(d, 1 + k / 4 / last, k & 2);
        int64_t most = sl_bound(d, a, b);
        for (uint32_t i = 0; i < m->n && most != SL_NO_BOUND && a.id != b.id; i++)
            if (plain(a.bits, m->at[i].of[a.id], a.is_signed) - plain(b.bits, m->at[i].of[b.id], b.is_signed) > most)
                fail_msg("%s of %u bits: value %u less value %u is not at most %lld", what, a.bits, a.id, b.id, (long long)most);
    }
}

// The draft is settled and gone afterwards.
static void check(struct facts *f, models *m, uint32_t last, const char *what) {
    struct sl_draft *d = &f->d;
    check_bounds(d, m, last, what);
    if (f->bits < 64) assert_true(num_diff_valid(sl_closed(d)));  // else a bound may have been weakened
    bool possible = sl_settle(d);
    if (m->n) assert_true(possible);
    for (uint32_t v = 1; v <= last; v++)
        for (uint32_t i = 0; i < m->n; i++)
            if (!num_range_has(d->values.at[v].range, m->at[i].of[v])) fail_msg("%s: value %u has lost a number", what, v);
    if (m->n) check_bounds(d, m, last, what);
    sl_draft_free(d);
    vec_free(m);
}

// Words to try: all, or some of the range and its ends.
static uint32_t words_of(const struct facts *f, uint32_t v, uint64_t *seed, num_word *out) {
    struct num_range r = f->range[v];
    for (uint32_t i = 0; i < FULL && f->bits == 8; i++) out[i] = i;
    if (f->bits == 8) return FULL;
    uint64_t lo = num_range_is_full(r) ? 0 : (uint64_t)r.lo, size = (uint64_t)num_range_size(r) - 1;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint64_t by = i < SAMPLES / 3 ? i : i < 2 * SAMPLES / 3 ? size - (i - SAMPLES / 3) : size ? next_random(seed) % size : 0;
        out[i] = num_wrap(f->bits, (num_word)lo + (by > size ? size : by));
    }
    return SAMPLES;
}

// ---- tests and operators

static bool is_guarded(const struct facts *f, int op, bool outcome, num_word x, num_word y) {
    return may_be(f, x, y) && num_test((enum num_test)op, f->bits, x, y) == outcome;
}

static void try_guard(unsigned bits, int op, bool outcome, uint64_t *seed) {
    struct facts f;
    models m = {0};
    num_word xs[FULL], ys[FULL];
    begin_facts(&f, bits, seed);
    uint32_t n = words_of(&f, X, seed, xs), k = words_of(&f, Y, seed, ys);
    for (uint32_t i = 0; i < n * k; i++)
        if (is_guarded(&f, op, outcome, xs[i % n], ys[i / n])) vec_push(&m, (struct words){{0, xs[i % n], ys[i / n]}});
    struct num_range *x = &f.d.values.at[X].range, *y = &f.d.values.at[Y].range;
    num_range_refine((enum num_test)op, outcome, x, y);
    bool empty = num_range_is_empty(*x) || num_range_is_empty(*y);
    if (empty) assert_int_equal(m.n, 0);
    if (empty) *x = f.range[X], *y = f.range[Y];
    if (!empty) sl_learn_order(&f.d, (enum num_test)op, X, Y, outcome, true);
    check(&f, &m, Y, num_test_names[op]);
}

static void try_result(unsigned bits, int op, uint64_t *seed) {
    struct facts f;
    models m = {0};
    num_word xs[FULL], ys[FULL], v;
    begin_facts(&f, bits, seed);
    uint32_t n = words_of(&f, X, seed, xs), k = words_of(&f, Y, seed, ys);
    struct num_range r = num_range_binary((enum num_binary)op, f.range[X], f.range[Y]);
    for (uint32_t i = 0; i < n * k; i++)
        if (may_be(&f, xs[i % n], ys[i / n]) && num_binary((enum num_binary)op, bits, xs[i % n], ys[i / n], &v))
            vec_push(&m, (struct words){{0, xs[i % n], ys[i / n], v}});
    f.d.regs.at[V] = sl_int(&f.d, num_range_is_empty(r) ? num_range_full(bits) : r);
    if (m.n) sl_learn_result(&f.d, (enum num_binary)op, V, X, Y, true);
    check(&f, &m, m.n ? V : Y, num_binary_names[op]);
}

// V is so many times X, and a constant.
static void try_multiple(unsigned bits, uint64_t *seed) {
    struct facts f;
    models m = {0};
    num_word xs[FULL], ys[FULL];
    begin_facts(&f, bits, seed);
    uint32_t n = words_of(&f, X, seed, xs), k = words_of(&f, Y, seed, ys), times = 1 + pick(seed, 4) * pick(seed, 3);
    uint64_t plus = pick(seed, 2) ? (uint64_t)pick(seed, 20) - 10 : next_random(seed);
    plus &= (uint64_t)num_mask(bits);
    struct num_range by = num_range_const(bits, times), r = num_range_binary(NUM_MUL, f.range[X], by);
    for (uint32_t i = 0; i < n * k; i++)
        if (may_be(&f, xs[i % n], ys[i / n]))
            vec_push(&m, (struct words){{0, xs[i % n], ys[i / n], num_wrap(bits, xs[i % n] * times + plus)}});
    f.d.regs.at[V] = sl_int(&f.d, num_range_binary(NUM_ADD, r, num_range_const(bits, plus)));
    sl_made_from(&f.d, V, X, times, plus);
    check(&f, &m, V, "a multiple");
}

// V is X with another width; it is compared with Y, if that has the same.
static void try_cast(unsigned bits, unsigned to, bool sext, uint64_t *seed) {
    struct facts f;
    models m = {0};
    num_word xs[FULL];
    begin_facts(&f, bits, seed);
    uint32_t n = words_of(&f, X, seed, xs);
    num_word y = f.range[Y].lo;
    for (uint32_t i = 0; i < n; i++) {
        num_word v = sext && to > bits ? num_sext(bits, to, xs[i]) : num_wrap(to, xs[i]);
        if (may_be(&f, xs[i], y)) vec_push(&m, (struct words){{0, xs[i], y, v}});
    }
    struct num_range r = to < bits ? num_range_trunc(f.range[X], to) : sext ? num_range_sext(f.range[X], to) : num_range_zext(f.range[X], to);
    f.d.regs.at[V] = sl_int(&f.d, r);
    sl_made_from(&f.d, V, X, 1, sext && to > bits);
    check(&f, &m, V, "another width");
}

static void try_all(unsigned bits, int rounds, uint64_t seed) {
    for (int round = 0; round < rounds; round++) {
        for (int op = 0; op < 2 * NUM_N_TEST; op++) try_guard(bits, op / 2, op % 2, &seed);
        for (int op = 0; op < NUM_N_BINARY; op++) try_result(bits, op, &seed);
        for (int k = 0; k < 4; k++) try_multiple(bits, &seed);
        for (unsigned to = 8; to <= 64; to *= 2)
            if (to != bits) try_cast(bits, to, false, &seed), try_cast(bits, to, true, &seed);
    }
}

static void all_words_of_8_bits_are_kept(void **state) {
    (void)state;
    try_all(8, 8, 3);
}

static void words_around_2_to_the_31_and_32_are_kept(void **state) {
    (void)state;
    try_all(32, 60, 5);
}

static void words_around_2_to_the_63_and_64_are_kept(void **state) {
    (void)state;
    try_all(64, 60, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_words_of_8_bits_are_kept),
        cmocka_unit_test(words_around_2_to_the_31_and_32_are_kept),
        cmocka_unit_test(words_around_2_to_the_63_and_64_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
