// SPDX-License-Identifier: MIT
// Functions that their descriptors describe fully: check what is read, let the world decide the result, write what is written.
#include <assert.h>

#include "exec/lib.h"
#include "exec/trail.h"
#include "ir/eval.h"

// ---- reading -----------------------------------------------------------------------------------------------------------------------

static bool read_bytes(const struct exec_model *k, uint32_t i, enum exec_access access) {
    const struct ir_lib_arg *a = &k->row->args[i];
    uint64_t n, offset;
    uint32_t block;
    bool overflow;
    if (!exec_lib_size(k, &a->size, a->unit, &n, &overflow)) return false;
    if (a->limited && n > a->unit) n = a->unit;  // how much is read is not known: at least one unit
    return exec_check(k->m, exec_lib_arg(k, i), n, access, &block, &offset);
}

static bool read_string(const struct exec_model *k, uint32_t i) {
    uint64_t limit, n;
    if (k->row->args[i].limited && exec_lib_computed(k)) return read_bytes(k, i, EXEC_READ);
    return exec_lib_limit(k, i, &limit) && exec_lib_length(k, exec_lib_arg(k, i), k->row->args[i].unit, limit, &n);
}

// What the library does there later, and when, is not followed: no run says then that all is well.
static bool keep(const struct exec_model *k, const struct exec_value *v) {
    struct exec_stored fresh = {0};
    struct exec_value cell;
    if (k->m->options->alone) exec_assume(k->m, "what '%s' keeps", k->name);
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

// A bound given by an argument that does not fit is none.
static int64_t bound(const struct exec_model *k, const struct ir_lib_bound *b, int64_t otherwise) {
    if (!b->given || !b->by_arg) return b->given ? b->value : otherwise;
    uint64_t v = exec_lib_amount(k, &b->factor);
    return v > (uint64_t)otherwise && otherwise >= 0 ? otherwise : (int64_t)v + b->value;
}

// The upper bound does not hold: the result is another one than the row's ordinary.
static bool is_open(const struct exec_model *k) {
    const struct ir_lib_result *r = &k->row->result;
    if (r->open_arg < 0) return false;
    uint64_t v = exec_lib_number(k, (uint32_t)r->open_arg);
    return r->open_bits ? (v & r->open_bits) != 0 : v == 0;
}

static bool is_same(const struct ir_lib_factor *a, const struct ir_lib_factor *b) {
    return a->atom == b->atom && a->arg == b->arg && a->turn == b->turn && a->value[0] == b->value[0];
}

// Is the size the argument that bounds the result from above?
static bool is_linked(const struct exec_model *k, const struct ir_lib_size *size) {
    const struct ir_lib_bound *hi = &k->row->result.hi;
    return hi->by_arg && hi->value == 0 && size->n == 1 && !size->add[0] && is_same(&size->factors[0], &hi->factor);
}

// Does the result say how much was taken of what the program hands over?  Ordinarily all.
static bool counts_taken(const struct exec_model *k) {
    for (uint32_t i = 0; i < k->row->n_args; i++)
        if (k->row->args[i].role == IR_LIB_READ && is_linked(k, &k->row->args[i].size)) return true;
    return false;
}

// Numbers of success and failure are drawn together; one that is both is decided by another draw.
static bool is_failure(const struct exec_model *k, int64_t n, int64_t lo, int64_t hi) {
    const struct ir_lib_failure *f = &k->row->result.failure;
    if (!f->given || n < f->lo || n > f->hi) return false;
    return n < lo || n > hi || exec_draw_number(k->m, IR_I1, "fails") != 0;
}

struct range {
    int64_t lo, hi;
};

// The numbers of a call that succeeds, and those together with the ones of a call that fails.
static void ranges(const struct exec_model *k, uint32_t bits, struct range *ok, struct range *all) {
    const struct ir_lib_result *r = &k->row->result;
    int64_t top = (int64_t)(ir_mask(bits) >> (bits == 64 || !r->is_unsigned));
    *ok = (struct range){bound(k, &r->lo, r->is_unsigned ? 0 : -top - 1), is_open(k) ? top : bound(k, &r->hi, top)};
    if (ok->hi < ok->lo && r->hi.by_arg) ok->hi = ok->lo;
    *all = *ok;
    if (r->failure.given && r->failure.lo < ok->lo) all->lo = r->failure.lo;
    if (r->failure.given && r->failure.hi > ok->hi) all->hi = r->failure.hi;
}

static void number(const struct exec_model *k, bool *failed) {
    const struct ir_lib_result *r = &k->row->result;
    ir_type type = exec_lib_result(k);
    bool taken = ir_kind(type) != IR_VOID;
    uint32_t bits = taken ? ir_bits(type) : 64;
    if (!taken && !(r->failure.given && ir_lib_writes(k->row))) return;
    if (taken && (ir_kind(type) != IR_INT || bits > 64 || (!r->lo.given && !r->hi.given))) {
        bool wild = exec_lib_computed(k) || ir_kind(type) == IR_FLOAT || ir_kind(type) == IR_PTR;
        exec_lib_give(k, wild ? exec_any(k->m, type, k->why) : exec_draw(k->m, type, k->name));
        return;
    }
    struct range ok, all;
    ranges(k, bits, &ok, &all);
    int64_t n = counts_taken(k) ? all.hi - exec_lib_choose(k, 0, all.hi - all.lo, k->name) : exec_lib_choose(k, all.lo, all.hi, k->name);
    if (n < ok.lo && !(r->failure.given && n <= r->failure.hi)) n = ok.lo;  // neither the one nor the other
    struct exec_value v = exec_int((uint64_t)n);
    if (taken && all.lo < all.hi) v = exec_lib_mark(k, v, type);
    *failed = is_failure(k, n, ok.lo, ok.hi);
    exec_lib_give(k, v);
}

void exec_lib_give_input(const struct exec_model *k, enum exec_success success) {
    ir_type type = exec_lib_result(k);
    const struct ir_lib_result *r = &k->row->result;
    uint32_t bits = ir_bits(type);
    assert(success != EXEC_FAILS || r->failure.given);
    if (!exec_is_exact(k->m) || ir_kind(type) != IR_INT || bits > 64 || k->call->n_results != 1 || exec_lib_computed(k)) {
        exec_lib_give_unknown(k);
        return;
    }
    struct exec_value v = exec_draw_input(k->m, type, k->name);
    struct range ok, of;
    ranges(k, bits, &ok, &of);
    if (success == EXEC_SUCCEEDS) of = ok;
    if (success == EXEC_FAILS) of = (struct range){r->failure.lo, r->failure.hi};
    bool bounded = r->answer == IR_LIB_NUMBER && (r->lo.given || r->hi.given) && !(bits == 64 && r->is_unsigned && of.hi == INT64_MAX);
    uint64_t mask = (uint64_t)ir_mask(bits), range = (uint64_t)of.hi - (uint64_t)of.lo;
    if (bounded && of.lo <= of.hi && range <= mask) exec_trail_bound(k->m, &v, bits, (uint64_t)of.lo & mask, range);
    k->call->results[0] = v;
}

// Handles and fresh blocks are there unless the draw says otherwise; the other results that can be null are.
static bool is_null(const struct exec_model *k, bool there) {
    if (!k->row->result.null) return false;
    if (k->row->kind == IR_LIB_K_LOCALTIME) return false;
    if (exec_lib_computed(k)) exec_assume(k->m, "whether '%s' gives null", k->name);
    return exec_draw_truth(k->m, there ? "fails" : "succeeds") == there;
}

static bool renew(const struct exec_model *k, const struct exec_value *to, uint64_t n, uint8_t layout) {
    const struct ir_lib_layout *l = ir_lib_layout(k->lib->table, layout);
    return exec_lib_put_drawn(k, to, n) && (!l || exec_lib_put_layout(k, to, l));
}

// What an earlier call gave is gone or has other contents.
static bool forget_lent(const struct exec_model *k) {
    const struct exec_stored *old = &k->lib->statics[k->call->func];
    struct exec_value at = exec_pointer(k->m, old->block, 0);
    return !k->row->result.lent || !old->block || exec_havoc(k->m, &at, old->size, k->why);
}

static bool static_object(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    uint64_t n;
    bool overflow;
    if (!forget_lent(k)) return false;
    if (r->string) {
        if (!exec_lib_static_string(k, out)) return false;
    } else if (!exec_lib_size(k, &r->size, 1, &n, &overflow) || !exec_lib_stored(k, &k->lib->statics[k->call->func], n, out) ||
               !renew(k, out, n, r->layout)) {
        return false;
    }
    exec_block(&k->m->memory, out->block)->readonly = r->readonly;
    return true;
}

static uint64_t serial_of(const struct exec_model *k, uint32_t i) {
    uint32_t block;
    uint64_t offset;
    return exec_resolve(k->m, exec_lib_arg(k, i), &block, &offset) ? exec_block(&k->m->memory, block)->serial : 0;
}

static bool owned_object(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    uint64_t n = r->string ? exec_lib_choose_length(k, EXEC_NO_LIMIT) + 1 : 0;
    bool overflow;
    if ((!r->string && !exec_lib_size(k, &r->size, 1, &n, &overflow)) || !exec_static(k->m, n, EXEC_BIRTH_ZERO, out)) return false;
    vec_push(&k->lib->owned, (struct exec_owned){serial_of(k, r->arg), out->block});
    return r->string ? exec_lib_put_string(k, out, 1, n - 1, (struct exec_letters){0}) : renew(k, out, n, r->layout);
}

bool exec_lib_close(const struct exec_model *k, uint32_t i) {
    uint64_t serial = serial_of(k, i);
    if (!exec_free(k->m, exec_lib_arg(k, i), EXEC_RESOURCE, k->name)) return false;
    for (uint32_t o = 0; o < k->lib->owned.n; o++) {
        if (k->lib->owned.at[o].handle != serial) continue;
        struct exec_value at = exec_pointer(k->m, k->lib->owned.at[o].block, 0);
        if (!exec_free(k->m, &at, EXEC_STATIC, k->name)) return false;
        k->lib->owned.at[o--] = vec_last(&k->lib->owned);
        k->lib->owned.n--;
    }
    return true;
}

static bool fresh_object(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    uint64_t n = r->string ? exec_lib_choose_length(k, EXEC_NO_LIMIT) : 0;
    uint64_t bytes = n + 1;
    bool overflow = false;
    if (!r->string && !exec_lib_size(k, &r->size, 1, &bytes, &overflow)) return false;
    if (!exec_malloc(k->m, bytes, 16, r->zeroed ? EXEC_BIRTH_ZERO : EXEC_BIRTH_UNINIT, out)) return false;
    return !r->string || out->bits == 0 || exec_lib_put_string(k, out, 1, n, (struct exec_letters){0});
}

static bool pointer(const struct exec_model *k, struct exec_value *out) {
    const struct ir_lib_result *r = &k->row->result;
    if (exec_lib_computed(k) && r->answer == IR_LIB_INSIDE) {
        *out = exec_any(k->m, exec_lib_result(k), k->why);
        return true;
    }
    bool elsewhere = r->or_static && (exec_lib_null(k, r->arg) || exec_draw_number(k->m, IR_I1, "static storage"));
    if (elsewhere) return exec_lib_static_string(k, out);
    switch ((enum ir_lib_answer)r->answer) {
    case IR_LIB_STATIC: return static_object(k, out);
    case IR_LIB_NEW: return fresh_object(k, out);
    case IR_LIB_OWNED: return owned_object(k, out);
    case IR_LIB_OPEN: return exec_resource(k->m, k->m->program->pointer_bits == 64 ? 216 : 148, EXEC_OTHER_STREAM + r->handle, out);
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
    if (is_linked(k, &a->size) && k->call->n_results) {
        uint64_t n = (uint64_t)k->call->results[0].bits;
        return n < limit ? n : limit;  // the result may be how much there was
    }
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
    if (a->limited && (exec_lib_computed(k) || a->role == IR_LIB_UPDATE)) return havoc_rest(k, exec_lib_arg(k, i), n * a->unit);
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
    return exec_lib_put_string(k, exec_lib_arg(k, i), k->row->args[i].unit, exec_lib_choose_length(k, limit), (struct exec_letters){0});
}

// The string keeps its length.
static bool edit_string(const struct exec_model *k, uint32_t i) {
    uint64_t n;
    const struct exec_value *at = exec_lib_arg(k, i);
    if (!exec_lib_length(k, at, k->row->args[i].unit, EXEC_NO_LIMIT, &n)) return false;
    return exec_lib_computed(k) ? exec_havoc(k->m, at, n, k->why) : exec_lib_put_string(k, at, k->row->args[i].unit, n, (struct exec_letters){0});
}

static bool store_inside(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    struct exec_value v = *exec_lib_arg(k, a->target);
    if (exec_lib_computed(k))
        v = exec_any(k->m, ir_ptr(k->m->program), k->why);
    else if (exec_draw_number(k->m, IR_I1, "finds something") == 0)
        v = exec_int(0);
    return exec_lib_store_pointer(k, exec_lib_arg(k, i), &v);
}

static bool shrink(const struct exec_model *k, uint32_t i) {
    struct exec_value v;
    if (!exec_load(k->m, exec_lib_arg(k, i), IR_I(32), &v)) return false;
    const struct ir_lib_arg *a = &k->row->args[i];
    uint64_t most = exec_decide(k->m, &v);
    if (a->limited) most = a->size.factors[0].value[0];
    v = exec_int((uint64_t)exec_lib_choose(k, 0, (int64_t)most, k->name));
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
    case IR_LIB_CLOSE: return exec_lib_close(k, i);
    default: return true;
    }
}

static bool write_variadic(const struct exec_model *k) {
    uint32_t known = k->row->n_args + (uint32_t)__builtin_popcount(k->use.drop);
    for (uint32_t i = known; i < k->call->n_args; i++) {
        bool pointer = ir_kind(k->call->types[i]) == IR_PTR || k->call->args[i].block;
        if (pointer && !havoc_rest(k, &k->call->args[i], EXEC_NO_LIMIT)) return false;
    }
    return true;
}

bool exec_lib_fills(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    const struct ir_lib_layout *l = ir_lib_layout(k->lib->table, a->layout);
    for (uint32_t f = 0; l && f < l->n_fields; f++)
        if (l->fields[f].kind != IR_LIB_F_RANGE) return false;
    return a->role == IR_LIB_ECHO || (a->role == IR_LIB_WRITE && !a->limited);
}

bool exec_lib_fill(const struct exec_model *k, uint32_t i) {
    const struct ir_lib_arg *a = &k->row->args[i];
    uint64_t n;
    bool overflow;
    assert(exec_lib_fills(k, i));
    if (a->null && exec_lib_null(k, i)) return true;
    if (a->role == IR_LIB_ECHO) return store_echo(k, i);
    if (!exec_lib_size(k, &a->size, a->unit, &n, &overflow)) return false;
    return exec_lib_put_inputs(k, exec_lib_arg(k, i), n, ir_lib_layout(k->lib->table, a->layout));
}

bool exec_lib_give_object(const struct exec_model *k) {
    bool failed = false;
    return result(k, &failed);
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

bool exec_lib_spoil(const struct exec_model *k) {
    for (uint32_t i = 0; k->row->result.spoils && i < k->row->n_args; i++) {
        const struct ir_lib_arg *a = &k->row->args[i];
        uint64_t n;
        bool overflow, writes = a->role == IR_LIB_WRITE || a->role == IR_LIB_UPDATE || a->role == IR_LIB_FILL || a->role == IR_LIB_EDIT;
        if (!writes || (a->null && exec_lib_null(k, i))) continue;
        if (!exec_lib_size(k, &a->size, a->unit, &n, &overflow) || !havoc_rest(k, exec_lib_arg(k, i), n)) return false;
    }
    return true;
}

bool exec_model_generic(struct exec_model *k) {
    bool failed = false;
    if (!exec_lib_read_args(k)) return false;
    if (!result(k, &failed)) return false;
    if (failed) return exec_lib_spoil(k) && exec_lib_failed(k);
    for (uint32_t i = 0; i < k->row->n_args; i++) {
        if (!write_arg(k, i)) return false;
    }
    return write_variadic(k);
}

bool exec_lib_ask(struct exec_model *k, const char *question, exec_model_fn *first) {
    uint32_t n = intern_find(&k->lib->questions, question);
    bool on = true;
    if (n != INTERN_NONE) {
        on = exec_lib_read_args(k);
        exec_lib_give(k, k->lib->answers.at[n]);
    } else {
        on = first(k);
        intern_add(&k->lib->questions, question);
        vec_push(&k->lib->answers, k->call->n_results && on ? k->call->results[0] : exec_int(0));
    }
    return on;
}

// The question is the call with its arguments.
static bool ask(struct exec_model *k, exec_model_fn *first) {
    struct buf question = {0};
    buf_str(&question, k->row->name);
    for (uint32_t i = 0; i < k->row->n_args; i++) buf_printf(&question, " %llx", (unsigned long long)exec_lib_arg(k, i)->bits);
    bool on = exec_lib_ask(k, buf_text(&question), first);
    buf_free(&question);
    return on;
}

bool exec_model_stable(struct exec_model *k) {
    return ask(k, exec_model_generic);
}

static bool give_setting(struct exec_model *k) {
    const struct ir_lib_setting *s = ir_lib_setting(exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0)));
    if (s)
        exec_lib_give_number(k, exec_lib_choose(k, s->lo, s->hi, k->name));
    else
        exec_lib_give_unknown(k);
    return true;
}

bool exec_model_sysconf(struct exec_model *k) {
    return ask(k, give_setting);
}

bool exec_model_kill(struct exec_model *k) {
    if (exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, k->row->n_args - 1))) exec_assume(k->m, "what the signal of '%s' does", k->name);
    return exec_model_generic(k);
}

bool exec_model_locale(struct exec_model *k) {
    k->lib->locale_changed = true;
    return exec_model_generic(k);
}

bool exec_model_mb_cur_max(struct exec_model *k) {
    if (k->lib->locale_changed) return exec_model_generic(k);
    exec_lib_give_number(k, 1);
    return true;
}
