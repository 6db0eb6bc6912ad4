// SPDX-License-Identifier: MIT
// A folder for the files of one test; it goes when the test is over.
#ifndef HP_TESTS_FRONT_FOLDER_H
#define HP_TESTS_FRONT_FOLDER_H
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[64];
    char name[16][200];  // results of folder_path, in turn
    unsigned next;
};

static inline int folder_make(void **state) {
    struct folder *f = calloc(1, sizeof *f);
    strcpy(f->path, "/tmp/heapproof-test-XXXXXX");
    *state = f;
    return f && mkdtemp(f->path) ? 0 : -1;
}

static inline int folder_remove_one(const char *path, const struct stat *s, int kind, struct FTW *ftw) {
    (void)s;
    (void)kind;
    (void)ftw;
    return remove(path);
}

static inline int folder_remove(void **state) {
    struct folder *f = *state;
    int bad = nftw(f->path, folder_remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(f);
    return bad;
}

// The path of a file in the folder; good for the next fifteen calls.
static inline const char *folder_path(struct folder *f, const char *name) {
    char *out = f->name[f->next++ % 16];
    char folder[sizeof f->path];  // a copy, since gcc thinks that path and name may overlap
    memcpy(folder, f->path, sizeof folder);
    if (snprintf(out, sizeof f->name[0], "%s/%s", folder, name) >= (int)sizeof f->name[0]) abort();
    return out;
}

static inline const char *folder_bytes(struct folder *f, const char *name, const void *bytes, size_t n) {
    const char *path = folder_path(f, name);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, n, out) != n || fclose(out)) abort();
    return path;
}

static inline const char *folder_write(struct folder *f, const char *name, const char *text) {
    return folder_bytes(f, name, text, strlen(text));
}

static inline const char *folder_sub(struct folder *f, const char *name) {
    const char *path = folder_path(f, name);
    if (mkdir(path, 0777)) abort();
    return path;
}

// format with every %s replaced by the folder's path.
static inline const char *folder_here(struct folder *f, const char *name, const char *format) {
    char text[8192];
    size_t n = 0;
    for (; *format; format++) {
        if (format[0] == '%' && format[1] == 's') {
            n += (size_t)snprintf(text + n, sizeof text - n, "%s", f->path);
            format++;
        } else {
            text[n++] = *format;
        }
    }
    return folder_bytes(f, name, text, n);
}
#endif
