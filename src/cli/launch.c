// SPDX-License-Identifier: MIT
// The command is written by a child, which may fail, crash or hang: then it is not in the log, and that is all.  This process becomes the
// compiler, so that exit status, signals, output and files are the compiler's own.
#include "cli/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/supervise.h"
#include "front/compdb.h"

enum { PATIENCE = 10, NOT_FOUND = 127, NOT_RUN = 126 };  // seconds; exit statuses as sh has them

// ---- where ------------------------------------------------------------------------------------------------------------------------------

// The nearest log, from the current folder upwards; else one in the current folder.
static const char *default_log(struct arena *a, const char *here) {
    const char *named = getenv("HEAPPROOF_BUILD");
    if (named && *named) return named;
    for (char *at = arena_strdup(a, here); *at; *strrchr(at, '/') = 0) {
        const char *path = arena_printf(a, "%s/" FRONT_BUILD_LOG, at);
        if (access(path, W_OK) == 0) return path;
    }
    return arena_printf(a, "%s/" FRONT_BUILD_LOG, here);
}

// ---- what -------------------------------------------------------------------------------------------------------------------------------

// Response files may be gone when the log is read.
static bool describe(struct arena *a, const char *here, char **argv, struct buf *out) {
    struct front_words words = {0};
    struct buf error = {0};
    for (uint32_t i = 0; argv[i]; i++) vec_push(&words, argv[i]);
    front_expand(a, &words, here, &error);
    json_t *list = json_array(), *j = json_object();
    bool good = json_object_set_new(j, "directory", json_string(here)) == 0;
    for (uint32_t i = 0; i < words.n; i++) good &= json_array_append_new(list, json_string(words.at[i])) == 0;
    good &= json_object_set_new(j, "arguments", list) == 0;
    char *text = good ? json_dumps(j, JSON_COMPACT) : NULL;
    if (text) buf_printf(out, "%s\n", text);
    free(text);
    json_decref(j);
    vec_free(&words);
    buf_free(&error);
    return text != NULL;
}

// ---- how --------------------------------------------------------------------------------------------------------------------------------

// One line at a time, whole or not at all; a line that somebody else left unfinished is ended first.
static void append(int fd, const struct buf *line) {
    struct stat s;
    char last = '\n';
    if (flock(fd, LOCK_EX) || fstat(fd, &s) || !S_ISREG(s.st_mode)) return;
    if (s.st_size && pread(fd, &last, 1, s.st_size - 1) != 1) return;
    struct buf text = {0};
    if (last != '\n') buf_char(&text, '\n');
    buf_add(&text, line->text, line->n);
    if (write(fd, text.text, text.n) != (ssize_t)text.n && ftruncate(fd, s.st_size)) _exit(1);
    buf_free(&text);
}

static _Noreturn void record(const char *log, char **argv) {
    struct arena a = {0};
    struct buf line = {0};
    char *here = getcwd(NULL, 0);
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, 1), dup2(nowhere, 2);
    alarm(PATIENCE);
    if (here && describe(&a, here, argv, &line)) {
        int fd = open(log ? log : default_log(&a, here), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
        if (fd >= 0) append(fd, &line);
    }
    _exit(0);
}

static bool is_option(const char *word, const char *name) {
    return word && strcmp(word, name) == 0;
}

int cli_launch(char **argv) {
    static const char attached[] = "--log=";
    const char *log = NULL;
    if (is_option(*argv, "--log") && argv[1]) {
        log = argv[1];
        argv += 2;
    } else if (*argv && strncmp(*argv, attached, sizeof attached - 1) == 0) {
        log = *argv++ + sizeof attached - 1;
    }
    if (!*argv || **argv == '-' || (log && !*log)) {
        fputs("heapproof: error: usage: heapproof cc [--log FILE] COMPILER [ARGUMENT...]\n", stderr);
        return CLI_USAGE;
    }
    pid_t child = fork();
    if (child == 0) record(log, argv);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    execvp(*argv, argv);
    int error = errno;
    fprintf(stderr, "heapproof: error: cannot run %s: %s\n", *argv, strerror(error));
    return error == ENOENT ? NOT_FOUND : NOT_RUN;
}
