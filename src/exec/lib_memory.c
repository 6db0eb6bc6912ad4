// SPDX-License-Identifier: MIT
// Functions on ranges of bytes.
#include "exec/lib.h"

static bool size_of(const struct exec_model *k, uint32_t i, uint64_t *bytes) {
    bool overflow;
    return exec_lib_size(k, &k->row->args[i].size, k->row->args[i].unit, bytes, &overflow);
}

static uint32_t value_of(const struct exec_model *k, uint32_t nth, uint32_t unit) {
    uint64_t v = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, nth));
    return unit == 1 ? (uint8_t)v : (uint32_t)v;
}

// The row's result when it is argument 0 or the place `n` bytes into it.
static void give_target(const struct exec_model *k, uint32_t to, uint64_t n) {
    const struct exec_value *target = exec_lib_arg(k, to);
    exec_lib_give(k, k->row->result.answer == IR_LIB_INSIDE ? exec_plus(k->m, target, n) : *target);
}

static bool readable(const struct exec_model *k, uint32_t i, uint64_t n) {
    uint32_t block;
    uint64_t offset;
    return exec_check(k->m, exec_lib_arg(k, i), n, EXEC_READ, &block, &offset);
}

bool exec_model_memcpy(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0), from = exec_lib_nth(k, IR_LIB_READ, 0);
    uint64_t n;
    if (!size_of(k, to, &n)) return false;
    bool (*copy)(struct exec_machine *, const struct exec_value *, const struct exec_value *, uint64_t) =
        k->row->param == IR_LIB_P_OVERLAP ? exec_copy : exec_copy_apart;
    if (!copy(k->m, exec_lib_arg(k, to), exec_lib_arg(k, from), n)) return false;
    give_target(k, to, n);
    return true;
}

bool exec_model_memccpy(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0), from = exec_lib_nth(k, IR_LIB_READ, 0), stop = value_of(k, 0, 1), c = 0;
    uint64_t limit, n = 0;
    bool found = false;
    if (!size_of(k, to, &limit)) return false;
    for (; n < limit && !found; n++) {
        if (!exec_lib_unit(k, exec_lib_arg(k, from), n, 1, &c)) return false;
        found = c == stop;
    }
    if (!exec_copy_apart(k->m, exec_lib_arg(k, to), exec_lib_arg(k, from), n)) return false;
    exec_lib_give(k, found ? exec_plus(k->m, exec_lib_arg(k, to), n) : exec_int(0));
    return true;
}

bool exec_model_memset(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0), unit = k->row->args[to].unit;
    uint64_t n, offset;
    uint32_t block;
    if (!size_of(k, to, &n)) return false;
    const struct exec_value *at = exec_lib_arg(k, to), *v = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    if (!exec_check(k->m, at, n, EXEC_WRITE, &block, &offset)) return false;
    for (uint64_t i = 0; unit > 1 && i < n; i += unit) {
        struct exec_value place = exec_plus(k->m, at, i);
        if (!exec_store(k->m, &place, IR_I(8 * unit), v)) return false;
    }
    if (unit == 1 && !exec_fill(k->m, at, v, n)) return false;
    give_target(k, to, n);
    return true;
}

bool exec_model_bzero(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0);
    uint64_t n;
    struct exec_value zero = exec_int(0);
    return size_of(k, to, &n) && exec_fill(k->m, exec_lib_arg(k, to), &zero, n);
}

bool exec_model_memcmp(struct exec_model *k) {
    uint32_t a = exec_lib_nth(k, IR_LIB_READ, 0), b = exec_lib_nth(k, IR_LIB_READ, 1), unit = k->row->args[a].unit, x = 0, y = 0;
    uint64_t n;
    if (!size_of(k, a, &n) || !readable(k, a, n) || !readable(k, b, n)) return false;
    for (uint64_t i = 0; i < n / unit && x == y; i++) {
        if (!exec_lib_unit(k, exec_lib_arg(k, a), i, unit, &x) || !exec_lib_unit(k, exec_lib_arg(k, b), i, unit, &y)) return false;
    }
    exec_lib_give_number(k, unit == 1 ? (int64_t)x - y : (int64_t)(int32_t)x < (int32_t)y ? -1 : x != y);
    if (unit == 1) exec_lib_give_comparison(k, exec_lib_arg(k, a), exec_lib_arg(k, b), n, false);
    return true;
}

// Reading stops at the unit that is looked for.
bool exec_model_memchr(struct exec_model *k) {
    uint32_t in = exec_lib_nth(k, IR_LIB_READ, 0), unit = k->row->args[in].unit, wanted = value_of(k, 0, unit), c;
    uint64_t n;
    if (!size_of(k, in, &n)) return false;
    exec_lib_give_number(k, 0);
    for (uint64_t i = 0; i < n / unit; i++) {
        if (!exec_lib_unit(k, exec_lib_arg(k, in), i, unit, &c)) return false;
        if (c == wanted) {
            exec_lib_give(k, exec_plus(k->m, exec_lib_arg(k, in), i * unit));
            break;
        }
    }
    return true;
}

bool exec_model_memrchr(struct exec_model *k) {
    uint32_t in = exec_lib_nth(k, IR_LIB_READ, 0), wanted = value_of(k, 0, 1), c;
    uint64_t n;
    if (!size_of(k, in, &n) || !readable(k, in, n)) return false;
    exec_lib_give_number(k, 0);
    while (n-- > 0) {
        if (!exec_lib_unit(k, exec_lib_arg(k, in), n, 1, &c)) return false;
        if (c == wanted) {
            exec_lib_give(k, exec_plus(k->m, exec_lib_arg(k, in), n));
            break;
        }
    }
    return true;
}

bool exec_model_rawmemchr(struct exec_model *k) {
    uint32_t in = exec_lib_nth(k, IR_LIB_READ, 0), wanted = value_of(k, 0, 1), c;
    uint64_t i = 0;
    do {
        if (!exec_lib_unit(k, exec_lib_arg(k, in), i++, 1, &c)) return false;
    } while (c != wanted);
    exec_lib_give(k, exec_plus(k->m, exec_lib_arg(k, in), i - 1));
    return true;
}

static bool equal_at(const struct exec_model *k, uint32_t a, uint64_t at, uint32_t b, uint64_t n, bool *equal) {
    uint32_t x = 0, y = 0;
    for (uint64_t i = 0; i < n && x == y; i++) {
        if (!exec_lib_unit(k, exec_lib_arg(k, a), at + i, 1, &x) || !exec_lib_unit(k, exec_lib_arg(k, b), i, 1, &y)) return false;
    }
    *equal = x == y;
    return true;
}

bool exec_model_memmem(struct exec_model *k) {
    uint32_t a = exec_lib_nth(k, IR_LIB_READ, 0), b = exec_lib_nth(k, IR_LIB_READ, 1);
    uint64_t n, needle;
    bool equal = false;
    if (!size_of(k, a, &n) || !size_of(k, b, &needle) || !readable(k, a, n) || !readable(k, b, needle)) return false;
    exec_lib_give_number(k, 0);
    for (uint64_t i = 0; !equal && needle <= n && i <= n - needle; i++) {
        if (!equal_at(k, a, i, b, needle, &equal)) return false;
        if (equal) exec_lib_give(k, exec_plus(k->m, exec_lib_arg(k, a), i));
    }
    return true;
}
