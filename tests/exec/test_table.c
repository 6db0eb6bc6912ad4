// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec/table.h"

struct record {
    uint64_t a, b;
};

static void equal_records_have_equal_numbers(void **state) {
    (void)state;
    struct exec_table t = {0};
    for (uint64_t i = 0; i < 1000; i++) {
        struct record r = {i / 10, i % 10};
        assert_int_equal(exec_table_add(&t, &r, sizeof r, 1000), i);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        struct record r = {i / 10, i % 10};
        assert_int_equal(exec_table_add(&t, &r, sizeof r, 1000), i);
        assert_memory_equal(exec_table_at(&t, (uint32_t)i), &r, sizeof r);
    }
    assert_int_equal(t.n, 1000);
    exec_table_free(&t);
}

static void a_full_table_still_knows_its_records(void **state) {
    (void)state;
    struct exec_table t = {0};
    struct record one = {1, 0}, two = {2, 0}, three = {3, 0};
    assert_int_equal(exec_table_add(&t, &one, sizeof one, 2), 0);
    assert_int_equal(exec_table_add(&t, &two, sizeof two, 2), 1);
    assert_int_equal(exec_table_add(&t, &three, sizeof three, 2), EXEC_TABLE_FULL);
    assert_int_equal(exec_table_add(&t, &two, sizeof two, 2), 1);
    assert_int_equal(t.n, 2);
    exec_table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_records_have_equal_numbers),
        cmocka_unit_test(a_full_table_still_knows_its_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
