// SPDX-License-Identifier: MIT
// What LLVM can say and C programs seldom do: it keeps its meaning, or is refused by name.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/front.h"
#include "ir/text.h"

#define TARGET                                                                                                                             \
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"                            \
    "target triple = \"x86_64-pc-linux-gnu\"\n"

// The program's text, without the places at the ends of its lines.
static void translate(void **state, const char *name, const char *source, struct buf *out) {
    struct front_options options = {.jobs = 1};
    struct front_messages m = {0};
    struct buf text = {0};
    const char *file = folder_write(*state, name, source);
    struct ir_program *p = front_read(&options, &file, 1, &m);
    if (!p) fail_msg("%s", buf_text(&m.text));
    ir_print(p, &text);
    for (const char *s = buf_text(&text); *s; s++) {
        if (s[0] == ' ' && s[1] == '!') s += strcspn(s, "\n");
        buf_printf(out, "%c", *s);
    }
    ir_program_free(p);
    buf_free(&text);
    buf_free(&m.text);
}

static void expect(void **state, const char *name, const char *source, const char *text) {
    struct buf out = {0};
    translate(state, name, source, &out);
    if (!strstr(buf_text(&out), text)) fail_msg("expected \"%s\" in:\n%s", text, buf_text(&out));
    buf_free(&out);
}

static void expect_without(void **state, const char *name, const char *source, const char *text) {
    struct buf out = {0};
    translate(state, name, source, &out);
    if (strstr(buf_text(&out), text)) fail_msg("unexpected \"%s\" in:\n%s", text, buf_text(&out));
    buf_free(&out);
}

static void a_value_put_into_an_aggregate_outlives_its_variable(void **state) {
    expect(state, "a.ll",
           TARGET
           "define i32 @f() {\n"
           "  %x = alloca i32\n"
           "  store i32 1, ptr %x\n"
           "  %a = load i32, ptr %x\n"
           "  %s = insertvalue {i32, i32} undef, i32 %a, 0\n"
           "  store i32 5, ptr %x\n"
           "  %r = extractvalue {i32, i32} %s, 0\n"
           "  ret i32 %r\n"
           "}\n",
           "  %0: i32 = copy %x\n  %x = copy i32 5\n  ret %0\n");
}

static void a_part_of_a_phi_outlives_the_phi(void **state) {
    expect(state, "a.ll",
           TARGET
           "define i32 @f({i32, i32} %a, i1 %c) {\n"
           "entry:\n  br label %loop\n"
           "loop:\n"
           "  %p = phi {i32, i32} [ %a, %entry ], [ zeroinitializer, %loop ]\n"
           "  %x = extractvalue {i32, i32} %p, 1\n"
           "  br i1 %c, label %loop, label %end\n"
           "end:\n  ret i32 %x\n"
           "}\n",
           "loop:\n  %0: i32 = copy %p.2\n");
}

static void an_address_computed_before_a_variable_is_born_points_into_it(void **state) {
    expect(state, "a.ll",
           TARGET
           "declare void @llvm.lifetime.start.p0(i64, ptr)\n"
           "declare void @llvm.lifetime.end.p0(i64, ptr)\n"
           "define void @f(ptr %n) {\n"
           "  %a = alloca [4 x i32]\n"
           "  %i = load i32, ptr %n\n"
           "  %e = getelementptr [4 x i32], ptr %a, i32 0, i32 %i\n"
           "  br label %in\n"
           "in:\n"
           "  call void @llvm.lifetime.start.p0(i64 16, ptr %a)\n"
           "  store i32 1, ptr %e\n"
           "  store ptr %e, ptr %n\n"
           "  call void @llvm.lifetime.end.p0(i64 16, ptr %a)\n"
           "  ret void\n"
           "}\n",
           "  enter $a\n  store i32 1, [$a + 4*%0]\n  %1: ptr = addr [$a + 4*%0]\n  store %1, [%n]\n  leave $a\n");
}

static void a_naked_function_is_refused(void **state) {
    expect(state, "a.c", "__attribute__((naked)) int f(void) { __asm__(\"ret\"); }", "unmodelled \"naked function\"");
}

static void memory_in_another_space_is_refused(void **state) {
    static const char *const uses[] = {
        "return p->a[0];",
        "p->a[0] = 1; return 0;",
        "struct s x = *p; return x.a[1];",
        "return __sync_fetch_and_add(&p->a[0], 1);",
        "return __sync_val_compare_and_swap(p->a, 1, 2);",
    };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        char source[200];
        snprintf(source, sizeof source, "struct s { int a[20]; };\nint f(struct s __seg_gs *p) { %s }", uses[i]);
        expect(state, "a.c", source, "unmodelled \"address space\"");
    }
    expect(state, "a.c", "int g; int f(void) { return *(int __seg_gs *)&g; }", "unmodelled \"address space\"");
}

