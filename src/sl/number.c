// SPDX-License-Identifier: MIT
#include "sl/number.h"

#include <assert.h>

#include "sl/trend.h"

_Static_assert((int)SL_MOST_NUMBERS <= (int)NUM_DIFF_MAX, "there is room for all");

struct num_var sl_reading(const struct sl_draft *d, uint32_t v, bool is_signed) {
    assert(v < d->values.n);
    if (!sl_is_number(d, v)) return NUM_DIFF_ZERO;
    const struct num_range r = d->values.at[v].range;
    return (struct num_var){v, (uint8_t)r.bits, is_signed || d->values.at[v].kind == SL_ADDR || num_range_smin(r) >= 0};
}

// ---- how values were made ------------------------------------------------------------------------------------------------------------

void sl_made_from(struct sl_draft *d, uint32_t v, uint32_t source, uint32_t times, uint64_t delta) {
    assert(v < d->values.n);
    if (!sl_is_number(d, source) || d->values.at[v].range.bits > 64) return;
    d->values.at[v].source = source;
    d->values.at[v].times = times;
    d->values.at[v].delta = delta;
}

// Is times * from + plus a number of so many bits, read that way?  Then what was computed from it modulo 2^n is this number.
static bool is_exact(const struct sl_draft *d, struct num_var from, int64_t times, int64_t plus, struct num_var as) {
    num_sword top = (num_sword)(num_mask(as.bits) >> as.is_signed), bottom = as.is_signed ? -top - 1 : 0;
    assert(times > 0);
    return times * sl_lowest(d, from) + plus >= bottom && times * sl_highest(d, from) + plus <= top;
}

// x is *from plus *plus.
static bool made_by_adding(const struct sl_draft *d, struct num_var x, struct num_var *from, int64_t *plus) {
    const struct sl_value *v = &d->values.at[x.id];
    *plus = (int64_t)num_signed(x.bits, v->delta);
    *from = sl_reading(d, v->source, true);
    if (*plus == INT64_MIN) return false;
    if (is_exact(d, *from, 1, *plus, x)) return true;
    *from = sl_reading(d, v->source, false);
    return is_exact(d, *from, 1, *plus, x);
}

// The same for what is wider or narrower than its source.
static bool made_by_converting(const struct sl_draft *d, struct num_var x, struct num_var *from) {
    const struct sl_value *v = &d->values.at[x.id];
    bool wider = d->values.at[v->source].range.bits < x.bits;
    *from = sl_reading(d, v->source, wider ? v->delta : x.is_signed);
    return is_exact(d, *from, 1, 0, x);
}

static bool made_from(const struct sl_draft *d, struct num_var x, struct num_var *from, int64_t *plus) {
    const struct sl_value *v = &d->values.at[x.id];
    *plus = 0;
    if (!v->source || v->times > 1 || v->kind != SL_INT || !sl_is_number(d, v->source)) return false;
    if (d->values.at[v->source].range.bits != x.bits) return made_by_converting(d, x, from);
    return made_by_adding(d, x, from, plus);
}

// What v, read that way, is a multiple of, read that way, plus something.
static bool multiple_as(const struct sl_draft *d, uint32_t v, bool is_signed, bool from_signed, struct sl_form *out) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    if (!x->source || !sl_is_number(d, x->source)) return false;
    struct num_var from = sl_reading(d, x->source, from_signed), as = {v, (uint8_t)x->range.bits, is_signed};
    *out = (struct sl_form){x->source, x->times ? x->times : 1, (int64_t)num_signed(x->range.bits, x->delta)};
    return (x->kind == SL_ADDR || from.bits == x->range.bits) && is_exact(d, from, out->times, out->plus, as);
}

bool sl_multiple_of(const struct sl_draft *d, uint32_t v, struct sl_form *out) {
    return multiple_as(d, v, true, true, out);
}

