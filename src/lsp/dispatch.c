// SPDX-License-Identifier: MIT
// Messages of JSON-RPC: what comes in, and who takes it.
#include <string.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "lsp/job.h"
#include "report/value.h"

static const double PAUSE = 0.3;  // seconds after a change, as the user may be typing

static bool has(const json_t *params, const char *a, const char *b, const char *c) {
    return json_is_true(json_object_get(json_object_get(json_object_get(json_object_get(params, "capabilities"), a), b), c));
}

static bool takes_markdown(const json_t *params) {
    const json_t *hover = json_object_get(json_object_get(json_object_get(params, "capabilities"), "textDocument"), "hover");
    const json_t *formats = json_object_get(hover, "contentFormat");
    for (size_t i = 0; i < json_array_size(formats); i++) {
        const char *name = json_string_value(json_array_get(formats, i));
        if (name && strcmp(name, "markdown") == 0) return true;
    }
    return false;
}

static void initialize(struct lsp_server *s, const json_t *params, const json_t *id) {
    const json_t *window = json_object_get(json_object_get(params, "capabilities"), "window");
    s->related = has(params, "textDocument", "publishDiagnostics", "relatedInformation");
    s->progress = json_is_true(json_object_get(window, "workDoneProgress"));
    s->show_document = has(params, "window", "showDocument", "support");
    s->refresh = has(params, "workspace", "codeLens", "refreshSupport");
    s->markdown = takes_markdown(params);
    s->state = LSP_RUNNING;
    json_t *sync = json_pack("{s:b,s:i,s:{s:b}}", "openClose", 1, "change", 2, "save", "includeText", 0);
    json_t *can = json_pack("{s:s,s:o,s:b,s:{s:b},s:{s:[s]},s:{s:[s]}}", "positionEncoding", "utf-16", "textDocumentSync", sync,
                            "hoverProvider", 1, "codeLensProvider", "resolveProvider", 0, "codeActionProvider", "codeActionKinds",
                            "quickfix", "executeCommandProvider", "commands", "heapproof.report");
    lsp_reply(s, id, json_pack("{s:o,s:{s:s,s:s}}", "capabilities", can, "serverInfo", "name", "heapproof", "version", HEAPPROOF_VERSION));
}

static void shut_down(struct lsp_server *s, const json_t *params, const json_t *id) {
    (void)params;
    s->state = LSP_SHUT;
    lsp_reply(s, id, json_null());
}

// ---- documents -----------------------------------------------------------------------------------------------------------------------

static struct lsp_document *named(struct lsp_server *s, const json_t *params) {
    return lsp_document(s, json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri")));
}

static void did_open(struct lsp_server *s, const json_t *params, const json_t *id) {
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(item, "uri")), *text = json_string_value(json_object_get(item, "text"));
    (void)id;
    if (!uri || !text) return;
    struct lsp_document *d = lsp_document_open(s, uri, json_integer_value(json_object_get(item, "version")), text);
    lsp_document_touch(s, d, 0);
    d->saved = true;
}

static void did_change(struct lsp_server *s, const json_t *params, const json_t *id) {
    struct lsp_document *d = named(s, params);
    const json_t *changes = json_object_get(params, "contentChanges");
    (void)id;
    if (!d) return;
    for (size_t i = 0; i < json_array_size(changes); i++) lsp_document_change(d, json_array_get(changes, i));
    d->version = json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
    lsp_document_touch(s, d, PAUSE);
    d->edited = d->change;
    d->saved = false;
}

static void did_save(struct lsp_server *s, const json_t *params, const json_t *id) {
    struct lsp_document *d = named(s, params);
    (void)id;
    if (!d) return;
    lsp_document_touch(s, d, 0);
    d->saved = true;
}

static void did_close(struct lsp_server *s, const json_t *params, const json_t *id) {
    struct lsp_document *d = named(s, params);
    (void)id;
    if (!d) return;
    if (d->known) lsp_outcome_free(d->known);
    d->known = NULL;
    lsp_lens_answer(s, d);
    lsp_document_close(s, d);
    lsp_publish(s, NULL);
}

