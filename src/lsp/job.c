// SPDX-License-Identifier: MIT
#include "lsp/job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lsp/document.h"
#include "lsp/feature.h"
#include "report/report.h"
#include "report/value.h"

enum { MOST_CHECKS = 2, MOST_RUNNING = 4, MOST_JOBS = 200 };
static const double IDLE = 2;  // seconds, before whole programs are looked at

// ---- starting ------------------------------------------------------------------------------------------------------------------------

struct lsp_job *lsp_job_add(struct lsp_server *s, enum lsp_kind kind, const struct lsp_document *d) {
    if (s->jobs.n >= MOST_JOBS) return NULL;
    struct lsp_job *j = calloc(1, sizeof *j);
    if (!j || !(j->uri = strdup(d->uri))) base_out_of_memory();
    j->kind = kind;
    j->change = kind == LSP_WHOLE ? s->changes : d->change;
    j->pidfd = j->fd = -1;
    vec_push(&s->jobs, j);
    return j;
}

static _Noreturn void be_job(struct lsp_server *s, const struct lsp_job *j, const struct lsp_document *d, pid_t parent) {
    VEC(struct lsp_text) texts = {0};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || nothing < 0) _exit(1);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &s->ending, NULL);
    for (uint32_t i = 0; i < s->documents.n; i++)
        if (s->documents.at[i]->path)
            vec_push(&texts, (struct lsp_text){s->documents.at[i]->path, buf_text(&s->documents.at[i]->text), s->documents.at[i]->text.n});
    struct lsp_task task = {
        .kind = j->kind, .path = d->path, .line = (uint32_t)j->line + 1, .page = j->page, .texts = texts.at, .n_texts = texts.n};
    s->engine->work(s->engine->self, &task, j->fd);
    _exit(0);
}

// A task that cannot be started ends at once, and has failed.
static void start(struct lsp_server *s, struct lsp_job *j) {
    struct lsp_document *d = lsp_document(s, j->uri);
    pid_t parent = getpid();
    j->fd = memfd_create("heapproof-answer", MFD_CLOEXEC);
    j->pid = j->fd < 0 || !d ? -1 : fork();
    if (j->pid == 0) be_job(s, j, d, parent);
    if (j->pid > 0) j->pidfd = pidfd_open(j->pid, 0);
    if (j->pidfd >= 0) {
        if (!j->id) lsp_progress_ask(s, j);
        return;
    }
    if (j->pid > 0) kill(j->pid, SIGKILL), waitpid(j->pid, NULL, 0);
    j->pid = 0;
    lsp_job_finish(s, j);
}

static uint32_t count_running(const struct lsp_server *s, bool checks) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->jobs.n; i++) n += s->jobs.at[i]->pid > 0 && (!checks || s->jobs.at[i]->kind == LSP_CHECK);
    return n;
}

static struct lsp_job *check_of(const struct lsp_server *s, const char *uri) {
    for (uint32_t i = 0; i < s->jobs.n; i++)
        if (s->jobs.at[i]->kind == LSP_CHECK && strcmp(s->jobs.at[i]->uri, uri) == 0) return s->jobs.at[i];
    return NULL;
}

bool lsp_job_is_coming(const struct lsp_server *s, const struct lsp_document *d) {
    bool coming = d->due != 0;
    for (uint32_t i = 0; i < s->jobs.n && !coming; i++) {
        const struct lsp_job *j = s->jobs.at[i];
        coming = j->kind == LSP_CHECK && !j->cancelled && strcmp(j->uri, d->uri) == 0;
    }
    return coming;
}

// One that may start now, those that somebody waits for first; NULL: none.
static struct lsp_job *next_job(const struct lsp_server *s) {
    struct lsp_job *found = NULL;
    if (count_running(s, false) >= MOST_RUNNING) return NULL;
    bool checks = count_running(s, true) < MOST_CHECKS;
    for (uint32_t i = 0; i < s->jobs.n; i++) {
        struct lsp_job *j = s->jobs.at[i];
        if (j->pid || (j->kind == LSP_CHECK && !checks)) continue;
        if (j->kind != LSP_CHECK) return j;
        if (!found) found = j;
    }
    return found;
}

// What is about a text that is no more.
static void cancel_stale(struct lsp_server *s) {
    for (uint32_t i = s->jobs.n; i-- > 0;) {
        struct lsp_job *j = s->jobs.at[i];
        const struct lsp_document *d = lsp_document(s, j->uri);
        if (j->cancelled || (d && j->change == (j->kind == LSP_WHOLE ? s->changes : d->change))) continue;
        if (j->id) lsp_fail(s, j->id, LSP_CONTENT_MODIFIED, "the document has changed");
        lsp_job_cancel(s, j);
    }
}

// The newest document, if nothing is left to do but to look at whole programs, and these have not been looked at since the last change; else NULL.
static struct lsp_document *idle_for(const struct lsp_server *s) {
    struct lsp_document *newest = NULL;
    if (!s->engine->whole || s->jobs.n || s->looked == s->changes) return NULL;
    for (uint32_t i = 0; i < s->documents.n; i++) {
        struct lsp_document *d = s->documents.at[i];
        if ((d->path && !d->saved) || d->due) return NULL;
        if (lsp_is_current(d) && (!newest || d->change > newest->change)) newest = d;
    }
    return newest;
}

static void start_whole(struct lsp_server *s, double now) {
    struct lsp_document *d = now >= s->quiet + IDLE ? idle_for(s) : NULL;
    if (d && lsp_job_add(s, LSP_WHOLE, d)) s->looked = s->changes;
}

