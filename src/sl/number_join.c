// SPDX-License-Identifier: MIT
// Numbers of two states that are joined: what sizes and ends are on both sides, and the relations that hold on both, told of what stands
// for both.
//
// What one side knows is asked of the other, and the weaker bound is kept.  What neither keeps because the ranges say it, but those of the
// result do not, is looked for between numbers and the sizes of objects: that is where an index runs up to a size.  A widening keeps a
// bound that did not move; another one goes on to the next of a few, or away.
#include "sl/length.h"
#include "sl/uses.h"
#include "sl/walk.h"

// ---- sizes and ends ------------------------------------------------------------------------------------------------------------------

void sl_walk_extent(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o) {
    uint64_t most = x->size + x->more > y->size + y->more ? x->size + x->more : y->size + y->more;
    o->size = x->size < y->size ? x->size : y->size;
    if (w->widen && o->size < x->size) o->size = 0;
    if (w->widen && most > x->size + x->more) most = o->storage == SL_HEAP ? sl_largest_block(w->sl->bits) : SL_UNBOUNDED;
    o->more = most - o->size;
    assert(o->size <= most);
}

// A constant that the draft has, or a new one.
static uint32_t constant_in(struct sl_draft *d, unsigned bits, uint64_t x) {
    num_word k;
    for (uint32_t v = 1; v < d->values.n; v++)
        if (sl_is_const(d, v, &k) && k == x && d->values.at[v].range.bits == bits) return v;
    return sl_const(d, bits, x);
}

// Gives it a count if its size is one number; false: it has none.
static bool has_size(struct sl_walk *w, int side, struct sl_object *o) {
    if (!o->count && !o->more) o->count = constant_in(w->side[side], w->sl->bits, o->size);
    return o->count;
}

// Tells a size that is one number by a unit as the other one's is, if that is a number which something holds.
static bool has_unit_like(struct sl_walk *w, int side, struct sl_object *o, const struct sl_object *like) {
    num_sword rest = (num_sword)o->size - like->plus;
    if (o->more || !like->unit || rest < 0 || rest % like->scale) return false;
    unsigned bits = w->side[!side]->values.at[like->unit].range.bits;
    if (rest / like->scale > (num_sword)(num_mask(bits) >> 1)) return false;
    assert(like->scale && bits && bits <= 64);
    uint32_t unit = constant_in(w->side[side], bits, (uint64_t)(rest / like->scale));
    if (!sl_is_held(w->side[side], unit)) return false;
    o->unit = unit;
    o->scale = like->scale;
    o->plus = like->plus;
    return true;
}

// Tells the size by another number that lies as far from the unit as the two sizes are from being alike.
static bool has_unit_near(const struct sl_walk *w, int side, struct sl_object *o, const struct sl_object *like) {
    int64_t by;
    if (!o->unit || !like->unit || o->scale != like->scale || __builtin_sub_overflow(o->plus, like->plus, &by) || by % o->scale)
        return false;
    uint32_t unit = sl_held_at(w->side[side], o->unit, by / o->scale);
    if (!unit) return false;
    o->unit = unit;
    o->plus = like->plus;
    return true;
}

static bool agree_on_unit(struct sl_walk *w, struct sl_object *a, struct sl_object *b) {
    if (a->unit && b->unit && a->scale == b->scale && a->plus == b->plus) return true;
    return has_unit_like(w, 1, b, a) || has_unit_like(w, 0, a, b) || has_unit_near(w, 1, b, a) || has_unit_near(w, 0, a, b);
}

// What the size is on both sides: o->count, o->unit.
static void walk_count(struct sl_walk *w, struct sl_object a, struct sl_object b, struct sl_object *o, const struct sl_place_in *at) {
    bool same = agree_on_unit(w, &a, &b);
    o->count = sl_walk_value(w, a.count, b.count, at);
    o->unit = o->count && same ? sl_walk_value(w, a.unit, b.unit, at) : 0;
    assert(!o->unit || (a.scale == b.scale && a.plus == b.plus));
    o->scale = o->unit ? a.scale : 0;
    o->plus = o->unit ? a.plus : 0;
    w->out->sized |= o->count != 0;
}

