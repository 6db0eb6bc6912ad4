// SPDX-License-Identifier: MIT
// One run from its start to its end: constructors, entry, exit handlers, what is left.
#ifndef HP_EXEC_ONCE_H
#define HP_EXEC_ONCE_H
#include "exec/watch.h"

// watch may be NULL; lost and loss get what is lost at the end (lost->v.n == 0: nothing), unless they are NULL.
void exec_run_once(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *watch,
                   struct exec_serials *lost, struct exec_loss *loss, struct exec_result *r);
// The options of a run that is made again: nobody hears of it.
static inline struct exec_options exec_quiet(const struct exec_options *o) {
    struct exec_options q = *o;
    q.output[0] = q.output[1] = NULL;
    q.echo[0] = q.echo[1] = NULL;
    q.observer = NULL;
    q.wanted = NULL;
    q.record = NULL;
    return q;
}
#endif
