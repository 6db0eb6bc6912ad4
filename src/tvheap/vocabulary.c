// SPDX-License-Identifier: MIT
#include "tvheap/vocabulary.h"

#include <inttypes.h>

uint32_t tvheap_place_at(const struct tvheap_vocabulary *v, uint32_t sort, int64_t offset) {
    for (uint32_t i = 0; i < v->n_places && sort != UINT32_MAX; i++)
        if (v->place[i][sort] == offset) return i;
    return UINT32_MAX;
}

uint32_t tvheap_field_at(const struct tvheap_vocabulary *v, uint32_t sort, int64_t offset) {
    uint32_t place = tvheap_place_at(v, sort, offset);
    for (uint32_t i = 0; i < v->n_fields && place != UINT32_MAX; i++)
        if (v->field[i] == place) return i;
    return UINT32_MAX;
}

int64_t tvheap_field_offset(const struct tvheap_vocabulary *v, uint32_t field, uint32_t sort) {
    return sort == UINT32_MAX ? TVHEAP_NOWHERE : v->place[v->field[field]][sort];
}

uint32_t tvheap_edge_at(const struct tvheap_vocabulary *v, uint32_t field, uint32_t place) {
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (v->edge[i].field == field && v->edge[i].target == place) return i;
    return UINT32_MAX;
}

uint32_t tvheap_sort_of(const struct tvheap_vocabulary *v, const struct tvheap_sort *s) {
    for (uint32_t i = 0; i < v->n_sorts; i++)
        if (v->sort[i].size == s->size && (!v->typed || (v->sort[i].heap == s->heap && v->sort[i].type == s->type))) return i;
    return UINT32_MAX;
}

uint32_t tvheap_edges_of(const struct tvheap_vocabulary *v, uint32_t field) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (v->edge[i].field == field) set |= 1u << i;
    return set;
}

tvl_f tvheap_edges(struct tvheap_vocabulary *v, uint32_t edges, uint32_t x, uint32_t y) {
    struct tvl_build *b = &v->spec.build;
    tvl_f f = tvl_const(b, TVL_FALSE);
    for (uint32_t i = 0; i < v->n_edges; i++)
        if (edges >> i & 1) f = tvl_or(b, f, tvl_atom(b, v->edge[i].pred, x, y));
    return f;
}

// ---- predicates ----------------------------------------------------------------------------------------------------------------------------

static uint32_t predicate(struct tvheap_vocabulary *v, uint32_t arity, uint32_t properties, const char *format, int64_t x, int64_t y) {
    const char *name = arena_printf(&v->spec.arena, format, x, y);
    return tvl_vocab_add(&v->spec.vocab, name, arity, properties);
}

static void define(struct tvheap_vocabulary *v, uint32_t pred, uint32_t x, uint32_t y, tvl_f f) {
    struct tvl_pred *p = &v->spec.vocab.pred.at[pred];
    p->definition = f;
    p->var[0] = x;
    p->var[1] = y;
}

// All ranges of a place, or none.
static void add_data(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    for (uint32_t i = 0, n; i < s->data.n; i += n) {
        const struct tvheap_datum *x = &s->data.at[i];
        for (n = 1; i + n < s->data.n && x[n].offset == x->offset && x[n].size == x->size;) n++;
        if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_DATA, v->n_data + n)) continue;
        for (uint32_t k = 0; k < n; k++) {
            struct tvheap_datum_pred *to = &v->data[v->n_data++];
            const char *name = arena_printf(&v->spec.arena, "data_%" PRId64 "_%u_from_%" PRId64 "_to_%" PRId64, x[k].offset, x[k].size,
                                            x[k].low, x[k].high);
            to->is = x[k];
            to->pred = tvl_vocab_add(&v->spec.vocab, name, 1, x[k].stored ? 0 : TVL_NONABS);
        }
    }
}

static bool add_sorts(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    for (uint32_t i = 0; i < s->sorts.n; i++) {
        uint32_t n = v->n_sorts;
        if (tvheap_sort_of(v, &s->sorts.at[i]) != UINT32_MAX) continue;
        if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_SORTS, n + 1)) return false;
        v->sort[n] = s->sorts.at[i];
        v->sort_pred[n] = predicate(v, 1, 0, "size_%" PRId64 "_%" PRId64, (int64_t)s->sorts.at[i].size, n);
        v->n_sorts++;
    }
    return tvheap_add_places(v, s);
}

