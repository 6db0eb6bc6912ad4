// SPDX-License-Identifier: MIT
#include "ir/clauses.h"

#include "ir/name.h"
#include "ir/standin.h"
#include "ir/tagged.h"

struct list_member {  // the first member of the object in hand that leads to a list
    struct buf path;
    struct ir_shape shape;
    uint32_t lists, pairs;
};
struct clauses {
    const struct ir_inputs *in;
    void *self;
    void (*clause)(void *self, const char *text, const struct ir_demand *which);
    const char *path;  // of the object in hand, as C writes it
    bool whole;        // the path is the object, not its address
    uint32_t owner, global;
    int depth;
    bool array;  // one of those on the way is an array: the first one is part of what has it
    const struct ir_shape *node;
    struct list_member *first;
    const char *unless;  // what must not hold for the clause about the pointer in hand to matter, or NULL
};

static void tell_inside(const struct clauses *c, const char *path, const struct ir_shape *s);
static void tell_wholes(const struct clauses *c, const struct ir_shape *s);

static void tell(const struct clauses *c, struct buf *text, struct ir_demand which) {
    c->clause(c->self, buf_text(text), &which);
}

static void add_member(const struct clauses *c, const char *before, uint32_t owner, uint64_t offset, uint64_t size, struct buf *out) {
    uint32_t part;
    buf_str(out, before);
    ir_name_member(c->in->program, owner, offset, size, out, &part);
}

static uint64_t word(const struct clauses *c) {
    return c->in->program->pointer_bits / 8;
}

static void add_path(const struct clauses *c, uint64_t offset, uint64_t size, struct buf *out) {
    struct buf member = {0};
    bool simple = !strchr(c->path, '*');
    add_member(c, "", c->owner, offset, size, &member);
    if (member.n)
        buf_printf(out, simple ? "%s%s%s" : "(%s)%s%s", c->path, c->whole ? "." : "->", member.text);
    else
        buf_printf(out, "%s%s", c->whole ? "" : "*", c->path);
    buf_free(&member);
}

static void add_type(const struct clauses *c, uint32_t ctype, struct buf *out) {
    const struct ir_program *p = c->in->program;
    bool known = ctype < p->ctypes.n && p->ctypes.at[ctype].kind != IR_C_VOID;
    buf_str(out, " of ");
    if (known)
        ir_name_ctype(p, ctype, out);
    else
        buf_str(out, "char");
}

static void add_whole(const struct clauses *c, const struct ir_shape *s, struct buf *out) {
    if (s->whole_ctype == IR_NO_TYPE) return;
    buf_str(out, " in ");
    ir_name_ctype(c->in->program, s->whole_ctype, out);
    buf_char(out, '.');
    ir_name_part(c->in->program, s->whole_ctype, s->part, s->ctype, out);
}

static void add_nodes(const struct clauses *c, const char *path, const struct ir_shape *s, struct buf *out) {
    bool doubly = s->kind == IR_SHAPE_DOUBLY;
    buf_printf(out, "%s(%s", s->ring ? "ring" : s->linked ? "hlist" : s->looped ? "looped" : doubly ? "dlist" : "list", path);
    add_member(c, ", ", s->ctype, s->next, word(c), out);
    if (doubly) add_member(c, ", ", s->ctype, s->back, word(c), out);
    buf_char(out, ')');
    add_type(c, s->ctype, out);
    add_whole(c, s, out);
}

static void add_array(const struct clauses *c, const char *path, const struct ir_shape *s, struct buf *out) {
    buf_printf(out, "%s(%s, ", s->length.end ? "range" : "array", path);
    if (s->length.param != UINT32_MAX)
        buf_str(out, c->in->program->funcs.at[c->in->entry].locals.at[s->length.param].name);
    else
        add_path(c, s->length.offset, s->length.size, out);
    buf_char(out, ')');
    add_type(c, s->ctype, out);
}

static void add_tree(const struct clauses *c, const char *path, const struct ir_shape *s, struct buf *out) {
    buf_printf(out, "%s(%s", s->parents ? "ptree" : "tree", path);
    for (uint32_t i = 0; i < s->n_children; i++) add_member(c, ", ", s->ctype, s->child[i], word(c), out);
    if (s->parents) add_member(c, ", ", s->ctype, s->up, word(c), out);
    buf_char(out, ')');
    add_type(c, s->ctype, out);
    add_whole(c, s, out);
}

