// SPDX-License-Identifier: MIT
// The contents of objects: fields that never overlap, and what a read or write of other bytes than a field's does to them.
#include <assert.h>

#include "sl/table.h"

uint32_t sl_add_object(struct sl_draft *d, struct sl_object o) {
    assert(o.level <= SL_MOST_LEVEL && o.shape.kind < SL_N_SHAPES && o.rest <= SL_REST_STRINGS);
    assert(o.shape.least <= sl_shapes[o.shape.kind].least);
    assert(d->begins.n == d->objects.n);
    vec_push(&d->objects, o);
    vec_push(&d->begins, d->fields.n);
    return d->objects.n - 1;
}

uint32_t sl_find_single(const struct sl_draft *d, enum sl_storage storage, uint32_t tag) {
    for (uint32_t i = 1; i < d->objects.n; i++)
        if (d->objects.at[i].storage == storage && d->objects.at[i].tag == tag) return i;
    return 0;
}

uint32_t sl_code_object(struct sl_draft *d, enum sl_storage storage, uint32_t tag) {
    assert(storage == SL_CODE || storage == SL_LABEL || storage == SL_LIBRARY);
    uint32_t o = sl_find_single(d, storage, tag);
    return o ? o : sl_add_object(d, (struct sl_object){.storage = (uint8_t)storage, .tag = tag, .size = 1});
}

void sl_own(struct sl_object *o, const struct sl_object *x, const struct sl_object *y) {
    const struct sl_object *made = o->foreign && !x->foreign ? x : o->foreign && !y->foreign ? y : o;
    o->func = made->func;
    o->instr = made->instr;
    o->tag = made->tag;
    o->foreign = x->foreign & y->foreign;
}

// So many fields of the object went, or came (n < 0).
static void move_begins(struct sl_draft *d, uint32_t object, uint32_t n) {
    for (uint32_t o = object + 1; o < d->begins.n; o++) d->begins.at[o] -= n;
}

static void insert(struct sl_draft *d, struct sl_field f) {
    uint32_t i = sl_field_from(d, f.object, f.offset);
    (void)vec_add(&d->fields);
    memmove(&d->fields.at[i + 1], &d->fields.at[i], (d->fields.n - 1 - i) * sizeof f);
    d->fields.at[i] = f;
    move_begins(d, f.object, (uint32_t)-1);
    assert(!i || d->fields.at[i - 1].object < f.object || d->fields.at[i - 1].offset + d->fields.at[i - 1].size <= f.offset);
    assert(!sl_has(d, i + 1, f.object) || f.offset + f.size <= d->fields.at[i + 1].offset);
}

static void erase(struct sl_draft *d, uint32_t i) {
    assert(i < d->fields.n);
    move_begins(d, d->fields.at[i].object, 1);
    memmove(&d->fields.at[i], &d->fields.at[i + 1], (d->fields.n - i - 1) * sizeof *d->fields.at);
    d->fields.n--;
}

// The index of its first field that ends behind the offset, or where it would be.
static uint32_t first_behind(const struct sl_draft *d, uint32_t object, uint64_t offset) {
    uint32_t i = sl_field_from(d, object, offset);
    return i - (i > sl_first_field(d, object) && d->fields.at[i - 1].offset + d->fields.at[i - 1].size > offset);
}
// Index i of each field that holds some of the bytes.
#define EACH_OVERLAPPING(i, d, object, from, size) \
    for (uint32_t i = first_behind(d, object, from); sl_has(d, i, object) && (d)->fields.at[i].offset < (from) + (size); i++)

void sl_escape(struct sl_draft *d, uint32_t value) {
    assert(value < d->values.n);
    if (d->values.at[value].kind == SL_ADDR) d->objects.at[d->values.at[value].object].escaped = 1;
}

