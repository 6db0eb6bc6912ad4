// SPDX-License-Identifier: MIT
// The partial join of two states: a walk from their roots.
#include <assert.h>

#include "sl/uses.h"
#include "sl/walk.h"

static const struct sl_place_in outside = {0};

static bool differs_from(struct sl_walk *w, int side, uint32_t v, struct num_range constant) {
    return sl_differ(w->side[side], v, sl_int(w->side[side], constant));
}

// Success and failure: a result that is zero on one side and another number on the other is worth two states; in coarse states also if it may be
// another one: what a function answers for a null pointer, say.
static bool differ_in_status(struct sl_walk *w, uint32_t x, uint32_t y) {
    assert(x < w->side[0]->values.n && y < w->side[1]->values.n);
    if (w->widen || w->side[0]->values.at[x].kind != SL_INT || w->side[1]->values.at[y].kind != SL_INT) return false;
    struct num_range a = w->side[0]->values.at[x].range, b = w->side[1]->values.at[y].range;
    if (a.bits != b.bits || a.bits > 64) return false;
    struct num_range zero = num_range_const(a.bits, 0);
    if (w->precision->coarse) return sl_is_null(w->side[0], x) != sl_is_null(w->side[1], y);
    return (sl_is_null(w->side[0], x) && differs_from(w, 1, y, zero)) || (sl_is_null(w->side[1], y) && differs_from(w, 0, x, zero));
}

static bool differ_in_results(struct sl_walk *w) {
    const struct sl_draft *a = w->side[0], *b = w->side[1];
    uint32_t first = a->frames.n ? vec_last(&a->frames).first_reg : a->regs.n;
    const struct sl_facts *f = first < a->regs.n ? sl_facts(w->sl, vec_last(&a->frames).func) : NULL;
    for (uint32_t i = first; i < a->regs.n; i++)
        if (f->is[i - first] & SL_STATUS && differ_in_status(w, a->regs.at[i], b->regs.at[i])) return true;
    for (uint32_t i = 0; i < a->results.n; i++)
        if (differ_in_status(w, a->results.at[i], b->results.at[i])) return true;
    return false;
}

static bool join_roots(struct sl_walk *w) {
    const struct sl_draft *a = w->side[0], *b = w->side[1];
    for (uint32_t i = 0; i < a->regs.n; i++) {
        uint32_t x = a->regs.at[i], y = b->regs.at[i], v = 0;
        if (!x != !y) return sl_walk_veto(w, SL_VETO_FRAMES);
        if (x && !(v = sl_walk_value(w, x, y, &outside))) return false;
        vec_push(&w->out->regs, v);
    }
    for (uint32_t i = 0; i < a->results.n; i++) {
        uint32_t v = sl_walk_value(w, a->results.at[i], b->results.at[i], &outside);
        if (!v) return false;
        vec_push(&w->out->results, v);
    }
    for (uint32_t i = 0; i < a->slots.n; i++) {
        uint32_t x = a->slots.at[i], y = b->slots.at[i], o = 0;
        if (!x != !y) return sl_walk_veto(w, SL_VETO_FRAMES);
        if (x && !(o = sl_walk_object(w, x, y, &outside))) return false;
        vec_push(&w->out->slots, o);
    }
    for (uint32_t i = 0; i < a->blocks.n; i++) {
        uint32_t o = sl_walk_object(w, a->blocks.at[i].object, b->blocks.at[i].object, &outside);
        if (!o) return false;
        vec_push(&w->out->blocks, (struct sl_block){a->blocks.at[i].frame, o});
    }
    return true;
}

// A global that only one side has an object for is as it was at the start on the other: both get one.
static bool join_globals(struct sl_walk *w) {
    for (int side = 0; side < 2; side++) {
        const struct sl_draft *d = w->side[side];
        for (uint32_t i = 1; i < d->objects.n; i++) {
            if (d->objects.at[i].storage != SL_GLOBAL || !d->objects.at[i].dirty) continue;
            uint32_t tag = d->objects.at[i].tag;
            uint32_t x = sl_find_single(w->side[0], SL_GLOBAL, tag), y = sl_find_single(w->side[1], SL_GLOBAL, tag);
            if (!x || !y) return sl_walk_veto(w, SL_VETO_MEMORY);
            if (!sl_walk_object(w, x, y, &outside)) return false;
        }
    }
    return true;
}

