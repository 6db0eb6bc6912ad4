// SPDX-License-Identifier: MIT
#include "ir/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/buf.h"

// ---- what is hashed: words and texts, one after the other --------------------------------------------------------------------------------

static struct ir_digest digest_of(struct buf *b) {
    XXH128_hash_t h = XXH3_128bits(buf_text(b), b->n);
    b->n = 0;
    return (struct ir_digest){h.low64, h.high64};
}

static void put(struct buf *b, uint64_t x) {
    buf_add(b, (const char *)&x, sizeof x);
}

static void put_text(struct buf *b, const char *s) {
    size_t n = s ? strlen(s) : 0;
    put(b, s ? n : UINT64_MAX);
    buf_add(b, s ? s : "", n);
}

static void put_digest(struct buf *b, struct ir_digest d) {
    put(b, d.low);
    put(b, d.high);
}

static int compare(const void *x, const void *y) {
    const struct ir_digest *a = x, *b = y;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return a->low != b->low ? a->low < b->low ? -1 : 1 : 0;
}

// A set: in no order, each once.
typedef VEC(struct ir_digest) digest_set;

static void put_set(struct buf *b, digest_set *set) {
    if (set->n) qsort(set->at, set->n, sizeof *set->at, compare);
    for (uint32_t i = 0; i < set->n; i++)
        if (!i || compare(&set->at[i], &set->at[i - 1])) put_digest(b, set->at[i]);
    vec_clear(set);
}

static struct ir_digest *table(struct ir_digests *d, uint32_t n) {
    return arena_alloc(&d->arena, ((size_t)n + 1) * sizeof(struct ir_digest));
}

// ---- types ---------------------------------------------------------------------------------------------------------------------------

enum { TYPE_DEPTH = 12 };  // so many steps from a type on what others are made of counts, by structure; names count at every step

static void put_ctype(struct buf *b, const struct ir_digest *of, uint32_t ctype) {
    put_digest(b, ctype == IR_NO_TYPE ? (struct ir_digest){0} : of[ctype]);
}

static struct ir_digest digest_ctype(struct buf *b, const struct ir_ctype *t, const struct ir_digest *before) {
    put(b, t->kind);
    put_text(b, t->name);
    put(b, t->size);
    put(b, t->count);
    put(b, t->fixed);
    put_ctype(b, before, t->target);
    for (uint32_t i = 0; i < t->n_fields; i++) {
        put_text(b, t->fields[i].name);
        put(b, t->fields[i].bit_offset);
        put(b, t->fields[i].bit_size);
        put_ctype(b, before, t->fields[i].ctype);
    }
    return digest_of(b);
}

static void digest_ctypes(struct ir_digests *d, struct buf *b) {
    const struct ir_program *p = d->program;
    struct ir_digest *before = table(d, p->ctypes.n), *now = table(d, p->ctypes.n);
    for (int depth = 0; depth < TYPE_DEPTH; depth++) {
        for (uint32_t i = 0; i < p->ctypes.n; i++) now[i] = digest_ctype(b, &p->ctypes.at[i], before);
        struct ir_digest *other = before;
        before = now;
        now = other;
    }
    d->ctypes = before;
}

// ---- globals ---------------------------------------------------------------------------------------------------------------------------

static void put_interface(const struct ir_digests *d, struct buf *b, const struct ir_func *f) {
    put_text(b, f->name);
    put(b, f->flags);
    put(b, f->n_params);
    for (uint32_t i = 0; i < f->n_params; i++) {
        put(b, f->locals.at[i].type);
        put_ctype(b, d->ctypes, f->locals.at[i].ctype);
    }
    put(b, f->n_rets);
    for (uint32_t i = 0; i < f->n_rets; i++) put(b, f->rets[i]);
    put_ctype(b, d->ctypes, f->ctype);
}

// The address of a symbol in the contents of a global: that global is looked into by whoever asks.
static void put_symbol(const struct ir_digests *d, struct buf *b, ir_val v) {
    const struct ir_program *p = d->program;
    put(b, ir_tag(v));
    if (ir_tag(v) == IR_GLOBAL) put_text(b, p->globals.at[ir_index(v)].name);
    if (ir_tag(v) == IR_FUNC) put_interface(d, b, &p->funcs.at[ir_index(v)]);
    if (ir_tag(v) != IR_LABEL) return;
    const struct ir_label *l = &p->labels.at[ir_index(v)];
    put_text(b, p->funcs.at[l->func].name);
    put(b, l->block);
}

static struct ir_digest digest_global(const struct ir_digests *d, struct buf *b, const struct ir_global *g) {
    put_text(b, g->name);
    put(b, g->flags);
    put(b, g->size);
    put(b, g->align);
    put_ctype(b, d->ctypes, g->ctype);
    put(b, g->n_bytes);
    buf_add(b, (const char *)g->bytes, g->n_bytes);
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        put(b, g->relocs[i].offset);
        put(b, g->relocs[i].size);
        put(b, (uint64_t)g->relocs[i].addend);
        put_symbol(d, b, g->relocs[i].target);
    }
    return digest_of(b);
}

// Globals that contents lead to, from one on.
struct search {
    const struct ir_program *p;
    uint32_t *seen;  // by global: the number of the search that came there last
    uint32_t number;
    VEC(uint32_t) found;
};

static void find(struct search *s, uint32_t global) {
    if (s->seen[global] == s->number) return;
    s->seen[global] = s->number;
    vec_push(&s->found, global);
}

