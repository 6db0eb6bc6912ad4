// SPDX-License-Identifier: MIT
// Drafts in memory: copies share nothing, whether their vectors still lie in the block or have moved out; what was added can be undone.
#include "heap.h"
#include "sl/uses.h"

static struct heap heap;
static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    heap_open(&heap);
    struct sl_draft first;
    begin(&first);
    uint32_t x = node(&first), y = node(&first);
    first.regs.at[0] = to(&first, x);
    set(&first, x, 0, to(&first, y));
    set(&first, y, 0, null(&first));
    sl_unseal(&heap.sl.store, sl_seal(&heap.sl.store, &first), &d);  // in one block
    sl_draft_free(&first);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    heap_close(&heap);
    return 0;
}

// Values, nodes and fields: `more` of each.
static void add(struct sl_draft *to_, uint32_t more) {
    for (uint32_t i = 0; i < more; i++) {
        uint32_t o = node(to_);
        set(to_, o, 0, null(to_));
        set(to_, 1, i % 4 * WORD, to(to_, o));
        vec_push(&to_->made, (struct sl_made){i, 1, 1, 1});
        vec_push(&to_->regs, 1);
    }
}

static void check_copy(uint32_t before, uint32_t after) {
    struct sl_draft copy, again;
    add(&d, before);
    dom_state s = sl_seal(&heap.sl.store, &d);
    sl_draft_copy(&copy, &d);
    assert_int_equal(copy.made.n, d.made.n);
    sl_draft_copy(&again, &copy);
    assert_true(sl_is_well_formed(&copy) && sl_is_well_formed(&again));
    assert_int_equal(sl_seal(&heap.sl.store, &copy), s);
    add(&copy, after);
    assert_true(sl_is_well_formed(&copy));
    assert_int_equal(sl_seal(&heap.sl.store, &d), s);
    assert_int_equal(sl_seal(&heap.sl.store, &again), s);
    sl_draft_free(&copy);
    assert_int_equal(sl_seal(&heap.sl.store, &again), s);
    sl_draft_free(&again);
}

static void test_copies_share_nothing(void **state) {
    (void)state;
    for (uint32_t before = 0; before < 12; before += 3)
        for (uint32_t after = 1; after < 100; after *= 3) check_copy(before, after);
}

static void test_flags_are_copied(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 16; i++) {
        struct sl_draft copy;
        if (i == 8) add(&d, 50);
        d.lost = i & 1;
        d.lax = i >> 1 & 1;
        d.sized = i >> 2 & 1;
        sl_draft_copy(&copy, &d);
        assert_true(copy.lost == d.lost && copy.lax == d.lax && copy.sized == d.sized && copy.pool == d.pool);
        sl_draft_free(&copy);
    }
}

static void test_undone(void **state) {
    (void)state;
    dom_state s = sl_seal(&heap.sl.store, &d);
    uint32_t values = d.values.n, objects = d.objects.n, fields = d.fields.n;
    for (uint32_t more = 0; more < 40; more += 13) {
        for (uint32_t i = 0; i < more; i++) set(&d, node(&d), 0, null(&d));
        sl_draft_shrink(&d, values, objects);
        assert_true(d.values.n == values && d.objects.n == objects && d.fields.n == fields);
        assert_true(sl_is_well_formed(&d));
        assert_int_equal(sl_seal(&heap.sl.store, &d), s);
    }
}

// Of few fields and of many, each is found where it is.
static void test_fields_are_found(void **state) {
    (void)state;
    for (uint32_t n = 1; n < 40; n++) {
        uint32_t before = node(&d), o = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .size = 40 * WORD}), behind = node(&d);
        for (uint32_t k = 0; k < n; k++) sl_put(&d, o, (k * 41 % n) * WORD, 4, null(&d));
        set(&d, before, 0, null(&d));
        set(&d, behind, 0, null(&d));
        for (uint32_t k = 0; k < n; k++) {
            assert_int_equal(sl_field_at(&d, o, k * WORD, 4), sl_first_field(&d, o) + k);
            assert_int_equal(sl_field_at(&d, o, k * WORD, 8), UINT32_MAX);
            assert_int_equal(sl_field_from(&d, o, k * WORD + 1), sl_first_field(&d, o) + k + 1);
        }
        assert_int_equal(sl_end_of_fields(&d, o), sl_first_field(&d, o) + n);
        assert_true(sl_is_well_formed(&d));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_copies_share_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flags_are_copied, setup, teardown),
        cmocka_unit_test_setup_teardown(test_undone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fields_are_found, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
