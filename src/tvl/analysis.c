// SPDX-License-Identifier: MIT
#include "tvl/analysis.h"

#include "tvl/subheap.h"

// ---- the order of locations -----------------------------------------------------------------------------------------------------------

static void visit(struct tvl_analysis *a, uint32_t location, uint8_t *seen, uint32_t *next) {
    seen[location] = 1;
    const struct tvl_location *p = &a->location[location];
    for (uint32_t i = p->edge.n; i-- > 0;) {
        uint32_t to = a->m->spec->edge.at[p->edge.at[i]].to;
        if (!seen[to]) visit(a, to, seen, next);
    }
    a->order[--*next] = location;
}

static void rank(struct tvl_analysis *a) {
    const struct tvl_spec *s = a->m->spec;
    uint32_t n = s->location.text.n, next = n;
    uint8_t *seen = calloc(n, 1);
    if (!seen) base_out_of_memory();
    for (uint32_t i = 0; i < s->edge.n; i++) vec_push(&a->location[s->edge.at[i].from].edge, i);
    a->order = ARENA_ARRAY(&a->arena, uint32_t, n);
    visit(a, s->edge.at[0].from, seen, &next);
    for (uint32_t i = 0; i < n; i++)
        if (!seen[i]) visit(a, i, seen, &next);
    free(seen);
}

void tvl_analysis_init(struct tvl_analysis *a, struct tvl_machine *m, enum tvl_merge merge) {
    *a = (struct tvl_analysis){.m = m, .merge = merge};
    a->decomposed = m->spec->part.n && !m->options.whole;
    a->n_parts = a->decomposed ? m->spec->part.n : 1;
    a->place = calloc((size_t)m->spec->location.text.n * a->n_parts, sizeof *a->place);
    a->location = calloc(m->spec->location.text.n, sizeof *a->location);
    a->between = calloc(m->spec->edge.n, sizeof *a->between);
    if (!a->place || !a->location || !a->between) base_out_of_memory();
    a->scratch = arena_alloc(&a->arena, sizeof *a->scratch + tvl_sealed_words(m->vocab, TVL_MAX) * sizeof(tvl_set));
    rank(a);
}

void tvl_analysis_free(struct tvl_analysis *a) {
    for (uint32_t i = 0; i < a->m->spec->location.text.n * a->n_parts; i++) tvl_place_free(&a->place[i]);
    for (uint32_t i = 0; i < a->m->spec->location.text.n; i++) vec_free(&a->location[i].edge);
    for (uint32_t i = 0; i < a->m->spec->edge.n; i++) {
        uint32_t n = a->between[i] ? a->n_parts * a->m->code.at[a->m->spec->edge.at[i].action].combiner.n : 0;
        for (uint32_t k = 0; k < n; k++) tvl_place_free(&a->between[i][k]);
        free(a->between[i]);
    }
    free(a->between);
    free(a->location);
    free(a->place);
    vec_free(&a->finding);
    arena_free(&a->arena);
}

// A structure arrives at a location (by e; NULL: it is given): whole, or the subheap of each part that it is a result for.  d is used up.
static void arrive(struct tvl_analysis *a, uint32_t location, const struct tvl_edge *e, struct tvl_draft *d, bool sharp) {
    struct tvl_machine *m = a->m;
    if (!a->decomposed) {
        bool merged = tvl_blur(m, d, TVL_NONE);
        tvl_place_put(a, tvl_place_of(a, location, 0), d, sharp && !merged);
        a->made++;
    }
    for (uint32_t i = 0; i < a->n_parts && a->decomposed; i++) {
        if (!(a->combiner.results >> i & 1)) continue;
        struct tvl_draft *copy = tvl_take(m);
        tvl_draft_copy(m->vocab, copy, d);
        bool described = tvl_project(m, i, copy);
        if (described && e && m->options.two_level && a->combiner.named)
            tvl_agree(a, e, i, copy);
        else if (described)
            tvl_place_put(a, tvl_place_of(a, location, i), copy, false);
        tvl_give(m, copy);
        a->made++;
    }
    tvl_give(m, d);
}

