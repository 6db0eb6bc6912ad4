// SPDX-License-Identifier: MIT
// Allocation and release, and the library's own objects.
#include <assert.h>

#include "sl/lib.h"
#include "sl/length.h"
#include "sl/table.h"
#include "sl/uses.h"

enum { NO_MEMORY = 12, INVALID = 22 };  // ENOMEM, EINVAL

static uint64_t largest_block(const struct sl_call *c) {
    return sl_largest_block(c->bits);
}

uint32_t sl_lib_new_block(struct sl_call *c, struct step_extent size, enum sl_rest rest) {
    uint64_t hi = size.hi < largest_block(c) ? size.hi : largest_block(c);
    struct sl_object o = {.storage = SL_HEAP, .rest = (uint8_t)rest, .size = size.lo, .more = hi - size.lo};
    o.func = c->run->func_index;
    o.instr = c->run->at;
    c->d->lost = true;  // if nobody takes it
    uint32_t object = sl_add_object(c->d, o);
    sl_see_block(sl_of(c->run), c->d, object);
    return object;
}

uint32_t sl_lib_object(struct sl_call *c, enum sl_library tag, uint64_t size, uint64_t more) {
    struct sl_object o = {.storage = SL_LIBRARY, .tag = tag, .rest = SL_REST_ANY, .size = size, .more = more};
    o.func = c->run->func_index;
    o.instr = c->run->at;
    return sl_add_object(c->d, o);
}

// ---- handles -----------------------------------------------------------------------------------------------------------------------

enum sl_library sl_lib_handle_tag(uint8_t kind) {
    switch ((enum ir_lib_handle)kind) {
    case IR_LIB_STREAM: return SL_HANDLE;
    case IR_LIB_DIRECTORY: return SL_DIRECTORY;
    case IR_LIB_LOCALE: return SL_LOCALE;
    default: return SL_WORLD;
    }
}

static bool is_handle(const struct sl_object *o, uint8_t kind) {
    if (kind == IR_LIB_STREAM && sl_is_standard(o)) return true;
    return o->storage == SL_LIBRARY && o->tag == sl_lib_handle_tag(kind);
}

// Did a call of this function give the object?  It may have if that cannot be seen.
static bool was_given(const struct sl_call *c, const struct sl_object *o) {
    const struct ir_program *p = c->run->step->program;
    const struct ir_instr *i = &p->funcs.at[o->func].instrs.at[o->instr];
    if (ir_tag(i->args[0]) != IR_FUNC) return true;
    return ir_lib_of(c->run->step->lib, p, &p->funcs.at[ir_index(i->args[0])]).row == c->row;
}

void sl_lib_end_lent(struct sl_call *c) {
    for (uint32_t o = 1; o < c->d->objects.n; o++) {
        struct sl_object *x = &c->d->objects.at[o];
        bool ends = x->storage == SL_LIBRARY && x->tag == SL_LENT && (c->row->kind == IR_LIB_K_LOCALE || was_given(c, x));
        if (ends) x->life = SL_FREED;
    }
}

bool sl_lib_handle(struct sl_call *c, const struct sl_operand *operand) {
    uint32_t v = operand->value;
    const struct sl_value *x = &c->d->values.at[v];
    uint8_t kind = sl_lib_row(c, operand)->handle;
    int64_t offset;
    if (sl_lib_row(c, operand)->null && sl_is_null(c->d, v)) return true;
    if (sl_is_null(c->d, v)) {
        step_fault(c->run, IR_RULE_NULL_DEREFERENCE, STEP_ALWAYS, NULL, "'%s' may be given a null handle", c->name);
        return false;
    }
    struct sl_object *o = &c->d->objects.at[x->kind == SL_ADDR ? x->object : 0];
    if (x->kind != SL_ADDR || !is_handle(o, kind) || !sl_offset(c->d, v, &offset) || offset) {
        step_give_up(c->run, "'%s' of a handle that is not followed", c->name);
        return false;
    }
    if (c->row->kind != IR_LIB_K_FEOF && o->rest == SL_REST_ZERO) o->rest = SL_REST_ANY;  // it is no longer as it was opened
    if (o->life == SL_VALID) return true;
    step_fault(c->run, IR_RULE_USE_AFTER_FREE, STEP_ALWAYS, NULL, "'%s' may be given a handle that was closed", c->name);
    return false;
}

