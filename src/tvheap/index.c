// SPDX-License-Identifier: MIT
// Locals that choose: among the elements of arrays which may hold pointers, or among the cases of a switch.
#include "tvheap/scan.h"

struct run {
    struct tvheap_scan *s;
    bool changed;
};

static void mark(struct run *r, uint32_t func, ir_val v) {
    if (ir_tag(v) != IR_LOCAL || r->s->index[r->s->first_local[func] + ir_index(v)]) return;
    r->s->index[r->s->first_local[func] + ir_index(v)] = true;
    r->changed = true;
}

static void mark_terms(struct run *r, uint32_t func, const struct ir_addr *a) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (a->terms[k].scale % (r->s->program->pointer_bits / 8) == 0) mark(r, func, a->terms[k].index);
}

static bool is_index(const struct run *r, uint32_t func, uint32_t local) {
    return r->s->index[r->s->first_local[func] + local];
}

// What an index is made from without arithmetic is one, too.
static void visit(struct run *r, uint32_t func, const struct ir_instr *i) {
    const struct ir_program *p = r->s->program;
    mark_terms(r, func, i->to);
    mark_terms(r, func, i->from);
    if (i->op == IR_SWITCH) mark(r, func, i->args[0]);
    if (i->op == IR_LET) {
        enum ir_class class = ir_pures[i->pure].class;
        bool same = class == IR_CLASS_COPY || class == IR_CLASS_WIDEN || class == IR_CLASS_NARROW;
        if (same && is_index(r, func, i->dsts[0])) mark(r, func, i->args[0]);
    }
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return;
    uint32_t callee = ir_index(i->args[0]);
    for (uint32_t k = 0; k < p->funcs.at[callee].n_params && k + 1 < i->n_args; k++)
        if (k < p->funcs.at[callee].locals.n && is_index(r, callee, k)) mark(r, func, i->args[k + 1]);
}

void tvheap_find_indices(struct tvheap_scan *s) {
    struct run r = {.s = s};
    do {
        r.changed = false;
        for (uint32_t f = 0; f < s->program->funcs.n; f++)
            for (uint32_t k = 0; k < s->program->funcs.at[f].instrs.n; k++) visit(&r, f, &s->program->funcs.at[f].instrs.at[k]);
    } while (r.changed);
}
