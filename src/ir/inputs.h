// SPDX-License-Identifier: MIT
// The inputs of an open program: what a function that is not main is given by callers that nobody sees.
//
// They follow from C types.  A pointer leads to a valid object of its type: a string (char), a list if the structure has one member that points to
// its own type, or one that is called like next, a doubly linked list if it has two that are called like next and prev, or one and one to such a pointer, a tree if it has several of which none is called
// like these, but for one that is called like parent, otherwise to one object.  It may be null only where the
// function asks (asks.h; about members and globals, what it calls may ask as well) or if the user says so.  What cannot be said (void, a type that is
// not complete, unions, arrays of many pointers, structures of links alone, more than IR_INPUT_DEPTH pointers in a row, but for the first to an array) is anything.
// Globals that the function can name hold anything of their type, too, unless they are constant; functions in them are those that they were
// initialised with, if any.
//
// Parameters and globals of one pointer type may lead to the same thing, two at most: to one object, to lists that have nodes in common, or one to a part of the other's tree (unless the user
// says that they do not).  So may two members of one object: the second leads to the last node of the first one's list.  One that points to a link leads to the end of the list beside it.
// What is assumed is told in words (ir_inputs_words); whoever builds inputs asks for the same shapes.
#ifndef HP_IR_INPUTS_H
#define HP_IR_INPUTS_H
#include "ir/elements.h"
#include "ir/lib.h"
#include "ir/members.h"
#include "ir/usage.h"

