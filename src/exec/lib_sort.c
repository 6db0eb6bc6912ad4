// SPDX-License-Identifier: MIT
// Sorting and searching: the models that call back into the program.
#include "exec/lib.h"
#include "exec/limits.h"

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
    *out = exec_decide_sign(a->k->m, &result);
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

// ---- sorting that does not depend on how it is done -----------------------------------------------------------------------------------------
//
// In a run that may be the only one (alone.h): all pairs are compared, in copies of their own, while the array itself is unknown.  If the
// comparison changes nothing and is a strict order, whatever algorithm calls it comes to the same; elements that it takes for equal must be.

struct copies {
    struct exec_value all, x, y;  // of the elements in order; of two to be compared
};

static bool make_copies(const struct array *a, struct copies *c) {
    struct exec_machine *m = a->k->m;
    uint32_t block;
    uint64_t offset;
    bool made = exec_static(m, a->n * a->size, EXEC_BIRTH_ZERO, &c->all) && exec_static(m, a->size, EXEC_BIRTH_ZERO, &c->x) &&
                exec_static(m, a->size, EXEC_BIRTH_ZERO, &c->y) && exec_copy(m, &c->all, a->base, a->n * a->size) &&
                exec_check(m, a->base, a->n * a->size, EXEC_WRITE, &block, &offset);
    if (!made) return false;
    struct exec_block *b = exec_block(&m->memory, block);
    exec_bytes_set(b, offset, a->n * a->size, 0, EXEC_UNDRAWN);
    b->why = exec_reason_number(m, "what an array holds while it is sorted");
    return true;
}

static bool end_copies(const struct array *a, const struct copies *c) {
    struct exec_value zero = exec_int(0);  // or what they held would stay reachable
    struct exec_machine *m = a->k->m;
    return exec_fill(m, &c->all, &zero, a->n * a->size) && exec_fill(m, &c->x, &zero, a->size) && exec_fill(m, &c->y, &zero, a->size);
}

// What is unknown is the same only if it was computed by the same.
static bool same_bytes(const struct array *a, const struct copies *c, uint64_t i, uint64_t j) {
    const struct exec_block *b = exec_block(&a->k->m->memory, c->all.block);
    for (uint64_t n = 0; n < a->size; n++) {
        uint64_t x = i * a->size + n, y = j * a->size + n;
        bool unknown = (b->state[x] | b->state[y]) & (EXEC_UNDRAWN | EXEC_DRAWN);
        if (unknown && !(b->nodes && b->nodes[x] && b->nodes[x] == b->nodes[y])) return false;
    }
    return memcmp(b->bytes + i * a->size, b->bytes + j * a->size, a->size) == 0;
}

static bool compare_copies(const struct array *a, const struct copies *c, uint64_t i, uint64_t j, int32_t *out) {
    struct exec_machine *m = a->k->m;
    struct exec_value from = exec_plus(m, &c->all, i * a->size), to = exec_plus(m, &c->all, j * a->size);
    if (!exec_copy(m, &c->x, &from, a->size) || !exec_copy(m, &c->y, &to, a->size)) return false;
    m->frozen = m->memory.serial + 1;
    bool on = call_compare(a, &c->x, &c->y, out);
    m->frozen = 0;
    return on;
}

// index[] becomes the order; false: the run ended.
static bool rank(const struct array *a, const struct copies *c, uint64_t *index, int8_t *sign) {
    uint64_t n = a->n;
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) {
            int32_t order = 0;
            if (i != j && !compare_copies(a, c, i, j, &order)) return false;
            bool tie = i != j && order == 0;
            if (tie && !same_bytes(a, c, i, j)) exec_assume(a->k->m, "how elements that compare equal are sorted");
            sign[i * n + j] = (int8_t)(order < 0 ? -1 : order > 0 ? 1 : tie && i < j ? -1 : tie);
        }
    bool strict = true;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t before = 0;
        for (uint64_t j = 0; j < n; j++) {
            before += sign[j * n + i] < 0;
            strict &= sign[i * n + j] == -sign[j * n + i];
        }
        strict &= index[before] == UINT64_MAX;  // places are all different: then the order is transitive
        index[before] = i;
    }
    if (!strict) exec_assume(a->k->m, "what a comparison that is no order sorts");
    return true;
}

static bool put_back(const struct array *a, const struct copies *c, const uint64_t *index) {
    for (uint64_t i = 0; i < a->n; i++) {
        struct exec_value from = exec_plus(a->k->m, &c->all, (index[i] == UINT64_MAX ? i : index[i]) * a->size), to = element(a, i);
        if (!exec_copy(a->k->m, &to, &from, a->size)) return false;
    }
    return true;
}

static bool sort_alone(const struct array *a, uint64_t *index) {
    struct copies c;
    if (a->n > exec_limits[EXEC_LIMIT_SORTED].value) {
        exec_assume(a->k->m, "how more than %llu elements are sorted", (unsigned long long)exec_limits[EXEC_LIMIT_SORTED].value);
        return true;
    }
    int8_t *sign = calloc(a->n * a->n, 1);
    if (!sign) base_out_of_memory();
    for (uint64_t i = 0; i < a->n; i++) index[i] = UINT64_MAX;
    bool on = make_copies(a, &c) && rank(a, &c, index, sign) && put_back(a, &c, index) && end_copies(a, &c);
    free(sign);
    return on;
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
    bool on = k->m->options->alone ? sort_alone(&a, index) : sort(&a, index, index + a.n, a.n) && permute(&a, index);
    free(index);
    return on;
}

// Does every way to search come to the same?  All elements are compared: the comparison changes nothing, those before the one that is found (or
// where it would be) are smaller, those behind it larger, and it is the only one.
static bool search_alone(const struct array *a, const struct exec_value *key) {
    struct exec_machine *m = a->k->m;
    int32_t order, last = 1;
    bool sorted = a->n <= exec_limits[EXEC_LIMIT_SORTED].value;
    for (uint64_t i = 0; sorted && i < a->n; i++) {
        struct exec_value at = element(a, i);
        m->frozen = m->memory.serial + 1;
        bool on = call_compare(a, key, &at, &order);
        m->frozen = 0;
        if (!on) return false;
        sorted = last > 0 || order < 0;
        last = order;
    }
    if (!sorted) exec_assume(m, "which element is found first");
    return true;
}

bool exec_model_bsearch(struct exec_model *k) {
    struct array a = array_of(k, IR_LIB_READ, 1);
    const struct exec_value *key = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_KEEP, 0));
    a.n = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    exec_lib_give_number(k, 0);
    if (k->m->options->alone && !search_alone(&a, key)) return false;
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
