// SPDX-License-Identifier: MIT
#include "replay/script.h"

enum tool { ASAN, CALLS, MSAN, PARAMS, LEAKS, MEMCHECK, PLAIN };
struct tool_info {
    const char *name, *flags;
    const char *part;  // of what it says, as an address of sed
    bool wide;         // 64 bits only
};
static const struct tool_info tools[] = {
    [ASAN] =
        {"AddressSanitizer",
         "-include \"$work/guards.h\" -fsanitize=address -fsanitize-address-use-after-scope -fsanitize-address-use-after-return=always",
         "/ERROR: AddressSanitizer\\|heapproof replay:/,/^$/", false},
    [CALLS] = {"AddressSanitizer", "-fsanitize=address,function", "/ERROR: AddressSanitizer/,/^$/",
               false},  // looks at functions where they are called
    [MSAN] = {"MemorySanitizer",
              "-fsanitize=memory -fno-sanitize-memory-param-retval -fsanitize-recover=memory -fno-sanitize-memory-use-after-dtor",
              "/WARNING: MemorySanitizer/,/^$/", true},
    [PARAMS] = {"MemorySanitizer", "-fsanitize=memory -fsanitize-memory-param-retval -fsanitize-recover=memory",
                "/WARNING: MemorySanitizer/,/^$/", true},
    [LEAKS] = {"valgrind", "", "1,$", true},
    [MEMCHECK] = {"valgrind", "", "/Invalid \\|uninitialised\\|Jump to the invalid/,/ Address 0x\\|== $/", false},
    [PLAIN] = {"a counting allocator", "", "1,$", false},
};

#define ZERO_PAGE "SEGV on unknown address 0x(0{5}(0{8})?|f{5}(f{8})?)[0-9a-f]{3}([^0-9a-f]|$)|address points to the zero page"
#define OUTSIDE                                                                                                                            \
    "(heap|stack|global|dynamic-stack|alloca)-buffer-(overflow|underflow)|negative-size-param|SEGV on unknown address|unknown-crash"
#define FAILS "heapproof replay: .* fails$"
#define LOST "(definitely|indirectly) lost: [0-9,]+ bytes in [1-9]"
#define UNSET "[Uu]se of uninitialised value|depends on uninitialised value|uninitialised byte"
// What sees a rule, the best first: what it has to say, and whether it has to say where.
static const struct sight {
    enum ir_rule rule;
    enum tool tool;
    bool place;
    const char *pattern;
    bool narrow;  // for 32 bits, where valgrind is seldom complete
} sights[] = {
    {IR_RULE_NULL_DEREFERENCE, ASAN, true, ZERO_PAGE, false},
    {IR_RULE_NULL_DEREFERENCE, CALLS, true, ZERO_PAGE "|SEGV on unknown address", false},
    {IR_RULE_USE_AFTER_FREE, ASAN, true, "heap-use-after-free", false},
    {IR_RULE_USE_AFTER_FREE, MEMCHECK, true, "Invalid (read|write)", false},
    {IR_RULE_USE_OUT_OF_SCOPE, ASAN, true, "stack-use-after-(scope|return)", false},
    {IR_RULE_USE_OUT_OF_SCOPE, MEMCHECK, true, "Invalid (read|write)|" UNSET, false},
    {IR_RULE_OUT_OF_BOUNDS, ASAN, true, OUTSIDE, false},
    {IR_RULE_OUT_OF_BOUNDS, MEMCHECK, true, "Invalid (read|write)", false},
    {IR_RULE_OVERLAPPING_COPY, ASAN, true, "-param-overlap", false},
    {IR_RULE_OVERLAPPING_COPY, MEMCHECK, true, "Source and destination overlap", false},
    {IR_RULE_UNINITIALISED_POINTER, MSAN, true, "use-of-uninitialized-value", false},
    {IR_RULE_UNINITIALISED_POINTER, PARAMS, true, "use-of-uninitialized-value", false},
    {IR_RULE_UNINITIALISED_POINTER, MEMCHECK, true, UNSET, false},
    {IR_RULE_UNINITIALISED_VALUE, MSAN, true, "use-of-uninitialized-value", false},
    {IR_RULE_UNINITIALISED_VALUE, MEMCHECK, true, UNSET, false},
    {IR_RULE_INVALID_FREE, ASAN, true, "attempting free on address which was not malloc|bad-free|attempting double-free", false},
    {IR_RULE_INVALID_FREE, PARAMS, true, "use-of-uninitialized-value", false},
    {IR_RULE_INVALID_FREE, MEMCHECK, true, UNSET "|Invalid free", false},
    {IR_RULE_DOUBLE_FREE, ASAN, true, "attempting double-free", false},
    {IR_RULE_MEMORY_LEAK, LEAKS, false, LOST, false},
    {IR_RULE_MEMORY_LEAK, PLAIN, false, "heapproof replay: still allocated", true},
    {IR_RULE_LEAK_AT_EXIT, LEAKS, false, LOST, false},
    {IR_RULE_LEAK_AT_EXIT, PLAIN, false, "heapproof replay: still allocated", true},
    {IR_RULE_MEMORY_CLEANUP, PLAIN, false, "heapproof replay: still allocated", false},
    {IR_RULE_ERROR_CALL, ASAN, true, FAILS, false},
    {IR_RULE_ASSERTION_FAILURE, ASAN, true, FAILS, false},
};

