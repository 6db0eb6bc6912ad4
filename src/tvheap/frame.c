// SPDX-License-Identifier: MIT
// Frames and what is in them, blocks that are allocated and freed, the world around the entry.  Most calls are entered in place;
// recursive functions get local heaps.
#include <assert.h>

#include "tvheap/local.h"

// ---- slots ---------------------------------------------------------------------------------------------------------------------------------

static const struct tvheap_object *slot_object(const struct step_run *r, uint32_t slot) {
    return &tvheap_of(r)->scan.objects[tvheap_slot_object(&tvheap_of(r)->scan, r->func_index, slot)];
}

static struct step_value *slot_value(struct tvheap_draft *d, uint32_t value) {
    return &d->values.at[vec_last(&d->frames).first + value];
}

bool tvheap_op_begin_slot(struct step_run *r, void *draft, uint32_t slot) {
    struct tvheap_draft *d = draft;
    const struct tvheap_object *o = slot_object(r, slot);
    struct step_value self = step_plain(TVHEAP_UNINIT);
    if (o->individual) {
        struct tvheap_sort sort = {r->func->slots.at[slot].size, r->func->slots.at[slot].ctype, false};
        uint32_t name = tvheap_new_block(r, d, &sort, true, false);
        if (name == TVHEAP_NAMES) return false;
        self = (struct step_value){.kind = TVHEAP_POINTER, .name = (uint8_t)name};
    }
    *slot_value(d, o->self) = self;
    for (uint32_t i = 0; i < o->cells.n; i++) *slot_value(d, o->cells.at[i].value) = step_plain(TVHEAP_UNINIT);
    return true;
}

static void forget_address(struct tvheap_draft *d, uint32_t object, uint32_t frame) {
    for (uint32_t i = 0; i < tvheap_n_values(d); i++) {
        struct step_value *v = tvheap_value(d, i);
        if (v->kind == TVHEAP_ADDRESS && v->object == object && v->frame == frame) *v = step_plain(TVHEAP_GONE);
    }
}

bool tvheap_op_end_slot(struct step_run *r, void *draft, uint32_t slot, step_drafts *out) {
    struct tvheap_draft *d = draft;
    const struct tvheap_object *o = slot_object(r, slot);
    struct step_value *self = slot_value(d, o->self);
    if (self->kind == TVHEAP_POINTER) {
        tvheap_end_block(r, tvheap_take(draft), self->name, TVHEAP_GONE, out);
        return false;
    }
    *self = step_plain(TVHEAP_GONE);
    for (uint32_t i = 0; i < o->cells.n; i++) *slot_value(d, o->cells.at[i].value) = step_plain(TVHEAP_GONE);
    forget_address(d, tvheap_slot_object(&tvheap_of(r)->scan, r->func_index, slot), d->frames.n - 1);
    return true;
}

// ---- frames --------------------------------------------------------------------------------------------------------------------------------

void tvheap_op_pass(struct step_run *r, void *draft, uint32_t k, ir_type t, const struct step_value *v) {
    struct tvheap_draft *d = draft;
    (void)r, (void)t;
    if (!k) vec_clear(&d->results);
    vec_push(&d->results, *v);
}

// What was passed is in the results, so that it followed when names changed.
void tvheap_op_push(struct step_run *r, void *draft, uint32_t func) {
    struct tvheap_draft *d = draft;
    const struct tvheap_scan *s = &tvheap_of(r)->scan;
    const struct ir_func *f = &r->step->program->funcs.at[func];
    vec_push(&d->frames, (struct tvheap_frame){func, d->values.n});
    for (uint32_t i = 0; i < s->frame_values[func]; i++) vec_push(&d->values, step_plain(TVHEAP_UNINIT));
    for (uint32_t i = 0; i < f->slots.n; i++) *slot_value(d, s->objects[tvheap_slot_object(s, func, i)].self) = step_plain(TVHEAP_GONE);
    for (uint32_t i = 0; i < f->n_params; i++) *tvheap_local(d, i) = d->results.at[i];
    vec_clear(&d->results);
}

void tvheap_op_pop(struct step_run *r, void *draft) {
    struct tvheap_draft *d = draft;
    (void)r;
    d->values.n = vec_last(&d->frames).first;
    d->frames.n--;
    if (!d->frames.n) vec_clear(&d->results);  // nobody takes what the entry returns
}

void tvheap_op_answer(struct step_run *r, void *draft, uint32_t k, ir_type t, const struct step_value *v) {
    tvheap_op_pass(r, draft, k, t, v);
}

bool tvheap_op_result(struct step_run *r, void *draft, uint32_t k, struct step_value *v) {
    const struct tvheap_draft *d = draft;
    (void)r;
    if (k < d->results.n) *v = d->results.at[k];
    return k < d->results.n;
}

void tvheap_op_forget_results(struct step_run *r, void *draft) {
    (void)r;
    vec_clear(&((struct tvheap_draft *)draft)->results);
}

bool tvheap_op_localise(struct step_run *r, void *draft, uint32_t callee) {
    struct tvheap_local l;
    if (!tvheap_of(r)->calls->recursive[callee]) return true;
    tvheap_drop_aids(draft);
    return tvheap_divide(r, draft, &l) && tvheap_take_local(r, draft, &l);
}

// The state of all callers after the return; of one from a local heap it is put together.
void *tvheap_op_back(struct step_run *r, dom_state at_call, dom_state at_exit, uint32_t callee) {
    struct tvheap_draft *e = tvheap_op_open(r, at_exit), *d, *whole = NULL;
    struct tvheap_local l;
    if (!tvheap_of(r)->calls->recursive[callee]) return e;  // with the frames of all callers
    d = tvheap_op_open(r, at_call);
    if (step_push(r, d, callee)) {
        tvheap_drop_aids(d);
        if (tvheap_divide(r, d, &l)) whole = tvheap_put_together(r, d, &l, e);
    }
    tvheap_op_drop(r, d);
    tvheap_op_drop(r, e);
    return whole;
}

