// SPDX-License-Identifier: MIT
// The search for definite faults: finds inputs that a fault needs, repeats itself, says nothing about what it cannot show.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "check/search.h"
#include "ir/lib.h"
#include "ir/text.h"

static const char DECLARATIONS[] =
    "file 0 \"t.c\"\ndeclare @__VERIFIER_nondet_int() -> i32\ndeclare @malloc(i64) -> ptr\ndeclare @free(ptr)\n"
    "declare @mystery() -> i32\ndeclare @__VERIFIER_assume(i32)\n";

// Searches @main, whose body is given; the result outlives the program.
static bool search(const char *body, const struct check_search_options *options, struct check_result *r) {
    struct buf text = {0}, error = {0};
    buf_printf(&text, "hir 1\npointer 64\n%sfunc @main() -> i32 {\n%s}\n", DECLARATIONS, body);
    struct ir_program *p = ir_parse("t.hir", text.text, text.n, &error);
    if (!p) fail_msg("%s", buf_text(&error));
    struct ir_lib_table *library = ir_lib_new();
    struct check_search_options o = *options;
    o.library = library;
    if (!o.rules) o.rules = ir_rules_named("memory-safety");
    check_result_init(r, "t.hir", "main");
    bool found = check_search(r, p, ir_index(ir_find(p, "main")), &o);
    assert_int_equal(found, r->verdict == CHECK_UNSAFE);
    assert_int_equal(found, r->inputs != NULL);
    ir_lib_free(library);
    ir_program_free(p);
    buf_free(&text);
    return found;
}

static void expect_found(const char *body, struct check_search_options options, enum ir_rule rule, const char *inputs) {
    struct check_result r;
    assert_true(search(body, &options, &r));
    assert_int_equal(r.findings.at[r.decisive].rule, rule);
    assert_int_equal(r.findings.at[r.decisive].certainty, CHECK_DEFINITE);
    assert_string_equal(r.inputs, inputs);
    check_result_free(&r);
}

static void expect_nothing(const char *body, struct check_search_options options) {
    struct check_result r;
    assert_false(search(body, &options, &r));
    assert_int_equal(r.findings.n, 0);
    assert_int_equal(r.verdict, CHECK_SAFE);  // as it was
    assert_true(r.counters[CHECK_SEARCH_RUNS] > 0);
    check_result_free(&r);
}

#define DRAW(n) "  %" #n ": i32 = call @__VERIFIER_nondet_int()\n"
#define RETURN "good:\n  ret i32 0\n"
#define CRASH "bad:\n  %100: i32 = load [ptr null]\n  ret i32 0\n"
static const struct check_search_options SMALL = {.max_runs = 2000};

static void finds_a_value_that_is_compared(void **state) {
    (void)state;
    expect_found("entry:\n" DRAW(0) "  %1: i1 = eq %0, i32 123456\n  branch %1, bad, good\n" CRASH RETURN, SMALL, IR_RULE_NULL_DEREFERENCE,
                 "123456");
    expect_found("entry:\n" DRAW(0) "  switch %0, good { 7: good, 100..200: bad }\n" CRASH RETURN, SMALL, IR_RULE_NULL_DEREFERENCE, "100");
}

static void finds_three_values_in_order(void **state) {
    (void)state;
    expect_found("entry:\n" DRAW(0) "  %1: i1 = eq %0, i32 5\n  branch %1, second, good\nsecond:\n" DRAW(2)
                 "  %3: i1 = eq %2, i32 77\n  branch %3, third, good\nthird:\n" DRAW(4) "  %5: i1 = slt %4, i32 -9\n  branch %5, bad, good\n" CRASH RETURN,
                 SMALL, IR_RULE_NULL_DEREFERENCE, "5,77,-10");
}

// A loop that goes on while something else than 0 is drawn; the fault needs exactly nine turns.
static void finds_a_number_of_turns(void **state) {
    (void)state;
    expect_found("  var %n: i32\nentry:\n  %n = copy i32 0\n  jump loop\nloop:\n" DRAW(0)
                 "  %1: i1 = eq %0, i32 0\n  branch %1, done, turn\nturn:\n  %n = add %n, i32 1\n  jump loop\n"
                 "done:\n  %2: i1 = eq %n, i32 9\n  branch %2, bad, good\n" CRASH RETURN,
                 SMALL, IR_RULE_NULL_DEREFERENCE, "1,1,1,1,1,1,1,1,1,0");
}

