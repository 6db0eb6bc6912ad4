// SPDX-License-Identifier: MIT
#include "cli/plan.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache/cache.h"
#include "cli/decisive.h"
#include "cli/frame.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "report/value.h"

enum { PLAN = 1 };  // version of the format

static int complain(int status, const char *what, const char *why) {
    fprintf(stderr, "heapproof: error: %s: %s\n", what, why);
    return status;
}

static bool write_file(const char *path, const struct buf *text) {
    const char *why;
    bool good = cli_output_write(path, text, &why);
    if (!good) complain(CLI_INTERNAL, path, why);
    return good;
}

// ---- what a result holds for --------------------------------------------------------------------------------------------------------------

// The options that decide results, the choice of a program excepted.
static json_t *options_of(const struct cli_options *o) {
    struct arena a = {0};
    cli_list words = {0};
    json_t *all = report_array();
    cli_decisive(o, false, &a, &words);
    for (uint32_t i = 0; i < words.n; i++)
        if (strncmp(words.at[i], "--entry=", 8) != 0) report_append(all, report_string(words.at[i]));
    vec_free(&words);
    arena_free(&a);
    return all;
}

static json_t *heading(const struct cli_options *o, const char *file, const char *entry) {
    json_t *j = report_object();
    report_put(j, "part", json_integer(PLAN));
    report_put(j, "version", report_string(HEAPPROOF_VERSION));
    report_put(j, "options", options_of(o));
    report_put(j, "html", json_boolean(cli_reports_show(o, CLI_HTML)));
    report_put(j, "file", report_string(file));
    report_put(j, "entry", report_string(entry));
    return j;
}

// ---- commands -----------------------------------------------------------------------------------------------------------------------------

// A word for sh.
static void add_word(struct buf *out, const char *word) {
    buf_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buf_str(out, "'\\''");
        else
            buf_char(out, *word);
    }
    buf_char(out, '\'');
}

static void add_option(struct buf *out, const char *name, const char *value) {
    buf_printf(out, " %s", name);
    add_word(out, value);
}

struct planning {
    const struct cli_options *o;
    char *here, *folder, *program;  // full paths; program: of heapproof
    char id[CACHE_DIGITS + 1];
    const json_t *programs;
};

static void add_command(struct buf *out, const struct planning *p, const json_t *program, const char *part) {
    struct arena a = {0};
    cli_list words = {0};
    uint32_t plain = 0;
    cli_decisive(p->o, false, &a, &words);
    plain = words.n - p->o->flags.n;
    buf_str(out, "cd ");
    add_word(out, p->here);
    buf_str(out, " && ");
    add_word(out, p->program);
    buf_str(out, " project ");
    add_word(out, p->o->project);
    for (uint32_t i = 0; i < plain; i++)
        if (strncmp(words.at[i], "--entry=", 8) != 0) add_option(out, "", words.at[i]);
    const char *file = json_string_value(json_object_get(program, "file")), *entry = json_string_value(json_object_get(program, "entry"));
    add_option(out, "--entry=", arena_printf(&a, "%s%s%s", file, *file ? ":" : "", entry));
    add_option(out, "--cache=", arena_printf(&a, "%s/cache", p->folder));
    add_option(out, "--part=", part);
    buf_printf(out, " --settings=none --jobs=1 --quiet%s", cli_reports_show(p->o, CLI_HTML) ? " --format=html" : "");
    if (words.n > plain) buf_str(out, " --");
    for (uint32_t i = plain; i < words.n; i++) add_option(out, "", words.at[i]);
    vec_free(&words);
    arena_free(&a);
}

// For Ninja: a dollar is one, a blank or colon of a path is part of it.
static void add_ninja(struct buf *out, const char *text, bool path) {
    for (; *text; text++) {
        if (*text == '$' || (path && (*text == ' ' || *text == ':'))) buf_char(out, '$');
        buf_char(out, *text);
    }
}

static const char *part_of(struct arena *a, const struct planning *p, size_t i) {
    return arena_printf(a, "%s/%s/%04zu.part", p->folder, p->id, i + 1);
}

static const char *database_of(struct arena *a, const struct planning *p) {
    static const char *const names[] = {"heapproof.build", "compile_commands.json"};
    for (size_t i = 0; i < 2; i++) {
        char *path = realpath(arena_printf(a, "%s/%s", p->o->project, names[i]), NULL);
        const char *copy = path ? arena_strdup(a, path) : NULL;
        free(path);
        if (copy) return copy;
    }
    return "";
}

