// SPDX-License-Identifier: MIT
// From addresses to places in valid objects.
#include <assert.h>

#include "sl/length.h"
#include "sl/nodes.h"
#include "sl/sl.h"
#include "sl/term.h"

static struct num_range as_word(struct step_run *r, const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    unsigned bits = sl_of(r)->bits;
    if (x->kind != SL_INT || x->range.bits > 64) return num_range_full(bits);
    if (x->range.bits == bits) return x->range;
    return x->range.bits < bits ? num_range_sext(x->range, bits) : num_range_trunc(x->range, bits);
}

static bool displacement(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct num_range *out) {
    unsigned bits = sl_of(r)->bits;
    *out = num_range_const(bits, (uint64_t)a->offset);
    for (uint32_t i = 0; i < a->n_terms; i++) {
        uint32_t v = sl_eval(r, d, a->terms[i].index);
        if (!v) return false;
        sl_use(r, d, v, "be an index");
        struct num_range scale = num_range_const(bits, (uint64_t)a->terms[i].scale);
        *out = num_range_binary(NUM_ADD, *out, num_range_binary(NUM_MUL, as_word(r, d, v), scale));
    }
    return true;
}

// The one index of the address that is not one number, as a form of the offset from the base; false: there are several, or none.
static bool form_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_form *out) {
    *out = (struct sl_form){0, 0, a->offset};
    for (uint32_t i = 0; i < a->n_terms; i++) {
        uint32_t v = sl_eval(r, d, a->terms[i].index);
        int64_t scale = a->terms[i].scale, x;
        struct num_range n = as_word(r, d, v);
        bool one = num_range_is_const(n, NULL);
        if (one && (__builtin_mul_overflow(num_range_smin(n), scale, &x) || __builtin_add_overflow(out->plus, x, &out->plus))) return false;
        if (one) continue;
        if (out->value || d->values.at[v].kind != SL_INT || d->values.at[v].range.bits > sl_of(r)->bits || scale < 1 || scale > INT32_MAX)
            return false;
        *out = (struct sl_form){v, scale, out->plus};
    }
    return true;
}

// As wide as an address; it is not negative.
static uint32_t as_wide(struct sl_draft *d, uint32_t v, unsigned bits) {
    if (d->values.at[v].range.bits == bits) return v;
    uint32_t wide = sl_int(d, num_range_zext(d->values.at[v].range, bits));
    sl_made_from(d, wide, v, 1, 0);
    return wide;
}

static bool is_count(const struct sl_draft *d, uint32_t v, unsigned bits) {
    const struct sl_value *x = &d->values.at[v];
    return x->kind == SL_INT && !x->level && x->range.bits <= bits && num_range_smin(x->range) >= 0;
}

// An index behind an offset that is one, too, counted in the same units: the form of both together.
static bool add_index(struct sl_draft *d, uint32_t base, struct sl_form *f) {
    struct sl_form at;
    const struct sl_object *o = &d->objects.at[d->values.at[base].object];
    unsigned bits = d->values.at[base].range.bits;
    bool bytes = o->part[0] && f->times == 1, elements = o->unit && f->times > 1 && f->times == o->scale;
    if ((!bytes && !elements) || !(elements ? sl_element_form(d, base, &at) : sl_multiple_of(d, base, &at)) || at.times != f->times) return false;
    if (!is_count(d, at.value, bits) || !is_count(d, f->value, bits) || __builtin_add_overflow(f->plus, at.plus, &f->plus)) return false;
    f->value = sl_make_sum(d, as_wide(d, at.value, bits), as_wide(d, f->value, bits));
    return true;
}

// How the offset of v was made from an index, if that is known: base plus what the address adds.
static void keep_index(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t base, struct sl_value *v) {
    struct sl_form f;
    int64_t start = 0, plus;
    bool fits = v->kind == SL_ADDR && form_of(r, d, a, &f);
    v->source = v->times = 0;
    if (!fits || (f.value && !sl_offset(d, base, &start) && !add_index(d, base, &f))) return;
    if (!f.value) {  // a constant distance from another address
        f.value = num_range_is_const(d->values.at[base].range, NULL) ? 0 : base;
        f.times = 1;
    }
    if (!f.value || __builtin_add_overflow(start, f.plus, &plus)) return;
    v->source = f.value;
    v->times = (uint32_t)f.times;
    v->delta = (uint64_t)plus;
}

