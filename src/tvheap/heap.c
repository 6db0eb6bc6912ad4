// SPDX-License-Identifier: MIT
// Blocks and their fields: the structure of a draft, through actions.
#include <assert.h>

#include "tvheap/tvheap.h"

static const struct tvl_vocab *vocab_of(const struct step_run *r) {
    return tvheap_vocabulary_of(r)->machine.vocab;
}

static void put(const struct step_run *r, struct tvheap_draft *d, uint32_t pred, uint32_t i, enum tvl_kleene value) {
    tvl_put(vocab_of(r), d->heap, pred, i, 0, value);
}

static bool overflowed(struct step_run *r) {
    bool over = tvheap_vocabulary_of(r)->machine.overflow;
    if (over) step_give_up(r, "a structure of more than %d individuals, or too many cases", TVL_MAX);
    tvheap_vocabulary_of(r)->machine.overflow = false;
    tvheap_vocabulary_of(r)->reached |= (uint32_t)over << TVHEAP_LIMIT_CASES;
    return over;
}

// That is not to happen: no heap was described before, or the action is wrong.  It is no reason to go on as if nothing could come here.
static void contradict(struct step_run *r, const char *action) {
    step_give_up(r, "a structure that contradicts itself ('%s')", action);
}

struct tvheap_draft *tvheap_take(void *draft) {
    struct tvheap_draft *d = tvheap_table_copy(&(struct tvheap_draft){0}), *from = draft;
    *d = *from;
    *from = (struct tvheap_draft){0};
    return d;
}

// Carries out an action on the draft, which is used up.
static void act(struct step_run *r, uint32_t action, struct tvheap_draft *d, step_drafts *out) {
    tvl_drafts heaps = {0};
    struct tvl_draft *heap = d->heap;
    d->heap = NULL;
    const char *wrong = tvheap_act(tvheap_vocabulary_of(r), action, heap, &heaps);
    bool over = overflowed(r);
    if (wrong) contradict(r, wrong);
    for (uint32_t i = 0; i < heaps.n; i++) {
        if (over) {
            tvl_give(&tvheap_vocabulary_of(r)->machine, heaps.at[i]);
            continue;
        }
        struct tvheap_draft *one = tvheap_table_copy(d);
        one->heap = heaps.at[i];
        vec_push(out, one);
    }
    vec_free(&heaps);
    tvheap_op_drop(r, d);
}

// ---- reading -----------------------------------------------------------------------------------------------------------------------------

// Where the field of the individual leads: an edge and its target.  False: nowhere.
static bool edge_from(const struct step_run *r, const struct tvheap_draft *d, uint32_t from, uint32_t field, uint32_t *edge, uint32_t *to) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t i = 0; i < v->n_edges; i++) {
        if (v->edge[i].field != field) continue;
        tvl_set row = d->heap->row[tvl_plane(vocab_of(r), v->edge[i].pred, TVL_IS1) * TVL_MAX + from];
        if (!row) continue;
        *edge = i;
        *to = (uint32_t)__builtin_ctzll(row);
        return true;
    }
    return false;
}

// Is everything about the field known for sure?
static bool is_definite(const struct step_run *r, const struct tvheap_draft *d, uint32_t from, uint32_t field) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    if (tvl_get(vocab_of(r), d->heap, v->odd[field], from, 0) == TVL_HALF) return false;
    for (uint32_t i = 0; i < v->n_edges; i++) {
        if (v->edge[i].field != field) continue;
        size_t at = tvl_plane(vocab_of(r), v->edge[i].pred, TVL_IS0) * (size_t)TVL_MAX + from;
        tvl_set yes = d->heap->row[at + TVL_MAX];
        if (~(d->heap->row[at] | yes) & d->heap->all) return false;
        if (yes & (yes - 1) || yes & tvl_sm(d->heap)) return false;
    }
    return true;
}

