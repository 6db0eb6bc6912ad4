// SPDX-License-Identifier: MIT
// Messages of JSON-RPC: what goes out.
#include <stdlib.h>
#include <time.h>

#include "lsp/server.h"
#include "report/value.h"

double lsp_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void lsp_send(struct lsp_server *s, json_t *message) {
    report_put(message, "jsonrpc", report_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT);
    if (!text) base_out_of_memory();
    lsp_wire_put(&s->wire, text, strlen(text));
    free(text);
    json_decref(message);
}

void lsp_notify(struct lsp_server *s, const char *method, json_t *params) {
    json_t *j = report_object();
    report_put(j, "method", report_string(method));
    report_put(j, "params", params);
    lsp_send(s, j);
}

json_int_t lsp_request(struct lsp_server *s, const char *method, json_t *params) {
    json_t *j = report_object();
    report_put(j, "id", json_integer(++s->requests));
    report_put(j, "method", report_string(method));
    report_put(j, "params", params);
    lsp_send(s, j);
    return s->requests;
}

void lsp_reply(struct lsp_server *s, const json_t *id, json_t *result) {
    json_t *j = report_object();
    if (!id) {
        json_decref(result);
        json_decref(j);
        return;
    }
    report_put(j, "id", json_deep_copy(id));
    report_put(j, "result", result);
    lsp_send(s, j);
}

void lsp_fail(struct lsp_server *s, const json_t *id, int code, const char *message) {
    json_t *j = report_object(), *error = report_object();
    report_put(error, "code", json_integer(code));
    report_put(error, "message", report_string(message));
    report_put(j, "id", id ? json_deep_copy(id) : json_null());
    report_put(j, "error", error);
    lsp_send(s, j);
}
