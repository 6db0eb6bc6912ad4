// SPDX-License-Identifier: MIT
#include "cli/replay.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/supervise.h"
#include "replay/pursue.h"
#include "replay/replay.h"
#include "replay/witness.h"

enum { SECONDS = 90 };  // for building and running one; the script limits each run itself

struct folder {
    const char *path;
    char *own;  // the same, if it is a temporary one
    VEC(char *) files;
};

static char *path_in(const struct folder *d, uint32_t number, const char *end) {
    struct buf path = {0};
    buf_printf(&path, "%s/finding-%u.%s", d->path, number, end);
    return path.text;
}

static bool write_one(struct folder *d, uint32_t number, const char *end, const char *text, mode_t mode, struct buf *why) {
    struct buf all = {0};
    const char *reason;
    char *path = path_in(d, number, end);
    buf_str(&all, text);
    bool good = cli_output_write(path, &all, &reason) && (chmod(path, mode) == 0 || (reason = strerror(errno), false));
    if (!good) buf_printf(why, "%s: %s", path, reason);
    buf_free(&all);
    vec_push(&d->files, path);
    return good;
}

struct attempt {
    const char *script, *scratch;  // a folder for what the script makes
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

static void remove_folder(char *path) {
    if (path) nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(path);
}

static enum check_confirmation confirm(const struct cli_options *o, const char *script) {
    static const enum check_confirmation meanings[] = {CHECK_CONFIRMED, CHECK_NOT_CONFIRMED, CHECK_NOT_BUILT, CHECK_ONLY_INTERPRETER};
    struct cli_limits limits = {.seconds = SECONDS};
    struct cli_outcome outcome;
    char *scratch = new_folder();
    struct attempt a = {script, scratch};
    if (!scratch) return CHECK_NOT_BUILT;
    cli_supervise(&limits, run_script, &a, &outcome);
    remove_folder(scratch);
    bool known = outcome.end == CLI_ENDED && outcome.status >= 0 && outcome.status < 4;
    if (o->verbose && outcome.output.n) fwrite(outcome.output.text, 1, outcome.output.n, stderr);
    enum check_confirmation c = known ? meanings[outcome.status] : CHECK_NOT_BUILT;
    cli_outcome_free(&outcome);
    return c;
}

static bool replay_one(const struct cli_options *o, struct folder *d, struct check_finding *f, uint32_t number, struct buf *why) {
    if (!write_one(d, number, "c", f->harness, 0644, why) || !write_one(d, number, "sh", f->script, 0755, why)) return false;
    if (o->confirm) f->confirmation = confirm(o, vec_last(&d->files));
    return true;
}

static bool open_folder(const struct cli_options *o, struct folder *d, struct buf *why) {
    d->own = o->replay ? NULL : new_folder();
    d->path = o->replay ? o->replay : d->own;
    bool good = d->path && (d->own || mkdir(d->path, 0777) == 0 || errno == EEXIST);
    if (!good) buf_printf(why, "%s: %s", d->path ? d->path : "temporary folder", strerror(errno));
    return good;
}

static void close_folder(struct folder *d) {
    for (uint32_t i = 0; i < d->files.n; i++) free(d->files.at[i]);
    vec_free(&d->files);
    remove_folder(d->own);
}

static bool any_script(const struct check_result *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++)
            if (results[i].findings.at[k].script) return true;
    return false;
}

static bool replay_all(const struct cli_options *o, struct check_result *results, uint32_t n, struct buf *why) {
    struct folder d = {0};
    uint32_t number = 0;
    if (!o->replay && !any_script(results, n)) return true;
    if (!open_folder(o, &d, why)) return false;
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++)
        for (uint32_t k = 0; k < results[i].findings.n && good; k++) {
            struct check_finding *f = &results[i].findings.at[k];
            number++;
            if (f->script) good = replay_one(o, &d, f, number, why);
        }
    close_folder(&d);
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
    struct exec_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .lib = w->library};
    replay_add(r, p, entry, &o, &b);
    arena_free(&arena);
    free(here);
}

// ---- witnesses ---------------------------------------------------------------------------------------------------------------------------

static bool has_assumed_inputs(const struct check_result *r) {
    for (uint32_t i = 0; i < r->assumptions.n; i++)
        if (r->assumptions.at[i].kind == CHECK_ASSUME_INPUT || r->assumptions.at[i].kind == CHECK_ASSUME_UNKNOWN_FUNCTION) return true;
    return false;
}

void cli_add_witness(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct exec_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .lib = w->library};
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
