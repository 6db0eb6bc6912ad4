// SPDX-License-Identifier: MIT
#include "tvl/subheap.h"

#include "tvl/value.h"

// ---- parts ----------------------------------------------------------------------------------------------------------------------------

typedef VEC(tvl_f) formulas;

static void flatten(tvl_f f, enum tvl_op op, formulas *out) {
    if (f->op == op) {
        flatten(f->a, op, out);
        flatten(f->b, op, out);
    } else {
        vec_push(out, f);
    }
}

// A negated atom among the conjuncts leaves its predicate out; the others select.
static void declare(struct tvl_spec *s, struct tvl_part *part) {
    formulas conjuncts = {0};
    flatten(part->where, TVL_AND, &conjuncts);
    tvl_f select = tvl_const(&s->build, TVL_TRUE);
    for (uint32_t i = 0; i < conjuncts.n; i++) {
        tvl_f f = conjuncts.at[i];
        if (f->op == TVL_NOT && f->a->op == TVL_PRED)
            vec_push(&part->dropped, f->a->pred);
        else
            select = tvl_and(&s->build, select, f);
    }
    vec_free(&conjuncts);
    part->select = select;
    tvl_vars open = {0};
    tvl_free_vars(select, &open);
    part->var = open.n ? open.at[0] : tvl_fresh(&s->build);
    vec_free(&open);
    if (select->op == TVL_PRED && s->vocab.pred.at[select->pred].arity == 1) {
        part->pred = select->pred;
        return;
    }
    part->pred = tvl_vocab_add(&s->vocab, arena_printf(&s->arena, "part[%s]", part->name), 1, TVL_NONABS);
    struct tvl_pred *pred = &s->vocab.pred.at[part->pred];
    pred->definition = select;
    pred->var[0] = part->var;
    pred->var[1] = TVL_NONE;
    pred->always = true;
}

bool tvl_parts_declare(struct tvl_spec *s) {
    if (s->part.n > TVL_MAX_PARTS) return false;
    for (uint32_t i = 0; i < s->part.n; i++) declare(s, &s->part.at[i]);
    if (s->part.n) s->vocab.maybe = true;
    return true;
}

static bool selects(const struct tvl_part *part, uint32_t pred, bool alone) {
    formulas cases = {0};
    flatten(part->select, TVL_OR, &cases);
    bool found = false;
    for (uint32_t i = 0; i < cases.n; i++) found = found || (cases.at[i]->op == TVL_PRED && cases.at[i]->pred == pred);
    found = found && (!alone || cases.n == 1);
    vec_free(&cases);
    return found;
}

static uint32_t find_part(const struct tvl_spec *s, uint32_t pred) {
    for (int pass = 0; pass < 3; pass++)
        for (uint32_t i = 0; i < s->part.n; i++) {
            const struct tvl_part *part = &s->part.at[i];
            if (pass == 0 ? strcmp(part->name, s->vocab.pred.at[pred].name) == 0 : selects(part, pred, pass == 1)) return i;
        }
    return TVL_NONE;
}

bool tvl_parts_named(const struct tvl_spec *s, tvl_f f, tvl_part_set *out) {
    formulas conjuncts = {0};
    bool fine = true;
    flatten(f, TVL_AND, &conjuncts);
    *out = 0;
    for (uint32_t i = 0; i < conjuncts.n; i++) {
        tvl_f atom = conjuncts.at[i]->op == TVL_IFF ? conjuncts.at[i]->a : conjuncts.at[i];
        uint32_t part = atom->op == TVL_PRED ? find_part(s, atom->pred) : TVL_NONE;
        fine = fine && part != TVL_NONE;
        if (part != TVL_NONE) *out |= (tvl_part_set)1 << part;
    }
    vec_free(&conjuncts);
    return fine;
}

// ---- subheaps -------------------------------------------------------------------------------------------------------------------------

static void forget(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t pred) {
    const struct tvl_pred *p = &v->pred.at[pred];
    for (uint32_t plane = 2 * p->slot; plane <= 2 * p->slot + 1; plane++) {
        if (p->arity < 2) d->flat[plane] = 0;
        for (uint32_t i = 0; i < d->n && p->arity == 2; i++) d->row[plane * TVL_MAX + i] = d->col[plane * TVL_MAX + i] = 0;
    }
}

