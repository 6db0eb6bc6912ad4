// SPDX-License-Identifier: MIT
// Difference constraints against all assignments of four variables of 2 and 3 bits, signed and unsigned: contradiction and bounds are
// exact, however the constraints come in.
#include "num/num_diff.h"

#include "ranges.h"

enum { VARS = 4, VALUES = 8 * 8 * 4 * 8 };
static const struct num_var vars[VARS] = {{7, 3, false}, {3, 3, true}, {9, 2, false}, {3, 3, false}};

static int value(unsigned model, unsigned v) {
    static const unsigned shift[VARS] = {0, 3, 6, 8};
    unsigned word = model >> shift[v] & ((1u << vars[v].bits) - 1);
    return vars[v].is_signed ? (int)num_signed(vars[v].bits, word) : (int)word;
}

typedef bool models[VALUES];

static void all_models(bool *m) {
    for (unsigned i = 0; i < VALUES; i++) m[i] = true;
}

// The value of x in a model; x == VARS is the constant 0.
static int meaning(unsigned model, unsigned x) {
    return x < VARS ? value(model, x) : 0;
}

static struct num_var var(unsigned x) {
    return x < VARS ? vars[x] : NUM_DIFF_ZERO;
}

static bool any(const bool *m) {
    for (unsigned i = 0; i < VALUES; i++)
        if (m[i]) return true;
    return false;
}

static int greatest_difference(const bool *m, unsigned x, unsigned y) {
    int best = -100;
    for (unsigned i = 0; i < VALUES; i++)
        if (m[i] && meaning(i, x) - meaning(i, y) > best) best = meaning(i, x) - meaning(i, y);
    return best;
}

static void check_exact(const struct num_diff *d, const bool *m) {
    assert_true(num_diff_valid(d));
    assert_int_equal(num_diff_unsat(d), !any(m));
    if (num_diff_unsat(d)) return;
    for (unsigned x = 0; x <= VARS; x++)
        for (unsigned y = 0; y <= VARS; y++) assert_int_equal(num_diff_bound(d, var(x), var(y)), greatest_difference(m, x, y));
}

static void add_random(struct num_diff *d, bool *m, uint64_t *seed) {
    unsigned x = (unsigned)(next_random(seed) % (VARS + 1)), y = (unsigned)(next_random(seed) % (VARS + 1));
    int c = (int)(next_random(seed) % 12) - 4;
    for (unsigned i = 0; i < VALUES; i++) m[i] = m[i] && meaning(i, x) - meaning(i, y) <= c;
    assert_int_equal(num_diff_add(d, var(x), var(y), c), any(m));
}

static void constraints_are_closed_and_exact(void **state) {
    (void)state;
    uint64_t seed = 13;
    for (int round = 0; round < 150; round++) {
        models m;
        struct num_diff d, copy;
        num_diff_init(&d);
        all_models(m);
        check_exact(&d, m);
        for (int k = 0; k < 5; k++) {
            add_random(&d, m, &seed);
            check_exact(&d, m);
            num_diff_copy(&copy, &d);
            check_exact(&copy, m);
        }
    }
}

// A variable that occurs has the bounds of its reading, and no others.
static void occurring_says_nothing(void **state) {
    (void)state;
    uint64_t seed = 19;
    for (int round = 0; round < 100; round++) {
        models m;
        struct num_diff d;
        num_diff_init(&d);
        all_models(m);
        for (int k = 0; k < 4; k++) {
            unsigned x = (unsigned)(next_random(&seed) % VARS);
            assert_true(num_diff_occur(&d, var(x)) && num_diff_has(&d, var(x)));
            check_exact(&d, m);
            add_random(&d, m, &seed);
        }
    }
}

