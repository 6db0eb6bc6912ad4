// SPDX-License-Identifier: MIT
// The fold/expand domain behind the interface of dom.h.
#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fold/fold.h"

// A variant of the domain: 0, or an offset + 1: only the cells there are links, or with OTHERS only those that are not.
static const uint32_t OTHERS = UINT32_C(1) << 31;

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct fold *f = calloc(1, sizeof *f);
    if (!f) base_out_of_memory();
    f->program = f->base.program = p;
    f->main = ir_main_of(p);
    f->base.bits = p->pointer_bits;
    f->options = *o;
    f->base.links = !o->variant ? FOLD_ALL_LINK : o->variant & OTHERS ? FOLD_OTHERS_LINK : FOLD_ONE_LINKS;
    f->base.link = (o->variant & ~OTHERS) - 1;
    if (!o->lib) f->own_lib = ir_lib_new();
    f->lib = o->lib ? o->lib : f->own_lib;
    f->facts = calloc(p->funcs.n + 1, sizeof *f->facts);
    if (!f->facts) base_out_of_memory();
    fold_base_begin(&f->base);
    return f;
}

static void close_domain(void *self) {
    struct fold *f = self;
    for (uint32_t i = 0; i < f->program->funcs.n; i++) {
        if (!f->facts[i].made) continue;
        ir_live_free(&f->facts[i].live);
        ir_cfg_free(&f->facts[i].cfg);
    }
    free(f->facts);
    if (f->own_lib) ir_lib_free(f->own_lib);
    fold_base_end(&f->base);
    free(f);
}

const struct fold_facts *fold_facts(struct fold *f, uint32_t func) {
    struct fold_facts *x = &f->facts[func];
    if (!x->made) {
        x->made = true;
        ir_cfg_build(&x->cfg, &f->program->funcs.at[func]);
        ir_live_build(&x->live, &f->program->funcs.at[func], &x->cfg);
    }
    return x;
}

static bool has_heap_nodes_of(struct fold_base *f, const struct fold_draft *a, const struct fold_draft *b) {
    for (uint32_t i = 0; i < b->nodes.n; i++)
        if (fold_is_heap(f, b->nodes.at[i].node) && !fold_node(a, b->nodes.at[i].node)) return false;
    return true;
}

// alike: only if both have the same heap nodes.  Different ones rarely say more together than apart, and their function is larger than both.
static dom_state join_states(struct fold *f, dom_state x, dom_state y, bool widen, bool alike) {
    struct fold_draft a, b, out;
    dom_state result = DOM_NONE;
    if (x == y) return x;
    uint32_t mark = logic_mark(f->base.logic);
    fold_unseal(&f->base, x, &a);
    fold_unseal(&f->base, y, &b);
    bool fit = !alike || (has_heap_nodes_of(&f->base, &a, &b) && has_heap_nodes_of(&f->base, &b, &a));
    if (fit && fold_join(&f->base, &a, &b, widen, &out)) {
        if (widen) fold_collapse(&f->base, &out);
        fold_prune(&f->base, &out);
        result = fold_seal(&f->base, &out);
        fold_draft_free(&out);
    }
    fold_draft_free(&a);
    fold_draft_free(&b);
    logic_release(f->base.logic, mark);
    return result;
}

static dom_state join(void *self, dom_state a, dom_state b) {
    return join_states(self, a, b, false, true);
}

static dom_state widen(void *self, dom_state a, dom_state b) {
    return join_states(self, a, b, true, true);
}

static bool leq(void *self, dom_state a, dom_state b) {
    return join_states(self, b, a, false, false) == b;
}

static dom_state abstract(void *self, dom_state s, const void *precision) {
    struct fold *f = self;
    struct fold_draft d;
    uint32_t mark = logic_mark(f->base.logic);
    (void)precision;
    fold_unseal(&f->base, s, &d);
    fold_collapse(&f->base, &d);
    dom_state result = fold_seal(&f->base, &d);
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
    return result;
}

// Only states with the same frames are joined.
static uint64_t group(void *self, dom_state s) {
    struct fold *f = self;
    const uint32_t *words = dom_store_get(&f->base.states, s)->words;
    return XXH3_64bits(words + 5, words[0] * sizeof(struct fold_frame));
}

// Each offset of cells that pointed from block to block, if there are several, can be that of the links; if there are more than two, the others can.
static uint32_t variants(void *self, uint32_t *out, uint32_t most) {
    struct fold *f = self;
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->base.flags.blocks.n; i++) {
        const struct fold_flag *k = fold_flag_of(&f->base, i);
        bool found = k->kind != FOLD_EDGE || !fold_is_heap(&f->base, k->node) || !fold_is_heap(&f->base, k->target);
        for (uint32_t j = 0; j < n && !found; j++) found = out[j] == k->at + 1;
        if (!found && n < most) out[n++] = k->at + 1;
    }
    for (uint32_t j = 0, all = n; j < all && all > 2 && n < most; j++) out[n++] = out[j] | OTHERS;
    return n > 1 ? n : 0;
}

static void print(void *self, dom_state s, struct buf *out) {
    struct fold *f = self;
    struct fold_draft d;
    fold_unseal(&f->base, s, &d);
    fold_print(&f->base, &d, out);
    fold_draft_free(&d);
}

static dom_state parse(void *self, const char *text, size_t n, struct buf *error) {
    struct fold *f = self;
    struct fold_draft d;
    struct buf copy = {0};
    dom_state result = DOM_NONE;
    uint32_t mark = logic_mark(f->base.logic);
    buf_add(&copy, text, n);
    if (fold_parse(&f->base, buf_text(&copy), &d, error)) {
        result = fold_seal(&f->base, &d);
        fold_draft_free(&d);
    }
    buf_free(&copy);
    logic_release(f->base.logic, mark);
    return result;
}

static bool valid(void *self, dom_state s, struct buf *why) {
    struct fold *f = self;
    struct fold_draft d;
    uint32_t mark = logic_mark(f->base.logic);
    fold_unseal(&f->base, s, &d);
    bool good = fold_valid(&f->base, &d, why);
    if (!good) fold_print(&f->base, &d, why);
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
    return good;
}

static uint64_t size(void *self) {
    return ((struct fold *)self)->base.states.n_words;
}

static uint64_t compared(void *self) {
    return logic_made(((struct fold *)self)->base.logic);
}

static const struct dom_call call_group = {
    .targets = fold_call_targets,
    .enter = fold_enter,
    .leave = fold_leave,
    .finish = fold_finish,
};
static const struct dom_show show_group = {
    .print = print,
    .parse = parse,
    .view = fold_view,
};
static const struct dom_effort effort_group = {
    .size = size,
    .compared = compared,
};
static const struct dom_refine refine_group = {
    .variants = variants,
};

const struct dom fold_domain = {
    .name = "fold",
    .core = {
        .open = open_domain,
        .close = close_domain,
        .initial = fold_initial,
        .run = fold_execute,
        .leq = leq,
        .join = join,
        .widen = widen,
        .abstract = abstract,
        .group = group,
        .valid = valid,
    },
    .call = &call_group,
    .show = &show_group,
    .effort = &effort_group,
    .refine = &refine_group,
};
