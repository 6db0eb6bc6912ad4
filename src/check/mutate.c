// SPDX-License-Identifier: MIT
#include "check/mutate.h"

#include "ir/eval.h"

enum { POSITIONS = 48, VALUES = 96, MAX_CHANGES = 8192, RANDOM_LENGTH = 40, MOST_CONSTANTS = 256, MOST_INPUTS = 8192 };
// Values to try for a choice, in this order; after the first FEW come the others.
enum { FEW = 4 };
static const int64_t usual[] = {1, 0, 2, -1, 3, 4, 5, 8, 6, 7, 10, 16, 32, 64, 100, 128, 255, 256, 1000, -2};

static uint64_t next_random(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// ---- changes one by one ------------------------------------------------------------------------------------------------------------

struct values {
    uint64_t at[VALUES];
    uint32_t n, compared, few;  // of these: first those from comparisons, then the few usual ones
    uint64_t mask, present;
};

static void offer(struct values *v, uint64_t value) {
    value &= v->mask;
    if (v->n >= VALUES || value == v->present) return;
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == value) return;
    v->at[v->n++] = value;
}

static void offer_compared(struct values *v, const struct check_cover *c) {
    for (uint32_t i = 0; i < c->compared.n && v->n < VALUES / 2; i++) {
        const struct check_compared *t = &c->compared.at[i];
        uint64_t mask = v->mask & (uint64_t)ir_mask(t->bits), other;
        if (((t->a ^ v->present) & mask) == 0)
            other = t->b;
        else if (((t->b ^ v->present) & mask) == 0)
            other = t->a;
        else
            continue;
        offer(v, other);
        offer(v, other + 1);
        offer(v, other - 1);
    }
}

static void collect(struct values *v, const struct exec_input *in, const struct check_cover *c) {
    uint64_t top = in->bits ? 1ull << (in->bits - 1) : 0;
    *v = (struct values){.mask = (uint64_t)ir_mask(in->bits), .present = in->value};
    offer_compared(v, c);
    v->compared = v->n;
    for (uint32_t i = 0; i < FEW; i++) offer(v, (uint64_t)usual[i]);
    v->few = v->n;
    offer(v, top);
    offer(v, top - 1);
    for (uint32_t shift = 1; shift <= 2; shift++) {  // the number of words whose size in bytes overflows
        offer(v, top >> shift);
        offer(v, (top >> shift) + 1);
    }
    for (uint32_t i = FEW; i < sizeof usual / sizeof *usual; i++) offer(v, (uint64_t)usual[i]);
}

// Where to change: everywhere, or in a long list at both ends.
static uint32_t position(uint32_t n, uint32_t i) {
    return n <= POSITIONS || i < POSITIONS / 2 ? i : n - POSITIONS + i;
}

static void emit(struct check_seed *s, uint32_t at, const struct values *v, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && s->changes.n < MAX_CHANGES; i++) vec_push(&s->changes, (struct check_change){at, v->at[i]});
}

void check_seed_begin(struct check_seed *s, struct arena *a, const struct exec_result *run, const struct check_cover *c) {
    *s = (struct check_seed){.n = run->n_inputs < MOST_INPUTS ? run->n_inputs : MOST_INPUTS};
    uint32_t places = s->n < POSITIONS ? s->n : POSITIONS;
    if (!s->n) return;
    s->inputs = arena_copy(a, run->inputs, s->n * sizeof *s->inputs);
    for (uint32_t class = 0; class < 3; class ++)
        for (uint32_t i = 0; i < places; i++) {
            struct values v;
            uint32_t at = position(s->n, i);
            collect(&v, &s->inputs[at], c);
            const uint32_t ends[] = {0, v.compared, v.few, v.n};
            emit(s, at, &v, ends[class], ends[class + 1]);
        }
}

void check_seed_free(struct check_seed *s) {
    vec_free(&s->changes);
}

static void copy(const struct check_seed *s, check_list *out) {
    vec_clear(out);
    for (uint32_t i = 0; i < s->n; i++) vec_push(out, s->inputs[i].value);
}

void check_seed_change(const struct check_seed *s, const struct check_change *c, check_list *out) {
    copy(s, out);
    out->at[c->at] = c->value;
}

// ---- changes at random -------------------------------------------------------------------------------------------------------------

