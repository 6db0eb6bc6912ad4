// SPDX-License-Identifier: MIT
// A project's mains are programs, each with the units that define what it references.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/front.h"

static const struct front_options plain = {.jobs = 2};

// Writes a database of files, each with its command (NULL: plain) and output (NULL: none), all in the folder.
struct entry {
    const char *file, *text, *command, *output;
};

static void write_project(struct folder *f, const struct entry *entries, size_t n) {
    struct buf json = {0};
    for (size_t i = 0; i < n; i++) {
        if (entries[i].text) folder_write(f, entries[i].file, entries[i].text);
        buf_printf(&json, "%s{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"%s %s\"", i ? ",\n " : "[", f->path, entries[i].file,
                   entries[i].command ? entries[i].command : "cc -c", entries[i].file);
        if (entries[i].output) buf_printf(&json, ", \"output\": \"%s\"", entries[i].output);
        buf_str(&json, "}");
    }
    buf_str(&json, "]\n");
    folder_write(f, "compile_commands.json", json.text);
    buf_free(&json);
}
#define WRITE(f, entries) write_project((f), (entries), sizeof(entries) / sizeof *(entries))

struct opened {
    struct front_project *project;
    struct front_messages m;
};

static struct opened open_project(struct folder *f) {
    struct opened o = {0};
    o.project = front_project_open(&plain, f->path, &o.m);
    if (!o.project) fail_msg("%s", buf_text(&o.m.text));
    return o;
}

static void close_project(struct opened *o) {
    front_project_close(o->project);
    buf_free(&o->m.text);
}

static void expect_said(const struct opened *o, const char *text) {
    if (!strstr(buf_text(&o->m.text), text)) fail_msg("expected \"%s\" in: %s", text, buf_text(&o->m.text));
}

// The names of the functions with a body, in order, as "a b ".
static void expect_program(struct opened *o, const char *file, const char *name, const char *bodies) {
    struct ir_program *p = front_project_read(o->project, file, name, &o->m);
    if (!p) fail_msg("%s", buf_text(&o->m.text));
    assert_true(o->m.ok);
    struct buf out = {0};
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (!(p->funcs.at[i].flags & IR_EXTERN)) buf_printf(&out, "%s ", p->funcs.at[i].name);
    assert_string_equal(buf_text(&out), bodies);
    buf_free(&out);
    ir_program_free(p);
}

static void expect_none(struct opened *o, const char *file, const char *name, const char *error) {
    assert_null(front_project_read(o->project, file, name, &o->m));
    assert_false(o->m.ok);
    expect_said(o, error);
}

