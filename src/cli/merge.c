// SPDX-License-Identifier: MIT
#include "cli/merge.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cache/cache.h"
#include "cli/frame.h"
#include "cli/reports.h"
#include "cli/settings.h"
#include "cli/table.h"
#include "cli/work.h"

struct merging {
    struct cli_merge *m;
    const char *folder, *path;  // of the plan; its plan.json
    json_t *plan, *now;         // what the worker says of the project now
    struct buf *error;
};

static bool refuse(struct merging *g, const char *what, const char *why) {
    buf_printf(g->error, "%s: %s", what, why);
    return false;
}

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

// ---- the plan -------------------------------------------------------------------------------------------------------------------------------

static bool has_strings(const json_t *list) {
    bool good = json_is_array(list);
    for (size_t i = 0; good && i < json_array_size(list); i++) good = json_is_string(json_array_get(list, i));
    return good;
}

static bool has_programs(const json_t *list) {
    bool good = json_is_array(list);
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = text_of(json_array_get(list, i), "file") && text_of(json_array_get(list, i), "entry");
    return good;
}

// Does it have what a plan has?
static bool is_whole(const json_t *plan) {
    static const char *const texts[] = {"version", "file", "entry", "id", "settings", "settings_file", "settings_hash"};
    static const char *const lists[] = {"options", "flags", "shown", "entries", "unread"};
    bool good = has_programs(json_object_get(plan, "programs"));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) good = good && text_of(plan, texts[i]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) good = good && has_strings(json_object_get(plan, lists[i]));
    return good && json_array_size(json_object_get(plan, "flags")) <= json_array_size(json_object_get(plan, "options")) &&
           !strchr(text_of(plan, "id"), '/');
}

static bool read_plan(struct merging *g, bool html) {
    struct buf text = {0};
    const char *why;
    if (!buf_read_regular(&text, g->path, &why)) return refuse(g, g->path, why);
    g->plan = json_loadb(buf_text(&text), text.n, 0, NULL);
    buf_free(&text);
    const char *version = text_of(g->plan, "version"), *where = text_of(g->plan, "file");
    if (version && strcmp(version, HEAPPROOF_VERSION) != 0) return refuse(g, g->path, "is of another version of heapproof");
    if (!is_whole(g->plan)) return refuse(g, g->path, "is no plan that heapproof wrote (--plan)");
    if (html && !json_is_true(json_object_get(g->plan, "html"))) return refuse(g, g->path, "was made without --format html");
    char *here = getcwd(NULL, 0);
    bool same = here && strcmp(here, where) == 0;
    free(here);
    if (!same) buf_printf(g->error, "%s: is to be merged where it was made, in %s", g->path, where);
    return same;
}

static void add_words(struct merging *g, cli_list *words, const char *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        vec_push(words, arena_strdup(&g->m->arena, json_string_value(json_array_get(json_object_get(g->plan, list), i))));
}

// The command line of the plan: what decides results.
static void add_line(struct merging *g, cli_list *words) {
    size_t flags = json_array_size(json_object_get(g->plan, "flags"));
    const json_t *entries = json_object_get(g->plan, "entries");
    vec_push(words, cli_commands[CLI_PROJECT]);
    vec_push(words, arena_strdup(&g->m->arena, text_of(g->plan, "entry")));
    vec_push(words, "--settings=none");
    add_words(g, words, "options", json_array_size(json_object_get(g->plan, "options")) - flags);
    for (size_t i = 0; i < json_array_size(entries); i++)
        vec_push(words, arena_printf(&g->m->arena, "--entry=%s", json_string_value(json_array_get(entries, i))));
}

static void add_flags(struct merging *g, cli_list *words) {
    size_t n = json_array_size(json_object_get(g->plan, "flags"));
    if (n) vec_push(words, "--");
    add_words(g, words, "flags", n);
}

