// SPDX-License-Identifier: MIT
// What holds of numbers when all blocks of a run have been found to be objects.
#include "sl/nodes.h"
#include "sl/number.h"
#include "sl/trend.h"
#include "sl/search.h"

bool search_number(const struct search *s, uint32_t v, num_word *x) {
    const struct bound *b = search_find(&s->root, true, v);
    if (sl_is_const(s->d, v, x)) return true;
    if (b) *x = b->bits;
    return b != NULL;
}

// Lists are as long as numbers say; one that nothing else tells so far is what makes it so.
static bool length_holds(struct search *s, uint32_t o) {
    const struct bound *of = search_find(&s->root, false, o);
    struct sl_nodes n;
    num_word plus = 0, minus = 0;
    if (!of || !sl_nodes_of(s->d, o, &n)) return true;
    bool told = !n.plus || search_number(s, n.plus, &plus), less = !n.minus || search_number(s, n.minus, &minus);
    num_word wrong = num_wrap(n.bits, plus - minus + (num_word)(num_sword)n.more - of->n);
    if (told && less) return !wrong || search_complain(s, "o%u has %u nodes", o, of->n);
    if (!told && !less) return true;
    struct word w = {.bits = told ? wrong : num_wrap(n.bits, -wrong), .bytes = n.bits / 8};
    return search_match_int(s, &s->root, told ? n.minus : n.plus, w);
}

static bool lengths_hold(struct search *s) {
    for (uint32_t o = 1; o < s->d->objects.n; o++) {
        const struct sl_object *x = &s->d->objects.at[o];
        if (x->life == SL_VALID && !x->level && sl_is_counted(x) && !length_holds(s, o)) return false;
    }
    return true;
}

static bool relations_hold(struct search *s) {
    for (uint32_t i = 0; i < s->d->relations.n; i++) {
        const struct sl_relation *r = &s->d->relations.at[i];
        num_word a, b;
        if (!search_number(s, r->a.id, &a) || !search_number(s, r->b.id, &b)) continue;
        if (search_read_as(r->a, a) - search_read_as(r->b, b) > r->most) return search_complain(s, "v%u - v%u is too large", r->a.id, r->b.id);
    }
    return true;
}

// The places of a number that nodes of a list have for themselves: the list, and where its nodes hold it; false: it is none, or in none.
static const struct bound *places_of(const struct search *s, uint32_t v, struct sl_field *at) {
    uint32_t list = s->d->values.at[v].level == 1 ? sl_trend_list(s->d, v) : 0;
    const struct bound *of = list ? search_find(&s->root, false, list) : NULL;
    for (uint32_t i = list ? sl_first_field(s->d, list) : 0; of && sl_has(s->d, i, list); i++)
        if (s->d->fields.at[i].value == v) {
            *at = s->d->fields.at[i];
            return of;
        }
    return NULL;
}

// What a node holds there; false: it may be any number.
static bool number_in(const struct search *s, const struct bound *of, uint32_t node, const struct sl_field *at, struct num_var as, num_sword *x) {
    struct word w = search_read(s, of->nodes[node], at->offset, (uint32_t)at->size);
    *x = search_read_as(as, w.bits);
    return !w.any;
}

// Relations of what all nodes of a list have to another list's, and to what is outside.
static bool relation_holds_across(struct search *s, const struct sl_relation *r) {
    struct sl_field f = {0}, g = {0};
    const struct bound *a = places_of(s, r->a.id, &f), *b = places_of(s, r->b.id, &g);
    num_word x = 0, y = 0;
    if ((!a && !b) || (a && b && f.object == g.object)) return true;
    if ((!a && !search_number(s, r->a.id, &x)) || (!b && !search_number(s, r->b.id, &y))) return true;
    for (uint32_t i = 0; i < (a ? a->n : 1); i++)
        for (uint32_t k = 0; k < (b ? b->n : 1); k++) {
            num_sword from = search_read_as(r->a, x), to = search_read_as(r->b, y);
            bool known = (!a || number_in(s, a, i, &f, r->a, &from)) && (!b || number_in(s, b, k, &g, r->b, &to));
            if (known && from - to > r->most) return search_complain(s, "v%u - v%u is too large for some node", r->a.id, r->b.id);
        }
    return true;
}

static bool trend_holds(struct search *s, const struct sl_trend *o) {
    struct sl_field at = {0};
    const struct bound *of = places_of(s, o->value, &at);
    struct num_var as = sl_reading(s->d, o->value, !(o->how & SL_WITHOUT_SIGN));
    as.is_signed = !(o->how & SL_WITHOUT_SIGN);
    for (uint32_t i = 0; of && i < of->n; i++)
        for (uint32_t k = i + 1; k < of->n; k++) {
            num_sword x, y;
            bool known = number_in(s, of, i, &at, as, &x) && number_in(s, of, k, &at, as, &y);
            if (known && (o->how & SL_FALLS ? y - x : x - y) > (o->how & SL_STRICTLY ? -1 : 0)) return search_complain(s, "v%u goes on otherwise", o->value);
        }
    return true;
}

bool search_numbers_hold(struct search *s) {
    bool good = relations_hold(s);
    for (uint32_t i = 0; i < s->d->relations.n && good; i++) good = relation_holds_across(s, &s->d->relations.at[i]);
    for (uint32_t i = 0; i < s->d->trends.n && good; i++) good = trend_holds(s, &s->d->trends.at[i]);
    return good;
}

