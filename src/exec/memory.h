// SPDX-License-Identifier: MIT
// The memory of a run: blocks with concrete addresses, and a shadow of each byte.  Knows nothing of faults: machine.h checks accesses.
//
// Every global, function, label, stack slot, heap block, and static storage of the library is a block.  block[0] is no block.  A block's number
// is its provenance; it stays taken while anything may still refer to it, even when the block is dead (freed, out of scope): then its
// bytes are gone but not its history.  Blocks are at least EXEC_GAP bytes apart.  Heap addresses are never used twice; a slot has a fixed
// place in its frame, as in compiled code, so that stack addresses are used again by later blocks of other numbers.
//
// Per byte there is a state (enum exec_state) and, once the block has held a pointer, the number of the block pointed into.
#ifndef HP_EXEC_MEMORY_H
#define HP_EXEC_MEMORY_H
#include "base/vec.h"
#include "exec/exec.h"
#include "exec/value.h"

#define EXEC_GAP 64u

enum exec_kind { EXEC_NO_KIND, EXEC_GLOBAL, EXEC_CODE, EXEC_LABEL, EXEC_SLOT, EXEC_ALLOCA, EXEC_HEAP, EXEC_STATIC, EXEC_RESOURCE };
enum exec_life { EXEC_LIVE, EXEC_FREED, EXEC_LEFT };
// A byte as born (see exec_birth), written, explicitly uninitialised (copied from such), unknown and not yet looked at, unknown but chosen.
enum exec_state { EXEC_BORN = 0, EXEC_KNOWN = 1, EXEC_UNINIT = 2, EXEC_UNDRAWN = 4, EXEC_DRAWN = 8 };
enum exec_birth { EXEC_BIRTH_ZERO, EXEC_BIRTH_UNINIT, EXEC_BIRTH_UNKNOWN };

struct exec_block {
    uint64_t address, size;
    uint8_t *bytes;    // NULL once dead, and for CODE and LABEL
    uint8_t *state;    // enum exec_state of each byte
    uint32_t *origin;  // block pointed into, of each byte; NULL: all 0
    uint32_t *nodes;   // what each byte was computed by (trail.c); NULL: nothing
    uint32_t *open;    // open bits of each byte (open.c); NULL: none
    uint8_t kind, life, birth;
    uint8_t align;     // so many low bits of its address are 0 wherever it lies
    bool readonly;
    bool unsized;      // nobody knows how large it is: an access past `size` is unknown, not a fault
    bool escaped;      // given to a function that is not modelled, which may have kept it: never reported as lost
    uint16_t why;      // birth UNKNOWN: the reason
    uint32_t index;    // GLOBAL, CODE, LABEL: index in the program; SLOT: index in its function; else of the library's own use
    uint64_t serial;   // counts births; identifies the block across runs
    uint64_t last;     // FREED, LEFT: serial of the latest block born before it died
    uint64_t pattern;  // birth UNINIT: its eight bytes repeat as the contents
    uint32_t n_held;   // FREED: the blocks that it pointed into
    uint32_t *held;
    struct exec_place born, died;
};

typedef VEC(struct exec_block) exec_block_list;

struct exec_memory {
    exec_block_list blocks;
    VEC(uint32_t) spare;  // numbers whose dead block nothing refers to any more
    VEC(uint32_t) fixed;  // globals, labels, statics: by ascending address
    VEC(uint32_t) heap;   // heap and resources, by ascending address
    VEC(uint32_t) stack;  // live slots and alloca blocks, by ascending address
    uint32_t first_code, n_code;           // the blocks of CODE, in order of their addresses,
    uint64_t code_address, code_stride;    // which are these
    uint32_t kept_code;                    // the storage of `blocks` has them already, from this number on; 0: it does not
    uint64_t next_fixed, end_fixed, next_heap, end_heap, next_stack, end_stack;
    uint64_t bytes;  // host memory in use for contents and the table of blocks
    uint64_t max_bytes;
    uint64_t serial;
    uint64_t seed;  // of the contents of uninitialised blocks
    uint32_t dead;  // dead blocks that are not spare
    uint32_t pointer_bits;
};

void exec_memory_begin(struct exec_memory *s, uint32_t pointer_bits, uint64_t max_bytes, uint64_t seed);
void exec_memory_end(struct exec_memory *s);
// Between runs of one program: the end of a memory whose table is kept, and the beginning of one that takes it, if there is one.
void exec_memory_keep(struct exec_memory *s, exec_block_list *kept);
void exec_memory_take(struct exec_memory *s, exec_block_list *kept);

// The contents of uninitialised storage number `salt`: a fixed pattern if the seed is 0.
uint64_t exec_pattern(uint64_t seed, uint64_t salt);

enum exec_room { EXEC_ROOM_OK, EXEC_NO_ADDRESS, EXEC_NO_BYTES };  // no addresses left; the interpreter's own memory is at its limit
// A new live block of GLOBAL, CODE, LABEL, STATIC, HEAP or RESOURCE kind.  Pointers to blocks are invalid afterwards.
enum exec_room exec_block_new(struct exec_memory *s, enum exec_kind kind, uint64_t size, uint64_t align, enum exec_birth birth,
                              uint32_t *number);
// The same for SLOT and ALLOCA, at an address of the caller's choice in the stack's range, free of live blocks.
enum exec_room exec_block_new_at(struct exec_memory *s, enum exec_kind kind, uint64_t address, uint64_t size, uint64_t align,
                                 enum exec_birth birth, uint32_t *number);
// n blocks of CODE, in order, one for each function, once: every run begins with these, so they are made at once.  False: there is no address left.
bool exec_block_new_code(struct exec_memory *s, uint32_t n, uint64_t align);
// Ends a block's life: its contents go, its number stays.
void exec_block_kill(struct exec_memory *s, uint32_t number, enum exec_life life);
// The block that contains the address (or ends there, if none contains it), or 0.  A heap block is found even when it is dead.
uint32_t exec_block_at(const struct exec_memory *s, uint64_t address);
static inline struct exec_block *exec_block(const struct exec_memory *s, uint32_t number) {
    return &s->blocks.at[number];
}

// Contents of a live block, offset + n <= size, n <= 16.  Reading yields bits, uninit, unknown, and origins[n] if the result is true.
// Bytes that are UNDRAWN are reported as unknown, with contents 0.
bool exec_bytes_read(const struct exec_block *b, uint64_t offset, uint32_t n, struct exec_value *v, uint32_t *origins);
// Writes the n low bytes of v; origins NULL: none.
void exec_bytes_write(struct exec_memory *s, struct exec_block *b, uint64_t offset, uint32_t n, const struct exec_value *v,
                      const uint32_t *origins);
// Makes room for the nodes, for the open bits of the block's bytes.
void exec_bytes_nodes(struct exec_memory *s, struct exec_block *b);
void exec_bytes_open(struct exec_memory *s, struct exec_block *b);
// Copies everything about n bytes; the ranges may overlap.  Set gives a range one byte and state, and no origins.
void exec_bytes_copy(struct exec_memory *s, struct exec_block *to, uint64_t to_offset, struct exec_block *from, uint64_t from_offset,
                     uint64_t n);
void exec_bytes_set(struct exec_block *b, uint64_t offset, uint64_t n, uint8_t byte, enum exec_state state);
#endif
