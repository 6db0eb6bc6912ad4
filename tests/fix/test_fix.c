// SPDX-License-Identifier: MIT
// One function to its fixpoint: loops end and are covered, states stay in their groups, traces lead from the entry to the fault, and
// limits stop.
#include "fix/fix.h"

#include "fix/intervals.h"
#include "ir/cfg.h"

struct analysis {
    struct ir_program *p;
    struct ir_lib_table *lib;
    struct intervals *d;
    struct fix f;
    uint32_t run;
};

static void begin(struct analysis *a, const char *set, const char *text) {
    struct buf all = {0}, error = {0};
    memset(a, 0, sizeof *a);
    buf_printf(&all, "hir 1\npointer 64\nfile 0 \"t.c\"\n%s", text);
    a->p = ir_parse("t.hir", all.text, all.n, &error);
    if (!a->p) fail_msg("%s", buf_text(&error));
    buf_free(&all);
    a->lib = ir_lib_new();
    a->d = intervals.core.open(a->p, NULL);
    a->f = (struct fix){.program = a->p, .lib = a->lib, .dom = &intervals, .d = a->d};
    assert_true(set_parse(set, &a->f.options.set, &error));
    fix_begin(&a->f);
}

static void walk(struct analysis *a) {
    fix_states first = {0};
    struct fix_sink sink;
    intervals.core.initial(a->d, 0, fix_sink_begin(&sink, &a->f, FIX_NONE, &first));
    a->run = fix_run_new(&a->f, 0, first.at[0].state, FIX_NONE, FIX_NONE);
    assert_int_equal(fix_walk(&a->f, a->run, NULL), FIX_OVER);
    fix_close(&a->f, a->run);
    vec_free(&first);
}

static void end(struct analysis *a) {
    fix_end(&a->f);
    intervals.core.close(a->d);
    ir_lib_free(a->lib);
    ir_program_free(a->p);
}

// The intervals of a local at the exits, as "0..9 3..3".
static void expect_exits(struct analysis *a, uint32_t local, const char *expected) {
    const struct fix_run *r = &a->f.graph.runs.at[a->run];
    struct buf text = {0};
    for (uint32_t i = 0; i < r->exits.n; i++) {
        struct draft s = open_draft(a->d, a->f.graph.nodes.at[r->exits.at[i]].state);
        struct interval v = top(&s)->locals[local];
        buf_printf(&text, "%s%d..%d", i ? " " : "", v.lo, v.hi);
    }
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
}

static const char nested[] =
    "func @main(%i: i32, %j: i32) {\n"
    "entry:\n  %i = copy i32 0\n  jump outer\n"
    "outer:\n  %0: i1 = slt %i, i32 100\n  branch %0, body, done\n"
    "body:\n  %j = copy i32 0\n  jump inner\n"
    "inner:\n  %1: i1 = slt %j, i32 7\n  branch %1, more, next\n"
    "more:\n  %j = add %j, i32 1\n  jump inner\n"
    "next:\n  %i = add %i, i32 1\n  jump outer\n"
    "done:\n  ret\n}\n";

static void nested_loops_reach_their_fixpoint_by_widening(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "partial", nested);
    walk(&a);
    expect_exits(&a, 0, "100..2147483647");
    assert_null(a.f.stopped);
    assert_true(a.d->widenings > 0);
    assert_true(a.f.graph.nodes.n < 100);
    end(&a);
}

// Without a join the loops are unrolled: all of the hundred rounds are kept.
static void the_powerset_unrolls_what_it_may(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "powerset", nested);
    walk(&a);
    expect_exits(&a, 0, "100..100");
    assert_int_equal(a.d->widenings, 0);
    assert_true(a.f.graph.nodes.n > 100 * 7);
    end(&a);
}

// What abstraction forgets does not keep a loop going, and does not stay known behind it.
static void states_are_abstracted_at_loop_heads(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "powerset",
          "func @main(%noise: i32) {\n"
          "entry:\n  %noise = copy i32 0\n  jump loop\n"
          "loop:\n  %noise = add %noise, i32 1\n  %0: i32 = any \"test\"\n  %1: i1 = slt %0, i32 5\n  branch %1, loop, done\n"
          "done:\n  ret\n}\n");
    a.f.options.max_states = 50;
    walk(&a);
    assert_null(a.f.stopped);
    expect_exits(&a, 0, "-2147483648..2147483647");
    end(&a);
}