static void ranges_narrow(void **state) {
    (void)state;
    struct num_diff d;
    num_diff_init(&d);
    assert_true(num_diff_add(&d, vars[0], vars[3], -1));
    assert_true(num_diff_assume(&d, vars[3], num_range_arc(3, 2, 5)));
    assert_int_equal(num_diff_bound(&d, vars[0], NUM_DIFF_ZERO), 4);
    assert_int_equal(num_diff_bound(&d, NUM_DIFF_ZERO, vars[3]), -2);
    assert_false(num_diff_assume(&d, vars[0], num_range_arc(3, 5, 6)));
    assert_true(num_diff_unsat(&d));
    num_diff_init(&d);
    assert_true(num_diff_assume(&d, vars[1], num_range_arc(3, 6, 1)));  // signed: -2 to 1
    assert_int_equal(num_diff_bound(&d, vars[1], NUM_DIFF_ZERO), 1);
    assert_int_equal(num_diff_bound(&d, NUM_DIFF_ZERO, vars[1]), 2);
}

static void wide_numbers_weaken_and_never_overflow(void **state) {
    (void)state;
    const struct num_var u = {1, 64, false}, s = {2, 64, true};
    struct num_diff d;
    num_diff_init(&d);
    assert_true(num_diff_bound(&d, u, NUM_DIFF_ZERO) == NUM_DIFF_NONE && num_diff_bound(&d, NUM_DIFF_ZERO, u) == 0);
    assert_true(num_diff_assume(&d, u, num_range_unsigned(64, UINT64_MAX - 5, UINT64_MAX)));
    assert_true(num_diff_bound(&d, u, NUM_DIFF_ZERO) == NUM_DIFF_NONE && num_diff_bound(&d, NUM_DIFF_ZERO, u) == INT64_MIN);
    assert_true(num_diff_add(&d, s, u, INT64_MIN) && num_diff_add(&d, NUM_DIFF_ZERO, s, INT64_MAX - 1) && num_diff_valid(&d));
}

static void further_variables_are_dropped_soundly(void **state) {
    (void)state;
    struct num_diff d;
    num_diff_init(&d);
    for (uint32_t k = 0; k < 200; k++) {
        struct num_var x = {(k * 37) % 101, 32, true}, y = {(k * 53 + 1) % 101, 32, true};
        if (x.id != y.id) assert_true(num_diff_add(&d, x, y, 1000));
    }
    assert_int_equal(d.n, NUM_DIFF_MAX + 1);
    assert_true(num_diff_valid(&d));
    assert_false(num_diff_occur(&d, (struct num_var){200, 32, true}));
    assert_true(num_diff_occur(&d, d.vars[NUM_DIFF_MAX]));
}

// ---- sums, against all words of 8 bits -------------------------------------------------------------------------------------------------

enum { WORDS = 256 };

struct sums {
    struct num_var of[3];  // the sum and what is added
    int64_t plus;
    int low[3], high[3];   // of each
    int apart[3][3];       // greatest differences; 1000: any
};

static int read_as(bool is_signed, unsigned bits, unsigned word) {
    return is_signed ? (int)num_signed(bits, word) : (int)num_wrap(bits, word);
}

static unsigned n_words(const struct sums *s, int k) {
    return 1u << s->of[k].bits;
}

static unsigned widest(const struct sums *s) {
    unsigned most = s->of[0].bits;
    for (int k = 1; k < 3; k++) most = s->of[k].bits > most ? s->of[k].bits : most;
    return most;
}

static bool is_model(const struct sums *s, const int *x) {
    for (int i = 0; i < 3; i++) {
        if (x[i] < s->low[i] || x[i] > s->high[i]) return false;
        for (int k = 0; k < 3; k++)
            if (x[i] - x[k] > s->apart[i][k]) return false;
    }
    return true;
}

static void constrain(const struct sums *s, struct num_diff *d) {
    for (int i = 0; i < 3; i++) {
        num_diff_add(d, s->of[i], NUM_DIFF_ZERO, s->high[i]);
        num_diff_add(d, NUM_DIFF_ZERO, s->of[i], -s->low[i]);
        for (int k = 0; k < 3; k++)
            if (s->apart[i][k] < 1000) num_diff_add(d, s->of[i], s->of[k], s->apart[i][k]);
    }
}

