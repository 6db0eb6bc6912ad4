// SPDX-License-Identifier: MIT
// The inputs of an open program in words.
#include "ir/inputs.h"
#include "ir/name.h"
#include "ir/standin.h"
#include "ir/tagged.h"

struct words {
    const struct ir_inputs *in;
    void *self;
    void (*line)(void *self, const char *text);
    const char *path;  // what leads to the object in hand, as C writes it
    uint32_t owner;    // its type
    uint32_t global;   // the object is this global; else UINT32_MAX
    bool whole;        // the path is the object, not its address
    int depth;
    bool array;        // one of those on the way is an array: the first one is part of what has it
    const struct ir_shape *node;  // it is of this shape, or NULL
    struct first_member *first;
    const char *where;            // what else is said of the pointer in hand, or NULL
};
struct first_member {  // of the object in hand that leads to a list
    struct buf path;
    struct ir_shape shape;
    uint32_t lists, pairs;
};

static void tell_inside(const struct words *w, const char *path, const struct ir_shape *s);
static void tell_wholes(const struct words *w, const struct ir_shape *s);

static void quote_member(struct buf *out, const struct words *w, const char *before, uint32_t owner, uint64_t offset) {
    uint32_t part;
    buf_printf(out, "%s'", before);
    ir_name_member(w->in->program, owner, offset, w->in->program->pointer_bits / 8, out, &part);
    buf_char(out, '\'');
}

// What nodes, of a ring the other ones, are parts of.
static void say_whole(const struct words *w, const struct ir_shape *s, struct buf *out) {
    if (s->whole_ctype == IR_NO_TYPE) return;
    buf_printf(out, "; the %snodes are '", s->ring ? "other " : "");
    ir_name_part(w->in->program, s->whole_ctype, s->part, s->ctype, out);
    buf_str(out, "' of a '");
    ir_name_ctype(w->in->program, s->whole_ctype, out);
    buf_str(out, "' each");
}

static void quote_number(const struct words *w, struct buf *out, uint64_t offset, uint64_t size) {
    uint32_t part;
    buf_printf(out, "'%s%s", w->path, w->whole ? "." : "->");
    ir_name_member(w->in->program, w->owner, offset, size, out, &part);
    buf_char(out, '\'');
}

static void say_length(const struct words *w, const struct ir_shape *s, struct buf *out) {
    if (s->length.param != UINT32_MAX)
        buf_printf(out, "'%s'", w->in->program->funcs.at[w->in->entry].locals.at[s->length.param].name);
    else
        quote_number(w, out, s->length.offset, s->length.size);
}

static void say_array(const struct words *w, const struct ir_shape *s, struct buf *out) {
    const struct ir_program *p = w->in->program;
    bool bytes = s->ctype >= p->ctypes.n || p->ctypes.at[s->ctype].kind == IR_C_VOID;
    buf_str(out, "the address of ");
    if (!s->length.end) say_length(w, s, out);
    buf_printf(out, "%s%s", s->length.end ? "" : " ", bytes ? "bytes" : "elements of type '");
    if (!bytes) ir_name_ctype(p, s->ctype, out);
    if (!bytes) buf_char(out, '\'');
    if (s->length.end) buf_str(out, " up to "), say_length(w, s, out);
    buf_printf(out, ", all of them initialised, in less than 2^%d bytes", p->pointer_bits == 32 ? 29 : 55);
    if (s->null && s->length.end)
        buf_str(out, "; null only if that is null, too");
    else if (s->null && s->length.param == UINT32_MAX)
        buf_str(out, "; null only if that number is 0");
}

