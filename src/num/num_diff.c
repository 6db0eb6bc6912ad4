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

bool num_diff_assume(struct num_diff *d, struct num_var x, struct num_range r) {
    assert(x.bits == r.bits);
    if (num_range_is_empty(r)) return contradict(d);
    num_sword lo = x.is_signed ? num_range_smin(r) : (num_sword)num_range_umin(r);
    num_sword hi = x.is_signed ? num_range_smax(r) : (num_sword)num_range_umax(r);
    return num_diff_add(d, x, NUM_DIFF_ZERO, bound_of(hi)) && num_diff_add(d, NUM_DIFF_ZERO, x, bound_of(-lo));
}
