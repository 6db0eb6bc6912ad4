// SPDX-License-Identifier: MIT
// Structures as pictures, for graphviz.
#include <stdio.h>

#include "tvl/spec.h"

// The value of a predicate, 0 if it is not to be displayed.
static enum tvl_kleene shown(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t p, uint32_t i, uint32_t j) {
    enum tvl_kleene k = tvl_get(v, d, p, i, j);
    uint32_t hides = k == TVL_TRUE ? TVL_HIDE_TRUE : TVL_HIDE_HALF;
    return v->pred.at[p].properties & hides ? TVL_FALSE : k;
}

// The predicates of individual i that are not 0, one per line; pointers are drawn on their own.
static void label(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t i, struct buf *out) {
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity != 1 || (pred->properties & TVL_POINTER)) continue;
        enum tvl_kleene k = shown(v, d, p, i, 0);
        if (k != TVL_FALSE) buf_printf(out, "%s%s\\n", pred->name, k == TVL_HALF ? "?" : "");
    }
}

static void draw_individual(const struct tvl_vocab *v, const struct tvl_draft *d, const char *prefix, uint32_t i, struct buf *out) {
    bool several = tvl_get(v, d, TVL_SM, i, 0) == TVL_HALF, absent = tvl_get(v, d, TVL_ACTIVE, i, 0) == TVL_HALF;
    buf_printf(out, "    \"%s%u\" [shape=ellipse%s%s, label=\"", prefix, (unsigned)i, several ? ", peripheries=2" : "",
               absent ? ", style=dashed" : "");
    label(v, d, i, out);
    buf_str(out, "\"];\n");
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity != 1 || !(pred->properties & TVL_POINTER)) continue;
        enum tvl_kleene k = shown(v, d, p, i, 0);
        if (k == TVL_FALSE) continue;
        buf_printf(out, "    \"%s%s\" [shape=plaintext, label=\"%s\"];\n", prefix, pred->name, pred->name);
        buf_printf(out, "    \"%s%s\" -> \"%s%u\"%s;\n", prefix, pred->name, prefix, (unsigned)i, k == TVL_HALF ? " [style=dashed]" : "");
    }
}

static void draw_edges(const struct tvl_vocab *v, const struct tvl_draft *d, const char *prefix, uint32_t p, struct buf *out) {
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t j = 0; j < d->n; j++) {
            enum tvl_kleene k = shown(v, d, p, i, j);
            if (k == TVL_FALSE) continue;
            buf_printf(out, "    \"%s%u\" -> \"%s%u\" [label=\"%s\"%s];\n", prefix, (unsigned)i, prefix, (unsigned)j, v->pred.at[p].name,
                       k == TVL_HALF ? ", style=dashed" : "");
        }
}

static void draw_facts(const struct tvl_vocab *v, const struct tvl_draft *d, struct buf *out) {
    for (uint32_t p = 0; p < v->pred.n; p++) {
        if (v->pred.at[p].hidden || v->pred.at[p].arity != 0) continue;
        enum tvl_kleene k = shown(v, d, p, 0, 0);
        if (k != TVL_FALSE) buf_printf(out, "\\n%s%s", v->pred.at[p].name, k == TVL_HALF ? "?" : "");
    }
}

void tvl_show_dot(const struct tvl_vocab *v, const struct tvl_draft *d, const char *title, uint32_t number, struct buf *out) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "s%u.", (unsigned)number);
    buf_printf(out, "  subgraph \"cluster_%u\" {\n    label=\"%s", (unsigned)number, title);
    draw_facts(v, d, out);
    buf_str(out, "\";\n");
    if (!d->n) buf_printf(out, "    \"%sempty\" [shape=plaintext, label=\"(empty)\"];\n", prefix);
    for (uint32_t i = 0; i < d->n; i++) draw_individual(v, d, prefix, i, out);
    for (uint32_t p = 0; p < v->pred.n; p++)
        if (!v->pred.at[p].hidden && v->pred.at[p].arity == 2) draw_edges(v, d, prefix, p, out);
    buf_str(out, "  }\n");
}
