// SPDX-License-Identifier: MIT
// What callers hand over is as the case says, for every draw: functions that look at it count its nodes, or say 99; lists and trees are freed, so that
// what is shared would be freed twice.
#include "exec/given.h"
#include "exec/program.h"

enum { BROKEN = 99, DRAWS = 300 };

static const char types[] =
    "type 0 = int \"int\" size 4\n"
    "type 1 = pointer \"\" size 8 to 2\ntype 2 = struct \"struct node\" size 16 { \"next\" type 1 bit 0; \"v\" type 0 bit 64 }\n"
    "type 3 = pointer \"\" size 8 to 4\ntype 4 = struct \"struct twin\" size 24 { \"next\" type 3 bit 0; \"prev\" type 3 bit 64; \"v\" type 0 bit 128 }\n"
    "type 5 = pointer \"\" size 8 to 6\ntype 6 = struct \"struct link\" size 16 { \"next\" type 5 bit 0; \"prev\" type 5 bit 64 }\n"
    "type 7 = pointer \"\" size 8 to 8\ntype 8 = struct \"struct tree\" size 24 { \"left\" type 7 bit 0; \"right\" type 7 bit 64; \"v\" type 0 bit 128 }\n"
    "type 9 = pointer \"\" size 8 to 10\n"
    "type 10 = struct \"struct queue\" size 24 { \"head\" type 1 bit 0; \"tail\" type 1 bit 64; \"count\" type 0 bit 128 }\n";

// How often the function ended with each number, with the proposal; nothing else ends it.
static void results_of(const char *text, struct ir_input_options inputs, uint32_t seen[BROKEN + 1]) {
    struct buf all = {0};
    buf_str(&all, types);
    buf_str(&all, text);
    struct ir_program *p = program_of(prelude_64, buf_text(&all));
    struct exec_given given;
    assert_true(exec_given_begin(&given, p, program_entry(p, "f"), NULL, &inputs));
    memset(seen, 0, (BROKEN + 1) * sizeof *seen);
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        struct exec_options o = {.rules = DEFAULT_RULES, .given = &given, .inputs = {.seeded = true, .seed = seed}};
        struct exec_result r;
        exec_run(p, program_entry(p, "f"), &o, &r);
        if (r.outcome != EXEC_EXITED) fail_msg("seed %llu: outcome %d, %s", (unsigned long long)seed, r.outcome, r.n_faults ? r.faults[0].message : "");
        assert_in_range(r.status, 0, BROKEN);
        seen[r.status]++;
        exec_result_free(&r);
    }
    exec_given_end(&given);
    ir_program_free(p);
    buf_free(&all);
}

static void results(const char *text, unsigned proposal, uint32_t seen[BROKEN + 1]) {
    results_of(text, (struct ir_input_options){.proposal = proposal}, seen);
}

// Just these numbers of nodes, each at some time.
static void expect_counts(const uint32_t seen[BROKEN + 1], uint32_t least, uint32_t most) {
    for (uint32_t i = 0; i <= BROKEN; i++) assert_int_equal(seen[i] > 0, i >= least && i <= most);
}

static void lists_have_up_to_four_nodes_and_share_none(void **state) {
    (void)state;
    uint32_t seen[BROKEN + 1];
    results_of("func @drop(%p: ptr user) -> i32 {\n var %n: i32 user\n var %x: ptr user\nentry:\n %n = copy i32 0\n jump loop\n"
            "loop:\n %0: i1 = ne %p, ptr null\n branch %0, body, out\nbody:\n %x = load [%p]\n %n = add %n, i32 1\n call @free(%p)\n %p = copy %x\n jump loop\n"
            "out:\n ret %n\n}\n"
            "func @f(%a: ptr type 1 user, %b: ptr type 1 user) -> i32 {\nentry:\n %0: i1 = eq %a, ptr null\n branch %0, next, next\n"
            "next:\n %1: i1 = eq %b, ptr null\n branch %1, count, count\n"
            "count:\n %2: i32 = call @drop(%a)\n %3: i32 = call @drop(%b)\n %4: i32 = mul %3, i32 10\n %5: i32 = add %4, %2\n call @exit(%5)\n stop \"\"\n}\n",
            (struct ir_input_options){.apart = true}, seen);
    for (uint32_t i = 0; i <= BROKEN; i++) assert_int_equal(seen[i] > 0, i % 10 <= EXEC_GIVEN_NODES && i / 10 <= EXEC_GIVEN_NODES);
}

