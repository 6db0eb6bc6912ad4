// SPDX-License-Identifier: MIT
#include "tvl/embed.h"

struct search {
    const struct tvl_vocab *v;
    const struct tvl_draft *small, *large;
    tvl_set candidates[TVL_MAX];  // by individual of small
    uint8_t map[TVL_MAX];
};

static bool covers(enum tvl_kleene large, enum tvl_kleene small) {
    return large == TVL_HALF || large == small;
}

static bool unary_fits(const struct search *s, uint32_t i, uint32_t k) {
    for (uint32_t p = 0; p < s->v->pred.n; p++) {
        const struct tvl_pred *pred = &s->v->pred.at[p];
        if (pred->hidden || pred->arity != 1) continue;
        if (!covers(tvl_get(s->v, s->large, p, k, 0), tvl_get(s->v, s->small, p, i, 0)) && p != TVL_ACTIVE) return false;
    }
    return true;
}

static bool nullary_fits(const struct search *s) {
    for (uint32_t p = 0; p < s->v->pred.n; p++)
        if (s->v->pred.at[p].arity == 0 && !s->v->pred.at[p].hidden &&
            !covers(tvl_get(s->v, s->large, p, 0, 0), tvl_get(s->v, s->small, p, 0, 0)))
            return false;
    return true;
}

static bool pair_fits(const struct search *s, uint32_t i, uint32_t j) {
    for (uint32_t p = 0; p < s->v->pred.n; p++) {
        const struct tvl_pred *pred = &s->v->pred.at[p];
        if (pred->hidden || pred->arity != 2) continue;
        if (!covers(tvl_get(s->v, s->large, p, s->map[i], s->map[j]), tvl_get(s->v, s->small, p, i, j))) return false;
    }
    return true;
}

// Every individual of large is reached, by one that exists if it must exist.
static bool onto(const struct search *s) {
    tvl_set sure = 0;
    for (uint32_t i = 0; i < s->small->n; i++)
        if (tvl_get(s->v, s->small, TVL_ACTIVE, i, 0) == TVL_TRUE) sure |= TVL_BIT(s->map[i]);
    return !(s->large->flat[tvl_plane(s->v, TVL_ACTIVE, TVL_IS1)] & ~sure);
}

static bool extend(struct search *s, uint32_t i, tvl_set used) {
    if (i == s->small->n) return onto(s);
    tvl_set single = s->large->flat[TVL_IS0];
    TVL_EACH(k, s->candidates[i] & ~(used & single)) {
        bool fits = true;
        s->map[i] = (uint8_t)k;
        for (uint32_t j = 0; j <= i && fits; j++) fits = pair_fits(s, i, j) && pair_fits(s, j, i);
        if (fits && extend(s, i + 1, used | TVL_BIT(k))) return true;
    }
    return false;
}

bool tvl_embeds(const struct tvl_vocab *v, const struct tvl_draft *small, const struct tvl_draft *large) {
    struct search s = {.v = v, .small = small, .large = large};
    if (!nullary_fits(&s)) return false;
    for (uint32_t i = 0; i < small->n; i++) {
        for (uint32_t k = 0; k < large->n; k++)
            if (unary_fits(&s, i, k)) s.candidates[i] |= TVL_BIT(k);
        if (!s.candidates[i]) return false;
    }
    return extend(&s, 0, 0);
}
