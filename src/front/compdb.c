// SPDX-License-Identifier: MIT
#include "front/compdb.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "front/notes.h"
#include "front/reading.h"
#include "front/unit.h"

// ---- one entry --------------------------------------------------------------------------------------------------------------------------

static bool complain(struct front_reading *r, const char *file, const char *what) {
    front_error(r->m, r->db->path, "entry %u%s%s%s: %s", r->entry, file ? " (" : "", file ? file : "", file ? ")" : "", what);
    return false;
}

static bool get_arguments(struct front_reading *r, const json_t *list, const char *file, struct front_words *out) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word) return complain(r, file, "\"arguments\" holds something that is not a string");
        vec_push(out, arena_strdup(&r->db->arena, word));
    }
    return true;
}

static bool get_words(struct front_reading *r, const json_t *entry, const char *file, struct front_words *out) {
    const json_t *list = json_object_get(entry, "arguments");
    const json_t *command = json_object_get(entry, "command");
    const char *why;
    if (list && !json_is_array(list)) return complain(r, file, "\"arguments\" is not an array");
    if (list) return get_arguments(r, list, file, out);
    if (!command) return complain(r, file, "neither \"arguments\" nor \"command\" is there");
    if (!json_is_string(command)) return complain(r, file, "\"command\" is not a string");
    if (!front_split_command(&r->db->arena, json_string_value(command), out, &why)) return complain(r, file, why);
    return true;
}

static bool get_string(struct front_reading *r, const json_t *entry, const char *key, const char **out) {
    const json_t *value = json_object_get(entry, key);
    if (!value) return complain(r, NULL, arena_printf(&r->db->arena, "\"%s\" is missing", key));
    if (!json_is_string(value)) return complain(r, NULL, arena_printf(&r->db->arena, "\"%s\" is not a string", key));
    *out = arena_strdup(&r->db->arena, json_string_value(value));
    return true;
}

// Sets *flag to the language that clang has to be told, if any.
static bool is_c(const char *file, const char *language, const char **flag) {
    bool by_name = path_ends_with(file, ".c") || path_ends_with(file, ".i");
    *flag = language && !by_name ? language : NULL;
    return language ? strcmp(language, "c") == 0 || strcmp(language, "cpp-output") == 0 : by_name;
}

// The target in a compiler's name, "arm-none-eabi" of "arm-none-eabi-gcc-12"; NULL if it names none.
static const char *target_of(struct arena *a, const char *program) {
    static const char *const names[] = {"-gcc", "-cc", "-clang"};
    const char *name = strrchr(program, '/') ? strrchr(program, '/') + 1 : program;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(name, names[i]);
        if (at && memchr(name, '-', (size_t)(at - name))) return arena_strndup(a, name, (size_t)(at - name));
    }
    return NULL;
}

static bool is_x86_32(const char *target) {
    return target[0] == 'i' && target[1] && strncmp(target + 2, "86-", 3) == 0;
}

// A compiler for another machine: 32-bit x86 is read as such, anything else as this machine, with a note.
static void add_target(struct front_reading *r, struct front_unit *u, const struct front_words *words) {
    for (uint32_t i = 0; i < words->n && words->at[i][0] != '-'; i++) {
        const char *target = target_of(&r->db->arena, words->at[i]);
        if (!target || strncmp(target, "x86_64-", 7) == 0) continue;
        if (is_x86_32(target)) {
            vec_push(&u->flags, "-m32");
        } else if (intern_find(&r->targets, target) == INTERN_NONE) {
            intern_add(&r->targets, target);
            front_note(r->m, u->file, "compiled for %s, but read as for this machine", target);
        }
    }
}

static void add_flags(struct front_reading *r, struct front_unit *u, const struct front_flags *f, const char *language) {
    u->opaque = f->opaque || r->own.opaque;
    for (uint32_t i = 0; i < f->keep.n; i++) vec_push(&u->flags, f->keep.at[i]);
    for (uint32_t i = 0; i < r->own.keep.n; i++) vec_push(&u->flags, r->own.keep.at[i]);
    for (uint32_t i = 0; i < f->noted.n; i++) buf_printf(&u->says, "%s: note: the option %s is left out\n", u->file, f->noted.at[i]);
    if (language) {
        vec_push(&u->flags, "-x");
        vec_push(&u->flags, language);
    }
    if (r->o->bits) vec_push(&u->flags, r->o->bits == 32 ? "-m32" : "-m64");
    if (!u->output) u->output = f->output;
}

