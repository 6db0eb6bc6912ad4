// SPDX-License-Identifier: MIT
// Leaks: lost by a variable in scope, a global, a block or a caller; at the instruction that loses the last pointer.
#include "exec/program.h"

#define MALLOC(temp, line) " %" #temp ": ptr = call @malloc(i64 16) !" #line "\n"

static void a_block_is_lost_where_its_variable_is_overwritten(void **state) {
    (void)state;
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(
                    0, 2) " %p = copy %0 !3\n %1: i32 = add i32 1, i32 2 !4\n %p = copy ptr null !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 5");
    body_expect(" var %p: ptr user\n var %q: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n %q = copy %p\n %p = copy ptr null !5\n call @free(%q)\n"
                " ret i32 0 !6\n", "returned 0");
    body_expect(" slot $p size 8 align 8\nentry:\n" MALLOC(0, 2) " store %0, [$p] !3\n store ptr null, [$p] !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 5");
    body_expect(" slot $p size 8 align 8\nentry:\n" MALLOC(0, 2) " store %0, [$p] !3\n fill [$p], i8 0, i64 1 !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 6");
    body_expect(" slot $p size 8 align 8\nentry:\n" MALLOC(0, 2) " store %0, [$p] !3\n fill [$p], i8 0, i64 8 !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 5");
    program_expect("global @g size 8 align 8\nfunc @main() -> i32 {\nentry:\n" MALLOC(
                       0, 2) " store %0, [@g] !3\n store ptr null, [@g] !4\n ret i32 0\n}\n",
                   "returned 0; memory-leak 4");
}

static void a_dead_variable_in_scope_still_owns(void **state) {
    (void)state;
    body_expect(" var %p: ptr scoped user\nentry:\n enter %p\n" MALLOC(
                    0, 2) " %p = copy %0 !3\n %1: i32 = add i32 1, i32 2 !4\n leave %p !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 5");
    body_expect(" slot $p size 8 align 8 scoped\nentry:\n enter $p\n" MALLOC(0, 2) " store %0, [$p] !3\n leave $p !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 5");
    // Born anew by a second ENTER without LEAVE.
    body_expect(
        " var %p: ptr scoped user\nentry:\n enter %p\n" MALLOC(0, 2) " %p = copy %0 !3\n enter %p !4\n leave %p !5\n ret i32 0 !6\n",
        "returned 0; memory-leak 4");
}

static void a_temporary_owns_only_while_it_is_live(void **state) {
    (void)state;
    body_expect("entry:\n" MALLOC(0, 2) " ret i32 0 !3\n", "returned 0; memory-leak 2");
    body_expect("entry:\n call @malloc(i64 8) !2\n ret i32 0 !3\n", "returned 0; memory-leak 2");
    body_expect("entry:\n" MALLOC(0, 2) " %1: i1 = eq %0, ptr null !3\n %2: i32 = zext %1 !4\n ret i32 0 !5\n",
                "returned 0; memory-leak 3");
    body_expect("entry:\n" MALLOC(0, 2) " jump more\nmore:\n call @free(%0) !4\n ret i32 0 !5\n", "returned 0");
}

static void return_from_main_loses_what_only_its_variables_hold(void **state) {
    (void)state;
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n ret i32 0 !4\n", "returned 0; memory-leak 4");
    program_expect("global @g size 8 align 8\nfunc @main() -> i32 {\nentry:\n" MALLOC(0, 2) " store %0, [@g] !3\n ret i32 0 !4\n}\n",
                   "returned 0");
}

static void exit_and_abort_and_faults_lose_nothing(void **state) {
    (void)state;
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n call @exit(i32 2) !4\n stop \"exit\"\n", "exited 2");
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n call @abort() !4\n stop \"abort\"\n", "aborted");
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n call @reach_error() !4\n ret i32 0\n",
                "fault; error-call 4");
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n store i8 1, [ptr null] !4\n ret i32 0\n",
                "fault; null-dereference 4");
}

static void a_loss_before_another_end_comes_first(void **state) {
    (void)state;
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0 !3\n %p = copy ptr null !4\n store i8 1, [%p] !5\n ret i32 0\n",
                "fault; memory-leak 4; null-dereference 5");
    body_expect("entry:\n call @malloc(i64 8) !2\n call @exit(i32 1) !3\n stop \"exit\"\n", "exited 1; memory-leak 2");
    body_expect("entry:\n call @malloc(i64 8) !2\n unmodelled \"fork\" !3\n ret i32 0\n", "unknown (fork); memory-leak 2");
    body_expect("entry:\n call @malloc(i64 8) !2\n assume i1 0 !3\n ret i32 0\n", "assumption failed");
}

