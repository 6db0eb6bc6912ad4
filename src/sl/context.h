// SPDX-License-Identifier: MIT
// The symbolic-heap domain: what it was asked, and what it knows of the program and of its functions.  No run needs to be under way.
#ifndef HP_SL_CONTEXT_H
#define HP_SL_CONTEXT_H
#include "dom/memo.h"
#include "ir/ending.h"
#include "ir/counting.h"
#include "ir/reads.h"
#include "ir/whole.h"
#include "sl/precision.h"
#include "sl/state.h"
#include "step/step.h"

struct sl_question {  // is the variable equal to the constant?
    uint32_t local;
    uint64_t constant;
};
enum sl_local_kind {  // of a local, as a set
    SL_FLAG = 1,     // only ever given constants
    SL_COUNTER = 2,  // an index that is below a small constant: keeps states apart up to SL_MOST_COUNTED
    SL_WALKED = 16,  // an index by which functions are found that are called: the same up to SL_MOST_WALKED
    SL_ROUTE = 4,    // a flag of the compiler's that a switch decides by, to go on where a path was left
    SL_STATUS = 8,   // a result of the function or of a call
    SL_SIZING = 32,  // a number that goes into the size of a block
    SL_SAVED = 64,   // one that may, elsewhere
    SL_AGAIN = 128,  // one that was found in memory, and is compared by order as another one is elsewhere
};
struct sl_facts {  // of a function
    uint8_t *is;        // by local: a set of enum sl_local_kind; NULL: nothing was made yet
    uint32_t reached;   // limits: bit i is enum sl_limit i
    VEC(int64_t) thresholds;  // constants that numbers are compared with, and their neighbours
    VEC(struct sl_question) questions;
};
typedef VEC(uint32_t) sl_func_set;  // ascending
struct sl_branches {  // where the links to children are
    uint32_t n;
    uint64_t at[SL_MOST_CHILDREN];
};
struct sl_branching {  // a structure with several links to its like: its nodes may make trees
    uint64_t size;
    struct sl_branches branches;
    uint64_t up;  // the link to the parent is before this offset; 0: there is none
};
struct sl_listing {  // blocks that are made there, of such a size, may be linked as nodes of a list
    uint32_t func, instr;
    uint64_t size;
    struct sl_shape shape;
};
struct sl_asked {  // a pointer variable of the function: a local, or a word of a slot
    uint32_t func;
    ir_val root;
    int64_t offset;
};
struct sl_tag {  // numbers that are loaded at this offset, or (-1) at any, are compared with the constant
    int64_t offset, tag;
};
struct sl_site {  // where blocks are made, all of one size, or (0) not
    uint32_t func, instr;
    uint64_t size;
};
struct sl_called {  // a constant that the function is called with
    uint32_t func;
    int64_t what;
};
// Those of the domain's own (options.def).
struct sl_options {
#define OPTION(number, member, name, least, most, usual, meaning) uint32_t member;
#include "sl/options.def"
#undef OPTION
};
// What is noted in passing: what a verdict rests on, and why another variant may prove more.
enum sl_noted {
    SL_NOTED_LAX = 1,         // elements or bits beside those given were taken to be given, too, in some draft
    SL_NOTED_FITS = 2,        // a counter was taken to be large enough for its list
    SL_NOTED_EMPTIES = 4,     // a list had some nodes or none
    SL_NOTED_LOSES = 8,       // a block seemed lost, and not by the end of main
    SL_NOTED_PRINTS = 16,     // a text was taken to be short enough to be printed
    SL_NOTED_COMPARES = 32,   // it was not known how a number in a node lies to another one
    SL_NOTED_ASKS = 64,       // a number in a heap block was compared with a constant, and it was not known what comes out
    SL_NOTED_SIGNALS = 128,   // a function was registered as a handler of signals
    SL_NOTED_MOVES = 256,     // a place of an array held a block that memory led to from elsewhere, too
    SL_NOTED_STEPS = 512,     // a number that only counts was taken not to pass the end of its type
    SL_NOTED_PASSES = 1024,   // one may have passed it
    SL_NOTED_OUTSIDE = 2048,  // an access may be outside of an object whose size is constant
};
struct sl {
    struct step step;
    struct sl_options options;
    struct dom_store store;
    struct sl_facts *facts;  // by function
    uint32_t reached;        // limits, by some draft or in passing: bit i is enum sl_limit i
    uint32_t noted;          // a set of enum sl_noted
    VEC(struct sl_site) sites;   // of heap blocks; if sizes are symbolic
    bool knows_called;
    VEC(struct sl_called) called;  // once it is known
    uint8_t **sizing;        // by function and local: SL_SIZING, SL_SAVED; made when first needed
    uint8_t *mode;           // by global: a number that a switch decides by
    VEC(sl_func_set) func_sets;
    struct dom_memo made;
    struct dom_memo charged;  // what of it was counted for which run
    uint32_t asker;           // that run
    VEC(struct sl_precision) precisions;  // that something was asked under; the number is part of the memo's key
    uint32_t precision;                   // the one in force; it changes in sl_learn only
    struct sl_report report;              // what operations noticed since
    struct ir_reads reads;      // likewise
    struct ir_counting counting;  // likewise
    uint64_t compared;          // pairs of values, in all joins
    VEC(struct sl_branching) trees;  // at most SL_MOST_TREES
    VEC(struct sl_listing) lists;    // at most SL_MOST_LISTS; if independent
    VEC(struct sl_asked) asked;      // at most SL_MOST_ASKED; likewise
    VEC(struct sl_tag) tags;         // if nodes are of kinds
    unsigned bits;           // of a pointer
    bool foreign_locale;     // the program may leave the locale "C"
    bool reallocates;        // blocks may grow
};

static inline void sl_note(struct sl *s, enum sl_noted what, bool when) { s->noted |= when ? what : 0; }

// ---- facts.c
const struct sl_facts *sl_facts(struct sl *s, uint32_t func);

// ---- variable.c: the variables that the library defines
// What the one with this object holds at the start, as far as that is followed: from then on, states have it, those of all functions (ir/touches.h).
// The address of an array of n strings of the world and the null behind them; n is not negative.
uint32_t sl_add_strings(struct sl *s, struct sl_draft *d, uint32_t n);
void sl_put_variable(struct sl *s, struct sl_draft *d, uint32_t object);
bool sl_is_closed(const struct sl_draft *d, enum sl_library stream);

// ---- sizing.c
void sl_find_sizing(struct sl *s);
void sl_free_sizing(struct sl *s);

// ---- tags.c: constants that tell kinds of nodes
void sl_find_tags(struct sl *s);
bool sl_is_tagged(const struct sl *s, uint64_t offset);  // does the program ask for a number there?
// Are these two constants there, of which one is asked for, or one between?  So that there are no more kinds than these constants make.
bool sl_tags_tell(const struct sl *s, uint64_t offset, struct num_range x, struct num_range y);
// Such a number is compared with a constant, and it is not known what comes out: noted, if a block of the heap holds it.
void sl_see_question(struct sl *s, const struct sl_draft *d, uint32_t v);

// ---- funcs.c: one of some functions
// The functions that the value may be, or NULL: it is something else.
const sl_func_set *sl_funcs(struct sl *s, const struct sl_draft *d, uint32_t v, sl_func_set *one);
// The number of the set of all functions of both; sets may move.
uint32_t sl_func_union(struct sl *s, const sl_func_set *a, const sl_func_set *b);
void sl_func_sets_free(struct sl *s);
#endif
