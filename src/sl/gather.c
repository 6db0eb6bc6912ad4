// SPDX-License-Identifier: MIT
// Abstraction of tables: single places that nobody asks about go back to a run, and runs that need not be told apart become one.
//
// A place at the edge of a run where a variable holds the index behind it is one that a loop has just left: it goes to the run before, the edge moves on
// to that variable; if there is no run before, and the place differs from the others, it becomes the first place of one.
#include "sl/nodes.h"
#include "sl/relate.h"
#include "sl/table.h"
#include "sl/unfold.h"
#include "sl/uses.h"
#include "sl/walk.h"

struct gather {
    struct sl *sl;
    const struct sl_precision *precision;
    struct sl_draft *d;
    struct sl_table table;
    struct sl_counts all;
};

enum likeness { ALIKE, ANYHOW };  // what two parts that become one must be

static struct num_var reading(const struct sl_draft *d, uint32_t v) {
    return sl_reading(d, v, false);
}

// ---- two parts become one --------------------------------------------------------------------------------------------------------------

static bool leads_to_gone(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return x->kind == SL_ADDR && d->objects.at[x->object].storage == SL_HEAP && d->objects.at[x->object].life != SL_VALID;
}

// Does the place hold a pointer to what is gone?
static bool is_gone(const struct sl_draft *d, uint32_t part) {
    for (uint32_t i = sl_first_field(d, part); sl_has(d, i, part); i++)
        if (leads_to_gone(d, d->fields.at[i].value)) return true;
    return false;
}

// Pointers to what is gone are anything, from now on: nobody may use them.
static void forget_dangling(struct sl_draft *d, uint32_t part) {
    for (uint32_t i = sl_first_field(d, part); sl_has(d, i, part); i++) {
        struct sl_value v = d->values.at[d->fields.at[i].value];
        if (leads_to_gone(d, d->fields.at[i].value)) d->fields.at[i].value = sl_add_value(d, (struct sl_value){.kind = SL_ANY, .level = v.level});
    }
}

static struct sl_counts count_inside(const struct gather *g, const struct sl_walk *w, int side) {
    struct sl_counts in = sl_counts_new(g->d, g->all.n);
    for (uint32_t i = 0; i < w->objects.n; i++) {
        uint32_t o = w->objects.at[i].of[side];
        if (!o) continue;
        SL_EACH_USE_OF(u, g->d, o, SL_FIELDS) sl_count(&in, g->d, sl_used(&u));
    }
    return in;
}

// Is the part pointed to by its array alone, and what was walked as its own by it alone?
static bool is_private(const struct gather *g, const struct sl_walk *w, int side) {
    struct sl_counts in = count_inside(g, w, side);
    uint32_t part = w->objects.at[0].of[side];
    bool good = g->all.first[part] - in.first[part] == 1;
    for (uint32_t i = 1; i < w->objects.n && good; i++) {
        uint32_t o = w->objects.at[i].of[side];
        if (o && !g->d->objects.at[o].level) good = in.first[o] == g->all.first[o] && in.last[o] == g->all.last[o];
    }
    sl_counts_free(&in);
    return good;
}

static bool may_unite(const struct gather *g, const struct sl_walk *w, enum likeness how) {
    if (how == ALIKE && (w->loses != SL_KEEPS || w->skipped.n)) return false;
    return is_private(g, w, 0) && is_private(g, w, 1);
}

// What stands for both, or 0; it has no index.
static uint32_t unite(struct gather *g, uint32_t a, uint32_t b, enum likeness how) {
    assert(a && b && a != b && a < g->d->objects.n && b < g->d->objects.n);
    struct sl_draft *d = g->d;
    if (d->objects.at[a].rest != d->objects.at[b].rest) return 0;
    struct sl_object run = d->objects.at[a];
    struct sl_trial t;
    run.shape.kind = SL_RUN;
    run.text = run.wide = run.ends = run.first = 0;
    run.escaped |= d->objects.at[b].escaped;
    sl_trial_begin(&t, g->sl, g->precision, d, run);
    bool fits = sl_trial_walk(&t, a, b, &(struct sl_place_in){0}) && may_unite(g, &t.walk, how);
    if (fits) sl_walk_relations(&t.walk);
    sl_trial_end(&t, fits);
    return fits ? t.out : 0;
}

