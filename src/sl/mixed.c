// SPDX-License-Identifier: MIT
// Lists whose nodes are of several kinds, in any order or (sequence.h) in some.
//
// Two neighbours become a mixed segment if they cannot be nodes of one list of a single kind, and the chain shows that kinds come back: a node is like one that
// is not next to it, and the two kinds do not just take turns (pairs.c).  A header before its list, or a list that is being converted,
// shows no such thing.  Where tags tell kinds apart (sl_precision.kinds), neighbours become a mixed segment at once, since the order of their kinds is kept; but if
// some kind is in both, two of them must come back: a node among others that are alike may be the only one of its kind.
#include <assert.h>

#include "sl/lift.h"
#include "sl/module.h"
#include "sl/sequence.h"
#include "sl/uses.h"

static const struct sl_place_in outside = {0};

// ---- kinds of nodes ------------------------------------------------------------------------------------------------------------------

// Nothing tells them apart; one kind of node can stand for both; it could, but a tag tells them apart (sl_precision.kinds); none can.
enum likeness { SAME, CLOSE, TAGGED, DIFFERENT };
struct kind {
    uint32_t object;  // a node, a list, the second node of pairs, a variant
    int32_t shift;
    uint32_t piece;  // of which piece
};
enum { MOST_PIECES = 6, MOST_KINDS = SL_MOST_PIECES * SL_MOST_VARIANTS };
struct pieces {
    struct sl_shape shape;  // of a segment of them
    uint32_t n, object[SL_MOST_PIECES];
    int32_t shift[SL_MOST_PIECES];
    uint32_t n_kinds;
    struct kind kinds[MOST_KINDS];
};

static bool same_extent(const struct sl_object *x, const struct sl_object *y) {
    bool exact = x->size == y->size && x->more == y->more;
    return x->rest == y->rest && (exact || (x->more && y->more));
}

static enum likeness compare(struct sl_fold *f, const struct pieces *p, const struct kind *x, const struct kind *y) {
    struct sl_object o = f->d->objects.at[x->object];
    if (x->object == y->object) return SAME;
    if (x->shift != y->shift || !same_extent(&o, &f->d->objects.at[y->object])) return DIFFERENT;
    struct sl_trial t;
    o.level = 0;
    o.shape = sl_unmixed(&p->shape, x->shift);
    sl_trial_begin(&t, f->sl, f->precision, f->d, o);
    bool good = sl_trial_walk(&t, x->object, y->object, &outside);
    bool told = sl_walk_told(&t.walk), tagged = t.walk.tagged;
    enum sl_loss loses = t.walk.loses;
    sl_trial_end(&t, false);
    if (good && tagged) return TAGGED;
    return !good || told ? DIFFERENT : loses < SL_MIXES ? SAME : CLOSE;
}

static void add_kind(struct pieces *p, uint32_t object, int32_t shift) {
    assert(p->n_kinds < MOST_KINDS);
    p->kinds[p->n_kinds++] = (struct kind){object, shift, p->n - 1};
}

static void add_kinds(const struct sl_draft *d, struct pieces *p, uint32_t o, int32_t shift) {
    const struct sl_shape *s = &d->objects.at[o].shape;
    p->object[p->n] = o;
    p->shift[p->n++] = shift;
    if (!sl_are_mixed(s)) add_kind(p, o, shift);
    if (sl_are_pairs(s)) add_kind(p, sl_second_of(d, o), shift);
    for (uint32_t i = 0; sl_are_mixed(s) && sl_linked(d, o, SL_VARIANTS, i); i++) {
        uint32_t v = sl_variant_of(d, o, i);
        add_kind(p, v, d->objects.at[v].shape.variant.shift);
    }
}

// ---- pieces of a chain -----------------------------------------------------------------------------------------------------------------

