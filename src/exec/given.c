// SPDX-License-Identifier: MIT
#include "exec/given.h"

#include <assert.h>

#include "exec/reach.h"
#include "ir/tagged.h"

const char exec_given_shape[] = "what callers provide";
enum { UNSEEN = UINT32_MAX - 1 };  // index of a resource: a function of a caller

// ---- cases -------------------------------------------------------------------------------------------------------------------------------

static bool is_closed(unsigned proposal) {
    return proposal & (IR_PROPOSE_RINGS | IR_PROPOSE_LOOPED);
}

// Rings are no inputs of a function that asks whether the next node is null.
static bool is_meant(const struct ir_inputs *in) {
    for (uint32_t i = 0; i < in->usage->asked.n && is_closed(in->options.proposal); i++)
        if (in->usage->asked.at[i].asked && in->usage->asked.at[i].global == UINT32_MAX) return false;
    return true;
}

static bool add_case(struct exec_given *g, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib, struct ir_input_options o, struct buf *said) {
    struct ir_inputs *in = &g->cases[g->n];
    if (!ir_inputs_begin(in, p, entry, lib, o)) return false;
    if (!g->careful || (is_meant(in) && ir_inputs_are_new(in, said)))
        g->n++;
    else
        ir_inputs_end(in);
    return true;
}

// Arrays with few elements are that in any case.
static bool is_bounded(unsigned proposal) {
    return (proposal & IR_PROPOSE_ROOM) == IR_PROPOSE_ROOM;
}

// First what is least strange: where members that belong together do.
static bool add_cases(struct exec_given *g, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib, struct buf *said) {
    bool open = true;
    for (uint32_t i = ir_n_proposals; i-- > 0 && open;)
        if (!is_closed(ir_proposals[i]) && !is_bounded(ir_proposals[i])) open = add_case(g, p, entry, lib, (struct ir_input_options){.proposal = ir_proposals[i], .usage = g->usage}, said);
    for (uint32_t i = 0; i < ir_n_proposals && open; i++)
        if (is_closed(ir_proposals[i])) open = add_case(g, p, entry, lib, (struct ir_input_options){.proposal = ir_proposals[i], .usage = g->usage}, said);
    return open;
}

// What cannot be provided as it is stated is left out.
static bool add_agreed(struct exec_given *g, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib, struct buf *said) {
    struct ir_agreed *a = &g->agreed;
    bool open = true;
    for (uint32_t i = 0; i < a->stated.cases.n && i < IR_MOST_PROPOSALS && open; i++) {
        open = add_case(g, p, entry, lib, (struct ir_input_options){.required = &a->required[i], .usage = g->usage}, said);
        if (open && ir_required_differs(&g->cases[g->n - 1], &a->by, &a->stated, &a->stated.cases.at[i])) ir_inputs_end(&g->cases[--g->n]);
    }
    return open && g->n;
}

static void forget(struct exec_given *g) {
    if (g->is_agreed) ir_agreed_end(&g->agreed);
    if (g->usage) ir_usage_end(g->usage);
    free(g->usage);
}

bool exec_given_begin(struct exec_given *g, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib, const struct ir_input_options *only) {
    struct buf said = {0};
    assert(ir_n_proposals <= IR_MOST_PROPOSALS);
    g->n = 0;
    g->is_agreed = !only && ir_agreed_begin(&g->agreed, p, entry);
    g->careful = !only && !g->is_agreed;
    g->usage = only || strcmp(p->funcs.at[entry].name, "main") == 0 ? NULL : malloc(sizeof *g->usage);
    if (g->usage) ir_usage_begin(g->usage, p, entry);
    bool open = only ? add_case(g, p, entry, lib, *only, &said) : g->is_agreed ? add_agreed(g, p, entry, lib, &said) : add_cases(g, p, entry, lib, &said);
    buf_free(&said);
    assert(!open || g->n >= 1);
    if (!open) forget(g);
    return open;
}

