// SPDX-License-Identifier: MIT
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int fd, const struct buf *text) {
    for (size_t done = 0; done < text->n;) {
        ssize_t n = write(fd, text->text + done, text->n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        done += (size_t)n;
    }
    return true;
}

// A new file next to `path`; its name is in *name, for the caller to free.
static int open_beside(const char *path, struct buf *name) {
    buf_printf(name, "%s.XXXXXX", path);
    int fd = mkostemp(name->text, O_CLOEXEC);
    mode_t mask = umask(0);
    umask(mask);
    if (fd >= 0 && fchmod(fd, 0666 & ~mask) != 0) {
        close(fd);
        unlink(name->text);
        fd = -1;
    }
    return fd;
}

// What the path names in the end, if it is a link, so that the link stays.  NULL: nothing yet.
static char *target_of(const char *path) {
    return realpath(path, NULL);
}

// Is it there, and no regular file?
static bool special(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode);
}

static bool write_special(const char *path, const struct buf *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write_all(fd, text);
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return good;
}

// Writes a new file and puts it in place; with text NULL only tries to make one.
static bool replace(const char *path, const struct buf *text) {
    struct buf name = {0};
    char *target = target_of(path);
    int fd = open_beside(target ? target : path, &name);
    bool good = fd >= 0 && (!text || write_all(fd, text));
    if (fd >= 0 && close(fd) != 0) good = false;
    if (good && text) good = rename(name.text, target ? target : path) == 0;
    int error = errno;
    if (fd >= 0 && (!good || !text)) unlink(name.text);
    free(target);
    buf_free(&name);
    errno = error;
    return good;
}

static bool same_file(const struct stat *s, const char *path) {
    struct stat t;
    return stat(path, &t) == 0 && s->st_dev == t.st_dev && s->st_ino == t.st_ino;
}

bool cli_output_possible(const char *path, const char *const *inputs, uint32_t n, const char **why) {
    struct stat s;
    if (!path) return true;
    bool exists = stat(path, &s) == 0;
    *why = strerror(EISDIR);
    if (exists && S_ISDIR(s.st_mode)) return false;
    *why = "is an input file";
    for (uint32_t i = 0; i < n && exists; i++)
        if (same_file(&s, inputs[i])) return false;
    bool good = special(path) ? access(path, W_OK) == 0 : replace(path, NULL);
    *why = strerror(errno);
    return good;
}

// The path with its folder, links followed; to be freed.  NULL: there is no such folder.
static char *full_path(const char *path) {
    char *target = target_of(path), *full = NULL;
    if (target) return target;
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("."), *real = folder ? realpath(folder, NULL) : NULL;
    if (real && asprintf(&full, "%s/%s", real, slash ? slash + 1 : path) < 0) full = NULL;
    free(folder);
    free(real);
    return full;
}

bool cli_output_same(const char *a, const char *b) {
    if (!a || !b || special(a)) return false;
    char *x = full_path(a), *y = full_path(b);
    bool same = x && y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

bool cli_output_write(const char *path, const struct buf *text, const char **why) {
    bool good = !path ? write_all(STDOUT_FILENO, text) : special(path) ? write_special(path, text) : replace(path, text);
    if (!good) *why = strerror(errno);
    return good;
}

// Is there nothing of that name, or a file that may be replaced?
static bool replaceable(int folder, const char *name, const char **why) {
    struct stat s;
    bool there = fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) == 0;
    *why = strerror(errno);
    if (!there) return errno == ENOENT;
    *why = S_ISLNK(s.st_mode) ? "is a link, which is not followed" : "is not a regular file";
    return S_ISREG(s.st_mode);
}

enum { ATTEMPTS = 100 };

bool cli_output_in(int folder, const char *name, mode_t mode, const struct buf *text, const char **why) {
    struct buf beside = {0};
    int fd = -1;
    if (!replaceable(folder, name, why)) return false;
    for (int i = 0; i < ATTEMPTS && fd < 0; i++) {
        beside.n = 0;
        buf_printf(&beside, "%s.%ld.%d", name, (long)getpid(), i);
        fd = openat(folder, beside.text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd < 0 && errno != EEXIST) break;
    }
    bool good = fd >= 0 && write_all(fd, text) && fchmod(fd, mode) == 0;
    if (fd >= 0 && close(fd) != 0) good = false;
    if (good) good = renameat(folder, beside.text, folder, name) == 0;
    *why = strerror(errno);
    if (fd >= 0 && !good) unlinkat(folder, beside.text, 0);
    buf_free(&beside);
    return good;
}

int cli_complain(int status, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    fprintf(stderr, "heapproof: error: %s\n", buf_text(&text));
    buf_free(&text);
    return status;
}