// ---- fresh blocks ------------------------------------------------------------------------------------------------------------------

// Does the alignment that was asked for allow a block?
static enum num_truth alignment_fits(struct sl_call *c, uint64_t multiple) {
    num_word a;
    const struct sl_operand *o = sl_lib_of(c, IR_LIB_ALIGN);
    if (!o) return NUM_TRUE;
    if (!sl_is_const(c->d, o->value, &a)) return NUM_MAYBE;
    bool power = a && (a & (a - 1)) == 0;
    if (a > 1u << 30 || (!power && c->row->param == IR_LIB_P_ALIGN_ANY)) return NUM_MAYBE;
    return c->row->param == IR_LIB_P_ALIGN_UP || (power && a % multiple == 0) ? NUM_TRUE : NUM_FALSE;
}

// A size that is times an argument plus a constant is at most (or, `beyond`, more than) what a block can have; false: it cannot be.
static bool assume_size(const struct sl_call *c, struct sl_draft *d, struct step_extent n, bool beyond) {
    if (!n.number) return true;
    struct num_range *r = &d->values.at[n.number].range;
    uint64_t most = (largest_block(c) - (uint64_t)n.plus) / n.times;
    *r = num_range_meet(*r, beyond ? num_range_unsigned(r->bits, most + 1, UINT64_MAX) : num_range_unsigned(r->bits, 0, most));
    return !num_range_is_empty(*r) && sl_learnt(d, n.number);
}

static void give_size(struct sl_call *c, uint32_t object, struct step_extent n) {
    if (!n.number || c->d->objects.at[object].count) return;
    uint32_t v = n.number;
    if (n.times > 1 || n.plus) {
        struct num_range r = c->d->values.at[v].range;
        uint64_t plus = (uint64_t)n.plus;
        v = sl_int(c->d, num_range_unsigned(r.bits, n.times * num_range_umin(r) + plus, n.times * num_range_umax(r) + plus));
        sl_made_from(c->d, v, n.number, n.times, plus);
    }
    sl_give_size(c->d, object, v);
}

enum { GROWTH = 4, GROWTH_MORE = 1 << 12 };

// The number as a multiple of another one, by terms, too.
static bool step_further(const struct sl_draft *d, struct sl_form *f) {
    if (sl_step_down(d, f)) return true;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind != SL_MULTIPLE || t->value != f->value || t->plus < 1 || t->plus > GROWTH) continue;
        *f = (struct sl_form){t->a, f->times * t->plus, f->plus};
        return true;
    }
    return false;
}

// Is so much only a few times the size of a block that is there?  Then it is larger than all memory only if that block takes a good part of it, and (of
// addresses of 64 bits) no machine has so much: the allocation succeeds, if all do that can.
static bool grows_from_block(const struct sl_call *c, struct step_extent size) {
    const struct sl_draft *d = c->d;
    struct sl_form f = {size.number, size.times, size.plus};
    if (!size.number || c->bits < 64) return false;
    do {
        for (uint32_t i = 1; i < d->objects.n; i++) {
            const struct sl_object *o = &d->objects.at[i];
            if (o->storage != SL_HEAP || o->life != SL_VALID || o->level || sl_is_segment(o)) continue;
            int64_t times = o->unit == f.value ? o->scale : o->count == f.value;
            if (times && f.times <= GROWTH * times && f.plus <= GROWTH_MORE) return true;
        }
    } while (step_further(d, &f));
    return false;
}

// One draft goes on with a block of that size, which is kept if it is a word times a constant; others with null, unless the function ends
// the program instead.  False: there is no block.
static bool fresh(struct sl_call *c, struct step_extent size, enum num_truth possible, enum sl_rest rest, uint32_t *object) {
    const struct ir_lib_result *r = &c->row->result;
    bool too_large = size.hi > largest_block(c) && !grows_from_block(c, size), may_fail = r->null || (r->null_alloc && c->run->step->options.malloc_may_fail);
    bool fails = possible != NUM_TRUE || may_fail;
    if (size.number && c->d->values.at[size.number].range.bits != c->bits) size.number = 0;
    if ((fails || too_large) && (r->null || r->null_alloc)) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_null(&other);
        if (!fails && !assume_size(c, other.d, size, true)) step_unfork(c->run);
    }
    if (size.lo > largest_block(c) || possible == NUM_FALSE || !assume_size(c, c->d, size, false)) return false;
    *object = sl_lib_new_block(c, size, rest);
    give_size(c, *object, size);
    return true;
}

