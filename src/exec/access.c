// SPDX-License-Identifier: MIT
// Checked access to memory: the faults of loads and stores.
#include <assert.h>

#include "exec/describe.h"
#include "exec/machine.h"
#include "exec/open.h"
#include "exec/mix.h"
#include "exec/trail.h"

enum { PAGE = 4096 };

struct exec_value exec_pointer(const struct exec_machine *m, uint32_t block, uint64_t offset) {
    uint64_t mask = (uint64_t)ir_mask(m->program->pointer_bits);
    return (struct exec_value){.bits = (exec_block(&m->memory, block)->address + offset) & mask, .block = block};
}

struct exec_value exec_plus(const struct exec_machine *m, const struct exec_value *v, uint64_t offset) {
    struct exec_value r = *v;
    if (v->bits == 0 && !v->block && !v->uninit) r.flags |= EXEC_NULLISH;
    if (v->flags & EXEC_OPEN && offset) exec_open_all(&r, v->flags & EXEC_OPEN);
    r.node = 0;
    r.bits = ((uint64_t)v->bits + offset) & (uint64_t)ir_mask(m->program->pointer_bits);
    return r;
}

static bool no_object(struct exec_machine *m, const struct exec_value *at, const char *what) {
    uint64_t address = (uint64_t)at->bits;
    if (at->flags & EXEC_NULLISH || address < PAGE) return exec_fault(m, IR_RULE_NULL_DEREFERENCE, 0, "%s through a null pointer", what);
    return exec_fault(m, IR_RULE_OUT_OF_BOUNDS, 0, "%s at address 0x%llx, where there is no object", what, (unsigned long long)address);
}

static bool dead_object(struct exec_machine *m, uint32_t block, const char *what) {
    const char *name = exec_describe_block(m, block);
    if (exec_block(&m->memory, block)->life == EXEC_FREED)
        return exec_fault(m, IR_RULE_USE_AFTER_FREE, block, "%s in %s, which was freed", what, name);
    return exec_fault(m, IR_RULE_USE_OUT_OF_SCOPE, block, "%s in %s, whose scope has ended", what, name);
}

static bool outside(struct exec_machine *m, uint32_t block, uint64_t offset, const char *what) {
    const struct exec_block *b = exec_block(&m->memory, block);
    const char *name = exec_describe_block(m, block);
    if (b->unsized) return exec_give_up(m, "%s in %s, whose size is unknown", what, name);
    long long at = m->program->pointer_bits == 32 ? (int32_t)offset : (int64_t)offset;
    return exec_fault(m, IR_RULE_OUT_OF_BOUNDS, block, "%s at offset %lld of %s", what, at, name);
}

static bool special_object(struct exec_machine *m, uint32_t block, enum exec_access access, const char *what) {
    const char *name = exec_describe_block(m, block);
    const struct exec_block *b = exec_block(&m->memory, block);
    if (b->kind == EXEC_RESOURCE) return exec_give_up(m, "%s in %s, which is not modelled", what, name);
    if (access == EXEC_WRITE) return exec_fault(m, IR_RULE_OUT_OF_BOUNDS, block, "%s in constant memory, %s", what, name);
    return exec_give_up(m, "%s in %s", what, name);
}

// The address is not that of the block and an offset: what lies there is by chance.
static bool depend_on_place(struct exec_machine *m, const struct exec_value *at) {
    if (!exec_use(m, at, "is an index")) return false;
    exec_depend(m, at);
    if (!at->block || at->block & EXEC_MIX) exec_depend_place(m);
    return true;
}

