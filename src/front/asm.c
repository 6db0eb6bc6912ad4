// SPDX-License-Identifier: MIT
// Assembly is unknown by name, unless it provably does nothing but set its outputs, which are arbitrary then: an empty template,
// instructions that wait or order accesses, and those that compute in registers alone.
#include <ctype.h>
#include <string.h>

#include "front/translate.h"

enum kind { OUTPUT, MEMORY_OUTPUT, INPUT, MEMORY_INPUT, CLOBBER, TARGET };
struct operand {
    enum kind kind;
    bool in_register;    // OUTPUT, INPUT: or a constant; it is written without parentheses
    int tied;            // INPUT: number of the output it shares a place with, or -1
    LLVMValueRef value;  // of all that have an argument
    unsigned arg;
};
struct assembly {
    VEC(struct operand) operands;
    bool att;    // operands in the order of AT&T
    bool empty;  // nothing at all happens
    bool idle;   // nothing happens but to the outputs
};

static enum kind kind_of(const char *s) {
    if (s[0] == '~') return CLOBBER;
    if (s[0] == '!') return TARGET;
    if (s[0] == '=') return strcspn(s, "*") < strcspn(s, ",") ? MEMORY_OUTPUT : OUTPUT;
    return s[0] == '*' ? MEMORY_INPUT : INPUT;
}

static void read_constraints(struct assembly *a, LLVMValueRef i, const char *s) {
    unsigned arg = 0;
    while (*s) {
        struct operand o = {.kind = kind_of(s), .tied = isdigit((unsigned char)*s) ? atoi(s) : -1};
        const char *letter = s + strspn(s, "=&");
        o.in_register = isdigit((unsigned char)*letter) || (*letter && strchr("rqQ{in", *letter));
        if (o.kind == MEMORY_OUTPUT || o.kind == INPUT || o.kind == MEMORY_INPUT) {
            o.arg = arg;
            if (arg < LLVMGetNumArgOperands(i)) o.value = LLVMGetOperand(i, arg++);
        }
        vec_push(&a->operands, o);
        s += strcspn(s, ",");
        if (*s) s++;
    }
}

// ---- what provably does nothing ------------------------------------------------------------------------------------------------------

static const char *const idle[] = {"nop", "pause", "rep", "mfence", "lfence", "sfence", "rdtsc", "rdtscp"};
// With an optional letter for the width; the last operand is written, the others are read.
static const char *const plain[] = {"mov", "add", "sub", "and", "or", "xor", "not", "neg", "inc", "dec", "shl", "shr", "sar", "bswap",
                                    "lzcnt", "tzcnt", "popcnt"};

static bool is_one_of(const char *const *words, size_t n_words, const char *s, size_t n, bool widths) {
    for (size_t k = 0; k < n_words; k++) {
        size_t m = strlen(words[k]);
        if (strncmp(s, words[k], m < n ? m : n) != 0 || m > n) continue;
        if (n == m || (widths && n == m + 1 && strchr("bwlq", s[m]))) return true;
    }
    return false;
}
#define IS_ONE_OF(words, s, n, widths) is_one_of((words), sizeof(words) / sizeof *(words), (s), (n), (widths))

// An operand of an instruction in LLVM's spelling: $0 or ${0:w} is an operand of the assembly, $$5 a number, %eax a register.
static bool is_register(const struct assembly *a, const char *s, size_t n, bool written) {
    if (n > 1 && s[0] == '%') return !written && strspn(s + 1, "abcdefghijklmnopqrstuvwxyz0123456789") == n - 1;
    if (n > 2 && s[0] == '$' && s[1] == '$') return !written && strspn(s + 2, "-0123456789abcdefx") >= n - 2;
    size_t at = n > 1 && s[0] == '$' && s[1] == '{' ? 2 : 1;
    if (n <= at || s[0] != '$' || !isdigit((unsigned char)s[at])) return false;
    const char *after = s + at + strspn(s + at, "0123456789");
    if (at == 1 ? after != s + n : after + 3 != s + n || *after != ':' || !strchr("bwkqh", after[1])) return false;
    uint32_t k = (uint32_t)atoi(s + at);
    if (k >= a->operands.n || !a->operands.at[k].in_register) return false;
    return a->operands.at[k].kind == OUTPUT || (a->operands.at[k].kind == INPUT && !written);
}

static bool has_registers_alone(const struct assembly *a, const char *s, const char *end) {
    while (s < end) {
        const char *next = memchr(s, ',', (size_t)(end - s)), *stop = next ? next : end;
        while (s < stop && isblank((unsigned char)*s)) s++;
        const char *last = stop;
        while (last > s && isblank((unsigned char)last[-1])) last--;
        if (!is_register(a, s, (size_t)(last - s), !next)) return false;
        s = stop + 1;
    }
    return true;
}

