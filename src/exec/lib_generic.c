// SPDX-License-Identifier: MIT
// Functions that their descriptors describe fully: check what is read, let the world decide the result, write what is written.
#include "exec/lib.h"
#include "ir/eval.h"

// ---- reading -----------------------------------------------------------------------------------------------------------------------

static bool read_bytes(const struct exec_model *k, uint32_t i, enum exec_access access) {
    const struct ir_lib_arg *a = &k->row->args[i];
    uint64_t n, offset;
    uint32_t block;
    bool overflow;
    if (a->limited)  // how much is read is not known: at least one unit
        return exec_check(k->m, exec_lib_arg(k, i), a->unit, access, &block, &offset);
    return exec_lib_size(k, &a->size, a->unit, &n, &overflow) && exec_check(k->m, exec_lib_arg(k, i), n, access, &block, &offset);
}

static bool read_string(const struct exec_model *k, uint32_t i) {
    uint64_t limit, n;
    return exec_lib_limit(k, i, &limit) && exec_lib_length(k, exec_lib_arg(k, i), k->row->args[i].unit, limit, &n);
}

static bool keep(const struct exec_model *k, const struct exec_value *v) {
    struct exec_stored fresh = {0};
    struct exec_value cell;
    return exec_lib_stored(k, &fresh, k->m->program->pointer_bits / 8, &cell) && exec_lib_store_pointer(k, &cell, v);
}

static bool read_arg(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    enum exec_stream stream;
    if (a->null && exec_lib_null(k, i)) return true;
    switch ((enum ir_lib_role)a->role) {
    case IR_LIB_READ: return read_bytes(k, i, EXEC_READ);
    case IR_LIB_UPDATE: return read_bytes(k, i, EXEC_WRITE);
    case IR_LIB_STRING:
    case IR_LIB_EDIT:
    case IR_LIB_PRINTF_FORMAT:
    case IR_LIB_SCANF_FORMAT: return read_string(k, i);
    case IR_LIB_HANDLE:
    case IR_LIB_CLOSE: return exec_lib_handle(k, i, &stream);
    case IR_LIB_KEEP: return keep(k, exec_lib_arg(k, i));
    case IR_LIB_CALLBACK: exec_assume(k->m, "what a function given to '%s' does", k->name); return true;
    default: return true;
    }
}

// ---- results -----------------------------------------------------------------------------------------------------------------------

static int64_t bound(const struct exec_model *k, const struct ir_lib_bound *b, int64_t otherwise) {
    if (!b->given) return otherwise;
    return b->arg < 0 ? b->value : exec_lib_signed(k, (uint32_t)b->arg) + b->value;
}

static bool is_arg(const struct ir_lib_size *size, int arg) {
    return size->n == 1 && size->factors[0].atom == IR_LIB_ARG && size->factors[0].arg == arg;
}

// Does the result say how much was taken of what the program hands over?  Ordinarily all.
static bool counts_taken(const struct exec_model *k) {
    const struct ir_lib_bound *hi = &k->row->result.hi;
    for (uint32_t i = 0; i < k->row->n_args; i++) {
        const struct ir_lib_arg *a = &k->row->args[i];
        if (a->role == IR_LIB_READ && hi->given && hi->arg >= 0 && is_arg(&a->size, hi->arg)) return true;
    }
    return false;
}

static void number(const struct exec_model *k, bool *failed) {
    const struct ir_lib_result *r = &k->row->result;
    ir_type type = exec_lib_result(k);
    uint32_t bits = ir_bits(type);
    if (ir_kind(type) == IR_VOID) return;
    if (ir_kind(type) != IR_INT || bits > 64 || (!r->lo.given && !r->hi.given)) {
        bool wild = exec_lib_computed(k) || ir_kind(type) == IR_FLOAT || ir_kind(type) == IR_PTR;
        exec_lib_give(k, wild ? exec_any(k->m, type, k->why) : exec_draw(k->m, type, k->name));
        return;
    }
    int64_t top = (int64_t)(ir_mask(bits) >> 1), lo = bound(k, &r->lo, -top - 1), hi = bound(k, &r->hi, top);
    if (hi < lo) hi = lo;
    int64_t n = counts_taken(k) ? hi - exec_lib_choose(k, 0, hi - lo, k->name) : exec_lib_choose(k, lo, hi, k->name);
    struct exec_value v = exec_int((uint64_t)n);
    if (lo < hi) v = exec_lib_mark(k, v, type);
    *failed = n == -1 && lo == -1;
    exec_lib_give(k, v);
}

// Handles and fresh blocks are there unless the draw says otherwise; the other results that can be null are.
static bool is_null(const struct exec_model *k, bool there) {
    if (!k->row->result.null) return false;
    if (k->row->kind == IR_LIB_K_LOCALTIME) return false;
    if (exec_lib_computed(k)) exec_assume(k->m, "whether '%s' gives null", k->name);
    bool drawn = exec_draw(k->m, IR_I1, there ? "fails" : "succeeds").bits != 0;
    return drawn == there;
}