// One side has u apart from v: so has the result where the other side has, too.
static void join_fact(struct sl_walk *w, int side, uint32_t u, uint32_t v) {
    assert(u < w->side[side]->values.n && v < w->side[side]->values.n);
    struct num_range constant = w->side[side]->values.at[v].range;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *p = &w->values.at[i];
        if (!sl_same(w->side[side], p->of[side], u) || w->out->values.at[p->out].level) continue;
        if (sl_is_const(w->side[side], v, NULL)) {
            if (differs_from(w, !side, p->of[!side], constant)) sl_keep_apart(w->out, p->out, sl_int(w->out, constant));
            continue;
        }
        for (uint32_t k = 0; k < w->values.n; k++) {
            const struct sl_met *q = &w->values.at[k];
            if (!sl_same(w->side[side], q->of[side], v) || w->out->values.at[q->out].level) continue;
            if (sl_differ(w->side[!side], p->of[!side], q->of[!side])) sl_keep_apart(w->out, p->out, q->out);
        }
    }
}

// A number that is zero on neither side is not zero, though the range of both has it.
static void join_nonzero(struct sl_walk *w) {
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *p = &w->values.at[i];
        const struct sl_value *v = &w->out->values.at[p->out];
        if (v->kind != SL_INT || v->level || v->range.bits > 64 || !num_range_has(v->range, 0)) continue;
        struct num_range zero = num_range_const(v->range.bits, 0);
        if (differs_from(w, 0, p->of[0], zero) && differs_from(w, 1, p->of[1], zero)) sl_keep_apart(w->out, p->out, sl_int(w->out, zero));
    }
}

static void join_apart(struct sl_walk *w) {
    join_nonzero(w);
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0, n = w->side[side]->apart.n; i < n; i++) {
            struct sl_pair p = w->side[side]->apart.at[i];
            join_fact(w, side, p.a, p.b);
            join_fact(w, side, p.b, p.a);
        }
}

// ---- neighbours --------------------------------------------------------------------------------------------------------------------

// Nodes that a piece has on a side, or in the result (2), at least.
static uint32_t least_on(const struct sl_walk *w, int side, const struct sl_met *p) {
    const struct sl_draft *d = side < 2 ? w->side[side] : w->out;
    uint32_t o = side < 2 ? p->of[side] : p->out;
    assert(o < d->objects.n);
    return o ? sl_least(&d->objects.at[o]) : 0;
}

static const struct sl_met *met_as(const struct sl_walk *w, uint32_t out) {
    uint32_t i = 0;
    while (out && i < w->objects.n && w->objects.at[i].out != out) i++;
    return out && i < w->objects.n ? &w->objects.at[i] : NULL;
}

static uint32_t neighbour(const struct sl_walk *w, uint32_t segment) {
    const struct sl_draft *d = w->out;
    const struct sl_object *o = &d->objects.at[segment];
    if (!sl_is_list(o) || o->level) return 0;
    const struct sl_value *v = &d->values.at[sl_word_at(d, segment, sl_link_at(&o->shape, 0), w->sl->bits)];
    return v->kind == SL_ADDR && sl_is_segment(&d->objects.at[v->object]) ? v->object : 0;
}

enum { ROW = 8, MANY = 2 };  // neighbours that are looked at; beyond as many nodes nobody counts

// Neighbouring segments that have fewer nodes together than on either side, where the one was longer or the other: then a list is no longer
// known to have them.
static bool loses_nodes(const struct sl_walk *w) {
    for (uint32_t i = 0; i < w->objects.n; i++) {
        const struct sl_met *p = &w->objects.at[i];
        uint32_t least[3] = {0};
        for (uint32_t n = 0; p && n < ROW && least[2] < MANY; n++) {
            for (int k = 0; k < 3; k++) least[k] += least_on(w, k, p);
            if (n && least[2] < MANY && least[2] < least[0] && least[2] < least[1]) return true;
            p = met_as(w, neighbour(w, p->out));
        }
    }
    return false;
}

