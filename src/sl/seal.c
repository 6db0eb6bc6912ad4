// SPDX-License-Identifier: MIT
// Drafts become canonical words: everything is numbered by one walk from the roots, what it does not meet is dropped.
#include "sl/number.h"
#include "sl/trend.h"
#include "sl/table.h"
#include "sl/term.h"
#include "sl/uses.h"

struct seal {
    const struct sl_draft *d;
    uint32_t *value_of, *object_of;  // old number -> new, 0: not met
    VEC(uint32_t) values, objects;   // old numbers in new order, from number 1 on
    uint32_t *bucket, mask;          // constants and exact addresses by hash: new number of the first, 0: none
    VEC(uint32_t) chain;             // by new number - 1: the next of the same bucket
    uint32_t *words, *to;            // where there is room for all, and where it goes on
};

static uint32_t meet_object(struct seal *s, uint32_t o) {
    if (!o) return 0;
    if (!s->object_of[o]) {
        vec_push(&s->objects, o);
        s->object_of[o] = s->objects.n;
        if (s->d->objects.at[o].storage == SL_PLACES) meet_object(s, sl_array_of(s->d, o));
    }
    return s->object_of[o];
}

// Constants and exact addresses have no identity: equal ones get one number.
static bool has_identity(const struct sl_value *v) {
    return (v->kind != SL_INT && v->kind != SL_ADDR) || !num_range_is_const(v->range, NULL);
}

static uint32_t *bucket_of(struct seal *s, const struct sl_value *v) {
    uint64_t h = (v->range.lo * 31 + (v->kind == SL_ADDR ? v->object : v->range.bits)) * 0x9e3779b97f4a7c15u;
    return &s->bucket[h >> 40 & s->mask];
}

static uint32_t find_equal(struct seal *s, uint32_t v) {
    const struct sl_value *x = &s->d->values.at[v];
    for (uint32_t i = *bucket_of(s, x); i; i = s->chain.at[i - 1])
        if (s->d->values.at[s->values.at[i - 1]].level == x->level && sl_same(s->d, s->values.at[i - 1], v)) return i;
    return 0;
}

static uint32_t add_value(struct seal *s, uint32_t v) {
    const struct sl_value *x = &s->d->values.at[v];
    uint32_t *bucket = has_identity(x) ? NULL : bucket_of(s, x);
    vec_push(&s->values, v);
    vec_push(&s->chain, bucket ? *bucket : 0);
    if (bucket) *bucket = s->values.n;
    if (x->kind == SL_ADDR) meet_object(s, x->object);
    return s->values.n;
}

static uint32_t meet_value(struct seal *s, uint32_t v) {
    if (!v) return 0;
    if (s->value_of[v]) return s->value_of[v];
    uint32_t known = has_identity(&s->d->values.at[v]) ? 0 : find_equal(s, v);
    return s->value_of[v] = known ? known : add_value(s, v);
}

static void meet_globals(struct seal *s) {
    uint32_t last = 0;
    for (;;) {  // by ascending tag
        uint32_t best = 0;
        for (uint32_t i = 1; i < s->d->objects.n; i++) {
            const struct sl_object *o = &s->d->objects.at[i];
            if (o->storage != SL_GLOBAL || !o->dirty || o->tag + 1 <= last) continue;
            if (!best || o->tag < s->d->objects.at[best].tag) best = i;
        }
        if (!best) return;
        last = s->d->objects.at[best].tag + 1;
        meet_object(s, best);
    }
}

struct fact {
    uint32_t value, constant;  // value: its new number
    const struct sl_value *of;
};

static int by_fact(const void *a, const void *b) {
    const struct fact *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    if (x->of->range.bits != y->of->range.bits) return x->of->range.bits < y->of->range.bits ? -1 : 1;
    if (x->of->range.hi != y->of->range.hi) return x->of->range.hi < y->of->range.hi ? -1 : 1;
    return x->of->range.lo < y->of->range.lo ? -1 : x->of->range.lo > y->of->range.lo;
}