// The number that was computed as the negative of another; or 0.
static uint32_t negated(const struct sl_draft *d, uint32_t v) {
    for (uint32_t i = 0; i < d->made.n; i++) {
        const struct sl_made *m = &d->made.at[i];
        if (m->value == v && m->op == IR_SUB_ && sl_is_null(d, m->a)) return m->b;
    }
    return 0;
}

// The address is another one, and an index behind it; or so many bytes before it.
static void tell_sum(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t base, uint32_t sum) {
    struct sl_form f;
    bool one = form_of(r, d, a, &f) && f.value && f.times == 1 && !sl_is_known(d, base);
    if (!one || d->values.at[base].level || d->values.at[f.value].level) return;
    uint32_t n = negated(d, f.value);
    if (!n || d->values.at[n].kind != SL_INT || d->values.at[n].level || f.plus <= INT64_MIN || d->values.at[n].range.bits != d->values.at[base].range.bits) {
        sl_tell_sum(d, sum, base, f.value, f.plus);
        return;
    }
    int64_t over = sl_bound(d, sl_reading(d, n, true), sl_reading(d, base, true));
    struct num_range *at = &d->values.at[sum].range, least = d->values.at[base].range;
    bool inside = over != SL_NO_BOUND && over <= f.plus && num_range_smin(least) >= 0 && num_range_smin(d->values.at[n].range) >= 0;
    if (inside && f.plus <= 0) *at = num_range_meet(*at, num_range_signed(at->bits, 0, num_range_smax(least)));
    sl_tell_sum(d, base, sum, n, -f.plus);
}

static uint32_t behind(struct step_run *r, struct sl_draft *d, uint32_t base, const struct ir_addr *a) {
    struct num_range delta;
    num_word x;
    if (!base || !displacement(r, d, a, &delta)) return 0;
    if (num_range_is_const(delta, &x) && x == 0) return base;
    struct sl_value v = d->values.at[base];
    if (v.kind == SL_UNINIT) return base;
    if (v.kind == SL_ANY || v.range.bits != sl_of(r)->bits) return sl_fresh(d, SL_ANY);  // anything, but not the same as the base
    v.range = num_range_binary(NUM_ADD, v.range, delta);
    keep_index(r, d, a, base, &v);
    uint32_t sum = sl_add_value(d, v);
    if (d->sized && v.kind == SL_ADDR && !v.source) tell_sum(r, d, a, base, sum);
    return sum;
}

// An index and another one behind it (a cell in a row) are added one after the other: of each sum it is known what it is.
uint32_t sl_address_value(struct step_run *r, struct sl_draft *d, const struct ir_addr *a) {
    struct ir_addr row = {.base = a->base, .n_terms = 1, .terms = a->terms}, cell = {a->base, 1, a->offset, a->terms + 1};
    uint32_t base = sl_eval(r, d, a->base);
    bool both = d->sized && base && d->values.at[base].kind == SL_ADDR && a->n_terms == 2;
    return both ? behind(r, d, behind(r, d, base, &row), &cell) : behind(r, d, base, a);
}

static void fork_empty(struct step_run *r, struct sl_draft *d, uint32_t segment) {
    assert(segment && sl_is_segment(&d->objects.at[segment]) && !d->objects.at[segment].shape.least);
    struct sl_draft *empty = step_fork(r, d, true);
    sl_note(sl_of(r), SL_NOTED_EMPTIES, sl_is_counted(&d->objects.at[segment]));
    if (!sl_make_empty(empty, segment, sl_of(r)->bits)) step_unfork(r);
}

