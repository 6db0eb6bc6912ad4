// SPDX-License-Identifier: MIT
// The builder makes well-formed functions in a normal form, and names the first misuse of those it refuses.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/build.h"
#include "ir/text.h"
#include "ir/valid.h"

#define L(i) ir_val_of(IR_LOCAL, (i))

// A function `i32 f(i32 %n, ptr %p)` with a variable %x: i64, a scoped one %s: i32, a slot and two blocks; at the first.
struct fixture {
    struct ir_program *p;
    struct ir_build b;
    uint32_t n, ptr, x, s, slot, entry, next;
    ir_val zero;
};

static void set_up(struct fixture *t) {
    t->p = ir_program_new(64);
    uint32_t f = ir_add_func(t->p, "f");
    ir_type ret = IR_I(32);
    t->p->funcs.at[f].n_rets = 1;
    t->p->funcs.at[f].rets = arena_copy(&t->p->arena, &ret, sizeof ret);
    ir_build_begin(&t->b, t->p, f);
    t->n = ir_build_param(&t->b, "n", IR_I(32), IR_NO_TYPE, IR_USER);
    t->ptr = ir_build_param(&t->b, "p", ir_ptr(t->p), IR_NO_TYPE, IR_USER);
    t->x = ir_build_local(&t->b, "x", IR_I(64), IR_NO_TYPE, 0);
    t->s = ir_build_local(&t->b, "s", IR_I(32), IR_NO_TYPE, IR_SCOPED);
    t->slot = ir_build_slot(&t->b, "slot", 8, 8, IR_NO_TYPE, 0);
    t->entry = ir_build_block(&t->b, "entry");
    t->next = ir_build_block(&t->b, "next");
    t->zero = ir_const_int(t->p, IR_I(32), 0);
    ir_build_at(&t->b, t->entry);
}

static const struct ir_func *function(const struct fixture *t) {
    return &t->p->funcs.at[0];
}

// ---- what is refused -----------------------------------------------------------------------------------------------------------------

static struct ir_addr at(ir_val base) {
    return (struct ir_addr){.base = base};
}