// What the user says now comes instead of what the plan says about the exit status.
static void make_line(struct merging *g, const struct cli_options *given, int argc, const char *const *argv) {
    cli_list *words = &g->m->words, shown = {0};
    add_line(g, words);
    add_words(g, &shown, "shown", json_array_size(json_object_get(g->plan, "shown")));
    for (uint32_t i = 0; i < shown.n; i++) {
        const struct cli_option *row = cli_option_spelt(shown.at[i]);
        if (!row || !given->given[row - cli_table]) vec_push(words, shown.at[i]);
    }
    for (int i = 1; i < argc; i++)
        if (argv[i] != given->files.at[0] && argv[i] != given->verb) vec_push(words, argv[i]);
    add_flags(g, words);
    vec_free(&shown);
}

// ---- the project, now -----------------------------------------------------------------------------------------------------------------------

// Are the settings those of the plan?
static bool same_settings(struct merging *g) {
    struct cli_options o;
    struct buf file = {0};
    const char *words[] = {"heapproof", cli_commands[CLI_PROJECT], text_of(g->plan, "entry"), "--settings", text_of(g->plan, "settings")};
    const char *known = text_of(g->plan, "settings_file");
    bool good = cli_parse_words(&o, *words[4] ? 5 : 3, words, g->error) && cli_settings_add(&o, &file, g->error);
    if (good && (strcmp(buf_text(&file), known) != 0 || strcmp(o.settings_hash, text_of(g->plan, "settings_hash")) != 0))
        good = refuse(g, file.n ? buf_text(&file) : known, "is not what it was when the plan was made; make it again");
    if (good && *known) g->m->settings_file = arena_strdup(&g->m->arena, known);
    buf_free(&file);
    cli_options_free(&o);
    return good;
}

static bool same_rules(struct merging *g, const struct cli_job *job) {
    if (json_integer_value(json_object_get(g->plan, "rules")) == (json_int_t)job->property.rules &&
        json_integer_value(json_object_get(g->plan, "notes")) == (json_int_t)job->property.notes)
        return true;
    return refuse(g, job->options->property ? job->options->property : "--property",
                  "has other rules than when the plan was made; make it again");
}

static bool same_programs(struct merging *g) {
    if (json_equal(json_object_get(g->plan, "programs"), json_object_get(g->now, "programs")) &&
        json_equal(json_object_get(g->plan, "unread"), json_object_get(g->now, "unread")) &&
        json_array_size(json_object_get(g->now, "keys")) == json_array_size(json_object_get(g->now, "programs")))
        return true;
    return refuse(g, g->path, "the project has other programs than when the plan was made; make it again");
}

// What a plan of the project, made now, would have.
static bool look_again(struct merging *g) {
    struct cli_options o;
    struct cli_job job = {.options = &o};
    struct cli_limits none = {0};
    struct cli_outcome outcome;
    struct cli_frame f;
    cli_list words = {0};
    vec_push(&words, "heapproof");
    add_line(g, &words);
    vec_push(&words, arena_printf(&g->m->arena, "--plan=%s", g->folder));
    vec_push(&words, "--quiet");
    add_flags(g, &words);
    bool good =
        cli_parse(&o, (int)words.n, words.at, g->error) && cli_property_read(&job.property, o.property, g->error) && same_rules(g, &job);
    if (good) {
        cli_supervise(&none, cli_work, &job, &outcome);
        if (outcome.end == CLI_ENDED && cli_frame_find(&outcome.output, CLI_FRAME_TEXT, &f)) g->now = json_loadb(f.text, f.n, 0, NULL);
        cli_outcome_free(&outcome);
        good = g->now ? same_programs(g) : refuse(g, g->path, "the project cannot be read any more");
    }
    cli_options_free(&o);
    vec_free(&words);
    return good;
}

// ---- results --------------------------------------------------------------------------------------------------------------------------------

