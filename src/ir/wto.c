// SPDX-License-Identifier: MIT
#include "ir/wto.h"

#include <assert.h>

// Bourdoncle's algorithm with its two mutually recursive procedures as frames of one explicit stack.  `visit` looks for the strongly
// connected component of its block; when the block turns out to be the head of one, the frame goes on as `component`: the members are
// forgotten and visited again without the head.  Blocks are prepended, so the order is written from its back.
struct frame {
    uint32_t block, next;
    uint32_t least;  // smallest number seen from here: the oldest block that can be reached back
    bool loop;
    bool component;
    uint32_t end;  // component: where it ends in the order
};
struct search {
    const struct ir_func *f;
    struct ir_wto *w;
    uint32_t *number;  // of discovery; 0: not met (or forgotten), DONE: in the order
    uint32_t last;     // number given last
    uint32_t at;       // order[at ..] is written
    VEC(struct frame) frames;
    VEC(uint32_t) open;  // discovered, not yet in the order
};
#define DONE UINT32_MAX

static void prepend(struct search *s, uint32_t block, uint32_t end) {
    s->w->order[--s->at] = block;
    s->w->end[s->at] = end;
}

static void visit(struct search *s, uint32_t block) {
    s->number[block] = ++s->last;
    vec_push(&s->open, block);
    vec_push(&s->frames, (struct frame){.block = block, .least = s->last});
}

static void see(struct frame *v, uint32_t number) {
    if (number > v->least) return;
    v->least = number;
    v->loop = true;
}

// All successors of a visited block were seen.  True: it is a head, and the frame stays as a component.
static bool close_visit(struct search *s, struct frame *v) {
    if (v->least != s->number[v->block]) return false;
    s->number[v->block] = DONE;
    for (uint32_t x; (x = vec_pop(&s->open)) != v->block;) s->number[x] = 0;
    if (!v->loop) prepend(s, v->block, 0);
    v->component = v->loop;
    v->next = 0;
    v->end = s->at;
    return v->loop;
}

static void leave(struct search *s) {
    struct frame v = vec_pop(&s->frames);
    if (v.component)
        prepend(s, v.block, v.end);
    else if (s->frames.n && !vec_last(&s->frames).component)
        see(&vec_last(&s->frames), v.least);
}

static void run(struct search *s) {
    visit(s, 0);
    while (s->frames.n) {
        struct frame *v = &vec_last(&s->frames);
        const struct ir_instr *end = ir_end(s->f, v->block);
        if (v->next == end->n_succs) {
            if (v->component || !close_visit(s, v)) leave(s);
            continue;
        }
        uint32_t succ = end->succs[v->next++];
        if (!s->number[succ])
            visit(s, succ);
        else if (!v->component)
            see(v, s->number[succ]);
    }
}

// The order was written at the back of arrays for all blocks.
static void close_gap(struct ir_wto *w, uint32_t at, uint32_t n_blocks) {
    w->n = n_blocks - at;
    memmove(w->order, w->order + at, w->n * sizeof *w->order);
    memmove(w->end, w->end + at, w->n * sizeof *w->end);
    for (uint32_t i = 0; i < w->n; i++)
        if (w->end[i]) w->end[i] -= at;
}

static void nest(struct ir_wto *w) {
    VEC(uint32_t) heads = {0};  // positions
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t b = w->order[i];
        while (heads.n && w->end[vec_last(&heads)] <= i) (void)vec_pop(&heads);
        w->place[b] = i;
        w->outer[b] = heads.n ? w->order[vec_last(&heads)] : IR_NO_BLOCK;
        if (w->end[i]) vec_push(&heads, i);
        w->head[b] = w->end[i] ? b : w->outer[b];
        w->depth[b] = heads.n;
    }
    vec_free(&heads);
}

static uint32_t *by_block(struct ir_wto *w, uint32_t n) {
    uint32_t *a = ARENA_ARRAY(&w->arena, uint32_t, n);
    for (uint32_t b = 0; b < n; b++) a[b] = IR_NO_BLOCK;
    return a;
}

void ir_wto_build(struct ir_wto *w, const struct ir_func *f) {
    uint32_t n = f->blocks.n;
    assert(n);
    *w = (struct ir_wto){0};
    w->order = by_block(w, n);
    w->end = ARENA_ARRAY(&w->arena, uint32_t, n);
    w->place = by_block(w, n);
    w->head = by_block(w, n);
    w->outer = by_block(w, n);
    w->depth = ARENA_ARRAY(&w->arena, uint32_t, n);
    struct search s = {.f = f, .w = w, .number = calloc(n, sizeof(uint32_t)), .at = n};
    if (!s.number) base_out_of_memory();
    run(&s);
    close_gap(w, s.at, n);
    nest(w);
    free(s.number);
    vec_free(&s.frames);
    vec_free(&s.open);
}

void ir_wto_free(struct ir_wto *w) {
    arena_free(&w->arena);
    *w = (struct ir_wto){0};
}
