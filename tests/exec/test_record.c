// SPDX-License-Identifier: MIT
// The record of a run: what was computed from the inputs, evaluated again, is what the run computed; decisions stand where they were made.
#include "exec/program.h"
#include "exec/record.h"
#include "ir/eval.h"

struct recorded {
    struct exec_record record;
    struct exec_result result;
};

static void run_recorded(const char *body, const uint64_t *inputs, uint32_t n, struct recorded *x) {
    struct buf text = {0};
    buf_str(&text, "declare @strcmp(ptr, ptr) -> i32\ndeclare @atoi(ptr) -> i32\n");
    *x = (struct recorded){0};
    struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.values = inputs, .n = n}, .record = &x->record};
    buf_printf(&text, "func @main() -> i32 {\n%s}\n", body);
    program_run_with(prelude_64, text.text, &o, &x->result);
    buf_free(&text);
}

static void end(struct recorded *x) {
    exec_record_free(&x->record);
    exec_result_free(&x->result);
}

// Every node follows from its arguments, and inputs are what was drawn.
static void check_nodes(const struct recorded *x) {
    for (uint32_t i = 1; i < x->record.nodes.n; i++) {
        const struct exec_node *n = &x->record.nodes.at[i], *all = x->record.nodes.at;
        ir_word128 args[3] = {0}, out = n->value;
        switch ((enum exec_node_kind)n->kind) {
        case EXEC_NODE_INPUT: out = x->result.inputs[n->args[0]].value; break;
        case EXEC_NODE_CONST: break;
        case EXEC_NODE_PART: out = all[n->args[0]].value >> n->args[1] & (uint64_t)ir_mask(ir_bits(n->type)); break;
        case EXEC_NODE_PAIR: out = (ir_word128)all[n->args[0]].value << ir_bits(all[n->args[1]].type) | all[n->args[1]].value; break;
        case EXEC_NODE_PURE:
            for (uint32_t k = 0; k < ir_pures[n->pure].arity; k++) {
                assert_in_range(n->args[k], 1, i - 1);
                args[k] = all[n->args[k]].value;
            }
            assert_int_equal(ir_eval((enum ir_pure)n->pure, n->type, n->arg_type, args, &out), IR_EVAL_OK);
        }
        assert_true(out == n->value);
    }
}

static uint64_t decided(const struct recorded *x, uint32_t i) {
    return x->record.nodes.at[x->record.decisions.at[i].node].value;
}

#define DRAW(n) " %" #n ": i32 = call @__VERIFIER_nondet_int()\n"

static void operators_are_recorded(void **state) {
    struct recorded x;
    (void)state;
    run_recorded("entry:\n" DRAW(0) DRAW(1) " %2: i32 = mul %0, i32 7\n %3: i32 = sub %2, %1\n %4: i64 = sext %3\n %5: i1 = slt %4, i64 5\n"
                 " %6: i32 = select %5, %0, %1\n switch %6, b { 3: b, 9: b }\nb:\n branch %5, c, c\nc:\n ret %6\n",
                 (const uint64_t[]){1, 9}, 2, &x);
    assert_int_equal(x.result.status, 1);
    check_nodes(&x);
    assert_int_equal(x.record.decisions.n, 2);
    assert_int_equal(x.record.decisions.at[0].kind, EXEC_CASE);
    assert_int_equal(decided(&x, 0), 1);
    assert_int_equal(x.record.decisions.at[1].kind, EXEC_TRUTH);
    assert_int_equal(decided(&x, 1), 1);
    end(&x);
}

static void what_no_input_decides_is_not_recorded(void **state) {
    struct recorded x;
    (void)state;
    run_recorded("entry:\n" DRAW(0) " %1: i32 = add i32 1, i32 2\n %2: i1 = eq %1, i32 3\n branch %2, a, a\na:\n ret %1\n", NULL, 0, &x);
    assert_int_equal(x.record.nodes.n, 2);  // no node, and the input
    assert_int_equal(x.record.decisions.n, 0);
    end(&x);
}

// Stored whole, read in parts and across two stores, copied, overwritten.
static void memory_keeps_nodes(void **state) {
    struct recorded x;
    (void)state;
    run_recorded(" slot $a size 8 align 4\n slot $b size 8 align 4\nentry:\n" DRAW(0) DRAW(1)
                 " store %0, [$a]\n store %1, [$a + 4]\n copy [$b], [$a], i64 8\n store i8 0x77, [$b + 1]\n"
                 " %2: i32 = load [$b + 2]\n %3: i16 = load [$b]\n %4: i64 = load [$b]\n %5: i8 = load [$b + 1]\n"
                 " %6: i1 = eq %2, i32 0x77881122\n branch %6, p, q\np:\n jump q\nq:\n %7: i1 = eq %3, i16 1\n branch %7, r, r\n"
                 "r:\n %8: i1 = eq %4, i64 1\n branch %8, s, s\ns:\n %9: i1 = eq %5, i8 0\n branch %9, t, t\nt:\n ret i32 0\n",
                 (const uint64_t[]){0x11223344, 0x55667788}, 2, &x);
    check_nodes(&x);
    assert_int_equal(x.record.decisions.n, 3);  // the byte that was overwritten decides nothing
    assert_int_equal(decided(&x, 0), 1);
    end(&x);
}

