// SPDX-License-Identifier: MIT
// A packed result, read back.
#include <jansson.h>

#include "report/report.h"
#include "report/value.h"

static const char *text_of(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

// The number of a name in a table of n entries of `stride` bytes that start with the name; n if it is not there.
static uint32_t number_of(const char *name, const void *table, uint32_t n, size_t stride) {
    uint32_t i = 0;
    while (i < n && strcmp(*(const char *const *)((const char *)table + i * stride), name) != 0) i++;
    return i;
}

static const char *path_of(struct check_result *r, const json_t *j) {
    struct buf text = {0};
    report_exact_text(j, &text);
    const char *path = arena_strdup(&r->arena, buf_text(&text));
    buf_free(&text);
    return path;
}

static struct check_place place_at(struct check_result *r, const json_t *j) {
    return (struct check_place){.file = path_of(r, json_object_get(j, "file")),
                                .line = (uint32_t)json_integer_value(json_object_get(j, "line")),
                                .column = (uint32_t)json_integer_value(json_object_get(j, "column")),
                                .function = text_of(j, "function")};
}

static struct check_place place_of(struct check_result *r, const json_t *object) {
    return place_at(r, json_object_get(object, "place"));
}

static const char *copy_of(struct check_result *r, const json_t *j, const char *key) {
    const char *text = json_string_value(json_object_get(j, key));
    return text ? arena_strdup(&r->arena, text) : NULL;
}

static struct check_picture picture_of(struct check_result *r, const json_t *j) {
    if (!j) return (struct check_picture){0};
    return (struct check_picture){arena_strdup(&r->arena, text_of(j, "dot")), arena_strdup(&r->arena, text_of(j, "text"))};
}

static void parse_loop(struct check_result *r, const json_t *j) {
    struct check_loop *l = vec_add(&r->loops);
    const json_t *states = json_object_get(j, "states");
    l->place = place_of(r, j);
    l->place.function = arena_strdup(&r->arena, l->place.function);
    l->left_off = (uint32_t)json_integer_value(json_object_get(j, "left_off"));
    for (size_t i = 0; i < json_array_size(states); i++) vec_push(&l->states, picture_of(r, json_array_get(states, i)));
}

static void parse_reasons(struct check_result *r, const json_t *all) {
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *j = json_array_get(all, i), *places = json_object_get(j, "places");
        if (!json_array_size(places)) check_add_reason(r, text_of(j, "text"), (struct check_place){.file = "", .function = ""});
        for (size_t k = 0; k < json_array_size(places); k++) check_add_reason(r, text_of(j, "text"), place_at(r, json_array_get(places, k)));
    }
}

static void parse_root(struct check_result *r, struct check_finding *f, const json_t *j) {
    uint32_t rule = number_of(text_of(j, "rule"), ir_rules, IR_N_RULES, sizeof *ir_rules);
    if (rule != IR_N_RULES && rule != f->rule) check_add_root(r, f, (enum ir_rule)rule, place_of(r, j));
}

static bool parse_finding(struct check_result *r, const json_t *j) {
    uint32_t rule = number_of(text_of(j, "rule"), ir_rules, IR_N_RULES, sizeof *ir_rules);
    uint32_t certainty = number_of(text_of(j, "certainty"), check_certainties, CHECK_N_CERTAINTIES, sizeof *check_certainties);
    if (rule == IR_N_RULES || certainty == CHECK_N_CERTAINTIES) return false;
    struct check_finding *f =
        check_add_finding(r, (enum ir_rule)rule, (enum check_certainty)certainty, place_of(r, j), text_of(j, "message"));
    const json_t *trace = json_object_get(j, "trace");
    const json_t *others = json_object_get(j, "others");
    parse_root(r, f, json_object_get(j, "cause"));
    f->cut = json_is_true(json_object_get(j, "cut"));
    f->inputs = copy_of(r, j, "inputs");
    f->behind = (uint32_t)json_integer_value(json_object_get(j, "behind"));
    for (size_t i = 0; i < json_array_size(others); i++) {
        const json_t *other = json_array_get(others, i);
        check_add_other(r, f, place_of(r, other), text_of(other, "message"), json_string_value(json_object_get(other, "inputs")));
    }
    const json_t *world = json_object_get(j, "world");
    for (size_t i = 0; i < json_array_size(world); i++)
        if (json_is_string(json_array_get(world, i))) check_add_world(r, f, json_string_value(json_array_get(world, i)));
    f->picture = picture_of(r, json_object_get(j, "picture"));
    f->harness = copy_of(r, j, "harness");
    f->script = copy_of(r, j, "script");
    for (size_t i = 0; i < json_array_size(trace); i++) {
        const json_t *step = json_array_get(trace, i);
        check_add_step(r, f, place_of(r, step), text_of(step, "text"));
        vec_last(&f->trace).context = json_is_true(json_object_get(step, "context"));
        vec_last(&f->trace).picture = picture_of(r, json_object_get(step, "picture"));
    }
    return true;
}

static bool parse_assumption(struct check_result *r, const json_t *j) {
    uint32_t kind = number_of(text_of(j, "name"), check_assumptions, CHECK_N_ASSUMPTIONS, sizeof *check_assumptions);
    if (kind == CHECK_N_ASSUMPTIONS) return false;
    check_add_assumption(r, (enum check_assumption_kind)kind, text_of(j, "subject"));
    return true;
}