static bool refuse(struct exec_machine *m, const struct exec_value *at, uint64_t n, enum exec_access access, uint32_t *to,
                   uint64_t *offset) {
    const char *what = exec_describe_access(m, n, access);
    uint32_t block;
    if (!at->uninit && !exec_use(m, at, "is an index")) return false;
    if (!at->uninit) exec_depend(m, at);
    struct exec_value fixed = *at;
    if (at->unknown && exec_trail_fix(m, &fixed)) return exec_check(m, &fixed, n, access, to, offset);
    if (at->unknown) return exec_give_up(m, "%s through an unknown pointer: %s", what, exec_reason(m, at));
    if (at->uninit) return exec_fault(m, IR_RULE_UNINITIALISED_POINTER, 0, "%s through an uninitialised pointer", what);
    if (!exec_resolve(m, at, &block, offset)) return no_object(m, at, what);
    const struct exec_block *b = exec_block(&m->memory, block);
    if (at->block != block && !depend_on_place(m, at)) return false;
    if (b->life != EXEC_LIVE) return dead_object(m, block, what);
    if (b->kind == EXEC_CODE || b->kind == EXEC_LABEL || b->kind == EXEC_RESOURCE) return special_object(m, block, access, what);
    if (*offset > b->size || n > b->size - *offset) return outside(m, block, *offset, what);
    return special_object(m, block, access, what);
}

bool exec_check(struct exec_machine *m, const struct exec_value *at, uint64_t n, enum exec_access access, uint32_t *block,
                uint64_t *offset) {
    if (n == 0) {
        *block = 0, *offset = 0;
        return true;
    }
    if (!(at->unknown | at->uninit) && exec_resolve(m, at, block, offset)) {
        const struct exec_block *b = exec_block(&m->memory, *block);
        bool inside = *offset <= b->size && n <= b->size - *offset;
        if (b->bytes && inside && b->kind != EXEC_RESOURCE && !(b->readonly && access == EXEC_WRITE)) {
            if ((at->flags & EXEC_OPEN || at->block != *block) && !depend_on_place(m, at)) return false;
            if (at->node) exec_trail_inside(m, at, n, b);
            if (access == EXEC_WRITE && b->serial < m->frozen) exec_alone_changes(m);
            return true;
        }
    }
    return refuse(m, at, n, access, block, offset);
}

// Unknown bytes that nobody looked at yet get their value now, once for all.
static void draw_bytes(struct exec_machine *m, uint32_t block, uint64_t offset, uint32_t n, struct exec_value *v) {
    struct exec_block *b = exec_block(&m->memory, block);
    bool undrawn = false;
    for (uint32_t i = 0; i < n; i++)
        undrawn |= b->state[offset + i] == EXEC_UNDRAWN || (b->state[offset + i] == EXEC_BORN && b->birth == EXEC_BIRTH_UNKNOWN);
    if (!undrawn) return;
    struct exec_value drawn = exec_draw(m, IR_I(8 * n), exec_reason(m, v));
    drawn.why = v->why;
    for (uint32_t i = 0; i < n; i++) {
        if (b->state[offset + i] != EXEC_UNDRAWN && !(b->state[offset + i] == EXEC_BORN && b->birth == EXEC_BIRTH_UNKNOWN)) continue;
        v->bits |= drawn.bits & (exec_word)0xff << 8 * i;
        b->bytes[offset + i] = (uint8_t)(drawn.bits >> 8 * i);
        b->state[offset + i] = EXEC_DRAWN;
    }
}

// Uninitialised bytes that are read as a number for the first time get it now, once for all.
static void choose_bytes(struct exec_machine *m, struct exec_block *b, uint64_t offset, uint32_t n, struct exec_value *v) {
    bool fresh = false;
    for (uint32_t i = 0; i < n; i++) fresh |= b->state[offset + i] == EXEC_BORN;
    if (b->birth != EXEC_BIRTH_UNINIT || !fresh) return;
    struct exec_value drawn = exec_draw_contents(m, IR_I(8 * n));
    for (uint32_t i = 0; i < n; i++) {
        if (b->state[offset + i] != EXEC_BORN) continue;
        exec_word byte = (exec_word)0xff << 8 * i;
        v->bits = (v->bits & ~byte) | (drawn.bits & byte);
        b->bytes[offset + i] = (uint8_t)(drawn.bits >> 8 * i);
        b->state[offset + i] = EXEC_UNINIT;
    }
    if (v->bits == drawn.bits) exec_trail_store(m, b, offset, IR_I(8 * n), &drawn);
}

