// SPDX-License-Identifier: MIT
// Sealing: there and back again, one number for one state however it was built, another for another.
#include "heap.h"

enum { OBJECTS = 7, VALUES = 16, FIELDS = 4, ROUNDS = 300 };

static uint32_t draw(uint64_t *seed, uint32_t n) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % n);
}

// ---- random states -----------------------------------------------------------------------------------------------------------------

static struct sl_object random_object(uint64_t *seed, uint32_t i) {
    struct sl_object o = {.storage = (uint8_t)draw(seed, 3), .life = draw(seed, 4) ? SL_VALID : SL_FREED, .rest = (uint8_t)draw(seed, 3)};
    o.shape.kind = (uint8_t)draw(seed, SL_TREE);
    o.shape.least = (uint8_t)draw(seed, 1 + sl_shapes[o.shape.kind].least);
    o.level = (uint8_t)draw(seed, 3);
    o.dirty = (uint8_t)draw(seed, 2);
    o.escaped = (uint8_t)draw(seed, 2);
    o.tag = o.storage == SL_GLOBAL ? i : draw(seed, 2);
    o.size = 32 + draw(seed, 2);
    o.more = draw(seed, 2);
    return o;
}

static struct sl_value random_value(uint64_t *seed) {
    struct sl_value v = {.kind = (uint8_t)(SL_INT + draw(seed, 4)), .level = (uint8_t)draw(seed, 2)};
    uint64_t lo = draw(seed, 4);
    v.range = num_range_arc(v.kind == SL_ADDR || draw(seed, 2) ? 64 : 32, lo, lo + draw(seed, 2));
    if (v.kind == SL_ADDR) v.object = 1 + draw(seed, OBJECTS);
    if (v.kind == SL_ADDR) v.end = (uint8_t)draw(seed, 3);
    if (v.kind == SL_UNINIT || v.kind == SL_ANY) v.range = (struct num_range){0};
    if (v.kind == SL_INT && num_range_is_const(v.range, NULL)) v.level = 0;
    return v;
}

// Two integers that are known to differ: not two constants.
static void random_apart(struct sl_draft *d, uint64_t *seed) {
    uint32_t a = 1 + draw(seed, VALUES), b = 1 + draw(seed, VALUES);
    bool numbers = d->values.at[a].kind == SL_INT && d->values.at[b].kind == SL_INT;
    if (a == b || !numbers || (sl_is_const(d, a, NULL) && sl_is_const(d, b, NULL))) return;
    vec_push(&d->apart, (struct sl_pair){a < b ? a : b, a < b ? b : a});
}

static void random_state(struct sl_draft *d, uint64_t *seed) {
    begin(d);
    for (uint32_t i = 0; i < OBJECTS; i++) sl_add_object(d, random_object(seed, i));
    for (uint32_t i = 0; i < VALUES; i++) sl_add_value(d, random_value(seed));
    for (uint32_t i = 1; i <= OBJECTS; i++)
        for (uint32_t k = 0; k < FIELDS; k++)
            if (draw(seed, 2)) set(d, i, k * WORD, 1 + draw(seed, VALUES));
    for (uint32_t i = 0; i < REGS; i++)
        if (draw(seed, 3)) d->regs.at[i] = 1 + draw(seed, VALUES);
    vec_push(&d->results, 1 + draw(seed, VALUES));
    vec_push(&d->slots, draw(seed, OBJECTS + 1));
    vec_push(&d->blocks, (struct sl_block){0, 1 + draw(seed, OBJECTS)});
    for (int i = 0; i < 9; i++) random_apart(d, seed);
}

// ---- in another order --------------------------------------------------------------------------------------------------------------

// order[0] is 0, the others are shuffled.
static void shuffle(uint32_t *order, uint32_t n, uint64_t *seed) {
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    for (uint32_t i = n - 1; i > 1; i--) {
        uint32_t k = 1 + draw(seed, i), x = order[i];
        order[i] = order[k];
        order[k] = x;
    }
}

static void shuffled_apart(struct sl_draft *to_, const struct sl_draft *from, const uint32_t *value) {
    for (uint32_t i = from->apart.n; i--;) {
        uint32_t a = value[from->apart.at[i].a], b = value[from->apart.at[i].b];
        vec_push(&to_->apart, (struct sl_pair){a < b ? a : b, a < b ? b : a});
    }
}