static void write_ninja(const struct planning *p, struct buf *out) {
    struct arena a = {0};
    buf_str(
        out,
        "# Made by heapproof project --plan: one command for each program; then heapproof merge makes the report.\n"
        "ninja_required_version = 1.5\nrule check\n  command = $work\n  description = checking $of\n  depfile = $out.d\n  deps = gcc\n");
    for (size_t i = 0; i < json_array_size(p->programs); i++) {
        const json_t *program = json_array_get(p->programs, i);
        struct buf command = {0};
        const char *part = part_of(&a, p, i);
        buf_str(out, "build ");
        add_ninja(out, part, true);
        buf_str(out, ": check | ");
        add_ninja(out, database_of(&a, p), true);
        buf_str(out, "\n  of = ");
        add_ninja(out, json_string_value(json_object_get(program, "file")), false);
        buf_str(out, "\n  work = ");
        add_command(&command, p, program, part);
        add_ninja(out, buf_text(&command), false);
        buf_char(out, '\n');
        buf_free(&command);
    }
    arena_free(&a);
}

static void write_commands(const struct planning *p, struct buf *out) {
    struct arena a = {0};
    for (size_t i = 0; i < json_array_size(p->programs); i++) {
        add_command(out, p, json_array_get(p->programs, i), part_of(&a, p, i));
        buf_char(out, '\n');
    }
    arena_free(&a);
}

static void write_array(const struct planning *p, struct buf *out) {
    struct arena a = {0};
    buf_printf(out,
               "#!/bin/sh\n# For Slurm: sbatch array.sbatch; each task runs its line of the file of commands.\n#SBATCH "
               "--array=1-%zu\n#SBATCH --output=/dev/null\n",
               json_array_size(p->programs));
    buf_str(out, "exec sh -c \"$(sed -n \"${SLURM_ARRAY_TASK_ID}p\" ");
    add_word(out, arena_printf(&a, "%s/commands", p->folder));
    buf_str(out, ")\"\n");
    arena_free(&a);
}

// ---- the plan -----------------------------------------------------------------------------------------------------------------------------

// What the plan is about: equal plans have equal names.
static void name_plan(struct planning *p) {
    json_t *j = heading(p->o, p->here, p->o->project);
    struct buf text = {0};
    report_put(j, "programs", json_deep_copy(p->programs));
    report_dump(j, JSON_COMPACT, &text);
    cache_key_text(cache_hash(buf_text(&text), text.n), p->id);
    buf_free(&text);
}

static void describe(const struct planning *p, const json_t *worker, struct buf *out) {
    json_t *j = heading(p->o, p->here, p->o->project), *flags = report_array(), *entries = report_array();
    report_put(j, "id", report_string(p->id));
    for (uint32_t i = 0; i < p->o->flags.n; i++) report_append(flags, report_string(p->o->flags.at[i]));
    report_put(j, "flags", flags);
    for (uint32_t i = 0; i < p->o->entry.n; i++) report_append(entries, report_string(p->o->entry.at[i]));
    report_put(j, "entries", entries);
    report_put(j, "programs", json_deep_copy(p->programs));
    report_put(j, "unread", json_deep_copy(json_object_get(worker, "unread")));
    report_dump(j, JSON_INDENT(1), out);
}

// A program that stands there twice cannot be named.
static const char *find_double(const json_t *programs) {
    for (size_t i = 0; i < json_array_size(programs); i++)
        for (size_t k = 0; k < i; k++)
            if (json_equal(json_array_get(programs, i), json_array_get(programs, k)))
                return json_string_value(json_object_get(json_array_get(programs, i), "file"));
    return NULL;
}

static bool make_folder(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    complain(CLI_INTERNAL, path, strerror(errno));
    return false;
}

static bool write_all(struct planning *p, const json_t *worker) {
    struct arena a = {0};
    struct buf plan = {0}, ninja = {0}, commands = {0}, array = {0};
    name_plan(p);
    describe(p, worker, &plan);
    write_ninja(p, &ninja);
    write_commands(p, &commands);
    write_array(p, &array);
    bool good =
        make_folder(arena_printf(&a, "%s/%s", p->folder, p->id)) && write_file(arena_printf(&a, "%s/commands", p->folder), &commands) &&
        write_file(arena_printf(&a, "%s/array.sbatch", p->folder), &array) &&
        write_file(arena_printf(&a, "%s/build.ninja", p->folder), &ninja) && write_file(arena_printf(&a, "%s/plan.json", p->folder), &plan);
    buf_free(&plan);
    buf_free(&ninja);
    buf_free(&commands);
    buf_free(&array);
    arena_free(&a);
    return good;
}

