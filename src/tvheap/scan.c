// SPDX-License-Identifier: MIT
#include "tvheap/scan.h"

#include <stdlib.h>

#define HEAP UINT32_MAX
#define NUMBER (UINT32_MAX - 1)  // no object: the offset is a constant
#define CODE (UINT32_MAX - 2)    // no object: the offset is a function
#define CUT (UINT32_MAX - 3)     // no object: numbers below the offset are told from the others
#define LOADED (UINT32_MAX - 4)  // no object: a number that is read from individuals; the offset says where, see loaded()
enum { MAX_OFFSET = 4096, MAX_ADDRESSES = 64, MAX_MARKS = 6, MAX_CUTS = 8, MAX_ELEMENTS = 8, MAX_INDICES = 4 };

struct address {
    int64_t object, offset;
};
typedef VEC(struct address) addresses;
struct held {  // what a place outside of structures may hold, other than addresses
    struct address at, mark;
};
struct edge {  // a pointer from a field of what one local points to, to what another one points to
    ir_val from, to;
    uint32_t source, target;  // what they are read from
    int64_t field;
    bool stored;
    bool kept;  // it is not overwritten later
};
struct run {
    struct tvheap_scan *s;
    const struct ir_func *func;
    uint32_t func_index;
    addresses *locals;   // by s->first_local[function] + local
    addresses *results;  // by function
    addresses memory;    // what is stored somewhere
    VEC(struct held) held;
    bool *called_by_address;
    const bool *recursive;  // by function
    bool changed;
};

// ---- sets ----------------------------------------------------------------------------------------------------------------------------

// x joins the vector if it is not in it yet: that is a change.
#define JOIN(r, v, x)                                                               \
    do {                                                                            \
        if (vec_find((v), &(x)) == (v)->n) vec_push((v), (x)), (r)->changed = true; \
    } while (0)
// What `call` adds goes into a set that is only looked at: that is no change.
#define LOOK(r, call)                    \
    do {                                 \
        bool changed_ = (r)->changed;    \
        call;                            \
        (r)->changed = changed_;         \
    } while (0)

static void add(struct run *r, addresses *to, struct address a) {
    if (a.offset >= -MAX_OFFSET && a.offset <= MAX_OFFSET && to->n < MAX_ADDRESSES) JOIN(r, to, a);
}

static bool is_mark(struct address a) {
    return a.object >= LOADED && a.object != HEAP;
}

// What is no address: a constant, a function, ...; a few of each.
static void add_mark(struct run *r, addresses *to, int64_t kind, int64_t value) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < to->n; i++) n += to->at[i].object == kind;
    if (n < MAX_MARKS || kind == CODE) add(r, to, (struct address){kind, value});
}

static void add_marks(struct run *r, addresses *to, const addresses *from) {
    for (uint32_t i = 0; i < from->n; i++)
        if (is_mark(from->at[i])) add_mark(r, to, from->at[i].object, from->at[i].offset);
}

static int64_t loaded(int64_t offset, uint32_t size) {
    return offset * 16 + size;
}

static void add_all(struct run *r, addresses *to, const addresses *from, int64_t offset) {
    for (uint32_t i = 0; i < from->n; i++)
        if (!is_mark(from->at[i])) add(r, to, (struct address){from->at[i].object, from->at[i].offset + offset});
}

static addresses *local(struct run *r, uint32_t k) {
    return &r->locals[r->s->first_local[r->func_index] + k];
}

// The addresses that a value may be, moved by an offset.
static void add_value(struct run *r, addresses *to, ir_val v, int64_t offset) {
    uint32_t i = ir_index(v);
    switch (ir_tag(v)) {
    case IR_LOCAL: add_all(r, to, local(r, i), offset); break;
    case IR_SLOT: add(r, to, (struct address){tvheap_slot_object(r->s, r->func_index, i), offset}); break;
    case IR_GLOBAL: add(r, to, (struct address){i, offset}); break;
    case IR_FUNC: r->called_by_address[i] = true; break;
    default: break;
    }
}

// The constants that a value may be, and other marks.
static void add_constants(struct run *r, addresses *to, ir_val v) {
    const struct ir_const *c = ir_const_of(r->s->program, v);
    uint32_t bits = c ? ir_bits(c->type) : 0;
    if (c && !c->undef && ir_kind(c->type) == IR_INT && bits > 1 && bits <= 64)
        add_mark(r, to, NUMBER, (int64_t)(c->lo << (64 - bits)) >> (64 - bits));
    if (ir_tag(v) == IR_FUNC) add_mark(r, to, CODE, ir_index(v));
    if (ir_tag(v) == IR_LOCAL) add_marks(r, to, local(r, ir_index(v)));
}

static bool is_individual(const struct run *r, uint32_t object) {
    return object == HEAP || r->s->objects[object].individual;
}

