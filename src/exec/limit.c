// SPDX-License-Identifier: MIT
#include "exec/limit.h"

#include <time.h>

#include "exec/fault.h"
#include "exec/limits.h"
#include "exec/reach.h"
#include "exec/watch.h"

enum { INTERVAL = 1 << 16, FIRST_COLLECTION = 1 << 16 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t max_steps(const struct exec_machine *m) {
    return m->options->max_steps ? m->options->max_steps : exec_limits[EXEC_LIMIT_STEPS].value;
}

static void next_pause(struct exec_machine *m) {
    bool observed = m->options->observer && m->options->observer->step;
    m->pause_at = m->steps + (observed ? 1 : INTERVAL);
    if (m->pause_at > max_steps(m) && m->steps < max_steps(m)) m->pause_at = max_steps(m);
    if (m->watch && m->pause_at > exec_watch_next(m->watch)) m->pause_at = exec_watch_next(m->watch);
}

void exec_limit_begin(struct exec_machine *m) {
    m->deadline = m->options->max_seconds > 0 ? now() + m->options->max_seconds : 0;
    m->collect_at = FIRST_COLLECTION;
    next_pause(m);
    if (m->options->observer && m->options->observer->step) m->pause_at = 0;
}

// Only between instructions of the program itself: a library function in progress may hold numbers of blocks.
static void collect(struct exec_machine *m) {
    if (m->memory.dead < m->collect_at || m->nesting > 1) return;
    exec_collect(m);
    m->collect_at = m->memory.dead * 2 > FIRST_COLLECTION ? m->memory.dead * 2 : FIRST_COLLECTION;
}

// The limit of steps is reached.  A run that can go on another time does not end inside of a callback, which is on the stack of the interpreter itself.
static bool is_over(const struct exec_machine *m) {
    return !m->pausable || m->nesting == 1 || m->steps - max_steps(m) >= exec_limits[EXEC_LIMIT_OVERTIME].value;
}

bool exec_pause(struct exec_machine *m) {
    if (m->watch && m->steps >= exec_watch_next(m->watch) && !exec_watch_look(m)) return false;
    if (m->options->alone && m->result->assumed) return exec_out_of(m, "the run is not the only one");
    if (m->steps >= max_steps(m) && is_over(m)) return m->pausable && m->nesting == 1 ? false : exec_out_of(m, "step limit");
    if (m->inputs.n > exec_limits[EXEC_LIMIT_INPUTS].value) return exec_out_of(m, "limit of the number of inputs");
    if (m->deadline > 0 && now() > m->deadline) return exec_out_of(m, "time limit");
    collect(m);
    if (m->options->observer && m->options->observer->step) m->options->observer->step(m->options->observer->self, m);
    next_pause(m);
    return true;
}