static bool renew(const struct exec_model *k, const struct exec_value *to, uint64_t n, uint8_t layout) {
    const struct ir_lib_layout *l = ir_lib_layout(k->lib->table, layout);
    return exec_lib_put_drawn(k, to, n) && (!l || exec_lib_put_layout(k, to, l));
}

static bool static_object(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    uint64_t n;
    bool overflow;
    if (r->string) {
        if (!exec_lib_static_string(k, out)) return false;
    } else if (!exec_lib_size(k, &r->size, 1, &n, &overflow) || !exec_lib_stored(k, &k->lib->statics[k->call->func], n, out) ||
               !renew(k, out, n, r->layout)) {
        return false;
    }
    exec_block(&k->m->memory, out->block)->readonly = r->readonly;
    return true;
}

static bool fresh_object(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    uint64_t n = r->string ? exec_lib_choose_length(k, EXEC_NO_LIMIT) : 0;
    uint64_t bytes = n + 1;
    bool overflow = false;
    if (!r->string && !exec_lib_size(k, &r->size, 1, &bytes, &overflow)) return false;
    if (!exec_malloc(k->m, bytes, 16, r->zeroed ? EXEC_BIRTH_ZERO : EXEC_BIRTH_UNINIT, out)) return false;
    return !r->string || out->bits == 0 || exec_lib_put_string(k, out, 1, n, false);
}

static bool pointer(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    if (exec_lib_computed(k) && r->answer == IR_LIB_INSIDE) {
        *out = exec_any(k->m, exec_lib_result(k), k->why);
        return true;
    }
    bool elsewhere = r->or_static && (exec_lib_null(k, r->arg) || exec_draw(k->m, IR_I1, "static storage").bits);
    if (elsewhere) return exec_lib_static_string(k, out);
    switch ((enum ir_lib_answer)r->answer) {
    case IR_LIB_STATIC: return static_object(k, out);
    case IR_LIB_NEW: return fresh_object(k, out);
    case IR_LIB_OPEN: return exec_resource(k->m, k->m->program->pointer_bits == 64 ? 216 : 148, EXEC_OTHER_STREAM, out);
    default: *out = *exec_lib_arg(k, r->arg); return true;
    }
}

