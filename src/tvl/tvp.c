// SPDX-License-Identifier: MIT
// The reader of TVP files.
#include <assert.h>

#include "tvl/parse.h"
#include "tvl/subheap.h"

struct definition {
    const char *name;
    tvl_names param;
    uint32_t start;  // behind the opening brace
};
struct reader {
    struct tvl_parser p;
    VEC(struct definition) action;
    struct intern used;  // "name(arguments)" and values of parameters: numbers of the spec's actions
};

// ---- declarations ---------------------------------------------------------------------------------------------------------------------

static uint32_t property(const char *name) {
    static const struct {
        const char *name;
        uint32_t bit;
    } table[] = {{"unique", TVL_UNIQUE},
                 {"function", TVL_FUNCTION},
                 {"invfunction", TVL_INVFUNCTION},
                 {"symmetric", TVL_SYMMETRIC},
                 {"antisymmetric", TVL_ANTISYMMETRIC},
                 {"reflexive", TVL_REFLEXIVE},
                 {"antireflexive", TVL_ANTIREFLEXIVE},
                 {"transitive", TVL_TRANSITIVE},
                 {"acyclic", TVL_ACYCLIC},
                 {"abs", TVL_ABS},
                 {"nonabs", TVL_NONABS},
                 {"pointer", TVL_POINTER},
                 {"box", TVL_BOX}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return table[i].bit;
    return 0;
}

// "1, 1/2 }": the values that are displayed; the others as properties.
static uint32_t parse_display(struct tvl_parser *p) {
    uint32_t hidden = TVL_HIDE_TRUE | TVL_HIDE_HALF;
    while (!p->failed && !tvl_at_op(p, "}")) {
        const struct tvl_token *t = tvl_peek(p, 0);
        if (t->kind == TVL_T_HALF) hidden &= ~(uint32_t)TVL_HIDE_HALF;
        if (t->kind == TVL_T_NUMBER && strcmp(t->text, "1") == 0) hidden &= ~(uint32_t)TVL_HIDE_TRUE;
        if (t->kind == TVL_T_END) tvl_expected(p, "'}'");
        p->at++;
    }
    tvl_expect_op(p, "}");
    return hidden;
}

// Properties, and "{ 1, 1/2 }".
static uint32_t parse_properties(struct tvl_parser *p) {
    uint32_t set = 0;
    for (;;) {
        const struct tvl_token *t = tvl_peek(p, 0);
        if (tvl_accept_op(p, "{")) {
            set |= parse_display(p);
        } else if (t->kind == TVL_T_ID && strcmp(t->text, "foreach") != 0) {
            uint32_t bit = property(t->text);
            if (!bit) tvl_expected(p, "a property of the predicate");
            if (p->failed) return set;
            set |= bit;
            p->at++;
        } else {
            return set;
        }
    }
}

static void parse_arguments(struct tvl_parser *p, tvl_vars *vars) {
    tvl_expect_op(p, "(");
    while (!p->failed && !tvl_at_op(p, ")")) {
        vec_push(vars, tvl_parse_var(p));
        if (!tvl_accept_op(p, ",")) break;
    }
    tvl_expect_op(p, ")");
}

static void check_definition(struct tvl_parser *p, const struct tvl_token *t, tvl_f f, const tvl_vars *vars, const char *name) {
    tvl_vars open = {0};
    tvl_free_vars(f, &open);
    for (uint32_t i = 0; i < open.n; i++) {
        bool known = false;
        for (uint32_t k = 0; k < vars->n; k++) known = known || vars->at[k] == open.at[i];
        if (!known) tvl_complain(p, t, "a variable of the definition is no argument of predicate", name);
    }
    vec_free(&open);
}

// %p name(v, ...) properties; %i name(v, ...) = formula properties
static void parse_predicate(struct tvl_parser *p, bool defined) {
    struct tvl_vocab *v = &p->spec->vocab;
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_parse_name(p);
    tvl_vars vars = {0};
    parse_arguments(p, &vars);
    tvl_f definition = NULL;
    if (defined && tvl_expect_op(p, "=")) {
        definition = tvl_parse_formula(p);
        check_definition(p, t, definition, &vars, name);
    }
    uint32_t properties = parse_properties(p);
    if (!p->failed && vars.n > 2) tvl_complain(p, t, "only predicates of up to two arguments are supported:", name);
    if (!p->failed && tvl_vocab_find(v, name) != TVL_NONE) tvl_complain(p, t, "a second declaration of predicate", name);
    if (!p->failed) {
        uint32_t pred = tvl_vocab_add(v, name, vars.n, properties);
        v->pred.at[pred].definition = definition;
        for (uint32_t i = 0; i < 2; i++) v->pred.at[pred].var[i] = i < vars.n ? vars.at[i] : TVL_NONE;
    }
    vec_free(&vars);
}

static bool is_head(tvl_f f) {
    if (f->op == TVL_NOT) f = f->a;
    return f->op == TVL_PRED || f->op == TVL_EQ || f->op == TVL_CONST;
}

static void parse_constraint(struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 0);
    tvl_f body = tvl_parse_formula(p);
    tvl_expect_op(p, "==>");
    tvl_f head = tvl_parse_formula(p);
    if (!p->failed && !is_head(head)) tvl_complain(p, t, "the head of a constraint must be an atom or the negation of one", "==>");
    const char *origin = arena_printf(&p->spec->arena, "%s:%u", t->file, (unsigned)t->line);
    vec_push(&p->spec->constraint, (struct tvl_constraint){body, head, origin});
}