// What breaks a constraint describes nothing, and nothing would be analysed.
static bool describes(struct tvl_analysis *a, const struct tvl_draft *d) {
    struct tvl_draft *copy = tvl_take(a->m);
    tvl_draft_copy(a->m->vocab, copy, d);
    bool yes = tvl_coerce(a->m, copy, a->m->all_rules);
    tvl_give(a->m, copy);
    return yes;
}

void tvl_analysis_add(struct tvl_analysis *a, uint32_t location, const struct tvl_draft *d) {
    struct tvl_draft *copy = tvl_take(a->m);
    tvl_draft_copy(a->m->vocab, copy, d);
    tvl_parts_fill(a->m->spec, copy);
    if (!describes(a, copy))
        a->stopped = arena_printf(&a->arena, "a structure that is given breaks an integrity constraint (%s)", a->m->broken);
    a->combiner = (struct tvl_combiner){~(uint64_t)0, ~(uint64_t)0, true};
    arrive(a, location, NULL, copy, false);
}

static bool coerces_first(const struct tvl_machine *m) {
    const char *c = strchr(m->options.order, 'c');
    return c && c < strchr(m->options.order, 'p');
}

// ---- one action on one structure ------------------------------------------------------------------------------------------------------

static bool possible(struct tvl_machine *m, const struct tvl_query *q, const struct tvl_draft *d) {
    return ~tvl_plan_run(q->is0, d, m->at) != 0;
}

static bool same_finding(const struct tvl_finding *f, const struct tvl_finding *g) {
    return f->location == g->location && f->action == g->action && strcmp(f->text, g->text) == 0 &&
           tvl_structure_equal(f->structure, g->structure);
}

static void find_message(struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_draft *d, const char *text) {
    struct tvl_draft *copy = tvl_take(a->m);
    tvl_draft_copy(a->m->vocab, copy, d);
    tvl_blur(a->m, copy, TVL_NONE);
    struct tvl_structure *s = a->scratch;
    tvl_seal_into(a->m->vocab, copy, s);
    tvl_give(a->m, copy);
    struct tvl_finding found = {e->from, e->action, a->origin, text, s};
    for (uint32_t i = 0; i < a->finding.n; i++) {
        struct tvl_finding *f = &a->finding.at[i];
        if (f->origin.place != a->origin.place || f->origin.index != a->origin.index || !same_finding(f, &found)) continue;
        f->origin.version = a->origin.version;
        return;
    }
    found.structure = arena_copy(&a->arena, s, sizeof *s + s->n_words * sizeof(tvl_set));
    vec_push(&a->finding, found);
}

// At the fixpoint: of each finding one, and only if it is about something that is kept.
static void settle(struct tvl_analysis *a) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->finding.n; i++) {
        const struct tvl_finding *f = &a->finding.at[i];
        const struct tvl_kept *kept = &a->place[f->origin.place].kept.at[f->origin.index];
        bool stays = a->versions || (!kept->gone && kept->version == f->origin.version);
        for (uint32_t k = 0; k < n && stays; k++) stays = !same_finding(&a->finding.at[k], f);
        if (stays) a->finding.at[n++] = *f;
    }
    a->finding.n = n;
}

// Each combiner describes all that can be, so it is enough to ask where most is known.
static bool is_asked(const struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_report *r) {
    if (!a->decomposed) return true;
    if (r->parts) return !(r->parts & ~a->combiner.parts);
    return a->combiner.named || !a->m->code.at[e->action].names;
}

static void report(struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_report *r, uint32_t n, const struct tvl_draft *d) {
    for (uint32_t i = 0; i < n; i++)
        if (is_asked(a, e, &r[i]) && possible(a->m, &r[i].when, d)) find_message(a, e, d, r[i].text);
}

// An update that breaks a constraint shows that the specification is wrong: what it describes is not known.
static void break_off(struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_draft *d) {
    if (a->m->options.stop_at_breach)
        a->stopped = arena_printf(&a->arena, "an integrity constraint is broken by the update of %s (%s)",
                                  a->m->spec->action.at[e->action].name, a->m->broken);
    else
        find_message(a, e, d, "an integrity constraint is broken by the update");
}

