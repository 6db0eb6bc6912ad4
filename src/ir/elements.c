// SPDX-License-Identifier: MIT
#include "ir/elements.h"

#include <ctype.h>
#include <string.h>

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

static bool is_number(const struct ir_ctype *t) {
    return t && (t->kind == IR_C_INT || t->kind == IR_C_UINT) && (t->size == 4 || t->size == 8 || t->size == 2);
}

// ---- names -------------------------------------------------------------------------------------------------------------------------

// From one of the places, and one of them or the end, to the number of those in use and of all.
enum role { OTHER, PLACE, POSITION, LENGTH, SIZE, CAPACITY };

static const char *const words[][12] = {
    [PLACE] = {"head", "tail", "front", "rear", NULL},
    [POSITION] = {"pos", "offset", "cur", "index", "top", "read", "write", NULL},
    [LENGTH] = {"len", "count", "num", "used", "cnt", "fill", "nmemb", NULL},
    [SIZE] = {"size", "sz", NULL},
    [CAPACITY] = {"cap", "alloc", "max", "room", "limit", "avail", NULL},
};

static bool has_word(const char *name, const char *const *list) {
    for (; *list; list++) {
        size_t n = strlen(*list);
        for (const char *s = name; *s; s++) {
            size_t k = 0;
            while (k < n && s[k] && tolower((unsigned char)s[k]) == (*list)[k]) k++;
            if (k == n) return true;
        }
    }
    return false;
}

static enum role role_of(const char *name) {
    bool bare = (name[0] == 'n' || name[0] == 'N') && (!name[1] || name[1] == '_' || (name[1] == 'e' && name[2] == 'l'));
    for (enum role r = CAPACITY; r > OTHER; r--)
        if (has_word(name, words[r])) return r;
    return bare ? LENGTH : OTHER;
}

static const char *const end_words[] = {"end", "limit", "stop", NULL};

static bool is_same_pointer(const struct ir_program *p, uint32_t a, uint32_t b) {
    const struct ir_ctype *x = type_at(p, a), *y = type_at(p, b);
    bool pointers = x && y && x->kind == IR_C_POINTER && y->kind == IR_C_POINTER;
    const struct ir_ctype *s = pointers ? type_at(p, x->target) : NULL, *t = pointers ? type_at(p, y->target) : NULL;
    return s && t && s->size && (s == t || (s->kind == t->kind && s->kind != IR_C_POINTER && strcmp(s->name, t->name) == 0));
}

// ---- parameters --------------------------------------------------------------------------------------------------------------------

static bool is_array_of_numbers(const struct ir_program *p, const struct ir_ctype *pointer) {
    const struct ir_ctype *t = type_at(p, pointer->target);
    bool character = t && t->kind == IR_C_INT && strcmp(t->name, "char") == 0;
    return t && !character && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_FLOAT || t->kind == IR_C_POINTER);
}

static bool is_length(const struct ir_program *p, const struct ir_func *f, uint32_t k, enum role least) {
    const struct ir_local *l = &f->locals.at[k];
    return k < f->n_params && ir_kind(l->type) == IR_INT && is_number(type_at(p, l->ctype)) && l->name && role_of(l->name) >= least;
}

// May the local hold the parameter's value, by copies alone?
static bool take_copies(const struct ir_func *f, bool *holds) {
    bool grown = false;
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        bool copy = x->op == IR_LET && x->pure == IR_COPY_ && ir_tag(x->args[0]) == IR_LOCAL && holds[ir_index(x->args[0])];
        if (!copy || holds[x->dsts[0]]) continue;
        holds[x->dsts[0]] = grown = true;
    }
    return grown;
}

// By whole elements?
static bool is_indexed(const struct ir_addr *a, uint64_t size) {
    bool far = (uint64_t)a->offset >= size;
    for (uint32_t i = 0; i < a->n_terms; i++) far |= (uint64_t)a->terms[i].scale % size == 0;
    return far;
}

static bool is_moved_by(const struct ir_instr *x, const bool *holds, uint64_t size, bool may_be_given) {
    const struct ir_addr *at[2] = {x->to, x->from};
    for (uint32_t k = 0; k < 2; k++) {
        bool based = at[k] && ir_tag(at[k]->base) == IR_LOCAL && holds[ir_index(at[k]->base)];
        if (based && (is_indexed(at[k], size) || (may_be_given && (x->op == IR_COPY || x->op == IR_FILL)))) return true;
    }
    for (uint32_t k = 0; may_be_given && x->op == IR_CALL && k < x->n_args; k++)
        if (ir_tag(x->args[k]) == IR_LOCAL && holds[ir_index(x->args[k])]) return true;
    return false;
}

