// SPDX-License-Identifier: MIT
#include "front/contracts.h"

#include <ctype.h>
#include <unistd.h>

#include "front/notes.h"
#include "front/paths.h"
#include "front/reads.h"
#include "ir/name.h"
#include "ir/required.h"

static const char mark[] = "heapproof:";

// ---- the text ------------------------------------------------------------------------------------------------------------------------------

struct text {
    const char *at;
    uint32_t line;
    bool fresh;  // nothing but blanks stands before it in its line
};

static void advance(struct text *t, size_t n) {
    for (; n-- > 0 && *t->at; t->at++) {
        if (*t->at == '\n') t->line++, t->fresh = true;
        else if (!isspace((unsigned char)*t->at)) t->fresh = false;
    }
}

// How long the comment, literal or line of the preprocessor is that begins here; 0: none does.
static size_t length_of_skipped(const struct text *t) {
    const char *s = t->at;
    if (s[0] == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end ? (size_t)(end - s) + 2 : strlen(s);
    }
    bool line = (s[0] == '/' && s[1] == '/') || (s[0] == '#' && t->fresh);
    if (!line && *s != '"' && *s != '\'') return 0;
    size_t n = 1;
    while (s[n] && s[n] != (line ? '\n' : *s)) n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return line || !s[n] ? n : n + 1;
}

static bool is_contract(const char *comment) {
    if (strncmp(comment, "/*@", 3) != 0) return false;
    comment += 3;
    return strncmp(comment + strspn(comment, " \t\r\n"), mark, sizeof mark - 1) == 0;
}

// Without what decorates the start of lines: a star or @ and a blank.
static char *words_of(struct arena *a, const char *comment, size_t n) {
    char *s = arena_strndup(a, comment, n - 2);  // without the end
    bool start = false;
    memset(s, ' ', (size_t)(strstr(s, mark) - s) + sizeof mark - 1);
    for (char *x = s; *x; x++) {
        if (start && (*x == '*' || *x == '@') && isspace((unsigned char)x[1])) *x = ' ';
        start = *x == '\n' || (start && isspace((unsigned char)*x));
    }
    for (char *x = strstr(s, "//"); x; x = strstr(x, "//")) memset(x, ' ', strcspn(x, "\n"));  // remarks in it
    for (const char *x = comment; x < comment + (strstr(comment, mark) - comment); x++)
        if (*x == '\n') s[x - comment] = '\n';
    return s;
}

// ---- the function below --------------------------------------------------------------------------------------------------------------------

typedef VEC(const char *) word_list;

// The words of a declaration up to its end; comments and the like are none.
static void take_declaration(struct arena *a, struct text t, word_list *out) {
    uint32_t depth = 0;
    while (*t.at) {
        size_t skipped = length_of_skipped(&t), n = 0;
        while (isalnum((unsigned char)t.at[n]) || t.at[n] == '_') n++;
        if (!skipped && !isspace((unsigned char)*t.at)) {
            vec_push(out, (const char *)arena_strndup(a, t.at, n ? n : 1));
            depth += *t.at == '(';
            depth -= depth && *t.at == ')';
            if (!depth && (*t.at == ';' || *t.at == '{')) return;
        }
        advance(&t, skipped ? skipped : n ? n : 1);
    }
}

static bool is(const word_list *w, uint32_t i, const char *word) {
    return i < w->n && strcmp(w->at[i], word) == 0;
}

static bool is_name(const word_list *w, uint32_t i) {
    return i < w->n && (isalpha((unsigned char)*w->at[i]) || *w->at[i] == '_');
}

// The word behind the parenthesis that closes the one at i.
static uint32_t behind(const word_list *w, uint32_t i) {
    uint32_t depth = 0;
    for (; i < w->n; i++) {
        depth += is(w, i, "(");
        if (is(w, i, ")") && !--depth) return i + 1;
    }
    return i;
}

// Words with parentheses of their own before the name.
static bool is_attribute(const char *word) {
    static const char *const all[] = {"__attribute__", "__attribute", "__declspec", "_Alignas", "__typeof__", "typeof", "__asm__"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(word, all[i]) == 0) return true;
    return false;
}

