// SPDX-License-Identifier: MIT
// What a finished analysis knows about a line: the states with which a run can come there, as pictures.
#ifndef HP_CHECK_INVARIANT_H
#define HP_CHECK_INVARIANT_H
#include "check/check.h"
#include "fix/fix.h"
#include "view/view.h"

enum { CHECK_MOST_PICTURES = 12 };
struct check_invariant {
    bool found;                    // does the line have code in a function with a body?
    bool loop;                     // the states are those at the head of a loop
    const char *function;          // in which it is; of several functions the first
    uint32_t n, left_off;          // pictures; states that are too many to show
    struct view at[CHECK_MOST_PICTURES];
};

// `file` is a path or its last components.  *out is overwritten; release it with check_invariant_free.
void check_invariant(struct fix *f, const char *file, uint32_t line, struct check_invariant *out);
void check_invariant_free(struct check_invariant *v);
// Adds to r what is known at the loops of the program, so many of them, in the order of files and lines.
enum { CHECK_MOST_LOOPS = 100 };
void check_add_loops(struct check_result *r, struct fix *f);
// Hands over what is known at the head of each loop, exactly: every state with which a run can come to its first instruction is among the n pictures (unless the
// analysis is not complete: see the account).  Heads with more states than `most` are left out.
typedef void check_head(void *self, uint32_t func, struct ir_loc loc, const struct view *views, uint32_t n);
void check_each_head(struct fix *f, uint32_t most, check_head *take, void *self);
// A picture that lives as long as the result.
struct check_picture check_picture_of(struct check_result *r, const struct view *v);
#endif
