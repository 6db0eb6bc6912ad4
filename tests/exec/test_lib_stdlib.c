// SPDX-License-Identifier: MIT
// Numbers, callbacks, ends, the environment, options: the rest of the standard library as modelled.
#include "exec/library.h"

static void text_becomes_numbers(void **state) {
    (void)state;
    library_expect("a = atoi(\" -12x\")\nb = atol(\"+7\")\nc = atoi(\"\")\nprintf(\"%d %ld %d\", a, b, c)", "returned 0|-12 7 0");
    library_expect("b[2] = \"12\"\nn = atoi(b)", "fault; out-of-bounds 2|");
    library_expect("e[8]\nn = strtol(\"0x1fg\", e, 0)\np = *e ptr\nm = strtol(\"077\", null, 0)\nprintf(\"%ld %s %ld\", n, p, m)",
                   "returned 0|31 g 63");
    library_expect("e[8]\nn = strtol(\"zz\", e, 10)\np = *e ptr\nprintf(\"%ld %s\", n, p)", "returned 0|0 zz");
    library_expect("n = strtol(\"zz\", null, 36)\nm = strtol(\"0x\", null, 16)\nprintf(\"%ld %ld\", n, m)", "returned 0|1295 0");
    library_expect("e = __errno_location()\nn = strtol(\"99999999999999999999\", null, 10)\nx = *e int\nprintf(\"%ld %d\", n, x)",
                   "returned 0|9223372036854775807 34");
    library_expect("n = strtoul(\"-1\", null, 10)\nprintf(\"%lu\", n)", "returned 0|18446744073709551615");
    library_expect("e[4]\nn = strtol(\"1\", e, 10)", "fault; out-of-bounds 2|");
    library_expect("e[8]\nd = strtod(\" 2.5e1x\", e)\np = *e ptr\nf = atof(\"-0.5\")\nprintf(\"%g %s %g\", d, p, f)",
                   "returned 0|25 x -0.5");
}

static void floats_are_computed(void **state) {
    (void)state;
    library_expect("e[4]\nw[8]\na = frexp(-10.0, e)\nn = *e int\nb = modf(-3.25, w)\nf = *w double\nprintf(\"%g %d %g %g\", a, n, b, f)",
                   "returned 0|-0.625 4 -0.25 -3");
    library_expect("e[3]\na = frexp(1.0, e)", "fault; out-of-bounds 2|");
    library_expect("w[8]\na = modf(1.0, w+1)", "fault; out-of-bounds 2|");
    library_expect("a = ldexp(3.0, -1)\nb = erf(0.0)\nc = nextafter(1.0, 2.0)\nn = ilogb(9.0)\nprintf(\"%g %g %a %d\", a, b, c, n)",
                   "returned 0|1.5 0 0x1.0000000000001p+0 3");
    library_expect("a = __fpclassify(0.0)\nb = __fpclassify(1e-310)\nc = __fpclassify(1.0)\nprintf(\"%d%d%d\", a, b, c)", "returned 0|234");
    // errno as the program's own functions would set it
    library_expect("e = __errno_location()\na = log(-1.0)\nx = *e int\nb = pow(1e300, 2.0)\ny = *e int\nprintf(\"%d %d\", x, y)",
                   "returned 0|33 34");
    library_expect("e = __errno_location()\na = strtod(\"1e999\", null)\nx = *e int\nprintf(\"%g %d\", a, x)", "returned 0|inf 34");
    struct buf longer = {0};
    buf_str(&longer, "e[8]\na = strtod(\"0.");
    for (int i = 0; i < 500; i++) buf_char(&longer, '0');
    buf_str(&longer, "7x\", e)\np = *e ptr\nputs(p)");
    library_expect(buf_text(&longer), "returned 0|x\n");
    buf_free(&longer);
}

static void random_numbers_are_drawn_within_bounds(void **state) {
    (void)state;
    uint64_t inputs[] = {1ull << 47, UINT64_MAX, 10, 3};
    struct library_run run = {.inputs = inputs, .n_inputs = 4};
    library_expect_with(&run,
                        "a = drand48()\nb = drand48()\nc = arc4random_uniform(10)\nd = arc4random_uniform(1)\n"
                        "printf(\"%g %.15f %d %d\", a, b, c, d)",
                        "returned 0|0.5 0.999999999999996 0 0");
}

