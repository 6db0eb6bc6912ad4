// SPDX-License-Identifier: MIT
// Runs that are changed, and what tells one run from others: turns of loops put into another run, marks that few runs have.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/mutate.h"
#include "ir/text.h"

// ---- turns of loops --------------------------------------------------------------------------------------------------------------------

static struct exec_input drawn(uint32_t line, uint64_t value) {
    return (struct exec_input){.value = value, .bits = 32, .what = "t", .loc = {.line = line}};
}

static bool equals(const check_list *l, const uint64_t *values, uint32_t n) {
    return l->n == n && memcmp(l->at, values, n * sizeof *values) == 0;
}

// One run has two turns of a loop that draws in the lines 2 and 3, another has one: its turn comes before the first or the second of them.
static void a_turn_of_one_run_goes_into_another(void **state) {
    (void)state;
    struct exec_input a[] = {drawn(1, 7), drawn(2, 10), drawn(3, 11), drawn(2, 20), drawn(3, 21)}, b[] = {drawn(2, 30), drawn(3, 31)};
    struct check_seed x = {.n = 5, .inputs = a}, y = {.n = 2, .inputs = b};
    const uint64_t before[] = {7, 30, 31, 10, 11, 20, 21}, between[] = {7, 10, 11, 30, 31, 20, 21}, copied[] = {7, 10, 11, 30, 11, 20, 21};
    check_list constants = {0}, out = {0};
    uint64_t random = 1;
    bool seen[3] = {0};
    for (uint32_t i = 0; i < 200; i++) {
        assert_true(check_seed_splice(&x, &y, &constants, &random, &out));
        assert_in_range(out.n, 6, 7);
        seen[0] |= equals(&out, before, 7);
        seen[1] |= equals(&out, between, 7);
        seen[2] |= equals(&out, copied, 7);
    }
    assert_true(seen[0] && seen[1] && seen[2]);
    vec_free(&out);
}

static void several_turns_go_at_once(void **state) {
    (void)state;
    struct exec_input a[] = {drawn(2, 1)}, b[] = {drawn(2, 2), drawn(2, 3), drawn(2, 4), drawn(2, 5)};
    struct check_seed x = {.n = 1, .inputs = a}, y = {.n = 4, .inputs = b};
    const uint64_t two[] = {2, 3, 1}, four[] = {2, 3, 4, 5, 1};
    check_list constants = {0}, out = {0};
    uint64_t random = 1;
    bool seen[2] = {0};
    for (uint32_t i = 0; i < 200; i++) {
        assert_true(check_seed_splice(&x, &y, &constants, &random, &out));
        seen[0] |= equals(&out, two, 3);
        seen[1] |= equals(&out, four, 5);
    }
    assert_true(seen[0] && seen[1]);
    vec_free(&out);
}

static void a_turn_needs_a_place(void **state) {
    (void)state;
    struct exec_input a[] = {drawn(1, 7)}, b[] = {drawn(2, 30)};
    struct check_seed x = {.n = 1, .inputs = a}, y = {.n = 1, .inputs = b};
    check_list constants = {0}, out = {0};
    uint64_t random = 1;
    assert_false(check_seed_splice(&x, &y, &constants, &random, &out));
}

// ---- what runs come to -----------------------------------------------------------------------------------------------------------------

// A run that takes the ways of the one branch so often.
static bool adds(struct check_cover *c, uint32_t no, uint32_t yes, bool new) {
    check_cover_clear(c);
    while (no--) c->observer.branch(c, 0, 0, 0);
    while (yes--) c->observer.branch(c, 0, 0, 1);
    assert_int_equal(check_cover_new(c), new);
    return check_cover_add(c);
}

static void marks_count_runs(void **state) {
    (void)state;
    const char text[] = "hir 1\npointer 64\nfunc @main(%c: i1) -> i32 {\nentry:\n branch %c, a, b\na:\n ret i32 1\nb:\n ret i32 0\n}\n";
    struct buf error = {0};
    struct ir_program *p = ir_parse("t.hir", text, sizeof text - 1, &error);
    struct check_cover c;
    assert_non_null(p);
    check_cover_begin(&c, p);
    assert_true(adds(&c, 1, 0, true));
    assert_true(c.further);
    assert_false(adds(&c, 1, 0, false));
    assert_true(adds(&c, 2, 0, true));  // the same way, twice
    assert_false(c.further);
    assert_int_equal(c.mark, 1);
    assert_true(adds(&c, 1, 1, true));
    assert_true(c.further);
    assert_int_equal(c.mark, CHECK_CLASSES);
    assert_int_equal(c.often[0], 3);
    assert_int_equal(c.often[1], 1);
    assert_int_equal(c.often[CHECK_CLASSES], 1);
    check_cover_free(&c);
    ir_program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_of_one_run_goes_into_another),
        cmocka_unit_test(several_turns_go_at_once),
        cmocka_unit_test(a_turn_needs_a_place),
        cmocka_unit_test(marks_count_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
