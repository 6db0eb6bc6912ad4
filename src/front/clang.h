// SPDX-License-Identifier: MIT
// Runs clang 19 as a process, several at a time, and keeps in memory what it makes.
//
// A unit is one file on its way to a module.  clang writes bitcode to a file in memory, which is then mapped, and its messages to a pipe,
// so that a run cannot block; there are no temporary files.  Options that clang refuses are dropped, with a note, and the file is tried
// again.
#ifndef HP_FRONT_CLANG_H
#define HP_FRONT_CLANG_H
#include "front/flags.h"

struct front_unit {
    const char *file;          // how messages name it
    const char *path;          // how clang is given it
    const char *directory;     // where clang runs; NULL: the current directory
    const char *output;        // what the project makes of it, or NULL
    struct front_words flags;  // cleaned
    bool is_c;                 // compiled by clang; else LLVM's own text or bitcode
    bool is_text;              // LLVM's text is expected
    bool is_model;             // of functions that have no body elsewhere (supply.h)
    bool hopeless;             // not compiled: `says` has the reason already
    bool opaque;               // what it depends on is not known: it is not kept for later processes
    // The result:
    bool good;
    bool recalled;  // known from an earlier process, and not compiled
    bool wanted;    // to be compiled all the same
    struct cache_key identity;  // with a cache: of everything that it is made of
    char *data;  // bitcode, mapped (is_c), or the contents of the file; ends with a NUL byte that does not count
    size_t n_data;
    struct buf says;  // errors, or notes if good
    // Of a good one, if there is a cache:
    struct buf reads;     // the files that it was made from, as make(1) has them
    struct buf files;     // the same, a full path a line; recalled ones, too
    struct buf searched;  // the folders where clang looks for headers, as clang tells them
};

// Called once for each unit when it is done, in any order.
typedef void front_done(void *context, struct front_unit *unit);

// Compiles those of the units that are C, at most o->jobs at a time; each unit says how it went.  False, with a message in m, if there
// is no clang to run.
bool front_compile(const struct front_options *o, struct front_unit *const *units, uint32_t n, front_done *done, void *context,
                   struct front_messages *m);
// The program that front_compile runs, or NULL if there is none.
const char *front_clang_path(struct arena *a, const struct front_options *o);
void front_unit_free(struct front_unit *u);
// Tells what a program is compiled from, if somebody wants to know (s may be NULL).
void front_sources_set(struct front_sources *s, struct front_unit *const *units, uint32_t n);
#endif
