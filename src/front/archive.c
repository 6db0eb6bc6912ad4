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

// Without the slash or blanks at the end of its name.
static void tell(struct front_member m, front_take_member *member, void *context) {
    while (m.n && (m.name[m.n - 1] == '/' || m.name[m.n - 1] == ' ' || !m.name[m.n - 1])) m.n--;
    if (m.n) member(context, &m);
}

// A name that is too long for the header is before the contents, or in the table of long names.
static bool find_name(const struct archive *a, const char *header, struct front_member *m) {
    if (header[0] != '/') {
        size_t inside = strncmp(header, "#1/", 3) == 0 ? number(header + 3, NAME - 3) : 0;
        if (inside > m->size) return false;
        m->name = inside ? m->data : header;
        m->n = inside ? strnlen(m->data, inside) : NAME;
        m->data += inside;
        m->size -= inside;
        return true;
    }
    uint64_t at = number(header + 1, NAME - 1);
    if (!a->names || at >= a->n_names) return false;
    m->name = a->names + at;
    const char *line = memchr(m->name, '\n', a->n_names - at);
    m->n = line ? (size_t)(line - m->name) : a->n_names - at;
    return true;
}

static bool next(struct archive *a, front_take_member *member, void *context) {
    const char *header = a->at, *data = header + HEADER;
    if (a->end - header < HEADER || header[HEADER - 2] != '`') return false;
    uint64_t size = number(header + SIZE_AT, DIGITS);
    bool table = header[0] == '/' && (header[1] < '0' || header[1] > '9'), away = a->thin && !table;
    if (!away && size > (uint64_t)(a->end - data)) return false;
    if (header[0] == '/' && header[1] == '/') a->names = data, a->n_names = size;
    a->at = away ? data : data + size + (size & 1);
    if (table) return true;
    struct front_member m = {.data = data, .size = away ? 0 : size};
    if (!find_name(a, header, &m)) return false;
    if (away) m.data = NULL;
    tell(m, member, context);
    return true;
}

bool front_archive(const char *path, front_take_member *member, void *context) {
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
