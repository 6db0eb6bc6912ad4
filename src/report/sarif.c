// SPDX-License-Identifier: MIT
// Results as SARIF 2.1.0, for code-scanning viewers.
#include "report/report.h"
#include "report/source.h"
#include "report/value.h"

struct writer {
    const struct report_options *o;
    struct report_sources sources;
    VEC(const char *) files;  // artifacts, in order
};

// ---- places ------------------------------------------------------------------------------------------------------------------------

static bool is_plain(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

// A path as a URI: relative to where heapproof ran, or a file's.
static json_t *uri(const char *path) {
    struct buf text = {0};
    if (*path == '/') buf_str(&text, "file://");
    for (; *path; path++) {
        if (is_plain((unsigned char)*path))
            buf_char(&text, *path);
        else
            buf_printf(&text, "%%%02X", (unsigned char)*path);
    }
    json_t *j = report_string(buf_text(&text));
    buf_free(&text);
    return j;
}

static uint32_t artifact(struct writer *w, const char *file) {
    uint32_t i = 0;
    while (i < w->files.n && strcmp(w->files.at[i], file) != 0) i++;
    if (i == w->files.n) vec_push(&w->files, file);
    return i;
}

static json_t *artifact_location(struct writer *w, const char *file) {
    json_t *j = report_object();
    report_put(j, "uri", uri(file));
    if (*file != '/') report_put(j, "uriBaseId", report_string("SRCROOT"));
    report_put(j, "index", json_integer(artifact(w, file)));
    return j;
}

// Columns count characters, not bytes.
static uint32_t column_of(struct writer *w, const char *file, const struct check_place *p) {
    size_t n;
    const char *line = report_source_line(&w->sources, file, p->line, &n);
    uint32_t column = 1;
    if (!line || p->column > n + 1) return p->column;
    for (uint32_t i = 0; i + 1 < p->column; i++) column += ((unsigned char)line[i] & 0xc0) != 0x80;
    return column;
}

static json_t *message(const char *text) {
    json_t *j = report_object();
    report_put(j, "text", report_string(text));
    return j;
}

static json_t *location(struct writer *w, const struct check_result *r, const struct check_place *p, const char *text) {
    const char *file = *p->file ? p->file : r->file;
    json_t *j = report_object(), *physical = report_object(), *region = report_object();
    report_put(physical, "artifactLocation", artifact_location(w, file));
    if (p->line) report_put(region, "startLine", json_integer(p->line));
    if (p->line && p->column) report_put(region, "startColumn", json_integer(column_of(w, file, p)));
    if (p->line)
        report_put(physical, "region", region);
    else
        json_decref(region);
    report_put(j, "physicalLocation", physical);
    if (*p->function) {
        json_t *logical = report_array(), *function = report_object();
        report_put(function, "name", report_string(p->function));
        report_put(function, "kind", report_string("function"));
        report_append(logical, function);
        report_put(j, "logicalLocations", logical);
    }
    if (text) report_put(j, "message", message(text));
    return j;
}

// ---- findings ----------------------------------------------------------------------------------------------------------------------

static json_t *code_flows(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    json_t *flows = report_array(), *flow = report_object(), *threads = report_array(), *thread = report_object(), *steps = report_array();
    for (uint32_t i = 0; i <= f->trace.n; i++) {
        if (i < f->trace.n && f->trace.at[i].context) continue;
        json_t *step = report_object();
        bool last = i == f->trace.n;
        report_put(step, "location",
                   last ? location(w, r, &f->place, f->message) : location(w, r, &f->trace.at[i].place, f->trace.at[i].text));
        report_put(step, "executionOrder", json_integer((json_int_t)json_array_size(steps) + 1));
        report_put(step, "importance", report_string(last ? "essential" : "important"));
        report_append(steps, step);
    }
    report_put(thread, "locations", steps);
    report_append(threads, thread);
    report_put(flow, "threadFlows", threads);
    report_append(flows, flow);
    return flows;
}

static json_t *related(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < f->trace.n; i++) {
        json_t *one = location(w, r, &f->trace.at[i].place, f->trace.at[i].text);
        report_put(one, "id", json_integer(i + 1));
        report_append(all, one);
    }
    for (uint32_t i = 0; i < f->others.n; i++) {
        const struct check_other *o = &f->others.at[i];
        struct buf text = {0};
        buf_printf(&text, "%s here: %s", o->inputs ? "also" : "possibly also", o->message);
        json_t *one = location(w, r, &o->place, buf_text(&text));
        report_put(one, "id", json_integer(f->trace.n + i + 1));
        report_append(all, one);
        buf_free(&text);
    }
    return all;
}

