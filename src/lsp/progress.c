// SPDX-License-Identifier: MIT
// Progress of checks, shown by the client if it can, with a way to end them.
#include <string.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "lsp/job.h"
#include "report/value.h"

static json_t *token(json_int_t request) {
    return report_printf("heapproof/%lld", (long long)request);
}

void lsp_progress_ask(struct lsp_server *s, struct lsp_job *j) {
    if (!s->progress) return;
    json_t *params = report_object();
    report_put(params, "token", token(s->requests + 1));
    j->asked = lsp_request(s, "window/workDoneProgress/create", params);
}

static void tell(struct lsp_server *s, const struct lsp_job *j, json_t *value) {
    json_t *params = report_object();
    report_put(params, "token", token(j->asked));
    report_put(params, "value", value);
    lsp_notify(s, "$/progress", params);
}

void lsp_progress_given(struct lsp_server *s, json_int_t request, bool granted) {
    for (uint32_t i = 0; i < s->jobs.n; i++) {
        struct lsp_job *j = s->jobs.at[i];
        const char *slash = strrchr(j->uri, '/');
        if (j->asked != request || j->begun || j->cancelled || !granted) continue;
        j->begun = true;
        tell(s, j,
             json_pack("{s:s,s:s,s:o,s:b}", "kind", "begin", "title", "heapproof", "message",
                       report_string(j->kind == LSP_WHOLE ? "whole programs"
                                     : slash              ? slash + 1
                                                          : j->uri),
                       "cancellable", 1));
    }
}

void lsp_progress_end(struct lsp_server *s, struct lsp_job *j, const char *message) {
    if (j->begun) tell(s, j, json_pack("{s:s,s:s}", "kind", "end", "message", message));
    j->begun = false;
}

void lsp_progress_cancel(struct lsp_server *s, const json_t *params, const json_t *id) {
    const json_t *wanted = json_object_get(params, "token");
    (void)id;
    for (uint32_t i = s->jobs.n; i-- > 0;) {
        struct lsp_job *j = s->jobs.at[i];
        json_t *own = token(j->asked);
        const struct lsp_document *d = lsp_document(s, j->uri);
        if (j->asked && !j->cancelled && json_equal(own, wanted)) {
            if (d) lsp_lens_answer(s, d);
            lsp_job_cancel(s, j);
        }
        json_decref(own);
    }
}
