// SPDX-License-Identifier: MIT
#include "num/num_diff.h"

#include <assert.h>
#include <string.h>

#define NONE NUM_DIFF_NONE
#define ABSENT UINT32_MAX

// ---- bounds ------------------------------------------------------------------------------------------------------------------------

// Weakened to what an int64_t can say.
static int64_t bound_of(num_sword c) {
    return c >= NONE ? NONE : c < INT64_MIN ? INT64_MIN : (int64_t)c;
}

static int64_t plus(int64_t a, int64_t b) {
    int64_t sum;
    if (a == NONE || b == NONE) return NONE;
    return __builtin_add_overflow(a, b, &sum) ? (a > 0 ? NONE : INT64_MIN) : sum;
}

static bool is_zero(struct num_var x) {
    return !x.bits;
}

// The greatest and the least number of a reading.
static num_sword greatest(struct num_var x) {
    if (is_zero(x)) return 0;
    return (num_sword)(num_mask(x.bits) >> x.is_signed);
}

static num_sword least(struct num_var x) {
    return is_zero(x) || !x.is_signed ? 0 : -greatest(x) - 1;
}

// ---- variables ---------------------------------------------------------------------------------------------------------------------

static bool is_same(struct num_var x, struct num_var y) {
    return x.id == y.id && x.bits == y.bits && x.is_signed == y.is_signed;
}

static uint32_t find(const struct num_diff *d, struct num_var x) {
    uint32_t i = 0;
    while (i < d->n && !is_same(d->vars[i], x)) i++;
    return i < d->n ? i : ABSENT;
}

void num_diff_init(struct num_diff *d) {
    d->n = 1;
    d->unsat = false;
    d->vars[0] = NUM_DIFF_ZERO;
    d->bounds[0][0] = 0;
}

void num_diff_copy(struct num_diff *to, const struct num_diff *from) {
    assert(to != from && from->n && from->n <= NUM_DIFF_MAX + 1);
    to->n = from->n;
    to->unsat = from->unsat;
    memcpy(to->vars, from->vars, from->n * sizeof *from->vars);
    for (uint32_t i = 0; i < from->n; i++) memcpy(to->bounds[i], from->bounds[i], from->n * sizeof *from->bounds[i]);
}

bool num_diff_has(const struct num_diff *d, struct num_var x) {
    return find(d, x) != ABSENT;
}

bool num_diff_occur(struct num_diff *d, struct num_var x) {
    if (num_diff_has(d, x)) return true;
    if (d->n > NUM_DIFF_MAX) return false;
    int64_t up = bound_of(greatest(x)), down = bound_of(-least(x));
    uint32_t i = d->n++;
    d->vars[i] = x;
    for (uint32_t k = 0; k < i; k++) {
        d->bounds[i][k] = plus(up, d->bounds[0][k]);
        d->bounds[k][i] = plus(d->bounds[k][0], down);
    }
    d->bounds[i][i] = 0;
    return true;
}

bool num_diff_valid(const struct num_diff *d) {
    if (d->n < 1 || d->n > NUM_DIFF_MAX + 1 || !is_zero(d->vars[0])) return false;
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->bounds[i][i] || d->vars[i].bits > 64 || find(d, d->vars[i]) != i) return false;
        for (uint32_t k = 0; k < d->n && !d->unsat; k++)
            for (uint32_t via = 0; via < d->n; via++)
                if (d->bounds[i][k] > plus(d->bounds[i][via], d->bounds[via][k])) return false;
    }
    return true;
}

// ---- asking ------------------------------------------------------------------------------------------------------------------------

int64_t num_diff_bound(const struct num_diff *d, struct num_var x, struct num_var y) {
    uint32_t i = find(d, x), k = find(d, y);
    if (d->unsat) return INT64_MIN;
    if (is_same(x, y)) return 0;
    if (i != ABSENT && k != ABSENT) return d->bounds[i][k];
    int64_t up = i == ABSENT ? bound_of(greatest(x)) : d->bounds[i][0], down = k == ABSENT ? bound_of(-least(y)) : d->bounds[0][k];
    return plus(up, down);
}

// ---- telling -----------------------------------------------------------------------------------------------------------------------