static uint32_t name_at(const struct step_run *r, const struct tvheap_draft *d, uint32_t individual) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        if (d->heap->flat[tvl_plane(vocab_of(r), v->name[k], TVL_IS1)] >> individual & 1) return k;
    return TVHEAP_NAMES;
}

// Names that were only needed to look are not held, and go.
static void release_unheld(struct step_run *r, struct tvheap_draft *d, uint32_t but) {
    uint32_t held = tvheap_names_held(d) | but;
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        if (!(held >> k & 1)) tvheap_release(tvheap_vocabulary_of(r), d, k);
}

static uint32_t sort_at(const struct step_run *r, const struct tvheap_draft *d, uint32_t individual) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t k = 0; k < v->n_sorts; k++)
        if (tvl_get(vocab_of(r), d->heap, v->sort_pred[k], individual, 0) == TVL_TRUE) return k;
    return UINT32_MAX;
}

// A pointer along an edge to the block of a name.
static struct step_value pointer_along(const struct step_run *r, const struct tvheap_draft *d, uint32_t edge, uint32_t name) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    uint32_t sort = sort_at(r, d, tvheap_individual(v, d, name));
    int64_t offset = sort == UINT32_MAX ? TVHEAP_NOWHERE : v->place[v->edge[edge].target][sort];
    return (struct step_value){.kind = TVHEAP_POINTER, .name = (uint8_t)name, .offset = offset};
}

// A block without the place that an edge leads to is not at its end.
static void add_target(struct step_run *r, struct tvheap_draft *d, uint32_t edge, uint32_t name, tvheap_reads *out) {
    struct step_value v = pointer_along(r, d, edge, name);
    if (v.offset == TVHEAP_NOWHERE)
        tvheap_op_drop(r, d);
    else
        vec_push(out, (struct tvheap_read){d, v});
}

// The target of A's field gets the name B.
static void name_target(struct step_run *r, struct tvheap_draft *d, uint32_t field, uint32_t edge, tvheap_reads *out) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    step_drafts named = {0}, split = {0};
    release_unheld(r, d, 1u << TVHEAP_A);
    uint32_t k = tvheap_name_free(d, 1u << TVHEAP_A);
    if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_NAMES, k + 1)) {
        step_give_up(r, "more than %d blocks that are pointed to at once", TVHEAP_NAMES);
        tvheap_op_drop(r, d);
        return;
    }
    tvheap_swap(v, d, k, TVHEAP_B);
    act(r, v->call[field], d, &named);
    for (uint32_t i = 0; i < named.n; i++) act(r, v->reach, named.at[i], &split);
    for (uint32_t i = 0; i < split.n; i++) add_target(r, split.at[i], edge, TVHEAP_B, out);
    vec_free(&named);
    vec_free(&split);
}

// A function, or nothing that is told apart.
static struct step_value odd_value(const struct step_run *r, const struct tvheap_draft *d, uint32_t from, uint32_t field) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t i = 0; i < v->n_codes; i++)
        if (v->code[i].field == field && tvl_get(vocab_of(r), d->heap, v->code[i].pred, from, 0) == TVL_TRUE)
            return (struct step_value){.kind = TVHEAP_CODE, .object = v->code[i].func};
    return step_plain(TVHEAP_ODD);
}

static void read_one(struct step_run *r, struct tvheap_draft *d, uint32_t field, tvheap_reads *out) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    uint32_t from = tvheap_individual(v, d, TVHEAP_A), edge, to;
    if (!is_definite(r, d, from, field)) {
        step_give_up(r, "a field that cannot be told apart");
        tvheap_op_drop(r, d);
    } else if (tvl_get(vocab_of(r), d->heap, v->odd[field], from, 0) == TVL_TRUE) {
        vec_push(out, (struct tvheap_read){d, odd_value(r, d, from, field)});
    } else if (!edge_from(r, d, from, field, &edge, &to)) {
        vec_push(out, (struct tvheap_read){d, step_number(num_range_const(r->step->program->pointer_bits, 0))});
    } else {
        uint32_t name = name_at(r, d, to);
        if (name == TVHEAP_NAMES)
            name_target(r, d, field, edge, out);
        else
            add_target(r, d, edge, name, out);
    }
}

