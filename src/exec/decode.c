// SPDX-License-Identifier: MIT
#include "exec/decode.h"

#include <assert.h>

#include "exec/memory.h"
#include "ir/eval.h"

uint32_t exec_pool_index(const struct ir_program *p, ir_val v) {
    switch (ir_tag(v)) {
    case IR_CONST: return ir_index(v);
    case IR_GLOBAL: return p->consts.n + ir_index(v);
    case IR_FUNC: return p->consts.n + p->globals.n + ir_index(v);
    default: break;
    }
    assert(ir_tag(v) == IR_LABEL);
    return p->consts.n + p->globals.n + p->funcs.n + ir_index(v);
}

static int32_t operand(const struct ir_program *p, const struct ir_func *f, ir_val v) {
    if (ir_tag(v) == IR_LOCAL) return (int32_t)ir_index(v);
    if (ir_tag(v) == IR_SLOT) return (int32_t)(f->locals.n + ir_index(v));
    return ~(int32_t)exec_pool_index(p, v);
}

static void decode_addr(struct exec_code *c, const struct ir_program *p, const struct ir_addr *a, struct exec_addr *out) {
    if (!a) return;
    *out = (struct exec_addr){.base = operand(p, c->func, a->base), .n_terms = a->n_terms, .offset = a->offset};
    out->terms = ARENA_ARRAY(&c->arena, struct exec_term, a->n_terms);
    for (uint32_t i = 0; i < a->n_terms; i++)
        out->terms[i] = (struct exec_term){operand(p, c->func, a->terms[i].index), ir_bits(ir_type_of(p, c->func, a->terms[i].index)),
                                           a->terms[i].scale};
}

static void decode_list(struct exec_code *c, const struct ir_program *p, const struct ir_instr *i, struct exec_instr *out) {
    out->call_args = ARENA_ARRAY(&c->arena, int32_t, i->n_args);
    out->call_types = ARENA_ARRAY(&c->arena, ir_type, i->n_args);
    for (uint32_t k = 0; k < i->n_args; k++) {
        out->call_args[k] = operand(p, c->func, i->args[k]);
        out->call_types[k] = ir_type_of(p, c->func, i->args[k]);
    }
    out->has_varargs = i->op == IR_CALL && i->subject != IR_NOTHING;
    if (out->has_varargs) out->varargs = operand(p, c->func, i->subject);
}

static void decode_succs(struct exec_code *c, const struct ir_instr *i, struct exec_instr *out) {
    uint32_t *succs = ARENA_ARRAY(&c->arena, uint32_t, i->n_succs);
    for (uint32_t k = 0; k < i->n_succs; k++) succs[k] = c->func->blocks.at[i->succs[k]].first;
    out->succs = succs;
}

// What the quick ways take: words of at most 64 bits.
static void decode_quick(const struct ir_func *f, struct exec_instr *out) {
    uint32_t bits = ir_bits(out->type), bytes = ir_bytes(out->type), arg = ir_bits(out->arg_type);
    assert(out->op != IR_LET || (out->dst >= 0 && (uint32_t)out->dst < f->locals.n));
    if (!bits || bits > 64) return;
    out->mask = (uint64_t)ir_mask(bits);
    if (out->op == IR_LET && out->n_args <= 2 && arg <= 64) out->bits = (uint8_t)arg;
    if ((out->op == IR_LOAD || out->op == IR_STORE) && bytes <= 8) out->bytes = (uint8_t)bytes;
}

static void decode_instr(struct exec_code *c, const struct ir_program *p, const struct ir_instr *i, struct exec_instr *out) {
    const struct ir_func *f = c->func;
    *out = (struct exec_instr){.op = i->op, .pure = i->pure, .source = i, .dst = i->n_dsts ? (int32_t)i->dsts[0] : -1};
    if (i->flags & IR_VOLATILE && (i->op == IR_LOAD || i->op == IR_COPY)) out->op = EXEC_MOVING;
    out->n_args = i->op == IR_LET ? (uint16_t)i->n_args : 0;
    bool has_list = i->op == IR_CALL || i->op == IR_RET;
    for (uint32_t k = 0; k < i->n_args && k < 3 && !has_list; k++) out->args[k] = operand(p, f, i->args[k]);
    if (has_list) decode_list(c, p, i, out);
    out->type = i->n_dsts ? f->locals.at[i->dsts[0]].type : i->n_args ? ir_type_of(p, f, i->args[0]) : 0;
    if (i->op == IR_LET) out->arg_type = ir_type_of(p, f, i->args[i->pure == IR_SELECT_ ? 1 : 0]);
    decode_addr(c, p, i->to, &out->to);
    decode_addr(c, p, i->from, &out->from);
    decode_succs(c, i, out);
    decode_quick(f, out);
}