// Which numbers the source of v, or its offset, can be if v is in r.
static bool source_of_sum(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range *out) {
    const struct sl_value *x = &d->values.at[v], *s = &d->values.at[x->source];
    if (x->times > 1 || s->range.bits > r.bits) return false;
    if (s->range.bits == r.bits)
        *out = num_range_binary(NUM_SUB, r, num_range_const(r.bits, x->delta));
    else
        *out = num_range_trunc(r, s->range.bits);
    return true;
}

bool sl_source_of(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range *out) {
    assert(v < d->values.n);
    return d->values.at[d->values.at[v].source].kind == SL_INT && source_of_sum(d, v, r, out);
}

// The same of the source that v is a multiple of.
static bool source_of_multiple(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range *out) {
    struct sl_form f;
    bool is_signed = sl_multiple_of(d, v, &f);
    if (!is_signed && !multiple_as(d, v, false, false, &f)) return false;
    num_sword from = is_signed ? num_range_smin(r) : (num_sword)num_range_umin(r), to = is_signed ? num_range_smax(r) : (num_sword)num_range_umax(r);
    from = (from - f.plus) / f.times + ((from - f.plus) % f.times > 0);
    to = (to - f.plus) / f.times - ((to - f.plus) % f.times < 0);
    if (from < 0 && !is_signed) from = 0;
    if (from > to)
        *out = num_range_empty(r.bits);
    else
        *out = is_signed ? num_range_signed(r.bits, (int64_t)from, (int64_t)to) : num_range_unsigned(r.bits, (uint64_t)from, (uint64_t)to);
    return true;
}

bool sl_learnt(struct sl_draft *d, uint32_t v) {
    assert(v < d->values.n);
    for (uint32_t source; (source = d->values.at[v].source); v = source) {
        struct num_range r, *range = &d->values.at[source].range;
        bool multiple = d->values.at[v].times > 1;
        if (!(multiple ? source_of_multiple : source_of_sum)(d, v, d->values.at[v].range, &r)) return true;
        *range = num_range_meet(*range, r);
        if (num_range_is_empty(*range)) return false;
    }
    return true;
}

static bool compose(struct sl_form *outer, struct sl_form inner) {
    num_sword times = (num_sword)outer->times * inner.times, plus = (num_sword)outer->times * inner.plus + outer->plus;
    if (times > INT32_MAX || plus > INT64_MAX || plus < INT64_MIN) return false;
    *outer = (struct sl_form){inner.value, (int64_t)times, (int64_t)plus};
    return true;
}

// What x was made from, if it is known how far that is; *times is 1 unless it is a multiple.
static bool origin_of(const struct sl_draft *d, struct num_var x, struct num_var *from, int64_t *times, int64_t *plus) {
    struct sl_form form;
    bool multiple = d->values.at[x.id].times > 1 || (x.is_signed && d->values.at[x.id].kind == SL_ADDR);
    *times = 1;
    if (!multiple || !multiple_as(d, x.id, x.is_signed, true, &form)) return made_from(d, x, from, plus);
    *from = sl_reading(d, form.value, true);
    *times = form.times;
    *plus = form.plus;
    return true;
}

bool sl_step_down(const struct sl_draft *d, struct sl_form *f) {
    struct num_var from = sl_reading(d, f->value, true);
    struct sl_form down = *f;
    int64_t times, plus;
    do {  // on past what is read without sign, since it was extended
        if (!origin_of(d, from, &from, &times, &plus) || !compose(&down, (struct sl_form){from.id, times, plus})) return false;
    } while (!from.is_signed);
    *f = down;
    return true;
}

struct sl_form sl_as_multiple(const struct sl_draft *d, struct sl_form f) {
    struct sl_form best = f;
    while (sl_step_down(d, &f))
        if (f.times > best.times) best = f;
    return best;
}

