// SPDX-License-Identifier: MIT
#include "check/draw.h"

#include "exec/reach.h"
#include "exec/mix.h"
#include "ir/name.h"

enum { MOST_NODES = 48, MOST_FIELDS = 24, MOST_DEPTH = 6 };

struct drawer {
    const struct exec_machine *m;
    struct view *v;
    VEC(uint32_t) blocks;  // that are drawn, in order; the node of blocks.at[i] is frames + i
    uint8_t *drawn;        // by block
    uint32_t n_frames;
};

// ---- which blocks --------------------------------------------------------------------------------------------------------------------

static void add_block(struct drawer *w, uint32_t block) {
    if (!block || block & EXEC_MIX || block >= w->m->memory.blocks.n || w->drawn[block] || w->blocks.n >= MOST_NODES) return;
    w->drawn[block] = 1;
    vec_push(&w->blocks, block);
}

static bool is_user_slot(const struct drawer *w, const struct exec_block *b) {
    const struct ir_program *p = w->m->program;
    return b->kind == EXEC_SLOT && b->born.func < p->funcs.n && p->funcs.at[b->born.func].slots.at[b->index].flags & IR_USER;
}

static bool is_own_global(const struct drawer *w, const struct exec_block *b) {
    return b->kind == EXEC_GLOBAL && !b->readonly && !(w->m->program->globals.at[b->index].flags & IR_EXTERN);
}

// Live heap blocks, the program's variables in memory, and what something points to.
static void choose_blocks(struct drawer *w) {
    const struct exec_memory *s = &w->m->memory;
    for (uint32_t i = 1; i < s->blocks.n; i++) {
        const struct exec_block *b = exec_block(s, i);
        if (b->life == EXEC_LIVE && (is_user_slot(w, b) || is_own_global(w, b))) add_block(w, i);
    }
    for (uint32_t i = 1; i < s->blocks.n; i++)
        if (exec_block(s, i)->life == EXEC_LIVE && exec_block(s, i)->kind == EXEC_HEAP) add_block(w, i);
    for (uint32_t i = 0; i < w->m->stack->frames.n; i++) {
        const struct exec_frame *f = &w->m->stack->frames.at[i];
        for (uint32_t k = 0; k < f->code->func->locals.n; k++) add_block(w, w->m->stack->values.at[f->values + k].block);
    }
    for (uint32_t i = 0; i < w->blocks.n; i++) {
        const struct exec_block *b = exec_block(s, w->blocks.at[i]);
        for (uint64_t k = 0; b->life == EXEC_LIVE && b->origin && k < b->size && k < 4096; k++) add_block(w, b->origin[k]);
    }
}

