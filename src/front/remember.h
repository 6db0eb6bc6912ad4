// SPDX-License-Identifier: MIT
// What compiling a unit gave, kept for later processes.
//
// An entry is found by the command (compiler, folder, flags, file) and holds what clang read, with hashes of the contents, the folders in which clang looked
// or may have looked for headers, with hashes of the names in them, the symbols of the unit and what there was to say.  It holds as long as none
// of the hashes changes: neither another header nor a new one that comes first in the search changes the unit unseen.
#ifndef HP_FRONT_REMEMBER_H
#define HP_FRONT_REMEMBER_H
#include "cache/files.h"
#include "front/clang.h"

struct front_definition {
    const char *name;
    uint32_t kind;  // enum front_symbol
    bool function;
};
struct front_definitions {
    struct front_definition *at;
    uint32_t n, cap;
};
struct front_memory {
    struct cache *cache;
    struct cache_files files;
    struct cache_key tools;  // heapproof and clang
    struct cache_key environment;  // what it tells clang
    const char *here;
    int64_t start;           // of compiling: files that are newer may be other ones than clang read
};

void front_memory_open(struct front_memory *m, const struct front_options *o, const char *here);
// Compiling begins: what was written before has an older stamp than what is written from now on.
void front_memory_start(struct front_memory *m);
void front_memory_close(struct front_memory *m);
// Is the unit known, and unchanged?  Then it is good and recalled, has its identity and its messages, and each symbol is told.
bool front_recall(struct front_memory *m, struct front_unit *u, void (*tell)(void *context, const char *name, uint32_t kind, bool function), void *context);
// Of a good unit that was compiled: gives it its identity, and keeps it.
void front_remember(struct front_memory *m, struct front_unit *u, const struct front_definitions *d);
#endif
