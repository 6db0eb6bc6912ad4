// SPDX-License-Identifier: MIT
// The command line parser: spellings, values, commands, contradictions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cli/options.h"

struct parsed {
    struct cli_options o;
    struct buf error;
    bool good;
};

// Parses a command line written with single spaces between the arguments.
static struct parsed parse(const char *line) {
    static char text[1000];
    const char *argv[40] = {"heapproof"};
    int argc = 1;
    strcpy(text, line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    struct parsed p = {0};
    p.good = cli_parse(&p.o, argc, argv, &p.error);
    return p;
}

static void release(struct parsed *p) {
    cli_options_free(&p->o);
    buf_free(&p->error);
}

static void refuse(const char *line, const char *error) {
    struct parsed p = parse(line);
    assert_false(p.good);
    assert_string_equal(buf_text(&p.error), error);
    release(&p);
}

static void without_a_command_files_are_checked(void **state) {
    (void)state;
    struct parsed p = parse("a.c b.c");
    assert_true(p.good);
    assert_int_equal(p.o.command, CLI_CHECK);
    assert_int_equal(p.o.files.n, 2);
    assert_string_equal(p.o.files.at[1], "b.c");
    assert_int_equal(p.o.bits, 0);
    release(&p);
}

static void the_first_word_may_name_the_command(void **state) {
    (void)state;
    struct parsed p = parse("--quiet run a.c ir");
    assert_true(p.good);
    assert_int_equal(p.o.command, CLI_RUN);
    assert_int_equal(p.o.files.n, 2);
    assert_string_equal(p.o.files.at[1], "ir");
    release(&p);
}

static void arguments_may_be_attached_or_follow(void **state) {
    (void)state;
    struct parsed p = parse("--entry=f --time-limit 2.5 -oX --jobs=3 a.c");
    assert_true(p.good);
    assert_int_equal(p.o.entries.n, 1);
    assert_string_equal(p.o.entries.at[0].name, "f");
    assert_null(p.o.entries.at[0].file);
    assert_true(p.o.time_limit == 2.5);
    assert_string_equal(p.o.output, "X");
    assert_int_equal(p.o.reports.n, 1);
    assert_int_equal(p.o.jobs, 3);
    release(&p);
}

static void compiler_options_keep_their_order(void **state) {
    (void)state;
    static const char *const expected[] = {"-Iinc", "-DA=1", "-include", "h.h", "-std=c99", "-UA", "-fno-x", "--quiet"};
    struct parsed p = parse("ir -I inc -DA=1 -include h.h -std=c99 a.c -U A -- -fno-x --quiet");
    assert_true(p.good);
    assert_false(p.o.quiet);
    assert_int_equal(p.o.flags.n, 8);
    for (uint32_t i = 0; i < 8; i++) assert_string_equal(p.o.flags.at[i], expected[i]);
    release(&p);
}

static void the_machine_has_two_spellings(void **state) {
    (void)state;
    struct parsed p = parse("-m32 --arch 32 a.c");
    assert_true(p.good);
    assert_int_equal(p.o.bits, 32);
    release(&p);
    p = parse("--arch=64 a.c");
    assert_int_equal(p.o.bits, 64);
    release(&p);
    refuse("-m32 -m64 a.c", "both a 32-bit and a 64-bit machine are asked for");
    refuse("-m32 --arch 64 a.c", "both a 32-bit and a 64-bit machine are asked for");
    refuse("--arch 16 a.c", "option '--arch' knows 32|64, not '16'");
}

static void a_project_is_a_folder(void **state) {
    (void)state;
    static const char *const lines[] = {"project there", "project -p there", "check -p there"};
    for (uint32_t i = 0; i < 3; i++) {
        struct parsed p = parse(lines[i]);
        assert_true(p.good);
        assert_string_equal(p.o.project, "there");
        assert_int_equal(p.o.command, CLI_CHECK);
        assert_int_equal(p.o.summary, i < 2);
        assert_int_equal(p.o.files.n, 0);
        release(&p);
    }
    struct parsed p = parse("project");
    assert_string_equal(p.o.project, ".");
    release(&p);
    refuse("project a b", "'heapproof project' takes one folder; choose a program of it with --entry FILE:NAME");
    refuse("check --cache a a.c", "option '--cache' is not for 'heapproof check'");
}

static void an_entry_may_name_its_file(void **state) {
    (void)state;
    struct parsed p = parse("--entry dir/a.c:start a.c");
    assert_true(p.good);
    assert_string_equal(p.o.entries.at[0].file, "dir/a.c");
    assert_string_equal(p.o.entries.at[0].name, "start");
    release(&p);
    refuse("--entry a.c: a.c", "option '--entry' needs NAME or FILE:NAME, not 'a.c:'");
    refuse("--entry :f a.c", "option '--entry' needs NAME or FILE:NAME, not ':f'");
}

static void inputs_are_numbers_of_64_bits(void **state) {
    (void)state;
    struct parsed p = parse("run --inputs 1,-2,0x10,18446744073709551615 --seed 0 a.c");
    assert_true(p.good);
    assert_int_equal(p.o.input_values.n, 4);
    assert_true(p.o.input_values.at[1] == (uint64_t)-2);
    assert_true(p.o.input_values.at[2] == 16);
    assert_true(p.o.input_values.at[3] == UINT64_MAX);
    assert_true(p.o.seeded);
    release(&p);
    refuse("run --inputs 1,x a.c", "option '--inputs' needs whole numbers separated by commas, not 'x'");
    refuse("run --inputs 1, a.c", "option '--inputs' ends with a comma");
    refuse("run --inputs 18446744073709551616 a.c",
           "option '--inputs' needs whole numbers separated by commas, not '18446744073709551616'");
}

static void wrong_options_are_refused_by_name(void **state) {
    (void)state;
    refuse("--fromat json a.c", "unknown option '--fromat'");
    refuse("-x a.c", "unknown option '-x' (options for clang follow --)");
    refuse("--entryx a.c", "unknown option '--entryx'");
    refuse("a.c --entry", "option '--entry' needs an argument");
    refuse("--entry= a.c", "option '--entry' needs an argument that is not empty");
    refuse("--stats=1 a.c", "option '--stats' takes no argument");
    refuse("--jobs 0 a.c", "option '--jobs' needs a whole number from 1..1024, not '0'");
    refuse("--memory-limit 1x a.c", "option '--memory-limit' needs a whole number from 1..1048576, not '1x'");
    refuse("--time-limit -1 a.c", "option '--time-limit' needs a positive number of seconds, not '-1'");
    refuse("--time-limit 0 a.c", "option '--time-limit' needs a positive number of seconds, not '0'");
    refuse("--time-limit nan a.c", "option '--time-limit' needs a positive number of seconds, not 'nan'");
    refuse("--format xml a.c", "option '--format' knows text|json|sarif|html, not 'xml'");
}

static void what_does_not_exist_yet_is_refused_by_name(void **state) {
    (void)state;
    refuse("--domain octagons a.c", "heap domain 'octagons' does not exist: choose sl or fold or tvl or intervals or none");
    refuse("--set all a.c", "set policy 'all' does not exist: choose powerset, partial, cap=N, partial,cap=N or partial,apart=N");
}

static void every_report_has_a_format_and_a_place(void **state) {
    (void)state;
    struct parsed p = parse("--format json -o a.json --format sarif --output=a.sarif --format text a.c");
    assert_true(p.good);
    assert_int_equal(p.o.reports.n, 3);
    assert_int_equal(p.o.reports.at[0].format, CLI_JSON);
    assert_string_equal(p.o.reports.at[1].path, "a.sarif");
    assert_int_equal(p.o.reports.at[2].format, CLI_TEXT);
    assert_null(p.o.reports.at[2].path);
    release(&p);
    p = parse("-o a.json --format json --format sarif -o b a.c");
    assert_true(p.good);
    assert_int_equal(p.o.reports.n, 2);
    assert_int_equal(p.o.reports.at[0].format, CLI_JSON);
    assert_string_equal(p.o.reports.at[0].path, "a.json");
    assert_string_equal(p.o.reports.at[1].path, "b");
    release(&p);
    p = parse("--format json --format json -o x -o x a.c");
    assert_true(p.good);
    assert_int_equal(p.o.reports.n, 1);
    release(&p);
    refuse("--format json --format text a.c", "two reports go to standard output: each --format needs an -o behind it");
    refuse("--format json -o - --format text a.c", "two reports go to standard output: each --format needs an -o behind it");
    refuse("--format json -o x --format text -o x a.c", "two reports go to 'x'");
    refuse("--format json -o x -o y a.c", "option '-o' is given twice for one report: each -o follows its --format");
    refuse("-o x --output y a.c", "option '--output' is given twice for one report: each -o follows its --format");
    refuse("ir --format json a.c", "option '--format' is not for 'heapproof ir'");
    refuse("show --format json a.c:1", "'heapproof show' writes text; --picture PATH draws");
}

static void contradictions_are_refused(void **state) {
    (void)state;
    refuse("", "no input files");
    refuse("run", "no input files");
    refuse("--quiet --verbose a.c", "options '--quiet' and '--verbose' contradict each other");
    refuse("-p . a.c", "a project (-p) and files are both given; choose a program of the project with --entry FILE:NAME");
    refuse("run --entry f --entry g a.c", "'heapproof run' takes one --entry");
    refuse("--each --entry g a.c", "options '--each' and '--entry' contradict each other");
    refuse("--each -p .", "option '--each' is for files, not for a project");
    refuse("--witness w -p .", "a witness is of one program, read from files");
    refuse("--witness w --entry f --entry g a.c", "a witness is of one program, read from files");
    refuse("run --each a.c", "option '--each' is not for 'heapproof run'");
    refuse("check --inputs 1 a.c", "option '--inputs' is not for 'heapproof check'");
    refuse("ir --stats a.c", "option '--stats' is not for 'heapproof ir'");
    struct parsed p = parse("--entry f --entry f --seed 1 run a.c");
    assert_true(p.good);
    release(&p);
}

static void help_needs_nothing_else(void **state) {
    (void)state;
    struct parsed p = parse("--help");
    assert_true(p.good && p.o.help);
    release(&p);
    p = parse("run --version");
    assert_true(p.good && p.o.version);
    release(&p);
}

static void help_shows_every_option_within_80_columns(void **state) {
    (void)state;
    static const char *const names[] = {
#define GROUP(title)
#define OPTION(name, other, kind, field, argument, spec, commands, help) name,
#include "cli/options.def"
    };
    struct buf text = {0};
    cli_help(&text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_non_null(strstr(text.text, names[i]));
    for (char *line = strtok(text.text, "\n"); line; line = strtok(NULL, "\n")) assert_true(strlen(line) <= 80);
    buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_command_files_are_checked),
        cmocka_unit_test(the_first_word_may_name_the_command),
        cmocka_unit_test(arguments_may_be_attached_or_follow),
        cmocka_unit_test(compiler_options_keep_their_order),
        cmocka_unit_test(the_machine_has_two_spellings),
        cmocka_unit_test(a_project_is_a_folder),
        cmocka_unit_test(an_entry_may_name_its_file),
        cmocka_unit_test(inputs_are_numbers_of_64_bits),
        cmocka_unit_test(wrong_options_are_refused_by_name),
        cmocka_unit_test(what_does_not_exist_yet_is_refused_by_name),
        cmocka_unit_test(every_report_has_a_format_and_a_place),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(help_needs_nothing_else),
        cmocka_unit_test(help_shows_every_option_within_80_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
