// SPDX-License-Identifier: MIT
// Files of every kind become a program; every bad input has a message that names the file and the reason.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/front.h"

static const struct front_options plain = {.jobs = 2};

static struct ir_program *read_files(const struct front_options *o, const char *const *files, uint32_t n, struct front_messages *m) {
    *m = (struct front_messages){0};
    struct ir_program *p = front_read(o, files, n, m);
    assert_int_equal(p != NULL, m->ok);
    return p;
}

static bool has_body(const struct ir_program *p, const char *name) {
    ir_val v = ir_find(p, name);
    return ir_tag(v) == IR_FUNC && !(p->funcs.at[ir_index(v)].flags & IR_EXTERN);
}

static void expect_error(const struct front_options *o, const char *const *files, uint32_t n, const char *text) {
    struct front_messages m;
    struct ir_program *p = read_files(o, files, n, &m);
    assert_null(p);
    if (!strstr(buf_text(&m.text), text)) fail_msg("expected \"%s\" in: %s", text, buf_text(&m.text));
    buf_free(&m.text);
}

static void expect_bad(const char *file, const char *text) {
    expect_error(&plain, &file, 1, text);
}

static void c_files_are_one_program(void **state) {
    struct folder *f = *state;
    const char *const files[] = {folder_write(f, "a.c", "int f(void); int main(void) { return f(); }"),
                                 folder_write(f, "b.i", "int f(void) { return 0; }")};
    struct front_messages m;
    struct ir_program *p = read_files(&plain, files, 2, &m);
    if (!p) fail_msg("%s", buf_text(&m.text));
    assert_true(has_body(p, "main"));
    assert_true(has_body(p, "f"));
    assert_int_equal(p->pointer_bits, 64);
    ir_program_free(p);
    buf_free(&m.text);
}

static void flags_and_pointer_size_are_passed_on(void **state) {
    const char *const flags[] = {"-D", "NAME=f", "-O2", "-Werror"};
    struct front_options o = {.jobs = 1, .bits = 32, .flags = flags, .n_flags = 4};
    const char *file = folder_write(*state, "a.c", "int NAME(void) { return undeclared(); }");
    struct front_messages m;
    struct ir_program *p = read_files(&o, &file, 1, &m);
    if (!p) fail_msg("%s", buf_text(&m.text));
    assert_true(has_body(p, "f"));
    assert_int_equal(p->pointer_bits, 32);
    assert_non_null(strstr(m.text.text, "a.c:1:25: note: call to undeclared function 'undeclared'"));
    ir_program_free(p);
    buf_free(&m.text);
}

static void llvms_text_is_linked_with_c(void **state) {
    struct folder *f = *state;
    const char *const files[] = {folder_write(f, "a.c", "int f(void); int main(void) { return f(); }"),
                                 folder_write(f, "b.ll", "define i32 @f() {\n  ret i32 0\n}\n")};
    struct front_messages m;
    struct ir_program *p = read_files(&plain, files, 2, &m);
    if (!p) fail_msg("%s", buf_text(&m.text));
    assert_true(has_body(p, "f"));
    ir_program_free(p);
    buf_free(&m.text);
}

static void our_own_text_is_a_program_by_itself(void **state) {
    struct folder *f = *state;
    const char *hir = folder_write(f, "a.hir", "hir 1\npointer 32\ndeclare @f()\n");
    struct front_messages m;
    struct ir_program *p = read_files(&plain, &hir, 1, &m);
    if (!p) fail_msg("%s", buf_text(&m.text));
    assert_int_equal(p->pointer_bits, 32);
    ir_program_free(p);
    buf_free(&m.text);
    const char *const two[] = {folder_write(f, "b.c", "int x;"), hir};
    expect_error(&plain, two, 2, "a.hir: error: a .hir file is a whole program and cannot be linked with others\n");
    expect_error(&(struct front_options){.jobs = 1, .bits = 64}, &hir, 1,
                 "a.hir: error: its pointers have 32 bits, but 64 were asked for\n");
    expect_bad(folder_write(f, "bad.hir", "nonsense\n"), "bad.hir:1:1: error: ");
}

