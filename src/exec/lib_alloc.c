// SPDX-License-Identifier: MIT
// Allocation and release.
#include <assert.h>

#include "exec/lib.h"
#include "exec/run.h"

enum { NO_MEMORY = 12, INVALID = 22 };  // ENOMEM, EINVAL

static uint64_t alignment(const struct exec_model *k) {
    uint32_t i = exec_lib_nth(k, IR_LIB_ALIGN, 0);
    uint64_t a = i == EXEC_NO_ARG ? 16 : exec_lib_number(k, i);
    bool power = a && (a & (a - 1)) == 0;
    if ((!power && k->row->param == IR_LIB_P_ALIGN_ANY) || a > 1u << 30)
        exec_assume(k->m, "what '%s' does with such an alignment", k->name);
    if (!power && k->row->param == IR_LIB_P_ALIGN_UP && a <= 1u << 30) a = a < 16 ? 16 : 1ull << (64 - __builtin_clzll(a));
    return power && a < 16 ? 16 : a;
}

// A function that may not give null ends the program instead.
static bool give_block(const struct exec_model *k, const struct exec_value *block) {
    exec_lib_give(k, *block);
    if (block->bits != 0) return true;
    return k->row->result.null_alloc ? exec_lib_errno(k, NO_MEMORY) : exec_abort(k->m);
}

static bool open_handle(const struct exec_model *k) {
    uint32_t i = exec_lib_nth(k, IR_LIB_HANDLE, 0);
    enum exec_stream stream;
    return i == EXEC_NO_ARG || exec_lib_handle(k, i, &stream);
}

static enum exec_birth birth(const struct exec_model *k) {
    return k->row->result.zeroed ? EXEC_BIRTH_ZERO : EXEC_BIRTH_UNINIT;
}

static bool allocate(const struct exec_model *k, uint64_t n, bool overflow, struct exec_value *out) {
    uint64_t align = alignment(k);
    *out = exec_int(0);
    bool possible = !overflow && align && (align & (align - 1)) == 0 && align <= 1u << 30;
    return !possible || exec_malloc(k->m, n, align, birth(k), out);
}

bool exec_model_alloc(struct exec_model *k) {
    uint64_t n;
    bool overflow;
    struct exec_value block;
    if (!open_handle(k) || !exec_lib_size(k, &k->row->result.size, 1, &n, &overflow)) return false;
    if (n == 0 && k->row->param == IR_LIB_P_NULL_IF_ZERO) {
        exec_lib_give_number(k, 0);
        return true;
    }
    return allocate(k, n, overflow, &block) && give_block(k, &block);
}

bool exec_model_free(struct exec_model *k) {
    return open_handle(k) && exec_free(k->m, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_RELEASE, 0)), EXEC_HEAP, k->name);
}

// Can this pointer be freed?  If not, freeing it is the fault.
static bool live_heap_block(const struct exec_model *k, const struct exec_value *old, uint32_t *block) {
    uint64_t offset;
    if (old->unknown || old->uninit || !exec_resolve(k->m, old, block, &offset)) return false;
    const struct exec_block *b = exec_block(&k->m->memory, *block);
    return b->kind == EXEC_HEAP && b->life == EXEC_LIVE && offset == 0;
}

enum { MOST_UNUSED = 4096 };  // bytes that a block may have beyond those that were asked for: blocks that are mapped end with a page

static bool choose_usable(struct exec_model *k) {
    uint32_t block;
    bool heap = live_heap_block(k, exec_lib_arg(k, 0), &block);
    assert(heap);
    (void)heap;
    int64_t size = (int64_t)exec_block(&k->m->memory, block)->size;
    exec_lib_give_number(k, exec_lib_choose(k, size, size + MOST_UNUSED, k->name));
    return true;
}

// The same number for as long as the block lives.
bool exec_model_usable(struct exec_model *k) {
    const struct exec_value *p = exec_lib_arg(k, 0);
    struct buf question = {0};
    uint64_t offset;
    uint32_t block;
    if (!p->unknown && !p->uninit && !p->bits) return exec_lib_give_number(k, 0), true;
    if (!live_heap_block(k, p, &block))  // it may be gone
        return exec_check(k->m, p, 1, EXEC_READ, &block, &offset) && exec_give_up(k->m, "'%s' of what is no heap block", k->name);
    buf_printf(&question, "%s %llu", k->row->name, (unsigned long long)exec_block(&k->m->memory, block)->serial);
    bool on = exec_lib_ask(k, buf_text(&question), choose_usable);
    buf_free(&question);
    return on;
}

static bool move_block(const struct exec_model *k, const struct exec_value *old, uint64_t n, bool overflow) {
    struct exec_value fresh;
    uint32_t from;
    if (!live_heap_block(k, old, &from)) return exec_free(k->m, old, EXEC_HEAP, k->name);
    if (!allocate(k, n, overflow, &fresh)) return false;
    if (fresh.bits == 0) return give_block(k, &fresh);
    uint64_t size = exec_block(&k->m->memory, from)->size, kept = size < n ? size : n;
    if (kept) exec_bytes_copy(&k->m->memory, exec_block(&k->m->memory, fresh.block), 0, exec_block(&k->m->memory, from), 0, kept);
    if (!exec_free(k->m, old, EXEC_HEAP, k->name)) return false;
    exec_block(&k->m->memory, from)->last = exec_block(&k->m->memory, fresh.block)->serial - 1;  // it may stay where it is
    return give_block(k, &fresh);
}