static void a_vector_of_pointers_is_no_number(void **state) {
    expect(state, "a.ll",
           TARGET
           "declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)\n"
           "define <2 x i32> @f(<2 x ptr> %p) {\n"
           "  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %p, i32 4, <2 x i1> <i1 1, i1 1>, <2 x i32> undef)\n"
           "  ret <2 x i32> %v\n"
           "}\n",
           "unmodelled \"llvm.masked.gather.v2i32.v2p0\"");
}

static void a_function_may_be_variadic_from_the_first_argument(void **state) {
    const char *file = "a.ll";
    expect(state, file,
           TARGET
           "define i32 @f(...) {\n  ret i32 0\n}\n"
           "define i32 @main() {\n  %r = call i32 (...) @f(i32 7)\n  ret i32 %r\n}\n",
           "call @f(i32 7) varargs $varargs");
    expect(state, file,
           TARGET
           "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n"
           "define i32 @main() {\n  %r = call i32 (...) @f(i32 7)\n  ret i32 %r\n}\n",
           "call @f(i32 7)\n");
}

static void a_copied_argument_is_aligned_as_c_says(void **state) {
    expect(state, "a.c",
           "struct wide { _Alignas(64) char c[64]; } w;\n"
           "static char f(struct wide x) { return x.c[0]; }\n"
           "int main(void) { return f(w); }\n",
           "slot $byval size 64 align 64 scoped");
}

static void variadic_arguments_are_aligned_as_c_says(void **state) {
    expect(state, "a.c",
           "struct wide { _Alignas(64) char c[64]; } w;\n"
           "static void f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); __builtin_va_arg(a, struct wide); }\n"
           "int main(void) { f(1, 2, w); }\n",
           "  copy [$varargs + 64], [@w], i64 64\n");
    expect(state, "a.c",
           "struct wide { _Alignas(64) char c[64]; } w;\n"
           "static void f(int n, ...) {}\n"
           "int main(void) { f(1, 2, w); }\n",
           "slot $varargs size 128 align 64 scoped");
}

static void an_argument_in_two_registers_that_c_aligns_is_refused(void **state) {
    expect(state, "a.c", "__int128 f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return __builtin_va_arg(a, __int128); }",
           "unmodelled \"va_arg of a type aligned to 16 bytes\"");
    expect_without(state, "a.c",
                   "long double f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return __builtin_va_arg(a, long double); }",
                   "unmodelled");
}

static void assembly_is_refused(void **state) {
    static const char refusal[] = "unmodelled \"inline assembly\"";
    expect(state, "a.c", "void f(int *p, int v) { __asm__ volatile(\"movl %0,%1\" :: \"r\"(v), \"m\"(*p)); }", refusal);
    expect(state, "a.c", "void f(int *p) { __asm__ volatile(\"movl $5,(%0)\" :: \"r\"(p)); }", refusal);
    expect(state, "a.c", "void f(int *p) { int x; __asm__(\"movl %a1,%0\" : \"=r\"(x) : \"p\"(p)); }", refusal);
    expect(state, "a.c", "int g; void f(void) { __asm__ volatile(\"movl $5,g(%rip)\"); }", refusal);
    expect(state, "a.c", "void f(long n) { __asm__ volatile(\"mov %0,%%rsp\" :: \"r\"(n)); }", refusal);
    expect(state, "a.c", "void f(void) { __asm__ volatile(\"syscall\" ::: \"memory\"); }", refusal);
    expect(state, "a.c", "void f(void) { __asm__ volatile(\"nop; rep movsb\"); }", refusal);
    expect(state, "a.c", "__asm__(\".globl f; f: ret\"); int main(void) { return 0; }", "unmodelled \"assembly outside of functions\"");
}

static void what_decides_itself_what_runs_is_refused(void **state) {
    expect(state, "a.c", "int main(void) { return 0; } void _start(void) {}", "unmodelled \"the program's own '_start'\"");
    expect(state, "a.c", "static void *pick(void) { return 0; } int f(void) __attribute__((ifunc(\"pick\")));",
           "unmodelled \"the resolver of an ifunc\"");
    expect(state, "a.c", "__attribute__((section(\".init\"))) void f(void) {} int main(void) { return 0; }",
           "unmodelled \"'f' in section .init\"");
}

static void assembly_that_does_nothing_is_passed_over(void **state) {
    expect_without(state, "a.c", "void f(int *p, int v) { __asm__ volatile(\"\" :: \"r\"(v), \"m\"(*p) : \"memory\"); }", "unmodelled");
    expect_without(state, "a.c", "void f(void) { __asm__ volatile(\"rep; nop\\n\\tmfence\\n# that is all; int3\" ::: \"memory\"); }", "unmodelled");
    expect_without(state, "a.c", "int f(int v) { int x; __asm__(\"movl %1,%0\\n\\taddl $5,%k0\" : \"=&r\"(x) : \"r\"(v)); return x; }", "unmodelled");
    expect_without(state, "a.c", "long f(void) { long x; __asm__(\"mov %%rsp, %0\" : \"=r\"(x)); return x; }", "unmodelled");
    expect_without(state, "a.c", "__asm__(\"# nothing\"); int main(void) { return 0; }", "unmodelled");
    expect(state, "a.c", "void f(int *p) { __asm__(\"\" : \"=m\"(*p)); }", "havoc [%p], i64 4, \"inline assembly\"");
    expect_without(state, "a.c", "void f(int *p) { __asm__(\"\" : \"+m\"(*p)); }", "havoc");
}