// A number for people: where it lies in the first sort that has it.
static int64_t offset_of_place(const struct tvheap_vocabulary *v, uint32_t place) {
    for (uint32_t i = 0; i < v->n_sorts; i++)
        if (v->place[place][i] != TVHEAP_NOWHERE) return v->place[place][i];
    return 0;
}

static bool add_fields(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    uint32_t bytes = s->program->pointer_bits / 8;
    for (uint32_t i = 0; i < v->n_sorts; i++)
        for (uint32_t k = 0; k < s->fields.n; k++) {
            int64_t offset = s->fields.at[k];
            uint32_t place = tvheap_place_at(v, i, offset);
            if (place == UINT32_MAX || tvheap_field_at(v, i, offset) != UINT32_MAX) continue;
            if ((uint64_t)offset + bytes > v->sort[i].size || !tvheap_may_point(v, s->program, i, offset)) continue;
            if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_FIELDS, v->n_fields + 1)) return false;
            v->field[v->n_fields] = place;
            v->odd[v->n_fields] = predicate(v, 1, 0, "odd_%" PRId64 "_%" PRId64, offset_of_place(v, place), place);
            v->n_fields++;
        }
    return true;
}

static void add_codes(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    for (uint32_t i = 0; i < s->codes.n; i++)
        for (uint32_t k = 0; k < v->n_sorts; k++) {
            uint32_t field = tvheap_field_at(v, k, s->codes.at[i].offset);
            bool known = field == UINT32_MAX;
            for (uint32_t n = 0; n < v->n_codes; n++)
                known = known || (v->code[n].field == field && v->code[n].func == s->codes.at[i].func);
            if (known || tvheap_exceeds(&v->reached, TVHEAP_LIMIT_CODES, v->n_codes + 1)) continue;
            v->code[v->n_codes].field = field;
            v->code[v->n_codes].func = (uint32_t)s->codes.at[i].func;
            v->code[v->n_codes++].pred = predicate(v, 1, 0, "code_%" PRId64 "_is_%" PRId64, field, s->codes.at[i].func);
        }
}

static bool add_edge(struct tvheap_vocabulary *v, uint32_t field, uint32_t target) {
    if (field == UINT32_MAX || target == UINT32_MAX || tvheap_edge_at(v, field, target) != UINT32_MAX) return true;
    if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_EDGES, v->n_edges + 1)) return false;
    const char *name = arena_printf(&v->spec.arena, "f_%" PRId64 "_%" PRId64 "_%u_%u", offset_of_place(v, v->field[field]),
                                    offset_of_place(v, target), field, target);
    v->edge[v->n_edges++] = (struct tvheap_edge){field, target, tvl_vocab_add(&v->spec.vocab, name, 2, TVL_FUNCTION)};
    return true;
}

static bool add_edges(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    bool fine = true;
    for (uint32_t i = 0; i < s->pairs.n; i++)
        for (uint32_t a = 0; a < v->n_sorts; a++)
            for (uint32_t b = 0; b < v->n_sorts; b++) {
                const struct tvheap_pair *x = &s->pairs.at[i];
                if (tvheap_place_at(v, b, x->target) == UINT32_MAX || !tvheap_may_lead(v, s->program, a, x->field, b, x->target)) continue;
                fine = fine && add_edge(v, tvheap_field_at(v, a, x->field), tvheap_place_at(v, b, x->target));
            }
    return fine;
}

static bool add_core(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    v->heap = predicate(v, 1, 0, "heap", 0, 0);
    if (!add_sorts(v, s)) return false;
    for (uint32_t i = 0; i < TVHEAP_NAMES; i++) v->name[i] = predicate(v, 1, TVL_UNIQUE | TVL_POINTER, "x%" PRId64, i, 0);
    if (!add_fields(v, s)) return false;
    add_codes(v, s);
    add_data(v, s);
    return add_edges(v, s);
}

