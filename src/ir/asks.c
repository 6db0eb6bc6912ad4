// SPDX-License-Identifier: MIT
#include "ir/asks.h"

#include "ir/cfg.h"
#include "ir/name.h"

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

// The local that an instruction compares with null, or UINT32_MAX.
static uint32_t compared(const struct ir_program *p, const struct ir_instr *i) {
    if (i->op != IR_LET || (i->pure != IR_EQ_ && i->pure != IR_NE_)) return UINT32_MAX;
    if (i[1].op == IR_PROMISE && i[1].args[0] == ir_val_of(IR_LOCAL, i->dsts[0])) return UINT32_MAX;  // tells, and does not ask
    for (uint32_t k = 0; k < 2; k++) {
        bool null =
            ir_tag(i->args[1 - k]) == IR_CONST && ir_is_zero(p, i->args[1 - k]) && ir_kind(ir_const_of(p, i->args[1 - k])->type) == IR_PTR;
        if (null && ir_tag(i->args[k]) == IR_LOCAL) return ir_index(i->args[k]);
    }
    return UINT32_MAX;
}

static bool is_copy(const struct ir_instr *i) {
    return i->op == IR_LET && i->pure == IR_COPY_ && ir_tag(i->args[0]) == IR_LOCAL;
}

static bool is_struct(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_STRUCT;
}

static uint32_t target_of(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_POINTER ? p->ctypes.at[ctype].target : IR_NO_TYPE;
}

static bool is_same_struct(const struct ir_program *p, uint32_t a, uint32_t b) {
    return is_struct(p, a) && is_struct(p, b) && strcmp(p->ctypes.at[a].name, p->ctypes.at[b].name) == 0;
}

// ---- parameters --------------------------------------------------------------------------------------------------------------------

// Which locals and slots may hold the parameter's value; slots come after the locals.
struct flow {
    const struct ir_program *p;
    const struct ir_func *f;
    uint32_t n;
    uint8_t *in;  // at the start of each block, n bytes a block
    bool asked;
};

static bool is_slot(const struct ir_addr *a) {
    return ir_tag(a->base) == IR_SLOT && !a->offset && !a->n_terms;
}

static void follow(struct flow *w, const struct ir_instr *i, uint8_t *holds) {
    uint32_t x = compared(w->p, i), slots = w->f->locals.n;
    if (x != UINT32_MAX && holds[x]) w->asked = true;
    bool copied = is_copy(i) ? holds[ir_index(i->args[0])] : i->op == IR_LOAD && is_slot(i->to) && holds[slots + ir_index(i->to->base)];
    for (uint32_t k = 0; k < i->n_dsts; k++) holds[i->dsts[k]] = copied;
    if (i->op == IR_STORE && is_slot(i->to))
        holds[slots + ir_index(i->to->base)] = ir_tag(i->args[0]) == IR_LOCAL && holds[ir_index(i->args[0])];
}

static bool spread(struct flow *w, uint32_t block, const uint8_t *holds) {
    bool grown = false;
    for (uint32_t k = 0; k < w->n; k++) {
        uint8_t *to = &w->in[(size_t)block * w->n + k];
        grown |= holds[k] && !*to;
        *to |= holds[k];
    }
    return grown;
}

static bool follow_block(struct flow *w, uint32_t block, uint8_t *holds) {
    const struct ir_block *b = &w->f->blocks.at[block];
    const struct ir_instr *last = &w->f->instrs.at[b->first + b->n - 1];
    bool grown = false;
    memcpy(holds, &w->in[(size_t)block * w->n], w->n);
    for (uint32_t i = 0; i < b->n; i++) follow(w, &w->f->instrs.at[b->first + i], holds);
    for (uint32_t k = 0; k < last->n_succs; k++) grown |= spread(w, last->succs[k], holds);
    return grown;
}

bool ir_asks_param(const struct ir_program *p, const struct ir_func *f, uint32_t k) {
    struct flow w = {.p = p, .f = f, .n = f->locals.n + f->slots.n};
    w.in = zeros((size_t)f->blocks.n * w.n, 1);
    uint8_t *holds = zeros(w.n, 1);
    w.in[k] = 1;
    for (bool grown = true; grown && !w.asked;) {
        grown = false;
        for (uint32_t b = 0; b < f->blocks.n; b++) grown |= follow_block(&w, b, holds);
    }
    free(holds);
    free(w.in);
    return w.asked;
}

