// SPDX-License-Identifier: MIT
#include "exec/met.h"

#include <assert.h>

#include "exec/fault.h"
#include "exec/given.h"
#include "ir/clauses.h"
#include "ir/standin.h"
#include "ir/tagged.h"

// ---- contracts ---------------------------------------------------------------------------------------------------------------------------

struct contract {
    struct ir_agreed agreed;
    struct ir_usage usage;
    struct ir_inputs *cases;
    uint32_t n_cases;
    VEC(uint32_t) globals;  // that the function may name
    struct exec_contract_calls calls;
};
struct exec_contracts {
    VEC(struct contract *) all;
    struct contract **of;  // by function; NULL: it has none
    bool closed;           // calls are no longer counted
};

static void *zeroed(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

static struct contract *make_contract(const struct ir_program *p, const struct ir_lib_table *lib, uint32_t func) {
    struct contract *c = zeroed(1, sizeof *c);
    struct ir_agreed *a = &c->agreed;
    bool stated = ir_agreed_begin(a, p, func), open = true;
    assert(stated);
    (void)stated;
    c->calls.func = func;
    ir_usage_begin(&c->usage, p, func);
    c->cases = zeroed(a->stated.cases.n, sizeof *c->cases);
    for (uint32_t i = 0; i < a->stated.cases.n && open; i++) {
        open = ir_inputs_begin(&c->cases[i], p, func, lib, (struct ir_input_options){.required = &a->required[i], .usage = &c->usage});
        c->n_cases += open;
        if (open && !c->calls.unclear) c->calls.unclear = ir_required_differs(&c->cases[i], &a->by, &a->stated, &a->stated.cases.at[i]);
    }
    for (uint32_t g = 0; g < p->globals.n && c->n_cases; g++)
        if (ir_input_is_global(&c->cases[0], g)) vec_push(&c->globals, g);
    return c;
}

struct exec_contracts *exec_contracts_begin(const struct ir_program *p, const struct ir_lib_table *lib) {
    struct exec_contracts *c = zeroed(1, sizeof *c);
    c->of = zeroed(p->funcs.n, sizeof(struct contract *));
    for (uint32_t i = 0; i < p->contracts.n; i++) {
        uint32_t func = p->contracts.at[i].func;
        if (p->funcs.at[func].flags & (IR_EXTERN | IR_SUPPLIED)) continue;  // without body: it looks itself
        c->of[func] = make_contract(p, lib, func);
        vec_push(&c->all, c->of[func]);
    }
    return c;
}

void exec_contracts_end(struct exec_contracts *c) {
    for (uint32_t i = 0; i < c->all.n; i++) {
        struct contract *x = c->all.at[i];
        for (uint32_t k = 0; k < x->n_cases; k++) ir_inputs_end(&x->cases[k]);
        free(x->cases);
        ir_usage_end(&x->usage);
        ir_agreed_end(&x->agreed);
        vec_free(&x->globals);
        free(x);
    }
    vec_free(&c->all);
    free(c->of);
    free(c);
}

void exec_contracts_close(struct exec_contracts *c) {
    c->closed = true;
}

uint32_t exec_contracts_n(const struct exec_contracts *c) {
    return c->all.n;
}

const struct exec_contract_calls *exec_contracts_calls(const struct exec_contracts *c, uint32_t k) {
    return &c->all.at[k]->calls;
}

// ---- what is there -----------------------------------------------------------------------------------------------------------------------

struct claim {  // bytes that one clause speaks of
    uint64_t from, to;
    uint32_t root;  // of the inputs that leads there; or ELSEWHERE
    struct ir_demand by;
};
enum { ELSEWHERE = UINT32_MAX };
struct look {
    const struct exec_machine *m;
    const struct ir_inputs *in;
    const struct exec_value *args;
    uint32_t n_args, root;
    VEC(struct claim) claims;
    uint64_t claimed, most;  // bytes: more are not there
    const char *why;         // NULL: nothing is broken; else `broken` is, and why
    struct ir_demand broken;
    bool unsure;
};
struct nodes {  // a list that was walked
    uint64_t n, first, last;
};
struct object {  // in hand
    struct look *l;
    uint64_t at, member;  // and the offset of the member in hand
    uint32_t owner, global;
    int depth;
    bool array;  // one of those on the way is an array
    const struct ir_shape *node;
    bool found;  // a member leads to a list: `shape` and `list` are those of the first one
    struct ir_shape shape;
    struct nodes list;
    uint32_t lists, pairs;
};

static bool breaks(struct look *l, const struct ir_demand *by, const char *why) {
    if (!l->why) l->why = why, l->broken = *by;
    return false;
}

static const struct exec_block *block_at(const struct look *l, uint64_t address, uint64_t size) {
    uint32_t number = address ? exec_block_at(&l->m->memory, address) : 0;
    const struct exec_block *b = number ? exec_block(&l->m->memory, number) : NULL;
    bool there = b && b->life == EXEC_LIVE && b->bytes && address >= b->address && size <= b->size && address - b->address <= b->size - size;
    return there ? b : NULL;
}

// What a clause leads to is there, and is claimed for it.
static bool take(struct look *l, uint64_t address, uint64_t size, const struct ir_demand *by) {
    if (!block_at(l, address, size)) return breaks(l, by, "something that is not there, or no longer");
    l->claimed += size;
    if (l->claimed > l->most) return breaks(l, by, "something that is there more than once");
    if (size) vec_push(&l->claims, (struct claim){address, address + size, l->root, *by});
    return true;
}

static uint64_t word(const struct look *l) {
    return l->m->program->pointer_bits / 8;
}

static uint64_t size_of(const struct look *l, uint32_t ctype) {
    return ctype < l->m->program->ctypes.n ? l->m->program->ctypes.at[ctype].size : 0;
}

// A number of at most 8 bytes.
static struct exec_value read_at(const struct look *l, uint64_t address, uint64_t size) {
    const struct exec_block *b = size <= 8 ? block_at(l, address, size) : NULL;
    struct exec_value v = {.unknown = 1};
    uint32_t origins[16];
    if (b) exec_bytes_read(b, address - b->address, (uint32_t)size, &v, origins);
    return v;
}

// A link of a node, for going on; false: it cannot be followed.
static bool link_at(struct look *l, uint64_t address, const struct ir_demand *by, uint64_t *to) {
    struct exec_value v = read_at(l, address, word(l));
    *to = (uint64_t)v.bits;
    if (v.unknown) return l->unsure = true, false;
    return !v.uninit || breaks(l, by, "a link that nobody wrote");
}

static bool meet_pointer(struct object *o, const struct exec_value *v, const struct ir_shape *s, const struct ir_demand *by, struct nodes *list);
static bool meet_members(struct object *o);

static bool meet_inside(const struct object *o, uint64_t at, const struct ir_shape *s) {
    bool array = s->kind == IR_SHAPE_ARRAY;
    struct object inner = {.l = o->l, .at = at, .owner = s->ctype, .global = UINT32_MAX, .depth = o->depth + (!array || o->array), .array = o->array || array};
    inner.node = s->kind == IR_SHAPE_OBJECT || s->kind == IR_SHAPE_ARRAY ? NULL : s;
    return s->blank || meet_members(&inner);
}

// A node that pointers lead to like this.
static bool meet_node(const struct object *o, uint64_t to, const struct ir_shape *s, const struct ir_demand *by) {
    struct ir_shape node = ir_shape_of_node(s);
    return take(o->l, to - node.at, size_of(o->l, node.ctype), by) && meet_inside(o, to - node.at, &node);
}

// ---- lists, rings and trees --------------------------------------------------------------------------------------------------------------

// From a node on along one of its links; each of those behind it leads back, if `back` is the other link.
static bool walk(const struct object *o, const struct ir_shape *s, const struct ir_demand *by, uint64_t along, uint64_t back, struct nodes *out) {
    for (uint64_t next;; out->last = next, out->n++) {
        uint64_t before = 0;
        if (!link_at(o->l, out->last + along, by, &next)) return false;
        if (!next) return true;
        if (!meet_node(o, next, s, by)) return false;
        if (s->kind == IR_SHAPE_DOUBLY && !link_at(o->l, next + back, by, &before)) return false;
        if (s->kind == IR_SHAPE_DOUBLY && before != out->last + (along == s->next ? ir_shape_back_to(s) : 0)) return breaks(o->l, by, "a node that does not lead back");
    }
}

// What the first node leads back to is the pointer that leads to it: a member, or for a parameter any.
static bool meet_front(const struct object *o, uint64_t at, uint64_t back, const struct ir_demand *by) {
    uint64_t to = at;
    if (o->owner != IR_NO_TYPE && back != o->at + o->member) return breaks(o->l, by, "a first node that does not lead to the pointer that leads to it");
    if (o->owner == IR_NO_TYPE && (!take(o->l, back, word(o->l), by) || !link_at(o->l, back, by, &to))) return false;
    return to == at || breaks(o->l, by, "a node that does not lead to the pointer that leads to it");
}

// `first`: no node stands before it.
static bool meet_list(const struct object *o, uint64_t at, const struct ir_shape *s, const struct ir_demand *by, bool first, struct nodes *out) {
    bool doubly = s->kind == IR_SHAPE_DOUBLY, looped = s->looped;
    struct nodes before = {.last = at};
    uint64_t back = 0;
    *out = (struct nodes){.n = 1, .first = at, .last = at};
    if (!meet_node(o, at, s, by) || !walk(o, s, by, s->next, s->back, out)) return false;
    if (!doubly) return true;
    if (!link_at(o->l, at + s->back, by, &back)) return false;
    if (s->linked) return meet_front(o, at, back, by);
    if (looped) return back == out->last || breaks(o->l, by, "a first node that does not lead to the last one");
    if (first) return !back || breaks(o->l, by, "a node that is not the first one");
    bool good = walk(o, s, by, s->back, s->next, &before);
    out->n += before.n;
    out->first = before.last;
    return good;
}

// The nodes behind this one, until it is there again.
static bool meet_ring(const struct object *o, uint64_t start, const struct ir_shape *s, const struct ir_demand *by) {
    struct ir_shape whole;
    uint64_t node = start, next, back = 0;
    ir_shape_has_whole(s, &whole);
    for (;; node = next) {
        if (!link_at(o->l, node + s->next, by, &next)) return false;
        if (!next) return breaks(o->l, by, "a ring that ends");
        if (next != start && !meet_node(o, next, &whole, by)) return false;
        if (s->kind == IR_SHAPE_DOUBLY && !link_at(o->l, next + s->back, by, &back)) return false;
        if (s->kind == IR_SHAPE_DOUBLY && back != node) return breaks(o->l, by, "a node that does not lead back");
        if (next == start) return true;
    }
}

// The root of the tree that a node is in; of a member it is the node itself.
static bool climb(const struct object *o, const struct ir_shape *s, const struct ir_demand *by, uint64_t *node) {
    uint64_t size = size_of(o->l, s->ctype), left = o->l->most / (size ? size : 1);
    for (uint64_t up = 0; s->parents; *node = up) {
        if (!link_at(o->l, *node + s->up, by, &up)) return false;
        if (!up) return true;
        if (o->owner != IR_NO_TYPE || !left-- || !block_at(o->l, up, size)) return breaks(o->l, by, "a node that does not lead up to a root");
    }
    return true;
}

static bool meet_tree(const struct object *o, uint64_t start, const struct ir_shape *s, const struct ir_demand *by) {
    VEC(uint64_t) todo = {0};
    uint64_t root = start;
    bool good = block_at(o->l, start, size_of(o->l, s->ctype)) ? climb(o, s, by, &root) : breaks(o->l, by, "something that is not there, or no longer"), found = false;
    vec_push(&todo, root);
    while (todo.n && good) {
        uint64_t node = vec_pop(&todo), child, up = node;
        good = meet_node(o, node, s, by);
        found |= node == start;
        for (uint32_t i = 0; i < s->n_children && good; i++) {
            good = link_at(o->l, node + s->child[i], by, &child) && (!child || !s->parents || link_at(o->l, child + s->up, by, &up));
            if (good && up != node) good = breaks(o->l, by, "a node that does not lead to its parent");
            if (good && child) vec_push(&todo, child);
        }
    }
    vec_free(&todo);
    return good && (found || breaks(o->l, by, "a node that its parent does not lead to"));
}

// ---- other things ------------------------------------------------------------------------------------------------------------------------

static bool meet_string(struct look *l, uint64_t at, const struct ir_demand *by) {
    for (uint64_t n = 0;; n++) {
        if (!block_at(l, at + n, 1)) return breaks(l, by, "a text that does not end");
        struct exec_value c = read_at(l, at + n, 1);
        if (c.unknown) return l->unsure = true;
        if (c.uninit) return breaks(l, by, "a text that nobody wrote");
        if (!c.bits) return take(l, at, n + 1, by);
    }
}

// Of a function with another body than it should have nothing is known.
static bool meet_role(struct look *l, uint32_t func, const struct ir_shape *s, const struct ir_demand *by) {
    const struct ir_program *p = l->in->program;
    enum ir_role role = ir_role_of(p, func);
    l->unsure |= role == IR_N_ROLES;
    return l->unsure || role == ir_role_of(p, s->function) || breaks(l, by, "another function");
}

static bool meet_function(struct look *l, const struct exec_value *v, const struct ir_shape *s, const struct ir_demand *by) {
    uint32_t block;
    uint64_t offset;
    if (!exec_resolve(l->m, v, &block, &offset) || offset) return breaks(l, by, "no function");
    const struct exec_block *b = exec_block(&l->m->memory, block);
    if (b->kind != EXEC_CODE && !exec_is_unseen(l->m, block)) return breaks(l, by, "no function");
    if (b->kind == EXEC_CODE && ir_is_standin(l->in->program, s->function)) return meet_role(l, b->index, s, by);
    enum ir_role role = b->kind == EXEC_CODE ? ir_role_of(l->in->program, b->index) : IR_N_ROLES;
    if (s->function == UINT32_MAX && (role == IR_REALLOCATOR || role == IR_DEALLOCATOR)) return breaks(l, by, "a function that frees");
    return s->function == UINT32_MAX || (b->kind == EXEC_CODE && b->index == s->function) || breaks(l, by, "another function");
}

static bool meet_array(const struct object *o, uint64_t at, const struct ir_shape *s, uint64_t n, const struct ir_demand *by) {
    uint64_t size = size_of(o->l, s->ctype), stride = size ? size : 1;
    bool pointers = size && o->l->m->program->ctypes.at[s->ctype].kind != IR_C_INT;
    if (n > o->l->most / stride) return breaks(o->l, by, "fewer elements");
    if (!take(o->l, at, n * stride, by)) return o->l->why = "fewer elements", false;
    for (uint64_t i = 0; i < n * stride; i++)
        if (read_at(o->l, at + i, 1).uninit) return breaks(o->l, by, "elements that nobody wrote");
    bool good = true;
    for (uint64_t i = 0; i < n && pointers && good; i++) good = meet_inside(o, at + i * stride, s);
    return good;
}

// How many elements there are at an address; false: nobody knows.
static bool length_of(const struct object *o, uint64_t at, const struct ir_shape *s, uint64_t *n) {
    struct exec_value v = {.unknown = 1};
    uint64_t bits = s->length.size * 8;
    if (s->length.param == UINT32_MAX) {
        v = read_at(o->l, o->at + s->length.offset, s->length.size);
    } else if (s->length.param < o->l->n_args) {
        v = o->l->args[s->length.param];
        bits = s->length.end ? word(o->l) * 8 : ir_bits(o->l->m->program->funcs.at[o->l->in->entry].locals.at[s->length.param].type);
    }
    *n = (uint64_t)(v.bits & ir_mask((uint32_t)bits));
    if (s->length.end && at) {  // behind the last of them; else too many
        uint64_t size = size_of(o->l, s->ctype), stride = size ? size : 1;
        *n = *n < at || (*n - at) % stride ? UINT64_MAX : (*n - at) / stride;
    }
    if (v.unknown) o->l->unsure = true;
    return !v.unknown && !v.uninit;
}

static bool meet_pointer(struct object *o, const struct exec_value *v, const struct ir_shape *s, const struct ir_demand *by, struct nodes *list) {
    struct look *l = o->l;
    uint64_t at = (uint64_t)v->bits, n = 0;
    *list = (struct nodes){0};
    if (s->kind == IR_SHAPE_ANY) return true;
    if (v->unknown) return l->unsure = true;
    if (v->uninit) return breaks(l, by, "where nobody wrote a pointer");
    if (s->kind == IR_SHAPE_ARRAY && !length_of(o, at, s, &n)) return l->unsure || breaks(l, by, "so many elements as nobody wrote");
    bool member = s->kind == IR_SHAPE_ARRAY && (s->length.end || s->length.param == UINT32_MAX);  // null only if there are no elements
    if (!at) return (s->null && !(member && n)) || breaks(l, by, member && n ? "fewer elements" : "null");
    switch (s->kind) {
    case IR_SHAPE_STRING: return meet_string(l, at, by);
    case IR_SHAPE_FUNCTION: return meet_function(l, v, s, by);
    case IR_SHAPE_ARRAY: return meet_array(o, at, s, n, by);
    case IR_SHAPE_TREE: return meet_tree(o, at, s, by);
    case IR_SHAPE_OBJECT: return meet_node(o, at, s, by);
    default: break;
    }
    assert(ir_shape_is_list(s));
    bool first = o->owner != IR_NO_TYPE && ir_proposes(l->in, IR_PROPOSE_QUEUES);
    if (s->ring) return meet_node(o, at, s, by) && meet_ring(o, at, s, by);
    return meet_list(o, at, s, by, first, list);
}

// ---- members -----------------------------------------------------------------------------------------------------------------------------

static struct ir_demand about(const struct object *o, enum ir_demand_kind kind, uint64_t offset) {
    bool global = o->global != UINT32_MAX;
    return (struct ir_demand){kind, UINT32_MAX, o->global, global ? IR_NO_TYPE : o->owner, offset, 0};
}

// The second of two members that belong together: the last node of the first one's list, or both are null.
static bool meet_end(struct object *o, const struct exec_value *v, const struct ir_shape *s, const struct ir_demand *by) {
    struct nodes own;
    struct ir_demand ends = ir_demand_about(IR_DEMAND_ENDS, o->owner, 0);
    o->pairs++;
    if (v->unknown) return o->l->unsure = true;
    if (!v->uninit && (uint64_t)v->bits == o->list.last) return true;
    if (ir_proposes(o->l->in, IR_PROPOSE_QUEUES)) return breaks(o->l, &ends, "another node than the last one");
    return meet_pointer(o, v, s, by, &own);
}

static bool meet_member(struct object *o, uint64_t offset, const struct ir_shape *s) {
    struct exec_value v = read_at(o->l, o->at + offset, word(o->l));
    struct ir_demand by = about(o, IR_DEMAND_SHAPE, offset);
    struct nodes list;
    bool is_list = ir_shape_is_list(s);
    o->member = offset;
    o->lists += is_list;
    if (o->found && is_list && ir_input_is_end(o->l->in, &o->shape, s)) return meet_end(o, &v, s, &by);
    bool good = meet_pointer(o, &v, s, &by, &list);
    if (is_list && !o->found) o->found = true, o->shape = *s, o->list = list;
    return good;
}

static void see_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct object *o = self;
    struct look *l = o->l;
    const struct ir_program *p = l->m->program;
    struct ir_shape ring;
    uint64_t head;
    (void)name, (void)size;
    if (l->why || o->depth >= IR_INPUT_DEPTH || (o->node && ir_shape_is_link(o->node, offset))) return;
    if (ir_input_is_head(l->in, o->owner, offset, &head, &ring)) {
        struct ir_demand by = ir_demand_about(IR_DEMAND_HEAD, o->owner, head);
        if (offset == head) meet_ring(o, o->at + head, &ring, &by);
    } else if (ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_POINTER) {
        struct ir_shape s = o->global != UINT32_MAX ? ir_input_global(l->in, o->global, offset, ctype) : ir_input_member(l->in, o->owner, offset, ctype);
        meet_member(o, offset, &s);
    }
}

