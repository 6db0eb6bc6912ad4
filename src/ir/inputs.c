// SPDX-License-Identifier: MIT
#include "ir/inputs.h"

#include <assert.h>

#include "ir/name.h"
#include "ir/node_shape.h"
#include "ir/standin.h"
#include "ir/whole.h"
#include "ir/within.h"

#define BOTH(what) what, IR_PROPOSE_FOLLOWED | what
const unsigned ir_proposals[] = {BOTH(0), IR_PROPOSE_STORED, IR_PROPOSE_FOLLOWED | IR_PROPOSE_STORED, BOTH(IR_PROPOSE_ARRAYS), BOTH(IR_PROPOSE_ROOM), BOTH(IR_PROPOSE_QUEUES), BOTH(IR_PROPOSE_COUNTS), BOTH(IR_PROPOSE_WITHIN), IR_PROPOSE_WITHIN | IR_PROPOSE_QUEUES, BOTH(IR_PROPOSE_TURNED), BOTH(IR_PROPOSE_LOOPED), BOTH(IR_PROPOSE_RINGS), IR_PROPOSE_EMBEDDED, BOTH(IR_PROPOSE_PLACES), BOTH(IR_PROPOSE_PARTS), BOTH(IR_PROPOSE_TAGS)};
const uint32_t ir_n_proposals = sizeof ir_proposals / sizeof *ir_proposals;

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

// ---- what is required ----------------------------------------------------------------------------------------------------------------------

static bool is_row(const struct ir_inputs *in, const struct ir_required_row *r, enum ir_required_kind kind, uint32_t owner, uint64_t offset) {
    return r->kind == kind && r->param == UINT32_MAX && r->global == UINT32_MAX && r->offset == offset && ir_same_type(in->program, r->owner, owner);
}

// Nodes of a type are as the first pointer to one is.
static bool required_nodes(const struct ir_inputs *in, struct ir_shape *s) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; i < r->rows.n; i++) {
        const struct ir_required_row *x = &r->rows.at[i];
        if ((x->kind > IR_REQUIRED_NODES && x->kind != IR_REQUIRED_TAGGED) || x->shape.kind < IR_SHAPE_LIST || x->shape.kind > IR_SHAPE_TREE || !ir_same_type(in->program, x->shape.ctype, s->ctype)) continue;
        *s = x->shape;
        s->null = s->looped = false;
        return true;
    }
    return false;
}

// Is this, of which nothing else can be said then, where the elements of a row end?
static bool is_end_of(const struct ir_required_row *r, uint32_t param, uint64_t offset) {
    return r->kind == IR_REQUIRED_POINTER && r->shape.kind == IR_SHAPE_ARRAY && r->shape.length.end && r->shape.length.param == param && r->shape.length.offset == offset;
}

static struct ir_shape required_param(const struct ir_inputs *in, uint32_t k) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; i < r->rows.n; i++)
        if (is_end_of(&r->rows.at[i], k, 0)) return (struct ir_shape){.ctype = IR_NO_TYPE};
    for (uint32_t i = 0; i < r->rows.n; i++) {
        struct ir_shape s = r->rows.at[i].shape;
        if (r->rows.at[i].kind == IR_REQUIRED_POINTER && r->rows.at[i].param == k) return s;
        if (r->rows.at[i].kind == IR_REQUIRED_WITHIN && r->rows.at[i].param == k && required_nodes(in, &s)) return s.null = r->rows.at[i].shape.null, s;
    }
    return (struct ir_shape){.ctype = IR_NO_TYPE};
}

static struct ir_shape required_global(const struct ir_inputs *in, uint32_t global, uint64_t offset, uint32_t ctype) {
    const struct ir_required *r = in->options.required;
    const struct ir_ctype *t = type_at(in->program, ctype);
    for (uint32_t i = 0; i < r->rows.n && t && t->kind == IR_C_POINTER; i++) {  // not the structure that begins there
        const struct ir_required_row *x = &r->rows.at[i];
        if (x->global == global && is_end_of(x, UINT32_MAX, offset)) break;
        if (x->kind == IR_REQUIRED_POINTER && x->param == UINT32_MAX && x->global == global && x->offset == offset) return x->shape;
    }
    return (struct ir_shape){.ctype = IR_NO_TYPE};
}

static struct ir_shape required_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    const struct ir_required *r = in->options.required;
    struct ir_shape s = {.ctype = IR_NO_TYPE};
    for (uint32_t i = 0; i < r->rows.n; i++) {
        const struct ir_required_row *x = &r->rows.at[i];
        if (is_end_of(x, UINT32_MAX, offset) && x->global == UINT32_MAX && ir_same_type(in->program, x->owner, owner)) return (struct ir_shape){.ctype = IR_NO_TYPE};
        if (s.kind == IR_SHAPE_ANY && is_row(in, x, IR_REQUIRED_POINTER, owner, offset)) s = x->shape;
    }
    return s;
}

static bool is_required_number(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; r && i < r->rows.n; i++)
        if (is_row(in, &r->rows.at[i], IR_REQUIRED_NUMBER, owner, offset)) return true;
    return !r;
}

