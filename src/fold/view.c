// SPDX-License-Identifier: MIT
// States as pictures: frames, then nodes.
#include "fold/fold.h"

struct viewer {
    struct fold *f;
    struct fold_base *base;
    const struct fold_draft *d;
    struct view *v;
    fold_list nodes;  // of ours, in the order of the picture, behind the frames
};

static uint32_t index_of(const struct viewer *w, uint32_t node) {
    uint32_t i = vec_find(&w->nodes, &node);
    return i < w->nodes.n ? w->d->frames.n + i : UINT32_MAX;
}

static bool is_sure(const struct viewer *w, logic_fn x) {
    return logic_leq(w->base->logic, w->d->b, x);
}

static bool can_be(const struct viewer *w, logic_fn x) {
    return !logic_disjoint(w->base->logic, w->d->b, x);
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static void add_pointer(struct viewer *w, uint32_t flag) {
    const struct fold_flag *k = fold_flag_of(w->base, flag);
    struct view_value *x = view_add_value(w->v, VIEW_POINTER);
    x->node = index_of(w, k->kind == FOLD_EDGE ? k->target : k->node);
    x->bounded = true;
    x->lo = x->hi = (int32_t)k->offset;
    x->maybe = !is_sure(w, logic_var(w->base->logic, flag));
}

static void add_number(struct viewer *w, struct num_range r, bool maybe) {
    bool signed_order = r.kind == NUM_ARC && r.bits <= 64 && num_signed(r.bits, r.lo) <= num_signed(r.bits, r.hi);
    struct view_value *x = view_add_value(w->v, VIEW_NUMBER);
    x->maybe = maybe;
    x->bounded = signed_order;
    if (!signed_order) return;
    x->lo = r.bits == 1 ? (int64_t)r.lo : (int64_t)num_signed(r.bits, r.lo);
    x->hi = r.bits == 1 ? (int64_t)r.hi : (int64_t)num_signed(r.bits, r.hi);
}

static void add_values(struct viewer *w, const struct fold_cell *c) {
    struct logic *l = w->base->logic;
    fold_list flags = {0};
    logic_fn other = logic_or(l, fold_pointer(w->base, w->d, c->place), fold_uninit(w->base, w->d, c->place));
    fold_flags_of_place(w->base, w->d, c->place, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        uint32_t kind = fold_flag_of(w->base, flags.at[i])->kind;
        if (kind == FOLD_EDGE || kind == FOLD_OUT) add_pointer(w, flags.at[i]);
        if (kind == FOLD_UNINIT) view_add_value(w->v, VIEW_UNINITIALISED)->maybe = !is_sure(w, logic_var(l, flags.at[i]));
    }
    if (!num_range_is_empty(c->range) && !is_sure(w, other)) add_number(w, c->range, can_be(w, other));
    vec_free(&flags);
}

// ---- nodes -------------------------------------------------------------------------------------------------------------------------

static void add_frame(struct viewer *w, uint32_t i) {
    const struct fold_frame *frame = &w->d->frames.at[i];
    const struct ir_func *f = &w->f->step.program->funcs.at[frame->func];
    view_add_node(w->v, VIEW_CALL)->name = f->name;
    for (uint32_t k = 0; k < f->locals.n; k++) {
        const struct fold_cell *c = fold_cell(w->d, (struct fold_place){FOLD_REGS, frame->first_reg + k});
        if (c && view_add_local(w->v, w->f->step.program, f, k)) add_values(w, c);
    }
    for (uint32_t k = fold_first_cell(w->d, FOLD_RESULTS); i + 1 == w->d->frames.n && fold_is_cell(w->d, k, FOLD_RESULTS); k++) {
        view_add_field(w->v, 0, 0)->name = "return value";
        add_values(w, &w->d->cells.at[k]);
    }
}

static void set_name(struct viewer *w, const struct fold_name *name) {
    const struct ir_program *p = w->f->step.program;
    if (name->storage == FOLD_STACK) view_name_node(w->v, p, &p->funcs.at[name->a], ir_val_of(IR_SLOT, name->b));
    if (name->storage == FOLD_GLOBAL) view_name_node(w->v, p, NULL, ir_val_of(IR_GLOBAL, name->a));
    if (name->storage == FOLD_CODE) view_name_node(w->v, p, NULL, ir_val_of(IR_FUNC, name->a));
}

static void describe(struct viewer *w, uint32_t node, struct view_node *n) {
    const struct fold_name *name = fold_name_of(w->base, node);
    const struct fold_node *m = fold_node(w->d, node);
    logic_fn exists = fold_get(w->base, w->d, fold_node_flag(w->base, FOLD_EXISTS, node));
    bool mortal = name->storage == FOLD_HEAP || name->storage == FOLD_STACK;
    n->key = node + 1ull;
    n->life = node == FOLD_FREED ? VIEW_FREED : node == FOLD_GONE ? VIEW_OUT_OF_SCOPE : VIEW_LIVE;
    n->maybe = mortal && !is_sure(w, exists);
    if (fold_is_summary(w->base, w->d, node)) n->shape = VIEW_SOME, n->least = n->maybe ? 0 : 1;
    if (m) n->sized = n->exact = true, n->size = m->size;
    if (name->storage == FOLD_HEAP && name->a != FOLD_MANY_SITES) {
        n->func = name->a;
        n->instr = name->b;
        n->born = w->f->step.program->funcs.at[name->a].instrs.at[name->b].loc;
    }
    set_name(w, name);
}

static void add_node(struct viewer *w, uint32_t node) {
    static const enum view_storage storages[] = {[FOLD_FREED] = VIEW_HEAP,  [FOLD_GONE] = VIEW_STACK,    [FOLD_HEAP] = VIEW_HEAP,
                                                 [FOLD_STACK] = VIEW_STACK, [FOLD_GLOBAL] = VIEW_GLOBAL, [FOLD_CODE] = VIEW_CODE};
    describe(w, node, view_add_node(w->v, storages[fold_name_of(w->base, node)->storage]));
    for (uint32_t i = fold_first_cell(w->d, node); fold_is_cell(w->d, i, node); i++) {
        view_add_field(w->v, w->d->cells.at[i].place.at, w->d->cells.at[i].size);
        add_values(w, &w->d->cells.at[i]);
    }
}

// ---- all of it ---------------------------------------------------------------------------------------------------------------------

static void find_nodes(struct viewer *w) {
    for (uint32_t i = 0; i < w->d->nodes.n; i++) vec_push(&w->nodes, w->d->nodes.at[i].node);
    for (uint32_t i = 0; i < w->d->flags.n; i++) {  // what is pointed to and no object
        const struct fold_flag *k = fold_flag_of(w->base, w->d->flags.at[i]);
        if (k->kind == FOLD_EDGE && index_of(w, k->target) == UINT32_MAX) vec_push(&w->nodes, k->target);
    }
}

void fold_view(void *self, dom_state s, struct view *out) {
    struct fold *f = self;
    struct fold_draft d;
    uint32_t mark = logic_mark(f->base.logic);
    fold_unseal(&f->base, s, &d);
    struct viewer w = {.f = f, .base = &f->base, .d = &d, .v = out};
    find_nodes(&w);
    for (uint32_t i = 0; i < d.frames.n; i++) add_frame(&w, i);
    for (uint32_t i = 0; i < w.nodes.n; i++) add_node(&w, w.nodes.at[i]);
    view_finish(out, f->step.program);  // the words use its names
    fold_say_relations(f, &d, &w.nodes, out);
    vec_free(&w.nodes);
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
}
