// SPDX-License-Identifier: MIT
#include "ir/within.h"

struct holder {
    const struct ir_inputs *in;
    struct ir_shape node;  // that is looked for
    struct ir_within *to;
    bool found;
};

static void take_holder(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct holder *h = self;
    struct ir_shape s = ir_input_member(h->in, h->to->owner, offset, ctype);
    (void)size, (void)name;
    if (h->found || s.kind != h->node.kind || s.ring || !ir_same_type(h->in->program, s.ctype, h->node.ctype)) return;
    h->found = true;
    h->to->offset = offset;
}

// The first member of an object that a parameter leads to, to nodes as parameter k does.
static bool find_holder(const struct ir_inputs *in, uint32_t k, struct ir_within *out) {
    struct holder h = {.in = in, .node = ir_input_param(in, k), .to = out};
    bool nodes = h.node.kind == IR_SHAPE_TREE || (ir_shape_is_list(&h.node) && !h.node.ring);
    for (uint32_t i = 0; nodes && i < in->program->funcs.at[in->entry].n_params && !h.found; i++) {
        struct ir_shape s = ir_input_param(in, i);
        if (i == k || s.kind != IR_SHAPE_OBJECT || s.whole || s.alone) continue;
        *out = (struct ir_within){.param = k, .holder = i, .owner = s.ctype};
        ir_members(in->program, s.ctype, &h, take_holder);
    }
    return h.found;
}

static bool is_required_within(const struct ir_inputs *in, struct ir_within *out) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; i < r->rows.n; i++) {
        const struct ir_required_row *x = &r->rows.at[i];
        if (x->kind != IR_REQUIRED_WITHIN) continue;
        *out = (struct ir_within){.param = x->param, .holder = x->group, .offset = x->offset, .owner = x->owner};
        return true;
    }
    return false;
}

void ir_within_find(struct ir_inputs *in) {
    bool found = in->options.required && is_required_within(in, &in->within);
    bool proposed = !in->options.required && ir_proposes(in, IR_PROPOSE_WITHIN);
    for (uint32_t k = 0; k < in->program->funcs.at[in->entry].n_params && proposed && !found; k++) found = find_holder(in, k, &in->within);
    if (!found) in->within.param = UINT32_MAX;
}