static void walk_parts(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o) {
    struct sl_place_in outside = {0};
    if (!o->count || o->level || !x->part[0] || !y->part[0] || x->over != y->over) return;
    o->part[0] = sl_walk_value(w, x->part[0], y->part[0], &outside);
    o->part[1] = o->part[0] ? sl_walk_value(w, x->part[1], y->part[1], &outside) : 0;
    if (!o->part[1]) o->part[0] = 0;
    o->over = o->part[0] ? x->over : 0;
}

bool sl_walk_size(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o) {
    sl_walk_extent(w, x, y, o);
    walk_count(w, *x, *y, o, &(struct sl_place_in){0});
    walk_parts(w, x, y, o);
    return o->count != 0;
}

void sl_walk_own_size(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o,
                          const struct sl_place_in *at) {
    struct sl_object a = *x, b = *y;
    bool own = (o->level || sl_walk_in_one(w)) && !sl_is_segment(o) && o->shape.kind != SL_SECOND;
    if (!own || (!a.count && !b.count && a.size == b.size) || !has_size(w, 0, &a) || !has_size(w, 1, &b)) return;
    walk_count(w, a, b, o, at);
}

// The only number that is this constant on the side, and none on the other; 0: there is none, or several are.
static uint32_t open_number(const struct sl_walk *w, int side, uint32_t constant) {
    const struct sl_draft *here = w->side[side], *there = w->side[!side];
    uint32_t found = 0;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *m = &w->values.at[i];
        bool open = m->of[0] && m->of[1] && sl_same(here, m->of[side], constant) && sl_is_number(there, m->of[!side]) && !sl_is_known(there, m->of[!side]);
        if (!open || w->out->values.at[m->out].kind != SL_INT || w->out->values.at[m->out].level || sl_is_known(w->out, m->out)) continue;
        if (found && found != m->out) return 0;
        found = m->out;
    }
    return found;
}

// What only one side has is as large as a constant says there: it may be told by a number that is that constant there, so that it stays told by it as more
// states are joined.
static void open_size(struct sl_walk *w, const struct sl_met *m) {
    int side = !m->of[0];
    const struct sl_object *there = &w->side[side]->objects.at[m->of[side]];
    struct sl_object *o = &w->out->objects.at[m->out];
    bool told = o->level && !sl_is_segment(o) && o->unit && !o->plus && there->unit && sl_is_known(w->side[side], there->unit) && sl_is_known(w->out, o->unit);
    uint32_t unit = told ? open_number(w, side, there->unit) : 0;
    struct num_var n = sl_reading(w->out, unit, true);
    if (!unit || !n.bits || sl_lowest(w->out, n) < 0 || sl_highest(w->out, n) > INT32_MAX) return;
    uint64_t least = (uint64_t)sl_lowest(w->out, n) * o->scale, most = (uint64_t)sl_highest(w->out, n) * o->scale;
    if (most > sl_largest_block(w->sl->bits)) return;
    uint32_t count = sl_int(w->out, num_range_unsigned(w->sl->bits, least, most));
    w->out->values.at[count].level = o->level;
    uint64_t now = (uint64_t)num_range_umin(w->side[side]->values.at[there->unit].range) * there->scale;
    if (o->rest == SL_REST_UNINIT && sl_is_given(w->side[side], m->of[side], 0, now)) o->rest = SL_REST_ANY;  // all of it was given
    o->count = count;
    o->unit = unit;
    o->size = least;
    o->more = most - least;
}

void sl_walk_open_sizes(struct sl_walk *w) {
    for (uint32_t i = 0, n = w->objects.n; i < n; i++)
        if (!w->objects.at[i].of[0] != !w->objects.at[i].of[1]) open_size(w, &w->objects.at[i]);
}

