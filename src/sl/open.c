// SPDX-License-Identifier: MIT
// The inputs of an open program (ir/inputs.h) as initial states: one for every way in which the parameters may share what they lead to.
//
// What the callers provide are heap blocks that are marked as theirs (`foreign`): one that is dropped is no leak, unless a contract says that the function frees all of them.  The callers keep the
// pointers that they hand over: ghosts, as at any call (local.h).
#include <assert.h>

#include "sl/give.h"
#include "sl/local.h"
#include "sl/nodes.h"
#include "sl/relate.h"
#include "sl/sl.h"
#include "sl/walk.h"

// ---- what two of them share ----------------------------------------------------------------------------------------------------------

// How the roots are paired: with[i] is the partner of root i, or i itself; of two nodes of a doubly linked list `later` says which comes second.
struct pairing {
    uint32_t with[SL_MOST_ALIASES];
    uint8_t later[SL_MOST_ALIASES];
    uint32_t value[SL_MOST_ALIASES];  // of each root, once it was made
};

// Both lists end in one: a may be before it, and so may b.
static void common_end(const struct sl_given *b, const struct ir_shape *s, uint32_t *first, uint32_t *second) {
    uint32_t rest = sl_give_nodes(b, s, 1), x = sl_give_nodes(b, s, 0), y = sl_give_nodes(b, s, 0);
    sl_give_link(b, s, rest, sl_give_null(b));
    sl_give_link(b, s, x, sl_give_node_address(b, s, rest, SL_FIRST));
    sl_give_link(b, s, y, sl_give_node_address(b, s, rest, SL_FIRST));
    *first = sl_give_node_address(b, s, x, SL_FIRST);
    *second = sl_give_node_address(b, s, y, SL_FIRST);
}

static void one_list(const struct sl_given *b, const struct ir_shape *s, uint32_t *earlier, uint32_t *later) {
    uint32_t parts[3];
    sl_give_chain(b, s, (const uint8_t[]){0, 0, 1}, 3, parts);
    *earlier = sl_give_node_address(b, s, parts[1], SL_FIRST);
    *later = sl_give_node_address(b, s, parts[2], SL_FIRST);
}

// One tree, in which the second is below the first or the same.
static void one_tree(const struct sl_given *b, const struct ir_shape *s, uint32_t *above, uint32_t *below) {
    *below = sl_give_tree(b, s, 1, sl_give_null(b));
    *above = sl_give_tree(b, s, 0, *below);
}

// Two nodes of one ring, or (later) the same.
static void make_ring_pair(const struct sl_given *b, struct pairing *p, uint32_t i, uint32_t k) {
    uint32_t parts[4];
    sl_give_ring(b, &b->in->roots.at[i].shape, p->later[i] ? 1 : 2, parts);
    p->value[i] = sl_give_address(b, parts[0], SL_FIRST);
    p->value[k] = p->later[i] ? p->value[i] : sl_give_address(b, parts[2], SL_FIRST);
}

static void make_pair(const struct sl_given *b, struct pairing *p, uint32_t i, uint32_t k) {
    struct ir_shape node = ir_shape_of_node(&b->in->roots.at[i].shape), *s = &node;
    if (ir_shape_is_list(s) && s->ring)
        make_ring_pair(b, p, i, k);
    else if (s->kind == IR_SHAPE_LIST)
        common_end(b, s, &p->value[i], &p->value[k]);
    else if (s->kind == IR_SHAPE_DOUBLY && p->later[i])
        one_list(b, s, &p->value[k], &p->value[i]);
    else if (s->kind == IR_SHAPE_DOUBLY)
        one_list(b, s, &p->value[i], &p->value[k]);
    else if (s->kind == IR_SHAPE_TREE && p->later[i])
        one_tree(b, s, &p->value[k], &p->value[i]);
    else if (s->kind == IR_SHAPE_TREE)
        one_tree(b, s, &p->value[i], &p->value[k]);
    else if (s->kind == IR_SHAPE_ARRAY)
        p->value[i] = p->value[k] = sl_give_array(b, s, sl_give_number(b, s->length.param));
    else
        p->value[i] = p->value[k] = sl_give_address(b, sl_give_object(b, s, false), SL_FIRST);
}

static bool is_within(const struct sl_given *b, uint32_t root) {
    return b->in->roots.at[root].global == UINT32_MAX && b->in->roots.at[root].param == b->in->within.param;
}

