// SPDX-License-Identifier: MIT
// Symbolic heaps: what a state is, as a draft that can be changed and as a sealed, canonical block of words.
//
// A state has values, objects, fields and roots.
//   Value: one unknown word, shared by all places that hold it, so equality is identity.  An integer (a range), an address (an object and a
//     range of byte offsets), uninitialised, the address of one of some functions, or anything at all.  Two integers known to differ are in the list `apart`.
//   Object: a piece of memory that is valid, freed or dead (out of scope), of exact size or a range of sizes; or, by its `shape`, a *segment*: a
//     chain of `least` or more nodes of that size and these fields, linked at offset `next`, each pointed to at offset `head`.  The field at
//     `next` of a segment is the link of its last node; an address in a segment is one in its first node.  A segment of least 0 may be empty:
//     then an address at offset `head` in it is the link itself.  Doubly linked, its first node has a link, too: at `back`, as those to `tail`.
//     A segment *of pairs* is a chain of such nodes taken by twos: its fields are those of the first node of every pair, which holds the address of the
//     second (an object of one level more, marked so) as a link, SL_SECONDS; the second's link is not among its fields.  `least` counts pairs, the last
//     node is the second of the last pair, and the links of the segment are those of the first and the last node, as ever.
//     A *mixed* segment has nodes of several kinds: it has no fields but its links, and for each kind the address of a *variant* as
//     a link, SL_VARIANTS, which is an object of one level more: each node is as one of them says, and has what that has.  A variant has no field
//     where its links are (`next`, `back`); they, and what they lead to, lie `shift` bytes further than in the shape of the segment, whose least
//     offset is 0.  So an address in a mixed segment is so many bytes further in the node that is one of that variant.  The nodes come in any order
//     but for what may `never` be (sequence.h): a node of the variant first, last, or right before one of another variant.
//     A *tree* is a segment whose nodes branch: each field that holds the address SL_CHILD of the tree itself stands for a link which is null or leads
//     to another such node, or is the *hole*: that one link in all of the tree holds what its link SL_HOLE does.  Null there: no link is
//     special.  So a tree goes from its root to its hole as a list from its first node to its last link; `least` is 0 or 1.
//     One with links to the *parents* is to it as a doubly linked list to one that is not: at `up` every node has a link to `tail` of its parent; that of
//     the root is a link of the tree, and its last node is the one that has the hole (a null link that is special, if anything leads to the last node).
//     A list of one kind of nodes may be *levelled*: what each node has for itself, or the node, holds SL_AFTER, seen from the node: what its own link
//     at `next` does, whatever that is; moved by as much as the offset differs from `head`.  So the links of a lower level lead from a node,
//     over a list of its own, to the node that its link leads to (skip lists).
//   Table: an array that is divided into *parts*, objects of storage SL_PLACES and of the size of one place.  From `base` on, the array holds
//     `count` places (0: as many as it has room for).  A part is a *run* (segment SL_RUN, least 0): every place from its index on, up to that of
//     the next run or the end, holds what its fields say, each with its own things of one level more; or a single place (SL_PLACE), which is not
//     one of its run then.  Links of the array lead to its runs (SL_RUNS), in order, and to its single places (SL_SINGLES), no two of which are the
//     same; the link SL_INDEX of a part is its index (the first run, which begins at 0, has none).  The array's own bytes there are anything.
//   Length: a list of level 0, or an option, may have links SL_NODES and SL_LESS, numbers that tell how many nodes there are (nodes.h).
//   Size: an object whose size is not one number may have a `count`, a value that is the size in bytes, and a `unit`, a value that times
//     `scale` plus `plus` is; as signed numbers.  Both are kept for as long as the object is; of what nodes own, each
//     node has its own, or all have one of level 0.
//     An object of level 0 that has a count may have two `part`s, numbers of which it is the sum, plus `over`; signed, not negative, without wrapping.
//   Strings: an object of level 0 that is no segment may have a value `ends`, a signed number: the byte at this offset is in the object, and 0.  If it is
//     `first`, no byte before it is: the string at offset 0 is so long.
//   Relation: differences of numbers, as plain integers (num_diff.h).  Of a number that nodes have for themselves they hold in each node.
//     Only states with a count or an end have any: see number.h.
//     Of numbers that the nodes of two different lists of level 0 have, they hold for each node of the one and each of the other.
//   Trend: how numbers that the nodes of a list have for themselves go on along it (trend.h).
//   Term: a number that follows from others, of level 0 (term.h).  SL_SUM: it is a + b + plus as signed numbers, modulo 2^n, where n is the width
//     of the widest, and an address stands for its offset.  SL_LOADED: it is what the bytes at the address a are, in a plain object.
//     SL_MULTIPLE: it is a, a number of at most n bits without sign, `plus` times, modulo 2^n.  SL_PRODUCT: it is a times b, both of one
//     width of at most n bits, without sign, modulo 2^n.  SL_QUOTIENT: a lies from times * value + plus to that plus `over`, as plain integers, both numbers without
//     sign, a may be an address (its offset, with sign); or, if `over` is SL_AT_LEAST or SL_AT_MOST, a is not below, or not above, times * value + plus.
//   Field: `size` bytes at an offset of an object, holding a value; no two overlap.  Bytes without field are as the object's `rest` says.
//     A field may be wider than a word: then its value is 0, uninitialised or anything, byte for byte; or *characters*, SL_CHARS, which only
//     fields hold: one of its bytes is 0, so that a string which begins there or before ends in it.
//   Link: a value that an object holds by its shape, in no bytes: by role and index.
//   Level: what every node of a segment of level n has for itself (values and objects reached only through that segment's fields other than
//     the links) has level n + 1, everything else has level 0; so do constants.  Level n + 1 is copied for each node.
//   Roots: the locals and slots of every frame, stack blocks, results of a return, changed globals.
//
// A global without object has its initial contents.  Everything is numbered from 1; 0 is "none".  A sealed state is numbered by a fixed walk
// from the roots, so that equal states are equal words.
//
// Literature: D. Distefano, P. O'Hearn, H. Yang, A local shape analysis based on separation logic (TACAS 2006); J. Berdine et al., Shape analysis
// for composite data structures (CAV 2007), for segments whose nodes own things.
#ifndef HP_SL_STATE_H
#define HP_SL_STATE_H
#include "base/buf.h"
#include "base/pool.h"
#include "base/vec.h"
#include "dom/dom.h"
#include "dom/store.h"
#include "num/num_diff.h"
#include "sl/limits.h"

