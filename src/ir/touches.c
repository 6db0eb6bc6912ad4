// SPDX-License-Identifier: MIT
#include "ir/touches.h"

#include "ir/operand.h"

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

static uint64_t *set_of(const struct ir_touches *t, uint32_t component) {
    return &t->sets[(uint64_t)component * t->n_words];
}

static bool add_all(const struct ir_touches *t, uint64_t *to, const uint64_t *from) {
    bool grown = false;
    for (uint32_t i = 0; i < t->n_words; i++) {
        grown |= (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
    return grown;
}

// A global and those that its initial contents lead to.
static void add_global(const struct ir_program *p, uint64_t *set, uint32_t global) {
    VEC(uint32_t) stack = {0};
    vec_push(&stack, global);
    while (stack.n) {
        uint32_t g = vec_pop(&stack);
        if (set[g / 64] >> g % 64 & 1) continue;
        set[g / 64] |= UINT64_C(1) << g % 64;
        for (uint32_t i = 0; i < p->globals.at[g].n_relocs; i++)
            if (ir_tag(p->globals.at[g].relocs[i].target) == IR_GLOBAL) vec_push(&stack, ir_index(p->globals.at[g].relocs[i].target));
    }
    vec_free(&stack);
}

static void add_named(const struct ir_touches *t, const struct ir_program *p, uint32_t func) {
    const struct ir_func *f = &p->funcs.at[func];
    uint64_t *set = set_of(t, t->component[func]);
    for (uint32_t i = 0; i < f->instrs.n; i++)
        for (uint32_t k = 0; k < ir_n_operands(&f->instrs.at[i]); k++) {
            ir_val v = ir_operand(&f->instrs.at[i], k);
            if (v != IR_NOTHING && ir_tag(v) == IR_GLOBAL) add_global(p, set, ir_index(v));
        }
    for (uint32_t g = 0; g < p->globals.n; g++)
        if (p->globals.at[g].flags & IR_EXTERN) add_global(p, set, g);
}

static bool add_callees(const struct ir_touches *t, const struct ir_calls *c, const uint64_t *taken, uint32_t func) {
    bool grown = false;
    uint64_t *set = set_of(t, t->component[func]);
    for (uint32_t i = c->site_first[func]; i < c->site_first[func + 1]; i++) {
        uint32_t target = c->sites[i].target;
        grown |= add_all(t, set, target == UINT32_MAX ? taken : set_of(t, t->component[target]));
    }
    return grown;
}

// To the fixpoint; components come after what they call, so one round does nearly all.
static void close(const struct ir_touches *t, const struct ir_calls *c) {
    uint64_t *taken = zeros(t->n_words, sizeof *taken);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t k = 0; k < c->n_components; k++)
            for (uint32_t i = c->member_first[k]; i < c->member_first[k + 1]; i++) {
                grown |= add_callees(t, c, taken, c->members[i]);
                if (c->taken[c->members[i]]) grown |= add_all(t, taken, set_of(t, k));
            }
    }
    free(taken);
}

void ir_touches_build(struct ir_touches *t, const struct ir_calls *c) {
    const struct ir_program *p = c->program;
    *t = (struct ir_touches){.n_words = p->globals.n / 64 + 1};
    t->sets = zeros((size_t)c->n_components * t->n_words, sizeof *t->sets);
    t->component = zeros(p->funcs.n, sizeof *t->component);
    t->recursive = zeros(p->funcs.n, sizeof *t->recursive);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        t->component[i] = c->component[i];
        t->recursive[i] = c->recursive[i];
    }
    for (uint32_t i = 0; i < p->funcs.n; i++) add_named(t, p, i);
    close(t, c);
}

void ir_touches_free(struct ir_touches *t) {
    free(t->sets);
    free(t->component);
    free(t->recursive);
    *t = (struct ir_touches){0};
}
