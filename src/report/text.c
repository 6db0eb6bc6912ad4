// SPDX-License-Identifier: MIT
// Results as text.
#include "base/utf8.h"
#include "report/report.h"
#include "report/source.h"

enum style { PLAIN, BOLD, ERROR, WARNING, NOTE, CARET };
static const char *const escapes[] = {"", "\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m"};

enum { MOST_NAME = 4000 };  // bytes

// Before choices that were told in words.

struct writer {
    struct buf *out;
    const struct report_options *o;
    struct report_sources sources;
};

// The choices of a run: what repeats it, where it is told in words.
static void repeat(struct writer *w, const struct check_result *r, bool told, const char *inputs) {
    bool is_main = strcmp(r->entry, "main") == 0;
    if (told)
        buf_printf(w->out, "repeat with: heapproof run %s%s%s--inputs %s\n", is_main ? "" : "--entry ", is_main ? "" : r->entry, is_main ? "" : " ", inputs);
    else
        buf_printf(w->out, "inputs: %s\n", inputs);
}

// Names and messages come from the program: no byte of them may end a line, move the cursor, or be no text; of very long ones the beginning is shown.
static void clean(struct writer *w, const char *s) {
    size_t n = strlen(s), shown = n;
    if (n > MOST_NAME)
        for (shown = MOST_NAME; shown > MOST_NAME - 4 && ((unsigned char)s[shown] & 0xc0) == 0x80;) shown--;
    utf8_clean(w->out, s, shown);
    if (shown < n) buf_printf(w->out, "... (%zu more bytes)", n - shown);
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

// ---- excerpts ----------------------------------------------------------------------------------------------------------------------

enum { WINDOW = 120, LEAD = 40 };  // of a long line so many bytes are shown, so many of them before the column

static bool continues(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;  // inside a character of UTF-8
}

// Part of a line; what cannot be shown as it is becomes a question mark.
static void show_part(struct writer *w, const char *s, size_t left) {
    for (size_t n; left; s += n, left -= n) {
        n = utf8_length(s, left);
        if (*s == '\t')
            buf_char(w->out, ' ');
        else if (!n || utf8_is_hidden(utf8_number(s, n)))
            buf_char(w->out, '?');
        else
            buf_add(w->out, s, n);
        n += !n;
    }
}

// A mark below what comes after the part.
static void show_caret(struct writer *w, const char *s, size_t left) {
    for (size_t n; left; s += n, left -= n) {
        n = utf8_length(s, left);
        buf_char(w->out, ' ');
        n += !n;
    }
    styled(w, CARET, "^");
    buf_char(w->out, '\n');
}

// The line of a place and a mark below its column.
static void excerpt(struct writer *w, const struct check_result *r, const struct check_place *p) {
    size_t n, column = p->column ? p->column - 1 : 0, from = 0;
    const char *line = w->o->quiet || !p->line ? NULL : report_source_line(&w->sources, *p->file ? p->file : r->file, p->line, &n);
    if (!line) return;
    if (n > WINDOW && column > LEAD) from = column - LEAD;
    if (from > n) return;
    while (from > 0 && continues(line[from])) from--;
    size_t end = n - from > WINDOW ? from + WINDOW : n;
    while (end < n && continues(line[end])) end++;
    buf_printf(w->out, "%5u | %s", p->line, from ? "..." : "");
    show_part(w, line + from, end - from);
    buf_str(w->out, end < n ? "...\n" : "\n");
    if (!p->column || column > n) return;
    buf_printf(w->out, "      | %s", from ? "   " : "");
    show_caret(w, line + from, column - from);
}

// What comes before it.
static void excerpt_before(struct writer *w, const struct check_result *r, const struct check_place *p) {
    enum { LINES = 2 };
    for (uint32_t k = LINES; k > 0; k--) {
        struct check_place before = *p;
        before.line = p->line > k ? p->line - k : 0;
        before.column = 0;
        excerpt(w, r, &before);
    }
}

// ---- findings ----------------------------------------------------------------------------------------------------------------------

static void note(struct writer *w, const struct check_result *r, const struct check_step *s, uint32_t number) {
    place(w, r, &s->place);
    buf_char(w->out, ' ');
    styled(w, NOTE, "note");
    buf_str(w->out, ": ");
    if (!s->context) buf_printf(w->out, "(%u) ", number);
    clean(w, s->text);
    buf_char(w->out, '\n');
    excerpt(w, r, &s->place);
}

static void remark(struct writer *w, const struct check_result *r, const struct check_place *at) {
    place(w, r, at);
    buf_char(w->out, ' ');
    styled(w, NOTE, "note");
    buf_str(w->out, ": ");
}

// What a run of the compiled program said.
static void confirmation(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    static const char *const texts[CHECK_N_CONFIRMATIONS] = {
        [CHECK_CONFIRMED] = "confirmed: the compiled program fails in this way",
        [CHECK_NOT_CONFIRMED] = "not confirmed: the compiled program did not fail in this way",
        [CHECK_NOT_BUILT] = "not confirmed: the program could not be compiled and run",
        [CHECK_ONLY_INTERPRETER] = "not confirmed: only the interpreter sees this",
    };
    if (!f->confirmation) return;
    remark(w, r, &f->place);
    buf_printf(w->out, "%s\n", texts[f->confirmation]);
}

static void headline(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    const struct ir_rule_info *rule = &ir_rules[f->rule];
    place(w, r, &f->place);
    buf_char(w->out, ' ');
    styled(w, f->severity == CHECK_ERROR ? ERROR : f->severity == CHECK_NOTE ? NOTE : WARNING, check_severities[f->severity]);
    bool definite = f->certainty == CHECK_DEFINITE || f->certainty == CHECK_NOTED;
    buf_printf(w->out, ": %s%s%s: ", definite ? "" : check_certainties[f->certainty], definite ? "" : " ", rule->title);
    clean(w, f->message);
    buf_printf(w->out, " [CWE-%u] [%s]", rule->cwe, rule->text);
    if (f->suppression != CHECK_NEW) buf_printf(w->out, " (%s", f->suppression == CHECK_IGNORED ? "ignored: " : "in the baseline");
    if (f->suppression == CHECK_IGNORED) clean(w, f->justification);
    buf_str(w->out, f->suppression == CHECK_NEW ? "\n" : ")\n");
}

static void root(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    if (!f->root) return;
    remark(w, r, &f->root_place);
    buf_printf(w->out, "the cause is an %s [CWE-%u] [%s]\n", f->root->title, f->root->cwe, f->root->text);
}

// Other places of the same cause, what nobody looked at, and the inputs, unless they are those of the whole result.
static void remarks(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    for (uint32_t i = 0; i < f->others.n; i++) {
        remark(w, r, &f->others.at[i].place);
        buf_str(w->out, f->others.at[i].inputs ? "also here: " : "possibly also here: ");
        clean(w, f->others.at[i].message);
        buf_char(w->out, '\n');
    }
    if (f->behind) {
        remark(w, r, &f->place);
        buf_printf(w->out, "%u access%s not reached behind this\n", f->behind, f->behind == 1 ? "" : "es");
    }
    if (w->o->quiet) return;
    for (uint32_t i = 0; i < f->world.n; i++) {
        remark(w, r, &f->place);
        buf_str(w->out, "input: ");
        clean(w, f->world.at[i]);
        buf_char(w->out, '\n');
    }
    if (!f->inputs || !*f->inputs || (r->inputs && strcmp(f->inputs, r->inputs) == 0)) return;
    remark(w, r, &f->place);
    repeat(w, r, f->world.n, f->inputs);
}

static void finding(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    headline(w, r, f);
    excerpt_before(w, r, &f->place);
    excerpt(w, r, &f->place);
    for (uint32_t i = 0; i < f->trace.n; i++) note(w, r, &f->trace.at[i], i + 1);
    root(w, r, f);
    remarks(w, r, f);
    confirmation(w, r, f);
}

// What is suppressed is counted, and shown on request.
static bool is_shown(const struct writer *w, const struct check_finding *f) {
    return w->o->verbose || f->suppression == CHECK_NEW;
}

// Suppressed findings behind which nothing was followed.
static uint32_t hidden(const struct check_result *results, uint32_t n) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++)
            count += results[i].findings.at[k].cut && results[i].findings.at[k].suppression != CHECK_NEW;
    return count;
}