// What is left of a segment may be empty now.  If several places point to one end of it, it matters whether they point beyond: both cases.  False:
// only the first was possible.
static bool settle_rest(struct step_run *r, struct sl_draft *d, uint32_t segment) {
    assert(segment && segment < d->objects.n);
    bool possible = true;
    if (d->objects.at[segment].life != SL_VALID || d->objects.at[segment].shape.least) return true;
    struct sl_counts c = sl_counts_new(d, d->objects.n);
    sl_count_all(&c, d);
    if (c.first[segment] > 1 || c.last[segment] > 1) {
        fork_empty(r, d, segment);
        d->objects.at[segment].shape.least = 1;
        possible = sl_assume_nodes(sl_of(r), d, segment);
    }
    sl_counts_free(&c);
    return possible;
}

bool sl_expose(struct step_run *r, struct sl_draft *d, uint32_t v) {
    assert(v < d->values.n);
    uint32_t o = d->values.at[v].object;
    if (!sl_is_segment(&d->objects.at[o])) return true;
    if (d->objects.at[o].life != SL_VALID) {  // it may have been lost, and then the address is what its link was
        step_give_up(r, "use of a pointer to a list that may have been lost");
        return false;
    }
    if (!d->objects.at[o].shape.least) fork_empty(r, d, o);
    bool last = d->values.at[v].end == SL_LAST;
    if (!sl_assume_nodes(sl_of(r), d, o)) return false;
    for (uint32_t way = sl_ways(d, o, last); --way;)
        if (!sl_unfold(step_fork(r, d, true), o, last, way, sl_of(r)->bits)) step_unfork(r);
    if (sl_unfold(d, o, last, 0, sl_of(r)->bits) && settle_rest(r, d, o)) step_fork(r, d, true);  // run again with the node exposed
    return false;
}

enum { PAGE = 4096 };  // bytes at both ends of the address space in which nothing lies

// Near null, or what a structure around the null pointer would begin at.
static bool may_be_null(struct num_range x) {
    return num_range_umin(x) < PAGE || (num_range_smin(x) >= -PAGE && num_range_smax(x) < PAGE);
}

// A fault of an address that leads to no object; always ends the path.
static void no_object(struct step_run *r, const struct sl_draft *d, uint32_t v, const struct ir_addr *a, uint64_t n) {
    struct sl_value x = d->values.at[v];
    if (x.kind == SL_UNINIT)
        step_bad_access(r, STEP_WRONG_UNINIT, STEP_CUT, NULL, a, n);
    else if (x.kind == SL_ANY || x.kind == SL_FUNCS)
        step_give_up_access(r, a, n, "through a pointer that is not followed");
    else if (may_be_null(x.range))
        step_bad_access(r, STEP_WRONG_NULL, num_range_umax(x.range) < PAGE ? STEP_ALWAYS : STEP_CUT, NULL, a, n);
    else
        step_give_up_access(r, a, n, "through a number");
}

static bool is_alive(struct step_run *r, const struct sl_draft *d, uint32_t o, const struct ir_addr *a, uint64_t n) {
    const struct sl_object *x = &d->objects.at[o];
    if (x->life == SL_VALID) return true;
    if (x->storage == SL_PLACES && x->life == SL_DEAD)
        step_give_up_access(r, a, n, "by the address of an element of an array that was overwritten since");
    else if (x->life == SL_FREED)
        step_bad_access(r, STEP_WRONG_FREED, STEP_ALWAYS, sl_allocation(r, d, o), a, n);
    else  // of the heap: what may have been lost
        step_bad_access(r, STEP_WRONG_GONE, x->storage == SL_HEAP ? STEP_CUT : STEP_ALWAYS, sl_allocation(r, d, o), a, n);
    return false;
}

static bool is_readonly(struct step_run *r, const struct sl_object *o) {
    return o->storage == SL_GLOBAL && r->step->program->globals.at[o->tag].flags & IR_READONLY;
}

// Calls with a handle rely on it, and those that ask for the environment.
static bool is_relied_on(struct step_run *r, const struct sl_object *o) {
    if (o->storage != SL_GLOBAL || !(r->step->program->globals.at[o->tag].flags & IR_EXTERN)) return false;
    const struct ir_lib_var *v = ir_lib_var(r->step->lib, r->step->program->globals.at[o->tag].name);
    return v && (v->kind == IR_LIB_V_HANDLE || v->kind == IR_LIB_V_STRINGS);
}