void tvheap_get_field(struct step_run *r, struct tvheap_draft *d, uint32_t name, uint32_t field, tvheap_reads *out) {
    step_drafts parts = {0};
    tvheap_swap(tvheap_vocabulary_of(r), d, name, TVHEAP_A);
    act(r, tvheap_vocabulary_of(r)->look[field], d, &parts);
    for (uint32_t i = 0; i < parts.n; i++) read_one(r, parts.at[i], field, out);
    vec_free(&parts);
}

// ---- numbers -----------------------------------------------------------------------------------------------------------------------------

static struct num_range range_of(const struct tvheap_datum *x) {
    unsigned bits = x->size * 8;
    return num_range_arc(bits, (uint64_t)num_wrap(bits, (num_word)(num_sword)x->low),
                         (uint64_t)num_wrap(bits, (num_word)(num_sword)x->high));
}

static bool same_place(const struct tvheap_datum *x, const struct tvheap_datum *y) {
    return x->offset == y->offset && x->size == y->size;
}

// Is a number of the range one of these?
static enum tvl_kleene is_one_of(const struct tvheap_vocabulary *v, const struct tvheap_datum *x, struct num_range range) {
    struct num_range met = num_range_meet(range, range_of(x));
    bool point = x->low == x->high, sure = num_range_leq(range, range_of(x));
    for (uint32_t k = 0; k < v->n_data && !point && !num_range_is_empty(met); k++) {
        const struct tvheap_datum *y = &v->data[k].is;
        if (y == x || !same_place(x, y) || y->low != y->high) continue;
        struct num_range one = range_of(y);
        sure = sure && num_range_is_empty(num_range_meet(range, one));
        if (num_range_same(met, one)) return TVL_FALSE;
    }
    return num_range_is_empty(met) ? TVL_FALSE : sure ? TVL_TRUE : TVL_HALF;
}

static struct step_value number_at(const struct step_run *r, const struct tvheap_draft *d, uint32_t i, const struct tvheap_datum *at) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    struct tvheap_datum hull = {.low = INT64_MAX, .high = INT64_MIN, .size = at->size};
    for (uint32_t k = 0; k < v->n_data; k++) {
        const struct tvheap_datum *x = &v->data[k].is;
        if (!same_place(x, at) || tvl_get(vocab_of(r), d->heap, v->data[k].pred, i, 0) == TVL_FALSE) continue;
        if (x->low < hull.low) hull.low = x->low;
        if (x->high > hull.high) hull.high = x->high;
    }
    struct num_range range = range_of(&hull);
    for (uint32_t k = 0; k < v->n_data; k++) {
        const struct tvheap_datum *x = &v->data[k].is;
        struct num_range one = range_of(x);
        bool not = same_place(x, at) && x->low == x->high && tvl_get(vocab_of(r), d->heap, v->data[k].pred, i, 0) == TVL_FALSE;
        if (not) num_range_refine(NUM_NE, true, &range, &one);
    }
    return step_number(range);
}

void tvheap_get_number(struct step_run *r, struct tvheap_draft *d, uint32_t name, int64_t offset, uint32_t size, tvheap_reads *out) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    uint32_t k = 0;
    while (k < v->n_data && (v->data[k].is.offset != offset || v->data[k].is.size != size)) k++;
    if (k == v->n_data) {
        vec_push(out, (struct tvheap_read){d, step_number(num_range_full(size * 8))});
        return;
    }
    step_drafts parts = {0};
    tvheap_swap(v, d, name, TVHEAP_A);
    act(r, v->data[k].look, d, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        struct step_value x = number_at(r, parts.at[i], tvheap_individual(v, parts.at[i], TVHEAP_A), &v->data[k].is);
        vec_push(out, (struct tvheap_read){parts.at[i], x});
    }
    vec_free(&parts);
}

