// SPDX-License-Identifier: MIT
// Every kind of fault, at its place, beside the nearest program that has none.
#include "exec/program.h"

static void null_is_not_dereferenced(void **state) {
    (void)state;
    body_expect("entry:\n %0: i32 = load [ptr null + 8] !3\n ret i32 0\n", "fault; null-dereference 3");
    body_expect("entry:\n store i32 1, [ptr null + 100000] !3\n ret i32 0\n", "fault; null-dereference 3");
    body_expect(" var %p: ptr user\nentry:\n %p = copy ptr null\n %0: ptr = addr [%p + 8192]\n %1: i8 = load [%0] !4\n ret i32 0\n",
                "fault; null-dereference 4");
    body_expect("entry:\n copy [ptr null], [ptr null + 8], i64 0 !3\n fill [ptr null], i8 1, i64 0\n ret i32 0\n", "returned 0");
    body_expect("entry:\n fill [ptr null], i8 1, i64 1 !3\n ret i32 0\n", "fault; null-dereference 3");
    body_expect("entry:\n %0: i1 = eq ptr null, ptr null\n %1: i32 = zext %0\n ret %1\n", "returned 1");
    body_expect("entry:\n call ptr null() !3\n ret i32 0\n", "fault; null-dereference 3");
}

static void addresses_without_object_are_out_of_bounds(void **state) {
    (void)state;
    body_expect("entry:\n %0: i8 = load [ptr 0x12345678] !3\n ret i32 0\n", "fault; out-of-bounds 3");
}

#define HEAP(n) "entry:\n %0: ptr = call @malloc(i64 " #n ") !1\n"

