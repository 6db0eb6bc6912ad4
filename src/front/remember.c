// SPDX-License-Identifier: MIT
#include "front/remember.h"

#include <jansson.h>
#include <sys/stat.h>
#include <time.h>

#include "front/reads.h"

// ---- tools ---------------------------------------------------------------------------------------------------------------------------

static const char *const environment[] = {"CPATH",         "C_INCLUDE_PATH",  "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS",
                                          "COMPILER_PATH", "GCC_EXEC_PREFIX", "SDKROOT",           "LANG", "PWD", "MACOSX_DEPLOYMENT_TARGET",
                                          "LC_ALL",        "LC_MESSAGES"};

static void add_stamp(struct buf *all, const char *path) {
    struct stat s;
    cache_item(all, path);
    if (stat(path, &s) == 0)
        buf_printf(all, "%llu,%lld,%ld;", (unsigned long long)s.st_size, (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

// The compiler is its program and the libraries that it consists of, which may be replaced without it.
static void add_compiler(struct buf *all, struct cache_files *files, struct arena *a, const char *clang) {
    static const char *const libraries[] = {"libclang-cpp.so.19.1", "libLLVM.so.19.1"};
    char *real = realpath(clang, NULL);
    const char *path = real ? real : clang, *slash = strrchr(path, '/');
    cache_item(all, clang);
    cache_item_key(all, cache_file(files, path).hash);
    add_stamp(all, path);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries && slash; i++)
        add_stamp(all, arena_printf(a, "%.*s/../lib/%s", (int)(slash - path), path, libraries[i]));
    free(real);
}

void front_memory_open(struct front_memory *m, const struct front_options *o, const char *here) {
    struct arena a = {0};
    struct buf all = {0};
    const char *clang = front_clang_path(&a, o);
    m->cache = o->cache;
    m->here = here ? here : "";
    cache_item(&all, HEAPPROOF_VERSION);
    cache_item_key(&all, cache_file(&m->files, "/proc/self/exe").hash);
    if (clang) add_compiler(&all, &m->files, &a, clang);
    m->tools = cache_hash(buf_text(&all), all.n);
    all.n = 0;
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        const char *value = getenv(environment[i]);
        cache_item(&all, value ? value : "");
    }
    m->environment = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    arena_free(&a);
}

// By the clock that stamps files.
static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME_COARSE, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void front_memory_start(struct front_memory *m) {
    int64_t before = now();
    while ((m->start = now()) == before) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

void front_memory_close(struct front_memory *m) {
    cache_files_free(&m->files);
}

// The command, wherever it is run.
static struct cache_key command_of(const struct front_memory *m, const struct front_unit *u) {
    struct buf all = {0};
    cache_item(&all, "unit");
    cache_item_key(&all, m->tools);
    cache_item(&all, m->here);
    cache_item(&all, u->directory ? u->directory : "");
    cache_item(&all, u->path);
    for (uint32_t i = 0; i < u->flags.n; i++) cache_item(&all, u->flags.at[i]);
    struct cache_key k = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    return k;
}

static struct cache_key key_of(const struct front_memory *m, const struct front_unit *u) {
    struct buf all = {0};
    cache_item_key(&all, command_of(m, u));
    cache_item_key(&all, m->environment);
    struct cache_key k = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    return k;
}

// ---- what clang read, and where it looked ----------------------------------------------------------------------------------------------

struct sources {
    struct arena arena;
    const struct front_unit *unit;
    front_file_list files;
    struct intern folders, below;  // where clang looks; folders of headers as they are named in an #include
};

static const char *in_folder(struct sources *s, const char *path, size_t n) {
    const char *text = arena_strndup(&s->arena, path, n);
    return *text == '/' || !s->unit->directory ? text : arena_printf(&s->arena, "%s/%s", s->unit->directory, text);
}

// Another gcc that is installed may bring other folders.
static void add_gcc(struct sources *s, const char *folder) {
    static const char mark[] = "/lib/gcc/";
    const char *at = strstr(folder, mark), *machine = at ? strchr(at + sizeof mark - 1, '/') : NULL;
    if (machine) intern_add(&s->folders, arena_strndup(&s->arena, folder, (size_t)(machine - folder)));
}

// Lines " FOLDER" and "ignoring nonexistent directory "FOLDER"": the latter may appear.
static void parse_searched(struct sources *s, const char *text) {
    static const char absent[] = "ignoring nonexistent directory \"";
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        if (*text == ' ')
            intern_add(&s->folders, in_folder(s, text + 1, (size_t)(end - text - 1)));
        else if (strncmp(text, absent, sizeof absent - 1) == 0)
            intern_add(&s->folders, in_folder(s, text + sizeof absent - 1, (size_t)(end - text) - sizeof absent));
    }
    for (uint32_t i = 0, n = s->folders.text.n; i < n; i++) add_gcc(s, s->folders.text.at[i]);
}

static size_t length_of_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

// A file that is F/a/b.h may have been named a/b.h: the same could be found in a of any other folder.
static void find_below(struct sources *s) {
    for (uint32_t i = 0; i < s->files.n; i++)
        for (uint32_t k = 0; k < s->folders.text.n; k++) {
            const char *file = s->files.at[i], *folder = s->folders.text.at[k];
            size_t n = strlen(folder), end = length_of_folder(file);
            if (n < end && strncmp(file, folder, n) == 0 && file[n] == '/')
                intern_add(&s->below, arena_strndup(&s->arena, file + n + 1, end - n - 1));
        }
}

static void sources_of(struct sources *s, const struct front_unit *u) {
    *s = (struct sources){.unit = u};
    front_reads(&s->arena, u, &s->files);
    parse_searched(s, buf_text(&u->searched));
    for (uint32_t i = 0; i < s->files.n; i++)
        intern_add(&s->folders, arena_strndup(&s->arena, s->files.at[i], length_of_folder(s->files.at[i])));
    find_below(s);
    uint32_t n = s->folders.text.n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < s->below.text.n; k++)
            intern_add(&s->folders, arena_printf(&s->arena, "%s/%s", s->folders.text.at[i], s->below.text.at[k]));
}

