// SPDX-License-Identifier: MIT
// The inputs of an open program (ir/inputs.h) as initial states: one for every way in which the parameters may share what they lead to.
//
// What the callers provide are heap blocks that are marked as theirs (`foreign`): one that is dropped is no leak, unless a contract says that the function frees all of them.  The callers keep the
// pointers that they hand over: ghosts, as at any call (local.h).
#include <assert.h>

#include "ir/inputs.h"
#include "sl/local.h"
#include "sl/nodes.h"
#include "sl/relate.h"
#include "sl/sl.h"
#include "sl/table.h"
#include "sl/walk.h"

struct build {
    struct sl *sl;
    const struct ir_inputs *in;
    struct sl_draft *d;
    // The object in hand.
    uint32_t object, global;      // global UINT32_MAX: it is none
    uint32_t owner;               // its C type
    uint64_t offset;              // and the member in hand
    uint8_t level;                // of what its fields lead to
    int depth;                    // pointers on the way
    bool array;                   // one of them leads to an array
    const struct ir_shape *node;  // of a list; else NULL
    struct queue *queue;          // its first and last member; NULL: they share nothing
    uint32_t *numbers;            // by parameter: the value of one that is a length, or 0: not made yet
    struct sizes *sizes;
    struct inside *inside;
    // Where there are two ways, bit i says which of the i-th is built.
    uint32_t choice, *n_choices;
};
struct sizes {  // of arrays, to be told once the numbers that they are made from are held
    VEC(struct sl_pair) list;  // object, number of bytes
    bool impossible;           // a number cannot be what is assumed of it
};
struct inside {  // a parameter leads to a node of what a member leads to
    uint32_t value, last;  // that node, once it is made; the last part of its list
};
struct queue {
    uint32_t first;  // the list that the first member leads to, 0: none yet
    struct ir_shape shape;
    bool *found;  // there is such a pair
    uint32_t lists, pairs, list;  // members that lead to lists; the list of the last of them, or of the pair
    bool empty, parted;           // there is none; it is more than one object
};

static bool second_way(const struct build *b) {
    uint32_t i = (*b->n_choices)++;
    return i < SL_MOST_CHOICES && b->choice >> i & 1;
}

static uint32_t pointer_to(const struct build *b, const struct ir_shape *s);
static void put_arrays(const struct build *b);
static bool put_tail(const struct build *b);
static void put_head(const struct build *b, uint64_t at, const struct ir_shape *s);
static uint32_t queue_member(const struct build *b, const struct ir_shape *s);

// ---- contents ----------------------------------------------------------------------------------------------------------------------

static uint32_t scalar(const struct build *b, const struct ir_ctype *t, uint64_t size) {
    bool number = t && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_ENUM) && size <= 16;
    bool counts = number && size <= 8 && t->kind != IR_C_ENUM && ir_proposes(b->in, IR_PROPOSE_ARRAYS);  // by its type: no pointer that is taken for one
    uint32_t v = counts   ? sl_int(b->d, num_range_full((unsigned)size * 8))
                 : number ? sl_unknown(b->d, IR_I((uint32_t)size * 8), b->sl->bits)
                          : sl_fresh(b->d, SL_ANY);
    b->d->values.at[v].level = b->level;
    return v;
}

static void put_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct build *b = self;
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
    if (t && t->kind == IR_C_POINTER && b->depth < IR_INPUT_DEPTH) {
        struct ir_shape s =
            b->global != UINT32_MAX ? ir_input_global(b->in, b->global, offset, ctype) : ir_input_member(b->in, b->owner, offset, ctype);
        v = queue_member(b, &s);
        if (!v && s.kind != IR_SHAPE_ARRAY) v = pointer_to(b, &s);
    }
    sl_put(b->d, b->object, offset, size, v ? v : scalar(b, t, size));
}

