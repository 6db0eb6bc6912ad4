// SPDX-License-Identifier: MIT
#include "cli/work.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "check/invariant.h"
#include "check/program.h"
#include "check/run.h"
#include "cli/domains.h"
#include "cli/entry.h"
#include "cli/reports.h"
#include "cli/supervise.h"
#include "cli/tvl.h"
#include "front/front.h"
#include "ir/lib.h"
#include "ir/text.h"
#include "ir/valid.h"
#include "report/report.h"

struct worker {
    const struct cli_options *o;
    const struct cli_property *property;
    struct ir_lib_table *library;  // NULL for ir, which needs none
    struct front_options front;
    int fd;
    double read_time;      // of the program in hand, in seconds
    bool read_before;      // that was before the time limit began
    double next_progress;  // when to show progress again
    bool progress_shown;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int complain(int status, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    fprintf(stderr, "heapproof: error: %s\n", buf_text(&text));
    buf_free(&text);
    return status;
}

static void say(const struct worker *w, const char *what, const char *which) {
    if (w->o->verbose) fprintf(stderr, "heapproof: %s %s\n", what, which);
}

static bool emit(const struct worker *w, const struct buf *text) {
    for (size_t done = 0; done < text->n;) {
        ssize_t n = write(w->fd, text->text + done, text->n - done);
        if (n < 0) return false;
        done += (size_t)n;
    }
    return true;
}

// Prints what the reader said; a quiet user hears errors only.
static void tell(const struct worker *w, struct front_messages *m) {
    if (m->text.n && !(w->o->quiet && m->ok)) fwrite(m->text.text, 1, m->text.n, stderr);
    buf_free(&m->text);
}

// Where the user says to start; NULL name: nowhere.
static struct cli_entry chosen_entry(const struct worker *w) {
    if (w->o->entries.n) return w->o->entries.at[0];
    return (struct cli_entry){.name = *w->property->entry ? w->property->entry : NULL};
}

// ---- one program -------------------------------------------------------------------------------------------------------------------

static void show_progress(void *self, const char *func, const struct fix_progress *p) {
    struct worker *w = self;
    double t = now();
    if (t < w->next_progress) return;
    w->next_progress = t + 0.2;
    w->progress_shown = true;
    fprintf(stderr, "\r\033[K%llu states, %llu waiting, in %s", (unsigned long long)p->states, (unsigned long long)p->pending, func);
}

static void show_search(void *self, uint64_t runs, uint64_t steps) {
    struct worker *w = self;
    double t = now();
    if (t < w->next_progress) return;
    w->next_progress = t + 0.2;
    w->progress_shown = true;
    fprintf(stderr, "\r\033[K%llu runs in search of a fault, %llu instructions", (unsigned long long)runs, (unsigned long long)steps);
}

static void end_progress(struct worker *w) {
    if (w->progress_shown) fputs("\r\033[K", stderr);
    w->progress_shown = false;
}

static void show_state(void *self, const char *text) {
    (void)self;
    fprintf(stderr, "%s\n", text);
}

static void show_note(void *self, const char *text) {
    struct worker *w = self;
    end_progress(w);
    fprintf(stderr, "heapproof: unknown: %s\n", text);
}

// The states at the line that was asked for, as text; behind a form feed, if there is to be a picture, for graphviz.
static void show_line(void *self, struct fix *f) {
    struct worker *w = self;
    struct check_invariant v;
    struct buf text = {0};
    if (!f->dom->view) {
        buf_printf(&text, "%s:%llu: the heap domain '%s' has no pictures\n", w->o->show_file, (unsigned long long)w->o->show_line,
                   f->dom->name);
        emit(w, &text);
        buf_free(&text);
        return;
    }
    check_invariant(f, w->o->show_file, (uint32_t)w->o->show_line, &v);
    report_invariant(&v, w->o->show_file, (uint32_t)w->o->show_line, f->stopped || f->account.unknowns.n, w->o->picture != NULL, &text);
    emit(w, &text);
    buf_free(&text);
    check_invariant_free(&v);
}

// How the heap domain is used; the command line was checked before.
static struct check_domain domain_of(struct worker *w) {
    struct check_domain how;
    struct buf error = {0};
    cli_domain(w->o, &how, &error);
    buf_free(&error);
    how.self = w;
    if (!w->o->quiet && isatty(STDERR_FILENO)) how.progress = show_progress;
    if (w->o->verbose) how.note = show_note;
    if (w->o->states) how.state = show_state;
    if (w->o->command == CLI_SHOW) how.look = show_line;
    w->next_progress = now() + 1;
    return how;
}

// Only the analysis, no search for faults.
static void show_one(const struct ir_program *p, uint32_t entry, const struct check_options *o, struct check_result *r) {
    struct check_analyse_options a = {
        .how = o->domain, .rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .library = o->library, .max_seconds = o->max_seconds};
    struct ir_inputs inputs;
    check_targets open = {0};
    bool is_open = ir_inputs_begin(&inputs, p, entry, o->library, o->inputs);
    if (is_open) a.inputs = &inputs;
    check_analyse(r, p, entry, &a, &open);
    if (is_open) ir_inputs_end(&inputs);
    vec_free(&open);
}

static void check_one(struct worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct check_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .library = w->library};
    o.inputs = (struct ir_input_options){.null = w->o->null_parameters, .apart = w->o->separate_parameters};
    o.search_runs = w->o->search_runs;
    o.self = w;
    if (!w->o->quiet && isatty(STDERR_FILENO)) o.searching = show_search;
    double left = w->o->time_limit - (w->read_before ? 0 : w->read_time);
    if (w->o->time_limit > 0) o.max_seconds = left > 0.1 ? left : 0.1;
    struct check_domain how = domain_of(w);
    o.domain = how.domain ? &how : NULL;
    if (w->o->command == CLI_SHOW)
        show_one(p, entry, &o, r);
    else
        check_program(r, p, entry, &o);
    end_progress(w);
}

