// SPDX-License-Identifier: MIT
// Which numbers only count: by what every assignment gives them, in all of the program.
#include "ir/counting.h"

#include "graph.h"
#include "ir/text.h"

static const char program[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "global @lines size 4 align 4\nglobal @seen size 4 align 4\nglobal @large size 4 align 4 = { 0: \"\\x00\\x00\\x00\\x70\" }\nglobal @set size 4 align 4\n"
    "declare @input() -> i32\ndeclare @fill(ptr)\n"
    "func @counts() -> i32 {\n  var %up: i32\n  var %other: i32\n  var %down: i32\n  var %byte: i32\n  var %narrow: i8\nentry:\n"
    "  %up = copy i32 0\n  %narrow = copy i8 0\n  jump loop\n"
    "loop:\n  %up = add %up, i32 1\n  %other = sub %up, i32 3\n  %down = sub i32 0, %up\n  %0: i32 = zext %narrow\n  %byte = add %0, i32 1\n"
    "  %narrow = add %narrow, i8 1\n  jump loop\n}\n"
    "func @given(%n: i32) {\n  var %more: i32\n  var %drawn: i32\n  var %twice: i32\n  var %far: i32\nentry:\n"
    "  %more = add %n, i32 1\n  %0: i32 = call @input()\n  %drawn = copy %0\n  %twice = copy i32 1\n  %far = copy i32 0\n  jump loop\n"
    "loop:\n  %drawn = add %drawn, i32 1\n  %twice = add %twice, %twice\n  %far = add %far, i32 100\n  jump loop\n}\n"
    "func @outside() {\nentry:\n  %0: i32 = load [@lines]\n  %1: i32 = add %0, i32 1\n  store %1, [@lines]\n"
    "  %2: i32 = load [@seen]\n  %3: i32 = add %2, i32 1\n  store %3, [@seen]\n  call @fill(@seen)\n"
    "  %4: i32 = load [@large]\n  %5: i32 = add %4, i32 1\n  store %5, [@large]\n"
    "  %6: i32 = load [@set]\n  %7: i32 = add %6, i32 1\n  store %7, [@set]\n  ret\n}\n"
    "func @sets(%n: i32) {\nentry:\n  store %n, [@set]\n  ret\n}\n";

static struct ir_program *p;
static struct ir_counting c;

static int set_up(void **state) {
    struct buf why = {0};
    (void)state;
    p = ir_parse("t.hir", program, sizeof program - 1, &why);
    if (!p) fail_msg("%s", buf_text(&why));
    ir_counting_build(&c, p);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ir_counting_free(&c);
    ir_program_free(p);
    return 0;
}

// Is what the function gives to the n-th sum or difference in it a step?
static bool is_step(const char *func, uint32_t n) {
    uint32_t f = ir_index(ir_find(p, func)), which;
    const struct ir_func *of = &p->funcs.at[f];
    for (uint32_t i = 0; i < of->instrs.n; i++) {
        const struct ir_instr *x = &of->instrs.at[i];
        if (x->op == IR_LET && (x->pure == IR_ADD_ || x->pure == IR_SUB_) && !n--) return ir_is_step(&c, p, f, x, &which) && which == 0;
    }
    fail_msg("no such sum in %s", func);
    return false;
}

static void small_steps_from_small_numbers_count(void **state) {
    (void)state;
    assert_true(is_step("counts", 0));
    assert_true(is_step("counts", 1));
    assert_false(is_step("counts", 2));  // what is taken away is no step
    assert_true(is_step("counts", 3));
    assert_false(is_step("counts", 4));  // 256 steps of 8 bits are soon done
}

static void what_comes_from_elsewhere_does_not(void **state) {
    (void)state;
    assert_false(is_step("given", 0));
    assert_false(is_step("given", 1));
    assert_false(is_step("given", 2));
    assert_false(is_step("given", 3));
}

static void globals_count_unless_others_reach_them(void **state) {
    (void)state;
    assert_true(is_step("outside", 0));
    assert_false(is_step("outside", 1));
    assert_false(is_step("outside", 2));
    assert_false(is_step("outside", 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_steps_from_small_numbers_count),
        cmocka_unit_test(what_comes_from_elsewhere_does_not),
        cmocka_unit_test(globals_count_unless_others_reach_them),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