static void escape(struct run *r, uint32_t object) {
    if (object == HEAP || r->s->objects[object].individual) return;
    r->s->objects[object].individual = true;
    r->changed = true;
}

static void escape_all(struct run *r, const addresses *a) {
    for (uint32_t i = 0; i < a->n; i++)
        if (!is_mark(a->at[i])) escape(r, a->at[i].object);
}

static void add_cell(struct run *r, struct address a, uint32_t size) {
    struct tvheap_object *o = &r->s->objects[a.object];
    if (a.offset < 0) return;
    for (uint32_t i = 0; i < o->cells.n; i++)
        if (o->cells.at[i].offset == a.offset && o->cells.at[i].size == size) return;
    if (o->cells.n < MAX_ADDRESSES) vec_push(&o->cells, (struct tvheap_cell){(uint32_t)a.offset, size, 0});
}

// ---- instructions --------------------------------------------------------------------------------------------------------------------

static uint32_t pointer_bytes(const struct run *r) {
    return r->s->program->pointer_bits / 8;
}

static uint64_t size_of(const struct run *r, uint32_t object) {
    const struct ir_program *p = r->s->program;
    uint32_t func = 0;
    if (object == HEAP) return MAX_ELEMENTS * pointer_bytes(r);
    if (object < p->globals.n) return p->globals.at[object].size;
    while (func + 1 < p->funcs.n && r->s->first_slot[func + 1] <= object) func++;
    return p->funcs.at[func].slots.at[object - r->s->first_slot[func]].size;
}

// With an index: all elements of small arrays that may hold pointers.
static void places(struct run *r, const struct ir_addr *a, addresses *out) {
    addresses base = {0};
    LOOK(r, add_value(r, a->n_terms ? &base : out, a->base, a->offset));
    int64_t scale = a->n_terms == 1 ? a->terms[0].scale : 0;
    for (uint32_t i = 0; i < base.n && scale > 0 && scale % pointer_bytes(r) == 0; i++)
        for (int64_t k = 0; k < MAX_ELEMENTS; k++) {
            struct address x = {base.at[i].object, base.at[i].offset + k * scale};
            if (!is_mark(x) && x.offset < (int64_t)size_of(r, x.object)) LOOK(r, add(r, out, x));
        }
    vec_free(&base);
}

static void access(struct run *r, const addresses *at, uint32_t size, bool pointer) {
    for (uint32_t i = 0; i < at->n; i++)
        if (!is_individual(r, at->at[i].object))
            add_cell(r, at->at[i], size);
        else if (pointer)
            JOIN(r, &r->s->fields, at->at[i].offset);
}

static void store_value(struct run *r, const addresses *at, bool nowhere, const addresses *value) {
    add_all(r, &r->memory, value, 0);
    for (uint32_t k = 0; k < value->n; k++) {
        if (nowhere) escape(r, value->at[k].object);
        for (uint32_t i = 0; i < at->n; i++) {
            if (!is_individual(r, at->at[i].object)) continue;
            escape(r, value->at[k].object);
            struct tvheap_pair x = {at->at[i].offset, value->at[k].offset};
            JOIN(r, &r->s->pairs, x);
        }
    }
}

// Numbers of so many bytes are ordered with their sign.
static void add_cut(struct run *r, struct tvheap_cut x) {
    uint32_t away = 64 - x.size * 8;
    x.at = (int64_t)((uint64_t)x.at << away) >> away;
    if (!x.point && x.at == INT64_MIN >> away) return;  // none is below
    for (uint32_t i = 0; i < r->s->cuts.n; i++) {
        struct tvheap_cut *y = &r->s->cuts.at[i];
        if (x.offset != y->offset || x.size != y->size || x.at != y->at || x.point != y->point) continue;
        y->stored |= x.stored;
        return;
    }
    vec_push(&r->s->cuts, x);
}

// Numbers that choose elements of arrays: each of a few matters.
static void cut_indices(struct run *r, ir_val v, const addresses *at, ir_type t) {
    if (ir_tag(v) != IR_LOCAL || ir_kind(t) != IR_INT || ir_bytes(t) > 8 || !r->s->index[r->s->first_local[r->func_index] + ir_index(v)])
        return;
    for (uint32_t n = 0; n < at->n; n++)
        for (int64_t x = 0; x < MAX_INDICES && is_individual(r, at->at[n].object); x++)
            add_cut(r, (struct tvheap_cut){at->at[n].offset, x, ir_bytes(t), true, false});
}

