// SPDX-License-Identifier: MIT
// Findings as they are told: in which order, and which of them are one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "check/arrange.h"

static struct check_finding *add(struct check_result *r, enum ir_rule rule, enum check_certainty certainty, uint32_t line, uint64_t steps) {
    struct check_place place = {.file = "t.c", .line = line, .column = 1, .function = "f"};
    struct check_finding *f = check_add_finding(r, rule, certainty, place, "it is wrong");
    f->steps = steps;
    if (f->certainty == CHECK_DEFINITE) f->inputs = arena_printf(&r->arena, "%u", line);
    return f;
}

static void expect_lines(struct check_result *r, const char *lines) {
    struct buf text = {0};
    check_arrange(r, false);
    for (uint32_t i = 0; i < r->findings.n; i++) {
        buf_printf(&text, "%s%u", i ? " " : "", r->findings.at[i].place.line);
        for (uint32_t k = 0; k < r->findings.at[i].others.n; k++) buf_printf(&text, "+%u", r->findings.at[i].others.at[k].place.line);
    }
    assert_string_equal(buf_text(&text), lines);
    buf_free(&text);
}

static void the_worst_comes_first_and_decides(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "t.c", "main");
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_POSSIBLE, 1, 0);
    add(&r, IR_RULE_MEMORY_LEAK, CHECK_DEFINITE, 2, 5);
    add(&r, IR_RULE_DOUBLE_FREE, CHECK_DEFINITE, 3, 6);
    add(&r, IR_RULE_OUT_OF_BOUNDS, CHECK_DEFINITE, 4, 90);
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_DEFINITE, 5, 70);
    expect_lines(&r, "5 4 3 2 1");
    assert_int_equal(r.decisive, 0);
    assert_string_equal(r.inputs, "5");
    check_result_free(&r);
}

static void uses_of_one_freed_block_are_one_finding(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "t.c", "main");
    add(&r, IR_RULE_USE_AFTER_FREE, CHECK_DEFINITE, 1, 30)->cause = 7;
    add(&r, IR_RULE_USE_AFTER_FREE, CHECK_DEFINITE, 2, 20)->cause = 7;
    add(&r, IR_RULE_USE_AFTER_FREE, CHECK_DEFINITE, 3, 25)->cause = 8;
    add(&r, IR_RULE_USE_AFTER_FREE, CHECK_POSSIBLE, 4, 0)->cause = 7;
    add(&r, IR_RULE_DOUBLE_FREE, CHECK_DEFINITE, 5, 1)->cause = 7;
    expect_lines(&r, "2+1+4 3 5");
    assert_string_equal(r.findings.at[0].others.at[0].inputs, "1");
    assert_null(r.findings.at[0].others.at[1].inputs);
    check_result_free(&r);
}

static void a_definite_finding_tells_possible_ones_of_its_line(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "t.c", "main");
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_POSSIBLE, 1, 0)->cut = true;
    r.findings.at[0].behind = 4;
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_POSSIBLE, 2, 0);
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_DEFINITE, 1, 9);
    expect_lines(&r, "1 2");
    assert_true(r.findings.at[0].cut);
    assert_int_equal(r.findings.at[0].behind, 4);
    check_result_free(&r);
}

static void the_reason_names_the_first_that_is_possible(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "t.c", "main");
    add(&r, IR_RULE_MEMORY_LEAK, CHECK_POSSIBLE, 1, 0);
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_POSSIBLE, 2, 0);
    expect_lines(&r, "2 1");
    assert_string_equal(r.reason, "possible null-dereference at t.c:2");
    check_result_free(&r);
    check_result_init(&r, "t.c", "main");
    check_unknown(&r, "something else");
    add(&r, IR_RULE_NULL_DEREFERENCE, CHECK_POSSIBLE, 2, 0);
    expect_lines(&r, "2");
    assert_string_equal(r.reason, "something else");
    check_result_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_comes_first_and_decides),
        cmocka_unit_test(uses_of_one_freed_block_are_one_finding),
        cmocka_unit_test(a_definite_finding_tells_possible_ones_of_its_line),
        cmocka_unit_test(the_reason_names_the_first_that_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
