// SPDX-License-Identifier: MIT
// Strings: length, copies, comparison, search.  Precise where all characters are known; else by what the length can be.
#include "sl/lib.h"
#include "sl/length.h"

// The limit of a parameter, in units.
static bool limit_of(struct sl_call *c, int k, struct sl_extent *out) {
    return sl_lib_extent(c, &c->row->args[k].size, 1, out);
}

static bool string(struct sl_call *c, uint32_t nth, struct sl_text *out) {
    return sl_lib_text(c, (uint32_t)sl_lib_nth(c, IR_LIB_STRING, nth), out);
}

static struct sl_extent bytes(struct sl_extent units, uint64_t more, uint32_t unit) {
    struct sl_extent n = {.lo = (units.lo + more) * unit, .hi = units.hi >= SL_UNBOUNDED ? SL_UNBOUNDED : (units.hi + more) * unit};
    return n;
}

// The target itself, or the place so many units into it.
static void give_target(struct sl_call *c, uint32_t to, struct sl_place p, struct sl_extent units, uint32_t unit) {
    sl_lib_give(c, c->row->result.answer == IR_LIB_INSIDE ? sl_lib_inside(c, p, units, unit) : to);
}

static void put_end(struct sl_draft *d, uint32_t object, uint64_t offset, uint32_t unit) {
    sl_put(d, object, offset, unit, sl_const(d, unit * 8, 0));
}

bool sl_model_strlen(struct sl_call *c) {
    struct sl_text t;
    if (!string(c, 0, &t)) return false;
    ir_type type = sl_lib_type(c);
    bool whole = type && ir_bits(type) == sl_of(c->run)->bits && !c->row->args[sl_lib_nth(c, IR_LIB_STRING, 0)].limited;
    uint32_t n = whole ? sl_lib_length(c, &t, true) : 0;
    if (n)
        sl_lib_give(c, n);
    else
        sl_lib_give_number(c, num_range_unsigned(64, t.length.lo, t.length.hi));
    return true;
}

// ---- copies ------------------------------------------------------------------------------------------------------------------------

// The characters of t, and perhaps an end, to an exact place.
static void copy_known(struct sl_draft *d, struct sl_place to, const struct sl_text *t, bool end) {
    uint64_t n = t->length.lo * t->unit;
    if (n) sl_copy_bytes(d, to.object, (uint64_t)to.lo, t->place.object, (uint64_t)t->place.lo, n);
    if (end) put_end(d, to.object, (uint64_t)to.lo + n, t->unit);
}