static bool is_in_group(const struct ir_required_row *row, const struct ir_input_root *root) {
    return row->kind == IR_REQUIRED_SHARED && row->param == root->param && row->global == root->global;
}

static bool is_required_shared(const struct ir_inputs *in, const struct ir_input_root *a, const struct ir_input_root *b) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; r && i < r->rows.n; i++)
        for (uint32_t k = 0; k < r->rows.n && is_in_group(&r->rows.at[i], a); k++)
            if (is_in_group(&r->rows.at[k], b) && r->rows.at[k].group == r->rows.at[i].group) return true;
    return !r;
}

// ---- shapes ------------------------------------------------------------------------------------------------------------------------

static bool has_open_end(const struct ir_program *p, const struct ir_ctype *t) {
    const struct ir_ctype *last = t->kind == IR_C_STRUCT && t->n_fields ? type_at(p, t->fields[t->n_fields - 1].ctype) : NULL;
    return last && last->kind == IR_C_ARRAY && !last->count;
}

// What nodes are parts of.
static void put_inside(const struct ir_inputs *in, struct ir_shape *s) {
    const struct ir_container *c = ir_container_of(in, s->ctype);
    if (!c || !ir_proposes(in, s->ring ? IR_PROPOSE_EMBEDDED : IR_PROPOSE_PARTS)) return;
    s->whole_ctype = c->whole;
    s->part = c->at;
}

// What a pointer to something of type `target` leads to.
static struct ir_shape shape_of(const struct ir_inputs *in, uint32_t target, bool null) {
    struct ir_shape s = {.kind = IR_SHAPE_OBJECT, .null = null || in->options.null, .ctype = target, .function = UINT32_MAX, .whole_ctype = IR_NO_TYPE};
    const struct ir_ctype *t = type_at(in->program, target);
    if (t && t->kind == IR_C_FUNCTION) s.kind = IR_SHAPE_FUNCTION;
    if (s.kind == IR_SHAPE_FUNCTION) return s;
    if (!t || !t->size || t->kind == IR_C_VOID || t->kind == IR_C_UNION)
        return (struct ir_shape){.ctype = target};
    s.unbounded = has_open_end(in->program, t);
    if (in->options.required && required_nodes(in, &s)) return s;
    if (t->kind == IR_C_INT && strcmp(t->name, "char") == 0) s.kind = IR_SHAPE_STRING;
    if (t->kind == IR_C_STRUCT && !s.unbounded && !in->options.required) ir_node_shape(in, &s);
    if (ir_shape_is_list(&s) || s.kind == IR_SHAPE_TREE) put_inside(in, &s);
    if (ir_proposes(in, IR_PROPOSE_EMPTY) && (s.kind == IR_SHAPE_TREE || ir_shape_is_list(&s)) && !s.ring) s.null = true;
    return s;
}

struct ir_shape ir_input_nodes(const struct ir_inputs *in, uint32_t ctype) {
    return shape_of(in, ctype, false);
}

static struct ir_shape shape_of_pointer(const struct ir_inputs *in, uint32_t ctype, bool null) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    if (!t || t->kind != IR_C_POINTER) return (struct ir_shape){.ctype = IR_NO_TYPE};
    return shape_of(in, t->target, null);
}

// May a pointer of this type, and what it leads to, be one to elements: bytes, numbers, pointers or structures that are not linked?
static bool may_be_array(const struct ir_inputs *in, uint32_t ctype, const struct ir_shape *s) {
    const struct ir_ctype *pointer = type_at(in->program, ctype), *t = type_at(in->program, s->ctype);
    if (ir_has_links(in, s->ctype)) return false;
    if (s->kind == IR_SHAPE_ANY) return pointer && pointer->kind == IR_C_POINTER && (!t || t->kind == IR_C_VOID);
    return s->kind == IR_SHAPE_STRING || (s->kind == IR_SHAPE_OBJECT && !s->unbounded && !s->whole && t->kind != IR_C_ARRAY);
}

static struct ir_shape as_array(struct ir_shape s, struct ir_length n) {
    s.kind = IR_SHAPE_ARRAY;
    s.length = n;
    return s;
}

static bool is_void(const struct ir_program *p, uint32_t ctype) {
    const struct ir_ctype *t = type_at(p, ctype), *target = t && t->kind == IR_C_POINTER ? type_at(p, t->target) : NULL;
    return t && t->kind == IR_C_POINTER && (!target || target->kind == IR_C_VOID);
}

// The C type of a parameter, or what the function takes it for, unless it may be bytes.
static uint32_t type_of_param(const struct ir_inputs *in, uint32_t k) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    uint32_t ctype = f->locals.at[k].ctype;
    struct ir_length n;
    bool taken = is_void(in->program, ctype) && in->usage->as_param[k] != IR_NO_TYPE && !ir_length_of_param(in->program, f, k, &n);
    return taken ? in->usage->as_param[k] : ctype;
}