static void shows_the_shortest_inputs_it_can(void **state) {
    (void)state;
    expect_found("entry:\n" DRAW(0) DRAW(1) DRAW(2) "  %3: i1 = ne %1, i32 0\n  branch %3, bad, good\n" CRASH RETURN, SMALL,
                 IR_RULE_NULL_DEREFERENCE, "0,1,0");
}

// No run comes near by chance: the solver has to find both numbers, the second one in a function that the first one opens.
static void finds_what_only_a_solver_finds(void **state) {
    (void)state;
    const char *body = "entry:\n" DRAW(0) DRAW(1) "  %2: i32 = mul %0, i32 7\n  %3: i1 = eq %2, i32 700007\n  branch %3, second, good\n"
                       "second:\n  %4: i32 = xor %1, %0\n  %5: i32 = sub %4, i32 12345678\n  %6: i1 = eq %5, i32 87654321\n"
                       "  branch %6, bad, good\n" CRASH RETURN;
    expect_found(body, SMALL, IR_RULE_NULL_DEREFERENCE, "100001,99903070");
    expect_nothing(body, (struct check_search_options){.max_runs = 100});
}

// A program without end: its runs are cut off early enough for many of them.
static void finds_faults_of_programs_without_end(void **state) {
    (void)state;
    expect_found("  var %n: i32\nentry:\n  %n = copy i32 0\n  jump loop\nloop:\n" DRAW(0) "  %1: i32 = mul %0, i32 77\n  %2: i1 = eq %1, i32 770077\n"
                 "  branch %2, turn, loop\nturn:\n  %n = add %n, i32 1\n  %3: i1 = eq %n, i32 3\n  branch %3, bad, loop\n" CRASH RETURN,
                 (struct check_search_options){.max_steps = 24000000}, IR_RULE_NULL_DEREFERENCE, "10001,10001,10001");
}

static void finds_leaks(void **state) {
    (void)state;
    expect_found("  var %p: ptr user\nentry:\n  %p = call @malloc(i64 4)\n" DRAW(0) "  %1: i1 = eq %0, i32 40\n  branch %1, good, freed\n"
                 "freed:\n  call @free(%p)\n  ret i32 0\n" RETURN,
                 SMALL, IR_RULE_MEMORY_LEAK, "40");
}

static void finds_failing_allocations_if_they_may_fail(void **state) {
    (void)state;
    const char *body = "entry:\n  %0: ptr = call @malloc(i64 4)\n  store i32 1, [%0]\n  call @free(%0)\n  ret i32 0\n";
    expect_nothing(body, SMALL);
    expect_found(body, (struct check_search_options){.max_runs = 2000, .malloc_may_fail = true}, IR_RULE_NULL_DEREFERENCE, "1");
}

static void says_nothing_of_what_depends_on_the_unmodelled(void **state) {
    (void)state;
    expect_nothing("entry:\n  %0: i32 = call @mystery()\n  %1: i1 = eq %0, i32 1\n  branch %1, bad, good\n" CRASH RETURN, SMALL);
    expect_nothing(
        "entry:\n" DRAW(
            0) "  %1: i1 = eq %0, i32 1\n  branch %1, odd, good\nodd:\n  unmodelled \"a strange thing\"\n  jump bad\n" CRASH RETURN,
        SMALL);
}

static void says_nothing_of_runs_that_do_not_exist(void **state) {
    (void)state;
    expect_nothing(
        "  var %p: ptr user\nentry:\n  %p = call @malloc(i64 4)\n  %p = copy ptr null\n  call @__VERIFIER_assume(i32 0)\n  ret i32 0\n",
        SMALL);
}

// A leak before a long loop: nobody knows whether the rest of the run exists.
static void waits_for_the_end_of_long_runs(void **state) {
    (void)state;
    expect_nothing(
        "  var %p: ptr user\n  var %n: i32 user\nentry:\n  %p = call @malloc(i64 4)\n  %p = copy ptr null\n  %n = copy i32 0\n"
        "  jump loop\nloop:\n  %n = add %n, i32 1\n  %0: i1 = slt %n, i32 300000\n  branch %0, loop, end\n"
        "end:\n  call @__VERIFIER_assume(i32 0)\n  ret i32 0\n",
        (struct check_search_options){.max_steps = 20000});
}