static void parse_procedure(struct check_result *r, const json_t *j) {
    struct check_procedure p = {.name = text_of(j, "name")};
    p.entered = (uint64_t)json_integer_value(json_object_get(j, "entered"));
    p.exits = (uint64_t)json_integer_value(json_object_get(j, "exits"));
    p.states = (uint64_t)json_integer_value(json_object_get(j, "states"));
    check_add_procedure(r, p);
}

static void parse_apart(struct check_result *r, const json_t *all) {
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *j = json_array_get(all, i);
        struct check_apart a = {.reason = text_of(j, "reason"), .better = json_is_true(json_object_get(j, "better"))};
        a.times = (uint64_t)json_integer_value(json_object_get(j, "times"));
        if (a.times) check_add_apart(r, a);
    }
}

static void parse_strategy(struct check_result *r, const json_t *j) {
    uint32_t strategy = 0;
    for (uint32_t i = 0; i < CHECK_N_STRATEGIES; i++)
        if (strcmp(check_strategies[i], text_of(j, "name")) == 0) strategy = i;
    check_set_strategy(r, (enum check_strategy)strategy, json_string_value(json_object_get(j, "domain")),
                  (uint32_t)json_integer_value(json_object_get(j, "variant")));
}

static void parse_strings(struct check_result *r, const json_t *from, void *list) {
    VEC(const char *) *to = list;
    for (size_t i = 0; i < json_array_size(from); i++) {
        const char *text = json_string_value(json_array_get(from, i));
        if (text) vec_push(to, (const char *)arena_strdup(&r->arena, text));
    }
}

static void parse_contract(struct check_result *r, const json_t *j) {
    const json_t *cases = json_object_get(j, "cases");
    r->prototype = copy_of(r, j, "prototype");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *one = json_array_get(cases, i);
        struct check_case *c = vec_add(&r->contract);
        *c = (struct check_case){.frees = copy_of(r, one, "frees")};
        if (!c->frees) c->frees = "nothing is known";
        parse_strings(r, json_object_get(one, "requires"), &c->requires);
        parse_strings(r, json_object_get(one, "ensures"), &c->ensures);
        parse_strings(r, json_object_get(one, "without"), &c->without);
    }
}

static bool parse_result(struct check_result *r, const json_t *j) {
    const json_t *findings = json_object_get(j, "findings"), *assumptions = json_object_get(j, "assumptions");
    const json_t *statistics = json_object_get(j, "statistics"), *sources = json_object_get(j, "sources");
    const json_t *loops = json_object_get(j, "loops");
    const json_t *procedures = json_object_get(j, "procedures"), *not_entered = json_object_get(j, "not_entered");
    const char *reason = json_string_value(json_object_get(j, "reason")), *ending = json_string_value(json_object_get(j, "ending"));
    const char *inputs = json_string_value(json_object_get(j, "inputs"));
    if (reason) check_unknown(r, "%s", reason);
    parse_reasons(r, json_object_get(j, "reasons"));
    if (ending) r->ending = arena_strdup(&r->arena, ending);
    if (inputs) r->inputs = arena_strdup(&r->arena, inputs);
    r->witness = copy_of(r, j, "witness");
    r->not_executed = copy_of(r, j, "not_executed");
    for (size_t i = 0; i < json_array_size(findings); i++)
        if (!parse_finding(r, json_array_get(findings, i))) return false;
    for (size_t i = 0; i < json_array_size(assumptions); i++)
        if (!parse_assumption(r, json_array_get(assumptions, i))) return false;
    for (size_t i = 0; i < json_array_size(sources); i++) {
        const json_t *file = json_array_get(sources, i);
        if (json_is_string(file)) check_add_source(r, path_of(r, file));
    }
    for (size_t i = 0; i < json_array_size(loops); i++) parse_loop(r, json_array_get(loops, i));
    parse_strategy(r, json_object_get(j, "strategy"));
    const json_t *limits = json_object_get(j, "limits");
    for (size_t i = 0; i < json_array_size(limits); i++)
        if (json_is_string(json_array_get(limits, i))) check_add_limit(r, json_string_value(json_array_get(limits, i)));
    for (size_t i = 0; i < json_array_size(not_entered); i++) {
        const char *name = json_string_value(json_array_get(not_entered, i));
        if (name) check_add_not_entered(r, name);
    }
    r->endless = json_is_true(json_object_get(j, "endless"));
    parse_contract(r, json_object_get(j, "contract"));
    r->partial = json_is_true(json_object_get(j, "partial"));
    for (uint32_t i = 0; i < CHECK_N_COUNTERS; i++)
        r->counters[i] = (uint64_t)json_integer_value(json_object_get(statistics, check_counters[i].text));
    for (size_t i = 0; i < json_array_size(procedures); i++) parse_procedure(r, json_array_get(procedures, i));
    parse_apart(r, json_object_get(j, "apart"));
    return strcmp(check_verdicts[r->verdict], text_of(j, "verdict")) == 0;
}

bool report_parse(struct check_result *r, const char *line, size_t n) {
    json_t *j = json_loadb(line, n, 0, NULL);
    struct buf file = {0};
    report_exact_text(json_object_get(j, "file"), &file);
    check_result_init(r, buf_text(&file), text_of(j, "entry"));
    buf_free(&file);
    if (json_object_get(j, "linked")) r->linked = path_of(r, json_object_get(j, "linked"));
    bool good = json_is_object(j) && parse_result(r, j);
    json_decref(j);
    if (!good) check_result_free(r);
    return good;
}
