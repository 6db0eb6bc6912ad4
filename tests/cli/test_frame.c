// SPDX-License-Identifier: MIT
// Messages between processes: what was put in comes out, whatever its bytes are; what was cut off is left out.
#include "cli/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void add(struct buf *all, enum cli_frame_kind kind, const char *text, size_t n) {
    struct buf contents = {0};
    buf_add(&contents, text, n);
    cli_frame_add(all, kind, &contents);
    buf_free(&contents);
}

static void frames_come_out_as_they_were_put_in(void **state) {
    struct buf all = {0};
    struct cli_frame f;
    size_t at = 0;
    (void)state;
    add(&all, CLI_FRAME_RESULT, "{\"a\":\f\n}\n", 9);
    cli_frame_add(&all, CLI_FRAME_BEGUN, NULL);
    add(&all, CLI_FRAME_TEXT, "a\0b\n", 4);
    assert_true(cli_frame_next(&all, &at, &f) && f.kind == CLI_FRAME_RESULT && f.n == 9);
    assert_true(cli_frame_next(&all, &at, &f) && f.kind == CLI_FRAME_BEGUN && f.n == 0);
    assert_true(cli_frame_next(&all, &at, &f) && f.kind == CLI_FRAME_TEXT && f.n == 4);
    assert_memory_equal(f.text, "a\0b\n", 4);
    assert_false(cli_frame_next(&all, &at, &f));
    assert_true(cli_frame_find(&all, CLI_FRAME_TEXT, &f) && f.n == 4);
    assert_false(cli_frame_find(&all, CLI_FRAME_PICTURE, &f));
    buf_free(&all);
}

// Wherever the writer was ended, the frames before are there, and nothing else.
static void what_is_cut_off_is_left_out(void **state) {
    struct buf all = {0};
    struct cli_frame f;
    (void)state;
    add(&all, CLI_FRAME_TEXT, "first", 5);
    size_t whole = all.n;
    add(&all, CLI_FRAME_TEXT, "second", 6);
    for (size_t n = 0; n < all.n; n++) {
        struct buf part = {0};
        size_t at = 0;
        buf_add(&part, all.text, n);
        assert_int_equal(cli_frame_next(&part, &at, &f), n >= whole);
        assert_false(n >= whole && cli_frame_next(&part, &at, &f));
        buf_free(&part);
    }
    buf_free(&all);
}

static void text_is_no_frame(void **state) {
    struct buf all = {0};
    struct cli_frame f;
    size_t at = 0;
    (void)state;
    buf_str(&all, "{\"verdict\": \"safe\", and so on, for long enough}\n");
    assert_false(cli_frame_next(&all, &at, &f));
    buf_free(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_come_out_as_they_were_put_in),
        cmocka_unit_test(what_is_cut_off_is_left_out),
        cmocka_unit_test(text_is_no_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
