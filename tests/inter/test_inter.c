// SPDX-License-Identifier: MIT
// Whole programs: calls are entered once per state, pointers lead to their targets, recursion beyond its limit is unknown by
// name, an analysis that is paused and resumed does the same as one that is not, traces pass calls, constructors run before and destructors after main.
#include "inter/inter.h"

#include "fix/intervals.h"

struct analysis {
    struct ir_program *p;
    struct ir_lib_table *lib;
    struct intervals *d;
    struct dom dom;
    struct fix f;
    struct inter t;
};

static void begin(struct analysis *a, const char *text) {
    struct buf all = {0}, error = {0};
    memset(a, 0, sizeof *a);
    buf_printf(&all, "hir 1\npointer 64\nfile 0 \"t.c\"\n%s", text);
    a->p = ir_parse("t.hir", all.text, all.n, &error);
    if (!a->p) fail_msg("%s", buf_text(&error));
    buf_free(&all);
    a->lib = ir_lib_new();
    a->d = intervals.core.open(a->p, NULL);
    a->dom = intervals;
    a->f = (struct fix){.program = a->p, .lib = a->lib, .dom = &a->dom, .d = a->d};
    assert_true(set_parse("partial", &a->f.options.set, &error));
    fix_begin(&a->f);
}

static uint32_t func(const struct analysis *a, const char *name) {
    return ir_index(ir_find(a->p, name));
}

static void run(struct analysis *a, const struct inter_options *o) {
    inter_begin(&a->t, &a->f, func(a, "main"), o);
    inter_go(&a->t, (struct fix_budget){0});
}

static void end(struct analysis *a) {
    inter_end(&a->t);
    fix_end(&a->f);
    intervals.core.close(a->d);
    ir_lib_free(a->lib);
    ir_program_free(a->p);
}

// Faults as "FUNCTION:INSTRUCTION", then unknowns.
static void expect(const struct analysis *a, const char *expected) {
    struct buf text = {0};
    for (uint32_t i = 0; i < a->f.account.faults.n; i++) {
        const struct fix_fault *x = &a->f.account.faults.at[i];
        buf_printf(&text, "%s%s:%u", text.n ? "; " : "", a->p->funcs.at[x->func].name, x->instr);
    }
    for (uint32_t i = 0; i < a->f.account.unknowns.n; i++)
        buf_printf(&text, "%s%s", text.n ? "; " : "", a->f.account.unknowns.at[i].reason);
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
}

