// SPDX-License-Identifier: MIT
#include "cli/batch.h"

#include <stdio.h>

#include "cli/frame.h"
#include "cli/supervise.h"
#include "report/report.h"

static int work_on(void *context, uint32_t task, int fd) {
    struct cli_batch *b = context;
    uint32_t i = b->tasks.at[task];
    b->w->fd = fd;
    if (b->project) return cli_do_program(b->w, b->project, b->entries.at[i]);
    return cli_judge(b->w, b->p, cli_file_of(b->w, b->p, b->funcs.at[i], b->w->o->files.at[0]), b->funcs.at[i]);
}

// A result for a program without one: the others still count.
static void add_failure(const struct cli_batch *b, uint32_t i, struct cli_outcome *outcome) {
    const struct cli_worker *w = b->w;
    struct check_result r;
    struct buf line = {0};
    const char *linked = NULL, *file = b->project ? front_project_source(b->project, b->entries.at[i].file, &linked) : NULL;
    if (b->project)
        check_result_init(&r, file ? file : w->o->project, b->entries.at[i].name);
    else
        check_result_init(&r, cli_file_of(w, b->p, b->funcs.at[i], w->o->files.at[0]), b->p->funcs.at[b->funcs.at[i]].name);
    if (linked) r.linked = arena_strdup(&r.arena, linked);
    if (outcome->end == CLI_BROKEN)
        check_unknown(&r, "internal error: %s", buf_text(&outcome->why));
    else if (outcome->end == CLI_ENDED)
        check_unknown(&r, "the program could not be read");
    else
        cli_add_limit(&r, w->o, outcome->end);
    buf_free(&outcome->output);
    report_pack(&r, &line);
    cli_frame_add(&outcome->output, CLI_FRAME_RESULT, &line);
    buf_free(&line);
    check_result_free(&r);
}

// A process that ends in any other way than these has failed.
static void judge_outcome(struct cli_outcome *outcome) {
    bool known = outcome->status == CLI_OK || outcome->status == CLI_UNREADABLE || outcome->status == CLI_USAGE;
    if (outcome->end != CLI_ENDED || known) return;
    outcome->end = CLI_BROKEN;
    buf_printf(&outcome->why, "unexpected status %d", outcome->status);
}

static void hand_over(struct cli_batch *b, const struct buf *output, const struct buf *messages) {
    if (messages->n) cli_end_progress(b->w);
    if (messages->n) fwrite(messages->text, 1, messages->n, stderr);
    if (!cli_frame_pass(b->w->fd, output) && b->status == CLI_OK) b->status = CLI_INTERNAL;
    b->told++;
}

// Those before program i are known.
static void hand_over_known(struct cli_batch *b, uint32_t i) {
    while (b->told < i) {
        struct cli_recalled *known = &b->recalled[b->told];
        hand_over(b, &known->output, &known->messages);
        buf_free(&known->output);
        buf_free(&known->messages);
    }
}

static void take_outcome(void *context, uint32_t task, struct cli_outcome *outcome) {
    struct cli_batch *b = context;
    uint32_t i = b->tasks.at[task];
    judge_outcome(outcome);
    hand_over_known(b, i);
    if (outcome->end == CLI_BROKEN) b->status = CLI_INTERNAL;
    bool finished = outcome->end == CLI_ENDED && outcome->status == CLI_OK;
    if (outcome->end == CLI_ENDED && !finished) b->unread++;
    if (!finished) add_failure(b, i, outcome);
    bool lasting = finished || outcome->end == CLI_OUT_OF_TIME || outcome->end == CLI_OVER_MEMORY;
    if (b->recalled && lasting) cli_keep(b->w->front.cache, &b->recalled[i], &outcome->output, &outcome->messages);
    hand_over(b, &outcome->output, &outcome->messages);
}

// Those that are known from before count as done; the oldest that runs is named, with the time that its limit leaves.
static void show_progress(void *context, const struct cli_advance *a) {
    struct cli_batch *b = context;
    struct buf more = {0};
    if (a->running) {
        const struct cli_entry *e = b->project ? &b->entries.at[b->tasks.at[a->oldest]] : NULL;
        double left = b->w->o->time_limit - a->seconds;
        buf_printf(&more, ", %u running", a->running);
        if (b->w->o->time_limit > 0) buf_printf(&more, ", %.0f s left", left > 0 ? left : 0);
        if (e) buf_printf(&more, ": %s", e->file ? e->file : e->name);
    }
    uint32_t known = b->n - b->tasks.n;
    cli_show_bar(b->w, "checked", known + a->done, b->n, "programs", buf_text(&more));
    buf_free(&more);
}

int cli_do_batch(struct cli_batch *b, uint32_t n) {
    struct cli_worker *w = b->w;
    int fd = w->fd;
    b->n = n;
    if (w->o->command == CLI_CHECK && !cli_frame_write(fd, CLI_FRAME_BEGUN, NULL))
        return cli_complain(CLI_INTERNAL, "cannot hand over results");
    for (uint32_t i = 0; i < n; i++)
        if (!b->recalled || !b->recalled[i].known) vec_push(&b->tasks, i);
    struct cli_tasks t = {.n = b->tasks.n, .jobs = w->front.jobs, .limits = {w->o->time_limit, w->o->memory_limit, false}, .quietly = true};
    t.work = work_on;
    t.done = take_outcome;
    if (w->o->summary && cli_is_watched(w)) t.progress = show_progress;
    t.context = b;
    w->read_before = !b->project;
    cli_supervise_all(&t);
    cli_end_progress(w);
    w->fd = fd;
    hand_over_known(b, n);
    vec_free(&b->tasks);
    return b->unread == n ? CLI_UNREADABLE : b->status;
}