static struct sums random_sums(uint64_t *seed) {
    struct sums s = {.plus = (int64_t)(next_random(seed) % 600) - 300};
    for (int i = 0; i < 3; i++) {
        s.of[i] = (struct num_var){(uint32_t)i + 1, next_random(seed) % 4 ? 8 : 6, next_random(seed) % 2};
        int n = (int)n_words(&s, i), from = s.of[i].is_signed ? -n / 2 : 0;
        int x = (int)(next_random(seed) % WORDS) % n, y = (int)(next_random(seed) % WORDS) % n;
        s.low[i] = from + (next_random(seed) % 3 ? (x < y ? x : y) : 0);
        s.high[i] = from + (next_random(seed) % 3 ? (x < y ? y : x) : n - 1);
        for (int k = 0; k < 3; k++) s.apart[i][k] = i == k || next_random(seed) % 3 ? 1000 : (int)(next_random(seed) % 300) - 150;
    }
    return s;
}

// Every model of the constraints in which the sum is one, modulo 2 to the power of the greatest width, is a model of what follows.
static void check_sum(const struct sums *s) {
    struct num_diff d;
    num_diff_init(&d);
    constrain(s, &d);
    for (int round = 0; round < 3; round++) num_diff_sum(&d, &(struct num_sum){s->of[0], s->of[1], s->of[2], s->plus});
    assert_true(num_diff_valid(&d));
    for (unsigned a = 0; a < n_words(s, 1); a++)
        for (unsigned b = 0; b < n_words(s, 2); b++) {
            int x[3] = {0, read_as(s->of[1].is_signed, s->of[1].bits, a), read_as(s->of[2].is_signed, s->of[2].bits, b)};
            x[0] = read_as(s->of[0].is_signed, widest(s), (unsigned)(x[1] + x[2] + (int)s->plus + 4096));
            if (!is_model(s, x)) continue;
            assert_false(num_diff_unsat(&d));
            for (int i = 0; i < 3; i++)
                for (int k = 0; k < 3; k++) assert_true(x[i] - x[k] <= num_diff_bound(&d, s->of[i], s->of[k]));
            for (int i = 0; i < 3; i++) assert_true(x[i] <= num_diff_bound(&d, s->of[i], NUM_DIFF_ZERO));
        }
}

static void sums_lose_no_model(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 400; round++) {
        struct sums s = random_sums(&seed);
        check_sum(&s);
    }
}

// ---- two sums that have something in common, against all words of 4 bits -----------------------------------------------------------------

enum { FOUR = 16, SIX = 6 };

struct shared {
    struct num_var of[SIX];  // x, a, b, y, c, d
    struct num_sum sum[2];
    int low[SIX], high[SIX];
};

static struct shared random_shared(uint64_t *seed) {
    struct shared s = {0};
    uint64_t common = next_random(seed) % 4;  // 3: nothing
    for (uint32_t i = 0; i < SIX; i++) {
        s.of[i] = (struct num_var){i + 1, 4, next_random(seed) % 2};
        int x = (int)(next_random(seed) % FOUR), y = (int)(next_random(seed) % FOUR), from = s.of[i].is_signed ? -FOUR / 2 : 0;
        s.low[i] = from + (x < y ? x : y) / 2;
        s.high[i] = from + (x < y ? y : x);
    }
    if (common == 0) s.of[4] = s.of[1], s.low[4] = s.low[1], s.high[4] = s.high[1];
    if (common == 1) s.of[4] = s.of[2], s.low[4] = s.low[2], s.high[4] = s.high[2];
    if (common == 2) s.of[3] = s.of[0], s.low[3] = s.low[0], s.high[3] = s.high[0];
    for (int k = 0; k < 2; k++)
        s.sum[k] = (struct num_sum){s.of[3 * k], s.of[3 * k + 1], s.of[3 * k + 2], (int64_t)(next_random(seed) % 40) - 20};
    return s;
}

static int word_of(const struct shared *s, int k, int64_t x) {
    return read_as(s->of[k].is_signed, 4, (unsigned)(x + 1024));
}

static bool is_shared_model(const struct shared *s, const int *x) {
    for (int i = 0; i < SIX; i++) {
        if (x[i] < s->low[i] || x[i] > s->high[i]) return false;
        for (int k = 0; k < i; k++)
            if (s->of[i].id == s->of[k].id && x[i] != x[k]) return false;
    }
    return true;
}