void tvheap_set_number(struct step_run *r, struct tvheap_draft *d, const struct step_value *base, int64_t low, int64_t high, uint64_t size,
                      const struct step_value *v) {
    struct tvheap_vocabulary *w = tvheap_vocabulary_of(r);
    uint32_t i = tvheap_individual(w, d, base->name);
    for (uint32_t k = 0; k < w->n_data; k++) {
        const struct tvheap_datum *x = &w->data[k].is;
        if (x->offset >= base->offset + high + (int64_t)size || base->offset + low >= x->offset + (int64_t)x->size) continue;
        bool exact = low == high && x->offset == base->offset + low && x->size == size && v->kind == TVHEAP_NUMBER;
        put(r, d, w->data[k].pred, i, exact ? is_one_of(w, x, tvheap_resized(*v, x->size * 8).range) : TVL_HALF);
    }
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------------

// The functions that A's field may hold: that of the value, if it is one.
static void put_code(struct step_run *r, struct tvheap_draft *d, uint32_t field, const struct step_value *x) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t i = 0; i < v->n_codes; i++) {
        bool is = x && x->kind == TVHEAP_CODE && !x->offset && x->object == v->code[i].func;
        if (v->code[i].field == field) put(r, d, v->code[i].pred, tvheap_individual(v, d, TVHEAP_A), is ? TVL_TRUE : TVL_FALSE);
    }
}

// The field of A, which holds `old`, becomes null.  A stays name 0.
static void clear_value(struct step_run *r, struct tvheap_draft *d, uint32_t field, const struct step_value *old, step_drafts *out) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    if (old->kind == TVHEAP_POINTER && old->name == TVHEAP_A) {
        act(r, v->cut_loop[field], d, out);
    } else if (old->kind == TVHEAP_POINTER) {
        tvheap_swap(v, d, old->name, TVHEAP_B);
        act(r, v->cut[field], d, out);
    } else {
        if (old->kind == TVHEAP_ODD || old->kind == TVHEAP_CODE) put(r, d, v->odd[field], tvheap_individual(v, d, TVHEAP_A), TVL_FALSE);
        put_code(r, d, field, NULL);
        vec_push(out, d);
    }
}

// The field of the individual of a name becomes null, in each case.
static void clear_field(struct step_run *r, struct tvheap_draft *d, uint32_t name, uint32_t field, step_drafts *out) {
    tvheap_reads old = {0};
    tvheap_get_field(r, d, name, field, &old);
    for (uint32_t i = 0; i < old.n; i++) clear_value(r, old.at[i].d, field, &old.at[i].value, out);
    vec_free(&old);
}

// What the field becomes: an edge to what a name means, null, or odd.  The name is told by a value of the table that swaps follow.
static void fill_field(struct step_run *r, struct tvheap_draft *d, uint32_t field, struct step_value v, step_drafts *out) {
    struct tvheap_vocabulary *w = tvheap_vocabulary_of(r);
    uint32_t place = v.kind == TVHEAP_POINTER ? tvheap_place_at(w, sort_at(r, d, tvheap_individual(w, d, v.name)), v.offset) : UINT32_MAX;
    uint32_t edge = place != UINT32_MAX ? tvheap_edge_at(w, field, place) : UINT32_MAX;
    num_word x;
    if (edge != UINT32_MAX && v.name == TVHEAP_A) {
        act(r, w->link_loop[edge], d, out);
    } else if (edge != UINT32_MAX) {
        tvheap_swap(w, d, v.name, TVHEAP_B);
        act(r, w->link[edge], d, out);
    } else if (v.kind == TVHEAP_POINTER || v.kind == TVHEAP_ADDRESS) {
        step_give_up(r, "a pointer into the middle of an object that is stored");
        tvheap_op_drop(r, d);
    } else {
        bool null = v.kind == TVHEAP_NUMBER && num_range_is_const(v.range, &x) && !x;
        bool never = v.kind != TVHEAP_NUMBER || !num_range_has(v.range, 0);
        put(r, d, w->odd[field], tvheap_individual(w, d, TVHEAP_A), null ? TVL_FALSE : never ? TVL_TRUE : TVL_HALF);
        put_code(r, d, field, &v);
        vec_push(out, d);
    }
}

