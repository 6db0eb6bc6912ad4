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
    "func @before(%p: ptr) -> i32 {\nentry:\n  %0: i32 = load [%p - 4]\n  ret %0\n}\n"
    "func @follows(%p: ptr) -> ptr {\nentry:\n  %0: ptr = load [%p + 16]\n  %1: ptr = load [%0 + 24]\n  ret %1\n}\n"
    "func @both(%p: ptr) -> ptr {\nentry:\n  store %p, [@keeper]\n  %0: ptr = call @follows(%p)\n  ret %0\n}\n"
    "func @subtracts(%p: ptr) -> i64 {\nentry:\n  %0: i64 = cast %p\n  ret %0\n}\n"
    "declare @free(ptr)\n"
    "func @frees(%p: ptr) {\nentry:\n  call @free(%p)\n  ret\n}\n"
    "declare @prints(ptr)\n"
    "func @shows(%p: ptr) {\nentry:\n  call @prints(%p)\n  ret\n}\n";

static struct ir_program *p;
static struct ir_reads r;
static struct ir_lib_table *lib;

static int set_up(void **state) {
    struct buf why = {0};
    (void)state;
    p = ir_parse("t.hir", program, sizeof program - 1, &why);
    if (!p) fail_msg("%s", buf_text(&why));
    lib = ir_lib_new();
    ir_reads_build(&r, p, lib);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ir_reads_free(&r);
    ir_lib_free(lib);
    ir_program_free(p);
    return 0;
}

static const struct ir_reads_set *set_of(const char *func, uint32_t param) {
    return ir_reads_of(&r, ir_index(ir_find(p, func)), param);
}

static bool reads(const char *func, uint32_t param, int64_t offset, uint64_t size) {
    return ir_reads_has(set_of(func, param), offset, size, true);
}

static void loads_are_read_and_stores_are_not(void **state) {
    (void)state;
    assert_false(reads("writes", 0, 0, 64));
    assert_true(reads("reads", 0, 6, 4));
    assert_false(reads("reads", 0, 8, 8));
    assert_false(reads("reads", 0, 0, 4));
    assert_true(reads("before", 0, -4, 1));
    assert_false(reads("before", 0, 0, 64));
}

static void what_is_narrow_is_no_pointer(void **state) {
    (void)state;
    assert_false(ir_reads_has(set_of("reads", 0), 0, 64, false));
    assert_true(ir_reads_has(set_of("follows", 0), 16, 8, false));
    assert_true(reads("indexes", 0, 100, 1));
    assert_false(ir_reads_has(set_of("indexes", 0), 0, 64, false));
}

static void callees_read_through_what_they_are_given(void **state) {
    (void)state;
    assert_true(reads("calls", 0, 12, 4));
    assert_false(reads("calls", 0, 0, 12));
    assert_true(reads("insert", 0, 8, 8));
    assert_false(reads("insert", 1, 0, 8));
}

static void what_was_stored_may_be_found(void **state) {
    (void)state;
    const struct ir_reads_set *found = &r.found[ir_index(ir_find(p, "follows"))];
    assert_true(ir_reads_has(found, 24, 8, false));
    assert_false(ir_reads_has(found, 0, 24, true));
    assert_false(reads("follows", 0, 24, 8));
    assert_true(reads("both", 0, 16, 8));
    assert_true(reads("both", 0, 24, 8));
    assert_false(reads("keeps", 0, 0, 64));
}

static void results_are_not_followed(void **state) {
    (void)state;
    assert_false(reads("back", 0, 0, 64));
}

static void what_is_not_followed_reads_everything(void **state) {
    (void)state;
    assert_true(ir_reads_has(set_of("subtracts", 0), 200, 8, false));
    assert_true(ir_reads_has(set_of("shows", 0), 200, 8, false));
    assert_false(reads("frees", 0, 0, 64));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_read_and_stores_are_not),
        cmocka_unit_test(what_is_narrow_is_no_pointer),
        cmocka_unit_test(callees_read_through_what_they_are_given),
        cmocka_unit_test(what_was_stored_may_be_found),
        cmocka_unit_test(results_are_not_followed),
        cmocka_unit_test(what_is_not_followed_reads_everything),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
