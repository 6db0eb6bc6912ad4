// SPDX-License-Identifier: MIT
// The evaluator against plain C: every pair of 8-bit operands, chosen ones of other widths, floats.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/eval.h"

#define I8 IR_I(8)
#define F32 IR_TYPE(IR_FLOAT, 32)
#define F64 IR_TYPE(IR_FLOAT, 64)

static uint64_t eval2(enum ir_pure op, ir_type result, ir_type arg, ir_word128 a, ir_word128 b, enum ir_eval expected) {
    ir_word128 out, args[3] = {a, b};
    assert_int_equal(ir_eval(op, result, arg, args, &out), expected);
    assert_true(out <= ir_mask(ir_bits(result)));
    return (uint64_t)out;
}

static int clamp(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}

static void arithmetic_on_8_bits_is_that_of_c(void **state) {
    (void)state;
    for (int a = 0; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            int8_t sa = (int8_t)a, sb = (int8_t)b;
            uint8_t ua = (uint8_t)a, ub = (uint8_t)b;
#define SAME(op, expression) assert_int_equal(eval2(IR_##op##_, I8, I8, ua, ub, IR_EVAL_OK), (uint8_t)(expression))
            SAME(ADD, ua + ub);
            SAME(SUB, ua - ub);
            SAME(MUL, ua * ub);
            SAME(AND, ua & ub);
            SAME(OR, ua | ub);
            SAME(XOR, ua ^ ub);
            SAME(UMIN, ua < ub ? ua : ub);
            SAME(UMAX, ua > ub ? ua : ub);
            SAME(SMIN, sa < sb ? sa : sb);
            SAME(SMAX, sa > sb ? sa : sb);
            SAME(UADDSAT, clamp(ua + ub, 0, 255));
            SAME(USUBSAT, clamp(ua - ub, 0, 255));
            SAME(SADDSAT, clamp(sa + sb, -128, 127));
            SAME(SSUBSAT, clamp(sa - sb, -128, 127));
#undef SAME
        }
    }
}

static void divisions_and_shifts_on_8_bits_are_those_of_c(void **state) {
    (void)state;
    for (int a = 0; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            int8_t sa = (int8_t)a, sb = (int8_t)b;
            uint8_t ua = (uint8_t)a, ub = (uint8_t)b;
            enum ir_eval u = b == 0 ? IR_EVAL_TRAP : IR_EVAL_OK, s = b == 0 || (sa == -128 && sb == -1) ? IR_EVAL_TRAP : IR_EVAL_OK;
            enum ir_eval shift = b < 8 ? IR_EVAL_OK : IR_EVAL_UNDEFINED;
            assert_int_equal(eval2(IR_UDIV_, I8, I8, ua, ub, u), u ? 0 : ua / ub);
            assert_int_equal(eval2(IR_UREM_, I8, I8, ua, ub, u), u ? 0 : ua % ub);
            assert_int_equal(eval2(IR_SDIV_, I8, I8, ua, ub, s), s ? 0 : (uint8_t)(sa / sb));
            assert_int_equal(eval2(IR_SREM_, I8, I8, ua, ub, s), s ? 0 : (uint8_t)(sa % sb));
            assert_int_equal(eval2(IR_SHL_, I8, I8, ua, ub, shift), (uint8_t)((unsigned)ua << (b & 31)));
            assert_int_equal(eval2(IR_LSHR_, I8, I8, ua, ub, shift), ua >> (b & 31));
            assert_int_equal(eval2(IR_ASHR_, I8, I8, ua, ub, shift), (uint8_t)(sa >> (b & 31)));
        }
    }
}

static void tests_on_8_bits_are_those_of_c(void **state) {
    (void)state;
    for (int a = 0; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            int8_t sa = (int8_t)a, sb = (int8_t)b;
            uint8_t ua = (uint8_t)a, ub = (uint8_t)b;
#define SAME(op, expression) assert_int_equal(eval2(IR_##op##_, IR_I1, I8, ua, ub, IR_EVAL_OK), (expression))
            SAME(EQ, a == b);
            SAME(NE, a != b);
            SAME(ULT, ua < ub);
            SAME(ULE, ua <= ub);
            SAME(SLT, sa < sb);
            SAME(SLE, sa <= sb);
            SAME(UADDO, ua + ub > 255);
            SAME(USUBO, ua - ub < 0);
            SAME(UMULO, ua * ub > 255);
            SAME(SADDO, sa + sb != (int8_t)(sa + sb));
            SAME(SSUBO, sa - sb != (int8_t)(sa - sb));
            SAME(SMULO, sa * sb != (int8_t)(sa * sb));
#undef SAME
        }
    }
}

