// SPDX-License-Identifier: MIT
// The command is written by a child, which may fail, crash or hang: then it is not in the log, and that is all.  This process becomes the
// compiler, so that exit status, signals, output and files are the compiler's own.
#include "cli/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/supervise.h"
#include "front/command.h"
#include "front/compdb.h"

enum { PATIENCE = 10, NOT_FOUND = 127, NOT_RUN = 126 };  // seconds; exit statuses as sh has them

// ---- where ------------------------------------------------------------------------------------------------------------------------------

// The nearest folder from this one upwards that has the file; NULL: none.
static const char *nearest(struct arena *a, const char *here, const char *file, int mode) {
    for (char *at = arena_strdup(a, here); *at; *strrchr(at, '/') = 0)
        if (access(arena_printf(a, "%s/%s", at, file), mode) == 0) return at;
    return NULL;
}

// The nearest log; else one where CMake's build folder begins, for make works in folders below; else in the current folder.
static const char *default_log(struct arena *a, const char *here) {
    const char *named = getenv("HEAPPROOF_BUILD");
    if (named && *named) return named;
    const char *folder = nearest(a, here, FRONT_BUILD_LOG, W_OK);
    if (!folder) folder = nearest(a, here, "CMakeCache.txt", F_OK);
    return arena_printf(a, "%s/" FRONT_BUILD_LOG, folder ? folder : here);
}

// ---- what -------------------------------------------------------------------------------------------------------------------------------

// Folders of a variable of the environment as options behind the others, which is where the compiler looks there.
static void add_folders(struct arena *a, const char *variable, const char *option, struct front_words *words) {
    const char *at = getenv(variable);
    if (!at || !*at) return;
    for (const char *end;; at = end + 1) {
        end = strchrnul(at, ':');
        vec_push(words, option);
        vec_push(words, end > at ? arena_strndup(a, at, (size_t)(end - at)) : ".");
        if (!*end) return;
    }
}

// Response files may be gone when the log is read; those that cannot be read stay as they are.
static void list_words(struct arena *a, const char *here, char **argv, struct front_words *words) {
    struct buf error = {0};
    for (uint32_t i = 0; argv[i]; i++) vec_push(words, argv[i]);
    if (!front_expand(a, words, here, &error)) {
        vec_clear(words);
        for (uint32_t i = 0; argv[i]; i++) vec_push(words, argv[i]);
    }
    add_folders(a, "CPATH", "-I", words);
    add_folders(a, "C_INCLUDE_PATH", "-isystem", words);
    add_folders(a, "LIBRARY_PATH", "-L", words);
    buf_free(&error);
}

// A compiler that is asked for its version, or to preprocess, leaves nothing to be read: no log should be made where that happens.
static bool makes_something(struct arena *a, const char *here, const struct front_words *words) {
    struct front_command c = {.directory = here};
    for (uint32_t i = 0; i < words->n; i++) vec_push(&c.words, words->at[i]);
    front_command_sort(&c, a);
    bool makes = !c.idle && c.operands.n;
    front_command_free(&c);
    return makes;
}

// Words that are no UTF-8 cannot be written; that a command is missing can.
static bool describe(struct arena *a, const char *here, char **argv, struct buf *out) {
    struct front_words words = {0};
    list_words(a, here, argv, &words);
    json_t *list = json_array(), *j = json_object();
    bool good = json_object_set_new(j, "directory", json_string(here)) == 0;
    for (uint32_t i = 0; i < words.n; i++) good &= json_array_append_new(list, json_string(words.at[i])) == 0;
    good &= json_object_set_new(j, "arguments", list) == 0;
    if (!good) json_object_clear(j);
    if (!good) json_object_set_new(j, "lost", json_string("its words are not UTF-8"));
    char *text = makes_something(a, here, &words) ? json_dumps(j, JSON_COMPACT) : NULL;
    if (text) buf_printf(out, "%s\n", text);
    free(text);
    json_decref(j);
    vec_free(&words);
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

// Whoever started us may have blocked or ignored the signal.
static void limit_time(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    alarm(PATIENCE);
}

static _Noreturn void record(const char *log, char **argv) {
    struct arena a = {0};
    struct buf line = {0};
    char *here = getcwd(NULL, 0);
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, 1), dup2(nowhere, 2);
    limit_time();
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