static void lay_out_slots(struct exec_code *c) {
    const struct ir_func *f = c->func;
    c->slot_offset = ARENA_ARRAY(&c->arena, uint64_t, f->slots.n);
    uint64_t at = 0;
    c->frame_align = EXEC_GAP;
    for (uint32_t i = 0; i < f->slots.n; i++) {
        uint64_t align = f->slots.at[i].align ? f->slots.at[i].align : 1;
        c->frame_align = align > c->frame_align ? align : c->frame_align;
        at = (at + align - 1) & ~(align - 1);
        c->slot_offset[i] = at;
        at += f->slots.at[i].size + EXEC_GAP;
        c->slot_bytes += f->slots.at[i].size;
    }
    c->frame_size = at;
}

static struct exec_value born_local(ir_type t, uint64_t pattern) {
    uint32_t bits = ir_bits(t) > 128 ? 128 : ir_bits(t);
    struct exec_value v = {.bits = ((exec_word)pattern << 64 | pattern) & ir_mask(bits)};
    v.uninit = (uint16_t)((1u << (bits + 7) / 8) - 1);
    if (ir_kind(t) != IR_PTR) v.flags = EXEC_RAW;
    if ((ir_kind(t) == IR_INT || ir_kind(t) == IR_FLOAT) && bits == ir_bits(t)) v.flags |= EXEC_UNCHOSEN;
    return v;
}

void exec_code_seed(struct exec_code *c, uint32_t func, uint64_t seed) {
    const struct ir_func *f = c->func;
    for (uint32_t i = 0; i < f->locals.n; i++) c->birth[i] = born_local(f->locals.at[i].type, exec_pattern(seed, (uint64_t)func << 32 | i));
    c->seed = seed;
}

struct exec_code *exec_decode(const struct ir_program *p, uint32_t func, uint64_t seed) {
    struct exec_code *c = calloc(1, sizeof *c);
    if (!c) base_out_of_memory();
    const struct ir_func *f = c->func = &p->funcs.at[func];
    c->instrs = ARENA_ARRAY(&c->arena, struct exec_instr, f->instrs.n);
    for (uint32_t i = 0; i < f->instrs.n; i++) decode_instr(c, p, &f->instrs.at[i], &c->instrs[i]);
    c->n_values = f->locals.n + f->slots.n;
    c->birth = ARENA_ARRAY(&c->arena, struct exec_value, f->locals.n);
    exec_code_seed(c, func, seed);
    lay_out_slots(c);
    return c;
}

void exec_codes_begin(struct exec_codes *c, uint32_t n_funcs) {
    assert(!c->code || c->n == n_funcs);
    if (c->code) return;
    c->n = n_funcs;
    c->code = calloc(n_funcs + 1, sizeof *c->code);
    c->uses = calloc(n_funcs + 1, sizeof *c->uses);
    if (!c->code || !c->uses) base_out_of_memory();
}

void exec_codes_free(struct exec_codes *c) {
    for (uint32_t i = 0; i < c->n; i++) exec_code_free(c->code[i]);
    free(c->code);
    free(c->uses);
    vec_free(&c->blocks);
    free(c->pool);
    vec_free(&c->open);
    *c = (struct exec_codes){0};
}

const struct ir_live *exec_live(struct exec_code *c) {
    if (!c->has_live) {
        ir_cfg_build(&c->cfg, c->func);
        ir_live_build(&c->live, c->func, &c->cfg);
        c->has_live = true;
    }
    return &c->live;
}

void exec_code_free(struct exec_code *c) {
    if (!c) return;
    if (c->has_live) {
        ir_live_free(&c->live);
        ir_cfg_free(&c->cfg);
    }
    arena_free(&c->arena);
    free(c);
}
