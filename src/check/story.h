// SPDX-License-Identifier: MIT
// The story of a fault, as the trace of a finding: from its cause to the place where it shows.
//
// A story has key events, which say what happened to the object or pointer concerned (allocated, freed, set to null).  In between it tells how the
// program came from one to the next: calls that were entered, functions that returned, and branches that decided, each once, the last time that it
// was taken.  A branch decides if its other way does not lead there.
#ifndef HP_CHECK_STORY_H
#define HP_CHECK_STORY_H
#include "check/check.h"
#include "check/path.h"

struct check_key {
    uint32_t event;
    uint32_t place;    // another event + 1, if it is to be shown there
    const char *text;  // in the result's arena
};
struct check_story {
    struct check_result *r;
    const struct check_path *path;
    VEC(struct check_key) keys;
    bool caused;  // the first of them is the cause: the story begins there
    uint32_t most;        // key events, when where a value came from is told; 0: as many as there may be
    const char *subject;  // what that value is called; NULL: "it"
};

void check_story_add(struct check_story *s, uint32_t event, const char *text);
// A key event that the others follow from.
void check_story_cause(struct check_story *s, uint32_t event, const char *text);
// Where the value of operand v of an event came from: key events for the places where it was made, stored, passed on and returned.
void check_story_origin(struct check_story *s, uint32_t event, ir_val v);
// The same of a pointer to a block that is told of already: only where it was at last.
void check_story_route(struct check_story *s, uint32_t event, ir_val v);
// A block is lost: the store of the pointer that was still there.
void check_story_holder(struct check_story *s, uint32_t store);
// The event that made the value of operand v of an event, through copies, arguments and results: CHECK_NO_EVENT if it cannot be seen.
uint32_t check_story_source(const struct check_story *s, uint32_t event, ir_val v);
// The fault is that the program came there: where the values got what they are that the last decision was about.
void check_story_decision(struct check_story *s, uint32_t fault);
// The last branch before an event that led to it, or CHECK_NO_EVENT.
uint32_t check_story_branch(const struct check_story *s, uint32_t event);
// Writes the steps of the finding, whose fault is the given event, and frees the story.
void check_story_tell(struct check_story *s, struct check_finding *f, uint32_t fault);
#endif