static void parse_set_declaration(struct tvl_parser *p) {
    struct tvl_set_decl set = {.name = tvl_expect_id(p)};
    tvl_names members = {0};
    tvl_parse_set(p, &members);
    for (uint32_t i = 0; i < members.n; i++) vec_push(&set.member, members.at[i]);
    vec_free(&members);
    vec_push(&p->spec->set, set);
}

// A formula of one free variable, which is put into *var.
static tvl_f parse_unary(struct tvl_parser *p, uint32_t *var) {
    const struct tvl_token *t = tvl_peek(p, 0);
    tvl_f f = tvl_parse_formula(p);
    tvl_vars open = {0};
    tvl_free_vars(f, &open);
    if (open.n > 1) tvl_complain(p, t, "expected a formula with one free variable at", t->text);
    *var = open.n ? open.at[0] : tvl_fresh(&p->spec->build);
    vec_free(&open);
    return f;
}

// %dname formula name, or without name: then the formula's predicate is it.
static void parse_part(struct tvl_parser *p) {
    struct tvl_part part = {.where = tvl_parse_formula(p)};
    const struct tvl_token *t = tvl_peek(p, 0);
    if (t->kind == TVL_T_ID && strcmp(t->text, "foreach") != 0)
        part.name = tvl_parse_name(p);
    else
        part.name = part.where->op == TVL_PRED ? p->spec->vocab.pred.at[part.where->pred].name
                                               : arena_printf(&p->spec->arena, "%u", (unsigned)p->spec->part.n);
    vec_push(&p->spec->part, part);
}

static void parse_declarations(struct tvl_parser *p, void *context);

static bool parse_declaration(struct tvl_parser *p) {
    if (tvl_parse_foreach(p, parse_declarations, NULL)) return true;
    if (tvl_accept_key(p, "%s") || tvl_accept_key(p, "%pset"))
        parse_set_declaration(p);
    else if (tvl_accept_key(p, "%p"))
        parse_predicate(p, false);
    else if (tvl_accept_key(p, "%i"))
        parse_predicate(p, true);
    else if (tvl_accept_key(p, "%r"))
        parse_constraint(p);
    else if (tvl_accept_key(p, "%dname"))
        parse_part(p);
    else if (tvl_accept_key(p, "%combine"))
        p->spec->combine = tvl_parse_formula(p);
    else
        return false;
    return true;
}

static void parse_declarations(struct tvl_parser *p, void *context) {
    (void)context;
    while (!p->failed && parse_declaration(p));
}

// ---- actions --------------------------------------------------------------------------------------------------------------------------

static void parse_action_heads(struct reader *r) {
    struct tvl_parser *p = &r->p;
    while (!p->failed && tvl_accept_key(p, "%action")) {
        struct definition d = {.name = tvl_expect_id(p)};
        tvl_expect_op(p, "(");
        while (!p->failed && !tvl_at_op(p, ")")) {
            vec_push(&d.param, tvl_expect_id(p));
            if (!tvl_accept_op(p, ",")) break;
        }
        tvl_expect_op(p, ")");
        tvl_expect_op(p, "{");
        d.start = p->at;
        if (!p->failed) tvl_skip_block(p);
        vec_push(&r->action, d);
    }
}

