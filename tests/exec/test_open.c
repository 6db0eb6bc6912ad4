// SPDX-License-Identifier: MIT
// What the interpreter's own choices decide: where blocks lie, what uninitialised storage holds.
#include "exec/program.h"

#define TWO " %0: ptr = call @malloc(i64 8)\n %1: ptr = call @malloc(i64 8)\n %2: i64 = cast %0\n %3: i64 = cast %1\n"
#define DECIDE(test) TWO test " branch %9, a, b\na:\n call @free(%0)\n call @free(%1)\n ret i32 1\nb:\n call @free(%0)\n call @free(%1)\n ret i32 2\n"

static void what_depends_on_places_makes_a_run_assumed(void **state) {
    (void)state;
    body_expect("entry:\n" DECIDE(" %9: i1 = ult %0, %1\n"), "returned 1; assumed");
    body_expect("entry:\n" DECIDE(" %4: i64 = urem %2, i64 64\n %9: i1 = ult %4, i64 16\n"), "returned 2; assumed");
    body_expect("entry:\n" DECIDE(" %4: i64 = sub %3, %2\n %9: i1 = ult %4, i64 8\n"), "returned 2; assumed");
    body_expect("entry:\n" DECIDE(" %4: ptr = addr [%0 + 8]\n %9: i1 = eq %4, %1\n"), "returned 2; assumed");
    body_expect(" slot $x size 8 align 8\nentry:\n" DECIDE(" store %0, [$x]\n %4: i8 = load [$x + 1]\n %9: i1 = eq %4, i8 1\n"), "returned 2; assumed");
}

static void what_is_the_same_everywhere_does_not(void **state) {
    (void)state;
    body_expect("entry:\n" DECIDE(" %9: i1 = eq %0, %1\n"), "returned 2");
    body_expect("entry:\n" DECIDE(" %9: i1 = eq %0, ptr null\n"), "returned 2");
    body_expect("entry:\n" DECIDE(" %4: i64 = urem %2, i64 16\n %9: i1 = eq %4, i64 0\n"), "returned 1");
    body_expect("entry:\n" DECIDE(" %4: ptr = addr [%0 + 8]\n %9: i1 = ult %0, %4\n"), "returned 1");
    body_expect("entry:\n" DECIDE(" %4: i64 = xor %2, %3\n %5: i64 = xor %4, %2\n %9: i1 = eq %5, %3\n"), "returned 1");
    body_expect("entry:\n" DECIDE(" %4: i64 = or %2, i64 1\n %5: i64 = and %4, i64 -2\n %9: i1 = eq %5, %2\n"), "returned 1");
    body_expect("entry:\n" DECIDE(" %9: i1 = ult %2, i64 -4095\n"), "returned 1");
}

static void a_fault_on_every_way_is_certain(void **state) {
    (void)state;
    body_expect("entry:\n" TWO " %9: i1 = ult %0, %1\n branch %9, a, b\na:\n jump c\nb:\n jump c\nc:\n store i8 1, [%0 + 8] !5\n call @free(%0)\n call @free(%1)\n ret i32 0\n",
                "fault; out-of-bounds 5");
    body_expect("entry:\n" TWO " %9: i1 = ult %0, %1\n branch %9, a, b\na:\n store i8 1, [%0 + 8] !5\n jump b\nb:\n call @free(%0)\n call @free(%1)\n ret i32 0\n",
                "fault; out-of-bounds 5; assumed");
}

static void expect_asked(const char *body, const char *expected) {
    struct buf text = {0};
    buf_printf(&text, "func @main() -> i32 {\n%s}\n", body);
    program_expect_with(prelude_64, buf_text(&text), &(struct exec_options){.rules = DEFAULT_RULES | 1u << IR_RULE_UNINITIALISED_VALUE}, expected);
    buf_free(&text);
}

static void an_uninitialised_value_is_used(void **state) {
    (void)state;
    expect_asked(" var %i: i32 user\nentry:\n %0: i32 = add %i, i32 1\n %1: i1 = eq %0, i32 3\n branch %1, a, b !4\na:\n ret i32 1\nb:\n ret i32 2\n",
                 "fault; uninitialised-value 4");
    expect_asked(" slot $a size 4 align 4\n slot $x size 8 align 8\nentry:\n %0: i32 = load [$a]\n %1: i32 = and %0, i32 3\n store i8 0, [$x + 1*%1] !4\n ret i32 0\n",
                 "fault; uninitialised-value 4");
    expect_asked(" slot $a size 8 align 8\nentry:\n %0: i64 = load [$a]\n %1: ptr = call @malloc(%0) !4\n ret i32 0\n", "fault; uninitialised-value 4");
    expect_asked(" var %p: ptr user\nentry:\n store i8 1, [%p] !2\n ret i32 0\n", "fault; uninitialised-pointer 2");
}

static void a_value_that_is_only_moved_is_not_used(void **state) {
    (void)state;
    expect_asked(" var %i: i32 user\n slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n store %i, [$a]\n copy [$b], [$a], i64 4\n %0: i32 = load [$b]\n ret i32 0\n",
                 "returned 0");
    // One field of bits of a word is set, and looked at.
    expect_asked(" slot $a size 1 align 1\nentry:\n %0: i8 = load [$a]\n %1: i8 = and %0, i8 -8\n %2: i8 = or %1, i8 3\n store %2, [$a]\n %3: i8 = load [$a]\n"
                 " %4: i8 = and %3, i8 7\n %5: i1 = eq %4, i8 3\n branch %5, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
                 "returned 1");
    expect_asked(" slot $a size 1 align 1\nentry:\n %0: i8 = load [$a]\n %1: i8 = and %0, i8 -8\n %2: i8 = or %1, i8 3\n store %2, [$a]\n %3: i8 = load [$a]\n"
                 " %4: i8 = and %3, i8 15\n %5: i1 = eq %4, i8 3\n branch %5, a, b !4\na:\n ret i32 1\nb:\n ret i32 2\n",
                 "fault; uninitialised-value 4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_depends_on_places_makes_a_run_assumed),
        cmocka_unit_test(what_is_the_same_everywhere_does_not),
        cmocka_unit_test(a_fault_on_every_way_is_certain),
        cmocka_unit_test(an_uninitialised_value_is_used),
        cmocka_unit_test(a_value_that_is_only_moved_is_not_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