static void store_constants(struct run *r, const struct ir_instr *i, const addresses *at, uint32_t size, bool numbers) {
    addresses value = {0};
    LOOK(r, add_constants(r, &value, i->args[0]));
    for (uint32_t k = 0; k < value.n; k++)
        for (uint32_t n = 0; n < at->n; n++) {
            struct held held = {at->at[n], value.at[k]};
            struct tvheap_code code = {held.at.offset, held.mark.offset};
            bool number = held.mark.object == NUMBER;
            if (!is_individual(r, held.at.object)) {
                if (r->held.n < MAX_OFFSET) JOIN(r, &r->held, held);
            } else if (held.mark.object == CODE)
                JOIN(r, &r->s->codes, code);
            else if (numbers && size <= 8 && held.mark.object != LOADED)
                add_cut(r, (struct tvheap_cut){held.at.offset, held.mark.offset, size, number, number});
        }
    vec_free(&value);
}

static void load_marks(struct run *r, addresses *to, struct address at, ir_type t) {
    if (is_individual(r, at.object)) {
        if (ir_kind(t) == IR_INT && at.offset >= 0 && ir_bytes(t) <= 8) add_mark(r, to, LOADED, loaded(at.offset, ir_bytes(t)));
        return;
    }
    for (uint32_t i = 0; i < r->held.n; i++) {
        const struct held *h = &r->held.at[i];
        if (h->at.object == at.object && h->at.offset == at.offset) add_mark(r, to, h->mark.object, h->mark.offset);
    }
}

static void load(struct run *r, const struct ir_instr *i) {
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    addresses at = {0};
    places(r, i->to, &at);
    access(r, &at, ir_bytes(t), ir_kind(t) == IR_PTR);
    for (uint32_t k = 0; k < at.n; k++) load_marks(r, local(r, i->dsts[0]), at.at[k], t);
    cut_indices(r, ir_val_of(IR_LOCAL, i->dsts[0]), &at, t);
    if (ir_bytes(t) == pointer_bytes(r)) add_all(r, local(r, i->dsts[0]), &r->memory, 0);
    vec_free(&at);
}

static void store(struct run *r, const struct ir_instr *i) {
    ir_type t = ir_type_of(r->s->program, r->func, i->args[0]);
    addresses at = {0}, value = {0};
    places(r, i->to, &at);
    LOOK(r, add_value(r, &value, i->args[0], 0));
    access(r, &at, ir_bytes(t), ir_kind(t) == IR_PTR || value.n);
    store_value(r, &at, !at.n, &value);
    store_constants(r, i, &at, ir_bytes(t), ir_kind(t) == IR_INT);
    cut_indices(r, i->args[0], &at, t);
    vec_free(&at);
    vec_free(&value);
}

// Fields of individuals that are copied into individuals keep their targets.
static void copy_fields(struct run *r, struct address to, struct address from, uint64_t n) {
    for (uint32_t k = 0; k < r->s->pairs.n; k++) {
        struct tvheap_pair p = r->s->pairs.at[k];
        if (!is_individual(r, from.object) || !is_individual(r, to.object) || p.field < from.offset) continue;
        if ((uint64_t)(p.field - from.offset) >= n) continue;
        p.field += to.offset - from.offset;
        JOIN(r, &r->s->fields, p.field);
        JOIN(r, &r->s->pairs, p);
    }
}

static void copy(struct run *r, const struct ir_instr *i) {
    const struct ir_const *n = ir_const_of(r->s->program, i->args[0]);
    addresses to = {0}, from = {0};
    places(r, i->to, &to);
    places(r, i->from, &from);
    for (uint32_t a = 0; a < to.n && n; a++)
        for (uint32_t b = 0; b < from.n; b++) {
            copy_fields(r, to.at[a], from.at[b], n->lo);
            if (!is_individual(r, from.at[b].object) && is_individual(r, to.at[a].object))
                for (uint32_t k = 0; k < r->memory.n; k++) escape(r, r->memory.at[k].object);
        }
    vec_free(&to);
    vec_free(&from);
}

static void pass(struct run *r, const struct ir_instr *i, uint32_t callee) {
    const struct ir_func *f = &r->s->program->funcs.at[callee];
    if (f->flags & IR_EXTERN) return;
    for (uint32_t k = 0; k < f->n_params && k + 1 < i->n_args; k++) {
        add_value(r, &r->locals[r->s->first_local[callee] + k], i->args[k + 1], 0);
        add_constants(r, &r->locals[r->s->first_local[callee] + k], i->args[k + 1]);
        if (r->recursive[callee]) escape_all(r, &r->locals[r->s->first_local[callee] + k]);
    }
    for (uint32_t k = 0; k < i->n_dsts; k++) {
        add_all(r, local(r, i->dsts[k]), &r->results[callee], 0);
        add_marks(r, local(r, i->dsts[k]), &r->results[callee]);
    }
}

