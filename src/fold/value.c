// SPDX-License-Identifier: MIT
// What places hold.
#include <assert.h>

#include "fold/shape.h"
#include "step/step.h"

// ---- counters ----------------------------------------------------------------------------------------------------------------------

// The counter of the node becomes one more (or less) where `when` holds: 0, 1, 2, and 3 for three or more.
static void count(struct fold_base *f, struct fold_draft *d, uint32_t node, logic_fn when, bool up) {
    struct logic *l = f->logic;
    uint32_t flags[2] = {fold_node_flag(f, FOLD_COUNT0, node), fold_node_flag(f, FOLD_COUNT1, node)};
    logic_fn lo, hi, was[4];  // b with the counter given
    if (f->switches.no_in || !fold_is_heap(f, node) || when == LOGIC_FALSE) return;
    fold_want(f, d, flags[0]);
    fold_want(f, d, flags[1]);
    lo = logic_var(l, flags[0]);
    hi = logic_var(l, flags[1]);
    for (uint32_t n = 0; n < 4; n++) {
        logic_fn literals = logic_and(l, n & 1 ? lo : logic_not(l, lo), n & 2 ? hi : logic_not(l, hi));
        was[n] = logic_restrict(l, d->b, literals);
    }
    logic_fn one = up ? was[0] : was[2], two = up ? was[1] : was[3], three = up ? logic_or(l, was[2], was[3]) : was[3];
    logic_fn moved = logic_ite(l, hi, logic_ite(l, lo, three, two), logic_ite(l, lo, one, up ? LOGIC_FALSE : was[1]));
    d->b = logic_ite(l, when, moved, d->b);
}

static void count_edges(struct fold_base *f, struct fold_draft *d, struct fold_place p, bool up) {
    fold_list edges = {0};
    if (fold_is_link(f, p.node, p.at)) fold_edges(f, d, p, &edges);
    for (uint32_t i = 0; i < edges.n; i++) count(f, d, fold_flag_of(f, edges.at[i])->target, logic_var(f->logic, edges.at[i]), up);
    vec_free(&edges);
}

// ---- reading -----------------------------------------------------------------------------------------------------------------------

logic_fn fold_uninit(struct fold_base *f, const struct fold_draft *d, struct fold_place p) {
    return fold_get(f, d, fold_place_flag(f, FOLD_UNINIT, p));
}

logic_fn fold_pointer(struct fold_base *f, const struct fold_draft *d, struct fold_place p) {
    logic_fn any = LOGIC_FALSE;
    if (!f->switches.no_out) return fold_get(f, d, fold_place_flag(f, FOLD_POINTER, p));
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if ((k->kind == FOLD_EDGE || k->kind == FOLD_OUT) && k->node == p.node && k->at == p.at)
            any = logic_or(f->logic, any, logic_var(f->logic, d->flags.at[i]));
    }
    return any;
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------

void fold_clear(struct fold_base *f, struct fold_draft *d, struct fold_place p) {
    fold_list gone = {0};
    if (!fold_cell(d, p)) return;
    assert(!fold_is_summary(f, d, p.node));
    count_edges(f, d, p, false);
    fold_flags_of_place(f, d, p, &gone);
    fold_forget(f, d, &gone);
    vec_free(&gone);
    fold_remove_cell(d, p);
}

// What a heap block's cell holds, it holds only if there is such a block.
static logic_fn there(struct fold_base *f, const struct fold_draft *d, struct fold_place p) {
    return fold_is_heap(f, p.node) ? fold_get(f, d, fold_node_flag(f, FOLD_EXISTS, p.node)) : LOGIC_TRUE;
}

void fold_put_number(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, struct num_range r) {
    fold_clear(f, d, p);
    fold_add_cell(d, p, size, num_range_empty(r.bits));
    fold_set_range(f, d, p, r);
}

void fold_put_uninit(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits) {
    fold_clear(f, d, p);
    fold_add_cell(d, p, size, num_range_empty(bits));
    fold_define(f, d, fold_place_flag(f, FOLD_UNINIT, p), there(f, d, p));
}

void fold_put_bit(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits, logic_fn value) {
    struct num_range r = bits == 1 ? num_range_full(1) : num_range_unsigned(bits, 0, 1);
    fold_clear(f, d, p);
    if (value == LOGIC_FALSE || value == LOGIC_TRUE) r = num_range_const(bits, value == LOGIC_TRUE);
    fold_add_cell(d, p, size, r);
    if (value != LOGIC_TRUE) fold_define(f, d, fold_place_flag(f, FOLD_BIT, p), value);
}

static void set_pointer(struct fold_base *f, struct fold_draft *d, struct fold_place p, logic_fn value) {
    if (!f->switches.no_out) fold_define(f, d, fold_place_flag(f, FOLD_POINTER, p), value);
}

