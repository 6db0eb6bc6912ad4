// SPDX-License-Identifier: MIT
// Diagnostics: findings with their traces, what is not known and why, what the compiler says.
#include <stdlib.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "lsp/text.h"
#include "report/value.h"

enum { ERROR = 1, WARNING, INFORMATION };

struct publishing {
    struct lsp_server *s;
    const struct lsp_outcome *o;   // in hand, of this document
    const struct lsp_document *d;  // NULL: of whole programs
    struct arena arena;
    struct report_sources sources;
    json_t *all;  // by address: arrays
};

static json_t *place(uint64_t line, uint64_t units) {
    json_t *j = report_object();
    report_put(j, "line", json_integer((json_int_t)line));
    report_put(j, "character", json_integer((json_int_t)units));
    return j;
}

// Line and column from 1, the column in bytes; without column all of the line, without line the first one.
static json_t *range(struct publishing *p, const char *path, uint32_t line, uint32_t column) {
    size_t n = 0;
    uint32_t number = line ? line : 1;
    const char *text = lsp_line(p->s, &p->sources, path, number, &n);
    size_t from = column && column - 1 < n ? column - 1 : column ? n : 0, to = column && text ? lsp_token_end(text, n, from) : n;
    json_t *j = report_object();
    report_put(j, "start", place(number - 1, text ? lsp_units(text, from) : 0));
    report_put(j, "end", place(number - 1, text ? lsp_units(text, to) : 0));
    return j;
}

static const char *path_of(struct publishing *p, const struct check_result *r, const struct check_place *at) {
    return lsp_file(p->o, *at->file ? at->file : r->file, &p->arena);
}

static json_t *location(struct publishing *p, const char *path, uint32_t line, uint32_t column) {
    struct buf uri = {0};
    const struct lsp_document *d = lsp_document_at(p->s, path);
    lsp_path_uri(path, &uri);
    json_t *j = report_object();
    report_put(j, "uri", report_string(d ? d->uri : buf_text(&uri)));
    report_put(j, "range", range(p, path, line, column));
    buf_free(&uri);
    return j;
}

static void add_related(json_t *list, json_t *where, json_t *message) {
    json_t *j = report_object();
    report_put(j, "location", where);
    report_put(j, "message", message);
    report_append(list, j);
}

static json_t *related(struct publishing *p, const struct check_result *r, const struct check_finding *f) {
    json_t *list = report_array();
    for (uint32_t i = 0; i < f->trace.n; i++) {
        const struct check_step *t = &f->trace.at[i];
        json_t *text = t->context ? report_string(t->text) : report_printf("(%u) %s", i + 1, t->text);
        add_related(list, location(p, path_of(p, r, &t->place), t->place.line, t->place.column), text);
    }
    for (uint32_t i = 0; i < f->others.n; i++) {
        const struct check_other *t = &f->others.at[i];
        add_related(list, location(p, path_of(p, r, &t->place), t->place.line, t->place.column),
                    report_printf("%salso here: %s", t->inputs ? "" : "possibly ", t->message));
    }
    return list;
}

// Is there one that says the same of the same place?
static bool is_there(const json_t *list, const json_t *one) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *other = json_array_get(list, i);
        if (json_equal(json_object_get(other, "range"), json_object_get(one, "range")) &&
            json_equal(json_object_get(other, "code"), json_object_get(one, "code")) &&
            json_equal(json_object_get(other, "message"), json_object_get(one, "message")))
            return true;
    }
    return false;
}

// A program may show again, and surely, what was possible in its file alone: then that goes.  Is there something that is as sure?
static bool is_told(json_t *list, const json_t *one) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *other = json_array_get(list, i);
        bool same = json_equal(json_object_get(other, "range"), json_object_get(one, "range")) &&
                    json_equal(json_object_get(other, "code"), json_object_get(one, "code"));
        if (!same) continue;
        if (json_integer_value(json_object_get(other, "severity")) <= json_integer_value(json_object_get(one, "severity"))) return true;
        json_array_remove(list, i--);
    }
    return false;
}

