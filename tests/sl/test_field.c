// SPDX-License-Identifier: MIT
// The field store against plain bytes: random stores, kills, copies and loads; what a load claims must be so.
#include "heap.h"

enum { BYTES = 40, BLOCKS = 3, ROUNDS = 400, STEPS = 60 };

struct byte {
    uint8_t x;
    bool set;        // not uninitialised
    bool known;      // the store must know it
    uint32_t store;  // of a pointer: which one, else 0
    uint8_t part;    // which of its bytes
    uint8_t target;  // index of its object
};
struct meaning {  // of a value: the bytes that it stood for when it was first seen
    bool given;
    num_word x;
};
struct world {
    struct sl_draft d;
    uint32_t block[BLOCKS];
    struct byte byte[BLOCKS][BYTES];
    VEC(struct meaning) meanings;  // by value
    uint32_t stores;
    uint64_t seed;
};

static uint32_t draw(struct world *w, uint32_t n) {
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((w->seed >> 33) % n);
}

static num_word draw_word(struct world *w, uint32_t size) {
    num_word x = 0;
    for (uint32_t i = 0; i < size; i++) x |= (num_word)draw(w, 256) << (i * 8);
    return x;
}

static void open_world(struct world *w, uint64_t seed) {
    static const uint8_t rest[BLOCKS] = {SL_REST_UNINIT, SL_REST_ZERO, SL_REST_ANY};
    *w = (struct world){.seed = seed};
    sl_draft_init(&w->d);
    for (int b = 0; b < BLOCKS; b++) {
        w->block[b] = sl_add_object(&w->d, (struct sl_object){.storage = SL_HEAP, .size = BYTES, .rest = rest[b]});
        for (int i = 0; i < BYTES; i++) {
            struct byte *x = &w->byte[b][i];
            *x = (struct byte){.x = rest[b] == SL_REST_ZERO ? 0 : (uint8_t)draw(w, 256), .set = rest[b] != SL_REST_UNINIT};
            x->known = rest[b] == SL_REST_ZERO;
        }
    }
}

static void close_world(struct world *w) {
    sl_draft_free(&w->d);
    vec_free(&w->meanings);
}

static void give_meaning(struct world *w, uint32_t v, num_word x) {
    while (w->meanings.n <= v) (void)vec_add(&w->meanings);
    w->meanings.at[v] = (struct meaning){true, x};
}

static uint64_t base_of(uint32_t block) {
    return 0x123456789a00u + 0x1000 * block;
}

// ---- changes -----------------------------------------------------------------------------------------------------------------------

struct piece {
    uint32_t block, at, size;
};

static struct piece draw_piece(struct world *w, uint32_t most) {
    struct piece p = {draw(w, BLOCKS), 0, 1 + draw(w, most)};
    p.at = draw(w, BYTES - p.size + 1);
    return p;
}

static void write_model(struct world *w, struct piece p, num_word x, struct byte like) {
    for (uint32_t i = 0; i < p.size; i++) {
        like.x = i < 16 ? (uint8_t)(x >> (i * 8)) : 0;
        like.part = (uint8_t)i;
        w->byte[p.block][p.at + i] = like;
    }
}

static void put(struct world *w, struct piece p, uint32_t v) {
    sl_put(&w->d, w->block[p.block], p.at, p.size, v);
}

static void store_constant(struct world *w) {
    struct piece p = draw_piece(w, 16);
    num_word x = draw(w, 3) ? draw_word(w, p.size) : 0;
    put(w, p, sl_const(&w->d, p.size * 8, x));
    write_model(w, p, x, (struct byte){.set = true, .known = true});
}

static void store_zeros(struct world *w) {
    struct piece p = draw_piece(w, 30);
    put(w, p, sl_const(&w->d, p.size <= 16 ? p.size * 8 : BITS, 0));
    write_model(w, p, 0, (struct byte){.set = true, .known = true});
}

static void store_range(struct world *w) {
    struct piece p = draw_piece(w, 8);
    uint64_t x = (uint64_t)draw_word(w, p.size);
    struct num_range r = num_range_arc(p.size * 8, x - draw(w, 3), x + 1 + draw(w, 3));
    uint32_t v = sl_int(&w->d, r);
    give_meaning(w, v, x);
    put(w, p, v);
    write_model(w, p, x, (struct byte){.set = true});
}

