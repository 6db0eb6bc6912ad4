// SPDX-License-Identifier: MIT
// Values and memory are called what C calls them, and never by the number of a temporary.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/name.h"
#include "ir/text.h"

#define TYPES                                                                                                                              \
    "type 0 = int \"int\" size 4\n"                                                                                                        \
    "type 1 = struct \"struct node\" size 56 { \"value\" type 0 bit 0; \"flag\" type 0 bit 32 width 3; \"more\" type 0 bit 35 width 2; "   \
    "\"next\" type 2 bit 64; \"u\" type 3 bit 128; \"\" type 5 bit 192; \"tab\" type 6 bit 256; \"flex\" type 14 bit 448 }\n"              \
    "type 2 = pointer \"\" size 8 to 1\n"                                                                                                  \
    "type 3 = union \"\" size 8 { \"i\" type 0 bit 0; \"d\" type 4 bit 0; \"s\" type 7 bit 0 }\n"                                          \
    "type 4 = float \"double\" size 8\n"                                                                                                   \
    "type 5 = struct \"\" size 8 { \"x\" type 0 bit 0; \"y\" type 0 bit 32 }\n"                                                            \
    "type 6 = array \"\" size 24 to 0 count 6\n"                                                                                           \
    "type 7 = array \"\" size 8 to 8 count 8\n"                                                                                            \
    "type 8 = int \"char\" size 1\n"                                                                                                       \
    "type 9 = array \"\" size 224 to 1 count 4\n"                                                                                          \
    "type 10 = array \"\" size 60 to 11 count 3\n"                                                                                         \
    "type 11 = array \"\" size 20 to 0 count 5\n"                                                                                          \
    "type 12 = pointer \"\" size 8 to 2\n"                                                                                                 \
    "type 13 = struct \"struct list\" size 16 { \"head\" type 2 bit 0; \"tail\" type 2 bit 64 }\n"                                         \
    "type 14 = array \"\" size 0 to 0\n"                                                                                                   \
    "type 15 = function \"\" size 0 to 2 { \"l\" type 16 bit 0 }\n"                                                                        \
    "type 16 = pointer \"\" size 8 to 13\n"                                                                                                \
    "type 17 = struct \"struct ops\" size 8 { \"open\" type 18 bit 0 }\n"                                                                  \
    "type 18 = pointer \"\" size 8 to 15\n"                                                                                                \
    "type 19 = pointer \"\" size 8 to 8\n"                                                                                                 \
    "type 20 = pointer \"\" size 8 to 11\n"                                                                                                \
    "type 21 = pointer \"\" size 8\n"

static const char program[] = "hir 1\npointer 64\n" TYPES
                              "global @.str.3 size 40 align 1 internal readonly = { 0: \"say \\\"hi\\\"\\x0a\" }\n"
                              "global @.str size 40 align 1 internal readonly = { 0: \"a text that is a little too long\" }\n"
                              "global @main.counter size 4 align 4 type 0 internal\n"
                              "global @counter.5 size 4 align 4 type 0 internal\n"
                              "global @__func__.main size 5 align 1 internal readonly\n"
                              "global @\"\\x01stat64\" size 4 align 4 type 0\n"
                              "global @all size 16 align 8 type 13\n"
                              "global @grid size 60 align 8 type 10\n"
                              "global @raw size 60 align 8\n"
                              "declare @find(ptr) -> ptr type 15\n"
                              "declare @use(ptr) variadic\n"
                              "func @main(%argc: i32 type 0 user, %argv: ptr type 19 user) {\n"
                              "  var %cur: ptr type 2 scoped user\n"
                              "  var %i: i32 type 0 user\n"
                              "  var %i.2: i32 type 0 user\n"
                              "  var %q: ptr type 12 user\n"
                              "  var %m: ptr type 20 user\n"
                              "  var %buf: ptr type 19 user\n"
                              "  var %void: ptr type 21 user\n"
                              "  var %retval: i32\n"
                              "  var %phi: ptr type 2\n"
                              "  var %l: ptr type 16 user\n"
                              "  slot $a size 224 align 8 type 9 user\n"
                              "  slot $o size 8 align 8 type 17 user\n"
                              "  slot $p size 8 align 8 type 2 user\n"
                              "  slot $agg.tmp size 16 align 8 type 13\n"
                              "entry:\n";