// ---- numbers that are equal --------------------------------------------------------------------------------------------------------------

static bool is_in_heap(const struct sl_draft *d, uint32_t v) {
    SL_EACH_USE(u, d, SL_FIELDS)
        if (sl_used(&u) == v && !sl_use_is_measure(&u) && d->objects.at[sl_user(&u)].storage == SL_HEAP) return true;
    return false;
}

// On one side a node holds the number that a variable has, on the other it does not.
static bool loses_number(const struct sl_walk *w, int side, uint32_t v, uint32_t other) {
    assert(v < w->side[side]->values.n && other < w->side[!side]->values.n);
    const struct sl_value *x = &w->side[side]->values.at[v];
    if (x->kind == SL_ADDR || x->kind == SL_UNINIT || sl_is_const(w->side[side], v, NULL)) return false;
    for (uint32_t i = 0; i < w->values.n; i++) {
        const struct sl_met *p = &w->values.at[i];
        if (p->of[side] == v && p->of[!side] != other && is_in_heap(w->out, p->out)) return true;
    }
    return false;
}

// What a search has found, or looks for, is known to be equal on this side and not of the result: worth two states, as long as there are few.
static bool loses_equality(const struct sl_walk *w, int side) {
    const struct sl_draft *a = w->side[side], *b = w->side[!side];
    if (w->widen || w->precision->coarse) return false;
    for (uint32_t i = 0; i < a->regs.n; i++)
        if (a->regs.at[i] && loses_number(w, side, a->regs.at[i], b->regs.at[i])) return true;
    return false;
}

// What the callers alone know went elsewhere on the two sides: then they would not know it any more.
static bool loses_ghost(const struct sl_walk *w) {
    for (uint32_t i = 0; w->precision->narrow && i < w->values.n; i++) {
        const struct sl_met *p = &w->values.at[i];
        bool ghost = sl_is_ghost(w->side[0], p->of[0]) || sl_is_ghost(w->side[1], p->of[1]);
        if (ghost && !sl_is_ghost(w->out, p->out)) return true;
    }
    return false;
}

// ---- shapes ------------------------------------------------------------------------------------------------------------------------

static bool same_piece(const struct sl_walk *w, const struct sl_met *p) {
    const struct sl_object *a = &w->side[0]->objects.at[p->of[0]], *b = &w->side[1]->objects.at[p->of[1]];
    return p->of[0] && p->of[1] && a->shape.kind == b->shape.kind && a->shape.least == b->shape.least;
}

static bool is_null_word(const struct sl_walk *w, int side, uint32_t v) {
    return w->side[side]->values.at[v].range.bits == w->sl->bits && sl_is_null(w->side[side], v);
}

static bool same_sort(const struct sl_walk *w, const struct sl_met *p) {
    const struct sl_value *a = &w->side[0]->values.at[p->of[0]], *b = &w->side[1]->values.at[p->of[1]];
    return a->kind == b->kind && (a->kind != SL_INT || is_null_word(w, 0, p->of[0]) == is_null_word(w, 1, p->of[1]));
}

// Do the two states differ in numbers alone?
static bool same_shape(const struct sl_walk *w) {
    bool same = !w->skipped.n;
    for (uint32_t i = 0; i < w->objects.n && same; i++) same = same_piece(w, &w->objects.at[i]);
    for (uint32_t i = 0; i < w->values.n && same; i++) same = same_sort(w, &w->values.at[i]);
    return same;
}

// What tells the states apart is worth two of them if their shapes differ, too.
static bool must_stay_apart(struct sl_walk *w) {
    return w->precision->coarse && !w->widen && !same_shape(w) &&
           (!sl_answer_alike(w->sl, w->side[0], w->side[1]) || differ_in_results(w));
}

