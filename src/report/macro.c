// SPDX-License-Identifier: MIT
// Places that are uses of macros: findings and steps there name the macro and where it is defined.
//
// clang gives what a macro expands to the place of its name.  So what stands at a place is a macro if a file of the program defines one of that name.
#include <ctype.h>

#include "base/buf.h"
#include "base/intern.h"
#include "report/report.h"
#include "report/source.h"

struct macros {
    struct report_sources sources, headers;
    struct intern names;
    VEC(struct check_place) places;  // by name: its first definition
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

static void add_macro(struct macros *m, const char *file, uint32_t line, const char *name, size_t n) {
    char *text = strndup(name, word(name, n));
    if (text && *text && intern_add(&m->names, text) == m->places.n)
        vec_push(&m->places, (struct check_place){arena_strdup(&m->r->arena, file), line, 0, ""});
    free(text);
}

// own: the program is known to be compiled from it.  Of headers that only define macros that is not known: of those beside the file nothing is told but a name.
static void add_file(struct macros *m, const char *file, bool own) {
    size_t n;
    uint32_t known = m->files.text.n;
    if (strncmp(file, "/usr/", 5) == 0 || intern_add(&m->files, file) != known) return;
    const char *line;
    for (uint32_t i = 1; (line = report_source_line(own ? &m->sources : &m->headers, file, i, &n)); i++) {
        const char *s = line, *t = line;
        size_t left = n, rest = n;
        if (directive(&s, &left, "define")) add_macro(m, file, i, s, left);
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

static const char *named(struct macros *m, const struct check_place *at, const char *text) {
    uint32_t i = macro_at(m, at);
    if (i == UINT32_MAX) return text;
    return arena_printf(&m->r->arena, "%s, in the macro '%s' (%s:%u)", text, m->names.text.at[i], m->places.at[i].file,
                        m->places.at[i].line);
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
        vec_free(&m.places);
        report_sources_free(&m.sources);
        report_sources_free(&m.headers);
    }
}
