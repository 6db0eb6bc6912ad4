// SPDX-License-Identifier: MIT
// States of the domain of three-valued structures: what is kept while a list is built, read and freed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "inter/inter.h"
#include "ir/text.h"
#include "tvheap/tvheap.h"

// A list is built at its front, and freed; `%s` is the field that is read while it is freed.
static const char *const text =
    "hir 1\npointer 64\n"
    "type 0 = struct \"struct node\" size 16 { \"next\" type 1 bit 64 }\n"
    "type 1 = pointer \"\" size 8 to 0\n"
    "func @main() -> i32 {\n"
    "  var %%list: ptr user\n  var %%n: ptr user\n"
    "entry:\n  %%list = copy ptr null\n  jump grow\n"
    "grow:\n  %%0: i32 = call @__VERIFIER_nondet_int()\n  %%1: i1 = ne %%0, i32 0\n  branch %%1, add, drop\n"
    "add:\n  %%n = call @malloc(i64 16)\n  store %%list, [%%n + 8]\n  %%list = copy %%n\n  jump grow\n"
    "drop:\n  %%2: i1 = ne %%list, ptr null\n  branch %%2, take, end\n"
    "take:\n  %%n = load [%%list + %d]\n  call @free(%%list)\n  %%list = copy %%n\n  jump drop\n"
    "end:\n  ret i32 0\n}\n"
    "declare @__VERIFIER_nondet_int() -> i32\ndeclare @malloc(%%p1: i64) -> ptr\ndeclare @free(%%p1: ptr)\n";

struct world {
    struct ir_program *p;
    struct ir_lib_table *lib;
    struct fix f;
    struct inter t;
};

static void analyse(struct world *w, int offset) {
    struct buf source = {0}, error = {0};
    buf_printf(&source, text, offset);
    w->p = ir_parse("test", buf_text(&source), source.n, &error);
    if (!w->p) print_error("%s\n", buf_text(&error));
    assert_non_null(w->p);
    w->lib = ir_lib_new();
    struct dom_options o = {.lib = w->lib, .rules = ir_rules_named("memory-safety")};
    w->f = (struct fix){.program = w->p, .lib = w->lib, .dom = &tvheap_domain, .d = tvheap_domain.core.open(w->p, &o)};
    w->f.options.set = (struct set_options){.policy = SET_PARTIAL, .delay = SET_DELAY};
    w->f.options.max_states = 1000;
    fix_begin(&w->f);
    inter_begin(&w->t, &w->f, ir_index(ir_find(w->p, "main")), &(struct inter_options){0});
    inter_go(&w->t, (struct fix_budget){0});
    buf_free(&source);
    buf_free(&error);
}

static void finish(struct world *w) {
    inter_end(&w->t);
    fix_end(&w->f);
    tvheap_domain.core.close(w->f.d);
    ir_lib_free(w->lib);
    ir_program_free(w->p);
}

static void a_list_is_proved(void **state) {
    struct world w;
    (void)state;
    analyse(&w, 8);
    assert_int_equal(w.f.account.faults.n, 0);
    assert_int_equal(w.f.account.unknowns.n, 0);
    finish(&w);
}

static void a_pointer_that_was_never_written_is_a_fault(void **state) {
    struct world w;
    (void)state;
    analyse(&w, 0);
    assert_true(w.f.account.faults.n > 0);
    finish(&w);
}

static void kept_states_are_valid_and_come_back(void **state) {
    struct world w;
    struct buf why = {0};
    (void)state;
    analyse(&w, 8);
    struct tvheap *s = w.f.d;
    for (uint32_t i = 0; i < w.f.graph.nodes.n; i++) {
        dom_state x = w.f.graph.nodes.at[i].state;
        assert_true(tvheap_domain.core.valid(s, x, &why));
        struct tvheap_draft *d = tvheap_unseal(s, x);
        assert_int_equal(tvheap_seal(s, d), x);
        tvheap_draft_free(&s->vocabulary, d);
    }
    finish(&w);
}

// Of all states: the order is reflexive, a join covers both, and only states of one group have one.
static void joins_cover_both(void **state) {
    struct world w;
    uint32_t joined = 0;
    (void)state;
    analyse(&w, 8);
    for (uint32_t i = 0; i < w.f.graph.nodes.n; i++)
        for (uint32_t k = 0; k < w.f.graph.nodes.n; k++) {
            dom_state a = w.f.graph.nodes.at[i].state, b = w.f.graph.nodes.at[k].state, j = tvheap_domain.core.join(w.f.d, a, b);
            if (!j) continue;
            joined += a != b;
            assert_true(tvheap_domain.core.group(w.f.d, a) == tvheap_domain.core.group(w.f.d, b));
            assert_true(tvheap_domain.core.leq(w.f.d, a, j) && tvheap_domain.core.leq(w.f.d, b, j));
            assert_true(tvheap_domain.core.leq(w.f.d, a, b) == (j == b));
        }
    assert_true(joined > 0);
    finish(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_proved),
        cmocka_unit_test(a_pointer_that_was_never_written_is_a_fault),
        cmocka_unit_test(kept_states_are_valid_and_come_back),
        cmocka_unit_test(joins_cover_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