// Of the file at `path`; the parts are given up.
static void add(struct publishing *p, const char *path, uint32_t line, uint32_t column, int severity, const char *code, json_t *message,
                json_t *trace) {
    json_t *where = location(p, path, line, column), *j = report_object();
    const char *uri = json_string_value(json_object_get(where, "uri"));
    if (!json_object_get(p->all, uri)) report_put(p->all, uri, report_array());
    json_t *list = json_object_get(p->all, uri);
    report_put(j, "range", json_deep_copy(json_object_get(where, "range")));
    report_put(j, "severity", json_integer(severity));
    report_put(j, "source", report_string(strcmp(code, "clang") == 0 ? "clang" : "heapproof"));
    if (strcmp(code, "clang") != 0) report_put(j, "code", report_string(code));
    report_put(j, "message", message);
    if (trace) report_put(j, "relatedInformation", trace);
    if (is_there(list, j) || (!p->d && is_told(list, j)))
        json_decref(j);
    else
        report_append(list, j);
    json_decref(where);
}

// A client that shows no related information gets the trace in the message.
static void add_trace(struct publishing *p, const struct check_result *r, const struct check_finding *f, struct buf *text) {
    for (uint32_t i = 0; i < f->trace.n; i++) {
        const struct check_step *t = &f->trace.at[i];
        const char *path = path_of(p, r, &t->place), *slash = strrchr(path, '/');
        buf_printf(text, "\n%s:%u: %s", slash ? slash + 1 : path, t->place.line, t->text);
    }
}

static void add_finding(struct publishing *p, const struct check_result *r, const struct check_finding *f) {
    static const int severities[CHECK_N_SEVERITIES] = {ERROR, WARNING, INFORMATION};
    struct buf text = {0};
    bool plain = f->certainty == CHECK_DEFINITE || f->certainty == CHECK_NOTED;
    if (f->suppression != CHECK_NEW) return;
    buf_printf(&text, "%s%s%s: %s", plain ? "" : check_certainties[f->certainty], plain ? "" : " ", ir_rules[f->rule].title, f->message);
    if (!p->s->related) add_trace(p, r, f, &text);
    json_t *trace = p->s->related && f->trace.n + f->others.n ? related(p, r, f) : NULL;
    add(p, path_of(p, r, &f->place), f->place.line, f->place.column, severities[f->severity], ir_rules[f->rule].text,
        report_string(buf_text(&text)), trace);
    buf_free(&text);
}

// The line of a function of the file; 0: there is none of that name.
static uint32_t line_of(const struct lsp_outcome *o, const char *name) {
    const json_t *all = json_object_get(o->answer, "functions");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const char *text = json_string_value(json_object_get(json_array_get(all, i), "name"));
        if (text && strcmp(text, name) == 0) return (uint32_t)json_integer_value(json_object_get(json_array_get(all, i), "line"));
    }
    return 0;
}

static void add_result(struct publishing *p, const struct check_result *r) {
    for (uint32_t i = 0; i < r->findings.n; i++) add_finding(p, r, &r->findings.at[i]);
    if (r->verdict != CHECK_UNKNOWN || r->findings.n) return;
    json_t *text =
        *r->entry ? report_printf("'%s' is not proved: %s", r->entry, r->reason) : report_printf("not all is proved: %s", r->reason);
    add(p, p->d->path, line_of(p->o, r->entry), 0, INFORMATION, "unknown", text, NULL);
}

// ---- what is no result ---------------------------------------------------------------------------------------------------------------

