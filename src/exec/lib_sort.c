// SPDX-License-Identifier: MIT
// Sorting and searching: the models that call back into the program.
#include "exec/lib.h"

// An array of n elements that a comparison function of the program orders.
struct array {
    const struct exec_model *k;
    const struct exec_value *base, *compare, *extra;  // extra: third argument of the comparison, or NULL
    uint64_t n, size;
};

static bool call_compare(const struct array *a, const struct exec_value *x, const struct exec_value *y, int32_t *out) {
    ir_type ptr = ir_ptr(a->k->m->program), types[3] = {ptr, ptr, ptr}, integer = IR_I(32);
    struct exec_value args[3] = {*x, *y}, result;
    if (a->extra) args[2] = *a->extra;
    if (!exec_call(a->k->m, a->compare, args, types, a->extra ? 3 : 2, &result, &integer, 1)) return false;
    *out = (int32_t)exec_decide(a->k->m, &result);
    return true;
}

static struct exec_value element(const struct array *a, uint64_t i) {
    return exec_plus(a->k->m, a->base, i * a->size);
}

// Merge sort of indices; the array itself stays as it is meanwhile.
static bool sort(const struct array *a, uint64_t *index, uint64_t *spare, uint64_t n) {
    uint64_t half = n / 2, left = 0, right = half;
    if (n < 2) return true;
    if (!sort(a, index, spare, half) || !sort(a, index + half, spare, n - half)) return false;
    for (uint64_t i = 0; i < n; i++) {
        int32_t order = left == half ? 1 : -1;
        if (left < half && right < n) {
            struct exec_value x = element(a, index[left]), y = element(a, index[right]);
            if (!call_compare(a, &x, &y, &order)) return false;
        }
        spare[i] = order <= 0 ? index[left++] : index[right++];
    }
    memcpy(index, spare, n * sizeof *index);
    return true;
}

// Moves element index[i] to place i, cycle by cycle, through one element of the library's.
static bool permute(const struct array *a, uint64_t *index) {
    struct exec_value hole, from, to, zero = exec_int(0);
    if (!exec_lib_stored(a->k, &a->k->lib->element, a->size, &hole)) return false;
    for (uint64_t i = 0; i < a->n; i++) {
        if (index[i] == i) continue;
        to = element(a, i);
        if (!exec_copy(a->k->m, &hole, &to, a->size)) return false;
        uint64_t at = i;
        while (index[at] != i) {
            to = element(a, at);
            from = element(a, index[at]);
            if (!exec_copy(a->k->m, &to, &from, a->size)) return false;
            uint64_t next = index[at];
            index[at] = at;
            at = next;
        }
        to = element(a, at);
        index[at] = at;
        if (!exec_copy(a->k->m, &to, &hole, a->size)) return false;
    }
    return exec_fill(a->k->m, &hole, &zero, a->size);  // or what was moved would stay reachable
}

static struct array array_of(const struct exec_model *k, enum ir_lib_role role, uint32_t first_value) {
    uint32_t extra = role == IR_LIB_UPDATE ? exec_lib_nth(k, IR_LIB_KEEP, 0) : EXEC_NO_ARG;
    struct array a = {.k = k, .base = exec_lib_arg(k, exec_lib_nth(k, role, 0))};
    a.compare = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_CALLBACK, 0));
    a.extra = extra == EXEC_NO_ARG ? NULL : exec_lib_arg(k, extra);
    a.size = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, first_value));
    return a;
}

static bool readable(const struct array *a, enum exec_access access) {
    uint64_t bytes, offset;
    uint32_t block;
    bool overflow = __builtin_mul_overflow(a->n, a->size, &bytes);
    return exec_check(a->k->m, a->base, overflow ? UINT64_MAX : bytes, access, &block, &offset);
}

bool exec_model_qsort(struct exec_model *k) {
    struct array a = array_of(k, IR_LIB_UPDATE, 1);
    a.n = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    exec_lib_give_number(k, 0);
    if (!readable(&a, EXEC_WRITE) || a.n < 2 || a.size == 0) return k->m->outcome == EXEC_RUNNING;
    uint64_t *index = malloc(2 * a.n * sizeof *index);
    if (!index) base_out_of_memory();
    for (uint64_t i = 0; i < a.n; i++) index[i] = i;
    bool on = sort(&a, index, index + a.n, a.n) && permute(&a, index);
    free(index);
    return on;
}

bool exec_model_bsearch(struct exec_model *k) {
    struct array a = array_of(k, IR_LIB_READ, 1);
    const struct exec_value *key = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_KEEP, 0));
    a.n = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    exec_lib_give_number(k, 0);
    uint64_t low = 0, high = a.n;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        struct exec_value at = element(&a, middle);
        int32_t order;
        if (!call_compare(&a, key, &at, &order)) return false;
        if (order == 0) {
            exec_lib_give(k, at);
            return true;
        }
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    return true;
}

bool exec_model_lfind(struct exec_model *k) {
    struct array a = array_of(k, IR_LIB_READ, 0);
    const struct exec_value *key = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_KEEP, 0));
    struct exec_value n;
    if (!exec_load(k->m, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_READ, 1)), ir_word(k->m->program), &n)) return false;
    a.n = exec_decide(k->m, &n);
    exec_lib_give_number(k, 0);
    for (uint64_t i = 0; i < a.n; i++) {
        struct exec_value at = element(&a, i);
        int32_t order;
        if (!call_compare(&a, key, &at, &order)) return false;
        if (order == 0) {
            exec_lib_give(k, at);
            break;
        }
    }
    return true;
}
