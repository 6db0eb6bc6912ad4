// SPDX-License-Identifier: MIT
// The log that 'heapproof cc' writes while a project is built: one command of the compiler per line, as JSON.
//
// Commands make products: an object of each source, and what is linked.  A link takes of each object what was made of it last before the
// link itself; of links that make the same file the last one counts.  Products are sorted by path, so how a parallel build wrote them does
// not matter.  Whatever is linked and not among the products is unseen, and the link then open (compdb.h).  A line that is cut off, or no
// JSON, is left out with a note; so is a source that is not there any more.
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
#include "front/archive.h"
#include "front/command.h"
#include "front/notes.h"
#include "front/reading.h"

enum { NONE = UINT32_MAX };

// A source in a command.
struct part {
    uint32_t command, operand;
    const char *output;  // NULL: an object that nobody sees
    bool wanted;         // it counts
    uint32_t unit;
};
struct product {
    const char *path;
    uint32_t command;
    uint32_t part;  // NONE: it is linked
};
// A member of an archive for which there are several objects: parts of `candidates`.
struct doubt {
    const char *text;
    uint32_t first, n;
};
struct link {
    bool begun, done;
    VEC(uint32_t) units, members, loaded;  // parts
    VEC(struct doubt) doubts;
    struct front_words unseen, words;
};
struct log {
    struct front_reading *r;
    struct arena *arena;
    VEC(struct front_command) commands;
    VEC(uint32_t) begins;  // by command: its first part
    VEC(struct part) parts;
    VEC(struct product) products;
    struct intern paths;
    VEC(uint32_t) first;  // by path: its first product
    struct link *links;   // by product
    VEC(uint32_t) candidates;
    struct front_words missing;  // sources
};

static const char *shorten(struct log *l, const char *path) {
    return front_short_path(l->arena, path, l->r->here);
}

static const char *full(struct log *l, const struct front_command *c, const char *path) {
    return front_full_path(l->arena, c->directory, path);
}

// ---- lines ------------------------------------------------------------------------------------------------------------------------------

static bool take_words(struct log *l, struct front_command *c, const json_t *j) {
    const json_t *list = json_object_get(j, "arguments");
    const char *directory = json_string_value(json_object_get(j, "directory"));
    if (!directory || directory[0] != '/' || !json_array_size(list)) return false;
    c->directory = arena_strdup(l->arena, directory);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word) return false;
        vec_push(&c->words, arena_strdup(l->arena, word));
    }
    return true;
}

// The object that the compiler makes of a source unless it is told otherwise.
static const char *object_of(struct log *l, const char *source) {
    const char *name = path_name(source), *dot = strrchr(name, '.');
    return arena_printf(l->arena, "%.*s.o", (int)(dot ? (size_t)(dot - name) : strlen(name)), name);
}

static void add_word(struct front_words *words, const char *word) {
    for (uint32_t i = 0; i < words->n; i++)
        if (strcmp(words->at[i], word) == 0) return;
    vec_push(words, word);
}

static void add_part(struct log *l, const struct front_command *c, uint32_t command, uint32_t operand) {
    struct part p = {.command = command, .operand = operand, .unit = NONE};
    if (c->compiles) {
        p.output = full(l, c, c->output ? c->output : object_of(l, c->operands.at[operand].text));
        vec_push(&l->products, ((struct product){p.output, command, l->parts.n}));
    }
    vec_push(&l->parts, p);
}

static void add_command(struct log *l, struct front_command *c) {
    uint32_t command = l->commands.n;
    bool made = false;
    vec_push(&l->begins, l->parts.n);
    for (uint32_t i = 0; i < c->operands.n; i++) {
        const struct front_operand *o = &c->operands.at[i];
        if (o->kind == FRONT_SOURCE) add_part(l, c, command, i);
        if (o->kind == FRONT_FOREIGN) add_word(&l->r->others, shorten(l, full(l, c, o->text)));
        made |= o->kind == FRONT_SOURCE || o->kind == FRONT_FOREIGN || o->kind == FRONT_FILE;
        if (o->kind == FRONT_STRANGE && c->compiles)
            front_note(l->r->m, l->r->db->path, "line %u: nobody knows what %s has compiled", c->line, o->text);
    }
    if (made && !c->compiles) vec_push(&l->products, ((struct product){full(l, c, c->output ? c->output : "a.out"), command, NONE}));
    vec_push(&l->commands, *c);
}

