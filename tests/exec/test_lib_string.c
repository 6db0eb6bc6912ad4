// SPDX-License-Identifier: MIT
// String and memory functions do what the C library's do and touch memory as they do: each good call beside the nearest bad one.
#include "exec/library.h"

#define OUT_OF_BOUNDS(line) "fault; out-of-bounds " #line "|"

static void lengths_need_a_terminator(void **state) {
    (void)state;
    library_expect("n = strlen(\"hello\")\nprintf(\"%ld\", n)", "returned 0|5");
    library_expect("b[3] = \"abc\"\nn = strlen(b)", OUT_OF_BOUNDS(2));
    library_expect("b[3] = \"abc\"\nn = strnlen(b, 3)\nprintf(\"%ld\", n)", "returned 0|3");
    library_expect("b[3] = \"abc\"\nn = strnlen(b, 4)", OUT_OF_BOUNDS(2));
    library_expect("n = strlen(null)", "fault; null-dereference 1|");
    library_expect("p = malloc(4)\nfree(p)\nn = strlen(p)", "fault; use-after-free 3|");
    library_expect("b[16] = \"a\\0\\0\\0b\\0\\0\\0\"\nn = wcslen(b)\nprintf(\"%ld\", n)", "returned 0|2");
    library_expect("b[8] = \"a\\0\\0\\0b\\0\\0\\0\"\nn = wcslen(b)", OUT_OF_BOUNDS(2));
}

static void copies_need_room(void **state) {
    (void)state;
    library_expect("b[4]\np = strcpy(b, \"abc\")\nputs(p)", "returned 0|abc\n");
    library_expect("b[3]\nstrcpy(b, \"abc\")", OUT_OF_BOUNDS(2));
    library_expect("b[3] = \"abc\"\nc[9]\nstrcpy(c, b)", OUT_OF_BOUNDS(3));
    library_expect("b[8]\np = stpcpy(b, \"abc\")\nstpcpy(p, \"de\")\nputs(b)", "returned 0|abcde\n");
    library_expect("b[12] = \"a\\0\\0\\0b\\0\\0\\0\"\nc[8]\nwcscpy(c, b)", OUT_OF_BOUNDS(3));
    library_expect("b[12] = \"a\\0\\0\\0b\\0\\0\\0\"\nc[12]\np = wcscpy(c, b)\nn = wcslen(p)\nprintf(\"%ld\", n)", "returned 0|2");
}

static void bounded_copies_pad(void **state) {
    (void)state;
    library_expect("b[8] = \"xxxxxxx\"\np = strncpy(b, \"ab\", 4)\nc = *b+3 char\nd = *b+4 char\nprintf(\"%s%d%c\", p, c, d)",
                   "returned 0|ab0x");
    library_expect("b[8]\nstrncpy(b, \"ab\", 8)", "returned 0|");
    library_expect("b[8]\nstrncpy(b, \"ab\", 9)", OUT_OF_BOUNDS(2));
    library_expect("b[3] = \"abc\"\nc[8]\nstrncpy(c, b, 3)", "returned 0|");
    library_expect("b[3] = \"abc\"\nc[8]\nstrncpy(c, b, 4)", OUT_OF_BOUNDS(3));
    library_expect("b[8]\np = stpncpy(b, \"ab\", 8)\n*p = 0\nn = strlen(b)\nprintf(\"%ld\", n)", "returned 0|2");
    library_expect("strncpy(null, \"ab\", 0)", "returned 0|");
    library_expect("b[4]\nn = strlcpy(b, \"abcdef\", 4)\nprintf(\"%ld%s\", n, b)", "returned 0|6abc");
    library_expect("b[4]\nn = strlcpy(b, \"abcdef\", 6)", OUT_OF_BOUNDS(2));
    library_expect("b[6] = \"ab\"\nn = strlcat(b, \"cdef\", 6)\nprintf(\"%ld%s\", n, b)", "returned 0|6abcde");
    library_expect("b[2] = \"ab\"\nn = strlcat(b, \"cdef\", 2)\nprintf(\"%ld\", n)", "returned 0|6");
}