// The same state with its objects and values in another order, and with things that nothing leads to.
static void shuffled(struct sl_draft *to_, const struct sl_draft *from, uint64_t *seed) {
    enum { MOST = 64 };
    uint32_t object[MOST], value[MOST];
    assert_true(from->objects.n <= MOST && from->values.n <= MOST);
    shuffle(object, from->objects.n, seed);
    shuffle(value, from->values.n, seed);
    sl_draft_copy(to_, from);
    vec_clear(&to_->fields);
    sl_index_fields(to_);
    vec_clear(&to_->apart);
    for (uint32_t i = 1; i < from->objects.n; i++) to_->objects.at[object[i]] = from->objects.at[i];
    for (uint32_t i = 1; i < from->values.n; i++) {
        to_->values.at[value[i]] = from->values.at[i];
        to_->values.at[value[i]].object = object[from->values.at[i].object];
    }
    for (uint32_t i = from->fields.n; i--;) {
        struct sl_field f = from->fields.at[i];
        sl_put(to_, object[f.object], f.offset, f.size, value[f.value]);
    }
    for (uint32_t i = 1; i < from->objects.n; i++) to_->objects.at[object[i]].dirty = from->objects.at[i].dirty;
    for (uint32_t i = 0; i < to_->regs.n; i++) to_->regs.at[i] = value[from->regs.at[i]];
    to_->results.at[0] = value[from->results.at[0]];
    to_->slots.at[0] = object[from->slots.at[0]];
    to_->blocks.at[0].object = object[from->blocks.at[0].object];
    shuffled_apart(to_, from, value);
    uint32_t loose = node(to_);
    set(to_, loose, 0, to_->regs.at[0] ? to_->regs.at[0] : null(to_));
    set(to_, loose, WORD, to(to_, loose));
}

// Every place gets a constant of its own.
static void with_more_constants(struct sl_draft *d) {
    for (uint32_t i = 0; i < d->fields.n; i++)
        if (sl_is_const(d, d->fields.at[i].value, NULL))
            d->fields.at[i].value = sl_add_value(d, (struct sl_value)d->values.at[d->fields.at[i].value]);
    for (uint32_t i = 0; i < d->regs.n; i++)
        if (sl_is_const(d, d->regs.at[i], NULL)) d->regs.at[i] = sl_add_value(d, (struct sl_value)d->values.at[d->regs.at[i]]);
}

static void test_canonical(void **state) {
    (void)state;
    uint64_t seed = 5;
    struct dom_store store = {0};
    for (int round = 0; round < ROUNDS; round++) {
        struct sl_draft d, other;
        random_state(&d, &seed);
        dom_state s = sl_seal(&store, &d);
        for (int k = 0; k < 5; k++) {
            shuffled(&other, &d, &seed);
            if (k & 1) with_more_constants(&other);
            assert_int_equal(sl_seal(&store, &other), s);
            sl_draft_free(&other);
        }
        sl_draft_free(&d);
    }
    dom_store_free(&store);
}

// ---- there and back ----------------------------------------------------------------------------------------------------------------

static bool same_value(const struct sl_value *x, const struct sl_value *y) {
    return x->kind == y->kind && x->level == y->level && x->end == y->end && x->object == y->object &&
           !memcmp(&x->range, &y->range, sizeof x->range);
}

static bool same_object(const struct sl_object *x, const struct sl_object *y) {
    bool kind = x->storage == y->storage && x->life == y->life && x->rest == y->rest && x->level == y->level && x->tag == y->tag;
    return kind && !memcmp(&x->shape, &y->shape, sizeof x->shape) && x->dirty == y->dirty && x->escaped == y->escaped &&
           x->func == y->func && x->instr == y->instr && x->size == y->size && x->more == y->more && x->text == y->text &&
           x->ends == y->ends && x->first == y->first;
}

#define SAME_WORDS(a, b) ((a).n == (b).n && (!(a).n || !memcmp((a).at, (b).at, (a).n * sizeof *(a).at)))