static void seeded_sequences_are_those_of_posix(void **state) {
    (void)state;
    library_expect("srand48(11)\na = lrand48()\nb = mrand48()\nc = drand48()\nprintf(\"%ld %ld %.6f\", a, b, c)",
                   "returned 0|1609868485 -2145778172 0.219273");
    library_expect("srand48(-5)\na = lrand48()\nprintf(\"%ld\", a)", "returned 0|1754100061");
    library_expect("srand48(11)\na = lrand48()\nsrand48(11)\nb = lrand48()\nprintf(\"%ld\", b)", "returned 0|1609868485");
    library_expect("srand48(11)\nb[14]\nmemset(b, 0, 14)\nlcong48(b)\na = lrand48()\nprintf(\"%ld\", a)", "returned 0|0");
    library_expect("b[4]\nmemset(b, 0, 4)\na = nrand48(b)", "fault; out-of-bounds 3|");
}

static void values_are_computed(void **state) {
    (void)state;
    library_expect("a = abs(-5)\nb = labs(-7)\nc = ffs(8)\nd = htonl(1)\nprintf(\"%d %ld %d %d\", a, b, c, d)",
                   "returned 0|5 7 4 16777216");
    library_expect("a = toupper(97)\nb = tolower(65)\nc = toupper(49)\nprintf(\"%c%c%c\", a, b, c)", "returned 0|Aa1");
    library_expect("a = isalpha(97)\nb = isalpha(49)\nc = isdigit(49)\nprintf(\"%d %d %d\", a, b, c)", "returned 0|1024 0 2048");
    library_expect("t = __ctype_b_loc()\np = *t ptr\nx = *p+194 char\ny = *p+195 char\nprintf(\"%d %d\", x, y)", "returned 0|8 214");
    library_expect("t = __ctype_b_loc()\np = *t ptr\nx = *p+512 char", "fault; out-of-bounds 3|");
    library_expect(
        "a = sqrt(2.25)\nb = pow(2.0, 10.0)\nc = floor(-0.5)\nn = lround(2.5)\nx = isnan(1.0)\nprintf(\"%g %g %g %ld %d\", a, b, c, n, x)",
        "returned 0|1.5 1024 -1 3 0");
    library_expect("q = div(-7, 2)\nx = difftime(5, 7)\nprintf(\"%lx %g\", q, x)", "returned 0|fffffffffffffffd -2");
    library_expect("q = div(7, 0)", "trapped (integer division)|");
    library_expect("q = div(-2147483648, -1)", "trapped (integer division)|");
    library_expect("p = strerror(2)\nputs(p)", "returned 0|No such file or directory\n");
}

#define COMPARE                                                                                                                            \
    "func @compare(%a: ptr user, %b: ptr user) -> i32 {\nentry:\n %0: i32 = load [%a]\n %1: i32 = load [%b]\n %2: i32 = sub %0, %1\n ret " \
    "%2\n}\n"

static void arrays_are_sorted_and_searched(void **state) {
    (void)state;
    struct library_run run = {.extra = COMPARE};
    library_expect_with(
        &run,
        "a[16]\n*a = 3\n*a+4 = 1\n*a+8 = 2\n*a+12 = 0\nqsort(a, 4, 4, &compare)\nw = *a int\nx = *a+4 int\ny = *a+8 int\nz = *a+12 int\n"
        "printf(\"%d%d%d%d\", w, x, y, z)",
        "returned 0|0123");
    library_expect_with(&run, "a[16]\nqsort(a, 5, 4, &compare)", "fault; out-of-bounds 2|");
    library_expect_with(&run, "qsort(null, 0, 4, &compare)", "returned 0|");
    library_expect_with(&run,
                        "a[12]\nk[4]\n*a = 1\n*a+4 = 5\n*a+8 = 9\n*k = 5\np = bsearch(k, a, 3, 4, &compare)\nx = *p int\n*k = 6\n"
                        "q = bsearch(k, a, 3, 4, &compare)\nprintf(\"%d%p\", x, q)",
                        "returned 0|5(nil)");
    library_expect_with(&run, "a[12]\nk[4]\n*a = 1\n*a+4 = 5\n*a+8 = 9\n*k = 50\np = bsearch(k, a, 4, 4, &compare)",
                        "fault; out-of-bounds 0|");
    library_expect_with(&run, "p = malloc(8)\n*p = 2\n*p+4 = 1\nqsort(p, 2, 4, &compare)", "returned 0; memory-leak 99|");
    library_expect_with(
        &run, "a[8]\nk[4]\nn[8]\n*n = 2L\n*a = 1\n*a+4 = 5\n*k = 5\np = lfind(k, a, n, 4, &compare)\nx = *p int\nprintf(\"%d\", x)",
        "returned 0|5");
}

