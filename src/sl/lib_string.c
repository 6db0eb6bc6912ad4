// SPDX-License-Identifier: MIT
// Strings: length, copies, comparison (of bytes, too), search.  Precise where all characters are known; else by what the length can be.
#include "sl/lib.h"
#include "sl/length.h"
#include "sl/term.h"

// The target itself, or the place so many units into it.
static bool give_target(struct sl_call *c, uint32_t to, struct sl_place p, const struct sl_text *t) {
    sl_lib_give(c, c->row->result.answer == IR_LIB_INSIDE ? sl_inside(c->d, c->bits, p, t->length, t->unit) : to);
    return true;
}

// The length of a string that begins at no one place, but not behind a byte that is 0: it ends there, or before.
static uint32_t length_from(struct sl_call *c, const struct sl_operand *s) {
    struct sl_draft *d = c->d;
    const struct sl_object *o = &d->objects.at[s->text.place.object];
    bool there = s->text.unit == 1 && d->values.at[s->value].object == s->text.place.object && sl_may_end(o) && o->ends;
    if (!there || s->text.place.lo < 0 || sl_is_known(d, s->value) || d->values.at[s->value].level) return 0;
    struct num_var at = sl_reading(d, s->value, true), zero = sl_reading(d, o->ends, true);
    if (zero.bits != c->bits || sl_bound(d, at, zero) > 0) return 0;
    uint32_t n = sl_int(d, num_range_signed(c->bits, 0, (int64_t)sl_highest(d, zero))), end = o->ends;
    if (!o->first) end = sl_int(d, num_range_signed(c->bits, 0, (int64_t)sl_highest(d, zero)));
    sl_tell_sum(d, end, s->value, n, 0);
    if (!o->first) sl_relate(d, sl_reading(d, end, true), zero, 0);
    return n;
}

bool sl_result_strlen(struct sl_call *c) {
    const struct sl_operand *s = sl_lib_of(c, IR_LIB_STRING);
    ir_type type = sl_lib_type(c);
    bool whole = type && ir_bits(type) == c->bits && !sl_lib_row(c, s)->limited;
    uint32_t n = whole ? sl_lib_length(c, &s->text, true) : 0;
    if (!n && whole && s->text.place.object) n = length_from(c, s);
    if (n)
        sl_lib_give(c, n);
    else
        sl_lib_give_number(c, num_range_unsigned(64, s->text.length.lo, s->text.length.hi));
    return true;
}

// ---- copies ------------------------------------------------------------------------------------------------------------------------

// The characters of t, and perhaps an end, to an exact place.
static void copy_known(struct sl_draft *d, struct sl_place to, const struct sl_text *t, bool end) {
    uint64_t n = t->length.lo * t->unit;
    if (n) sl_copy_bytes(d, to.object, (uint64_t)to.lo, t->place.object, (uint64_t)t->place.lo, n);
    if (end) sl_put(d, to.object, (uint64_t)to.lo + n, t->unit, sl_const(d, t->unit * 8, 0));
}

// So many bytes at most: a length, if it is kept what that is, and one more for the end.
static struct step_extent with_end(struct step_extent units, uint32_t length, uint32_t unit) {
    struct step_extent n = sl_lib_bytes(units, 1, unit);
    n.number = length;
    n.times = length != 0;
    n.plus = 1;
    return n;
}

// The string at `to` is so long.
static void give_length(struct sl_draft *d, struct sl_place to, uint32_t length) {
    if (length && to.lo == to.hi) sl_give_end(d, to.object, sl_shifted(d, length, to.lo), !to.lo);
}

// The bytes to be written are apart from the n bytes of a string that are read, or begin where it begins.
static bool is_apart(struct sl_call *c, struct sl_range to, const struct sl_operand *s, struct step_extent n) {
    return sl_apart(c->run, c->d, &to, &(struct sl_range){s->value, s->text.place, n}, c->row->kind != IR_LIB_K_STRCAT);
}