// Out of bounds on some paths, and nobody asked: these end, the others go on within the bounds.
static bool clip(struct step_run *r, const struct sl_object *o, struct sl_place *p, uint64_t n) {
    assert(p->object && p->lo <= p->hi);
    if (step_is_asked(r->step, IR_RULE_OUT_OF_BOUNDS) || o->more || n > o->size || p->hi < 0 || p->lo > (int64_t)(o->size - n)) return false;
    if (p->lo < 0) p->lo = 0;
    if (p->hi > (int64_t)(o->size - n)) p->hi = (int64_t)(o->size - n);
    return true;
}

// Of n, or so many bytes, at v.  Where numbers are related, an object that has one size, and no number that tells it, is lent one.
static bool fits(struct sl_draft *d, uint32_t v, struct sl_form n, uint32_t other) {
    uint32_t object = d->values.at[v].object;
    struct sl_object old = d->objects.at[object], *o = &d->objects.at[object];
    struct sl_form at;
    bool lent = !o->count && !o->more && (d->relations.n || d->terms.n) && o->size <= INT64_MAX;
    unsigned bits = d->values.at[v].range.bits;
    if (lent) {
        o->count = sl_const(d, bits, o->size);
        if (sl_multiple_of(d, v, &at) && at.times > 1 && o->size % (uint64_t)at.times == 0) {
            o->unit = sl_const(d, bits, o->size / (uint64_t)at.times);
            o->scale = (uint32_t)at.times;
            o->plus = 0;
        }
    }
    bool known = sl_fits(d, v, n, other);
    if (lent) d->objects.at[object] = old;
    return known;
}

// Within the bounds of an object whose size is a number that the offset is related to.
static bool is_below_count(struct sl_draft *d, uint32_t v, struct sl_place *p, uint64_t n) {
    const struct sl_object *o = &d->objects.at[p->object];
    if (p->lo < 0 || n > INT64_MAX || !fits(d, v, (struct sl_form){.plus = (int64_t)n}, 0)) return false;
    int64_t last = (int64_t)(o->size + o->more - n);
    if (p->lo > last) return false;
    if (p->hi > last) p->hi = last;
    return true;
}

// The runs in which the n bytes are within the bounds, at least at *p: what is known of them.  False: it cannot be told.
static bool stay_within(struct sl_draft *d, uint32_t v, struct sl_place *p, uint64_t n) {
    struct sl_object *o = &d->objects.at[p->object];
    struct num_range *offset = &d->values.at[v].range;
    uint64_t most = o->size + o->more;
    if (n > most || most > INT64_MAX || p->hi < 0 || p->lo > (int64_t)(most - n)) return false;
    if (p->lo < 0) p->lo = 0;
    if (p->hi > (int64_t)(most - n)) p->hi = (int64_t)(most - n);
    *offset = num_range_meet(*offset, num_range_signed(offset->bits, p->lo, p->hi));
    if (num_range_is_empty(*offset) || !sl_learnt(d, v)) return false;
    if ((uint64_t)p->lo + n > o->size) {
        o->size = (uint64_t)p->lo + n;
        o->more = most - o->size;
    }
    sl_learn_fits(d, v, n);
    return true;
}

static bool is_within(struct step_run *r, struct sl_draft *d, uint32_t v, struct sl_place *p, uint64_t n, bool write,
                      const struct ir_addr *a) {
    const struct sl_object *o = &d->objects.at[p->object];
    bool code = o->storage == SL_CODE || o->storage == SL_LABEL || (write && is_readonly(r, o));
    bool above = p->hi > 0 && (uint64_t)p->hi > o->size - (n < o->size ? n : o->size), wrong = p->lo < 0 || n > o->size || above;
    if (!code && (!wrong || is_below_count(d, v, p, n) || clip(r, o, p, n))) return true;
    uint64_t most = o->size + o->more;
    if (o->storage == SL_PLACES || (!code && o->more >= SL_UNBOUNDED && p->lo >= 0)) {
        step_give_up_access(r, a, n, o->storage == SL_PLACES ? "by the address of another element of an array" : "in an object of unknown size");
        return false;
    }
    bool always = code || p->hi < 0 || n > most || (p->lo >= 0 && (uint64_t)p->lo > most - n), on = !always && stay_within(d, v, p, n);
    enum step_after after = always ? STEP_ALWAYS : on ? STEP_GOES_ON : STEP_CUT;
    sl_note(sl_of(r), SL_NOTED_OUTSIDE, !always && !o->more);
    step_bad_access(r, STEP_WRONG_OUTSIDE, after, sl_allocation(r, d, p->object), a, n);
    return on;
}

