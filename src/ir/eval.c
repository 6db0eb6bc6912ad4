// SPDX-License-Identifier: MIT
#include "ir/eval.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

typedef ir_word128 word;

// ---- integers ------------------------------------------------------------------------------------------------------------------------

static enum ir_eval divide(enum ir_pure op, uint32_t bits, word a, word b, word *out) {
    __int128 sa = ir_signed(a, bits), sb = ir_signed(b, bits);
    bool is_signed = op == IR_SDIV_ || op == IR_SREM_;
    if (b == 0 || (is_signed && sb == -1 && a == (word)1 << (bits - 1))) return IR_EVAL_TRAP;
    switch (op) {
    case IR_UDIV_: *out = a / b; break;
    case IR_UREM_: *out = a % b; break;
    case IR_SDIV_: *out = (word)(sa / sb); break;
    default: *out = (word)(sa % sb); break;
    }
    return IR_EVAL_OK;
}

// x86 takes the count modulo 32 or 64; what remains wider than the word shifts everything out.
static enum ir_eval shift(enum ir_pure op, uint32_t bits, word a, word b, word *out) {
    enum ir_eval status = b < bits ? IR_EVAL_OK : IR_EVAL_UNDEFINED;
    uint32_t n = (uint32_t)b & (bits <= 32 ? 31 : bits <= 64 ? 63 : 127);
    if (op == IR_ASHR_)
        *out = (word)(ir_signed(a, bits) >> n);
    else
        *out = n >= bits ? 0 : op == IR_SHL_ ? a << n : a >> n;
    return status;
}

static word saturate(enum ir_pure op, uint32_t bits, word a, word b) {
    __int128 sa = ir_signed(a, bits), sb = ir_signed(b, bits), sum;
    word max = ir_mask(bits), u;
    if (op == IR_UADDSAT_) return __builtin_add_overflow(a, b, &u) || u > max ? max : u;
    if (op == IR_USUBSAT_) return a < b ? 0 : a - b;
    bool over = op == IR_SADDSAT_ ? __builtin_add_overflow(sa, sb, &sum) : __builtin_sub_overflow(sa, sb, &sum);
    if (!over && sum == ir_signed((word)sum & max, bits)) return (word)sum;
    return sa < 0 ? (word)1 << (bits - 1) : max >> 1;
}

static bool overflows(enum ir_pure op, uint32_t bits, word a, word b) {
    __int128 sa = ir_signed(a, bits), sb = ir_signed(b, bits), s = 0;
    word max = ir_mask(bits), u = 0;
    bool over = false;
    switch (op) {
    case IR_UADDO_: over = __builtin_add_overflow(a, b, &u); break;
    case IR_USUBO_: return a < b;
    case IR_UMULO_: over = __builtin_mul_overflow(a, b, &u); break;
    case IR_SADDO_: over = __builtin_add_overflow(sa, sb, &s); break;
    case IR_SSUBO_: over = __builtin_sub_overflow(sa, sb, &s); break;
    default: over = __builtin_mul_overflow(sa, sb, &s); break;
    }
    return over || u > max || s != ir_signed((word)s & max, bits);
}

static enum ir_eval arith(enum ir_pure op, uint32_t bits, word a, word b, word *out) {
    __int128 sa = ir_signed(a, bits), sb = ir_signed(b, bits);
    switch (op) {
    case IR_ADD_: *out = a + b; break;
    case IR_SUB_: *out = a - b; break;
    case IR_MUL_: *out = a * b; break;
    case IR_AND_: *out = a & b; break;
    case IR_OR_: *out = a | b; break;
    case IR_XOR_: *out = a ^ b; break;
    case IR_UMIN_: *out = a < b ? a : b; break;
    case IR_UMAX_: *out = a > b ? a : b; break;
    case IR_SMIN_: *out = sa < sb ? a : b; break;
    case IR_SMAX_: *out = sa > sb ? a : b; break;
    case IR_SHL_:
    case IR_LSHR_:
    case IR_ASHR_: return shift(op, bits, a, b, out);
    case IR_UDIV_:
    case IR_SDIV_:
    case IR_UREM_:
    case IR_SREM_: return divide(op, bits, a, b, out);
    default: *out = saturate(op, bits, a, b); break;
    }
    return IR_EVAL_OK;
}