bool sl_model_strcpy(struct sl_call *c) {
    struct sl_operand *s = sl_lib_of(c, IR_LIB_STRING);
    const struct sl_text *t = &s->text;
    uint32_t a = sl_lib_of(c, IR_LIB_FILL)->value;
    struct sl_place to;
    if (!sl_lib_text(c, s)) return false;
    uint32_t length = sl_lib_length(c, t, false);
    struct step_extent n = with_end(t->length, length, t->unit);
    if (!sl_lib_reach(c, a, n, true, &to) || !is_apart(c, (struct sl_range){a, to, n}, s, n)) return false;
    if (sl_lib_is_known(t) && to.lo == to.hi) {
        copy_known(c->d, to, t, true);
    } else {
        sl_overwrite(c->d, to, n.hi);
        sl_lib_ends(c, to, n.hi, t->unit);
        give_length(c->d, to, length);
    }
    return give_target(c, a, to, t);
}

bool sl_model_strncpy(struct sl_call *c) {
    const struct sl_operand *w = sl_lib_of(c, IR_LIB_WRITE), *s = sl_lib_of(c, IR_LIB_STRING);
    const struct sl_text *t = &s->text;
    if (!sl_lib_touch(c)) return false;
    struct sl_place to = w->place;
    struct step_extent n = w->n;
    if (!n.hi) return sl_lib_give(c, w->value), true;
    if (!is_apart(c, (struct sl_range){w->value, to, n}, s, sl_lib_bytes(t->length, 0, t->unit))) return false;
    if (sl_lib_is_known(t) && sl_is_one(to, n)) {
        uint64_t used = t->length.lo * t->unit;
        copy_known(c->d, to, t, false);
        struct sl_place rest = {to.object, to.lo + (int64_t)used, to.lo + (int64_t)used};
        if (used < n.lo) sl_fill(c->d, rest, (struct step_extent){.lo = n.lo - used, .hi = n.lo - used}, num_range_const(8, 0));
    } else {
        sl_overwrite(c->d, to, n.hi);
        if (t->length.hi < n.lo / t->unit) sl_lib_ends(c, to, n.lo, t->unit);
    }
    return give_target(c, w->value, to, t);
}

// How long the two are together, if that is a number which is kept or was computed; or 0.
static uint32_t sum_of(struct sl_call *c, const struct sl_text *s, const struct sl_text *t) {
    uint32_t a = sl_lib_length(c, s, false), b = sl_lib_length(c, t, false);
    num_word x;
    if (!a || !b) return 0;
    if (sl_is_const(c->d, a, &x)) return sl_shifted(c->d, b, (int64_t)x);
    return sl_is_const(c->d, b, &x) ? sl_shifted(c->d, a, (int64_t)x) : sl_sum_of(c->d, a, b);
}

// Of a string with a limit nothing beyond that is read.
static bool read_within_limit(struct sl_call *c, const struct sl_operand *s, struct step_extent *n) {
    struct step_extent limit;
    *n = sl_lib_bytes(s->text.length, 1, s->text.unit);
    if (!sl_lib_row(c, s)->limited) return true;
    if (!step_size(&c->call, &sl_lib_row(c, s)->size, s->text.unit, &limit)) return false;
    n->lo = limit.lo < n->lo ? limit.lo : n->lo;
    n->hi = limit.hi < n->hi ? limit.hi : n->hi;
    return true;
}

// What is written behind the old string: the other one, and an end.
static struct sl_range appended(struct sl_place to, const struct sl_text *old, const struct sl_text *t) {
    struct step_extent before = sl_lib_bytes(old->length, 0, t->unit);
    to.lo += (int64_t)before.lo;
    to.hi = before.hi >= SL_UNBOUNDED || to.hi >= INT64_MAX - (int64_t)before.hi ? INT64_MAX : to.hi + (int64_t)before.hi;
    return (struct sl_range){0, to, sl_lib_bytes(t->length, 1, t->unit)};
}

