// SPDX-License-Identifier: MIT
// Coarse states: what keeps states apart that have one shape is forgotten, the numbers in the nodes of lists above all.
#include "sl/lattice.h"
#include "sl/uses.h"

static bool same_kind(const struct sl_object *a, const struct sl_object *b) {
    return a->func == b->func && a->instr == b->instr;
}

// A block is taken for the node of a list if others that come from the same place are.
static bool is_node(const struct sl_draft *d, uint32_t o) {
    const struct sl_object *x = &d->objects.at[o];
    if (x->storage != SL_HEAP || x->life != SL_VALID) return false;
    if (sl_is_segment(x) || x->level) return true;
    for (uint32_t i = 1; i < d->objects.n; i++) {
        const struct sl_object *y = &d->objects.at[i];
        if (y->storage == SL_HEAP && (sl_is_segment(y) || y->level) && same_kind(x, y)) return true;
    }
    return false;
}

// Does the number tell of the size of an object?
static bool is_size(const struct sl_draft *d, uint32_t v) {
    return sl_is_used(d, v, SL_ONLY(COUNT) | SL_ONLY(UNIT) | SL_RELATIONS);
}

// A number, but for null and for sizes.
static bool is_data(const struct sl *s, const struct sl_draft *d, const struct sl_field *f) {
    const struct sl_value *v = &d->values.at[f->value];
    return v->kind == SL_INT && !(d->sized && is_size(d, f->value)) && !(v->range.bits == s->bits && sl_is_null(d, f->value));
}

static void forget_data(const struct sl *s, struct sl_draft *d, uint32_t o) {
    assert(o && d->objects.at[o].life == SL_VALID);
    const struct sl_object *x = &d->objects.at[o];
    d->objects.at[o].text = sl_text_of(d, o);
    d->objects.at[o].ends = d->objects.at[o].first = 0;
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        if (!is_data(s, d, &d->fields.at[i])) continue;
        unsigned bits = d->values.at[d->fields.at[i].value].range.bits;
        uint8_t level = (uint8_t)(x->level + (sl_is_segment(x) && !sl_is_link(x, d->fields.at[i].offset)));  // a list may end with a number
        d->fields.at[i].value = sl_add_value(d, (struct sl_value){.kind = SL_INT, .level = level, .range = num_range_full(bits)});
    }
}

static bool has_pointer(const struct sl *s, const struct sl_draft *d, uint32_t o) {
    SL_EACH_USE_OF(u, d, o, SL_FIELDS) {
        const struct sl_value *v = &d->values.at[sl_used(&u)];
        if ((v->kind != SL_INT && v->kind != SL_UNINIT) || (v->kind == SL_INT && v->range.bits == s->bits && sl_is_null(d, sl_used(&u))))
            return true;
    }
    return false;
}

// An array of numbers whose size is not known when it is made: which elements have been written, and what with, is forgotten, but not where strings end.
static void forget_array(struct sl *s, struct sl_draft *d, uint32_t o) {
    assert(o && o < d->objects.n);
    const struct sl_object *x = &d->objects.at[o];
    bool array = x->storage == SL_HEAP && x->life == SL_VALID && x->count && !sl_is_segment(x);
    bool cleared = x->rest == SL_REST_ZERO && !sl_has(d, sl_first_field(d, o), o);  // perhaps for pointers
    if (!array || cleared || has_pointer(s, d, o)) return;
    bool whole = x->rest == SL_REST_ANY || x->rest == SL_REST_ZERO;
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) whole &= d->values.at[d->fields.at[i].value].kind == SL_INT;
    d->objects.at[o].text = sl_text_of(d, o);
    sl_drop_fields(d, o);
    bool given = whole || step_is_asked(&s->step, IR_RULE_UNINITIALISED_VALUE);  // which elements were, nobody knows
    sl_note(s, SL_NOTED_LAX, given && !whole);
    d->objects.at[o].rest = given ? SL_REST_ANY : SL_REST_UNINIT;
}

void sl_coarsen(struct sl *s, struct sl_draft *d) {
    for (uint32_t o = 1; o < d->objects.n; o++) {
        if (is_node(d, o)) forget_data(s, d, o);
        forget_array(s, d, o);
    }
}
