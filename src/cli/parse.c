// SPDX-License-Identifier: MIT
// The command line into struct cli_options, by the table of options.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cache/remote.h"
#include "check/portfolio.h"
#include "cli/complete.h"
#include "cli/domains.h"
#include "cli/options.h"
#include "cli/table.h"
#include "front/compdb.h"
#include "ir/rules.h"

const char *const cli_commands[CLI_N_COMMANDS] = {"check", "ir", "run",   "tvl",     "show",       "project", "stubs",
                                                  "diff",  "cc", "merge", "explain", "completion", "lsp"};

struct parser {
    struct cli_options *o;
    struct buf *error;
    const char *const *argv;
    int argc, next;
    bool named;  // the command was named, or the first file was seen
};

static bool fail(struct parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct parser *p, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    buf_vprintf(p->error, format, ap);
    va_end(ap);
    return false;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static bool parse_u64(const char *text, uint64_t *out) {
    if (*text < '0' || *text > '9') return false;
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 0);
    return errno == 0 && *end == 0;
}

static bool set_number(struct parser *p, const struct cli_option *row, const char *name, const char *value) {
    char *dots;
    uint64_t lo = strtoull(row->spec, &dots, 10), hi = strtoull(dots + 2, NULL, 10), n;
    if (!parse_u64(value, &n) || n < lo || n > hi)
        return fail(p, "option '%s' needs a whole number from %s, not '%s'", name, row->spec, value);
    *(uint64_t *)((char *)p->o + row->at) = n;
    return true;
}

static bool set_seconds(struct parser *p, const struct cli_option *row, const char *name, const char *value) {
    char *end;
    bool digits = strspn(value, "0123456789.") == strlen(value);
    double n = strtod(value, &end);
    if (!digits || end == value || *end || !(n > 0) || n > 1e9)
        return fail(p, "option '%s' needs a positive number of seconds, not '%s'", name, value);
    *(double *)((char *)p->o + row->at) = n;
    return true;
}

static bool set_choice(struct parser *p, const struct cli_option *row, const char *name, const char *value, uint32_t *out) {
    size_t n = strlen(value);
    *out = 0;
    for (const char *s = row->spec; *s; s += strcspn(s, "|"), s += *s == '|', ++*out)
        if (strcspn(s, "|") == n && memcmp(s, value, n) == 0) return true;
    return fail(p, "option '%s' knows %s, not '%s'", name, row->argument, value);
}

static void pass(struct parser *p, const char *name, const char *value) {
    size_t n = strlen(name);
    if (n == 2 || name[n - 1] == '=') {
        vec_push(&p->o->flags, arena_printf(&p->o->arena, "%s%s", name, value));
    } else {
        vec_push(&p->o->flags, name);
        vec_push(&p->o->flags, value);
    }
}

// A --format begins a report, unless an -o came first; the same format again, without -o in between, changes nothing.
static bool set_format(struct parser *p, const struct cli_option *row, const char *name, const char *value) {
    struct cli_report *last = p->o->reports.n ? &vec_last(&p->o->reports) : NULL;
    uint32_t format;
    if (!set_choice(p, row, name, value, &format)) return false;
    if (last && last->chosen && !last->placed && last->format == format) return true;
    if (!last || last->chosen) last = vec_add(&p->o->reports);
    last->format = format;
    last->chosen = true;
    return true;
}

static bool set_path(struct parser *p, const char *name, const char *value) {
    if (!p->o->reports.n) vec_add(&p->o->reports);
    struct cli_report *last = &vec_last(&p->o->reports);
    const char *path = strcmp(value, "-") == 0 ? NULL : value;
    bool same = (!path && !last->path) || (path && last->path && strcmp(path, last->path) == 0);
    if (last->placed && !same) return fail(p, "option '%s' is given twice for one report: each -o follows its --format", name);
    last->path = path;
    last->placed = true;
    return true;
}

// Is this an option whose value may be given once only, and was it given with another one?
static bool changed(const struct cli_option *row, const struct cli_options *before, const struct cli_options *now) {
    const char *a = (const char *)before + row->at, *b = (const char *)now + row->at;
    switch (row->kind) {
    case CLI_TEXT_VALUE:
    case CLI_MAYBE: return strcmp(*(const char *const *)a, *(const char *const *)b) != 0;
    case CLI_NUMBER: return *(const uint64_t *)a != *(const uint64_t *)b;
    case CLI_SECONDS: return *(const double *)a != *(const double *)b;
    case CLI_CHOICE: return *(const uint32_t *)a != *(const uint32_t *)b;
    case CLI_FLAG:
    case CLI_LIST:
    case CLI_FORMAT:
    case CLI_PATH:
    case CLI_PASS: return false;
    }
    return false;
}

