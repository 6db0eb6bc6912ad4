// SPDX-License-Identifier: MIT
#include <jansson.h>

#include "report/report.h"

enum { SCHEMA = 1 };

static json_t *must(json_t *j) {
    if (!j) base_out_of_memory();
    return j;
}

static void put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new_nocheck(object, key, must(value)) != 0) base_out_of_memory();
}

static void append(json_t *array, json_t *value) {
    if (json_array_append_new(array, must(value)) != 0) base_out_of_memory();
}

// JSON is UTF-8, names of files and functions need not be: bytes of an invalid string that are not ASCII are written \xHH.
static json_t *string(const char *s) {
    json_t *j = json_string(s);
    if (j) return j;
    struct buf text = {0};
    for (; *s; s++) {
        if ((unsigned char)*s > 127)
            buf_printf(&text, "\\x%02x", (unsigned char)*s);
        else
            buf_char(&text, *s);
    }
    j = must(json_string(buf_text(&text)));
    buf_free(&text);
    return j;
}

static json_t *string_or_null(const char *s) {
    return s ? string(s) : json_null();
}

static json_t *place(const struct check_place *p) {
    json_t *j = must(json_object());
    put(j, "file", string(p->file));
    put(j, "line", json_integer(p->line));
    put(j, "column", json_integer(p->column));
    put(j, "function", string(p->function));
    return j;
}

static json_t *finding(const struct check_finding *f) {
    json_t *j = must(json_object()), *trace = must(json_array());
    put(j, "rule", string(ir_rules[f->rule].text));
    put(j, "cwe", json_integer(ir_rules[f->rule].cwe));
    put(j, "severity", string(check_severities[f->severity]));
    put(j, "certainty", string(check_certainties[f->certainty]));
    put(j, "message", string(f->message));
    put(j, "place", place(&f->place));
    for (uint32_t i = 0; i < f->trace.n; i++) {
        json_t *step = must(json_object());
        put(step, "place", place(&f->trace.at[i].place));
        put(step, "text", string(f->trace.at[i].text));
        put(step, "context", json_boolean(f->trace.at[i].context));
        append(trace, step);
    }
    put(j, "trace", trace);
    return j;
}

static json_t *assumption(const struct check_assumption *a) {
    json_t *j = must(json_object());
    put(j, "name", string(check_assumptions[a->kind].text));
    put(j, "text", string(check_assumptions[a->kind].help));
    put(j, "subject", string(a->subject));
    return j;
}

static json_t *statistics(const struct check_result *r, const struct report_options *o) {
    json_t *j = must(json_object());
    for (uint32_t i = 0; i < CHECK_N_COUNTERS; i++)
        if (!o || report_counts(o, i)) put(j, check_counters[i].text, json_integer((json_int_t)r->counters[i]));
    return j;
}

static const char *verdict(const struct check_result *r, bool run) {
    return run && r->verdict == CHECK_SAFE ? "no-fault" : check_verdicts[r->verdict];
}

// With o NULL everything that there is.
static json_t *program(const struct check_result *r, const struct report_options *o) {
    json_t *j = must(json_object()), *findings = must(json_array()), *assumptions = must(json_array());
    put(j, "file", string(r->file));
    put(j, "entry", string(r->entry));
    put(j, "verdict", string(verdict(r, o && o->run)));
    put(j, "reason", string_or_null(r->reason));
    put(j, "ending", string_or_null(r->ending));
    put(j, "inputs", string_or_null(r->inputs));
    for (uint32_t i = 0; i < r->findings.n; i++) append(findings, finding(&r->findings.at[i]));
    for (uint32_t i = 0; i < r->assumptions.n; i++) append(assumptions, assumption(&r->assumptions.at[i]));
    put(j, "findings", findings);
    put(j, "assumptions", assumptions);
    put(j, "statistics", statistics(r, o));
    return j;
}

static void dump(json_t *j, size_t flags, struct buf *out) {
    char *text = json_dumps(j, flags);
    if (!text) base_out_of_memory();
    buf_printf(out, "%s\n", text);
    free(text);
    json_decref(j);
}

void report_pack(const struct check_result *r, struct buf *out) {
    dump(program(r, NULL), JSON_COMPACT, out);
}

void report_json(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out) {
    const struct check_result *decisive = check_decisive(results, n);
    json_t *j = must(json_object()), *rules = must(json_array()), *programs = must(json_array());
    put(j, "tool", string("heapproof"));
    put(j, "version", string(HEAPPROOF_VERSION));
    put(j, "schema", json_integer(SCHEMA));
    put(j, "command", string(o->run ? "run" : "check"));
    put(j, "verdict", string(verdict(decisive, o->run)));
    put(j, "reason", string_or_null(decisive->verdict == CHECK_UNKNOWN ? decisive->reason : NULL));
    for (uint32_t i = 0; i < IR_N_RULES; i++)
        if (o->rules >> i & 1) append(rules, string(ir_rules[i].text));
    put(j, "rules", rules);
    for (uint32_t i = 0; i < n; i++) append(programs, program(&results[i], o));
    put(j, "programs", programs);
    dump(j, JSON_INDENT(2), out);
}
