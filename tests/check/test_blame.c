// SPDX-License-Identifier: MIT
// Whose fault it is: the function's own only if what callers choose does not matter.
#include "check/blame.h"

#include "exec/given.h"
#include "exec/program.h"

// Is the fault manifest that shows if the function is given these numbers?
static bool is_manifest(const char *text, enum ir_rule rule, const uint64_t *numbers, uint32_t n) {
    struct ir_program *p = program_of(prelude_64, text);
    uint32_t entry = program_entry(p, "f");
    struct exec_given given;
    struct exec_result r;
    assert_true(exec_given_begin(&given, p, entry, NULL, &(struct ir_input_options){0}));
    struct exec_options o = {.rules = DEFAULT_RULES | 1u << IR_RULE_UNINITIALISED_VALUE, .given = &given, .inputs = {.values = numbers, .n = n}};
    exec_run(p, entry, &o, &r);
    assert_int_equal(r.n_faults, 1);
    assert_int_equal(r.faults[0].rule, rule);
    bool manifest = check_is_manifest(p, entry, &o, &r, 0);
    exec_result_free(&r);
    exec_given_end(&given);
    ir_program_free(p);
    return manifest;
}

static void past_a_local_array_behind_narrow_bounds_is_manifest(void **state) {
    (void)state;
    assert_true(is_manifest("func @f(%n: i32 user) -> i32 {\n slot $s size 4 align 4\nentry:\n %0: i32 = sub %n, i32 1000\n %1: i1 = ult %0, i32 30\n branch %1, in, out\n"
                            "in:\n store i32 1, [$s + 4] !5\n jump out\nout:\n ret i32 0\n}\n",
                            IR_RULE_OUT_OF_BOUNDS, (const uint64_t[]){1010}, 1));
}

static void past_a_local_array_by_a_number_of_the_caller_is_latent(void **state) {
    (void)state;
    assert_false(is_manifest("func @f(%n: i64 user) -> i32 {\n slot $s size 4 align 4\nentry:\n %0: i1 = ule %n, i64 4\n branch %0, in, out\n"
                             "in:\n store i8 1, [$s + 1*%n] !5\n jump out\nout:\n ret i32 0\n}\n",
                             IR_RULE_OUT_OF_BOUNDS, (const uint64_t[]){4}, 1));
}

// With the number 1000, which it looks for, the array has a value, or more is read than this caller hands over.
static void what_one_number_would_initialise_is_latent(void **state) {
    (void)state;
    static const char *const sources[] = {"i32 7", "%4"};
    for (uint32_t i = 0; i < 2; i++) {
        struct buf text = {0};
        buf_printf(&text,
                   "type 0 = int \"int\" size 4\ntype 1 = pointer \"\" size 8 to 0\n"
                   "func @f(%%key: ptr type 1 user, %%bits: i32 user) -> i32 {\n slot $s size 4 align 4\nentry:\n %%0: i1 = eq %%bits, i32 1000\n branch %%0, set, use\n"
                   "set:\n %s store %s, [$s]\n jump use\n"
                   "use:\n %%1: i32 = load [$s]\n %%2: i1 = eq %%1, i32 5\n branch %%2, one, two !8\none:\n ret i32 1\ntwo:\n ret i32 2\n}\n",
                   i ? "%4: i32 = load [%key + 4] !6\n" : "", sources[i]);
        assert_false(is_manifest(buf_text(&text), IR_RULE_UNINITIALISED_VALUE, (const uint64_t[]){0, 0}, 2));
        buf_free(&text);
    }
}

static void what_nothing_initialises_is_manifest(void **state) {
    (void)state;
    assert_true(is_manifest("func @f(%bits: i32 user) -> i32 {\n slot $s size 4 align 4\nentry:\n %1: i32 = load [$s]\n %2: i1 = eq %1, i32 5\n branch %2, one, two !8\n"
                            "one:\n ret i32 1\ntwo:\n ret i32 2\n}\n",
                            IR_RULE_UNINITIALISED_VALUE, NULL, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(past_a_local_array_behind_narrow_bounds_is_manifest),
        cmocka_unit_test(past_a_local_array_by_a_number_of_the_caller_is_latent),
        cmocka_unit_test(what_one_number_would_initialise_is_latent),
        cmocka_unit_test(what_nothing_initialises_is_manifest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
