// SPDX-License-Identifier: MIT
// clang runs as a process: what it makes and says arrives, old code is accepted, and every way to fail has its message.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/clang.h"

static void count(void *context, struct front_unit *unit) {
    (void)unit;
    ++*(int *)context;
}

static struct front_unit unit_of(const char *path) {
    return (struct front_unit){.file = path, .path = path, .is_c = true};
}

// Compiles one unit; the unit is the caller's to free.
static void compile(struct front_unit *u, const char *clang) {
    struct front_options o = {.clang = clang, .jobs = 1};
    struct front_messages m = {.ok = true};
    int n = 0;
    assert_true(front_compile(&o, (struct front_unit *[]){u}, 1, count, &n, &m));
    assert_int_equal(n, 1);
    assert_int_equal(m.text.n, 0);
}

static void expect_says(const struct front_unit *u, const char *text) {
    if (!strstr(buf_text(&u->says), text)) fail_msg("expected \"%s\" in: %s", text, buf_text(&u->says));
}

static void expect_silent_about(const struct front_unit *u, const char *text) {
    if (strstr(buf_text(&u->says), text)) fail_msg("unexpected \"%s\" in: %s", text, buf_text(&u->says));
}

static void bitcode_arrives_in_memory(void **state) {
    struct front_unit u = unit_of(folder_write(*state, "a.c", "#include <stdlib.h>\nint main(void) { return atoi(\"0\"); }\n"));
    compile(&u, NULL);
    assert_true(u.good);
    assert_true(u.n_data > 100);
    assert_memory_equal(u.data, "BC\xc0\xde", 4);
    assert_int_equal(u.data[u.n_data], 0);
    assert_string_equal(buf_text(&u.says), "");
    front_unit_free(&u);
}

static void a_preprocessed_file_keeps_its_places_and_takes_no_definitions(void **state) {
    struct front_unit u = unit_of(folder_write(*state, "a.i", "# 7 \"x.c\"\nint main(void) { return VALUE; }\n"));
    vec_push(&u.flags, "-DVALUE=1");
    compile(&u, NULL);
    assert_false(u.good);
    expect_says(&u, "x.c:7:25: error: use of undeclared identifier 'VALUE'");
    front_unit_free(&u);
}

static void old_code_is_accepted_with_a_note_of_each_kind(void **state) {
    static const char old[] =
        "f(a, b) char *a; { return a + b; }\n"
        "int g(int x) { if (x) return; char *p = x; x = p; undeclared(x); undeclared2(); }\n"
        "void h() { return 3; }\n"
        "int (*pointer)(int) = h;\n"
        "main() { int *p = \"abc\"; f(p); }\n";
    struct front_unit u = unit_of(folder_write(*state, "old.c", old));
    compile(&u, NULL);
    assert_true(u.good);
    expect_says(&u, "old.c:2:51: note: call to undeclared function 'undeclared' (and 1 more like it)\n");
    expect_says(&u, "old.c:1:27: note: incompatible pointer to integer conversion");
    expect_says(&u, "old.c:1:6: note: parameter 'b' was not declared, defaults to 'int' (and 2 more like it)\n");
    expect_says(&u, "old.c:2:23: note: non-void function 'g' should return a value (and 1 more like it)\n");
    expect_says(&u, "old.c:2:81: note: non-void function does not return a value in all control paths\n");
    expect_says(&u, "old.c:4:7: note: incompatible function pointer types");
    expect_silent_about(&u, "warning");
    front_unit_free(&u);
}

static void errors_are_shown_as_clang_shows_them(void **state) {
    struct front_unit u = unit_of(folder_write(*state, "bad.c", "int f(void) { undeclared(); return 1 }\n"));
    compile(&u, NULL);
    assert_false(u.good);
    expect_says(&u,
                "bad.c:1:37: error: expected ';' after return statement\n"
                "    1 | int f(void) { undeclared(); return 1 }\n"
                "      |                                     ^\n"
                "      |                                     ;\n"
                "1 error generated.\n");
    expect_silent_about(&u, "undeclared function");
    front_unit_free(&u);
}

static void the_time_of_day_is_not_in_the_result(void **state) {
    static const char text[] =
        "int midnight[__TIME__[4] + __TIME__[6] + __TIME__[7] == 3 * '0' ? 1 : -1], year[__DATE__[8] == '0' ? 1 : -1];\n";
    struct front_unit u = unit_of(folder_write(*state, "a.c", text));
    compile(&u, NULL);
    assert_string_equal(buf_text(&u.says), "");
    assert_true(u.good);
    front_unit_free(&u);
}

static void nested_functions_are_an_error(void **state) {
    struct front_unit u = unit_of(folder_write(*state, "n.c", "int f(void) { int g(void) { return 1; } return g(); }\n"));
    compile(&u, NULL);
    assert_false(u.good);
    expect_says(&u, "error: function definition is not allowed here");
    front_unit_free(&u);
}

