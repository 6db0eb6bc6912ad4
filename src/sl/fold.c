// SPDX-License-Identifier: MIT
// Abstraction: two neighbouring nodes of a chain become one segment, again and again.
//
// Node a is linked to node b by the pointer field at offset `next`, which points into b at offset `head`; nothing else points to b, and
// everything that points to a does so at `head` too.  Their other fields are generalised: equal ones are kept, numbers become one range
// that each node has for itself.  Every merge takes one object away, so folding ends.
#include "sl/sl.h"

struct fold {
    struct sl_draft *d;
    unsigned bits;
    uint32_t least_chain;
    uint32_t *references;  // by object: places that hold an address in it
    int32_t *head;         // by object: the one offset at which it is pointed to, or NOWHERE
};
enum { NOWHERE = INT32_MIN, SEVERAL = INT32_MAX };

static void count(struct fold *f, uint32_t v) {
    int64_t offset;
    if (!v || f->d->values.at[v].kind != SL_ADDR) return;
    uint32_t o = f->d->values.at[v].object;
    bool exact = sl_offset(f->d, v, &offset) && offset > -1000000 && offset < 1000000;
    int32_t at = exact ? (int32_t)offset : SEVERAL;
    f->references[o]++;
    f->head[o] = f->head[o] == NOWHERE || f->head[o] == at ? at : SEVERAL;
}

static void count_all(struct fold *f) {
    struct sl_draft *d = f->d;
    for (uint32_t o = 0; o < d->objects.n; o++) {
        f->references[o] = 0;
        f->head[o] = NOWHERE;
    }
    for (uint32_t i = 0; i < d->regs.n; i++) count(f, d->regs.at[i]);
    for (uint32_t i = 0; i < d->results.n; i++) count(f, d->results.at[i]);
    for (uint32_t i = 0; i < d->fields.n; i++)
        if (d->objects.at[d->fields.at[i].object].life == SL_VALID) count(f, d->fields.at[i].value);
}

// ---- may a and b be one? -------------------------------------------------------------------------------------------------------------

struct pair {
    uint32_t a, b;
    int32_t next, head;
    uint32_t link;  // value of b's link
};

static bool is_node(const struct sl_draft *d, uint32_t o) {
    const struct sl_object *x = &d->objects.at[o];
    return x->storage == SL_HEAP && x->life == SL_VALID && x->level == 0 && !x->more && !x->escaped;
}

static bool shapes_fit(const struct fold *f, const struct pair *p) {
    const struct sl_object *a = &f->d->objects.at[p->a], *b = &f->d->objects.at[p->b];
    if (a->size != b->size || a->rest != b->rest || f->head[p->a] != p->head || f->references[p->b] != 1) return false;
    if (a->segment && (a->next != p->next || a->head != p->head)) return false;
    return !b->segment || (b->next == p->next && b->head == p->head);
}

// What a node has at an offset where it has no field.
static uint32_t rest_value(struct sl_draft *d, uint32_t o, uint64_t size) {
    switch (d->objects.at[o].rest) {
    case SL_REST_ZERO: return sl_const(d, size <= 16 ? (unsigned)size * 8 : 64, 0);
    case SL_REST_UNINIT: return sl_fresh(d, SL_UNINIT);
    default: return sl_fresh(d, SL_ANY);
    }
}

static uint32_t field_value(struct sl_draft *d, uint32_t o, uint64_t offset, uint64_t size) {
    uint32_t i = sl_field_at(d, o, offset, size);
    if (i != UINT32_MAX) return d->fields.at[i].value;
    for (i = sl_first_field(d, o); i < d->fields.n && d->fields.at[i].object == o; i++)
        if (d->fields.at[i].offset < offset + size && offset < d->fields.at[i].offset + d->fields.at[i].size) return 0;
    return rest_value(d, o, size);
}

// One value for both nodes, or 0: they do not fit.  *loses: something was known of each that is not known of both.
static uint32_t generalise(struct fold *f, uint32_t x, uint32_t y, bool *loses) {
    struct sl_value u = f->d->values.at[x], v = f->d->values.at[y];
    if (sl_same(f->d, x, y) && u.level == v.level) return x;
    if (u.kind == SL_ADDR || v.kind == SL_ADDR) return 0;
    struct sl_value w = {.kind = SL_ANY, .level = 1};
    if (u.kind == SL_INT && v.kind == SL_INT && u.range.bits == v.range.bits) {
        w.kind = SL_INT;
        w.range = num_range_join(u.range, v.range);
        bool unknown = num_range_is_full(u.range) && num_range_is_full(v.range);
        *loses |= !unknown && !(u.level && num_range_leq(v.range, u.range)) && !(v.level && num_range_leq(u.range, v.range));
    } else if (u.kind == SL_UNINIT && v.kind == SL_UNINIT) {
        w.kind = SL_UNINIT;
    } else if (u.kind != v.kind) {
        if ((u.kind == SL_UNINIT || v.kind == SL_UNINIT)) return 0;
        *loses = true;
    }
    return sl_add_value(f->d, w);
}