static void set_index(struct gather *g, uint32_t part, uint32_t v) {
    sl_set_link(g->d, part, SL_INDEX, 0, v);
}

// The single place i goes to run k.
static bool put_into(struct gather *g, uint32_t i, uint32_t k, enum likeness how) {
    assert(i < g->table.n_single && k < g->table.n_runs);
    struct sl_table *t = &g->table;
    uint32_t from = sl_part_index(g->d, t->runs[k]), run = unite(g, t->single[i], t->runs[k], how);
    if (!run) return false;
    set_index(g, run, from);
    t->runs[k] = run;
    t->single[i] = t->single[--t->n_single];
    sl_table_write(g->d, t, g->sl->bits);
    return true;
}

static bool unite_runs(struct gather *g, uint32_t k, enum likeness how) {
    assert(k && k < g->table.n_runs);
    struct sl_table *t = &g->table;
    uint32_t from = sl_part_index(g->d, t->runs[k - 1]), run = unite(g, t->runs[k - 1], t->runs[k], how);
    if (!run) return false;
    set_index(g, run, from);
    t->runs[k - 1] = run;
    memmove(&t->runs[k], &t->runs[k + 1], (t->n_runs - k - 1) * sizeof *t->runs);
    t->n_runs--;
    sl_table_write(g->d, t, g->sl->bits);
    return true;
}

// ---- one thing of its kind --------------------------------------------------------------------------------------------------------------

struct raising {
    struct gather *g;
    uint32_t part, outside;  // which: a place, or the node of a ring; from how many places outside something leads to it
    bool *own;               // by object
    uint32_t *value;         // by value: what it becomes
    uint32_t n;              // values
};

static bool is_own(const struct raising *r, uint32_t o) {
    return o == r->part || r->own[o];
}

static bool add_owned(struct raising *r, uint32_t o) {
    const struct sl_draft *d = r->g->d;
    bool news = false;
    SL_EACH_USE_OF(u, d, o, SL_FIELDS) {
        const struct sl_value *v = &d->values.at[sl_used(&u)];
        bool block = v->kind == SL_ADDR && d->objects.at[v->object].storage == SL_HEAP && !is_own(r, v->object);
        if (block) news = r->own[v->object] = true;
    }
    return news;
}

// All blocks that the place leads to; are they led to from nowhere else?
static bool find_owned(struct raising *r) {
    const struct sl_draft *d = r->g->d;
    for (bool news = true; news;) {
        news = false;
        for (uint32_t o = 1; o < d->objects.n; o++)
            if (is_own(r, o) && d->objects.at[o].life == SL_VALID) news |= add_owned(r, o);
    }
    struct sl_counts in = sl_counts_new(r->g->d, r->g->all.n);
    SL_EACH_USE(u, d, SL_FIELDS)
        if (is_own(r, sl_user(&u)) && sl_use_counts(&u)) sl_count(&in, d, sl_used(&u));
    bool good = r->g->all.first[r->part] - in.first[r->part] == r->outside;
    for (uint32_t o = 1; o < d->objects.n; o++) {
        if (!r->own[o]) continue;
        good &= in.first[o] == r->g->all.first[o] && in.last[o] == r->g->all.last[o];
        good &= d->objects.at[o].level < SL_MOST_LEVEL;
    }
    sl_counts_free(&in);
    return good;
}

static bool is_held_outside(const struct raising *r, uint32_t v) {
    const struct sl_draft *d = r->g->d;
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS | SL_NUMBERS) {
        if (sl_used(&u) != v) continue;
        if (!is_own(r, sl_user(&u)) || sl_use_is_measure(&u)) return true;
    }
    return false;
}

