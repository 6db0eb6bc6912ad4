// SPDX-License-Identifier: MIT
// Terms of two states that are joined: those that hold on both sides, told of what stands for both; and sums that nobody has told, since
// one of the two numbers was a constant: where an index goes up from there as a counter goes down, their sum stays what it was.
#include <assert.h>

#include "sl/relate.h"
#include "sl/term.h"
#include "sl/uses.h"
#include "sl/walk.h"

struct agree {
    struct sl_walk *w;
    const struct num_diff *side[2];
};

static struct sl_term on_side(int side, const struct sl_met *value, const struct sl_met *a, const struct sl_met *b, int64_t plus) {
    return (struct sl_term){value->of[side], a->of[side], b->of[side], SL_SUM, .plus = plus};
}

static bool is_open(const struct sl_draft *d, uint32_t v) {
    return sl_is_number(d, v) && !d->values.at[v].level && !sl_is_known(d, v);
}

static unsigned width_of(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].range.bits;
}

// Bytes in memory are rather contents than counters.
static bool is_counter(const struct sl_walk *w, const struct sl_met *q) {
    return width_of(w->out, q->out) > 8 || sl_is_used(w->side[0], q->of[0], SL_ONLY(REG));
}

static bool is_told(const struct sl_draft *d, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind == SL_SUM && ((t->a == a && t->b == b) || (t->a == b && t->b == a))) return true;
    }
    return false;
}

// A sum of one side, told by pairs, that holds on the other.
static void join_sum(struct agree *g, int side, const struct sl_term *t) {
    struct sl_walk *w = g->w;
    for (uint32_t i = 0; i < w->values.n; i++)
        for (uint32_t k = 0; w->values.at[i].of[side] == t->value && k < w->values.n; k++)
            for (uint32_t m = 0; w->values.at[k].of[side] == t->a && m < w->values.n; m++) {
                const struct sl_met *value = &w->values.at[i], *a = &w->values.at[k], *b = &w->values.at[m];
                bool open = b->of[side] == t->b && is_open(w->out, value->out) && is_open(w->out, a->out) && is_open(w->out, b->out);
                struct sl_term other = on_side(!side, value, a, b, t->plus);
                if (open && !is_told(w->out, a->out, b->out) && sl_is_sum(w->side[!side], g->side[!side], &other))
                    sl_tell_sum(w->out, value->out, a->out, b->out, t->plus);
            }
}

// A multiple of one side, told by pairs, that holds on the other.
static void join_multiple(struct sl_walk *w, int side, const struct sl_term *t) {
    for (uint32_t i = 0; i < w->values.n; i++)
        for (uint32_t k = 0; w->values.at[i].of[side] == t->value && k < w->values.n; k++) {
            const struct sl_met *value = &w->values.at[i], *a = &w->values.at[k];
            if (a->of[side] != t->a || !is_open(w->out, value->out) || !is_open(w->out, a->out)) continue;
            if (!sl_is_multiple(w->side[!side], value->of[!side], a->of[!side], t->plus)) continue;
            if (!sl_is_multiple(w->out, value->out, a->out, t->plus) && !sl_exceeds(&w->out->reached, SL_LIMIT_SUMS, w->out->terms.n + 1))
                vec_push(&w->out->terms, (struct sl_term){value->out, a->out, 0, SL_MULTIPLE, .plus = t->plus});
        }
}

// The same of a product.
static void join_product(struct sl_walk *w, int side, const struct sl_term *t) {
    for (uint32_t i = 0; i < w->values.n; i++)
        for (uint32_t k = 0; w->values.at[i].of[side] == t->value && k < w->values.n; k++)
            for (uint32_t m = 0; w->values.at[k].of[side] == t->a && m < w->values.n; m++) {
                const struct sl_met *value = &w->values.at[i], *a = &w->values.at[k], *b = &w->values.at[m];
                if (b->of[side] != t->b || !sl_is_product(w->side[!side], value->of[!side], a->of[!side], b->of[!side])) continue;
                if (is_open(w->out, value->out) && is_open(w->out, a->out) && is_open(w->out, b->out))
                    sl_tell_product(w->out, value->out, a->out, b->out);
            }
}

// A quotient of one side, told by pairs: what the rest is on both, if that follows from nothing else; a widening gives up an end that
// moved, and where it is not as it was told the lower one is given up.
static void join_rest(struct agree *g, const struct num_diff *out, struct sl_term t, const struct sl_met *value, const struct sl_met *a) {
    struct sl_walk *w = g->w;
    struct sl_span r[2], told = {sl_least_rest(&t), sl_most_rest(&t)};
    for (int k = 0; k < 2; k++) {
        t.value = value->of[k], t.a = a->of[k];
        r[k] = sl_rest_of(w->side[k], g->side[k], &t);
    }
    num_sword least = r[0].least < r[1].least ? r[0].least : r[1].least, most = r[0].most > r[1].most ? r[0].most : r[1].most;
    t.value = value->out, t.a = a->out;
    struct sl_span known = sl_rest_of(w->out, out, &t);
    if ((w->widen && least < r[0].least) || least <= known.least) least = -NUM_SCALED_OPEN;
    if ((w->widen && most > r[0].most) || most >= known.most) most = NUM_SCALED_OPEN;
    if ((least != told.least || most != told.most) && most != NUM_SCALED_OPEN) least = -NUM_SCALED_OPEN;  // one that goes up by no more
    if (sl_give_rest(&t, least, most)) sl_tell_quotient(w->out, t);
}

