// SPDX-License-Identifier: MIT
#include "front/version.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Core.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/clang.h"

enum { PATIENCE = 10 };  // seconds

static _Noreturn void become(const char *program, int out) {
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) dup2(nowhere, 0), dup2(nowhere, 2);
    dup2(out, 1);
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    execl(program, program, "--version", (char *)NULL);
    _exit(1);
}

// The first line that it says.
static void ask(const char *program, struct buf *line) {
    int ends[2];
    char text[256];
    if (pipe2(ends, O_CLOEXEC)) return;
    pid_t child = fork();
    if (child == 0) become(program, ends[1]);
    close(ends[1]);
    for (ssize_t n; child > 0 && (n = read(ends[0], text, sizeof text)) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        buf_add(line, text, (size_t)n);
    }
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    const char *end = line->n ? memchr(line->text, '\n', line->n) : NULL;
    if (end) line->n = (size_t)(end - line->text);
}

void front_versions(const struct front_options *o, struct buf *out) {
    struct arena a = {0};
    struct buf line = {0};
    const char *clang = front_clang_path(&a, o);
    unsigned major, minor, patch;
    if (clang) ask(clang, &line);
    if (line.n)
        buf_printf(out, "clang: %.*s (%s)\n", (int)line.n, line.text, clang);
    else
        buf_str(out, "clang: none; clang-19 is needed to read C\n");
    LLVMGetVersion(&major, &minor, &patch);
    buf_printf(out, "LLVM: %u.%u.%u\n", major, minor, patch);
    buf_free(&line);
    arena_free(&a);
}
