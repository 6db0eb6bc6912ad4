// SPDX-License-Identifier: MIT
#include "ir/spoken.h"

#include <ctype.h>

#include "ir/name.h"
#include "ir/stated.h"

enum { DEEPEST = 16 };  // parentheses and stars in one path

// Words stand with a blank between any two (stated.h).
struct path {
    const struct ir_stating *by;
    const struct ir_program *p;
    const char *rest;
    struct buf *error;
    int depth;
};

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

static size_t length(const struct path *x) {
    return strcspn(x->rest, " ");
}

static bool sees(const struct path *x, const char *word) {
    return length(x) == strlen(word) && strncmp(x->rest, word, length(x)) == 0;
}

static void skip(struct path *x) {
    x->rest += length(x);
    x->rest += *x->rest == ' ';
}

static bool take(struct path *x, const char *word) {
    bool there = sees(x, word);
    if (there) skip(x);
    return there;
}

static bool fail(struct path *x, const char *format, const char *name) {
    if (!x->error->n) buf_printf(x->error, format, name);
    return false;
}

static bool fail_type(struct path *x, const char *format, uint32_t ctype) {
    struct buf name = {0};
    ir_name_ctype(x->p, ctype, &name);
    fail(x, format, buf_text(&name));
    buf_free(&name);
    return false;
}

static bool follow(struct path *x, struct ir_spoken *s) {
    const struct ir_ctype *t = type_at(x->p, s->ctype);
    if (!t || t->kind != IR_C_POINTER || s->address) return fail_type(x, "it speaks of what '%s' leads to, which is no pointer", s->ctype);
    if (s->n_followed == IR_SPOKEN_FOLLOWED) return fail(x, "it follows too many pointers%s", "");
    s->followed[s->n_followed++] = s->offset;
    s->param = s->global = UINT32_MAX;
    s->owner = s->ctype = t->target;
    s->offset = 0;
    s->result = false;
    return true;
}

static bool find_field(const struct ir_program *p, uint32_t ctype, const char *name, size_t n, struct ir_spoken *s, int depth) {
    const struct ir_ctype *t = type_at(p, ctype);
    for (uint32_t i = 0; t && depth && (t->kind == IR_C_STRUCT || t->kind == IR_C_UNION) && i < t->n_fields; i++) {
        const struct ir_field *f = &t->fields[i];
        struct ir_spoken inner = *s;
        inner.offset += f->bit_offset / 8;
        inner.ctype = f->ctype;
        bool here = strlen(f->name) == n && strncmp(f->name, name, n) == 0;
        if (!here && (*f->name || !find_field(p, f->ctype, name, n, &inner, depth - 1))) continue;
        *s = inner;
        return true;
    }
    return false;
}

static bool take_member(struct path *x, struct ir_spoken *s) {
    size_t n = length(x);
    struct buf what = {0};
    bool found = n && find_field(x->p, s->ctype, x->rest, n, s, DEEPEST);
    if (!found) {
        ir_name_ctype(x->p, s->ctype, &what);
        buf_printf(&what, "' has no member '%.*s", (int)n, x->rest);
        fail(x, "'%s'", buf_text(&what));
    }
    s->param = UINT32_MAX;
    buf_free(&what);
    skip(x);
    return found;
}

static bool take_index(struct path *x, struct ir_spoken *s) {
    const struct ir_ctype *t = type_at(x->p, s->ctype), *element = t && t->kind == IR_C_ARRAY ? type_at(x->p, t->target) : NULL;
    uint64_t index = isdigit((unsigned char)*x->rest) ? strtoull(x->rest, NULL, 10) : 0;
    bool number = isdigit((unsigned char)*x->rest);
    skip(x);
    if (!take(x, "]")) return fail(x, "expected ']' before '%s'", x->rest);
    if (!element) return follow(x, s);
    if (!number || index >= t->count) return fail(x, "it speaks of an element that is not there%s", "");
    s->offset += index * element->size;
    s->ctype = t->target;
    s->param = UINT32_MAX;
    return true;
}

static bool find_param(const struct ir_stating *by, const char *name, uint32_t *k) {
    const struct ir_func *f = &by->program->funcs.at[by->func];
    for (*k = 0; *k < by->n_params; ++*k)
        if (strcmp(by->params[*k], name) == 0) break;
    if (*k < by->n_params && (f->flags & IR_EXTERN || f->n_params == by->n_params)) return true;
    for (*k = 0; *k < f->n_params && !(f->flags & IR_EXTERN); ++*k)
        if (f->locals.at[*k].name && strcmp(f->locals.at[*k].name, name) == 0) return true;
    return false;
}

const char *ir_spoken_name(const struct ir_stating *by, const char *name) {
    const struct ir_func *f = &by->program->funcs.at[by->func];
    uint32_t k;
    bool renamed = !(f->flags & IR_EXTERN) && find_param(by, name, &k) && f->locals.at[k].name;
    return renamed ? f->locals.at[k].name : name;
}

