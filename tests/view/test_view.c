// SPDX-License-Identifier: MIT
// Pictures: names and types come from C, changes are found, words are right, and no name can break the drawing.
// clang-format off
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "ir/text.h"
#include "view/view.h"

// A list of nodes, and main, whose first instruction allocates one for %list.
static const char program[] =
    "hir 1\npointer 64\nfile 0 \"list.c\"\n"
    "type 0 = struct \"struct node\" size 24 { \"next\" type 1 bit 0; \"value\" type 2 bit 64; \"pos\" type 3 bit 96 }\n"
    "type 1 = pointer \"\" size 8 to 0\ntype 2 = uint \"unsigned int\" size 4\n"
    "type 3 = struct \"struct pos\" size 8 { \"x\" type 2 bit 0; \"y\" type 2 bit 32 }\n"
    "declare @malloc(i64) -> ptr\n"
    "func @main() {\n  var %list: ptr type 1 user\n  var %n: i32 type 2 user\nentry:\n"
    "  %list = call @malloc(i64 24) !0:7:3\n  ret\n}\n";
static struct ir_program *p;

static int setup(void **state) {
    struct buf error = {0};
    (void)state;
    p = ir_parse("view", program, sizeof program - 1, &error);
    if (!p) print_error("%s\n", buf_text(&error));
    assert_non_null(p);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    ir_program_free(p);
    return 0;
}

static const struct ir_func *main_of(void) {
    return &p->funcs.at[ir_index(ir_find(p, "main"))];
}

static void add_pointer(struct view *v, uint32_t node) {
    struct view_value *x = view_add_value(v, VIEW_POINTER);
    x->node = node;
    x->bounded = true;
}

static void add_number(struct view *v, int64_t lo, int64_t hi) {
    struct view_value *x = view_add_value(v, VIEW_NUMBER);
    x->bounded = true;
    x->lo = lo;
    x->hi = hi;
}

static struct view_node *add_block(struct view *v) {
    struct view_node *n = view_add_node(v, VIEW_HEAP);
    n->sized = n->exact = n->filled = true;
    n->size = 24;
    n->rest = VIEW_UNINITIALISED;
    return n;
}

// main's list, which leads to node 1, and n; node 1 is linked to node 2, a chain that ends in null.
static void draw_list(struct view *v, int64_t n) {
    *v = (struct view){0};
    view_add_node(v, VIEW_CALL)->name = "main";
    assert_true(view_add_local(v, p, main_of(), 0));
    add_pointer(v, 1);
    assert_true(view_add_local(v, p, main_of(), 1));
    add_number(v, n, n);
    add_block(v);
    view_add_field(v, 0, 8);
    add_pointer(v, 2);
    struct view_node *chain = add_block(v);
    chain->shape = VIEW_CHAIN;
    chain->least = 0;
    view_add_field(v, 0, 8)->link = true;
    add_number(v, 0, 0);
    view_add_field(v, 16, 4);
    add_number(v, -1, -1);
}

static void finish(struct view *v) {
    struct buf why = {0};
    view_finish(v, p);
    bool good = view_valid(v, &why);
    if (!good) print_error("%s", buf_text(&why));
    assert_true(good);
    buf_free(&why);
}

static void test_names(void **state) {
    struct view v;
    struct buf text = {0};
    (void)state;
    draw_list(&v, 3);
    finish(&v);
    view_text(&v, &text);
    assert_string_equal(
        buf_text(&text),
        "main(): list: -> #1, n: 3\n"
        "#1 = struct node, 24 bytes { next: -> #2, value: uninitialised, pos: uninitialised }\n"
        "#2 = 0 or more linked struct node, 24 bytes { next (of the last): null, pos.y: 4294967295, value: uninitialised }\n");
    buf_free(&text);
    view_free(&v);
}

// A block that no typed pointer leads to has the type that its allocation was made for, and its place.
static void test_allocation(void **state) {
    struct view v = {0};
    (void)state;
    struct view_node *n = add_block(&v);
    n->func = ir_index(ir_find(p, "main"));
    n->instr = 0;
    n->size = 72;
    view_add_field(&v, 56, 4);
    add_number(&v, 0, 9);
    finish(&v);
    assert_string_equal(v.nodes.at[0].type, "struct node[3]");
    assert_string_equal(v.fields.at[0].name, "[2].value");
    assert_int_equal(v.nodes.at[0].born.line, 7);
    view_free(&v);
}

static void test_no_type(void **state) {
    struct view v = {0};
    struct buf text = {0};
    (void)state;
    struct view_node *n = add_block(&v);
    n->size = 25;
    n->life = VIEW_FREED;
    view_add_field(&v, 56, 4);
    add_number(&v, 0, 9);
    finish(&v);
    view_text(&v, &text);
    assert_string_equal(buf_text(&text), "#0 = heap block, 25 bytes, freed { +56: 0..9 }\n");
    buf_free(&text);
    view_free(&v);
}

