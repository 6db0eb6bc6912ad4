// SPDX-License-Identifier: MIT
// States of the fold/expand domain as text and as pictures.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// after those
#include <cmocka.h>

#include "fold/fold.h"
#include "ir/text.h"
#include "view/view.h"

static const char program_text[] =
    "hir 1\n"
    "pointer 64\n"
    "func @walk(%x: ptr user) {\n"
    "entry:\n"
    "  ret\n"
    "}\n";
static const char list_text[] =
    "frame 0 0\n"
    "node 10 heap 4294967295 4294967295 0 size 8 rest zero\n"
    "node 11 heap 4294967295 4294967295 1 size 8 rest zero\n"
    "cell r0 size 8 bits 64 none\n"
    "cell 10.0 size 8 bits 64 0 0\n"
    "cell 11.0 size 8 bits 64 0 0\n"
    "flag r0 -> 10+0\n"
    "flag r0 pointer\n"
    "flag 10.0 -> 11+0\n"
    "flag 10.0 pointer\n"
    "flag 10 exists\n"
    "flag 11 exists\n"
    "flag 11 count0\n"
    "summarise 10 11\n";

struct setting {
    struct ir_program *p;
    void *d;
};

static struct setting begin(void) {
    struct buf error = {0};
    struct setting s = {.p = ir_parse("test", program_text, strlen(program_text), &error)};
    assert_non_null(s.p);
    s.d = fold_domain.core.open(s.p, &(struct dom_options){.rules = ~0u});
    return s;
}

static void end(struct setting s) {
    fold_domain.core.close(s.d);
    ir_program_free(s.p);
}

static void a_state_is_read_back(void **state) {
    (void)state;
    struct setting s = begin();
    struct buf text = {0}, error = {0};
    dom_state x = fold_domain.show->parse(s.d, list_text, strlen(list_text), &error);
    assert_int_not_equal(x, DOM_NONE);
    fold_domain.show->print(s.d, x, &text);
    assert_non_null(strstr(buf_text(&text), "->other +0"));
    assert_int_equal(fold_domain.show->parse(s.d, buf_text(&text), text.n, &error), x);
    buf_free(&text);
    buf_free(&error);
    end(s);
}

// A condition for each register, an odd number of which holds.
static void many_cubes_are_written_as_choices(void **state) {
    (void)state;
    enum { N = 7 };
    struct setting s = begin();
    struct buf text = {0}, again = {0}, error = {0};
    buf_str(&text, "frame 0 0\n");
    for (uint32_t i = 0; i < N; i++) buf_printf(&text, "cell r%u size 1 bits 1 full\n", i);
    for (uint32_t i = 0; i < N; i++) buf_printf(&text, "flag r%u bit\n", i);
    for (uint32_t row = 0; row < 1u << N; row++) {
        if (!(__builtin_popcount(row) & 1)) continue;
        buf_str(&text, "cube ");
        for (uint32_t i = 0; i < N; i++) buf_char(&text, row >> i & 1 ? '1' : '0');
        buf_char(&text, '\n');
    }
    dom_state x = fold_domain.show->parse(s.d, buf_text(&text), text.n, &error);
    assert_int_not_equal(x, DOM_NONE);
    fold_domain.show->print(s.d, x, &again);
    assert_non_null(strstr(buf_text(&again), "choice "));
    assert_null(strstr(buf_text(&again), "cube "));
    assert_int_equal(fold_domain.show->parse(s.d, buf_text(&again), again.n, &error), x);
    buf_free(&text);
    buf_free(&again);
    buf_free(&error);
    end(s);
}

static void what_is_no_state_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"frame 7 0\n",
                                        "frame 0 3\n",
                                        "node 3 heap 0 0 0 size 8 rest zero\n",
                                        "node 10 heap 0 99 0 size 8 rest zero\n",
                                        "node 10 attic 0 0 0 size 8 rest zero\n",
                                        "cell 12.0 size 8 bits 64 none\n",
                                        "cell r0 size 8 bits 64 some\n",
                                        "cell r0 size 8 bits 64 none\ncell r0 size 8 bits 64 none\n",
                                        "flag r0 -> 10\n",
                                        "cell r0 size 8 bits 64 none\nflag r0 pointer\nflag r0 pointer\n",
                                        "cell r0 size 8 bits 64 none\nflag r0 pointer\ncube 10\n",
                                        "flag r0 pointer\n",
                                        "cell r0 size 8 bits 64 none\nflag r0 pointer\nchoice 2 0 3 1\n",
                                        "cell r0 size 8 bits 64 none\nflag r0 pointer\nchoice 2 1 0 1\n",
                                        "summarise 1 2\n",
                                        "nonsense\n"};
    struct setting s = begin();
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct buf error = {0};
        assert_int_equal(fold_domain.show->parse(s.d, wrong[i], strlen(wrong[i]), &error), DOM_NONE);
        assert_true(error.n > 0);
        buf_free(&error);
    }
    end(s);
}

static void a_picture_shows_the_summary_and_its_relations(void **state) {
    (void)state;
    struct setting s = begin();
    struct buf error = {0}, text = {0};
    struct view v = {0};
    dom_state x = fold_domain.show->parse(s.d, list_text, strlen(list_text), &error);
    fold_domain.show->view(s.d, x, &v);
    view_finish(&v, s.p);
    assert_true(view_valid(&v, &error));
    assert_int_equal(v.nodes.n, 2);
    assert_int_equal(v.nodes.at[1].shape, VIEW_SOME);
    bool found = false;
    for (uint32_t i = 0; i < v.remarks.n; i++) found |= strcmp(v.remarks.at[i], "all or none of: x -> #1, #1+0 -> another #1") == 0;
    assert_true(found);
    view_text(&v, &text);
    assert_true(text.n > 0);
    view_free(&v);
    buf_free(&text);
    buf_free(&error);
    end(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_read_back),
        cmocka_unit_test(many_cubes_are_written_as_choices),
        cmocka_unit_test(what_is_no_state_is_refused),
        cmocka_unit_test(a_picture_shows_the_summary_and_its_relations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
