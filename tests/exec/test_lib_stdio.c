// SPDX-License-Identifier: MIT
// Formats, streams and handles: what is printed is what the C library prints, what is read is drawn, what is written has bounds.
#include "exec/library.h"

static void formats_print_what_the_library_prints(void **state) {
    (void)state;
    library_expect("printf(\"%d %i %u %x %X %o\", -5, 7, -1, 255, 255, 8)", "returned 0|-5 7 4294967295 ff FF 10");
    library_expect("printf(\"%ld %lu %lld %zu %hhd %hd\", -5L, -1L, 7L, 8L, 300, 70000)", "returned 0|-5 18446744073709551615 7 8 44 4464");
    library_expect("printf(\"%5d|%-5d|%05d|%+d|% d|%#x\", 42, 42, 42, 42, 42, 42)", "returned 0|   42|42   |00042|+42| 42|0x2a");
    library_expect("printf(\"%*d|%-*d|%*d|\", 5, 42, 5, 42, -5, 42)", "returned 0|   42|42   |42   |");
    library_expect("printf(\"%s|%5s|%-5s|%.2s|%.*s\", \"abc\", \"ab\", \"ab\", \"abc\", 1, \"abc\")", "returned 0|abc|   ab|ab   |ab|a");
    library_expect("printf(\"%f %.2f %8.3f %e %g\", 1.5, 3.14159, 2.5, 12345.678, 0.0001)",
                   "returned 0|1.500000 3.14    2.500 1.234568e+04 0.0001");
    library_expect("printf(\"%c%3c%%\", 65, 66)", "returned 0|A  B%");
    library_expect("printf(\"%s %p %.3s\", null, null, null)", "returned 0|(null) (nil) ");
    library_expect("n = printf(\"abc\")\nprintf(\"%d\", n)", "returned 0|abc3");
    library_expect("b[4]\nprintf(\"abc%n\", b)\nx = *b int\nprintf(\"%d\", x)", "returned 0|abc3");
    library_expect("x = printf(\"a%d\")", "unknown ('printf' reads more arguments than it is given)|");
    library_expect("x = printf(\"%1$d\", 5)", "unknown ('printf' with numbered arguments is not modelled)|");
    library_expect("x = printf(\"%*d\", 20000000, 5)", "unknown ('printf' with a width of more than 16777216 is not modelled)|");
    library_expect("x = printf(\"%y\", 5)", "unknown ('printf' with the conversion '%y' is not modelled)|");
}

static void formats_read_their_arguments(void **state) {
    (void)state;
    library_expect("b[3] = \"abc\"\nprintf(\"%s\", b)", "fault; out-of-bounds 2|");
    library_expect("b[3] = \"abc\"\nprintf(\"%.3s\", b)", "returned 0|abc");
    library_expect("b[3] = \"abc\"\nprintf(b)", "fault; out-of-bounds 2|");
    library_expect("p = malloc(4)\nfree(p)\nprintf(\"%s\", p)", "fault; use-after-free 3|");
    library_expect("b[8]\np = *b ptr\nprintf(\"%s\", p)", "fault; uninitialised-pointer 3|");
    library_expect("b[2]\nprintf(\"%n\", b)", "fault; out-of-bounds 2|");
}

static void formatting_to_memory_has_bounds(void **state) {
    (void)state;
    library_expect("b[6]\nn = sprintf(b, \"%d\", 12345)\nprintf(\"%s%d\", b, n)", "returned 0|123455");
    library_expect("b[5]\nsprintf(b, \"%d\", 12345)", "fault; out-of-bounds 2|");
    library_expect("b[4]\nn = snprintf(b, 4, \"%d\", 12345)\nprintf(\"%s %d\", b, n)", "returned 0|123 5");
    library_expect("b[4]\nn = snprintf(b, 5, \"%d\", 123)\nprintf(\"%s\", b)", "returned 0|123");
    library_expect("b[4]\nn = snprintf(b, 5, \"%d\", 12345)", "fault; out-of-bounds 2|");
    library_expect("n = snprintf(null, 0, \"%d\", 12345)\nprintf(\"%d\", n)", "returned 0|5");
    library_expect("b[6]\n__sprintf_chk(b, 1, 6, \"%d\", 12345)\nputs(b)", "returned 0|12345\n");
}

