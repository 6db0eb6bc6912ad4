// SPDX-License-Identifier: MIT
#include "ir/asks.h"

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

// What a pointer to void may be taken for: a structure or a number, but no bytes, of which there may be many.
static bool is_data(const struct ir_program *p, uint32_t ctype) {
    if (ctype >= p->ctypes.n || is_struct(p, ctype)) return is_struct(p, ctype);
    return p->ctypes.at[ctype].kind >= IR_C_INT && p->ctypes.at[ctype].kind <= IR_C_FLOAT && p->ctypes.at[ctype].size > 1;
}

static bool is_same_data(const struct ir_program *p, uint32_t a, uint32_t b) {
    if (is_struct(p, a) || is_struct(p, b)) return is_same_struct(p, a, b);
    return p->ctypes.at[a].kind == p->ctypes.at[b].kind && p->ctypes.at[a].size == p->ctypes.at[b].size;
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
    return found;
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