static bool give_fresh(struct sl_call *c, struct step_extent size, enum num_truth possible, enum sl_rest rest) {
    uint32_t object;
    if (!fresh(c, size, possible, rest, &object)) return false;
    sl_lib_give_address(c, object);
    return true;
}

bool sl_model_alloc(struct sl_call *c) {
    struct step_extent size;
    if (c->row->result.answer != IR_LIB_NEW || c->row->result.string || sl_lib_of(c, IR_LIB_HANDLE)) return sl_lib_refuse(c);
    if (!step_size(&c->call, &c->row->result.size, 1, &size)) return false;
    if (!size.lo && c->row->param == IR_LIB_P_NULL_IF_ZERO) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_null(&other);
        if (!size.hi) return false;
        size.lo = 1;
    }
    return give_fresh(c, size, alignment_fits(c, 1), c->row->result.zeroed ? SL_REST_ZERO : SL_REST_UNINIT);
}

bool sl_model_memalign(struct sl_call *c) {
    struct sl_operand *cell = sl_lib_of(c, IR_LIB_FRESH);
    uint32_t word = c->bits / 8;
    struct step_extent size;
    enum num_truth possible = alignment_fits(c, word);
    if (possible == NUM_FALSE) return sl_lib_give_number(c, num_range_const(32, INVALID)), true;
    if (!step_size(&c->call, &sl_lib_row(c, cell)->size, 1, &size) || !sl_lib_reach_word(c, cell->value, &cell->place)) return false;
    if (possible == NUM_MAYBE || size.hi > largest_block(c) || c->run->step->options.malloc_may_fail) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_number(&other, num_range_unsigned(32, NO_MEMORY, INVALID));
    }
    if (cell->place.lo != cell->place.hi) return sl_lib_refuse(c);
    if (size.lo > largest_block(c)) return false;
    uint32_t object = sl_lib_new_block(c, size, SL_REST_UNINIT);
    sl_put(c->d, cell->place.object, (uint64_t)cell->place.lo, word, sl_address(c->d, object, c->bits, 0));
    sl_lib_give_number(c, num_range_const(32, 0));
    return true;
}

bool sl_model_alloca(struct sl_call *c) {
    struct step_extent size;
    if (!step_size(&c->call, &c->row->result.size, 1, &size)) return false;
    sl_lib_give(c, sl_stack_block(c->run, c->d, size));
    return true;
}

// ---- release -----------------------------------------------------------------------------------------------------------------------

// The call is run again for the runs in which the pointer is null, or its offset 0.
static enum step_after go_on_at_zero(struct step_run *r, const struct sl_draft *d, uint32_t v) {
    struct sl_draft *zero = step_fork(r, d, true);
    zero->values.at[v].range = num_range_const(zero->values.at[v].range.bits, 0);
    if (!sl_learnt(zero, v)) step_unfork(r);
    return STEP_GOES_ON;
}

// A block that can be freed; false: the path ended or waits to be run again.
static bool is_releasable(struct step_run *r, struct sl_draft *d, uint32_t v, uint32_t *object) {
    int64_t offset;
    const struct sl_value *x = &d->values.at[v];
    if (x->kind == SL_ANY || x->kind == SL_FUNCS) {
        step_give_up(r, "'%s' of a pointer that is not followed", r->called);
        return false;
    }
    if (x->kind != SL_ADDR) {
        enum step_after after = x->kind == SL_UNINIT ? STEP_CUT : num_range_has(x->range, 0) ? go_on_at_zero(r, d, v) : STEP_ALWAYS;
        step_bad_free(r, x->kind == SL_UNINIT ? STEP_WRONG_UNINIT : STEP_WRONG_NULL, after, NULL);
        return false;
    }
    if (!sl_expose(r, d, v)) return false;
    *object = d->values.at[v].object;
    const struct sl_object *o = &d->objects.at[*object];
    if (o->storage == SL_PLACES) {
        step_give_up(r, "'%s' of the address of an element of an array", r->called);
        return false;
    }
    bool heap = o->storage == SL_HEAP && !sl_is_callback(o), freed = heap && o->life == SL_FREED, may = heap && !freed && num_range_has(d->values.at[v].range, 0);
    if (heap && o->life == SL_VALID && sl_offset(d, v, &offset) && !offset) return true;
    enum step_after after = !may ? STEP_ALWAYS : o->life == SL_VALID ? go_on_at_zero(r, d, v) : STEP_CUT;
    step_bad_free(r, freed ? STEP_WRONG_FREED : STEP_WRONG_OUTSIDE, after, sl_allocation(r, d, *object));
    return false;
}

