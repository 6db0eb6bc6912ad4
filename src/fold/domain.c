// SPDX-License-Identifier: MIT
// The fold/expand domain behind the interface of dom.h.
#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fold/fold.h"

// ---- drafts ------------------------------------------------------------------------------------------------------------------------

void *fold_op_open(struct step_run *r, dom_state s) {
    struct fold_draft *d = malloc(sizeof *d);
    if (!d) base_out_of_memory();
    fold_unseal(fold_base_of(r), s, d);
    return d;
}

void *fold_op_copy(struct step_run *r, const void *d) {
    struct fold_draft *copy = malloc(sizeof *copy);
    (void)r;
    if (!copy) base_out_of_memory();
    fold_draft_copy(copy, d);
    return copy;
}

void fold_op_drop(struct step_run *r, void *d) {
    (void)r;
    fold_draft_free(d);
    free(d);
}

bool fold_op_tidy(struct step_run *r, void *d) {
    (void)r;
    return ((struct fold_draft *)d)->b != LOGIC_FALSE;
}

// Joins each draft with the first that it can be joined with.
void fold_op_merge(struct step_run *r, step_drafts *all) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) fold_prune(fold_base_of(r), all->at[i]);
    for (uint32_t i = 0; i < all->n; i++) {
        bool joined = false;
        for (uint32_t k = 0; k < n && !joined; k++) {
            struct fold_draft out;
            joined = fold_join(fold_base_of(r), all->at[k], all->at[i], false, &out);
            if (!joined) continue;
            fold_op_drop(r, all->at[i]);
            fold_draft_free(all->at[k]);
            *(struct fold_draft *)all->at[k] = out;
        }
        if (!joined) all->at[n++] = all->at[i];
    }
    all->n = n;
}

dom_state fold_op_seal(struct step_run *r, void *d) {
    fold_prune(fold_base_of(r), d);
    return fold_op_tidy(r, d) ? fold_seal(fold_base_of(r), d) : DOM_NONE;
}

uint32_t fold_op_mark(struct step *s) {
    return logic_mark(((struct fold *)s)->base.logic);
}

void fold_op_release(struct step *s, uint32_t mark) {
    logic_release(((struct fold *)s)->base.logic, mark);
}

const struct step_ops fold_operations = {
#define OP(name, result, parameters) .name = fold_op_##name,
#define MAY(name, result, parameters)
#define PLAIN OP
#include "step/ops.def"
    .merge = fold_op_merge,
    .mark = fold_op_mark,
    .release = fold_op_release,
    .connect = fold_op_connect,
    .exclude = fold_op_exclude,
};

// ---- the domain --------------------------------------------------------------------------------------------------------------------

// A variant of the domain: 0, or an offset + 1: only the cells there are links, or with OTHERS only those that are not.
static const uint32_t OTHERS = UINT32_C(1) << 31;

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct fold *f = calloc(1, sizeof *f);
    if (!f) base_out_of_memory();
    step_begin(&f->step, &fold_operations, p, o);
    f->base.program = p;
    f->base.bits = p->pointer_bits;
    f->base.links = !o->variant ? FOLD_ALL_LINK : o->variant & OTHERS ? FOLD_OTHERS_LINK : FOLD_ONE_LINKS;
    f->base.link = (o->variant & ~OTHERS) - 1;
    fold_base_begin(&f->base);
    return f;
}

static void close_domain(void *self) {
    struct fold *f = self;
    step_end(&f->step);
    fold_base_end(&f->base);
    free(f);
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
static uint32_t variants(void *self, bool early, uint32_t *out, uint32_t most) {
    struct fold *f = self;
    uint32_t n = 0;
    for (uint32_t i = 0; !early && i < f->base.flags.blocks.n; i++) {
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

static uint32_t words(void *self, dom_state s) {
    return dom_store_get(&((struct fold *)self)->base.states, s)->n;
}

static uint64_t compared(void *self) {
    return logic_made(((struct fold *)self)->base.logic);
}

static uint32_t reached(void *self) {
    return ((struct fold *)self)->base.reached;
}

static const struct dom_call call_group = {
    .targets = step_targets,
    .enter = step_enter,
    .leave = step_leave,
    .finish = step_finish,
};
static const struct dom_show show_group = {
    .print = print,
    .parse = parse,
    .view = fold_view,
};
static const struct dom_effort effort_group = {
    .size = size,
    .words = words,
    .compared = compared,
    .limits = fold_limits,
    .reached = reached,
};
static const struct dom_refine refine_group = {
    .variants = variants,
};

const struct dom fold_domain = {
    .name = "fold",
    .core =
        {
            .open = open_domain,
            .close = close_domain,
            .initial = step_initial,
            .run = step_execute,
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
