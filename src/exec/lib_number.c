// SPDX-License-Identifier: MIT
// Characters and integers: classes, case, conversion from text.
#include "exec/lib.h"
#include "exec/trail.h"
#include "ir/eval.h"

enum { OUT_OF_RANGE = 34, INVALID = 22 };  // ERANGE, EINVAL

// The first value of a function that computes on it, without a decision.
static int64_t plain(const struct exec_model *k) {
    uint32_t i = exec_lib_nth(k, IR_LIB_VALUE, 0), bits = ir_bits(exec_lib_type(k, i));
    return (int64_t)ir_signed(exec_lib_arg(k, i)->bits, bits > 64 ? 64 : bits);
}

static bool give_computed(const struct exec_model *k, int64_t n) {
    exec_lib_give(k, exec_lib_stain(k, (struct exec_value){.bits = (exec_word)(__int128)n}));
    return true;
}

// Locales agree about ASCII only.
static void mind_locale(const struct exec_model *k, int64_t c) {
    if (k->lib->locale_changed && (c < -1 || c > 127)) exec_assume(k->m, "what '%s' gives in a locale other than \"C\"", k->name);
}

// Outside -1..255 the real function reads outside its table: such a call is not modelled.  Wide characters have no such bound.
static bool in_table(const struct exec_model *k, int64_t c) {
    mind_locale(k, c);
    if (c >= -128 && c <= 255) return true;
    exec_assume(k->m, "what '%s' gives for %lld, which is no character", k->name, (long long)c);
    return false;
}

static int ascii(int64_t c) {
    return c >= 0 && c < 128 ? (int)c : -1;
}

bool exec_model_ctype(struct exec_model *k) {
    int64_t c = plain(k);
    in_table(k, c);
    return give_computed(k, ir_lib_ctype(ascii(c)) & k->row->param);
}

// glibc takes a negative char for the byte it is, except the end of file.
static int64_t change_case(int64_t c, int from, int by) {
    c = c < -1 && c >= -128 ? c + 256 : c;
    return c >= from && c < from + 26 ? c + by : c;
}

bool exec_model_tolower(struct exec_model *k) {
    mind_locale(k, plain(k));
    return give_computed(k, change_case(plain(k), 'A', 32));
}

bool exec_model_toupper(struct exec_model *k) {
    mind_locale(k, plain(k));
    return give_computed(k, change_case(plain(k), 'a', -32));
}

static int64_t table_entry(uint32_t which, int c) {
    switch (which) {
    case IR_LIB_P_TO_LOWER: return change_case(c, 'A', 32);
    case IR_LIB_P_TO_UPPER: return change_case(c, 'a', -32);
    default: return ir_lib_ctype(ascii(c));
    }
}

// The table and the pointer to its entry 0 stand in one static block: the pointer first.
bool exec_model_ctype_table(struct exec_model *k) {
    uint32_t which = k->row->param, width = which == IR_LIB_P_CLASSES ? 2 : 4, word = k->m->program->pointer_bits / 8;
    struct exec_stored *s = &k->lib->tables[which];
    bool made = s->block != 0;
    struct exec_value cell, zero;
    if (!exec_lib_stored(k, s, word + 384 * width, &cell)) return false;
    exec_lib_give(k, cell);
    if (made) return true;
    for (int c = -128; c < 256; c++) {
        struct exec_value at = exec_plus(k->m, &cell, word + (uint64_t)(c + 128) * width);
        struct exec_value v = exec_int((uint64_t)table_entry(which, c) & (~0ull >> (64 - 8 * width)));
        if (!exec_store(k->m, &at, IR_I(8 * width), &v)) return false;
    }
    zero = exec_plus(k->m, &cell, word + 128 * width);
    return exec_lib_store_pointer(k, &cell, &zero);
}

// ---- text to integer -----------------------------------------------------------------------------------------------------------------

struct scan {
    const struct exec_value *at;
    uint32_t unit;
    uint64_t next;
};

static bool peek(const struct exec_model *k, const struct scan *s, uint64_t ahead, uint32_t *c) {
    return exec_lib_unit(k, s->at, s->next + ahead, s->unit, c);
}

static int digit_value(uint32_t c) {
    return c >= '0' && c <= '9' ? (int)c - '0' : c >= 'a' && c <= 'z' ? (int)c - 'a' + 10 : c >= 'A' && c <= 'Z' ? (int)c - 'A' + 10 : 99;
}

static bool skip_space_and_sign(const struct exec_model *k, struct scan *s, bool *minus) {
    uint32_t c;
    for (;; s->next++) {
        if (!peek(k, s, 0, &c)) return false;
        if (!(ir_lib_ctype(c < 128 ? (int)c : -1) & IR_LIB_P_SPACE)) break;
    }
    *minus = c == '-';
    s->next += c == '-' || c == '+';
    return true;
}

// 0x before a hexadecimal digit; with base 0 the prefix chooses.
static bool read_prefix(const struct exec_model *k, struct scan *s, int *base) {
    uint32_t c, x = 0, d = 0;
    if (!peek(k, s, 0, &c) || (c == '0' && !peek(k, s, 1, &x))) return false;
    bool hexadecimal = c == '0' && (x | 32) == 'x' && (*base == 0 || *base == 16);
    if (hexadecimal && !peek(k, s, 2, &d)) return false;
    if (hexadecimal && digit_value(d) < 16) {
        *base = 16;
        s->next += 2;
    }
    *base = *base ? *base : c == '0' ? 8 : 10;
    return true;
}

