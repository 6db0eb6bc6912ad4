// SPDX-License-Identifier: MIT
// Local heaps.  In the names of things: `passed` are individuals that the callee gets, the others are the frame; d is the whole state, e a local one.
#include "tvheap/local.h"

#include <assert.h>

static const struct tvl_vocab *vocab_of(const struct step_run *r) {
    return tvheap_vocabulary_of(r)->machine.vocab;
}

static uint32_t n_globals(const struct tvheap_draft *d) {
    return d->frames.at[0].first;
}

static uint32_t callee_first(const struct tvheap_draft *d) {
    return vec_last(&d->frames).first;
}

static enum tvl_kleene both(enum tvl_kleene a, enum tvl_kleene b) {
    return a == TVL_FALSE || b == TVL_FALSE ? TVL_FALSE : a == TVL_TRUE && b == TVL_TRUE ? TVL_TRUE : TVL_HALF;
}

static enum tvl_kleene either(enum tvl_kleene a, enum tvl_kleene b) {
    return a == TVL_TRUE || b == TVL_TRUE ? TVL_TRUE : a == TVL_FALSE && b == TVL_FALSE ? TVL_FALSE : TVL_HALF;
}

// ---- dividing ------------------------------------------------------------------------------------------------------------------------------

// Individuals that an edge may lead to.
static tvl_set targets(const struct step_run *r, const struct tvheap_draft *d, uint32_t edge, uint32_t from) {
    return d->heap->all & ~d->heap->row[tvl_plane(vocab_of(r), tvheap_vocabulary_of(r)->edge[edge].pred, TVL_IS0) * TVL_MAX + from];
}

static tvl_set closure(const struct step_run *r, const struct tvheap_draft *d, tvl_set set) {
    for (tvl_set before = 0; before != set;) {
        before = set;
        TVL_EACH(i, before)
        for (uint32_t k = 0; k < tvheap_vocabulary_of(r)->n_edges; k++) set |= targets(r, d, k, (uint32_t)i);
    }
    return set;
}

static bool is_root(const struct tvheap_draft *d, uint32_t value) {
    return value < n_globals(d) || value >= callee_first(d);
}

static void add_ghost(struct tvheap_local *l, uint32_t name) {
    if (l->ghost_of[name] == TVHEAP_NO_GHOST) l->ghost_of[name] = l->n_ghosts++;
}

static bool is_passed(const struct step_run *r, const struct tvheap_draft *d, const struct tvheap_local *l, uint32_t name) {
    return l->passed >> tvheap_individual(tvheap_vocabulary_of(r), d, name) & 1;
}

// The names of what is passed that somebody outside needs to follow: variables of the callers, and fields of the frame.  False: a target has no name.
static bool find_needed(const struct step_run *r, const struct tvheap_draft *d, const struct tvheap_local *l, uint32_t *needed) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    tvl_set entered = 0;
    *needed = 0;
    for (uint32_t i = n_globals(d); i < callee_first(d); i++)
        if (d->values.at[i].kind == TVHEAP_POINTER && is_passed(r, d, l, d->values.at[i].name)) *needed |= 1u << d->values.at[i].name;
    TVL_EACH(i, d->heap->all & ~l->passed)
    for (uint32_t k = 0; k < v->n_edges; k++) entered |= targets(r, d, k, (uint32_t)i) & l->passed;
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++) {
        tvl_set named = d->heap->flat[tvl_plane(vocab_of(r), v->name[k], TVL_IS1)];
        if (named & entered) *needed |= 1u << k;
        entered &= ~named;
    }
    return !entered;
}

// Ghosts in the order in which the callee's own values name them, then the others.
static void order_ghosts(const struct tvheap_draft *d, struct tvheap_local *l, uint32_t needed) {
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++) l->ghost_of[k] = TVHEAP_NO_GHOST;
    for (uint32_t i = 0; i < d->values.n; i++) {
        const struct step_value *x = &d->values.at[i];
        if (is_root(d, i) && x->kind == TVHEAP_POINTER && needed >> x->name & 1) add_ghost(l, x->name);
    }
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        if (needed >> k & 1) add_ghost(l, k);
}

