// SPDX-License-Identifier: MIT
#include "ir/flow.h"

#include "ir/cfg.h"
#include "ir/operand.h"

struct definition {
    uint32_t block, instr;  // block IR_NO_BLOCK: none yet
};

static bool is_temp(const struct ir_func *f, uint32_t local) {
    return f->locals.at[local].flags & IR_TEMP;
}

static const char *define(const struct ir_func *f, struct definition *defs, uint32_t block, uint32_t instr) {
    const struct ir_instr *i = &f->instrs.at[instr];
    for (uint32_t d = 0; d < i->n_dsts; d++) {
        uint32_t l = i->dsts[d];
        if (!is_temp(f, l)) continue;
        if (l < f->n_params || defs[l].block != IR_NO_BLOCK) return "the temporary is assigned twice";
        defs[l] = (struct definition){block, instr};
    }
    return NULL;
}

static const char *define_all(const struct ir_func *f, struct definition *defs, uint32_t *at) {
    for (uint32_t l = 0; l < f->locals.n; l++) defs[l].block = IR_NO_BLOCK;
    for (uint32_t b = 0; b < f->blocks.n; b++)
        for (uint32_t k = 0; k < f->blocks.at[b].n; k++) {
            *at = f->blocks.at[b].first + k;
            const char *e = define(f, defs, b, *at);
            if (e) return e;
        }
    return NULL;
}

static const char *use(const struct ir_func *f, const struct ir_cfg *c, const struct definition *defs, uint32_t block, uint32_t instr) {
    const struct ir_instr *i = &f->instrs.at[instr];
    for (uint32_t k = 0; k < ir_n_operands(i); k++) {
        ir_val v = ir_operand(i, k);
        uint32_t l = ir_index(v);
        if (ir_tag(v) != IR_LOCAL || !is_temp(f, l) || l < f->n_params) continue;
        struct definition d = defs[l];
        if (d.block == IR_NO_BLOCK) return "a temporary is used that is never assigned";
        if (!ir_reachable(c, block)) continue;
        bool before = d.block == block ? d.instr < instr : ir_reachable(c, d.block) && ir_dominates(c, d.block, block);
        if (!before) return "a temporary may be used before it is assigned";
    }
    return NULL;
}

static const char *use_all(const struct ir_func *f, const struct ir_cfg *c, const struct definition *defs, uint32_t *at) {
    for (uint32_t b = 0; b < f->blocks.n; b++)
        for (uint32_t k = 0; k < f->blocks.at[b].n; k++) {
            *at = f->blocks.at[b].first + k;
            const char *e = use(f, c, defs, b, *at);
            if (e) return e;
        }
    return NULL;
}

const char *ir_flow(const struct ir_func *f, uint32_t *at) {
    if (!f->blocks.n) return NULL;
    struct definition *defs = calloc((size_t)f->locals.n + 1, sizeof *defs);
    if (!defs) base_out_of_memory();
    const char *e = define_all(f, defs, at);
    if (!e) {
        struct ir_cfg c;
        ir_cfg_build(&c, f);
        e = use_all(f, &c, defs, at);
        ir_cfg_free(&c);
    }
    free(defs);
    return e;
}
