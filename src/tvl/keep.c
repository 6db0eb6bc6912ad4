// SPDX-License-Identifier: MIT
// What is kept at one location, by policy.
#include "tvl/analysis.h"

#include "tvl/embed.h"
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

// Individuals for which a unique predicate holds: the others may be absent in a loose join.
static tvl_set anchors(const struct tvl_vocab *v, const struct tvl_structure *s) {
    tvl_set out = 0;
    for (uint32_t i = 0; i < v->abs_unique.n; i++) out |= s->word[2 * v->abs_unique.at[i] + TVL_IS1];
    return out;
}

// A word of each plane of the i-th individual's name, as a number.
static uint64_t hash_name(const struct tvl_vocab *v, const struct tvl_structure *s, uint64_t i) {
    uint64_t h = 1;
    for (uint32_t k = 0; k < v->abs_unary.n; k++) {
        const tvl_set *plane = s->word + 2 * v->abs_unary.at[k];
        h = (h * 3 + (plane[0] >> i & 1) + 2 * (plane[1] >> i & 1)) * 0x9E3779B97F4A7C15u;
    }
    return h ^ h >> 31;
}

static uint64_t hash_anchors(const struct tvl_vocab *v, const struct tvl_structure *s) {
    uint64_t h = hash_facts(v, s);
    TVL_EACH(i, anchors(v, s)) h = (h ^ hash_name(v, s, i)) * 0xBF58476D1CE4E5B9u;
    return h ^ h >> 29;
}

static bool same_name(const struct tvl_vocab *v, const struct tvl_structure *s, uint64_t i, const struct tvl_structure *t, uint64_t j) {
    for (uint32_t k = 0; k < v->abs_unary.n; k++)
        for (uint32_t plane = 2 * v->abs_unary.at[k], end = plane + 2; plane < end; plane++)
            if ((s->word[plane] >> i ^ t->word[plane] >> j) & 1) return false;
    return true;
}

static bool same_anchors(const struct tvl_vocab *v, const struct tvl_structure *s, const struct tvl_structure *t) {
    tvl_set left = anchors(v, t);
    TVL_EACH(i, anchors(v, s)) {
        if (!left || !same_name(v, s, i, t, (uint64_t)__builtin_ctzll(left))) return false;
        left &= left - 1;
    }
    return !left && same_facts(v, s, t);
}

static bool same(const struct tvl_analysis *a, const struct tvl_structure *s, const struct tvl_structure *t) {
    switch (a->merge) {
    case TVL_SINGLE: return same_facts(a->m->vocab, s, t);
    case TVL_LOOSE: return same_anchors(a->m->vocab, s, t);
    case TVL_PARTIAL: return tvl_same_universe(a->m->vocab, s, t);
    default: return tvl_structure_equal(s, t);
    }
}

static uint64_t hash_of(const struct tvl_analysis *a, const struct tvl_structure *s) {
    switch (a->merge) {
    case TVL_SINGLE: return hash_facts(a->m->vocab, s);
    case TVL_LOOSE: return hash_anchors(a->m->vocab, s);
    case TVL_PARTIAL: return s->key;
    default: return s->hash;
    }
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

// Does a kept structure describe d?  Those that d describes go.
static bool deflate(struct tvl_analysis *a, struct tvl_place *p, const struct tvl_draft *d) {
    struct tvl_draft *other = tvl_take(a->m);
    bool described = false;
    for (uint32_t i = 0; i < p->kept.n && !described; i++) {
        struct tvl_kept *k = &p->kept.at[i];
        if (k->gone) continue;
        tvl_unseal(a->m->vocab, k->structure, other);
        described = tvl_embeds(a->m->vocab, d, other);
        if (described || !tvl_embeds(a->m->vocab, other, d)) continue;
        k->gone = true;
        p->n_gone++;
    }
    tvl_give(a->m, other);
    return described;
}

bool tvl_place_put(struct tvl_analysis *a, struct tvl_place *p, const struct tvl_draft *d, bool sharp) {
    struct tvl_structure *s = a->scratch;
    tvl_seal_into(a->m->vocab, d, s);
    struct tvl_kept *k = find(a, p, s);
    if (k) {
        bool changed = tvl_merge_makes_absent(a->merge) ? unite(a, k, d) : join(a->m->vocab, k->structure, s);
        a->joined += changed;
        if (changed) {
            k->sharp = false;
            k->version++;
            wait(a, p, k);
        }
        return changed;
    }
    if (a->merge == TVL_MAXIMAL && deflate(a, p, d)) return false;
    grow(a, p);
    vec_push(&p->kept, (struct tvl_kept){.structure = copy(a, s), .sharp = sharp});
    insert(a, p, p->kept.n - 1);
    wait(a, p, &vec_last(&p->kept));
    return true;
}

void tvl_place_free(struct tvl_place *p) {
    vec_free(&p->kept);
    vec_free(&p->waiting);
    free(p->slot);
}
