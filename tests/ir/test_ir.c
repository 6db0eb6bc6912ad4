// SPDX-License-Identifier: MIT
// The program container: constants and labels are shared, symbols share one space, tables say what the .def files say.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/ir.h"
#include "ir/rules.h"

static void constants_are_found_or_made(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    ir_val values[1000];
    for (uint32_t i = 0; i < 1000; i++) values[i] = ir_const_int(p, IR_I(32), i);
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(ir_const_int(p, IR_I(32), i), values[i]);
    assert_int_equal(p->consts.n, 1000);
    assert_int_not_equal(ir_const_int(p, IR_I(64), 7), values[7]);
    assert_int_not_equal(ir_const_undef(p, IR_I(32)), values[0]);
    assert_int_equal(ir_const_undef(p, IR_I(32)), ir_const_undef(p, IR_I(32)));
    assert_true(ir_tables_valid(p));
    ir_program_free(p);
}

static void bits_above_the_width_are_cleared(void **state) {
    (void)state;
    static const struct {
        uint32_t bits;
        uint64_t lo, hi;
    } rows[] = {
        {1, 1, 0},
        {8, 0xff, 0},
        {63, UINT64_MAX >> 1, 0},
        {64, UINT64_MAX, 0},
        {65, UINT64_MAX, 1},
        {80, UINT64_MAX, 0xffff},
        {128, UINT64_MAX, UINT64_MAX},
    };
    struct ir_program *p = ir_program_new(64);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ir_val v = ir_const_wide(p, IR_I(rows[i].bits), UINT64_MAX, UINT64_MAX);
        assert_true(ir_const_of(p, v)->lo == rows[i].lo && ir_const_of(p, v)->hi == rows[i].hi);
    }
    assert_int_equal(ir_const_int(p, IR_I(8), 0x1ff), ir_const_int(p, IR_I(8), 0xff));
    ir_program_free(p);
}

static void zero_is_a_defined_constant(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(32);
    assert_true(ir_is_zero(p, ir_const_int(p, ir_ptr(p), 0)));
    assert_false(ir_is_zero(p, ir_const_int(p, ir_ptr(p), 1)));
    assert_false(ir_is_zero(p, ir_const_wide(p, IR_I(128), 0, 1)));
    assert_false(ir_is_zero(p, ir_const_undef(p, ir_ptr(p))));
    assert_false(ir_is_zero(p, ir_val_of(IR_GLOBAL, ir_add_global(p, "g"))));
    ir_program_free(p);
}

static void globals_and_functions_share_one_space(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    char name[32];
    for (uint32_t i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "s%u", i);
        uint32_t n = i % 3 ? ir_add_global(p, name) : ir_add_func(p, name);
        assert_int_equal(ir_find(p, name), ir_val_of(i % 3 ? IR_GLOBAL : IR_FUNC, n));
    }
    assert_int_equal(ir_find(p, "s200"), IR_NOTHING);
    assert_string_equal(p->funcs.at[1].name, "s3");
    assert_int_equal(p->funcs.at[1].ctype, IR_NO_TYPE);
    assert_int_equal(p->globals.at[0].ctype, IR_NO_TYPE);
    assert_true(ir_tables_valid(p));
    p->symbols.at[5] = IR_NOTHING;
    assert_false(ir_tables_valid(p));
    ir_program_free(p);
}

static void labels_are_shared_and_follow_changes(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    for (uint32_t i = 0; i < 300; i++) assert_int_equal(ir_label(p, i % 3, i / 3), ir_val_of(IR_LABEL, i));
    for (uint32_t i = 0; i < 300; i++) assert_int_equal(ir_label(p, i % 3, i / 3), ir_val_of(IR_LABEL, i));
    p->labels.at[17].block = 1000;
    assert_false(ir_tables_valid(p));
    ir_rehash_labels(p);
    assert_true(ir_tables_valid(p));
    assert_int_equal(ir_label(p, p->labels.at[17].func, 1000), ir_val_of(IR_LABEL, 17));
    ir_program_free(p);
}

static void every_value_has_a_type(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(32);
    uint32_t f = ir_add_func(p, "f");
    vec_push(&p->funcs.at[f].locals, (struct ir_local){.name = "x", .type = IR_I(16)});
    assert_int_equal(ir_type_of(p, &p->funcs.at[f], ir_val_of(IR_LOCAL, 0)), IR_I(16));
    assert_int_equal(ir_type_of(p, NULL, ir_const_int(p, IR_I(7), 3)), IR_I(7));
    assert_int_equal(ir_type_of(p, NULL, ir_val_of(IR_FUNC, f)), IR_TYPE(IR_PTR, 32));
    assert_int_equal(ir_kind(ir_type_of(p, NULL, IR_NOTHING)), IR_VOID);
    assert_int_equal(ir_bytes(IR_I1), 1);
    assert_int_equal(ir_bytes(IR_I(24)), 3);
    assert_int_equal(ir_bytes(IR_TYPE(IR_FLOAT, 80)), 10);
    ir_program_free(p);
}

static void tables_follow_the_def_files(void **state) {
    (void)state;
    assert_string_equal(ir_ops[IR_LOAD].text, "load");
    assert_int_equal(ir_ops[IR_STOP].group, IR_GROUP_END);
    assert_string_equal(ir_ops[IR_COPY].operands, "1AB");
    assert_string_equal(ir_pures[IR_SSUBO_].text, "ssubo");
    assert_int_equal(ir_pures[IR_FSHR_].arity, 3);
    assert_int_equal(ir_pures[IR_FTOF_].class, IR_CLASS_FCAST);
    for (uint32_t i = 0; i < IR_N_PURE; i++)
        for (uint32_t k = 0; k < i; k++) assert_string_not_equal(ir_pures[i].text, ir_pures[k].text);
}

static void rules_are_named_alone_or_by_property(void **state) {
    (void)state;
    assert_int_equal(ir_rules_named("double-free"), 1u << IR_RULE_DOUBLE_FREE);
    assert_int_equal(ir_rules_named("reachability"), 1u << IR_RULE_ERROR_CALL | 1u << IR_RULE_ASSERTION_FAILURE);
    assert_int_equal(ir_rules_named("memory-cleanup"), 1u << IR_RULE_MEMORY_CLEANUP);
    assert_int_equal(ir_rules_named("memory-safety"), (1u << IR_RULE_LEAK_AT_EXIT) - 1);
    assert_int_equal(ir_rules_named("defined-behaviour"), 1u << IR_RULE_BROKEN_PROMISE | 1u << IR_RULE_UNINITIALISED_VALUE);
    assert_int_equal(ir_rules_named("termination"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_found_or_made),          cmocka_unit_test(bits_above_the_width_are_cleared),
        cmocka_unit_test(zero_is_a_defined_constant),           cmocka_unit_test(globals_and_functions_share_one_space),
        cmocka_unit_test(labels_are_shared_and_follow_changes), cmocka_unit_test(every_value_has_a_type),
        cmocka_unit_test(tables_follow_the_def_files),          cmocka_unit_test(rules_are_named_alone_or_by_property),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
