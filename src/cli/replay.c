// SPDX-License-Identifier: MIT
#include "cli/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "cli/output.h"
#include "cli/supervise.h"
#include "replay/pursue.h"
#include "replay/replay.h"
#include "replay/witness.h"
#include "replay/world.h"

enum { SECONDS = 90 };  // for building and running one; the script limits each run itself

// Where harnesses and scripts go: the user's, or a temporary one of our own.
struct folder {
    char *path;
    int fd;  // -1: there is none
    bool temporary;
};

static bool write_one(const struct folder *d, uint32_t number, const char *end, const char *text, mode_t mode, struct buf *why) {
    struct buf all = {0}, name = {0};
    const char *reason;
    buf_str(&all, text);
    buf_printf(&name, "finding-%u.%s", number, end);
    bool good = cli_output_in(d->fd, name.text, mode, &all, &reason);
    if (!good) buf_printf(why, "%s/%s: %s", d->path, name.text, reason);
    buf_free(&all);
    buf_free(&name);
    return good;
}

static bool write_both(const struct folder *d, uint32_t number, const struct check_finding *f, struct buf *why) {
    return d->fd < 0 || (write_one(d, number, "c", f->harness, 0644, why) && write_one(d, number, "sh", f->script, 0755, why));
}

struct attempt {
    const char *script, *own, *scratch;  // the folder that it is in; one for what it makes
};

static int run_script(void *context, int fd) {
    const struct attempt *a = context;
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    setenv("TMPDIR", a->scratch, 1);
    execl("/bin/sh", "sh", a->script, (char *)NULL);
    return CLI_INTERNAL;
}

static int remove_one(const char *path, const struct stat *s, int flag, struct FTW *f) {
    (void)s, (void)flag, (void)f;
    return remove(path);
}

// A folder of our own, its name for the caller to free; NULL: there is none.
static char *new_folder(void) {
    const char *where = getenv("TMPDIR");
    struct buf name = {0};
    buf_printf(&name, "%s/heapproof-XXXXXX", where && *where ? where : "/tmp");
    if (mkdtemp(name.text)) return name.text;
    buf_free(&name);
    return NULL;
}

static void remove_all(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_folder(char *path) {
    if (path) remove_all(path);
    free(path);
}

static void leave_nothing(void *context) {
    const struct attempt *a = context;
    remove_all(a->scratch);
    remove_all(a->own);
}

// What a script says that could not be built is told without --verbose, too: it names what is missing.
static enum check_confirmation confirm(const struct cli_options *o, const struct folder *d, uint32_t number) {
    static const enum check_confirmation meanings[] = {CHECK_CONFIRMED, CHECK_NOT_CONFIRMED, CHECK_NOT_BUILT, CHECK_ONLY_INTERPRETER};
    struct cli_limits limits = {.seconds = SECONDS, .last = leave_nothing};
    struct cli_outcome outcome;
    struct buf script = {0};
    char *scratch = new_folder();
    buf_printf(&script, "%s/finding-%u.sh", d->path, number);
    struct attempt a = {script.text, d->path, scratch};
    enum check_confirmation c = CHECK_NOT_BUILT;
    if (scratch) {
        cli_supervise(&limits, run_script, &a, &outcome);
        remove_folder(scratch);
        bool known = outcome.end == CLI_ENDED && outcome.status >= 0 && outcome.status < 4;
        if (known) c = meanings[outcome.status];
        bool told = o->verbose || (c == CHECK_NOT_BUILT && !o->quiet);
        if (told && c == CHECK_NOT_BUILT) fprintf(stderr, "heapproof: finding %u could not be confirmed:\n", number);
        if (told && outcome.output.n) fwrite(outcome.output.text, 1, outcome.output.n, stderr);
        cli_outcome_free(&outcome);
    }
    buf_free(&script);
    return c;
}

static bool open_folder(struct folder *d, struct buf *why) {
    bool good = d->path && (d->temporary || path_make_folder(d->path));
    if (good) d->fd = open(d->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat s;
    bool link = d->fd < 0 && d->path && lstat(d->path, &s) == 0 && S_ISLNK(s.st_mode);
    if (d->fd < 0)
        buf_printf(why, "%s: %s", d->path ? d->path : "temporary folder", link ? "is a link, which is not followed" : strerror(errno));
    return d->fd >= 0;
}

static void close_folder(struct folder *d) {
    if (d->fd >= 0) close(d->fd);
    if (d->temporary)
        remove_folder(d->path);
    else
        free(d->path);
}

static bool any_script(const struct check_result *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++)
            if (results[i].findings.at[k].script) return true;
    return false;
}

// "DIR/" is DIR, even if that is a link.
static char *without_slashes(const char *path) {
    char *copy = strdup(path);
    if (!copy) base_out_of_memory();
    for (size_t n = strlen(copy); n > 1 && copy[n - 1] == '/'; n--) copy[n - 1] = 0;
    return copy;
}

// What runs is in a folder of our own, where nobody else puts anything.
static bool replay_all(const struct cli_options *o, struct check_result *results, uint32_t n, struct buf *why) {
    struct folder shown = {.fd = -1}, own = {.fd = -1, .temporary = true};
    uint32_t number = 0;
    if (!o->replay && !any_script(results, n)) return true;
    if (o->replay) shown.path = without_slashes(o->replay);
    if (o->confirm) own.path = new_folder();
    bool good = (!o->replay || open_folder(&shown, why)) && (!o->confirm || open_folder(&own, why));
    for (uint32_t i = 0; i < n && good; i++)
        for (uint32_t k = 0; k < results[i].findings.n && good; k++) {
            struct check_finding *f = &results[i].findings.at[k];
            number++;
            if (!f->script) continue;
            good = write_both(&shown, number, f, why) && write_both(&own, number, f, why);
            if (good && o->confirm) f->confirmation = confirm(o, &own, number);
        }
    close_folder(&shown);
    close_folder(&own);
    return good;
}

int cli_replay(const struct cli_options *o, struct check_result *results, uint32_t n, int status) {
    struct buf why = {0};
    if ((o->replay || o->confirm) && !replay_all(o, results, n, &why)) status = cli_complain(CLI_INTERNAL, "%s", buf_text(&why));
    buf_free(&why);
    return status;
}

void cli_add_replay(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct arena arena = {0};
    char *here = getcwd(NULL, 0);
    const struct front_sources *s = &w->sources;
    struct replay_unit *units = ARENA_ARRAY(&arena, struct replay_unit, s->v.n);
    for (uint32_t i = 0; i < s->v.n; i++) {
        const struct front_source *v = &s->v.at[i];
        units[i] = (struct replay_unit){v->path, v->directory ? v->directory : here ? here : ".", v->flags, v->n_flags};
    }
    struct replay_build b = {units, s->other ? 0 : s->v.n, w->o->clang ? w->o->clang : "clang-19", p->pointer_bits};
    struct exec_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .lib = w->library, .given = w->given};
    replay_add(r, p, entry, &o, &b);
    arena_free(&arena);
    free(here);
}

