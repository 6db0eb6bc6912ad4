// SPDX-License-Identifier: MIT
// Every use is met, once and in order, replaced where it holds something, and sealed where it is told.
#include "sl/uses.h"

#include "heap.h"

static struct heap heap;
static struct sl_draft d;
static uint32_t block, sized, counted, unit, part, other, ends, held, result, apart, related, linked;

static int setup(void **state) {
    (void)state;
    heap_open(&heap);
    begin(&d);
    block = node(&d);
    sized = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .size = 1, .more = 99});
    d.regs.at[0] = to(&d, block);
    d.regs.at[1] = to(&d, sized);
    uint32_t *all[] = {&counted, &unit, &part, &other, &ends, &held, &result, &apart, &related, &linked};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = number(&d, 1, 50 + i);
    d.regs.at[2] = related;
    vec_push(&d.results, result);
    vec_push(&d.slots, sl_add_object(&d, (struct sl_object){.storage = SL_STACK, .size = WORD}));
    vec_push(&d.blocks, (struct sl_block){0, sl_add_object(&d, (struct sl_object){.storage = SL_STACK, .size = WORD})});
    struct sl_object *o = &d.objects.at[sized];
    o->count = counted, o->unit = unit, o->scale = 2, o->part[0] = part, o->part[1] = other, o->ends = ends;
    d.sized = true;
    set(&d, block, WORD, held);
    set(&d, block, 2 * WORD, apart);
    sl_set_link(&d, block, SL_SINGLES, 1, linked);
    sl_keep_apart(&d, held, apart);
    vec_push(&d.relations, (struct sl_relation){{related, BITS, true}, {counted, BITS, true}, 7});
    vec_push(&d.made, (struct sl_made){held, apart, related, 0});
    d.values.at[held].source = apart;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    heap_close(&heap);
    return 0;
}

static uint32_t times(uint32_t v, uint32_t kinds) {
    uint32_t n = 0;
    SL_EACH_USE(u, &d, kinds) n += sl_used(&u) == v;
    return n;
}

static void test_kinds(void **state) {
    (void)state;
    assert_int_equal(times(counted, SL_HOLDERS), 2);  // and in a relation
    assert_int_equal(times(unit, SL_HOLDERS), 1);
    assert_int_equal(times(part, SL_HOLDERS), 1);
    assert_int_equal(times(other, SL_HOLDERS), 1);
    assert_int_equal(times(ends, SL_HOLDERS), 1);
    assert_int_equal(times(held, SL_HOLDERS), 2);
    assert_int_equal(times(apart, SL_HOLDERS), 2);
    assert_int_equal(times(result, SL_ROOTS), 1);
    assert_int_equal(times(related, SL_HOLDERS), 2);
    assert_int_equal(times(held, SL_FIELDS), 1);
    assert_int_equal(times(linked, SL_FIELDS), 1);
    assert_int_equal(times(apart, sl_uses_in(SL_GROUP_ORIGIN)), 2);  // made of, source
    assert_int_equal(times(d.slots.at[0], SL_PLACED), 1);
    assert_int_equal(times(d.blocks.at[0].object, SL_PLACED), 1);
    assert_true(sl_is_used(&d, ends, SL_ONLY(END)));
    assert_false(sl_is_used(&d, ends, SL_HOLDERS & ~SL_ONLY(END)));
}

// Sealing numbers by it.
static void test_order(void **state) {
    (void)state;
    uint32_t expected[] = {counted, unit, part, other, ends}, n = 0;
    SL_EACH_USE_OF(u, &d, sized, SL_NUMBERS | SL_FIELDS) {
        assert_true(n < 5);
        assert_int_equal(sl_used(&u), expected[n++]);
        assert_int_equal(sl_user(&u), sized);
    }
    assert_int_equal(n, 5);
    n = 0;
    SL_EACH_USE_OF(u, &d, block, SL_NUMBERS | SL_FIELDS) {
        assert_int_equal(sl_user(&u), block);
        if (u.kind == SL_USE_FIELD) assert_int_equal(sl_use_field(&u)->offset, ++n * WORD);
        if (u.kind == SL_USE_LINK) assert_int_equal(sl_use_link(&u)->role, SL_SINGLES);
    }
    assert_int_equal(n, 2);
}