bool sl_model_strcat(struct sl_call *c) {
    struct sl_operand *b = sl_lib_of(c, IR_LIB_EDIT), *s = sl_lib_of(c, IR_LIB_STRING);
    const struct sl_text *old = &b->text, *t = &s->text;
    struct sl_place to;
    struct step_extent read;
    if (!sl_lib_text(c, b) || !sl_lib_text(c, s) || !read_within_limit(c, s, &read)) return false;
    struct step_extent sum = {.lo = old->length.lo + t->length.lo, .hi = old->length.hi + t->length.hi};
    uint32_t length = sum_of(c, old, t), lengths[2] = {sl_lib_length(c, old, false), sl_lib_length(c, t, false)};
    struct step_extent n = with_end(sum, length, t->unit);
    if (!length && lengths[0] && lengths[1]) {
        n.number = lengths[0];
        n.other = lengths[1];
    }
    if (!sl_lib_reach(c, b->value, n, true, &to) || !is_apart(c, appended(to, old, t), s, read)) return false;
    to.lo += (int64_t)(old->length.lo * t->unit);
    if (sl_lib_is_known(old) && (sl_lib_is_known(t) || !t->length.hi)) {
        to.hi = to.lo;
        copy_known(c->d, to, t, true);
    } else {
        sl_kill(c->d, to.object, (uint64_t)to.lo, (uint64_t)(to.hi - old->place.lo) + n.hi - old->length.lo * t->unit);
        sl_lib_ends(c, old->place, n.hi, t->unit);
        if (n.other) length = sl_size_as_sum(c->d, to.object, n.number, n.other);
        if (!n.other || !old->place.lo) give_length(c->d, old->place, length);
    }
    sl_lib_give(c, b->value);
    return true;
}

// ---- comparison --------------------------------------------------------------------------------------------------------------------

static uint32_t lower(uint32_t x) {
    return x >= 'A' && x <= 'Z' ? x + 32 : x;
}

static struct num_range difference(struct sl_call *c, const struct sl_text *a, const struct sl_text *b) {
    bool fold = c->row->kind == IR_LIB_K_STRCASECMP;
    for (uint64_t i = 0;; i++) {
        uint32_t x = sl_lib_unit(c, a, i), y = sl_lib_unit(c, b, i);
        if (fold) x = lower(x), y = lower(y);
        bool less = a->unit == 1 ? x < y : (int32_t)x < (int32_t)y;
        if (x != y) return less ? num_range_signed(32, INT32_MIN, -1) : num_range_signed(32, 1, INT32_MAX);
        if (!x) return num_range_const(32, 0);
    }
}

// What is equal to a known text, or begins with it, does not end in it.  False: it does.
static bool learn_begin(struct sl_call *c, const struct sl_operand *o, uint64_t length) {
    struct sl_draft *d = c->d;
    uint32_t end = sl_some_end(d, o->text.place.object, c->bits);
    struct num_var at = sl_reading(d, o->value, true), last = sl_reading(d, end, true);
    if (!end || !at.bits || length > INT32_MAX || sl_bound(d, at, last) > 0) return true;
    return sl_assume_bound(d, at, last, -(int64_t)length);
}

// One string is known, and the end of the other a number: where they are equal, that is behind as many characters.
static bool compare_with_known(struct sl_call *c, const struct sl_operand *known, const struct sl_operand *other) {
    struct num_range unequal = num_range_full(32), zero = num_range_const(32, 0);
    bool apart = sl_lib_is_known(&known->text) && !sl_lib_is_known(&other->text) && known->text.unit == 1 && known->text.length.lo && known->text.place.object;
    if (!apart || !other->text.place.object || !sl_some_end(c->d, other->text.place.object, c->bits)) return false;
    struct sl_call equal = sl_lib_fork(c);
    if (learn_begin(&equal, other, known->text.length.lo))
        sl_lib_give_number(&equal, zero);
    else
        step_unfork(c->run);
    num_range_refine(NUM_NE, true, &unequal, &zero);
    sl_lib_give_number(c, unequal);
    return true;
}

