// SPDX-License-Identifier: MIT
#include "sl/maps.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHANGES = 12 };

static uint32_t below(uint64_t *seed, uint32_t n) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return n ? (uint32_t)(*seed >> 33) % n : 0;
}

static uint32_t any_value(const struct sl_draft *d, uint64_t *seed, enum sl_kind kind) {  // of that kind, or 0
    for (uint32_t i = 0, v = 1 + below(seed, d->values.n - 1); i < d->values.n; i++, v = v + 1 < d->values.n ? v + 1 : 1)
        if (d->values.at[v].kind == kind) return v;
    return 0;
}

static struct sl_object *any_object(struct sl_draft *d, uint64_t *seed) {
    return &d->objects.at[1 + below(seed, d->objects.n - 1)];
}

static void change_number(struct sl_draft *d, uint64_t *seed) {
    uint32_t v = any_value(d, seed, SL_INT), w = any_value(d, seed, SL_INT);
    struct sl_value *x = &d->values.at[v];
    if (!v || x->range.bits > 64) return;
    switch (below(seed, 3)) {
    case 0: x->range = num_range_const(x->range.bits, num_range_umin(x->range)); break;
    case 1: x->range = num_range_unsigned(x->range.bits, num_range_umin(x->range) / 2, num_range_umax(x->range)); break;
    default:
        if (v != w && !x->level && !d->values.at[w].level && d->values.at[w].range.bits == x->range.bits) sl_keep_apart(d, v, w);
    }
}

static void change_object(struct sl_draft *d, uint64_t *seed) {
    if (d->objects.n < 2) return;
    struct sl_object *o = any_object(d, seed);
    switch (below(seed, 7)) {
    case 0: o->shape.least = (uint8_t)(sl_shapes[o->shape.kind].least ? 1 + below(seed, sl_shapes[o->shape.kind].least) : 0); break;
    case 1: o->rest = (uint8_t)below(seed, 3); break;
    case 2: o->size += 8; break;
    case 3: o->more += 8; break;
    case 4: o->text = below(seed, 2) ? SL_TEXT : 0; break;
    case 5: o->life = SL_FREED; break;
    default: o->escaped = !o->escaped;
    }
}

// A place holds what another one does.
static void change_place(struct sl_draft *d, uint64_t *seed) {
    if (!d->fields.n) return;
    struct sl_field *f = &d->fields.at[below(seed, d->fields.n)], *g = &d->fields.at[below(seed, d->fields.n)];
    uint32_t *reg = d->regs.n ? &d->regs.at[below(seed, d->regs.n)] : &f->value;
    switch (below(seed, 3)) {
    case 0:
        if (f->size == g->size && d->objects.at[f->object].level == d->objects.at[g->object].level) f->value = g->value;
        break;
    case 1:
        if (*reg && !d->values.at[f->value].level && d->values.at[*reg].kind == d->values.at[f->value].kind) *reg = f->value;
        break;
    default:
        if (!sl_is_segment(&d->objects.at[f->object])) sl_drop_fields_from(d, f->object, f->offset);
    }
}

static void change(struct sl_draft *d, uint64_t *seed) {
    switch (below(seed, 3)) {
    case 0: change_number(d, seed); break;
    case 1: change_object(d, seed); break;
    default: change_place(d, seed);
    }
}

static bool try_change(struct sl *sl, struct sl_how *how, struct exec_machine *m, uint8_t *const *initial, uint64_t *seed, struct maps *count,
                       struct buf *why) {
    struct sl_draft d;
    const char *reason;
    uint64_t from = *seed;
    sl_draft_copy(&d, &how->b);
    change(&d, seed);
    count->changed++;
    bool accepted = sl_map_check(sl, &how->a, &d, &how->map, &reason);
    count->accepted += accepted;
    bool good = !accepted || member_of(sl, &d, m, initial, why) != MEMBER_NO;
    if (!good) buf_printf(why, " (change of seed %llu)", (unsigned long long)from);
    sl_draft_free(&d);
    return good;
}

// A map that leaves one of the blocks out shows nothing.
static bool is_refused_without(struct sl *sl, struct sl_how *how, uint32_t left_out) {
    struct sl_map less = {0};
    const char *why;
    for (uint32_t i = 0; i < how->map.objects.n; i++)
        if (i != left_out) vec_push(&less.objects, how->map.objects.at[i]);
    bool refused = !sl_map_check(sl, &how->a, &how->b, &less, &why);
    sl_map_free(&less);
    return refused;
}

bool maps_hold(struct sl *sl, dom_state a, dom_state b, struct exec_machine *m, uint8_t *const *initial, uint64_t seed, struct maps *count, struct buf *why) {
    struct sl_precision p = *sl_precision_now(sl);
    struct sl_how how;
    const char *reason = NULL;
    if (!sl_entail(sl, a, b, sl_precision_number(sl, &p), &how)) {
        count->folded++;
        return true;
    }
    count->found++;
    bool good = sl_map_check(sl, &how.a, &how.b, &how.map, &reason);
    if (!good) buf_printf(why, "the map is refused: %s", reason);
    uint32_t k = below(&seed, how.map.objects.n);
    struct sl_over left_out = how.map.objects.n ? how.map.objects.at[k] : (struct sl_over){0};
    const struct sl_object *o = &how.a.objects.at[left_out.a];
    if (good && left_out.a && o->storage == SL_HEAP && o->life == SL_VALID && !is_refused_without(sl, &how, k)) {
        buf_str(why, "a map that leaves a block out is accepted");
        good = false;
    }
    for (int i = 0; i < CHANGES && good; i++) good = try_change(sl, &how, m, initial, &seed, count, why);
    sl_how_free(&how);
    return good;
}