static bool same_draft(const struct sl_draft *x, const struct sl_draft *y) {
    if (!SAME_WORDS(x->regs, y->regs) || !SAME_WORDS(x->slots, y->slots) || !SAME_WORDS(x->results, y->results)) return false;
    if (!SAME_WORDS(x->frames, y->frames) || !SAME_WORDS(x->blocks, y->blocks) || !SAME_WORDS(x->apart, y->apart)) return false;
    if (!SAME_WORDS(x->fields, y->fields) || x->values.n != y->values.n || x->objects.n != y->objects.n) return false;
    for (uint32_t i = 1; i < x->values.n; i++)
        if (!same_value(&x->values.at[i], &y->values.at[i])) return false;
    for (uint32_t i = 1; i < x->objects.n; i++)
        if (!same_object(&x->objects.at[i], &y->objects.at[i])) return false;
    return true;
}

static void check_reg(const struct sl_draft *d, const struct sl_draft *back, uint32_t reg) {
    struct sl_value x = d->values.at[d->regs.at[reg]], y = back->values.at[back->regs.at[reg]];
    assert_int_equal(!d->regs.at[reg], !back->regs.at[reg]);
    if (x.object) assert_true(same_object(&d->objects.at[x.object], &back->objects.at[y.object]));
    x.object = y.object;
    assert_true(same_value(&x, &y));
}

static void test_inverse(void **state) {
    (void)state;
    uint64_t seed = 6;
    struct dom_store store = {0};
    for (int round = 0; round < ROUNDS; round++) {
        struct sl_draft d, once;
        random_state(&d, &seed);
        dom_state s = sl_seal(&store, &d);
        sl_unseal(&store, s, &once);
        assert_int_equal(sl_seal(&store, &once), s);
        for (uint32_t i = 0; i < REGS; i++) check_reg(&d, &once, i);
        sl_draft_free(&d);
        sl_draft_free(&once);
    }
    dom_store_free(&store);
}

static void check_kept(struct dom_store *store, const struct sl_draft *d, dom_state other) {
    struct sl_draft back;
    dom_state s = sl_seal(store, d);
    assert_int_not_equal(s, other);
    sl_unseal(store, s, &back);
    assert_true(same_draft(d, &back));
    sl_draft_free(&back);
}

// Changes one word at a time of a state that is numbered as seals are: each comes back, each makes another state.
static void test_everything_counts(void **state) {
    (void)state;
    struct dom_store store = {0};
    struct sl_draft d;
    begin(&d);
    uint32_t o = doubly(&d, 1), v = to(&d, o), n = number(&d, 3, 9);
    d.regs.at[0] = v;
    d.regs.at[1] = n;
    set(&d, o, 2 * WORD, n);
    struct sl_object *x = &d.objects.at[o];
    uint8_t *const bytes[] = {&x->life,  &x->rest,    &x->level,   &x->shape.kind,         &x->shape.least,
                              &x->dirty, &x->escaped, &x->storage, &d.values.at[v].end, &d.values.at[v].level};
    uint32_t *const words[] = {&x->tag,
                               &x->func,
                               &x->instr,
                               &x->text,
                               &x->shape.words[0],
                               &x->shape.words[1],
                               &x->shape.words[2],
                               &x->shape.words[3],
                               &d.frames.at[0].func};
    uint64_t *const wides[] = {
        &x->size, &x->more, &d.values.at[n].range.lo, &d.values.at[n].range.hi, &d.fields.at[0].offset, &d.fields.at[0].size};
    dom_state s = sl_seal(&store, &d);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        uint8_t old = *bytes[i];
        bool life = bytes[i] == &x->life;
        *bytes[i] ^= 1;
        if (life) d.fields.n = 0;  // what it held is gone
        check_kept(&store, &d, s);
        if (life) d.fields.n = 1;
        *bytes[i] = old;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        *words[i] ^= 0x80000001;
        check_kept(&store, &d, s);
        *words[i] ^= 0x80000001;
    }
    for (size_t i = 0; i < sizeof wides / sizeof *wides; i++) {
        *wides[i] += (uint64_t)1 << 40;
        check_kept(&store, &d, s);
        *wides[i] -= (uint64_t)1 << 40;
    }
    d.regs.at[2] = n;
    check_kept(&store, &d, s);
    d.regs.at[2] = 0;
    assert_int_equal(sl_seal(&store, &d), s);
    sl_draft_free(&d);
    dom_store_free(&store);
}

