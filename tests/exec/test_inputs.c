// SPDX-License-Identifier: MIT
// Runs are functions of their inputs: the same inputs, the same result; what was drawn replays the run.
#include "exec/program.h"

// Builds a list by nondeterministic choices, with a loss, a fault or a normal end, depending on them.
static const char chooser[] =
    "func @main() -> i32 {\n var %p: ptr user\n var %i: i32 user\n slot $junk size 4 align 4\nentry:\n %p = copy ptr null\n %i = copy i32 "
    "0\n jump loop\n"
    "loop:\n %0: i32 = call @__VERIFIER_nondet_int() !3\n %1: i32 = and %0, i32 7\n switch %1, next { 0: push, 1: pop, 2: forget, 3: peek, "
    "4: junk }\n"
    "push:\n %2: ptr = call @malloc(i64 16) !5\n store %p, [%2]\n store %0, [%2 + 8]\n %p = copy %2 !7\n jump next\n"
    "pop:\n %3: ptr = load [%p] !9\n call @free(%p)\n %p = copy %3\n jump next\n"
    "forget:\n %p = copy ptr null !12\n jump next\n"
    "peek:\n %4: i32 = load [%p + 12] !14\n %i = add %i, %4\n jump next\n"
    "junk:\n %5: i32 = load [$junk]\n %i = xor %i, %5\n jump next\n"
    "next:\n %i = add %i, i32 1\n %6: i1 = ult %i, i32 100\n branch %6, loop, out\nout:\n ret %i !20\n}\n";

static void same(const struct exec_result *a, const struct exec_result *b) {
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->n_faults, b->n_faults);
    for (uint32_t i = 0; i < a->n_faults; i++) {
        assert_int_equal(a->faults[i].rule, b->faults[i].rule);
        assert_int_equal(a->faults[i].step, b->faults[i].step);
        assert_string_equal(a->faults[i].message, b->faults[i].message);
    }
    assert_int_equal(a->n_inputs, b->n_inputs);
    for (uint32_t i = 0; i < a->n_inputs; i++) assert_int_equal(a->inputs[i].value, b->inputs[i].value);
}

static void the_same_seed_gives_the_same_run_and_its_inputs_replay_it(void **state) {
    (void)state;
    uint32_t outcomes = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.seeded = true, .seed = seed}, .max_steps = 100000};
        struct exec_result first, second, replay;
        program_run_with(prelude_64, chooser, &o, &first);
        program_run_with(prelude_64, chooser, &o, &second);
        same(&first, &second);
        uint64_t values[5000];
        assert_true(first.n_inputs < 5000);
        for (uint32_t i = 0; i < first.n_inputs; i++) values[i] = first.inputs[i].value;
        o.inputs.values = values;
        o.inputs.n = first.n_inputs;
        program_run_with(prelude_64, chooser, &o, &replay);
        same(&first, &replay);
        outcomes |= 1u << first.outcome;
        exec_result_free(&first);
        exec_result_free(&second);
        exec_result_free(&replay);
    }
    assert_int_equal(outcomes, 1u << EXEC_RETURNED | 1u << EXEC_FAULT);
}

static void draws_are_recorded_with_width_and_place(void **state) {
    (void)state;
    const uint64_t inputs[] = {0x1ffffffff, 6};
    struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.values = inputs, .n = 2}};
    struct exec_result r;
    program_run_with(
        prelude_64,
        "func @main() -> i32 {\nentry:\n %0: i32 = call @__VERIFIER_nondet_int() !3\n %1: i32 = call @__VERIFIER_nondet_int() !4\n"
        " %2: i32 = call @__VERIFIER_nondet_int() !5\n %3: i32 = sub %1, %0\n %4: i32 = add %3, %2\n ret %4\n}\n",
        &o, &r);
    assert_int_equal(r.status, 7);
    assert_int_equal(r.n_inputs, 3);
    assert_int_equal(r.inputs[0].value, 0xffffffff);
    assert_int_equal(r.inputs[1].value, 6);
    assert_int_equal(r.inputs[2].value, 0);
    assert_int_equal(r.inputs[1].bits, 32);
    assert_int_equal(r.inputs[1].kind, EXEC_CHOSEN);
    assert_int_equal(r.inputs[1].loc.line, 4);
    exec_result_free(&r);
}

// %0 = 100 * local + memory, each read twice.
static void an_uninitialised_number_is_drawn_when_it_is_first_read(void **state) {
    (void)state;
    const uint64_t inputs[] = {3, 4, 9, 9};
    struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.values = inputs, .n = 4}};
    struct exec_result r;
    program_run_with(
        prelude_64,
        "func @main() -> i32 {\n var %i: i32 user\n var %j: i32 user\n slot $u size 4 align 4\n slot $v size 8 align 4\nentry:\n"
        " store %i, [$v + 4]\n %0: i32 = load [$u] !4\n %1: i32 = mul %i, i32 100\n %2: i32 = add %1, %0\n"
        " %3: i32 = load [$u]\n %4: i32 = load [$v + 4]\n %5: i32 = sub %3, %0\n %6: i32 = sub %4, %i\n"
        " %7: i32 = or %5, %6\n %8: i1 = eq %7, i32 0\n branch %8, good, bad\ngood:\n ret %2\nbad:\n ret i32 -1\n}\n",
        &o, &r);
    assert_int_equal(r.status, 304);
    assert_int_equal(r.n_inputs, 2);
    assert_int_equal(r.inputs[1].bits, 32);
    assert_string_equal(r.inputs[1].what, "uninitialised");
    assert_true(r.inputs[0].kind == EXEC_CONTENTS && r.inputs[1].kind == EXEC_CONTENTS);
    assert_int_equal(r.inputs[1].loc.line, 4);
    exec_result_free(&r);
}