bool exec_model_realloc(struct exec_model *k) {
    const struct exec_value *old = exec_lib_arg(k, k->row->result.arg);
    uint64_t n;
    bool overflow;
    struct exec_value block;
    if (!exec_lib_size(k, &k->row->result.size, 1, &n, &overflow)) return false;
    if (exec_lib_null(k, k->row->result.arg) && !old->unknown) return allocate(k, n, overflow, &block) && give_block(k, &block);
    if (n != 0) return move_block(k, old, n, overflow);
    bool open = k->m->options->alone || k->m->options->given;  // callers may be asked for a size that is not 0
    if (open) exec_assume(k->m, "what '%s' to no bytes gives", k->name);
    exec_lib_give_number(k, 0);
    return exec_free(k->m, old, EXEC_HEAP, k->name);
}

bool exec_model_alloca(struct exec_model *k) {
    struct exec_value block;
    if (!exec_alloca(k->m, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0)), &block)) return false;
    exec_lib_give(k, block);
    return true;
}

bool exec_model_memalign(struct exec_model *k) {
    uint32_t cell = exec_lib_nth(k, IR_LIB_FRESH, 0);
    uint64_t n, align = alignment(k), word = k->m->program->pointer_bits / 8;
    bool overflow;
    struct exec_value block;
    if (!exec_lib_size(k, &k->row->args[cell].size, 1, &n, &overflow)) return false;
    uint64_t asked = exec_lib_number(k, exec_lib_nth(k, IR_LIB_ALIGN, 0));
    if (asked % word != 0 || !asked || (align & (align - 1)) != 0) {
        exec_lib_give_number(k, INVALID);
        return true;
    }
    if (!allocate(k, n, overflow, &block)) return false;
    exec_lib_give_number(k, block.bits ? 0 : NO_MEMORY);
    return !block.bits || exec_lib_store_pointer(k, exec_lib_arg(k, cell), &block);
}

bool exec_model_cache_create(struct exec_model *k) {
    uint64_t size = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    struct exec_value cache = exec_int(0);
    if (size < UINT32_MAX - EXEC_CACHE && !(k->m->options->malloc_may_fail && exec_draw_number(k->m, IR_I1, "allocation fails")) &&
        !exec_resource(k->m, 64, EXEC_CACHE + (uint32_t)size, &cache))
        return false;
    uint32_t constructor = exec_lib_nth(k, IR_LIB_CALLBACK, 0);
    if (constructor != EXEC_NO_ARG && !exec_lib_null(k, constructor)) exec_assume(k->m, "what the constructor given to '%s' does", k->name);
    exec_lib_give(k, cache);
    return true;
}

bool exec_model_memdup(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_READ, 0), source;
    uint64_t n, offset;
    bool overflow;
    struct exec_value block;
    exec_lib_give_number(k, 0);
    if (k->row->args[from].null && exec_lib_null(k, from)) return true;
    if (!exec_lib_size(k, &k->row->args[from].size, 1, &n, &overflow) ||
        !exec_check(k->m, exec_lib_arg(k, from), n, EXEC_READ, &source, &offset))
        return false;
    if (!allocate(k, n, overflow, &block) || !give_block(k, &block)) return false;
    return block.bits == 0 || exec_copy(k->m, &block, exec_lib_arg(k, from), n);
}

// A fresh block with a copy of the string; `room` units in all, zeroed by the row if the string is shorter.
static bool duplicate(const struct exec_model *k, const struct exec_value *from, uint64_t bytes, uint64_t copied) {
    struct exec_value block;
    if (!allocate(k, bytes, false, &block) || !give_block(k, &block) || block.bits == 0) return k->m->outcome == EXEC_RUNNING;
    struct exec_value end = exec_plus(k->m, &block, copied), zero = exec_int(0);
    return exec_copy(k->m, &block, from, copied) && exec_fill(k->m, &end, &zero, bytes - copied);
}

bool exec_model_strdup(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_STRING, 0), unit = k->row->args[from].unit;
    uint64_t limit, n;
    exec_lib_give_number(k, 0);
    if (k->row->args[from].null && exec_lib_null(k, from)) return true;
    if (!exec_lib_limit(k, from, &limit) || !exec_lib_length(k, exec_lib_arg(k, from), unit, limit, &n)) return false;
    return duplicate(k, exec_lib_arg(k, from), (n + 1) * unit, n * unit);
}

bool exec_model_strndup_pad(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_STRING, 0);
    uint64_t limit, n;
    exec_lib_give_number(k, 0);
    if (exec_lib_null(k, from)) return true;
    if (!exec_lib_limit(k, from, &limit) || !exec_lib_length(k, exec_lib_arg(k, from), 1, limit, &n)) return false;
    return duplicate(k, exec_lib_arg(k, from), limit + 1, n);
}
