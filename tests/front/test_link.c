// SPDX-License-Identifier: MIT
// Bitcode and LLVM's text become one module; what cannot be read or linked is refused by name, and LLVM itself says nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/link.h"

enum { MOST = 4 };
struct set {
    struct front_unit units[MOST], *all[MOST];
    uint32_t n;
    struct front_llvm llvm;
    struct front_messages m;
};

static void nothing(void *context, struct front_unit *unit) {
    (void)context;
    (void)unit;
}

static void open_set(struct set *s) {
    *s = (struct set){.m.ok = true};
    front_llvm_open(&s->llvm);
}

static void close_set(struct set *s) {
    for (uint32_t i = 0; i < s->n; i++) front_unit_free(&s->units[i]);
    front_llvm_close(&s->llvm);
    buf_free(&s->m.text);
}

static struct front_unit *add_c(struct set *s, struct folder *f, const char *name, const char *text, const char *flag) {
    struct front_unit *u = s->all[s->n] = &s->units[s->n];
    s->n++;
    folder_write(f, name, text);
    *u = (struct front_unit){.file = name, .path = name, .directory = f->path, .is_c = true};
    if (flag) vec_push(&u->flags, flag);
    struct front_options o = {.jobs = 1};
    assert_true(front_compile(&o, &s->all[s->n - 1], 1, nothing, NULL, &s->m));
    assert_true(u->good);
    return u;
}

static struct front_unit *add_data(struct set *s, const char *name, const void *data, size_t n) {
    struct front_unit *u = s->all[s->n] = &s->units[s->n];
    s->n++;
    *u = (struct front_unit){.file = name, .path = name, .good = true, .n_data = n, .data = malloc(n + 1)};
    u->is_text = strstr(name, ".ll") != NULL;
    memcpy(u->data, data, n);
    u->data[n] = 0;
    return u;
}

static LLVMModuleRef link_set(struct set *s, uint32_t bits) {
    return front_link(&s->llvm, s->all, s->n, bits, NULL, false, &s->m);
}

static void expect_refused(struct set *s, uint32_t bits, const char *text) {
    LLVMModuleRef module = link_set(s, bits);
    assert_null(module);
    assert_false(s->m.ok);
    if (!strstr(buf_text(&s->m.text), text)) fail_msg("expected \"%s\" in: %s", text, buf_text(&s->m.text));
}

static bool has_body(LLVMModuleRef module, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    return f && !LLVMIsDeclaration(f);
}

// ---- linking ----------------------------------------------------------------------------------------------------------------------------

static void files_of_one_program_are_linked(void **state) {
    struct set s;
    open_set(&s);
    add_c(&s, *state, "a.c", "int f(int); static int helper(void) { return 1; } int main(void) { return f(helper()); }", NULL);
    add_c(&s, *state, "b.c", "static int helper(void) { return 2; } int f(int x) { return x + helper(); }", NULL);
    LLVMModuleRef module = link_set(&s, 0);
    assert_non_null(module);
    assert_true(has_body(module, "main"));
    assert_true(has_body(module, "f"));
    assert_string_equal(buf_text(&s.m.text), "");
    LLVMDisposeModule(module);
    close_set(&s);
}

static uint32_t declared_variables(LLVMModuleRef module) {
    uint32_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) n += LLVMIsADbgDeclareInst(i) != NULL;
    return n;
}

static void variables_are_declared_in_the_old_debug_format(void **state) {
    struct set s;
    open_set(&s);
    add_c(&s, *state, "a.c", "int f(int); int main(void) { int x = 1; return f(x); }", NULL);
    add_c(&s, *state, "b.c", "int f(int p) { int y = p; return y; }", NULL);
    LLVMModuleRef module = link_set(&s, 0);
    assert_non_null(module);
    assert_false(LLVMIsNewDbgInfoFormat(module));
    assert_int_equal(declared_variables(module), 3);
    LLVMDisposeModule(module);
    close_set(&s);
}

static void two_definitions_clash(void **state) {
    struct set s;
    open_set(&s);
    add_c(&s, *state, "a.c", "int f(void) { return 1; } int x = 1; int main(void) { return f(); }", NULL);
    add_c(&s, *state, "b.c", "int f(void) { return 2; } int x = 2;", NULL);
    expect_refused(&s, 0, "b.c: error: 'f' is also defined in a.c\nb.c: error: 'x' is also defined in a.c\n");
    close_set(&s);
}

