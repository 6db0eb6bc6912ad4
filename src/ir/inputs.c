// SPDX-License-Identifier: MIT
#include "ir/inputs.h"

#include "ir/calls.h"
#include "ir/name.h"

#define BOTH(what) what, IR_PROPOSE_FOLLOWED | what
const unsigned ir_proposals[] = {BOTH(0), IR_PROPOSE_STORED, IR_PROPOSE_FOLLOWED | IR_PROPOSE_STORED, BOTH(IR_PROPOSE_ARRAYS), BOTH(IR_PROPOSE_QUEUES), BOTH(IR_PROPOSE_COUNTS), BOTH(IR_PROPOSE_LOOPED), BOTH(IR_PROPOSE_RINGS), IR_PROPOSE_EMBEDDED};
const uint32_t ir_n_proposals = sizeof ir_proposals / sizeof *ir_proposals;

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

// ---- members -----------------------------------------------------------------------------------------------------------------------

struct visit {
    const struct ir_program *p;
    void *self;
    void (*member)(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name);
};

static void visit(const struct visit *v, uint64_t offset, uint32_t ctype, const char *name, int depth) {
    const struct ir_ctype *t = type_at(v->p, ctype);
    if (!t || !t->size || depth == 0) return;
    const struct ir_ctype *element = t->kind == IR_C_ARRAY && t->count <= IR_INPUT_CHILDREN ? type_at(v->p, t->target) : NULL;
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

void ir_input_members(const struct ir_program *p, uint32_t ctype, void *self,
                      void (*member)(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name)) {
    visit(&(struct visit){p, self, member}, 0, ctype, "", DEEPEST);
}

// ---- shapes ------------------------------------------------------------------------------------------------------------------------

struct links {
    const struct ir_inputs *in;
    const struct ir_program *p;
    uint32_t owner;
    uint32_t n, others, data;  // links; other members; such that are no links, followed or not
    uint64_t at[2];
    const char *name[2];
    uint64_t child[IR_INPUT_CHILDREN];
    bool others_named;  // one of them is called like next, prev or parent
    uint32_t n_next, n_back;  // called like next, like prev
    uint64_t next, back;      // the last of these
};

static bool called_like(const char *name, const char *const *words) {
    for (; *words; words++)
        if (strstr(name, *words)) return true;
    return false;
}

static const char *const back_words[] = {"prev", "Prev", "PREV", "back", "Back", "pred", NULL};
static const char *const next_words[] = {"next", "Next", "NEXT", "forw", "Forw", "succ", NULL};

static const char *const parent_words[] = {"parent", "Parent", "PARENT", "father", "up",   "Up", "UP",
                                           "owner",  "root",   "head",   "tail",   "last", NULL};

// Is the element at the offset one of the array that begins at `first`?
static bool is_element(const struct ir_program *p, uint32_t owner, uint64_t first, uint64_t offset) {
    const struct ir_ctype *t = type_at(p, owner);
    for (uint32_t i = 0; t && t->kind == IR_C_STRUCT && i < t->n_fields; i++) {
        const struct ir_ctype *member = type_at(p, t->fields[i].ctype);
        if (t->fields[i].bit_offset / 8 == first && member) return offset >= first && offset - first < member->size;
    }
    return offset == first;
}

// Does the function, or what it calls, take the pointer at this place of something of a type, or (`written`) put one there?
static bool is_followed(const struct ir_inputs *in, uint32_t owner, uint64_t offset, bool written) {
    for (uint32_t i = 0; i < in->asked.n; i++) {
        const struct ir_asked *a = &in->asked.at[i];
        if (a->written && !written) continue;
        if (a->global != UINT32_MAX || !same_type(in->program, a->owner, owner, DEEPEST)) continue;
        if (a->indexed ? is_element(in->program, owner, a->offset, offset) : a->offset == offset) return true;
    }
    return false;
}

bool ir_input_is_looped(const struct ir_inputs *in, uint32_t owner) {
    return owner != IR_NO_TYPE && ir_proposes(in, IR_PROPOSE_LOOPED);
}

bool ir_proposes(const struct ir_inputs *in, unsigned what) {
    return (in->options.proposal & what) == what;
}

static void take_link(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct links *l = self;
    const struct ir_ctype *t = type_at(l->p, ctype);
    (void)size;
    bool link = t && t->kind == IR_C_POINTER && same_type(l->p, t->target, l->owner, DEEPEST);
    bool next = called_like(name, next_words), back = called_like(name, back_words);
    l->data += !link;
    if (!link || (ir_proposes(l->in, IR_PROPOSE_FOLLOWED) && !is_followed(l->in, l->owner, offset, next || back))) {
        l->others++;
        return;
    }
    if (l->n < 2) l->at[l->n] = offset, l->name[l->n] = name;
    if (l->n < IR_INPUT_CHILDREN) l->child[l->n] = offset;
    l->n++;
    l->others_named |= back || called_like(name, parent_words) || (next && !ir_proposes(l->in, IR_PROPOSE_FOLLOWED));
    if (next) l->next = offset, l->n_next++;
    if (back) l->back = offset, l->n_back++;
}

static bool is_back(const struct links *l, uint32_t k) {
    return called_like(l->name[k], back_words) && called_like(l->name[1 - k], next_words);
}

static bool has_open_end(const struct ir_program *p, const struct ir_ctype *t) {
    const struct ir_ctype *last = t->kind == IR_C_STRUCT && t->n_fields ? type_at(p, t->fields[t->n_fields - 1].ctype) : NULL;
    return last && last->kind == IR_C_ARRAY && !last->count;
}

static void shape_struct(const struct ir_inputs *in, struct ir_shape *s) {
    struct links l = {.in = in, .p = in->program, .owner = s->ctype};
    bool followed = ir_proposes(in, IR_PROPOSE_FOLLOWED);
    ir_input_members(in->program, s->ctype, &l, take_link);
    s->ring = ir_proposes(in, IR_PROPOSE_RINGS) && !l.data;
    if (l.n && !l.others && !followed && !s->ring) {
        s->kind = IR_SHAPE_ANY;
    } else if (l.n == 1) {
        s->kind = IR_SHAPE_LIST;
        s->next = l.at[0];
        s->backwards = followed && l.n_back;
    } else if (followed && l.n_next == 1 && l.n_back == 1) {
        s->kind = IR_SHAPE_DOUBLY;
        s->next = l.next;
        s->back = l.back;
    } else if (l.n == 2 && (is_back(&l, 0) || is_back(&l, 1))) {
        bool first = is_back(&l, 0);
        s->kind = IR_SHAPE_DOUBLY;
        s->next = l.at[first];
        s->back = l.at[!first];
    } else if (l.n_next == 1 && (!followed || l.others_named)) {
        s->kind = IR_SHAPE_LIST;
        s->next = l.next;
    } else if (l.n > 1 && l.n <= IR_INPUT_CHILDREN && !l.others_named) {
        s->kind = IR_SHAPE_TREE;
        s->n_children = l.n;
        memcpy(s->child, l.child, sizeof l.child);
    }
}

// What the nodes of a ring are parts of.
static void put_inside(const struct ir_inputs *in, struct ir_shape *s) {
    for (uint32_t i = 0; i < in->containers.n && ir_proposes(in, IR_PROPOSE_EMBEDDED); i++) {
        if (!same_type(in->program, in->containers.at[i].part, s->ctype, DEEPEST)) continue;
        s->whole_ctype = in->containers.at[i].whole;
        s->part = in->containers.at[i].at;
        return;
    }
}

static bool is_list(const struct ir_shape *s) {
    return s->kind == IR_SHAPE_LIST || s->kind == IR_SHAPE_DOUBLY;
}

// What a pointer to something of type `target` leads to.
static struct ir_shape shape_of(const struct ir_inputs *in, uint32_t target, bool null) {
    struct ir_shape s = {.kind = IR_SHAPE_OBJECT, .null = null || in->options.null, .ctype = target, .function = UINT32_MAX, .whole_ctype = IR_NO_TYPE};
    const struct ir_ctype *t = type_at(in->program, target);
    if (t && t->kind == IR_C_FUNCTION) s.kind = IR_SHAPE_FUNCTION;
    if (s.kind == IR_SHAPE_FUNCTION) return s;
    if (!t || !t->size || t->kind == IR_C_VOID || t->kind == IR_C_UNION)
        return (struct ir_shape){.ctype = target};
    s.unbounded = has_open_end(in->program, t);
    if (t->kind == IR_C_INT && strcmp(t->name, "char") == 0) s.kind = IR_SHAPE_STRING;
    if (t->kind == IR_C_STRUCT && !s.unbounded) shape_struct(in, &s);
    if (s.ring) put_inside(in, &s);
    if (ir_proposes(in, IR_PROPOSE_EMPTY) && (s.kind == IR_SHAPE_TREE || is_list(&s)) && !s.ring) s.null = true;
    return s;
}

struct ir_shape ir_input_nodes(const struct ir_inputs *in, uint32_t ctype) {
    return shape_of(in, ctype, false);
}

static struct ir_shape shape_of_pointer(const struct ir_inputs *in, uint32_t ctype, bool null) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    if (!t || t->kind != IR_C_POINTER) return (struct ir_shape){.ctype = IR_NO_TYPE};
    return shape_of(in, t->target, null);
}

