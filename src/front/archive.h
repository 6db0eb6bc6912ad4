// SPDX-License-Identifier: MIT
// Archives of objects (libNAME.a).
#ifndef HP_FRONT_ARCHIVE_H
#define HP_FRONT_ARCHIVE_H
#include <stdbool.h>
#include <stddef.h>

struct front_member {
    const char *name;  // as the archive has it; of one that is elsewhere (a thin archive), its path from the archive's folder
    size_t n;          // characters of it
    const char *data;  // its contents, or NULL: they are elsewhere
    size_t size;
};
// Calls member for each.  False: the file is no archive, or damaged.
typedef void front_take_member(void *context, const struct front_member *m);
bool front_archive(const char *path, front_take_member *member, void *context);
#endif
