// SPDX-License-Identifier: MIT
// Numbers that code divides by, or masks others with when they are one less.
#include "graph.h"
#include "ir/asks.h"
#include "ir/text.h"

// struct table { u32 n; u32 age; }
static const char types[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "type 0 = struct \"struct table\" size 8 { \"n\" type 1 bit 0; \"age\" type 1 bit 32 }\n"
    "type 1 = uint \"unsigned int\" size 4\n"
    "type 2 = pointer \"\" size 8 to 0\n";

static const char function[] = "func @f(%t: ptr type 2 user, %h: i32 type 1 user) -> i32 {\nentry:\n";

// In the function of `number` places in the text; divides: bits of its parameters before and after.
static ir_asked_list found_in(const char *text, uint32_t number, uint64_t *divides) {
    struct buf why = {0};
    ir_asked_list found = {0};
    struct ir_program *p = ir_parse("t.hir", text, strlen(text), &why);
    if (!p) fail_msg("%s", buf_text(&why));
    ir_asks_divisors(p, &p->funcs.at[number], divides, &found);
    ir_program_free(p);
    return found;
}

// The places are `n`, at offset 0, so many of them divisors and so many compared with 0.
static void expect(const char *body, uint32_t divisors, uint32_t asked) {
    struct buf text = {0};
    uint64_t divides[1] = {0};
    uint32_t n[2] = {0};
    buf_printf(&text, "%s%s%s}\n", types, function, body);
    ir_asked_list found = found_in(buf_text(&text), 0, divides);
    for (uint32_t i = 0; i < found.n; i++) {
        assert_true(found.at[i].owner == 0 && found.at[i].offset == 0);
        n[found.at[i].asked]++;
    }
    assert_int_equal(n[0], divisors);
    assert_int_equal(n[1], asked);
    vec_free(&found);
    buf_free(&text);
}

static void what_is_divided_by_is_found(void **state) {
    (void)state;
    expect("  %0: i32 = load [%t]\n  %1: i32 = urem %h, %0\n  ret %1\n", 1, 0);
    expect("  %0: i32 = load [%t]\n  %1: i64 = zext %0\n  %2: i64 = zext %h\n  %3: i64 = udiv %2, %1\n  %4: i32 = trunc %3\n  ret %4\n", 1, 0);
}

static void what_is_divided_is_not(void **state) {
    (void)state;
    expect("  %0: i32 = load [%t]\n  %1: i32 = urem %0, %h\n  ret %1\n", 0, 0);
    expect("  %0: i32 = load [%t]\n  %1: i32 = add %0, %h\n  ret %1\n", 0, 0);
}

static void so_is_what_masks_when_it_is_one_less(void **state) {
    (void)state;
    expect("  %0: i32 = load [%t]\n  %1: i32 = sub %0, i32 1\n  %2: i32 = and %h, %1\n  ret %2\n", 1, 0);
    expect("  %0: i32 = load [%t]\n  %1: i32 = add %0, i32 4294967295\n  %2: i32 = and %1, %h\n  ret %2\n", 1, 0);
    expect("  %0: i32 = load [%t]\n  %1: i32 = and %h, %0\n  ret %1\n", 0, 0);
    expect("  %0: i32 = load [%t]\n  %1: i32 = sub %0, i32 2\n  %2: i32 = and %h, %1\n  ret %2\n", 0, 0);
}

static void what_is_compared_with_0_is_asked_about(void **state) {
    (void)state;
    expect("  %0: i32 = load [%t]\n  %1: i1 = eq %0, i32 0\n  %2: i32 = zext %1\n  ret %2\n", 0, 1);
    expect("  %0: i32 = load [%t]\n  %1: i1 = eq %0, i32 3\n  %2: i32 = zext %1\n  ret %2\n", 0, 0);
}

static void a_parameter_that_is_divided_by_is_told_to_callers(void **state) {
    (void)state;
    struct buf text = {0};
    uint64_t divides[2] = {0};
    buf_printf(&text, "%sfunc @place(%%h: i32 type 1 user, %%n: i32 type 1 user) -> i32 {\nentry:\n  %%0: i32 = urem %%h, %%n\n  ret %%0\n}\n", types);
    buf_printf(&text, "%s  %%0: i32 = load [%%t]\n  %%1: i32 = call @place(%%h, %%0)\n  ret %%1\n}\n", function);
    ir_asked_list own = found_in(buf_text(&text), 0, divides);
    assert_true(own.n == 0 && divides[0] == 2);
    ir_asked_list found = found_in(buf_text(&text), 1, divides);
    assert_true(found.n == 1 && found.at[0].offset == 0 && divides[1] == 0);
    vec_free(&found);
    vec_free(&own);
    buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_divided_by_is_found),
        cmocka_unit_test(what_is_divided_is_not),
        cmocka_unit_test(so_is_what_masks_when_it_is_one_less),
        cmocka_unit_test(what_is_compared_with_0_is_asked_about),
        cmocka_unit_test(a_parameter_that_is_divided_by_is_told_to_callers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