enum sl_kind { SL_NONE, SL_INT, SL_ADDR, SL_UNINIT, SL_ANY, SL_FUNCS, SL_CHARS };
enum sl_end { SL_FIRST, SL_LAST, SL_EACH, SL_CHILD, SL_AFTER, SL_ENDS };
struct sl_value {
    uint8_t kind, level;
    uint8_t end;             // ADDR in a segment: which of its nodes; otherwise SL_FIRST.  SL_EACH, SL_CHILD, SL_AFTER: seen from each node
    uint32_t object;         // ADDR
    struct num_range range;  // INT: the number; ADDR: the offset, of pointer width; FUNCS: lo is the number of the set
    // In a draft only.  INT: it was made from this value (0: unknown), as `times` it (0: once) plus delta, modulo 2^n; from a narrower one by
    // extending it (delta 1: as a signed number), from a wider one by cutting it.  ADDR: the offset is times the signed number plus delta.
    uint32_t source, times;
    uint64_t delta;
};

enum sl_storage { SL_HEAP, SL_STACK, SL_GLOBAL, SL_CODE, SL_LABEL, SL_LIBRARY, SL_PLACES };
// Tags of SL_LIBRARY: argv and its strings; what calls share (static strings and structures: contents never known); errno; a handle; a string
// that was found in argv, and may be one of its strings that are known; handles of other kinds (what belongs to a handle is part of it); those of
// the standard streams; what a function gives until its next call.
enum sl_library { SL_WORLD, SL_SHARED, SL_ERRNO, SL_HANDLE, SL_STRING, SL_DIRECTORY, SL_LOCALE, SL_STDIN, SL_STDOUT, SL_STDERR, SL_LENT, SL_CLASSES };
enum { SL_LIBRARY_TAGS = SL_LENT + 1 };
enum sl_life { SL_VALID, SL_FREED, SL_DEAD };
// STRINGS: argv; its words are addresses in strings of the world, of which nothing is known but that they are not behind their ends, and the last one
// is null.
enum sl_rest { SL_REST_UNINIT, SL_REST_ZERO, SL_REST_ANY, SL_REST_STRINGS };
enum sl_shape_kind {
#define SL_SHAPE(kind, module, links, least, rank, role, view, text) SL_##kind,
#include "sl/shape.def"
    SL_N_SHAPES
};
enum { SL_SHAPE_WORDS = 4 };
struct sl_shape {
    uint8_t kind;   // enum sl_shape_kind: which of the following are set; what is not is 0
    uint8_t least;  // of a segment: 0, 1, 2
    union {
        struct {
            int32_t next, head, back, tail;
        } list;  // singly linked: back and tail are 0
        struct {
            int32_t head, up, tail;
        } tree;  // without links to the parents: up and tail are 0
        struct {
            int32_t next;
        } second;
        struct {
            int32_t shift, next, back;
            uint32_t never;
        } variant;  // singly linked: back is next; never: sequence.h
        struct {
            uint32_t base, count;
        } place;  // of a table's parts: PLACE, RUN
        uint32_t words[SL_SHAPE_WORDS];  // all of it
    };
};
struct sl_object {
    struct sl_shape shape;
    uint8_t storage, life, rest, level;
    uint8_t dirty;    // GLOBAL: contents may differ from the initial ones
    uint8_t escaped;  // its address was put where it cannot be followed
    uint8_t foreign;  // HEAP: provided by the callers of an open program, who know each of them; without bytes, a function of theirs (rest UNINIT) or an array (ANY)
    uint8_t first;    // no byte before that at `ends` is 0
    uint32_t tag;     // GLOBAL, CODE, LABEL: index; HEAP: place of allocation (func << 16 ^ instr, for messages)
    uint32_t func, instr;  // place of birth
    // A string that begins at offset text - 1 or before ends within the object (SL_TEXT: wherever it begins); 0: not known.
    uint32_t text;
    uint32_t wide;        // the same of strings of wide characters, that begin at a multiple of their size
    uint64_t size, more;  // bytes that are surely there, and so many more there may be (0: the size is exact)
    // Its numbers: the last members (seal.c).
    uint32_t ends;                // where a byte is 0; 0: not known
    uint32_t count, unit, scale;  // what the size is; 0: not known
    uint32_t part[2];             // 0: not known
    int64_t plus, over;
};
#define SL_TEXT UINT32_MAX
#define SL_UNBOUNDED ((uint64_t)INT64_MAX)  // `more`: nothing is known
struct sl_field {
    uint32_t object;
    uint32_t value;
    uint64_t offset, size;
};
enum sl_role { SL_HOLE, SL_RUNS, SL_SINGLES, SL_INDEX, SL_SECONDS, SL_VARIANTS, SL_NODES, SL_LESS, SL_N_ROLES };
static inline bool sl_is_measure(unsigned role) { return role == SL_INDEX || role == SL_NODES || role == SL_LESS; }  // a number, not of its nodes
static inline bool sl_is_of_nodes(unsigned role) { return role == SL_SECONDS || role == SL_VARIANTS; }  // each node's, not the segment's
struct sl_link {
    uint32_t object;  // as in a field
    uint32_t value;
    uint16_t role, index;  // which of those that have this role in the object, from 0; of SL_NODES see nodes.h
};
#define SL_GHOSTS UINT32_MAX  // func of the outermost frame of a callee: what its callers hold (local.h)
struct sl_frame {
    uint32_t func;
    uint32_t first_reg, first_slot;
};
struct sl_pair {
    uint32_t a, b;  // a < b
};
struct sl_relation {
    struct num_var a, b;  // ids are numbers of values
    int64_t most;         // a - b <= it
};
struct sl_trend {
    uint32_t value, how;  // enum sl_trend_how (trend.h)
};
enum sl_term_kind { SL_SUM, SL_LOADED, SL_MULTIPLE, SL_PRODUCT, SL_QUOTIENT };
struct sl_term {
    uint32_t value, a, b;  // b 0: none
    uint32_t kind;         // enum sl_term_kind
    int64_t plus;
    uint32_t times, over;  // QUOTIENT
};
#define SL_AT_LEAST UINT32_MAX
#define SL_AT_MOST (UINT32_MAX - 1)
// What a of a quotient is besides times * value, at least and at most; NUM_SCALED_OPEN, or less than nothing by that: not known.
static inline num_sword sl_least_rest(const struct sl_term *t) { return t->over == SL_AT_MOST ? -NUM_SCALED_OPEN : t->plus; }
static inline num_sword sl_most_rest(const struct sl_term *t) {
    return t->over == SL_AT_LEAST ? NUM_SCALED_OPEN : t->over == SL_AT_MOST ? t->plus : (num_sword)t->plus + t->over;
}
struct sl_closed {      // what follows from all that is known of numbers: see number.h
    uint64_t key;       // of what it stands on; 0: nothing is in it yet
    uint32_t relations; // so many are in it
    uint32_t reached;   // limits
    struct num_diff diff;
};
struct sl_made {  // value is what an operator gave for a and b
    uint32_t value, a, b;
    uint8_t op;
};
struct sl_block {  // alloca
    uint32_t frame, object;
};

