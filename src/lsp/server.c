// SPDX-License-Identifier: MIT
// The loop: waits for the client and for the processes at once.
#include "lsp/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lsp/document.h"
#include "lsp/job.h"
#include "report/value.h"

static void take_input(struct lsp_server *s) {
    const char *text, *why = "";
    size_t n;
    for (enum lsp_input got; s->state < LSP_EXIT && (got = lsp_wire_next(&s->wire, &text, &n, &why)) != LSP_NOTHING;) {
        if (got == LSP_MESSAGE)
            lsp_dispatch(s, text, n);
        else
            lsp_fail(s, NULL, LSP_PARSE_ERROR, why);
    }
}

// One turn; false: it is over.
static bool turn(struct lsp_server *s, int in, int out) {
    VEC(struct pollfd) fds = {0};
    lsp_jobs_start(s);
    vec_push(&fds, (struct pollfd){.fd = in, .events = POLLIN});
    vec_push(&fds, (struct pollfd){.fd = lsp_wire_waits(&s->wire) ? out : -1, .events = POLLOUT});
    vec_push(&fds, (struct pollfd){.fd = s->signals, .events = POLLIN});
    VEC(struct lsp_job *) running = {0};
    for (uint32_t i = 0; i < s->jobs.n; i++) {
        if (s->jobs.at[i]->pid <= 0) continue;
        vec_push(&running, s->jobs.at[i]);
        vec_push(&fds, (struct pollfd){.fd = s->jobs.at[i]->pidfd, .events = POLLIN});
    }
    bool good = poll(fds.at, fds.n, lsp_jobs_wait(s)) >= 0 || errno == EINTR;
    if (good && fds.at[1].revents) good = lsp_wire_write(&s->wire, out);
    for (uint32_t i = 0; i < running.n && good; i++)
        if (fds.at[i + 3].revents) lsp_job_finish(s, running.at[i]);
    if (good) good = !fds.at[2].revents;
    if (good && fds.at[0].revents) {
        good = lsp_wire_read(&s->wire, in);
        if (good) take_input(s);
    }
    vec_free(&fds);
    vec_free(&running);
    return good && s->state < LSP_EXIT;
}

static void remove_pages(struct lsp_server *s) {
    struct buf path = {0};
    for (uint64_t i = 1; s->folder && i <= s->pages; i++) {
        path.n = 0;
        buf_printf(&path, "%s/report-%llu.html", s->folder, (unsigned long long)i);
        unlink(path.text);
    }
    if (s->folder) rmdir(s->folder);
    free(s->folder);
    buf_free(&path);
}

static void release(struct lsp_server *s) {
    lsp_jobs_end(s);
    remove_pages(s);
    for (uint32_t i = 0; i < s->documents.n; i++) lsp_document_free(s->documents.at[i]);
    vec_free(&s->documents);
    for (uint32_t i = 0; i < s->waiting.n; i++) {
        json_decref(s->waiting.at[i].id);
        free(s->waiting.at[i].uri);
    }
    vec_free(&s->waiting);
    if (s->whole) lsp_outcome_free(s->whole);
    json_decref(s->published);
    lsp_wire_free(&s->wire);
}

// Signals that would end us are told, so that nothing is left behind; one that the user had us ignore (nohup) stays ignored.
static void take_signals(struct lsp_server *s) {
    static const int all[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction present;
    sigemptyset(&s->ending);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (sigaction(all[i], NULL, &present) != 0 || present.sa_handler != SIG_IGN) sigaddset(&s->ending, all[i]);
    sigprocmask(SIG_BLOCK, &s->ending, NULL);
    s->signals = signalfd(-1, &s->ending, SFD_CLOEXEC);
}

int lsp_serve(const struct lsp_engine *engine, int in, int out) {
    struct lsp_server s = {.engine = engine, .published = report_object()};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    take_signals(&s);
    while (turn(&s, in, out)) continue;
    struct pollfd last = {.fd = out, .events = POLLOUT};
    while (lsp_wire_waits(&s.wire) && poll(&last, 1, 1000) > 0 && lsp_wire_write(&s.wire, out)) continue;
    int status = s.state == LSP_EXIT ? 0 : 1;
    release(&s);
    if (s.signals >= 0) close(s.signals);
    return status;
}
