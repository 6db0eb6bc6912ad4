// SPDX-License-Identifier: MIT
// What callers provide where numbers count elements: arrays, ranges, and the numbers themselves.
#include <assert.h>

#include "sl/give.h"
#include "sl/relate.h"
#include "sl/table.h"

// The number is not negative and at most this.
static void limit(const struct sl_given *b, uint32_t v, uint64_t most) {
    struct num_range *r = &b->d->values.at[v].range;
    uint64_t top = num_mask(r->bits) >> 1;
    *r = num_range_meet(*r, num_range_unsigned(r->bits, 0, most < top ? most : top));
}

static void bound_count(const struct sl_given *b, uint32_t v, const struct ir_limit *l) {
    assert(l->counts && l->least <= l->most);
    struct num_range *r = &b->d->values.at[v].range;
    uint64_t top = num_mask(r->bits);
    *r = num_range_meet(*r, num_range_unsigned(r->bits, l->least, l->most < top ? l->most : top));
}

// The number of elements as that of bytes, as wide as a pointer.
static uint32_t bytes_of(const struct sl_given *b, uint32_t number, uint64_t stride) {
    unsigned bits = b->sl->bits;
    uint32_t v = number;
    limit(b, v, (sl_largest_block(bits) >> IR_INPUT_ROOM) / stride);
    if (b->d->values.at[v].range.bits != bits) {
        v = sl_int(b->d, num_range_zext(b->d->values.at[number].range, bits));
        sl_made_from(b->d, v, number, 1, 0);
    }
    b->d->values.at[v].level = b->level;
    if (stride == 1) return v;
    struct num_range r = b->d->values.at[v].range;
    uint32_t all = sl_int(b->d, num_range_unsigned(bits, stride * num_range_umin(r), stride * num_range_umax(r)));
    sl_made_from(b->d, all, v, (uint32_t)stride, 0);
    b->d->values.at[all].level = b->level;
    return all;
}

static void find_pointer(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct sl_given *b = self;
    const struct ir_program *p = b->in->program;
    (void)offset, (void)size, (void)name;
    if (ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_POINTER) b->object = 1;
}

static bool holds_pointers(const struct sl_given *b, uint32_t ctype) {
    struct sl_given look = *b;
    look.object = 0;
    ir_members(b->in->program, ctype, &look, find_pointer);
    return look.object;
}

// The places of the array hold what the elements do.
static void fill_places(const struct sl_given *b, uint32_t array, const struct ir_shape *s, uint64_t stride) {
    struct sl_table t;
    if (b->level || !sl_table_make(b->d, array, 0, stride, 0, b->sl->bits) || !sl_table_read(b->d, array, &t)) return;
    struct ir_shape element = *s;
    struct sl_given own = *b;
    element.kind = IR_SHAPE_OBJECT;
    own.depth -= !b->array, own.array = true;  // the first one is part of what has it
    sl_give_contents(&own, t.runs[0], &element);
}

uint32_t sl_give_array(const struct sl_given *b, const struct ir_shape *s, uint32_t number) {
    const struct ir_program *p = b->in->program;
    uint64_t size = s->ctype < p->ctypes.n ? p->ctypes.at[s->ctype].size : 0, stride = size ? size : 1;
    struct sl_object o = {.storage = SL_HEAP, .foreign = 1, .rest = SL_REST_ANY, .level = b->level, .func = b->in->entry};
    uint32_t bytes = bytes_of(b, number, stride);
    o.size = (uint64_t)num_range_umin(b->d->values.at[bytes].range);
    o.more = (uint64_t)num_range_umax(b->d->values.at[bytes].range) - o.size;
    if (s->null && b->level) o.shape.kind = SL_OPTION;
    uint32_t object = sl_add_object(b->d, o);
    vec_push(&b->sizes->list, (struct sl_pair){object, bytes});
    if (holds_pointers(b, s->ctype)) fill_places(b, object, s, stride);
    return sl_give_address(b, object, SL_FIRST);
}

uint32_t sl_give_number(const struct sl_given *b, uint32_t param) {
    const struct ir_func *f = &b->in->program->funcs.at[b->in->entry];
    if (b->numbers[param]) return b->numbers[param];
    b->numbers[param] = sl_int(b->d, num_range_full(ir_bits(f->locals.at[param].type)));
    struct ir_limit l;
    if (ir_input_limit_of_param(b->in, param, &l)) bound_count(b, b->numbers[param], &l);
    return b->numbers[param];
}

