// SPDX-License-Identifier: MIT
// Runs every function p0, p1, ... of a program many times in the interpreter and prints what happened, one line a function:
//   NAME failed undecided RULE LINE OUTCOME inputs-of-the-first-failing-run inputs-of-the-first-good-run
// separated by tabs.  Run 0 draws zeros, run i numbers from seed i.  A run fails if it exists and breaks a rule; it is undecided if it depends
// on something unmodelled or does not end.
//
// usage: oracle FILE.hir RUNS
#include <stdio.h>

#include "exec/exec.h"
#include "ir/lib.h"
#include "programs.h"

enum { MAX_STEPS = 200000 };

struct summary {
    uint32_t failed, undecided;
    bool good;
    char what[256];
    struct buf fail_inputs, good_inputs;
};

static void add_inputs(struct buf *out, const struct exec_result *run) {
    for (uint32_t i = 0; i < run->n_inputs; i++) buf_printf(out, "%s%d", i ? "," : "", (int)(uint32_t)run->inputs[i].value);
}

static void note(struct summary *s, const struct exec_result *run) {
    bool ended = run->outcome == EXEC_RETURNED || run->outcome == EXEC_FAULT;
    if (!ended || run->assumed) {
        s->undecided++;
    } else if (run->n_faults) {
        const struct exec_fault *f = &run->faults[run->n_faults - 1];
        if (s->failed++ == 0) {
            snprintf(s->what, sizeof s->what, "%s\t%u\t%s", ir_rules[f->rule].text, f->place.loc.line, exec_outcomes[run->outcome]);
            add_inputs(&s->fail_inputs, run);
        }
    } else if (!s->good) {
        s->good = true;
        add_inputs(&s->good_inputs, run);
    }
}

static void examine(const struct ir_program *p, uint32_t func, uint32_t runs, const struct ir_lib_table *lib) {
    struct summary s = {.what = "-\t0\t-"};
    for (uint32_t i = 0; i < runs; i++) {
        struct exec_options o = {.rules = rules_of_programs(), .lib = lib, .max_steps = MAX_STEPS};
        o.inputs = (struct exec_inputs){.seeded = i > 0, .seed = i};
        struct exec_result run;
        exec_run(p, func, &o, &run);
        note(&s, &run);
        exec_result_free(&run);
    }
    printf("%s\t%u\t%u\t%s\t%s\t%s\n", p->funcs.at[func].name, s.failed, s.undecided, s.what, s.failed ? buf_text(&s.fail_inputs) : "-",
           s.good ? buf_text(&s.good_inputs) : "-");
    buf_free(&s.fail_inputs);
    buf_free(&s.good_inputs);
}

int main(int argc, char **argv) {
    struct ir_program *p = argc == 3 ? read_program(argv[1]) : NULL;
    if (!p) return 64;
    struct ir_lib_table *lib = ir_lib_new();
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (is_program(&p->funcs.at[i])) examine(p, i, (uint32_t)atoi(argv[2]), lib);
    ir_lib_free(lib);
    ir_program_free(p);
    return 0;
}
