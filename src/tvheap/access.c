// SPDX-License-Identifier: MIT
// Accesses to memory: to cells of objects outside the structure, and to fields of individuals.
#include "tvheap/tvheap.h"

// ---- may it be accessed? -------------------------------------------------------------------------------------------------------------------

static bool in_bounds(struct step_run *r, const struct step_place *p, uint64_t bytes, uint64_t size) {
    int64_t low = p->base.offset + p->low, high = p->base.offset + p->high;
    if (low >= 0 && (uint64_t)high <= size && bytes <= size - (uint64_t)high) return true;
    bool always = high < 0 || (low >= 0 && ((uint64_t)low > size || bytes > size - (uint64_t)low));
    step_wrong(r, STEP_WRONG_OUTSIDE, false, !always, NULL);
    return false;
}

static bool usable_object(struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t bytes,
                          enum tvheap_use use) {
    const struct ir_program *program = r->step->program;
    uint64_t size = tvheap_object_size(r, d, &p->base);
    bool global = p->base.object < program->globals.n;
    if (use == TVHEAP_FREE)
        step_wrong(r, STEP_WRONG_OUTSIDE, true, false, NULL);
    else if (global && use == TVHEAP_WRITE && program->globals.at[p->base.object].flags & IR_READONLY)
        step_give_up(r, "a write to a constant");
    else if (!size)
        step_give_up(r, "an access to an object of unknown size");
    else
        return in_bounds(r, p, bytes, size);
    return false;
}

static bool usable_block(struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t bytes,
                         enum tvheap_use use) {
    uint64_t size;
    if (use == TVHEAP_FREE) {
        bool start = tvheap_is_heap(r, d, p->base.name) && !p->base.offset && !p->low && !p->high;
        if (!start) step_wrong(r, STEP_WRONG_OUTSIDE, true, true, NULL);
        return start;
    }
    if (tvheap_size_of(r, d, p->base.name, &size)) return in_bounds(r, p, bytes, size);
    step_give_up(r, "an access to a block of unknown size");
    return false;
}

static void refuse_number(struct step_run *r, const struct step_value *v, enum tvheap_use use) {
    num_word x;
    bool null = num_range_has(v->range, 0), only = null && num_range_is_const(v->range, &x);
    if (null && use != TVHEAP_FREE) step_wrong(r, STEP_WRONG_NULL, false, false, NULL);
    if (!only) step_give_up(r, "an access through a number");
}

bool tvheap_usable(struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t size, enum tvheap_use use) {
    bool frees = use == TVHEAP_FREE;
    switch ((enum tvheap_kind)p->base.kind) {
    case TVHEAP_POINTER: return usable_block(r, d, p, size, use);
    case TVHEAP_ADDRESS: return usable_object(r, d, p, size, use);
    case TVHEAP_NUMBER: refuse_number(r, &p->base, use); return false;
    case TVHEAP_UNINIT: step_wrong(r, STEP_WRONG_UNINIT, frees, true, NULL); return false;
    case TVHEAP_FREED: step_wrong(r, STEP_WRONG_FREED, frees, false, NULL); return false;
    case TVHEAP_GONE: step_wrong(r, STEP_WRONG_GONE, frees, false, NULL); return false;
    case TVHEAP_ODD: step_wrong(r, STEP_WRONG_DANGLING, frees, false, NULL); return false;
    case TVHEAP_CODE: break;
    }
    step_give_up(r, "an access to what is no object");
    return false;
}

// ---- objects outside the structure -----------------------------------------------------------------------------------------------------------

static bool overlap(int64_t a, uint64_t n, int64_t b, uint64_t m) {
    return a < b + (int64_t)m && b < a + (int64_t)n;
}

static struct step_value *cell_value(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, const struct tvheap_cell *c) {
    return &d->values.at[tvheap_object_value(r, d, p->base.object, p->base.frame, c->value)];
}

static const struct tvheap_object *object_of(const struct step_run *r, const struct step_place *p) {
    return &tvheap_of(r)->scan.objects[p->base.object];
}

static bool is_exact(const struct step_place *p, uint64_t size, const struct tvheap_cell *c) {
    return p->low == p->high && c->offset == p->base.offset + p->low && c->size == size;
}

// Cells that are touched in part, or perhaps, are numbers?
static bool only_numbers(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, uint64_t size) {
    const struct tvheap_object *o = object_of(r, p);
    for (uint32_t i = 0; i < o->cells.n; i++) {
        const struct tvheap_cell *c = &o->cells.at[i];
        uint8_t kind = cell_value(r, d, p, c)->kind;
        bool touched = overlap(p->base.offset + p->low, size + (uint64_t)(p->high - p->low), c->offset, c->size);
        if (touched && !is_exact(p, size, c) && kind != TVHEAP_NUMBER && kind != TVHEAP_UNINIT) return false;
    }
    return true;
}

