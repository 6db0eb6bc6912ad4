// SPDX-License-Identifier: MIT
// Blocks of words by number: equal ones are one, and those that are swept are forgotten while the others stay as they are.
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
        assert_int_equal(t.blocks.at[i - 1].words != NULL, stays);
        if (!stays) continue;
        assert_int_equal(dom_store_get(&t, i)->words[0], i - 1);
        assert_int_equal(add(&t, i - 1), i);
        words += 1 + (i - 1) % 4;
    }
    assert_int_equal(t.n_words, words);
    assert_int_equal(add(&t, 1), BLOCKS + 1);  // number 2 was swept: the same words are a new block
    dom_store_free(&t);
}

static void a_swept_store_grows(void **state) {
    (void)state;
    struct dom_store t = {0};
    bool live[BLOCKS + 1] = {0};
    for (uint32_t i = 0; i < BLOCKS; i++) add(&t, i);
    dom_store_sweep(&t, live, BLOCKS + 1);
    assert_int_equal(t.n_words, 0);
    for (uint32_t i = 0; i < 4 * BLOCKS; i++) assert_int_equal(add(&t, i), BLOCKS + i + 1);
    dom_store_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_blocks_are_one),
        cmocka_unit_test(sweeping_keeps_what_is_marked_and_what_is_new),
        cmocka_unit_test(a_swept_store_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
