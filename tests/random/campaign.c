// SPDX-License-Identifier: MIT
// Many random programs in one process: each function p0, p1, ... of a program is run many times in the interpreter, then checked with a heap domain, as if it
// were main.  Prints a line for each, its parts separated by tabs:
//   NAME VERDICT RULE-OR-REASON INPUTS-OF-THE-FINDING FATE RULE INPUTS-OF-A-FAILING-RUN INPUTS-OF-GOOD-RUNS
// where a fate is failing (in some run), surviving (all of them) or undecided, what is not there is -, and lists of inputs are separated by `;`.
//
// usage: campaign FILE.hir RUNS KIND SECONDS [faulty]      KIND: sl, coarse (sl, abstracting more), values (sl, relating more), kinds (sl with kinds of nodes), fold or tvl; SECONDS: for each program
//
// With `faulty` only programs that fail in some run are checked, and no run is searched for: what the domain itself proves is seen.
#include <stdio.h>

#include "check/program.h"
#include "dom/option.h"
#include "exec/exec.h"
#include "fold/fold.h"
#include "intervals/intervals.h"
#include "programs.h"
#include "replay/log.h"
#include "sl/sl.h"
#include "tvheap/tvheap.h"

enum { MAX_STEPS = 200000, SEARCH_RUNS = 1500, GOOD_RUNS = 6 };
enum fate { FAILING, SURVIVING, UNDECIDED };
static const char *const fates[] = {[FAILING] = "failing", [SURVIVING] = "surviving", [UNDECIDED] = "undecided"};
struct campaign {
    const struct ir_program *p;
    const struct ir_lib_table *lib;
    struct check_domain how;
    uint32_t runs;
    double seconds;  // for each program
    bool faulty;
};
struct outcome {
    enum fate fate;
    const char *rule;  // of the failing run
    struct buf fail_inputs, good_inputs;
    uint32_t n_good;
};

// What a compiled run asks for: nobody gives it the words that are uninitialised.
static void add_inputs(struct buf *out, const struct exec_result *run) {
    const char *between = "";
    for (uint32_t i = 0; i < run->n_inputs; i++) {
        if (run->inputs[i].kind == EXEC_CONTENTS) continue;
        buf_printf(out, "%s%d", between, (int)(uint32_t)run->inputs[i].value);
        between = ",";
    }
}

// One run that fails settles it; if none does, one that depends on something unmodelled leaves it open.
static void note(struct outcome *o, const struct exec_result *run) {
    bool ended = run->outcome == EXEC_RETURNED || run->outcome == EXEC_FAULT;
    if (!ended || run->assumed) {
        o->fate = UNDECIDED;
    } else if (run->n_faults) {
        o->fate = FAILING;
        o->rule = ir_rules[run->faults[0].rule].text;
        add_inputs(&o->fail_inputs, run);
    } else if (o->n_good < GOOD_RUNS) {
        if (o->n_good++) buf_char(&o->good_inputs, ';');
        add_inputs(&o->good_inputs, run);
    }
}

static void run_often(const struct campaign *c, uint32_t func, struct outcome *out) {
    for (uint32_t i = 0; i < c->runs && out->fate != FAILING; i++) {
        struct exec_options o = {.rules = rules_of_programs(), .lib = c->lib, .max_steps = MAX_STEPS};
        o.inputs = (struct exec_inputs){.seeded = i > 0, .seed = i};
        struct exec_result run;
        exec_run(c->p, func, &o, &run);
        note(out, &run);
        exec_result_free(&run);
    }
}

static void add_inputs_of_finding(const struct campaign *c, uint32_t func, const char *inputs, struct buf *out) {
    struct exec_options o = {.rules = rules_of_programs(), .lib = c->lib};
    struct replay_log log = {0};
    struct exec_result run;
    replay_log_again(&log, c->p, func, &o, inputs, &run);
    add_inputs(out, &run);
    exec_result_free(&run);
    replay_log_free(&log);
}