static void join_quotient(struct agree *g, const struct num_diff *out, int side, const struct sl_term *t) {
    struct sl_walk *w = g->w;
    for (uint32_t i = 0; i < w->values.n; i++)
        for (uint32_t k = 0; w->values.at[i].of[side] == t->value && k < w->values.n; k++) {
            const struct sl_met *value = &w->values.at[i], *a = &w->values.at[k];
            if (a->of[side] == t->a && is_open(w->out, value->out) && is_open(w->out, a->out)) join_rest(g, out, *t, value, a);
        }
}

// Pairs whose number on a side may be known to be so far from others: it is one number (if these are few), or in the matrix, or another one
// as well, or was made from one.
typedef VEC(uint32_t) near_pairs;

static near_pairs find_near(const struct agree *g, int side) {
    const struct sl_walk *w = g->w;
    const struct sl_draft *d = w->side[side];
    near_pairs near = {0};
    uint32_t constants = 0;
    uint32_t *times = calloc(d->values.n, sizeof *times);
    if (!times) base_out_of_memory();
    for (uint32_t i = 0; i < w->values.n; i++) {
        times[w->values.at[i].of[side]]++;
        constants += is_open(w->out, w->values.at[i].out) && sl_is_const(d, w->values.at[i].of[side], NULL) && is_counter(w, &w->values.at[i]);
    }
    bool few = constants <= SL_MOST_NUMBERS;  // not those of an array that was filled
    for (uint32_t i = 0; i < w->values.n; i++) {
        uint32_t v = w->values.at[i].of[side];
        if (!is_open(w->out, w->values.at[i].out) || !sl_is_number(d, v)) continue;
        bool told = num_diff_has(g->side[side], sl_reading(d, v, true)) || num_diff_has(g->side[side], sl_reading(d, v, false));
        if (told || times[v] > 1 || d->values.at[v].source || (few && sl_is_known(d, v) && is_counter(w, &w->values.at[i]))) vec_push(&near, i);
    }
    free(times);
    return near;
}

// a is one number on a side, and b as far from some number as to make it a sum.
static void find_sum(struct agree *g, int side, const near_pairs *near, const struct sl_met *a, const struct sl_met *b) {
    struct sl_walk *w = g->w;
    int64_t plus;
    for (uint32_t i = 0; i < near->n; i++) {
        const struct sl_met *value = &w->values.at[near->at[i]];
        if (value->out == b->out || is_told(w->out, a->out, b->out)) continue;
        if (!sl_rest_of_sum(w->side[side], g->side[side], value->of[side], a->of[side], b->of[side], &plus)) continue;
        struct sl_term other = on_side(!side, value, a, b, plus);
        if (sl_is_sum(w->side[!side], g->side[!side], &other)) sl_tell_sum(w->out, value->out, a->out, b->out, plus);
    }
}

static void find_sums(struct agree *g) {
    const struct sl_walk *w = g->w;
    for (int side = 0; side < 2; side++) {
        near_pairs near = find_near(g, side);
        for (uint32_t i = 0; near.n > 1 && i < w->values.n; i++) {
            const struct sl_met *a = &w->values.at[i];
            bool known = sl_is_number(w->side[side], a->of[side]) && sl_is_known(w->side[side], a->of[side]) && is_counter(w, a);
            for (uint32_t k = 0; known && is_open(w->out, a->out) && k < near.n; k++)
                if (w->values.at[near.at[k]].out != a->out) find_sum(g, side, &near, a, &w->values.at[near.at[k]]);
        }
        vec_free(&near);
    }
}

// ---- ghosts ----------------------------------------------------------------------------------------------------------------------------

static const struct sl_met *met_of(const struct sl_walk *w, int side, uint32_t v) {
    for (uint32_t i = 0; i < w->values.n; i++)
        if (w->values.at[i].of[side] == v && sl_is_number(w->out, w->values.at[i].out)) return &w->values.at[i];
    return NULL;
}

static uint32_t *member(struct sl_term *t, int k) {
    return k == 0 ? &t->value : k == 1 ? &t->a : &t->b;
}

// v, as a signed number of so many bits, plus by.
static uint32_t shifted(struct sl_draft *d, uint32_t v, unsigned bits, uint64_t by) {
    assert(bits >= width_of(d, v));
    if (bits > width_of(d, v)) {
        uint32_t wide = sl_int(d, num_range_sext(d->values.at[v].range, bits));
        sl_made_from(d, wide, v, 1, 1);
        v = wide;
    }
    uint32_t sum = sl_int(d, num_range_binary(NUM_ADD, d->values.at[v].range, num_range_const(bits, by)));
    sl_made_from(d, sum, v, 1, by);
    return sum;
}

