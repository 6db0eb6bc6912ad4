// SPDX-License-Identifier: MIT
// Inside of reading a project: how units are made of compile commands, whatever lists them (compdb.c, buildlog.c).
#ifndef HP_FRONT_READING_H
#define HP_FRONT_READING_H
#include "base/intern.h"
#include "front/compdb.h"

struct front_reading {
    struct front_compdb *db;
    const struct front_options *o;
    struct front_flags own;  // the options' flags, cleaned
    struct front_messages *m;
    const char *here;          // current directory
    const char *base;          // directory of the database, absolute
    struct intern files;       // absolute paths of units
    VEC(uint32_t) last;        // by file: its newest unit + 1
    VEC(uint32_t) previous;    // by unit: an older one of the same file + 1
    struct front_words others;  // files that are not C
    struct intern targets;     // foreign targets already noted
    uint32_t entry;            // counted from 1
};

// Adds the unit that a command makes of a file, unless it is there already.  Its number; UINT32_MAX: it is not C.
uint32_t front_add_unit(struct front_reading *r, const char *file, const char *directory, const char *output, struct front_words *words);
// Reads the log of a build (db->path) into units and links.  False, with a message, if it cannot be read.
bool front_buildlog_read(struct front_reading *r);
#endif