// Every state that any path leads to is covered at the point that it leads to.
static void the_fixpoint_is_closed(void **state) {
    static const char *const sets[] = {"powerset", "partial", "cap=5"};
    (void)state;
    for (uint32_t k = 0; k < 3; k++) {
        struct analysis a;
        begin(&a, sets[k], nested);
        walk(&a);
        const struct fix_graph *g = &a.f.graph;
        const struct fix_points *t = a.f.points[0];
        for (uint32_t i = 0; i < g->nodes.n; i++) {
            if (g->nodes.at[i].gone || g->nodes.at[i].point == t->n) continue;
            fix_states next = {0};
            struct fix_sink sink;
            intervals.core.run(a.d, g->nodes.at[i].state, &t->at[g->nodes.at[i].point].code, fix_sink_begin(&sink, &a.f, i, &next));
            for (uint32_t m = 0; m < next.n; m++) {
                uint32_t target = fix_target(a.p, t, g->nodes.at[i].point, next.at[m].way);
                bool covered = false;
                for (uint32_t q = 0; q < g->nodes.n && !covered; q++)
                    covered = g->nodes.at[q].point == target && !g->nodes.at[q].gone && covers(a.d, next.at[m].state, g->nodes.at[q].state);
                assert_true(covered);
            }
            vec_free(&next);
        }
        end(&a);
    }
}

static const char modes[] =
    "func @main(%mode: i32, %x: i32) {\n"
    "entry:\n  %0: i32 = any \"test\"\n  %1: i1 = slt %0, i32 0\n  branch %1, a, b\n"
    "a:\n  %mode = copy i32 1\n  %x = copy i32 5\n  jump both\n"
    "b:\n  %mode = copy i32 2\n  %2: i1 = slt %0, i32 9\n  branch %2, c, d\n"
    "c:\n  %x = copy i32 6\n  jump both\n"
    "d:\n  %x = copy i32 8\n  jump both\n"
    "both:\n  ret\n}\n";

static void partial_joins_meet_within_groups(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "partial", modes);
    walk(&a);
    expect_exits(&a, 1, "6..8 5..5");
    end(&a);
    begin(&a, "powerset", modes);
    walk(&a);
    expect_exits(&a, 1, "8..8 6..6 5..5");
    end(&a);
}

static void a_full_point_is_unknown_by_name(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "partial,cap=1",
          "func @main(%mode: i32) {\n"
          "entry:\n  %0: i32 = any \"test\"\n  %1: i1 = slt %0, i32 0\n  branch %1, a, b\n"
          "a:\n  %mode = copy i32 1\n  jump both\n"
          "b:\n  %mode = copy i32 2\n  jump both\n"
          "both:\n  %2: i32 = load [%mode] !0:7:1\n  ret\n}\n");
    walk(&a);
    assert_int_equal(a.f.account.unknowns.n, 1);
    assert_string_equal(a.f.account.unknowns.at[0].reason, "more than 1 states");
    end(&a);
}

// In the trace each place follows its predecessor in the program.
static void expect_path(const struct ir_func *f, const fix_trace *t) {
    assert_true(t->n > 0);
    assert_int_equal(t->at[0].instr, 0);
    for (uint32_t i = 0; i + 1 < t->n; i++) {
        const struct ir_instr *at = &f->instrs.at[t->at[i].instr];
        bool follows = ir_ops[at->op].group != IR_GROUP_END && t->at[i + 1].instr == t->at[i].instr + 1;
        for (uint32_t k = 0; k < at->n_succs; k++) follows |= f->blocks.at[at->succs[k]].first == t->at[i + 1].instr;
        assert_true(follows);
    }
}

