// SPDX-License-Identifier: MIT
#include "front/clang.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/dialect.h"
#include "front/notes.h"

extern char **environ;

// Before the file's own flags, which may overrule them.  What the machine's configuration files say is not what the program says.
// -fcommon: old code defines a variable in several files.  The macros are those of a compiler that does not optimise, unless the flags
// say otherwise.
static const char *const before[] = {"--no-default-config", "-fcommon", "-U_FORTIFY_SOURCE", "-U__OPTIMIZE__", "-D__NO_INLINE__=1"};
// After them.  -O1 without passes gives markers for the end of scopes.  A variable that is returned keeps a place and a scope of its own
// (-fno-elide-constructors).  No warning is an error; those that are asked for become notes.
static const char *const after[] = {
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-gdwarf-5",
    "-fno-discard-value-names",
    "-fno-strict-aliasing",
    "-fno-elide-constructors",
    "-Xclang",
    "-no-emit-llvm-uselists",
    "-fno-crash-diagnostics",
    "-fno-color-diagnostics",
    "-Wno-everything",
    "-Wimplicit-function-declaration",
    "-Wimplicit-int",
    "-Wint-conversion",
    "-Wincompatible-pointer-types",
    "-Wincompatible-function-pointer-types",
    "-Wreturn-type",
    "-Wreturn-mismatch",
    "-Wdeprecated-non-prototype",
};
// Tells what was read (to a file in memory); all of it, and where clang looked for it, if that is to be known in later processes.
static const char *const read_own[] = {"-MMD", "-MF", "/dev/fd/3"};
static const char *const traced[] = {"-MD", "-MF", "/dev/fd/3", "-Xclang", "-v"};
// Preprocessed text that was rewritten, and what stands for files, takes their places, by a file system that lies over the real one.
static const char *const overlaid[] = {"-Xclang", "-ivfsoverlay", "-Xclang", "/dev/fd/5"};
// Where clang finds files in memory; ours are above them all.
enum { READS = 3, CONTENTS, OVERLAY, OURS = 10 };
static const char *const last[] = {"-emit-llvm", "-c", "-o", "-", "--"};

// ---- one process ----------------------------------------------------------------------------------------------------------------------

struct process {
    struct front_unit *unit;  // NULL: free
    pid_t pid;
    int out;          // file in memory
    int reads;        // another, or -1
    int contents;     // what clang is to read in place of the file, and what tells it so; or -1
    int overlay;
    int err;          // reading end of a pipe
    struct buf text;  // standard error so far
    uint32_t known;   // options known to be refused when it was started
};

struct pool {
    const struct front_options *o;
    struct arena arena;
    const char *program;
    struct process *at;
    uint32_t n, running;
    VEC(const char *) refused;  // options that clang does not know
    enum { NOT_ASKED, CLANG_19, SILENT, ANOTHER } version;
    struct front_words environment;
};

static bool add_actions(posix_spawn_file_actions_t *f, const char *directory, const struct process *p, int err) {
    const int given[][2] = {{p->out, 1}, {err, 2}, {p->reads, READS}, {p->contents, CONTENTS}, {p->overlay, OVERLAY}};
    if (directory && posix_spawn_file_actions_addchdir_np(f, directory)) return false;
    bool good = !posix_spawn_file_actions_addopen(f, 0, "/dev/null", O_RDONLY, 0);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i][0] >= 0) good = good && !posix_spawn_file_actions_adddup2(f, given[i][0], given[i][1]);
    return good;
}

static void close_files(const struct process *p) {
    const int files[] = {p->out, p->reads, p->contents, p->overlay};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] >= 0) close(files[i]);
}

// A file in memory with this text, at a number that clang's own do not take; -1: errno says why not.
static int in_memory(const char *name, const struct buf *text) {
    int low = memfd_create(name, MFD_CLOEXEC), fd = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, OURS);
    int error = errno;
    if (low >= 0) close(low);
    errno = error;
    for (size_t done = 0; fd >= 0 && done < text->n;) {
        ssize_t n = write(fd, text->text + done, text->n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            close(fd);
            return -1;
        }
        done += (size_t)n;
    }
    return fd;
}

