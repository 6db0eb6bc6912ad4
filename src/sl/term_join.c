// SPDX-License-Identifier: MIT
// Terms of two states that are joined: those that hold on both sides, told of what stands for both; and sums that nobody has told, since one of the
// two numbers was a constant: where an index goes up from there as a counter goes down, their sum stays what it was.
#include "sl/term.h"
#include "sl/walk.h"

struct agree {
    struct sl_walk *w;
    const struct num_diff *side[2];
};

static struct sl_term on_side(int side, const struct sl_met *value, const struct sl_met *a, const struct sl_met *b, int64_t plus) {
    return (struct sl_term){value->of[side], a->of[side], b->of[side], SL_SUM, plus};
}

static bool is_open(const struct sl_draft *d, uint32_t v) {
    return sl_is_number(d, v) && !d->values.at[v].level && !sl_is_known(d, v);
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

// a is one number on a side, and b as far from some number as to make it a sum.
static void find_sum(struct agree *g, int side, const struct sl_met *a, const struct sl_met *b) {
    struct sl_walk *w = g->w;
    int64_t plus;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *value = &w->values.at[i];
        if (value->out == b->out || !is_open(w->out, value->out) || is_told(w->out, a->out, b->out)) continue;
        if (!sl_rest_of_sum(w->side[side], g->side[side], value->of[side], a->of[side], b->of[side], &plus)) continue;
        struct sl_term other = on_side(!side, value, a, b, plus);
        if (sl_is_sum(w->side[!side], g->side[!side], &other)) sl_tell_sum(w->out, value->out, a->out, b->out, plus);
    }
}

static void find_sums(struct agree *g) {
    struct sl_walk *w = g->w;
    for (uint32_t i = 0; i < w->values.n; i++)
        for (int side = 0; is_open(w->out, w->values.at[i].out) && side < 2; side++) {
            const struct sl_met *a = &w->values.at[i];
            if (!sl_is_number(w->side[side], a->of[side]) || !sl_is_known(w->side[side], a->of[side])) continue;
            for (uint32_t k = 0; k < w->values.n; k++)
                if (w->values.at[k].out != a->out && is_open(w->out, w->values.at[k].out)) find_sum(g, side, a, &w->values.at[k]);
        }
}

// The same number was found at addresses in the same object.
static void join_load(struct sl_walk *w, const struct sl_term *x, const struct sl_term *y) {
    uint32_t o = w->side[0]->values.at[x->a].object, t = w->side[1]->values.at[y->a].object, stands = sl_walk_paired(w, 0, o);
    if (!stands || stands != sl_walk_paired(w, 1, t)) return;
    for (uint32_t i = 0; i < w->values.n; i++) {
        struct sl_met m = w->values.at[i];
        if (m.of[0] != x->value || m.of[1] != y->value || w->out->values.at[m.out].kind != SL_INT) continue;
        uint32_t a = sl_walk_value(w, x->a, y->a, &(struct sl_place_in){0});
        if (a && w->out->values.at[a].kind == SL_ADDR) sl_tell_loaded(w->out, m.out, a);
        return;
    }
}

void sl_walk_loads(struct sl_walk *w) {
    enum sl_veto veto = w->veto;
    for (uint32_t i = 0; i < w->side[0]->terms.n; i++)
        for (uint32_t k = 0; w->side[0]->terms.at[i].kind == SL_LOADED && k < w->side[1]->terms.n; k++)
            if (w->side[1]->terms.at[k].kind == SL_LOADED) join_load(w, &w->side[0]->terms.at[i], &w->side[1]->terms.at[k]);
    w->veto = veto;
}

void sl_walk_sums(struct sl_walk *w) {
    struct agree g = {w, {sl_closed(w->side[0]), sl_closed(w->side[1])}};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < w->side[side]->terms.n; i++)
            if (w->side[side]->terms.at[i].kind == SL_SUM) join_sum(&g, side, &w->side[side]->terms.at[i]);
    find_sums(&g);
}
