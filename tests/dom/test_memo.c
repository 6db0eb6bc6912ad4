// SPDX-License-Identifier: MIT
// Results by operation and operands: each is found again, and no other is found in its place.
#include "dom/memo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STATES = 60, OPS = 3 };

static dom_state result_of(uint32_t op, dom_state a, dom_state b) {
    return (a * 7 + b * 3 + op) % 11;  // some have none
}

static void put_all(struct dom_memo *m, uint32_t parity) {
    for (uint32_t op = 0; op < OPS; op++)
        for (dom_state a = 1; a < STATES; a++)
            for (dom_state b = 0; b < STATES; b++)
                if ((op + a + b) % 2 == parity) dom_memo_put(m, (struct dom_made){op, a, b, result_of(op, a, b), a + b, a});
}

static void what_was_put_is_found_and_nothing_else(void **state) {
    (void)state;
    struct dom_memo m = {0};
    assert_null(dom_memo_get(&m, 0, 1, 2));
    put_all(&m, 0);
    for (uint32_t op = 0; op < OPS; op++)
        for (dom_state a = 1; a < STATES; a++)
            for (dom_state b = 0; b < STATES; b++) {
                const struct dom_made *made = dom_memo_get(&m, op, a, b);
                assert_int_equal(made != NULL, (op + a + b) % 2 == 0);
                if (made) assert_int_equal(made->result, result_of(op, a, b));
                if (made) assert_true(made->cost == a + b && made->noted == a);
            }
    dom_memo_free(&m);
}

static void what_is_put_twice_is_counted_once(void **state) {
    (void)state;
    struct dom_memo m = {0};
    put_all(&m, 1);
    uint32_t n = m.n;
    put_all(&m, 1);
    assert_int_equal(m.n, n);
    dom_memo_put(&m, (struct dom_made){0, 1, 0, 99, 5, 0});
    assert_non_null(dom_memo_get(&m, 0, 1, 0));
    assert_int_equal(dom_memo_get(&m, 0, 1, 0)->result, 99);
    dom_memo_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_is_found_and_nothing_else),
        cmocka_unit_test(what_is_put_twice_is_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