// The pair that tells x of side 0 and y of side 1 both, each as far from it as off says; NULL: there is none.
static const struct sl_met *told_by(const struct agree *g, uint32_t x, uint32_t y, int64_t off[2]) {
    const struct sl_walk *w = g->w;
    off[0] = off[1] = 0;
    for (uint32_t i = 0; i < w->values.n; i++)
        if (w->values.at[i].of[0] == x && w->values.at[i].of[1] == y && sl_is_number(w->out, w->values.at[i].out)) return &w->values.at[i];
    if (met_of(w, 0, x)) return NULL;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *m = &w->values.at[i];
        if (!is_open(w->out, m->out) || !is_open(w->side[0], m->of[0]) || !is_open(w->side[1], m->of[1])) continue;
        if (!sl_distance(w->side[0], g->side[0], x, m->of[0], &off[0])) continue;
        if (sl_distance(w->side[1], g->side[1], y, m->of[1], &off[1])) return m;
    }
    return NULL;
}

static unsigned greatest_width(const struct sl_draft *d, struct sl_term *t) {
    unsigned most = 0;
    for (int k = 0; k < 3; k++) most = width_of(d, *member(t, k)) > most ? width_of(d, *member(t, k)) : most;
    return most;
}

// The terms told by pairs, but for the one number, the ghost, that has none; false: there are more, or none.
static bool retell_by_pairs(const struct agree *g, struct sl_term t[2], int *ghost) {
    struct sl_term old[2] = {t[0], t[1]};
    *ghost = -1;
    for (int k = 0; k < 3; k++) {
        int64_t off[2];
        const struct sl_met *m = told_by(g, *member(&t[0], k), *member(&t[1], k), off);
        if (!m && (*ghost >= 0 || met_of(g->w, 0, *member(&t[0], k)))) return false;
        if (!m) *ghost = k;
        for (int side = 0; m && side < 2; side++) {
            *member(&t[side], k) = m->of[side];
            t[side].plus = (int64_t)((uint64_t)t[side].plus + (k ? (uint64_t)off[side] : -(uint64_t)off[side]));
        }
    }
    for (int side = 0; side < 2; side++)
        if (greatest_width(g->w->side[side], &t[side]) > greatest_width(g->w->side[side], &old[side])) return false;
    return *ghost >= 0 && is_open(g->w->side[0], *member(&t[0], *ghost)) && is_open(g->w->side[1], *member(&t[1], *ghost));
}

static bool is_same_sum(const struct sl_term *x, const struct sl_term *y) {
    return x->value == y->value && x->a == y->a && x->b == y->b && x->plus == y->plus;
}

static bool is_size(const struct sl_draft *d, uint32_t v) {
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].count == v || d->objects.at[o].ends == v || d->objects.at[o].unit == v) return true;
    return false;
}

// What p, a constant on both sides, and q add up to, or, `together`, are apart: a ghost on each side, and a pair.
static void make_ghost(struct sl_walk *w, struct sl_met p, struct sl_met q, bool together, uint32_t ghost[2]) {
    for (int k = 0; k < 2; k++) {
        struct num_range at = w->side[k]->values.at[p.of[k]].range;
        unsigned bits = at.bits > width_of(w->side[k], q.of[k]) ? at.bits : width_of(w->side[k], q.of[k]);
        uint64_t by = (uint64_t)num_range_smin(at);
        ghost[k] = shifted(w->side[k], q.of[k], bits, together ? -by : by);
        sl_tell_sum(w->side[k], together ? q.of[k] : ghost[k], p.of[k], together ? ghost[k] : q.of[k], 0);
    }
    (void)sl_walk_value(w, ghost[0], ghost[1], &(struct sl_place_in){0});
}

// Tells member k on both sides by what is `off` below it; false: the ghosts would not be the same sum then.
static bool tell_alike(struct sl_term t[2], int k, const uint32_t by[2], const int64_t off[2]) {
    int64_t plus[2];
    for (int side = 0; side < 2; side++) plus[side] = (int64_t)((uint64_t)t[side].plus + (k ? (uint64_t)off[side] : -(uint64_t)off[side]));
    for (int side = 0; side < 2 && plus[0] == plus[1]; side++) {
        *member(&t[side], k) = by[side];
        t[side].plus = plus[side];
    }
    return plus[0] == plus[1];
}

// Tells a number of the sums by another pair, so that the ghosts are the same sum on both sides; or by how far it is from one that goes up, from
// constant to constant, as much as the sums differ: it moves on with that one.
static bool balance(struct agree *g, struct sl_term t[2], int ghost) {
    struct sl_walk *w = g->w;
    for (uint32_t i = 0, n = 2 * w->values.n; i < n; i++) {
        struct sl_met m = w->values.at[i % (n / 2)];
        bool near = i < n / 2, known = is_open(w->out, m.out) && sl_is_known(w->side[0], m.of[0]) && sl_is_known(w->side[1], m.of[1]);
        if (near ? !is_open(w->side[0], m.of[0]) || !is_open(w->side[1], m.of[1]) || !is_open(w->out, m.out) : !known) continue;
        for (int k = 0; k < 3; k++) {
            struct sl_met q = {.of = {*member(&t[0], k), *member(&t[1], k)}};
            uint32_t by[2] = {m.of[0], m.of[1]};
            int64_t off[2];
            if (k == ghost || (!near && (is_size(w->side[0], q.of[0]) || width_of(w->side[0], q.of[0]) != width_of(w->out, m.out)))) continue;
            for (int side = 0; side < 2 && !near; side++) off[side] = num_range_smin(w->side[side]->values.at[m.of[side]].range);
            if (near && !sl_distance(w->side[0], g->side[0], q.of[0], by[0], &off[0])) continue;
            if (near && !sl_distance(w->side[1], g->side[1], q.of[1], by[1], &off[1])) continue;
            if (!tell_alike(t, k, by, off)) continue;
            if (!near) make_ghost(w, m, q, true, by), *member(&t[0], k) = by[0], *member(&t[1], k) = by[1];
            return true;
        }
    }
    return false;
}

