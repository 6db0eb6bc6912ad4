// SPDX-License-Identifier: MIT
// What a run of the interpreter went through: which ways its branches took and how often, which numbers it compared, and what it looked for in
// arguments of main.
//
// An edge is a successor of a BRANCH or SWITCH.  Over all runs, an edge has been `seen` in some classes of counts (once, twice, three
// times, up to 7, 15, 31, 127, more): a run is new if it takes an edge a number of times whose class no run before it had, or if a
// library function that compares bytes finds more of them equal than in any run before.  An edge with such a class is a mark, which some runs have
// more often than others.
#ifndef HP_CHECK_COVER_H
#define HP_CHECK_COVER_H
#include "check/words.h"

struct check_compared {
    uint64_t a, b;
    uint32_t bits;
};
enum { CHECK_MAX_COMPARED = 512, CHECK_COMPARED_SLOTS = 2048, CHECK_CLASSES = 8 };

struct check_cover {
    const struct ir_program *program;
    uint32_t n_instrs, n_edges;
    uint32_t *first;       // by function: number of its first instruction among all
    uint32_t *edge;        // by instruction: number of its first successor among all edges
    uint32_t *hits;        // by edge: of this run
    uint8_t *seen;         // by edge: classes of counts, of all runs
    uint32_t *often;       // by mark, edge * CHECK_CLASSES + class: how many runs had it
    uint32_t mark;         // one that the last new run was the first to have
    bool further;          // and it was the first to take some edge at all
    uint32_t *equal;       // by instruction: how much a comparison of bytes found equal, the most of all runs
    bool nearer;           // this run found more
    VEC(uint32_t) touched; // edges with hits
    VEC(struct check_compared) compared;  // of this run, in order of time, no two equal
    uint16_t slots[CHECK_COMPARED_SLOTS]; // hash table of compared: index + 1
    struct check_words words;             // of all runs
    struct exec_observer observer;        // hand this to the run
};

// The cover must not move after this.
void check_cover_begin(struct check_cover *c, const struct ir_program *p);
void check_cover_free(struct check_cover *c);
// Before each run.
void check_cover_clear(struct check_cover *c);
// After a run: is it new?
bool check_cover_new(const struct check_cover *c);
// Was it new?  It no longer is.
bool check_cover_add(struct check_cover *c);
#endif
