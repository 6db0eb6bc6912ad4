// SPDX-License-Identifier: MIT
// Runs that are done become records.
#include <assert.h>

#include "kept/kept.h"

struct group {
    const uint32_t *runs;  // made together
    uint32_t n;
};
struct keeping {
    struct kept *k;
    struct group group;
    uint32_t run;
    struct kept_record r;
    struct intern texts;
};

static struct fix_run *run_at(const struct kept *k, uint32_t run) {
    return &k->t->f->graph.runs.at[run];
}

static bool is_inside(struct group g, uint32_t run) {
    for (uint32_t i = 0; i < g.n; i++)
        if (g.runs[i] == run) return true;
    return false;
}

// The place of a node among those of its run, which has a record.
static uint32_t number_of(const struct kept *k, uint32_t node) {
    const struct fix_record *r = run_at(k, k->t->f->graph.nodes.at[node].run)->record;
    uint32_t low = 0, high = r->nodes.n;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(r->nodes.at[middle] <= node ? &low : &high) = middle;
    }
    assert(r->nodes.at[low] == node);
    return low;
}

static uint32_t exit_of(const struct kept *k, uint32_t node) {
    const struct fix_run *r = run_at(k, k->t->f->graph.nodes.at[node].run);
    uint32_t i = 0;
    while (i < r->exits.n && r->exits.at[i] != node) i++;
    assert(i < r->exits.n);
    return i;
}

static uint32_t add_text(struct keeping *x, dom_state s) {
    const struct fix *f = x->k->t->f;
    assert(s);
    x->k->text.n = 0;
    f->dom->keep->print(f->d, s, &x->k->text);
    return intern_add(&x->texts, buf_text(&x->k->text));
}

static void add_callees(struct keeping *x) {
    const struct inter_run *r = &x->k->t->runs.at[x->run];
    for (uint32_t i = 0; i < r->callees.n; i++) {
        uint32_t run = r->callees.at[i].run;
        bool inside = is_inside(x->group, run);
        struct kept_callee c = {.func = x->k->digests->program->funcs.at[run_at(x->k, run)->func].name, .inside = inside};
        c.node = number_of(x->k, r->callees.at[i].node);
        c.when = r->callees.at[i].when;
        c.key = inside ? kept_run(x->k, run)->key : kept_ends(x->k, run);
        c.knew = kept_run(x->k, run)->knew;
        if (!inside) c.spent = fix_cost_minus(r->callees.at[i].spent, x->k->t->runs.at[x->group.runs[0]].cost.before);
        c.entry = inside ? FIX_NONE : add_text(x, run_at(x->k, run)->entry);
        vec_push(&x->r.callees, c);
    }
}

static uint32_t callee_of(const struct keeping *x, uint32_t via) {
    const struct inter_run *r = &x->k->t->runs.at[x->run];
    uint32_t i = 0, run = x->k->t->f->graph.nodes.at[via].run;
    while (i < r->callees.n && r->callees.at[i].run != run) i++;
    assert(i < r->callees.n);
    return i;
}

static void add_node(struct keeping *x, uint32_t node) {
    const struct fix_node *n = &x->k->t->f->graph.nodes.at[node];
    struct kept_node to = {.point = n->point, .parent = FIX_NONE, .callee = FIX_NONE, .via = FIX_NONE, .text = FIX_NONE, .gone = n->gone, .exact = n->exact};
    if (n->parent != FIX_NONE) to.parent = number_of(x->k, n->parent);
    if (n->via != FIX_NONE) {
        to.callee = callee_of(x, n->via);
        to.via = x->r.callees.at[to.callee].inside ? number_of(x->k, n->via) : exit_of(x->k, n->via);
    }
    vec_push(&x->r.nodes, to);
}

// The states from a node back to the entry.
static void add_states(struct keeping *x, uint32_t number) {
    for (uint32_t i = number; i != FIX_NONE && x->r.nodes.at[i].text == FIX_NONE; i = x->r.nodes.at[i].parent) {
        dom_state s = x->k->t->f->graph.nodes.at[run_at(x->k, x->run)->record->nodes.at[i]].state;
        if (s) x->r.nodes.at[i].text = add_text(x, s);
    }
}

