// SPDX-License-Identifier: MIT
// The seven programs of the table in "FESA: Fold- and Expand-based Shape Analysis", each with and without the counters of edges.
// Prints TAP: for each row how many places have a warning, and what processor time it took; then the sum of times and the memory of the process.
//
// usage: fold_table FOLDER       FOLDER/NAME.hir is a program of one function, FOLDER/NAME.state the state that it starts in, if any
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "fold/fold.h"
#include "inter/inter.h"
#include "ir/text.h"

// How many places may have a warning with counters (exactly so many) and without (at most: the number of warnings in the paper's table).
static const struct row {
    const char *name;
    uint32_t with, without;
} rows[] = {
    {"three-element-list", 0, 1}, {"singly-linked-list", 0, 6}, {"doubly-linked-list", 0, 7}, {"summarise-tree", 0, 0},
    {"access-tree", 0, 6},        {"deallocate-tree", 0, 28},   {"deallocate-graph", 1, 44},
};
enum { ROWS = sizeof rows / sizeof *rows };
static const double paper_ms = 3154;  // sum of the paper's times with counters

struct trial {
    struct dom dom;
    const char *state;  // text, or NULL
    struct fold *fold;
};
static struct trial trial;  // dom.initial has no other way to it

static void begin_with_state(void *self, uint32_t entry, struct dom_sink *out) {
    struct fold *f = self;
    struct fold_draft d;
    struct buf why = {0};
    if (!trial.state) {
        step_initial(self, entry, out);
        return;
    }
    if (!fold_parse(&f->base, trial.state, &d, &why)) {
        printf("Bail out! %s\n", buf_text(&why));
        exit(1);
    }
    out->reach(out->self, fold_seal(&f->base, &d), 0);
    fold_draft_free(&d);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static const char *read_text(const char *folder, const char *name, const char *end, struct buf *out) {
    struct buf path = {0};
    const char *why;
    buf_printf(&path, "%s/%s%s", folder, name, end);
    bool good = buf_read_file(out, buf_text(&path), &why);
    buf_free(&path);
    return good ? buf_text(out) : NULL;
}

struct outcome {
    uint32_t warnings, unknowns;
    uint64_t states;
    double ms;
};

static struct outcome analyse(const struct ir_program *p, const char *state, struct fold_switches switches) {
    struct ir_lib_table *lib = ir_lib_new();
    struct dom_options o = {.lib = lib, .rules = ~(1u << IR_RULE_MEMORY_LEAK | 1u << IR_RULE_LEAK_AT_EXIT | 1u << IR_RULE_MEMORY_CLEANUP)};
    struct inter t;
    double start = now();
    trial = (struct trial){.dom = fold_domain, .state = state};
    trial.dom.core.initial = begin_with_state;
    struct fix f = {.program = p, .lib = lib, .dom = &trial.dom, .d = fold_domain.core.open(p, &o)};
    ((struct fold *)f.d)->base.switches = switches;
    f.options.set = (struct set_options){.policy = SET_PARTIAL, .delay = SET_DELAY};
    f.options.max_states = 1000;
    fix_begin(&f);
    uint32_t entry = 0;
    while (p->funcs.at[entry].flags & IR_EXTERN) entry++;
    inter_begin(&t, &f, entry, &(struct inter_options){0});
    inter_go(&t, (struct fix_budget){0});
    struct outcome r = {f.account.faults.n, f.account.unknowns.n + (f.stopped != NULL), f.graph.nodes.n, 0};
    for (uint32_t i = 0; i < f.account.faults.n; i++)
        printf("# %s at instruction %u\n", ir_rules[f.account.faults.at[i].rule].text, f.account.faults.at[i].instr);
    for (uint32_t i = 0; i < f.account.unknowns.n; i++) printf("# unknown: %s\n", f.account.unknowns.at[i].reason);
    inter_end(&t);
    fix_end(&f);
    fold_domain.core.close(f.d);
    r.ms = now() - start;
    ir_lib_free(lib);
    return r;
}

static double run_row(const char *folder, uint32_t i) {
    struct buf text = {0}, state = {0}, error = {0};
    const struct row *row = &rows[i];
    const char *source = read_text(folder, row->name, ".hir", &text);
    struct ir_program *p = source ? ir_parse(row->name, source, strlen(source), &error) : NULL;
    if (!p) {
        printf("Bail out! %s: %s\n", row->name, buf_text(&error));
        exit(1);
    }
    const char *start = read_text(folder, row->name, ".state", &state);
    struct outcome with = analyse(p, start, (struct fold_switches){false, false}),
                   without = analyse(p, start, (struct fold_switches){true, true});
    bool good = with.warnings == row->with && without.warnings <= row->without && !with.unknowns && !without.unknowns;
    printf("%s %u - %s: %u warnings in %.2f ms (%llu states), without counters %u in %.2f ms (%llu states)\n", good ? "ok" : "not ok",
           i + 1, row->name, with.warnings, with.ms, (unsigned long long)with.states, without.warnings, without.ms,
           (unsigned long long)without.states);
    ir_program_free(p);
    buf_free(&text);
    buf_free(&state);
    buf_free(&error);
    return with.ms;
}

int main(int argc, char **argv) {
    struct rusage usage;
    double sum = 0;
    if (argc != 2) return 64;
    printf("1..%d\n", ROWS);
    for (uint32_t i = 0; i < ROWS; i++) sum += run_row(argv[1], i);
    getrusage(RUSAGE_SELF, &usage);
    double mb = (double)usage.ru_maxrss / 1024;
    printf("# %.2f ms in all, the paper %.0f; at most %.1f MB\n", sum, paper_ms, mb);
    return 0;
}