// Returns errno's value.
static int spawn(struct process *p, const struct pool *pool, const char *directory, const char *const *argv) {
    int ends[2] = {-1, -1};
    p->out = in_memory("bitcode", &(struct buf){0});
    p->reads = in_memory("reads", &(struct buf){0});
    if (p->out < 0 || p->reads < 0 || pipe2(ends, O_CLOEXEC)) {
        int error = errno;
        close_files(p);
        return error;
    }
    p->err = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int error = ENOMEM;
    if (add_actions(&actions, directory, p, ends[1]))
        error = posix_spawn(&p->pid, pool->program, &actions, NULL, (char *const *)argv, (char *const *)pool->environment.at);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error) {
        close_files(p);
        close(p->err);
    }
    return error;
}

// False at the end.
static bool read_some(struct process *p) {
    char chunk[1 << 14];
    ssize_t n = read(p->err, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR) return true;
    if (n > 0) buf_add(&p->text, chunk, (size_t)n);
    return n > 0;
}

static int reap(struct process *p) {
    int status;
    while (waitpid(p->pid, &status, 0) < 0)
        if (errno != EINTR) status = 255 << 8;
    close(p->err);
    return status;
}

// ---- which clang ----------------------------------------------------------------------------------------------------------------------

static const char *search_path(struct arena *a, const char *name) {
    const char *path = getenv("PATH");
    if (!path) path = "/usr/bin:/bin";
    for (const char *end;; path = end + 1) {
        end = strchrnul(path, ':');
        const char *full = end == path ? arena_printf(a, "./%s", name) : arena_printf(a, "%.*s/%s", (int)(end - path), path, name);
        struct stat s;
        if (stat(full, &s) == 0 && S_ISREG(s.st_mode) && access(full, X_OK) == 0) return full;
        if (!*end) return NULL;
    }
}

static const char *absolute(struct arena *a, const char *path) {
    if (!path || path[0] == '/') return path;
    char *here = getcwd(NULL, 0);
    if (here) path = arena_printf(a, "%s/%s", here, path);
    free(here);
    return path;
}

const char *front_clang_path(struct arena *a, const struct front_options *o) {
    if (o->clang) return absolute(a, strchr(o->clang, '/') ? o->clang : search_path(a, o->clang));
    const char *found = search_path(a, "clang-19");
    return absolute(a, found ? found : search_path(a, "clang"));
}

static void no_clang(const struct front_options *o, const char *program, const char *why, struct front_messages *m) {
    if (!o->clang)
        front_error(m, "heapproof", "no clang: neither clang-19 nor clang is on PATH; install clang-19 or name it with --clang PATH");
    else if (!program)
        front_error(m, "heapproof", "no clang: %s (given by --clang) is not on PATH", o->clang);
    else
        front_error(m, "heapproof", "cannot run %s: %s; --clang PATH names the clang to run", program, why);
}

// ---- the pool -------------------------------------------------------------------------------------------------------------------------

// Its number among the refused options, or how many there are.
static uint32_t refused_index(const struct pool *p, const char *flag) {
    uint32_t i = 0;
    while (i < p->refused.n && strcmp(p->refused.at[i], flag) != 0) i++;
    return i;
}

static void add_all(struct front_words *argv, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++) vec_push(argv, words[i]);
}
#define ADD_ALL(argv, words) add_all((argv), (words), sizeof(words) / sizeof *(words))

static bool has_flag(const struct front_unit *u, const char *flag) {
    for (uint32_t i = 0; i < u->flags.n; i++)
        if (strcmp(u->flags.at[i], flag) == 0) return true;
    return false;
}

// Headers of the kernel (errno.h needs them) serve both widths, but Debian has them in the folder of one, where clang -m32 does not look.
static void add_shared_headers(struct front_words *argv, const struct front_unit *u) {
    if (!has_flag(u, "-m32") || has_flag(u, "-nostdinc")) return;
    vec_push(argv, "-idirafter");
    vec_push(argv, "/usr/include/x86_64-linux-gnu");
}

// ---- what clang reads in place of a file ----------------------------------------------------------------------------------------------

static const char *path_of(struct arena *a, const struct front_unit *u, const char *here) {
    const char *folder = u->directory ? u->directory : here;
    return u->path[0] == '/' ? u->path : arena_printf(a, "%s/%s", folder, u->path);
}