void tvheap_set_field(struct step_run *r, struct tvheap_draft *d, uint32_t name, uint32_t field, struct step_value v, step_drafts *out) {
    step_drafts cleared = {0};
    vec_push(&d->results, v);  // so that it follows when names change
    clear_field(r, d, name, field, &cleared);
    for (uint32_t k = 0; k < cleared.n; k++) {
        struct tvheap_draft *x = cleared.at[k];
        fill_field(r, x, field, vec_pop(&x->results), out);
    }
    vec_free(&cleared);
}

// ---- blocks ------------------------------------------------------------------------------------------------------------------------------

uint32_t tvheap_new_block(struct step_run *r, struct tvheap_draft *d, const struct tvheap_sort *s, bool known, bool zeroed) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    uint32_t name = tvheap_name_free(d, 0), sort = known ? tvheap_sort_of(v, s) : UINT32_MAX;
    bool heap = s->heap;
    if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_NAMES, name + 1)) step_give_up(r, "more than %d blocks that are pointed to at once", TVHEAP_NAMES);
    if (d->heap->n == TVL_MAX) step_give_up(r, "a structure of more than %d individuals", TVL_MAX);
    if (name == TVHEAP_NAMES || d->heap->n == TVL_MAX) return TVHEAP_NAMES;
    uint32_t i = tvl_draft_add(vocab_of(r), d->heap);
    if (heap) put(r, d, v->heap, i, TVL_TRUE);
    if (sort != UINT32_MAX) put(r, d, v->sort_pred[sort], i, TVL_TRUE);
    for (uint32_t f = 0; f < v->n_fields; f++)
        if (!zeroed && tvheap_field_offset(v, f, sort) != TVHEAP_NOWHERE) put(r, d, v->odd[f], i, TVL_TRUE);
    for (uint32_t f = 0; f < v->n_fields; f++)
        if (v->back[f] != TVL_NONE) put(r, d, v->back[f], i, TVL_TRUE);
    for (uint32_t k = 0; k < v->n_data; k++)
        put(r, d, v->data[k].pred, i, zeroed && heap ? is_one_of(v, &v->data[k].is, num_range_const(v->data[k].is.size * 8, 0)) : TVL_HALF);
    put(r, d, v->name[name], i, TVL_TRUE);
    for (uint32_t k = 0; k < v->n_groups; k++) put(r, d, v->group[k].reach[name], i, TVL_TRUE);
    return name;
}

static void forget_pointers(struct tvheap_draft *d, uint32_t name, enum tvheap_kind then) {
    for (uint32_t i = 0; i < tvheap_n_values(d); i++) {
        struct step_value *v = tvheap_value(d, i);
        if (v->kind == TVHEAP_POINTER && v->name == name) *v = step_plain(then);
    }
}

// A, whose fields are null, goes.
static void remove_block(struct step_run *r, struct tvheap_draft *d, enum tvheap_kind then, step_drafts *out) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    struct tvl_machine *m = &v->machine;
    tvl_update(m, &m->code.at[v->drop], d->heap);
    tvl_draft_keep(vocab_of(r), d->heap, ~TVL_BIT(tvheap_individual(v, d, TVHEAP_A)));
    tvheap_release(v, d, TVHEAP_A);
    forget_pointers(d, TVHEAP_A, then);
    if (tvheap_coerce(tvheap_vocabulary_of(r), d->heap, m->all_rules)) {
        vec_push(out, d);
    } else {
        contradict(r, "drop");
        tvheap_op_drop(r, d);
    }
}