void exec_given_end(struct exec_given *g) {
    for (uint32_t i = 0; i < g->n; i++) ir_inputs_end(&g->cases[i]);
    g->n = 0;
    forget(g);
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------------

struct first_list {  // that a member of the object in hand leads to
    bool found;
    struct ir_shape shape;
    struct exec_value last;  // node
    uint64_t nodes;
    uint32_t lists, pairs;   // members that lead to lists; to the first and the last node of one
};
struct build {
    struct exec_machine *m;
    const struct ir_inputs *in;
    bool careful;
    struct exec_value at;         // the object in hand
    uint32_t owner, global;       // its C type; the global that it is, or UINT32_MAX
    uint64_t offset;              // and the member in hand
    int depth;                    // pointers on the way
    bool array;                   // one of them leads to an array
    const struct ir_shape *node;  // of a list or tree; else NULL
    struct first_list first;
    struct exec_value *inside;    // the node of what a member leads to that a parameter is to lead to; 0: none yet
    struct exec_value *numbers;   // by parameter that says how many elements there are: how many; else UNCHOSEN
};

static struct exec_value pointer_to(struct build *b, const struct ir_shape *s, struct first_list *list);

static uint64_t choose(const struct build *b, uint64_t n) {
    return exec_draw_below(b->m, n, exec_given_shape);
}

static void put(const struct build *b, const struct exec_value *object, uint64_t offset, ir_type type, const struct exec_value *v) {
    struct exec_value at = exec_plus(b->m, object, offset);
    exec_store(b->m, &at, type, v);
}

static struct exec_value anything(const struct build *b) {
    return exec_any(b->m, ir_ptr(b->m->program), "a pointer of callers that is not followed");
}

static bool is_number(const struct ir_ctype *t, uint64_t size) {
    return t && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_ENUM || t->kind == IR_C_FLOAT) && size <= 8;
}

static void put_number(const struct build *b, const struct ir_ctype *t, uint64_t offset, uint64_t size, const char *name) {
    ir_type type = IR_I((uint32_t)size * 8);
    struct exec_value v = exec_draw(b->m, type, *name ? name : t->name);
    if (strcmp(t->name, "_Bool") == 0 || strcmp(t->name, "bool") == 0) v = exec_int((uint64_t)v.bits & 1);
    put(b, &b->at, offset, type, &v);
}

static const char *const end_words[] = {"tail", "Tail", "last", "Last", "end", "End", "rear", "back", NULL};

static bool is_called_end(const char *name) {
    for (const char *const *w = end_words; *w; w++)
        if (strstr(name, *w)) return true;
    return false;
}

// Is it the last node of the first list?
static bool is_end(const struct build *b, const struct ir_shape *s, const char *name) {
    const struct first_list *f = &b->first;
    struct ir_demand ends = ir_demand_about(IR_DEMAND_ENDS, b->owner, 0);
    enum ir_loosening how;
    if (!f->found || f->pairs || !ir_proposes(b->in, IR_PROPOSE_QUEUES) || !ir_input_is_end(b->in, &f->shape, s)) return false;
    if (ir_input_is_loose(b->in, &ends, &how) && choose(b, 2)) return false;
    return !b->careful || is_called_end(name);
}

static struct exec_value member_value(struct build *b, const struct ir_shape *s, const char *name) {
    struct first_list list = {0};
    bool end = is_end(b, s, name);
    struct exec_value v = end ? b->first.last : pointer_to(b, s, &list);
    uint32_t lists = b->first.lists + (end || list.found), pairs = b->first.pairs + end;
    if (list.found && !b->first.found) b->first = list;
    b->first.lists = lists;
    b->first.pairs = pairs;
    return v;
}

static void put_head(const struct build *b, uint64_t head, const struct ir_shape *s);

static struct ir_shape member_shape(const struct build *b, uint64_t offset, uint32_t ctype) {
    if (b->depth >= IR_INPUT_DEPTH) return (struct ir_shape){.kind = IR_SHAPE_ANY};
    return b->global != UINT32_MAX ? ir_input_global(b->in, b->global, offset, ctype) : ir_input_member(b->in, b->owner, offset, ctype);
}

static void put_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct build *b = self;
    const struct ir_program *p = b->m->program;
    const struct ir_ctype *t = ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
    struct ir_shape ring;
    uint64_t head;
    b->offset = offset;
    if (b->node && ir_shape_is_link(b->node, offset)) return;
    if (b->depth < IR_INPUT_DEPTH && ir_input_is_head(b->in, b->owner, offset, &head, &ring)) {
        if (offset == head) put_head(b, head, &ring);
        return;
    }
    if (t && t->kind == IR_C_POINTER) {
        struct ir_shape s = member_shape(b, offset, ctype);
        if (s.kind == IR_SHAPE_ARRAY) return;
        struct exec_value v = member_value(b, &s, name);
        put(b, &b->at, offset, ir_ptr(p), &v);
    } else if (is_number(t, size)) {
        put_number(b, t, offset, size, name);
    } else {
        struct exec_value at = exec_plus(b->m, &b->at, offset);
        exec_havoc(b->m, &at, size, "what callers put to where its type is not known");
    }
}