// What is left of a field's value in `size` bytes from `skip` on.
static uint32_t part_of(struct sl_draft *d, const struct sl_field *f, uint64_t skip, uint64_t size) {
    assert(size && skip + size <= f->size);
    num_word x;
    struct sl_value v = d->values.at[f->value];
    if (v.kind == SL_UNINIT || v.kind == SL_ANY) return f->value == 0 ? 0 : sl_fresh(d, v.kind);
    if (sl_is_const(d, f->value, &x) && x == 0 && size <= 16) return sl_const(d, (unsigned)size * 8, 0);
    if (sl_is_const(d, f->value, &x) && x == 0) return f->value;
    if (sl_is_const(d, f->value, &x) && f->size <= 16 && size <= 16) return sl_const(d, (unsigned)size * 8, x >> (skip * 8));
    sl_escape(d, f->value);
    return sl_fresh(d, SL_ANY);
}

// Takes the bytes out of all fields, leaving what is beside them; nothing is put in their place.
static void clear(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    for (uint32_t i; sl_has(d, i = first_behind(d, object, offset), object) && d->fields.at[i].offset < offset + size;) {
        struct sl_field f = d->fields.at[i];
        if (d->values.at[f.value].kind == SL_ADDR) d->lost = true;
        erase(d, i);
        uint64_t end = offset + size, f_end = f.offset + f.size;
        if (f.offset < offset) insert(d, (struct sl_field){object, part_of(d, &f, 0, offset - f.offset), f.offset, offset - f.offset});
        if (end < f_end) insert(d, (struct sl_field){object, part_of(d, &f, end - f.offset, f_end - end), end, f_end - end});
    }
}

void sl_put(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size, uint32_t value) {
    assert(object < d->objects.n && value < d->values.n);
    assert(value && size);
    sl_table_overwritten(d, object, offset, size);
    uint32_t i = sl_field_at(d, object, offset, size);
    if (i != UINT32_MAX) {
        d->lost |= d->values.at[d->fields.at[i].value].kind == SL_ADDR;
        d->fields.at[i].value = value;
    } else {
        clear(d, object, offset, size);
        insert(d, (struct sl_field){object, value, offset, size});
    }
    if (d->objects.at[object].storage == SL_GLOBAL) d->objects.at[object].dirty = 1;
}

void sl_drop_fields(struct sl_draft *d, uint32_t object) {
    assert(object < d->objects.n);
    sl_drop_links(d, object);
    sl_drop_fields_from(d, object, 0);
}

void sl_drop_fields_from(struct sl_draft *d, uint32_t object, uint64_t offset) {
    assert(object < d->objects.n);
    uint32_t first = sl_field_from(d, object, offset), last = sl_end_of_fields(d, object);
    if (first == last) return;
    memmove(&d->fields.at[first], &d->fields.at[last], (d->fields.n - last) * sizeof *d->fields.at);
    d->fields.n -= last - first;
    move_begins(d, object, last - first);
}

// Is one of the bytes uninitialised?
static bool has_nothing(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    uint64_t held = 0;
    EACH_OVERLAPPING(i, d, object, offset, size) {
        const struct sl_field *f = &d->fields.at[i];
        if (d->values.at[f->value].kind == SL_UNINIT) return true;
        uint64_t lo = f->offset < offset ? offset : f->offset, end = f->offset + f->size, hi = end < offset + size ? end : offset + size;
        held += hi - lo;
    }
    return held < size && d->objects.at[object].rest == SL_REST_UNINIT;
}

bool sl_is_given(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    return !has_nothing(d, object, offset, size);
}

void sl_kill(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    assert(object < d->objects.n);
    d->lax |= has_nothing(d, object, offset, size);
    EACH_OVERLAPPING(i, d, object, offset, size) sl_escape(d, d->fields.at[i].value);
    sl_put(d, object, offset, size, sl_fresh(d, SL_ANY));
}

// ---- reading -----------------------------------------------------------------------------------------------------------------------

static uint32_t rest_value(struct sl_draft *d, uint32_t object, ir_type t, unsigned pointer_bits) {
    switch (d->objects.at[object].rest) {
    case SL_REST_ZERO: return ir_kind(t) == IR_BLOB || ir_bits(t) > 128 ? sl_fresh(d, SL_ANY) : sl_const(d, ir_bits(t), 0);
    case SL_REST_UNINIT: return sl_fresh(d, SL_UNINIT);
    default: return sl_unknown(d, t, pointer_bits);
    }
}

