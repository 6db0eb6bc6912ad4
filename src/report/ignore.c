// SPDX-License-Identifier: MIT
// Comments in the sources that suppress findings.
#include <ctype.h>

#include "report/source.h"
#include "report/suppress.h"

struct comment {
    uint32_t file;          // number of the source
    uint32_t first, last;   // its own lines
    uint32_t column, next;  // of its beginning; the line of code behind it, 0: none
    bool alone;             // no code before it in its line
    enum ir_rule rule;
    const char *reason;
    bool used;
};
struct search {
    struct arena arena;
    struct intern files;
    VEC(struct comment) comments;
    struct buf *messages;
};

// ---- what a comment says ---------------------------------------------------------------------------------------------------------------

static void warn(struct search *s, const struct comment *c, const char *format, const char *what) __attribute__((format(printf, 3, 0)));
static void warn(struct search *s, const struct comment *c, const char *format, const char *what) {
    buf_printf(s->messages, "%s:%u:%u: warning: ", s->files.text.at[c->file], c->first, c->column);
    buf_printf(s->messages, format, what);
    buf_char(s->messages, '\n');
}

// The next word of *s, which ends at `end` at the latest.
static const char *word(struct search *s, const char **at, const char *end) {
    while (*at < end && isspace((unsigned char)**at)) ++*at;
    const char *start = *at;
    while (*at < end && !isspace((unsigned char)**at)) ++*at;
    char *text = arena_strndup(&s->arena, start, (size_t)(*at - start));
    for (char *t = text; *t; t++)
        if ((unsigned char)*t < 32 || *t == 127) *t = '?';
    return text;
}

static const char *rest(struct search *s, const char *at, const char *end) {
    struct buf text = {0};
    for (const char *w = word(s, &at, end); *w; w = word(s, &at, end)) buf_printf(&text, "%s%s", text.n ? " " : "", w);
    const char *copy = arena_strdup(&s->arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

static enum ir_rule rule_named(const char *name) {
    uint32_t i = 0;
    while (i < IR_N_RULES && strcmp(ir_rules[i].text, name) != 0) i++;
    return (enum ir_rule)i;
}

// The text of a comment, without its marks.
static void take_comment(struct search *s, struct comment c, const char *at, const char *end) {
    static const char mark[] = "heapproof:";
    while (at < end && (isspace((unsigned char)*at) || *at == '*')) at++;
    if ((size_t)(end - at) < sizeof mark - 1 || memcmp(at, mark, sizeof mark - 1) != 0) return;
    at += sizeof mark - 1;
    const char *verb = word(s, &at, end), *rule = word(s, &at, end);
    c.rule = rule_named(rule);
    c.reason = rest(s, at, end);
    if (strcmp(verb, "ignore") != 0)
        warn(s, &c, "'heapproof: %s' means nothing; write 'heapproof: ignore RULE REASON'", verb);
    else if (c.rule == IR_N_RULES)
        warn(s, &c, "'heapproof: ignore %s' names no rule: it ignores nothing", rule);
    else if (!*c.reason)
        warn(s, &c, "'heapproof: ignore %s' gives no reason: it ignores nothing", rule);
    else
        vec_push(&s->comments, c);
}

// ---- where comments are ----------------------------------------------------------------------------------------------------------------

struct scanner {
    struct search *s;
    const char *at, *end, *start;  // of the text; of the line
    uint32_t file, line;
    uint32_t pending;  // comments from here on wait for a line of code
    bool code, blank;  // the line has code; the line has nothing so far
};

static void end_line(struct scanner *x) {
    if (x->blank) x->pending = x->s->comments.n;
    x->line++;
    x->start = x->at;
    x->code = false;
    x->blank = true;
}

// One character; an end of line is one of "\n", "\r\n", "\r".
static void step(struct scanner *x) {
    char c = *x->at++;
    bool ends = c == '\n' || (c == '\r' && (x->at == x->end || *x->at != '\n'));
    if (!ends && !isspace((unsigned char)c)) x->blank = false;
    if (ends) end_line(x);
}

static bool follows(const struct scanner *x, const char *text) {
    size_t n = strlen(text);
    return (size_t)(x->end - x->at) >= n && memcmp(x->at, text, n) == 0;
}

static void skip_comment(struct scanner *x) {
    bool block = x->at[1] == '*';
    const char *text = x->at + 2;
    struct comment c = {.file = x->file, .first = x->line, .column = (uint32_t)(x->at - x->start) + 1, .alone = !x->code};
    step(x);
    step(x);
    while (x->at < x->end && !(block ? follows(x, "*/") : *x->at == '\n')) {
        if (!block && x->at[0] == '\\' && x->end - x->at > 1) step(x);  // what follows is still the comment, an end of line too
        step(x);
    }
    const char *end = x->at;
    if (block && x->at < x->end) {
        step(x);
        step(x);
    }
    x->blank = false;
    c.last = x->line;
    take_comment(x->s, c, text, end);
}

static void skip_quoted(struct scanner *x) {
    char quote = *x->at;
    step(x);
    while (x->at < x->end && *x->at != quote && *x->at != '\n') {
        if (*x->at == '\\' && x->end - x->at > 1) step(x);
        step(x);
    }
    if (x->at < x->end && *x->at == quote) step(x);
}

static void see_code(struct scanner *x) {
    x->code = true;
    for (uint32_t i = x->pending; i < x->s->comments.n; i++)
        if (x->s->comments.at[i].alone) x->s->comments.at[i].next = x->line;
    x->pending = x->s->comments.n;
}

static void scan(struct search *s, uint32_t file, const char *text, size_t n) {
    struct scanner x = {
        .s = s, .at = text, .end = text + n, .start = text, .file = file, .line = 1, .pending = s->comments.n, .blank = true};
    while (x.at < x.end) {
        if (follows(&x, "//") || follows(&x, "/*")) {
            skip_comment(&x);
            continue;
        }
        bool space = isspace((unsigned char)*x.at);
        if (!space) see_code(&x);
        if (*x.at == '"' || *x.at == '\'')
            skip_quoted(&x);
        else
            step(&x);
    }
}

// ---- findings --------------------------------------------------------------------------------------------------------------------------

static void scan_sources(struct search *s, const struct check_result *results, uint32_t n, struct report_sources *texts) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].sources.n; k++) {
            const char *path = results[i].sources.at[k];
            size_t length;
            if (intern_find(&s->files, path) != INTERN_NONE) continue;
            uint32_t file = intern_add(&s->files, path);
            const char *text = report_source_text(texts, path, &length);
            if (text && memmem(text, length, "heapproof:", 10)) scan(s, file, text, length);
        }
}

