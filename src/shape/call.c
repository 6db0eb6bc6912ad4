// SPDX-License-Identifier: MIT
// Calls.  Most are entered in place: frames are pushed and popped on the state itself; recursive functions get local heaps.  Popping is part of RET (run.c).
#include "shape/local.h"

static dom_state seal(struct shape_run *r, struct shape_draft *d) {
    return shape_tidy(r, d) ? shape_seal(&r->shape->states, d) : DOM_NONE;
}

// A frame with everything uninitialised; its slots are alive if they are not scoped.  False: gave up.
static bool push_frame(struct shape_run *r, struct shape_draft *d, uint32_t func) {
    const struct ir_func *f = &r->shape->program->funcs.at[func];
    struct shape_run inner = shape_run_begin(r->shape, func, r->out);
    vec_push(&d->frames, (struct shape_frame){func, d->values.n});
    for (uint32_t i = 0; i < r->shape->scan.frame_values[func]; i++) vec_push(&d->values, shape_plain(SHAPE_UNINIT));
    for (uint32_t i = 0; i < f->slots.n; i++) {
        const struct shape_object *o = &r->shape->scan.objects[shape_slot_object(&r->shape->scan, func, i)];
        d->values.at[vec_last(&d->frames).first + o->self] = shape_plain(SHAPE_GONE);
    }
    for (uint32_t i = 0; i < f->slots.n; i++)
        if (!(f->slots.at[i].flags & IR_SCOPED) && !shape_begin_slot(&inner, d, i)) return false;
    return true;
}

// ---- targets -------------------------------------------------------------------------------------------------------------------------------

static void call_library(struct shape_run *r, const struct shape_draft *d, const struct ir_instr *i, uint32_t func) {
    struct shape_draft copy;
    shape_drafts out = {0};
    shape_draft_copy(r->vocabulary, &copy, d);
    shape_library(r, &copy, i, func, &out);
    for (uint32_t k = 0; k < out.n; k++) {
        shape_drop_dead(r, &out.at[k]);
        dom_state s = seal(r, &out.at[k]);
        if (s) r->out->reach(r->out->self, s, 0);
        shape_discard(r, &out.at[k]);
    }
    vec_free(&out);
}

void shape_call_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t),
                        struct dom_sink *out) {
    struct shape *x = self;
    struct shape_run r = shape_run_begin(x, code->func, out);
    struct shape_draft d;
    struct shape_value v;
    r.at = code->end - 1;
    const struct ir_instr *i = &r.func->instrs.at[r.at];
    shape_unseal(&x->states, s, &d);
    if (shape_eval(&r, &d, i->args[0], &v)) {
        const struct ir_func *f = v.kind == SHAPE_CODE ? &x->program->funcs.at[v.object] : NULL;
        if (!f)
            shape_give_up(&r, "call through a pointer that is not followed");
        else if (f->flags & IR_EXTERN || ir_lib_of(x->lib, x->program, f).row)
            call_library(&r, &d, i, v.object);
        else
            target(to, v.object);
    }
    shape_discard(&r, &d);
}

// ---- entering and leaving --------------------------------------------------------------------------------------------------------------------

// A value handed over as another type: what the widths do not settle is anything.
static struct shape_value handed(struct shape_value v, unsigned from, unsigned to) {
    return from == to ? v : shape_number(num_range_full(to));
}

static bool evaluate(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, const struct ir_func *callee) {
    for (uint32_t k = 0; k < callee->n_params; k++) {
        bool block = callee->flags & IR_VARIADIC && k == callee->n_params - 1;
        ir_val arg = block ? i->subject : k + 1 < i->n_args ? i->args[k + 1] : IR_NOTHING;
        unsigned bits = shape_bits(callee->locals.at[k].type);
        struct shape_value v;
        if (arg == IR_NOTHING || !bits) {
            shape_give_up(r, "call of '%s' with arguments that do not fit", callee->name);
            return false;
        }
        if (!shape_eval(r, d, arg, &v)) return false;
        vec_push(&d->results, handed(v, shape_bits(ir_type_of(r->shape->program, r->func, arg)), bits));
    }
    return true;
}

static bool enter(struct shape_run *r, struct shape_draft *d, uint32_t callee) {
    uint32_t n_params = r->shape->program->funcs.at[callee].n_params;
    vec_clear(&d->results);
    if (!evaluate(r, d, &r->func->instrs.at[r->at], &r->shape->program->funcs.at[callee])) return false;
    shape_drop_dead(r, d);
    if (!push_frame(r, d, callee)) return false;
    for (uint32_t k = 0; k < n_params; k++) *shape_local(d, k) = d->results.at[k];
    vec_clear(&d->results);
    return true;
}