static void unary_operators_and_casts_on_8_bits_are_those_of_c(void **state) {
    (void)state;
    for (int a = 0; a < 256; a++) {
        uint8_t reversed = 0, ones = 0;
        for (int i = 0; i < 8; i++) {
            reversed |= (uint8_t)((a >> i & 1) << (7 - i));
            ones += a >> i & 1;
        }
#define SAME(op, type, expression) assert_int_equal(eval2(IR_##op##_, type, I8, (unsigned)a, 0, IR_EVAL_OK), (expression))
        SAME(ABS, I8, (uint8_t)((int8_t)a < 0 ? -(int8_t)a : (int8_t)a));
        SAME(BITREV, I8, reversed);
        SAME(POPCOUNT, I8, ones);
        SAME(CLZ, I8, a ? __builtin_clz((unsigned)a) - 24 : 8);
        SAME(CTZ, I8, a ? __builtin_ctz((unsigned)a) : 8);
        SAME(ZEXT, IR_I(16), a);
        SAME(SEXT, IR_I(16), (uint16_t)(int8_t)a);
        SAME(TRUNC, IR_I(3), a & 7);
        SAME(COPY, I8, a);
#undef SAME
    }
    assert_int_equal(eval2(IR_BSWAP_, IR_I(32), IR_I(32), 0x12345678, 0, IR_EVAL_OK), 0x78563412);
    assert_int_equal(eval2(IR_CAST_, IR_I(32), IR_TYPE(IR_PTR, 64), 0x123456789a, 0, IR_EVAL_OK), 0x3456789a);
}

static void funnel_shifts_on_8_bits_take_the_middle_of_two_words(void **state) {
    (void)state;
    for (unsigned a = 0; a < 256; a += 3) {
        for (unsigned b = 0; b < 256; b += 5) {
            for (unsigned n = 0; n < 20; n++) {
                ir_word128 args[3] = {a, b, n}, out;
                unsigned both = a << 8 | b;
                ir_eval(IR_FSHL_, I8, I8, args, &out);
                assert_int_equal((uint64_t)out, both << n % 8 >> 8 & 255);
                ir_eval(IR_FSHR_, I8, I8, args, &out);
                assert_int_equal((uint64_t)out, both >> n % 8 & 255);
            }
        }
    }
}

static void the_widest_integers_wrap_and_overflow(void **state) {
    (void)state;
    ir_type wide = IR_I(128);
    ir_word128 top = (ir_word128)1 << 127, out, args[2] = {top, top};
    assert_int_equal(ir_eval(IR_ADD_, wide, wide, args, &out), IR_EVAL_OK);
    assert_true(out == 0);
    assert_int_equal(eval2(IR_SADDO_, IR_I1, wide, top, top, IR_EVAL_OK), 1);
    assert_int_equal(eval2(IR_UMULO_, IR_I1, wide, top, 2, IR_EVAL_OK), 1);
    assert_int_equal(eval2(IR_SMULO_, IR_I1, wide, (ir_word128)1 << 64, 5, IR_EVAL_OK), 0);
    assert_int_equal(eval2(IR_SMULO_, IR_I1, IR_I(65), (ir_word128)1 << 63, 2, IR_EVAL_OK), 1);
    assert_int_equal(eval2(IR_SDIV_, wide, wide, top, ir_mask(128), IR_EVAL_TRAP), 0);
    assert_int_equal(eval2(IR_CLZ_, wide, wide, 1, 0, IR_EVAL_OK), 127);
    assert_int_equal(eval2(IR_CTZ_, wide, wide, top, 0, IR_EVAL_OK), 127);
}

static ir_word128 of_double(double d) {
    uint64_t w;
    memcpy(&w, &d, sizeof w);
    return w;
}

static ir_word128 of_float(float f) {
    uint32_t w;
    memcpy(&w, &f, sizeof w);
    return w;
}