// Of the one that stands for all others only this is known: that it does not belong to the part, and how it is related to those that do.
static void add_others(struct tvl_machine *m, const struct tvl_part *part, struct tvl_draft *d) {
    const struct tvl_vocab *v = m->vocab;
    tvl_set others = d->flat[tvl_plane(v, part->pred, TVL_IS0)] & d->all;
    if (!others) {
        if (d->n == TVL_MAX) {
            m->overflow = true;
            return;
        }
        others = TVL_BIT(tvl_draft_add(v, d));
    }
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity != 1 || p == part->pred) continue;
        d->flat[2 * pred->slot] &= ~others;
        d->flat[2 * pred->slot + 1] &= ~others;
    }
    d->flat[TVL_IS0] &= ~others;
    d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS1)] &= ~others;
    d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS0)] &= ~others;
    for (uint32_t p = 2 * v->n_binary; p-- > 0;) TVL_EACH(i, others) d->row[p * TVL_MAX + i] &= ~others;
    for (uint32_t slot = 0; slot < v->n_binary; slot++) tvl_draft_columns(d, slot);
}

// What the part leaves out; and who belongs to another part, which is known as far as what is kept says it.
static void leave_out(const struct tvl_machine *m, uint32_t part, struct tvl_draft *d) {
    const struct tvl_part *p = &m->spec->part.at[part];
    for (uint32_t i = 0; i < p->dropped.n; i++) forget(m->vocab, d, p->dropped.at[i]);
    for (uint32_t i = 0; i < m->spec->part.n; i++)
        if (i != part && m->vocab->pred.at[m->spec->part.at[i].pred].always) forget(m->vocab, d, m->spec->part.at[i].pred);
}

bool tvl_project(struct tvl_machine *m, uint32_t part, struct tvl_draft *d) {
    const struct tvl_part *p = &m->spec->part.at[part];
    leave_out(m, part, d);
    add_others(m, p, d);
    tvl_blur(m, d, m->vocab->pred.at[p->pred].slot);
    if (!tvl_coerce(m, d, m->all_rules)) return false;
    leave_out(m, part, d);  // what the constraints say of it follows from the rest, and would only tell subheaps apart
    tvl_blur(m, d, m->vocab->pred.at[p->pred].slot);
    return true;
}

void tvl_parts_fill(const struct tvl_spec *s, struct tvl_draft *d) {
    for (uint32_t k = 0; k < s->part.n; k++) {
        const struct tvl_part *part = &s->part.at[k];
        if (!s->vocab.pred.at[part->pred].always) continue;
        for (uint32_t i = 0; i < d->n; i++) {
            struct tvl_env env = {NULL, part->var, i};
            tvl_put(&s->vocab, d, part->pred, i, 0, tvl_value(&s->vocab, d, part->select, &env));
        }
    }
}

// ---- composition ----------------------------------------------------------------------------------------------------------------------

struct pair {
    uint8_t a, b;
    bool sure;    // it exists
    bool single;  // it is one
};
struct meet {
    struct tvl_machine *m;
    const struct tvl_draft *a, *b;
    tvl_set fits[TVL_MAX];    // by individual of a: those of b it can be
    uint8_t with[TVL_MAX];    // by individual of a that must be one: which of b it is
    uint8_t with_b[TVL_MAX];  // by individual of b that must be one: which of a it is
    tvl_set one_a, one_b;     // those that exist and are one
    struct pair pair[TVL_MAX];
    uint32_t n;
    tvl_drafts *out;
};

// The values of the unary predicates of each individual, packed: two sets of predicates.
struct names {
    uint32_t words;
    uint64_t *is0, *is1;  // [individual * words]
};

static void pack_names(const struct tvl_vocab *v, const struct tvl_draft *d, struct names *n) {
    memset(n->is0, 0, (size_t)d->n * n->words * sizeof *n->is0);
    memset(n->is1, 0, (size_t)d->n * n->words * sizeof *n->is1);
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity != 1) continue;
        uint64_t bit = (uint64_t)1 << pred->slot % 64;
        TVL_EACH(i, d->flat[2 * pred->slot]) n->is0[i * n->words + pred->slot / 64] |= bit;
        TVL_EACH(i, d->flat[2 * pred->slot + 1]) n->is1[i * n->words + pred->slot / 64] |= bit;
    }
}

static bool unary_agree(const struct names *a, uint32_t i, const struct names *b, uint32_t j) {
    uint64_t clash = 0;
    for (uint32_t w = 0; w < a->words; w++) {
        size_t x = (size_t)i * a->words + w, y = (size_t)j * a->words + w;
        clash |= (a->is0[x] & b->is1[y]) | (a->is1[x] & b->is0[y]);
    }
    return !clash;
}