static void lists_of_arguments_are_walked(void **state) {
    (void)state;
    // A va_list of AMD64 whose registers are used up: the arguments stand in one block of words.
    library_expect("a[16]\n*a = 5\n*a+8 = 1.5\nl[24]\n*l = 48\n*l+4 = 176\n*l+8 = a\nn = vprintf(\"%d %g\", l)", "returned 0|5 1.5");
    library_expect("a[8]\nl[24]\n*l = 48\n*l+4 = 176\n*l+8 = a\n*a = 7\nn = vprintf(\"%d\", l)\nn = vprintf(\"%d %s\", l)",
                   "fault; out-of-bounds 8|7");
    library_expect("a[8]\nb[4]\nl[24]\n*l = 48\n*l+4 = 176\n*l+8 = a\n*a = 12345\nn = vsnprintf(b, 4, \"%d\", l)\nputs(b)",
                   "returned 0|123\n");
}

static void saved_registers_come_first(void **state) {
    (void)state;
    library_expect(
        "r[176]\na[16]\nl[24]\n*l = 40\n*l+4 = 160\n*l+8 = a\n*l+16 = r\n*r+40 = 1\n*r+160 = 2.5\n*a = 3\n*a+8 = 4.5\n"
        "vprintf(\"%d %g %d %g\", l)",
        "returned 0|1 2.5 3 4.5");
}

static void output_goes_to_its_stream(void **state) {
    (void)state;
    library_expect_with(&(struct library_run){.extra = "global @stdout size 8 align 8 extern\n"}, "puts(\"a\")\nputchar(98)",
                        "returned 0|a\nb");
    library_expect("write(1, \"abc\", 2)\nwrite(2, \"xyz\", 1)\nfwrite(\"abc\", 1, 9, null)", "fault; null-dereference 3|abx");
    library_expect("write(1, \"abc\", 5)", "fault; out-of-bounds 1|");
    library_expect("f = fopen(\"x\", \"w\")\nn = fwrite(\"abc\", 2, 2, f)\nprintf(\"%ld\", n)\nfclose(f)\nfputs(\"x\", f)",
                   "fault; use-after-free 5|2");
    library_expect("f = fopen(\"x\", \"w\")\nn = fwrite(\"abc\", 2, 3, f)", "fault; out-of-bounds 2|");
    library_expect("n = write(7, \"abc\", 3)\nm = send(8, \"abcd\", 4, 0)\nprintf(\"%ld %ld\", n, m)", "returned 0|3 4");
    LIBRARY_DRAWS("n = write(7, \"abc\", 3)\nm = write(7, \"abc\", 3)\nprintf(\"%ld %ld\", n, m)", "returned 0|2 -1", 1, 4);
    library_expect("err(3, \"bad %d\", 5)", "exited 3|bad 5\n");
    library_expect("e = __errno_location()\n*e = 2\nperror(\"x\")", "returned 0|x: No such file or directory\n");
}

static void handles_are_opened_and_closed_once(void **state) {
    (void)state;
    library_expect("f = fopen(\"x\", \"r\")\nfclose(f)", "returned 0|");
    library_expect("f = fopen(\"x\", \"r\")\nfclose(f)\nfclose(f)", "fault; double-free 3|");
    library_expect("f = fopen(\"x\", \"r\")\nfclose(f)\nx = fgetc(f)", "fault; use-after-free 3|");
    library_expect("f = fopen(\"x\", \"r\")", "returned 0|");  // not a leak of the program's memory
    library_expect("f = fopen(\"x\", \"r\")\nfree(f)", "fault; invalid-free 2|");
    library_expect("f = malloc(300)\nfclose(f)", "fault; out-of-bounds 2|");
    library_expect("fclose(null)", "fault; null-dereference 1|");
    library_expect("fflush(null)", "returned 0|");
    library_expect("b[3] = \"abc\"\nf = fopen(b, \"r\")", "fault; out-of-bounds 2|");
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nx = fgetc(f)", "fault; null-dereference 2|", 1);
    library_expect("d = opendir(\"x\")\ne = readdir(d)\nprintf(\"%p\", e)\nclosedir(d)\nclosedir(d)", "fault; double-free 5|(nil)");
    LIBRARY_DRAWS("d = opendir(\"x\")\ne = readdir(d)\nn = strlen(e+19)\nprintf(\"%ld\", n)\nclosedir(d)", "returned 0|0", 0, 1);
}

