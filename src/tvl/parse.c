// SPDX-License-Identifier: MIT
#include "tvl/parse.h"

#include <stdio.h>

const struct tvl_token *tvl_peek(const struct tvl_parser *p, uint32_t ahead) {
    uint32_t i = p->at + ahead;
    return &p->tokens.at[i < p->tokens.n ? i : p->tokens.n - 1];
}

static bool token_is(const struct tvl_token *t, enum tvl_kind kind, const char *text) {
    return t->kind == kind && strcmp(t->text, text) == 0;
}

bool tvl_at_op(const struct tvl_parser *p, const char *op) {
    return token_is(tvl_peek(p, 0), TVL_T_OP, op);
}

bool tvl_at_key(const struct tvl_parser *p, const char *key) {
    return token_is(tvl_peek(p, 0), TVL_T_KEY, key);
}

bool tvl_accept_op(struct tvl_parser *p, const char *op) {
    bool yes = tvl_at_op(p, op);
    p->at += yes;
    return yes;
}

bool tvl_accept_key(struct tvl_parser *p, const char *key) {
    bool yes = tvl_at_key(p, key);
    p->at += yes;
    return yes;
}

bool tvl_complain(struct tvl_parser *p, const struct tvl_token *t, const char *what, const char *name) {
    if (!p->failed) buf_printf(p->source->error, "%s:%u: %s '%s'", t->file, (unsigned)t->line, what, name);
    p->failed = true;
    return false;
}

bool tvl_expected(struct tvl_parser *p, const char *what) {
    const struct tvl_token *t = tvl_peek(p, 0);
    if (!p->failed) buf_printf(p->source->error, "%s:%u: expected %s, not '%s'", t->file, (unsigned)t->line, what, t->text);
    p->failed = true;
    return false;
}

bool tvl_expect_op(struct tvl_parser *p, const char *op) {
    if (tvl_accept_op(p, op)) return true;
    char quoted[16];
    snprintf(quoted, sizeof quoted, "'%s'", op);
    return tvl_expected(p, quoted);
}

const char *tvl_expect_id(struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 0);
    if (t->kind != TVL_T_ID && t->kind != TVL_T_NUMBER) {
        tvl_expected(p, "a name");
        return NULL;
    }
    p->at++;
    return t->text;
}

const char *tvl_resolve(const struct tvl_parser *p, const char *name) {
    for (uint32_t i = p->bound.n; i-- > 0;)
        if (strcmp(p->bound.at[i].name, name) == 0) return p->bound.at[i].value;
    return name;
}

const char *tvl_parse_name(struct tvl_parser *p) {
    const char *id = tvl_expect_id(p);
    if (!id) return "";
    if (!tvl_accept_op(p, "[")) return tvl_resolve(p, id);
    struct buf b = {0};
    buf_printf(&b, "%s[", id);
    do {
        const char *part = tvl_parse_name(p);
        buf_str(&b, part);
        buf_char(&b, tvl_at_op(p, ",") ? ',' : ']');
    } while (tvl_accept_op(p, ",") && !p->failed);
    tvl_expect_op(p, "]");
    const char *name = arena_strdup(&p->spec->arena, buf_text(&b));
    buf_free(&b);
    return name;
}

uint32_t tvl_parse_var(struct tvl_parser *p) {
    const char *id = tvl_expect_id(p);
    return intern_add(&p->spec->vars, id ? id : "");
}

// ---- sets -----------------------------------------------------------------------------------------------------------------------------

static bool member(const tvl_names *set, const char *name, uint32_t *where) {
    for (uint32_t i = 0; i < set->n; i++)
        if (strcmp(set->at[i], name) == 0) return *where = i, true;
    return false;
}

static void add_member(tvl_names *set, const char *name) {
    uint32_t i;
    if (!member(set, name, &i)) vec_push(set, name);
}

static void parse_set_operand(struct tvl_parser *p, tvl_names *out) {
    if (tvl_accept_op(p, "(")) {
        tvl_parse_set(p, out);
        tvl_expect_op(p, ")");
        return;
    }
    if (tvl_accept_op(p, "{")) {
        while (!p->failed && !tvl_at_op(p, "}")) {
            add_member(out, tvl_parse_name(p));
            if (!tvl_accept_op(p, ",")) break;
        }
        tvl_expect_op(p, "}");
        return;
    }
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_parse_name(p);
    const struct tvl_set_decl *set = p->failed ? NULL : tvl_spec_set(p->spec, name);
    for (uint32_t k = 0; set && k < set->member.n; k++) add_member(out, set->member.at[k]);
    if (!p->failed && !set) tvl_complain(p, t, "there is no set", name);
}