static void add_all_states(struct keeping *x) {
    const struct fix_run *run = run_at(x->k, x->run);
    x->r.nodes.at[0].text = add_text(x, run->entry);
    for (uint32_t i = 0; i < run->exits.n; i++) {
        vec_push(&x->r.exits, number_of(x->k, run->exits.at[i]));
        add_states(x, vec_last(&x->r.exits));
    }
    for (uint32_t i = 0; i < x->r.callees.n; i++) add_states(x, x->r.callees.at[i].node);
    for (uint32_t i = 0; i < x->texts.text.n; i++) {
        const char *text = x->texts.text.at[i];
        vec_push(&x->r.texts, (struct kept_text){text, (uint32_t)strlen(text)});
    }
}

// Are the entry, the exits and the entries of calls what their texts say?
static bool is_faithful(const struct keeping *x) {
    const struct fix *f = x->k->t->f;
    const struct fix_run *run = run_at(x->k, x->run);
    const struct inter_run *calls = &x->k->t->runs.at[x->run];
    if (kept_parse(x->k, &x->r, x->r.nodes.at[0].text) != run->entry) return false;
    for (uint32_t i = 0; i < run->exits.n; i++)
        if (kept_parse(x->k, &x->r, x->r.nodes.at[x->r.exits.at[i]].text) != f->graph.nodes.at[run->exits.at[i]].state) return false;
    for (uint32_t i = 0; i < x->r.callees.n; i++) {
        const struct kept_callee *c = &x->r.callees.at[i];
        if (!c->inside && kept_parse(x->k, &x->r, c->entry) != run_at(x->k, calls->callees.at[i].run)->entry) return false;
    }
    return true;
}

static void describe_costs(struct keeping *x) {
    const struct inter_cost *cost = &x->k->t->runs.at[x->run].cost;
    x->r.entered = cost->entered;
    x->r.cost = inter_cost_of(x->k->t, x->run);
    x->r.fix_limits = cost->fix_limits & ~(1u << FIX_LIMIT_DISCARD);
    x->r.inter_limits = cost->inter_limits;
    x->r.noted = cost->noted;
}

// Its record goes to *out; false: it cannot be written.
static bool describe(struct kept *k, struct group g, uint32_t number, struct buf *out) {
    const struct fix *f = k->t->f;
    uint32_t run = g.runs[number];
    const struct fix_run *r = run_at(k, run);
    struct keeping x = {.k = k, .group = g, .run = run, .r = {.key = kept_run(k, run)->key, .ends = kept_ends(k, run), .head = number == 0}};
    describe_costs(&x);
    x.r.met = r->record->met;
    x.r.n_met = f->program->funcs.at[r->func].instrs.n / 8 + 1;
    x.r.knew = kept_run(k, run)->knew;
    x.r.knows = kept_known(k);
    add_callees(&x);
    for (uint32_t i = 0; i < r->record->nodes.n; i++) add_node(&x, r->record->nodes.at[i]);
    add_all_states(&x);
    bool faithful = is_faithful(&x);
    if (faithful) kept_record_write(&x.r, out);
    kept_record_free(&x.r);
    intern_free(&x.texts);
    return faithful;
}

static bool is_clean(const struct kept *k, struct group g) {
    for (uint32_t i = 0; i < g.n; i++)
        if (run_at(k, g.runs[i])->record->tainted) return false;
    return true;
}

void kept_done(void *self, struct inter *t, const uint32_t *runs, uint32_t n) {
    struct kept *k = self;
    struct group g = {runs, n};
    k->t = t;
    if (t->f->stopped || !is_clean(k, g)) return;
    struct buf *records = calloc(n, sizeof *records);
    if (!records) base_out_of_memory();
    bool good = true;
    struct buf kin = {0};
    for (uint32_t i = 0; i < n && good; i++) {
        cache_item_key(&kin, kept_bundle_of(k, run_at(k, runs[i])->func)->key);
        good = describe(k, g, i, &records[i]);
    }
    if (good) kept_record_join(records, n, &kin);
    buf_free(&kin);
    for (uint32_t i = 0; i < n; i++) {
        struct kept_bundle *b = kept_bundle_of(k, run_at(k, runs[i])->func);
        b->news |= good;
        if (good) buf_add(&b->fresh, records[i].text, records[i].n);
        buf_free(&records[i]);
    }
    free(records);
}
