// SPDX-License-Identifier: MIT
// What the driver knows of a program.
#include <assert.h>

#include "ir/ending.h"
#include "step/step.h"

void step_begin(struct step *s, const struct step_ops *ops, const struct ir_program *p, const struct dom_options *o) {
#define OP(name, result, parameters) assert(ops->name);
#define MAY(name, result, parameters)
#define PLAIN(name, result, parameters) assert(ops->name || ops->act);
#include "step/ops.def"
    assert(!ops->mark == !ops->release && !ops->localise == !ops->back && !ops->act == !ops->library);
    *s = (struct step){.ops = ops, .program = p, .options = *o, .main = ir_main_of(p)};
    if (!o->lib) s->own_lib = ir_lib_new();
    s->lib = o->lib ? o->lib : s->own_lib;
    s->facts = calloc(p->funcs.n + 1, sizeof *s->facts);
    if (!s->facts) base_out_of_memory();
}

void step_end(struct step *s) {
    for (uint32_t i = 0; i < s->program->funcs.n; i++) {
        if (!s->facts[i].made) continue;
        ir_live_free(&s->facts[i].live);
        ir_cfg_free(&s->facts[i].cfg);
    }
    free(s->facts);
    if (s->own_lib) ir_lib_free(s->own_lib);
}

const struct step_facts *step_facts(struct step *s, uint32_t func) {
    assert(func < s->program->funcs.n);
    struct step_facts *x = &s->facts[func];
    if (!x->made) {
        x->made = true;
        ir_cfg_build(&x->cfg, &s->program->funcs.at[func]);
        ir_live_build(&x->live, &s->program->funcs.at[func], &x->cfg);
    }
    return x;
}

struct step_run step_run_begin(struct step *s, uint32_t func, struct dom_sink *out) {
    assert(func < s->program->funcs.n && out);
    struct step_run r = {.step = s, .func = &s->program->funcs.at[func], .func_index = func, .out = out};
    if (s->ops->mark) r.mark = s->ops->mark(s);
    return r;
}

void step_run_end(struct step_run *r) {
    assert(!r->waiting.n);
    vec_free(&r->waiting);
    if (r->step->ops->release) r->step->ops->release(r->step, r->mark);
}

void *step_fork(struct step_run *r, const void *d, bool again) {
    void *copy = r->step->ops->copy(r, d);
    vec_push(&r->waiting, (struct step_waiting){copy, again});
    return copy;
}

void step_unfork(struct step_run *r) {
    assert(r->waiting.n);
    r->step->ops->drop(r, vec_pop(&r->waiting).draft);
}
