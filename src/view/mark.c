// SPDX-License-Identifier: MIT
// What changed from one picture to the next.
#include "view/view.h"

struct marker {
    const struct view *a;   // before
    struct view *b;         // now
    uint32_t *of_a, *of_b;  // 1 + the partner's index, 0: none
    uint32_t *votes;        // by a, b: fields of paired nodes that lead to both
};

static bool same_text(const char *x, const char *y) {
    return (x == NULL) == (y == NULL) && (!x || strcmp(x, y) == 0);
}

static void pair(struct marker *m, uint32_t x, uint32_t y) {
    m->of_a[x] = y + 1;
    m->of_b[y] = x + 1;
}

// Surely the same: by key, or a call or variable of the same name that no other pair has.
static bool same_identity(const struct marker *m, uint32_t x, uint32_t y) {
    const struct view_node *p = &m->a->nodes.at[x], *q = &m->b->nodes.at[y];
    if (p->key || q->key) return p->key == q->key;
    if (p->storage == VIEW_CALL || q->storage == VIEW_CALL) return x == y && p->storage == q->storage && same_text(p->name, q->name);
    return p->name && p->storage == q->storage && same_text(p->name, q->name);
}

static void pair_known(struct marker *m) {
    for (uint32_t y = 0; y < m->b->nodes.n; y++)
        for (uint32_t x = 0; x < m->a->nodes.n && !m->of_b[y]; x++)
            if (!m->of_a[x] && same_identity(m, x, y)) pair(m, x, y);
}

static const struct view_field *partner_field(const struct marker *m, uint32_t x, const struct view_field *f) {
    const struct view_node *n = &m->a->nodes.at[x];
    for (uint32_t i = n->first; i < n->first + n->n; i++) {
        const struct view_field *g = &m->a->fields.at[i];
        if (g->offset == f->offset && (n->storage != VIEW_CALL || same_text(g->name, f->name))) return g;
    }
    return NULL;
}

static bool may_pair(const struct marker *m, uint32_t x, uint32_t y) {
    const struct view_node *p = &m->a->nodes.at[x], *q = &m->b->nodes.at[y];
    return !m->of_a[x] && !m->of_b[y] && !p->key && !q->key && p->storage == q->storage && p->size == q->size;
}

static void vote_field(struct marker *m, const struct view_field *f, const struct view_field *g) {
    for (uint32_t i = f->first; i < f->first + f->n; i++)
        for (uint32_t k = g->first; k < g->first + g->n; k++) {
            const struct view_value *u = &m->a->values.at[i], *w = &m->b->values.at[k];
            if (u->kind == VIEW_POINTER && w->kind == VIEW_POINTER && may_pair(m, u->node, w->node))
                m->votes[u->node * m->b->nodes.n + w->node]++;
        }
}

static void vote(struct marker *m) {
    memset(m->votes, 0, (size_t)m->a->nodes.n * m->b->nodes.n * sizeof *m->votes);
    for (uint32_t y = 0; y < m->b->nodes.n; y++) {
        const struct view_node *n = &m->b->nodes.at[y];
        for (uint32_t i = n->first; m->of_b[y] && i < n->first + n->n; i++) {
            const struct view_field *f = partner_field(m, m->of_b[y] - 1, &m->b->fields.at[i]);
            if (f) vote_field(m, f, &m->b->fields.at[i]);
        }
    }
}

// The pair with the most votes; false: there is none left.
static bool elect(struct marker *m) {
    size_t n = (size_t)m->a->nodes.n * m->b->nodes.n, best = n;
    for (size_t i = 0; i < n; i++)
        if (m->votes[i] && (best == n || m->votes[i] > m->votes[best])) best = i;
    if (best == n) return false;
    pair(m, (uint32_t)(best / m->b->nodes.n), (uint32_t)(best % m->b->nodes.n));
    return true;
}

static bool same_value(const struct marker *m, const struct view_value *u, const struct view_value *w) {
    if (u->kind != w->kind || u->maybe != w->maybe || u->bounded != w->bounded || u->lo != w->lo || u->hi != w->hi) return false;
    if (u->kind == VIEW_POINTER) return m->of_a[u->node] == w->node + 1 && u->end == w->end;
    return u->kind != VIEW_WORDS || same_text(u->words, w->words);
}

// A member that was not shown before is as the bytes without field were.
static bool is_rest(const struct view_node *n, const struct view_value *x) {
    if (!n->filled || x->kind == VIEW_POINTER) return false;
    return n->rest == x->kind || (n->rest == VIEW_NULL && x->kind == VIEW_NUMBER && x->bounded && !x->lo && !x->hi);
}

static bool same_field(const struct marker *m, const struct view_node *n, const struct view_field *f, const struct view_field *g) {
    bool same = f && f->n == g->n;
    if (!f) return g->n == 1 && is_rest(n, &m->b->values.at[g->first]);
    for (uint32_t i = 0; same && i < f->n; i++) same = same_value(m, &m->a->values.at[f->first + i], &m->b->values.at[g->first + i]);
    return same;
}

static void mark_node(struct marker *m, uint32_t y) {
    struct view_node *n = &m->b->nodes.at[y];
    n->fresh = !m->of_b[y];
    if (n->fresh) return;
    const struct view_node *p = &m->a->nodes.at[m->of_b[y] - 1];
    n->changed = n->life != p->life || n->shape != p->shape || n->least != p->least || n->maybe != p->maybe;
    for (uint32_t i = n->first; i < n->first + n->n; i++)
        m->b->fields.at[i].changed = !same_field(m, p, partner_field(m, m->of_b[y] - 1, &m->b->fields.at[i]), &m->b->fields.at[i]);
}

void view_mark(const struct view *before, struct view *now) {
    struct marker m = {before, now, NULL, NULL, NULL};
    m.of_a = calloc(before->nodes.n + 1, sizeof *m.of_a);
    m.of_b = calloc(now->nodes.n + 1, sizeof *m.of_b);
    m.votes = calloc((size_t)before->nodes.n * now->nodes.n + 1, sizeof *m.votes);
    if (!m.of_a || !m.of_b || !m.votes) base_out_of_memory();
    pair_known(&m);
    do vote(&m);
    while (elect(&m));
    for (uint32_t y = 0; y < now->nodes.n; y++) mark_node(&m, y);
    free(m.of_a);
    free(m.of_b);
    free(m.votes);
}
