// SPDX-License-Identifier: MIT
// Arguments and results of library functions, read through their rows.
#include <assert.h>

#include "sl/lib.h"
#include "sl/length.h"

struct sl_operand *sl_lib_nth(struct sl_call *c, enum ir_lib_role role, uint32_t n) {
    for (uint32_t k = 0; k < c->row->n_args; k++)
        if (c->row->args[k].role == role && n-- == 0) return &c->at[k];
    return NULL;
}

struct sl_operand *sl_lib_of(struct sl_call *c, enum ir_lib_role role) {
    return sl_lib_nth(c, role, 0);
}

const struct ir_lib_arg *sl_lib_row(const struct sl_call *c, const struct sl_operand *o) {
    assert(o >= c->at && o < c->at + c->row->n_args);
    return &c->row->args[o - c->at];
}

// ---- results -----------------------------------------------------------------------------------------------------------------------

ir_type sl_lib_type(const struct sl_call *c) {
    return c->instr->n_dsts ? c->run->func->locals.at[c->instr->dsts[0]].type : 0;
}

void sl_lib_give(struct sl_call *c, uint32_t v) {
    assert(v && v < c->d->values.n);
    for (uint32_t i = 1; i < c->instr->n_dsts; i++)
        sl_assign(c->d, c->instr->dsts[i], sl_unknown(c->d, c->run->func->locals.at[c->instr->dsts[i]].type, c->bits));
    if (c->instr->n_dsts) sl_assign(c->d, c->instr->dsts[0], v);
}

void sl_lib_give_address(struct sl_call *c, uint32_t object) {
    sl_lib_give(c, sl_address(c->d, object, c->bits, 0));
}

void sl_lib_give_null(struct sl_call *c) {
    sl_lib_give(c, sl_const(c->d, c->bits, 0));
}

void sl_lib_give_number(struct sl_call *c, struct num_range r) {
    assert(!num_range_is_empty(r));
    ir_type t = sl_lib_type(c);
    if (!t) return;
    if (ir_kind(t) != IR_INT || ir_bits(t) > 64 || r.bits > 64) {
        sl_lib_give_unknown(c);
        return;
    }
    if (r.bits > ir_bits(t)) r = num_range_trunc(r, ir_bits(t));
    if (r.bits < ir_bits(t)) r = num_range_sext(r, ir_bits(t));
    sl_lib_give(c, sl_int(c->d, r));
}

void sl_lib_give_unknown(struct sl_call *c) {
    ir_type t = sl_lib_type(c);
    bool number = t && ir_kind(t) == IR_INT && ir_bits(t) <= 64;
    if (t) sl_lib_give(c, number ? sl_int(c->d, num_range_full(ir_bits(t))) : sl_unknown(c->d, t, c->bits));
}

bool sl_lib_refuse(struct sl_call *c) {
    return step_refuse(&c->call);
}

