// SPDX-License-Identifier: MIT
#include "ir/reads.h"

#include "ir/operand.h"

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

enum { MOST_COPIES = 16 };
struct reader {
    const struct ir_reads *r;
    const struct ir_program *p;
    const struct ir_func *f;
    uint64_t mask;
    struct {
        uint32_t local;
        int64_t offset;
    } seen[MOST_COPIES];  // what was derived from the parameter
    uint32_t n_seen;
};

static uint64_t bytes(int64_t offset, uint64_t size) {
    if (offset < 0 || offset >= IR_READS_BYTES || size > (uint64_t)(IR_READS_BYTES - offset)) return UINT64_MAX;
    return (size == 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1) << offset;
}

static uint64_t shifted(uint64_t mask, int64_t offset) {
    if (mask == UINT64_MAX || !mask) return mask;
    bool fits = offset >= 0 && offset < IR_READS_BYTES && (mask << offset) >> offset == mask;
    return fits ? mask << offset : UINT64_MAX;
}

static bool is_base(const struct ir_addr *a, ir_val v) {
    return a && a->base == v && !a->n_terms;
}

static bool is_index(const struct ir_addr *a, ir_val v) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (a->terms[k].index == v || a->base == v) return true;
    return false;
}

static bool is_argument(const struct ir_instr *i, ir_val v) {
    for (uint32_t k = 0; k < i->n_args; k++)
        if (i->args[k] == v) return true;
    return i->subject == v && i->op == IR_CALL;
}

static void follow(struct reader *x, uint32_t local, int64_t offset);

static void follow_call(struct reader *x, const struct ir_instr *i, ir_val v, int64_t offset) {
    bool known = ir_tag(i->args[0]) == IR_FUNC && i->subject != v;
    const struct ir_func *callee = known ? &x->p->funcs.at[ir_index(i->args[0])] : NULL;
    if (!callee || callee->flags & IR_EXTERN) x->mask = UINT64_MAX;
    for (uint32_t k = 1; k < i->n_args && x->mask != UINT64_MAX; k++)
        if (i->args[k] == v)
            x->mask |= k <= callee->n_params ? shifted(x->r->masks[x->r->first[ir_index(i->args[0])] + k - 1], offset) : UINT64_MAX;
}

static void follow_let(struct reader *x, const struct ir_instr *i, int64_t offset) {
    if (ir_pures[i->pure].class == IR_CLASS_COPY)
        follow(x, i->dsts[0], offset);
    else if (ir_pures[i->pure].class != IR_CLASS_TEST)
        x->mask = UINT64_MAX;
}

static void follow_use(struct reader *x, const struct ir_instr *i, ir_val v, int64_t offset) {
    bool to = is_base(i->to, v), argument = is_argument(i, v);
    if (is_index(i->to, v) || is_index(i->from, v) || is_base(i->from, v) || (argument && (i->op == IR_STORE || i->op == IR_COPY)))
        x->mask = UINT64_MAX;
    else if (to && i->op == IR_LOAD)
        x->mask |= bytes(offset + i->to->offset, ir_bytes(x->f->locals.at[i->dsts[0]].type));
    else if (to && i->op == IR_ADDR)
        follow(x, i->dsts[0], offset + i->to->offset);
    else if (argument && i->op == IR_CALL)
        follow_call(x, i, v, offset);
    else if (argument && i->op == IR_LET)
        follow_let(x, i, offset);
}

// The uses of a local that points `offset` bytes behind the parameter.
static void follow(struct reader *x, uint32_t local, int64_t offset) {
    for (uint32_t i = 0; i < x->n_seen; i++)
        if (x->seen[i].local == local && x->seen[i].offset == offset) return;
    if (x->n_seen == MOST_COPIES) {
        x->mask = UINT64_MAX;
        return;
    }
    x->seen[x->n_seen].local = local;
    x->seen[x->n_seen++].offset = offset;
    for (uint32_t i = 0; i < x->f->instrs.n && x->mask != UINT64_MAX; i++)
        follow_use(x, &x->f->instrs.at[i], ir_val_of(IR_LOCAL, local), offset);
}

static bool grow(struct ir_reads *r, const struct ir_program *p, uint32_t func) {
    const struct ir_func *f = &p->funcs.at[func];
    bool grown = false;
    for (uint32_t k = 0; k < f->n_params && !(f->flags & IR_EXTERN); k++) {
        struct reader x = {.r = r, .p = p, .f = f};
        uint64_t *mask = &r->masks[r->first[func] + k];
        if (*mask == UINT64_MAX || ir_kind(f->locals.at[k].type) != IR_PTR) continue;
        follow(&x, k, 0);
        grown |= (*mask | x.mask) != *mask;
        *mask |= x.mask;
    }
    return grown;
}

void ir_reads_build(struct ir_reads *r, const struct ir_program *p) {
    uint32_t n = 0;
    r->first = zeros(p->funcs.n, sizeof *r->first);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        r->first[i] = n;
        n += p->funcs.at[i].n_params;
    }
    r->masks = zeros(n, sizeof *r->masks);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < p->funcs.n; i++) grown |= grow(r, p, i);
    }
}

void ir_reads_free(struct ir_reads *r) {
    free(r->first);
    free(r->masks);
    *r = (struct ir_reads){0};
}

bool ir_reads(const struct ir_reads *r, uint32_t func, uint32_t param, int64_t offset, uint32_t size) {
    uint64_t mask = r->masks[r->first[func] + param];
    return mask == UINT64_MAX || (mask & bytes(offset, size)) != 0;
}