void tvl_parse_set(struct tvl_parser *p, tvl_names *out) {
    parse_set_operand(p, out);
    while (!p->failed && (tvl_at_op(p, "+") || tvl_at_op(p, "-"))) {
        bool plus = tvl_at_op(p, "+");
        p->at++;
        tvl_names more = {0};
        uint32_t where;
        parse_set_operand(p, &more);
        for (uint32_t i = 0; i < more.n; i++) {
            if (plus) {
                add_member(out, more.at[i]);
            } else if (member(out, more.at[i], &where)) {
                memmove(&out->at[where], &out->at[where + 1], (out->n - where - 1) * sizeof *out->at);
                out->n--;
            }
        }
        vec_free(&more);
    }
}

void tvl_skip_block(struct tvl_parser *p) {
    for (int depth = 1; depth > 0; p->at++) {
        if (tvl_peek(p, 0)->kind == TVL_T_END) {
            tvl_expected(p, "'}'");
            return;
        }
        depth += tvl_at_op(p, "{");
        depth -= tvl_at_op(p, "}");
    }
}

bool tvl_parse_foreach(struct tvl_parser *p, void (*each)(struct tvl_parser *p, void *context), void *context) {
    const struct tvl_token *t = tvl_peek(p, 0);
    if (t->kind != TVL_T_ID || strcmp(t->text, "foreach") != 0) return false;
    p->at++;
    tvl_expect_op(p, "(");
    const char *name = tvl_expect_id(p), *in = tvl_expect_id(p);
    if (in && strcmp(in, "in") != 0) tvl_complain(p, t, "expected 'in' in foreach, not", in);
    tvl_names set = {0};
    tvl_parse_set(p, &set);
    tvl_expect_op(p, ")");
    tvl_expect_op(p, "{");
    uint32_t start = p->at;
    for (uint32_t i = 0; i < set.n && !p->failed; i++) {
        p->at = start;
        vec_push(&p->bound, (struct tvl_binding){name, set.at[i]});
        each(p, context);
        p->bound.n--;
        if (!p->failed && !tvl_at_op(p, "}")) tvl_expected(p, "'}'");
    }
    p->at = start;
    if (!p->failed) tvl_skip_block(p);
    vec_free(&set);
    return true;
}

// ---- formulas -------------------------------------------------------------------------------------------------------------------------

static tvl_f falsity(struct tvl_parser *p) {
    return tvl_const(&p->spec->build, TVL_FALSE);
}

static bool at_word(const struct tvl_parser *p, const char *word) {
    return token_is(tvl_peek(p, 0), TVL_T_ID, word) && token_is(tvl_peek(p, 1), TVL_T_OP, "(");
}

// "(v, w, ...)"
static void parse_vars(struct tvl_parser *p, tvl_vars *out) {
    tvl_expect_op(p, "(");
    while (!p->failed && !tvl_at_op(p, ")")) {
        vec_push(out, tvl_parse_var(p));
        if (!tvl_accept_op(p, ",")) break;
    }
    tvl_expect_op(p, ")");
}

static tvl_f parse_quantifier(struct tvl_parser *p, enum tvl_op op) {
    tvl_vars vars = {0};
    p->at++;
    parse_vars(p, &vars);
    tvl_f f = tvl_parse_formula(p);
    for (uint32_t i = vars.n; i-- > 0;) f = tvl_quant(&p->spec->build, op, vars.at[i], f);
    vec_free(&vars);
    return f;
}

static tvl_f parse_atomic(struct tvl_parser *p);

static tvl_f parse_closure(struct tvl_parser *p) {
    tvl_vars vars = {0};
    const struct tvl_token *t = tvl_peek(p, 0);
    p->at++;
    parse_vars(p, &vars);
    parse_vars(p, &vars);
    tvl_f f = parse_atomic(p);
    if (!p->failed && vars.n != 4) tvl_complain(p, t, "expected two pairs of variables after", "TC");
    f = p->failed ? falsity(p) : tvl_tc(&p->spec->build, vars.at[0], vars.at[1], vars.at[2], vars.at[3], f);
    vec_free(&vars);
    return f;
}