// A line "FILE:LINE:COLUMN: error: TEXT".
static bool add_message(struct publishing *p, const char *line, size_t n) {
    static const char mark[] = ": error: ", fatal[] = ": fatal error: ";
    const char *at = memmem(line, n, mark, sizeof mark - 1), *text = at ? at + sizeof mark - 1 : NULL;
    if (!at && (at = memmem(line, n, fatal, sizeof fatal - 1))) text = at + sizeof fatal - 1;
    if (!at) return false;
    char *where = arena_strndup(&p->arena, line, (size_t)(at - line));
    uint32_t numbers[2] = {0, 0}, k = 2;
    for (char *colon; k && (colon = strrchr(where, ':')) && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")]; *colon = 0)
        numbers[--k] = (uint32_t)strtoul(colon + 1, NULL, 10);
    if (k == 1) numbers[0] = numbers[1], numbers[1] = 0;
    const char *message = arena_strndup(&p->arena, text, n - (size_t)(text - line));
    bool known = numbers[0] != 0;
    add(p, known ? lsp_file(p->o, where, &p->arena) : p->d->path, numbers[0], numbers[1], ERROR, "clang", report_string(message), NULL);
    return true;
}

static void add_messages(struct publishing *p) {
    const char *text = json_string_value(json_object_get(p->o->answer, "messages"));
    bool any = false;
    for (const char *line = text ? text : ""; *line;) {
        size_t n = strcspn(line, "\n");
        any |= add_message(p, line, n);
        line += n + (line[n] == '\n');
    }
    if (!any)
        add(p, p->d->path, 1, 0, WARNING, "unread",
            report_printf("not checked: %.*s", text && *text ? (int)strcspn(text, "\n") : 20,
                          text && *text ? text : "it could not be read"),
            NULL);
}

static void add_settings(struct publishing *p, const json_t *why) {
    const char *reason = json_string_value(json_object_get(why, "reason"));
    struct buf file = {0};
    report_exact_text(json_object_get(why, "file"), &file);
    const char *path = lsp_file(p->o, buf_text(&file), &p->arena);
    uint32_t line = (uint32_t)json_integer_value(json_object_get(why, "line"));
    add(p, path, line, 0, ERROR, "settings", report_string(reason ? reason : ""), NULL);
    add(p, p->d->path, 1, 0, WARNING, "settings", report_printf("not checked: %s:%u: %s", path, line, reason ? reason : ""), NULL);
    buf_free(&file);
}

static void add_document(struct publishing *p, const struct lsp_document *d) {
    const char *end = json_string_value(json_object_get(d->known->answer, "end"));
    const json_t *why = json_object_get(d->known->answer, "why");
    p->d = d;
    p->o = d->known;
    if (!json_object_get(p->all, d->uri)) report_put(p->all, d->uri, report_array());
    for (uint32_t i = 0; i < p->o->results.n; i++) add_result(p, &p->o->results.at[i]);
    if (end && strcmp(end, "unreadable") == 0) add_messages(p);
    if (end && strcmp(end, "settings") == 0) add_settings(p, why);
    if (!end || strcmp(end, "broken") == 0)
        add(p, d->path, 1, 0, WARNING, "broken",
            report_printf("not checked, heapproof failed: %s", json_is_string(why) ? json_string_value(why) : "no reason is known"), NULL);
}

// Findings of whole programs in files that have not changed since.
static void add_whole(struct publishing *p) {
    p->d = NULL;
    p->o = p->s->whole;
    for (uint32_t i = 0; i < p->o->results.n; i++)
        for (uint32_t k = 0; k < p->o->results.at[i].findings.n; k++) {
            const struct check_finding *f = &p->o->results.at[i].findings.at[k];
            const struct lsp_document *d = lsp_document_at(p->s, path_of(p, &p->o->results.at[i], &f->place));
            if (!d || d->edited <= p->o->change) add_finding(p, &p->o->results.at[i], f);
        }
}

// ---- sending -------------------------------------------------------------------------------------------------------------------------

static void send(struct lsp_server *s, const char *uri, json_t *list) {
    const struct lsp_document *d = lsp_document(s, uri);
    json_t *j = report_object();
    report_put(j, "uri", report_string(uri));
    if (d && lsp_is_current(d)) report_put(j, "version", json_integer(d->version));
    report_put(j, "diagnostics", json_incref(list));
    lsp_notify(s, "textDocument/publishDiagnostics", j);
}

void lsp_publish(struct lsp_server *s, const struct lsp_document *d) {
    struct publishing p = {.s = s, .all = report_object()};
    const char *uri;
    json_t *list, *none = report_array();
    for (uint32_t i = 0; i < s->documents.n; i++)
        if (s->documents.at[i]->known) add_document(&p, s->documents.at[i]);
    if (s->whole && s->documents.n) add_whole(&p);
    json_object_foreach(p.all, uri, list) {
        const json_t *before = json_object_get(s->published, uri);
        if ((d && strcmp(uri, d->uri) == 0) || !before || !json_equal(before, list)) send(s, uri, list);
    }
    json_object_foreach(s->published, uri, list) {
        if (!json_object_get(p.all, uri) && json_array_size(list)) send(s, uri, none);
    }
    json_decref(none);
    json_decref(s->published);
    s->published = p.all;
    report_sources_free(&p.sources);
    arena_free(&p.arena);
}
