// SPDX-License-Identifier: MIT
// Records come back as they were written; bytes that are damaged give none, or one that names nothing that is not there.
#include "kept/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct kept_record make(void) {
    static const uint8_t met[] = {5, 0, 1};
    struct kept_record r = {.key = {1, 2}, .ends = {3, 4}, .head = 1, .entered = 7, .fix_limits = 2, .inter_limits = 1, .noted = 9, .cost = {3, 20, 10, 11}, .knew = "a", .knows = "b", .met = met, .n_met = 3};
    vec_push(&r.texts, (struct kept_text){"frame", 5});
    vec_push(&r.texts, (struct kept_text){"", 0});
    vec_push(&r.callees, (struct kept_callee){.func = "push", .key = {5, 6}, .node = 1, .when = 3, .entry = 1, .spent = {1, 2, 3, 4}, .knew = "a"});
    vec_push(&r.callees, (struct kept_callee){.func = "self", .inside = 1, .key = {1, 2}, .node = 0, .when = 4, .entry = FIX_NONE, .knew = ""});
    vec_push(&r.nodes, (struct kept_node){.point = 0, .parent = FIX_NONE, .callee = FIX_NONE, .via = FIX_NONE, .text = 0, .exact = true});
    vec_push(&r.nodes, (struct kept_node){.point = 2, .parent = 0, .callee = 0, .via = 0, .text = FIX_NONE, .gone = true});
    vec_push(&r.nodes, (struct kept_node){.point = 3, .parent = 1, .callee = 1, .via = 2, .text = 1});
    vec_push(&r.exits, 2);
    return r;
}

static void what_is_written_is_read(void **state) {
    struct kept_record r = make(), back;
    struct buf b = {0}, again = {0};
    (void)state;
    kept_record_write(&r, &b);
    kept_record_write(&r, &b);
    const char *at = b.text, *end = b.text + b.n;
    for (int i = 0; i < 2; i++) {
        assert_true(kept_record_read(&back, &at, end));
        assert_int_equal(back.nodes.n, 3);
        assert_string_equal(back.callees.at[0].func, "push");
        assert_int_equal(back.callees.at[1].inside, 1);
        assert_true(back.nodes.at[1].gone && !back.nodes.at[2].gone && back.nodes.at[0].exact);
        assert_memory_equal(back.texts.at[0].at, "frame", 6);
        assert_string_equal(back.knows, "b");
        assert_int_equal(back.bytes.n, b.n / 2);
        kept_record_write(&back, &again);
        kept_record_free(&back);
    }
    assert_ptr_equal(at, end);
    assert_int_equal(again.n, b.n);
    assert_memory_equal(again.text, b.text, b.n);
    kept_record_free(&r);
    buf_free(&b);
    buf_free(&again);
}

static void expect_sense(const struct kept_record *r) {
    for (uint32_t i = 0; i < r->nodes.n; i++) {
        const struct kept_node *n = &r->nodes.at[i];
        assert_true(i ? n->parent < i : n->parent == FIX_NONE);
        assert_true(n->callee == FIX_NONE || n->callee < r->callees.n);
        assert_true(n->text == FIX_NONE || n->text < r->texts.n);
    }
    for (uint32_t i = 0; i < r->exits.n; i++) assert_true(r->exits.at[i] < r->nodes.n && r->nodes.at[r->exits.at[i]].text != FIX_NONE);
    for (uint32_t i = 0; i < r->callees.n; i++) assert_true(r->callees.at[i].node < r->nodes.n && (r->callees.at[i].inside || r->callees.at[i].entry < r->texts.n));
}

static void damaged_bytes_make_sense_or_nothing(void **state) {
    struct kept_record r = make(), back;
    struct buf b = {0};
    uint32_t none = 0;
    (void)state;
    kept_record_write(&r, &b);
    for (size_t i = 0; i < b.n; i++)
        for (int flip = 1; flip < 256; flip *= 2) {
            char *copy = malloc(b.n);
            memcpy(copy, b.text, b.n);
            copy[i] ^= (char)flip;
            const char *at = copy;
            bool good = kept_record_read(&back, &at, copy + b.n);
            none += !good;
            if (good) expect_sense(&back);
            if (good) kept_record_free(&back);
            free(copy);
        }
    assert_true(none > 100);
    for (size_t n = 0; n < b.n; n++) {
        char *copy = malloc(n + 1);
        memcpy(copy, b.text, n);
        const char *at = copy;
        assert_false(kept_record_read(&back, &at, copy + n));
        assert_ptr_equal(at, copy);
        free(copy);
    }
    kept_record_free(&r);
    buf_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(damaged_bytes_make_sense_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