// May a pointer of this type, and what it leads to, be one to elements: bytes, numbers, pointers or structures that are not linked?
static bool may_be_array(const struct ir_inputs *in, uint32_t ctype, const struct ir_shape *s) {
    const struct ir_ctype *pointer = type_at(in->program, ctype), *t = type_at(in->program, s->ctype);
    struct links l = {.in = in, .p = in->program, .owner = s->ctype};
    if (t && t->kind == IR_C_STRUCT) ir_input_members(in->program, s->ctype, &l, take_link);
    if (l.n || l.others > l.data) return false;
    if (s->kind == IR_SHAPE_ANY) return pointer && pointer->kind == IR_C_POINTER && (!t || t->kind == IR_C_VOID);
    return s->kind == IR_SHAPE_STRING || (s->kind == IR_SHAPE_OBJECT && !s->unbounded && !s->whole && t->kind != IR_C_ARRAY);
}

static struct ir_shape as_array(struct ir_shape s, struct ir_length n) {
    s.kind = IR_SHAPE_ARRAY;
    s.length = n;
    return s;
}

static struct ir_shape array_of_param(const struct ir_inputs *in, uint32_t k, struct ir_shape s) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    struct ir_length n;
    bool array = ir_proposes(in, IR_PROPOSE_ARRAYS) && may_be_array(in, f->locals.at[k].ctype, &s) && ir_length_of_param(in->program, f, k, &n);
    if (array && s.kind == IR_SHAPE_ANY) s.null = in->asks_param[k] || in->options.null;
    return array ? as_array(s, n) : s;
}