static uint32_t node_of(const struct drawer *w, uint32_t block) {
    uint32_t i = 0;
    while (i < w->blocks.n && w->blocks.at[i] != block) i++;
    return i < w->blocks.n ? w->n_frames + i : UINT32_MAX;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static void add_number(struct view *v, exec_word bits, uint32_t size) {
    struct view_value *x = view_add_value(v, size <= 8 ? VIEW_NUMBER : VIEW_UNKNOWN);
    unsigned shift = size && size < 8 ? 64 - 8 * size : 0;
    x->bounded = size <= 8;
    x->lo = x->hi = (int64_t)((uint64_t)bits << shift) >> shift;
}

static void add_value(struct drawer *w, const struct exec_value *x, uint32_t size) {
    uint32_t node = x->block && !(x->block & EXEC_MIX) ? node_of(w, x->block) : UINT32_MAX;
    if (x->uninit) {
        view_add_value(w->v, VIEW_UNINITIALISED);
    } else if (x->unknown) {
        view_add_value(w->v, VIEW_UNKNOWN);
    } else if (node != UINT32_MAX) {
        struct view_value *to = view_add_value(w->v, VIEW_POINTER);
        to->node = node;
        to->bounded = true;
        to->lo = to->hi = (int64_t)((uint64_t)x->bits - exec_block(&w->m->memory, x->block)->address);
    } else if (x->block) {
        view_add_value(w->v, VIEW_UNKNOWN);
    } else {
        add_number(w->v, x->bits, size);
    }
}

// ---- calls -------------------------------------------------------------------------------------------------------------------------

static void add_frame(struct drawer *w, uint32_t i) {
    const struct exec_frame *f = &w->m->stack->frames.at[i];
    const struct ir_func *func = f->code->func;
    view_add_node(w->v, VIEW_CALL)->name = func->name;
    for (uint32_t k = 0; k < func->locals.n; k++) {
        const struct exec_value *x = &w->m->stack->values.at[f->values + k];
        if (x->uninit || x->flags & EXEC_UNCHOSEN || !(func->locals.at[k].flags & IR_USER)) continue;
        if (view_add_local(w->v, w->m->program, func, k)) add_value(w, x, ir_bytes(func->locals.at[k].type));
    }
}

// ---- blocks ------------------------------------------------------------------------------------------------------------------------

static void add_scalar(struct drawer *w, const struct exec_block *b, uint64_t offset, uint32_t size) {
    struct exec_value x = {0};
    uint32_t origins[16] = {0};
    if (offset + size > b->size || size > 16 || vec_last(&w->v->nodes).n >= MOST_FIELDS) return;
    x.block = exec_bytes_read(b, offset, size, &x, origins) ? origins[0] : 0;
    view_add_field(w->v, offset, size);
    add_value(w, &x, size);
}

static void add_parts(struct drawer *w, const struct exec_block *b, uint32_t ctype, uint64_t offset, int depth) {
    const struct ir_program *p = w->m->program;
    const struct ir_ctype *t = ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
    if (!t || !t->size || depth == 0) return;
    if (t->kind == IR_C_STRUCT || (t->kind == IR_C_UNION && t->n_fields)) {
        uint32_t n = t->kind == IR_C_UNION ? 1 : t->n_fields;
        for (uint32_t i = 0; i < n; i++)
            if (!t->fields[i].bit_size) add_parts(w, b, t->fields[i].ctype, offset + t->fields[i].bit_offset / 8, depth - 1);
    } else if (t->kind == IR_C_ARRAY && t->target < p->ctypes.n && p->ctypes.at[t->target].size) {
        for (uint64_t i = 0; i < t->count; i++) add_parts(w, b, t->target, offset + i * p->ctypes.at[t->target].size, depth - 1);
    } else if (t->size <= 16) {
        add_scalar(w, b, offset, (uint32_t)t->size);
    }
}

// Without a type: words.
static void add_words(struct drawer *w, const struct exec_block *b) {
    uint32_t word = w->m->program->pointer_bits / 8;
    for (uint64_t at = 0; at + word <= b->size && at < MOST_FIELDS * word; at += word) add_scalar(w, b, at, word);
}

// The CALL that allocated a heap block, by its place.
static uint32_t birth_of(const struct drawer *w, const struct exec_block *b) {
    const struct ir_func *f = b->born.func < w->m->program->funcs.n ? &w->m->program->funcs.at[b->born.func] : NULL;
    for (uint32_t i = 0; f && i < f->instrs.n; i++) {
        struct ir_loc loc = f->instrs.at[i].loc;
        if (f->instrs.at[i].op == IR_CALL && loc.line == b->born.loc.line && loc.column == b->born.loc.column &&
            loc.file == b->born.loc.file)
            return i;
    }
    return UINT32_MAX;
}

static void set_identity(struct drawer *w, const struct exec_block *b, struct view_node *n) {
    const struct ir_program *p = w->m->program;
    const struct ir_func *f = b->kind == EXEC_SLOT && b->born.func < p->funcs.n ? &p->funcs.at[b->born.func] : NULL;
    ir_val v = f                        ? ir_val_of(IR_SLOT, b->index)
               : b->kind == EXEC_GLOBAL ? ir_val_of(IR_GLOBAL, b->index)
               : b->kind == EXEC_CODE   ? ir_val_of(IR_FUNC, b->index)
                                        : IR_NOTHING;
    if (v != IR_NOTHING) view_name_node(w->v, p, f, v);
    if (b->kind != EXEC_HEAP) return;
    n->func = b->born.func;
    n->instr = birth_of(w, b);
    n->ctype = view_allocated_type(p, n->func, n->instr);
    const struct ir_ctype *t = n->ctype < p->ctypes.n ? &p->ctypes.at[n->ctype] : NULL;
    if (t && (!t->size || b->size % t->size)) n->ctype = IR_NO_TYPE;
}

static enum view_storage storage_of(const struct exec_block *b) {
    switch ((enum exec_kind)b->kind) {
    case EXEC_HEAP: return VIEW_HEAP;
    case EXEC_SLOT:
    case EXEC_ALLOCA: return VIEW_STACK;
    case EXEC_GLOBAL: return VIEW_GLOBAL;
    case EXEC_CODE:
    case EXEC_LABEL: return VIEW_CODE;
    default: return VIEW_LIBRARY;
    }
}

static void add_node(struct drawer *w, uint32_t block) {
    static const enum view_life lives[] = {VIEW_LIVE, VIEW_FREED, VIEW_OUT_OF_SCOPE};
    const struct exec_block *b = exec_block(&w->m->memory, block);
    struct view_node *n = view_add_node(w->v, storage_of(b));
    n->key = b->serial + 1;
    n->life = lives[b->life];
    n->sized = n->exact = true;
    n->size = b->size;
    set_identity(w, b, n);
    if (b->life != EXEC_LIVE || !b->bytes) return;
    uint32_t ctype = n->ctype;
    uint64_t size = ctype < w->m->program->ctypes.n ? w->m->program->ctypes.at[ctype].size : 0;
    for (uint64_t at = 0; size && at + size <= b->size && at < MOST_FIELDS * size; at += size) add_parts(w, b, ctype, at, MOST_DEPTH);
    if (!size) add_words(w, b);
}

// Heap blocks that nothing reaches, also no value in between, are lost.
static void mark_lost(struct drawer *w, struct exec_machine *m) {
    struct exec_serials lost = {0};
    struct exec_loss loss;
    exec_find_loss(m, false, NULL, &lost, &loss);
    for (uint32_t i = 0; i < w->v->nodes.n; i++) {
        struct view_node *n = &w->v->nodes.at[i];
        bool is = false;
        for (uint32_t k = 0; k < lost.v.n && n->storage == VIEW_HEAP && !is; k++) is = n->key == lost.v.at[k] + 1;
        if (is && n->life == VIEW_LIVE) n->life = VIEW_LEAKED;
    }
    vec_free(&lost.v);
}

void check_draw(struct exec_machine *m, struct view *v) {
    struct drawer w = {.m = m, .v = v, .n_frames = m->stack->frames.n, .drawn = calloc(m->memory.blocks.n + 1, 1)};
    if (!w.drawn) base_out_of_memory();
    choose_blocks(&w);
    for (uint32_t i = 0; i < w.n_frames; i++) add_frame(&w, i);
    for (uint32_t i = 0; i < w.blocks.n; i++) add_node(&w, w.blocks.at[i]);
    mark_lost(&w, m);
    view_finish(v, m->program);
    vec_free(&w.blocks);
    free(w.drawn);
}
