// SPDX-License-Identifier: MIT
// Paths as compile commands have them: from a folder, and as people want to see them.  Nothing is looked up.
#ifndef HP_FRONT_PATHS_H
#define HP_FRONT_PATHS_H
#include <stdbool.h>

#include "base/arena.h"

// The path from the folder on, unless it is absolute or the folder is "".
const char *front_join_path(struct arena *a, const char *directory, const char *path);
// The same, from an absolute folder, without . and .. and double slashes.
const char *front_full_path(struct arena *a, const char *directory, const char *path);
// path without . and .. and double slashes, and relative to `here` if it is below it.
const char *front_short_path(struct arena *a, const char *path, const char *here);
#endif
