// SPDX-License-Identifier: MIT
#include "ir/whole.h"

#include <assert.h>

const struct ir_whole *ir_whole_of(const struct ir_program *p) {
    struct ir_whole *w = p->whole;
    if (!w) {
        w = calloc(1, sizeof *w);
        if (!w) base_out_of_memory();
        ir_calls_build(&w->calls, p, ir_calls_never, NULL);
        ir_touches_build(&w->touches, &w->calls);
        ((struct ir_program *)p)->whole = w;  // what is the same at any time is no change
    }
    assert(w->calls.program == p && w->calls.n == p->funcs.n);
    return w;
}

void ir_whole_free(struct ir_whole *w) {
    if (!w) return;
    ir_touches_free(&w->touches);
    ir_calls_free(&w->calls);
    free(w);
}