bool sl_constant_bytes(const struct sl_draft *d, uint32_t object, uint64_t offset, uint32_t size, num_word *out) {
    assert(object < d->objects.n);
    *out = 0;
    if (size > 16) return false;
    for (uint32_t k = 0; k < size; k++) {
        num_word x = 0;
        bool found = false;
        for (uint32_t i = sl_first_field(d, object); sl_has(d, i, object) && !found; i++) {
            const struct sl_field *f = &d->fields.at[i];
            if (offset + k < f->offset || offset + k >= f->offset + f->size) continue;
            if (!sl_is_const(d, f->value, &x) || (x && f->size > 16)) return false;
            x = x ? x >> ((offset + k - f->offset) * 8) : 0;
            found = true;
        }
        if (!found && d->objects.at[object].rest != SL_REST_ZERO) return false;
        *out |= (x & 255) << (k * 8);
    }
    return true;
}

// What is or may become a link says nothing of other nodes.
static bool may_be_link(const struct sl_draft *d, const struct sl_field *f) {
    return d->values.at[f->value].kind == SL_ADDR || (f->size >= 4 && sl_is_null(d, f->value));
}

// The last byte of the field that is known to be 0, from 1; 0: none.
static uint32_t last_zero(const struct sl_draft *d, const struct sl_field *f) {
    num_word x;
    uint64_t n = f->size;
    if (!sl_is_const(d, f->value, &x) || (x && n > 16) || n >= INT32_MAX) return 0;
    while (x && n && x >> ((n - 1) * 8) & 255) n--;
    return (uint32_t)n;
}

void sl_forget_numbers(struct sl_object *o) {
    o->count = o->unit = o->scale = o->ends = o->first = o->part[0] = o->part[1] = 0;
    o->plus = o->over = 0;
}

void sl_open_text(struct sl_draft *d, uint32_t object) {
    assert(object < d->objects.n);
    struct sl_object *o = &d->objects.at[object];
    uint32_t n = 0;
    o->text = o->wide = o->ends = o->first = 0;
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind != SL_LOADED || d->values.at[d->terms.at[i].a].object != object) d->terms.at[n++] = d->terms.at[i];
    d->terms.n = n;
}

bool sl_may_end(const struct sl_object *o) {
    bool changing = o->storage == SL_LIBRARY && o->tag != SL_WORLD && o->tag != SL_STRING;
    return o->life == SL_VALID && !sl_is_segment(o) && !o->level && o->storage != SL_CODE && o->storage != SL_LABEL && !changing;
}

uint32_t sl_own_text(const struct sl_draft *d, uint32_t object) {
    assert(object < d->objects.n);
    const struct sl_object *o = &d->objects.at[object];
    int64_t least = o->ends ? num_range_smin(d->values.at[o->ends].range) : -1;
    return least >= o->text && least < INT32_MAX ? (uint32_t)least + 1 : o->text;
}

uint32_t sl_text_of(const struct sl_draft *d, uint32_t object) {
    assert(object < d->objects.n);
    uint32_t text = sl_own_text(d, object);
    const struct sl_object *o = &d->objects.at[object];
    bool plain = !sl_is_segment(o) && !sl_has_links(d, object);
    uint64_t end = 0;  // of the last field
    for (uint32_t i = sl_first_field(d, object); plain && sl_has(d, i, object); i++) {
        const struct sl_field *f = &d->fields.at[i];
        uint32_t zero = last_zero(d, f);
        if (may_be_link(d, f) || f->offset >= INT32_MAX) return sl_own_text(d, object);
        if (zero && f->offset + zero > text) text = (uint32_t)f->offset + zero;
        end = f->offset + f->size;
    }
    return plain && o->rest == SL_REST_ZERO && o->size > end && o->size < INT32_MAX && o->size > text ? (uint32_t)o->size : text;
}

// A value as stored, read as type t of the same number of bytes.
static uint32_t as_type(struct sl_draft *d, uint32_t v, ir_type t) {
    struct sl_value x = d->values.at[v];
    if (x.kind != SL_INT || x.range.bits == ir_bits(t)) return v;
    if (ir_kind(t) != IR_INT && ir_kind(t) != IR_PTR) return sl_fresh(d, SL_ANY);
    if (ir_bits(t) > x.range.bits) return sl_int(d, num_range_zext(x.range, ir_bits(t)));
    return sl_int(d, num_range_trunc(x.range, ir_bits(t)));
}

