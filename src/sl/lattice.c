// SPDX-License-Identifier: MIT
// Order, join and abstraction of sealed states: functions of them and of a precision, whose results are kept by all of these; and the one place where a
// precision changes.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sl/sl.h"

// ---- precision -------------------------------------------------------------------------------------------------------------------------

static bool same_precision(const struct sl_precision *a, const struct sl_precision *b) {
    return a->least_chain == b->least_chain && a->coarse == b->coarse && a->independent == b->independent && a->possibly_empty == b->possibly_empty && a->narrow == b->narrow && a->values == b->values && a->kinds == b->kinds && a->lengths == b->lengths &&
           a->lists == b->lists && a->asked == b->asked && memcmp(&a->trees, &b->trees, sizeof a->trees) == 0;
}

uint32_t sl_precision_number(struct sl *s, const struct sl_precision *p) {
    assert(p->least_chain);
    uint32_t i = s->precisions.n;
    while (i && !same_precision(&s->precisions.at[i - 1], p)) i--;
    if (i) return i - 1;
    struct sl_precision own = *p;  // which may be one of those that move
    vec_push(&s->precisions, own);
    return s->precisions.n - 1;
}

enum { CHAIN = 4, COARSE_CHAIN = 2 };  // nodes in a row that make a list, unless an option says it

void sl_precision_begin(struct sl *s) {
    const struct sl_options *o = &s->options;
    struct sl_precision p = {.coarse = o->coarse, .independent = o->independent, .possibly_empty = o->possibly_empty, .narrow = o->narrow, .values = o->values, .kinds = o->kinds && !o->coarse ? SL_KINDS : SL_NO_KINDS, .lengths = o->lengths ? SL_LENGTHS : SL_NO_LENGTHS};
    p.least_chain = o->least_chain ? o->least_chain : o->coarse ? COARSE_CHAIN : CHAIN;
    s->precision = sl_precision_number(s, &p);
}

const struct sl_precision *sl_precision_now(const struct sl *s) {
    assert(s->precision < s->precisions.n);
    return &s->precisions.at[s->precision];
}

bool sl_learn(struct sl *s) {
    struct sl_precision p = *sl_precision_now(s);
    for (uint32_t i = 0; i < SL_MOST_TREES / 64; i++) p.trees.in[i] |= s->report.branch.in[i];
    s->report.branch = (struct sl_tree_set){0};
    p.lists |= s->report.chains;
    p.asked |= s->report.asked;
    s->report.chains = s->report.asked = 0;
    if (same_precision(&p, sl_precision_now(s))) return false;
    s->precision = sl_precision_number(s, &p);
    return true;
}

void sl_inherit(struct sl *s, const struct sl *from) {
    assert(s->step.program == from->step.program && s->trees.n == from->trees.n);
    s->report.branch = sl_precision_now(from)->trees;
    for (uint32_t i = 0; i < from->lists.n && s->options.independent; i++) sl_lists_see(s, &from->lists.at[i]);
    for (uint32_t i = 0; i < from->asked.n && s->options.independent; i++) sl_asked_see(s, &from->asked.at[i]);
    sl_learn(s);
}

// ---- what is noted in passing -----------------------------------------------------------------------------------------------------------

enum { NOTED_LIMITS_AT = 32 };

uint64_t sl_noted(struct sl *s, uint64_t now) {
    uint64_t before = s->noted | (uint64_t)s->reached << NOTED_LIMITS_AT;
    s->noted = (uint32_t)now;
    s->reached = (uint32_t)(now >> NOTED_LIMITS_AT);
    return before;
}

// ---- results that are known ------------------------------------------------------------------------------------------------------------

enum operation { JOINED, WIDENED, ABSTRACTED, OPERATIONS };

static uint32_t key_of(enum operation op, uint32_t precision) {
    assert(precision < (UINT32_MAX - op) / OPERATIONS);
    return precision * OPERATIONS + op;
}

enum { MOST_KEYS = 64, MOST_ASKERS = UINT32_MAX / MOST_KEYS };  // as many as a key of the memo has room for: beyond them everything counts

// The asker pays for the result, once.  False: it did.
static bool charge(struct sl *s, uint32_t key, dom_state x, dom_state y) {
    if (key >= MOST_KEYS || s->asker >= MOST_ASKERS) return true;
    uint32_t op = s->asker * MOST_KEYS + key;
    if (dom_memo_get(&s->charged, op, x, y)) return false;
    dom_memo_put(&s->charged, (struct dom_made){.op = op, .a = x, .b = y});
    return true;
}