bool sl_index_form(const struct sl_draft *d, uint32_t v, struct sl_form *out) {
    assert(v < d->values.n);
    if (d->values.at[v].kind != SL_ADDR || !sl_multiple_of(d, v, out)) return false;
    for (struct sl_form f = *out; sl_step_down(d, &f) && f.times == out->times && f.plus == out->plus;) *out = f;
    return true;
}

// ---- what is known -------------------------------------------------------------------------------------------------------------------

// x is times y plus something: as far from y as that makes it.
static void add_multiple(const struct sl_draft *d, struct num_diff *k, struct num_var x, struct num_var y, int64_t times, int64_t plus) {
    num_sword lo = (times - 1) * sl_lowest(d, y) + plus, hi = (times - 1) * sl_highest(d, y) + plus;
    if (hi < INT64_MAX) num_diff_add(k, x, y, (int64_t)hi);
    if (lo > INT64_MIN) num_diff_add(k, y, x, -(int64_t)lo);
}

void sl_closed_bring(const struct sl_draft *d, struct num_diff *k, struct num_var x) {
    struct num_var made = NUM_DIFF_ZERO, from;  // made: what x is the origin of
    int64_t times = 1, plus = 0;
    while (x.bits) {
        bool old = num_diff_has(k, x);
        if (!old && (sl_exceeds(&d->closed->reached, SL_LIMIT_NUMBERS, k->n) || !num_diff_occur(k, x))) return;
        if (!old) num_diff_assume(k, x, d->values.at[x.id].range);
        if (made.bits) add_multiple(d, k, made, x, times, plus);
        if (old || !origin_of(d, x, &from, &times, &plus)) return;
        made = x;
        x = from;
    }
}

void sl_closed_add(const struct sl_draft *d, struct num_diff *k, struct num_var a, struct num_var b, int64_t most) {
    sl_closed_bring(d, k, a);
    sl_closed_bring(d, k, b);
    if (num_diff_has(k, a) && num_diff_has(k, b)) num_diff_add(k, a, b, most);
}

bool sl_is_told(const struct sl_draft *d, const struct sl_link *l) {
    return sl_is_measure(l->role) && d->objects.at[l->object].life == SL_VALID;
}

// What the numbers of an object say of each other.
static void add_object(const struct sl_draft *d, struct num_diff *k, const struct sl_object *x) {
    struct num_var count = sl_reading(d, x->count, true), unit = sl_reading(d, x->unit, true), ends = sl_reading(d, x->ends, true);
    sl_closed_bring(d, k, count);
    sl_closed_bring(d, k, unit);
    sl_closed_bring(d, k, ends);
    if (count.bits && ends.bits) sl_closed_add(d, k, ends, count, -1);
    if (count.bits && unit.bits) add_multiple(d, k, count, unit, x->scale, x->plus);
    for (int i = 0; i < 2 && count.bits && x->part[0]; i++) {  // the size is above each part
        struct num_var part = sl_reading(d, x->part[i], true), rest = sl_reading(d, x->part[!i], true);
        sl_closed_add(d, k, part, count, -(int64_t)(sl_lowest(d, rest) + x->over));
    }
}

bool sl_has_nodes(const struct sl_draft *d, uint32_t v) {
    assert(d->values.at[v].level);
    uint32_t list = d->values.at[v].level == 1 ? sl_trend_list(d, v) : 0;
    return list && d->objects.at[list].shape.least;
}

static void add_relation(const struct sl_draft *d, struct num_diff *k, const struct sl_relation *r) {
    if (!sl_is_reading(d, r->a) || !sl_is_reading(d, r->b)) return;
    bool a = sl_is_there(d, r->a.id), b = sl_is_there(d, r->b.id);
    if (d->valued && a && !b) sl_closed_bring(d, k, sl_reading(d, r->a.id, r->a.is_signed));  // it may lead on
    if (d->valued && b && !a) sl_closed_bring(d, k, sl_reading(d, r->b.id, r->b.is_signed));
    if (a && b) sl_closed_add(d, k, sl_reading(d, r->a.id, r->a.is_signed), sl_reading(d, r->b.id, r->b.is_signed), r->most);
}