static void see_bounds(struct look *l, const struct exec_value *v, const struct exec_value *top, const struct ir_limit *by, const struct ir_demand *clause) {
    uint64_t least = by->below && !top->bits ? UINT64_MAX : by->least, bits = (uint64_t)v->bits;
    if (v->unknown || top->unknown)
        l->unsure = true;
    else if (v->uninit || top->uninit || bits < least || bits > (uint64_t)top->bits - by->below)
        breaks(l, clause, bits < least ? "a number that is too small" : "a number that is too large");
}

static void see_limit(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct object *o = self;
    struct ir_limit most;
    (void)name;
    if (o->l->why || !ir_input_limit(o->l->in, o->owner, offset, ctype, &most)) return;
    struct ir_demand by = ir_demand_about(IR_DEMAND_LIMIT, o->owner, offset);
    struct exec_value v = read_at(o->l, o->at + offset, size), top = most.size ? read_at(o->l, o->at + most.offset, most.size) : exec_int(most.most);
    see_bounds(o->l, &v, &top, &most, &by);
}

// A member leads to the null pointer at the end of the list beside it.
static void meet_tail(const struct object *o) {
    struct ir_tail t;
    struct ir_demand by = ir_demand_about(IR_DEMAND_TAIL, o->owner, 0);
    if (o->l->why || !o->found || !ir_input_tail(o->l->in, o->owner, &t)) return;
    struct exec_value v = read_at(o->l, o->at + t.tail, word(o->l));
    uint64_t end = o->list.n ? o->list.last + o->shape.next : o->at + t.first;
    if (v.unknown) o->l->unsure = true;
    if (!v.unknown && (v.uninit || (uint64_t)v.bits != end)) breaks(o->l, &by, "something else than the end of the list");
}