// The instruction that gives a temporary its value, or NULL.
static const struct ir_instr *origin_of(const struct run *r, uint32_t k) {
    if (!(r->func->locals.at[k].flags & IR_TEMP)) return NULL;
    for (uint32_t i = 0; i < r->func->instrs.n; i++)
        for (uint32_t n = 0; n < r->func->instrs.at[i].n_dsts; n++)
            if (r->func->instrs.at[i].dsts[n] == k) return &r->func->instrs.at[i];
    return NULL;
}

static void add_sort(struct run *r, struct tvheap_sort s) {
    for (uint32_t i = 0; i < r->s->sorts.n; i++) {
        const struct tvheap_sort *x = &r->s->sorts.at[i];
        if (x->size == s.size && x->type == s.type && x->heap == s.heap) return;
    }
    vec_push(&r->s->sorts, s);
}

// Constants are not limited here as marks are; a constant may be added to a local.
static void find_sizes(struct run *r, addresses *to, ir_val v, int64_t plus) {
    const struct ir_const *c = ir_const_of(r->s->program, v);
    const struct ir_instr *i = ir_tag(v) == IR_LOCAL ? origin_of(r, ir_index(v)) : NULL;
    const struct ir_const *more = i && i->op == IR_LET && i->pure == IR_ADD_ ? ir_const_of(r->s->program, i->args[1]) : NULL;
    addresses held = {0};
    if (c && !c->undef && c->lo <= INT32_MAX) vec_push(to, (struct address){NUMBER, (int64_t)c->lo + plus});
    if (more && !more->undef && more->lo <= INT32_MAX) find_sizes(r, to, i->args[0], plus + (int64_t)more->lo);
    if (!c) LOOK(r, add_constants(r, &held, v));
    for (uint32_t k = 0; k < held.n; k++)
        if (held.at[k].object == NUMBER) vec_push(to, (struct address){NUMBER, held.at[k].offset + plus});
    vec_free(&held);
}

// Sizes of blocks: the product of the factors from number k on, each a constant or one of the numbers that a local may be.
static void allocate(struct run *r, const struct ir_instr *i, const struct ir_lib_use *use, uint32_t k, uint64_t product) {
    const struct ir_lib_size *s = &use->row->result.size;
    bool narrow = r->s->program->pointer_bits == 32;
    if (k == s->n) {
        if (s->n) add_sort(r, tvheap_allocated(r->s->program, r->func, i, product + s->add[narrow]));
        return;
    }
    const struct ir_lib_factor *x = &s->factors[k];
    addresses numbers = {0};
    uint32_t n = ir_lib_actual(use, x->arg) + 1;
    if (x->atom == IR_LIB_ARG && n < i->n_args) find_sizes(r, &numbers, i->args[n], 0);
    if (x->atom == IR_LIB_CONST) vec_push(&numbers, (struct address){NUMBER, (int64_t)x->value[narrow]});
    for (n = 0; n < numbers.n; n++) {
        uint64_t amount = (uint64_t)numbers.at[n].offset;
        if (x->atom == IR_LIB_ARG) amount = ir_lib_turned(x, amount, narrow);
        if (numbers.at[n].object == NUMBER && numbers.at[n].offset >= 0 && amount <= INT32_MAX && product * amount <= INT32_MAX)
            allocate(r, i, use, k + 1, product * amount);
    }
    vec_free(&numbers);
}

static void call(struct run *r, const struct ir_instr *i) {
    const struct ir_program *p = r->s->program;
    for (uint32_t k = 1; k < i->n_args; k++)
        if (ir_tag(i->args[k]) == IR_FUNC) r->called_by_address[ir_index(i->args[k])] = true;
    if (ir_tag(i->args[0]) != IR_FUNC) {
        for (uint32_t f = 0; f < p->funcs.n; f++)
            if (r->called_by_address[f]) pass(r, i, f);
        return;
    }
    const struct ir_func *f = &p->funcs.at[ir_index(i->args[0])];
    struct ir_lib_use use = ir_lib_of(r->s->lib, p, f);
    if (!use.row) {
        pass(r, i, ir_index(i->args[0]));
        return;
    }
    allocate(r, i, &use, 0, 1);
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (ir_kind(r->func->locals.at[i->dsts[k]].type) == IR_PTR) add(r, local(r, i->dsts[k]), (struct address){HEAP, 0});
}

// Numbers that are read from individuals are compared with the constants that b may be.
static void cut_by_test(struct run *r, enum ir_pure test, ir_val a, ir_val b) {
    addresses x = {0}, y = {0};
    bool equal = test == IR_EQ_ || test == IR_NE_, without_sign = test == IR_ULT_ || test == IR_ULE_;
    LOOK(r, add_constants(r, &x, a));
    LOOK(r, add_constants(r, &y, b));
    for (uint32_t i = 0; i < x.n; i++)
        for (uint32_t k = 0; k < y.n; k++) {
            if (x.at[i].object != LOADED || y.at[k].object != NUMBER) continue;
            int64_t offset = x.at[i].offset / 16, at = y.at[k].offset;
            uint32_t size = (uint32_t)(x.at[i].offset % 16);
            bool past = test == IR_SLE_ || test == IR_ULE_;
            add_cut(r, (struct tvheap_cut){offset, at + past, size, equal, false});
            if (without_sign) add_cut(r, (struct tvheap_cut){offset, 0, size, false, false});
        }
    vec_free(&x);
    vec_free(&y);
}