static void doubly_linked_lists_lead_back(void **state) {
    (void)state;
    uint32_t seen[BROKEN + 1];
    results("func @f(%p: ptr type 3 user) -> i32 {\n var %n: i32 user\nentry:\n %n = copy i32 0\n %0: i1 = eq %p, ptr null\n branch %0, out, back\n"
            "back:\n %1: ptr = load [%p + 8]\n %2: i1 = eq %1, ptr null\n branch %2, on, before\n"
            "before:\n %3: ptr = load [%1]\n %4: i1 = eq %3, %p\n %p = copy %1\n branch %4, back, bad\n"
            "on:\n %n = add %n, i32 1\n %5: ptr = load [%p]\n %6: i1 = eq %5, ptr null\n branch %6, out, behind\n"
            "behind:\n %7: ptr = load [%5 + 8]\n %8: i1 = eq %7, %p\n %p = copy %5\n branch %8, on, bad\n"
            "bad:\n call @exit(i32 99)\n stop \"\"\nout:\n call @exit(%n)\n stop \"\"\n}\n",
            0, seen);
    expect_counts(seen, 0, EXEC_GIVEN_NODES);
}

static void parameters_that_may_share_do_at_times(void **state) {
    (void)state;
    uint32_t seen[BROKEN + 1];
    const char *text = "func @f(%a: ptr type 1 user, %b: ptr type 1 user) -> i32 {\nentry:\n %0: i1 = eq %a, %b\n %1: i32 = zext %0\n call @exit(%1)\n stop \"\"\n}\n";
    results(text, 0, seen);
    expect_counts(seen, 0, 1);
    results_of(text, (struct ir_input_options){.apart = true}, seen);
    expect_counts(seen, 0, 0);
}

// How many runs of a function that takes the first link of a list without asking end with a fault.
static uint32_t faults(const struct ir_input_options *inputs) {
    struct buf all = {0};
    struct exec_given given;
    uint32_t n = 0;
    buf_str(&all, types);
    buf_str(&all, "func @f(%a: ptr type 1 user) -> i32 {\nentry:\n %0: ptr = load [%a]\n ret i32 0\n}\n");
    struct ir_program *p = program_of(prelude_64, buf_text(&all));
    assert_true(exec_given_begin(&given, p, program_entry(p, "f"), NULL, inputs));
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        struct exec_options o = {.rules = DEFAULT_RULES, .given = &given, .inputs = {.seeded = true, .seed = seed}};
        struct exec_result r;
        exec_run(p, program_entry(p, "f"), &o, &r);
        n += r.n_faults > 0 && !r.assumed;
        exec_result_free(&r);
    }
    exec_given_end(&given);
    ir_program_free(p);
    buf_free(&all);
    return n;
}

static void a_clause_that_is_not_kept_is_broken_at_times(void **state) {
    (void)state;
    struct ir_input_options o = {.loose = {{{IR_DEMAND_SHAPE, 0, UINT32_MAX, IR_NO_TYPE, 0}, IR_LOOSE_BROKEN}}};
    assert_int_equal(faults(&o), 0);
    o.n_loose = 1;
    assert_in_range(faults(&o), DRAWS / 4, DRAWS * 3 / 4);  // null, gone; or broken behind the first node
    o.loose[0].how = IR_LOOSE_NULL;
    assert_in_range(faults(&o), 1, DRAWS - 1);
}

