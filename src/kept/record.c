// SPDX-License-Identifier: MIT
#include "kept/record.h"

// One function for each part, used in both directions: what is written is what is read.
struct stream {
    struct buf *out;  // NULL: it is read
    const char *at, *end;
    bool bad;
};

static void bytes(struct stream *s, void *p, size_t n) {
    if (s->out) {
        buf_add(s->out, p, n);
        return;
    }
    s->bad |= (size_t)(s->end - s->at) < n;
    if (s->bad) return;
    memcpy(p, s->at, n);
    s->at += n;
}

static void word(struct stream *s, uint32_t *x) {
    bytes(s, x, sizeof *x);
}

static void text(struct stream *s, struct kept_text *t) {
    word(s, &t->n);
    if (s->out) {
        buf_add(s->out, t->at, t->n);
        buf_char(s->out, 0);
        return;
    }
    s->bad |= s->bad || (size_t)(s->end - s->at) <= t->n || s->at[t->n];
    if (s->bad) return;
    t->at = s->at;
    s->at += t->n + 1;
}

static void name(struct stream *s, const char **x) {
    struct kept_text t = {*x, s->out ? (uint32_t)strlen(*x) : 0};
    text(s, &t);
    *x = s->bad ? "" : t.at;
    s->bad |= strlen(*x) != t.n;
}

// How many follow, each of at least so many bytes.
static uint32_t count(struct stream *s, uint32_t n, size_t least) {
    word(s, &n);
    s->bad |= !s->out && !s->bad && n > (size_t)(s->end - s->at) / least;
    return s->bad ? 0 : n;
}

static void callee(struct stream *s, struct kept_callee *c) {
    name(s, &c->func);
    word(s, &c->inside);
    bytes(s, &c->key, sizeof c->key);
    word(s, &c->node);
    word(s, &c->when);
    word(s, &c->entry);
    bytes(s, &c->spent, sizeof c->spent);
    name(s, &c->knew);
}

enum { GONE = 1, EXACT = 2 };

static void node(struct stream *s, struct kept_node *n) {
    uint32_t flags = (n->gone ? GONE : 0) | (n->exact ? EXACT : 0);
    word(s, &n->point);
    word(s, &n->parent);
    word(s, &n->callee);
    word(s, &n->via);
    word(s, &n->text);
    word(s, &flags);
    n->gone = flags & GONE;
    n->exact = flags & EXACT;
}

static void head(struct stream *s, struct kept_record *r) {
    bytes(s, &r->group, sizeof r->group);  // first: it is put in when all are written
    bytes(s, &r->key, sizeof r->key);
    bytes(s, &r->ends, sizeof r->ends);
    word(s, &r->head);
    word(s, &r->entered);
    word(s, &r->fix_limits);
    word(s, &r->inter_limits);
    bytes(s, &r->noted, sizeof r->noted);
    bytes(s, &r->cost, sizeof r->cost);
    name(s, &r->knew);
    name(s, &r->knows);
}

#define EACH(s, v, least, one)                                            \
    do {                                                                  \
        uint32_t n_ = count((s), (v)->n, (least));                        \
        for (uint32_t i_ = 0; i_ < n_ && !(s)->bad; i_++) {               \
            if (!(s)->out) (void)vec_add(v);                              \
            one((s), &(v)->at[i_]);                                       \
        }                                                                 \
    } while (0)

static void whole(struct stream *s, struct kept_record *r) {
    struct kept_text met = {(const char *)r->met, r->n_met};
    head(s, r);
    EACH(s, &r->callees, sizeof(struct cache_key), callee);
    EACH(s, &r->nodes, 6 * sizeof(uint32_t), node);
    EACH(s, &r->exits, sizeof(uint32_t), word);
    EACH(s, &r->texts, sizeof(uint32_t), text);
    text(s, &met);
    r->met = (const uint8_t *)met.at;
    r->n_met = met.n;
}

// Does every number name something that is there?
static bool makes_sense(const struct kept_record *r) {
    if (!r->nodes.n || r->nodes.n != r->cost.nodes || r->nodes.at[0].parent != FIX_NONE || r->nodes.at[0].text >= r->texts.n) return false;
    for (uint32_t i = 0; i < r->nodes.n; i++) {
        const struct kept_node *n = &r->nodes.at[i];
        if ((i && n->parent >= i) || (n->text != FIX_NONE && n->text >= r->texts.n)) return false;
        if (n->callee != FIX_NONE && (n->callee >= r->callees.n || !i)) return false;
    }
    for (uint32_t i = 0; i < r->callees.n; i++)
        if (r->callees.at[i].node >= r->nodes.n || (!r->callees.at[i].inside && r->callees.at[i].entry >= r->texts.n)) return false;
    for (uint32_t i = 0; i < r->exits.n; i++)
        if (r->exits.at[i] >= r->nodes.n || r->nodes.at[r->exits.at[i]].text == FIX_NONE) return false;
    return true;
}

void kept_record_write(const struct kept_record *r, struct buf *out) {
    struct stream s = {.out = out};
    struct kept_record copy = *r;
    whole(&s, &copy);
}

void kept_record_join(struct buf *records, uint32_t n, const struct buf *kin) {
    struct buf all = {0};
    buf_add(&all, buf_text(kin), kin->n);
    for (uint32_t i = 0; i < n; i++) buf_add(&all, records[i].text, records[i].n);
    struct cache_key group = cache_hash(all.text, all.n);
    for (uint32_t i = 0; i < n; i++) memcpy(records[i].text, &group, sizeof group);
    buf_free(&all);
}

bool kept_record_read(struct kept_record *r, const char **at, const char *end) {
    struct stream s = {.at = *at, .end = end};
    *r = (struct kept_record){0};
    whole(&s, r);
    bool good = !s.bad && makes_sense(r);
    r->bytes = (struct kept_text){*at, (uint32_t)(s.at - *at)};
    if (good) *at = s.at;
    if (!good) kept_record_free(r);
    return good;
}

void kept_record_free(struct kept_record *r) {
    vec_free(&r->callees);
    vec_free(&r->nodes);
    vec_free(&r->exits);
    vec_free(&r->texts);
}