tvl_f tvheap_shared(struct tvheap_vocabulary *v, uint32_t edges, uint32_t cut, uint32_t x) {
    struct tvl_build *b = &v->spec.build;
    uint32_t y = tvl_fresh(b), z = tvl_fresh(b);
    tvl_f from[2], two = tvl_not(b, tvl_eq(b, y, z));
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t u = i ? z : y;
        tvl_f other = tvl_not(b, tvl_atom(b, v->name[TVHEAP_A], u, TVL_NONE));
        from[i] = tvl_or(b, tvheap_edges(v, edges & ~cut, u, x), tvl_and(b, tvheap_edges(v, edges & cut, u, x), other));
        two = tvl_and(b, two, from[i]);
    }
    tvl_f f = tvl_quant(b, TVL_EXISTS, y, tvl_quant(b, TVL_EXISTS, z, two));
    for (uint32_t i = 0; i < v->n_edges; i++)
        for (uint32_t k = 0; k < i; k++) {
            if (!(edges >> i & 1) || !(edges >> k & 1) || v->edge[i].field == v->edge[k].field) continue;
            uint32_t w = tvl_fresh(b);
            tvl_f both = tvl_and(b, tvl_atom(b, v->edge[i].pred, w, x), tvl_atom(b, v->edge[k].pred, w, x));
            if ((cut >> i | cut >> k) & 1) both = tvl_and(b, both, tvl_not(b, tvl_atom(b, v->name[TVHEAP_A], w, TVL_NONE)));
            f = tvl_or(b, f, tvl_quant(b, TVL_EXISTS, w, both));
        }
    return f;
}

// Has each sort of blocks one field of these at most?
static bool one_way(const struct tvheap_vocabulary *v, uint32_t edges) {
    for (uint32_t i = 0; i < v->n_sorts; i++) {
        uint32_t n = 0;
        for (uint32_t f = 0; f < v->n_fields; f++) n += tvheap_edges_of(v, f) & edges && tvheap_field_offset(v, f, i) != TVHEAP_NOWHERE;
        if (n > 1) return false;
    }
    return true;
}

static void add_group(struct tvheap_vocabulary *v, uint32_t edges) {
    if (!edges) return;
    for (uint32_t i = 0; i < v->n_groups; i++)
        if (v->group[i].edges == edges) return;
    if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_GROUPS, v->n_groups + 1)) return;
    int64_t number = v->n_groups;
    struct tvheap_group *g = &v->group[v->n_groups++];
    g->edges = edges;
    g->single = one_way(v, edges);
    g->shared = predicate(v, 1, 0, "shared_%" PRId64, number, 0);
    g->heavy = predicate(v, 1, TVL_NONABS, "heavy_%" PRId64, number, 0);
    uint32_t x = tvl_fresh(&v->spec.build);
    define(v, g->shared, x, TVL_NONE, tvheap_shared(v, edges, 0, x));
    g->cycle = g->single ? predicate(v, 1, 0, "cycle_%" PRId64, number, 0) : TVL_NONE;
    for (uint32_t i = 0; i < TVHEAP_NAMES; i++) g->reach[i] = predicate(v, 1, 0, "reach_%" PRId64 "_x%" PRId64, number, i);
}

// Is there a block with the field `there` that leads to a block with the field `back`?
static bool meet(const struct tvheap_vocabulary *v, uint32_t there, uint32_t back) {
    for (uint32_t i = 0; i < v->n_edges; i++)
        for (uint32_t k = 0; k < v->n_sorts && v->edge[i].field == there; k++)
            if (v->place[v->edge[i].target][k] != TVHEAP_NOWHERE && tvheap_field_offset(v, back, k) != TVHEAP_NOWHERE) return true;
    return false;
}

static bool has_offset(const struct tvheap_vocabulary *v, uint32_t field, int64_t offset) {
    for (uint32_t i = 0; i < v->n_sorts; i++)
        if (v->place[v->field[field]][i] == offset) return true;
    return false;
}

