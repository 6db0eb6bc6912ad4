// SPDX-License-Identifier: MIT
// Drafts become canonical words: everything is numbered by one walk from the roots, what it does not meet is dropped.
#include "sl/table.h"
#include "sl/uses.h"

struct seal {
    const struct sl_draft *d;
    uint32_t *value_of, *object_of;  // old number -> new, 0: not met
    VEC(uint32_t) values, objects;   // old numbers in new order, from number 1 on
    uint32_t *bucket, mask;          // constants and exact addresses by hash: new number of the first, 0: none
    VEC(uint32_t) chain;             // by new number - 1: the next of the same bucket
    VEC(uint32_t) words;
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

// Two constants differ anyway.
static bool says_nothing(const struct seal *s, struct sl_pair p) {
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

static void walk(struct seal *s) {
    const struct sl_draft *d = s->d;
    SL_EACH_USE(u, d, SL_ROOTS) meet_value(s, sl_used(&u));
    SL_EACH_USE(u, d, SL_PLACED) meet_object(s, sl_used(&u));
    meet_globals(s);
    for (uint32_t i = 0; i < s->objects.n; i++)
        SL_EACH_USE_OF(u, d, s->objects.at[i], sl_told(&d->objects.at[s->objects.at[i]])) meet_value(s, sl_used(&u));
    meet_constants(s);
}

// ---- words -------------------------------------------------------------------------------------------------------------------------

static void word(struct seal *s, uint32_t w) {
    vec_push(&s->words, w);
}
static void wide(struct seal *s, uint64_t w) {
    word(s, (uint32_t)w);
    word(s, (uint32_t)(w >> 32));
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

static void write_object(struct seal *s, uint32_t o) {
    const struct sl_object *x = &s->d->objects.at[o];
    assert(s->d->sized || !(x->count | x->ends));
    bool sized = sl_tells(x, SL_ONLY(COUNT)), parts = sl_tells(x, SL_ONLY(PART)), end = sl_tells(x, SL_ONLY(END));
    word(s, x->storage | (uint32_t)x->life << 4 | (uint32_t)x->rest << 8 | (uint32_t)(x->wide != 0) << 11 | (uint32_t)x->level << 12 |
                (uint32_t)x->shape.kind << 16 | (uint32_t)x->shape.least << 20 | (uint32_t)x->dirty << 24 | (uint32_t)x->escaped << 25 |
                (uint32_t)sized << 26 | (uint32_t)x->foreign << 27 | (uint32_t)end << 30 |
                (uint32_t)(end && x->first) << 31);
    word(s, x->tag);
    word(s, x->func);
    word(s, x->instr);
    wide(s, x->size);
    wide(s, x->more);
    word(s, x->text);
    for (int i = 0; x->shape.kind && i < SL_SHAPE_WORDS; i++) word(s, x->shape.words[i]);
    if (x->wide) word(s, x->wide);
    if (end) word(s, s->value_of[x->ends]);
    if (!sized) return;
    word(s, s->value_of[x->count]);
    word(s, s->value_of[x->unit]);
    word(s, x->unit ? x->scale : 0);
    wide(s, x->unit ? (uint64_t)x->plus : 0);
    word(s, parts ? s->value_of[x->part[0]] : 0);
    if (!parts) return;
    word(s, s->value_of[x->part[1]]);
    wide(s, (uint64_t)x->over);
}

static void write_fields(struct seal *s, uint32_t o) {
    uint32_t at = s->words.n, n = 0;
    word(s, 0);
    if (!sl_tells(&s->d->objects.at[o], SL_FIELDS)) return;
    for (uint32_t i = sl_first_field(s->d, o); sl_has(s->d, i, o); i++, n++) {
        word(s, s->value_of[s->d->fields.at[i].value]);
        wide(s, s->d->fields.at[i].offset);
        wide(s, s->d->fields.at[i].size);
    }
    s->words.at[at] = n;
}

static void write_links(struct seal *s, uint32_t o) {
    for (uint32_t i = sl_first_link(s->d, o); sl_has_link(s->d, i, o); i++) {
        const struct sl_link *l = &s->d->links.at[i];
        word(s, s->object_of[o]);
        word(s, s->value_of[l->value]);
        word(s, l->role | (uint32_t)l->index << 16);
    }
}

// How many they are goes before them.
static void write_all_links(struct seal *s) {
    uint32_t at = s->words.n;
    word(s, 0);
    for (uint32_t i = 0; s->d->links.n && i < s->objects.n; i++)
        if (sl_tells(&s->d->objects.at[s->objects.at[i]], SL_FIELDS)) write_links(s, s->objects.at[i]);
    s->words.at[at] = (s->words.n - at - 1) / 3;
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
    uint32_t at = s->words.n, n = 0;
    word(s, 0);
    for (uint32_t i = 0; i < kept.n; i++) {
        if (i && by_pair(&kept.at[i - 1], &kept.at[i]) == 0) continue;
        word(s, kept.at[i].a);
        word(s, kept.at[i].b);
        n++;
    }
    s->words.at[at] = n;
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

// Nothing is written where there are none: most states have none.
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
    }
    vec_free(&kept);
}

static void write_roots(struct seal *s) {
    const struct sl_draft *d = s->d;
    word(s, d->frames.n);
    for (uint32_t i = 0; i < d->frames.n; i++) {
        word(s, d->frames.at[i].func);
        word(s, d->frames.at[i].first_reg);
        word(s, d->frames.at[i].first_slot);
    }
    word(s, d->regs.n);
    for (uint32_t i = 0; i < d->regs.n; i++) word(s, s->value_of[d->regs.at[i]]);
    word(s, d->slots.n);
    for (uint32_t i = 0; i < d->slots.n; i++) word(s, s->object_of[d->slots.at[i]]);
    word(s, d->results.n);
    for (uint32_t i = 0; i < d->results.n; i++) word(s, s->value_of[d->results.at[i]]);
    word(s, d->blocks.n);
    for (uint32_t i = 0; i < d->blocks.n; i++) {
        word(s, d->blocks.at[i].frame);
        word(s, s->object_of[d->blocks.at[i].object]);
    }
}

static void write_all(struct seal *s) {
    write_roots(s);
    word(s, s->values.n);
    for (uint32_t i = 0; i < s->values.n; i++) write_value(s, s->values.at[i]);
    word(s, s->objects.n);
    for (uint32_t i = 0; i < s->objects.n; i++) write_object(s, s->objects.at[i]);
    for (uint32_t i = 0; i < s->objects.n; i++) write_fields(s, s->objects.at[i]);
    write_all_links(s);
    write_apart(s);
    write_relations(s);
}

dom_state sl_seal(struct dom_store *store, const struct sl_draft *d) {
    struct seal s = {.d = d};
    for (s.mask = 15; s.mask < d->values.n && s.mask < 0xffff; s.mask = s.mask * 2 + 1) continue;
    size_t zeroed = (size_t)d->values.n + d->objects.n + s.mask + 1, lent = 2 * (size_t)d->values.n + d->objects.n;
    size_t words = d->regs.n + d->slots.n + 8 * (size_t)d->values.n + 16 * (size_t)d->objects.n + 5 * (size_t)d->fields.n + 32;  // or a bit more
    uint32_t *block = pool_take(&store->pool, (zeroed + lent + words) * sizeof *block);
    s.value_of = memset(block, 0, zeroed * sizeof *block);
    s.object_of = s.value_of + d->values.n;
    s.bucket = s.object_of + d->objects.n;
    vec_lend(&s.values, block + zeroed, d->values.n);
    vec_lend(&s.chain, block + zeroed + d->values.n, d->values.n);
    vec_lend(&s.objects, block + zeroed + 2 * (size_t)d->values.n, d->objects.n);
    vec_lend(&s.words, block + zeroed + lent, (uint32_t)words);
    walk(&s);
    assert(s.values.n < d->values.n && s.objects.n < d->objects.n && s.chain.n == s.values.n);
    write_all(&s);
    dom_state number = dom_store_add(store, s.words.at, s.words.n);
    vec_free(&s.chain);
    vec_free(&s.values);
    vec_free(&s.objects);
    vec_free(&s.words);
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
    uint64_t lo = next(r);
    return lo | (uint64_t)next(r) << 32;
}

static void read_value(struct reader *r, struct sl_value *v) {
    uint32_t w = next(r);
    v->kind = w & 255;
    v->level = w >> 8 & 255;
    v->end = w >> 16 & 255;
    v->range.kind = w >> 24;
    v->object = next(r);
    v->range.lo = next_wide(r);
    v->range.hi = next_wide(r);
    v->range.bits = next(r);
}

static void read_object(struct reader *r, struct sl_object *o) {
    uint32_t w = next(r);
    o->storage = w & 15;
    o->life = w >> 4 & 15;
    o->rest = w >> 8 & 7;
    o->level = w >> 12 & 15;
    o->shape.kind = w >> 16 & 15;
    o->shape.least = w >> 20 & 15;
    o->dirty = w >> 24 & 1;
    o->escaped = w >> 25 & 1;
    o->foreign = w >> 27 & 1;
    o->first = w >> 31;
    o->tag = next(r);
    o->func = next(r);
    o->instr = next(r);
    o->size = next_wide(r);
    o->more = next_wide(r);
    o->text = next(r);
    for (int i = 0; o->shape.kind && i < SL_SHAPE_WORDS; i++) o->shape.words[i] = next(r);
    if (w >> 11 & 1) o->wide = next(r);
    if (w >> 30 & 1) o->ends = next(r);
    if (!(w >> 26 & 1)) return;
    o->count = next(r);
    o->unit = next(r);
    o->scale = next(r);
    o->plus = (int64_t)next_wide(r);
    o->part[0] = next(r);
    if (!o->part[0]) return;
    o->part[1] = next(r);
    o->over = (int64_t)next_wide(r);
}

static void skip_object(struct reader *r) {
    uint32_t w = next(r);
    r->at += 8 + (w >> 16 & 15 ? SL_SHAPE_WORDS : 0) + (w >> 11 & 1) + (w >> 30 & 1);
    if (!(w >> 26 & 1)) return;
    r->at += 5;
    if (next(r)) r->at += 3;
}

static void read_roots(struct reader *r, struct sl_draft *d) {
    for (uint32_t n = next(r); n; n--) {
        struct sl_frame f = {.func = next(r)};
        f.first_reg = next(r);
        f.first_slot = next(r);
        vec_push(&d->frames, f);
    }
    for (uint32_t n = next(r); n; n--) vec_push(&d->regs, next(r));
    for (uint32_t n = next(r); n; n--) vec_push(&d->slots, next(r));
    for (uint32_t n = next(r); n; n--) vec_push(&d->results, next(r));
    for (uint32_t n = next(r); n; n--) {
        struct sl_block b = {.frame = next(r)};
        b.object = next(r);
        vec_push(&d->blocks, b);
    }
}

static struct num_var reading(const struct sl_draft *d, uint32_t v, bool is_signed) {
    return (struct num_var){v, (uint8_t)d->values.at[v].range.bits, is_signed};
}

static void read_relation(struct reader *r, struct sl_draft *d) {
    uint32_t a = next(r), b = next(r), readings = next(r);
    vec_push(&d->relations, (struct sl_relation){reading(d, a, readings & 1), reading(d, b, readings >> 1 & 1), (int64_t)next_wide(r)});
}

// How much there is of everything in the words.
static void measure(struct reader r, const uint32_t *end, struct sl_draft *like) {
    uint32_t *roots[] = {&like->frames.n, &like->regs.n, &like->slots.n, &like->results.n, &like->blocks.n}, size[] = {3, 1, 1, 1, 2};
    for (int i = 0; i < 5; i++) {
        *roots[i] = next(&r);
        r.at += size[i] * *roots[i];
    }
    like->values.n = next(&r);
    r.at += 7 * like->values.n;
    like->objects.n = like->begins.n = next(&r);
    for (uint32_t n = like->objects.n; n; n--) skip_object(&r);
    for (uint32_t n = like->objects.n; n; n--) {
        uint32_t fields = next(&r);
        like->fields.n += fields;
        r.at += 5 * fields;
    }
    like->links.n = next(&r);
    r.at += 3 * like->links.n;
    like->apart.n = next(&r);
    assert(r.at + 2 * like->apart.n <= end);
    like->relations.n = (uint32_t)(end - r.at) / 5;
}

void sl_unseal(struct dom_store *store, dom_state s, struct sl_draft *d) {
    const struct dom_block *b = dom_store_get(store, s);
    struct reader r = {b->words};
    struct sl_draft like = {.pool = &store->pool};
    measure(r, b->words + b->n, &like);
    sl_draft_init_like(d, &like);
    read_roots(&r, d);
    for (uint32_t n = next(&r); n; n--) read_value(&r, vec_add(&d->values));
    for (uint32_t n = next(&r); n; n--) read_object(&r, vec_add(&d->objects));
    for (uint32_t o = 1; o < d->objects.n; o++) {
        vec_push(&d->begins, d->fields.n);
        for (uint32_t n = next(&r); n; n--) {
            struct sl_field f = {.object = o, .value = next(&r)};
            f.offset = next_wide(&r);
            f.size = next_wide(&r);
            vec_push(&d->fields, f);
        }
    }
    for (uint32_t n = next(&r); n; n--) {
        struct sl_link l = {.object = next(&r)};
        l.value = next(&r);
        uint32_t which = next(&r);
        l.role = (uint16_t)which;
        l.index = (uint16_t)(which >> 16);
        vec_push(&d->links, l);
    }
    for (uint32_t n = next(&r); n; n--) {
        struct sl_pair p = {.a = next(&r)};
        p.b = next(&r);
        vec_push(&d->apart, p);
    }
    for (uint32_t o = 1; o < d->objects.n; o++)
        d->sized |= d->objects.at[o].count || d->objects.at[o].ends || d->objects.at[o].storage == SL_PLACES;
    while (r.at < b->words + b->n) read_relation(&r, d);
    assert(r.at == b->words + b->n);
}