// Where the name of the function stands; w->n: nowhere.
static uint32_t find_name(const word_list *w) {
    for (uint32_t i = 0; i < w->n; i++) {
        if (is_attribute(w->at[i]) && is(w, i + 1, "("))
            i = behind(w, i + 1) - 1;
        else if (is_name(w, i) && is(w, i + 1, "("))
            return i;
        else if (is(w, i, "(") || is(w, i, ";") || is(w, i, "{"))
            break;
    }
    return w->n;
}

// What the parameter from word i to the one before `end` is called; "": nothing.
static const char *name_of_param(const word_list *w, uint32_t i, uint32_t end) {
    const char *name = "";
    for (; i < end; i++) {
        bool pointer = is(w, i, "(") && is(w, i + 1, "*") && is_name(w, i + 2);
        if (pointer) return w->at[i + 2];
        if (is_attribute(w->at[i]) || is(w, i, "[")) break;
        name = is_name(w, i) ? w->at[i] : is(w, i, "*") ? "" : name;
    }
    return name;
}

static void find_params(const word_list *w, uint32_t open, word_list *out) {
    uint32_t end = behind(w, open) - 1, depth = 0, from = open + 1;
    for (uint32_t i = from; i <= end && i < w->n; i++) {
        bool last = i == end && end > from;
        if ((is(w, i, ",") && !depth) || last) {
            vec_push(out, name_of_param(w, from, i));
            from = i + 1;
        }
        depth += is(w, i, "(");
        depth -= depth && is(w, i, ")");
    }
    if (out->n == 1 && is(out, 0, "void")) out->n = 0;
}

// ---- contracts -----------------------------------------------------------------------------------------------------------------------------

struct contracts {
    const struct front_options *o;
    struct ir_program *p;
    struct front_messages *m;
    struct arena arena;
    struct intern seen;  // files
    const char *here;
    // The file in hand.
    const char *file;
    bool good;
};

static void wrong(struct contracts *c, uint32_t line, const char *text) {
    front_error(c->m, arena_printf(&c->arena, "%s:%u", c->file, line), "%s", text);
    c->good = false;
}

static bool is_called(const struct ir_program *p, uint32_t func, const char *name) {
    struct buf own = {0};
    bool same = ir_name_variable(p, NULL, ir_val_of(IR_FUNC, func), &own) && strcmp(buf_text(&own), name) == 0;
    buf_free(&own);
    return same;
}

static bool says_the_same(struct contracts *c, const char *a, const char *b) {
    return strcmp(ir_clause_words(&c->arena, a), ir_clause_words(&c->arena, b)) == 0;
}

// Is there another one of the function?
static bool is_known(struct contracts *c, uint32_t func, const char *text, uint32_t line) {
    for (uint32_t i = 0; i < c->p->contracts.n; i++) {
        const struct ir_contract *x = &c->p->contracts.at[i];
        if (x->func != func) continue;
        if (!says_the_same(c, x->text, text))
            wrong(c, line, arena_printf(&c->arena, "this contract of '%s' contradicts that at %s:%u", c->p->funcs.at[func].name, c->p->files.text.at[x->loc.file], x->loc.line));
        return true;
    }
    return false;
}

static void check_names(struct contracts *c, const struct ir_stated *s, const struct ir_contract *x) {
    const struct ir_stating by = {.program = c->p, .func = x->func, .params = x->params, .n_params = x->n_params};
    for (uint32_t i = 0; i < s->cases.n && c->good; i++) {
        struct ir_required r;
        struct ir_required_error error = {0};
        if (ir_required_find(&r, &by, &s->cases.at[i], &error))
            ir_required_free(&r);
        else
            wrong(c, error.line, arena_printf(&c->arena, "the contract of '%s': %s", c->p->funcs.at[x->func].name, buf_text(&error.text)));
        buf_free(&error.text);
    }
}