// ---- places ------------------------------------------------------------------------------------------------------------------------

struct places {
    const struct ir_program *p;
    const struct ir_func *f;
    uint32_t *definition;  // by local: the instruction that makes a temporary, + 1
    uint8_t *asked;        // by local
};

static const struct ir_instr *definition(const struct places *w, ir_val v) {
    uint32_t at = ir_tag(v) == IR_LOCAL ? w->definition[ir_index(v)] : 0;
    return at ? &w->f->instrs.at[at - 1] : NULL;
}

// The C type of a pointer value.
static uint32_t type_of(const struct places *w, ir_val v) {
    const struct ir_instr *d = definition(w, v);
    if (ir_tag(v) != IR_LOCAL) return IR_NO_TYPE;
    if (!d) return w->f->locals.at[ir_index(v)].ctype;
    if (d->op == IR_LOAD) return ir_name_type(w->p, w->f, d->to, ir_bytes(w->f->locals.at[ir_index(v)].type));
    if (is_copy(d)) return w->f->locals.at[ir_index(d->args[0])].ctype;
    return w->f->locals.at[ir_index(v)].ctype;
}

enum { STEPS = 16 };

static bool place_of(const struct places *w, const struct ir_addr *a, struct ir_asked *out) {
    ir_val base = a->base;
    *out = (struct ir_asked){.global = UINT32_MAX, .owner = IR_NO_TYPE};
    for (uint32_t n = 0; a && n < STEPS; n++) {
        out->indexed |= a->n_terms > 0;
        base = a->base;
        out->offset += (uint64_t)a->offset;
        const struct ir_instr *d = definition(w, base);
        a = d && d->op == IR_ADDR ? d->to : NULL;
    }
    if (a || ir_tag(base) == IR_SLOT) return false;
    if (ir_tag(base) == IR_GLOBAL) {
        out->global = ir_index(base);
        return true;
    }
    uint32_t type = type_of(w, base);
    if (type >= w->p->ctypes.n || w->p->ctypes.at[type].kind != IR_C_POINTER) return false;
    out->owner = w->p->ctypes.at[type].target;
    return out->owner != IR_NO_TYPE;
}

static void find_definitions(struct places *w) {
    for (uint32_t i = 0; i < w->f->instrs.n; i++)
        for (uint32_t k = 0; k < w->f->instrs.at[i].n_dsts; k++) {
            uint32_t local = w->f->instrs.at[i].dsts[k];
            if (w->f->locals.at[local].flags & IR_TEMP) w->definition[local] = i + 1;
        }
}

// What is copied to a variable that is asked about is asked about.
static void find_asked(struct places *w) {
    for (uint32_t i = 0; i < w->f->instrs.n; i++) {
        uint32_t x = compared(w->p, &w->f->instrs.at[i]);
        if (x != UINT32_MAX) w->asked[x] = 1;
    }
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < w->f->instrs.n; i++) {
            const struct ir_instr *x = &w->f->instrs.at[i];
            if (!is_copy(x) || !w->asked[x->dsts[0]] || w->asked[ir_index(x->args[0])]) continue;
            w->asked[ir_index(x->args[0])] = 1;
            grown = true;
        }
    }
}

// The address of the first member of something is its own: a pointer to a pointer that is a copy of one to a structure.
static bool is_first_member(const struct places *w, const struct ir_instr *x, struct ir_asked *out) {
    if (!is_copy(x)) return false;
    uint32_t to = target_of(w->p, w->f->locals.at[x->dsts[0]].ctype), from = target_of(w->p, type_of(w, x->args[0]));
    *out = (struct ir_asked){.global = UINT32_MAX, .owner = from, .as = IR_NO_TYPE, .function = UINT32_MAX};
    return is_struct(w->p, from) && to < w->p->ctypes.n && w->p->ctypes.at[to].kind == IR_C_POINTER;
}

// The type of the variable that a pointer is loaded to.
static uint32_t type_put_to(const struct places *w, const struct ir_instr *x) {
    bool copied = w->f->locals.at[x->dsts[0]].flags & IR_TEMP && is_copy(x + 1) && x[1].args[0] == ir_val_of(IR_LOCAL, x->dsts[0]);
    return w->f->locals.at[copied ? x[1].dsts[0] : x->dsts[0]].ctype;
}

