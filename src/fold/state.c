// SPDX-License-Identifier: MIT
// Names, nodes, cells, and sealed states.
#include "fold/state.h"

#include <assert.h>

// ---- the context -------------------------------------------------------------------------------------------------------------------

void fold_base_begin(struct fold_base *f) {
    f->logic = logic_open();
    for (uint32_t s = 0; s <= FOLD_GONE; s++) {
        uint32_t node = fold_name(f, (struct fold_name){.storage = s});
        assert(node == s);
        (void)node;
    }
}

void fold_base_end(struct fold_base *f) {
    dom_store_free(&f->names);
    dom_store_free(&f->flags);
    dom_store_free(&f->states);
    dom_store_free(&f->roles);
    logic_close(f->logic);
}

uint32_t fold_name(struct fold_base *f, struct fold_name n) {
    return dom_store_add(&f->names, (const uint32_t *)&n, sizeof n / sizeof(uint32_t)) - 1;
}

const struct fold_name *fold_name_of(const struct fold_base *f, uint32_t node) {
    return (const struct fold_name *)dom_store_get(&f->names, node + 1)->words;
}

uint32_t fold_flag(struct fold_base *f, struct fold_flag key) {
    return dom_store_add(&f->flags, (const uint32_t *)&key, sizeof key / sizeof(uint32_t)) - 1;
}

const struct fold_flag *fold_flag_of(const struct fold_base *f, uint32_t flag) {
    return (const struct fold_flag *)dom_store_get(&f->flags, flag + 1)->words;
}

bool fold_is_heap(const struct fold_base *f, uint32_t node) {
    return fold_name_of(f, node)->storage == FOLD_HEAP;
}

bool fold_is_link(const struct fold_base *f, uint32_t node, uint32_t at) {
    return fold_is_heap(f, node) && (f->links == FOLD_ALL_LINK || (at == f->link) == (f->links == FOLD_ONE_LINKS));
}

// ---- nodes and cells ---------------------------------------------------------------------------------------------------------------

uint32_t fold_node_index(const struct fold_draft *d, uint32_t node) {
    return vec_lower(&d->nodes, &node, 1);
}

struct fold_node *fold_node(const struct fold_draft *d, uint32_t node) {
    uint32_t i = fold_node_index(d, node);
    return i < d->nodes.n && d->nodes.at[i].node == node ? &d->nodes.at[i] : NULL;
}

void fold_add_node(struct fold_draft *d, struct fold_node n) {
    uint32_t i = fold_node_index(d, n.node);
    assert(!fold_node(d, n.node));
    vec_insert(&d->nodes, i, n);
}

void fold_remove_node(struct fold_base *f, struct fold_draft *d, uint32_t node) {
    fold_list gone = {0};
    fold_flags_of_node(f, d, node, &gone);
    fold_forget(f, d, &gone);
    vec_free(&gone);
    uint32_t i = fold_first_cell(d, node), n = 0;
    while (fold_is_cell(d, i + n, node)) n++;
    vec_remove(&d->cells, i, n);
    assert(fold_node(d, node));
    i = fold_node_index(d, node);
    vec_remove(&d->nodes, i, 1);
}

static uint32_t cell_index(const struct fold_draft *d, struct fold_place p) {
    return vec_lower(&d->cells, &p.node, 2);
}

uint32_t fold_first_cell(const struct fold_draft *d, uint32_t node) {
    return cell_index(d, (struct fold_place){node, 0});
}

struct fold_cell *fold_cell(const struct fold_draft *d, struct fold_place p) {
    uint32_t i = cell_index(d, p);
    return fold_is_cell(d, i, p.node) && d->cells.at[i].place.at == p.at ? &d->cells.at[i] : NULL;
}

struct fold_cell *fold_add_cell(struct fold_draft *d, struct fold_place p, uint32_t size, struct num_range range) {
    struct fold_cell c;
    uint32_t i = cell_index(d, p);
    assert(!fold_cell(d, p));
    memset(&c, 0, sizeof c);
    c.place = p;
    c.size = size;
    c.range = range;
    vec_insert(&d->cells, i, c);
    return &d->cells.at[i];
}

void fold_remove_cell(struct fold_draft *d, struct fold_place p) {
    uint32_t i = cell_index(d, p);
    assert(fold_cell(d, p));
    vec_remove(&d->cells, i, 1);
}

// ---- drafts ------------------------------------------------------------------------------------------------------------------------

