// SPDX-License-Identifier: MIT
// Places in the text of documents, as the protocol has them: lines from 0, and units of UTF-16 in a line; and addresses of files
// (file:///...).
//
// Lines end as clang's do: with \n, \r\n or \r.  A byte that is no UTF-8 counts as one unit.  Places beyond the end of a line or of
// the text are its end.
#ifndef HP_LSP_TEXT_H
#define HP_LSP_TEXT_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

// Where line number `line`, counted from 0, begins; beyond the last one: n.
size_t lsp_line_start(const char *text, size_t n, uint64_t line);
// How many bytes the line that begins there has, without its end.
size_t lsp_line_length(const char *text, size_t n, size_t start);
// How many units of UTF-16 these bytes are.
uint32_t lsp_units(const char *text, size_t n);
// The byte at so many units of a line of n bytes.
size_t lsp_byte(const char *line, size_t n, uint64_t units);
// The byte at a place.
size_t lsp_offset(const char *text, size_t n, uint64_t line, uint64_t units);
// The end of what begins there: of a name or number, else of one character; of a line of n bytes.
size_t lsp_token_end(const char *line, size_t n, size_t from);
// The name around a byte of a line: [*from, *to); false: there is none.
bool lsp_name_at(const char *line, size_t n, size_t at, size_t *from, size_t *to);
// The path that file://... names, absolute; false: it is another kind of address.
bool lsp_uri_path(const char *uri, struct buf *path);
void lsp_path_uri(const char *path, struct buf *uri);
#endif
