// SPDX-License-Identifier: MIT
// Bytes of two objects that are walked, as characters: which of them are strings.
#include <assert.h>

#include "sl/walk.h"

// What one side holds in some bytes.
struct bytes {
    bool pointer, characters, zero, uninit, wide;  // wide: a number of more bytes than one, other than 0
};

static struct bytes look_at_bytes(const struct sl_draft *d, uint32_t o, const struct sl_field *f, unsigned pointer_bits) {
    struct bytes b = {0};
    uint64_t held = 0;
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        const struct sl_field *x = &d->fields.at[i];
        const struct sl_value *v = &d->values.at[x->value];
        if (!sl_overlap(f, x)) continue;
        b.pointer |= v->kind == SL_ADDR || v->kind == SL_FUNCS || (x->size == pointer_bits / 8 && sl_is_null(d, x->value));
        b.characters |= v->kind == SL_CHARS;
        b.wide |= v->kind == SL_INT && x->size > 1 && !sl_is_null(d, x->value);
        b.zero |= sl_has_zero(v);
        b.uninit |= v->kind == SL_UNINIT;
        held += x->size;
    }
    b.zero |= held < f->size && d->objects.at[o].rest == SL_REST_ZERO;
    b.uninit |= held < f->size && d->objects.at[o].rest == SL_REST_UNINIT;
    return b;
}

// All of each field that holds some of the bytes, and known characters behind them up to a zero; did they become more?
static bool reach_over(const struct sl_draft *d, uint32_t o, struct sl_field *f) {
    uint64_t lo = f->offset, hi = lo + f->size;
    bool zero = false;
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        const struct sl_field *x = &d->fields.at[i];
        bool on = x->offset == hi && !zero && sl_is_const(d, x->value, NULL);
        if (!sl_overlap(f, x) && !on) continue;
        zero |= sl_has_zero(&d->values.at[x->value]);
        if (x->offset < lo) lo = x->offset;
        if (x->offset + x->size > hi) hi = x->offset + x->size;
    }
    bool more = hi - lo > f->size;
    f->offset = lo;
    f->size = hi - lo;
    return more;
}

// Are there bytes among these that link the nodes of such a segment?
static bool has_link(const struct sl_shape *s, const struct sl_field *f, unsigned pointer_bits) {
    struct sl_field link = {.offset = (uint64_t)s->second.next, .size = pointer_bits / 8};
    bool met = s->kind == SL_SECOND && sl_overlap(f, &link);
    if (s->kind == SL_VARIANT) {
        struct sl_field next = {.offset = (uint64_t)s->variant.next, .size = pointer_bits / 8}, back = {.offset = (uint64_t)s->variant.back, .size = next.size};
        met = sl_overlap(f, &next) || sl_overlap(f, &back);
    }
    for (int end = sl_is_tree(s); end < (int)sl_n_links(s); end++) {
        link.offset = sl_link_at(s, end);
        met |= sl_overlap(f, &link);
    }
    return met;
}

bool sl_walk_lacks(const struct sl_walk *w, int side, uint32_t object, const struct sl_field *f) {
    return look_at_bytes(w->side[side], object, f, w->sl->bits).uninit;
}

bool sl_walk_characters(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, struct sl_field f, const struct sl_place_in *at) {
    while (reach_over(w->side[0], a, &f) || reach_over(w->side[1], b, &f)) continue;
    struct bytes x = look_at_bytes(w->side[0], a, &f, w->sl->bits), y = look_at_bytes(w->side[1], b, &f, w->sl->bits);
    bool zero = x.zero && y.zero;
    if (has_link(&w->out->objects.at[out].shape, &f, w->sl->bits)) return false;
    if (w->out->objects.at[out].storage != SL_HEAP && (x.wide || y.wide)) return false;
    if (x.pointer || y.pointer || !(x.characters || y.characters || zero)) return false;
    if (sl_walk_in_one(w)) sl_walk_lose(w, x.characters || y.characters ? SL_BLURS : SL_MIXES);
    w->out->lax |= x.uninit || y.uninit;
    sl_put(w->out, out, f.offset, f.size, sl_add_value(w->out, (struct sl_value){.kind = zero ? SL_CHARS : SL_ANY, .level = at->out}));
    return true;
}

bool sl_walk_is_behind(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_field *f, uint32_t x, uint32_t y) {
    bool nothing = w->side[0]->values.at[x].kind == SL_UNINIT, other = w->side[1]->values.at[y].kind == SL_UNINIT;
    if (f->size != 1 || nothing == other || sl_walk_in_one(w)) return false;
    if (!w->side[0]->objects.at[a].ends && !w->side[1]->objects.at[b].ends) return false;  // else what stands for both has an end, too
    for (int k = 0; k < 2; k++) {
        uint32_t i = k ? b : a;
        const struct sl_object *o = &w->side[k]->objects.at[i];
        if (sl_is_segment(o) || o->level || !(o->ends || sl_text_of(w->side[k], i))) return false;
    }
    return true;
}