// Remainders and masks give numbers from 0 up to a constant.
static void let_bounds(struct run *r, const struct ir_instr *i) {
    const struct ir_const *c = i->n_args == 2 ? ir_const_of(r->s->program, i->args[1]) : NULL;
    if (!c || c->undef || !c->lo || c->lo > MAX_OFFSET || (i->pure != IR_UREM_ && i->pure != IR_AND_)) return;
    add_mark(r, local(r, i->dsts[0]), CUT, 0);
    add_mark(r, local(r, i->dsts[0]), CUT, (int64_t)c->lo + (i->pure == IR_AND_));
}

static void let(struct run *r, const struct ir_instr *i) {
    enum ir_class class = ir_pures[i->pure].class;
    for (uint32_t k = 0; k < i->n_args; k++) {
        bool same = class == IR_CLASS_COPY || class == IR_CLASS_WIDEN || class == IR_CLASS_NARROW || (class == IR_CLASS_SELECT && k);
        add_value(r, local(r, i->dsts[0]), i->args[k], 0);
        if (same) add_constants(r, local(r, i->dsts[0]), i->args[k]);
    }
    if (class == IR_CLASS_ARITH) let_bounds(r, i);
    bool truth = i->pure == IR_ZEXT_ && ir_bits(ir_type_of(r->s->program, r->func, i->args[0])) == 1;
    for (int64_t x = 0; x <= 1 && truth; x++) add_mark(r, local(r, i->dsts[0]), NUMBER, x);
    if (class != IR_CLASS_TEST || i->n_args != 2) return;
    cut_by_test(r, i->pure, i->args[0], i->args[1]);
    enum ir_pure turned = i->pure == IR_SLT_   ? IR_SLE_
                          : i->pure == IR_SLE_ ? IR_SLT_
                          : i->pure == IR_ULT_ ? IR_ULE_
                          : i->pure == IR_ULE_ ? IR_ULT_
                                               : i->pure;
    cut_by_test(r, turned, i->args[1], i->args[0]);
}

static void add_case(struct run *r, const struct ir_case *c, int64_t offset, uint32_t size) {
    bool point = c->lo == c->hi;
    add_cut(r, (struct tvheap_cut){offset, (int64_t)c->lo, size, point, false});
    if (!point) add_cut(r, (struct tvheap_cut){offset, (int64_t)c->hi + 1, size, false, false});
}

static void cut_by_cases(struct run *r, const struct ir_instr *i) {
    addresses x = {0};
    LOOK(r, add_constants(r, &x, i->args[0]));
    for (uint32_t n = 0; n < x.n; n++)
        for (uint32_t k = 0; k < i->n_cases && x.at[n].object == LOADED; k++)
            add_case(r, &i->cases[k], x.at[n].offset / 16, (uint32_t)(x.at[n].offset % 16));
    vec_free(&x);
}

static void point(struct run *r, const struct ir_instr *i) {
    addresses at = {0};
    places(r, i->to, &at);
    add_all(r, local(r, i->dsts[0]), &at, 0);
    vec_free(&at);
}

// ---- locals that choose: among the elements of arrays which may hold pointers, or among the cases of a switch -----------------------

static bool *is_index(const struct run *r, uint32_t func, uint32_t local) {
    return &r->s->index[r->s->first_local[func] + local];
}

static void mark_index(struct run *r, ir_val v) {
    if (ir_tag(v) != IR_LOCAL || *is_index(r, r->func_index, ir_index(v))) return;
    r->changed = *is_index(r, r->func_index, ir_index(v)) = true;
}

static void mark_terms(struct run *r, const struct ir_addr *a) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (a->terms[k].scale % pointer_bytes(r) == 0) mark_index(r, a->terms[k].index);
}

// What an index is made from without arithmetic is one, too.
static void find_indices(struct run *r, const struct ir_instr *i) {
    enum ir_class class = i->op == IR_LET ? ir_pures[i->pure].class : IR_CLASS_ARITH;
    bool same = class == IR_CLASS_COPY || class == IR_CLASS_WIDEN || class == IR_CLASS_NARROW;
    mark_terms(r, i->to);
    mark_terms(r, i->from);
    if (i->op == IR_SWITCH || (same && *is_index(r, r->func_index, i->dsts[0]))) mark_index(r, i->args[0]);
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return;
    uint32_t callee = ir_index(i->args[0]);
    const struct ir_func *f = &r->s->program->funcs.at[callee];
    for (uint32_t k = 0; k < f->n_params && k < f->locals.n && k + 1 < i->n_args; k++)
        if (*is_index(r, callee, k)) mark_index(r, i->args[k + 1]);
}

