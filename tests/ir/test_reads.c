// SPDX-License-Identifier: MIT
// What functions read through their parameters: by loads, through copies and callees; what is not followed counts as everything.
#include "ir/reads.h"

#include "graph.h"
#include "ir/text.h"

static const char program[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\nglobal @keeper size 8 align 8\n"
    "func @writes(%p: ptr) {\nentry:\n  store i32 1, [%p + 4]\n  ret\n}\n"
    "func @reads(%p: ptr) -> i32 {\nentry:\n  %0: i32 = load [%p + 4]\n  ret %0\n}\n"
    "func @calls(%p: ptr) -> i32 {\nentry:\n  %0: ptr = addr [%p + 8]\n  call @writes(%p)\n  %1: i32 = call @reads(%0)\n  ret %1\n}\n"
    "func @back(%p: ptr) -> ptr {\n  var %r: ptr\nentry:\n  %r = copy %p\n  ret %r\n}\n"
    "func @insert(%list: ptr, %n: ptr) -> ptr {\n  var %r: ptr\nentry:\n  %0: i1 = ne %list, ptr null\n  branch %0, on, end\non:\n"
    "  %1: ptr = load [%list + 8]\n  %2: ptr = call @insert(%1, %n)\n  store %2, [%list + 8]\n  %r = copy %list\n  jump out\n"
    "end:\n  store %list, [%n + 8]\n  %r = copy %n\n  jump out\nout:\n  ret %r\n}\n"
    "func @keeps(%p: ptr) {\nentry:\n  store %p, [@keeper]\n  ret\n}\n"
    "func @indexes(%p: ptr, %i: i64) -> i32 {\nentry:\n  %0: i32 = load [%p + 4 * %i]\n  ret %0\n}\n"
    "func @before(%p: ptr) -> i32 {\nentry:\n  %0: i32 = load [%p - 4]\n  ret %0\n}\n";

static struct ir_program *p;
static struct ir_reads r;

static int set_up(void **state) {
    struct buf why = {0};
    (void)state;
    p = ir_parse("t.hir", program, sizeof program - 1, &why);
    if (!p) fail_msg("%s", buf_text(&why));
    ir_reads_build(&r, p);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ir_reads_free(&r);
    ir_program_free(p);
    return 0;
}

static void expect(const char *func, uint32_t param, uint64_t mask) {
    assert_int_equal(r.masks[r.first[ir_index(ir_find(p, func))] + param], mask);
}

static void loads_are_read_and_stores_are_not(void **state) {
    (void)state;
    uint32_t reads = ir_index(ir_find(p, "reads"));
    expect("writes", 0, 0);
    expect("reads", 0, 0xf0);
    assert_true(ir_reads(&r, reads, 0, 6, 4));
    assert_false(ir_reads(&r, reads, 0, 8, 8));
    assert_false(ir_reads(&r, reads, 0, 0, 4));
}

static void callees_read_through_what_they_are_given(void **state) {
    (void)state;
    expect("calls", 0, 0xf000);
    expect("insert", 0, UINT64_MAX);  // it is stored
    expect("insert", 1, 0);
}

static void results_are_not_followed(void **state) {
    (void)state;
    expect("back", 0, 0);
}

static void what_is_not_followed_reads_everything(void **state) {
    (void)state;
    expect("keeps", 0, UINT64_MAX);
    expect("indexes", 0, UINT64_MAX);
    expect("before", 0, UINT64_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_read_and_stores_are_not),
        cmocka_unit_test(callees_read_through_what_they_are_given),
        cmocka_unit_test(results_are_not_followed),
        cmocka_unit_test(what_is_not_followed_reads_everything),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