static bool does_nothing(const struct assembly *a, const char *s, const char *end) {
    while (s < end && isspace((unsigned char)*s)) s++;
    while (end > s && isspace((unsigned char)end[-1])) end--;
    if (s == end || *s == '#') return true;
    const char *word = s;
    while (s < end && !isspace((unsigned char)*s)) s++;
    if (IS_ONE_OF(idle, word, (size_t)(s - word), false)) return does_nothing(a, s, end);
    return a->att && IS_ONE_OF(plain, word, (size_t)(s - word), true) && s < end && has_registers_alone(a, s, end);
}

// Instructions end with the line or a semicolon, a comment with the line alone.
static bool is_idle(const struct assembly *a, const char *s) {
    while (*s) {
        size_t line = strcspn(s, "\n"), n = s[strspn(s, " \t")] == '#' ? line : strcspn(s, ";\n");
        if (!does_nothing(a, s, s + n)) return false;
        s += n + (s[n] != 0);
    }
    return true;
}

static void read_assembly(struct assembly *a, LLVMValueRef i) {
    size_t n;
    LLVMValueRef code = LLVMGetCalledValue(i);
    const char *s = LLVMGetInlineAsmConstraintString(code, &n);
    char *copy = strndup(s, n);
    if (!copy) base_out_of_memory();
    read_constraints(a, i, copy);
    free(copy);
    s = LLVMGetInlineAsmAsmString(code, &n);
    a->att = LLVMGetInlineAsmDialect(code) == LLVMInlineAsmDialectATT;
    a->empty = s[strspn(s, " \t\r\n")] == 0;
    a->idle = is_idle(a, s);
}

static bool is_input_too(const struct assembly *a, const struct operand *output) {
    for (uint32_t k = 0; k < a->operands.n; k++)
        if (a->operands.at[k].kind == MEMORY_INPUT && a->operands.at[k].value == output->value) return true;
    return false;
}

// An output in memory is overwritten, as far as the compiler knows, even if nothing is written; one that is an input too keeps its value.
static bool may_change(const struct assembly *a, const struct operand *o) {
    return o->value && o->kind == MEMORY_OUTPUT && !(a->empty && is_input_too(a, o));
}

static void havoc_memory(struct front_fn *f, LLVMValueRef i, const struct assembly *a) {
    for (uint32_t k = 0; k < a->operands.n; k++) {
        const struct operand *o = &a->operands.at[k];
        if (!may_change(a, o)) continue;
        LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(i, o->arg + 1, f->tr->elementtype);
        uint64_t size = attribute ? front_size(f->tr, LLVMGetTypeAttributeValue(attribute)) : 0;
        struct ir_addr to = front_address(f, o->value);
        if (size) ir_build_havoc(&f->b, &to, front_int(f, ir_word(f->tr->program), size), "inline assembly");
    }
}

// With an empty template an output that is tied to an input is that input.
static const struct operand *tied_input(const struct assembly *a, int output) {
    for (uint32_t k = 0; k < a->operands.n && a->empty; k++)
        if (a->operands.at[k].kind == INPUT && a->operands.at[k].tied == output) return &a->operands.at[k];
    return NULL;
}

static ir_val output_value(struct front_fn *f, const struct assembly *a, int output, ir_type type) {
    const struct operand *in = tied_input(a, output);
    if (in && in->value && front_scalar(f->tr, LLVMTypeOf(in->value)) == type)
        return ir_build_let_temp(&f->b, type, IR_COPY_, front_operand(f, in->value), IR_NOTHING, IR_NOTHING);
    uint32_t dst = ir_build_local(&f->b, NULL, type, IR_NO_TYPE, IR_TEMP);
    ir_build_any(&f->b, dst, "inline assembly");
    return ir_val_of(IR_LOCAL, dst);
}

static void bind_outputs(struct front_fn *f, LLVMValueRef i, const struct assembly *a) {
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    uint32_t n = 0;
    if (!front_flatten(f->tr, LLVMTypeOf(i), &p)) p.n = 0;
    for (uint32_t k = 0; k < a->operands.n && n < p.n; k++)
        if (a->operands.at[k].kind == OUTPUT) {
            parts[n] = output_value(f, a, (int)k, p.at[n].type);
            n++;
        }
    front_bind_parts(f, i, parts, n);
}

void front_asm(struct front_fn *f, LLVMValueRef i) {
    struct assembly a = {0};
    read_assembly(&a, i);
    if (!a.idle) ir_build_unmodelled(&f->b, "inline assembly");
    havoc_memory(f, i, &a);
    bind_outputs(f, i, &a);
    vec_free(&a.operands);
}

// What stands outside of functions may define or run anything.
bool front_asm_is_idle(const char *text) {
    const struct assembly none = {0};
    return is_idle(&none, text);
}
