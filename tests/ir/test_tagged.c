// SPDX-License-Identifier: MIT
// Pointers in unions, and the values of a number beside them with which functions take them.
#include "graph.h"
#include "ir/asks.h"
#include "ir/text.h"

// struct value { u32 kind; union { char *text; struct pair *pair; } }, struct pair { i32 a, b }
static const char types[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "type 0 = struct \"struct value\" size 16 { \"kind\" type 1 bit 0; \"\" type 2 bit 64 }\n"
    "type 1 = uint \"unsigned int\" size 4\n"
    "type 2 = union \"\" size 8 { \"text\" type 3 bit 0; \"pair\" type 4 bit 0 }\n"
    "type 3 = pointer \"\" size 8 to 5\n"
    "type 4 = pointer \"\" size 8 to 6\n"
    "type 5 = int \"char\" size 1\n"
    "type 6 = struct \"struct pair\" size 8 { \"a\" type 7 bit 0; \"b\" type 7 bit 32 }\n"
    "type 7 = int \"int\" size 4\n"
    "type 8 = pointer \"\" size 8 to 0\n"
    "func @f(%v: ptr type 8 user) -> i32 {\n";

static const char begin[] = "entry:\n  %0: i32 = load [%v]\n  %1: i1 = eq %0, i32 2\n  branch %1, yes, no\n";

static ir_tagged_list found_in(const char *body, struct ir_program **p) {
    struct buf text = {0}, why = {0};
    ir_tagged_list found = {0};
    buf_printf(&text, "%s%s}\n", types, body);
    *p = ir_parse("t.hir", buf_text(&text), text.n, &why);
    if (!*p) fail_msg("%s", buf_text(&why));
    ir_asks_tagged(*p, &(*p)->funcs.at[0], &found);
    buf_free(&text);
    return found;
}

static void expect(const char *first, const char *rest, uint32_t n, const uint64_t *values, uint32_t ctype) {
    struct ir_program *p;
    struct buf body = {0};
    buf_printf(&body, "%s%s", first, rest);
    ir_tagged_list found = found_in(buf_text(&body), &p);
    assert_int_equal(found.n, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct ir_tagged *t = &found.at[i];
        assert_true(t->owner == 0 && t->tag == 0 && t->size == 4 && t->offset == 8 && t->value == values[i] && t->ctype == ctype);
    }
    vec_free(&found);
    buf_free(&body);
    ir_program_free(p);
}

static void behind_the_branch_the_value_is_known(void **state) {
    (void)state;
    expect(begin, "yes:\n  %2: ptr = load [%v + 8]\n  %3: i32 = load [%2 + 4]\n  ret %3\nno:\n  ret i32 0\n", 1, (const uint64_t[]){2}, 4);
    expect(begin, "yes:\n  %2: ptr = load [%v + 8]\n  %3: i8 = load [%2]\n  %4: i32 = sext %3\n  ret %4\nno:\n  ret i32 0\n", 1, (const uint64_t[]){2}, 3);
}

static void of_what_is_only_looked_at_nothing_is_known(void **state) {
    (void)state;
    expect(begin, "yes:\n  %2: ptr = load [%v + 8]\n  %3: i1 = eq %2, ptr null\n  %4: i32 = zext %3\n  ret %4\nno:\n  ret i32 0\n", 1, (const uint64_t[]){2}, IR_NO_TYPE);
}

static void elsewhere_no_value_is_known(void **state) {
    (void)state;
    expect(begin, "yes:\n  ret i32 0\nno:\n  %2: ptr = load [%v + 8]\n  %3: i32 = load [%2 + 4]\n  ret %3\n", 0, NULL, 0);
    expect(begin, "yes:\n  jump all\nno:\n  jump all\nall:\n  %2: ptr = load [%v + 8]\n  %3: i32 = load [%2 + 4]\n  ret %3\n", 0, NULL, 0);
}

static void a_case_has_all_its_values(void **state) {
    (void)state;
    expect("entry:\n  %0: i32 = load [%v]\n  switch %0, other { 1..2: pair, 5: pair }\n", "other:\n  ret i32 0\npair:\n  %2: ptr = load [%v + 8]\n  %3: i32 = load [%2 + 4]\n  ret %3\n", 3, (const uint64_t[]){1, 2, 5}, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behind_the_branch_the_value_is_known),
        cmocka_unit_test(of_what_is_only_looked_at_nothing_is_known),
        cmocka_unit_test(elsewhere_no_value_is_known),
        cmocka_unit_test(a_case_has_all_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