static void load_cell(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, ir_type t, tvheap_reads *out) {
    const struct tvheap_object *o = object_of(r, p);
    unsigned bits = step_bits(t);
    for (uint32_t i = 0; i < o->cells.n; i++)
        if (is_exact(p, ir_bytes(t), &o->cells.at[i])) {
            vec_push(out, (struct tvheap_read){d, tvheap_resized(*cell_value(r, d, p, &o->cells.at[i]), bits)});
            return;
        }
    if (ir_kind(t) == IR_PTR || !only_numbers(r, d, p, ir_bytes(t))) {
        step_give_up(r, "a read of bytes that are part of something else");
        tvheap_op_drop(r, d);
        return;
    }
    vec_push(out, (struct tvheap_read){d, step_number(num_range_full(bits))});
}

static void store_cell(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, uint64_t size, struct step_value v,
                       step_drafts *out) {
    const struct tvheap_object *o = object_of(r, p);
    bool exact = false, plain = v.kind == TVHEAP_NUMBER || v.kind == TVHEAP_UNINIT;
    if (p->low != p->high && !only_numbers(r, d, p, size)) plain = false;
    for (uint32_t i = 0; i < o->cells.n; i++) exact |= is_exact(p, size, &o->cells.at[i]);
    if (!exact && !plain) {
        step_give_up(r, "a write of a pointer to bytes that are part of something else");
        tvheap_op_drop(r, d);
        return;
    }
    for (uint32_t i = 0; i < o->cells.n; i++) {
        const struct tvheap_cell *c = &o->cells.at[i];
        struct step_value *x = cell_value(r, d, p, c);
        if (is_exact(p, size, c))
            *x = tvheap_resized(v, (unsigned)size * 8);
        else if (overlap(p->base.offset + p->low, size + (uint64_t)(p->high - p->low), c->offset, c->size))
            *x = c->size <= NUM_MAX_BITS / 8 ? step_number(num_range_full(c->size * 8)) : step_plain(TVHEAP_UNINIT);
    }
    vec_push(out, d);
}

// ---- fields of individuals ---------------------------------------------------------------------------------------------------------------------

static uint32_t pointer_bytes(const struct step_run *r) {
    return r->step->program->pointer_bits / 8;
}

static uint32_t field_of(const struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t size) {
    bool pointer = p->base.kind == TVHEAP_POINTER && p->low == p->high && size == pointer_bytes(r);
    return pointer ? tvheap_field_at(tvheap_vocabulary_of(r), tvheap_sort_named(r, d, p->base.name), p->base.offset + p->low) : UINT32_MAX;
}

static void load_field(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, ir_type t, tvheap_reads *out) {
    uint32_t field = field_of(r, d, p, ir_bytes(t));
    if (field != UINT32_MAX) {
        tvheap_get_field(r, d, p->base.name, field, out);
    } else if (ir_kind(t) == IR_PTR) {
        step_give_up(r, "a pointer field that is not followed");
        tvheap_op_drop(r, d);
    } else if (p->low != p->high || ir_kind(t) != IR_INT) {
        vec_push(out, (struct tvheap_read){d, step_number(num_range_full(step_bits(t)))});
    } else {
        uint32_t first = out->n;
        tvheap_get_number(r, d, p->base.name, p->base.offset + p->low, ir_bytes(t), out);
        for (uint32_t i = first; i < out->n; i++) out->at[i].value = tvheap_resized(out->at[i].value, step_bits(t));
    }
}

// The next field from number `field` on that the bytes touch, and that is not odd anyway.
static uint32_t touched(const struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t size, uint32_t field) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    uint32_t i = tvheap_individual(v, d, p->base.name), sort = tvheap_sort_named(r, d, p->base.name);
    for (; field < v->n_fields; field++) {
        int64_t at = tvheap_field_offset(v, field, sort);
        if (at == TVHEAP_NOWHERE) continue;
        bool odd = tvl_get(v->machine.vocab, d->heap, v->odd[field], i, 0) == TVL_TRUE;
        bool hit = overlap(p->base.offset + p->low, size + (uint64_t)(p->high - p->low), at, pointer_bytes(r));
        if (hit && !odd) return field;
    }
    return UINT32_MAX;
}

