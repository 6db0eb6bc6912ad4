// SPDX-License-Identifier: MIT
#include "sl/give.h"

#include <assert.h>

#include "sl/nodes.h"
#include "sl/relate.h"
#include "sl/walk.h"

static bool put_tail(const struct sl_given *b);
static void put_head(const struct sl_given *b, uint64_t at, const struct ir_shape *s);
static uint32_t queue_member(const struct sl_given *b, const struct ir_shape *s);

bool sl_give_second_way(const struct sl_given *b) {
    uint32_t i = (*b->n_choices)++;
    return i < SL_MOST_CHOICES && b->choice >> i & 1;
}

// ---- contents ----------------------------------------------------------------------------------------------------------------------

static uint32_t scalar(const struct sl_given *b, const struct ir_ctype *t, uint64_t size) {
    bool number = t && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_ENUM) && size <= 16;
    bool counts = number && size <= 8 && t->kind != IR_C_ENUM && ir_proposes(b->in, IR_PROPOSE_ARRAYS);  // by its type: no pointer that is taken for one
    uint32_t v = counts   ? sl_int(b->d, num_range_full((unsigned)size * 8))
                 : number ? sl_unknown(b->d, IR_I((uint32_t)size * 8), b->sl->bits)
                          : sl_fresh(b->d, SL_ANY);
    b->d->values.at[v].level = b->level;
    return v;
}

// ---- unions ------------------------------------------------------------------------------------------------------------------------

// One of so many ways.
static uint32_t way(const struct sl_given *b, uint32_t n) {
    uint32_t chosen = 0;
    for (uint32_t bit = 0; 1u << bit < n; bit++) chosen |= (uint32_t)sl_give_second_way(b) << bit;
    b->sizes->impossible |= chosen >= n;
    return chosen < n ? chosen : 0;
}

// The values that tell, and the ranges below, between and above them: each is a way.
static bool choose_tag(const struct sl_given *b, struct sl_given_choice *c) {
    struct num_range ways[2 * IR_MOST_TAGGED + 1];
    uint32_t n = 0;
    c->n = b->level || b->depth >= IR_INPUT_DEPTH ? 0 : ir_input_tagged(b->in, b->owner, c->at);
    if (!c->n) return false;
    unsigned bits = (unsigned)c->at[0].is.size * 8;
    uint64_t next = 0, most = UINT64_MAX >> (64 - bits);
    for (uint32_t i = 0; i < c->n; i++) {
        uint64_t value = c->at[i].is.value;
        if (i && value == c->at[i - 1].is.value) continue;
        if (value > next) ways[n++] = num_range_unsigned(bits, next, value - 1);
        ways[n++] = num_range_unsigned(bits, value, value);
        next = value + 1;
    }
    if (next && next <= most) ways[n++] = num_range_unsigned(bits, next, most);
    c->tag = ways[way(b, n)];
    return true;
}

static void put_anything(const struct sl_given *b, uint64_t from, uint64_t to) {
    if (from < to) sl_put(b->d, b->object, from, to - from, scalar(b, NULL, to - from));
}

// The number itself, or a union: the pointer that is there then, and anything around it.
static bool put_choice(struct sl_given *b, uint64_t offset, uint64_t size, uint32_t ctype) {
    const struct sl_given_choice *c = b->choice_of_tag;
    uint64_t from = offset, word = b->sl->bits / 8, value = num_range_umin(c->tag);
    bool one = value == num_range_umax(c->tag);
    if (offset == c->at[0].is.tag && size == c->at[0].is.size && ctype != IR_NO_TYPE) {
        sl_put(b->d, b->object, offset, size, sl_int(b->d, c->tag));
        return true;
    }
    for (uint32_t i = 0; i < c->n && ctype == IR_NO_TYPE; i++) {
        const struct ir_choice *x = &c->at[i];
        if (!one || x->is.value != value || x->is.offset < from || x->is.offset + word > offset + size) continue;
        put_anything(b, from, x->is.offset);
        b->offset = x->is.offset;
        uint32_t v = sl_give_pointer(b, &x->shape);
        sl_put(b->d, b->object, x->is.offset, word, v ? v : scalar(b, NULL, word));
        from = x->is.offset + word;
    }
    if (from > offset) put_anything(b, from, offset + size);
    return from > offset;
}