static void free_block(struct sl_draft *d, uint32_t object) {
    assert(object && object < d->objects.n && d->objects.at[object].life == SL_VALID);
    sl_table_ends(d, object, SL_FREED);
    struct sl_object *o = &d->objects.at[object];
    if (o->count) {  // it does not matter any more
        o->size = 0;
        o->more = SL_UNBOUNDED;
    }
    sl_forget_numbers(o);
    o->life = SL_FREED;
    d->lost = true;
}

bool sl_op_free(struct step_run *r, void *d, const struct step_value *v, step_drafts *out) {
    uint32_t object;
    (void)out;
    if (sl_is_null(d, v->object)) return true;
    if (!is_releasable(r, d, v->object, &object)) return false;
    free_block(d, object);
    return true;
}

// ---- moving ------------------------------------------------------------------------------------------------------------------------

// Does something hold the address of a place, besides the array itself?  It leads to what is gone when the array moves.
static bool is_led_into(const struct sl_draft *d, const struct sl_table *t) {
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
        const struct sl_value *x = &d->values.at[sl_used(&u)];
        bool place = x->kind == SL_ADDR && d->objects.at[x->object].storage == SL_PLACES && sl_array_of(d, x->object) == t->array;
        if (place && sl_user(&u) != t->array) return true;
    }
    return false;
}

// A table that surely fits moves with all its places; those that come with the new block are uninitialised, as long as they can be told from the others.
static bool move_table(struct sl_draft *d, uint32_t to, uint32_t from, unsigned bits) {
    struct sl_table t;
    const struct sl_object *x = &d->objects.at[from], *y = &d->objects.at[to];
    if (!sl_table_read(d, from, &t) || t.count) return false;
    uint32_t end = sl_table_end(d, &t, bits);
    bool alike = x->unit && y->unit && x->scale == y->scale && x->plus <= y->plus;
    bool fits = y->size >= x->size + x->more || (alike && sl_bound(d, sl_reading(d, x->unit, true), sl_reading(d, y->unit, true)) <= 0);
    if (!fits || !end || t.n_runs == SL_MOST_RUNS || is_led_into(d, &t)) return false;
    return sl_table_move(d, &t, to, end, bits), true;
}

// Bytes that only one of the blocks surely has may be lost or uninitialised: pointers among them are not followed.
static void move_contents(struct sl_draft *d, uint32_t to, uint32_t from) {
    uint64_t kept = d->objects.at[to].size, most = kept + d->objects.at[to].more, sure = d->objects.at[from].size;
    uint64_t n = sure < kept ? sure : kept;
    if (n) sl_copy_bytes(d, to, 0, from, 0, n);
    sl_escape_bytes(d, from, n, most);
    if (d->objects.at[from].more || sure > n) d->objects.at[to].rest = SL_REST_ANY;
    struct sl_object *x = &d->objects.at[from];
    struct num_var end = sl_reading(d, x->ends, true), size = sl_reading(d, d->objects.at[to].count, true);
    if (x->ends && (num_range_smax(d->values.at[x->ends].range) < (int64_t)kept || sl_bound(d, end, size) < 0))
        sl_give_end(d, to, x->ends, x->first);
}

// In the draft it is, from now on.
static bool may_be_zero(struct sl_draft *d, struct step_extent n) {
    if (!n.number || n.times != 1 || n.plus || n.other) return true;
    struct num_range *r = &d->values.at[n.number].range;
    *r = num_range_meet(*r, num_range_const(r->bits, 0));
    return !num_range_is_empty(*r) && sl_learnt(d, n.number);
}

