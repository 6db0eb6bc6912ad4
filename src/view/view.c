// SPDX-License-Identifier: MIT
#include "view/view.h"

#include <assert.h>
#include <stdarg.h>

#include "ir/name.h"

void view_free(struct view *v) {
    arena_free(&v->arena);
    vec_free(&v->nodes);
    vec_free(&v->fields);
    vec_free(&v->values);
    vec_free(&v->remarks);
}

struct view_node *view_add_node(struct view *v, enum view_storage storage) {
    struct view_node *n = vec_add(&v->nodes);
    *n = (struct view_node){.storage = storage, .ctype = IR_NO_TYPE, .func = UINT32_MAX, .first = v->fields.n, .least = 1};
    return n;
}

struct view_field *view_add_field(struct view *v, uint64_t offset, uint64_t size) {
    assert(v->nodes.n);
    struct view_field *f = vec_add(&v->fields);
    *f = (struct view_field){.offset = offset, .size = size, .ctype = IR_NO_TYPE, .first = v->values.n};
    vec_last(&v->nodes).n++;
    return f;
}

struct view_value *view_add_value(struct view *v, enum view_kind kind) {
    assert(v->fields.n);
    struct view_value *x = vec_add(&v->values);
    x->kind = kind;
    vec_last(&v->fields).n++;
    return x;
}

bool view_add_local(struct view *v, const struct ir_program *p, const struct ir_func *f, uint32_t local) {
    struct buf name = {0};
    bool named = ir_name_variable(p, f, ir_val_of(IR_LOCAL, local), &name);
    if (named) {
        struct view_field *field = view_add_field(v, 0, ir_bytes(f->locals.at[local].type));
        field->name = arena_strdup(&v->arena, buf_text(&name));
        field->ctype = f->locals.at[local].ctype;
    }
    buf_free(&name);
    return named;
}

void view_name_node(struct view *v, const struct ir_program *p, const struct ir_func *f, ir_val x) {
    struct view_node *n = &vec_last(&v->nodes);
    struct buf name = {0};
    if (ir_name_variable(p, f, x, &name)) n->name = arena_strdup(&v->arena, buf_text(&name));
    if (ir_tag(x) == IR_SLOT) n->ctype = f->slots.at[ir_index(x)].ctype;
    if (ir_tag(x) == IR_GLOBAL) n->ctype = p->globals.at[ir_index(x)].ctype;
    buf_free(&name);
}

const char *view_printf(struct view *v, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    const char *s = arena_strdup(&v->arena, buf_text(&text));
    buf_free(&text);
    return s;
}

// ---- the invariant -----------------------------------------------------------------------------------------------------------------

static bool complain(struct buf *why, const char *text) {
    buf_printf(why, "%s\n", text);
    return false;
}

static bool valid_value(const struct view *v, const struct view_value *x, struct buf *why) {
    if (x->kind == VIEW_POINTER && x->node >= v->nodes.n) return complain(why, "a pointer to no node");
    if (x->kind == VIEW_WORDS && !x->words) return complain(why, "words that are not there");
    return !x->bounded || x->lo <= x->hi || complain(why, "an empty range");
}

static bool valid_node(const struct view *v, const struct view_node *n, struct buf *why) {
    if (n->owner > v->nodes.n) return complain(why, "a node of no chain");
    if (n->storage == VIEW_CALL && !n->name) return complain(why, "a call of no function");
    if (n->first + n->n > v->fields.n) return complain(why, "a node with fields that are not there");
    for (uint32_t i = n->first; i < n->first + n->n; i++) {
        const struct view_field *f = &v->fields.at[i];
        if (!f->n || f->first + f->n > v->values.n) return complain(why, "a field without value");
        if (n->storage == VIEW_CALL && !f->name) return complain(why, "a variable without name");
    }
    return true;
}

bool view_valid(const struct view *v, struct buf *why) {
    bool good = true;
    for (uint32_t i = 0; i < v->nodes.n; i++) good &= valid_node(v, &v->nodes.at[i], why);
    for (uint32_t i = 0; i < v->values.n; i++) good &= valid_value(v, &v->values.at[i], why);
    return good;
}
