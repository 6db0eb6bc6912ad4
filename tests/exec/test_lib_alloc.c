// SPDX-License-Identifier: MIT
// Allocation and release: the defined answers to odd sizes, moving blocks, and every way to free wrongly.
#include "exec/library.h"

static void blocks_of_size_zero_exist(void **state) {
    (void)state;
    library_expect("p = malloc(0)\nq = malloc(0)\nfree(p)\nfree(q)\nfree(null)", "returned 0|");
    library_expect("p = malloc(0)\n*p = 1", "fault; out-of-bounds 2|");
    library_expect("p = calloc(0, 5)\nfree(p)", "returned 0|");
    library_expect("p = g_malloc(0)\nprintf(\"%p\", p)", "returned 0|(nil)");
}

static void overflowing_sizes_give_null(void **state) {
    (void)state;
    library_expect("p = calloc(4294967296L, 4294967296L)\nprintf(\"%p\", p)", "returned 0|(nil)");
    library_expect("p = malloc(-1)\ne = __errno_location()\nx = *e int\nprintf(\"%p %d\", p, x)", "returned 0|(nil) 12");
    library_expect("p = malloc(8)\nq = reallocarray(p, 4294967296L, 4294967296L)\nprintf(\"%p\", q)\nfree(p)", "returned 0|(nil)");
    library_expect("p = g_malloc(-1)", "aborted|");
}

static void zeroed_blocks_are_zero(void **state) {
    (void)state;
    library_expect("p = calloc(2, 4)\nn = *p long\nprintf(\"%ld\", n)\nfree(p)", "returned 0|0");
    library_expect("p = calloc(2, 4)\n*p+8 = 1", "fault; out-of-bounds 2|");
    library_expect("p = malloc(8)\nq = *p ptr\n*q = 1", "fault; uninitialised-pointer 3|");
}

static void blocks_move_when_resized(void **state) {
    (void)state;
    library_expect("p = realloc(null, 4)\nstrcpy(p, \"abc\")\nq = realloc(p, 8)\nstrcat(q, \"defg\")\nputs(q)\nfree(q)",
                   "returned 0|abcdefg\n");
    library_expect("p = malloc(4)\nq = realloc(p, 8)\n*p = 1", "fault; use-after-free 3|");
    library_expect("p = malloc(4)\nq = realloc(p, 2)\n*q = 1", "fault; out-of-bounds 3|");
    library_expect("p = malloc(4)\nq = realloc(p, 0)\nprintf(\"%p\", q)\nfree(p)", "fault; double-free 4|(nil)");
    library_expect("p = malloc(4)\nq = realloc(p+1, 8)", "fault; invalid-free 2|");
    library_expect("b[4]\nq = realloc(b, 8)", "fault; invalid-free 2|");
    library_expect("p = malloc(4)\nfree(p)\nq = realloc(p, 8)", "fault; double-free 3|");
    library_expect("p = malloc(4)\nq = reallocarray(p, 2, 4)\nfree(q)", "returned 0|");
}

static void wrong_frees_are_faults(void **state) {
    (void)state;
    library_expect("p = malloc(4)\nfree(p)\nfree(p)", "fault; double-free 3|");
    library_expect("p = malloc(4)\nfree(p+1)", "fault; invalid-free 2|");
    library_expect("free(\"text\")", "fault; invalid-free 1|");
    library_expect("b[8]\np = *b ptr\nfree(p)", "fault; invalid-free 3|");
    library_expect("p = malloc(4)", "returned 0; memory-leak 99|");
}

static void other_allocators_are_known(void **state) {
    (void)state;
    library_expect("c[8]\nx = posix_memalign(c, 64, 8)\np = *c ptr\n*p = 1\nfree(p)\nprintf(\"%d\", x)", "returned 0|0");
    library_expect("c[8]\nx = posix_memalign(c, 3, 8)\nprintf(\"%d\", x)", "returned 0|22");
    library_expect("c[8]\nx = posix_memalign(c, 16, 8)\np = *c ptr\n*p+8 = 1", "fault; out-of-bounds 4|");
    library_expect("p = malloc(8)\nq = aligned_alloc(256, 8)\nprintf(\"%hhx\", q)\nfree(q)\n*q = 1", "fault; use-after-free 5|0");
    library_expect("p = kmalloc(8, 0)\nkfree(p)\nkfree(p)", "fault; double-free 3|");
    library_expect("c = kmem_cache_create(\"c\", 24, 8, 0, null)\np = kmem_cache_alloc(c, 0)\n*p+20 = 1\nkmem_cache_free(c, p)",
                   "returned 0|");
    library_expect("c = kmem_cache_create(\"c\", 24, 8, 0, null)\np = kmem_cache_alloc(c, 0)\n*p+24 = 1", "fault; out-of-bounds 3|");
    library_expect("p = kmemdup(\"abc\", 4, 0)\nputs(p)\nkfree(p)", "returned 0|abc\n");
    library_expect("p = kmemdup(\"abc\", 5, 0)", "fault; out-of-bounds 1|");
}