struct merged {
    uint64_t offset, size;
    uint32_t value;
};
typedef VEC(struct merged) merged_fields;

static bool merge_from(struct fold *f, const struct pair *p, uint32_t of, uint32_t other, merged_fields *out, bool *loses) {
    for (uint32_t i = sl_first_field(f->d, of); i < f->d->fields.n && f->d->fields.at[i].object == of; i++) {
        struct sl_field x = f->d->fields.at[i];
        if (x.offset == (uint64_t)p->next) continue;
        bool done = of == p->b && sl_field_at(f->d, other, x.offset, x.size) != UINT32_MAX;
        if (done) continue;
        uint32_t y = field_value(f->d, other, x.offset, x.size), v = y ? generalise(f, x.value, y, loses) : 0;
        if (!v) return false;
        vec_push(out, (struct merged){x.offset, x.size, v});
    }
    return true;
}

static uint32_t least_of(const struct sl_object *o) {
    return o->segment ? o->least : 1;
}

static void replace(struct fold *f, const struct pair *p, const merged_fields *fields) {
    struct sl_object *a = &f->d->objects.at[p->a], *b = &f->d->objects.at[p->b];
    uint32_t least = least_of(a) + least_of(b);
    a->segment = 1;
    a->least = least > 2 ? 2 : (uint8_t)least;
    a->next = p->next;
    a->head = p->head;
    a->text = a->text < b->text ? a->text : b->text;
    b->life = SL_DEAD;
    for (uint32_t i = 0; i < fields->n; i++) sl_put(f->d, p->a, fields->at[i].offset, fields->at[i].size, fields->at[i].value);
    sl_put(f->d, p->a, (uint64_t)p->next, f->bits / 8, p->link);
}

// Length of the chain that a begins, as far as it is made of such nodes; a segment counts as many.
static uint32_t chain_length(const struct fold *f, uint32_t a, uint64_t next) {
    uint32_t n = 0;
    while (n < 8 && is_node(f->d, a)) {
        n += f->d->objects.at[a].segment ? 3 : 1;
        uint32_t i = sl_field_at(f->d, a, next, f->bits / 8);
        if (i == UINT32_MAX || f->d->values.at[f->d->fields.at[i].value].kind != SL_ADDR) break;
        a = f->d->values.at[f->d->fields.at[i].value].object;
    }
    return n;
}

static bool try_pair(struct fold *f, struct pair *p, bool may_lose) {
    merged_fields fields = {0};
    bool loses = false, lost = f->d->lost;
    uint32_t i = sl_field_at(f->d, p->b, (uint64_t)p->next, f->bits / 8);
    if (i == UINT32_MAX || !shapes_fit(f, p)) return false;
    p->link = f->d->fields.at[i].value;
    bool fits = merge_from(f, p, p->a, p->b, &fields, &loses) && merge_from(f, p, p->b, p->a, &fields, &loses);
    if (fits && loses) fits = may_lose && chain_length(f, p->a, (uint64_t)p->next) >= f->least_chain;
    if (fits) replace(f, p, &fields);
    f->d->lost = lost;
    vec_free(&fields);
    return fits;
}

static bool fold_once(struct fold *f, bool may_lose) {
    struct sl_draft *d = f->d;
    count_all(f);
    for (uint32_t a = 1; a < d->objects.n; a++) {
        if (!is_node(d, a)) continue;
        for (uint32_t i = sl_first_field(d, a); i < d->fields.n && d->fields.at[i].object == a; i++) {
            struct sl_field x = d->fields.at[i];
            int64_t head;
            if (x.size != f->bits / 8 || x.offset > INT32_MAX || !sl_offset(d, x.value, &head)) continue;
            uint32_t b = d->values.at[x.value].object;
            if (b == a || !is_node(d, b) || head < 0 || head >= INT32_MAX) continue;
            struct pair p = {a, b, (int32_t)x.offset, (int32_t)head, 0};
            if (try_pair(f, &p, may_lose)) return true;
        }
    }
    return false;
}

void sl_fold(struct sl_draft *d, const struct dom_precision *p, unsigned pointer_bits, bool possibly_empty) {
    struct fold f = {.d = d, .bits = pointer_bits, .least_chain = p->least_chain ? p->least_chain : 3};
    (void)possibly_empty;
    f.references = calloc(d->objects.n, sizeof *f.references);
    f.head = calloc(d->objects.n, sizeof *f.head);
    if (!f.references || !f.head) base_out_of_memory();
    while (fold_once(&f, false) || fold_once(&f, true)) continue;
    free(f.references);
    free(f.head);
}
