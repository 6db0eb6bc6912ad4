// SPDX-License-Identifier: MIT
#include "cli/lsp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/frame.h"
#include "cli/property.h"
#include "cli/reports.h"
#include "cli/results.h"
#include "cli/settings.h"
#include "front/compdb.h"
#include "lsp/server.h"
#include "report/report.h"
#include "report/value.h"

enum { NICENESS = 10, LONGEST = 600 };  // of whole programs; seconds
static const double PATIENCE = 10;      // seconds for a check, unless the user says otherwise

struct line {  // the command line
    int argc;
    const char *const *argv;
    const char *settings;  // the file that it names, absolute; NULL: none
};
struct working {
    const struct lsp_task *task;
    struct arena arena;
    struct cli_options o;
    VEC(struct front_stand_in) instead;
    const char *directory;
    const char *project;  // the folder of its heapproof.build or compile_commands.json, or NULL
    cli_list flags;       // of the file
    struct buf messages;
    json_t *answer;
};

static void end(struct working *w, const char *how, json_t *why) {
    report_put(w->answer, "end", report_string(how));
    report_put(w->answer, "why", why);
}

// ---- what is compiled, and how ---------------------------------------------------------------------------------------------------------

static bool is_file(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

// The folder of the nearest heapproof.build or compile_commands.json; NULL: none.
static const char *find_commands(struct arena *a, const char *path) {
    for (char *folder = arena_strdup(a, path), *slash; (slash = strrchr(folder, '/'));) {
        *slash = 0;
        for (int i = 0; i < 2; i++) {
            const char *candidate = arena_printf(a, "%s%s", folder, i ? "/build" : "");
            bool found = is_file(arena_printf(a, "%s/heapproof.build", candidate)) ||
                         is_file(arena_printf(a, "%s/compile_commands.json", candidate));
            if (found) return *candidate ? candidate : "/";
        }
    }
    return NULL;
}

static bool is_unit(struct working *w, const struct front_unit *u) {
    const char *path = u->path[0] == '/' ? u->path : arena_printf(&w->arena, "%s/%s", u->directory, u->path);
    char *real = realpath(path, NULL);
    bool same = real && strcmp(real, w->task->path) == 0;
    free(real);
    return same && !u->hopeless;
}

// The flags of the file, and where it is compiled.
static void take_commands(struct working *w) {
    const char *folder = find_commands(&w->arena, w->task->path);
    struct front_compdb db = {0};
    struct front_options none = {.jobs = 1};
    struct front_messages m = {.ok = true};
    w->project = folder;
    if (w->task->kind == LSP_WHOLE && folder) {
        w->directory = folder;
        return;
    }
    w->directory = arena_strndup(&w->arena, w->task->path, (size_t)(strrchr(w->task->path, '/') - w->task->path) + 1);
    bool read = folder && front_compdb_read(&db, &none, folder, &m);
    if (folder && !read) buf_str(&w->messages, buf_text(&m.text));
    for (uint32_t i = 0; read && i < db.units.n; i++) {
        const struct front_unit *u = &db.units.at[i];
        if (!is_unit(w, u)) continue;
        for (uint32_t k = 0; k < u->flags.n; k++) vec_push(&w->flags, arena_strdup(&w->arena, u->flags.at[k]));
        w->directory = arena_strdup(&w->arena, u->directory);
        break;
    }
    if (folder) front_compdb_free(&db);
    buf_free(&m.text);
}

// A file in memory, by a name that clang can open, as long as this process lives; NULL: there is none.
static const char *in_memory(struct working *w, const struct lsp_text *t) {
    int fd = memfd_create("text", MFD_CLOEXEC);
    for (size_t done = 0; fd >= 0 && done < t->n;) {
        ssize_t n = write(fd, t->text + done, t->n - done);
        if (n < 0 && errno != EINTR) return NULL;
        if (n > 0) done += (size_t)n;
    }
    return fd < 0 ? NULL : arena_printf(&w->arena, "/proc/%d/fd/%d", (int)getpid(), fd);
}

static bool is_saved(const struct lsp_text *t) {
    struct buf saved = {0};
    const char *why;
    bool same = buf_read_regular(&saved, t->path, &why) && saved.n == t->n && memcmp(buf_text(&saved), t->text, t->n) == 0;
    buf_free(&saved);
    return same;
}

// Texts that differ from the files.  False: one cannot be shown to clang, and its file is not what is asked about.
static bool take_texts(struct working *w) {
    bool as_saved = w->task->kind == LSP_PAGE || w->task->kind == LSP_WHOLE, good = true;
    for (uint32_t i = 0; i < w->task->n_texts && !as_saved && good; i++) {
        const struct lsp_text *t = &w->task->texts[i];
        if (!is_file(t->path) || is_saved(t)) continue;
        const char *contents = in_memory(w, t);
        good = contents != NULL;
        if (good)
            vec_push(&w->instead, (struct front_stand_in){t->path, contents});
        else
            end(w, "broken", report_printf("the text of %s cannot be handed to clang: %s", t->path, strerror(errno)));
    }
    w->o.instead = w->instead.at;
    w->o.n_instead = w->instead.n;
    return good;
}

// ---- options -------------------------------------------------------------------------------------------------------------------------

// "FILE:LINE: REASON", as settings have it.
static json_t *settings_error(const char *file, const char *error) {
    json_t *j = report_object();
    size_t n = strlen(file);
    char *reason = NULL;
    bool placed = strncmp(error, file, n) == 0 && error[n] == ':';
    unsigned long line = placed ? strtoul(error + n + 1, &reason, 10) : 0;
    report_put(j, "file", report_exact(file));
    report_put(j, "line", json_integer(line ? (json_int_t)line : 1));
    report_put(j, "reason", report_string(line && *reason == ':' ? reason + 1 + strspn(reason + 1, " ") : error));
    return j;
}

static bool set_options(struct working *w, const struct line *line) {
    struct buf file = {0}, error = {0};
    struct cli_options *o = &w->o;
    const struct lsp_task *t = w->task;
    bool good = cli_parse_words(o, line->argc, line->argv, &error);
    bool whole = t->kind == LSP_WHOLE;
    o->command = whole ? CLI_PROJECT : t->kind == LSP_SHOW ? CLI_SHOW : CLI_CHECK;
    if (whole) o->project = w->project;
    if (!whole) vec_push(&o->files, t->kind == LSP_SHOW ? arena_printf(&w->arena, "%s:%u", t->path, t->line) : t->path);
    if (line->settings) o->settings = line->settings;
    if (whole && !o->jobs) o->jobs = 1;  // it is not urgent
    o->served = !whole;
    o->quiet = true;
    if (t->kind == LSP_PAGE)
        *vec_add(&o->reports) = (struct cli_report){.format = CLI_HTML, .path = t->page, .chosen = true, .placed = true};
    good = good && cli_settings_add(o, &file, &error);
    vec_append(&w->flags, o->flags.at, o->flags.n);
    vec_free(&o->flags);
    o->flags = w->flags;
    good = good && cli_conclude(o, &error);
    if (!o->time_limit) o->time_limit = PATIENCE;
    if (!good) end(w, "settings", settings_error(buf_text(&file), buf_text(&error)));
    buf_free(&file);
    buf_free(&error);
    return good;
}

// ---- the answer ----------------------------------------------------------------------------------------------------------------------

// Findings that comments ignore, in the texts that were checked.
static json_t *ignored(const struct check_result *r) {
    json_t *list = report_array();
    for (uint32_t i = 0; i < r->findings.n; i++)
        if (r->findings.at[i].suppression != CHECK_NEW) report_append(list, json_integer(i));
    return list;
}

static void put_results(struct working *w, const struct cli_job *job, const struct cli_outcome *outcome) {
    cli_results results = {0};
    struct buf messages = {0};
    struct report_sources sources = {0};
    json_t *all = report_array(), *hidden = report_array();
    cli_results_collect(&results, &outcome->output);
    if (outcome->end != CLI_ENDED && outcome->end != CLI_BROKEN) {
        cli_results_unfinished(&results, &w->o, outcome->end);
        vec_last(&results).entry = "";  // whichever it was
    }
    for (uint32_t i = 0; i < w->instead.n; i++) report_sources_instead(&sources, w->instead.at[i].path, w->instead.at[i].contents);
    report_ignore(results.at, results.n, job->property.rules, true, &sources, &messages);
    for (uint32_t i = 0; i < results.n; i++) {
        struct buf line = {0};
        report_pack(&results.at[i], &line);
        report_append(all, report_string(buf_text(&line)));
        report_append(hidden, ignored(&results.at[i]));
        buf_free(&line);
    }
    if (w->task->kind == LSP_PAGE && results.n) cli_write_reports(job, results.at, results.n, CLI_OK);
    report_put(w->answer, "results", all);
    report_put(w->answer, "ignored", hidden);
    report_sources_free(&sources);
    buf_free(&messages);
    cli_results_free(&results);
}

static void put_text(struct working *w, const struct cli_outcome *outcome) {
    struct cli_frame f;
    if (cli_frame_find(&outcome->output, CLI_FRAME_TEXT, &f)) {
        char *text = arena_strndup(&w->arena, f.text, f.n);
        report_put(w->answer, "text", report_string(text));
    }
    if (cli_frame_find(&outcome->output, CLI_FRAME_FUNCTIONS, &f)) {
        json_t *functions = json_loadb(f.text, f.n, 0, NULL);
        if (functions) report_put(w->answer, "functions", functions);
    }
}

static void check(struct working *w) {
    struct cli_job job = {.options = &w->o};
    struct cli_limits limits = {.seconds = w->o.time_limit, .megabytes = w->o.memory_limit, .until_output = w->o.summary};
    struct cli_outcome outcome;
    struct buf error = {0};
    if (!cli_property_read(&job.property, w->o.property, &error)) {
        end(w, "settings", settings_error("", buf_text(&error)));
        buf_free(&error);
        return;
    }
    cli_supervise(&limits, cli_work, &job, &outcome);
    put_results(w, &job, &outcome);
    put_text(w, &outcome);
    if (outcome.end == CLI_BROKEN || (outcome.end == CLI_ENDED && outcome.status == CLI_INTERNAL))
        end(w, "broken", report_string(outcome.end == CLI_BROKEN ? buf_text(&outcome.why) : "internal error"));
    else
        end(w, outcome.end == CLI_ENDED && outcome.status != CLI_OK ? "unreadable" : "done", json_null());
    cli_outcome_free(&outcome);
}

static void take_messages(struct working *w, int fd) {
    char chunk[1 << 14];
    ssize_t n;
    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, chunk, sizeof chunk)) > 0) buf_add(&w->messages, chunk, (size_t)n);
    report_put(w->answer, "messages", report_string(buf_text(&w->messages)));
}