static struct exec_value array(const struct build *b, const struct ir_shape *s, uint64_t n);
static struct exec_value gone(const struct build *b);

static uint64_t how_many(const struct build *b, uint64_t most) {
    return exec_draw_below(b->m, most + 1, "how many elements there are");
}

// Null, gone, or with fewer elements than are said to be there.
static struct exec_value broken_array(const struct build *b, const struct ir_shape *s, uint64_t n) {
    uint64_t way = choose(b, 4);
    return !way ? exec_int(0) : way == 1 ? gone(b) : array(b, s, n ? choose(b, n) : 0);
}

// Where so many elements end.
static struct exec_value end_of(const struct build *b, const struct ir_shape *s, const struct exec_value *v, uint64_t n) {
    uint64_t size = s->ctype < b->m->program->ctypes.n ? b->m->program->ctypes.at[s->ctype].size : 0;
    return n ? exec_plus(b->m, v, n * (size ? size : 1)) : *v;
}

// Of an array that a member leads to.
static uint64_t least_elements(const struct build *b, const struct ir_shape *s) {
    struct ir_limit l;
    return !s->length.end && ir_input_limit(b->in, b->owner, s->length.offset, IR_NO_TYPE, &l) ? l.least : 0;
}

// Once the numbers are there: a member that leads to an array, and how many elements that has.
static void put_array(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct build *b = self;
    const struct ir_program *p = b->m->program;
    (void)name, (void)size;
    struct ir_shape s = ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_POINTER ? member_shape(b, offset, ctype) : (struct ir_shape){0};
    if (s.kind != IR_SHAPE_ARRAY) return;
    uint64_t least = least_elements(b, &s);
    struct exec_value n = exec_int(least + how_many(b, EXEC_GIVEN_NODES - least)), none = exec_int(0);
    struct exec_value v = !n.bits && s.null ? none : s.broken ? broken_array(b, &s, (uint64_t)n.bits) : array(b, &s, (uint64_t)n.bits);
    struct exec_value length = s.length.end ? end_of(b, &s, &v, (uint64_t)n.bits) : n;
    put(b, &b->at, offset, ir_ptr(p), &v);
    put(b, &b->at, s.length.offset, s.length.end ? ir_ptr(p) : IR_I((uint32_t)s.length.size * 8), &length);
}

static uint64_t number_at(const struct build *b, uint64_t offset, uint64_t size) {
    const struct exec_block *block = exec_block(&b->m->memory, b->at.block);
    uint64_t n = 0;
    if (offset + size <= block->size && size <= sizeof n) memcpy(&n, block->bytes + offset, size);
    return n;
}

static void put_limit(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct build *b = self;
    struct ir_limit most;
    (void)name;
    if (!ir_input_limit(b->in, b->owner, offset, ctype, &most) || most.counts) return;
    uint64_t top = most.size ? number_at(b, most.offset, most.size) : most.most;
    if (most.below && !top) exec_assume(b->m, "a number of callers that would have to be less than 0");
    top -= most.below && top;
    struct exec_value n = exec_int(how_many(b, top < EXEC_GIVEN_NODES ? top : EXEC_GIVEN_NODES));
    put(b, &b->at, offset, IR_I((uint32_t)size * 8), &n);
}

// A member leads to the null pointer at the end of the list beside it; broken: elsewhere.
static void put_tail(const struct build *b) {
    struct ir_tail t;
    enum ir_loosening how;
    struct ir_demand c = ir_demand_about(IR_DEMAND_TAIL, b->owner, 0);
    if (b->owner >= b->m->program->ctypes.n || !b->first.found || !ir_input_tail(b->in, b->owner, &t)) return;
    uint64_t way = ir_input_is_loose(b->in, &c, &how) ? choose(b, 4) : UINT64_MAX;
    struct exec_value begin = exec_plus(b->m, &b->at, t.first), to = b->first.nodes ? exec_plus(b->m, &b->first.last, b->first.shape.next) : begin;
    if (way <= 1) to = way ? gone(b) : exec_int(0);
    if (way == 2) to = begin;
    put(b, &b->at, t.tail, ir_ptr(b->m->program), &to);
}