static void store_pointer(struct world *w) {
    struct piece p = {draw(w, BLOCKS), draw(w, BYTES - WORD + 1), WORD};
    uint32_t target = draw(w, BLOCKS), offset = draw(w, BYTES);
    put(w, p, sl_address(&w->d, w->block[target], BITS, offset));
    write_model(w, p, base_of(target) + offset, (struct byte){.set = true, .store = ++w->stores, .target = (uint8_t)target});
}

static void store_anything(struct world *w) {
    struct piece p = draw_piece(w, 30);
    bool set = draw(w, 2);
    put(w, p, sl_fresh(&w->d, set ? SL_ANY : SL_UNINIT));
    write_model(w, p, draw_word(w, 16), (struct byte){.set = set});
}

static void kill(struct world *w) {
    struct piece p = draw_piece(w, 30);
    sl_kill(&w->d, w->block[p.block], p.at, p.size);
    for (uint32_t i = 0; i < p.size; i++) {
        struct byte b = w->byte[p.block][p.at + i];
        if (b.store) assert_true(w->d.objects.at[w->block[b.target]].escaped);
    }
    write_model(w, p, draw_word(w, 16), (struct byte){.set = true});
}

static void copy(struct world *w) {
    struct piece from = draw_piece(w, 30), to_ = {draw(w, BLOCKS), draw(w, BYTES - from.size + 1), from.size};
    sl_copy_bytes(&w->d, w->block[to_.block], to_.at, w->block[from.block], from.at, from.size);
    memmove(&w->byte[to_.block][to_.at], &w->byte[from.block][from.at], from.size * sizeof(struct byte));
}

// ---- claims ------------------------------------------------------------------------------------------------------------------------

struct content {
    num_word x;
    bool all_set, known;
};

static struct content content_of(const struct world *w, struct piece p) {
    struct content c = {.all_set = true, .known = true};
    for (uint32_t i = 0; i < p.size; i++) {
        const struct byte *b = &w->byte[p.block][p.at + i];
        c.x |= (num_word)b->x << (i * 8);
        c.all_set &= b->set;
        c.known &= b->known;
    }
    return c;
}

static bool claim_holds(struct world *w, uint32_t v, struct content c) {
    const struct sl_value *x = &w->d.values.at[v];
    if (x->kind == SL_UNINIT) return !c.all_set;  // at least a part of it
    if (x->kind == SL_INT && !num_range_is_full(x->range)) return c.all_set && num_range_has(x->range, c.x);
    if (x->kind == SL_ADDR) return c.all_set && c.x == base_of(x->object - w->block[0]) + (uint64_t)num_range_smin(x->range);
    return x->kind == SL_ANY || x->kind == SL_INT;
}

static bool is_one_constant(const struct world *w, uint32_t v, num_word x) {
    num_word k;
    return sl_is_const(&w->d, v, &k) && k == x;
}

static void load(struct world *w) {
    struct piece p = draw_piece(w, 16);
    bool pointer = p.size == WORD && draw(w, 2);
    uint32_t v = sl_get(&w->d, w->block[p.block], p.at, pointer ? IR_TYPE(IR_PTR, BITS) : IR_I(p.size * 8), BITS);
    struct content c = content_of(w, p);
    assert_true(claim_holds(w, v, c));
    if (c.known) assert_true(is_one_constant(w, v, c.x));
    if (v < w->meanings.n && w->meanings.at[v].given)
        assert_true(w->meanings.at[v].x == c.x);  // equality is identity
    else if (w->d.values.at[v].kind != SL_UNINIT)
        give_meaning(w, v, c.x);
}

static void check_fields(const struct world *w) {
    for (uint32_t i = 0; i < w->d.fields.n; i++) {
        const struct sl_field *f = &w->d.fields.at[i];
        assert_true(f->value && f->size && f->offset + f->size <= BYTES);
        if (!i) continue;
        const struct sl_field *before = f - 1;
        assert_true(before->object < f->object || (before->object == f->object && before->offset + before->size <= f->offset));
    }
}

