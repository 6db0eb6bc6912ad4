// SPDX-License-Identifier: MIT
// Places in UTF-16, lines, names, addresses of files.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lsp/text.h"

static const char TEXT[] = "ab\r\nx\xc3\xa9\xf0\x9d\x84\x9ey\rlast\xff!\n";  // x, e with accent (1 unit), a clef (2 units), y

static void lines_end_as_those_of_clang_do(void **state) {
    (void)state;
    size_t n = sizeof TEXT - 1;
    assert_int_equal(lsp_line_start(TEXT, n, 0), 0);
    assert_int_equal(lsp_line_length(TEXT, n, 0), 2);
    assert_int_equal(lsp_line_start(TEXT, n, 1), 4);
    assert_int_equal(lsp_line_length(TEXT, n, 4), 8);
    assert_int_equal(lsp_line_start(TEXT, n, 2), 13);
    assert_int_equal(lsp_line_start(TEXT, n, 3), n);
    assert_int_equal(lsp_line_start(TEXT, n, UINT64_MAX), n);
}

static void columns_are_counted_in_units_of_utf16(void **state) {
    (void)state;
    const char *line = TEXT + 4;
    assert_int_equal(lsp_units(line, 8), 5);
    assert_int_equal(lsp_byte(line, 8, 1), 1);
    assert_int_equal(lsp_byte(line, 8, 2), 3);
    assert_int_equal(lsp_byte(line, 8, 3), 3);  // the middle of a character is its beginning
    assert_int_equal(lsp_byte(line, 8, 4), 7);
    assert_int_equal(lsp_byte(line, 8, 99), 8);
    assert_int_equal(lsp_offset(TEXT, sizeof TEXT - 1, 1, 4), 11);
    assert_int_equal(lsp_units("\xff\xfe!", 3), 3);  // what is no UTF-8 counts by bytes
}

static void names_are_found_around_a_place(void **state) {
    (void)state;
    size_t from, to;
    const char *line = "p->next = 12;";
    assert_true(lsp_name_at(line, 13, 4, &from, &to));
    assert_int_equal(from, 3);
    assert_int_equal(to, 7);
    assert_true(lsp_name_at(line, 13, 7, &from, &to));  // behind its last character
    assert_false(lsp_name_at(line, 13, 9, &from, &to));
    assert_false(lsp_name_at(line, 13, 11, &from, &to));  // a number
    assert_int_equal(lsp_token_end(line, 13, 3), 7);
    assert_int_equal(lsp_token_end(line, 13, 1), 2);
    assert_int_equal(lsp_token_end(line, 13, 20), 13);
}

static void addresses_of_files_are_read_and_written(void **state) {
    (void)state;
    struct buf path = {0}, uri = {0};
    assert_true(lsp_uri_path("file:///a%20b/%C3%A9.c", &path));
    assert_string_equal(buf_text(&path), "/a b/\xc3\xa9.c");
    lsp_path_uri(buf_text(&path), &uri);
    assert_string_equal(buf_text(&uri), "file:///a%20b/%C3%A9.c");
    path.n = 0;
    assert_true(lsp_uri_path("file://localhost/x%2", &path));
    assert_string_equal(buf_text(&path), "/x%2");
    assert_false(lsp_uri_path("untitled:Untitled-1", &path));
    assert_false(lsp_uri_path("file://elsewhere/x", &path));
    assert_false(lsp_uri_path("file:///a%00b", &path));
    buf_free(&path);
    buf_free(&uri);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_as_those_of_clang_do),
        cmocka_unit_test(columns_are_counted_in_units_of_utf16),
        cmocka_unit_test(names_are_found_around_a_place),
        cmocka_unit_test(addresses_of_files_are_read_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
