// SPDX-License-Identifier: MIT
// Types and names: an object has the type that its allocation was made for, or that a pointer to its beginning has; a field is named after it.
#include "ir/members.h"
#include "ir/name.h"
#include "view/view.h"

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

// What a pointer of this type leads to, if that says something.
static uint32_t pointee(const struct ir_program *p, uint32_t ctype) {
    const struct ir_ctype *t = type_at(p, ctype), *target = t && t->kind == IR_C_POINTER ? type_at(p, t->target) : NULL;
    return target && target->kind != IR_C_VOID && target->kind != IR_C_FUNCTION && target->size ? t->target : IR_NO_TYPE;
}

// The type of what an instruction gives the value `local` to.
static uint32_t given_to(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i, uint32_t local) {
    ir_val v = ir_val_of(IR_LOCAL, local);
    if (i->op == IR_LET && i->pure == IR_COPY_ && i->args[0] == v) return pointee(p, f->locals.at[i->dsts[0]].ctype);
    if (i->op == IR_STORE && i->n_args && i->args[0] == v) return pointee(p, ir_name_type(p, f, i->to, p->pointer_bits / 8));
    const struct ir_ctype *function = i->op == IR_RET && i->n_args && i->args[0] == v ? type_at(p, f->ctype) : NULL;
    return function && function->kind == IR_C_FUNCTION ? pointee(p, function->target) : IR_NO_TYPE;
}

uint32_t view_allocated_type(const struct ir_program *p, uint32_t func, uint32_t instr) {
    if (func >= p->funcs.n || instr >= p->funcs.at[func].instrs.n) return IR_NO_TYPE;
    const struct ir_func *f = &p->funcs.at[func];
    const struct ir_instr *call = &f->instrs.at[instr];
    if (call->op != IR_CALL || call->n_dsts != 1) return IR_NO_TYPE;
    uint32_t ctype = pointee(p, f->locals.at[call->dsts[0]].ctype);
    for (uint32_t i = instr + 1; i < f->instrs.n && ctype == IR_NO_TYPE; i++) ctype = given_to(p, f, &f->instrs.at[i], call->dsts[0]);
    return ctype;
}

// Can an object of the node's size be one of these, or an array of them?
static bool fits(const struct ir_program *p, const struct view_node *n, uint32_t ctype) {
    const struct ir_ctype *t = type_at(p, ctype);
    return t && t->size && n->sized && (n->exact ? n->size % t->size == 0 && n->size : n->size >= t->size);
}

static void set_type(const struct ir_program *p, struct view_node *n, uint32_t ctype) {
    if (n->ctype == IR_NO_TYPE && n->storage != VIEW_CALL && fits(p, n, ctype)) n->ctype = ctype;
}

// The type and name of the part of a node at an offset; elements of an array that the allocation is have their index.
static uint32_t name_part(const struct ir_program *p, const struct view_node *n, const struct view_field *f, struct buf *out) {
    const struct ir_ctype *t = type_at(p, n->ctype);
    uint32_t ctype = IR_NO_TYPE;
    if (!t || !t->size) return ctype;
    uint64_t whole = f->offset / t->size;
    struct buf member = {0};
    if (ir_name_member(p, n->ctype, f->offset % t->size, f->size, &member, &ctype)) {
        bool array = n->size > t->size;
        const char *text = buf_text(&member);
        if (array) buf_printf(out, "[%llu]", (unsigned long long)whole);
        buf_str(out, array && *text && *text != '[' ? "." : "");
        buf_str(out, *text || array ? text : "contents");
    }
    buf_free(&member);
    return ctype;
}

// What leads out of a tree leads to what its links lead to.
static uint32_t type_of_links(const struct view *v, const struct view_node *n) {
    for (uint32_t i = n->first; i < n->first + n->n; i++) {
        const struct view_field *f = &v->fields.at[i];
        for (uint32_t k = f->first; k < f->first + f->n; k++)
            if (v->values.at[k].kind == VIEW_POINTER && v->values.at[k].end == VIEW_CHILD) return f->ctype;
    }
    return IR_NO_TYPE;
}

static void type_fields(struct view *v, const struct ir_program *p, const struct view_node *n) {
    for (uint32_t i = n->first; i < n->first + n->n; i++) {
        struct view_field *f = &v->fields.at[i];
        struct buf name = {0};
        if (f->ctype == IR_NO_TYPE && n->ctype != IR_NO_TYPE) f->ctype = name_part(p, n, f, &name);
        if (!f->name && name.n) f->name = arena_strdup(&v->arena, buf_text(&name));
        buf_free(&name);
    }
    for (uint32_t i = n->first; i < n->first + n->n && n->shape == VIEW_TREE; i++) {
        struct view_field *f = &v->fields.at[i];
        if (f->link && f->offset >= n->size) f->ctype = type_of_links(v, n);
    }
}

