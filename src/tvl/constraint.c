// SPDX-License-Identifier: MIT
// Constraints: those that are written, those that properties imply, those that definitions imply.
//
// A constraint is a list of conjuncts that cannot all be 1.  It becomes a rule for each conjunct that can be a head: where the others are 1, that one is not.
// Written constraints have the one head they name.
#include <stdlib.h>

#include "tvl/machine.h"

typedef VEC(tvl_f) conjuncts;
struct making {
    struct tvl_machine *m;
    struct tvl_build *b;
    bool fine;
    VEC(tvl_f) body;  // of the rules so far, by number, with the head as made: to drop duplicates
    VEC(tvl_f) head;
};

static tvl_f atom_of(tvl_f f) {
    return f->op == TVL_NOT ? f->a : f;
}

static int price(tvl_f f) {
    static const int by_op[] = {0, 1, 1, 0, 0, 0, 4, 4, 60, 0, 0};
    return by_op[f->op] + (f->a ? price(f->a) : 0) + (f->b ? price(f->b) : 0) + (f->c ? price(f->c) : 0);
}

static bool known(struct making *k, tvl_f body, tvl_f head) {
    for (uint32_t i = 0; i < k->body.n; i++)
        if (tvl_equal(k->head.at[i], head) && tvl_equal(k->body.at[i], body)) return true;
    vec_push(&k->body, body);
    vec_push(&k->head, head);
    return false;
}

// The variables of the body that the head lacks may have any value.
static tvl_f close(struct making *k, tvl_f body, const tvl_vars *keep) {
    tvl_vars open = {0};
    tvl_free_vars(body, &open);
    for (uint32_t i = open.n; i-- > 0;) {
        bool kept = false;
        for (uint32_t j = 0; j < keep->n; j++) kept = kept || keep->at[j] == open.at[i];
        if (!kept) body = tvl_quant(k->b, TVL_EXISTS, open.at[i], body);
    }
    vec_free(&open);
    return body;
}

static void add_rule(struct making *k, tvl_f body, tvl_f head, const char *origin) {
    struct tvl_machine *m = k->m;
    tvl_f atom = atom_of(head);
    struct tvl_rule r = {.origin = origin, .truth = head->op == TVL_NOT ? TVL_IS0 : TVL_IS1};
    tvl_vars vars = {0};
    tvl_free_vars(atom, &vars);
    body = close(k, body, &vars);
    r.n_vars = vars.n;
    switch (atom->op) {
    case TVL_CONST:
        r.head = TVL_HEAD_FALSE;
        if (tvl_is_const(head, TVL_TRUE)) goto out;
        break;
    case TVL_EQ: r.head = r.truth == TVL_IS1 ? TVL_HEAD_EQ : TVL_HEAD_NEQ; break;
    default:
        r.pred = atom->pred;
        r.slot = m->vocab->pred.at[atom->pred].slot;
        r.arity = m->vocab->pred.at[atom->pred].arity;
        r.diagonal = r.arity == 2 && vars.n == 1;
    }
    if (known(k, body, head)) goto out;
    if (!vars.n) vec_push(&vars, tvl_fresh(k->b));
    r.body = tvl_plan_make(m->vocab, k->b, body, TVL_IS1, vars.at, vars.n);
    r.cost = price(body);
    k->fine = k->fine && r.body;
    vec_push(&m->rule, r);
out:
    vec_free(&vars);
}

static bool can_be_head(tvl_f f) {
    tvl_f atom = atom_of(f);
    return atom->op == TVL_PRED || atom->op == TVL_EQ;
}

// The conjuncts cannot all be 1: a rule for each that can be a head, if `all`; else for the last one.
static void add_clause(struct making *k, const conjuncts *c, bool all, const char *origin) {
    for (uint32_t h = 0; h < c->n; h++) {
        if ((!all && h + 1 < c->n) || !can_be_head(c->at[h])) continue;
        tvl_f body = tvl_const(k->b, TVL_TRUE);
        for (uint32_t i = 0; i < c->n; i++)
            if (i != h) body = tvl_and(k->b, body, c->at[i]);
        add_rule(k, body, tvl_not(k->b, c->at[h]), origin);
    }
}

