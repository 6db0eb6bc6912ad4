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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"

enum { POLL_MS = 10, PROBE = 16 << 20, HEAP = 64 << 20, LARGE_PAGE = 2 << 20 };

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

static _Noreturn void be_worker(pid_t parent, const sigset_t *mask, int (*work)(void *, int), void *context, int fd) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(CLI_INTERNAL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    signal(SIGABRT, on_abort);
    use_large_pages();
    exit(work(context, fd));
}

// ---- the supervisor ----------------------------------------------------------------------------------------------------------------

struct watch {
    pid_t worker;
    const struct cli_limits *limits;
    double start;
    sigset_t signals;
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

static struct timespec pause_length(const struct watch *w) {
    double s = 3600;
    if (w->limits->megabytes) s = POLL_MS / 1e3;
    if (w->limits->seconds > 0) {
        double left = w->start + w->limits->seconds - now();
        if (left < s) s = left > 0 ? left : 0;
    }
    return (struct timespec){(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
}

// The user or the system ends us: nothing we started may go on.
static _Noreturn void die_by(const struct watch *w, int number) {
    kill(-w->worker, SIGKILL);
    waitpid(w->worker, NULL, 0);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &w->signals, NULL);
    raise(number);
    _exit(128 + number);
}

// Waits until the worker ends or must be ended.
static enum cli_end watch_worker(const struct watch *w, int *status) {
    for (;;) {
        if (waitpid(w->worker, status, WNOHANG) == w->worker) return CLI_ENDED;
        if (w->limits->seconds > 0 && now() >= w->start + w->limits->seconds) return CLI_OUT_OF_TIME;
        if (w->limits->megabytes && group_bytes(w->worker) > w->limits->megabytes << 20) return CLI_OVER_MEMORY;
        struct timespec pause = pause_length(w);
        int number = sigtimedwait(&w->signals, NULL, &pause);
        if (number > 0 && number != SIGCHLD) die_by(w, number);
    }
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

static void collect(struct cli_outcome *out, int fd) {
    char chunk[1 << 16];
    ssize_t n;
    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, chunk, sizeof chunk)) > 0) buf_add(&out->output, chunk, (size_t)n);
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

void cli_supervise(const struct cli_limits *limits, int (*work)(void *context, int fd), void *context, struct cli_outcome *out) {
    *out = (struct cli_outcome){.end = CLI_ENDED};
    struct watch w = {.limits = limits, .start = now()};
    sigset_t before;
    int fd = memfd_create("heapproof", MFD_CLOEXEC);
    if (fd < 0) {
        broken(out, "memfd_create");
        return;
    }
    if (limits->megabytes && !resident_bytes(getpid())) {
        broken(out, "measuring memory in /proc");
        close(fd);
        return;
    }
    signal(SIGCHLD, SIG_DFL);
    choose_signals(&w.signals);
    sigprocmask(SIG_BLOCK, &w.signals, &before);
    fflush(NULL);
    pid_t parent = getpid();
    w.worker = fork();
    if (w.worker == 0) be_worker(parent, &before, work, context, fd);
    if (w.worker < 0) {
        broken(out, "fork");
    } else {
        int status = 0;
        setpgid(w.worker, w.worker);
        out->end = watch_worker(&w, &status);
        kill(-w.worker, SIGKILL);
        follow_broken_pipe(status);
        if (out->end == CLI_ENDED)
            judge_end(out, status);
        else
            waitpid(w.worker, NULL, 0);
        collect(out, fd);
    }
    close(fd);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void cli_outcome_free(struct cli_outcome *out) {
    buf_free(&out->why);
    buf_free(&out->output);
}