// Likewise of a member of something of a type: what all variables are that it is put to.
static uint32_t type_of_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype) {
    uint32_t found = IR_NO_TYPE;
    for (uint32_t i = 0; is_void(in->program, ctype) && i < in->usage->asked.n; i++) {
        const struct ir_asked *a = &in->usage->asked.at[i];
        const struct ir_ctype *t = type_at(in->program, a->as), *target = t && t->kind == IR_C_POINTER ? type_at(in->program, t->target) : NULL;
        bool there = a->global == UINT32_MAX && a->offset == offset && target && target->kind == IR_C_STRUCT && ir_same_type(in->program, a->owner, owner);
        if (there && found != IR_NO_TYPE && !ir_same_type(in->program, a->as, found)) return ctype;
        if (there) found = a->as;
    }
    return found == IR_NO_TYPE ? ctype : found;
}

static struct ir_shape array_of_param(const struct ir_inputs *in, uint32_t k, struct ir_shape s) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    struct ir_length n;
    bool array = ir_proposes(in, IR_PROPOSE_ARRAYS) && may_be_array(in, f->locals.at[k].ctype, &s) && ir_length_of_param(in->program, f, k, &n);
    if (array && s.kind == IR_SHAPE_ANY) s.null = in->usage->asks_param[k] || in->options.null;
    return array ? as_array(s, n) : s;
}

// Of a member that is null the number is 0.
static struct ir_shape array_of_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype, struct ir_shape s) {
    struct ir_length n;
    bool array = ir_proposes(in, IR_PROPOSE_ARRAYS) && may_be_array(in, ctype, &s) && ir_length_of_member(in->program, owner, offset, &n);
    if (array) s.null = true;
    return array ? as_array(s, n) : s;
}

// Is it where the elements of the array before it end?
static bool is_end(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype) {
    struct ir_shape s = shape_of_pointer(in, ctype, false);
    return may_be_array(in, ctype, &s) && ir_is_end_member(in->program, owner, offset);
}

static struct ir_shape whole_object(const struct ir_inputs *in, uint32_t ctype) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    return (struct ir_shape){.kind = t && t->size ? IR_SHAPE_OBJECT : IR_SHAPE_ANY, .whole = true, .ctype = ctype};
}

// Where a parameter without type of its own is put: a variable in memory; NULL: nowhere.
const struct ir_addr *ir_input_variable(const struct ir_func *f, uint32_t k) {
    for (uint32_t i = 0; i < f->blocks.at[0].n; i++) {
        const struct ir_instr *x = &f->instrs.at[f->blocks.at[0].first + i];
        bool put = x->op == IR_STORE && x->args[0] == ir_val_of(IR_LOCAL, k);
        if (put && ir_tag(x->to->base) == IR_SLOT && !x->to->n_terms) return x->to;
    }
    return NULL;
}

// It may also be the place for the result.
static struct ir_shape untyped_param(const struct ir_inputs *in, uint32_t k) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    const struct ir_ctype *t = type_at(in->program, f->ctype),
                          *result = t && t->kind == IR_C_FUNCTION ? type_at(in->program, t->target) : NULL;
    const struct ir_addr *a = ir_input_variable(f, k);
    if (a) return shape_of_pointer(in, ir_name_type(in->program, f, a, in->program->pointer_bits / 8), in->usage->asks_param[k]);
    bool place = k == 0 && f->n_rets == 0 && result && (result->kind == IR_C_STRUCT || result->kind == IR_C_UNION);
    struct ir_shape s = place ? whole_object(in, t->target) : (struct ir_shape){.ctype = IR_NO_TYPE};
    s.blank = place;
    return s;
}

// ---- clauses ------------------------------------------------------------------------------------------------------------------------

static bool is_about(const struct ir_demand *a, const struct ir_demand *b) {
    return a->kind == b->kind && a->param == b->param && a->global == b->global && a->owner == b->owner && a->offset == b->offset && a->value == b->value;
}

bool ir_input_is_loose(const struct ir_inputs *in, const struct ir_demand *c, enum ir_loosening *how) {
    for (uint32_t i = in->options.n_loose; i-- > 0;) {  // the last word counts
        const struct ir_loose *l = &in->options.loose[i];
        const struct ir_demand *d = &l->clause;
        if (l->how == IR_LOOSE_FORWARD || l->how == IR_LOOSE_OBJECT || l->how == IR_LOOSE_UNLINKED || !is_about(c, d)) continue;
        *how = l->how;
        return true;
    }
    return false;
}

static bool is_loose_in_kind(const struct ir_inputs *in, const struct ir_demand *c, enum ir_loosening how) {
    for (uint32_t i = 0; i < in->options.n_loose; i++)
        if (in->options.loose[i].how == how && is_about(c, &in->options.loose[i].clause)) return true;
    return false;
}

static struct ir_shape by_itself(struct ir_shape s) {
    s.alone = s.kind;
    s.kind = IR_SHAPE_OBJECT;
    s.ring = false;
    s.whole_ctype = IR_NO_TYPE;
    return s;
}