// Is there something of type `part` at an offset of one of type `ctype`?
static bool has_part(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint32_t part) {
    const struct ir_ctype *t = type_at(p, ctype);
    if (offset == 0 && ir_same_type(p, ctype, part)) return true;
    for (uint32_t i = 0; t && t->kind == IR_C_STRUCT && i < t->n_fields; i++) {
        const struct ir_field *f = &t->fields[i];
        const struct ir_ctype *member = type_at(p, f->ctype);
        uint64_t at = f->bit_offset / 8;
        if (!f->bit_size && member && at <= offset && offset - at < member->size && has_part(p, f->ctype, offset - at, part)) return true;
    }
    return false;
}

// The only structure as large as the node that has such a structure there.
static uint32_t whole_of(const struct ir_program *p, const struct view_node *n, uint64_t offset, uint32_t part) {
    uint32_t found = IR_NO_TYPE;
    bool known = n->sized && n->exact && type_at(p, part)->kind == IR_C_STRUCT;
    for (uint32_t i = 0; i < p->ctypes.n && known; i++) {
        bool whole = p->ctypes.at[i].kind == IR_C_STRUCT && p->ctypes.at[i].size == n->size && has_part(p, i, offset, part);
        if (!whole || (found != IR_NO_TYPE && ir_same_type(p, found, i))) continue;
        if (found != IR_NO_TYPE) return IR_NO_TYPE;
        found = i;
    }
    return found;
}

// Pointers give their types on; true if that told something new.
static bool spread(struct view *v, const struct ir_program *p) {
    bool news = false;
    for (uint32_t i = 0; i < v->fields.n; i++) {
        const struct view_field *f = &v->fields.at[i];
        uint32_t target = pointee(p, f->ctype);
        for (uint32_t k = f->first; target != IR_NO_TYPE && k < f->first + f->n; k++) {
            const struct view_value *x = &v->values.at[k];
            if (x->kind != VIEW_POINTER || !x->bounded || x->lo < 0 || x->hi != x->lo || v->nodes.at[x->node].ctype != IR_NO_TYPE) continue;
            set_type(p, &v->nodes.at[x->node], x->lo ? whole_of(p, &v->nodes.at[x->node], (uint64_t)x->lo, target) : target);
            news |= v->nodes.at[x->node].ctype != IR_NO_TYPE;
            type_fields(v, p, &v->nodes.at[x->node]);
        }
    }
    return news;
}

static void name_type(struct view *v, const struct ir_program *p, struct view_node *n) {
    const struct ir_ctype *t = type_at(p, n->ctype);
    struct buf text = {0};
    if (!t || n->type) return;
    ir_name_ctype(p, n->ctype, &text);
    if (n->sized && n->exact && t->size && n->size > t->size) buf_printf(&text, "[%llu]", (unsigned long long)(n->size / t->size));
    n->type = arena_strdup(&v->arena, buf_text(&text));
    buf_free(&text);
}

static void name_field(struct view *v, struct view_field *f) {
    if (!f->name) f->name = view_printf(v, "+%llu", (unsigned long long)f->offset);
}

// ---- members that no field shows ---------------------------------------------------------------------------------------------------

static bool is_shown(const struct view *v, const struct view_node *n, uint64_t offset, uint64_t size) {
    for (uint32_t i = n->first; i < n->first + n->n; i++) {
        const struct view_field *f = &v->fields.at[i];
        if (offset < f->offset + f->size && f->offset < offset + size) return true;
    }
    return false;
}

// The members of a struct between two offsets, all of them with one value.
static void add_members(struct view *to, const struct view *from, const struct ir_program *p, const struct view_node *n, uint64_t begin,
                        uint64_t end, const struct view_value *x) {
    const struct ir_ctype *t = type_at(p, n->ctype);
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_field *m = &t->fields[i];
        const struct ir_ctype *type = type_at(p, m->ctype);
        uint64_t at = m->bit_offset / 8;
        if (!*m->name || m->bit_size || !type || !type->size || at < begin || at + type->size > end) continue;
        if (from && is_shown(from, n, at, type->size)) continue;
        struct view_field *f = view_add_field(to, at, type->size);
        f->ctype = m->ctype;
        f->name = m->name;
        *view_add_value(to, x->kind) = *x;
    }
}