static void tentative_weak_and_inline_definitions_do_not(void **state) {
    struct set s;
    open_set(&s);
    static const char both[] = "int table[4]; int counter; inline int twice(int x) { return 2 * x; }";
    char first[300];
    snprintf(first, sizeof first, "%s __attribute__((weak)) int f(void) { return 1; } int main(void) { return f() + counter + twice(1); }",
             both);
    add_c(&s, *state, "a.c", first, NULL);
    char second[300];
    snprintf(second, sizeof second, "%s int f(void) { return 2; } extern int twice(int);", both);
    add_c(&s, *state, "b.c", second, NULL);
    add_c(&s, *state, "c.c", "int counter = 7;", NULL);
    LLVMModuleRef module = link_set(&s, 0);
    if (!module) fail_msg("%s", buf_text(&s.m.text));
    LLVMValueRef counter = LLVMGetNamedGlobal(module, "counter");
    assert_int_equal(LLVMConstIntGetZExtValue(LLVMGetInitializer(counter)), 7);
    assert_int_equal(LLVMGetLinkage(LLVMGetNamedFunction(module, "f")), LLVMExternalLinkage);
    LLVMDisposeModule(module);
    close_set(&s);
}

static void pointer_sizes_must_agree(void **state) {
    struct set s;
    open_set(&s);
    add_c(&s, *state, "a.c", "int main(void) { return 0; }", "-m64");
    add_c(&s, *state, "b.c", "int x;", "-m32");
    expect_refused(&s, 0, "b.c: error: its pointers have 32 bits, those of a.c have 64\n");
    buf_free(&s.m.text);
    expect_refused(&s, 32, "a.c: error: its pointers have 64 bits, but 32 were asked for\n");
    close_set(&s);
}

// ---- other people's files ---------------------------------------------------------------------------------------------------------------

static void text_is_read(void **state) {
    (void)state;
    static const char text[] = "target datalayout = \"e-p:32:32\"\ndefine i32 @main() {\n  ret i32 0\n}\n";
    struct set s;
    open_set(&s);
    add_data(&s, "a.ll", text, sizeof text - 1);
    LLVMModuleRef module = link_set(&s, 32);
    assert_non_null(module);
    assert_true(has_body(module, "main"));
    LLVMDisposeModule(module);
    close_set(&s);
}

static void expect_unreadable(const char *name, const void *data, size_t n, const char *error) {
    struct set s;
    open_set(&s);
    add_data(&s, name, data, n);
    expect_refused(&s, 0, error);
    close_set(&s);
}

static void text_that_is_wrong_is_refused_with_its_place(void **state) {
    (void)state;
    static const char syntax[] = "define i32 @main() {\n  ret i32\n}\n", undefined[] = "define i32 @main() {\n  ret i32 %x\n}\n";
    expect_unreadable("a.ll", syntax, sizeof syntax - 1, "a.ll:3:1: error: expected value token\n");
    expect_unreadable("a.ll", undefined, sizeof undefined - 1, "a.ll:2:11: error: use of undefined value '%x'\n");
    expect_unreadable("a.ll", "\xff\xfe\x01\x02", 4, "a.ll:1:1: error: ");
}

static void text_that_is_well_formed_but_not_valid_is_refused(void **state) {
    (void)state;
    static const char text[] =
        "define i32 @main(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  ret i32 %x\n}\n";
    expect_unreadable("a.ll", text, sizeof text - 1, "a.ll: error: not LLVM text: Instruction does not dominate all uses!\n");
}

static void bytes_that_are_not_bitcode_are_refused(void **state) {
    (void)state;
    expect_unreadable("a.bc", "garbage", 7, "a.bc: error: not LLVM bitcode: it does not start like bitcode\n");
    expect_unreadable("a.bc", "", 0, "a.bc: error: not LLVM bitcode: it does not start like bitcode\n");
    expect_unreadable("a.bc", "BC\xc0\xde", 4, "a.bc: error: not LLVM bitcode: ");
    expect_unreadable("a.bc", "BC\xc0\xde garbage garbage garbage garbage", 36, "a.bc: error: not LLVM bitcode: ");
}