// Two constants differ anyway; of two addresses it is told by what they lead to.
static bool says_nothing(const struct seal *s, struct sl_pair p) {
    if (s->d->values.at[p.a].kind == SL_ADDR && s->d->values.at[p.b].kind == SL_ADDR) return true;
    return sl_is_const(s->d, p.a, NULL) && sl_is_const(s->d, p.b, NULL);
}

// Constants that a value is known not to be, though no place holds them.
static void meet_constants(struct seal *s) {
    VEC(struct fact) facts = {0};
    for (uint32_t i = 0; i < s->d->apart.n; i++)
        for (int k = 0; k < 2; k++) {
            uint32_t v = k ? s->d->apart.at[i].b : s->d->apart.at[i].a, c = k ? s->d->apart.at[i].a : s->d->apart.at[i].b;
            if (s->value_of[v] && !s->value_of[c] && sl_is_const(s->d, c, NULL) && !says_nothing(s, s->d->apart.at[i]))
                vec_push(&facts, (struct fact){s->value_of[v], c, &s->d->values.at[c]});
        }
    if (facts.n) qsort(facts.at, facts.n, sizeof *facts.at, by_fact);
    for (uint32_t i = 0; i < facts.n; i++) meet_value(s, facts.at[i].constant);
    vec_free(&facts);
}

static bool is_load_of_met(const struct seal *s, const struct sl_term *t) {
    uint32_t o = s->d->values.at[t->a].object;
    return t->kind == SL_LOADED && s->object_of[o] && sl_may_end(&s->d->objects.at[o]);
}

struct load {
    uint32_t address, object;  // new numbers, or 0
    const struct sl_value *at;
    const struct sl_term *term;
};

// Those of addresses that are met come first; of others the offsets tell.
static int by_load(const void *a, const void *b) {
    const struct load *x = a, *y = b;
    if (x->address != y->address) return x->address - 1 < y->address - 1 ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    if (x->at->range.lo != y->at->range.lo) return x->at->range.lo < y->at->range.lo ? -1 : 1;
    if (x->at->range.hi != y->at->range.hi) return x->at->range.hi < y->at->range.hi ? -1 : 1;
    return x->term < y->term ? -1 : x->term > y->term;
}

static uint32_t members_met(const struct seal *s, const struct sl_term *t) {
    return (s->value_of[t->value] != 0) + (s->value_of[t->a] != 0) + (s->value_of[t->b] != 0);
}

struct ghost {
    uint32_t met[3], term;  // new numbers of its members, or 0
    uint32_t times;
    int64_t plus;  // of a quotient
};

static int by_members(const void *a, const void *b) {
    const struct ghost *x = a, *y = b;
    for (int k = 0; k < 3; k++)
        if (x->met[k] != y->met[k]) return x->met[k] < y->met[k] ? -1 : 1;
    if (x->plus != y->plus) return x->plus < y->plus ? -1 : 1;
    if (x->times != y->times) return x->times < y->times ? -1 : 1;
    return x->term < y->term ? -1 : x->term > y->term;
}

// A quotient of which one number has become a constant tells nothing that is not known of the other.
static bool is_told(const struct seal *s, const struct sl_term *t) {
    return t->kind != SL_QUOTIENT || (!sl_is_known(s->d, t->value) && !sl_is_known(s->d, t->a));
}

// Of a sum the one number that no place holds; of a number that some place holds a quotient.
static bool has_ghost(const struct seal *s, const struct sl_term *t) {
    if (t->kind == SL_QUOTIENT) return is_told(s, t) && !s->value_of[t->value] && s->value_of[t->a];
    return t->kind == SL_SUM && members_met(s, t) == 2;
}

static bool meet_some_ghosts(struct seal *s) {
    VEC(struct ghost) ghosts = {0};
    bool some = false;
    for (uint32_t i = 0; i < s->d->terms.n; i++) {
        const struct sl_term *t = &s->d->terms.at[i];
        int64_t plus = t->kind == SL_QUOTIENT ? t->plus : 0;
        uint32_t a = s->value_of[t->a], b = s->value_of[t->b], lesser = t->kind == SL_SUM && b < a ? b : a;
        if (has_ghost(s, t)) vec_push(&ghosts, (struct ghost){{s->value_of[t->value], lesser, a + b - lesser}, i, t->times, plus});
    }
    if (ghosts.n) qsort(ghosts.at, ghosts.n, sizeof *ghosts.at, by_members);
    for (uint32_t i = 0; i < ghosts.n; i++) {
        const struct sl_term *t = &s->d->terms.at[ghosts.at[i].term];
        if (s->d->values.at[s->value_of[t->value] ? s->value_of[t->a] ? t->b : t->a : t->value].kind != SL_INT) continue;
        meet_value(s, t->value);
        meet_value(s, t->a);
        if (t->b) meet_value(s, t->b);
        some = true;
    }
    vec_free(&ghosts);
    return some;
}