static void pointers_survive_sorting(void **state) {
    (void)state;
    struct library_run run = {.extra =
                                  "func @compare(%a: ptr user, %b: ptr user) -> i32 {\nentry:\n %0: ptr = load [%a]\n %1: ptr = load [%b]\n"
                                  " %2: i32 = load [%0]\n %3: i32 = load [%1]\n %4: i32 = sub %2, %3\n ret %4\n}\n"};
    library_expect_with(
        &run,
        "a[16]\np = malloc(4)\nq = malloc(4)\n*p = 2\n*q = 1\n*a = p\n*a+8 = q\nqsort(a, 2, 8, &compare)\nr = *a ptr\nx = *r int\n"
        "printf(\"%d\", x)\nfree(r)\ns = *a+8 ptr\nfree(s)",
        "returned 0|1");
    // What was moved is not kept alive by the library.
    library_expect_with(
        &run,
        "a[16]\np = malloc(4)\nq = malloc(4)\n*p = 2\n*q = 1\n*a = p\n*a+8 = q\nqsort(a, 2, 8, &compare)\nr = *a ptr\n"
        "s = *a+8 ptr\nfree(r)\np = getenv(\"x\")\nr = getenv(\"x\")\n*a = null\ns = getenv(\"x\")\n*a+8 = null\nq = getenv(\"x\")",
        "returned 0; memory-leak 16|");
}

static void programs_end(void **state) {
    (void)state;
    struct library_run run = {.extra =
                                  "global @bye size 4 align 1 readonly = { 0: \"bye\" }\ndeclare @puts(ptr) -> i32\n"
                                  "func @last() {\nentry:\n %0: i32 = call @puts(@bye)\n ret\n}\n"};
    library_expect_with(&run, "atexit(&last)\nexit(3)", "exited 3|bye\n");
    library_expect_with(&run, "atexit(&last)\n_exit(3)", "exited 3|");
    library_expect_with(&run, "atexit(&last)\nabort()", "aborted|");
    library_expect_with(&run, "atexit(&last)", "returned 0|bye\n");
    library_expect("p = malloc(4)\nexit(1)", "exited 1|");
    LIBRARY_DRAWS("a[8]\n*a = null\nx = execv(\"x\", a)\nprintf(\"%d\", x)", "returned 0|-1", 1);
    library_expect("a[8]\n*a = null\nx = execv(\"x\", a)\nprintf(\"%d\", x)", "exited 0|");
}

static void errors_and_assumptions_are_seen(void **state) {
    (void)state;
    struct exec_result r;
    library_expect("reach_error()", "fault; error-call 1|");
    library_expect("__VERIFIER_error()", "fault; error-call 1|");
    library_expect("__assert_fail(\"x > 0\", \"t.c\", 5, \"f\")", "fault; assertion-failure 1|");
    library_expect("x = __VERIFIER_nondet_int()\n__VERIFIER_assume(x)", "assumption failed|");
    LIBRARY_DRAWS("x = __VERIFIER_nondet_int()\n__VERIFIER_assume(x)\nprintf(\"%d\", x)", "returned 0|-3", (uint64_t)-3);
    LIBRARY_DRAWS("p = __VERIFIER_nondet_pointer()\n*p = 1", "fault; out-of-bounds 2|", 123456);
    library_expect_with(&(struct library_run){.rules = MEMORY_RULES}, "reach_error()", "aborted|");
    program_run_with(prelude_64, "func @main() -> i32 {\nentry:\n call @reach_error() !4\n ret i32 0\n}\n",
                     &(struct exec_options){.rules = DEFAULT_RULES}, &r);
    assert_string_equal(r.faults[0].message, "'reach_error' is called");
    exec_result_free(&r);
}

