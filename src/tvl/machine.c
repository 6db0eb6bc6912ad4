// SPDX-License-Identifier: MIT
#include "tvl/machine.h"

#include "tvl/subheap.h"

struct tvl_draft *tvl_take(struct tvl_machine *m) {
    return m->pool.n ? vec_pop(&m->pool) : tvl_draft_new(m->vocab);
}

void tvl_give(struct tvl_machine *m, struct tvl_draft *d) {
    vec_push(&m->pool, d);
}

bool tvl_query_make(struct tvl_machine *m, struct tvl_query *q, tvl_f f, const tvl_vars *vars) {
    *q = (struct tvl_query){.formula = f, .n = vars->n};
    q->is1 = tvl_plan_make(m->vocab, &m->spec->build, f, TVL_IS1, vars->at, vars->n);
    q->is0 = tvl_plan_make(m->vocab, &m->spec->build, f, TVL_IS0, vars->at, vars->n);
    return q->is1 && q->is0;
}

static bool compile_focus(struct tvl_machine *m, struct tvl_code *c) {
    bool fine = true;
    for (uint32_t i = 0; i < c->action->focus.n; i++) {
        struct tvl_focus f = {.formula = c->action->focus.at[i]};
        tvl_free_vars(f.formula, &f.vars);
        fine = tvl_query_make(m, &f.query, f.formula, &f.vars) && fine;
        vec_push(&c->focus, f);
    }
    return fine;
}

// Variables that a message does not share with the precondition may have any value.
static bool compile_message(struct tvl_machine *m, const struct tvl_code *c, const struct tvl_message *from, struct tvl_report *to) {
    tvl_f f = from->when;
    tvl_vars open = {0};
    tvl_free_vars(f, &open);
    for (uint32_t i = 0; i < open.n; i++) {
        bool known = false;
        for (uint32_t k = 0; k < c->free.n; k++) known = known || c->free.at[k] == open.at[i];
        if (!known) f = tvl_quant(&m->spec->build, TVL_EXISTS, open.at[i], f);
    }
    vec_free(&open);
    to->text = from->text;
    if (from->compose && !tvl_parts_named(m->spec, from->compose, &to->parts)) to->parts = 0;
    tvl_vars vars = {0};
    for (uint32_t i = 0; i < c->free.n; i++) vec_push(&vars, c->free.at[i]);
    vec_push(&vars, tvl_fresh(&m->spec->build));  // no variable of the formula: everything or nothing
    bool fine = tvl_query_make(m, &to->when, f, &vars);
    vec_free(&vars);
    return fine;
}

static bool compile_with(struct tvl_machine *m, const struct tvl_code *c, struct tvl_query *q, tvl_f f, uint32_t v, uint32_t w) {
    tvl_vars vars = {0};
    for (uint32_t i = 0; i < c->free.n; i++) vec_push(&vars, c->free.at[i]);
    if (v != TVL_NONE) vec_push(&vars, v);
    if (w != TVL_NONE) vec_push(&vars, w);
    if (v == TVL_NONE) vec_push(&vars, tvl_fresh(&m->spec->build));
    bool fine = tvl_query_make(m, q, f, &vars);
    vec_free(&vars);
    return fine;
}

static void add_combiners(struct tvl_machine *m, struct tvl_code *c, tvl_f f) {
    if (f->op == TVL_OR) {
        add_combiners(m, c, f->a);
        add_combiners(m, c, f->b);
        return;
    }
    struct tvl_combiner combiner = {.named = true};
    if (tvl_parts_named(m->spec, f, &combiner.parts)) vec_push(&c->combiner, combiner);
}