static void meet_ghosts(struct seal *s) {
    while (meet_some_ghosts(s)) continue;  // one may be told by others
}

// What was loaded, and where, though no place holds it.
static void meet_loads(struct seal *s) {
    VEC(struct load) loads = {0};
    for (uint32_t i = 0; i < s->d->terms.n; i++) {
        const struct sl_term *t = &s->d->terms.at[i];
        const struct sl_value *at = &s->d->values.at[t->a];
        if (!is_load_of_met(s, t)) continue;
        uint32_t met = s->value_of[t->a] || has_identity(at) ? s->value_of[t->a] : find_equal(s, t->a);
        vec_push(&loads, (struct load){met, s->object_of[at->object], at, t});
    }
    if (loads.n) qsort(loads.at, loads.n, sizeof *loads.at, by_load);
    for (uint32_t i = 0; i < loads.n; i++) {
        meet_value(s, loads.at[i].term->a);
        meet_value(s, loads.at[i].term->value);
    }
    vec_free(&loads);
}

// What the objects from the nth on hold, and those that this leads to; how many there are then.
static uint32_t walk_objects(struct seal *s, uint32_t n) {
    const struct sl_draft *d = s->d;
    for (; n < s->objects.n; n++)
        SL_EACH_USE_OF(u, d, s->objects.at[n], sl_told(&d->objects.at[s->objects.at[n]])) meet_value(s, sl_used(&u));
    return n;
}

static void walk(struct seal *s) {
    const struct sl_draft *d = s->d;
    SL_EACH_USE(u, d, SL_ROOTS) meet_value(s, sl_used(&u));
    SL_EACH_USE(u, d, SL_PLACED) meet_object(s, sl_used(&u));
    meet_globals(s);
    uint32_t walked = walk_objects(s, 0);
    if (d->terms.n) meet_loads(s);
    (void)walk_objects(s, walked);
    if (d->terms.n) meet_ghosts(s);
    meet_constants(s);
}

// ---- words -------------------------------------------------------------------------------------------------------------------------

// The vectors of a sealed state: first how many elements each has, then they themselves.  The plain ones are written as they are.
#define PLAIN(X) X(frames) X(regs) X(slots) X(results) X(blocks) X(fields) X(links) X(apart) X(terms) X(trends)
#define SEALED(X) PLAIN(X) X(values) X(objects) X(relations)
enum {
#define SEALED_COUNT(v) N_##v,
    SEALED(SEALED_COUNT) N_COUNTS
#undef SEALED_COUNT
};
// What an object's first word has, and where.
#define PACKED(X)                                                                                                            \
    X(storage, 0, 15) X(life, 4, 15) X(rest, 8, 7) X(level, 12, 15) X(shape.kind, 16, 15) X(shape.least, 20, 15) X(dirty, 24, 1) \
    X(escaped, 25, 1) X(foreign, 27, 1) X(first, 28, 1)
enum { HAS_NUMBERS = 1 << 26 };
// Behind it come these as they are, those of its shape if it has one, and its numbers if there are any.
enum {
    PROPER = offsetof(struct sl_object, ends) - offsetof(struct sl_object, tag),
    NUMBERS = sizeof(struct sl_object) - offsetof(struct sl_object, ends)
};
static_assert(PROPER == 9 * 4 && NUMBERS == 10 * 4, "no gaps");

static void word(struct seal *s, uint32_t w) {
    *s->to++ = w;
}
static void wide(struct seal *s, uint64_t w) {
    memcpy(s->to, &w, sizeof w);
    s->to += 2;
}
static void plain(struct seal *s, const void *from, size_t size) {
    if (!size) return;
    memcpy(s->to, from, size);
    s->to += size / 4;
}