// The same, of any number of elements; *end: where they end.
static uint32_t array_up_to(const struct sl_given *b, const struct ir_shape *s, uint32_t *end) {
    uint32_t v = sl_give_array(b, s, sl_int(b->d, num_range_full(b->sl->bits))), bytes = vec_last(&b->sizes->list).b;
    *end = sl_address(b->d, b->d->values.at[v].object, b->sl->bits, 0);
    b->d->values.at[*end].range = b->d->values.at[bytes].range;
    b->d->values.at[*end].level = b->level;
    sl_made_from(b->d, *end, bytes, 1, 0);
    return v;
}

uint32_t sl_give_array_of_param(const struct sl_given *b, const struct ir_shape *s) {
    bool none = s->null && sl_give_second_way(b);
    if (!s->length.end) return none ? sl_give_null(b) : sl_give_array(b, s, sl_give_number(b, s->length.param));
    return none ? b->numbers[s->length.param] = sl_give_null(b) : array_up_to(b, s, &b->numbers[s->length.param]);
}

// What a member holds, which is a number.
static uint32_t number_at(const struct sl_given *b, uint64_t offset, uint64_t size) {
    uint32_t f = sl_field_at(b->d, b->object, offset, size);
    assert(f != UINT32_MAX && size <= 8);
    uint32_t v = b->d->fields.at[f].value;
    if (b->d->values.at[v].kind == SL_INT) return v;
    v = sl_int(b->d, num_range_full((unsigned)size * 8));
    b->d->values.at[v].level = b->level;
    sl_put(b->d, b->object, offset, size, v);
    return v;
}

struct count {
    const struct sl_given *b;
    uint64_t offset;
    struct ir_limit *limit;
    bool found;
};

static void take_count(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct count *c = self;
    (void)size, (void)name;
    if (offset == c->offset) c->found = ir_input_limit(c->b->in, c->b->owner, offset, ctype, c->limit);
}

// Of the number of elements, which is a member.
static bool limit_of_count(const struct sl_given *b, uint64_t offset, struct ir_limit *l) {
    struct count c = {b, offset, l, false};
    ir_members(b->in->program, b->owner, &c, take_count);
    return c.found && l->counts;
}

// Once the numbers are there: a member that leads to an array.
static void put_array(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct sl_given *b = self;
    const struct ir_program *p = b->in->program;
    (void)name;
    if (ctype >= p->ctypes.n || p->ctypes.at[ctype].kind != IR_C_POINTER || b->depth >= IR_INPUT_DEPTH) return;
    struct ir_shape s =
        b->global != UINT32_MAX ? ir_input_global(b->in, b->global, offset, ctype) : ir_input_member(b->in, b->owner, offset, ctype);
    if (s.kind != IR_SHAPE_ARRAY || (s.length.end && b->level)) return;  // of each node it would have an end of its own
    struct ir_limit l = {.most = IR_NO_LIMIT};
    bool bounded = !s.length.end && limit_of_count(b, s.length.offset, &l), some = bounded && l.least, none = s.null && !b->level && !some && sl_give_second_way(b);
    uint32_t length = none ? sl_const(b->d, (unsigned)s.length.size * 8, 0) : s.length.end ? 0 : number_at(b, s.length.offset, s.length.size);
    if (bounded) bound_count(b, length, &l);
    s.null &= !some;
    uint32_t v = none ? sl_give_null(b) : s.length.end ? array_up_to(b, &s, &length) : sl_give_array(b, &s, length);
    sl_put(b->d, b->object, s.length.offset, s.length.size, length);
    sl_put(b->d, b->object, offset, size, v);
}

static void put_limit(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct sl_given *b = self;
    struct ir_limit most;
    (void)name;
    if (!ir_input_limit(b->in, b->owner, offset, ctype, &most) || most.counts) return;
    uint32_t v = number_at(b, offset, size), w = most.size ? number_at(b, most.offset, most.size) : 0;
    limit(b, v, w ? (uint64_t)num_range_umax(b->d->values.at[w].range) : most.most - most.below);
    if (w && !sl_assume_bound(b->d, sl_reading(b->d, v, true), sl_reading(b->d, w, true), -(int64_t)most.below)) b->sizes->impossible = true;
}

void sl_give_arrays(const struct sl_given *b) {
    struct sl_given own = *b;
    if (!ir_proposes(b->in, IR_PROPOSE_ARRAYS) || b->depth >= IR_INPUT_DEPTH) return;
    ir_members(b->in->program, b->owner, &own, put_array);
    ir_members(b->in->program, b->owner, &own, put_limit);
}