// Every cut and many flipped bytes: an error or a module, never a crash, and nothing printed.
static void damaged_bitcode_does_not_end_the_process(void **state) {
    struct set s;
    open_set(&s);
    struct front_unit *u = add_c(&s, *state, "a.c", "int f(int *p) { return *p; } int main(void) { int x = 0; return f(&x); }", NULL);
    uint32_t refused = 0, tried = 0;
    for (size_t i = 8; i < u->n_data; i += u->n_data / 40, tried++) {
        struct set t;
        open_set(&t);
        struct front_unit *d = add_data(&t, "d.bc", u->data, u->n_data);
        if (tried % 2)
            d->n_data = i & ~(size_t)3;
        else
            d->data[i] = (char)(d->data[i] ^ 0x55);
        LLVMModuleRef module = link_set(&t, 0);
        refused += !module;
        assert_int_equal(module == NULL, t.m.text.n > 0);
        if (module) LLVMDisposeModule(module);
        close_set(&t);
    }
    assert_true(refused >= tried / 2);
    close_set(&s);
}

static void another_clangs_bitcode_is_refused(void **state) {
    struct set s;
    open_set(&s);
    static const char text[] = "!llvm.ident = !{!0}\n!0 = !{!\"clang version 14.0.6\"}\n";
    struct front_unit *u = add_data(&s, "a.c", text, sizeof text - 1);
    (void)state;
    u->is_c = true;
    expect_refused(&s, 0, "a.c: error: compiled by clang version 14.0.6, but version 19 of clang is needed; name it with --clang PATH\n");
    u->is_c = false;
    close_set(&s);
}

// ---- symbols ----------------------------------------------------------------------------------------------------------------------------

static void add_symbol(void *context, LLVMValueRef global) {
    static const char *const kinds[] = {"local", "strong", "weak", "needed", "optional", "internal"};
    size_t n;
    if (front_symbol(global) != FRONT_INTERNAL) buf_printf(context, "%s %s, ", LLVMGetValueName2(global, &n), kinds[front_symbol(global)]);
}

static void symbols_have_their_linkage(void **state) {
    struct set s;
    open_set(&s);
    add_c(&s, *state, "a.c",
          "int strong = 1, tentative; static int local = 2; extern int needed; extern int unused;\n"
          "__attribute__((weak)) int weak = 3; extern int optional __attribute__((weak));\n"
          "inline int inlined(void) { return 1; } static inline int internal(void) { return 1; }\n"
          "extern int alias __attribute__((alias(\"strong\")));\n"
          "int f(void) { int x; return inlined() + internal() + local++ + needed + (&optional ? 1 : 0) + printf(\"\"); }\n",
          NULL);
    for (int lazy = 0; lazy < 2; lazy++) {
        LLVMModuleRef module = front_load(&s.llvm, s.all[0], lazy, &s.m);
        struct buf out = {0};
        front_each_symbol(module, add_symbol, &out);
        assert_string_equal(
            buf_text(&out),
            "f strong, inlined needed, internal local, printf needed, "
            "strong strong, weak weak, local local, needed needed, optional optional, .str local, tentative weak, alias strong, ");
        buf_free(&out);
        LLVMDisposeModule(module);
    }
    close_set(&s);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(files_of_one_program_are_linked),
        IN_FOLDER(variables_are_declared_in_the_old_debug_format),
        IN_FOLDER(two_definitions_clash),
        IN_FOLDER(tentative_weak_and_inline_definitions_do_not),
        IN_FOLDER(pointer_sizes_must_agree),
        cmocka_unit_test(text_is_read),
        cmocka_unit_test(text_that_is_wrong_is_refused_with_its_place),
        cmocka_unit_test(text_that_is_well_formed_but_not_valid_is_refused),
        cmocka_unit_test(bytes_that_are_not_bitcode_are_refused),
        IN_FOLDER(damaged_bitcode_does_not_end_the_process),
        cmocka_unit_test(another_clangs_bitcode_is_refused),
        IN_FOLDER(symbols_have_their_linkage),
    };
    return cmocka_run_group_tests_name("front/link", tests, NULL, NULL);
}
