// SPDX-License-Identifier: MIT
// The last word: a run, where it lost what it lost, and whether it ends so whichever way its open conditions turn out (ways.h).
#include "exec/exec.h"

#include <assert.h>

#include "exec/leak.h"
#include "exec/limit.h"
#include "exec/limits.h"
#include "exec/once.h"

static void end_and_locate(struct exec_once *x, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *r) {
    struct exec_serials lost = {0};
    struct exec_loss loss;
    exec_once_end(x, &lost, &loss);
    bool wanted = lost.v.n && (!o->wanted || o->wanted->loss(o->wanted->self, loss.born.loc, r->steps));
    if (wanted) exec_locate_loss(p, entry, o, &lost, &loss, r);
    vec_free(&lost.v);
}

static void run_and_locate(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *r) {
    struct exec_once x;
    assert(!o->in_parts);
    exec_once_begin(&x, p, entry, o, NULL, true, r);
    exec_once_go(&x);
    end_and_locate(&x, p, entry, o, r);
}

// ---- every way --------------------------------------------------------------------------------------------------------------

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

static struct exec_options led(const struct exec_options *o, const uint64_t *inputs, uint32_t n, const struct exec_ways *ways) {
    struct exec_options q = exec_quiet(o);
    q.inputs = (struct exec_inputs){.values = inputs, .n = n};
    q.ways = ways;
    return q;
}

// The ways in turn, the last one first, as the digits of a number.
static bool every_way(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *r,
                      const uint64_t *inputs) {
    struct exec_ways ways = {r->ways, r->n_ways};
    uint64_t both = 0;  // of this way, the other one was taken, too
    for (uint32_t runs = 0; runs < exec_limits[EXEC_LIMIT_RUNS].value; runs++) {
        while (ways.n && both >> (ways.n - 1) & 1) both &= ~(1ull << --ways.n);
        if (!ways.n) return true;
        both |= 1ull << (ways.n - 1);
        ways.taken ^= 1ull << (ways.n - 1);
        struct exec_options q = led(o, inputs, r->n_inputs, &ways);
        struct exec_result other;
        run_and_locate(p, entry, &q, &other);
        bool same = same_faults(&other, r);
        ways = (struct exec_ways){other.ways, other.n_ways};
        exec_result_free(&other);
        if (!same) return false;
    }
    return false;
}

// A run *r that is over: assumed if it went by open conditions, unless each way ends in the same faults.
static void judge(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *r) {
    if (!r->n_ways || r->assumed) return;
    VEC(uint64_t) inputs = {0};
    for (uint32_t i = 0; i < r->n_inputs; i++) vec_push(&inputs, r->inputs[i].value);
    if (!r->n_faults || !every_way(p, entry, o, r, inputs.at)) r->assumed = r->open;
    vec_free(&inputs);
}

void exec_run(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *r) {
    assert(!(p->funcs.at[entry].flags & IR_EXTERN));
    run_and_locate(p, entry, o, r);
    judge(p, entry, o, r);
}

// ---- in parts ----------------------------------------------------------------------------------------------------------------

struct exec_parts {
    struct exec_once run;
    struct exec_options o;
    struct exec_result r;  // of the machine
    bool over;             // the result was handed out
};

struct exec_parts *exec_parts_begin(const struct ir_program *p, uint32_t entry, const struct exec_options *o) {
    struct exec_parts *x = calloc(1, sizeof *x);
    if (!x) base_out_of_memory();
    x->o = *o;
    x->o.in_parts = true;
    exec_once_begin(&x->run, p, entry, &x->o, NULL, true, &x->r);
    return x;
}

bool exec_parts_go(struct exec_parts *x, uint64_t max_steps, double max_seconds, struct exec_result *r) {
    struct exec_machine *m = &x->run.machine;
    const struct ir_program *p = m->program;
    assert(!x->over && max_steps >= m->steps);
    x->o.max_steps = max_steps;
    x->o.max_seconds = max_seconds;
    exec_limit_begin(m);
    if (!exec_once_go(&x->run)) {
        *r = (struct exec_result){.outcome = EXEC_OUT_OF_STEPS, .reason = "step limit", .place = exec_here(m), .n_inputs = m->inputs.n, .steps = m->steps};
        return false;
    }
    x->o.in_parts = false;
    end_and_locate(&x->run, p, m->entry, &x->o, &x->r);
    judge(p, m->entry, &x->o, &x->r);
    *r = x->r;
    x->over = true;
    return true;
}

uint64_t exec_parts_bytes(const struct exec_parts *x) {
    return x->run.machine.memory.bytes;
}

void exec_parts_free(struct exec_parts *x) {
    if (x && !x->over) {
        exec_once_end(&x->run, NULL, NULL);
        exec_result_free(&x->r);
    }
    free(x);
}
