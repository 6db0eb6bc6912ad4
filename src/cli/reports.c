// SPDX-License-Identifier: MIT
#include "cli/reports.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/decisive.h"
#include "cli/output.h"
#include "front/compdb.h"
#include "report/report.h"

bool cli_reports_possible(const struct cli_options *o, struct buf *error) {
    for (uint32_t i = 0; i < o->reports.n; i++) {
        const char *path = o->reports.at[i].path;
        const char *why;
        bool good = cli_output_possible(path, o->files.at, o->files.n, &why);
        for (uint32_t k = 0; k < i && good; k++)
            if (cli_output_same(path, o->reports.at[k].path)) good = false, why = "two reports go to this file";
        if (good) continue;
        buf_printf(error, "%s: %s", path, why);
        return false;
    }
    return true;
}

bool cli_reports_show(const struct cli_options *o, enum cli_format format) {
    bool any = false;
    for (uint32_t i = 0; i < o->reports.n; i++) any |= o->reports.at[i].format == format;
    return any;
}

bool cli_reports_own_stdout(const struct cli_options *o) {
    bool any = false;
    for (uint32_t i = 0; i < o->reports.n; i++) any |= !o->reports.at[i].path && o->reports.at[i].format != CLI_TEXT;
    return any;
}

// The reader's wish comes from the environment, as other programs take it: NO_COLOR, or a terminal that has none.
static bool shows_color(void) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && *no) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

struct results {
    const struct check_result *at;
    uint32_t n;
    int status;
};

static void write_one(const struct results *r, const struct report_options *how, enum cli_format format, struct buf *out) {
    switch (format) {
    case CLI_TEXT: report_text(r->at, r->n, how, out); break;
    case CLI_JSON: report_json(r->at, r->n, how, out); break;
    case CLI_SARIF: report_sarif(r->at, r->n, how, r->status, out); break;
    case CLI_HTML: report_html(r->at, r->n, how, out); break;
    }
}

// "FILE: OPTIONS", those included that decide the exit status alone; NULL: there is no file.
static const char *settings_of(const struct cli_options *o, const cli_list *decisive, struct arena *a) {
    cli_list judging = {0};
    struct buf text = {0};
    if (!o->settings_file) return NULL;
    cli_judging(o, a, &judging);
    buf_printf(&text, "%s:", o->settings_file);
    for (uint32_t i = 0; i < decisive->n; i++) buf_printf(&text, " %s", decisive->at[i]);
    for (uint32_t i = 0; i < judging.n; i++) buf_printf(&text, " %s", judging.at[i]);
    const char *copy = arena_strdup(a, buf_text(&text));
    buf_free(&text);
    vec_free(&judging);
    return copy;
}

// Names of files are whole, or as short as they can be from here.
static void set_project(const struct cli_options *o, struct arena *a, struct report_options *how) {
    char *here = getcwd(NULL, 0), *folder = o->summary && o->project ? realpath(o->project, NULL) : NULL;
    if (folder) how->project[0] = arena_printf(a, "%s/", folder);
    if (folder && here && strcmp(here, folder) != 0) how->project[1] = arena_printf(a, "%s/", front_short_path(a, folder, here));
    free(here);
    free(folder);
}

static int write_contracts(const struct cli_options *o, const struct results *r, int status) {
    struct buf text = {0};
    const char *why;
    if (o->contracts == CLI_CONTRACTS_ACSL)
        report_acsl(r->at, r->n, &text);
    else
        report_contracts(r->at, r->n, o->contracts == CLI_CONTRACTS_JSON, &text);
    if (!cli_output_write(NULL, &text, &why)) status = cli_complain(CLI_INTERNAL, "standard output: %s", why);
    buf_free(&text);
    return status;
}

int cli_write_reports(const struct cli_job *job, const struct check_result *results, uint32_t n, int status) {
    const struct cli_options *o = job->options;
    struct report_options how = {.quiet = o->quiet,
                                 .stats = o->stats,
                                 .verbose = o->verbose,
                                 .run = o->command == CLI_RUN,
                                 .table = o->each,
                                 .summary = o->summary,
                                 .baseline = o->baseline != NULL,
                                 .rules = job->property.rules};
    struct arena a = {0};
    cli_list options = {0};
    cli_decisive(o, false, &a, &options);
    how.options = options.at;
    how.n_options = options.n;
    how.settings = settings_of(o, &options, &a);
    set_project(o, &a, &how);
    struct results r = {results, n, status};
    for (uint32_t i = 0; i < o->reports.n; i++) {
        const struct cli_report *report = &o->reports.at[i];
        struct buf text = {0};
        const char *why;
        how.color = o->color == CLI_ALWAYS || (o->color == CLI_AUTO && !report->path && shows_color());
        write_one(&r, &how, report->format, &text);
        if (!cli_output_write(report->path, &text, &why)) {
            fprintf(stderr, "heapproof: error: %s: %s\n", report->path ? report->path : "standard output", why);
            status = CLI_INTERNAL;
        }
        buf_free(&text);
    }
    if (o->contracts) status = write_contracts(o, &r, status);
    vec_free(&options);
    arena_free(&a);
    return status;
}
