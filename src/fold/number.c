// SPDX-License-Identifier: MIT
// Numbers of which there are few: each is a flag.
#include "fold/shape.h"

// Is the range {0, 1}, so that the number is one flag?
static bool is_two(struct num_range r) {
    if (r.bits > 64 || num_range_is_empty(r) || num_range_is_const(r, NULL)) return false;
    return num_range_leq(r, num_range_unsigned(r.bits, 0, 1));
}

static uint32_t value_flag(struct fold_base *f, struct fold_place p, int32_t c) {
    return fold_flag(f, (struct fold_flag){.kind = FOLD_VALUE, .node = p.node, .at = p.at, .offset = (uint32_t)c});
}

static void value_flags(struct fold_base *f, const struct fold_draft *d, struct fold_place p, fold_list *out) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind == FOLD_VALUE && k->node == p.node && k->at == p.at) vec_push(out, d->flags.at[i]);
    }
}

static bool in_range(struct num_range r, int32_t c) {
    return num_range_has(r, num_wrap(r.bits, (num_word)(num_sword)c));
}

// ---- looking -----------------------------------------------------------------------------------------------------------------------

logic_fn fold_is_number(struct fold_base *f, const struct fold_draft *d, struct fold_place p) {
    struct logic *l = f->logic;
    logic_fn other = logic_or(l, fold_pointer(f, d, p), fold_uninit(f, d, p)), number = logic_not(l, other);
    if (!fold_is_heap(f, p.node)) return number;
    return logic_and(l, number, fold_get(f, d, fold_node_flag(f, FOLD_EXISTS, p.node)));
}

logic_fn fold_bit(struct fold_base *f, const struct fold_draft *d, struct fold_place p) {
    num_word x;
    const struct fold_cell *c = fold_cell(d, p);
    if (c && num_range_is_const(c->range, &x)) return x ? LOGIC_TRUE : LOGIC_FALSE;
    return fold_get(f, d, fold_place_flag(f, FOLD_BIT, p));
}

bool fold_constants(struct fold_base *f, const struct fold_draft *d, struct fold_place p, struct fold_constants *out) {
    const struct fold_cell *c = fold_cell(d, p);
    fold_list flags = {0};
    num_word x;
    *out = (struct fold_constants){.n = 0};
    if (!c || c->range.bits > 64) return false;
    if (num_range_is_empty(c->range)) return true;
    if (num_range_is_const(c->range, &x)) {
        num_sword s = num_signed(c->range.bits, x);
        out->at[out->n++] = (int32_t)s;
        return s == (int32_t)s;
    }
    if (is_two(c->range)) {
        *out = (struct fold_constants){{0, c->range.bits == 1 ? -1 : 1}, 2};
        return true;
    }
    value_flags(f, d, p, &flags);
    for (uint32_t i = 0; i < flags.n && out->n < FOLD_MOST_VALUES; i++) out->at[out->n++] = (int32_t)fold_flag_of(f, flags.at[i])->offset;
    vec_free(&flags);
    return out->n > 0;
}

logic_fn fold_equals(struct fold_base *f, const struct fold_draft *d, struct fold_place p, int32_t c) {
    struct num_range r = fold_cell(d, p)->range;
    if (num_range_is_empty(r) || !in_range(r, c)) return LOGIC_FALSE;
    if (num_range_is_const(r, NULL)) return LOGIC_TRUE;
    if (is_two(r)) return c ? fold_bit(f, d, p) : logic_not(f->logic, fold_bit(f, d, p));
    return fold_get(f, d, value_flag(f, p, c));
}

static bool unite(struct fold_base *f, const struct fold_constants *a, const struct fold_constants *b, struct fold_constants *out) {
    *out = *a;
    for (uint32_t i = 0; i < b->n; i++) {
        bool found = false;
        for (uint32_t k = 0; k < out->n; k++) found |= out->at[k] == b->at[i];
        if (found) continue;
        if (fold_exceeds(&f->reached, FOLD_LIMIT_VALUES, out->n + 1)) return false;
        out->at[out->n++] = b->at[i];
    }
    return true;
}

// ---- changing ----------------------------------------------------------------------------------------------------------------------

