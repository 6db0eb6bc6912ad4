// SPDX-License-Identifier: MIT
// Calls, control flow, the start and the end of the program.
#include "exec/program.h"

static void recursion_keeps_frames_apart(void **state) {
    (void)state;
    program_expect(
        "func @fact(%n: i32 user) -> i32 {\n slot $a size 4 align 4\nentry:\n store %n, [$a]\n %0: i1 = eq %n, i32 0\n branch %0, base, "
        "step\n"
        "base:\n ret i32 1\nstep:\n %1: i32 = sub %n, i32 1\n %2: i32 = call @fact(%1)\n %3: i32 = load [$a]\n %4: i32 = mul %3, %2\n ret "
        "%4\n}\n"
        "func @main() -> i32 {\nentry:\n %0: i32 = call @fact(i32 5)\n ret %0\n}\n",
        "returned 120");
}

static void depth_is_limited(void **state) {
    (void)state;
    const char *text = "func @f() {\nentry:\n call @f() !3\n ret\n}\nfunc @main() -> i32 {\nentry:\n call @f()\n ret i32 0\n}\n";
    program_expect(text, "unknown (the stack is too deep for the interpreter)");
    program_expect_with(prelude_64, text, &(struct exec_options){.rules = DEFAULT_RULES, .max_frames = 10},
                        "unknown (the stack is too deep for the interpreter)");
    program_expect(
        "func @f(%n: i32) -> i32 {\nentry:\n %0: i1 = eq %n, i32 0\n branch %0, a, b\na:\n ret i32 0\nb:\n %1: i32 = sub %n, i32 1\n"
        " %2: i32 = call @f(%1)\n ret %2\n}\nfunc @main() -> i32 {\nentry:\n %0: i32 = call @f(i32 50000)\n ret %0\n}\n",
        "returned 0");
}

static void function_pointers_are_called_and_compared(void **state) {
    (void)state;
    program_expect(
        "global @table size 16 align 8 = { 0: &@one, 8: &@two }\n"
        "func @one() -> i32 {\nentry:\n ret i32 1\n}\nfunc @two() -> i32 {\nentry:\n ret i32 2\n}\n"
        "func @main() -> i32 {\nentry:\n %0: i64 = copy i64 1\n %1: ptr = load [@table + 8*%0]\n %2: i32 = call %1()\n %3: i1 = eq %1, "
        "@two\n"
        " %4: i32 = zext %3\n %5: i32 = shl %4, i32 4\n %6: i32 = add %2, %5\n ret %6\n}\n",
        "returned 18");
    program_expect("global @g size 4 align 4\nfunc @main() -> i32 {\nentry:\n call @g() !2\n ret i32 0\n}\n", "fault; out-of-bounds 2");
}

static void arguments_fit_or_are_converted(void **state) {
    (void)state;
    program_expect(
        "func @f(%a: i32 user) -> i32 {\nentry:\n ret %a\n}\nfunc @main() -> i32 {\nentry:\n %0: i32 = call @f(i64 0x100000007, i32 9)\n "
        "ret %0\n}\n",
        "returned 7");
    program_expect(
        "func @f(%a: i32, %b: i32) -> i32 {\nentry:\n ret %a\n}\nfunc @main() -> i32 {\nentry:\n %0: i32 = call @f(i32 1) !2\n ret %0\n}\n",
        "unknown (call of 'f' with too few arguments)");
    program_expect(
        "func @f(%a: i64) -> i32 {\nentry:\n switch %a, d { 1: t }\nt:\n ret i32 1\nd:\n ret i32 2\n}\n"
        "func @main() -> i32 {\nentry:\n %0: i32 = call @f(i32 1) !2\n ret %0\n}\n",
        "returned 1; assumed");
    program_expect(
        "func @f() {\nentry:\n ret\n}\nfunc @main() -> i32 {\nentry:\n %0: i32 = call @f()\n switch %0, d { 1: d }\nd:\n ret i32 2\n}\n",
        "returned 2; assumed");
}

