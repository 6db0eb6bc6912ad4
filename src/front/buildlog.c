// SPDX-License-Identifier: MIT
// The log that 'heapproof cc' writes while a project is built: one command of the compiler per line, as JSON.
//
// Of commands that make the same file the last one counts, and they are taken in the order of the names of these files: how a parallel build
// wrote them does not matter.  A line that is cut off, or no JSON, is left out with a note; so is a source that is not there any more.
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "front/archive.h"
#include "front/notes.h"
#include "front/reading.h"

struct command {
    const char *directory, *made;                                    // made: the file that it makes, as a full path
    struct front_words words, sources, objects, libraries, folders;  // libraries: paths, or "-lNAME"; folders: of -L
    bool links;
    uint32_t line;
};
typedef VEC(struct command) commands;

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), k = strlen(end);
    return n > k && strcmp(s + n - k, end) == 0;
}

static bool has(const struct front_words *words, const char *word) {
    for (uint32_t i = 0; i < words->n; i++)
        if (strcmp(words->at[i], word) == 0) return true;
    return false;
}

// ---- one line ---------------------------------------------------------------------------------------------------------------------------

// Does it make neither an object nor a program?
static bool makes_nothing(const struct front_words *words) {
    static const char *const options[] = {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-v", "--help"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (has(words, options[i])) return true;
    return false;
}

// The last -o, or what the compiler takes for it.
static const char *output_of(struct arena *a, const struct command *c, bool compiles) {
    const char *output = compiles ? NULL : "a.out";
    for (uint32_t i = 1; i < c->words.n; i++) {
        const char *word = c->words.at[i];
        if (strcmp(word, "-o") == 0 && i + 1 < c->words.n)
            output = c->words.at[++i];
        else if (strncmp(word, "-o", 2) == 0 && word[2])
            output = word + 2;
    }
    if (output) return output;
    const char *source = c->sources.at[0], *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source, *dot = strrchr(name, '.');
    return arena_printf(a, "%.*s.o", (int)(dot - name), name);
}

// -lNAME and -LFOLDER, in one word or two.
static void sort_options(struct arena *a, struct command *c) {
    for (uint32_t i = 0; i < c->words.n; i++) {
        const char *word = c->words.at[i], *rest = word[0] == '-' && (word[1] == 'l' || word[1] == 'L') ? word + 2 : NULL;
        if (rest && !*rest) rest = i + 1 < c->words.n ? c->words.at[++i] : NULL;
        if (rest && word[1] == 'l') vec_push(&c->libraries, arena_printf(a, "-l%s", rest));
        if (rest && word[1] == 'L') vec_push(&c->folders, rest);
    }
}

static void sort_operands(struct arena *a, struct command *c) {
    struct front_words operands = {0};
    front_inputs(c->words.at, c->words.n, &operands);
    for (uint32_t i = 0; i < operands.n; i++) {
        const char *word = operands.at[i];
        if (ends_with(word, ".c") || ends_with(word, ".i")) vec_push(&c->sources, word);
        if (ends_with(word, ".o") || ends_with(word, ".lo") || ends_with(word, ".obj")) vec_push(&c->objects, word);
        if (ends_with(word, ".a") || ends_with(word, ".so") || strstr(word, ".so.")) vec_push(&c->libraries, word);
    }
    vec_free(&operands);
    sort_options(a, c);
}

static bool take_words(struct front_reading *r, struct command *c, const json_t *j) {
    const json_t *list = json_object_get(j, "arguments");
    const char *directory = json_string_value(json_object_get(j, "directory"));
    if (!directory || directory[0] != '/' || !json_array_size(list)) return false;
    c->directory = arena_strdup(&r->db->arena, directory);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word) return false;
        vec_push(&c->words, arena_strdup(&r->db->arena, word));
    }
    return true;
}

static void free_command(struct command *c) {
    vec_free(&c->words);
    vec_free(&c->sources);
    vec_free(&c->objects);
    vec_free(&c->libraries);
    vec_free(&c->folders);
}