// ---- properties -----------------------------------------------------------------------------------------------------------------------

static void clause3(struct making *k, tvl_f x, tvl_f y, tvl_f z, bool all, const char *origin) {
    conjuncts c = {0};
    vec_push(&c, x);
    if (y) vec_push(&c, y);
    vec_push(&c, z);
    add_clause(k, &c, all, origin);
    vec_free(&c);
}

static void add_properties(struct making *k, uint32_t p) {
    struct tvl_build *b = k->b;
    const struct tvl_pred *pred = &k->m->vocab->pred.at[p];
    uint32_t has = pred->properties, u = tvl_fresh(b), v = tvl_fresh(b), w = tvl_fresh(b);
    const char *origin = arena_printf(&k->m->arena, "properties of %s", pred->name);
    tvl_f differ = tvl_not(b, tvl_eq(b, v, w));
    if (has & TVL_UNIQUE && pred->arity == 1) {
        clause3(k, tvl_atom(b, p, v, TVL_NONE), tvl_atom(b, p, w, TVL_NONE), differ, true, origin);
    }
    if (pred->arity != 2) return;
    tvl_f vw = tvl_atom(b, p, v, w), wv = tvl_atom(b, p, w, v), uv = tvl_atom(b, p, u, v), uw = tvl_atom(b, p, u, w),
          vu = tvl_atom(b, p, v, u);
    tvl_f wu = tvl_atom(b, p, w, u);
    if (has & TVL_FUNCTION) clause3(k, uv, uw, differ, true, origin);
    if (has & TVL_INVFUNCTION) clause3(k, vu, wu, differ, true, origin);
    if (has & TVL_SYMMETRIC) clause3(k, vw, NULL, tvl_not(b, wv), false, origin);
    if (has & TVL_ANTISYMMETRIC) clause3(k, vw, wv, differ, true, origin);
    if (has & TVL_REFLEXIVE) clause3(k, tvl_eq(b, v, w), NULL, tvl_not(b, vw), false, origin);
    if (has & (TVL_ANTIREFLEXIVE | TVL_ACYCLIC)) clause3(k, tvl_eq(b, v, w), NULL, vw, false, origin);
    if (has & TVL_TRANSITIVE) clause3(k, vu, tvl_atom(b, p, u, w), tvl_not(b, vw), false, origin);
    if (has & TVL_ACYCLIC) {
        uint32_t x = tvl_fresh(b), y = tvl_fresh(b);
        clause3(k, tvl_tc(b, v, w, x, y, tvl_atom(b, p, x, y)), NULL, wv, false, origin);
    }
}

// ---- definitions ----------------------------------------------------------------------------------------------------------------------

static void split(tvl_f f, enum tvl_op op, conjuncts *out) {
    if (f->op == op) {
        split(f->a, op, out);
        split(f->b, op, out);
    } else {
        vec_push(out, f);
    }
}

// body => head.  An existential body is a list of conjuncts over more variables; a disjunction is several constraints.  If there is more than one conjunct, or
// if `all`, each can be a head.
static void add_implication(struct making *k, tvl_f body, tvl_f head, bool all, const char *origin) {
    conjuncts cases = {0};
    split(body, TVL_OR, &cases);
    for (uint32_t i = 0; i < cases.n; i++) {
        tvl_f f = cases.at[i];
        while (f->op == TVL_EXISTS) f = f->a;
        if (f->op == TVL_OR && cases.n == 1) {
            add_implication(k, f, head, all, origin);
            continue;
        }
        conjuncts c = {0};
        split(f, TVL_AND, &c);
        bool several = all || c.n > 1;
        vec_push(&c, tvl_not(k->b, head));
        add_clause(k, &c, several, origin);
        vec_free(&c);
    }
    vec_free(&cases);
}

