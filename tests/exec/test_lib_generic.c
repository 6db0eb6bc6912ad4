// SPDX-License-Identifier: MIT
// Functions that their descriptors describe: what they need is checked, what they give is drawn, what is not computed is unknown.
#include "exec/library.h"

static void numbers_are_drawn_in_their_range(void **state) {
    (void)state;
    library_expect("x = rand()\nprintf(\"%d\", x)", "returned 0|0");
    LIBRARY_DRAWS("x = rand()\ny = rand()\nprintf(\"%d %d\", x, y)", "returned 0|41 0", 41, (uint64_t)-1);
    LIBRARY_DRAWS("b[8]\nx = pipe(b)\ny = pipe(b)\nz = pipe(b)\nprintf(\"%d %d\", x, y)", "returned 0|0 -1", 0, 5, 3, 4,
                  (uint64_t)-1, 2);
}

static void calls_fail_with_other_numbers(void **state) {
    (void)state;
    LIBRARY_DRAWS("b[8]\nx = getlogin_r(b, 8)\nprintf(\"%d\", x)", "returned 0|0", 0);
    LIBRARY_DRAWS("b[8]\nx = getlogin_r(b, 8)\nprintf(\"%d\", x)", "returned 0|34", 34, 1);
    LIBRARY_DRAWS("x = alarm(1)\nprintf(\"%u\", x)", "returned 0|4000000000", 4000000000u);
    LIBRARY_DRAWS("x = getgroups(0, null)\nprintf(\"%d\", x)", "returned 0|77", 77);
}

static void handles_are_of_one_kind(void **state) {
    (void)state;
    library_expect("d = opendir(\".\")\nx = closedir(d)", "returned 0|");
    library_expect("d = opendir(\".\")\nx = fclose(d)", "fault; out-of-bounds 2|");
    library_expect("f = fopen(\"x\", \"r\")\nd = readdir(f)", "fault; out-of-bounds 2|");
}

static void what_is_written_must_fit(void **state) {
    (void)state;
    library_expect("b[144]\nx = stat(\"x\", b)", "returned 0|");
    library_expect("b[143]\nx = stat(\"x\", b)", "fault; out-of-bounds 2|");
    LIBRARY_DRAWS("b[143]\nx = stat(\"x\", b)\ne = __errno_location()\ny = *e int\nprintf(\"%d %d\", x, y)", "returned 0|-1 2",
                  (uint64_t)-1, 2);
    library_expect("b[16]\nx = gettimeofday(b, null)", "returned 0|");
    library_expect("x = gettimeofday(null, null)", "returned 0|");
    library_expect("b[8]\nn = time(b)\nm = *b long\nprintf(\"%ld\", m)", "returned 0|0");
    LIBRARY_DRAWS("b[8]\nn = time(b)\nm = *b long\nprintf(\"%ld\", m)", "returned 0|77", 77);
    library_expect("b[4]\nn = time(b)", "fault; out-of-bounds 2|");
    LIBRARY_DRAWS("b[8]\nn = getgroups(2, b)\nn = getgroups(9, b)", "fault; out-of-bounds 3|", 2, 5, 3);
}

static void names_are_given_in_blocks(void **state) {
    (void)state;
    library_expect("b[4]\np = getcwd(b, 4)\nputs(p)", "returned 0|\n");
    LIBRARY_DRAWS("b[4]\np = getcwd(b, 9)", "fault; out-of-bounds 2|", 0, 5);
    LIBRARY_DRAWS("p = realpath(\"x\", null)\nputs(p)\nfree(p)", "returned 0|ab\n", 0, 2, 97, 98);
    LIBRARY_DRAWS("p = realpath(\"x\", null)", "returned 0; memory-leak 99|", 0, 2, 97, 98);
    library_expect("b[9] = \"aXXXXXX\"\nx = mkstemp(b)\nprintf(\"%d%s\", x, b)\nx = mkstemp(b)\nprintf(\"%d\", x)",
                   "returned 0|0aaaaaaa-1");
    library_expect("x = mkstemp(\"aXXXXXX\")", "fault; out-of-bounds 1|");
}