static void run_one(const struct worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct exec_options o = {
        .rules = w->property->rules,
        .inputs = {.values = w->o->input_values.at, .n = w->o->input_values.n, .seeded = w->o->seeded, .seed = w->o->seed},
        .malloc_may_fail = w->o->malloc_may_fail,
        .lib = w->library,
        .max_steps = w->o->max_steps,
        .echo = {cli_reports_own_stdout(w->o) ? stderr : stdout, stderr},
    };
    struct exec_result run;
    setvbuf(stdout, NULL, _IOLBF, 0);  // so that lines are seen even if a limit ends the run
    exec_run(p, entry, &o, &run);
    fflush(stdout);
    check_add_run(r, p, entry, &o, &run);
    exec_result_free(&run);
}

static void measure(struct check_result *r, double read_time, double check_time) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    r->counters[CHECK_READ_TIME] = (uint64_t)(read_time * 1e6);
    r->counters[CHECK_CHECK_TIME] = (uint64_t)(check_time * 1e6);
    r->counters[CHECK_PEAK] = (uint64_t)usage.ru_maxrss;
}

static int hand_over(const struct worker *w, const struct check_result *r) {
    struct buf line = {0};
    report_pack(r, &line);
    bool good = emit(w, &line);
    buf_free(&line);
    return good ? CLI_OK : complain(CLI_INTERNAL, "cannot hand over a result");
}

static int judge(struct worker *w, const struct ir_program *p, const char *file, uint32_t entry) {
    struct check_result r;
    double start = now();
    check_result_init(&r, file, p->funcs.at[entry].name);
    r.pictures = w->o->pictures != NULL;
    say(w, cli_commands[w->o->command], file);
    if (w->o->command == CLI_CHECK || w->o->command == CLI_SHOW)
        check_one(w, p, entry, &r);
    else
        run_one(w, p, entry, &r);
    measure(&r, w->read_time, now() - start);
    int status = w->o->command == CLI_SHOW ? CLI_OK : hand_over(w, &r);
    check_result_free(&r);
    return status;
}

