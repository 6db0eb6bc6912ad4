// SPDX-License-Identifier: MIT
// Reports: exact text, packing and reading back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

static void make_unsafe(struct check_result *r) {
    check_result_init(r, "a.c", "main");
    struct check_finding *f =
        check_add_finding(r, IR_RULE_USE_AFTER_FREE, CHECK_DEFINITE, (struct check_place){"a.c", 12, 5, "f"}, "cur->next is read");
    check_add_step(r, f, (struct check_place){"b.c", 7, 0, "g"}, "it ended here");
    check_add_finding(r, IR_RULE_MEMORY_LEAK, CHECK_POSSIBLE, (struct check_place){"", 0, 0, ""}, "a block may be lost");
    check_add_assumption(r, CHECK_ASSUME_ALLOCATION_SUCCEEDS, "");
    check_add_assumption(r, CHECK_ASSUME_UNKNOWN_FUNCTION, "mystery");
    r->counters[CHECK_STEPS] = 17;
}

static void shows(const struct check_result *r, uint32_t n, const struct report_options *o, const char *expected) {
    struct buf text = {0};
    report_text(r, n, o, &text);
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
}

static void text_is_like_a_compilers(void **state) {
    (void)state;
    struct check_result r;
    make_unsafe(&r);
    shows(&r, 1, &(struct report_options){0},
          "a.c:12:5: error: use after free: cur->next is read [CWE-416] [use-after-free]\n"
          "b.c:7: note: (1) it ended here\n"
          "a.c: warning: possible memory leak: a block may be lost [CWE-401] [memory-leak]\n"
          "assumption: every allocation succeeds (--malloc-may-fail drops this) [allocation-succeeds]\n"
          "assumption: a function without body or model may change what it can reach and return anything: mystery [unknown-function]\n"
          "verdict: unsafe use-after-free at a.c:12\n");
    shows(&r, 1, &(struct report_options){.quiet = true, .run = true},
          "a.c:12:5: error: use after free: cur->next is read [CWE-416] [use-after-free]\n"
          "b.c:7: note: (1) it ended here\n"
          "a.c: warning: possible memory leak: a block may be lost [CWE-401] [memory-leak]\n"
          "run: fault use-after-free at a.c:12\n");
    check_result_free(&r);
}

static void the_last_line_is_the_verdict(void **state) {
    (void)state;
    struct check_result r[2];
    check_result_init(&r[0], "a.c", "main");
    check_result_init(&r[1], "b.c", "start");
    shows(r, 1, &(struct report_options){.quiet = true}, "verdict: safe\n");
    shows(r, 1, &(struct report_options){0}, "proved: the program reaches nothing that could break a rule\nverdict: safe\n");
    r[0].counters[CHECK_PROVED] = 3;
    shows(r, 1, &(struct report_options){0}, "accesses: 3 proved, 0 open, 0 not reached\nverdict: safe\n");
    shows(r, 1, &(struct report_options){.run = true}, "run: no fault\n");
    check_unknown(&r[1], "time limit of 1 s reached");
    shows(r, 2, &(struct report_options){0},
          "accesses: 3 proved, 0 open, 0 not reached\n"
          "program a.c:main: safe\n"
          "program b.c:start: unknown: time limit of 1 s reached\n"
          "verdict: unknown: time limit of 1 s reached\n");
    for (unsigned i = 0; i < 2; i++) check_result_free(&r[i]);
}

static void a_proof_says_what_it_is_silent_about(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    r.counters[CHECK_PROVED] = 2;
    r.counters[CHECK_NOT_REACHED] = 7;
    r.counters[CHECK_FUNCTIONS] = 14;
    r.endless = true;
    check_set_strategy(&r, CHECK_BY_COARSE, "sl", 0);
    static const char *const names[] = {"f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11"};
    for (unsigned i = 0; i < 12; i++) check_add_not_entered(&r, names[i]);
    shows(&r, 1, &(struct report_options){0},
          "accesses: 2 proved, 0 open, 7 not reached\n"
          "not entered by any run: 12 of 14 functions: 'f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9' and 2 more\n"
          "no run of 'main' ends: it is proved only that they go on without a fault\n"
          "strategy: coarse of domain sl\n"
          "verdict: safe\n");
    check_result_free(&r);
}