// Fields from number `field` on are emptied, then the block goes.  A value in `results` holds its name meanwhile.
static void empty_block(struct step_run *r, struct tvheap_draft *d, uint32_t field, enum tvheap_kind then, step_drafts *out) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    if (field == v->n_fields) {
        tvheap_swap(v, d, vec_last(&d->results).name, TVHEAP_A);
        d->results.n--;
        remove_block(r, d, then, out);
        return;
    }
    step_drafts cleared = {0};
    clear_field(r, d, vec_last(&d->results).name, field, &cleared);
    for (uint32_t k = 0; k < cleared.n; k++) {
        release_unheld(r, cleared.at[k], 0);
        empty_block(r, cleared.at[k], field + 1, then, out);
    }
    vec_free(&cleared);
}

void tvheap_end_block(struct step_run *r, struct tvheap_draft *d, uint32_t name, enum tvheap_kind then, step_drafts *out) {
    vec_push(&d->results, (struct step_value){.kind = TVHEAP_POINTER, .name = (uint8_t)name});
    empty_block(r, d, 0, then, out);
}

bool tvheap_size_of(const struct step_run *r, const struct tvheap_draft *d, uint32_t name, uint64_t *size) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    uint32_t i = tvheap_individual(v, d, name);
    uint32_t sort = sort_at(r, d, i);
    if (sort != UINT32_MAX) *size = v->sort[sort].size;
    return sort != UINT32_MAX;
}

uint32_t tvheap_sort_named(const struct step_run *r, const struct tvheap_draft *d, uint32_t name) {
    return sort_at(r, d, tvheap_individual(tvheap_vocabulary_of(r), d, name));
}

bool tvheap_is_heap(const struct step_run *r, const struct tvheap_draft *d, uint32_t name) {
    return tvl_get(vocab_of(r), d->heap, tvheap_vocabulary_of(r)->heap, tvheap_individual(tvheap_vocabulary_of(r), d, name), 0) == TVL_TRUE;
}

// ---- loss --------------------------------------------------------------------------------------------------------------------------------

// With what edges that are there for sure lead to.
static tvl_set follow(const struct step_run *r, const struct tvheap_draft *d, tvl_set reached) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (tvl_set before = 0; before != reached;) {
        before = reached;
        TVL_EACH(i, before)
        for (uint32_t k = 0; k < v->n_edges; k++) reached |= d->heap->row[tvl_plane(vocab_of(r), v->edge[k].pred, TVL_IS1) * TVL_MAX + i];
    }
    return reached;
}

static tvl_set behind_name(const struct step_run *r, const struct tvheap_draft *d, uint32_t name) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    tvl_set reached = d->heap->flat[tvl_plane(vocab_of(r), v->name[name], TVL_IS1)];
    for (uint32_t g = 0; g < v->n_groups; g++) reached |= d->heap->flat[tvl_plane(vocab_of(r), v->group[g].reach[name], TVL_IS1)];
    return reached;
}

// Heap blocks that are perhaps not reached from these names.  Other names say what is reached from where they are, once that is reached.
static tvl_set unreached(const struct step_run *r, const struct tvheap_draft *d, uint32_t names) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    tvl_set reached = 0;
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
        if (names >> k & 1) reached |= behind_name(r, d, k);
    for (tvl_set before = 0; before != reached;) {
        before = reached = follow(r, d, reached);
        for (uint32_t k = 0; k < TVHEAP_NAMES; k++)
            if (d->heap->flat[tvl_plane(vocab_of(r), v->name[k], TVL_IS1)] & reached) reached |= behind_name(r, d, k);
    }
    return d->heap->all & ~reached & ~d->heap->flat[tvl_plane(vocab_of(r), v->heap, TVL_IS0)];
}

bool tvheap_has_heap(const struct step_run *r, const struct tvheap_draft *d) {
    return d->heap->all & ~d->heap->flat[tvl_plane(vocab_of(r), tvheap_vocabulary_of(r)->heap, TVL_IS0)];
}

