// SPDX-License-Identifier: MIT
// Messages on standard input and output: a header with Content-Length, an empty line, so many bytes.
//
// What comes in is kept until a message is whole; what goes out until it can be written without waiting.  Input that is no message is
// passed over up to the next header.
#ifndef HP_LSP_WIRE_H
#define HP_LSP_WIRE_H
#include <stdbool.h>

#include "base/buf.h"

enum { LSP_MOST_BYTES = 64 << 20 };  // of a message; a longer one is passed over
enum lsp_input { LSP_NOTHING, LSP_MESSAGE, LSP_WRONG };
struct lsp_wire {
    struct buf in, out;
    size_t read, sent;         // so much of them is done with
    unsigned long long skip;   // bytes of a message that is too long
};

// Reads what is there, at most once; false: it is the end.
bool lsp_wire_read(struct lsp_wire *w, int fd);
// The next message, valid until the next call for the wire; or what is wrong (*why).
enum lsp_input lsp_wire_next(struct lsp_wire *w, const char **text, size_t *n, const char **why);
// A message to be sent.
void lsp_wire_put(struct lsp_wire *w, const char *text, size_t n);
bool lsp_wire_waits(const struct lsp_wire *w);
// Writes as much as a pipe takes at once; false: nobody listens.
bool lsp_wire_write(struct lsp_wire *w, int fd);
void lsp_wire_free(struct lsp_wire *w);
#endif