// The predicate called name: one that is declared, or one of threads that need not be.
static uint32_t predicate(struct tvl_parser *p, const struct tvl_token *t, const char *name, uint32_t arity) {
    static const char *const implied[] = {"isthread", "ready", "runnable", "instance"};
    struct tvl_vocab *v = &p->spec->vocab;
    uint32_t pred = tvl_vocab_find(v, name);
    for (uint32_t i = 0; pred == TVL_NONE && i < 4; i++)
        if (strcmp(implied[i], name) == 0 && !v->n_flat) pred = tvl_vocab_add(v, name, i == 3 ? 2 : 1, i == 3 ? TVL_NONABS : 0);
    if (pred == TVL_NONE)
        tvl_complain(p, t, "there is no predicate", name);
    else if (v->pred.at[pred].arity != arity)
        tvl_complain(p, t, "wrong number of arguments for predicate", name);
    return pred;
}

// p(v, w), p*(v, w), p+(v, w)
static tvl_f parse_predicate(struct tvl_parser *p) {
    struct tvl_build *b = &p->spec->build;
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_parse_name(p);
    bool star = tvl_accept_op(p, "*"), plus = !star && tvl_accept_op(p, "+");
    tvl_vars vars = {0};
    parse_vars(p, &vars);
    uint32_t pred = p->failed ? 0 : predicate(p, t, name, vars.n);
    uint32_t v = vars.n > 0 ? vars.at[0] : TVL_NONE, w = vars.n > 1 ? vars.at[1] : TVL_NONE;
    if (!p->failed && (star || plus) && vars.n != 2) tvl_complain(p, t, "closure needs a binary predicate, not", name);
    vec_free(&vars);
    if (p->failed) return falsity(p);
    if (!star && !plus) return tvl_atom(b, pred, v, w);
    uint32_t x = tvl_fresh(b), y = tvl_fresh(b);
    tvl_f steps = tvl_tc(b, v, w, x, y, tvl_atom(b, pred, x, y));
    return star ? tvl_or(b, tvl_eq(b, v, w), steps) : steps;
}

// The place of the colon that ends the formula of a composite "op/{ formula : x in SET }", from behind the brace.
static uint32_t composite_colon(const struct tvl_parser *p) {
    uint32_t colon = 0;
    int depth = 0;
    for (uint32_t i = p->at; p->tokens.at[i].kind != TVL_T_END && depth >= 0; i++) {
        const struct tvl_token *t = &p->tokens.at[i];
        if (token_is(t, TVL_T_OP, ":") && depth == 0) colon = i;
        depth += token_is(t, TVL_T_OP, "{") || token_is(t, TVL_T_OP, "(");
        depth -= token_is(t, TVL_T_OP, "}") || token_is(t, TVL_T_OP, ")");
    }
    return colon;
}

static tvl_f parse_composite(struct tvl_parser *p, bool conjunction) {
    struct tvl_build *b = &p->spec->build;
    p->at += 3;
    uint32_t start = p->at, colon = composite_colon(p);
    tvl_f f = tvl_const(b, conjunction ? TVL_TRUE : TVL_FALSE);
    if (!colon) return tvl_expected(p, "': x in SET' in the braces"), f;
    p->at = colon + 1;
    tvl_names set = {0};
    const char *name = tvl_expect_id(p), *in = tvl_expect_id(p);
    if (in && strcmp(in, "in") != 0) tvl_expected(p, "'in'");
    tvl_parse_set(p, &set);
    tvl_expect_op(p, "}");
    uint32_t end = p->at;
    for (uint32_t i = 0; i < set.n && !p->failed; i++) {
        p->at = start;
        vec_push(&p->bound, (struct tvl_binding){name, set.at[i]});
        tvl_f g = tvl_parse_formula(p);
        p->bound.n--;
        if (!p->failed && p->at != colon) tvl_expected(p, "':'");
        f = conjunction ? tvl_and(b, f, g) : tvl_or(b, f, g);
    }
    p->at = end;
    vec_free(&set);
    return f;
}

static tvl_f parse_equality(struct tvl_parser *p) {
    uint32_t v = tvl_parse_var(p);
    bool equal = tvl_at_op(p, "==");
    p->at++;
    tvl_f f = tvl_eq(&p->spec->build, v, tvl_parse_var(p));
    return equal ? f : tvl_not(&p->spec->build, f);
}