static bool contradict(struct num_diff *d) {
    d->unsat = true;
    return false;
}

// The new edge from k to i shortens every way that uses it once; closed before, closed after.  A row that does not come to k by a shorter
// way comes nowhere by one.
static void relax(struct num_diff *d, uint32_t i, uint32_t k, int64_t c) {
    for (uint32_t r = 0; r < d->n; r++) {
        int64_t first = plus(d->bounds[r][i], c);
        if (first >= d->bounds[r][k]) continue;
        for (uint32_t s = 0; s < d->n; s++) {
            int64_t way = plus(first, d->bounds[k][s]);
            if (way < d->bounds[r][s]) d->bounds[r][s] = way;
        }
    }
}

bool num_diff_add(struct num_diff *d, struct num_var x, struct num_var y, int64_t c) {
    if (d->unsat) return false;
    if (c == NONE || num_diff_bound(d, x, y) <= c) return true;
    if (plus(num_diff_bound(d, y, x), c) < 0) return contradict(d);
    if (num_diff_occur(d, x) && num_diff_occur(d, y)) relax(d, find(d, x), find(d, y), c);
    return true;
}

// x - y <= c; was that new?
static bool tell(struct num_diff *d, struct num_var x, struct num_var y, num_sword c) {
    bool news = c < num_diff_bound(d, x, y);
    if (news) num_diff_add(d, x, y, bound_of(c));
    return news && bound_of(c) != NONE;
}

// The greatest that x, -x and x - y can be.
static num_sword above(const struct num_diff *d, struct num_var x) {
    int64_t c = num_diff_bound(d, x, NUM_DIFF_ZERO);
    return c == NONE ? greatest(x) : c;
}

static num_sword below(const struct num_diff *d, struct num_var x) {
    int64_t c = num_diff_bound(d, NUM_DIFF_ZERO, x);
    return c == NONE ? -least(x) : c;
}

static num_sword apart(const struct num_diff *d, struct num_var x, struct num_var y) {
    int64_t c = num_diff_bound(d, x, y);
    return c == NONE ? greatest(x) - least(y) : c;
}

static num_sword lesser(num_sword x, num_sword y) {
    return x < y ? x : y;
}

// x is a + b + rest as plain integers: what follows for a.
static bool tell_addend(struct num_diff *d, struct num_var x, struct num_var a, struct num_var b, num_sword rest) {
    bool news = tell(d, x, a, above(d, b) + rest);
    news |= tell(d, a, x, below(d, b) - rest);
    news |= tell(d, a, NUM_DIFF_ZERO, apart(d, x, b) - rest);
    return tell(d, NUM_DIFF_ZERO, a, apart(d, b, x) + rest) || news;
}

static unsigned widest(unsigned a, unsigned b) {
    return a > b ? a : b;
}

// How often it wraps, from the least to the greatest number of times.
static void turns(const struct num_diff *d, const struct num_sum *s, num_sword *least_times, num_sword *most_times) {
    struct num_var x = s->x, a = s->a, b = s->b;
    int64_t plus = s->plus;
    assert(x.bits && a.bits && b.bits);
    unsigned bits = widest(x.bits, widest(a.bits, b.bits));
    // a + b + plus - x is a multiple of 2^n between these:
    num_sword hi = lesser(apart(d, a, x) + above(d, b), apart(d, b, x) + above(d, a)) + plus;
    num_sword lo = plus - lesser(apart(d, x, a) + below(d, b), apart(d, x, b) + below(d, a));
    num_sword turn = (num_sword)1 << bits;
    *most_times = hi >= 0 ? hi / turn : -((turn - 1 - hi) / turn);
    *least_times = lo >= 0 ? (lo + turn - 1) / turn : -(-lo / turn);
}

// x is a + b + *rest as plain integers; *never: it cannot be.
static bool is_plain_sum(const struct num_diff *d, const struct num_sum *s, num_sword *rest, bool *never) {
    num_sword few, many;
    turns(d, s, &few, &many);
    *never = few > many;
    *rest = s->plus - many * ((num_sword)1 << widest(s->x.bits, widest(s->a.bits, s->b.bits)));
    return few == many;
}