// Is the field declared as a pointer to pointers?
static bool leads_to_links(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t field) {
    for (uint32_t i = 0; i < v->n_sorts; i++) {
        int64_t offset = tvheap_field_offset(v, field, i);
        uint32_t type = offset == TVHEAP_NOWHERE ? IR_NO_TYPE : tvheap_pointed_to(v, p, i, offset);
        if (type != IR_NO_TYPE && p->ctypes.at[type].kind == IR_C_POINTER) return true;
    }
    return false;
}

// The fields that lead back from where this one leads, as a set.  One of them at most is a pointer to pointers.
static uint32_t partners(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < s->backs.n; i++)
        for (uint32_t k = 0; k < v->n_fields; k++)
            if (k != field && !(leads_to_links(v, s->program, field) && leads_to_links(v, s->program, k)) &&
                has_offset(v, field, s->backs.at[i].there) && has_offset(v, k, s->backs.at[i].back) && meet(v, field, k) &&
                meet(v, k, field))
                set |= 1u << k;
    return set;
}

static uint32_t edges_of_all(const struct tvheap_vocabulary *v, uint32_t fields) {
    uint32_t edges = 0;
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (fields >> i & 1) edges |= tvheap_edges_of(v, i);
    return edges;
}

// Does the field lead back from where others come, and are these in no other pair?  Of two such fields the second does.
static bool only_returns(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field) {
    uint32_t others = partners(v, s, field);
    for (uint32_t i = 0; i < v->n_fields; i++) {
        if (!(others >> i & 1)) continue;
        bool second = offset_of_place(v, v->field[i]) <= offset_of_place(v, v->field[field]);
        if (__builtin_popcount(partners(v, s, i)) > 1 || (__builtin_popcount(others) == 1 && !second)) return false;
    }
    return others != 0;
}

// Is there one field in each block that leads back from where this one leads, and only from there?
static bool has_back(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field) {
    uint32_t others = partners(v, s, field);
    bool one = others && one_way(v, edges_of_all(v, others));
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (others >> i & 1) one = one && one_way(v, edges_of_all(v, partners(v, s, i)));
    return one;
}

// Does the field lead to blocks of its own kind?  A pointer to pointers leads to the end of something, unless there is a way back.
static bool makes_lists(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field) {
    return tvheap_is_recursive(v, s, field) && (!leads_to_links(v, s->program, field) || partners(v, s, field));
}

// The field with those of other blocks that lead to the same type: heads of its lists.
static uint32_t with_heads(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field) {
    uint32_t edges = tvheap_edges_of(v, field);
    for (uint32_t i = 0; i < v->n_edges; i++) {
        uint32_t other = v->edge[i].field, more = tvheap_edges_of(v, other);
        if (tvheap_edge_at(v, field, v->edge[i].target) == UINT32_MAX || makes_lists(v, s, other)) continue;
        if (leads_to_links(v, s->program, field) == leads_to_links(v, s->program, other) && one_way(v, edges | more)) edges |= more;
    }
    return edges;
}

// One field by itself where it makes lists: it is alone in leading to blocks of its own kind, or there is one way back.  Then all that do not only lead back.
static void add_groups(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    uint32_t rest = 0, recursive = 0;
    for (uint32_t i = 0; i < v->n_fields; i++) recursive += makes_lists(v, s, i);
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (makes_lists(v, s, i) && (recursive == 1 || has_back(v, s, i))) add_group(v, with_heads(v, s, i));
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (!only_returns(v, s, i)) rest |= tvheap_edges_of(v, i);
    add_group(v, rest);
}

// Where a field leads, one of its partners leads back.
static void add_backs(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    struct tvl_build *b = &v->spec.build;
    for (uint32_t there = 0; there < v->n_fields; there++) {
        uint32_t x = tvl_fresh(b), y = tvl_fresh(b), back = edges_of_all(v, partners(v, s, there));
        v->back[there] = TVL_NONE;
        if (!back) continue;
        tvl_f f = tvl_const(b, TVL_TRUE);  // for each edge, so that constraints can conclude that it is not there
        for (uint32_t i = 0; i < v->n_edges; i++)
            if (v->edge[i].field == there)
                f = tvl_and(b, f, tvl_or(b, tvl_not(b, tvl_atom(b, v->edge[i].pred, x, y)), tvheap_edges(v, back, y, x)));
        uint32_t p = predicate(v, 1, 0, "back_%" PRId64 "_%" PRId64, offset_of_place(v, v->field[there]), there);
        define(v, p, x, TVL_NONE, tvl_quant(b, TVL_FORALL, y, f));
        v->back[there] = p;
    }
}