// The unit of the same file and the same flags; UINT32_MAX: there is none, and it is entered.
static uint32_t known_unit(struct front_reading *r, const struct front_unit *u) {
    uint32_t file = intern_add(&r->files, front_full_path(&r->db->arena, u->directory, u->path));
    if (file == r->last.n) vec_push(&r->last, 0);
    uint32_t others = 0;
    for (uint32_t i = r->last.at[file]; i; i = r->previous.at[i - 1], others++) {
        const struct front_unit *other = &r->db->units.at[i - 1];
        if (other->hopeless || u->hopeless) continue;
        if (strcmp(other->directory, u->directory) == 0 && front_same_flags(&other->flags, &u->flags)) return i - 1;
    }
    if (others == 1) front_note(r->m, u->file, "is compiled in different ways; each counts as a file of its own");
    vec_push(&r->previous, r->last.at[file]);
    r->last.at[file] = r->db->units.n + 1;
    return UINT32_MAX;
}

// A unit that would need an option which clang does not get is not read.
static void add_refused(const struct front_reading *r, struct front_unit *u, const struct front_flags *f) {
    for (uint32_t i = 0; i < f->refused.n; i++)
        buf_printf(&u->says, "%s: error: entry %u (%s): the option %s is not known to be harmless; the file is not compiled\n",
                   r->db->path, r->entry, u->file, f->refused.at[i]);
    u->hopeless |= f->refused.n > 0;
}

uint32_t front_add_unit(struct front_reading *r, const char *file, const char *directory, const char *output, struct front_words *words) {
    struct arena *a = &r->db->arena;
    struct front_unit u = {.path = file, .is_c = true, .output = output};
    u.directory = front_join_path(a, r->base, directory);
    u.file = front_short_path(a, front_join_path(a, u.directory, file), r->here);
    struct front_flags flags = {0};
    struct buf error = {0};
    u.hopeless = !front_expand(a, words, u.directory, &error);
    if (u.hopeless) buf_printf(&u.says, "%s\n", buf_text(&error));
    front_clean(a, words->at, words->n, false, &flags);
    add_refused(r, &u, &flags);
    const char *language;
    bool wanted = is_c(file, flags.language, &language);
    if (wanted) {
        add_target(r, &u, words);
        add_flags(r, &u, &flags, language);
    } else {
        vec_push(&r->others, u.file);
    }
    uint32_t number = wanted ? known_unit(r, &u) : UINT32_MAX;
    if (wanted && number == UINT32_MAX) {
        number = r->db->units.n;
        vec_push(&r->db->units, u);
    } else {
        front_unit_free(&u);
    }
    front_flags_free(&flags);
    buf_free(&error);
    return number;
}

static bool read_entry(struct front_reading *r, const json_t *entry) {
    const char *file, *directory, *output = NULL;
    if (!json_is_object(entry)) return complain(r, NULL, "is not an object");
    if (!get_string(r, entry, "file", &file) || !get_string(r, entry, "directory", &directory)) return false;
    if (json_is_string(json_object_get(entry, "output")) && !get_string(r, entry, "output", &output)) return false;
    if (!*file) return complain(r, NULL, "\"file\" is empty");
    struct front_words words = {0};
    bool good = get_words(r, entry, file, &words) && (words.n || complain(r, file, "has no words"));
    if (good) front_add_unit(r, file, directory, output, &words);
    vec_free(&words);
    return good;
}

// ---- the whole file ---------------------------------------------------------------------------------------------------------------------

static void note_others(struct front_reading *r) {
    enum { SHOWN = 3 };
    if (!r->others.n) return;
    struct buf list = {0};
    for (uint32_t i = 0; i < r->others.n && i < SHOWN; i++) buf_printf(&list, "%s%s", i ? ", " : "", r->others.at[i]);
    if (r->others.n > SHOWN) buf_printf(&list, ", ...");
    front_note(r->m, r->db->path, "%u file%s that %s not C %s left out: %s", r->others.n, r->others.n == 1 ? "" : "s",
               r->others.n == 1 ? "is" : "are", r->others.n == 1 ? "is" : "are", buf_text(&list));
    buf_free(&list);
}