// A length that is known to be within the object though it is not one number.
static bool is_known_to_fit(struct sl_draft *d, uint32_t v, struct step_extent n) {
    uint8_t storage = d->objects.at[d->values.at[v].object].storage;
    return (n.times || n.other) && storage != SL_CODE && storage != SL_LABEL && fits(d, v, (struct sl_form){n.number, n.times, n.plus}, n.other);
}

// At least n.lo bytes, or one.
static bool resolve(struct step_run *r, struct sl_draft *d, uint32_t v, struct step_extent length, bool write, const struct ir_addr *a,
                    struct sl_place *out) {
    uint64_t n = length.lo ? length.lo : 1;
    if (d->values.at[v].kind != SL_ADDR) {
        no_object(r, d, v, a, n);
        return false;
    }
    if (!sl_expose(r, d, v)) return false;
    struct num_range offset = d->values.at[v].range;
    *out = (struct sl_place){d->values.at[v].object, num_range_smin(offset), num_range_smax(offset)};
    if (!is_alive(r, d, out->object, a, n)) return false;
    bool fits = is_known_to_fit(d, v, length) && !(write && is_readonly(r, &d->objects.at[out->object]));
    if (!fits && !is_within(r, d, v, out, n, write, a)) return false;
    if (write && is_relied_on(r, &d->objects.at[out->object])) {
        step_give_up(r, "the variable of a standard stream, or of the environment, is changed");
        return false;
    }
    const struct sl_object *o = &d->objects.at[out->object];
    // A caller may know a string of argv by another object, which is not here.
    bool string = o->storage == SL_LIBRARY && o->tag == SL_WORLD && o->instr, apart = d->frames.at[0].func == SL_GHOSTS;
    if (write && o->storage == SL_LIBRARY && ((o->tag != SL_WORLD && o->tag != SL_ERRNO) || (string && apart))) {
        step_give_up(r, "an object of the library is changed");
        return false;
    }
    if (write && string) sl_change_strings(d);
    if (write) sl_open_text(d, out->object);
    return true;
}

bool sl_resolve(struct step_run *r, struct sl_draft *d, uint32_t v, uint64_t n, bool write, const struct ir_addr *a, struct sl_place *out) {
    assert(v < d->values.n);
    return resolve(r, d, v, (struct step_extent){.lo = n, .hi = n}, write, a, out);
}

// There are at most so many bytes.
static bool stay_below(struct sl_draft *d, struct step_extent n, uint64_t most) {
    if (!n.exact) return true;
    struct num_range *number = &d->values.at[n.number].range;
    *number = num_range_meet(*number, num_range_unsigned(number->bits, 0, most));
    return !num_range_is_empty(*number) && sl_learnt(d, n.number);
}

bool sl_resolve_range(struct step_run *r, struct sl_draft *d, uint32_t v, struct step_extent n, bool write, const struct ir_addr *a,
                      struct sl_place *out) {
    if (!resolve(r, d, v, n, write, a, out)) return false;
    const struct sl_object *o = &d->objects.at[out->object];
    if ((n.lo && n.lo == n.hi) || is_known_to_fit(d, v, n)) return true;  // so many are
    if (n.hi <= o->size && (uint64_t)out->hi <= o->size - n.hi) return true;
    bool on = o->more < SL_UNBOUNDED;
    sl_note(sl_of(r), SL_NOTED_OUTSIDE, !o->more);
    if (on)
        step_bad_access(r, STEP_WRONG_OUTSIDE, STEP_GOES_ON, sl_allocation(r, d, out->object), a, n.hi);
    else
        step_give_up_access(r, a, n.hi, "in an object of unknown size");
    return on && stay_below(d, n, o->size + o->more - (uint64_t)out->lo);
}