dom_state shape_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct shape *x = self;
    struct shape_run r = shape_run_begin(x, code->func, out);
    struct shape_draft d;
    r.at = code->end - 1;
    shape_unseal(&x->states, at_call, &d);
    bool fine = enter(&r, &d, callee);
    if (fine && x->calls.recursive[callee]) {
        struct shape_local l;
        shape_drop_aids(&d);
        fine = shape_divide(&r, &d, &l) && shape_take_local(&r, &d, &l);
    }
    dom_state result = fine ? seal(&r, &d) : DOM_NONE;
    shape_discard(&r, &d);
    return result;
}

// The state of all callers after the return from a local heap.
static bool come_back(struct shape_run *r, dom_state at_call, dom_state at_exit, uint32_t callee, struct shape_draft *out) {
    struct shape_draft d, e;
    struct shape_local l;
    shape_unseal(&r->shape->states, at_call, &d);
    shape_unseal(&r->shape->states, at_exit, &e);
    bool fine = enter(r, &d, callee);
    if (fine) shape_drop_aids(&d);
    fine = fine && shape_divide(r, &d, &l) && shape_put_together(r, &d, &l, &e, out);
    shape_discard(r, &d);
    shape_discard(r, &e);
    return fine;
}

dom_state shape_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee,
                      struct dom_sink *out) {
    struct shape *x = self;
    struct shape_run r = shape_run_begin(x, code->func, out);
    struct shape_draft d;
    r.at = code->end - 1;
    const struct ir_instr *i = &r.func->instrs.at[r.at];
    const struct ir_func *f = &x->program->funcs.at[callee];
    if (x->calls.recursive[callee]) {
        if (!come_back(&r, at_call, at_exit, callee, &d)) return DOM_NONE;
    } else {
        shape_unseal(&x->states, at_exit, &d);  // with the frames of all callers
    }
    for (uint32_t k = 0; k < i->n_dsts; k++) {
        unsigned to = shape_bits(r.func->locals.at[i->dsts[k]].type), from = k < f->n_rets ? shape_bits(f->rets[k]) : 0;
        bool known = k < d.results.n && from;
        *shape_local(&d, i->dsts[k]) = known ? handed(d.results.at[k], from, to)
                                       : to  ? shape_number(num_range_full(to))
                                             : shape_plain(SHAPE_UNINIT);
    }
    vec_clear(&d.results);
    shape_drop_dead(&r, &d);
    dom_state result = seal(&r, &d);
    shape_discard(&r, &d);
    return result;
}

// ---- the world around the entry --------------------------------------------------------------------------------------------------------------

static bool is_reloc_at(const struct ir_global *g, uint64_t offset, uint64_t size, const struct ir_reloc **exact) {
    bool touched = false;
    *exact = NULL;
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        const struct ir_reloc *x = &g->relocs[i];
        touched = touched || (x->offset < offset + size && offset < x->offset + x->size);
        if (x->offset == offset && x->size == size) *exact = x;
    }
    return touched;
}

static num_word bytes_at(const struct ir_global *g, uint64_t offset, uint32_t size) {
    num_word w = 0;
    for (uint32_t i = size; i-- > 0;) w = w << 8 | (offset + i < g->n_bytes ? g->bytes[offset + i] : 0);
    return w;
}

// What the bytes of a global hold at first.
static struct shape_value initial_value(struct shape_run *r, struct shape_draft *d, const struct ir_global *g, uint64_t offset,
                                        uint32_t size) {
    const struct ir_reloc *reloc;
    struct shape_value v;
    if (size > NUM_MAX_BITS / 8) return shape_plain(SHAPE_ODD);
    bool touched = is_reloc_at(g, offset, size, &reloc);
    if (g->flags & IR_EXTERN) return shape_plain(SHAPE_ODD);
    if (!touched) return shape_number(num_range_const(size * 8, bytes_at(g, offset, size)));
    if (!reloc || ir_tag(reloc->target) == IR_LABEL || ir_is_optional(r->shape->program, reloc->target)) return shape_plain(SHAPE_ODD);
    if (!shape_eval(r, d, reloc->target, &v)) return shape_plain(SHAPE_ODD);
    return shape_moved(v, reloc->addend);
}

