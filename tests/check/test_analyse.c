// SPDX-License-Identifier: MIT
// What an analysis by a domain says: safe only without fault, unknown and limit; findings are possible and have traces; what was proved is
// counted, and what follows a cut is not.
#include "check/analyse.h"

#include "check/program.h"
#include "fix/intervals.h"

struct fixture {
    struct ir_program *p;
    struct ir_lib_table *lib;
    struct check_domain how;
    struct check_result r;
    check_targets open;
};

static void begin(struct fixture *x, const char *text) {
    struct buf all = {0}, error = {0};
    memset(x, 0, sizeof *x);
    buf_printf(&all, "hir 1\npointer 64\nfile 0 \"t.c\"\n%s", text);
    x->p = ir_parse("t.hir", all.text, all.n, &error);
    if (!x->p) fail_msg("%s", buf_text(&error));
    buf_free(&all);
    x->lib = ir_lib_new();
    x->how.domain = &intervals;
    assert_true(set_parse("partial", &x->how.set, &error));
    check_result_init(&x->r, "t.hir", "main");
}

static void analyse_for(struct fixture *x, double seconds) {
    struct check_analyse_options o = {.how = &x->how, .rules = ir_rules_named("memory-safety"), .library = x->lib, .max_seconds = seconds};
    assert_true(check_domain_fits(&x->how, &(struct buf){0}));
    check_analyse(&x->r, x->p, ir_index(ir_find(x->p, "main")), &o, &x->open);
}

static void analyse(struct fixture *x) {
    analyse_for(x, 0);
}

static void end(struct fixture *x) {
    check_result_free(&x->r);
    vec_free(&x->open);
    ir_lib_free(x->lib);
    ir_program_free(x->p);
}

static void expect(const char *text, const char *reason, uint64_t proved, uint64_t open, uint64_t not_reached) {
    struct fixture x;
    begin(&x, text);
    analyse(&x);
    assert_string_equal(x.r.reason ? x.r.reason : "safe", reason);
    assert_int_equal(x.r.verdict, x.r.reason ? CHECK_UNKNOWN : CHECK_SAFE);
    assert_int_equal(x.r.counters[CHECK_PROVED], proved);
    assert_int_equal(x.r.counters[CHECK_OPEN], open);
    assert_int_equal(x.r.counters[CHECK_NOT_REACHED], not_reached);
    end(&x);
}

static void what_is_proved_is_safe(void **state) {
    (void)state;
    expect("func @main() {\nentry:\n  store i32 0, [i64 8]\n  store i32 0, [i64 16]\n  ret\n}\n", "safe", 2, 0, 0);
    expect("func @main() {\nentry:\n  jump on\non:\n  ret\nnever:\n  store i32 0, [i64 0]\n  ret\n}\n", "safe", 0, 0, 1);
}

static void a_fault_is_a_possible_finding(void **state) {
    (void)state;
    expect("func @main() {\nentry:\n  store i32 0, [i64 8]\n  store i32 0, [i64 0] !0:7:3\n  ret\n}\n",
           "possible null-dereference at t.c:7 (accesses: 1 proved, 1 open, 0 not reached)", 1, 1, 0);
}

// Behind a fault: with the runs in which it does not happen the analysis goes on; if there are none, nothing is reached; if it does not follow
// them, nothing is proved.
static void behind_a_fault_nothing_is_proved_that_was_not_reached(void **state) {
    (void)state;
    expect("func @main(%p: i64) {\nentry:\n  store i32 0, [%p] !0:7:3\n  store i32 0, [i64 8]\n  ret\n}\n",
           "possible null-dereference at t.c:7 (accesses: 1 proved, 1 open, 0 not reached)", 1, 1, 0);
    expect("func @main() {\nentry:\n  store i32 0, [i64 0] !0:7:3\n  store i32 0, [i64 8]\n  ret\n}\n",
           "possible null-dereference at t.c:7 (accesses: 0 proved, 1 open, 1 not reached)", 0, 1, 1);
    expect(
        "func @main(%p: i64) {\nentry:\n  %0: i1 = slt %p, i64 1\n  branch %0, low, high\n"
        "low:\n  store i32 0, [%p] !0:7:3\n  store i32 0, [i64 8]\n  ret\nhigh:\n  store i32 0, [%p]\n  ret\n}\n",
        "possible null-dereference at t.c:7 (accesses: 1 proved, 2 open, 0 not reached)", 1, 2, 0);
}