static void tell_shape(const struct words *w, const char *path, const struct ir_shape *s) {
    struct buf text = {0};
    if (s->kind == IR_SHAPE_ANY) return;
    buf_printf(&text, "'%s' is %s", path, s->null ? "null or " : "");
    if (s->kind == IR_SHAPE_STRING) {
        buf_str(&text, "a string");
    } else if (s->kind == IR_SHAPE_ARRAY) {
        say_array(w, s, &text);
    } else if (s->kind == IR_SHAPE_FUNCTION && ir_is_standin(w->in->program, s->function)) {
        static const char *const roles[] = {[IR_ALLOCATOR] = "a function that gives a new block, as malloc does, or null", [IR_REALLOCATOR] = "a function that does what realloc does, or gives null and leaves the block as it is",
                                            [IR_DEALLOCATOR] = "a function that does what free does"};
        buf_str(&text, roles[ir_role_of(w->in->program, s->function)]);
    } else if (s->kind == IR_SHAPE_FUNCTION && s->function != UINT32_MAX) {
        buf_printf(&text, "'%s'", w->in->program->funcs.at[s->function].name);
    } else if (s->kind == IR_SHAPE_FUNCTION) {
        buf_printf(&text, "a function that returns and leaves all that '%s' works on as it is", w->in->program->funcs.at[w->in->entry].name);
    } else {
        static const char *const words[] = {[IR_SHAPE_OBJECT] = "the address of one '",
                                            [IR_SHAPE_LIST] = "the address of a node of an acyclic list of '",
                                            [IR_SHAPE_DOUBLY] = "the address of a node of an acyclic list of '",
                                            [IR_SHAPE_TREE] = "the address of the root of a tree of '"};
        bool within = s->kind == IR_SHAPE_TREE && s->parents && w->owner == IR_NO_TYPE;
        buf_str(&text, within ? "the address of a node of a tree of '" : s->ring && ir_shape_is_list(s) ? "the address of a node of a ring of '" : words[s->kind]);
        ir_name_ctype(w->in->program, s->ctype, &text);
        buf_char(&text, '\'');
        if (s->kind == IR_SHAPE_LIST || s->kind == IR_SHAPE_DOUBLY) quote_member(&text, w, ", linked by ", s->ctype, s->next);
        if (s->kind == IR_SHAPE_DOUBLY) quote_member(&text, w, " and ", s->ctype, s->back);
        if (ir_shape_is_list(s)) say_whole(w, s, &text);
        if (s->linked) buf_str(&text, ", which leads to the pointer that leads to the node");
        if (s->looped) quote_member(&text, w, ", the first, whose ", s->ctype, s->back);
        if (s->looped) buf_str(&text, " leads to the last");
    }
    for (uint32_t i = 0; i < s->n_children && s->kind == IR_SHAPE_TREE; i++)
        quote_member(&text, w, !i ? ", linked by " : i + 1 < s->n_children ? ", " : " and ", s->ctype, s->child[i]);
    if (s->kind == IR_SHAPE_TREE && s->parents) quote_member(&text, w, ", with links to the parents, ", s->ctype, s->up);
    if (s->kind == IR_SHAPE_TREE) say_whole(w, s, &text);
    if (w->where) buf_str(&text, w->where);
    w->line(w->self, buf_text(&text));
    buf_free(&text);
    if (s->ring || s->whole_ctype == IR_NO_TYPE) tell_inside(w, path, s);
    tell_wholes(w, s);
}

// The second member that leads to a list may lead to the end of the first one's.
static void tell_end(const struct words *w, const char *path, const struct ir_shape *s) {
    struct first_member *first = w->first;
    struct buf text = {0};
    if (!first || !ir_shape_is_list(s)) return;
    first->lists++;
    if (!first->path.n) {
        buf_str(&first->path, path);
        first->shape = *s;
    } else if (ir_input_is_end(w->in, &first->shape, s)) {
        bool queue = ir_proposes(w->in, IR_PROPOSE_QUEUES);
        buf_printf(&text, "'%s', '%s': %s", buf_text(&first->path), path,
                   queue ? "both are null, or the first and the last node of one list" : "the second may be the last node of the first's list");
        first->pairs++;
        w->line(w->self, buf_text(&text));
        buf_free(&text);
        buf_free(&first->path);
    }
}

// Of all members of the object at the end of the path: a number says how long the list is.
static void tell_count(const struct words *w, const struct first_member *first) {
    struct buf text = {0};
    uint64_t size, at = ir_input_count(w->in, w->owner, &size);
    uint32_t part;
    if (at == UINT64_MAX || !ir_is_counted(first->lists, first->pairs)) return;
    buf_printf(&text, "'%s%s", w->path, w->whole ? "." : "->");
    ir_name_member(w->in->program, w->owner, at, size, &text, &part);
    buf_str(&text, "' is the number of nodes of that list");
    w->line(w->self, buf_text(&text));
    buf_free(&text);
}

