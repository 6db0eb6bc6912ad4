// SPDX-License-Identifier: MIT
#include "replay/handed.h"

#include "base/buf.h"
#include "ir/inputs.h"

struct handed {
    const struct replay_log *l;
    void *self;
    void (*line)(void *self, const char *text);
    uint32_t *number;  // by object: under which it was told, 0: not yet
    uint32_t *ctype;   // by object that has one: its type
    VEC(uint32_t) told;
    // The object in hand.
    uint32_t object;
    struct buf *out;
    bool more;  // something stands there already
};

static const struct ir_ctype *type_at(const struct handed *h, uint32_t ctype) {
    return ctype < h->l->p->ctypes.n ? &h->l->p->ctypes.at[ctype] : NULL;
}

static bool is_char(const struct ir_ctype *t) {
    return t && t->kind == IR_C_INT && strcmp(t->name, "char") == 0;
}

// What a pointer of this C type to an object is called.
static void name_object(struct handed *h, uint32_t object, uint64_t offset, uint32_t ctype, struct buf *out) {
    const struct replay_object *o = &h->l->given.at[object];
    const struct ir_ctype *t = type_at(h, ctype);
    uint32_t target = t && t->kind == IR_C_POINTER ? t->target : IR_NO_TYPE;
    if (o->function) {
        buf_str(out, "a function");
    } else if (is_char(type_at(h, target)) && o->bytes && offset < o->size) {
        buf_quoted(out, (const char *)o->bytes + offset, strnlen((const char *)o->bytes + offset, o->size - offset));
    } else {
        if (!h->number[object]) {
            vec_push(&h->told, object);
            h->number[object] = h->told.n;
            h->ctype[object] = target;
        }
        buf_printf(out, "#%u", h->number[object]);
    }
}

static void write_number(struct buf *out, const struct ir_ctype *t, const uint8_t *bytes, uint64_t size) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, size);
    if (t->kind == IR_C_FLOAT && (size == 4 || size == 8)) {
        float f;
        double d;
        memcpy(&f, bytes, sizeof f);
        memcpy(&d, bytes, size == 8 ? sizeof d : sizeof f);
        buf_printf(out, "%g", size == 4 ? (double)f : d);
    } else if (t->kind == IR_C_UINT) {
        buf_printf(out, "%llu", (unsigned long long)bits);
    } else {
        buf_printf(out, "%lld", (long long)(bits << (64 - 8 * size)) >> (64 - 8 * size));
    }
}

static const struct replay_link *link_at(const struct replay_object *o, uint64_t offset) {
    for (uint32_t i = 0; i < o->n_links; i++)
        if (o->links[i].offset == offset) return &o->links[i];
    return NULL;
}

static bool is_zero(const struct replay_object *o, uint64_t offset, uint64_t size) {
    for (uint64_t i = 0; i < size; i++)
        if (o->bytes[offset + i]) return false;
    return true;
}

static void member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct handed *h = self;
    const struct replay_object *o = &h->l->given.at[h->object];
    const struct ir_ctype *t = type_at(h, ctype);
    const struct replay_link *k = link_at(o, offset);
    bool pointer = t && t->kind == IR_C_POINTER;
    if (!t || offset + size > o->size || !o->bytes || size > 8) return;
    if (pointer && !(k && k->to != UINT32_MAX) && !is_zero(o, offset, size)) return;
    buf_printf(h->out, "%s%s%s", h->more ? ", " : "", name, *name ? ": " : "");
    h->more = true;
    if (pointer && k)
        name_object(h, k->to, k->at, ctype, h->out);
    else if (pointer)
        buf_str(h->out, "null");
    else
        write_number(h->out, t, o->bytes + offset, size);
}

static void tell_object(struct handed *h, const char *name, uint32_t object, uint32_t ctype) {
    struct buf text = {0};
    const struct ir_ctype *t = type_at(h, ctype);
    bool whole = t && t->kind == IR_C_STRUCT;
    buf_printf(&text, "%s = %s", name, whole ? "{" : "");
    h->object = object;
    h->out = &text;
    h->more = false;
    ir_members(h->l->p, ctype, h, member);
    buf_str(&text, whole ? "}" : "");
    if (h->more) h->line(h->self, buf_text(&text));
    buf_free(&text);
}

static void tell_argument(struct handed *h, uint32_t k) {
    const struct ir_local *x = &h->l->p->funcs.at[h->l->entry].locals.at[k];
    const struct replay_value *v = &h->l->args.at[k];
    const struct ir_ctype *t = type_at(h, x->ctype);
    struct buf text = {0};
    buf_printf(&text, "%s = ", x->name && *x->name ? x->name : "an argument");
    if (v->kind == REPLAY_GIVEN)
        name_object(h, v->arg, v->offset, x->ctype, &text);
    else if (ir_kind(v->type) == IR_PTR)
        buf_str(&text, v->number ? "some address" : "null");
    else if (t && t->size && t->size <= 8)
        write_number(&text, t, (const uint8_t *)&v->number, t->size);
    else
        buf_str(&text, "some value");
    h->line(h->self, buf_text(&text));
    buf_free(&text);
}

void replay_handed_words(const struct replay_log *l, void *self, void (*line)(void *self, const char *text)) {
    struct arena scratch = {0};
    struct handed h = {.l = l, .self = self, .line = line};
    h.number = ARENA_ARRAY(&scratch, uint32_t, l->given.n + 1);
    h.ctype = ARENA_ARRAY(&scratch, uint32_t, l->given.n + 1);
    for (uint32_t k = 0; k < l->args.n; k++) tell_argument(&h, k);
    for (uint32_t i = 0; i < l->given.n; i++) {
        uint32_t g = l->given.at[i].global;
        if (g != UINT32_MAX) tell_object(&h, l->p->globals.at[g].name, i, l->p->globals.at[g].ctype);
    }
    for (uint32_t i = 0; i < h.told.n; i++) {
        struct buf name = {0};
        buf_printf(&name, "#%u", i + 1);
        tell_object(&h, buf_text(&name), h.told.at[i], h.ctype[h.told.at[i]]);
        buf_free(&name);
    }
    vec_free(&h.told);
    arena_free(&scratch);
}
