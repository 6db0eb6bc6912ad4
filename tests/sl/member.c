// SPDX-License-Identifier: MIT
#include "sl/search.h"

#include <stdarg.h>

#include "ir/eval.h"
#include "sl/table.h"

static enum outcome match(struct search *s, const struct goal *g, const struct goal **rest);

bool search_complain(struct search *s, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    s->why->n = 0;
    buf_vprintf(s->why, format, ap);
    va_end(ap);
    return false;
}

// ---- bindings ----------------------------------------------------------------------------------------------------------------------

const struct bound *search_find(const struct env *e, bool is_value, uint32_t id) {
    const struct bound *b = e->bound;
    while (b && (b->id != id || b->is_value != is_value)) b = b->next;
    return b;
}

void search_bind(struct search *s, struct env *e, struct bound b) {
    vec_push(&s->trail, (struct undo){.env = e, .bound = e->bound});
    b.next = e->bound;
    e->bound = arena_copy(&s->arena, &b, sizeof b);
}

bool search_own(struct search *s, uint32_t block) {
    if (s->owned[block]) return search_complain(s, "block %u is two objects", block);
    s->owned[block] = 1;
    vec_push(&s->trail, (struct undo){.block = block});
    return true;
}

void search_go_back(struct search *s, uint32_t mark) {
    while (s->trail.n > mark) {
        struct undo u = vec_pop(&s->trail);
        if (u.env)
            u.env->bound = u.bound;
        else
            s->owned[u.block] = 0;
    }
}

static struct env *env_at(struct env *e, uint32_t level) {
    while (e && e->level > level) e = e->outer;
    return e;
}

const struct goal *search_goal(struct search *s, struct env *e, uint32_t value, struct word w, const struct goal *rest) {
    struct goal g = {rest, e, value, w};
    return arena_copy(&s->arena, &g, sizeof g);
}

// ---- the concrete side ---------------------------------------------------------------------------------------------------------------

static struct word word_of(const struct exec_value *v, uint32_t bytes) {
    bool any = v->uninit || v->unknown || v->flags & EXEC_UNCHOSEN;
    return (struct word){v->bits, v->block & EXEC_MIX ? 0 : v->block, bytes, any};
}

struct word search_read(const struct search *s, uint32_t block, uint64_t offset, uint32_t n) {
    uint32_t origins[WORD_BYTES] = {0};
    struct exec_value v;
    bool known = exec_bytes_read(exec_block(s->memory, block), offset, n, &v, origins);
    v.block = known ? origins[0] : 0;
    for (uint32_t i = 1; i < n && known; i++)
        if (origins[i] != origins[0]) v.block = 0;
    return word_of(&v, n);
}