static void finds_leaks_of_runs_without_end(void **state) {
    (void)state;
    expect_found("  var %p: ptr user\nentry:\n  jump loop\nloop:\n  %p = call @malloc(i64 4)\n" DRAW(
                     0) "  %1: i1 = eq %0, i32 0\n  branch %1, freed, loop\nfreed:\n  call @free(%p)\n  %p = copy ptr null\n  jump loop\n",
                 (struct check_search_options){.max_steps = 20000}, IR_RULE_MEMORY_LEAK, "1,1,1,1,1,1,1,1");
}

static void a_run_without_end_may_still_fail_an_assumption(void **state) {
    (void)state;
    expect_nothing("  var %p: ptr user\nentry:\n  jump loop\nloop:\n  %p = call @malloc(i64 4)\n" DRAW(
                       0) "  call @__VERIFIER_assume(i32 1)\n  jump loop\n",
                   (struct check_search_options){.max_steps = 20000});
}

static void looks_for_the_rules_asked_for(void **state) {
    (void)state;
    struct check_search_options o = SMALL;
    o.rules = ir_rules_named("double-free");
    expect_nothing("entry:\n" DRAW(0) "  jump bad\n" CRASH, o);
}

static void one_run_is_enough_without_choices(void **state) {
    (void)state;
    struct check_result r;
    assert_false(search("entry:\n  ret i32 0\n", &SMALL, &r));
    assert_int_equal(r.counters[CHECK_SEARCH_RUNS], 1);
    check_result_free(&r);
}

static void keeps_to_its_budget(void **state) {
    (void)state;
    struct check_search_options o = {.max_runs = 50};
    struct check_result r;
    const char *endless = "entry:\n  jump loop\nloop:\n" DRAW(0) "  jump loop\n";
    assert_false(search("entry:\n" DRAW(0) "  ret i32 0\n", &o, &r));
    assert_int_equal(r.counters[CHECK_SEARCH_RUNS], 50);
    check_result_free(&r);
    o = (struct check_search_options){.max_steps = 100000};
    assert_false(search(endless, &o, &r));
    assert_in_range(r.counters[CHECK_STEPS], 90000, 100100);
    check_result_free(&r);
    o = (struct check_search_options){.max_steps = UINT64_MAX, .max_runs = UINT64_MAX, .max_seconds = 0.1};
    assert_false(search(endless, &o, &r));
    check_result_free(&r);
}

// Two faults behind different choices, and a use of a freed block in two places: each is shown by a run of its own.
#define SEVERAL                                                                                                                              \
    "  var %p: ptr user\nentry:\n  %p = call @malloc(i64 4)\n  store i32 1, [%p]\n" DRAW(0) "  switch %0, rest { 3: null, 5: gone, 6: gone }\n" \
    "null:\n  %1: i32 = load [ptr null]\n  ret i32 0\n"                                                                                      \
    "gone:\n  call @free(%p)\n  %2: i1 = eq %0, i32 5\n  branch %2, one, two\n"                                                             \
    "one:\n  %3: i32 = load [%p] !0:7:1\n  ret i32 0\ntwo:\n  store i32 2, [%p] !0:8:1\n  ret i32 0\n"                                                   \
    "rest:\n  call @free(%p)\n  ret i32 0\n"

static void goes_on_behind_the_first_fault(void **state) {
    (void)state;
    struct check_result r;
    struct check_search_options o = {.max_runs = 2000, .before = 10000000};
    assert_true(search(SEVERAL, &o, &r));
    assert_int_equal(r.findings.n, 3);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < r.findings.n; i++) {
        assert_int_equal(r.findings.at[i].certainty, CHECK_DEFINITE);
        seen |= 1u << atoi(r.findings.at[i].inputs);
    }
    assert_int_equal(seen, 1 << 3 | 1 << 5 | 1 << 6);
    check_result_free(&r);
    o.first = true;
    assert_true(search(SEVERAL, &o, &r));
    assert_int_equal(r.findings.n, 1);
    check_result_free(&r);
}

