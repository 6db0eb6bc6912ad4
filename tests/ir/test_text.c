// SPDX-License-Identifier: MIT
// The text form: what is printed parses to the same program, whatever it holds; what does not parse is refused at its place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/build.h"
#include "ir/text.h"
#include "ir/valid.h"

static struct ir_program *parse(const char *text, size_t n) {
    struct buf error = {0};
    struct ir_program *p = ir_parse("t", text, n, &error);
    assert_string_equal(buf_text(&error), "");
    assert_non_null(p);
    return p;
}

// Prints p, which must be valid, parses that and prints it again; gives the text and the second program.
static struct ir_program *round_trip(const struct ir_program *p, struct buf *text) {
    struct buf again = {0}, why = {0};
    ir_valid(p, &why);
    assert_string_equal(buf_text(&why), "");
    ir_print(p, text);
    struct ir_program *q = parse(text->text, text->n);
    ir_print(q, &again);
    assert_string_equal(text->text, again.text);
    buf_free(&again);
    buf_free(&why);
    return q;
}

static void check_round_trip(struct ir_program *p) {
    struct buf text = {0};
    ir_program_free(round_trip(p, &text));
    ir_program_free(p);
    buf_free(&text);
}

static void read_seed(struct buf *text) {
    const char *why = "";
    if (!buf_read_file(text, "tests/fuzz/seeds/fuzz_ir/everything.hir", &why)) fail_msg("everything.hir: %s", why);
}

// ---- what can be said ----------------------------------------------------------------------------------------------------------------

static void a_program_with_everything_is_its_own_printed_form(void **state) {
    (void)state;
    struct buf text = {0}, printed = {0};
    read_seed(&text);
    struct ir_program *p = parse(text.text, text.n);
    for (uint32_t op = 0; op < IR_N_OPS; op++) {
        uint32_t seen = 0;
        for (uint32_t f = 0; f < p->funcs.n; f++)
            for (uint32_t i = 0; i < p->funcs.at[f].instrs.n; i++) seen += p->funcs.at[f].instrs.at[i].op == op;
        if (!seen) fail_msg("everything.hir has no %s", ir_ops[op].text);
    }
    ir_program_free(round_trip(p, &printed));
    assert_string_equal(text.text, printed.text);
    ir_program_free(p);
    buf_free(&text);
    buf_free(&printed);
}

// Types of result and arguments that an operator takes.
static void signature(const struct ir_program *p, enum ir_pure op, ir_type *r, ir_type *a, ir_type *b) {
    ir_type f64 = IR_TYPE(IR_FLOAT, 64), i32 = IR_I(32);
    bool from_float = op == IR_FTOSI_ || op == IR_FTOUI_ || op == IR_FTOF_, to_float = op == IR_SITOF_ || op == IR_UITOF_ || op == IR_FTOF_;
    *r = *a = *b = i32;
    switch (ir_pures[op].class) {
    case IR_CLASS_TEST: *r = IR_I1; break;
    case IR_CLASS_WIDEN: *r = IR_I(33); break;
    case IR_CLASS_NARROW: *r = IR_I(31); break;
    case IR_CLASS_CAST: *r = ir_ptr(p); break;
    case IR_CLASS_BITS: *r = IR_TYPE(IR_FLOAT, 32); break;
    case IR_CLASS_SELECT: *a = IR_I1; break;
    case IR_CLASS_FARITH:
    case IR_CLASS_FUNARY: *r = *a = *b = f64; break;
    case IR_CLASS_FTEST: *r = IR_I1, *a = *b = f64; break;
    case IR_CLASS_FCAST: *r = to_float ? f64 : i32, *a = from_float ? f64 : i32; break;
    default: break;
    }
}

