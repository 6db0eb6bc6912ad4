// SPDX-License-Identifier: MIT
#include "cache/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/path.h"
#include "base/vec.h"

static const char magic[] = "heapproof cache 1\n";
enum { MAGIC = sizeof magic - 1, HEAD = MAGIC + sizeof(uint64_t) + sizeof(struct cache_key) };

// ---- keys ----------------------------------------------------------------------------------------------------------------------------

void cache_item(struct buf *b, const char *s) {
    buf_printf(b, "%zu:%s", strlen(s), s);
}

void cache_item_key(struct buf *b, struct cache_key k) {
    char text[CACHE_DIGITS + 1];
    cache_key_text(k, text);
    cache_item(b, text);
}

struct cache_key cache_hash(const void *p, size_t n) {
    XXH128_hash_t h = XXH3_128bits(p, n);
    return (struct cache_key){h.low64, h.high64};
}

bool cache_same(struct cache_key a, struct cache_key b) {
    return a.low == b.low && a.high == b.high;
}

void cache_key_text(struct cache_key k, char text[CACHE_DIGITS + 1]) {
    snprintf(text, CACHE_DIGITS + 1, "%016llx%016llx", (unsigned long long)k.high, (unsigned long long)k.low);
}

bool cache_key_parse(const char *s, struct cache_key *k) {
    char half[CACHE_DIGITS / 2 + 1] = "";
    if (strlen(s) != CACHE_DIGITS || strspn(s, "0123456789abcdef") != CACHE_DIGITS) return false;
    memcpy(half, s, CACHE_DIGITS / 2);
    k->high = strtoull(half, NULL, 16);
    k->low = strtoull(s + CACHE_DIGITS / 2, NULL, 16);
    return true;
}

// ---- entries -------------------------------------------------------------------------------------------------------------------------

static void path_of(const struct cache *c, struct cache_key k, struct buf *path) {
    char name[CACHE_DIGITS + 1];
    cache_key_text(k, name);
    if (c->remote)
        cache_remote_name(c->remote, path);
    else
        buf_str(path, c->folder);
    buf_printf(path, "/%s", name);
}

static bool is_whole(const struct buf *entry) {
    uint64_t n;
    struct cache_key hash;
    if (entry->n < HEAD || memcmp(entry->text, magic, MAGIC) != 0) return false;
    memcpy(&n, entry->text + MAGIC, sizeof n);
    memcpy(&hash, entry->text + MAGIC + sizeof n, sizeof hash);
    return n == entry->n - HEAD && cache_same(hash, cache_hash(entry->text + HEAD, n));
}

// The bytes of an entry, whole or not.
static bool read_entry(struct cache *c, struct cache_key k, const char *path, struct buf *entry) {
    const char *why;
    char name[CACHE_DIGITS + 1];
    cache_key_text(k, name);
    if (c->remote) return cache_remote_get(c->remote, name, entry, &c->notes);
    return access(path, F_OK) == 0 && buf_read_file(entry, path, &why);
}

bool cache_get(struct cache *c, struct cache_key k, struct buf *out) {
    struct buf path = {0}, entry = {0};
    path_of(c, k, &path);
    bool there = read_entry(c, k, path.text, &entry);
    bool good = there && is_whole(&entry);
    if (good && !c->remote) utimensat(AT_FDCWD, path.text, NULL, 0);  // that it was used; whether it can be told makes no difference
    if (there && !good) buf_printf(&c->notes, "heapproof: note: %s: damaged: not used\n", path.text);
    buf_free(out);
    if (good) buf_add(out, entry.text + HEAD, entry.n - HEAD);
    buf_free(&path);
    buf_free(&entry);
    return good;
}

static bool make_folders(const char *path) {
    char *copy = strdup(path);
    if (!copy) return false;
    for (char *s = copy + 1; *s; s++) {
        if (*s != '/') continue;
        *s = 0;
        mkdir(copy, 0777);
        *s = '/';
    }
    bool good = path_make_folder(copy);
    free(copy);
    return good;
}

static bool write_all(int fd, const char *s, size_t n) {
    while (n) {
        ssize_t k = write(fd, s, n);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0) return false;
        s += k;
        n -= (size_t)k;
    }
    return true;
}

static bool write_entry(const char *path, const struct buf *entry) {
    struct buf name = {0};
    buf_printf(&name, "%s.XXXXXX", path);
    int fd = mkostemp(name.text, O_CLOEXEC);
    bool good = fd >= 0 && write_all(fd, entry->text, entry->n);
    if (fd >= 0 && close(fd) != 0) good = false;
    if (good) good = rename(name.text, path) == 0;
    int error = errno;
    if (fd >= 0 && !good) unlink(name.text);
    buf_free(&name);
    errno = error;
    return good;
}

void cache_put(struct cache *c, struct cache_key k, const struct buf *bytes) {
    struct buf path = {0}, entry = {0};
    uint64_t n = bytes->n;
    struct cache_key hash = cache_hash(buf_text(bytes), n);
    buf_add(&entry, magic, MAGIC);
    buf_add(&entry, (const char *)&n, sizeof n);
    buf_add(&entry, (const char *)&hash, sizeof hash);
    buf_add(&entry, buf_text(bytes), n);
    path_of(c, k, &path);
    if (c->remote) {
        char name[CACHE_DIGITS + 1];
        cache_key_text(k, name);
        cache_remote_put(c->remote, name, &entry, &c->notes);
        buf_free(&path);
        buf_free(&entry);
        return;
    }
    bool good = !c->unwritable && make_folders(c->folder) && write_entry(path.text, &entry);
    if (!good && !c->unwritable)
        buf_printf(&c->notes, "heapproof: note: %s: %s: nothing is kept for the next time\n", c->folder, strerror(errno));
    c->unwritable |= !good;
    buf_free(&path);
    buf_free(&entry);
}

// ---- room --------------------------------------------------------------------------------------------------------------------------------

struct found {
    char name[CACHE_DIGITS + 1];
    int64_t used;
    uint64_t bytes;
};
typedef VEC(struct found) found_list;

static int by_use(const void *x, const void *y) {
    const struct found *a = x, *b = y;
    if (a->used != b->used) return a->used < b->used ? -1 : 1;
    return strcmp(a->name, b->name);
}

// Entries only: files that are being written have longer names.
static uint64_t find_entries(DIR *folder, found_list *out) {
    struct cache_key k;
    struct stat s;
    uint64_t bytes = 0;
    for (const struct dirent *e; (e = readdir(folder));) {
        if (!cache_key_parse(e->d_name, &k) || fstatat(dirfd(folder), e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(s.st_mode)) continue;
        struct found *f = vec_add(out);
        memcpy(f->name, e->d_name, sizeof f->name);
        f->used = (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
        f->bytes = (uint64_t)s.st_size;
        bytes += f->bytes;
    }
    return bytes;
}

void cache_trim(const struct cache *c, uint64_t most) {
    DIR *folder = opendir(c->folder);
    found_list all = {0};
    if (!folder) return;
    uint64_t bytes = find_entries(folder, &all);
    bool full = bytes > most;
    if (full) qsort(all.at, all.n, sizeof *all.at, by_use);
    for (uint32_t i = 0; i < all.n && full && bytes > most / 4 * 3; i++) {
        unlinkat(dirfd(folder), all.at[i].name, 0);
        bytes -= all.at[i].bytes;
    }
    vec_free(&all);
    closedir(folder);
}