static void tell_shape(const struct clauses *c, const char *path, const struct ir_shape *s, const struct ir_demand *which) {
    struct buf text = {0};
    if (s->kind == IR_SHAPE_ANY) return;
    if (c->unless) buf_printf(&text, "%s or ", c->unless);
    if (s->null) buf_printf(&text, "%s == null or ", path);
    switch (s->kind) {
    case IR_SHAPE_STRING: buf_printf(&text, "string(%s)", path); break;
    case IR_SHAPE_FUNCTION:
        if (ir_is_standin(c->in->program, s->function))
            buf_printf(&text, "%s(%s)", ir_role_words[ir_role_of(c->in->program, s->function)], path);
        else if (s->function != UINT32_MAX)
            buf_printf(&text, "%s == %s", path, c->in->program->funcs.at[s->function].name);
        else
            buf_printf(&text, "function(%s)", path);
        break;
    case IR_SHAPE_ARRAY: add_array(c, path, s, &text); break;
    case IR_SHAPE_TREE: add_tree(c, path, s, &text); break;
    case IR_SHAPE_LIST:
    case IR_SHAPE_DOUBLY: add_nodes(c, path, s, &text); break;
    default:
        buf_printf(&text, "object(%s)", path);
        add_type(c, s->ctype, &text);
    }
    c->clause(c->self, buf_text(&text), which);
    buf_free(&text);
    if (s->ring || s->whole_ctype == IR_NO_TYPE) tell_inside(c, path, s);
    tell_wholes(c, s);
}

// Is it the last node of the list that the first such member leads to, or may it be?
static bool is_end(const struct clauses *c, const struct ir_shape *s) {
    return c->first && c->first->path.n && ir_shape_is_list(s) && ir_input_is_end(c->in, &c->first->shape, s);
}

static void tell_end(const struct clauses *c, const char *path, const struct ir_shape *s) {
    struct list_member *first = c->first;
    struct buf text = {0};
    bool ends = ir_proposes(c->in, IR_PROPOSE_QUEUES);
    if (!first || !ir_shape_is_list(s)) return;
    first->lists++;
    if (is_end(c, s)) {
        buf_printf(&text, "%s(%s, %s)", ends ? "ends" : "may_end", buf_text(&first->path), path);
        first->pairs++;
        tell(c, &text, ir_demand_about(ends ? IR_DEMAND_ENDS : IR_DEMAND_SHARING, c->owner, 0));
    } else if (!first->path.n) {
        buf_str(&first->path, path);
        first->shape = *s;
    }
    buf_free(&text);
}

static void tell_count(const struct clauses *c, const struct list_member *first) {
    struct buf text = {0};
    uint64_t size, at = c->owner < c->in->program->ctypes.n ? ir_input_count(c->in, c->owner, &size) : UINT64_MAX;
    if (at == UINT64_MAX || !ir_is_counted(first->lists, first->pairs)) return;
    buf_printf(&text, "length(%s) == ", buf_text(&first->path));
    add_path(c, at, size, &text);
    tell(c, &text, ir_demand_about(IR_DEMAND_COUNT, c->owner, 0));
    buf_free(&text);
}

static void tell_tail(const struct clauses *c) {
    struct buf text = {0};
    struct ir_tail t;
    if (!ir_input_tail(c->in, c->owner, &t)) return;
    buf_str(&text, "tail(");
    add_path(c, t.first, word(c), &text);
    buf_str(&text, ", ");
    add_path(c, t.tail, word(c), &text);
    buf_char(&text, ')');
    tell(c, &text, ir_demand_about(IR_DEMAND_TAIL, c->owner, 0));
    buf_free(&text);
}

static void tell_bounds(const struct clauses *c, const char *number, const struct ir_limit *l, struct ir_demand which) {
    struct buf text = {0};
    buf_printf(&text, "%llu <= %s", (unsigned long long)l->least, number);
    if (l->size || l->most != IR_NO_LIMIT) buf_str(&text, l->below ? " < " : " <= ");
    if (l->size)
        add_path(c, l->offset, l->size, &text);
    else if (l->most != IR_NO_LIMIT)
        buf_printf(&text, "%llu", (unsigned long long)l->most);
    tell(c, &text, which);
    buf_free(&text);
}