static void several_results_and_variadic_blocks_are_passed(void **state) {
    (void)state;
    program_expect(
        "func @pair(%p: ptr user) -> ptr, i64 {\nentry:\n ret %p, i64 3\n}\nfunc @main() -> i32 {\n slot $a size 8 align 8\nentry:\n"
        " %0: ptr, %1: i64 = call @pair($a)\n store %1, [%0]\n %2: i32 = load [$a]\n ret %2\n}\n",
        "returned 3");
    program_expect(
        "func @sum(%n: i32 user, %va: ptr) -> i32 variadic {\nentry:\n %0: i32 = load [%va + 8]\n %1: i32 = add %0, %n\n ret %1\n}\n"
        "func @main() -> i32 {\n slot $va size 16 align 16\nentry:\n store i64 5, [$va]\n store i64 6, [$va + 8]\n"
        " %0: i32 = call @sum(i32 1, i64 5, i64 6) varargs $va\n ret %0\n}\n",
        "returned 7");
}

static void switches_and_computed_gotos_find_their_way(void **state) {
    (void)state;
    const char *text =
        "func @f(%v: i8 user) -> i32 {\nentry:\n switch %v, d { 0: a, 5..9: b, 255: c }\na:\n ret i32 1\nb:\n ret i32 2\nc:\n ret i32 "
        "3\nd:\n ret i32 0\n}\n"
        "func @main() -> i32 {\n var %r: i32 user\nentry:\n %0: i32 = call @f(i8 0)\n %1: i32 = call @f(i8 4)\n %2: i32 = call @f(i8 5)\n "
        "%3: i32 = call @f(i8 9)\n"
        " %4: i32 = call @f(i8 10)\n %5: i32 = call @f(i8 255)\n %6: i32 = mul %0, i32 100000\n %7: i32 = mul %1, i32 10000\n %8: i32 = "
        "mul %2, i32 1000\n"
        " %9: i32 = mul %3, i32 100\n %10: i32 = mul %4, i32 10\n %r = add %6, %7\n %r = add %r, %8\n %r = add %r, %9\n %r = add %r, %10\n "
        "%r = add %r, %5\n ret %r\n}\n";
    program_expect(text, "returned 102203");
    body_expect(
        " var %p: ptr user\nentry:\n %p = copy @main:b\n jump go\ngo:\n goto %p, a, b\na:\n ret i32 1\nb:\n %p = copy @main:a\n jump go\n",
        "returned 1");
    program_expect(
        "global @t size 16 align 8 = { 0: &@main:a, 8: &@main:b }\nfunc @main() -> i32 {\nentry:\n %0: ptr = load [@t + 8]\n goto %0, a, "
        "b\n"
        "a:\n ret i32 1\nb:\n ret i32 2\n}\n",
        "returned 2");
    body_expect("entry:\n goto ptr 0x1234, a\na:\n ret i32 1\n", "unknown (jump to an address that is no label)");
}

static void constructors_and_handlers_and_destructors_run_in_order(void **state) {
    (void)state;
#define SAY(name, letter) "func @" name "() {\nentry:\n %0: i32 = call @putchar(i32 " letter ")\n ret\n}\n"
    const char *text = "ctor @c1 1\nctor @c2 2\ndtor @d1 1\ndtor @d2 2\n" SAY("c1", "65") SAY("c2", "66") SAY("d1", "68") SAY("d2", "69") SAY("h1", "49") SAY("h2", "50")
        "func @main() -> i32 {\nentry:\n %0: i32 = call @atexit(@h1)\n %1: i32 = call @atexit(@h2)\n %2: i32 = call @putchar(i32 77)\n ret i32 4\n}\n";
    struct buf out = {0};
    const struct exec_options o = {.rules = DEFAULT_RULES, .output = {&out}};
    program_expect_with(prelude_64, text, &o, "returned 4");
    assert_string_equal(buf_text(&out), "ABM21DE");
    buf_free(&out);
}