static void every_operator_survives(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(32);
    struct ir_build b;
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    ir_build_at(&b, ir_build_block(&b, "entry"));
    for (uint32_t op = 0; op < IR_N_PURE; op++) {
        ir_type r, a, c;
        signature(p, op, &r, &a, &c);
        ir_val x = ir_const_int(p, a, 1), y = ir_const_int(p, c, 3);
        ir_build_let_temp(&b, r, op, x, ir_pures[op].arity > 1 ? y : IR_NOTHING, ir_pures[op].arity > 2 ? y : IR_NOTHING);
    }
    ir_build_stop(&b, "end");
    ir_build_end(&b);
    assert_string_equal(b.error, "");
    struct buf text = {0};
    struct ir_program *q = round_trip(p, &text);
    for (uint32_t op = 0; op < IR_N_PURE; op++) assert_int_equal(q->funcs.at[0].instrs.at[op].pure, op);
    ir_program_free(q);
    ir_program_free(p);
    buf_free(&text);
}

static void every_constant_survives(void **state) {
    (void)state;
    static const uint32_t bits[] = {1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128};
    static const uint64_t values[] = {0, 1, 2, 127, 128, 255, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};
    struct ir_program *p = ir_program_new(64);
    struct ir_build b;
    VEC(ir_val) all = {0};
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    ir_build_at(&b, ir_build_block(&b, "entry"));
    for (size_t w = 0; w < sizeof bits / sizeof *bits; w++)
        for (size_t i = 0; i < 81; i++) vec_push(&all, ir_const_wide(p, IR_I(bits[w]), values[i % 9], values[i / 9]));
    for (size_t i = 0; i < 9; i++) {
        vec_push(&all, ir_const_int(p, ir_ptr(p), values[i]));
        vec_push(&all, ir_const_wide(p, IR_TYPE(IR_FLOAT, 80), values[i], 0xffff));
        vec_push(&all, ir_const_wide(p, IR_TYPE(IR_BLOB, 128), values[i], values[8 - i]));
    }
    vec_push(&all, ir_const_int(p, IR_TYPE(IR_BLOB, 4096), 0));
    vec_push(&all, ir_const_undef(p, IR_TYPE(IR_BLOB, 4096)));
    vec_push(&all, ir_const_undef(p, IR_I(5)));
    for (uint32_t i = 0; i < all.n; i++) ir_build_let_temp(&b, ir_type_of(p, NULL, all.at[i]), IR_COPY_, all.at[i], IR_NOTHING, IR_NOTHING);
    ir_build_stop(&b, "end");
    assert_true(ir_build_end(&b));
    struct buf text = {0};
    struct ir_program *q = round_trip(p, &text);
    for (uint32_t i = 0; i < all.n; i++) {
        const struct ir_const *c = ir_const_of(p, all.at[i]), *d = ir_const_of(q, q->funcs.at[0].instrs.at[i].args[0]);
        assert_true(c->type == d->type && c->undef == d->undef && c->lo == d->lo && c->hi == d->hi);
    }
    vec_free(&all);
    ir_program_free(q);
    ir_program_free(p);
    buf_free(&text);
}

static void names_hold_any_byte(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    char name[8];
    for (int c = 1; c < 256; c++) {
        snprintf(name, sizeof name, "%c", c);
        uint32_t f = ir_add_func(p, name);
        struct ir_build b;
        ir_build_begin(&b, p, f);
        ir_build_param(&b, name, IR_I(8), IR_NO_TYPE, IR_USER);
        ir_build_local(&b, name, IR_I(8), IR_NO_TYPE, 0);
        ir_build_slot(&b, name, 8, 8, IR_NO_TYPE, 0);
        uint32_t entry = ir_build_block(&b, name), next = ir_build_block(&b, "entry");
        ir_build_at(&b, next);
        ir_build_goto(&b, ir_label(p, f, entry), &entry, 1);
        ir_build_at(&b, entry);
        ir_build_stop(&b, name);
        assert_true(ir_build_end(&b));
        snprintf(name, sizeof name, "g%c", c);
        uint32_t g = ir_add_global(p, name), t = ir_add_ctype(p);
        p->globals.at[g].align = 1;
        p->ctypes.at[t].name = arena_strdup(&p->arena, name);
        intern_add(&p->files, name);
    }
    struct buf text = {0};
    struct ir_program *q = round_trip(p, &text);
    for (uint32_t i = 0; i < 255; i++) {
        const struct ir_func *f = &p->funcs.at[i], *g = &q->funcs.at[i];
        assert_string_equal(f->name, g->name);
        assert_string_equal(f->locals.at[0].name, g->locals.at[0].name);
        assert_string_equal(f->slots.at[0].name, g->slots.at[0].name);
        assert_string_equal(f->blocks.at[1].name, g->blocks.at[1].name);
        assert_string_equal(f->instrs.at[1].text, g->instrs.at[1].text);
        assert_string_equal(p->globals.at[i].name, q->globals.at[i].name);
        assert_string_equal(p->files.text.at[i], q->files.text.at[i]);
        assert_string_equal(p->ctypes.at[i].name, q->ctypes.at[i].name);
    }
    ir_program_free(q);
    ir_program_free(p);
    buf_free(&text);
}

