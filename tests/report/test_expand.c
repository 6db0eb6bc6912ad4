// SPDX-License-Identifier: MIT
// What uses of macros become.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "report/expand.h"

struct definitions {
    const char *name[4], *text[4];
};
struct macros {
    struct definitions d;
    struct report_macro macro[4];
};

static const struct report_macro *find(void *context, const char *name, size_t n) {
    struct macros *m = context;
    for (uint32_t i = 0; i < 4 && m->d.name[i]; i++)
        if (strlen(m->d.name[i]) == n && memcmp(m->d.name[i], name, n) == 0) return &m->macro[i];
    return NULL;
}

// Definitions as names and texts, up to a NULL; NULL: nothing is known of the use.
static void expect(struct definitions d, const char *use, const char *expected) {
    struct buf out = {0};
    struct macros m = {.d = d};
    for (uint32_t i = 0; i < 4 && d.name[i]; i++) assert_true(report_macro_read(&m.macro[i], d.text[i]));
    bool known = report_expand(find, &m, use, &out);
    assert_int_equal(known, expected != NULL);
    assert_string_equal(buf_text(&out), expected ? expected : "");
    for (uint32_t i = 0; i < 4 && d.name[i]; i++) report_macro_free(&m.macro[i]);
    buf_free(&out);
}

static void parameters_are_replaced(void **state) {
    (void)state;
    expect((struct definitions){{"F"}, {"(p, f) ((p)->f)"}}, "F(list, next) + 1;", "((list)->next)");
    expect((struct definitions){{"F"}, {"(p, f) ((p)->f)"}}, "F (g(a, b), x)", "((g(a, b))->x)");
    expect((struct definitions){{"F"}, {"(p) p[pp] \"p\" 'p'"}}, "F( a  )", "a[pp] \"p\" 'p'");
    expect((struct definitions){{"N"}, {" (*x)"}}, "N = 1", "(*x)");
    expect((struct definitions){{"F"}, {"() *p"}}, "F()", "*p");
    expect((struct definitions){{"F"}, {"(x) x"}}, "F(\")\")", "\")\"");
}

static void pieces_are_joined_and_quoted(void **state) {
    (void)state;
    expect((struct definitions){{"F"}, {"(x) n_ ## x + #x"}}, "F(a)", "n_a + \"a\"");
    expect((struct definitions){{"F"}, {"(f, ...) f(__VA_ARGS__)"}}, "F(g, 1, 2)", "g(1, 2)");
    expect((struct definitions){{"F"}, {"(f, ...) f(__VA_ARGS__)"}}, "F(g)", "g()");
}

static void macros_in_macros_are_expanded(void **state) {
    (void)state;
    expect((struct definitions){{"F", "G"}, {"(x) G(x)->a", "(y) (*y)"}}, "F(p)", "(*p)->a");
    expect((struct definitions){{"F", "G"}, {" G", " F"}}, "F", "F");
    expect((struct definitions){{"F", "G"}, {" G", "(x) x"}}, "F", "G");
}

static void what_is_no_use_is_left_alone(void **state) {
    (void)state;
    expect((struct definitions){{"F"}, {"(x) x"}}, "F;", NULL);
    expect((struct definitions){{"F"}, {"(x) x"}}, "F(a", NULL);
    expect((struct definitions){{"F"}, {"(x) x"}}, "G(a)", NULL);
    expect((struct definitions){{"F"}, {"(x) x"}}, "", NULL);
    struct report_macro m;
    assert_false(report_macro_read(&m, "(x y"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_replaced),
        cmocka_unit_test(pieces_are_joined_and_quoted),
        cmocka_unit_test(macros_in_macros_are_expanded),
        cmocka_unit_test(what_is_no_use_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