// So many bytes at most: a length, if it is kept what that is, and one more for the end.
static struct sl_extent with_end(struct sl_extent units, uint32_t length, uint32_t unit) {
    struct sl_extent n = bytes(units, 1, unit);
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
static bool is_apart(struct sl_call *c, struct sl_range to, const struct sl_text *t, struct sl_extent n) {
    uint32_t b = sl_lib_arg_of(c, IR_LIB_STRING);
    return b && sl_apart(c->run, c->d, &to, &(struct sl_range){b, t->place, n}, c->row->kind != IR_LIB_K_STRCAT);
}

bool sl_model_strcpy(struct sl_call *c) {
    uint32_t a = sl_lib_arg_of(c, IR_LIB_FILL);
    struct sl_text t;
    struct sl_place to;
    if (!a || !string(c, 0, &t)) return false;
    uint32_t length = sl_lib_length(c, &t, false);
    struct sl_extent n = with_end(t.length, length, t.unit);
    if (!sl_lib_reach(c, a, n, true, &to) || !is_apart(c, (struct sl_range){a, to, n}, &t, n)) return false;
    if (sl_lib_is_known(c, &t) && to.lo == to.hi) {
        copy_known(c->d, to, &t, true);
    } else {
        sl_overwrite(c->d, to, n.hi);
        sl_lib_ends(c, to, t.unit);
        give_length(c->d, to, length);
    }
    give_target(c, a, to, t.length, t.unit);
    return true;
}

bool sl_model_strncpy(struct sl_call *c) {
    int w = ir_lib_role(c->row, IR_LIB_WRITE);
    uint32_t a = sl_lib_arg(c, (uint32_t)w);
    struct sl_text t;
    struct sl_place to;
    struct sl_extent limit;
    if (!a || !limit_of(c, w, &limit) || !string(c, 0, &t)) return false;
    if (!limit.hi) return sl_lib_give(c, a), true;
    struct sl_extent n = bytes(limit, 0, t.unit);
    if (!sl_lib_reach(c, a, n, true, &to) || !is_apart(c, (struct sl_range){a, to, n}, &t, bytes(t.length, 0, t.unit))) return false;
    if (sl_lib_is_known(c, &t) && sl_lib_exact(to, n)) {
        uint64_t used = t.length.lo * t.unit;
        copy_known(c->d, to, &t, false);
        struct sl_place rest = {to.object, to.lo + (int64_t)used, to.lo + (int64_t)used};
        if (used < n.lo) sl_fill(c->d, rest, (struct sl_extent){.lo = n.lo - used, .hi = n.lo - used}, sl_const(c->d, 8, 0), 1);
    } else {
        sl_overwrite(c->d, to, n.hi);
        if (t.length.hi < limit.lo) sl_lib_ends(c, to, t.unit);
    }
    give_target(c, a, to, t.length, t.unit);
    return true;
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
static bool read_within_limit(struct sl_call *c, struct sl_extent *n, uint32_t unit) {
    int k = ir_lib_role(c->row, IR_LIB_STRING);
    struct sl_extent limit;
    if (!c->row->args[k].limited) return true;
    if (!limit_of(c, k, &limit)) return false;
    limit = bytes(limit, 0, unit);
    n->lo = limit.lo < n->lo ? limit.lo : n->lo;
    n->hi = limit.hi < n->hi ? limit.hi : n->hi;
    return true;
}

// What is written behind the old string: the other one, and an end.
static struct sl_range appended(struct sl_place to, const struct sl_text *old, const struct sl_text *t) {
    struct sl_extent before = bytes(old->length, 0, t->unit);
    to.lo += (int64_t)before.lo;
    to.hi = before.hi >= SL_UNBOUNDED || to.hi >= INT64_MAX - (int64_t)before.hi ? INT64_MAX : to.hi + (int64_t)before.hi;
    return (struct sl_range){0, to, bytes(t->length, 1, t->unit)};
}

bool sl_model_strcat(struct sl_call *c) {
    int b = ir_lib_role(c->row, IR_LIB_EDIT);
    uint32_t a = sl_lib_arg(c, (uint32_t)b);
    struct sl_text old, t;
    struct sl_place to;
    if (!a || !sl_lib_text(c, (uint32_t)b, &old) || !string(c, 0, &t)) return false;
    struct sl_extent sum = {.lo = old.length.lo + t.length.lo, .hi = old.length.hi + t.length.hi};
    uint32_t length = sum_of(c, &old, &t);
    struct sl_extent n = with_end(sum, length, t.unit), read = bytes(t.length, 1, t.unit);
    if (!read_within_limit(c, &read, t.unit)) return false;
    uint32_t lengths[2] = {sl_lib_length(c, &old, false), sl_lib_length(c, &t, false)};
    if (!length && lengths[0] && lengths[1]) {
        n.number = lengths[0];
        n.other = lengths[1];
    }
    if (!sl_lib_reach(c, a, n, true, &to) || !is_apart(c, appended(to, &old, &t), &t, read)) return false;
    to.lo += (int64_t)(old.length.lo * t.unit);
    if (sl_lib_is_known(c, &old) && (sl_lib_is_known(c, &t) || !t.length.hi)) {
        to.hi = to.lo;
        copy_known(c->d, to, &t, true);
    } else {
        sl_kill(c->d, to.object, (uint64_t)to.lo, (uint64_t)(to.hi - old.place.lo) + n.hi - old.length.lo * t.unit);
        sl_lib_ends(c, old.place, t.unit);
        if (n.other) length = sl_size_as_sum(c->d, to.object, n.number, n.other);
        if (!n.other || !old.place.lo) give_length(c->d, old.place, length);
    }
    sl_lib_give(c, a);
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

// Both are read at most up to their ends.
bool sl_model_strcmp(struct sl_call *c) {
    struct sl_text a, b;
    if (!string(c, 0, &a) || !string(c, 1, &b)) return false;
    bool known = sl_lib_is_known(c, &a) && sl_lib_is_known(c, &b) && !(sl_of(c->run)->foreign_locale && ir_lib_minds_locale(c->row));
    sl_lib_give_number(c, known ? difference(c, &a, &b) : num_range_full(32));
    return true;
}

// ---- search ------------------------------------------------------------------------------------------------------------------------

static void give_place(struct sl_call *c, const struct sl_text *t, struct sl_extent units) {
    sl_lib_give(c, sl_lib_inside(c, t->place, units, t->unit));
}

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

bool sl_model_strchr(struct sl_call *c) {
    struct sl_text t;
    num_word x;
    uint64_t at = 0;
    uint32_t v = sl_lib_arg_of(c, IR_LIB_VALUE);
    bool or_end = c->row->kind == IR_LIB_K_STRCHRNUL;
    if (!v || !string(c, 0, &t)) return false;
    if (sl_lib_is_known(c, &t) && sl_is_const(c->d, v, &x)) {
        uint32_t wanted = t.unit == 1 ? (uint8_t)x : (uint32_t)x;
        bool found = find(c, &t, wanted, c->row->kind == IR_LIB_K_STRRCHR, &at);
        if (!found && or_end) at = t.length.lo;
        if (found || or_end)
            give_place(c, &t, (struct sl_extent){.lo = at, .hi = at});
        else
            sl_lib_give(c, sl_const(c->d, sl_of(c->run)->bits, 0));
        return true;
    }
    if (!or_end) sl_lib_fork_null(c);
    give_place(c, &t, (struct sl_extent){.lo = 0, .hi = t.length.hi});
    return true;
}

// A place in the first string, or null.
bool sl_model_strfind(struct sl_call *c) {
    struct sl_text t, other;
    if (!string(c, 0, &t) || (sl_lib_nth(c, IR_LIB_STRING, 1) >= 0 && !string(c, 1, &other))) return false;
    if (c->row->result.null) sl_lib_fork_null(c);
    give_place(c, &t, (struct sl_extent){.lo = 0, .hi = t.length.hi});
    return true;
}

bool sl_model_strspn(struct sl_call *c) {
    struct sl_text t, other;
    if (!string(c, 0, &t) || !string(c, 1, &other)) return false;
    sl_lib_give_number(c, num_range_unsigned(64, 0, t.length.hi));
    return true;
}
