// SPDX-License-Identifier: MIT
// Arguments and results of library functions, read through their rows.
#include "exec/lib.h"
#include "exec/open.h"
#include "exec/trail.h"
#include "ir/eval.h"

const struct exec_value *exec_lib_arg(const struct exec_model *k, uint32_t i) {
    return &k->call->args[ir_lib_actual(&k->use, i)];
}

ir_type exec_lib_type(const struct exec_model *k, uint32_t i) {
    return k->call->types[ir_lib_actual(&k->use, i)];
}

uint64_t exec_lib_number(const struct exec_model *k, uint32_t i) {
    return exec_decide(k->m, exec_lib_arg(k, i));
}

int64_t exec_lib_signed(const struct exec_model *k, uint32_t i) {
    uint32_t bits = ir_bits(exec_lib_type(k, i));
    return (int64_t)ir_signed(exec_lib_number(k, i), bits > 64 ? 64 : bits);
}

uint32_t exec_lib_nth(const struct exec_model *k, enum ir_lib_role role, uint32_t n) {
    for (uint32_t i = 0; i < k->row->n_args; i++) {
        if (k->row->args[i].role == role && n-- == 0) return i;
    }
    return EXEC_NO_ARG;
}

// An uninitialised pointer is not null: its use is the fault.
bool exec_lib_null(const struct exec_model *k, uint32_t i) {
    const struct exec_value *v = exec_lib_arg(k, i);
    return !exec_decide_truth(k->m, v) && !v->uninit;
}

// A handle is the library's own object: what it holds is in the block's index.
static bool cell_value(const struct exec_model *k, uint32_t i, uint64_t *out) {
    struct exec_value cell;
    uint32_t block;
    uint64_t offset;
    *out = 0;
    if (exec_lib_null(k, i)) return true;
    if (k->row->args[i].role == IR_LIB_HANDLE && exec_resolve(k->m, exec_lib_arg(k, i), &block, &offset)) {
        *out = exec_block(&k->m->memory, block)->index - EXEC_CACHE;
        return true;
    }
    if (!exec_load(k->m, exec_lib_arg(k, i), IR_I(32), &cell)) return false;
    *out = exec_decide(k->m, &cell);
    return true;
}

uint64_t exec_lib_amount(const struct exec_model *k, const struct ir_lib_factor *f) {
    if (f->atom == IR_LIB_CONST) return f->value[k->m->program->pointer_bits == 32];
    int64_t count = f->atom == IR_LIB_COUNT ? exec_lib_signed(k, f->arg) : 0;
    uint64_t v = f->atom == IR_LIB_COUNT ? (count < 0 ? 0 : (uint64_t)count) : exec_lib_number(k, f->arg);
    return ir_lib_turned(f, v, k->m->program->pointer_bits == 32);
}

static bool factor_value(const struct exec_model *k, const struct ir_lib_factor *f, uint64_t *out) {
    bool narrow = k->m->program->pointer_bits == 32;
    switch ((enum ir_lib_atom)f->atom) {
    case IR_LIB_CONST: *out = f->value[narrow]; return true;
    case IR_LIB_LAYOUT: *out = ir_lib_layout(k->lib->table, f->arg)->size[narrow]; return true;
    case IR_LIB_ARG:
    case IR_LIB_COUNT:
        if (!exec_use(k->m, exec_lib_arg(k, f->arg), "is a size")) return false;
        *out = exec_lib_amount(k, f);
        return true;
    case IR_LIB_CELL: return cell_value(k, f->arg, out);
    case IR_LIB_LENGTH: break;
    }
    uint64_t limit;
    return exec_lib_limit(k, f->arg, &limit) && exec_lib_length(k, exec_lib_arg(k, f->arg), k->row->args[f->arg].unit, limit, out);
}

bool exec_lib_size(const struct exec_model *k, const struct ir_lib_size *s, uint32_t unit, uint64_t *bytes, bool *overflow) {
    uint64_t max = (uint64_t)ir_mask(k->m->program->pointer_bits);
    *overflow = false;
    *bytes = s->n ? unit : EXEC_NO_LIMIT;
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t f;
        if (!factor_value(k, &s->factors[i], &f)) return false;
        *overflow |= __builtin_mul_overflow(*bytes, f, bytes) || *bytes > max;
    }
    *overflow |= s->n && (__builtin_add_overflow(*bytes, s->add[k->m->program->pointer_bits == 32], bytes) || *bytes > max);
    *bytes = *overflow ? UINT64_MAX : *bytes;
    return true;
}

bool exec_lib_limit(const struct exec_model *k, uint32_t i, uint64_t *limit) {
    bool overflow;
    if (k->row->args[i].limited) return exec_lib_size(k, &k->row->args[i].size, 1, limit, &overflow);
    *limit = EXEC_NO_LIMIT;
    return true;
}

ir_type exec_lib_result(const struct exec_model *k) {
    return k->call->n_results ? k->call->result_types[0] : IR_TYPE(IR_VOID, 0);
}

void exec_lib_give(const struct exec_model *k, struct exec_value v) {
    if (!k->call->n_results) return;
    v.bits &= ir_mask(ir_bits(k->call->result_types[0]));
    k->call->results[0] = v;
    for (uint32_t i = 1; i < k->call->n_results; i++) k->call->results[i] = exec_any(k->m, k->call->result_types[i], k->why);
}

void exec_lib_give_number(const struct exec_model *k, int64_t n) {
    exec_lib_give(k, (struct exec_value){.bits = (exec_word)(__int128)n});
}

