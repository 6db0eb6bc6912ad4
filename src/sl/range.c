// SPDX-License-Identifier: MIT
// Accesses at an offset that is not one number: arrays with an index that is only known to be in a range.
//
// Plain numbers are joined: a load gives any of them, a store leaves at each place the old number or the new one.  Where pointers are
// concerned, one draft for each number that the index can be (if they are few) is run again, so that nothing is lost.
#include <assert.h>

#include "sl/length.h"
#include "sl/sl.h"
#include "sl/term.h"


struct places {
    uint32_t object;
    uint64_t first, stride, count, size;  // count places of size bytes
};

// ---- places ------------------------------------------------------------------------------------------------------------------------

static uint64_t gcd(uint64_t a, uint64_t b) {
    return b ? gcd(b, a % b) : a;
}

static bool varies(const struct sl_draft *d, uint32_t v) {
    return !num_range_is_const(d->values.at[v].range, NULL);
}

// The places lie at a multiple of this from each other.
static uint64_t stride_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a) {
    uint64_t stride = varies(d, sl_eval(r, d, a->base)) ? 1 : 0;
    for (uint32_t i = 0; i < a->n_terms; i++) {
        int64_t scale = a->terms[i].scale;
        if (varies(d, sl_eval(r, d, a->terms[i].index))) stride = gcd(scale < 0 ? -(uint64_t)scale : (uint64_t)scale, stride);
    }
    return stride ? stride : 1;
}

// One of the offsets: that of the first number of each range.
static int64_t sample(struct step_run *r, struct sl_draft *d, const struct ir_addr *a) {
    unsigned bits = sl_of(r)->bits;
    uint32_t v = sl_eval(r, d, a->base);
    uint64_t sum = d->values.at[v].range.lo + (uint64_t)a->offset;
    for (uint32_t i = 0; i < a->n_terms; i++) {
        v = sl_eval(r, d, a->terms[i].index);
        struct num_range x = d->values.at[v].range;
        if (x.bits) sum += (uint64_t)num_sext(x.bits, 64, x.lo) * (uint64_t)a->terms[i].scale;
    }
    return num_range_smin(num_range_const(bits, sum));
}

// Within the bounds of an object the offsets do not wrap, so each is a multiple of the stride away from any other.  Where nobody asked about
// bounds an offset may have wrapped into them: then it is only a multiple of the power of two in the stride away.
static struct places places_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, uint64_t size) {
    int64_t stride = (int64_t)stride_of(r, d, a);
    if (!step_is_asked(r->step, IR_RULE_OUT_OF_BOUNDS)) stride &= -stride;
    int64_t rest = (sample(r, d, a) - p.lo) % stride;
    uint64_t first = (uint64_t)(p.lo + (rest < 0 ? rest + stride : rest));
    assert(p.lo >= 0 && p.hi >= p.lo);
    uint64_t count = first > (uint64_t)p.hi ? 0 : ((uint64_t)p.hi - first) / (uint64_t)stride + 1;
    return (struct places){p.object, first, (uint64_t)stride, count, size};
}

// How many numbers; all of 64 bits, too, are more than none.
static uint64_t size_of(struct num_range range) {
    num_word n = num_range_size(range);
    return n > UINT64_MAX ? UINT64_MAX : (uint64_t)n;
}

// An index that can be few numbers only, or 0.
static uint32_t small_index(struct step_run *r, struct sl_draft *d, const struct ir_addr *a) {
    for (uint32_t i = 0; i < a->n_terms; i++) {
        uint32_t v = sl_eval(r, d, a->terms[i].index);
        const struct sl_value *x = &d->values.at[v];
        if (x->kind == SL_INT && x->range.bits <= 64 && varies(d, v) && !sl_exceeds(&d->reached, SL_LIMIT_SPLIT, size_of(x->range))) return v;
    }
    return 0;
}

static void split(struct step_run *r, struct sl_draft *d, uint32_t index) {
    assert(d->values.at[index].kind == SL_INT && !num_range_is_const(d->values.at[index].range, NULL));
    struct num_range all = d->values.at[index].range;
    uint64_t n = size_of(all);
    assert(n > 1);
    for (uint64_t k = 0; k < n; k++) {
        struct sl_draft *one = step_fork(r, d, true);
        one->values.at[index].range = num_range_const(all.bits, all.lo + k);
        bool possible = sl_learnt(one, index);
        for (uint32_t i = 0; i < one->apart.n && possible; i++) {
            struct sl_pair p = one->apart.at[i];
            possible = !sl_same(one, p.a, p.b);
        }
        if (!possible) step_unfork(r);
    }
}

