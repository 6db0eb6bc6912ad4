// SPDX-License-Identifier: MIT
#include "exec/ways.h"

#include "exec/open.h"

enum { MOST_WAYS = 24, MOST_RUNS = 32 };

bool exec_way(struct exec_machine *m, const struct exec_value *condition) {
    struct exec_result *r = m->result;
    const struct exec_ways *given = m->options->ways;
    uint32_t i = r->n_ways;
    bool way = condition->bits != 0;
    if (i == MOST_WAYS) {
        exec_depend_open(m, condition);
        return way;
    }
    if (given && i < given->n) way = given->taken >> i & 1;
    r->ways |= (uint64_t)way << i;
    r->n_ways++;
    if (!r->open) r->open = exec_open_reason(condition);
    return way;
}

static bool same_place(const struct exec_place *a, const struct exec_place *b) {
    return a->func == b->func && a->loc.file == b->loc.file && a->loc.line == b->loc.line && a->loc.column == b->loc.column;
}

static bool same_faults(const struct exec_result *a, const struct exec_result *b) {
    if (a->assumed || a->outcome != b->outcome || a->n_faults != b->n_faults || a->n_inputs != b->n_inputs) return false;
    for (uint32_t i = 0; i < a->n_faults; i++)
        if (a->faults[i].rule != b->faults[i].rule || !same_place(&a->faults[i].place, &b->faults[i].place)) return false;
    for (uint32_t i = 0; i < a->n_inputs; i++)
        if (a->inputs[i].value != b->inputs[i].value || strcmp(a->inputs[i].what, b->inputs[i].what) != 0) return false;
    return true;
}

static struct exec_options quiet(const struct exec_options *o, const uint64_t *inputs, uint32_t n, const struct exec_ways *ways) {
    struct exec_options q = *o;
    q.inputs = (struct exec_inputs){.values = inputs, .n = n};
    q.output[0] = q.output[1] = NULL;
    q.echo[0] = q.echo[1] = NULL;
    q.observer = NULL;
    q.record = NULL;
    q.ways = ways;
    return q;
}

// The ways in turn, the last one first, as the digits of a number.
static bool every_way(const struct ir_program *p, uint32_t entry, const struct exec_options *o, exec_run_fn *run,
                      const struct exec_result *r, const uint64_t *inputs) {
    struct exec_ways ways = {r->ways, r->n_ways};
    uint64_t both = 0;  // of this way, the other one was taken, too
    for (uint32_t runs = 0; runs < MOST_RUNS; runs++) {
        while (ways.n && both >> (ways.n - 1) & 1) both &= ~(1ull << --ways.n);
        if (!ways.n) return true;
        both |= 1ull << (ways.n - 1);
        ways.taken ^= 1ull << (ways.n - 1);
        struct exec_options q = quiet(o, inputs, r->n_inputs, &ways);
        struct exec_result other;
        run(p, entry, &q, &other);
        bool same = same_faults(&other, r);
        ways = (struct exec_ways){other.ways, other.n_ways};
        exec_result_free(&other);
        if (!same) return false;
    }
    return false;
}

void exec_ways_judge(const struct ir_program *p, uint32_t entry, const struct exec_options *o, exec_run_fn *run, struct exec_result *r) {
    if (!r->n_ways || r->assumed) return;
    VEC(uint64_t) inputs = {0};
    for (uint32_t i = 0; i < r->n_inputs; i++) vec_push(&inputs, r->inputs[i].value);
    if (!r->n_faults || !every_way(p, entry, o, run, r, inputs.at)) r->assumed = r->open;
    vec_free(&inputs);
}