// The number of nodes of the list that the object leads to.
static void put_count(const struct build *b, const struct queue *q, bool behind) {
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

static void fill(const struct build *b, uint32_t object, const struct ir_shape *s) {
    const struct sl_object *o = &b->d->objects.at[object];
    struct build inner = *b;
    inner.object = object;
    inner.global = UINT32_MAX;
    inner.owner = s->ctype;
    inner.level = (uint8_t)(o->level + sl_is_segment(o));
    inner.depth = b->depth + 1;
    inner.node = s->kind == IR_SHAPE_OBJECT && !s->alone ? NULL : s;
    struct queue queue = {.found = b->queue ? b->queue->found : NULL};
    inner.queue = b->queue ? &queue : NULL;
    ir_input_members(b->in->program, s->ctype, &inner, put_member);
    bool behind = put_tail(&inner);
    put_count(&inner, &queue, behind);
    put_arrays(&inner);
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static uint32_t address_at(const struct build *b, uint32_t object, enum sl_end end, uint64_t offset) {
    uint32_t v = sl_address(b->d, object, b->sl->bits, (int64_t)offset);
    b->d->values.at[v].level = b->d->objects.at[object].level;
    b->d->values.at[v].end = (uint8_t)end;
    return v;
}

static uint32_t address(const struct build *b, uint32_t object, enum sl_end end) {
    return address_at(b, object, end, 0);
}

static struct sl_object block(const struct build *b, const struct ir_shape *s) {
    struct sl_object o = {.storage = SL_HEAP, .foreign = !s->owned, .rest = SL_REST_UNINIT, .level = b->level, .func = b->in->entry};
    o.size = s->kind == IR_SHAPE_FUNCTION ? 0 : s->kind == IR_SHAPE_STRING ? 1 : b->in->program->ctypes.at[s->ctype].size;
    o.more = s->kind == IR_SHAPE_STRING || s->unbounded ? SL_UNBOUNDED : 0;
    if (o.more) o.rest = SL_REST_ANY;
    if (s->kind == IR_SHAPE_STRING) o.text = SL_TEXT;
    return o;
}

static uint32_t one_object(const struct build *b, const struct ir_shape *s, bool null) {
    struct sl_object o = block(b, s);
    if (null) o.shape.kind = SL_OPTION;
    uint32_t object = sl_add_object(b->d, o);
    if (s->kind == IR_SHAPE_OBJECT && !s->blank) fill(b, object, s);
    return object;
}

// Nodes of a list; links are the caller's to set.
static uint32_t nodes(const struct build *b, const struct ir_shape *s, uint8_t least) {
    struct sl_object o = block(b, s);
    bool doubly = s->kind == IR_SHAPE_DOUBLY;
    o.shape = (struct sl_shape){.kind = doubly ? SL_DOUBLY : SL_SINGLY, .least = least};
    o.shape.list.next = (int32_t)s->next;
    o.shape.list.back = doubly ? (int32_t)s->back : 0;
    o.shape.list.tail = doubly ? (int32_t)ir_shape_back_to(s) : 0;
    uint32_t object = sl_add_object(b->d, o);
    fill(b, object, s);
    return object;
}

// In the last node of a part of a list.
static uint32_t last_of(const struct build *b, uint32_t part, uint64_t offset) {
    return address_at(b, part, sl_is_segment(&b->d->objects.at[part]) ? SL_LAST : SL_FIRST, offset);
}

static void link_to(const struct build *b, const struct ir_shape *s, uint32_t object, uint32_t value) {
    sl_put(b->d, object, s->next, b->sl->bits / 8, value);
}

static void link_back(const struct build *b, const struct ir_shape *s, uint32_t object, uint32_t value) {
    if (s->kind == IR_SHAPE_DOUBLY) sl_put(b->d, object, s->back, b->sl->bits / 8, value);
}

static uint32_t null_value(const struct build *b) {
    return sl_const(b->d, b->sl->bits, 0);
}

static uint32_t plain_node(const struct build *b, const struct ir_shape *s) {
    uint32_t object = sl_add_object(b->d, block(b, s));
    fill(b, object, s);
    return object;
}

// What the first node of a list leads back to: nothing, or the pointer that leads to it, which is in hand or one of callers.
static uint32_t front_of(const struct build *b, const struct ir_shape *s, uint32_t first) {
    if (!s->linked) return null_value(b);
    if (b->owner != IR_NO_TYPE) return address_at(b, b->object, SL_FIRST, b->offset);
    uint32_t word = b->sl->bits / 8, pointer = sl_add_object(b->d, (struct sl_object){.storage = SL_HEAP, .foreign = 1, .rest = SL_REST_UNINIT, .size = word, .func = b->in->entry});
    sl_put(b->d, pointer, 0, word, address(b, first, SL_FIRST));
    return address(b, pointer, SL_FIRST);
}

// One part of a list after the other, of at least so many nodes (ONE_NODE: it is one); `parts` gets their objects.
enum { ONE_NODE = UINT8_MAX };
static void chain(const struct build *b, const struct ir_shape *s, const uint8_t *least, uint32_t n, uint32_t *parts) {
    for (uint32_t i = 0; i < n; i++) parts[i] = least[i] == ONE_NODE ? plain_node(b, s) : nodes(b, s, least[i]);
    for (uint32_t i = 0; i < n; i++) {
        link_to(b, s, parts[i], i + 1 < n ? address(b, parts[i + 1], SL_FIRST) : null_value(b));
        link_back(b, s, parts[i], i ? last_of(b, parts[i - 1], ir_shape_back_to(s)) : front_of(b, s, parts[0]));
    }
}

// Nodes of a ring, which may be parts of something larger.
static uint32_t ring_nodes(const struct build *b, const struct ir_shape *s, uint64_t *at) {
    struct ir_shape whole = *s;
    *at = 0;
    if (s->whole_ctype == IR_NO_TYPE || b->level) return nodes(b, s, 0);
    *at = s->part;
    whole.ctype = s->whole_ctype;
    whole.next += s->part;
    whole.back += s->part;
    uint32_t object = nodes(b, &whole, 0);
    b->d->objects.at[object].shape.list.head = (int32_t)s->part;
    if (s->kind == IR_SHAPE_DOUBLY) b->d->objects.at[object].shape.list.tail = (int32_t)s->part;
    return object;
}

// A node, what comes behind it, and so on: 2 * n parts of a ring, of which `parts` gets the objects.
static void ring(const struct build *b, const struct ir_shape *s, uint32_t n, uint32_t *parts) {
    uint64_t at[4] = {0};
    assert(n && n <= 2);
    for (uint32_t i = 0; i < 2 * n; i += 2) {
        parts[i] = plain_node(b, s);
        parts[i + 1] = ring_nodes(b, s, &at[i + 1]);
    }
    for (uint32_t i = 0; i < 2 * n; i++) {
        uint32_t after = (i + 1) % (2 * n), before = (i + 2 * n - 1) % (2 * n), word = b->sl->bits / 8;
        enum sl_end last = sl_is_segment(&b->d->objects.at[parts[before]]) ? SL_LAST : SL_FIRST;
        sl_put(b->d, parts[i], at[i] + s->next, word, address_at(b, parts[after], SL_FIRST, at[after]));
        if (s->kind == IR_SHAPE_DOUBLY) sl_put(b->d, parts[i], at[i] + s->back, word, address_at(b, parts[before], last, at[before]));
    }
}

// A member of the object is the head of a ring.
static void put_head(const struct build *b, uint64_t head, const struct ir_shape *s) {
    uint64_t at, word = b->sl->bits / 8;
    uint32_t object = b->object, others = b->level ? 0 : ring_nodes(b, s, &at);
    uint32_t next = others ? address_at(b, others, SL_FIRST, at) : scalar(b, NULL, word);
    sl_put(b->d, object, head + s->next, word, next);
    if (others) sl_put(b->d, others, at + s->next, word, address_at(b, object, SL_FIRST, head));
    if (s->kind != IR_SHAPE_DOUBLY) return;
    sl_put(b->d, object, head + s->back, word, others ? address_at(b, others, SL_LAST, at) : scalar(b, NULL, word));
    if (others) sl_put(b->d, others, at + s->back, word, address_at(b, object, SL_FIRST, head));
}

// All of a list, from its first node on.
static uint32_t whole_list(const struct build *b, const struct ir_shape *s, bool looped) {
    uint32_t object;
    chain(b, s, &(uint8_t){1}, 1, &object);
    if (looped) link_back(b, s, object, address(b, object, SL_LAST));
    return address(b, object, SL_FIRST);
}

// A ring, or a list whose first node leads back to the last; 0: anything, since all that nodes own is there or not.
static uint32_t closed_list(const struct build *b, const struct ir_shape *s) {
    uint32_t parts[2];
    if (b->level) return 0;
    if (s->null && second_way(b)) return null_value(b);
    if (!s->ring) return whole_list(b, s, true);
    ring(b, s, 1, parts);
    return address(b, parts[0], SL_FIRST);
}

// A node in a doubly linked list, told from the others, so that what it leads to is there once.
static uint32_t node_of_list(const struct build *b, const struct ir_shape *s) {
    uint32_t parts[3];
    if (s->null && second_way(b)) return null_value(b);
    chain(b, s, (const uint8_t[]){0, ONE_NODE, 0}, 3, parts);
    return address(b, parts[1], SL_FIRST);
}

// What nodes of lists own is told by their links forth alone.
static uint32_t some_nodes(const struct build *b, const struct ir_shape *s) {
    struct ir_shape singly = *s;
    uint32_t object;
    singly.kind = IR_SHAPE_LIST;
    singly.linked = false;
    chain(b, &singly, &(uint8_t){s->null ? 0 : 1}, 1, &object);
    return address(b, object, SL_FIRST);
}

// Is it the first node, or null, and does more than one pointer say which?
static bool begins_list(const struct build *b, const struct ir_shape *s) {
    struct ir_tail t;
    return b->owner != IR_NO_TYPE && !b->level && (s->linked || (ir_input_tail(b->in, b->owner, &t) && t.first == b->offset));
}

static bool holds_within(const struct build *b) {
    return b->depth == 1 && !b->inside->value && ir_holds_within(b->in, b->owner, b->offset);
}

// A list from its first node on, with a node in it that a parameter leads to; what follows that is there or not, as is known where a pointer leads to the last.
static uint32_t list_around(const struct build *b, const struct ir_shape *s) {
    struct ir_tail t;
    uint32_t parts[3];
    bool ends = ir_proposes(b->in, IR_PROPOSE_QUEUES) || ir_input_tail(b->in, b->owner, &t), last = ends && second_way(b);
    chain(b, s, (const uint8_t[]){0, ONE_NODE, ends}, last ? 2 : 3, parts);
    *b->inside = (struct inside){address(b, parts[1], SL_FIRST), parts[last ? 1 : 2]};
    return address(b, parts[0], SL_FIRST);
}

// Of a doubly linked list nodes before it may be there.
static uint32_t list(const struct build *b, const struct ir_shape *s) {
    uint32_t parts[2];
    bool doubly = s->kind == IR_SHAPE_DOUBLY;
    uint8_t least[2] = {0, s->null ? 0 : 1};
    if (holds_within(b) && !s->ring) return list_around(b, s);
    if (s->ring || s->looped) return closed_list(b, s);
    if (s->linked && b->level) return some_nodes(b, s);
    if (begins_list(b, s)) return s->null && second_way(b) ? null_value(b) : whole_list(b, s, false);
    if (doubly && (s->linked || ir_proposes(b->in, IR_PROPOSE_LOOPED)) && !b->level) return node_of_list(b, s);
    chain(b, s, doubly ? least : least + 1, 1u + doubly, parts);
    return address(b, parts[doubly], SL_FIRST);
}

// A tree whose hole holds this value; no parent is above it.
static uint32_t tree(const struct build *b, const struct ir_shape *s, uint8_t least, uint32_t hole) {
    struct sl_object o = block(b, s);
    struct sl_branches branches = {0};
    o.shape = (struct sl_shape){.kind = s->parents ? SL_PARENTED : SL_TREE, .least = least};
    if (s->parents) o.shape.tree.up = (int32_t)s->up;
    uint32_t object = sl_add_object(b->d, o);
    for (uint32_t i = 0; i < s->n_children; i++) sl_branches_add(&branches, s->child[i]);
    sl_branches_see(b->sl, o.size, &branches, s->parents ? s->up + 1 : 0);
    sl_put_children(b->d, object, &branches, b->sl->bits);
    sl_set_link(b->d, object, SL_HOLE, 0, hole);
    if (s->parents) sl_put(b->d, object, s->up, b->sl->bits / 8, null_value(b));
    fill(b, object, s);
    return address(b, object, SL_FIRST);
}

// A node of a tree, and all that is above it, from the root on.
static uint32_t tree_around(const struct build *b, const struct ir_shape *s, uint32_t *root) {
    uint32_t below = tree(b, s, 1, null_value(b));
    *root = tree(b, s, 0, below);
    if (s->parents) sl_put(b->d, b->d->values.at[below].object, s->up, b->sl->bits / 8, address(b, b->d->values.at[*root].object, SL_LAST));
    return below;
}

// Of a member, the root.
static uint32_t whole_tree(const struct build *b, const struct ir_shape *s) {
    uint32_t root;
    if (!holds_within(b)) return tree(b, s, !s->null, null_value(b));
    b->inside->value = tree_around(b, s, &root);
    return root;
}

static uint32_t node_of_tree(const struct build *b, const struct ir_shape *s) {
    if (s->null && second_way(b)) return null_value(b);
    return tree_around(b, s, &(uint32_t){0});
}

// The last node of the list that another member leads to, which thereby has one.
static uint32_t last_node(const struct build *b, const struct ir_shape *s, uint32_t first) {
    struct sl_object *o = &b->d->objects.at[first];
    if (!sl_is_segment(o)) return address(b, first, SL_FIRST);
    if (s->kind == IR_SHAPE_DOUBLY) {
        o->shape.least = 1;
        return address(b, first, SL_LAST);
    }
    o->shape.least = 0;
    struct sl_object last = block(b, s);
    uint32_t node = sl_add_object(b->d, last);
    fill(b, node, s);
    link_to(b, s, node, null_value(b));
    link_to(b, s, first, address(b, node, SL_FIRST));
    return address(b, node, SL_FIRST);
}

// The first member that leads to a list, and may be one of a pair.
static uint32_t first_member(const struct build *b, const struct ir_shape *s) {
    struct queue *q = b->queue;
    bool proposed = ir_proposes(b->in, IR_PROPOSE_QUEUES);
    q->shape = *s;
    bool within = holds_within(b);
    q->empty = proposed && !within && second_way(b);
    uint32_t v = q->empty ? null_value(b) : proposed && !within ? whole_list(b, s, false) : list(b, s);
    q->first = v;
    q->list = within ? b->inside->last : b->d->values.at[v].object;
    q->parted = within;
    return v;
}

// A member that leads to a list: its value, or 0: not of a pair.
static uint32_t queue_member(const struct build *b, const struct ir_shape *s) {
    struct queue *q = b->queue;
    if (!q || !ir_shape_is_list(s) || b->level >= SL_MOST_LEVEL) return 0;
    if (ir_proposes(b->in, IR_PROPOSE_QUEUES) && b->level) return scalar(b, NULL, b->sl->bits / 8);
    q->lists++;
    if (!q->first) return first_member(b, s);
    if (!ir_input_is_end(b->in, &q->shape, s)) return 0;
    *q->found = true;
    q->pairs++;
    q->first = 0;
    return q->empty ? null_value(b) : last_node(b, s, q->list);
}

// A member leads to the null pointer at the end of the list beside it.  Is the last node an object of its own thereby?
static bool put_tail(const struct build *b) {
    struct ir_tail t;
    uint64_t word = b->sl->bits / 8;
    if (b->level || !ir_input_tail(b->in, b->owner, &t)) return false;
    uint32_t field = sl_field_at(b->d, b->object, t.first, word), v = field == UINT32_MAX ? 0 : b->d->fields.at[field].value;
    if (!v || (b->d->values.at[v].kind != SL_ADDR && !sl_is_null(b->d, v))) return false;
    bool empty = sl_is_null(b->d, v);
    struct ir_shape s = ir_input_nodes(b->in, t.node);
    bool parted = b->depth == 1 && b->inside->last && ir_holds_within(b->in, b->owner, t.first);
    uint32_t list = empty ? b->object : parted ? b->inside->last : b->d->values.at[v].object;
    uint32_t to = empty ? address_at(b, list, SL_FIRST, t.first) : s.kind == IR_SHAPE_LIST ? last_node(b, &s, list) : 0;
    if (to && !empty) to = address_at(b, b->d->values.at[to].object, SL_FIRST, s.next);
    sl_put(b->d, b->object, t.tail, word, to ? to : last_of(b, list, s.next));
    return !empty && s.kind == IR_SHAPE_LIST;
}

// ---- arrays ------------------------------------------------------------------------------------------------------------------------

// The number is not negative and at most this.
static void limit(const struct build *b, uint32_t v, uint64_t most) {
    struct num_range *r = &b->d->values.at[v].range;
    uint64_t top = num_mask(r->bits) >> 1;
    *r = num_range_meet(*r, num_range_unsigned(r->bits, 0, most < top ? most : top));
}

// The number of elements as that of bytes, as wide as a pointer.
static uint32_t bytes_of(const struct build *b, uint32_t number, uint64_t stride) {
    unsigned bits = b->sl->bits;
    uint32_t v = number;
    limit(b, v, (sl_largest_block(bits) >> IR_INPUT_ROOM) / stride);
    if (b->d->values.at[v].range.bits != bits) {
        v = sl_int(b->d, num_range_zext(b->d->values.at[number].range, bits));
        sl_made_from(b->d, v, number, 1, 0);
    }
    b->d->values.at[v].level = b->level;
    if (stride == 1) return v;
    struct num_range r = b->d->values.at[v].range;
    uint32_t all = sl_int(b->d, num_range_unsigned(bits, stride * num_range_umin(r), stride * num_range_umax(r)));
    sl_made_from(b->d, all, v, (uint32_t)stride, 0);
    b->d->values.at[all].level = b->level;
    return all;
}

static void find_pointer(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct build *b = self;
    const struct ir_program *p = b->in->program;
    (void)offset, (void)size, (void)name;
    if (ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_POINTER) b->object = 1;
}

static bool holds_pointers(const struct build *b, uint32_t ctype) {
    struct build look = *b;
    look.object = 0;
    ir_input_members(b->in->program, ctype, &look, find_pointer);
    return look.object;
}

// The places of the array hold what the elements do.
static void fill_places(const struct build *b, uint32_t array, const struct ir_shape *s, uint64_t stride) {
    struct sl_table t;
    if (b->level || !sl_table_make(b->d, array, 0, stride, 0, b->sl->bits) || !sl_table_read(b->d, array, &t)) return;
    struct ir_shape element = *s;
    struct build own = *b;
    element.kind = IR_SHAPE_OBJECT;
    own.depth -= !b->array, own.array = true;  // the first one is part of what has it
    fill(&own, t.runs[0], &element);
}

static uint32_t array(const struct build *b, const struct ir_shape *s, uint32_t number) {
    const struct ir_program *p = b->in->program;
    uint64_t size = s->ctype < p->ctypes.n ? p->ctypes.at[s->ctype].size : 0, stride = size ? size : 1;
    struct sl_object o = {.storage = SL_HEAP, .foreign = 1, .rest = SL_REST_ANY, .level = b->level, .func = b->in->entry};
    uint32_t bytes = bytes_of(b, number, stride);
    o.size = (uint64_t)num_range_umin(b->d->values.at[bytes].range);
    o.more = (uint64_t)num_range_umax(b->d->values.at[bytes].range) - o.size;
    if (s->null && b->level) o.shape.kind = SL_OPTION;
    uint32_t object = sl_add_object(b->d, o);
    vec_push(&b->sizes->list, (struct sl_pair){object, bytes});
    if (holds_pointers(b, s->ctype)) fill_places(b, object, s, stride);
    return address(b, object, SL_FIRST);
}

static uint32_t number_of(const struct build *b, uint32_t param) {
    const struct ir_func *f = &b->in->program->funcs.at[b->in->entry];
    if (!b->numbers[param]) b->numbers[param] = sl_int(b->d, num_range_full(ir_bits(f->locals.at[param].type)));
    return b->numbers[param];
}

// The same, of any number of elements; *end: where they end.
static uint32_t array_up_to(const struct build *b, const struct ir_shape *s, uint32_t *end) {
    uint32_t v = array(b, s, sl_int(b->d, num_range_full(b->sl->bits))), bytes = vec_last(&b->sizes->list).b;
    *end = sl_address(b->d, b->d->values.at[v].object, b->sl->bits, 0);
    b->d->values.at[*end].range = b->d->values.at[bytes].range;
    b->d->values.at[*end].level = b->level;
    sl_made_from(b->d, *end, bytes, 1, 0);
    return v;
}

// A parameter that leads to an array, whose number of elements, or end, is another one.
static uint32_t array_of_param(const struct build *b, const struct ir_shape *s) {
    bool none = s->null && second_way(b);
    if (!s->length.end) return none ? null_value(b) : array(b, s, number_of(b, s->length.param));
    return none ? b->numbers[s->length.param] = null_value(b) : array_up_to(b, s, &b->numbers[s->length.param]);
}

// What a member holds, which is a number.
static uint32_t number_at(const struct build *b, uint64_t offset, uint64_t size) {
    uint32_t f = sl_field_at(b->d, b->object, offset, size);
    assert(f != UINT32_MAX && size <= 8);
    uint32_t v = b->d->fields.at[f].value;
    if (b->d->values.at[v].kind == SL_INT) return v;
    v = sl_int(b->d, num_range_full((unsigned)size * 8));
    b->d->values.at[v].level = b->level;
    sl_put(b->d, b->object, offset, size, v);
    return v;
}

// Once the numbers are there: a member that leads to an array.
static void put_array(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct build *b = self;
    const struct ir_program *p = b->in->program;
    (void)name;
    if (ctype >= p->ctypes.n || p->ctypes.at[ctype].kind != IR_C_POINTER || b->depth >= IR_INPUT_DEPTH) return;
    struct ir_shape s =
        b->global != UINT32_MAX ? ir_input_global(b->in, b->global, offset, ctype) : ir_input_member(b->in, b->owner, offset, ctype);
    if (s.kind != IR_SHAPE_ARRAY || (s.length.end && b->level)) return;  // of each node it would have an end of its own
    bool none = s.null && !b->level && second_way(b);
    uint32_t length = none ? sl_const(b->d, (unsigned)s.length.size * 8, 0) : s.length.end ? 0 : number_at(b, s.length.offset, s.length.size);
    uint32_t v = none ? null_value(b) : s.length.end ? array_up_to(b, &s, &length) : array(b, &s, length);
    sl_put(b->d, b->object, s.length.offset, s.length.size, length);
    sl_put(b->d, b->object, offset, size, v);
}

static void put_limit(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    const struct build *b = self;
    struct ir_limit most;
    (void)name, (void)ctype;
    if (!ir_input_limit(b->in, b->owner, offset, &most)) return;
    uint32_t v = number_at(b, offset, size), w = most.size ? number_at(b, most.offset, most.size) : 0;
    limit(b, v, w ? (uint64_t)num_range_umax(b->d->values.at[w].range) : most.most - most.below);
    if (w && !sl_assume_bound(b->d, sl_reading(b->d, v, true), sl_reading(b->d, w, true), -(int64_t)most.below)) b->sizes->impossible = true;
}

static void put_arrays(const struct build *b) {
    struct build own = *b;
    if (!ir_proposes(b->in, IR_PROPOSE_ARRAYS) || b->depth >= IR_INPUT_DEPTH) return;
    ir_input_members(b->in->program, b->owner, &own, put_array);
    ir_input_members(b->in->program, b->owner, &own, put_limit);
}

// The value of a pointer, or 0: anything.
static uint32_t pointer_to(const struct build *b, const struct ir_shape *s) {
    switch (s->kind) {
    case IR_SHAPE_ANY: return 0;
    case IR_SHAPE_FUNCTION:
        if (s->function != UINT32_MAX) return sl_address(b->d, sl_code_object(b->d, SL_CODE, s->function), b->sl->bits, 0);
        return address(b, one_object(b, s, s->null), SL_FIRST);
    case IR_SHAPE_STRING:
    case IR_SHAPE_OBJECT: return address(b, one_object(b, s, s->null), SL_FIRST);
    case IR_SHAPE_ARRAY: return array_of_param(b, s);
    case IR_SHAPE_TREE:
        if (b->level >= SL_MOST_LEVEL) return 0;
        return s->parents && b->owner == IR_NO_TYPE ? node_of_tree(b, s) : whole_tree(b, s);
    default: return b->level < SL_MOST_LEVEL ? list(b, s) : 0;
    }
}

// ---- what two of them share ----------------------------------------------------------------------------------------------------------

// How the roots are paired: with[i] is the partner of root i, or i itself; of two nodes of a doubly linked list `later` says which comes second.
struct pairing {
    uint32_t with[SL_MOST_ALIASES];
    uint8_t later[SL_MOST_ALIASES];
    uint32_t value[SL_MOST_ALIASES];  // of each root, once it was made
};

// Both lists end in one: a may be before it, and so may b.
static void common_end(const struct build *b, const struct ir_shape *s, uint32_t *first, uint32_t *second) {
    uint32_t rest = nodes(b, s, 1), x = nodes(b, s, 0), y = nodes(b, s, 0);
    link_to(b, s, rest, null_value(b));
    link_to(b, s, x, address(b, rest, SL_FIRST));
    link_to(b, s, y, address(b, rest, SL_FIRST));
    *first = address(b, x, SL_FIRST);
    *second = address(b, y, SL_FIRST);
}

static void one_list(const struct build *b, const struct ir_shape *s, uint32_t *earlier, uint32_t *later) {
    uint32_t parts[3];
    chain(b, s, (const uint8_t[]){0, 0, 1}, 3, parts);
    *earlier = address(b, parts[1], SL_FIRST);
    *later = address(b, parts[2], SL_FIRST);
}

// One tree, in which the second is below the first or the same.
static void one_tree(const struct build *b, const struct ir_shape *s, uint32_t *above, uint32_t *below) {
    *below = tree(b, s, 1, null_value(b));
    *above = tree(b, s, 0, *below);
}

// Two nodes of one ring, or (later) the same.
static void make_ring_pair(const struct build *b, struct pairing *p, uint32_t i, uint32_t k) {
    uint32_t parts[4];
    ring(b, &b->in->roots.at[i].shape, p->later[i] ? 1 : 2, parts);
    p->value[i] = address(b, parts[0], SL_FIRST);
    p->value[k] = p->later[i] ? p->value[i] : address(b, parts[2], SL_FIRST);
}

static void make_pair(const struct build *b, struct pairing *p, uint32_t i, uint32_t k) {
    const struct ir_shape *s = &b->in->roots.at[i].shape;
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
        p->value[i] = p->value[k] = array(b, s, number_of(b, s->length.param));
    else
        p->value[i] = p->value[k] = address(b, one_object(b, s, false), SL_FIRST);
}

static bool is_within(const struct build *b, uint32_t root) {
    return b->in->roots.at[root].global == UINT32_MAX && b->in->roots.at[root].param == b->in->within.param;
}

static void make_roots(const struct build *b, struct pairing *p) {
    for (uint32_t i = 0; i < b->in->roots.n; i++)
        if (is_within(b, i) && b->in->roots.at[i].shape.null && second_way(b)) b->inside->value = null_value(b);
    for (uint32_t i = 0; i < b->in->roots.n; i++) {
        const struct ir_input_root *root = &b->in->roots.at[i];
        struct build own = *b;
        bool begins = root->global != UINT32_MAX && root->shape.linked;
        if (begins) own.object = sl_global_object(b->sl, b->d, root->global), own.owner = b->in->program->globals.at[root->global].ctype;
        if (is_within(b, i)) continue;
        if (p->with[i] == i)
            p->value[i] = pointer_to(&own, &root->shape);
        else if (p->with[i] > i)
            make_pair(b, p, i, p->with[i]);
    }
    for (uint32_t i = 0; i < b->in->roots.n; i++)
        if (is_within(b, i)) p->value[i] = b->inside->value ? b->inside->value : pointer_to(b, &b->in->roots.at[i].shape);
}

// ---- states ------------------------------------------------------------------------------------------------------------------------

static uint32_t root_value(const struct build *b, const struct pairing *p, uint32_t param, uint32_t global) {
    for (uint32_t i = 0; i < b->in->roots.n; i++)
        if (b->in->roots.at[i].param == param && b->in->roots.at[i].global == global) return p->value[i];
    return 0;
}

// A structure that is handed over whole belongs to the call.
static uint32_t whole(const struct build *b, const struct ir_shape *s) {
    uint32_t object = one_object(b, s, false);
    struct sl_object *o = &b->d->objects.at[object];
    o->storage = SL_LIBRARY;
    o->tag = SL_WORLD;
    o->foreign = 0;
    return address(b, object, SL_FIRST);
}

// By its type: no pointer that is taken for one.
static bool is_number(const struct ir_program *p, const struct ir_local *l) {
    enum ir_ckind kind = l->ctype < p->ctypes.n ? p->ctypes.at[l->ctype].kind : IR_C_VOID;
    return ir_kind(l->type) == IR_INT && ir_bits(l->type) <= 64 && (kind == IR_C_INT || kind == IR_C_UINT);
}

static uint32_t param_value(const struct build *b, const struct pairing *p, uint32_t k) {
    const struct ir_local *l = &b->in->program->funcs.at[b->in->entry].locals.at[k];
    struct ir_shape s = ir_input_param(b->in, k);
    uint32_t v = root_value(b, p, k, UINT32_MAX);
    if (!v && s.whole && s.kind == IR_SHAPE_OBJECT) v = whole(b, &s);
    if (!v) v = b->numbers[k];
    bool number = ir_proposes(b->in, IR_PROPOSE_ARRAYS) && is_number(b->in->program, l);
    return v ? v : number ? sl_int(b->d, num_range_full(ir_bits(l->type))) : sl_unknown(b->d, l->type, b->sl->bits);
}

static void change_global(const struct build *b, const struct pairing *p, uint32_t global) {
    const struct ir_global *g = &b->in->program->globals.at[global];
    uint32_t object = sl_global_object(b->sl, b->d, global), v = root_value(b, p, UINT32_MAX, global);
    struct build inner = *b;
    if (g->size) sl_kill(b->d, object, 0, g->size);
    b->d->objects.at[object].rest = SL_REST_ANY;
    b->d->objects.at[object].dirty = 1;
    inner.object = object;
    inner.global = global;
    inner.owner = g->ctype;
    struct queue queue = {.found = b->queue ? b->queue->found : NULL};
    inner.queue = b->queue ? &queue : NULL;
    if (v)
        sl_put(b->d, object, 0, b->sl->bits / 8, v);
    else
        ir_input_members(b->in->program, g->ctype, &inner, put_member), put_tail(&inner), put_arrays(&inner);
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
    struct build b = {.sl = sl, .in = in, .d = &d, .global = UINT32_MAX, .owner = IR_NO_TYPE, .choice = choice, .n_choices = &n_choices};
    VEC(uint32_t) params = {0};
    b.numbers = calloc(f->n_params + 1, sizeof *b.numbers);
    if (!b.numbers) base_out_of_memory();
    struct queue queue = {.found = &(bool){false}};
    struct sizes sizes = {0};
    struct inside inside = {0};
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
        n = begin(sl, p, queues, choice, out);
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
