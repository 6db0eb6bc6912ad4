// SPDX-License-Identifier: MIT
// Making a result: findings, reasons, assumptions; what they do to the verdict.
#include <assert.h>
#include <stdarg.h>

#include "base/buf.h"
#include "check/check.h"

const char *const check_verdicts[CHECK_N_VERDICTS] = {"safe", "unsafe", "unknown"};
const char *const check_severities[CHECK_N_SEVERITIES] = {"error", "warning", "note"};
const char *const check_confirmations[CHECK_N_CONFIRMATIONS] = {"not-tried", "confirmed", "not-confirmed", "not-built", "only-interpreter"};
const char *const check_certainties[CHECK_N_CERTAINTIES] = {"definite", "possible", "conditional", "noted"};
const char *const check_suppressions[CHECK_N_SUPPRESSIONS] = {"", "comment", "baseline"};

const char *const check_strategies[CHECK_N_STRATEGIES] = {
#define STRATEGY(name, text, help) text,
#include "check/strategies.def"
};

enum { EXACT, MEASURED };
enum { CHECK, RUN, BOTH };
const struct check_counter_info check_counters[CHECK_N_COUNTERS] = {
#define COUNTER(name, text, kind, command, help) {text, help, kind == MEASURED, command != RUN, command != CHECK},
#include "check/counters.def"
};
const struct check_assumption_info check_assumptions[CHECK_N_ASSUMPTIONS] = {
#define ASSUMPTION(name, text, help) {text, help},
#include "check/assumptions.def"
};

void check_result_init(struct check_result *r, const char *file, const char *entry) {
    *r = (struct check_result){.verdict = CHECK_SAFE};
    r->file = arena_strdup(&r->arena, file);
    r->entry = arena_strdup(&r->arena, entry);
}

void check_result_free(struct check_result *r) {
    for (uint32_t i = 0; i < r->findings.n; i++) {
        vec_free(&r->findings.at[i].trace);
        vec_free(&r->findings.at[i].others);
        vec_free(&r->findings.at[i].world);
    }
    vec_free(&r->findings);
    for (uint32_t i = 0; i < r->loops.n; i++) vec_free(&r->loops.at[i].states);
    vec_free(&r->loops);
    vec_free(&r->assumptions);
    for (uint32_t i = 0; i < r->reasons.n; i++) vec_free(&r->reasons.at[i].places);
    vec_free(&r->reasons);
    vec_free(&r->sources);
    vec_free(&r->limits);
    vec_free(&r->procedures);
    vec_free(&r->apart);
    vec_free(&r->not_entered);
    for (uint32_t i = 0; i < r->contract.n; i++) {
        vec_free(&r->contract.at[i].requires);
        vec_free(&r->contract.at[i].ensures);
        vec_free(&r->contract.at[i].without);
        vec_free(&r->contract.at[i].clauses);
        vec_free(&r->contract.at[i].promises);
    }
    vec_free(&r->contract);
    arena_free(&r->arena);
}

struct check_place check_place_of(struct check_result *r, const struct ir_program *p, const struct ir_func *f, struct ir_loc loc) {
    struct check_place place = {.file = "", .function = f ? arena_strdup(&r->arena, f->name) : ""};
    for (uint32_t i = 0; f && !loc.line && i < f->instrs.n; i++) loc = f->instrs.at[i].loc;  // at least in which function
    if (!loc.line) return place;
    place.file = arena_strdup(&r->arena, p->files.text.at[loc.file]);
    place.line = loc.line;
    place.column = loc.column;
    return place;
}

static struct check_place copy_place(struct check_result *r, struct check_place place) {
    place.file = arena_strdup(&r->arena, place.file);
    place.function = arena_strdup(&r->arena, place.function);
    return place;
}

// "possible RULE at FILE:LINE"
static const char *in_short(struct check_result *r, const struct check_finding *f) {
    const char *file = *f->place.file ? f->place.file : r->file, *certainty = check_certainties[f->certainty], *rule = ir_rules[f->rule].text;
    if (!f->place.line) return arena_printf(&r->arena, "%s %s at %s", certainty, rule, file);
    return arena_printf(&r->arena, "%s %s at %s:%u", certainty, rule, file, f->place.line);
}

void check_blame(struct check_result *r) {
    for (uint32_t i = 0; i < r->findings.n && r->blamed; i++) {
        const struct check_finding *f = &r->findings.at[i];
        if (f->certainty == CHECK_DEFINITE || f->certainty == CHECK_NOTED) continue;
        const char *text = in_short(r, f);
        r->reason = arena_printf(&r->arena, "%s%s", text, r->reason + r->blamed);
        r->blamed = (uint32_t)strlen(text);
        return;
    }
}

