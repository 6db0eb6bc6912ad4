// SPDX-License-Identifier: MIT
// What is kept at one location, by policy.
#include "tvl/analysis.h"

#include "tvl/unite.h"

static bool same_facts(const struct tvl_vocab *v, const struct tvl_structure *s, const struct tvl_structure *t) {
    for (uint32_t i = 0; i < v->abs_nullary.n; i++) {
        uint32_t plane = 2 * v->abs_nullary.at[i];
        if (s->word[plane] != t->word[plane] || s->word[plane + 1] != t->word[plane + 1]) return false;
    }
    return true;
}

static uint64_t hash_facts(const struct tvl_vocab *v, const struct tvl_structure *s) {
    uint64_t h = 1;
    for (uint32_t i = 0; i < v->abs_nullary.n; i++) {
        uint32_t plane = 2 * v->abs_nullary.at[i];
        h = (h * 3 + (s->word[plane] & 1) + 2 * (s->word[plane + 1] & 1)) * 0x9E3779B97F4A7C15u;
    }
    return h;
}

static bool same(const struct tvl_analysis *a, const struct tvl_structure *s, const struct tvl_structure *t) {
    if (a->merge == TVL_SINGLE) return same_facts(a->m->vocab, s, t);
    return a->merge == TVL_POWERSET ? tvl_structure_equal(s, t) : tvl_same_universe(a->m->vocab, s, t);
}

static uint64_t hash_of(const struct tvl_analysis *a, const struct tvl_structure *s) {
    if (a->merge == TVL_SINGLE) return hash_facts(a->m->vocab, s);
    return a->merge == TVL_POWERSET ? s->hash : s->key;
}

static void insert(const struct tvl_analysis *a, struct tvl_place *p, uint32_t index) {
    uint64_t h = hash_of(a, p->kept.at[index].structure);
    while (p->slot[h & (p->n_slots - 1)]) h++;
    p->slot[h & (p->n_slots - 1)] = index + 1;
}

static void grow(const struct tvl_analysis *a, struct tvl_place *p) {
    if (2 * (p->kept.n + 1) < p->n_slots) return;
    p->n_slots = p->n_slots ? 2 * p->n_slots : 16;
    free(p->slot);
    p->slot = calloc(p->n_slots, sizeof *p->slot);
    if (!p->slot) base_out_of_memory();
    for (uint32_t i = 0; i < p->kept.n; i++) insert(a, p, i);
}

static struct tvl_kept *find(const struct tvl_analysis *a, struct tvl_place *p, const struct tvl_structure *s) {
    if (!p->n_slots) return NULL;
    for (uint64_t h = hash_of(a, s);; h++) {
        uint32_t index = p->slot[h & (p->n_slots - 1)];
        if (!index) return NULL;
        if (same(a, p->kept.at[index - 1].structure, s)) return &p->kept.at[index - 1];
    }
}

// Word-wise: what both agree on.
static bool join(const struct tvl_vocab *v, struct tvl_structure *s, const struct tvl_structure *t) {
    tvl_set changed = 0;
    for (uint32_t i = 0; i < s->n_words; i++) {
        changed |= s->word[i] & ~t->word[i];
        s->word[i] &= t->word[i];
    }
    if (changed) tvl_rehash(v, s);
    return changed != 0;
}

// Over all names that either has.
static bool unite(struct tvl_analysis *a, struct tvl_kept *k, const struct tvl_draft *d) {
    struct tvl_machine *m = a->m;
    struct tvl_draft *old = tvl_take(m), *both = tvl_take(m);
    tvl_unseal(m->vocab, k->structure, old);
    bool changed = false;
    if (tvl_unite(m->vocab, old, d, both)) {
        struct tvl_structure *s = tvl_seal(m->vocab, both, &a->arena);
        changed = !tvl_structure_equal(s, k->structure);
        k->structure = s;
    } else {
        m->overflow = true;
    }
    tvl_give(m, old);
    tvl_give(m, both);
    return changed;
}

static struct tvl_structure *copy(struct tvl_analysis *a, const struct tvl_structure *s) {
    return arena_copy(&a->arena, s, sizeof *s + s->n_words * sizeof(tvl_set));
}

static void wait(struct tvl_analysis *a, struct tvl_place *p, struct tvl_kept *k) {
    if (k->waiting && !a->versions) return;
    k->waiting = true;
    vec_push(&p->waiting, (struct tvl_waiting){(uint32_t)(k - p->kept.at), a->versions ? copy(a, k->structure) : NULL});
}

bool tvl_place_put(struct tvl_analysis *a, struct tvl_place *p, const struct tvl_draft *d, bool sharp) {
    struct tvl_structure *s = a->scratch;
    tvl_seal_into(a->m->vocab, d, s);
    struct tvl_kept *k = find(a, p, s);
    if (k) {
        bool changed = a->merge == TVL_SINGLE ? unite(a, k, d) : join(a->m->vocab, k->structure, s);
        a->joined += changed;
        if (changed) {
            k->sharp = false;
            k->version++;
            wait(a, p, k);
        }
        return changed;
    }
    grow(a, p);
    vec_push(&p->kept, (struct tvl_kept){copy(a, s), 0, false, sharp});
    insert(a, p, p->kept.n - 1);
    wait(a, p, &vec_last(&p->kept));
    return true;
}

void tvl_place_free(struct tvl_place *p) {
    vec_free(&p->kept);
    vec_free(&p->waiting);
    free(p->slot);
}
