// SPDX-License-Identifier: MIT
// Hovering over a pointer: the heap at that line, as `heapproof show` tells it.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "lsp/job.h"
#include "lsp/text.h"
#include "report/value.h"

// The name at a place of the document; false: there is none.
static bool name_at(const struct lsp_document *d, uint64_t line, uint64_t character, struct buf *name) {
    size_t n = d->text.n, start = lsp_line_start(buf_text(&d->text), n, line), from, to;
    const char *text = buf_text(&d->text) + start;
    size_t length = lsp_line_length(buf_text(&d->text), n, start);
    if (!lsp_name_at(text, length, lsp_byte(text, length, character), &from, &to)) return false;
    buf_add(name, text + from, to - from);
    return true;
}

void lsp_hover(struct lsp_server *s, const json_t *params, const json_t *id) {
    const json_t *at = json_object_get(params, "position"), *line = json_object_get(at, "line"),
                 *character = json_object_get(at, "character");
    struct lsp_document *d = lsp_document(s, json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri")));
    struct buf name = {0};
    bool placed = json_is_integer(line) && json_is_integer(character) && json_integer_value(line) >= 0 &&
                  json_integer_value(line) < UINT32_MAX - 1 && json_integer_value(character) >= 0;
    if (!placed) {
        lsp_fail(s, id, LSP_INVALID_PARAMS, "a position is missing");
    } else if (!d || !lsp_is_checked(d) ||
               !name_at(d, (uint64_t)json_integer_value(line), (uint64_t)json_integer_value(character), &name)) {
        lsp_reply(s, id, json_null());
    } else {
        struct lsp_job *j = lsp_job_add(s, LSP_SHOW, d);
        if (!j) lsp_fail(s, id, LSP_REQUEST_FAILED, "too many requests wait");
        if (j) j->id = json_deep_copy(id);
        if (j) j->line = (uint64_t)json_integer_value(line), j->character = (uint64_t)json_integer_value(character);
    }
    buf_free(&name);
}

// Does the text tell something about a variable of this name, or is there nothing to tell?
static bool tells(const char *text, const char *name) {
    size_t n = strlen(name);
    if (!strstr(text, "():")) return true;
    for (const char *at = text; (at = strstr(at, name)); at += n)
        if (at[n] == ':' && at > text && !isalnum((unsigned char)at[-1]) && at[-1] != '_') return true;
    return false;
}

// Without the name of the file and the line itself, which the user sees.
static void clean(const char *text, uint64_t line, struct buf *out) {
    struct buf number = {0};
    buf_printf(&number, "%5llu | ", (unsigned long long)line + 1);
    const char *start = strstr(text, ": ");
    for (const char *at = start ? start + 2 : text; *at;) {
        size_t n = strcspn(at, "\n");
        if (strncmp(at, number.text, number.n) != 0) buf_printf(out, "%.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
    buf_free(&number);
}

void lsp_hover_answer(struct lsp_server *s, const struct lsp_job *j, struct lsp_document *d, const json_t *answer) {
    const char *text = json_string_value(json_object_get(answer, "text"));
    struct buf name = {0}, told = {0};
    name_at(d, j->line, j->character, &name);
    if (text) clean(text, j->line, &told);
    if (!text || !tells(buf_text(&told), buf_text(&name))) {
        lsp_reply(s, j->id, json_null());
    } else {
        json_t *contents = report_object(), *hover = report_object();
        report_put(contents, "kind", report_string(s->markdown ? "markdown" : "plaintext"));
        report_put(contents, "value", s->markdown ? report_printf("```\n%s```\n", buf_text(&told)) : report_string(buf_text(&told)));
        report_put(hover, "contents", contents);
        lsp_reply(s, j->id, hover);
    }
    buf_free(&name);
    buf_free(&told);
}
