// SPDX-License-Identifier: MIT
// Calendar time: exact in UTC, unknown within its ranges in local time.
#include <time.h>

#include "exec/lib.h"
#include "ir/eval.h"

// Seconds whose year fits an int in every time zone.
#define LAST_SECOND 67767976233446399

// The seconds behind the argument read; *fits says whether they have a calendar time.
static bool seconds(const struct exec_model *k, int64_t *out, bool *fits) {
    uint32_t from = exec_lib_nth(k, IR_LIB_READ, 0);
    uint64_t n;
    bool overflow;
    struct exec_value v;
    if (!exec_lib_size(k, &k->row->args[from].size, 1, &n, &overflow) || !exec_load(k->m, exec_lib_arg(k, from), IR_I((uint32_t)n * 8), &v))
        return false;
    *out = (int64_t)ir_signed(exec_decide(k->m, &v), (uint32_t)n * 8);
    *fits = *out <= LAST_SECOND && *out >= -LAST_SECOND;
    if (!*fits) exec_assume(k->m, "whether '%s' gives null", k->name);
    return true;
}

static bool store_fields(const struct exec_model *k, const struct exec_value *to, const struct tm *t) {
    const int fields[] = {t->tm_sec, t->tm_min, t->tm_hour, t->tm_mday, t->tm_mon, t->tm_year, t->tm_wday, t->tm_yday, 0};
    uint32_t word = k->m->program->pointer_bits;
    struct exec_stored fresh = {0};
    struct exec_value at, v = exec_int(0), zone;
    for (uint32_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        at = exec_plus(k->m, to, 4 * (uint64_t)i);
        v = exec_int((uint32_t)fields[i]);
        if (!exec_store(k->m, &at, IR_I(32), &v)) return false;
    }
    v = exec_int(0);
    at = exec_plus(k->m, to, word == 64 ? 40 : 36);
    if (!exec_store(k->m, &at, ir_word(k->m->program), &v) || !exec_lib_stored(k, &fresh, 4, &zone) || !exec_put(k->m, &zone, "GMT", 4))
        return false;
    at = exec_plus(k->m, to, word == 64 ? 48 : 40);
    return exec_lib_store_pointer(k, &at, &zone);
}

bool exec_model_gmtime(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0), block;
    int64_t when;
    bool fits;
    uint64_t n = ir_lib_layout(k->lib->table, to == EXEC_NO_ARG ? k->row->result.layout : k->row->args[to].layout)
                     ->size[k->m->program->pointer_bits == 32];
    uint64_t offset;
    struct exec_value where;
    struct tm t;
    exec_lib_give_number(k, 0);
    if (!seconds(k, &when, &fits) || !fits) return k->m->outcome == EXEC_RUNNING && exec_lib_spoil(k);
    if (to == EXEC_NO_ARG && !exec_lib_stored(k, &k->lib->statics[k->call->func], n, &where)) return false;
    where = to == EXEC_NO_ARG ? where : *exec_lib_arg(k, to);
    exec_lib_give(k, where);
    gmtime_r(&when, &t);
    return exec_check(k->m, &where, n, EXEC_WRITE, &block, &offset) && store_fields(k, &where, &t);
}

bool exec_model_localtime(struct exec_model *k) {
    int64_t when;
    bool fits;
    return seconds(k, &when, &fits) && exec_model_generic(k);
}