static void a_fault_in_an_exit_handler_counts(void **state) {
    (void)state;
    program_expect(
        "func @h() {\nentry:\n store i8 1, [ptr null] !7\n ret\n}\nfunc @main() -> i32 {\nentry:\n %0: i32 = call @atexit(@h)\n call "
        "@exit(i32 0)\n stop \"\"\n}\n",
        "fault; null-dereference 7");
}

static void library_functions_call_back(void **state) {
    (void)state;
    program_expect(
        "global @a size 12 align 4 = { 0: \"\\x03\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x02\" }\n"
        "func @less(%a: ptr user, %b: ptr user) -> i32 {\nentry:\n %0: i32 = load [%a]\n %1: i32 = load [%b]\n %2: i32 = sub %0, %1\n ret "
        "%2\n}\n"
        "func @main() -> i32 {\nentry:\n call @qsort(@a, i64 3, i64 4, @less)\n %0: i32 = load [@a + 4]\n ret %0\n}\n",
        "returned 2");
    program_expect(
        "global @a size 12 align 4\nfunc @bad(%a: ptr user, %b: ptr user) -> i32 {\nentry:\n %0: i32 = load [%a + 12] !5\n ret i32 0\n}\n"
        "func @main() -> i32 {\nentry:\n call @qsort(@a, i64 3, i64 4, @bad)\n ret i32 0\n}\n",
        "fault; out-of-bounds 5");
    program_expect(
        "global @a size 12 align 4\nfunc @quit(%a: ptr user, %b: ptr user) -> i32 {\nentry:\n call @exit(i32 5)\n stop \"\"\n}\n"
        "func @main() -> i32 {\nentry:\n call @qsort(@a, i64 3, i64 4, @quit)\n ret i32 0\n}\n",
        "exited 5");
}

static const char show_args[] =
    "func @main(%argc: i32 user, %argv: ptr user) -> i32 {\n var %i: i32 user\n var %s: ptr user\nentry:\n %i = copy i32 0\n jump loop\n"
    "loop:\n %s = load [%argv + 8*%i]\n %0: i1 = eq %s, ptr null\n branch %0, out, chars\n"
    "chars:\n %1: i8 = load [%s]\n %2: i1 = eq %1, i8 0\n branch %2, next, char\n"
    "char:\n %3: i32 = zext %1\n %4: i32 = call @putchar(%3)\n %s = addr [%s + 1]\n jump chars\n"
    "next:\n %5: i32 = call @putchar(i32 44)\n %i = add %i, i32 1\n jump loop\n"
    "out:\n %6: i1 = eq %i, %argc\n %7: i32 = zext %6\n ret %7\n}\n";

static void main_gets_its_arguments(void **state) {
    (void)state;
    struct buf out = {0};
    const char *argv[] = {"prog", "x", ""};
    struct exec_options o = {.rules = DEFAULT_RULES, .output = {&out}, .argv = argv, .argc = 3};
    program_expect_with(prelude_64, show_args, &o, "returned 1");
    assert_string_equal(buf_text(&out), "prog,x,,");
    buf_free(&out);
    const uint64_t inputs[] = {2, 3, 'a', 'b', 'c', 1, 'd'};
    o = (struct exec_options){.rules = DEFAULT_RULES, .output = {&out}, .inputs = {.values = inputs, .n = 7}};
    program_expect_with(prelude_64, show_args, &o, "returned 1");
    assert_string_equal(buf_text(&out), "abc,d,");
    buf_free(&out);
    program_expect(show_args, "returned 1");
}