// In order whatever the order in which they are set; each once.
static void test_links(void **state) {
    (void)state;
    static const struct {
        enum sl_role role;
        uint32_t index;
    } all[] = {{SL_RUNS, 0}, {SL_RUNS, 3}, {SL_SINGLES, 0}, {SL_SINGLES, 1}, {SL_SECONDS, 0}}, *l = all;
    for (uint32_t i = 5; i--;) sl_set_link(&d, block, all[i].role, all[i].index, i % 2 ? held : linked);
    sl_set_link(&d, sized, SL_HOLE, 0, linked);
    sl_set_link(&d, block, SL_RUNS, 3, linked);
    assert_true(sl_is_well_formed(&d));
    SL_EACH_USE_OF(u, &d, block, SL_ONLY(LINK)) {
        assert_int_equal(sl_use_link(&u)->role, l->role);
        assert_int_equal(sl_use_link(&u)->index, l++->index);
    }
    assert_ptr_equal(l, all + 5);
    assert_int_equal(sl_linked(&d, block, SL_RUNS, 3), linked);
    assert_int_equal(sl_linked(&d, block, SL_RUNS, 1), 0);
    sl_set_link(&d, block, SL_RUNS, 0, 0);
    assert_int_equal(d.links.n, 5);
    sl_drop_links(&d, block);
    assert_false(sl_has_links(&d, block));
    assert_int_equal(sl_linked(&d, sized, SL_HOLE, 0), linked);
    sl_draft_shrink(&d, d.values.n, sized);
    assert_int_equal(d.links.n, 0);
}

static void test_counts(void **state) {
    (void)state;
    uint32_t n = 0;
    d.objects.at[block].life = SL_FREED;
    SL_EACH_USE(u, &d, SL_ROOTS | SL_FIELDS | SL_NUMBERS) n += sl_used(&u) == held && sl_use_counts(&u);
    assert_int_equal(n, 0);
    SL_EACH_USE(u, &d, SL_ROOTS | SL_NUMBERS) n += sl_used(&u) && sl_use_counts(&u);
    assert_int_equal(n, 4 + 5);
}

static void test_told(void **state) {
    (void)state;
    struct sl_object o = d.objects.at[sized];
    assert_int_equal(sl_told(&o), SL_FIELDS | SL_NUMBERS);
    o.level = 1;
    assert_int_equal(sl_told(&o), SL_FIELDS | SL_ONLY(COUNT) | SL_ONLY(UNIT));
    o.shape.kind = SL_SINGLY;
    assert_int_equal(sl_told(&o), SL_FIELDS);
    o.life = SL_FREED;
    assert_int_equal(sl_told(&o), 0);
}

static void test_replace(void **state) {
    (void)state;
    uint32_t all[] = {counted, unit, part, other, ends, held, result, apart, related, linked};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
        uint32_t before = times(all[i], SL_HOLDERS), fresh = number(&d, 1, 90);
        sl_replace(&d, all[i], fresh);
        assert_int_equal(times(all[i], SL_HOLDERS), 0);
        assert_int_equal(times(fresh, SL_HOLDERS), before);
    }
    assert_int_equal(d.made.at[0].value, held);
    assert_int_equal(d.values.at[held].source, apart);
}

// The offset of another address is another number.
static void test_replace_address(void **state) {
    (void)state;
    uint32_t v = d.regs.at[1];
    vec_push(&d.relations, (struct sl_relation){{v, BITS, true}, {counted, BITS, true}, 0});
    sl_replace(&d, v, to(&d, block));
    assert_int_equal(d.relations.n, 1);
    assert_int_equal(d.relations.at[0].a.id, related);
}

static void test_sealed(void **state) {
    (void)state;
    struct sl_draft e;
    sl_unseal(&heap.sl.store, sl_seal(&heap.sl.store, &d), &e);
    struct sl_draft old = d;
    uint32_t n = 0, m = 0;
    SL_EACH_USE(u, &old, SL_HOLDERS | SL_PLACED) n += sl_used(&u) != 0;
    SL_EACH_USE(u, &e, SL_HOLDERS | SL_PLACED) m += sl_used(&u) != 0;
    assert_int_equal(n, m);
    sl_draft_free(&e);
}

// Each kind of use is looked at, and the order of fields.
static void test_well_formed(void **state) {
    (void)state;
    assert_true(sl_is_well_formed(&d));
    SL_EACH_USE(u, &d, (1u << SL_N_USES) - 1) {
        uint32_t v = sl_used(&u);
        *sl_use_at(&u) = d.values.n + d.objects.n;
        assert_false(sl_is_well_formed(&d));
        *sl_use_at(&u) = v;
    }
    assert_true(sl_is_well_formed(&d));
    d.fields.at[0].size = WORD + 1;
    assert_false(sl_is_well_formed(&d));
    d.fields.at[0].size = 0;
    assert_false(sl_is_well_formed(&d));
    d.fields.at[0].size = WORD;
    assert_true(sl_is_well_formed(&d));
    d.begins.at[d.fields.at[0].object]++;
    assert_false(sl_is_well_formed(&d));
    sl_index_fields(&d);
    assert_true(sl_is_well_formed(&d));
    d.fields.at[0].object = sized;
    assert_false(sl_is_well_formed(&d));
    d.fields.at[0].object = block;
    assert_true(sl_is_well_formed(&d));
    vec_push(&d.links, d.links.at[0]);
    assert_false(sl_is_well_formed(&d));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_links, setup, teardown),
        cmocka_unit_test_setup_teardown(test_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_replace, setup, teardown),
        cmocka_unit_test_setup_teardown(test_replace_address, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sealed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_well_formed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
