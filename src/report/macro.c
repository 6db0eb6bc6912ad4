// SPDX-License-Identifier: MIT
// Places that are uses of macros: findings and steps there name the macro, where it is defined, and what it becomes.
//
// clang gives what a macro expands to the place of its name.  So what stands at a place is a macro if a file of the program defines one of that name.
#include <ctype.h>

#include "base/buf.h"
#include "base/intern.h"
#include "report/expand.h"
#include "report/report.h"
#include "report/source.h"

struct macros {
    struct report_sources sources, headers;
    struct intern names;
    VEC(struct check_place) places;     // by name: its first definition
    VEC(struct report_macro) meanings;  // by name
    struct intern files;             // that were looked at
    struct check_result *r;
};

static size_t word(const char *s, size_t n) {
    size_t k = 0;
    while (k < n && (isalnum((unsigned char)s[k]) || s[k] == '_')) k++;
    return n && isdigit((unsigned char)s[0]) ? 0 : k;
}

static void skip_blanks(const char **s, size_t *n) {
    while (*n && (**s == ' ' || **s == '\t')) ++*s, --*n;
}

// What follows "# WORD" in a line; false: it is no such line.
static bool directive(const char **s, size_t *n, const char *name) {
    size_t k = strlen(name);
    skip_blanks(s, n);
    if (!*n || **s != '#') return false;
    ++*s, --*n;
    skip_blanks(s, n);
    if (*n <= k || memcmp(*s, name, k) != 0) return false;
    *s += k, *n -= k;
    skip_blanks(s, n);
    return true;
}

static void add_file(struct macros *m, const char *file, bool own);

static void add_include(struct macros *m, const char *file, const char *name, size_t n) {
    const char *slash = strrchr(file, '/'), *end = n && *name == '"' ? memchr(name + 1, '"', n - 1) : NULL;
    if (!end) return;
    int folder = slash && name[1] != '/' ? (int)(slash + 1 - file) : 0;
    add_file(m, arena_printf(&m->r->arena, "%.*s%.*s", folder, file, (int)(end - name - 1), name + 1), false);
}

