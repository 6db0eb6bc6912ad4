// SPDX-License-Identifier: MIT
#include "shape/vocabulary.h"

#include <inttypes.h>

uint32_t shape_field_at(const struct shape_vocabulary *v, int64_t offset) {
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (v->field[i] == offset) return i;
    return UINT32_MAX;
}

uint32_t shape_edge_at(const struct shape_vocabulary *v, uint32_t field, int64_t target) {
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (v->edge[i].field == field && v->edge[i].target == target) return i;
    return UINT32_MAX;
}

uint32_t shape_size_class(const struct shape_vocabulary *v, uint64_t size) {
    for (uint32_t i = 0; i < v->n_sizes; i++)
        if (v->size[i] == size) return i;
    return UINT32_MAX;
}

uint32_t shape_edges_of(const struct shape_vocabulary *v, uint32_t field) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (v->edge[i].field == field) set |= 1u << i;
    return set;
}

tvl_f shape_edges(struct shape_vocabulary *v, uint32_t edges, uint32_t x, uint32_t y) {
    struct tvl_build *b = &v->spec.build;
    tvl_f f = tvl_const(b, TVL_FALSE);
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (edges >> i & 1) f = tvl_or(b, f, tvl_atom(b, v->edge[i].pred, x, y));
    return f;
}

// ---- predicates ----------------------------------------------------------------------------------------------------------------------------

static uint32_t predicate(struct shape_vocabulary *v, uint32_t arity, uint32_t properties, const char *format, int64_t x, int64_t y) {
    const char *name = arena_printf(&v->spec.arena, format, x, y);
    return tvl_vocab_add(&v->spec.vocab, name, arity, properties);
}

static void define(struct shape_vocabulary *v, uint32_t pred, uint32_t x, uint32_t y, tvl_f f) {
    struct tvl_pred *p = &v->spec.vocab.pred.at[pred];
    p->definition = f;
    p->var[0] = x;
    p->var[1] = y;
}

// All ranges of a place, or none.
static void add_data(struct shape_vocabulary *v, const struct shape_scan *s) {
    for (uint32_t i = 0, n; i < s->data.n; i += n) {
        const struct shape_datum *x = &s->data.at[i];
        for (n = 1; i + n < s->data.n && x[n].offset == x->offset && x[n].size == x->size;) n++;
        if (v->n_data + n > SHAPE_MAX_DATA) continue;
        for (uint32_t k = 0; k < n; k++) {
            struct shape_datum_pred *to = &v->data[v->n_data++];
            const char *name = arena_printf(&v->spec.arena, "data_%" PRId64 "_%u_from_%" PRId64 "_to_%" PRId64, x[k].offset, x[k].size,
                                            x[k].low, x[k].high);
            to->is = x[k];
            to->pred = tvl_vocab_add(&v->spec.vocab, name, 1, x[k].stored ? 0 : TVL_NONABS);
        }
    }
}

static bool add_core(struct shape_vocabulary *v, const struct shape_scan *s) {
    if (s->fields.n > SHAPE_MAX_FIELDS || s->pairs.n > SHAPE_MAX_EDGES || s->sizes.n > SHAPE_MAX_SIZES) return false;
    v->heap = predicate(v, 1, 0, "heap", 0, 0);
    for (uint32_t i = 0; i < s->sizes.n; i++) {
        v->size[i] = s->sizes.at[i];
        v->size_pred[i] = predicate(v, 1, 0, "size_%" PRId64, (int64_t)s->sizes.at[i], 0);
    }
    v->n_sizes = s->sizes.n;
    for (uint32_t i = 0; i < SHAPE_NAMES; i++) v->name[i] = predicate(v, 1, TVL_UNIQUE | TVL_POINTER, "x%" PRId64, i, 0);
    for (uint32_t i = 0; i < s->fields.n; i++) {
        v->field[i] = s->fields.at[i];
        v->odd[i] = predicate(v, 1, 0, "odd_%" PRId64, s->fields.at[i], 0);
    }
    v->n_fields = s->fields.n;
    for (uint32_t i = 0; i < s->codes.n && s->codes.n <= SHAPE_MAX_CODES; i++) {
        uint32_t field = shape_field_at(v, s->codes.at[i].offset);
        if (field == UINT32_MAX) continue;
        uint32_t p = predicate(v, 1, 0, "code_%" PRId64 "_is_%" PRId64, s->codes.at[i].offset, s->codes.at[i].func);
        v->code[v->n_codes].field = field;
        v->code[v->n_codes].func = s->codes.at[i].func;
        v->code[v->n_codes++].pred = p;
    }
    add_data(v, s);
    for (uint32_t i = 0; i < s->pairs.n; i++) {
        uint32_t field = shape_field_at(v, s->pairs.at[i].field);
        if (field == UINT32_MAX) continue;
        uint32_t pred = predicate(v, 2, TVL_FUNCTION, "f_%" PRId64 "_%" PRId64, s->pairs.at[i].field, s->pairs.at[i].target);
        v->edge[v->n_edges++] = (struct shape_edge){field, s->pairs.at[i].target, pred};
    }
    return true;
}

