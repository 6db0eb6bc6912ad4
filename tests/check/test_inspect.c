// SPDX-License-Identifier: MIT
// The verdict without a heap domain: which instructions stand in the way of which rules.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "check/inspect.h"
#include "ir/text.h"

// The verdict on @main of a program whose body of main is given, as "safe" or the reason why unknown.
static void expect(const char *declarations, const char *body, const char *property, const char *expected) {
    struct buf text = {0}, error = {0};
    buf_printf(&text, "hir 1\npointer 64\n%s\nfunc @main() -> i32 {\nentry:\n%s\n  ret i32 0\n}\n", declarations, body);
    struct ir_program *p = ir_parse("t.hir", text.text, text.n, &error);
    if (!p) fail_msg("%s", buf_text(&error));
    struct ir_lib_table *library = ir_lib_new();
    struct check_result r;
    check_result_init(&r, "t.hir", "main");
    check_inspect(&r, p, ir_index(ir_find(p, "main")),
                  &(struct check_inspect_options){.rules = ir_rules_named(property), .library = library});
    assert_string_equal(r.reason ? r.reason : "safe", expected);
    assert_int_equal(r.verdict, r.reason ? CHECK_UNKNOWN : CHECK_SAFE);
    check_result_free(&r);
    ir_lib_free(library);
    ir_program_free(p);
    buf_free(&text);
}

static const char GLOBAL[] = "global @g size 8 align 8";

static void accesses_matter_for_memory_safety_only(void **state) {
    (void)state;
    expect(GLOBAL, "  %0: i32 = load [@g]\n  store i32 1, [@g]", "memory-safety", "without heap domain: 2 memory accesses unproved");
    expect(GLOBAL, "  %0: i32 = load [@g]", "memory-leak", "safe");
    expect(GLOBAL, "  %0: i32 = load [@g]", "reachability", "safe");
}

static void calls_are_judged_by_their_row(void **state) {
    (void)state;
    const char *heap = "declare @malloc(i64) -> ptr\ndeclare @free(ptr)";
    expect(heap, "  %0: ptr = call @malloc(i64 4)", "memory-leak", "without heap domain: 1 call unproved");
    expect(heap, "  %0: ptr = call @malloc(i64 4)", "memory-cleanup", "without heap domain: 1 call unproved");
    expect(heap, "  %0: ptr = call @malloc(i64 4)", "null-dereference", "safe");
    expect(heap, "  call @free(ptr null)", "double-free", "without heap domain: 1 call unproved");
    expect("declare @reach_error()", "  call @reach_error()", "error-call", "without heap domain: 1 call unproved");
    expect("declare @reach_error()", "  call @reach_error()", "assertion-failure", "safe");
    expect("declare @strlen(ptr) -> i64", "  %0: i64 = call @strlen(ptr null)", "null-dereference", "without heap domain: 1 call unproved");
    expect("declare @abort()", "  call @abort()", "memory-safety", "safe");
    expect("declare @__VERIFIER_nondet_int() -> i32", "  %0: i32 = call @__VERIFIER_nondet_int()", "memory-safety", "safe");
}

static void what_is_not_modelled_is_named_whatever_the_rule(void **state) {
    (void)state;
    expect("", "  unmodelled \"setjmp\"", "double-free", "setjmp is not modelled, reached");
    expect("declare @mystery()", "  call @mystery()", "double-free", "function 'mystery' has neither body nor model, called");
    expect("", "  %0: ptr = any \"test\"\n  call %0()", "double-free", "without heap domain: 1 call unproved");
}

static void only_what_is_reached_counts(void **state) {
    (void)state;
    expect("global @g size 8 align 8\nfunc @f() {\nentry:\n  store i32 1, [@g]\n  ret\n}", "", "memory-safety", "safe");
    expect("global @g size 8 align 8\nfunc @f() {\nentry:\n  store i32 1, [@g]\n  ret\n}", "  call @f()", "memory-safety",
           "without heap domain: 1 memory access unproved");
    expect("ctor @f 65535\nglobal @g size 8 align 8\nfunc @f() {\nentry:\n  store i32 1, [@g]\n  ret\n}", "", "memory-safety",
           "without heap domain: 1 memory access unproved");
    expect("dtor @f 65535\nglobal @g size 8 align 8\nfunc @f() {\nentry:\n  store i32 1, [@g]\n  ret\n}", "", "memory-safety",
           "without heap domain: 1 memory access unproved");
}

static void a_callback_is_reached(void **state) {
    (void)state;
    expect("declare @atexit(ptr) -> i32\ndeclare @reach_error()\nfunc @f() {\nentry:\n  call @reach_error()\n  ret\n}",
           "  %0: i32 = call @atexit(@f)", "error-call", "without heap domain: 1 call unproved");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_matter_for_memory_safety_only),
        cmocka_unit_test(calls_are_judged_by_their_row),
        cmocka_unit_test(what_is_not_modelled_is_named_whatever_the_rule),
        cmocka_unit_test(only_what_is_reached_counts),
        cmocka_unit_test(a_callback_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