// ---- the matrix of a draft

static bool has_numbers(const struct sl_object *o) {
    return !o->level && (o->count | o->unit | o->ends);
}

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t mix_value(uint64_t h, const struct sl_value *v) {
    h = mix(h, v->kind | (uint64_t)v->level << 8 | (uint64_t)v->range.kind << 16 | (uint64_t)v->range.bits << 32);
    h = mix(mix(h, v->range.lo), v->range.hi);
    return mix(mix(h, v->source | (uint64_t)v->times << 32), v->delta);
}

// Everything on which the matrix of these variables and of so many relations stands.
static uint64_t key_of(const struct sl_draft *d, const struct num_diff *k, uint32_t relations) {
    uint64_t h = 1;
    for (uint32_t i = 1; i < d->objects.n; i++) {
        const struct sl_object *o = &d->objects.at[i];
        if (!has_numbers(o)) continue;
        h = mix(mix(h, o->count | (uint64_t)o->unit << 32), o->ends | (uint64_t)o->scale << 32);
        h = mix(mix(h, o->part[0] | (uint64_t)o->part[1] << 32), (uint64_t)o->plus);
        h = mix(h, (uint64_t)o->over);
        const uint32_t told[] = {o->count, o->unit, o->ends, o->part[0], o->part[1]};  // also those for which there was no room
        for (uint32_t n = 0; n < sizeof told / sizeof *told; n++) h = mix_value(h, &d->values.at[told[n]]);
    }
    for (uint32_t i = 0; i < d->links.n; i++)
        if (sl_is_told(d, &d->links.at[i])) h = mix(h, d->links.at[i].value);
    for (uint32_t i = 0; i < relations; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        h = mix(h, r->a.id | (uint64_t)r->a.is_signed << 32 | (uint64_t)r->a.bits << 40);
        h = mix(h, r->b.id | (uint64_t)r->b.is_signed << 32 | (uint64_t)r->b.bits << 40 | (uint64_t)sl_is_there(d, r->a.id) << 48 | (uint64_t)sl_is_there(d, r->b.id) << 49);
        h = mix(h, (uint64_t)r->most);
    }
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind != SL_SUM && t->kind != SL_QUOTIENT) continue;
        h = mix(mix(mix(h, t->value | (uint64_t)t->a << 32), t->b | (uint64_t)t->kind << 32), (uint64_t)t->plus);
        if (t->kind == SL_QUOTIENT) h = mix(h, t->times | (uint64_t)t->over << 32);
    }
    for (uint32_t i = 1; i < k->n; i++) {
        const struct sl_value *v = &d->values.at[k->vars[i].id];
        h = mix_value(mix_value(h, v), &d->values.at[v->source]);
    }
    return h;
}

static void add_facts(const struct sl_draft *d, struct num_diff *k) {
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (has_numbers(&d->objects.at[o])) add_object(d, k, &d->objects.at[o]);
    for (uint32_t i = 0; i < d->links.n; i++)
        if (sl_is_told(d, &d->links.at[i])) sl_closed_bring(d, k, sl_reading(d, d->links.at[i].value, false));
}

static void add_relations(const struct sl_draft *d, struct num_diff *k, uint32_t from) {
    for (uint32_t i = from; i < d->relations.n; i++) add_relation(d, k, &d->relations.at[i]);
}

enum { ROUNDS = 4 };  // sums tell each other something new so often

static struct num_sum as_sum(const struct sl_draft *d, const struct sl_term *t) {
    return (struct num_sum){sl_reading(d, t->value, true), sl_reading(d, t->a, true), sl_reading(d, t->b, true), t->plus};
}