static word test(enum ir_pure op, uint32_t bits, word a, word b) {
    switch (op) {
    case IR_EQ_: return a == b;
    case IR_NE_: return a != b;
    case IR_ULT_: return a < b;
    case IR_ULE_: return a <= b;
    case IR_SLT_: return ir_signed(a, bits) < ir_signed(b, bits);
    case IR_SLE_: return ir_signed(a, bits) <= ir_signed(b, bits);
    default: return overflows(op, bits, a, b);
    }
}

static word reverse(word a, uint32_t bits, uint32_t unit) {
    word r = 0;
    for (uint32_t i = 0; i < bits; i += unit) r = r << unit | ((a >> i) & ir_mask(unit));
    return r;
}

static uint32_t popcount(word a) {
    return (uint32_t)(__builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64)));
}

static word unary(enum ir_pure op, uint32_t bits, word a) {
    switch (op) {
    case IR_ABS_: return ir_signed(a, bits) < 0 ? -a : a;
    case IR_BSWAP_: return reverse(a, bits, 8);
    case IR_BITREV_: return reverse(a, bits, 1);
    case IR_POPCOUNT_: return popcount(a);
    case IR_CTZ_: return a ? popcount(~a & (a - 1)) : bits;
    default: break;
    }
    assert(op == IR_CLZ_);
    uint32_t n = 0;
    while (n < bits && !(a >> (bits - 1 - n) & 1)) n++;
    return n;
}

static word rotate(enum ir_pure op, uint32_t bits, word a, word b, word count) {
    uint32_t n = (uint32_t)(count % bits);
    if (n == 0) return op == IR_FSHL_ ? a : b;
    if (op == IR_FSHR_) n = bits - n;
    return a << n | b >> (bits - n);
}

// ---- floats ----------------------------------------------------------------------------------------------------------------------------

static bool is_known_float(ir_type t) {
    return ir_kind(t) == IR_FLOAT && (ir_bits(t) == 32 || ir_bits(t) == 64 || (ir_bits(t) == 80 && LDBL_MANT_DIG == 64));
}

static long double to_float(ir_type t, word w) {
    float f;
    double d;
    long double l = 0;
    switch (ir_bits(t)) {
    case 32: memcpy(&f, &w, sizeof f); return f;
    case 64: memcpy(&d, &w, sizeof d); return d;
    default: memcpy(&l, &w, 10); return l;
    }
}

// Rounds to the type: the only rounding if x is exact.
static word of_float(ir_type t, long double x) {
    float f = (float)x;
    double d = (double)x;
    word w = 0;
    switch (ir_bits(t)) {
    case 32: memcpy(&w, &f, sizeof f); break;
    case 64: memcpy(&w, &d, sizeof d); break;
    default: memcpy(&w, &x, 10); break;
    }
    return w;
}

// One operation of each precision, so that each result is rounded once.
#define FARITH(T, suffix)                                                                                                                  \
    static T arith_##suffix(enum ir_pure op, T a, T b) {                                                                                   \
        switch (op) {                                                                                                                      \
        case IR_FADD_: return a + b;                                                                                                       \
        case IR_FSUB_: return a - b;                                                                                                       \
        case IR_FMUL_: return a * b;                                                                                                       \
        case IR_FDIV_: return a / b;                                                                                                       \
        default: assert(op == IR_FREM_); return (T)fmodl(a, b);                                                                            \
        }                                                                                                                                  \
    }
FARITH(float, f32)
FARITH(double, f64)
FARITH(long double, f80)

static word float_arith(enum ir_pure op, ir_type t, word a, word b) {
    long double x = to_float(t, a), y = to_float(t, b);
    switch (ir_bits(t)) {
    case 32: return of_float(t, arith_f32(op, (float)x, (float)y));
    case 64: return of_float(t, arith_f64(op, (double)x, (double)y));
    default: return of_float(t, arith_f80(op, x, y));
    }
}