// ---- blocks --------------------------------------------------------------------------------------------------------------------------------

bool tvheap_op_allocate(struct step_run *r, void *draft, uint64_t size, bool zeroed, uint32_t local, step_drafts *out) {
    struct tvheap_sort sort = tvheap_allocated(r->step->program, r->func, &r->func->instrs.at[r->at], size);
    uint32_t name = tvheap_new_block(r, draft, &sort, true, zeroed);
    (void)out;
    if (name != TVHEAP_NAMES && local != STEP_NO_LOCAL)
        *tvheap_local(draft, local) = (struct step_value){.kind = TVHEAP_POINTER, .name = (uint8_t)name};
    return name != TVHEAP_NAMES;
}

bool tvheap_op_free(struct step_run *r, void *draft, const struct step_value *v, step_drafts *out) {
    struct step_place p = {.base = *v};
    num_word x;
    if (v->kind == TVHEAP_NUMBER && num_range_is_const(v->range, &x) && !x) return true;
    if (tvheap_usable(r, draft, &p, 0, TVHEAP_FREE)) tvheap_end_block(r, tvheap_take(draft), v->name, TVHEAP_FREED, out);
    return false;
}

void tvheap_op_cleanup(struct step_run *r, void *draft) {
    if (tvheap_has_heap(r, draft) || tvheap_outer_blocks(draft))
        step_fault(r, IR_RULE_MEMORY_CLEANUP, STEP_GOES_ON, NULL, "a heap block is still allocated when the program ends");
}

// ---- the world around the entry --------------------------------------------------------------------------------------------------------------

// What the bytes of a global hold at first.
static struct step_value initial_value(struct step_run *r, struct tvheap_draft *d, uint32_t global, uint64_t offset, uint32_t size) {
    const struct ir_reloc *reloc;
    struct step_value v;
    num_word word;
    if (!step_contents(r->step->program, global, offset, size, &word, &reloc)) return step_plain(TVHEAP_ODD);
    if (!reloc) return step_number(num_range_const(size * 8, word));
    return step_eval(r, d, reloc->target, &v) ? tvheap_moved(v, reloc->addend) : step_plain(TVHEAP_ODD);
}

static bool add_globals(struct step_run *r, struct tvheap_draft *d) {
    const struct ir_program *p = r->step->program;
    struct tvheap_scan *s = &tvheap_of(r)->scan;
    for (uint32_t i = 0; i < s->n_global_values; i++) vec_push(&d->values, step_plain(TVHEAP_UNINIT));
    for (uint32_t g = 0; g < p->globals.n; g++) {
        const struct ir_global *x = &p->globals.at[g];
        if (!s->objects[g].individual) continue;
        uint32_t name =
            tvheap_new_block(r, d, &(struct tvheap_sort){x->size, x->ctype, false}, !(x->flags & IR_UNSIZED), !(x->flags & IR_EXTERN));
        if (name == TVHEAP_NAMES) return false;
        d->values.at[s->objects[g].self] = (struct step_value){.kind = TVHEAP_POINTER, .name = (uint8_t)name};
    }
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t i = 0; i < s->objects[g].cells.n; i++) {
            const struct tvheap_cell *c = &s->objects[g].cells.at[i];
            d->values.at[c->value] = initial_value(r, d, g, c->offset, c->size);
        }
    return true;
}

// The fields of globals that are individuals, from number k on: all fields of one, then of the next.
static void link_globals(struct step_run *r, struct tvheap_draft *d, uint32_t k, step_drafts *out) {
    const struct ir_program *p = r->step->program;
    uint32_t n = tvheap_vocabulary_of(r)->n_fields, bytes = p->pointer_bits / 8;
    for (; n && k < p->globals.n * n; k++) {
        const struct ir_global *g = &p->globals.at[k / n];
        if (!tvheap_of(r)->scan.objects[k / n].individual) continue;
        uint32_t sort = tvheap_sort_named(r, d, d->values.at[tvheap_of(r)->scan.objects[k / n].self].name);
        int64_t offset = tvheap_field_offset(tvheap_vocabulary_of(r), k % n, sort);
        if (offset < 0 || (uint64_t)offset + bytes > g->size || g->flags & IR_EXTERN) continue;
        struct step_value v = initial_value(r, d, k / n, (uint64_t)offset, bytes);
        num_word x;
        if (v.kind == TVHEAP_NUMBER && num_range_is_const(v.range, &x) && !x) continue;
        step_drafts done = {0};
        tvheap_set_field(r, d, d->values.at[tvheap_of(r)->scan.objects[k / n].self].name, k % n, v, &done);
        for (uint32_t i = 0; i < done.n; i++) link_globals(r, done.at[i], k + 1, out);
        vec_free(&done);
        return;
    }
    vec_push(out, d);
}

void tvheap_op_world(struct step_run *r, step_drafts *out) {
    struct tvheap *x = tvheap_of(r);
    if (x->refused) {
        step_give_up(r, "%s", x->refused);
        return;
    }
    struct tvheap_draft *d = tvheap_table_copy(&(struct tvheap_draft){0});
    d->heap = tvl_take(&x->vocabulary.machine);
    tvl_draft_clear(x->vocabulary.machine.vocab, d->heap, 0);
    if (add_globals(r, d))
        link_globals(r, d, 0, out);
    else
        tvheap_op_drop(r, d);
}