// What follows from the sum number i, by itself and with those before.
static bool add_sum(const struct sl_draft *d, struct num_diff *k, uint32_t i) {
    struct num_sum s = as_sum(d, &d->terms.at[i]), t;
    sl_closed_bring(d, k, s.x);
    sl_closed_bring(d, k, s.a);
    sl_closed_bring(d, k, s.b);
    bool news = num_diff_sum(k, &s);
    for (uint32_t m = 0; m < i; m++)
        if (d->terms.at[m].kind == SL_SUM) t = as_sum(d, &d->terms.at[m]), news |= num_diff_sums(k, &s, &t);
    return news;
}

// A product that does not wrap is not below a factor, if the other one is not 0.
static void add_product(const struct sl_draft *d, struct num_diff *k, const struct sl_term *t) {
    struct num_var u = sl_reading(d, t->value, true), of[2] = {sl_reading(d, t->a, true), sl_reading(d, t->b, true)};
    if (sl_lowest(d, u) < 0 || sl_lowest(d, of[0]) < 0 || sl_lowest(d, of[1]) < 0) return;
    if (sl_highest(d, of[1]) > 0 && sl_highest(d, of[0]) > (num_sword)num_mask(u.bits) / sl_highest(d, of[1])) return;
    for (int i = 0; i < 2; i++)
        if (sl_lowest(d, of[!i]) > 0) sl_closed_add(d, k, of[i], u, 0);
}

// ---- multiples and quotients in it

typedef VEC(struct num_scaled) scaled;

static void add_scaled(const struct num_diff *k, scaled *all, struct num_scaled s) {
    if (num_diff_has(k, s.x) && num_diff_has(k, s.q)) vec_push(all, s);
}

// Quotients; and the multiples that objects are large, or that numbers were made as.
static scaled find_scaled(const struct sl_draft *d, struct num_diff *k) {
    scaled all = {0};
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind != SL_QUOTIENT) continue;
        struct num_scaled s = {sl_reading(d, t->a, false), sl_reading(d, t->value, false), t->times, sl_least_rest(t), sl_most_rest(t)};
        sl_closed_bring(d, k, s.x);
        sl_closed_bring(d, k, s.q);
        add_scaled(k, &all, s);
    }
    for (uint32_t o = 1; all.n && o < d->objects.n; o++) {
        const struct sl_object *x = &d->objects.at[o];
        struct num_scaled s = {sl_reading(d, x->count, true), sl_reading(d, x->unit, true), x->scale, x->plus, x->plus};
        if (x->count && x->unit && x->scale > 1 && !x->level) add_scaled(k, &all, s);
    }
    for (uint32_t i = 1; all.n && i < k->n; i++) {
        struct num_scaled s = {.x = k->vars[i]};
        int64_t plus;
        if (!origin_of(d, s.x, &s.q, &s.times, &plus) || s.times < 2) continue;
        s.lo = s.hi = plus;
        add_scaled(k, &all, s);
    }
    return all;
}

bool sl_closed_quotients(const struct sl_draft *d, struct num_diff *k) {
    scaled all = find_scaled(d, k);
    bool news = false;
    for (uint32_t i = 0; i < all.n; i++) {
        news |= num_diff_scaled(k, &all.at[i]);
        for (uint32_t m = 0; m < i; m++)
            if (all.at[i].times == all.at[m].times) news |= num_diff_scaled_both(k, &all.at[i], &all.at[m]);
    }
    vec_free(&all);
    return news;
}

// What follows from all of them; to be called with all relations in it.
static void add_sums(const struct sl_draft *d, struct num_diff *k) {
    bool more = d->terms.n;
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind == SL_PRODUCT) add_product(d, k, &d->terms.at[i]);
    for (int round = 0; more && round < ROUNDS; round++) {
        more = false;
        for (uint32_t i = 0; i < d->terms.n; i++)
            if (d->terms.at[i].kind == SL_SUM) more |= add_sum(d, k, i);
        more |= sl_closed_quotients(d, k);
    }
}