bool sl_has_fields(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    EACH_OVERLAPPING(i, d, object, offset, size) return true;
    return false;
}

uint32_t sl_get(struct sl_draft *d, uint32_t object, uint64_t offset, ir_type t, unsigned pointer_bits) {
    assert(object < d->objects.n);
    uint32_t size = ir_bytes(t);
    uint32_t exact = sl_field_at(d, object, offset, size);
    num_word x;
    if (exact != UINT32_MAX) {
        uint32_t v = d->fields.at[exact].value;
        if (d->values.at[v].kind == SL_CHARS) return sl_unknown(d, t, pointer_bits);
        if (d->values.at[v].kind != SL_ANY || ir_kind(t) == IR_PTR || ir_bits(t) == pointer_bits) return as_type(d, v, t);
        uint32_t number = sl_unknown(d, t, pointer_bits);  // bytes of which nothing is known, now read as a number
        d->fields.at[exact].value = number;
        return number;
    }
    bool plain = ir_kind(t) == IR_INT || ir_kind(t) == IR_PTR;
    if (plain && sl_constant_bytes(d, object, offset, size, &x)) return sl_const(d, ir_bits(t), x);
    // One wide field (of zeros, uninitialised or arbitrary bytes) that holds all the bytes, or no field at all.
    uint32_t i = first_behind(d, object, offset), v = 0;
    bool none = !sl_has_fields(d, object, offset, size);
    const struct sl_field *f = none ? NULL : &d->fields.at[i];
    bool whole = none || (f->offset <= offset && offset + size <= f->offset + f->size);
    uint8_t kind = none ? SL_NONE : d->values.at[f->value].kind;
    if (whole ? kind == SL_UNINIT : has_nothing(d, object, offset, size)) v = sl_fresh(d, SL_UNINIT);
    if (!v) v = none ? rest_value(d, object, t, pointer_bits) : sl_unknown(d, t, pointer_bits);
    if (!whole || (!none && kind != SL_UNINIT && kind != SL_ANY)) return v;
    bool lost = d->lost;
    uint8_t dirty = d->objects.at[object].dirty;
    sl_put(d, object, offset, size, v);  // read again, it is the same
    d->lost = lost;
    if (d->objects.at[object].rest == SL_REST_ZERO) d->objects.at[object].dirty = dirty;
    return v;
}

// ---- copying -----------------------------------------------------------------------------------------------------------------------

uint32_t sl_rest_value(struct sl_draft *d, uint32_t object, uint64_t size) {
    assert(object < d->objects.n);
    switch (d->objects.at[object].rest) {
    case SL_REST_ZERO: return sl_const(d, size <= 16 ? (unsigned)size * 8 : 64, 0);
    case SL_REST_UNINIT: return sl_fresh(d, SL_UNINIT);
    default: return sl_fresh(d, SL_ANY);
    }
}

void sl_copy_bytes(struct sl_draft *d, uint32_t to, uint64_t at, uint32_t from, uint64_t start, uint64_t n) {
    VEC(struct sl_field) copied = {0};
    uint64_t done = start;
    EACH_OVERLAPPING(i, d, from, start, n) {
        struct sl_field f = d->fields.at[i];
        uint64_t lo = f.offset < start ? start : f.offset, hi = f.offset + f.size < start + n ? f.offset + f.size : start + n;
        if (done < lo) vec_push(&copied, (struct sl_field){to, sl_rest_value(d, from, lo - done), done, lo - done});
        bool whole = lo == f.offset && hi == f.offset + f.size;
        uint32_t v = whole ? f.value : part_of(d, &f, lo - f.offset, hi - lo);
        vec_push(&copied, (struct sl_field){to, v, lo, hi - lo});
        done = hi;
    }
    if (done < start + n) vec_push(&copied, (struct sl_field){to, sl_rest_value(d, from, start + n - done), done, start + n - done});
    for (uint32_t i = 0; i < copied.n; i++) sl_put(d, to, copied.at[i].offset - start + at, copied.at[i].size, copied.at[i].value);
    vec_free(&copied);
}