// With one fault, little is spent on the search for others.
static void what_follows_the_first_fault_is_in_proportion(void **state) {
    (void)state;
    const char *body = "entry:\n" DRAW(0) DRAW(1) "  %2: i1 = eq %1, i32 7\n  branch %2, bad, good\n" CRASH RETURN;
    struct check_search_options first = {.first = true}, all = {0};
    struct check_result a, b;
    assert_true(search(body, &first, &a));
    assert_true(search(body, &all, &b));
    assert_int_equal(b.findings.n, 1);
    assert_string_equal(a.inputs, b.inputs);
    assert_true(b.counters[CHECK_SEARCH_RUNS] > a.counters[CHECK_SEARCH_RUNS]);
    assert_true(b.counters[CHECK_SEARCH_RUNS] < 2 * a.counters[CHECK_SEARCH_RUNS]);
    check_result_free(&a);
    check_result_free(&b);
}

// A block is lost by every run, and by some of them in another way, behind a number that is found by and by; so are ways that no run took worth the work.
static void finds_losses_among_losses(void **state) {
    (void)state;
    const char *body = "  var %p: ptr user\n  var %q: ptr user\n  var %n: i32\nentry:\n  %p = call @malloc(i64 4) !0:1:1\n  %n = copy i32 0\n  jump loop\n"
                       "loop:\n" DRAW(0) "  switch %0, done { 1: one, 2: two, 3: three }\none:\n  %n = copy i32 1\n  jump loop\n"
                       "two:\n  %1: i1 = eq %n, i32 1\n  branch %1, set, loop\nset:\n  %n = copy i32 2\n  jump loop\n"
                       "three:\n  %2: i1 = eq %n, i32 2\n  branch %2, lose, loop\nlose:\n  %q = call @malloc(i64 8) !0:2:1\n  %q = copy ptr null !0:3:1\n  jump loop\n"
                       "done:\n  %p = copy ptr null !0:4:1\n  ret i32 0\n";
    struct check_search_options o = {.before = 20000000};
    struct check_result r;
    assert_true(search(body, &o, &r));
    assert_int_equal(r.findings.n, 2);
    assert_int_equal(r.findings.at[0].place.line, 4);
    assert_int_equal(r.findings.at[1].place.line, 3);
    assert_string_equal(r.findings.at[1].inputs, "1,2,3,0");
    check_result_free(&r);
}

static void does_the_same_every_time(void **state) {
    (void)state;
    const char *body = "entry:\n" DRAW(0) DRAW(1) "  %2: i32 = mul %0, %1\n  %3: i1 = eq %2, i32 91\n  branch %3, bad, good\n" CRASH RETURN;
    struct check_search_options o = {.max_runs = 5000};
    struct check_result a, b;
    search(body, &o, &a);
    search(body, &o, &b);
    assert_int_equal(a.counters[CHECK_SEARCH_RUNS], b.counters[CHECK_SEARCH_RUNS]);
    assert_int_equal(a.counters[CHECK_STEPS], b.counters[CHECK_STEPS]);
    assert_int_equal(a.verdict, b.verdict);
    if (a.inputs) assert_string_equal(a.inputs, b.inputs);
    check_result_free(&a);
    check_result_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_value_that_is_compared),
        cmocka_unit_test(finds_three_values_in_order),
        cmocka_unit_test(finds_a_number_of_turns),
        cmocka_unit_test(shows_the_shortest_inputs_it_can),
        cmocka_unit_test(finds_what_only_a_solver_finds),
        cmocka_unit_test(finds_faults_of_programs_without_end),
        cmocka_unit_test(finds_leaks),
        cmocka_unit_test(finds_failing_allocations_if_they_may_fail),
        cmocka_unit_test(says_nothing_of_what_depends_on_the_unmodelled),
        cmocka_unit_test(says_nothing_of_runs_that_do_not_exist),
        cmocka_unit_test(waits_for_the_end_of_long_runs),
        cmocka_unit_test(finds_leaks_of_runs_without_end),
        cmocka_unit_test(a_run_without_end_may_still_fail_an_assumption),
        cmocka_unit_test(looks_for_the_rules_asked_for),
        cmocka_unit_test(one_run_is_enough_without_choices),
        cmocka_unit_test(keeps_to_its_budget),
        cmocka_unit_test(goes_on_behind_the_first_fault),
        cmocka_unit_test(what_follows_the_first_fault_is_in_proportion),
        cmocka_unit_test(finds_losses_among_losses),
        cmocka_unit_test(does_the_same_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