static void results_come_back(void **state) {
    struct analysis a;
    (void)state;
    begin(&a,
          "func @twice(%x: i32) -> i32 {\nentry:\n  %0: i32 = add %x, %x\n  ret %0\n}\n"
          "func @main() -> i32 {\nentry:\n  %0: i32 = call @twice(i32 4)\n  %1: i32 = load [%0]\n  %2: i32 = sub %0, i32 8\n"
          "  %3: i32 = load [%2]\n  ret i32 0\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "main:3");
    end(&a);
}

static void a_call_in_the_same_state_runs_once(void **state) {
    struct analysis a;
    (void)state;
    begin(&a,
          "func @f(%x: i32) {\nentry:\n  %0: i32 = load [%x]\n  ret\n}\n"
          "func @main() {\nentry:\n  call @f(i32 0)\n  call @f(i32 1)\n  call @f(i32 1)\n  call @f(i32 2)\n  ret\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "f:0");
    assert_int_equal(a.d->runs[func(&a, "f")], 1);
    end(&a);
    begin(&a,
          "func @f(%x: i32) {\nentry:\n  %0: i32 = load [%x]\n  ret\n}\n"
          "func @main() {\nentry:\n  call @f(i32 1)\n  call @f(i32 1)\n  call @f(i32 2)\n  call @f(i32 1)\n  ret\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "");
    assert_int_equal(a.d->runs[func(&a, "f")], 2);
    assert_int_equal(a.t.ends, 1);
    end(&a);
}

static void pointers_lead_to_their_targets(void **state) {
    struct analysis a;
    (void)state;
    begin(&a,
          "func @f(%x: i32) {\nentry:\n  store i32 0, [%x]\n  ret\n}\n"
          "func @g(%x: i32) {\nentry:\n  store i32 0, [%x]\n  store i32 0, [%x]\n  ret\n}\n"
          "func @main(%p: ptr) {\nentry:\n  %0: i32 = any \"test\"\n  %1: i1 = slt %0, i32 0\n  branch %1, a, b\n"
          "a:\n  %p = copy @f\n  jump both\nb:\n  %p = copy @g\n  jump both\n"
          "both:\n  call %p(i32 5)\n  %2: ptr = any \"test\"\n  call %2(i32 5)\n  ret\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "a call through an unknown pointer");
    assert_int_equal(a.d->runs[func(&a, "f")], 1);
    assert_int_equal(a.d->runs[func(&a, "g")], 1);
    end(&a);
}

static const char recursive[] =
    "func @f(%n: i32) -> i32 {\nentry:\n  %0: i1 = slt %n, i32 1\n  branch %0, base, more\n"
    "base:\n  ret i32 7\n"
    "more:\n  %1: i32 = sub %n, i32 1\n  %2: i32 = call @f(%1)\n  ret %2\n}\n"
    "func @main() {\nentry:\n  %0: i32 = call @f(i32 5)\n  %1: i32 = load [%0]\n  ret\n}\n";

static void recursion_is_followed_up_to_its_limit(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, recursive);
    run(&a, &(struct inter_options){0});
    expect(&a, "");
    assert_int_equal(a.t.ends, 1);
    end(&a);
    begin(&a, recursive);
    run(&a, &(struct inter_options){.max_recursion = 4});
    expect(&a, "recursion of 'f' deeper than 4");
    assert_int_equal(a.t.ends, 0);
    end(&a);
}

// Three loops in nested calls, and a fault in the innermost.
static const char loops[] =
    "func @h(%n: i32) -> i32 {\nentry:\n  jump loop\nloop:\n  %n = add %n, i32 1\n  %0: i1 = slt %n, i32 20\n  branch %0, loop, out\n"
    "out:\n  %1: i32 = sub %n, i32 20\n  %2: i32 = load [%1]\n  ret %n\n}\n"
    "func @g(%n: i32) -> i32 {\nentry:\n  %0: i32 = call @h(%n)\n  %1: i32 = call @h(%0)\n  ret %1\n}\n"
    "func @main(%i: i32) {\nentry:\n  %i = copy i32 0\n  jump loop\nloop:\n  %0: i32 = call @g(%i)\n  %i = add %i, i32 1\n"
    "  %1: i1 = slt %i, i32 9\n  branch %1, loop, out\nout:\n  ret\n}\n";

// Left as often as possible and resumed, an analysis does the same, state by state.
static void a_paused_analysis_goes_on_where_it_was(void **state) {
    struct analysis a, b;
    uint32_t pauses = 0;
    (void)state;
    begin(&a, loops);
    a.f.options.set.policy = SET_POWERSET;
    run(&a, &(struct inter_options){0});
    begin(&b, loops);
    b.f.options.set.policy = SET_POWERSET;
    inter_begin(&b.t, &b.f, func(&b, "main"), &(struct inter_options){0});
    while (inter_go(&b.t, (struct fix_budget){.effort = fix_effort(&b.f) + 1}) == INTER_PAUSED) pauses++;
    assert_in_range(pauses, 20, b.f.graph.nodes.n);
    assert_int_equal(a.f.graph.nodes.n, b.f.graph.nodes.n);
    assert_int_equal(a.f.graph.runs.n, b.f.graph.runs.n);
    for (uint32_t i = 0; i < a.f.graph.nodes.n; i++)
        assert_memory_equal(&a.f.graph.nodes.at[i], &b.f.graph.nodes.at[i], sizeof *a.f.graph.nodes.at);
    expect(&a, "h:5");
    expect(&b, "h:5");
    end(&a);
    end(&b);
}

static void a_fault_can_be_what_pauses(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, loops);
    inter_begin(&a.t, &a.f, func(&a, "main"), &(struct inter_options){0});
    assert_int_equal(inter_go(&a.t, (struct fix_budget){.fault_effort = 1}), INTER_PAUSED);
    assert_int_equal(a.f.account.faults.n, 1);
    assert_true(a.t.frames.n >= 3);
    end(&a);  // in the middle of it
}

static void a_paused_analysis_can_be_stopped(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, loops);
    inter_begin(&a.t, &a.f, func(&a, "main"), &(struct inter_options){0});
    assert_int_equal(inter_go(&a.t, (struct fix_budget){.effort = 10}), INTER_PAUSED);
    fix_stop(&a.f, "enough");
    assert_int_equal(inter_go(&a.t, (struct fix_budget){.effort = 10}), INTER_STOPPED);
    expect(&a, "enough");
    assert_true(fix_account_bits(&a.f.account, func(&a, "main"), 2) & FIX_CUT);
    end(&a);
}

// The trace enters the callees that it passes, and the one that it ends in.
static void traces_pass_through_calls(void **state) {
    struct analysis a;
    struct buf text = {0};
    fix_trace t = {0};
    (void)state;
    begin(&a,
          "func @one(%x: i32) -> i32 {\nentry:\n  %0: i32 = sub %x, i32 1\n  ret %0\n}\n"
          "func @use(%x: i32) {\nentry:\n  %0: i32 = load [%x]\n  ret\n}\n"
          "func @main() {\nentry:\n  %0: i32 = call @one(i32 2)\n  %1: i32 = call @one(%0)\n  call @use(%1)\n  ret\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "use:0");
    const struct fix_fault *x = &a.f.account.faults.at[0];
    assert_true(x->exact && x->always);
    assert_true(fix_graph_trace(&a.f.graph, a.f.points, x->node, x->via, (struct fix_place){x->func, x->instr}, 100, &t));
    for (uint32_t i = 0; i < t.n; i++) buf_printf(&text, "%s%s:%u", i ? " " : "", a.p->funcs.at[t.at[i].func].name, t.at[i].instr);
    assert_string_equal(buf_text(&text), "main:0 one:0 one:1 main:1 one:0 one:1 main:2 use:0");
    buf_free(&text);
    vec_free(&t);
    end(&a);
}

// What is found after the entry returned has a trace through all of it.
static void the_end_of_the_program_has_a_trace(void **state) {
    struct analysis a;
    fix_trace t = {0};
    (void)state;
    begin(&a, "func @main() -> i32 {\nentry:\n  jump last\nlast:\n  ret i32 -1\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "main:0");
    const struct fix_fault *x = &a.f.account.faults.at[0];
    assert_true(fix_graph_trace(&a.f.graph, a.f.points, x->node, x->via, (struct fix_place){UINT32_MAX, 0}, 100, &t));
    assert_int_equal(t.n, 2);
    assert_int_equal(t.at[0].instr, 0);
    assert_int_equal(t.at[1].instr, 1);
    vec_free(&t);
    end(&a);
}

// A function that is an error call by the library table is not entered, even with a body.
static void error_functions_are_not_entered(void **state) {
    struct analysis a;
    (void)state;
    begin(&a,
          "func @reach_error() {\nentry:\n  unmodelled \"body\"\n  ret\n}\n"
          "func @main() {\nentry:\n  call @reach_error()\n  ret\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "");
    assert_int_equal(fix_points_of(&a.f, func(&a, "main"))->n, 1);
    end(&a);
}

static const char hooks[] =
    "ctor @before 1\ndtor @after 1\n"
    "func @before() {\nentry:\n  store i32 0, [i64 0]\n  ret\n}\n"
    "func @after() {\nentry:\n  store i32 0, [i64 0]\n  ret\n}\n"
    "func @main() {\nentry:\n  store i32 0, [i64 0]\n  ret\n}\n";
static const char calm_hooks[] =
    "ctor @before 1\ndtor @after 1\n"
    "func @before() {\nentry:\n  ret\n}\n"
    "func @after() {\nentry:\n  store i32 0, [i64 0]\n  ret\n}\n"
    "func @main() {\nentry:\n  ret\n}\n";

static void constructors_run_before_and_destructors_after_main(void **state) {
    struct analysis a;
    fix_trace t = {0};
    (void)state;
    begin(&a, hooks);
    run(&a, &(struct inter_options){0});
    expect(&a, "before:0");
    end(&a);
    begin(&a, calm_hooks);
    run(&a, &(struct inter_options){0});
    expect(&a, "after:0");
    const struct fix_fault *x = &a.f.account.faults.at[0];
    assert_true(fix_graph_trace(&a.f.graph, a.f.points, x->node, x->via, (struct fix_place){x->func, x->instr}, 100, &t));
    assert_int_equal(t.n, 3);
    assert_int_equal(t.at[0].func, func(&a, "before"));
    assert_int_equal(t.at[1].func, func(&a, "main"));
    assert_int_equal(t.at[2].func, func(&a, "after"));
    vec_free(&t);
    end(&a);
}

static void a_domain_without_outside_calls_says_so(void **state) {
    struct analysis a;
    (void)state;
    begin(&a, calm_hooks);
    struct dom_call inside = *intervals.call;
    inside.outside = false;
    a.dom.call = &inside;
    run(&a, &(struct inter_options){0});
    expect(&a, "constructor 'before'");
    end(&a);
}

static void destructors_after_exit_are_unknown(void **state) {
    struct analysis a;
    (void)state;
    begin(&a,
          "dtor @after 1\ndeclare @exit(i32)\nfunc @after() {\nentry:\n  ret\n}\nfunc @main() {\nentry:\n  call @exit(i32 0)\n  stop "
          "\"x\"\n}\n");
    run(&a, &(struct inter_options){0});
    expect(&a, "destructor 'after' after a call of exit");
    end(&a);
}

static void a_limit_stops_all_active_calls(void **state) {
    struct analysis a;
    (void)state;
    begin(&a,
          "func @f(%x: i32) {\nentry:\n  jump loop\nloop:\n  %x = add %x, i32 1\n  jump loop\n}\n"
          "func @main(%i: i32) {\nentry:\n  call @f(i32 1)\n  store i32 0, [i64 0]\n  ret\n}\n");
    a.f.options.max_states = 20;
    a.f.options.set.policy = SET_POWERSET;
    run(&a, &(struct inter_options){0});
    expect(&a, "limit of 20 states reached");
    assert_true(fix_account_bits(&a.f.account, func(&a, "main"), 0) & FIX_CUT);
    end(&a);
}

static void a_domain_without_calls_is_refused(void **state) {
    struct dom dom = intervals;
    struct buf why = {0};
    (void)state;
    assert_true(inter_fits(&dom, &why));
    dom.call = NULL;
    assert_false(inter_fits(&dom, &why));
    assert_string_equal(buf_text(&why), "domain 'intervals' cannot analyse calls");
    buf_free(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_back),
        cmocka_unit_test(a_call_in_the_same_state_runs_once),
        cmocka_unit_test(pointers_lead_to_their_targets),
        cmocka_unit_test(recursion_is_followed_up_to_its_limit),
        cmocka_unit_test(a_paused_analysis_goes_on_where_it_was),
        cmocka_unit_test(a_fault_can_be_what_pauses),
        cmocka_unit_test(a_paused_analysis_can_be_stopped),
        cmocka_unit_test(traces_pass_through_calls),
        cmocka_unit_test(the_end_of_the_program_has_a_trace),
        cmocka_unit_test(error_functions_are_not_entered),
        cmocka_unit_test(constructors_run_before_and_destructors_after_main),
        cmocka_unit_test(a_domain_without_outside_calls_says_so),
        cmocka_unit_test(destructors_after_exit_are_unknown),
        cmocka_unit_test(a_limit_stops_all_active_calls),
        cmocka_unit_test(a_domain_without_calls_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
