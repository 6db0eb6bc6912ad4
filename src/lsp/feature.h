// SPDX-License-Identifier: MIT
// What the server does for the user.  Requests are answered at once or when a task is done; `id` is the request's.
#ifndef HP_LSP_FEATURE_H
#define HP_LSP_FEATURE_H
#include "lsp/server.h"

// Diagnostics of everything that is known, as far as the client does not have them; those of d (NULL: none) in any case.
void lsp_publish(struct lsp_server *s, const struct lsp_document *d);

// Lenses of functions: textDocument/codeLens, answered when the document is checked.
void lsp_lens(struct lsp_server *s, const json_t *params, const json_t *id);
// The requests that wait for the document.
void lsp_lens_answer(struct lsp_server *s, const struct lsp_document *d);
// False: no request with this id waits.
bool lsp_lens_cancel(struct lsp_server *s, const json_t *id);

// The heap at a line: textDocument/hover.
void lsp_hover(struct lsp_server *s, const json_t *params, const json_t *id);
void lsp_hover_answer(struct lsp_server *s, const struct lsp_job *j, struct lsp_document *d, const json_t *answer);

// What can be done about findings: textDocument/codeAction, workspace/executeCommand.
void lsp_actions(struct lsp_server *s, const json_t *params, const json_t *id);
void lsp_command(struct lsp_server *s, const json_t *params, const json_t *id);
void lsp_page_answer(struct lsp_server *s, const struct lsp_job *j, const json_t *answer);

// Progress of a check: asks for a token; the client has given it, or not; it is over.
void lsp_progress_ask(struct lsp_server *s, struct lsp_job *j);
void lsp_progress_given(struct lsp_server *s, json_int_t request, bool granted);
void lsp_progress_end(struct lsp_server *s, struct lsp_job *j, const char *message);
// The user does not want to wait: window/workDoneProgress/cancel.
void lsp_progress_cancel(struct lsp_server *s, const json_t *params, const json_t *id);
#endif