bool num_diff_is_plain(const struct num_diff *d, const struct num_sum *s, num_sword *rest) {
    bool never;
    return !d->unsat && is_plain_sum(d, s, rest, &never);
}

bool num_diff_sum(struct num_diff *d, const struct num_sum *s) {
    num_sword rest;
    bool never;
    if (d->unsat) return false;
    if (!is_plain_sum(d, s, &rest, &never)) return never && !contradict(d);
    bool news = tell_addend(d, s->x, s->a, s->b, rest);
    return tell_addend(d, s->x, s->b, s->a, rest) || news;
}

// x - y is a - b + rest as plain integers.
static bool tell_even(struct num_diff *d, struct num_var x, struct num_var y, struct num_var a, struct num_var b, num_sword rest) {
    bool news = tell(d, x, y, apart(d, a, b) + rest);
    news |= tell(d, y, x, apart(d, b, a) - rest);
    news |= tell(d, a, b, apart(d, x, y) - rest);
    return tell(d, b, a, apart(d, y, x) + rest) || news;
}

bool num_diff_sums(struct num_diff *d, const struct num_sum *s, const struct num_sum *t) {
    num_sword i, k;
    bool never, news = false;
    bool same = is_same(s->x, t->x);
    const struct num_var of[2][2] = {{s->a, s->b}, {t->a, t->b}};
    if (d->unsat || !is_plain_sum(d, s, &i, &never) || !is_plain_sum(d, t, &k, &never)) return false;
    for (int m = 0; m < 2; m++) {
        news |= tell(d, s->x, t->x, apart(d, s->a, of[1][m]) + apart(d, s->b, of[1][!m]) + i - k);
        news |= tell(d, t->x, s->x, apart(d, of[1][m], s->a) + apart(d, of[1][!m], s->b) + k - i);
    }
    for (int m = 0; m < 4; m++)
        if (is_same(of[0][m / 2], of[1][m % 2])) news |= tell_even(d, s->x, t->x, of[0][!(m / 2)], of[1][!(m % 2)], i - k);
    for (int m = 0; m < 2 && same; m++) news |= tell_even(d, s->a, of[1][m], of[1][!m], s->b, k - i);
    return news;
}

static num_sword rounded_down(num_sword x, int64_t by) {
    return x >= 0 ? x / by : -((by - 1 - x) / by);
}

// From s to t only; NONE is no bound of either.
static bool tell_scaled(struct num_diff *d, const struct num_scaled *s, const struct num_scaled *t) {
    int64_t far = num_diff_bound(d, s->x, t->x), near = num_diff_bound(d, s->q, t->q);
    bool news = far != NONE && tell(d, s->q, t->q, rounded_down((num_sword)far - s->lo + t->hi, s->times));
    return (near != NONE && tell(d, s->x, t->x, (num_sword)s->times * near + s->hi - t->lo)) || news;
}

bool num_diff_scaled_both(struct num_diff *d, const struct num_scaled *s, const struct num_scaled *t) {
    assert(s->times == t->times && s->times > 1 && s->lo <= s->hi && t->lo <= t->hi);
    if (d->unsat) return false;
    bool news = tell_scaled(d, s, t);
    return tell_scaled(d, t, s) || news;
}

bool num_diff_scaled(struct num_diff *d, const struct num_scaled *s) {
    if (d->unsat) return false;
    bool news = num_diff_scaled_both(d, s, &(struct num_scaled){NUM_DIFF_ZERO, NUM_DIFF_ZERO, s->times, 0, 0});
    news |= tell(d, s->x, s->q, (s->times - 1) * above(d, s->q) + s->hi);
    return tell(d, s->q, s->x, (s->times - 1) * below(d, s->q) - s->lo) || news;
}

bool num_diff_assume(struct num_diff *d, struct num_var x, struct num_range r) {
    assert(x.bits == r.bits);
    if (num_range_is_empty(r)) return contradict(d);
    num_sword lo = x.is_signed ? num_range_smin(r) : (num_sword)num_range_umin(r);
    num_sword hi = x.is_signed ? num_range_smax(r) : (num_sword)num_range_umax(r);
    return num_diff_add(d, x, NUM_DIFF_ZERO, bound_of(hi)) && num_diff_add(d, NUM_DIFF_ZERO, x, bound_of(-lo));
}