// ---- members -----------------------------------------------------------------------------------------------------------------------

static void put_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct sl_given *b = self;
    const struct ir_program *p = b->in->program;
    const struct ir_ctype *t = ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
    uint32_t v = 0;
    (void)name;
    b->offset = offset;
    if (b->node && ir_shape_is_link(b->node, offset)) return;
    struct ir_shape ring;
    uint64_t at;
    if (b->depth < IR_INPUT_DEPTH && ir_input_is_head(b->in, b->owner, offset, &at, &ring)) {
        if (offset == at) put_head(b, at, &ring);
        return;
    }
    if (b->choice_of_tag && put_choice(b, offset, size, ctype)) return;
    if (t && t->kind == IR_C_POINTER && b->depth < IR_INPUT_DEPTH) {
        struct ir_shape s =
            b->global != UINT32_MAX ? ir_input_global(b->in, b->global, offset, ctype) : ir_input_member(b->in, b->owner, offset, ctype);
        v = queue_member(b, &s);
        if (!v && s.kind != IR_SHAPE_ARRAY) v = sl_give_pointer(b, &s);
    }
    sl_put(b->d, b->object, offset, size, v ? v : scalar(b, t, size));
}

// The number of nodes of the list that the object leads to.
static void put_count(const struct sl_given *b, const struct sl_given_queue *q, bool behind) {
    uint64_t size, at = ir_input_count(b->in, b->owner, &size);
    if (at == UINT64_MAX || !ir_is_counted(q->lists, q->pairs) || b->level || q->parted) return;
    uint32_t bits = (uint32_t)size * 8, number = q->empty ? sl_const(b->d, bits, 0) : sl_int(b->d, num_range_full(bits));
    assert(sl_field_at(b->d, b->object, at, size) != UINT32_MAX);
    sl_put(b->d, b->object, at, size, number);
    if (!q->empty && q->list && b->sl->options.lengths) {
        behind |= sl_is_list(&b->d->objects.at[q->list]) && q->pairs && q->shape.kind == IR_SHAPE_LIST;  // the last node is one of its own
        sl_set_nodes(b->d, q->list, &(struct sl_nodes){.plus = number, .more = -behind, .bits = bits});
    }
}

void sl_give_members(struct sl_given *b) {
    ir_members(b->in->program, b->owner, b, put_member);
    put_tail(b);
    sl_give_arrays(b);
}

