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
    return a == NONE || b == NONE ? NONE : bound_of((num_sword)a + b);
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
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

static int order(struct num_var x, struct num_var y) {
    if (is_zero(x) || is_zero(y)) return is_zero(y) - is_zero(x);
    if (x.id != y.id) return x.id < y.id ? -1 : 1;
    if (x.is_signed != y.is_signed) return x.is_signed - y.is_signed;
    return x.bits - y.bits;
}

// Where x is, or would be.
static uint32_t place(const struct num_diff *d, struct num_var x) {
    uint32_t i = 0;
    while (i < d->n && order(d->vars[i], x) < 0) i++;
    return i;
}

static uint32_t find(const struct num_diff *d, struct num_var x) {
    uint32_t i = place(d, x);
    return i < d->n && !order(d->vars[i], x) ? i : ABSENT;
}

static int64_t *at(const struct num_diff *d, uint32_t i, uint32_t k) {
    return &d->bounds[(size_t)i * d->cap + k];
}

static struct num_diff *with_room(struct arena *a, uint32_t cap) {
    struct num_diff *d = ARENA_NEW(a, struct num_diff);
    *d = (struct num_diff){.arena = a, .n = 1, .cap = cap, .closed = true};
    d->vars = ARENA_ARRAY(a, struct num_var, cap);
    size_t cells = (size_t)cap * cap;
    d->bounds = ARENA_ARRAY(a, int64_t, cells);
    return d;
}

struct num_diff *num_diff_new(struct arena *a) {
    return with_room(a, 4);
}

static void copy_matrix(struct num_diff *to, const struct num_diff *from) {
    memcpy(to->vars, from->vars, from->n * sizeof *from->vars);
    for (uint32_t i = 0; i < from->n; i++) memcpy(at(to, i, 0), at(from, i, 0), from->n * sizeof *from->bounds);
    to->n = from->n;
    to->unsat = from->unsat;
    to->closed = from->closed;
}

struct num_diff *num_diff_copy(struct arena *a, const struct num_diff *d) {
    struct num_diff *r = with_room(a, d->cap);
    copy_matrix(r, d);
    return r;
}

static void grow(struct num_diff *d) {
    struct num_diff *r = with_room(d->arena, 2 * d->cap);
    copy_matrix(r, d);
    *d = *r;
}

// Row and column i move to i + 1 and up.
static void make_gap(struct num_diff *d, uint32_t i) {
    memmove(d->vars + i + 1, d->vars + i, (d->n - i) * sizeof *d->vars);
    for (uint32_t r = d->n; r-- > 0;) {
        int64_t *to = at(d, r >= i ? r + 1 : r, 0), *from = at(d, r, 0);
        memmove(to + i + 1, from + i, (d->n - i) * sizeof *to);
        if (to != from) memmove(to, from, i * sizeof *to);
    }
    d->n++;
}

// The place of x, which is given the bounds of its reading if it is new.  ABSENT: there is no room.
static uint32_t occur(struct num_diff *d, struct num_var x) {
    uint32_t i = find(d, x);
    if (i != ABSENT) return i;
    if (d->n > NUM_DIFF_MAX) return ABSENT;
    if (d->n == d->cap) grow(d);
    i = place(d, x);
    make_gap(d, i);
    d->vars[i] = x;
    int64_t up = bound_of(greatest(x)), down = bound_of(-least(x));
    for (uint32_t k = 0; k < d->n; k++) {
        if (k == i) continue;
        *at(d, i, k) = plus(up, *at(d, 0, k));
        *at(d, k, i) = plus(*at(d, k, 0), down);
    }
    *at(d, i, i) = 0;
    return i;
}

static void drop(struct num_diff *d, uint32_t i) {
    assert(i);
    for (uint32_t r = 0; r < d->n; r++) memmove(at(d, r, i), at(d, r, i + 1), (d->n - i - 1) * sizeof *d->bounds);
    for (uint32_t r = i; r + 1 < d->n; r++) memmove(at(d, r, 0), at(d, r + 1, 0), d->n * sizeof *d->bounds);
    memmove(d->vars + i, d->vars + i + 1, (d->n - i - 1) * sizeof *d->vars);
    d->n--;
}

// Does variable i have the bounds of its reading and nothing else?
static bool is_free(const struct num_diff *d, uint32_t i) {
    int64_t up = bound_of(greatest(d->vars[i])), down = bound_of(-least(d->vars[i]));
    for (uint32_t k = 0; k < d->n; k++)
        if (k != i && (*at(d, i, k) < plus(up, *at(d, 0, k)) || *at(d, k, i) < plus(*at(d, k, 0), down))) return false;
    return true;
}

static void drop_free(struct num_diff *d) {
    for (uint32_t i = d->n; i-- > 1;)
        if (is_free(d, i)) drop(d, i);
}