void cli_add_worlds(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct exec_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .lib = w->library, .given = w->given};
    replay_add_worlds(r, p, entry, &o);
}

// ---- witnesses ---------------------------------------------------------------------------------------------------------------------------

static bool has_assumed_inputs(const struct check_result *r) {
    for (uint32_t i = 0; i < r->assumptions.n; i++)
        if (r->assumptions.at[i].kind == CHECK_ASSUME_INPUT || r->assumptions.at[i].kind == CHECK_ASSUME_UNKNOWN_FUNCTION) return true;
    return false;
}

void cli_add_witness(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct exec_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .lib = w->library, .given = w->given};
    struct replay_task task = {w->o->files.at, w->o->files.n, w->property->rules, p->pointer_bits};
    if (!has_assumed_inputs(r)) replay_witness(r, p, entry, &o, &task, &w->facts);
}

int cli_write_witness(const struct cli_options *o, const struct check_result *results, uint32_t n, int status) {
    const char *why = "";
    if (!o->witness || o->command != CLI_CHECK || n != 1 || !results[0].witness) return status;
    struct buf text = {0};
    buf_str(&text, results[0].witness);
    bool good = cli_output_write(o->witness, &text, &why);
    buf_free(&text);
    return good ? status : cli_complain(CLI_INTERNAL, "%s: %s", o->witness, why);
}

void cli_follow_witness(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                        struct exec_result *run, struct check_result *r) {
    struct replay_pursuit x = {0};
    struct buf text = {0}, why = {0};
    const char *reason;
    bool good = buf_read_file(&text, w->o->witness, &reason);
    if (!good) buf_str(&why, reason);
    good = good && replay_pursuit_read(&x, buf_text(&text), &why);
    if (good)
        replay_pursue(&x, p, entry, o, run, &why);
    else
        exec_run(p, entry, o, run);
    if (why.n) check_unknown(r, "the witness is not followed: %s", buf_text(&why));
    fprintf(stderr, "heapproof: %s: %s%s\n", w->o->witness,
            why.n ? "the witness is not followed: " : "the witness is followed to its target", buf_text(&why));
    replay_pursuit_free(&x);
    buf_free(&text);
    buf_free(&why);
}
