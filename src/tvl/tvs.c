// SPDX-License-Identifier: MIT
// Structures as text: reader and writer of TVS.
#include "tvl/parse.h"

static const char *const values[] = {"0", "1", "1/2"};

static enum tvl_kleene parse_value(struct tvl_parser *p) {
    const struct tvl_token *t = tvl_peek(p, 0);
    if (t->kind != TVL_T_HALF && strcmp(t->text, "0") != 0 && strcmp(t->text, "1") != 0) tvl_expected(p, "0, 1 or 1/2");
    p->at++;
    return t->kind == TVL_T_HALF ? TVL_HALF : t->text[0] == '1' ? TVL_TRUE : TVL_FALSE;
}

static uint32_t parse_individual(struct tvl_parser *p, const struct intern *names) {
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_expect_id(p);
    uint32_t i = name ? intern_find(names, name) : TVL_NONE;
    if (i == TVL_NONE && !p->failed) tvl_complain(p, t, "there is no individual", name);
    return p->failed ? 0 : i;
}

// u, u->w or (u, w), then perhaps ":value"
static void parse_entry(struct tvl_parser *p, const struct intern *names, struct tvl_draft *d, uint32_t pred) {
    const struct tvl_token *t = tvl_peek(p, 0);
    bool open = tvl_accept_op(p, "(");
    uint32_t arity = 1, i = parse_individual(p, names), j = 0;
    if (tvl_accept_op(p, open ? "," : "->")) {
        arity = 2;
        j = parse_individual(p, names);
    }
    if (open) tvl_expect_op(p, ")");
    enum tvl_kleene value = tvl_accept_op(p, ":") ? parse_value(p) : TVL_TRUE;
    const struct tvl_pred *which = &p->spec->vocab.pred.at[pred];
    if (!p->failed && which->arity != arity) tvl_complain(p, t, "wrong number of arguments for predicate", which->name);
    if (pred == TVL_SM && value == TVL_TRUE) value = TVL_HALF;
    if (!p->failed) tvl_put(&p->spec->vocab, d, pred, i, j, value);
}

static void parse_predicate(struct tvl_parser *p, const struct intern *names, struct tvl_draft *d) {
    const struct tvl_token *t = tvl_peek(p, 0);
    const char *name = tvl_parse_name(p);
    uint32_t pred = tvl_vocab_find(&p->spec->vocab, name);
    static const char *const implied[] = {"isthread", "ready", "runnable"};
    bool ignored = false;
    for (int i = 0; i < 3; i++) ignored = ignored || strcmp(implied[i], name) == 0;
    if (!p->failed && pred == TVL_NONE && !ignored) tvl_complain(p, t, "there is no predicate", name);
    tvl_expect_op(p, "=");
    if (!tvl_accept_op(p, "{")) {
        enum tvl_kleene value = parse_value(p);
        if (!p->failed && pred != TVL_NONE && p->spec->vocab.pred.at[pred].arity) tvl_complain(p, t, "no nullary predicate:", name);
        if (!p->failed && pred != TVL_NONE) tvl_put(&p->spec->vocab, d, pred, 0, 0, value);
        return;
    }
    if (pred == TVL_NONE) {
        tvl_skip_block(p);
        return;
    }
    while (!p->failed && !tvl_at_op(p, "}")) {
        parse_entry(p, names, d, pred);
        if (!tvl_accept_op(p, ",")) break;
    }
    tvl_expect_op(p, "}");
}

static void parse_universe(struct tvl_parser *p, struct intern *names) {
    tvl_expect_op(p, "=");
    tvl_expect_op(p, "{");
    while (!p->failed && !tvl_at_op(p, "}")) {
        const char *name = tvl_expect_id(p);
        if (name) intern_add(names, name);
        if (!tvl_accept_op(p, ",")) break;
    }
    tvl_expect_op(p, "}");
}

static void parse_structure(struct tvl_parser *p, tvl_drafts *out) {
    const struct tvl_token *t = tvl_peek(p, 0);
    struct intern names = {0};
    if (!tvl_accept_key(p, "%n")) tvl_expected(p, "'%n'");
    parse_universe(p, &names);
    if (!p->failed && names.text.n > TVL_MAX) tvl_complain(p, t, "more than 64 individuals in", "%n");
    if (!p->failed) {
        struct tvl_draft *d = tvl_draft_new(&p->spec->vocab);
        tvl_draft_clear(&p->spec->vocab, d, names.text.n);
        vec_push(out, d);
        if (!tvl_accept_key(p, "%p")) tvl_expected(p, "'%p'");
        tvl_expect_op(p, "=");
        tvl_expect_op(p, "{");
        while (!p->failed && !tvl_at_op(p, "}")) parse_predicate(p, &names, d);
        tvl_expect_op(p, "}");
    }
    intern_free(&names);
}

bool tvl_read_tvs(struct tvl_spec *s, struct tvl_source *source, const char *path, tvl_drafts *out) {
    struct tvl_parser p = {.spec = s, .source = source};
    p.failed = !tvl_lex_file(source, path, &p.tokens);
    while (!p.failed && tvl_peek(&p, 0)->kind != TVL_T_END) parse_structure(&p, out);
    vec_free(&p.bound);
    vec_free(&p.tokens);
    return !p.failed;
}

static void show_unary(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t p, struct buf *out, const char **sep) {
    for (uint32_t i = 0; i < d->n; i++) {
        enum tvl_kleene k = tvl_get(v, d, p, i, 0);
        if (k == TVL_FALSE) continue;
        buf_printf(out, "%su%u%s%s", *sep, (unsigned)i, k == TVL_HALF ? ":" : "", k == TVL_HALF ? values[k] : "");
        *sep = ", ";
    }
}

static void show_binary(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t p, struct buf *out, const char **sep) {
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t j = 0; j < d->n; j++) {
            enum tvl_kleene k = tvl_get(v, d, p, i, j);
            if (k == TVL_FALSE) continue;
            buf_printf(out, "%su%u->u%u%s%s", *sep, (unsigned)i, (unsigned)j, k == TVL_HALF ? ":" : "", k == TVL_HALF ? values[k] : "");
            *sep = ", ";
        }
}

static void show_predicate(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t p, struct buf *out) {
    const struct tvl_pred *pred = &v->pred.at[p];
    if (pred->hidden || p == TVL_IS_NEW) return;
    if (p == TVL_ACTIVE && d->flat[tvl_plane(v, p, TVL_IS1)] == d->all) return;
    if (pred->arity == 0) {
        enum tvl_kleene k = tvl_get(v, d, p, 0, 0);
        if (k != TVL_FALSE) buf_printf(out, "    %s = %s\n", pred->name, values[k]);
        return;
    }
    struct buf list = {0};
    const char *sep = "";
    if (pred->arity == 1)
        show_unary(v, d, p, &list, &sep);
    else
        show_binary(v, d, p, &list, &sep);
    if (list.n) buf_printf(out, "    %s = {%s}\n", pred->name, buf_text(&list));
    buf_free(&list);
}

void tvl_show_tvs(const struct tvl_vocab *v, const struct tvl_draft *d, struct buf *out) {
    buf_str(out, "  %n = {");
    for (uint32_t i = 0; i < d->n; i++) buf_printf(out, "%su%u", i ? ", " : "", (unsigned)i);
    buf_str(out, "}\n  %p = {\n");
    for (uint32_t p = 0; p < v->pred.n; p++) show_predicate(v, d, p, out);
    buf_str(out, "  }\n");
}