// Of a member that is null the number is 0.
static struct ir_shape array_of_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype, struct ir_shape s) {
    struct ir_length n;
    bool array = ir_proposes(in, IR_PROPOSE_ARRAYS) && may_be_array(in, ctype, &s) && ir_length_of_member(in->program, owner, offset, &n);
    if (array) s.null = true;
    return array ? as_array(s, n) : s;
}

static struct ir_shape whole_object(const struct ir_inputs *in, uint32_t ctype) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    return (struct ir_shape){.kind = t && t->size ? IR_SHAPE_OBJECT : IR_SHAPE_ANY, .whole = true, .ctype = ctype};
}

// Where a parameter without type of its own is put: a variable in memory; NULL: nowhere.
static const struct ir_addr *variable_of(const struct ir_func *f, uint32_t k) {
    for (uint32_t i = 0; i < f->blocks.at[0].n; i++) {
        const struct ir_instr *x = &f->instrs.at[f->blocks.at[0].first + i];
        bool put = x->op == IR_STORE && x->args[0] == ir_val_of(IR_LOCAL, k);
        if (put && ir_tag(x->to->base) == IR_SLOT && !x->to->n_terms) return x->to;
    }
    return NULL;
}

// It may also be the place for the result.
static struct ir_shape untyped_param(const struct ir_inputs *in, uint32_t k) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    const struct ir_ctype *t = type_at(in->program, f->ctype),
                          *result = t && t->kind == IR_C_FUNCTION ? type_at(in->program, t->target) : NULL;
    const struct ir_addr *a = variable_of(f, k);
    if (a) return shape_of_pointer(in, ir_name_type(in->program, f, a, in->program->pointer_bits / 8), in->asks_param[k]);
    bool place = k == 0 && f->n_rets == 0 && result && (result->kind == IR_C_STRUCT || result->kind == IR_C_UNION);
    struct ir_shape s = place ? whole_object(in, t->target) : (struct ir_shape){.ctype = IR_NO_TYPE};
    s.blank = place;
    return s;
}

