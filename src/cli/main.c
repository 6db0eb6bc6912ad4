// SPDX-License-Identifier: MIT
// The program: from the command line to the exit status.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/portfolio.h"
#include "check/program.h"
#include "cli/complete.h"
#include "cli/diff.h"
#include "cli/frame.h"
#include "cli/launch.h"
#include "cli/lsp.h"
#include "cli/merge.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/pictures.h"
#include "cli/plan.h"
#include "cli/replay.h"
#include "cli/reports.h"
#include "cli/results.h"
#include "cli/settings.h"
#include "cli/supervise.h"
#include "cli/suppress.h"
#include "cli/work.h"
#include "front/version.h"
#include "report/report.h"

static int complain(int status, const char *what, const char *why) {
    cli_complain(status, "%s%s%s", what, *what ? ": " : "", why);
    if (status == CLI_USAGE) fputs("Try 'heapproof --help'.\n", stderr);
    return status;
}

static int write_out(const struct cli_options *o, const struct buf *text, int status) {
    const char *why;
    return cli_output_write(o->output, text, &why) ? status : complain(CLI_INTERNAL, o->output ? o->output : "standard output", why);
}

// The text that the worker has ready for the user.
static int write_text(const struct cli_options *o, const struct cli_outcome *outcome, int status) {
    struct cli_frame f;
    struct buf text = {0};
    if (cli_frame_find(&outcome->output, CLI_FRAME_TEXT, &f)) buf_add(&text, f.text, f.n);
    int answer = write_out(o, &text, status);
    buf_free(&text);
    return answer;
}

// The picture, if there is one; CLI_OK: nothing went wrong.
static int write_drawing(const struct cli_options *o, const struct cli_outcome *outcome) {
    struct cli_frame f;
    struct buf dot = {0};
    if (!o->picture || !cli_frame_find(&outcome->output, CLI_FRAME_PICTURE, &f)) return CLI_OK;
    buf_add(&dot, f.text, f.n);
    int status = cli_write_picture(o->picture, buf_text(&dot));
    buf_free(&dot);
    return status;
}

static int report(const struct cli_job *job, const struct cli_outcome *outcome) {
    const struct cli_options *o = job->options;
    cli_results results = {0};
    cli_results_collect(&results, &outcome->output);
    if (outcome->end != CLI_ENDED) cli_results_unfinished(&results, o, outcome->end);
    report_macros(results.at, results.n);
    int status = cli_suppress(job, results.at, results.n), replayed = cli_replay(o, results.at, results.n, status);
    int answer = cli_write_reports(job, results.at, results.n, status);
    if (answer == status) answer = replayed;
    if (answer == status) answer = cli_write_witness(o, results.at, results.n, status);
    if (o->pictures && answer == status) answer = cli_write_pictures(o->pictures, results.at, results.n, answer);
    cli_results_free(&results);
    return answer;
}

// Printing the program has no verdict: a limit is told on standard error.
static int show_ir(const struct cli_options *o, const struct cli_outcome *outcome) {
    if (outcome->end == CLI_ENDED) return write_text(o, outcome, CLI_OK);
    cli_results results = {0};
    cli_results_unfinished(&results, o, outcome->end);
    fprintf(stderr, "heapproof: unknown: %s\n", results.at[0].reason);
    cli_results_free(&results);
    return CLI_UNKNOWN;
}

// A specification's report comes ready from the worker; a limit is its verdict.
static int show_tvl(const struct cli_options *o, const struct cli_outcome *outcome) {
    if (outcome->end == CLI_ENDED) {
        int answer = write_text(o, outcome, outcome->status);
        int drawn = answer == outcome->status ? write_drawing(o, outcome) : CLI_OK;
        return drawn == CLI_OK ? answer : drawn;
    }
    struct buf text = {0};
    cli_results results = {0};
    cli_results_unfinished(&results, o, outcome->end);
    buf_printf(&text, "verdict: unknown: %s\n", results.at[0].reason);
    int answer = write_out(o, &text, CLI_UNKNOWN);
    cli_results_free(&results);
    buf_free(&text);
    return answer;
}

// What is known at a line comes ready from the worker.
static int show_place(const struct cli_options *o, const struct cli_outcome *outcome) {
    struct cli_frame f;
    if (outcome->end != CLI_ENDED) return show_ir(o, outcome);
    int status = write_text(o, outcome, cli_frame_find(&outcome->output, CLI_FRAME_KNOWN, &f) ? CLI_OK : CLI_UNKNOWN);
    return status == CLI_OK ? write_drawing(o, outcome) : status;
}

static int finish(const struct cli_job *job, const struct cli_outcome *outcome) {
    if (outcome->end == CLI_BROKEN) {
        fprintf(stderr, "heapproof: internal error: %s\n", buf_text(&outcome->why));
        return CLI_INTERNAL;
    }
    if (job->options->command == CLI_TVL && outcome->status != CLI_UNREADABLE) return show_tvl(job->options, outcome);
    if (job->options->part) return cli_part_write(job, outcome);
    struct cli_frame f;
    bool results = cli_frame_find(&outcome->output, CLI_FRAME_RESULT, &f);
    bool partly = outcome->status == CLI_INTERNAL && job->options->command == CLI_CHECK && results;
    if (outcome->end == CLI_ENDED && partly) return report(job, outcome), CLI_INTERNAL;
    if (outcome->end == CLI_ENDED && outcome->status != CLI_OK) return outcome->status;
    if (job->options->plan) return cli_plan_write(job, outcome);
    if (job->options->command == CLI_SHOW) return show_place(job->options, outcome);
    bool text = job->options->command == CLI_IR || job->options->command == CLI_STUBS;
    return text ? show_ir(job->options, outcome) : report(job, outcome);
}