static word float_test(enum ir_pure op, long double a, long double b) {
    bool nan = isnan(a) || isnan(b);
    switch (op) {
    case IR_FOEQ_: return !nan && a == b;
    case IR_FOGT_: return !nan && a > b;
    case IR_FOGE_: return !nan && a >= b;
    case IR_FOLT_: return !nan && a < b;
    case IR_FOLE_: return !nan && a <= b;
    case IR_FONE_: return !nan && a != b;
    case IR_FORD_: return !nan;
    case IR_FUNO_: return nan;
    case IR_FUEQ_: return nan || a == b;
    case IR_FUGT_: return nan || a > b;
    case IR_FUGE_: return nan || a >= b;
    case IR_FULT_: return nan || a < b;
    case IR_FULE_: return nan || a <= b;
    default: assert(op == IR_FUNE_); return nan || a != b;
    }
}

static enum ir_eval to_integer(bool is_signed, uint32_t bits, long double x, word *out) {
    long double limit = ldexpl(1, (int)(is_signed ? bits - 1 : bits));
    long double t = truncl(x);
    if (isnan(x) || t >= limit || t < (is_signed ? -limit : 0)) {
        *out = (word)1 << (bits - 1);
        return IR_EVAL_UNDEFINED;
    }
    *out = t < 0 ? -(word)-t : (word)t;
    return IR_EVAL_OK;
}

static word of_integer(bool is_signed, ir_type result, uint32_t bits, word a) {
    __int128 s = ir_signed(a, bits);
    bool negative = is_signed && s < 0;
    word size = negative ? -(word)s : a;
    switch (ir_bits(result)) {
    case 32: return of_float(result, negative ? -(float)size : (float)size);
    case 64: return of_float(result, negative ? -(double)size : (double)size);
    default: return of_float(result, negative ? -(long double)size : (long double)size);
    }
}

static enum ir_eval float_cast(enum ir_pure op, ir_type result, ir_type arg, word a, word *out) {
    bool from_int = op == IR_SITOF_ || op == IR_UITOF_, to_int = op == IR_FTOSI_ || op == IR_FTOUI_;
    if ((!from_int && !is_known_float(arg)) || (!to_int && !is_known_float(result))) return IR_EVAL_UNKNOWN;
    if (to_int) return to_integer(op == IR_FTOSI_, ir_bits(result), to_float(arg, a), out);
    *out = from_int ? of_integer(op == IR_SITOF_, result, ir_bits(arg), a) : of_float(result, to_float(arg, a));
    return IR_EVAL_OK;
}

static enum ir_eval float_op(enum ir_pure op, ir_type arg, const word *args, word *out) {
    if (!is_known_float(arg)) return IR_EVAL_UNKNOWN;
    word sign = (word)1 << (ir_bits(arg) - 1);
    switch (ir_pures[op].class) {
    case IR_CLASS_FARITH: *out = float_arith(op, arg, args[0], args[1]); break;
    case IR_CLASS_FUNARY: *out = op == IR_FNEG_ ? args[0] ^ sign : args[0] & ~sign; break;
    default: *out = float_test(op, to_float(arg, args[0]), to_float(arg, args[1])); break;
    }
    return IR_EVAL_OK;
}

// ---- all ---------------------------------------------------------------------------------------------------------------------------------

enum ir_eval ir_eval(enum ir_pure op, ir_type result, ir_type arg, const word *args, word *out) {
    uint32_t bits = ir_bits(arg);
    enum ir_eval status = IR_EVAL_OK;
    *out = 0;
    if (bits > 128 || ir_bits(result) > 128) return IR_EVAL_UNKNOWN;
    switch (ir_pures[op].class) {
    case IR_CLASS_ARITH: status = arith(op, bits, args[0], args[1], out); break;
    case IR_CLASS_TEST: *out = test(op, bits, args[0], args[1]); break;
    case IR_CLASS_COPY:
    case IR_CLASS_CAST:
    case IR_CLASS_BITS:
    case IR_CLASS_NARROW: *out = args[0]; break;
    case IR_CLASS_WIDEN: *out = op == IR_SEXT_ ? (word)ir_signed(args[0], bits) : args[0]; break;
    case IR_CLASS_SELECT: *out = args[0] & 1 ? args[1] : args[2]; break;
    case IR_CLASS_UNARY: *out = unary(op, bits, args[0]); break;
    case IR_CLASS_ROTATE: *out = rotate(op, bits, args[0], args[1], args[2]); break;
    case IR_CLASS_FCAST: status = float_cast(op, result, arg, args[0], out); break;
    default: status = float_op(op, arg, args, out); break;
    }
    *out &= ir_mask(ir_bits(result));
    return status;
}
