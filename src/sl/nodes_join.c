// SPDX-License-Identifier: MIT
// How many nodes the lists have that stand for those of two states: told by numbers that tell it on both sides.
#include <assert.h>

#include "sl/nodes.h"
#include "sl/number.h"
#include "sl/uses.h"
#include "sl/walk.h"

struct common {
    const struct sl_walk *w;
    uint32_t list;
    struct sl_nodes of[2];
    struct sl_nodes best;
    bool found;
};

// The number of a pair on one side, as `own` (or none) plus a constant, *c.
static bool is_told_by(const struct sl_draft *d, uint32_t own, uint32_t v, int64_t *c) {
    num_word x;
    *c = 0;
    if (own == v) return true;
    if (own) return v && sl_is_number(d, v) && d->values.at[v].range.bits == d->values.at[own].range.bits && sl_is_near(d, v, own, c);
    if (!sl_is_const(d, v, &x)) return false;
    *c = num_range_smin(d->values.at[v].range);
    return true;
}

// Do only nodes of such a list hold it?  Then it is one of their numbers, and as far from the length by chance.
static bool is_of_nodes(const struct common *c, uint32_t v) {
    const struct sl_draft *d = c->w->out;
    const struct sl_object *list = &d->objects.at[c->list];
    bool used = false;
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
        const struct sl_object *o = &d->objects.at[sl_user(&u)];
        bool node = sl_user(&u) && o->storage == SL_HEAP && o->size == list->size && o->func == list->func && o->instr == list->instr;
        if (sl_used(&u) == v && (!node || sl_use_is_measure(&u))) return false;
        used |= sl_used(&u) == v;
    }
    return used;
}

static bool is_wide(const struct common *c, const struct sl_met *p) {  // enough for both, and a number of the program
    const struct sl_value *x = &c->w->out->values.at[p->out];
    return x->kind == SL_INT && !x->level && x->range.bits <= 64 && !sl_is_known(c->w->out, p->out) && x->range.bits <= c->of[0].bits &&
           x->range.bits <= c->of[1].bits;
}

// Is it plus (or none) less minus (or none) and a constant on both sides?  With fewer numbers, and no constant, is better.
static void try(struct common *c, const struct sl_met *plus, const struct sl_met *minus) {
    int64_t more[2];
    uint32_t bits = plus ? c->w->out->values.at[plus->out].range.bits : minus ? c->w->out->values.at[minus->out].range.bits : 0;
    if (plus && minus && bits != c->w->out->values.at[minus->out].range.bits) return;
    for (int k = 0; k < 2; k++) {
        int64_t x, y;
        if (!is_told_by(c->w->side[k], c->of[k].plus, plus ? plus->of[k] : 0, &x)) return;
        if (!is_told_by(c->w->side[k], c->of[k].minus, minus ? minus->of[k] : 0, &y)) return;
        if (__builtin_sub_overflow(c->of[k].more, x, &more[k]) || __builtin_add_overflow(more[k], y, &more[k])) return;
    }
    if (more[0] != more[1] || more[0] > SL_MOST_LENGTH || more[0] < -SL_MOST_LENGTH) return;
    if (!bits) bits = c->of[c->of[1].bits < c->of[0].bits].bits;
    if (c->found && (c->best.more == 0 || more[0] != 0)) return;
    c->best = (struct sl_nodes){plus ? plus->out : 0, minus ? minus->out : 0, (int32_t)more[0], bits};
    c->found = true;
}

// Numbers that may tell a part of it, for which each side has `own` or a constant.
static bool may_tell(const struct common *c, const struct sl_met *p, const uint32_t *own) {
    int64_t x;
    if (!is_wide(c, p)) return false;
    return is_told_by(c->w->side[0], own[0], p->of[0], &x) && is_told_by(c->w->side[1], own[1], p->of[1], &x) && !is_of_nodes(c, p->out);
}

static void find_common(struct common *c) {
    const struct sl_walk *w = c->w;
    uint32_t plus[2] = {c->of[0].plus, c->of[1].plus}, minus[2] = {c->of[0].minus, c->of[1].minus};
    try(c, NULL, NULL);
    for (uint32_t i = 0; i < w->values.n && !c->found; i++)
        if (may_tell(c, &w->values.at[i], plus)) try(c, &w->values.at[i], NULL);
    for (uint32_t i = 0; i < w->values.n && !c->found; i++)
        if (may_tell(c, &w->values.at[i], minus)) try(c, NULL, &w->values.at[i]);
    for (uint32_t i = 0; i < w->values.n && !c->found; i++)
        for (uint32_t k = 0; may_tell(c, &w->values.at[i], plus) && k < w->values.n; k++)
            if (may_tell(c, &w->values.at[k], minus)) try(c, &w->values.at[i], &w->values.at[k]);
}

