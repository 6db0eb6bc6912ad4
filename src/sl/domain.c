// SPDX-License-Identifier: MIT
// The symbolic-heap domain behind the interface of dom.h.
#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "dom/option.h"
#include "sl/sl.h"

// Globals that are loaded for a switch in the same block: the states of a machine.
static void find_modes(struct sl *s, const struct ir_func *f) {
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
    struct sl_options all = {.rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .inputs = o->inputs};
#define OPTION(number, member, name, least, most, usual, meaning) \
    all.member = (uint32_t)dom_setting(&sl_domain, &o->settings, OPTION_##number);
#include "sl/options.def"
#undef OPTION
    all.narrow &= all.localise;
    return all;
}

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct sl *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    s->program = p;
    s->main = ir_main_of(p);
    s->options = options_of(o);
    s->bits = p->pointer_bits;
    sl_branches_find(s);
    if (!o->lib) s->own_lib = ir_lib_new();
    s->lib = o->lib ? o->lib : s->own_lib;
    s->foreign_locale = ir_lib_changes_locale(s->lib, p);
    s->facts = calloc(p->funcs.n + 1, sizeof *s->facts);
    s->mode = calloc(p->globals.n + 1, 1);
    if (!s->facts || !s->mode) base_out_of_memory();
    for (uint32_t i = 0; i < p->funcs.n; i++) find_modes(s, &p->funcs.at[i]);
    return s;
}

static void close_domain(void *self) {
    struct sl *s = self;
    for (uint32_t i = 0; i < s->program->funcs.n; i++) {
        if (!s->facts[i].made) continue;
        ir_live_free(&s->facts[i].live);
        ir_cfg_free(&s->facts[i].cfg);
        free(s->facts[i].flag);
        free(s->facts[i].route);
        free(s->facts[i].status);
        vec_free(&s->facts[i].questions);
        vec_free(&s->facts[i].thresholds);
    }
    free(s->facts);
    free(s->mode);
    if (s->own_lib) ir_lib_free(s->own_lib);
    dom_store_free(&s->store);
    dom_memo_free(&s->made);
    vec_free(&s->trees);
    sl_func_sets_free(s);
    ir_touches_free(&s->touches);
    ir_reads_free(&s->reads);
    free(s->orders);
    free(s);
}

// A variable that is only ever given constants, or truth values: its value is kept apart, not joined.
static void find_flags(struct sl_facts *f, const struct ir_func *func) {
    f->flag = calloc(func->locals.n + 1, 1);
    if (!f->flag) base_out_of_memory();
    for (uint32_t i = func->n_params; i < func->locals.n; i++)
        f->flag[i] = ir_kind(func->locals.at[i].type) == IR_INT && !(func->locals.at[i].flags & IR_TEMP);
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool constant = x->op == IR_LET && x->pure == IR_COPY_ && ir_tag(x->args[0]) == IR_CONST;
        for (uint32_t k = 0; k < x->n_dsts && !constant; k++) f->flag[x->dsts[k]] = 0;
    }
    for (uint32_t i = 0; i < func->locals.n; i++)
        if (func->locals.at[i].type == IR_I(1)) f->flag[i] = 1;  // the outcome of a condition, which is about other things
}

static void find_routes(struct sl_facts *f, const struct ir_func *func) {
    f->route = calloc(func->locals.n + 1, 1);
    if (!f->route) base_out_of_memory();
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_SWITCH || ir_tag(x->args[0]) != IR_LOCAL) continue;
        uint32_t local = ir_index(x->args[0]);
        f->route[local] = f->flag[local] && !(func->locals.at[local].flags & IR_USER);
    }
}

// The local that v is or was widened from, or UINT32_MAX.
static uint32_t widened_from(const uint32_t *from, ir_val v) {
    if (ir_tag(v) != IR_LOCAL) return UINT32_MAX;
    return from[ir_index(v)] != UINT32_MAX ? from[ir_index(v)] : ir_index(v);
}