static void tell_tail(const struct words *w) {
    struct buf text = {0};
    struct ir_tail t;
    if (!ir_input_tail(w->in, w->owner, &t)) return;
    quote_number(w, &text, t.tail, w->in->program->pointer_bits / 8);
    buf_str(&text, " leads to the null pointer at the end of the list of ");
    quote_number(w, &text, t.first, w->in->program->pointer_bits / 8);
    w->line(w->self, buf_text(&text));
    buf_free(&text);
}

// *text: the number, already.
static void tell_bounds(const struct words *w, const struct ir_limit *l, struct buf *text) {
    bool most = l->size || l->most != IR_NO_LIMIT;
    buf_str(text, l->least ? " is at least 1" : " is not negative");
    if (most) buf_str(text, l->below ? " and below " : " and at most ");
    if (l->size)
        quote_number(w, text, l->offset, l->size);
    else if (most)
        buf_printf(text, "%llu", (unsigned long long)l->most);
    w->line(w->self, buf_text(text));
}

static void tell_limit(const struct words *w, uint64_t offset, uint64_t size, uint32_t ctype) {
    struct buf text = {0};
    struct ir_limit most;
    if (!ir_input_limit(w->in, w->owner, offset, ctype, &most)) return;
    quote_number(w, &text, offset, size);
    tell_bounds(w, &most, &text);
    buf_free(&text);
}

// A member that is the head of a ring; told once, with its first link.
static bool tell_head(const struct words *w, uint64_t offset) {
    struct ir_shape s;
    struct buf text = {0};
    uint64_t at;
    uint32_t part;
    if (!ir_input_is_head(w->in, w->owner, offset, &at, &s)) return false;
    bool all = ir_same_type(w->in->program, w->owner, s.ctype);
    buf_printf(&text, "'%s%s", w->path, all ? "" : w->whole ? "." : "->");
    if (!all) ir_name_member(w->in->program, w->owner, at, w->in->program->ctypes.at[s.ctype].size, &text, &part);
    buf_str(&text, "' is a node of a ring of '");
    ir_name_ctype(w->in->program, s.ctype, &text);
    quote_member(&text, w, "', linked by ", s.ctype, s.next);
    if (s.kind == IR_SHAPE_DOUBLY) quote_member(&text, w, " and ", s.ctype, s.back);
    say_whole(w, &s, &text);
    if (offset == at) w->line(w->self, buf_text(&text)), tell_wholes(w, &s);
    buf_free(&text);
    return true;
}

static void tell_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct words *w = self;
    struct buf path = {0}, member = {0};
    uint32_t part;
    (void)name;
    bool global = w->global != UINT32_MAX;
    if (w->node && ir_shape_is_link(w->node, offset)) return;
    if (tell_head(w, offset)) return;
    tell_limit(w, offset, size, ctype);
    struct ir_shape s = global ? ir_input_global(w->in, w->global, offset, ctype) : ir_input_member(w->in, w->owner, offset, ctype);
    if (s.kind == IR_SHAPE_ANY) return;
    ir_name_member(w->in->program, w->owner, offset, size, &member, &part);
    bool simple = !strchr(w->path, '*');
    if (!member.n)
        buf_printf(&path, "%s%s", w->whole ? "" : "*", w->path);
    else
        buf_printf(&path, simple ? "%s%s%s" : "(%s)%s%s", w->path, w->whole ? "." : "->", member.text);
    tell_shape(w, buf_text(&path), &s);
    tell_end(w, buf_text(&path), &s);
    buf_free(&path);
    buf_free(&member);
}