void sl_give_contents(const struct sl_given *b, uint32_t object, const struct ir_shape *s) {
    const struct sl_object *o = &b->d->objects.at[object];
    struct sl_given inner = *b;
    inner.object = object;
    inner.global = UINT32_MAX;
    inner.owner = s->ctype;
    inner.level = (uint8_t)(o->level + sl_is_segment(o));
    inner.depth = b->depth + 1;
    inner.node = s->kind == IR_SHAPE_OBJECT && !s->alone ? NULL : s;
    struct sl_given_choice choice;
    inner.choice_of_tag = s->kind == IR_SHAPE_OBJECT && choose_tag(&inner, &choice) ? &choice : NULL;
    struct sl_given_queue queue = {.found = b->queue ? b->queue->found : NULL};
    inner.queue = b->queue ? &queue : NULL;
    ir_members(b->in->program, s->ctype, &inner, put_member);
    bool behind = put_tail(&inner);
    put_count(&inner, &queue, behind);
    sl_give_arrays(&inner);
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

uint32_t sl_give_address_at(const struct sl_given *b, uint32_t object, enum sl_end end, uint64_t offset) {
    uint32_t v = sl_address(b->d, object, b->sl->bits, (int64_t)offset);
    b->d->values.at[v].level = b->d->objects.at[object].level;
    b->d->values.at[v].end = (uint8_t)end;
    return v;
}

uint32_t sl_give_address(const struct sl_given *b, uint32_t object, enum sl_end end) {
    return sl_give_address_at(b, object, end, 0);
}

static struct sl_object block(const struct sl_given *b, const struct ir_shape *s) {
    struct sl_object o = {.storage = SL_HEAP, .foreign = !s->owned, .rest = SL_REST_UNINIT, .level = b->level, .func = b->in->entry};
    o.size = s->kind == IR_SHAPE_FUNCTION ? 0 : s->kind == IR_SHAPE_STRING ? 1 : b->in->program->ctypes.at[s->ctype].size;
    o.more = s->kind == IR_SHAPE_STRING || s->unbounded ? SL_UNBOUNDED : 0;
    if (o.more) o.rest = SL_REST_ANY;
    if (s->kind == IR_SHAPE_STRING) o.text = SL_TEXT;
    return o;
}

uint32_t sl_give_object(const struct sl_given *b, const struct ir_shape *s, bool null) {
    struct sl_object o = block(b, s);
    if (null) o.shape.kind = SL_OPTION;
    uint32_t object = sl_add_object(b->d, o);
    if (s->kind == IR_SHAPE_OBJECT && !s->blank) sl_give_contents(b, object, s);
    return object;
}

// Nodes of a list; links are the caller's to set.
uint32_t sl_give_nodes(const struct sl_given *b, const struct ir_shape *s, uint8_t least) {
    struct sl_object o = block(b, s);
    bool doubly = s->kind == IR_SHAPE_DOUBLY;
    o.shape = (struct sl_shape){.kind = doubly ? SL_DOUBLY : SL_SINGLY, .least = least};
    o.shape.list.next = (int32_t)s->next;
    o.shape.list.head = (int32_t)s->at;
    o.shape.list.back = doubly ? (int32_t)s->back : 0;
    o.shape.list.tail = doubly ? (int32_t)ir_shape_back_to(s) : 0;
    uint32_t object = sl_add_object(b->d, o);
    sl_give_contents(b, object, s);
    return object;
}

uint32_t sl_give_node_address(const struct sl_given *b, const struct ir_shape *s, uint32_t object, enum sl_end end) {
    return sl_give_address_at(b, object, end, s->at);
}

// In the last node of a part of a list.
static uint32_t last_of(const struct sl_given *b, uint32_t part, uint64_t offset) {
    return sl_give_address_at(b, part, sl_is_segment(&b->d->objects.at[part]) ? SL_LAST : SL_FIRST, offset);
}

void sl_give_link(const struct sl_given *b, const struct ir_shape *s, uint32_t object, uint32_t value) {
    sl_put(b->d, object, s->next, b->sl->bits / 8, value);
}

static void link_back(const struct sl_given *b, const struct ir_shape *s, uint32_t object, uint32_t value) {
    if (s->kind == IR_SHAPE_DOUBLY) sl_put(b->d, object, s->back, b->sl->bits / 8, value);
}

uint32_t sl_give_null(const struct sl_given *b) {
    return sl_const(b->d, b->sl->bits, 0);
}

static uint32_t plain_node(const struct sl_given *b, const struct ir_shape *s) {
    uint32_t object = sl_add_object(b->d, block(b, s));
    sl_give_contents(b, object, s);
    return object;
}

// What the first node of a list leads back to: nothing, or the pointer that leads to it, which is in hand or one of callers.
static uint32_t front_of(const struct sl_given *b, const struct ir_shape *s, uint32_t first) {
    if (!s->linked) return sl_give_null(b);
    if (b->owner != IR_NO_TYPE) return sl_give_address_at(b, b->object, SL_FIRST, b->offset);
    uint32_t word = b->sl->bits / 8, pointer = sl_add_object(b->d, (struct sl_object){.storage = SL_HEAP, .foreign = 1, .rest = SL_REST_UNINIT, .size = word, .func = b->in->entry});
    sl_put(b->d, pointer, 0, word, sl_give_node_address(b, s, first, SL_FIRST));
    return sl_give_address(b, pointer, SL_FIRST);
}

void sl_give_chain(const struct sl_given *b, const struct ir_shape *s, const uint8_t *least, uint32_t n, uint32_t *parts) {
    for (uint32_t i = 0; i < n; i++) parts[i] = least[i] == SL_ONE_NODE ? plain_node(b, s) : sl_give_nodes(b, s, least[i]);
    for (uint32_t i = 0; i < n; i++) {
        sl_give_link(b, s, parts[i], i + 1 < n ? sl_give_node_address(b, s, parts[i + 1], SL_FIRST) : sl_give_null(b));
        link_back(b, s, parts[i], i ? last_of(b, parts[i - 1], ir_shape_back_to(s)) : front_of(b, s, parts[0]));
    }
}

// Nodes of a ring, which may be parts of something larger.
static uint32_t ring_nodes(const struct sl_given *b, const struct ir_shape *s, uint64_t *at) {
    struct ir_shape whole = *s;
    if (!b->level) ir_shape_has_whole(s, &whole);
    *at = whole.at;
    return sl_give_nodes(b, &whole, 0);
}

void sl_give_ring(const struct sl_given *b, const struct ir_shape *s, uint32_t n, uint32_t *parts) {
    uint64_t at[4] = {0};
    assert(n && n <= 2);
    for (uint32_t i = 0; i < 2 * n; i += 2) {
        parts[i] = plain_node(b, s);
        parts[i + 1] = ring_nodes(b, s, &at[i + 1]);
    }
    for (uint32_t i = 0; i < 2 * n; i++) {
        uint32_t after = (i + 1) % (2 * n), before = (i + 2 * n - 1) % (2 * n), word = b->sl->bits / 8;
        enum sl_end last = sl_is_segment(&b->d->objects.at[parts[before]]) ? SL_LAST : SL_FIRST;
        sl_put(b->d, parts[i], at[i] + s->next, word, sl_give_address_at(b, parts[after], SL_FIRST, at[after]));
        if (s->kind == IR_SHAPE_DOUBLY) sl_put(b->d, parts[i], at[i] + s->back, word, sl_give_address_at(b, parts[before], last, at[before]));
    }
}

// A member of the object is the head of a ring.
static void put_head(const struct sl_given *b, uint64_t head, const struct ir_shape *s) {
    uint64_t at, word = b->sl->bits / 8;
    uint32_t object = b->object, others = b->level ? 0 : ring_nodes(b, s, &at);
    uint32_t next = others ? sl_give_address_at(b, others, SL_FIRST, at) : scalar(b, NULL, word);
    sl_put(b->d, object, head + s->next, word, next);
    if (others) sl_put(b->d, others, at + s->next, word, sl_give_address_at(b, object, SL_FIRST, head));
    if (s->kind != IR_SHAPE_DOUBLY) return;
    sl_put(b->d, object, head + s->back, word, others ? sl_give_address_at(b, others, SL_LAST, at) : scalar(b, NULL, word));
    if (others) sl_put(b->d, others, at + s->back, word, sl_give_address_at(b, object, SL_FIRST, head));
}

// All of a list, from its first node on.
static uint32_t whole_list(const struct sl_given *b, const struct ir_shape *s, bool looped) {
    uint32_t object;
    sl_give_chain(b, s, &(uint8_t){1}, 1, &object);
    if (looped) link_back(b, s, object, sl_give_node_address(b, s, object, SL_LAST));
    return sl_give_node_address(b, s, object, SL_FIRST);
}

// A ring, or a list whose first node leads back to the last; 0: anything, since all that nodes own is there or not.
static uint32_t closed_list(const struct sl_given *b, const struct ir_shape *s) {
    uint32_t parts[2];
    if (b->level) return 0;
    if (s->null && sl_give_second_way(b)) return sl_give_null(b);
    if (!s->ring) return whole_list(b, s, true);
    sl_give_ring(b, s, 1, parts);
    return sl_give_node_address(b, s, parts[0], SL_FIRST);
}

// A node in a doubly linked list, told from the others, so that what it leads to is there once.
static uint32_t node_of_list(const struct sl_given *b, const struct ir_shape *s) {
    uint32_t parts[3];
    if (s->null && sl_give_second_way(b)) return sl_give_null(b);
    sl_give_chain(b, s, (const uint8_t[]){0, SL_ONE_NODE, 0}, 3, parts);
    return sl_give_node_address(b, s, parts[1], SL_FIRST);
}

// What nodes of lists own is told by their links forth alone.
static uint32_t some_nodes(const struct sl_given *b, const struct ir_shape *s) {
    struct ir_shape singly = *s;
    uint32_t object;
    singly.kind = IR_SHAPE_LIST;
    singly.linked = false;
    sl_give_chain(b, &singly, &(uint8_t){s->null ? 0 : 1}, 1, &object);
    return sl_give_node_address(b, s, object, SL_FIRST);
}

// Is it the first node, or null, and does more than one pointer say which?
static bool begins_list(const struct sl_given *b, const struct ir_shape *s) {
    struct ir_tail t;
    return b->owner != IR_NO_TYPE && !b->level && (s->linked || (ir_input_tail(b->in, b->owner, &t) && t.first == b->offset));
}

static bool holds_within(const struct sl_given *b) {
    return b->depth == 1 && !b->inside->value && ir_holds_within(b->in, b->owner, b->offset);
}

// A list from its first node on, with a node in it that a parameter leads to; what follows that is there or not, as is known where a pointer leads to the last.
static uint32_t list_around(const struct sl_given *b, const struct ir_shape *s) {
    struct ir_tail t;
    uint32_t parts[3];
    bool ends = ir_proposes(b->in, IR_PROPOSE_QUEUES) || ir_input_tail(b->in, b->owner, &t), last = ends && sl_give_second_way(b);
    sl_give_chain(b, s, (const uint8_t[]){0, SL_ONE_NODE, ends}, last ? 2 : 3, parts);
    *b->inside = (struct sl_given_inside){sl_give_node_address(b, s, parts[1], SL_FIRST), parts[last ? 1 : 2]};
    return sl_give_node_address(b, s, parts[0], SL_FIRST);
}

// Of a doubly linked list nodes before it may be there.
static uint32_t list(const struct sl_given *b, const struct ir_shape *s) {
    uint32_t parts[2];
    bool doubly = s->kind == IR_SHAPE_DOUBLY;
    uint8_t least[2] = {0, s->null ? 0 : 1};
    if (holds_within(b) && !s->ring) return list_around(b, s);
    if (s->ring || s->looped) return closed_list(b, s);
    if (s->linked && b->level) return some_nodes(b, s);
    if (begins_list(b, s)) return s->null && sl_give_second_way(b) ? sl_give_null(b) : whole_list(b, s, false);
    if (doubly && (s->linked || ir_proposes(b->in, IR_PROPOSE_LOOPED)) && !b->level) return node_of_list(b, s);
    sl_give_chain(b, s, doubly ? least : least + 1, 1u + doubly, parts);
    return sl_give_node_address(b, s, parts[doubly], SL_FIRST);
}

uint32_t sl_give_tree(const struct sl_given *b, const struct ir_shape *s, uint8_t least, uint32_t hole) {
    struct sl_object o = block(b, s);
    struct sl_branches branches = {0};
    o.shape = (struct sl_shape){.kind = s->parents ? SL_PARENTED : SL_TREE, .least = least};
    o.shape.tree.head = (int32_t)s->at;
    if (s->parents) o.shape.tree.up = (int32_t)s->up, o.shape.tree.tail = (int32_t)s->at;
    uint32_t object = sl_add_object(b->d, o);
    for (uint32_t i = 0; i < s->n_children; i++) sl_branches_add(&branches, s->child[i]);
    sl_branches_see(b->sl, o.size, &branches, s->parents ? s->up + 1 : 0);
    sl_put_children(b->d, object, &branches, b->sl->bits);
    sl_set_link(b->d, object, SL_HOLE, 0, hole);
    if (s->parents) sl_put(b->d, object, s->up, b->sl->bits / 8, sl_give_null(b));
    sl_give_contents(b, object, s);
    return sl_give_node_address(b, s, object, SL_FIRST);
}

// A node of a tree, and all that is above it, from the root on.
static uint32_t tree_around(const struct sl_given *b, const struct ir_shape *s, uint32_t *root) {
    uint32_t below = sl_give_tree(b, s, 1, sl_give_null(b));
    *root = sl_give_tree(b, s, 0, below);
    if (s->parents) sl_put(b->d, b->d->values.at[below].object, s->up, b->sl->bits / 8, sl_give_node_address(b, s, b->d->values.at[*root].object, SL_LAST));
    return below;
}

// Of a member, the root.
static uint32_t whole_tree(const struct sl_given *b, const struct ir_shape *s) {
    uint32_t root;
    if (!holds_within(b)) return sl_give_tree(b, s, !s->null, sl_give_null(b));
    b->inside->value = tree_around(b, s, &root);
    return root;
}

static uint32_t node_of_tree(const struct sl_given *b, const struct ir_shape *s) {
    if (s->null && sl_give_second_way(b)) return sl_give_null(b);
    return tree_around(b, s, &(uint32_t){0});
}

// The last node of the list that another member leads to, which thereby has one.
static uint32_t last_node(const struct sl_given *b, const struct ir_shape *s, uint32_t first) {
    struct sl_object *o = &b->d->objects.at[first];
    if (!sl_is_segment(o)) return sl_give_node_address(b, s, first, SL_FIRST);
    if (s->kind == IR_SHAPE_DOUBLY) {
        o->shape.least = 1;
        return sl_give_node_address(b, s, first, SL_LAST);
    }
    o->shape.least = 0;
    struct sl_object last = block(b, s);
    uint32_t node = sl_add_object(b->d, last);
    sl_give_contents(b, node, s);
    sl_give_link(b, s, node, sl_give_null(b));
    sl_give_link(b, s, first, sl_give_node_address(b, s, node, SL_FIRST));
    return sl_give_node_address(b, s, node, SL_FIRST);
}

// The first member that leads to a list, and may be one of a pair.
static uint32_t first_member(const struct sl_given *b, const struct ir_shape *s) {
    struct sl_given_queue *q = b->queue;
    bool proposed = ir_proposes(b->in, IR_PROPOSE_QUEUES);
    q->shape = *s;
    bool within = holds_within(b);
    q->empty = proposed && !within && sl_give_second_way(b);
    uint32_t v = q->empty ? sl_give_null(b) : proposed && !within ? whole_list(b, s, false) : list(b, s);
    q->first = v;
    q->list = within ? b->inside->last : b->d->values.at[v].object;
    q->parted = within;
    return v;
}

// A member that leads to a list: its value, or 0: not of a pair.
static uint32_t queue_member(const struct sl_given *b, const struct ir_shape *shape) {
    struct ir_shape node = ir_shape_of_node(shape), *s = &node;
    struct sl_given_queue *q = b->queue;
    if (!q || !ir_shape_is_list(s) || b->level >= SL_MOST_LEVEL) return 0;
    if (ir_proposes(b->in, IR_PROPOSE_QUEUES) && b->level) return scalar(b, NULL, b->sl->bits / 8);
    q->lists++;
    if (!q->first) return first_member(b, s);
    if (!ir_input_is_end(b->in, &q->shape, s)) return 0;
    *q->found = true;
    q->pairs++;
    q->first = 0;
    return q->empty ? sl_give_null(b) : last_node(b, s, q->list);
}

// A member leads to the null pointer at the end of the list beside it.  Is the last node an object of its own thereby?
static bool put_tail(const struct sl_given *b) {
    struct ir_tail t;
    uint64_t word = b->sl->bits / 8;
    if (b->level || !ir_input_tail(b->in, b->owner, &t)) return false;
    uint32_t field = sl_field_at(b->d, b->object, t.first, word), v = field == UINT32_MAX ? 0 : b->d->fields.at[field].value;
    if (!v || (b->d->values.at[v].kind != SL_ADDR && !sl_is_null(b->d, v))) return false;
    bool empty = sl_is_null(b->d, v);
    struct ir_shape nodes = ir_input_nodes(b->in, t.node), s = ir_shape_of_node(&nodes);
    bool parted = b->depth == 1 && b->inside->last && ir_holds_within(b->in, b->owner, t.first);
    uint32_t list = empty ? b->object : parted ? b->inside->last : b->d->values.at[v].object;
    uint32_t to = empty ? sl_give_address_at(b, list, SL_FIRST, t.first) : s.kind == IR_SHAPE_LIST ? last_node(b, &s, list) : 0;
    if (to && !empty) to = sl_give_address_at(b, b->d->values.at[to].object, SL_FIRST, s.next);
    sl_put(b->d, b->object, t.tail, word, to ? to : last_of(b, list, s.next));
    return !empty && s.kind == IR_SHAPE_LIST;
}

// Of nodes, which may differ, one that may be null is anything.
static uint32_t known_function(const struct sl_given *b, const struct ir_shape *s) {
    if (s->null && b->level) return 0;
    if (s->null && sl_give_second_way(b)) return sl_give_null(b);
    return sl_address(b->d, sl_code_object(b->d, SL_CODE, s->function), b->sl->bits, 0);
}

struct holding {
    const struct sl_given *b;
    uint32_t owner;
    bool closed;
};

static void take_closed(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct holding *h = self;
    const struct ir_ctype *t = ctype < h->b->in->program->ctypes.n ? &h->b->in->program->ctypes.at[ctype] : NULL;
    (void)size, (void)name;
    if (!t || t->kind != IR_C_POINTER) return;
    struct ir_shape s = ir_input_member(h->b->in, h->owner, offset, ctype);
    h->closed |= ir_shape_is_list(&s) && (s.ring || s.looped);
}

// What is there or not owns no ring, nor a list whose first node leads back to the last (closed_list).
static bool holds_closed_list(const struct sl_given *b, const struct ir_shape *s) {
    struct holding h = {b, s->ctype, false};
    if (!b->level && !s->blank && b->depth + 1 < IR_INPUT_DEPTH) ir_members(b->in->program, s->ctype, &h, take_closed);
    return h.closed;
}

uint32_t sl_give_pointer(const struct sl_given *b, const struct ir_shape *shape) {
    struct ir_shape node = ir_shape_of_node(shape), *s = &node;
    switch (s->kind) {
    case IR_SHAPE_ANY: return 0;
    case IR_SHAPE_FUNCTION:
        if (s->function != UINT32_MAX) return known_function(b, s);
        return sl_give_address(b, sl_give_object(b, s, s->null), SL_FIRST);
    case IR_SHAPE_OBJECT:
        if (s->null && holds_closed_list(b, s)) return sl_give_second_way(b) ? sl_give_null(b) : sl_give_address(b, sl_give_object(b, s, false), SL_FIRST);
        return sl_give_address(b, sl_give_object(b, s, s->null), SL_FIRST);
    case IR_SHAPE_STRING: return sl_give_address(b, sl_give_object(b, s, s->null), SL_FIRST);
    case IR_SHAPE_ARRAY: return sl_give_array_of_param(b, s);
    case IR_SHAPE_TREE:
        if (b->level >= SL_MOST_LEVEL) return 0;
        return s->parents && b->owner == IR_NO_TYPE ? node_of_tree(b, s) : whole_tree(b, s);
    default: return b->level < SL_MOST_LEVEL ? list(b, s) : 0;
    }
}