static uint32_t raised(struct raising *r, uint32_t v) {
    assert(v < r->g->d->values.n);
    struct sl_draft *d = r->g->d;
    struct sl_value x = d->values.at[v];
    if (!v || sl_is_const(d, v, NULL) || (x.kind == SL_ADDR && !is_own(r, x.object))) return v;
    if (x.kind != SL_ADDR && !x.level && is_held_outside(r, v)) return v;
    if (r->value[v]) return r->value[v];
    if (x.kind == SL_ADDR && x.object == r->part) x.end = SL_EACH;
    x.level++;
    x.source = 0;
    return r->value[v] = sl_add_value(d, x);
}

static void raise_object(struct raising *r, uint32_t o) {
    assert(r->own[o] && r->g->d->objects.at[o].level < SL_MOST_LEVEL);
    struct sl_draft *d = r->g->d;
    struct sl_object *x = &d->objects.at[o];
    x->text = sl_own_text(d, o);
    x->ends = x->first = x->part[0] = x->part[1] = 0;
    SL_EACH_USE_OF(u, d, o, SL_NUMBERS) *sl_use_at(&u) = raised(r, sl_used(&u));
    x->level++;
}

static void raise(struct raising *r) {
    struct sl_draft *d = r->g->d;
    for (uint32_t o = 1; d->links.n && o < d->objects.n; o++)
        if (r->own[o]) sl_set_nodes(d, o, NULL);
    SL_EACH_USE(u, d, SL_FIELDS)
        if (is_own(r, sl_user(&u)) && !sl_use_is_measure(&u)) *sl_use_at(&u) = raised(r, sl_used(&u));
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (r->own[o]) raise_object(r, o);
    sl_copy_relations(d, r->value, r->n);
    sl_open_text(d, r->part);
}

// What it owns becomes what each thing of its kind has for itself; false: something else leads to it.
static bool raise_owned(struct gather *g, uint32_t part, uint32_t outside) {
    struct raising r = {g, part, outside, calloc(g->d->objects.n, sizeof *r.own), calloc(g->d->values.n, sizeof *r.value), g->d->values.n};
    if (!r.own || !r.value) base_out_of_memory();
    bool good = find_owned(&r);
    if (good) raise(&r);
    free(r.own);
    free(r.value);
    return good;
}

// The single place becomes a run.
static bool make_run(struct gather *g, uint32_t part) {
    assert(g->d->objects.at[part].shape.kind == SL_PLACE);
    bool good = raise_owned(g, part, 1);
    if (good) g->d->objects.at[part].shape.kind = SL_RUN;
    return good;
}

// ---- rings -----------------------------------------------------------------------------------------------------------------------------

// The fields of one object that lead into another: how many, the first two of them.
static uint32_t links_to(const struct sl_draft *d, uint32_t from, uint32_t to, struct sl_field link[2]) {
    uint32_t n = 0;
    for (uint32_t i = sl_first_field(d, from); sl_has(d, i, from); i++) {
        const struct sl_field *f = &d->fields.at[i];
        if (d->values.at[f->value].kind != SL_ADDR || d->values.at[f->value].object != to) continue;
        if (n < 2) link[n] = *f;
        n++;
    }
    return n;
}

static bool is_word(const struct gather *g, const struct sl_field *f) {
    return f->size == g->sl->bits / 8 && f->offset <= INT32_MAX;
}

