// SPDX-License-Identifier: MIT
// The solver's proposals: inputs that leave a path where they should, and as they should, since running them shows it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec/exec.h"
#include "ir/text.h"
#include "solve/solve.h"

enum { MOST_INPUTS = 8 };
struct fixture {
    struct ir_program *p;
    struct exec_record record;
    struct exec_result result;
    struct solve *s;
};

static void run(struct fixture *x, const uint64_t *inputs, uint32_t n) {
    struct exec_options o = {.rules = ir_rules_named("memory-safety"), .inputs = {.values = inputs, .n = n}, .record = &x->record};
    exec_record_clear(&x->record);
    exec_run(x->p, ir_index(ir_find(x->p, "main")), &o, &x->result);
    solve_about(x->s, x->p, &x->record);
}

static void begin(struct fixture *x, const char *body, const uint64_t *inputs, uint32_t n) {
    struct buf text = {0}, error = {0};
    *x = (struct fixture){.s = solve_new()};
    buf_printf(&text,
               "hir 1\npointer 64\ndeclare @__VERIFIER_nondet_int() -> i32\ndeclare @malloc(i64) -> ptr\ndeclare @strcmp(ptr, ptr) -> "
               "i32\nfunc @main() -> i32 {\n%s}\n",
               body);
    x->p = ir_parse("t.hir", text.text, text.n, &error);
    if (!x->p) fail_msg("%s", buf_text(&error));
    run(x, inputs, n);
    buf_free(&text);
}

static void end(struct fixture *x) {
    solve_free(x->s);
    exec_record_free(&x->record);
    exec_result_free(&x->result);
    ir_program_free(x->p);
}

// Leaves at a decision, runs what was found, and yields the new run's exit status; -1: nothing was found.
static int leave(struct fixture *x, uint32_t decision, uint32_t way) {
    uint64_t inputs[MOST_INPUTS];
    uint32_t n = x->result.n_inputs;
    assert_true(n <= MOST_INPUTS);
    for (uint32_t i = 0; i < n; i++) inputs[i] = x->result.inputs[i].value;
    if (!solve_leave(x->s, decision, way, inputs, n)) return -1;
    struct exec_result again;
    struct exec_options o = {.rules = ir_rules_named("memory-safety"), .inputs = {.values = inputs, .n = n}};
    exec_run(x->p, ir_index(ir_find(x->p, "main")), &o, &again);
    int status = again.n_faults ? 100 : again.status;
    exec_result_free(&again);
    return status;
}

#define DRAW(n) " %" #n ": i32 = call @__VERIFIER_nondet_int()\n"

static void finds_the_other_way_of_a_branch(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "entry:\n" DRAW(0) " %1: i32 = mul %0, i32 7\n %2: i32 = add %1, i32 3\n %3: i1 = eq %2, i32 52\n branch %3, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
          NULL, 0);
    assert_int_equal(x.result.status, 2);
    assert_int_equal(leave(&x, 0, 0), 1);
    end(&x);
}

// The first branch binds the second; a third input that has nothing to do with them keeps its value.
static void keeps_to_the_path_before(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "entry:\n" DRAW(0) DRAW(1) " %2: i1 = ult %0, i32 10\n branch %2, a, out\na:\n %3: i32 = mul %0, %0\n %4: i1 = eq %3, i32 49\n"
          " branch %4, b, out\nb:\n ret %1\nout:\n ret i32 0\n",
          (const uint64_t[]){1, 77}, 2);
    assert_int_equal(x.record.decisions.n, 2);
    assert_int_equal(leave(&x, 1, 0), 77);
    end(&x);
}

static void knows_when_there_is_no_other_way(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "entry:\n" DRAW(0) " %1: i1 = ult %0, i32 10\n branch %1, a, out\na:\n %2: i1 = eq %0, i32 11\n branch %2, b, out\nb:\n ret i32 1\n"
          "out:\n ret i32 0\n",
          NULL, 0);
    assert_int_equal(leave(&x, 1, 0), -1);
    assert_int_equal(leave(&x, 0, 0), 0);
    end(&x);
}

static void finds_every_case_of_a_switch(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "entry:\n" DRAW(
              0) " %1: i32 = xor %0, i32 0x5a5a5a5a\n switch %1, c { 7: a, 100..200: b }\na:\n ret i32 1\nb:\n ret i32 2\nc:\n ret i32 3\n",
          (const uint64_t[]){0x5a5a5a5d}, 1);
    assert_int_equal(x.result.status, 1);
    assert_int_equal(solve_ways(x.p, &x.record.decisions.at[0]), 3);
    assert_int_equal(leave(&x, 0, 0), -1);  // the way it took
    assert_int_equal(leave(&x, 0, 1), 2);
    assert_int_equal(leave(&x, 0, 2), 3);
    end(&x);
}

static void leaves_blocks_at_both_ends(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, " slot $a size 40 align 4\nentry:\n" DRAW(0) " %1: i32 = load [$a + 4*%0]\n ret i32 0\n", NULL, 0);
    assert_int_equal(leave(&x, 0, 0), 100);
    assert_int_equal(leave(&x, 0, 1), 100);
    end(&x);
}