static bool store(struct parser *p, const struct cli_option *row, const char *name, const char *value) {
    char *at = (char *)p->o + row->at;
    switch (row->kind) {
    case CLI_FLAG: *(bool *)at = true; return true;
    case CLI_TEXT_VALUE:
    case CLI_MAYBE: *(const char **)at = value; return true;
    case CLI_LIST: vec_push((cli_list *)at, value); return true;
    case CLI_NUMBER: return set_number(p, row, name, value);
    case CLI_SECONDS: return set_seconds(p, row, name, value);
    case CLI_CHOICE: return set_choice(p, row, name, value, (uint32_t *)at);
    case CLI_FORMAT: return set_format(p, row, name, value);
    case CLI_PATH: return set_path(p, name, value);
    case CLI_PASS: pass(p, name, value); return true;
    }
    assert(false);
    return false;
}

static bool set(struct parser *p, const struct cli_option *row, const char *name, const char *value) {
    bool *given = &p->o->given[row - cli_table];
    struct cli_options before = *p->o;
    if (row->kind != CLI_FLAG && row->kind != CLI_MAYBE && !*value) return fail(p, "option '%s' needs an argument that is not empty", name);
    if (!store(p, row, name, value)) return false;
    if (*given && changed(row, &before, p->o)) return fail(p, "option '%s' is given twice with different values", name);
    *given = true;
    return true;
}

// ---- options -----------------------------------------------------------------------------------------------------------------------

// Does `arg` spell option `name`?  Then *value is the attached argument, or NULL if there is none.
static bool spells(const char *arg, const char *name, bool takes, const char **value) {
    size_t n = strlen(name);
    *value = NULL;
    if (!n || strncmp(arg, name, n) != 0) return false;
    if (!arg[n]) return name[n - 1] != '=';
    if (name[n - 1] == '=') return *value = arg + n, true;
    if (name[0] == '-' && name[1] == '-') return arg[n] == '=' ? (*value = arg + n + 1, true) : false;
    return n == 2 && takes ? (*value = arg + n, true) : false;
}

static const struct cli_option *find(const char *arg, const char **name, const char **value) {
    const struct cli_option *found = NULL;
    size_t longest = 0;
    for (unsigned i = 0; i < cli_table_size; i++)
        for (unsigned k = 0; k < 2; k++) {
            const struct cli_option *row = &cli_table[i];
            const char *v;
            if (strlen(row->names[k]) <= longest || !spells(arg, row->names[k], row->kind != CLI_FLAG, &v)) continue;
            found = row;
            longest = strlen(row->names[k]);
            *name = row->names[k];
            *value = v;
        }
    return found;
}

// -pthread is an option of compilers, not -p thread.
static bool is_compilers(const struct cli_option *row, const char *name, const char *value, const char *arg) {
    bool joined = row && value && strlen(name) == 2 && row->kind == CLI_TEXT_VALUE;
    return (!row || joined) && front_flag_words(arg);
}

static bool pass_compilers(struct parser *p, const char *arg) {
    uint32_t n = front_flag_words(arg);
    if (n == 2 && p->next == p->argc) return fail(p, "option '%s' needs an argument", arg);
    if (!p->o->compilers) p->o->compilers = arg;
    vec_push(&p->o->flags, arg);
    if (n == 2) vec_push(&p->o->flags, p->argv[p->next++]);
    return true;
}

static bool option(struct parser *p, const char *arg) {
    const char *name = "", *value = NULL;
    const struct cli_option *row = find(arg, &name, &value);
    if (is_compilers(row, name, value, arg)) return pass_compilers(p, arg);
    if (!row) return fail(p, arg[1] == '-' ? "unknown option '%s'" : "unknown option '%s' (options for clang follow --)", arg);
    if (row->kind == CLI_FLAG) return value ? fail(p, "option '%s' takes no argument", name) : set(p, row, name, "");
    if (!value && row->kind == CLI_MAYBE) value = "";
    if (!value) {
        if (p->next == p->argc) return fail(p, "option '%s' needs an argument", name);
        value = p->argv[p->next++];
    }
    return set(p, row, name, value);
}