// Files around the documents have changed.
static void did_change_files(struct lsp_server *s, const json_t *params, const json_t *id) {
    (void)params;
    (void)id;
    for (uint32_t i = 0; i < s->documents.n; i++)
        if (lsp_is_checked(s->documents.at[i])) lsp_document_touch(s, s->documents.at[i], PAUSE);
}

static void cancel(struct lsp_server *s, const json_t *params, const json_t *id) {
    const json_t *wanted = json_object_get(params, "id");
    (void)id;
    if (!wanted || lsp_lens_cancel(s, wanted)) return;
    for (uint32_t i = 0; i < s->jobs.n; i++) {
        struct lsp_job *j = s->jobs.at[i];
        if (!j->id || j->cancelled || !json_equal(j->id, wanted)) continue;
        lsp_fail(s, j->id, LSP_CANCELLED, "cancelled");
        lsp_job_cancel(s, j);
        return;
    }
}

static void leave(struct lsp_server *s, const json_t *params, const json_t *id) {
    (void)params;
    (void)id;
    s->state = s->state == LSP_SHUT ? LSP_EXIT : LSP_LEFT;
}

// ---- who takes what ------------------------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    bool request;
    void (*take)(struct lsp_server *s, const json_t *params, const json_t *id);
} methods[] = {
    {"initialize", true, initialize},
    {"initialized", false, NULL},
    {"shutdown", true, shut_down},
    {"exit", false, leave},
    {"textDocument/didOpen", false, did_open},
    {"textDocument/didChange", false, did_change},
    {"textDocument/didSave", false, did_save},
    {"textDocument/didClose", false, did_close},
    {"workspace/didChangeWatchedFiles", false, did_change_files},
    {"workspace/didChangeConfiguration", false, NULL},
    {"textDocument/codeLens", true, lsp_lens},
    {"textDocument/hover", true, lsp_hover},
    {"textDocument/codeAction", true, lsp_actions},
    {"workspace/executeCommand", true, lsp_command},
    {"window/workDoneProgress/cancel", false, lsp_progress_cancel},
    {"$/cancelRequest", false, cancel},
};

static void call(struct lsp_server *s, const char *method, const json_t *params, const json_t *id) {
    size_t i = 0, n = sizeof methods / sizeof *methods;
    while (i < n && strcmp(methods[i].name, method) != 0) i++;
    bool first = strcmp(method, "initialize") == 0;
    if (id && i == n)
        lsp_fail(s, id, LSP_METHOD_NOT_FOUND, "there is no such method");
    else if (id && s->state == LSP_NEW && !first)
        lsp_fail(s, id, LSP_NOT_INITIALIZED, "the server is not initialized");
    else if (id && (s->state == LSP_SHUT || (first && s->state != LSP_NEW)))
        lsp_fail(s, id, LSP_INVALID_REQUEST, first ? "the server is initialized already" : "the server is shut down");
    else if (id && (!methods[i].request || (params && !json_is_object(params) && !json_is_null(params))))
        lsp_fail(s, id, LSP_INVALID_PARAMS, methods[i].request ? "the parameters are no object" : "this is a notification, and has no id");
    else if (i < n && methods[i].take && (id || !methods[i].request) && (id || s->state == LSP_RUNNING || methods[i].take == leave))
        methods[i].take(s, params, id);
}

void lsp_dispatch(struct lsp_server *s, const char *text, size_t n) {
    json_error_t error;
    json_t *message = json_loadb(text, n, 0, &error);
    const json_t *id = json_object_get(message, "id"), *method = json_object_get(message, "method");
    bool known = !id || json_is_string(id) || json_is_integer(id);
    if (!message)
        lsp_fail(s, NULL, LSP_PARSE_ERROR, error.text);
    else if (!json_is_object(message) || !known || (method && !json_is_string(method)))
        lsp_fail(s, NULL, LSP_INVALID_REQUEST, "this is no message");
    else if (method)
        call(s, json_string_value(method), json_object_get(message, "params"), id);
    else if (id && (json_object_get(message, "result") || json_object_get(message, "error")))
        lsp_progress_given(s, json_is_integer(id) ? json_integer_value(id) : 0, !json_object_get(message, "error"));
    else
        lsp_fail(s, id, LSP_INVALID_REQUEST, "the message has no method");
    json_decref(message);
}