bool search_locate(const struct search *s, const struct word *w, uint32_t *block, uint64_t *offset) {
    *block = w->block ? w->block : exec_block_at(s->memory, (uint64_t)w->bits);
    if (!*block || w->any) return false;
    *offset = ((uint64_t)w->bits - exec_block(s->memory, *block)->address) & (uint64_t)ir_mask(s->memory->pointer_bits);
    return true;
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static bool is_right_block(struct search *s, const struct sl_object *o, uint32_t number) {
    const struct exec_block *b = exec_block(s->memory, number);
    bool stack = b->kind == EXEC_SLOT || b->kind == EXEC_ALLOCA, live = b->life == EXEC_LIVE;
    switch (o->storage) {
    case SL_HEAP: return (b->kind == EXEC_HEAP || b->kind == EXEC_RESOURCE) && live == (o->life == SL_VALID);
    case SL_STACK: return stack && live == (o->life == SL_VALID);
    case SL_GLOBAL: return number == s->m->first_global + o->tag;
    case SL_CODE: return number == s->m->first_func + o->tag;
    case SL_LABEL: return number == s->m->first_label + o->tag;
    default: return b->kind != EXEC_HEAP && !stack;
    }
}

static bool fits_size(const struct sl_object *o, const struct exec_block *b) {
    return b->size >= o->size && b->size - o->size <= o->more;
}

static bool is_zero_byte(const struct exec_block *b, uint64_t i) {
    bool zero = b->state[i] == EXEC_BORN ? b->birth == EXEC_BIRTH_ZERO : b->bytes[i] == 0;
    return zero && !(b->origin && b->origin[i]);
}

// The links of the second node of a pair and of one of a mixed list are no fields, but not part of the rest either.
static bool is_in_field(const struct sl_draft *d, uint32_t o, uint64_t i, uint32_t pointer_bytes) {
    const struct sl_object *x = &d->objects.at[o];
    if (x->shape.kind == SL_SECOND && i - (uint64_t)x->shape.second.next < pointer_bytes) return true;
    if (x->shape.kind == SL_VARIANT && i - (uint64_t)x->shape.variant.next < pointer_bytes) return true;
    if (x->shape.kind == SL_VARIANT && i - (uint64_t)x->shape.variant.back < pointer_bytes) return true;
    for (uint32_t k = sl_first_field(d, o); sl_has(d, k, o); k++)
        if (i >= d->fields.at[k].offset && i - d->fields.at[k].offset < d->fields.at[k].size) return true;
    return false;
}

// Does a string of such units end that begins at offset text - 1, or at the last place of the block?
static bool ends(const struct exec_block *b, uint32_t text, uint32_t unit) {
    if (!text || b->size < unit) return true;
    uint64_t last = (b->size - unit) / unit * unit, from = text - 1 < last ? (text - 1) / unit * unit : last;
    for (; from + unit <= b->size; from += unit) {
        uint32_t zeros = 0;
        while (zeros < unit && is_zero_byte(b, from + zeros)) zeros++;
        if (zeros == unit) return true;
    }
    return false;
}

// Bytes without field, and the string that an object is known to hold.
static bool fits_rest(struct search *s, uint32_t o, uint32_t block) {
    const struct sl_object *x = &s->d->objects.at[o];
    const struct exec_block *b = exec_block(s->memory, block);
    for (uint64_t i = 0; x->rest == SL_REST_ZERO && i < b->size; i++)
        if (!is_zero_byte(b, i) && !is_in_field(s->d, o, i, s->memory->pointer_bits / 8))
            return search_complain(s, "byte %llu of o%u is not zero", (unsigned long long)i, o);
    return (ends(b, x->text, 1) && ends(b, x->wide, 4)) || search_complain(s, "the text in o%u does not end", o);
}

// If the field has characters, one of them is 0.
static bool has_end(struct search *s, const struct sl_field *f, const struct exec_block *b, uint64_t at) {
    bool zero = s->d->values.at[f->value].kind != SL_CHARS;
    for (uint64_t i = 0; !zero && i < f->size; i++) zero = is_zero_byte(b, at + i);
    return zero || search_complain(s, "characters of o%u do not end", f->object);
}

// Adds a goal for a field; the wide ones are zero, or anything, or have an end.
static bool add_field(struct search *s, struct env *e, const struct sl_field *f, uint32_t block, const struct goal **goals) {
    const struct exec_block *b = exec_block(s->memory, block);
    if (f->offset + f->size > b->size)  // bytes that there may be hold what the field says if they are there
        return f->offset + f->size > s->d->objects.at[f->object].size ||
               search_complain(s, "a field of o%u lies outside of block %u", f->object, block);
    if (f->size <= WORD_BYTES) {
        *goals = search_goal(s, e, f->value, search_read(s, block, f->offset, (uint32_t)f->size), *goals);
        return has_end(s, f, b, f->offset);
    }
    for (uint64_t i = 0; sl_is_null(s->d, f->value) && i < f->size; i++)
        if (!is_zero_byte(b, f->offset + i)) return search_complain(s, "a wide field of o%u is not zero", f->object);
    return has_end(s, f, b, f->offset);
}

bool search_add_fields(struct search *s, struct env *e, uint32_t o, uint32_t block, const struct goal **goals) {
    const struct sl_object *x = &s->d->objects.at[o];
    for (uint32_t i = sl_first_field(s->d, o); sl_has(s->d, i, o); i++)
        if (!sl_is_link(x, s->d->fields.at[i].offset) &&
            !add_field(s, e, &s->d->fields.at[i], block, goals))
            return false;
    return fits_rest(s, o, block);
}

bool search_match_int(struct search *s, struct env *e, uint32_t v, struct word w);

// What the size is said to be.
static bool fits_count(struct search *s, struct env *e, const struct sl_object *x, const struct exec_block *b) {
    if (!x->count) return true;
    unsigned bits = s->d->values.at[x->count].range.bits, unit_bits = s->d->values.at[x->unit].range.bits;
    if (!search_match_int(s, env_at(e, s->d->values.at[x->count].level), x->count, (struct word){.bits = b->size, .bytes = bits / 8}))
        return search_complain(s, "another count: %s", buf_text(s->why));
    if (!x->unit) return true;
    num_sword rest = (num_sword)b->size - x->plus, unit = rest / x->scale;
    if (rest % x->scale || num_signed(unit_bits, num_wrap(unit_bits, (num_word)unit)) != unit) return search_complain(s, "no unit is the size");
    return search_match_int(s, env_at(e, s->d->values.at[x->unit].level), x->unit,
                     (struct word){.bits = num_wrap(unit_bits, (num_word)unit), .bytes = unit_bits / 8});
}

// Where a byte is said to be 0: the first one is that, or (a number that nothing else tells so far) one that can be.
static bool fits_end(struct search *s, const struct sl_object *x, const struct exec_block *b) {
    if (!x->ends) return true;
    struct num_range r = s->d->values.at[x->ends].range;
    const struct bound *known = search_find(&s->root, true, x->ends);
    for (uint64_t i = 0; i < b->size; i++) {
        if (!is_zero_byte(b, i)) continue;
        if (x->first) return search_match_int(s, &s->root, x->ends, (struct word){.bits = i, .bytes = r.bits / 8});
        if (known ? known->bits == i : num_range_has(r, i)) return true;
    }
    return search_complain(s, "no byte ends the string where v%u says", x->ends);
}

// The object is this block; goals for its contents are put before *goals.
static bool settle_object(struct search *s, struct env *e, uint32_t o, uint32_t block, const struct goal **goals) {
    const struct sl_object *x = &s->d->objects.at[o];
    const struct bound *known = search_find(e, false, o);
    if (known) return known->nodes[0] == block || search_complain(s, "o%u is block %u and block %u", o, known->nodes[0], block);
    if (!is_right_block(s, x, block)) return search_complain(s, "block %u is not of the kind of o%u", block, o);
    search_bind(s, e, (struct bound){.id = o, .nodes = arena_copy(&s->arena, &block, sizeof block), .n = 1});
    bool has_contents = x->storage < SL_CODE || (x->storage == SL_LIBRARY && x->tag == SL_WORLD);
    if (!has_contents) return true;
    if (!search_own(s, block)) return false;
    if (x->life != SL_VALID) return true;
    if (!fits_size(x, exec_block(s->memory, block))) return search_complain(s, "block %u is not of the size of o%u", block, o);
    if (!fits_count(s, e, x, exec_block(s->memory, block))) return false;
    return fits_end(s, x, exec_block(s->memory, block)) && search_add_fields(s, e, o, block, goals);
}

// ---- segments ----------------------------------------------------------------------------------------------------------------------

struct word search_link_word(const struct search *s, uint32_t block, int32_t offset) {
    return search_read(s, block, (uint64_t)offset, s->memory->pointer_bits / 8);
}

bool search_is_node(const struct search *s, const struct sl_object *x, uint32_t block) {
    const struct exec_block *b = exec_block(s->memory, block);
    return b->kind == EXEC_HEAP && b->life == EXEC_LIVE && fits_size(x, b) && !s->owned[block];
}

// Does the link at this offset of one block lead to that place in another?  *to: 0 if it may be any.
bool search_leads_to(const struct search *s, uint32_t from, int32_t offset, int32_t place, uint32_t *to) {
    uint64_t at, mask = (uint64_t)ir_mask(s->memory->pointer_bits);
    uint32_t block;
    struct word w = search_link_word(s, from, offset);
    if (!search_locate(s, &w, &block, &at) || at != ((uint64_t)(int64_t)place & mask) || (*to && *to != block)) return false;
    *to = block;
    return true;
}

bool search_is_linked(const struct search *s, const struct sl_shape *x, bool back, uint32_t from, uint32_t *to) {
    return search_leads_to(s, from, (int32_t)sl_link_at(x, back), sl_link_to(x, back), to);
}

// The second nodes of a segment of pairs.
static uint32_t second_of(const struct search *s, uint32_t o) {
    bool pairs = sl_are_pairs(&s->d->objects.at[o].shape);
    return pairs ? s->d->values.at[sl_linked(s->d, o, SL_SECONDS, 0)].object : 0;
}

// Can the block be node number n of a chain, forwards or backwards?
static bool is_node_at(const struct search *s, uint32_t o, uint32_t n, bool backwards, uint32_t block) {
    uint32_t second = second_of(s, o);
    return search_is_node(s, &s->d->objects.at[second && n % 2 != backwards ? second : o], block);
}

// The longest chain of nodes from a block on, forwards or backwards.  How the nodes of one pair are linked backwards is a matter of their fields.
static void follow(const struct search *s, uint32_t o, uint32_t block, bool backwards, blocks *out) {
    const struct sl_object *x = &s->d->objects.at[o];
    if (!is_node_at(s, o, 0, backwards, block)) return;
    for (;;) {
        uint32_t from = block, to = 0;
        for (uint32_t i = 0; i < out->n; i++)
            if (out->at[i] == block) return;
        vec_push(out, block);
        if (x->shape.kind == SL_OPTION) return;
        bool on = search_is_linked(s, &x->shape, backwards, from, &to);
        if (!on || !is_node_at(s, o, out->n, backwards, to)) return;
        if (backwards && !search_is_linked(s, &x->shape, false, to, &from)) return;
        bool within = sl_are_pairs(&x->shape) && out->n % 2;
        if (!backwards && sl_n_links(&x->shape) == 2 && !within && !search_is_linked(s, &x->shape, true, to, &from)) return;
        block = to;
    }
}

static bool try_nodes(struct search *s, struct env *e, uint32_t o, const uint32_t *nodes, uint32_t n, const struct goal *rest) {
    const struct sl_object *x = &s->d->objects.at[o];
    uint32_t second = second_of(s, o);
    search_bind(s, e, (struct bound){.id = o, .nodes = nodes, .n = n});
    for (uint32_t i = 0; i < n; i += second ? 2 : 1) {
        struct env node = {e, e->level + 1, o, nodes[i], NULL, 0}, *in = arena_copy(&s->arena, &node, sizeof node);
        if (!search_own(s, nodes[i]) || !search_add_fields(s, in, o, nodes[i], &rest)) return false;
        if (second && !settle_object(s, in, second, nodes[i + 1], &rest)) return false;
    }
    for (int end = (int)sl_n_links(&x->shape) - 1; end >= 0; end--) {
        struct word w = search_link_word(s, nodes[end ? 0 : n - 1], (int32_t)sl_link_at(&x->shape, end));
        rest = search_goal(s, e, sl_beyond(s->d, o, end, s->memory->pointer_bits), w, rest);
    }
    return search_solve(s, rest);
}

static bool is_in(const struct search *s, uint32_t v, uint32_t o) {
    return s->d->values.at[v].kind == SL_ADDR && s->d->values.at[v].object == o;
}

// An address at one end of an empty segment is what lies there instead.
static enum outcome match_empty(struct search *s, struct env *e, const struct sl_value *v, struct word w, const struct goal *rest,
                                const struct goal **next) {
    const struct sl_object *x = &s->d->objects.at[v->object];
    bool last = v->end == SL_LAST;
    num_word offset;
    if (!num_range_is_const(v->range, &offset)) return FAILS;
    uint64_t mask = (uint64_t)ir_mask(s->memory->pointer_bits);
    w.bits = ((uint64_t)w.bits - (uint64_t)offset + (uint64_t)(int64_t)sl_link_to(&x->shape, last)) & mask;
    *next = rest;
    if (x->shape.kind == SL_OPTION) return w.bits == 0 && !w.any ? GOES_ON : FAILS;
    uint32_t link = sl_beyond(s->d, v->object, last, s->memory->pointer_bits);
    uint32_t other = sl_n_links(&x->shape) == 2 ? sl_beyond(s->d, v->object, !last, s->memory->pointer_bits) : 0;
    bool turns = is_in(s, link, v->object);  // the link leads to the other end: what lies beyond is the same at both
    if (!link || (turns && (s->d->values.at[link].end == v->end || !other || is_in(s, other, v->object)))) return FAILS;
    *next = search_goal(s, e, link, w, rest);
    return GOES_ON;
}

static bool try_chain(struct search *s, struct env *e, const struct sl_value *v, struct word w, const struct goal *rest) {
    const struct sl_object *x = &s->d->objects.at[v->object];
    uint32_t block, mark = s->trail.n;
    uint64_t at;
    blocks chain = {0};
    bool found = false, last = v->end == SL_LAST;
    if (!search_locate(s, &w, &block, &at) || !num_range_has(v->range, at)) return search_complain(s, "a word that leads to no node of o%u", v->object);
    follow(s, v->object, block, last, &chain);
    uint32_t step = second_of(s, v->object) ? 2 : 1;
    for (uint32_t n = chain.n - chain.n % step; n >= step && n / step >= x->shape.least && !found; n -= step) {
        uint32_t *nodes = arena_copy(&s->arena, chain.at, n * sizeof *nodes);
        for (uint32_t i = 0; last && i < n; i++) nodes[i] = chain.at[n - 1 - i];
        found = try_nodes(s, e, v->object, nodes, n, rest);
        if (!found) search_go_back(s, mark);
    }
    vec_free(&chain);
    return found;
}

// ---- mixed segments ------------------------------------------------------------------------------------------------------------------

enum { MOST_MIXED = 64 };
struct mixed {  // nodes so far, from the end where the search began, and of which variants they are, also by number
    uint32_t object, n, block[MOST_MIXED], variant[MOST_MIXED], number[MOST_MIXED];
    bool backwards;
    struct env *env;
    const struct goal *rest;
};

static int32_t shift_of(const struct search *s, uint32_t variant) {
    return s->d->objects.at[variant].shape.variant.shift;
}

static bool is_never(const struct search *s, uint32_t variant, uint32_t bit) {
    return s->d->objects.at[variant].shape.variant.never >> bit & 1;
}

// May one of the variant number i be the next node?  It comes right behind the last one that was chosen, or right before it.
static bool may_be_next(const struct search *s, const struct mixed *m, uint32_t variant, uint32_t i) {
    if (!m->n) return !is_never(s, variant, SL_MOST_VARIANTS + m->backwards);
    uint32_t known = m->n - 1;
    return m->backwards ? !is_never(s, variant, m->number[known]) : !is_never(s, m->variant[known], i);
}

// May the node that was chosen last be the outer one?
static bool may_be_outer(const struct search *s, const struct mixed *m) {
    return !is_never(s, m->variant[m->n - 1], SL_MOST_VARIANTS + !m->backwards);
}

// Can the block be such a node, as far as constants tell?
static bool may_be_variant(const struct search *s, uint32_t variant, uint32_t block) {
    num_word x;
    if (!search_is_node(s, &s->d->objects.at[variant], block)) return false;
    for (uint32_t i = sl_first_field(s->d, variant); sl_has(s->d, i, variant); i++) {
        const struct sl_field *f = &s->d->fields.at[i];
        if (f->size > WORD_BYTES || f->offset + f->size > exec_block(s->memory, block)->size || !sl_is_const(s->d, f->value, &x)) continue;
        struct word w = search_read(s, block, f->offset, (uint32_t)f->size);
        if (w.any || w.bits != x) return false;
    }
    return true;
}

// All nodes are chosen: they are what their variants say, and the links of the outer ones those of the segment.
static bool try_mixed_nodes(struct search *s, const struct mixed *m) {
    const struct sl_object *x = &s->d->objects.at[m->object];
    uint32_t mark = s->trail.n, ends[2] = {m->backwards ? m->n - 1 : 0, m->backwards ? 0 : m->n - 1};
    uint32_t both[2] = {m->block[ends[0]], m->block[ends[1]]};
    const struct goal *rest = m->rest;
    search_bind(s, m->env, (struct bound){.id = m->object, .nodes = arena_copy(&s->arena, both, sizeof both), .n = 2,
                                   .bits = (num_word)shift_of(s, m->variant[ends[0]]), .bytes = (uint32_t)shift_of(s, m->variant[ends[1]])});
    bool good = true;
    for (uint32_t i = 0; i < m->n && good; i++) {
        struct env node = {m->env, m->env->level + 1, m->object, m->block[i], NULL, 0}, *in = arena_copy(&s->arena, &node, sizeof node);
        good = settle_object(s, in, m->variant[i], m->block[i], &rest);
    }
    for (int end = (int)sl_n_links(&x->shape) - 1; end >= 0 && good; end--) {
        struct word w = search_link_word(s, both[!end], (int32_t)sl_link_at(&x->shape, end) + shift_of(s, m->variant[ends[!end]]));
        rest = search_goal(s, m->env, sl_beyond(s->d, m->object, end, s->memory->pointer_bits), w, rest);
    }
    if (good && search_solve(s, rest)) return true;
    search_go_back(s, mark);
    return false;
}

// Does the last node that was chosen lead on to this place in a block, and, doubly linked, the block back to it if it is of this variant?
static bool leads_on(const struct search *s, const struct mixed *m, uint32_t variant, uint32_t *to) {
    const struct sl_shape *x = &s->d->objects.at[m->object].shape;
    uint32_t from = m->block[m->n - 1];
    int32_t here = shift_of(s, m->variant[m->n - 1]), there = shift_of(s, variant);
    int on = m->backwards, back = !on;
    *to = 0;
    if (!search_leads_to(s, from, (int32_t)sl_link_at(x, on) + here, sl_link_to(x, on) + there, to)) return false;
    return sl_n_links(x) < 2 || search_leads_to(s, *to, (int32_t)sl_link_at(x, back) + there, sl_link_to(x, back) + here, &from);
}

// The longest chains first.
static bool grow_mixed(struct search *s, struct mixed *m) {
    const struct sl_shape *x = &s->d->objects.at[m->object].shape;
    for (uint32_t i = 0, v, to; m->n < MOST_MIXED && (v = sl_linked(s->d, m->object, SL_VARIANTS, i)); i++) {
        uint32_t variant = s->d->values.at[v].object;
        bool fits = may_be_next(s, m, variant, i) && leads_on(s, m, variant, &to) && may_be_variant(s, variant, to);
        for (uint32_t k = 0; k < m->n; k++) fits &= m->block[k] != to;
        if (!fits) continue;
        m->block[m->n] = to;
        m->number[m->n] = i;
        m->variant[m->n++] = variant;
        if (grow_mixed(s, m)) return true;
        m->n--;
    }
    return m->n >= x->least && may_be_outer(s, m) && try_mixed_nodes(s, m);
}

static bool try_mixed(struct search *s, struct env *e, const struct sl_value *v, struct word w, const struct goal *rest) {
    struct mixed m = {.object = v->object, .backwards = v->end == SL_LAST, .env = e, .rest = rest};
    uint64_t at;
    if (!search_locate(s, &w, &m.block[0], &at)) return search_complain(s, "a word that leads to no node of o%u", v->object);
    for (uint32_t i = 0, x; (x = sl_linked(s->d, v->object, SL_VARIANTS, i)); i++) {
        uint32_t variant = s->d->values.at[x].object;
        m.n = 0;
        if (!may_be_next(s, &m, variant, i)) continue;
        m.variant[0] = variant;
        m.number[0] = i;
        m.n = 1;
        if (num_range_has(v->range, at - (uint64_t)shift_of(s, m.variant[0])) && may_be_variant(s, m.variant[0], m.block[0]) && grow_mixed(s, &m)) return true;
    }
    return search_complain(s, "a block that is no node of o%u", v->object);
}

static enum outcome match_segment(struct search *s, struct env *e, const struct sl_value *v, struct word w, const struct goal *rest,
                                  const struct goal **next) {
    const struct sl_object *x = &s->d->objects.at[v->object];
    const struct bound *known = search_find(e, false, v->object);
    uint32_t block, mark = s->trail.n;
    uint64_t at;
    if (known && !known->n) return match_empty(s, e, v, w, rest, next);
    bool mixed = sl_are_mixed(&x->shape);
    if (known) {
        uint64_t shift = !mixed ? 0 : v->end == SL_LAST ? known->bytes : (uint64_t)known->bits;
        bool good = search_locate(s, &w, &block, &at) && block == known->nodes[v->end == SL_LAST ? known->n - 1 : 0] && num_range_has(v->range, at - shift);
        if (!good) search_complain(s, "a word that is not the end of o%u", v->object);
        *next = rest;
        return good ? GOES_ON : FAILS;
    }
    if ((sl_is_tree(&x->shape) ? search_try_tree : mixed ? try_mixed : try_chain)(s, e, v, w, rest)) return SOLVED;
    search_go_back(s, mark);
    if (x->shape.least) return FAILS;
    search_bind(s, e, (struct bound){.id = v->object});
    return match_empty(s, e, v, w, rest, next);
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static const struct bound *find_number(const struct search *s, const struct env *e, uint32_t v) {
    while (e && e->level > s->d->values.at[v].level) e = e->outer;
    return e ? search_find(e, true, v) : NULL;
}

// What is said of the numbers that this node has for itself.
static bool relations_hold_in(struct search *s, const struct env *e) {
    for (uint32_t i = 0; i < s->d->relations.n; i++) {
        const struct sl_relation *r = &s->d->relations.at[i];
        const struct bound *a = find_number(s, e, r->a.id), *b = find_number(s, e, r->b.id);
        if (a && b && search_read_as(r->a, a->bits) - search_read_as(r->b, b->bits) > r->most)
            return search_complain(s, "v%u - v%u is too large in a node", r->a.id, r->b.id);
    }
    return true;
}

static bool match_number(struct search *s, struct env *e, uint32_t v, struct word w) {
    const struct bound *known = search_find(e, true, v);
    if (known) return known->bytes != w.bytes || known->bits == w.bits || search_complain(s, "v%u is two numbers", v);
    search_bind(s, e, (struct bound){.id = v, .is_value = true, .bits = w.bits, .bytes = w.bytes});
    return !e->level || relations_hold_in(s, e);
}

bool search_match_int(struct search *s, struct env *e, uint32_t v, struct word w) {
    struct num_range r = s->d->values.at[v].range;
    if (w.any) return !num_range_is_const(r, NULL) || search_complain(s, "an uninitialised word where v%u is known", v);
    bool fits = r.bits >= 128 || w.bits >> r.bits == 0;
    if (!fits || !num_range_has(r, w.bits)) return search_complain(s, "%lld is not in the range of v%u", (long long)(uint64_t)w.bits, v);
    return num_range_is_const(r, NULL) || match_number(s, e, v, w);
}

// ---- tables ------------------------------------------------------------------------------------------------------------------------

static bool add_place_fields(struct search *s, struct env *e, uint32_t part, uint32_t block, uint64_t start, const struct goal **goals) {
    const struct sl_object *x = &s->d->objects.at[part];
    const struct exec_block *b = exec_block(s->memory, block);
    if (start + x->size > b->size) return search_complain(s, "a place of o%u lies outside of block %u", part, block);
    for (uint32_t i = sl_first_field(s->d, part); sl_has(s->d, i, part); i++) {
        const struct sl_field *f = &s->d->fields.at[i];
        if (f->size <= WORD_BYTES)
            *goals = search_goal(s, e, f->value, search_read(s, block, start + f->offset, (uint32_t)f->size), *goals);
        if (!has_end(s, f, b, start + f->offset)) return false;
    }
    for (uint64_t i = 0; x->rest == SL_REST_ZERO && i < x->size; i++)
        if (!is_zero_byte(b, start + i) && !is_in_field(s->d, part, i, 0)) return search_complain(s, "a place of o%u is not zero", part);
    return true;
}

// The single place is the one that begins there.
static bool settle_place(struct search *s, uint32_t part, uint32_t block, uint64_t start, const struct goal **goals) {
    const struct sl_object *x = &s->d->objects.at[part];
    const struct bound *known = search_find(&s->root, false, part);
    if (known) return (known->nodes[0] == block && known->bits == start) || search_complain(s, "o%u is two places", part);
    search_bind(s, &s->root, (struct bound){.id = part, .nodes = arena_copy(&s->arena, &block, sizeof block), .n = 1, .bits = start});
    if (x->life != SL_VALID) return true;
    uint32_t index = sl_part_index(s->d, part);
    uint64_t from = start - x->shape.place.base;
    if (start < x->shape.place.base || from % x->size) return search_complain(s, "o%u is no place", part);
    if (!search_match_int(s, &s->root, index, (struct word){.bits = from / x->size, .bytes = s->d->values.at[index].range.bits / 8})) return false;
    return add_place_fields(s, &s->root, part, block, start, goals);
}

static enum outcome match_place(struct search *s, const struct goal *g, const struct goal **rest) {
    const struct sl_value *v = &s->d->values.at[g->value];
    uint32_t block;
    uint64_t at;
    *rest = g->next;
    if (!search_locate(s, &g->word, &block, &at) || at < v->range.lo) return search_complain(s, "a word that leads to no place of o%u", v->object), FAILS;
    return settle_place(s, v->object, block, at - v->range.lo, rest) ? GOES_ON : FAILS;
}

struct parts {
    struct sl_table t;
    uint32_t block;
    uint64_t n;  // places
    uint64_t from[SL_MOST_RUNS], at[SL_MOST_SINGLE];
};

static bool is_single(const struct parts *p, uint64_t k) {
    for (uint32_t i = 0; i < p->t.n_single; i++)
        if (p->at[i] == k) return true;
    return false;
}

// All indices are chosen: each place is as its part says.
static bool try_parts(struct search *s, const struct parts *p) {
    const struct goal *goals = NULL;
    for (uint32_t i = 0; i < p->t.n_single; i++) {
        for (uint32_t k = 0; k < i; k++)
            if (p->at[k] == p->at[i]) return search_complain(s, "two places of o%u are the same", p->t.array);
        if (p->at[i] >= p->n) return search_complain(s, "a place of o%u is not there", p->t.array);
        if (!settle_place(s, p->t.single[i], p->block, p->t.base + p->at[i] * p->t.stride, &goals)) return false;
    }
    for (uint64_t j = 0; j < p->n; j++) {
        uint32_t k = p->t.n_runs - 1;
        uint64_t start = p->t.base + j * p->t.stride;
        while (k && p->from[k] > j) k--;
        struct env place = {&s->root, 1, p->t.runs[k], p->block, NULL, start}, *in = arena_copy(&s->arena, &place, sizeof place);
        if (!is_single(p, j) && !add_place_fields(s, in, p->t.runs[k], p->block, start, &goals)) return false;
    }
    return search_solve(s, goals);
}


// Chooses the index of the part `k` (runs first) and of those behind it.
static bool choose(struct search *s, struct parts *p, uint32_t k) {
    uint32_t single = k - p->t.n_runs, mark = s->trail.n;
    if (k == p->t.n_runs + p->t.n_single) return try_parts(s, p);
    uint32_t index = sl_part_index(s->d, k < p->t.n_runs ? p->t.runs[k] : p->t.single[single]);
    uint64_t *to = k < p->t.n_runs ? &p->from[k] : &p->at[single];
    num_word x;
    if (!index || search_number(s, index, &x)) {
        *to = index ? (uint64_t)x : 0;
        return choose(s, p, k + 1);
    }
    for (*to = 0; *to <= p->n; ++*to) {
        uint64_t chosen = *to;
        struct word w = {.bits = chosen, .bytes = s->d->values.at[index].range.bits / 8};
        if (search_match_int(s, &s->root, index, w) && choose(s, p, k + 1)) return true;
        search_go_back(s, mark);
        *to = chosen;
    }
    return search_complain(s, "no index for a part of o%u", p->t.array);
}

// A table that has its block but not its parts yet; they come last, when most numbers are known.
static bool next_table(struct search *s, struct parts *p) {
    for (uint32_t o = 1; o < s->d->objects.n; o++) {
        const struct bound *b = search_find(&s->root, false, o);
        if (!b || s->d->objects.at[o].life != SL_VALID || !sl_table_read(s->d, o, &p->t) || search_find(&s->root, false, p->t.runs[0])) continue;
        p->block = b->nodes[0];
        p->n = p->t.count ? p->t.count : (exec_block(s->memory, p->block)->size - p->t.base) / p->t.stride;
        search_bind(s, &s->root, (struct bound){.id = p->t.runs[0]});
        return true;
    }
    return false;
}

// What the link of the node that is looked at holds, moved by as much as the offset differs from where links lead.
static enum outcome match_after(struct search *s, const struct goal *g, const struct goal **rest) {
    const struct sl_value *v = &s->d->values.at[g->value];
    const struct sl_shape *shape = &s->d->objects.at[v->object].shape;
    const struct env *e = g->env;
    while (e && e->segment != v->object) e = e->outer;
    if (!e) return search_complain(s, "what is after a node of o%u, outside of its nodes", v->object), FAILS;
    struct word link = search_link_word(s, e->block, (int32_t)sl_link_at(shape, 0));
    uint64_t mask = (uint64_t)ir_mask(s->memory->pointer_bits), by = v->range.lo - (uint64_t)(int64_t)sl_link_to(shape, 0);
    bool same = (link.any && g->word.any) || (!link.any && !g->word.any && (((uint64_t)link.bits + by - (uint64_t)g->word.bits) & mask) == 0);
    same &= !link.block || !g->word.block || link.block == g->word.block;
    if (!same) search_complain(s, "a word that does not lead to where the link of its node of o%u does", v->object);
    *rest = g->next;
    return same ? GOES_ON : FAILS;
}

static enum outcome match_address(struct search *s, const struct goal *g, const struct goal **rest) {
    const struct sl_value *v = &s->d->values.at[g->value];
    const struct sl_object *x = &s->d->objects.at[v->object];
    uint32_t block;
    uint64_t at;
    struct env *e = g->env;
    if (v->end == SL_CHILD) {  // the nodes and their links were found before
        *rest = g->next;
        return GOES_ON;
    }
    if (v->end == SL_EACH) {
        while (e && e->segment != v->object) e = e->outer;
        bool good = e && search_locate(s, &g->word, &block, &at) && block == e->block && num_range_has(v->range, at - e->start);
        if (!good) search_complain(s, "a word that does not lead to its own node of o%u", v->object);
        *rest = g->next;
        return good ? GOES_ON : FAILS;
    }
    if (v->end == SL_AFTER) return match_after(s, g, rest);
    e = env_at(e, x->level);
    if (x->storage == SL_PLACES) return match_place(s, g, rest);
    if (sl_is_segment(x) && x->life == SL_VALID) return match_segment(s, e, v, g->word, g->next, rest);
    if (!search_locate(s, &g->word, &block, &at) || !num_range_has(v->range, at)) {
        search_complain(s, "a word (%llx, block %u) that does not lead to that place in o%u", (unsigned long long)g->word.bits, g->word.block,
                 v->object);
        return FAILS;
    }
    *rest = g->next;
    if (!v->level && !num_range_is_const(v->range, NULL) &&
        !match_number(s, &s->root, g->value, (struct word){.bits = at, .bytes = g->word.bytes}))
        return FAILS;
    return settle_object(s, e, v->object, block, rest) ? GOES_ON : FAILS;
}

static bool match_function(struct search *s, uint32_t v, const struct word *w) {
    const sl_func_set *all = &s->sl->func_sets.at[s->d->values.at[v].range.lo];
    uint32_t block;
    uint64_t at;
    if (!search_locate(s, w, &block, &at) || at) return search_complain(s, "a word that is no function where v%u is one", v);
    for (uint32_t i = 0; i < all->n; i++)
        if (block == s->m->first_func + all->at[i]) return true;
    return search_complain(s, "a function that v%u is not", v);
}

static enum outcome match(struct search *s, const struct goal *g, const struct goal **rest) {
    const struct sl_value *v = &s->d->values.at[g->value];
    struct env *e = env_at(g->env, v->level);
    *rest = g->next;
    switch (v->kind) {
    case SL_INT: return search_match_int(s, e, g->value, g->word) ? GOES_ON : FAILS;
    case SL_ADDR: return match_address(s, g, rest);
    case SL_ANY: return g->word.any || match_number(s, e, g->value, g->word) ? GOES_ON : FAILS;
    case SL_FUNCS: return match_function(s, g->value, &g->word) ? GOES_ON : FAILS;
    default: return GOES_ON;
    }
}

// Is it a callee's?  Then it is about a part of the heap; what the callers hold (the ghosts) is not compared.
static bool is_local(const struct search *s) {
    return s->d->frames.n && s->d->frames.at[0].func == SL_GHOSTS;
}

bool search_solve(struct search *s, const struct goal *g) {
    while (g) {
        if (s->steps++ > MAX_STEPS) return search_complain(s, "too many steps");
        switch (match(s, g, &g)) {
        case FAILS: return false;
        case SOLVED: return true;
        case GOES_ON: break;
        }
    }
    struct parts p = {0};
    if (next_table(s, &p)) return choose(s, &p, 0);
    return is_local(s) ? search_numbers_hold(s) : search_all_matched(s);
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------

static bool add_frame(struct search *s, uint32_t i, uint32_t concrete, const struct goal **goals) {
    const struct sl_frame *f = &s->d->frames.at[i];
    const struct exec_frame *c = &s->m->stack->frames.at[concrete];
    const struct ir_func *func = c->code->func;
    const struct exec_value *values = &s->m->stack->values.at[c->values];
    if (f->func != c->func) return search_complain(s, "another function in frame %u", i);
    for (uint32_t k = 0; k < func->locals.n; k++) {
        uint32_t v = s->d->regs.at[f->first_reg + k];
        if (v) *goals = search_goal(s, &s->root, v, word_of(&values[k], ir_bytes(func->locals.at[k].type)), *goals);
    }
    for (uint32_t k = 0; k < func->slots.n; k++) {
        uint32_t o = s->d->slots.at[f->first_slot + k];
        if (o && !settle_object(s, &s->root, o, values[func->locals.n + k].block, goals)) return false;
    }
    return true;
}

static bool is_as_initially(struct search *s, uint32_t global) {
    const struct exec_block *b = exec_block(s->memory, s->m->first_global + global);
    if (!s->initial || !s->initial[global] || !b->bytes || memcmp(b->bytes, s->initial[global], b->size) == 0) return true;
    return search_complain(s, "'%s' has changed", s->m->program->globals.at[global].name);
}

static bool add_globals(struct search *s, const struct goal **goals) {
    for (uint32_t i = 0; i < s->m->program->globals.n; i++) {
        uint32_t o = 0;
        for (uint32_t k = 1; k < s->d->objects.n && !o; k++)
            if (s->d->objects.at[k].storage == SL_GLOBAL && s->d->objects.at[k].tag == i) o = k;
        bool touched = !is_local(s) || ir_touches(&ir_whole_of(s->m->program)->touches, vec_last(&s->d->frames).func, i);
        if (!o && !touched) continue;
        if (o ? !settle_object(s, &s->root, o, s->m->first_global + i, goals) : !is_as_initially(s, i)) return false;
    }
    return true;
}

static bool search(struct search *s) {
    const struct goal *goals = NULL;
    const struct exec_stack *stack = s->m->stack;
    uint32_t first = is_local(s), below = first ? stack->frames.n - 1 : 0;  // the first frame that is compared, and what it is in the run
    uint32_t blocks_below = first ? stack->allocas.n - s->d->blocks.n : 0;
    if (s->d->frames.n - first != stack->frames.n - below) return search_complain(s, "another number of frames");
    if (s->d->blocks.n + blocks_below != stack->allocas.n) return search_complain(s, "another number of stack blocks");
    for (uint32_t i = first; i < s->d->frames.n; i++)
        if (!add_frame(s, i, i - first + below, &goals)) return false;
    for (uint32_t i = 0; i < s->d->blocks.n; i++)
        if (!settle_object(s, &s->root, s->d->blocks.at[i].object, stack->allocas.at[i + blocks_below], &goals)) return false;
    return add_globals(s, &goals) && search_solve(s, goals);
}

enum member member_of(const struct sl *sl, const struct sl_draft *d, struct exec_machine *m, uint8_t *const *initial, struct buf *why) {
    struct search s = {.sl = sl, .d = d, .m = m, .memory = &m->memory, .initial = initial, .why = why};
    s.owned = calloc(m->memory.blocks.n + 1, 1);
    if (!s.owned) base_out_of_memory();
    bool found = search(&s);
    bool late = s.steps > MAX_STEPS;
    free(s.owned);
    vec_free(&s.trail);
    arena_free(&s.arena);
    return found ? MEMBER_YES : late ? MEMBER_UNDECIDED : MEMBER_NO;
}
