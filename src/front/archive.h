// SPDX-License-Identifier: MIT
// Archives of objects (libNAME.a), as far as the names of their members go.
#ifndef HP_FRONT_ARCHIVE_H
#define HP_FRONT_ARCHIVE_H
#include <stdbool.h>
#include <stddef.h>

// Calls member for each, with its name without folders.  False: the file is no archive, or damaged.
bool front_archive(const char *path, void (*member)(void *context, const char *name, size_t n), void *context);
#endif