static void find_fits(struct meet *x) {
    uint32_t words = (x->m->vocab->n_flat + 63) / 64;
    uint64_t room[4 * TVL_MAX * 4], *memory = words <= 4 ? room : calloc(4 * TVL_MAX * words, sizeof *memory);
    if (!memory) base_out_of_memory();
    struct names a = {words, memory, memory + TVL_MAX * words}, b = {words, memory + 2 * TVL_MAX * words, memory + 3 * TVL_MAX * words};
    pack_names(x->m->vocab, x->a, &a);
    pack_names(x->m->vocab, x->b, &b);
    for (uint32_t i = 0; i < x->a->n; i++)
        for (uint32_t j = 0; j < x->b->n; j++)
            if (unary_agree(&a, i, &b, j)) x->fits[i] |= TVL_BIT(j);
    if (memory != room) free(memory);
}

static bool binary_agree(const struct meet *x, uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
    for (uint32_t slot = 0; slot < x->m->vocab->n_binary; slot++) {
        size_t at = 2 * (size_t)slot * TVL_MAX;
        tvl_set a0 = x->a->row[at + i] >> k, a1 = x->a->row[at + TVL_MAX + i] >> k;
        tvl_set b0 = x->b->row[at + j] >> l, b1 = x->b->row[at + TVL_MAX + j] >> l;
        if (((a0 & b1) | (a1 & b0)) & 1) return false;
    }
    return true;
}

static bool add_pair(struct meet *x, uint32_t i, uint32_t j, bool sure, bool single) {
    if (x->n == TVL_MAX) {
        x->m->overflow = true;
        return false;
    }
    x->pair[x->n++] = (struct pair){(uint8_t)i, (uint8_t)j, sure, single};
    return true;
}

// The individuals of the composed structure: those that are one on a side, as chosen; and all that two which may be several have in common.
static bool make_pairs(struct meet *x) {
    x->n = 0;
    TVL_EACH(i, x->one_a) if (!add_pair(x, (uint32_t)i, x->with[i], true, true)) return false;
    TVL_EACH(j, x->one_b) {
        if (x->one_a >> x->with_b[j] & 1) continue;
        if (!add_pair(x, x->with_b[j], (uint32_t)j, true, true)) return false;
    }
    tvl_set single_a = x->a->flat[TVL_IS0], single_b = x->b->flat[TVL_IS0];
    TVL_EACH(i, x->a->all & ~x->one_a)
    TVL_EACH(j, x->fits[i] & ~x->one_b)
    if (!add_pair(x, (uint32_t)i, (uint32_t)j, false, (single_a >> i & 1) || (single_b >> j & 1))) return false;
    return true;
}

// A pair that contradicts one that exists is absent.
static bool drop_contradictions(struct meet *x) {
    for (uint32_t p = 0; p < x->n; p++) {
        bool fine = true;
        for (uint32_t q = 0; q < x->n && fine; q++) {
            if (!x->pair[q].sure && q != p) continue;
            const struct pair *s = &x->pair[p], *t = &x->pair[q];
            fine = binary_agree(x, s->a, s->b, t->a, t->b) && binary_agree(x, t->a, t->b, s->a, s->b);
        }
        if (fine) continue;
        if (x->pair[p].sure) return false;
        x->pair[p--] = x->pair[--x->n];
    }
    return true;
}

// Every individual that exists is one of the pairs; if it is in one pair only, that pair exists.
static bool cover(struct meet *x) {
    uint32_t slot = tvl_plane(x->m->vocab, TVL_ACTIVE, TVL_IS1);
    for (int side = 0; side < 2; side++) TVL_EACH(i, (side ? x->b : x->a)->flat[slot]) {
            uint32_t count = 0, last = 0;
            for (uint32_t p = 0; p < x->n; p++)
                if ((side ? x->pair[p].b : x->pair[p].a) == i) count++, last = p;
            if (!count) return false;
            if (count == 1) x->pair[last].sure = true;
        }
    return true;
}

static void fill_unary(const struct meet *x, struct tvl_draft *d, uint32_t p) {
    const struct tvl_pred *pred = &x->m->vocab->pred.at[p];
    for (uint32_t plane = 2 * pred->slot; plane <= 2 * pred->slot + 1; plane++) {
        tvl_set w = 0;
        for (uint32_t k = 0; k < x->n; k++) w |= ((x->a->flat[plane] >> x->pair[k].a | x->b->flat[plane] >> x->pair[k].b) & 1) << k;
        d->flat[plane] = w;
    }
}

