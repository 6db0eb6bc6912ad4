// SPDX-License-Identifier: MIT
// What a C file may define is guessed from its text: too many names rather than too few.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "front/outline.h"

static void found(void *context, const char *name, size_t n) {
    struct buf *out = context;
    if (out->n) buf_char(out, ' ');
    buf_add(out, name, n);
}

static void expect(const char *text, const char *names) {
    struct buf out = {0};
    front_outline(text, found, &out);
    assert_string_equal(buf_text(&out), names);
    buf_free(&out);
}

static void functions_and_variables_are_found(void **state) {
    (void)state;
    expect("int f(int a) { return g(a); }\nstatic struct s *h(void)\n{\n}", "f h");
    expect("int a, b = 3, c[4], *d;", "a b c d");
    expect("struct s { int field; } x = { .field = f(1) };", "x");
    expect("old(a, b) char *a; { }", "old a");
    expect("int f(void) __attribute__((pure)) { }", "f __attribute__");
}

static void declarations_and_bodies_are_not(void **state) {
    (void)state;
    expect("int f(int); extern int x, y; typedef int t; extern int g(void);", "");
    expect("int f(void) { int local = 3; { other(); } }", "f");
}

static void comments_strings_and_directives_are_not_code(void **state) {
    (void)state;
    expect("/* int a; */ // int b;\n#define f(x) { x\n#define g \\\n int c;\nint d = '\"'; char *e = \"{ \\\" int z;\";", "d e");
    expect("int a; /* never closed int b;", "a");
    expect("char *a = \"never closed\nint b;", "a b");
}

static void broken_text_does_no_harm(void **state) {
    (void)state;
    expect("", "");
    expect(")))}}}((({{{", "");
    expect("int f(void) { return 1 }\nint g(void { }\nint h(void) { }", "f g h");
    expect("int f(int x { return 0; } int g(void) { }", "f g");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_and_variables_are_found),
        cmocka_unit_test(declarations_and_bodies_are_not),
        cmocka_unit_test(comments_strings_and_directives_are_not_code),
        cmocka_unit_test(broken_text_does_no_harm),
    };
    return cmocka_run_group_tests_name("front/outline", tests, NULL, NULL);
}