// What the bytes point to may live on where nobody looks: in a register of an assembly, in a wide value.
static void escape_range(struct exec_machine *m, const struct exec_block *b, uint64_t offset, uint64_t n) {
    for (uint64_t i = 0; b->origin && i < n; i++) exec_block(&m->memory, b->origin[offset + i])->escaped = true;
}

bool exec_load(struct exec_machine *m, const struct exec_value *at, ir_type type, struct exec_value *out) {
    uint32_t block, n = ir_bytes(type), origins[EXEC_WORD_BYTES];
    uint64_t offset;
    if (!exec_check(m, at, n, EXEC_READ, &block, &offset)) return false;
    if (n > EXEC_WORD_BYTES) {
        escape_range(m, exec_block(&m->memory, block), offset, n);
        *out = exec_any(m, type, "a value wider than 128 bits");
        return true;
    }
    struct exec_value v = {0};
    if (n && exec_bytes_read(exec_block(&m->memory, block), offset, n, &v, origins)) v.block = exec_block_of_origins(m, origins, n);
    if (v.unknown) draw_bytes(m, block, offset, n, &v);
    if (v.uninit && ir_kind(type) != IR_PTR) choose_bytes(m, exec_block(&m->memory, block), offset, n, &v);
    bool raw = v.uninit && ir_kind(type) != IR_PTR;
    if (raw || exec_block(&m->memory, block)->open || (v.block && n < m->program->pointer_bits / 8))
        exec_open_load(m, exec_block(&m->memory, block), offset, n, raw, &v);
    if (exec_block(&m->memory, block)->nodes) v.node = exec_trail_load(m, exec_block(&m->memory, block), offset, type, &v);
    v.bits &= ir_mask(ir_bits(type));
    *out = v;
    return true;
}

bool exec_store(struct exec_machine *m, const struct exec_value *at, ir_type type, const struct exec_value *v) {
    uint32_t block, n = ir_bytes(type), origins[EXEC_WORD_BYTES];
    uint64_t offset;
    if (!exec_check(m, at, n, EXEC_WRITE, &block, &offset)) return false;
    struct exec_block *b = exec_block(&m->memory, block);
    if (n > EXEC_WORD_BYTES) {
        exec_bytes_set(b, offset, n, 0, EXEC_UNDRAWN);
        b->why = exec_reason_number(m, "a value wider than 128 bits");
        return true;
    }
    if (v->block) exec_origins_of(m, v, n, origins);
    if (n) exec_bytes_write(&m->memory, b, offset, n, v, v->block ? origins : NULL);
    if (v->flags & EXEC_OPEN || b->open) exec_open_store(m, b, offset, n, v);
    if (v->node || b->nodes) exec_trail_store(m, b, offset, type, v);
    return true;
}

// Where nobody asked, what such a copy leaves depends on how it is made.
bool exec_overlap(struct exec_machine *m, uint32_t block) {
    if (m->options->rules >> IR_RULE_OVERLAPPING_COPY & 1)
        return exec_fault(m, IR_RULE_OVERLAPPING_COPY, block, "copies between parts of %s that overlap", exec_describe_block(m, block));
    exec_assume(m, "what a copy between ranges that overlap leaves");
    return true;
}

static bool are_apart(uint64_t a, uint64_t n_a, uint64_t b, uint64_t n_b) {
    return a == b || (a < b ? n_a <= b - a : n_b <= a - b);
}

