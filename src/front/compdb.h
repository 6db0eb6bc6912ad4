// SPDX-License-Identifier: MIT
// The units of a project, each with its directory and its flags: from compile_commands.json, or from the log of a build (buildlog.c), which also
// tells what is linked.
//
// Entries that are not C are left out, with a note.  Entries of one file that differ in nothing that matters are one unit; a file that is
// compiled in different ways is one unit for each way.
#ifndef HP_FRONT_COMPDB_H
#define HP_FRONT_COMPDB_H
#include "front/clang.h"
#include "front/paths.h"

#define FRONT_BUILD_LOG "heapproof.build"
#define FRONT_COMMANDS "compile_commands.json"

typedef VEC(uint32_t) front_unit_list;
struct front_link_command {
    const char *made;           // the program or library, a full path
    bool program;               // not -shared, nor -r
    front_unit_list units;        // that are linked, whether something of them is needed or not
    front_unit_list members;      // of archives, linked as far as something of them is needed
    front_unit_list loaded;       // of shared libraries: as members, but what runs when they are loaded does
    struct front_words unseen;  // parts that nobody can read; if there are any, what is needed may be elsewhere, too
    struct front_words words;   // what the linker is told
};
struct front_compdb {
    struct arena arena;            // owns the strings
    const char *path;              // DIR/heapproof.build if it is there, else DIR/compile_commands.json
    VEC(struct front_unit) units;  // in the order of the file, at least one; then models
    VEC(struct front_link_command) links;  // as far as they are known; of those that make the same file the last one
    bool logged;                   // path is the log of a build
};

// Reads it.  False, with a message, if it cannot be read or is malformed.  An entry whose response file is missing
// becomes a hopeless unit.
bool front_compdb_read(struct front_compdb *db, const struct front_options *o, const char *dir, struct front_messages *m);
void front_compdb_free(struct front_compdb *db);
#endif