int cli_plan_write(const struct cli_options *o, const struct cli_outcome *outcome) {
    struct cli_frame f;
    json_t *worker = cli_frame_find(&outcome->output, CLI_FRAME_TEXT, &f) ? json_loadb(f.text, f.n, 0, NULL) : NULL;
    struct planning p = {
        .o = o, .here = getcwd(NULL, 0), .program = realpath("/proc/self/exe", NULL), .programs = json_object_get(worker, "programs")};
    const char *twice = find_double(p.programs);
    int status = CLI_INTERNAL;
    if (!worker || !p.here || !p.program)
        complain(status, o->plan, "there is nothing to plan");
    else if (twice)
        status = complain(CLI_UNREADABLE, twice, "is compiled in different ways, and a program in each: a plan cannot tell them apart");
    else if (make_folder(o->plan) && (p.folder = realpath(o->plan, NULL)) && write_all(&p, worker))
        status = CLI_OK;
    if (status == CLI_OK && !o->quiet)
        fprintf(stderr, "heapproof: %zu programs: ninja -C %s && heapproof merge %s\n", json_array_size(p.programs), o->plan, o->plan);
    free(p.here);
    free(p.folder);
    free(p.program);
    json_decref(worker);
    return status;
}

// ---- results ------------------------------------------------------------------------------------------------------------------------------

static void keep_results(const struct buf *frames, struct buf *out) {
    struct cli_frame f;
    for (size_t at = 0; cli_frame_next(frames, &at, &f);) {
        struct buf text = {0};
        if (f.kind == CLI_FRAME_RESULT) buf_add(&text, f.text, f.n);
        if (f.kind == CLI_FRAME_RESULT) cli_frame_add(out, CLI_FRAME_RESULT, &text);
        buf_free(&text);
    }
}

// What it was made from, for make and Ninja.
static void write_depfile(const char *part, const struct cli_frame *files, struct buf *out) {
    buf_printf(out, "%s:", part);
    for (size_t i = 0; i < files->n; i++) {
        bool first = !i || files->text[i - 1] == '\n';
        if (first) buf_str(out, " \\\n  ");
        if (files->text[i] == ' ' || files->text[i] == '#' || files->text[i] == '\\') buf_char(out, '\\');
        if (files->text[i] == '$') buf_char(out, '$');
        if (files->text[i] != '\n') buf_char(out, files->text[i]);
    }
    buf_char(out, '\n');
}

int cli_part_write(const struct cli_options *o, const struct cli_outcome *outcome) {
    struct buf results = {0}, text = {0}, depends = {0}, path = {0};
    struct cli_frame files = {0};
    char digits[CACHE_DIGITS + 1];
    bool unread = outcome->end == CLI_ENDED && outcome->status == CLI_UNREADABLE,
         good = outcome->end == CLI_ENDED && (unread || outcome->status == CLI_OK);
    keep_results(&outcome->output, &results);
    if (!good || !results.n) {
        buf_free(&results);
        return outcome->status ? outcome->status : CLI_INTERNAL;
    }
    json_t *j = heading(o, o->entries.at[0].file ? o->entries.at[0].file : "", o->entries.at[0].name);
    cache_key_text(cache_hash(results.text, results.n), digits);
    report_put(j, "unread", json_boolean(unread));
    report_put(j, "hash", report_string(digits));
    report_dump(j, JSON_COMPACT, &text);
    buf_add(&text, results.text, results.n);
    if (cli_frame_find(&outcome->output, CLI_FRAME_TEXT, &files)) write_depfile(o->part, &files, &depends);
    buf_printf(&path, "%s.d", o->part);
    good = write_file(path.text, &depends) && write_file(o->part, &text);
    buf_free(&results);
    buf_free(&text);
    buf_free(&depends);
    buf_free(&path);
    return good ? CLI_OK : CLI_INTERNAL;
}

// ---- merging ------------------------------------------------------------------------------------------------------------------------------

static bool refuse(struct buf *error, const char *path, const char *why) {
    buf_printf(error, "%s: %s", path, why);
    return false;
}

// Is it the result of this program, by this plan, and whole?
static bool is_result(const json_t *plan, const json_t *program, const json_t *head, const char *rest, size_t n) {
    char digits[CACHE_DIGITS + 1];
    const char *hash = json_string_value(json_object_get(head, "hash"));
    static const char *const members[] = {"part", "version", "options", "html"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!json_equal(json_object_get(plan, members[i]), json_object_get(head, members[i]))) return false;
    cache_key_text(cache_hash(rest, n), digits);
    return hash && strcmp(hash, digits) == 0 && json_equal(json_object_get(program, "file"), json_object_get(head, "file")) &&
           json_equal(json_object_get(program, "entry"), json_object_get(head, "entry"));
}

static bool take_part(struct cli_plan *p, const json_t *plan, const json_t *program, const char *path, bool *unread) {
    struct buf text = {0};
    const char *why;
    bool good = buf_read_regular(&text, path, &why);
    const char *line = good && text.n ? memchr(text.text, '\n', text.n) : NULL;
    json_t *head = line ? json_loadb(text.text, (size_t)(line - text.text), 0, NULL) : NULL;
    size_t n = line ? text.n - (size_t)(line + 1 - text.text) : 0;
    good = head && is_result(plan, program, head, line + 1, n);
    if (good) buf_add(&p->outcome.output, line + 1, n);
    *unread = good && json_is_true(json_object_get(head, "unread"));
    if (!good && text.n) unlink(path);  // what is damaged would never be made again
    json_decref(head);
    buf_free(&text);
    return good;
}

