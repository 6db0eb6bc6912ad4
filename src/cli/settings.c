// SPDX-License-Identifier: MIT
#include "cli/settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include "cache/cache.h"
#include "cli/entry.h"
#include "cli/property.h"
#include "cli/table.h"
#include "front/compdb.h"
#include "front/flags.h"

struct settings {
    struct cli_options *o;
    bool given[CLI_MOST_ROWS];  // by the command line
    const char *folder, *here;  // of the file; the current one
    struct buf *error;
};

// Options of which one takes away the others, by their fields.
static const size_t rivals[][3] = {
    {offsetof(struct cli_options, entry), offsetof(struct cli_options, each), offsetof(struct cli_options, each)},
    {offsetof(struct cli_options, m32), offsetof(struct cli_options, m64), offsetof(struct cli_options, arch)},
};

static bool fail(const struct settings *s, const char *format, const char *what) __attribute__((format(printf, 2, 0)));
static bool fail(const struct settings *s, const char *format, const char *what) {
    buf_printf(s->error, format, what);
    return false;
}

// ---- where it is ---------------------------------------------------------------------------------------------------------------------

// The folder that the command line is about, without links; NULL: there is none.
static char *first_folder(const struct cli_options *o, struct arena *a) {
    const char *project = o->project ? o->project : o->command == CLI_PROJECT ? (o->files.n ? o->files.at[0] : ".") : NULL;
    if (project) return realpath(project, NULL);
    const char *file = o->files.n ? o->files.at[0] : "", *slash = strrchr(file, '/');
    return realpath(slash ? arena_strndup(a, file, (size_t)(slash - file) + 1) : ".", NULL);
}

static const char *find_upwards(struct arena *a, const char *folder) {
    struct stat s;
    for (char *at = arena_strdup(a, folder); at; *strrchr(at, '/') = 0) {
        const char *path = arena_printf(a, "%s/.heapproof", at);
        if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode)) return path;
        if (!*at || !strrchr(at, '/')) break;
    }
    return NULL;
}

static const char *find_file(const struct cli_options *o, struct arena *a) {
    if (o->settings) return strcmp(o->settings, "none") == 0 ? NULL : o->settings;
    char *folder = first_folder(o, a);
    const char *file = folder ? find_upwards(a, strcmp(folder, "/") == 0 ? "" : folder) : NULL;
    free(folder);
    return file;
}

// ---- a line --------------------------------------------------------------------------------------------------------------------------

static bool takes_path(const struct cli_option *row, const char *word, const char *value) {
    if (!row) return strncmp(word, "-i", 2) == 0;
    if (strcmp(row->names[0], "--property") == 0) return cli_property_is_file(value);
    return strcmp(row->argument, "FILE") == 0 || strcmp(row->argument, "DIR") == 0;
}

// The words of a line: the option and, if it has one, its argument; how many.
static int split(struct settings *s, const char *line, const char *words[2]) {
    struct arena *a = &s->o->arena;
    size_t n = strcspn(line, " \t");
    const char *head = arena_strndup(a, line, n), *tail = line + n + strspn(line + n, " \t"), *equals = strchr(head, '=');
    const struct cli_option *row = cli_option_spelt(head);
    words[0] = head;
    words[1] = *tail ? tail : NULL;
    if (row && row->kind != CLI_FLAG && strncmp(head, "--", 2) == 0 && equals) {
        words[0] = arena_strndup(a, head, (size_t)(equals - head));
        words[1] = line + (equals + 1 - head);
    } else if (row && row->kind == CLI_PASS && strlen(row->names[0]) == 2 && head[2]) {
        words[0] = row->names[0];
        words[1] = line + 2;
    }
    if (words[1] && words[1][0] && words[1][0] != '/' && takes_path(row, words[0], words[1]))
        words[1] = front_short_path(a, arena_printf(a, "%s/%s", s->folder, words[1]), s->here);
    if (!words[1]) return 1;
    if (!row || row->kind != CLI_MAYBE) return 2;
    words[0] = arena_printf(a, "%s=%s", words[0], words[1]);
    return 1;
}

// Would clang get something that is not known, by way of an option inside of this one or of a response file?
static bool is_opaque(struct settings *s, const char *const *words, int n) {
    struct front_flags f = {0};
    front_clean(&s->o->arena, words, (uint32_t)n, false, &f);
    bool opaque = f.refused.n || f.opaque || (n > 1 && words[1][0] == '@');
    front_flags_free(&f);
    return opaque;
}

// Is there anything wrong with the option, whatever else is given?
static bool is_right(struct settings *s, const char *const *words, int n) {
    const struct cli_option *row = cli_option_spelt(words[0]);
    if (words[0][0] != '-') return fail(s, "'%s' is no option", words[0]);
    if (strcmp(words[0], "--") == 0 || (row && !(row->commands & CLI_SETTING)))
        return fail(s, "option '%s' is for the command line only", words[0]);
    if ((!row || row->kind == CLI_PASS) && front_flag_words(words[0]) && is_opaque(s, words, n))
        return fail(s, "option '%s' is for the command line only", words[0]);
    if (row && row->kind == CLI_MAYBE && !strchr(words[0], '=')) return fail(s, "option '%s' needs an argument", words[0]);
    struct cli_options alone;
    struct cli_property property;
    const char *line[] = {"heapproof", "x.c"};
    bool good = cli_parse_words(&alone, 2, line, s->error) && cli_add_option(&alone, words, n, s->error) && cli_conclude(&alone, s->error);
    if (good) good = cli_property_read(&property, alone.property, s->error);
    cli_options_free(&alone);
    return good;
}