static int print(const struct worker *w, const struct ir_program *p) {
    struct buf text = {0};
    ir_print(p, &text);
    bool good = emit(w, &text);
    buf_free(&text);
    return good ? CLI_OK : complain(CLI_INTERNAL, "cannot hand over the text");
}

static bool valid(const struct ir_program *p) {
#ifdef HEAPPROOF_DEBUG
    struct buf why = {0};
    bool good = ir_valid(p, &why);
    if (!good) fprintf(stderr, "heapproof: internal error: the program is not well formed\n%s", buf_text(&why));
    buf_free(&why);
    return good;
#else
    return p != NULL;
#endif
}

// Where the entry is defined, if that is known and `file` says less.
static const char *file_of(const struct worker *w, const struct ir_program *p, uint32_t entry, const char *file) {
    struct ir_loc loc = p->funcs.at[entry].loc;
    bool vague = w->o->project || w->o->files.n > 1;
    return vague && loc.line ? p->files.text.at[loc.file] : file;
}

// ---- one of several programs ---------------------------------------------------------------------------------------------------------

// Programs that are checked in processes of their own.
struct batch {
    struct worker *w;
    const struct ir_program *p;  // they start at these functions of it,
    VEC(uint32_t) funcs;
    struct front_project *project;  // or are programs of a project
    VEC(struct cli_entry) entries;
    uint32_t unread;
    int status;
};

static int do_program(struct worker *w, struct front_project *project, struct cli_entry e);

static int work_on(void *context, uint32_t i, int fd) {
    struct batch *b = context;
    b->w->fd = fd;
    if (b->project) return do_program(b->w, b->project, b->entries.at[i]);
    return judge(b->w, b->p, file_of(b->w, b->p, b->funcs.at[i], b->w->o->files.at[0]), b->funcs.at[i]);
}

// A result for a program without one: the others still count.
static int report_failure(const struct batch *b, uint32_t i, const struct cli_outcome *outcome) {
    const struct worker *w = b->w;
    struct check_result r;
    if (b->project)
        check_result_init(&r, b->entries.at[i].file ? b->entries.at[i].file : w->o->project, b->entries.at[i].name);
    else
        check_result_init(&r, file_of(w, b->p, b->funcs.at[i], w->o->files.at[0]), b->p->funcs.at[b->funcs.at[i]].name);
    if (outcome->end == CLI_BROKEN)
        check_unknown(&r, "internal error: %s", buf_text(&outcome->why));
    else if (outcome->end == CLI_ENDED)
        check_unknown(&r, "the program could not be read");
    else
        cli_add_limit(&r, w->o, outcome->end);
    int status = hand_over(w, &r);
    check_result_free(&r);
    return status;
}

// A process that ends in any other way than these has failed.
static void judge_outcome(struct cli_outcome *outcome) {
    bool known = outcome->status == CLI_OK || outcome->status == CLI_UNREADABLE || outcome->status == CLI_USAGE;
    if (outcome->end != CLI_ENDED || known) return;
    outcome->end = CLI_BROKEN;
    buf_printf(&outcome->why, "unexpected status %d", outcome->status);
}

static void take_outcome(void *context, uint32_t i, struct cli_outcome *outcome) {
    struct batch *b = context;
    int status = CLI_OK;
    judge_outcome(outcome);
    if (outcome->messages.n) fwrite(outcome->messages.text, 1, outcome->messages.n, stderr);
    if (outcome->end == CLI_BROKEN) b->status = CLI_INTERNAL;
    bool finished = outcome->end == CLI_ENDED && outcome->status == CLI_OK;
    if (outcome->end == CLI_ENDED && !finished) b->unread++;
    if (!finished)
        status = report_failure(b, i, outcome);
    else if (!emit(b->w, &outcome->output))
        status = CLI_INTERNAL;
    if (b->status == CLI_OK) b->status = status;
}

