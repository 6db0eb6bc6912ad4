// SPDX-License-Identifier: MIT
// Programs for tests of the interpreter, in the text form.  A line that ends with " !N" stands at line N of the C file.
#ifndef HP_TESTS_EXEC_PROGRAM_H
#define HP_TESTS_EXEC_PROGRAM_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exec/exec.h"
#include "ir/text.h"

// A leak at exit is one of memory here.
#define MEMORY_RULES (((1u << IR_RULE_MEMORY_CLEANUP) - 1) & ~(1u << IR_RULE_LEAK_AT_EXIT))
#define REACHABILITY_RULES (1u << IR_RULE_ERROR_CALL | 1u << IR_RULE_ASSERTION_FAILURE)
#define DEFAULT_RULES (MEMORY_RULES | REACHABILITY_RULES | 1u << IR_RULE_BROKEN_PROMISE)

static const char prelude_64[] =
    "hir 1\npointer 64\nfile 0 \"t.c\"\n"
    "declare @malloc(i64) -> ptr\ndeclare @calloc(i64, i64) -> ptr\ndeclare @free(ptr)\ndeclare @exit(i32) noreturn\n"
    "declare @abort() noreturn\ndeclare @atexit(ptr) -> i32\n"
    "declare @__VERIFIER_nondet_int() -> i32\ndeclare @reach_error()\ndeclare @mystery(ptr) -> ptr\n"
    "declare @qsort(ptr, i64, i64, ptr)\ndeclare @putchar(i32) -> i32\n";
static const char prelude_32[] =
    "hir 1\npointer 32\nfile 0 \"t.c\"\n"
    "declare @malloc(i32) -> ptr\ndeclare @free(ptr)\ndeclare @__VERIFIER_nondet_int() -> i32\n";

// " !N" at the end of a line becomes " !0:N:1".
static inline void program_places(const char *text, struct buf *out) {
    for (const char *s = text; *s; s++) {
        if (s[0] == '!' && s > text && s[-1] == ' ' && strspn(s + 1, "0123456789") && s[1 + strspn(s + 1, "0123456789")] == '\n') {
            buf_str(out, "!0:");
            for (s++; *s != '\n'; s++) buf_char(out, *s);
            buf_str(out, ":1");
        }
        buf_char(out, *s);
    }
}

static inline struct ir_program *program_of(const char *prelude, const char *text) {
    struct buf all = {0}, error = {0};
    buf_str(&all, prelude);
    program_places(text, &all);
    struct ir_program *p = ir_parse("test.hir", all.text, all.n, &error);
    if (!p) fail_msg("%s\n%s", buf_text(&error), buf_text(&all));
    buf_free(&all);
    buf_free(&error);
    return p;
}

static inline uint32_t program_entry(const struct ir_program *p, const char *name) {
    ir_val v = ir_find(p, name);
    assert_int_equal(ir_tag(v), IR_FUNC);
    return ir_index(v);
}

// Runs the text's main.  Locations and inputs in *r stay valid; the program is gone.
static inline void program_run_with(const char *prelude, const char *text, const struct exec_options *o, struct exec_result *r) {
    struct ir_program *p = program_of(prelude, text);
    exec_run(p, program_entry(p, "main"), o, r);
    ir_program_free(p);
}

// "returned 0", "fault use-after-free 7", "returned 0; memory-leak 5", "unknown REASON": what a test expects.
static inline void program_summary(const struct exec_result *r, struct buf *b) {
    buf_str(b, exec_outcomes[r->outcome]);
    if (r->outcome == EXEC_RETURNED || r->outcome == EXEC_EXITED) buf_printf(b, " %d", r->status);
    if (r->reason) buf_printf(b, " (%s)", r->reason);
    for (uint32_t i = 0; i < r->n_faults; i++) buf_printf(b, "; %s %u", ir_rules[r->faults[i].rule].text, r->faults[i].place.loc.line);
    if (r->assumed) buf_str(b, "; assumed");
}

static inline void program_expect_with(const char *prelude, const char *text, const struct exec_options *o, const char *expected) {
    struct exec_result r;
    struct buf b = {0};
    program_run_with(prelude, text, o, &r);
    program_summary(&r, &b);
    if (strcmp(buf_text(&b), expected) != 0) {
        for (uint32_t i = 0; i < r.n_faults; i++) print_message("%s\n", r.faults[i].message);
    }
    assert_string_equal(buf_text(&b), expected);
    buf_free(&b);
    exec_result_free(&r);
}

static inline void program_expect(const char *text, const char *expected) {
    program_expect_with(prelude_64, text, &(struct exec_options){.rules = DEFAULT_RULES}, expected);
}

// The body of a main without parameters.
static inline void body_expect(const char *body, const char *expected) {
    struct buf b = {0};
    buf_printf(&b, "func @main() -> i32 {\n%s}\n", body);
    program_expect(b.text, expected);
    buf_free(&b);
}
#endif
