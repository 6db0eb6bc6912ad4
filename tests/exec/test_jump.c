// SPDX-License-Identifier: MIT
// setjmp and longjmp: where a buffer leads to, what ends on the way, and what the variables there are worth.
#include "exec/program.h"

#define JUMPS "declare @setjmp(ptr) -> i32\ndeclare @longjmp(ptr, i32) noreturn\n"
static const char jump_1[] =
    "func @jump(%b: ptr) {\n slot $local size 4 align 4\nentry:\n store $local, [@inner]\n call @longjmp(%b, i32 1)\n stop \"\"\n}\n";

static void expect(const char *body, bool alone, const char *expected) {
    struct buf b = {0};
    buf_printf(
        &b, "%s%sglobal @b size 200 align 16\nglobal @inner size 8 align 8\nglobal @keep size 200 align 16\nfunc @main() -> i32 {\n%s}\n%s",
        prelude_64, JUMPS, body, jump_1);
    program_expect_with("", b.text, &(struct exec_options){.rules = DEFAULT_RULES | 1u << IR_RULE_UNINITIALISED_VALUE, .alone = alone},
                        expected);
    buf_free(&b);
}

static void a_jump_gives_its_number_or_one(void **state) {
    (void)state;
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @longjmp(@b, i32 7)\n stop \"\"\nsecond:\n ret %0\n",
        true, "returned 7");
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @longjmp(@b, i32 0)\n stop \"\"\nsecond:\n ret %0\n",
        true, "returned 1");
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @jump(@b)\n ret i32 9\nsecond:\n ret %0\n",
        true, "returned 1");
}

static void functions_in_between_have_ended(void **state) {
    (void)state;
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @jump(@b)\n ret i32 9\nsecond:\n %2: ptr = load [@inner]\n %3: i32 = load [%2] !5\n ret %3\n",
        false, "fault; use-out-of-scope 5");
}

static void a_buffer_must_be_filled_by_somebody_active(void **state) {
    (void)state;
    expect("entry:\n call @longjmp(@b, i32 1) !3\n stop \"\"\n", false, "fault; null-dereference 3");
    expect(" slot $b size 200 align 16\nentry:\n call @longjmp($b, i32 1) !3\n stop \"\"\n", false, "fault; uninitialised-pointer 3");
    expect("entry:\n fill [@b], i8 1, i64 200\n call @longjmp(@b, i32 1) !3\n stop \"\"\n", false, "fault; out-of-bounds 3");
    expect("entry:\n store @keep, [@b]\n call @longjmp(@b, i32 1) !3\n stop \"\"\n", false, "fault; out-of-bounds 3");
    expect(
        "entry:\n call @fill(@b)\n call @longjmp(@b, i32 1) !3\n stop \"\"\n}\n"
        "func @fill(%b: ptr) {\nentry:\n %0: i32 = call @setjmp(%b)\n ret\n",
        false, "fault; use-out-of-scope 3");
    expect("entry:\n %0: ptr = call @malloc(i64 16)\n %1: i32 = call @setjmp(%0) !4\n ret i32 0\n", false, "fault; out-of-bounds 4");
}

static void a_copy_is_as_good(void **state) {
    (void)state;
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\nfirst:\n copy [@keep], [@b], i64 200\n"
        " fill [@b], i8 0, i64 200\n call @longjmp(@keep, i32 7)\n stop \"\"\nsecond:\n ret %0\n",
        true, "returned 7");
}

// x is 1 at setjmp.
static void expect_x(const char *slot, const char *before, const char *after, bool alone, const char *expected) {
    struct buf b = {0};
    buf_printf(&b,
               "%sentry:\n%s %%0: i32 = call @setjmp(@b)\n %%1: i1 = eq %%0, i32 0\n branch %%1, first, second\n"
               "first:\n%s call @jump(@b)\n ret i32 9\nsecond:\n",
               slot, before, after);
    buf_str(&b, strstr(slot, "slot") ? " %2: i32 = load [$x]\n" : " %2: i32 = copy %x\n");
    buf_str(&b, " %3: i1 = eq %2, i32 1\n branch %3, yes, no !8\nyes:\n ret i32 5\nno:\n ret i32 6\n");
    expect(b.text, alone, expected);
    buf_free(&b);
}

static void what_was_changed_since_is_indeterminate(void **state) {
    (void)state;
    static const char var[] = " var %x: i32 user\n", slot[] = " slot $x size 4 align 4 user\n";
    expect_x(var, " %x = copy i32 1\n", "", true, "returned 5");
    expect_x(slot, " store i32 1, [$x]\n", "", true, "returned 5");
    expect_x(var, " %x = copy i32 1\n", " %x = copy i32 2\n", false, "fault; uninitialised-value 8");
    expect_x(slot, " store i32 1, [$x]\n", " store i32 2, [$x]\n", false, "fault; uninitialised-value 8");
    expect_x(slot, " store i32 1, [$x] volatile\n", " store i32 2, [$x] volatile\n", true, "returned 6");
}

