// SPDX-License-Identifier: MIT
// The symbolic-heap domain behind the interface of dom.h.
#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "dom/option.h"
#include "sl/local.h"
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
    .number = sl_op_number,
    .behind = sl_op_behind,
    .length = sl_op_length,
    .address = sl_op_address,
    .label = sl_op_label,
    .act = sl_op_act,
    .library = sl_op_library,
    .exclude = sl_op_exclude,
    .returned = sl_op_returned,
    .localise = sl_op_localise,
    .back = sl_op_back,
};

enum { VARIANT_SCOPES = 1, VARIANT_LENGTHS, VARIANT_NARROW, VARIANT_VALUES, VARIANT_KINDS, VARIANT_MOVED, VARIANT_RELATED, VARIANTS };

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct sl *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    step_begin(&s->step, &sl_operations, p, o);
    s->options = options_of(o);
    if (o->variant == VARIANT_SCOPES) s->options.scopes = 1;
    if (o->variant == VARIANT_MOVED) s->options.moved = 1;
    if (o->variant == VARIANT_LENGTHS) s->options.lengths = 1u + o->counters_fit;
    if (o->variant == VARIANT_RELATED) s->options.values = s->options.symbolic = 1, s->options.steps = o->counters_fit;
    if (o->variant == VARIANT_NARROW) s->options.narrow = 1;
    if (o->variant == VARIANT_VALUES) s->options.values = 1;
    if (o->variant == VARIANT_KINDS) s->options.kinds = 1;
    s->bits = p->pointer_bits;
    sl_branches_find(s);
    sl_precision_begin(s);
    if (s->options.kinds) sl_find_tags(s);
    s->foreign_locale = ir_lib_has(s->step.lib, p, IR_LIB_K_LOCALE);
    s->reallocates = ir_lib_has(s->step.lib, p, IR_LIB_K_REALLOC);
    s->facts = calloc(p->funcs.n + 1, sizeof *s->facts);
    s->mode = calloc(p->globals.n + 1, 1);
    if (!s->facts || !s->mode) base_out_of_memory();
    for (uint32_t i = 0; i < p->funcs.n; i++) find_modes(s, &p->funcs.at[i]);
    return s;
}

static void close_domain(void *self) {
    struct sl *s = self;
    for (uint32_t i = 0; i < s->step.program->funcs.n; i++) {
        free(s->facts[i].is);
        vec_free(&s->facts[i].questions);
        vec_free(&s->facts[i].thresholds);
    }
    free(s->facts);
    free(s->mode);
    sl_free_sizing(s);
    step_end(&s->step);
    dom_store_free(&s->store);
    dom_memo_free(&s->made);
    dom_memo_free(&s->charged);
    vec_free(&s->trees);
    vec_free(&s->lists);
    vec_free(&s->asked);
    vec_free(&s->tags);
    vec_free(&s->precisions);
    sl_func_sets_free(s);
    ir_reads_free(&s->reads);
    ir_counting_free(&s->counting);
    vec_free(&s->called);
    vec_free(&s->sites);
    free(s);
}

// ---- lattice -----------------------------------------------------------------------------------------------------------------------

// Under the precision in force; if that changes for what is noticed, again.
static dom_state join_states(struct sl *s, dom_state x, dom_state y, bool widen) {
    dom_state result;
    do result = sl_state_join(s, x, y, widen, s->precision);
    while (sl_learn(s));
    assert(x != y || result == x);
    return result;
}

static dom_state joined(struct sl *s, dom_state a, dom_state b, bool widen) {
    dom_state result = join_states(s, a, b, widen);
    sl_assert_above(s, a, result);
    sl_assert_above(s, b, result);
    return result;
}

static dom_state join(void *self, dom_state a, dom_state b) {
    return joined(self, a, b, false);
}

static dom_state widen(void *self, dom_state a, dom_state b) {
    return joined(self, a, b, true);
}

static bool leq(void *self, dom_state a, dom_state b) {
    assert(a != DOM_NONE && b != DOM_NONE);
    bool below = join_states(self, b, a, false) == b;
    if (below) sl_assert_above(self, a, b);
    return below;
}

static dom_state abstract(void *self, dom_state x, const void *precision) {
    struct sl *s = self;
    dom_state result;
    assert(x != DOM_NONE);
    if (precision) {
        result = sl_state_abstract(s, x, sl_precision_number(s, precision));
        s->report.branch = (struct sl_tree_set){0};
        return result;
    }
    do result = sl_state_abstract(s, x, s->precision);
    while (sl_learn(s));
    sl_assert_above(s, x, result);
    return result;
}