// ---- all instructions ------------------------------------------------------------------------------------------------------------------

static void visit(struct run *r, const struct ir_instr *i) {
    find_indices(r, i);
    switch (i->op) {
    case IR_LET: let(r, i); break;
    case IR_SWITCH: cut_by_cases(r, i); break;
    case IR_ADDR: point(r, i); break;
    case IR_LOAD: load(r, i); break;
    case IR_STORE: store(r, i); break;
    case IR_COPY: copy(r, i); break;
    case IR_CALL: call(r, i); break;
    case IR_RET:
        for (uint32_t k = 0; k < i->n_args; k++) {
            add_value(r, &r->results[r->func_index], i->args[k], 0);
            add_constants(r, &r->results[r->func_index], i->args[k]);
        }
        break;
    default: break;
    }
}

static void visit_globals(struct run *r) {
    const struct ir_program *p = r->s->program;
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t k = 0; k < p->globals.at[g].n_relocs; k++) {
            const struct ir_reloc *reloc = &p->globals.at[g].relocs[k];
            addresses at = {0}, value = {0};
            LOOK(r, add_value(r, &at, ir_val_of(IR_GLOBAL, g), (int64_t)reloc->offset));
            LOOK(r, add_value(r, &value, reloc->target, reloc->addend));
            access(r, &at, reloc->size, true);
            store_value(r, &at, false, &value);
            vec_free(&at);
            vec_free(&value);
        }
}

// ---- fields there and back -------------------------------------------------------------------------------------------------------------

typedef VEC(struct edge) edges;

// A number for what a value is read from, so that two reads of one place have one.
static uint32_t source_of(const struct run *r, ir_val v, uint32_t depth) {
    const struct ir_instr *i = ir_tag(v) == IR_LOCAL ? origin_of(r, ir_index(v)) : NULL;
    if (!i || !depth) return v;
    if (i->op == IR_LET && i->pure == IR_COPY_) return source_of(r, i->args[0], depth - 1);
    bool place = (i->op == IR_LOAD || i->op == IR_ADDR) && !i->to->n_terms;
    return place ? source_of(r, i->to->base, depth - 1) * 31 + (uint32_t)i->to->offset * 7 + i->op : v;
}

static void note_edge(const struct run *r, const struct ir_instr *i, edges *out) {
    bool stored = i->op == IR_STORE;
    if (i->op != IR_LOAD && !stored) return;
    ir_val to = stored ? i->args[0] : ir_val_of(IR_LOCAL, i->dsts[0]);
    if (i->to->n_terms || ir_tag(i->to->base) != IR_LOCAL || ir_tag(to) != IR_LOCAL) return;
    if (ir_kind(ir_type_of(r->s->program, r->func, to)) != IR_PTR) return;
    struct edge e = {i->to->base, to, source_of(r, i->to->base, 4), source_of(r, to, 4), i->to->offset, stored, true};
    for (uint32_t k = 0; k < out->n && stored; k++)
        if (out->at[k].source == e.source && out->at[k].field == e.field) out->at[k].kept = false;
    vec_push(out, e);
}

// What x->f == y and y->g = x say of f and g, moved to where the local's objects have these fields.
static void note_back(struct run *r, const struct edge *x, const struct edge *y) {
    const addresses *from = local(r, ir_index(x->from)), *to = local(r, ir_index(x->to));
    for (uint32_t i = 0; i < from->n; i++)
        for (uint32_t k = 0; k < to->n; k++) {
            int64_t there = from->at[i].offset + x->field, back = to->at[k].offset + y->field;
            if (there == back || !tvheap_has_offset(&r->s->fields, there) || !tvheap_has_offset(&r->s->fields, back)) continue;
            struct tvheap_back on = {there, back}, over = {back, there};
            JOIN(r, &r->s->backs, on);
            JOIN(r, &r->s->backs, over);
        }
}

static void find_backs(struct run *r) {
    for (r->func_index = 0; r->func_index < r->s->program->funcs.n; r->func_index++) {
        edges all = {0};
        r->func = &r->s->program->funcs.at[r->func_index];
        for (uint32_t k = 0; k < r->func->instrs.n; k++) note_edge(r, &r->func->instrs.at[k], &all);
        for (uint32_t a = 0; a < all.n; a++)
            for (uint32_t b = 0; b < all.n; b++)
                if (all.at[b].stored && (all.at[a].stored || all.at[a].kept) && all.at[a].source == all.at[b].target &&
                    all.at[a].target == all.at[b].source)
                    note_back(r, &all.at[a], &all.at[b]);
        vec_free(&all);
    }
}

