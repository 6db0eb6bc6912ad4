// SPDX-License-Identifier: MIT
// Searching in strings, and cutting them.
#include "exec/lib.h"

struct text {
    const struct exec_value *at;
    uint32_t unit;
};

static struct text text_arg(const struct exec_model *k, enum ir_lib_role role, uint32_t nth) {
    uint32_t i = exec_lib_nth(k, role, nth);
    return (struct text){exec_lib_arg(k, i), k->row->args[i].unit};
}

static bool unit_at(const struct exec_model *k, struct text s, uint64_t i, uint32_t *c) {
    return exec_lib_unit(k, s.at, i, s.unit, c);
}

static struct exec_value place(const struct exec_model *k, struct text s, uint64_t i) {
    return exec_plus(k->m, s.at, i * s.unit);
}

enum search { FIRST, LAST, FIRST_OR_END };

static bool find_unit(const struct exec_model *k, enum search how) {
    struct text s = text_arg(k, IR_LIB_STRING, 0);
    uint64_t v = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    uint32_t wanted = s.unit == 1 ? (uint8_t)v : (uint32_t)v, c = 1;
    exec_lib_give_number(k, 0);
    for (uint64_t i = 0; c != 0; i++) {
        if (!unit_at(k, s, i, &c)) return false;
        if (c == wanted || (c == 0 && how == FIRST_OR_END)) {
            exec_lib_give(k, place(k, s, i));
            if (how != LAST) break;
        }
    }
    return true;
}

bool exec_model_strchr(struct exec_model *k) {
    return find_unit(k, FIRST);
}

bool exec_model_strrchr(struct exec_model *k) {
    return find_unit(k, LAST);
}

bool exec_model_strchrnul(struct exec_model *k) {
    return find_unit(k, FIRST_OR_END);
}

static uint32_t lower(uint32_t c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

enum match { DIFFERENT, EQUAL, ENDED };

// Is `part` at position i of s, or does s end before it could be?
static bool match_at(const struct exec_model *k, struct text s, uint64_t i, struct text part, bool fold, enum match *out) {
    uint32_t x, y;
    for (uint64_t j = 0;; j++) {
        if (!unit_at(k, part, j, &y)) return false;
        *out = EQUAL;
        if (y == 0) return true;
        if (!unit_at(k, s, i + j, &x)) return false;
        *out = x == 0 ? ENDED : DIFFERENT;
        if (x == 0 || (fold ? lower(x) != lower(y) : x != y)) return true;
    }
}

static bool find_string(const struct exec_model *k, bool fold) {
    struct text s = text_arg(k, IR_LIB_STRING, 0), part = text_arg(k, IR_LIB_STRING, 1);
    enum match match = DIFFERENT;
    uint64_t i;
    for (i = 0; match == DIFFERENT; i++) {
        if (!match_at(k, s, i, part, fold, &match)) return false;
    }
    exec_lib_give(k, match == EQUAL ? place(k, s, i - 1) : exec_int(0));
    return true;
}

bool exec_model_strstr(struct exec_model *k) {
    return find_string(k, false);
}

bool exec_model_strcasestr(struct exec_model *k) {
    return find_string(k, true);
}

static bool contains(const struct exec_model *k, struct text set, uint32_t c, bool *yes) {
    uint32_t x = 1;
    *yes = false;
    for (uint64_t i = 0; x != 0 && !*yes; i++) {
        if (!unit_at(k, set, i, &x)) return false;
        *yes = x == c && x != 0;
    }
    return true;
}

// From position *i on, skips the units that are in the set (or not); stops at the terminator.  *c is the unit it stopped at.
static bool span(const struct exec_model *k, struct text s, struct text set, bool in, uint64_t *i, uint32_t *c) {
    for (;; ++*i) {
        bool yes;
        if (!unit_at(k, s, *i, c)) return false;
        if (*c == 0) return true;
        if (!contains(k, set, *c, &yes)) return false;
        if (yes != in) return true;
    }
}

static bool give_span(const struct exec_model *k, bool in) {
    uint64_t n = 0;
    uint32_t c;
    if (!span(k, text_arg(k, IR_LIB_STRING, 0), text_arg(k, IR_LIB_STRING, 1), in, &n, &c)) return false;
    exec_lib_give_number(k, (int64_t)n);
    return true;
}

bool exec_model_strspn(struct exec_model *k) {
    return give_span(k, true);
}

bool exec_model_strcspn(struct exec_model *k) {
    return give_span(k, false);
}

bool exec_model_strpbrk(struct exec_model *k) {
    struct text s = text_arg(k, IR_LIB_STRING, 0);
    uint64_t n = 0;
    uint32_t c;
    if (!span(k, s, text_arg(k, IR_LIB_STRING, 1), false, &n, &c)) return false;
    exec_lib_give(k, c ? place(k, s, n) : exec_int(0));
    return true;
}

// Where strtok keeps its place: the caller's cell, or the library's own.
static bool token_cell(const struct exec_model *k, struct exec_value *cell) {
    uint32_t i = exec_lib_nth(k, IR_LIB_INTO, 0);
    if (i == EXEC_NO_ARG) return exec_lib_stored(k, &k->lib->token_cell, k->m->program->pointer_bits / 8, cell);
    *cell = *exec_lib_arg(k, i);
    return true;
}

static bool cut(const struct exec_model *k, struct text s, uint64_t at) {
    struct exec_value end = place(k, s, at), zero = exec_int(0);
    return exec_fill(k->m, &end, &zero, s.unit);
}

bool exec_model_strtok(struct exec_model *k) {
    uint32_t edited = exec_lib_nth(k, IR_LIB_EDIT, 0), c;
    struct text s = text_arg(k, IR_LIB_EDIT, 0), set = text_arg(k, IR_LIB_STRING, 0);
    struct exec_value cell, saved;
    uint64_t start = 0;
    exec_lib_give_number(k, 0);
    if (!token_cell(k, &cell)) return false;
    if (exec_lib_null(k, edited)) {
        if (!exec_lib_load_pointer(k, &cell, &saved)) return false;
        s.at = &saved;
    }
    if (!span(k, s, set, true, &start, &c)) return false;
    uint64_t end = start;
    if (c != 0 && !span(k, s, set, false, &end, &c)) return false;
    struct exec_value next = place(k, s, end + (c != 0)), token = place(k, s, start);
    exec_lib_give(k, end > start ? token : exec_int(0));
    return (c == 0 || cut(k, s, end)) && exec_lib_store_pointer(k, &cell, &next);
}

bool exec_model_strsep(struct exec_model *k) {
    const struct exec_value *cell = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_INTO, 0));
    struct exec_value start, next;
    struct text s = {&start, 1};
    uint64_t end = 0;
    uint32_t c;
    if (!exec_lib_load_pointer(k, cell, &start)) return false;
    exec_lib_give(k, start);
    if (!exec_decide_truth(k->m, &start) && !start.uninit) return true;
    if (!span(k, s, text_arg(k, IR_LIB_STRING, 0), false, &end, &c)) return false;
    next = c ? place(k, s, end + 1) : exec_int(0);
    return (c == 0 || cut(k, s, end)) && exec_lib_store_pointer(k, cell, &next);
}