bool tvheap_divide(struct step_run *r, const struct tvheap_draft *d, struct tvheap_local *l) {
    uint32_t needed;
    *l = (struct tvheap_local){0};
    for (uint32_t i = 0; i < d->values.n; i++) {
        const struct step_value *x = &d->values.at[i];
        if (!is_root(d, i)) continue;
        if (x->kind == TVHEAP_ADDRESS && x->object >= r->step->program->globals.n) {
            step_give_up(r, "the address of a variable that is handed to a recursive function");
            return false;
        }
        if (x->kind == TVHEAP_POINTER) l->passed |= TVL_BIT(tvheap_individual(tvheap_vocabulary_of(r), d, x->name));
    }
    l->passed = closure(r, d, l->passed);
    bool named = find_needed(r, d, l, &needed);
    if (!named) step_give_up(r, "pointers into the middle of what a recursive function gets");
    order_ghosts(d, l, needed);
    return named;
}

// ---- the local state -----------------------------------------------------------------------------------------------------------------------

// Pointers from the frame do not count any more: who was shared perhaps is not.
static void forget_shared(const struct step_run *r, struct tvheap_draft *d, const struct tvheap_local *l) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t k = 0; k < v->n_edges; k++) {
        tvl_set entered = 0;
        TVL_EACH(i, d->heap->all & ~l->passed) entered |= targets(r, d, k, (uint32_t)i) & l->passed;
        for (uint32_t g = 0; g < v->n_groups; g++) {
            if (!(v->group[g].edges >> k & 1)) continue;
            d->heap->flat[tvl_plane(vocab_of(r), v->group[g].shared, TVL_IS1)] &= ~entered;
            d->heap->flat[tvl_plane(vocab_of(r), v->group[g].heavy, TVL_IS1)] &= ~entered;
        }
    }
}

// Do callers hold heap blocks that the callee does not see?
static bool outer_blocks(const struct step_run *r, const struct tvheap_draft *d, const struct tvheap_local *l) {
    tvl_set heap = d->heap->all & ~d->heap->flat[tvl_plane(vocab_of(r), tvheap_vocabulary_of(r)->heap, TVL_IS0)];
    return heap & ~l->passed || tvheap_outer_blocks(d);
}

bool tvheap_outer_blocks(const struct tvheap_draft *d) {
    if (!d->frames.n || d->frames.at[0].func != TVHEAP_GHOSTS) return false;
    return !num_range_leq(d->values.at[d->frames.at[0].first].range, num_range_const(1, 0));
}

static struct step_value name_value(uint32_t name) {
    return (struct step_value){.kind = TVHEAP_POINTER, .name = (uint8_t)name};
}

bool tvheap_take_local(struct step_run *r, struct tvheap_draft *d, const struct tvheap_local *l) {
    struct tvheap_draft e = {0};
    uint32_t callee = vec_last(&d->frames).func;
    vec_push(&e.frames, (struct tvheap_frame){TVHEAP_GHOSTS, n_globals(d)});
    vec_append(&e.values, d->values.at, n_globals(d));
    bool asked = r->step->options.rules >> IR_RULE_MEMORY_CLEANUP & 1;
    vec_push(&e.values, step_number(num_range_const(1, asked && outer_blocks(r, d, l))));
    for (uint32_t n = 0; n < l->n_ghosts; n++)
        for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
            if (l->ghost_of[k] == n) vec_push(&e.values, name_value(k));
    vec_push(&e.frames, (struct tvheap_frame){callee, e.values.n});
    vec_append(&e.values, d->values.at + callee_first(d), d->values.n - callee_first(d));
    forget_shared(r, d, l);
    e.heap = d->heap;
    tvl_draft_keep(vocab_of(r), e.heap, l->passed);
    tvheap_table_free(d);
    *d = e;
    uint32_t held = tvheap_names_held(d);
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        if (!(held >> k & 1)) tvheap_release(tvheap_vocabulary_of(r), d, k);
    if (tvheap_coerce(tvheap_vocabulary_of(r), d->heap, tvheap_vocabulary_of(r)->machine.all_rules)) return true;
    step_give_up(r, "a structure that contradicts itself ('call')");
    return false;
}

