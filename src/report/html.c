// SPDX-License-Identifier: MIT
// Results as one page that needs nothing else.  The page is text of ours and data: what comes from the program is only ever JSON, which the script of the page
// turns into text.  Style and script come from src/report/html.
#include <stdlib.h>

#include "report/album.h"
#include "report/assets.h"
#include "report/excerpt.h"
#include "report/plain.h"
#include "report/report.h"
#include "report/value.h"

struct writer {
    const struct report_options *o;
    struct report_excerpts excerpts;
    struct report_album album;
};

enum { MOST_TEXT = 1000 };  // bytes of a name or message; the rest is left off

static json_t *text(const char *s) {
    if (!s) return json_null();
    size_t n = strlen(s);
    if (n <= MOST_TEXT) return report_string(s);
    size_t end = MOST_TEXT;
    while (end > MOST_TEXT - 4 && ((unsigned char)s[end] & 0xc0) == 0x80) end--;
    return report_printf("%.*s \xe2\x80\xa6 (%zu more bytes)", (int)end, s, n - end);
}

// ---- data --------------------------------------------------------------------------------------------------------------------------

// "at": how many units of UTF-16 of the line come before the column.
static json_t *place(struct writer *w, const struct check_result *r, const struct check_place *p) {
    json_t *j = report_object();
    uint32_t file = report_excerpts_file(&w->excerpts, *p->file ? p->file : r->file);
    report_excerpts_mark(&w->excerpts, file, p->line);
    report_put(j, "file", json_integer(file));
    report_put(j, "line", json_integer(p->line));
    report_put(j, "column", json_integer(p->column));
    report_put(j, "at", json_integer(report_excerpts_units(&w->excerpts, file, p->line, p->column)));
    report_put(j, "function", text(p->function));
    return j;
}

static json_t *finding(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    json_t *j = report_object(), *steps = report_array(), *others = report_array();
    report_put(j, "rule", report_string(ir_rules[f->rule].text));
    report_put(j, "cause", f->root ? report_printf("%s [CWE-%u] [%s]", f->root->title, f->root->cwe, f->root->text) : json_null());
    report_put(j, "certainty", report_string(check_certainties[f->certainty]));
    report_put(j, "message", text(f->message));
    report_put(j, "place", place(w, r, &f->place));
    report_put(j, "picture", report_album_number(&w->album, &f->picture));
    report_put(j, "suppression", f->suppression == CHECK_NEW ? json_null() : report_string(check_suppressions[f->suppression]));
    report_put(j, "justification", text(f->justification));
    report_put(j, "confirmation", f->confirmation ? report_string(check_confirmations[f->confirmation]) : json_null());
    for (uint32_t i = 0; i < f->trace.n; i++) {
        const struct check_step *s = &f->trace.at[i];
        json_t *step = report_object();
        report_put(step, "text", text(s->text));
        report_put(step, "context", json_boolean(s->context));
        report_put(step, "place", place(w, r, &s->place));
        report_put(step, "picture", report_album_number(&w->album, &s->picture));
        report_append(steps, step);
    }
    report_put(j, "steps", steps);
    report_put(j, "inputs", text(f->inputs));
    report_put(j, "behind", json_integer(f->behind));
    for (uint32_t i = 0; i < f->others.n; i++) {
        const struct check_other *o = &f->others.at[i];
        json_t *other = report_object();
        report_put(other, "text", text(o->message));
        report_put(other, "place", place(w, r, &o->place));
        report_put(other, "definite", json_boolean(o->inputs));
        report_append(others, other);
    }
    report_put(j, "others", others);
    return j;
}

static json_t *loop(struct writer *w, const struct check_result *r, const struct check_loop *l) {
    json_t *j = report_object(), *states = report_array();
    report_put(j, "place", place(w, r, &l->place));
    report_put(j, "leftOff", json_integer(l->left_off));
    for (uint32_t i = 0; i < l->states.n; i++) report_append(states, report_album_number(&w->album, &l->states.at[i]));
    report_put(j, "states", states);
    return j;
}

static json_t *named(const char *name, const char *text) {
    json_t *j = report_object();
    report_put(j, "name", report_string(name));
    report_put(j, "text", report_string(text));
    return j;
}

static json_t *assumptions(const struct check_result *r) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < r->assumptions.n; i++) {
        const struct check_assumption *a = &r->assumptions.at[i];
        json_t *j = named(check_assumptions[a->kind].text, check_assumptions[a->kind].help);
        report_put(j, "subject", text(a->subject));
        report_append(all, j);
    }
    return all;
}

static json_t *statistics(const struct writer *w, const struct check_result *r) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < CHECK_N_COUNTERS; i++) {
        if (!report_counts(w->o, i)) continue;
        json_t *j = named(check_counters[i].text, check_counters[i].help);
        report_put(j, "value", json_integer((json_int_t)r->counters[i]));
        report_append(all, j);
    }
    return all;
}

