// SPDX-License-Identifier: MIT
#include "ir/members.h"

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

enum { DEEPEST = 8 };

// Units that were read apart have types of their own for the same structure.
static bool same_type(const struct ir_program *p, uint32_t a, uint32_t b, int depth) {
    const struct ir_ctype *x = type_at(p, a), *y = type_at(p, b);
    if (a == b) return true;
    if (!x || !y || x->kind != y->kind || x->size != y->size || depth == 0) return false;
    if (x->kind == IR_C_POINTER) return same_type(p, x->target, y->target, depth - 1);
    return *x->name && strcmp(x->name, y->name) == 0;
}

bool ir_same_type(const struct ir_program *p, uint32_t a, uint32_t b) {
    return same_type(p, a, b, DEEPEST);
}

struct visit {
    const struct ir_program *p;
    void *self;
    void (*member)(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name);
};

static void visit(const struct visit *v, uint64_t offset, uint32_t ctype, const char *name, int depth) {
    const struct ir_ctype *t = type_at(v->p, ctype);
    if (!t || !t->size || depth == 0) return;
    const struct ir_ctype *element = t->kind == IR_C_ARRAY && t->count <= IR_MOST_ELEMENTS ? type_at(v->p, t->target) : NULL;
    if (element && element->kind == IR_C_POINTER) {
        for (uint64_t i = 0; i < t->count; i++) visit(v, offset + i * element->size, t->target, name, depth - 1);
        return;
    }
    if (t->kind != IR_C_STRUCT) {
        bool bytes = t->kind == IR_C_UNION || t->kind == IR_C_ARRAY;
        v->member(v->self, offset, t->size, bytes ? IR_NO_TYPE : ctype, name);
        return;
    }
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_field *f = &t->fields[i];
        uint64_t first = f->bit_offset / 8, end = (f->bit_offset + f->bit_size + 7) / 8;
        if (f->bit_size)
            v->member(v->self, offset + first, end - first, IR_NO_TYPE, f->name);
        else
            visit(v, offset + first, f->ctype, f->name, depth - 1);
    }
}

void ir_members(const struct ir_program *p, uint32_t ctype, void *self,
                void (*member)(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name)) {
    visit(&(struct visit){p, self, member}, 0, ctype, "", DEEPEST);
}
