// SPDX-License-Identifier: MIT
// Floating-point intrinsics: those that are functions of the C library are called as such; tests of a number's class are comparisons of bits.
#include <stdio.h>
#include <string.h>

#include "front/translate.h"

// ---- functions of the C library -----------------------------------------------------------------------------------------------------

static const struct {
    const char *intrinsic, *function;
} functions[] = {
    {"floor", "floor"}, {"ceil", "ceil"}, {"trunc", "trunc"},       {"rint", "rint"},   {"nearbyint", "nearbyint"}, {"round", "round"},
    {"sqrt", "sqrt"},   {"fma", "fma"},   {"copysign", "copysign"}, {"minnum", "fmin"}, {"maxnum", "fmax"},         {"pow", "pow"},
    {"exp", "exp"},     {"exp2", "exp2"}, {"exp10", "exp10"},       {"log", "log"},     {"log2", "log2"},           {"log10", "log10"},
    {"sin", "sin"},     {"cos", "cos"},   {"tan", "tan"},           {"asin", "asin"},   {"acos", "acos"},           {"atan", "atan"},
    {"sinh", "sinh"},   {"cosh", "cosh"}, {"tanh", "tanh"},
};

enum { NAME_SIZE = 32 };

// The C name of an intrinsic `llvm.X.fN`, N the width of its only type; false if it has none.
static bool c_name(const char *intrinsic, uint32_t bits, char *out) {
    const char *suffix = bits == 32 ? "f" : bits == 64 ? "" : bits == 80 ? "l" : NULL;
    char wanted[NAME_SIZE];
    for (size_t k = 0; suffix && k < sizeof functions / sizeof *functions; k++) {
        snprintf(wanted, sizeof wanted, "llvm.%s.f%u", functions[k].intrinsic, bits);
        snprintf(out, NAME_SIZE, "%s%s", functions[k].function, suffix);
        if (strcmp(intrinsic, wanted) == 0) return true;
    }
    return false;
}

static uint32_t declare(struct front_tr *t, const char *name, ir_type type, unsigned n_params) {
    uint32_t i = ir_add_func(t->program, name);
    struct ir_func *g = &t->program->funcs.at[i];
    g->flags = IR_EXTERN;
    g->n_rets = 1;
    g->rets = ARENA_ARRAY(&t->program->arena, ir_type, 1);
    g->rets[0] = type;
    for (unsigned k = 0; k < n_params; k++) {
        struct ir_local *l = vec_add(&g->locals);
        l->name = arena_printf(&t->program->arena, "p%u", g->locals.n);
        l->type = type;
        l->ctype = IR_NO_TYPE;
    }
    g->n_params = n_params;
    return i;
}

// May a call with these types go to what the program itself declares under the name?
static bool fits(struct front_tr *t, ir_val symbol, ir_type type, unsigned n_params) {
    if (ir_tag(symbol) != IR_FUNC) return false;
    const struct ir_func *g = &t->program->funcs.at[ir_index(symbol)];
    return g->flags & IR_EXTERN && !(g->flags & IR_VARIADIC) && g->n_params == n_params && g->n_rets == 1 && g->rets[0] == type &&
           g->locals.at[0].type == type;
}

void front_declare_intrinsic(struct front_tr *t, LLVMValueRef v) {
    size_t n;
    char name[NAME_SIZE];
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    ir_type result = front_scalar(t, LLVMGetReturnType(type));
    unsigned n_params = LLVMCountParamTypes(type);
    if (ir_kind(result) != IR_FLOAT || !c_name(LLVMGetValueName2(v, &n), ir_bits(result), name)) return;
    ir_val symbol = ir_find(t->program, name);
    if (symbol == IR_NOTHING) symbol = ir_val_of(IR_FUNC, declare(t, name, result, n_params));
    if (fits(t, symbol, result, n_params)) ptrmap_set(&t->symbols, v, symbol);
}

// ---- classes --------------------------------------------------------------------------------------------------------------------------

// Numbers without their sign, read as integers, grow from zero over subnormal and normal ones to infinity and to what is no number.
enum { ZERO, SUBNORMAL, NORMAL, INFINITE, NAN_, CLASSES };

// LLVM's mask has a bit per class, mirrored about zero: -inf .. -0, +0 .. +inf at bits 2 .. 9, and two bits for what is no number.
static uint32_t classes_of(uint64_t mask, bool negative) {
    uint32_t found = mask & 3 ? 1u << NAN_ : 0;
    for (unsigned k = ZERO; k <= INFINITE; k++)
        if (mask >> (negative ? 5 - k : 6 + k) & 1) found |= 1u << k;
    return found;
}

static void limits(uint32_t bits, uint64_t start[CLASSES + 1]) {
    unsigned digits = bits == 32 ? 23 : 52;
    uint64_t top = 1ull << (bits - 1);
    start[ZERO] = 0;
    start[SUBNORMAL] = 1;
    start[NORMAL] = 1ull << digits;
    start[INFINITE] = top - (1ull << digits);
    start[NAN_] = start[INFINITE] + 1;
    start[CLASSES] = top;
}

// Is the magnitude in one of the classes?  One comparison per run of neighbours.
static ir_val is_in(struct front_fn *f, ir_type word, ir_val magnitude, uint32_t classes, const uint64_t *start) {
    ir_val any = front_int(f, IR_I1, 0);
    bool none = true;
    for (unsigned k = 0; k < CLASSES; k++) {
        unsigned end = k;
        while (end < CLASSES && classes >> end & 1) end++;
        if (end == k) continue;
        ir_val above = ir_build_let_temp(&f->b, word, IR_SUB_, magnitude, front_int(f, word, start[k]), IR_NOTHING);
        ir_val in = ir_build_let_temp(&f->b, IR_I1, IR_ULT_, above, front_int(f, word, start[end] - start[k]), IR_NOTHING);
        any = none ? in : ir_build_let_temp(&f->b, IR_I1, IR_OR_, any, in, IR_NOTHING);
        none = false;
        k = end;
    }
    return any;
}

bool front_float_class(struct front_fn *f, LLVMValueRef i) {
    ir_type type = front_scalar(f->tr, LLVMTypeOf(LLVMGetOperand(i, 0)));
    uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)), start[CLASSES + 1];
    bool one_kind_of_nan = (mask & 3) == 1 || (mask & 3) == 2;
    if (ir_kind(type) != IR_FLOAT || (ir_bits(type) != 32 && ir_bits(type) != 64) || one_kind_of_nan) return false;
    ir_type word = IR_I(ir_bits(type));
    limits(ir_bits(type), start);
    ir_val all = ir_build_let_temp(&f->b, word, IR_BITS_, front_operand(f, LLVMGetOperand(i, 0)), IR_NOTHING, IR_NOTHING);
    ir_val magnitude = ir_build_let_temp(&f->b, word, IR_AND_, all, front_int(f, word, start[CLASSES] - 1), IR_NOTHING);
    uint32_t negative = classes_of(mask, true), positive = classes_of(mask, false);
    ir_val answer = is_in(f, word, magnitude, positive, start);
    if (negative != positive) {
        ir_val other = is_in(f, word, magnitude, negative, start);
        ir_val minus = ir_build_let_temp(&f->b, IR_I1, IR_NE_, all, magnitude, IR_NOTHING);
        answer = ir_build_let_temp(&f->b, IR_I1, IR_SELECT_, minus, other, answer);
    }
    front_bind_value(f, i, answer);
    return true;
}