// Size 0 frees and gives null.
static bool shrink_to_nothing(struct sl_call *c, uint32_t object) {
    free_block(c->d, object);
    sl_lib_give_null(c);
    return true;
}

bool sl_model_realloc(struct sl_call *c) {
    struct step_extent size;
    uint32_t v = c->at[c->row->result.arg].value, old, object;
    if (!step_size(&c->call, &c->row->result.size, 1, &size)) return false;
    if (sl_is_null(c->d, v)) return give_fresh(c, size, NUM_TRUE, SL_REST_UNINIT);
    if (!is_releasable(c->run, c->d, v, &old)) return false;
    if (!size.hi) return shrink_to_nothing(c, old);
    if (!size.lo) {
        struct sl_call other = sl_lib_fork(c);
        if (may_be_zero(other.d, size))
            shrink_to_nothing(&other, old);
        else
            step_unfork(c->run);
        size.lo = 1;
    }
    if (!fresh(c, size, NUM_TRUE, SL_REST_UNINIT, &object)) return false;
    if (!move_table(c->d, object, old, c->bits)) move_contents(c->d, object, old);
    free_block(c->d, old);
    sl_lib_give_address(c, object);
    return true;
}

// A number that is not below the size of the block.
bool sl_model_usable(struct sl_call *c) {
    uint32_t v = c->at[0].value;
    struct sl_draft *d = c->d;
    int64_t offset;
    if (sl_is_null(d, v)) sl_lib_give_number(c, num_range_const(c->bits, 0));
    if (sl_is_null(d, v)) return true;
    if (d->values.at[v].kind != SL_ADDR) return sl_lib_refuse(c);
    if (!sl_expose(c->run, d, v)) return false;
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    bool block = o->storage == SL_HEAP && o->life == SL_VALID && !sl_is_callback(o) && sl_offset(d, v, &offset) && !offset;
    struct sl_place place;
    if (block) sl_lib_give_number(c, num_range_unsigned(c->bits, o->size, num_mask(c->bits)));
    if (!block && !sl_lib_reach(c, v, (struct step_extent){.lo = 1, .hi = 1}, false, &place)) return false;  // it may be gone
    return block || sl_lib_refuse(c);
}

// ---- lines of any length -------------------------------------------------------------------------------------------------------------

// The block in the cell, which may be resized; 0: there is none yet.  It has as many bytes as the second cell says, and that is not 0, or
// the call is not followed.  False: the path ended or waits to be run again.
static bool find_line(struct sl_call *c, const struct sl_place *cell, const struct sl_place *room, uint32_t *old) {
    struct sl_draft *d = c->d;
    uint32_t v = sl_get(d, cell->object, (uint64_t)cell->lo, ir_ptr(c->run->step->program), c->bits);
    if (*old = 0, sl_is_null(d, v)) return true;
    if (!is_releasable(c->run, d, v, old)) return false;
    uint32_t n = sl_get(d, room->object, (uint64_t)room->lo, ir_word(c->run->step->program), c->bits);
    const struct sl_value *x = &d->values.at[n];
    const struct sl_object *o = &d->objects.at[*old];
    bool known = x->kind == SL_INT && num_range_umin(x->range) > 0;
    if (known && num_range_umax(x->range) <= o->size) return true;
    bool fits = known && o->count && sl_bound(d, sl_reading(d, n, false), sl_reading(d, o->count, true)) <= 0;
    return fits || sl_lib_refuse(c);
}