enum replay_purpose replay_purpose_of(enum ir_rule rule, uint32_t pointer_bits) {
    if ((rule == IR_RULE_MEMORY_LEAK || rule == IR_RULE_LEAK_AT_EXIT) && pointer_bits == 32) return REPLAY_COUNT;
    if (rule == IR_RULE_UNINITIALISED_POINTER || rule == IR_RULE_UNINITIALISED_VALUE || rule == IR_RULE_INVALID_FREE) return REPLAY_PAINT;
    return rule == IR_RULE_MEMORY_CLEANUP ? REPLAY_COUNT : REPLAY_SHOW;
}

// ---- parts -----------------------------------------------------------------------------------------------------------------------------

static void header(const char *title, struct buf *out) {
    buf_printf(out,
               "#!/bin/sh\n# %s\n# Status: 0 the run fails as reported, 1 it does not, 2 it could not be built, 3 only the interpreter "
               "sees this.\n",
               title);
}

void replay_script_unseen(const char *title, const char *why, struct buf *out) {
    header(title, out);
    buf_printf(out, "echo 'only the interpreter sees this: %s'\nexit 3\n", why);
}

// The end of the file's name, as far as it is on one line.
static const char *base_name(const char *path) {
    const char *start = path;
    for (; *path; path++)
        if (*path == '/' || (unsigned char)*path < 32) start = path + 1;
    return start;
}

// FILE:LINE as an extended regular expression; what could be something else in it stands for any character.
static void place(const struct check_finding *f, struct buf *out) {
    for (const char *s = base_name(f->place.file); *s; s++) {
        bool plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') || *s == '_' || *s == '-';
        buf_char(out, plain ? *s : '.');
    }
    buf_printf(out, ":%u([^0-9]|$)", f->place.line);
}

static void compile_unit(const struct replay_unit *u, uint32_t number, bool several, const char *symbols, struct buf *out) {
    buf_str(out, "    (cd ");
    replay_quote(out, u->directory);
    buf_str(out, several ? " && \"$clang\" -fcommon" : " && \"$clang\"");  // AddressSanitizer does not guard what is common
    for (uint32_t i = 0; i < u->n_flags; i++) {
        buf_char(out, ' ');
        replay_quote(out, u->flags[i]);
    }
    buf_printf(out, " $width $common \"$@\" -c -o \"$work/%u.o\" -- ", number);
    replay_quote(out, u->path);
    buf_str(out, ") 2>\"$work/built\" || unable\n");
    if (*symbols) buf_printf(out, "    objcopy%s \"$work/%u.o\" 2>\"$work/built\" || unable\n", symbols, number);
}