// What a number says to be in a union beside it is there.
static void put_tagged(struct build *b) {
    struct ir_choice all[IR_MOST_TAGGED];
    bool known = b->owner < b->m->program->ctypes.n && b->depth < IR_INPUT_DEPTH;
    uint32_t n = known ? ir_input_tagged(b->in, b->owner, all) : 0, chosen = n ? (uint32_t)choose(b, n + 1) : 0;
    struct exec_value tag = exec_int(chosen ? all[chosen - 1].is.value : 0);
    if (chosen) put(b, &b->at, all[0].is.tag, IR_I((uint32_t)all[0].is.size * 8), &tag);
    uint64_t value = n ? number_at(b, all[0].is.tag, all[0].is.size) : 0;
    for (uint32_t i = 0; i < n; i++) {
        if (all[i].is.value != value) continue;
        b->offset = all[i].is.offset;
        struct exec_value v = pointer_to(b, &all[i].shape, &(struct first_list){0});
        put(b, &b->at, all[i].is.offset, ir_ptr(b->m->program), &v);
    }
}

static void put_members(struct build *inner) {
    uint64_t size, at = UINT64_MAX;
    ir_members(inner->m->program, inner->owner, inner, put_member);
    if (inner->owner < inner->m->program->ctypes.n) at = ir_input_count(inner->in, inner->owner, &size);
    put_tail(inner);
    if (inner->global == UINT32_MAX) put_tagged(inner);
    struct exec_value nodes = exec_int(inner->first.nodes);
    if (inner->owner < inner->m->program->ctypes.n && ir_proposes(inner->in, IR_PROPOSE_ARRAYS)) {
        ir_members(inner->m->program, inner->owner, inner, put_array);
        ir_members(inner->m->program, inner->owner, inner, put_limit);
    }
    if (at != UINT64_MAX && inner->first.found && ir_is_counted(inner->first.lists, inner->first.pairs)) put(inner, &inner->at, at, IR_I((uint32_t)size * 8), &nodes);
}

static void fill(const struct build *b, const struct exec_value *object, const struct ir_shape *s) {
    struct build inner = {.m = b->m, .in = b->in, .careful = b->careful, .numbers = b->numbers, .inside = b->inside, .at = *object, .owner = s->ctype, .global = UINT32_MAX, .depth = b->depth + 1, .array = b->array};
    inner.node = s->kind == IR_SHAPE_OBJECT && !s->alone ? NULL : s;
    put_members(&inner);
}

static struct exec_value heap_block(const struct build *b, uint64_t size, enum exec_birth birth) {
    uint32_t block;
    if (!exec_new(b->m, EXEC_HEAP, size, 16, birth, &block)) return exec_int(0);
    exec_block(&b->m->memory, block)->escaped = true;
    return exec_pointer(b->m, block, 0);
}

static struct exec_value object_of(const struct build *b, const struct ir_shape *s) {
    uint64_t size = b->m->program->ctypes.at[s->ctype].size;
    struct exec_value v = heap_block(b, size, s->blank || s->alone ? EXEC_BIRTH_UNINIT : EXEC_BIRTH_ZERO);
    if (s->unbounded && v.block) exec_block(&b->m->memory, v.block)->unsized = true;
    if (v.block && !s->blank) fill(b, &v, s);
    return v;
}

static struct exec_value string(const struct build *b) {
    uint64_t n = exec_draw_below(b->m, EXEC_GIVEN_NODES, "the length of a string");
    struct exec_value s = heap_block(b, n + 1, EXEC_BIRTH_ZERO);
    for (uint64_t i = 0; i < n && s.block; i++) {
        struct exec_value c = exec_draw(b->m, IR_I(8), "a character");
        if (!c.bits) c = exec_int('a');
        put(b, &s, i, IR_I(8), &c);
    }
    return s;
}

// Where something was that is no longer there.
static struct exec_value gone(const struct build *b) {
    struct exec_value v = heap_block(b, 64, EXEC_BIRTH_ZERO);
    if (v.block) exec_free(b->m, &v, EXEC_HEAP, "free");
    return v;
}

