// SPDX-License-Identifier: MIT
// Preprocessed text of newer gccs becomes what clang reads, and nothing else changes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "front/dialect.h"

static void expect(const char *text, const char *expected) {
    struct buf out = {0};
    bool any = front_dialect(text, strlen(text), &out);
    assert_int_equal(any, strcmp(text, expected) != 0);
    if (any) assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void stays(const char *text) {
    expect(text, text);
}

static void the_deallocator_of_an_attribute_is_dropped(void **state) {
    (void)state;
    expect("void *f(void) __attribute__ ((__malloc__ (free, 1)));", "void *f(void) __attribute__ ((__malloc__          ));");
    expect("void *f(void) __attribute__((pure, malloc(g)));", "void *f(void) __attribute__((pure, malloc   ));");
    expect("[[gnu::malloc (free, 1)]] void *f(void);", "[[gnu::malloc          ]] void *f(void);");
    expect("int a __attribute ((__malloc__\n# 3 \"x.h\" 3 4\n(f,\n1))) ;", "int a __attribute ((__malloc__\n# 3 \"x.h\" 3 4\n   \n  )) ;");
    stays("void *f(void) __attribute__((malloc)); int *p = malloc (4); int malloc (int);");
    stays("void *f(void) __attribute__((cleanup(malloc), section(\"__malloc__ (free, 1)\"))); g(malloc (1));");
    stays("int n = __attribute__ ((malloc (");
}

static void types_of_gcc_become_types_of_clang(void **state) {
    (void)state;
    expect("_Float32 a; _Float64 b;", "float    a; double   b;");
    expect("_Float32x a;\n_Float64x b;\n_Float128 c;\n_Complex _Float32 d;", "double    a;\nlong double b;\n__float128 c;\n_Complex float    d;");
    expect("double x = 1.5f64 + .5F32 + 2e+1f64x;", "double x = 1.5    + .5f   + 2e+1L   ;");
    expect("__builtin_huge_valf64x ()", "__builtin_huge_vall    ()");
    stays("int my_Float32, _Float32y; char *s = \"_Float32\"; /* _Float32 */ int n = 0x1f32; // _Float64\n# 1 \"_Float32\"\nchar c = '\"';");
}

static void a_type_that_the_text_defines_is_its_own(void **state) {
    (void)state;
    stays("typedef float _Float32;\n_Float32 a;");
    expect("typedef float _Float32;\n_Float64 a;", "typedef float _Float32;\ndouble   a;");
}

static void where_a_type_is_asked_for_it_stays(void **state) {
    (void)state;
    stays("int n = _Generic (x, float: 1, _Float32: 2);");
    stays("f(__builtin_va_arg (ap, _Float32));");
    expect("__builtin_types_compatible_p (__typeof (x), _Float128)", "__builtin_types_compatible_p (__typeof (x), __float128)");
    expect("_Generic (x, _Float32: 1) + (_Float32) y", "_Generic (x, _Float32: 1) + (float   ) y");
}

static void fortified_variadic_functions_are_declared(void **state) {
    (void)state;
    expect("extern inline int printf (const char *f, ...)\n{\n  return __printf_chk (1, f, __builtin_va_arg_pack ());\n}\nint g(void) { return 1; }",
           "extern inline int printf (const char *f, ...)\n;\n                                                       \n \nint g(void) { return 1; }");
    stays("int f(void) { { return 1; } }");
}

static void output_of_a_preprocessor_is_known_by_its_first_line(void **state) {
    (void)state;
    assert_true(front_is_preprocessed("# 0 \"a.c\"\n"));
    assert_true(front_is_preprocessed("\n# 1 \"a.c\"\n"));
    assert_false(front_is_preprocessed("#include <stdio.h>\n# 1 \"a.c\"\n"));
    assert_false(front_is_preprocessed("#line 1 \"a.c\"\n"));
    assert_false(front_is_preprocessed(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deallocator_of_an_attribute_is_dropped),
        cmocka_unit_test(types_of_gcc_become_types_of_clang),
        cmocka_unit_test(a_type_that_the_text_defines_is_its_own),
        cmocka_unit_test(where_a_type_is_asked_for_it_stays),
        cmocka_unit_test(fortified_variadic_functions_are_declared),
        cmocka_unit_test(output_of_a_preprocessor_is_known_by_its_first_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
