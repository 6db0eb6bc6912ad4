// SPDX-License-Identifier: MIT
// Who works on a verdict: names of strategies, an attempt that proves what the proof does not, a proof that pauses for searches, and what ends all attempts.
#include "check/portfolio.h"

#include "fix/intervals.h"

struct fixture {
    struct ir_program *p;
    struct ir_lib_table *lib;
    struct check_domain how;
    struct check_analyse_options o;
    struct check_task task;
    struct check_result r;
    struct check_portfolio all;
    VEC(uint64_t) searches;  // what they were for
    uint64_t finds;          // the number of the one that finds a fault; 0: none
};

static bool search(void *self, struct check_result *r, const check_targets *targets, uint64_t states, uint64_t effort) {
    struct fixture *x = self;
    (void)r;
    (void)targets;
    assert_true(effort >= states);
    vec_push(&x->searches, states);
    return x->searches.n == x->finds;
}

static void begin(struct fixture *x, const char *set, const char *text) {
    struct buf all = {0}, error = {0};
    memset(x, 0, sizeof *x);
    buf_printf(&all, "hir 1\npointer 64\nfile 0 \"t.c\"\n%s", text);
    x->p = ir_parse("t.hir", all.text, all.n, &error);
    if (!x->p) fail_msg("%s", buf_text(&error));
    buf_free(&all);
    x->lib = ir_lib_new();
    x->how.domain = &intervals;
    assert_true(set_parse(set, &x->how.set, &error));
    x->o = (struct check_analyse_options){
        .how = &x->how, .rules = ir_rules_named("memory-safety"), .library = x->lib, .search = search, .self = x};
    x->task = (struct check_task){.p = x->p, .entry = ir_index(ir_find(x->p, "main")), .o = &x->o};
    check_result_init(&x->r, "t.hir", "main");
}

static void run(struct fixture *x, const char *strategies) {
    if (strategies) assert_true(check_turns_parse(strategies, &x->o.strategies, &(struct buf){0}));
    check_portfolio_run(&x->all, &x->task, &x->r);
}

static void end(struct fixture *x) {
    check_portfolio_end(&x->all);
    check_result_free(&x->r);
    vec_free(&x->searches);
    ir_lib_free(x->lib);
    ir_program_free(x->p);
}

static void strategies_have_names(void **state) {
    uint32_t set;
    struct buf error = {0}, list = {0};
    (void)state;
    assert_true(check_turns_parse("exact", &set, &error));
    assert_int_equal(set, 1u << CHECK_TURN_EXACT);
    assert_true(check_turns_parse("search,fixpoint,search", &set, &error));
    assert_int_equal(set, 1u << CHECK_TURN_PROOF | 1u << CHECK_TURN_SEARCH);
    assert_true(check_turns_have(set, CHECK_TURN_SEARCH) && !check_turns_have(set, CHECK_TURN_EXACT) && check_turns_have(0, CHECK_TURN_EXACT));
    assert_false(check_turns_parse("exact,", &set, &error));
    assert_string_equal(buf_text(&error), "there is no strategy ''; --strategy lists them");
    buf_free(&error);
    assert_false(check_turns_parse("exactly", &set, &error));
    assert_string_equal(buf_text(&error), "there is no strategy 'exactly'; --strategy lists them");
    buf_free(&error);
    check_turns_list(&list);
    assert_non_null(strstr(buf_text(&list), "\nother     the other heap domain"));
    buf_free(&list);
}

// The index goes from 9 to 1; a widened one goes on.
static const char down[] =
    "func @main(%i: i32) {\nentry:\n  %i = copy i32 9\n  jump loop\nloop:\n  %0: i32 = load [%i]\n  %i = sub %i, i32 1\n"
    "  %1: i1 = slt %i, i32 1\n  branch %1, out, loop\nout:\n  %2: i1 = slt %i, i32 0\n  branch %2, wide, end\n"
    "wide:\n  unmodelled \"asm\"\n  ret\nend:\n  ret\n}\n";

static void another_way_may_be_the_proof(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial", down);
    run(&x, NULL);
    assert_false(check_attempt_proves(&x.all.proof));
    assert_true(check_attempt_proves(x.all.decides));
    assert_int_equal(x.all.decides->way, CHECK_BY_EXACT);
    assert_false(x.all.refused);
    end(&x);
}

static void only_what_was_chosen_takes_part(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial", down);
    run(&x, "fixpoint,search");
    assert_ptr_equal(x.all.decides, &x.all.proof);
    assert_int_equal(x.searches.n, 1);
    end(&x);
    begin(&x, "partial", down);
    run(&x, "apart");
    assert_int_equal(x.all.decides->way, CHECK_BY_APART);
    assert_string_equal(x.all.proof.f.stopped, "the strategy 'fixpoint' is not among those chosen");
    assert_int_equal(x.searches.n, 0);
    end(&x);
}

// Some 1000 states, all of them compared with each other, and nothing wrong.
static const char many[] =
    "func @main(%i: i32) {\nentry:\n  %i = copy i32 1\n  jump loop\nloop:\n  %0: i32 = load [%i]\n  %i = add %i, i32 1\n"
    "  %1: i1 = slt %i, i32 1000\n  branch %1, loop, out\nout:\n  ret\n}\n";

static void a_long_proof_pauses_for_searches(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "powerset", many);
    run(&x, "fixpoint,search");
    assert_true(check_attempt_proves(&x.all.proof));
    assert_int_equal(x.searches.n, 4);
    assert_in_range(x.searches.at[0], 400, 410);
    assert_in_range(x.searches.at[1], 1600, 1640);
    assert_in_range(x.searches.at[2], 6400, 6560);
    assert_int_equal(x.searches.at[3], 0);  // as long as it is worth
    end(&x);
    begin(&x, "powerset", many);
    x.finds = 2;
    run(&x, "fixpoint,search");
    assert_true(x.all.refuted);
    assert_string_equal(x.all.proof.f.stopped, "the answer was found in another way");
    assert_in_range(fix_effort(&x.all.proof.f), 1600, 1640);
    end(&x);
}

// What no domain takes, on a way without loops, ends all attempts, with one search left to whoever asked.
static void what_no_domain_takes_ends_the_attempts(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial", "func @main() {\nentry:\n  unmodelled \"asm\"\n  ret\n}\n");
    run(&x, NULL);
    assert_true(x.all.refused);
    assert_int_equal(x.all.pauses, 0);
    assert_int_equal(x.searches.n, 0);
    assert_ptr_equal(x.all.decides, &x.all.proof);
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strategies_have_names),
        cmocka_unit_test(another_way_may_be_the_proof),
        cmocka_unit_test(only_what_was_chosen_takes_part),
        cmocka_unit_test(a_long_proof_pauses_for_searches),
        cmocka_unit_test(what_no_domain_takes_ends_the_attempts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