static void a_fault_has_a_trace_from_the_entry(void **state) {
    struct analysis a;
    fix_trace t = {0};
    (void)state;
    begin(&a, "partial",
          "func @main(%p: i64) {\n"
          "entry:\n  %p = copy i64 3\n  jump loop\n"
          "loop:\n  %0: i32 = load [%p]\n  %p = sub %p, i64 1\n  jump loop\n}\n");
    walk(&a);
    assert_int_equal(a.f.account.faults.n, 1);
    const struct fix_fault *fault = &a.f.account.faults.at[0];
    assert_int_equal(fault->rule, IR_RULE_NULL_DEREFERENCE);
    assert_false(fault->exact);
    assert_true(fix_graph_trace(&a.f.graph, a.f.points, fault->node, fault->via, (struct fix_place){0, fault->instr}, 1000, &t));
    assert_int_equal(vec_last(&t).instr, fault->instr);
    expect_path(&a.p->funcs.at[0], &t);
    vec_clear(&t);
    assert_false(fix_graph_trace(&a.f.graph, a.f.points, fault->node, fault->via, (struct fix_place){0, fault->instr}, 3, &t));
    assert_int_equal(t.n, 3);
    assert_int_equal(vec_last(&t).instr, fault->instr);
    vec_free(&t);
    end(&a);
}

static void without_joins_a_fault_is_exact(void **state) {
    struct analysis a;
    fix_trace t = {0};
    (void)state;
    begin(&a, "powerset",
          "func @main(%p: i64) {\n"
          "entry:\n  %p = copy i64 3\n  jump loop\n"
          "loop:\n  %0: i32 = load [%p]\n  %p = sub %p, i64 1\n  jump loop\n}\n");
    walk(&a);
    const struct fix_fault *fault = &a.f.account.faults.at[0];
    assert_true(fault->exact && fault->always);
    assert_true(fix_graph_trace(&a.f.graph, a.f.points, fault->node, fault->via, (struct fix_place){0, fault->instr}, 1000, &t));
    assert_int_equal(t.n, 2 + 3 * 3 + 1);
    expect_path(&a.p->funcs.at[0], &t);
    vec_free(&t);
    end(&a);
}

static void instructions_are_met_or_not(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "partial",
          "func @main(%p: i64, %q: i64) {\n"
          "entry:\n  %q = copy i64 8\n  store i32 1, [%q]\n  store i32 1, [%p]\n  store i32 2, [%q]\n  unmodelled \"asm\"\n"
          "  store i32 3, [%q]\n  ret\n}\n");
    walk(&a);
    static const uint8_t expected[] = {
        FIX_MET, FIX_MET, FIX_MET | FIX_FAILED, FIX_MET, FIX_MET | FIX_FAILED | FIX_CUT, 0, 0};
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(fix_account_bits(&a.f.account, 0, i), expected[i]);
    assert_string_equal(a.f.account.unknowns.at[0].reason, "asm");
    end(&a);
}

static const char endless[] =
    "func @main(%p: i64) {\n"
    "entry:\n  %p = copy i64 3\n  jump loop\n"
    "loop:\n  %p = add %p, i64 1\n  jump loop\n}\n";

static void a_limit_of_states_stops(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, "powerset", endless);
    a.f.options.max_states = 50;
    walk(&a);
    assert_string_equal(a.f.stopped, "limit of 50 states reached");
    assert_true(a.f.graph.nodes.n <= 51);
    assert_true(fix_account_bits(&a.f.account, 0, 2) & FIX_CUT);
    end(&a);
}

static const char *after_ten(void *self) {
    return ++*(uint32_t *)self > 10 ? "out of time" : NULL;
}
static void see(void *self, const struct fix_progress *p) {
    (void)self;
    assert_true(p->states > 0);
}

static void the_clock_stops(void **state) {
    struct analysis a;
    uint32_t asked = 0;
    (void)state;
    begin(&a, "powerset", endless);
    a.f.options.limit = after_ten;
    a.f.options.progress = see;
    a.f.options.self = &asked;
    walk(&a);
    assert_string_equal(a.f.stopped, "out of time");
    assert_int_equal(asked, 11);
    end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_loops_reach_their_fixpoint_by_widening),
        cmocka_unit_test(the_powerset_unrolls_what_it_may),
        cmocka_unit_test(states_are_abstracted_at_loop_heads),
        cmocka_unit_test(the_fixpoint_is_closed),
        cmocka_unit_test(partial_joins_meet_within_groups),
        cmocka_unit_test(a_full_point_is_unknown_by_name),
        cmocka_unit_test(a_fault_has_a_trace_from_the_entry),
        cmocka_unit_test(without_joins_a_fault_is_exact),
        cmocka_unit_test(instructions_are_met_or_not),
        cmocka_unit_test(a_limit_of_states_stops),
        cmocka_unit_test(the_clock_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