static void each_main_is_a_program_with_what_it_references(void **state) {
    static const struct entry entries[] = {
        {"one.c", "int f(void); int main(void) { return f(); }", NULL, NULL},
        {"two.c", "extern int shared; int main(void) { return shared; }", NULL, NULL},
        {"f.c", "int g(void); int f(void) { return g(); }", NULL, NULL},
        {"g.c", "int g(void) { return 1; }", NULL, NULL},
        {"shared.c", "int h(void); int (*hook)(void) = h; int shared;", NULL, NULL},
        {"h.c", "int h(void) { return 2; }", NULL, NULL},
        {"unused.c", "int unused(void) { return 3; }", NULL, NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    assert_int_equal(front_project_programs(o.project), 2);
    assert_string_equal(front_project_file(o.project, 0), folder_path(f, "one.c"));
    assert_string_equal(front_project_file(o.project, 1), folder_path(f, "two.c"));
    expect_program(&o, front_project_file(o.project, 0), "main", "main f g ");
    expect_program(&o, front_project_file(o.project, 1), "main", "main h ");
    expect_program(&o, "two.c", "main", "main h ");
    expect_program(&o, NULL, "f", "f g ");
    assert_string_equal(buf_text(&o.m.text), "");
    close_project(&o);
}

static void the_entry_must_be_clear(void **state) {
    static const struct entry entries[] = {
        {"one.c", "static int s(void) { return 1; } int main(void) { return s(); }", NULL, NULL},
        {"two.c", "int main(void) { return 1; }", NULL, NULL},
        {"bad.c", "int f(void) { return 1 }", NULL, NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    expect_none(&o, NULL, "main", "'main' is defined in more than one file; pick one with --entry FILE:main: ");
    expect_none(&o, NULL, "nobody", "compile_commands.json: error: no file of the project defines the function 'nobody'\n");
    expect_none(&o, "one.c", "nobody", "one.c: error: does not define the function 'nobody'\n");
    expect_none(&o, "three.c", "main", "three.c: error: is not a file of ");
    expect_none(&o, "bad.c", "f", "bad.c: error: does not compile\n");
    expect_program(&o, "one.c", "s", "main s ");
    close_project(&o);
}

static void internal_symbols_do_not_count(void **state) {
    static const struct entry entries[] = {
        {"main.c", "int f(void); static int g(void) { return 1; } int main(void) { return f() + g(); }", NULL, NULL},
        {"static.c", "static int f(void) { return 2; } int (*keep)(void) = f;", NULL, NULL},
        {"extern.c", "int f(void) { return 3; }", NULL, NULL},
        {"g.c", "int g(void) { return 4; }", NULL, NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    expect_program(&o, NULL, "main", "main g f ");
    assert_string_equal(buf_text(&o.m.text), "");
    close_project(&o);
}

static void tentative_and_weak_definitions_give_way(void **state) {
    static const struct entry entries[] = {
        {"main.c", "int counter; __attribute__((weak)) int f(void) { return 1; } int main(void) { return counter + f(); }", NULL, NULL},
        {"other.c", "int counter; int unrelated(void) { return 1; }", NULL, NULL},
        {"strong.c", "int counter = 7; int with_counter(void) { return 1; }", NULL, NULL},
        {"f.c", "int f(void) { return 2; } int also(void) { return 3; }", NULL, NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    expect_program(&o, NULL, "main", "main f also with_counter ");
    close_project(&o);
}

static void of_several_definitions_the_nearest_is_taken(void **state) {
    static const struct entry entries[] = {
        {"far.c", "int f(void) { return 1; } int far(void) { return 1; }", NULL, "CMakeFiles/b.dir/far.c.o"},
        {"near.c", "int f(void) { return 2; } int near(void) { return 1; }", NULL, "CMakeFiles/a.dir/near.c.o"},
        {"main.c", "int f(void); int main(void) { return f(); }", NULL, "CMakeFiles/a.dir/main.c.o"},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    expect_program(&o, NULL, "main", "main f near ");
    expect_said(&o, "near.c: note: 'f' is taken from here; also defined in ");
    close_project(&o);
}

static void a_unit_that_clashes_is_not_taken(void **state) {
    static const struct entry entries[] = {
        {"one.c", "int f(void); int main(void) { return f(); }", NULL, NULL},
        {"two.c", "int f(void) { return 1; } int main(void) { return f(); }", NULL, NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    expect_program(&o, "one.c", "main", "main ");
    expect_said(&o, "two.c: note: 'f' is not taken from here, because 'main' is also defined in ");
    close_project(&o);
}

static void a_file_compiled_in_two_ways_is_two_units(void **state) {
    static const struct entry entries[] = {
        {"tool.c", "int f(void) { return 1; }\n#ifdef MAIN\nint main(void) { return f(); }\n#endif\n", "cc -c", NULL},
        {"tool.c", NULL, "cc -DMAIN -c", NULL},
        {"user.c", "int f(void); int main(void) { return f(); }", NULL, NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    assert_int_equal(front_project_programs(o.project), 2);
    expect_program(&o, front_project_file(o.project, 0), "main", "f main ");
    expect_program(&o, front_project_file(o.project, 1), "main", "main f ");
    close_project(&o);
}

static void a_unit_that_does_not_compile_is_missed_only_where_it_is_needed(void **state) {
    static const struct entry entries[] = {
        {"good.c", "int printf(const char *, ...); int main(void) { return printf(\"\"); }", NULL, NULL},
        {"needs.c", "int broken(void); int main(void) { return broken(); }", NULL, NULL},
        {"broken.c", "int broken(void) { printf(\"\"); return 1 }", NULL, NULL},
        {"gone.c", NULL, NULL, NULL},
        {"response.c", "int x;", "cc @gone.rsp -c", NULL},
    };
    struct folder *f = *state;
    WRITE(f, entries);
    struct opened o = open_project(f);
    expect_said(&o, "broken.c:1:40: error: expected ';' after return statement\n");
    expect_said(&o, "broken.c: note: left out unless a program needs it\n");
    expect_said(&o, "gone.c: error: No such file or directory\n");
    expect_said(&o, "gone.rsp: error: response file: No such file or directory\n");
    expect_program(&o, "good.c", "main", "main ");
    expect_none(&o, "needs.c", "main", "broken.c: error: does not compile, but ");
    expect_said(&o, "needs.c needs 'broken', which it seems to define\n");
    close_project(&o);
}

static void a_project_without_anything_to_read_is_refused(void **state) {
    static const struct entry entries[] = {{"bad.c", "int x = ;", NULL, NULL}};
    struct folder *f = *state;
    struct front_messages m = {0};
    assert_null(front_project_open(&plain, f->path, &m));
    assert_non_null(strstr(m.text.text, "/compile_commands.json: error: No such file or directory\n"));
    assert_false(m.ok);
    WRITE(f, entries);
    assert_null(front_project_open(&plain, f->path, &m));
    assert_non_null(strstr(m.text.text, "/compile_commands.json: error: none of its files compiles\n"));
    assert_false(m.ok);
    buf_free(&m.text);
    struct front_options o = {.jobs = 1, .clang = "no-such-clang"};
    assert_null(front_project_open(&o, f->path, &m));
    assert_non_null(strstr(m.text.text, "no clang: no-such-clang"));
    buf_free(&m.text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(each_main_is_a_program_with_what_it_references),
        IN_FOLDER(the_entry_must_be_clear),
        IN_FOLDER(internal_symbols_do_not_count),
        IN_FOLDER(tentative_and_weak_definitions_give_way),
        IN_FOLDER(of_several_definitions_the_nearest_is_taken),
        IN_FOLDER(a_unit_that_clashes_is_not_taken),
        IN_FOLDER(a_file_compiled_in_two_ways_is_two_units),
        IN_FOLDER(a_unit_that_does_not_compile_is_missed_only_where_it_is_needed),
        IN_FOLDER(a_project_without_anything_to_read_is_refused),
    };
    return cmocka_run_group_tests_name("front/project", tests, NULL, NULL);
}