// Bytes that are no pointer field are written: the fields that they touch hold something odd.
static void spoil(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, uint64_t size, uint32_t from,
                  step_drafts *out) {
    uint32_t field = touched(r, d, p, size, from);
    if (field == UINT32_MAX) {
        vec_push(out, d);
        return;
    }
    if (p->low != p->high) {
        step_give_up(r, "a write at an index that is not known, where pointers may be");
        tvheap_op_drop(r, d);
        return;
    }
    step_drafts done = {0};
    vec_push(&d->results, p->base);  // its name may change
    tvheap_set_field(r, d, p->base.name, field, step_plain(TVHEAP_ODD), &done);
    for (uint32_t i = 0; i < done.n; i++) {
        struct step_place again = *p;
        again.base = vec_pop(&((struct tvheap_draft *)done.at[i])->results);
        spoil(r, done.at[i], &again, size, field + 1, out);
    }
    vec_free(&done);
}

static void store_field(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, uint64_t size, struct step_value v,
                        step_drafts *out) {
    uint32_t field = field_of(r, d, p, size);
    bool plain = v.kind != TVHEAP_POINTER && v.kind != TVHEAP_ADDRESS;
    tvheap_set_number(r, d, &p->base, p->low, p->high, size, &v);
    if (field != UINT32_MAX) {
        tvheap_set_field(r, d, p->base.name, field, v, out);
    } else if (!plain) {
        step_give_up(r, "a pointer field that is not followed");
        tvheap_op_drop(r, d);
    } else {
        spoil(r, d, p, size, 0, out);
    }
}

// ---- both ------------------------------------------------------------------------------------------------------------------------------------

static void load(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, ir_type t, tvheap_reads *out) {
    if (!tvheap_usable(r, d, p, ir_bytes(t), TVHEAP_READ))
        tvheap_op_drop(r, d);
    else if (p->base.kind == TVHEAP_POINTER)
        load_field(r, d, p, t, out);
    else
        load_cell(r, d, p, t, out);
}

bool tvheap_op_load(struct step_run *r, void *draft, const struct step_place *p, uint32_t local, bool moving, step_drafts *out) {
    ir_type t = step_local_type(r, local);
    tvheap_reads reads = {0};
    moving = moving && p->base.kind == TVHEAP_ADDRESS && p->base.object < r->step->program->globals.n;
    if (moving && ir_kind(t) == IR_PTR) {
        step_give_up(r, "a volatile pointer");
        return false;
    }
    load(r, tvheap_take(draft), p, t, &reads);
    for (uint32_t k = 0; k < reads.n; k++) {
        *tvheap_local(reads.at[k].d, local) = moving ? step_number(num_range_full(step_bits(t))) : reads.at[k].value;
        vec_push(out, reads.at[k].d);
    }
    vec_free(&reads);
    return false;
}

static void write(struct step_run *r, struct tvheap_draft *d, const struct step_place *p, uint64_t size, struct step_value v,
                  step_drafts *out) {
    if (p->base.kind == TVHEAP_POINTER)
        store_field(r, d, p, size, v, out);
    else
        store_cell(r, d, p, size, v, out);
}

bool tvheap_op_store(struct step_run *r, void *draft, const struct step_place *p, ir_type t, const struct step_value *v, step_drafts *out) {
    if (tvheap_usable(r, draft, p, ir_bytes(t), TVHEAP_WRITE)) write(r, tvheap_take(draft), p, ir_bytes(t), *v, out);
    return false;
}

// ---- many bytes --------------------------------------------------------------------------------------------------------------------------------

struct part {
    uint64_t at;
    uint32_t size;
};
typedef VEC(struct part) parts;

static void add_part(parts *to, int64_t at, uint32_t size, uint64_t n) {
    if (at < 0 || (uint64_t)at >= n) return;
    for (uint32_t i = 0; i < to->n; i++)
        if (to->at[i].at == (uint64_t)at && to->at[i].size == size) return;
    vec_push(to, (struct part){(uint64_t)at, size});
}

static bool is_inside(int64_t offset, uint32_t bytes, uint64_t size) {
    return offset >= 0 && (uint64_t)offset + bytes <= size;
}

// Cells and fields of the object among the n bytes.
static void find_parts(const struct step_run *r, const struct tvheap_draft *d, const struct step_place *p, uint64_t n, parts *to) {
    const struct tvheap_vocabulary *v = tvheap_vocabulary_of(r);
    int64_t start = p->base.offset + p->low;
    uint64_t size;
    if (p->base.kind == TVHEAP_POINTER) {
        if (!tvheap_size_of(r, d, p->base.name, &size)) size = INT64_MAX;
        for (uint32_t i = 0; i < v->n_fields; i++) {
            int64_t at = tvheap_field_offset(v, i, tvheap_sort_named(r, d, p->base.name));
            if (at != TVHEAP_NOWHERE) add_part(to, at - start, pointer_bytes(r), n);
        }
        for (uint32_t i = 0; i < v->n_data; i++)
            if (is_inside(v->data[i].is.offset, v->data[i].is.size, size))
                add_part(to, v->data[i].is.offset - start, v->data[i].is.size, n);
        return;
    }
    const struct tvheap_object *o = object_of(r, p);
    for (uint32_t i = 0; i < o->cells.n; i++) add_part(to, (int64_t)o->cells.at[i].offset - start, o->cells.at[i].size, n);
}