// A draft lies in one block, in which each of its vectors has some room to grow; one that outgrows it moves out, until the draft is copied.
struct sl_draft {
    VEC(struct sl_value) values;    // at[0] is none
    VEC(struct sl_object) objects;  // at[0] is none
    VEC(struct sl_field) fields;    // ascending by object, then offset
    VEC(uint32_t) begins;           // by object: its first field, or where it would be
    VEC(struct sl_link) links;      // ascending by object, then role, then index
    VEC(struct sl_frame) frames;
    VEC(uint32_t) regs;             // values of locals, frame after frame; 0: dead or not yet set
    VEC(uint32_t) slots;            // objects of slots, frame after frame; 0: not there
    VEC(struct sl_block) blocks;    // stack blocks of alloca, oldest first
    VEC(uint32_t) results;          // values of a RET
    VEC(struct sl_pair) apart;
    VEC(struct sl_relation) relations;
    VEC(struct sl_term) terms;
    VEC(struct sl_trend) trends;
    VEC(struct sl_made) made;       // in a draft only: the same computed again is the same value
    struct sl_closed *closed;       // in a draft only; NULL: not made yet
    struct pool *pool;              // where the block came from, and scratch memory may; or NULL
    char *block;                    // or NULL: none yet
    uint32_t size, used;            // bytes of the block, and those up to the end of the last vector
    bool sized;                     // some object has, or had, a count or an end
    bool valued;                    // of all numbers that something holds it matters how they lie to each other (sl:values); set where a draft is opened
    bool lost;                      // a reference went: something may be unreachable now
    uint32_t reached;               // limits: bit i is enum sl_limit i
    bool lax;                       // bytes that may not have been given became anything: an assumption of the verdict
};

