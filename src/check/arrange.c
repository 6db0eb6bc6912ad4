// SPDX-License-Identifier: MIT
#include "check/arrange.h"

static bool same_line(const struct check_place *a, const struct check_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool is_loss(enum ir_rule rule) {
    return rule == IR_RULE_MEMORY_LEAK || rule == IR_RULE_LEAK_AT_EXIT || rule == IR_RULE_MEMORY_CLEANUP;
}

static bool is_definite(const struct check_finding *f) {
    return f->certainty == CHECK_DEFINITE;
}

// ---- order ---------------------------------------------------------------------------------------------------------------------------

// Accesses, frees, errors, leaks.
static uint32_t kind_of(enum ir_rule rule) {
    if (is_loss(rule)) return 3;
    if (rule == IR_RULE_INVALID_FREE || rule == IR_RULE_DOUBLE_FREE) return 1;
    return ir_rules[rule].property == IR_MEMORY_SAFETY ? 0 : 2;
}

static bool are_of_one_run(const struct check_finding *a, const struct check_finding *b) {
    return is_definite(a) && is_definite(b) && strcmp(a->inputs ? a->inputs : "", b->inputs ? b->inputs : "") == 0;
}

static bool before(const struct check_finding *a, const struct check_finding *b, bool in_time) {
    uint32_t x = is_definite(a) ? 0 : a->certainty == CHECK_NOTED ? 2 : 1, y = is_definite(b) ? 0 : b->certainty == CHECK_NOTED ? 2 : 1;
    if (x != y) return x < y;
    if (in_time && is_loss(a->rule) != is_loss(b->rule) && are_of_one_run(a, b)) return is_loss(a->rule);
    if (kind_of(a->rule) != kind_of(b->rule)) return kind_of(a->rule) < kind_of(b->rule);
    return is_definite(a) && a->steps < b->steps;
}

// There are few.
static void sort(struct check_result *r, bool in_time) {
    for (uint32_t i = 1; i < r->findings.n; i++) {
        struct check_finding f = r->findings.at[i];
        uint32_t k = i;
        for (; k && before(&f, &r->findings.at[k - 1], in_time); k--) r->findings.at[k] = r->findings.at[k - 1];
        r->findings.at[k] = f;
    }
}

// ---- causes --------------------------------------------------------------------------------------------------------------------------

static const struct check_place *origin_of(const struct check_finding *f) {
    return is_loss(f->rule) && f->trace.n && !f->trace.at[0].context ? &f->trace.at[0].place : &f->place;
}

static bool is_there(const struct check_finding *f, const struct check_place *place) {
    if (same_line(&f->place, place)) return true;
    for (uint32_t i = 0; i < f->others.n; i++)
        if (same_line(&f->others.at[i].place, place)) return true;
    return false;
}

// Does the earlier finding tell the later one?
static bool tells(const struct check_finding *a, const struct check_finding *b) {
    if (a->rule != b->rule) return false;
    if (a->cause && a->cause == b->cause) return true;
    if (is_definite(b)) return false;
    return is_there(a, &b->place) || (!is_definite(a) && same_line(origin_of(a), origin_of(b)));
}

// The later one becomes a place of the earlier.
static void join(struct check_finding *a, struct check_finding *b) {
    a->cut |= b->cut;
    if (same_line(&a->place, &b->place) && a->behind < b->behind) a->behind = b->behind;
    if (!is_there(a, &b->place)) vec_push(&a->others, (struct check_other){b->place, b->message, b->inputs});
    for (uint32_t i = 0; i < b->others.n; i++)
        if (!is_there(a, &b->others.at[i].place)) vec_push(&a->others, b->others.at[i]);
    vec_free(&b->trace);
    vec_free(&b->others);
    vec_free(&b->world);
}

static void group(struct check_result *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->findings.n; i++) {
        struct check_finding f = r->findings.at[i];
        uint32_t k = 0;
        while (k < n && !tells(&r->findings.at[k], &f)) k++;
        if (k < n)
            join(&r->findings.at[k], &f);
        else
            r->findings.at[n++] = f;
    }
    r->findings.n = n;
}

void check_arrange(struct check_result *r, bool in_time) {
    sort(r, in_time);
    group(r);
    check_blame(r);
    if (r->verdict != CHECK_UNSAFE) return;
    r->decisive = 0;
    r->inputs = r->findings.at[0].inputs;
}
