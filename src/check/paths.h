// SPDX-License-Identifier: MIT
// Ways that runs did not take: at which decision of which kept run to leave its path next, for the solver to find inputs.
//
// A way leads somewhere: to an edge (cover.h), or, where an instruction decides without one (an access, an assumption, a length), to that
// instruction.  Ways to the same place wait in one line, from which the oldest and the newest are taken in turn.  Which place is next:
// one where no run was and where the fewest questions were asked, and of these the nearest to a target of the search.  Of a run that
// passes a place often, only the first and the last times count.  Equal ways, after equal decisions, are asked once.
#ifndef HP_CHECK_PATHS_H
#define HP_CHECK_PATHS_H
#include "check/aim.h"
#include "check/cover.h"
#include "exec/record.h"

struct check_way {
    uint32_t run;       // number of the kept run
    uint32_t decision;  // of its record
    uint32_t way;       // as solve.h counts
};
struct check_line {  // ways to one place
    VEC(struct check_way) ways;
    uint32_t oldest;  // those before it were taken
    uint32_t asked;
    uint32_t distance;      // of the place, to the next target
    uint32_t edge;          // or CHECK_NO_EDGE
    uint32_t passes, seen;  // of the run that is being added: how often it passes the place, in all and so far
};
#define CHECK_NO_EDGE UINT32_MAX

struct check_paths {
    const struct ir_program *program;
    const struct check_aim *aim;
    const struct check_cover *cover;
    VEC(struct check_line) lines;
    uint32_t *line;   // by instruction, then by edge: number of its line + 1, or 0
    uint64_t *known;  // hash table of the ways met so far, as hashes of their paths; 0: free
    uint32_t n_known, n_slots;
};

void check_paths_begin(struct check_paths *w, const struct ir_program *p, const struct check_aim *aim, const struct check_cover *cover);
void check_paths_free(struct check_paths *w);
// The ways out of a kept run, of which this is the record.
void check_paths_add(struct check_paths *w, uint32_t run, const struct exec_record *r);
// The next way to ask for; false: none is left.
bool check_paths_next(struct check_paths *w, struct check_way *out);
#endif