static inline void sl_value(struct sl_draft *d, bool valued) {  // whether it is
    d->valued = valued;
    d->sized |= valued;
}
static inline uint32_t sl_limits_reached(const struct sl_draft *d) {
    return d->reached | (d->closed ? d->closed->reached : 0);
}
void sl_draft_init(struct sl_draft *d);
void sl_draft_init_like(struct sl_draft *d, const struct sl_draft *like);  // with as much room as that one needs, from the same pool
void sl_draft_free(struct sl_draft *d);
void sl_draft_copy(struct sl_draft *to, const struct sl_draft *from);  // `to` held nothing
bool sl_same_frames(const struct sl_draft *a, const struct sl_draft *b);  // of the same functions, with as many of all
void sl_draft_shrink(struct sl_draft *d, uint32_t values, uint32_t objects);  // what came behind them goes, and what such objects hold

// ---- values
uint32_t sl_add_value(struct sl_draft *d, struct sl_value v);
uint32_t sl_const(struct sl_draft *d, unsigned bits, num_word x);
uint32_t sl_int(struct sl_draft *d, struct num_range r);
uint32_t sl_address(struct sl_draft *d, uint32_t object, unsigned pointer_bits, int64_t offset);
uint32_t sl_fresh(struct sl_draft *d, enum sl_kind kind);       // UNINIT, ANY or CHARS
uint32_t sl_unknown(struct sl_draft *d, ir_type t, unsigned pointer_bits);  // any value of the type
static inline bool sl_is_const(const struct sl_draft *d, uint32_t v, num_word *x) {  // an integer constant
    return d->values.at[v].kind == SL_INT && num_range_is_const(d->values.at[v].range, x);
}
static inline bool sl_is_null(const struct sl_draft *d, uint32_t v) {
    num_word x;
    return sl_is_const(d, v, &x) && x == 0;
}
// The address's offset as a signed number; false if it is not one number.
static inline bool sl_offset(const struct sl_draft *d, uint32_t v, int64_t *offset) {
    const struct sl_value *a = &d->values.at[v];
    if (a->kind != SL_ADDR || !num_range_is_const(a->range, NULL)) return false;
    unsigned unused = 64 - a->range.bits;
    *offset = (int64_t)(a->range.lo << unused) >> unused;
    return true;
}
bool sl_has_zero(const struct sl_value *x);  // characters, or a number that has a byte which is 0
bool sl_same(const struct sl_draft *d, uint32_t a, uint32_t b);  // surely equal
bool sl_differ(const struct sl_draft *d, uint32_t a, uint32_t b);  // in `apart`, or by their ranges
static inline bool sl_is_inner(const struct sl_value *v) { return v->end >= SL_EACH; }
static inline bool sl_is_child(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_ADDR && d->values.at[v].end == SL_CHILD;
}
// Is it one of which the callers alone know what it is (local.h)?  Where it went must be known when the function returns.
uint32_t sl_moved(struct sl_draft *d, uint32_t to, struct num_range r, int32_t at, unsigned bits);  // the value as far from `to` as r is from `at`
bool sl_is_ghost(const struct sl_draft *d, uint32_t v);
void sl_keep_apart(struct sl_draft *d, uint32_t a, uint32_t b);