void sl_walk_string(struct sl_walk *w, uint32_t a, uint32_t b, struct sl_object *o) {
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if ((!x->ends && !y->ends) || sl_is_segment(o) || o->level || sl_walk_in_one(w)) return;
    uint32_t there = sl_shown_end(w->side[0], a, w->sl->bits), here = sl_shown_end(w->side[1], b, w->sl->bits);
    o->ends = there && here ? sl_walk_value(w, there, here, &(struct sl_place_in){0}) : 0;
    o->first = o->ends && x->first && y->first;
    w->out->sized |= o->ends != 0;
}

// ---- relations -----------------------------------------------------------------------------------------------------------------------

static const int64_t steps[] = {-1, 0, 1};

struct agree {
    struct sl_walk *w;
    const struct num_diff *side[2];
    struct num_diff out;  // and what is found
    uint8_t *left;  // two nodes of one state, by value: is it held when they are gone?
    VEC(const struct sl_met *) met;  // those that are numbers: few, where an array is followed place by place
};
struct pair {
    struct num_var of[2], out;
};

// Numbers that stand for each other, as the same kind of plain integers on both sides; bits 0: they are no such numbers.
static struct pair readings(const struct sl_walk *w, const struct sl_met *m, bool is_signed) {
    struct pair p = {.out = sl_reading(w->out, m->out, is_signed)};
    const struct sl_value *v = &w->out->values.at[m->out];
    if (v->level ? v->kind == SL_ADDR : sl_walk_in_one(w)) p.out.bits = 0;
    for (int k = 0; k < 2 && p.out.bits; k++) {
        p.of[k] = sl_reading(w->side[k], m->of[k], p.out.is_signed);
        if (!p.of[k].bits) p.out.bits = 0;
    }
    return p;
}

// The bound for the result, if those of the sides are x (the older one) and y.
static int64_t common(const struct sl_walk *w, int64_t x, int64_t y) {
    if (!w->widen) return x > y ? x : y;
    if (y <= x) return x;
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
        if (steps[k] >= y) return steps[k];
    return SL_NO_BOUND;
}

static void join_bound(struct agree *g, const struct pair *a, const struct pair *b, int64_t greatest) {
    if (!a->out.bits || !b->out.bits) return;
    const struct sl_walk *w = g->w;
    int64_t x = sl_closed_bound(w->side[0], g->side[0], a->of[0], b->of[0]);
    int64_t y = sl_closed_bound(w->side[1], g->side[1], a->of[1], b->of[1]);
    if (x > greatest || y > greatest) return;
    int64_t c = common(w, x, y);
    assert(c >= x && c >= y);
    if (c > greatest || sl_closed_bound(w->out, &g->out, a->out, b->out) <= c) return;
    if (w->widen && sl_is_known(w->out, b->out.id) && !sl_is_known(w->out, a->out.id))
        (void)sl_assume_bound(w->out, a->out, b->out, c);  // a relation to one number is a range
    sl_relate(w->out, a->out, b->out, c);
    sl_closed_add(w->out, &g->out, a->out, b->out, c);
}

static void join_relation(struct agree *g, int side, const struct sl_relation *r) {
    const struct sl_walk *w = g->w;
    for (uint32_t i = 0; i < g->met.n; i++) {
        const struct sl_met *p = g->met.at[i];
        for (uint32_t k = 0; p->of[side] == r->a.id && k < g->met.n; k++) {
            const struct sl_met *q = g->met.at[k];
            for (int is_signed = 1; q->of[side] == r->b.id && is_signed >= 0; is_signed--) {
                struct pair a = readings(w, p, is_signed), b = readings(w, q, is_signed);
                join_bound(g, &a, &b, SL_NO_BOUND - 1);
            }
        }
    }
}