static void count_suppressed(struct writer *w, const struct check_result *results, uint32_t n) {
    uint32_t ignored = check_suppressed(results, n, CHECK_IGNORED), known = check_suppressed(results, n, CHECK_KNOWN);
    if (!ignored && !known) return;
    buf_printf(w->out, "suppressed: %u finding%s (", ignored + known, ignored + known == 1 ? "" : "s");
    if (ignored) buf_printf(w->out, "%u ignored in the source", ignored);
    if (known) buf_printf(w->out, "%s%u in the baseline", ignored ? ", " : "", known);
    buf_char(w->out, ')');
    uint32_t hiding = hidden(results, n);
    if (hiding) buf_printf(w->out, "; what is behind %u of them was not analysed, and counts for --fail-on", hiding);
    buf_char(w->out, '\n');
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
// How often a rule was broken that decides nothing.
static void noted(struct writer *w, const struct check_result *r) {
    for (uint32_t rule = 0; rule < IR_N_RULES; rule++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < r->findings.n; i++) n += r->findings.at[i].certainty == CHECK_NOTED && r->findings.at[i].rule == rule;
        if (n) buf_printf(w->out, " (%s: %u noted)", ir_rules[rule].text, n);
    }
}

static void judgement(struct writer *w, const struct check_result *r) {
    if (r->verdict == CHECK_UNSAFE) {
        const struct check_finding *f = &r->findings.at[r->decisive];
        buf_printf(w->out, "%s %s at ", w->o->run ? "fault" : "unsafe", ir_rules[f->rule].text);
        clean(w, *f->place.file ? f->place.file : r->file);
        if (f->place.line) buf_printf(w->out, ":%u", f->place.line);
    } else if (r->verdict == CHECK_UNKNOWN) {
        buf_str(w->out, "unknown: ");
        clean(w, r->reason);
    } else {
        buf_str(w->out, w->o->run ? "no fault" : "safe");
        noted(w, r);
        if (r->ending) {
            buf_str(w->out, ", ");
            clean(w, r->ending);
        }
    }
}