static bool add_globals(struct shape_run *r, struct shape_draft *d) {
    const struct ir_program *p = r->shape->program;
    struct shape_scan *s = &r->shape->scan;
    for (uint32_t i = 0; i < s->n_global_values; i++) vec_push(&d->values, shape_plain(SHAPE_UNINIT));
    for (uint32_t g = 0; g < p->globals.n; g++) {
        const struct ir_global *x = &p->globals.at[g];
        if (!s->objects[g].individual) continue;
        uint32_t name =
            shape_new_block(r, d, &(struct shape_sort){x->size, x->ctype, false}, !(x->flags & IR_UNSIZED), !(x->flags & IR_EXTERN));
        if (name == SHAPE_NAMES) return false;
        d->values.at[s->objects[g].self] = (struct shape_value){.kind = SHAPE_POINTER, .name = (uint8_t)name};
    }
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t i = 0; i < s->objects[g].cells.n; i++) {
            const struct shape_cell *c = &s->objects[g].cells.at[i];
            d->values.at[c->value] = initial_value(r, d, &p->globals.at[g], c->offset, c->size);
        }
    return true;
}

// The fields of globals that are individuals, from number k on: all fields of one, then of the next.
static void link_globals(struct shape_run *r, struct shape_draft *d, uint32_t k, shape_drafts *out) {
    const struct ir_program *p = r->shape->program;
    uint32_t n = r->vocabulary->n_fields, bytes = p->pointer_bits / 8;
    for (; n && k < p->globals.n * n; k++) {
        const struct ir_global *g = &p->globals.at[k / n];
        if (!r->shape->scan.objects[k / n].individual) continue;
        uint32_t sort = shape_sort_named(r, d, d->values.at[r->shape->scan.objects[k / n].self].name);
        int64_t offset = shape_field_offset(r->vocabulary, k % n, sort);
        if (offset < 0 || (uint64_t)offset + bytes > g->size || g->flags & IR_EXTERN) continue;
        struct shape_value v = initial_value(r, d, g, (uint64_t)offset, bytes);
        num_word x;
        if (v.kind == SHAPE_NUMBER && num_range_is_const(v.range, &x) && !x) continue;
        shape_drafts done = {0};
        shape_set_field(r, d, d->values.at[r->shape->scan.objects[k / n].self].name, k % n, v, &done);
        for (uint32_t i = 0; i < done.n; i++) link_globals(r, &done.at[i], k + 1, out);
        vec_free(&done);
        return;
    }
    vec_push(out, *d);
}

static bool begin_entry(struct shape_run *r, struct shape_draft *d, uint32_t entry) {
    const struct ir_func *f = &r->shape->program->funcs.at[entry];
    if (!push_frame(r, d, entry)) return false;
    for (uint32_t k = 0; k < f->n_params; k++) {
        ir_type t = f->locals.at[k].type;
        if (!shape_bits(t)) shape_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        if (!shape_bits(t)) return false;
        *shape_local(d, k) = shape_number(num_range_full(shape_bits(t)));
    }
    return true;
}

void shape_initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct shape *x = self;
    struct shape_run r = shape_run_begin(x, entry, out);
    if (x->refused) {
        shape_give_up(&r, "%s", x->refused);
        return;
    }
    struct shape_draft d = {.heap = tvl_take(&x->vocabulary.machine)};
    shape_drafts done = {0};
    tvl_draft_clear(x->vocabulary.machine.vocab, d.heap, 0);
    if (add_globals(&r, &d))
        link_globals(&r, &d, 0, &done);
    else
        shape_discard(&r, &d);
    for (uint32_t i = 0; i < done.n; i++) {
        if (begin_entry(&r, &done.at[i], entry)) out->reach(out->self, shape_seal(&x->states, &done.at[i]), 0);
        shape_discard(&r, &done.at[i]);
    }
    vec_free(&done);
}

void shape_check_cleanup(struct shape_run *r, const struct shape_draft *d) {
    if (r->shape->options.rules >> IR_RULE_MEMORY_CLEANUP & 1 && (shape_has_heap(r, d) || shape_outer_blocks(d)))
        shape_fault(r, IR_RULE_MEMORY_CLEANUP, "a heap block is still allocated when the program ends");
}

void shape_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out) {
    struct shape *x = self;
    struct shape_run r = shape_run_begin(x, entry, out);
    struct shape_draft d;
    r.at = r.func->instrs.n - 1;
    for (uint32_t i = 0; i < r.func->instrs.n; i++)
        if (r.func->instrs.at[i].op == IR_RET) r.at = i;
    shape_unseal(&x->states, at_exit, &d);
    shape_check_cleanup(&r, &d);
    shape_discard(&r, &d);
}