// Is it the result of this program, by this plan, of the files as they are, and whole?
static bool is_result(const struct merging *g, size_t i, const json_t *head, const char *rest, size_t n) {
    char digits[CACHE_DIGITS + 1];
    const json_t *program = json_array_get(json_object_get(g->plan, "programs"), i);
    const char *hash = text_of(head, "hash");
    static const char *const members[] = {"part", "version", "options", "rules", "notes", "html"};
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        if (!json_equal(json_object_get(g->plan, members[k]), json_object_get(head, members[k]))) return false;
    cache_key_text(cache_hash(rest, n), digits);
    return hash && strcmp(hash, digits) == 0 && json_equal(json_object_get(program, "file"), json_object_get(head, "file")) &&
           json_equal(json_object_get(program, "entry"), json_object_get(head, "entry")) &&
           json_equal(json_array_get(json_object_get(g->now, "keys"), i), json_object_get(head, "key"));
}

static bool take_part(struct merging *g, size_t i, bool *unread) {
    struct buf text = {0};
    const char *why, *path = arena_printf(&g->m->arena, "%s/%s/%04zu.part", g->folder, text_of(g->plan, "id"), i + 1);
    bool good = buf_read_regular(&text, path, &why);
    const char *line = good && text.n ? memchr(text.text, '\n', text.n) : NULL;
    json_t *head = line ? json_loadb(text.text, (size_t)(line - text.text), 0, NULL) : NULL;
    size_t n = line ? text.n - (size_t)(line + 1 - text.text) : 0;
    if (good) good = head && is_result(g, i, head, line + 1, n);
    if (good) buf_add(&g->m->outcome.output, line + 1, n);
    *unread = good && json_is_true(json_object_get(head, "unread"));
    if (!good) unlink(path);  // it would never be made again
    json_decref(head);
    buf_free(&text);
    return good;
}

static bool take_parts(struct merging *g) {
    enum { SHOWN = 3 };
    const json_t *programs = json_object_get(g->plan, "programs");
    size_t missing = 0, unreadable = 0, n = json_array_size(programs);
    for (size_t i = 0; i < n; i++) {
        bool unread, good = take_part(g, i, &unread);
        unreadable += good && unread;
        if (!good && missing++ < SHOWN) buf_printf(g->error, "%s%s", missing > 1 ? ", " : "", text_of(json_array_get(programs, i), "file"));
    }
    g->m->outcome.status = unreadable == n ? CLI_UNREADABLE : CLI_OK;
    if (missing > SHOWN) buf_str(g->error, ", ...");
    if (missing)
        buf_printf(g->error, ": %zu of %zu results of %s are missing, damaged or not of the files as they are now; run its commands again",
                   missing, n, g->folder);
    return !missing;
}

// Files that could not be read have no command.
static void take_unread(struct merging *g) {
    const json_t *all = json_object_get(g->plan, "unread");
    for (size_t i = 0; i < json_array_size(all) && g->m->outcome.status == CLI_OK; i++) {
        struct buf text = {0};
        buf_str(&text, json_string_value(json_array_get(all, i)));
        cli_frame_add(&g->m->outcome.output, CLI_FRAME_RESULT, &text);
        buf_free(&text);
    }
}

bool cli_merge_read(struct cli_merge *m, const struct cli_options *given, int argc, const char *const *argv, struct buf *error) {
    *m = (struct cli_merge){.outcome.end = CLI_ENDED};
    struct merging g = {.m = m, .folder = given->files.at[0], .error = error};
    g.path = arena_printf(&m->arena, "%s/plan.json", g.folder);
    bool good = read_plan(&g, cli_reports_show(given, CLI_HTML)) && same_settings(&g) && look_again(&g) && take_parts(&g);
    if (good) take_unread(&g);
    if (good) make_line(&g, given, argc, argv);
    json_decref(g.plan);
    json_decref(g.now);
    return good;
}

void cli_merge_free(struct cli_merge *m) {
    vec_free(&m->words);
    cli_outcome_free(&m->outcome);
    arena_free(&m->arena);
}