static void contents_survive(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    uint8_t bytes[1000] = {0};
    for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = i * i % 37 < 5 ? (uint8_t)i : 0;
    struct ir_reloc relocs[] = {
        {40, 8, ir_val_of(IR_GLOBAL, 0), -1}, {48, 4, ir_val_of(IR_GLOBAL, 0), INT64_MIN}, {1020, 8, ir_val_of(IR_GLOBAL, 0), 0}};
    memset(bytes + 40, 0, 12);
    uint32_t g = ir_add_global(p, "g");
    p->globals.at[g].size = 1028;
    p->globals.at[g].align = 16;
    p->globals.at[g].flags = IR_INTERNAL | IR_THREAD;
    p->globals.at[g].n_bytes = sizeof bytes;
    p->globals.at[g].bytes = arena_copy(&p->arena, bytes, sizeof bytes);
    p->globals.at[g].n_relocs = 3;
    p->globals.at[g].relocs = arena_copy(&p->arena, relocs, sizeof relocs);
    struct buf text = {0};
    struct ir_program *q = round_trip(p, &text);
    assert_int_equal(q->globals.at[0].size, 1028);
    for (uint32_t i = 0; i < sizeof bytes; i++) assert_int_equal(i < q->globals.at[0].n_bytes ? q->globals.at[0].bytes[i] : 0, bytes[i]);
    for (uint32_t i = 0; i < 3; i++) assert_memory_equal(&q->globals.at[0].relocs[i].addend, &relocs[i].addend, 8);
    assert_int_equal(q->globals.at[0].relocs[1].size, 4);
    ir_program_free(q);
    ir_program_free(p);
    buf_free(&text);
}

static void temporaries_are_numbered_by_first_appearance(void **state) {
    (void)state;
    static const char text[] =
        "hir 1\npointer 64\nfunc @f() {\ne:\n  jump b\na:\n  store %77, [%9]\n  stop \"\"\nb:\n  %9: ptr = mark\n  %77: i32 = any \"x\"\n  "
        "jump a\n}\n";
    struct ir_program *p = parse(text, sizeof text - 1);
    struct buf out = {0};
    ir_print_func(p, &p->funcs.at[0], &out);
    assert_string_equal(
        out.text,
        "func @f() {\ne:\n  jump b\na:\n  store %0, [%1]\n  stop \"\"\nb:\n  %1: ptr = mark\n  %0: i32 = any \"x\"\n  jump a\n}\n");
    out.n = 0;
    ir_print_instr(p, &p->funcs.at[0], &p->funcs.at[0].instrs.at[3], &out);
    assert_string_equal(out.text, "%1: ptr = mark");
    out.n = 0;
    ir_print_val(p, &p->funcs.at[0], p->funcs.at[0].instrs.at[1].args[0], &out);
    assert_string_equal(out.text, "%0");
    buf_free(&out);
    ir_program_free(p);
}

// ---- the documentation ---------------------------------------------------------------------------------------------------------------

static void read_doc(struct buf *text) {
    const char *why = "";
    if (!buf_read_file(text, "doc/ir.md", &why)) fail_msg("doc/ir.md: %s", why);
}

static void the_documented_program_is_its_own_printed_form(void **state) {
    (void)state;
    struct buf doc = {0}, printed = {0};
    read_doc(&doc);
    const char *from = strstr(doc.text, "```hir\n") + 7, *to = strstr(from, "```");
    struct ir_program *p = parse(from, (size_t)(to - from));
    ir_print(p, &printed);
    assert_int_equal(printed.n, to - from);
    assert_memory_equal(printed.text, from, printed.n);
    ir_program_free(p);
    buf_free(&doc);
    buf_free(&printed);
}