// What is known of the nodes of a skipped segment: the other side has none.
static void keep_relation(struct sl_walk *w, int side, struct sl_relation r) {
    assert(r.a.id && r.b.id);
    for (uint32_t i = 0; i < w->copied.n; i++) {
        const struct sl_copied *a = &w->copied.at[i];
        for (uint32_t k = 0; a->side == side && a->value == r.a.id && k < w->copied.n; k++) {
            const struct sl_copied *b = &w->copied.at[k];
            if (b->side != side || b->value != r.b.id || b->segment != a->segment) continue;
            sl_relate(w->out, sl_reading(w->out, a->out, r.a.is_signed), sl_reading(w->out, b->out, r.b.is_signed), r.most);
        }
    }
}

// Numbers that never are above the size of an object.
static void look_at_size(struct agree *g, uint32_t size) {
    assert(size < g->w->out->values.n);
    const struct sl_walk *w = g->w;
    uint32_t k = 0;
    while (k < g->met.n && g->met.at[k]->out != size) k++;
    if (!size || k == g->met.n) return;
    struct pair b = readings(w, g->met.at[k], true);
    for (uint32_t i = 0; i < g->met.n; i++) {
        struct pair a = readings(w, g->met.at[i], true);
        const struct sl_value *x = &w->out->values.at[g->met.at[i]->out];
        const struct sl_object *o = &w->out->objects.at[x->object];
        if (x->level != w->out->values.at[b.out.id].level) continue;
        if (x->kind == SL_ADDR && o->count != size && o->ends != size) continue;
        if (!sl_is_known(w->out, a.out.id)) join_bound(g, &a, &b, 0);
    }
}

// Are they constants, or the same number?
static bool are_known(const struct sl_walk *w, int side, const struct sl_met *p, const struct sl_met *q) {
    return p->of[side] == q->of[side] || (sl_is_known(w->side[side], p->of[side]) && sl_is_known(w->side[side], q->of[side]));
}

static bool in_one_object(const struct sl_walk *w, uint32_t a, uint32_t b) {
    const struct sl_value *x = &w->out->values.at[a], *y = &w->out->values.at[b];
    return x->kind == SL_ADDR && y->kind == SL_ADDR && x->object == y->object;
}

// Two numbers that are as far apart as is known on one side, and move on together: as far apart as there, or one never above the other; as two addresses in one
// object may be, too.
static void look_at_pair(struct agree *g, const struct sl_met *p, const struct sl_met *q) {
    const struct sl_walk *w = g->w;
    struct pair a = readings(w, p, true), b = readings(w, q, true);
    if (sl_is_known(w->out, p->out) || sl_is_known(w->out, q->out) || sl_is_in_nodes(w->out, a.out, b.out)) return;
    int known = are_known(w, 0, p, q) ? 0 : 1;
    bool apart_known = are_known(w, known, p, q);
    if (!apart_known && !in_one_object(w, p->out, q->out)) return;
    num_sword apart = !apart_known || p->of[known] == q->of[known] ? 0 : sl_lowest(w->side[known], a.of[known]) - sl_lowest(w->side[known], b.of[known]);
    join_bound(g, &a, &b, apart > 0 && apart < SL_NO_BOUND ? (int64_t)apart : 0);
    join_bound(g, &b, &a, apart < 0 && apart > -SL_NO_BOUND ? -(int64_t)apart : 0);
}

// ---- numbers that nodes have for themselves, and others

enum { VACUOUS = INT32_MIN };  // there are no such nodes, so anything is true of them

static int64_t bound_on(const struct agree *g, int side, const struct pair *a, const struct pair *b) {
    return a->of[side].bits && b->of[side].bits ? sl_closed_bound(g->w->side[side], g->side[side], a->of[side], b->of[side]) : VACUOUS;
}

// The one is never above the other, on both sides.
static void join_own_bound(struct agree *g, const struct pair *a, const struct pair *b) {
    const struct sl_walk *w = g->w;
    int64_t x = bound_on(g, 0, a, b), y = bound_on(g, 1, a, b), c = x == VACUOUS ? y : y == VACUOUS ? x : common(w, x, y);
    if (c == VACUOUS) c = -1;
    if (c <= 0 && sl_closed_bound(w->out, &g->out, a->out, b->out) > c) sl_relate(w->out, a->out, b->out, c);
}