static void build(const struct replay_build *b, const char *symbols, struct buf *out) {
    buf_str(out, "# build FLAG...: the program and the harness, with these flags of a tool\nbuild() {\n");
    for (uint32_t i = 0; i < b->n; i++) compile_unit(&b->units[i], i + 1, b->n > 1, symbols, out);
    buf_str(out, "    \"$clang\" $width $common \"$@\" -o \"$work/program\"");
    for (uint32_t i = 0; i < b->n; i++) buf_printf(out, " \"$work/%u.o\"", i + 1);
    buf_str(out, " \"$harness\" $link -lm -lpthread -ldl 2>\"$work/built\" || unable\n}\n\n");
}

// AddressSanitizer guards globals behind, not before: the first one of a file gets a neighbour.
static const char *const guards =
    "cat >\"$work/guards.h\" <<'END'\n"
    "static char heapproof_replay_guard[32] __attribute__((used)) = {1}, heapproof_replay_zero_guard[32] __attribute__((used));\n"
    "static const char heapproof_replay_constant_guard[32] __attribute__((used)) = {1};\n"
    "static const char *const heapproof_replay_pointer_guard[4] __attribute__((used)) = {heapproof_replay_constant_guard};\n"
    "END\n\n";

static const char *const helpers =
    "# missing PATTERN PACKAGE: did the compiler or the linker miss what is in this package?\n"
    "missing() {\n    grep -Eq -- \"$1\" \"$work/built\" && echo \"the package $2 is missing\"\n}\n\n"
    "unable() {\n    head -n 12 \"$work/built\"\n    missing 'libclang_rt|sanitizer' libclang-rt-19-dev ||\n"
    "        missing 'crt1\\.o|cannot find -l(c|m|dl|pthread)([^a-z]|$)|stubs-32\\.h' \"$libraries\" ||\n"
    "        missing 'unable to execute command|invalid linker name' binutils\n    echo 'could not be built'\n    exit 2\n}\n\n"
    "need() {\n    command -v \"$1\" >/dev/null && return\n    echo \"$1 is needed: the package $2 is missing\"\n    exit 2\n}\n\n"
    "# run COMMAND...: in an empty folder, without input, for a limited time\n"
    "run() {\n    mkdir -p \"$work/empty\" && cd \"$work/empty\" || unable\n"
    "    timeout --foreground -k 2 \"$limit\" \"$@\" </dev/null >\"$work/output\" 2>\"$work/says\"\n    status=$?\n"
    "    echo \"exit status $status\" >>\"$work/says\"\n    case $status in 124 | 137) late=1 ;; esac\n}\n\n"
    "# A tool that does not start says nothing about the program.\n"
    "started() {\n    grep -q '^valgrind: *Cannot continue' \"$work/says\" || return 0\n    cat \"$work/says\"\n"
    "    echo 'valgrind cannot run the program (for 32 bits it needs libc6-dbg:i386)'\n    exit 2\n}\n\n"
    "# sees TOOL PART PATTERN PLACE: does what was said contain both?\n"
    "sees() {\n    sed -n \"$2p\" \"$work/says\" >\"$work/part\"\n"
    "    grep -aEq -- \"$3\" \"$work/part\" || return\n    grep -aEq -- \"$4\" \"$work/part\" || return\n"
    "    head -n 40 \"$work/part\"\n    echo \"confirmed: seen by $1\"\n    exit 0\n}\n\n";

// How the program is run under a tool.
static void run_under(enum tool tool, bool narrow, struct buf *out) {
    switch (tool) {
    case ASAN:
    case CALLS:
        buf_printf(out,
                   "run env ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0:handle_abort=0:strict_string_checks=1:"
                   "allocator_may_return_null=1:redzone=256:fast_unwind_on_fatal=%d:symbolize=1 \"$work/program\"\n",
                   narrow);
        return;
    case MSAN:
    case PARAMS: buf_str(out, "run env MSAN_OPTIONS=halt_on_error=0:allocator_may_return_null=1 \"$work/program\"\n"); return;
    case LEAKS:
        buf_str(
            out,
            "need valgrind valgrind\nrun valgrind --leak-check=full --show-leak-kinds=definite,indirect --undef-value-errors=no --num-callers=30 "
            "\"$work/program\"\n");
        return;
    case MEMCHECK:
        buf_str(out, "need valgrind valgrind\nrun valgrind --leak-check=no --malloc-fill=0xa5 --num-callers=30 \"$work/program\"\n");
        return;
    case PLAIN: buf_str(out, "run \"$work/program\"\n"); return;
    }
}