// May the object that links lead to at `head` be a piece?  Then *shift is how much further its links lie.
static bool is_piece(const struct sl_draft *d, uint32_t o, const struct sl_shape *s, int64_t head, unsigned bits, int32_t *shift) {
    const struct sl_object *x = &d->objects.at[o];
    if (x->storage != SL_HEAP || x->life != SL_VALID || x->escaped || x->level) return false;
    if (x->shape.kind == SL_PLAIN) {
        *shift = (int32_t)(head - s->list.head);
        return *shift >= 0 && *shift == head - s->list.head && sl_word_at(d, o, sl_link_at(s, 0) + (uint64_t)*shift, bits);
    }
    if (!sl_is_list(x)) return false;
    struct sl_mix m = sl_mix_of(&x->shape);
    *shift = m.shift;
    return sl_same_shape(&m.shape, s) && head == x->shape.list.head;
}

static void find_pieces(struct sl_fold *f, uint32_t a, int64_t head, struct pieces *p) {
    struct sl_draft *d = f->d;
    int32_t shift;
    uint32_t most = f->precision->kinds ? SL_MOST_PIECES : MOST_PIECES;
    p->n = p->n_kinds = 0;
    while (p->n < most && is_piece(d, a, &p->shape, head, f->sl->bits, &shift)) {
        for (uint32_t i = 0; i < p->n; i++)
            if (p->object[i] == a) return;
        add_kinds(d, p, a, shift);
        uint32_t by = sl_is_segment(&d->objects.at[a]) ? (uint32_t)(d->objects.at[a].shape.list.next) : (uint32_t)(p->shape.list.next + shift);
        uint32_t v = sl_word_at(d, a, by, f->sl->bits);
        if (!sl_offset(d, v, &head) || d->values.at[v].end != SL_FIRST) return;
        a = d->values.at[v].object;
    }
}

static bool are_repeated(const struct sl_draft *d, const struct pieces *p) {  // pieces of several nodes of one kind, or of any
    for (uint32_t i = 0; i < p->n; i++) {
        const struct sl_object *o = &d->objects.at[p->object[i]];
        if (sl_is_segment(o) && !sl_are_pairs(&o->shape)) return true;
    }
    return false;
}

// Do two kinds just take turns, as far as is to be seen?  Four such nodes would be pairs already, if they could be.
enum { FEW = 4 };
static bool alternate(struct sl_fold *f, const struct pieces *p) {
    if (p->n > FEW || p->shift[0] != p->shift[1] || are_repeated(f->d, p) || compare(f, p, &p->kinds[0], &p->kinds[1]) == SAME) return false;
    for (uint32_t i = 0; i + 2 < p->n_kinds; i++)
        if (compare(f, p, &p->kinds[i], &p->kinds[i + 2]) != SAME) return false;
    return true;
}

static bool has_kinds(const struct sl_draft *d, uint32_t o) {
    return sl_are_mixed(&d->objects.at[o].shape) || sl_are_pairs(&d->objects.at[o].shape);
}

static bool made_alike(const struct sl_draft *d, const struct kind *x, const struct kind *y) {
    const struct sl_object *a = &d->objects.at[x->object], *b = &d->objects.at[y->object];
    return a->func == b->func && a->instr == b->instr;
}

// Does a kind of the first piece come back behind another one?  What was allocated elsewhere may look like it by chance.
static bool come_back(struct sl_fold *f, const struct pieces *p) {
    bool several = has_kinds(f->d, p->object[0]) || has_kinds(f->d, p->object[1]);
    for (uint32_t i = 0; i < p->n_kinds && !p->kinds[i].piece; i++)
        for (uint32_t k = i + 1; k < p->n_kinds; k++)
            if (p->kinds[k].piece > !several && made_alike(f->d, &p->kinds[i], &p->kinds[k]) && compare(f, p, &p->kinds[i], &p->kinds[k]) == SAME)
                return true;
    return false;
}

// Is there no kind of node for all of the first two pieces?
static bool are_different(struct sl_fold *f, const struct pieces *p) {
    for (uint32_t i = 0; i < p->n_kinds && p->kinds[i].piece < 2; i++)
        for (uint32_t k = i; k < p->n_kinds && p->kinds[k].piece < 2; k++) {
            const struct sl_object *o = &f->d->objects.at[p->object[p->kinds[i].piece]];
            if (sl_are_mixed(&o->shape) || o->more || compare(f, p, &p->kinds[i], &p->kinds[k]) == DIFFERENT) return true;
        }
    return false;
}

// ---- kinds by tags ---------------------------------------------------------------------------------------------------------------------

