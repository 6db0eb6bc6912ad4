// SPDX-License-Identifier: MIT
// Contracts in ACSL, as Frama-C reads it: predicates for the shapes that they speak of, then the contract of each function.
//
// ACSL has no word for "these share nothing": that, and what it cannot say otherwise, stands beside it as a comment.
#include <ctype.h>

#include "ir/stated.h"
#include "report/report.h"

struct writer {
    struct buf *out;
    struct intern known;  // predicates that were written
    struct arena arena;
    uint32_t said;  // clauses of the contract in hand
};

// ---- names -----------------------------------------------------------------------------------------------------------------------------------

// "list_struct_node_next"
static const char *name_of(struct writer *w, const struct ir_form *f, const char *word) {
    struct buf name = {0};
    buf_printf(&name, "%s_%s", word, f->type ? f->type : "");
    for (uint32_t i = 1; i < f->n_args; i++) buf_printf(&name, "_%s", f->args[i]);
    for (size_t i = 0; i < name.n; i++)
        if (!isalnum((unsigned char)name.text[i])) name.text[i] = '_';
    const char *all = arena_strdup(&w->arena, buf_text(&name));
    buf_free(&name);
    return all;
}

// A path of a clause: without blanks but between words, and the result as ACSL calls it.
static const char *path_of(struct writer *w, const char *words) {
    struct buf path = {0};
    for (const char *s = words; *s; s++)
        if (*s != ' ' || (s > words && isalnum((unsigned char)s[-1]) && isalnum((unsigned char)s[1]))) buf_char(&path, *s);
    bool result = strncmp(buf_text(&path), "result", 6) == 0 && !isalnum((unsigned char)path.text[6]) && path.text[6] != '_';
    const char *all = arena_printf(&w->arena, "%s%s", result ? "\\" : "", buf_text(&path));
    buf_free(&path);
    return all;
}

static bool is_word(const struct ir_form *f, const char *word) {
    return f->kind == IR_FORM_SHAPE && strcmp(f->word, word) == 0;
}

static bool is_list(const struct ir_form *f) {
    return is_word(f, "list") || is_word(f, "dlist") || is_word(f, "looped") || is_word(f, "ring");
}

// ---- predicates ------------------------------------------------------------------------------------------------------------------------------

// From node to node along a link, up to a last one that is `q`; with a link back, which leads to the one before.
static void write_reach(struct writer *w, const struct ir_form *f, const char *name, const char *next, const char *back) {
    const char *type = f->type;
    buf_printf(w->out, "/*@ inductive %s{L}(%s *p, %s *q) {\n", name, type, type);
    buf_printf(w->out, "      case here{L}: \\forall %s *q; \\valid{L}(q) ==> %s{L}(q, q);\n", type, name);
    buf_printf(w->out, "      case further{L}: \\forall %s *p, *q; \\valid{L}(p) && p != q && ", type);
    if (back) buf_printf(w->out, "\\at(p->%s->%s, L) == p && ", next, back);
    buf_printf(w->out, "%s{L}(\\at(p->%s, L), q) ==> %s{L}(p, q);\n    }\n*/\n", name, next, name);
}

static void write_list(struct writer *w, const struct ir_form *f, const char *name) {
    const char *next = path_of(w, f->args[1]), *back = f->n_args > 2 ? path_of(w, f->args[2]) : NULL, *type = f->type;
    const char *forth = arena_printf(&w->arena, "%s_from", name), *to = arena_printf(&w->arena, "%s_to", name);
    write_reach(w, f, forth, next, back);
    if (is_word(f, "dlist")) write_reach(w, f, to, back, next);
    buf_printf(w->out, "/*@ predicate %s{L}(%s *p) = ", name, type);
    if (is_word(f, "ring"))
        buf_printf(w->out, "\\valid{L}(p) && %s%s%s%s%s{L}(p->%s, p);\n*/\n", back ? "p->" : "", back ? next : "", back ? "->" : "", back ? arena_printf(&w->arena, "%s == p && ", back) : "", forth, next);
    else if (is_word(f, "looped"))
        buf_printf(w->out, "%s{L}(p, p->%s) && p->%s->%s == \\null;\n*/\n", forth, back, back, next);
    else if (is_word(f, "dlist"))
        buf_printf(w->out, "\\exists %s *a, *z; %s{L}(p, z) && z->%s == \\null && %s{L}(p, a) && a->%s == \\null;\n*/\n", type, forth, next, to, back);
    else
        buf_printf(w->out, "\\exists %s *z; %s{L}(p, z) && z->%s == \\null;\n*/\n", type, forth, next);
}