// The line is in a new block, or there is none in it; or nothing has changed.
bool sl_model_getline(struct sl_call *c) {
    struct sl_operand *cell = sl_lib_of(c, IR_LIB_FRESH), *room = sl_lib_of(c, IR_LIB_UPDATE);
    uint32_t word = c->bits / 8, old;
    if (!sl_lib_handle(c, sl_lib_of(c, IR_LIB_HANDLE)) || !sl_lib_reach_word(c, cell->value, &cell->place)) return false;
    if (!sl_lib_reach_word(c, room->value, &room->place)) return false;
    if (cell->place.lo != cell->place.hi || room->place.lo != room->place.hi) return sl_lib_refuse(c);
    if (!find_line(c, &cell->place, &room->place, &old)) return false;
    struct sl_call other = sl_lib_fork(c);
    sl_lib_give_number(&other, num_range_signed(c->bits, -1, -1));
    struct sl_draft *d = c->d;
    if (old) free_block(d, old);
    uint32_t object = sl_lib_new_block(c, (struct step_extent){.lo = 2, .hi = largest_block(c)}, SL_REST_ANY);
    uint32_t size = sl_int(d, num_range_unsigned(c->bits, 2, largest_block(c)));
    sl_give_size(d, object, size);
    sl_put(d, cell->place.object, (uint64_t)cell->place.lo, word, sl_address(d, object, c->bits, 0));
    sl_put(d, room->place.object, (uint64_t)room->place.lo, word, size);
    other = sl_lib_fork(c);
    sl_lib_give_number(&other, num_range_signed(c->bits, -1, -1));
    uint32_t n = sl_int(d, num_range_unsigned(c->bits, 1, largest_block(c) - 1));
    sl_relate(d, sl_reading(d, n, true), sl_reading(d, size, true), -1);
    sl_give_end(d, object, n, false);
    d->objects.at[object].text = 1;
    if (sl_lib_type(c)) sl_lib_give(c, n);
    return true;
}

bool sl_lib_new_text(struct sl_call *c, uint64_t most, uint32_t *object) {
    assert(most < largest_block(c));
    if (!fresh(c, (struct step_extent){.lo = 1, .hi = most + 1}, NUM_TRUE, SL_REST_ANY, object)) return false;
    uint32_t n = sl_int(c->d, num_range_unsigned(c->bits, 0, most));
    sl_give_size(c->d, *object, sl_shifted(c->d, n, 1));
    sl_give_end(c->d, *object, n, false);
    c->d->objects.at[*object].text = SL_TEXT;
    return true;
}

// ---- copies ------------------------------------------------------------------------------------------------------------------------

bool sl_model_strdup(struct sl_call *c) {
    struct sl_operand *s = sl_lib_of(c, IR_LIB_STRING);
    const struct sl_text *t = &s->text;
    uint32_t object;
    if (sl_lib_row(c, s)->null && sl_is_null(c->d, s->value)) return sl_lib_give_null(c), true;
    if (!sl_lib_text(c, s)) return false;
    struct step_extent size = sl_lib_bytes(t->length, 1, t->unit);
    if (size.hi >= SL_UNBOUNDED) size.hi = largest_block(c);
    uint32_t length = sl_lib_is_known(t) ? 0 : sl_lib_length(c, t, false);
    if (!fresh(c, size, NUM_TRUE, SL_REST_ANY, &object)) return false;
    if (length) {
        sl_give_size(c->d, object, sl_shifted(c->d, length, 1));
        sl_give_end(c->d, object, length, true);
    }
    if (sl_lib_is_known(t)) {
        uint64_t n = t->length.lo * t->unit;
        if (n) sl_copy_bytes(c->d, object, 0, t->place.object, (uint64_t)t->place.lo, n);
        sl_put(c->d, object, n, t->unit, sl_const(c->d, t->unit * 8, 0));
    }
    *(t->unit == 1 ? &c->d->objects.at[object].text : &c->d->objects.at[object].wide) = SL_TEXT;
    sl_lib_give_address(c, object);
    return true;
}

bool sl_model_memdup(struct sl_call *c) {
    struct sl_operand *from = sl_lib_of(c, IR_LIB_READ);
    uint32_t object;
    if (sl_lib_row(c, from)->null && sl_is_null(c->d, from->value)) return sl_lib_give_null(c), true;
    if (!sl_lib_touch(c)) return false;
    if (!sl_is_one(from->place, from->n) || !from->n.lo) return sl_lib_refuse(c);
    struct step_extent n = {.lo = from->n.lo, .hi = from->n.lo};
    if (!fresh(c, n, NUM_TRUE, SL_REST_UNINIT, &object)) return false;
    sl_copy_bytes(c->d, object, 0, from->place.object, (uint64_t)from->place.lo, n.lo);
    sl_lib_give_address(c, object);
    return true;
}
