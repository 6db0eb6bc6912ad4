// SPDX-License-Identifier: MIT
// The documents that the client has open: their texts, and when they are to be checked.
//
// C files (.c, .i) are checked as they are opened, changed and saved; headers are not checked themselves, but when one changes all C
// files are checked again.
#ifndef HP_LSP_DOCUMENT_H
#define HP_LSP_DOCUMENT_H
#include "lsp/server.h"
#include "report/source.h"

struct lsp_document *lsp_document(struct lsp_server *s, const char *uri);  // NULL: it is not open
struct lsp_document *lsp_document_at(struct lsp_server *s, const char *path);
// Is it a file that is checked?
bool lsp_is_checked(const struct lsp_document *d);
// What is known about it is about its present text.
bool lsp_is_current(const struct lsp_document *d);
// The document with this text; what was known about it is kept until it is checked.
struct lsp_document *lsp_document_open(struct lsp_server *s, const char *uri, json_int_t version, const char *text);
// One change of textDocument/didChange: of a range, or of all; false: it is none.
bool lsp_document_change(struct lsp_document *d, const json_t *change);
// Its text is another one, or the files around it are: it, and what may include it, is to be checked after so many seconds.
void lsp_document_touch(struct lsp_server *s, struct lsp_document *d, double seconds);
void lsp_document_close(struct lsp_server *s, struct lsp_document *d);
// A document that was taken out of the server's.
void lsp_document_free(struct lsp_document *d);
void lsp_outcome_free(struct lsp_outcome *o);
// The file that an answer calls so, absolute and without links.
const char *lsp_file(const struct lsp_outcome *o, const char *name, struct arena *a);
// A line of a file, counted from 1: of the document, if it is open, else of `sources`, which then keep the path.  NULL: there is none.
const char *lsp_line(struct lsp_server *s, struct report_sources *sources, const char *path, uint32_t line, size_t *n);
#endif