tvl_f shape_shared(struct shape_vocabulary *v, uint32_t edges, uint32_t cut, uint32_t x) {
    struct tvl_build *b = &v->spec.build;
    uint32_t y = tvl_fresh(b), z = tvl_fresh(b);
    tvl_f from[2], two = tvl_not(b, tvl_eq(b, y, z));
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t u = i ? z : y;
        tvl_f other = tvl_not(b, tvl_atom(b, v->name[SHAPE_A], u, TVL_NONE));
        from[i] = tvl_or(b, shape_edges(v, edges & ~cut, u, x), tvl_and(b, shape_edges(v, edges & cut, u, x), other));
        two = tvl_and(b, two, from[i]);
    }
    tvl_f f = tvl_quant(b, TVL_EXISTS, y, tvl_quant(b, TVL_EXISTS, z, two));
    for (uint32_t i = 0; i < v->n_edges; i++)
        for (uint32_t k = 0; k < i; k++) {
            if (!(edges >> i & 1) || !(edges >> k & 1) || v->edge[i].field == v->edge[k].field) continue;
            uint32_t w = tvl_fresh(b);
            tvl_f both = tvl_and(b, tvl_atom(b, v->edge[i].pred, w, x), tvl_atom(b, v->edge[k].pred, w, x));
            if ((cut >> i | cut >> k) & 1) both = tvl_and(b, both, tvl_not(b, tvl_atom(b, v->name[SHAPE_A], w, TVL_NONE)));
            f = tvl_or(b, f, tvl_quant(b, TVL_EXISTS, w, both));
        }
    return f;
}

static void add_group(struct shape_vocabulary *v, uint32_t edges) {
    if (!edges || v->n_groups == SHAPE_MAX_GROUPS) return;
    for (uint32_t i = 0; i < v->n_groups; i++)
        if (v->group[i].edges == edges) return;
    int64_t number = v->n_groups;
    struct shape_group *g = &v->group[v->n_groups++];
    g->edges = edges;
    g->single = edges == shape_edges_of(v, v->edge[__builtin_ctz(edges)].field);
    g->shared = predicate(v, 1, 0, "shared_%" PRId64, number, 0);
    g->heavy = predicate(v, 1, TVL_NONABS, "heavy_%" PRId64, number, 0);
    uint32_t x = tvl_fresh(&v->spec.build);
    define(v, g->shared, x, TVL_NONE, shape_shared(v, edges, 0, x));
    g->cycle = g->single ? predicate(v, 1, 0, "cycle_%" PRId64, number, 0) : TVL_NONE;
    for (uint32_t i = 0; i < SHAPE_NAMES; i++) g->reach[i] = predicate(v, 1, 0, "reach_%" PRId64 "_x%" PRId64, number, i);
}

static uint32_t partners(const struct shape_scan *s, int64_t field) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->backs.n; i++) n += s->backs.at[i].there == field;
    return n;
}

// Does the field lead back from where others come, and are these in no other pair?  Of two such fields the second does.
static bool only_returns(const struct shape_scan *s, int64_t field) {
    for (uint32_t i = 0; i < s->backs.n; i++) {
        int64_t other = s->backs.at[i].back;
        if (s->backs.at[i].there != field) continue;
        if (partners(s, other) > 1 || (partners(s, field) == 1 && other > field)) return false;
    }
    return partners(s, field) > 0;
}

// Is there one field that leads back from where this one leads, and only from there?
static bool has_back(const struct shape_scan *s, int64_t field) {
    bool one = partners(s, field) == 1;
    for (uint32_t i = 0; i < s->backs.n; i++)
        if (s->backs.at[i].there == field) one = one && partners(s, s->backs.at[i].back) == 1;
    return one;
}

// One field by itself where it makes lists: it is alone in leading to blocks of its own kind, or there is one way back.  Then all that do not only lead back.
static void add_groups(struct shape_vocabulary *v, const struct shape_scan *s) {
    uint32_t rest = 0;
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (shape_has_offset(&s->recursive, v->field[i]) && (s->recursive.n == 1 || has_back(s, v->field[i])))
            add_group(v, shape_edges_of(v, i));
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (!only_returns(s, v->field[i])) rest |= shape_edges_of(v, i);
    add_group(v, rest);
}