// How the kinds of the first piece lie to those of the second.
struct sides {
    uint32_t n[2];
    uint32_t same, close, tagged;      // pairs of kinds
    uint32_t place[SL_MOST_VARIANTS];  // of the second's: those of the first that they are, or behind them
};

static struct sides compare_sides(struct sl_fold *f, const struct pieces *p) {
    struct sides s = {0};
    for (uint32_t i = 0; i < p->n_kinds && p->kinds[i].piece < 2; i++) s.n[p->kinds[i].piece]++;
    for (uint32_t k = 0, n = s.n[0]; k < s.n[1]; k++) {
        uint32_t same = UINT32_MAX;
        for (uint32_t i = 0; i < s.n[0]; i++) {
            enum likeness x = compare(f, p, &p->kinds[i], &p->kinds[s.n[0] + k]);
            if (x == SAME) same = i;
            s.same += x == SAME;
            s.close += x == CLOSE;
            s.tagged += x == TAGGED;
        }
        s.place[k] = same != UINT32_MAX ? same : n++;
    }
    return s;
}

// In which order the kinds of a piece come: of one that is not mixed, as if it were.
static struct sl_sequence sequence_in(const struct sl_draft *d, uint32_t o) {
    const struct sl_shape *s = &d->objects.at[o].shape;
    if (sl_are_mixed(s)) return sl_sequence_of(d, o);
    return sl_lifted_sequence(sl_are_pairs(s) ? 2 : 1, !sl_is_segment(&d->objects.at[o]));
}

// Of those that come after one another in *o, those that do not in *x.
static struct sl_sequence new_steps(const struct sl_sequence *o, const struct sl_sequence *x) {
    struct sl_sequence out = {.n = o->n};
    for (uint32_t i = 0; i < o->n; i++) out.after[i] = o->after[i] & ~x->after[i];
    return out;
}

static bool has_steps(const struct sl_sequence *o) {
    bool some = false;
    for (uint32_t i = 0; i < o->n; i++) some |= o->after[i];
    return some;
}

// Does one of the two allow all that may come after one another in both already?  Or is it but more of the one kind that both have?
static bool is_carried_on(const struct sl_draft *d, const struct pieces *p, const struct sides *s) {
    struct sl_sequence x = sequence_in(d, p->object[0]), y = sequence_in(d, p->object[1]), all = x, own = {0};
    all.n = own.n = SL_MOST_VARIANTS;
    for (uint32_t k = 0; k < s->n[1]; k++)
        if (s->place[k] >= SL_MOST_VARIANTS) return false;
    sl_sequence_append(&all, &y, s->place, false, false);
    sl_sequence_add(&own, &y, s->place);
    struct sl_sequence beside_x = new_steps(&all, &x), beside_y = new_steps(&all, &own), beside_both = new_steps(&beside_x, &own);
    for (uint32_t i = 0; i < SL_MOST_VARIANTS; i++) beside_both.after[i] &= ~(1u << i);
    return !has_steps(&beside_x) || !has_steps(&beside_y) || (s->same == 1 && !has_steps(&beside_both));
}

enum { BACK = 2 };  // so many kinds of the first piece must come back: one that is among others may be the only one of its kind

static bool do_come_back(struct sl_fold *f, const struct pieces *p, uint32_t n) {
    uint32_t back = 0;
    for (uint32_t i = 0; i < n && back < BACK; i++)
        for (uint32_t k = n; k < p->n_kinds; k++) {
            if (compare(f, p, &p->kinds[i], &p->kinds[k]) > CLOSE) continue;
            back++;
            break;
        }
    return back >= BACK;
}

// Where a tag tells the kinds of two pieces apart, nothing is lost if all differ, or if one piece is such that the other only carries it on.
static bool are_kinds(struct sl_fold *f, const struct pieces *p, const struct sides *s) {
    bool plain = !has_kinds(f->d, p->object[0]) && !has_kinds(f->d, p->object[1]);
    if (!s->same && !s->close) return !plain || s->tagged == s->n[0] * s->n[1];
    return f->precision->kinds == SL_KINDS_MAY_MIX || (!s->close && is_carried_on(f->d, p, s)) || do_come_back(f, p, s->n[0]);
}

