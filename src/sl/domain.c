// SPDX-License-Identifier: MIT
// The symbolic-heap domain behind the interface of dom.h.
#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "dom/option.h"
#include "sl/sl.h"

// Globals that are loaded for a switch in the same block: the states of a machine.
static void find_modes(struct sl *s, const struct ir_func *f) {
    assert(s->mode);
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        if (f->instrs.at[i].op != IR_SWITCH) continue;
        for (uint32_t k = i; k-- && ir_ops[f->instrs.at[k].op].group != IR_GROUP_END;) {
            const struct ir_instr *x = &f->instrs.at[k];
            bool scalar = x->op == IR_LOAD && ir_tag(x->to->base) == IR_GLOBAL && !x->to->n_terms && !x->to->offset;
            if (scalar && f->instrs.at[i].args[0] == ir_val_of(IR_LOCAL, x->dsts[0])) s->mode[ir_index(x->to->base)] = 1;
        }
    }
}

enum {
#define OPTION(number, member, name, least, most, usual, meaning) OPTION_##number,
#include "sl/options.def"
#undef OPTION
};
static const struct dom_option options[] = {
#define OPTION(number, member, name, least, most, usual, meaning) {name, least, most, usual, meaning},
#include "sl/options.def"
#undef OPTION
    {0},
};

static struct sl_options options_of(const struct dom_options *o) {
    struct sl_options all = {0};
#define OPTION(number, member, name, least, most, usual, meaning) \
    all.member = (uint32_t)dom_setting(&sl_domain, &o->settings, OPTION_##number);
#include "sl/options.def"
#undef OPTION
    all.narrow &= all.localise;
    return all;
}

const struct step_ops sl_operations = {
#define OP(name, result, parameters) .name = sl_op_##name,
#define MAY(name, result, parameters)
#define PLAIN(name, result, parameters)
#include "step/ops.def"
    .eval = sl_op_eval,
    .use = sl_op_use,
    .assign = sl_op_assign,
    .label = sl_op_label,
    .act = sl_op_act,
    .library = sl_op_library,
    .exclude = sl_op_exclude,
    .returned = sl_op_returned,
    .localise = sl_op_localise,
    .back = sl_op_back,
};

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct sl *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    step_begin(&s->step, &sl_operations, p, o);
    s->options = options_of(o);
    s->bits = p->pointer_bits;
    sl_branches_find(s);
    s->foreign_locale = ir_lib_changes_locale(s->step.lib, p);
    s->facts = calloc(p->funcs.n + 1, sizeof *s->facts);
    s->mode = calloc(p->globals.n + 1, 1);
    if (!s->facts || !s->mode) base_out_of_memory();
    for (uint32_t i = 0; i < p->funcs.n; i++) find_modes(s, &p->funcs.at[i]);
    return s;
}

static void close_domain(void *self) {
    struct sl *s = self;
    for (uint32_t i = 0; i < s->step.program->funcs.n; i++) {
        if (!s->facts[i].made) continue;
        free(s->facts[i].flag);
        free(s->facts[i].route);
        free(s->facts[i].status);
        vec_free(&s->facts[i].questions);
        vec_free(&s->facts[i].thresholds);
    }
    free(s->facts);
    free(s->mode);
    step_end(&s->step);
    dom_store_free(&s->store);
    dom_memo_free(&s->made);
    vec_free(&s->trees);
    sl_func_sets_free(s);
    ir_touches_free(&s->touches);
    ir_reads_free(&s->reads);
    free(s->orders);
    free(s);
}

// ---- lattice -----------------------------------------------------------------------------------------------------------------------

// Gives each draft an object for every global that the other has changed.
static void level_globals(struct sl *s, struct sl_draft *a, const struct sl_draft *b) {
    for (uint32_t i = 1; i < b->objects.n; i++)
        if (b->objects.at[i].storage == SL_GLOBAL && b->objects.at[i].dirty) sl_global_object(s, a, b->objects.at[i].tag);
}

static const struct sl_precision usual = {0}, coarse = {.least_chain = 2};

static uint32_t count_single(const struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t o = 1; d->sized && o < d->objects.n; o++) n += d->objects.at[o].storage == SL_PLACES && !sl_is_segment(&d->objects.at[o]);
    return n;
}

static dom_state join_new(struct sl *s, dom_state x, dom_state y, bool widen) {
    struct sl_draft a, b, out;
    dom_state result = DOM_NONE;
    sl_unseal(&s->store, x, &a);
    sl_unseal(&s->store, y, &b);
    level_globals(s, &a, &b);
    level_globals(s, &b, &a);
    if (count_single(&a) != count_single(&b)) {
        sl_fold(s, &a, s->options.coarse ? &coarse : &usual);
        sl_fold(s, &b, s->options.coarse ? &coarse : &usual);
    }
    bool forgets;
    if (sl_join(s, &a, &b, widen, &out, &forgets)) {
        if (widen) sl_fold(s, &out, s->options.coarse ? &coarse : &usual);  // what only one of them had may lie beside what is like it
        result = sl_seal(&s->store, &out);
        if (forgets && result != x) result = DOM_NONE;
        sl_draft_free(&out);
    }
    s->reached |= a.reached | b.reached;
    sl_draft_free(&a);
    sl_draft_free(&b);
    return result;
}