void lsp_jobs_start(struct lsp_server *s) {
    double now = lsp_now();
    cancel_stale(s);
    for (uint32_t i = 0; i < s->documents.n; i++) {
        struct lsp_document *d = s->documents.at[i];
        if (!d->due || d->due > now || check_of(s, d->uri) || !lsp_job_add(s, LSP_CHECK, d)) continue;
        d->due = 0;
    }
    start_whole(s, now);
    for (struct lsp_job *j; (j = next_job(s));) start(s, j);
}

int lsp_jobs_wait(const struct lsp_server *s) {
    double first = 0, now = lsp_now();
    for (uint32_t i = 0; i < s->documents.n && s->jobs.n < MOST_JOBS; i++) {
        const struct lsp_document *d = s->documents.at[i];
        if (d->due && !check_of(s, d->uri) && (!first || d->due < first)) first = d->due;
    }
    if (idle_for(s)) first = s->quiet + IDLE;
    return !first ? -1 : first <= now ? 0 : (int)((first - now) * 1e3) + 1;
}

// ---- ending --------------------------------------------------------------------------------------------------------------------------

static void release(struct lsp_server *s, struct lsp_job *j) {
    uint32_t i = 0;
    while (s->jobs.at[i] != j) i++;
    vec_remove(&s->jobs, i, 1);
    if (j->pidfd >= 0) close(j->pidfd);
    if (j->fd >= 0) close(j->fd);
    json_decref(j->id);
    free(j->uri);
    free(j->page);
    free(j);
}

void lsp_job_cancel(struct lsp_server *s, struct lsp_job *j) {
    lsp_progress_end(s, j, "cancelled");
    j->cancelled = true;
    if (j->pid)
        kill(j->pid, SIGTERM);
    else
        release(s, j);
}

static json_t *read_answer(const struct lsp_job *j) {
    struct buf text = {0};
    char chunk[1 << 16];
    ssize_t n;
    if (j->fd >= 0) lseek(j->fd, 0, SEEK_SET);
    while (j->fd >= 0 && (n = read(j->fd, chunk, sizeof chunk)) > 0) buf_add(&text, chunk, (size_t)n);
    json_t *answer = json_loadb(buf_text(&text), text.n, 0, NULL);
    buf_free(&text);
    if (json_is_object(answer)) return answer;
    json_decref(answer);
    answer = report_object();
    report_put(answer, "end", report_string("broken"));
    report_put(answer, "why", report_string("the analysis ended without an answer"));
    return answer;
}

static void parse_results(struct lsp_outcome *o) {
    const json_t *all = json_object_get(o->answer, "results"), *ignored = json_object_get(o->answer, "ignored");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *line = json_array_get(all, i), *numbers = json_array_get(ignored, i);
        struct check_result r;
        if (!json_is_string(line) || !report_parse(&r, json_string_value(line), json_string_length(line))) continue;
        for (size_t k = 0; k < json_array_size(numbers); k++) {
            json_int_t number = json_integer_value(json_array_get(numbers, k));
            if (number >= 0 && number < (json_int_t)r.findings.n) r.findings.at[number].suppression = CHECK_IGNORED;
        }
        vec_push(&o->results, r);
    }
}

static struct lsp_outcome *make_outcome(json_t *answer, uint64_t change) {
    struct lsp_outcome *o = calloc(1, sizeof *o);
    if (!o) base_out_of_memory();
    o->answer = answer;
    o->change = change;
    parse_results(o);
    return o;
}

// What is known stays, if it took too long or broke before anything was found.
static void take_whole(struct lsp_server *s, const struct lsp_job *j, json_t *answer) {
    const char *end = json_string_value(json_object_get(answer, "end"));
    if (s->whole && end && strcmp(end, "broken") == 0 && !json_array_size(json_object_get(answer, "results"))) {
        json_decref(answer);
        return;
    }
    if (s->whole) lsp_outcome_free(s->whole);
    s->whole = make_outcome(answer, j->change);
    lsp_publish(s, NULL);
}

static void take_check(struct lsp_server *s, const struct lsp_job *j, struct lsp_document *d, json_t *answer) {
    struct lsp_outcome *o = make_outcome(answer, j->change);
    if (d->known) lsp_outcome_free(d->known);
    d->known = o;
    lsp_publish(s, d);
    lsp_lens_answer(s, d);
    if (s->refresh) lsp_request(s, "workspace/codeLens/refresh", json_null());
}

void lsp_job_finish(struct lsp_server *s, struct lsp_job *j) {
    struct lsp_document *d = lsp_document(s, j->uri);
    if (j->pid > 0) waitpid(j->pid, NULL, 0);
    if (!j->cancelled && d) {
        json_t *answer = read_answer(j);
        if (j->kind == LSP_CHECK)
            take_check(s, j, d, answer);
        else if (j->kind == LSP_WHOLE)
            take_whole(s, j, answer);
        else if (j->kind == LSP_SHOW)
            lsp_hover_answer(s, j, d, answer);
        else
            lsp_page_answer(s, j, answer);
        if (j->id) json_decref(answer);
    }
    lsp_progress_end(s, j, "done");
    s->quiet = lsp_now();
    release(s, j);
}

void lsp_jobs_end(struct lsp_server *s) {
    while (s->jobs.n) {
        struct lsp_job *j = s->jobs.at[0];
        if (j->pid > 0) kill(j->pid, SIGTERM);
        if (j->pid > 0) waitpid(j->pid, NULL, 0);
        release(s, j);
    }
    vec_free(&s->jobs);
}