static void what_was_changed_and_changed_back_may_be_anything(void **state) {
    (void)state;
    static const char var[] = " var %x: i32 user\n", slot[] = " slot $x size 4 align 4 user\n";
    expect_x(var, " %x = copy i32 1\n", " %x = copy i32 2\n %x = copy i32 1\n", false, "returned 5");
    expect_x(var, " %x = copy i32 1\n", " %x = copy i32 2\n %x = copy i32 1\n", true, "fault; uninitialised-value 8");
    expect_x(slot, " store i32 1, [$x]\n", " store i32 2, [$x]\n store i32 1, [$x]\n", true, "fault; uninitialised-value 8");
    expect_x(slot, " store i32 1, [$x]\n", " %7: ptr = addr [$x]\n store i32 1, [%7]\n", true, "fault; uninitialised-value 8");
}

static void what_is_written_elsewhere_does_not_count(void **state) {
    (void)state;
    expect_x(" var %x: i32 user\n", " %x = copy i32 3\n %x = copy i32 1\n",
             " %4: i1 = eq %x, i32 1\n branch %4, on, off\noff:\n %x = copy i32 4\n ret %x\non:\n", true, "returned 5");
    expect(
        " var %i: i32 user\nentry:\n %i = copy i32 0\n jump loop\n"
        "loop:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, next\n"
        "first:\n call @jump(@b)\n ret i32 9\n"
        "next:\n %i = add %i, i32 1\n %2: i1 = slt %i, i32 5\n branch %2, loop, end\nend:\n ret %i\n",
        true, "returned 5");
}

static void a_scope_that_was_left_is_entered_anew(void **state) {
    (void)state;
    expect(
        " slot $x size 4 align 4 scoped\nentry:\n enter $x\n store i32 1, [$x]\n store $x, [@inner]\n %0: i32 = call @setjmp(@b)\n"
        " %1: i1 = eq %0, i32 0\n branch %1, first, second\nfirst:\n leave $x\n call @jump(@b)\n ret i32 9\n"
        "second:\n store i32 4, [$x]\n %2: i32 = load [$x]\n ret %2\n",
        true, "returned 4");
    expect(
        " slot $x size 4 align 4 scoped\nentry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n enter $x\n store i32 1, [$x]\n store $x, [@keep]\n call @jump(@b)\n ret i32 9\n"
        "second:\n %2: ptr = load [@keep]\n %3: i32 = load [%2] !7\n ret %3\n",
        false, "fault; use-out-of-scope 7");
}

static void arrays_of_variable_length_end(void **state) {
    (void)state;
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n %2: ptr = alloca i64 4\n store %2, [@keep]\n call @jump(@b)\n ret i32 9\n"
        "second:\n %3: ptr = load [@keep]\n store i32 1, [%3] !7\n ret i32 0\n",
        false, "fault; use-out-of-scope 7");
    expect(
        "entry:\n %9: ptr = mark\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n release %9\n call @longjmp(@b, i32 1) !7\n stop \"\"\nsecond:\n ret i32 0\n",
        false, "fault; use-out-of-scope 7");
}

static void what_only_functions_in_between_held_is_lost(void **state) {
    (void)state;
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @hold()\n ret i32 9\nsecond:\n ret %0\n}\n"
        "func @hold() {\n var %p: ptr user\nentry:\n %p = call @malloc(i64 4)\n call @longjmp(@b, i32 1) !7\n stop \"\"\n",
        false, "returned 1; memory-leak 7");
}

static void callbacks_are_not_left(void **state) {
    (void)state;
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @qsort(@keep, i64 2, i64 4, @compare)\n ret i32 9\nsecond:\n ret %0\n}\n"
        "func @compare(%p: ptr, %q: ptr) -> i32 {\nentry:\n call @longjmp(@b, i32 1)\n stop \"\"\n",
        false, "unknown ('longjmp' leaves a library function that called back)");
    expect(
        "entry:\n %0: i32 = call @setjmp(@b)\n %1: i1 = eq %0, i32 0\n branch %1, first, second\n"
        "first:\n call @qsort(@b, i64 2, i64 4, @longjmp)\n ret i32 9\nsecond:\n ret %0\n",
        false, "unknown (a library function calls 'longjmp')");
    expect(" var %f: ptr user\nentry:\n %f = copy @setjmp\n %0: i32 = call %f(@b)\n ret %0\n", false,
           "unknown ('setjmp' is called through a pointer)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_gives_its_number_or_one),
        cmocka_unit_test(functions_in_between_have_ended),
        cmocka_unit_test(a_buffer_must_be_filled_by_somebody_active),
        cmocka_unit_test(a_copy_is_as_good),
        cmocka_unit_test(what_was_changed_since_is_indeterminate),
        cmocka_unit_test(what_was_changed_and_changed_back_may_be_anything),
        cmocka_unit_test(what_is_written_elsewhere_does_not_count),
        cmocka_unit_test(a_scope_that_was_left_is_entered_anew),
        cmocka_unit_test(arrays_of_variable_length_end),
        cmocka_unit_test(what_only_functions_in_between_held_is_lost),
        cmocka_unit_test(callbacks_are_not_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