static const struct sl_order *order_of(struct sl *s, dom_state x) {
    if (!s->orders) s->orders = calloc(1, sizeof *s->orders);
    if (!s->orders) base_out_of_memory();
    struct sl_kept_order *k = &s->orders->at[x % SL_ORDERS];
    if (k->state != x) {
        struct sl_draft d;
        sl_unseal(&s->store, x, &d);
        sl_order_of(&d, &k->order);
        sl_draft_free(&d);
        k->state = x;
    }
    return &k->order;
}

static bool orders_agree(struct sl *s, dom_state x, dom_state y) {
    const struct sl_order *a = order_of(s, x), *b = order_of(s, y);
    return x % SL_ORDERS == y % SL_ORDERS || sl_orders_agree(a, b);  // one of them only was kept: who knows
}

// Is the result known, and not given up?
static bool is_made(const struct sl *s, uint32_t op, dom_state x, dom_state y, dom_state *result) {
    return dom_memo_get(&s->made, op, x, y, result) && (!*result || dom_store_has(&s->store, *result));
}

static dom_state join_states(struct sl *s, dom_state x, dom_state y, bool widen) {
    uint32_t op = widen ? SL_WIDENED : SL_JOINED;
    dom_state result;
    if (x == y) return x;
    if (is_made(s, op, x, y, &result)) return result;
    if (!orders_agree(s, x, y)) return DOM_NONE;
    result = join_new(s, x, y, widen);
    dom_memo_put(&s->made, (struct dom_made){.op = op, .a = x, .b = y, .result = result});
    return result;
}

static dom_state join(void *self, dom_state a, dom_state b) {
    return join_states(self, a, b, false);
}

static dom_state widen(void *self, dom_state a, dom_state b) {
    return join_states(self, a, b, true);
}

static bool leq(void *self, dom_state a, dom_state b) {
    return join_states(self, b, a, false) == b;
}

static dom_state abstract_new(struct sl *s, dom_state x, const struct sl_precision *p) {
    struct sl_draft d;
    sl_unseal(&s->store, x, &d);
    sl_fold(s, &d, p);
    sl_coarsen(s, &d);
    dom_state result = sl_seal(&s->store, &d);
    sl_draft_free(&d);
    return result;
}

static dom_state abstract(void *self, dom_state x, const void *precision) {
    struct sl *s = self;
    const struct sl_precision own = {s->options.least_chain}, *p = s->options.coarse ? &coarse : precision ? precision : &own;
    uint32_t op = SL_ABSTRACTED + p->least_chain;
    dom_state result;
    if (is_made(s, op, x, DOM_NONE, &result)) return result;
    result = abstract_new(s, x, p);
    dom_memo_put(&s->made, (struct dom_made){.op = op, .a = x, .result = result});
    return result;
}

static uint64_t group(void *self, dom_state x) {
    struct sl *s = self;
    struct sl_draft d;
    sl_key key = {0};
    sl_unseal(&s->store, x, &d);
    sl_key_frames(&d, &key);
    if (s->options.coarse)
        sl_key_routes(s, &d, &key);
    else
        sl_key_answers(s, &d, &key);
    sl_key_modes(s, &d, &key);
    uint64_t hash = XXH3_64bits(key.at, key.n * sizeof *key.at);
    vec_free(&key);
    sl_draft_free(&d);
    return hash;
}

static bool alike(void *self, dom_state x, dom_state y) {
    struct sl *s = self;
    struct sl_draft a, b;
    sl_unseal(&s->store, x, &a);
    sl_unseal(&s->store, y, &b);
    bool same = sl_answer_alike(s, &a, &b);
    sl_draft_free(&a);
    sl_draft_free(&b);
    return same;
}

// ---- show --------------------------------------------------------------------------------------------------------------------------

static uint64_t size(void *self) {
    return ((struct sl *)self)->store.n_words;
}

static uint64_t compared(void *self) {
    return ((struct sl *)self)->compared;
}

static uint32_t reached(void *self) {
    return ((const struct sl *)self)->reached;
}

static void discard(void *self, const bool *live, uint32_t n) {
    dom_store_sweep(&((struct sl *)self)->store, live, n);
}

static bool is_lax(void *self) {
    return ((const struct sl *)self)->lax;
}

static const struct dom_call call_group = {
    .outside = true,
    .local = true,
    .targets = step_targets,
    .enter = sl_enter,
    .alike = alike,
    .leave = sl_leave,
    .finish = step_finish,
};
static const struct dom_show show_group = {
    .print = sl_print,
    .parse = sl_parse,
    .view = sl_view,
};
static const struct dom_effort effort_group = {
    .size = size,
    .compared = compared,
    .limits = sl_limits,
    .reached = reached,
    .discard = discard,
};
static const struct dom_refine refine_group = {
    .coarse = "coarse,narrow",
    .nonempty = "possibly-empty=0",
};

const struct dom sl_domain = {
    .name = "sl",
    .options = options,
    .core = {
        .open = open_domain,
        .close = close_domain,
        .initial = sl_initial,
        .run = step_execute,
        .leq = leq,
        .join = join,
        .widen = widen,
        .abstract = abstract,
        .group = group,
        .valid = sl_valid,
        .inputs = true,
        .values = true,
        .lax = is_lax,
    },
    .call = &call_group,
    .show = &show_group,
    .effort = &effort_group,
    .refine = &refine_group,
};