static void write_value(struct seal *s, uint32_t v) {
    const struct sl_value *x = &s->d->values.at[v];
    word(s, x->kind | (uint32_t)x->level << 8 | (uint32_t)x->end << 16 | x->range.kind << 24);
    assert(x->kind != SL_ADDR || s->object_of[x->object]);
    word(s, x->kind == SL_ADDR ? s->object_of[x->object] : 0);
    wide(s, x->range.lo);
    wide(s, x->range.hi);
    word(s, x->range.bits);
}

// Its numbers, as far as they are told.
static void write_numbers(struct seal *s, struct sl_object x, uint32_t told) {
    x.ends = told & SL_ONLY(END) ? s->value_of[x.ends] : 0;
    x.count = told & SL_ONLY(COUNT) ? s->value_of[x.count] : 0;
    x.unit = x.count ? s->value_of[x.unit] : 0;
    if (!x.unit) x.scale = 0, x.plus = 0;
    for (int k = 0; k < 2; k++) x.part[k] = told & SL_ONLY(PART) ? s->value_of[x.part[k]] : 0;
    if (!x.part[0]) x.over = 0;
    plain(s, &x.ends, NUMBERS);
}

static void write_object(struct seal *s, uint32_t o) {
    const struct sl_object *x = &s->d->objects.at[o];
    assert(s->d->sized || !(x->count | x->ends));
    uint32_t told = sl_told(x), packed = told & (SL_ONLY(COUNT) | SL_ONLY(END)) ? HAS_NUMBERS : 0;
#define PACK(member, at, mask) packed |= (uint32_t)x->member << (at);
    PACKED(PACK)
#undef PACK
    word(s, told & SL_ONLY(END) ? packed : packed & ~(1u << 28));
    plain(s, &x->tag, PROPER);
    if (x->shape.kind) plain(s, x->shape.words, sizeof x->shape.words);
    if (packed & HAS_NUMBERS) write_numbers(s, *x, told);
}

static void write_fields(struct seal *s, uint32_t o) {
    for (uint32_t i = sl_first_field(s->d, o); sl_has(s->d, i, o); i++) {
        struct sl_field f = s->d->fields.at[i];
        f.object = s->object_of[o];
        f.value = s->value_of[f.value];
        plain(s, &f, sizeof f);
        s->words[N_fields]++;
    }
}

static void write_links(struct seal *s, uint32_t o) {
    for (uint32_t i = sl_first_link(s->d, o); sl_has_link(s->d, i, o); i++) {
        struct sl_link l = s->d->links.at[i];
        l.object = s->object_of[o];
        l.value = s->value_of[l.value];
        plain(s, &l, sizeof l);
        s->words[N_links]++;
    }
}

// What every object holds: its fields, or its links.
static void write_contents(struct seal *s, void (*write)(struct seal *s, uint32_t o)) {
    for (uint32_t i = 0; i < s->objects.n; i++)
        if (sl_tells(&s->d->objects.at[s->objects.at[i]], SL_FIELDS)) write(s, s->objects.at[i]);
}

static int by_pair(const void *a, const void *b) {
    const struct sl_pair *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return x->b < y->b ? -1 : x->b > y->b;
}

static void write_apart(struct seal *s) {
    VEC(struct sl_pair) kept = {0};
    for (uint32_t i = 0; i < s->d->apart.n; i++) {
        uint32_t a = s->value_of[s->d->apart.at[i].a], b = s->value_of[s->d->apart.at[i].b];
        if (a && b && a != b && !says_nothing(s, s->d->apart.at[i]))
            vec_push(&kept, a < b ? (struct sl_pair){a, b} : (struct sl_pair){b, a});
    }
    if (kept.n) qsort(kept.at, kept.n, sizeof *kept.at, by_pair);
    for (uint32_t i = 0; i < kept.n; i++) {
        if (i && by_pair(&kept.at[i - 1], &kept.at[i]) == 0) continue;
        plain(s, &kept.at[i], sizeof *kept.at);
        s->words[N_apart]++;
    }
    vec_free(&kept);
}