struct ir_shape ir_input_param(const struct ir_inputs *in, uint32_t k) {
    const struct ir_local *l = &in->program->funcs.at[in->entry].locals.at[k];
    const struct ir_ctype *t = type_at(in->program, l->ctype);
    if (ir_kind(l->type) != IR_PTR) return (struct ir_shape){.ctype = IR_NO_TYPE};
    if (!t) return untyped_param(in, k);
    if (l->flags & IR_USER || t->kind != IR_C_POINTER) return array_of_param(in, k, shape_of_pointer(in, l->ctype, in->asks_param[k]));
    return whole_object(in, t->target);
}

static bool is_pointer(const struct ir_inputs *in, uint32_t ctype) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    return t && t->kind == IR_C_POINTER;
}

// What is found by an index is asked about if it is an element by itself.
static bool asks_about(const struct ir_inputs *in, uint32_t global, uint32_t owner, uint64_t offset) {
    for (uint32_t i = 0; i < in->asked.n; i++) {
        const struct ir_asked *a = &in->asked.at[i];
        if (a->indexed && !is_pointer(in, owner)) continue;
        if (!a->asked || a->offset != offset || (a->global == UINT32_MAX) != (global == UINT32_MAX)) continue;
        if (global != UINT32_MAX ? a->global == global : same_type(in->program, a->owner, owner, DEEPEST)) return true;
    }
    return false;
}

// Members may lead to no list where it is proposed what holds of all of them then.
static struct ir_shape of_queue(const struct ir_inputs *in, struct ir_shape s) {
    if (is_list(&s) && ir_proposes(in, IR_PROPOSE_QUEUES)) s.null = true;
    return s;
}

static uint32_t initial_function(const struct ir_global *g, uint64_t offset) {
    for (uint32_t i = 0; i < g->n_relocs; i++)
        if (g->relocs[i].offset == offset && !g->relocs[i].addend && ir_tag(g->relocs[i].target) == IR_FUNC) return ir_index(g->relocs[i].target);
    return UINT32_MAX;
}

struct ir_shape ir_input_global(const struct ir_inputs *in, uint32_t global, uint64_t offset, uint32_t ctype) {
    struct ir_shape s = shape_of_pointer(in, ctype, asks_about(in, global, IR_NO_TYPE, offset));
    if (in->program->globals.at[global].ctype != ctype) s = array_of_member(in, in->program->globals.at[global].ctype, offset, ctype, of_queue(in, s));
    if (s.kind == IR_SHAPE_FUNCTION) s.function = initial_function(&in->program->globals.at[global], offset);
    if (s.function != UINT32_MAX) s.null = false;
    return s;
}

struct ir_shape ir_input_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    bool link = t && t->kind == IR_C_POINTER && same_type(in->program, t->target, owner, DEEPEST);
    bool followed = ir_proposes(in, IR_PROPOSE_FOLLOWED);
    if (followed ? !is_followed(in, owner, offset, false) : link) return (struct ir_shape){.ctype = IR_NO_TYPE};
    struct ir_shape s = of_queue(in, shape_of_pointer(in, ctype, asks_about(in, UINT32_MAX, owner, offset)));
    if (s.kind == IR_SHAPE_FUNCTION) s.function = ir_stored_function(in->program, &in->stored, owner, offset, ctype);
    if (s.function != UINT32_MAX) s.null = false;
    if (is_list(&s) && is_pointer(in, owner) && ir_proposes(in, IR_PROPOSE_ARRAYS)) s.null = true;
    return array_of_member(in, owner, offset, ctype, s);
}

bool ir_input_is_head(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint64_t *at, struct ir_shape *s) {
    const struct ir_ctype *t = type_at(in->program, owner);
    bool proposed = ir_proposes(in, IR_PROPOSE_EMBEDDED);
    *at = 0;
    while (proposed && t && t->kind == IR_C_STRUCT) {
        const struct ir_field *found = NULL;
        *s = shape_of(in, owner, false);
        if (is_list(s) && s->ring) return true;
        for (uint32_t i = 0; i < t->n_fields; i++)
            if (*at + t->fields[i].bit_offset / 8 <= offset) found = &t->fields[i];
        if (!found) return false;
        owner = found->ctype;
        t = type_at(in->program, owner);
        *at += found->bit_offset / 8;
    }
    return false;
}