bool num_diff_valid(const struct num_diff *d) {
    if (d->n < 1 || d->n > NUM_DIFF_MAX + 1 || d->n > d->cap || !is_zero(d->vars[0])) return false;
    for (uint32_t i = 0; i < d->n; i++) {
        if (*at(d, i, i) || d->vars[i].bits > 64 || (i && order(d->vars[i - 1], d->vars[i]) >= 0)) return false;
        for (uint32_t k = 0; k < d->n && d->closed && !d->unsat; k++)
            for (uint32_t via = 0; via < d->n; via++)
                if (*at(d, i, k) > plus(*at(d, i, via), *at(d, via, k))) return false;
    }
    return true;
}

// ---- asking ------------------------------------------------------------------------------------------------------------------------

int64_t num_diff_bound(const struct num_diff *d, struct num_var x, struct num_var y) {
    uint32_t i = find(d, x), k = find(d, y);
    if (d->unsat) return INT64_MIN;
    if (!order(x, y)) return 0;
    if (i != ABSENT && k != ABSENT) return *at(d, i, k);
    int64_t up = i == ABSENT ? bound_of(greatest(x)) : *at(d, i, 0), down = k == ABSENT ? bound_of(-least(y)) : *at(d, 0, k);
    return plus(up, down);
}

bool num_diff_implied(const struct num_diff *d, struct num_var x, struct num_var y, int64_t c) {
    return c == NONE || num_diff_bound(d, x, y) <= c;
}

// The bounds of x as plain integers.
static num_sword highest(const struct num_diff *d, struct num_var x) {
    int64_t c = num_diff_bound(d, x, NUM_DIFF_ZERO);
    return c == NONE || c > greatest(x) ? greatest(x) : c;
}

static num_sword lowest(const struct num_diff *d, struct num_var x) {
    int64_t c = num_diff_bound(d, NUM_DIFF_ZERO, x);
    return c == NONE || -(num_sword)c < least(x) ? least(x) : -(num_sword)c;
}

struct num_range num_diff_range(const struct num_diff *d, struct num_var x) {
    assert(!is_zero(x));
    if (d->unsat || lowest(d, x) > highest(d, x)) return num_range_empty(x.bits);
    return num_range_arc(x.bits, (uint64_t)lowest(d, x), (uint64_t)highest(d, x));
}

static bool reads_so(enum num_test op, struct num_var x) {
    if (op == NUM_EQ || op == NUM_NE || is_zero(x)) return true;
    return x.is_signed == (op == NUM_SLT || op == NUM_SLE);
}

enum num_truth num_diff_test(const struct num_diff *d, enum num_test op, struct num_var x, struct num_var y) {
    assert(op <= NUM_SLE && reads_so(op, x) && reads_so(op, y));
    if (d->unsat) return NUM_NEITHER;
    int64_t there = num_diff_bound(d, x, y), back = num_diff_bound(d, y, x);  // y - back <= x <= y + there
    bool below = there < 0, above = back < 0, same = !there && !back;
    switch (op) {
    case NUM_EQ: return same ? NUM_TRUE : below || above ? NUM_FALSE : NUM_MAYBE;
    case NUM_NE: return same ? NUM_FALSE : below || above ? NUM_TRUE : NUM_MAYBE;
    case NUM_ULT:
    case NUM_SLT: return below ? NUM_TRUE : back <= 0 ? NUM_FALSE : NUM_MAYBE;
    default: return there <= 0 ? NUM_TRUE : above ? NUM_FALSE : NUM_MAYBE;
    }
}

bool num_diff_leq(const struct num_diff *a, const struct num_diff *b) {
    if (a->unsat || b->unsat) return a->unsat;
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (!num_diff_implied(a, b->vars[i], b->vars[k], *at(b, i, k))) return false;
    return true;
}

// ---- telling -----------------------------------------------------------------------------------------------------------------------

static bool contradict(struct num_diff *d) {
    d->unsat = true;
    d->closed = true;
    return false;
}

bool num_diff_close(struct num_diff *d) {
    if (d->closed) return !d->unsat;
    for (uint32_t via = 0; via < d->n; via++)
        for (uint32_t i = 0; i < d->n; i++) {
            int64_t first = *at(d, i, via);
            for (uint32_t k = 0; k < d->n && first != NONE; k++) *at(d, i, k) = smaller(*at(d, i, k), plus(first, *at(d, via, k)));
        }
    for (uint32_t i = 0; i < d->n; i++)
        if (*at(d, i, i) < 0) {
            *at(d, i, i) = 0;
            contradict(d);
        }
    d->closed = true;
    return !d->unsat;
}

// The new edge from k to i shortens every way that uses it once; closed before, closed after.
static void relax(struct num_diff *d, uint32_t i, uint32_t k, int64_t c) {
    for (uint32_t r = 0; r < d->n; r++) {
        int64_t first = plus(*at(d, r, i), c);
        for (uint32_t s = 0; s < d->n && first != NONE; s++) *at(d, r, s) = smaller(*at(d, r, s), plus(first, *at(d, k, s)));
    }
}