static void add_of_two_widths(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_ADD_, L(t->x), L(t->n), 0);
}
static void add_of_one_argument(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_ADD_, L(t->x), 0, 0);
}
static void widen_to_narrower(struct fixture *t) {
    ir_build_let(&t->b, t->n, IR_ZEXT_, L(t->x), 0, 0);
}
static void truncate_to_wider(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_TRUNC_, L(t->n), 0, 0);
}
static void test_into_i64(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_EQ_, L(t->x), L(t->x), 0);
}
static void cast_of_integers(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_CAST_, L(t->n), 0, 0);
}
static void bits_of_two_widths(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_BITS_, L(t->n), 0, 0);
}
static void float_add_of_integers(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_FADD_, L(t->x), L(t->x), 0);
}
static void select_on_i32(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_SELECT_, L(t->n), L(t->x), L(t->x));
}
static void cast_from_float_of_integer(struct fixture *t) {
    ir_build_let(&t->b, t->x, IR_FTOSI_, L(t->x), 0, 0);
}
static void swap_of_bits(struct fixture *t) {
    ir_build_let_temp(&t->b, IR_I(12), IR_BSWAP_, ir_const_int(t->p, IR_I(12), 1), 0, 0);
}
static void temporary_twice(struct fixture *t) {
    ir_val v = ir_build_let_temp(&t->b, IR_I(32), IR_COPY_, L(t->n), 0, 0);
    ir_build_let(&t->b, ir_index(v), IR_COPY_, L(t->n), 0, 0);
}
static void no_such_local(struct fixture *t) {
    ir_build_let(&t->b, t->n, IR_COPY_, L(99), 0, 0);
}
static void missing_value(struct fixture *t) {
    ir_build_assume(&t->b, IR_NOTHING);
}
static void assume_i32(struct fixture *t) {
    ir_build_assume(&t->b, L(t->n));
}
static void branch_on_i32(struct fixture *t) {
    ir_build_branch(&t->b, L(t->n), t->next, t->next);
}
static void jump_nowhere(struct fixture *t) {
    ir_build_jump(&t->b, 7);
}
static void jump_to_entry(struct fixture *t) {
    ir_build_jump(&t->b, t->next);
    ir_build_at(&t->b, t->next);
    ir_build_jump(&t->b, t->entry);
}
static void float_base(struct fixture *t) {
    struct ir_addr a = at(ir_const_int(t->p, IR_TYPE(IR_FLOAT, 64), 0));
    ir_build_load(&t->b, t->x, &a, 0);
}
static void pointer_index(struct fixture *t) {
    struct ir_term term = {L(t->ptr), 4};
    struct ir_addr a = {.base = L(t->ptr), .n_terms = 1, .terms = &term};
    ir_build_load(&t->b, t->x, &a, 0);
}
static void atomic_copy(struct fixture *t) {
    struct ir_addr a = at(L(t->ptr));
    ir_build_copy(&t->b, &a, &a, t->zero, IR_ATOMIC);
}
static void fill_with_i32(struct fixture *t) {
    struct ir_addr a = at(L(t->ptr));
    ir_build_fill(&t->b, &a, t->zero, t->zero, 0);
}
static void enter_unscoped(struct fixture *t) {
    ir_build_enter(&t->b, L(t->x));
}
static void enter_constant(struct fixture *t) {
    ir_build_enter(&t->b, t->zero);
}
static void call_of_number(struct fixture *t) {
    ir_build_call(&t->b, NULL, 0, L(t->n), NULL, 0, IR_NOTHING);
}
static void call_into_one_local(struct fixture *t) {
    uint32_t dsts[2] = {t->n, t->n};
    ir_build_call(&t->b, dsts, 2, L(t->ptr), NULL, 0, IR_NOTHING);
}
static void wrong_result(struct fixture *t) {
    ir_build_ret(&t->b, (ir_val[]){L(t->x)}, 1);
}
static void no_result(struct fixture *t) {
    ir_build_ret(&t->b, NULL, 0);
}
static void overlapping_cases(struct fixture *t) {
    struct ir_case cases[] = {{1, 5, 0}, {5, 6, 0}};
    ir_build_switch(&t->b, L(t->n), &t->next, 1, cases, 2);
}
static void wide_case(struct fixture *t) {
    struct ir_case c = {UINT64_C(1) << 32, UINT64_C(1) << 32, 0};
    ir_build_switch(&t->b, L(t->n), &t->next, 1, &c, 1);
}
static void case_without_successor(struct fixture *t) {
    struct ir_case c = {1, 1, 1};
    ir_build_switch(&t->b, L(t->n), &t->next, 1, &c, 1);
}
static void goto_number(struct fixture *t) {
    ir_build_goto(&t->b, L(t->n), &t->next, 1);
}
static void after_the_end(struct fixture *t) {
    ir_build_stop(&t->b, "x");
    ir_build_unmodelled(&t->b, "y");
}
static void no_end(struct fixture *t) {
    ir_build_unmodelled(&t->b, "y");
}
static void begun_while_open(struct fixture *t) {
    ir_build_at(&t->b, t->next);
}
static void begun_twice(struct fixture *t) {
    ir_build_stop(&t->b, "x");
    ir_build_at(&t->b, t->entry);
}
static void never_filled(struct fixture *t) {
    ir_build_stop(&t->b, "x");
}
static void late_parameter(struct fixture *t) {
    ir_build_param(&t->b, "late", IR_I(8), IR_NO_TYPE, 0);
}
static void wide_integer(struct fixture *t) {
    ir_build_local(&t->b, "wide", IR_I(129), IR_NO_TYPE, 0);
}
static void narrow_pointer(struct fixture *t) {
    ir_build_local(&t->b, "narrow", IR_TYPE(IR_PTR, 32), IR_NO_TYPE, 0);
}
static void odd_alignment(struct fixture *t) {
    ir_build_slot(&t->b, "odd", 4, 3, IR_NO_TYPE, 0);
}