static bool is_below_few(const struct ir_program *p, const struct ir_instr *x, uint32_t local) {
    bool test = x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST && x->args[0] == ir_val_of(IR_LOCAL, local);
    const struct ir_const *c = test ? ir_const_of(p, x->args[1]) : NULL;
    return c && ir_kind(c->type) == IR_INT && c->lo <= SL_MOST_COUNTED;
}

static bool is_counter(const struct ir_program *p, const struct ir_func *func, uint32_t local) {
    if (ir_kind(func->locals.at[local].type) != IR_INT || func->locals.at[local].flags & IR_TEMP) return false;
    for (uint32_t i = 0; i < func->instrs.n; i++)
        if (is_below_few(p, &func->instrs.at[i], local)) return true;
    return false;
}

// A variable that goes through the few places of an array of pointers: what they hold by then differs from place to place.
static void find_counters(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    uint32_t *from = malloc((func->locals.n + 1) * sizeof *from);
    if (!from) base_out_of_memory();
    for (uint32_t i = 0; i < func->locals.n; i++) from[i] = UINT32_MAX;
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool widens = x->op == IR_LET && (x->pure == IR_ZEXT_ || x->pure == IR_SEXT_) && ir_tag(x->args[0]) == IR_LOCAL;
        if (widens && func->locals.at[x->dsts[0]].flags & IR_TEMP) from[x->dsts[0]] = ir_index(x->args[0]);
    }
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool pointer = x->op == IR_LOAD && ir_kind(func->locals.at[x->dsts[0]].type) == IR_PTR;
        for (uint32_t k = 0; pointer && k < x->to->n_terms; k++) {
            uint32_t local = widened_from(from, x->to->terms[k].index);
            if (local != UINT32_MAX && !f->flag[local] && is_counter(p, func, local)) f->flag[local] = SL_COUNTER;
        }
    }
    free(from);
}

static void find_status(struct sl_facts *f, const struct ir_func *func) {
    f->status = calloc(func->locals.n + 1, 1);
    if (!f->status) base_out_of_memory();
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        for (uint32_t k = 0; x->op == IR_RET && k < x->n_args; k++)
            if (ir_tag(x->args[k]) == IR_LOCAL) f->status[ir_index(x->args[k])] = 1;
        for (uint32_t k = 0; x->op == IR_CALL && k < x->n_dsts; k++) f->status[x->dsts[k]] = 1;
    }
}

// The constants that variables are compared with, for equality.
static void find_questions(struct sl *s, struct sl_facts *f, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_LET || (x->pure != IR_EQ_ && x->pure != IR_NE_)) continue;
        if (ir_tag(x->args[0]) != IR_LOCAL || ir_tag(x->args[1]) != IR_CONST) continue;
        struct sl_question q = {ir_index(x->args[0]), s->program->consts.at[ir_index(x->args[1])].lo};
        bool number = ir_kind(func->locals.at[q.local].type) == IR_INT && !(func->locals.at[q.local].flags & IR_TEMP);
        if (number) vec_push(&f->questions, q);
    }
}

enum { MOST_THRESHOLDS = 48, LEAST_LIMIT = 64 };

static void add_threshold(struct sl_facts *f, int64_t x) {
    for (uint32_t i = 0; i < f->thresholds.n; i++)
        if (f->thresholds.at[i] == x) return;
    if (f->thresholds.n < MOST_THRESHOLDS) vec_push(&f->thresholds, x);
}

static void find_thresholds(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        for (uint32_t k = 0; x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST && k < x->n_args; k++) {
            const struct ir_const *c = ir_const_of(p, x->args[k]);
            if (!c || ir_kind(c->type) != IR_INT || ir_bits(c->type) > 64) continue;
            int64_t t = (int64_t)num_signed(ir_bits(c->type), c->lo);
            for (int64_t near = -1; near <= 1; near++)
                if (t > INT64_MIN && t < INT64_MAX) add_threshold(f, t + near);
        }
    }
}

