// SPDX-License-Identifier: MIT
// Constraints: what holds in every heap, in words of the predicates.
#include "tvheap/vocabulary.h"

struct making {
    struct tvheap_vocabulary *v;
    struct tvl_build *b;
    uint32_t x, y, z;  // variables
};

static void rule(struct making *m, tvl_f body, tvl_f head) {
    vec_push(&m->v->spec.constraint, (struct tvl_constraint){body, head, "what holds in every heap"});
}

// The conjuncts cannot all be 1: where all but one are, that one is 0.  The last `fixed` of them are never concluded.
static void clause(struct making *m, const tvl_f *f, uint32_t n, uint32_t fixed) {
    for (uint32_t h = 0; h + fixed < n; h++) {
        tvl_f body = tvl_const(m->b, TVL_TRUE);
        for (uint32_t i = 0; i < n; i++)
            if (i != h) body = tvl_and(m->b, body, f[i]);
        rule(m, body, tvl_not(m->b, f[h]));
    }
}

static tvl_f one(struct making *m, uint32_t pred, uint32_t x) {
    return tvl_atom(m->b, pred, x, TVL_NONE);
}

static tvl_f not(struct making * m, tvl_f f) {
    return tvl_not(m->b, f);
}

static tvl_f and_not_equal(struct making *m, tvl_f edge_to_z) {
    return tvl_and(m->b, edge_to_z, not(m, tvl_eq(m->b, m->y, m->z)));
}

// A field holds one thing.
static void one_value(struct making *m) {
    struct tvheap_vocabulary *v = m->v;
    for (uint32_t i = 0; i < v->n_edges; i++) {
        tvl_f edge = tvl_atom(m->b, v->edge[i].pred, m->x, m->y);
        clause(m, (tvl_f[]){edge, one(m, v->odd[v->edge[i].field], m->x)}, 2, 0);
        for (uint32_t k = 0; k < i; k++)
            if (v->edge[k].field == v->edge[i].field) clause(m, (tvl_f[]){edge, tvl_atom(m->b, v->edge[k].pred, m->x, m->z)}, 2, 0);
    }
}

// Blocks have the fields of their sort, and are pointed to where they have places.
static void sorts(struct making *m) {
    struct tvheap_vocabulary *v = m->v;
    for (uint32_t k = 0; k < v->n_sorts; k++) {
        tvl_f here = one(m, v->sort_pred[k], m->x), there = one(m, v->sort_pred[k], m->y);
        for (uint32_t i = 0; i < v->n_edges; i++) {
            tvl_f edge = tvl_atom(m->b, v->edge[i].pred, m->x, m->y);
            if (tvheap_field_offset(v, v->edge[i].field, k) == TVHEAP_NOWHERE) clause(m, (tvl_f[]){edge, here}, 2, 1);
            if (v->place[v->edge[i].target][k] == TVHEAP_NOWHERE) clause(m, (tvl_f[]){edge, there}, 2, 1);
        }
    }
}

static bool same_place(const struct tvheap_datum *a, const struct tvheap_datum *b) {
    return a->offset == b->offset && a->size == b->size;
}

// The number at a place is in one of the ranges.
static void one_number(struct making *m) {
    struct tvheap_vocabulary *v = m->v;
    for (uint32_t i = 0; i < v->n_data; i++) {
        tvl_f none = tvl_const(m->b, TVL_TRUE);
        for (uint32_t k = 0; k < v->n_data; k++) {
            if (k == i || !same_place(&v->data[i].is, &v->data[k].is)) continue;
            none = tvl_and(m->b, none, not(m, one(m, v->data[k].pred, m->x)));
            if (k < i) clause(m, (tvl_f[]){one(m, v->data[i].pred, m->x), one(m, v->data[k].pred, m->x)}, 2, 0);
        }
        rule(m, none, one(m, v->data[i].pred, m->x));
    }
}

// A field that holds the address of a function is odd, and holds that of no other.
static void one_function(struct making *m) {
    struct tvheap_vocabulary *v = m->v;
    for (uint32_t i = 0; i < v->n_codes; i++) {
        clause(m, (tvl_f[]){one(m, v->code[i].pred, m->x), not(m, one(m, v->odd[v->code[i].field], m->x))}, 2, 0);
        for (uint32_t k = 0; k < i; k++)
            if (v->code[i].field == v->code[k].field)
                clause(m, (tvl_f[]){one(m, v->code[i].pred, m->x), one(m, v->code[k].pred, m->x)}, 2, 0);
    }
}