static void fill_binary(const struct meet *x, struct tvl_draft *d, uint32_t slot) {
    for (uint32_t k = 0; k < x->n; k++) {
        const struct pair *s = &x->pair[k];
        tvl_set w[2] = {0, 0};
        size_t at = 2 * (size_t)slot * TVL_MAX;
        for (uint32_t plane = 0; plane < 2; plane++, at += TVL_MAX)
            for (uint32_t l = 0; l < x->n; l++) {
                const struct pair *t = &x->pair[l];
                w[plane] |= ((x->a->row[at + s->a] >> t->a | x->b->row[at + s->b] >> t->b) & 1) << l;
            }
        tvl_set both = w[0] & w[1];  // two that cannot both exist
        d->row[2 * (size_t)slot * TVL_MAX + k] = w[0] & ~both;
        d->row[(2 * (size_t)slot + 1) * TVL_MAX + k] = w[1] & ~both;
    }
    tvl_draft_columns(d, slot);
}

static bool fill(const struct meet *x, struct tvl_draft *d) {
    const struct tvl_vocab *v = x->m->vocab;
    tvl_draft_clear(v, d, x->n);
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden) continue;
        if (pred->arity == 1) fill_unary(x, d, p);
        if (pred->arity == 2) fill_binary(x, d, pred->slot);
        if (pred->arity != 0) continue;
        for (uint32_t plane = 2 * pred->slot; plane <= 2 * pred->slot + 1; plane++) d->flat[plane] = x->a->flat[plane] | x->b->flat[plane];
        if (d->flat[2 * pred->slot] & d->flat[2 * pred->slot + 1]) return false;
    }
    for (uint32_t k = 0; k < x->n; k++) {
        if (!x->pair[k].single) tvl_put(v, d, TVL_SM, k, 0, TVL_HALF);
        if (!x->pair[k].sure) tvl_put(v, d, TVL_ACTIVE, k, 0, TVL_HALF);
    }
    return true;
}

static void finish(struct meet *x) {
    if (!make_pairs(x) || !drop_contradictions(x) || !cover(x)) return;
    struct tvl_draft *d = tvl_take(x->m);
    if (fill(x, d) && tvl_coerce(x->m, d, x->m->all_rules))
        vec_push(x->out, d);
    else
        tvl_give(x->m, d);
}

// Does the choice for individual i of a (or, for i >= n of a, of b) agree with the earlier ones?
static bool agrees(const struct meet *x, uint32_t i, uint32_t j, tvl_set done_a, tvl_set done_b) {
    if (!binary_agree(x, i, j, i, j)) return false;
    TVL_EACH(k, done_a)
    if (!binary_agree(x, i, j, (uint32_t)k, x->with[k]) || !binary_agree(x, (uint32_t)k, x->with[k], i, j)) return false;
    TVL_EACH(l, done_b)
    if (!binary_agree(x, i, j, x->with_b[l], (uint32_t)l) || !binary_agree(x, x->with_b[l], (uint32_t)l, i, j)) return false;
    return true;
}

static void choose_b(struct meet *x, tvl_set left, tvl_set done) {
    if (!left) {
        finish(x);
        return;
    }
    uint32_t j = (uint32_t)__builtin_ctzll(left);
    tvl_set single = x->a->flat[TVL_IS0];
    for (uint32_t i = 0; i < x->a->n; i++) {
        if (!(x->fits[i] >> j & 1) || (x->one_a >> i & 1)) continue;
        bool taken = false;
        TVL_EACH(l, done) taken = taken || x->with_b[l] == i;
        if ((taken && (single >> i & 1)) || !agrees(x, i, j, x->one_a, done)) continue;
        x->with_b[j] = (uint8_t)i;
        choose_b(x, left & (left - 1), done | TVL_BIT(j));
    }
}

static void choose_a(struct meet *x, tvl_set left, tvl_set done, tvl_set used) {
    if (!left) {
        tvl_set rest = x->one_b & ~used;
        TVL_EACH(i, x->one_a) if (x->one_b >> x->with[i] & 1) x->with_b[x->with[i]] = (uint8_t)i;
        choose_b(x, rest, 0);
        return;
    }
    uint32_t i = (uint32_t)__builtin_ctzll(left);
    tvl_set taken = used & x->b->flat[TVL_IS0];
    TVL_EACH(j, x->fits[i] & ~taken) {
        if (!agrees(x, i, (uint32_t)j, done, 0)) continue;
        x->with[i] = (uint8_t)j;
        choose_a(x, left & (left - 1), done | TVL_BIT(i), used | TVL_BIT(j));
    }
}

void tvl_compose(struct tvl_machine *m, const struct tvl_draft *a, const struct tvl_draft *b, tvl_drafts *out) {
    struct meet x = {.m = m, .a = a, .b = b, .out = out};
    uint32_t active = tvl_plane(m->vocab, TVL_ACTIVE, TVL_IS1);
    x.one_a = a->flat[active] & a->flat[TVL_IS0];
    x.one_b = b->flat[active] & b->flat[TVL_IS0];
    find_fits(&x);
    choose_a(&x, x.one_a, 0, 0);
}