enum { IR_INPUT_DEPTH = 3, IR_INPUT_CHILDREN = 8 };
enum { IR_INPUT_ROOM = 2 };  // arrays of callers have at most the largest block's bytes over 2^this: room to grow
enum ir_shape_kind {
    IR_SHAPE_ANY,     // anything at all
    IR_SHAPE_STRING,  // the first character of a string
    IR_SHAPE_FUNCTION,  // a function that returns, and leaves all that the program works on as it is
    IR_SHAPE_OBJECT,  // the start of an object
    IR_SHAPE_LIST,    // the start of a node; from it on an acyclic list that ends with null
    IR_SHAPE_DOUBLY,  // the start of a node of a doubly linked list that ends with null on both sides
    IR_SHAPE_TREE,    // the start of the root of a tree
    IR_SHAPE_ARRAY,   // the first of so many elements as `length` says, which is not negative; all of them are initialised, in less than 2^55 bytes (32 bits: 2^29)
};
struct ir_shape {     // of what a pointer leads to
    enum ir_shape_kind kind;
    bool null;          // or the pointer is null
    bool whole;         // OBJECT: handed over itself, as a structure or a place for the result; it belongs to the call
    bool owned;         // lists and trees: they are the function's, which frees all nodes
    bool blank;         // OBJECT: nothing was put in it
    bool dropped;       // ANY: it led somewhere, and that is not required any more (IR_LOOSE_DROPPED)
    bool broken;        // it is not kept: what the pointer leads to is something else (IR_LOOSE_BROKEN)
    bool unbounded;     // OBJECT: more bytes may follow (a flexible array)
    uint32_t ctype;     // of the object, node or element (ARRAY of bytes: void)
    struct ir_length length;  // ARRAY; `null` of a member: only if it is 0
    uint64_t next, back;  // of lists
    bool linked;          // DOUBLY: back leads to the pointer that leads to the node: the link of the one before, or where the list begins
    enum ir_shape_kind alone;  // OBJECT: a node by itself; its links, those of such a shape, hold nothing
    bool ring;            // of lists: they are
    bool looped;          // DOUBLY: the pointer leads to the first node, whose back link leads to the last
    uint32_t whole_ctype; // nodes (of rings: all but the one that the pointer leads to) are parts of something of this type; IR_NO_TYPE: they are not
    uint64_t part;        // and where in it they are
    uint64_t at;          // where in a node pointers to it lead (ir_shape_has_whole)
    bool backwards;       // LIST: from the last node on, by a link that is called like prev
    uint32_t function;    // FUNCTION: this one (or any that a stand-in stands for, standin.h), or UINT32_MAX: one that nobody sees
    bool asked;           // FUNCTION: whether it is null
    uint32_t n_children;  // of a tree: where its links are
    uint64_t child[IR_INPUT_CHILDREN];
    bool parents;  // its nodes know their parents, and the pointer leads to any of them, or, of a member, to the root
    uint64_t up;   // by this link
};
struct ir_input_root {  // a pointer that two of may lead to the same thing: a parameter, or a whole global
    uint32_t param, global;  // one of them UINT32_MAX
    struct ir_shape shape;   // not ANY
};
// What is proposed instead of what types and names say, where that did not do (each narrower, or about other links).
enum ir_proposal {
    IR_PROPOSE_FOLLOWED = 1,  // a node is linked by those members that the function, or what it calls, follows
    IR_PROPOSE_QUEUES = 2,    // two members that lead to lists of one type are null, or lead to the first and the last node of one
    IR_PROPOSE_COUNTS = 4 | IR_PROPOSE_QUEUES,  // and a number beside them, or beside the only such member, is how many nodes there are
    IR_PROPOSE_LOOPED = 8,    // members lead to the first nodes of doubly linked lists, whose back links lead to the last ones
    IR_PROPOSE_RINGS = 16,    // nodes that consist of links alone are those of rings: the last link leads to the first node
    IR_PROPOSE_EMBEDDED = 64 | IR_PROPOSE_RINGS,  // and are parts of the structures that the function goes out to from them; as members they are heads of rings
    IR_PROPOSE_STORED = 128,  // function pointers in structures are those that the program itself stores there (stored.h)
    IR_PROPOSE_EMPTY = 256,   // weaker: every list and tree may be empty, whether the function asks or not
    IR_PROPOSE_WITHIN = 512,  // a parameter that leads to a node leads to one of those that a member of another's object leads to
    IR_PROPOSE_TURNED = 1024, // so does everything that leads to nodes of which some function lets one lead back to itself, and not forth
    IR_PROPOSE_PLACES = 2048, // a member that points to a link leads to one pointer by itself, not to the end of the list beside it
    IR_PROPOSE_PARTS = 4096,  // nodes of lists and trees are parts of the structures that the function goes out to from them
    IR_PROPOSE_TAGS = 8192,   // pointers in unions are there where a number beside the union has a value that functions look for first (tagged.h)
    IR_PROPOSE_ARRAYS = 32,   // pointers with a number beside them (elements.h) lead to so many elements
    IR_PROPOSE_ROOM = 16384 | IR_PROPOSE_ARRAYS,  // and that number, if it is narrower than a pointer, is at most a quarter of what it can be, and at least 1: room to grow
};
enum { IR_MOST_PROPOSALS = 32 };
extern const unsigned ir_proposals[];  // from the weakest to the strongest; the first is none
extern const uint32_t ir_n_proposals;
// What a stated contract requires instead of all this (required.h).  Pointers that it does not name are anything at all.
enum ir_required_kind {
    IR_REQUIRED_POINTER,  // the pointer leads to `shape`
    IR_REQUIRED_NODES,    // so do all nodes of this type
    IR_REQUIRED_NUMBER,   // the number is a length, or has a limit
    IR_REQUIRED_SOME,     // and it is at least 1
    IR_REQUIRED_SHARED,   // what it leads to may be shared with others of the same group
    IR_REQUIRED_TAIL,     // it leads to the end of a list
    IR_REQUIRED_TAGGED,   // so does a pointer in a union, where a number has a value
    IR_REQUIRED_WITHIN,   // the parameter leads to a node of what parameter `group` has at the offset of its object
};
struct ir_required_row {
    enum ir_required_kind kind;
    uint32_t param, global, owner;  // the parameter; or the member of a global, or of something of type `owner`, at an offset
    uint64_t offset;
    uint32_t group;
    struct ir_shape shape;
    struct ir_tagged tagged;
};
struct ir_required {
    VEC(struct ir_required_row) rows;
    unsigned proposal;  // of enum ir_proposal: what it speaks of
    bool apart;         // nothing is shared, and no member is the end of another's list
};
// A clause of what is assumed (clauses.h): about a parameter, or about a place of a global or of everything of a type.
enum ir_demand_kind {
    IR_DEMAND_SHAPE,  // what a pointer leads to
    IR_DEMAND_HEAD,   // a member is a node of a ring
    IR_DEMAND_ENDS,   // two members are the first and the last node (offset 0)
    IR_DEMAND_COUNT,  // a number says how many nodes there are (offset 0)
    IR_DEMAND_LIMIT,  // of a number
    IR_DEMAND_TAIL,   // a member leads to the null pointer at the end of a list
    IR_DEMAND_WITHIN, // a parameter leads to a node of something else's list or tree
    IR_DEMAND_TAGGED, // what a pointer in a union leads to, where the number that tells has a value
    IR_DEMAND_END,    // what the second of them leads to: ENDS says that as well
    IR_DEMAND_SHARING,  // no restriction
};
struct ir_demand {
    enum ir_demand_kind kind;
    uint32_t param, global, owner;  // all but one UINT32_MAX
    uint64_t offset;
    uint64_t value;  // TAGGED
};
enum ir_loosening {
    IR_LOOSE_NULL,     // or the pointer is null
    IR_LOOSE_FORWARD,  // the list is linked in one direction, and its other links are anything; beside others of the same clause
    IR_LOOSE_OBJECT,   // it is one object, and its links are anything; likewise
    IR_LOOSE_ALONE,    // it leads to one object, linked or not
    IR_LOOSE_UNLINKED, // it leads to one object, whose links nothing takes; beside others of the same clause
    IR_LOOSE_ROLE,     // it is any function of the same role (standin.h), or null where the function asks
    IR_LOOSE_DROPPED,  // it does not hold: who builds inputs takes anything
    IR_LOOSE_BROKEN,   // it does not hold: who builds single heaps takes such in which it is broken (ir_shape.broken)
};
struct ir_loose {  // less is assumed
    struct ir_demand clause;
    enum ir_loosening how;
};
enum { IR_MOST_LOOSE = 16 };
struct ir_input_options {
    bool null;   // every pointer may be null
    bool apart;  // no two of them lead to the same thing
    unsigned proposal;  // of enum ir_proposal
    const struct ir_required *required;  // NULL: none; else it says the other three
    const struct ir_usage *usage;  // of the entry, which lives as long; NULL: it is found again
    uint32_t n_loose;
    struct ir_loose loose[IR_MOST_LOOSE];
};
// A parameter leads to a node of the list or tree that a member of another's object leads to, if that is proposed.
struct ir_within {
    uint32_t param, holder;  // parameters
    uint64_t offset;         // of the member
    uint32_t owner;          // which is one of something of this type
};
struct ir_inputs {
    const struct ir_program *program;
    const struct ir_lib_table *lib;
    uint32_t entry;
    struct ir_input_options options;
    const struct ir_usage *usage;
    struct ir_usage *own;  // the same, or NULL: somebody else's
    VEC(struct ir_input_root) roots;
    struct ir_within within;  // param UINT32_MAX: none
};