void exec_lib_give_comparison(const struct exec_model *k, const struct exec_value *a, const struct exec_value *b, uint64_t n,
                              bool strings) {
    struct exec_value *r = k->call->n_results ? &k->call->results[0] : NULL;
    if (k->m->options->observer) exec_trail_observe(k->m, a, b, n, strings);
    if (r && k->call->result_types[0] == IR_I(32)) r->node = exec_trail_compare(k->m, a, b, n, strings, (uint32_t)r->bits);
}

void exec_lib_give_unknown(const struct exec_model *k) {
    for (uint32_t i = 0; i < k->call->n_results; i++) k->call->results[i] = exec_any(k->m, k->call->result_types[i], k->why);
}

struct exec_value exec_lib_stain(const struct exec_model *k, struct exec_value v) {
    uint32_t n = ir_bytes(exec_lib_result(k));
    uint16_t all = (uint16_t)((1u << (n > 16 ? 16 : n)) - 1);
    for (uint32_t i = 0; i < k->call->n_args; i++) {
        const struct exec_value *a = &k->call->args[i];
        if (a->unknown) {
            v.unknown = all;
            v.why = a->why;
        }
        if (a->uninit) v.uninit = all;
        if (exec_loose_bits(k->m, a, 128)) exec_open_all(&v, (uint16_t)((v.flags & EXEC_OPEN) | exec_loose_kinds(a)));
    }
    return v;
}

bool exec_lib_unit(const struct exec_model *k, const struct exec_value *at, uint64_t i, uint32_t unit, uint32_t *out) {
    struct exec_value place = exec_plus(k->m, at, i * unit), v;
    if (!exec_load(k->m, &place, IR_I(8 * unit), &v)) return false;
    *out = (uint32_t)v.bits;
    return exec_look(k->m, &v);
}

bool exec_lib_length(const struct exec_model *k, const struct exec_value *at, uint32_t unit, uint64_t limit, uint64_t *n) {
    uint32_t c;
    for (*n = 0; *n < limit; ++*n) {
        if (!exec_lib_unit(k, at, *n, unit, &c)) return false;
        if (c == 0) break;
    }
    return true;
}

bool exec_lib_text(const struct exec_model *k, const struct exec_value *at, uint64_t limit, struct buf *out) {
    uint32_t c;
    for (uint64_t i = 0; i < limit; i++) {
        if (!exec_lib_unit(k, at, i, 1, &c)) return false;
        if (c == 0) break;
        buf_char(out, (char)c);
    }
    return true;
}

bool exec_lib_load_pointer(const struct exec_model *k, const struct exec_value *cell, struct exec_value *out) {
    return exec_load(k->m, cell, ir_ptr(k->m->program), out);
}

bool exec_lib_store_pointer(const struct exec_model *k, const struct exec_value *cell, const struct exec_value *v) {
    return exec_store(k->m, cell, ir_ptr(k->m->program), v);
}

enum ir_lib_handle exec_lib_handle_kind(const struct exec_block *b) {
    if (b->index >= EXEC_CACHE) return IR_LIB_CACHE;
    return b->index <= EXEC_OTHER_STREAM ? IR_LIB_STREAM : (enum ir_lib_handle)(b->index - EXEC_OTHER_STREAM);
}

bool exec_lib_handle(const struct exec_model *k, uint32_t i, enum exec_stream *stream) {
    const struct exec_value *v = exec_lib_arg(k, i);
    uint32_t block, kind = k->row->args[i].handle;
    uint64_t offset;
    *stream = EXEC_OTHER_STREAM;
    if (v->unknown) return exec_give_up(k->m, "%s of an unknown handle: %s", k->name, exec_reason(k->m, v));
    if (v->uninit) return exec_fault(k->m, IR_RULE_UNINITIALISED_POINTER, 0, "'%s' is given an uninitialised handle", k->name);
    exec_depend(k->m, v);
    if (v->bits == 0) return exec_fault(k->m, IR_RULE_NULL_DEREFERENCE, 0, "'%s' is given a null handle", k->name);
    if (!exec_resolve(k->m, v, &block, &offset))
        return exec_fault(k->m, IR_RULE_OUT_OF_BOUNDS, 0, "'%s' is given an address where there is no handle", k->name);
    const struct exec_block *b = exec_block(&k->m->memory, block);
    if (b->life == EXEC_FREED)
        return exec_fault(k->m, IR_RULE_USE_AFTER_FREE, block, "'%s' is given a handle that was closed or freed", k->name);
    if (b->kind != EXEC_RESOURCE || offset || exec_lib_handle_kind(b) != kind)
        return exec_fault(k->m, IR_RULE_OUT_OF_BOUNDS, block, "'%s' is given something that is no %s", k->name, ir_lib_handle_words[kind]);
    *stream = b->index < EXEC_OTHER_STREAM ? (enum exec_stream)b->index : EXEC_OTHER_STREAM;
    return true;
}

bool exec_lib_errno(const struct exec_model *k, int32_t value) {
    struct exec_value at = exec_pointer(k->m, k->lib->errno_cell.block, 0), v = exec_int((uint32_t)value);
    return exec_store(k->m, &at, IR_I(32), &v);
}

bool exec_lib_get_errno(const struct exec_model *k, int32_t *value) {
    struct exec_value at = exec_pointer(k->m, k->lib->errno_cell.block, 0), v;
    if (!exec_load(k->m, &at, IR_I(32), &v)) return false;
    *value = (int32_t)v.bits;
    return true;
}

bool exec_lib_failed(const struct exec_model *k) {
    return exec_lib_errno(k, (int32_t)exec_lib_choose(k, 1, 133, "errno"));
}