static void write_tree(struct writer *w, const struct ir_form *f, const char *name) {
    buf_printf(w->out, "/*@ inductive %s_or_null{L}(%s *p) {\n      case none{L}: %s_or_null{L}(\\null);\n", name, f->type, name);
    buf_printf(w->out, "      case node{L}: \\forall %s *p; \\valid{L}(p)", f->type);
    for (uint32_t i = 1; i < f->n_args; i++) buf_printf(w->out, " && %s_or_null{L}(\\at(p->%s, L))", name, path_of(w, f->args[i]));
    buf_printf(w->out, " ==> %s_or_null{L}(p);\n    }\n*/\n", name);
    buf_printf(w->out, "/*@ predicate %s{L}(%s *p) = p != \\null && %s_or_null{L}(p);\n*/\n", name, f->type, name);
}

static void write_predicate(struct writer *w, const struct ir_form *f) {
    if (!(is_list(f) || is_word(f, "tree")) || !f->type) return;
    const char *name = name_of(w, f, f->word);
    uint32_t before = w->known.text.n;
    if (intern_add(&w->known, name) != before) return;
    if (is_list(f))
        write_list(w, f, name);
    else
        write_tree(w, f, name);
}

// ---- clauses -----------------------------------------------------------------------------------------------------------------------------------

// False: ACSL has no word for it.
static bool say_form(struct writer *w, const struct ir_form *f, struct buf *out) {
    const char *path = f->n_args ? path_of(w, f->args[0]) : "", *other = f->n_args > 1 ? path_of(w, f->args[1]) : "";
    if (strstr(path, "[i]") || strncmp(path, "struct ", 7) == 0) return false;
    switch (f->kind) {
    case IR_FORM_NULL: buf_printf(out, "%s == \\null", path); return true;
    case IR_FORM_IS: buf_printf(out, "%s == &%s", path, other); return true;
    case IR_FORM_DIFFERS: buf_printf(out, "%s != %s", path, f->args[1]); return true;
    case IR_FORM_MOST: buf_printf(out, "%d <= %s <= %s", f->some, path, other); return true;
    case IR_FORM_SOME: buf_printf(out, "1 <= %s", path); return true;
    case IR_FORM_BELOW: buf_printf(out, "%d <= %s < %s", f->some, path, other); return true;
    case IR_FORM_SHAPE: break;
    default: return false;
    }
    if ((is_list(f) || is_word(f, "tree")) && f->type && !f->whole)
        buf_printf(out, "%s(%s)", name_of(w, f, f->word), path);
    else if (is_word(f, "object"))
        buf_printf(out, "\\valid(%s)", path);
    else if (is_word(f, "array"))
        buf_printf(out, "0 <= %s && \\valid(%s%s + (0 .. %s - 1))", other, f->type && strcmp(f->type, "char") == 0 ? "(char *)" : "", path, other);
    else if (is_word(f, "range"))
        buf_printf(out, "%s <= %s && \\valid(%s + (0 .. %s - %s - 1))", path, other, path, other, path);
    else if (is_word(f, "string"))
        buf_printf(out, "(\\exists integer n; 0 <= n && \\valid_read(%s + (0 .. n)) && %s[n] == 0)", path, path);
    else if (is_word(f, "function"))  // of what allocators do there are no words
        buf_printf(out, "\\valid_function(%s)", path);
    else
        return false;
    return true;
}

// "(a) || (b)"; false: it cannot be said.
static bool say_clause(struct writer *w, const struct ir_clause *c, struct buf *out) {
    bool said = true;
    for (uint32_t i = 0; i < c->forms.n && said; i++) {
        if (i) buf_str(out, " || ");
        if (c->forms.n > 1) buf_char(out, '(');
        said = say_form(w, &c->forms.at[i], out);
        if (c->forms.n > 1) buf_char(out, ')');
    }
    return said;
}