static void add_root(json_t *roots, const char *name, const char *contents) {
    json_array_append_new(roots, json_pack("{s:s, s:s, s:s, s:b}", "name", name, "type", "file", "external-contents", contents,
                                           "use-external-name", 0));
}

// What stands for files, and, if it was rewritten, for the unit; that is a name of both directories, as clang may take the current one
// from either.
static bool write_overlay(struct pool *p, const struct front_unit *u, bool rewritten, struct buf *out) {
    char *here = getcwd(NULL, 0);
    const char *pwd = getenv("PWD"), *name = path_of(&p->arena, u, here ? here : "");
    const char *other = path_of(&p->arena, u, pwd && *pwd == '/' ? pwd : "");
    json_t *roots = json_array();
    if (rewritten) add_root(roots, name, "/dev/fd/4");
    if (rewritten && strcmp(name, other) != 0 && *other == '/') add_root(roots, other, "/dev/fd/4");
    for (uint32_t i = 0; i < p->o->n_instead; i++)
        if (!rewritten || strcmp(name, p->o->instead[i].path) != 0) add_root(roots, p->o->instead[i].path, p->o->instead[i].contents);
    json_t *j = json_pack("{s:i, s:b, s:o}", "version", 0, "case-sensitive", 1, "roots", roots);
    char *text = j ? json_dumps(j, JSON_COMPACT) : NULL;
    if (text) buf_str(out, text);
    free(text);
    free(here);
    json_decref(j);
    return out->n > 0;
}

// Where the text of the unit is.
static const char *text_of(struct pool *p, const struct front_unit *u) {
    const char *path = path_of(&p->arena, u, ".");
    for (uint32_t i = 0; i < p->o->n_instead; i++)
        if (strcmp(path, p->o->instead[i].path) == 0) return p->o->instead[i].contents;
    return path;
}

static bool is_preprocessed(const struct front_unit *u, const char *text) {
    size_t n = strlen(u->path);
    for (uint32_t i = 0; i + 1 < u->flags.n; i++)
        if (strcmp(u->flags.at[i], "-x") == 0) return strcmp(u->flags.at[i + 1], "cpp-output") == 0;
    return (n > 2 && strcmp(u->path + n - 2, ".i") == 0) || front_is_preprocessed(text);
}

// What cannot be read, or be told, is left to clang.
static void replace_text(struct pool *p, struct process *r, const struct front_unit *u) {
    struct buf text = {0}, made = {0}, overlay = {0};
    const char *why;
    r->contents = r->overlay = -1;
    bool rewritten = buf_read_regular(&text, text_of(p, u), &why) && is_preprocessed(u, buf_text(&text));
    rewritten = rewritten && front_dialect(buf_text(&text), text.n, &made);
    if (rewritten) r->contents = in_memory("contents", &made);
    if (r->contents < 0) rewritten = false;
    if ((rewritten || p->o->n_instead) && write_overlay(p, u, rewritten, &overlay)) r->overlay = in_memory("overlay", &overlay);
    buf_free(&text);
    buf_free(&made);
    buf_free(&overlay);
}