static void strings_are_duplicated(void **state) {
    (void)state;
    library_expect("p = strdup(\"abc\")\nputs(p)\n*p+4 = 1", "fault; out-of-bounds 3|abc\n");
    library_expect("b[3] = \"abc\"\np = strdup(b)", "fault; out-of-bounds 2|");
    library_expect("b[3] = \"abc\"\np = strndup(b, 3)\nputs(p)\nfree(p)", "returned 0|abc\n");
    library_expect("p = strdup(null)", "fault; null-dereference 1|");
    library_expect("p = g_strdup(null)\nprintf(\"%p\", p)", "returned 0|(nil)");
    library_expect("p = g_strndup(\"ab\", 5)\nputs(p)\n*p+4 = 0\ng_free(p)", "fault; out-of-bounds 3|ab\n");
    library_expect("c[8]\nn = asprintf(c, \"%d-%s\", 5, \"x\")\np = *c ptr\nprintf(\"%d%s\", n, p)\nfree(p)", "returned 0|35-x");
    library_expect("p = g_strdup_printf(\"%d\", 42)\nputs(p)\ng_free(p)", "returned 0|42\n");
}

static void failing_allocations_are_drawn(void **state) {
    (void)state;
    static const uint64_t one[] = {1};
    struct library_run fails = {.malloc_may_fail = true, .inputs = one, .n_inputs = 1};
    library_expect_with(&fails, "p = malloc(4)\n*p = 1", "fault; null-dereference 2|");
    library_expect_with(&fails, "p = strdup(\"a\")\nprintf(\"%p\", p)", "returned 0|(nil)");
    library_expect_with(&fails, "p = g_malloc(4)\n*p = 1", "aborted|");
    library_expect_with(&fails, "c[8]\nx = posix_memalign(c, 8, 8)\nprintf(\"%d\", x)", "returned 0|12");
    static const uint64_t second[] = {0, 1};
    struct library_run later = {.malloc_may_fail = true, .inputs = second, .n_inputs = 2};
    library_expect_with(&later, "p = malloc(4)\nq = realloc(p, 8)\nprintf(\"%p\", q)\nfree(p)", "returned 0|(nil)");
}

static void allocators_by_option_replace_bodies(void **state) {
    (void)state;
    struct ir_lib_table *t = ir_lib_new();
    struct buf why = {0};
    assert_true(ir_lib_add_alloc(t, "take", &why) && ir_lib_add_free(t, "drop", &why));
    struct exec_result r;
    struct buf summary = {0};
    struct ir_program *p = program_of("hir 1\npointer 64\nfile 0 \"t.c\"\n",
                                      "func @take(%n: i64 user) -> ptr {\nentry:\n ret ptr null\n}\n"
                                      "func @drop(%p: ptr user) {\nentry:\n ret\n}\n"
                                      "func @main() -> i32 {\nentry:\n %0: ptr = call @take(i64 4) !7\n call @drop(%0)\n"
                                      " call @drop(%0) !8\n ret i32 0\n}\n");
    exec_run(p, program_entry(p, "main"), &(struct exec_options){.rules = DEFAULT_RULES, .lib = t}, &r);
    program_summary(&r, &summary);
    assert_string_equal(buf_text(&summary), "fault; double-free 8");
    exec_result_free(&r);
    ir_program_free(p);
    buf_free(&summary);
    ir_lib_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_size_zero_exist),
        cmocka_unit_test(overflowing_sizes_give_null),
        cmocka_unit_test(zeroed_blocks_are_zero),
        cmocka_unit_test(blocks_move_when_resized),
        cmocka_unit_test(wrong_frees_are_faults),
        cmocka_unit_test(other_allocators_are_known),
        cmocka_unit_test(strings_are_duplicated),
        cmocka_unit_test(failing_allocations_are_drawn),
        cmocka_unit_test(allocators_by_option_replace_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