bool exec_apart(struct exec_machine *m, const struct exec_value *to, uint64_t n_to, const struct exec_value *from, uint64_t n_from) {
    uint32_t source, target;
    uint64_t source_offset, target_offset;
    if (!exec_check(m, from, n_from, EXEC_READ, &source, &source_offset) || !exec_check(m, to, n_to, EXEC_WRITE, &target, &target_offset))
        return false;
    bool apart = source != target || !n_to || !n_from || are_apart(target_offset, n_to, source_offset, n_from);
    return apart || exec_overlap(m, target);
}

static bool copy(struct exec_machine *m, const struct exec_value *to, const struct exec_value *from, uint64_t n, bool apart) {
    uint32_t source, target;
    uint64_t source_offset, target_offset;
    if (!exec_check(m, from, n, EXEC_READ, &source, &source_offset) || !exec_check(m, to, n, EXEC_WRITE, &target, &target_offset))
        return false;
    if (apart && source == target && n && !are_apart(target_offset, n, source_offset, n) && !exec_overlap(m, target)) return false;
    if (n) exec_bytes_copy(&m->memory, exec_block(&m->memory, target), target_offset, exec_block(&m->memory, source), source_offset, n);
    return true;
}

bool exec_copy(struct exec_machine *m, const struct exec_value *to, const struct exec_value *from, uint64_t n) {
    return copy(m, to, from, n, false);
}

bool exec_copy_apart(struct exec_machine *m, const struct exec_value *to, const struct exec_value *from, uint64_t n) {
    return copy(m, to, from, n, true);
}

bool exec_fill(struct exec_machine *m, const struct exec_value *to, const struct exec_value *byte, uint64_t n) {
    uint32_t block;
    uint64_t offset;
    if (!exec_check(m, to, n, EXEC_WRITE, &block, &offset)) return false;
    if (n == 0) return true;
    struct exec_block *b = exec_block(&m->memory, block);
    bool unknown = byte->unknown & 1, uninit = byte->uninit & 1;
    exec_bytes_set(b, offset, n, (uint8_t)byte->bits, unknown ? EXEC_DRAWN : uninit ? EXEC_UNINIT : EXEC_KNOWN);
    if (unknown) b->why = byte->why;
    if (exec_loose_bits(m, byte, 8)) exec_open_bytes(m, b, offset, n, exec_loose_kinds(byte));
    return true;
}

bool exec_havoc(struct exec_machine *m, const struct exec_value *to, uint64_t n, const char *why) {
    uint32_t block;
    uint64_t offset;
    if (!exec_check(m, to, n, EXEC_WRITE, &block, &offset)) return false;
    if (n == 0) return true;
    struct exec_block *b = exec_block(&m->memory, block);
    escape_range(m, b, offset, n);
    exec_bytes_set(b, offset, n, 0, EXEC_UNDRAWN);
    b->why = exec_reason_number(m, why);
    return true;
}

bool exec_byte(struct exec_machine *m, const struct exec_value *at, uint64_t i, uint8_t *byte) {
    struct exec_value place = exec_plus(m, at, i), v;
    if (!exec_load(m, &place, IR_I(8), &v)) return false;
    *byte = (uint8_t)v.bits;
    return exec_look(m, &v);
}

bool exec_put(struct exec_machine *m, const struct exec_value *to, const void *bytes, uint64_t n) {
    uint32_t block;
    uint64_t offset;
    if (!exec_check(m, to, n, EXEC_WRITE, &block, &offset)) return false;
    if (n == 0) return true;
    struct exec_block *b = exec_block(&m->memory, block);
    exec_bytes_set(b, offset, n, 0, EXEC_KNOWN);
    memcpy(b->bytes + offset, bytes, n);
    return true;
}

bool exec_strlen(struct exec_machine *m, const struct exec_value *at, uint64_t *n) {
    uint8_t byte;
    for (*n = 0; exec_byte(m, at, *n, &byte); ++*n) {
        if (!byte) return true;
    }
    return false;
}
