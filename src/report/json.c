// SPDX-License-Identifier: MIT
// Results as JSON.
#include "report/report.h"
#include "report/value.h"

enum { SCHEMA = 2 };

// For people, or byte for byte.
static json_t *path(const char *file, bool exact) {
    return exact ? report_exact(file) : report_string(file);
}

static json_t *place(const struct check_place *p, bool exact) {
    json_t *j = report_object();
    report_put(j, "file", path(p->file, exact));
    report_put(j, "line", json_integer(p->line));
    report_put(j, "column", json_integer(p->column));
    report_put(j, "function", report_string(p->function));
    return j;
}

static json_t *suppression(const struct check_finding *f) {
    if (f->suppression == CHECK_NEW) return json_null();
    json_t *j = report_object();
    report_put(j, "by", report_string(check_suppressions[f->suppression]));
    report_put(j, "reason", report_string_or_null(f->justification));
    return j;
}

// Pictures, what is known at loops, harnesses and scripts are handed from process to process only.
static json_t *picture(const struct check_picture *p) {
    json_t *j = report_object();
    report_put(j, "dot", report_string(p->dot));
    report_put(j, "text", report_string(p->text));
    return j;
}

static json_t *loop(const struct check_loop *l) {
    json_t *j = report_object(), *states = report_array();
    report_put(j, "place", place(&l->place, true));
    report_put(j, "left_off", json_integer(l->left_off));
    for (uint32_t i = 0; i < l->states.n; i++) report_append(states, picture(&l->states.at[i]));
    report_put(j, "states", states);
    return j;
}

static json_t *other(const struct check_other *o, bool packed) {
    json_t *j = report_object();
    report_put(j, "place", place(&o->place, packed));
    report_put(j, "message", report_string(o->message));
    report_put(j, "inputs", report_string_or_null(o->inputs));
    return j;
}

static json_t *root(const struct check_finding *f, bool packed) {
    if (!f->root) return json_null();
    json_t *j = report_object();
    report_put(j, "rule", report_string(f->root->text));
    report_put(j, "cwe", json_integer(f->root->cwe));
    report_put(j, "place", place(&f->root_place, packed));
    return j;
}

static json_t *finding(const struct check_finding *f, bool packed) {
    json_t *j = report_object(), *trace = report_array(), *others = report_array(), *world = report_array();
    for (uint32_t i = 0; i < f->world.n; i++) report_append(world, report_string(f->world.at[i]));
    report_put(j, "rule", report_string(ir_rules[f->rule].text));
    report_put(j, "cwe", json_integer(ir_rules[f->rule].cwe));
    report_put(j, "cause", root(f, packed));
    report_put(j, "severity", report_string(check_severities[f->severity]));
    report_put(j, "certainty", report_string(check_certainties[f->certainty]));
    report_put(j, "message", report_string(f->message));
    report_put(j, "cut", json_boolean(f->cut));
    report_put(j, "place", place(&f->place, packed));
    for (uint32_t i = 0; i < f->trace.n; i++) {
        json_t *step = report_object();
        report_put(step, "place", place(&f->trace.at[i].place, packed));
        report_put(step, "text", report_string(f->trace.at[i].text));
        report_put(step, "context", json_boolean(f->trace.at[i].context));
        if (packed && f->trace.at[i].picture.dot) report_put(step, "picture", picture(&f->trace.at[i].picture));
        report_append(trace, step);
    }
    report_put(j, "trace", trace);
    report_put(j, "inputs", report_string_or_null(f->inputs));
    report_put(j, "world", world);
    report_put(j, "behind", json_integer(f->behind));
    for (uint32_t i = 0; i < f->others.n; i++) report_append(others, other(&f->others.at[i], packed));
    report_put(j, "others", others);
    if (!packed) report_put(j, "fingerprint", report_string_or_null(f->fingerprint));
    if (!packed) report_put(j, "suppression", suppression(f));
    if (packed && f->picture.dot) report_put(j, "picture", picture(&f->picture));
    report_put(j, "confirmation", f->confirmation ? report_string(check_confirmations[f->confirmation]) : json_null());
    if (packed && f->script) {
        report_put(j, "harness", report_string(f->harness));
        report_put(j, "script", report_string(f->script));
    }
    return j;
}

static json_t *assumption(const struct check_assumption *a) {
    json_t *j = report_object();
    report_put(j, "name", report_string(check_assumptions[a->kind].text));
    report_put(j, "text", report_string(check_assumptions[a->kind].help));
    report_put(j, "subject", report_string(a->subject));
    return j;
}

static json_t *statistics(const struct check_result *r, const struct report_options *o) {
    json_t *j = report_object();
    for (uint32_t i = 0; i < CHECK_N_COUNTERS; i++)
        if (!o || report_counts(o, i)) report_put(j, check_counters[i].text, json_integer((json_int_t)r->counters[i]));
    return j;
}

static json_t *procedure(const struct check_procedure *p) {
    json_t *j = report_object();
    report_put(j, "name", report_string(p->name));
    report_put(j, "entered", json_integer((json_int_t)p->entered));
    report_put(j, "exits", json_integer((json_int_t)p->exits));
    report_put(j, "states", json_integer((json_int_t)p->states));
    return j;
}

static void put_procedures(json_t *j, const struct check_result *r, const struct report_options *o) {
    json_t *procedures = o && !o->stats ? NULL : report_array();
    for (uint32_t i = 0; i < r->procedures.n && procedures; i++) report_append(procedures, procedure(&r->procedures.at[i]));
    if (procedures) report_put(j, "procedures", procedures);
}