// Is it there, but a pipe or a device, which might never end?
static bool is_special(struct pool *p, const struct front_unit *u) {
    struct stat s;
    return stat(path_of(&p->arena, u, "."), &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

// ---- starting -------------------------------------------------------------------------------------------------------------------------

// False, with the reason in the unit, if it could not be started.
static bool start(struct pool *p, struct front_unit *u) {
    struct process *free_one = p->at;
    while (free_one->unit) free_one++;
    if (is_special(p, u)) {
        buf_printf(&u->says, "%s: error: is not a regular file\n", u->file);
        return false;
    }
    struct front_words argv = {0};
    vec_push(&argv, p->program);
    ADD_ALL(&argv, before);
    for (uint32_t i = 0; i < u->flags.n; i++)
        if (refused_index(p, u->flags.at[i]) == p->refused.n) vec_push(&argv, u->flags.at[i]);
    add_shared_headers(&argv, u);
    ADD_ALL(&argv, after);
    if (p->o->cache)
        ADD_ALL(&argv, traced);
    else
        ADD_ALL(&argv, read_own);
    replace_text(p, free_one, u);
    if (free_one->overlay >= 0) ADD_ALL(&argv, overlaid);
    ADD_ALL(&argv, last);
    vec_push(&argv, u->path);
    vec_push(&argv, NULL);
    int error = spawn(free_one, p, u->directory, argv.at);
    vec_free(&argv);
    if (error) {
        struct stat s;
        bool lost = u->directory && (stat(u->directory, &s) || !S_ISDIR(s.st_mode));
        buf_printf(&u->says, "%s: error: cannot run %s%s%s: %s\n", u->file, p->program, lost ? " in " : "", lost ? u->directory : "",
                   lost ? "no such directory" : strerror(error));
        return false;
    }
    free_one->unit = u;
    free_one->known = p->refused.n;
    p->running++;
    return true;
}

// ---- options that clang refuses --------------------------------------------------------------------------------------------------------

// How clang's driver complains, with 'X' for the first quoted word and 'Y' for the second.  An option is dropped if it is X; if it starts
// with Y and ends with X; or if it is the given start followed by X.
enum { IS_FIRST, IS_SECOND, SECOND_THEN_FIRST, CPU };
static const struct {
    const char *text;
    int how;
} refusals[] = {
    {"error: unknown argument", IS_FIRST},
    {"error: unsupported option", IS_FIRST},
    {"error: unsupported argument", SECOND_THEN_FIRST},
    {"error: invalid argument", IS_FIRST},
    {"error: invalid value", SECOND_THEN_FIRST},
    {"error: invalid integral value", IS_SECOND},
    {"error: unknown target CPU", CPU},
    {"error: the clang compiler does not support", IS_FIRST},
};

static const char *quoted_word(struct arena *a, const char **s, const char *end) {
    const char *open = memchr(*s, '\'', (size_t)(end - *s));
    const char *close = open ? memchr(open + 1, '\'', (size_t)(end - open - 1)) : NULL;
    if (!close) return "";
    *s = close + 1;
    return arena_strndup(a, open + 1, (size_t)(close - open - 1));
}

static bool complains_of(int how, const char *first, const char *second, const char *flag) {
    size_t n_first = strlen(first), n_second = strlen(second), n = strlen(flag);
    if (flag[0] != '-') return false;
    switch (how) {
    case IS_FIRST: return strcmp(flag, first) == 0;
    case IS_SECOND: return n_second && strncmp(flag, second, n_second) == 0;
    case SECOND_THEN_FIRST:
        return n_first && n_second && n >= n_first && strncmp(flag, second, n_second) == 0 && strcmp(flag + n - n_first, first) == 0;
    default:
        return n_first && (strncmp(flag, "-march=", 7) == 0 || strncmp(flag, "-mcpu=", 6) == 0) &&
               strcmp(strchr(flag, '=') + 1, first) == 0;
    }
}

// True if that makes a difference to the run that complained.
static bool refuse(struct pool *p, const struct process *r, int how, const char *first, const char *second) {
    bool any = false;
    const struct front_words *flags = &r->unit->flags;
    for (uint32_t i = 0; i < flags->n; i++) {
        if (!complains_of(how, first, second, flags->at[i])) continue;
        uint32_t index = refused_index(p, flags->at[i]);
        if (index == p->refused.n) vec_push(&p->refused, flags->at[i]);
        any |= index >= r->known;
    }
    return any;
}

// Learns from the driver's errors which options to leave out; false if there is nothing new.
static bool learn(struct pool *p, const struct process *r) {
    const char *text = buf_text(&r->text);
    bool any = false;
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
            const char *at = memmem(text, (size_t)(end - text), refusals[i].text, strlen(refusals[i].text));
            if (!at) continue;
            const char *first = quoted_word(&p->arena, &at, end), *second = quoted_word(&p->arena, &at, end);
            any |= refuse(p, r, refusals[i].how, first, second);
        }
    }
    return any;
}

static void note_refused(const struct pool *p, struct front_unit *const *units, uint32_t n) {
    for (uint32_t r = 0; r < p->refused.n; r++)
        for (uint32_t i = 0, told = 0; i < n && !told; i++)
            for (uint32_t k = 0; k < units[i]->flags.n && !told; k++)
                if (strcmp(units[i]->flags.at[k], p->refused.at[r]) == 0) {
                    buf_printf(&units[i]->says, "%s: note: clang does not take the option %s: left out\n", units[i]->file,
                               p->refused.at[r]);
                    told = 1;
                }
}