static bool is_whole(const struct byte *block, uint32_t i) {
    if (i < block[i].part || i - block[i].part + WORD > BYTES) return false;
    const struct byte *first = &block[i - block[i].part];
    for (uint32_t k = 0; k < WORD; k++)
        if (first[k].store != block[i].store || first[k].part != k) return false;
    return true;
}

static void check_escaped(const struct world *w) {
    for (int b = 0; b < BLOCKS; b++)
        for (uint32_t i = 0; i < BYTES; i++) {
            const struct byte *x = &w->byte[b][i];
            if (x->store && !is_whole(w->byte[b], i)) assert_true(w->d.objects.at[w->block[x->target]].escaped);
        }
}

static void test_random(void **state) {
    (void)state;
    static void (*const change[])(struct world *) = {store_constant, store_zeros, store_range, store_pointer,
                                                     store_anything, kill,        copy,        copy};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world w;
        open_world(&w, round * 7919 + 1);
        for (int step = 0; step < STEPS; step++) {
            change[draw(&w, sizeof change / sizeof *change)](&w);
            check_fields(&w);
            check_escaped(&w);
            for (int k = 0; k < 4; k++) load(&w);
            check_fields(&w);
        }
        close_world(&w);
    }
}

// ---- by hand -----------------------------------------------------------------------------------------------------------------------

static void test_exact(void **state) {
    (void)state;
    struct sl_draft d;
    sl_draft_init(&d);
    uint32_t o = node(&d), p = to(&d, o), n = number(&d, 3, 9);
    set(&d, o, 0, p);
    set(&d, o, WORD, n);
    assert_int_equal(sl_get(&d, o, 0, IR_TYPE(IR_PTR, BITS), BITS), p);
    assert_int_equal(sl_get(&d, o, WORD, IR_I(64), BITS), n);
    assert_false(d.objects.at[o].escaped);
    assert_false(d.lost);
    set(&d, o, 0, null(&d));
    assert_true(d.lost);  // the only reference went
    assert_false(d.objects.at[o].escaped);
    sl_draft_free(&d);
}

static void test_read_again(void **state) {
    (void)state;
    struct sl_draft d;
    sl_draft_init(&d);
    uint32_t o = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .size = 32, .rest = SL_REST_ANY});
    uint32_t v = sl_get(&d, o, 4, IR_I(32), BITS);
    assert_int_equal(sl_get(&d, o, 4, IR_I(32), BITS), v);
    assert_int_not_equal(sl_get(&d, o, 8, IR_I(32), BITS), v);
    set(&d, o, 0, null(&d));
    assert_int_not_equal(sl_get(&d, o, 4, IR_I(32), BITS), v);
    sl_draft_free(&d);
}

static void test_cut_pointer(void **state) {
    (void)state;
    static const struct {
        uint64_t offset, size;
    } cuts[] = {{0, 1}, {7, 1}, {3, 2}, {4, 4}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        struct sl_draft d;
        sl_draft_init(&d);
        uint32_t o = node(&d), target = node(&d);
        set(&d, o, 0, to(&d, target));
        sl_put(&d, o, cuts[i].offset, cuts[i].size, sl_const(&d, (unsigned)cuts[i].size * 8, 1));
        assert_true(d.objects.at[target].escaped);
        assert_true(d.lost);
        assert_int_equal(d.values.at[sl_get(&d, o, 0, IR_TYPE(IR_PTR, BITS), BITS)].kind, SL_ANY);
        sl_draft_free(&d);
    }
}

static void test_dirty_global(void **state) {
    (void)state;
    struct sl_draft d;
    sl_draft_init(&d);
    uint32_t g = sl_add_object(&d, (struct sl_object){.storage = SL_GLOBAL, .size = 32, .rest = SL_REST_ZERO});
    assert_true(sl_is_null(&d, sl_get(&d, g, 8, IR_I(64), BITS)));
    assert_false(d.objects.at[g].dirty);
    set(&d, g, 8, number(&d, 1, 2));
    assert_true(d.objects.at[g].dirty);
    sl_draft_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_exact), cmocka_unit_test(test_read_again),
                                       cmocka_unit_test(test_cut_pointer), cmocka_unit_test(test_dirty_global)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
