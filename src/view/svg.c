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

// The texts as an open file, at its beginning; -1 on failure.
static int as_file(const char *const *texts, uint32_t n) {
    FILE *f = tmpfile();
    bool good = true;
    if (!f) return -1;
    for (uint32_t i = 0; i < n && good; i++) good = fputs(texts[i], f) >= 0;
    good = good && fflush(f) == 0;
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

// Every picture begins with a declaration, which cannot be inside one.
static bool split(const struct buf *all, uint32_t n, struct buf *svgs) {
    static const char begin[] = "<?xml ";
    const char *s = strstr(buf_text(all), begin);
    uint32_t i = 0;
    for (; s && i < n; i++) {
        const char *next = strstr(s + 1, begin);
        buf_add(&svgs[i], s, next ? (size_t)(next - s) : strlen(s));
        s = next;
    }
    return i == n && !s;
}

bool view_svg(const char *const *dots, uint32_t n, struct buf *svgs, struct buf *why) {
    int in = as_file(dots, n), pipes[2];
    struct buf all = {0};
    if (in < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
        buf_str(why, strerror(errno));
        if (in >= 0) close(in);
        return false;
    }
    pid_t child = fork();
    if (child == 0) draw(in, pipes[1]);
    close(in);
    close(pipes[1]);
    if (child > 0) read_all(pipes[0], &all);
    close(pipes[0]);
    if (child < 0) buf_str(why, strerror(errno));
    bool good = child > 0 && ended_well(child, why);
    if (good && !split(&all, n, svgs)) {
        buf_str(why, "graphviz did not draw all pictures");
        good = false;
    }
    buf_free(&all);
    return good;
}

// ---- less of it ----------------------------------------------------------------------------------------------------------------------

// What begins and ends like this is left off; what an element is called or written with comes from the page.
static const char *const needless[][2] = {
    {"<!--", "-->"},
    {"<title>", "</title>"},
    {" id=\"", "\""},
    {" class=\"", "\""},
    {" font-family=\"", "\""},
    {" text-anchor=\"start\"", ""},
    {" font-size=\"11.00\"", ""},
    {" stroke=\"transparent\"", ""},
    {" xmlns:xlink=\"", "\""},
};

// How many bytes at s are needless.
static size_t needless_at(const char *s) {
    for (size_t i = 0; i < sizeof needless / sizeof *needless; i++) {
        size_t n = strlen(needless[i][0]);
        if (strncmp(s, needless[i][0], n) != 0) continue;
        const char *end = strstr(s + n, needless[i][1]);
        if (end) return (size_t)(end - s) + strlen(needless[i][1]);
    }
    return 0;
}

void view_svg_slim(const struct buf *svg, struct buf *out) {
    const char *s = strstr(buf_text(svg), "<svg");
    for (size_t n; s && *s; s += n ? n : 1) {
        n = needless_at(s);
        if (!n && *s != '\n') buf_char(out, *s);
        if (!n && *s == '\n' && out->n && out->text[out->n - 1] != '\n') buf_char(out, s[1] == '<' ? '\n' : ' ');
    }
}