void ir_asks_places(const struct ir_program *p, const struct ir_func *f, ir_asked_list *out) {
    struct places w = {.p = p, .f = f};
    struct ir_asked place;
    w.definition = zeros(f->locals.n, sizeof *w.definition);
    w.asked = zeros(f->locals.n, 1);
    find_definitions(&w);
    find_asked(&w);
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        if (is_first_member(&w, x, &place)) vec_push(out, place);
        bool written = x->op == IR_STORE && ir_kind(ir_type_of(p, f, x->args[0])) == IR_PTR;
        bool pointer = written || x->op == IR_ADDR || (x->op == IR_LOAD && ir_kind(f->locals.at[x->dsts[0]].type) == IR_PTR);
        if (!pointer || !place_of(&w, x->to, &place)) continue;
        place.asked = x->op == IR_LOAD && w.asked[x->dsts[0]];
        place.written = written;
        place.as = x->op == IR_LOAD ? type_put_to(&w, x) : IR_NO_TYPE;
        place.function = written && ir_tag(x->args[0]) == IR_FUNC ? ir_index(x->args[0]) : UINT32_MAX;
        vec_push(out, place);
    }
    free(w.definition);
    free(w.asked);
}

void ir_asks_turned(const struct ir_program *p, const struct ir_func *f, ir_turned_list *out) {
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        if (x->op != IR_STORE || x->to->n_terms || x->args[0] != x->to->base || ir_tag(x->to->base) != IR_LOCAL) continue;
        uint32_t owner = target_of(p, f->locals.at[ir_index(x->to->base)].ctype);
        if (is_struct(p, owner)) vec_push(out, (struct ir_turned){owner, (uint64_t)x->to->offset});
    }
}

// ---- containers --------------------------------------------------------------------------------------------------------------------

// Where the whole has the part, `before` bytes behind its beginning or (not `exactly`) more; UINT64_MAX: nowhere.
static uint64_t part_at(const struct ir_program *p, uint32_t whole, uint32_t part, uint64_t before, bool exactly) {
    for (uint32_t i = 0; is_struct(p, whole) && i < p->ctypes.at[whole].n_fields; i++) {
        const struct ir_field *f = &p->ctypes.at[whole].fields[i];
        uint64_t at = f->bit_offset / 8;
        bool same = is_struct(p, f->ctype) && strcmp(p->ctypes.at[f->ctype].name, p->ctypes.at[part].name) == 0;
        if (same && p->ctypes.at[f->ctype].size == p->ctypes.at[part].size && (exactly ? at == before : at >= before)) return at;
    }
    return UINT64_MAX;
}

static bool is_given(const struct ir_program *p, const struct ir_func *f, uint32_t ctype) {
    for (uint32_t k = 0; k < f->n_params; k++)
        if (is_same_struct(p, target_of(p, f->locals.at[k].ctype), ctype)) return true;
    return false;
}

// The only structure that has such a part, of those that parameters lead to or (not `given`) do not; IR_NO_TYPE: there are several, or none.
static uint32_t only_whole(const struct ir_program *p, const struct ir_func *f, uint32_t part, uint64_t before, bool given) {
    uint32_t found = IR_NO_TYPE;
    for (uint32_t i = 0; i < p->ctypes.n; i++) {
        if (part_at(p, i, part, before, false) == UINT64_MAX || is_given(p, f, i) != given) continue;
        if (found != IR_NO_TYPE && !is_same_struct(p, i, found)) return IR_NO_TYPE;
        found = i;
    }
    return found;
}

// The type that the address is given by the variable that it is put to.
static uint32_t type_as_used(const struct places *w, const struct ir_instr *x) {
    bool copied = x->op == IR_ADDR && is_copy(x + 1) && x[1].args[0] == ir_val_of(IR_LOCAL, x->dsts[0]);
    if (x->op != IR_ADDR) return IR_NO_TYPE;
    return target_of(w->p, w->f->locals.at[copied ? x[1].dsts[0] : x->dsts[0]].ctype);
}

