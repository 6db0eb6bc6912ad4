// SPDX-License-Identifier: MIT
#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"

static void reserve(struct buf *b, size_t more) {
    if (more < b->cap - b->n) return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap - b->n <= more) {
        if (cap > SIZE_MAX / 2) base_out_of_memory();
        cap *= 2;
    }
    char *p = realloc(b->text, cap);
    if (!p) base_out_of_memory();
    b->text = p;
    b->cap = cap;
}

void buf_add(struct buf *b, const char *s, size_t n) {
    reserve(b, n);
    if (n) memcpy(b->text + b->n, s, n);
    b->n += n;
    b->text[b->n] = 0;
}

void buf_str(struct buf *b, const char *s) {
    buf_add(b, s, strlen(s));
}

void buf_char(struct buf *b, char c) {
    buf_add(b, &c, 1);
}

void buf_vprintf(struct buf *b, const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    reserve(b, 120);
    size_t room = b->cap - b->n;
    int n = vsnprintf(b->text + b->n, room, format, ap);
    if (n >= 0 && (size_t)n >= room) {
        reserve(b, (size_t)n);
        vsnprintf(b->text + b->n, (size_t)n + 1, format, again);
    }
    va_end(again);
    if (n > 0) b->n += (size_t)n;
}

void buf_printf(struct buf *b, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    buf_vprintf(b, format, ap);
    va_end(ap);
}

void buf_quoted(struct buf *b, const char *s, size_t n) {
    buf_char(b, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\')
            buf_printf(b, "\\%c", c);
        else if (c < 32 || c > 126)
            buf_printf(b, "\\x%02x", c);
        else
            buf_char(b, (char)c);
    }
    buf_char(b, '"');
}

static bool read_all(struct buf *b, int fd) {
    for (;;) {
        reserve(b, 1 << 16);
        ssize_t n = read(fd, b->text + b->n, b->cap - b->n - 1);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        b->n += (size_t)n;
        b->text[b->n] = 0;
        if (n == 0) return true;
    }
}

static bool read_open(struct buf *b, int fd, const char **why) {
    size_t before = b->n;
    bool good = fd >= 0 && read_all(b, fd);
    int error = errno;
    if (fd > 0) close(fd);
    if (good) return true;
    *why = strerror(error);
    b->n = before;
    if (b->text) b->text[before] = 0;
    return false;
}

bool buf_read_file(struct buf *b, const char *path, const char **why) {
    return read_open(b, strcmp(path, "-") == 0 ? 0 : open(path, O_RDONLY | O_CLOEXEC), why);
}

bool buf_read_regular(struct buf *b, const char *path, const char **why) {
    struct stat s;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || (fstat(fd, &s) == 0 && (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode)))) return read_open(b, fd, why);
    close(fd);
    *why = "is not a regular file";
    return false;
}

const char *buf_text(const struct buf *b) {
    return b->text ? b->text : "";
}

void buf_free(struct buf *b) {
    free(b->text);
    *b = (struct buf){0};
}