// A sum of side 0 of which one number, the ghost, has no pair yet, and one of side 1 of which the others are paired with its own.
static void pair_ghosts(struct agree *g, const struct sl_term *x, const struct sl_term *y) {
    struct sl_walk *w = g->w;
    struct sl_term t[2] = {*x, *y};
    int ghost;
    if (!retell_by_pairs(g, t, &ghost)) return;
    if (t[0].plus != t[1].plus) (void)balance(g, t, ghost);
    uint64_t by = ghost ? (uint64_t)t[1].plus - (uint64_t)t[0].plus : (uint64_t)t[0].plus - (uint64_t)t[1].plus;
    unsigned bits = width_of(w->side[1], *member(&t[1], ghost));
    if (by && greatest_width(w->side[1], &t[1]) > bits) return;  // it might wrap
    if (by) *member(&t[1], ghost) = shifted(w->side[1], *member(&t[1], ghost), bits, by);
    for (int side = 0; side < 2; side++)
        if (side ? by != 0 || !is_same_sum(&t[1], y) : !is_same_sum(&t[0], x))
            sl_tell_sum(w->side[side], t[side].value, t[side].a, t[side].b, t[0].plus);
    (void)sl_walk_value(w, *member(&t[0], ghost), *member(&t[1], ghost), &(struct sl_place_in){0});
}

// What v is at most above a size, on a side; SL_NO_BOUND: not known.
static int64_t above(const struct agree *g, int side, const struct sl_met *v, const struct sl_met *size) {
    const struct sl_draft *d = g->w->side[side];
    if (!sl_is_number(d, v->of[side]) || !sl_is_number(d, size->of[side])) return SL_NO_BOUND;
    return sl_closed_bound(d, g->side[side], sl_reading(d, v->of[side], true), sl_reading(d, size->of[side], true));
}

// Does q come down from a size as p, which is a constant on both sides, goes up?  Or, `together`, does it go up as well?
static bool moves_with(const struct agree *g, const struct sl_met *p, const struct sl_met *q, const struct sl_met *size, bool together) {
    num_sword sum[2];
    for (int k = 0; k < 2; k++) {
        int64_t c = above(g, k, q, size);
        num_sword at = sl_lowest(g->w->side[k], sl_reading(g->w->side[k], p->of[k], true));
        if (c == SL_NO_BOUND) return false;
        sum[k] = together ? c - at : c + at;
    }
    return sum[0] == sum[1];
}

// Is there a number that both add up to, or are apart?
static bool is_sum_of(const struct agree *g, const struct sl_met *p, const struct sl_met *q, bool together) {
    const struct sl_walk *w = g->w;
    int64_t plus;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *m = &w->values.at[i], *value = together ? q : m, *rest = together ? m : q;
        if (m->out == q->out || m->out == p->out || !is_open(w->out, m->out)) continue;
        if (!sl_rest_of_sum(w->side[0], g->side[0], value->of[0], p->of[0], rest->of[0], &plus)) continue;
        struct sl_term other = on_side(1, value, p, rest, plus);
        if (sl_is_sum(w->side[1], g->side[1], &other)) return true;
    }
    return false;
}

static void find_ghost(struct agree *g, const struct sl_met *p, const struct sl_met *q, bool together) {
    const struct sl_walk *w = g->w;
    if (!is_counter(w, q) || is_sum_of(g, p, q, together)) return;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *size = &w->values.at[i];
        if (!is_open(w->out, size->out) || size->out == q->out || !is_size(w->out, size->out)) continue;
        if (!moves_with(g, p, q, size, together)) continue;
        uint32_t ghost[2];
        make_ghost(g->w, *p, *q, together, ghost);
        return;
    }
}

// What goes up from a constant as something else goes down from a size, or up to one.
static void find_ghosts(struct agree *g) {
    const struct sl_walk *w = g->w;
    for (uint32_t i = 0, n = w->values.n; i < n; i++) {
        struct sl_met p = w->values.at[i];
        bool constant = is_open(w->out, p.out) && sl_is_known(w->side[0], p.of[0]) && sl_is_known(w->side[1], p.of[1]);
        for (uint32_t k = 0; constant && k < n; k++) {
            struct sl_met q = w->values.at[k];
            bool open = q.out != p.out && is_open(w->out, q.out);
            if (is_size(w->side[0], q.of[0]) || is_size(w->side[1], q.of[1])) continue;
            if (!open || sl_is_known(w->side[0], q.of[0]) || sl_is_known(w->side[1], q.of[1])) continue;
            find_ghost(g, &p, &q, false);
            find_ghost(g, &p, &q, true);
        }
    }
}

// ---- loads -----------------------------------------------------------------------------------------------------------------------------

static bool is_found_string(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_ADDR && sl_is_argument(&d->objects.at[d->values.at[v].object]);
}