// A part that several combiners have is taken from the first of them; one that none has is executed alone.
static void compile_combiners(struct tvl_machine *m, struct tvl_code *c) {
    uint64_t given = 0;
    if (c->action->compose) add_combiners(m, c, c->action->compose);
    c->names = c->combiner.n > 0;
    for (uint32_t i = 0; i < c->combiner.n; i++) {
        c->combiner.at[i].results = c->combiner.at[i].parts & (m->options.two_level ? ~(uint64_t)0 : ~given);
        given |= c->combiner.at[i].parts;
    }
    for (uint32_t i = 0; i < m->spec->part.n; i++)
        if (!(given >> i & 1)) vec_push(&c->combiner, (struct tvl_combiner){(uint64_t)1 << i, (uint64_t)1 << i, false});
    for (uint32_t i = 0; i < c->before.n + c->after.n; i++) {
        uint64_t parts = i < c->before.n ? c->before.at[i].parts : c->after.at[i - c->before.n].parts;
        bool found = false;
        for (uint32_t k = 0; k < c->combiner.n; k++) found = found || !(parts & ~c->combiner.at[k].parts);
        if (!found) vec_push(&c->combiner, (struct tvl_combiner){parts, 0, true});
    }
}

static void find_dirty(struct tvl_machine *m, struct tvl_code *c) {
    c->dirty = ARENA_ARRAY(&m->arena, uint64_t, m->rule_words);
    if (c->action->makes || c->action->retain) {
        memcpy(c->dirty, m->all_rules, m->rule_words * sizeof *c->dirty);
        return;
    }
    for (uint32_t i = 0; i < c->assign.n; i++)
        if (c->assign.at[i].into != TVL_NONE)
            for (uint32_t k = 0; k < m->rule_words; k++) c->dirty[k] |= m->readers[c->assign.at[i].into][k];
}

static bool compile(struct tvl_machine *m, struct tvl_code *c) {
    const struct tvl_action *a = c->action;
    bool fine = compile_focus(m, c);
    if (a->precondition) {
        tvl_free_vars(a->precondition, &c->free);
        tvl_vars vars = {0};
        for (uint32_t i = 0; i < c->free.n; i++) vec_push(&vars, c->free.at[i]);
        if (!vars.n) vec_push(&vars, tvl_fresh(&m->spec->build));
        fine = tvl_query_make(m, &c->precondition, a->precondition, &vars) && fine;
        vec_free(&vars);
    }
    for (uint32_t i = 0; i < a->before.n; i++) fine = compile_message(m, c, &a->before.at[i], vec_add(&c->before)) && fine;
    if (a->copies) fine = compile_with(m, c, &c->copies, a->copies, a->copies_var, TVL_NONE) && fine;
    if (a->retain) fine = compile_with(m, c, &c->retain, a->retain, a->retain_var, TVL_NONE) && fine;
    tvl_difference(m, c);
    for (uint32_t i = 0; i < a->after.n; i++) fine = compile_message(m, c, &a->after.at[i], vec_add(&c->after)) && fine;
    find_dirty(m, c);
    if (m->spec->part.n) compile_combiners(m, c);
    return fine;
}

bool tvl_machine_init(struct tvl_machine *m, struct tvl_spec *spec, const struct tvl_options *o, struct buf *error) {
    *m = (struct tvl_machine){.spec = spec, .vocab = &spec->vocab, .options = *o};
    bool fine = tvl_rules_make(m);
    for (uint32_t i = 0; i < spec->action.n; i++) {
        struct tvl_code *c = vec_add(&m->code);
        c->action = &spec->action.at[i];
        fine = compile(m, c) && fine;
    }
    if (!fine) buf_str(error, "a formula binds more than 62 variables inside each other");
    m->queue = ARENA_ARRAY(&m->arena, uint64_t, m->rule_words);
    return fine;
}

static void free_code(struct tvl_code *c) {
    for (uint32_t i = 0; i < c->focus.n; i++) vec_free(&c->focus.at[i].vars);
    vec_free(&c->focus);
    vec_free(&c->free);
    vec_free(&c->before);
    vec_free(&c->after);
    vec_free(&c->closing);
    vec_free(&c->assign);
    vec_free(&c->combiner);
}

void tvl_machine_free(struct tvl_machine *m) {
    for (uint32_t i = 0; i < m->code.n; i++) free_code(&m->code.at[i]);
    for (uint32_t i = 0; i < m->pool.n; i++) tvl_draft_free(m->pool.at[i]);
    vec_free(&m->code);
    vec_free(&m->rule);
    vec_free(&m->pool);
    arena_free(&m->arena);
}
