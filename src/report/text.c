// SPDX-License-Identifier: MIT
#include "report/report.h"

enum style { PLAIN, BOLD, ERROR, WARNING, NOTE };
static const char *const escapes[] = {"", "\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m"};

struct writer {
    struct buf *out;
    const struct report_options *o;
};

// Names and messages come from the program: no byte of them may end a line or move the cursor.
static void clean(struct writer *w, const char *s) {
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < 32 || c == 127)
            buf_printf(w->out, "\\x%02x", c);
        else
            buf_char(w->out, *s);
    }
}

static void styled(struct writer *w, enum style style, const char *s) {
    if (w->o->color) buf_str(w->out, escapes[style]);
    clean(w, s);
    if (w->o->color) buf_str(w->out, "\033[0m");
}

// FILE:LINE:COLUMN: with the parts that are known; a place without file is in the program's own.
static void place(struct writer *w, const struct check_result *r, const struct check_place *p) {
    struct buf text = {0};
    buf_str(&text, *p->file ? p->file : r->file);
    if (p->line) buf_printf(&text, ":%u", p->line);
    if (p->line && p->column) buf_printf(&text, ":%u", p->column);
    buf_char(&text, ':');
    styled(w, BOLD, buf_text(&text));
    buf_free(&text);
}

static void finding(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    place(w, r, &f->place);
    buf_char(w->out, ' ');
    styled(w, f->severity == CHECK_ERROR ? ERROR : WARNING, check_severities[f->severity]);
    buf_str(w->out, ": ");
    clean(w, f->message);
    buf_printf(w->out, " [%s]\n", ir_rules[f->rule].text);
    for (uint32_t i = 0; i < f->trace.n; i++) {
        place(w, r, &f->trace.at[i].place);
        buf_char(w->out, ' ');
        styled(w, NOTE, "note");
        buf_str(w->out, ": ");
        clean(w, f->trace.at[i].text);
        buf_char(w->out, '\n');
    }
}

static void assumption(struct writer *w, const struct check_assumption *a) {
    buf_printf(w->out, "assumption: %s", check_assumptions[a->kind].help);
    if (*a->subject) {
        buf_str(w->out, ": ");
        clean(w, a->subject);
    }
    buf_printf(w->out, " [%s]\n", check_assumptions[a->kind].text);
}

// "safe", "unsafe RULE at FILE:LINE" or "unknown: REASON", in the words of a proof or of a run.
static void judgement(struct writer *w, const struct check_result *r) {
    if (r->verdict == CHECK_UNSAFE) {
        const struct check_finding *f = &r->findings.at[r->decisive];
        buf_printf(w->out, "%s %s at ", w->o->run ? "fault" : "unsafe", ir_rules[f->rule].text);
        clean(w, *f->place.file ? f->place.file : r->file);
        buf_printf(w->out, ":%u", f->place.line);
    } else if (r->verdict == CHECK_UNKNOWN) {
        buf_str(w->out, "unknown: ");
        clean(w, r->reason);
    } else {
        buf_str(w->out, w->o->run ? "no fault" : "safe");
        if (r->ending) {
            buf_str(w->out, ", ");
            clean(w, r->ending);
        }
    }
}

static void result(struct writer *w, const struct check_result *r) {
    for (uint32_t i = 0; i < r->findings.n; i++) finding(w, r, &r->findings.at[i]);
    for (uint32_t i = 0; i < r->assumptions.n && !w->o->quiet; i++) assumption(w, &r->assumptions.at[i]);
    if (r->inputs && (w->o->verbose || (!w->o->run && !w->o->quiet && *r->inputs))) buf_printf(w->out, "inputs: %s\n", r->inputs);
    for (uint32_t i = 0; i < CHECK_N_COUNTERS && w->o->stats; i++)
        if (report_counts(w->o, i)) buf_printf(w->out, "%s: %llu\n", check_counters[i].text, (unsigned long long)r->counters[i]);
}

bool report_counts(const struct report_options *o, enum check_counter i) {
    const struct check_counter_info *c = &check_counters[i];
    return (o->stats || !c->measured) && (o->run ? c->ran : c->checked);
}

void report_text(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out) {
    struct writer w = {out, o};
    for (uint32_t i = 0; i < n; i++) {
        result(&w, &results[i]);
        if (n == 1) continue;
        buf_str(out, "program ");
        clean(&w, results[i].file);
        buf_char(out, ':');
        clean(&w, results[i].entry);
        buf_str(out, ": ");
        judgement(&w, &results[i]);
        buf_char(out, '\n');
    }
    buf_str(out, o->run ? "run: " : "verdict: ");
    judgement(&w, check_decisive(results, n));
    buf_char(out, '\n');
}