// The example of an opcode: the last code span of its table row.
static void find_example(const char *doc, const char *opcode, struct buf *example) {
    char start[32];
    snprintf(start, sizeof start, "\n| `%s` |", opcode);
    const char *row = strstr(doc, start);
    if (!row) fail_msg("doc/ir.md does not list %s", opcode);
    const char *end = strchr(row + 1, '\n');
    do end--;
    while (*end != '`');
    const char *from = end - 1;
    while (*from != '`') from--;
    buf_add(example, from + 1, (size_t)(end - from - 1));
}

static void every_opcode_is_documented_with_an_example(void **state) {
    (void)state;
    struct buf doc = {0};
    read_doc(&doc);
    for (uint32_t op = 0; op < IR_N_OPS; op++) {
        struct buf text = {0};
        buf_str(&text,
                "hir 1\npointer 64\ndeclare @f()\nfunc @main(%p: ptr, %q: ptr, %i: i32, %n: i64, %c: i1, %b: i8) {\n"
                "  var %v: i32 scoped\n  slot $s size 16 align 8 scoped\nentry:\n  jump test\ntest:\n  ");
        find_example(doc.text, ir_ops[op].text, &text);
        buf_str(&text, ir_ops[op].group == IR_GROUP_END ? "\n" : "\n  jump yes\n");
        buf_str(&text, "yes:\n  ret\nno:\n  ret\n}\n");
        struct ir_program *p = parse(text.text, text.n);
        assert_int_equal(p->funcs.at[1].instrs.at[1].op, op);
        ir_program_free(p);
        buf_free(&text);
    }
    for (uint32_t op = 0; op < IR_N_PURE; op++) {
        char name[32];
        snprintf(name, sizeof name, "`%s`", ir_pures[op].text);
        if (!strstr(strstr(doc.text, "## Operators"), name)) fail_msg("doc/ir.md does not list %s", name);
    }
    buf_free(&doc);
}

// ---- what is refused -----------------------------------------------------------------------------------------------------------------

#define HEAD "hir 1\npointer 64\n"
#define FUNC HEAD "func @f(%a: i32, %p: ptr) {\n"
#define BODY FUNC "entry:\n"