static bool read_all(struct front_reading *r, const json_t *root) {
    if (!json_is_array(root)) {
        front_error(r->m, r->db->path, "is not an array of entries");
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < json_array_size(root); i++) {
        r->entry = (uint32_t)i + 1;
        good &= read_entry(r, json_array_get(root, i));
    }
    if (good && !r->db->units.n) front_error(r->m, r->db->path, "lists no C file");
    return good && r->db->units.n;
}

// Models come last, as files of no directory of the project.
static bool add_models(struct front_reading *r) {
    bool good = true;
    for (uint32_t i = 0; i < r->o->n_models; i++) {
        struct front_unit u = {.path = front_join_path(&r->db->arena, r->here, r->o->models[i]), .directory = r->here, .is_c = true, .is_model = true};
        if (!front_check_model(r->o->models[i], r->m)) {
            good = false;
            continue;
        }
        u.directory = arena_strdup(&r->db->arena, r->here);
        u.file = front_short_path(&r->db->arena, u.path, r->here);
        add_flags(r, &u, &(struct front_flags){0}, NULL);
        vec_push(&r->db->units, u);
    }
    return good;
}

static json_t *load(const char *path, struct front_messages *m) {
    struct buf text = {0};
    const char *why;
    json_error_t error;
    json_t *root = NULL;
    if (!buf_read_regular(&text, path, &why)) {
        front_error(m, path, "%s", why);
    } else {
        root = json_loadb(buf_text(&text), text.n, 0, &error);
        if (!root) buf_printf(&m->text, "%s:%d:%d: error: %s\n", path, error.line, error.column, error.text);
    }
    buf_free(&text);
    m->ok &= root != NULL;
    return root;
}

static void reading_free(struct front_reading *r) {
    front_flags_free(&r->own);
    intern_free(&r->files);
    intern_free(&r->targets);
    vec_free(&r->last);
    vec_free(&r->previous);
    vec_free(&r->others);
}

static bool read_database(struct front_reading *r) {
    json_t *root = load(r->db->path, r->m);
    bool good = root && read_all(r, root);
    json_decref(root);
    return good;
}

static bool is_newer(const struct stat *a, const struct stat *b) {
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

// The log if there is one.
static void choose_database(struct front_compdb *db, const char *dir, struct front_messages *m) {
    const char *log = arena_printf(&db->arena, "%s/" FRONT_BUILD_LOG, dir), *list = arena_printf(&db->arena, "%s/" FRONT_COMMANDS, dir);
    struct stat of_log, of_list;
    bool listed = stat(list, &of_list) == 0;
    db->logged = stat(log, &of_log) == 0;
    db->path = db->logged ? log : list;
    if (!db->logged && !listed)
        front_note(m, dir, "has neither " FRONT_BUILD_LOG " (which 'heapproof cc' writes) nor " FRONT_COMMANDS);
    else if (!db->logged && access(arena_printf(&db->arena, "%s/../" FRONT_BUILD_LOG, dir), F_OK) == 0)
        front_note(m, list, "is read, since " FRONT_BUILD_LOG " is not here but in the folder above; it would tell what is linked");
    else if (db->logged && listed && is_newer(&of_list, &of_log))
        front_note(m, log, "is read, though " FRONT_COMMANDS " is newer; build again, or remove one of them");
}

bool front_compdb_read(struct front_compdb *db, const struct front_options *o, const char *dir, struct front_messages *m) {
    *db = (struct front_compdb){0};
    choose_database(db, dir, m);
    char *here = getcwd(NULL, 0);
    struct front_reading r = {.db = db, .o = o, .m = m, .here = here ? here : ""};
    r.base = front_join_path(&db->arena, r.here, dir);
    bool good = front_options_flags(&db->arena, o, &r.own, m) && (db->logged ? front_buildlog_read(&r) : read_database(&r));
    note_others(&r);
    good = good && add_models(&r);
    reading_free(&r);
    free(here);
    return good;
}

void front_compdb_free(struct front_compdb *db) {
    for (uint32_t i = 0; i < db->units.n; i++) front_unit_free(&db->units.at[i]);
    vec_free(&db->units);
    for (uint32_t i = 0; i < db->links.n; i++) {
        vec_free(&db->links.at[i].units);
        vec_free(&db->links.at[i].members);
        vec_free(&db->links.at[i].loaded);
        vec_free(&db->links.at[i].unseen);
        vec_free(&db->links.at[i].words);
    }
    vec_free(&db->links);
    arena_free(&db->arena);
}