struct arrays {
    const struct ir_inputs *in;
    uint32_t owner;
    bool found;
};

static void take_array(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct arrays *w = self;
    (void)size, (void)name;
    w->found |= ir_input_member(w->in, w->owner, offset, ctype).kind == IR_SHAPE_ARRAY;
}

bool ir_input_limit(const struct ir_inputs *in, uint32_t owner, uint64_t offset, struct ir_limit *out) {
    struct arrays w = {in, owner, false};
    if (!ir_proposes(in, IR_PROPOSE_ARRAYS) || !ir_limit_of(in->program, owner, offset, out)) return false;
    if (out->size) ir_input_members(in->program, owner, &w, take_array);
    return !out->size || w.found;
}

bool ir_input_is_end(const struct ir_inputs *in, const struct ir_shape *first, const struct ir_shape *second) {
    return !in->options.apart && !first->backwards && !first->ring && !ir_proposes(in, IR_PROPOSE_LOOPED) && first->kind == second->kind && same_type(in->program, first->ctype, second->ctype, DEEPEST);
}

static bool is_shared_never(const struct ir_inputs *in, const struct ir_shape *s) {
    return s->kind == IR_SHAPE_DOUBLY && ir_proposes(in, IR_PROPOSE_LOOPED);
}

// Whether two functions are one is not known in any case.
static bool are_alike(const struct ir_inputs *in, const struct ir_shape *a, const struct ir_shape *b) {
    bool as_many = a->kind != IR_SHAPE_ARRAY || a->length.param == b->length.param;
    return !in->options.apart && a->kind == b->kind && a->kind != IR_SHAPE_FUNCTION && as_many && same_type(in->program, a->ctype, b->ctype, DEEPEST);
}

bool ir_input_may_share(const struct ir_inputs *in, const struct ir_input_root *a, const struct ir_input_root *b) {
    return are_alike(in, &a->shape, &b->shape) && !is_shared_never(in, &a->shape);
}

// ---- counts ------------------------------------------------------------------------------------------------------------------------

struct numbers {
    const struct ir_program *p;
    uint32_t n, n_named;
    uint64_t at[2], size[2];  // the last one, and the last that is called like a count
};

static const char *const count_words[] = {"len", "Len", "count", "Count", "size", "Size", "num", "Num", "used", NULL};

static void take_number(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct numbers *w = self;
    const struct ir_ctype *t = type_at(w->p, ctype);
    if (!t || (t->kind != IR_C_INT && t->kind != IR_C_UINT) || size < 4 || size > 8) return;
    bool named = called_like(name, count_words);
    w->at[named] = offset;
    w->size[named] = size;
    w->n++;
    w->n_named += named;
}

uint64_t ir_input_count(const struct ir_inputs *in, uint32_t owner, uint64_t *size) {
    struct numbers w = {.p = in->program};
    if (!ir_proposes(in, IR_PROPOSE_COUNTS)) return UINT64_MAX;
    ir_input_members(in->program, owner, &w, take_number);
    if (w.n_named != 1 && w.n != 1) return UINT64_MAX;
    *size = w.size[w.n_named == 1];
    return w.at[w.n_named == 1];
}

bool ir_shape_is_link(const struct ir_shape *s, uint64_t offset) {
    for (uint32_t i = 0; i < s->n_children; i++)
        if (s->child[i] == offset) return true;
    return (s->kind == IR_SHAPE_LIST || s->kind == IR_SHAPE_DOUBLY) &&
           (offset == s->next || (s->kind == IR_SHAPE_DOUBLY && offset == s->back));
}

// ---- the function ------------------------------------------------------------------------------------------------------------------

bool ir_input_is_global(const struct ir_inputs *in, uint32_t global) {
    const struct ir_global *g = &in->program->globals.at[global];
    bool library = g->flags & IR_EXTERN && ir_lib_var(in->lib, g->name);
    return !(g->flags & (IR_READONLY | IR_UNSIZED)) && !library && ir_touches(&in->touches, in->entry, global);
}