static void appending_needs_a_string_and_room(void **state) {
    (void)state;
    library_expect("b[6] = \"ab\"\nstrcat(b, \"cde\")\nputs(b)", "returned 0|abcde\n");
    library_expect("b[6] = \"ab\"\nstrcat(b, \"cdef\")", OUT_OF_BOUNDS(2));
    library_expect("b[2] = \"ab\"\nstrcat(b, \"\")", OUT_OF_BOUNDS(2));
    library_expect("b[6] = \"ab\"\nc[3] = \"cde\"\nstrncat(b, c, 3)\nputs(b)", "returned 0|abcde\n");
    library_expect("b[5] = \"ab\"\nc[3] = \"cde\"\nstrncat(b, c, 3)", OUT_OF_BOUNDS(3));
    library_expect("b[6] = \"ab\"\nstrncat(b, \"cdefgh\", 2)\nputs(b)", "returned 0|abcd\n");
}

static void comparing_stops_at_the_first_difference(void **state) {
    (void)state;
    library_expect("a = strcmp(\"abc\", \"abd\")\nb = strcmp(\"b\", \"abd\")\nc = strcmp(\"x\", \"x\")\nprintf(\"%d %d %d\", a, b, c)",
                   "returned 0|-1 1 0");
    library_expect("b[2] = \"ab\"\nx = strcmp(b, \"ac\")\nprintf(\"%d\", x)", "returned 0|-1");
    library_expect("b[2] = \"ab\"\nx = strcmp(b, \"abc\")", OUT_OF_BOUNDS(2));
    library_expect("b[2] = \"ab\"\nx = strncmp(b, \"abc\", 2)\nprintf(\"%d\", x)", "returned 0|0");
    library_expect("x = strcasecmp(\"ABC\", \"abc\")\ny = strncasecmp(\"ABX\", \"abc\", 2)\nprintf(\"%d%d\", x, y)", "returned 0|00");
    library_expect("b[3] = \"abc\"\nx = memcmp(b, \"abd\", 3)\nprintf(\"%d\", x)", "returned 0|-1");
    library_expect("b[3] = \"abc\"\nx = memcmp(b, \"xbcd\", 4)", OUT_OF_BOUNDS(2));
}

static void searching_stops_where_it_finds(void **state) {
    (void)state;
    library_expect("b[3] = \"abc\"\np = strchr(b, 98)\nc = *p char\nprintf(\"%c\", c)", "returned 0|b");
    library_expect("b[3] = \"abc\"\np = strchr(b, 120)", OUT_OF_BOUNDS(2));
    library_expect(
        "p = strchr(\"abc\", 120)\nq = strchr(\"abc\", 0)\nr = strchrnul(\"abc\", 120)\nn = strlen(q)\nm = strlen(r)\n"
        "printf(\"%p %ld %ld\", p, n, m)",
        "returned 0|(nil) 0 0");
    library_expect("p = strrchr(\"abab\", 97)\nputs(p)", "returned 0|ab\n");
    library_expect(
        "p = strstr(\"one two\", \"tw\")\nputs(p)\nq = strstr(\"one\", \"two\")\nr = strstr(\"x\", \"\")\nputs(r)\nprintf(\"%p\", q)",
        "returned 0|two\nx\n(nil)");
    library_expect("b[3] = \"abc\"\np = strstr(b, \"bc\")\nq = strstr(b, \"bcd\")", OUT_OF_BOUNDS(3));
    library_expect("p = strcasestr(\"one TWO\", \"two\")\nputs(p)", "returned 0|TWO\n");
    library_expect(
        "a = strspn(\"aabc\", \"ab\")\nb = strcspn(\"aabc\", \"c\")\np = strpbrk(\"aabc\", \"xb\")\nprintf(\"%ld %ld %s\", a, b, p)",
        "returned 0|3 3 bc");
    library_expect("b[2] = \"aa\"\nn = strspn(b, \"a\")", OUT_OF_BOUNDS(2));
    library_expect("b[3] = \"abc\"\np = memchr(b, 99, 9)\nq = memchr(b, 120, 3)\nprintf(\"%p\", q)", "returned 0|(nil)");
    library_expect("b[3] = \"abc\"\np = memchr(b, 120, 4)", OUT_OF_BOUNDS(2));
    library_expect("b[4] = \"abab\"\np = memrchr(b, 97, 4)\nq = memrchr(b, 97, 5)", OUT_OF_BOUNDS(3));
    library_expect("b[4] = \"abab\"\np = rawmemchr(b, 98)\nq = rawmemchr(b, 99)", OUT_OF_BOUNDS(3));
    library_expect("p = memmem(\"abcabd\", 6, \"abd\", 3)\nputs(p)\nq = memmem(\"abc\", 4, \"x\", 9)", "fault; out-of-bounds 3|abd\n");
}