struct row {
    const char *line, *name;
};

// An instruction that has an address, or a call of @use with the value; what the address or value is called.
static const struct row rows[] = {
    {"store i32 1, [%cur]", "cur->value"},
    {"store i8 1, [%cur + 4]", "cur->flag"},
    {"store ptr null, [%cur + 8]", "cur->next"},
    {"store i32 1, [%cur + 16]", "cur->u.i"},
    {"store f64 0, [%cur + 16]", "cur->u.d"},
    {"store i8 0, [%cur + 19]", "cur->u.s[3]"},
    {"store i32 0, [%cur + 28]", "cur->y"},
    {"store i64 0, [%cur + 24]", "cur->x"},
    {"store i32 0, [%cur + 32 + 4*%i]", "cur->tab[i]"},
    {"store i32 0, [%cur + 56 + 4*%i]", "cur->flex[i]"},
    {"store ptr null, [%cur - 48]", "cur[-1].next"},
    {"store ptr null, [%l + 24]", "l[1].tail"},
    {"store ptr null, [%cur + 8 + 56*%i - 112*%i.2]", "cur[i - 2 * i].next"},
    {"store i32 1, [%q]", "*q"},
    {"store i32 1, [$a]", "a[0].value"},
    {"store ptr null, [$a + 8 + 56*%i]", "a[i].next"},
    {"store ptr null, [$a - 48 + 56*%i]", "a[i - 1].next"},
    {"store i32 0, [$a + 88 + 56*%i + 4*%argc]", "a[i + 1].tab[argc]"},
    {"store i32 0, [@grid + 20*%i + 4*%argc]", "grid[i][argc]"},
    {"store i32 0, [@grid + 52]", "grid[2][3]"},
    {"store i32 0, [@grid + 400]", "grid[20][0]"},
    {"store i32 0, [%m + 20*%i + 4*%argc]", "m[i][argc]"},
    {"store i32 0, [%m + 4*%argc]", "(*m)[argc]"},
    {"store i8 0, [%buf]", "*buf"},
    {"store i8 0, [%buf + 3]", "buf[3]"},
    {"store i8 0, [%buf - 1]", "buf[-1]"},
    {"store i8 0, [%buf + 1*%i]", "buf[i]"},
    {"store i8 0, [%void + 3]", "void[3]"},
    {"store ptr null, [@all]", "all.head"},
    {"store ptr null, [@all + 8]", "all.tail"},
    {"store ptr null, [@all + 24]", "(&all)[1].tail"},
    {"store i32 0, [@raw]", "raw"},
    {"store i32 0, [@raw + 8]", "((char *)&raw)[8]"},
    {"store i32 0, [@main.counter]", "counter"},
    {"store i32 0, [@counter.5]", "counter"},
    {"store i32 0, [@\"\\x01stat64\"]", "stat64"},
    {"store ptr null, [$agg.tmp + 8]", "(...).tail"},
    {"store ptr null, [%phi + 8]", "(...)->next"},
    {"store i32 0, [ptr 0x1000 + 8]", "((void *)0x1000)[8]"},
    {"store i32 0, [ptr null]", "*NULL"},
    // through temporaries
    {"%T0: ptr = load [%q]", "*q"},
    {"store ptr null, [%T0 + 8]", "(*q)->next"},
    {"%T1: ptr = load [$p]", "p"},
    {"%T2: ptr = load [%T1 + 8]", "p->next"},
    {"%T3: ptr = load [%T2 + 8]", "p->next->next"},
    {"store i32 1, [%T3]", "p->next->next->value"},
    {"%T4: ptr = addr [$a + 56*%i]", "a[i]"},
    {"%T5: ptr = addr [%T4 + 32]", "a[i].tab"},
    {"store i32 1, [%T5 + 8]", "a[i].tab[2]"},
    {"%T6: ptr = load [$o]", "o.open"},
    {"call @use(%T6)", "o.open"},
    {"%T7: i32 = load [%cur]", "cur->value"},
    {"%T8: i64 = sext %T7", NULL},
    {"%T9: i64 = add %T8, i64 3", NULL},
    {"%T10: i64 = mul %T9, i64 -2", NULL},
    {"store i32 1, [$a + 56*%T9]", "a[cur->value + 3].value"},
    {"call @use(%T10)", "(cur->value + 3) * -2"},
    {"%T11: i1 = eq %cur, ptr null", NULL},
    {"%T12: i1 = xor %T11, i1 1", NULL},
    {"call @use(%T12)", "!(cur == NULL)"},
    {"%T13: ptr type 2 = call @find(@all)", "&all"},
    {"%T14: ptr = call @find(@all)", "&all"},
    {"store ptr null, [%T13 + 8]", "find(...)->next"},
    {"store ptr null, [%T14 + 8]", "find(...)->next"},
    {"%T15: ptr = call %T6(@all)", "&all"},
    {"store ptr null, [%T15 + 8]", "o.open(...)->next"},
    {"%T16: ptr = any \"x\"", NULL},
    {"store i32 1, [%T16]", "memory"},
    {"store i32 1, [%T16 + 4]", "(...)[4]"},
    {"call @use(%T16)", "a pointer"},
    {"%T17: ptr = alloca i32 7", NULL},
    {"store i32 1, [%T17]", "*alloca(...)"},
    {"%T18: ptr = addr [%buf + 1*%i]", "buf[i]"},
    {"call @use(%T18)", "buf + i"},
    {"%T19: ptr = addr [%cur + 8]", "cur->next"},
    {"call @use(%T19)", "&cur->next"},
    {"%T20: f64 = any \"x\"", NULL},
    {"%T21: f64 = fmul %T20, %T20", NULL},
    {"call @use(%T21)", "a number"},
    // plain values
    {"call @use(%i.2)", "i"},
    {"call @use(%retval)", "the return value"},
    {"call @use($p)", "&p"},
    {"call @use($a)", "a"},
    {"call @use(@all)", "&all"},
    {"call @use(@find)", "find"},
    {"call @use(@.str.3)", "\"say \\\"hi\\\"\\n\""},
    {"call @use(@.str)", "\"a text that is a little ...\""},
    {"call @use(@__func__.main)", "&__func__"},
    {"call @use(@main:end)", "&&end"},
    {"call @use(i32 -5)", "-5"},
    {"call @use(i1 1)", "1"},
    {"call @use(ptr null)", "NULL"},
    {"call @use(ptr 0x10)", "(void *)0x10"},
    {"call @use(f64 0x3ff8000000000000)", "1.5"},
    {"call @use(f32 0x3f000000)", "0.5"},
    {"call @use(i32 undef)", "an uninitialised value"},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static struct ir_program *parse_rows(void) {
    struct buf text = {0}, error = {0};
    buf_str(&text, program);
    for (size_t i = 0; i < N_ROWS; i++) {
        for (const char *c = rows[i].line; *c; c++)
            if (*c != 'T') buf_char(&text, *c);
        buf_char(&text, '\n');
    }
    buf_str(&text, "  jump end\nend:\n  ret\n}\n");
    struct ir_program *p = ir_parse("t", text.text, text.n, &error);
    assert_string_equal(buf_text(&error), "");
    buf_free(&text);
    return p;
}

static void name_instr(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i, struct buf *out) {
    if (i->op == IR_LOAD)
        ir_name_addr(p, f, i->to, ir_bytes(f->locals.at[i->dsts[0]].type), out);
    else if (i->op == IR_STORE)
        ir_name_addr(p, f, i->to, ir_bytes(ir_type_of(p, f, i->args[0])), out);
    else if (i->op == IR_ADDR)
        ir_name_addr(p, f, i->to, 0, out);
    else if (i->op == IR_CALL)
        ir_name_val(p, f, i->args[1], out);
}

static void names_are_what_c_writes(void **state) {
    (void)state;
    struct ir_program *p = parse_rows();
    const struct ir_func *f = &p->funcs.at[ir_index(ir_find(p, "main"))];
    for (size_t i = 0; i < N_ROWS; i++) {
        struct buf name = {0}, got = {0}, expected = {0};
        name_instr(p, f, &f->instrs.at[i], &name);
        buf_printf(&got, "%s: %s", rows[i].line, buf_text(&name));
        buf_printf(&expected, "%s: %s", rows[i].line, rows[i].name);
        if (rows[i].name) assert_string_equal(got.text, expected.text);
        buf_free(&name);
        buf_free(&got);
        buf_free(&expected);
    }
    ir_program_free(p);
}

static void parts_of_objects_have_names(void **state) {
    (void)state;
    struct ir_program *p = parse_rows();
    struct buf out = {0};
    ir_name_at(p, NULL, ir_find(p, "grid"), 24, 4, &out);
    ir_name_at(p, NULL, ir_find(p, "all"), 0, 0, &out);
    assert_string_equal(out.text, "grid[1][1]all");
    buf_free(&out);
    ir_program_free(p);
}

static void variables_lose_what_only_tells_them_apart(void **state) {
    (void)state;
    struct ir_program *p = parse_rows();
    const struct ir_func *f = &p->funcs.at[ir_index(ir_find(p, "main"))];
    struct buf out = {0};
    assert_true(ir_name_variable(p, f, ir_val_of(IR_LOCAL, 4), &out));
    assert_string_equal(out.text, "i");
    assert_true(ir_name_variable(p, f, ir_find(p, "main.counter"), &out));
    assert_string_equal(out.text, "icounter");
    assert_false(ir_name_variable(p, f, ir_val_of(IR_LOCAL, 9), &out));
    assert_false(ir_name_variable(p, f, ir_val_of(IR_SLOT, 3), &out));
    assert_string_equal(out.text, "icounter");
    buf_free(&out);
    ir_program_free(p);
}

static void types_are_written_as_in_c(void **state) {
    (void)state;
    static const char *const expected[] = {"int", "struct node", "struct node *", "union", "double", "struct", "int [6]"};
    struct ir_program *p = parse_rows();
    struct buf out = {0};
    for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        out.n = 0;
        ir_name_ctype(p, i, &out);
        assert_string_equal(out.text, expected[i]);
    }
    out.n = 0;
    ir_name_ctype(p, 12, &out);
    ir_name_ctype(p, IR_NO_TYPE, &out);
    ir_name_ctype(p, 15, &out);
    ir_name_ctype(p, 14, &out);
    ir_name_ctype(p, 21, &out);
    assert_string_equal(out.text, "struct node **voidstruct node * (...)int []void *");
    buf_free(&out);
    ir_program_free(p);
}