// ---- numbers that nothing else holds ---------------------------------------------------------------------------------------------------

static bool is_met(const struct sl_walk *w, int side, uint32_t v) {
    for (uint32_t i = 0; i < w->values.n; i++)
        if (w->values.at[i].of[side] == v) return true;
    return false;
}

static void pair(struct sl_walk *w, uint32_t x, uint32_t y) {
    enum sl_veto veto = w->veto;
    (void)sl_walk_value(w, x, y, &(struct sl_place_in){0});
    w->veto = veto;
}

// A number that only lengths hold is that of the other side which tells the same, or the constant that does.
static void pair_ghost(struct sl_walk *w, const struct sl_nodes *of, bool minus) {
    uint32_t v[2] = {minus ? of[0].minus : of[0].plus, minus ? of[1].minus : of[1].plus};
    for (int k = 0; k < 2; k++) {
        if (!v[k] || is_met(w, k, v[k])) continue;
        if (!v[!k] && !minus && !of[k].minus && !of[!k].minus)
            v[!k] = sl_const(w->side[!k], of[k].bits, num_wrap(of[k].bits, (num_word)(num_sword)(of[!k].more - of[k].more)));
        if (v[!k] && w->side[0]->values.at[v[0]].range.bits == w->side[1]->values.at[v[1]].range.bits) pair(w, v[0], v[1]);
        return;
    }
}

// Two lists that are longer than each other by the same on both sides, whatever they are: there is a number for that, which only they hold.
static bool tell_together(struct sl_walk *w, const struct common *x, const struct common *y) {
    int64_t apart[2];
    uint32_t length[2], bits = x->of[x->of[1].bits < x->of[0].bits].bits;
    for (int k = 0; k < 2; k++) {
        const struct sl_nodes *m = &x->of[k], *n = &y->of[k];
        if (m->plus != n->plus || m->minus != n->minus || m->bits != n->bits) return false;
        apart[k] = (int64_t)n->more - m->more;
        length[k] = sl_int(w->side[k], num_range_full(bits));
    }
    if (apart[0] != apart[1] || apart[0] > SL_MOST_LENGTH || apart[0] < -SL_MOST_LENGTH) return false;
    uint32_t met = w->values.n;
    pair(w, length[0], length[1]);
    if (w->values.n == met) return false;
    uint32_t v = w->values.at[met].out;
    sl_set_nodes(w->out, x->list, &(struct sl_nodes){v, 0, 0, bits});
    sl_set_nodes(w->out, y->list, &(struct sl_nodes){v, 0, (int32_t)apart[0], bits});
    return true;
}

// ---- all lists -------------------------------------------------------------------------------------------------------------------------

typedef VEC(struct common) lists;

static lists find_lists(const struct sl_walk *w) {
    lists all = {0};
    for (uint32_t i = 0; i < w->objects.n; i++) {
        struct sl_met m = w->objects.at[i];
        const struct sl_object *o = &w->out->objects.at[m.out];
        struct common c = {.w = w, .list = m.out};
        if (o->level || o->life != SL_VALID || !sl_is_counted(o)) continue;
        if (sl_nodes_of(w->side[0], m.of[0], &c.of[0]) && sl_nodes_of(w->side[1], m.of[1], &c.of[1])) vec_push(&all, c);
    }
    return all;
}

static bool has_symbol(const struct sl_nodes *n) {
    return n->plus || n->minus;
}

bool sl_walk_nodes(struct sl_walk *w) {
    bool kept = true;
    assert(!sl_walk_in_one(w));
    lists all = find_lists(w);
    for (uint32_t i = 0; i < all.n; i++) {
        pair_ghost(w, all.at[i].of, false);
        pair_ghost(w, all.at[i].of, true);
    }
    for (uint32_t i = 0; i < all.n; i++) {
        find_common(&all.at[i]);
        if (all.at[i].found) sl_set_nodes(w->out, all.at[i].list, &all.at[i].best);
    }
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t k = 0; k < i && !all.at[i].found; k++)
            if (!all.at[k].found) all.at[i].found = all.at[k].found = tell_together(w, &all.at[i], &all.at[k]);
    for (uint32_t i = 0; i < all.n; i++) kept &= all.at[i].found || !(has_symbol(&all.at[i].of[0]) || has_symbol(&all.at[i].of[1]));
    vec_free(&all);
    return kept;
}