// Does the address lie at the element `index` of the side, counted as q says?
static bool is_at_element(const struct sl_draft *d, uint32_t a, uint32_t index, const struct sl_term *q) {
    int64_t at, k;
    if (sl_offset(d, a, &at))
        return sl_is_known(d, index) && !__builtin_mul_overflow(num_range_smin(d->values.at[index].range), (int64_t)q->times, &k) && at == k + q->plus;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind == SL_QUOTIENT && t->a == a && t->value == index && t->times == q->times && t->plus == q->plus && !t->over) return true;
    }
    return false;
}

// An element on one side, by an index that both have; or 0.
static uint32_t join_element(struct sl_walk *w, int side, const uint32_t *a) {
    for (uint32_t i = 0; i < w->side[side]->terms.n; i++) {
        struct sl_term q = w->side[side]->terms.at[i];
        const struct sl_met *m = q.kind == SL_QUOTIENT && q.a == a[side] && !q.over ? met_of(w, side, q.value) : NULL;
        uint32_t index = m ? m->out : 0;
        if (!m || !is_open(w->out, index) || !is_at_element(w->side[!side], a[!side], m->of[!side], &q)) continue;
        q.a = sl_walk_value(w, a[0], a[1], &(struct sl_place_in){0});
        q.value = index;
        if (q.a && is_open(w->out, q.a)) sl_tell_quotient(w->out, q);
        return q.a;
    }
    return 0;
}

// What stands for two addresses, if that is told by something that is held; or 0.
static uint32_t join_address(struct sl_walk *w, uint32_t a, uint32_t b) {
    int64_t x, y;
    for (uint32_t i = 0; i < w->values.n; i++)
        if (w->values.at[i].of[0] == a && w->values.at[i].of[1] == b) return w->values.at[i].out;
    if (sl_offset(w->side[0], a, &x) && sl_offset(w->side[1], b, &y)) return x == y ? sl_walk_value(w, a, b, &(struct sl_place_in){0}) : 0;
    uint32_t at = join_element(w, 0, (uint32_t[]){a, b});
    return at ? at : join_element(w, 1, (uint32_t[]){a, b});
}

// Both found a string of argv there.
static void join_strings(struct sl_walk *w, const struct sl_term *x, const struct sl_term *y) {
    uint32_t at = join_address(w, x->a, y->a);
    uint32_t s = at && w->out->values.at[at].kind == SL_ADDR ? sl_walk_value(w, x->value, y->value, &(struct sl_place_in){0}) : 0;
    if (s && w->out->values.at[s].kind == SL_ADDR) sl_tell_loaded(w->out, s, at);
}

// The same number was found at addresses in the same object.
static void join_load(struct sl_walk *w, const struct sl_term *x, const struct sl_term *y) {
    uint32_t o = w->side[0]->values.at[x->a].object, t = w->side[1]->values.at[y->a].object, stands = sl_walk_paired(w, 0, o);
    if (!stands || stands != sl_walk_paired(w, 1, t)) return;
    if (is_found_string(w->side[0], x->value) && is_found_string(w->side[1], y->value)) return join_strings(w, x, y);
    for (uint32_t i = 0; i < w->values.n; i++) {
        struct sl_met m = w->values.at[i];
        if (m.of[0] != x->value || m.of[1] != y->value || w->out->values.at[m.out].kind != SL_INT) continue;
        uint32_t a = sl_walk_value(w, x->a, y->a, &(struct sl_place_in){0});
        if (a && w->out->values.at[a].kind == SL_ADDR) sl_tell_loaded(w->out, m.out, a);
        return;
    }
}

// A sum of a side of which one number, the ghost, has no pair, or one that makes it no sum, where of the others one is a constant on the
// other side: there it is the third, plus that.
static void pair_with_constant(struct agree *g, int side, struct sl_term t) {
    struct sl_walk *w = g->w;
    uint32_t other[3], ghost[2] = {0};
    int missing = -1, known = -1;
    for (int k = 0; k < 3; k++) {
        const struct sl_met *m = met_of(w, side, *member(&t, k));
        if (!m && missing >= 0) return;
        if (!m) missing = k;
        other[k] = m ? m->of[!side] : 0;
        if (m && sl_is_number(w->side[!side], other[k]) && sl_is_known(w->side[!side], other[k])) known = k;
    }
    struct sl_term there = {other[0], other[1], other[2], SL_SUM, .plus = t.plus};
    if (missing < 0 && known > 0 && !sl_is_sum(w->side[!side], g->side[!side], &there)) missing = 3 - known;
    if (missing < 0 || known < 0 || !is_open(w->side[side], *member(&t, missing))) return;
    int rest = 3 - missing - known;
    if (!is_open(w->side[!side], other[rest]) || (missing && !known)) return;
    uint64_t by = (uint64_t)num_range_smin(w->side[!side]->values.at[other[known]].range) + (uint64_t)t.plus;
    unsigned bits = greatest_width(w->side[side], &t);
    if (bits < width_of(w->side[!side], other[rest])) return;
    ghost[side] = *member(&t, missing);
    ghost[!side] = other[missing] = shifted(w->side[!side], other[rest], bits, missing ? -by : by);
    sl_tell_sum(w->side[!side], other[0], other[1], other[2], t.plus);
    (void)sl_walk_value(w, ghost[0], ghost[1], &(struct sl_place_in){0});
}