// Only elements that can hold a pointer are worth it.
bool sl_split_address(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v) {
    assert(v < d->values.n);
    if (d->values.at[v].kind != SL_ADDR || !varies(d, v)) return false;
    uint32_t index = small_index(r, d, a);
    if (!index || stride_of(r, d, a) < sl_of(r)->bits / 8) return false;
    split(r, d, index);
    return true;
}

// ---- contents ----------------------------------------------------------------------------------------------------------------------

// The value that one place holds, or 0: its bytes are no field of their own.
static uint32_t look(struct sl_draft *d, const struct places *p, uint64_t k) {
    assert(k < p->count && p->object && p->object < d->objects.n);
    uint64_t offset = p->first + k * p->stride;
    uint32_t i = sl_field_at(d, p->object, offset, p->size);
    num_word x;
    if (i != UINT32_MAX) return d->fields.at[i].value;
    if (p->size <= 16 && sl_constant_bytes(d, p->object, offset, (uint32_t)p->size, &x)) return sl_const(d, (unsigned)p->size * 8, x);
    for (i = sl_first_field(d, p->object); i < d->fields.n && d->fields.at[i].object == p->object; i++)
        if (d->fields.at[i].offset < offset + p->size && offset < d->fields.at[i].offset + d->fields.at[i].size) return 0;
    return d->objects.at[p->object].rest == SL_REST_UNINIT ? sl_fresh(d, SL_UNINIT) : 0;
}

struct found {
    uint32_t same;           // what all places hold (then the rest does not matter), or 0
    bool address;            // some place holds an address
    bool number;             // all places hold numbers
    bool nothing;            // some place holds nothing
    struct num_range range;  // then: of these
};

static void add_found(const struct sl_draft *d, uint32_t v, bool first, struct found *f) {
    const struct sl_value *x = &d->values.at[v];
    f->address |= v && x->kind == SL_ADDR;
    f->nothing |= v && x->kind == SL_UNINIT;
    f->same = first || (f->same && v && sl_same(d, f->same, v)) ? v : 0;
    bool number = v && x->kind == SL_INT && (first || (f->number && x->range.bits == f->range.bits));
    if (number) f->range = first ? x->range : num_range_join(f->range, x->range);
    f->number = number;
}

static struct found look_at_all(struct sl_draft *d, const struct places *p) {
    struct found f = {0};
    for (uint64_t k = 0; k < p->count; k++) add_found(d, look(d, p, k), k == 0, &f);
    return f;
}

uint32_t sl_load_one_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, ir_type t) {
    struct places at = places_of(r, d, a, p, ir_bytes(t));
    bool plain = (ir_kind(t) == IR_INT && ir_bits(t) == ir_bytes(t) * 8) || ir_kind(t) == IR_PTR;
    if (!plain || !at.count || sl_exceeds(&d->reached, SL_LIMIT_PLACES, at.count)) return sl_unknown(d, t, sl_of(r)->bits);
    struct found f = look_at_all(d, &at);
    uint32_t index = small_index(r, d, a);
    if (f.same && d->values.at[f.same].kind != SL_UNINIT && (d->values.at[f.same].kind != SL_INT || f.range.bits == ir_bits(t)))
        return f.same;
    if (index && (f.address || ir_kind(t) == IR_PTR)) return split(r, d, index), 0;
    if (f.number && f.range.bits == ir_bits(t)) return sl_int(d, f.range);
    if (f.nothing && step_is_asked(r->step, IR_RULE_UNINITIALISED_VALUE)) return sl_fresh(d, SL_UNINIT);
    return sl_unknown(d, t, sl_of(r)->bits);
}

// ---- argv ----------------------------------------------------------------------------------------------------------------------------

// Do these words of argv hold strings, and nothing else that was put there?
static bool are_strings(const struct sl_draft *d, struct sl_place p, uint64_t word) {
    return d->objects.at[p.object].rest == SL_REST_STRINGS && !sl_has_fields(d, p.object, (uint64_t)p.lo, (uint64_t)(p.hi - p.lo) + word);
}

static bool is_word_at(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, uint64_t word) {
    return sl_is_aligned(d, v, (uint32_t)word) || (stride_of(r, d, a) % word == 0 && sample(r, d, a) % (int64_t)word == 0);
}

