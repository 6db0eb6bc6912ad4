// SPDX-License-Identifier: MIT
#include "tvl/vocab.h"

#include <assert.h>

void tvl_vocab_init(struct tvl_vocab *v) {
    *v = (struct tvl_vocab){0};
    tvl_vocab_add(v, "sm", 1, TVL_NONABS);
    tvl_vocab_add(v, "inac", 1, TVL_NONABS);
    tvl_vocab_add(v, "isNew", 1, TVL_NONABS);
}

uint32_t tvl_vocab_find(const struct tvl_vocab *v, const char *name) {
    return intern_find(&v->names, name);
}

uint32_t tvl_vocab_add(struct tvl_vocab *v, const char *name, uint32_t arity, uint32_t properties) {
    assert(arity <= 2);
    uint32_t p = intern_add(&v->names, name);
    assert(p == v->pred.n);
    struct tvl_pred *pred = vec_add(&v->pred);
    *pred = (struct tvl_pred){.name = v->names.text.at[p], .arity = arity, .properties = properties};
    pred->abstraction = arity < 2 && !(properties & TVL_NONABS);
    return p;
}

uint32_t tvl_vocab_hidden(struct tvl_vocab *v, uint32_t p, const char *what) {
    uint32_t arity = v->pred.at[p].arity;
    uint32_t h = tvl_vocab_add(v, arena_printf(&v->arena, "%s(%s)", what, v->pred.at[p].name), arity, TVL_NONABS);
    v->pred.at[h].hidden = true;
    v->pred.at[h].slot = arity == 2 ? v->all_binary++ : v->all_flat++;
    return h;
}

void tvl_vocab_seal(struct tvl_vocab *v) {
    for (uint32_t p = 0; p < v->pred.n; p++) {
        struct tvl_pred *pred = &v->pred.at[p];
        pred->slot = pred->arity == 2 ? v->n_binary++ : v->n_flat++;
        if (pred->abstraction && pred->arity == 1) vec_push(&v->abs_unary, pred->slot);
        if (pred->abstraction && pred->arity == 0) vec_push(&v->abs_nullary, pred->slot);
        if (pred->abstraction && pred->arity == 1 && pred->properties & TVL_UNIQUE) vec_push(&v->abs_unique, pred->slot);
    }
    v->all_flat = v->n_flat;
    v->all_binary = v->n_binary;
}

void tvl_vocab_apart(struct tvl_vocab *v, uint32_t pred) {
    if (v->pred.at[pred].arity == 2)
        vec_push(&v->apart_binary, v->pred.at[pred].slot);
    else
        vec_push(&v->apart_flat, v->pred.at[pred].slot);
}

void tvl_vocab_free(struct tvl_vocab *v) {
    intern_free(&v->names);
    vec_free(&v->pred);
    vec_free(&v->abs_unary);
    vec_free(&v->abs_nullary);
    vec_free(&v->abs_unique);
    vec_free(&v->apart_flat);
    vec_free(&v->apart_binary);
    arena_free(&v->arena);
}
