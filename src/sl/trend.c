// SPDX-License-Identifier: MIT
#include "sl/trend.h"

#include <assert.h>

#include "sl/number.h"
#include "sl/uses.h"

uint32_t sl_trend_list(const struct sl_draft *d, uint32_t v) {
    assert(v && v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    if (x->kind != SL_INT || !x->level || x->range.bits > 64 || sl_is_const(d, v, NULL)) return 0;
    SL_EACH_USE(u, d, SL_ONLY(FIELD))
        if (sl_used(&u) == v && sl_is_in_line(&d->objects.at[sl_user(&u)]) && d->objects.at[sl_user(&u)].level + 1 == x->level) return sl_user(&u);
    return 0;
}

bool sl_has_trend(const struct sl_draft *d, uint32_t v, uint32_t how) {
    assert(how < SL_TRENDS);
    for (uint32_t i = 0; i < d->trends.n; i++)
        if (d->trends.at[i].value == v && (d->trends.at[i].how == how || d->trends.at[i].how == (how | SL_STRICTLY))) return true;
    return false;
}

bool sl_is_in_trend(const struct sl_draft *d, uint32_t piece, uint32_t v, uint32_t how) {
    assert(piece < d->objects.n && v < d->values.n && how < SL_TRENDS);
    const struct sl_object *o = &d->objects.at[piece];
    if (o->shape.kind == SL_PLAIN || o->shape.kind == SL_OPTION) return true;
    if (!sl_is_in_line(o)) return false;
    return d->values.at[v].level > o->level ? sl_has_trend(d, v, how) : !(how & SL_STRICTLY);  // all hold the same number
}

void sl_tell_trend(struct sl_draft *d, uint32_t v, uint32_t how) {
    assert(v && v < d->values.n && how < SL_TRENDS);
    if (!sl_has_trend(d, v, how)) vec_push(&d->trends, (struct sl_trend){v, how});
}

// How a number of an earlier node lies to one of a later one.
static void relate_by(struct sl_draft *d, uint32_t earlier, uint32_t later, uint32_t how) {
    struct num_var a = sl_reading(d, how & SL_FALLS ? later : earlier, !(how & SL_WITHOUT_SIGN));
    struct num_var b = sl_reading(d, how & SL_FALLS ? earlier : later, !(how & SL_WITHOUT_SIGN));
    sl_relate(d, a, b, how & SL_STRICTLY ? -1 : 0);
}

void sl_open_trends(struct sl_draft *d, uint32_t list, uint32_t node, bool last) {
    assert(list != node && list < d->objects.n && node < d->objects.n);
    for (uint32_t i = 0; i < d->trends.n; i++) {
        struct sl_trend o = d->trends.at[i];
        for (uint32_t k = sl_first_field(d, list); sl_has(d, k, list); k++) {
            const struct sl_field *f = &d->fields.at[k];
            uint32_t n = f->value == o.value ? sl_field_at(d, node, f->offset, f->size) : UINT32_MAX, own = n == UINT32_MAX ? 0 : d->fields.at[n].value;
            if (sl_is_number(d, own)) relate_by(d, last ? o.value : own, last ? own : o.value, o.how);
        }
    }
}

void sl_turn_trends(struct sl_draft *d, uint32_t list) {
    assert(d->objects.at[list].shape.kind == SL_DOUBLY);
    for (uint32_t i = 0; i < d->trends.n; i++)
        if (sl_trend_list(d, d->trends.at[i].value) == list) d->trends.at[i].how ^= SL_FALLS;
}

void sl_copy_trends(struct sl_draft *d, const uint32_t *copy, uint32_t values) {
    for (uint32_t i = 0, n = d->trends.n; i < n; i++) {
        struct sl_trend o = d->trends.at[i];
        uint32_t v = o.value < values ? copy[o.value] : 0;
        if (v && d->values.at[v].level) sl_tell_trend(d, v, o.how);
    }
}
