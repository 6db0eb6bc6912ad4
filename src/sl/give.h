// SPDX-License-Identifier: MIT
// What callers provide (ir/inputs.h), as heap blocks that are marked as theirs (`foreign`): objects, lists and trees (give.c), arrays (give_array.c).  Initial states are made of them (open.c).
#ifndef HP_SL_GIVE_H
#define HP_SL_GIVE_H
#include "ir/tagged.h"
#include "sl/sl.h"

struct sl_given {
    struct sl *sl;
    const struct ir_inputs *in;
    struct sl_draft *d;
    // The object in hand.
    uint32_t object, global;       // global UINT32_MAX: it is none
    uint32_t owner;                // its C type
    uint64_t offset;               // and the member in hand
    uint8_t level;                 // of what its fields lead to
    int depth;                     // pointers on the way
    bool array;                    // one of them leads to an array
    const struct ir_shape *node;   // of a list; else NULL
    const struct sl_given_choice *choice_of_tag;  // of its unions; NULL: they hold anything
    struct sl_given_queue *queue;  // its first and last member; NULL: they share nothing
    uint32_t *numbers;             // by parameter: the value of one that is a length, or 0: not made yet
    struct sl_given_sizes *sizes;
    struct sl_given_inside *inside;
    // Where there are two ways, bit i says which of the i-th is built.
    uint32_t choice, *n_choices;
};
struct sl_given_choice {  // of what a number says to be in unions beside it
    struct ir_choice at[IR_MOST_TAGGED];
    uint32_t n;
    struct num_range tag;  // in this state: one value, or what lies between two of them
};
struct sl_given_sizes {        // of arrays, to be told once the numbers that they are made from are held
    VEC(struct sl_pair) list;  // object, number of bytes
    bool impossible;           // a number cannot be what is assumed of it
};
struct sl_given_inside {   // a parameter leads to a node of what a member leads to
    uint32_t value, last;  // that node, once it is made; the last part of its list
};
struct sl_given_queue {
    uint32_t first;  // the list that the first member leads to, 0: none yet
    struct ir_shape shape;
    bool *found;                  // there is such a pair
    uint32_t lists, pairs, list;  // members that lead to lists; the list of the last of them, or of the pair
    bool empty, parted;           // there is none; it is more than one object
};

// Of two ways, is the second one built?
bool sl_give_second_way(const struct sl_given *b);
// The value of a pointer that leads to such a shape, or 0: anything.
uint32_t sl_give_pointer(const struct sl_given *b, const struct ir_shape *s);
uint32_t sl_give_object(const struct sl_given *b, const struct ir_shape *s, bool null);
// What the object in hand holds.
void sl_give_members(struct sl_given *b);
// What an object of the shape's type holds; of nodes all but the links.
void sl_give_contents(const struct sl_given *b, uint32_t object, const struct ir_shape *s);
uint32_t sl_give_address_at(const struct sl_given *b, uint32_t object, enum sl_end end, uint64_t offset);
uint32_t sl_give_address(const struct sl_given *b, uint32_t object, enum sl_end end);
// Of a node, as pointers to it lead.
uint32_t sl_give_node_address(const struct sl_given *b, const struct ir_shape *s, uint32_t object, enum sl_end end);
uint32_t sl_give_null(const struct sl_given *b);
// At least so many nodes of a list (here and below: s is that of nodes, ir_shape_of_node); links are the caller's to set.
uint32_t sl_give_nodes(const struct sl_given *b, const struct ir_shape *s, uint8_t least);
void sl_give_link(const struct sl_given *b, const struct ir_shape *s, uint32_t object, uint32_t value);
// One part of a list after the other, of at least so many nodes (SL_ONE_NODE: it is one); `parts` gets their objects.
enum { SL_ONE_NODE = UINT8_MAX };
void sl_give_chain(const struct sl_given *b, const struct ir_shape *s, const uint8_t *least, uint32_t n, uint32_t *parts);
// A node, what comes behind it, and so on: 2 * n parts of a ring, of which `parts` gets the objects.
void sl_give_ring(const struct sl_given *b, const struct ir_shape *s, uint32_t n, uint32_t *parts);
// A tree whose hole holds this value; no parent is above it.
uint32_t sl_give_tree(const struct sl_given *b, const struct ir_shape *s, uint8_t least, uint32_t hole);
// The first of so many elements.
uint32_t sl_give_array(const struct sl_given *b, const struct ir_shape *s, uint32_t number);
// A parameter that leads to an array, whose number of elements, or end, is another one.
uint32_t sl_give_array_of_param(const struct sl_given *b, const struct ir_shape *s);
// Once the numbers of the object in hand are there: its members that lead to arrays.
void sl_give_arrays(const struct sl_given *b);
uint32_t sl_give_number(const struct sl_given *b, uint32_t param);  // of elements
#endif