static void a_cut_behind_a_fault_is_told(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "func @main(%p: i64) {\nentry:\n  %0: i1 = slt %p, i64 1\n  branch %0, low, high\n"
              "low:\n  store i32 0, [%p] !0:7:3\n  ret\nhigh:\n  ret\n}\n");
    analyse(&x);
    assert_true(x.r.findings.n == 1 && x.r.findings.at[0].cut);
    end(&x);
}

static void a_proof_names_what_no_run_enters(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "func @unused() {\nentry:\n  ret\n}\nfunc @used() {\nentry:\n  ret\n}\nfunc @behind() {\nentry:\n  store i32 0, [i64 0]\n  ret\n}\n"
          "func @main() {\nentry:\n  call @used()\n  jump loop\nloop:\n  jump loop\nnever:\n  call @behind()\n  ret\n}\n");
    analyse(&x);
    assert_int_equal(x.r.verdict, CHECK_SAFE);
    assert_int_equal(x.r.not_entered.n, 2);
    assert_string_equal(x.r.not_entered.at[0], "unused");
    assert_string_equal(x.r.not_entered.at[1], "behind");
    assert_true(x.r.endless);
    assert_int_equal(x.r.counters[CHECK_NOT_REACHED], 1);
    assert_int_equal(x.r.strategy, CHECK_BY_FIXPOINT);
    assert_string_equal(x.r.domain, "intervals");
    end(&x);
    begin(&x, "declare @exit(i32) noreturn\nfunc @main() {\nentry:\n  call @exit(i32 0)\n  jump loop\nloop:\n  jump loop\n}\n");
    analyse(&x);
    assert_false(x.r.endless);
    end(&x);
}

// The callee and what follows the call cannot be trusted once the callee was cut off; what stands before can.
static void nothing_is_proved_after_a_cut(void **state) {
    (void)state;
    expect(
        "func @f() {\nentry:\n  store i32 0, [i64 8]\n  unmodelled \"asm\" !0:3:1\n  store i32 0, [i64 8]\n  call @g()\n  ret\n}\n"
        "func @g() {\nentry:\n  store i32 0, [i64 8]\n  ret\n}\n"
        "func @main() {\nentry:\n  store i32 0, [i64 8]\n  call @f()\n  store i32 0, [i64 8]\n  ret\n}\n",
        "asm at t.c:3 (accesses: 2 proved, 4 open, 0 not reached)", 2, 4, 0);
}

static void what_is_open_is_told(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "func @main() {\nentry:\n  store i32 0, [i64 8]\n  store i32 0, [i64 0] !0:7:3\n  ret\n}\n");
    analyse(&x);
    assert_true(x.open.n > 0);
    for (uint32_t i = 0; i < x.open.n; i++) assert_int_equal(x.open.at[i].instr, 1);
    end(&x);
}

static void findings_have_traces(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "func @f(%p: i64) {\nentry:\n  %0: i32 = load [%p] !0:3:1\n  ret\n}\n"
          "func @main(%i: i64) {\nentry:\n  %i = any \"test\"\n  %0: i1 = slt %i, i64 5\n  branch %0, yes, no !0:6:1\n"
          "yes:\n  call @f(%i) !0:7:1\n  ret\nno:\n  ret\n}\n");
    analyse(&x);
    assert_int_equal(x.r.findings.n, 1);
    const struct check_finding *f = &x.r.findings.at[0];
    assert_int_equal(f->certainty, CHECK_POSSIBLE);
    assert_int_equal(f->place.line, 3);
    assert_string_equal(f->place.function, "f");
    assert_int_equal(f->trace.n, 2);
    assert_string_equal(f->trace.at[0].text, "the condition is true");
    assert_int_equal(f->trace.at[0].place.line, 6);
    assert_string_equal(f->trace.at[1].text, "it is passed to 'f' here");
    assert_int_equal(f->trace.at[1].place.line, 7);
    end(&x);
}