static void tell_tagged(const struct words *w) {
    struct ir_choice all[IR_MOST_TAGGED];
    uint32_t n = ir_input_tagged(w->in, w->owner, all);
    for (uint32_t i = 0; i < n; i++) {
        struct words where = *w;
        struct buf text = {0}, path = {0};
        buf_str(&text, " where ");
        quote_number(w, &text, all[i].is.tag, all[i].is.size);
        buf_printf(&text, " is %llu", (unsigned long long)all[i].is.value);
        buf_printf(&path, "%s%s", w->path, w->whole ? "." : "->");
        ir_name_tagged(w->in->program, &all[i].is, &path);
        where.where = buf_text(&text);
        tell_shape(&where, buf_text(&path), &all[i].shape);
        buf_free(&text);
        buf_free(&path);
    }
}

static void tell_inside(const struct words *w, const char *path, const struct ir_shape *s) {
    struct words inner = *w;
    inner.where = NULL;
    struct buf element = {0};
    buf_printf(&element, "%s[i]", path);
    bool array = s->kind == IR_SHAPE_ARRAY;
    inner.node = s;
    inner.path = array ? buf_text(&element) : path;
    inner.owner = s->ctype;
    inner.global = UINT32_MAX;
    inner.whole = s->whole || array;
    inner.depth = w->depth + (!array || w->array);
    inner.array |= array;
    struct first_member first = {0};
    inner.first = &first;
    if (s->kind > IR_SHAPE_FUNCTION && inner.depth < IR_INPUT_DEPTH) ir_members(w->in->program, s->ctype, &inner, tell_member), tell_tagged(&inner);
    if (inner.depth < IR_INPUT_DEPTH) tell_tail(&inner);
    tell_count(&inner, &first);
    buf_free(&first.path);
    buf_free(&element);
}

// What the structures hold that nodes are parts of.
static void tell_wholes(const struct words *w, const struct ir_shape *s) {
    struct ir_shape whole;
    struct buf name = {0};
    if (!ir_shape_has_whole(s, &whole)) return;
    ir_name_ctype(w->in->program, whole.ctype, &name);
    tell_inside(w, buf_text(&name), &whole);
    buf_free(&name);
}

static void name_root(const struct ir_inputs *in, const struct ir_input_root *r, struct buf *out) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    const char *name = r->global == UINT32_MAX ? f->locals.at[r->param].name : NULL;
    const struct ir_addr *a = name && !(f->locals.at[r->param].flags & IR_USER) ? ir_input_variable(f, r->param) : NULL;
    if (a)
        ir_name_addr(in->program, f, a, in->program->pointer_bits / 8, out);
    else if (name)
        buf_str(out, name);
    else if (r->global == UINT32_MAX || !ir_name_variable(in->program, f, ir_val_of(IR_GLOBAL, r->global), out))
        buf_str(out, "(...)");
}

static void tell_within(const struct words *w, const char *name, const struct ir_shape *s) {
    const struct ir_within *within = &w->in->within;
    struct buf path = {0}, text = {0}, member = {0};
    uint32_t part;
    name_root(w->in, &(struct ir_input_root){within->holder, UINT32_MAX, *s}, &path);
    buf_printf(&text, "'%s' is %sthe address of a node of what '", name, s->null ? "null or " : "");
    ir_name_member(w->in->program, within->owner, within->offset, w->in->program->pointer_bits / 8, &member, &part);
    buf_printf(&text, member.n ? "%s->%s' leads to" : "*%s%s' leads to", buf_text(&path), buf_text(&member));
    w->line(w->self, buf_text(&text));
    buf_free(&member);
    buf_free(&text);
    buf_free(&path);
}

static void tell_limit_of_param(const struct words *w, uint32_t k, const char *name) {
    struct buf text = {0};
    struct ir_limit l;
    if (!ir_input_limit_of_param(w->in, k, &l)) return;
    buf_printf(&text, "'%s'", name);
    tell_bounds(w, &l, &text);
    buf_free(&text);
}

static void tell_params(const struct words *w) {
    const struct ir_func *f = &w->in->program->funcs.at[w->in->entry];
    for (uint32_t k = 0; k < f->n_params; k++) {
        struct ir_shape s = ir_input_param(w->in, k);
        struct buf name = {0};
        name_root(w->in, &(struct ir_input_root){k, UINT32_MAX, s}, &name);
        tell_limit_of_param(w, k, f->locals.at[k].name);
        if (k == w->in->within.param) tell_within(w, buf_text(&name), &s);
        if (s.whole && !s.blank) tell_inside(w, buf_text(&name), &s);
        if (!s.whole && k != w->in->within.param) tell_shape(w, buf_text(&name), &s);
        buf_free(&name);
    }
}

