// SPDX-License-Identifier: MIT
#include "view/svg.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60 };  // of processor time

// The text as an open file, at its beginning; -1 on failure.
static int as_file(const struct buf *text) {
    FILE *f = tmpfile();
    if (!f) return -1;
    bool good = fwrite(buf_text(text), 1, text->n, f) == text->n && fflush(f) == 0;
    int fd = good ? dup(fileno(f)) : -1;
    fclose(f);
    if (fd >= 0) lseek(fd, 0, SEEK_SET);
    return fd;
}

_Noreturn static void draw(int in, int out) {
    struct rlimit limit = {SECONDS, SECONDS};
    int quiet = open("/dev/null", O_WRONLY);
    setrlimit(RLIMIT_CPU, &limit);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (quiet >= 0) dup2(quiet, STDERR_FILENO);
    execlp("dot", "dot", "-Tsvg", (char *)NULL);
    _exit(127);
}

static void read_all(int fd, struct buf *out) {
    char part[65536];
    for (ssize_t n; (n = read(fd, part, sizeof part)) != 0;) {
        if (n > 0) buf_add(out, part, (size_t)n);
        if (n < 0 && errno != EINTR) return;
    }
}

static bool ended_well(pid_t child, struct buf *why) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    bool missing = WIFEXITED(status) && WEXITSTATUS(status) == 127;
    buf_str(why, missing ? "graphviz is not installed: there is no program 'dot'" : "graphviz could not draw the picture");
    return false;
}

bool view_svg(const struct buf *dot, struct buf *svg, struct buf *why) {
    int in = as_file(dot), pipes[2];
    if (in < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
        buf_str(why, strerror(errno));
        if (in >= 0) close(in);
        return false;
    }
    pid_t child = fork();
    if (child == 0) draw(in, pipes[1]);
    close(in);
    close(pipes[1]);
    if (child > 0) read_all(pipes[0], svg);
    close(pipes[0]);
    if (child < 0) buf_str(why, strerror(errno));
    return child > 0 && ended_well(child, why);
}
