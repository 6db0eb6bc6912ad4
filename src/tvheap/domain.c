// SPDX-License-Identifier: MIT
// The domain of three-valued structures behind the interface of dom.h.
#include "tvheap/tvheap.h"

bool tvheap_op_ready(struct step_run *r, void *draft) {
    struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    return tvheap_coerce(v, ((struct tvheap_draft *)draft)->heap, v->machine.all_rules);
}

dom_state tvheap_op_seal(struct step_run *r, void *draft) {
    return tvheap_op_tidy(r, draft) ? tvheap_seal(tvheap_of(r), draft) : DOM_NONE;
}

static const struct step_ops operations = {
#define OP(name, result, parameters) .name = tvheap_op_##name,
#define MAY(name, result, parameters)
#define PLAIN OP
#include "step/ops.def"
    .ready = tvheap_op_ready,
    .localise = tvheap_op_localise,
    .back = tvheap_op_back,
};

// What the library calls back is not followed.
static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct tvheap *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    step_begin(&s->step, &operations, p, o);
    s->calls = &ir_whole_of(p)->calls;
    tvheap_scan(&s->scan, p, s->step.lib, s->calls->recursive);
    s->refused = tvheap_vocabulary_begin(&s->vocabulary, &s->scan);
    return s;
}

static void close_domain(void *self) {
    struct tvheap *s = self;
    step_end(&s->step);
    tvheap_vocabulary_end(&s->vocabulary);
    tvheap_scan_free(&s->scan);
    dom_store_free(&s->store);
    free(s);
}

// States are abstracted whenever they are sealed.
static dom_state abstract(void *self, dom_state s, const void *precision) {
    (void)self;
    (void)precision;
    return s;
}

static uint64_t size(void *self) {
    return ((struct tvheap *)self)->store.n_words;
}

static uint32_t words(void *self, dom_state s) {
    return dom_store_get(&((struct tvheap *)self)->store, s)->n;
}

static uint32_t reached(void *self) {
    return ((struct tvheap *)self)->vocabulary.reached;
}

static const struct dom_call call_group = {
    .local = true,
    .targets = step_targets,
    .enter = step_enter,
    .leave = step_leave,
    .finish = step_finish,
};
static const struct dom_show show_group = {
    .print = tvheap_print,
};
static const struct dom_effort effort_group = {
    .size = size,
    .words = words,
    .limits = tvheap_limits,
    .reached = reached,
};

const struct dom tvheap_domain = {
    .name = "tvl",
    .core =
        {
            .open = open_domain,
            .close = close_domain,
            .initial = step_initial,
            .run = step_execute,
            .leq = tvheap_leq,
            .join = tvheap_join,
            .widen = tvheap_widen,
            .abstract = abstract,
            .group = tvheap_group,
            .valid = tvheap_valid,
        },
    .call = &call_group,
    .show = &show_group,
    .effort = &effort_group,
};
