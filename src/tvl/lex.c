// SPDX-License-Identifier: MIT
#include "tvl/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "tvl/ready.h"

enum { MOST_TOKENS = 4000000 };

struct macro {
    const char *name;
    bool takes;  // arguments
    VEC(const char *) param;
    tvl_tokens body;
    bool dead;  // #undef
    bool busy;  // being expanded
};
struct pre {
    struct tvl_source *source;
    VEC(struct macro *) macro;
    tvl_tokens *out;
    uint32_t depth;  // of inclusion
    bool failed;
};
struct reader {
    const char *file, *p;
    uint32_t line;
    bool start;  // only space since the line began
    bool failed;
    struct tvl_source *source;
};

static bool fail(struct tvl_source *s, const char *file, uint32_t line, const char *what, const char *which) {
    if (!s->error->n) buf_printf(s->error, "%s:%u: %s%s%s", file, (unsigned)line, what, *which ? " " : "", which);
    return false;
}

// ---- characters to tokens -------------------------------------------------------------------------------------------------------------

static bool skip_comment(struct reader *r) {
    if (r->p[0] == '/' && r->p[1] == '/') {
        while (*r->p && *r->p != '\n') r->p++;
        return true;
    }
    if (r->p[0] != '/' || r->p[1] != '*') return false;
    uint32_t line = r->line;
    for (r->p += 2; *r->p && !(r->p[0] == '*' && r->p[1] == '/'); r->p++) r->line += *r->p == '\n';
    if (!*r->p) {
        r->failed = true;
        return fail(r->source, r->file, line, "this comment does not end", "");
    }
    r->p += 2;
    return true;
}

static bool join_line(struct reader *r) {
    if (*r->p != '\\') return false;
    const char *q = r->p + 1;
    while (*q == ' ' || *q == '\t' || *q == '\r') q++;
    if (*q != '\n') return false;
    r->p = q + 1;
    r->line++;
    return true;
}

// Skips space; a line's end only if `across`.  True if anything was skipped.
static bool skip_space(struct reader *r, bool across) {
    const char *from = r->p;
    while (*r->p && !r->failed) {
        if (*r->p == '\n') {
            if (!across) break;
            r->line++;
            r->p++;
            r->start = true;
        } else if (isspace((unsigned char)*r->p)) {
            r->p++;
        } else if (!skip_comment(r) && !join_line(r)) {
            break;
        }
    }
    return r->p != from;
}

