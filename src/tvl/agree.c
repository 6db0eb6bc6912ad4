// SPDX-License-Identifier: MIT
// Two-level transformers: a part for which several combiners of an action have results gets what all of them agree on.
//
// The results of each combiner are kept by edge, part and combiner; a new one is composed with all combinations of what the others have.
#include "tvl/analysis.h"
#include "tvl/subheap.h"

static struct tvl_place *place_of(struct tvl_analysis *a, uint32_t edge, uint32_t part, uint32_t combiner) {
    uint32_t n = a->m->code.at[a->m->spec->edge.at[edge].action].combiner.n;
    if (!a->between[edge]) a->between[edge] = calloc((size_t)n * a->n_parts, sizeof **a->between);
    if (!a->between[edge]) base_out_of_memory();
    return &a->between[edge][part * n + combiner];
}

// Nothing waits here: what is new is used at once.
static bool put(struct tvl_analysis *a, struct tvl_place *p, const struct tvl_draft *d, struct tvl_draft *out) {
    if (!tvl_place_put(a, p, d, false)) return false;
    struct tvl_kept *k = &p->kept.at[vec_last(&p->waiting).index];
    k->waiting = false;
    vec_clear(&p->waiting);
    tvl_unseal(a->m->vocab, k->structure, out);
    return true;
}

// Composes d with results of the combiners from c on; own: the one that d is from.
static void agree(struct tvl_analysis *a, uint32_t edge, uint32_t part, uint32_t own, struct tvl_draft *d, uint32_t c) {
    struct tvl_machine *m = a->m;
    const struct tvl_edge *e = &m->spec->edge.at[edge];
    const struct tvl_code *code = &m->code.at[e->action];
    while (c < code->combiner.n && (c == own || !(code->combiner.at[c].results >> part & 1))) c++;
    if (c == code->combiner.n) {
        if (tvl_project(m, part, d)) tvl_place_put(a, tvl_place_of(a, e->to, part), d, false);
        return;
    }
    const struct tvl_place *p = place_of(a, edge, part, c);
    struct tvl_draft *other = tvl_take(m);
    for (uint32_t i = 0; i < p->kept.n; i++) {
        if (p->kept.at[i].gone) continue;
        tvl_drafts both = {0};
        tvl_unseal(m->vocab, p->kept.at[i].structure, other);
        tvl_compose(m, d, other, &both);
        for (uint32_t k = 0; k < both.n; k++) {
            agree(a, edge, part, own, both.at[k], c + 1);
            tvl_give(m, both.at[k]);
        }
        vec_free(&both);
    }
    tvl_give(m, other);
}

void tvl_agree(struct tvl_analysis *a, const struct tvl_edge *e, uint32_t part, const struct tvl_draft *d) {
    uint32_t edge = (uint32_t)(e - a->m->spec->edge.at), own = a->combiner_number;
    struct tvl_draft *now = tvl_take(a->m);
    if (put(a, place_of(a, edge, part, own), d, now)) agree(a, edge, part, own, now, 0);
    tvl_give(a->m, now);
}
