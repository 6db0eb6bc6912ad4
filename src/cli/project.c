// SPDX-License-Identifier: MIT
// The programs of a project, in the worker: results that are known from before, and the rest, checked.
#include <stdio.h>

#include "cli/batch.h"
#include "cli/frame.h"
#include "report/report.h"
#include "report/value.h"

int cli_do_program(struct cli_worker *w, struct front_project *project, struct cli_entry e) {
    struct front_messages m = {.ok = true};
    double start = cli_now();
    struct ir_program *p = front_project_read(project, e.file, e.name ? e.name : "main", &m);
    front_project_source(project, e.file, &w->linked);
    w->read_time = cli_now() - start;
    m.ok = p != NULL;
    cli_tell(w, &m);
    if (!p) return CLI_UNREADABLE;
    int status = cli_handle(w, p, e, e.file ? e.file : w->o->project);
    ir_program_free(p);
    return status;
}

static int refuse_several(const struct cli_worker *w, const struct front_project *project, uint32_t n) {
    cli_complain(CLI_USAGE, "%s: the project has %u programs; choose one with --entry FILE:main:", w->o->project, n);
    for (uint32_t i = 0; i < n; i++) fprintf(stderr, "  %s\n", front_project_file(project, i));
    return CLI_USAGE;
}

// Results that are known, and the units compiled that the other programs take.
static void recall_all(struct cli_batch *b) {
    for (uint32_t i = 0; i < b->entries.n; i++) {
        const struct cli_entry *e = &b->entries.at[i];
        cli_recall(b->w, b->project, *e, &b->recalled[i]);
        if (!b->recalled[i].known) front_project_want(b->project, e->file, e->name);
    }
    front_project_compile(b->project);
}

static void add_key(struct front_project *project, const struct cli_entry *e, struct buf *out) {
    struct cache_key key;
    char digits[CACHE_DIGITS + 1] = "";
    if (front_project_key(project, e->file, e->name, &key)) cache_key_text(key, digits);
    buf_str(out, digits);
}

// What the only program is made from: a line with its key, empty if it has none; the files.
static void hand_over_files(struct cli_batch *b) {
    struct buf files = {0};
    add_key(b->project, &b->entries.at[0], &files);
    buf_char(&files, '\n');
    front_project_files(b->project, b->entries.at[0].file, b->entries.at[0].name, &files);
    cli_frame_write(b->w->fd, CLI_FRAME_TEXT, &files);
    buf_free(&files);
}

static int do_summary(struct cli_batch *b) {
    struct cli_worker *w = b->w;
    struct arena a = {0};
    uint32_t n = b->entries.n;
    if (w->front.cache) {
        b->recalled = ARENA_ARRAY(&a, struct cli_recalled, n);
        recall_all(b);
    }
    uint32_t analysed = n;
    for (uint32_t i = 0; i < n && b->recalled; i++) analysed -= b->recalled[i].known;
    int status = cli_do_batch(b, n);
    if (w->o->part) hand_over_files(b);
    if (w->front.cache) fwrite(buf_text(&w->front.cache->notes), 1, w->front.cache->notes.n, stderr);
    if (!w->o->quiet) fprintf(stderr, "heapproof: %u program%s: %u analysed, %u unchanged\n", n, n == 1 ? "" : "s", analysed, n - analysed);
    arena_free(&a);
    return status;
}

// A file that cannot be read has no verdict, and so the project is not safe.
static bool next_unread(struct front_project *project, uint32_t *next, struct check_result *r) {
    const char *why, *file = front_project_unread(project, next, &why);
    if (!file) return false;
    check_result_init(r, file, "");
    check_unknown(r, "%s is not read: %s", file, why);
    return true;
}

static int add_unread(struct cli_worker *w, struct front_project *project) {
    struct check_result r;
    for (uint32_t next = 0; next_unread(project, &next, &r);) {
        int status = cli_hand_over(w, &r);
        check_result_free(&r);
        if (status != CLI_OK) return status;
    }
    return CLI_OK;
}