static void floats_are_those_of_the_host(void **state) {
    (void)state;
    const double nan = __builtin_nan(""), values[] = {0, -0.0, 1, -1.5, 0.1, 1e300, -1e-300, __builtin_inf(), nan};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        for (unsigned j = 0; j < sizeof values / sizeof *values; j++) {
            double a = values[i], b = values[j];
            ir_word128 wa = of_double(a), wb = of_double(b);
            if (a == a && b == b && a + b == a + b)
                assert_int_equal(eval2(IR_FADD_, F64, F64, wa, wb, IR_EVAL_OK), (uint64_t)of_double(a + b));
            if (a * b == a * b) assert_int_equal(eval2(IR_FMUL_, F64, F64, wa, wb, IR_EVAL_OK), (uint64_t)of_double(a * b));
            assert_int_equal(eval2(IR_FOLT_, IR_I1, F64, wa, wb, IR_EVAL_OK), a < b);
            assert_int_equal(eval2(IR_FUGE_, IR_I1, F64, wa, wb, IR_EVAL_OK), !(a < b));
            assert_int_equal(eval2(IR_FOEQ_, IR_I1, F64, wa, wb, IR_EVAL_OK), a == b);
            assert_int_equal(eval2(IR_FUNE_, IR_I1, F64, wa, wb, IR_EVAL_OK), a != b);
            assert_int_equal(eval2(IR_FUNO_, IR_I1, F64, wa, wb, IR_EVAL_OK), a != a || b != b);
        }
    }
    float third = 1.0f / 3.0f;
    assert_int_equal(eval2(IR_FDIV_, F32, F32, of_float(1), of_float(3), IR_EVAL_OK), (uint64_t)of_float(third));
    assert_int_equal(eval2(IR_FNEG_, F64, F64, of_double(0), 0, IR_EVAL_OK), (uint64_t)of_double(-0.0));
    assert_int_equal(eval2(IR_FTOF_, F32, F64, of_double(0.1), 0, IR_EVAL_OK), (uint64_t)of_float(0.1f));
}

static void conversions_between_floats_and_integers_round_to_zero_and_know_their_range(void **state) {
    (void)state;
    assert_int_equal(eval2(IR_FTOSI_, IR_I(32), F64, of_double(-2.9), 0, IR_EVAL_OK), (uint32_t)-2);
    assert_int_equal(eval2(IR_FTOUI_, IR_I(32), F64, of_double(4e9), 0, IR_EVAL_OK), 4000000000u);
    assert_int_equal(eval2(IR_FTOSI_, IR_I(32), F64, of_double(4e9), 0, IR_EVAL_UNDEFINED), 0x80000000u);
    assert_int_equal(eval2(IR_FTOSI_, IR_I(8), F64, of_double(-128.5), 0, IR_EVAL_OK), 0x80);
    assert_int_equal(eval2(IR_FTOUI_, I8, F64, of_double(-0.5), 0, IR_EVAL_OK), 0);
    assert_int_equal(eval2(IR_SITOF_, F64, IR_I(32), (uint32_t)-7, 0, IR_EVAL_OK), (uint64_t)of_double(-7));
    assert_int_equal(eval2(IR_UITOF_, F64, IR_I(32), (uint32_t)-7, 0, IR_EVAL_OK), (uint64_t)of_double(4294967289.0));
    assert_int_equal(eval2(IR_UITOF_, F32, IR_I(64), 0xffffffffffffffff, 0, IR_EVAL_OK), (uint64_t)of_float(0x1p64f));
    assert_int_equal(eval2(IR_FADD_, IR_TYPE(IR_FLOAT, 16), IR_TYPE(IR_FLOAT, 16), 1, 1, IR_EVAL_UNKNOWN), 0);
    assert_int_equal(eval2(IR_FTOF_, IR_TYPE(IR_FLOAT, 128), F64, 1, 0, IR_EVAL_UNKNOWN), 0);
}

static void select_takes_one_of_two(void **state) {
    (void)state;
    for (unsigned c = 0; c < 2; c++) {
        ir_word128 args[3] = {c, 10, 20}, out;
        assert_int_equal(ir_eval(IR_SELECT_, I8, I8, args, &out), IR_EVAL_OK);
        assert_int_equal((uint64_t)out, c ? 10 : 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_on_8_bits_is_that_of_c),
        cmocka_unit_test(divisions_and_shifts_on_8_bits_are_those_of_c),
        cmocka_unit_test(tests_on_8_bits_are_those_of_c),
        cmocka_unit_test(unary_operators_and_casts_on_8_bits_are_those_of_c),
        cmocka_unit_test(funnel_shifts_on_8_bits_take_the_middle_of_two_words),
        cmocka_unit_test(the_widest_integers_wrap_and_overflow),
        cmocka_unit_test(floats_are_those_of_the_host),
        cmocka_unit_test(conversions_between_floats_and_integers_round_to_zero_and_know_their_range),
        cmocka_unit_test(select_takes_one_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