// ---- putting together ------------------------------------------------------------------------------------------------------------------------

struct union_ {
    struct step_run *r;
    const struct tvheap_local *l;
    const struct tvheap_draft *d, *e;
    tvl_set frame;               // individuals of d
    uint32_t n_frame;            // they come first in the result
    uint32_t name[TVHEAP_NAMES];  // in the result, of names of e
    uint32_t frame_names;        // names of d whose individuals are in the frame
    struct tvl_draft *to;
};

static uint32_t count_below(tvl_set set, uint32_t i) {
    return (uint32_t)__builtin_popcountll(set & (TVL_BIT(i) - 1));
}

static uint32_t place_of(const struct union_ *u, uint32_t i) {
    return count_below(u->frame, i);
}

static const struct step_value *ghost(const struct union_ *u, uint32_t name) {
    return &u->e->values.at[u->e->frames.at[0].first + 1 + u->l->ghost_of[name]];
}

// A value of the local state, with names as in the result.
static struct step_value renamed(const struct union_ *u, struct step_value x) {
    if (x.kind == TVHEAP_POINTER) x.name = (uint8_t)u->name[x.name];
    return x;
}

static struct step_value outer_value(const struct union_ *u, struct step_value x) {
    if (x.kind != TVHEAP_POINTER || u->frame_names >> x.name & 1) return x;
    struct step_value y = renamed(u, *ghost(u, x.name));
    return y.kind == TVHEAP_POINTER ? tvheap_moved(y, x.offset) : y;
}

static bool choose_names(struct union_ *u) {
    uint32_t held = tvheap_names_held(u->e), taken;
    for (uint32_t i = 0; i < u->d->values.n; i++) {
        const struct step_value *x = &u->d->values.at[i];
        if (!is_root(u->d, i) && x->kind == TVHEAP_POINTER && !is_passed(u->r, u->d, u->l, x->name)) u->frame_names |= 1u << x->name;
    }
    taken = u->frame_names;
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++) {
        if (!(held >> k & 1)) continue;
        uint32_t n = 0;
        while (n < TVHEAP_NAMES && taken >> n & 1) n++;
        if (n == TVHEAP_NAMES) return false;
        u->name[k] = n;
        taken |= 1u << n;
    }
    return true;
}

// The individuals of a set become those from number `first` on.
static void copy_part(struct union_ *u, struct tvl_draft *from, tvl_set set, uint32_t first) {
    const struct tvl_vocab *v = vocab_of(u->r);
    for (uint32_t p = 0; p < v->pred.n; p++) {
        uint32_t arity = v->pred.at[p].hidden ? 0 : v->pred.at[p].arity;
        TVL_EACH(i, arity ? set : 0)
        TVL_EACH(j, arity == 2 ? set : 1)
        tvl_put(v, u->to, p, first + count_below(set, (uint32_t)i), arity == 2 ? first + count_below(set, (uint32_t)j) : 0,
                tvl_get(v, from, p, (uint32_t)i, (uint32_t)j));
    }
}

// Predicates that are not about names: those of both parts; no edge leads from one to the other yet.
static void unite_planes(struct union_ *u) {
    tvl_draft_clear(vocab_of(u->r), u->to, u->n_frame + u->e->heap->n);
    copy_part(u, u->d->heap, u->frame, 0);
    copy_part(u, u->e->heap, u->e->heap->all, u->n_frame);
}

static void put(struct union_ *u, uint32_t pred, uint32_t i, enum tvl_kleene value) {
    tvl_put(vocab_of(u->r), u->to, pred, i, 0, value);
}

// A predicate for each name: `of` gives it.
static void rename_predicate(struct union_ *u, const uint32_t *of) {
    const struct tvl_vocab *v = vocab_of(u->r);
    uint32_t held = tvheap_names_held(u->e);
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        for (uint32_t i = 0; i < u->to->n; i++)
            if (i >= u->n_frame || !(u->frame_names >> k & 1)) put(u, of[k], i, TVL_FALSE);
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        for (uint32_t i = 0; i < u->e->heap->n && held >> k & 1; i++)
            put(u, of[u->name[k]], u->n_frame + i, tvl_get(v, u->e->heap, of[k], i, 0));
}

