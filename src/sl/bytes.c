// SPDX-License-Identifier: MIT
// Ranges of bytes as a whole: copied, filled, made anything.  Where place or length is not one number, what may be touched becomes
// anything.
#include <assert.h>

#include "sl/length.h"
#include "sl/sl.h"

bool sl_is_one(struct sl_place p, struct step_extent n) {
    assert(p.lo <= p.hi && n.lo <= n.hi);
    return p.lo == p.hi && n.lo == n.hi;
}

// Of an object whose size is not known, all of it behind what is surely there: else each loop would leave a field more.
void sl_overwrite(struct sl_draft *d, struct sl_place p, uint64_t n) {
    assert(p.object && p.object < d->objects.n && p.lo <= p.hi);
    struct sl_object *o = &d->objects.at[p.object];
    uint64_t most = o->size + o->more;
    if (!n) return;
    if (o->count && o->more && (p.lo != p.hi || n > o->size)) {
        uint64_t from = sl_has_links(d, p.object) ? 0 : (uint64_t)p.lo < o->size ? (uint64_t)p.lo : o->size;
        d->lax |= from && o->rest == SL_REST_UNINIT;
        sl_kill(d, p.object, from, most - from);
        d->objects.at[p.object].rest = SL_REST_ANY;
        sl_drop_links(d, p.object);
        sl_drop_fields_from(d, p.object, from);
        return;
    }
    uint64_t end = n < most - (uint64_t)p.hi ? (uint64_t)p.hi + n : most;
    sl_kill(d, p.object, (uint64_t)p.lo, end - (uint64_t)p.lo);
}

void sl_escape_bytes(struct sl_draft *d, uint32_t object, uint64_t from, uint64_t to) {
    for (uint32_t i = sl_first_field(d, object); sl_has(d, i, object); i++)
        if (d->fields.at[i].offset < to && from < d->fields.at[i].offset + d->fields.at[i].size) sl_escape(d, d->fields.at[i].value);
}

// Is the byte that ends a string in an object among n bytes from `from` on?
static bool takes_end(const struct sl_draft *d, const struct sl_object *o, struct sl_place from, struct step_extent n) {
    if (!o->ends || from.lo != from.hi || num_range_smin(d->values.at[o->ends].range) < from.lo) return false;
    if (num_range_smax(d->values.at[o->ends].range) - from.lo < (int64_t)n.lo) return true;
    struct num_var end = sl_reading(d, o->ends, true), length = sl_reading(d, n.number, false);
    return n.times == 1 && length.is_signed && sl_bound(d, end, length) < from.lo + n.plus;
}

// What is known of where strings end goes with the bytes.
static void copy_end(struct sl_draft *d, struct sl_place to, struct sl_place from, struct step_extent n) {
    const struct sl_object *o = &d->objects.at[from.object];
    if (to.lo == to.hi && takes_end(d, o, from, n))
        sl_give_end(d, to.object, sl_shifted(d, o->ends, to.lo - from.lo), o->first && !to.lo && !from.lo);
}

void sl_copy_end_behind(struct sl_draft *d, uint32_t to, struct sl_place place, struct sl_place from, struct step_extent n) {
    const struct sl_object *o = &d->objects.at[from.object];
    if (place.lo == place.hi || place.lo < 0 || !takes_end(d, o, from, n)) return;
    uint32_t end = sl_shifted(d, o->ends, -from.lo), at = sl_offset_number(d, to, place.lo, place.hi);
    if (d->values.at[end].range.bits == d->values.at[at].range.bits) sl_give_end(d, place.object, sl_make_sum(d, at, end), false);
}

void sl_copy(struct sl_draft *d, struct sl_place to, struct sl_place from, struct step_extent n) {
    assert(to.object && to.lo <= to.hi && from.object && from.lo <= from.hi && n.lo <= n.hi);
    copy_end(d, to, from, n);
    if (sl_is_one(to, n) && sl_is_one(from, n)) {
        sl_copy_bytes(d, to.object, (uint64_t)to.lo, from.object, (uint64_t)from.lo, n.lo);
        return;
    }
    sl_escape_bytes(d, from.object, (uint64_t)from.lo, n.hi < UINT64_MAX - (uint64_t)from.hi ? (uint64_t)from.hi + n.hi : UINT64_MAX);
    sl_overwrite(d, to, n.hi);
}

// So many bytes, each eight of which are `word`.
static void put_pattern(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t n, uint64_t word) {
    if (!word) {
        sl_put(d, object, offset, n, sl_const(d, n <= 16 ? (unsigned)n * 8 : 64, 0));
        return;
    }
    for (uint64_t at = 0; at < n; at += 8) {
        uint64_t k = n - at < 8 ? n - at : 8;
        sl_put(d, object, offset + at, k, sl_const(d, (unsigned)k * 8, word));
    }
}

void sl_fill(struct sl_draft *d, struct sl_place p, struct step_extent n, struct num_range unit) {
    assert(p.object && p.lo <= p.hi && n.lo <= n.hi && (unit.bits == 8 || unit.bits == 32));
    num_word x = 0;
    bool known = sl_is_one(p, n) && num_range_is_const(unit, &x);
    uint64_t word = unit.bits == 8 ? 0x0101010101010101u * (uint64_t)x : 0x100000001u * (uint64_t)x;
    if (known && (!word || !sl_exceeds(&d->reached, SL_LIMIT_PATTERN, n.hi)))
        put_pattern(d, p.object, (uint64_t)p.lo, n.lo, word);
    else
        sl_overwrite(d, p, n.hi);
}

uint32_t sl_inside(struct sl_draft *d, unsigned bits, struct sl_place p, struct step_extent units, uint32_t unit) {
    uint64_t top = bits == 64 ? INT64_MAX : INT32_MAX;
    num_word hi = (num_word)p.hi + (num_word)units.hi * unit;
    struct num_range r = num_range_signed(bits, p.lo + (int64_t)(units.lo * unit), hi > top ? (int64_t)top : (int64_t)hi);
    return sl_add_value(d, (struct sl_value){.kind = SL_ADDR, .object = p.object, .range = r});
}