static void check_shared(const struct shared *s) {
    struct num_diff d;
    num_diff_init(&d);
    for (int i = 0; i < SIX; i++) {
        num_diff_add(&d, s->of[i], NUM_DIFF_ZERO, s->high[i]);
        num_diff_add(&d, NUM_DIFF_ZERO, s->of[i], -s->low[i]);
    }
    for (int round = 0; round < 2; round++) num_diff_sums(&d, &s->sum[0], &s->sum[1]);
    assert_true(num_diff_valid(&d));
    for (unsigned n = 0; n < FOUR * FOUR * FOUR * FOUR; n++) {
        int x[SIX] = {0, word_of(s, 1, n % 16), word_of(s, 2, n / 16 % 16), 0, word_of(s, 4, n / 256 % 16), word_of(s, 5, n / 4096)};
        x[0] = word_of(s, 0, x[1] + x[2] + s->sum[0].plus);
        x[3] = word_of(s, 3, x[4] + x[5] + s->sum[1].plus);
        if (!is_shared_model(s, x)) continue;
        assert_false(num_diff_unsat(&d));
        for (int i = 0; i < SIX; i++)
            for (int k = 0; k < SIX; k++) assert_true(x[i] - x[k] <= num_diff_bound(&d, s->of[i], s->of[k]));
    }
}

static void shared_sums_lose_no_model(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 150; round++) {
        struct shared s = random_shared(&seed);
        check_shared(&s);
    }
}

// Behind an offset: what is below the length is below the end.
static void sums_keep_the_order_of_their_rests(void **state) {
    (void)state;
    struct num_var end = {1, 32, true}, at = {2, 32, true}, offset = {3, 32, true}, length = {4, 32, true}, i = {5, 32, true};
    struct num_sum whole = {end, offset, length, 0}, part = {at, i, offset, 0};
    struct num_diff d;
    num_diff_init(&d);
    num_diff_add(&d, i, length, -1);
    assert_false(num_diff_sums(&d, &whole, &part));  // it may have wrapped
    for (uint32_t k = 3; k <= 5; k++) {
        num_diff_add(&d, (struct num_var){k, 32, true}, NUM_DIFF_ZERO, 1000);
        num_diff_add(&d, NUM_DIFF_ZERO, (struct num_var){k, 32, true}, 0);
    }
    assert_true(num_diff_sums(&d, &whole, &part));
    assert_int_equal(num_diff_bound(&d, at, end), -1);
    assert_false(num_diff_sums(&d, &whole, &part));
}

// Two arrays become one: what was taken of both is below the room for both.
static void sums_are_as_far_apart_as_what_is_added(void **state) {
    (void)state;
    struct num_var room = {1, 32, true}, to = {2, 32, true}, n = {3, 32, true}, m = {4, 32, true}, i = {5, 32, true}, k = {6, 32, true};
    struct num_sum sizes = {room, n, m, 0}, taken = {to, k, i, 0};
    struct num_diff d;
    num_sword rest;
    num_diff_init(&d);
    assert_false(num_diff_is_plain(&d, &sizes, &rest));
    for (uint32_t v = 3; v <= 6; v++) {
        num_diff_add(&d, (struct num_var){v, 32, true}, NUM_DIFF_ZERO, 1000);
        num_diff_add(&d, NUM_DIFF_ZERO, (struct num_var){v, 32, true}, 0);
    }
    num_diff_add(&d, i, n, -1);
    num_diff_add(&d, k, m, 0);
    assert_true(num_diff_is_plain(&d, &sizes, &rest));
    assert_int_equal(rest, 0);
    assert_true(num_diff_sums(&d, &sizes, &taken));
    assert_int_equal(num_diff_bound(&d, to, room), -1);
}