static void input_is_drawn(void **state) {
    (void)state;
    library_expect("c = getchar()\nprintf(\"%d\", c)", "returned 0|-1");
    LIBRARY_DRAWS("c = getchar()\nd = getchar()\ne = getchar()\nprintf(\"%d %d %d\", c, d, e)", "returned 0|97 0 -1", 97, 256);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[4]\np = fgets(b, 4, f)\nn = strlen(b)\nprintf(\"%ld\", n)", "returned 0|3", 0, 1, 2, 97, 98,
                  99);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[4]\np = fgets(b, 9, f)", "fault; out-of-bounds 3|", 0, 1, 5);
    LIBRARY_DRAWS("b[4]\np = gets(b)\nn = strlen(b)\nprintf(\"%ld\", n)", "returned 0|3", 1, 3, 0, 0, 0);
    LIBRARY_DRAWS("b[4]\np = gets(b)\nputs(b)", "returned 0|abc\n", 1, 3, 97, 98, 99);
    LIBRARY_DRAWS("b[4]\np = gets(b)", "fault; out-of-bounds 2|", 1, 4);
    library_expect("b[4]\nn = read(0, b, 99)\nprintf(\"%ld\", n)", "returned 0|0");
    LIBRARY_DRAWS("b[4]\nn = read(0, b, 99)\nwrite(1, b, 4)", "returned 0|ABCD", 4, 0x44434241);
    LIBRARY_DRAWS("b[4]\nn = read(0, b, 99)", "fault; out-of-bounds 2|", 5);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[4]\nn = fread(b, 2, 9, f)", "fault; out-of-bounds 3|", 0, 3);
}

static void streams_know_their_end(void **state) {
    (void)state;
    LIBRARY_DRAWS(
        "f = fopen(\"x\", \"r\")\na = fgetc(f)\nx = feof(f)\nb = fgetc(f)\ny = feof(f)\nrewind(f)\nz = feof(f)\nprintf(\"%d%d%d%d%d\", a, "
        "x, b, y, z)",
        "returned 0|970-110", 0, 97);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\na = fgetc(f)\nungetc(a, f)\nb = fgetc(f)\nc = fgetc(f)\nprintf(\"%d %d %d\", a, b, c)",
                  "returned 0|97 97 98", 0, 97, 98);
    library_expect("f = fopen(\"x\", \"r\")\nungetc(97, f)\nb[9]\np = fgets(b, 9, f)\nprintf(\"%p\", p)", "returned 0; assumed|(nil)");
    library_expect("f = fopen(\"x\", \"w\")\nfputs(\"a\", f)\nx = fgetc(f)", "returned 0; assumed|");
    library_expect("f = fopen(\"x\", \"w\")\nfputs(\"a\", f)\nx = getchar()", "returned 0|");
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[9]\np = fgets(b, 9, f)\nx = feof(f)\nprintf(\"%s%d\", b, x)", "returned 0|a\n0", 0, 1, 1, 97,
                  10);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[9]\np = fgets(b, 9, f)\nx = feof(f)\nprintf(\"%s%d\", b, x)", "returned 0|ab1", 0, 1, 1, 97,
                  98);
}

