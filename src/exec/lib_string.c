// SPDX-License-Identifier: MIT
// Strings: length, copies, comparison.  A unit is a byte, or a wchar_t of 4 bytes.
#include "exec/lib.h"
#include "exec/trail.h"

// A string operand: where it is, its unit, its limit.
struct text {
    const struct exec_value *at;
    uint32_t unit;
    uint64_t limit;
};

static bool text_arg(const struct exec_model *k, enum ir_lib_role role, uint32_t nth, struct text *t) {
    uint32_t i = exec_lib_nth(k, role, nth);
    t->at = exec_lib_arg(k, i);
    t->unit = k->row->args[i].unit;
    return exec_lib_limit(k, i, &t->limit);
}

static bool length(const struct exec_model *k, const struct text *t, uint64_t *n) {
    return exec_lib_length(k, t->at, t->unit, t->limit, n);
}

static void give_target(const struct exec_model *k, const struct exec_value *to, uint64_t bytes) {
    exec_lib_give(k, k->row->result.answer == IR_LIB_INSIDE ? exec_plus(k->m, to, bytes) : *to);
}

static bool terminate(const struct exec_model *k, const struct exec_value *to, uint64_t bytes, uint32_t unit) {
    struct exec_value end = exec_plus(k->m, to, bytes), zero = exec_int(0);
    return exec_fill(k->m, &end, &zero, unit);
}

bool exec_model_strlen(struct exec_model *k) {
    struct text s;
    uint64_t n;
    if (!text_arg(k, IR_LIB_STRING, 0, &s) || !length(k, &s, &n)) return false;
    exec_lib_give_number(k, (int64_t)n);
    return true;
}

bool exec_model_strcpy(struct exec_model *k) {
    struct text to, from;
    uint64_t n;
    if (!text_arg(k, IR_LIB_FILL, 0, &to) || !text_arg(k, IR_LIB_STRING, 0, &from) || !length(k, &from, &n)) return false;
    if (!exec_copy_apart(k->m, to.at, from.at, (n + 1) * from.unit)) return false;
    give_target(k, to.at, n * from.unit);
    return true;
}

bool exec_model_strncpy(struct exec_model *k) {
    struct text to, from;
    uint64_t n;
    if (!text_arg(k, IR_LIB_WRITE, 0, &to) || !text_arg(k, IR_LIB_STRING, 0, &from) || !length(k, &from, &n)) return false;
    uint64_t room = from.limit * from.unit, copied = n * from.unit;
    if (!exec_apart(k->m, to.at, room, from.at, copied) || !exec_copy(k->m, to.at, from.at, copied)) return false;
    struct exec_value rest = exec_plus(k->m, to.at, copied), zero = exec_int(0);
    give_target(k, to.at, copied);
    return exec_fill(k->m, &rest, &zero, room - copied);
}

bool exec_model_strcat(struct exec_model *k) {
    struct text to, from;
    uint64_t old, n;
    if (!text_arg(k, IR_LIB_EDIT, 0, &to) || !text_arg(k, IR_LIB_STRING, 0, &from) || !length(k, &to, &old) || !length(k, &from, &n))
        return false;
    struct exec_value end = exec_plus(k->m, to.at, old * to.unit);
    uint64_t read = n < from.limit ? n + 1 : n;
    if (!exec_apart(k->m, &end, (n + 1) * to.unit, from.at, read * to.unit) || !exec_copy(k->m, &end, from.at, n * to.unit)) return false;
    exec_lib_give(k, *to.at);
    return terminate(k, &end, n * to.unit, to.unit);
}

// Copies `from` behind the first `old` bytes of `to`, whose size is its limit.
static bool append_bounded(const struct exec_model *k, const struct text *to, uint64_t old, const struct text *from, uint64_t n) {
    uint64_t room = to->limit - old - 1, copied = n < room ? n : room;
    struct exec_value end = exec_plus(k->m, to->at, old);
    return exec_apart(k->m, &end, copied + 1, from->at, copied) && exec_copy(k->m, &end, from->at, copied) && terminate(k, &end, copied, 1);
}

bool exec_model_strlcpy(struct exec_model *k) {
    struct text to, from;
    uint64_t n;
    if (!text_arg(k, IR_LIB_FILL, 0, &to) || !text_arg(k, IR_LIB_STRING, 0, &from) || !length(k, &from, &n)) return false;
    exec_lib_give_number(k, (int64_t)n);
    return to.limit == 0 || append_bounded(k, &to, 0, &from, n);
}

bool exec_model_strlcat(struct exec_model *k) {
    struct text to, from;
    uint64_t old, n;
    if (!text_arg(k, IR_LIB_FILL, 0, &to) || !text_arg(k, IR_LIB_STRING, 0, &from) || !length(k, &to, &old) || !length(k, &from, &n))
        return false;
    exec_lib_give_number(k, (int64_t)(old + n));
    return old >= to.limit || append_bounded(k, &to, old, &from, n);
}

static uint32_t lower(uint32_t c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

// Reads both up to the first difference.
static bool compare(const struct exec_model *k, bool fold) {
    struct text a, b;
    uint32_t x = 1, y = 1;
    if (!text_arg(k, IR_LIB_STRING, 0, &a) || !text_arg(k, IR_LIB_STRING, 1, &b)) return false;
    for (uint64_t i = 0; i < a.limit && x == y && x != 0; i++) {
        if (!exec_lib_unit(k, a.at, i, a.unit, &x) || !exec_lib_unit(k, b.at, i, b.unit, &y)) return false;
        x = fold ? lower(x) : x;
        y = fold ? lower(y) : y;
    }
    exec_lib_give_number(k, a.unit == 1 ? (int64_t)x - y : (int32_t)x < (int32_t)y ? -1 : x != y);
    if (a.unit == 1 && !fold) exec_lib_give_comparison(k, a.at, b.at, a.limit, true);
    if (a.unit == 1 && fold) exec_trail_words(k->m, a.at, b.at, a.limit);
    return true;
}

bool exec_model_strcmp(struct exec_model *k) {
    return compare(k, false);
}

bool exec_model_strcasecmp(struct exec_model *k) {
    return compare(k, true);
}