// A value computed from itself over and over, and a type that contains itself.
static void depth_is_bounded(void **state) {
    (void)state;
    struct buf text = {0}, error = {0}, out = {0};
    buf_str(&text,
            "hir 1\npointer 64\ntype 0 = struct \"s\" size 8 { \"\" type 0 bit 0 }\ntype 1 = pointer \"\" size 8 to 1\n"
            "global @g size 8 align 8 type 0\nfunc @f(%x: i64 user) {\nentry:\n  %0: i64 = add %x, %x\n");
    for (int i = 0; i < 200; i++) buf_printf(&text, "  %%%d: i64 = add %%%d, %%%d\n", i + 1, i, i);
    buf_str(&text, "  ret\n}\n");
    struct ir_program *p = ir_parse("t", text.text, text.n, &error);
    assert_non_null(p);
    ir_name_val(p, &p->funcs.at[0], ir_val_of(IR_LOCAL, 201), &out);
    assert_true(out.n > 0 && out.n < 2000);
    ir_name_at(p, NULL, ir_find(p, "g"), 0, 4, &out);
    ir_name_at(p, NULL, ir_find(p, "g"), 4, 4, &out);
    ir_name_ctype(p, 1, &out);
    buf_free(&text);
    buf_free(&out);
    ir_program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_what_c_writes),
        cmocka_unit_test(parts_of_objects_have_names),
        cmocka_unit_test(variables_lose_what_only_tells_them_apart),
        cmocka_unit_test(types_are_written_as_in_c),
        cmocka_unit_test(depth_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
