// SPDX-License-Identifier: MIT
// What a run looks for on its way: watched blocks at watched steps, and what is lost when main begins to return.
#ifndef HP_EXEC_WATCH_H
#define HP_EXEC_WATCH_H
#include "exec/reach.h"

enum { EXEC_WATCH_POINTS = 64 };
struct exec_watch {
    const struct exec_serials *among;
    uint64_t points[EXEC_WATCH_POINTS];  // steps at which to look, ascending
    uint32_t n_points, next;
    bool found;  // at points[next]: `loss`
    struct exec_loss loss;
    bool record;  // do not look but record `loss` as lost by the next instruction
};

static inline uint64_t exec_watch_next(const struct exec_watch *w) {
    return w->next < w->n_points ? w->points[w->next] : UINT64_MAX;
}
// A watch point is reached: false (the run ends) if a loss is found or recorded.
bool exec_watch_look(struct exec_machine *m);

// What is lost when main begins to return: then all that is left to do is to leave its variables.
struct exec_end {
    bool seen;
    struct exec_serials lost;
    struct exec_loss loss;
};
// The one frame that there is leaves a variable or returns.  What is lost is put down once, if this is where main begins to return.
void exec_watch_end(struct exec_machine *m);
#endif