static void flags_reach_clang(void **state) {
    struct folder *f = *state;
    folder_write(f, "h.h", "int from_header;\n");
    struct front_unit u =
        unit_of(folder_write(f, "a.c", "VALUE; int main(void) { return from_header + sizeof(char[sizeof(void *) == 4 ? 1 : -1]); }\n"));
    vec_push(&u.flags, "-DVALUE=int v");
    vec_push(&u.flags, "-include");
    vec_push(&u.flags, folder_path(f, "h.h"));
    vec_push(&u.flags, "-m32");
    compile(&u, NULL);
    assert_string_equal(buf_text(&u.says), "");
    assert_true(u.good);
    front_unit_free(&u);
}

static void headers_are_found_for_32_bits(void **state) {
    struct front_unit u = unit_of(folder_write(
        *state, "a.c", "#include <errno.h>\n#include <signal.h>\n#include <sys/socket.h>\n#include <sys/ioctl.h>\nint e = ENOENT;\n"));
    vec_push(&u.flags, "-m32");
    compile(&u, NULL);
    assert_string_equal(buf_text(&u.says), "");
    assert_true(u.good);
    front_unit_free(&u);
}

static void a_unit_is_compiled_in_its_directory(void **state) {
    struct folder *f = *state;
    folder_sub(f, "sub");
    folder_write(f, "sub/a.c", "#include \"inc/a.h\"\n");
    folder_sub(f, "sub/inc");
    folder_write(f, "sub/inc/a.h", "int x = ;\n");
    struct front_unit u = unit_of("a.c");
    u.directory = folder_path(f, "sub");
    compile(&u, NULL);
    expect_says(&u, "In directory ");
    expect_says(&u, "In file included from a.c:1:\n./inc/a.h:1:9: error: expected expression");
    front_unit_free(&u);
}

static void a_missing_directory_or_file_is_named(void **state) {
    struct folder *f = *state;
    struct front_unit u = unit_of("a.c");
    u.directory = folder_path(f, "gone");
    compile(&u, NULL);
    expect_says(&u, "a.c: error: cannot run ");
    expect_says(&u, "/gone: no such directory\n");
    front_unit_free(&u);
    u = unit_of("gone.c");
    u.directory = f->path;
    compile(&u, NULL);
    assert_string_equal(buf_text(&u.says), "gone.c: error: No such file or directory\n");
    front_unit_free(&u);
}

static void options_that_clang_refuses_are_left_out_with_one_note(void **state) {
    struct folder *f = *state;
    struct front_unit u[3];
    struct front_unit *all[3];
    static const char *const names[] = {"a.c", "b.c", "c.c"};
    for (int i = 0; i < 3; i++) {
        u[i] = unit_of(folder_write(f, names[i], "int VALUE;\n"));
        vec_push(&u[i].flags, "-fplan9-extensions");
        vec_push(&u[i].flags, "-DVALUE=x");
        vec_push(&u[i].flags, "-march=unheard-of");
        all[i] = &u[i];
    }
    struct front_options o = {.jobs = 2};
    struct front_messages m = {.ok = true};
    int n = 0;
    assert_true(front_compile(&o, all, 3, count, &n, &m));
    assert_int_equal(n, 3);
    for (int i = 0; i < 3; i++) assert_true(u[i].good);
    expect_says(&u[0], "a.c: note: clang does not take the option -fplan9-extensions: left out\n");
    expect_says(&u[0], "a.c: note: clang does not take the option -march=unheard-of: left out\n");
    assert_int_equal(u[1].says.n + u[2].says.n, 0);
    for (int i = 0; i < 3; i++) front_unit_free(&u[i]);
}

static void many_files_are_compiled_at_a_time(void **state) {
    enum { N = 12 };
    struct front_unit u[N], *all[N];
    char name[N][8], *path[N];
    for (int i = 0; i < N; i++) {
        snprintf(name[i], sizeof name[i], "f%d.c", i);
        path[i] = strdup(folder_write(*state, name[i], i == 5 ? "int x = ;\n" : "int x;\n"));
        u[i] = unit_of(path[i]);
        u[i].is_c = i != 7;
        all[i] = &u[i];
    }
    struct front_options o = {.jobs = 4};
    struct front_messages m = {.ok = true};
    int n = 0;
    assert_true(front_compile(&o, all, N, count, &n, &m));
    assert_int_equal(n, N - 1);
    for (int i = 0; i < N; i++) assert_int_equal(u[i].good, i != 5 && i != 7);
    for (int i = 0; i < N; i++) {
        u[i].is_c = true;
        front_unit_free(&u[i]);
        free(path[i]);
    }
}

// ---- other programs in clang's place ----------------------------------------------------------------------------------------------------

static const char *script(struct folder *f, const char *body) {
    char text[500];
    snprintf(text, sizeof text, "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'clang version 19.1.7'; exit; fi\n%s\n", body);
    const char *path = folder_write(f, "clang", text);
    if (chmod(path, 0755)) abort();
    return path;
}