static void sources_free(struct sources *s) {
    vec_free(&s->files);
    intern_free(&s->folders);
    intern_free(&s->below);
    arena_free(&s->arena);
}

// ---- entries ---------------------------------------------------------------------------------------------------------------------------

// Of the command and all contents; the bitcode stands for what else may have mattered, the environment for one.
static struct cache_key identity_of(struct cache_key command, const json_t *files, const char *bitcode) {
    struct buf all = {0};
    cache_item_key(&all, command);
    for (size_t i = 0; i < json_array_size(files); i++)
        for (size_t k = 0; k < 2; k++) cache_item(&all, json_string_value(json_array_get(json_array_get(files, i), k)));
    cache_item(&all, bitcode);
    struct cache_key k = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    return k;
}

static json_t *pair(const char *path, struct cache_key hash) {
    char text[CACHE_DIGITS + 1];
    cache_key_text(hash, text);
    return json_pack("[s, s]", path, text);
}

// Does every pair [path, hash] still hold?
static bool holds(struct front_memory *m, const json_t *pairs, bool folders) {
    if (!json_is_array(pairs)) return false;
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const char *path, *text;
        struct cache_key hash;
        if (json_unpack(json_array_get(pairs, i), "[s, s]", &path, &text) != 0 || !cache_key_parse(text, &hash)) return false;
        if (folders && !cache_same(cache_folder(&m->files, path), hash)) return false;
        if (folders) continue;
        struct cache_file f = cache_file(&m->files, path);
        if (!f.there || !cache_same(f.hash, hash)) return false;
    }
    return true;
}

static void name_files(struct front_unit *u, const json_t *pairs) {
    u->files.n = 0;
    for (size_t i = 0; i < json_array_size(pairs); i++) buf_printf(&u->files, "%s\n", json_string_value(json_array_get(json_array_get(pairs, i), 0)));
}

static bool are_symbols(const json_t *symbols) {
    for (size_t i = 0; i < json_array_size(symbols); i++) {
        const char *name;
        int kind, function;
        if (json_unpack(json_array_get(symbols, i), "[s, i, b]", &name, &kind, &function) != 0) return false;
    }
    return json_is_array(symbols);
}