static void a_block_goes_with_its_holder(void **state) {
    (void)state;
    body_expect(" var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0\n" MALLOC(
                    1, 3) " store %1, [%p + 8] !4\n call @free(%p) !5\n ret i32 0 !6\n",
                "returned 0; memory-leak 5");
    body_expect(" var %p: ptr user\n var %q: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0\n" MALLOC(1, 3) " store %1, [%p + 8] !4\n"
                " %q = load [%p + 8]\n call @free(%p) !5\n call @free(%q)\n ret i32 0 !6\n", "returned 0");
}

static void a_block_freed_too_early_loses_nothing(void **state) {
    (void)state;
#define TWO                                                                                                                                \
    " var %p: ptr user\n var %q: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0\n" MALLOC(                                                \
        1, 3) " store %1, [%p + 8] !4\n call @free(%p) !5\n"
    body_expect(TWO " %q = load [%p + 8] !6\n ret i32 0\n", "fault; use-after-free 6");
    body_expect(TWO " call @free(%p) !6\n ret i32 0\n", "fault; double-free 6");
    body_expect(TWO " %p = load [ptr null] !6\n ret i32 0\n", "fault; memory-leak 5; null-dereference 6");
    body_expect(TWO " %q = copy %p\n %p = copy ptr null !6\n %q = load [%q] !7\n ret i32 0\n", "fault; use-after-free 7");
}

static void a_cycle_does_not_hold_itself(void **state) {
    (void)state;
    body_expect(
        " var %p: ptr user\n var %q: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0\n" MALLOC(
            1, 3) " %q = copy %1\n store %p, [%q]\n store %q, [%p]\n %p = copy ptr null !5\n %q = copy ptr null !6\n ret i32 0 !7\n",
        "returned 0; memory-leak 6");
}

static void an_interior_pointer_and_a_tagged_one_hold_a_block(void **state) {
    (void)state;
    body_expect(
        " var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = addr [%0 + 8] !3\n %1: ptr = addr [%p - 8]\n call @free(%1)\n ret i32 0 !4\n",
        "returned 0");
    body_expect(" var %n: i64 user\nentry:\n" MALLOC(0, 2) " %1: i64 = cast %0\n %n = or %1, i64 1 !3\n %2: i32 = add i32 1, i32 1 !4\n %3: i64 = and %n, i64 -2\n"
                " %4: ptr = cast %3\n call @free(%4)\n ret i32 0 !5\n", "returned 0");
    body_expect(" var %n: i64 user\nentry:\n" MALLOC(
                    0, 2) " %1: i64 = cast %0\n %n = and %1, i64 7 !3\n %2: i32 = add i32 1, i32 1 !4\n ret i32 0 !5\n",
                "returned 0; memory-leak 3");
}

static void an_address_in_a_plain_number_holds_a_block(void **state) {
    (void)state;
    body_expect(" slot $n size 8 align 8\nentry:\n" MALLOC(0, 2) " %1: i64 = cast %0\n %2: i64 = mul %1, i64 1\n store %2, [$n] !3\n %3: i64 = load [$n] !4\n"
                " store i64 0, [$n] !5\n %4: ptr = cast %3\n call @free(%4)\n ret i32 0 !6\n",
                "returned 0; assumed");
    body_expect(" slot $n size 8 align 8\nentry:\n" MALLOC(
                    0, 2) " %1: i64 = cast %0\n %2: i64 = mul %1, i64 1\n store %2, [$n] !3\n store i64 0, [$n] !5\n ret i32 0\n",
                "returned 0; memory-leak 5");
}