// A place that is the head of a ring with one node: the node is a list of one, so that it is like other lists, and none.
static void make_ring(struct gather *g, uint32_t part) {
    struct sl_draft *d = g->d;
    struct sl_field out[2], in[2];
    int64_t head, tail;
    uint32_t first = sl_first_field(d, part), node = sl_has(d, first, part) ? d->values.at[d->fields.at[first].value].object : 0;
    const struct sl_object *o = &d->objects.at[node];
    if (!node || o->storage != SL_HEAP || o->life != SL_VALID || sl_is_segment(o) || o->level || o->more || o->escaped) return;
    if (links_to(d, part, node, out) != 2 || links_to(d, node, part, in) != 2 || !is_word(g, &in[0]) || !is_word(g, &in[1])) return;
    if (!sl_offset(d, out[0].value, &head) || !sl_offset(d, out[1].value, &tail) || !raise_owned(g, node, 2)) return;
    struct sl_object *s = &d->objects.at[node];
    s->shape = (struct sl_shape){.kind = SL_DOUBLY, .least = 1};
    s->shape.list.next = (int32_t)in[0].offset;
    s->shape.list.back = (int32_t)in[1].offset;
    s->shape.list.head = (int32_t)head;
    s->shape.list.tail = (int32_t)tail;
    s->count = s->unit = s->ends = s->first = 0;
    sl_put(d, part, out[1].offset, out[1].size, sl_address_in(d, node, SL_LAST, g->sl->bits, s->shape.list.tail));
    sl_recount(&g->all, g->d);
}

// ---- which become one ----------------------------------------------------------------------------------------------------------------

// The run in which the index v lies, or n_runs: not known.
static uint32_t run_of(const struct gather *g, uint32_t v) {
    for (uint32_t k = g->table.n_runs - 1; k; k--) {
        uint32_t from = sl_part_index(g->d, g->table.runs[k]);
        if (sl_bound(g->d, reading(g->d, from), reading(g->d, v)) <= 0) return k;
        if (sl_bound(g->d, reading(g->d, v), reading(g->d, from)) >= 0) return g->table.n_runs;
    }
    return 0;
}

static bool is_at_edge(struct gather *g, uint32_t v, uint32_t k) {
    uint32_t from = k ? sl_part_index(g->d, g->table.runs[k]) : sl_const(g->d, g->sl->bits, 0);
    return sl_is_distance(g->d, from, v, 0);
}

// Does run k end behind the place at v?
static bool is_last(struct gather *g, uint32_t v, uint32_t k) {
    const struct sl_table *t = &g->table;
    uint32_t to = k + 1 < t->n_runs ? sl_part_index(g->d, t->runs[k + 1]) : sl_table_end(g->d, t, g->sl->bits);
    return to && sl_is_distance(g->d, v, to, 1);
}

// The single place i, at the edge of run k, is the last or only one of the run before; the edge is `behind` now.
static bool move_edge(struct gather *g, uint32_t i, uint32_t k, uint32_t behind) {
    struct sl_table *t = &g->table;
    if (k && put_into(g, i, k - 1, ANYHOW)) {
        set_index(g, t->runs[k], behind);
        return true;
    }
    if (sl_exceeds(&g->sl->reached, SL_LIMIT_RUNS, t->n_runs + 1) || !make_run(g, t->single[i])) return false;
    uint32_t from = sl_part_index(g->d, t->runs[k]);
    memmove(&t->runs[k + 1], &t->runs[k], (t->n_runs - k) * sizeof *t->runs);
    t->n_runs++;
    t->runs[k] = t->single[i];
    t->single[i] = t->single[--t->n_single];
    set_index(g, t->runs[k], from);
    set_index(g, t->runs[k + 1], behind);
    sl_table_write(g->d, t, g->sl->bits);
    return true;
}

// A run of its own, from now on, behind run k.
static bool begin_run(struct gather *g, uint32_t i, uint32_t k) {
    struct sl_table *t = &g->table;
    assert(k < t->n_runs);
    if (sl_exceeds(&g->sl->reached, SL_LIMIT_RUNS, t->n_runs + 1) || !make_run(g, t->single[i])) return false;
    memmove(&t->runs[k + 2], &t->runs[k + 1], (t->n_runs - k - 1) * sizeof *t->runs);
    t->n_runs++;
    t->runs[k + 1] = t->single[i];
    t->single[i] = t->single[--t->n_single];
    return true;
}