static int by_term(const void *a, const void *b) {
    const struct sl_term *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    if (x->plus != y->plus) return x->plus < y->plus ? -1 : 1;
    if (x->times != y->times) return x->times < y->times ? -1 : 1;
    return x->over < y->over ? -1 : x->over > y->over;
}

// The lesser of two that are added, or multiplied, comes first.
static void write_terms(struct seal *s) {
    VEC(struct sl_term) kept = {0};
    for (uint32_t i = 0; i < s->d->terms.n; i++) {
        struct sl_term t = s->d->terms.at[i];
        bool met = t.kind == SL_LOADED ? is_load_of_met(s, &t) : t.kind == SL_MULTIPLE || t.kind == SL_QUOTIENT || s->value_of[t.b];
        uint32_t a = s->value_of[t.a], b = s->value_of[t.b];
        if ((t.kind == SL_SUM || t.kind == SL_PRODUCT) && a > b) a = b, b = s->value_of[t.a];
        if (met && a && s->value_of[t.value] && is_told(s, &t)) vec_push(&kept, (struct sl_term){s->value_of[t.value], a, b, t.kind, t.plus, t.times, t.over});
    }
    if (kept.n) qsort(kept.at, kept.n, sizeof *kept.at, by_term);
    for (uint32_t i = 0; i < kept.n; i++) {
        if (i && by_term(&kept.at[i - 1], &kept.at[i]) == 0) continue;
        plain(s, &kept.at[i], sizeof *kept.at);
        s->words[N_terms]++;
    }
    vec_free(&kept);
}

static int by_trend(const void *a, const void *b) {
    const struct sl_trend *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return x->how < y->how ? -1 : x->how > y->how;
}

// Those of what nodes of lists hold; what is strict is told as that alone.
static void write_trends(struct seal *s) {
    VEC(struct sl_trend) kept = {0};
    for (uint32_t i = 0; i < s->d->trends.n; i++) {
        struct sl_trend o = s->d->trends.at[i];
        bool told = s->value_of[o.value] && sl_trend_list(s->d, o.value);
        if (told && (o.how & SL_STRICTLY || !sl_has_trend(s->d, o.value, o.how | SL_STRICTLY)))
            vec_push(&kept, (struct sl_trend){s->value_of[o.value], o.how});
    }
    if (kept.n) qsort(kept.at, kept.n, sizeof *kept.at, by_trend);
    for (uint32_t i = 0; i < kept.n; i++) {
        if (i && by_trend(&kept.at[i - 1], &kept.at[i]) == 0) continue;
        plain(s, &kept.at[i], sizeof *kept.at);
        s->words[N_trends]++;
    }
    vec_free(&kept);
}

static int by_relation(const void *a, const void *b) {
    const struct sl_relation *x = a, *y = b;
    if (x->a.id != y->a.id) return x->a.id < y->a.id ? -1 : 1;
    if (x->b.id != y->b.id) return x->b.id < y->b.id ? -1 : 1;
    if (x->a.is_signed != y->a.is_signed) return x->a.is_signed ? -1 : 1;
    if (x->b.is_signed != y->b.is_signed) return x->b.is_signed ? -1 : 1;
    return x->most < y->most ? -1 : x->most > y->most;
}

static bool same_readings(const struct sl_relation *x, const struct sl_relation *y) {
    return x->a.id == y->a.id && x->b.id == y->b.id && x->a.is_signed == y->a.is_signed && x->b.is_signed == y->b.is_signed;
}

// A number, or an address by its offset, that is not known.
static bool is_open_number(const struct sl_draft *d, uint32_t v) {
    return (d->values.at[v].kind == SL_INT || d->values.at[v].kind == SL_ADDR) && !num_range_is_const(d->values.at[v].range, NULL);
}

