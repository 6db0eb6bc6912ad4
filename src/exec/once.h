// SPDX-License-Identifier: MIT
// One run from its start to its end: constructors, entry, exit handlers, what is left.
#ifndef HP_EXEC_ONCE_H
#define HP_EXEC_ONCE_H
#include "exec/decode.h"
#include "exec/watch.h"

// A run that has begun.  The machine knows where it is: it stays there.
struct exec_once {
    struct exec_machine machine;
    struct exec_end end;
    struct exec_codes own;
    bool entered;  // it was paused inside of the entry
};

// watch may be NULL; seeks: exec_once_end is asked what is lost.
void exec_once_begin(struct exec_once *x, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *watch, bool seeks,
                     struct exec_result *r);
// To its end, or (in_parts, false) to its limit of steps: it can go on with a higher one, after exec_limit_begin.
bool exec_once_go(struct exec_once *x);
void exec_once_end(struct exec_once *x, struct exec_serials *lost, struct exec_loss *loss);
// All of it.
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
    q.in_parts = false;
    return q;
}
#endif