// Digits from here on; *huge: more than 64 bits.
static bool read_digits(const struct exec_model *k, struct scan *s, int base, uint64_t *value, bool *huge) {
    uint32_t c;
    *value = 0;
    *huge = false;
    for (;; s->next++) {
        if (!peek(k, s, 0, &c)) return false;
        if (digit_value(c) >= base) return true;
        *huge |= __builtin_mul_overflow(*value, (uint64_t)base, value) || __builtin_add_overflow(*value, (uint64_t)digit_value(c), value);
    }
}

static bool store_end(const struct exec_model *k, const struct scan *s, uint64_t end) {
    uint32_t cell = exec_lib_nth(k, IR_LIB_INTO, 0);
    if (cell == EXEC_NO_ARG || exec_lib_null(k, cell)) return true;
    struct exec_value v = exec_plus(k->m, s->at, end * s->unit);
    return exec_lib_store_pointer(k, exec_lib_arg(k, cell), &v);
}

static bool give_signed(const struct exec_model *k, uint64_t value, bool minus, bool huge) {
    bool converts = exec_lib_nth(k, IR_LIB_INTO, 0) != EXEC_NO_ARG;
    uint32_t word = k->m->program->pointer_bits, bits = ir_bits(exec_lib_result(k));
    bits = !converts && bits < word ? word : bits;  // atoi goes through long
    uint64_t top = (uint64_t)(ir_mask(bits) >> 1);
    bool out = huge || value > top + minus;
    exec_lib_give_number(k, out ? (minus ? -(int64_t)top - 1 : (int64_t)top) : (int64_t)(minus ? -value : value));
    return !out || !converts || exec_lib_errno(k, OUT_OF_RANGE);
}

static bool give_unsigned(const struct exec_model *k, uint64_t value, bool minus, bool huge) {
    uint64_t top = (uint64_t)ir_mask(ir_bits(exec_lib_result(k)));
    bool out = huge || value > top;
    exec_lib_give_number(k, (int64_t)(out ? top : minus ? -value : value));
    return !out || exec_lib_errno(k, OUT_OF_RANGE);
}

static void trace_digits(const struct exec_model *k, const struct exec_value *at, uint64_t first, uint64_t n, bool minus) {
    struct exec_value digits = exec_plus(k->m, at, first);
    uint32_t bits = ir_bits(exec_lib_result(k));
    if (k->call->n_results && bits <= 64)
        k->call->results[0].node = exec_trail_decimal(k->m, &digits, n, minus, bits, (uint64_t)k->call->results[0].bits);
}

static bool read_integer(const struct exec_model *k, bool is_signed) {
    uint32_t from = exec_lib_nth(k, IR_LIB_STRING, 0), radix = exec_lib_nth(k, IR_LIB_VALUE, 0);
    struct scan s = {exec_lib_arg(k, from), k->row->args[from].unit, 0};
    int base = radix == EXEC_NO_ARG ? 10 : (int)exec_lib_signed(k, radix);
    bool minus, huge;
    uint64_t value, first;
    if (base < 0 || base == 1 || base > 36) {
        exec_lib_give_number(k, 0);
        return exec_lib_errno(k, INVALID);  // the end is not stored
    }
    if (!skip_space_and_sign(k, &s, &minus) || !read_prefix(k, &s, &base)) return false;
    first = s.next;
    if (!read_digits(k, &s, base, &value, &huge) || !store_end(k, &s, s.next == first ? 0 : s.next)) return false;
    if (!(is_signed ? give_signed(k, value, minus, huge) : give_unsigned(k, value, minus, huge))) return false;
    if (base == 10 && s.unit == 1) trace_digits(k, s.at, first, s.next - first, minus);
    return true;
}

bool exec_model_strtol(struct exec_model *k) {
    return read_integer(k, true);
}

bool exec_model_strtoul(struct exec_model *k) {
    return read_integer(k, false);
}

// ---- integers ------------------------------------------------------------------------------------------------------------------------

bool exec_model_bswap(struct exec_model *k) {
    ir_type type = exec_lib_result(k);
    ir_word128 arg = (uint64_t)plain(k) & ir_mask(ir_bits(type)), out = arg;
    ir_eval(IR_BSWAP_, type, type, &arg, &out);
    return give_computed(k, (int64_t)(uint64_t)out);
}

bool exec_model_abs(struct exec_model *k) {
    int64_t n = plain(k);
    return give_computed(k, n < 0 ? (int64_t)-(uint64_t)n : n);
}

bool exec_model_ffs(struct exec_model *k) {
    uint64_t n = (uint64_t)plain(k);
    return give_computed(k, n ? __builtin_ctzll(n) + 1 : 0);
}

// One result of twice the width, or two results.
bool exec_model_div(struct exec_model *k) {
    int64_t a = exec_lib_signed(k, 0), b = exec_lib_signed(k, 1);
    uint32_t bits = ir_bits(exec_lib_type(k, 0));
    if (b == 0 || (b == -1 && a == INT64_MIN >> (64 - bits))) return exec_trap(k->m, "integer division");
    uint64_t quotient = (uint64_t)(a / b) & (uint64_t)ir_mask(bits), remainder = (uint64_t)(a % b) & (uint64_t)ir_mask(bits);
    if (k->call->n_results == 2) {
        k->call->results[0] = exec_int(quotient);
        k->call->results[1] = exec_int(remainder);
    } else if (k->call->n_results == 1 && ir_bits(exec_lib_result(k)) == 2 * bits) {
        exec_lib_give(k, (struct exec_value){.bits = (exec_word)remainder << bits | quotient});
    } else {
        exec_lib_give_unknown(k);
    }
    return true;
}