static const char *parse_text(struct tvl_parser *p) {
    struct buf b = {0};
    do {
        const struct tvl_token *t = tvl_peek(p, 0);
        if (t->kind == TVL_T_STRING) {
            buf_str(&b, t->text);
            p->at++;
        } else {
            buf_str(&b, tvl_parse_name(p));
        }
    } while (!p->failed && tvl_accept_op(p, "+"));
    const char *text = arena_strdup(&p->spec->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static void parse_focus_list(struct tvl_parser *p, void *context) {
    struct tvl_action *a = context;
    while (!p->failed && !tvl_at_op(p, "}")) {
        if (!tvl_parse_foreach(p, parse_focus_list, a)) vec_push(&a->focus, tvl_parse_formula(p));
        tvl_accept_op(p, ",");
    }
}

static void parse_message(struct tvl_parser *p, struct tvl_action *a, bool after) {
    struct tvl_message m = {0};
    m.compose = a->message_compose;
    if (tvl_accept_op(p, "[")) {
        m.compose = tvl_parse_formula(p);
        tvl_expect_op(p, "]");
    }
    m.when = tvl_parse_formula(p);
    tvl_expect_op(p, "->");
    m.text = parse_text(p);
    if (after)
        vec_push(&a->after, m);
    else
        vec_push(&a->before, m);
}

static bool at_auto(struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 0);
    bool yes = t->kind == TVL_T_ID && strcmp(t->text, "auto") == 0;
    p->at += yes;
    return yes;
}

static void parse_update(struct tvl_parser *p, struct tvl_action *a) {
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_parse_name(p);
    tvl_vars vars = {0};
    parse_arguments(p, &vars);
    tvl_expect_op(p, "=");
    struct tvl_update u = {.pred = tvl_vocab_find(&p->spec->vocab, name), .value = tvl_parse_formula(p)};
    if (!p->failed && u.pred == TVL_NONE) tvl_complain(p, t, "there is no predicate", name);
    if (!p->failed && p->spec->vocab.pred.at[u.pred].arity != vars.n) tvl_complain(p, t, "wrong number of arguments for predicate", name);
    for (uint32_t i = 0; i < 2; i++) u.var[i] = i < vars.n ? vars.at[i] : TVL_NONE;
    vec_free(&vars);
    if (at_auto(p)) return;
    for (uint32_t i = 0; i < a->update.n; i++)
        if (a->update.at[i].pred == u.pred) {
            a->update.at[i] = u;
            return;
        }
    vec_push(&a->update, u);
}

static void parse_updates(struct tvl_parser *p, void *context) {
    while (!p->failed && !tvl_at_op(p, "}"))
        if (!tvl_parse_foreach(p, parse_updates, context)) parse_update(p, context);
}

static bool starts_formula(const struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 0);
    return t->kind == TVL_T_ID || t->kind == TVL_T_NUMBER || t->kind == TVL_T_HALF || tvl_at_op(p, "(") || tvl_at_op(p, "!") ||
           tvl_at_op(p, "|") || tvl_at_op(p, "&");
}

static void parse_new(struct tvl_parser *p, struct tvl_action *a) {
    a->makes = true;
    if (starts_formula(p)) a->copies = parse_unary(p, &a->copies_var);
}

// "x in SET", behind %param: the name, and its values.
static const char *parse_param(struct tvl_parser *p, tvl_names *values) {
    const char *name = tvl_expect_id(p), *in = tvl_expect_id(p);
    if (in && strcmp(in, "in") != 0) tvl_expected(p, "'in' behind the name of a parameter");
    if (!p->failed) tvl_parse_set(p, values);
    return name;
}