// A pointer goes up as a counter goes down: n = p + left, left from 1 to n.
static void a_sum_bounds_its_parts(void **state) {
    (void)state;
    struct num_var n = {1, 32, true}, p = {2, 32, true}, left = {3, 32, false};
    struct num_sum sum = {n, p, left, 0};
    struct num_diff d;
    num_diff_init(&d);
    num_diff_add(&d, NUM_DIFF_ZERO, n, -1);
    num_diff_add(&d, NUM_DIFF_ZERO, left, -1);
    assert_false(num_diff_sum(&d, &sum));  // it may have wrapped
    num_diff_add(&d, left, n, 0);
    assert_true(num_diff_sum(&d, &sum));
    assert_int_equal(num_diff_bound(&d, p, n), -1);
    assert_int_equal(num_diff_bound(&d, NUM_DIFF_ZERO, p), 0);
    assert_false(num_diff_sum(&d, &sum));
    num_diff_add(&d, NUM_DIFF_ZERO, p, -5);
    assert_true(num_diff_sum(&d, &sum));
    assert_int_equal(num_diff_bound(&d, left, n), -5);
    num_diff_add(&d, n, NUM_DIFF_ZERO, 5);  // and left is at least 1
    num_diff_sum(&d, &sum);
    assert_true(num_diff_unsat(&d));
}

// ---- multiples and quotients, against all words of 8 bits --------------------------------------------------------------------------------

struct two_scaled {
    struct num_scaled of[2];
    int from[2], to[2];  // what is tried of the rests: of one that is open, some
    int low[4], high[4], apart[4][4];  // of x, q, y, r; 1000: any
};

static struct num_var scaled_var(const struct two_scaled *s, int k) {
    return k % 2 ? s->of[k / 2].q : s->of[k / 2].x;
}

static struct two_scaled random_scaled(uint64_t *seed) {
    struct two_scaled s;
    int64_t times = (int64_t)(next_random(seed) % 9) + 2;
    for (uint32_t k = 0; k < 2; k++) {
        int64_t lo = (int64_t)(next_random(seed) % 25) - 12, over = next_random(seed) % 2 ? times - 1 : (int64_t)(next_random(seed) % 6);
        struct num_var x = {2 * k + 1, 8, next_random(seed) % 2}, q = {2 * k + 2, 8, next_random(seed) % 2};
        s.of[k] = (struct num_scaled){x, q, times, lo, lo + over};
        uint64_t open = next_random(seed) % 8;
        s.from[k] = (int)(open ? lo : lo - 9), s.to[k] = (int)(open == 1 ? lo + over + 9 : lo + over);
        if (open == 0) s.of[k].lo = -NUM_SCALED_OPEN;
        if (open == 1) s.of[k].hi = NUM_SCALED_OPEN;
    }
    for (int i = 0; i < 4; i++) {
        int from = scaled_var(&s, i).is_signed ? -128 : 0, x = (int)(next_random(seed) % WORDS), y = (int)(next_random(seed) % WORDS);
        bool any_low = next_random(seed) % 4, any_high = next_random(seed) % 4;
        s.low[i] = any_low ? from : from + (x < y ? x : y);
        s.high[i] = any_high ? from + 255 : from + (x < y ? y : x);
        for (int k = 0; k < 4; k++) s.apart[i][k] = i == k || next_random(seed) % 6 ? 1000 : (int)(next_random(seed) % 200) - 50;
    }
    return s;
}

static bool is_scaled_model(const struct two_scaled *s, const int *v) {
    for (int i = 0; i < 4; i++) {
        if (v[i] < s->low[i] || v[i] > s->high[i]) return false;
        for (int k = 0; k < 4; k++)
            if (v[i] - v[k] > s->apart[i][k]) return false;
    }
    return true;
}

static void close_scaled(const struct two_scaled *s, struct num_diff *d) {
    num_diff_init(d);
    for (int i = 0; i < 4; i++) {
        num_diff_add(d, scaled_var(s, i), NUM_DIFF_ZERO, s->high[i]);
        num_diff_add(d, NUM_DIFF_ZERO, scaled_var(s, i), -s->low[i]);
        for (int k = 0; k < 4; k++)
            if (s->apart[i][k] < 1000) num_diff_add(d, scaled_var(s, i), scaled_var(s, k), s->apart[i][k]);
    }
    for (int round = 0; round < 3; round++) {
        num_diff_scaled(d, &s->of[0]);
        num_diff_scaled(d, &s->of[1]);
        num_diff_scaled_both(d, &s->of[0], &s->of[1]);
    }
    assert_true(num_diff_valid(d));
}