static void write_relations(struct seal *s) {
    VEC(struct sl_relation) kept = {0};
    for (uint32_t i = 0; i < s->d->relations.n; i++) {
        struct sl_relation r = s->d->relations.at[i];
        r.a.id = s->value_of[r.a.id];
        r.b.id = s->value_of[r.b.id];
        bool numbers = is_open_number(s->d, s->d->relations.at[i].a.id) && is_open_number(s->d, s->d->relations.at[i].b.id);
        if (r.a.id && r.b.id && r.a.id != r.b.id && numbers) vec_push(&kept, r);
    }
    if (kept.n) qsort(kept.at, kept.n, sizeof *kept.at, by_relation);
    for (uint32_t i = 0; i < kept.n; i++) {
        const struct sl_relation *r = &kept.at[i];
        if (i && same_readings(r - 1, r)) continue;  // the first is the strongest
        assert(r->a.id <= s->values.n && r->b.id <= s->values.n);
        word(s, r->a.id);
        word(s, r->b.id);
        word(s, (uint32_t)r->a.is_signed | (uint32_t)r->b.is_signed << 1);
        wide(s, (uint64_t)r->most);
        s->words[N_relations]++;
    }
    vec_free(&kept);
}

static void write_roots(struct seal *s) {
    const struct sl_draft *d = s->d;
    plain(s, d->frames.at, d->frames.n * sizeof *d->frames.at);
    for (uint32_t i = 0; i < d->regs.n; i++) word(s, s->value_of[d->regs.at[i]]);
    for (uint32_t i = 0; i < d->slots.n; i++) word(s, s->object_of[d->slots.at[i]]);
    for (uint32_t i = 0; i < d->results.n; i++) word(s, s->value_of[d->results.at[i]]);
    for (uint32_t i = 0; i < d->blocks.n; i++) {
        word(s, d->blocks.at[i].frame);
        word(s, s->object_of[d->blocks.at[i].object]);
    }
}

static void write_all(struct seal *s) {
    const struct sl_draft *d = s->d;
    const uint32_t counts[N_COUNTS] = {[N_frames] = d->frames.n,   [N_regs] = d->regs.n,     [N_slots] = d->slots.n,
                                       [N_results] = d->results.n, [N_blocks] = d->blocks.n, [N_values] = s->values.n,
                                       [N_objects] = s->objects.n};  // the others as they are written
    plain(s, counts, sizeof counts);
    write_roots(s);
    write_contents(s, write_fields);
    if (d->links.n) write_contents(s, write_links);
    write_apart(s);
    if (d->terms.n) write_terms(s);
    if (d->trends.n) write_trends(s);
    for (uint32_t i = 0; i < s->values.n; i++) write_value(s, s->values.at[i]);
    for (uint32_t i = 0; i < s->objects.n; i++) write_object(s, s->objects.at[i]);
    write_relations(s);
}

// So many words are written at most.
static size_t most_words(const struct sl_draft *d) {
    enum { VALUE = 7, OBJECT = 1 + (PROPER + NUMBERS) / 4 + SL_SHAPE_WORDS, FIELD = sizeof(struct sl_field) / 4, RELATION = 5 };
    enum { TERM = sizeof(struct sl_term) / 4 };
    size_t roots = 3 * (size_t)d->frames.n + d->regs.n + d->slots.n + d->results.n + 2 * (size_t)d->blocks.n;
    size_t facts = 3 * (size_t)d->links.n + 2 * (size_t)d->apart.n + RELATION * (size_t)d->relations.n + TERM * (size_t)d->terms.n + 2 * (size_t)d->trends.n;
    return N_COUNTS + roots + VALUE * (size_t)d->values.n + OBJECT * (size_t)d->objects.n + FIELD * (size_t)d->fields.n + facts;
}