static bool fit(struct step_run *r, const parts *all, const struct step_place *p, uint64_t n) {
    bool fine = p->low == p->high;
    for (uint32_t i = 0; i < all->n; i++) fine = fine && all->at[i].at + all->at[i].size <= n && all->at[i].size <= NUM_MAX_BITS / 8;
    if (!fine) step_give_up(r, "a copy or fill of part of something");
    return fine;
}

// What is done to n bytes, part by part.
struct transfer {
    struct step_place to, from;
    bool fills;             // with the byte; else with what is at `from`
    struct num_range byte;
    parts all;
};

static struct step_place at_part(const struct step_place *p, struct step_value base, const struct part *x) {
    int64_t at = p->low + (int64_t)x->at;
    return (struct step_place){base, at, at};
}

static struct step_value repeated(struct num_range byte, uint32_t size) {
    num_word x, all = 0;
    if (!num_range_is_const(byte, &x)) return step_number(num_range_full(size * 8));
    for (uint32_t i = 0; i < size; i++) all = all << 8 | (x & 255);
    return step_number(num_range_const(size * 8, all));
}

static void read_part(struct step_run *r, struct tvheap_draft *d, const struct transfer *t, const struct part *x, tvheap_reads *out) {
    struct step_place source = at_part(&t->from, vec_last(&d->results), x);
    bool field = source.base.kind != TVHEAP_POINTER || field_of(r, d, &source, x->size) != UINT32_MAX;
    if (t->fills)
        vec_push(out, (struct tvheap_read){d, repeated(t->byte, x->size)});
    else
        load(r, d, &source, x->size == pointer_bytes(r) && field ? ir_ptr(r->step->program) : IR_I(x->size * 8), out);
}

// Parts from number k on.  The bases of both places are the last results of the draft: names may change.
static void transfer_parts(struct step_run *r, struct tvheap_draft *d, const struct transfer *t, uint32_t k, step_drafts *out) {
    tvheap_reads reads = {0};
    if (k == t->all.n) {
        d->results.n -= 2;
        vec_push(out, d);
        return;
    }
    const struct part *x = &t->all.at[k];
    read_part(r, d, t, x, &reads);
    for (uint32_t i = 0; i < reads.n; i++) {
        step_drafts done = {0};
        struct tvheap_draft *y = reads.at[i].d;
        struct step_place target = at_part(&t->to, y->results.at[y->results.n - 2], x);
        write(r, y, &target, x->size, reads.at[i].value, &done);
        for (uint32_t j = 0; j < done.n; j++) transfer_parts(r, done.at[j], t, k + 1, out);
        vec_free(&done);
    }
    vec_free(&reads);
}

// Both places can be used.
static bool transfer(struct step_run *r, void *draft, struct transfer *t, uint64_t n, step_drafts *out) {
    find_parts(r, draft, &t->to, n, &t->all);
    if (!t->fills) find_parts(r, draft, &t->from, n, &t->all);
    if (fit(r, &t->all, &t->to, n) && (t->fills || fit(r, &t->all, &t->from, n))) {
        if (!t->fills && tvheap_same_object(&t->to.base, &t->from.base)) {
            step_give_up(r, "a copy inside of one object");
        } else {
            struct tvheap_draft *d = tvheap_take(draft);
            vec_push(&d->results, t->to.base);
            vec_push(&d->results, t->from.base);
            transfer_parts(r, d, t, 0, out);
        }
    }
    vec_free(&t->all);
    return false;
}

bool tvheap_op_copy_bytes(struct step_run *r, void *draft, const struct step_place *to, const struct step_place *from,
                          const struct step_extent *n, bool apart, step_drafts *out) {
    struct transfer t = {.to = *to, .from = *from};
    (void)apart;  // copies inside of one object are not followed
    bool fine = tvheap_usable(r, draft, from, n->lo, TVHEAP_READ) && tvheap_usable(r, draft, to, n->lo, TVHEAP_WRITE);
    return fine && transfer(r, draft, &t, n->lo, out);
}

bool tvheap_op_fill(struct step_run *r, void *draft, const struct step_place *to, struct num_range byte, const struct step_extent *n,
                    step_drafts *out) {
    struct transfer t = {.to = *to, .from = *to, .fills = true, .byte = byte};
    return tvheap_usable(r, draft, to, n->lo, TVHEAP_WRITE) && transfer(r, draft, &t, n->lo, out);
}