static void add_contract(struct contracts *c, uint32_t func, const char *text, uint32_t line, const word_list *params, const struct ir_stated *s) {
    struct ir_program *p = c->p;
    if (p->funcs.at[func].ctype == IR_NO_TYPE || is_known(c, func, text, line)) return;
    struct ir_contract x = {.func = func, .text = arena_strdup(&p->arena, text), .n_params = params->n};
    const char **names = ARENA_ARRAY(&p->arena, const char *, params->n + 1);
    for (uint32_t i = 0; i < params->n; i++) names[i] = arena_strdup(&p->arena, params->at[i]);
    x.params = names;
    x.loc = (struct ir_loc){.file = intern_add(&p->files, c->file), .line = line};
    check_names(c, s, &x);
    vec_push(&p->contracts, x);
}

// The comment of n characters at *t.
static void take_contract(struct contracts *c, const struct text *t, size_t n) {
    struct text below = *t;
    word_list words = {0}, params = {0};
    struct ir_stated s;
    struct buf error = {0};
    const char *text = words_of(&c->arena, t->at, n);
    uint32_t line = t->line;
    advance(&below, n);
    take_declaration(&c->arena, below, &words);
    uint32_t name = find_name(&words);
    if (name == words.n) {
        wrong(c, t->line, "no function stands below this contract");
    } else if (!ir_stated_read(&s, text, &line, &error)) {
        wrong(c, line, arena_printf(&c->arena, "the contract of '%s': %s", words.at[name], buf_text(&error)));
    } else {
        find_params(&words, name + 1, &params);
        for (uint32_t i = 0; i < c->p->funcs.n; i++)
            if (is_called(c->p, i, words.at[name])) add_contract(c, i, text, t->line, &params, &s);
        ir_stated_free(&s);
    }
    buf_free(&error);
    vec_free(&words);
    vec_free(&params);
}

static const char *text_path(const struct front_options *o, struct arena *a, const char *path, const char *here) {
    const char *full = front_full_path(a, here, path);
    for (uint32_t i = 0; i < o->n_instead; i++)
        if (strcmp(o->instead[i].path, full) == 0) return o->instead[i].contents;
    return path;
}

// `asked`: somebody says that it has contracts.
static void read_contracts(struct contracts *c, const char *path, bool asked) {
    struct buf text = {0};
    const char *why;
    c->file = front_short_path(&c->arena, path, c->here);
    bool there = buf_read_regular(&text, text_path(c->o, &c->arena, path, c->here), &why), any = there && strstr(buf_text(&text), mark);
    if (!there && asked) front_error(c->m, c->file, "%s", why);
    if (there && !any && asked) front_error(c->m, c->file, "there is no contract in it (/*@ heapproof: ... */)");
    c->good &= any || !asked;
    for (struct text t = {any ? text.text : "", 1, true}; *t.at;) {
        size_t n = length_of_skipped(&t);
        if (n && is_contract(t.at)) take_contract(c, &t, n);
        advance(&t, n ? n : 1);
    }
    buf_free(&text);
}

static bool is_system(const char *path) {
    return strncmp(path, "/usr/", 5) == 0;
}

bool front_contracts(const struct front_options *o, struct ir_program *p, struct front_unit *const *units, uint32_t n, struct front_messages *m) {
    char *here = getcwd(NULL, 0);
    struct contracts c = {.o = o, .p = p, .m = m, .here = here ? here : "", .good = true};
    for (uint32_t i = 0; i < n; i++) {
        front_file_list files = {0};
        if (units[i]->is_c) front_reads(&c.arena, units[i], &files);
        for (uint32_t k = 0; k < files.n; k++) {
            uint32_t before = c.seen.text.n;
            if (!is_system(files.at[k]) && intern_add(&c.seen, files.at[k]) == before) read_contracts(&c, files.at[k], false);
        }
        vec_free(&files);
    }
    for (uint32_t i = 0; i < o->n_contracts; i++) read_contracts(&c, o->contracts[i], true);
    intern_free(&c.seen);
    arena_free(&c.arena);
    free(here);
    return c.good;
}