static bool is_struct(const struct ir_program *p, const struct view_node *n) {
    const struct ir_ctype *t = type_at(p, n->ctype);
    return t && t->kind == IR_C_STRUCT && n->size == t->size;
}

// Bytes without field are members that are as the rest is.
static void add_rest(struct view *to, const struct view *from, const struct ir_program *p, const struct view_node *n) {
    bool zero = n->rest == VIEW_NULL;
    struct view_value x = {.kind = zero ? VIEW_NUMBER : n->rest, .bounded = zero};
    if (n->filled && n->life == VIEW_LIVE && is_struct(p, n)) add_members(to, from, p, n, 0, n->size, &x);
}

// A field over several members that holds nothing but zeros, or nothing known.
static bool is_over_members(const struct view *v, const struct ir_program *p, const struct view_node *n, const struct view_field *f) {
    const struct view_value *x = &v->values.at[f->first];
    bool plain = f->n == 1 &&
                 (x->kind == VIEW_UNINITIALISED || x->kind == VIEW_UNKNOWN || (x->kind == VIEW_NUMBER && x->bounded && !x->lo && !x->hi));
    return !f->name && plain && f->size > p->pointer_bits / 8 && is_struct(p, n);
}

static void add_as_it_is(struct view *to, const struct view *from, const struct view_field *f) {
    struct view_field *copy = view_add_field(to, f->offset, f->size);
    uint32_t first = copy->first;
    *copy = *f;
    copy->first = first;
    copy->n = 0;
    for (uint32_t i = f->first; i < f->first + f->n; i++) *view_add_value(to, from->values.at[i].kind) = from->values.at[i];
}

// Fields of a node stay together, so all are laid out anew.
static void show_members(struct view *v, const struct ir_program *p) {
    struct view now = {.arena = v->arena};
    for (uint32_t i = 0; i < v->nodes.n; i++) {
        const struct view_node *n = &v->nodes.at[i];
        *view_add_node(&now, n->storage) = *n;
        vec_last(&now.nodes).first = now.fields.n;
        vec_last(&now.nodes).n = 0;
        for (uint32_t k = n->first; k < n->first + n->n; k++) {
            const struct view_field *f = &v->fields.at[k];
            if (is_over_members(v, p, n, f))
                add_members(&now, NULL, p, n, f->offset, f->offset + f->size, &v->values.at[f->first]);
            else
                add_as_it_is(&now, v, f);
        }
        add_rest(&now, v, p, n);
    }
    vec_free(&v->nodes);
    vec_free(&v->fields);
    vec_free(&v->values);
    v->arena = now.arena;
    memcpy(&v->nodes, &now.nodes, sizeof v->nodes);
    memcpy(&v->fields, &now.fields, sizeof v->fields);
    memcpy(&v->values, &now.values, sizeof v->values);
}

// ---- numbers -----------------------------------------------------------------------------------------------------------------------

// Null is the 0 of pointers; what is unsigned has no sign.
static void settle_number(const struct ir_program *p, const struct view_field *f, struct view_value *x) {
    const struct ir_ctype *t = type_at(p, f->ctype);
    if (x->kind != VIEW_NUMBER || !x->bounded || x->hi < x->lo) return;
    if (!x->lo && !x->hi && (f->link || f->back || (t && t->kind == IR_C_POINTER))) x->kind = VIEW_NULL;
    if (t && t->kind == IR_C_UINT && f->size < 8 && x->hi < 0) {
        x->lo += (int64_t)1 << 8 * f->size;
        x->hi += (int64_t)1 << 8 * f->size;
    }
}

void view_finish(struct view *v, const struct ir_program *p) {
    for (uint32_t i = 0; i < v->nodes.n; i++) {
        struct view_node *n = &v->nodes.at[i];
        bool placed = n->func < p->funcs.n && n->instr < p->funcs.at[n->func].instrs.n;
        if (n->storage == VIEW_HEAP) set_type(p, n, view_allocated_type(p, n->func, n->instr));
        if (!n->born.line && placed) n->born = p->funcs.at[n->func].instrs.at[n->instr].loc;
        type_fields(v, p, n);
    }
    while (spread(v, p)) continue;
    show_members(v, p);
    for (uint32_t i = 0; i < v->nodes.n; i++) name_type(v, p, &v->nodes.at[i]);
    for (uint32_t i = 0; i < v->fields.n; i++) {
        name_field(v, &v->fields.at[i]);
        for (uint32_t k = 0; k < v->fields.at[i].n; k++) settle_number(p, &v->fields.at[i], &v->values.at[v->fields.at[i].first + k]);
    }
}