static void tell_limit(const struct clauses *c, uint64_t offset, uint64_t size, uint32_t ctype) {
    struct buf number = {0};
    struct ir_limit most;
    if (!ir_input_limit(c->in, c->owner, offset, ctype, &most)) return;
    add_path(c, offset, size, &number);
    tell_bounds(c, buf_text(&number), &most, ir_demand_about(IR_DEMAND_LIMIT, c->owner, offset));
    buf_free(&number);
}

static bool tell_head(const struct clauses *c, uint64_t offset) {
    struct ir_shape s;
    struct buf path = {0}, text = {0};
    uint64_t at;
    if (!ir_input_is_head(c->in, c->owner, offset, &at, &s)) return false;
    buf_char(&path, '&');
    add_path(c, at, c->in->program->ctypes.at[s.ctype].size, &path);
    add_nodes(c, buf_text(&path), &s, &text);
    if (offset == at) tell(c, &text, ir_demand_about(IR_DEMAND_HEAD, c->owner, at)), tell_wholes(c, &s);
    buf_free(&path);
    buf_free(&text);
    return true;
}

static void tell_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct clauses *c = self;
    struct buf path = {0};
    (void)name;
    if ((c->node && ir_shape_is_link(c->node, offset)) || tell_head(c, offset)) return;
    tell_limit(c, offset, size, ctype);
    struct ir_shape s = c->global != UINT32_MAX ? ir_input_global(c->in, c->global, offset, ctype) : ir_input_member(c->in, c->owner, offset, ctype);
    if (s.kind == IR_SHAPE_ANY) return;
    add_path(c, offset, size, &path);
    bool global = c->global != UINT32_MAX;
    bool said = is_end(c, &s) && ir_proposes(c->in, IR_PROPOSE_QUEUES);
    tell_shape(c, buf_text(&path), &s, &(struct ir_demand){said ? IR_DEMAND_END : IR_DEMAND_SHAPE, UINT32_MAX, c->global, global ? IR_NO_TYPE : c->owner, offset, 0});
    tell_end(c, buf_text(&path), &s);
    buf_free(&path);
}

// What a pointer in a union leads to, unless the number beside it has another value.
static void tell_tagged(const struct clauses *c) {
    struct ir_choice all[IR_MOST_TAGGED];
    uint32_t n = c->global == UINT32_MAX && c->owner < c->in->program->ctypes.n ? ir_input_tagged(c->in, c->owner, all) : 0;
    for (uint32_t i = 0; i < n; i++) {
        struct clauses where = *c;
        struct buf unless = {0}, path = {0};
        struct ir_demand which = ir_demand_where(&all[i].is);
        bool simple = !strchr(c->path, '*');
        add_path(c, all[i].is.tag, all[i].is.size, &unless);
        buf_printf(&unless, " != %llu", (unsigned long long)all[i].is.value);
        buf_printf(&path, simple ? "%s%s" : "(%s)%s", c->path, c->whole ? "." : "->");
        ir_name_tagged(c->in->program, &all[i].is, &path);
        where.unless = buf_text(&unless);
        tell_shape(&where, buf_text(&path), &all[i].shape, &which);
        buf_free(&unless);
        buf_free(&path);
    }
}

static void tell_members(struct clauses *inner) {
    struct list_member first = {0};
    inner->first = &first;
    ir_members(inner->in->program, inner->owner, inner, tell_member);
    tell_tagged(inner);
    tell_tail(inner);
    tell_count(inner, &first);
    buf_free(&first.path);
}

static void tell_inside(const struct clauses *c, const char *path, const struct ir_shape *s) {
    struct clauses inner = *c;
    struct buf element = {0};
    bool array = s->kind == IR_SHAPE_ARRAY;
    buf_printf(&element, "%s[i]", path);
    inner.node = s;
    inner.unless = NULL;
    inner.path = array ? buf_text(&element) : path;
    inner.owner = s->ctype;
    inner.global = UINT32_MAX;
    inner.whole = s->whole || array;
    inner.depth = c->depth + (!array || c->array);
    inner.array |= array;
    if (s->kind > IR_SHAPE_FUNCTION && inner.depth < IR_INPUT_DEPTH && s->ctype < c->in->program->ctypes.n) tell_members(&inner);
    buf_free(&element);
}