// The readings of a number of a segment that one side has not are none there.
static struct pair own_readings(const struct sl_walk *w, const struct sl_met *m, bool is_signed) {
    struct pair p = {.out = sl_reading(w->out, m->out, is_signed)};
    for (int k = 0; k < 2; k++)
        if (m->of[k]) p.of[k] = sl_reading(w->side[k], m->of[k], p.out.is_signed);
    return p;
}

static bool is_own_number(const struct sl_walk *w, const struct sl_met *m) {
    const struct sl_value *v = &w->out->values.at[m->out];
    bool good = v->kind == SL_INT && !sl_is_known(w->out, m->out);
    for (int k = 0; k < 2; k++) good &= m->of[k] ? sl_is_number(w->side[k], m->of[k]) : v->level > 0;
    return good;
}

// How numbers that nodes have for themselves lie to those of other lists, and to those outside, on both sides; of segments that one side has not, on the other.
static void join_own(struct agree *g) {
    struct sl_walk *w = g->w;
    VEC(struct sl_met) own = {0};
    for (uint32_t i = 0; i < w->values.n; i++)
        if (is_own_number(w, &w->values.at[i])) vec_push(&own, w->values.at[i]);
    for (uint32_t i = 0; i < w->copied.n; i++) {
        const struct sl_copied *c = &w->copied.at[i];
        struct sl_met m = {.out = c->out};
        m.of[c->side] = c->value;
        if (is_own_number(w, &m)) vec_push(&own, m);
    }
    for (uint32_t i = 0; i < own.n; i++)
        for (uint32_t k = 0; k < own.n; k++)
            for (int is_signed = 1; i != k && is_signed >= 0; is_signed--) {
                struct pair a = own_readings(w, &own.at[i], is_signed), b = own_readings(w, &own.at[k], is_signed);
                bool again = !is_signed && a.out.is_signed && b.out.is_signed;
                if (!again && a.out.is_signed == b.out.is_signed && sl_is_in_nodes(w->out, a.out, b.out)) join_own_bound(g, &a, &b);
            }
    vec_free(&own);
}

// By value: is it held when what was walked is gone?
static uint8_t *find_left(const struct sl_walk *w) {
    uint8_t *left = calloc(w->out->values.n, 1);
    if (!left) base_out_of_memory();
    SL_EACH_USE(u, w->out, SL_ROOTS | SL_FIELDS) {
        uint32_t o = sl_user(&u);
        if (sl_use_counts(&u) && !(o && (sl_walk_paired(w, 0, o) || sl_walk_paired(w, 1, o)))) left[sl_used(&u)] = 1;
    }
    return left;
}

// What was known of a number that goes: how others lie to each other by it, if it was there.
static void look_past(struct agree *g, uint32_t x) {
    struct sl_draft *d = g->w->out;
    if (g->left[x] || !sl_is_there(d, x)) return;
    for (uint32_t i = 0, n = d->relations.n; i < n; i++)
        for (uint32_t k = 0; d->relations.at[i].b.id == x && k < n; k++) {
            struct sl_relation r = d->relations.at[i], s = d->relations.at[k];
            int64_t c;
            bool on = s.a.id == x && r.b.is_signed == s.a.is_signed && r.a.id != s.b.id && sl_is_reading(d, r.a) && sl_is_reading(d, s.b);
            if (on && !__builtin_add_overflow(r.most, s.most, &c) && sl_told_bound(d, r.a, s.b) > c) sl_relate(d, r.a, s.b, c);
        }
}

