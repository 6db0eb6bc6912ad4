// SPDX-License-Identifier: MIT
// Contracts as words: what is read, and what is wrong with what is not.
#include "ir/stated.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct ir_stated read(const char *text) {
    struct ir_stated s;
    struct buf error = {0};
    uint32_t line = 1;
    if (!ir_stated_read(&s, text, &line, &error)) fail_msg("%u: %s", line, buf_text(&error));
    return s;
}

static void test_forms(void **state) {
    (void)state;
    struct ir_stated s = read("requires p == null or list(p->first, next) of struct node; requires length(q)==q->n;\nensures 0 <= *n < 7; frees perhaps p , (*q)->x;");
    assert_int_equal(s.cases.n, 1);
    assert_int_equal(s.cases.at[0].clauses.n, 4);
    const struct ir_clause *c = s.cases.at[0].clauses.at;
    assert_int_equal(c[0].kind, IR_REQUIRES);
    assert_string_equal(c[0].text, "p == null or list(p->first, next) of struct node");
    assert_int_equal(c[0].forms.n, 2);
    assert_int_equal(c[0].forms.at[0].kind, IR_FORM_NULL);
    assert_string_equal(c[0].forms.at[0].args[0], "p");
    assert_int_equal(c[0].forms.at[1].kind, IR_FORM_SHAPE);
    assert_string_equal(c[0].forms.at[1].word, "list");
    assert_int_equal(c[0].forms.at[1].n_args, 2);
    assert_string_equal(c[0].forms.at[1].args[0], "p -> first");
    assert_string_equal(c[0].forms.at[1].type, "struct node");
    assert_null(c[0].forms.at[1].whole);
    assert_int_equal(c[1].forms.at[0].kind, IR_FORM_LENGTH);
    assert_string_equal(c[1].forms.at[0].args[1], "q -> n");
    assert_int_equal(c[2].kind, IR_ENSURES);
    assert_int_equal(c[2].line, 2);
    assert_int_equal(c[2].forms.at[0].kind, IR_FORM_BELOW);
    assert_string_equal(c[2].forms.at[0].args[1], "7");
    assert_int_equal(c[3].kind, IR_FREES);
    assert_int_equal(c[3].forms.at[0].kind, IR_FORM_PERHAPS);
    assert_int_equal(c[3].forms.at[1].kind, IR_FORM_FREED);
    assert_string_equal(c[3].forms.at[1].args[0], "( * q ) -> x");
    ir_stated_free(&s);
}

static void test_rings_and_names(void **state) {
    (void)state;
    struct ir_stated s = read("requires ring(&of->list, next, prev) of struct link in struct item.link; requires or == of; frees nothing;");
    const struct ir_clause *c = s.cases.at[0].clauses.at;
    assert_string_equal(c[0].forms.at[0].args[0], "& of -> list");
    assert_string_equal(c[0].forms.at[0].type, "struct link");
    assert_string_equal(c[0].forms.at[0].whole, "struct item . link");
    assert_int_equal(c[1].forms.at[0].kind, IR_FORM_IS);
    assert_string_equal(c[1].forms.at[0].args[0], "or");
    assert_string_equal(c[1].forms.at[0].args[1], "of");
    assert_int_equal(c[2].forms.at[0].kind, IR_FORM_NOTHING);
    ir_stated_free(&s);
}

static void test_cases(void **state) {
    (void)state;
    struct ir_stated s = read("case 1: requires string(s); case 2: requires s == null; frees perhaps anything;");
    assert_int_equal(s.cases.n, 2);
    assert_int_equal(s.cases.at[0].clauses.n, 1);
    assert_int_equal(s.cases.at[1].clauses.n, 2);
    assert_int_equal(s.cases.at[1].clauses.at[1].forms.at[0].kind, IR_FORM_ANYTHING);
    ir_stated_free(&s);
}

static void test_errors(void **state) {
    static const struct {
        const char *text, *error;
        uint32_t line;
    } wrong[] = {
        {"", "expected a clause at the end", 4},
        {"\n\nrequires", "expected a variable or member at the end", 6},
        {"requires p", "expected '==' at the end", 4},
        {"requires list(p, next", "expected ')' at the end", 4},
        {"requires list(p,\n);", "expected a variable or member before ')'", 5},
        {"requires list(p, next) of ;", "expected a type before ';'", 4},
        {"requires length(p, q) == n;", "expected one list in 'length' before '=='", 4},
        {"requires 2 <= n;", "expected '==' before '<='", 4},
        {"requires 1 <= ;", "expected a variable or member before ';'", 4},
        {"requires 0 <= n;", "expected '<' or '<=' before ';'", 4},
        {"frees nothing, nothing", "expected ';' at the end", 4},
        {"case 1 frees nothing;", "expected ':' before 'frees'", 4},
        {"ensure p == null;", "expected 'requires', 'ensures', 'frees' or 'case' before 'ensure'", 4},
        {"requires tree(p, a, b, c, d, e, f, g, h, i, j, k, l);", "expected fewer members before 'l'", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct ir_stated s;
        struct buf error = {0};
        uint32_t line = 4;
        assert_false(ir_stated_read(&s, wrong[i].text, &line, &error));
        assert_string_equal(buf_text(&error), wrong[i].error);
        assert_int_equal(line, wrong[i].line);
        buf_free(&error);
    }
}

static void test_numbers_that_are_not_0(void **state) {
    struct ir_stated s = read("requires 1 <= n; requires 1 <= t->n <= 7;");
    const struct ir_form *alone = &s.cases.at[0].clauses.at[0].forms.at[0], *both = &s.cases.at[0].clauses.at[1].forms.at[0];
    (void)state;
    assert_true(alone->kind == IR_FORM_SOME && alone->some && alone->n_args == 1);
    assert_true(both->kind == IR_FORM_MOST && both->some && both->n_args == 2);
    assert_string_equal(both->args[1], "7");
    ir_stated_free(&s);
}

static void test_words(void **state) {
    (void)state;
    struct arena a = {0};
    assert_string_equal(ir_clause_words(&a, " list(p->x,next)\n of  struct  node "), "list ( p -> x , next ) of struct node");
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms), cmocka_unit_test(test_rings_and_names), cmocka_unit_test(test_cases), cmocka_unit_test(test_errors), cmocka_unit_test(test_numbers_that_are_not_0), cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