// ---- changes -----------------------------------------------------------------------------------------------------------------------

static uint32_t n_changed(const struct view *v) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->fields.n; i++) n += v->fields.at[i].changed;
    for (uint32_t i = 0; i < v->nodes.n; i++) n += v->nodes.at[i].changed + v->nodes.at[i].fresh;
    return n;
}

static void test_nothing_changed(void **state) {
    struct view a, b;
    (void)state;
    draw_list(&a, 3);
    draw_list(&b, 3);
    finish(&a);
    finish(&b);
    view_mark(&a, &b);
    assert_int_equal(n_changed(&b), 0);
    view_free(&a);
    view_free(&b);
}

static void test_changes(void **state) {
    struct view a, b;
    (void)state;
    draw_list(&a, 3);
    draw_list(&b, 4);
    b.nodes.at[2].least = 1;
    add_block(&b)->life = VIEW_LEAKED;
    finish(&a);
    finish(&b);
    view_mark(&a, &b);
    assert_false(b.fields.at[0].changed);
    assert_true(b.fields.at[1].changed);
    assert_false(b.nodes.at[1].changed);
    assert_true(b.nodes.at[2].changed);
    assert_true(b.nodes.at[3].fresh);
    assert_int_equal(n_changed(&b), 3);
    view_free(&a);
    view_free(&b);
}

// Keys tell objects apart that look alike.
static void test_keys(void **state) {
    struct view v[2];
    memset(v, 0, sizeof v);
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        view_add_node(&v[i], VIEW_CALL)->name = "main";
        view_add_local(&v[i], p, main_of(), 0);
        add_pointer(&v[i], 1 + i);
        add_block(&v[i])->key = 7;
        add_block(&v[i])->key = 8;
        finish(&v[i]);
    }
    view_mark(&v[0], &v[1]);
    assert_true(v[1].fields.at[0].changed);
    assert_int_equal(n_changed(&v[1]), 1);
    view_free(&v[0]);
    view_free(&v[1]);
}

// ---- drawing -----------------------------------------------------------------------------------------------------------------------

// Names may be anything: none ends a label or a line early.
static void test_hostile_names(void **state) {
    struct view v = {0};
    struct buf dot = {0};
    (void)state;
    view_add_node(&v, VIEW_CALL)->name = "\"><script>alert(1)</script>";
    view_add_field(&v, 0, 8)->name = "a\n\"];b\xff<&\\";
    view_add_value(&v, VIEW_WORDS)->words = "]]>--><b>";
    vec_push(&v.remarks, "</TABLE>>");
    finish(&v);
    view_dot(&v, 1, (const char *const[]){"<i>\x01"}, &dot);
    assert_null(strstr(dot.text, "<script"));
    assert_null(strstr(dot.text, "<b>"));
    assert_null(strstr(dot.text, "<i>"));
    assert_null(strstr(dot.text, "</TABLE>>\n"));
    assert_null(strchr(dot.text, '\xff'));
    assert_null(strchr(dot.text, '\x01'));
    assert_non_null(strstr(dot.text, "&#92;xff"));
    buf_free(&dot);
    view_free(&v);
}

// Every node and every pointer is drawn.
static void test_all_is_drawn(void **state) {
    struct view v;
    struct buf dot = {0};
    (void)state;
    draw_list(&v, 3);
    finish(&v);
    view_dot(&v, 1, NULL, &dot);
    assert_non_null(strstr(dot.text, "  v0n1 [label="));
    assert_non_null(strstr(dot.text, "  v0n2 [label="));
    assert_non_null(strstr(dot.text, "  v0n1 -> v0p0 ["));
    assert_non_null(strstr(dot.text, "  v0n1:f2:e -> v0n2:t"));
    assert_non_null(strstr(dot.text, "0 or more linked struct node"));
    buf_free(&dot);
    view_free(&v);
}

static void test_valid(void **state) {
    struct view v;
    struct buf why = {0};
    (void)state;
    draw_list(&v, 3);
    finish(&v);
    v.values.at[0].node = 3;
    assert_false(view_valid(&v, &why));
    assert_string_equal(buf_text(&why), "a pointer to no node\n");
    buf_free(&why);
    view_free(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),           cmocka_unit_test(test_allocation),   cmocka_unit_test(test_no_type),
        cmocka_unit_test(test_nothing_changed), cmocka_unit_test(test_changes),      cmocka_unit_test(test_keys),
        cmocka_unit_test(test_hostile_names),   cmocka_unit_test(test_all_is_drawn), cmocka_unit_test(test_valid)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
