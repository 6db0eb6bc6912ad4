// SPDX-License-Identifier: MIT
// Of what clang says, errors are passed on as they are, and warnings become one note of each kind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "front/notes.h"

static void errors_are_kept_with_their_lines_and_warnings_dropped(void **state) {
    (void)state;
    static const char said[] =
        "In file included from a.c:1:\n"
        "./a.h:1:9: warning: odd: error: in its text [-Wodd]\n"
        "    1 | int q;\n"
        "      |     ^\n"
        "a.c:9:1: note: belongs to the warning\n"
        "In file included from a.c:2:\n"
        "./b.h:2:5: error: expected ')'\n"
        "    2 | int f(\n"
        "      |       ^\n"
        "./b.h:2:3: note: to match this '('\n"
        "a.c:3:1: fatal error: 'x.h' file not found\n"
        "1 warning and 2 errors generated.\n";
    struct buf out = {0};
    front_clang_errors(said, &out);
    assert_string_equal(buf_text(&out),
                        "In file included from a.c:2:\n"
                        "./b.h:2:5: error: expected ')'\n"
                        "    2 | int f(\n"
                        "      |       ^\n"
                        "./b.h:2:3: note: to match this '('\n"
                        "a.c:3:1: fatal error: 'x.h' file not found\n"
                        "2 errors generated.\n");
    buf_free(&out);
}

static void the_drivers_errors_have_no_count(void **state) {
    (void)state;
    struct buf out = {0};
    front_clang_errors("clang: warning: unused\nclang: error: no such file", &out);
    assert_string_equal(buf_text(&out), "clang: error: no such file\n");
    buf_free(&out);
}

static void each_kind_of_warning_is_one_note(void **state) {
    (void)state;
    static const char said[] =
        "a.c:1:6: warning: call to undeclared function 'f'; ISO C99 and later do not support it [-Wimplicit-function-declaration]\n"
        "    1 | f();\n"
        "a.c:2:7: warning: odd [brackets] inside [-Wint-conversion]\n"
        "a.c:3:6: warning: call to undeclared function 'g' [-Wimplicit-function-declaration]\n"
        "a.c:4:6: warning: no kind\n"
        "a.c:5:6: note: not a warning [-Wx]\n"
        "4 warnings generated.\n";
    struct buf out = {0};
    front_clang_notes(said, &out);
    assert_string_equal(buf_text(&out),
                        "a.c:1:6: note: call to undeclared function 'f' (and 1 more like it)\n"
                        "a.c:2:7: note: odd [brackets] inside\n");
    buf_free(&out);
}

static void silence_stays_silence(void **state) {
    (void)state;
    struct buf out = {0};
    front_clang_notes("", &out);
    front_clang_errors("", &out);
    assert_int_equal(out.n, 0);
    buf_free(&out);
}

static void an_error_is_no_program_and_a_note_is_no_error(void **state) {
    (void)state;
    struct front_messages m = {.ok = true};
    front_note(&m, "a.c", "has %d", 3);
    assert_true(m.ok);
    front_error(&m, "b.c", "is %s", "bad");
    assert_false(m.ok);
    assert_string_equal(m.text.text, "a.c: note: has 3\nb.c: error: is bad\n");
    buf_free(&m.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_kept_with_their_lines_and_warnings_dropped),
        cmocka_unit_test(the_drivers_errors_have_no_count),
        cmocka_unit_test(each_kind_of_warning_is_one_note),
        cmocka_unit_test(silence_stays_silence),
        cmocka_unit_test(an_error_is_no_program_and_a_note_is_no_error),
    };
    return cmocka_run_group_tests_name("front/notes", tests, NULL, NULL);
}