static bool take_parts(struct cli_plan *p, const json_t *plan, const char *folder, struct buf *error) {
    enum { SHOWN = 3 };
    const json_t *programs = json_object_get(plan, "programs");
    size_t missing = 0, unreadable = 0, n = json_array_size(programs);
    for (size_t i = 0; i < n; i++) {
        const json_t *program = json_array_get(programs, i);
        const char *id = json_string_value(json_object_get(plan, "id")), *file = json_string_value(json_object_get(program, "file"));
        bool unread;
        bool good = id && file && take_part(p, plan, program, arena_printf(&p->arena, "%s/%s/%04zu.part", folder, id, i + 1), &unread);
        unreadable += good && unread;
        if (!good && missing++ < SHOWN) buf_printf(error, "%s%s", missing > 1 ? ", " : "", file ? file : "?");
    }
    p->outcome.status = unreadable == n ? CLI_UNREADABLE : CLI_OK;
    if (missing > SHOWN) buf_str(error, ", ...");
    if (missing) buf_printf(error, ": %zu of %zu results of %s are missing or damaged; run its commands again", missing, n, folder);
    return !missing;
}

// Files that could not be read when the plan was made have no command.
static void take_unread(struct cli_plan *p, const json_t *plan) {
    const json_t *all = json_object_get(plan, "unread");
    for (size_t i = 0; i < json_array_size(all) && p->outcome.status == CLI_OK; i++) {
        struct buf text = {0};
        buf_str(&text, json_string_value(json_array_get(all, i)));
        cli_frame_add(&p->outcome.output, CLI_FRAME_RESULT, &text);
        buf_free(&text);
    }
}

static const char *copy_of(struct cli_plan *p, const json_t *j) {
    const char *s = json_string_value(j);
    return s ? arena_strdup(&p->arena, s) : "";
}

static void take_words(struct cli_plan *p, const json_t *plan) {
    const json_t *options = json_object_get(plan, "options"), *flags = json_object_get(plan, "flags"),
                 *entries = json_object_get(plan, "entries");
    size_t n = json_array_size(options) - json_array_size(flags);
    vec_push(&p->words, "project");
    vec_push(&p->words, copy_of(p, json_object_get(plan, "entry")));
    vec_push(&p->words, "--settings=none");
    for (size_t i = 0; i < n; i++) vec_push(&p->words, copy_of(p, json_array_get(options, i)));
    for (size_t i = 0; i < json_array_size(entries); i++)
        vec_push(&p->words, arena_printf(&p->arena, "--entry=%s", json_string_value(json_array_get(entries, i))));
    for (size_t i = 0; i < json_array_size(flags); i++) vec_push(&p->flags, copy_of(p, json_array_get(flags, i)));
}

static bool is_plan(const json_t *plan, struct buf *error, const char *path, bool html) {
    const char *version = json_string_value(json_object_get(plan, "version")), *where = json_string_value(json_object_get(plan, "file"));
    char *here = getcwd(NULL, 0);
    bool same = here && where && strcmp(here, where) == 0;
    free(here);
    if (!json_is_array(json_object_get(plan, "programs")) || !version || !where)
        return refuse(error, path, "is no plan that heapproof wrote (--plan)");
    if (strcmp(version, HEAPPROOF_VERSION) != 0) return refuse(error, path, "is of another version of heapproof");
    if (html && !json_is_true(json_object_get(plan, "html"))) return refuse(error, path, "was made without --format html");
    if (same) return true;
    buf_printf(error, "%s: is to be merged where it was made, in %s", path, where);
    return false;
}

bool cli_plan_read(struct cli_plan *p, const char *folder, bool html, struct buf *error) {
    struct buf text = {0};
    const char *why;
    *p = (struct cli_plan){.outcome.end = CLI_ENDED};
    const char *path = arena_printf(&p->arena, "%s/plan.json", folder);
    if (!buf_read_regular(&text, path, &why)) return refuse(error, path, why);
    json_t *plan = json_loadb(buf_text(&text), text.n, 0, NULL);
    bool good = is_plan(plan, error, path, html) && take_parts(p, plan, folder, error);
    if (good) take_unread(p, plan);
    if (good) take_words(p, plan);
    json_decref(plan);
    buf_free(&text);
    return good;
}

void cli_plan_free(struct cli_plan *p) {
    vec_free(&p->words);
    vec_free(&p->flags);
    cli_outcome_free(&p->outcome);
    arena_free(&p->arena);
}