static void nothing_is_read_behind_the_end(void **state) {
    (void)state;
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\na = fgetc(f)\nb = fgetc(f)\nprintf(\"%d %d\", a, b)", "returned 0|-1 -1", 0, 0, 98);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\na = fgetc(f)\nrewind(f)\nb = fgetc(f)\nprintf(\"%d %d\", a, b)", "returned 0|-1 98", 0, 0, 98);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[9]\np = fgets(b, 9, f)\nc = fgetc(f)\nprintf(\"%s%d\", b, c)", "returned 0|ab-1", 0, 1, 1, 97, 98, 99);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[9]\np = fgets(b, 9, f)\nc = fgetc(f)\nprintf(\"%s%d\", b, c)", "returned 0|a\n99", 0, 1, 1, 97, 0, 99);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[3]\np = fgets(b, 3, f)\nc = fgetc(f)\nprintf(\"%s%d\", b, c)", "returned 0|ab99", 0, 1, 1, 97, 98, 99);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nb[4]\nm = fread(b, 1, 4, f)\nn = fread(b, 1, 4, f)\nprintf(\"%ld%ld\", m, n)", "returned 0|20", 0, 2, 0x4141, 4, 0);
    LIBRARY_DRAWS("x[4]\nn = scanf(\"%d\", x)\nm = scanf(\"%d\", x)\nprintf(\"%d%d\", n, m)", "returned 0|-1-1", 0, 1, 5);
}

static void what_is_read_fits_the_conversion(void **state) {
    (void)state;
    LIBRARY_DRAWS("b[9]\nn = scanf(\"%s\", b)\nputs(b)", "returned 0|xa\n", 1, 1, 'x', ' ');
    LIBRARY_DRAWS("b[9]\nn = scanf(\"%[0-9]\", b)\nputs(b)", "returned 0|70\n", 1, 1, '7', 'x');
    LIBRARY_DRAWS("b[9]\np = gets(b)\nputs(b)", "returned 0|xa\n", 1, 2, 'x', '\n');
    LIBRARY_DRAWS("x[4]\nn = scanf(\"%d\", x)\nc = getchar()\nprintf(\"%d\", c)", "returned 0|10", 1, 5, '7');
    LIBRARY_DRAWS("x[4]\nn = scanf(\"%3d\", x)\nc = getchar()\nprintf(\"%d\", c)", "returned 0|55", 1, 5, '7');
    LIBRARY_DRAWS("x[4]\nn = scanf(\"%d \", x)\nc = getchar()\nprintf(\"%d\", c)", "returned 0|97", 1, 5, ' ');
    LIBRARY_DRAWS("b[9]\nn = scanf(\"%s\", b)\nc = getchar()\nd = getchar()\nprintf(\"%d %d\", c, d)", "returned 0|10 98", 1, 0, 'x', 'a', 'b');
    LIBRARY_DRAWS("b[9]\nn = scanf(\"%[^,]\", b)\nc = getchar()\nprintf(\"%d\", c)", "returned 0|44", 1, 0, 'x', 'a');
}

static void lines_are_allocated(void **state) {
    (void)state;
    library_expect("f = fopen(\"x\", \"r\")\nc[8]\ns[8]\n*c = null\n*s = 0L\nn = getline(c, s, f)\np = *c ptr\nprintf(\"%ld\", n)\nfree(p)",
                   "returned 0|-1");
    LIBRARY_DRAWS(
        "f = fopen(\"x\", \"r\")\nc[8]\ns[8]\n*c = null\n*s = 0L\nn = getline(c, s, f)\np = *c ptr\nprintf(\"%ld%s\", n, p)\n*p+116 = "
        "0\n*p+117 = 0",
        "fault; out-of-bounds 10|2hi", 0, 1, 1, 'h', 'i');
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nc[8]\ns[8]\n*c = null\n*s = 0L\nn = getline(c, s, f)\nfclose(f)", "returned 0; memory-leak 99|",
                  0, 1, 1);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nc[8]\ns[8]\nb[4]\n*c = b\n*s = 4L\nn = getline(c, s, f)", "fault; invalid-free 7|", 0, 1, 9);
    LIBRARY_DRAWS("f = fopen(\"x\", \"r\")\nc[8]\ns[8]\nb[4]\n*c = b\n*s = 9L\nn = getline(c, s, f)", "fault; out-of-bounds 7|", 0, 1, 5);
}