// What a number says to be in a union beside it is there.
static void meet_tagged(struct object *o) {
    struct ir_choice all[IR_MOST_TAGGED];
    bool known = !o->l->why && o->global == UINT32_MAX && o->owner < o->l->m->program->ctypes.n && o->depth < IR_INPUT_DEPTH;
    uint32_t n = known ? ir_input_tagged(o->l->in, o->owner, all) : 0;
    struct exec_value tag = n ? read_at(o->l, o->at + all[0].is.tag, all[0].is.size) : exec_int(0);
    if (n && tag.unknown) o->l->unsure = true;
    for (uint32_t i = 0; i < n && !tag.unknown && !tag.uninit && !o->l->why; i++) {
        struct nodes own;
        struct ir_demand by = ir_demand_where(&all[i].is);
        if (all[i].is.value != (uint64_t)(tag.bits & ir_mask((uint32_t)all[i].is.size * 8))) continue;
        struct exec_value v = read_at(o->l, o->at + all[i].is.offset, word(o->l));
        o->member = all[i].is.offset;
        meet_pointer(o, &v, &all[i].shape, &by, &own);
    }
}

static bool meet_members(struct object *o) {
    struct look *l = o->l;
    uint64_t size, at;
    ir_members(l->m->program, o->owner, o, see_member);
    meet_tagged(o);
    if (o->owner >= l->m->program->ctypes.n || o->depth >= IR_INPUT_DEPTH) return !l->why;
    meet_tail(o);
    if (ir_proposes(l->in, IR_PROPOSE_ARRAYS)) ir_members(l->m->program, o->owner, o, see_limit);
    at = ir_input_count(l->in, o->owner, &size);
    if (at == UINT64_MAX || !o->found || !ir_is_counted(o->lists, o->pairs)) return !l->why;
    struct ir_demand by = ir_demand_about(IR_DEMAND_COUNT, o->owner, 0);
    struct exec_value n = read_at(l, o->at + at, size);
    if (n.unknown) l->unsure = true;
    if (!n.unknown && (n.uninit || (uint64_t)n.bits != (o->list.n & (uint64_t)ir_mask((uint32_t)size * 8)))) breaks(l, &by, "another number of nodes");
    return !l->why;
}