static void operand(struct parser *p, const char *arg) {
    for (uint32_t i = 0; i < CLI_N_COMMANDS && !p->named; i++)
        if (strcmp(arg, cli_commands[i]) == 0) {
            p->o->command = (enum cli_command)i;
            p->o->verb = arg;
            p->named = true;
            return;
        }
    p->named = true;
    vec_push(&p->o->files, arg);
}

// ---- what follows ------------------------------------------------------------------------------------------------------------------

static bool was_given(const struct cli_options *o, size_t at) {
    for (unsigned i = 0; i < cli_table_size; i++)
        if (cli_table[i].names[0][0] && cli_table[i].at == at && o->given[i]) return true;
    return false;
}

bool cli_reads_c(enum cli_command command) {
    static const bool others[CLI_N_COMMANDS] = {[CLI_TVL] = true,   [CLI_DIFF] = true,    [CLI_CC] = true,
                                                [CLI_MERGE] = true, [CLI_EXPLAIN] = true, [CLI_COMPLETION] = true};
    return !others[command];
}

static bool check_commands(struct parser *p) {
    for (unsigned i = 0; i < cli_table_size; i++)
        if (p->o->given[i] && !(cli_table[i].commands >> p->o->command & 1))
            return fail(p, "option '%s' is not for 'heapproof %s'", cli_table[i].names[0], cli_commands[p->o->command]);
    if (p->o->compilers && !cli_reads_c(p->o->command)) return fail(p, "option '%s' is not for 'heapproof %s'", p->o->compilers, cli_commands[p->o->command]);
    return true;
}

static bool set_bits(struct parser *p) {
    struct cli_options *o = p->o;
    bool arch = was_given(o, offsetof(struct cli_options, arch));
    bool narrow = o->m32 || (arch && o->arch == 0), wide = o->m64 || (arch && o->arch == 1);
    if (narrow && wide) return fail(p, "both a 32-bit and a 64-bit machine are asked for");
    o->bits = narrow ? 32 : wide ? 64 : 0;
    return true;
}

static bool set_entry(struct parser *p, const char *text) {
    struct cli_options *o = p->o;
    const char *colon = strrchr(text, ':');
    struct cli_entry e = {.name = colon ? colon + 1 : text};
    if (colon) e.file = arena_strndup(&o->arena, text, (size_t)(colon - text));
    if (!*e.name || (colon && colon == text)) return fail(p, "option '--entry' needs NAME or FILE:NAME, not '%s'", text);
    vec_push(&o->entries, e);
    return true;
}

static bool is_repeated(const cli_list *list, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (strcmp(list->at[k], list->at[i]) == 0) return true;
    return false;
}

static bool set_entries(struct parser *p) {
    struct cli_options *o = p->o;
    for (uint32_t i = 0; i < o->entry.n; i++)
        if (!is_repeated(&o->entry, i) && !set_entry(p, o->entry.at[i])) return false;
    if (o->each && o->entries.n) return fail(p, "options '--each' and '--entry' contradict each other");
    if (o->each && o->project) return fail(p, "option '--each' is for files, not for a project");
    if (o->witness && o->command == CLI_CHECK && (o->each || o->project || o->entries.n > 1))
        return fail(p, "a witness is of one program, read from files");
    if (was_given(o, offsetof(struct cli_options, executor)) && !o->plan) return fail(p, "option '--for' needs --plan%s", "");
    if (o->plan && o->part) return fail(p, "options '--plan' and '--part' contradict each other");
    if ((o->plan || o->part) && o->no_cache) return fail(p, "a plan needs a cache");
    if (o->part && o->entries.n != 1) return fail(p, "option '--part' needs one --entry");
    if (o->entries.n > 1 && o->command != CLI_CHECK) return fail(p, "'heapproof %s' takes one --entry", cli_commands[o->command]);
    return true;
}

// A negative number stands for its two's complement.
static bool set_inputs(struct parser *p) {
    struct cli_options *o = p->o;
    o->seeded = was_given(o, offsetof(struct cli_options, seed));
    for (const char *s = o->inputs ? o->inputs : ""; *s;) {
        size_t n = strcspn(s, ",");
        const char *item = arena_strndup(&o->arena, s, n);
        bool minus = *item == '-';
        uint64_t value;
        if (!parse_u64(item + minus, &value)) return fail(p, "option '--inputs' needs whole numbers separated by commas, not '%s'", item);
        vec_push(&o->input_values, minus ? -value : value);
        s += n;
        if (*s == ',' && !*++s) return fail(p, "option '--inputs' ends with a comma");
    }
    return true;
}

