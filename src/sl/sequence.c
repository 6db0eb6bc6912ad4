// SPDX-License-Identifier: MIT
#include "sl/sequence.h"

#include <assert.h>

#include "sl/lift.h"
#include "sl/text.h"

static_assert(SL_MOST_VARIANTS + 2 < 32, "a word has room for what may never be");

static uint32_t all_of(uint32_t n) {
    return (UINT32_C(1) << n) - 1;
}

static bool has(uint32_t set, uint32_t i) {
    return set >> i & 1;
}

struct sl_sequence sl_any_sequence(uint32_t n) {
    assert(n <= SL_MOST_VARIANTS);
    struct sl_sequence o = {n, all_of(n), all_of(n), {0}};
    for (uint32_t i = 0; i < n; i++) o.after[i] = all_of(n);
    return o;
}

struct sl_sequence sl_sequence_of(const struct sl_draft *d, uint32_t mixed) {
    struct sl_sequence o = {.n = sl_n_variants(d, mixed)};
    assert(o.n <= SL_MOST_VARIANTS);
    for (uint32_t i = 0; i < o.n; i++) {
        uint32_t never = d->objects.at[sl_variant_of(d, mixed, i)].shape.variant.never;
        o.after[i] = all_of(o.n) & ~never;
        if (!(never & SL_NEVER_FIRST)) o.first |= 1u << i;
        if (!(never & SL_NEVER_LAST)) o.last |= 1u << i;
    }
    return o;
}

void sl_set_sequence(struct sl_draft *d, uint32_t mixed, const struct sl_sequence *o) {
    assert(o->n == sl_n_variants(d, mixed));
    for (uint32_t i = 0; i < o->n; i++) {
        uint32_t never = all_of(o->n) & ~o->after[i];
        if (!has(o->first, i)) never |= SL_NEVER_FIRST;
        if (!has(o->last, i)) never |= SL_NEVER_LAST;
        d->objects.at[sl_variant_of(d, mixed, i)].shape.variant.never = never;
    }
}

// ---- as values -------------------------------------------------------------------------------------------------------------------------

// The same set by other numbers.
static uint32_t moved(uint32_t set, const uint32_t *place) {
    uint32_t out = 0;
    for (uint32_t i = 0; set >> i; i++)
        if (has(set, i)) out |= 1u << place[i];
    return out;
}

void sl_sequence_add(struct sl_sequence *o, const struct sl_sequence *x, const uint32_t *place) {
    o->first |= moved(x->first, place);
    o->last |= moved(x->last, place);
    for (uint32_t i = 0; i < x->n; i++) {
        assert(place[i] < o->n);
        o->after[place[i]] |= moved(x->after[i], place);
    }
}

void sl_sequence_append(struct sl_sequence *o, const struct sl_sequence *x, const uint32_t *place, bool none_before, bool none_behind) {
    uint32_t first = o->first, last = o->last, next = moved(x->first, place), end = moved(x->last, place);
    sl_sequence_add(o, x, place);
    for (uint32_t i = 0; i < o->n; i++)
        if (has(last, i)) o->after[i] |= next;
    o->first = none_before ? first | next : first;
    o->last = none_behind ? last | end : end;
}

void sl_sequence_unite(struct sl_sequence *o, uint32_t i, uint32_t k) {
    assert(i < k && k < o->n);
    struct sl_sequence x = *o;
    uint32_t place[SL_MOST_VARIANTS];
    for (uint32_t v = 0; v < x.n; v++) place[v] = v == k ? i : v - (v > k);
    *o = (struct sl_sequence){.n = x.n - 1};
    sl_sequence_add(o, &x, place);
}

bool sl_is_within(const struct sl_sequence *x, const struct sl_sequence *o, const uint32_t *place) {
    bool within = !(moved(x->first, place) & ~o->first) && !(moved(x->last, place) & ~o->last);
    for (uint32_t i = 0; i < x->n && within; i++) within = !(moved(x->after[i], place) & ~o->after[place[i]]);
    return within;
}

// Those that a chain which begins with one of `from` may come to.
static uint32_t reached(const struct sl_sequence *o, uint32_t from) {
    for (uint32_t before = 0; before != from;) {
        before = from;
        for (uint32_t i = 0; i < o->n; i++)
            if (has(from, i)) from |= o->after[i];
    }
    return from;
}

// Those right behind which one of the set may come.
static uint32_t right_before(const struct sl_sequence *o, uint32_t set) {
    uint32_t out = 0;
    for (uint32_t i = 0; i < o->n; i++)
        if (o->after[i] & set) out |= 1u << i;
    return out;
}

