// SPDX-License-Identifier: MIT
// Actions: what statements on pointer fields do to structures.  A and B are the names 0 and 1.
//
// Reachability along one field needs no assumption: each block has one way on, so a cut takes away what lies behind it, but for cycles, which are told apart.  Along several
// fields a cut takes away what lies below the target if nothing there is shared; else it is unknown, unless other groups know it.
// Pointers back, and who leads somewhere, are maintained by finite differencing.
#include "tvheap/vocabulary.h"

struct making {
    struct tvheap_vocabulary *v;
    struct tvl_build *b;
    struct tvl_action *a;
    uint32_t x, y, u, w;  // variables
};

static struct making begin(struct tvheap_vocabulary *v, const char *name, uint32_t *action) {
    struct tvl_build *b = &v->spec.build;
    *action = v->spec.action.n;
    struct tvl_action *a = vec_add(&v->spec.action);
    a->name = a->title = name;
    return (struct making){v, b, a, tvl_fresh(b), tvl_fresh(b), tvl_fresh(b), tvl_fresh(b)};
}

static void update(struct making *m, uint32_t pred, tvl_f value) {
    uint32_t second = m->v->spec.vocab.pred.at[pred].arity == 2 ? m->y : TVL_NONE;
    vec_push(&m->a->update, (struct tvl_update){.pred = pred, .var = {m->x, second}, .value = value});
}

static tvl_f one(struct making *m, uint32_t pred, uint32_t x) {
    return tvl_atom(m->b, pred, x, TVL_NONE);
}

static tvl_f name(struct making *m, uint32_t k, uint32_t x) {
    return one(m, m->v->name[k], x);
}

static tvl_f not(struct making * m, tvl_f f) {
    return tvl_not(m->b, f);
}

static tvl_f and (struct making * m, tvl_f f, tvl_f g) {
    return tvl_and(m->b, f, g);
}

static tvl_f or (struct making * m, tvl_f f, tvl_f g) {
    return tvl_or(m->b, f, g);
}

// f holds for the individual called k.
static tvl_f at_name(struct making *m, uint32_t k, uint32_t pred) {
    return tvl_quant(m->b, TVL_EXISTS, m->u, and(m, name(m, k, m->u), one(m, pred, m->u)));
}

// ---- reading -----------------------------------------------------------------------------------------------------------------------------

static void look(struct tvheap_vocabulary *v, uint32_t field) {
    struct making m = begin(v, "look", &v->look[field]);
    vec_push(&m.a->focus, at_name(&m, TVHEAP_A, v->odd[field]));
    for (uint32_t i = 0; i < v->n_codes; i++)
        if (v->code[i].field == field) vec_push(&m.a->focus, at_name(&m, TVHEAP_A, v->code[i].pred));
    for (uint32_t i = 0; i < v->n_edges; i++) {
        if (v->edge[i].field != field) continue;
        tvl_f step = and(&m, name(&m, TVHEAP_A, m.u), tvl_atom(m.b, v->edge[i].pred, m.u, m.x));
        vec_push(&m.a->focus, tvl_quant(m.b, TVL_EXISTS, m.u, step));
    }
}

static void look_data(struct tvheap_vocabulary *v, uint32_t datum) {
    struct making m = begin(v, "look", &v->data[datum].look);
    for (uint32_t i = 0; i < v->n_data; i++)
        if (v->data[i].is.offset == v->data[datum].is.offset && v->data[i].is.size == v->data[datum].is.size)
            vec_push(&m.a->focus, at_name(&m, TVHEAP_A, v->data[i].pred));
}

// B becomes the name of what A's field points to.
static void call(struct tvheap_vocabulary *v, uint32_t field) {
    struct making m = begin(v, "call", &v->call[field]);
    uint32_t edges = tvheap_edges_of(v, field);
    tvl_f target = tvl_quant(m.b, TVL_EXISTS, m.u, and(&m, name(&m, TVHEAP_A, m.u), tvheap_edges(v, edges, m.u, m.x)));
    tvl_f half = tvl_const(m.b, TVL_HALF);
    update(&m, v->name[TVHEAP_B], target);
    for (uint32_t i = 0; i < v->n_groups; i++) {
        const struct tvheap_group *g = &v->group[i];
        tvl_f behind = one(&m, g->reach[TVHEAP_A], m.x), reached;
        if (g->single && !(edges & ~g->edges))
            reached = and(&m, behind, or (&m, one(&m, g->cycle, m.x), not(&m, name(&m, TVHEAP_A, m.x))));
        else if (g->edges & edges)
            reached = or (&m, target, and(&m, behind, half));
        else
            reached = or (&m, target, half);
        update(&m, g->reach[TVHEAP_B], reached);
    }
}