dom_state sl_seal(struct dom_store *store, const struct sl_draft *d) {
    struct seal s = {.d = d};
    for (s.mask = 15; s.mask < d->values.n && s.mask < 0xffff; s.mask = s.mask * 2 + 1) continue;
    size_t zeroed = (size_t)d->values.n + d->objects.n + s.mask + 1, lent = 2 * (size_t)d->values.n + d->objects.n;
    size_t words = most_words(d);
    uint32_t *block = pool_take(&store->pool, (zeroed + lent + words) * sizeof *block);
    s.value_of = memset(block, 0, zeroed * sizeof *block);
    s.object_of = s.value_of + d->values.n;
    s.bucket = s.object_of + d->objects.n;
    vec_lend(&s.values, block + zeroed, d->values.n);
    vec_lend(&s.chain, block + zeroed + d->values.n, d->values.n);
    vec_lend(&s.objects, block + zeroed + 2 * (size_t)d->values.n, d->objects.n);
    s.words = s.to = block + zeroed + lent;
    walk(&s);
    assert(s.values.n < d->values.n && s.objects.n < d->objects.n && s.chain.n == s.values.n);
    write_all(&s);
    assert(s.to <= s.words + words);
    dom_state number = dom_store_add(store, s.words, (uint32_t)(s.to - s.words));
    vec_free(&s.chain);
    vec_free(&s.values);
    vec_free(&s.objects);
    pool_give(&store->pool, block, (zeroed + lent + words) * sizeof *block);
    return number;
}

// ---- and back ----------------------------------------------------------------------------------------------------------------------

struct reader {
    const uint32_t *at;
};
static uint32_t next(struct reader *r) {
    return *r->at++;
}
static uint64_t next_wide(struct reader *r) {
    uint64_t w;
    memcpy(&w, r->at, sizeof w);
    r->at += 2;
    return w;
}

static void read_value(struct reader *r, struct sl_value *v) {
    uint32_t w = next(r);
    *v = (struct sl_value){.kind = w & 255, .level = w >> 8 & 255, .end = w >> 16 & 255, .range.kind = w >> 24};
    v->object = next(r);
    v->range.lo = next_wide(r);
    v->range.hi = next_wide(r);
    v->range.bits = next(r);
}

static void read_plain(struct reader *r, void *to, size_t size) {
    memcpy(to, r->at, size);
    r->at += size / 4;
}

static void read_object(struct reader *r, struct sl_object *o) {
    uint32_t w = next(r);
#define UNPACK(member, at, mask) o->member = w >> (at) & (mask);
    PACKED(UNPACK)
#undef UNPACK
    read_plain(r, &o->tag, PROPER);
    if (o->shape.kind) read_plain(r, o->shape.words, sizeof o->shape.words);
    if (w & HAS_NUMBERS) read_plain(r, &o->ends, NUMBERS);
}

static struct num_var reading(const struct sl_draft *d, uint32_t v, bool is_signed) {
    return (struct num_var){v, (uint8_t)d->values.at[v].range.bits, is_signed};
}

static void read_relation(struct reader *r, struct sl_draft *d) {
    uint32_t a = next(r), b = next(r), readings = next(r);
    vec_push(&d->relations, (struct sl_relation){reading(d, a, readings & 1), reading(d, b, readings >> 1 & 1), (int64_t)next_wide(r)});
}

void sl_unseal(struct dom_store *store, dom_state s, struct sl_draft *d) {
    const struct dom_block *b = dom_store_get(store, s);
    struct reader r = {b->words};
    struct sl_draft like = {.pool = &store->pool};
#define MEASURE(v) like.v.n = next(&r);
    SEALED(MEASURE)
#undef MEASURE
    like.begins.n = like.objects.n;
    sl_draft_init_like(d, &like);
#define READ(v)                                                        \
    d->v.n = like.v.n;                                                 \
    if (like.v.n) read_plain(&r, d->v.at, like.v.n * sizeof *d->v.at);
    PLAIN(READ)
#undef READ
    for (uint32_t n = like.values.n; n; n--) read_value(&r, &d->values.at[d->values.n++]);  // there is room
    for (uint32_t n = like.objects.n; n; n--) {
        struct sl_object *o = vec_add(&d->objects);
        read_object(&r, o);
        d->sized |= o->count || o->ends || o->storage == SL_PLACES;
    }
    for (uint32_t n = like.relations.n; n; n--) read_relation(&r, d);
    d->sized |= d->relations.n || d->terms.n || d->trends.n;
    for (uint32_t i = 0; i < d->links.n && !d->sized; i++)
        d->sized = d->links.at[i].role >= SL_NODES && !sl_is_const(d, d->links.at[i].value, NULL);
    sl_index_fields(d);
    if (d->terms.n) sl_recall_multiples(d);
    assert(r.at == b->words + b->n);
}