// Is the result known, and not given up?  What it cost counts for whoever asks, and what was noted is: neither is to depend on what others asked before.
static bool is_made(struct sl *s, uint32_t key, dom_state x, dom_state y, dom_state *result) {
    const struct dom_made *made = dom_memo_get(&s->made, key, x, y);
    if (!made || (made->result && !dom_store_has(&s->store, made->result))) return false;
    *result = made->result;
    if (charge(s, key, x, y)) s->compared += made->cost;
    (void)sl_noted(s, sl_noted(s, 0) | made->noted);
    return true;
}

// What is made from here on is put down, until it is made.
static struct dom_made begin_making(struct sl *s, uint32_t key, dom_state x, dom_state y, uint64_t *compared) {
    *compared = s->compared;
    return (struct dom_made){.op = key, .a = x, .b = y, .noted = sl_noted(s, 0)};
}

static void end_making(struct sl *s, struct dom_made made, dom_state result, uint64_t compared) {
    uint64_t cost = s->compared - compared, before = made.noted;
    assert(s->compared >= compared);
    made.result = result;
    made.cost = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
    made.noted = sl_noted(s, 0);
    (void)sl_noted(s, before | made.noted);
    (void)charge(s, made.op, made.a, made.b);
    dom_memo_put(&s->made, made);
}

// ---- join ------------------------------------------------------------------------------------------------------------------------------

// Gives each draft an object for every global that the other has changed.
static void level_globals(struct sl *s, struct sl_draft *a, const struct sl_draft *b) {
    for (uint32_t i = 1; i < b->objects.n; i++)
        if (b->objects.at[i].storage == SL_GLOBAL && b->objects.at[i].dirty) sl_global_object(s, a, b->objects.at[i].tag);
}

static uint32_t count_single(const struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t o = 1; d->sized && o < d->objects.n; o++) n += d->objects.at[o].storage == SL_PLACES && !sl_is_segment(&d->objects.at[o]);
    return n;
}

static void open_both(struct sl *s, dom_state x, dom_state y, const struct sl_precision *p, struct sl_draft *a, struct sl_draft *b) {
    sl_unseal(&s->store, x, a);
    sl_unseal(&s->store, y, b);
    level_globals(s, a, b);
    level_globals(s, b, a);
    sl_turn_lists(s, a, p);
    sl_turn_lists(s, b, p);
}

// The two as they are joined.  False: they had to be folded for that.
static bool prepare(struct sl *s, dom_state x, dom_state y, uint32_t precision, struct sl_draft *a, struct sl_draft *b) {
    struct sl_precision p = s->precisions.at[precision];
    open_both(s, x, y, &p, a, b);
    if (count_single(a) == count_single(b)) return true;
    sl_draft_free(a);
    sl_draft_free(b);
    x = sl_state_abstract(s, x, precision);
    y = sl_state_abstract(s, y, precision);
    open_both(s, x, y, &p, a, b);
    return false;
}

// Levels that are not told yet would be taken for each other.
static void level_lists(struct sl *s, struct sl_draft *a, struct sl_draft *b, const struct sl_precision *p) {
    if (!sl_has_levels(a) && !sl_has_levels(b)) return;
    sl_fold(s, a, p);
    sl_fold(s, b, p);
}

static bool has_mixed(const struct sl_draft *d) {
    bool mixed = false;
    for (uint32_t o = 1; o < d->objects.n; o++) mixed |= sl_are_mixed(&d->objects.at[o].shape) && d->objects.at[o].life == SL_VALID;
    return mixed;
}

// Where one state has one mixed segment, the other may have several: paired with the first of these, it would be known of neither where it ends.
static void level_kinds(struct sl *s, struct sl_draft *a, struct sl_draft *b, const struct sl_precision *p) {
    struct sl_precision lax = *p;
    if (!p->kinds || (!has_mixed(a) && !has_mixed(b))) return;
    lax.kinds = SL_KINDS_MAY_MIX;
    sl_fold(s, a, &lax);
    sl_fold(s, b, &lax);
}