// A size that is said to be the sum of two numbers.
static bool parts_hold(struct search *s) {
    for (uint32_t o = 1; o < s->d->objects.n; o++) {
        const struct sl_object *x = &s->d->objects.at[o];
        const struct bound *of = search_find(&s->root, false, o);
        num_word a, b;
        if (!x->part[0] || !of || !search_number(s, x->part[0], &a) || !search_number(s, x->part[1], &b)) continue;
        if ((num_sword)a + (num_sword)b + x->over != (num_sword)exec_block(s->memory, of->nodes[0])->size)
            return search_complain(s, "the size of o%u is not the sum of its parts", o);
    }
    return true;
}

// Does the word lead to a string, the one that v stands for if something else says which?
static bool is_string_of(struct search *s, uint32_t v, struct word w) {
    const struct sl_value *x = &s->d->values.at[v];
    const struct bound *of = search_find(&s->root, false, x->object);
    uint32_t block;
    uint64_t at, end;
    if (!search_locate(s, &w, &block, &at)) return false;
    uint64_t size = exec_block(s->memory, block)->size;
    for (end = at; end < size && search_read(s, block, end, 1).bits; end++) continue;
    return end < size && (!of || (of->nodes[0] == block && num_range_has(x->range, at)));
}

// What was loaded at an address is there, and a sum is one.  Of an address that nothing else tells so far there may be one.
static bool terms_hold(struct search *s) {
    for (uint32_t i = 0; i < s->d->terms.n; i++) {
        const struct sl_term *t = &s->d->terms.at[i];
        unsigned bits = s->d->values.at[t->value].range.bits;
        num_word x, a, b;
        int64_t at;
        if (t->kind == SL_SUM) {
            bool known = search_number(s, t->value, &x) && search_number(s, t->a, &a) && search_number(s, t->b, &b);
            unsigned one = s->d->values.at[t->a].range.bits, other = s->d->values.at[t->b].range.bits, most = one > other ? one : other;
            num_word rest = num_signed(one, a) + num_signed(other, b) + (num_word)t->plus - num_signed(bits, x);
            if (known && num_wrap(bits > most ? bits : most, rest)) return search_complain(s, "v%u is not the sum", t->value);
            continue;
        }
        if (t->kind == SL_MULTIPLE) {
            bool known = search_number(s, t->value, &x) && search_number(s, t->a, &a);
            if (known && num_wrap(bits, a * (num_word)t->plus - x)) return search_complain(s, "v%u is not the multiple", t->value);
            continue;
        }
        if (t->kind == SL_PRODUCT) {
            bool known = search_number(s, t->value, &x) && search_number(s, t->a, &a) && search_number(s, t->b, &b);
            if (known && num_wrap(bits, a * b - x)) return search_complain(s, "v%u is not the product", t->value);
            continue;
        }
        if (t->kind == SL_QUOTIENT) {
            bool known = search_number(s, t->value, &x) && search_number(s, t->a, &a);
            bool offset = s->d->values.at[t->a].kind == SL_ADDR;  // has a sign
            num_sword rest = (offset ? (num_sword)num_signed(s->d->values.at[t->a].range.bits, a) : (num_sword)a) - (num_sword)x * t->times;
            if (known && (rest < sl_least_rest(t) || rest > sl_most_rest(t))) return search_complain(s, "v%u is not the quotient", t->value);
            continue;
        }
        const struct bound *of = search_find(&s->root, false, s->d->values.at[t->a].object);
        if (sl_offset(s->d, t->a, &at)) a = (num_word)at;
        else if (!search_number(s, t->a, &a)) continue;
        if (!of || a + bits / 8 > exec_block(s->memory, of->nodes[0])->size) return search_complain(s, "v%u was loaded outside", t->value);
        struct word w = search_read(s, of->nodes[0], (uint64_t)a, bits / 8);
        if (s->d->values.at[t->value].kind == SL_ADDR) {
            if (!is_string_of(s, t->value, w)) return search_complain(s, "v%u is not the string that is there", t->value);
            continue;
        }
        if (!search_match_int(s, &s->root, t->value, w)) return search_complain(s, "v%u is not what is there", t->value);
    }
    return true;
}

bool search_all_matched(struct search *s) {
    for (uint32_t i = 0; i < s->memory->heap.n; i++) {
        uint32_t b = s->memory->heap.at[i];
        const struct exec_block *x = exec_block(s->memory, b);
        if (x->kind == EXEC_HEAP && x->life == EXEC_LIVE && !s->owned[b]) return search_complain(s, "heap block %u is no object", b);
    }
    for (uint32_t i = 0; i < s->d->apart.n; i++) {
        struct sl_pair p = s->d->apart.at[i];
        num_word a, b;
        if (s->d->values.at[p.a].level || s->d->values.at[p.b].level || !search_number(s, p.a, &a) || !search_number(s, p.b, &b)) continue;
        if (a == b) return search_complain(s, "v%u and v%u are the same number", p.a, p.b);
    }
    return lengths_hold(s) && terms_hold(s) && search_numbers_hold(s) && parts_hold(s);
}
