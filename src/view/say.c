// SPDX-License-Identifier: MIT
// Pictures in words.
#include "view/view.h"

static void say_bounds(const struct view_value *x, struct buf *out) {
    if (!x->bounded)
        buf_str(out, "any");
    else if (x->lo == x->hi)
        buf_printf(out, "%lld", (long long)x->lo);
    else
        buf_printf(out, "%lld..%lld", (long long)x->lo, (long long)x->hi);
}

static void say_pointer(const struct view_value *x, struct buf *out) {
    static const char *const ends[] = {"", " (last)", "", " (or null)", " (where its link leads)"};
    buf_str(out, ends[x->end]);
    if (x->bounded && x->lo == x->hi && !x->lo) return;
    if (!x->bounded || x->lo != x->hi || x->lo > 0) buf_char(out, '+');
    say_bounds(x, out);
}

void view_say_value(const struct view_value *x, struct buf *out) {
    switch (x->kind) {
    case VIEW_NULL: buf_str(out, "null"); break;
    case VIEW_NUMBER: say_bounds(x, out); break;
    case VIEW_POINTER: say_pointer(x, out); break;
    case VIEW_UNINITIALISED: buf_str(out, "uninitialised"); break;
    case VIEW_UNKNOWN: buf_str(out, "any"); break;
    case VIEW_WORDS: buf_str(out, x->words); break;
    }
}

static void say_shape(const struct view_node *n, struct buf *out) {
    if (n->shape == VIEW_OPTION || n->maybe) buf_str(out, "0 or 1 ");
    if (n->shape == VIEW_CHAIN) buf_printf(out, "%u or more linked ", n->least);
    if (n->shape == VIEW_TREE) buf_printf(out, "a tree of %u or more ", n->least);
    if (n->shape == VIEW_SOME) buf_printf(out, "%u or more ", n->least);
}

void view_say_node(const struct view_node *n, struct buf *out) {
    static const char *const storages[] = {"call", "heap block", "stack block", "global", "function", "library object", "object"};
    static const char *const lives[] = {"", ", freed", ", out of scope", ", leaked"};
    say_shape(n, out);
    buf_str(out, n->type ? n->type : storages[n->storage]);
    if (n->sized && n->storage != VIEW_CODE) {
        if (!n->exact) buf_printf(out, n->size ? ", %llu or more bytes" : ", of any size", (unsigned long long)n->size);
        if (n->exact) buf_printf(out, ", %llu byte%s", (unsigned long long)n->size, n->size == 1 ? "" : "s");
    }
    buf_str(out, lives[n->life]);
}

static void say_name(const struct view *v, uint32_t node, struct buf *out) {
    const char *name = v->nodes.at[node].name;
    if (name)
        buf_printf(out, "'%s'", name);
    else
        buf_printf(out, "#%u", node);
}

static void say_values(const struct view *v, const struct view_field *f, struct buf *out) {
    for (uint32_t i = f->first; i < f->first + f->n; i++) {
        const struct view_value *x = &v->values.at[i];
        if (i > f->first) buf_str(out, " or ");
        if (x->kind == VIEW_POINTER) {
            buf_str(out, "-> ");
            say_name(v, x->node, out);
        }
        view_say_value(x, out);
        if (x->same) buf_printf(out, " (x%u)", x->same);
    }
}

static void say_fields(const struct view *v, const struct view_node *n, struct buf *out) {
    for (uint32_t i = n->first; i < n->first + n->n; i++) {
        const struct view_field *f = &v->fields.at[i];
        buf_printf(out, "%s %s%s: ", i > n->first ? "," : "", f->name,
                   f->link && n->shape == VIEW_CHAIN ? " (of the last)"
                   : f->back                         ? " (of the first)"
                                                     : "");
        say_values(v, f, out);
    }
}

void view_text(const struct view *v, struct buf *out) {
    for (uint32_t i = 0; i < v->nodes.n; i++) {
        const struct view_node *n = &v->nodes.at[i];
        if (n->storage == VIEW_CALL) {
            buf_printf(out, "%s():", n->name);
        } else {
            say_name(v, i, out);
            buf_str(out, " = ");
            if (n->owner) buf_printf(out, "for each of #%u a ", n->owner - 1);
            view_say_node(n, out);
            buf_str(out, n->n ? " {" : "");
        }
        say_fields(v, n, out);
        buf_str(out, n->n && n->storage != VIEW_CALL ? " }\n" : "\n");
    }
    for (uint32_t i = 0; i < v->remarks.n; i++) buf_printf(out, "%s\n", v->remarks.at[i]);
}