// A callee may hold numbers below a limit of its own: what is far away and compared by order in functions that this one and those call.
static void find_limits(struct sl_facts *f, const struct ir_program *p, const struct ir_func *callee) {
    for (uint32_t i = 0; i < callee->instrs.n; i++) {
        const struct ir_instr *x = &callee->instrs.at[i];
        bool order = x->op == IR_LET && (x->pure == IR_ULT_ || x->pure == IR_ULE_ || x->pure == IR_SLT_ || x->pure == IR_SLE_);
        for (uint32_t k = 0; order && k < x->n_args; k++) {
            const struct ir_const *c = ir_const_of(p, x->args[k]);
            if (!c || ir_kind(c->type) != IR_INT || ir_bits(c->type) > 64) continue;
            int64_t t = (int64_t)num_signed(ir_bits(c->type), c->lo);
            if (t < LEAST_LIMIT || t == INT64_MAX) continue;
            add_threshold(f, t - 1);
            add_threshold(f, t);
        }
    }
}

static void find_limits_of_callees(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func, int depth) {
    for (uint32_t i = 0; i < func->instrs.n && f->thresholds.n < MOST_THRESHOLDS; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_CALL || ir_tag(x->args[0]) != IR_FUNC) continue;
        find_limits(f, p, &p->funcs.at[ir_index(x->args[0])]);
        if (depth) find_limits_of_callees(f, p, &p->funcs.at[ir_index(x->args[0])], depth - 1);
    }
}

const struct sl_facts *sl_facts(struct sl *s, uint32_t func) {
    struct sl_facts *f = &s->facts[func];
    if (!f->made) {
        f->made = true;
        ir_cfg_build(&f->cfg, &s->program->funcs.at[func]);
        ir_live_build(&f->live, &s->program->funcs.at[func], &f->cfg);
        find_flags(f, &s->program->funcs.at[func]);
        find_routes(f, &s->program->funcs.at[func]);
        find_counters(f, s->program, &s->program->funcs.at[func]);
        find_status(f, &s->program->funcs.at[func]);
        find_questions(s, f, &s->program->funcs.at[func]);
        find_thresholds(f, s->program, &s->program->funcs.at[func]);
        find_limits_of_callees(f, s->program, &s->program->funcs.at[func], 1);
    }
    return f;
}

// ---- lattice -----------------------------------------------------------------------------------------------------------------------

// Gives each draft an object for every global that the other has changed.
static void level_globals(struct sl *s, struct sl_draft *a, const struct sl_draft *b) {
    struct sl_run r = sl_run_begin(s, 0, NULL);
    for (uint32_t i = 1; i < b->objects.n; i++)
        if (b->objects.at[i].storage == SL_GLOBAL && b->objects.at[i].dirty) sl_global_object(&r, a, b->objects.at[i].tag);
}

static const struct sl_precision usual = {0}, coarse = {.least_chain = 2};

static uint32_t count_single(const struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t o = 1; d->sized && o < d->objects.n; o++) n += d->objects.at[o].storage == SL_PLACES && !d->objects.at[o].segment;
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

static void discard(void *self, const bool *live, uint32_t n) {
    dom_store_sweep(&((struct sl *)self)->store, live, n);
}

static bool is_lax(void *self) {
    return ((const struct sl *)self)->lax;
}

static const struct dom_call call_group = {
    .outside = true,
    .local = true,
    .targets = sl_targets,
    .enter = sl_enter,
    .alike = alike,
    .leave = sl_leave,
    .finish = sl_finish,
};
static const struct dom_show show_group = {
    .print = sl_print,
    .parse = sl_parse,
    .view = sl_view,
};
static const struct dom_effort effort_group = {
    .size = size,
    .compared = compared,
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
        .run = sl_execute,
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
