// SPDX-License-Identifier: MIT
// Places: offsets in blocks of each sort that mean the same.
//
// The type of a block is that of the variable, of a heap block that of the variable that gets it, or any structure of its size, as far as they agree; then a place is a member of the innermost structure around the offset, so a
// head and the links inside of nodes have the same places although they lie elsewhere in the block.  Without such a type, and inside of arrays and unions, an offset is just that.
#include "tvheap/vocabulary.h"

#define RAW IR_NO_TYPE  // the type of an offset that is just that

struct key {
    uint32_t type;   // innermost structure
    int64_t offset;  // in it
};

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t type) {
    return type == IR_NO_TYPE ? NULL : &p->ctypes.at[type];
}

static bool is_structure(const struct ir_program *p, uint32_t type) {
    return type != IR_NO_TYPE && p->ctypes.at[type].kind == IR_C_STRUCT;
}

// The member of a structure around an offset, or NULL.
static const struct ir_field *member_at(const struct ir_program *p, uint32_t type, int64_t offset) {
    const struct ir_ctype *t = &p->ctypes.at[type];
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_ctype *m = type_at(p, t->fields[i].ctype);
        int64_t at = (int64_t)(t->fields[i].bit_offset / 8);
        if (m && !t->fields[i].bit_size && at <= offset && (uint64_t)(offset - at) < m->size) return &t->fields[i];
    }
    return NULL;
}

// The member at an offset that is no structure itself, and where it is; NULL: there is none that begins there.
static const struct ir_field *innermost(const struct ir_program *p, uint32_t type, int64_t offset, struct key *key) {
    const struct ir_field *f = is_structure(p, type) ? member_at(p, type, offset) : NULL;
    int64_t at = f ? (int64_t)(f->bit_offset / 8) : 0;
    if (f && is_structure(p, f->ctype)) return innermost(p, f->ctype, offset - at, key);
    if (!f || at != offset || p->ctypes.at[f->ctype].kind == IR_C_UNION || p->ctypes.at[f->ctype].kind == IR_C_ARRAY) return NULL;
    *key = (struct key){type, offset};
    return f;
}

// Does a structure of this type begin at the offset?
static bool begins(const struct ir_program *p, uint32_t whole, int64_t offset, uint32_t type) {
    if (!offset && whole == type) return true;
    const struct ir_field *f = is_structure(p, whole) ? member_at(p, whole, offset) : NULL;
    return f && is_structure(p, f->ctype) && begins(p, f->ctype, offset - (int64_t)(f->bit_offset / 8), type);
}

// The structure of so many bytes that a variable with this value is declared to point to.
static uint32_t declared(const struct ir_program *p, const struct ir_func *f, uint32_t local, uint64_t size) {
    uint32_t t = f->locals.at[local].ctype;
    uint32_t target = t != IR_NO_TYPE && p->ctypes.at[t].kind == IR_C_POINTER ? p->ctypes.at[t].target : IR_NO_TYPE;
    return is_structure(p, target) && p->ctypes.at[target].size == size ? target : IR_NO_TYPE;
}

struct tvheap_sort tvheap_allocated(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *call, uint64_t size) {
    uint32_t type = call->n_dsts ? declared(p, f, call->dsts[0], size) : IR_NO_TYPE;
    for (uint32_t i = 0; i < f->instrs.n && type == IR_NO_TYPE && call->n_dsts; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        if (x->op == IR_LET && x->pure == IR_COPY_ && x->args[0] == ir_val_of(IR_LOCAL, call->dsts[0]))
            type = declared(p, f, x->dsts[0], size);
    }
    return (struct tvheap_sort){size, type, true};
}

// May blocks of the sort have this type?  Heap blocks of none may have any of their size.
static bool may_be(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, uint32_t type) {
    const struct tvheap_sort *s = &v->sort[sort];
    if (!v->typed) return false;
    if (!s->heap || s->type != IR_NO_TYPE) return type == s->type;
    return is_structure(p, type) && p->ctypes.at[type].size == s->size && p->ctypes.at[type].n_fields;
}

// The member at an offset of blocks of the sort, if all their types have the same one there; else NULL.
static const struct ir_field *member_of(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset,
                                        struct key *key) {
    const struct ir_field *found = NULL;
    for (uint32_t i = 0; i < p->ctypes.n; i++) {
        struct key k;
        if (!may_be(v, p, sort, i)) continue;
        const struct ir_field *f = innermost(p, i, offset, &k);
        if (!f || (found && (k.type != key->type || k.offset != key->offset))) return NULL;
        found = f;
        *key = k;
    }
    return found;
}

// ---- places --------------------------------------------------------------------------------------------------------------------------------

struct run {
    struct tvheap_vocabulary *v;
    const struct tvheap_scan *s;
    tvheap_offsets offsets;
    bool *twice;  // by type: it is in one structure more than once
    struct key key[TVHEAP_MOST_PLACES];
};