static void focus_reach(struct tvheap_vocabulary *v) {
    struct making m = begin(v, "reach", &v->reach);
    for (uint32_t i = 0; i < v->n_groups; i++) vec_push(&m.a->focus, one(&m, v->group[i].reach[TVHEAP_B], m.x));
}

// ---- cutting -----------------------------------------------------------------------------------------------------------------------------

// A path from the name z to x without the field of A.
static tvl_f other_way(struct making *m, const struct tvheap_group *g, uint32_t z, uint32_t cut) {
    uint32_t p = tvl_fresh(m->b), q = tvl_fresh(m->b);
    tvl_f step =
        or (m, tvheap_edges(m->v, g->edges & ~cut, p, q), and(m, tvheap_edges(m->v, g->edges & cut, p, q), not(m, name(m, TVHEAP_A, p))));
    tvl_f path = or (m, tvl_eq(m->b, m->u, m->x), tvl_tc(m->b, m->u, m->x, p, q, step));
    return tvl_quant(m->b, TVL_EXISTS, m->u, and(m, name(m, z, m->u), path));
}

static void cut_single(struct making *m, const struct tvheap_group *g, uint32_t cut) {
    tvl_f behind = one(m, g->reach[TVHEAP_A], m->x), start = name(m, TVHEAP_A, m->x), ring = at_name(m, TVHEAP_A, g->cycle);
    for (uint32_t z = 0; z < TVHEAP_NAMES; z++) {
        if (z == TVHEAP_B) continue;  // what B reaches, it reaches before it comes to A
        tvl_f old = one(m, g->reach[z], m->x);
        tvl_f kept = tvl_ite(m->b, ring, other_way(m, g, z, cut), not(m, at_name(m, TVHEAP_A, g->reach[z])));
        update(m, g->reach[z], z == TVHEAP_A ? start : and(m, old, or (m, or (m, not(m, behind), start), kept)));
    }
    update(m, g->cycle, and(m, one(m, g->cycle, m->x), not(m, and(m, ring, behind))));
}

static void cut_several(struct making *m, const struct tvheap_group *g, uint32_t cut) {
    struct tvheap_vocabulary *v = m->v;
    tvl_f below = one(m, g->reach[TVHEAP_B], m->x);
    tvl_f spot = and(m, one(m, g->reach[TVHEAP_B], m->w), one(m, g->shared, m->w));
    tvl_f tree = not(m, tvl_quant(m->b, TVL_EXISTS, m->w, spot));
    tvl_f beside = and(m, and(m, name(m, TVHEAP_A, m->u), name(m, TVHEAP_B, m->w)), tvheap_edges(v, g->edges & ~cut, m->u, m->w));
    beside = tvl_quant(m->b, TVL_EXISTS, m->u, tvl_quant(m->b, TVL_EXISTS, m->w, beside));
    for (uint32_t z = 0; z < TVHEAP_NAMES; z++) {
        tvl_f old = one(m, g->reach[z], m->x), through = and(m, at_name(m, TVHEAP_A, g->reach[z]), below);
        tvl_f inside = tvl_quant(m->b, TVL_EXISTS, m->u, and(m, name(m, z, m->u), one(m, g->reach[TVHEAP_B], m->u)));
        tvl_f lost = tvl_ite(m->b, and(m, tree, not(m, inside)), tvl_const(m->b, TVL_TRUE), tvl_const(m->b, TVL_HALF));
        tvl_f kept = or (m, or (m, not(m, through), beside), or (m, other_way(m, g, z, cut), not(m, lost)));
        update(m, g->reach[z], and(m, old, kept));
    }
}

// The target of the pointer that is cut is shared still if it was heavy.
static void cut_shared(struct making *m, uint32_t target, uint32_t edges) {
    for (uint32_t i = 0; i < m->v->n_groups; i++) {
        const struct tvheap_group *g = &m->v->group[i];
        if (!(g->edges & edges)) continue;
        tvl_f was = one(m, g->shared, m->x), heavy = one(m, g->heavy, m->x), other = not(m, name(m, target, m->x));
        tvl_f still = and(m, heavy, tvheap_shared(m->v, g->edges, edges, m->x));
        update(m, g->shared, and(m, was, or (m, other, still)));
        update(m, g->heavy, and(m, heavy, or (m, other, tvl_const(m->b, TVL_HALF))));
    }
}