static void changes_numbers_that_bind_nothing(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "entry:\n" DRAW(0) " %1: i64 = zext %0\n %2: ptr = call @malloc(%1)\n %3: i1 = ult %0, i32 50\n branch %3, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
          (const uint64_t[]){60}, 1);
    assert_int_equal(x.record.decisions.at[0].kind, EXEC_NUMBER);
    assert_int_equal(leave(&x, 1, 0), 100);  // a smaller block, and leaked
    end(&x);
}

// 3n + 1 bytes, of which 0..8 or more are left; of n bytes always n.
static void makes_sizes_wrap_around(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "entry:\n" DRAW(0) " %1: i32 = mul %0, i32 3\n %2: i32 = add %1, i32 1\n %3: i64 = zext %2\n %4: ptr = call @malloc(%3)\n ret i32 1\n",
          (const uint64_t[]){5}, 1);
    assert_int_equal(solve_ways(x.p, &x.record.decisions.at[0]), 4);
    for (uint32_t way = 2; way < 4; way++) {
        uint64_t n = 5;
        assert_true(solve_leave(x.s, 0, way, &n, 1));
        uint32_t bytes = (uint32_t)(n * 3 + 1);
        assert_true(n <= UINT32_MAX && n * 3 + 1 > UINT32_MAX);
        assert_in_range(bytes, way == 2 ? 0 : 9, way == 2 ? 8 : 4096);
    }
    end(&x);
    begin(&x, "entry:\n" DRAW(0) " %1: i64 = zext %0\n %2: ptr = call @malloc(%1)\n ret i32 1\n", (const uint64_t[]){5}, 1);
    uint64_t n = 5;
    assert_false(solve_leave(x.s, 0, 2, &n, 1));
    end(&x);
}

// Two stores, read across; a shifted sign; a pick.
static void understands_bytes_and_signs(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          " slot $a size 8 align 4\nentry:\n" DRAW(0) DRAW(1) " store %0, [$a]\n store %1, [$a + 4]\n %2: i32 = load [$a + 2]\n %3: i8 = load [$a]\n"
          " %4: i32 = sext %3\n %5: i32 = ashr %4, i32 1\n %6: i1 = eq %2, i32 0x12345678\n branch %6, a, out\na:\n %7: i1 = eq %5, i32 -3\n"
          " branch %7, b, out\nb:\n %8: i32 = smax %0, %1\n %9: i1 = eq %8, %1\n branch %9, c, out\nc:\n ret i32 1\nout:\n ret i32 0\n",
          (const uint64_t[]){0x56780000, 0x1234}, 2);
    assert_int_equal(x.record.decisions.n, 2);
    uint64_t inputs[2] = {0x56780000, 0x1234};
    assert_true(solve_leave(x.s, 1, 0, inputs, 2));
    exec_result_free(&x.result);
    run(&x, inputs, 2);
    assert_int_equal(x.record.decisions.n, 3);
    assert_int_equal(x.record.nodes.at[x.record.decisions.at[2].node].value, 0);
    assert_int_equal(leave(&x, 2, 0), 1);  // the upper half of %1 is still free
    end(&x);
}

static void spells_words(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          " slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n" DRAW(0) " store %0, [$a]\n store i32 0x00636261, [$b]\n"
          " %1: i32 = call @strcmp($a, $b)\n %2: i1 = eq %1, i32 0\n branch %2, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
          (const uint64_t[]){0x78787878}, 1);
    assert_int_equal(x.result.status, 2);
    assert_int_equal(leave(&x, x.record.decisions.n - 1, 0), 1);
    end(&x);
}

// Quotients of quotients, which change nothing: one of them is a question, a hundred are not asked.
static void asks_nothing_that_is_too_large(void **state) {
    (void)state;
    for (uint32_t n = 1; n <= 100; n += 99) {
        struct fixture x;
        struct buf body = {0};
        buf_str(&body, " var %h: i64\nentry:\n" DRAW(0) " %1: i64 = zext %0\n %h = add %1, i64 1\n");
        for (uint32_t i = 0; i < n; i++) buf_str(&body, " %h = udiv %h, i64 1\n");
        buf_str(&body, " %900: i1 = eq %h, i64 500003\n branch %900, a, b\na:\n ret i32 1\nb:\n ret i32 2\n");
        begin(&x, body.text, NULL, 0);
        uint64_t before = solve_work(x.s);
        assert_int_equal(leave(&x, 0, 0), n == 1 ? 1 : -1);
        assert_true(solve_work(x.s) > before);
        buf_free(&body);
        end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_other_way_of_a_branch),  cmocka_unit_test(keeps_to_the_path_before),
        cmocka_unit_test(knows_when_there_is_no_other_way), cmocka_unit_test(finds_every_case_of_a_switch),
        cmocka_unit_test(leaves_blocks_at_both_ends),       cmocka_unit_test(changes_numbers_that_bind_nothing),
        cmocka_unit_test(understands_bytes_and_signs),      cmocka_unit_test(spells_words),
        cmocka_unit_test(asks_nothing_that_is_too_large),   cmocka_unit_test(makes_sizes_wrap_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
