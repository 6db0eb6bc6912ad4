// SPDX-License-Identifier: MIT
#include "base/path.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool path_ends_with(const char *path, const char *end) {
    size_t n = strlen(path), k = strlen(end);
    return n > k && strcmp(path + n - k, end) == 0;
}

const char *path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_make_folder(const char *path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}