// ---- types -----------------------------------------------------------------------------------------------------------------------------

static bool is_structure(const struct ir_program *p, uint32_t type) {
    return type != IR_NO_TYPE && (p->ctypes.at[type].kind == IR_C_STRUCT || p->ctypes.at[type].kind == IR_C_UNION);
}

// Is the structure `inner` the type itself, or part of it?
static bool holds(const struct ir_program *p, uint32_t type, uint32_t inner, uint32_t depth) {
    if (type == inner) return true;
    if (!is_structure(p, type) || !depth) return false;
    for (uint32_t k = 0; k < p->ctypes.at[type].n_fields; k++)
        if (holds(p, p->ctypes.at[type].fields[k].ctype, inner, depth - 1)) return true;
    return false;
}

static void find_recursive(struct run *r, uint32_t whole, uint32_t type, int64_t at, uint32_t depth) {
    const struct ir_program *p = r->s->program;
    for (uint32_t k = 0; k < p->ctypes.at[type].n_fields; k++) {
        const struct ir_field *f = &p->ctypes.at[type].fields[k];
        int64_t offset = at + (int64_t)(f->bit_offset / 8);
        if (f->ctype == IR_NO_TYPE) continue;
        const struct ir_ctype *t = &p->ctypes.at[f->ctype];
        if (is_structure(p, f->ctype) && depth) find_recursive(r, whole, f->ctype, offset, depth - 1);
        if (t->kind != IR_C_POINTER || !tvheap_has_offset(&r->s->fields, offset)) continue;
        bool any = t->target == IR_NO_TYPE || p->ctypes.at[t->target].kind == IR_C_VOID;
        if (any || (is_structure(p, t->target) && holds(p, whole, t->target, 4))) JOIN(r, &r->s->recursive, offset);
    }
}

// ---- the table of values -----------------------------------------------------------------------------------------------------------------

static void place_object(struct tvheap_scan *s, uint32_t object, uint32_t *next) {
    struct tvheap_object *o = &s->objects[object];
    o->self = (*next)++;
    if (o->individual) vec_clear(&o->cells);
    for (uint32_t i = 0; i < o->cells.n; i++) o->cells.at[i].value = (*next)++;
}

static uint32_t pointed_to(const struct ir_program *p, uint32_t type) {
    return type != IR_NO_TYPE && p->ctypes.at[type].kind == IR_C_POINTER ? p->ctypes.at[type].target : IR_NO_TYPE;
}

// Is it a variable for pointers to pointers that may lead to one in an individual?
static bool leads_to_link(const struct run *r, uint32_t func, uint32_t k) {
    const struct ir_program *p = r->s->program;
    const addresses *held = &r->locals[r->s->first_local[func] + k];
    bool found = false;
    for (uint32_t i = 0; i < held->n; i++)
        found |= !is_mark(held->at[i]) && is_individual(r, held->at[i].object) && tvheap_has_offset(&r->s->fields, held->at[i].offset);
    return found && pointed_to(p, pointed_to(p, p->funcs.at[func].locals.at[k].ctype)) != IR_NO_TYPE;
}

static void lay_out(struct run *r) {
    struct tvheap_scan *s = r->s;
    const struct ir_program *p = s->program;
    for (uint32_t g = 0; g < p->globals.n; g++) place_object(s, g, &s->n_global_values);
    for (uint32_t f = 0; f < p->funcs.n; f++) {
        uint32_t next = p->funcs.at[f].locals.n;
        for (uint32_t k = 0; k < p->funcs.at[f].locals.n; k++)
            if (leads_to_link(r, f, k)) s->shadow[s->first_local[f] + k] = next++;
        for (uint32_t k = 0; k < p->funcs.at[f].slots.n; k++) place_object(s, tvheap_slot_object(s, f, k), &next);
        s->frame_values[f] = next;
    }
    for (uint32_t g = 0; g < p->globals.n; g++)
        if (s->objects[g].individual) add_sort(r, (struct tvheap_sort){p->globals.at[g].size, p->globals.at[g].ctype, false});
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t k = 0; k < p->funcs.at[f].slots.n; k++) {
            const struct ir_slot *x = &p->funcs.at[f].slots.at[k];
            if (s->objects[tvheap_slot_object(s, f, k)].individual) add_sort(r, (struct tvheap_sort){x->size, x->ctype, false});
        }
}

// ---- all of it -----------------------------------------------------------------------------------------------------------------------------

static void *zeroed(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) base_out_of_memory();
    return p;
}