static void calls_pass_nodes_on(void **state) {
    struct recorded x;
    (void)state;
    x = (struct recorded){0};
    struct exec_options o = {.rules = DEFAULT_RULES, .inputs = {.values = (const uint64_t[]){41}, .n = 1}, .record = &x.record};
    program_run_with(
        prelude_64,
        "func @f(%x: i32) -> i32 {\nentry:\n %0: i32 = add %x, i32 1\n ret %0\n}\n"
        "func @main() -> i32 {\nentry:\n" DRAW(0) " %1: i32 = call @f(%0)\n %2: i1 = eq %1, i32 42\n branch %2, a, a\na:\n ret %1\n}\n",
        &o, &x.result);
    check_nodes(&x);
    assert_int_equal(x.record.decisions.n, 1);
    assert_int_equal(decided(&x, 0), 1);
    end(&x);
}

static void accesses_and_lengths_are_decisions(void **state) {
    struct recorded x;
    (void)state;
    run_recorded(" slot $a size 40 align 4\nentry:\n" DRAW(0) DRAW(1) " %2: i64 = zext %1\n %3: i32 = load [$a + 4 + 4*%0]\n"
                 " %4: ptr = call @malloc(%2)\n call @free(%4)\n ret i32 0\n",
                 (const uint64_t[]){8, 16}, 2, &x);
    check_nodes(&x);
    assert_int_equal(x.record.decisions.n, 2);
    const struct exec_decision *access = &x.record.decisions.at[0];
    assert_int_equal(access->kind, EXEC_INSIDE);
    assert_int_equal(access->high - access->low, 36);
    assert_int_equal(decided(&x, 0) - access->low, 36);
    assert_int_equal(x.record.decisions.at[1].kind, EXEC_NUMBER);
    assert_int_equal(decided(&x, 1), 16);
    end(&x);
}

// The result follows from all bytes that may count, not only from those that were looked at.
static void comparisons_of_strings_are_recorded(void **state) {
    struct recorded x;
    (void)state;
    run_recorded(" slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n" DRAW(0) " store %0, [$a]\n store i32 0x00636261, [$b]\n"
                 " %1: i32 = call @strcmp($a, $b)\n %2: i1 = eq %1, i32 0\n branch %2, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
                 (const uint64_t[]){0x00636278}, 1, &x);
    assert_int_equal(x.result.status, 2);
    check_nodes(&x);
    const struct exec_decision *last = &x.record.decisions.at[x.record.decisions.n - 1];
    assert_int_equal(last->kind, EXEC_TRUTH);
    uint32_t bytes = 0;
    for (uint32_t i = 1; i < last->node; i++) bytes += x.record.nodes.at[i].kind == EXEC_NODE_PART;
    assert_true(bytes >= 4);
    end(&x);
}

static void numbers_that_are_spelled_are_recorded(void **state) {
    struct recorded x;
    (void)state;
    run_recorded(" slot $a size 5 align 1\nentry:\n store i8 0x2d, [$a]\n" DRAW(0) " store %0, [$a + 1]\n %1: i32 = call @atoi($a)\n"
                 " %2: i1 = eq %1, i32 -305\n branch %2, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
                 (const uint64_t[]){0x00353033}, 1, &x);
    assert_int_equal(x.result.status, 1);
    check_nodes(&x);
    uint32_t digits = 0;
    for (uint32_t i = 0; i < x.record.decisions.n; i++) {
        const struct exec_decision *d = &x.record.decisions.at[i];
        digits += d->kind == EXEC_INSIDE && d->low == '0' && d->high == '9';
    }
    assert_int_equal(digits, 3);
    assert_int_equal(x.record.decisions.at[x.record.decisions.n - 1].kind, EXEC_TRUTH);
    assert_int_equal(decided(&x, x.record.decisions.n - 1), 1);
    end(&x);
}

static void uninitialised_numbers_are_inputs(void **state) {
    struct recorded x;
    (void)state;
    run_recorded(
        " var %i: i32 user\n slot $u size 4 align 4\nentry:\n %0: i1 = eq %i, i32 5\n branch %0, a, b\na:\n jump b\nb:\n"
        " %1: i32 = load [$u]\n %2: i1 = eq %1, i32 6\n branch %2, c, c\nc:\n ret i32 0\n",
        (const uint64_t[]){5, 6}, 2, &x);
    check_nodes(&x);
    assert_int_equal(x.record.decisions.n, 2);
    assert_int_equal(decided(&x, 0), 1);
    assert_int_equal(decided(&x, 1), 1);
    end(&x);
}

static void what_depends_on_the_unmodelled_is_not_recorded(void **state) {
    struct recorded x;
    (void)state;
    run_recorded(
        " slot $a size 4 align 4\nentry:\n %0: ptr = call @mystery($a)\n %1: i64 = cast %0\n %2: i1 = eq %1, i64 0\n"
        " branch %2, a, a\na:\n ret i32 0\n",
        NULL, 0, &x);
    assert_int_equal(x.record.decisions.n, 0);
    assert_non_null(x.result.assumed);
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_are_recorded),
        cmocka_unit_test(what_no_input_decides_is_not_recorded),
        cmocka_unit_test(memory_keeps_nodes),
        cmocka_unit_test(calls_pass_nodes_on),
        cmocka_unit_test(accesses_and_lengths_are_decisions),
        cmocka_unit_test(comparisons_of_strings_are_recorded),
        cmocka_unit_test(numbers_that_are_spelled_are_recorded),
        cmocka_unit_test(uninitialised_numbers_are_inputs),
        cmocka_unit_test(what_depends_on_the_unmodelled_is_not_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