static void read_line(struct front_reading *r, commands *all, const char *text, size_t n, uint32_t line) {
    struct command c = {.line = line};
    json_t *j = json_loadb(text, n, 0, NULL);
    bool good = take_words(r, &c, j);
    json_decref(j);
    if (!good) front_note(r->m, r->db->path, "line %u is no command, and left out", line);
    if (good) sort_operands(&r->db->arena, &c);
    bool compiles = has(&c.words, "-c");
    if (!good || makes_nothing(&c.words) || (compiles ? !c.sources.n : !c.sources.n && !c.objects.n)) {
        free_command(&c);
        return;
    }
    c.links = !compiles;
    c.made = front_full_path(&r->db->arena, c.directory, output_of(&r->db->arena, &c, compiles));
    vec_push(all, c);
}

static void read_lines(struct front_reading *r, const struct buf *text, commands *all) {
    uint32_t line = 0;
    for (size_t at = 0; at < text->n;) {
        const char *start = text->text + at, *end = memchr(start, '\n', text->n - at);
        size_t n = end ? (size_t)(end - start) : text->n - at;
        line++;
        if (n) read_line(r, all, start, n, line);
        at += n + 1;
    }
}

// ---- what they make ---------------------------------------------------------------------------------------------------------------------

static int by_made(const void *a, const void *b) {
    const struct command *x = a, *y = b;
    int order = strcmp(x->made, y->made);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

// Objects by path, and their units.
struct objects {
    struct intern paths;
    VEC(uint32_t) units;
};

static void add_object(struct objects *o, const char *path, uint32_t unit) {
    if (intern_add(&o->paths, path) == o->units.n) vec_push(&o->units, unit);
}

static bool is_there(struct front_reading *r, const struct command *c, const char *file) {
    const char *path = front_full_path(&r->db->arena, c->directory, file);
    if (access(path, F_OK) == 0) return true;
    front_note(r->m, r->db->path, "line %u is left out: %s is not there any more", c->line, front_short_path(&r->db->arena, path, r->here));
    return false;
}

static uint32_t add_source(struct front_reading *r, const struct command *c, const char *file) {
    if (!is_there(r, c, file)) return UINT32_MAX;
    struct front_words words = {0};
    for (uint32_t i = 0; i < c->words.n; i++) vec_push(&words, c->words.at[i]);
    r->entry = c->line;
    uint32_t unit = front_add_unit(r, file, c->directory, c->links ? NULL : c->made, &words);
    vec_free(&words);
    return unit;
}

// What the linker is told, in the words that names.h understands.
static void add_linker_words(struct front_reading *r, const struct command *c, struct front_link_command *link) {
    struct front_flags f = {0};
    front_clean(&r->db->arena, c->words.at, c->words.n, false, &f);
    for (uint32_t i = 0; i < f.keep.n; i++)
        if (strncmp(f.keep.at[i], "-Wl,", 4) == 0) vec_push(&link->words, f.keep.at[i]);
    front_flags_free(&f);
}

static void add_link(struct front_reading *r, const struct command *c, const struct objects *objects) {
    struct front_link_command link = {.made = c->made};
    for (uint32_t i = 0; i < c->sources.n; i++) {
        uint32_t unit = add_source(r, c, c->sources.at[i]);
        if (unit != UINT32_MAX) vec_push(&link.units, unit);
    }
    for (uint32_t i = 0; i < c->objects.n; i++) {
        uint32_t object = intern_find(&objects->paths, front_full_path(&r->db->arena, c->directory, c->objects.at[i]));
        if (object != INTERN_NONE)
            vec_push(&link.units, objects->units.at[object]);
        else
            link.open = true;  // nobody saw how it was made
    }
    add_linker_words(r, c, &link);
    vec_push(&r->db->links, link);
}

// ---- libraries ----------------------------------------------------------------------------------------------------------------------------

struct members {
    struct front_link_command *link;
    const struct objects *objects;
};

// Objects of that name, in whatever folder they were made.
static void add_member(void *context, const char *name, size_t n) {
    struct members *m = context;
    for (uint32_t i = 0; i < m->objects->units.n; i++) {
        const char *path = m->objects->paths.text.at[i], *slash = strrchr(path, '/');
        const char *base = slash ? slash + 1 : path;
        if (strlen(base) == n && memcmp(base, name, n) == 0) vec_push(&m->link->members, m->objects->units.at[i]);
    }
}

// A library that the build linked itself, by its path.
static bool add_shared(struct front_reading *r, struct front_link_command *link, const char *path) {
    for (uint32_t i = 0; i < r->db->links.n; i++) {
        const struct front_link_command *other = &r->db->links.at[i];
        if (other == link || strcmp(other->made, path) != 0) continue;
        for (uint32_t k = 0; k < other->units.n; k++) vec_push(&link->members, other->units.at[k]);
        return true;
    }
    return false;
}

static const char *find_library(struct front_reading *r, const struct command *c, const char *name) {
    static const char *const endings[] = {".so", ".a"};
    struct arena *a = &r->db->arena;
    if (strncmp(name, "-l", 2) != 0) return front_full_path(a, c->directory, name);
    for (uint32_t i = 0; i < c->folders.n; i++)
        for (size_t k = 0; k < 2; k++) {
            const char *path = front_full_path(a, c->directory, arena_printf(a, "%s/lib%s%s", c->folders.at[i], name + 2, endings[k]));
            if (access(path, F_OK) == 0) return path;
        }
    return NULL;  // the system's
}

static void add_libraries(struct front_reading *r, const struct command *c, struct front_link_command *link,
                          const struct objects *objects) {
    struct members m = {link, objects};
    for (uint32_t i = 0; i < c->libraries.n; i++) {
        const char *path = find_library(r, c, c->libraries.at[i]);
        if (!path || add_shared(r, link, path)) continue;
        bool known = ends_with(path, ".a") && front_archive(path, add_member, &m);
        link->open |= !known && strncmp(path, "/usr/", 5) != 0;
    }
}

// ---- all of them ------------------------------------------------------------------------------------------------------------------------

static bool is_last(const commands *all, uint32_t i) {
    return i + 1 == all->n || strcmp(all->at[i].made, all->at[i + 1].made) != 0;
}

static void add_commands(struct front_reading *r, commands *all) {
    struct objects objects = {0};
    if (all->n) qsort(all->at, all->n, sizeof *all->at, by_made);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct command *c = &all->at[i];
        for (uint32_t k = 0; k < c->sources.n && !c->links && is_last(all, i); k++) {
            uint32_t unit = add_source(r, c, c->sources.at[k]);
            if (unit != UINT32_MAX) add_object(&objects, c->made, unit);
        }
    }
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].links && is_last(all, i)) add_link(r, &all->at[i], &objects);
    for (uint32_t i = 0, k = 0; i < all->n; i++)
        if (all->at[i].links && is_last(all, i)) add_libraries(r, &all->at[i], &r->db->links.at[k++], &objects);
    intern_free(&objects.paths);
    vec_free(&objects.units);
}

bool front_buildlog_read(struct front_reading *r) {
    struct buf text = {0};
    const char *why;
    commands all = {0};
    bool good = buf_read_regular(&text, r->db->path, &why);
    if (!good) front_error(r->m, r->db->path, "%s", why);
    if (good) read_lines(r, &text, &all);
    add_commands(r, &all);
    if (good && !r->db->units.n) front_error(r->m, r->db->path, "has no command that compiles a C file which is there");
    for (uint32_t i = 0; i < all.n; i++) free_command(&all.at[i]);
    vec_free(&all);
    buf_free(&text);
    return good && r->db->units.n;
}
