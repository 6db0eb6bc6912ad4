// SPDX-License-Identifier: MIT
// The text form of states (grammar.c): what is known of their values, behind objects.  A line is a disequality, a difference, a term or a trend.
#include <assert.h>

#include "sl/grammar.h"
#include "sl/trend.h"
#include "sl/term.h"

static bool reading(struct sl_text *t, struct num_var *x) {
    if (!sl_text_form(t, "%v", &x->id)) return false;
    x->is_signed = !sl_text_has_word(t, !x->is_signed, "unsigned");
    x->bits = (uint8_t)t->d.values.at[x->id].range.bits;
    return true;
}

static bool has_bits(const struct sl_text *t, uint32_t v) {
    return sl_text_is_number(t, v) || (t->d.values.at[v].kind == SL_ADDR && t->d.values.at[v].range.bits <= 64);
}

// Two values that differ (the second is as wide as the first unless it says so), or a difference of two.
static bool fact(struct sl_text *t, struct sl_relation *r, bool *apart) {
    if (!reading(t, &r->a)) return false;
    sl_text_space(t);
    if (!t->out) *apart = r->a.is_signed && sl_text_peek(t) != '-';
    const struct sl_value *x = &t->d.values.at[r->a.id];
    if (*apart) return sl_text_form(t, "!= ") && sl_text_value(t, &r->b.id, x->kind == SL_INT ? x->range.bits : t->s->bits);
    if (!sl_text_form(t, "- ") || !reading(t, &r->b) || !sl_text_form(t, " <= %d", &r->most)) return false;
    return (has_bits(t, r->a.id) && has_bits(t, r->b.id)) || sl_text_fail(t, "a difference of what is no number");
}

// What is left of a, besides so many times the value, from the least to the greatest.
static bool quotient(struct sl_text *t, struct sl_term *x) {
    int64_t times = x->times, least = x->plus, most = x->plus + (x->over < SL_AT_MOST ? x->over : 0);
    if (!sl_text_form(t, " / %d rest ", &times)) return false;
    bool low = t->out ? x->over != SL_AT_MOST : sl_text_peek(t) != 't';
    if (low && !sl_text_form(t, "%d ", &least)) return false;
    bool high = t->out ? x->over != SL_AT_LEAST : sl_text_peek(t) != 'o';
    if (high ? !sl_text_form(t, "to %d", &most) : !sl_text_form(t, "or more")) return false;
    bool good = times > 1 && times <= INT32_MAX && (!low || !high || least <= most);
    x->kind = SL_QUOTIENT;
    x->times = (uint32_t)times;
    good = good && (t->out || sl_give_rest(x, low ? least : -NUM_SCALED_OPEN, high ? most : NUM_SCALED_OPEN)) && (x->over == SL_AT_MOST) == !low;
    return good || sl_text_fail(t, "no quotient");
}

// What a value is, behind it.
static bool term(struct sl_text *t, struct sl_term *x) {
    if (!sl_text_form(t, " = ")) return false;
    char c = t->out ? 0 : sl_text_peek(t);
    if (!t->out) x->kind = c == '[' ? SL_LOADED : c >= '0' && c <= '9' ? SL_MULTIPLE : SL_SUM;
    if (x->kind == SL_MULTIPLE) return sl_text_form(t, "%d * %v", &x->plus, &x->a) && ((x->plus > 1 && x->plus <= INT32_MAX) || sl_text_fail(t, "no multiple"));
    if (x->kind == SL_LOADED && !sl_text_form(t, "[%v]", &x->a)) return false;
    if (x->kind == SL_LOADED) return t->d.values.at[x->a].kind == SL_ADDR || sl_text_fail(t, "something at what is no address");
    if (!sl_text_form(t, "%v", &x->a)) return false;
    if (!t->out) sl_text_space(t), c = sl_text_peek(t), x->kind = c == '*' ? SL_PRODUCT : c == '/' ? SL_QUOTIENT : SL_SUM;
    if (x->kind == SL_QUOTIENT) return quotient(t, x);
    return x->kind == SL_PRODUCT ? sl_text_form(t, " * %v", &x->b) : sl_text_form(t, " + %v + %d", &x->b, &x->plus);
}

// How numbers go on along a list, behind one.
static bool trend(struct sl_text *t, struct sl_trend *o) {
    bool falls = sl_text_has_word(t, o->how & SL_FALLS, "falls");
    if (!falls && !sl_text_has_word(t, true, "rises")) return sl_text_fail(t, "no trend");
    bool strictly = sl_text_has_word(t, o->how & SL_STRICTLY, "strictly"), plain = sl_text_has_word(t, o->how & SL_WITHOUT_SIGN, "unsigned");
    o->how = (falls ? SL_FALLS : 0) | (strictly ? SL_STRICTLY : 0) | (plain ? SL_WITHOUT_SIGN : 0);
    return true;
}

bool sl_text_fact(struct sl_text *t) {
    struct sl_relation r = {0};
    struct sl_term x = {0};
    struct sl_trend o = {0};
    bool apart;
    const char *at = t->at;
    if (!sl_text_form(t, "%v", &x.value)) return false;
    sl_text_space(t);
    if (sl_text_peek(t) == '=') {
        if (!term(t, &x)) return false;
        bool multiple = x.kind >= SL_MULTIPLE;
        bool numbers = has_bits(t, x.value) && has_bits(t, x.a) && (!x.b || has_bits(t, x.b)) && (!multiple || sl_may_be_multiple(&t->d, &x));
        if (!numbers) return sl_text_fail(t, "a term of what is no number");
        vec_push(&t->d.terms, x);
        t->d.sized = true;
        return true;
    }
    o.value = x.value;
    if (sl_text_peek(t) == 'r' || sl_text_peek(t) == 'f') {
        vec_push(&t->d.trends, o);
        return sl_text_is_number(t, o.value) ? trend(t, &vec_last(&t->d.trends)) : sl_text_fail(t, "a trend of what is no number");
    }
    t->at = at;
    if (!fact(t, &r, &apart)) return false;
    uint32_t a = r.a.id, b = r.b.id;
    if (apart)
        vec_push(&t->d.apart, a < b ? (struct sl_pair){a, b} : (struct sl_pair){b, a});
    else
        vec_push(&t->d.relations, r);
    return true;
}

static void print_fact(struct sl_text *t, struct sl_relation r, bool apart) {
    fact(t, &r, &apart);
    sl_text_mark(t, '\n');
}

void sl_text_print_facts(struct sl_text *t) {
    const struct sl_draft *d = &t->d;
    for (uint32_t i = 0; i < d->apart.n; i++)
        print_fact(t, (struct sl_relation){{d->apart.at[i].a, 0, true}, {d->apart.at[i].b, 0, true}, 0}, true);
    for (uint32_t i = 0; i < d->relations.n; i++) print_fact(t, d->relations.at[i], false);
    for (uint32_t i = 0; i < d->terms.n; i++) {
        sl_text_form(t, "%v", &t->d.terms.at[i].value);
        term(t, &t->d.terms.at[i]);
        sl_text_mark(t, '\n');
    }
    for (uint32_t i = 0; i < d->trends.n; i++) {
        sl_text_form(t, "%v", &t->d.trends.at[i].value);
        trend(t, &t->d.trends.at[i]);
        sl_text_mark(t, '\n');
    }
}