static void control_characters_cannot_forge_a_line(void **state) {
    (void)state;
    struct check_result r;
    check_result_init(&r, "a.c", "main");
    check_unknown(&r, "inline assembly \"\nverdict: safe\n\033[2J\"");
    shows(&r, 1, &(struct report_options){0}, "verdict: unknown: inline assembly \"\\x0averdict: safe\\x0a\\x1b[2J\"\n");
    check_result_free(&r);
}

static void a_packed_result_reads_back_the_same(void **state) {
    (void)state;
    struct check_result r, again;
    struct buf first = {0}, second = {0};
    make_unsafe(&r);
    check_unknown(&r, "not used");
    r.ending = "exit status 1";
    r.inputs = "1,-2";
    r.endless = r.findings.at[1].cut = true;
    check_set_strategy(&r, CHECK_BY_APART, "fold", 3);
    check_add_not_entered(&r, "f");
    check_add_apart(&r, (struct check_apart){"status", true, 4});
    report_pack(&r, &first);
    assert_ptr_equal(strchr(first.text, '\n'), first.text + first.n - 1);
    assert_true(report_parse(&again, first.text, first.n));
    report_pack(&again, &second);
    assert_string_equal(first.text, second.text);
    assert_int_equal(again.counters[CHECK_STEPS], 17);
    assert_true(again.endless && again.findings.at[1].cut && again.strategy == CHECK_BY_APART && again.variant == 3);
    assert_string_equal(again.not_entered.at[0], "f");
    assert_string_equal(again.apart.at[0].reason, "status");
    assert_true(again.apart.at[0].better && again.apart.at[0].times == 4);
    check_result_free(&r);
    check_result_free(&again);
    buf_free(&first);
    buf_free(&second);
}

static void a_torn_line_is_no_result(void **state) {
    (void)state;
    struct check_result r, again;
    struct buf line = {0};
    make_unsafe(&r);
    report_pack(&r, &line);
    for (size_t n = 0; n + 2 < line.n; n += 7) assert_false(report_parse(&again, line.text, n));
    assert_false(report_parse(&again, "[]", 2));
    assert_false(report_parse(&again, "{}", 2));
    check_result_free(&r);
    buf_free(&line);
}

static void names_of_files_are_packed_byte_for_byte(void **state) {
    (void)state;
    static const char *const names[] = {"a.c", "\xc3\xa4.c", "\xff\xfe\x80.c", "\x01\xc3\xa4", "a\xc3", "\n\"<"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct check_result r, again;
        struct buf line = {0};
        check_result_init(&r, names[i], "main");
        check_add_finding(&r, IR_RULE_USE_AFTER_FREE, CHECK_DEFINITE, (struct check_place){names[i], 1, 1, "f"}, "m");
        vec_add(&r.loops)->place = (struct check_place){names[i], 2, 1, "f"};
        report_pack(&r, &line);
        assert_true(report_parse(&again, line.text, line.n - 1));
        assert_string_equal(again.file, names[i]);
        assert_string_equal(again.findings.at[0].place.file, names[i]);
        assert_string_equal(again.loops.at[0].place.file, names[i]);
        check_result_free(&r);
        check_result_free(&again);
        buf_free(&line);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_like_a_compilers),
        cmocka_unit_test(the_last_line_is_the_verdict),
        cmocka_unit_test(a_proof_says_what_it_is_silent_about),
        cmocka_unit_test(control_characters_cannot_forge_a_line),
        cmocka_unit_test(a_packed_result_reads_back_the_same),
        cmocka_unit_test(a_torn_line_is_no_result),
        cmocka_unit_test(names_of_files_are_packed_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
