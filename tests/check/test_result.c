// SPDX-License-Identifier: MIT
// Results: which finding decides, what takes safety away, which of several programs decides.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "check/check.h"

static const struct check_place here = {.file = "a.c", .line = 3, .column = 1, .function = "f"};

static void an_empty_result_is_safe(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    assert_int_equal(r.verdict, CHECK_SAFE);
    assert_null(r.reason);
    check_result_free(&r);
}

static void the_first_definite_finding_decides(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    check_add_finding(&r, IR_RULE_MEMORY_LEAK, CHECK_POSSIBLE, here, "perhaps");
    assert_int_equal(r.verdict, CHECK_UNKNOWN);
    assert_string_equal(r.reason, "possible memory-leak at a.c:3");
    check_add_finding(&r, IR_RULE_DOUBLE_FREE, CHECK_DEFINITE, here, "surely");
    check_add_finding(&r, IR_RULE_INVALID_FREE, CHECK_DEFINITE, here, "too");
    assert_int_equal(r.verdict, CHECK_UNSAFE);
    assert_int_equal(r.decisive, 1);
    assert_int_equal(r.findings.at[0].severity, CHECK_WARNING);
    assert_int_equal(r.findings.at[1].severity, CHECK_ERROR);
    check_unknown(&r, "too late");
    assert_int_equal(r.verdict, CHECK_UNSAFE);
    check_result_free(&r);
}

static void a_finding_without_place_is_one_of_its_file(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    check_add_finding(&r, IR_RULE_MEMORY_LEAK, CHECK_POSSIBLE, (struct check_place){"", 0, 0, ""}, "perhaps");
    assert_string_equal(r.reason, "possible memory-leak at a.c");
    check_result_free(&r);
}

static void the_first_reason_stays(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    check_unknown(&r, "%s %d", "reason", 1);
    check_unknown(&r, "reason 2");
    assert_int_equal(r.verdict, CHECK_UNKNOWN);
    assert_string_equal(r.reason, "reason 1");
    check_result_free(&r);
}

static void strings_are_copied(void **state) {
    (void)state;
    struct check_result r;
    char file[] = "a.c", message[] = "message";
    check_result_init(&r, file, "main");
    struct check_finding *f = check_add_finding(&r, IR_RULE_DOUBLE_FREE, CHECK_DEFINITE, (struct check_place){file, 1, 2, ""}, message);
    check_add_step(&r, f, (struct check_place){file, 1, 2, ""}, message);
    memset(file, 'x', 3);
    memset(message, 'x', 3);
    assert_string_equal(r.file, "a.c");
    assert_string_equal(r.findings.at[0].place.file, "a.c");
    assert_string_equal(r.findings.at[0].message, "message");
    assert_string_equal(r.findings.at[0].trace.at[0].text, "message");
    check_result_free(&r);
}

static void an_assumption_is_listed_once(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    check_add_assumption(&r, CHECK_ASSUME_UNKNOWN_FUNCTION, "f");
    check_add_assumption(&r, CHECK_ASSUME_UNKNOWN_FUNCTION, "g");
    check_add_assumption(&r, CHECK_ASSUME_UNKNOWN_FUNCTION, "f");
    assert_int_equal(r.assumptions.n, 2);
    assert_int_equal(r.verdict, CHECK_SAFE);
    check_result_free(&r);
}

static void unsafe_decides_before_unknown_before_safe(void **state) {
    (void)state;
    struct check_result r[3];
    for (unsigned i = 0; i < 3; i++) check_result_init(&r[i], "a.c", "main");
    assert_ptr_equal(check_decisive(r, 3), &r[0]);
    check_unknown(&r[1], "why not");
    assert_ptr_equal(check_decisive(r, 3), &r[1]);
    check_add_finding(&r[2], IR_RULE_ERROR_CALL, CHECK_DEFINITE, here, "bad");
    assert_ptr_equal(check_decisive(r, 3), &r[2]);
    for (unsigned i = 0; i < 3; i++) check_result_free(&r[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_result_is_safe),      cmocka_unit_test(the_first_definite_finding_decides),
        cmocka_unit_test(a_finding_without_place_is_one_of_its_file), cmocka_unit_test(the_first_reason_stays),       cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(an_assumption_is_listed_once), cmocka_unit_test(unsafe_decides_before_unknown_before_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
