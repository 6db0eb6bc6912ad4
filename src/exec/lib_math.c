// SPDX-License-Identifier: MIT
// Floating-point functions, computed by the host's own (the same library and the same formats as the program's).
#include <errno.h>
#include <math.h>

#include "exec/lib.h"
#include "exec/open.h"

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
        ONE(LOGB, logb);
        ONE(LGAMMA, lgamma);
        ONE(TGAMMA, tgamma);
        ONE(ERF, erf);
        ONE(ERFC, erfc);
        ONE(J0, j0);
        ONE(J1, j1);
        ONE(Y0, y0);
        ONE(Y1, y1);
        ONE(EXP10, exp10);
        ONE(SIGNIFICAND, significand);
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
        TWO(NEXTAFTER, nextafter);
    }
    return x;
}

static long double scaled(uint32_t bits, long double x, int64_t by) {
    return bits == 32 ? scalblnf((float)x, by) : bits == 64 ? scalbln((double)x, by) : scalblnl(x, by);
}

static long double multiplied_added(uint32_t bits, long double x, long double y, long double z) {
    return bits == 32 ? fmaf((float)x, (float)y, (float)z) : bits == 64 ? fma((double)x, (double)y, (double)z) : fmal(x, y, z);
}

static int classified(uint32_t bits, long double x) {
    return bits == 32 ? fpclassify((float)x) : bits == 64 ? fpclassify((double)x) : fpclassify(x);
}

static int64_t to_integer(uint32_t which, uint32_t bits, long double x) {
    bool fits = fabsl(x) < 9.2e18L;
    switch (which) {
    case IR_LIB_P_ISNAN: return isnan(x) != 0;
    case IR_LIB_P_ISINF: return isinf(x) ? (x < 0 ? -1 : 1) : 0;
    case IR_LIB_P_FINITE: return isfinite(x) != 0;
    case IR_LIB_P_SIGNBIT: return signbit(x) != 0;
    case IR_LIB_P_ILOGB: return ilogbl(x);
    case IR_LIB_P_FPCLASSIFY: return classified(bits, x);
    case IR_LIB_P_LROUND: return fits ? llroundl(x) : INT64_MIN;
    default: return fits ? llrintl(x) : INT64_MIN;
    }
}

static long double float_arg(const struct exec_model *k, uint32_t i) {
    return get_float(exec_lib_arg(k, i), ir_bits(exec_lib_type(k, i)));
}

static long double compute(const struct exec_model *k, uint32_t bits, long double x) {
    uint32_t which = k->row->param;
    if (which == IR_LIB_P_LDEXP) return scaled(bits, x, exec_lib_signed(k, 1));
    if (which == IR_LIB_P_FMA) return multiplied_added(bits, x, float_arg(k, 1), float_arg(k, 2));
    return k->row->n_args == 1 ? one(which, bits, x) : two(which, bits, x, float_arg(k, 1));
}

// Functions that give two results, the second through a pointer; both are exact, so the widest format serves all.
static bool split(const struct exec_model *k, long double x) {
    ir_type in = exec_lib_type(k, 0), second = k->row->param == IR_LIB_P_FREXP ? IR_I(32) : in;
    int exponent = 0;
    long double whole = 0, r = k->row->param == IR_LIB_P_FREXP ? frexpl(x, &exponent) : modfl(x, &whole);
    struct exec_value v = second == in ? put_float(whole, ir_bits(in)) : exec_int((uint32_t)exponent);
    const struct exec_value *from = exec_lib_arg(k, 0);
    v.unknown = from->unknown ? (uint16_t)((1u << ir_bytes(second)) - 1) : 0;
    v.uninit = from->uninit ? (uint16_t)((1u << ir_bytes(second)) - 1) : 0;
    v.why = from->why;
    if (exec_loose_bits(k->m, from, 128)) exec_open_all(&v, exec_loose_kinds(from));
    exec_lib_give(k, exec_lib_stain(k, put_float(r, ir_bits(exec_lib_result(k)))));
    return exec_store(k->m, exec_lib_arg(k, 1), second, &v);
}

// The host's function has set errno as the program's would; whether it does for a value that is unknown is unknown.
static bool settle_errno(const struct exec_model *k, const struct exec_value *v) {
    struct exec_value at = exec_pointer(k->m, k->lib->errno_cell.block, 0), number;
    if (!v->unknown) return errno == 0 || exec_lib_errno(k, errno);
    if (!exec_load(k->m, &at, IR_I(32), &number)) return false;
    number.unknown = 15;
    number.why = v->why;
    return exec_store(k->m, &at, IR_I(32), &number);
}

bool exec_model_math(struct exec_model *k) {
    ir_type in = exec_lib_type(k, 0), out = exec_lib_result(k);
    bool gives_integer = k->row->param >= IR_LIB_P_ISNAN, splits = k->row->param == IR_LIB_P_FREXP || k->row->param == IR_LIB_P_MODF;
    if (splits && (!has_format(in) || in != out)) return exec_give_up(k->m, "'%s' of this floating-point format is not modelled", k->name);
    if (!has_format(in) || (!gives_integer && !has_format(out))) {
        exec_lib_give_unknown(k);
        return true;
    }
    uint32_t bits = ir_bits(in);
    long double x = float_arg(k, 0);
    if (splits) return split(k, x);
    errno = 0;
    struct exec_value v = gives_integer ? (struct exec_value){.bits = (exec_word)(__int128)to_integer(k->row->param, bits, x)}
                                        : put_float(compute(k, bits, x), ir_bits(out));
    v = exec_lib_stain(k, v);
    exec_lib_give(k, v);
    return settle_errno(k, &v);
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
static bool collect(const struct exec_model *k, const struct exec_value *at, uint32_t unit, struct buf *text, uint64_t *skipped) {
    uint32_t c = 0;
    for (*skipped = 0;; ++*skipped) {
        if (!exec_lib_unit(k, at, *skipped, unit, &c)) return false;
        if (!(ir_lib_ctype(c < 128 ? (int)c : -1) & IR_LIB_P_SPACE)) break;
    }
    while (may_continue(text->n ? text->text[text->n - 1] : ' ', c)) {
        buf_char(text, (char)c);
        if (!exec_lib_unit(k, at, *skipped + text->n, unit, &c)) return false;
    }
    return true;
}

static long double convert(const char *text, uint32_t bits, uint64_t *used) {
    char *end;
    errno = 0;
    long double x = bits == 32 ? strtof(text, &end) : bits == 64 ? strtod(text, &end) : strtold(text, &end);
    *used = (uint64_t)(end - text);
    return x;
}

bool exec_model_strtod(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_STRING, 0), unit = k->row->args[from].unit, cell = exec_lib_nth(k, IR_LIB_INTO, 0);
    uint64_t skipped, used = 0;
    struct buf text = {0};
    ir_type out = exec_lib_result(k);
    uint32_t bits = has_format(out) ? ir_bits(out) : 64;
    bool on = collect(k, exec_lib_arg(k, from), unit, &text, &skipped);
    if (on) exec_lib_give(k, put_float(convert(buf_text(&text), bits, &used), bits));
    buf_free(&text);
    if (!on || (errno && !exec_lib_errno(k, errno))) return false;
    if (cell == EXEC_NO_ARG || exec_lib_null(k, cell)) return true;
    struct exec_value v = exec_plus(k->m, exec_lib_arg(k, from), used ? (skipped + used) * unit : 0);
    return exec_lib_store_pointer(k, exec_lib_arg(k, cell), &v);
}