// Does the program start where the property says?
static bool agrees(const struct cli_options *o, const struct cli_property *property) {
    bool good = !*property->entry || !o->each;
    for (uint32_t i = 0; i < o->entries.n && *property->entry; i++) good &= strcmp(property->entry, o->entries.at[i].name) == 0;
    return good;
}

// done: what the worker did; NULL: it is to be started.
static int perform(const struct cli_options *o, const struct cli_outcome *done) {
    struct cli_job job = {.options = o};
    struct cli_outcome outcome;
    struct cli_limits limits = {.seconds = o->time_limit, .megabytes = o->memory_limit};
    limits.until_output = o->each || o->entries.n > 1 || o->project;
    struct buf error = {0};
    int status = CLI_USAGE;
    if (!cli_property_read(&job.property, o->property, &error))
        complain(status, "", buf_text(&error));
    else if (!agrees(o, &job.property))
        complain(status, o->property, "starts at another function than --entry says");
    else if (!cli_reports_possible(o, &error))
        complain(status, "", buf_text(&error));
    else if (!cli_suppress_possible(&job, &error))
        complain(status, "", buf_text(&error));
    else if (done) {
        status = finish(&job, done);
    } else {
        cli_supervise(&limits, cli_work, &job, &outcome);
        status = finish(&job, &outcome);
        cli_outcome_free(&outcome);
    }
    report_baseline_free(&job.baseline);
    buf_free(&error);
    return status;
}

static void add_versions(const struct cli_options *o, struct buf *out) {
    struct front_options front = {.clang = o->clang};
    buf_printf(out, "heapproof %s\n", HEAPPROOF_VERSION);
    front_versions(&front, out);
    check_versions(out);
}

static int show_text(const struct cli_options *o) {
    struct buf text = {0};
    const char *why = "";
    if (o->help)
        cli_help(&text);
    else if (cli_lists(o) && !o->version)
        check_turns_list(&text);
    else if (o->command == CLI_COMPLETION && !o->version)
        cli_complete(o->files.at[0], &text);
    else if (!o->version)
        cli_explain(o->files.n ? o->files.at[0] : NULL, &text);
    else
        add_versions(o, &text);
    bool good = cli_output_write(o->output, &text, &why);
    buf_free(&text);
    return good ? CLI_OK : complain(CLI_INTERNAL, o->output ? o->output : "standard output", why);
}

// The command line, and settings.
static bool read_options(struct cli_options *o, int argc, const char *const *argv, struct buf *error) {
    struct buf file = {0};
    bool good = cli_parse_words(o, argc, argv, error);
    if (good && !cli_tells(o)) good = cli_settings_add(o, &file, error) && cli_conclude(o, error);
    if (good && file.n && !o->quiet) fprintf(stderr, "heapproof: settings of %s\n", buf_text(&file));
    buf_free(&file);
    return good;
}

// The report of a project, as 'heapproof project' with the options of the plan and those given now would write it.
static int merge(const struct cli_options *given, int argc, const char *const *argv) {
    struct cli_merge m;
    struct cli_options o;
    struct buf error = {0};
    int status = CLI_UNREADABLE;
    if (!cli_merge_read(&m, given, argc, argv, &error)) {
        complain(status, "", buf_text(&error));
    } else {
        cli_list words = {0};
        vec_push(&words, argv[0]);
        vec_append(&words, m.words.at, m.words.n);
        bool good = cli_parse(&o, (int)words.n, words.at, &error);
        o.settings_file = m.settings_file;
        status = good ? perform(&o, &m.outcome) : complain(CLI_USAGE, "", buf_text(&error));
        cli_options_free(&o);
        vec_free(&words);
    }
    cli_merge_free(&m);
    buf_free(&error);
    return status;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], cli_commands[CLI_CC]) == 0) return cli_launch(argv + 2);
    struct cli_options o;
    struct buf error = {0};
    int status;
    if (!read_options(&o, argc, (const char *const *)argv, &error))
        status = complain(CLI_USAGE, "", buf_text(&error));
    else if (o.command == CLI_LSP && !cli_tells(&o))
        status = cli_lsp(&o, argc, (const char *const *)argv);
    else if (cli_tells(&o) || o.command == CLI_EXPLAIN || o.command == CLI_COMPLETION)
        status = show_text(&o);
    else if (o.command == CLI_MERGE)
        status = merge(&o, argc, (const char *const *)argv);
    else if (o.command == CLI_DIFF)
        status = cli_diff(&o);
    else
        status = perform(&o, NULL);
    buf_free(&error);
    cli_options_free(&o);
    return status;
}