// Who decided that it does not count: a comment in the source, or the baseline, which does not say why.
static json_t *suppressions(const struct check_finding *f) {
    json_t *all = report_array(), *one = report_object();
    report_put(one, "kind", report_string(f->suppression == CHECK_IGNORED ? "inSource" : "external"));
    report_put(one, "status", report_string("accepted"));
    if (f->justification) report_put(one, "justification", report_string(f->justification));
    report_append(all, one);
    return all;
}

static json_t *finding(struct writer *w, const struct check_result *r, const struct check_finding *f) {
    const struct ir_rule_info *rule = &ir_rules[f->rule];
    bool possible = f->certainty != CHECK_DEFINITE && f->certainty != CHECK_NOTED;
    json_t *j = report_object(), *locations = report_array(), *properties = report_object(), *text = report_object();
    report_put(j, "ruleId", report_string(rule->text));
    report_put(j, "ruleIndex", json_integer(f->rule));
    report_put(j, "level", report_string(check_severities[f->severity]));
    report_put(text, "text",
               report_printf("%s%s%s: %s%s%s", possible ? check_certainties[f->certainty] : "", possible ? " " : "", rule->title, f->message,
                             f->root ? "; the cause is an " : "", f->root ? f->root->title : ""));
    report_put(j, "message", text);
    report_append(locations, location(w, r, &f->place, NULL));
    report_put(j, "locations", locations);
    report_put(j, "codeFlows", code_flows(w, r, f));
    if (f->trace.n || f->others.n) report_put(j, "relatedLocations", related(w, r, f));
    if (f->fingerprint) {
        json_t *prints = report_object();
        report_put(prints, "heapproof/v1", report_string(f->fingerprint));
        report_put(j, "partialFingerprints", prints);
    }
    if (f->suppression != CHECK_NEW) report_put(j, "suppressions", suppressions(f));
    if (w->o->baseline) report_put(j, "baselineState", report_string(f->suppression == CHECK_KNOWN ? "unchanged" : "new"));
    report_put(properties, "certainty", report_string(check_certainties[f->certainty]));
    report_put(properties, "program", report_string(r->file));
    if (r->linked) report_put(properties, "linked", report_string(r->linked));
    report_put(properties, "entry", report_string(r->entry));
    if (f->root) report_put(properties, "cause", report_string(f->root->text));
    if (f->inputs) report_put(properties, "inputs", report_string(f->inputs));
    if (f->behind) report_put(properties, "behind", json_integer(f->behind));
    if (f->confirmation) report_put(properties, "confirmation", report_string(check_confirmations[f->confirmation]));
    report_put(j, "properties", properties);
    return j;
}

// ---- the tool ----------------------------------------------------------------------------------------------------------------------

static json_t *rule(const struct ir_rule_info *x) {
    json_t *j = report_object(), *help = report_object(), *level = report_object(), *properties = report_object(), *tags = report_array();
    report_put(j, "id", report_string(x->text));
    report_put(j, "shortDescription", message(x->title));
    report_put(j, "fullDescription", message(x->help));
    report_put(help, "text", report_printf("%s: %s. %s (CWE-%u)", x->title, x->help, x->advice, x->cwe));
    report_put(help, "markdown",
               report_printf("**%s**: %s.\n\n%s\n\n%s\n\nWrong:\n\n```c\n%s```\n\nRight:\n\n```c\n%s```\n\n"
                             "[CWE-%u](https://cwe.mitre.org/data/definitions/%u.html)",
                             x->title, x->help, x->why, x->advice, x->bad, x->good, x->cwe, x->cwe));
    report_put(j, "help", help);
    report_put(level, "level", report_string("error"));
    report_put(j, "defaultConfiguration", level);
    report_append(tags, report_string(ir_properties[x->property]));
    report_append(tags, report_string("security"));
    report_append(tags, report_printf("external/cwe/cwe-%u", x->cwe));
    report_put(properties, "tags", tags);
    report_put(properties, "precision", report_string("very-high"));
    report_put(j, "properties", properties);
    return j;
}

static json_t *tool(void) {
    json_t *j = report_object(), *driver = report_object(), *rules = report_array();
    report_put(driver, "name", report_string("heapproof"));
    report_put(driver, "version", report_string(HEAPPROOF_VERSION));
    report_put(driver, "semanticVersion", report_string(HEAPPROOF_VERSION));
    for (uint32_t i = 0; i < IR_N_RULES; i++) report_append(rules, rule(&ir_rules[i]));
    report_put(driver, "rules", rules);
    report_put(j, "driver", driver);
    return j;
}