// Where a field leads, one of its partners leads back.
static void add_backs(struct shape_vocabulary *v, const struct shape_scan *s) {
    struct tvl_build *b = &v->spec.build;
    for (uint32_t there = 0; there < v->n_fields; there++) {
        uint32_t x = tvl_fresh(b), y = tvl_fresh(b), back = 0;
        for (uint32_t i = 0; i < s->backs.n; i++)
            if (s->backs.at[i].there == v->field[there]) back |= shape_edges_of(v, shape_field_at(v, s->backs.at[i].back));
        if (!back) continue;
        tvl_f f = tvl_or(b, tvl_not(b, shape_edges(v, shape_edges_of(v, there), x, y)), shape_edges(v, back, y, x));
        uint32_t p = predicate(v, 1, 0, "back_%" PRId64, v->field[there], 0);
        define(v, p, x, TVL_NONE, tvl_quant(b, TVL_FORALL, y, f));
        vec_push(&v->back, p);
    }
}

// Whose fields lead somewhere.  A name keeps that in mind where the target has none.
static void add_leads(struct shape_vocabulary *v) {
    struct tvl_build *b = &v->spec.build;
    for (uint32_t i = 0; i < v->n_fields; i++) {
        uint32_t x = tvl_fresh(b), y = tvl_fresh(b), p = predicate(v, 1, TVL_NONABS, "leads_%" PRId64, v->field[i], 0);
        v->leads[i] = p;
        if (shape_edges_of(v, i)) define(v, p, x, TVL_NONE, tvl_quant(b, TVL_EXISTS, y, shape_edges(v, shape_edges_of(v, i), x, y)));
    }
}

static void sort_rules(struct shape_vocabulary *v) {
    struct tvl_machine *m = &v->machine;
    v->asleep = ARENA_ARRAY(&v->spec.arena, uint64_t, m->rule_words);
    for (uint32_t k = 0; k < SHAPE_NAMES; k++) {
        v->of_name[k] = ARENA_ARRAY(&v->spec.arena, uint64_t, m->rule_words);
        for (uint32_t w = 0; w < m->rule_words; w++) {
            v->of_name[k][w] = m->readers[v->name[k]][w];
            for (uint32_t g = 0; g < v->n_groups; g++) v->of_name[k][w] |= m->readers[v->group[g].reach[k]][w];
        }
    }
}

// More than so many cases of one step are no proof that ends.
enum { MOST_PARTS = 400 };

const char *shape_vocabulary_begin(struct shape_vocabulary *v, const struct shape_scan *scan) {
    *v = (struct shape_vocabulary){0};
    struct buf error = {0};
    struct tvl_options options = {.differencing = true, .automatic = true, .three_way = true, .order = "fcpucb"};
    tvl_spec_init(&v->spec);
    if (!add_core(v, scan)) return "more pointer fields or sizes of blocks than are followed";
    add_groups(v, scan);
    add_backs(v, scan);
    add_leads(v);
    tvl_vocab_seal(&v->spec.vocab);
    shape_add_constraints(v);
    shape_add_actions(v);
    v->ready = tvl_machine_init(&v->machine, &v->spec, &options, &error);
    buf_free(&error);
    v->machine.most_parts = MOST_PARTS;
    if (v->ready) sort_rules(v);
    return v->ready ? NULL : "formulas that are too large";
}

void shape_vocabulary_end(struct shape_vocabulary *v) {
    if (v->ready) tvl_machine_free(&v->machine);
    vec_free(&v->back);
    tvl_spec_free(&v->spec);
}

// Rules about names that nobody has are left out from here on.
static void wake_names(struct shape_vocabulary *v, const struct tvl_draft *d) {
    struct tvl_machine *m = &v->machine;
    memset(v->asleep, 0, m->rule_words * sizeof *v->asleep);
    for (uint32_t k = 0; k < SHAPE_NAMES; k++) {
        if (d->all & ~d->flat[tvl_plane(m->vocab, v->name[k], TVL_IS0)]) continue;
        for (uint32_t w = 0; w < m->rule_words; w++) v->asleep[w] |= v->of_name[k][w];
    }
    m->asleep = v->asleep;
}

bool shape_coerce(struct shape_vocabulary *v, struct tvl_draft *d, const uint64_t *dirty) {
    wake_names(v, d);
    return tvl_coerce(&v->machine, d, dirty);
}

const char *shape_act(struct shape_vocabulary *v, uint32_t action, struct tvl_draft *d, tvl_drafts *out) {
    struct tvl_machine *m = &v->machine;
    const struct tvl_code *code = &m->code.at[action];
    tvl_drafts parts = {0};
    const char *wrong = NULL;
    wake_names(v, d);
    tvl_focus(m, code, d, true, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        bool fine = true;
        if (code->assign.n) {
            tvl_update(m, code, parts.at[i]);
            fine = shape_coerce(v, parts.at[i], code->dirty);
        }
        if (fine) {
            vec_push(out, parts.at[i]);
            continue;
        }
        wrong = code->action->name;
        tvl_give(m, parts.at[i]);
    }
    vec_free(&parts);
    return wrong;
}