// One clause of an action; false: there is none.
static bool parse_clause(struct tvl_parser *p, struct tvl_action *a, bool *updated) {
    if (tvl_accept_key(p, "%t")) {
        a->title = parse_text(p);
    } else if (tvl_accept_key(p, "%f")) {
        tvl_expect_op(p, "{");
        parse_focus_list(p, a);
        tvl_expect_op(p, "}");
    } else if (tvl_accept_key(p, "%p")) {
        a->precondition = tvl_parse_formula(p);
    } else if (tvl_accept_key(p, "%message")) {
        parse_message(p, a, *updated);
    } else if (tvl_accept_key(p, "%new")) {
        parse_new(p, a);
    } else if (tvl_accept_key(p, "%retain")) {
        a->retain = parse_unary(p, &a->retain_var);
    } else if (tvl_accept_key(p, "%compose")) {
        a->compose = tvl_parse_formula(p);
    } else if (tvl_accept_key(p, "%messagecompose")) {
        a->message_compose = tvl_parse_formula(p);
    } else if (tvl_accept_key(p, "%decompose")) {
        // subheaps are always split again
    } else if (tvl_accept_key(p, "%frame") || tvl_accept_key(p, "%frame_pre")) {
        tvl_parse_formula(p);  // what an action leaves alone is found by executing it
    } else if (tvl_accept_key(p, "%param")) {
        tvl_names values = {0};
        parse_param(p, &values);
        vec_free(&values);
    } else if (tvl_accept_op(p, "{")) {
        parse_updates(p, a);
        tvl_expect_op(p, "}");
        *updated = true;
    } else {
        return false;
    }
    return true;
}

static void parse_action(struct tvl_parser *p, struct tvl_action *a) {
    bool updated = false;
    while (!p->failed && !tvl_at_op(p, "}"))
        if (!parse_clause(p, a, &updated)) tvl_expected(p, "a part of an action or '}'");
    if (!a->title) a->title = a->name;
}

static const struct definition *find_definition(const struct reader *r, const char *name) {
    for (uint32_t i = r->action.n; i-- > 0;)
        if (strcmp(r->action.at[i].name, name) == 0) return &r->action.at[i];
    return NULL;
}

static void parse_actuals(struct tvl_parser *p, tvl_names *out, struct buf *whole) {
    tvl_expect_op(p, "(");
    while (!p->failed && !tvl_at_op(p, ")")) {
        vec_push(out, tvl_parse_name(p));
        buf_printf(whole, "%s%s", out->n > 1 ? ", " : "(", vec_last(out));
        if (!tvl_accept_op(p, ",")) break;
    }
    tvl_expect_op(p, ")");
    buf_str(whole, out->n ? ")" : "()");
}

// Moves behind the next %param of the action in hand; false: there is none.
static bool find_param(struct tvl_parser *p) {
    for (uint32_t depth = 0; tvl_peek(p, 0)->kind != TVL_T_END; p->at++) {
        if (tvl_at_op(p, "}") && depth-- == 0) return false;
        depth += tvl_at_op(p, "{");
        if (depth == 0 && tvl_accept_key(p, "%param")) return true;
    }
    return false;
}

// The action for all values of the parameters that follow the place in hand; its other names are bound.
static void instantiate(struct reader *r, const struct definition *d, const char *whole, const struct tvl_token *t, tvl_vars *out) {
    struct tvl_parser *p = &r->p;
    tvl_names values = {0};
    if (find_param(p)) {
        const char *name = parse_param(p, &values);
        uint32_t behind = p->at;
        for (uint32_t i = 0; i < values.n && !p->failed; i++) {
            vec_push(&p->bound, (struct tvl_binding){name, values.at[i]});
            p->at = behind;
            instantiate(r, d, arena_printf(&p->spec->arena, "%s[%s]", whole, values.at[i]), t, out);
            p->bound.n--;
        }
    } else {
        uint32_t known = r->used.text.n;
        vec_push(out, intern_add(&r->used, whole));
        if (vec_last(out) == known) {
            struct tvl_action a = {.name = arena_strdup(&p->spec->arena, whole), .file = t->file, .line = t->line};
            p->at = d->start;
            parse_action(p, &a);
            vec_push(&p->spec->action, a);
        }
    }
    vec_free(&values);
}

// The numbers of the actions that are used here, "name(arguments)": one for each value of its parameters.
static void parse_use(struct reader *r, tvl_vars *out) {
    struct tvl_parser *p = &r->p;
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_expect_id(p);
    tvl_names actual = {0};
    struct buf whole = {0};
    buf_str(&whole, name ? name : "");
    parse_actuals(p, &actual, &whole);
    const struct definition *d = p->failed ? NULL : find_definition(r, name);
    if (!p->failed && !d) tvl_complain(p, t, "there is no action", name);
    if (!p->failed && d->param.n != actual.n) tvl_complain(p, t, "wrong number of arguments for action", name);
    if (!p->failed) {
        uint32_t back = p->at;
        for (uint32_t i = 0; i < d->param.n; i++) vec_push(&p->bound, (struct tvl_binding){d->param.at[i], actual.at[i]});
        p->at = d->start;
        instantiate(r, d, buf_text(&whole), t, out);
        p->at = back;
        vec_clear(&p->bound);
    }
    vec_free(&actual);
    buf_free(&whole);
}

