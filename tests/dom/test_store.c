// SPDX-License-Identifier: MIT
// Blocks of words by number: equal ones are one, and those that are swept are given up, but keep their numbers, while the others stay.
#include "dom/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { BLOCKS = 600 };

static uint32_t add(struct dom_store *t, uint32_t seed) {
    uint32_t words[4] = {seed, seed * 7, seed ^ 5, 1};
    return dom_store_add(t, words, 1 + seed % 4);
}

static void equal_blocks_are_one(void **state) {
    (void)state;
    struct dom_store t = {0};
    for (uint32_t i = 0; i < BLOCKS; i++) assert_int_equal(add(&t, i), i + 1);
    for (uint32_t i = 0; i < BLOCKS; i++) assert_int_equal(add(&t, i), i + 1);
    dom_store_free(&t);
}

static void sweeping_keeps_what_is_marked_and_what_is_new(void **state) {
    (void)state;
    struct dom_store t = {0};
    bool live[BLOCKS / 2 + 1] = {0};
    for (uint32_t i = 0; i < BLOCKS; i++) add(&t, i);
    for (uint32_t i = 1; i <= BLOCKS / 2; i += 3) live[i] = true;
    dom_store_sweep(&t, live, BLOCKS / 2 + 1);
    uint64_t words = 0;
    for (uint32_t i = 1; i <= BLOCKS; i++) {
        bool stays = i > BLOCKS / 2 || live[i];
        assert_int_equal(dom_store_has(&t, i), stays);
        if (!stays) continue;
        assert_int_equal(dom_store_get(&t, i)->words[0], i - 1);
        assert_int_equal(add(&t, i - 1), i);
        words += 1 + (i - 1) % 4;
    }
    assert_int_equal(t.n_words, words);
    dom_store_free(&t);
}

static void what_was_given_up_comes_back_by_its_number(void **state) {
    (void)state;
    struct dom_store t = {0};
    bool live[BLOCKS + 1] = {0};
    for (uint32_t i = 0; i < BLOCKS; i++) add(&t, i);
    for (uint32_t round = 0; round < 2; round++) {  // hashes survive a second sweep
        dom_store_sweep(&t, live, BLOCKS + 1);
        assert_int_equal(t.n_words, 0);
    }
    for (uint32_t i = 0; i < 4 * BLOCKS; i++) assert_int_equal(add(&t, i), i + 1);
    for (uint32_t i = 0; i < 4 * BLOCKS; i++) assert_int_equal(dom_store_get(&t, i + 1)->words[0], i);
    dom_store_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_blocks_are_one),
        cmocka_unit_test(sweeping_keeps_what_is_marked_and_what_is_new),
        cmocka_unit_test(what_was_given_up_comes_back_by_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