static void tell_globals(struct words *w) {
    const struct ir_program *p = w->in->program;
    for (uint32_t g = 0; g < p->globals.n; g++) {
        struct buf name = {0}, text = {0};
        if (!ir_input_is_global(w->in, g)) continue;
        name_root(w->in, &(struct ir_input_root){.global = g}, &name);
        buf_printf(&text, "'%s' holds anything of its type", buf_text(&name));
        struct ir_shape head;
        uint64_t at;
        bool told = ir_input_is_head(w->in, p->globals.at[g].ctype, 0, &at, &head) && !at;
        if (!told && ir_input_global(w->in, g, 0, p->globals.at[g].ctype).kind == IR_SHAPE_ANY) w->line(w->self, buf_text(&text));
        w->global = g;
        w->whole = true;
        w->path = buf_text(&name);
        w->owner = p->globals.at[g].ctype;
        struct first_member first = {0};
        w->first = &first;
        w->node = NULL;
        ir_members(p, w->owner, w, tell_member);
        tell_tail(w);
        tell_count(w, &first);
        w->first = NULL;
        w->global = UINT32_MAX;
        buf_free(&first.path);
        buf_free(&name);
        buf_free(&text);
    }
}

static bool are_related(const struct ir_inputs *in, const struct ir_input_root *a, const struct ir_input_root *b) {
    return in->options.required ? ir_input_may_share(in, a, b) : ir_input_are_alike(in, &a->shape, &b->shape);
}

// The roots that may share something with the first of them; told with the first.
static void tell_sharing(const struct words *w, uint32_t first) {
    const struct ir_inputs *in = w->in;
    struct buf text = {0};
    uint32_t n = 1;
    for (uint32_t i = 0; i < first; i++)
        if (are_related(in, &in->roots.at[i], &in->roots.at[first])) return;
    buf_char(&text, '\'');
    name_root(in, &in->roots.at[first], &text);
    for (uint32_t i = first + 1; i < in->roots.n; i++) {
        if (!are_related(in, &in->roots.at[first], &in->roots.at[i])) continue;
        buf_str(&text, "', '");
        name_root(in, &in->roots.at[i], &text);
        n++;
    }
    static const char *const shared[] = {[IR_SHAPE_STRING] = "be the same address",
                                         [IR_SHAPE_OBJECT] = "be the same address",
                                         [IR_SHAPE_LIST] = "lead to lists with common nodes",
                                         [IR_SHAPE_DOUBLY] = "lead to lists with common nodes",
                                         [IR_SHAPE_TREE] = "lead into one tree, one below the other",
                                         [IR_SHAPE_ARRAY] = "be the same address"};
    const struct ir_shape *s = &in->roots.at[first].shape;
    if (ir_input_shares_never(in, s))
        buf_str(&text, "': they share nothing");
    else
        buf_printf(&text, "': %s may %s", n > 2 ? "two of them, not more," : "both", s->ring && ir_shape_is_list(s) ? "be in one ring" : shared[s->kind]);
    if (n > 1) w->line(w->self, buf_text(&text));
    buf_free(&text);
}

void ir_inputs_words(const struct ir_inputs *in, void *self, void (*line)(void *self, const char *text)) {
    struct words w = {.in = in, .self = self, .line = line, .path = "", .owner = IR_NO_TYPE, .global = UINT32_MAX};
    tell_params(&w);
    tell_globals(&w);
    for (uint32_t i = 0; i < in->roots.n; i++) tell_sharing(&w, i);
}

static void add_line(void *self, const char *text) {
    buf_printf(self, "%s\n", text);
}

bool ir_inputs_are_new(const struct ir_inputs *in, struct buf *said) {
    struct buf text = {0};
    buf_char(&text, '\f');
    ir_inputs_words(in, &text, add_line);
    buf_char(&text, '\f');
    bool again = said->n && strstr(buf_text(said), buf_text(&text));
    if (!again) buf_str(said, buf_text(&text));
    buf_free(&text);
    return !again;
}