static void forget_values(struct fold_base *f, struct fold_draft *d, struct fold_place p) {
    fold_list flags = {0};
    uint32_t bit = fold_place_flag(f, FOLD_BIT, p);
    value_flags(f, d, p, &flags);
    if (fold_has(d, bit)) vec_push(&flags, bit);
    if (flags.n) fold_forget(f, d, &flags);
    vec_free(&flags);
}

void fold_level_number(struct fold_base *f, struct fold_draft *d, struct fold_place p, struct num_range r,
                       const struct fold_constants *values) {
    struct logic *l = f->logic;
    bool two = is_two(r), same = num_range_same(r, fold_cell(d, p)->range);
    logic_fn number = fold_is_number(f, d, p), is[FOLD_MOST_VALUES];
    if (two ? same || fold_has(d, fold_place_flag(f, FOLD_BIT, p)) : !values && same) {
        if (!two) forget_values(f, d, p);
        fold_cell(d, p)->range = r;
        return;
    }
    uint32_t n = two ? 1 : values ? values->n : 0, spare[FOLD_MOST_VALUES];
    for (uint32_t i = 0; i < n; i++) {  // by way of other flags, for the old ones are about to go
        is[i] = logic_and(l, number, fold_equals(f, d, p, two ? (r.bits == 1 ? -1 : 1) : values->at[i]));
        spare[i] = fold_flag(f, (struct fold_flag){.kind = FOLD_VALUE, .node = FOLD_SCRATCH, .at = 9, .offset = i});
        fold_define(f, d, spare[i], is[i]);
    }
    forget_values(f, d, p);
    fold_cell(d, p)->range = r;
    for (uint32_t i = 0; i < n; i++) {
        if (!fold_has(d, spare[i])) continue;
        fold_define(f, d, two ? fold_place_flag(f, FOLD_BIT, p) : value_flag(f, p, values->at[i]), logic_var(l, spare[i]));
        fold_forget(f, d, &(fold_list){&spare[i], 1, 1});
    }
}

void fold_level_numbers(struct fold_base *f, struct fold_draft *a, struct fold_place p, struct fold_draft *b, struct fold_place q,
                        bool widen) {
    struct num_range x = fold_cell(a, p)->range, y = fold_cell(b, q)->range;
    struct fold_constants values[3];
    bool few = fold_constants(f, a, p, &values[0]) && fold_constants(f, b, q, &values[1]) && unite(f, &values[0], &values[1], &values[2]);
    few = few && values[2].n > 1;
    struct num_range r = widen && !few ? num_range_widen(x, y, NULL, 0) : num_range_join(x, y);
    fold_level_number(f, a, p, r, few ? &values[2] : NULL);
    fold_level_number(f, b, q, r, few ? &values[2] : NULL);
}

// Narrowed: the number is one of those that are left.
static void narrow(struct fold_base *f, struct fold_draft *d, struct fold_place p, struct num_range r, const struct fold_constants *old) {
    struct fold_constants left = {.n = 0};
    logic_fn some = logic_not(f->logic, fold_is_number(f, d, p));
    for (uint32_t i = 0; i < old->n; i++) {
        if (!in_range(r, old->at[i])) continue;
        left.at[left.n++] = old->at[i];
        some = logic_or(f->logic, some, fold_equals(f, d, p, old->at[i]));
    }
    fold_assume(f, d, some);
    fold_level_number(f, d, p, r, num_range_is_const(r, NULL) ? NULL : &left);
}

void fold_set_range(struct fold_base *f, struct fold_draft *d, struct fold_place p, struct num_range r) {
    struct num_range old = fold_cell(d, p)->range;
    struct fold_constants values;
    uint32_t bit = fold_place_flag(f, FOLD_BIT, p);
    bool two = is_two(r);
    if (old.bits == r.bits && !num_range_is_const(old, NULL) && num_range_leq(r, old) && fold_constants(f, d, p, &values) && values.n) {
        narrow(f, d, p, r, &values);
        return;
    }
    if (!two || !is_two(old)) forget_values(f, d, p);
    fold_cell(d, p)->range = r;
    if (!two || fold_has(d, bit)) return;
    if (is_two(old)) return;  // it is always 0
    fold_free_flag(d, bit);
    fold_assume(f, d, logic_imp(f->logic, logic_var(f->logic, bit), fold_is_number(f, d, p)));
}