static void accesses(const struct check_result *r, struct buf *out) {
    const uint64_t *n = r->counters;
    buf_printf(out, "%llu proved, %llu open, %llu not reached", (unsigned long long)n[CHECK_PROVED], (unsigned long long)n[CHECK_OPEN],
               (unsigned long long)n[CHECK_NOT_REACHED]);
}

enum { MOST_NAMED = 10, MOST_PLACES = 3, MOST_REASONS = 20 };

// What a proof is silent about.
static void not_reached(struct writer *w, const struct check_result *r) {
    uint32_t n = r->not_entered.n;
    if (n) buf_printf(w->out, "not entered by any run: %u of %llu functions:", n, (unsigned long long)r->counters[CHECK_FUNCTIONS]);
    for (uint32_t i = 0; i < n && i < MOST_NAMED; i++) {
        buf_str(w->out, i ? ", '" : " '");
        clean(w, r->not_entered.at[i]);
        buf_char(w->out, '\'');
    }
    if (n > MOST_NAMED) buf_printf(w->out, " and %u more", n - MOST_NAMED);
    if (n) buf_char(w->out, '\n');
    if (!r->endless) return;
    buf_str(w->out, "no run of '");
    clean(w, r->entry);
    buf_str(w->out, "' ends: it is proved only that they go on without a fault\n");
}