static bool result(const struct exec_model *k, bool *failed) {
    enum ir_lib_answer answer = (enum ir_lib_answer)k->row->result.answer;
    struct exec_value v = exec_int(0);
    switch (answer) {
    case IR_LIB_VOID: return true;
    case IR_LIB_NEVER: return exec_exit(k->m, 1, false);
    case IR_LIB_NUMBER: number(k, failed); return true;
    case IR_LIB_ANYTHING: exec_lib_give_unknown(k); return true;
    default: break;
    }
    *failed = is_null(k, answer == IR_LIB_OPEN || answer == IR_LIB_NEW);
    if (!*failed && !pointer(k, &v)) return false;
    exec_lib_give(k, v);
    return true;
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------

// As many units as the result says, if its upper bound is the argument that limits them; else any number of them.
static uint64_t written_units(const struct exec_model *k, const struct ir_lib_arg *a, uint64_t limit) {
    const struct ir_lib_bound *hi = &k->row->result.hi;
    bool linked = hi->given && hi->arg >= 0 && is_arg(&a->size, hi->arg);
    if (linked && k->call->n_results) return (uint64_t)k->call->results[0].bits;
    return limit ? exec_lib_choose_length(k, limit == EXEC_NO_LIMIT ? limit : limit + 1) : 0;
}

// The rest of the block behind a pointer about whose use nothing is known.
static bool havoc_rest(const struct exec_model *k, const struct exec_value *at, uint64_t most) {
    uint32_t block;
    uint64_t offset;
    if (at->unknown || at->uninit || !exec_resolve(k->m, at, &block, &offset)) return true;
    const struct exec_block *b = exec_block(&k->m->memory, block);
    if (b->life != EXEC_LIVE || !b->bytes || b->readonly || b->kind == EXEC_RESOURCE || offset >= b->size) return true;
    uint64_t n = b->size - offset;
    return exec_havoc(k->m, at, n < most ? n : most, k->why);
}

static bool write_bytes(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    uint64_t n;
    bool overflow;
    if (!exec_lib_size(k, &a->size, 1, &n, &overflow)) return false;
    if (a->limited && exec_lib_computed(k)) return havoc_rest(k, exec_lib_arg(k, i), n * a->unit);
    n = a->limited ? written_units(k, a, n) : n;
    return renew(k, exec_lib_arg(k, i), n * a->unit, a->layout);
}

bool exec_lib_room(const struct exec_model *k, const struct exec_value *at, uint64_t n) {
    uint32_t block;
    uint64_t offset;
    if (at->unknown || at->uninit || !exec_resolve(k->m, at, &block, &offset)) return false;
    const struct exec_block *b = exec_block(&k->m->memory, block);
    return b->life == EXEC_LIVE && offset <= b->size && n <= b->size - offset;
}

// Text that is not computed may end anywhere within the limit.
static bool write_string(const struct exec_model *k, uint32_t i) {
    uint64_t limit;
    if (!exec_lib_limit(k, i, &limit) || limit == 0) return limit == 0;
    if (exec_lib_computed(k) && exec_lib_room(k, exec_lib_arg(k, i), limit * k->row->args[i].unit))
        return exec_havoc(k->m, exec_lib_arg(k, i), limit * k->row->args[i].unit, k->why);
    if (exec_lib_computed(k)) exec_assume(k->m, "the length of the text that '%s' writes", k->name);
    return exec_lib_put_string(k, exec_lib_arg(k, i), k->row->args[i].unit, exec_lib_choose_length(k, limit), false);
}

// The string keeps its length.
static bool edit_string(const struct exec_model *k, uint32_t i) {
    uint64_t n;
    const struct exec_value *at = exec_lib_arg(k, i);
    if (!exec_lib_length(k, at, k->row->args[i].unit, EXEC_NO_LIMIT, &n)) return false;
    return exec_lib_computed(k) ? exec_havoc(k->m, at, n, k->why) : exec_lib_put_string(k, at, k->row->args[i].unit, n, false);
}

static bool store_inside(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    struct exec_value v = *exec_lib_arg(k, a->target);
    if (exec_lib_computed(k))
        v = exec_any(k->m, ir_ptr(k->m->program), k->why);
    else if (exec_draw(k->m, IR_I1, "finds something").bits == 0)
        v = exec_int(0);
    return exec_lib_store_pointer(k, exec_lib_arg(k, i), &v);
}

static bool shrink(const struct exec_model *k, uint32_t i) {
    struct exec_value v;
    if (!exec_load(k->m, exec_lib_arg(k, i), IR_I(32), &v)) return false;
    v = exec_int((uint64_t)exec_lib_choose(k, 0, (int64_t)exec_decide(k->m, &v), k->name));
    return exec_store(k->m, exec_lib_arg(k, i), IR_I(32), &v);
}

static bool store_echo(const struct exec_model *k, uint32_t i) {
    uint64_t n;
    bool overflow;
    if (!exec_lib_size(k, &k->row->args[i].size, 1, &n, &overflow) || !k->call->n_results)
        return exec_havoc(k->m, exec_lib_arg(k, i), n, k->why);
    return exec_store(k->m, exec_lib_arg(k, i), IR_I((uint32_t)n * 8), &k->call->results[0]);
}

static bool write_arg(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    if (a->null && exec_lib_null(k, i)) return true;
    switch ((enum ir_lib_role)a->role) {
    case IR_LIB_WRITE:
    case IR_LIB_UPDATE: return write_bytes(k, i);
    case IR_LIB_FILL: return write_string(k, i);
    case IR_LIB_EDIT: return edit_string(k, i);
    case IR_LIB_ECHO: return store_echo(k, i);
    case IR_LIB_SHRINK: return shrink(k, i);
    case IR_LIB_INTO: return store_inside(k, i);
    case IR_LIB_CLOSE: return exec_free(k->m, exec_lib_arg(k, i), EXEC_RESOURCE, k->name);
    default: return true;
    }
}

static bool write_variadic(const struct exec_model *k) {
    uint32_t known = k->row->n_args + (uint32_t)__builtin_popcount(k->use.drop);
    for (uint32_t i = known; i < k->call->n_args; i++) {
        if (ir_kind(k->call->types[i]) == IR_PTR && !havoc_rest(k, &k->call->args[i], EXEC_NO_LIMIT)) return false;
    }
    return true;
}

bool exec_lib_give_chosen(const struct exec_model *k) {
    bool failed = false;
    return result(k, &failed) && (!failed || exec_lib_failed(k));
}

bool exec_lib_read_args(const struct exec_model *k) {
    for (uint32_t i = 0; i < k->row->n_args; i++) {
        if (!read_arg(k, i)) return false;
    }
    return true;
}

bool exec_model_generic(struct exec_model *k) {
    bool failed = false;
    if (!exec_lib_read_args(k)) return false;
    if (!result(k, &failed)) return false;
    if (failed) return exec_lib_failed(k);
    for (uint32_t i = 0; i < k->row->n_args; i++) {
        if (!write_arg(k, i)) return false;
    }
    return write_variadic(k);
}

bool exec_model_stable(struct exec_model *k) {
    struct buf question = {0};
    buf_str(&question, k->row->name);
    for (uint32_t i = 0; i < k->row->n_args; i++) buf_printf(&question, " %llx", (unsigned long long)exec_lib_arg(k, i)->bits);
    uint32_t n = intern_find(&k->lib->questions, buf_text(&question));
    bool on = true;
    if (n != INTERN_NONE) {
        on = exec_lib_read_args(k);
        exec_lib_give(k, k->lib->answers.at[n]);
    } else {
        on = exec_model_generic(k);
        intern_add(&k->lib->questions, buf_text(&question));
        vec_push(&k->lib->answers, k->call->n_results && on ? k->call->results[0] : exec_int(0));
    }
    buf_free(&question);
    return on;
}
