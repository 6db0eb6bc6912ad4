// SPDX-License-Identifier: MIT
#include "fix/points.h"

#include <assert.h>

#include "ir/wto.h"

bool fix_enters(const struct ir_program *p, const struct ir_lib_table *lib, uint32_t func) {
    return ir_lib_is_entered(lib, p, &p->funcs.at[func]);
}

bool fix_calls(const struct ir_program *p, const struct ir_lib_table *lib, const struct ir_instr *i) {
    if (i->op != IR_CALL) return false;
    return ir_tag(i->args[0]) != IR_FUNC || fix_enters(p, lib, ir_index(i->args[0]));
}

struct maker {
    const struct ir_program *p;
    const struct ir_lib_table *lib;
    const struct ir_func *f;
    const struct ir_wto *wto;
    uint32_t func;
    uint32_t *edges;  // by block: how many lead to it
    VEC(struct fix_point) points;
};

static enum set_place place_of(const struct maker *m, uint32_t block) {
    return ir_is_head(m->wto, block) ? SET_HEAD : m->edges[block] > 1 ? SET_JUNCTION : SET_STRAIGHT;
}

static void add_block(struct maker *m, uint32_t block) {
    const struct ir_block *b = &m->f->blocks.at[block];
    struct fix_point q = {.code = {.func = m->func, .first = b->first}, .place = place_of(m, block)};
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        q.to_call = fix_calls(m->p, m->lib, &m->f->instrs.at[i]);
        if (!q.to_call && i + 1 < b->first + b->n) continue;
        q.code.end = i + 1;
        vec_push(&m->points, q);
        q = (struct fix_point){.code = {.func = m->func, .first = i + 1}, .place = SET_JUNCTION};
        if (!vec_last(&m->points).to_call) continue;
        vec_push(&m->points, (struct fix_point){.code = {m->func, i, i + 1}, .calls = true, .place = SET_JUNCTION});
    }
}

static void count_edges(struct maker *m) {
    for (uint32_t i = 0; i < m->wto->n; i++) {
        const struct ir_instr *end = ir_end(m->f, m->wto->order[i]);
        for (uint32_t k = 0; k < end->n_succs; k++) m->edges[end->succs[k]]++;
    }
}

struct fix_points *fix_points_new(const struct ir_program *p, const struct ir_lib_table *lib, uint32_t func) {
    const struct ir_func *f = &p->funcs.at[func];
    struct fix_points *t = calloc(1, sizeof *t);
    struct ir_wto wto;
    assert(f->blocks.n);
    if (!t) base_out_of_memory();
    ir_wto_build(&wto, f);
    struct maker m = {.p = p, .lib = lib, .f = f, .wto = &wto, .func = func, .edges = ARENA_ARRAY(&t->arena, uint32_t, f->blocks.n)};
    count_edges(&m);
    t->of_block = ARENA_ARRAY(&t->arena, uint32_t, f->blocks.n);
    for (uint32_t b = 0; b < f->blocks.n; b++) t->of_block[b] = UINT32_MAX;
    for (uint32_t i = 0; i < wto.n; i++) {
        t->of_block[wto.order[i]] = m.points.n;
        add_block(&m, wto.order[i]);
    }
    t->n = m.points.n;
    assert(t->n && !t->of_block[0]);
    t->at = arena_copy(&t->arena, m.points.at, m.points.n * sizeof *m.points.at);
    vec_free(&m.points);
    ir_wto_free(&wto);
    return t;
}

void fix_points_free(struct fix_points *t) {
    if (!t) return;
    arena_free(&t->arena);
    free(t);
}

uint32_t fix_target(const struct ir_program *p, const struct fix_points *t, uint32_t point, uint32_t way) {
    const struct fix_point *q = &t->at[point];
    assert(point < t->n);
    if (q->calls || q->to_call) return point + 1;
    const struct ir_instr *end = &p->funcs.at[q->code.func].instrs.at[q->code.end - 1];
    if (end->op == IR_RET) return t->n;
    assert(way < end->n_succs && t->of_block[end->succs[way]] < t->n);
    return t->of_block[end->succs[way]];
}
