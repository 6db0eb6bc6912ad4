// SPDX-License-Identifier: MIT
#include "cli/plan.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
#include "cache/cache.h"
#include "cli/decisive.h"
#include "cli/frame.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "front/compdb.h"
#include "report/value.h"

enum { PLAN = 2 };  // version of the format

static bool write_file(const char *path, const struct buf *text) {
    const char *why;
    bool good = cli_output_write(path, text, &why);
    if (!good) cli_complain(CLI_INTERNAL, "%s: %s", path, why);
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

static json_t *heading(const struct cli_job *job, const char *file, const char *entry) {
    json_t *j = report_object();
    report_put(j, "part", json_integer(PLAN));
    report_put(j, "version", report_string(HEAPPROOF_VERSION));
    report_put(j, "options", options_of(job->options));
    report_put(j, "rules", json_integer((json_int_t)job->property.rules));
    report_put(j, "notes", json_integer((json_int_t)job->property.notes));
    report_put(j, "html", json_boolean(cli_reports_show(job->options, CLI_HTML)));
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
    const struct cli_job *job;
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
    const char *store = p->o->store;
    if (store && *store != '/' && !cache_is_remote(store)) store = arena_printf(&a, "%s/%s", p->here, store);
    if (store) add_option(out, "--store=", store);
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

static void add_input(struct buf *out, const char *path) {
    char *full = realpath(path, NULL);
    if (full) buf_char(out, ' ');
    if (full) add_ninja(out, full, true);
    free(full);
}

// What results depend on beside the files of the programs, which depfiles name.
static void add_inputs(const struct planning *p, struct buf *out) {
    static const char *const names[] = {FRONT_BUILD_LOG, FRONT_COMMANDS};
    struct arena a = {0};
    for (size_t i = 0; i < 2; i++) add_input(out, arena_printf(&a, "%s/%s", p->o->project, names[i]));
    for (uint32_t i = 0; i < p->o->models.n; i++) add_input(out, p->o->models.at[i]);
    for (uint32_t i = 0; i < p->o->contract_files.n; i++) add_input(out, p->o->contract_files.at[i]);
    if (p->o->property && cli_property_is_file(p->o->property)) add_input(out, p->o->property);
    if (p->o->settings_file) add_input(out, p->o->settings_file);
    arena_free(&a);
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
        buf_str(out, ": check |");
        add_inputs(p, out);
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

enum { MOST_TASKS = 1000 };  // of an array job, unless Slurm is told otherwise

// Each task runs its commands, one after the other; what Slurm kills is run again when the job is.  Its memory is ours and clang's.
static void write_array(const struct planning *p, struct buf *out) {
    struct arena a = {0};
    size_t n = json_array_size(p->programs), tasks = n < MOST_TASKS ? n : MOST_TASKS;
    const char *folder = arena_printf(&a, "%s/%s", p->folder, p->id);
    buf_printf(out, "#!/bin/sh\n# Made by heapproof project --plan: an array job for Slurm; then heapproof merge makes the report.\n");
    buf_printf(out, "#SBATCH --job-name=heapproof\n#SBATCH --array=1-%zu\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n", tasks);
    buf_str(out, "#SBATCH --output=/dev/null\n");
    if (p->o->memory_limit)
        buf_printf(out, "#SBATCH --mem=%lluM\n", (unsigned long long)(p->o->memory_limit + p->o->memory_limit / 4 + 256));
    buf_str(out, "task=${SLURM_ARRAY_TASK_ID:?this is an array job: sbatch runs it}\nfolder=");
    add_word(out, folder);
    buf_printf(out,
               "\nexec > \"$folder/task-$task.log\" 2>&1\nstatus=0\nline=$task\nwhile [ \"$line\" -le %zu ]; do\n"
               "    sh -c \"$(sed -n \"${line}p\" \"$folder/commands\")\" || status=$?\n    line=$((line + %zu))\ndone\nexit $status\n",
               n, tasks);
    arena_free(&a);
}

// ---- the plan -----------------------------------------------------------------------------------------------------------------------------

// What the plan is about: equal plans have equal names.
static void name_plan(struct planning *p) {
    json_t *j = heading(p->job, p->here, p->o->project);
    struct buf text = {0};
    report_put(j, "programs", json_deep_copy(p->programs));
    report_dump(j, JSON_COMPACT, &text);
    cache_key_text(cache_hash(buf_text(&text), text.n), p->id);
    buf_free(&text);
}

// Options that decide the exit status, though no result.
static json_t *shown_by(const struct cli_options *o) {
    json_t *all = report_array();
    struct arena a = {0};
    cli_list words = {0};
    cli_judging(o, &a, &words);
    for (uint32_t i = 0; i < words.n; i++) report_append(all, report_string(words.at[i]));
    vec_free(&words);
    arena_free(&a);
    return all;
}

static void describe(const struct planning *p, const json_t *worker, struct buf *out) {
    json_t *j = heading(p->job, p->here, p->o->project), *flags = report_array(), *entries = report_array();
    report_put(j, "id", report_string(p->id));
    for (uint32_t i = 0; i < p->o->flags.n; i++) report_append(flags, report_string(p->o->flags.at[i]));
    report_put(j, "flags", flags);
    report_put(j, "shown", shown_by(p->o));
    report_put(j, "settings", report_string(p->o->settings ? p->o->settings : ""));
    report_put(j, "settings_file", report_string(p->o->settings_file ? p->o->settings_file : ""));
    report_put(j, "settings_hash", report_string(p->o->settings_hash));
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

static bool is_broken(const char *word) {
    return strchr(word, '\n') || strchr(word, '\r');
}

// A word that has more than one line, which neither Ninja nor a list of commands can say; NULL: none.
static const char *find_broken(const struct planning *p) {
    struct arena a = {0};
    cli_list words = {0};
    bool broken = is_broken(p->here) || is_broken(p->program) || is_broken(p->o->plan) || is_broken(p->o->project);
    cli_decisive(p->o, false, &a, &words);
    for (uint32_t i = 0; i < words.n; i++) broken |= is_broken(words.at[i]);
    vec_free(&words);
    arena_free(&a);
    for (size_t i = 0; i < json_array_size(p->programs) && !broken; i++)
        broken = is_broken(json_string_value(json_object_get(json_array_get(p->programs, i), "file")));
    return broken ? "the name of a file, or an option, has more than one line: a plan cannot say that" : NULL;
}

static bool make_folder(const char *path) {
    if (path_make_folder(path)) return true;
    cli_complain(CLI_INTERNAL, "%s: %s", path, strerror(errno));
    return false;
}

// The file for Slurm is there if it is asked for, and else not, so that none is left of a plan before.
static bool write_slurm(const struct planning *p, const struct buf *commands) {
    struct arena a = {0};
    struct buf array = {0};
    const char *path = arena_printf(&a, "%s/array.sbatch", p->folder);
    bool good = true;
    write_array(p, &array);
    if (p->o->executor == CLI_SLURM)
        good = write_file(arena_printf(&a, "%s/%s/commands", p->folder, p->id), commands) && write_file(path, &array);
    else
        unlink(path);
    buf_free(&array);
    arena_free(&a);
    return good;
}

static bool write_all(struct planning *p, const json_t *worker) {
    struct arena a = {0};
    struct buf plan = {0}, ninja = {0}, commands = {0};
    name_plan(p);
    describe(p, worker, &plan);
    write_ninja(p, &ninja);
    write_commands(p, &commands);
    bool good = make_folder(arena_printf(&a, "%s/%s", p->folder, p->id)) &&
                write_file(arena_printf(&a, "%s/commands", p->folder), &commands) && write_slurm(p, &commands) &&
                write_file(arena_printf(&a, "%s/build.ninja", p->folder), &ninja) &&
                write_file(arena_printf(&a, "%s/plan.json", p->folder), &plan);
    buf_free(&plan);
    buf_free(&ninja);
    buf_free(&commands);
    arena_free(&a);
    return good;
}

int cli_plan_write(const struct cli_job *job, const struct cli_outcome *outcome) {
    struct cli_frame f;
    const struct cli_options *o = job->options;
    json_t *worker = cli_frame_find(&outcome->output, CLI_FRAME_TEXT, &f) ? json_loadb(f.text, f.n, 0, NULL) : NULL;
    struct planning p = {.job = job,
                         .o = o,
                         .here = getcwd(NULL, 0),
                         .program = realpath("/proc/self/exe", NULL),
                         .programs = json_object_get(worker, "programs")};
    const char *twice = find_double(p.programs), *broken = p.here && p.program ? find_broken(&p) : NULL;
    int status = CLI_INTERNAL;
    if (!worker || !p.here || !p.program)
        cli_complain(status, "%s: there is nothing to plan", o->plan);
    else if (broken)
        status = cli_complain(CLI_UNREADABLE, "%s: %s", o->project, broken);
    else if (twice)
        status = cli_complain(CLI_UNREADABLE, "%s: is compiled in different ways, and a program in each: a plan cannot tell them apart", twice);
    else if (make_folder(o->plan) && (p.folder = realpath(o->plan, NULL)) && write_all(&p, worker))
        status = CLI_OK;
    if (status == CLI_OK && !o->quiet)
        fprintf(stderr, "heapproof: %zu programs: %s %s%s && heapproof merge %s\n", json_array_size(p.programs),
                o->executor == CLI_SLURM ? "sbatch --wait" : "ninja -C", o->plan, o->executor == CLI_SLURM ? "/array.sbatch" : "", o->plan);
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

// A path for a depfile: backslashes stand for themselves, unless they come before what is escaped.
static void add_escaped(struct buf *out, const char *path, size_t n) {
    for (size_t i = 0, slashes = 0; i < n; i++) {
        bool escaped = path[i] == ' ' || path[i] == '#';
        for (size_t k = 0; escaped && k <= slashes; k++) buf_char(out, '\\');
        if (path[i] == '$') buf_char(out, '$');
        buf_char(out, path[i]);
        slashes = path[i] == '\\' ? slashes + 1 : 0;
    }
}

// What it was made from, a line each, for make and Ninja.
static void write_depfile(const char *part, const char *files, size_t n, struct buf *out) {
    add_escaped(out, part, strlen(part));
    buf_char(out, ':');
    for (const char *at = files, *end = files + n; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        buf_str(out, " \\\n  ");
        add_escaped(out, at, length);
        at += length + 1;
    }
    buf_char(out, '\n');
}

// The key of the program that the worker hands over, then its files.
static void take_files(const struct cli_outcome *outcome, const char *part, char key[CACHE_DIGITS + 1], struct buf *depends) {
    struct cli_frame f;
    const char *line = cli_frame_find(&outcome->output, CLI_FRAME_TEXT, &f) ? memchr(f.text, '\n', f.n) : NULL;
    size_t n = line ? (size_t)(line - f.text) : 0;
    key[0] = 0;
    if (n == CACHE_DIGITS) memcpy(key, f.text, n), key[n] = 0;
    if (line) write_depfile(part, line + 1, f.n - n - 1, depends);
}

int cli_part_write(const struct cli_job *job, const struct cli_outcome *outcome) {
    const struct cli_options *o = job->options;
    struct buf results = {0}, text = {0}, depends = {0}, path = {0};
    char key[CACHE_DIGITS + 1];
    char digits[CACHE_DIGITS + 1];
    bool unread = outcome->end == CLI_ENDED && outcome->status == CLI_UNREADABLE,
         good = outcome->end == CLI_ENDED && (unread || outcome->status == CLI_OK);
    keep_results(&outcome->output, &results);
    if (!good || !results.n) {
        buf_free(&results);
        return outcome->status ? outcome->status : CLI_INTERNAL;
    }
    take_files(outcome, o->part, key, &depends);
    json_t *j = heading(job, o->entries.at[0].file ? o->entries.at[0].file : "", o->entries.at[0].name);
    cache_key_text(cache_hash(results.text, results.n), digits);
    report_put(j, "unread", json_boolean(unread));
    report_put(j, "hash", report_string(digits));
    report_put(j, "key", report_string(key));
    report_dump(j, JSON_COMPACT, &text);
    buf_add(&text, results.text, results.n);
    buf_printf(&path, "%s.d", o->part);
    good = write_file(path.text, &depends) && write_file(o->part, &text);
    buf_free(&results);
    buf_free(&text);
    buf_free(&depends);
    buf_free(&path);
    return good ? CLI_OK : CLI_INTERNAL;
}