static void make_roots(const struct sl_given *b, struct pairing *p) {
    for (uint32_t i = 0; i < b->in->roots.n; i++)
        if (is_within(b, i) && b->in->roots.at[i].shape.null && sl_give_second_way(b)) b->inside->value = sl_give_null(b);
    for (uint32_t i = 0; i < b->in->roots.n; i++) {
        const struct ir_input_root *root = &b->in->roots.at[i];
        struct sl_given own = *b;
        bool begins = root->global != UINT32_MAX && root->shape.linked;
        if (begins) own.object = sl_global_object(b->sl, b->d, root->global), own.owner = b->in->program->globals.at[root->global].ctype;
        if (is_within(b, i)) continue;
        if (p->with[i] == i)
            p->value[i] = sl_give_pointer(&own, &root->shape);
        else if (p->with[i] > i)
            make_pair(b, p, i, p->with[i]);
    }
    for (uint32_t i = 0; i < b->in->roots.n; i++)
        if (is_within(b, i)) p->value[i] = b->inside->value ? b->inside->value : sl_give_pointer(b, &b->in->roots.at[i].shape);
}

// ---- states ------------------------------------------------------------------------------------------------------------------------

static uint32_t root_value(const struct sl_given *b, const struct pairing *p, uint32_t param, uint32_t global) {
    for (uint32_t i = 0; i < b->in->roots.n; i++)
        if (b->in->roots.at[i].param == param && b->in->roots.at[i].global == global) return p->value[i];
    return 0;
}

// A structure that is handed over whole belongs to the call.
static uint32_t whole(const struct sl_given *b, const struct ir_shape *s) {
    uint32_t object = sl_give_object(b, s, false);
    struct sl_object *o = &b->d->objects.at[object];
    o->storage = SL_LIBRARY;
    o->tag = SL_WORLD;
    o->foreign = 0;
    return sl_give_address(b, object, SL_FIRST);
}

// By its type: no pointer that is taken for one.
static bool is_number(const struct ir_program *p, const struct ir_local *l) {
    enum ir_ckind kind = l->ctype < p->ctypes.n ? p->ctypes.at[l->ctype].kind : IR_C_VOID;
    return ir_kind(l->type) == IR_INT && ir_bits(l->type) <= 64 && (kind == IR_C_INT || kind == IR_C_UINT);
}

static uint32_t param_value(const struct sl_given *b, const struct pairing *p, uint32_t k) {
    const struct ir_local *l = &b->in->program->funcs.at[b->in->entry].locals.at[k];
    struct ir_shape s = ir_input_param(b->in, k);
    uint32_t v = root_value(b, p, k, UINT32_MAX);
    if (!v && s.whole && s.kind == IR_SHAPE_OBJECT) v = whole(b, &s);
    if (!v) v = b->numbers[k];
    bool number = ir_proposes(b->in, IR_PROPOSE_ARRAYS) && is_number(b->in->program, l);
    return v ? v : number ? sl_int(b->d, num_range_full(ir_bits(l->type))) : sl_unknown(b->d, l->type, b->sl->bits);
}

static void change_global(const struct sl_given *b, const struct pairing *p, uint32_t global) {
    const struct ir_global *g = &b->in->program->globals.at[global];
    uint32_t object = sl_global_object(b->sl, b->d, global), v = root_value(b, p, UINT32_MAX, global);
    struct sl_given inner = *b;
    if (g->size) sl_kill(b->d, object, 0, g->size);
    b->d->objects.at[object].rest = SL_REST_ANY;
    b->d->objects.at[object].dirty = 1;
    inner.object = object;
    inner.global = global;
    inner.owner = g->ctype;
    struct sl_given_queue queue = {.found = b->queue ? b->queue->found : NULL};
    inner.queue = b->queue ? &queue : NULL;
    if (v)
        sl_put(b->d, object, 0, b->sl->bits / 8, v);
    else
        sl_give_members(&inner);
}

// What callers hold of a pointer that they hand over; of one that leads nowhere nothing: a number that is none.
static uint32_t held_value(struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_ADDR || sl_is_null(d, v) ? v : sl_const(d, 8, 1);
}

