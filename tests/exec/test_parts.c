// SPDX-License-Identifier: MIT
// A run in parts comes to what it comes to in one piece.
#include "exec/program.h"

// So many steps at a time, up to the end, or to `most` parts; false: it is not over.
static bool run_in_parts(const struct ir_program *p, const struct exec_options *o, uint64_t each, uint32_t most, struct exec_result *r) {
    struct exec_parts *x = exec_parts_begin(p, program_entry(p, "main"), o);
    bool over = false;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < most && !over; i++) {
        over = exec_parts_go(x, steps + each, 0, r);
        assert_true(over || (r->outcome == EXEC_OUT_OF_STEPS && r->steps >= steps + each));
        steps = r->steps;
        if (!over) exec_result_free(r);
    }
    exec_parts_free(x);
    return over;
}

static void expect_same(const char *text) {
    struct ir_program *p = program_of(prelude_64, text);
    struct exec_options o = {.rules = DEFAULT_RULES};
    struct exec_result whole, parts;
    exec_run(p, program_entry(p, "main"), &o, &whole);
    for (uint64_t each = 1; each < 2000; each = each * 3 + 1) {
        assert_true(run_in_parts(p, &o, each, UINT32_MAX, &parts));
        assert_int_equal(parts.outcome, whole.outcome);
        assert_int_equal(parts.status, whole.status);
        assert_int_equal(parts.steps, whole.steps);
        assert_int_equal(parts.n_faults, whole.n_faults);
        for (uint32_t i = 0; i < whole.n_faults; i++) {
            assert_int_equal(parts.faults[i].rule, whole.faults[i].rule);
            assert_int_equal(parts.faults[i].place.loc.line, whole.faults[i].place.loc.line);
            assert_int_equal(parts.faults[i].step, whole.faults[i].step);
        }
        exec_result_free(&parts);
    }
    exec_result_free(&whole);
    ir_program_free(p);
}

#define SUM                                                                                                                          \
    "func @sum(%n: i32) -> i32 {\nentry:\n %0: i1 = eq %n, i32 0\n branch %0, a, b\na:\n ret i32 0\nb:\n %1: i32 = sub %n, i32 1\n" \
    " %2: i32 = call @sum(%1)\n %3: i32 = add %2, %n\n ret %3\n}\n"

static void parts_end_as_the_whole(void **state) {
    (void)state;
    expect_same(SUM "func @main() -> i32 {\nentry:\n %0: i32 = call @sum(i32 40)\n ret %0\n}\n");
    expect_same(SUM "func @main() -> i32 {\nentry:\n %0: i32 = call @sum(i32 9)\n call @exit(%0)\n stop \"unreachable\"\n}\n");
    expect_same(SUM "func @main() -> i32 {\nentry:\n %0: i32 = call @sum(i32 9)\n %1: i8 = load [ptr null] !7\n ret %0\n}\n");
    // What is lost is looked for in further runs.
    expect_same(SUM "func @main() -> i32 {\n var %p: ptr user\nentry:\n %0: ptr = call @malloc(i64 8) !5\n %p = copy %0\n %p = copy ptr null !6\n %1: i32 = call @sum(i32 9)\n ret i32 0 !8\n}\n");
}

// Calls from the library are not interrupted, nor are handlers.
static void callbacks_are_in_one_piece(void **state) {
    (void)state;
    expect_same("func @compare(%a: ptr, %b: ptr) -> i32 {\nentry:\n %0: i32 = load [%a]\n %1: i32 = load [%b]\n %2: i32 = sub %0, %1\n ret %2\n}\n"
                "func @late() {\n slot $x size 4 align 4\nentry:\n store i32 1, [$x]\n %0: i32 = load [$x]\n ret\n}\n"
                "func @main() -> i32 {\n slot $x size 16 align 4\nentry:\n store i32 4, [$x]\n store i32 3, [$x + 4]\n store i32 2, [$x + 8]\n"
                " store i32 1, [$x + 12]\n call @qsort($x, i64 4, i64 4, @compare)\n %0: i32 = call @atexit(@late)\n %1: i32 = load [$x + 12]\n ret %1\n}\n");
}

static void a_run_may_be_given_up(void **state) {
    (void)state;
    struct ir_program *p = program_of(prelude_64, "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8)\n jump loop\nloop:\n store i8 1, [%0]\n jump loop\n}\n");
    struct exec_options o = {.rules = DEFAULT_RULES};
    struct exec_result r;
    assert_false(run_in_parts(p, &o, 100, 5, &r));
    ir_program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_end_as_the_whole),
        cmocka_unit_test(callbacks_are_in_one_piece),
        cmocka_unit_test(a_run_may_be_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