// The single place i, the last one of run k, is the first of the run behind: a loop goes down.
static bool move_end(struct gather *g, uint32_t i, uint32_t k) {
    struct sl_table *t = &g->table;
    uint32_t at = sl_part_index(g->d, t->single[i]);
    if (!(k + 1 < t->n_runs && put_into(g, i, k + 1, ANYHOW)) && !begin_run(g, i, k)) return false;
    set_index(g, t->runs[k + 1], at);
    sl_table_write(g->d, t, g->sl->bits);
    return true;
}

// ---- what was moved elsewhere --------------------------------------------------------------------------------------------------------

static void reach_from(const struct sl_draft *d, uint32_t from, uint8_t *seen) {
    VEC(uint32_t) stack = {0};
    seen[from] = 1;
    for (vec_push(&stack, from); stack.n;) {
        uint32_t o = vec_pop(&stack);
        SL_EACH_USE_OF(u, d, o, SL_FIELDS) {
            const struct sl_value *x = &d->values.at[sl_used(&u)];
            if (x->kind != SL_ADDR || seen[x->object] || d->objects.at[x->object].storage != SL_HEAP) continue;
            seen[x->object] = 1;
            vec_push(&stack, x->object);
        }
    }
    vec_free(&stack);
}

// Does memory lead to what the place leads to from elsewhere, and not from behind it?
static bool is_moved(const struct gather *g, uint32_t part, uint32_t v) {
    const struct sl_draft *d = g->d;
    const struct sl_value *x = &d->values.at[v];
    if (x->kind != SL_ADDR || d->objects.at[x->object].storage != SL_HEAP || d->objects.at[x->object].level) return false;
    uint8_t *behind = pool_take_zeroed(d->pool, d->objects.n, 1);
    bool moved = false;
    reach_from(d, x->object, behind);
    SL_EACH_USE(u, d, SL_FIELDS) {
        const struct sl_value *to = &d->values.at[sl_used(&u)];
        uint32_t o = sl_user(&u);
        moved |= to->kind == SL_ADDR && to->object == x->object && o != part && !behind[o] && d->objects.at[o].storage != SL_STACK && d->objects.at[o].life == SL_VALID;
    }
    pool_give(d->pool, behind, d->objects.n);
    return moved;
}

// Blocks that were moved to another array, say, are held by this one, too, and keep the place from being like others: that it leads there is forgotten, as one of
// the ways in which the domain can look at the program.
static bool forget_moved(struct gather *g, uint32_t part) {
    struct sl_draft *d = g->d;
    assert(part && part < d->objects.n && d->objects.at[part].storage == SL_PLACES);
    bool forgot = false;
    for (uint32_t i = sl_first_field(d, part); sl_has(d, i, part); i++) {
        uint32_t v = d->fields.at[i].value;
        if (!is_moved(g, part, v)) continue;
        sl_note(g->sl, SL_NOTED_MOVES, true);
        if (!g->sl->options.moved) return false;
        d->fields.at[i].value = sl_add_value(d, (struct sl_value){.kind = SL_ANY, .level = d->values.at[v].level});
        forgot = true;
    }
    return forgot;
}

static bool try_single(struct gather *g, uint32_t i) {
    assert(i < g->table.n_single);
    struct sl_draft *d = g->d;
    uint32_t part = g->table.single[i], at = sl_part_index(d, part), k = run_of(g, at);
    if (k == g->table.n_runs) return false;
    uint32_t behind = is_at_edge(g, at, k) ? sl_held_behind(d, at, 1) : 0;
    bool passed = behind && sl_is_const(d, at, NULL);  // another variable may have the same number
    bool asked = !passed && sl_held_behind(d, at, 0), last = !behind && is_last(g, at, k);
    if (asked && !(last && is_gone(d, part))) return forget_moved(g, part);
    forget_dangling(d, part);
    make_ring(g, part);
    if (((behind && !k && !is_last(g, at, k)) || (last && !asked)) && put_into(g, i, k, ALIKE)) return true;
    if (last && move_end(g, i, k)) return true;
    if (behind && move_edge(g, i, k, behind)) return true;
    if (!asked && put_into(g, i, k, ANYHOW)) return true;
    return forget_moved(g, part);
}