// Null, gone, or where something begins, or began, that was made before.
static struct exec_value any_place(const struct build *b) {
    const struct exec_memory *s = &b->m->memory;
    uint64_t way = choose(b, 3);
    uint32_t block = way == 2 && s->heap.n ? s->heap.at[choose(b, s->heap.n)] : 0;
    if (!way) return exec_int(0);
    return block && exec_block(s, block)->kind == EXEC_HEAP ? exec_pointer(b->m, block, 0) : gone(b);
}

static struct exec_value broken_string(const struct build *b) {
    struct exec_value s = heap_block(b, 1, EXEC_BIRTH_ZERO), a = exec_int('a');
    put(b, &s, 0, IR_I(8), &a);
    return s;
}

// Elements one behind the other; those of no type are bytes.
static struct exec_value array(const struct build *b, const struct ir_shape *s, uint64_t n) {
    const struct ir_program *p = b->m->program;
    uint64_t size = s->ctype < p->ctypes.n ? p->ctypes.at[s->ctype].size : 0, stride = size ? size : 1;
    struct ir_shape element = {.kind = IR_SHAPE_OBJECT, .ctype = s->ctype};
    struct exec_value v = heap_block(b, n * stride, EXEC_BIRTH_ZERO);
    struct build own = *b;
    own.depth -= !b->array;  // the first one is part of what has it
    own.array = true;
    for (uint64_t i = 0; i < n && v.block; i++) {
        struct exec_value at = exec_plus(b->m, &v, i * stride), byte;
        if (size)
            fill(&own, &at, &element);
        else
            byte = exec_draw(b->m, IR_I(8), "a byte"), put(b, &at, 0, IR_I(8), &byte);
    }
    return v;
}

// A parameter that leads to elements up to another one.
static struct exec_value array_up_to(const struct build *b, const struct ir_shape *s) {
    uint64_t n = how_many(b, EXEC_GIVEN_NODES);
    bool none = s->null && !choose(b, 2);
    struct exec_value v = none ? exec_int(0) : (s->broken ? broken_array : array)(b, s, n);
    b->numbers[s->length.param] = end_of(b, s, &v, none ? 0 : n);
    return v;
}

static struct exec_value unseen_function(const struct build *b) {
    struct exec_value v;
    if (!exec_resource(b->m, 1, UNSEEN, &v)) return exec_int(0);
    return v;
}

// ---- nodes -------------------------------------------------------------------------------------------------------------------------------

// What the first node leads back to: nothing, or the pointer that leads to it, which is in hand or one of callers.
static struct exec_value front_of(const struct build *b, const struct ir_shape *s, const struct exec_value *first) {
    if (!s->linked) return exec_int(0);
    if (b->owner != IR_NO_TYPE) return exec_plus(b->m, &b->at, b->offset);
    struct exec_value pointer = heap_block(b, b->m->program->pointer_bits / 8, EXEC_BIRTH_ZERO);
    if (pointer.block) put(b, &pointer, 0, ir_ptr(b->m->program), first);
    return pointer;
}

static void link_nodes(const struct build *b, const struct ir_shape *s, const struct exec_value *nodes, uint64_t n) {
    ir_type word = ir_ptr(b->m->program);
    struct exec_value null = exec_int(0);
    for (uint64_t i = 0; i < n; i++) {
        put(b, &nodes[i], s->next, word, i + 1 < n ? &nodes[i + 1] : s->ring ? &nodes[0] : &null);
        if (s->kind != IR_SHAPE_DOUBLY) continue;
        struct exec_value back = i ? exec_plus(b->m, &nodes[i - 1], ir_shape_back_to(s)) : s->ring || s->looped ? nodes[n - 1] : front_of(b, s, &nodes[0]);
        put(b, &nodes[i], s->back, word, &back);
    }
}

// One of the links leads elsewhere: forwards round (of a ring: to its end), to what is gone, or to nothing.
static void break_links(const struct build *b, const struct ir_shape *s, const struct exec_value *nodes, uint64_t n) {
    uint64_t at = choose(b, n), way = choose(b, 3);
    bool back = s->kind == IR_SHAPE_DOUBLY && choose(b, 2);
    struct exec_value to = way == 1 ? gone(b) : way == 2 || s->ring ? exec_int(0) : nodes[choose(b, at + 1)];
    if (way == 2 && !back && !s->ring) return;
    put(b, &nodes[at], back ? s->back : s->next, ir_ptr(b->m->program), &to);
}