static uint64_t random_value(const struct check_seed *s, const check_list *constants, uint64_t *random) {
    uint64_t r = next_random(random), pick = r >> 8;
    if (r % 4 == 0 && s->changes.n) return s->changes.at[pick % s->changes.n].value;
    if (r % 4 == 1) return s->inputs[pick % s->n].value;
    if (r % 16 == 2) return next_random(random);
    if (r % 16 == 6 && constants->n) return constants->at[pick % constants->n];
    return (uint64_t)usual[pick % (sizeof usual / sizeof *usual)];
}

static void insert(check_list *l, uint32_t at, uint64_t value) {
    vec_push(l, value);
    memmove(&l->at[at + 1], &l->at[at], (l->n - 1 - at) * sizeof *l->at);
    l->at[at] = value;
}

void check_seed_shuffle(const struct check_seed *s, const check_list *constants, uint64_t *random, check_list *out) {
    copy(s, out);
    for (uint64_t k = 1 + next_random(random) % 6; k && out->n; k--) {
        uint64_t r = next_random(random);
        uint32_t at = (uint32_t)((r >> 8) % out->n);
        if (r % 8 == 0)
            insert(out, at, random_value(s, constants, random));
        else if (r % 8 == 1)
            memmove(&out->at[at], &out->at[at + 1], (--out->n - at) * sizeof *out->at);
        else
            out->at[at] = random_value(s, constants, random);
    }
}

// ---- turns of loops --------------------------------------------------------------------------------------------------------------------

static bool same_loc(const struct exec_input *a, const struct exec_input *b) {
    return a->loc.file == b->loc.file && a->loc.line == b->loc.line && a->loc.column == b->loc.column;
}

// One of the choices of s from `from` on that are made where x is, at random; s->n: there is none.
static uint32_t choice_at(const struct check_seed *s, uint32_t from, const struct exec_input *x, uint64_t *random) {
    uint32_t n = 0, pick = 0;
    for (uint32_t i = from; i < s->n; i++) n += same_loc(&s->inputs[i], x);
    if (n) pick = (uint32_t)(next_random(random) % n);
    for (uint32_t i = from; i < s->n; i++)
        if (same_loc(&s->inputs[i], x) && !pick--) return i;
    return s->n;
}

// The end of some turns of a loop that begin with choice `from`.
static uint32_t end_of_turns(const struct check_seed *s, uint32_t from, uint64_t turns) {
    uint32_t to = from;
    for (; turns && to < s->n; turns--) {
        to++;
        while (to < s->n && !same_loc(&s->inputs[to], &s->inputs[from])) to++;
    }
    return to;
}

bool check_seed_splice(const struct check_seed *a, const struct check_seed *b, const check_list *constants, uint64_t *random, check_list *out) {
    uint32_t from = (uint32_t)(next_random(random) % b->n), at = choice_at(a, 0, &b->inputs[from], random);
    if (at == a->n) return false;
    uint32_t n = end_of_turns(b, from, 1u << next_random(random) % 3) - from;
    vec_clear(out);
    for (uint32_t i = 0; i < at; i++) vec_push(out, a->inputs[i].value);
    for (uint32_t i = 0; i < n; i++) vec_push(out, b->inputs[from + i].value);
    for (uint32_t i = at; i < a->n; i++) vec_push(out, a->inputs[i].value);
    uint64_t r = next_random(random), which = (r >> 8) % n;
    uint32_t same = r % 4 == 1 ? choice_at(a, 0, &b->inputs[from + which], random) : a->n;
    if (r % 4 == 0) out->at[at + which] = random_value(b, constants, random);
    if (same < a->n) out->at[at + which] = a->inputs[same].value;
    return true;
}

// ---- from nothing ----------------------------------------------------------------------------------------------------------------------

void check_list_random(const check_list *constants, uint64_t *random, check_list *out) {
    vec_clear(out);
    uint64_t n = 1 + next_random(random) % RANDOM_LENGTH, below = 2 + next_random(random) % 9;
    bool mixed = constants->n && next_random(random) % 4 == 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t r = next_random(random);
        vec_push(out, mixed && r & 1 ? constants->at[(r >> 8) % constants->n] : r % below);
    }
}

void check_list_constants(const struct ir_program *p, check_list *out) {
    for (uint32_t i = 0; i < p->consts.n && out->n < MOST_CONSTANTS; i++) {
        const struct ir_const *c = &p->consts.at[i];
        bool new = !c->undef &&ir_kind(c->type) == IR_INT &&ir_bits(c->type) <= 64 && c->lo > 1;
        for (uint32_t k = 0; k < out->n && new; k++) new = out->at[k] != c->lo;
        if (new) vec_push(out, c->lo);
    }
}
