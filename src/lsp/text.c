// SPDX-License-Identifier: MIT
#include "lsp/text.h"

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"

size_t lsp_line_start(const char *text, size_t n, uint64_t line) {
    size_t at = 0;
    for (; line && at < n; line--) {
        at += lsp_line_length(text, n, at);
        if (at < n) at += text[at] == '\r' && at + 1 < n && text[at + 1] == '\n' ? 2 : 1;
    }
    return at;
}

size_t lsp_line_length(const char *text, size_t n, size_t start) {
    size_t end = start;
    while (end < n && text[end] != '\n' && text[end] != '\r') end++;
    return end - start;
}

// One character: its bytes and units.
static size_t step(const char *s, size_t left, uint32_t *units) {
    size_t n = utf8_length(s, left);
    *units = n == 4 ? 2 : 1;
    return n ? n : 1;
}

uint32_t lsp_units(const char *text, size_t n) {
    uint32_t sum = 0, units;
    for (size_t i = 0; i < n; sum += units) i += step(text + i, n - i, &units);
    return sum;
}

size_t lsp_byte(const char *line, size_t n, uint64_t units) {
    size_t at = 0;
    uint32_t one;
    while (at < n && units) {
        size_t length = step(line + at, n - at, &one);
        if (one > units) break;  // in the middle of a character
        units -= one;
        at += length;
    }
    return at;
}

size_t lsp_offset(const char *text, size_t n, uint64_t line, uint64_t units) {
    size_t start = lsp_line_start(text, n, line);
    return start + lsp_byte(text + start, lsp_line_length(text, n, start), units);
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

size_t lsp_token_end(const char *line, size_t n, size_t from) {
    uint32_t units;
    if (from >= n) return n;
    size_t to = from;
    while (to < n && in_name(line[to])) to++;
    return to > from ? to : from + step(line + from, n - from, &units);
}

bool lsp_name_at(const char *line, size_t n, size_t at, size_t *from, size_t *to) {
    *from = *to = at;
    while (*from > 0 && in_name(line[*from - 1])) --*from;
    while (*to < n && in_name(line[*to])) ++*to;
    return *to > *from && !isdigit((unsigned char)line[*from]);
}

static int hex(char c) {
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

bool lsp_uri_path(const char *uri, struct buf *path) {
    static const char scheme[] = "file://";
    if (strncasecmp(uri, scheme, sizeof scheme - 1) != 0) return false;
    const char *s = uri + sizeof scheme - 1;
    if (strncmp(s, "localhost/", 10) == 0) s += 9;
    if (*s != '/') return false;
    for (; *s && *s != '?' && *s != '#'; s++) {
        int high = *s == '%' ? hex(s[1]) : -1, low = high >= 0 ? hex(s[2]) : -1;
        if (low < 0) {
            buf_char(path, *s);
        } else {
            if (high + low == 0) return false;
            buf_char(path, (char)(high * 16 + low));
            s += 2;
        }
    }
    return true;
}

void lsp_path_uri(const char *path, struct buf *uri) {
    buf_str(uri, "file://");
    for (; *path; path++) {
        bool plain = isalnum((unsigned char)*path) || strchr("/-._~", *path);
        if (plain)
            buf_char(uri, *path);
        else
            buf_printf(uri, "%%%02X", (unsigned char)*path);
    }
}