static void check(const struct campaign *c, uint32_t func, struct check_result *r) {
    struct check_options o = {.rules = rules_of_programs(), .library = c->lib, .domain = &c->how, .search_runs = SEARCH_RUNS};
    o.max_seconds = c->seconds;
    check_program(r, c->p, func, &o);
}

// The same without the search: unknown, where that would decide.
static void prove(const struct campaign *c, uint32_t func, struct check_result *r) {
    struct check_analyse_options o = {.how = &c->how, .rules = rules_of_programs(), .library = c->lib, .max_seconds = c->seconds};
    check_targets open = {0};
    check_analyse(r, c->p, func, &o, &open);
    if (r->findings.n) r->verdict = CHECK_UNKNOWN;
    vec_free(&open);
}

static void examine(const struct campaign *c, uint32_t func, const char *name) {
    struct outcome o = {.fate = SURVIVING, .rule = "-"};
    struct check_result r;
    run_often(c, func, &o);
    check_result_init(&r, "", name);
    if (c->faulty && o.fate != FAILING)
        r.verdict = CHECK_UNKNOWN;
    else if (c->faulty)
        prove(c, func, &r);
    else
        check(c, func, &r);
    bool unsafe = r.verdict == CHECK_UNSAFE;
    struct buf found = {0};
    if (unsafe && r.inputs) add_inputs_of_finding(c, func, r.inputs, &found);
    const char *why = unsafe ? ir_rules[r.findings.at[0].rule].text : r.reason ? r.reason : "-";
    printf("%s\t%s\t%s\t%s", name, check_verdicts[r.verdict], why, unsafe && r.inputs ? buf_text(&found) : "-");
    printf("\t%s\t%s\t%s\t%s\n", fates[o.fate], o.rule, o.fate == FAILING ? buf_text(&o.fail_inputs) : "-", o.n_good ? buf_text(&o.good_inputs) : "-");
    fflush(stdout);  // a program that breaks down is the one behind the last line
    check_result_free(&r);
    buf_free(&found);
    buf_free(&o.fail_inputs);
    buf_free(&o.good_inputs);
}

static struct check_domain domain_of(const char *kind) {
    struct check_domain how = {.domain = &sl_domain, .set = {.delay = SET_DELAY}};
    how.coarse = strcmp(kind, "coarse") == 0 ? CHECK_COARSE : CHECK_COARSE_IF_MANY;
    if (strcmp(kind, "values") == 0) how.settings = dom_settings_with(&sl_domain, &how.settings, "values");
    if (strcmp(kind, fold_domain.name) == 0) how.domain = &fold_domain;
    if (strcmp(kind, tvheap_domain.name) == 0) how.domain = &tvheap_domain;
    if (strcmp(kind, intervals_domain.name) == 0) how.domain = &intervals_domain;
    if (strcmp(kind, "kinds") == 0) how.settings = dom_settings_with(&sl_domain, &how.settings, "kinds");
    how.set.policy = how.domain->core.join ? SET_PARTIAL : SET_POWERSET;
    return how;
}

int main(int argc, char **argv) {
    struct ir_program *p = argc >= 5 && argc <= 6 ? read_program(argv[1]) : NULL;
    if (!p) return 64;
    struct ir_lib_table *lib = ir_lib_new();
    struct campaign c = {.p = p, .lib = lib, .how = domain_of(argv[3]), .runs = (uint32_t)atoi(argv[2])};
    c.seconds = atof(argv[4]);
    c.faulty = argc == 6;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (!is_program(&p->funcs.at[i])) continue;
        const char *name = p->funcs.at[i].name;
        p->funcs.at[i].name = "main";
        examine(&c, i, name);
        p->funcs.at[i].name = name;
    }
    ir_lib_free(lib);
    ir_program_free(p);
    return 0;
}
