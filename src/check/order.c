// SPDX-License-Identifier: MIT
#include "check/order.h"

#include "check/able.h"
#include "ir/calls.h"

enum { SAME_STEPS = 10000000 };  // of the run with the same inputs; one that is longer is not worth it

// A function that the entry may call and that has such operands; NULL: there is none.
static const struct ir_func *open_function(const struct ir_program *p, uint32_t entry, const struct ir_lib_table *library) {
    struct ir_calls calls = {0};
    const struct ir_func *found = NULL;
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    check_calls(&calls, p, library);
    ir_calls_reach(&calls, entry, reached);
    for (uint32_t i = 0; i < p->funcs.n && !found; i++)
        if (reached[i] && p->funcs.at[i].flags & IR_OPEN_ORDER) found = &p->funcs.at[i];
    free(reached);
    ir_calls_free(&calls);
    return found;
}

// With the same inputs as the run that was found.
static bool fails_again(const char *inputs, ir_rule_set notes, const struct ir_program *p, uint32_t entry, const struct check_search_options *o) {
    VEC(uint64_t) list = {0};
    struct exec_result run;
    for (char *end; inputs && *inputs; inputs = *end == ',' ? end + 1 : end)
        vec_push(&list, *inputs == '-' ? (uint64_t)strtoll(inputs, &end, 10) : strtoull(inputs, &end, 10));
    struct exec_options e = {.rules = o->rules, .notes = notes, .malloc_may_fail = o->malloc_may_fail, .lib = o->library, .max_steps = SAME_STEPS};
    e.inputs = (struct exec_inputs){.values = list.at, .n = list.n};
    exec_run(p, entry, &e, &run);
    bool fails = run.n_faults && !run.assumed;
    exec_result_free(&run);
    vec_free(&list);
    return fails;
}

// Of several findings, those that are not seen in the other order with their inputs depend on it.
static void doubt(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_search_options *o) {
    for (uint32_t i = 0; i < r->findings.n; i++) {
        struct check_finding *f = &r->findings.at[i];
        if (i == r->decisive || f->certainty != CHECK_DEFINITE || fails_again(f->inputs, r->notes, p, entry, o)) continue;
        f->certainty = CHECK_POSSIBLE;
        f->severity = CHECK_WARNING;
        f->inputs = NULL;
    }
}

static bool fails_in_other_order(const struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_search_options *o) {
    struct check_result other;
    struct check_search_options s = *o;
    if (r->verdict == CHECK_UNSAFE && fails_again(r->inputs, r->notes, p->reversed, entry, o)) return true;
    s.targets = NULL;  // they are places of p
    s.first = true;
    check_result_init(&other, r->file, r->entry);
    other.notes = r->notes;
    bool fails = check_search(&other, p->reversed, entry, &s);
    check_result_free(&other);
    return fails;
}

static void leave_open(struct check_result *r, const struct ir_func *f) {
    for (uint32_t i = 0; i < r->findings.n; i++)
        if (r->findings.at[i].certainty == CHECK_DEFINITE) {
            r->findings.at[i].certainty = CHECK_POSSIBLE;
            r->findings.at[i].severity = CHECK_WARNING;
            r->findings.at[i].inputs = NULL;
        }
    r->verdict = CHECK_SAFE;  // and now unknown
    r->reason = r->inputs = NULL;
    r->blamed = 0;
    check_unknown(r, "whether there is a fault depends on the order in which operands are evaluated in '%s', which C leaves open", f->name);
}

void check_order(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_search_options *o) {
    const struct ir_func *f = r->verdict == CHECK_UNKNOWN ? NULL : open_function(p, entry, o->library);
    if (!f) return;
    bool unsafe = r->verdict == CHECK_UNSAFE, other = p->reversed && fails_in_other_order(r, p, entry, o);
    if (p->reversed && unsafe) doubt(r, p->reversed, entry, o);
    if (p->reversed && other != unsafe)
        leave_open(r, f);
    else if (!other)
        check_add_assumption(r, CHECK_ASSUME_EVALUATION_ORDER, f->name);
}