uint32_t sl_new_argument(struct sl_draft *d, unsigned bits) {
    struct sl_object o = {.storage = SL_LIBRARY, .tag = SL_STRING, .rest = SL_REST_ANY, .size = 1, .text = SL_TEXT};
    o.more = sl_largest_block(bits) - o.size;
    return sl_address(d, sl_add_object(d, o), bits, 0);
}

uint32_t sl_load_string(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, struct sl_place p, ir_type t,
                        uint32_t to) {
    uint64_t word = sl_of(r)->bits / 8;
    if (ir_kind(t) != IR_PTR || !are_strings(d, p, word)) return 0;
    uint32_t known = sl_loaded_before(d, v, sl_of(r)->bits);
    if (known && d->values.at[known].kind == SL_ADDR) return known;
    if (!is_word_at(r, d, a, v, word)) return 0;
    bool inside = sl_fits_bytes(d, v, 2 * word);  // not the last word
    const struct sl_object *x = &d->objects.at[p.object];
    if (!inside && p.lo != p.hi && small_index(r, d, a)) return 0;  // one by one
    if (!inside && (uint64_t)p.lo + 2 * word > x->size + x->more) return sl_const(d, sl_of(r)->bits, 0);
    if (!inside) {
        struct sl_draft *other = step_fork(r, d, false);
        sl_assign(other, to, sl_const(other, sl_of(r)->bits, 0));
        sl_learn_fits(d, v, 2 * word);
    }
    uint32_t s = sl_new_argument(d, sl_of(r)->bits);
    sl_tell_loaded(d, s, v);
    return s;
}

bool sl_store_string(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, struct sl_place p, uint32_t s) {
    assert(v < d->values.n && d->values.at[v].kind == SL_ADDR && s < d->values.n && p.lo <= p.hi);
    uint64_t word = sl_of(r)->bits / 8;
    if (!sl_is_string(d, s) || !are_strings(d, p, word) || !is_word_at(r, d, a, v, word) || !sl_fits_bytes(d, v, 2 * word)) return false;
    sl_tell_loaded(d, s, v);
    return true;
}

static void forget_characters(struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        if (t.kind != SL_LOADED || !sl_is_argument(&d->objects.at[d->values.at[t.a].object])) d->terms.at[n++] = t;
    }
    d->terms.n = n;
}

void sl_forget_ends(struct sl_draft *d, uint32_t object) {
    forget_characters(d);
    for (uint32_t o = 1; o < d->objects.n; o++) {
        struct sl_object *x = &d->objects.at[o];
        if (!sl_is_argument(x)) continue;
        x->first = 0;
        if (o != object) x->ends = 0;
    }
}

void sl_change_strings(struct sl_draft *d) {
    forget_characters(d);
    for (uint32_t o = 1; o < d->objects.n; o++) {
        struct sl_object *x = &d->objects.at[o];
        if (x->rest == SL_REST_STRINGS) x->rest = SL_REST_ANY;
        if (sl_is_argument(x)) x->text = x->wide = x->ends = x->first = 0;
    }
}

// ---- storing -----------------------------------------------------------------------------------------------------------------------

// The place holds what it held or v.
static void may_store(struct sl_draft *d, const struct places *p, uint64_t k, uint32_t v) {
    assert(k < p->count && v < d->values.n);
    uint64_t offset = p->first + k * p->stride;
    uint32_t old = look(d, p, k);
    const struct sl_value *x = &d->values.at[old], *y = &d->values.at[v];
    if (old && sl_same(d, old, v)) return;
    if (old && x->kind == SL_INT && y->kind == SL_INT && x->range.bits == y->range.bits)
        sl_put(d, p->object, offset, p->size, sl_int(d, num_range_join(x->range, y->range)));
    else
        sl_kill(d, p->object, offset, p->size);
}

bool sl_store_one_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, ir_type t, uint32_t v) {
    assert(v < d->values.n);
    struct places at = places_of(r, d, a, p, ir_bytes(t));
    if (!at.count || at.stride < at.size || sl_exceeds(&d->reached, SL_LIMIT_PLACES, at.count)) {
        sl_escape(d, v);
        sl_overwrite(d, p, at.size);
        return true;
    }
    struct found f = look_at_all(d, &at);
    uint32_t index = small_index(r, d, a);
    if (f.same && sl_same(d, f.same, v)) return true;
    if (index && (f.address || d->values.at[v].kind == SL_ADDR || ir_kind(t) == IR_PTR)) return split(r, d, index), false;
    sl_escape(d, v);
    for (uint64_t k = 0; k < at.count; k++) may_store(d, &at, k, v);
    return true;
}
