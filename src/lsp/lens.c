// SPDX-License-Identifier: MIT
// Lenses: over each function, what is known about it.
#include <stdlib.h>
#include <string.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "lsp/job.h"
#include "report/value.h"

// ---- what is known about a function ----------------------------------------------------------------------------------------------------

struct tally {
    uint32_t definite, possible, ignored;
    uint32_t safe, open,
        absent;  // programs that enter it: safe ones, others; programs that may enter it, though nobody saw that, and are not safe
};

// Has the same finding been counted for a program before?
static bool is_repeated(const struct lsp_outcome *o, uint32_t result, const struct check_finding *f) {
    for (uint32_t i = 0; i < result; i++)
        for (uint32_t k = 0; k < o->results.at[i].findings.n; k++) {
            const struct check_finding *g = &o->results.at[i].findings.at[k];
            if (g->rule == f->rule && g->place.line == f->place.line && g->place.column == f->place.column &&
                strcmp(g->place.file, f->place.file) == 0)
                return true;
        }
    return false;
}

static void count_findings(const struct lsp_outcome *o, uint32_t result, const char *name, struct tally *t) {
    const struct check_result *r = &o->results.at[result];
    for (uint32_t i = 0; i < r->findings.n; i++) {
        const struct check_finding *f = &r->findings.at[i];
        if (strcmp(f->place.function, name) != 0 || f->certainty == CHECK_NOTED || is_repeated(o, result, f)) continue;
        if (f->suppression != CHECK_NEW)
            t->ignored++;
        else if (f->certainty == CHECK_DEFINITE)
            t->definite++;
        else
            t->possible++;
    }
}

// A safe result names the functions that are not entered, but of an open program only those that could be called: its proof by a domain names those
// that are.  Other proofs name no function that is entered.
static bool enters(const struct check_result *r, const char *name) {
    if (strcmp(r->entry, name) == 0) return true;
    for (uint32_t i = 0; i < r->procedures.n; i++)
        if (strcmp(r->procedures.at[i].name, name) == 0 && r->procedures.at[i].entered) return true;
    bool counted = r->verdict == CHECK_SAFE && !r->domain;
    for (uint32_t i = 0; i < r->not_entered.n && counted; i++)
        if (strcmp(r->not_entered.at[i], name) == 0) return false;
    return counted;
}

// Could it be, as far as calls go?  Of a program without name nothing is known.
static bool may_enter(const struct check_result *r, const json_t *function) {
    const json_t *from = json_object_get(function, "from");
    bool found = !*r->entry || !json_is_array(from);
    for (size_t i = 0; i < json_array_size(from) && !found; i++) {
        const char *entry = json_string_value(json_array_get(from, i));
        found = !entry || strcmp(entry, r->entry) == 0;
    }
    return found;
}

// Is there a result for every program?
static bool is_complete(const struct lsp_outcome *o) {
    const char *end = json_string_value(json_object_get(o->answer, "end"));
    return end && strcmp(end, "done") == 0 && o->results.n == json_array_size(json_object_get(o->answer, "results"));
}

static struct tally count(const struct lsp_outcome *o, const json_t *function, const char *name) {
    struct tally t = {.absent = !is_complete(o)};
    for (uint32_t i = 0; i < o->results.n; i++) {
        const struct check_result *r = &o->results.at[i];
        count_findings(o, i, name, &t);
        bool safe = r->verdict == CHECK_SAFE;
        if (enters(r, name))
            safe ? t.safe++ : t.open++;
        else
            t.absent += !safe && may_enter(r, function);
    }
    return t;
}

static void put_title(const struct tally *t, struct buf *out) {
    if (t->definite) buf_printf(out, "%u definite", t->definite);
    if (t->possible) buf_printf(out, "%s%u possible", out->n ? ", " : "", t->possible);
    if (!out->n)
        buf_str(out, t->safe && !t->open && !t->absent ? "proved" : !t->safe && !t->open && !t->absent ? "not reached" : "not proved");
    if (t->ignored) buf_printf(out, ", %u ignored", t->ignored);
}

// ---- requests ------------------------------------------------------------------------------------------------------------------------

static json_int_t line_of(const json_t *lens) {
    return json_integer_value(json_object_get(json_object_get(json_object_get(lens, "range"), "start"), "line"));
}

static json_t *lens(const json_t *function, const char *title) {
    json_int_t line = json_integer_value(json_object_get(function, "line")) - 1;
    return json_pack("{s:{s:{s:I,s:i},s:{s:I,s:i}},s:{s:o,s:s}}", "range", "start", "line", line, "character", 0, "end", "line", line,
                     "character", 0, "command", "title", report_string(title), "command", "");
}

// As they stand in the file.
static void insert(json_t *list, json_t *one) {
    json_int_t line = line_of(one);
    size_t i = json_array_size(list);
    while (i > 0 && line_of(json_array_get(list, i - 1)) > line) i--;
    if (json_array_insert_new(list, i, one) != 0) base_out_of_memory();
}

static json_t *lenses(const struct lsp_document *d) {
    json_t *list = report_array();
    struct arena a = {0};
    const json_t *all = d->known ? json_object_get(d->known->answer, "functions") : NULL;
    for (size_t i = 0; i < json_array_size(all) && d->known->results.n; i++) {
        const json_t *f = json_array_get(all, i);
        const char *name = json_string_value(json_object_get(f, "name"));
        struct buf file = {0}, title = {0};
        report_exact_text(json_object_get(f, "file"), &file);
        struct tally t = count(d->known, f, name);
        put_title(&t, &title);
        if (strcmp(lsp_file(d->known, buf_text(&file), &a), d->path) == 0) insert(list, lens(f, buf_text(&title)));
        buf_free(&file);
        buf_free(&title);
    }
    arena_free(&a);
    return list;
}

void lsp_lens(struct lsp_server *s, const json_t *params, const json_t *id) {
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    struct lsp_document *d = lsp_document(s, uri);
    bool current = d && lsp_is_current(d);
    if (!d || !lsp_is_checked(d) || (!current && !lsp_job_is_coming(s, d))) {
        lsp_reply(s, id, report_array());
    } else if (current) {
        lsp_reply(s, id, lenses(d));
    } else {
        struct lsp_waiting w = {json_deep_copy(id), strdup(uri)};
        if (!w.id || !w.uri) base_out_of_memory();
        vec_push(&s->waiting, w);
    }
}

static void release(struct lsp_server *s, uint32_t i) {
    json_decref(s->waiting.at[i].id);
    free(s->waiting.at[i].uri);
    vec_remove(&s->waiting, i, 1);
}

void lsp_lens_answer(struct lsp_server *s, const struct lsp_document *d) {
    for (uint32_t i = 0; i < s->waiting.n;) {
        if (strcmp(s->waiting.at[i].uri, d->uri) != 0) {
            i++;
            continue;
        }
        lsp_reply(s, s->waiting.at[i].id, lenses(d));
        release(s, i);
    }
}

bool lsp_lens_cancel(struct lsp_server *s, const json_t *id) {
    for (uint32_t i = 0; i < s->waiting.n; i++) {
        if (!json_equal(s->waiting.at[i].id, id)) continue;
        lsp_fail(s, id, LSP_CANCELLED, "cancelled");
        release(s, i);
        return true;
    }
    return false;
}