static struct comment *comment_on(struct search *s, const struct check_result *r, enum ir_rule rule, const struct check_place *place) {
    uint32_t file = intern_find(&s->files, *place->file ? place->file : r->file), line = place->line;
    for (uint32_t i = 0; i < s->comments.n; i++) {
        struct comment *c = &s->comments.at[i];
        if (c->file == file && c->rule == rule && ((c->first <= line && line <= c->last) || (c->next && line == c->next))) return c;
    }
    return NULL;
}

// A finding in several places is ignored where all of them are.
static void suppress(struct search *s, struct check_result *r, struct check_finding *f) {
    struct comment *first = comment_on(s, r, f->rule, &f->place);
    bool all = first;
    if (first) first->used = true;
    for (uint32_t i = 0; i < f->others.n; i++) {
        struct comment *c = comment_on(s, r, f->rule, &f->others.at[i].place);
        if (c) c->used = true;
        all &= c != NULL;
    }
    if (!all) return;
    f->suppression = CHECK_IGNORED;
    f->justification = arena_strdup(&r->arena, first->reason);
}

// A program without findings about which nothing is known might have had one here.
static bool is_undecided(const struct check_result *r, const char *path) {
    bool has = false;
    for (uint32_t k = 0; k < r->sources.n; k++) has |= strcmp(r->sources.at[k], path) == 0;
    return has && r->verdict == CHECK_UNKNOWN && !r->findings.n;
}

static void note_unused(struct search *s, const struct check_result *results, uint32_t n, ir_rule_set rules) {
    for (uint32_t i = 0; i < s->comments.n; i++) {
        const struct comment *c = &s->comments.at[i];
        const char *path = s->files.text.at[c->file];
        bool undecided = c->used || !(rules >> c->rule & 1);
        for (uint32_t k = 0; k < n && !undecided; k++) undecided = is_undecided(&results[k], path);
        if (!undecided)
            buf_printf(s->messages, "%s:%u:%u: note: 'heapproof: ignore %s' ignores nothing: there is no such finding here\n", path,
                       c->first, c->column, ir_rules[c->rule].text);
    }
}

void report_ignore(struct check_result *results, uint32_t n, ir_rule_set rules, bool quiet, struct report_sources *texts, struct buf *messages) {
    struct search s = {.messages = messages};
    scan_sources(&s, results, n, texts);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) suppress(&s, &results[i], &results[i].findings.at[k]);
    if (!quiet) note_unused(&s, results, n, rules);
    vec_free(&s.comments);
    intern_free(&s.files);
    arena_free(&s.arena);
}