static void search_from(struct search *s, uint32_t global) {
    vec_clear(&s->found);
    s->number++;
    find(s, global);
    for (uint32_t i = 0; i < s->found.n; i++) {
        const struct ir_global *g = &s->p->globals.at[s->found.at[i]];
        for (uint32_t k = 0; k < g->n_relocs; k++)
            if (ir_tag(g->relocs[k].target) == IR_GLOBAL) find(s, ir_index(g->relocs[k].target));
    }
}

static void digest_globals(struct ir_digests *d, struct buf *b) {
    const struct ir_program *p = d->program;
    struct ir_digest *own = table(d, p->globals.n);
    struct search s = {.p = p, .seen = arena_alloc(&d->arena, (p->globals.n + 1) * sizeof *s.seen)};
    digest_set set = {0};
    d->globals = table(d, p->globals.n);
    for (uint32_t i = 0; i < p->globals.n; i++) own[i] = digest_global(d, b, &p->globals.at[i]);
    for (uint32_t i = 0; i < p->globals.n; i++) {
        search_from(&s, i);
        for (uint32_t k = 1; k < s.found.n; k++) vec_push(&set, own[s.found.at[k]]);
        put_digest(b, own[i]);
        put_set(b, &set);
        d->globals[i] = digest_of(b);
    }
    vec_free(&s.found);
    vec_free(&set);
}

// ---- functions -------------------------------------------------------------------------------------------------------------------------

static void put_val(const struct ir_digests *d, struct buf *b, ir_val v) {
    const struct ir_program *p = d->program;
    switch (ir_tag(v)) {
    case IR_GLOBAL:
        put(b, IR_GLOBAL);
        put_digest(b, d->globals[ir_index(v)]);
        break;
    case IR_FUNC:
    case IR_LABEL: put_symbol(d, b, v); break;
    case IR_CONST: {
        const struct ir_const *c = &p->consts.at[ir_index(v)];
        put(b, IR_CONST);
        put(b, c->type);
        put(b, c->undef);
        put(b, c->lo);
        put(b, c->hi);
        break;
    }
    default: put(b, v);
    }
}

static void put_addr(const struct ir_digests *d, struct buf *b, const struct ir_addr *a) {
    put(b, a != NULL);
    if (!a) return;
    put_val(d, b, a->base);
    put(b, (uint64_t)a->offset);
    put(b, a->n_terms);
    for (uint32_t i = 0; i < a->n_terms; i++) {
        put_val(d, b, a->terms[i].index);
        put(b, (uint64_t)a->terms[i].scale);
    }
}

static void put_instr(const struct ir_digests *d, struct buf *b, const struct ir_instr *i) {
    put(b, (uint64_t)i->op | (uint64_t)i->pure << 8 | (uint64_t)i->flags << 16 | (uint64_t)i->n_dsts << 24 | (uint64_t)i->n_args << 32);
    put(b, (uint64_t)i->n_succs | (uint64_t)i->n_cases << 32);
    for (uint32_t k = 0; k < i->n_dsts; k++) put(b, i->dsts[k]);
    for (uint32_t k = 0; k < i->n_args; k++) put_val(d, b, i->args[k]);
    put_addr(d, b, i->to);
    put_addr(d, b, i->from);
    for (uint32_t k = 0; k < i->n_succs; k++) put(b, i->succs[k]);
    for (uint32_t k = 0; k < i->n_cases; k++) {
        put(b, i->cases[k].lo);
        put(b, i->cases[k].hi);
        put(b, i->cases[k].succ);
    }
    put_text(b, i->text);
    put_val(d, b, i->subject);
}

static struct ir_digest digest_func(const struct ir_digests *d, struct buf *b, const struct ir_func *f) {
    put_interface(d, b, f);
    put(b, f->locals.n);
    for (uint32_t i = 0; i < f->locals.n; i++) {
        put_text(b, f->locals.at[i].name);
        put(b, (uint64_t)f->locals.at[i].type << 32 | f->locals.at[i].flags);
        put_ctype(b, d->ctypes, f->locals.at[i].ctype);
    }
    put(b, f->slots.n);
    for (uint32_t i = 0; i < f->slots.n; i++) {
        put_text(b, f->slots.at[i].name);
        put(b, f->slots.at[i].size);
        put(b, (uint64_t)f->slots.at[i].align << 32 | f->slots.at[i].flags);
        put_ctype(b, d->ctypes, f->slots.at[i].ctype);
    }
    put(b, f->blocks.n);
    for (uint32_t i = 0; i < f->blocks.n; i++) {
        put_text(b, f->blocks.at[i].name);
        put(b, (uint64_t)f->blocks.at[i].first << 32 | f->blocks.at[i].n);
    }
    for (uint32_t i = 0; i < f->instrs.n; i++) put_instr(d, b, &f->instrs.at[i]);
    return digest_of(b);
}

void ir_digests_build(struct ir_digests *d, const struct ir_program *p) {
    struct buf b = {0};
    *d = (struct ir_digests){.program = p};
    digest_ctypes(d, &b);
    digest_globals(d, &b);
    d->funcs = table(d, p->funcs.n);
    for (uint32_t i = 0; i < p->funcs.n; i++) d->funcs[i] = digest_func(d, &b, &p->funcs.at[i]);
    buf_free(&b);
}

void ir_digests_free(struct ir_digests *d) {
    arena_free(&d->arena);
}