// How what two nodes have in the same place lies to numbers that are no node's own, and to those of other lists.
static void look_outside(struct agree *g, const struct sl_met *p) {
    const struct sl_walk *w = g->w;
    const struct sl_draft *d = w->out;
    if (!d->values.at[p->out].level || d->values.at[p->out].kind != SL_INT) return;
    for (uint32_t i = 1; i < g->side[0]->n; i++) {
        struct num_var y = g->side[0]->vars[i];
        struct pair a = readings(w, p, y.is_signed), b = {{y, y}, y};
        if (!g->left[y.id] || d->values.at[y.id].level || sl_is_known(d, y.id)) continue;
        join_bound(g, &a, &b, SL_NO_BOUND - 1);
        join_bound(g, &b, &a, SL_NO_BOUND - 1);
    }
    for (uint32_t i = 0, n = d->relations.n; i < n; i++) {
        struct sl_relation r = d->relations.at[i];
        bool first = r.a.id == p->of[0] || r.a.id == p->of[1], second = r.b.id == p->of[0] || r.b.id == p->of[1];
        struct num_var y = first ? r.b : r.a;
        if (first == second || !d->values.at[y.id].level || !sl_is_reading(d, y)) continue;
        struct pair a = readings(w, p, (first ? r.a : r.b).is_signed), b = {{y, y}, y};
        join_bound(g, first ? &a : &b, first ? &b : &a, SL_NO_BOUND - 1);
    }
}

// Two numbers of which one is never above the other, whatever tells it on each side.
static void look_at_order(struct agree *g, const struct sl_met *p, const struct sl_met *q) {
    const struct sl_walk *w = g->w;
    const struct sl_value *x = &w->out->values.at[p->out], *y = &w->out->values.at[q->out];
    if (x->kind != SL_INT || y->kind != SL_INT || x->level || y->level || sl_is_known(w->out, p->out) || sl_is_known(w->out, q->out)) return;
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct pair a = readings(w, p, is_signed), b = readings(w, q, is_signed);
        if (a.out.is_signed != b.out.is_signed) continue;
        join_bound(g, &a, &b, 0);
        join_bound(g, &b, &a, 0);
    }
}

void sl_walk_relations(struct sl_walk *w) {
    assert(w->out->sized);
    struct agree g = {.w = w};
    uint32_t n[2] = {w->side[0]->relations.n, w->side[1]->relations.n}, objects = w->out->objects.n;
    for (int k = 0; k < 2; k++) g.side[k] = sl_closed(w->side[k]);
    num_diff_copy(&g.out, sl_closed(w->out));
    for (uint32_t i = 0; i < w->values.n; i++)
        if (readings(w, &w->values.at[i], true).out.bits) vec_push(&g.met, &w->values.at[i]);
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < n[side]; i++) {
            struct sl_relation r = w->side[side]->relations.at[i];  // which may be on the side of the result
            join_relation(&g, side, &r);
            keep_relation(w, side, r);
        }
    if (w->precision->values && !sl_walk_in_one(w)) join_own(&g);
    if (w->precision->values && sl_walk_in_one(w)) g.left = find_left(w);
    for (uint32_t i = 0; g.left && i < w->values.n; i++) look_outside(&g, &w->values.at[i]);
    for (uint32_t i = 0; g.left && i < w->values.n; i++) look_past(&g, w->values.at[i].of[0]), look_past(&g, w->values.at[i].of[1]);
    for (uint32_t o = 1; o < objects; o++)
        SL_EACH_USE_OF(u, w->out, o, SL_ONLY(COUNT) | SL_ONLY(UNIT) | SL_ONLY(END)) look_at_size(&g, sl_used(&u));
    for (uint32_t i = 0; i < w->out->links.n; i++)
        if (w->out->links.at[i].role == SL_NODES) look_at_size(&g, w->out->links.at[i].value);
    for (uint32_t i = 0; i < g.met.n; i++)
        for (uint32_t k = 0; k < i; k++) {
            look_at_pair(&g, g.met.at[i], g.met.at[k]);
            if (w->precision->values) look_at_order(&g, g.met.at[i], g.met.at[k]);
        }
    vec_free(&g.met);
    free(g.left);
    w->sl->reached |= sl_limits_reached(w->out);
}