static void read_line(struct log *l, const char *text, size_t n, uint32_t line) {
    struct front_command c = {.line = line};
    json_t *j = json_loadb(text, n, 0, NULL);
    const char *lost = json_string_value(json_object_get(j, "lost"));
    bool good = take_words(l, &c, j);
    if (lost)
        front_note(l->r->m, l->r->db->path, "line %u: a command could not be written down: %s", line, lost);
    else if (!good)
        front_note(l->r->m, l->r->db->path, "line %u is no command, and left out", line);
    json_decref(j);
    if (good) front_command_sort(&c, l->arena);
    if (good && !c.idle)
        add_command(l, &c);
    else
        front_command_free(&c);
}

static void read_lines(struct log *l, const struct buf *text) {
    uint32_t line = 0;
    for (size_t at = 0; at < text->n;) {
        const char *start = text->text + at, *end = memchr(start, '\n', text->n - at);
        size_t n = end ? (size_t)(end - start) : text->n - at;
        line++;
        if (n) read_line(l, start, n, line);
        at += n + 1;
    }
}

// ---- what is made -----------------------------------------------------------------------------------------------------------------------

// Commands are in the order of their lines.
static int by_path(const void *a, const void *b) {
    const struct product *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    if (order) return order;
    return x->command != y->command ? (x->command < y->command ? -1 : 1) : x->part < y->part ? -1 : x->part > y->part;
}

static void sort_products(struct log *l) {
    if (l->products.n) qsort(l->products.at, l->products.n, sizeof *l->products.at, by_path);
    for (uint32_t i = 0; i < l->products.n; i++)
        if (intern_add(&l->paths, l->products.at[i].path) == l->first.n) vec_push(&l->first, i);
    l->links = ARENA_ARRAY(l->arena, struct link, l->products.n);
}

static bool is_last(const struct log *l, uint32_t i) {
    return i + 1 == l->products.n || strcmp(l->products.at[i].path, l->products.at[i + 1].path) != 0;
}

// The last product of that path by a command before this one.
static uint32_t find_before(const struct log *l, const char *path, uint32_t command) {
    uint32_t number = intern_find(&l->paths, path), found = NONE;
    if (number == INTERN_NONE) return NONE;
    for (uint32_t i = l->first.at[number]; l->products.at[i].command < command; i++) {
        found = i;
        if (is_last(l, i)) break;
    }
    return found;
}

// The same, if need be by the path without links (libx.so -> libx.so.1).
static uint32_t find_product(const struct log *l, const char *path, uint32_t command) {
    uint32_t found = find_before(l, path, command);
    char *real = found == NONE ? realpath(path, NULL) : NULL;
    if (real) found = find_before(l, real, command);
    free(real);
    return found;
}

// ---- what is linked ---------------------------------------------------------------------------------------------------------------------

struct linking {
    struct log *log;
    struct link *link;
    const struct front_command *command;
    uint32_t number;                // of the command
    const struct front_operand *o;  // that is being added
    const char *archive;
};

static void resolve(struct log *l, uint32_t product);

static void append(struct log *l, uint32_t part, struct link *link, bool need) {
    l->parts.at[part].wanted = true;
    if (need)
        vec_push(&link->members, part);
    else
        vec_push(&link->units, part);
}

// What another link made is part of this one: objects that were put together, or a library that is loaded.
static void append_link(struct log *l, struct link *to, uint32_t product) {
    const struct product *p = &l->products.at[product];
    struct link *from = &l->links[product];
    resolve(l, product);
    if (!from->done) return;  // part of itself
    bool partial = l->commands.at[p->command].partial;
    for (uint32_t i = 0; i < from->units.n; i++) {
        if (partial)
            vec_push(&to->units, from->units.at[i]);
        else
            vec_push(&to->loaded, from->units.at[i]);
    }
    for (uint32_t i = 0; i < from->members.n; i++) vec_push(&to->members, from->members.at[i]);
    for (uint32_t i = 0; i < from->loaded.n; i++) vec_push(&to->loaded, from->loaded.at[i]);
    for (uint32_t i = 0; i < from->doubts.n; i++) vec_push(&to->doubts, from->doubts.at[i]);
    for (uint32_t i = 0; i < from->unseen.n; i++) vec_push(&to->unseen, from->unseen.at[i]);
    if (from->words.n) vec_push(&to->unseen, arena_printf(l->arena, "the linker's options for %s", shorten(l, p->path)));
}