static void bounds_of_heap_blocks_are_checked(void **state) {
    (void)state;
    body_expect(HEAP(8) " store i64 7, [%0] !2\n call @free(%0)\n ret i32 0\n", "returned 0");
    body_expect(HEAP(8) " store i64 7, [%0 + 1] !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
    body_expect(HEAP(8) " store i8 7, [%0 - 1] !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
    body_expect(HEAP(8) " store i8 7, [%0 + 8] !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
    body_expect(HEAP(0) " store i8 7, [%0] !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
    body_expect(HEAP(0) " call @free(%0)\n ret i32 0\n", "returned 0");
    body_expect(HEAP(8) " %1: ptr = addr [%0 + 8]\n %2: ptr = addr [%1 - 1]\n store i8 7, [%2] !2\n call @free(%0)\n ret i32 0\n",
                "returned 0");
    body_expect(HEAP(8) " fill [%0 + 1], i8 0, i64 8 !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
    body_expect(HEAP(8) " copy [%0 + 4], [%0], i64 5 !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
    body_expect(HEAP(8) " copy [%0 + 4], [%0], i64 4 !2\n call @free(%0)\n ret i32 0\n", "returned 0");
    body_expect(HEAP(8) " copy [%0], [%0 + 4], i64 -1 !2\n call @free(%0)\n ret i32 0\n", "fault; out-of-bounds 2");
}

static void bounds_of_slots_and_globals_are_checked(void **state) {
    (void)state;
    body_expect(" slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n store i32 1, [$a + 4] !2\n ret i32 0\n",
                "fault; out-of-bounds 2");
    body_expect(" slot $a size 4 align 4\nentry:\n store i32 1, [$a] !2\n %0: i32 = load [$a]\n ret %0\n", "returned 1");
    program_expect("global @g size 4 align 4 = { 0: \"\\x05\" }\nfunc @main() -> i32 {\nentry:\n %0: i32 = load [@g]\n ret %0\n}\n",
                   "returned 5");
    program_expect("global @g size 4 align 4\nfunc @main() -> i32 {\nentry:\n %0: i32 = load [@g + 1] !2\n ret %0\n}\n",
                   "fault; out-of-bounds 2");
    program_expect(
        "global @g size 4 align 4\nfunc @main() -> i32 {\nentry:\n %0: i64 = copy i64 3\n %1: i8 = load [@g + 1*%0]\n"
        " %2: i8 = load [@g + 2*%0] !2\n ret i32 0\n}\n",
        "fault; out-of-bounds 2");
}

static void constant_memory_is_not_written(void **state) {
    (void)state;
    program_expect(
        "global @s size 3 align 1 readonly = { 0: \"ab\\x00\" }\nfunc @main() -> i32 {\nentry:\n %0: i8 = load [@s + 1]\n"
        " store %0, [@s] !4\n ret i32 0\n}\n",
        "fault; out-of-bounds 4");
    program_expect("func @main() -> i32 {\nentry:\n store i8 1, [@main] !4\n ret i32 0\n}\n", "fault; out-of-bounds 4");
}

static void freed_blocks_are_not_used(void **state) {
    (void)state;
    body_expect(HEAP(8) " call @free(%0) !2\n store i8 1, [%0] !3\n ret i32 0\n", "fault; use-after-free 3");
    body_expect(HEAP(8) " call @free(%0) !2\n %1: i8 = load [%0 + 100] !3\n ret i32 0\n", "fault; use-after-free 3");
    body_expect(HEAP(8) " call @free(%0) !2\n %1: i1 = ne %0, ptr null\n %2: i32 = zext %1\n ret %2\n", "returned 1");
    body_expect(HEAP(8) " call @free(%0) !2\n copy [%0], [%0], i64 0\n ret i32 0\n", "returned 0");
}

static void a_fault_tells_where_the_block_came_from(void **state) {
    (void)state;
    struct exec_result r;
    program_run_with(
        prelude_64,
        "func @drop(%p: ptr user) {\nentry:\n call @free(%p) !20\n ret !21\n}\n"
        "func @use(%p: ptr user) -> i32 {\nentry:\n %0: i32 = load [%p + 4] !30\n ret %0\n}\n"
        "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8) !1\n call @drop(%0) !2\n %1: i32 = call @use(%0) !3\n ret %1\n}\n",
        &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_int_equal(r.n_faults, 1);
    const struct exec_fault *f = &r.faults[0];
    assert_int_equal(f->rule, IR_RULE_USE_AFTER_FREE);
    assert_int_equal(f->place.loc.line, 30);
    assert_true(f->allocated && f->freed);
    assert_int_equal(f->allocation.loc.line, 1);
    assert_int_equal(f->release.loc.line, 20);
    assert_int_equal(f->n_chain, 1);
    assert_int_equal(f->chain[0].loc.line, 3);
    assert_non_null(strstr(f->message, "a heap block of 8 bytes"));
    exec_result_free(&r);
}

static void only_heap_blocks_are_freed_and_once(void **state) {
    (void)state;
    body_expect(HEAP(8) " call @free(%0) !2\n call @free(%0) !3\n ret i32 0\n", "fault; double-free 3");
    body_expect("entry:\n call @free(ptr null) !2\n ret i32 0\n", "returned 0");
    body_expect(HEAP(8) " %1: ptr = addr [%0 + 4]\n call @free(%1) !3\n ret i32 0\n", "fault; invalid-free 3");
    body_expect(HEAP(8) " %1: ptr = addr [%0 + 4]\n call @free(%0) !2\n call @free(%1) !3\n ret i32 0\n", "fault; invalid-free 3");
    body_expect(" slot $a size 8 align 8\nentry:\n call @free($a) !3\n ret i32 0\n", "fault; invalid-free 3");
    program_expect("global @g size 8 align 8\nfunc @main() -> i32 {\nentry:\n call @free(@g) !3\n ret i32 0\n}\n", "fault; invalid-free 3");
    program_expect("func @main() -> i32 {\nentry:\n call @free(@main) !3\n ret i32 0\n}\n", "fault; invalid-free 3");
    body_expect(" var %p: ptr user\nentry:\n call @free(%p) !3\n ret i32 0\n", "fault; invalid-free 3");
    body_expect("entry:\n call @free(ptr 16) !3\n ret i32 0\n", "fault; invalid-free 3");
    body_expect(
        " var %p: ptr user\n slot $a size 8 align 8 scoped\nentry:\n enter $a\n %p = copy $a\n leave $a\n call @free(%p) !3\n ret i32 0\n",
        "fault; invalid-free 3");
}

static void storage_is_not_used_out_of_scope(void **state) {
    (void)state;
    body_expect(
        " var %p: ptr user\n slot $a size 8 align 8 scoped\nentry:\n enter $a\n %p = copy $a\n leave $a\n store i8 1, [%p] !3\n ret i32 "
        "0\n",
        "fault; use-out-of-scope 3");
    body_expect(" slot $a size 8 align 8 scoped\nentry:\n store i8 1, [$a] !3\n ret i32 0\n", "fault; use-out-of-scope 3");
    body_expect(" slot $a size 8 align 8 scoped\nentry:\n enter $a\n store i8 1, [$a] !3\n leave $a\n ret i32 0\n", "returned 0");
    program_expect(
        "func @f() -> ptr {\n slot $a size 8 align 8\nentry:\n store i64 1, [$a]\n ret $a\n}\n"
        "func @main() -> i32 {\nentry:\n %0: ptr = call @f()\n %1: i64 = load [%0] !9\n ret i32 0\n}\n",
        "fault; use-out-of-scope 9");
    body_expect(
        " var %p: ptr user\n slot $a size 8 align 8 scoped\nentry:\n enter $a\n %p = copy $a\n enter $a\n store i8 1, [$a]\n store i8 1, "
        "[%p] !3\n ret i32 0\n",
        "fault; use-out-of-scope 3");
    // The same place on the stack, taken again by another call, is still not the old variable.
    program_expect(
        "func @f(%old: ptr user) -> ptr {\n slot $a size 8 align 8\nentry:\n %0: i1 = eq %old, ptr null\n branch %0, first, second\n"
        "first:\n ret $a\nsecond:\n %1: i64 = load [%old] !5\n ret ptr null\n}\n"
        "func @main() -> i32 {\nentry:\n %0: ptr = call @f(ptr null)\n %1: ptr = call @f(%0)\n ret i32 0\n}\n",
        "fault; use-out-of-scope 5");
}

static void alloca_blocks_end_with_their_mark_or_function(void **state) {
    (void)state;
    body_expect(
        " var %p: ptr user\nentry:\n %0: ptr = mark\n %p = alloca i64 16\n store i64 1, [%p + 8]\n release %0\n store i64 1, [%p] !3\n ret "
        "i32 0\n",
        "fault; use-out-of-scope 3");
    body_expect("entry:\n %0: ptr = alloca i64 16\n store i64 1, [%0 + 9] !3\n ret i32 0\n", "fault; out-of-bounds 3");
    program_expect(
        "func @f() -> ptr {\nentry:\n %0: ptr = alloca i64 8\n ret %0\n}\n"
        "func @main() -> i32 {\nentry:\n %0: ptr = call @f()\n %1: i8 = load [%0] !9\n ret i32 0\n}\n",
        "fault; use-out-of-scope 9");
    body_expect(
        " var %i: i32 user\nentry:\n %i = copy i32 0\n jump loop\nloop:\n %0: ptr = mark\n %1: ptr = alloca i64 4000000\n"
        " release %0\n %i = add %i, i32 1\n %2: i1 = ult %i, i32 100\n branch %2, loop, out\nout:\n ret i32 0\n",
        "returned 0");
    program_expect_with(prelude_32,
                        "func @main() -> i32 {\n var %i: i32 user\nentry:\n %i = copy i32 0\n jump loop\nloop:\n %0: ptr = mark\n %1: ptr "
                        "= alloca i32 4000000\n"
                        " release %0\n %i = add %i, i32 1\n %2: i1 = ult %i, i32 100\n branch %2, loop, out\nout:\n ret i32 0\n}\n",
                        &(struct exec_options){.rules = DEFAULT_RULES}, "returned 0");
    body_expect("entry:\n %0: ptr = alloca i64 100000000 !2\n ret i32 0\n", "unknown (the stack is too deep for the interpreter)");
}

static void error_calls_are_found(void **state) {
    (void)state;
    body_expect("entry:\n call @reach_error() !2\n ret i32 0\n", "fault; error-call 2");
    program_expect_with(prelude_64, "func @main() -> i32 {\nentry:\n call @reach_error() !2\n ret i32 0\n}\n",
                        &(struct exec_options){.rules = MEMORY_RULES}, "aborted");
}

static void other_rules_than_those_asked_for_end_the_run_silently(void **state) {
    (void)state;
    const struct exec_options reach = {.rules = REACHABILITY_RULES};
    const char *text =
        "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8)\n %1: i8 = load [ptr null] !2\n call @reach_error()\n ret i32 "
        "0\n}\n";
    program_expect_with(prelude_64, text, &reach, "stopped (null-dereference: reads '*NULL' (1 byte) through a null pointer)");
    program_expect_with(prelude_64, "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8)\n ret i32 0\n}\n", &reach, "returned 0");
}

static void the_machine_stops_at_impossible_divisions(void **state) {
    (void)state;
    body_expect("entry:\n %0: i32 = sdiv i32 1, i32 0 !2\n ret %0\n", "trapped (division by zero)");
    body_expect("entry:\n %0: i32 = sdiv i32 0x80000000, i32 -1 !2\n ret %0\n", "trapped (division overflows)");
    body_expect("entry:\n stop \"unreachable\"\n", "trapped (unreachable)");
    body_expect("entry:\n unmodelled \"setjmp\"\n ret i32 0\n", "unknown (setjmp)");
    body_expect("entry:\n assume i1 0\n ret i32 0\n", "assumption failed");
    body_expect("entry:\n assume i1 1\n ret i32 0\n", "returned 0");
}

static void a_promise_is_broken_or_ignored(void **state) {
    (void)state;
    const struct exec_options reach = {.rules = REACHABILITY_RULES};
    const char *text = "func @main() -> i32 {\nentry:\n promise i1 0, \"so it is\" !2\n ret i32 3\n}\n";
    body_expect("entry:\n promise i1 1, \"so it is\" !2\n ret i32 3\n", "returned 3");
    body_expect("entry:\n promise i1 0, \"so it is\" !2\n ret i32 3\n", "fault; broken-promise 2");
    program_expect_with(prelude_64, text, &reach, "returned 3");
}

static void limits_end_the_run(void **state) {
    (void)state;
    const char *loop = "func @main() -> i32 {\nentry:\n jump loop\nloop:\n jump loop\n}\n";
    program_expect_with(prelude_64, loop, &(struct exec_options){.rules = DEFAULT_RULES, .max_steps = 1000}, "out of steps (step limit)");
    program_expect_with(prelude_64, loop, &(struct exec_options){.rules = DEFAULT_RULES, .max_seconds = 0.01}, "out of steps (time limit)");
    program_expect_with(prelude_64, "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 1000000) !2\n ret i32 0\n}\n",
                        &(struct exec_options){.rules = DEFAULT_RULES, .max_bytes = 1000000},
                        "out of steps (memory limit of the interpreter)");
}

static void memory_cleanup_wants_everything_freed_at_the_end(void **state) {
    (void)state;
    const struct exec_options o = {.rules = 1u << IR_RULE_MEMORY_CLEANUP};
    program_expect_with(prelude_64,
                        "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8) !2\n call @exit(i32 3) !3\n stop \"exit\"\n}\n", &o,
                        "exited 3; memory-cleanup 3");
    program_expect_with(prelude_64, "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8) !2\n ret i32 0 !3\n}\n", &o,
                        "returned 0; memory-cleanup 3");
    program_expect_with(prelude_64,
                        "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8) !2\n call @abort() !3\n stop \"abort\"\n}\n", &o,
                        "aborted; memory-cleanup 3");
    program_expect_with(prelude_64, "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 8) !2\n call @free(%0)\n ret i32 0\n}\n",
                        &o, "returned 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_is_not_dereferenced),
        cmocka_unit_test(addresses_without_object_are_out_of_bounds),
        cmocka_unit_test(bounds_of_heap_blocks_are_checked),
        cmocka_unit_test(bounds_of_slots_and_globals_are_checked),
        cmocka_unit_test(constant_memory_is_not_written),
        cmocka_unit_test(freed_blocks_are_not_used),
        cmocka_unit_test(a_fault_tells_where_the_block_came_from),
        cmocka_unit_test(only_heap_blocks_are_freed_and_once),
        cmocka_unit_test(storage_is_not_used_out_of_scope),
        cmocka_unit_test(alloca_blocks_end_with_their_mark_or_function),
        cmocka_unit_test(error_calls_are_found),
        cmocka_unit_test(other_rules_than_those_asked_for_end_the_run_silently),
        cmocka_unit_test(the_machine_stops_at_impossible_divisions),
        cmocka_unit_test(a_promise_is_broken_or_ignored),
        cmocka_unit_test(limits_end_the_run),
        cmocka_unit_test(memory_cleanup_wants_everything_freed_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