// The operand of project is its folder.
static bool set_project(struct parser *p) {
    struct cli_options *o = p->o;
    if (o->command != CLI_PROJECT) return true;
    if (o->files.n + (o->project != NULL) > 1)
        return fail(p, "'heapproof project' takes one folder; choose a program of it with --entry FILE:NAME");
    if (o->each) return fail(p, "option '--each' is for files, not for a project");
    if (o->cache && o->no_cache) return fail(p, "options '--cache' and '--no-cache' contradict each other");
    if (!o->project) o->project = o->files.n ? o->files.at[0] : ".";
    vec_clear(&o->files);
    o->summary = true;
    return true;
}

// A plan is read by others than its writer.
static bool look_at_store(struct parser *p) {
    const struct cli_options *o = p->o;
    struct cache_remote r;
    struct buf error = {0};
    if (!o->store || !cache_is_remote(o->store)) return true;
    if (!cache_remote_begin(&r, o->store, &error)) {
        fail(p, "%s", buf_text(&error));
        buf_free(&error);
        return false;
    }
    bool secret = strchr(o->store, '@') != NULL;
    cache_remote_end(&r);
    return !(o->plan && secret) || fail(p, "a plan names its store: give the password as HEAPPROOF_STORE_PASSWORD where its commands run");
}

// Every report has a place of its own.
static bool set_reports(struct parser *p) {
    struct cli_options *o = p->o;
    if (!o->reports.n) vec_add(&o->reports);
    for (uint32_t i = 0; i < o->reports.n; i++)
        for (uint32_t k = 0; k < i; k++) {
            const char *a = o->reports.at[k].path, *b = o->reports.at[i].path;
            if (!a && !b) return fail(p, "two reports go to standard output: each --format needs an -o behind it");
            if (a && b && strcmp(a, b) == 0) return fail(p, "two reports go to '%s'", a);
        }
    o->output = o->reports.at[0].path;
    return true;
}

static bool is_header(const char *file) {
    size_t n = strlen(file);
    return n > 2 && strcmp(file + n - 2, ".h") == 0;
}

// FILE:LINE is the first operand: a place, and unless it is in a header or a project is given, a file of the program.
static bool set_place(struct parser *p) {
    struct cli_options *o = p->o;
    if (o->command != CLI_SHOW) return true;
    const char *first = o->files.n ? o->files.at[0] : "", *colon = strrchr(first, ':');
    if (!colon || colon == first || !parse_u64(colon + 1, &o->show_line) || !o->show_line || o->show_line > UINT32_MAX)
        return fail(p, "'heapproof show' needs FILE:LINE, not '%s'", first);
    char *here = getcwd(NULL, 0);  // places are named from there
    o->show_file = front_short_path(&o->arena, arena_strndup(&o->arena, first, (size_t)(colon - first)), here ? here : "");
    free(here);
    o->files.at[0] = o->show_file;
    if (o->project || is_header(o->show_file)) {
        o->files.n--;
        memmove(o->files.at, o->files.at + 1, o->files.n * sizeof *o->files.at);
    }
    if (o->reports.n > 1 || o->reports.at[0].format != CLI_TEXT) return fail(p, "'heapproof show' writes text; --picture PATH draws");
    if (o->domain && strcmp(o->domain, "none") == 0) return fail(p, "'heapproof show' needs a heap domain");
    return true;
}

// The operand of explain, if there is one.
static bool is_rule(struct parser *p) {
    const struct cli_options *o = p->o;
    if (o->files.n > 1) return fail(p, "'heapproof explain' takes one rule");
    for (uint32_t i = 0; i < IR_N_RULES; i++)
        if (!o->files.n || strcmp(ir_rules[i].text, o->files.at[0]) == 0) return true;
    return fail(p, "there is no rule '%s'; 'heapproof explain' lists them", o->files.at[0]);
}

static bool is_shell(struct parser *p) {
    const struct cli_options *o = p->o;
    struct buf script = {0};
    bool good = o->files.n == 1 && cli_complete(o->files.at[0], &script);
    buf_free(&script);
    return good || fail(p, "'heapproof completion' needs bash, zsh or fish");
}