static bool read_clause(struct ir_stated *s, const char *word, const char *text) {
    struct buf all = {0}, error = {0};
    uint32_t line = 1;
    buf_printf(&all, "%s %s;", word, text);
    bool read = ir_stated_read(s, buf_text(&all), &line, &error);
    buf_free(&all);
    buf_free(&error);
    return read;
}

static void write_clause(struct writer *w, const char *word, const char *kind, const char *text, const char *indent) {
    struct ir_stated s;
    struct buf said = {0};
    bool read = read_clause(&s, kind, text);
    if (read && say_clause(w, &s.cases.at[0].clauses.at[0], &said))
        buf_printf(w->out, "%s%s %s;\n", indent, word, buf_text(&said)), w->said++;
    else
        buf_printf(w->out, "%s// %s %s\n", indent, word, text);
    if (read) ir_stated_free(&s);
    buf_free(&said);
}

// Only what is freed in any case, or may be, is named: that it happens is no part of ACSL's clause.
static void write_frees(struct writer *w, const char *text, const char *indent) {
    struct ir_stated s;
    bool first = true;
    if (!read_clause(&s, "frees", text)) return;
    const struct ir_clause *c = &s.cases.at[0].clauses.at[0];
    for (uint32_t i = 0; i < c->forms.n; i++) {
        const struct ir_form *f = &c->forms.at[i];
        if (f->kind == IR_FORM_ANYTHING) continue;
        buf_printf(w->out, "%s%s", first ? indent : ", ", first ? "frees " : "");
        buf_str(w->out, f->n_args ? path_of(w, f->args[0]) : "\\nothing");
        first = false;
    }
    if (!first) buf_str(w->out, ";\n"), w->said++;
    ir_stated_free(&s);
}

static void write_case(struct writer *w, const struct check_case *c, const char *requires, const char *indent) {
    for (uint32_t i = 0; i < c->requires.n; i++) write_clause(w, requires, "requires", c->requires.at[i], indent);
    write_frees(w, c->frees, indent);
    for (uint32_t i = 0; i < c->ensures.n; i++) write_clause(w, "ensures", "ensures", c->ensures.at[i], indent);
    if (!w->said) buf_printf(w->out, "%sensures \\true;\n", indent);  // there are no contracts without a clause
    w->said = 0;
}

static void predicates_of(struct writer *w, const char *kind, const char *text) {
    struct ir_stated s;
    if (!read_clause(&s, kind, text)) return;
    const struct ir_clause *c = &s.cases.at[0].clauses.at[0];
    for (uint32_t i = 0; i < c->forms.n; i++) write_predicate(w, &c->forms.at[i]);
    ir_stated_free(&s);
}

static void write_function(struct writer *w, const struct check_result *r) {
    bool several = r->contract.n > 1;
    for (uint32_t i = 0; i < r->contract.n; i++) {
        const struct check_case *c = &r->contract.at[i];
        for (uint32_t k = 0; k < c->requires.n; k++) predicates_of(w, "requires", c->requires.at[k]);
        for (uint32_t k = 0; k < c->ensures.n; k++) predicates_of(w, "ensures", c->ensures.at[k]);
    }
    buf_str(w->out, "/*@\n");
    for (uint32_t i = 0; i < r->contract.n; i++) {
        if (several) buf_printf(w->out, "    behavior case_%u:\n", i + 1);
        write_case(w, &r->contract.at[i], several ? "assumes" : "requires", several ? "        " : "    ");
    }
    buf_printf(w->out, "*/\n%s;\n\n", r->prototype);
}

void report_acsl(const struct check_result *results, uint32_t n, struct buf *out) {
    struct writer w = {.out = out};
    for (uint32_t i = 0; i < n; i++) {
        const struct check_result *r = &results[i];
        if (r->prototype && r->verdict == CHECK_SAFE && r->contract.n) write_function(&w, r);
    }
    intern_free(&w.known);
    arena_free(&w.arena);
}