// Instead of checking: which programs there are, and what they hold.
static int do_plan(struct cli_batch *b, bool all) {
    json_t *j = report_object(), *programs = report_array(), *keys = report_array(), *unread = report_array();
    struct check_result r;
    struct buf text = {0};
    for (uint32_t i = 0; i < b->entries.n; i++) {
        json_t *one = report_object();
        report_put(one, "file", report_string(b->entries.at[i].file ? b->entries.at[i].file : ""));
        report_put(one, "entry", report_string(b->entries.at[i].name));
        report_append(programs, one);
        struct buf key = {0};
        add_key(b->project, &b->entries.at[i], &key);
        report_append(keys, report_string(buf_text(&key)));
        buf_free(&key);
    }
    for (uint32_t next = 0; all && next_unread(b->project, &next, &r);) {
        struct buf line = {0};
        report_pack(&r, &line);
        report_append(unread, report_string(buf_text(&line)));
        buf_free(&line);
        check_result_free(&r);
    }
    report_put(j, "programs", programs);
    report_put(j, "keys", keys);
    report_put(j, "unread", unread);
    report_dump(j, JSON_COMPACT, &text);
    bool good = cli_frame_write(b->w->fd, CLI_FRAME_TEXT, &text);
    buf_free(&text);
    return good ? CLI_OK : cli_complain(CLI_INTERNAL, "cannot hand over the plan");
}

// The programs that the user chose, or all.
static int do_programs(struct cli_worker *w, struct front_project *project) {
    struct cli_batch b = {.w = w, .project = project};
    struct cli_entry chosen = cli_chosen_entry(w);
    uint32_t n = front_project_programs(project);
    if (!chosen.name && n == 0)
        return cli_complain(CLI_UNREADABLE,
                            "%s: no file that was read defines main; build all of the project anew, with its programs (tests, say), "
                            "or choose where to start with --entry FILE:NAME",
                            w->o->project);
    if (!chosen.name && n > 1 && w->o->command != CLI_CHECK && w->o->command != CLI_SHOW) return refuse_several(w, project, n);
    if (chosen.name && !w->o->entries.n) vec_push(&b.entries, chosen);
    for (uint32_t i = 0; i < w->o->entries.n; i++) vec_push(&b.entries, w->o->entries.at[i]);
    for (uint32_t i = 0; i < n && !chosen.name; i++) vec_push(&b.entries, (struct cli_entry){front_project_file(project, i), "main"});
    int status = w->o->plan        ? do_plan(&b, !chosen.name)
                 : w->o->summary   ? do_summary(&b)
                 : b.entries.n > 1 ? cli_do_batch(&b, b.entries.n)
                                   : cli_do_program(w, project, b.entries.at[0]);
    if (!chosen.name && w->o->command == CLI_CHECK && !w->o->plan && status == CLI_OK) status = add_unread(w, project);
    vec_free(&b.entries);
    return status;
}

static void show_compiled(void *self, uint32_t done, uint32_t n) {
    cli_show_bar(self, "compiled", done, n, "files", "");
}

static int read_project(struct cli_worker *w) {
    struct front_messages m = {.ok = true};
    cli_say(w, "reading", w->o->project);
    w->front.self = w;
    if (w->o->summary && cli_is_watched(w)) w->front.progress = show_compiled;
    struct front_project *project = front_project_open(&w->front, w->o->project, &m);
    cli_end_progress(w);
    m.ok = project != NULL;
    cli_tell(w, &m);
    if (!project) return CLI_UNREADABLE;
    int status = do_programs(w, project);
    front_project_close(project);
    return status;
}

int cli_do_project(struct cli_worker *w) {
    struct arena a = {0};
    struct cache cache = {.folder = w->o->summary ? cli_cache_folder(w->o, &a) : NULL};
    if (cache.folder) w->front.cache = &cache;
    int status = read_project(w);
    buf_free(&cache.notes);
    arena_free(&a);
    return status;
}