static bool was_given(const bool *given, size_t field) {
    for (unsigned i = 0; i < cli_table_size; i++)
        if (!cli_table[i].group && cli_table[i].at == field && given[i]) return true;
    return false;
}

// Was an option given that takes this one away?
static bool has_rival(const bool *given, const struct cli_option *row) {
    for (size_t g = 0; g < sizeof rivals / sizeof *rivals; g++)
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < 3; k++)
                if (rivals[g][i] == row->at && rivals[g][k] != row->at && was_given(given, rivals[g][k])) return true;
    return false;
}

// An entry FILE:NAME is for those who check FILE.
static bool is_elsewhere(const struct cli_options *o, const struct cli_option *row, const char *value) {
    const char *colon = value ? strrchr(value, ':') : NULL;
    if (row->at != offsetof(struct cli_options, entry) || !colon || o->project || o->command == CLI_PROJECT) return false;
    char *file = strndup(value, (size_t)(colon - value));
    bool found = false;
    for (uint32_t i = 0; i < o->files.n && file && !found; i++) {
        const char *end = o->command == CLI_SHOW ? strrchr(o->files.at[i], ':') : NULL;
        char *path = end ? strndup(o->files.at[i], (size_t)(end - o->files.at[i])) : strdup(o->files.at[i]);
        found = path && cli_path_ends(path, file);
        free(path);
    }
    free(file);
    return !found;
}

static bool add_line(struct settings *s, const char *line) {
    const char *words[2];
    int n = split(s, line, words);
    if (!is_right(s, words, n)) return false;
    const struct cli_option *row = cli_option_spelt(words[0]);
    if (!row) return cli_add_option(s->o, words, n, s->error);
    bool listed = row->kind == CLI_PASS, other = !(row->commands >> s->o->command & 1);
    if (other || (!listed && s->given[row - cli_table]) || has_rival(s->given, row) || is_elsewhere(s->o, row, words[1])) return true;
    if (has_rival(s->o->given, row)) return fail(s, "option '%s' contradicts a line above", words[0]);
    return cli_add_option(s->o, words, n, s->error);
}

// ---- all of them ---------------------------------------------------------------------------------------------------------------------

static bool add_lines(struct settings *s, const char *file, const struct buf *text) {
    struct buf why = {0}, *error = s->error;
    unsigned number = 0;
    bool good = true;
    s->error = &why;
    for (const char *at = buf_text(text), *end = at + text->n; at < end && good;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        char *line = arena_strndup(&s->o->arena, at, n);
        while (n && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r')) line[--n] = 0;
        number++;
        good = !memchr(at, 0, n) || fail(s, "%s", "the line holds a NUL byte");
        line += strspn(line, " \t");
        if (good && *line && *line != '#') good = add_line(s, line);
        at = stop ? stop + 1 : end;
    }
    if (!good) buf_printf(error, "%s:%u: %s", file, number, buf_text(&why));
    s->error = error;
    buf_free(&why);
    return good;
}

static bool add_file(struct cli_options *o, const char *file, const char *here, struct buf *error) {
    struct settings s = {.o = o, .error = error, .here = here};
    struct buf text = {0};
    const char *why, *slash = strrchr(file, '/');
    memcpy(s.given, o->given, sizeof s.given);
    s.folder = slash ? arena_strndup(&o->arena, file, (size_t)(slash - file)) : ".";
    bool good = buf_read_regular(&text, file, &why);
    if (!good) buf_printf(error, "%s: %s", file, why);
    cache_key_text(cache_hash(buf_text(&text), text.n), o->settings_hash);
    cli_list own = o->flags;  // they come last, so that they win
    const char *compilers = o->compilers;
    memset(&o->flags, 0, sizeof o->flags);
    good = good && add_lines(&s, file, &text);
    vec_append(&o->flags, own.at, own.n);
    vec_free(&own);
    o->compilers = compilers;
    buf_free(&text);
    return good;
}

// Nobody asked for the file: one of another user is not read, unless that is the administrator.
static bool is_own(const char *path, struct buf *error) {
    struct stat s;
    if (stat(path, &s) != 0 || s.st_uid == geteuid() || s.st_uid == 0) return true;
    buf_printf(error, "%s: it belongs to another user; --settings %s reads it all the same, --settings none does without", path, path);
    return false;
}

bool cli_settings_add(struct cli_options *o, struct buf *file, struct buf *error) {
    char *here = cli_reads_c(o->command) && o->command != CLI_LSP ? getcwd(NULL, 0) : NULL;
    const char *path = here ? find_file(o, &o->arena) : NULL;
    bool good = true;
    if (path) {
        path = o->settings ? path : front_short_path(&o->arena, path, here);
        buf_str(file, path);
        o->settings_file = path;
        good = (o->settings || is_own(path, error)) && add_file(o, path, here, error);
    }
    free(here);
    return good;
}