struct ir_shape ir_input_loosened(const struct ir_inputs *in, struct ir_shape s, struct ir_demand c) {
    enum ir_loosening how;
    if (s.kind == IR_SHAPE_DOUBLY && !s.ring && is_loose_in_kind(in, &c, IR_LOOSE_FORWARD)) s.kind = IR_SHAPE_LIST;
    if (!s.ring && s.kind != IR_SHAPE_ANY && is_loose_in_kind(in, &c, IR_LOOSE_OBJECT))
        s = (struct ir_shape){.kind = IR_SHAPE_OBJECT, .null = s.null, .unbounded = s.unbounded, .ctype = s.ctype, .function = UINT32_MAX, .whole_ctype = IR_NO_TYPE};
    if ((ir_shape_is_list(&s) || s.kind == IR_SHAPE_TREE) && is_loose_in_kind(in, &c, IR_LOOSE_UNLINKED)) s = by_itself(s);
    if (s.kind == IR_SHAPE_ANY || !ir_input_is_loose(in, &c, &how)) return s;
    if (how == IR_LOOSE_DROPPED) return (struct ir_shape){.ctype = IR_NO_TYPE, .dropped = s.kind != IR_SHAPE_FUNCTION && s.kind != IR_SHAPE_ARRAY};
    if (how == IR_LOOSE_ROLE) s.function = ir_standin(in->program, ir_role_of(in->program, s.function)), s.null = s.asked;
    if (how == IR_LOOSE_ALONE) s = by_itself(s);
    s.null |= how == IR_LOOSE_NULL;
    s.broken = how == IR_LOOSE_BROKEN;
    return s;
}

static bool is_dropped(const struct ir_inputs *in, enum ir_demand_kind kind, uint32_t owner, uint64_t offset) {
    struct ir_demand c = ir_demand_about(kind, owner, offset);
    enum ir_loosening how;
    return ir_input_is_loose(in, &c, &how);
}

// ---- tails -------------------------------------------------------------------------------------------------------------------------

static bool is_pointer(const struct ir_inputs *in, uint32_t ctype) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    return t && t->kind == IR_C_POINTER;
}

struct tails {
    const struct ir_inputs *in;
    uint32_t owner;
    uint32_t n_first, n_tails;
    struct ir_tail found;
    bool looks;  // for the list, and not yet for its end
};

static void take_tail(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct tails *w = self;
    const struct ir_ctype *t = type_at(w->in->program, ctype);
    (void)size, (void)name;
    if (!t || t->kind != IR_C_POINTER) return;
    if (w->looks) {
        struct ir_shape s = shape_of(w->in, t->target, false);
        bool list = ir_shape_is_list(&s) && !s.ring && !s.backwards;
        if (list) w->found.first = offset, w->found.node = t->target, w->n_first++;
    } else if (ir_leads_to_link(w->in, w->owner, offset, ctype, w->found.node)) {
        w->found.tail = offset;
        w->n_tails++;
    }
}

static bool is_required_tail(const struct ir_inputs *in, uint32_t owner, uint64_t tail) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; i < r->rows.n; i++)
        if (is_row(in, &r->rows.at[i], IR_REQUIRED_TAIL, owner, tail)) return true;
    return false;
}

// By types: a list, and one pointer to such a link.  Of a node, it is that which leads to it.
static bool find_tail(struct tails *w) {
    const struct ir_ctype *t = type_at(w->in->program, w->owner);
    if (!t || t->kind != IR_C_STRUCT) return false;
    w->looks = true;
    ir_members(w->in->program, w->owner, w, take_tail);
    w->looks = false;
    if (w->n_first == 1) ir_members(w->in->program, w->owner, w, take_tail);
    return w->n_first == 1 && w->n_tails == 1;
}

// Is it a pointer to a link, about which nothing else is said?
static bool is_of_link(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype) {
    struct tails w = {.in = in, .owner = owner};
    const struct ir_ctype *t = type_at(in->program, ctype);
    bool found = t && t->kind == IR_C_POINTER && is_pointer(in, t->target) && find_tail(&w) && w.found.tail == offset;
    return found && !(ir_proposes(in, IR_PROPOSE_PLACES) && !ir_same_type(in->program, w.found.node, owner));
}

bool ir_input_may_tail(const struct ir_inputs *in, uint32_t owner, struct ir_tail *out) {
    struct ir_inputs types = *in;
    struct tails w = {.in = &types, .owner = owner};
    types.options.required = NULL;
    bool found = find_tail(&w) && !ir_same_type(in->program, w.found.node, owner);
    *out = w.found;
    return found;
}

bool ir_input_tail(const struct ir_inputs *in, uint32_t owner, struct ir_tail *out) {
    if (ir_proposes(in, IR_PROPOSE_PLACES) || !ir_input_may_tail(in, owner, out)) return false;
    struct ir_demand c = ir_demand_about(IR_DEMAND_TAIL, owner, 0);
    enum ir_loosening how;
    if (ir_input_is_loose(in, &c, &how) && how == IR_LOOSE_DROPPED) return false;
    return in->options.required ? is_required_tail(in, owner, out->tail) : ir_proposes(in, IR_PROPOSE_QUEUES) || ir_is_followed(in, owner, out->tail, true);
}

// ---- parameters, globals, members ---------------------------------------------------------------------------------------------------

