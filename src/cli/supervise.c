// SPDX-License-Identifier: MIT
#include "cli/supervise.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"

enum { POLL_MS = 10, SHOW_MS = 500, PROBE = 16 << 20, HEAP = 64 << 20, LARGE_PAGE = 2 << 20 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// ---- the worker --------------------------------------------------------------------------------------------------------------------

// LLVM aborts when it gets no memory.  If there is none for us either, that was it.
static void on_abort(int number) {
    void *p = mmap(NULL, PROBE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) _exit(BASE_NO_MEMORY);
    signal(number, SIG_DFL);
    raise(number);
}

// LLVM allocates many small things that all live long.  A heap in large pages, which is never given back, saves a tenth of the time.
static void use_large_pages(void) {
    char *start = sbrk(0);
    mallopt(M_TOP_PAD, HEAP);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_MMAP_THRESHOLD, HEAP);
    free(malloc(1 << 20));
    char *end = sbrk(0), *first = start + (-(uintptr_t)start & (LARGE_PAGE - 1));
    if (start != (char *)-1 && first < end) madvise(first, (size_t)(end - first), MADV_HUGEPAGE);
}

static _Noreturn void be_worker(pid_t parent, const sigset_t *mask, const struct cli_tasks *t, uint32_t task, const int fd[2]) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(CLI_INTERNAL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    signal(SIGABRT, on_abort);
    if (t->quietly)
        dup2(fd[1], STDERR_FILENO);
    else
        use_large_pages();
    exit(t->work(t->context, task, fd[0]));
}

// ---- the supervisor ----------------------------------------------------------------------------------------------------------------

struct worker {
    pid_t pid;  // 0: none
    uint32_t task;
    int fd[2];  // its output, its messages
    double start;
};
struct watch {
    const struct cli_tasks *t;
    struct worker *workers;         // t->jobs of them
    struct cli_outcome *outcomes;   // by task
    bool *done;                     // by task
    uint32_t started, ended, told;  // so many tasks
    sigset_t signals, before;
    double shown;  // when progress was
};

static uint64_t resident_bytes(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "re");
    unsigned long long total, resident = 0;
    if (f && fscanf(f, "%llu %llu", &total, &resident) != 2) resident = 0;
    if (f) fclose(f);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t group_bytes(pid_t worker) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)worker, (int)worker);
    uint64_t sum = resident_bytes(worker);
    FILE *f = fopen(path, "re");
    int child;
    while (f && fscanf(f, "%d", &child) == 1) sum += resident_bytes((pid_t)child);
    if (f) fclose(f);
    return sum;
}

// The worker may still be ended by a limit.
static bool is_limited(const struct watch *w, const struct worker *k) {
    struct stat s;
    return !w->t->limits.until_output || fstat(k->fd[0], &s) != 0 || s.st_size == 0;
}

static struct timespec pause_length(const struct watch *w) {
    const struct cli_limits *limits = &w->t->limits;
    double s = 3600;
    if (w->t->progress) s = SHOW_MS / 1e3;
    if (limits->megabytes) s = POLL_MS / 1e3;
    for (uint32_t i = 0; i < w->t->jobs && limits->seconds > 0; i++) {
        if (!w->workers[i].pid || !is_limited(w, &w->workers[i])) continue;
        double left = w->workers[i].start + limits->seconds - now();
        if (left < s) s = left > 0 ? left : 0;
    }
    return (struct timespec){(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
}

// The user or the system ends us: nothing we started may go on.
static _Noreturn void die_by(const struct watch *w, int number) {
    for (uint32_t i = 0; i < w->t->jobs; i++) {
        if (!w->workers[i].pid) continue;
        kill(-w->workers[i].pid, SIGKILL);
        waitpid(w->workers[i].pid, NULL, 0);
    }
    if (w->t->limits.last) w->t->limits.last(w->t->context);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &w->signals, NULL);
    raise(number);
    _exit(128 + number);
}

// Who reads what the program prints does not want more: that ends us as it ends any program.
static void follow_broken_pipe(int status) {
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGPIPE) return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static void judge_end(struct cli_outcome *out, int status) {
    if (WIFSIGNALED(status)) {
        out->end = CLI_BROKEN;
        buf_printf(&out->why, "%s", strsignal(WTERMSIG(status)));
        return;
    }
    out->status = WEXITSTATUS(status);
    if (out->status == BASE_NO_MEMORY) {
        out->end = CLI_OUT_OF_MEMORY;
    } else if (out->status > CLI_UNREADABLE && out->status != CLI_USAGE && out->status != CLI_INTERNAL) {
        out->end = CLI_BROKEN;
        buf_printf(&out->why, "unexpected status %d", out->status);
    }
}

static void broken(struct cli_outcome *out, const char *what) {
    out->end = CLI_BROKEN;
    buf_printf(&out->why, "%s: %s", what, strerror(errno));
}

static void collect(struct cli_outcome *out, int fd, struct buf *to) {
    char chunk[1 << 16];
    ssize_t n;
    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, chunk, sizeof chunk)) > 0) buf_add(to, chunk, (size_t)n);
    if (n < 0) broken(out, "reading the worker's output");
}