// Does the name k of the frame reach the ghost c by a way through the frame alone?
static enum tvl_kleene reaches_ghost(const struct union_ *u, const struct tvheap_group *g, uint32_t k, uint32_t c) {
    const struct tvl_vocab *v = vocab_of(u->r);
    struct tvl_draft *d = u->d->heap;
    uint32_t at = tvheap_individual(tvheap_vocabulary_of(u->r), u->d, c);
    enum tvl_kleene whole = tvl_get(v, d, g->reach[k], at, 0), direct = TVL_FALSE;
    TVL_EACH(i, u->frame)
    for (uint32_t n = 0; n < tvheap_vocabulary_of(u->r)->n_edges; n++) {
        if (!(g->edges >> n & 1)) continue;
        enum tvl_kleene edge = tvl_get(v, d, tvheap_vocabulary_of(u->r)->edge[n].pred, (uint32_t)i, at);
        direct = either(direct, both(edge, tvl_get(v, d, g->reach[k], (uint32_t)i, 0)));
    }
    if (whole == TVL_FALSE || direct == TVL_FALSE) return TVL_FALSE;
    if (whole != TVL_TRUE || direct == TVL_TRUE) return direct;
    for (uint32_t n = 0; n < TVHEAP_NAMES; n++)
        if (n != c && u->l->ghost_of[n] != TVHEAP_NO_GHOST && tvl_get(v, d, g->reach[n], at, 0) != TVL_FALSE) return TVL_HALF;
    return TVL_TRUE;
}

static void reach_through(struct union_ *u, const struct tvheap_group *g, uint32_t k, uint32_t c) {
    const struct tvl_vocab *v = vocab_of(u->r);
    const struct step_value *now = ghost(u, c);
    enum tvl_kleene way = reaches_ghost(u, g, k, c);
    if (now->kind != TVHEAP_POINTER) return;
    for (uint32_t i = 0; i < u->e->heap->n; i++) {
        enum tvl_kleene more = both(way, tvl_get(v, u->e->heap, g->reach[now->name], i, 0));
        put(u, g->reach[k], u->n_frame + i, either(tvl_get(v, u->to, g->reach[k], u->n_frame + i, 0), more));
    }
}

// The pointer at an edge of the frame's individual i leads to the ghost c, with this value.
static void cross_edge(struct union_ *u, uint32_t i, uint32_t edge, uint32_t c, enum tvl_kleene value) {
    const struct tvheap_vocabulary *w = tvheap_vocabulary_of(u->r);
    const struct tvl_vocab *v = vocab_of(u->r);
    const struct step_value *now = ghost(u, c);
    uint32_t at = place_of(u, i), field = w->edge[edge].field;
    if (value == TVL_FALSE) return;
    if (now->kind == TVHEAP_POINTER) {
        tvl_put(v, u->to, w->edge[edge].pred, at, u->n_frame + tvheap_individual(w, u->e, now->name), value);
    } else {
        put(u, w->odd[field], at, either(value, tvl_get(v, u->to, w->odd[field], at, 0)));
        put(u, w->leads[field], at, TVL_HALF);
    }
    for (uint32_t k = 0; k < w->n_fields; k++)
        if (w->back[k] != TVL_NONE) put(u, w->back[k], at, TVL_HALF);
}

