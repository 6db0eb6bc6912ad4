// SPDX-License-Identifier: MIT
// All runs of a program: as many as there are ways to decide, each of which is asked for once; and runs that are not what was asked for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec/exec.h"
#include "ir/text.h"
#include "solve/tree.h"

enum { MOST_INPUTS = 8, MOST_RUNS = 100 };
struct fixture {
    struct ir_program *p;
    struct exec_record record;
    struct solve_tree *t;
    uint64_t inputs[MOST_INPUTS];
    uint32_t n;
    int status[MOST_RUNS];  // of the runs; 100: it broke a rule; 200: it is assumed
    uint32_t runs;
};

static void begin(struct fixture *x, const char *body) {
    struct buf text = {0}, error = {0};
    *x = (struct fixture){0};
    buf_printf(&text, "hir 1\npointer 64\ndeclare @__VERIFIER_nondet_int() -> i32\nfunc @main() -> i32 {\n%s}\n", body);
    x->p = ir_parse("t.hir", text.text, text.n, &error);
    if (!x->p) fail_msg("%s", buf_text(&error));
    x->t = solve_tree_new(x->p);
    buf_free(&text);
}

static void run(struct fixture *x) {
    struct exec_options o = {.rules = ir_rules_named("memory-safety"), .inputs = {.values = x->inputs, .n = x->n}, .record = &x->record, .alone = true};
    struct exec_result r;
    exec_record_clear(&x->record);
    exec_run(x->p, ir_index(ir_find(x->p, "main")), &o, &r);
    assert_true(r.n_inputs <= MOST_INPUTS && x->runs < MOST_RUNS);
    x->n = r.n_inputs;
    for (uint32_t i = 0; i < r.n_inputs; i++) x->inputs[i] = r.inputs[i].value;
    x->status[x->runs++] = r.assumed ? 200 : r.n_faults ? 100 : r.status;
    exec_result_free(&r);
}

static void run_all(struct fixture *x) {
    struct solve_listener nobody = {0};
    enum solve_answer answer;
    do {
        run(x);
        assert_true(solve_tree_grow(x->t, &x->record));
        answer = solve_tree_next(x->t, x->inputs, x->n, &nobody);
    } while (answer == SOLVE_YES);
    assert_int_equal(answer, SOLVE_NO);
}

static uint32_t count(const struct fixture *x, int status) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->runs; i++) n += x->status[i] == status;
    return n;
}

static void end(struct fixture *x) {
    solve_tree_free(x->t);
    exec_record_free(&x->record);
    ir_program_free(x->p);
}

#define DRAW(n) " %" #n ": i32 = call @__VERIFIER_nondet_int()\n"

static void runs_both_sides_of_each_branch_that_has_them(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "entry:\n" DRAW(0) " %1: i1 = slt %0, i32 5\n branch %1, a, b\na:\n %2: i1 = slt %0, i32 9\n branch %2, c, d\nb:\n ret i32 1\nc:\n ret i32 2\nd:\n ret i32 3\n");
    run_all(&x);
    assert_int_equal(x.runs, 2);
    assert_int_equal(count(&x, 1), 1);
    assert_int_equal(count(&x, 2), 1);
    end(&x);
}

static void runs_every_case_once(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "entry:\n" DRAW(0) " switch %0, d { 1: a, 7..9: b }\na:\n ret i32 1\nb:\n ret i32 2\nd:\n ret i32 3\n");
    run_all(&x);
    assert_int_equal(x.runs, 3);
    for (int i = 1; i <= 3; i++) assert_int_equal(count(&x, i), 1);
    end(&x);
}

// Seven indices are good, and the eighth breaks a rule.
static void runs_every_number_that_an_address_can_be(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "slot $a size 7 align 1\nentry:\n" DRAW(0) " %1: i32 = and %0, i32 7\n %2: i64 = zext %1\n store i8 1, [$a + 1*%2]\n ret i32 1\n");
    run_all(&x);
    assert_int_equal(x.runs, 8);
    assert_int_equal(count(&x, 1), 7);
    assert_int_equal(count(&x, 100), 1);
    end(&x);
}

static void decides_a_division_by_zero(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "entry:\n" DRAW(0) " %1: i32 = udiv i32 7, %0\n %2: i1 = eq %1, i32 7\n branch %2, a, b\na:\n ret i32 1\nb:\n ret i32 2\n");
    run_all(&x);
    assert_int_equal(x.runs, 3);
    assert_int_equal(count(&x, 1), 1);
    assert_int_equal(count(&x, 2), 1);
    end(&x);
}

// A record of other decisions is refused.
static void refuses_a_run_that_decides_otherwise(void **state) {
    struct fixture x;
    struct solve_listener nobody = {0};
    (void)state;
    begin(&x, "entry:\n" DRAW(0) " %1: i1 = slt %0, i32 5\n branch %1, a, b\na:\n ret i32 1\nb:\n ret i32 2\n");
    run(&x);
    assert_true(solve_tree_grow(x.t, &x.record));
    assert_int_equal(solve_tree_next(x.t, x.inputs, x.n, &nobody), SOLVE_YES);
    x.inputs[0] = 0;
    run(&x);
    assert_false(solve_tree_grow(x.t, &x.record));
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_both_sides_of_each_branch_that_has_them),
        cmocka_unit_test(runs_every_case_once),
        cmocka_unit_test(runs_every_number_that_an_address_can_be),
        cmocka_unit_test(decides_a_division_by_zero),
        cmocka_unit_test(refuses_a_run_that_decides_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