static bool find_container(const struct places *w, const struct ir_instr *x, struct ir_container *out) {
    if (!x->to || x->to->n_terms || x->to->offset >= 0 || ir_tag(x->to->base) != IR_LOCAL) return false;
    uint32_t part = target_of(w->p, type_of(w, x->to->base)), whole = type_as_used(w, x);
    uint64_t before = (uint64_t)-x->to->offset;
    if (!is_struct(w->p, part)) return false;
    bool said = part_at(w->p, whole, part, before, true) != UINT64_MAX;
    if (!said) whole = only_whole(w->p, w->f, part, before, false);
    if (whole == IR_NO_TYPE) whole = only_whole(w->p, w->f, part, before, true);
    if (whole != IR_NO_TYPE) *out = (struct ir_container){part, whole, part_at(w->p, whole, part, before, said)};
    return whole != IR_NO_TYPE;
}

void ir_asks_containers(const struct ir_program *p, const struct ir_func *f, ir_container_list *out) {
    struct places w = {.p = p, .f = f};
    struct ir_container c;
    w.definition = zeros(f->locals.n, sizeof *w.definition);
    find_definitions(&w);
    for (uint32_t i = 0; i < f->instrs.n; i++)
        if (find_container(&w, &f->instrs.at[i], &c)) vec_push(out, c);
    free(w.definition);
}

// ---- unions ------------------------------------------------------------------------------------------------------------------------

enum { MOST_POINTERS = 4, MOST_VALUES = 8, DEEPEST = 8 };  // of a union at one place; of one case; structures in structures

struct pointers {  // that stand at one place of a union
    uint32_t n, ctype[MOST_POINTERS];
};

static void add_pointers(const struct ir_program *p, uint32_t ctype, uint64_t offset, bool inside, int depth, struct pointers *out) {
    const struct ir_ctype *t = ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
    if (!t || !depth) return;
    if (inside && t->kind == IR_C_POINTER && !offset && out->n < MOST_POINTERS) out->ctype[out->n++] = ctype;
    for (uint32_t i = 0; i < t->n_fields && (t->kind == IR_C_STRUCT || t->kind == IR_C_UNION); i++) {
        const struct ir_field *f = &t->fields[i];
        uint64_t first = f->bit_offset / 8, size = f->ctype < p->ctypes.n ? p->ctypes.at[f->ctype].size : 0;
        if (!f->bit_size && offset >= first && offset - first < size) add_pointers(p, f->ctype, offset - first, inside || t->kind == IR_C_UNION, depth - 1, out);
    }
}

// The type that a pointer is given on as, if it is.
static uint32_t type_given_as(const struct places *w, uint32_t local) {
    for (uint32_t i = 0; i < w->f->instrs.n; i++) {
        const struct ir_instr *x = &w->f->instrs.at[i];
        if (x->op != IR_CALL || ir_tag(x->args[0]) != IR_FUNC) continue;
        const struct ir_func *callee = &w->p->funcs.at[ir_index(x->args[0])];
        const struct ir_ctype *t = callee->ctype < w->p->ctypes.n ? &w->p->ctypes.at[callee->ctype] : NULL;
        for (uint32_t k = 1; k < x->n_args && t && t->kind == IR_C_FUNCTION && k <= t->n_fields; k++)
            if (x->args[k] == ir_val_of(IR_LOCAL, local)) return t->fields[k - 1].ctype;
    }
    return IR_NO_TYPE;
}

static bool is_member(const struct ir_program *p, uint32_t ctype, int64_t offset, uint64_t bytes) {
    struct buf name = {0};
    uint32_t part = IR_NO_TYPE;
    bool named = ctype < p->ctypes.n && offset >= 0 && ir_name_member(p, ctype, (uint64_t)offset, bytes, &name, &part);
    buf_free(&name);
    bool number = named && part < p->ctypes.n && p->ctypes.at[part].kind != IR_C_STRUCT && p->ctypes.at[part].kind != IR_C_UNION;
    return (number && p->ctypes.at[part].size == bytes) || (!offset && ctype < p->ctypes.n && p->ctypes.at[ctype].size == bytes);
}