static void the_callee_and_the_caller_own_in_turn(void **state) {
    (void)state;
    program_expect(
        "func @take(%p: ptr user) {\nentry:\n %p = copy ptr null !11\n ret !12\n}\n"
        "func @main() -> i32 {\nentry:\n" MALLOC(0, 2) " call @take(%0) !3\n ret i32 0 !4\n}\n",
        "returned 0; memory-leak 11");
    program_expect(
        "func @take(%p: ptr user) {\nentry:\n ret !12\n}\n"
        "func @main() -> i32 {\nentry:\n" MALLOC(0, 2) " call @take(%0) !3\n ret i32 0 !4\n}\n",
        "returned 0; memory-leak 12");
    program_expect(
        "func @take(%p: ptr user) {\nentry:\n %p = copy ptr null !11\n ret !12\n}\n"
        "func @main() -> i32 {\n var %q: ptr user\nentry:\n" MALLOC(
            0, 2) " %q = copy %0\n call @take(%q) !3\n call @free(%q)\n ret i32 0 !4\n}\n",
        "returned 0");
    program_expect("func @give() -> ptr {\nentry:\n" MALLOC(0, 11) " ret %0 !12\n}\n"
                   "func @main() -> i32 {\nentry:\n %0: ptr = call @give() !2\n call @free(%0)\n ret i32 0 !4\n}\n", "returned 0");
    program_expect("func @give() -> ptr {\nentry:\n" MALLOC(0, 11) " ret %0 !12\n}\n"
                   "func @main() -> i32 {\nentry:\n call @give() !2\n ret i32 0 !4\n}\n", "returned 0; memory-leak 2");
    program_expect("func @give() -> ptr {\nentry:\n" MALLOC(0, 11) " ret %0 !12\n}\n"
                   "func @main() -> i32 {\n var %p: ptr user\nentry:\n %p = call @give() !2\n %p = call @give() !3\n call @free(%p)\n ret i32 0 !4\n}\n",
                   "returned 0; memory-leak 3");
}

static void a_temporary_of_an_earlier_iteration_owns_nothing(void **state) {
    (void)state;
    // %1 of the first iteration is not live when the second one calls malloc again.
    program_expect("func @give(%n: i32 user) -> ptr {\nentry:\n" MALLOC(0, 11) " ret %0 !12\n}\n"
                   "func @main() -> i32 {\n var %i: i32 user\nentry:\n %i = copy i32 0\n jump loop\nloop:\n %1: ptr = call @give(%i) !3\n store i8 1, [%1] !4\n"
                   " %i = add %i, i32 1 !5\n %2: i1 = ult %i, i32 3 !6\n branch %2, loop, out\nout:\n ret i32 0 !7\n}\n",
                   "returned 0; memory-leak 4");
}

static void a_result_to_come_owns_nothing(void **state) {
    (void)state;
    // During the second call its destination still has the value of the first one, which is lost.
    program_expect("func @give(%n: i32 user) -> ptr {\nentry:\n %1: i1 = eq %n, i32 1\n branch %1, stop, go\nstop:\n call @exit(i32 9) !10\n stop \"\"\n"
                   "go:\n" MALLOC(0, 11) " ret %0 !12\n}\n"
                   "func @main() -> i32 {\n var %i: i32 user\nentry:\n %i = copy i32 0\n jump loop\nloop:\n %1: ptr = call @give(%i) !3\n"
                   " store i8 1, [%1] !4\n %i = add %i, i32 1 !5\n jump loop\n}\n",
                   "exited 9; memory-leak 4");
}

static void handlers_see_what_main_left_in_globals(void **state) {
    (void)state;
    program_expect(
        "global @g size 8 align 8\nfunc @bye() {\nentry:\n %0: ptr = load [@g]\n call @free(%0)\n ret\n}\n"
        "func @main() -> i32 {\nentry:\n" MALLOC(0, 2) " store %0, [@g] !3\n %1: i32 = call @atexit(@bye)\n ret i32 0 !4\n}\n",
        "returned 0");
    program_expect(
        "global @g size 8 align 8\nfunc @bye() {\nentry:\n store ptr null, [@g] !21\n ret\n}\n"
        "func @main() -> i32 {\nentry:\n" MALLOC(0, 2) " store %0, [@g] !3\n %1: i32 = call @atexit(@bye)\n ret i32 0 !4\n}\n",
        "returned 0; memory-leak 21");
}

static void what_an_unknown_function_saw_is_not_lost(void **state) {
    (void)state;
    body_expect(
        " var %p: ptr user\nentry:\n" MALLOC(0, 2) " %p = copy %0\n %1: ptr = call @mystery(%p) !3\n %p = copy ptr null !4\n ret i32 0\n",
        "returned 0; assumed");
}

static void what_unmodelled_code_may_keep_is_not_lost(void **state) {
    (void)state;
    body_expect(" slot $p size 8 align 8\nentry:\n" MALLOC(0, 2) " store %0, [$p]\n havoc [$p], i64 8, \"asm\" !3\n ret i32 0\n",
                "returned 0");
    body_expect(" slot $p size 32 align 8\n var %v: b256\nentry:\n" MALLOC(
                    0, 2) " store %0, [$p]\n %v = load [$p]\n store ptr null, [$p] !3\n ret i32 0\n",
                "returned 0");
}

