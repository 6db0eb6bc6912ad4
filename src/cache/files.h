// SPDX-License-Identifier: MIT
// What files and folders hold, as hashes; each is read once.
//
// The hash of a file is that of its contents, the hash of a folder that of the names in it: a header that appears in a folder where the compiler looks
// changes the program without changing any file that was read.
#ifndef HP_CACHE_FILES_H
#define HP_CACHE_FILES_H
#include "base/intern.h"
#include "cache/cache.h"

struct cache_file {
    bool known, there;       // looked at; it could be read
    bool probes;             // of a file: it asks (__has_include, __has_embed) for files that may be in folders which nobody else names, or for times
    int64_t changed;         // of a file: when it was last written, in nanoseconds
    struct cache_key hash;
};
struct cache_files {
    struct intern paths;  // files; those of folders end with a slash
    VEC(struct cache_file) at;
};

// A zeroed struct has looked at nothing.
struct cache_file cache_file(struct cache_files *f, const char *path);
// What is not there has a hash as well.
struct cache_key cache_folder(struct cache_files *f, const char *path);
void cache_files_free(struct cache_files *f);
#endif