static void tokens_are_cut_in_place(void **state) {
    (void)state;
    library_expect(
        "b[9] = \",a,,bc,d\"\np = strtok(b, \",\")\nq = strtok(null, \",\")\nr = strtok(null, \",\")\ns = strtok(null, \",\")\n"
        "t = strtok(null, \",\")\nprintf(\"%s %s %s %p %p\", p, q, r, s, t)",
        "returned 0|a bc d (nil) (nil)");
    library_expect("p = strtok(\"a,b\", \",\")", OUT_OF_BOUNDS(1));  // a constant
    library_expect("b[9] = \"a b\"\ns[8]\np = strtok_r(b, \" \", s)\nq = strtok_r(null, \" \", s)\nprintf(\"%s%s\", p, q)",
                   "returned 0|ab");
    library_expect("s[8]\nq = strtok_r(null, \" \", s)", "fault; uninitialised-pointer 2|");
    library_expect("b[2] = \"ab\"\np = strtok(b, \",\")", OUT_OF_BOUNDS(2));
    library_expect(
        "b[9] = \"a::b\"\nc[8]\np = strcpy(b, \"a::b\")\n*c = p\np = strsep(c, \":\")\nq = strsep(c, \":\")\nr = strsep(c, \":\")\n"
        "s = strsep(c, \":\")\nprintf(\"%s.%s.%s.%p\", p, q, r, s)",
        "returned 0|a..b.(nil)");
}

static void bytes_are_moved_within_bounds(void **state) {
    (void)state;
    library_expect("b[4]\np = memcpy(b, \"abcd\", 4)\nwrite(1, p, 4)", "returned 0|abcd");
    library_expect("b[4]\nmemcpy(b, \"abcdefg\", 5)", OUT_OF_BOUNDS(2));
    library_expect("b[8]\nmemcpy(b, \"abc\", 5)", OUT_OF_BOUNDS(2));
    library_expect("memcpy(null, null, 0)", "returned 0|");
    library_expect("memcpy(null, \"a\", 1)", "fault; null-dereference 1|");
    library_expect("b[8] = \"abcdef\"\nmemmove(b+1, b, 5)\nputs(b)", "returned 0|aabcde\n");
    library_expect("b[8]\np = mempcpy(b, \"ab\", 2)\nstrcpy(p, \"cd\")\nputs(b)", "returned 0|abcd\n");
    library_expect("b[8]\nbcopy(\"ab\", b, 3)\nputs(b)", "returned 0|ab\n");
    library_expect("b[8]\np = memccpy(b, \"ab=cd\", 61, 8)\n*p = 0\nq = memccpy(b, \"ab\", 61, 2)\nprintf(\"%s%p\", b, q)",
                   "returned 0|ab=(nil)");
    library_expect("b[4]\nmemset(b, 120, 4)\nwrite(1, b, 4)\nbzero(b, 5)", "fault; out-of-bounds 4|xxxx");
    library_expect("b[8]\nwmemset(b, 65, 2)\nwmemset(b, 65, 3)", OUT_OF_BOUNDS(3));
    library_expect("b[4]\n__memcpy_chk(b, \"abcd\", 4, 4)\nwrite(1, b, 4)", "returned 0|abcd");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_need_a_terminator),
        cmocka_unit_test(copies_need_room),
        cmocka_unit_test(bounded_copies_pad),
        cmocka_unit_test(appending_needs_a_string_and_room),
        cmocka_unit_test(comparing_stops_at_the_first_difference),
        cmocka_unit_test(searching_stops_where_it_finds),
        cmocka_unit_test(tokens_are_cut_in_place),
        cmocka_unit_test(bytes_are_moved_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