// What the link that the value points to leads to, if it has a name.
static struct step_value linked(const struct step_run *r, const struct tvheap_draft *d, const struct step_value *x) {
    uint32_t field = UINT32_MAX, edge, to, name = TVHEAP_NAMES;
    if (x->kind == TVHEAP_POINTER) field = tvheap_field_at(tvheap_vocabulary_of(r), tvheap_sort_named(r, d, x->name), x->offset);
    if (field != UINT32_MAX && edge_from(r, d, tvheap_individual(tvheap_vocabulary_of(r), d, x->name), field, &edge, &to)) name = name_at(r, d, to);
    if (name == TVHEAP_NAMES) return step_plain(TVHEAP_UNINIT);
    struct step_value v = pointer_along(r, d, edge, name);
    v.object = true;
    return v.offset == TVHEAP_NOWHERE ? step_plain(TVHEAP_UNINIT) : v;
}

static void renew_shadows(const struct step_run *r, struct tvheap_draft *d) {
    const struct tvheap_scan *s = &tvheap_of(r)->scan;
    for (uint32_t i = 0; i < d->frames.n; i++) {
        struct tvheap_frame f = d->frames.at[i];
        uint32_t n = f.func < s->program->funcs.n ? s->program->funcs.at[f.func].locals.n : 0;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t shadow = s->shadow[s->first_local[f.func] + k];
            if (shadow) d->values.at[f.first + shadow] = linked(r, d, &d->values.at[f.first + k]);
        }
    }
}

void tvheap_drop_aids(struct tvheap_draft *d) {
    for (uint32_t i = 0; i < d->values.n; i++)
        if (d->values.at[i].kind == TVHEAP_POINTER && d->values.at[i].object) d->values.at[i] = step_plain(TVHEAP_UNINIT);
}

// Names that values other than aids hold; but for one of them.
static uint32_t names_pointed_to(const struct tvheap_draft *d, uint32_t but) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < tvheap_n_values(d); i++) {
        const struct step_value *v = tvheap_value(d, i);
        if (i != but && v->kind == TVHEAP_POINTER && (!v->object || i >= d->values.n)) set |= 1u << v->name;
    }
    return set;
}

// Shadows are renewed; names that no value holds go; blocks that are not reached any more are leaks.  Where one may be, the path ends.
bool tvheap_op_tidy(struct step_run *r, void *draft) {
    struct tvheap_draft *d = draft;
    renew_shadows(r, d);
    release_unheld(r, d, 0);
    if (!step_minds_loss(r->step) || !unreached(r, d, names_pointed_to(d, UINT32_MAX))) return true;
    bool is_end = step_loss_is_end(r);
    if (is_end && r->func->instrs.at[r->at].op != IR_RET) return true;  // told where main returns
    step_lost(r, NULL);
    return is_end;
}

bool tvheap_would_lose(struct step_run *r, const struct tvheap_draft *d, uint32_t index) {
    if (d->values.at[index].kind != TVHEAP_POINTER || !step_minds_loss(r->step)) return false;
    return unreached(r, d, names_pointed_to(d, index));
}

// Does a pointer lead to the block for which there should be one back, but is none?
static bool misses_back(const struct step_run *r, const struct tvheap_draft *d, uint32_t block) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    for (uint32_t i = 0; i < v->n_edges; i++) {
        uint32_t back = v->back[v->edge[i].field];
        tvl_set broken = back == TVL_NONE ? 0 : d->heap->flat[tvl_plane(vocab_of(r), back, TVL_IS0)];
        if (d->heap->col[tvl_plane(vocab_of(r), v->edge[i].pred, TVL_IS1) * TVL_MAX + block] & broken) return true;
    }
    return false;
}

bool tvheap_holds_odd_end(const struct step_run *r, const struct tvheap_draft *d, uint32_t index) {
    const struct step_value *x = &d->values.at[index];
    return x->kind == TVHEAP_POINTER && misses_back(r, d, tvheap_individual(tvheap_vocabulary_of(r), d, x->name));
}