// Those from which a chain may come to one of `to`.
static uint32_t reaching(const struct sl_sequence *o, uint32_t to) {
    for (uint32_t before = 0; before != to;) {
        before = to;
        to |= right_before(o, to);
    }
    return to;
}

bool sl_is_trim(const struct sl_sequence *o) {
    return (reached(o, o->first) & reaching(o, o->last)) == all_of(o->n);
}

// ---- in segments -----------------------------------------------------------------------------------------------------------------------

struct sl_sequence sl_lifted_sequence(uint32_t n, bool one) {
    struct sl_sequence o = {.n = n, .first = 1, .last = 1u << (n - 1)};
    assert(n == 1 || (n == 2 && !one));
    for (uint32_t i = 0; i < n && !one; i++) o.after[i] = 1u << (i + 1) % n;
    return o;
}

void sl_sequence_lifted(struct sl_draft *d, uint32_t mixed, bool one) {
    struct sl_sequence o = sl_lifted_sequence(sl_n_variants(d, mixed), one);
    sl_set_sequence(d, mixed, &o);
}

uint32_t sl_variants_at(const struct sl_draft *d, uint32_t mixed, bool last) {
    struct sl_sequence o = sl_sequence_of(d, mixed);
    return last ? o.last : o.first;
}

// Variants that are in no chain any more go.
static void keep_only(struct sl_draft *d, uint32_t mixed, struct sl_sequence *o, uint32_t kept, unsigned bits) {
    uint32_t place[SL_MOST_VARIANTS] = {0}, n = 0;
    struct sl_sequence x = *o;
    for (uint32_t i = 0; i < x.n; i++) {
        if (!has(kept, i)) continue;
        place[i] = n;
        sl_set_variant(d, mixed, n++, sl_variant_of(d, mixed, i), bits);  // none behind it was moved yet
    }
    for (uint32_t i = n; i < x.n; i++) sl_set_link(d, mixed, SL_VARIANTS, i, 0);
    x.first &= kept;
    x.last &= kept;
    for (uint32_t i = 0; i < x.n; i++) x.after[i] = has(kept, i) ? x.after[i] & kept : 0;
    *o = (struct sl_sequence){.n = n};
    sl_sequence_add(o, &x, place);
}

bool sl_sequence_taken(struct sl_draft *d, uint32_t mixed, uint32_t variant, bool last, unsigned bits, bool *none) {
    struct sl_sequence o = sl_sequence_of(d, mixed);
    assert(variant < o.n && has(last ? o.last : o.first, variant));
    uint32_t rest = last ? right_before(&o, 1u << variant) : o.after[variant];
    bool alone = has(last ? o.first : o.last, variant);
    uint8_t *least = &d->objects.at[mixed].shape.least;
    if (!alone && !*least) *least = 1;
    *none = !rest;
    if (!rest) return !*least;
    *(last ? &o.last : &o.first) = rest;
    uint32_t kept = reached(&o, o.first) & reaching(&o, o.last);
    if (kept != all_of(o.n)) keep_only(d, mixed, &o, kept, bits);
    sl_set_sequence(d, mixed, &o);
    return true;
}

// ---- text ------------------------------------------------------------------------------------------------------------------------------

bool sl_text_sequence(struct sl_text *t, uint32_t *never) {
    if (!sl_text_has_word(t, *never, "never")) return true;
    if (sl_text_has_word(t, *never & SL_NEVER_FIRST, "first")) *never |= SL_NEVER_FIRST;
    if (sl_text_has_word(t, *never & SL_NEVER_LAST, "last")) *never |= SL_NEVER_LAST;
    if (!sl_text_has_word(t, *never & all_of(SL_MOST_VARIANTS), "before")) return *never || sl_text_fail(t, "expected what may never be");
    for (uint32_t i = 0; t->out && i < SL_MOST_VARIANTS; i++)
        if (has(*never, i)) buf_printf(t->out, " %u", i);
    for (uint32_t i; !t->out;) {
        sl_text_space(t);
        if (sl_text_peek(t) < '0' || sl_text_peek(t) > '9') break;
        if (!sl_text_number32(t, &i, SL_MOST_VARIANTS - 1)) return false;
        *never |= 1u << i;
    }
    return (*never & all_of(SL_MOST_VARIANTS)) || sl_text_fail(t, "expected the number of a variant");
}