// The definition on one line, without comments.  False: a comment does not end there.
static bool join_lines(struct report_sources *sources, const char *file, uint32_t line, const char *s, size_t n, struct buf *out) {
    while (s) {
        bool more = n && s[n - 1] == '\\';
        buf_add(out, s, n - more);
        s = more ? report_source_line(sources, file, ++line, &n) : NULL;
    }
    for (char *at; (at = strstr(out->text, "/*"));) {
        char *end = strstr(at, "*/");
        if (!end) return false;
        *at = ' ';
        memmove(at + 1, end + 2, strlen(end + 2) + 1);
    }
    char *rest = strstr(out->text, "//");
    if (rest) *rest = 0;
    return true;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

// Of several definitions that differ nobody knows which one counts.
static void add_macro(struct macros *m, struct report_sources *sources, const char *file, uint32_t line, const char *name, size_t n) {
    struct buf text = {0};
    struct report_macro meaning = {0};
    size_t k = word(name, n);
    if (!k) return;
    if (join_lines(sources, file, line, name, n, &text) && !report_macro_read(&meaning, text.text + k)) report_macro_free(&meaning);
    uint32_t number = intern_add(&m->names, arena_strndup(&m->r->arena, name, k));
    if (number == m->places.n) {
        vec_push(&m->places, (struct check_place){arena_strdup(&m->r->arena, file), line, 0, ""});
        vec_push(&m->meanings, meaning);
    } else {
        struct report_macro *first = &m->meanings.at[number];
        bool same = same_text(first->parameters, meaning.parameters) && same_text(first->body, meaning.body);
        if (!same) report_macro_free(first);
        report_macro_free(&meaning);
    }
    buf_free(&text);
}

// own: the program is known to be compiled from it.  Of headers that only define macros that is not known: of those beside the file only what macros mean is told.
static void add_file(struct macros *m, const char *file, bool own) {
    size_t n;
    uint32_t known = m->files.text.n;
    if (strncmp(file, "/usr/", 5) == 0 || intern_add(&m->files, file) != known) return;
    const char *line;
    struct report_sources *sources = own ? &m->sources : &m->headers;
    for (uint32_t i = 1; (line = report_source_line(sources, file, i, &n)); i++) {
        const char *s = line, *t = line;
        size_t left = n, rest = n;
        if (directive(&s, &left, "define")) add_macro(m, sources, file, i, s, left);
        if (directive(&t, &rest, "include")) add_include(m, file, t, rest);
    }
}

// The macro at a place, or UINT32_MAX.
static uint32_t macro_at(struct macros *m, const struct check_place *at) {
    size_t n;
    const char *file = *at->file ? at->file : m->r->file;
    const char *line = at->column ? report_source_line(&m->sources, file, at->line, &n) : NULL;
    if (!line || at->column > n) return UINT32_MAX;
    size_t k = word(line + at->column - 1, n - at->column + 1);
    char *text = k ? strndup(line + at->column - 1, k) : NULL;
    uint32_t number = text ? intern_find(&m->names, text) : INTERN_NONE;
    free(text);
    return number == INTERN_NONE ? UINT32_MAX : number;
}

static const struct report_macro *find_macro(void *context, const char *name, size_t n) {
    const struct macros *m = context;
    char *text = strndup(name, n);
    uint32_t number = text ? intern_find(&m->names, text) : INTERN_NONE;
    free(text);
    return number == INTERN_NONE ? NULL : &m->meanings.at[number];
}

// What the use at a place becomes, ", here ...", or nothing.
static void add_meaning(struct macros *m, const struct check_place *at, struct buf *out) {
    enum { LINES = 8, SHOWN = 120 };
    const char *file = *at->file ? at->file : m->r->file;
    struct buf use = {0}, text = {0};
    for (uint32_t i = 0; i < LINES; i++) {
        size_t n, skip = i ? 0 : at->column - 1;
        const char *line = report_source_line(&m->sources, file, at->line + i, &n);
        if (!line) break;
        buf_add(&use, line + skip, n - skip);
        buf_char(&use, ' ');
    }
    bool known = report_expand(find_macro, m, buf_text(&use), &text) && text.n;
    size_t shown = text.n > SHOWN ? SHOWN : text.n;
    while (shown < text.n && (text.text[shown] & 0xc0) == 0x80) shown--;  // no part of a character
    if (known) buf_printf(out, ", here %.*s%s", (int)shown, text.text, shown < text.n ? " ..." : "");
    buf_free(&use);
    buf_free(&text);
}

static const char *named(struct macros *m, const struct check_place *at, const char *text) {
    uint32_t i = macro_at(m, at);
    struct buf meaning = {0};
    if (i == UINT32_MAX) return text;
    add_meaning(m, at, &meaning);
    text = arena_printf(&m->r->arena, "%s, in the macro '%s' (%s:%u)%s", text, m->names.text.at[i], m->places.at[i].file, m->places.at[i].line,
                        buf_text(&meaning));
    buf_free(&meaning);
    return text;
}

static void name_all(struct macros *m) {
    for (uint32_t k = 0; k < m->r->findings.n; k++) {
        struct check_finding *f = &m->r->findings.at[k];
        f->message = named(m, &f->place, f->message);
        for (uint32_t i = 0; i < f->trace.n; i++) f->trace.at[i].text = named(m, &f->trace.at[i].place, f->trace.at[i].text);
    }
}

void report_macros(struct check_result *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        struct macros m = {.r = &results[i]};
        if (!results[i].findings.n) continue;
        report_sources_limit(&m.sources, results, n);
        for (uint32_t k = 0; k < results[i].sources.n; k++) add_file(&m, results[i].sources.at[k], true);
        name_all(&m);
        intern_free(&m.names);
        intern_free(&m.files);
        for (uint32_t k = 0; k < m.meanings.n; k++) report_macro_free(&m.meanings.at[k]);
        vec_free(&m.meanings);
        vec_free(&m.places);
        report_sources_free(&m.sources);
        report_sources_free(&m.headers);
    }
}
