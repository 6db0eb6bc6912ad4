// SPDX-License-Identifier: MIT
// A growing string.  A zeroed struct buf is empty; text is always NUL-terminated once something was added.
#ifndef HP_BASE_BUF_H
#define HP_BASE_BUF_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buf {
    char *text;  // NULL while nothing was added
    size_t n, cap;
};

void buf_add(struct buf *b, const char *s, size_t n);
void buf_str(struct buf *b, const char *s);
void buf_char(struct buf *b, char c);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));
// s with every byte that is not printable ASCII, and quotes and backslashes, escaped as in C (\xHH, two digits), inside double quotes.
void buf_quoted(struct buf *b, const char *s, size_t n);
// Reads all of a file ("-" is standard input).  False: *why says why, in words (errno's), and b is unchanged.
bool buf_read_file(struct buf *b, const char *path, const char **why);
// The same of a regular file only, however it is called: a pipe or a device might never end.
bool buf_read_regular(struct buf *b, const char *path, const char **why);
// The text, never NULL.
const char *buf_text(const struct buf *b);
void buf_free(struct buf *b);
#endif
