// SPDX-License-Identifier: MIT
#include "cache/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct cache_file *place_of(struct cache_files *f, const char *path) {
    uint32_t i = intern_add(&f->paths, path);
    while (f->at.n <= i) (void)vec_add(&f->at);
    return &f->at.at[i];
}

// The name of a header in quotes or angle brackets, in no folder, follows.
static bool is_plain_name(const char *s) {
    s += strspn(s, " \t");
    if (*s != '"' && *s != '<') return false;
    size_t n = strcspn(s + 1, "/>\"\n");
    return s[1 + n] == '>' || s[1 + n] == '"';
}

static bool has_probes(const char *text) {
    static const char word[] = "__has_include";
    for (const char *s = strstr(text, word); s; s = strstr(s, word)) {
        s += sizeof word - 1;
        if (strncmp(s, "_next", 5) == 0) s += 5;
        s += strspn(s, " \t");
        if (*s == '(' && !is_plain_name(s + 1)) return true;
    }
    return false;
}

static void look(struct cache_file *x, const char *path) {
    struct buf text = {0};
    struct stat s;
    const char *why;
    x->known = true;
    x->there = stat(path, &s) == 0 && S_ISREG(s.st_mode) && buf_read_file(&text, path, &why);
    if (x->there) {
        x->changed = (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
        x->hash = cache_hash(buf_text(&text), text.n);
        x->probes = has_probes(buf_text(&text));
    }
    buf_free(&text);
}

struct cache_file cache_file(struct cache_files *f, const char *path) {
    struct cache_file *x = place_of(f, path);
    if (!x->known) look(x, path);
    return *x;
}

// Their order depends on the file system.
static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct cache_key list(const char *path) {
    VEC(char *) names = {0};
    struct buf all = {0};
    DIR *d = opendir(path);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        char *name = strdup(e->d_name);
        if (!name) base_out_of_memory();
        vec_push(&names, name);
    }
    if (d) closedir(d);
    if (names.n) qsort(names.at, names.n, sizeof *names.at, by_name);
    cache_item(&all, d ? "folder" : "nothing");
    for (uint32_t i = 0; i < names.n; i++) {
        cache_item(&all, names.at[i]);
        free(names.at[i]);
    }
    struct cache_key hash = cache_hash(buf_text(&all), all.n);
    vec_free(&names);
    buf_free(&all);
    return hash;
}

struct cache_key cache_folder(struct cache_files *f, const char *path) {
    struct buf name = {0};
    buf_printf(&name, "%s/", path);
    struct cache_file *x = place_of(f, name.text);
    if (!x->known) x->hash = list(path);
    x->known = true;
    buf_free(&name);
    return x->hash;
}

void cache_files_free(struct cache_files *f) {
    intern_free(&f->paths);
    vec_free(&f->at);
}
