// SPDX-License-Identifier: MIT
#include "lsp/document.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/text.h"
#include "report/value.h"

struct lsp_document *lsp_document(struct lsp_server *s, const char *uri) {
    for (uint32_t i = 0; i < s->documents.n && uri; i++)
        if (strcmp(s->documents.at[i]->uri, uri) == 0) return s->documents.at[i];
    return NULL;
}

struct lsp_document *lsp_document_at(struct lsp_server *s, const char *path) {
    for (uint32_t i = 0; i < s->documents.n; i++)
        if (s->documents.at[i]->path && strcmp(s->documents.at[i]->path, path) == 0) return s->documents.at[i];
    return NULL;
}

bool lsp_is_checked(const struct lsp_document *d) {
    const char *dot = d->path ? strrchr(d->path, '.') : NULL;
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".i") == 0);
}

bool lsp_is_current(const struct lsp_document *d) {
    return d->known && d->known->change == d->change;
}

static char *copy(const char *text) {
    char *s = strdup(text);
    if (!s) base_out_of_memory();
    return s;
}

// Without links, if there is such a file.
static char *path_of(const char *uri) {
    struct buf path = {0};
    char *real = NULL;
    if (lsp_uri_path(uri, &path)) {
        real = realpath(buf_text(&path), NULL);
        if (!real) real = copy(buf_text(&path));
    }
    buf_free(&path);
    return real;
}

struct lsp_document *lsp_document_open(struct lsp_server *s, const char *uri, json_int_t version, const char *text) {
    struct lsp_document *d = lsp_document(s, uri);
    if (!d) {
        d = calloc(1, sizeof *d);
        if (!d) base_out_of_memory();
        d->uri = copy(uri);
        d->path = path_of(uri);
        vec_push(&s->documents, d);
    }
    d->version = version;
    buf_free(&d->text);
    buf_str(&d->text, text);
    return d;
}

static bool get_place(const json_t *place, uint64_t *line, uint64_t *units) {
    const json_t *a = json_object_get(place, "line"), *b = json_object_get(place, "character");
    if (!json_is_integer(a) || !json_is_integer(b) || json_integer_value(a) < 0 || json_integer_value(b) < 0) return false;
    *line = (uint64_t)json_integer_value(a);
    *units = (uint64_t)json_integer_value(b);
    return true;
}

bool lsp_document_change(struct lsp_document *d, const json_t *change) {
    const char *text = json_string_value(json_object_get(change, "text")), *old = buf_text(&d->text);
    const json_t *range = json_object_get(change, "range");
    uint64_t line[2], units[2];
    size_t n = d->text.n;
    if (!text) return false;
    size_t from = 0, to = n;
    if (range && !json_is_null(range)) {
        if (!get_place(json_object_get(range, "start"), &line[0], &units[0]) ||
            !get_place(json_object_get(range, "end"), &line[1], &units[1]))
            return false;
        from = lsp_offset(old, n, line[0], units[0]);
        to = lsp_offset(old, n, line[1], units[1]);
        if (to < from) return false;
    }
    struct buf made = {0};
    buf_add(&made, old, from);
    buf_str(&made, text);
    buf_add(&made, old + to, n - to);
    buf_free(&d->text);
    d->text = made;
    return true;
}

static void set_due(struct lsp_server *s, struct lsp_document *d, double seconds) {
    d->change = ++s->changes;
    s->quiet = lsp_now();
    d->due = lsp_is_checked(d) ? lsp_now() + seconds : 0;
}

// What is no C file may be included by any: clang does not tell which headers it read, if they define nothing.
void lsp_document_touch(struct lsp_server *s, struct lsp_document *d, double seconds) {
    set_due(s, d, seconds);
    for (uint32_t i = 0; i < s->documents.n && d->path && !lsp_is_checked(d); i++)
        if (lsp_is_checked(s->documents.at[i])) set_due(s, s->documents.at[i], seconds);
}

void lsp_document_close(struct lsp_server *s, struct lsp_document *d) {
    uint32_t i = 0;
    while (s->documents.at[i] != d) i++;
    vec_remove(&s->documents, i, 1);
    lsp_document_free(d);
}

void lsp_document_free(struct lsp_document *d) {
    if (d->known) lsp_outcome_free(d->known);
    buf_free(&d->text);
    free(d->uri);
    free(d->path);
    free(d);
}

void lsp_outcome_free(struct lsp_outcome *o) {
    for (uint32_t i = 0; i < o->results.n; i++) check_result_free(&o->results.at[i]);
    vec_free(&o->results);
    json_decref(o->answer);
    free(o);
}

const char *lsp_file(const struct lsp_outcome *o, const char *name, struct arena *a) {
    struct buf path = {0};
    if (*name != '/') report_exact_text(json_object_get(o->answer, "directory"), &path);
    buf_printf(&path, "/%s", name);
    char *real = realpath(path.text, NULL);
    const char *file = arena_strdup(a, real ? real : path.text);
    free(real);
    buf_free(&path);
    return file;
}

const char *lsp_line(struct lsp_server *s, struct report_sources *sources, const char *path, uint32_t line, size_t *n) {
    struct lsp_document *d = lsp_document_at(s, path);
    if (!d) return report_source_line(sources, path, line, n);
    size_t start = lsp_line_start(buf_text(&d->text), d->text.n, line ? line - 1 : 0);
    *n = lsp_line_length(buf_text(&d->text), d->text.n, start);
    return line ? buf_text(&d->text) + start : NULL;
}