static void the_first_of_many_losses_is_found_in_a_long_run(void **state) {
    (void)state;
    struct exec_result r;
    program_run_with(
        prelude_64,
        "func @main() -> i32 {\n var %i: i32 user\n var %p: ptr user\nentry:\n %i = copy i32 0\n %p = copy ptr null\n jump loop\n"
        "loop:\n %i = add %i, i32 1\n %0: i32 = and %i, i32 1023\n %1: i1 = eq %0, i32 777\n branch %1, take, next\n"
        "take:\n %2: ptr = call @malloc(i64 4) !8\n %p = copy %2 !9\n jump next\n"
        "next:\n %3: i1 = ult %i, i32 50000\n branch %3, loop, out\nout:\n ret i32 0\n}\n",
        &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_int_equal(r.n_faults, 1);
    assert_int_equal(r.faults[0].place.loc.line, 9);
    assert_int_equal(r.faults[0].allocation.loc.line, 8);
    // Before it: three instructions, 1800 iterations of six, the first block taken (three), then four and the second call of malloc.
    assert_int_equal(r.faults[0].step, 3 + 6 * 1800 + 3 + 4 + 1);
    assert_non_null(strstr(r.faults[0].message, "'p' gets another value"));
    exec_result_free(&r);
}

static void the_message_counts_what_goes_with_a_list(void **state) {
    (void)state;
    struct exec_result r;
    program_run_with(
        prelude_64,
        "func @main() -> i32 {\n var %i: i32 user\n var %p: ptr scoped user\nentry:\n enter %p\n %i = copy i32 0\n %p = copy ptr null\n "
        "jump loop\n"
        "loop:\n %0: ptr = call @malloc(i64 16) !8\n store %p, [%0]\n %p = copy %0\n %i = add %i, i32 1\n %3: i1 = ult %i, i32 5\n"
        " branch %3, loop, out\nout:\n leave %p !9\n ret i32 0\n}\n",
        &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_int_equal(r.n_faults, 1);
    assert_string_equal(r.faults[0].message, "the last pointer to a heap block of 16 bytes (and of 4 more) is lost: the scope of 'p' ends");
    assert_int_equal(r.faults[0].place.loc.line, 9);
    exec_result_free(&r);
}

static bool asked(void *self, struct ir_loc allocation, uint64_t steps) {
    *(uint32_t *)self += allocation.line + (uint32_t)steps;
    return false;
}

static void what_nobody_wants_to_know_is_not_told(void **state) {
    (void)state;
    uint32_t sum = 0;
    struct exec_wanted wanted = {&sum, asked};
    program_expect_with(prelude_64, "func @main() -> i32 {\nentry:\n call @malloc(i64 8) !20\n store i8 1, [ptr null] !30\n ret i32 0\n}\n",
                        &(struct exec_options){.rules = DEFAULT_RULES, .wanted = &wanted}, "fault; null-dereference 30");
    assert_int_equal(sum, 20 + 2);  // allocated in line 20, lost in a run of two steps
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_is_lost_where_its_variable_is_overwritten),
        cmocka_unit_test(a_dead_variable_in_scope_still_owns),
        cmocka_unit_test(a_temporary_owns_only_while_it_is_live),
        cmocka_unit_test(return_from_main_loses_what_only_its_variables_hold),
        cmocka_unit_test(exit_and_abort_and_faults_lose_nothing),
        cmocka_unit_test(a_loss_before_another_end_comes_first),
        cmocka_unit_test(a_block_goes_with_its_holder),
        cmocka_unit_test(a_block_freed_too_early_loses_nothing),
        cmocka_unit_test(a_cycle_does_not_hold_itself),
        cmocka_unit_test(an_interior_pointer_and_a_tagged_one_hold_a_block),
        cmocka_unit_test(an_address_in_a_plain_number_holds_a_block),
        cmocka_unit_test(the_callee_and_the_caller_own_in_turn),
        cmocka_unit_test(a_temporary_of_an_earlier_iteration_owns_nothing),
        cmocka_unit_test(a_result_to_come_owns_nothing),
        cmocka_unit_test(handlers_see_what_main_left_in_globals),
        cmocka_unit_test(what_an_unknown_function_saw_is_not_lost),
        cmocka_unit_test(what_unmodelled_code_may_keep_is_not_lost),
        cmocka_unit_test(the_first_of_many_losses_is_found_in_a_long_run),
        cmocka_unit_test(the_message_counts_what_goes_with_a_list),
        cmocka_unit_test(what_nobody_wants_to_know_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
