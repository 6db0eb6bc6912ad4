// SPDX-License-Identifier: MIT
#include "front/archive.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

// Every member has a header of printable text: name, dates and owners, size, end.
enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, DIGITS = 10 };

struct archive {
    const char *at, *end;
    const char *names;  // the long ones, each ended by a line; NULL: none so far
    size_t n_names;
    bool thin;  // the members are elsewhere
};

static uint64_t number(const char *text, size_t width) {
    uint64_t n = 0;
    for (size_t i = 0; i < width && text[i] >= '0' && text[i] <= '9'; i++) n = n * 10 + (uint64_t)(text[i] - '0');
    return n;
}

// The name without folders, of `n` characters or up to a slash or line at its end.
static void tell(const char *name, size_t n, void (*member)(void *, const char *, size_t), void *context) {
    while (n && (name[n - 1] == '/' || name[n - 1] == ' ' || !name[n - 1])) n--;
    const char *slash = memrchr(name, '/', n);
    if (slash) n -= (size_t)(slash + 1 - name), name = slash + 1;
    if (n) member(context, name, n);
}

static bool tell_name(const struct archive *a, const char *header, const char *data, size_t size,
                      void (*member)(void *, const char *, size_t), void *context) {
    if (header[0] != '/') {
        size_t inside = strncmp(header, "#1/", 3) == 0 ? number(header + 3, NAME - 3) : 0;  // the name comes before the contents
        if (inside > size) return false;
        tell(inside ? data : header, inside ? strnlen(data, inside) : NAME, member, context);
        return true;
    }
    uint64_t at = number(header + 1, NAME - 1);
    if (header[1] < '0' || header[1] > '9') return true;  // a table of symbols
    if (!a->names || at >= a->n_names) return false;
    const char *name = a->names + at, *line = memchr(name, '\n', a->n_names - at);
    tell(name, line ? (size_t)(line - name) : a->n_names - at, member, context);
    return true;
}

static bool next(struct archive *a, void (*member)(void *, const char *, size_t), void *context) {
    const char *header = a->at, *data = header + HEADER;
    if (a->end - header < HEADER || header[HEADER - 2] != '`') return false;
    uint64_t size = number(header + SIZE_AT, DIGITS);
    bool table = header[0] == '/' && (header[1] < '0' || header[1] > '9'), away = a->thin && !table;
    if (!away && size > (uint64_t)(a->end - data)) return false;
    if (header[0] == '/' && header[1] == '/') a->names = data, a->n_names = size;
    a->at = away ? data : data + size + (size & 1);
    return tell_name(a, header, data, away ? 0 : size, member, context);
}

bool front_archive(const char *path, void (*member)(void *, const char *, size_t), void *context) {
    struct buf text = {0};
    const char *why;
    bool good = buf_read_regular(&text, path, &why) && text.n >= MAGIC;
    struct archive a = {.at = text.text ? text.text + MAGIC : NULL, .end = text.text ? text.text + text.n : NULL};
    a.thin = good && memcmp(text.text, "!<thin>\n", MAGIC) == 0;
    good = good && (a.thin || memcmp(text.text, "!<arch>\n", MAGIC) == 0);
    while (good && a.at < a.end) good = next(&a, member, context);
    buf_free(&text);
    return good;
}