// The rest of the action for one value of the precondition's variables.  d is used up.
static void execute(struct tvl_analysis *a, const struct tvl_edge *e, struct tvl_draft *d) {
    struct tvl_machine *m = a->m;
    const struct tvl_code *code = &m->code.at[e->action];
    report(a, e, code->before.at, code->before.n, d);
    const char *closed = tvl_update(m, code, d);
    if (closed) find_message(a, e, d, closed);
    const char *order = m->options.order;
    bool fine = true, last = strrchr(order, 'c') > strchr(order, 'u');
    if (last) {
        uint8_t saved[TVL_PLAN_VARS];
        memcpy(saved, m->at, sizeof saved);
        fine = tvl_coerce(m, d, code->dirty);
        memcpy(m->at, saved, sizeof saved);
        if (!fine) break_off(a, e, d);
    }
    if (fine) {
        report(a, e, code->after.at, code->after.n, d);
        arrive(a, e->to, e, d, last);
    } else {
        tvl_give(m, d);
    }
}

// For every value of the precondition's variables, from the k-th on, for which it may hold.
static void satisfy(struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_draft *d, uint32_t k) {
    struct tvl_machine *m = a->m;
    const struct tvl_code *code = &m->code.at[e->action];
    uint32_t n = code->free.n;
    if (k + 1 < n) {
        for (uint32_t i = 0; i < d->n; i++) {
            m->at[k] = (uint8_t)i;
            satisfy(a, e, d, k + 1);
        }
        return;
    }
    uint8_t saved[TVL_PLAN_VARS];
    memcpy(saved, m->at, sizeof saved);
    tvl_set may = ~tvl_plan_run(code->precondition.is0, d, m->at);
    TVL_EACH(i, n ? may & d->all : may & 1) {
        memcpy(m->at, saved, sizeof saved);
        if (n) m->at[k] = (uint8_t)i;
        struct tvl_draft *copy = tvl_take(m);
        tvl_draft_copy(m->vocab, copy, d);
        execute(a, e, copy);
    }
    memcpy(m->at, saved, sizeof saved);
}

static void step(struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_draft *from) {
    struct tvl_machine *m = a->m;
    const struct tvl_code *code = &m->code.at[e->action];
    struct tvl_draft *d = tvl_take(m);
    tvl_draft_copy(m->vocab, d, from);
    tvl_drafts parts = {0};
    if (strchr(m->options.order, 'f'))
        tvl_focus(m, code, d, coerces_first(m), &parts);
    else
        vec_push(&parts, d);
    for (uint32_t i = 0; i < parts.n; i++) {
        if (!code->action->precondition) {
            execute(a, e, parts.at[i]);
            continue;
        }
        satisfy(a, e, parts.at[i], 0);
        tvl_give(m, parts.at[i]);
    }
    vec_free(&parts);
}

// May the precondition hold, for some values of its variables from the k-th on?  If it cannot, it cannot in anything that d describes, so not in what d is composed to.
static bool may_apply(struct tvl_machine *m, const struct tvl_code *code, const struct tvl_draft *d, uint32_t k) {
    uint32_t n = code->free.n;
    if (!code->action->precondition) return true;
    if (k + 1 >= n) {
        tvl_set may = ~tvl_plan_run(code->precondition.is0, d, m->at);
        return n ? (may & d->all) != 0 : may & 1;
    }
    for (uint32_t i = 0; i < d->n; i++) {
        m->at[k] = (uint8_t)i;
        if (may_apply(m, code, d, k + 1)) return true;
    }
    return false;
}