static int do_batch(struct batch *b, uint32_t n) {
    struct worker *w = b->w;
    int fd = w->fd;
    if (w->o->command == CLI_CHECK && write(fd, "\n", 1) != 1) return complain(CLI_INTERNAL, "cannot hand over results");
    struct cli_tasks t = {.n = n, .jobs = w->front.jobs, .limits = {w->o->time_limit, w->o->memory_limit, false}, .quietly = true};
    t.work = work_on;
    t.done = take_outcome;
    t.context = b;
    w->read_before = !b->project;
    cli_supervise_all(&t);
    w->fd = fd;
    return b->unread == n ? CLI_UNREADABLE : b->status;
}

// ---- where programs start ------------------------------------------------------------------------------------------------------------

static uint32_t find_entry(const struct worker *w, const struct ir_program *p, struct cli_entry e, const char *file, int *status) {
    struct buf error = {0};
    uint32_t entry = cli_find_entry(p, w->o->project ? NULL : e.file, e.name ? e.name : "main", &error);
    if (entry == UINT32_MAX && e.name)
        *status = complain(CLI_USAGE, "%s: %s", file, buf_text(&error));
    else if (entry == UINT32_MAX)
        *status = complain(CLI_UNREADABLE, "%s: %s; choose where to start with --entry", file, buf_text(&error));
    buf_free(&error);
    return entry;
}

static bool is_external(const struct ir_func *f) {
    return !(f->flags & (IR_EXTERN | IR_INTERNAL)) && f->loc.line;
}

static int handle_several(struct worker *w, const struct ir_program *p) {
    struct batch b = {.w = w, .p = p};
    int status = CLI_OK;
    for (uint32_t i = 0; i < p->funcs.n && w->o->each; i++)
        if (is_external(&p->funcs.at[i])) vec_push(&b.funcs, i);
    for (uint32_t i = 0; i < w->o->entries.n && status == CLI_OK; i++)
        vec_push(&b.funcs, find_entry(w, p, w->o->entries.at[i], w->o->files.at[0], &status));
    if (status == CLI_OK && !b.funcs.n) status = complain(CLI_UNREADABLE, "%s: no function that is not static", w->o->files.at[0]);
    if (status == CLI_OK) status = do_batch(&b, b.funcs.n);
    vec_free(&b.funcs);
    return status;
}

// `file` names the program in messages.
static int handle(struct worker *w, const struct ir_program *p, struct cli_entry e, const char *file) {
    if (!valid(p)) return CLI_INTERNAL;
    if (w->o->command == CLI_IR && !e.name) return print(w, p);
    if (!w->o->project && (w->o->each || w->o->entries.n > 1)) return handle_several(w, p);
    int status = CLI_OK;
    uint32_t entry = find_entry(w, p, e, file, &status);
    if (status != CLI_OK) return status;
    return w->o->command == CLI_IR ? print(w, p) : judge(w, p, file_of(w, p, entry, file), entry);
}

// ---- files and projects ------------------------------------------------------------------------------------------------------------

static int do_files(struct worker *w) {
    struct front_messages m = {.ok = true};
    double start = now();
    for (uint32_t i = 0; i < w->o->files.n; i++) say(w, "reading", w->o->files.at[i]);
    struct ir_program *p = front_read(&w->front, w->o->files.at, w->o->files.n, &m);
    w->read_time = now() - start;
    m.ok = p != NULL;
    tell(w, &m);
    if (!p) return CLI_UNREADABLE;
    int status = handle(w, p, chosen_entry(w), w->o->files.at[0]);
    ir_program_free(p);
    return status;
}

