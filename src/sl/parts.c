// SPDX-License-Identifier: MIT
// Two tables walked in step: their runs in order, their single places one by one.
#include <assert.h>

#include "sl/relate.h"
#include "sl/table.h"
#include "sl/walk.h"

void sl_walk_level_tables(struct sl_walk *w, uint32_t a, uint32_t b) {
    uint32_t of[2] = {a, b};
    bool table[2] = {sl_is_table(w->side[0], a), sl_is_table(w->side[1], b)};
    struct sl_table t;
    if (table[0] == table[1] || sl_walk_in_one(w)) return;
    int side = table[1];
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if (x->storage != y->storage || x->life != SL_VALID || y->life != SL_VALID || sl_is_segment(x) || sl_is_segment(y)) return;
    sl_table_read(w->side[side], of[side], &t);
    sl_table_make(w->side[!side], of[!side], t.base, t.stride, t.count, w->sl->bits);
}

static void lead_to(struct sl_walk *w, uint32_t array, enum sl_role role, uint32_t i, uint32_t part) {
    assert(array && array < w->out->objects.n && part && part < w->out->objects.n);
    sl_set_link(w->out, array, role, i, sl_address(w->out, part, w->sl->bits, 0));
}

// What is 0 on the one side where the other has this index: the counter of a loop that begins.
static uint32_t counter_at(struct sl_walk *w, int side, uint32_t index) {
    assert(index < w->side[side]->values.n);
    const struct sl_place_in outside = {0};
    for (uint32_t i = 0; i < w->side[0]->regs.n; i++) {
        uint32_t x = w->side[0]->regs.at[i], y = w->side[1]->regs.at[i];
        bool begins = x && y && sl_same(w->side[side], side ? y : x, index) && sl_is_null(w->side[!side], side ? x : y);
        if (begins) return sl_walk_value(w, x, y, &outside);
    }
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *m = &w->values.at[i];
        if (sl_same(w->side[side], m->of[side], index) && sl_is_null(w->side[!side], m->of[!side]) && !w->out->values.at[m->out].level)
            return m->out;
    }
    return 0;
}

// On the other side the first run has no places.
static bool walk_first(struct sl_walk *w, int side, const struct sl_table *t, uint32_t other, uint32_t out) {
    uint32_t second = t->runs[1], index = sl_part_index(w->side[side], second), v = counter_at(w, side, index);
    const struct sl_place_in outside = {0};
    if (!v) return sl_walk_veto(w, SL_VETO_TABLE);
    uint32_t first = sl_walk_missing_run(w, side, t->runs[0]);
    sl_set_link(w->side[side], second, SL_INDEX, 0, 0);
    second = first ? side ? sl_walk_object(w, other, second, &outside) : sl_walk_object(w, second, other, &outside) : 0;
    sl_set_link(w->side[side], t->runs[1], SL_INDEX, 0, index);
    if (!second) return false;
    sl_set_link(w->out, second, SL_INDEX, 0, v);
    lead_to(w, out, SL_RUNS, 0, first);
    lead_to(w, out, SL_RUNS, 1, second);
    return true;
}

static bool walk_all(struct sl_walk *w, const uint32_t *a, const uint32_t *b, uint32_t n, uint32_t out, enum sl_role role) {
    const struct sl_place_in outside = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t part = sl_walk_object(w, a[i], b[i], &outside);
        if (!part) return false;
        lead_to(w, out, role, i, part);
    }
    return true;
}

bool sl_walk_parts(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out) {
    assert(a < w->side[0]->objects.n && b < w->side[1]->objects.n && out < w->out->objects.n);
    struct sl_table t[2];
    bool table[2] = {sl_table_read(w->side[0], a, &t[0]), sl_table_read(w->side[1], b, &t[1])};
    if (!table[0] && !table[1]) return true;
    if (!table[0] || !table[1] || t[0].base != t[1].base || t[0].stride != t[1].stride || t[0].count != t[1].count)
        return sl_walk_veto(w, SL_VETO_TABLE);
    w->out->sized = true;
    int more = t[1].n_runs > t[0].n_runs;
    bool same = t[0].n_runs == t[1].n_runs, first = t[!more].n_runs == 1 && t[more].n_runs == 2;
    if ((!same && !first) || t[0].n_single != t[1].n_single) return sl_walk_veto(w, SL_VETO_TABLE);
    bool good = same ? walk_all(w, t[0].runs, t[1].runs, t[0].n_runs, out, SL_RUNS)
                     : walk_first(w, more, &t[more], t[!more].runs[0], out);
    return good && walk_all(w, t[0].single, t[1].single, t[0].n_single, out, SL_SINGLES);
}

bool sl_walk_arrays(struct sl_walk *w, uint32_t a, uint32_t b) {
    assert(w->side[0]->objects.at[a].storage == SL_PLACES && w->side[1]->objects.at[b].storage == SL_PLACES);
    const struct sl_place_in outside = {0};
    uint32_t x = sl_array_of(w->side[0], a), y = sl_array_of(w->side[1], b);
    if (!x != !y) return sl_walk_veto(w, SL_VETO_TABLE);
    return !x || sl_walk_object(w, x, y, &outside);
}
