// SPDX-License-Identifier: MIT
#include "report/source.h"

#include <sys/stat.h>

static const off_t most_bytes = 64 << 20;

static bool is_readable(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && s.st_size <= most_bytes;
}

void report_sources_instead(struct report_sources *s, const char *path, const char *contents) {
    vec_push(&s->instead, (struct report_instead){path, contents});
}

// Where the text of a file is.
static const char *text_of(const struct report_sources *s, const char *path) {
    char *real = s->instead.n ? realpath(path, NULL) : NULL;
    for (uint32_t i = 0; i < s->instead.n && real; i++)
        if (strcmp(s->instead.at[i].path, real) == 0) path = s->instead.at[i].contents;
    free(real);
    return path;
}

static struct report_file *file_of(struct report_sources *s, const char *path) {
    const char *why;
    for (uint32_t i = 0; i < s->files.n; i++)
        if (strcmp(s->files.at[i].path, path) == 0) return &s->files.at[i];
    struct report_file *f = vec_add(&s->files);
    f->path = path;
    if (s->limited && intern_find(&s->allowed, path) == INTERN_NONE) return f;
    const char *contents = text_of(s, path);
    if (!is_readable(contents) || !buf_read_file(&f->text, contents, &why)) return f;
    vec_push(&f->lines, 0);
    for (size_t i = 0; i + 1 < f->text.n; i++) {  // as clang counts
        char c = f->text.text[i];
        if (c == '\n' || (c == '\r' && f->text.text[i + 1] != '\n')) vec_push(&f->lines, i + 1);
    }
    return f;
}

const char *report_source_text(struct report_sources *s, const char *path, size_t *n) {
    const struct report_file *f = file_of(s, path);
    *n = f->text.n;
    return f->text.text;
}

const char *report_source_line(struct report_sources *s, const char *path, uint32_t line, size_t *n) {
    const struct report_file *f = file_of(s, path);
    if (!line || line > f->lines.n || !f->text.n) return NULL;
    size_t start = f->lines.at[line - 1], end = line < f->lines.n ? f->lines.at[line] : f->text.n;
    while (end > start && (f->text.text[end - 1] == '\n' || f->text.text[end - 1] == '\r')) end--;
    *n = end - start;
    return f->text.text + start;
}

size_t report_source_size(struct report_sources *s, const char *path) {
    return file_of(s, path)->text.n;
}

void report_sources_limit(struct report_sources *s, const struct check_result *results, uint32_t n) {
    s->limited = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].sources.n; k++) intern_add(&s->allowed, results[i].sources.at[k]);
}

void report_sources_free(struct report_sources *s) {
    intern_free(&s->allowed);
    vec_free(&s->instead);
    for (uint32_t i = 0; i < s->files.n; i++) {
        buf_free(&s->files.at[i].text);
        vec_free(&s->files.at[i].lines);
    }
    vec_free(&s->files);
}
