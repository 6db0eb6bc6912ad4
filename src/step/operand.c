// SPDX-License-Identifier: MIT
// Operands and addresses of instructions, read from a draft.
#include <assert.h>

#include "dom/symbol.h"
#include "step/step.h"

unsigned step_bits(ir_type t) {
    return ir_bits(t) <= NUM_MAX_BITS ? ir_bits(t) : 0;
}

unsigned step_bits_of(const struct step_run *r, ir_val v) {
    return step_bits(ir_type_of(r->step->program, r->func, v));
}

bool step_fits(struct step_run *r, ir_type t) {
    bool fits = step_bits(t) || r->step->ops->act;
    if (!fits) step_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
    return fits;
}

ir_type step_local_type(const struct step_run *r, uint32_t local) {
    assert(local < r->func->locals.n);
    return r->func->locals.at[local].type;
}

bool step_eval(struct step_run *r, void *d, ir_val v, struct step_value *out) {
    assert(v != IR_NOTHING);
    if (r->step->ops->eval) return r->step->ops->eval(r, d, v, out);
    if (!dom_has_symbol(r->step->program, v, r->out, r->func_index, r->at)) return false;
    switch (ir_tag(v)) {
    case IR_LOCAL: r->step->ops->local(r, d, ir_index(v), out); return true;
    case IR_SLOT:
    case IR_GLOBAL:
    case IR_FUNC: r->step->ops->object(r, d, v, out); return true;
    case IR_CONST: break;
    default: step_give_up(r, "the address of a label"); return false;
    }
    const struct ir_const *c = &r->step->program->consts.at[ir_index(v)];
    if (!step_fits(r, c->type)) return false;
    *out = c->undef ? step_plain(STEP_UNINIT) : step_number(num_range_const(step_bits(c->type), (num_word)c->hi << 64 | c->lo));
    return true;
}

bool step_range(struct step_run *r, void *d, ir_val v, struct num_range *out) {
    struct step_value x;
    ir_type t = ir_type_of(r->step->program, r->func, v);
    if (!step_fits(r, t) || !step_eval(r, d, v, &x)) return false;
    *out = r->step->ops->range(r, d, &x, step_bits(t));
    assert(out->bits == step_bits(t));
    return true;
}

bool step_decide(struct step_run *r, void *d, ir_val v, struct num_range *out) {
    struct step_value x;
    if (r->step->ops->use && step_eval(r, d, v, &x)) r->step->ops->use(r, d, &x, "decide a branch");
    return step_range(r, d, v, out);
}

// Offsets are kept far from overflow: more than this is not followed.
enum { FAR = 1 << 30 };

static bool add_term(struct step_run *r, void *d, const struct ir_term *t, struct step_place *out) {
    struct num_range range;
    if (!step_range(r, d, t->index, &range)) return false;
    bool fine = range.bits <= 64 && !num_range_is_empty(range);
    int64_t low = fine ? num_range_smin(range) : 0, high = fine ? num_range_smax(range) : 0;
    fine = fine && low > -FAR && high < FAR && t->scale > -FAR && t->scale < FAR;
    if (!fine) {
        step_give_up(r, "an address with an index that is not known");
        return false;
    }
    out->low += t->scale >= 0 ? low * t->scale : high * t->scale;
    out->high += t->scale >= 0 ? high * t->scale : low * t->scale;
    return true;
}

bool step_address(struct step_run *r, void *d, const struct ir_addr *a, struct step_place *out) {
    if (r->step->ops->address) return r->step->ops->address(r, d, a, out);
    *out = (struct step_place){.low = a->offset, .high = a->offset};
    bool near = a->offset > -FAR && a->offset < FAR;
    for (uint32_t k = 0; k < a->n_terms && near; k++) {
        if (!add_term(r, d, &a->terms[k], out)) return false;
        near = out->low > -FAR && out->high < FAR;
    }
    assert(out->low <= out->high);
    if (!near) step_give_up(r, "an address with an offset that is too large");
    return near && step_eval(r, d, a->base, &out->base);
}

bool step_length(struct step_run *r, void *d, ir_val v, struct step_extent *n) {
    struct step_value x;
    unsigned bits = step_bits_of(r, v);
    if (!step_eval(r, d, v, &x)) return false;
    struct num_range range = bits && bits <= 64 ? r->step->ops->range(r, d, &x, bits) : num_range_full(64);
    *n = (struct step_extent){.lo = num_range_umin(range), .hi = num_range_umax(range)};
    n->number = r->step->ops->number ? r->step->ops->number(r, d, &x) : 0;
    n->times = n->number != 0;
    n->exact = n->number != 0;
    bool known = r->step->ops->number || (n->lo == n->hi && n->hi <= INT32_MAX);
    if (!known) step_give_up(r, "a number of bytes that is not known");
    return known;
}

void step_give(struct step_run *r, void *d, uint32_t local, struct num_range range) {
    struct step_value v = step_number(range);
    assert(range.bits == step_bits(step_local_type(r, local)) && !num_range_is_empty(range));
    r->step->ops->assign(r, d, local, step_local_type(r, local), &v);
}

bool step_give_any(struct step_run *r, void *d, uint32_t local) {
    ir_type t = step_local_type(r, local);
    if (!step_fits(r, t)) return false;
    struct step_value v = step_number(num_range_full(step_bits(t) ? step_bits(t) : NUM_MAX_BITS));
    r->step->ops->assign(r, d, local, t, &v);
    return true;
}

bool step_is_few(struct step_run *r, void *d, ir_val v, uint32_t most, struct num_range *range) {
    struct step_value x;
    unsigned bits = ir_tag(v) == IR_LOCAL ? step_bits_of(r, v) : 0;
    if (!bits || bits > 64) return false;
    r->step->ops->local(r, d, ir_index(v), &x);
    *range = r->step->ops->range(r, d, &x, bits);
    return !num_range_is_full(*range) && num_range_size(*range) > 1 && num_range_size(*range) <= most;
}

bool step_contents(const struct ir_program *p, uint32_t global, uint64_t offset, uint32_t size, num_word *word,
                   const struct ir_reloc **reloc) {
    const struct ir_global *g = &p->globals.at[global];
    *word = 0;
    *reloc = NULL;
    if (g->flags & IR_EXTERN || size > NUM_MAX_BITS / 8) return false;
    for (uint32_t i = size; i-- > 0;) *word = *word << 8 | (offset + i < g->n_bytes ? g->bytes[offset + i] : 0);
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        const struct ir_reloc *x = &g->relocs[i];
        if (x->offset >= offset + size || offset >= x->offset + x->size) continue;
        *reloc = x;
        return x->offset == offset && x->size == size && ir_tag(x->target) != IR_LABEL && !ir_is_optional(p, x->target);
    }
    return true;
}
