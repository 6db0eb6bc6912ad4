// SPDX-License-Identifier: MIT
// compile_commands.json becomes units with their own directories and flags; what is malformed is named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/compdb.h"

struct result {
    struct front_compdb db;
    struct front_messages m;
    bool good;
};

static struct result read_db(struct folder *f, const struct front_options *o, const char *json) {
    struct result r = {.m.ok = true};
    folder_here(f, "compile_commands.json", json);
    r.good = front_compdb_read(&r.db, o, f->path, &r.m);
    return r;
}

static void done(struct result *r) {
    front_compdb_free(&r->db);
    buf_free(&r->m.text);
}

static void expect_flags(const struct front_unit *u, const char *expected) {
    struct buf out = {0};
    for (uint32_t i = 0; i < u->flags.n; i++) buf_printf(&out, "%s%s", i ? " " : "", u->flags.at[i]);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static const struct front_options plain = {.jobs = 1};

static void arguments_and_commands_are_read(void **state) {
    struct result r = read_db(*state, &plain,
                              "[{\"directory\":\"%s\",\"file\":\"a.c\",\"arguments\":[\"cc\",\"-DA=x y\",\"-g3\",\"-c\",\"a.c\"]},"
                              "{\"directory\":\"%s/sub\",\"file\":\"../b.c\",\"command\":\"cc '-DB=\\\"q r\\\"' -o b.o -c ../b.c\"}]");
    assert_true(r.good);
    assert_int_equal(r.db.units.n, 2);
    const struct front_unit *a = &r.db.units.at[0], *b = &r.db.units.at[1];
    assert_string_equal(a->path, "a.c");
    expect_flags(a, "-DA=x y");
    assert_string_equal(b->path, "../b.c");
    assert_non_null(strstr(b->directory, "/sub"));
    assert_null(strstr(b->file, ".."));
    assert_non_null(strstr(b->file, "/b.c"));
    expect_flags(b, "-DB=\"q r\"");
    assert_string_equal(b->output, "b.o");
    assert_int_equal(r.m.text.n, 0);
    done(&r);
}

static void a_relative_directory_starts_at_the_database(void **state) {
    struct folder *f = *state;
    struct result r = read_db(f, &plain, "[{\"directory\":\"sub\",\"file\":\"a.c\",\"arguments\":[\"cc\"]}]");
    assert_true(r.good);
    assert_string_equal(r.db.units.at[0].directory, folder_path(f, "sub"));
    assert_string_equal(r.db.units.at[0].file, folder_path(f, "sub/a.c"));
    done(&r);
}

static void the_options_flags_come_last(void **state) {
    const char *const flags[] = {"-DLAST", "-g3"};
    struct front_options o = {.jobs = 1, .flags = flags, .n_flags = 2, .bits = 32};
    struct result r = read_db(*state, &o, "[{\"directory\":\"%s\",\"file\":\"a.c\",\"arguments\":[\"cc\",\"-m64\",\"-DFIRST\"]}]");
    assert_true(r.good);
    expect_flags(&r.db.units.at[0], "-m64 -DFIRST -DLAST -m32");
    done(&r);
}

static void equal_entries_are_one_unit_and_different_ones_are_not(void **state) {
    struct result r = read_db(*state, &plain,
                              "[{\"directory\":\"%s\",\"file\":\"a.c\",\"command\":\"cc -DX -g1 -o a.o a.c\"},"
                              "{\"directory\":\"%s\",\"file\":\"%s/./a.c\",\"command\":\"cc -DX -g2 -fPIC -DPIC -o a.lo a.c\"},"
                              "{\"directory\":\"%s\",\"file\":\"a.c\",\"command\":\"cc -DY a.c\"}]");
    assert_true(r.good);
    assert_int_equal(r.db.units.n, 2);
    expect_flags(&r.db.units.at[0], "-DX");
    expect_flags(&r.db.units.at[1], "-DY");
    assert_non_null(strstr(r.m.text.text, "a.c: note: is compiled in different ways"));
    done(&r);
}

static void what_is_not_c_is_left_out_with_a_note(void **state) {
    struct result r = read_db(*state, &plain,
                              "[{\"directory\":\"%s\",\"file\":\"a.cpp\",\"command\":\"c++ -c a.cpp\"},"
                              "{\"directory\":\"%s\",\"file\":\"b.S\",\"command\":\"cc -c b.S\"},"
                              "{\"directory\":\"%s\",\"file\":\"c.c\",\"command\":\"cc -x c++ c.c\"},"
                              "{\"directory\":\"%s\",\"file\":\"d.inc\",\"command\":\"cc -x c d.inc\"},"
                              "{\"directory\":\"%s\",\"file\":\"e.c\",\"command\":\"cc e.c\"}]");
    assert_true(r.good);
    assert_int_equal(r.db.units.n, 2);
    expect_flags(&r.db.units.at[0], "-x c");
    expect_flags(&r.db.units.at[1], "");
    assert_non_null(strstr(r.m.text.text, "note: 3 files that are not C are left out: "));
    done(&r);
}

static void a_response_file_is_read_and_a_missing_one_spoils_its_unit_only(void **state) {
    struct folder *f = *state;
    folder_write(f, "flags.rsp", "-DFROM_FILE -g2");
    struct result r = read_db(f, &plain,
                              "[{\"directory\":\"%s\",\"file\":\"a.c\",\"command\":\"cc @flags.rsp a.c\"},"
                              "{\"directory\":\"%s\",\"file\":\"b.c\",\"command\":\"cc @gone.rsp b.c\"}]");
    assert_true(r.good);
    expect_flags(&r.db.units.at[0], "-DFROM_FILE");
    assert_false(r.db.units.at[0].hopeless);
    assert_true(r.db.units.at[1].hopeless);
    assert_non_null(strstr(r.db.units.at[1].says.text, "gone.rsp: error: response file: No such file"));
    done(&r);
}

static void a_compiler_for_another_machine_is_noticed(void **state) {
    struct result r = read_db(*state, &plain,
                              "[{\"directory\":\"%s\",\"file\":\"a.c\",\"command\":\"/opt/bin/arm-none-eabi-gcc a.c\"},"
                              "{\"directory\":\"%s\",\"file\":\"b.c\",\"command\":\"ccache i686-linux-gnu-gcc-12 b.c\"},"
                              "{\"directory\":\"%s\",\"file\":\"c.c\",\"command\":\"x86_64-linux-gnu-gcc c.c\"}]");
    assert_true(r.good);
    assert_non_null(strstr(r.m.text.text, "a.c: note: compiled for arm-none-eabi, but read as for this machine\n"));
    expect_flags(&r.db.units.at[1], "-m32");
    expect_flags(&r.db.units.at[2], "");
    done(&r);
}

static void malformed_databases_are_refused_with_the_reason(void **state) {
    static const struct {
        const char *json, *error;
    } bad[] = {
        {"", "compile_commands.json:1:0: error: '[' or '{' expected"},
        {"[{\"directory\":\"d\",\n\"file\" 3}]", "compile_commands.json:2:8: error: ':' expected near '3'"},
        {"{}", "compile_commands.json: error: is not an array of entries"},
        {"[]", "compile_commands.json: error: lists no C file"},
        {"[3]", "error: entry 1: is not an object"},
        {"[{\"directory\":\"d\",\"command\":\"cc\"}]", "error: entry 1: \"file\" is missing"},
        {"[{\"file\":\"a.c\",\"command\":\"cc\"}]", "error: entry 1: \"directory\" is missing"},
        {"[{\"directory\":4,\"file\":\"a.c\",\"command\":\"cc\"}]", "error: entry 1: \"directory\" is not a string"},
        {"[{\"directory\":\"d\",\"file\":\"a.c\"}]", "error: entry 1 (a.c): neither \"arguments\" nor \"command\" is there"},
        {"[{\"directory\":\"d\",\"file\":\"a.c\",\"command\":[]}]", "error: entry 1 (a.c): \"command\" is not a string"},
        {"[{\"directory\":\"d\",\"file\":\"a.c\",\"arguments\":\"cc\"}]", "error: entry 1 (a.c): \"arguments\" is not an array"},
        {"[{\"directory\":\"d\",\"file\":\"a.c\",\"arguments\":[\"cc\",3]}]", "error: entry 1 (a.c): \"arguments\" holds something"},
        {"[{\"directory\":\"d\",\"file\":\"a.c\",\"command\":\"cc 'x\"}]", "error: entry 1 (a.c): a quote is not closed"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct result r = read_db(*state, &plain, bad[i].json);
        assert_false(r.good);
        assert_false(r.m.ok);
        if (!strstr(r.m.text.text, bad[i].error)) fail_msg("%s: expected %s", r.m.text.text, bad[i].error);
        done(&r);
    }
}

static void a_missing_database_is_named(void **state) {
    struct folder *f = *state;
    struct front_compdb db;
    struct front_messages m = {.ok = true};
    assert_false(front_compdb_read(&db, &plain, f->path, &m));
    assert_non_null(strstr(m.text.text, "/compile_commands.json: error: No such file or directory\n"));
    front_compdb_free(&db);
    buf_free(&m.text);
}

static void paths_are_shortened(void **state) {
    (void)state;
    struct arena a = {0};
    assert_string_equal(front_short_path(&a, "/p/src/../lib/./x.c", "/p"), "lib/x.c");
    assert_string_equal(front_short_path(&a, "//q///x.c", "/p"), "/q/x.c");
    assert_string_equal(front_short_path(&a, "/pp/x.c", "/p"), "/pp/x.c");
    assert_string_equal(front_short_path(&a, "/../..", "/p"), "/");
    assert_string_equal(front_short_path(&a, "src/x.c", "/p"), "src/x.c");
    arena_free(&a);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(arguments_and_commands_are_read),
        IN_FOLDER(a_relative_directory_starts_at_the_database),
        IN_FOLDER(the_options_flags_come_last),
        IN_FOLDER(equal_entries_are_one_unit_and_different_ones_are_not),
        IN_FOLDER(what_is_not_c_is_left_out_with_a_note),
        IN_FOLDER(a_response_file_is_read_and_a_missing_one_spoils_its_unit_only),
        IN_FOLDER(a_compiler_for_another_machine_is_noticed),
        IN_FOLDER(malformed_databases_are_refused_with_the_reason),
        IN_FOLDER(a_missing_database_is_named),
        cmocka_unit_test(paths_are_shortened),
    };
    return cmocka_run_group_tests_name("front/compdb", tests, NULL, NULL);
}