// Is it handed to a function that takes strings, by its name?
static bool is_text(const struct ir_program *p, const struct ir_instr *x, const bool *holds) {
    if (x->op != IR_CALL || ir_tag(x->args[0]) != IR_FUNC) return false;
    const struct ir_func *f = &p->funcs.at[ir_index(x->args[0])];
    bool text = f->flags & IR_EXTERN && strncmp(f->name, "str", 3) == 0 && f->name[3] != 'n';
    for (uint32_t k = 1; text && k < x->n_args; k++)
        if (ir_tag(x->args[k]) == IR_LOCAL && holds[ir_index(x->args[k])]) return true;
    return false;
}

// Is the pointer that the parameter is moved, indexed or (but to structures) handed on?
static bool is_moved(const struct ir_program *p, const struct ir_func *f, uint32_t k, const struct ir_ctype *element) {
    bool *holds = calloc(f->locals.n + 1, sizeof *holds), moved = false, text = false;
    if (!holds) base_out_of_memory();
    uint64_t size = element && element->size ? element->size : 1;
    holds[k] = true;
    while (take_copies(f, holds)) continue;
    for (uint32_t i = 0; i < f->instrs.n && !moved; i++)
        moved = is_moved_by(&f->instrs.at[i], holds, size, !element || element->kind != IR_C_STRUCT);
    for (uint32_t i = 0; i < f->instrs.n && size == 1; i++) text |= is_text(p, &f->instrs.at[i], holds);
    free(holds);
    return moved && !text;
}

// The next parameter of the same type, if it is called like an end; else UINT32_MAX.
static uint32_t end_param(const struct ir_program *p, const struct ir_func *f, uint32_t k) {
    uint32_t i = k + 1;
    while (i < f->n_params && !is_same_pointer(p, f->locals.at[k].ctype, f->locals.at[i].ctype)) i++;
    return i < f->n_params && f->locals.at[i].name && has_word(f->locals.at[i].name, end_words) ? i : UINT32_MAX;
}

bool ir_is_end_param(const struct ir_program *p, const struct ir_func *f, uint32_t k) {
    struct ir_length n;
    for (uint32_t i = 0; i < k; i++)
        if (end_param(p, f, i) == k && ir_length_of_param(p, f, i, &n) && n.end) return true;
    return false;
}

bool ir_length_of_param(const struct ir_program *p, const struct ir_func *f, uint32_t k, struct ir_length *out) {
    const struct ir_ctype *t = type_at(p, f->locals.at[k].ctype);
    *out = (struct ir_length){.param = end_param(p, f, k)};
    if (!t || t->kind != IR_C_POINTER || !is_moved(p, f, k, type_at(p, t->target))) return false;
    out->end = out->param != UINT32_MAX;
    for (uint32_t i = k + 1; i < f->n_params && out->param == UINT32_MAX; i++)
        if (is_length(p, f, i, LENGTH)) out->param = i;
    for (uint32_t i = k; i-- && out->param == UINT32_MAX;)
        if (is_length(p, f, i, LENGTH)) out->param = i;
    if (out->param == UINT32_MAX && is_array_of_numbers(p, t) && k + 1 < f->n_params && is_length(p, f, k + 1, OTHER)) out->param = k + 1;
    return out->param != UINT32_MAX;
}

bool ir_is_walked_param(const struct ir_program *p, const struct ir_func *f, uint32_t k) {
    const struct ir_ctype *t = type_at(p, f->locals.at[k].ctype);
    struct ir_length n;
    return t && t->kind == IR_C_POINTER && is_moved(p, f, k, type_at(p, t->target)) && !ir_length_of_param(p, f, k, &n);
}

// ---- members -----------------------------------------------------------------------------------------------------------------------

static uint64_t offset_of(const struct ir_field *f) {
    return f->bit_offset / 8;
}

static bool is_number_member(const struct ir_program *p, const struct ir_field *f) {
    return !f->bit_size && is_number(type_at(p, f->ctype));
}

static bool is_text_pointer(const struct ir_program *p, const struct ir_field *f) {
    const struct ir_ctype *t = type_at(p, f->ctype), *to = t && t->kind == IR_C_POINTER ? type_at(p, t->target) : NULL;
    return to && to->kind == IR_C_INT && strcmp(to->name, "char") == 0;
}

// The number of places of an array; NULL: there is none, or it is not clear which.  One that is not called so is not the length of a text.
static const struct ir_field *capacity_of(const struct ir_program *p, const struct ir_ctype *t, const struct ir_field *array) {
    const struct ir_field *best = NULL;
    uint32_t numbers = 0, same = 0, r = OTHER;
    const char *const called[] = {array && *array->name ? array->name : NULL, NULL};
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_field *f = &t->fields[i];
        if (!is_number_member(p, f)) continue;
        uint32_t is = 2 * role_of(f->name) + has_word(f->name, called);
        numbers++;
        same = is > r ? 1 : same + (is == r);
        if (is > r || !best) best = f, r = is;
    }
    return (numbers == 1 && !(array && is_text_pointer(p, array))) || (r >= 2 * LENGTH && same == 1) ? best : NULL;
}