static bool are_mixed(struct sl_fold *f, const struct pieces *p) {
    if (f->precision->kinds && p->n > 1) {
        struct sides s = compare_sides(f, p);
        if (s.tagged) return are_kinds(f, p, &s);
    }
    bool all = p->n > 1 && sl_are_mixed(&f->d->objects.at[p->object[0]].shape) && sl_are_mixed(&f->d->objects.at[p->object[1]].shape);
    return all || (p->n > 1 && p->n_kinds > 2 && are_different(f, p) && !alternate(f, p) && come_back(f, p));
}

// ---- merging -----------------------------------------------------------------------------------------------------------------------

// Two variants become one, in place of x; false: nothing has changed.
static bool merge_variants(struct sl *s, const struct sl_precision *p, struct sl_draft *d, uint32_t mixed, uint32_t i, uint32_t y, enum sl_loss most) {
    uint32_t x = sl_variant_of(d, mixed, i);
    struct sl_object o = d->objects.at[x], q = d->objects.at[y];
    uint8_t level = d->objects.at[mixed].level, own = (uint8_t)(level + 1);
    struct sl_place_in around = {.level = {level, level}, .out = level}, at = {.outer = &around, .level = {own, own}, .out = own};
    struct sl_trial t;
    if (o.shape.variant.shift != q.shape.variant.shift || !same_extent(&o, &q)) return false;
    if (q.text < o.text) o.text = q.text;
    if (q.wide < o.wide) o.wide = q.wide;
    sl_own(&o, &d->objects.at[x], &q);
    o.count = o.unit = 0;
    sl_trial_begin(&t, s, p, d, o);
    sl_walk_extent(&t.walk, &d->objects.at[x], &q, &o);
    sl_walk_own_size(&t.walk, &d->objects.at[x], &q, &o, &at);
    d->objects.at[t.out] = o;
    bool good = sl_trial_walk(&t, x, y, &at) && t.walk.loses <= most;
    if (good && d->sized) sl_walk_relations(&t.walk);
    sl_trial_end(&t, good);
    if (good) sl_set_variant(d, mixed, i, t.out, s->bits);
    return good;
}

// The variant becomes one of a mixed segment, or is one; its place, or SL_MOST_VARIANTS: there are too many.
static uint32_t add_variant(struct sl_fold *f, uint32_t mixed, uint32_t v) {
    uint32_t n = sl_n_variants(f->d, mixed);
    for (uint32_t i = 0; i < n; i++)
        if (merge_variants(f->sl, f->precision, f->d, mixed, i, v, SL_BLURS)) return i;
    if (!sl_exceeds(&f->sl->reached, SL_LIMIT_VARIANTS, n + 1)) {
        sl_set_variant(f->d, mixed, n, v, f->sl->bits);
        return n;
    }
    for (uint32_t i = 0; i < n; i++)
        if (merge_variants(f->sl, f->precision, f->d, mixed, i, v, SL_MIXES)) return i;
    return SL_MOST_VARIANTS;
}

// Those of two variants that nothing tells apart become one.
static bool merge_alike(struct sl_fold *f, uint32_t mixed) {
    uint32_t n = sl_n_variants(f->d, mixed);
    struct sl_sequence o = sl_sequence_of(f->d, mixed);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) {
            if (!merge_variants(f->sl, f->precision, f->d, mixed, i, sl_variant_of(f->d, mixed, k), SL_BLURS)) continue;
            sl_sequence_unite(&o, i, k);
            for (; k < n; k++) sl_set_link(f->d, mixed, SL_VARIANTS, k, sl_linked(f->d, mixed, SL_VARIANTS, k + 1));
            sl_set_sequence(f->d, mixed, &o);
            return true;
        }
    return false;
}