// A's field, which leads to B, becomes null; or it leads to A itself: then no way is lost.
static void cut(struct tvheap_vocabulary *v, uint32_t field, bool loop) {
    struct making m = begin(v, loop ? "cut loop" : "cut", loop ? &v->cut_loop[field] : &v->cut[field]);
    uint32_t edges = tvheap_edges_of(v, field);
    tvl_f other = not(&m, name(&m, TVHEAP_A, m.x));
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (edges >> i & 1) update(&m, v->edge[i].pred, and(&m, tvl_atom(m.b, v->edge[i].pred, m.x, m.y), other));
    for (uint32_t i = 0; i < v->n_groups; i++) {
        const struct tvheap_group *g = &v->group[i];
        if (loop && g->single && !(edges & ~g->edges)) update(&m, g->cycle, and(&m, one(&m, g->cycle, m.x), other));
        if (loop || !(g->edges & edges)) continue;
        if (g->single)
            cut_single(&m, g, edges);
        else
            cut_several(&m, g, edges);
    }
    cut_shared(&m, loop ? TVHEAP_A : TVHEAP_B, edges);
}

// ---- linking -----------------------------------------------------------------------------------------------------------------------------

// The target of a new pointer is shared if there was one before, heavy if it was shared.
static void link_shared(struct making *m, uint32_t target, uint32_t edge) {
    for (uint32_t i = 0; i < m->v->n_groups; i++) {
        const struct tvheap_group *g = &m->v->group[i];
        if (!(g->edges >> edge & 1)) continue;
        tvl_f before = tvl_quant(m->b, TVL_EXISTS, m->u, tvheap_edges(m->v, g->edges, m->u, m->x));
        update(m, g->heavy, or (m, one(m, g->heavy, m->x), and(m, name(m, target, m->x), one(m, g->shared, m->x))));
        update(m, g->shared, or (m, one(m, g->shared, m->x), and(m, name(m, target, m->x), before)));
    }
}

// A's field, which is null, gets a pointer to B; or to A itself.
static void link(struct tvheap_vocabulary *v, uint32_t edge, bool loop) {
    struct making m = begin(v, loop ? "link loop" : "link", loop ? &v->link_loop[edge] : &v->link[edge]);
    uint32_t pred = v->edge[edge].pred, target = loop ? TVHEAP_A : TVHEAP_B;
    update(&m, pred, or (&m, tvl_atom(m.b, pred, m.x, m.y), and(&m, name(&m, TVHEAP_A, m.x), name(&m, target, m.y))));
    for (uint32_t i = 0; i < v->n_groups; i++) {
        const struct tvheap_group *g = &v->group[i];
        if (!(g->edges >> edge & 1)) continue;
        tvl_f behind = one(&m, g->reach[TVHEAP_B], m.x);
        for (uint32_t z = 0; z < TVHEAP_NAMES && !loop; z++)
            if (z != TVHEAP_B)
                update(&m, g->reach[z], or (&m, one(&m, g->reach[z], m.x), and(&m, at_name(&m, TVHEAP_A, g->reach[z]), behind)));
        tvl_f closed = loop ? name(&m, TVHEAP_A, m.x) : and(&m, at_name(&m, TVHEAP_A, g->reach[TVHEAP_B]), behind);
        if (g->single) update(&m, g->cycle, or (&m, one(&m, g->cycle, m.x), closed));
    }
    link_shared(&m, target, edge);
}

// Nothing points to A any more, which points to nothing: who did holds a dangling pointer.
static void drop(struct tvheap_vocabulary *v) {
    struct making m = begin(v, "drop", &v->drop);
    for (uint32_t i = 0; i < v->n_edges; i++)
        update(&m, v->edge[i].pred, and(&m, tvl_atom(m.b, v->edge[i].pred, m.x, m.y), not(&m, name(&m, TVHEAP_A, m.y))));
    for (uint32_t f = 0; f < v->n_fields; f++) {
        tvl_f held = and(&m, tvheap_edges(v, tvheap_edges_of(v, f), m.x, m.u), name(&m, TVHEAP_A, m.u));
        update(&m, v->odd[f], or (&m, one(&m, v->odd[f], m.x), tvl_quant(m.b, TVL_EXISTS, m.u, held)));
    }
    for (uint32_t i = 0; i < v->n_groups; i++)
        update(&m, v->group[i].shared, and(&m, one(&m, v->group[i].shared, m.x), not(&m, name(&m, TVHEAP_A, m.x))));
    for (uint32_t i = 0; i < v->n_groups; i++)
        for (uint32_t z = 0; z < TVHEAP_NAMES; z++)
            if (z != TVHEAP_A)
                update(&m, v->group[i].reach[z], and(&m, one(&m, v->group[i].reach[z], m.x), not(&m, name(&m, TVHEAP_A, m.x))));
}

void tvheap_add_actions(struct tvheap_vocabulary *v) {
    for (uint32_t f = 0; f < v->n_fields; f++) {
        look(v, f);
        call(v, f);
        cut(v, f, false);
        cut(v, f, true);
    }
    for (uint32_t i = 0; i < v->n_edges; i++) {
        link(v, i, false);
        link(v, i, true);
    }
    for (uint32_t i = 0; i < v->n_data; i++) look_data(v, i);
    focus_reach(v);
    drop(v);
}