static bool at_composite(const struct tvl_parser *p, const char *op) {
    return tvl_at_op(p, op) && token_is(tvl_peek(p, 1), TVL_T_OP, "/") && token_is(tvl_peek(p, 2), TVL_T_OP, "{");
}

static bool at_equality(const struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 1);
    return tvl_peek(p, 0)->kind == TVL_T_ID && (token_is(t, TVL_T_OP, "==") || token_is(t, TVL_T_OP, "!="));
}

static tvl_f parse_operand(struct tvl_parser *p) {
    struct tvl_build *b = &p->spec->build;
    const struct tvl_token *t = tvl_peek(p, 0);
    if (p->failed) return falsity(p);
    if (tvl_accept_op(p, "!")) return tvl_not(b, parse_atomic(p));
    if (tvl_accept_op(p, "(")) {
        tvl_f f = tvl_parse_formula(p);
        tvl_expect_op(p, ")");
        return f;
    }
    if (at_composite(p, "|")) return parse_composite(p, false);
    if (at_composite(p, "&")) return parse_composite(p, true);
    if (t->kind == TVL_T_HALF || t->kind == TVL_T_NUMBER) {
        p->at++;
        if (t->kind == TVL_T_NUMBER && strcmp(t->text, "0") != 0 && strcmp(t->text, "1") != 0)
            tvl_complain(p, t, "no truth value:", t->text);
        return tvl_const(b, t->kind == TVL_T_HALF ? TVL_HALF : t->text[0] == '1' ? TVL_TRUE : TVL_FALSE);
    }
    if (at_word(p, "E")) return parse_quantifier(p, TVL_EXISTS);
    if (at_word(p, "A")) return parse_quantifier(p, TVL_FORALL);
    if (at_word(p, "TC")) return parse_closure(p);
    if (at_equality(p)) return parse_equality(p);
    if (t->kind == TVL_T_ID) return parse_predicate(p);
    tvl_expected(p, "a formula");
    return falsity(p);
}

static tvl_f parse_atomic(struct tvl_parser *p) {
    if (p->depth > 500) tvl_expected(p, "less than 500 formulas inside each other");
    p->depth++;
    tvl_f f = parse_operand(p);
    p->depth--;
    return f;
}

static tvl_f parse_and(struct tvl_parser *p) {
    tvl_f f = parse_atomic(p);
    while (tvl_at_op(p, "&") && !at_composite(p, "&")) {
        p->at++;
        f = tvl_and(&p->spec->build, f, parse_atomic(p));
    }
    return f;
}

static tvl_f parse_or(struct tvl_parser *p) {
    tvl_f f = parse_and(p);
    while (tvl_at_op(p, "|") && !at_composite(p, "|")) {
        p->at++;
        f = tvl_or(&p->spec->build, f, parse_and(p));
    }
    return f;
}

// "->" before a message's text is no implication.
static bool at_message_text(const struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 1), *u = tvl_peek(p, 2), *w = tvl_peek(p, 3);
    return t->kind == TVL_T_STRING || (t->kind == TVL_T_ID && token_is(u, TVL_T_OP, "+") && !token_is(w, TVL_T_OP, "("));
}

static tvl_f parse_implies(struct tvl_parser *p) {
    tvl_f f = parse_or(p);
    if (!tvl_at_op(p, "->") || at_message_text(p) || p->failed) return f;
    p->at++;
    p->depth++;
    tvl_f g = p->depth > 500 ? parse_atomic(p) : parse_implies(p);
    p->depth--;
    return tvl_or(&p->spec->build, tvl_not(&p->spec->build, f), g);
}

static tvl_f parse_iff(struct tvl_parser *p) {
    tvl_f f = parse_implies(p);
    while (tvl_accept_op(p, "<->")) f = tvl_iff(&p->spec->build, f, parse_implies(p));
    return f;
}

tvl_f tvl_parse_formula(struct tvl_parser *p) {
    tvl_f f = parse_iff(p);
    if (!tvl_accept_op(p, "?")) return f;
    tvl_f g = tvl_parse_formula(p);
    tvl_expect_op(p, ":");
    return tvl_ite(&p->spec->build, f, g, tvl_parse_formula(p));
}