static void errors_name_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"", "t:1:1: error: expected hir"},
        {"\x7f"
         "ELF",
         "t:1:1: error: a byte that belongs to nothing"},
        {"hir 2\n", "t:1:5: error: only version 1 of the text form is known"},
        {"hir 1 x\n", "t:1:7: error: expected the end of the line"},
        {"hir 1\n# nothing\n", "t:3:1: error: expected pointer"},
        {"hir 1\npointer 16\n", "t:2:9: error: pointers have 32 or 64 bits"},
        {HEAD "fun @f\n", "t:3:1: error: expected file, type, global, ctor, dtor, declare or func"},
        {HEAD "file 1 \"a\"\n", "t:3:6: error: file 0 comes next"},
        {HEAD "file 0 \"a\"\nfile 1 \"a\"\n", "t:4:8: error: the file is listed twice"},
        {HEAD "file 0 \"a\\x00\"\n", "t:3:8: error: a text with a zero byte"},
        {HEAD "file 0 \"a\n", "t:3:8: error: a string without its end"},
        {HEAD "file 0 \"\\n\"\n", "t:3:8: error: an escape that is none of \\\" \\\\ \\xHH"},
        {HEAD "file 0x \"\\n\"\n", "t:3:6: error: a letter in a number"},
        {HEAD "file 18446744073709551616 \"a\"\n", "t:3:6: error: a number that is too large"},
        {HEAD "type 0 = strukt \"a\" size 4\n", "t:3:10: error: expected a kind of C type"},
        {HEAD "type 0 = int \"a\" size 4 to 0\n", "t:3:25: error: expected the end of the line"},
        {HEAD "type 0 = pointer \"\" size 8 to 1\n", "t:3:31: error: no such type"},
        {HEAD "type 0 = struct \"\" size 8 { \"a\" bit 0; \"b\" type 4294967295 bit 3 }\n", "t:3:49: error: no such type"},
        {HEAD "global @g size 4\n", "t:3:17: error: expected align"},
        {HEAD "global @g size 4 align 3\n", "t:3:24: error: an alignment is a power of two"},
        {HEAD "global @g size 4 align 4 variadic\n", "t:3:26: error: expected the end of the line"},
        {HEAD "global @g size 4 align 4 !0:1:1\n", "t:3:27: error: no such file"},
        {HEAD "global @g size 4 align 4 unsized\n", "t:3:8: error: unsized globals are extern and have size 0"},
        {HEAD "global @g size 4 align 4 extern = { 0: \"a\" }\n", "t:3:33: error: contents without definition"},
        {HEAD "global @g size 4 align 4 = { 2: \"abc\" }\n", "t:3:30: error: contents outside the global"},
        {HEAD "global @g size 4 align 4 = { 2: \"a\", 1: \"b\" }\n", "t:3:38: error: contents are not ascending"},
        {HEAD "global @g size 9 align 4 = { 2: &@g }\n", "t:3:30: error: contents outside the global"},
        {HEAD "global @g size 9 align 4 = { 1: &@h }\n", "t:3:34: error: no such symbol"},
        {HEAD "global @g size 9 align 4 = { 1: &@g:x }\n", "t:3:34: error: only functions have labels"},
        {HEAD "global @g size 99 align 4 = { 1: &@g size 9 }\n", "t:3:31: error: an address has 1 to 8 bytes"},
        {HEAD "global @g size 999999999 align 4 = { 999999998: \"a\" }\n", "t:3:38: error: more than 256 MiB of contents"},
        {HEAD "global @g size 4 align 4\ndeclare @g()\n", "t:4:9: error: @g is declared twice"},
        {HEAD "declare @\"a\\x0ab\"()\ndeclare @\"a\\x0ab\"()\n", "t:4:9: error: @a?b is declared twice"},
        {HEAD "global @\"a\\x00\" size 4 align 4\n", "t:3:8: error: a name with a zero byte"},
        {HEAD "global @ size 4 align 4\n", "t:3:8: error: a name is missing"},
        {HEAD "ctor @f 1\n", "t:3:6: error: expected a function"},
        {HEAD "declare @f(i129)\n", "t:3:12: error: an integer has 1 to 128 bits"},
        {HEAD "declare @f(i0)\n", "t:3:12: error: expected a type"},
        {HEAD "declare @f(f12)\n", "t:3:12: error: a float has 16, 32, 64, 80 or 128 bits"},
        {HEAD "declare @f(i32) -> void\n", "t:3:20: error: expected a type"},
        {HEAD "declare @f(%a: i32, %a: i32)\n", "t:3:21: error: the parameter is declared twice"},
        {HEAD "declare @f() {\n", "t:3:14: error: expected the end of the line"},
        {HEAD "func @f(i32) {\n", "t:3:9: error: expected a parameter"},
        {HEAD "func @f() variadic {\n", "t:3:8: error: the last parameter of a variadic function is a pointer"},
        {HEAD "func @f() {\n}\n", "t:3:6: error: function f has no blocks"},
        {BODY "  stop \"\"\n", "t:6:1: error: expected '}'"},
        {FUNC "  var %a: i32\n}\n", "t:4:7: error: the variable is declared twice"},
        {FUNC "  var %0: i32\n}\n", "t:4:7: error: expected the name of a variable"},
        {FUNC "  slot $s size 4 align 0\n}\n", "t:4:3: error: slot s: alignment 0 is no power of two"},
        {FUNC "  stop \"\"\n}\n", "t:4:3: error: stop stands outside a block"},
        {BODY "  %0: i32 = frob %a\n}\n", "t:5:13: error: expected an instruction"},
        {BODY "  let %a\n}\n", "t:5:3: error: expected an instruction"},
        {BODY "  add %a, %a\n}\n", "t:5:3: error: expected an instruction"},
        {BODY "  %0: i32 = add %a, %b\n}\n", "t:5:21: error: no such variable"},
        {BODY "  %0: i32 = add %a, %1\n}\n", "t:5:21: error: no such temporary"},
        {BODY "  %0: i32 = add %a\n}\n", "t:5:3: error: block entry: add: wrong number of arguments"},
        {BODY "  %0: i64 = add %a, %a\n}\n", "t:5:3: error: block entry: add: arguments and result are of one integer or pointer type"},
        {BODY "  %0: i8 = copy i8 256\n}\n", "t:5:20: error: the number does not fit the type"},
        {BODY "  %0: i8 = copy i8 -129\n}\n", "t:5:20: error: the number does not fit the type"},
        {BODY "  %0: i8 = copy i8 null\n}\n", "t:5:20: error: expected a number"},
        {BODY "  %0: f32 = copy f32 -1\n}\n", "t:5:22: error: the number does not fit the type"},
        {BODY "  %0: i8 = any\n}\n", "t:5:15: error: expected a text in quotes"},
        {BODY "  %0: i8 = any \"a\"\n  %0: i8 = any \"b\"\n}\n", "t:6:3: error: the temporary is assigned twice"},
        {BODY "  %0 = any \"a\"\n}\n", "t:5:6: error: expected ':'"},
        {BODY "  store %a, %p\n}\n", "t:5:13: error: expected '['"},
        {BODY "  store %a, [%p + 4 + 4]\n}\n", "t:5:21: error: an address has one offset"},
        {BODY "  store %a, [%p + 9223372036854775808]\n}\n", "t:5:19: error: a number that is too large"},
        {BODY "  store %a, [%p + 0*%a]\n}\n", "t:5:3: error: block entry: store: an index has scale 0"},
        {BODY "  store %a, [$s]\n}\n", "t:5:14: error: no such slot"},
        {BODY "  %0: i32 = store %a, [%p]\n}\n", "t:5:3: error: block entry: store: wrong number of destinations"},
        {BODY "  load [%p]\n}\n", "t:5:3: error: block entry: load: wrong number of destinations"},
        {BODY "  copy [%p], [%p], i64 8 atomic\n}\n", "t:5:26: error: expected the end of the line"},
        {BODY "  enter %a\n}\n", "t:5:3: error: block entry: enter: the storage is not scoped"},
        {BODY "  call @f\n}\n", "t:5:10: error: expected '('"},
        {BODY "  %a, %a = call @f()\n}\n", "t:5:3: error: block entry: call: two results go to one local"},
        {BODY "  jump\n}\n", "t:5:7: error: expected the name of a block"},
        {BODY "  jump there\n}\n", "t:5:8: error: no such block"},
        {BODY "  jump entry\n}\n", "t:5:8: error: a jump to the entry block"},
        {BODY "  jump b\nb:\n  switch %a, b { 1..: b }\n}\n", "t:7:21: error: expected the end of the case"},
        {BODY "  jump b\nb:\n  switch %a, b { 5..1: b }\n}\n", "t:7:3: error: block b: switch: a case is empty"},
        {BODY "  jump b\nb:\n  switch %a, b { 1: b, 1: b }\n}\n", "t:7:3: error: block b: switch: cases are not ascending and disjoint"},
        {BODY "  goto @f:entry\n}\n", "t:5:8: error: the entry block has no address"},
        {BODY "  goto @f:nowhere\n}\n", "t:5:8: error: no such block"},
        {BODY "  ret %a\n}\n", "t:5:3: error: block entry: ret: wrong number of results"},
        {BODY "  stop \"\"\n  stop \"\"\n}\n", "t:6:3: error: stop stands outside a block"},
        {BODY "  assume i1 1\n}\n", "t:6:1: error: the last block has no end"},
        {BODY "  assume i1 1\nnext:\n  stop \"\"\n}\n", "t:6:1: error: block entry has no end"},
        {BODY "  stop \"\"\nentry:\n  stop \"\"\n}\n", "t:6:1: error: the block is declared twice"},
        {BODY "  stop \"\"\n\"\":\n  stop \"\"\n}\n", "t:6:1: error: an empty name, or a zero byte in it"},
        {BODY "  %0: i32 = add %0, %0\n  stop \"\"\n}\n", "t:5:3: error: a temporary may be used before it is assigned"},
        {BODY "  jump b\nb:\n  store %0, [%p]\n  jump c\nc:\n  %0: i32 = any \"\"\n  jump b\n}\n",
         "t:7:3: error: a temporary may be used before it is assigned"},
        {BODY "  stop \"\" !0:1:1\n}\n", "t:5:12: error: no such file"},
        {HEAD "file 0 \"a\"\nfunc @f() {\ne:\n  stop \"\" !0:0:1\n}\n", "t:6:14: error: lines are counted from 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf error = {0};
        struct ir_program *p = ir_parse("t", rows[i].text, strlen(rows[i].text), &error);
        assert_string_equal(buf_text(&error), rows[i].error);
        assert_null(p);
        buf_free(&error);
    }
}