static void files_that_cannot_be_opened_are_named(void **state) {
    struct folder *f = *state;
    expect_bad(folder_path(f, "none.c"), "/none.c: error: No such file or directory\n");
    expect_bad(folder_sub(f, "dir.c"), "/dir.c: error: is a directory; a project's directory is given with -p\n");
    expect_bad(folder_write(f, "empty.c", ""), "/empty.c: error: the file is empty\n");
    expect_bad(folder_write(f, "x.cpp", "int x;"), "/x.cpp: error: unknown kind of file: .c, .i, .bc, .ll and .hir are read\n");
    expect_bad(folder_write(f, "Makefile", "all:"), "/Makefile: error: unknown kind of file");
    expect_bad("/dev/null", "/dev/null: error: is not a regular file\n");
    expect_error(&plain, NULL, 0, "heapproof: error: no file to read\n");
    const char *secret = folder_write(f, "secret.c", "int x;");
    if (geteuid() == 0 || chmod(secret, 0)) return;  // root reads everything
    expect_bad(secret, "/secret.c: error: Permission denied\n");
}

static void every_bad_file_is_named_at_once(void **state) {
    struct folder *f = *state;
    const char *const files[] = {folder_path(f, "none.c"), folder_write(f, "empty.i", "")};
    struct front_messages m;
    assert_null(read_files(&plain, files, 2, &m));
    assert_non_null(strstr(m.text.text, "/none.c: error: "));
    assert_non_null(strstr(m.text.text, "/empty.i: error: "));
    buf_free(&m.text);
}

static void garbage_is_refused_under_every_name(void **state) {
    struct folder *f = *state;
    static const struct {
        const char *name, *error;
    } kinds[] = {{"g.c", "g.c: error: not C: the file is binary\n"},
                 {"g.i", "g.i: error: not C: the file is binary\n"},
                 {"g.bc", "g.bc: error: not LLVM bitcode: it does not start like bitcode\n"},
                 {"g.ll", "g.ll:1:2: error: expected top-level entity\n"},
                 {"g.hir", "g.hir:1:1: error: "}};
    unsigned char bytes[3000];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 167 + (i >> 3) * 13);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        expect_bad(folder_bytes(f, kinds[i].name, bytes, sizeof bytes), kinds[i].error);
    expect_bad(folder_bytes(f, "t.bc", "BC\xc0\xde\x35\x14\0\0", 8), "t.bc: error: not LLVM bitcode: ");
}

static void a_syntax_error_is_shown_as_clang_shows_it(void **state) {
    expect_bad(folder_write(*state, "a.c", "int main(void) { return 1 }\n"),
               "a.c:1:26: error: expected ';' after return statement\n    1 | int main(void) { return 1 }\n");
}

static void a_missing_response_file_is_named(void **state) {
    const char *const flags[] = {"@/nowhere/flags"};
    struct front_options o = {.jobs = 1, .flags = flags, .n_flags = 1};
    const char *file = folder_write(*state, "a.c", "int x;");
    expect_error(&o, &file, 1, "/nowhere/flags: error: response file: No such file or directory\n");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(c_files_are_one_program),
        IN_FOLDER(flags_and_pointer_size_are_passed_on),
        IN_FOLDER(llvms_text_is_linked_with_c),
        IN_FOLDER(our_own_text_is_a_program_by_itself),
        IN_FOLDER(files_that_cannot_be_opened_are_named),
        IN_FOLDER(every_bad_file_is_named_at_once),
        IN_FOLDER(garbage_is_refused_under_every_name),
        IN_FOLDER(a_syntax_error_is_shown_as_clang_shows_it),
        IN_FOLDER(a_missing_response_file_is_named),
    };
    return cmocka_run_group_tests_name("front/read", tests, NULL, NULL);
}