static json_t *notification(struct writer *w, const struct check_result *r) {
    json_t *j = report_object(), *text = report_object(), *locations = report_array();
    struct check_place place = {.file = r->file, .function = r->entry};
    report_put(j, "level", report_string("warning"));
    report_put(text, "text", report_printf("unknown: %s", r->reason));
    report_put(j, "message", text);
    report_append(locations, location(w, r, &place, NULL));
    report_put(j, "locations", locations);
    return j;
}

// Programs about which there is no answer are told as notifications of the run.
static json_t *invocation(struct writer *w, const struct check_result *results, uint32_t n, int status) {
    json_t *j = report_object(), *notes = report_array();
    for (uint32_t i = 0; i < n; i++)
        if (results[i].verdict == CHECK_UNKNOWN) report_append(notes, notification(w, &results[i]));
    report_put(j, "executionSuccessful", json_true());
    report_put(j, "exitCode", json_integer(status));
    report_put(j, "toolExecutionNotifications", notes);
    return j;
}

// Its name, and what it is about.
static json_t *assumption(const struct check_assumption *a) {
    struct buf text = {0};
    buf_printf(&text, "%s%s%s", check_assumptions[a->kind].text, *a->subject ? ": " : "", a->subject);
    json_t *j = report_string(buf_text(&text));
    buf_free(&text);
    return j;
}

static json_t *programs(const struct check_result *results, uint32_t n) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < n; i++) {
        json_t *j = report_object(), *assumptions = report_array();
        report_put(j, "file", report_string(results[i].file));
        report_put(j, "entry", report_string(results[i].entry));
        if (results[i].linked) report_put(j, "linked", report_string(results[i].linked));
        report_put(j, "verdict", report_string(check_verdicts[results[i].verdict]));
        report_put(j, "proved", json_integer((json_int_t)results[i].counters[CHECK_PROVED]));
        report_put(j, "open", json_integer((json_int_t)results[i].counters[CHECK_OPEN]));
        report_put(j, "notReached", json_integer((json_int_t)results[i].counters[CHECK_NOT_REACHED]));
        report_put(j, "strategy", report_strategy(&results[i]));
        report_put(j, "notEntered", report_not_entered(&results[i]));
        report_put(j, "endless", json_boolean(results[i].endless));
        for (uint32_t k = 0; k < results[i].assumptions.n; k++) report_append(assumptions, assumption(&results[i].assumptions.at[k]));
        report_put(j, "assumptions", assumptions);
        report_append(all, j);
    }
    return all;
}

static json_t *bases(void) {
    json_t *j = report_object(), *root = report_object();
    report_put(root, "description", message("the folder in which heapproof ran"));
    report_put(j, "SRCROOT", root);
    return j;
}

static json_t *artifacts(const struct writer *w) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < w->files.n; i++) {
        json_t *j = report_object(), *where = report_object();
        report_put(where, "uri", uri(w->files.at[i]));
        if (w->files.at[i][0] != '/') report_put(where, "uriBaseId", report_string("SRCROOT"));
        report_put(j, "location", where);
        report_put(j, "sourceLanguage", report_string("c"));
        report_append(all, j);
    }
    return all;
}

void report_sarif(const struct check_result *results, uint32_t n, const struct report_options *o, int status, struct buf *out) {
    struct writer w = {.o = o};
    report_sources_limit(&w.sources, results, n);
    json_t *j = report_object(), *runs = report_array(), *run = report_object(), *findings = report_array(), *properties = report_object();
    json_t *invocations = report_array();
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) report_append(findings, finding(&w, &results[i], &results[i].findings.at[k]));
    report_append(invocations, invocation(&w, results, n, status));
    report_put(properties, "verdict", report_string(check_verdicts[check_decisive(results, n)->verdict]));
    if (o->settings) report_put(properties, "settings", report_string(o->settings));
    report_put(properties, "programs", programs(results, n));
    report_put(run, "tool", tool());
    report_put(run, "columnKind", report_string("unicodeCodePoints"));
    report_put(run, "invocations", invocations);
    report_put(run, "originalUriBaseIds", bases());
    report_put(run, "artifacts", artifacts(&w));
    report_put(run, "results", findings);
    report_put(run, "properties", properties);
    report_append(runs, run);
    report_put(j, "$schema", report_string("https://json.schemastore.org/sarif-2.1.0.json"));
    report_put(j, "version", report_string("2.1.0"));
    report_put(j, "runs", runs);
    report_dump(j, JSON_INDENT(1), out);
    report_sources_free(&w.sources);
    vec_free(&w.files);
}