// Is what is read and written behind it what something of the type has there?
static bool is_used_as(const struct places *w, uint32_t local, uint32_t ctype) {
    bool used = false;
    for (uint32_t i = 0; i < w->f->instrs.n; i++) {
        const struct ir_instr *x = &w->f->instrs.at[i];
        const struct ir_addr *a = x->to && x->to->base == ir_val_of(IR_LOCAL, local) ? x->to : x->from && x->from->base == ir_val_of(IR_LOCAL, local) ? x->from : NULL;
        bool number = x->op == IR_COPY && ir_tag(x->args[0]) == IR_CONST;
        uint64_t bytes = x->op == IR_LOAD ? ir_bytes(w->f->locals.at[x->dsts[0]].type) : x->op == IR_STORE ? ir_bytes(ir_type_of(w->p, w->f, x->args[0])) : number ? ir_const_of(w->p, x->args[0])->lo : 0;
        if (!a || !bytes) continue;
        if (a->n_terms || !is_member(w->p, ctype, a->offset, bytes)) return false;
        used = true;
    }
    return used;
}

static bool is_pointer_to(const struct ir_program *p, uint32_t ctype, uint32_t to) {
    uint32_t a = target_of(p, ctype);
    return a < p->ctypes.n && to < p->ctypes.n && p->ctypes.at[a].kind == p->ctypes.at[to].kind && strcmp(p->ctypes.at[a].name, p->ctypes.at[to].name) == 0;
}

// Which of them is taken: the only one, or the one of the type that it is put to, given on as or used as.  IR_NO_TYPE: it is not known.
static uint32_t pointer_taken(const struct places *w, const struct ir_instr *x, const struct pointers *all) {
    uint32_t put = type_put_to(w, x), given = type_given_as(w, x->dsts[0]), as = target_of(w->p, put != IR_NO_TYPE ? put : given), found = IR_NO_TYPE, n = 0;
    for (uint32_t i = 0; i < all->n; i++)
        if ((is_pointer_to(w->p, all->ctype[i], as) || is_used_as(w, x->dsts[0], target_of(w->p, all->ctype[i]))) && !n++) found = all->ctype[i];
    return all->n == 1 ? all->ctype[0] : n == 1 ? found : IR_NO_TYPE;
}

// The number that a condition or switch asks about: a member of something of the type.
static bool tag_of(const struct places *w, ir_val v, uint32_t owner, struct ir_tagged *out) {
    const struct ir_instr *d = definition(w, v);
    struct ir_asked place;
    while (d && d->op == IR_LET && (d->pure == IR_ZEXT_ || d->pure == IR_SEXT_)) d = definition(w, d->args[0]);
    if (!d || d->op != IR_LOAD || ir_kind(w->f->locals.at[d->dsts[0]].type) != IR_INT || !place_of(w, d->to, &place)) return false;
    out->tag = place.offset;
    out->size = ir_bytes(w->f->locals.at[d->dsts[0]].type);
    return !place.indexed && out->size <= 8 && is_same_struct(w->p, place.owner, owner);
}

// Values with the sign bit set have other words for each type, and are left alone.
static void add_value(struct ir_tagged t, uint64_t value, ir_tagged_list *out) {
    t.value = value;
    if (value >> (8 * t.size - 1) == 0) vec_push(out, t);
}

// What is known behind the end of block d in a block that it dominates.
static void add_known(const struct places *w, const struct ir_cfg *c, uint32_t d, uint32_t block, struct ir_tagged t, ir_tagged_list *out) {
    const struct ir_instr *end = ir_end(w->f, d), *test = end->op == IR_BRANCH ? definition(w, end->args[0]) : NULL;
    bool equal = test && test->op == IR_LET && (test->pure == IR_EQ_ || test->pure == IR_NE_);
    for (uint32_t s = 0; s < end->n_succs; s++) {
        uint32_t to = end->succs[s];
        if (!ir_reachable(c, to) || !ir_dominates(c, to, block) || c->pred_first[to + 1] - c->pred_first[to] != 1) continue;
        for (uint32_t k = 0; k < 2 && equal && s == (test->pure == IR_NE_); k++)
            if (ir_tag(test->args[k]) == IR_CONST && tag_of(w, test->args[1 - k], t.owner, &t)) add_value(t, ir_const_of(w->p, test->args[k])->lo, out);
        for (uint32_t k = 0; k < end->n_cases && end->op == IR_SWITCH; k++) {
            const struct ir_case *x = &end->cases[k];
            if (x->succ != s || x->hi - x->lo >= MOST_VALUES || !tag_of(w, end->args[0], t.owner, &t)) continue;
            for (uint64_t v = x->lo; v <= x->hi; v++) add_value(t, v, out);
        }
    }
}