struct sl_call sl_lib_fork(struct sl_call *c) {
    struct sl_call other = *c;
    other.d = other.call.d = step_fork(c->run, c->d, false);
    return other;
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

bool sl_lib_reach(struct sl_call *c, uint32_t v, struct step_extent n, bool write, struct sl_place *out) {
    assert(v && v < c->d->values.n && n.lo <= n.hi);
    return sl_resolve_range(c->run, c->d, v, n, write, NULL, out);
}

bool sl_lib_reach_word(struct sl_call *c, uint32_t v, struct sl_place *out) {
    return sl_lib_reach(c, v, (struct step_extent){.lo = c->bits / 8, .hi = c->bits / 8}, true, out);
}

// ---- strings -----------------------------------------------------------------------------------------------------------------------

struct scan {
    struct sl_call *c;
    struct sl_place at;
    uint64_t limit, n;  // units looked at
    uint32_t unit;
    bool open;  // a unit was met that may be the end
};

// Looks for a unit that surely is the end; lo gets the number of units that are surely none.
static bool find_end(struct scan *s, uint64_t *lo) {
    const struct sl_draft *d = s->c->d;
    const struct sl_object *o = &d->objects.at[s->at.object];
    *lo = 0;
    for (; s->n < s->limit && s->n < SL_MOST_TEXT; s->n++) {
        uint64_t offset = (uint64_t)s->at.lo + s->n * s->unit;
        num_word x;
        if (offset + s->unit > o->size) return false;
        bool known = sl_constant_bytes(d, s->at.object, offset, s->unit, &x);
        if (known && x == 0 && offset >= (uint64_t)s->at.hi) return true;
        s->open |= !known || x == 0;
        *lo += !s->open;
    }
    sl_exceeds(&s->c->d->reached, SL_LIMIT_TEXT, s->limit);
    return false;
}

// The limit is met within bounds, whatever the place is.
static bool ends_by_limit(const struct scan *s) {
    const struct sl_object *o = &s->c->d->objects.at[s->at.object];
    return s->n == s->limit && (uint64_t)s->at.hi + s->limit * s->unit <= o->size;
}

// The string ends in a field of characters there or behind.
static bool ends_in_characters(const struct scan *s, struct sl_text *out) {
    const struct sl_draft *d = s->c->d;
    for (uint32_t i = sl_field_from(d, s->at.object, (uint64_t)s->at.hi); s->unit == 1 && sl_has(d, i, s->at.object); i++) {
        const struct sl_field *f = &d->fields.at[i];
        if (d->values.at[f->value].kind != SL_CHARS) continue;
        uint64_t most = f->offset + f->size - 1 - (uint64_t)s->at.lo;
        if (most < out->length.hi) out->length.hi = most;
        return true;
    }
    return false;
}

static uint64_t longest(const struct scan *s) {
    const struct sl_object *o = &s->c->d->objects.at[s->at.object];
    if (o->more >= SL_UNBOUNDED) {  // no object is larger than the largest block
        uint64_t largest = sl_largest_block(s->c->bits) / s->unit - 1;
        return s->limit < largest ? s->limit : largest;
    }
    uint64_t most = (o->size + o->more - (uint64_t)s->at.lo) / s->unit - 1;
    return most < s->limit ? most : s->limit;
}

static bool has_no_end(const struct scan *s) {
    struct sl_call *c = s->c;
    const struct sl_object *o = &c->d->objects.at[s->at.object];
    if (!s->open && !o->more && s->at.lo == s->at.hi && s->n < SL_MOST_TEXT)
        step_fault(c->run, IR_RULE_OUT_OF_BOUNDS, STEP_ALWAYS, sl_allocation(c->run, c->d, s->at.object), "'%s' may read a string beyond the end of its object", c->name);
    else
        step_give_up(c->run, "'%s' of a string that may have no end", c->name);
    return false;
}

// By what is known of where a byte is 0: the string ends there, if not before.
static bool ends_by_number(struct scan *s, uint32_t v, struct sl_text *out) {
    const struct sl_draft *d = s->c->d;
    const struct sl_object *o = &d->objects.at[s->at.object];
    struct num_var end = sl_reading(d, o->ends, true), at = sl_reading(d, v, true);
    if (!end.bits || s->unit != 1 || (num_range_smin(d->values.at[o->ends].range) < s->at.hi && sl_bound(d, at, end) > 0)) return false;
    bool exact = s->at.lo == s->at.hi;
    out->ends = exact ? o->ends : 0;
    out->first = exact && o->first;
    int64_t most = num_range_smax(d->values.at[o->ends].range) - s->at.lo, least = num_range_smin(d->values.at[o->ends].range) - s->at.lo;
    if ((uint64_t)most < out->length.hi) out->length.hi = (uint64_t)most;
    uint64_t least_read = least > 0 && (uint64_t)least > s->limit ? s->limit : (uint64_t)least;
    if (out->first && least > 0 && least_read > out->length.lo) out->length.lo = least_read;
    return true;
}

bool sl_lib_string_at(struct sl_call *c, uint32_t v, uint32_t unit, uint64_t limit, struct sl_text *out) {
    struct scan s = {.c = c, .limit = limit, .unit = unit};
    *out = (struct sl_text){.unit = unit};
    if (!limit) return true;
    if (!sl_resolve(c->run, c->d, v, unit, false, NULL, &s.at)) return false;
    const struct sl_object *o = &c->d->objects.at[s.at.object];
    bool ends = unit == 1 ? (uint64_t)s.at.hi < o->text : s.at.lo == s.at.hi && s.at.lo % unit == 0 && (uint64_t)s.at.hi < o->wide;
    out->place = s.at;
    s.open = s.at.lo != s.at.hi;
    bool found = find_end(&s, &out->length.lo) || ends_by_limit(&s);
    out->length.hi = found ? s.n : longest(&s);
    ends |= !found && ends_in_characters(&s, out);
    bool by_number = ends_by_number(&s, v, out);
    // Before its end by number there is a 0, or none up to there: one branch took a byte for what it cannot be, and no run is in this state.
    if (by_number && out->length.lo > out->length.hi) return false;
    return by_number || found || ends || has_no_end(&s);
}

bool sl_lib_text(struct sl_call *c, struct sl_operand *o) {
    const struct ir_lib_arg *a = sl_lib_row(c, o);
    struct sl_text *t = &o->text;
    struct step_extent limit = {.lo = SL_UNBOUNDED, .hi = SL_UNBOUNDED};
    if (a->limited && !step_size(&c->call, &a->size, 1, &limit)) return false;
    if (!sl_lib_string_at(c, o->value, a->unit, limit.hi, t)) return false;
    if (limit.lo < t->length.lo) t->length.lo = limit.lo;
    if (a->limited) t->ends = t->first = 0;
    if (limit.hi < t->length.hi) t->length.hi = limit.hi;
    return true;
}

bool sl_lib_is_known(const struct sl_text *t) {
    return t->place.object && sl_is_one(t->place, t->length);
}

uint32_t sl_lib_unit(struct sl_call *c, const struct sl_text *t, uint64_t i) {
    num_word x = 0;
    if (i < t->length.lo) sl_constant_bytes(c->d, t->place.object, (uint64_t)t->place.lo + i * t->unit, t->unit, &x);
    return (uint32_t)x;
}

uint32_t sl_lib_length(struct sl_call *c, const struct sl_text *t, bool wanted) {
    struct sl_draft *d = c->d;
    if (t->unit != 1 || !t->place.object || t->place.lo != t->place.hi || t->length.hi >= SL_UNBOUNDED) return 0;
    if (t->length.lo == t->length.hi) return sl_const(d, c->bits, t->length.lo);
    if (t->first && !t->place.lo) return t->ends;
    if (!(wanted || t->ends) || !sl_may_end(&d->objects.at[t->place.object])) return 0;
    uint32_t n = sl_int(d, num_range_unsigned(c->bits, t->length.lo, t->length.hi));
    if (t->ends) sl_relate(d, sl_reading(d, n, true), sl_reading(d, t->ends, true), -t->place.lo);
    sl_give_end(d, t->place.object, sl_shifted(d, n, t->place.lo), !t->place.lo);
    return n;
}

void sl_lib_ends(struct sl_call *c, struct sl_place p, uint64_t n, uint32_t unit) {
    assert(p.object && p.lo <= p.hi && n && unit);
    struct sl_object *o = &c->d->objects.at[p.object];
    if (p.lo != p.hi || p.lo >= INT32_MAX) return;
    bool member = !o->more && n < o->size && (uint64_t)p.lo <= o->size - n;  // not all of the object: what is written beside it leaves it there
    if (unit == 1 && member) sl_put(c->d, p.object, (uint64_t)p.lo, n, sl_fresh(c->d, SL_CHARS));
    o = &c->d->objects.at[p.object];
    uint32_t *text = unit == 1 ? &o->text : &o->wide;
    if (p.lo % unit == 0 && *text <= (uint32_t)p.lo) *text = (uint32_t)p.lo + 1;
}

struct step_extent sl_lib_bytes(struct step_extent units, uint64_t more, uint32_t unit) {
    return (struct step_extent){.lo = (units.lo + more) * unit, .hi = units.hi >= SL_UNBOUNDED ? SL_UNBOUNDED : (units.hi + more) * unit};
}
