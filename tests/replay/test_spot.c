// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "replay/sha256.h"
#include "replay/spot.h"

static struct report_sources sources;
static struct ir_program *program;
static char path[] = "/tmp/heapproof-spot-XXXXXX";

static struct ir_loc at(const char *text, uint32_t line, uint32_t column) {
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
    report_sources_free(&sources);
    return (struct ir_loc){intern_add(&program->files, path), line, column};
}

static void calls_end_at_their_parenthesis(void **state) {
    (void)state;
    struct replay_spot s = replay_call_end(&sources, program, at("int x = f (g(1), \")\" /* ) */);\n", 1, 9), "f");
    assert_int_equal(s.line, 1);
    assert_int_equal(s.column, 29);
    assert_int_equal(replay_call_end(&sources, program, at("int x = F(1);\n", 1, 9), "f").line, 0);
    assert_int_equal(replay_call_end(&sources, program, at("int x = ff(1);\n", 1, 9), "f").line, 0);
    s = replay_call_end(&sources, program, at("x = f(1,\n      2);\n", 1, 5), "f");
    assert_int_equal(s.line, 2);
    assert_int_equal(s.column, 8);
}

static void loops_begin_at_their_keyword(void **state) {
    (void)state;
    struct replay_spot s = replay_loop_keyword(&sources, program, at("{\n  while (a && (b || c)) x();\n}\n", 2, 16));
    assert_int_equal(s.line, 2);
    assert_int_equal(s.column, 3);
    s = replay_loop_keyword(&sources, program, at("for (i = f(0);\n  i < n; i++) {}\n", 2, 3));
    assert_int_equal(s.line, 1);
    assert_int_equal(s.column, 1);
    assert_int_equal(replay_loop_keyword(&sources, program, at("if (a) x();\n", 1, 5)).line, 0);
    assert_int_equal(replay_loop_keyword(&sources, program, at("do x(); while (a);\n", 1, 16)).line, 0);
    assert_int_equal(replay_loop_keyword(&sources, program, at("while (a) { f(b); }\n", 1, 15)).line, 0);
    assert_true(replay_is_loop(&sources, program, at(" while (a) {}\n", 1, 2)));
    assert_false(replay_is_loop(&sources, program, at(" if (a) {}\n", 1, 2)));
    assert_false(replay_is_loop(&sources, program, at("do {} while (a);\n", 1, 7)));
}

static void scopes_end_with_their_braces(void **state) {
    (void)state;
    const char *text = "{ int a; { int b; b++; } '}';\nwhile (1) {} }\n{ int c; } for (;;);\n";
    assert_true(replay_in_scope(&sources, program, at(text, 1, 0), "a", (struct replay_spot){2, 1}));
    assert_false(replay_in_scope(&sources, program, at(text, 1, 0), "b", (struct replay_spot){2, 1}));
    assert_false(replay_in_scope(&sources, program, at(text, 1, 0), "int_", (struct replay_spot){2, 1}));
    assert_false(replay_in_scope(&sources, program, at(text, 3, 0), "c", (struct replay_spot){3, 12}));
    assert_false(replay_in_scope(&sources, program, at(text, 3, 0), "c", (struct replay_spot){2, 1}));
}

static void expect_hash(const char *text, size_t n, const char *hex) {
    uint8_t hash[32];
    char out[65];
    replay_sha256(text, n, hash);
    for (int i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", hash[i]);
    assert_string_equal(out, hex);
}

static void hashes_are_those_of_the_standard(void **state) {
    (void)state;
    char many[1000];
    memset(many, 'a', sizeof many);
    expect_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_hash(many, sizeof many, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_end_at_their_parenthesis),
        cmocka_unit_test(loops_begin_at_their_keyword),
        cmocka_unit_test(scopes_end_with_their_braces),
        cmocka_unit_test(hashes_are_those_of_the_standard),
    };
    int fd = mkstemp(path);
    close(fd);
    program = ir_program_new(64);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    report_sources_free(&sources);
    ir_program_free(program);
    unlink(path);
    return failed;
}