void fold_put_address(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, uint32_t target, uint32_t offset) {
    fold_clear(f, d, p);
    fold_add_cell(d, p, size, num_range_empty(f->bits));
    logic_fn when = there(f, d, p);
    fold_define(f, d, fold_edge(f, p, target, offset), when);
    set_pointer(f, d, p, when);
    count_edges(f, d, p, true);
}

// The same flags of another place, each with the value that it has there.
static void take_flags(struct fold_base *f, struct fold_draft *d, struct fold_place p, struct fold_place q, uint32_t offset) {
    fold_list flags = {0};
    fold_flags_of_place(f, d, q, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        assert(k.kind != FOLD_OUT && k.kind != FOLD_IN);
        k.node = p.node;
        k.at = p.at;
        if (k.kind == FOLD_EDGE && k.target > FOLD_GONE) k.offset += offset;
        fold_define(f, d, fold_flag(f, k), logic_var(f->logic, flags.at[i]));
    }
    vec_free(&flags);
}

void fold_put_copy(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size, struct fold_place q, uint32_t offset) {
    assert(fold_cell(d, q) && (p.node != q.node || p.at != q.at));
    struct num_range r = fold_cell(d, q)->range;
    fold_clear(f, d, p);
    fold_add_cell(d, p, size, r);
    take_flags(f, d, p, q, offset);
    count_edges(f, d, p, true);
}

// ---- cells that were not touched yet -------------------------------------------------------------------------------------------------

static bool overlaps(const struct fold_draft *d, struct fold_place p, uint32_t size) {
    for (uint32_t i = fold_first_cell(d, p.node); fold_is_cell(d, i, p.node); i++) {
        const struct fold_cell *c = &d->cells.at[i];
        if (c->place.at < (uint64_t)p.at + size && p.at < (uint64_t)c->place.at + c->size) return true;
    }
    return false;
}

// A global's first contents.
static bool initial_cell(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size) {
    const struct ir_reloc *r;
    num_word word;
    if (!step_contents(f->program, fold_name_of(f, p.node)->a, p.at, size, &word, &r)) return false;
    if (r ? size * 8 != f->bits || r->addend != (int32_t)r->addend : size > 8) return false;
    if (r) {
        uint32_t storage = ir_tag(r->target) == IR_GLOBAL ? FOLD_GLOBAL : FOLD_CODE;
        uint32_t node = fold_name(f, (struct fold_name){.storage = storage, .a = ir_index(r->target)});
        fold_put_address(f, d, p, size, node, (uint32_t)r->addend);
    } else {
        fold_put_number(f, d, p, size, num_range_const(size * 8, word));
    }
    return true;
}

struct fold_cell *fold_make_cell(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t size) {
    struct fold_cell *c = fold_cell(d, p);
    const struct fold_node *n = fold_node(d, p.node);
    if (c && c->size == size) return c;
    if (!n || size > 16 || overlaps(d, p, size)) return NULL;
    enum fold_rest rest = (enum fold_rest)n->rest;
    if (rest == FOLD_REST_INITIAL) return initial_cell(f, d, p, size) ? fold_cell(d, p) : NULL;
    fold_add_cell(d, p, size,
                  rest == FOLD_REST_UNINIT ? num_range_empty(size * 8)
                  : rest == FOLD_REST_ZERO ? num_range_const(size * 8, 0)
                                           : num_range_full(size * 8));
    uint32_t uninit = fold_place_flag(f, FOLD_UNINIT, p);
    if (rest == FOLD_REST_UNINIT) fold_define(f, d, uninit, there(f, d, p));
    if (rest == FOLD_REST_ANY) {
        fold_free_flag(d, uninit);
        fold_assume(f, d, logic_imp(f->logic, logic_var(f->logic, uninit), there(f, d, p)));
    }
    return fold_cell(d, p);
}

// ---- the end of a node -------------------------------------------------------------------------------------------------------------

void fold_end_node(struct fold_base *f, struct fold_draft *d, uint32_t node, uint32_t instead) {
    fold_list flags = {0};
    while (fold_is_cell(d, fold_first_cell(d, node), node)) fold_clear(f, d, d->cells.at[fold_first_cell(d, node)].place);
    fold_flags_of_node(f, d, node, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        if (k.kind != FOLD_EDGE) continue;
        k.target = instead;
        k.offset = 0;
        uint32_t dangling = fold_flag(f, k), spare = fold_flag(f, (struct fold_flag){.kind = FOLD_BIT, .node = FOLD_SCRATCH, .at = 1});
        logic_fn value = logic_or(f->logic, logic_var(f->logic, flags.at[i]), fold_get(f, d, dangling));
        fold_define(f, d, spare, value);
        if (fold_has(d, dangling)) fold_forget(f, d, &(fold_list){&dangling, 1, 1});
        fold_define(f, d, dangling, logic_var(f->logic, spare));
        fold_forget(f, d, &(fold_list){&spare, 1, 1});
    }
    vec_free(&flags);
    fold_remove_node(f, d, node);
}