static void reach(struct making *m, const struct tvheap_group *g, uint32_t k) {
    struct tvheap_vocabulary *v = m->v;
    tvl_f name = one(m, v->name[k], m->x), here = one(m, g->reach[k], m->x), there = one(m, g->reach[k], m->y);
    clause(m, (tvl_f[]){name, not(m, here)}, 2, 0);
    for (uint32_t i = 0; i < v->n_edges; i++) {
        if (!(g->edges >> i & 1)) continue;
        tvl_f edge = tvl_atom(m->b, v->edge[i].pred, m->x, m->y);
        clause(m, (tvl_f[]){here, edge, not(m, there)}, 3, 0);
        // Who has one pointer to it and is reached, is reached by way of that.
        clause(m, (tvl_f[]){there, not(m, one(m, v->name[k], m->y)), edge, not(m, here), not(m, one(m, g->shared, m->y))}, 5, 1);
    }
    // What is reached is the start, or there is a way of what is reached.
    uint32_t p = tvl_fresh(m->b), q = tvl_fresh(m->b);
    tvl_f step = tvl_and(m->b, tvheap_edges(v, g->edges, p, q), one(m, g->reach[k], q));
    tvl_f way = tvl_quant(m->b, TVL_EXISTS, m->y, tvl_and(m->b, one(m, v->name[k], m->y), tvl_tc(m->b, m->y, m->x, p, q, step)));
    rule(m, tvl_and(m->b, not(m, name), not(m, way)), not(m, here));
}

// What is reached from a name that is reached.  Only of the names that actions work on: the number of pairs would be large.
static void reach_on(struct making *m, const struct tvheap_group *g, uint32_t j, uint32_t k) {
    struct tvheap_vocabulary *v = m->v;
    tvl_f meet = tvl_and(m->b, one(m, g->reach[j], m->x), one(m, v->name[k], m->x));
    clause(m, (tvl_f[]){one(m, g->reach[k], m->y), not(m, one(m, g->reach[j], m->y)), tvl_quant(m->b, TVL_EXISTS, m->x, meet)}, 3, 1);
    if (!g->single) return;
    // j is followed by k: what is behind j is k or behind that.
    tvl_f follow = tvl_and(m->b, tvl_and(m->b, one(m, v->name[j], m->x), one(m, v->name[k], m->z)), tvheap_edges(v, g->edges, m->x, m->z));
    follow = tvl_quant(m->b, TVL_EXISTS, m->x, tvl_quant(m->b, TVL_EXISTS, m->z, follow));
    clause(m, (tvl_f[]){one(m, g->reach[j], m->y), not(m, one(m, g->reach[k], m->y)), not(m, one(m, v->name[j], m->y)), follow}, 4, 2);
}

// Who is not shared has one pointer to it at most.
static void unshared(struct making *m, const struct tvheap_group *g) {
    struct tvheap_vocabulary *v = m->v;
    tvl_f alone = not(m, one(m, g->shared, m->y)), differ = not(m, tvl_eq(m->b, m->x, m->z));
    for (uint32_t i = 0; i < v->n_edges; i++)
        for (uint32_t k = 0; k <= i; k++) {
            if (!(g->edges >> i & 1) || !(g->edges >> k & 1)) continue;
            tvl_f one_edge = tvl_atom(m->b, v->edge[i].pred, m->x, m->y);
            clause(m, (tvl_f[]){one_edge, tvl_atom(m->b, v->edge[k].pred, m->z, m->y), differ, alone}, 4, 1);
            if (v->edge[i].field != v->edge[k].field)
                clause(m, (tvl_f[]){one_edge, tvl_atom(m->b, v->edge[k].pred, m->x, m->y), alone}, 3, 1);
        }
}