// A node, which may be a part of something larger.
static struct exec_value node_of(const struct build *b, const struct ir_shape *s) {
    struct ir_shape whole;
    if (!ir_shape_has_whole(s, &whole)) return object_of(b, s);
    struct exec_value v = object_of(b, &whole);
    return v.block ? exec_plus(b->m, &v, s->part) : v;
}

// A member of the object in hand is the head of a ring.
static void put_head(const struct build *b, uint64_t head, const struct ir_shape *s) {
    struct exec_value nodes[EXEC_GIVEN_NODES] = {exec_plus(b->m, &b->at, head)};
    uint64_t n = choose(b, EXEC_GIVEN_NODES) + 1;
    b->m->result->structures++;
    for (uint64_t i = 1; i < n; i++) {
        nodes[i] = node_of(b, s);
        if (!nodes[i].block) return;
    }
    link_nodes(b, s, nodes, n);
    if (s->broken) break_links(b, s, nodes, n);
}

static bool holds_within(const struct build *b) {
    return b->depth == 1 && b->inside && !b->inside->block && ir_holds_within(b->in, b->owner, b->offset);
}

static struct exec_value list(struct build *b, const struct ir_shape *s, struct first_list *out) {
    struct exec_value nodes[EXEC_GIVEN_NODES];
    uint64_t least = !s->null || s->ring || holds_within(b), n = choose(b, EXEC_GIVEN_NODES - least + 1) + least;
    bool inside = s->kind == IR_SHAPE_DOUBLY && !s->ring && !s->looped && b->owner == IR_NO_TYPE && n > 1;
    if (s->ring && s->null && choose(b, 2)) n = 0;
    b->m->result->structures++;
    for (uint64_t i = 0; i < n; i++) {
        nodes[i] = i || !s->ring ? node_of(b, s) : object_of(b, s);
        if (!nodes[i].block) return exec_int(0);
    }
    link_nodes(b, s, nodes, n);
    if (s->broken && n) break_links(b, s, nodes, n);
    if (n && holds_within(b)) *b->inside = nodes[choose(b, n)];
    *out = (struct first_list){.found = true, .shape = *s, .last = n ? nodes[n - 1] : exec_int(0), .nodes = n};
    return n ? nodes[inside ? choose(b, n) : 0] : exec_int(0);
}

static struct exec_value tree(struct build *b, const struct ir_shape *s, int depth, const struct exec_value *parent) {
    struct exec_value root = node_of(b, s);
    if (s->parents && root.block) put(b, &root, s->up, ir_ptr(b->m->program), parent);
    b->m->result->structures += depth == EXEC_GIVEN_DEPTH;
    for (uint32_t i = 0; i < s->n_children && root.block; i++) {
        bool there = depth > 1 + (s->n_children > 2) && choose(b, 2);
        struct exec_value child = there ? tree(b, s, depth - 1, &root) : exec_int(0);
        put(b, &root, s->child[i], ir_ptr(b->m->program), &child);
    }
    if (s->broken && root.block && !choose(b, 2)) {
        struct exec_value to = choose(b, 2) ? root : gone(b);
        put(b, &root, s->parents && choose(b, 2) ? s->up : s->child[choose(b, s->n_children)], ir_ptr(b->m->program), &to);
    }
    return root;
}

// Of a tree whose nodes know their parents, one that is a parameter leads to any node.
static struct exec_value node_of_tree(struct build *b, const struct ir_shape *s) {
    struct exec_value null = exec_int(0), root = tree(b, s, EXEC_GIVEN_DEPTH, &null), node = root;
    bool within = holds_within(b), any = within || (s->parents && b->owner == IR_NO_TYPE);
    while (any && !s->broken && node.block && choose(b, 2)) {
        struct exec_value at = exec_plus(b->m, &node, s->child[choose(b, s->n_children)]), child;
        if (!exec_load(b->m, &at, ir_ptr(b->m->program), &child) || !child.bits || child.unknown) break;
        node = child;
    }
    if (within) *b->inside = node;
    return within ? root : node;
}

