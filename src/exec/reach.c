// SPDX-License-Identifier: MIT
#include "exec/reach.h"

#include <assert.h>

#include "exec/run.h"
#include "exec/mix.h"

struct walk {
    const struct exec_machine *m;
    uint8_t *marks;  // by block
    bool freed_hold;
    VEC(uint32_t) work;
    struct exec_code *code;  // the point whose live locals are known: the last one asked for
    uint32_t point;
    struct ir_live_walk live;
};

static void begin(struct walk *w, const struct exec_machine *m) {
    *w = (struct walk){.m = m, .marks = calloc(m->memory.blocks.n, 1)};
    if (!w->marks) base_out_of_memory();
}

static void end(struct walk *w) {
    if (w->code) ir_live_walk_end(&w->live);
    vec_free(&w->work);
    free(w->marks);
}

static void mark(struct walk *w, uint32_t block) {
    assert(block < w->m->memory.blocks.n);
    if (!block || w->marks[block]) return;
    w->marks[block] = 1;
    if (exec_block(&w->m->memory, block)->kind != EXEC_CODE) vec_push(&w->work, block);  // that holds nothing
}

static void mark_word(struct walk *w, uint64_t word) {
    const struct exec_memory *s = &w->m->memory;
    if (word >= s->end_stack && word < s->next_heap) mark(w, exec_block_at(s, word));
}

static void mark_value(struct walk *w, const struct exec_value *v) {
    uint32_t origins[EXEC_WORD_BYTES];
    if (!v->block) {
        if (v->unknown && w->m->options->alone) return;  // other inputs, another number
        mark_word(w, (uint64_t)v->bits);
        return;
    }
    exec_origins_of(w->m, v, EXEC_WORD_BYTES, origins);
    for (uint32_t i = 0; i < EXEC_WORD_BYTES; i++) mark(w, origins[i]);
}

static void mark_plain_words(struct walk *w, const struct exec_block *b) {
    uint32_t n = w->m->program->pointer_bits / 8;
    for (uint64_t i = -b->address & (n - 1); i + n <= b->size; i += n) {
        uint64_t word = 0;
        if (w->m->options->alone && b->state[i] & (EXEC_UNDRAWN | EXEC_DRAWN)) continue;  // other inputs, another number
        memcpy(&word, b->bytes + i, n);
        if (!b->origin || !b->origin[i]) mark_word(w, word);
    }
}

static void mark_contents(struct walk *w, uint32_t block) {
    const struct exec_block *b = exec_block(&w->m->memory, block);
    for (uint32_t i = 0; w->freed_hold && i < b->n_held; i++) mark(w, b->held[i]);
    if (!b->bytes) return;
    for (uint64_t i = 0; b->origin && i < b->size; i++) {
        if (i == 0 || b->origin[i] != b->origin[i - 1]) mark(w, b->origin[i]);
    }
    mark_plain_words(w, b);
}

static void close_over(struct walk *w) {
    while (w->work.n) {
        uint32_t block = vec_pop(&w->work);
        mark_contents(w, block);
    }
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------------

// By local: is it live before instruction `point` of the block that contains instruction `instr`?
static const bool *live_before(struct walk *w, struct exec_code *c, uint32_t instr, uint32_t point) {
    if (w->code == c && w->point == point) return w->live.live;
    if (w->code) ir_live_walk_end(&w->live);
    ir_live_walk_begin(&w->live, exec_live(c), ir_block_of(c->func, instr));
    while (w->live.at > point) ir_live_walk_back(&w->live);
    w->code = c;
    w->point = point;
    return w->live.live;
}

static bool writes(const struct ir_instr *i, uint32_t local) {
    for (uint32_t k = 0; k < i->n_dsts; k++) {
        if (i->dsts[k] == local) return true;
    }
    return false;
}

// The instruction of a frame is about to run, or is a call in progress: of another frame (then what lives after it counts), or of a
// library function that called back (then its arguments still count).
static void mark_frame(struct walk *w, uint32_t index) {
    const struct exec_stack *s = w->m->stack;
    const struct exec_frame *f = &s->frames.at[index];
    const struct ir_func *func = f->code->func;
    bool suspended = index + 1 < s->frames.n && !s->frames.at[index + 1].outermost;
    const bool *live = live_before(w, w->m->codes->code[f->func], f->pc, f->pc + suspended);
    for (uint32_t i = 0; i < func->locals.n; i++) {
        bool temp = func->locals.at[i].flags & IR_TEMP;
        if (temp && (!live[i] || (suspended && writes(&func->instrs.at[f->pc], i)))) continue;
        mark_value(w, &s->values.at[f->values + i]);
    }
}

static void mark_fixed(struct walk *w) {
    const struct exec_memory *s = &w->m->memory;
    for (uint32_t i = 0; i < s->fixed.n; i++) mark(w, s->fixed.at[i]);
}

// Roots, as far as the first n_frames frames are concerned.
static void mark_roots(struct walk *w, uint32_t n_frames) {
    const struct exec_machine *m = w->m;
    uint64_t end_of_stack = n_frames < m->stack->frames.n ? m->stack->frames.at[n_frames].base : UINT64_MAX;
    mark_fixed(w);
    for (uint32_t i = 0; i < m->memory.stack.n && exec_block(&m->memory, m->memory.stack.at[i])->address < end_of_stack; i++)
        mark(w, m->memory.stack.at[i]);
    for (uint32_t i = 0; i < m->memory.heap.n; i++) {
        if (exec_block(&m->memory, m->memory.heap.at[i])->escaped) mark(w, m->memory.heap.at[i]);
    }
    for (uint32_t i = 0; i < n_frames; i++) mark_frame(w, i);
    for (uint32_t i = 0; i < m->handlers.n; i++) mark_value(w, &m->handlers.at[i].arg);
}

// ---- losses ------------------------------------------------------------------------------------------------------------------------------

static bool contains(const struct exec_serials *s, uint64_t serial) {
    uint32_t low = 0, high = s->v.n;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (s->v.at[mid] < serial)
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->v.n && s->v.at[low] == serial;
}

static bool is_lost(const struct walk *w, uint32_t block, const struct exec_serials *among) {
    const struct exec_block *b = exec_block(&w->m->memory, block);
    return b->kind == EXEC_HEAP && b->life == EXEC_LIVE && !w->marks[block] && (!among || contains(among, b->serial));
}

// Marks the lost blocks that another lost block refers to.
static void mark_referred(struct walk *w, const uint32_t *lost, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        uint8_t self = w->marks[lost[i]];
        mark_contents(w, lost[i]);
        w->marks[lost[i]] = self;
    }
    vec_clear(&w->work);
}