static void misuse_is_named(void **state) {
    (void)state;
    static const struct {
        void (*misuse)(struct fixture *);
        const char *error;
    } rows[] = {
        {add_of_two_widths, "block entry: add: arguments and result are of one integer or pointer type"},
        {add_of_one_argument, "block entry: add: wrong number of arguments"},
        {widen_to_narrower, "block entry: zext: the result is a wider integer than the argument"},
        {truncate_to_wider, "block entry: trunc: the result is a narrower integer than the argument"},
        {test_into_i64, "block entry: eq: a test compares two integers or pointers of one type and gives an i1"},
        {cast_of_integers, "block entry: cast: a cast is between pointer and integer"},
        {bits_of_two_widths, "block entry: bits: argument and result differ in width"},
        {float_add_of_integers, "block entry: fadd: arguments and result are of one float type"},
        {select_on_i32, "block entry: select: select takes an i1 and two values of the result's type"},
        {cast_from_float_of_integer, "block entry: ftosi: the cast does not fit the kinds of its argument and result"},
        {swap_of_bits, "block entry: bswap: bswap takes whole bytes"},
        {temporary_twice, "block entry: copy: the temporary is assigned twice"},
        {no_such_local, "block entry: copy: no such local"},
        {missing_value, "block entry: assume: a value is missing"},
        {assume_i32, "block entry: assume: a condition is an i1"},
        {branch_on_i32, "block entry: branch: a condition is an i1"},
        {jump_nowhere, "block entry: jump: no such block"},
        {jump_to_entry, "a jump to the entry block entry"},
        {float_base, "block entry: load: the base of an address is a pointer or an integer"},
        {pointer_index, "block entry: load: an index is an integer"},
        {atomic_copy, "block entry: copy: a flag that the instruction cannot have"},
        {fill_with_i32, "block entry: fill: fill takes an i8 and an integer"},
        {enter_unscoped, "block entry: enter: the storage is not scoped"},
        {enter_constant, "block entry: enter: only locals and slots have a scope"},
        {call_of_number, "block entry: call: the callee is a pointer"},
        {call_into_one_local, "block entry: call: two results go to one local"},
        {wrong_result, "block entry: ret: a result has another type than the function says"},
        {no_result, "block entry: ret: wrong number of results"},
        {overlapping_cases, "block entry: switch: cases are not ascending and disjoint"},
        {wide_case, "block entry: switch: a case is wider than the value"},
        {case_without_successor, "switch: a case has no such successor"},
        {goto_number, "block entry: goto: a label is a pointer"},
        {after_the_end, "unmodelled stands outside a block"},
        {no_end, "block entry has no end"},
        {begun_while_open, "block entry has no end"},
        {begun_twice, "block entry is begun twice"},
        {never_filled, "block next is never filled"},
        {late_parameter, "parameters come before other locals"},
        {wide_integer, "local wide: an integer has 1 to 128 bits"},
        {narrow_pointer, "local narrow: a pointer has the pointer width of the program"},
        {odd_alignment, "slot odd: alignment 3 is no power of two"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture t;
        set_up(&t);
        rows[i].misuse(&t);
        assert_false(ir_build_end(&t.b));
        assert_string_equal(t.b.error, rows[i].error);
        ir_program_free(t.p);
    }
}

static void the_first_misuse_is_the_one_recorded(void **state) {
    (void)state;
    struct fixture t;
    set_up(&t);
    assume_i32(&t);
    float_add_of_integers(&t);
    ir_val v = ir_build_let_temp(&t.b, IR_I(32), IR_COPY_, L(t.n), 0, 0);
    assert_int_equal(ir_type_of(t.p, function(&t), v), IR_I(32));
    assert_int_equal(function(&t)->instrs.n, 0);
    assert_false(ir_build_end(&t.b));
    assert_string_equal(t.b.error, "block entry: assume: a condition is an i1");
    ir_program_free(t.p);
}

// ---- what is made --------------------------------------------------------------------------------------------------------------------

static void check_text(struct fixture *t, const char *expected) {
    struct buf why = {0}, text = {0};
    assert_true(ir_build_end(&t->b));
    assert_true(ir_valid(t->p, &why));
    ir_print_func(t->p, function(t), &text);
    assert_string_equal(text.text, expected);
    buf_free(&why);
    buf_free(&text);
    ir_program_free(t->p);
}

static void blocks_stand_in_the_order_in_which_they_were_begun(void **state) {
    (void)state;
    struct fixture t;
    set_up(&t);
    uint32_t last = ir_build_block(&t.b, "last");
    ir_val label = ir_label(t.p, 0, t.next);
    ir_build_goto(&t.b, label, (uint32_t[]){t.next, last}, 2);
    ir_build_at(&t.b, last);
    ir_build_jump(&t.b, t.next);
    ir_build_at(&t.b, t.next);
    ir_build_ret(&t.b, &t.zero, 1);
    assert_true(ir_build_open(&t.b) == false);
    assert_int_equal(t.p->labels.at[0].block, t.next);
    check_text(&t,
               "func @f(%n: i32 user, %p: ptr user) -> i32 {\n"
               "  var %x: i64\n  var %s: i32 scoped\n  slot $slot size 8 align 8\n"
               "entry:\n  goto @f:next, next, last\n"
               "last:\n  jump next\n"
               "next:\n  ret i32 0\n}\n");
}

static void switches_get_a_normal_form(void **state) {
    (void)state;
    struct fixture t;
    set_up(&t);
    uint32_t other = ir_build_block(&t.b, "other");
    uint32_t succs[] = {t.next, other, t.next, other, other};
    struct ir_case cases[] = {{9, 9, 1}, {3, 4, 4}, {1, 2, 3}, {6, 7, 2}, {5, 5, 0}, {10, 10, 3}};
    ir_build_switch(&t.b, L(t.n), succs, 5, cases, 6);
    ir_build_at(&t.b, t.next);
    ir_build_stop(&t.b, "a");
    ir_build_at(&t.b, other);
    ir_build_stop(&t.b, "b");
    assert_int_equal(function(&t)->instrs.at[0].n_succs, 2);
    check_text(&t,
               "func @f(%n: i32 user, %p: ptr user) -> i32 {\n"
               "  var %x: i64\n  var %s: i32 scoped\n  slot $slot size 8 align 8\n"
               "entry:\n  switch %n, next { 1..4: other, 5..7: next, 9..10: other }\n"
               "next:\n  stop \"a\"\n"
               "other:\n  stop \"b\"\n}\n");
}

static void taken_names_get_a_suffix(void **state) {
    (void)state;
    struct fixture t;
    set_up(&t);
    assert_string_equal(function(&t)->locals.at[ir_build_local(&t.b, "n", IR_I(8), IR_NO_TYPE, 0)].name, "n.2");
    assert_string_equal(function(&t)->locals.at[ir_build_local(&t.b, "n", IR_I(8), IR_NO_TYPE, 0)].name, "n.3");
    assert_string_equal(function(&t)->locals.at[ir_build_local(&t.b, "n.2", IR_I(8), IR_NO_TYPE, 0)].name, "n.2.2");
    assert_string_equal(function(&t)->slots.at[ir_build_slot(&t.b, "n", 1, 1, IR_NO_TYPE, 0)].name, "n");
    assert_string_equal(function(&t)->blocks.at[ir_build_block(&t.b, "entry")].name, "entry.2");
    assert_string_equal(function(&t)->blocks.at[ir_build_block(&t.b, NULL)].name, "b");
    assert_string_equal(function(&t)->blocks.at[ir_build_block(&t.b, NULL)].name, "b.2");
    assert_null(function(&t)->locals.at[ir_build_local(&t.b, NULL, IR_I(8), IR_NO_TYPE, 0)].name);
    assert_false(ir_build_end(&t.b));
    ir_program_free(t.p);
}

static void what_is_handed_in_is_copied(void **state) {
    (void)state;
    struct fixture t;
    set_up(&t);
    intern_add(&t.p->files, "f.c");
    char why[] = "why";
    struct ir_term terms[] = {{L(t.n), 4}, {L(t.x), 0}, {L(t.x), -8}};
    struct ir_addr a = {.base = L(t.ptr), .offset = -16, .n_terms = 3, .terms = terms};
    uint32_t dsts[] = {t.n, t.x};
    ir_val args[] = {L(t.n), L(t.x)};
    t.b.loc = (struct ir_loc){0, 5, 2};
    ir_build_havoc(&t.b, &a, t.zero, why);
    t.b.loc = (struct ir_loc){0};
    ir_build_call(&t.b, dsts, 2, L(t.ptr), args, 2, ir_val_of(IR_SLOT, t.slot));
    ir_build_ret(&t.b, args, 1);
    memset(why, 'x', sizeof why - 1);
    memset(terms, 0, sizeof terms);
    memset(dsts, 0, sizeof dsts);
    memset(args, 0, sizeof args);
    ir_build_at(&t.b, t.next);
    ir_build_stop(&t.b, NULL);
    check_text(&t,
               "func @f(%n: i32 user, %p: ptr user) -> i32 {\n"
               "  var %x: i64\n  var %s: i32 scoped\n  slot $slot size 8 align 8\n"
               "entry:\n  havoc [%p - 16 + 4*%n - 8*%x], i32 0, \"why\" !0:5:2\n"
               "  %n, %x = call %p(%n, %x) varargs $slot\n  ret %n\n"
               "next:\n  stop \"\"\n}\n");
}

static void declarations_have_parameters_and_no_blocks(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    struct buf why = {0};
    uint32_t f = ir_add_func(p, "malloc");
    p->funcs.at[f].flags = IR_EXTERN;
    struct ir_build b;
    ir_build_begin(&b, p, f);
    ir_build_param(&b, NULL, IR_I(64), IR_NO_TYPE, 0);
    assert_true(ir_build_end(&b));
    assert_true(ir_valid(p, &why));
    ir_build_begin(&b, p, f);
    ir_build_block(&b, "x");
    assert_false(ir_build_end(&b));
    assert_string_equal(b.error, "function malloc is declared without a body");
    ir_program_free(p);
    buf_free(&why);
}

static void many_equal_names_take_linear_time(void **state) {
    (void)state;
    struct fixture t;
    set_up(&t);
    for (uint32_t i = 0; i < 100000; i++) ir_build_local(&t.b, "same", IR_I(8), IR_NO_TYPE, 0);
    assert_string_equal(vec_last(&function(&t)->locals).name, "same.100000");
    assert_false(ir_build_end(&t.b));
    ir_program_free(t.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misuse_is_named),
        cmocka_unit_test(the_first_misuse_is_the_one_recorded),
        cmocka_unit_test(blocks_stand_in_the_order_in_which_they_were_begun),
        cmocka_unit_test(switches_get_a_normal_form),
        cmocka_unit_test(taken_names_get_a_suffix),
        cmocka_unit_test(what_is_handed_in_is_copied),
        cmocka_unit_test(declarations_have_parameters_and_no_blocks),
        cmocka_unit_test(many_equal_names_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