static struct exec_value pointer_to(struct build *b, const struct ir_shape *s, struct first_list *out) {
    if (s->kind == IR_SHAPE_ANY) return s->dropped ? any_place(b) : anything(b);
    if (s->kind == IR_SHAPE_ARRAY && s->length.end && s->length.param != UINT32_MAX) return array_up_to(b, s);
    uint64_t way = s->broken ? choose(b, 4) : UINT64_MAX;
    if (way <= 1) return way ? gone(b) : exec_int(0);
    if (ir_shape_is_list(s)) return list(b, s, out);
    if (s->kind == IR_SHAPE_ARRAY && s->length.param == UINT32_MAX) return anything(b);
    if (s->null && !choose(b, 2)) return exec_int(0);
    if (s->kind == IR_SHAPE_FUNCTION) return s->function != UINT32_MAX ? exec_pointer(b->m, b->m->first_func + s->function, 0) : unseen_function(b);
    if (s->kind == IR_SHAPE_STRING) return s->broken ? broken_string(b) : string(b);
    if (s->kind == IR_SHAPE_ARRAY) return (s->broken ? broken_array : array)(b, s, (uint64_t)b->numbers[s->length.param].bits);
    return s->kind == IR_SHAPE_TREE ? node_of_tree(b, s) : object_of(b, s);
}

// ---- the entry ---------------------------------------------------------------------------------------------------------------------------

static struct exec_value argument(struct build *b, uint32_t k) {
    const struct ir_local *l = &b->m->program->funcs.at[b->in->entry].locals.at[k];
    struct ir_shape s = ir_input_param(b->in, k);
    if (ir_kind(l->type) == IR_PTR) return pointer_to(b, &s, &(struct first_list){0});
    bool number = ir_kind(l->type) == IR_INT || ir_kind(l->type) == IR_FLOAT;
    if (!b->numbers[k].flags) return b->numbers[k];
    return number ? exec_draw(b->m, l->type, l->name ? l->name : "argument") : exec_any(b->m, l->type, "an argument that is no number");
}

// A node of what another one's object leads to; broken: one of its own, or none.
static struct exec_value argument_within(struct build *b) {
    struct ir_demand c = {IR_DEMAND_WITHIN, b->in->within.param, UINT32_MAX, IR_NO_TYPE, 0, 0};
    struct ir_shape s = ir_input_param(b->in, b->in->within.param);
    enum ir_loosening how;
    s.broken = ir_input_is_loose(b->in, &c, &how) && choose(b, 4);
    if (!b->inside) return exec_int(0);
    bool apart = s.broken || !b->inside->block;
    return apart ? pointer_to(b, &s, &(struct first_list){0}) : *b->inside;
}

// Parameters that say how many elements others have.
static void choose_lengths(const struct build *b) {
    const struct ir_func *f = &b->m->program->funcs.at[b->in->entry];
    for (uint32_t k = 0; k < f->n_params; k++) b->numbers[k].flags = EXEC_UNCHOSEN;
    for (uint32_t k = 0; k < f->n_params; k++) {
        struct ir_shape s = ir_input_param(b->in, k);
        bool length = s.kind == IR_SHAPE_ARRAY && s.length.param < f->n_params && !s.length.end;
        if (!length || !b->numbers[s.length.param].flags) continue;
        struct ir_limit l;
        uint64_t least = ir_input_limit_of_param(b->in, s.length.param, &l) ? l.least : 0;
        b->numbers[s.length.param] = exec_int(least + how_many(b, EXEC_GIVEN_NODES - least));
    }
}

static void change_global(const struct build *b, uint32_t global) {
    const struct ir_global *g = &b->m->program->globals.at[global];
    struct build inner = *b;
    inner.at = exec_pointer(b->m, b->m->first_global + global, 0);
    inner.owner = g->ctype;
    inner.global = global;
    put_members(&inner);
}

// Two of them may lead to the same: here they are one address.
static void share(const struct build *b, struct exec_arguments *args) {
    const struct ir_inputs *in = b->in;
    for (uint32_t i = 0; i < in->roots.n; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct ir_input_root *x = &in->roots.at[k], *y = &in->roots.at[i];
            bool params = x->global == UINT32_MAX && y->global == UINT32_MAX, broken = x->shape.broken || y->shape.broken;
            if (!params || broken || !ir_input_may_share(in, x, y) || choose(b, 4)) continue;
            if (!args->values.at[x->param].bits && !y->shape.null) continue;
            args->values.at[y->param] = args->values.at[x->param];
            return;
        }
}