void ir_asks_tagged(const struct ir_program *p, const struct ir_func *f, ir_tagged_list *out) {
    struct places w = {.p = p, .f = f};
    struct ir_cfg c;
    w.definition = zeros(f->locals.n, sizeof *w.definition);
    find_definitions(&w);
    ir_cfg_build(&c, f);
    for (uint32_t b = 0; b < f->blocks.n; b++)
        for (uint32_t i = 0; i < f->blocks.at[b].n && ir_reachable(&c, b); i++) {
            const struct ir_instr *x = &f->instrs.at[f->blocks.at[b].first + i];
            struct ir_asked place;
            struct pointers all = {0};
            if (x->op != IR_LOAD || ir_kind(f->locals.at[x->dsts[0]].type) != IR_PTR || !place_of(&w, x->to, &place) || place.indexed || !is_struct(p, place.owner)) continue;
            add_pointers(p, place.owner, place.offset, false, DEEPEST, &all);
            struct ir_tagged t = {.owner = place.owner, .offset = place.offset, .ctype = all.n ? pointer_taken(&w, x, &all) : IR_NO_TYPE};
            for (uint32_t d = c.idom[b]; d != IR_NO_BLOCK && all.n; d = c.idom[d]) add_known(&w, &c, d, b, t, out);
        }
    ir_cfg_free(&c);
    free(w.definition);
}

// ---- pointers to void ------------------------------------------------------------------------------------------------------------------

// What a pointer to void may be taken for: a structure or a number, but no bytes, of which there may be many.
static bool is_data(const struct ir_program *p, uint32_t ctype) {
    if (ctype >= p->ctypes.n || is_struct(p, ctype)) return is_struct(p, ctype);
    return p->ctypes.at[ctype].kind >= IR_C_INT && p->ctypes.at[ctype].kind <= IR_C_FLOAT && p->ctypes.at[ctype].size > 1;
}

static bool is_same_data(const struct ir_program *p, uint32_t a, uint32_t b) {
    if (is_struct(p, a) || is_struct(p, b)) return is_same_struct(p, a, b);
    return p->ctypes.at[a].kind == p->ctypes.at[b].kind && p->ctypes.at[a].size == p->ctypes.at[b].size;
}

static bool is_byte(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n && p->ctypes.at[ctype].size == 1 && (p->ctypes.at[ctype].kind == IR_C_INT || p->ctypes.at[ctype].kind == IR_C_UINT);
}

// The type of the variable of characters that the parameter is copied to, or given on as.
static uint32_t text_type(const struct ir_program *p, const struct ir_func *f, uint32_t k) {
    const struct places w = {.p = p, .f = f};
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        if (is_copy(x) && ir_index(x->args[0]) == k && is_byte(p, target_of(p, f->locals.at[x->dsts[0]].ctype))) return f->locals.at[x->dsts[0]].ctype;
    }
    uint32_t given = type_given_as(&w, k);
    return is_byte(p, target_of(p, given)) ? given : IR_NO_TYPE;
}

uint32_t ir_asks_param_type(const struct ir_program *p, const struct ir_func *f, uint32_t k) {
    uint32_t found = IR_NO_TYPE;
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        if (!is_copy(x) || ir_index(x->args[0]) != k || !is_data(p, target_of(p, f->locals.at[x->dsts[0]].ctype))) continue;
        uint32_t type = f->locals.at[x->dsts[0]].ctype;
        if (found != IR_NO_TYPE && !is_same_data(p, target_of(p, type), target_of(p, found))) return IR_NO_TYPE;
        found = type;
    }
    return found == IR_NO_TYPE ? text_type(p, f, k) : found;
}

// ---- divisors ----------------------------------------------------------------------------------------------------------------------

enum { PARAMS = 64, EXACT = 1, LESS = 2, ASKED = 4 };  // parameters that are looked at; ways in which a local was followed: as the divisor, as one that is less by one, as compared with 0