static void look(const struct replay_build *b, const struct sight *s, const struct check_finding *f, enum replay_stack stack,
                 struct buf *out) {
    static const char *const fills[] = {"", " -ftrivial-auto-var-init=zero", " -ftrivial-auto-var-init=pattern"};
    const struct tool_info *t = &tools[s->tool];
    if ((t->wide && b->pointer_bits == 32) || (s->narrow && b->pointer_bits != 32)) return;
    buf_printf(out, "build %s%s\n", t->flags, s->tool == MSAN || s->tool == PARAMS ? "" : fills[stack]);
    run_under(s->tool, b->pointer_bits == 32, out);
    if (s->tool == LEAKS || s->tool == MEMCHECK) buf_str(out, "started\n");
    buf_printf(out, "sees '%s' '%s' '%s' '", t->name, t->part, s->pattern);
    if (s->place && f->place.line)
        place(f, out);
    else
        buf_char(out, '.');
    buf_str(out, "'\ncat \"$work/says\"\n\n");
}

void replay_script(const struct replay_build *b, const struct check_finding *f, const char *title, const char *symbols,
                   enum replay_stack stack, struct buf *out) {
    bool narrow = b->pointer_bits == 32;
    header(title, out);
    buf_str(out, "harness=$(CDPATH= cd -- \"$(dirname -- \"$0\")\" && pwd)/$(basename -- \"$0\" .sh).c || exit 2\nclang=");
    replay_quote(out, b->clang);
    buf_str(out,
            "\nlate=\nlimit=${HEAPPROOF_REPLAY_SECONDS:-20}\nwork=$(mktemp -d) || exit 2\ntrap 'rm -rf -- \"$work\"' EXIT\ntrap 'exit 2' "
            "HUP INT "
            "TERM\n"
            "unset ASAN_OPTIONS MSAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS VALGRIND_OPTS\n");
    buf_str(out, "common='-O0 -gdwarf-4 -fno-omit-frame-pointer -fno-strict-aliasing -fno-optimize-sibling-calls -Wno-everything'\n");
    buf_printf(out, "width='%s'\nlink='%s'\nlibraries=%s\n", narrow ? "-m32 -idirafter /usr/include/x86_64-linux-gnu" : "-m64",
               narrow ? "--rtlib=compiler-rt --unwindlib=none" : "", narrow ? "libc6-dev-i386" : "libc6-dev");
    buf_str(out,
            "export LC_ALL=C\nfor s in llvm-symbolizer-19 llvm-symbolizer; do\n    ASAN_SYMBOLIZER_PATH=$(command -v $s) && break\ndone\n"
            "export ASAN_SYMBOLIZER_PATH MSAN_SYMBOLIZER_PATH=\"$ASAN_SYMBOLIZER_PATH\"\n\n");
    buf_str(out, guards);
    buf_str(out, helpers);
    buf_str(out, "need \"$clang\" clang-19\n");
    if (*symbols) buf_str(out, "need objcopy binutils\n");
    build(b, symbols, out);
    for (uint32_t i = 0; i < sizeof sights / sizeof *sights; i++)
        if (sights[i].rule == f->rule) look(b, &sights[i], f, stack, out);
    if (stack == REPLAY_OTHERS)
        buf_str(out, "echo 'only the interpreter sees this: the run depends on what an uninitialised variable happens to hold'\nexit 3\n");
    else
        buf_str(out,
                "if [ \"$late\" ]; then\n    echo 'not confirmed: the run did not end in time'\n    exit 2\nfi\n"
                "echo 'not confirmed: the run did not fail as reported'\nexit 1\n");
}