static bool is_open(const struct ir_inputs *in) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    bool open = f->n_params;
    for (uint32_t g = 0; g < in->program->globals.n && !open; g++) open = ir_input_is_global(in, g);
    return open;
}

static void find_asked(struct ir_inputs *in) {
    const struct ir_program *p = in->program;
    const struct ir_func *f = &p->funcs.at[in->entry];
    struct ir_calls calls = {0};
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    in->asks_param = calloc(f->n_params + 1, 1);
    if (!reached || !in->asks_param) base_out_of_memory();
    for (uint32_t k = 0; k < f->n_params; k++) in->asks_param[k] = ir_kind(f->locals.at[k].type) == IR_PTR && ir_asks_param(p, f, k);
    ir_calls_build(&calls, p, ir_calls_never, NULL);
    ir_calls_reach(&calls, in->entry, reached);
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (reached[i] && !(p->funcs.at[i].flags & IR_EXTERN)) {
            ir_asks_places(p, &p->funcs.at[i], &in->asked);
            ir_asks_containers(p, &p->funcs.at[i], &in->containers);
        }
    for (uint32_t i = 0; i < p->funcs.n; i++)  // what others see them as parts of
        if (!reached[i] && !(p->funcs.at[i].flags & IR_EXTERN)) ir_asks_containers(p, &p->funcs.at[i], &in->containers);
    ir_calls_free(&calls);
    free(reached);
}

static void find_roots(struct ir_inputs *in) {
    const struct ir_program *p = in->program;
    for (uint32_t k = 0; k < p->funcs.at[in->entry].n_params; k++) {
        struct ir_shape s = ir_input_param(in, k);
        if (s.kind != IR_SHAPE_ANY && !s.whole) vec_push(&in->roots, (struct ir_input_root){k, UINT32_MAX, s});
    }
    for (uint32_t g = 0; g < p->globals.n; g++) {
        struct ir_shape s = ir_input_global(in, g, 0, p->globals.at[g].ctype);
        if (s.kind != IR_SHAPE_ANY && ir_input_is_global(in, g)) vec_push(&in->roots, (struct ir_input_root){UINT32_MAX, g, s});
    }
}

bool ir_inputs_begin(struct ir_inputs *in, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib,
                     struct ir_input_options o) {
    *in = (struct ir_inputs){.program = p, .lib = lib, .entry = entry, .options = o};
    if (strcmp(p->funcs.at[entry].name, "main") == 0) return false;
    ir_touches_build(&in->touches, p);
    if (!is_open(in)) {
        ir_inputs_end(in);
        return false;
    }
    find_asked(in);
    if (ir_proposes(in, IR_PROPOSE_STORED)) ir_find_stored(p, &in->stored);
    find_roots(in);
    return true;
}

void ir_inputs_end(struct ir_inputs *in) {
    ir_touches_free(&in->touches);
    free(in->asks_param);
    vec_free(&in->asked);
    vec_free(&in->containers);
    vec_free(&in->stored);
    vec_free(&in->roots);
}

// ---- words -------------------------------------------------------------------------------------------------------------------------

