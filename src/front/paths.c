// SPDX-License-Identifier: MIT
#include "front/paths.h"

#include <string.h>

const char *front_join_path(struct arena *a, const char *directory, const char *path) {
    return path[0] == '/' || !directory[0] ? path : arena_printf(a, "%s/%s", directory, path);
}

// Absolute paths only; lexical, as the compiler's own messages are.
static char *normal(struct arena *a, const char *path) {
    char *out = arena_alloc(a, strlen(path) + 2), *end = out;
    while (*path) {
        while (*path == '/') path++;
        size_t n = strcspn(path, "/");
        if (n == 2 && path[0] == '.' && path[1] == '.') {
            while (end > out && *--end != '/') continue;
        } else if (n && !(n == 1 && path[0] == '.')) {
            *end++ = '/';
            end = (char *)mempcpy(end, path, n);
        }
        path += n;
    }
    if (end == out) *end++ = '/';
    *end = 0;
    return out;
}

const char *front_full_path(struct arena *a, const char *directory, const char *path) {
    return normal(a, front_join_path(a, directory, path));
}

const char *front_short_path(struct arena *a, const char *path, const char *here) {
    if (path[0] != '/') path = front_join_path(a, here, path);
    if (path[0] != '/') return path;
    path = normal(a, path);
    size_t n = strlen(here);
    bool below = n > 1 && strncmp(path, here, n) == 0 && path[n] == '/' && path[n + 1];
    return below ? path + n + 1 : path;
}
