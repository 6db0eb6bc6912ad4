// SPDX-License-Identifier: MIT
// Inline assembly: outputs are arbitrary, memory operands that it may write are havocked; an empty template changes nothing.
#include <ctype.h>
#include <string.h>

#include "front/translate.h"

enum kind { OUTPUT, MEMORY_OUTPUT, INPUT, MEMORY_INPUT, CLOBBER, TARGET };
struct operand {
    enum kind kind;
    int tied;            // INPUT: number of the output it shares a place with, or -1
    LLVMValueRef value;  // of all that have an argument
    unsigned arg;
};
struct assembly {
    VEC(struct operand) operands;
    bool clobbers_memory, empty;
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
        if (o.kind == CLOBBER && strncmp(s, "~{memory}", 9) == 0) a->clobbers_memory = true;
        if (o.kind == MEMORY_OUTPUT || o.kind == INPUT || o.kind == MEMORY_INPUT) {
            o.arg = arg;
            if (arg < LLVMGetNumArgOperands(i)) o.value = LLVMGetOperand(i, arg++);
        }
        vec_push(&a->operands, o);
        s += strcspn(s, ",");
        if (*s) s++;
    }
}

static bool is_blank(const char *s) {
    return s[strspn(s, " \t\r\n")] == 0;
}

static void read_assembly(struct assembly *a, LLVMValueRef i) {
    size_t n;
    LLVMValueRef code = LLVMGetCalledValue(i);
    a->empty = is_blank(LLVMGetInlineAsmAsmString(code, &n));
    const char *s = LLVMGetInlineAsmConstraintString(code, &n);
    char *copy = strndup(s, n);
    if (!copy) base_out_of_memory();
    read_constraints(a, i, copy);
    free(copy);
}

static bool names_memory(const struct assembly *a) {
    for (uint32_t k = 0; k < a->operands.n; k++)
        if (a->operands.at[k].kind == MEMORY_OUTPUT || a->operands.at[k].kind == MEMORY_INPUT) return true;
    return false;
}

// May the code write through a pointer it was handed?  An integer may be one (the arguments of a system call), unless other operands
// say what memory the code is about.
static bool may_write(struct front_fn *f, const struct assembly *a) {
    if (a->empty || !a->clobbers_memory) return false;
    bool integers = !names_memory(a);
    for (uint32_t k = 0; k < a->operands.n; k++) {
        const struct operand *o = &a->operands.at[k];
        ir_type type = o->kind == INPUT && o->value ? front_scalar(f->tr, LLVMTypeOf(o->value)) : 0;
        if (ir_kind(type) == IR_PTR || (integers && type == ir_word(f->tr->program) && !LLVMIsAConstantInt(o->value))) return true;
    }
    return false;
}

static bool is_output_too(const struct assembly *a, const struct operand *input) {
    for (uint32_t k = 0; k < a->operands.n; k++)
        if (a->operands.at[k].kind == MEMORY_OUTPUT && a->operands.at[k].value == input->value) return true;
    return false;
}

// Code that clobbers memory may write an operand that is only an input (the kernel's writel does).
static bool may_change(const struct assembly *a, const struct operand *o) {
    if (a->empty || !o->value) return false;
    return o->kind == MEMORY_OUTPUT || (o->kind == MEMORY_INPUT && a->clobbers_memory && !is_output_too(a, o));
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
    if (may_write(f, &a)) ir_build_unmodelled(&f->b, "inline assembly that may write memory");
    havoc_memory(f, i, &a);
    bind_outputs(f, i, &a);
    vec_free(&a.operands);
}