// Signals to wait for; one that the user had us ignore (nohup) stays ignored.
static void choose_signals(sigset_t *set) {
    static const int caught[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
    struct sigaction present;
    sigemptyset(set);
    for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
        if (sigaction(caught[i], NULL, &present) != 0 || present.sa_handler != SIG_IGN) sigaddset(set, caught[i]);
}

// ---- one worker --------------------------------------------------------------------------------------------------------------------

static void close_files(struct worker *k) {
    for (int i = 0; i < 2; i++)
        if (k->fd[i] >= 0) close(k->fd[i]);
    k->pid = 0;
}

static void start(struct watch *w, struct worker *k) {
    struct cli_outcome *out = &w->outcomes[w->started];
    *k = (struct worker){.task = w->started++, .start = now()};
    k->fd[0] = memfd_create("heapproof", MFD_CLOEXEC);
    k->fd[1] = w->t->quietly ? memfd_create("heapproof", MFD_CLOEXEC) : -1;
    pid_t parent = getpid();
    fflush(NULL);
    if (k->fd[0] < 0 || (w->t->quietly && k->fd[1] < 0))
        broken(out, "memfd_create");
    else if (w->t->limits.megabytes && !resident_bytes(parent))
        broken(out, "measuring memory in /proc");
    else if ((k->pid = fork()) == 0)
        be_worker(parent, &w->before, w->t, k->task, k->fd);
    else if (k->pid < 0)
        broken(out, "fork");
    if (k->pid > 0) {
        setpgid(k->pid, k->pid);
        return;
    }
    w->done[k->task] = true;
    w->ended++;
    close_files(k);
}

// Has the worker ended, or is it ended now?
static bool settle(struct watch *w, struct worker *k) {
    const struct cli_limits *limits = &w->t->limits;
    struct cli_outcome *out = &w->outcomes[k->task];
    int status = 0;
    bool ended = waitpid(k->pid, &status, WNOHANG) == k->pid, limited = !ended && is_limited(w, k);
    if (limited && limits->seconds > 0 && now() >= k->start + limits->seconds)
        out->end = CLI_OUT_OF_TIME;
    else if (limited && limits->megabytes && group_bytes(k->pid) > limits->megabytes << 20)
        out->end = CLI_OVER_MEMORY;
    else if (!ended)
        return false;
    kill(-k->pid, SIGKILL);
    follow_broken_pipe(status);
    if (ended)
        judge_end(out, status);
    else
        waitpid(k->pid, NULL, 0);
    collect(out, k->fd[0], &out->output);
    if (k->fd[1] >= 0) collect(out, k->fd[1], &out->messages);
    w->done[k->task] = true;
    w->ended++;
    close_files(k);
    return true;
}

// ---- all of them -------------------------------------------------------------------------------------------------------------------

static void show(struct watch *w) {
    struct cli_advance a = {.done = w->ended, .n = w->t->n};
    double first = 0;
    w->shown = now();
    for (uint32_t i = 0; i < w->t->jobs; i++) {
        const struct worker *k = &w->workers[i];
        if (!k->pid) continue;
        if (!a.running++ || k->start < first) first = k->start, a.oldest = k->task;
    }
    a.seconds = a.running ? w->shown - first : 0;
    w->t->progress(w->t->context, &a);
}

static bool advance(struct watch *w) {
    bool moved = false;
    uint32_t ended = w->ended;
    for (uint32_t i = 0; i < w->t->jobs; i++) {
        struct worker *k = &w->workers[i];
        if (k->pid) moved |= settle(w, k);
        if (k->pid || w->started == w->t->n) continue;
        start(w, k);
        moved = true;
    }
    if (w->t->progress && (w->ended > ended || now() >= w->shown + SHOW_MS / 1e3)) show(w);
    for (; w->told < w->started && w->done[w->told]; w->told++) {
        w->t->done(w->t->context, w->told, &w->outcomes[w->told]);
        cli_outcome_free(&w->outcomes[w->told]);
        moved = true;
    }
    return moved;
}

static void wait_for_signal(struct watch *w) {
    struct timespec pause = pause_length(w);
    int number = sigtimedwait(&w->signals, NULL, &pause);
    if (number > 0 && number != SIGCHLD) die_by(w, number);
}

void cli_supervise_all(const struct cli_tasks *t) {
    struct watch w = {.t = t};
    w.workers = calloc(t->jobs, sizeof *w.workers);
    w.outcomes = calloc(t->n + 1, sizeof *w.outcomes);
    w.done = calloc(t->n + 1, sizeof *w.done);
    if (!w.workers || !w.outcomes || !w.done) base_out_of_memory();
    signal(SIGCHLD, SIG_DFL);
    choose_signals(&w.signals);
    sigprocmask(SIG_BLOCK, &w.signals, &w.before);
    while (w.told < t->n)
        if (!advance(&w)) wait_for_signal(&w);
    sigprocmask(SIG_SETMASK, &w.before, NULL);
    free(w.workers);
    free(w.outcomes);
    free(w.done);
}

struct single {
    int (*work)(void *context, int fd);
    void (*last)(void *context);
    void *context;
    struct cli_outcome *out;
};

static int work_single(void *context, uint32_t task, int fd) {
    const struct single *s = context;
    (void)task;
    return s->work(s->context, fd);
}

static void keep(void *context, uint32_t task, struct cli_outcome *outcome) {
    const struct single *s = context;
    (void)task;
    *s->out = *outcome;
    *outcome = (struct cli_outcome){0};
}

static void end_single(void *context) {
    const struct single *s = context;
    s->last(s->context);
}

void cli_supervise(const struct cli_limits *limits, int (*work)(void *context, int fd), void *context, struct cli_outcome *out) {
    struct single s = {work, limits->last, context, out};
    struct cli_limits own = *limits;
    if (own.last) own.last = end_single;
    cli_supervise_all(&(struct cli_tasks){.n = 1, .jobs = 1, .limits = own, .work = work_single, .done = keep, .context = &s});
}

void cli_outcome_free(struct cli_outcome *out) {
    buf_free(&out->why);
    buf_free(&out->output);
    buf_free(&out->messages);
}
