// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "ir/ending.h"
#include "ir/text.h"

static struct ir_program *read(const char *body) {
    struct buf text = {0}, error = {0};
    buf_printf(&text, "hir 1\npointer 64\nfile 0 \"a.c\"\nfunc @main() -> i32 {\n  var %%retval: i32\n  var %%route: i32\n  var %%p: ptr scoped user\n"
                      "  var %%q: ptr scoped user\nentry:\n%s}\n", body);
    struct ir_program *p = ir_parse("f", buf_text(&text), text.n, &error);
    if (error.n) print_error("%s\n", buf_text(&error));
    assert_non_null(p);
    buf_free(&text);
    return p;
}

static bool route_is(const void *context, uint32_t local, uint64_t *value) {
    *value = *(const uint64_t *)context;
    return local == 1;
}

// Does main return from its first LEAVE on, if the route is this?
static bool returns(const char *body, uint64_t route) {
    struct ir_program *p = read(body);
    const struct ir_func *f = &p->funcs.at[0];
    uint32_t at = 0;
    while (f->instrs.at[at].op != IR_LEAVE) at++;
    bool yes = ir_returns(f, at, route_is, &route);
    ir_program_free(p);
    return yes;
}

#define READ " %0: ptr = copy %p !0:1:1\n %1: ptr = copy %q !0:1:1\n"

static void leaving_variables_leads_to_the_return(void **state) {
    (void)state;
    assert_true(returns(READ " leave %p !0:4:1\n leave %q !0:4:1\n ret i32 0 !0:3:5\n", 0));
    assert_true(returns(READ " leave %p !0:4:1\n jump end !0:4:1\nend:\n %2: i32 = copy %retval\n ret %2 !0:4:1\n", 0));
    assert_false(returns(READ " leave %p !0:4:1\n store i8 0, [%q] !0:4:1\n ret i32 0 !0:3:5\n", 0));
    assert_false(returns(READ " leave %p !0:4:1\n %q = copy %p !0:4:1\n ret i32 0 !0:3:5\n", 0));
}

static void the_end_of_an_inner_scope_is_no_return(void **state) {
    (void)state;
    assert_false(returns(READ " leave %p !0:2:1\n leave %q !0:4:1\n ret i32 0 !0:3:5\n", 0));
    assert_true(returns(READ " %retval = copy i32 1\n leave %p !0:2:1\n leave %q !0:4:1\n ret %retval !0:4:1\n", 0));
    assert_false(returns(READ " leave %p !0:2:1\n %retval = copy i32 1\n leave %q !0:4:1\n ret %retval !0:4:1\n", 0));
}

static void known_branches_are_followed(void **state) {
    (void)state;
    static const char body[] =
        READ " leave %p !0:4:1\n switch %route, out { 0: on }\non:\n store i8 0, [%q]\n jump out\nout:\n leave %q !0:4:1\n ret %retval !0:4:1\n";
    assert_true(returns(body, 1));
    assert_false(returns(body, 0));
    struct ir_program *p = read(body);
    assert_false(ir_returns(&p->funcs.at[0], 2, NULL, NULL));
    ir_program_free(p);
}

static void what_nothing_reads_holds_nothing(void **state) {
    (void)state;
    assert_false(returns(" %0: ptr = copy %q !0:1:1\n leave %p !0:4:1\n leave %q !0:4:1\n ret i32 0 !0:3:5\n", 0));
    struct ir_program *p = read(" store i8 0, [%q] !0:1:1\n ret i32 0 !0:3:5\n");
    assert_false(ir_is_read(&p->funcs.at[0], 2));
    assert_true(ir_is_read(&p->funcs.at[0], 3));
    ir_program_free(p);
}

static void main_is_the_end_unless_the_program_calls_it(void **state) {
    (void)state;
    struct ir_program *p = read(" ret i32 0\n"), *q = read(" %0: i32 = call @main()\n ret %0\n");
    assert_int_equal(ir_main_of(p), 0);
    assert_int_equal(ir_main_of(q), UINT32_MAX);
    ir_program_free(p);
    ir_program_free(q);
}

static void losses_break_what_is_asked_for(void **state) {
    (void)state;
    const ir_rule_set leak = 1u << IR_RULE_MEMORY_LEAK, exit = 1u << IR_RULE_LEAK_AT_EXIT, cleanup = 1u << IR_RULE_MEMORY_CLEANUP;
    assert_int_equal(ir_loss_rules(leak | cleanup, true), leak);
    assert_int_equal(ir_loss_rules(cleanup, false), cleanup);
    assert_int_equal(ir_loss_rules(leak | exit, false), leak);
    assert_int_equal(ir_loss_rules(leak | exit | cleanup, true), exit | cleanup);
    assert_int_equal(ir_loss_rules(exit, false), exit);  // a variable of main that nothing reads may hold it
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_variables_leads_to_the_return),
        cmocka_unit_test(the_end_of_an_inner_scope_is_no_return),
        cmocka_unit_test(known_branches_are_followed),
        cmocka_unit_test(what_nothing_reads_holds_nothing),
        cmocka_unit_test(main_is_the_end_unless_the_program_calls_it),
        cmocka_unit_test(losses_break_what_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
