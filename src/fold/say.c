// SPDX-License-Identifier: MIT
// Relations of edges in words.
//
// Of a summary, `#1` is any one of its blocks, `another #1` any other.  What is said holds for each choice of these.
#include "fold/fold.h"

enum { MOST_REMARKS = 40, MOST_EDGES = 64 };

struct speaker {
    struct fold *f;
    struct fold_base *base;
    const struct fold_draft *d;
    const fold_list *nodes;
    struct view *v;
    uint32_t edges[MOST_EDGES], n;      // that may be there or not; of those that go together, the first
    bool said[MOST_EDGES][MOST_EDGES];  // pairs that exclude each other and were said to
};

// ---- edges -------------------------------------------------------------------------------------------------------------------------

static void say_node(const struct speaker *s, uint32_t node, struct buf *out) {
    uint32_t i = s->d->frames.n + vec_find(s->nodes, &node);
    const char *name = i < s->v->nodes.n ? s->v->nodes.at[i].name : NULL;
    if (name)
        buf_str(out, name);
    else
        buf_printf(out, "#%u", i);
}

static const char *field_of(const struct speaker *s, struct fold_place p) {
    uint32_t i = vec_find(s->nodes, &p.node);
    const struct view_node *n = i < s->nodes->n ? &s->v->nodes.at[s->d->frames.n + i] : NULL;
    for (uint32_t k = n ? n->first : 0; n && k < n->first + n->n; k++)
        if (s->v->fields.at[k].offset == p.at) return s->v->fields.at[k].name;
    return NULL;
}

static void say_register(const struct speaker *s, uint32_t at, struct buf *out) {
    uint32_t i = s->d->frames.n;
    while (i > 1 && s->d->frames.at[i - 1].first_reg > at) i--;
    const struct ir_func *f = i ? &s->f->step.program->funcs.at[s->d->frames.at[i - 1].func] : NULL;
    uint32_t local = i ? at - s->d->frames.at[i - 1].first_reg : 0;
    const char *name = f && local < f->locals.n ? f->locals.at[local].name : NULL;
    if (name)
        buf_str(out, name);
    else
        buf_printf(out, "register %u", at);
}

static void say_place(const struct speaker *s, struct fold_place p, struct buf *out) {
    const char *field = field_of(s, p);
    if (p.node == FOLD_REGS) {
        say_register(s, p.at, out);
        return;
    }
    say_node(s, p.node, out);
    if (field && field[0])
        buf_printf(out, field[0] == '+' ? "%s" : ".%s", field);
    else if (p.at)
        buf_printf(out, "+%u", p.at);
}

static void say_edge(const struct speaker *s, uint32_t flag, struct buf *out) {
    const struct fold_flag *k = fold_flag_of(s->base, flag);
    if (k->kind == FOLD_IN) buf_str(out, "another ");
    say_place(s, (struct fold_place){k->node, k->at}, out);
    buf_str(out, k->kind == FOLD_OUT ? " -> another " : " -> ");
    if (k->kind == FOLD_EDGE && k->target == FOLD_FREED)
        buf_str(out, "freed");
    else if (k->kind == FOLD_EDGE && k->target == FOLD_GONE)
        buf_str(out, "gone");
    else
        say_node(s, k->kind == FOLD_EDGE ? k->target : k->node, out);
    if (k->kind == FOLD_EDGE && k->target > FOLD_GONE && k->offset) buf_printf(out, "+%u", k->offset);
}

static void add_remark(struct speaker *s, const char *intro, const fold_list *edges, const char *between) {
    struct buf text = {0};
    buf_str(&text, intro);
    for (uint32_t i = 0; i < edges->n; i++) {
        if (i) buf_str(&text, between);
        say_edge(s, edges->at[i], &text);
    }
    if (s->v->remarks.n < MOST_REMARKS) vec_push(&s->v->remarks, arena_strdup(&s->v->arena, buf_text(&text)));
    buf_free(&text);
}

// ---- relations ---------------------------------------------------------------------------------------------------------------------

