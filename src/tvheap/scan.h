// SPDX-License-Identifier: MIT
// What a program does with addresses, without regard to order: which objects need a place in structures, which fields hold pointers.
//
// For every local the addresses are collected that it may hold: an object (all heap blocks are one) and an offset.  It is used to choose predicates, and never believed: what was not
// foreseen here is unknown by name when it happens.
#ifndef HP_TVHEAP_SCAN_H
#define HP_TVHEAP_SCAN_H
#include "ir/ir.h"
#include "ir/lib.h"

struct tvheap_cell {      // bytes of an object outside the structures that are read or written as one
    uint32_t offset, size;
    uint32_t value;      // its place in the table: of all globals, or of the function's frame
};
struct tvheap_object {    // a global, or a slot of a function
    bool individual;     // its address is stored in memory: it is part of structures
    uint32_t self;       // place in the table of its name (individual) or of whether it is alive (a slot)
    VEC(struct tvheap_cell) cells;
};
struct tvheap_sort {      // of individuals: heap blocks of a size, variables of a type
    uint64_t size;
    uint32_t type;       // C type, or IR_NO_TYPE
    bool heap;
};
struct tvheap_pair {      // a field at an offset holds pointers to another offset
    int64_t field, target;
};
struct tvheap_datum {     // numbers that individuals may hold at an offset, in so many bytes: one, or those from low to high but for such ones
    int64_t offset, low, high;
    uint32_t size;
    bool stored;         // it is a constant that the program stores there
};
struct tvheap_cut {       // it matters whether the number there is below `at`, or if `point`: whether it is that
    int64_t offset, at;
    uint32_t size;
    bool point, stored;
};
struct tvheap_code {      // a function whose address is stored in individuals at an offset
    int64_t offset, func;
};
struct tvheap_back {      // fields that are pointers there and back
    int64_t there, back;
};
typedef VEC(int64_t) tvheap_offsets;
static inline bool tvheap_has_offset(const tvheap_offsets *in, int64_t x) {
    return vec_find(in, &x) < in->n;
}
struct tvheap_scan {
    const struct ir_program *program;
    const struct ir_lib_table *lib;
    struct tvheap_object *objects;    // globals, then slots of all functions
    uint32_t *first_slot;            // by function: its first object
    uint32_t n_objects;
    uint32_t n_global_values;
    uint32_t *frame_values;          // by function
    uint32_t *first_local;           // by function
    uint32_t *shadow;                // by first_local[function] + local: place in the frame of its shadow (state.h), or 0
    bool *index;                     // by first_local[function] + local: does it choose among elements that may hold pointers?
    tvheap_offsets fields;             // offsets at which individuals hold pointers
    VEC(struct tvheap_pair) pairs;
    VEC(struct tvheap_cut) cuts;
    VEC(struct tvheap_datum) data;     // every number is in one of those of an offset and size
    VEC(struct tvheap_code) codes;
    VEC(struct tvheap_back) backs;
    tvheap_offsets recursive;          // fields of structures that lead to the same structure
    VEC(struct tvheap_sort) sorts;    // where sizes are constant
};

// Variables whose address is handed to a recursive function are part of structures.
void tvheap_scan(struct tvheap_scan *s, const struct ir_program *p, const struct ir_lib_table *lib, const bool *recursive);
// The sort of blocks that a call allocates (places.c).
struct tvheap_sort tvheap_allocated(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *call, uint64_t size);
void tvheap_scan_free(struct tvheap_scan *s);
static inline uint32_t tvheap_slot_object(const struct tvheap_scan *s, uint32_t func, uint32_t slot) { return s->first_slot[func] + slot; }
#endif
