// SPDX-License-Identifier: MIT
// What can be done about a finding: ignore it with a reason, in a comment above it; look at its report.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "lsp/job.h"
#include "lsp/text.h"
#include "report/value.h"

static const char REPORT[] = "heapproof.report";

static bool is_rule(const char *name) {
    for (uint32_t i = 0; name && i < IR_N_RULES; i++)
        if (strcmp(ir_rules[i].text, name) == 0) return true;
    return false;
}

// A comment of its own line above the line of the finding, indented like it.  NULL: there is no place for one.
static json_t *make_edit(const struct lsp_document *d, json_int_t line, const char *rule) {
    const char *text = buf_text(&d->text);
    size_t n = d->text.n, start = lsp_line_start(text, n, (uint64_t)line), length = lsp_line_length(text, n, start), indent = 0;
    size_t before = line ? lsp_line_start(text, n, (uint64_t)line - 1) : 0, last = line ? before + lsp_line_length(text, n, before) : 0;
    if (last > before && text[last - 1] == '\\') return NULL;  // in the middle of a macro
    while (indent < length && (text[start + indent] == ' ' || text[start + indent] == '\t')) indent++;
    struct buf comment = {0};
    buf_add(&comment, text + start, indent);
    buf_printf(&comment, "// heapproof: ignore %s TODO: say why%s", rule, memmem(text, n, "\r\n", 2) ? "\r\n" : "\n");
    json_t *edit = json_pack("{s:{s:{s:I,s:i},s:{s:I,s:i}},s:o}", "range", "start", "line", line, "character", 0, "end", "line", line,
                             "character", 0, "newText", report_string(buf_text(&comment)));
    buf_free(&comment);
    return edit;
}

static json_t *ignoring(const struct lsp_document *d, const json_t *diagnostic, const char *rule) {
    const json_t *line = json_object_get(json_object_get(json_object_get(diagnostic, "range"), "start"), "line");
    json_t *edit = json_is_integer(line) && json_integer_value(line) >= 0 ? make_edit(d, json_integer_value(line), rule) : NULL;
    if (!edit) return NULL;
    json_t *edits = report_array(), *changes = report_object();
    report_append(edits, edit);
    report_put(changes, d->uri, edits);
    return json_pack("{s:o,s:s,s:[o],s:{s:o}}", "title", report_printf("Ignore this %s, with a reason", rule), "kind", "quickfix",
                     "diagnostics", json_deep_copy(diagnostic), "edit", "changes", changes);
}

static json_t *looking(const struct lsp_document *d) {
    return json_pack("{s:s,s:s,s:{s:s,s:s,s:[o]}}", "title", "Show the report of this file (HTML)", "kind", "quickfix", "command", "title",
                     "Show the report", "command", REPORT, "arguments", report_string(d->uri));
}

// Does the client want actions of this kind?
static bool is_wanted(const json_t *context) {
    const json_t *only = json_object_get(context, "only");
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *kind = json_string_value(json_array_get(only, i));
        if (kind && (strcmp(kind, "quickfix") == 0 || !*kind)) return true;
    }
    return !json_array_size(only);
}

void lsp_actions(struct lsp_server *s, const json_t *params, const json_t *id) {
    const json_t *context = json_object_get(params, "context"), *all = json_object_get(context, "diagnostics");
    const struct lsp_document *d = lsp_document(s, json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri")));
    json_t *list = report_array();
    bool any = false;
    for (size_t i = 0; i < json_array_size(all) && d && is_wanted(context); i++) {
        const json_t *one = json_array_get(all, i);
        const char *source = json_string_value(json_object_get(one, "source")), *rule = json_string_value(json_object_get(one, "code"));
        if (!source || strcmp(source, "heapproof") != 0 || !is_rule(rule)) continue;
        json_t *action = ignoring(d, one, rule);
        if (action) report_append(list, action);
        any = true;
    }
    if (any) report_append(list, looking(d));
    lsp_reply(s, id, list);
}

// ---- reports -------------------------------------------------------------------------------------------------------------------------

static bool make_folder(struct lsp_server *s) {
    const char *base = getenv("TMPDIR");
    struct buf path = {0};
    if (s->folder) return true;
    buf_printf(&path, "%s/heapproof-lsp-XXXXXX", base && *base == '/' ? base : "/tmp");
    if (mkdtemp(path.text)) s->folder = strdup(path.text);
    buf_free(&path);
    return s->folder != NULL;
}

void lsp_command(struct lsp_server *s, const json_t *params, const json_t *id) {
    const char *command = json_string_value(json_object_get(params, "command"));
    const char *uri = json_string_value(json_array_get(json_object_get(params, "arguments"), 0));
    const struct lsp_document *d = lsp_document(s, uri);
    if (!command || strcmp(command, REPORT) != 0) {
        lsp_fail(s, id, LSP_INVALID_PARAMS, "there is no such command");
        return;
    }
    if (!d || !lsp_is_checked(d)) {
        lsp_fail(s, id, LSP_INVALID_PARAMS, "the document is not open, or not C");
        return;
    }
    struct lsp_job *j = make_folder(s) ? lsp_job_add(s, LSP_PAGE, d) : NULL;
    if (!j) {
        lsp_fail(s, id, LSP_REQUEST_FAILED, s->folder ? "too many requests wait" : "there is no folder for the report");
        return;
    }
    struct buf page = {0};
    buf_printf(&page, "%s/report-%llu.html", s->folder, (unsigned long long)++s->pages);
    j->page = strdup(page.text);
    j->id = json_deep_copy(id);
    buf_free(&page);
}

void lsp_page_answer(struct lsp_server *s, const struct lsp_job *j, const json_t *answer) {
    const char *end = json_string_value(json_object_get(answer, "end"));
    struct buf uri = {0};
    if (!end || strcmp(end, "done") != 0 || access(j->page, R_OK) != 0) {
        lsp_fail(s, j->id, LSP_REQUEST_FAILED, "there is no report: the file could not be checked as it is saved");
        return;
    }
    lsp_path_uri(j->page, &uri);
    if (s->show_document)
        lsp_request(s, "window/showDocument", json_pack("{s:s,s:b}", "uri", buf_text(&uri), "external", 1));
    else
        lsp_notify(s, "window/showMessage",
                   json_pack("{s:i,s:o}", "type", 3, "message", report_printf("heapproof: the report is in %s", j->page)));
    lsp_reply(s, j->id, report_string(buf_text(&uri)));
    buf_free(&uri);
}