bool num_diff_add(struct num_diff *d, struct num_var x, struct num_var y, int64_t c) {
    if (!num_diff_close(d)) return false;
    if (num_diff_implied(d, x, y, c)) return true;
    int64_t back = num_diff_bound(d, y, x);
    if (plus(back, c) < 0) return contradict(d);
    uint32_t i = occur(d, x), k = occur(d, y);
    if (i == ABSENT || k == ABSENT) return true;
    i = find(d, x);  // y may have come in before it
    relax(d, i, k, c);
    return true;
}

bool num_diff_assume(struct num_diff *d, struct num_var x, struct num_range r) {
    assert(x.bits == r.bits);
    if (num_range_is_empty(r)) return contradict(d);
    num_sword lo = x.is_signed ? num_range_smin(r) : (num_sword)num_range_umin(r);
    num_sword hi = x.is_signed ? num_range_smax(r) : (num_sword)num_range_umax(r);
    return num_diff_add(d, x, NUM_DIFF_ZERO, bound_of(hi)) && num_diff_add(d, NUM_DIFF_ZERO, x, bound_of(-lo));
}

// x and y differ: something to say only if one is known not to be above the other.
static bool assume_unequal(struct num_diff *d, struct num_var x, struct num_var y) {
    if (num_diff_implied(d, x, y, 0) && !num_diff_add(d, x, y, -1)) return false;
    return !num_diff_implied(d, y, x, 0) || num_diff_add(d, y, x, -1);
}

bool num_diff_assume_test(struct num_diff *d, enum num_test op, bool outcome, struct num_var x, struct num_var y) {
    assert(op <= NUM_SLE && reads_so(op, x) && reads_so(op, y));
    bool strict = op == NUM_ULT || op == NUM_SLT;
    if (!num_diff_close(d)) return false;
    if (op == NUM_EQ || op == NUM_NE) {
        if ((op == NUM_EQ) != outcome) return assume_unequal(d, x, y);
        return num_diff_add(d, x, y, 0) && num_diff_add(d, y, x, 0);
    }
    return outcome ? num_diff_add(d, x, y, -strict) : num_diff_add(d, y, x, strict - 1);
}

bool num_diff_sum(struct num_diff *d, struct num_var z, struct num_var x, int64_t c) {
    assert(z.bits == x.bits && z.is_signed == x.is_signed && z.id != x.id);
    if (!num_diff_close(d) || highest(d, x) + c > greatest(x) || lowest(d, x) + c < least(x)) return false;
    return num_diff_add(d, z, x, c) && num_diff_add(d, x, z, bound_of(-(num_sword)c));
}

bool num_diff_meet(struct num_diff *d, const struct num_diff *e) {
    if (!num_diff_close(d)) return false;
    if (e->unsat) return contradict(d);
    for (uint32_t i = 0; i < e->n; i++)
        if (occur(d, e->vars[i]) == ABSENT) break;
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t k = 0; k < e->n; k++) {
            uint32_t to = find(d, e->vars[i]), from = find(d, e->vars[k]);
            if (to == ABSENT || from == ABSENT || *at(e, i, k) >= *at(d, to, from)) continue;
            *at(d, to, from) = *at(e, i, k);
            d->closed = false;
        }
    return num_diff_close(d);
}

// ---- forgetting --------------------------------------------------------------------------------------------------------------------

void num_diff_forget(struct num_diff *d, uint32_t id) {
    num_diff_close(d);
    for (uint32_t i = d->n; i-- > 1;)
        if (d->vars[i].id == id) drop(d, i);
}

struct num_diff *num_diff_join(const struct num_diff *a, const struct num_diff *b) {
    assert(a->closed && b->closed);
    if (a->unsat || b->unsat) return num_diff_copy(a->arena, a->unsat ? b : a);
    struct num_diff *r = num_diff_new(a->arena);
    for (uint32_t i = 1; i < a->n; i++) occur(r, a->vars[i]);
    for (uint32_t i = 1; i < b->n; i++) occur(r, b->vars[i]);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t k = 0; k < r->n; k++) {
            int64_t c = num_diff_bound(a, r->vars[i], r->vars[k]), e = num_diff_bound(b, r->vars[i], r->vars[k]);
            *at(r, i, k) = c > e ? c : e;
        }
    drop_free(r);
    return r;
}

struct num_diff *num_diff_widen(const struct num_diff *a, const struct num_diff *b) {
    assert(b->closed);
    if (a->unsat || b->unsat) return num_diff_copy(a->arena, a->unsat ? b : a);
    struct num_diff *r = num_diff_copy(a->arena, a);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t k = 0; k < r->n; k++) {
            if (num_diff_implied(b, r->vars[i], r->vars[k], *at(a, i, k))) continue;
            *at(r, i, k) = i && k ? NONE : bound_of(i ? greatest(r->vars[i]) : -least(r->vars[k]));
            r->closed = false;
        }
    return r;
}
