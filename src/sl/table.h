// SPDX-License-Identifier: MIT
// Tables: arrays of which single places and runs of places that are alike are followed, wherever they lie (state.h).
//
// An access at an index takes the place there out of its run; a place that nobody asks about any more goes back (gather.c).  Where a loop goes through the
// array, the places that it has seen are one run, the others another, and the index between them is the number that its variable holds.
//
// What accesses the bytes of a table in another way finds anything there; what overwrites them otherwise than place by place ends the table: what its parts
// held has escaped then, unless everything is overwritten.
#ifndef HP_SL_TABLE_H
#define HP_SL_TABLE_H
#include "sl/state.h"

struct sl_table {
    uint32_t array;
    uint64_t base, stride, count;  // count 0: as many as there is room for
    bool open;                     // where one is to be made: for an index that is not one number
    uint32_t runs[SL_MOST_RUNS], single[SL_MOST_SINGLE];
    uint32_t n_runs, n_single;
};

bool sl_is_table(const struct sl_draft *d, uint32_t object);
bool sl_table_read(const struct sl_draft *d, uint32_t object, struct sl_table *t);  // false: it is none
void sl_table_write(struct sl_draft *d, const struct sl_table *t, unsigned pointer_bits);
// The object becomes a table; false: what it holds cannot be told by places, and nothing has changed.
bool sl_table_make(struct sl_draft *d, uint32_t object, uint64_t base, uint64_t stride, uint64_t count, unsigned pointer_bits);
uint32_t sl_part_index(const struct sl_draft *d, uint32_t part);  // a value, or 0: the first run
uint32_t sl_array_of(const struct sl_draft *d, uint32_t part);    // 0: the state does not show it
bool sl_owns_blocks(const struct sl_draft *d, uint32_t run);      // do its places?
// The number of places, as a value; 0: not known.
uint32_t sl_table_end(struct sl_draft *d, const struct sl_table *t, unsigned pointer_bits);
// The places of a table that ends at `end` become the first of another object, which has at least as many; those behind are uninitialised.
void sl_table_move(struct sl_draft *d, struct sl_table *t, uint32_t to, uint32_t end, unsigned pointer_bits);
// Bytes of the object are about to be overwritten; those of a table end it.
void sl_table_overwritten(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size);
// The object is about to be freed, or to go out of scope: so are its places.  Its runs are held or lost, not valid or freed.
void sl_table_ends(struct sl_draft *d, uint32_t object, enum sl_life life);
// Runs that have no places are gone, unless a variable holds where they begin: a loop may go on there.
enum sl_where { SL_INSIDE, SL_AT_LOOP, SL_AT_END };  // of a block; where a loop begins; where the table ends: no loop goes on
void sl_drop_empty_runs(struct sl_draft *d, enum sl_where where);
bool sl_is_distance(const struct sl_draft *d, uint32_t a, uint32_t b, int64_t by);  // is b surely so much more than a, as indices?
uint32_t sl_held_behind(const struct sl_draft *d, uint32_t v, int64_t by);  // a value that a variable holds and that is so much more; 0: none
#endif
