// SPDX-License-Identifier: MIT
#include "lsp/wire.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, MOST_HEADER = 4096 };
static const char FIELD[] = "Content-Length:";

bool lsp_wire_read(struct lsp_wire *w, int fd) {
    char chunk[CHUNK];
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    if (n > 0) buf_add(&w->in, chunk, (size_t)n);
    return n > 0;
}

// Gives up what is done with, when that is as much as what is left, so that it costs little whatever waits.
static void give_up(struct buf *b, size_t *done) {
    if (!*done || (*done < b->n && (*done < CHUNK || *done < b->n - *done))) return;
    memmove(b->text, b->text + *done, b->n - *done);
    b->n -= *done;
    b->text[b->n] = 0;
    *done = 0;
}

// How many bytes the header has, with the empty line; 0: it is not whole.
static size_t header_length(const char *at, size_t n) {
    if (n > MOST_HEADER) n = MOST_HEADER;
    const char *end = memmem(at, n, "\r\n\r\n", 4), *plain = memmem(at, n, "\n\n", 2);
    if (end && (!plain || end < plain)) return (size_t)(end - at) + 4;
    return plain ? (size_t)(plain - at) + 2 : 0;
}

// The last field that tells a length.
static const char *find_field(const char *at, size_t n) {
    const char *found = NULL;
    for (size_t i = 0; i + sizeof FIELD - 1 <= n; i++)
        if (strncasecmp(at + i, FIELD, sizeof FIELD - 1) == 0) found = at + i;
    return found;
}

static bool parse_length(const char *field, unsigned long long *length) {
    const char *digits = field + sizeof FIELD - 1;
    char *end;
    while (*digits == ' ' || *digits == '\t') digits++;
    errno = 0;
    *length = strtoull(digits, &end, 10);
    return *digits >= '0' && *digits <= '9' && errno == 0 && (*end == '\r' || *end == '\n' || *end == ' ');
}

static enum lsp_input wrong(struct lsp_wire *w, size_t n, const char *what, const char **why) {
    w->read += n;
    *why = what;
    return LSP_WRONG;
}

static void skip(struct lsp_wire *w) {
    size_t left = w->in.n - w->read, n = w->skip < left ? (size_t)w->skip : left;
    w->skip -= n;
    w->read += n;
}

enum lsp_input lsp_wire_next(struct lsp_wire *w, const char **text, size_t *n, const char **why) {
    unsigned long long length = 0;
    skip(w);
    give_up(&w->in, &w->read);
    const char *at = w->in.text ? w->in.text + w->read : "";
    size_t left = w->in.n - w->read, head = header_length(at, left);
    if (w->skip || !left) return LSP_NOTHING;
    if (!head && left > MOST_HEADER) return wrong(w, left, "the header is too long", why);
    if (!head) return LSP_NOTHING;
    const char *field = find_field(at, head);
    if (!field || !parse_length(field, &length)) return wrong(w, head, "the header has no Content-Length", why);
    if (field != at && field[-1] != '\n') return wrong(w, (size_t)(field - at), "there is text between messages", why);
    if (length > LSP_MOST_BYTES) {
        w->skip = length;
        return wrong(w, head, "the message is too long", why);
    }
    if (left - head < length) return LSP_NOTHING;
    *text = at + head;
    *n = (size_t)length;
    w->read += head + *n;  // and stays there until the next call
    return LSP_MESSAGE;
}

void lsp_wire_put(struct lsp_wire *w, const char *text, size_t n) {
    buf_printf(&w->out, "Content-Length: %zu\r\n\r\n", n);
    buf_add(&w->out, text, n);
}

bool lsp_wire_waits(const struct lsp_wire *w) {
    return w->sent < w->out.n;
}

bool lsp_wire_write(struct lsp_wire *w, int fd) {
    size_t left = w->out.n - w->sent, n = left < PIPE_BUF ? left : PIPE_BUF;
    ssize_t done = n ? write(fd, w->out.text + w->sent, n) : 0;
    if (done < 0) return errno == EINTR || errno == EAGAIN;
    w->sent += (size_t)done;
    give_up(&w->out, &w->sent);
    return true;
}

void lsp_wire_free(struct lsp_wire *w) {
    buf_free(&w->in);
    buf_free(&w->out);
}