static void variables_in_the_place_of_the_result_have_no_scope_of_their_own(void **state) {
    expect(state, "a.ll",
           TARGET
           "define i64 @f() !dbg !4 {\n"
           "  %retval = alloca i64\n"
           "  call void @llvm.dbg.declare(metadata ptr %retval, metadata !6, metadata !DIExpression()), !dbg !8\n"
           "  store i64 1, ptr %retval, !dbg !8\n"
           "  %r = load i64, ptr %retval, !dbg !9\n"
           "  ret i64 %r, !dbg !9\n"
           "}\n"
           "declare void @llvm.dbg.declare(metadata, metadata, metadata)\n"
           "!llvm.dbg.cu = !{!0}\n"
           "!llvm.module.flags = !{!2}\n"
           "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n"
           "!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
           "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
           "!3 = !DISubroutineType(types: !{null})\n"
           "!4 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)\n"
           "!5 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n"
           "!6 = !DILocalVariable(name: \"s\", scope: !7, file: !1, line: 2, type: !5)\n"
           "!7 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2, column: 5)\n"
           "!8 = !DILocation(line: 2, column: 7, scope: !7)\n"
           "!9 = !DILocation(line: 3, column: 1, scope: !4)\n",
           "unmodelled \"scope of 's'\"");
}

static void a_variable_that_control_only_jumps_to_has_no_known_scope(void **state) {
    expect(state, "a.c", "int *p; void f(void) { goto in; { int x; in: x = 1; p = &x; } }", "unmodelled \"scope of 'x'\"");
    expect(state, "a.c", "int *p; void f(int n) { switch (n) { int x; case 1: { x = 1; p = &x; } } }", "unmodelled \"scope of 'x'\"");
    expect(state, "a.c", "int *p; void f(int n) { switch (n) { int x; default: x = 1; p = &x; goto end; } end:; }",
           "unmodelled \"scope of 'x'\"");
    expect(state, "a.c", "int *p; void f(int n) { switch (n) { int x; case 1: switch (n) { default: x = 1; p = &x; } } }",
           "unmodelled \"scope of 'x'\"");
    expect_without(state, "a.c", "int g(int *); int f(int n) { switch (n) { case 1: n = 2; }\nreturn ({ int x = n; g(&x);\nx + 1;\n}); }",
                   "unmodelled");
    expect_without(state, "a.c", "int g(int *); int f(int n) { goto out; { int x[2]; n = g(x); } out: return n; }", "unmodelled");
}

static void a_variable_declared_before_the_cases_lives_in_the_switch(void **state) {
    const char *text = "int *p; void f(int n) { switch (n) { int x; default: x = 1; p = &x; } p = 0; }";
    expect(state, "a.c", text, "enter $x");
    expect(state, "a.c", text, "leave $x");
    expect_without(state, "a.c", text, "unmodelled");
}

static void missing_scopes_are_noted(void **state) {
    struct front_options options = {.jobs = 1};
    struct front_messages m = {0};
    const char *file = folder_write(*state, "a.ll", TARGET "define void @f() {\n  ret void\n}\n");
    struct ir_program *p = front_read(&options, &file, 1, &m);
    assert_non_null(p);
    assert_non_null(strstr(buf_text(&m.text), "a.ll: note: no debug information: variables without lifetime markers"));
    ir_program_free(p);
    buf_free(&m.text);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)
    const struct CMUnitTest tests[] = {
        TEST(a_value_put_into_an_aggregate_outlives_its_variable),
        TEST(a_part_of_a_phi_outlives_the_phi),
        TEST(an_address_computed_before_a_variable_is_born_points_into_it),
        TEST(a_naked_function_is_refused),
        TEST(memory_in_another_space_is_refused),
        TEST(a_vector_of_pointers_is_no_number),
        TEST(a_function_may_be_variadic_from_the_first_argument),
        TEST(a_copied_argument_is_aligned_as_c_says),
        TEST(variadic_arguments_are_aligned_as_c_says),
        TEST(an_argument_in_two_registers_that_c_aligns_is_refused),
        TEST(assembly_is_refused),
        TEST(what_decides_itself_what_runs_is_refused),
        TEST(assembly_that_does_nothing_is_passed_over),
        TEST(variables_in_the_place_of_the_result_have_no_scope_of_their_own),
        TEST(a_variable_that_control_only_jumps_to_has_no_known_scope),
        TEST(a_variable_declared_before_the_cases_lives_in_the_switch),
        TEST(missing_scopes_are_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