static bool id_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *read_string(struct reader *r) {
    struct buf b = {0};
    for (r->p++; *r->p && *r->p != '"' && *r->p != '\n'; r->p++) {
        if (*r->p != '\\' || !r->p[1]) {
            buf_char(&b, *r->p);
            continue;
        }
        r->p++;
        buf_char(&b, *r->p == 'n' ? ' ' : *r->p == 't' ? ' ' : *r->p);
    }
    if (*r->p != '"') {
        r->failed = true;
        fail(r->source, r->file, r->line, "this string does not end", "");
    } else {
        r->p++;
    }
    const char *text = arena_strdup(r->source->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static size_t operator_length(const char *p) {
    static const char *const ops[] = {"==>", "<->", "==", "!=", "->", "##", "<=", ">="};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strncmp(p, ops[i], strlen(ops[i])) == 0) return strlen(ops[i]);
    return 1;
}

static struct tvl_token take(struct reader *r, enum tvl_kind kind, size_t n) {
    struct tvl_token t = {.kind = kind, .file = r->file, .line = r->line, .text = arena_strndup(r->source->arena, r->p, n)};
    r->p += n;
    return t;
}

static struct tvl_token next_token(struct reader *r) {
    struct tvl_token end = {.kind = TVL_T_END, .file = r->file, .line = r->line, .text = ""};
    size_t n = 0;
    if (!*r->p || *r->p == '\n') return end;
    if (*r->p == '"') {
        struct tvl_token t = end;
        t.kind = TVL_T_STRING;
        t.text = read_string(r);
        return t;
    }
    if (strncmp(r->p, "1/2", 3) == 0 && !id_char(r->p[3])) return take(r, TVL_T_HALF, 3);
    if (*r->p == '%' && (r->p[1] == '%' || isalpha((unsigned char)r->p[1]))) {
        for (n = 2; r->p[1] != '%' && (isalnum((unsigned char)r->p[n]) || r->p[n] == '_'); n++);
        return take(r, TVL_T_KEY, n);
    }
    while (id_char(r->p[n])) n++;
    if (n == 0) return take(r, TVL_T_OP, operator_length(r->p));
    bool number = true;
    for (size_t i = 0; i < n; i++) number = number && isdigit((unsigned char)r->p[i]);
    return take(r, number ? TVL_T_NUMBER : TVL_T_ID, n);
}

static void read_line(struct reader *r, tvl_tokens *out) {
    for (;;) {
        bool space = skip_space(r, false);
        struct tvl_token t = next_token(r);
        if (t.kind == TVL_T_END || r->failed) return;
        t.glued = !space;
        vec_push(out, t);
    }
}

// ---- macros ---------------------------------------------------------------------------------------------------------------------------

static struct macro *find_macro(struct pre *p, const char *name) {
    for (uint32_t i = p->macro.n; i-- > 0;)
        if (strcmp(p->macro.at[i]->name, name) == 0) return p->macro.at[i]->dead ? NULL : p->macro.at[i];
    return NULL;
}

static bool is_op(const struct tvl_token *t, const char *text) {
    return t->kind == TVL_T_OP && strcmp(t->text, text) == 0;
}

static struct macro *new_macro(struct pre *p, const char *name) {
    struct macro *m = ARENA_NEW(p->source->arena, struct macro);
    m->name = name;
    vec_push(&p->macro, m);
    return m;
}

static void define(struct pre *p, const tvl_tokens *line) {
    if (line->n < 3 || line->at[2].kind != TVL_T_ID) {
        p->failed = !fail(p->source, line->at[0].file, line->at[0].line, "expected a name after #define", "");
        return;
    }
    struct macro *m = new_macro(p, line->at[2].text);
    uint32_t i = 3;
    if (line->n > 3 && is_op(&line->at[3], "(") && line->at[3].glued) {
        m->takes = true;
        for (i = 4; i < line->n && !is_op(&line->at[i], ")"); i++)
            if (line->at[i].kind == TVL_T_ID) vec_push(&m->param, line->at[i].text);
        i++;
    }
    for (; i < line->n; i++) vec_push(&m->body, line->at[i]);
}

typedef VEC(tvl_tokens) argument_list;

// Arguments from at[i], which follows the opening parenthesis; *i ends after the closing one.
static bool read_arguments(const struct tvl_token *at, uint32_t n, uint32_t *i, argument_list *args) {
    int depth = 0;
    vec_add(args);
    for (; *i < n; (*i)++) {
        const struct tvl_token *t = &at[*i];
        if (is_op(t, ")") && depth == 0) return ++*i, true;
        if (is_op(t, ",") && depth == 0) {
            vec_add(args);
            continue;
        }
        depth += is_op(t, "(") || is_op(t, "[") || is_op(t, "{");
        depth -= is_op(t, ")") || is_op(t, "]") || is_op(t, "}");
        vec_push(&vec_last(args), *t);
    }
    return false;
}

static int parameter(const struct macro *m, const struct tvl_token *t) {
    if (t->kind == TVL_T_ID)
        for (uint32_t i = 0; i < m->param.n; i++)
            if (strcmp(m->param.at[i], t->text) == 0) return (int)i;
    return -1;
}

static void paste(struct pre *p, tvl_tokens *out, const struct tvl_token *t) {
    struct tvl_token *last = &vec_last(out);
    last->text = arena_printf(p->source->arena, "%s%s", last->text, t->text);
    if (t->kind == TVL_T_ID) last->kind = TVL_T_ID;
}

static void substitute(struct pre *p, const struct macro *m, const argument_list *args, const struct tvl_token *use, tvl_tokens *out) {
    bool pasting = false;
    for (uint32_t i = 0; i < m->body.n; i++) {
        struct tvl_token t = m->body.at[i];
        if (is_op(&t, "##")) {
            pasting = out->n > 0;
            continue;
        }
        int which = parameter(m, &t);
        const struct tvl_token *from = which < 0 || (uint32_t)which >= args->n ? &t : args->at[which].at;
        uint32_t n = which < 0 || (uint32_t)which >= args->n ? 1 : args->at[which].n;
        for (uint32_t k = 0; k < n; k++) {
            struct tvl_token copy = from[k];
            copy.file = use->file;
            copy.line = use->line;
            if (pasting && k == 0)
                paste(p, out, &copy);
            else
                vec_push(out, copy);
        }
        pasting = false;
    }
}

static void expand(struct pre *p, const struct tvl_token *at, uint32_t n, tvl_tokens *out);

// Expands the macro used at at[i]; returns where to go on.
static uint32_t expand_use(struct pre *p, struct macro *m, const struct tvl_token *at, uint32_t n, uint32_t i, tvl_tokens *out) {
    argument_list args = {0};
    tvl_tokens result = {0};
    uint32_t after = i + 1;
    if (m->takes) {
        after = i + 2;
        if (!read_arguments(at, n, &after, &args))
            p->failed = !fail(p->source, at[i].file, at[i].line, "expected ')' after the arguments of", m->name);
    }
    substitute(p, m, &args, &at[i], &result);
    m->busy = true;
    expand(p, result.at, result.n, out);
    m->busy = false;
    for (uint32_t k = 0; k < args.n; k++) vec_free(&args.at[k]);
    vec_free(&args);
    vec_free(&result);
    return after;
}

static void expand(struct pre *p, const struct tvl_token *at, uint32_t n, tvl_tokens *out) {
    for (uint32_t i = 0; i < n && !p->failed;) {
        if (out->n > MOST_TOKENS) p->failed = !fail(p->source, at[i].file, at[i].line, "macros make too much text at", at[i].text);
        struct macro *m = at[i].kind == TVL_T_ID ? find_macro(p, at[i].text) : NULL;
        bool call = m && !m->busy && (!m->takes || (i + 1 < n && is_op(&at[i + 1], "(")));
        if (call)
            i = expand_use(p, m, at, n, i, out);
        else
            vec_push(out, at[i++]);
    }
}

// ---- conditions -----------------------------------------------------------------------------------------------------------------------

struct condition {
    const tvl_tokens *t;
    uint32_t i;
};

static bool accept(struct condition *c, const char *op) {
    if (c->i >= c->t->n || !is_op(&c->t->at[c->i], op)) return false;
    c->i++;
    return true;
}

static long value(struct condition *c, int level);

static long operand(struct condition *c) {
    if (accept(c, "!")) return !operand(c);
    if (accept(c, "-")) return -operand(c);
    if (accept(c, "(")) {
        long v = value(c, 0);
        accept(c, ")");
        return v;
    }
    if (c->i >= c->t->n) return 0;
    const struct tvl_token *t = &c->t->at[c->i++];
    return t->kind == TVL_T_NUMBER ? strtol(t->text, NULL, 10) : 0;
}

static long apply(const char *op, long a, long b) {
    switch (op[0]) {
    case '|': return a || b;
    case '&': return a && b;
    case '=': return a == b;
    case '!': return a != b;
    case '<': return op[1] ? a <= b : a < b;
    case '>': return op[1] ? a >= b : a > b;
    case '+': return a + b;
    default: return a - b;
    }
}

static long value(struct condition *c, int level) {
    static const char *const ops[][5] = {{"|"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}};
    if (level == 5) return operand(c);
    long v = value(c, level + 1);
    for (int i = 0; i < 5 && ops[level][i];) {
        if (accept(c, ops[level][i])) {
            if (level < 2) accept(c, ops[level][i]);
            v = apply(ops[level][i], v, value(c, level + 1));
            i = 0;
        } else {
            i++;
        }
    }
    return v;
}

// `defined X` and `defined(X)` become 0 or 1 before the rest is expanded.
static bool holds(struct pre *p, const tvl_tokens *line) {
    tvl_tokens t = {0}, all = {0};
    for (uint32_t i = 2; i < line->n; i++) {
        struct tvl_token x = line->at[i];
        if (x.kind == TVL_T_ID && strcmp(x.text, "defined") == 0 && i + 1 < line->n) {
            bool open = is_op(&line->at[i + 1], "(");
            i += open ? 2 : 1;
            x = (struct tvl_token){.kind = TVL_T_NUMBER, .text = i < line->n && find_macro(p, line->at[i].text) ? "1" : "0"};
            i += open;
        }
        vec_push(&t, x);
    }
    expand(p, t.at, t.n, &all);
    struct condition c = {&all, 0};
    bool yes = value(&c, 0) != 0;
    vec_free(&t);
    vec_free(&all);
    return yes;
}

// ---- files ----------------------------------------------------------------------------------------------------------------------------

static bool read_file(struct pre *p, const char *path);
static void read_contents(struct pre *p, const char *path, const char *text);

static const char *find_ready(const char *name) {
    for (const struct tvl_ready *r = tvl_ready; r->name; r++)
        if (strcmp(r->name, name) == 0) return r->text;
    return NULL;
}

static bool exists_file(const char *path) {
    FILE *f = fopen(path, "rb");
    if (f) fclose(f);
    return f != NULL;
}

static void include(struct pre *p, const tvl_tokens *line) {
    const struct tvl_token *t = &line->at[0];
    if (line->n < 3 || line->at[2].kind != TVL_T_STRING) {
        p->failed = !fail(p->source, t->file, t->line, "expected a file name in quotes after #include", "");
        return;
    }
    const char *slash = strrchr(t->file, '/'), *name = line->at[2].text;
    const char *path = slash ? arena_printf(p->source->arena, "%.*s/%s", (int)(slash - t->file), t->file, name) : name;
    for (uint32_t i = 0; i < p->source->path.n && !exists_file(path); i++)
        path = arena_printf(p->source->arena, "%s/%s", p->source->path.at[i], name);
    const char *ready = exists_file(path) ? NULL : find_ready(name);
    if (p->depth > 50 || (!ready && !exists_file(path)))
        p->failed = !fail(p->source, t->file, t->line, "cannot include", name);
    else if (ready)
        read_contents(p, name, ready);
    else
        read_file(p, path);
}

enum branch { TAKEN, WAITING, OVER };  // of an #if: this part is read, none was yet, one was
typedef VEC(enum branch) branches;

static bool reading(const branches *b) {
    for (uint32_t i = 0; i < b->n; i++)
        if (b->at[i] != TAKEN) return false;
    return true;
}

// #if and its relatives.  False: line is another directive.
static bool conditional(struct pre *p, const tvl_tokens *line, branches *b) {
    const char *what = line->n > 1 ? line->at[1].text : "";
    bool live = reading(b);
    if (strcmp(what, "if") == 0) {
        vec_push(b, !live ? OVER : holds(p, line) ? TAKEN : WAITING);
    } else if (strcmp(what, "ifdef") == 0 || strcmp(what, "ifndef") == 0) {
        bool known = line->n > 2 && find_macro(p, line->at[2].text);
        vec_push(b, !live ? OVER : known == (what[2] == 'd') ? TAKEN : WAITING);
    } else if (strcmp(what, "else") == 0 || strcmp(what, "elif") == 0 || strcmp(what, "endif") == 0) {
        if (!b->n) {
            p->failed = !fail(p->source, line->at[0].file, line->at[0].line, "no #if before this", what);
            return true;
        }
        enum branch old = vec_pop(b);
        if (what[1] == 'l') vec_push(b, old != WAITING ? OVER : what[2] == 's' || holds(p, line) ? TAKEN : WAITING);
    } else {
        return false;
    }
    return true;
}

static void directive(struct pre *p, const tvl_tokens *line, branches *b) {
    if (conditional(p, line, b) || !reading(b) || line->n < 2) return;
    const char *what = line->at[1].text;
    if (strcmp(what, "define") == 0) {
        define(p, line);
    } else if (strcmp(what, "undef") == 0 && line->n > 2) {
        new_macro(p, line->at[2].text)->dead = true;
    } else if (strcmp(what, "include") == 0) {
        include(p, line);
    } else {
        p->failed = !fail(p->source, line->at[0].file, line->at[0].line, "unknown directive", what);
    }
}

// Text between directives: macros may have arguments on several lines.
static void flush(struct pre *p, tvl_tokens *text) {
    expand(p, text->at, text->n, p->out);
    vec_clear(text);
}

static void read_text(struct pre *p, struct reader *r) {
    branches b = {0};
    tvl_tokens line = {0}, text = {0};
    while (!p->failed && !r->failed) {
        bool space = skip_space(r, true);
        if (!*r->p || r->failed) break;
        if (*r->p == '#' && r->start) {
            flush(p, &text);
            vec_clear(&line);
            read_line(r, &line);
            directive(p, &line, &b);
        } else {
            struct tvl_token t = next_token(r);
            t.glued = !space;
            r->start = false;
            if (reading(&b)) vec_push(&text, t);
        }
    }
    if (!p->failed && !r->failed) flush(p, &text);
    if (!p->failed && b.n) p->failed = !fail(p->source, r->file, r->line, "expected #endif", "");
    p->failed = p->failed || r->failed;
    vec_free(&b);
    vec_free(&line);
    vec_free(&text);
}

static void read_contents(struct pre *p, const char *path, const char *text) {
    struct reader r = {.file = arena_strdup(p->source->arena, path), .p = text, .line = 1, .start = true, .source = p->source};
    p->depth++;
    read_text(p, &r);
    p->depth--;
}

static bool read_file(struct pre *p, const char *path) {
    struct buf text = {0};
    const char *why;
    if (!buf_read_file(&text, path, &why)) {
        buf_printf(p->source->error, "%s: %s", path, why);
        p->failed = true;
        return false;
    }
    read_contents(p, path, buf_text(&text));
    buf_free(&text);
    return !p->failed;
}

static void predefine(struct pre *p) {
    for (uint32_t i = 0; i < p->source->defined.n; i++) {
        struct macro *m = new_macro(p, p->source->defined.at[i].name);
        struct reader r = {.file = "-D", .p = p->source->defined.at[i].body, .line = 1, .source = p->source};
        read_line(&r, &m->body);
    }
}

bool tvl_lex_file(struct tvl_source *s, const char *path, tvl_tokens *out) {
    struct pre p = {.source = s, .out = out};
    predefine(&p);
    read_file(&p, path);
    for (uint32_t i = 0; i < p.macro.n; i++) {
        vec_free(&p.macro.at[i]->param);
        vec_free(&p.macro.at[i]->body);
    }
    vec_free(&p.macro);
    struct tvl_token end = {.kind = TVL_T_END, .text = "the end of the file", .file = path};
    if (out->n) end.line = vec_last(out).line, end.file = vec_last(out).file;
    vec_push(out, end);
    return !p.failed;
}