// Every model of the constraints in which both x are where they should be is a model of what follows.  True if there is one.
static bool check_scaled(const struct two_scaled *s) {
    struct num_diff d;
    bool some = false;
    close_scaled(s, &d);
    for (int n = 0; n < WORDS * WORDS; n++) {
        int v[4] = {0, s->low[1] + n % WORDS, 0, s->low[3] + n / WORDS};
        for (int64_t i = s->from[0]; i <= s->to[0]; i++)
            for (int64_t k = s->from[1]; k <= s->to[1]; k++) {
                v[0] = (int)(s->of[0].times * v[1] + i);
                v[2] = (int)(s->of[1].times * v[3] + k);
                if (!is_scaled_model(s, v)) continue;
                some = true;
                assert_false(num_diff_unsat(&d));
                for (int m = 0; m < 16; m++)
                    assert_true(v[m / 4] - v[m % 4] <= num_diff_bound(&d, scaled_var(s, m / 4), scaled_var(s, m % 4)));
                for (int m = 0; m < 4; m++) assert_true(v[m] <= num_diff_bound(&d, scaled_var(s, m), NUM_DIFF_ZERO));
            }
    }
    return some;
}

static void multiples_and_quotients_lose_no_model(void **state) {
    (void)state;
    uint64_t seed = 11;
    int possible = 0;
    for (int round = 0; round < 80; round++) {
        struct two_scaled s = random_scaled(&seed);
        possible += check_scaled(&s);
    }
    assert_true(possible > 25);  // else it shows little
}

// A bit that is below n lies in a byte below n + 7 by 8, and nowhere better is known; near 2^63 nothing overflows.
static void quotients_keep_order(void **state) {
    (void)state;
    struct num_var n = {1, 32, true}, bytes = {2, 32, true}, bit = {3, 32, true}, byte = {4, 32, true};
    struct num_scaled size = {n, bytes, 8, -7, 0}, at = {bit, byte, 8, 0, 7};
    struct num_diff d;
    num_diff_init(&d);
    num_diff_add(&d, bit, n, -1);
    assert_true(num_diff_scaled_both(&d, &size, &at));
    assert_int_equal(num_diff_bound(&d, byte, bytes), -1);
    assert_false(num_diff_scaled_both(&d, &size, &at));
    num_diff_add(&d, bytes, byte, 1);  // the last one
    assert_true(num_diff_scaled_both(&d, &size, &at));
    assert_int_equal(num_diff_bound(&d, n, bit), 8);
    struct num_scaled most = {n, bytes, 8, -NUM_SCALED_OPEN, 0}, least = {bit, byte, 8, 0, NUM_SCALED_OPEN};
    num_diff_init(&d);
    num_diff_add(&d, bit, n, -1);
    assert_true(num_diff_scaled_both(&d, &most, &least));  // 8 * byte <= bit < n <= 8 * bytes
    assert_int_equal(num_diff_bound(&d, byte, bytes), -1);
    num_diff_add(&d, bytes, byte, 1);
    assert_true(num_diff_scaled_both(&d, &most, &least));
    assert_int_equal(num_diff_bound(&d, n, bit), 8);
    num_diff_init(&d);
    num_diff_add(&d, byte, bytes, -1);
    assert_false(num_diff_scaled_both(&d, &most, &least));  // bit may be far above, and n far below
    struct num_var far = {5, 64, false}, of = {6, 64, false};
    num_diff_init(&d);
    num_diff_scaled(&d, &(struct num_scaled){far, of, INT32_MAX, INT32_MIN, INT32_MAX});
    assert_true(num_diff_valid(&d) && num_diff_bound(&d, far, of) == NUM_DIFF_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_are_closed_and_exact),
        cmocka_unit_test(sums_lose_no_model),
        cmocka_unit_test(a_sum_bounds_its_parts),
        cmocka_unit_test(shared_sums_lose_no_model),
        cmocka_unit_test(sums_keep_the_order_of_their_rests),
        cmocka_unit_test(sums_are_as_far_apart_as_what_is_added),
        cmocka_unit_test(multiples_and_quotients_lose_no_model),
        cmocka_unit_test(quotients_keep_order),
        cmocka_unit_test(occurring_says_nothing),
        cmocka_unit_test(ranges_narrow),
        cmocka_unit_test(wide_numbers_weaken_and_never_overflow),
        cmocka_unit_test(further_variables_are_dropped_soundly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