static bool use_entry(struct front_memory *m, struct front_unit *u, const json_t *j, void (*tell)(void *, const char *, uint32_t, bool),
                      void *context) {
    const json_t *files = json_object_get(j, "files"), *symbols = json_object_get(j, "symbols");
    const char *says = json_string_value(json_object_get(j, "says")), *bitcode = json_string_value(json_object_get(j, "bitcode"));
    if (!says || !bitcode || !are_symbols(symbols) || !holds(m, files, false) || !holds(m, json_object_get(j, "folders"), true))
        return false;
    for (size_t i = 0; i < json_array_size(symbols); i++) {
        const json_t *s = json_array_get(symbols, i);
        tell(context, json_string_value(json_array_get(s, 0)), (uint32_t)json_integer_value(json_array_get(s, 1)),
             json_is_true(json_array_get(s, 2)));
    }
    buf_free(&u->says);  // what the flags gave rise to is part of it
    buf_str(&u->says, says);
    u->good = u->recalled = true;
    u->identity = identity_of(command_of(m, u), files, bitcode);
    name_files(u, files);
    return true;
}

bool front_recall(struct front_memory *m, struct front_unit *u, void (*tell)(void *context, const char *name, uint32_t kind, bool function),
                  void *context) {
    struct buf text = {0};
    struct cache_key key = key_of(m, u);
    bool good = false;
    if (cache_get(m->cache, key, &text)) {
        json_t *j = json_loadb(buf_text(&text), text.n, 0, NULL);
        good = use_entry(m, u, j, tell, context);
        json_decref(j);
    }
    buf_free(&text);
    return good;
}

// Names that are not UTF-8 do not fit: then json is NULL, and nothing is kept.
static json_t *symbols_of(const struct front_definitions *d) {
    json_t *all = json_array();
    bool good = all != NULL;
    for (uint32_t i = 0; i < d->n && good; i++)
        good = json_array_append_new(all, json_pack("[s, i, b]", d->at[i].name, (int)d->at[i].kind, (int)d->at[i].function)) == 0;
    if (good) return all;
    json_decref(all);
    return NULL;
}

// *lasting: the unit depends on nothing that these hashes do not show.
static json_t *files_of(struct front_memory *m, const struct sources *s, bool *lasting) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < s->files.n; i++) {
        struct cache_file f = cache_file(&m->files, s->files.at[i]);
        *lasting &= f.there && !f.probes && f.changed < m->start && json_array_append_new(all, pair(s->files.at[i], f.hash)) == 0;
    }
    return all;
}

static json_t *folders_of(struct front_memory *m, const struct sources *s, bool *lasting) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < s->folders.text.n; i++) {
        const char *path = s->folders.text.at[i];
        *lasting &= json_array_append_new(all, pair(path, cache_folder(&m->files, path))) == 0;
    }
    return all;
}

static void keep(struct front_memory *m, struct cache_key key, json_t *j) {
    char *text = j ? json_dumps(j, JSON_COMPACT) : NULL;
    struct buf bytes = {0};
    if (text) buf_str(&bytes, text);
    if (text) cache_put(m->cache, key, &bytes);
    buf_free(&bytes);
    free(text);
    json_decref(j);
}

// Macros of the command line may ask which files there are.
static bool has_questions(const struct front_unit *u) {
    for (uint32_t i = 0; i < u->flags.n; i++)
        if (strstr(u->flags.at[i], "has_")) return true;
    return false;
}

void front_remember(struct front_memory *m, struct front_unit *u, const struct front_definitions *d) {
    struct sources s;
    struct cache_key key = key_of(m, u);
    char bitcode[CACHE_DIGITS + 1];
    sources_of(&s, u);
    bool lasting = s.files.n && u->searched.n && !u->opaque && !has_questions(u);
    json_t *files = files_of(m, &s, &lasting), *folders = folders_of(m, &s, &lasting);
    cache_key_text(cache_hash(u->data, u->n_data), bitcode);
    u->identity = identity_of(command_of(m, u), files, bitcode);
    name_files(u, files);
    json_t *j = json_pack("{s:o, s:o, s:o*, s:s, s:s}", "files", files, "folders", folders, "symbols", symbols_of(d), "says",
                          buf_text(&u->says), "bitcode", bitcode);
    if (lasting)
        keep(m, key, j);
    else
        json_decref(j);
    sources_free(&s);
}
