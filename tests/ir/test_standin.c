// SPDX-License-Identifier: MIT
// What functions do in place of malloc, realloc and free, by their bodies; those that stand for all of a role.
#include "ir/standin.h"

#include "graph.h"
#include "ir/text.h"

static const char program[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "global @hook size 16 align 8 = { 0: &@gives, 8: &@drops }\n"
    "declare @malloc(i64) -> ptr\ndeclare @realloc(ptr, i64) -> ptr\ndeclare @free(ptr)\ndeclare @valloc(i64) -> ptr\n"
    "func @gives(%n: i64) -> ptr {\nentry:\n  %0: ptr = call @malloc(%n)\n  ret %0\n}\n"
    "func @gives_on(%n: i64) -> ptr {\nentry:\n  %0: ptr = call @gives(%n)\n  ret %0\n}\n"
    "func @fails(%n: i64) -> ptr {\nentry:\n  ret ptr null\n}\n"
    "func @loses(%n: i64) -> ptr {\nentry:\n  %0: ptr = call @malloc(%n)\n  ret ptr null\n}\n"
    "func @one(%n: i64) -> ptr {\nentry:\n  %0: ptr = call @malloc(i64 1)\n  ret %0\n}\n"
    "func @turns(%n: i64) -> ptr {\nentry:\n  %0: ptr = call @turns(%n)\n  ret %0\n}\n"
    "func @moves(%p: ptr, %n: i64) -> ptr {\nentry:\n  %0: ptr = call @realloc(%p, %n)\n  ret %0\n}\n"
    "func @stays(%p: ptr, %n: i64) -> ptr {\nentry:\n  ret ptr null\n}\n"
    "func @drops(%p: ptr) {\nentry:\n  call @free(%p)\n  ret\n}\n"
    "func @drops_twice(%p: ptr) {\nentry:\n  call @free(%p)\n  call @free(%p)\n  ret\n}\n"
    "func @keeps(%p: ptr) {\nentry:\n  ret\n}\n"
    "func @counts(%p: ptr) {\nentry:\n  store i64 1, [@hook]\n  call @free(%p)\n  ret\n}\n"
    "func @number(%n: i64) -> i64 {\nentry:\n  ret %n\n}\n";

static struct ir_program *p;

static int set_up(void **state) {
    struct buf why = {0};
    (void)state;
    p = ir_parse("t.hir", program, sizeof program - 1, &why);
    if (!p) fail_msg("%s", buf_text(&why));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ir_program_free(p);
    return 0;
}

static enum ir_role role(const char *name) {
    return ir_role_of(p, ir_index(ir_find(p, name)));
}

static void library_functions_have_roles(void **state) {
    (void)state;
    assert_int_equal(role("malloc"), IR_ALLOCATOR);
    assert_int_equal(role("realloc"), IR_REALLOCATOR);
    assert_int_equal(role("free"), IR_DEALLOCATOR);
    assert_int_equal(role("valloc"), IR_N_ROLES);
}

static void what_hands_on_or_fails_has_the_role(void **state) {
    (void)state;
    assert_int_equal(role("gives"), IR_ALLOCATOR);
    assert_int_equal(role("gives_on"), IR_ALLOCATOR);
    assert_int_equal(role("fails"), IR_ALLOCATOR);
    assert_int_equal(role("moves"), IR_REALLOCATOR);
    assert_int_equal(role("stays"), IR_REALLOCATOR);
    assert_int_equal(role("drops"), IR_DEALLOCATOR);
}

static void what_does_more_or_less_has_none(void **state) {
    static const char *const names[] = {"loses", "one", "turns", "drops_twice", "keeps", "counts", "number"};
    (void)state;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (role(names[i]) != IR_N_ROLES) fail_msg("%s has a role", names[i]);
}

// Of realloc no address is taken.
static void there_is_one_for_each_role_that_is_used(void **state) {
    (void)state;
    assert_int_equal(ir_standin(p, IR_ALLOCATOR), UINT32_MAX);
    ir_add_standins(p);
    uint32_t n = p->funcs.n, allocator = ir_standin(p, IR_ALLOCATOR), deallocator = ir_standin(p, IR_DEALLOCATOR);
    ir_add_standins(p);
    assert_int_equal(p->funcs.n, n);
    assert_int_equal(ir_standin(p, IR_REALLOCATOR), UINT32_MAX);
    assert_int_not_equal(allocator, UINT32_MAX);
    assert_int_not_equal(deallocator, UINT32_MAX);
    assert_true(ir_is_standin(p, allocator) && ir_is_standin(p, deallocator));
    assert_false(ir_is_standin(p, UINT32_MAX) || ir_is_standin(p, ir_index(ir_find(p, "gives"))));
    assert_int_equal(ir_role_of(p, allocator), IR_ALLOCATOR);
    assert_int_equal(ir_role_of(p, deallocator), IR_DEALLOCATOR);
    assert_int_equal(p->funcs.at[allocator].blocks.n, 3);
    assert_int_equal(p->funcs.at[deallocator].blocks.n, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_functions_have_roles),
        cmocka_unit_test(what_hands_on_or_fails_has_the_role),
        cmocka_unit_test(what_does_more_or_less_has_none),
        cmocka_unit_test(there_is_one_for_each_role_that_is_used),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