// ---- a call ------------------------------------------------------------------------------------------------------------------------------

static uint32_t root_of(const struct ir_inputs *in, uint32_t param, uint32_t global) {
    for (uint32_t i = 0; i < in->roots.n; i++)
        if (in->roots.at[i].param == param && in->roots.at[i].global == global) return i;
    return ELSEWHERE;
}

static int by_place(const void *a, const void *b) {
    const struct claim *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

static bool may_share(const struct ir_inputs *in, const struct claim *a, const struct claim *b) {
    return a->root != b->root && a->root != ELSEWHERE && b->root != ELSEWHERE && ir_input_may_share(in, &in->roots.at[a->root], &in->roots.at[b->root]);
}

// No two clauses speak of the same bytes, unless they may.
static void look_apart(struct look *l) {
    if (l->claims.n) qsort(l->claims.at, l->claims.n, sizeof *l->claims.at, by_place);
    for (uint32_t i = 0; i < l->claims.n && !l->why; i++)
        for (uint32_t k = i + 1; k < l->claims.n && l->claims.at[k].from < l->claims.at[i].to && !l->why; k++)
            if (!may_share(l->in, &l->claims.at[i], &l->claims.at[k])) breaks(l, &l->claims.at[k].by, "something that another pointer leads to as well");
}

// A parameter leads to a node of what a member of another's object leads to.
static void look_within(struct look *l) {
    const struct ir_within *w = &l->in->within;
    struct ir_demand by = {IR_DEMAND_WITHIN, w->param, UINT32_MAX, IR_NO_TYPE, 0, 0};
    if (l->why || w->param >= l->n_args) return;
    const struct exec_value *v = &l->args[w->param];
    struct ir_shape s = ir_input_param(l->in, w->param);
    uint32_t holder = root_of(l->in, w->holder, UINT32_MAX);
    uint64_t at = ir_shape_of_node(&s).at;
    bool found = !v->bits && s.null;
    for (uint32_t i = 0; i < l->claims.n && !found; i++) {
        const struct claim *c = &l->claims.at[i];
        bool node = c->root == holder && c->by.kind == IR_DEMAND_SHAPE && c->by.owner == w->owner && c->by.offset == w->offset;
        found = node && c->from + at == (uint64_t)v->bits;
    }
    if (v->unknown) l->unsure = true;
    if (!v->unknown && (v->uninit || !found)) breaks(l, &by, "no node of that");
}

static void look_at_number(struct look *l, uint32_t k) {
    struct ir_demand by = ir_demand_limit_of_param(k);
    struct ir_limit most;
    if (l->why || !ir_input_limit_of_param(l->in, k, &most)) return;
    struct exec_value top = exec_int(most.most);
    see_bounds(l, &l->args[k], &top, &most, &by);
}

static void look_at_case(struct look *l, const struct contract *c) {
    const struct ir_func *f = &l->m->program->funcs.at[l->in->entry];
    for (uint32_t k = 0; k < f->n_params && k < l->n_args && !l->why; k++) {
        struct object o = {.l = l, .owner = IR_NO_TYPE, .global = UINT32_MAX};
        struct ir_shape s = ir_input_param(l->in, k);
        struct ir_demand by = {IR_DEMAND_SHAPE, k, UINT32_MAX, IR_NO_TYPE, 0, 0};
        struct nodes list;
        l->root = root_of(l->in, k, UINT32_MAX);
        if (s.whole && !s.blank && l->args[k].unknown)
            l->unsure = true;
        else if (s.whole && !s.blank)
            meet_inside(&o, (uint64_t)l->args[k].bits, &s);
        else if (!s.whole && k != l->in->within.param)
            meet_pointer(&o, &l->args[k], &s, &by, &list);
        look_at_number(l, k);
    }
    look_within(l);
    for (uint32_t i = 0; i < c->globals.n && !l->why; i++) {
        uint32_t g = c->globals.at[i];
        struct object o = {.l = l, .at = exec_block(&l->m->memory, l->m->first_global + g)->address, .owner = l->m->program->globals.at[g].ctype, .global = g};
        l->root = root_of(l->in, UINT32_MAX, g);
        meet_members(&o);
    }
    if (!l->why) look_apart(l);
}

struct clause {  // to be found by what it is about
    const struct ir_demand *which;
    struct buf text;
};

static void find_clause(void *self, const char *text, const struct ir_demand *which) {
    struct clause *c = self;
    const struct ir_demand *d = c->which;
    bool same = which->kind == d->kind && which->param == d->param && which->global == d->global && which->offset == d->offset && which->value == d->value;
    if (!c->text.n && same && which->owner == d->owner) buf_str(&c->text, text);
}

static void record(struct exec_machine *m, const struct contract *c, const struct look *l) {
    const struct ir_contract *x = c->agreed.contract;
    struct clause clause = {.which = &l->broken};
    struct buf text = {0};
    ir_inputs_clauses(l->in, &clause, find_clause);
    buf_printf(&text, "the call of '%s' breaks its contract (%s:%u)", m->program->funcs.at[x->func].name, m->program->files.text.at[x->loc.file], x->loc.line);
    if (clause.text.n) buf_printf(&text, ", which requires %s", clause.text.text);
    buf_printf(&text, ", and gets %s", l->why);
    if (c->n_cases > 1) buf_str(&text, "; nor is it another case of it");
    bool known = false;
    for (uint32_t i = 0; i < m->result->n_faults && !known; i++) known = strcmp(m->result->faults[i].message, text.text) == 0;
    if (!known) exec_record(m, IR_RULE_BROKEN_PROMISE, 0, arena_strdup(&m->result->arena, text.text));
    buf_free(&clause.text);
    buf_free(&text);
}

void exec_look_at_contract(struct exec_machine *m, uint32_t func, const struct exec_value *args, uint32_t n_args) {
    struct contract *c = m->options->contracts->of[func];
    struct look first = {0};
    bool met = false, unsure = false;
    if (!c || c->calls.unclear) return;
    for (uint32_t i = 0; i < c->n_cases && !met; i++) {
        struct look l = {.m = m, .in = &c->cases[i], .args = args, .n_args = n_args};
        l.most = m->memory.bytes * (l.in->roots.n + 1);  // a byte is claimed once by each
        look_at_case(&l, c);
        vec_free(&l.claims);
        met = !l.why && !l.unsure;
        unsure |= !l.why && l.unsure;
        if (i == 0) first = l;
    }
    met |= !c->n_cases;
    if (!met && !unsure) record(m, c, &first);
    if (m->options->contracts->closed) return;
    c->calls.met += met;
    c->calls.unsure += !met && unsure;
    c->calls.broken += !met && !unsure;
}
