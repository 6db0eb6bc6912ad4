// SPDX-License-Identifier: MIT
#include "ir/stated.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

// ---- words ---------------------------------------------------------------------------------------------------------------------------------

struct word {
    const char *text;
    const char *at;  // where it stands
    uint32_t line;
};
struct reading {
    struct arena *arena;
    VEC(struct word) words;  // the last one is ""
    uint32_t at;
    struct buf *error;
    uint32_t *line;  // of the error
};

static bool is_of_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static size_t length_of_word(const char *s) {
    static const char *const pairs[] = {"->", "==", "<=", ">=", "!=", "&&", "||"};
    size_t n = 0;
    while (is_of_word(s[n])) n++;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !n; i++)
        if (strncmp(s, pairs[i], 2) == 0) n = 2;
    return n ? n : *s != 0;
}

static void split(struct reading *r, const char *text, uint32_t line) {
    for (size_t n; *text; text += n) {
        for (; isspace((unsigned char)*text); text++) line += *text == '\n';
        n = length_of_word(text);
        if (n) vec_push(&r->words, (struct word){arena_strndup(r->arena, text, n), text, line});
    }
    vec_push(&r->words, (struct word){"", text, line});
}

static const char *joined(struct reading *r, uint32_t from, uint32_t to) {
    struct buf text = {0};
    for (uint32_t i = from; i < to; i++) buf_printf(&text, "%s%s", i > from ? " " : "", r->words.at[i].text);
    const char *all = arena_strdup(r->arena, buf_text(&text));
    buf_free(&text);
    return all;
}

const char *ir_clause_words(struct arena *a, const char *text) {
    struct reading r = {.arena = a};
    split(&r, text, 0);
    const char *all = joined(&r, 0, r.words.n - 1);
    vec_free(&r.words);
    return all;
}

// As it was written, but for the number of blanks.
static const char *as_written(struct reading *r, uint32_t from, uint32_t to) {
    struct buf text = {0};
    for (const char *s = r->words.at[from].at, *end = r->words.at[to].at; s < end; s++)
        if (!isspace((unsigned char)*s) || (s + 1 < end && !isspace((unsigned char)s[1]))) buf_char(&text, isspace((unsigned char)*s) ? ' ' : *s);
    const char *all = arena_strdup(r->arena, buf_text(&text));
    buf_free(&text);
    return all;
}

// ---- forms ---------------------------------------------------------------------------------------------------------------------------------

static const char *seen(const struct reading *r) {
    return r->words.at[r->at].text;
}

static bool sees(const struct reading *r, const char *word) {
    return strcmp(seen(r), word) == 0;
}

static bool sees_name(const struct reading *r) {
    return isalpha((unsigned char)*seen(r)) || *seen(r) == '_';
}

static bool take(struct reading *r, const char *word) {
    bool there = sees(r, word);
    r->at += there;
    return there;
}

static bool fail(struct reading *r, const char *expected) {
    if (r->error->n) return false;
    buf_printf(r->error, *seen(r) ? "expected %s before '%s'" : "expected %s at the end", expected, seen(r));
    *r->line = r->words.at[r->at].line;
    return false;
}

static bool need(struct reading *r, const char *word) {
    char expected[16] = "'";
    strcat(strncat(expected, word, 12), "'");
    return take(r, word) || fail(r, expected);
}

// Up to a word, but the first, that ends it, outside of parentheses; NULL: there is nothing.
static const char *take_until(struct reading *r, const char *const *ends) {
    uint32_t from = r->at, depth = 0;
    for (; *seen(r); r->at++) {
        for (uint32_t i = 0; ends[i] && !depth; i++)
            if (sees(r, ends[i]) && (r->at > from || !sees_name(r))) return r->at > from ? joined(r, from, r->at) : NULL;
        depth += sees(r, "(") || sees(r, "[");
        depth -= depth && (sees(r, ")") || sees(r, "]"));
    }
    return r->at > from ? joined(r, from, r->at) : NULL;
}

static bool take_path(struct reading *r, const char **out) {
    static const char *const ends[] = {",", ")", ";", "==", "!=", "<=", "<", "or", NULL};
    *out = take_until(r, ends);
    return *out || fail(r, "a variable or member");
}

static bool take_type(struct reading *r, const char **out) {
    static const char *const ends[] = {";", "or", "in", NULL};
    *out = take_until(r, ends);
    return *out || fail(r, "a type");
}

static bool take_args(struct reading *r, struct ir_form *f) {
    do {
        if (f->n_args == IR_FORM_ARGS) return fail(r, "fewer members");
        if (!take_path(r, &f->args[f->n_args++])) return false;
    } while (take(r, ","));
    return need(r, ")");
}

