// SPDX-License-Identifier: MIT
// Tasks under way, each in a process of its own, which the server starts, watches and ends.
//
// Of one document there is at most one check.  A few tasks run at a time; what somebody waits for (a hover, a page) comes first.  A
// process that is ended takes everything with it that it started; one that breaks, or whose answer makes no sense, has failed, and the
// document says so.
#ifndef HP_LSP_JOB_H
#define HP_LSP_JOB_H
#include "lsp/server.h"

// A task to be done; NULL, if there are too many.
struct lsp_job *lsp_job_add(struct lsp_server *s, enum lsp_kind kind, const struct lsp_document *d);
// Is the document being checked, or will it be?
bool lsp_job_is_coming(const struct lsp_server *s, const struct lsp_document *d);
// Ends what is about texts that have changed; starts checks of documents that are due, and tasks that wait for their turn.
void lsp_jobs_start(struct lsp_server *s);
// Nobody wants its answer any more.
void lsp_job_cancel(struct lsp_server *s, struct lsp_job *j);
// Its process has ended: tells the client, and releases it.
void lsp_job_finish(struct lsp_server *s, struct lsp_job *j);
// Ends all processes and releases everything.
void lsp_jobs_end(struct lsp_server *s);
// When the next thing is due, in milliseconds from now; -1: nothing is.
int lsp_jobs_wait(const struct lsp_server *s);
#endif
