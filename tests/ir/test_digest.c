// SPDX-License-Identifier: MIT
// Digests: the same wherever and among whatever something stands, and another for everything that it is made of.
#include "ir/digest.h"

#include "graph.h"
#include "ir/text.h"

static const char program[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "type 0 = struct \"struct n\" size 16 { \"next\" type 1 bit 0; \"v\" type 2 bit 64 }\ntype 1 = pointer \"\" size 8 to 0\ntype 2 = int \"int\" size 4\n"
    "global @text size 4 align 1 readonly = { 0: \"abc\" }\nglobal @table size 8 align 8 = { 0: &@text }\nglobal @far size 8 align 8 = { 0: &@table }\n"
    "declare @malloc(i64) -> ptr\n"
    "func @leaf(%x: ptr type 1) {\n  var %i: i32\nentry:\n  %i = copy i32 7 !0:3:1\n  store %i, [%x + 8] !0:4:1\n  ret\n}\n"
    "func @uses(%x: ptr type 1) -> ptr {\nentry:\n  call @leaf(%x)\n  %0: ptr = load [@far]\n  switch i32 1, b { 0: a, 1..9: b }\na:\n  ret ptr null\nb:\n  ret %0\n}\n"
    "func @other() {\nentry:\n  ret\n}\n";

static struct ir_program *read(const char *text, struct ir_digests *d) {
    struct buf why = {0};
    struct ir_program *p = ir_parse("t.hir", text, strlen(text), &why);
    if (!p) fail_msg("%s", buf_text(&why));
    ir_digests_build(d, p);
    return p;
}

static struct ir_digest of(const struct ir_program *p, const struct ir_digests *d, const char *name) {
    ir_val v = ir_find(p, name);
    return ir_tag(v) == IR_FUNC ? d->funcs[ir_index(v)] : d->globals[ir_index(v)];
}

// The program with one text replaced by another.
static char *with(const char *from, const char *to) {
    const char *at = strstr(program, from);
    assert_non_null(at);
    struct buf b = {0};
    buf_add(&b, program, (size_t)(at - program));
    buf_str(&b, to);
    buf_str(&b, at + strlen(from));
    return b.text;
}

// Which of the names get another digest.
static void expect(const char *from, const char *to, const char *changed) {
    static const char *const names[] = {"text", "table", "far", "leaf", "uses", "other"};
    struct ir_digests a, b;
    char *text = with(from, to);
    struct ir_program *p = read(program, &a), *q = read(text, &b);
    struct buf all = {0};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct ir_digest x = of(p, &a, names[i]), y = of(q, &b, names[i]);
        if (x.low != y.low || x.high != y.high) buf_printf(&all, "%s ", names[i]);
    }
    assert_string_equal(buf_text(&all), changed);
    buf_free(&all);
    ir_digests_free(&a);
    ir_digests_free(&b);
    ir_program_free(p);
    ir_program_free(q);
    free(text);
}

static void what_does_not_matter_changes_nothing(void **state) {
    (void)state;
    expect("!0:3:1", "!0:33:7", "");
    expect("global @text", "global @more size 4 align 4\nglobal @text", "");
    expect("func @leaf", "func @more() {\nentry:\n  call @other()\n  ret\n}\nfunc @leaf", "");
    expect("type 0 = struct \"struct n\" size 16 { \"next\" type 1 bit 0; \"v\" type 2 bit 64 }\ntype 1 = pointer \"\" size 8 to 0\ntype 2 = int",
           "type 0 = struct \"struct n\" size 16 { \"next\" type 1 bit 0; \"v\" type 3 bit 64 }\ntype 1 = pointer \"\" size 8 to 0\ntype 2 = int \"long\" size 8\ntype 3 = int", "");
}

static void what_matters_changes_whatever_has_it(void **state) {
    (void)state;
    expect("abc", "abd", "text table far uses ");
    expect("0: &@text", "0: &@text + 1", "table far uses ");
    expect("size 8 align 8 = { 0: &@table }", "size 16 align 8 = { 0: &@table }", "far uses ");
    expect("i32 7", "i32 8", "leaf ");
    expect("[%x + 8]", "[%x + 12]", "leaf ");
    expect("1..9: b", "1..8: b", "uses ");
    expect("0: a", "0: b", "uses ");
    expect("\"v\" type 2 bit 64", "\"w\" type 2 bit 64", "leaf uses ");
    expect("%i: i32\n", "%i: i32 user\n", "leaf ");
    expect("func @leaf(", "func @leaf(%more: i32, ", "leaf uses ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_matter_changes_nothing),
        cmocka_unit_test(what_matters_changes_whatever_has_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