void fold_draft_copy(struct fold_draft *to, const struct fold_draft *from) {
    *to = (struct fold_draft){.b = from->b};
    vec_append(&to->frames, from->frames.at, from->frames.n);
    vec_append(&to->nodes, from->nodes.at, from->nodes.n);
    vec_append(&to->cells, from->cells.at, from->cells.n);
    vec_append(&to->flags, from->flags.at, from->flags.n);
}

void fold_draft_free(struct fold_draft *d) {
    vec_free(&d->frames);
    vec_free(&d->nodes);
    vec_free(&d->cells);
    vec_free(&d->flags);
}

// A block of words: how many of each list, then the lists, then the function.
#define WORDS(list) ((uint32_t)(sizeof *(list).at / sizeof(uint32_t)))
#define PUT(words, list) vec_append(&(words), (const uint32_t *)(const void *)(list).at, (list).n * WORDS(list))
#define TAKE(words, list, count) (vec_append(&(list), (const void *)(words), (count)), (words) += (count) * WORDS(list))

dom_state fold_seal(struct fold_base *f, const struct fold_draft *d) {
    fold_list words = {0};
    uint32_t before = f->states.blocks.n, head[5] = {d->frames.n, d->nodes.n, d->cells.n, d->flags.n, (uint32_t)d->b};
    assert(d->b != LOGIC_FALSE);
    vec_append(&words, head, 5);
    PUT(words, d->frames);
    PUT(words, d->nodes);
    PUT(words, d->cells);
    PUT(words, d->flags);
    dom_state s = dom_store_add(&f->states, words.at, words.n);
    if (f->states.blocks.n > before) logic_keep(f->logic, d->b);
    vec_free(&words);
    return s;
}

void fold_unseal(struct fold_base *f, dom_state s, struct fold_draft *d) {
    const uint32_t *head = dom_store_get(&f->states, s)->words, *words = head + 5;
    *d = (struct fold_draft){.b = (logic_fn)head[4]};
    TAKE(words, d->frames, head[0]);
    TAKE(words, d->nodes, head[1]);
    TAKE(words, d->cells, head[2]);
    TAKE(words, d->flags, head[3]);
}

// ---- the invariant -----------------------------------------------------------------------------------------------------------------

static bool complain(struct buf *why, const char *text) {
    buf_printf(why, "%s\n", text);
    return false;
}

static bool valid_flag(struct fold_base *f, const struct fold_draft *d, uint32_t flag, struct buf *why) {
    const struct fold_flag *k = fold_flag_of(f, flag);
    struct fold_place p = {k->node, k->at};
    logic_fn x = logic_var(f->logic, flag), exists = fold_get(f, d, fold_node_flag(f, FOLD_EXISTS, k->node)), implied = LOGIC_TRUE;
    if (k->kind <= FOLD_BIT && !fold_cell(d, p)) return complain(why, "a flag of a place that has no cell");
    if (fold_is_pair(k)) implied = fold_get(f, d, fold_node_flag(f, FOLD_MANY, k->node));
    if (k->kind == FOLD_MANY || (k->kind <= FOLD_UNINIT && fold_is_heap(f, k->node))) implied = exists;
    if (k->kind == FOLD_EDGE && fold_is_heap(f, k->target))
        implied = logic_and(f->logic, implied, fold_get(f, d, fold_node_flag(f, FOLD_EXISTS, k->target)));
    return logic_leq(f->logic, logic_and(f->logic, d->b, x), implied) || complain(why, "a flag is 1 of a node that is not there");
}

bool fold_valid(struct fold_base *f, const struct fold_draft *d, struct buf *why) {
    bool good = d->b != LOGIC_FALSE || complain(why, "an impossible state");
    logic_vars vars = {0};
    for (uint32_t i = 1; i < d->nodes.n; i++)
        if (d->nodes.at[i - 1].node >= d->nodes.at[i].node) good = complain(why, "nodes are not in order");
    for (uint32_t i = 1; i < d->flags.n; i++)
        if (d->flags.at[i - 1] >= d->flags.at[i]) good = complain(why, "flags are not in order");
    logic_support(f->logic, d->b, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (!fold_has(d, vars.at[i])) good = complain(why, "the function has a flag that is not listed");
    for (uint32_t i = 0; i < d->cells.n; i++) {
        uint32_t node = d->cells.at[i].place.node;
        if (node > FOLD_GONE && !fold_node(d, node)) good = complain(why, "a cell of a node that is not there");
    }
    for (uint32_t i = 0; i < d->flags.n; i++) good = valid_flag(f, d, d->flags.at[i], why) && good;
    vec_free(&vars);
    return good;
}
