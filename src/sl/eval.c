// SPDX-License-Identifier: MIT
// Operands as values; globals get their objects when first needed.
#include <assert.h>

#include "dom/symbol.h"
#include "sl/sl.h"


static void put_bytes(struct sl_draft *d, uint32_t object, const struct ir_global *g) {
    for (uint64_t at = 0; at < g->n_bytes; at += 8) {
        uint64_t word = 0;
        uint32_t n = g->size - at < 8 ? (uint32_t)(g->size - at) : 8;
        memcpy(&word, g->bytes + at, g->n_bytes - at < n ? g->n_bytes - at : n);
        if (word) sl_put(d, object, at, n, sl_const(d, n * 8, word));
    }
}

static void put_relocs(struct sl *s, struct sl_draft *d, uint32_t object, const struct ir_global *g) {
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        const struct ir_reloc *k = &g->relocs[i];
        enum ir_tag tag = ir_tag(k->target);
        uint32_t target = tag == IR_GLOBAL ? sl_global_object(s, d, ir_index(k->target))
                                           : sl_code_object(d, tag == IR_FUNC ? SL_CODE : SL_LABEL, ir_index(k->target));
        bool followed = k->size * 8 == s->bits && !ir_is_optional(s->step.program, k->target);
        uint32_t v = followed ? sl_address(d, target, s->bits, k->addend) : sl_fresh(d, SL_ANY);
        sl_put(d, object, k->offset, k->size, v);
    }
}

uint32_t sl_global_object(struct sl *s, struct sl_draft *d, uint32_t global) {
    assert(global < s->step.program->globals.n);
    const struct ir_global *g = &s->step.program->globals.at[global];
    uint32_t known = sl_find_single(d, SL_GLOBAL, global);
    if (known) return known;
    bool followed = !(g->flags & IR_EXTERN) && !sl_exceeds(&d->reached, SL_LIMIT_CONTENTS, g->n_bytes) &&
                    !sl_exceeds(&d->reached, SL_LIMIT_CONTENTS, g->n_relocs * 8);
    struct sl_object o = {.storage = SL_GLOBAL, .tag = global, .size = g->size, .rest = followed ? SL_REST_ZERO : SL_REST_ANY};
    o.more = g->flags & IR_UNSIZED ? SL_UNBOUNDED : 0;
    uint32_t object = sl_add_object(d, o);
    if (followed) {
        put_bytes(d, object, g);
        put_relocs(s, d, object, g);
    }
    d->objects.at[object].dirty = 0;
    if (g->flags & IR_EXTERN) sl_put_variable(s, d, object);
    sl_make_symbolic(s, d, object);
    assert(d->objects.at[object].storage == SL_GLOBAL && !d->objects.at[object].level);
    return object;
}

static uint32_t constant(struct sl_draft *d, const struct ir_const *c) {
    if (c->undef) return sl_fresh(d, SL_UNINIT);
    if (ir_kind(c->type) != IR_INT && ir_kind(c->type) != IR_PTR) return sl_fresh(d, SL_ANY);
    return sl_const(d, ir_bits(c->type), (num_word)c->hi << 64 | c->lo);
}

static bool is_there(struct step_run *r, ir_val v) {
    return dom_has_symbol(r->step->program, v, r->out, r->func_index, r->at);
}

// A slot that is not in scope still has an address: that of an object that is dead.
static uint32_t slot(struct step_run *r, struct sl_draft *d, uint32_t i) {
    assert(d->frames.n && vec_last(&d->frames).first_slot + i < d->slots.n);
    uint32_t at = vec_last(&d->frames).first_slot + i;
    if (!d->slots.at[at]) {
        uint32_t o = sl_slot_object(d, r->func, r->func_index, i);
        d->objects.at[o].life = SL_DEAD;
        d->slots.at[at] = o;
    }
    return d->slots.at[at];
}

uint32_t sl_eval(struct step_run *r, struct sl_draft *d, ir_val v) {
    const struct ir_program *p = r->step->program;
    uint32_t i = ir_index(v);
    switch (ir_tag(v)) {
    case IR_LOCAL: {
        uint32_t *reg = sl_reg(d, i);
        if (!*reg) {
            uint32_t fresh = sl_fresh(d, SL_UNINIT);
            *sl_reg(d, i) = fresh;
            return fresh;
        }
        return *reg;
    }
    case IR_SLOT: return sl_address(d, slot(r, d, i), sl_of(r)->bits, 0);
    case IR_CONST: return constant(d, &p->consts.at[i]);
    case IR_GLOBAL: return is_there(r, v) ? sl_address(d, sl_global_object(sl_of(r), d, i), sl_of(r)->bits, 0) : 0;
    case IR_FUNC: return is_there(r, v) ? sl_address(d, sl_code_object(d, SL_CODE, i), sl_of(r)->bits, 0) : 0;
    case IR_LABEL: return sl_address(d, sl_code_object(d, SL_LABEL, i), sl_of(r)->bits, 0);
    default: return sl_fresh(d, SL_ANY);
    }
}