// The variable that says where run k begins, or may say one less since it was counted down; 0: there is none.
static uint32_t counter_of(const struct gather *g, uint32_t k) {
    const struct sl_draft *d = g->d;
    uint32_t from = sl_part_index(d, g->table.runs[k]), before = g->table.runs[k - 1];
    for (uint32_t i = 0; i < d->regs.n; i++) {
        uint32_t v = d->regs.at[i];
        if (!sl_is_number(d, v) || d->values.at[v].kind != SL_INT || d->values.at[v].level || sl_lowest(d, reading(d, v)) < 0) continue;
        bool close = sl_bound(d, reading(d, v), reading(d, from)) <= 0 && sl_bound(d, reading(d, from), reading(d, v)) <= 1;
        if (close && (k == 1 || sl_bound(d, reading(d, sl_part_index(d, before)), reading(d, v)) <= 0)) return v;
    }
    return 0;
}

// What stands for a place of run k - 1 and all of run k becomes run k.
static bool absorb(struct gather *g, uint32_t k) {
    struct sl_table *t = &g->table;
    if (sl_exceeds(&g->sl->reached, SL_LIMIT_SINGLE, t->n_single + 1)) return false;
    uint32_t place = sl_copy_node(g->d, t->runs[k - 1]), i = t->n_single++;
    sl_set_link(g->d, place, SL_INDEX, 0, sl_part_index(g->d, t->runs[k]));
    t->single[i] = place;
    sl_table_write(g->d, t, g->sl->bits);
    sl_recount(&g->all, g->d);
    if (put_into(g, i, k, ANYHOW)) return true;
    t->n_single--;
    sl_table_write(g->d, t, g->sl->bits);
    return false;
}

// Nothing holds where run k begins any more: of data, what lies before it from a counter on goes to it.
static bool retreat(struct gather *g, uint32_t k) {
    const struct sl_table *t = &g->table;
    uint32_t v = counter_of(g, k);
    if (!v || sl_holds_address(g->d, t->runs[k - 1]) || sl_holds_address(g->d, t->runs[k])) return false;
    for (uint32_t i = 0; i < t->n_single; i++)
        if (sl_is_distance(g->d, sl_part_index(g->d, t->single[i]), v, 0) && is_last(g, v, k - 1))
            return !sl_holds_address(g->d, t->single[i]) && move_end(g, i, k - 1);
    if (!absorb(g, k)) return false;
    set_index(g, t->runs[k], v);
    return true;
}

static bool try_runs(struct gather *g, uint32_t k) {
    bool told = sl_held_behind(g->d, sl_part_index(g->d, g->table.runs[k]), 0);
    return unite_runs(g, k, ALIKE) || (!told && (retreat(g, k) || unite_runs(g, k, ANYHOW)));
}

static bool gather_once(struct gather *g, uint32_t array) {
    bool changed = false;
    if (g->d->objects.at[array].life != SL_VALID || !sl_table_read(g->d, array, &g->table)) return false;
    sl_recount(&g->all, g->d);
    for (uint32_t i = 0; i < g->table.n_single && !changed; i++) changed = try_single(g, i);
    for (uint32_t k = 1; k < g->table.n_runs && !changed; k++) changed = try_runs(g, k);
    sl_counts_free(&g->all);
    return changed;
}

void sl_gather(struct sl *s, struct sl_draft *d, const struct sl_precision *p) {
    struct gather g = {.sl = s, .precision = p, .d = d};
    for (uint32_t o = 1; d->sized && o < d->objects.n; o++)
        while (gather_once(&g, o)) sl_drop_empty_runs(d, SL_AT_LOOP);
}