// Both are read at most up to their ends.
bool sl_result_strcmp(struct sl_call *c) {
    const struct sl_operand *x = sl_lib_of(c, IR_LIB_STRING), *y = sl_lib_nth(c, IR_LIB_STRING, 1);
    bool minds = sl_of(c->run)->foreign_locale && ir_lib_minds_locale(c->row);
    if (minds || !sl_lib_is_known(&x->text) || !sl_lib_is_known(&y->text)) return !minds && (compare_with_known(c, y, x) || compare_with_known(c, x, y));
    sl_lib_give_number(c, difference(c, &x->text, &y->text));
    return true;
}

// The sign of the first difference, as far as it is known.
static struct num_range byte_difference(struct sl_draft *d, struct sl_place a, struct sl_place b, struct step_extent n) {
    num_word x, y;
    for (uint64_t i = 0; i < n.lo && i < SL_MOST_COMPARED; i++) {
        bool known = a.lo == a.hi && b.lo == b.hi && sl_constant_bytes(d, a.object, (uint64_t)a.lo + i, 1, &x) &&
                     sl_constant_bytes(d, b.object, (uint64_t)b.lo + i, 1, &y);
        if (!known) return num_range_full(32);
        if (x != y) return x < y ? num_range_signed(32, INT32_MIN, -1) : num_range_signed(32, 1, INT32_MAX);
    }
    return n.lo == n.hi && !sl_exceeds(&d->reached, SL_LIMIT_COMPARED, n.lo) ? num_range_const(32, 0) : num_range_full(32);
}

// Is the first byte uninitialised?
static bool begins_with_nothing(struct sl_call *c, const struct sl_operand *o) {
    bool one = o->n.lo && o->place.object && o->place.lo == o->place.hi && !sl_is_shared(&c->d->objects.at[o->place.object]);
    return one && step_is_asked(c->run->step, IR_RULE_UNINITIALISED_VALUE) && !sl_is_given(c->d, o->place.object, (uint64_t)o->place.lo, 1);
}

bool sl_result_memcmp(struct sl_call *c) {
    const struct sl_operand *a = sl_lib_of(c, IR_LIB_READ), *b = sl_lib_nth(c, IR_LIB_READ, 1);
    bool bytes = sl_lib_row(c, a)->unit == 1;
    if (begins_with_nothing(c, a) || begins_with_nothing(c, b)) {
        sl_lib_give(c, sl_fresh(c->d, SL_UNINIT));
        return true;
    }
    if (bytes || !a->n.hi) sl_lib_give_number(c, byte_difference(c->d, a->place, b->place, a->n));
    return bytes || !a->n.hi;
}

// ---- search ------------------------------------------------------------------------------------------------------------------------

// In a known string: where the character is first or last; false: nowhere.
static bool find(struct sl_call *c, const struct sl_text *t, uint32_t wanted, bool last, uint64_t *at) {
    bool found = false;
    for (uint64_t i = 0; i <= t->length.lo && (last || !found); i++)
        if (sl_lib_unit(c, t, i) == wanted) {
            *at = i;
            found = true;
        }
    return found;
}

bool sl_result_strchr(struct sl_call *c) {
    const struct sl_text *t = &sl_lib_of(c, IR_LIB_STRING)->text;
    num_word x;
    uint64_t at = t->length.lo;
    if (!sl_lib_is_known(t) || !sl_is_const(c->d, sl_lib_of(c, IR_LIB_VALUE)->value, &x)) return false;
    bool found = find(c, t, t->unit == 1 ? (uint8_t)x : (uint32_t)x, c->row->kind == IR_LIB_K_STRRCHR, &at);
    if (found || c->row->kind == IR_LIB_K_STRCHRNUL)
        sl_lib_give(c, sl_inside(c->d, c->bits, t->place, (struct step_extent){.lo = at, .hi = at}, t->unit));
    else
        sl_lib_give_null(c);
    return true;
}

bool sl_result_strspn(struct sl_call *c) {
    sl_lib_give_number(c, num_range_unsigned(64, 0, sl_lib_of(c, IR_LIB_STRING)->text.length.hi));
    return true;
}