static void paths_have_components(void **state) {
    (void)state;
    static const char *const cases[][4] = {
        // path, GNU basename, XPG basename, dirname
        {"/a/bc", "bc", "bc", "/a"}, {"a", "a", "a", "."},  {"a//", "", "a", "."},   {"/", "", "/", "/"},     {"//", "", "/", "//"},
        {"///", "", "/", "/"},       {"/a", "a", "a", "/"}, {"//a", "a", "a", "//"}, {"a//b/", "", "b", "a"}, {"", "", ".", "."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[400], expected[100];
        snprintf(script, sizeof script,
                 "b[9] = \"%s\"\nc[9] = \"%s\"\np = basename(b)\nprintf(\"%%s,\", p)\np = __xpg_basename(b)\n"
                 "printf(\"%%s,\", p)\np = dirname(c)\nprintf(\"%%s\", p)",
                 cases[i][0], cases[i][0]);
        snprintf(expected, sizeof expected, "returned 0|%s,%s,%s", cases[i][1], cases[i][2], cases[i][3]);
        library_expect(script, expected);
    }
    library_expect("p = dirname(null)\nputs(p)", "returned 0|.\n");
    library_expect("p = dirname(\"a/b\")", "fault; out-of-bounds 1|");
    library_expect("b[3] = \"a/b\"\np = basename(b)", "fault; out-of-bounds 2|");
}

static void static_storage_holds_what_the_layout_says(void **state) {
    (void)state;
    library_expect("p = getpwnam(\"x\")\nprintf(\"%p\", p)", "returned 0|(nil)");
    LIBRARY_DRAWS("p = getpwnam(\"x\")\nq = *p ptr\nn = strlen(q)\n*p+48 = 1", "fault; out-of-bounds 4|", 1);
    LIBRARY_DRAWS("p = getpwnam(\"x\")\nfree(p)", "fault; invalid-free 2|", 1);
    LIBRARY_DRAWS("b[8]\n*b = 0L\np = localtime(b)\nm = *p+16 int\nprintf(\"%d\", m)", "returned 0|3", 0, 0, 0, 0, 3);
    LIBRARY_DRAWS("b[8]\n*b = 0L\np = localtime(b)\nm = *p+16 int\n__VERIFIER_assume(m)", "returned 0; assumed|", 0, 0, 0, 0, 3);
    library_expect(
        "b[8]\n*b = 951782400L\np = gmtime(b)\nd = *p+12 int\nm = *p+16 int\ny = *p+20 int\nz = *p+48 ptr\n"
        "printf(\"%d %d %d %s\", y, m, d, z)",
        "returned 0|100 1 29 GMT");
    library_expect("b[8]\n*b = 9223372036854775807L\np = gmtime(b)\nprintf(\"%p\", p)", "returned 0; assumed|(nil)");
    library_expect("b[4]\np = gmtime(b)", "fault; out-of-bounds 2|");
}

static void what_is_not_computed_is_unknown(void **state) {
    (void)state;
    library_expect("b[64]\np = strerror_r(2, b, 64)\nx = *p char",
                   "unknown (reads '*p' (1 byte) through an unknown pointer: what 'strerror_r' gives)|");
    library_expect("b[16]\nx = inet_pton(2, \"1.2.3.4\", b)\nprintf(\"%d\", x)", "returned 0|0");
    library_expect("b[16]\nx = inet_pton(2, \"1.2.3.4\", b)\n__VERIFIER_assume(x)", "assumption failed; assumed|");
}

static void sizes_shrink(void **state) {
    (void)state;
    LIBRARY_DRAWS("b[16]\ns[4]\n*s = 16\nx = accept(3, b, s)\nn = *s int\nprintf(\"%d\", n)", "returned 0|7", 5, 0, 7);
    LIBRARY_DRAWS("b[16]\ns[4]\n*s = 20\nx = accept(3, b, s)", "fault; out-of-bounds 4|", 5, 20);
    library_expect("x = accept(3, null, null)", "returned 0|");
}

static void variadic_blocks_may_change(void **state) {
    (void)state;
    library_expect("b[8]\nx = ioctl(0, 5L, b)\ny = *b int\n__VERIFIER_assume(y)", "assumption failed; assumed|");
    library_expect("b[8]\nx = ioctl(0, 5L, 6)\n", "returned 0|");
}

static void kept_blocks_are_not_lost(void **state) {
    (void)state;
    library_expect("f = fopen(\"x\", \"r\")\np = malloc(64)\nsetvbuf(f, p, 0, 64)", "returned 0|");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_drawn_in_their_range),
        cmocka_unit_test(calls_fail_with_other_numbers),
        cmocka_unit_test(handles_are_of_one_kind),
        cmocka_unit_test(what_is_written_must_fit),
        cmocka_unit_test(names_are_given_in_blocks),
        cmocka_unit_test(paths_have_components),
        cmocka_unit_test(static_storage_holds_what_the_layout_says),
        cmocka_unit_test(what_is_not_computed_is_unknown),
        cmocka_unit_test(sizes_shrink),
        cmocka_unit_test(variadic_blocks_may_change),
        cmocka_unit_test(kept_blocks_are_not_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
