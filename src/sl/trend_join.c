// SPDX-License-Identifier: MIT
// Trends of lists (trend.h) of what stands for two states, or for two neighbours of one.
#include <assert.h>

#include "sl/number.h"
#include "sl/trend.h"
#include "sl/walk.h"

// ---- two states ------------------------------------------------------------------------------------------------------------------------

// Does what the list stands for on the side go on like that by what was met there?
static bool goes_on_in(const struct sl_walk *w, int side, uint32_t list, uint32_t v, uint32_t how) {
    for (uint32_t i = 0; i < w->objects.n; i++)
        if (w->objects.at[i].out == list && w->objects.at[i].of[side]) return sl_is_in_trend(w->side[side], w->objects.at[i].of[side], v, how);
    return false;
}

static void walk_trend(struct sl_walk *w, int side, struct sl_trend o) {
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *m = &w->values.at[i];
        uint32_t list = m->of[side] == o.value ? sl_trend_list(w->out, m->out) : 0;
        if (!list) continue;
        if (goes_on_in(w, !side, list, m->of[!side], o.how))
            sl_tell_trend(w->out, m->out, o.how);
        else if (o.how & SL_STRICTLY && goes_on_in(w, !side, list, m->of[!side], o.how & ~(uint32_t)SL_STRICTLY))
            sl_tell_trend(w->out, m->out, o.how & ~(uint32_t)SL_STRICTLY);
    }
    for (uint32_t i = 0; i < w->copied.n; i++) {
        const struct sl_copied *c = &w->copied.at[i];
        if (c->side == side && c->value == o.value && sl_trend_list(w->out, c->out)) sl_tell_trend(w->out, c->out, o.how);
    }
}

void sl_walk_trends(struct sl_walk *w) {
    assert(!sl_walk_in_one(w));
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < w->side[side]->trends.n; i++) walk_trend(w, side, w->side[side]->trends.at[i]);
}

// ---- two neighbours --------------------------------------------------------------------------------------------------------------------

static bool lie_so(const struct sl_draft *d, uint32_t earlier, uint32_t later, uint32_t how) {
    bool is_signed = !(how & SL_WITHOUT_SIGN);
    struct num_var a = sl_reading(d, how & SL_FALLS ? later : earlier, is_signed), b = sl_reading(d, how & SL_FALLS ? earlier : later, is_signed);
    return a.bits && b.bits && sl_closed_bound(d, sl_closed(d), a, b) <= (how & SL_STRICTLY ? -1 : 0);
}

void sl_merge_trends(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out) {
    assert(sl_walk_in_one(w) && a != b);
    struct sl_draft *d = w->out;
    for (uint32_t i = 0; i < w->values.n && sl_is_in_line(&d->objects.at[out]); i++) {
        const struct sl_met *m = &w->values.at[i];
        if (m->of[0] == m->of[1] || sl_trend_list(d, m->out) != out) continue;
        for (uint32_t how = SL_TRENDS; how--;)  // strict ones first: they are the others, too
            if (sl_is_in_trend(d, a, m->of[0], how) && sl_is_in_trend(d, b, m->of[1], how) && lie_so(d, m->of[0], m->of[1], how))
                sl_tell_trend(d, m->out, how);
    }
}