// What a proof says; what it took is among the statistics.
static void proof(struct writer *w, const struct check_result *r) {
    const uint64_t *n = r->counters;
    if (r->verdict != CHECK_SAFE || w->o->run || w->o->quiet) return;
    if (n[CHECK_PROVED] || n[CHECK_NOT_REACHED]) {
        buf_str(w->out, "accesses: ");
        accesses(r, w->out);
        buf_char(w->out, '\n');
    } else {
        buf_str(w->out, "proved: the program reaches nothing that could break a rule\n");
    }
    not_reached(w, r);
}

// How the verdict came about.
static void strategy(struct writer *w, const struct check_result *r) {
    if (!r->strategy || w->o->run || w->o->quiet) return;
    buf_printf(w->out, "strategy: %s", check_strategies[r->strategy]);
    if (r->domain) buf_printf(w->out, " of domain %s", r->domain);
    if (r->variant) buf_printf(w->out, ", variant %u", r->variant);
    buf_char(w->out, '\n');
}

// Why a program that is not decided was not decided by running it.
static void not_executed(struct writer *w, const struct check_result *r) {
    if (r->verdict != CHECK_UNKNOWN || !r->not_executed || w->o->run || w->o->quiet) return;
    buf_str(w->out, "not by ");
    clean(w, r->not_executed);
    buf_char(w->out, '\n');
}

// Everything that was met and not followed, if that is more than the verdict says.
static void reasons(struct writer *w, const struct check_result *r) {
    if (r->verdict != CHECK_UNKNOWN || w->o->quiet || !r->reasons.n || (r->reasons.n == 1 && !r->reasons.at[0].advice)) return;
    buf_str(w->out, "why unknown:\n");
    uint32_t n = r->reasons.n < MOST_REASONS ? r->reasons.n : MOST_REASONS;
    for (uint32_t i = 0; i < n; i++) {
        const struct check_reason *x = &r->reasons.at[i];
        buf_printf(w->out, "%5u  ", x->places.n ? x->places.n : 1);
        clean(w, x->text);
        for (uint32_t k = 0; k < x->places.n && k < MOST_PLACES; k++) {
            buf_str(w->out, k ? ", " : " at ");
            clean(w, x->places.at[k].file);
            buf_printf(w->out, ":%u", x->places.at[k].line);
        }
        buf_str(w->out, x->places.n > MOST_PLACES ? ", ...\n" : "\n");
        bool last = i + 1 == n || r->reasons.at[i + 1].advice != x->advice;
        if (x->advice && last) buf_printf(w->out, "       %s\n", x->advice);
    }
    if (n < r->reasons.n) buf_printf(w->out, "       and %u more\n", r->reasons.n - n);
}

static void procedure(struct writer *w, const struct check_procedure *p) {
    buf_str(w->out, "procedure ");
    clean(w, p->name);
    buf_printf(w->out, ": %llu entered, %llu exits, %llu states\n", (unsigned long long)p->entered, (unsigned long long)p->exits,
               (unsigned long long)p->states);
}

static void apart(struct writer *w, const struct check_apart *a) {
    const char *kind = a->better ? "better not joined" : "cannot be joined";
    buf_printf(w->out, "kept apart, %s: %llu (%s)\n", a->reason, (unsigned long long)a->times, kind);
}

static void result(struct writer *w, const struct check_result *r) {
    for (uint32_t i = 0; i < r->findings.n; i++)
        if (is_shown(w, &r->findings.at[i])) finding(w, r, &r->findings.at[i]);
    proof(w, r);
    strategy(w, r);
    not_executed(w, r);
    reasons(w, r);
    for (uint32_t i = 0; i < r->assumptions.n && !w->o->quiet; i++) assumption(w, &r->assumptions.at[i]);
    bool told = r->verdict == CHECK_UNSAFE && r->findings.at[r->decisive].world.n;  // in words, beside the finding
    bool wanted = w->o->run ? w->o->verbose : !w->o->quiet && r->inputs && *r->inputs;
    if (r->inputs && wanted) repeat(w, r, told, r->inputs);
    for (uint32_t i = 0; i < CHECK_N_COUNTERS && w->o->stats; i++)
        if (report_counts(w->o, i)) buf_printf(w->out, "%s: %llu\n", check_counters[i].text, (unsigned long long)r->counters[i]);
    for (uint32_t i = 0; i < r->limits.n && w->o->stats; i++) buf_printf(w->out, "limit reached: %s\n", r->limits.at[i]);
    for (uint32_t i = 0; i < r->procedures.n && w->o->stats; i++) procedure(w, &r->procedures.at[i]);
    for (uint32_t i = 0; i < r->apart.n && w->o->stats; i++) apart(w, &r->apart.at[i]);
}