struct check_finding *check_add_finding(struct check_result *r, enum ir_rule rule, enum check_certainty certainty, struct check_place place,
                                        const char *message) {
    struct check_finding *f = vec_add(&r->findings);
    assert(rule < IR_N_RULES && certainty < CHECK_N_CERTAINTIES && message);
    if (r->notes >> rule & 1) certainty = CHECK_NOTED;
    f->rule = rule;
    f->certainty = certainty;
    f->severity = certainty == CHECK_DEFINITE ? CHECK_ERROR : certainty == CHECK_NOTED ? CHECK_NOTE : CHECK_WARNING;
    f->place = copy_place(r, place);
    f->message = arena_strdup(&r->arena, message);
    if (certainty == CHECK_NOTED) return f;
    if (certainty != CHECK_DEFINITE) {
        bool first = !r->reason;
        check_unknown(r, "%s", in_short(r, f));
        if (first) r->blamed = (uint32_t)strlen(r->reason);
    } else if (r->verdict != CHECK_UNSAFE) {
        r->verdict = CHECK_UNSAFE;
        r->decisive = r->findings.n - 1;
    }
    return f;
}

void check_add_root(struct check_result *r, struct check_finding *f, enum ir_rule rule, struct check_place place) {
    assert(rule < IR_N_RULES && rule != f->rule);
    f->root = &ir_rules[rule];
    f->root_place = copy_place(r, place);
}

void check_add_step(struct check_result *r, struct check_finding *f, struct check_place place, const char *text) {
    struct check_step *s = vec_add(&f->trace);
    s->place = copy_place(r, place);
    s->text = arena_strdup(&r->arena, text);
}

void check_add_other(struct check_result *r, struct check_finding *f, struct check_place place, const char *message, const char *inputs) {
    struct check_other *o = vec_add(&f->others);
    o->place = copy_place(r, place);
    o->message = arena_strdup(&r->arena, message);
    o->inputs = inputs ? arena_strdup(&r->arena, inputs) : NULL;
}

static const char *advice_for(const char *text) {
    static const struct {
        const char *part, *advice;
    } table[] = {
#define ADVICE(part, advice) {part, advice},
#include "check/advice.def"
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strstr(text, table[i].part)) return table[i].advice;
    return NULL;
}

static bool is_same_place(const struct check_place *a, const struct check_place *b) {
    return a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0;
}

void check_add_reason(struct check_result *r, const char *text, struct check_place place) {
    struct check_reason *to = NULL;
    for (uint32_t i = 0; i < r->reasons.n && !to; i++)
        if (strcmp(r->reasons.at[i].text, text) == 0) to = &r->reasons.at[i];
    if (!to) {
        to = vec_add(&r->reasons);
        to->text = arena_strdup(&r->arena, text);
        to->advice = advice_for(text);
    }
    for (uint32_t i = 0; i < to->places.n; i++)
        if (is_same_place(&to->places.at[i], &place)) return;
    if (*place.file || place.line) vec_push(&to->places, copy_place(r, place));
}

void check_add_world(struct check_result *r, struct check_finding *f, const char *text) {
    vec_push(&f->world, arena_strdup(&r->arena, text));
}

void check_add_procedure(struct check_result *r, struct check_procedure p) {
    p.name = arena_strdup(&r->arena, p.name);
    vec_push(&r->procedures, p);
}

void check_add_apart(struct check_result *r, struct check_apart a) {
    assert(a.reason && a.times);
    a.reason = arena_strdup(&r->arena, a.reason);
    vec_push(&r->apart, a);
}

void check_add_not_entered(struct check_result *r, const char *name) {
    vec_push(&r->not_entered, arena_strdup(&r->arena, name));
}

void check_set_strategy(struct check_result *r, enum check_strategy strategy, const char *domain, uint32_t variant) {
    assert(strategy < CHECK_N_STRATEGIES);
    r->strategy = strategy;
    r->domain = domain ? arena_strdup(&r->arena, domain) : NULL;
    r->variant = variant;
}

void check_add_assumption(struct check_result *r, enum check_assumption_kind kind, const char *subject) {
    for (uint32_t i = 0; i < r->assumptions.n; i++)
        if (r->assumptions.at[i].kind == kind && strcmp(r->assumptions.at[i].subject, subject) == 0) return;
    vec_push(&r->assumptions, (struct check_assumption){kind, arena_strdup(&r->arena, subject)});
}

void check_add_limit(struct check_result *r, const char *name) {
    for (uint32_t i = 0; i < r->limits.n; i++)
        if (strcmp(r->limits.at[i], name) == 0) return;
    vec_push(&r->limits, arena_strdup(&r->arena, name));
}

void check_reach(struct check_result *r, enum check_limit limit) {
    assert(limit < CHECK_N_LIMITS);
    check_add_limit(r, check_limits[limit].name);
}

void check_add_source(struct check_result *r, const char *file) {
    vec_push(&r->sources, arena_strdup(&r->arena, file));
}

uint32_t check_suppressed(const struct check_result *results, uint32_t n, enum check_suppression how) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) count += results[i].findings.at[k].suppression == how;
    return count;
}

void check_unknown(struct check_result *r, const char *format, ...) {
    if (r->reason) return;
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    r->reason = arena_strdup(&r->arena, buf_text(&text));
    buf_free(&text);
    if (r->verdict == CHECK_SAFE) r->verdict = CHECK_UNKNOWN;
    assert(r->reason && r->verdict != CHECK_SAFE);
}

const struct check_result *check_decisive(const struct check_result *results, uint32_t n) {
    assert(n > 0);
    static const enum check_verdict order[] = {CHECK_UNSAFE, CHECK_UNKNOWN};
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < n; i++)
            if (results[i].verdict == order[k]) return &results[i];
    return &results[0];
}