static int do_program(struct worker *w, struct front_project *project, struct cli_entry e) {
    struct front_messages m = {.ok = true};
    double start = now();
    struct ir_program *p = front_project_read(project, e.file, e.name ? e.name : "main", &m);
    w->read_time = now() - start;
    m.ok = p != NULL;
    tell(w, &m);
    if (!p) return CLI_UNREADABLE;
    int status = handle(w, p, e, e.file ? e.file : w->o->project);
    ir_program_free(p);
    return status;
}

static int refuse_several(const struct worker *w, const struct front_project *project, uint32_t n) {
    complain(CLI_USAGE, "%s: the project has %u programs; choose one with --entry FILE:main:", w->o->project, n);
    for (uint32_t i = 0; i < n; i++) fprintf(stderr, "  %s\n", front_project_file(project, i));
    return CLI_USAGE;
}

// The programs that the user chose, or all.
static int do_programs(struct worker *w, struct front_project *project) {
    struct batch b = {.w = w, .project = project};
    struct cli_entry chosen = chosen_entry(w);
    uint32_t n = front_project_programs(project);
    if (!chosen.name && n == 0)
        return complain(CLI_UNREADABLE, "%s: no unit of the project defines main; choose where to start with --entry", w->o->project);
    if (!chosen.name && n > 1 && w->o->command != CLI_CHECK && w->o->command != CLI_SHOW) return refuse_several(w, project, n);
    if (chosen.name && w->o->entries.n < 2) return do_program(w, project, chosen);
    for (uint32_t i = 0; i < w->o->entries.n; i++) vec_push(&b.entries, w->o->entries.at[i]);
    for (uint32_t i = 0; i < n && !chosen.name; i++) vec_push(&b.entries, (struct cli_entry){front_project_file(project, i), "main"});
    int status = b.entries.n == 1 ? do_program(w, project, b.entries.at[0]) : do_batch(&b, b.entries.n);
    vec_free(&b.entries);
    return status;
}

static int do_project(struct worker *w) {
    struct front_messages m = {.ok = true};
    say(w, "reading", w->o->project);
    struct front_project *project = front_project_open(&w->front, w->o->project, &m);
    m.ok = project != NULL;
    tell(w, &m);
    if (!project) return CLI_UNREADABLE;
    int status = do_programs(w, project);
    front_project_close(project);
    return status;
}

static bool add_functions(const cli_list *list, bool (*add)(struct ir_lib_table *, const char *, struct buf *), struct ir_lib_table *t) {
    struct buf why = {0};
    bool good = true;
    for (uint32_t i = 0; i < list->n && good; i++) {
        good = add(t, list->at[i], &why);
        if (!good) complain(CLI_USAGE, "%s", buf_text(&why));
    }
    buf_free(&why);
    return good;
}

void cli_add_limit(struct check_result *r, const struct cli_options *o, enum cli_end end) {
    if (end == CLI_OUT_OF_TIME)
        check_unknown(r, "time limit of %g s reached", o->time_limit);
    else if (end == CLI_OVER_MEMORY)
        check_unknown(r, "memory limit of %llu MB reached", (unsigned long long)o->memory_limit);
    else
        check_unknown(r, "out of memory");
}

int cli_work(void *job, int fd) {
    const struct cli_job *j = job;
    const struct cli_options *o = j->options;
    if (o->command == CLI_TVL) return cli_tvl(o, fd);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct worker w = {.o = o, .property = &j->property, .fd = fd, .library = o->command == CLI_IR ? NULL : ir_lib_new()};
    w.front = (struct front_options){
        .clang = o->clang, .flags = o->flags.at, .n_flags = o->flags.n, .bits = o->bits, .short_lived = o->command == CLI_IR};
    w.front.jobs = o->jobs ? (uint32_t)o->jobs : processors > 0 ? (uint32_t)processors : 1;
    int status = CLI_USAGE;
    if (add_functions(&o->allocs, ir_lib_add_alloc, w.library) && add_functions(&o->frees, ir_lib_add_free, w.library))
        status = o->project ? do_project(&w) : do_files(&w);
    if (w.library) ir_lib_free(w.library);
    return status;
}
