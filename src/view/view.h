// SPDX-License-Identifier: MIT
// A picture of a state of memory, in no domain's terms: what is drawn, told in words, and compared from step to step.
//
// A picture is a list of nodes; a node has fields, a field has values.  The first nodes are the active calls, outermost first: their fields are
// variables.  All other nodes are objects in memory, or a shape that stands for several of them.  A value that is a pointer names the node that it
// leads to: these are the edges.  A field of a summary (or of a domain that does not know exactly) may have several values: one of them holds.
//
// Who describes a state adds nodes in order, then fields to the newest node, then values to the newest field; indices of nodes that come
// later may be used, and must be there in the end.  view_finish then gives names and types to what has none, from the types of C.  Strings belong
// to the picture, or live as long as the program.
#ifndef HP_VIEW_VIEW_H
#define HP_VIEW_VIEW_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "ir/ir.h"

enum view_storage { VIEW_CALL, VIEW_HEAP, VIEW_STACK, VIEW_GLOBAL, VIEW_CODE, VIEW_LIBRARY, VIEW_MEMORY, VIEW_N_STORAGES };  // MEMORY: not said where
enum view_life { VIEW_LIVE, VIEW_FREED, VIEW_OUT_OF_SCOPE, VIEW_LEAKED, VIEW_N_LIVES };
enum view_shape {
    VIEW_ONE,     // one object
    VIEW_OPTION,  // one or none
    VIEW_CHAIN,   // `least` or more, each linked to the next; the link that is shown is that of the last one
    VIEW_TREE,    // `least` or more, each linked to any number of others; a link that is shown leads out of it
    VIEW_SOME,    // `least` or more, of which nothing is said about order
};
// Which object of a chain; EACH: the one that owns what holds the pointer; CHILD: of a tree, one below that, or none; AFTER: what the link of
// that one leads to.
enum view_end { VIEW_FIRST, VIEW_LAST, VIEW_EACH, VIEW_CHILD, VIEW_AFTER };
enum view_kind { VIEW_NULL, VIEW_NUMBER, VIEW_POINTER, VIEW_UNINITIALISED, VIEW_UNKNOWN, VIEW_WORDS };

struct view_value {
    enum view_kind kind;
    bool maybe;         // of several values of a field: it need not be this one
    uint32_t node;      // POINTER: index of a node
    enum view_end end;  // POINTER into a chain
    bool bounded;       // NUMBER, POINTER: lo <= it <= hi; else it may be any
    int64_t lo, hi;     // NUMBER; POINTER: the offset in bytes
    uint32_t same;      // not 0: equal in all values that have this number, though not known
    const char *words;  // WORDS
};
struct view_field {
    const char *name;         // as C writes it; NULL: not given (yet)
    uint64_t offset, size;    // in bytes; of a variable 0 and its size
    uint32_t ctype;           // or IR_NO_TYPE
    bool link, back;          // of a chain: to the next, to the one before
    bool changed;             // since the picture before (view_mark)
    uint32_t first, n;        // values
};
struct view_node {
    uint64_t key;             // not 0: the same object in pictures of other steps has it, too
    const char *name;         // of a call: its function; of a variable in memory: its C name; else NULL
    enum view_storage storage;
    enum view_life life;
    enum view_shape shape;
    uint32_t least;           // OPTION: 0; CHAIN, SOME
    bool maybe;               // it may not be there at all
    uint32_t owner;           // 1 + index of the chain of which every object has one of these for itself; 0: none
    bool sized, exact;        // is the size known; is it `size` or at least that?
    uint64_t size;
    bool filled;              // are bytes without field all of one kind: null (zero), uninitialised, or unknown?
    enum view_kind rest;      // which
    uint32_t ctype;           // or IR_NO_TYPE
    const char *type;         // how C writes it; NULL: not known
    struct ir_loc born;       // line 0: not known
    uint32_t func, instr;     // where it was allocated; func UINT32_MAX: not known
    bool fresh, changed;      // it was not in the picture before, or was otherwise (view_mark)
    uint32_t first, n;        // fields
};
struct view {
    struct arena arena;
    VEC(struct view_node) nodes;
    VEC(struct view_field) fields;
    VEC(struct view_value) values;
    VEC(const char *) remarks;  // what else is known, a line each
};

// A zeroed struct view is an empty picture.
void view_free(struct view *v);
// A new node, call or field, with defaults (one live object of unknown type and size; no values); valid until the next one is added.
struct view_node *view_add_node(struct view *v, enum view_storage storage);
struct view_field *view_add_field(struct view *v, uint64_t offset, uint64_t size);
struct view_value *view_add_value(struct view *v, enum view_kind kind);
// A variable of the newest node, which is a call, with the C name and type of a local of f; false (and nothing is added) if the programmer
// did not name it.
bool view_add_local(struct view *v, const struct ir_program *p, const struct ir_func *f, uint32_t local);
void view_name_node(struct view *v, const struct ir_program *p, const struct ir_func *f, ir_val x);  // the newest is this variable, in memory
const char *view_printf(struct view *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The type that a block is used as which an instruction allocates, or IR_NO_TYPE.
uint32_t view_allocated_type(const struct ir_program *p, uint32_t func, uint32_t instr);
// Types from allocations and pointers, names of fields and types; members that have no field yet get one, and the number 0 becomes null in a pointer.
void view_finish(struct view *v, const struct ir_program *p);
// Every index is one of its array, every string that must be there is: the picture can be drawn.
bool view_valid(const struct view *v, struct buf *why);
// Marks in `now` what differs from `before`.  Nodes are paired by key, by name, and by the pointers of paired nodes that lead to them.
void view_mark(const struct view *before, struct view *now);

// A value in a few words: "null", "7", "0..9", "uninitialised", "any"; a pointer is "+8" or "", what comes after the node's name.
void view_say_value(const struct view_value *x, struct buf *out);
// The node in a few words: "struct item, 16 bytes, freed", "0 or more linked struct item".  Without its name.
void view_say_node(const struct view_node *n, struct buf *out);
// All of it as lines of text, for people.
void view_text(const struct view *v, struct buf *out);
// n pictures in one, in graphviz's language; titles may be NULL.  Any bytes in names come out as text.
void view_dot(const struct view *views, uint32_t n, const char *const *titles, struct buf *out);
// What view_dot wrote, with a title above.
void view_dot_title(const char *dot, const char *title, struct buf *out);
#endif