// How many places outside of a piece lead to this end of it; UINT32_MAX: one of them not as links do, or the other piece is the piece's own, by another link.
static uint32_t count_from_outside(struct sl_fold *f, const struct pieces *p, uint32_t i, enum sl_end end) {
    const struct sl_draft *d = f->d;
    struct sl_mix m = {p->shape, p->shift[i]};
    uint32_t o = p->object[i], n = 0;
    struct sl_shape links = sl_is_segment(&d->objects.at[o]) ? d->objects.at[o].shape : sl_unmixed(&p->shape, m.shift);
    uint8_t *own = pool_take_zeroed(d->pool, d->objects.n, 1);
    if (!sl_is_segment(&d->objects.at[o])) sl_find_own(d, o, &m, f->sl->bits, own);
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
        const struct sl_value *x = &d->values.at[sl_used(&u)];
        int64_t at;
        if (x->kind != SL_ADDR || x->object != o || x->end != end || !sl_use_counts(&u) || own[sl_user(&u)]) continue;
        bool fits = sl_offset(d, sl_used(&u), &at) && (at == sl_link_to(&links, 0) || (sl_n_links(&links) == 2 && at == sl_link_to(&links, 1)));
        n = fits && n != UINT32_MAX ? n + 1 : UINT32_MAX;
    }
    if (own[p->object[!i]]) n = UINT32_MAX;
    pool_give(d->pool, own, d->objects.n);
    return n;
}

// Does the second piece lead back to the end of the first?
static bool leads_back(const struct sl_fold *f, const struct pieces *p) {
    const struct sl_draft *d = f->d;
    uint32_t a = p->object[0], b = p->object[1];
    bool plain = !sl_is_segment(&d->objects.at[a]), shifted = !sl_is_segment(&d->objects.at[b]) || !sl_are_mixed(&d->objects.at[b].shape);
    uint64_t at = sl_link_at(&p->shape, 1) + (uint64_t)(shifted ? p->shift[1] : 0);
    uint32_t v = sl_word_at(d, b, at, f->sl->bits);
    int64_t to;
    if (!v || !sl_offset(d, v, &to) || d->values.at[v].object != a || d->values.at[v].end != (plain ? SL_FIRST : SL_LAST)) return false;
    return to == (sl_are_mixed(&d->objects.at[a].shape) ? p->shape.list.tail : p->shape.list.tail + p->shift[0]);
}

static bool is_in_local(const struct sl_draft *d, uint32_t node) {
    SL_EACH_USE(u, d, SL_ROOTS)
        if (d->values.at[sl_used(&u)].kind == SL_ADDR && d->values.at[sl_used(&u)].object == node) return true;
    return false;
}

static bool may_merge(struct sl_fold *f, const struct pieces *p) {
    const struct sl_draft *d = f->d;
    bool doubly = sl_n_links(&p->shape) == 2;
    for (uint32_t i = 0; i < 2; i++) {
        struct sl_mix m = {p->shape, p->shift[i]};
        if (!sl_are_mixed(&d->objects.at[p->object[i]].shape) && !sl_can_lift(d, p->object[i], &m, f->sl->bits)) return false;
        if (sl_is_branch(f, p->object[i], p->shape.list.next + p->shift[i], -1)) return false;
    }
    bool plain = !sl_is_segment(&d->objects.at[p->object[1]]), list = sl_is_segment(&d->objects.at[p->object[0]]);
    uint32_t to_first = count_from_outside(f, p, 0, SL_FIRST), to_second = count_from_outside(f, p, 1, SL_FIRST);
    if (to_first == UINT32_MAX || to_second == UINT32_MAX || (to_second != 1 && !(doubly && plain))) return false;
    if (!list && to_first > 1 && is_in_local(d, p->object[0])) return false;  // somewhere in the list: of which kind it is may matter
    if (!doubly) return true;
    bool last = !list || count_from_outside(f, p, 0, SL_LAST) == 1;
    return last && leads_back(f, p) && (plain || count_from_outside(f, p, 1, SL_LAST) != UINT32_MAX);
}

