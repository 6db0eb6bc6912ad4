// SPDX-License-Identifier: MIT
// Names of files.
#ifndef HP_BASE_PATH_H
#define HP_BASE_PATH_H
#include <stdbool.h>

// Is it longer than `end`, and ends so?
bool path_ends_with(const char *path, const char *end);
// What follows the last slash.
const char *path_name(const char *path);
// Makes the folder unless something of that name is there.  False: errno says why.
bool path_make_folder(const char *path);
#endif
