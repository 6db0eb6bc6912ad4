// SPDX-License-Identifier: MIT
#include "kept/kept.h"

#include <assert.h>

struct kept_run *kept_run(struct kept *k, uint32_t run) {
    while (k->runs.n <= run) (void)vec_add(&k->runs);
    return &k->runs.at[run];
}

const char *kept_known(struct kept *k) {
    const struct fix *f = k->t->f;
    k->text.n = 0;
    f->dom->keep->knowledge(f->d, &k->text);
    uint32_t number = intern_add(&k->known, buf_text(&k->text));
    return k->known.text.at[number];
}

struct cache_key kept_key(struct kept *k, const struct inter_start *from) {
    const struct fix *f = k->t->f;
    const char *known = kept_known(k);
    k->text.n = 0;
    f->dom->keep->print(f->d, from->entry, &k->text);
    buf_str(&k->text, from->exact ? ";exact;" : ";joined;");
    buf_str(&k->text, known);
    k->asked = *from;
    return k->key = cache_hash(k->text.text, k->text.n);
}

dom_state kept_parse(const struct kept *k, const struct kept_record *r, uint32_t text) {
    const struct fix *f = k->t->f;
    struct buf error = {0};
    if (text == FIX_NONE) return DOM_NONE;
    dom_state s = f->dom->keep->parse(f->d, r->texts.at[text].at, r->texts.at[text].n, &error);
    buf_free(&error);
    return s;
}

struct cache_key kept_ends(struct kept *k, uint32_t run) {
    const struct fix *f = k->t->f;
    const struct fix_run *r = &f->graph.runs.at[run];
    struct buf all = {0};
    assert(r->done);
    if (kept_run(k, run)->ended) return kept_run(k, run)->ends;
    for (uint32_t i = 0; i < r->exits.n; i++) {
        k->text.n = 0;
        f->dom->keep->print(f->d, f->graph.nodes.at[r->exits.at[i]].state, &k->text);
        buf_str(&k->text, f->graph.nodes.at[r->exits.at[i]].exact ? ";exact" : ";joined");
        cache_item(&all, buf_text(&k->text));
    }
    kept_run(k, run)->ended = true;
    kept_run(k, run)->ends = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    return kept_run(k, run)->ends;
}

static void begun(void *self, struct inter *t, uint32_t run) {
    struct kept *k = self;
    const struct fix_run *r = &t->f->graph.runs.at[run];
    struct inter_start from = {r->func, r->entry, t->f->graph.nodes.at[r->first].exact};
    k->t = t;
    bool asked = k->asked.func == from.func && k->asked.entry == from.entry && k->asked.exact == from.exact;
    struct cache_key key = asked ? k->key : kept_key(k, &from);
    kept_run(k, run)->key = key;
    kept_run(k, run)->keyed = true;
    kept_run(k, run)->knew = kept_known(k);
}

static dom_state fetch(void *self, uint32_t node) {
    struct kept *k = self;
    struct fix_node *n = &k->t->f->graph.nodes.at[node];
    const struct kept_record *r = kept_run(k, n->run)->record;
    if (r && n->state == DOM_NONE) n->state = kept_parse(k, r, r->nodes.at[node - k->t->f->graph.runs.at[n->run].first].text);
    return n->state;
}

static void used(void *self, struct inter *t, uint32_t run) {
    struct kept *k = self;
    k->t = t;
    if (!kept_run(k, run)->record) return;
    for (uint32_t i = 0; i < t->f->graph.runs.at[run].exits.n; i++)
        if (!fetch(k, t->f->graph.runs.at[run].exits.at[i])) fix_stop(t->f, "what is kept of a function cannot be read");
}

void kept_begin(struct kept *k, struct cache *cache, const struct buf *context, const struct ir_digests *digests, const kept_keys *refused, struct fix *f) {
    struct buf all = {0};
    assert(f->dom->keep && f->options.remember && f->dom->call->local);
    *k = (struct kept){.cache = cache, .digests = digests, .refused = refused};
    k->memory = (struct inter_memory){.self = k,
                                      .recall = kept_recall,
                                      .call = kept_call,
                                      .confirms = kept_confirms,
                                      .adopt = kept_adopt,
                                      .drop = kept_drop,
                                      .begun = begun,
                                      .used = used,
                                      .done = kept_done};
    cache_item(&all, buf_text(context));
    cache_item(&all, f->dom->name);
    f->dom->keep->world(f->d, &all);
    k->context = cache_hash(all.text, all.n);
    buf_free(&all);
    k->bundles = calloc(digests->program->funcs.n + 1, sizeof *k->bundles);
    if (!k->bundles) base_out_of_memory();
    f->fetch = fetch;
    f->memory = k;
}

void kept_end(struct kept *k, struct fix *f) {
    for (uint32_t i = 0; i < k->digests->program->funcs.n; i++) kept_bundle_end(k, i);
    f->fetch = NULL;
    free(k->bundles);
    vec_free(&k->runs);
    buf_free(&k->text);
    intern_free(&k->known);
}
