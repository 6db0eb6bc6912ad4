// SPDX-License-Identifier: MIT
#include "cache/files.h"

#include <ctype.h>
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

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// "defined NAME", "defined(NAME", "#ifdef NAME" and the like, where `at` is NAME.
static bool is_only_named(const char *text, const char *at) {
    static const char *const words[] = {"defined", "ifdef", "ifndef", "elifdef", "elifndef"};
    while (at > text && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '(')) at--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(at - text) >= n && memcmp(at - n, words[i], n) == 0) return true;
    }
    return false;
}

// Is this use of __has_include, of which "has_include" is at `at`, one that the folders where clang looked answer?
static bool is_harmless(const char *text, const char *at) {
    static const char word[] = "has_include";
    bool whole = at - text >= 2 && at[-1] == '_' && at[-2] == '_' && !(at - text > 2 && is_word(at[-3]));
    const char *end = at + sizeof word - 1;
    if (strncmp(end, "_next", 5) == 0) end += 5;
    if (!whole || is_word(*end)) return false;
    end += strspn(end, " \t");
    return is_only_named(text, at - 2) || (*end == '(' && is_plain_name(end + 1));
}

static bool has_probes(const char *text) {
    if (strstr(text, "has_embed") || strstr(text, "__TIMESTAMP__")) return true;
    for (const char *s = strstr(text, "has_include"); s; s = strstr(s + 1, "has_include"))
        if (!is_harmless(text, s)) return true;
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