static void uninitialised_bytes_that_were_copied_are_not_drawn(void **state) {
    (void)state;
    const uint64_t inputs[] = {3, 4};
    struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.values = inputs, .n = 2}};
    struct exec_result r;
    program_run_with(prelude_64,
                     "func @main() -> i32 {\n slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n copy [$b], [$a], i64 4\n"
                     " %0: i32 = load [$a]\n %1: i32 = load [$b]\n %2: i32 = sub %0, %1\n ret %2\n}\n",
                     &o, &r);
    assert_int_equal(r.status, 0);
    assert_int_equal(r.n_inputs, 0);
    exec_result_free(&r);
}

static void seeds_differ(void **state) {
    (void)state;
    const char *text =
        "func @main() -> i32 {\n slot $u size 4 align 4\nentry:\n %0: i32 = load [$u]\n %1: i32 = and %0, i32 0x7fffffff\n ret %1\n}\n";
    struct exec_result a, b;
    program_run_with(prelude_64, text, &(struct exec_options){.rules = DEFAULT_RULES, .inputs = {.seeded = true, .seed = 10}}, &a);
    program_run_with(prelude_64, text, &(struct exec_options){.rules = DEFAULT_RULES, .inputs = {.seeded = true, .seed = 20}}, &b);
    assert_int_not_equal(a.status, b.status);
    exec_result_free(&a);
    exec_result_free(&b);
}

static void what_is_unknown_is_chosen_once(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        const struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.seeded = true, .seed = seed}};
        program_expect_with(
            prelude_64,
            "global @e size 8 align 8 extern\nfunc @main() -> i32 {\n slot $a size 8 align 8\nentry:\n havoc [$a], i64 8, \"asm\"\n"
            " %0: i32 = load [$a]\n %1: i32 = load [$a]\n %2: i32 = sub %0, %1\n %3: i32 = load [@e]\n %4: i32 = load [@e]\n"
            " %5: i32 = sub %3, %4\n %6: i32 = or %2, %5\n ret %6\n}\n",
            &o, "returned 0");
    }
}

static void allocations_fail_only_if_they_may(void **state) {
    (void)state;
    const char *text =
        "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i64 4) !2\n store i32 1, [%0] !3\n call @free(%0)\n ret i32 0\n}\n";
    const uint64_t fail = 1;
    struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.values = &fail, .n = 1}};
    program_expect_with(prelude_64, text, &o, "returned 0");
    o.malloc_may_fail = true;
    program_expect_with(prelude_64, text, &o, "fault; null-dereference 3");
    body_expect("entry:\n %0: ptr = call @malloc(i64 0x8000000000000000)\n %1: i1 = eq %0, ptr null\n %2: i32 = zext %1\n ret %2\n",
                "returned 1");
}

#define CHURN(body)                                                                                                                        \
    " %i = copy i32 0\n jump loop\nloop:\n" body " %i = add %i, i32 1\n %99: i1 = ult %i, i32 200000\n branch %99, loop, out\nout:\n"

static void numbers_of_dead_blocks_are_used_again_without_harm(void **state) {
    (void)state;
    const struct exec_options small = {.rules = DEFAULT_RULES, .max_bytes = 24 << 20};
    // A pointer to a freed block outlives two hundred thousand others; so does one that only an exclusive or remembers.
    program_expect_with(
        prelude_64,
        "func @main() -> i32 {\n var %i: i32 user\n var %old: ptr user\nentry:\n %old = call @malloc(i64 8) !2\n call @free(%old) "
        "!3\n" CHURN(" %0: ptr = call @malloc(i64 8)\n store %0, [%0]\n call @free(%0)\n") " %2: i8 = load [%old] !9\n ret i32 0\n}\n",
        &small, "fault; use-after-free 9");
    program_expect_with(prelude_64,
                        "func @main() -> i32 {\n var %i: i32 user\n var %x: i64 user\n slot $s size 8 align 8\nentry:\n %1: ptr = call @malloc(i64 8) !2\n"
                        " %2: i64 = cast %1\n %3: i64 = cast $s\n %x = xor %2, %3\n call @free(%1)\n" CHURN(" %0: ptr = call @malloc(i64 8)\n call @free(%0)\n")
                        " %4: i64 = cast $s\n %5: i64 = xor %x, %4\n %6: ptr = cast %5\n store i8 1, [%6] !9\n ret i32 0\n}\n",
                        &small, "fault; use-after-free 9");
    program_expect_with(prelude_64,
                        "func @f() {\n slot $a size 8 align 8\n slot $b size 8 align 8\nentry:\n store $b, [$a]\n ret\n}\n"
                        "func @main() -> i32 {\n var %i: i32 user\n slot $s size 8 align 8\nentry:\n store $s, [$s]\n" CHURN(
                            " call @f()\n") " %2: ptr = load [$s]\n store i64 5, [%2]\n %3: i32 = load [$s]\n ret %3\n}\n",
                        &small, "returned 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_run_and_its_inputs_replay_it),
        cmocka_unit_test(draws_are_recorded_with_width_and_place),
        cmocka_unit_test(an_uninitialised_number_is_drawn_when_it_is_first_read),
        cmocka_unit_test(uninitialised_bytes_that_were_copied_are_not_drawn),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(what_is_unknown_is_chosen_once),
        cmocka_unit_test(allocations_fail_only_if_they_may),
        cmocka_unit_test(numbers_of_dead_blocks_are_used_again_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