// The two are mixed segments now, of which b is behind a: a becomes one of both.
static bool append(struct sl_fold *f, uint32_t a, uint32_t b, bool plain) {
    struct sl_draft *d = f->d;
    unsigned bits = f->sl->bits;
    struct sl_object *x = &d->objects.at[a], *y = &d->objects.at[b];
    uint32_t least = sl_least(x) + sl_least(y), place[SL_MOST_VARIANTS];
    struct sl_sequence before = sl_sequence_of(d, a), behind = sl_sequence_of(d, b);
    bool none_before = !sl_least(x), none_behind = !sl_least(y);
    sl_own(x, &(struct sl_object){.foreign = x->foreign, .tag = x->tag, .func = x->func, .instr = x->instr}, y);
    x->shape.least = (uint8_t)(least > 2 ? 2 : least);
    sl_set_beyond(d, a, 0, bits, sl_beyond(d, b, 0, bits));
    for (uint32_t v = 1; v < d->values.n && sl_n_links(&x->shape) == 2; v++) {
        struct sl_value *z = &d->values.at[v];
        if (z->kind != SL_ADDR || z->object != b || z->end != (plain ? SL_FIRST : SL_LAST)) continue;
        z->object = a;
        z->end = SL_LAST;
    }
    for (uint32_t i = 0; i < behind.n; i++)
        if ((place[i] = add_variant(f, a, sl_variant_of(d, b, i))) == SL_MOST_VARIANTS) return false;
    before.n = sl_n_variants(d, a);
    sl_sequence_append(&before, &behind, place, none_before, none_behind);
    if (!f->precision->kinds) before = sl_any_sequence(before.n);
    sl_set_sequence(d, a, &before);
    d->objects.at[b].life = SL_DEAD;
    return true;
}

static void lift(struct sl_fold *f, uint32_t o, const struct sl_mix *m) {
    bool one = !sl_is_segment(&f->d->objects.at[o]);
    sl_lift(f->d, o, m, f->sl->bits);
    if (f->precision->kinds) sl_sequence_lifted(f->d, o, one);
}

static bool merge(struct sl_fold *f, const struct pieces *p) {
    struct sl_draft before, *d = f->d;
    bool plain = !sl_is_segment(&d->objects.at[p->object[1]]), lost = d->lost;
    sl_draft_copy(&before, d);
    for (uint32_t i = 0; i < 2; i++)
        if (!sl_are_mixed(&d->objects.at[p->object[i]].shape)) lift(f, p->object[i], &(struct sl_mix){p->shape, p->shift[i]});
    bool good = append(f, p->object[0], p->object[1], plain);
    if (good) {
        d->lost = lost;
        sl_draft_free(&before);
        return true;
    }
    sl_draft_free(d);
    *d = before;
    return false;
}

// ---- looking for them ----------------------------------------------------------------------------------------------------------------

static bool try_pieces(struct sl_fold *f, uint32_t a, const struct sl_shape *links) {
    struct sl_mix m = sl_mix_of(links);
    struct pieces p = {.shape = m.shape};
    find_pieces(f, a, links->list.head, &p);
    return p.n > 1 && p.object[0] == a && are_mixed(f, &p) && may_merge(f, &p) && merge(f, &p);
}

// Links at `next`, of nodes that are led to at `head`; first with a link back, if there is one.
static bool try_links(struct sl_fold *f, uint32_t a, int32_t next, int32_t head) {
    struct sl_shape s = {.kind = SL_SINGLY, .list.next = next, .list.head = head};
    int64_t to;
    uint32_t v = sl_fold_link(f, a, (uint64_t)next), b = f->d->values.at[v].object;
    if (!sl_offset(f->d, v, &to)) return false;
    for (uint32_t i = sl_first_field(f->d, b); sl_has(f->d, i, b); i++) {
        const struct sl_field *x = &f->d->fields.at[i];
        const struct sl_value *y = &f->d->values.at[x->value];
        int64_t tail;
        if (y->kind != SL_ADDR || y->object != a || !sl_offset(f->d, x->value, &tail) || sl_is_inner(y)) continue;
        if ((int64_t)x->offset - to + head == next) continue;  // in a ring of two
        struct sl_shape both = {.kind = SL_DOUBLY, .list = {next, head, (int32_t)((int64_t)x->offset - to + head), (int32_t)tail}};
        if (try_pieces(f, a, &both)) return true;
    }
    return try_pieces(f, a, &s);
}

