// SPDX-License-Identifier: MIT
// Bodies of library functions that call back: they are well formed, heap domains enter them, and for others nothing changes.
#include "ir/model.h"

#include "graph.h"
#include "ir/text.h"
#include "ir/valid.h"

static const char program[] =
    "hir 1\npointer %u\nfile 0 \"t.c\"\n"
    "declare @strtok(ptr, ptr) -> ptr\ndeclare @strtok_r(ptr, ptr, ptr) -> ptr\ndeclare @strsep(ptr, ptr) -> ptr\n"
    "declare @qsort(ptr, i%u, i%u, ptr)\n"
    "declare @qsort_r(ptr, i%u, i%u, ptr, ptr)\n"
    "declare @bsearch(ptr, ptr, i%u, i%u, ptr) -> ptr\n"
    "declare @lfind(ptr, ptr, ptr, i%u, ptr) -> ptr\n"
    "declare @mergesort(ptr, i8, i%u, ptr) -> i32\n"
    "declare @atexit(ptr) -> i32\ndeclare @exit(i32) noreturn\n"
    "declare @strlen(ptr) -> i%u\n"
    "func @compare(%%a: ptr, %%b: ptr) -> i32 {\nentry:\n  ret i32 0\n}\n"
    "func @main(%%p: ptr) {\nentry:\n"
    "  call @qsort(%%p, i%u 3, i%u 4, @compare)\n  call @qsort(%%p, i%u 2, i%u 24, @compare)\n  call @qsort(%%p, i%u 5, i%u 4, @compare)\n"
    "  ret\n}\n";

static struct ir_program *make(unsigned n) {
    struct buf why = {0}, text = {0};
    buf_printf(&text, program, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n);
    struct ir_program *p = ir_parse("t.hir", buf_text(&text), text.n, &why);
    if (!p) fail_msg("%s", buf_text(&why));
    buf_free(&text);
    return p;
}

static const struct ir_func *func(const struct ir_program *p, const char *name) {
    return &p->funcs.at[ir_index(ir_find(p, name))];
}

static uint32_t count(const struct ir_func *f, enum ir_op op) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->instrs.n; i++) n += f->instrs.at[i].op == op;
    return n;
}

static void expect_models(struct ir_program *p, struct ir_lib_table *t) {
    static const char *const with[] = {"qsort", "qsort_r", "bsearch", "lfind", "atexit", "exit", "strtok", "strtok_r", "strsep"}, *const without[] = {"mergesort", "strlen"};
    struct buf why = {0};
    ir_models_add(p, t);
    ir_models_add(p, t);  // once is enough
    if (!ir_valid(p, &why)) fail_msg("%s", buf_text(&why));
    for (uint32_t i = 0; i < 6; i++) {
        const struct ir_func *f = func(p, with[i]);
        assert_true(f->flags & IR_EXTERN && f->flags & IR_MODEL && f->blocks.n);
        assert_true(ir_lib_is_entered(t, p, f));
        assert_non_null(ir_lib_of(t, p, f).row);
    }
    for (uint32_t i = 0; i < 2; i++) assert_false(func(p, without[i])->flags & IR_MODEL || ir_lib_is_entered(t, p, func(p, without[i])));
    assert_true(ir_lib_is_entered(t, p, func(p, "compare")));
    assert_true(ir_model_handlers(p) != UINT32_MAX && ir_lib_is_entered(t, p, &p->funcs.at[ir_model_handlers(p)]));
}

static void functions_that_call_back_get_bodies(void **state) {
    struct ir_lib_table *t = ir_lib_new();
    (void)state;
    for (unsigned bits = 32; bits <= 64; bits += 32) {
        struct ir_program *p = make(bits);
        expect_models(p, t);
        ir_program_free(p);
    }
    ir_lib_free(t);
}

// Elements of 4 bytes are loaded and stored, those of 24 and of all other sizes are copied.
static void each_size_that_calls_ask_for_has_a_loop(void **state) {
    struct ir_lib_table *t = ir_lib_new();
    struct ir_program *p = make(64);
    (void)state;
    ir_models_add(p, t);
    const struct ir_func *f = func(p, "qsort");
    assert_int_equal(count(f, IR_CALL), 3);
    assert_int_equal(count(f, IR_STORE), 2);
    assert_int_equal(count(f, IR_COPY), 6);
    assert_int_equal(count(func(p, "lfind"), IR_LOAD), 1);
    ir_program_free(p);
    ir_lib_free(t);
}

// Where nothing is to be run, exit just ends the program.
static void exit_has_a_body_where_handlers_or_destructors_run(void **state) {
    static const char text[] = "hir 1\npointer 64\n%sdeclare @exit(i32) noreturn\nfunc @main() {\nentry:\n  ret\n}\n";
    struct ir_lib_table *t = ir_lib_new();
    (void)state;
    for (int hooks = 0; hooks < 2; hooks++) {
        struct buf why = {0}, full = {0};
        buf_printf(&full, text, hooks ? "dtor @main 1\n" : "");
        struct ir_program *p = ir_parse("t.hir", buf_text(&full), full.n, &why);
        if (!p) fail_msg("%s", buf_text(&why));
        ir_models_add(p, t);
        if (!ir_valid(p, &why)) fail_msg("%s", buf_text(&why));
        assert_int_equal(ir_lib_is_entered(t, p, func(p, "exit")), hooks);
        assert_int_equal(ir_model_handlers(p), UINT32_MAX);
        ir_program_free(p);
        buf_free(&full);
    }
    ir_lib_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_that_call_back_get_bodies),
        cmocka_unit_test(exit_has_a_body_where_handlers_or_destructors_run),
        cmocka_unit_test(each_size_that_calls_ask_for_has_a_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