static struct ir_shape as_looped(const struct ir_inputs *in, struct ir_shape s, bool member) {
    bool turned = ir_proposes(in, IR_PROPOSE_TURNED) && ir_is_turned(in, s.ctype, s.back) && !ir_is_turned(in, s.ctype, s.next);
    s.looped = s.kind == IR_SHAPE_DOUBLY && !s.ring && !s.linked && (turned || (member && ir_proposes(in, IR_PROPOSE_LOOPED)));
    return s;
}

// What leads to void, or to one of several characters whose number nothing says, and is taken for characters, leads to a string.
static struct ir_shape as_text(const struct ir_inputs *in, uint32_t k, struct ir_shape s) {
    const struct ir_ctype *t = type_at(in->program, s.ctype);
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    bool byte = s.kind == IR_SHAPE_OBJECT && t && t->size == 1 && (t->kind == IR_C_INT || t->kind == IR_C_UINT);
    if (byte && (is_void(in->program, f->locals.at[k].ctype) || ir_is_walked_param(in->program, f, k))) s.kind = IR_SHAPE_STRING;
    return s;
}

static struct ir_shape param_shape(const struct ir_inputs *in, uint32_t k) {
    const struct ir_local *l = &in->program->funcs.at[in->entry].locals.at[k];
    const struct ir_ctype *t = type_at(in->program, l->ctype);
    if (ir_kind(l->type) != IR_PTR) return (struct ir_shape){.ctype = IR_NO_TYPE};
    struct ir_shape untyped = t ? (struct ir_shape){.ctype = IR_NO_TYPE} : untyped_param(in, k);
    bool own = t ? l->flags & IR_USER || t->kind != IR_C_POINTER : !untyped.whole;
    if (own && in->options.required) return required_param(in, k);
    if (!t) return untyped;
    if (own && ir_proposes(in, IR_PROPOSE_ARRAYS) && ir_is_end_param(in->program, &in->program->funcs.at[in->entry], k)) return (struct ir_shape){.ctype = IR_NO_TYPE};
    if (own) return array_of_param(in, k, as_looped(in, as_text(in, k, shape_of_pointer(in, type_of_param(in, k), in->usage->asks_param[k])), false));
    return whole_object(in, t->target);
}

struct ir_shape ir_input_param(const struct ir_inputs *in, uint32_t k) {
    return ir_input_loosened(in, param_shape(in, k), (struct ir_demand){IR_DEMAND_SHAPE, k, UINT32_MAX, IR_NO_TYPE, 0, 0});
}

// What is found by an index is asked about if it is an element by itself.
static bool asks_about(const struct ir_inputs *in, uint32_t global, uint32_t owner, uint64_t offset) {
    for (uint32_t i = 0; i < in->usage->asked.n; i++) {
        const struct ir_asked *a = &in->usage->asked.at[i];
        if (a->indexed && !is_pointer(in, owner)) continue;
        if (!a->asked || a->offset != offset || (a->global == UINT32_MAX) != (global == UINT32_MAX)) continue;
        if (global != UINT32_MAX ? a->global == global : ir_same_type(in->program, a->owner, owner)) return true;
    }
    return false;
}

bool ir_input_asks(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    return asks_about(in, UINT32_MAX, owner, offset);
}

// Members may lead to no list where it is proposed what holds of all of them then.
static struct ir_shape of_queue(const struct ir_inputs *in, struct ir_shape s) {
    s = as_looped(in, s, true);
    if (ir_shape_is_list(&s) && ir_proposes(in, IR_PROPOSE_QUEUES)) s.null = true;
    return s;
}

static uint32_t initial_function(const struct ir_global *g, uint64_t offset) {
    for (uint32_t i = 0; i < g->n_relocs; i++)
        if (g->relocs[i].offset == offset && !g->relocs[i].addend && ir_tag(g->relocs[i].target) == IR_FUNC) return ir_index(g->relocs[i].target);
    return UINT32_MAX;
}

static struct ir_shape known_function(struct ir_shape s, uint32_t function) {
    s.function = function;
    s.asked = s.null;
    s.null &= function == UINT32_MAX;
    return s;
}

// Where the program stores what gives and takes blocks, it is that in any case.
static struct ir_shape stored_function(const struct ir_inputs *in, struct ir_shape s, uint32_t owner, uint64_t offset, uint32_t ctype) {
    bool here;
    uint32_t function = ir_stored_function(in->program, &in->usage->stored, owner, offset, ctype, &here);
    bool known = function != UINT32_MAX && (ir_proposes(in, IR_PROPOSE_STORED) || (here && ir_role_of(in->program, function) != IR_N_ROLES));
    return known ? known_function(s, function) : s;
}

