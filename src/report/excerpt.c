// SPDX-License-Identifier: MIT
#include "report/excerpt.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "report/value.h"

// Of a line so many bytes are shown; files that are larger, or all of them together, in parts: so many lines around a mark.
enum { MOST_LINE = 400, MOST_FILE = 300000, MOST_ALL = 800000, AROUND = 25 };

void report_excerpts_free(struct report_excerpts *x) {
    report_sources_free(&x->sources);
    vec_free(&x->files);
    vec_free(&x->marks);
}

static bool same_file(const char *a, const char *b) {
    struct stat s, t;
    return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

uint32_t report_excerpts_file(struct report_excerpts *x, const char *path) {
    uint32_t i = 0;
    while (i < x->files.n && strcmp(x->files.at[i], path) != 0) i++;
    if (i < x->files.n) return i;
    for (i = 0; i < x->files.n && !same_file(x->files.at[i], path);) i++;
    if (i == x->files.n) vec_push(&x->files, path);
    return i;
}

void report_excerpts_mark(struct report_excerpts *x, uint32_t file, uint32_t line) {
    if (line) vec_push(&x->marks, (struct report_mark){file, line});
}

// ---- lines -------------------------------------------------------------------------------------------------------------------------

void report_visible(struct buf *out, const char *s, size_t n) {
    for (size_t k; n; s += k, n -= k) {
        k = utf8_length(s, n);
        uint32_t c = k ? utf8_number(s, k) : 0;
        if (!k)
            buf_str(out, "\xef\xbf\xbd");
        else if (c < 32 && c != '\t')
            buf_printf(out, "\xe2\x90%c", (char)(0x80 + c));
        else if (c != '\t' && utf8_is_hidden(c))
            buf_printf(out, "<U+%04X>", c);
        else
            buf_add(out, s, k);
        k += !k;
    }
}

// The end of what is shown of a line, not inside a character.
static size_t shown(const char *line, size_t n) {
    if (n <= MOST_LINE) return n;
    size_t end = MOST_LINE;
    while (end > MOST_LINE - 4 && ((unsigned char)line[end] & 0xc0) == 0x80) end--;
    return end;
}

static json_t *line_json(const char *line, size_t n) {
    struct buf text = {0};
    size_t end = shown(line, n);
    report_visible(&text, line, end);
    if (end < n) buf_printf(&text, " \xe2\x80\xa6 (%zu more bytes)", n - end);
    json_t *j = report_string(buf_text(&text));
    buf_free(&text);
    return j;
}

uint32_t report_excerpts_units(struct report_excerpts *x, uint32_t file, uint32_t line, uint32_t column) {
    size_t n;
    struct buf text = {0};
    uint32_t units = 0;
    const char *s = report_source_line(&x->sources, x->files.at[file], line, &n);
    if (!s || !column) return 0;
    size_t before = column - 1 < shown(s, n) ? column - 1 : shown(s, n);
    report_visible(&text, s, before);
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.text[i];
        units += ((c & 0xc0) != 0x80) + (c >= 0xf0);
    }
    buf_free(&text);
    return units;
}

// ---- files -------------------------------------------------------------------------------------------------------------------------

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static json_t *part(struct report_excerpts *x, uint32_t file, uint32_t first, uint32_t last) {
    json_t *j = report_object(), *lines = report_array();
    size_t n;
    for (uint32_t i = first; i <= last; i++) {
        const char *s = report_source_line(&x->sources, x->files.at[file], i, &n);
        if (!s) break;
        report_append(lines, line_json(s, n));
    }
    report_put(j, "first", json_integer(first));
    report_put(j, "lines", lines);
    return j;
}

// Parts around the marks, those that meet made one.
static json_t *some_parts(struct report_excerpts *x, uint32_t file) {
    json_t *all = report_array();
    VEC(uint32_t) lines = {0};
    for (uint32_t i = 0; i < x->marks.n; i++)
        if (x->marks.at[i].file == file) vec_push(&lines, x->marks.at[i].line);
    if (lines.n) qsort(lines.at, lines.n, sizeof *lines.at, by_number);
    for (uint32_t i = 0, k; i < lines.n; i = k) {
        for (k = i + 1; k < lines.n && lines.at[k] - lines.at[k - 1] <= 2 * AROUND; k++) continue;
        uint32_t first = lines.at[i] > AROUND ? lines.at[i] - AROUND : 1;
        report_append(all, part(x, file, first, lines.at[k - 1] + AROUND));
    }
    vec_free(&lines);
    return all;
}

static json_t *all_of(struct report_excerpts *x, uint32_t file) {
    json_t *all = report_array();
    report_append(all, part(x, file, 1, UINT32_MAX - 1));
    return all;
}

json_t *report_excerpts_json(struct report_excerpts *x) {
    json_t *all = report_array();
    size_t total = 0;
    for (uint32_t i = 0; i < x->files.n; i++) {
        json_t *j = report_object();
        size_t bytes = report_source_size(&x->sources, x->files.at[i]);
        bool whole = bytes <= MOST_FILE && total + bytes <= MOST_ALL;
        if (whole) total += bytes;
        report_put(j, "path", report_string(x->files.at[i]));
        report_put(j, "parts", !bytes ? report_array() : whole ? all_of(x, i) : some_parts(x, i));
        report_append(all, j);
    }
    return all;
}