#ifdef HEAPPROOF_DEBUG
// Is it the matrix that would be made now?
static bool is_as_made_anew(const struct sl_draft *d, const struct num_diff *k) {
    struct num_diff anew;
    num_diff_init(&anew);
    add_facts(d, &anew);
    add_relations(d, &anew, 0);
    add_sums(d, &anew);
    bool same = anew.n == k->n && anew.unsat == k->unsat;
    for (uint32_t i = 0; i < k->n && same; i++)
        same = anew.vars[i].id == k->vars[i].id && anew.vars[i].bits == k->vars[i].bits && anew.vars[i].is_signed == k->vars[i].is_signed &&
               !memcmp(anew.bounds[i], k->bounds[i], k->n * sizeof *k->bounds[i]);
    return same;
}
#endif

const struct num_diff *sl_closed(const struct sl_draft *d) {
    struct sl_closed *c = d->closed;
    if (!c) {
        c = pool_take(d->pool, sizeof *c);
        c->reached = c->relations = 0;
        num_diff_init(&c->diff);
        c->key = 0;
        ((struct sl_draft *)d)->closed = c;  // it only remembers what follows from the rest
    }
    if (!d->sized) return &c->diff;
    bool same = c->key && (d->terms.n ? c->relations == d->relations.n : c->relations <= d->relations.n) && c->key == key_of(d, &c->diff, c->relations);
    if (!same) {
        num_diff_init(&c->diff);
        add_facts(d, &c->diff);
        c->relations = 0;
    }
    if (!same || c->relations < d->relations.n) {
        add_relations(d, &c->diff, c->relations);
        add_sums(d, &c->diff);
        c->relations = d->relations.n;
        c->key = key_of(d, &c->diff, c->relations);
    }
#ifdef HEAPPROOF_DEBUG
    assert(is_as_made_anew(d, &c->diff));
#endif
    return &c->diff;
}

// ---- asking it

// By the ranges alone.
static int64_t plain_bound(const struct sl_draft *d, struct num_var a, struct num_var b) {
    num_sword c = sl_highest(d, a) - sl_lowest(d, b);
    if (a.id == b.id && a.is_signed == b.is_signed) return 0;
    return c >= SL_NO_BOUND ? SL_NO_BOUND : c < INT64_MIN ? INT64_MIN : (int64_t)c;
}

int64_t sl_told_bound(const struct sl_draft *d, struct num_var a, struct num_var b) {
    int64_t least = SL_NO_BOUND;
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        bool same = r->a.id == a.id && r->b.id == b.id && r->a.is_signed == a.is_signed && r->b.is_signed == b.is_signed;
        if (same && sl_is_reading(d, r->a) && sl_is_reading(d, r->b) && r->most < least) least = r->most;
    }
    return least;
}

// Of numbers that are no node's own.
static int64_t bound_outside(const struct sl_draft *d, const struct num_diff *k, struct num_var a, struct num_var b) {
    int64_t plain = plain_bound(d, a, b), known = num_diff_has(k, a) && num_diff_has(k, b) ? num_diff_bound(k, a, b) : SL_NO_BOUND;
    return known < plain ? known : plain;
}

static bool is_same(struct num_var a, struct num_var b) {
    return a.id == b.id && a.is_signed == b.is_signed;
}

// From here on so much more, or no bound.
static int64_t further(int64_t bound, int64_t by) {
    int64_t sum;
    return bound == SL_NO_BOUND || by == SL_NO_BOUND || __builtin_add_overflow(bound, by, &sum) ? SL_NO_BOUND : sum;
}

// a - b, where b is a node's own and a is not, by the relations of b.
static int64_t bound_into(const struct sl_draft *d, const struct num_diff *k, struct num_var a, struct num_var b) {
    int64_t best = SL_NO_BOUND;
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        if (!is_same(r->b, b) || !sl_is_there(d, r->a.id) || !sl_is_reading(d, r->a) || !sl_is_reading(d, r->b)) continue;
        int64_t c = further(bound_outside(d, k, a, r->a), r->most);
        if (c < best) best = c;
    }
    return best;
}

