// SPDX-License-Identifier: MIT
// The domain of three-valued structures behind the interface of dom.h.
#include "shape/shape.h"

// What the library calls back is not followed.
static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct shape *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    s->program = p;
    s->main = ir_main_of(p);
    s->options = *o;
    if (!o->lib) s->own_lib = ir_lib_new();
    s->lib = o->lib ? o->lib : s->own_lib;
    s->facts = calloc(p->funcs.n + 1, sizeof *s->facts);
    if (!s->facts) base_out_of_memory();
    ir_calls_build(&s->calls, p, ir_calls_never, NULL);
    shape_scan(&s->scan, p, s->lib, s->calls.recursive);
    s->refused = shape_vocabulary_begin(&s->vocabulary, &s->scan);
    s->states.vocabulary = &s->vocabulary;
    s->states.scan = &s->scan;
    return s;
}

static void close_domain(void *self) {
    struct shape *s = self;
    for (uint32_t i = 0; i < s->program->funcs.n; i++) {
        if (!s->facts[i].made) continue;
        ir_live_free(&s->facts[i].live);
        ir_cfg_free(&s->facts[i].cfg);
    }
    free(s->facts);
    if (s->own_lib) ir_lib_free(s->own_lib);
    shape_vocabulary_end(&s->vocabulary);
    shape_scan_free(&s->scan);
    ir_calls_free(&s->calls);
    dom_store_free(&s->states.store);
    free(s);
}

const struct shape_facts *shape_facts(struct shape *s, uint32_t func) {
    struct shape_facts *x = &s->facts[func];
    if (!x->made) {
        x->made = true;
        ir_cfg_build(&x->cfg, &s->program->funcs.at[func]);
        ir_live_build(&x->live, &s->program->funcs.at[func], &x->cfg);
    }
    return x;
}

static dom_state join(void *self, dom_state a, dom_state b) {
    return shape_join(&((struct shape *)self)->states, a, b, false);
}

static dom_state widen(void *self, dom_state a, dom_state b) {
    return shape_join(&((struct shape *)self)->states, a, b, true);
}

static bool leq(void *self, dom_state a, dom_state b) {
    return shape_leq(&((struct shape *)self)->states, a, b);
}

// States are abstracted whenever they are sealed.
static dom_state abstract(void *self, dom_state s, const void *precision) {
    (void)self;
    (void)precision;
    return s;
}

static uint64_t group(void *self, dom_state s) {
    return shape_group(&((struct shape *)self)->states, s);
}

static void print(void *self, dom_state s, struct buf *out) {
    struct shape *x = self;
    shape_print(&x->states, x->program, s, out);
}

static bool valid(void *self, dom_state s, struct buf *why) {
    return shape_valid(&((struct shape *)self)->states, s, why);
}

static uint64_t size(void *self) {
    return ((struct shape *)self)->states.store.n_words;
}

static const struct dom_call call_group = {
    .local = true,
    .targets = shape_call_targets,
    .enter = shape_enter,
    .leave = shape_leave,
    .finish = shape_finish,
};
static const struct dom_show show_group = {
    .print = print,
};
static const struct dom_effort effort_group = {
    .size = size,
};

const struct dom shape_domain = {
    .name = "tvl",
    .core = {
        .open = open_domain,
        .close = close_domain,
        .initial = shape_initial,
        .run = shape_execute,
        .leq = leq,
        .join = join,
        .widen = widen,
        .abstract = abstract,
        .group = group,
        .valid = valid,
    },
    .call = &call_group,
    .show = &show_group,
    .effort = &effort_group,
};