static json_t *reasons(const struct check_result *r) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < r->reasons.n && r->verdict == CHECK_UNKNOWN; i++) {
        const struct check_reason *x = &r->reasons.at[i];
        json_t *j = report_object(), *places = report_array();
        report_put(j, "text", text(x->text));
        report_put(j, "advice", text(x->advice));
        for (uint32_t k = 0; k < x->places.n; k++)
            report_append(places, report_printf("%s:%u", x->places.at[k].file, x->places.at[k].line));
        report_put(j, "places", places);
        report_append(all, j);
    }
    return all;
}

static json_t *program(struct writer *w, const struct check_result *r) {
    json_t *j = report_object(), *findings = report_array(), *loops = report_array();
    report_put(j, "file", json_integer(report_excerpts_file(&w->excerpts, r->file)));
    report_put(j, "entry", text(r->entry));
    if (r->linked) report_put(j, "linked", text(r->linked));
    report_put(j, "verdict", report_string(check_verdicts[r->verdict]));
    report_put(j, "reason", text(r->verdict == CHECK_UNKNOWN ? r->reason : NULL));
    report_put(j, "reasons", reasons(r));
    report_put(j, "ending", text(r->ending));
    report_put(j, "inputs", text(r->inputs));
    report_put(j, "proved", json_integer((json_int_t)r->counters[CHECK_PROVED]));
    report_put(j, "open", json_integer((json_int_t)r->counters[CHECK_OPEN]));
    report_put(j, "not_reached", json_integer((json_int_t)r->counters[CHECK_NOT_REACHED]));
    report_put(j, "strategy", report_strategy(r));
    report_put(j, "not_entered", report_not_entered(r));
    report_put(j, "endless", json_boolean(r->endless));
    for (uint32_t i = 0; i < r->findings.n; i++) report_append(findings, finding(w, r, &r->findings.at[i]));
    for (uint32_t i = 0; i < r->loops.n; i++) report_append(loops, loop(w, r, &r->loops.at[i]));
    report_put(j, "findings", findings);
    report_put(j, "loops", loops);
    report_put(j, "partial", json_boolean(r->partial));
    report_put(j, "assumptions", assumptions(r));
    report_put(j, "statistics", statistics(w, r));
    return j;
}

static json_t *rules(const struct writer *w) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < IR_N_RULES; i++) {
        if (!(w->o->rules >> i & 1)) continue;
        json_t *j = named(ir_rules[i].text, ir_rules[i].help);
        report_put(j, "title", report_string(ir_rules[i].title));
        report_put(j, "advice", report_string(ir_rules[i].advice));
        report_put(j, "cwe", json_integer(ir_rules[i].cwe));
        report_append(all, j);
    }
    return all;
}

static json_t *data(struct writer *w, const struct check_result *results, uint32_t n) {
    json_t *j = report_object(), *programs = report_array();
    report_put(j, "version", report_string(HEAPPROOF_VERSION));
    report_put(j, "run", json_boolean(w->o->run));
    report_put(j, "summary", json_boolean(w->o->summary));
    json_t *project = report_array();
    for (size_t i = 0; i < 2 && w->o->project[i]; i++) report_append(project, report_string(w->o->project[i]));
    report_put(j, "project", project);
    report_put(j, "settings", text(w->o->settings));
    report_put(j, "verdict", report_string(check_verdicts[check_decisive(results, n)->verdict]));
    for (uint32_t i = 0; i < n; i++) report_append(programs, program(w, &results[i]));
    report_put(j, "programs", programs);
    report_put(j, "rules", rules(w));
    report_put(j, "files", report_excerpts_json(&w->excerpts));
    report_put(j, "pictures", report_album_draw(&w->album));
    return j;
}

// ---- the page ----------------------------------------------------------------------------------------------------------------------

// JSON inside of a script element: what could end the element, or begin a comment, is escaped.
static void add_data(json_t *j, struct buf *out) {
    char *text = json_dumps(j, JSON_COMPACT);
    if (!text) base_out_of_memory();
    for (const char *s = text; *s;) {
        size_t n = strcspn(s, "<>&");
        buf_add(out, s, n);
        s += n;
        if (*s) buf_printf(out, "\\u%04x", (unsigned char)*s++);
    }
    free(text);
    json_decref(j);
}

void report_html(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out) {
    struct writer w = {.o = o};
    report_sources_limit(&w.excerpts.sources, results, n);
    buf_str(out, report_page_head);
    report_plain(results, n, o, out);
    buf_str(out, report_page_middle);
    add_data(data(&w, results, n), out);
    buf_str(out, report_page_tail);
    report_excerpts_free(&w.excerpts);
    report_album_free(&w.album);
}