bool report_counts(const struct report_options *o, enum check_counter i) {
    const struct check_counter_info *c = &check_counters[i];
    return (o->stats || !c->measured) && (o->run ? c->ran : c->checked);
}

static void pad(struct buf *out, size_t start, size_t width) {
    while (out->n - start < width) buf_char(out, ' ');
}

// The first finding, or why it is not known.
static void in_short(struct writer *w, const struct check_result *r) {
    const struct check_finding *f = r->findings.n ? &r->findings.at[r->verdict == CHECK_UNSAFE ? r->decisive : 0] : NULL;
    if (r->verdict == CHECK_SAFE && r->not_entered.n) buf_printf(w->out, "%u functions not entered", r->not_entered.n);
    if (r->verdict == CHECK_SAFE && r->endless) buf_str(w->out, r->not_entered.n ? ", no run ends" : "no run ends");
    if (!f) {
        clean(w, r->reason ? r->reason : "");
        return;
    }
    buf_printf(w->out, "%s %s at ", check_certainties[f->certainty], ir_rules[f->rule].text);
    clean(w, report_in_project(w->o, *f->place.file ? f->place.file : r->file));
    if (f->place.line) buf_printf(w->out, ":%u", f->place.line);
}

const char *report_in_project(const struct report_options *o, const char *file) {
    for (size_t i = 0; i < 2; i++) {
        size_t n = o->project[i] ? strlen(o->project[i]) : 0;
        if (n && strncmp(file, o->project[i], n) == 0 && file[n]) return file + n;
    }
    return file;
}

static void settings(struct writer *w) {
    if (!w->o->settings || w->o->quiet) return;
    buf_str(w->out, "settings: ");
    clean(w, w->o->settings);
    buf_char(w->out, '\n');
}

enum { VERDICT_WIDTH = 9, TIME_WIDTH = 12, N_SHARES = 3 };
static const struct {  // of the accesses, in columns
    enum check_counter counter;
    const char *title;
    uint32_t width;
} shares[N_SHARES] = {{CHECK_PROVED, "proved", 8}, {CHECK_OPEN, "open", 8}, {CHECK_NOT_REACHED, "not reached", 13}};

static void clean_linked(struct writer *w, const struct check_result *r) {
    if (r->linked) buf_char(w->out, '@');
    if (r->linked) clean(w, report_in_project(w->o, r->linked));
}

// How a table names a program: one of a project by its file, unless it starts elsewhere than at main.
static void name(struct writer *w, const struct check_result *r, struct buf *out) {
    struct writer to = {.out = out, .o = w->o};
    if (w->o->summary) clean(&to, report_in_project(w->o, r->file));
    if (w->o->summary) clean_linked(&to, r);
    if (w->o->summary && (!*r->entry || strcmp(r->entry, "main") == 0)) return;
    if (w->o->summary) buf_char(out, ':');
    clean(&to, r->entry);
}

static void row(struct writer *w, const struct check_result *r, size_t width) {
    struct buf *out = w->out;
    size_t start = out->n;
    name(w, r, out);
    pad(out, start, width);
    buf_printf(out, "%s", check_verdicts[r->verdict]);
    pad(out, start, width += VERDICT_WIDTH);
    for (uint32_t k = 0; w->o->summary && k < N_SHARES; k++) {
        if (r->strategy) buf_printf(out, "%llu", (unsigned long long)r->counters[shares[k].counter]);
        pad(out, start, width += shares[k].width);
    }
    if (w->o->stats) buf_printf(out, "%.3f s", (double)r->counters[CHECK_CHECK_TIME] / 1e6);
    if (w->o->stats) pad(out, start, width += TIME_WIDTH);
    in_short(w, r);
    while (out->text[out->n - 1] == ' ') out->text[--out->n] = 0;
    buf_char(out, '\n');
}

