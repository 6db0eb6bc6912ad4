// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"

static void an_ending_is_less_than_the_path(void **state) {
    (void)state;
    assert_true(path_ends_with("a.c", ".c"));
    assert_true(path_ends_with("d/lib.so", ".so"));
    assert_false(path_ends_with(".c", ".c"));
    assert_false(path_ends_with("c", ".c"));
    assert_false(path_ends_with("a.cc", ".c"));
}

static void a_name_is_what_follows_the_last_slash(void **state) {
    (void)state;
    assert_string_equal(path_name("/a/b.c"), "b.c");
    assert_string_equal(path_name("b.c"), "b.c");
    assert_string_equal(path_name("a/"), "");
}

static void a_folder_may_be_there(void **state) {
    (void)state;
    char base[] = "/tmp/heapproof-path-XXXXXX", path[60];
    assert_non_null(mkdtemp(base));
    snprintf(path, sizeof path, "%s/x", base);
    assert_true(path_make_folder(path));
    assert_true(path_make_folder(path));
    rmdir(path);
    rmdir(base);
    assert_false(path_make_folder(path));
    assert_int_equal(errno, ENOENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ending_is_less_than_the_path),
        cmocka_unit_test(a_name_is_what_follows_the_last_slash),
        cmocka_unit_test(a_folder_may_be_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