struct ir_shape ir_input_global(const struct ir_inputs *in, uint32_t global, uint64_t offset, uint32_t ctype) {
    if (in->options.required) return required_global(in, global, offset, ctype);
    struct ir_shape s = shape_of_pointer(in, ctype, asks_about(in, global, IR_NO_TYPE, offset));
    bool end = ir_proposes(in, IR_PROPOSE_ARRAYS) && is_end(in, in->program->globals.at[global].ctype, offset, ctype);
    if (end || is_of_link(in, in->program->globals.at[global].ctype, offset, ctype)) return (struct ir_shape){.ctype = IR_NO_TYPE};
    if (in->program->globals.at[global].ctype != ctype) s = array_of_member(in, in->program->globals.at[global].ctype, offset, ctype, of_queue(in, s));
    if (s.kind == IR_SHAPE_FUNCTION) s = known_function(s, initial_function(&in->program->globals.at[global], offset));
    return ir_input_loosened(in, s, (struct ir_demand){IR_DEMAND_SHAPE, UINT32_MAX, global, IR_NO_TYPE, offset, 0});
}

struct ir_shape ir_input_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype) {
    if (in->options.required) return required_member(in, owner, offset);
    bool link = ir_leads_to(in->program, ctype, owner), to_link = is_of_link(in, owner, offset, ctype);
    bool followed = ir_proposes(in, IR_PROPOSE_FOLLOWED);
    to_link |= ir_proposes(in, IR_PROPOSE_ARRAYS) && is_end(in, owner, offset, ctype);
    if (to_link || (followed ? !ir_is_followed(in, owner, offset, false) : link)) return (struct ir_shape){.ctype = IR_NO_TYPE};
    struct ir_shape s = of_queue(in, shape_of_pointer(in, type_of_member(in, owner, offset, ctype), asks_about(in, UINT32_MAX, owner, offset)));
    if (s.kind == IR_SHAPE_FUNCTION) s = stored_function(in, s, owner, offset, ctype);
    if (ir_shape_is_list(&s) && is_pointer(in, owner) && ir_proposes(in, IR_PROPOSE_ARRAYS)) s.null = true;
    return ir_input_loosened(in, array_of_member(in, owner, offset, ctype, s), ir_demand_about(IR_DEMAND_SHAPE, owner, offset));
}

bool ir_input_may_be_alone(const struct ir_inputs *in, uint32_t k) {
    struct ir_shape s = ir_input_param(in, k);
    for (uint32_t i = 0; i < in->usage->asked.n && (s.kind == IR_SHAPE_TREE || ir_shape_is_list(&s)); i++) {
        const struct ir_asked *a = &in->usage->asked.at[i];
        if (a->written && a->global == UINT32_MAX && ir_same_type(in->program, a->owner, s.ctype) && ir_shape_is_link(&s, a->offset)) return true;
    }
    return false;
}

bool ir_input_is_head(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint64_t *at, struct ir_shape *s) {
    const struct ir_ctype *t = type_at(in->program, owner);
    uint32_t whole = owner;
    bool proposed = ir_proposes(in, IR_PROPOSE_EMBEDDED);
    *at = 0;
    while (proposed && t && t->kind == IR_C_STRUCT) {
        const struct ir_field *found = NULL;
        *s = shape_of(in, owner, false);
        if (ir_shape_is_list(s) && s->ring) {
            *s = ir_input_loosened(in, *s, ir_demand_about(IR_DEMAND_HEAD, whole, *at));
            return s->kind != IR_SHAPE_ANY;
        }
        for (uint32_t i = 0; i < t->n_fields; i++)
            if (*at + t->fields[i].bit_offset / 8 <= offset) found = &t->fields[i];
        if (!found) return false;
        owner = found->ctype;
        t = type_at(in->program, owner);
        *at += found->bit_offset / 8;
    }
    return false;
}

struct arrays {
    const struct ir_inputs *in;
    uint32_t owner;
    bool found;
    uint64_t length;  // with so many elements as the number there says; or UINT64_MAX
};

static void take_array(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct arrays *w = self;
    struct ir_shape s = ir_input_member(w->in, w->owner, offset, ctype);
    (void)size, (void)name;
    w->found |= s.kind == IR_SHAPE_ARRAY && (w->length == UINT64_MAX || (!s.length.end && s.length.offset == w->length));
}

// Is it how many elements an array has?
static bool counts_members(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    struct arrays w = {in, owner, false, offset};
    ir_members(in->program, owner, &w, take_array);
    return w.found;
}

static bool counts_param(const struct ir_inputs *in, uint32_t param) {
    bool counts = false;
    for (uint32_t k = 0; k < in->program->funcs.at[in->entry].n_params && !counts; k++) {
        struct ir_shape s = ir_input_param(in, k);
        counts = s.kind == IR_SHAPE_ARRAY && !s.length.end && s.length.param == param;
    }
    return counts;
}

struct below {
    const struct ir_inputs *in;
    uint32_t owner;
    uint64_t offset;
    bool found;
};

static void take_below(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct below *b = self;
    struct ir_limit l;
    (void)size, (void)ctype, (void)name;
    bool limited = is_required_number(b->in, b->owner, offset) && ir_limit_of(b->in->program, b->owner, offset, &l);
    b->found |= limited && l.below && l.size && l.offset == b->offset;
}

// Is another number of the object required to be less?  Then it is not 0; where that is not needed, it may be.
static bool is_above(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    struct below b = {in, owner, offset, false};
    ir_members(in->program, owner, &b, take_below);
    return b.found;
}