static void put_apart(json_t *j, const struct check_result *r, const struct report_options *o) {
    if (o && !o->stats) return;
    json_t *all = report_array();
    for (uint32_t i = 0; i < r->apart.n; i++) {
        json_t *one = report_object();
        report_put(one, "reason", report_string(r->apart.at[i].reason));
        report_put(one, "better", json_boolean(r->apart.at[i].better));
        report_put(one, "times", json_integer((json_int_t)r->apart.at[i].times));
        report_append(all, one);
    }
    report_put(j, "apart", all);
}

static json_t *reason(const struct check_reason *x, bool packed) {
    json_t *j = report_object(), *places = report_array();
    report_put(j, "text", report_string(x->text));
    report_put(j, "advice", report_string_or_null(x->advice));
    for (uint32_t i = 0; i < x->places.n; i++) report_append(places, place(&x->places.at[i], packed));
    report_put(j, "places", places);
    return j;
}

static void put_reasons(json_t *j, const struct check_result *r, bool packed) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < r->reasons.n && r->verdict == CHECK_UNKNOWN; i++) report_append(all, reason(&r->reasons.at[i], packed));
    report_put(j, "reasons", all);
}

static void put_limits(json_t *j, const struct check_result *r, const struct report_options *o) {
    if (o && !o->stats) return;
    json_t *limits = report_array();
    for (uint32_t i = 0; i < r->limits.n; i++) report_append(limits, report_string(r->limits.at[i]));
    report_put(j, "limits", limits);
}

static const char *verdict(const struct check_result *r, bool run) {
    return run && r->verdict == CHECK_SAFE ? "no-fault" : check_verdicts[r->verdict];
}

static void put_loops(json_t *j, const struct check_result *r) {
    json_t *loops = report_array();
    for (uint32_t i = 0; i < r->loops.n; i++) report_append(loops, loop(&r->loops.at[i]));
    report_put(j, "loops", loops);
    report_put(j, "partial", json_boolean(r->partial));
}

// With o NULL everything that there is.
static json_t *program(const struct check_result *r, const struct report_options *o) {
    json_t *j = report_object(), *findings = report_array(), *assumptions = report_array();
    report_put(j, "file", path(r->file, !o));
    report_put(j, "entry", report_string(r->entry));
    if (r->linked) report_put(j, "linked", path(r->linked, !o));
    report_put(j, "verdict", report_string(verdict(r, o && o->run)));
    report_put(j, "reason", report_string_or_null(r->reason));
    put_reasons(j, r, !o);
    report_put(j, "strategy", report_strategy(r));
    report_put(j, "not_entered", report_not_entered(r));
    report_put(j, "endless", json_boolean(r->endless));
    if (r->prototype) report_put(j, "contract", report_contract(r));
    report_put(j, "not_executed", report_string_or_null(r->verdict == CHECK_UNKNOWN ? r->not_executed : NULL));
    report_put(j, "ending", report_string_or_null(r->ending));
    report_put(j, "inputs", report_string_or_null(r->inputs));
    if (!o && r->witness) report_put(j, "witness", report_string(r->witness));
    for (uint32_t i = 0; i < r->findings.n; i++) report_append(findings, finding(&r->findings.at[i], !o));
    for (uint32_t i = 0; i < r->assumptions.n; i++) report_append(assumptions, assumption(&r->assumptions.at[i]));
    report_put(j, "findings", findings);
    report_put(j, "assumptions", assumptions);
    report_put(j, "statistics", statistics(r, o));
    put_limits(j, r, o);
    put_procedures(j, r, o);
    put_apart(j, r, o);
    if (o) return j;
    json_t *sources = report_array();
    for (uint32_t i = 0; i < r->sources.n; i++) report_append(sources, path(r->sources.at[i], true));
    report_put(j, "sources", sources);
    put_loops(j, r);
    return j;
}

void report_pack(const struct check_result *r, struct buf *out) {
    report_dump(program(r, NULL), JSON_COMPACT, out);
}

void report_json(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out) {
    const struct check_result *decisive = check_decisive(results, n);
    json_t *j = report_object(), *rules = report_array(), *options = report_array(), *programs = report_array();
    report_put(j, "tool", report_string("heapproof"));
    report_put(j, "version", report_string(HEAPPROOF_VERSION));
    report_put(j, "schema", json_integer(SCHEMA));
    report_put(j, "command", report_string(o->run ? "run" : "check"));
    report_put(j, "verdict", report_string(verdict(decisive, o->run)));
    report_put(j, "reason", report_string_or_null(decisive->verdict == CHECK_UNKNOWN ? decisive->reason : NULL));
    for (uint32_t i = 0; i < IR_N_RULES; i++)
        if (o->rules >> i & 1) report_append(rules, report_string(ir_rules[i].text));
    report_put(j, "rules", rules);
    for (uint32_t i = 0; i < o->n_options; i++) report_append(options, report_string(o->options[i]));
    report_put(j, "options", options);
    if (o->settings) report_put(j, "settings", report_string(o->settings));
    report_put(j, "suppressed", json_integer(check_suppressed(results, n, CHECK_IGNORED) + check_suppressed(results, n, CHECK_KNOWN)));
    for (uint32_t i = 0; i < n; i++) report_append(programs, program(&results[i], o));
    report_put(j, "programs", programs);
    report_dump(j, JSON_INDENT(2), out);
}
