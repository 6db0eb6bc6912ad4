// SPDX-License-Identifier: MIT
// Mixed segments walked in step: kinds of nodes that both have, those that only one has.
#include <assert.h>

#include "sl/lift.h"
#include "sl/sequence.h"
#include "sl/walk.h"

// The object of a side becomes a mixed segment; false: it cannot.
static bool lift(struct sl_walk *w, int side, uint32_t object, const struct sl_mix *m) {
    bool plain = w->side[side]->objects.at[object].shape.kind == SL_PLAIN;
    if (!sl_can_lift(w->side[side], object, m, w->sl->bits)) return false;
    struct sl_lifted *l = vec_add(&w->lifted);
    *l = (struct sl_lifted){.object = object, .side = (uint8_t)side, .plain = plain};
    sl_draft_copy(&l->before, w->side[side]);
    sl_lift(w->side[side], object, m, w->sl->bits);
    if (w->precision->kinds) sl_sequence_lifted(w->side[side], object, plain);
    w->moved++;
    return true;
}

bool sl_walk_mix(struct sl_walk *w, uint32_t a, uint32_t b) {
    uint32_t value[2] = {a, b}, of[2] = {w->side[0]->values.at[a].object, w->side[1]->values.at[b].object};
    int64_t at[2];
    int list = sl_is_list(&w->side[1]->objects.at[of[1]]);
    const struct sl_shape *s = &w->side[list]->objects.at[of[list]].shape;
    if (sl_walk_in_one(w) || !sl_is_list(&w->side[list]->objects.at[of[list]]) || sl_are_mixed(s)) return false;
    for (int k = 0; k < 2; k++)
        if (sl_walk_paired(w, k, of[k]) || !sl_offset(w->side[k], value[k], &at[k])) return false;
    struct sl_mix m = sl_mix_of(s), other = {m.shape, (int32_t)(m.shift + at[!list] - at[list])};
    return lift(w, list, of[list], &m) && lift(w, !list, of[!list], &other);
}

void sl_walk_level_mixed(struct sl_walk *w, uint32_t a, uint32_t b) {
    assert(a < w->side[0]->values.n && b < w->side[1]->values.n);
    uint32_t value[2] = {a, b}, of[2] = {w->side[0]->values.at[a].object, w->side[1]->values.at[b].object};
    bool mixed[2];
    int64_t at[2];
    for (int k = 0; k < 2; k++) mixed[k] = sl_are_mixed(&w->side[k]->objects.at[of[k]].shape);
    if (mixed[0] == mixed[1] || sl_walk_in_one(w)) return;
    int side = mixed[0];  // that is to be lifted
    if (sl_walk_paired(w, 0, of[0]) || sl_walk_paired(w, 1, of[1])) return;
    if (!sl_offset(w->side[0], value[0], &at[0]) || !sl_offset(w->side[1], value[1], &at[1])) return;
    struct sl_mix m = {w->side[!side]->objects.at[of[!side]].shape, (int32_t)(at[side] - at[!side])};
    m.shape.least = 0;
    if (at[side] - at[!side] == m.shift) lift(w, side, of[side], &m);
}

void sl_walk_lower(struct sl_walk *w, uint32_t n) {
    assert(n <= w->lifted.n);
    for (; w->lifted.n > n; w->moved++) {
        struct sl_lifted l = vec_pop(&w->lifted);
        sl_draft_free(w->side[l.side]);
        *w->side[l.side] = l.before;
    }
}

bool sl_walk_is_one(const struct sl_walk *w, int side, uint32_t object) {
    bool one = !sl_is_segment(&w->side[side]->objects.at[object]);
    for (uint32_t i = 0; i < w->lifted.n; i++) one |= w->lifted.at[i].plain && w->lifted.at[i].side == side && w->lifted.at[i].object == object;
    return one;
}

struct match {
    struct sl_walk *w;
    uint32_t of[2], n[2], out;
    uint32_t left;  // of side 1, that nothing was found for yet
    bool met[2][SL_MOST_VARIANTS];
    uint32_t place[2][SL_MOST_VARIANTS];  // which of the result's it is
    const struct sl_place_in *at;
};

// Variants that become one without losing more.
static void match_all(struct match *m, enum sl_loss most) {
    struct sl_walk *w = m->w;
    for (uint32_t i = 0; i < m->n[0]; i++)
        for (uint32_t k = 0; k < m->n[1] && !m->met[0][i]; k++) {
            uint32_t x = sl_variant_of(w->side[0], m->of[0], i), y = sl_variant_of(w->side[1], m->of[1], k);
            uint32_t v = m->met[1][k] ? 0 : sl_walk_variants(w, x, y, m->at, most);
            if (!v) continue;
            sl_set_variant(w->out, m->out, i, v, w->sl->bits);
            m->met[0][i] = m->met[1][k] = true;
            m->place[0][i] = m->place[1][k] = i;
            m->left--;
        }
}

static bool keep_alone(struct match *m, int side, uint32_t i, uint32_t index) {
    struct sl_walk *w = m->w;
    uint32_t v = sl_walk_alone(w, side, m->of[side], sl_variant_of(w->side[side], m->of[side], i), m->out);
    if (v) sl_set_variant(w->out, m->out, index, v, w->sl->bits);
    m->place[side][i] = index;
    return v;
}

// What may be on either side may be in the result.
static void join_sequences(struct match *m) {
    struct sl_walk *w = m->w;
    uint32_t n = sl_n_variants(w->out, m->out);
    struct sl_sequence all = w->precision->kinds ? (struct sl_sequence){.n = n} : sl_any_sequence(n);
    for (int k = 0; k < 2; k++) {
        struct sl_sequence o = sl_sequence_of(w->side[k], m->of[k]);
        sl_sequence_add(&all, &o, m->place[k]);
    }
    sl_set_sequence(w->out, m->out, &all);
}

// Those of side 0 keep their places, so that what covers the other side is side 0 itself.
bool sl_walk_mixed(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at) {
    struct match m = {.w = w, .of = {a, b}, .out = out, .at = at};
    m.n[0] = sl_n_variants(w->side[0], a);
    m.n[1] = m.left = sl_n_variants(w->side[1], b);
    assert(m.n[0] && m.n[0] <= SL_MOST_VARIANTS && m.n[1] && m.n[1] <= SL_MOST_VARIANTS);
    match_all(&m, SL_BLURS);
    if (m.n[0] + m.left > SL_MOST_VARIANTS) match_all(&m, SL_MIXES);
    if (sl_exceeds(&w->sl->reached, SL_LIMIT_VARIANTS, m.n[0] + m.left)) return sl_walk_veto(w, SL_VETO_LINKS);
    for (uint32_t i = 0; i < m.n[0]; i++)
        if (!m.met[0][i] && !keep_alone(&m, 0, i, i)) return false;
    for (uint32_t k = 0, n = m.n[0]; k < m.n[1]; k++)
        if (!m.met[1][k] && !keep_alone(&m, 1, k, n++)) return false;
    join_sequences(&m);
    return true;
}
