// SPDX-License-Identifier: MIT
// compile_commands.json: the units of a project, each with its directory and its flags.
//
// Entries that are not C are left out, with a note.  Entries of one file that differ in nothing that matters are one unit; a file that is
// compiled in different ways is one unit for each way.
#ifndef HP_FRONT_COMPDB_H
#define HP_FRONT_COMPDB_H
#include "front/clang.h"

struct front_compdb {
    struct arena arena;            // owns the strings
    const char *path;              // DIR/compile_commands.json
    VEC(struct front_unit) units;  // in the order of the file, at least one; then models
};

// Reads DIR/compile_commands.json.  False, with a message, if it cannot be read or is malformed.  An entry whose response file is missing
// becomes a hopeless unit.
bool front_compdb_read(struct front_compdb *db, const struct front_options *o, const char *dir, struct front_messages *m);
void front_compdb_free(struct front_compdb *db);
// path without . and .. and double slashes, and relative to `here` if it is below it.
const char *front_short_path(struct arena *a, const char *path, const char *here);
#endif