static void constructors_get_the_arguments_of_main(void **state) {
    (void)state;
    const char *argv[] = {"prog", "x"};
    const struct exec_options o = {.rules = DEFAULT_RULES, .argv = argv, .argc = 2};
    program_expect_with(
        prelude_64,
        "global @seen size 4 align 4\nctor @early 1\nfunc @early(%argc: i32 user, %argv: ptr user) {\nentry:\n %0: ptr = load [%argv + 8]\n"
        " %1: i8 = load [%0]\n %2: i32 = zext %1\n %3: i32 = add %2, %argc\n store %3, [@seen]\n ret\n}\n"
        "func @main() -> i32 {\nentry:\n %0: i32 = load [@seen]\n ret %0\n}\n",
        &o, "returned 122");
}

static void weak_symbols_may_be_missing(void **state) {
    (void)state;
    const char *text =
        "declare @maybe() -> i32 weak\nfunc @main() -> i32 {\nentry:\n %0: i1 = ne @maybe, ptr null\n %1: i32 = zext %0\n ret %1\n}\n";
    const uint64_t yes = 1;
    program_expect(text, "returned 0");
    program_expect_with(prelude_64, text, &(struct exec_options){.rules = DEFAULT_RULES, .inputs = {.values = &yes, .n = 1}}, "returned 1; assumed");
}

static void another_entry_gets_numbers_and_unknown_pointers(void **state) {
    (void)state;
    struct ir_program *p = program_of(prelude_64,
                                      "func @f(%n: i32 user, %p: ptr user) -> i32 {\nentry:\n %0: i1 = eq %n, i32 3\n branch %0, a, b\n"
                                      "a:\n %1: i8 = load [%p] !4\n ret i32 1\nb:\n %2: ptr = call @malloc(i64 8) !5\n %3: i64 = cast %2\n "
                                      "%4: i32 = trunc %3\n ret i32 0 !6\n}\n"
                                      "func @g() -> ptr {\nentry:\n %0: ptr = call @malloc(i64 8)\n ret %0\n}\n");
    const uint64_t three = 3;
    struct exec_result r;
    exec_run(p, program_entry(p, "f"), &(struct exec_options){.rules = DEFAULT_RULES, .inputs = {.values = &three, .n = 1}}, &r);
    assert_string_equal(r.reason, "reads '*p' (1 byte) through an unknown pointer: argument 2 of the entry 'f'");
    exec_result_free(&r);
    exec_run(p, program_entry(p, "f"), &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_int_equal(r.outcome, EXEC_RETURNED);
    assert_int_equal(r.n_faults, 1);
    assert_null(r.assumed);
    exec_result_free(&r);
    exec_run(p, program_entry(p, "g"), &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_int_equal(r.n_faults, 0);
    exec_result_free(&r);
    ir_program_free(p);
}

static void unknown_functions_leave_memory_alone_and_are_named(void **state) {
    (void)state;
    struct exec_result r;
    program_run_with(prelude_64,
                     "func @main() -> i32 {\n slot $a size 4 align 4\nentry:\n store i32 3, [$a]\n %0: ptr = call @mystery($a)\n %1: i32 = "
                     "load [$a]\n ret %1\n}\n",
                     &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_int_equal(r.status, 3);
    assert_string_equal(r.assumed, "call of the unknown function 'mystery'");
    exec_result_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_keeps_frames_apart),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(function_pointers_are_called_and_compared),
        cmocka_unit_test(arguments_fit_or_are_converted),
        cmocka_unit_test(several_results_and_variadic_blocks_are_passed),
        cmocka_unit_test(switches_and_computed_gotos_find_their_way),
        cmocka_unit_test(constructors_and_handlers_and_destructors_run_in_order),
        cmocka_unit_test(a_fault_in_an_exit_handler_counts),
        cmocka_unit_test(library_functions_call_back),
        cmocka_unit_test(main_gets_its_arguments),
        cmocka_unit_test(constructors_get_the_arguments_of_main),
        cmocka_unit_test(weak_symbols_may_be_missing),
        cmocka_unit_test(another_entry_gets_numbers_and_unknown_pointers),
        cmocka_unit_test(unknown_functions_leave_memory_alone_and_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