struct divisors {
    struct places w;
    uint8_t *followed;  // by local: ways
    uint64_t params;
    ir_asked_list *out;
};

static void follow_divisor(struct divisors *d, ir_val v, uint8_t way);

// Of at most 64 bits; `value`: of 64.
static bool is_number(const struct ir_program *p, ir_val v, uint64_t value) {
    const struct ir_const *c = ir_tag(v) == IR_CONST ? ir_const_of(p, v) : NULL;
    return c && ir_kind(c->type) == IR_INT && ir_bits(c->type) <= 64 && c->lo == (value & UINT64_MAX >> (64 - ir_bits(c->type)));
}

static void follow_made(struct divisors *d, const struct ir_instr *x, uint8_t way) {
    const struct ir_program *p = d->w.p;
    struct ir_asked place;
    if (x->op == IR_LOAD && way != LESS && place_of(&d->w, x->to, &place) && !place.indexed) {
        place.asked = way == ASKED;
        if (place.global != UINT32_MAX) place.owner = p->globals.at[place.global].ctype, place.global = UINT32_MAX;
        vec_push(d->out, place);
    }
    if (x->op != IR_LET) return;
    bool same = x->pure == IR_COPY_ || x->pure == IR_ZEXT_ || x->pure == IR_SEXT_ || x->pure == IR_TRUNC_;
    bool less = way == LESS && ((x->pure == IR_ADD_ && is_number(p, x->args[1], UINT64_MAX)) || (x->pure == IR_SUB_ && is_number(p, x->args[1], 1)));
    if (same || less) follow_divisor(d, x->args[0], less ? EXACT : way);
}

// Back to where it came from.
static void follow_divisor(struct divisors *d, ir_val v, uint8_t way) {
    uint32_t local = ir_index(v);
    if (ir_tag(v) != IR_LOCAL || d->followed[local] & way) return;
    d->followed[local] |= way;
    if (local < d->w.f->n_params && local < PARAMS && way == EXACT) d->params |= (uint64_t)1 << local;
    for (uint32_t i = 0; i < d->w.f->instrs.n; i++) {
        const struct ir_instr *x = &d->w.f->instrs.at[i];
        if (x->n_dsts == 1 && x->dsts[0] == local) follow_made(d, x, way);
    }
}

static bool is_test(const struct ir_instr *x) {
    return x->op == IR_LET && x->n_args == 2 && (x->pure == IR_EQ_ || x->pure == IR_NE_ || x->pure == IR_SLE_ || x->pure == IR_SLT_ || x->pure == IR_ULE_ || x->pure == IR_ULT_);
}

static void follow_divisors_of(struct divisors *d, const struct ir_instr *x, const uint64_t *divides) {
    bool let = x->op == IR_LET, called = x->op == IR_CALL && ir_tag(x->args[0]) == IR_FUNC;
    if (let && (x->pure == IR_UDIV_ || x->pure == IR_SDIV_ || x->pure == IR_UREM_ || x->pure == IR_SREM_)) follow_divisor(d, x->args[1], EXACT);
    for (uint32_t k = 0; let && x->pure == IR_AND_ && k < 2; k++) follow_divisor(d, x->args[k], LESS);
    for (uint32_t k = 0; k < 2 && is_test(x); k++)
        if (is_number(d->w.p, x->args[1 - k], 0)) follow_divisor(d, x->args[k], ASKED);
    for (uint32_t k = 1; called && k < x->n_args && k <= PARAMS; k++)
        if (divides[ir_index(x->args[0])] >> (k - 1) & 1) follow_divisor(d, x->args[k], EXACT);
}

bool ir_asks_divisors(const struct ir_program *p, const struct ir_func *f, uint64_t *divides, ir_asked_list *out) {
    struct divisors d = {.w = {.p = p, .f = f}, .out = out};
    uint64_t *own = &divides[f - p->funcs.at];
    d.w.definition = zeros(f->locals.n, sizeof *d.w.definition);
    d.followed = zeros(f->locals.n, 1);
    find_definitions(&d.w);
    for (uint32_t i = 0; i < f->instrs.n; i++) follow_divisors_of(&d, &f->instrs.at[i], divides);
    free(d.w.definition);
    free(d.followed);
    bool grown = d.params & ~*own;
    *own |= d.params;
    return grown;
}
