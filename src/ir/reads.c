// SPDX-License-Identifier: MIT
#include "ir/reads.h"

#include "ir/operand.h"
#include "ir/whole.h"

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

// ---- sets --------------------------------------------------------------------------------------------------------------------------

static bool has_place(int64_t offset, uint64_t size) {
    return offset >= -IR_READS_BEFORE && offset < IR_READS_BYTES - IR_READS_BEFORE &&
           size <= (uint64_t)(IR_READS_BYTES - IR_READS_BEFORE - offset);
}

static bool bit_of(const uint64_t *bits, uint64_t k) {
    return bits[k / 64] >> k % 64 & 1;
}

bool ir_reads_has(const struct ir_reads_set *s, int64_t offset, uint64_t size, bool any) {
    if (s->all || (any && s->all_narrow) || !has_place(offset, size)) return true;
    for (uint64_t k = (uint64_t)(offset + IR_READS_BEFORE); size--; k++)
        if (bit_of(s->wide, k) || (any && bit_of(s->narrow, k))) return true;
    return false;
}

static void add_bytes(uint64_t *bits, bool *all, int64_t offset, uint64_t size) {
    *all |= !has_place(offset, size);
    for (uint64_t k = (uint64_t)(offset + IR_READS_BEFORE); !*all && size--; k++) bits[k / 64] |= UINT64_C(1) << k % 64;
}

// The bytes of `from`, that far behind.
static void add_bits(uint64_t *bits, bool *all, const uint64_t *from, int64_t offset) {
    for (uint32_t w = 0; w < IR_READS_BYTES / 64 && !*all; w++)
        for (uint64_t left = from[w]; left; left &= left - 1)
            add_bytes(bits, all, (int64_t)(w * 64 + (uint32_t)__builtin_ctzll(left)) - IR_READS_BEFORE + offset, 1);
}

static void add_set(struct ir_reads_set *s, const struct ir_reads_set *from, int64_t offset) {
    s->all |= from->all;
    s->all_narrow |= from->all_narrow;
    add_bits(s->wide, &s->all, from->wide, offset);
    add_bits(s->narrow, &s->all_narrow, from->narrow, offset);
}

static bool same_sets(const struct ir_reads_set *a, const struct ir_reads_set *b) {
    return a->all == b->all && a->all_narrow == b->all_narrow && a->stored == b->stored && memcmp(a->wide, b->wide, sizeof a->wide) == 0 &&
           memcmp(a->narrow, b->narrow, sizeof a->narrow) == 0;
}

// ---- pointers ----------------------------------------------------------------------------------------------------------------------

enum { MOST_COPIES = 16 };
struct reader {
    const struct ir_reads *r;
    const struct ir_program *p;
    const struct ir_calls *calls;
    const struct ir_lib_table *lib;
    uint32_t func;
    const struct ir_func *f;
    struct ir_reads_set set;
    struct {
        uint32_t local;
        int64_t offset;
    } seen[MOST_COPIES];  // what was derived from the pointer
    uint32_t n_seen;
};

static bool is_base(const struct ir_addr *a, ir_val v) {
    return a && a->base == v;
}

static bool is_index(const struct ir_addr *a, ir_val v) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (a->terms[k].index == v) return true;
    return false;
}

static bool is_argument(const struct ir_instr *i, ir_val v) {
    for (uint32_t k = 0; k < i->n_args; k++)
        if (i->args[k] == v) return true;
    return i->subject == v && i->op == IR_CALL;
}

static void follow(struct reader *x, uint32_t local, int64_t offset);

static void put_into_memory(struct reader *x, int64_t offset) {
    x->set.stored = true;
    add_set(&x->set, &x->r->found[x->func], offset);
}

static bool is_free(const struct reader *x, const struct ir_func *f) {
    const struct ir_lib *row = ir_lib_of(x->lib, x->p, f).row;
    return row && row->kind == IR_LIB_K_FREE;
}

static void follow_into(struct reader *x, const struct ir_instr *i, ir_val v, int64_t offset, uint32_t callee) {
    const struct ir_func *f = &x->p->funcs.at[callee];
    if (is_free(x, f)) return;
    x->set.all |= (f->flags & IR_EXTERN) != 0;
    for (uint32_t k = 1; k < i->n_args && !x->set.all; k++) {
        if (i->args[k] != v) continue;
        if (k > f->n_params) {
            x->set.all = true;
            return;
        }
        const struct ir_reads_set *s = ir_reads_of(x->r, callee, k - 1);
        add_set(&x->set, s, offset);
        if (s->stored) put_into_memory(x, offset);
    }
}

static void follow_call(struct reader *x, uint32_t instr, ir_val v, int64_t offset) {
    const struct ir_instr *i = &x->f->instrs.at[instr];
    uint32_t n;
    const uint32_t *targets = ir_call_targets(x->calls, x->func, instr, &n);
    x->set.all |= i->subject == v;
    for (uint32_t k = 0; k < n; k++) follow_into(x, i, v, offset, targets[k]);
}

static void follow_let(struct reader *x, const struct ir_instr *i, int64_t offset) {
    if (ir_pures[i->pure].class == IR_CLASS_COPY)
        follow(x, i->dsts[0], offset);
    else if (ir_pures[i->pure].class != IR_CLASS_TEST)
        x->set.all = true;
}