// Every variable that is bound gets a name of its own, so that quantifiers can be dropped.
static tvl_f distinct(struct tvl_build *b, tvl_f f) {
    struct tvl_formula r = *f;
    if (f->op == TVL_EXISTS || f->op == TVL_FORALL) {
        uint32_t v = tvl_fresh(b);
        return tvl_quant(b, f->op, v, distinct(b, tvl_rename(b, f->a, f->var[0], v)));
    }
    if (f->op == TVL_TC) return f;
    if (f->a) r.a = distinct(b, f->a);
    if (f->b) r.b = distinct(b, f->b);
    if (f->c) r.c = distinct(b, f->c);
    return arena_copy(b->arena, &r, sizeof r);
}

static bool plain(tvl_f f) {
    if (f->op == TVL_IFF || f->op == TVL_ITE) return false;
    return (!f->a || plain(f->a)) && (!f->b || plain(f->b));
}

static void add_definition(struct making *k, uint32_t p) {
    const struct tvl_pred *pred = &k->m->vocab->pred.at[p];
    const char *origin = arena_printf(&k->m->arena, "definition of %s", pred->name);
    tvl_f atom = tvl_atom(k->b, p, pred->var[0], pred->var[1]), f = distinct(k->b, pred->definition);
    tvl_f yes = f, no = tvl_not(k->b, f);
    if (plain(f)) {
        yes = tvl_nnf(k->b, f, false);
        no = tvl_nnf(k->b, f, true);
    }
    add_implication(k, yes, atom, pred->always, origin);
    add_implication(k, no, tvl_not(k->b, atom), pred->always, origin);
}

// ---- all of them ----------------------------------------------------------------------------------------------------------------------

static int by_cost(const void *a, const void *b) {
    const struct tvl_rule *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost) : strcmp(x->origin, y->origin);
}

static void index_rules(struct making *k) {
    struct tvl_machine *m = k->m;
    m->rule_words = m->rule.n / 64 + 1;
    m->all_rules = ARENA_ARRAY(&m->arena, uint64_t, m->rule_words);
    m->readers = ARENA_ARRAY(&m->arena, uint64_t *, m->vocab->pred.n);
    for (uint32_t p = 0; p < m->vocab->pred.n; p++) m->readers[p] = ARENA_ARRAY(&m->arena, uint64_t, m->rule_words);
    uint8_t *used = ARENA_ARRAY(&m->arena, uint8_t, m->vocab->pred.n);
    for (uint32_t i = 0; i < m->rule.n; i++) {
        m->all_rules[i / 64] |= (uint64_t)1 << i % 64;
        memset(used, 0, m->vocab->pred.n);
        tvl_preds_of(k->body.at[m->rule.at[i].cost], used);
        tvl_preds_of(k->head.at[m->rule.at[i].cost], used);
        for (uint32_t p = 0; p < m->vocab->pred.n; p++)
            if (used[p]) m->readers[p][i / 64] |= (uint64_t)1 << i % 64;
    }
}

// Cheap rules first.  Sorting loses which formulas a rule came from: its number goes along in `cost`.
static void sort_rules(struct making *k) {
    struct tvl_machine *m = k->m;
    if (m->rule.n) qsort(m->rule.at, m->rule.n, sizeof *m->rule.at, by_cost);
    for (uint32_t i = 0; i < m->rule.n; i++) m->rule.at[i].cost &= 0xffff;
}

bool tvl_rules_make(struct tvl_machine *m) {
    struct making k = {.m = m, .b = &m->spec->build, .fine = true};
    for (uint32_t i = 0; i < m->spec->constraint.n; i++) {
        const struct tvl_constraint *c = &m->spec->constraint.at[i];
        add_rule(&k, c->body, c->head, c->origin);
    }
    for (uint32_t p = TVL_N_BUILTIN; p < m->vocab->pred.n && m->options.automatic; p++) {
        add_properties(&k, p);
        if (m->vocab->pred.at[p].definition) add_definition(&k, p);
    }
    for (uint32_t i = 0; i < m->rule.n; i++) m->rule.at[i].cost = m->rule.at[i].cost << 16 | (int)i;
    sort_rules(&k);
    index_rules(&k);
    vec_free(&k.body);
    vec_free(&k.head);
    return k.fine;
}