// ---- what is kept ------------------------------------------------------------------------------------------------------------------

static void test_unreachable(void **state) {
    (void)state;
    struct dom_store store = {0};
    struct sl_draft d, back;
    begin(&d);
    uint32_t kept = node(&d), gone = node(&d), freed = node(&d);
    d.regs.at[0] = to(&d, kept);
    d.regs.at[1] = to(&d, freed);
    set(&d, freed, 0, to(&d, gone));
    d.objects.at[freed].life = SL_FREED;
    sl_unseal(&store, sl_seal(&store, &d), &back);
    assert_int_equal(back.objects.n, 1 + 2);
    assert_int_equal(back.values.n, 1 + 2);
    assert_int_equal(back.fields.n, 0);
    sl_draft_free(&d);
    sl_draft_free(&back);
    dom_store_free(&store);
}

static void test_apart(void **state) {
    (void)state;
    struct dom_store store = {0};
    struct sl_draft d, back;
    begin(&d);
    uint32_t a = number(&d, 0, 9), b = number(&d, 0, 9), c = number(&d, 0, 9), gone = number(&d, 0, 9);
    d.regs.at[0] = a;
    d.regs.at[1] = b;
    d.regs.at[2] = c;
    sl_keep_apart(&d, a, b);
    sl_keep_apart(&d, gone, a);
    sl_keep_apart(&d, a, sl_const(&d, BITS, 4));  // a constant that nothing holds
    sl_unseal(&store, sl_seal(&store, &d), &back);
    const uint32_t *r = back.regs.at;
    assert_int_equal(back.apart.n, 2);
    assert_true(sl_differ(&back, r[0], r[1]));
    assert_true(sl_differ(&back, r[1], r[0]));
    assert_false(sl_differ(&back, r[0], r[2]));
    assert_false(sl_differ(&back, r[1], r[2]));
    assert_true(sl_differ(&back, r[0], sl_const(&back, BITS, 4)));
    assert_false(sl_differ(&back, r[1], sl_const(&back, BITS, 4)));
    sl_draft_free(&d);
    sl_draft_free(&back);
    dom_store_free(&store);
}

// Not held constants in either order, a fact told twice.
static void test_apart_order(void **state) {
    (void)state;
    struct dom_store store = {0};
    struct sl_draft d[2];
    for (uint32_t k = 0; k < 2; k++) {
        begin(&d[k]);
        uint32_t a = d[k].regs.at[0] = number(&d[k], 0, 9), b = d[k].regs.at[1] = number(&d[k], 0, 9);
        sl_keep_apart(&d[k], a, sl_const(&d[k], BITS, k ? 7 : 4));
        sl_keep_apart(&d[k], a, sl_const(&d[k], BITS, k ? 4 : 7));
        for (uint32_t i = 0; i <= k; i++) vec_push(&d[k].apart, (struct sl_pair){a, b});
    }
    assert_int_equal(sl_seal(&store, &d[0]), sl_seal(&store, &d[1]));
    sl_draft_free(&d[0]);
    sl_draft_free(&d[1]);
    dom_store_free(&store);
}

static void test_globals(void **state) {
    (void)state;
    struct dom_store store = {0};
    struct sl_draft d[2];
    for (uint32_t k = 0; k < 2; k++) {
        begin(&d[k]);
        for (uint32_t i = 0; i < 4; i++)  // the last one is as it was at the start
            sl_add_object(&d[k], (struct sl_object){.storage = SL_GLOBAL, .size = WORD, .tag = k && i < 3 ? 2 - i : i, .dirty = i < 3});
    }
    dom_state s = sl_seal(&store, &d[0]);
    assert_int_equal(sl_seal(&store, &d[1]), s);
    sl_draft_free(&d[0]);
    sl_draft_free(&d[1]);
    sl_unseal(&store, s, &d[0]);
    assert_int_equal(d[0].objects.n, 1 + 3);
    sl_draft_free(&d[0]);
    dom_store_free(&store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_canonical),   cmocka_unit_test(test_inverse), cmocka_unit_test(test_everything_counts),
        cmocka_unit_test(test_unreachable), cmocka_unit_test(test_apart),   cmocka_unit_test(test_apart_order),
        cmocka_unit_test(test_globals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
