// SPDX-License-Identifier: MIT
// Properties: names, lists, and the competition's property files of 2016 and of today.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cli/property.h"

#define BIT(rule) (1u << IR_RULE_##rule)
static const ir_rule_set deref =
    BIT(NULL_DEREFERENCE) | BIT(USE_AFTER_FREE) | BIT(USE_OUT_OF_SCOPE) | BIT(OUT_OF_BOUNDS) | BIT(UNINITIALISED_POINTER);
static const ir_rule_set frees = BIT(INVALID_FREE) | BIT(DOUBLE_FREE);
static const ir_rule_set reach = BIT(ERROR_CALL) | BIT(ASSERTION_FAILURE);

#define MEMORY (deref | frees | BIT(MEMORY_LEAK) | BIT(OVERLAPPING_COPY))

static void accept_list(const char *text, ir_rule_set rules) {
    struct cli_property p;
    struct buf error = {0};
    assert_true(cli_property_read(&p, text, &error));
    assert_int_equal(p.rules, rules);
    assert_string_equal(p.entry, "");
}

static void refuse_list(const char *text, const char *expected) {
    struct cli_property p;
    struct buf error = {0};
    assert_false(cli_property_read(&p, text, &error));
    assert_string_equal(buf_text(&error), expected);
    buf_free(&error);
}

static void accept_file(const char *text, ir_rule_set rules) {
    struct cli_property p;
    struct buf error = {0};
    assert_true(cli_property_parse(&p, "x.prp", text, &error));
    assert_int_equal(p.rules, rules);
    assert_string_equal(p.entry, "main");
}

static void refuse_file(const char *text, const char *expected) {
    struct cli_property p;
    struct buf error = {0};
    assert_false(cli_property_parse(&p, "x.prp", text, &error));
    assert_string_equal(buf_text(&error), expected);
    buf_free(&error);
}

static void the_default_is_safety_reachability_defined_behaviour_and_a_note(void **state) {
    (void)state;
    accept_list(NULL, MEMORY | reach | BIT(BROKEN_PROMISE) | BIT(UNINITIALISED_VALUE) | BIT(LEAK_AT_EXIT) | BIT(SIZE_OVERFLOW));
}

static ir_rule_set notes_of(const char *text) {
    struct cli_property p;
    struct buf error = {0};
    assert_true(cli_property_read(&p, text, &error));
    return p.notes;
}

static void leaks_at_exit_are_noted_unless_leaks_are_named(void **state) {
    (void)state;
    assert_int_equal(notes_of(NULL), BIT(LEAK_AT_EXIT));
    assert_int_equal(notes_of("memory-cleanup,default"), BIT(LEAK_AT_EXIT));
    accept_list("default,memory-leak", MEMORY | reach | BIT(BROKEN_PROMISE) | BIT(UNINITIALISED_VALUE) | BIT(SIZE_OVERFLOW));
    assert_int_equal(notes_of("memory-leak,default"), 0);
    accept_list("leak-at-exit", BIT(LEAK_AT_EXIT));
    accept_list("size-overflow", BIT(SIZE_OVERFLOW) | BIT(OUT_OF_BOUNDS));
    assert_int_equal(notes_of("default,leak-at-exit"), 0);
    accept_list("memory-leak,leak-at-exit", BIT(MEMORY_LEAK) | BIT(LEAK_AT_EXIT));
}

static void names_of_properties_and_rules_add_up(void **state) {
    (void)state;
    accept_list("memory-safety", MEMORY);
    accept_list("memory-cleanup", BIT(MEMORY_CLEANUP));
    accept_list("reachability", reach);
    accept_list("double-free,error-call", BIT(DOUBLE_FREE) | BIT(ERROR_CALL));
}

static void unknown_names_are_refused(void **state) {
    (void)state;
    refuse_list("memory-safty", "unknown property or rule 'memory-safty'");
    refuse_list("double-free,", "unknown property or rule ''");
    refuse_list("termination", "'termination' is not a property that heapproof checks");
    refuse_list("memory-safety,overflow", "'overflow' is not a property that heapproof checks");
    refuse_list("missing.prp", "missing.prp: No such file or directory");
}

static void files_of_2016_are_read(void **state) {
    (void)state;
    accept_file(
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
        "CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
        deref | frees | BIT(MEMORY_LEAK));
    accept_file("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", BIT(ERROR_CALL));
}

static void files_of_today_are_read(void **state) {
    (void)state;
    accept_file("CHECK( init(main()), LTL(G ! call(reach_error())) )", BIT(ERROR_CALL));
    accept_file("CHECK( init(main()), LTL(G valid-memcleanup) )\r\n", BIT(MEMORY_CLEANUP));
}

static void what_we_do_not_check_is_refused_by_name(void **state) {
    (void)state;
    refuse_file("CHECK( init(main()), LTL(G ! overflow) )", "x.prp:1: integer overflow is not a property that heapproof checks");
    refuse_file("\nCHECK( init(main()), LTL(F end) )", "x.prp:2: termination is not a property that heapproof checks");
    refuse_file("CHECK( init(main()), LTL(G ! data-race) )", "x.prp:1: freedom from data races is not a property that heapproof checks");
    refuse_file("CHECK( init(main()), LTL(G ! label(ERROR)) )", "x.prp:1: reachability of a label is not a property that heapproof checks");
    refuse_file("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
                "x.prp:1: test generation is not a property that heapproof checks");
    refuse_file("CHECK( init(main()), LTL(G valid-derf) )", "x.prp:1: unknown formula 'Gvalid-derf'");
}

static void malformed_files_are_refused(void **state) {
    (void)state;
    refuse_file("", "x.prp: no property in this file");
    refuse_file("hello", "x.prp:1: expected CHECK( init(NAME()), LTL(FORMULA) )");
    refuse_file("CHECK(init(main()),LTL(", "x.prp:1: expected CHECK( init(NAME()), LTL(FORMULA) )");
    refuse_file("CHECK(init(()),LTL(F end))", "x.prp:1: expected CHECK( init(NAME()), LTL(FORMULA) )");
    refuse_file("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(f()), LTL(G valid-deref) )",
                "x.prp:2: starts at 'f', another line at 'main'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_safety_reachability_defined_behaviour_and_a_note),
        cmocka_unit_test(leaks_at_exit_are_noted_unless_leaks_are_named),
        cmocka_unit_test(names_of_properties_and_rules_add_up),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(files_of_2016_are_read),
        cmocka_unit_test(files_of_today_are_read),
        cmocka_unit_test(what_we_do_not_check_is_refused_by_name),
        cmocka_unit_test(malformed_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