static void prepare(struct run *r) {
    struct tvheap_scan *s = r->s;
    const struct ir_program *p = s->program;
    uint32_t n_locals = 0;
    s->n_objects = p->globals.n;
    s->first_slot = zeroed(p->funcs.n, sizeof *s->first_slot);
    s->frame_values = zeroed(p->funcs.n, sizeof *s->frame_values);
    s->first_local = zeroed(p->funcs.n, sizeof *s->first_local);
    r->called_by_address = zeroed(p->funcs.n, sizeof *r->called_by_address);
    for (uint32_t f = 0; f < p->funcs.n; f++) {
        s->first_slot[f] = s->n_objects;
        s->n_objects += p->funcs.at[f].slots.n;
        s->first_local[f] = n_locals;
        n_locals += p->funcs.at[f].locals.n;
    }
    s->objects = zeroed(s->n_objects, sizeof *s->objects);
    s->index = zeroed(n_locals, sizeof *s->index);
    s->shadow = zeroed(n_locals, sizeof *s->shadow);
    r->locals = zeroed(n_locals, sizeof *r->locals);
    r->results = zeroed(p->funcs.n, sizeof *r->results);
}

static void release(struct run *r) {
    const struct ir_program *p = r->s->program;
    for (uint32_t f = 0; f < p->funcs.n; f++) {
        for (uint32_t k = 0; k < p->funcs.at[f].locals.n; k++) vec_free(&r->locals[r->s->first_local[f] + k]);
        vec_free(&r->results[f]);
    }
    vec_free(&r->memory);
    vec_free(&r->held);
    free(r->locals);
    free(r->results);
    free(r->called_by_address);
}

// Points first.
static int by_place(const void *a, const void *b) {
    const struct tvheap_cut *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    if (x->point != y->point) return x->point ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static uint64_t points_between(const struct tvheap_cut *cut, uint32_t n, int64_t low, int64_t high) {
    uint64_t points = 0;
    for (uint32_t i = 0; i < n; i++) points += cut[i].point && low <= cut[i].at && cut[i].at <= high;
    return points;
}

// The points of one place and the ranges between its cuts, if they are few.
static void add_ranges(struct tvheap_scan *s, const struct tvheap_cut *cut, uint32_t n) {
    int64_t most = INT64_MAX >> (64 - cut->size * 8), low = -most - 1;
    uint32_t i = 0;
    if (n > MAX_CUTS || (cut->size == s->program->pointer_bits / 8 && tvheap_has_offset(&s->fields, cut->offset))) return;
    for (; i < n && cut[i].point; i++)
        vec_push(&s->data, (struct tvheap_datum){cut->offset, cut[i].at, cut[i].at, cut->size, cut[i].stored});
    for (; i <= n; i++) {
        int64_t high = i < n ? cut[i].at - 1 : most;
        if (points_between(cut, n, low, high) <= (uint64_t)high - (uint64_t)low)
            vec_push(&s->data, (struct tvheap_datum){cut->offset, low, high, cut->size, false});
        low = high + (i < n);
    }
}

static void choose_data(struct tvheap_scan *s) {
    if (s->cuts.n) qsort(s->cuts.at, s->cuts.n, sizeof *s->cuts.at, by_place);
    for (uint32_t i = 0, n; i < s->cuts.n; i += n) {
        const struct tvheap_cut *c = &s->cuts.at[i];
        for (n = 1; i + n < s->cuts.n && c[n].offset == c->offset && c[n].size == c->size;) n++;
        add_ranges(s, c, n);
    }
}

void tvheap_scan(struct tvheap_scan *s, const struct ir_program *p, const struct ir_lib_table *lib, const bool *recursive) {
    *s = (struct tvheap_scan){.program = p, .lib = lib};
    struct run r = {.s = s, .recursive = recursive};
    prepare(&r);
    do {
        r.changed = false;
        visit_globals(&r);
        for (r.func_index = 0; r.func_index < p->funcs.n; r.func_index++) {
            r.func = &p->funcs.at[r.func_index];
            for (uint32_t k = 0; k < r.func->instrs.n; k++) visit(&r, &r.func->instrs.at[k]);
        }
    } while (r.changed);
    choose_data(s);
    find_backs(&r);
    for (uint32_t t = 0; t < p->ctypes.n; t++)
        if (is_structure(p, t)) find_recursive(&r, t, t, 0, 4);
    lay_out(&r);
    release(&r);
}

void tvheap_scan_free(struct tvheap_scan *s) {
    for (uint32_t i = 0; i < s->n_objects; i++) vec_free(&s->objects[i].cells);
    free(s->objects);
    free(s->first_slot);
    free(s->first_local);
    free(s->index);
    free(s->shadow);
    free(s->frame_values);
    vec_free(&s->fields);
    vec_free(&s->pairs);
    vec_free(&s->cuts);
    vec_free(&s->data);
    vec_free(&s->codes);
    vec_free(&s->backs);
    vec_free(&s->recursive);
    vec_free(&s->sorts);
}