static void describe(struct walk *w, const uint32_t *lost, uint32_t n, struct exec_loss *out) {
    mark_referred(w, lost, n);
    uint32_t head = 0;
    while (head < n && w->marks[lost[head]]) head++;
    const struct exec_block *b = exec_block(&w->m->memory, lost[head < n ? head : 0]);
    *out = (struct exec_loss){.serial = b->serial, .size = b->size, .born = b->born, .count = n};
}

bool exec_find_loss(struct exec_machine *m, bool freed_hold, const struct exec_serials *among, struct exec_serials *serials,
                    struct exec_loss *out) {
    struct walk w;
    VEC(uint32_t) lost = {0};
    begin(&w, m);
    w.freed_hold = freed_hold;
    mark_roots(&w, m->stack->frames.n);
    close_over(&w);
    for (uint32_t i = 0; i < m->memory.heap.n; i++) {  // in order of birth
        uint32_t block = m->memory.heap.at[i];
        if (!is_lost(&w, block, among)) continue;
        vec_push(&lost, block);
        if (serials) vec_push(&serials->v, exec_block(&m->memory, block)->serial);
    }
    bool any = lost.n > 0;
    if (any) describe(&w, lost.at, lost.n, out);
    vec_free(&lost);
    end(&w);
    return any;
}

bool exec_callers_hold(struct exec_machine *m, const struct exec_instr *ret, uint64_t serial) {
    struct walk w;
    bool held = false;
    begin(&w, m);
    mark_roots(&w, m->stack->frames.n - 1);
    for (uint32_t i = 0; i < ret->source->n_args; i++) mark_value(&w, exec_get(m, exec_values(m), ret->call_args[i]));
    close_over(&w);
    for (uint32_t i = 0; i < m->memory.heap.n && !held; i++)
        held = exec_block(&m->memory, m->memory.heap.at[i])->serial == serial && w.marks[m->memory.heap.at[i]];
    end(&w);
    return held;
}

// ---- others ------------------------------------------------------------------------------------------------------------------------------

void exec_escape(struct exec_machine *m, const struct exec_value *args, uint32_t n) {
    struct walk w;
    begin(&w, m);
    mark_fixed(&w);
    for (uint32_t i = 0; i < n; i++) mark_value(&w, &args[i]);
    close_over(&w);
    for (uint32_t i = 1; i < m->memory.blocks.n; i++) {
        if (i == m->memory.first_code) i += m->memory.n_code;  // known to everybody
        if (i < m->memory.blocks.n && w.marks[i]) m->memory.blocks.at[i].escaped = true;
    }
    end(&w);
}

static void mark_note(struct walk *w, const struct exec_note *n) {
    for (uint32_t i = 0; i < n->n_values; i++) mark_value(w, &n->values[i]);
    for (uint32_t i = 0; i < n->n_slots; i++)
        for (uint64_t k = 0; n->slots[i].origin && k < n->slots[i].size; k++) mark(w, n->slots[i].origin[k]);
}

static void mark_everything(struct walk *w) {
    const struct exec_machine *m = w->m;
    mark(w, m->limbo);
    for (uint32_t i = 1; i < m->memory.blocks.n; i++) {
        if (m->memory.blocks.at[i].life == EXEC_LIVE) mark_contents(w, i);
    }
    for (uint32_t i = 0; i < m->stack->values.n; i++) mark_value(w, &m->stack->values.at[i]);
    for (uint32_t i = 0; i < m->stack->notes.n; i++) mark_note(w, &m->stack->notes.at[i]);
    for (uint32_t i = 0; i < m->handlers.n; i++) mark_value(w, &m->handlers.at[i].arg);
}

void exec_collect(struct exec_machine *m) {
    struct exec_memory *s = &m->memory;
    struct walk w;
    begin(&w, m);
    w.freed_hold = true;
    mark_everything(&w);
    close_over(&w);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->heap.n; i++) {
        uint32_t block = s->heap.at[i];
        if (s->blocks.at[block].life == EXEC_LIVE || w.marks[block] || s->blocks.at[block].kind == EXEC_RESOURCE)
            s->heap.at[kept++] = block;
    }
    s->heap.n = kept;
    for (uint32_t i = 1; i < s->blocks.n; i++) {
        bool kept_kind = s->blocks.at[i].kind == EXEC_NO_KIND || s->blocks.at[i].kind == EXEC_RESOURCE;
        if (s->blocks.at[i].life == EXEC_LIVE || w.marks[i] || kept_kind) continue;
        free(s->blocks.at[i].held);
        s->blocks.at[i] = (struct exec_block){.kind = EXEC_NO_KIND, .life = EXEC_LEFT};
        vec_push(&s->spare, i);
        s->dead--;
    }
    end(&w);
}