static bool take_shape(struct reading *r, struct ir_form *f) {
    f->word = seen(r);
    r->at += 2;
    if (!take_args(r, f)) return false;
    if (strcmp(f->word, "length") == 0) {
        f->kind = IR_FORM_LENGTH;
        return (f->n_args == 1 || fail(r, "one list in 'length'")) && need(r, "==") && take_path(r, &f->args[f->n_args++]);
    }
    if (take(r, "of") && !take_type(r, &f->type)) return false;
    return !f->type || !take(r, "in") || take_type(r, &f->whole);
}

static bool take_limit(struct reading *r, struct ir_form *f) {
    f->some = take(r, "1");
    if (!(f->some || need(r, "0")) || !need(r, "<=") || !take_path(r, &f->args[0])) return false;
    bool alone = f->some && !sees(r, "<") && !sees(r, "<=");
    f->n_args = alone ? 1 : 2;
    f->kind = alone ? IR_FORM_SOME : sees(r, "<") ? IR_FORM_BELOW : IR_FORM_MOST;
    return alone || ((take(r, "<") || take(r, "<=") || fail(r, "'<' or '<='")) && take_path(r, &f->args[1]));
}

static bool take_form(struct reading *r, struct ir_form *f) {
    bool call = sees_name(r) && strcmp(r->words.at[r->at + 1].text, "(") == 0;
    *f = (struct ir_form){.kind = IR_FORM_SHAPE};
    if (call) return take_shape(r, f);
    if (sees(r, "0") || sees(r, "1")) return take_limit(r, f);
    if (!take_path(r, &f->args[0])) return false;
    if (take(r, "!=")) {
        f->kind = IR_FORM_DIFFERS;
        f->n_args = 2;
        return (isdigit((unsigned char)*seen(r)) || fail(r, "a number")) && take_path(r, &f->args[1]);
    }
    if (!need(r, "==")) return false;
    f->kind = take(r, "null") ? IR_FORM_NULL : IR_FORM_IS;
    f->n_args = f->kind == IR_FORM_NULL ? 1 : 2;
    return f->kind == IR_FORM_NULL || take_path(r, &f->args[1]);
}

static bool take_freed(struct reading *r, struct ir_form *f) {
    bool perhaps = take(r, "perhaps"), all = take(r, perhaps ? "anything" : "nothing");
    *f = (struct ir_form){.kind = all ? perhaps ? IR_FORM_ANYTHING : IR_FORM_NOTHING : perhaps ? IR_FORM_PERHAPS : IR_FORM_FREED};
    if (!all && sees_name(r) && strcmp(r->words.at[r->at + 1].text, "(") == 0) {
        bool good = take_form(r, f);
        f->perhaps = perhaps;
        return good;
    }
    f->n_args = !all;
    return all || take_path(r, &f->args[0]);
}

// ---- clauses -------------------------------------------------------------------------------------------------------------------------------

static bool take_clause(struct reading *r, struct ir_clause *c) {
    static const char *const words[] = {[IR_REQUIRES] = "requires", [IR_ENSURES] = "ensures", [IR_FREES] = "frees"};
    uint32_t kind = 0, from = r->at + 1;
    while (kind <= IR_FREES && !sees(r, words[kind])) kind++;
    if (kind > IR_FREES) return fail(r, "'requires', 'ensures', 'frees' or 'case'");
    c->kind = kind;
    c->line = r->words.at[r->at++].line;
    do {
        struct ir_form *f = vec_add(&c->forms);
        if (!(c->kind == IR_FREES ? take_freed(r, f) : take_form(r, f))) return false;
    } while (take(r, c->kind == IR_FREES ? "," : "or"));
    c->text = as_written(r, from, r->at);
    return need(r, ";");
}

static bool take_case(struct reading *r, struct ir_stated_case *to) {
    bool good = true;
    while (good && *seen(r) && !sees(r, "case")) good = take_clause(r, vec_add(&to->clauses));
    return good;
}

static bool take_cases(struct reading *r, struct ir_stated *s) {
    if (!sees(r, "case")) return take_case(r, vec_add(&s->cases));
    while (take(r, "case")) {
        if (!isdigit((unsigned char)*seen(r))) return fail(r, "the number of the case");
        r->at++;
        if (!need(r, ":") || !take_case(r, vec_add(&s->cases))) return false;
    }
    return true;
}

bool ir_stated_read(struct ir_stated *s, const char *text, uint32_t *line, struct buf *error) {
    *s = (struct ir_stated){0};
    struct reading r = {.arena = &s->arena, .error = error, .line = line};
    split(&r, text, *line);
    bool good = take_cases(&r, s);
    if (good && r.words.n == 1) good = fail(&r, "a clause");
    assert(good || error->n);
    vec_free(&r.words);
    if (!good) ir_stated_free(s);
    return good;
}

void ir_stated_free(struct ir_stated *s) {
    for (uint32_t i = 0; i < s->cases.n; i++) {
        for (uint32_t k = 0; k < s->cases.at[i].clauses.n; k++) vec_free(&s->cases.at[i].clauses.at[k].forms);
        vec_free(&s->cases.at[i].clauses);
    }
    vec_free(&s->cases);
    arena_free(&s->arena);
}