// Structures that are handed over are pointers in the program.
static uint32_t type_of_param(const struct ir_stating *by, uint32_t k, bool *whole) {
    const struct ir_program *p = by->program;
    const struct ir_func *f = &p->funcs.at[by->func];
    const struct ir_ctype *t = type_at(p, f->ctype), *pointer;
    *whole = false;
    if (f->flags & IR_EXTERN) return t && t->kind == IR_C_FUNCTION && k < t->n_fields ? t->fields[k].ctype : IR_NO_TYPE;
    const struct ir_local *l = &f->locals.at[k];
    pointer = type_at(p, l->ctype);
    if (!pointer && t && t->kind == IR_C_FUNCTION && t->n_fields == f->n_params) return t->fields[k].ctype;  // its address is taken
    *whole = ir_kind(l->type) == IR_PTR && pointer && !(l->flags & IR_USER) && pointer->kind == IR_C_POINTER;
    return *whole ? pointer->target : l->ctype;
}

static bool find_root(struct path *x, const char *name, struct ir_spoken *s) {
    const struct ir_program *p = x->p;
    const struct ir_ctype *t = type_at(p, p->funcs.at[x->by->func].ctype);
    uint32_t k;
    bool whole;
    *s = (struct ir_spoken){.param = UINT32_MAX, .global = UINT32_MAX, .owner = IR_NO_TYPE, .ctype = IR_NO_TYPE, .root_param = UINT32_MAX, .root_global = UINT32_MAX};
    if (find_param(x->by, name, &k)) {
        s->ctype = type_of_param(x->by, k, &whole);
        s->root_param = k;
        if (whole)
            s->owner = s->ctype;
        else
            s->param = k;
        return true;
    }
    if (x->by->ensures && strcmp(name, "result") == 0 && t && t->kind == IR_C_FUNCTION && t->target != IR_NO_TYPE) {
        s->result = true;
        s->ctype = t->target;
        return true;
    }
    for (uint32_t g = 0; g < p->globals.n; g++) {
        if (strcmp(p->globals.at[g].name, name) != 0) continue;
        s->global = s->root_global = g;
        s->ctype = p->globals.at[g].ctype;
        return true;
    }
    return fail(x, "'%s' is neither a parameter nor a variable outside of functions", name);
}

static bool take_expression(struct path *x, struct ir_spoken *s);

// "struct T . member": of all of them.
static bool find_type(struct path *x, const char *name, struct ir_spoken *s) {
    uint32_t ctype = sees(x, ".") ? ir_spoken_type(x->p, name) : IR_NO_TYPE;
    *s = (struct ir_spoken){.param = UINT32_MAX, .global = UINT32_MAX, .owner = ctype, .ctype = ctype};
    return ctype != IR_NO_TYPE;
}

static bool take_primary(struct path *x, struct ir_spoken *s) {
    struct buf name = {0};
    if (take(x, "(")) return take_expression(x, s) && (take(x, ")") || fail(x, "expected ')'%s", ""));
    if (sees(x, "struct") || sees(x, "union")) {
        buf_add(&name, x->rest, length(x));
        buf_char(&name, ' ');
        skip(x);
    }
    buf_add(&name, x->rest, length(x));
    skip(x);
    bool found = find_type(x, buf_text(&name), s) || find_root(x, buf_text(&name), s);
    buf_free(&name);
    return found;
}

static bool take_steps(struct path *x, struct ir_spoken *s) {
    bool good = true;
    while (good && *x->rest && !sees(x, ")")) {
        if (take(x, "->"))
            good = follow(x, s) && take_member(x, s);
        else if (take(x, "."))
            good = take_member(x, s);
        else if (take(x, "["))
            good = take_index(x, s);
        else
            good = fail(x, "unexpected '%s'", x->rest);
    }
    return good;
}

static bool take_expression(struct path *x, struct ir_spoken *s) {
    if (!x->depth--) return fail(x, "too many parentheses%s", "");
    if (take(x, "*")) return take_expression(x, s) && follow(x, s);
    bool address = take(x, "&"), good = take_primary(x, s) && take_steps(x, s);
    s->address = address;
    return good;
}

bool ir_spoken_find(const struct ir_stating *by, const char *words, struct ir_spoken *out, struct buf *error) {
    struct path x = {by, by->program, words, error, DEEPEST};
    return take_expression(&x, out) && (!*x.rest || fail(&x, "unexpected '%s'", x.rest));
}

bool ir_spoken_member(const struct ir_program *p, uint32_t ctype, const char *words, struct ir_spoken *out, struct buf *error) {
    struct path x = {.p = p, .rest = words, .error = error, .depth = DEEPEST};
    *out = (struct ir_spoken){.param = UINT32_MAX, .global = UINT32_MAX, .owner = ctype, .ctype = ctype};
    return take_member(&x, out) && take_steps(&x, out);
}

bool ir_spoken_is_type(const struct ir_program *p, uint32_t ctype, const char *words) {
    struct arena a = {0};
    struct buf name = {0};
    ir_name_ctype(p, ctype, &name);
    bool same = strcmp(ir_clause_words(&a, buf_text(&name)), words) == 0;
    buf_free(&name);
    arena_free(&a);
    return same;
}

uint32_t ir_spoken_type(const struct ir_program *p, const char *words) {
    for (uint32_t i = 0; i < p->ctypes.n; i++)
        if (p->ctypes.at[i].size && ir_spoken_is_type(p, i, words)) return i;
    return IR_NO_TYPE;
}
