// SPDX-License-Identifier: MIT
#include "ir/tagged.h"

enum { DEEPEST = 8 };  // structures in structures

struct choices {
    struct ir_choice *at;
    uint32_t n;
};

// Where there are more, the others are anything.
static void add(struct choices *c, const struct ir_choice *x) {
    uint32_t k = 0;
    while (k < c->n && (c->at[k].is.value < x->is.value || (c->at[k].is.value == x->is.value && c->at[k].is.offset < x->is.offset))) k++;
    bool known = k < c->n && c->at[k].is.value == x->is.value && c->at[k].is.offset == x->is.offset;
    bool other = c->n && (c->at[0].is.tag != x->is.tag || c->at[0].is.size != x->is.size);
    if (known || other || c->n == IR_MOST_TAGGED) return;
    memmove(&c->at[k + 1], &c->at[k], (c->n++ - k) * sizeof *c->at);
    c->at[k] = *x;
}

// Where the function itself does not tell which pointer of the union it is, others may.
static bool find_type(const struct ir_inputs *in, struct ir_tagged *x) {
    for (uint32_t i = 0; i < in->usage->tagged.n && x->ctype == IR_NO_TYPE; i++) {
        const struct ir_tagged *y = &in->usage->tagged.at[i];
        if (y->value == x->value && y->offset == x->offset && y->tag == x->tag && ir_same_type(in->program, y->owner, x->owner)) x->ctype = y->ctype;
    }
    return x->ctype != IR_NO_TYPE;
}

static void add_proposed(const struct ir_inputs *in, uint32_t owner, struct choices *c) {
    const struct ir_program *p = in->program;
    for (uint32_t i = 0; i < in->usage->n_tagged; i++) {
        struct ir_choice x = {.is = in->usage->tagged.at[i]};
        if (!ir_same_type(p, x.is.owner, owner) || !find_type(in, &x.is)) continue;
        x.is.owner = owner;
        x.shape = ir_input_nodes(in, p->ctypes.at[x.is.ctype].target);
        x.shape.null |= ir_input_asks(in, owner, x.is.offset) || in->options.null;
        x.shape = ir_input_loosened(in, x.shape, ir_demand_where(&x.is));
        if (x.shape.kind != IR_SHAPE_ANY && x.shape.kind != IR_SHAPE_FUNCTION) add(c, &x);
    }
}

static void add_required(const struct ir_inputs *in, uint32_t owner, struct choices *c) {
    for (uint32_t i = 0; i < in->options.required->rows.n; i++) {
        const struct ir_required_row *r = &in->options.required->rows.at[i];
        if (r->kind != IR_REQUIRED_TAGGED || !ir_same_type(in->program, r->owner, owner)) continue;
        struct ir_choice x = {r->tagged, r->shape};
        x.is.owner = owner;
        x.shape = ir_input_loosened(in, x.shape, ir_demand_where(&x.is));
        add(c, &x);
    }
}

uint32_t ir_input_tagged(const struct ir_inputs *in, uint32_t owner, struct ir_choice out[IR_MOST_TAGGED]) {
    struct choices c = {out, 0};
    if (in->options.required)
        add_required(in, owner, &c);
    else if (ir_proposes(in, IR_PROPOSE_TAGS))
        add_proposed(in, owner, &c);
    return c.n;
}

// Down to the pointer, by its type.
static bool name(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint32_t pointer, int depth, struct buf *out) {
    const struct ir_ctype *t = ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
    if (t && !offset && ir_same_type(p, ctype, pointer)) return true;
    for (uint32_t i = 0; t && depth && i < t->n_fields && (t->kind == IR_C_STRUCT || t->kind == IR_C_UNION); i++) {
        const struct ir_field *f = &t->fields[i];
        uint64_t first = f->bit_offset / 8, size = f->ctype < p->ctypes.n ? p->ctypes.at[f->ctype].size : 0;
        struct buf inner = {0};
        bool found = !f->bit_size && offset >= first && offset - first < size && name(p, f->ctype, offset - first, pointer, depth - 1, &inner);
        if (found) buf_printf(out, "%s%s%s", f->name, *f->name && inner.n ? "." : "", buf_text(&inner));
        buf_free(&inner);
        if (found) return true;
    }
    return false;
}

void ir_name_tagged(const struct ir_program *p, const struct ir_tagged *t, struct buf *out) {
    struct buf path = {0};
    name(p, t->owner, t->offset, t->ctype, DEEPEST, &path);
    buf_str(out, buf_text(&path));
    buf_free(&path);
}