bool exec_give(struct exec_machine *m, const struct exec_given *g, struct exec_arguments *args) {
    const struct ir_func *f = &m->program->funcs.at[m->entry];
    struct build b = {.m = m, .careful = g->careful, .owner = IR_NO_TYPE, .global = UINT32_MAX};
    b.in = &g->cases[g->n > 1 ? exec_draw_below(m, g->n, exec_given_shape) : 0];
    b.numbers = ARENA_ARRAY(&m->result->arena, struct exec_value, f->n_params + 1);
    struct exec_value inside = exec_int(0);
    bool null = b.in->within.param != UINT32_MAX && ir_input_param(b.in, b.in->within.param).null && choose(&b, 2);
    b.inside = null ? NULL : &inside;
    choose_lengths(&b);
    for (uint32_t i = 0; i < m->program->globals.n; i++)
        if (ir_input_is_global(b.in, i)) change_global(&b, i);
    for (uint32_t k = 0; k < f->n_params; k++) {
        struct exec_value v = k == b.in->within.param ? inside : argument(&b, k);
        vec_push(&args->values, v);
        vec_push(&args->types, f->locals.at[k].type);
    }
    for (uint32_t k = 0; k < f->n_params; k++) {
        struct ir_shape s = ir_input_param(b.in, k);
        if (s.kind == IR_SHAPE_ARRAY && s.length.end && s.length.param < f->n_params) args->values.at[s.length.param] = b.numbers[s.length.param];
    }
    if (b.in->within.param < f->n_params) args->values.at[b.in->within.param] = argument_within(&b);
    if (!g->careful) share(&b, args);
    m->result->given = m->memory.serial;
    return m->outcome == EXEC_RUNNING;
}

// ---- functions of callers ----------------------------------------------------------------------------------------------------------------

bool exec_is_unseen(const struct exec_machine *m, uint32_t block) {
    const struct exec_block *b = exec_block(&m->memory, block);
    return b->kind == EXEC_RESOURCE && b->index == UNSEEN;
}

static uint64_t argument_bits(const struct exec_lib_call *c, uint32_t i) {
    return i < c->n_args ? (uint64_t)c->args[i].bits : 0;
}

// What it said before, if it was asked this.
static bool said_before(const struct exec_machine *m, uint32_t block, const struct exec_lib_call *c, struct exec_value *out) {
    uint64_t a = argument_bits(c, 0), b = argument_bits(c, 1);
    for (uint32_t i = 0; i < m->answers.n; i++) {
        const struct exec_answer *x = &m->answers.at[i];
        bool same = x->asked[0] == a && x->asked[1] == b, turned = c->n_args == 2 && x->asked[0] == b && x->asked[1] == a;
        if (x->block != block || (!same && !turned)) continue;
        *out = same ? x->value : exec_int((uint64_t)(-x->value.bits & ir_mask(ir_bits(c->result_types[0]))));
        return true;
    }
    return false;
}

bool exec_call_unseen(struct exec_machine *m, uint32_t block, const struct exec_lib_call *c) {
    for (uint32_t i = 0; i < c->n_args; i++) {
        uint32_t to;
        uint64_t offset;
        if (ir_kind(c->types[i]) != IR_PTR || !exec_resolve(m, &c->args[i], &to, &offset)) continue;
        if (exec_block(&m->memory, to)->life != EXEC_LIVE) exec_assume(m, "a function of callers is given what is gone");
        m->result->lent |= exec_block(&m->memory, to)->serial > m->result->given;
    }
    exec_escape(m, c->args, c->n_args);
    for (uint32_t i = 0; i < c->n_results; i++) {
        bool number = i == 0 && ir_kind(c->result_types[i]) == IR_INT && ir_bits(c->result_types[i]) <= 64;
        if (!number) {
            c->results[i] = exec_any(m, c->result_types[i], "what a function of callers gives");
        } else if (!said_before(m, block, c, &c->results[i])) {
            c->results[i] = exec_draw(m, c->result_types[i], "what a function of callers gives");
            vec_push(&m->answers, (struct exec_answer){block, {argument_bits(c, 0), argument_bits(c, 1)}, c->results[i]});
        }
    }
    const struct exec_observer *o = m->options->observer;
    if (o && o->unseen) o->unseen(o->self, m, c);
    return true;
}