static bool are_reports(struct parser *p) {
    const struct cli_options *o = p->o;
    if (o->files.n != 2) return fail(p, "'heapproof diff' takes two JSON reports: OLD.json NEW.json");
    for (uint32_t i = 0; i < o->reports.n; i++)
        if (o->reports.at[i].format != CLI_TEXT && o->reports.at[i].format != CLI_JSON) return fail(p, "'heapproof diff' writes text or json");
    return true;
}

static bool consistent(struct parser *p) {
    struct cli_options *o = p->o;
    if (!set_reports(p) || !set_place(p) || !set_project(p) || !look_at_store(p)) return false;
    if (o->quiet && o->verbose) return fail(p, "options '--quiet' and '--verbose' contradict each other");
    if (o->project && o->files.n)
        return fail(p, "a project (-p) and files are both given; choose a program of the project with --entry FILE:NAME");
    if (o->command == CLI_EXPLAIN) return check_commands(p) && is_rule(p);
    if (o->command == CLI_COMPLETION) return check_commands(p) && is_shell(p);
    if (o->command == CLI_CC) return fail(p, "'cc' comes before all options: heapproof cc [--log FILE] COMPILER [ARGUMENT...]");
    if (o->command == CLI_MERGE) return check_commands(p) && (o->files.n == 1 || fail(p, "'heapproof merge' takes one folder, of a plan"));
    if (o->command == CLI_DIFF) return check_commands(p) && are_reports(p);
    if (o->command == CLI_LSP) return check_commands(p) && (!o->files.n || fail(p, "'heapproof lsp' takes no files: its client opens them"));
    if (!o->project && !o->files.n) return fail(p, "no input files");
    if (o->command == CLI_TVL && o->files.n > 2) return fail(p, "'heapproof tvl' takes one specification and one file of structures");
    struct check_domain how;
    bool good = cli_domain(o, &how, p->error) && check_commands(p);
    if (o->summary) o->command = CLI_CHECK;
    if (good && o->strategy && !check_turns_parse(o->strategy, &o->strategies, p->error)) return false;
    return good && set_bits(p) && set_entries(p) && set_inputs(p);
}

bool cli_lists(const struct cli_options *o) {
    return o->strategy && !*o->strategy;
}

bool cli_tells(const struct cli_options *o) {
    return o->help || o->version || cli_lists(o);
}

bool cli_parse_words(struct cli_options *o, int argc, const char *const *argv, struct buf *error) {
    *o = (struct cli_options){.command = CLI_CHECK};
    struct parser p = {.o = o, .error = error, .argv = argv, .argc = argc, .next = 1};
    while (p.next < p.argc) {
        const char *arg = p.argv[p.next++];
        if (strcmp(arg, "--") == 0) break;
        if (arg[0] == '-' && arg[1]) {
            if (!option(&p, arg)) return false;
        } else {
            operand(&p, arg);
        }
    }
    while (p.next < p.argc) vec_push(&o->flags, p.argv[p.next++]);
    return true;
}

bool cli_add_option(struct cli_options *o, const char *const *words, int n, struct buf *error) {
    struct parser p = {.o = o, .error = error, .argv = words, .argc = n, .next = 1};
    return option(&p, words[0]) && (p.next == n || fail(&p, "option '%s' takes no argument", words[0]));
}

const struct cli_option *cli_option_spelt(const char *word) {
    const char *name = "", *value;
    const struct cli_option *row = find(word, &name, &value);
    return is_compilers(row, name, value, word) ? NULL : row;
}

bool cli_conclude(struct cli_options *o, struct buf *error) {
    return consistent(&(struct parser){.o = o, .error = error});
}

bool cli_parse(struct cli_options *o, int argc, const char *const *argv, struct buf *error) {
    return cli_parse_words(o, argc, argv, error) && (cli_tells(o) || cli_conclude(o, error));
}

void cli_options_free(struct cli_options *o) {
    vec_free(&o->flags);
    vec_free(&o->allocs);
    vec_free(&o->frees);
    vec_free(&o->files);
    vec_free(&o->entry);
    vec_free(&o->models);
    vec_free(&o->contract_files);
    vec_free(&o->reports);
    vec_free(&o->entries);
    vec_free(&o->input_values);
    arena_free(&o->arena);
}