// What is left of a size, on a side; the other one has no such number, but a size and what is taken from it: there it is the difference.
static void pair_rest(struct sl_walk *w, int side, struct sl_term t) {
    for (int turn = 0; turn < 2; turn++) {
        uint32_t ghost[2], rest = turn ? t.b : t.a;
        const struct sl_met *size = met_of(w, side, t.value), *by = met_of(w, side, turn ? t.a : t.b);
        struct sl_draft *there = w->side[!side];
        if (t.plus || !size || !by || met_of(w, side, rest) || !is_size(w->out, size->out) || !is_open(w->side[side], rest)) continue;
        if (!is_open(there, size->of[!side]) || !is_open(there, by->of[!side]) || width_of(w->side[side], rest) != width_of(there, size->of[!side])) continue;
        uint32_t of = size->of[!side], taken = by->of[!side];
        struct num_range r = there->values.at[of].range;
        if (width_of(there, taken) > r.bits) continue;
        ghost[side] = rest;
        ghost[!side] = sl_int(there, num_range_binary(NUM_SUB, r, num_range_sext(there->values.at[taken].range, r.bits)));
        sl_learn_result(there, NUM_SUB, ghost[!side], of, taken, true);
        (void)sl_walk_value(w, ghost[0], ghost[1], &(struct sl_place_in){0});
    }
}

// The number of a side that `a` there has as such a quotient; 0: none of so many bits.
static uint32_t quotient_on(struct sl_draft *d, uint32_t a, const struct sl_term *like, unsigned bits) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        bool same = t->kind == SL_QUOTIENT && t->a == a && t->times == like->times && t->plus == like->plus && t->over == like->over;
        if (same && width_of(d, t->value) == bits) return t->value;
    }
    struct num_var x = sl_reading(d, a, false);
    if (sl_lowest(d, x) < like->plus) return 0;
    num_sword lo = (sl_lowest(d, x) - like->plus) / like->times, hi = (sl_highest(d, x) - like->plus) / like->times;
    if (hi > (num_sword)num_mask(bits)) return 0;
    uint32_t q = sl_int(d, num_range_unsigned(bits, (uint64_t)lo, (uint64_t)hi));
    sl_tell_quotient(d, (struct sl_term){q, a, 0, SL_QUOTIENT, like->plus, like->times, like->over});
    return q;
}

// The number of a side whose multiple `a` there is, and `like` says how many times; 0: none is known.
static uint32_t divisor_on(struct sl_draft *d, uint32_t a, const struct sl_term *like, unsigned bits) {
    struct num_var x = sl_reading(d, a, false);
    num_sword lo = sl_lowest(d, x) - like->plus, hi = sl_highest(d, x) - like->plus;
    if (hi < 0 || hi / like->times > (num_sword)num_mask(bits)) return 0;
    if (lo == hi) return lo % like->times ? 0 : sl_const(d, bits, (num_word)(lo / like->times));
    lo = lo > 0 ? (lo + like->times - 1) / like->times : -(-lo / like->times);
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        bool exact = t.kind == SL_QUOTIENT && t.a == a && t.times == like->times && !t.over && width_of(d, t.value) <= bits;
        int64_t by = exact ? t.plus - like->plus : 0;
        if (!exact || by % t.times) continue;
        num_sword least = sl_lowest(d, sl_reading(d, t.value, false)) + by / t.times;
        if (least < lo) least = lo;
        bool other = by || width_of(d, t.value) < bits;
        if (other && least < 0) return 0;
        if (other) t.value = sl_int(d, num_range_unsigned(bits, (uint64_t)least, (uint64_t)(hi / t.times))), t.plus = like->plus, sl_tell_quotient(d, t);
        return t.value;
    }
    return 0;
}

// Do other numbers go, by steps of another size, when the quotient does?
static bool counts_steps(const struct sl_draft *d, const struct sl_term *t) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *u = &d->terms.at[i];
        if (u->kind == SL_QUOTIENT && u->value == t->value && u->a != t->a && u->times != t->times) return true;
    }
    return false;
}

// A quotient that nothing holds is what it is of a number that is held: so it is on the other side.
static void pair_quotient(struct sl_walk *w, int side, struct sl_term t) {
    const struct sl_met *m = met_of(w, side, t.a);
    uint32_t ghost[2];
    if (!m || met_of(w, side, t.value) || (t.over && t.over != t.times - 1) || !sl_is_number(w->side[!side], m->of[!side])) return;
    if (!t.over && t.times == sl_element_size(w->side[side], t.a) && !counts_steps(w->side[side], &t)) return;  // see pair_elements
    ghost[side] = t.value;
    ghost[!side] = (t.over ? quotient_on : divisor_on)(w->side[!side], m->of[!side], &t, width_of(w->side[side], t.value));
    if (ghost[!side]) (void)sl_walk_value(w, ghost[0], ghost[1], &(struct sl_place_in){0});
}

// ---- elements

