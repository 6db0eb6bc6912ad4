// SPDX-License-Identifier: MIT
// Where the search aims: distances through branches, calls and returns, and the order in which ways are asked for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check/paths.h"
#include "ir/text.h"

struct fixture {
    struct ir_program *p;
    struct ir_lib_table *lib;
    struct check_aim aim;
    struct check_cover cover;
    struct check_paths paths;
};

static void begin(struct fixture *x, const char *text, const check_targets *targets) {
    struct buf all = {0}, error = {0};
    *x = (struct fixture){.lib = ir_lib_new()};
    buf_printf(&all, "hir 1\npointer 64\ndeclare @__VERIFIER_nondet_int() -> i32\ndeclare @mystery()\n%s", text);
    x->p = ir_parse("t.hir", all.text, all.n, &error);
    if (!x->p) fail_msg("%s", buf_text(&error));
    buf_free(&all);
    check_aim_begin(&x->aim, x->p, ir_index(ir_find(x->p, "main")), x->lib, ir_rules_named("memory-safety"), targets);
    check_cover_begin(&x->cover, x->p);
    check_paths_begin(&x->paths, x->p, &x->aim, &x->cover);
}

static void end(struct fixture *x) {
    check_paths_free(&x->paths);
    check_cover_free(&x->cover);
    check_aim_free(&x->aim);
    ir_lib_free(x->lib);
    ir_program_free(x->p);
}

static uint32_t from(const struct fixture *x, const char *func, uint32_t instr) {
    return check_aim_from(&x->aim, ir_index(ir_find(x->p, func)), instr);
}

// What may break a rule is a target if there is no other.
static void distance_counts_instructions(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "func @main(%p: ptr, %c: i1) -> i32 {\nentry:\n branch %c, a, b\na:\n jump c\nb:\n %0: i32 = add i32 1, i32 1\n ret i32 0\n"
          "c:\n %1: i32 = load [%p]\n ret %1\n}\n",
          NULL);
    assert_int_equal(from(&x, "main", 4), 0);
    assert_int_equal(from(&x, "main", 1), 1);
    assert_int_equal(from(&x, "main", 0), 2);
    assert_int_equal(from(&x, "main", 2), CHECK_FAR);
    assert_int_equal(from(&x, "main", 5), CHECK_FAR);
    end(&x);
}

static const char two_functions[] =
    "func @f(%p: ptr) {\nentry:\n %0: i32 = add i32 1, i32 1\n ret\n}\n"
    "func @main(%p: ptr) -> i32 {\nentry:\n %0: i32 = add i32 1, i32 1\n call @f(%p)\n %1: i32 = load [%p]\n ret %1\n}\n";

static void distance_goes_into_calls_and_behind_them(void **state) {
    struct fixture x;
    check_targets inside = {0};
    (void)state;
    vec_push(&inside, (struct check_target){2, 1});
    begin(&x, two_functions, &inside);
    assert_string_equal(x.p->funcs.at[2].name, "f");
    assert_int_equal(from(&x, "f", 0), 1);
    assert_int_equal(from(&x, "main", 1), 2);
    assert_int_equal(from(&x, "main", 2), CHECK_FAR);  // no target, though it is able to break a rule
    end(&x);
    vec_free(&inside);
    begin(&x, two_functions, NULL);
    assert_int_equal(from(&x, "main", 1), 1);
    assert_int_equal(from(&x, "f", 1), 2);  // its end, then behind the call
    end(&x);
}

// Three branches on one input; the last one's other way leads to the access.
static const char branches[] =
    "func @main() -> i32 {\nentry:\n %0: i32 = call @__VERIFIER_nondet_int()\n %1: i1 = ult %0, i32 1000\n branch %1, a, far\n"
    "a:\n %2: i1 = eq %0, i32 1\n branch %2, far, b\nb:\n %3: i1 = eq %0, i32 2\n branch %3, bad, far\nbad:\n %4: i32 = load [ptr null]\n "
    "ret %4\n"
    "far:\n ret i32 0\n}\n";

static void the_nearest_way_comes_first_and_none_comes_twice(void **state) {
    struct fixture x;
    struct exec_record r = {0};
    struct exec_result run;
    struct check_way way;
    (void)state;
    begin(&x, branches, NULL);
    struct exec_options o = {.observer = &x.cover.observer, .record = &r};
    exec_run(x.p, ir_index(ir_find(x.p, "main")), &o, &run);
    assert_int_equal(r.decisions.n, 3);
    check_paths_add(&x.paths, 5, &r);
    check_paths_add(&x.paths, 6, &r);
    assert_true(check_paths_next(&x.paths, &way));
    assert_int_equal(way.decision, 2);
    assert_int_equal(way.run, 5);
    assert_true(check_paths_next(&x.paths, &way));
    assert_true(check_paths_next(&x.paths, &way));
    assert_false(check_paths_next(&x.paths, &way));
    exec_result_free(&run);
    exec_record_free(&r);
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_counts_instructions),
        cmocka_unit_test(distance_goes_into_calls_and_behind_them),
        cmocka_unit_test(the_nearest_way_comes_first_and_none_comes_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