static struct key key_of(const struct run *r, uint32_t sort, int64_t offset) {
    struct key k;
    bool found = member_of(r->v, r->s->program, sort, offset, &k) && !r->twice[k.type];
    return found ? k : (struct key){RAW, offset};
}

static void find_twice(struct run *r) {
    for (uint32_t i = 0; i < r->v->n_sorts; i++)
        for (uint32_t a = 0; a < r->offsets.n; a++)
            for (uint32_t b = 0; b < a; b++) {
                struct key x = key_of(r, i, r->offsets.at[a]), y = key_of(r, i, r->offsets.at[b]);
                if (x.type != RAW && x.type == y.type && x.offset == y.offset) r->twice[x.type] = true;
            }
}

static bool add_place(struct run *r, uint32_t sort, int64_t offset) {
    struct tvheap_vocabulary *v = r->v;
    struct key k = key_of(r, sort, offset);
    uint32_t i = 0;
    while (i < v->n_places && (r->key[i].type != k.type || r->key[i].offset != k.offset)) i++;
    if (tvheap_exceeds(&v->reached, TVHEAP_LIMIT_PLACES, i + 1)) return false;
    if (i == v->n_places) {
        r->key[v->n_places++] = k;
        for (uint32_t n = 0; n < TVHEAP_MOST_SORTS; n++) v->place[i][n] = TVHEAP_NOWHERE;
    }
    v->place[i][sort] = offset;
    return true;
}

bool tvheap_add_places(struct tvheap_vocabulary *v, const struct tvheap_scan *s) {
    struct run r = {.v = v, .s = s};
    bool fine = true;
    r.twice = ARENA_ARRAY(&v->spec.arena, bool, s->program->ctypes.n + 1);
    for (uint32_t i = 0; i < s->fields.n + s->pairs.n; i++) {
        int64_t x = i < s->fields.n ? s->fields.at[i] : s->pairs.at[i - s->fields.n].target;
        if (!tvheap_has_offset(&r.offsets, x)) vec_push(&r.offsets, x);
    }
    find_twice(&r);
    for (uint32_t i = 0; i < v->n_sorts; i++)
        for (uint32_t k = 0; k < r.offsets.n && fine; k++)
            if (r.offsets.at[k] >= 0 && (uint64_t)r.offsets.at[k] < v->sort[i].size) fine = add_place(&r, i, r.offsets.at[k]);
    vec_free(&r.offsets);
    return fine;
}

// ---- what types say ------------------------------------------------------------------------------------------------------------------------

// The type of the pointer at an offset of blocks of the sort; false: no type is known there.
static bool member_type(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset, uint32_t *type) {
    struct key k;
    const struct ir_field *f = member_of(v, p, sort, offset, &k);
    if (f) *type = f->ctype;
    return f != NULL;
}

bool tvheap_may_point(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset) {
    uint32_t type;
    return !member_type(v, p, sort, offset, &type) || p->ctypes.at[type].kind == IR_C_POINTER;
}

uint32_t tvheap_pointed_to(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset) {
    uint32_t type;
    bool known = member_type(v, p, sort, offset, &type) && p->ctypes.at[type].kind == IR_C_POINTER;
    return known ? p->ctypes.at[type].target : IR_NO_TYPE;
}

bool tvheap_may_lead(const struct tvheap_vocabulary *v, const struct ir_program *p, uint32_t sort, int64_t offset, uint32_t to,
                    int64_t target) {
    uint32_t type = tvheap_pointed_to(v, p, sort, offset);
    bool found = false, typed = false;
    if (type == IR_NO_TYPE) return true;
    if (p->ctypes.at[type].kind == IR_C_POINTER) return tvheap_may_point(v, p, to, target);
    if (!is_structure(p, type) || !p->ctypes.at[type].size) return true;
    for (uint32_t i = 0; i < p->ctypes.n; i++) {
        bool may = is_structure(p, i) && may_be(v, p, to, i);
        typed |= may;
        found |= may && begins(p, i, target, type);
    }
    return found || !typed;
}

bool tvheap_is_recursive(const struct tvheap_vocabulary *v, const struct tvheap_scan *s, uint32_t field) {
    for (uint32_t i = 0; i < v->n_sorts; i++) {
        int64_t offset = v->place[v->field[field]][i];
        if (offset == TVHEAP_NOWHERE || !tvheap_has_offset(&s->recursive, offset)) continue;
        for (uint32_t k = 0; k < v->n_edges; k++) {
            int64_t target = v->place[v->edge[k].target][i];
            if (v->edge[k].field == field && target != TVHEAP_NOWHERE && tvheap_may_lead(v, s->program, i, offset, i, target)) return true;
        }
    }
    return false;
}