// Who is not heavy has two pointers to it at most.
static void not_heavy(struct making *m, const struct tvheap_group *g) {
    struct tvheap_vocabulary *v = m->v;
    enum { FEW = 8 };
    uint32_t from[3] = {m->x, m->z, tvl_fresh(m->b)}, e[3];
    if (__builtin_popcount(g->edges) > FEW) return;
    for (e[0] = 0; e[0] < v->n_edges; e[0]++)
        for (e[1] = 0; e[1] <= e[0]; e[1]++)
            for (e[2] = 0; e[2] <= e[1]; e[2]++) {
                tvl_f f[7];
                uint32_t n = 3;
                bool inside = g->edges >> e[0] & g->edges >> e[1] & g->edges >> e[2] & 1;
                for (uint32_t i = 0; i < 3; i++) {
                    f[i] = tvl_atom(m->b, v->edge[e[i]].pred, from[i], m->y);
                    uint32_t k = (i + 1) % 3;
                    if (v->edge[e[i]].field == v->edge[e[k]].field) f[n++] = not(m, tvl_eq(m->b, from[i], from[k]));
                }
                f[n++] = not(m, one(m, g->heavy, m->y));
                if (inside) clause(m, f, n, n - 3);
            }
}

// A field that leads somewhere leads to the only block that it can lead to.
static void one_target(struct making *m) {
    struct tvheap_vocabulary *v = m->v;
    for (uint32_t i = 0; i < v->n_edges; i++) {
        uint32_t others = tvheap_edges_of(v, v->edge[i].field) & ~(1u << i);
        tvl_f elsewhere = and_not_equal(m, tvl_atom(m->b, v->edge[i].pred, m->x, m->z));
        elsewhere = tvl_quant(m->b, TVL_EXISTS, m->z, tvl_or(m->b, elsewhere, tvheap_edges(v, others, m->x, m->z)));
        tvl_f leads = one(m, v->leads[v->edge[i].field], m->x);
        rule(m, tvl_and(m->b, leads, not(m, elsewhere)), tvl_atom(m->b, v->edge[i].pred, m->x, m->y));
    }
}

static void cycles(struct making *m, const struct tvheap_group *g) {
    struct tvheap_vocabulary *v = m->v;
    tvl_f here = one(m, g->cycle, m->x), there = one(m, g->cycle, m->y);
    for (uint32_t i = 0; i < v->n_edges; i++) {
        if (!(g->edges >> i & 1)) continue;
        tvl_f edge = tvl_atom(m->b, v->edge[i].pred, m->x, m->y);
        clause(m, (tvl_f[]){here, edge, not(m, there)}, 3, 0);
        clause(m, (tvl_f[]){there, edge, not(m, here), not(m, one(m, g->shared, m->y))}, 4, 1);
    }
    tvl_f on = tvl_quant(m->b, TVL_EXISTS, m->y, tvl_and(m->b, there, tvheap_edges(v, g->edges, m->x, m->y)));
    rule(m, not(m, on), not(m, here));
}

// What a smaller group reaches, a larger one does.
static void nested(struct making *m, const struct tvheap_group *small, const struct tvheap_group *large) {
    if (small == large || small->edges & ~large->edges) return;
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        clause(m, (tvl_f[]){one(m, small->reach[k], m->x), not(m, one(m, large->reach[k], m->x))}, 2, 0);
    clause(m, (tvl_f[]){one(m, small->shared, m->x), not(m, one(m, large->shared, m->x))}, 2, 0);
}

void tvheap_add_constraints(struct tvheap_vocabulary *v) {
    struct tvl_build *b = &v->spec.build;
    struct making m = {v, b, tvl_fresh(b), tvl_fresh(b), tvl_fresh(b)};
    one_value(&m);
    sorts(&m);
    one_target(&m);
    one_number(&m);
    one_function(&m);
    for (uint32_t i = 0; i < v->n_groups; i++) {
        const struct tvheap_group *g = &v->group[i];
        for (uint32_t k = 0; k < TVHEAP_NAMES; k++) {
            reach(&m, g, k);
            for (uint32_t j = TVHEAP_A; j <= TVHEAP_B; j++) {
                if (k != j) reach_on(&m, g, j, k);
                if (k > TVHEAP_B) reach_on(&m, g, k, j);
            }
        }
        unshared(&m, g);
        not_heavy(&m, g);
        clause(&m, (tvl_f[]){one(&m, g->heavy, m.x), not(&m, one(&m, g->shared, m.x))}, 2, 0);
        if (g->single) cycles(&m, g);
        for (uint32_t k = 0; k < v->n_groups; k++) nested(&m, g, &v->group[k]);
    }
}