static void rings_lead_around(void **state) {
    (void)state;
    uint32_t seen[BROKEN + 1];
    results("func @f(%h: ptr type 5 user) -> i32 {\n var %p: ptr user\n var %n: i32 user\nentry:\n %p = copy %h\n %n = copy i32 0\n jump loop\n"
            "loop:\n %0: ptr = load [%p]\n %1: ptr = load [%0 + 8]\n %2: i1 = eq %1, %p\n %n = add %n, i32 1\n %p = copy %0\n branch %2, more, bad\n"
            "more:\n %3: i1 = eq %p, %h\n branch %3, out, loop\nbad:\n call @exit(i32 99)\n stop \"\"\nout:\n call @exit(%n)\n stop \"\"\n}\n",
            IR_PROPOSE_RINGS, seen);
    expect_counts(seen, 1, EXEC_GIVEN_NODES);
}

static void trees_have_up_to_three_levels_and_share_no_node(void **state) {
    (void)state;
    uint32_t seen[BROKEN + 1];
    results("func @drop(%t: ptr user) -> i32 {\nentry:\n %0: i1 = eq %t, ptr null\n branch %0, none, some\nnone:\n ret i32 0\n"
            "some:\n %1: ptr = load [%t]\n %2: i32 = call @drop(%1)\n %3: ptr = load [%t + 8]\n %4: i32 = call @drop(%3)\n call @free(%t)\n"
            " %5: i32 = add %2, %4\n %6: i32 = add %5, i32 1\n ret %6\n}\n"
            "func @f(%t: ptr type 7 user) -> i32 {\nentry:\n %0: i1 = eq %t, ptr null\n branch %0, count, count\n"
            "count:\n %1: i32 = call @drop(%t)\n call @exit(%1)\n stop \"\"\n}\n",
            0, seen);
    expect_counts(seen, 0, (1 << EXEC_GIVEN_DEPTH) - 1);
}

static void queues_know_their_last_node_and_their_number(void **state) {
    (void)state;
    uint32_t seen[BROKEN + 1];
    const char *text =
        "func @f(%q: ptr type 9 user) -> i32 {\n var %p: ptr user\n var %last: ptr user\n var %n: i32 user\nentry:\n %last = copy ptr null\n %n = copy i32 0\n"
        " %p = load [%q]\n jump loop\nloop:\n %0: i1 = eq %p, ptr null\n branch %0, end, body\n"
        "body:\n %last = copy %p\n %n = add %n, i32 1\n %p = load [%p]\n jump loop\n"
        "end:\n %1: ptr = load [%q + 8]\n %2: i1 = eq %1, %last\n branch %2, count, bad\ncount:\n %3: i32 = load [%q + 16]\n %4: i1 = eq %3, %n\n branch %4, out, bad\n"
        "bad:\n call @exit(i32 99)\n stop \"\"\nout:\n call @exit(%n)\n stop \"\"\n}\n";
    results(text, IR_PROPOSE_COUNTS, seen);
    expect_counts(seen, 0, EXEC_GIVEN_NODES);
    results(text, 0, seen);
    assert_true(seen[BROKEN] > 0);  // types alone do not say so
}

static void the_same_draws_give_the_same_heap(void **state) {
    (void)state;
    uint32_t a[BROKEN + 1], b[BROKEN + 1];
    const char *text = "func @f(%p: ptr type 1 user) -> i32 {\nentry:\n %0: i1 = eq %p, ptr null\n branch %0, none, some\nnone:\n call @exit(i32 0)\n stop \"\"\n"
                       "some:\n %1: i32 = load [%p + 8]\n %2: i32 = and %1, i32 31\n call @exit(%2)\n stop \"\"\n}\n";
    results(text, 0, a);
    results(text, 0, b);
    assert_memory_equal(a, b, sizeof a);
    assert_true(a[0] > 0 && a[1] > 0 && a[31] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_have_up_to_four_nodes_and_share_none),
        cmocka_unit_test(doubly_linked_lists_lead_back),
        cmocka_unit_test(parameters_that_may_share_do_at_times),
        cmocka_unit_test(a_clause_that_is_not_kept_is_broken_at_times),
        cmocka_unit_test(rings_lead_around),
        cmocka_unit_test(trees_have_up_to_three_levels_and_share_no_node),
        cmocka_unit_test(queues_know_their_last_node_and_their_number),
        cmocka_unit_test(the_same_draws_give_the_same_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