static uint64_t group(void *self, dom_state x) {
    assert(x != DOM_NONE);
    struct sl *s = self;
    struct sl_draft d;
    sl_key key;
    uint64_t room[129];  // enough for most
    vec_lend(&key, room, 129);
    sl_unseal(&s->store, x, &d);
    sl_key_frames(&d, &key);
    sl_key_answers(s, &d, s->options.coarse, &key);
    sl_key_modes(s, &d, &key);
    uint64_t hash = XXH3_64bits(key.at, key.n * sizeof *key.at);
    vec_free(&key);
    sl_draft_free(&d);
    return hash;
}

static bool alike(void *self, dom_state x, dom_state y) {
    assert(x != DOM_NONE && y != DOM_NONE);
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

static uint32_t words(void *self, dom_state s) {
    return dom_store_get(&((struct sl *)self)->store, s)->n;
}

static uint64_t compared(void *self) {
    return ((struct sl *)self)->compared;
}

static uint32_t reached(void *self) {
    return ((const struct sl *)self)->reached;
}

static const struct {
    const char *name;
    bool better;
} vetoes[SL_N_VETOES] = {
#define CANNOT false
#define BETTER true
#define VETO(number, name, kind, meaning) [SL_VETO_##number] = {name, kind},
#include "sl/vetoes.def"
#undef CANNOT
#undef BETTER
};

static void apart(void *self, void *to, void (*reason)(void *, const char *, bool, uint64_t)) {
    const struct sl_report *r = &((struct sl *)self)->report;
    for (uint32_t i = SL_NO_VETO + 1; i < SL_N_VETOES; i++)
        if (r->apart[i]) reason(to, vetoes[i].name, vetoes[i].better, r->apart[i]);
}

static void discard(void *self, const bool *live, uint32_t n) {
    dom_store_sweep(&((struct sl *)self)->store, live, n);
}

static uint32_t assumed(void *self) {
    const struct sl *s = self;
    const uint32_t rests[][2] = {{SL_NOTED_LAX, DOM_ASSUMES_GIVEN}, {SL_NOTED_FITS, DOM_ASSUMES_COUNTERS}, {SL_NOTED_PRINTS, DOM_ASSUMES_PRINTS},
                                 {SL_NOTED_SIGNALS, DOM_ASSUMES_SIGNALS}, {SL_NOTED_STEPS, DOM_ASSUMES_STEPS}};
    uint32_t on = 0;
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) on |= s->noted & rests[i][0] ? rests[i][1] : 0;
    return on;
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
    .words = words,
    .compared = compared,
    .limits = sl_limits,
    .reached = reached,
    .apart = apart,
    .discard = discard,
};
static bool knows_parents(const struct sl *s) {
    bool known = false;
    for (uint32_t i = 0; i < s->trees.n; i++) known |= s->trees.at[i].up && sl_trees_have(&sl_precision_now(s)->trees, i);
    return known;
}

// Where a list may have been empty: with numbers that tell how long it is.  Where a block seemed lost: with variables that hold theirs longer.  Where nodes
// lead to their parents, and so to all of the tree: with callees that are given what is below a node alone.  Where a number in a node was asked for in vain:
// with kinds of nodes.  Where blocks went from one array to another: without what the first still holds of them.  Where
// numbers count without an end, or places of arrays are not known: with how all numbers lie to each other and to the sizes of arrays, and those that count
// taken to fit (steps-fit).
static uint32_t variants(void *self, bool early, uint32_t *out, uint32_t most) {
    const struct sl *s = self;
    uint32_t n = 0;
    assert(most >= VARIANTS);
    if (!early && s->noted & SL_NOTED_EMPTIES && !s->options.lengths) out[n++] = VARIANT_LENGTHS;
    if (!early && s->noted & SL_NOTED_COMPARES && !s->options.values) out[n++] = VARIANT_VALUES;
    if (!early && s->noted & SL_NOTED_LOSES && !s->options.scopes) out[n++] = VARIANT_SCOPES;
    if (!s->options.narrow && knows_parents(s)) out[n++] = VARIANT_NARROW;
    if (s->noted & SL_NOTED_MOVES && !s->options.moved) out[n++] = VARIANT_MOVED;
    if (!early && s->noted & SL_NOTED_ASKS && !s->options.kinds && !s->options.coarse) out[n++] = VARIANT_KINDS;
    bool outside = s->noted & SL_NOTED_OUTSIDE || s->reached >> SL_LIMIT_PLACES & 1;
    if ((outside || (!early && s->noted & SL_NOTED_PASSES)) && !s->options.symbolic) out[n++] = VARIANT_RELATED;
    return n;
}

static uint32_t learnt(const void *self) {
    const struct sl_tree_set *t = &sl_precision_now(self)->trees;
    uint32_t n = 0;
    for (uint32_t i = 0; i < SL_MOST_TREES / 64; i++) n += (uint32_t)__builtin_popcountll(t->in[i]);
    return n + (uint32_t)__builtin_popcountll(sl_precision_now(self)->asked);
}