static dom_state join_new(struct sl *s, dom_state x, dom_state y, bool widen, uint32_t precision) {
    struct sl_precision now = s->precisions.at[precision], *p = &now;
    struct sl_draft a, b, out;
    dom_state result = DOM_NONE;
    bool forgets;
    prepare(s, x, y, precision, &a, &b);
    level_lists(s, &a, &b, p);
    if (widen) level_kinds(s, &a, &b, p);
    enum sl_veto veto = sl_join(s, &a, &b, widen, p, &out, &forgets, NULL);
    if (veto == SL_VETO_LENGTH) {  // the nodes of a list may not be together yet
        struct sl_precision lax = *p;
        lax.lengths = SL_LENGTHS_MAY_GO;
        sl_draft_free(&a);
        sl_draft_free(&b);
        prepare(s, x, y, precision, &a, &b);
        sl_fold(s, &a, p);
        sl_fold(s, &b, p);
        veto = sl_join(s, &a, &b, widen, &lax, &out, &forgets, NULL);
    }
    if (!veto) {
        (widen ? sl_fold : sl_fold_own)(s, &out, p);  // what only one of them had may lie beside what is like it
        result = sl_seal(&s->store, &out);
        sl_note(s, SL_NOTED_LAX, out.lax);
        if (forgets && result != x) veto = SL_VETO_EQUAL;
        if (veto) result = DOM_NONE;
        sl_draft_free(&out);
    }
    if (veto) s->report.apart[veto]++;
    s->reached |= sl_limits_reached(&a) | sl_limits_reached(&b);
    sl_note(s, SL_NOTED_LAX, a.lax | b.lax);
    sl_draft_free(&a);
    sl_draft_free(&b);
    return result;
}

void sl_how_free(struct sl_how *how) {
    sl_draft_free(&how->a);
    sl_draft_free(&how->b);
    sl_map_free(&how->map);
}

bool sl_entail(struct sl *s, dom_state a, dom_state b, uint32_t precision, struct sl_how *how) {
    assert(a != DOM_NONE && b != DOM_NONE);
    struct sl_draft out;
    bool forgets;
    *how = (struct sl_how){0};
    struct sl_precision p = s->precisions.at[precision];
    bool good = prepare(s, b, a, precision, &how->b, &how->a);
    if (good && !sl_join(s, &how->b, &how->a, false, &p, &out, &forgets, &how->map)) {
        good = sl_seal(&s->store, &out) == b;
        sl_draft_free(&out);
    } else {
        good = false;
    }
    if (!good) sl_how_free(how);
    assert(!good || (how->a.regs.n == how->b.regs.n && how->a.frames.n == how->b.frames.n));
    return good;
}

void sl_assert_above(struct sl *s, dom_state below, dom_state result) {
#ifdef HEAPPROOF_DEBUG
    struct sl_report report = s->report;
    uint64_t compared = s->compared, noted = sl_noted(s, 0);
    struct sl_how how;
    const char *why = NULL;
    if (result != DOM_NONE && below != result && sl_entail(s, below, result, s->precision, &how)) {
        bool shown = sl_map_check(s, &how.a, &how.b, &how.map, &why);
        if (why) fprintf(stderr, "the map is refused: %s\n", why);
        assert(shown && !why);
        sl_how_free(&how);
    }
    s->report = report;
    s->compared = compared;
    (void)sl_noted(s, noted);
#else
    (void)s, (void)below, (void)result;
#endif
}

dom_state sl_state_join(struct sl *s, dom_state x, dom_state y, bool widen, uint32_t precision) {
    assert(x != DOM_NONE && y != DOM_NONE && precision < s->precisions.n);
    uint32_t key = key_of(widen ? WIDENED : JOINED, precision);
    dom_state result;
    if (x == y) return x;
    if (is_made(s, key, x, y, &result)) return result;
    uint64_t compared;
    struct dom_made made = begin_making(s, key, x, y, &compared);
    result = join_new(s, x, y, widen, precision);
    end_making(s, made, result, compared);
    return result;
}

// ---- abstraction -----------------------------------------------------------------------------------------------------------------------

static void generalise(struct sl *s, struct sl_draft *d, const struct sl_precision *p) {
    sl_fold(s, d, p);
    if (p->coarse) sl_coarsen(s, d);
}

dom_state sl_state_abstract(struct sl *s, dom_state x, uint32_t precision) {
    assert(x != DOM_NONE && precision < s->precisions.n);
    uint32_t key = key_of(ABSTRACTED, precision);
    dom_state result;
    struct sl_draft d;
    if (is_made(s, key, x, DOM_NONE, &result)) return result;
    struct sl_precision p = s->precisions.at[precision];
    uint64_t compared;
    struct dom_made made = begin_making(s, key, x, DOM_NONE, &compared);
    sl_unseal(&s->store, x, &d);
    generalise(s, &d, &p);
    sl_note(s, SL_NOTED_LAX, d.lax);
    result = sl_seal(&s->store, &d);
    sl_draft_free(&d);
    end_making(s, made, result, compared);
    return result;
}

void sl_generalise(struct sl *s, struct sl_draft *d) {
    struct sl_draft before;
    sl_draft_copy(&before, d);
    for (generalise(s, d, sl_precision_now(s)); sl_learn(s); generalise(s, d, sl_precision_now(s))) {
        sl_draft_free(d);
        sl_draft_copy(d, &before);
    }
    sl_note(s, SL_NOTED_LAX, d->lax);
    sl_draft_free(&before);
}