static void limits_make_the_answer_unknown(void **state) {
    struct fixture x;
    (void)state;
    begin(&x,
          "func @main(%i: i64) {\nentry:\n  %i = copy i64 0\n  store i32 0, [i64 8]\n  jump loop\nloop:\n  store i32 0, [i64 8]\n"
          "  %i = add %i, i64 1\n  jump loop\n}\n");
    x.how.set.policy = SET_POWERSET;
    x.how.max_states = 30;
    analyse(&x);
    assert_string_equal(x.r.reason, "limit of 30 states reached (accesses: 1 proved, 1 open, 0 not reached)");
    end(&x);
}

static void the_clock_ends_the_analysis(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "func @main(%i: i64) {\nentry:\n  %i = copy i64 0\n  jump loop\nloop:\n  store i32 0, [i64 8]\n  %i = add %i, i64 1\n  jump loop\n}\n");
    x.how.set.policy = SET_POWERSET;
    analyse_for(&x, 0.01);
    assert_string_equal(x.r.reason, "the time is over (accesses: 0 proved, 1 open, 0 not reached)");
    end(&x);
}

struct notes {
    uint32_t n;
    char last[100];
};
static void take_note(void *self, const char *text) {
    struct notes *notes = self;
    notes->n++;
    strncpy(notes->last, text, sizeof notes->last - 1);
}

static void every_unknown_is_noted(void **state) {
    struct fixture x;
    struct notes notes = {0};
    (void)state;
    begin(&x,
          "func @main(%i: i64) {\nentry:\n  %i = any \"test\"\n  %0: i1 = slt %i, i64 5\n  branch %0, yes, no\n"
          "yes:\n  unmodelled \"one\"\n  ret\nno:\n  unmodelled \"two\" !0:9:1\n  ret\n}\n");
    x.how.note = take_note;
    x.how.self = &notes;
    analyse(&x);
    assert_int_equal(notes.n, 2);
    end(&x);
}

// The search confirms the finding: the definite one takes its place.
static void a_run_makes_a_finding_definite(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "func @main() -> i32 {\nentry:\n  store i32 0, [i64 0] !0:7:3\n  ret i32 0\n}\n");
    struct check_options o = {.rules = ir_rules_named("memory-safety"), .library = x.lib, .domain = &x.how};
    check_program(&x.r, x.p, ir_index(ir_find(x.p, "main")), &o);
    assert_int_equal(x.r.verdict, CHECK_UNSAFE);
    assert_int_equal(x.r.findings.n, 1);
    assert_int_equal(x.r.decisive, 0);
    assert_int_equal(x.r.findings.at[0].certainty, CHECK_DEFINITE);
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_is_safe),        cmocka_unit_test(a_fault_is_a_possible_finding),
        cmocka_unit_test(nothing_is_proved_after_a_cut),
        cmocka_unit_test(behind_a_fault_nothing_is_proved_that_was_not_reached),
        cmocka_unit_test(a_cut_behind_a_fault_is_told),
        cmocka_unit_test(a_proof_names_what_no_run_enters), cmocka_unit_test(what_is_open_is_told),
        cmocka_unit_test(findings_have_traces),          cmocka_unit_test(limits_make_the_answer_unknown),
        cmocka_unit_test(the_clock_ends_the_analysis),
        cmocka_unit_test(every_unknown_is_noted),        cmocka_unit_test(a_run_makes_a_finding_definite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