// What nobody waits for leaves room for others, and does not go on for ever in a project that is too large; what it found by then is kept in the cache.
static void be_modest(void) {
    nice(NICENESS);
    alarm(LONGEST);
}

static void work(void *self, const struct lsp_task *t, int fd) {
    struct working w = {.task = t, .answer = report_object()};
    int said = memfd_create("messages", MFD_CLOEXEC);
    struct buf text = {0};
    dup2(said, STDERR_FILENO);
    take_commands(&w);
    report_put(w.answer, "directory", report_exact(w.directory));
    if (t->kind == LSP_WHOLE) be_modest();
    if (t->kind == LSP_WHOLE && !w.project) {
        end(&w, "done", json_null());
    } else if (!is_file(t->path)) {
        end(&w, "unreadable", json_null());
        buf_str(&w.messages, "it is not on disk yet");
    } else if (chdir(w.directory) != 0) {
        end(&w, "broken", report_printf("%s: %s", w.directory, strerror(errno)));
    } else if (set_options(&w, self)) {
        if (take_texts(&w)) check(&w);
    }
    fflush(stderr);
    take_messages(&w, said);
    report_dump(w.answer, JSON_COMPACT, &text);
    for (size_t done = 0; done < text.n;) {
        ssize_t n = write(fd, text.text + done, text.n - done);
        if (n < 0 && errno != EINTR) break;
        if (n > 0) done += (size_t)n;
    }
}

// Names of files are relative to where the server was started.
int cli_lsp(const struct cli_options *o, int argc, const char *const *argv) {
    bool named = o->settings && strcmp(o->settings, "none") != 0;
    char *settings = named ? realpath(o->settings, NULL) : NULL;
    if (named && !settings) {
        fprintf(stderr, "heapproof: error: %s: %s\n", o->settings, strerror(errno));
        return CLI_USAGE;
    }
    struct line line = {argc, argv, settings};
    struct lsp_engine engine = {&line, !o->open_files, work};
    int status = lsp_serve(&engine, STDIN_FILENO, STDOUT_FILENO);
    free(settings);
    return status;
}