// a - b, where a is a node's own: by relations of a, and of b if that is one as well.
static int64_t bound_out_of(const struct sl_draft *d, const struct num_diff *k, struct num_var a, struct num_var b) {
    int64_t best = SL_NO_BOUND;
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        if (!is_same(r->a, a) || !sl_is_there(d, r->b.id) || !sl_is_reading(d, r->a) || !sl_is_reading(d, r->b)) continue;
        int64_t c = further(d->values.at[b.id].level ? bound_into(d, k, r->b, b) : bound_outside(d, k, r->b, b), r->most);
        if (c < best) best = c;
    }
    return best;
}

// Between two numbers of which one is a node's own others are of use that are there whether there is such a node or not: they are no node's, or of lists that have
// nodes.  Relations hold for all nodes, so what follows does.
static int64_t bound_in_nodes(const struct sl_draft *d, const struct num_diff *k, struct num_var a, struct num_var b) {
    int64_t told = sl_told_bound(d, a, b);
    if (!d->valued) return told;
    int64_t more = d->values.at[a.id].level ? bound_out_of(d, k, a, b) : bound_into(d, k, a, b);
    int64_t closed = num_diff_has(k, a) && num_diff_has(k, b) ? num_diff_bound(k, a, b) : SL_NO_BOUND;
    if (closed < more) more = closed;
    return more < told ? more : told;
}

int64_t sl_closed_bound(const struct sl_draft *d, const struct num_diff *k, struct num_var a, struct num_var b) {
    assert(a.id < d->values.n && b.id < d->values.n);
    if (!sl_is_in_nodes(d, a, b)) return bound_outside(d, k, a, b);
    int64_t plain = plain_bound(d, a, b), known = bound_in_nodes(d, k, a, b);
    return known < plain ? known : plain;
}

int64_t sl_bound(const struct sl_draft *d, struct num_var a, struct num_var b) {
    assert(a.id < d->values.n && b.id < d->values.n);
    struct num_diff asked;
    if (!a.bits || !b.bits) return SL_NO_BOUND;
    const struct num_diff *k = sl_closed(d);
    bool in_nodes = sl_is_in_nodes(d, a, b);
    if (in_nodes ? !d->valued : num_diff_has(k, a) && num_diff_has(k, b)) return sl_closed_bound(d, k, a, b);
    num_diff_copy(&asked, k);
    if (!d->values.at[a.id].level) sl_closed_bring(d, &asked, a);
    if (!d->values.at[b.id].level) sl_closed_bring(d, &asked, b);
    for (int round = 0; round < ROUNDS && sl_closed_quotients(d, &asked); round++) continue;  // a multiple may have come in
    return sl_closed_bound(d, &asked, a, b);
}

void sl_relate(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most) {
    assert(a.id < d->values.n && b.id < d->values.n);
    if (!a.bits || !b.bits || sl_is_known(d, a.id) || sl_is_known(d, b.id) || plain_bound(d, a, b) <= most) return;
    if (!sl_exceeds(&d->reached, SL_LIMIT_RELATIONS, d->relations.n + 1)) vec_push(&d->relations, (struct sl_relation){a, b, most});
}

bool sl_is_string(const struct sl_draft *d, uint32_t v) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    const struct sl_object *o = &d->objects.at[x->object];
    int64_t offset;
    bool world = x->kind == SL_ADDR && o->storage == SL_LIBRARY && (o->tag == SL_WORLD || o->tag == SL_STRING) && o->text == SL_TEXT;
    if (!world || num_range_smin(x->range) < 0) return false;
    if (sl_offset(d, v, &offset) && !offset) return true;
    return o->ends && sl_bound(d, sl_reading(d, v, true), sl_reading(d, o->ends, true)) <= 0;
}