struct words {
    const struct ir_inputs *in;
    void *self;
    void (*line)(void *self, const char *text);
    const char *path;  // what leads to the object in hand, as C writes it
    uint32_t owner;    // its type
    uint32_t global;   // the object is this global; else UINT32_MAX
    bool whole;        // the path is the object, not its address
    int depth;
    const struct ir_shape *node;  // it is of this shape, or NULL
    struct first_member *first;
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

// What the other nodes of a ring are parts of.
static void say_whole(const struct words *w, const struct ir_shape *s, struct buf *out) {
    if (s->whole_ctype == IR_NO_TYPE) return;
    uint32_t part;
    buf_str(out, "; the other nodes are '");
    ir_name_member(w->in->program, s->whole_ctype, s->part, w->in->program->ctypes.at[s->ctype].size, out, &part);
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

static void say_array(const struct words *w, const struct ir_shape *s, struct buf *out) {
    const struct ir_program *p = w->in->program;
    bool bytes = s->ctype >= p->ctypes.n || p->ctypes.at[s->ctype].kind == IR_C_VOID;
    buf_str(out, "the address of ");
    if (s->length.param != UINT32_MAX)
        buf_printf(out, "'%s'", p->funcs.at[w->in->entry].locals.at[s->length.param].name);
    else
        quote_number(w, out, s->length.offset, s->length.size);
    buf_str(out, bytes ? " bytes" : " elements of type '");
    if (!bytes) ir_name_ctype(p, s->ctype, out);
    buf_printf(out, "%s, all of them initialised, in less than 2^%d bytes", bytes ? "" : "'", p->pointer_bits == 32 ? 29 : 55);
    if (s->null && s->length.param == UINT32_MAX) buf_str(out, "; null only if that number is 0");
}

static void tell_shape(const struct words *w, const char *path, const struct ir_shape *s) {
    struct buf text = {0};
    if (s->kind == IR_SHAPE_ANY) return;
    buf_printf(&text, "'%s' is %s", path, s->null ? "null or " : "");
    if (s->kind == IR_SHAPE_STRING) {
        buf_str(&text, "a string");
    } else if (s->kind == IR_SHAPE_ARRAY) {
        say_array(w, s, &text);
    } else if (s->kind == IR_SHAPE_FUNCTION && s->function != UINT32_MAX) {
        buf_printf(&text, "'%s'", w->in->program->funcs.at[s->function].name);
    } else if (s->kind == IR_SHAPE_FUNCTION) {
        buf_printf(&text, "a function that returns and leaves all that '%s' works on as it is", w->in->program->funcs.at[w->in->entry].name);
    } else {
        static const char *const words[] = {[IR_SHAPE_OBJECT] = "the address of one '",
                                            [IR_SHAPE_LIST] = "the address of a node of an acyclic list of '",
                                            [IR_SHAPE_DOUBLY] = "the address of a node of an acyclic list of '",
                                            [IR_SHAPE_TREE] = "the address of the root of a tree of '"};
        buf_str(&text, s->ring && is_list(s) ? "the address of a node of a ring of '" : words[s->kind]);
        ir_name_ctype(w->in->program, s->ctype, &text);
        buf_char(&text, '\'');
        if (s->kind == IR_SHAPE_LIST || s->kind == IR_SHAPE_DOUBLY) quote_member(&text, w, ", linked by ", s->ctype, s->next);
        if (s->kind == IR_SHAPE_DOUBLY) quote_member(&text, w, " and ", s->ctype, s->back);
        if (s->ring && is_list(s)) say_whole(w, s, &text);
        bool looped = s->kind == IR_SHAPE_DOUBLY && ir_input_is_looped(w->in, w->owner);
        if (looped) quote_member(&text, w, ", the first, whose ", s->ctype, s->back);
        if (looped) buf_str(&text, " leads to the last");
    }
    for (uint32_t i = 0; i < s->n_children; i++)
        quote_member(&text, w, !i ? ", linked by " : i + 1 < s->n_children ? ", " : " and ", s->ctype, s->child[i]);
    w->line(w->self, buf_text(&text));
    buf_free(&text);
    tell_inside(w, path, s);
    tell_wholes(w, s);
}

// The second member that leads to a list may lead to the end of the first one's.
static void tell_end(const struct words *w, const char *path, const struct ir_shape *s) {
    struct first_member *first = w->first;
    struct buf text = {0};
    if (!first || !is_list(s)) return;
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

static void tell_limit(const struct words *w, uint64_t offset, uint64_t size) {
    struct buf text = {0};
    struct ir_limit most;
    if (!ir_input_limit(w->in, w->owner, offset, &most)) return;
    quote_number(w, &text, offset, size);
    buf_str(&text, most.below ? " is not negative and below " : " is not negative and at most ");
    if (most.size)
        quote_number(w, &text, most.offset, most.size);
    else
        buf_printf(&text, "%llu", (unsigned long long)most.most);
    w->line(w->self, buf_text(&text));
    buf_free(&text);
}

// A member that is the head of a ring; told once, with its first link.
static bool tell_head(const struct words *w, uint64_t offset) {
    struct ir_shape s;
    struct buf text = {0};
    uint64_t at;
    uint32_t part;
    if (!ir_input_is_head(w->in, w->owner, offset, &at, &s)) return false;
    bool all = same_type(w->in->program, w->owner, s.ctype, DEEPEST);
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
    tell_limit(w, offset, size);
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

static void tell_inside(const struct words *w, const char *path, const struct ir_shape *s) {
    struct words inner = *w;
    struct buf element = {0};
    buf_printf(&element, "%s[i]", path);
    bool array = s->kind == IR_SHAPE_ARRAY;
    inner.node = s;
    inner.path = array ? buf_text(&element) : path;
    inner.owner = s->ctype;
    inner.global = UINT32_MAX;
    inner.whole = s->whole || array;
    inner.depth = w->depth + 1;
    struct first_member first = {0};
    inner.first = &first;
    if (s->kind > IR_SHAPE_FUNCTION && inner.depth < IR_INPUT_DEPTH) ir_input_members(w->in->program, s->ctype, &inner, tell_member);
    tell_count(&inner, &first);
    buf_free(&first.path);
    buf_free(&element);
}

// What the structures hold that the other nodes of a ring are parts of.
static void tell_wholes(const struct words *w, const struct ir_shape *s) {
    struct ir_shape whole = *s;
    struct buf name = {0};
    if (!s->ring || !is_list(s) || s->whole_ctype == IR_NO_TYPE) return;
    whole.ctype = s->whole_ctype;
    whole.whole_ctype = IR_NO_TYPE;
    whole.next += s->part;
    whole.back += s->part;
    whole.whole = true;
    ir_name_ctype(w->in->program, whole.ctype, &name);
    tell_inside(w, buf_text(&name), &whole);
    buf_free(&name);
}

static void name_root(const struct ir_inputs *in, const struct ir_input_root *r, struct buf *out) {
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    const char *name = r->global == UINT32_MAX ? f->locals.at[r->param].name : NULL;
    const struct ir_addr *a = name && !(f->locals.at[r->param].flags & IR_USER) ? variable_of(f, r->param) : NULL;
    if (a)
        ir_name_addr(in->program, f, a, in->program->pointer_bits / 8, out);
    else if (name)
        buf_str(out, name);
    else if (r->global == UINT32_MAX || !ir_name_variable(in->program, f, ir_val_of(IR_GLOBAL, r->global), out))
        buf_str(out, "(...)");
}

static void tell_params(const struct words *w) {
    const struct ir_func *f = &w->in->program->funcs.at[w->in->entry];
    for (uint32_t k = 0; k < f->n_params; k++) {
        struct ir_shape s = ir_input_param(w->in, k);
        struct buf name = {0};
        name_root(w->in, &(struct ir_input_root){k, UINT32_MAX, s}, &name);
        if (s.whole && !s.blank) tell_inside(w, buf_text(&name), &s);
        if (!s.whole) tell_shape(w, buf_text(&name), &s);
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
        ir_input_members(p, w->owner, w, tell_member);
        tell_count(w, &first);
        w->first = NULL;
        w->global = UINT32_MAX;
        buf_free(&first.path);
        buf_free(&name);
        buf_free(&text);
    }
}

// The roots that may share something with the first of them; told with the first.
static void tell_sharing(const struct words *w, uint32_t first) {
    const struct ir_inputs *in = w->in;
    struct buf text = {0};
    uint32_t n = 1;
    for (uint32_t i = 0; i < first; i++)
        if (are_alike(in, &in->roots.at[i].shape, &in->roots.at[first].shape)) return;
    buf_char(&text, '\'');
    name_root(in, &in->roots.at[first], &text);
    for (uint32_t i = first + 1; i < in->roots.n; i++) {
        if (!are_alike(in, &in->roots.at[first].shape, &in->roots.at[i].shape)) continue;
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
    if (is_shared_never(in, s))
        buf_str(&text, "': they share nothing");
    else
        buf_printf(&text, "': %s may %s", n > 2 ? "two of them, not more," : "both", s->ring && is_list(s) ? "be in one ring" : shared[s->kind]);
    if (n > 1) w->line(w->self, buf_text(&text));
    buf_free(&text);
}

void ir_inputs_words(const struct ir_inputs *in, void *self, void (*line)(void *self, const char *text)) {
    struct words w = {.in = in, .self = self, .line = line, .path = "", .owner = IR_NO_TYPE, .global = UINT32_MAX};
    tell_params(&w);
    tell_globals(&w);
    for (uint32_t i = 0; i < in->roots.n; i++) tell_sharing(&w, i);
}