// Whose fields lead somewhere.  A name keeps that in mind where the target has none.
static void add_leads(struct tvheap_vocabulary *v) {
    struct tvl_build *b = &v->spec.build;
    for (uint32_t i = 0; i < v->n_fields; i++) {
        uint32_t x = tvl_fresh(b), y = tvl_fresh(b),
                 p = predicate(v, 1, TVL_NONABS, "leads_%" PRId64 "_%" PRId64, offset_of_place(v, v->field[i]), i);
        v->leads[i] = p;
        if (tvheap_edges_of(v, i)) define(v, p, x, TVL_NONE, tvl_quant(b, TVL_EXISTS, y, tvheap_edges(v, tvheap_edges_of(v, i), x, y)));
    }
}

static void sort_rules(struct tvheap_vocabulary *v) {
    struct tvl_machine *m = &v->machine;
    v->asleep = ARENA_ARRAY(&v->spec.arena, uint64_t, m->rule_words);
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++) {
        v->of_name[k] = ARENA_ARRAY(&v->spec.arena, uint64_t, m->rule_words);
        for (uint32_t w = 0; w < m->rule_words; w++) {
            v->of_name[k][w] = m->readers[v->name[k]][w];
            for (uint32_t g = 0; g < v->n_groups; g++) v->of_name[k][w] |= m->readers[v->group[g].reach[k]][w];
        }
    }
}

static const char *begin(struct tvheap_vocabulary *v, const struct tvheap_scan *scan, bool typed) {
    *v = (struct tvheap_vocabulary){.typed = typed};
    struct buf error = {0};
    struct tvl_options options = {.differencing = true, .automatic = true, .three_way = true, .order = "fcpucb"};
    tvl_spec_init(&v->spec);
    if (!add_core(v, scan)) return "more pointer fields or sizes of blocks than are followed";
    add_groups(v, scan);
    add_backs(v, scan);
    add_leads(v);
    tvl_vocab_seal(&v->spec.vocab);
    tvheap_add_constraints(v);
    tvheap_add_actions(v);
    v->ready = tvl_machine_init(&v->machine, &v->spec, &options, &error);
    buf_free(&error);
    v->machine.most_parts = TVHEAP_MOST_CASES;
    if (v->ready) sort_rules(v);
    return v->ready ? NULL : "formulas that are too large";
}

const char *tvheap_vocabulary_begin(struct tvheap_vocabulary *v, const struct tvheap_scan *scan) {
    const char *refused = begin(v, scan, true);
    if (!refused) return NULL;
    tvheap_vocabulary_end(v);
    return begin(v, scan, false);
}

void tvheap_vocabulary_end(struct tvheap_vocabulary *v) {
    if (v->ready) tvl_machine_free(&v->machine);
    tvl_spec_free(&v->spec);
}

// Rules about names that nobody has are left out from here on.
static void wake_names(struct tvheap_vocabulary *v, const struct tvl_draft *d) {
    struct tvl_machine *m = &v->machine;
    memset(v->asleep, 0, m->rule_words * sizeof *v->asleep);
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++) {
        if (d->all & ~d->flat[tvl_plane(m->vocab, v->name[k], TVL_IS0)]) continue;
        for (uint32_t w = 0; w < m->rule_words; w++) v->asleep[w] |= v->of_name[k][w];
    }
    m->asleep = v->asleep;
}

bool tvheap_coerce(struct tvheap_vocabulary *v, struct tvl_draft *d, const uint64_t *dirty) {
    wake_names(v, d);
    return tvl_coerce(&v->machine, d, dirty);
}

const char *tvheap_act(struct tvheap_vocabulary *v, uint32_t action, struct tvl_draft *d, tvl_drafts *out) {
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
            fine = tvheap_coerce(v, parts.at[i], code->dirty);
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