static void parse_any(const char *text, size_t n) {
    struct buf error = {0};
    struct ir_program *p = ir_parse("t", text, n, &error);
    assert_true((p != NULL) == (error.n == 0));
    ir_program_free(p);
    buf_free(&error);
}

static void no_prefix_and_no_changed_byte_breaks_the_parser(void **state) {
    (void)state;
    struct buf text = {0};
    read_seed(&text);
    for (size_t n = 0; n < text.n; n += 3) {
        char *copy = malloc(n + 1);
        memcpy(copy, text.text, n);
        parse_any(copy, n);
        free(copy);
    }
    static const char bytes[] = "\n\"}%@\\0:x";
    for (size_t i = 0; i < text.n; i += 2) {
        char old = text.text[i];
        text.text[i] = bytes[i / 2 % sizeof bytes];
        parse_any(text.text, text.n);
        text.text[i] = old;
    }
    buf_free(&text);
}

// Tens of thousands of lines, names, temporaries, symbols and labels: seconds if anything were quadratic.
static void long_texts_take_linear_time(void **state) {
    (void)state;
    struct buf text = {0};
    buf_str(&text, HEAD);
    for (int i = 0; i < 20000; i++) buf_printf(&text, "global @g%d size 8 align 8 = { 0: &@f:b%d }\n", i, i);
    buf_str(&text, "func @f() {\nentry:\n  jump b0\n");
    for (int i = 0; i < 20000; i++)
        buf_printf(&text, "b%d:\n  %%%d: ptr = load [@g%d + 4*%%%d]\n  %%%d: i32 = any \"\"\n  goto %%%d, b%d\n", i, 2 * i, i, 2 * i + 1,
                   2 * i + 1, 2 * i, i + 1 < 20000 ? i + 1 : i);
    buf_str(&text, "}\n");
    struct buf error = {0};
    assert_null(ir_parse("t", text.text, text.n, &error));
    assert_string_equal(error.text, "t:20007:3: error: a temporary may be used before it is assigned");
    buf_free(&error);
    text.n = 0;
    buf_str(&text, HEAD);
    for (int i = 0; i < 20000; i++) buf_printf(&text, "global @g%d size 8 align 8 = { 0: &@f:b%d }\n", i, i);
    buf_str(&text, "func @f() {\nentry:\n  %0: ptr = mark\n  goto %0, b0\n");
    for (int i = 0; i < 20000; i++)
        buf_printf(&text, "b%d:\n  %%%d: ptr = load [%%%d]\n  goto %%%d, b%d\n", i, i + 1, i, i + 1, i + 1 < 20000 ? i + 1 : i);
    buf_str(&text, "}\n");
    check_round_trip(parse(text.text, text.n));
    buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_with_everything_is_its_own_printed_form),
        cmocka_unit_test(every_operator_survives),
        cmocka_unit_test(every_constant_survives),
        cmocka_unit_test(names_hold_any_byte),
        cmocka_unit_test(contents_survive),
        cmocka_unit_test(temporaries_are_numbered_by_first_appearance),
        cmocka_unit_test(the_documented_program_is_its_own_printed_form),
        cmocka_unit_test(every_opcode_is_documented_with_an_example),
        cmocka_unit_test(errors_name_their_place),
        cmocka_unit_test(no_prefix_and_no_changed_byte_breaks_the_parser),
        cmocka_unit_test(long_texts_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