// What like->times divides a of the side by leaves of it; false: it is not known, or other numbers go by those steps.
static bool find_rest(const struct sl_draft *d, uint32_t a, struct sl_term *like, unsigned *bits) {
    bool known = sl_is_known(d, a);
    num_sword plus = known ? sl_lowest(d, sl_reading(d, a, true)) : 0;
    for (uint32_t i = 0; !known && i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        known = t->kind == SL_QUOTIENT && t->a == a && t->times == like->times && !t->over;
        if (known && counts_steps(d, t)) return false;
        if (known) plus = t->plus;
        if (known && width_of(d, t->value) > *bits) *bits = width_of(d, t->value);
    }
    like->plus = (int64_t)((plus % like->times + like->times) % like->times);
    return known;
}

static bool is_multiple_of(const struct sl_draft *d, uint32_t a, uint32_t times) {
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind == SL_QUOTIENT && d->terms.at[i].a == a && d->terms.at[i].times == times && !d->terms.at[i].over) return true;
    return false;
}

static bool divisors(struct sl_walk *w, const struct sl_met *m, const struct sl_term *like, unsigned bits, uint32_t *at) {
    for (int k = 0; k < 2; k++) at[k] = divisor_on(w->side[k], m->of[k], like, bits);
    return at[0] && at[1];
}

// An address that lies at an element on both sides: so it does at one that is a ghost, if no number is there for both.
static void pair_elements(struct sl_walk *w) {
    for (uint32_t i = 0, n = w->values.n; i < n; i++) {
        struct sl_met m = w->values.at[i];
        struct sl_term like[2] = {{.kind = SL_QUOTIENT, .a = m.out, .times = is_open(w->out, m.out) ? sl_element_size(w->out, m.out) : 0}};
        unsigned bits = 0;
        uint32_t at[2];
        like[1] = like[0];
        if (!like[0].times || is_multiple_of(w->out, m.out, like[0].times) || !find_rest(w->side[0], m.of[0], &like[0], &bits) || !find_rest(w->side[1], m.of[1], &like[1], &bits)) continue;
        if (like[0].plus != like[1].plus) continue;
        bool both = bits && divisors(w, &m, &like[0], bits, at);
        if (!both && !divisors(w, &m, &like[0], width_of(w->out, m.out), at)) continue;
        like[0].value = sl_walk_value(w, at[0], at[1], &(struct sl_place_in){0});
        if (like[0].value) sl_tell_quotient(w->out, like[0]);
    }
}

// ---- numbers that go by different steps ------------------------------------------------------------------------------------------------

// Will it matter how many times something goes up?  Sizes that are multiples of numbers, or quotients, tell.
static bool has_scale(const struct sl_draft *d) {
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].unit && d->objects.at[o].scale > 1 && is_open(d, d->objects.at[o].unit)) return true;
    return false;
}

// The number that p is so many times, plus something: p itself, one that is told already, or a ghost that counts the steps; 0: none.
static uint32_t steps_of(struct sl_walk *w, const struct sl_met *p, const struct sl_term *t, num_word there, bool later) {
    uint32_t count[2];
    if (t->times == 1) return w->out->values.at[p->out].kind == SL_INT && num_range_smin(w->out->values.at[p->out].range) >= 0 ? p->out : 0;
    for (uint32_t i = 0; i < w->out->terms.n; i++) {
        const struct sl_term *u = &w->out->terms.at[i];
        if (u->kind == SL_QUOTIENT && u->a == p->out && u->times == t->times && u->plus == t->plus && !u->over) return u->value;
    }
    for (int k = 0; k < 2; k++) count[k] = sl_const(w->side[k], width_of(w->out, p->out), k == later ? there : 0);
    uint32_t steps = sl_walk_value(w, count[0], count[1], &(struct sl_place_in){0});
    struct sl_term told = *t;
    told.value = steps;
    told.a = p->out;
    if (steps) sl_tell_quotient(w->out, told);
    return steps;
}

static num_sword common_divisor(num_sword a, num_sword b) {
    return b ? common_divisor(b, a % b) : a;
}

static bool is_told_by(const struct sl_draft *d, uint32_t value, uint32_t a) {
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind == SL_QUOTIENT && d->terms.at[i].value == value && d->terms.at[i].a == a) return true;
    return false;
}

// p, one number on both sides, goes up, and q does from one number: by one and the same each time, or by least to most.
static void find_steps(struct sl_walk *w, struct sl_met p, struct sl_met q) {
    num_sword at[2];
    for (int k = 0; k < 2; k++) at[k] = sl_lowest(w->side[k], sl_reading(w->side[k], p.of[k], false));
    bool later = at[1] > at[0];
    const struct sl_draft *before = w->side[!later], *after = w->side[later];
    if (!sl_is_number(after, q.of[later]) || !sl_is_number(before, q.of[!later]) || !sl_is_known(before, q.of[!later])) return;
    struct num_var x = sl_reading(after, q.of[later], false);
    num_sword from = sl_lowest(before, sl_reading(before, q.of[!later], false)), up = at[later] - at[!later];
    num_sword least = sl_lowest(after, x) - from, most = sl_highest(after, x) - from, by = least == most ? common_divisor(up, most) : 1;
    if (up == 0 || least < 0 || most == 0 || from < INT32_MIN || from > INT32_MAX || at[!later] > INT32_MAX) return;
    bool plain = most / by == 1 && (up / by == 1 || least == most || w->out->values.at[p.out].kind == SL_ADDR);  // told otherwise, if at all
    if (up / by > SL_MOST_STEP || most / by > SL_MOST_STEP || plain) return;
    struct sl_term t = {0, 0, 0, SL_QUOTIENT, (int64_t)at[!later], (uint32_t)(up / by), 0};
    t.value = steps_of(w, &p, &t, (num_word)by, later);
    if (!t.value || !is_open(w->out, t.value) || is_told_by(w->out, t.value, q.out)) return;
    t.a = q.out;
    num_sword first = t.times == 1 ? at[!later] : 0;  // of the steps
    for (int turn = 0; turn < (least == most ? 1 : 2); turn++) {
        num_sword times = turn ? least : most / by;
        t.times = (uint32_t)times;
        t.plus = (int64_t)(from - times * first);
        t.over = least == most ? 0 : turn ? SL_AT_LEAST : SL_AT_MOST;
        if (t.times > 1) sl_tell_quotient(w->out, t);
    }
}