// A plain node is led to at some offset.
static bool try_heads(struct sl_fold *f, uint32_t a, int32_t next) {
    int64_t tried[2], at;
    uint32_t n = 0;
    for (uint32_t v = 1; v < f->d->values.n && n < 2; v++) {
        const struct sl_value *x = &f->d->values.at[v];
        bool known = x->kind == SL_ADDR && x->object == a && sl_offset(f->d, v, &at) && at == (int32_t)at && at >= 0;
        for (uint32_t i = 0; i < n; i++) known &= tried[i] != at;
        if (!known) continue;
        tried[n++] = at;
        if (try_links(f, a, next, (int32_t)at)) return true;
    }
    return false;
}

static bool find_mixed(struct sl_fold *f, uint32_t a) {
    struct sl_draft *d = f->d;
    struct sl_shape s = d->objects.at[a].shape;
    if (d->objects.at[a].level || (s.kind != SL_PLAIN && !sl_is_list(&d->objects.at[a]))) return false;
    if (sl_are_mixed(&s)) return try_pieces(f, a, &s);
    for (uint32_t i = sl_first_field(d, a); sl_has(d, i, a); i++) {
        struct sl_field x = d->fields.at[i];
        const struct sl_value *v = &d->values.at[x.value];
        if (x.size != f->sl->bits / 8 || x.offset > INT32_MAX || v->kind != SL_ADDR || v->object == a || v->end != SL_FIRST) continue;
        if (sl_is_segment(&d->objects.at[a]) && x.offset != sl_link_at(&s, 0)) continue;
        if (sl_is_segment(&d->objects.at[a]) ? try_pieces(f, a, &s) : try_heads(f, a, (int32_t)x.offset)) return true;
    }
    return false;
}

static bool find(struct sl_fold *f, uint32_t a, enum sl_way way) {
    assert(a && a < f->d->objects.n);
    if (way == SL_ALIKE) return sl_are_mixed(&f->d->objects.at[a].shape) && merge_alike(f, a);
    return way == SL_MIXING && !f->precision->coarse && find_mixed(f, a);
}

// ---- opening and validity --------------------------------------------------------------------------------------------------------------

static void open(struct sl_draft *d, uint32_t node, const struct sl_opening *how) {
    sl_shift_addresses(d, how->segment, how->last ? SL_LAST : SL_FIRST, how->shift);
    sl_list_open(d, node, how);
}

static bool valid(const struct sl_draft *d, uint32_t o, unsigned bits, struct buf *why) {
    const struct sl_object *x = &d->objects.at[o];
    uint32_t n = sl_n_variants(d, o), fields = 0;
    (void)bits;
    if (x->life != SL_VALID) return true;
    if (!n || n > SL_MOST_VARIANTS) return sl_complain(why, "mixed nodes of no kind");
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) fields++;
    if (fields != sl_n_links(&x->shape)) return sl_complain(why, "mixed nodes with fields of their own");  // or with one link for both
    struct sl_sequence order = sl_sequence_of(d, o);
    if (!sl_is_trim(&order)) return sl_complain(why, "a kind of node that is in no list");
    for (uint32_t i = 0; i < n; i++) {
        const struct sl_object *v = &d->objects.at[sl_variant_of(d, o, i)];
        if (v->shape.kind != SL_VARIANT || v->storage != SL_HEAP || v->life != SL_VALID || v->level != x->level + 1)
            return sl_complain(why, "mixed nodes with something else for a variant");
        int32_t shift = v->shape.variant.shift, back = sl_n_links(&x->shape) == 2 ? x->shape.list.back : x->shape.list.next;
        if (shift < 0 || v->shape.variant.next != x->shape.list.next + shift || v->shape.variant.back != back + shift)
            return sl_complain(why, "a variant that is linked otherwise");
    }
    return true;
}

static bool valid_variant(const struct sl_draft *d, uint32_t o, unsigned bits, struct buf *why) {
    const struct sl_object *x = &d->objects.at[o];
    bool held = sl_has_fields(d, o, (uint64_t)x->shape.variant.next, bits / 8) || sl_has_fields(d, o, (uint64_t)x->shape.variant.back, bits / 8);
    if (held && x->life == SL_VALID) return sl_complain(why, "a variant with a link of its own");
    return x->level || sl_complain(why, "a variant of no mixed nodes");
}

const struct sl_module sl_mixed = {.find = find, .open = open, .valid = valid};
const struct sl_module sl_variant = {.valid = valid_variant};