// Does the code divide by it (or is it to be doubled), and not compare it with 0?
static bool has_some(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    bool divides = ir_proposes(in, IR_PROPOSE_ROOM), asked = false;
    for (uint32_t i = 0; i < in->usage->divisors.n; i++) {
        const struct ir_asked *a = &in->usage->divisors.at[i];
        if (ir_is_same_place(in->program, a->owner, a->offset, owner, offset)) *(a->asked ? &asked : &divides) = true;
    }
    return divides && !asked && !is_above(in, owner, offset);
}

static bool is_stated(const struct ir_inputs *in, enum ir_required_kind kind, uint32_t param, uint32_t owner, uint64_t offset) {
    const struct ir_required *r = in->options.required;
    for (uint32_t i = 0; r && i < r->rows.n; i++)
        if (param != UINT32_MAX ? r->rows.at[i].kind == kind && r->rows.at[i].param == param : is_row(in, &r->rows.at[i], kind, owner, offset)) return true;
    return false;
}

// What the number of elements may be at most, where it is so wide.
static uint64_t most_elements(const struct ir_inputs *in, uint32_t ctype) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    bool narrow = t && t->size * 8 < in->program->pointer_bits;
    return ir_proposes(in, IR_PROPOSE_ROOM) && narrow ? (UINT64_C(1) << (t->size * 8 - IR_INPUT_ROOM)) - 1 : IR_NO_LIMIT;
}

static bool limit_count(const struct ir_inputs *in, uint32_t param, uint32_t owner, uint64_t offset, uint32_t ctype, bool some, struct ir_limit *out) {
    bool stated = in->options.required;
    *out = (struct ir_limit){.most = IR_NO_LIMIT, .counts = true};
    if (!stated || is_stated(in, IR_REQUIRED_NUMBER, param, owner, offset)) out->most = most_elements(in, ctype);
    out->least = stated ? is_stated(in, IR_REQUIRED_SOME, param, owner, offset) : some;
    return out->least || out->most != IR_NO_LIMIT;
}

bool ir_input_limit(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype, struct ir_limit *out) {
    struct arrays w = {in, owner, false, UINT64_MAX};
    if (!ir_proposes(in, IR_PROPOSE_ARRAYS) || is_dropped(in, IR_DEMAND_LIMIT, owner, offset)) return false;
    if (counts_members(in, owner, offset)) return limit_count(in, UINT32_MAX, owner, offset, ctype, has_some(in, owner, offset), out);
    if (!is_required_number(in, owner, offset) || !ir_limit_of(in->program, owner, offset, out)) return false;
    if (out->size) ir_members(in->program, owner, &w, take_array);
    return !out->size || w.found;
}

bool ir_input_limit_of_param(const struct ir_inputs *in, uint32_t k, struct ir_limit *out) {
    struct ir_demand c = ir_demand_limit_of_param(k);
    enum ir_loosening how;
    bool divides = k < 64 && in->usage->divides >> k & 1;
    if (!ir_proposes(in, IR_PROPOSE_ARRAYS) || ir_input_is_loose(in, &c, &how) || !counts_param(in, k)) return false;
    return limit_count(in, k, IR_NO_TYPE, 0, in->program->funcs.at[in->entry].locals.at[k].ctype, divides, out);
}

bool ir_input_is_end(const struct ir_inputs *in, const struct ir_shape *first, const struct ir_shape *second) {
    return !in->options.apart && !first->backwards && !first->ring && !first->looped && first->kind == second->kind && ir_same_type(in->program, first->ctype, second->ctype);
}

bool ir_input_shares_never(const struct ir_inputs *in, const struct ir_shape *s) {
    return s->linked || s->parents || s->looped || (s->kind == IR_SHAPE_DOUBLY && ir_proposes(in, IR_PROPOSE_LOOPED));
}

// Whether two functions are one is not known in any case.
bool ir_input_are_alike(const struct ir_inputs *in, const struct ir_shape *a, const struct ir_shape *b) {
    bool as_many = a->kind != IR_SHAPE_ARRAY || a->length.param == b->length.param;
    return !in->options.apart && a->kind == b->kind && a->kind != IR_SHAPE_FUNCTION && as_many && ir_same_type(in->program, a->ctype, b->ctype);
}

bool ir_input_may_share(const struct ir_inputs *in, const struct ir_input_root *a, const struct ir_input_root *b) {
    bool free = in->within.param == UINT32_MAX || (a->param != in->within.param && b->param != in->within.param);
    return free && is_required_shared(in, a, b) && ir_input_are_alike(in, &a->shape, &b->shape) && !ir_input_shares_never(in, &a->shape);
}

// ---- counts ------------------------------------------------------------------------------------------------------------------------

struct numbers {
    const struct ir_program *p;
    uint32_t n, n_named;
    uint64_t at[2], size[2];  // the last one, and the last that is called like a count
};

static const char *const count_words[] = {"len", "Len", "count", "Count", "size", "Size", "num", "Num", "used", NULL};

