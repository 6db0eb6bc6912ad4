// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dom/option.h"

enum { DEPTH, EAGER };
static const struct dom_option options[] = {{"depth", 1, 9, 3, "how deep"}, {"eager", 0, 1, 0, "in a hurry"}, {0}};
static const struct dom some = {.name = "some", .options = options}, plain = {.name = "plain"};

static void settings_that_are_not_given_are_the_usual_ones(void **state) {
    struct dom_settings s = {0};
    struct buf error = {0};
    (void)state;
    assert_int_equal(dom_setting(&some, &s, DEPTH), 3);
    assert_true(dom_set(&some, &s, "eager", &error));
    assert_int_equal(dom_setting(&some, &s, DEPTH), 3);
    assert_int_equal(dom_setting(&some, &s, EAGER), 1);
    assert_true(dom_set(&some, &s, "depth=9,eager=0", &error));
    assert_int_equal(dom_setting(&some, &s, DEPTH), 9);
    assert_int_equal(dom_setting(&some, &s, EAGER), 0);
    assert_int_equal(error.n, 0);
}

static void refused(const struct dom *dom, const char *text, const char *why) {
    struct dom_settings s = {.given = 1, .at = {5}}, before = s;
    struct buf error = {0};
    assert_false(dom_set(dom, &s, text, &error));
    assert_string_equal(buf_text(&error), why);
    assert_memory_equal(&s, &before, sizeof s);
    buf_free(&error);
}

static void what_is_wrong_is_said_and_nothing_is_set(void **state) {
    (void)state;
    refused(&some, "eager,width=2", "domain 'some' has no option 'width': it has depth, eager");
    refused(&some, "dept=2", "domain 'some' has no option 'dept': it has depth, eager");
    refused(&some, "", "domain 'some' has no option '': it has depth, eager");
    refused(&some, "depth=2,", "domain 'some' has no option '': it has depth, eager");
    refused(&plain, "depth=2", "domain 'plain' has no option 'depth'");
    refused(&some, "depth", "option 'depth' of domain 'some' is a number from 1 to 9, not ''");
    refused(&some, "depth=", "option 'depth' of domain 'some' is a number from 1 to 9, not ''");
    refused(&some, "depth=0", "option 'depth' of domain 'some' is a number from 1 to 9, not '0'");
    refused(&some, "depth=10,eager", "option 'depth' of domain 'some' is a number from 1 to 9, not '10'");
    refused(&some, "depth=4x", "option 'depth' of domain 'some' is a number from 1 to 9, not '4x'");
    refused(&some, "depth=18446744073709551619", "option 'depth' of domain 'some' is a number from 1 to 9, not '18446744073709551619'");
}

static void settings_are_compared_by_what_they_come_to(void **state) {
    struct dom_settings none = {0}, three = dom_settings_with(&some, &none, "depth=3"), four = dom_settings_with(&some, &none, "depth=4");
    (void)state;
    assert_true(dom_settings_equal(&some, &none, &three));
    assert_false(dom_settings_equal(&some, &none, &four));
    three = dom_settings_with(&some, &four, NULL);
    assert_true(dom_settings_equal(&some, &three, &four));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_that_are_not_given_are_the_usual_ones),
        cmocka_unit_test(what_is_wrong_is_said_and_nothing_is_set),
        cmocka_unit_test(settings_are_compared_by_what_they_come_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