// ---- where fields are
static inline uint32_t sl_first_field(const struct sl_draft *d, uint32_t object) {  // index of its first field, or where it would be
    return d->begins.at[object];
}
static inline uint32_t sl_end_of_fields(const struct sl_draft *d, uint32_t object) {  // index behind its last field
    return object + 1 < d->begins.n ? d->begins.at[object + 1] : d->fields.n;
}
static inline bool sl_has(const struct sl_draft *d, uint32_t i, uint32_t object) {  // is there a field i, and of this object?
    return i < d->fields.n && d->fields.at[i].object == object;
}
static inline bool sl_overlap(const struct sl_field *f, const struct sl_field *g) {
    return f->offset < g->offset + g->size && g->offset < f->offset + f->size;
}
uint32_t sl_field_from(const struct sl_draft *d, uint32_t object, uint64_t offset);  // the same of its fields there or behind
void sl_index_fields(struct sl_draft *d);  // to be called when fields were added or removed other than by field.c
uint32_t sl_field_at(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size);  // index of exactly that field, or UINT32_MAX
uint32_t sl_word_at(const struct sl_draft *d, uint32_t object, uint64_t offset, unsigned pointer_bits);  // what a pointer there holds, or 0

// ---- objects and fields (field.c)
uint32_t sl_add_object(struct sl_draft *d, struct sl_object o);
uint32_t sl_find_single(const struct sl_draft *d, enum sl_storage storage, uint32_t tag);  // the object of which there is one only, or 0
uint32_t sl_code_object(struct sl_draft *d, enum sl_storage storage, uint32_t tag);  // of a function, a label: the same each time
void sl_own(struct sl_object *o, const struct sl_object *x, const struct sl_object *y);  // o stands for both: whose it is, and where it was made