// With `queues`, two members of an object that lead to lists of one type lead to the first and the last node of one: only if there are such.
static uint32_t begin(struct sl *sl, struct pairing *p, bool queues, uint32_t choice, struct dom_sink *out) {
    const struct ir_inputs *in = sl->step.options.inputs;
    const struct ir_func *f = &in->program->funcs.at[in->entry];
    struct sl_draft d;
    uint32_t n_choices = 0;
    struct sl_given b = {.sl = sl, .in = in, .d = &d, .global = UINT32_MAX, .owner = IR_NO_TYPE, .choice = choice, .n_choices = &n_choices};
    VEC(uint32_t) params = {0};
    b.numbers = calloc(f->n_params + 1, sizeof *b.numbers);
    if (!b.numbers) base_out_of_memory();
    struct sl_given_queue queue = {.found = &(bool){false}};
    struct sl_given_sizes sizes = {0};
    struct sl_given_inside inside = {0};
    b.sizes = &sizes;
    b.inside = &inside;
    b.queue = queues ? &queue : NULL;
    sl_draft_init(&d);
    make_roots(&b, p);
    for (uint32_t k = 0; k < f->n_params; k++) vec_push(&params, param_value(&b, p, k));
    vec_push(&d.frames, (struct sl_frame){SL_GHOSTS, 0, 0});
    vec_push(&d.regs, sl_const(&d, 8, 0));
    for (uint32_t k = 0; k < f->n_params; k++)
        if (ir_kind(f->locals.at[k].type) == IR_PTR) vec_push(&d.regs, held_value(&d, params.at[k]));
    sl_push_frame(sl, &d, in->entry);
    for (uint32_t k = 0; k < f->n_params; k++) *sl_reg(&d, k) = params.at[k];
    for (uint32_t g = 0; g < in->program->globals.n; g++)
        if (ir_input_is_global(in, g)) change_global(&b, p, g);
    for (uint32_t i = 0; i < sizes.list.n; i++) sl_give_size(&d, sizes.list.at[i].a, sizes.list.at[i].b);
    bool possible = !sizes.impossible && (!sl->options.lengths || sl_level_nodes(sl, &d)) && sl_settle(&d);
    if (possible && (*queue.found || !queues || ir_proposes(in, IR_PROPOSE_QUEUES))) out->reach(out->self, sl_seal(&sl->store, &d), 0);
    vec_free(&params);
    vec_free(&sizes.list);
    free(b.numbers);
    sl_draft_free(&d);
    return n_choices;
}

static void begin_all(struct sl *sl, struct pairing *p, bool queues, struct dom_sink *out) {
    uint32_t n = 0;
    for (uint32_t choice = 0; choice < 1u << n || !choice; choice++) {
        uint32_t asked = begin(sl, p, queues, choice, out);  // less than others, where what is null holds nothing
        if (asked > n) n = asked;
        if (sl_exceeds(&sl->reached, SL_LIMIT_CHOICES, n)) {
            out->unknown(out->self, UINT32_MAX, 0, "too many pointers that may be null or not");
            return;
        }
    }
}

struct states {
    struct sl *sl;
    struct dom_sink *out;
    uint32_t n;
    struct pairing p;
};

// All ways to pair the roots from number i on.
static void pair_from(struct states *s, uint32_t i) {
    const struct ir_inputs *in = s->sl->step.options.inputs;
    while (i < in->roots.n && s->p.with[i] != UINT32_MAX) i++;
    if (s->n > SL_MOST_ALIASES) return;
    if (i == in->roots.n) {
        if (++s->n > SL_MOST_ALIASES) return;
        if (!ir_proposes(in, IR_PROPOSE_QUEUES)) begin_all(s->sl, &s->p, false, s->out);
        begin_all(s->sl, &s->p, true, s->out);
        return;
    }
    s->p.with[i] = i;
    pair_from(s, i + 1);
    for (uint32_t k = i + 1; k < in->roots.n; k++) {
        if (s->p.with[k] != UINT32_MAX || !ir_input_may_share(in, &in->roots.at[i], &in->roots.at[k])) continue;
        s->p.with[i] = k;
        s->p.with[k] = i;
        enum ir_shape_kind kind = in->roots.at[i].shape.kind;
        bool ordered = kind == IR_SHAPE_DOUBLY || kind == IR_SHAPE_TREE || (kind == IR_SHAPE_LIST && in->roots.at[i].shape.ring);
        for (s->p.later[i] = 0; s->p.later[i] <= ordered; s->p.later[i]++) pair_from(s, i + 1);
        s->p.with[k] = UINT32_MAX;
    }
    s->p.with[i] = UINT32_MAX;
}

void sl_open(struct sl *sl, struct dom_sink *out) {
    const struct ir_inputs *in = sl->step.options.inputs;
    struct states s = {.sl = sl, .out = out};
    memset(s.p.with, 0xff, sizeof s.p.with);
    if (in->roots.n <= SL_MOST_ALIASES) pair_from(&s, 0);
    if (sl_exceeds(&sl->reached, SL_LIMIT_ALIASES, in->roots.n > s.n ? in->roots.n : s.n))
        out->unknown(out->self, UINT32_MAX, 0, "more than 64 ways in which parameters may lead to the same");
}