// ---- the end of a run -------------------------------------------------------------------------------------------------------------------

// What the program says to --version.
static int ask_version(struct pool *p) {
    struct process v = {.contents = -1, .overlay = -1};
    char text[256] = "";
    if (p->version == NOT_ASKED && spawn(&v, p, NULL, (const char *const[]){p->program, "--version", NULL}) == 0) {
        while (read_some(&v)) continue;
        reap(&v);
        ssize_t n = pread(v.out, text, sizeof text - 1, 0);
        text[n > 0 ? n : 0] = 0;
        close_files(&v);
        buf_free(&v.text);
    }
    if (p->version == NOT_ASKED) p->version = !text[0] ? SILENT : strstr(text, "clang version 19.") ? CLANG_19 : ANOTHER;
    return p->version;
}

static bool is_missing(struct pool *p, const struct front_unit *u) {
    struct stat s;
    const char *path = u->directory && u->path[0] != '/' ? arena_printf(&p->arena, "%s/%s", u->directory, u->path) : u->path;
    return stat(path, &s) != 0;
}

static void failed(struct pool *p, struct process *r, int status) {
    struct front_unit *u = r->unit;
    if (is_missing(p, u)) {
        buf_printf(&u->says, "%s: error: %s\n", u->file, strerror(errno));
        return;
    }
    if (ask_version(p) == ANOTHER) {
        buf_printf(&u->says, "%s: error: %s is not clang 19, which is needed; name it with --clang PATH\n", u->file, p->program);
        return;
    }
    if (u->directory && r->text.n) buf_printf(&u->says, "In directory %s:\n", u->directory);
    front_clang_errors(buf_text(&r->text), &u->says);
    if (WIFSIGNALED(status))
        buf_printf(&u->says, "%s: error: %s was ended by signal %d (%s)\n", u->file, p->program, WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) > 1)
        buf_printf(&u->says, "%s: error: %s crashed (exit status %d)\n", u->file, p->program, WEXITSTATUS(status));
    else if (!r->text.n)
        buf_printf(&u->says, "%s: error: %s failed without a message\n", u->file, p->program);
    if (ask_version(p) == SILENT)
        buf_printf(&u->says, "%s: error: %s does not run; clang 19 is needed, name it with --clang PATH\n", u->file, p->program);
}

static bool map_result(struct front_unit *u, int fd) {
    struct stat s;
    if (fstat(fd, &s)) return false;
    u->n_data = (size_t)s.st_size;
    if (!u->n_data) return true;
    // One byte more than the bitcode, for the NUL; beyond the end of the last page the mapping would not be backed.
    if (ftruncate(fd, s.st_size + 1)) return false;
    void *p = mmap(NULL, u->n_data + 1, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) return false;
    u->data = p;
    return true;
}

// What clang says about its folders is no message: it moves to the unit.
static void take_search(struct process *r) {
    static const char end[] = "End of search list.\n";
    const char *text = buf_text(&r->text), *from = strstr(text, "clang -cc1 version "), *to = from ? strstr(from, end) : NULL;
    if (!to) return;
    size_t at = (size_t)(from - text), n = (size_t)(to - from) + sizeof end - 1;
    buf_free(&r->unit->searched);
    buf_add(&r->unit->searched, from, n);
    memmove(r->text.text + at, r->text.text + at + n, r->text.n - at - n + 1);
    r->text.n -= n;
}

static void take_reads(struct process *r) {
    char chunk[1 << 14];
    ssize_t n;
    lseek(r->reads, 0, SEEK_SET);
    while ((n = read(r->reads, chunk, sizeof chunk)) > 0) buf_add(&r->unit->reads, chunk, (size_t)n);
}

static void succeeded(struct pool *p, struct process *r) {
    struct front_unit *u = r->unit;
    u->good = map_result(u, r->out);
    if (!u->good) {
        buf_printf(&u->says, "%s: error: cannot map the output of %s: %s\n", u->file, p->program, strerror(errno));
    } else if (!u->n_data) {
        buf_printf(&u->says, "%s: error: %s gave no bitcode; clang 19 is needed, name it with --clang PATH\n", u->file, p->program);
        u->good = false;
    } else {
        take_reads(r);
        front_clang_notes(buf_text(&r->text), &u->says);
    }
}