static void take_number(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct numbers *w = self;
    const struct ir_ctype *t = type_at(w->p, ctype);
    if (!t || (t->kind != IR_C_INT && t->kind != IR_C_UINT) || size < 4 || size > 8) return;
    bool named = ir_called_like(name, count_words);
    w->at[named] = offset;
    w->size[named] = size;
    w->n++;
    w->n_named += named;
}

uint64_t ir_input_count(const struct ir_inputs *in, uint32_t owner, uint64_t *size) {
    struct numbers w = {.p = in->program};
    if (!ir_proposes(in, IR_PROPOSE_COUNTS) || is_dropped(in, IR_DEMAND_COUNT, owner, 0)) return UINT64_MAX;
    ir_members(in->program, owner, &w, take_number);
    if (w.n_named != 1 && w.n != 1) return UINT64_MAX;
    uint64_t at = w.at[w.n_named == 1];
    *size = w.size[w.n_named == 1];
    return is_required_number(in, owner, at) ? at : UINT64_MAX;
}

bool ir_shape_has_whole(const struct ir_shape *s, struct ir_shape *whole) {
    *whole = *s;
    if ((!ir_shape_is_list(s) && s->kind != IR_SHAPE_TREE) || s->whole_ctype == IR_NO_TYPE) return false;
    whole->ctype = s->whole_ctype;
    whole->whole_ctype = IR_NO_TYPE;
    whole->next += s->part;
    whole->back += s->part;
    whole->up += s->part;
    for (uint32_t i = 0; i < s->n_children; i++) whole->child[i] += s->part;
    whole->at = s->part;
    whole->whole = true;
    return true;
}

bool ir_input_leaves_links(const struct ir_inputs *in, const struct ir_shape *s) {
    bool taken = ir_shape_is_list(s) && ir_is_followed(in, s->ctype, s->next, true);
    if (s->kind == IR_SHAPE_DOUBLY) taken |= ir_is_followed(in, s->ctype, s->back, true);
    for (uint32_t i = 0; i < s->n_children; i++) taken |= ir_is_followed(in, s->ctype, s->child[i], true);
    return (ir_shape_is_list(s) || s->kind == IR_SHAPE_TREE) && !s->ring && !taken;
}

bool ir_shape_is_link(const struct ir_shape *s, uint64_t offset) {
    enum ir_shape_kind kind = s->alone ? s->alone : s->kind;
    for (uint32_t i = 0; i < s->n_children; i++)
        if (s->child[i] == offset) return true;
    if (s->parents && offset == s->up) return true;
    return (kind == IR_SHAPE_LIST || kind == IR_SHAPE_DOUBLY) && (offset == s->next || (kind == IR_SHAPE_DOUBLY && offset == s->back));
}

// ---- the function ------------------------------------------------------------------------------------------------------------------

bool ir_input_is_global(const struct ir_inputs *in, uint32_t global) {
    const struct ir_global *g = &in->program->globals.at[global];
    bool library = g->flags & IR_EXTERN && ir_lib_var(in->lib, g->name);
    return !(g->flags & (IR_READONLY | IR_UNSIZED)) && !library && ir_touches(&ir_whole_of(in->program)->touches, in->entry, global);
}

static bool is_open(const struct ir_inputs *in) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    bool open = f->n_params;
    for (uint32_t g = 0; g < in->program->globals.n && !open; g++) open = ir_input_is_global(in, g);
    return open;
}

static void find_roots(struct ir_inputs *in) {
    const struct ir_program *p = in->program;
    for (uint32_t k = 0; k < p->funcs.at[in->entry].n_params; k++) {
        struct ir_shape s = ir_input_param(in, k);
        if (s.kind != IR_SHAPE_ANY && !s.whole) vec_push(&in->roots, (struct ir_input_root){k, UINT32_MAX, s});
    }
    for (uint32_t g = 0; g < p->globals.n; g++) {
        struct ir_shape s = ir_input_global(in, g, 0, p->globals.at[g].ctype);
        if (s.kind != IR_SHAPE_ANY && ir_input_is_global(in, g)) vec_push(&in->roots, (struct ir_input_root){UINT32_MAX, g, s});
    }
}

bool ir_inputs_begin(struct ir_inputs *in, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib,
                     struct ir_input_options o) {
    *in = (struct ir_inputs){.program = p, .lib = lib, .entry = entry, .options = o, .within.param = UINT32_MAX};
    if (o.required) in->options.apart = o.required->apart, in->options.proposal = o.required->proposal, in->options.null = false;
    if (strcmp(p->funcs.at[entry].name, "main") == 0) return false;
    in->usage = o.usage;
    if (!o.usage) {
        in->usage = in->own = malloc(sizeof *in->own);
        if (!in->own) base_out_of_memory();
        ir_usage_begin(in->own, p, entry);
    }
    assert(in->usage->program == p && in->usage->entry == entry);
    if (!is_open(in)) {
        ir_inputs_end(in);
        return false;
    }
    ir_within_find(in);
    find_roots(in);
    return true;
}

void ir_inputs_end(struct ir_inputs *in) {
    if (in->own) ir_usage_end(in->own);
    free(in->own);
    vec_free(&in->roots);
}