// Is it a number that an array holds, and nothing else?
static bool is_content(const struct sl_walk *w, const struct sl_met *m) {
    const struct sl_draft *d = w->out;
    if (sl_is_used(w->side[0], m->of[0], SL_ONLY(REG))) return false;
    for (uint32_t i = 0; i < d->fields.n; i++)
        if (d->fields.at[i].value == m->out && d->objects.at[d->fields.at[i].object].count) return true;
    return false;
}

static void find_all_steps(struct agree *g) {
    struct sl_walk *w = g->w;
    for (uint32_t i = 0, n = w->values.n; has_scale(w->out) && i < n; i++) {
        struct sl_met p = w->values.at[i];
        bool constant = is_open(w->out, p.out) && sl_is_known(w->side[0], p.of[0]) && sl_is_known(w->side[1], p.of[1]);
        for (uint32_t k = 0; constant && is_counter(w, &p) && !is_content(w, &p) && k < n; k++) {
            struct sl_met q = w->values.at[k];
            if (q.out != p.out && is_open(w->out, q.out) && is_counter(w, &q) && !is_content(w, &q)) find_steps(w, p, q);
        }
    }
}

static void pair_all_ghosts(struct agree *g) {
    const struct sl_walk *w = g->w;
    for (uint32_t i = 0, n = w->side[0]->terms.n; i < n; i++)
        for (uint32_t k = 0, m = w->side[1]->terms.n; w->side[0]->terms.at[i].kind == SL_SUM && k < m; k++) {
            struct sl_term x = w->side[0]->terms.at[i], y = w->side[1]->terms.at[k];
            struct sl_term turned = {y.value, y.b, y.a, y.kind, .plus = y.plus};
            if (y.kind != SL_SUM) continue;
            pair_ghosts(g, &x, &y);
            pair_ghosts(g, &x, &turned);
        }
}

void sl_walk_unheld(struct sl_walk *w) {
    enum sl_veto veto = w->veto;
    struct agree g = {w, {sl_closed(w->side[0]), sl_closed(w->side[1])}};
    for (uint32_t i = 0; i < w->side[0]->terms.n; i++)
        for (uint32_t k = 0; w->side[0]->terms.at[i].kind == SL_LOADED && k < w->side[1]->terms.n; k++)
            if (w->side[1]->terms.at[k].kind == SL_LOADED) join_load(w, &w->side[0]->terms.at[i], &w->side[1]->terms.at[k]);
    pair_all_ghosts(&g);
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < w->side[side]->terms.n; i++)
            if (w->side[side]->terms.at[i].kind == SL_SUM)
                pair_with_constant(&g, side, w->side[side]->terms.at[i]), pair_rest(w, side, w->side[side]->terms.at[i]);
            else if (w->side[side]->terms.at[i].kind == SL_QUOTIENT)
                pair_quotient(w, side, w->side[side]->terms.at[i]);
    find_ghosts(&g);
    find_all_steps(&g);
    pair_elements(w);
    for (int pass = 0; pass < 2; pass++) pair_all_ghosts(&g);  // one may be told by another
    w->veto = veto;
}

// What was found in argv is of use if it is not behind its end; else it is found anew.
static void drop_strings(struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        if (t.kind != SL_LOADED || !is_found_string(d, t.value) || sl_is_string(d, t.value)) d->terms.at[n++] = t;
    }
    d->terms.n = n;
}

void sl_walk_sums(struct sl_walk *w) {
    drop_strings(w->out);
    struct agree g = {w, {sl_closed(w->side[0]), sl_closed(w->side[1])}};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < w->side[side]->terms.n; i++)
            if (w->side[side]->terms.at[i].kind == SL_SUM)
                join_sum(&g, side, &w->side[side]->terms.at[i]);
            else if (w->side[side]->terms.at[i].kind == SL_MULTIPLE)
                join_multiple(w, side, &w->side[side]->terms.at[i]);
            else if (w->side[side]->terms.at[i].kind == SL_PRODUCT)
                join_product(w, side, &w->side[side]->terms.at[i]);
            else if (w->side[side]->terms.at[i].kind == SL_QUOTIENT)
                join_quotient(&g, sl_closed(w->out), side, &w->side[side]->terms.at[i]);
    find_sums(&g);
}