// ---- what objects hold besides bytes (link.c)
int sl_by_link(const void *a, const void *b);  // their order
uint32_t sl_first_link(const struct sl_draft *d, uint32_t object);  // index of its first, or where it would be
static inline bool sl_has_link(const struct sl_draft *d, uint32_t i, uint32_t object) {  // is there a link i, and of this object?
    return i < d->links.n && d->links.at[i].object == object;
}
bool sl_has_links(const struct sl_draft *d, uint32_t object);
uint32_t sl_linked(const struct sl_draft *d, uint32_t object, enum sl_role role, uint32_t index);  // a value, or 0
void sl_set_link(struct sl_draft *d, uint32_t object, enum sl_role role, uint32_t index, uint32_t value);  // 0: there is none any more
void sl_drop_links(struct sl_draft *d, uint32_t object);

// ---- shapes (shape.c; the table: link.c)
struct sl_shape_row {
    uint8_t links, least, rank, role;
    const char *text;
};
extern const struct sl_shape_row sl_shapes[SL_N_SHAPES];  // shape.def
static inline bool sl_is_segment(const struct sl_object *o) {
    return o->shape.kind >= SL_SINGLY;
}
static inline bool sl_is_list(const struct sl_object *o) {
    return o->shape.kind >= SL_SINGLY && o->shape.kind <= SL_DOUBLY_MIXED;
}
static inline bool sl_is_counted(const struct sl_object *o) {  // may it be told how many nodes there are?
    return o->shape.kind == SL_SINGLY || o->shape.kind == SL_DOUBLY || o->shape.kind == SL_OPTION;
}
static inline bool sl_is_tree(const struct sl_shape *s) {
    return s->kind == SL_TREE || s->kind == SL_PARENTED;
}
static inline uint32_t sl_least(const struct sl_object *o) {  // so many nodes there are at least
    return sl_is_segment(o) ? o->shape.least : 1;
}
static inline uint32_t sl_n_links(const struct sl_shape *s) {
    return sl_shapes[s->kind].links;
}
static inline bool sl_are_pairs(const struct sl_shape *s) {
    return sl_shapes[s->kind].role == SL_SECONDS;
}
static inline bool sl_are_mixed(const struct sl_shape *s) {
    return sl_shapes[s->kind].role == SL_VARIANTS;
}
bool sl_has_levels(const struct sl_draft *d);                  // is any list levelled?
// Does one of the node's links behind that of such a list lead to a later node of the list?
bool sl_jumps(const struct sl_draft *d, uint32_t node, const struct sl_shape *s, unsigned pointer_bits);
bool sl_is_levelled(const struct sl_draft *d, uint32_t list);  // does anything hold SL_AFTER of it? (levels.c)
struct sl_shape sl_single_nodes(const struct sl_shape *s);  // such links, of nodes that are not taken by twos
bool sl_same_links(const struct sl_shape *x, const struct sl_shape *y);  // of segments: are their nodes linked in the same way?
bool sl_same_shape(const struct sl_shape *x, const struct sl_shape *y);  // but for how many nodes there are at least
// Could an object that is a segment be one of another shape, too?  Of a tree, as far as the shapes tell.
bool sl_may_be(const struct sl_draft *d, uint32_t object, const struct sl_shape *s, unsigned pointer_bits);
// Where the links of an end (0, 1) of a list are in a node, and those of any segment lead to in one.
uint64_t sl_link_at(const struct sl_shape *s, int end);
int32_t sl_link_to(const struct sl_shape *s, int end);
int sl_link_end(const struct sl_object *o, uint64_t offset);  // of a segment: whose link the field there is, or -1
// What lies beyond an end of a segment: its link, or its hole; 0: it has none.
uint32_t sl_beyond(const struct sl_draft *d, uint32_t object, int end, unsigned pointer_bits);
void sl_set_beyond(struct sl_draft *d, uint32_t object, int end, unsigned pointer_bits, uint32_t value);
static inline bool sl_is_link(const struct sl_object *o, uint64_t offset) {
    return sl_link_end(o, offset) >= 0;
}
bool sl_has_fields(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size);  // does a field hold some of these bytes?
uint32_t sl_rest_value(struct sl_draft *d, uint32_t object, uint64_t size);  // a new value for bytes that no field holds
void sl_put(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size, uint32_t value);  // splits and kills what overlaps
bool sl_is_given(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size);  // are all of these bytes initialised?
void sl_kill(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size);  // the bytes become anything
void sl_drop_fields_from(struct sl_draft *d, uint32_t object, uint64_t offset);  // fields that begin there or behind
void sl_drop_fields(struct sl_draft *d, uint32_t object);  // all its bytes are as its rest says; it is no table any more
uint32_t sl_get(struct sl_draft *d, uint32_t object, uint64_t offset, ir_type t, unsigned pointer_bits);
// The number that so many bytes (little endian) are, if all of them are known.
bool sl_constant_bytes(const struct sl_draft *d, uint32_t object, uint64_t offset, uint32_t size, num_word *out);
void sl_forget_numbers(struct sl_object *o);  // what its size and its end are told by
// Its text, also by where it ends; for sl_text_of, if it has no links, by bytes that are known to be 0, too.
uint32_t sl_own_text(const struct sl_draft *d, uint32_t object);
uint32_t sl_text_of(const struct sl_draft *d, uint32_t object);
void sl_open_text(struct sl_draft *d, uint32_t object);  // it is written to: no string in it need end any more, and what was loaded may change
void sl_copy_bytes(struct sl_draft *d, uint32_t to, uint64_t at, uint32_t from, uint64_t start, uint64_t n);
void sl_escape(struct sl_draft *d, uint32_t value);  // the value went where it cannot be followed

