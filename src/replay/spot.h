// SPDX-License-Identifier: MIT
// Spots in the text of C that the debug information does not give: the end of a call, the keyword of a loop.
//
// The text is what the user wrote: macros are not expanded, so a spot may not be found.  Comments, strings and characters are skipped.
#ifndef HP_REPLAY_SPOT_H
#define HP_REPLAY_SPOT_H
#include "ir/ir.h"
#include "report/source.h"

struct replay_spot {
    uint32_t line, column;  // line 0: not found; columns count bytes
};

// The closing parenthesis of the call of `name` that is at `loc`.
struct replay_spot replay_call_end(struct report_sources *s, const struct ir_program *p, struct ir_loc loc, const char *name);
// The keyword (for, while) of the loop whose condition `loc` is in; a loop whose text ends there (do ... while) is none.
struct replay_spot replay_loop_keyword(struct report_sources *s, const struct ir_program *p, struct ir_loc loc);
// Is the keyword of such a loop at `loc`?
bool replay_is_loop(struct report_sources *s, const struct ir_program *p, struct ir_loc loc);
// Is what the line of `from` declares under this name still in scope at `to`, which is in a later line?  (The debug information does not tell the column.)
bool replay_in_scope(struct report_sources *s, const struct ir_program *p, struct ir_loc from, const char *name, struct replay_spot to);
#endif