// False: the program that starts at funcs[entry] is not open (main, or a function without parameters that names no global that may have changed);
// then there is nothing to end.
bool ir_inputs_begin(struct ir_inputs *in, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib,
                     struct ir_input_options o);
void ir_inputs_end(struct ir_inputs *in);

// Does this global hold anything of its type?
bool ir_input_is_global(const struct ir_inputs *in, uint32_t global);
// What a pointer to something of a type leads to, wherever it stands.
struct ir_shape ir_input_nodes(const struct ir_inputs *in, uint32_t ctype);
struct ir_shape ir_input_param(const struct ir_inputs *in, uint32_t k);
// A pointer of type `ctype` at an offset of a global, or of something of type `owner`.
struct ir_shape ir_input_global(const struct ir_inputs *in, uint32_t global, uint64_t offset, uint32_t ctype);
struct ir_shape ir_input_member(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype);
// Of a list or tree: does neither the function nor what it calls take or put a link of such nodes?
bool ir_input_leaves_links(const struct ir_inputs *in, const struct ir_shape *s);
// Does it lead to nodes of a list or tree, of which the function, or what it calls, writes links?  One by itself may do.
bool ir_input_may_be_alone(const struct ir_inputs *in, uint32_t k);
// Does the function, or what it calls, ask whether a pointer at an offset of something of a type is null?
bool ir_input_asks(const struct ir_inputs *in, uint32_t owner, uint64_t offset);
// What is left of a shape where the clause about it is loosened.
struct ir_shape ir_input_loosened(const struct ir_inputs *in, struct ir_shape s, struct ir_demand c);
// How is the clause loosened?  False: it is not, or only in kind (FORWARD, OBJECT).
bool ir_input_is_loose(const struct ir_inputs *in, const struct ir_demand *c, enum ir_loosening *how);
static inline struct ir_demand ir_demand_about(enum ir_demand_kind kind, uint32_t owner, uint64_t offset) {
    return (struct ir_demand){kind, UINT32_MAX, UINT32_MAX, owner, offset, 0};
}
static inline bool ir_shape_is_list(const struct ir_shape *s) {
    return s->kind == IR_SHAPE_LIST || s->kind == IR_SHAPE_DOUBLY;
}
// Where in the node before the link back leads to.
static inline uint64_t ir_shape_back_to(const struct ir_shape *s) {
    return s->linked ? s->next : s->at;
}
// Is it there, in something of this type that a parameter leads to, that another one leads to a node of?
static inline bool ir_holds_within(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    return in->within.param != UINT32_MAX && in->within.owner == owner && in->within.offset == offset;
}
// Are nodes parts of something?  Then *whole is the shape of that, with the links where they are in it; else it is the same as *s.
bool ir_shape_has_whole(const struct ir_shape *s, struct ir_shape *whole);
// The shape of the node that a pointer leads to: of what it is a part of, unless it is the one of a ring that is not.
static inline struct ir_shape ir_shape_of_node(const struct ir_shape *s) {
    struct ir_shape whole = *s;
    if (!s->ring) ir_shape_has_whole(s, &whole);
    return whole;
}
bool ir_shape_is_link(const struct ir_shape *s, uint64_t offset);  // is it there that the nodes of the shape are linked?
static inline bool ir_proposes(const struct ir_inputs *in, unsigned what) {  // all of these
    return (in->options.proposal & what) == what;
}
// The number of something of a type that may say how many nodes the list has that it leads to, if counts are proposed; or UINT64_MAX.
static inline bool ir_is_counted(uint32_t lists, uint32_t pairs) {  // of so many members that lead to lists, and pairs of such
    return lists == 1 + pairs && pairs <= 1;
}
uint64_t ir_input_count(const struct ir_inputs *in, uint32_t owner, uint64_t *size);
// Is there a head at this place of something of a type, or part of one: a member that consists of links alone, and belongs to a ring (as s says)?  *at: its
// offset.
bool ir_input_is_head(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint64_t *at, struct ir_shape *s);
// What a number of something of a type is at most, if arrays are proposed and it has one; false: nothing.
bool ir_input_limit(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype, struct ir_limit *out);
// Likewise of parameter k.
bool ir_input_limit_of_param(const struct ir_inputs *in, uint32_t k, struct ir_limit *out);
static inline struct ir_demand ir_demand_limit_of_param(uint32_t k) {
    return (struct ir_demand){IR_DEMAND_LIMIT, k, UINT32_MAX, IR_NO_TYPE, 0, 0};
}
// Of two members of one object, in order, that lead to lists: may the second lead to the last node of the first's list?
bool ir_input_is_end(const struct ir_inputs *in, const struct ir_shape *first, const struct ir_shape *second);
// Does something of a type lead to a list, and besides to the null pointer at its end?
struct ir_tail {
    uint64_t first, tail;  // by which members
    uint32_t node;         // C type
};
bool ir_input_tail(const struct ir_inputs *in, uint32_t owner, struct ir_tail *out);
bool ir_input_may_tail(const struct ir_inputs *in, uint32_t owner, struct ir_tail *out);  // as far as types say
// May both lead to the same thing?
bool ir_input_may_share(const struct ir_inputs *in, const struct ir_input_root *a, const struct ir_input_root *b);

// Do both lead to the same kind of thing, of the same type, and is it said whether they share it?  Of such a kind no two do.
bool ir_input_are_alike(const struct ir_inputs *in, const struct ir_shape *a, const struct ir_shape *b);
bool ir_input_shares_never(const struct ir_inputs *in, const struct ir_shape *s);
// Where a parameter without type of its own is put: a variable in memory; NULL: nowhere.
const struct ir_addr *ir_input_variable(const struct ir_func *f, uint32_t k);
// One line for every pointer that is assumed to lead somewhere, in C terms.
void ir_inputs_words(const struct ir_inputs *in, void *self, void (*line)(void *self, const char *text));
// Do they say something that is not among what was said before?  Then it is added.
bool ir_inputs_are_new(const struct ir_inputs *in, struct buf *said);
#endif
