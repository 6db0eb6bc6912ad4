// SPDX-License-Identifier: MIT
// What a number of a run would have been without bounds: the sums, products and shifts that it was computed by, made again of numbers that do not wrap
// around, back through copies, memory, arguments and results.
//
// What an operator gives of which that cannot be said (a remainder, a mask), what was read or drawn, and what lies too far back is taken as it was in the
// run.  Conversions tell signed numbers from unsigned ones: what is sign-extended is signed, else the number is taken as it is wanted.
#ifndef HP_CHECK_EXACT_H
#define HP_CHECK_EXACT_H
#include "check/path.h"

struct ir_lib_table;  // ir/lib.h

struct check_exact {
    __int128 value;     // without bounds; very large ones are CHECK_HUGE
    uint32_t overflow;  // the event that first gave less, or CHECK_NO_EVENT: none did
    __int128 args[2];   // what it was given
};
#define CHECK_HUGE ((__int128)1 << 100)

// The size of the block that an event of a run allocates.  False: nothing is known of it.
bool check_exact_size(const struct check_path *path, const struct ir_lib_table *lib, uint32_t event, struct check_exact *out);
#endif