// Constants that the function compares with, and sizes: those that the older side knows become fewer with each widening.
static void find_thresholds(struct sl_walk *w) {
    assert(w->widen && !w->thresholds.n);
    const struct sl_draft *d = w->side[0];
    const struct sl_facts *f = d->frames.n ? sl_facts(w->sl, vec_last(&d->frames).func) : NULL;
    for (uint32_t i = 0; f && i < f->thresholds.n; i++) vec_push(&w->thresholds, f->thresholds.at[i]);
    for (uint32_t o = 1; d->sized && o < d->objects.n; o++) {
        num_word x;
        if (d->objects.at[o].count && sl_is_const(d, d->objects.at[o].count, &x)) vec_push(&w->thresholds, (int64_t)x);
        if (d->objects.at[o].unit && sl_is_const(d, d->objects.at[o].unit, &x)) vec_push(&w->thresholds, (int64_t)x);
        if (d->objects.at[o].ends && sl_is_const(d, d->objects.at[o].ends, &x)) vec_push(&w->thresholds, (int64_t)x);
        for (int64_t n = d->objects.at[o].shape.kind == SL_RUN ? d->objects.at[o].shape.place.count : 0, less = 0; n && less < 2; less++)
            vec_push(&w->thresholds, n - less);
    }
}

// Is what stands for both worth less than the two?
static enum sl_veto find_veto(struct sl_walk *w) {
    // What a plain object on one side has for itself was not told from what others have, too.
    if (!sl_is_nested(w->out, NULL)) return SL_VETO_NESTING;
    if (loses_nodes(w)) return SL_VETO_NODES;
    if (loses_equality(w, 0)) return SL_VETO_EQUAL;
    if (loses_ghost(w)) return SL_VETO_GHOST;
    return must_stay_apart(w) ? SL_VETO_ANSWERS : SL_NO_VETO;
}

static bool join_all(struct sl_walk *w) {
    if (!w->precision->coarse && differ_in_results(w)) return sl_walk_veto(w, SL_VETO_STATUS);
    if (!join_roots(w) || !join_globals(w) || !sl_walk_settle(w)) {
        assert(w->veto);
        return false;
    }
    w->veto = find_veto(w);
    if (!w->veto && w->precision->lengths && !sl_walk_nodes(w) && !w->widen && w->precision->lengths != SL_LENGTHS_MAY_GO) w->veto = SL_VETO_LENGTH;
    return !w->veto;
}

// What the nodes of an empty segment have for themselves is over nothing, and not told.
static void put_map(const struct sl_walk *w, struct sl_map *how) {
    for (uint32_t i = 0; i < w->objects.n; i++) {
        uint32_t b = w->objects.at[i].of[0], a = w->objects.at[i].of[1];
        if (a || sl_walk_is_skipped(w, 0, b) || w->side[0]->objects.at[b].shape.kind == SL_RUN) vec_push(&how->objects, (struct sl_over){a, b});
    }
    for (uint32_t i = 0; i < w->lifted.n; i++)
        if (w->lifted.at[i].side && w->lifted.at[i].plain) vec_push(&how->ones, w->lifted.at[i].object);
}

enum sl_veto sl_join(struct sl *s, struct sl_draft *a, struct sl_draft *b, bool widen, const struct sl_precision *p, struct sl_draft *out, bool *forgets,
                     struct sl_map *how) {
    struct sl_walk w;
    assert(a != b && out != a && out != b && a->objects.n && b->objects.n);
    if (!sl_same_frames(a, b)) return SL_VETO_FRAMES;
    sl_draft_init_like(out, a->values.n > b->values.n ? a : b);
    sl_walk_begin(&w, s, p, a, b, out);
    w.widen = widen;
    sl_value(a, p->values);
    sl_value(b, p->values);
    sl_value(out, p->values);
    if (widen) find_thresholds(&w);
    for (uint32_t i = 0; i < a->frames.n; i++) vec_push(&out->frames, a->frames.at[i]);
    bool good = join_all(&w);
    *forgets = good && loses_equality(&w, 1);
    if (good) join_apart(&w);
    out->sized |= a->relations.n || b->relations.n;
    if (good && out->sized) {
        sl_walk_open_sizes(&w);
        sl_walk_unheld(&w);
        sl_walk_relations(&w);
        sl_walk_sums(&w);
        sl_walk_trends(&w);
    }
    if (good && how) put_map(&w, how);
    sl_walk_end(&w);
    assert(good == !w.veto && (!good || (out->regs.n == a->regs.n && out->slots.n == a->slots.n && out->results.n == a->results.n)));
    if (!good) sl_draft_free(out);
    return w.veto;
}