static void inherit(void *self, const void *from) {
    sl_inherit(self, from);
}

static bool ask(void *self, uint32_t func, uint32_t instr) {
    return sl_ask(self, func, instr);
}

// ---- keep ----------------------------------------------------------------------------------------------------------------------------

static void world(void *self, struct buf *out) {
    const struct sl *s = self;
    const struct ir_program *p = s->step.program;
    buf_printf(out, "bits %u locale %d realloc %d main %u\n", s->bits, s->foreign_locale, s->reallocates, s->step.main != UINT32_MAX);
    for (uint32_t i = 0; i < s->trees.n; i++) {
        buf_printf(out, "tree %llu", (unsigned long long)s->trees.at[i].size);
        for (uint32_t k = 0; k < s->trees.at[i].branches.n; k++) buf_printf(out, " %llu", (unsigned long long)s->trees.at[i].branches.at[k]);
        buf_printf(out, " up %llu\n", (unsigned long long)s->trees.at[i].up);
    }
    for (uint32_t i = 0; i < p->globals.n; i++)
        if (s->mode[i]) buf_printf(out, "mode %s\n", p->globals.at[i].name);
}

static void about(void *self, uint32_t func, struct buf *out) {
    struct sl *s = self;
    const struct sl_facts *f = sl_facts(s, func);
    buf_add(out, (const char *)f->is, s->step.program->funcs.at[func].locals.n);
    buf_printf(out, ";%x;", f->reached);
    for (uint32_t i = 0; i < f->thresholds.n; i++) buf_printf(out, "%lld ", (long long)f->thresholds.at[i]);
    for (uint32_t i = 0; i < f->questions.n; i++) buf_printf(out, "%u=%llu ", f->questions.at[i].local, (unsigned long long)f->questions.at[i].constant);
}

// Its parameters have names in the text of an entry, and what is alive from the start is there.  Whoever calls it through a pointer does not say what it takes and gives.
static void add_frame(const struct ir_func *f, struct buf *out) {
    buf_printf(out, "%x,", f->flags);
    for (uint32_t i = 0; i < f->n_params; i++) buf_printf(out, "%s:%u,", f->locals.at[i].name ? f->locals.at[i].name : "", f->locals.at[i].type);
    for (uint32_t i = 0; i < f->n_rets; i++) buf_printf(out, "-%u,", f->rets[i]);
    for (uint32_t i = 0; i < f->slots.n; i++)
        if (!(f->slots.at[i].flags & IR_SCOPED)) buf_printf(out, "%s %llu,", f->slots.at[i].name, (unsigned long long)f->slots.at[i].size);
    buf_char(out, ';');
}

// What it is given is chosen by what it can name and reads.
static void about_callee(void *self, uint32_t func, struct buf *out) {
    struct sl *s = self;
    const struct ir_program *p = s->step.program;
    sl_local_facts(s);
    buf_printf(out, "%d;", ir_whole_of(p)->touches.recursive[func]);
    add_frame(&p->funcs.at[func], out);
    for (uint32_t i = 0; i < p->globals.n; i++)
        if (ir_touches(&ir_whole_of(p)->touches, func, i)) buf_printf(out, "%s;", p->globals.at[i].name);
    if (!s->options.narrow) return;
    for (uint32_t i = 0; i < p->funcs.at[func].n_params; i++) buf_add(out, (const char *)ir_reads_of(&s->reads, func, i), sizeof(struct ir_reads_set));
    buf_add(out, (const char *)&s->reads.found[func], sizeof(struct ir_reads_set));
}

static void within(void *self, uint32_t run) {
    ((struct sl *)self)->asker = run;
}

static uint64_t noted(void *self, uint64_t now) {
    return sl_noted(self, now);
}

static void knowledge(void *self, struct buf *out) {
    sl_print_knowledge(self, out);
}

static bool tell(void *self, const char *text) {
    return sl_tell(self, text);
}

static const struct dom_keep keep_group = {
    .world = world,
    .about = about,
    .about_callee = about_callee,
    .print = sl_print_lasting,
    .parse = sl_parse_lasting,
    .within = within,
    .noted = noted,
    .knowledge = knowledge,
    .tell = tell,
};

static const struct dom_refine refine_group = {
    .coarse = "coarse,narrow",
    .independent = "coarse,narrow,independent",
    .nonempty = "possibly-empty=0",
    .variants = variants,
    .learnt = learnt,
    .inherit = inherit,
    .ask = ask,
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
        .assumed = assumed,
    },
    .call = &call_group,
    .show = &show_group,
    .effort = &effort_group,
    .refine = &refine_group,
    .keep = &keep_group,
};