static void append_product(const struct linking *x, uint32_t product) {
    uint32_t part = x->log->products.at[product].part;
    if (part == NONE)
        append_link(x->log, x->link, product);
    else
        append(x->log, part, x->link, false);
}

// What is known of a member and an object of its name, whose file may be gone.
enum likeness { SAME, OTHER, UNCERTAIN };

static enum likeness compare(const char *path, const struct front_member *m) {
    struct buf text = {0};
    const char *why;
    bool there = m->data && buf_read_regular(&text, path, &why);
    bool same = there && text.n == m->size && (!text.n || memcmp(text.text, m->data, m->size) == 0);
    buf_free(&text);
    return same ? SAME : there ? OTHER : UNCERTAIN;
}

// Objects of that name, in whatever folder they were made: parts; only those that are that much like the member.  Their number.
static uint32_t find_candidates(const struct linking *x, const struct front_member *m, const char *name, enum likeness like) {
    struct log *l = x->log;
    uint32_t before = l->candidates.n;
    for (uint32_t i = 0; i < l->first.n; i++) {
        if (strcmp(path_name(l->paths.text.at[i]), name) != 0) continue;
        uint32_t product = find_before(l, l->paths.text.at[i], x->number);
        if (product == NONE || l->products.at[product].part == NONE) continue;
        if (compare(l->paths.text.at[i], m) == like) vec_push(&l->candidates, l->products.at[product].part);
    }
    return l->candidates.n - before;
}

// The object that a member of a thin archive is.
static uint32_t find_thin(const struct linking *x, const char *name) {
    struct log *l = x->log;
    const char *folder = arena_strndup(l->arena, x->archive, (size_t)(strrchr(x->archive, '/') - x->archive));
    uint32_t product = find_product(l, front_full_path(l->arena, folder, name), x->number);
    if (product == NONE || l->products.at[product].part == NONE) return 0;
    vec_push(&l->candidates, l->products.at[product].part);
    return 1;
}

// An object with other contents than the member is not what is linked, or was compiled again since: it stands for it, but the link is open.
static void add_member(void *context, const struct front_member *m) {
    struct linking *x = context;
    struct log *l = x->log;
    const char *whole = arena_strndup(l->arena, m->name, m->n), *name = path_name(whole);
    const char *text = arena_printf(l->arena, "%s(%s)", shorten(l, x->archive), name);
    uint32_t first = l->candidates.n, n = m->data ? 0 : find_thin(x, whole);
    if (!n) n = find_candidates(x, m, name, SAME);
    uint32_t gone = n ? 0 : find_candidates(x, m, name, UNCERTAIN), others = n ? 0 : find_candidates(x, m, name, OTHER);
    bool known = n || gone;
    n += gone + others;
    for (uint32_t i = 0; i < n; i++) append(l, l->candidates.at[first + i], x->link, !x->o->whole);
    if (!known) vec_push(&x->link->unseen, text);
    if (n > 1) vec_push(&x->link->doubts, ((struct doubt){text, first, n}));
}

static bool is_systems(const char *path) {
    static const char *const folders[] = {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/local/lib/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0) return true;
    return false;
}

// A shared library is what was made last: it is loaded when the program runs.
static void add_file(struct linking *x, const char *path) {
    bool shared = path_ends_with(path, ".so") || strstr(path_name(path), ".so.");
    uint32_t product = find_product(x->log, path, shared ? NONE : x->number);
    x->archive = path;
    if (product != NONE)
        append_product(x, product);
    else if (!is_systems(path) && !front_archive(path, add_member, x))
        vec_push(&x->link->unseen, shorten(x->log, path));
}

// ---- libraries --------------------------------------------------------------------------------------------------------------------------

static const char *find_in(struct log *l, const char *folder, const char *name, bool archives) {
    const char *const paths[] = {arena_printf(l->arena, "%s/lib%s.so", folder, name), arena_printf(l->arena, "%s/lib%s.a", folder, name)};
    const char *exact = name[0] == ':' ? arena_printf(l->arena, "%s/%s", folder, name + 1) : NULL;
    for (size_t i = archives; i < 2; i++) {
        const char *path = exact ? exact : paths[i];
        if (find_product(l, path, NONE) != NONE || access(path, F_OK) == 0) return path;
    }
    return NULL;
}