// The process has closed its standard error.  True: its unit is done.
static bool finish(struct pool *p, struct process *r) {
    struct front_unit *u = r->unit;
    int status = reap(r);
    bool exited = WIFEXITED(status) && WEXITSTATUS(status) <= 1;
    bool good = exited && WEXITSTATUS(status) == 0;
    if (p->o->cache) take_search(r);
    bool again = exited && !good && learn(p, r);
    if (good)
        succeeded(p, r);
    else if (!again)
        failed(p, r, status);
    close_files(r);
    buf_free(&r->text);
    r->unit = NULL;
    p->running--;
    return !again || !start(p, u);
}

static void wait_for_some(struct pool *p, front_done *done, void *context) {
    struct pollfd fds[p->n];
    for (uint32_t i = 0; i < p->n; i++) fds[i] = (struct pollfd){.fd = p->at[i].unit ? p->at[i].err : -1, .events = POLLIN};
    if (poll(fds, p->n, -1) < 0) return;
    for (uint32_t i = 0; i < p->n; i++) {
        if (!fds[i].revents || read_some(&p->at[i])) continue;
        struct front_unit *u = p->at[i].unit;
        if (finish(p, &p->at[i])) done(context, u);
    }
}

// __DATE__ and __TIME__ are the same in every run.
static void make_environment(struct pool *p) {
    for (char **e = environ; *e; e++) vec_push(&p->environment, *e);
    if (!getenv("SOURCE_DATE_EPOCH")) vec_push(&p->environment, "SOURCE_DATE_EPOCH=946684800");
    vec_push(&p->environment, NULL);
}

static bool usable(struct pool *p, struct front_messages *m) {
    if (p->program && access(p->program, X_OK) == 0) return true;
    no_clang(p->o, p->program, strerror(errno), m);
    return false;
}

enum { MOST_JOBS = 64 };

bool front_compile(const struct front_options *o, struct front_unit *const *units, uint32_t n, front_done *done, void *context,
                   struct front_messages *m) {
    struct pool p = {.o = o, .n = o->jobs < 1 ? 1 : o->jobs > MOST_JOBS ? MOST_JOBS : o->jobs};
    struct process processes[MOST_JOBS] = {0};
    assert(!o->cache || !o->n_instead);
    p.at = processes;
    p.program = front_clang_path(&p.arena, o);
    make_environment(&p);
    bool good = usable(&p, m);
    uint32_t next = 0;
    while (good && (next < n || p.running)) {
        while (next < n && p.running < p.n) {
            struct front_unit *u = units[next++];
            if (u->is_c && (u->hopeless || !start(&p, u))) done(context, u);
        }
        if (p.running) wait_for_some(&p, done, context);
    }
    if (good) note_refused(&p, units, n);
    vec_free(&p.refused);
    vec_free(&p.environment);
    arena_free(&p.arena);
    return good;
}

void front_unit_free(struct front_unit *u) {
    if (u->data && u->is_c) munmap(u->data, u->n_data + 1);
    if (u->data && !u->is_c) free(u->data);
    vec_free(&u->flags);
    buf_free(&u->says);
    buf_free(&u->reads);
    buf_free(&u->files);
    buf_free(&u->searched);
    *u = (struct front_unit){0};
}

void front_sources_free(struct front_sources *s) {
    vec_free(&s->v);
    arena_free(&s->arena);
    *s = (struct front_sources){0};
}

void front_sources_set(struct front_sources *s, struct front_unit *const *units, uint32_t n) {
    if (!s) return;
    front_sources_free(s);
    for (uint32_t i = 0; i < n; i++) {
        const struct front_unit *u = units[i];
        s->other |= !u->is_c;
        if (!u->is_c) continue;
        const char **flags = ARENA_ARRAY(&s->arena, const char *, u->flags.n);
        for (uint32_t k = 0; k < u->flags.n; k++) flags[k] = arena_strdup(&s->arena, u->flags.at[k]);
        const char *directory = u->directory ? arena_strdup(&s->arena, u->directory) : NULL;
        vec_push(&s->v, (struct front_source){arena_strdup(&s->arena, u->path), directory, flags, u->flags.n});
    }
}
