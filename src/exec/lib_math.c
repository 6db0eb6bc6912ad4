// SPDX-License-Identifier: MIT
// Floating-point functions, computed by the host's own (the same library and the same formats as the program's).
#include <math.h>

#include "exec/lib.h"

enum { CAN_HOLD_TEXT = 400 };

static long double get_float(const struct exec_value *v, uint32_t bits) {
    float f;
    double d;
    long double e = 0;
    switch (bits) {
    case 32: memcpy(&f, &v->bits, sizeof f); return f;
    case 64: memcpy(&d, &v->bits, sizeof d); return d;
    default: memcpy(&e, &v->bits, 10); return e;
    }
}

static struct exec_value put_float(long double x, uint32_t bits) {
    float f = (float)x;
    double d = (double)x;
    struct exec_value v = {0};
    switch (bits) {
    case 32: memcpy(&v.bits, &f, sizeof f); break;
    case 64: memcpy(&v.bits, &d, sizeof d); break;
    default: memcpy(&v.bits, &x, 10); break;
    }
    return v;
}

static bool has_format(ir_type t) {
    return ir_kind(t) == IR_FLOAT && (ir_bits(t) == 32 || ir_bits(t) == 64 || ir_bits(t) == 80);
}

// Each function in the format of its argument, so that rounding is the program's.
#define ONE(NAME, fn)                                                                                                                      \
    case IR_LIB_P_##NAME: return bits == 32 ? (long double)fn##f((float)x) : bits == 64 ? (long double)fn((double)x) : fn##l(x)
#define TWO(NAME, fn)                                                                                                                      \
    case IR_LIB_P_##NAME:                                                                                                                  \
        return bits == 32 ? (long double)fn##f((float)x, (float)y) : bits == 64 ? (long double)fn((double)x, (double)y) : fn##l(x, y)

static long double one(uint32_t which, uint32_t bits, long double x) {
    switch (which) {
        ONE(SQRT, sqrt);
        ONE(CBRT, cbrt);
        ONE(FABS, fabs);
        ONE(FLOOR, floor);
        ONE(CEIL, ceil);
        ONE(ROUND, round);
        ONE(TRUNC, trunc);
        ONE(RINT, rint);
        ONE(EXP, exp);
        ONE(EXP2, exp2);
        ONE(EXPM1, expm1);
        ONE(LOG, log);
        ONE(LOG2, log2);
        ONE(LOG10, log10);
        ONE(LOG1P, log1p);
        ONE(SIN, sin);
        ONE(COS, cos);
        ONE(TAN, tan);
        ONE(ASIN, asin);
        ONE(ACOS, acos);
        ONE(ATAN, atan);
        ONE(SINH, sinh);
        ONE(COSH, cosh);
        ONE(TANH, tanh);
        ONE(ASINH, asinh);
        ONE(ACOSH, acosh);
        ONE(ATANH, atanh);
    }
    return x;
}

static long double two(uint32_t which, uint32_t bits, long double x, long double y) {
    switch (which) {
        TWO(ATAN2, atan2);
        TWO(POW, pow);
        TWO(FMOD, fmod);
        TWO(HYPOT, hypot);
        TWO(FMIN, fmin);
        TWO(FMAX, fmax);
        TWO(FDIM, fdim);
        TWO(COPYSIGN, copysign);
        TWO(REMAINDER, remainder);
    }
    return x;
}

static int64_t to_integer(uint32_t which, long double x) {
    bool fits = fabsl(x) < 9.2e18L;
    switch (which) {
    case IR_LIB_P_ISNAN: return isnan(x) != 0;
    case IR_LIB_P_ISINF: return isinf(x) ? (x < 0 ? -1 : 1) : 0;
    case IR_LIB_P_FINITE: return isfinite(x) != 0;
    case IR_LIB_P_SIGNBIT: return signbit(x) != 0;
    case IR_LIB_P_LROUND: return fits ? llroundl(x) : INT64_MIN;
    default: return fits ? llrintl(x) : INT64_MIN;
    }
}

bool exec_model_math(struct exec_model *k) {
    ir_type in = exec_lib_type(k, 0), out = exec_lib_result(k);
    bool gives_integer = k->row->param >= IR_LIB_P_ISNAN;
    if (!has_format(in) || (!gives_integer && !has_format(out))) {
        exec_lib_give_unknown(k);
        return true;
    }
    uint32_t bits = ir_bits(in);
    long double x = get_float(exec_lib_arg(k, 0), bits);
    if (gives_integer) {
        exec_lib_give(k, exec_lib_stain(k, (struct exec_value){.bits = (exec_word)(__int128)to_integer(k->row->param, x)}));
        return true;
    }
    long double r = k->row->n_args == 1 ? one(k->row->param, bits, x)
                                        : two(k->row->param, bits, x, get_float(exec_lib_arg(k, 1), ir_bits(exec_lib_type(k, 1))));
    exec_lib_give(k, exec_lib_stain(k, put_float(r, ir_bits(out))));
    return true;
}

bool exec_model_difftime(struct exec_model *k) {
    int64_t a = exec_lib_signed(k, 0), b = exec_lib_signed(k, 1);
    ir_type out = exec_lib_result(k);
    exec_lib_give(k, put_float((long double)a - (long double)b, has_format(out) ? ir_bits(out) : 64));
    return true;
}

// ---- text to float -------------------------------------------------------------------------------------------------------------------

static bool may_continue(char before, uint32_t c) {
    bool sign = c == '+' || c == '-';
    bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
    bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '(' || c == ')';
    return word || (sign && (before == ' ' || exponent));
}

// The text that can be part of a number; *skipped counts the white space before it.
static bool collect(const struct exec_model *k, const struct exec_value *at, uint32_t unit, char *text, uint64_t *skipped) {
    uint32_t c = 0, n = 0;
    for (*skipped = 0;; ++*skipped) {
        if (!exec_lib_unit(k, at, *skipped, unit, &c)) return false;
        if (!(ir_lib_ctype(c < 128 ? (int)c : -1) & IR_LIB_P_SPACE)) break;
    }
    while (n + 1 < CAN_HOLD_TEXT && may_continue(n ? text[n - 1] : ' ', c)) {
        text[n++] = (char)c;
        if (!exec_lib_unit(k, at, *skipped + n, unit, &c)) return false;
    }
    text[n] = '\0';
    return true;
}

bool exec_model_strtod(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_STRING, 0), unit = k->row->args[from].unit, cell = exec_lib_nth(k, IR_LIB_INTO, 0);
    char text[CAN_HOLD_TEXT], *end;
    uint64_t skipped;
    ir_type out = exec_lib_result(k);
    if (!collect(k, exec_lib_arg(k, from), unit, text, &skipped)) return false;
    uint32_t bits = has_format(out) ? ir_bits(out) : 64;
    long double x = bits == 32 ? strtof(text, &end) : bits == 64 ? strtod(text, &end) : strtold(text, &end);
    exec_lib_give(k, put_float(x, bits));
    if (cell == EXEC_NO_ARG || exec_lib_null(k, cell)) return true;
    uint64_t used = end == text ? 0 : skipped + (uint64_t)(end - text);
    struct exec_value v = exec_plus(k->m, exec_lib_arg(k, from), used * unit);
    return exec_lib_store_pointer(k, exec_lib_arg(k, cell), &v);
}