static logic_fn where(const struct speaker *s, uint32_t flag) {
    return logic_and(s->base->logic, s->d->b, logic_var(s->base->logic, flag));
}

static bool exclude(const struct speaker *s, uint32_t x, uint32_t y) {
    return logic_disjoint(s->base->logic, where(s, x), logic_var(s->base->logic, y));
}

// A place has one value: that its edges exclude each other need not be said.
static bool of_one_place(const struct speaker *s, uint32_t x, uint32_t y) {
    const struct fold_flag *k = fold_flag_of(s->base, x), *m = fold_flag_of(s->base, y);
    return k->node == m->node && k->at == m->at && (k->kind == FOLD_IN) == (m->kind == FOLD_IN);
}

static void find_edges(struct speaker *s) {
    for (uint32_t i = 0; i < s->d->flags.n; i++) {
        uint32_t flag = s->d->flags.at[i];
        const struct fold_flag *k = fold_flag_of(s->base, flag);
        bool edge = k->kind == FOLD_EDGE || fold_is_pair(k);
        if (edge && s->n < MOST_EDGES && where(s, flag) != s->d->b && where(s, flag) != LOGIC_FALSE) s->edges[s->n++] = flag;
    }
}

// Edges that are there in the same vectors are said to be, and are one from then on.
static void say_together(struct speaker *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        fold_list same = {0};
        bool first = true;
        for (uint32_t k = 0; k < s->n; k++) {
            if (where(s, s->edges[k]) != where(s, s->edges[i])) continue;
            first &= k >= i;
            vec_push(&same, s->edges[k]);
        }
        if (first && same.n > 1) add_remark(s, "all or none of: ", &same, ", ");
        vec_free(&same);
    }
    for (uint32_t i = 0; i < s->n; i++) {
        bool first = true;
        for (uint32_t k = 0; k < n; k++) first &= where(s, s->edges[k]) != where(s, s->edges[i]);
        if (first) s->edges[n++] = s->edges[i];
    }
    s->n = n;
}

// As many edges as exclude each other, with the two given ones; one of them must be there if they cover all vectors.
static void say_one_of(struct speaker *s, uint32_t x, uint32_t y) {
    struct logic *l = s->base->logic;
    uint32_t members[MOST_EDGES] = {x, y}, n = 2;
    fold_list edges = {0};
    logic_fn any = LOGIC_FALSE;
    for (uint32_t k = 0; k < s->n; k++) {
        bool fits = k != x && k != y;
        for (uint32_t m = 0; m < n && fits; m++) fits = exclude(s, s->edges[k], s->edges[members[m]]);
        if (fits) members[n++] = k;
    }
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&edges, s->edges[members[i]]);
        any = logic_or(l, any, logic_var(l, s->edges[members[i]]));
        for (uint32_t k = 0; k < n; k++) s->said[members[i]][members[k]] = true;
    }
    add_remark(s, logic_leq(l, s->d->b, any) ? "exactly one of: " : "at most one of: ", &edges, ", ");
    vec_free(&edges);
}

static void say_exclusions(struct speaker *s) {
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = i + 1; k < s->n; k++)
            if (!s->said[i][k] && !of_one_place(s, s->edges[i], s->edges[k]) && exclude(s, s->edges[i], s->edges[k])) say_one_of(s, i, k);
}

static void say_needs(struct speaker *s) {
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = 0; k < s->n; k++) {
            if (i == k || !logic_leq(s->base->logic, where(s, s->edges[i]), logic_var(s->base->logic, s->edges[k]))) continue;
            add_remark(s, "", &(fold_list){(uint32_t[]){s->edges[i], s->edges[k]}, 2, 2}, " only with ");
        }
}

void fold_say_relations(struct fold *f, const struct fold_draft *d, const fold_list *nodes, struct view *v) {
    struct speaker s = {.f = f, .base = &f->base, .d = d, .nodes = nodes, .v = v};
    find_edges(&s);
    say_together(&s);
    say_exclusions(&s);
    say_needs(&s);
}
