// SPDX-License-Identifier: MIT
#include "exec/leak.h"

#include <assert.h>

#include "exec/once.h"

static void set_points(struct exec_watch *w, uint64_t low, uint64_t high) {
    assert(high > low + 1);
    uint64_t room = high - low - 1, n = room < EXEC_WATCH_POINTS ? room : EXEC_WATCH_POINTS;
    w->n_points = (uint32_t)n;
    w->next = 0;
    w->found = false;
    for (uint64_t i = 0; i < n; i++)  // the last one is high - 1: many losses happen at the very end
        w->points[i] = n == 1 ? high - 1 : low + 1 + (uint64_t)((__uint128_t)(room - 1) * i / (n - 1));
}

// A copy of the fault, at its place in time among those of r.
static void insert(struct exec_result *r, const struct exec_fault *f) {
    struct exec_fault *all = ARENA_ARRAY(&r->arena, struct exec_fault, r->n_faults + 1);
    uint32_t at = 0;
    while (at < r->n_faults && r->faults[at].step < f->step) at++;
    if (r->n_faults) {
        memcpy(all, r->faults, at * sizeof *all);
        memcpy(all + at + 1, r->faults + at, (r->n_faults - at) * sizeof *all);
    }
    assert(!at || all[at - 1].step < f->step);
    all[at] = *f;
    all[at].message = arena_strdup(&r->arena, f->message);
    if (f->n_chain) all[at].chain = arena_copy(&r->arena, f->chain, f->n_chain * sizeof *f->chain);
    r->faults = all;
    r->n_faults++;
}

static void run_again(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *w,
                      struct exec_result *r) {
    struct exec_options quiet = exec_quiet(o);
    quiet.rules = 0;
    exec_run_once(p, entry, &quiet, w, NULL, NULL, r);
}

static void insert_unlocated(struct exec_result *r, const struct exec_loss *l) {
    struct exec_fault f = {
        .rule = IR_RULE_MEMORY_LEAK, .place = r->place, .step = r->steps, .allocated = l->born.func != UINT32_MAX, .allocation = l->born};
    f.message = "the last pointer to a heap block is lost before here (no time to find out where)";
    insert(r, &f);
}

// Narrows low .. high, between which the loss happened, to one instruction; false: out of time.
static bool narrow(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *w, uint64_t *low,
                   uint64_t high, struct exec_loss *loss) {
    while (high - *low > 1) {
        struct exec_result scratch;
        set_points(w, *low, high);
        run_again(p, entry, o, w, &scratch);
        exec_result_free(&scratch);
        if (!w->found && w->next < w->n_points) return false;
        *low = w->next ? w->points[w->next - 1] : *low;
        if (w->found) high = w->points[w->next], *loss = w->loss;
    }
    return true;
}

void exec_locate_loss(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_serials *lost,
                      const struct exec_loss *loss, struct exec_result *r) {
    uint64_t low = 0;
    struct exec_watch w = {.among = lost};
    struct exec_loss first = *loss;
    struct exec_result scratch;
    if (!narrow(p, entry, o, &w, &low, r->steps, &first)) {
        insert_unlocated(r, loss);
        return;
    }
    w = (struct exec_watch){.loss = first, .record = true, .points = {low}, .n_points = 1};
    run_again(p, entry, o, &w, &scratch);
    if (scratch.n_faults)
        insert(r, &scratch.faults[0]);
    else
        insert_unlocated(r, loss);
    exec_result_free(&scratch);
}