// May it be told where a byte of the object is 0, and what was loaded from it?
bool sl_may_end(const struct sl_object *o);
// A string of argv that was found: others may be the same one.
static inline bool sl_is_argument(const struct sl_object *o) {
    return o->storage == SL_LIBRARY && o->tag == SL_STRING;
}
static inline bool sl_is_shared(const struct sl_object *o) {  // the library changes its contents, and other objects may be the same
    return o->storage == SL_LIBRARY && o->tag != SL_WORLD;
}
static inline bool sl_is_standard(const struct sl_object *o) {  // the handle of a standard stream
    return o->storage == SL_LIBRARY && o->tag >= SL_STDIN && o->tag <= SL_STDERR;
}
// A function of the callers of an open program: two of them may be one, and so may it and a function of the program.
static inline bool sl_is_callback(const struct sl_object *o) {
    return o->foreign && o->life == SL_VALID && !o->size && !o->more && o->rest == SL_REST_UNINIT;
}

// ---- reachability (reach.c)
// Marks objects that are surely reached from the roots: through a segment that may be empty only what its link is then.  `seen` has
// objects.n zeroed bytes.
void sl_reach(const struct sl_draft *d, uint8_t *seen);
// A valid heap object that is not surely reached, or 0.
uint32_t sl_find_lost(const struct sl_draft *d);
// Does everything of a level belong to the nodes of one segment, and does each node hold only what is its own, its owners' or of level 0?
// By object, in `owner` unless it is NULL: the segment to whose nodes it belongs, or 0.
bool sl_is_nested(const struct sl_draft *d, uint32_t *owner);
// By object: places that hold an address in it, or in the first node of a segment; in its last node.  Addresses in each node do not count.
struct sl_counts {
    uint32_t *first, *last;
    uint32_t n;
    struct pool *pool;
};
struct sl_counts sl_counts_new(const struct sl_draft *d, uint32_t n);
void sl_counts_free(struct sl_counts *c);
void sl_count(struct sl_counts *c, const struct sl_draft *d, uint32_t value);  // one place that holds this value
void sl_count_all(struct sl_counts *c, const struct sl_draft *d);
void sl_recount(struct sl_counts *c, const struct sl_draft *d);  // all, from the beginning, for all objects; c is 0 or was made before

// ---- sealing (seal.c)
dom_state sl_seal(struct dom_store *store, const struct sl_draft *d);
void sl_unseal(struct dom_store *store, dom_state s, struct sl_draft *d);  // d held nothing
#endif