static void strings_are_scanned(void **state) {
    (void)state;
    library_expect(
        "a[4]\nb[9]\nc[8]\nn = sscanf(\" 12 abc 2.5\", \"%d %s %lf\", a, b, c)\nx = *a int\ny = *c double\nprintf(\"%d %d %s %g\", n, x, "
        "b, y)",
        "returned 0|3 12 abc 2.5");
    library_expect("a[4]\nb[3]\nn = sscanf(\"12 abc\", \"%d %s\", a, b)", "fault; out-of-bounds 3|");
    library_expect("a[4]\nb[3]\nn = sscanf(\"12 abc\", \"%d %2s\", a, b)\nprintf(\"%d%s\", n, b)", "returned 0|2ab");
    library_expect("a[2]\nn = sscanf(\"12\", \"%d\", a)", "fault; out-of-bounds 2|");
    library_expect("a[4]\nn = sscanf(\"x\", \"%d\", a)\nm = sscanf(\"\", \"%d\", a)\nprintf(\"%d%d\", n, m)", "returned 0|0-1");
    library_expect("a[4]\nb[4]\nn = sscanf(\"1f,0x10\", \"%x,%i\", a, b)\nx = *a int\ny = *b int\nprintf(\"%d %d %d\", n, x, y)",
                   "returned 0|2 31 16");
    library_expect("b[9]\nc[9]\nn = sscanf(\"key=val;\", \"%[a-z]=%[^;]\", b, c)\nprintf(\"%d%s%s\", n, b, c)", "returned 0|2keyval");
    library_expect("b[2]\nn = sscanf(\"xyz\", \"%*c%c\", b)\nx = *b char\nprintf(\"%d%c\", n, x)", "returned 0|1y");
    library_expect("b[9]\nn = sscanf(\";x\", \"%[a-z]\", b)\nprintf(\"%d\", n)", "returned 0|0");
    library_expect("b[2] = \"12\"\na[4]\nn = sscanf(b, \"%d\", a)", "fault; out-of-bounds 3|");
    library_expect("b[4]\na[4]\nn = sscanf(\"12 34\", \"%*d%n\", a)\nx = *a int\nprintf(\"%d %d\", n, x)", "returned 0|0 2");
}

static void streams_are_scanned(void **state) {
    (void)state;
    library_expect("a[4]\nn = scanf(\"%d\", a)\nprintf(\"%d\", n)", "returned 0|-1");
    LIBRARY_DRAWS("a[4]\nb[4]\nn = scanf(\"%d %d\", a, b)\nx = *a int\nprintf(\"%d %d\", n, x)", "returned 0|1 42", 1, 42);
    LIBRARY_DRAWS("b[4]\nn = scanf(\"%s\", b)", "fault; out-of-bounds 2|", 1, 3);
    LIBRARY_DRAWS("b[4]\nn = scanf(\"%3s\", b)\nprintf(\"%d%s\", n, b)", "returned 0|1abc", 1, 2, 97, 98, 99);
    LIBRARY_DRAWS("a[4]\nn = scanf(\"%ld\", a)", "fault; out-of-bounds 2|", 1, 1);
    library_expect("n = scanf(\"%d\")", "returned 0|");
    LIBRARY_DRAWS("n = scanf(\"%d\")", "unknown ('scanf' reads more arguments than it is given)|", 1, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_print_what_the_library_prints),
        cmocka_unit_test(formats_read_their_arguments),
        cmocka_unit_test(formatting_to_memory_has_bounds),
        cmocka_unit_test(lists_of_arguments_are_walked),
        cmocka_unit_test(saved_registers_come_first),
        cmocka_unit_test(output_goes_to_its_stream),
        cmocka_unit_test(handles_are_opened_and_closed_once),
        cmocka_unit_test(input_is_drawn),
        cmocka_unit_test(streams_know_their_end),
        cmocka_unit_test(nothing_is_read_behind_the_end),
        cmocka_unit_test(what_is_read_fits_the_conversion),
        cmocka_unit_test(lines_are_allocated),
        cmocka_unit_test(strings_are_scanned),
        cmocka_unit_test(streams_are_scanned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