// What nodes are parts of: its members but the links, of all of them.
static void tell_wholes(const struct clauses *c, const struct ir_shape *s) {
    struct ir_shape whole;
    struct buf name = {0};
    if (!ir_shape_has_whole(s, &whole)) return;
    ir_name_ctype(c->in->program, whole.ctype, &name);
    tell_inside(c, buf_text(&name), &whole);
    buf_free(&name);
}

static const char *root_name(const struct ir_inputs *in, const struct ir_input_root *r) {
    return r->global == UINT32_MAX ? in->program->funcs.at[in->entry].locals.at[r->param].name : in->program->globals.at[r->global].name;
}

static void tell_globals(const struct clauses *c) {
    const struct ir_program *p = c->in->program;
    for (uint32_t g = 0; g < p->globals.n; g++) {
        if (!ir_input_is_global(c->in, g)) continue;
        struct clauses inner = *c;
        inner.path = p->globals.at[g].name;
        inner.whole = true;
        inner.owner = p->globals.at[g].ctype;
        inner.global = g;
        tell_members(&inner);
    }
}

static void tell_sharing(const struct clauses *c, uint32_t first) {
    const struct ir_inputs *in = c->in;
    struct buf text = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < first; i++)
        if (ir_input_may_share(in, &in->roots.at[i], &in->roots.at[first])) return;
    buf_printf(&text, "may_share(%s", root_name(in, &in->roots.at[first]));
    for (uint32_t i = first + 1; i < in->roots.n; i++) {
        if (!ir_input_may_share(in, &in->roots.at[first], &in->roots.at[i])) continue;
        buf_printf(&text, ", %s", root_name(in, &in->roots.at[i]));
        n++;
    }
    buf_char(&text, ')');
    if (n) tell(c, &text, ir_demand_about(IR_DEMAND_SHARING, IR_NO_TYPE, 0));
    buf_free(&text);
}

static void tell_within(const struct clauses *c, const char *name, const struct ir_shape *s) {
    const struct ir_within *w = &c->in->within;
    struct clauses holder = *c;
    struct buf text = {0};
    holder.path = c->in->program->funcs.at[c->in->entry].locals.at[w->holder].name;
    holder.owner = w->owner;
    if (s->null) buf_printf(&text, "%s == null or ", name);
    buf_printf(&text, "within(%s, ", name);
    add_path(&holder, w->offset, word(c), &text);
    buf_char(&text, ')');
    tell(c, &text, (struct ir_demand){IR_DEMAND_WITHIN, w->param, UINT32_MAX, IR_NO_TYPE, 0, 0});
    buf_free(&text);
}

void ir_inputs_clauses(const struct ir_inputs *in, void *self, void (*clause)(void *self, const char *text, const struct ir_demand *which)) {
    struct clauses c = {.in = in, .self = self, .clause = clause, .path = "", .owner = IR_NO_TYPE, .global = UINT32_MAX};
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    for (uint32_t k = 0; k < f->n_params; k++) {
        struct ir_shape s = ir_input_param(in, k);
        const char *name = f->locals.at[k].name ? f->locals.at[k].name : "(...)";
        bool within = k == in->within.param;
        struct ir_limit limit;
        if (ir_input_limit_of_param(in, k, &limit)) tell_bounds(&c, name, &limit, ir_demand_limit_of_param(k));
        if (within) tell_within(&c, name, &s);
        if (s.whole && !s.blank) tell_inside(&c, name, &s);
        if (!s.whole && !within) tell_shape(&c, name, &s, &(struct ir_demand){IR_DEMAND_SHAPE, k, UINT32_MAX, IR_NO_TYPE, 0, 0});
    }
    tell_globals(&c);
    for (uint32_t i = 0; i < in->roots.n; i++) tell_sharing(&c, i);
}

static void add_to_key(void *self, const char *text, const struct ir_demand *which) {
    (void)which;
    buf_printf(self, "%s;", text);
}

void ir_inputs_key(const struct ir_inputs *in, struct buf *out) {
    buf_printf(out, "%u;%d;%d;", in->options.proposal, in->options.null, in->options.apart);
    if (in->options.required || in->options.n_loose) ir_inputs_clauses(in, out, add_to_key);
}
