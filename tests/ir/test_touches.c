// SPDX-License-Identifier: MIT
// The globals that functions can name: their own, those of callees, of whatever a pointer may lead to, and those that contents lead to.
#include "ir/touches.h"

#include "graph.h"
#include "ir/text.h"

static const char program[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "global @a size 4 align 4\nglobal @b size 4 align 4\nglobal @c size 4 align 4\nglobal @d size 4 align 4\n"
    "global @pointer size 8 align 8 = { 0: &@d }\nglobal @hook size 8 align 8\nglobal @elsewhere size 4 align 4 extern\n"
    "func @uses_b() {\nentry:\n  store i32 1, [@b]\n  ret\n}\n"
    "func @uses_c() {\nentry:\n  store i32 1, [@c]\n  ret\n}\n"
    "func @calls() {\nentry:\n  call @uses_b()\n  ret\n}\n"
    "func @calls_hook() {\nentry:\n  %0: ptr = load [@hook]\n  call %0()\n  ret\n}\n"
    "func @follows() {\nentry:\n  %0: ptr = load [@pointer]\n  store i32 1, [%0]\n  ret\n}\n"
    "func @nothing() {\nentry:\n  ret\n}\n"
    "func @ping() {\nentry:\n  call @pong()\n  ret\n}\n"
    "func @pong() {\nentry:\n  store i32 1, [@a]\n  call @ping()\n  ret\n}\n"
    "func @main() {\nentry:\n  store @uses_c, [@hook]\n  call @calls()\n  call @calls_hook()\n  ret\n}\n";

static void expect(const struct ir_program *p, const struct ir_touches *t, const char *func, const char *expected) {
    struct buf text = {0};
    for (uint32_t g = 0; g < p->globals.n; g++)
        if (ir_touches(t, ir_index(ir_find(p, func)), g)) buf_printf(&text, " %s", p->globals.at[g].name);
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
}

static void functions_touch_what_they_and_their_callees_can_name(void **state) {
    struct buf why = {0};
    struct ir_touches t;
    struct ir_program *p = ir_parse("t.hir", program, sizeof program - 1, &why);
    (void)state;
    if (!p) fail_msg("%s", buf_text(&why));
    struct ir_calls calls = {0};
    ir_calls_build(&calls, p, ir_calls_never, NULL);
    ir_touches_build(&t, &calls);
    expect(p, &t, "nothing", " elsewhere");
    expect(p, &t, "uses_b", " b elsewhere");
    expect(p, &t, "calls", " b elsewhere");
    expect(p, &t, "follows", " d pointer elsewhere");
    expect(p, &t, "calls_hook", " c hook elsewhere");
    expect(p, &t, "ping", " a elsewhere");
    expect(p, &t, "main", " b c hook elsewhere");
    assert_true(t.recursive[ir_index(ir_find(p, "pong"))]);
    assert_false(t.recursive[ir_index(ir_find(p, "calls"))]);
    ir_touches_free(&t);
    ir_calls_free(&calls);
    ir_program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_touch_what_they_and_their_callees_can_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