// Those of the C library and of compilers are the system's, even where they are not installed for compiling.
static bool is_known(const char *name) {
    static const char *const names[] = {"c",   "m",   "dl",    "rt",     "pthread", "util", "resolv",   "nsl",    "crypt",
                                        "anl", "gcc", "gcc_s", "gcc_eh", "atomic",  "gomp", "quadmath", "stdc++", "supc++"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool is_installed(struct log *l, const char *name, bool archives) {
    static const char *const folders[] = {"/lib",   "/usr/lib",   "/lib64",         "/usr/lib64",
                                          "/lib32", "/usr/lib32", "/usr/local/lib", "/usr/local/lib64"};
    static const char *const machines[] = {"x86_64-linux-gnu", "i386-linux-gnu", "aarch64-linux-gnu"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (find_in(l, folders[i], name, archives)) return true;
        for (size_t k = 0; k < sizeof machines / sizeof *machines; k++)
            if (find_in(l, arena_printf(l->arena, "%s/%s", folders[i], machines[k]), name, archives)) return true;
    }
    return false;
}

static void add_library(struct linking *x) {
    const char *name = x->o->text;
    for (uint32_t i = 0; i < x->command->folders.n; i++) {
        const char *path = find_in(x->log, full(x->log, x->command, x->command->folders.at[i]), name, x->o->archives);
        if (path) {
            add_file(x, path);
            return;
        }
    }
    if (!is_known(name) && !is_installed(x->log, name, x->o->archives))
        vec_push(&x->link->unseen, arena_printf(x->log->arena, "-l%s", name));
}

// What the linker is told, in the words that names.h understands.
static void add_linker_words(struct log *l, const struct front_command *c, struct link *link) {
    struct front_flags f = {0};
    front_clean(l->arena, c->words.at, c->words.n, false, &f);
    for (uint32_t i = 0; i < f.keep.n; i++)
        if (strncmp(f.keep.at[i], "-Wl,", 4) == 0) vec_push(&link->words, f.keep.at[i]);
    front_flags_free(&f);
}

static uint32_t part_of(const struct log *l, uint32_t command, uint32_t operand) {
    uint32_t i = l->begins.at[command];
    while (l->parts.at[i].operand != operand) i++;
    return i;
}

static void resolve(struct log *l, uint32_t product) {
    uint32_t number = l->products.at[product].command;
    const struct front_command *c = &l->commands.at[number];
    struct link *link = &l->links[product];
    struct linking x = {.log = l, .link = link, .command = c, .number = number};
    if (link->begun) return;
    link->begun = true;
    for (uint32_t i = 0; i < c->operands.n; i++) {
        x.o = &c->operands.at[i];
        switch ((enum front_operand_kind)x.o->kind) {
        case FRONT_SOURCE: append(l, part_of(l, number, i), link, false); break;
        case FRONT_FILE: add_file(&x, full(l, c, x.o->text)); break;
        case FRONT_LIBRARY: add_library(&x); break;
        case FRONT_FOREIGN: vec_push(&link->unseen, shorten(l, full(l, c, x.o->text))); break;
        case FRONT_STRANGE: vec_push(&link->unseen, x.o->text); break;
        }
    }
    add_linker_words(l, c, link);
    link->done = true;
}

// ---- units and links --------------------------------------------------------------------------------------------------------------------

static void add_unit(struct log *l, struct part *p) {
    const struct front_command *c = &l->commands.at[p->command];
    const char *file = c->operands.at[p->operand].text, *path = full(l, c, file);
    if (p->unit != NONE || !p->wanted) return;
    if (access(path, F_OK) != 0) {
        add_word(&l->missing, shorten(l, path));
        return;
    }
    struct front_words words = {0};
    for (uint32_t i = 0; i < c->words.n; i++) vec_push(&words, c->words.at[i]);
    l->r->entry = c->line;
    p->unit = front_add_unit(l->r, file, c->directory, p->output, &words);
    vec_free(&words);
}

// The unit of a part; NONE: it cannot be read, and the link is open.
static uint32_t unit_of(struct log *l, uint32_t part, struct front_link_command *link) {
    const struct part *p = &l->parts.at[part];
    const struct front_command *c = &l->commands.at[p->command];
    if (p->unit == NONE) add_word(&link->unseen, shorten(l, full(l, c, c->operands.at[p->operand].text)));
    return p->unit;
}

static void tell_doubt(struct log *l, const struct doubt *d, struct front_link_command *link) {
    bool same = true;
    for (uint32_t i = 1; i < d->n; i++)
        same &= l->parts.at[l->candidates.at[d->first]].unit == l->parts.at[l->candidates.at[d->first + i]].unit;
    if (!same) add_word(&link->unseen, d->text);
}

static void add_link(struct log *l, uint32_t product) {
    const struct product *p = &l->products.at[product];
    const struct link *from = &l->links[product];
    const struct front_command *c = &l->commands.at[p->command];
    struct front_link_command link = {.made = p->path, .program = !c->shared && !c->partial};
    for (uint32_t i = 0; i < from->unseen.n; i++) add_word(&link.unseen, from->unseen.at[i]);
    for (uint32_t i = 0; i < from->units.n; i++) {
        uint32_t unit = unit_of(l, from->units.at[i], &link);
        if (unit != NONE) vec_push(&link.units, unit);
    }
    for (uint32_t i = 0; i < from->members.n; i++) {
        uint32_t unit = unit_of(l, from->members.at[i], &link);
        if (unit != NONE) vec_push(&link.members, unit);
    }
    for (uint32_t i = 0; i < from->loaded.n; i++) {
        uint32_t unit = unit_of(l, from->loaded.at[i], &link);
        if (unit != NONE) vec_push(&link.loaded, unit);
    }
    for (uint32_t i = 0; i < from->doubts.n; i++) tell_doubt(l, &from->doubts.at[i], &link);
    for (uint32_t i = 0; i < from->words.n; i++) vec_push(&link.words, from->words.at[i]);
    vec_push(&l->r->db->links, link);
}

static void note_missing(struct log *l) {
    struct buf list = {0};
    front_words_list(&list, &l->missing);
    if (list.n) front_note(l->r->m, l->r->db->path, "left out, because not there any more: %s", buf_text(&list));
    buf_free(&list);
}

static void add_all(struct log *l) {
    sort_products(l);
    for (uint32_t i = 0; i < l->products.n; i++) {
        if (!is_last(l, i)) continue;
        if (l->products.at[i].part == NONE)
            resolve(l, i);
        else
            l->parts.at[l->products.at[i].part].wanted = true;
    }
    for (uint32_t i = 0; i < l->products.n; i++)
        if (l->products.at[i].part != NONE) add_unit(l, &l->parts.at[l->products.at[i].part]);
    for (uint32_t i = 0; i < l->products.n; i++) {
        uint32_t command = l->products.at[i].command;
        for (uint32_t k = l->begins.at[command]; k < l->parts.n && l->parts.at[k].command == command; k++) add_unit(l, &l->parts.at[k]);
    }
    for (uint32_t i = 0; i < l->products.n; i++)
        if (is_last(l, i) && l->products.at[i].part == NONE) add_link(l, i);
    note_missing(l);
}

static void free_log(struct log *l) {
    for (uint32_t i = 0; i < l->commands.n; i++) front_command_free(&l->commands.at[i]);
    for (uint32_t i = 0; i < l->products.n; i++) {
        vec_free(&l->links[i].units);
        vec_free(&l->links[i].members);
        vec_free(&l->links[i].loaded);
        vec_free(&l->links[i].doubts);
        vec_free(&l->links[i].unseen);
        vec_free(&l->links[i].words);
    }
    vec_free(&l->commands);
    vec_free(&l->parts);
    vec_free(&l->begins);
    vec_free(&l->products);
    vec_free(&l->first);
    vec_free(&l->candidates);
    vec_free(&l->missing);
    intern_free(&l->paths);
}

bool front_buildlog_read(struct front_reading *r) {
    struct buf text = {0};
    const char *why;
    struct log l = {.r = r, .arena = &r->db->arena};
    bool good = buf_read_regular(&text, r->db->path, &why);
    if (!good) front_error(r->m, r->db->path, "%s", why);
    if (good) read_lines(&l, &text);
    add_all(&l);
    if (good && !r->db->units.n) front_error(r->m, r->db->path, "has no command that compiles a C file which is there");
    free_log(&l);
    buf_free(&text);
    return good && r->db->units.n;
}
