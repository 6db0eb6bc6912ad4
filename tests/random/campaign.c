// SPDX-License-Identifier: MIT
// Many random programs in one process: each function p0, p1, ... of a program is checked with a heap domain, then run many times in the
// interpreter, and the two are compared.  Prints one line: the numbers of programs that
//   fail in some run: called safe (unsound), unsafe, unknown;   survive all runs: safe, unsafe, unknown;   are undecided
// and before it a line for each unsound answer.
//
// usage: campaign FILE.hir RUNS [KIND [faulty]]      sl (the default), coarse (sl, abstracting more), fold or tvl
//
// With `faulty` only programs that fail in some run are checked, and no run is searched for: what the domain itself proves is seen.
#include <stdio.h>

#include "check/program.h"
#include "exec/exec.h"
#include "fold/fold.h"
#include "programs.h"
#include "shape/shape.h"
#include "sl/sl.h"

enum { MAX_STEPS = 200000, SEARCH_RUNS = 1500 };
enum fate { FAILS, SURVIVES, UNDECIDED, N_FATES };
static const double most_seconds = 1;  // a program

// What runs say about the program: one that fails settles it; if none does, one that depends on something unmodelled leaves it open.
static enum fate fate_of(const struct ir_program *p, uint32_t func, uint32_t runs, const struct ir_lib_table *lib) {
    enum fate fate = SURVIVES;
    for (uint32_t i = 0; i < runs && fate != FAILS; i++) {
        struct exec_options o = {.rules = ir_rules_named("memory-safety"), .lib = lib, .max_steps = MAX_STEPS};
        o.inputs = (struct exec_inputs){.seeded = i > 0, .seed = i};
        struct exec_result run;
        exec_run(p, func, &o, &run);
        bool ended = run.outcome == EXEC_RETURNED || run.outcome == EXEC_FAULT;
        if (!ended || run.assumed)
            fate = UNDECIDED;
        else if (run.n_faults)
            fate = FAILS;
        exec_result_free(&run);
    }
    return fate;
}

static enum check_verdict verdict_of(const struct ir_program *p, uint32_t func, const struct ir_lib_table *lib,
                                     const struct check_domain *how) {
    struct check_options o = {.rules = ir_rules_named("memory-safety"), .library = lib, .domain = how, .search_runs = SEARCH_RUNS};
    struct check_result r;
    o.max_seconds = most_seconds;
    check_result_init(&r, "", p->funcs.at[func].name);
    check_program(&r, p, func, &o);
    enum check_verdict v = r.verdict;
    check_result_free(&r);
    return v;
}

// The same without the search: unknown, where that would decide.
static enum check_verdict proof_of(const struct ir_program *p, uint32_t func, const struct ir_lib_table *lib,
                                   const struct check_domain *how) {
    struct check_analyse_options o = {.how = how, .rules = ir_rules_named("memory-safety"), .library = lib, .max_seconds = most_seconds};
    struct check_result r;
    check_targets open = {0};
    check_result_init(&r, "", p->funcs.at[func].name);
    check_analyse(&r, p, func, &o, &open);
    enum check_verdict v = r.findings.n ? CHECK_UNKNOWN : r.verdict;
    vec_free(&open);
    check_result_free(&r);
    return v;
}

static struct check_domain domain_of(const char *kind) {
    struct check_domain how = {.domain = &sl_domain, .set = {.delay = SET_DELAY}};
    how.coarse = strcmp(kind, "coarse") == 0 ? CHECK_COARSE : CHECK_COARSE_IF_MANY;
    if (strcmp(kind, fold_domain.name) == 0) how.domain = &fold_domain;
    if (strcmp(kind, shape_domain.name) == 0) how.domain = &shape_domain;
    how.set.policy = how.domain->join ? SET_PARTIAL : SET_POWERSET;
    return how;
}

int main(int argc, char **argv) {
    struct check_domain how = domain_of(argc >= 4 ? argv[3] : "sl");
    bool faulty = argc == 5;
    struct ir_program *p = argc >= 3 && argc <= 5 ? read_program(argv[1]) : NULL;
    uint32_t count[N_FATES][CHECK_N_VERDICTS] = {0};
    if (!p) return 64;
    struct ir_lib_table *lib = ir_lib_new();
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (!is_program(&p->funcs.at[i])) continue;
        enum fate f = fate_of(p, i, (uint32_t)atoi(argv[2]), lib);
        enum check_verdict v = !faulty ? verdict_of(p, i, lib, &how) : f == FAILS ? proof_of(p, i, lib, &how) : CHECK_UNKNOWN;
        count[f][v]++;
        if (f == FAILS && v == CHECK_SAFE) printf("unsound %s\n", p->funcs.at[i].name);
    }
    for (int f = 0; f < N_FATES; f++)
        printf("%u %u %u%s", count[f][CHECK_SAFE], count[f][CHECK_UNSAFE], count[f][CHECK_UNKNOWN], f == N_FATES - 1 ? "\n" : " ");
    ir_lib_free(lib);
    ir_program_free(p);
    return 0;
}