static void the_environment_is_drawn_once(void **state) {
    (void)state;
    library_expect("p = getenv(\"HOME\")\nprintf(\"%p\", p)", "returned 0|(nil)");
    LIBRARY_DRAWS("p = getenv(\"HOME\")\nq = getenv(\"HOME\")\nprintf(\"%s%s\", p, q)", "returned 0|abab", 1, 2, 97, 98, 1, 0);
    library_expect(
        "setenv(\"A\", \"x\", 1)\nsetenv(\"A\", \"y\", 0)\np = getenv(\"A\")\nputs(p)\nunsetenv(\"A\")\nq = getenv(\"A\")\nprintf(\"%p\", "
        "q)",
        "returned 0|x\n(nil)");
    library_expect("b[8] = \"A=xy\"\nputenv(b)\np = getenv(\"A\")\nputs(p)\nclearenv()\nq = getenv(\"A\")\nprintf(\"%p\", q)",
                   "returned 0|xy\n(nil)");
    library_expect("p = malloc(8)\nstrcpy(p, \"A=xy\")\nputenv(p)", "returned 0|");  // kept by the library
    library_expect("a = getpid()\nb = getpid()\nprintf(\"%d\", a)", "returned 0|1");
}

static void options_are_taken_from_the_vector(void **state) {
    (void)state;
    struct library_run run = {
        .extra =
            "global @optarg size 8 align 8 extern\nglobal @optind size 4 align 4 extern\nglobal @optopt size 4 align 4 extern\n"
            "global @opterr size 4 align 4 extern\n"
            "global @v size 56 align 8 = { 0: &@w0, 8: &@w1, 16: &@w2, 24: &@w3, 32: &@w4, 40: &@w5 }\n"
            "global @w0 size 2 align 1 = { 0: \"p\" }\nglobal @w1 size 5 align 1 = { 0: \"-abx\" }\n"
            "global @w2 size 5 align 1 = { 0: \"file\" }\nglobal @w3 size 3 align 1 = { 0: \"-b\" }\n"
            "global @w4 size 2 align 1 = { 0: \"y\" }\nglobal @w5 size 3 align 1 = { 0: \"-z\" }\n"};
    library_expect_with(
        &run,
        "x = getopt(6, &v, \"ab:\")\nprintf(\"%c\", x)\nx = getopt(6, &v, \"ab:\")\np = *&optarg ptr\nprintf(\"%c%s\", x, p)\n"
        "x = getopt(6, &v, \"ab:\")\np = *&optarg ptr\nprintf(\"%c%s\", x, p)\nx = getopt(6, &v, \"ab:\")\nprintf(\"%c\", x)\n"
        "x = getopt(6, &v, \"ab:\")\ni = *&optind int\nprintf(\"%d %d\", x, i)",
        "returned 0|abxbyp: invalid option -- 'z'\n?-1 5");
}

static void what_is_not_modelled_is_named(void **state) {
    (void)state;
    library_expect("x = vfork()", "unknown ('vfork' is not modelled)|");
    library_expect("x = raise(11)", "unknown ('raise' is not modelled)|");
    library_expect("x = raise(6)", "aborted|");
    library_expect_with(&(struct library_run){.extra = COMPARE}, "p = signal(2, &compare)", "returned 0|");
    library_expect("b[4]\np = mystery(b)\nx = *p int",
                   "unknown (reads '*p' (4 bytes) through an unknown pointer: call of the unknown function 'mystery'); assumed|");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_numbers),
        cmocka_unit_test(floats_are_computed),
        cmocka_unit_test(random_numbers_are_drawn_within_bounds),
        cmocka_unit_test(seeded_sequences_are_those_of_posix),
        cmocka_unit_test(values_are_computed),
        cmocka_unit_test(arrays_are_sorted_and_searched),
        cmocka_unit_test(pointers_survive_sorting),
        cmocka_unit_test(programs_end),
        cmocka_unit_test(errors_and_assumptions_are_seen),
        cmocka_unit_test(the_environment_is_drawn_once),
        cmocka_unit_test(options_are_taken_from_the_vector),
        cmocka_unit_test(what_is_not_modelled_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