// The innermost structure that something of a type has at an offset, which becomes one in it; NULL: none.
static const struct ir_ctype *structure_at(const struct ir_program *p, uint32_t owner, uint64_t *offset) {
    const struct ir_ctype *t = type_at(p, owner), *inner = t;
    while (inner && inner->kind == IR_C_STRUCT) {
        const struct ir_ctype *at = inner;
        t = at;
        inner = NULL;
        for (uint32_t i = 0; i < at->n_fields && !inner; i++) {
            const struct ir_ctype *m = type_at(p, at->fields[i].ctype);
            if (!m || m->kind != IR_C_STRUCT || *offset < offset_of(&at->fields[i]) || *offset >= offset_of(&at->fields[i]) + m->size) continue;
            inner = m;
            *offset -= offset_of(&at->fields[i]);
        }
    }
    return t && t->kind == IR_C_STRUCT ? t : NULL;
}

// The next member of the same type, if it is called like an end.
static const struct ir_field *end_member(const struct ir_program *p, const struct ir_ctype *t, const struct ir_field *f) {
    const struct ir_field *all = t->fields + t->n_fields, *end = f + 1;
    while (end < all && !is_same_pointer(p, f->ctype, end->ctype)) end++;
    return end < all && has_word(end->name, end_words) ? end : NULL;
}

static const struct ir_field *pointer_at(const struct ir_program *p, const struct ir_ctype *t, uint64_t offset) {
    for (uint32_t i = 0; i < t->n_fields; i++)
        if (offset_of(&t->fields[i]) == offset && type_at(p, t->fields[i].ctype) && type_at(p, t->fields[i].ctype)->kind == IR_C_POINTER) return &t->fields[i];
    return NULL;
}

bool ir_length_of_member(const struct ir_program *p, uint32_t owner, uint64_t offset, struct ir_length *out) {
    uint64_t inside = offset;
    const struct ir_ctype *t = structure_at(p, owner, &inside);
    const struct ir_field *at = t ? pointer_at(p, t, inside) : NULL, *end = at ? end_member(p, t, at) : NULL;
    const struct ir_field *f = end ? end : t ? capacity_of(p, t, at) : NULL;
    if (!f || offset_of(f) == inside) return false;
    *out = (struct ir_length){.param = UINT32_MAX, .offset = offset - inside + offset_of(f), .size = type_at(p, f->ctype)->size, .end = end};
    return true;
}

bool ir_is_end_member(const struct ir_program *p, uint32_t owner, uint64_t offset) {
    uint64_t inside = offset;
    const struct ir_ctype *t = structure_at(p, owner, &inside);
    for (uint32_t i = 0; t && i < t->n_fields; i++) {
        const struct ir_field *end = end_member(p, t, &t->fields[i]);
        if (end && offset_of(end) == inside) return true;
    }
    return false;
}

// The only array among the members, of which there is one only; or 0: its number of elements.
static uint64_t own_elements(const struct ir_program *p, const struct ir_ctype *t) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_ctype *m = type_at(p, t->fields[i].ctype);
        if (!m || m->kind != IR_C_ARRAY || !m->count) continue;
        if (count) return 0;
        count = m->count;
    }
    return count;
}

// The number of elements that all arrays of the structure have which have any; NULL: there are several, or none.
static const struct ir_field *common_capacity(const struct ir_program *p, const struct ir_ctype *t) {
    const struct ir_field *all = NULL;
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_field *f = pointer_at(p, t, offset_of(&t->fields[i])) ? capacity_of(p, t, &t->fields[i]) : NULL;
        if ((f && all && f != all) || end_member(p, t, &t->fields[i])) return NULL;
        if (f) all = f;
    }
    return all;
}

bool ir_limit_of(const struct ir_program *p, uint32_t owner, uint64_t offset, struct ir_limit *out) {
    uint64_t inside = offset;
    const struct ir_ctype *t = structure_at(p, owner, &inside);
    if (!t) return false;
    uint64_t own = own_elements(p, t);
    const struct ir_field *all = own ? NULL : common_capacity(p, t);
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_field *f = &t->fields[i];
        enum role r = offset_of(f) == inside && is_number_member(p, f) ? role_of(f->name) : OTHER;
        if (r == OTHER || f == all || (!own && !all) || (all && role_of(all->name) == r)) continue;
        *out = (struct ir_limit){.most = own, .below = r == PLACE};
        if (all) out->offset = offset - inside + offset_of(all), out->size = type_at(p, all->ctype)->size;
        return true;
    }
    return false;
}

bool ir_is_same_place(const struct ir_program *p, uint32_t a, uint64_t at_a, uint32_t b, uint64_t at_b) {
    const struct ir_ctype *x = structure_at(p, a, &at_a), *y = structure_at(p, b, &at_b);
    return x && y && at_a == at_b && x->size == y->size && strcmp(x->name, y->name) == 0;
}