// Pointers of the frame count again.
static void share_ghost(struct union_ *u, const struct tvheap_group *g, uint32_t c) {
    const struct tvheap_vocabulary *w = tvheap_vocabulary_of(u->r);
    const struct tvl_vocab *v = vocab_of(u->r);
    uint32_t was = tvheap_individual(w, u->d, c), is = tvheap_individual(w, u->e, ghost(u, c)->name);
    enum tvl_kleene outside = TVL_FALSE, inside = TVL_FALSE;
    for (uint32_t n = 0; n < w->n_edges; n++) {
        if (!(g->edges >> n & 1)) continue;
        TVL_EACH(i, u->frame) outside = either(outside, tvl_get(v, u->d->heap, w->edge[n].pred, (uint32_t)i, was));
        for (uint32_t i = 0; i < u->e->heap->n; i++) inside = either(inside, tvl_get(v, u->e->heap, w->edge[n].pred, i, is));
    }
    if (outside == TVL_FALSE) return;
    bool one = tvl_get(v, u->d->heap, g->shared, was, 0) == TVL_FALSE;  // pointer of the frame, at most
    enum tvl_kleene shared = tvl_get(v, u->e->heap, g->shared, is, 0), heavy = tvl_get(v, u->e->heap, g->heavy, is, 0);
    if (shared != TVL_TRUE) put(u, g->shared, u->n_frame + is, one && inside == TVL_FALSE ? TVL_FALSE : TVL_HALF);
    if (heavy != TVL_TRUE) put(u, g->heavy, u->n_frame + is, one ? both(outside, shared) : TVL_HALF);
}

static void connect(struct union_ *u) {
    const struct tvheap_vocabulary *w = tvheap_vocabulary_of(u->r);
    for (uint32_t c = 0; c < TVHEAP_NAMES; c++) {
        if (u->l->ghost_of[c] == TVHEAP_NO_GHOST) continue;
        uint32_t was = tvheap_individual(w, u->d, c);
        TVL_EACH(i, u->frame)
        for (uint32_t n = 0; n < w->n_edges; n++)
            cross_edge(u, (uint32_t)i, n, c, tvl_get(vocab_of(u->r), u->d->heap, w->edge[n].pred, (uint32_t)i, was));
        for (uint32_t g = 0; g < w->n_groups; g++) {
            if (ghost(u, c)->kind == TVHEAP_POINTER) share_ghost(u, &w->group[g], c);
            for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
                if (u->frame_names >> k & 1) reach_through(u, &w->group[g], k, c);
        }
    }
}

// The table: globals and results are those of the local state, frames those of the callers.
static struct tvheap_draft *unite_tables(const struct union_ *u) {
    struct tvheap_draft *out = tvheap_table_copy(&(struct tvheap_draft){0});
    out->heap = u->to;
    vec_append(&out->frames, u->d->frames.at, u->d->frames.n - 1);
    for (uint32_t i = 0; i < callee_first(u->d); i++)
        vec_push(&out->values, i < n_globals(u->d) ? renamed(u, u->e->values.at[i]) : outer_value(u, u->d->values.at[i]));
    for (uint32_t i = 0; i < u->e->results.n; i++) vec_push(&out->results, renamed(u, u->e->results.at[i]));
    return out;
}

struct tvheap_draft *tvheap_put_together(struct step_run *r, const struct tvheap_draft *d, const struct tvheap_local *l,
                                         const struct tvheap_draft *e) {
    struct union_ u = {.r = r, .l = l, .d = d, .e = e, .frame = d->heap->all & ~l->passed};
    u.n_frame = (uint32_t)__builtin_popcountll(u.frame);
    if (u.n_frame + e->heap->n > TVL_MAX || !choose_names(&u)) {
        step_give_up(r, "more than %d blocks that are pointed to at once, or %d individuals", TVHEAP_NAMES, TVL_MAX);
        return NULL;
    }
    u.to = tvl_take(&tvheap_vocabulary_of(r)->machine);
    unite_planes(&u);
    rename_predicate(&u, tvheap_vocabulary_of(r)->name);
    for (uint32_t g = 0; g < tvheap_vocabulary_of(r)->n_groups; g++) rename_predicate(&u, tvheap_vocabulary_of(r)->group[g].reach);
    connect(&u);
    struct tvheap_draft *out = unite_tables(&u);
    if (tvheap_coerce(tvheap_vocabulary_of(r), out->heap, tvheap_vocabulary_of(r)->machine.all_rules)) return out;
    step_give_up(r, "a structure that contradicts itself ('return')");
    tvheap_op_drop(r, out);
    return NULL;
}
