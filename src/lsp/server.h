// SPDX-License-Identifier: MIT
// The language server: what its parts share.
//
// One process speaks with the client and never analyses anything: tasks (engine.h) are done in processes of their own, which it
// starts, watches and ends (job.h).  It waits for the client and for them at once, so nothing that a task does keeps the client
// waiting.  What a task tells about a text that has changed since is thrown away.
#ifndef HP_LSP_SERVER_H
#define HP_LSP_SERVER_H
#include <jansson.h>
#include <signal.h>
#include <sys/types.h>

#include "base/vec.h"
#include "check/check.h"
#include "lsp/engine.h"
#include "lsp/wire.h"

enum {  // JSON-RPC's, then the protocol's
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_FAILED = -32803,
    LSP_CONTENT_MODIFIED = -32801,
    LSP_CANCELLED = -32800
};

struct lsp_outcome {  // of a check, or of one of whole programs
    json_t *answer;   // engine.h
    uint64_t change;  // that it is about
    VEC(struct check_result) results;
};
struct lsp_document {
    char *uri, *path;     // path NULL: it is no file
    json_int_t version;
    struct buf text;
    uint64_t change;      // counts its texts, over all documents
    uint64_t edited;      // the last one that differs from the one before
    bool saved;           // the file has this text
    double due;           // when it is to be checked; 0: not
    struct lsp_outcome *known;  // NULL: nothing yet
};
struct lsp_waiting {  // a request for lenses, until the check is done
    json_t *id;
    char *uri;
};
struct lsp_job {
    enum lsp_kind kind;
    char *uri;
    uint64_t change;          // of the text that it is about
    json_t *id;               // the request that it answers, or NULL
    uint64_t line, character; // of SHOW
    char *page;               // of PAGE
    pid_t pid;                // 0: not started yet
    int pidfd, fd;            // fd: its answer
    bool cancelled;           // nobody wants the answer any more
    json_int_t asked;         // number of the request for a progress token; 0: none
    bool begun;               // progress is shown
};
struct lsp_server {
    const struct lsp_engine *engine;
    struct lsp_wire wire;
    enum { LSP_NEW, LSP_RUNNING, LSP_SHUT, LSP_EXIT, LSP_LEFT } state;  // LEFT: without shutdown
    bool related, progress, show_document, refresh, markdown;  // what the client can do
    VEC(struct lsp_document *) documents;
    VEC(struct lsp_job *) jobs;
    VEC(struct lsp_waiting) waiting;
    struct lsp_outcome *whole;  // of whole programs; NULL: nothing yet
    uint64_t looked;          // programs were looked at, or are, after this change
    double quiet;             // when something happened last
    json_t *published;        // by address: the diagnostics that the client has
    uint64_t changes, pages;
    json_int_t requests;      // numbers of our own
    char *folder;             // for pages; NULL: none yet
    sigset_t ending;          // signals that end us, told by
    int signals;
};

// Serves until the client says exit or closes `in`; the exit status.
int lsp_serve(const struct lsp_engine *engine, int in, int out);
// A message to the client; it is given up.
void lsp_send(struct lsp_server *s, json_t *message);
void lsp_notify(struct lsp_server *s, const char *method, json_t *params);
// A request of our own; its number.
json_int_t lsp_request(struct lsp_server *s, const char *method, json_t *params);
// Answers to a request; the result is given up.  Without id (a notification) nothing is said.
void lsp_reply(struct lsp_server *s, const json_t *id, json_t *result);
void lsp_fail(struct lsp_server *s, const json_t *id, int code, const char *message);
// The message is for somebody; the state says whether it may come now.
void lsp_dispatch(struct lsp_server *s, const char *text, size_t n);
double lsp_now(void);
#endif
