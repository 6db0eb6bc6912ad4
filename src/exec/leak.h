// SPDX-License-Identifier: MIT
// Where a block was lost.  At the end of a run it is known which heap blocks nothing reaches; runs are deterministic, so the program is run
// again, with looks at the blocks at some steps in between, until the one instruction is found before which no block of these was
// lost and after which one is.
#ifndef HP_EXEC_LEAK_H
#define HP_EXEC_LEAK_H
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

// Adds to *r, the result of a run that ended with the blocks of `lost` unreachable (`loss` describes them), the fault of the earliest loss.
void exec_locate_loss(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_serials *lost,
                      const struct exec_loss *loss, struct exec_result *r);

// One run (start.c).  watch may be NULL; lost and loss get what is lost at the end (lost->v.n == 0: nothing).
void exec_run_once(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *watch,
                   struct exec_serials *lost, struct exec_loss *loss, struct exec_result *r);
#endif