// ---- the program ----------------------------------------------------------------------------------------------------------------------

static uint32_t parse_location(struct tvl_parser *p) {
    const char *name = tvl_expect_id(p);
    return intern_add(&p->spec->location, name ? name : "");
}

static void parse_edges(struct reader *r) {
    struct tvl_parser *p = &r->p;
    tvl_vars uses = {0};
    while (!p->failed && tvl_peek(p, 0)->kind != TVL_T_END && !tvl_at_key(p, "%%")) {
        uint32_t from = parse_location(p);
        vec_clear(&uses);
        parse_use(r, &uses);
        uint32_t to = parse_location(p);
        for (uint32_t i = 0; i < uses.n; i++) vec_push(&p->spec->edge, (struct tvl_edge){from, to, uses.at[i]});
    }
    vec_free(&uses);
}

static void parse_shown(struct tvl_parser *p) {
    while (!p->failed && tvl_peek(p, 0)->kind != TVL_T_END) {
        vec_push(&p->spec->shown, parse_location(p));
        tvl_accept_op(p, ",");
    }
}

static void parse_separator(struct tvl_parser *p) {
    if (!p->failed && !tvl_accept_key(p, "%%")) tvl_expected(p, "a declaration, or '%%'");
}

static void parse_tvp(struct reader *r) {
    struct tvl_parser *p = &r->p;
    parse_declarations(p, NULL);
    parse_separator(p);
    parse_action_heads(r);
    if (!p->failed && !tvl_accept_key(p, "%%")) tvl_expected(p, "'%action' or '%%'");
    parse_edges(r);
    if (!p->failed && tvl_accept_key(p, "%%")) parse_shown(p);
    if (!p->failed && !p->spec->edge.n) tvl_expected(p, "an edge of the program's graph");
}

static void find_maybe(struct tvl_spec *s) {
    for (uint32_t i = 0; i < s->action.n; i++) s->vocab.maybe = s->vocab.maybe || s->action.at[i].retain || s->action.at[i].copies;
}

bool tvl_read_tvp(struct tvl_spec *s, struct tvl_source *source, const char *path) {
    struct reader r = {.p = {.spec = s, .source = source}};
    r.p.failed = !tvl_lex_file(source, path, &r.p.tokens);
    if (!r.p.failed) parse_tvp(&r);
    if (!r.p.failed && !tvl_parts_declare(s)) tvl_complain(&r.p, tvl_peek(&r.p, 0), "more than 64 parts before", "%%");
    tvl_vocab_seal(&s->vocab);
    find_maybe(s);
    for (uint32_t i = 0; i < r.action.n; i++) vec_free(&r.action.at[i].param);
    vec_free(&r.action);
    intern_free(&r.used);
    vec_free(&r.p.bound);
    vec_free(&r.p.tokens);
    return !r.p.failed;
}

void tvl_spec_init(struct tvl_spec *s) {
    *s = (struct tvl_spec){0};
    tvl_vocab_init(&s->vocab);
    s->build = (struct tvl_build){.arena = &s->arena, .fresh = 1u << 24};
}

const struct tvl_set_decl *tvl_spec_set(const struct tvl_spec *s, const char *name) {
    for (uint32_t i = s->set.n; i-- > 0;)
        if (strcmp(s->set.at[i].name, name) == 0) return &s->set.at[i];
    return NULL;
}

static void free_action(struct tvl_action *a) {
    vec_free(&a->focus);
    vec_free(&a->before);
    vec_free(&a->after);
    vec_free(&a->update);
}

void tvl_spec_free(struct tvl_spec *s) {
    for (uint32_t i = 0; i < s->action.n; i++) free_action(&s->action.at[i]);
    for (uint32_t i = 0; i < s->set.n; i++) vec_free(&s->set.at[i].member);
    vec_free(&s->set);
    vec_free(&s->constraint);
    for (uint32_t i = 0; i < s->part.n; i++) vec_free(&s->part.at[i].dropped);
    vec_free(&s->part);
    vec_free(&s->action);
    vec_free(&s->edge);
    vec_free(&s->shown);
    intern_free(&s->vars);
    intern_free(&s->location);
    tvl_vocab_free(&s->vocab);
    arena_free(&s->arena);
}