static void much_output_on_both_sides_does_not_block(void **state) {
    struct folder *f = *state;
    struct front_unit u = unit_of(folder_write(f, "a.c", "int x;\n"));
    compile(&u,
            script(f,
                   "i=0; while [ $i -lt 3000 ]; do echo \"a.c:1:1: error: $i ....................................................\" >&2;"
                   " echo ................................................................................; i=$((i+1)); done; exit 1"));
    assert_false(u.good);
    expect_says(&u, "a.c:1:1: error: 2999 ...");
    front_unit_free(&u);
}

static void a_clang_that_dies_is_reported(void **state) {
    struct folder *f = *state;
    struct front_unit u = unit_of(folder_write(f, "a.c", "int x;\n"));
    compile(&u, script(f, "kill -9 $$"));
    assert_false(u.good);
    expect_says(&u, "was ended by signal 9 (Killed)\n");
    front_unit_free(&u);
    u = unit_of(folder_path(f, "a.c"));
    compile(&u, script(f, "echo 'PLEASE submit a bug report' >&2; exit 139"));
    assert_false(u.good);
    expect_says(&u, "crashed (exit status 139)\n");
    front_unit_free(&u);
    u = unit_of(folder_path(f, "a.c"));
    compile(&u, script(f, "exit 1"));
    expect_says(&u, "failed without a message\n");
    front_unit_free(&u);
}

static void a_complaint_that_never_ends_is_not_tried_for_ever(void **state) {
    struct folder *f = *state;
    struct front_unit u = unit_of(folder_write(f, "a.c", "int x;\n"));
    vec_push(&u.flags, "-fnever");
    compile(&u, script(f, "echo \"clang: error: unknown argument: '-fnever'\" >&2; exit 1"));
    assert_false(u.good);
    front_unit_free(&u);
}

static void another_compiler_is_refused_by_name(void **state) {
    struct folder *f = *state;
    struct front_unit u = unit_of(folder_write(f, "a.c", "int x;\n"));
    const char *mute = folder_write(f, "mute", "#!/bin/sh\nexit 1\n");
    if (chmod(mute, 0755)) abort();
    compile(&u, mute);
    assert_false(u.good);
    expect_says(&u, "/mute failed without a message\n");
    expect_says(&u, "/mute does not run; clang 19 is needed, name it with --clang PATH\n");
    front_unit_free(&u);
    u = unit_of(folder_path(f, "a.c"));
    compile(&u, "gcc");
    assert_false(u.good);
    expect_says(&u, "/gcc is not clang 19, which is needed; name it with --clang PATH\n");
    front_unit_free(&u);
    u = unit_of(folder_path(f, "a.c"));
    compile(&u, "true");
    assert_false(u.good);
    expect_says(&u, "/true gave no bitcode; clang 19 is needed");
    front_unit_free(&u);
}

static void expect_no_clang(const char *clang, const char *text) {
    struct front_options o = {.clang = clang, .jobs = 1};
    struct front_messages m = {.ok = true};
    struct front_unit u = unit_of("a.c");
    int n = 0;
    assert_false(front_compile(&o, (struct front_unit *[]){&u}, 1, count, &n, &m));
    assert_false(m.ok);
    if (!strstr(m.text.text, text)) fail_msg("expected \"%s\" in: %s", text, m.text.text);
    buf_free(&m.text);
}

static void a_clang_that_is_not_there_is_named(void **state) {
    struct folder *f = *state;
    expect_no_clang("no-such-clang", "heapproof: error: no clang: no-such-clang (given by --clang) is not on PATH\n");
    expect_no_clang("/nowhere/clang", "heapproof: error: cannot run /nowhere/clang: No such file or directory; --clang PATH");
    expect_no_clang(folder_write(f, "plain", ""), "/plain: Permission denied; --clang PATH");
    char *path = strdup(getenv("PATH"));
    setenv("PATH", f->path, 1);
    expect_no_clang(NULL, "no clang: neither clang-19 nor clang is on PATH; install clang-19 or name it with --clang PATH\n");
    setenv("PATH", path, 1);
    free(path);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(bitcode_arrives_in_memory),
        IN_FOLDER(a_preprocessed_file_keeps_its_places_and_takes_no_definitions),
        IN_FOLDER(old_code_is_accepted_with_a_note_of_each_kind),
        IN_FOLDER(errors_are_shown_as_clang_shows_them),
        IN_FOLDER(the_time_of_day_is_not_in_the_result),
        IN_FOLDER(nested_functions_are_an_error),
        IN_FOLDER(flags_reach_clang),
        IN_FOLDER(headers_are_found_for_32_bits),
        IN_FOLDER(a_unit_is_compiled_in_its_directory),
        IN_FOLDER(a_missing_directory_or_file_is_named),
        IN_FOLDER(options_that_clang_refuses_are_left_out_with_one_note),
        IN_FOLDER(many_files_are_compiled_at_a_time),
        IN_FOLDER(much_output_on_both_sides_does_not_block),
        IN_FOLDER(a_clang_that_dies_is_reported),
        IN_FOLDER(a_complaint_that_never_ends_is_not_tried_for_ever),
        IN_FOLDER(another_compiler_is_refused_by_name),
        IN_FOLDER(a_clang_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests_name("front/clang", tests, NULL, NULL);
}