// Where an index leads is not known.
static void follow_load(struct reader *x, const struct ir_instr *i, int64_t offset) {
    uint64_t size = ir_bytes(x->f->locals.at[i->dsts[0]].type);
    bool narrow = size < x->p->pointer_bits / 8, *all = narrow ? &x->set.all_narrow : &x->set.all;
    *all |= i->to->n_terms != 0;
    add_bytes(narrow ? x->set.narrow : x->set.wide, all, offset + i->to->offset, size);
}

static void follow_use(struct reader *x, uint32_t instr, ir_val v, int64_t offset) {
    const struct ir_instr *i = &x->f->instrs.at[instr];
    bool to = is_base(i->to, v), argument = is_argument(i, v);
    if (is_index(i->to, v) || is_index(i->from, v) || is_base(i->from, v) || (argument && i->op == IR_COPY))
        x->set.all = true;
    else if (argument && i->op == IR_STORE)
        put_into_memory(x, offset);
    else if (to && i->op == IR_LOAD)
        follow_load(x, i, offset);
    else if (to && i->op == IR_ADDR && i->to->n_terms)
        x->set.all = true;
    else if (to && i->op == IR_ADDR)
        follow(x, i->dsts[0], offset + i->to->offset);
    else if (argument && i->op == IR_CALL)
        follow_call(x, instr, v, offset);
    else if (argument && i->op == IR_LET)
        follow_let(x, i, offset);
}

// The uses of a local that points `offset` bytes behind the pointer.
static void follow(struct reader *x, uint32_t local, int64_t offset) {
    for (uint32_t i = 0; i < x->n_seen; i++)
        if (x->seen[i].local == local && x->seen[i].offset == offset) return;
    if (x->n_seen == MOST_COPIES) {
        x->set.all = true;
        return;
    }
    x->seen[x->n_seen].local = local;
    x->seen[x->n_seen++].offset = offset;
    for (uint32_t i = 0; i < x->f->instrs.n && !x->set.all; i++) follow_use(x, i, ir_val_of(IR_LOCAL, local), offset);
}

// ---- functions ---------------------------------------------------------------------------------------------------------------------

static bool is_pointer(const struct ir_func *f, uint32_t local) {
    return ir_kind(f->locals.at[local].type) == IR_PTR;
}

static bool take(struct ir_reads_set *s, const struct reader *x) {
    struct ir_reads_set before = *s;
    add_set(s, &x->set, 0);
    s->stored |= x->set.stored;
    return !same_sets(&before, s);
}

static bool grow_params(struct reader x, struct ir_reads *r) {
    bool grown = false;
    for (uint32_t k = 0; k < x.f->n_params; k++) {
        struct ir_reads_set *s = &r->params[r->first[x.func] + k];
        struct reader y = x;
        if (s->all || !is_pointer(x.f, k)) continue;
        follow(&y, k, 0);
        grown |= take(s, &y);
    }
    return grown;
}

// Pointers that the function finds, and those that functions find that it calls.
static bool grow_found(struct reader x, struct ir_reads *r) {
    bool *seen = zeros(x.f->locals.n, sizeof *seen), grown = false;
    struct ir_reads_set *s = &r->found[x.func];
    for (uint32_t i = 0; i < x.f->instrs.n && !s->all; i++) {
        const struct ir_instr *in = &x.f->instrs.at[i];
        uint32_t n = 0;
        const uint32_t *targets = in->op == IR_CALL ? ir_call_targets(x.calls, x.func, i, &n) : NULL;
        for (uint32_t k = 0; k < n; k++) {
            struct reader y = x;
            add_set(&y.set, &r->found[targets[k]], 0);
            grown |= take(s, &y);
        }
        for (uint32_t k = 0; (in->op == IR_LOAD || in->op == IR_CALL) && k < in->n_dsts; k++) {
            struct reader y = x;
            if (!is_pointer(x.f, in->dsts[k]) || seen[in->dsts[k]]) continue;
            seen[in->dsts[k]] = true;
            follow(&y, in->dsts[k], 0);
            grown |= take(s, &y);
        }
    }
    free(seen);
    return grown;
}

static bool grow(struct ir_reads *r, const struct ir_program *p, const struct ir_calls *calls, const struct ir_lib_table *lib,
                 uint32_t func) {
    struct reader x = {.r = r, .p = p, .calls = calls, .lib = lib, .func = func, .f = &p->funcs.at[func]};
    if (x.f->flags & IR_EXTERN) return false;
    bool found = grow_found(x, r);
    return grow_params(x, r) || found;
}

void ir_reads_build(struct ir_reads *r, const struct ir_program *p, const struct ir_lib_table *lib) {
    const struct ir_calls *calls = &ir_whole_of(p)->calls;
    uint32_t n = 0;
    r->first = zeros(p->funcs.n, sizeof *r->first);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        r->first[i] = n;
        n += p->funcs.at[i].n_params;
    }
    r->params = zeros(n, sizeof *r->params);
    r->found = zeros(p->funcs.n, sizeof *r->found);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t c = 0; c < calls->n_components; c++)
            for (uint32_t i = calls->member_first[c]; i < calls->member_first[c + 1]; i++) grown |= grow(r, p, calls, lib, calls->members[i]);
    }
}

void ir_reads_free(struct ir_reads *r) {
    free(r->first);
    free(r->params);
    free(r->found);
    *r = (struct ir_reads){0};
}