static void total(struct writer *w, const struct check_result *results, uint32_t n) {
    uint32_t verdicts[CHECK_N_VERDICTS] = {0};
    uint64_t sums[N_SHARES] = {0};
    for (uint32_t i = 0; i < n; i++) {
        verdicts[results[i].verdict]++;
        for (uint32_t k = 0; k < N_SHARES; k++) sums[k] += results[i].counters[shares[k].counter];
    }
    buf_printf(w->out, "total: %u programs", n);
    for (uint32_t k = 0; k < CHECK_N_VERDICTS; k++) buf_printf(w->out, ", %u %s", verdicts[k], check_verdicts[k]);
    for (uint32_t k = 0; k < N_SHARES; k++) buf_printf(w->out, "%s %llu %s", k ? "," : "; accesses:", (unsigned long long)sums[k], shares[k].title);
    buf_char(w->out, '\n');
}

static void table(struct writer *w, const struct check_result *results, uint32_t n) {
    const char *title = w->o->summary ? "program" : "function";
    size_t width = strlen(title), start = w->out->n;
    for (uint32_t i = 0; i < n; i++) {
        struct buf label = {0};
        name(w, &results[i], &label);
        if (label.n > width) width = label.n;
        buf_free(&label);
    }
    buf_str(w->out, title);
    pad(w->out, start, width + 2);
    buf_printf(w->out, "%-*s", VERDICT_WIDTH, "verdict");
    for (uint32_t k = 0; w->o->summary && k < N_SHARES; k++) buf_printf(w->out, "%-*s", (int)shares[k].width, shares[k].title);
    buf_printf(w->out, "%-*sfinding or reason\n", w->o->stats ? TIME_WIDTH : 0, w->o->stats ? "time" : "");
    for (uint32_t i = 0; i < n; i++) row(w, &results[i], width + 2);
    if (w->o->summary && n > 1) total(w, results, n);
}

static bool is_told(const struct check_result *results, uint32_t i, const struct check_assumption *a) {
    for (uint32_t k = 0; k < i; k++)
        for (uint32_t j = 0; j < results[k].assumptions.n; j++) {
            const struct check_assumption *b = &results[k].assumptions.at[j];
            if (a->kind == b->kind && strcmp(a->subject, b->subject) == 0) return true;
        }
    return false;
}

static void summary(struct writer *w, const struct check_result *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++)
            if (is_shown(w, &results[i].findings.at[k])) headline(w, &results[i], &results[i].findings.at[k]);
    for (uint32_t i = 0; i < n && !w->o->quiet; i++)
        for (uint32_t k = 0; k < results[i].assumptions.n; k++)
            if (!is_told(results, i, &results[i].assumptions.at[k])) assumption(w, &results[i].assumptions.at[k]);
}

static void result_of(struct writer *w, const struct check_result *r, bool only) {
    result(w, r);
    if (only) return;
    buf_str(w->out, *r->entry ? "program " : "file ");
    clean(w, r->file);
    clean_linked(w, r);
    if (*r->entry) buf_char(w->out, ':');
    clean(w, r->entry);
    buf_str(w->out, ": ");
    judgement(w, r);
    buf_char(w->out, '\n');
}

void report_text(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out) {
    struct writer w = {.out = out, .o = o};
    report_sources_limit(&w.sources, results, n);
    bool brief = o->summary && !o->verbose;
    for (uint32_t i = 0; i < n && !brief; i++) result_of(&w, &results[i], n == 1);
    if (brief) summary(&w, results, n);
    count_suppressed(&w, results, n);
    if (o->table || o->summary) table(&w, results, n);
    settings(&w);
    buf_str(out, o->run ? "run: " : "verdict: ");
    judgement(&w, check_decisive(results, n));
    buf_char(out, '\n');
    report_sources_free(&w.sources);
}