// Composes d with the subheaps of the parts that are left, and executes the edge on each result.  Those that wait are left to their own turn.
static void compose(struct tvl_analysis *a, const struct tvl_edge *e, const struct tvl_draft *d, uint64_t left) {
    struct tvl_machine *m = a->m;
    if (!left) {
        step(a, e, d);
        return;
    }
    const struct tvl_place *p = tvl_place_of(a, e->from, (uint32_t)__builtin_ctzll(left));
    struct tvl_draft *other = tvl_take(m);
    for (uint32_t i = 0; i < p->kept.n && !a->stopped; i++) {
        if (p->kept.at[i].waiting || p->kept.at[i].gone) continue;
        tvl_drafts parts = {0};
        tvl_unseal(m->vocab, p->kept.at[i].structure, other);
        if (!may_apply(m, &m->code.at[e->action], other, 0)) continue;
        tvl_compose(m, d, other, &parts);
        for (uint32_t k = 0; k < parts.n; k++) {
            if (may_apply(m, &m->code.at[e->action], parts.at[k], 0)) compose(a, e, parts.at[k], left & (left - 1));
            tvl_give(m, parts.at[k]);
        }
        vec_free(&parts);
    }
    tvl_give(m, other);
}

static void leave_by(struct tvl_analysis *a, const struct tvl_edge *e, uint32_t part, const struct tvl_draft *d) {
    const struct tvl_code *code = &a->m->code.at[e->action];
    if (!a->decomposed) step(a, e, d);
    if (a->decomposed && !may_apply(a->m, code, d, 0)) return;
    for (uint32_t i = 0; i < code->combiner.n && a->decomposed && !a->stopped; i++) {
        a->combiner = code->combiner.at[i];
        a->combiner_number = i;
        a->m->spare_absent = !a->combiner.named;
        if (a->combiner.parts >> part & 1) compose(a, e, d, a->combiner.parts & ~((uint64_t)1 << part));
    }
}

// A structure at a location, through all actions that leave it.
static void leave(struct tvl_analysis *a, uint32_t location, uint32_t part, const struct tvl_waiting *w) {
    struct tvl_machine *m = a->m;
    struct tvl_kept *k = &tvl_place_of(a, location, part)->kept.at[w->index];
    const struct tvl_location *l = &a->location[location];
    k->waiting = false;
    if (k->gone) return;
    struct tvl_draft *d = tvl_take(m);
    a->origin = (struct tvl_origin){location * a->n_parts + part, w->index, k->version};
    tvl_unseal(m->vocab, w->structure ? w->structure : k->structure, d);
    if (!coerces_first(m) || (k->sharp && !w->structure) || tvl_coerce(m, d, m->all_rules))
        for (uint32_t i = 0; i < l->edge.n && !a->stopped; i++) leave_by(a, &m->spec->edge.at[l->edge.at[i]], part, d);
    tvl_give(m, d);
}

// What waits at a location now; what comes meanwhile waits for the next turn.
static bool work_off(struct tvl_analysis *a, uint32_t location) {
    bool any = false;
    for (uint32_t part = 0; part < a->n_parts; part++) {
        struct tvl_place *p = tvl_place_of(a, location, part);
        uint32_t n = p->waiting.n;
        any = any || n;
        for (uint32_t i = 0; i < n && !a->stopped; i++) {
            struct tvl_waiting w = p->waiting.at[i];
            leave(a, location, part, &w);
            if (a->m->overflow) a->stopped = "a structure needs more than 64 individuals";
            if (a->m->options.max_structures && a->made > a->m->options.max_structures) a->stopped = "the limit of structures is reached";
        }
        if (n) memmove(p->waiting.at, p->waiting.at + n, (p->waiting.n - n) * sizeof *p->waiting.at);
        p->waiting.n -= n;
    }
    return any;
}

void tvl_analysis_run(struct tvl_analysis *a) {
    for (uint32_t i = 0; i < a->m->spec->location.text.n && !a->stopped;) i = work_off(a, a->order[i]) ? 0 : i + 1;
    if (!a->stopped) settle(a);
}

uint64_t tvl_analysis_kept(const struct tvl_analysis *a, uint32_t *most) {
    uint64_t n = 0;
    *most = 0;
    for (uint32_t i = 0; i < a->m->spec->location.text.n; i++) {
        uint32_t here = 0;
        for (uint32_t part = 0; part < a->n_parts; part++) here += tvl_place_size(tvl_place_of(a, i, part));
        n += here;
        if (here > *most) *most = here;
    }
    return n;
}
