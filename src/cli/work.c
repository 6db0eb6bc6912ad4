// SPDX-License-Identifier: MIT
#include "cli/work.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "check/invariant.h"
#include "check/program.h"
#include "check/run.h"
#include "cli/batch.h"
#include "cli/ctype.h"
#include "cli/domains.h"
#include "cli/entry.h"
#include "cli/frame.h"
#include "cli/replay.h"
#include "cli/reports.h"
#include "cli/served.h"
#include "cli/store.h"
#include "cli/stubs.h"
#include "cli/supervise.h"
#include "cli/tvl.h"
#include "exec/given.h"
#include "exec/met.h"
#include "ir/required.h"
#include "ir/model.h"
#include "ir/text.h"
#include "ir/valid.h"
#include "ir/whole.h"
#include "report/report.h"

double cli_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void cli_say(const struct cli_worker *w, const char *what, const char *which) {
    if (w->o->verbose) fprintf(stderr, "heapproof: %s %s\n", what, which);
}

// Names of files and options may hold what moves a cursor.
void cli_tell(const struct cli_worker *w, struct front_messages *m) {
    struct buf text = {0};
    for (size_t i = 0; i < m->text.n; i++) {
        unsigned char c = (unsigned char)m->text.text[i];
        if ((c < 32 && c != '\n' && c != '\t') || c == 127)
            buf_printf(&text, "\\x%02x", c);
        else
            buf_char(&text, (char)c);
    }
    if (text.n && !(w->o->quiet && m->ok)) fwrite(text.text, 1, text.n, stderr);
    buf_free(&text);
    buf_free(&m->text);
}

struct cli_entry cli_chosen_entry(const struct cli_worker *w) {
    if (w->o->entries.n) return w->o->entries.at[0];
    return (struct cli_entry){.name = *w->property->entry ? w->property->entry : NULL};
}

// ---- one program -------------------------------------------------------------------------------------------------------------------

// Is it time to show progress again?
static bool is_due(struct cli_worker *w) {
    double t = cli_now();
    if (t < w->next_progress) return false;
    w->next_progress = t + 0.2;
    return w->progress_shown = true;
}

static void show_progress(void *self, const char *func, const struct fix_progress *p) {
    struct cli_worker *w = self;
    if (!is_due(w)) return;
    fprintf(stderr, "\r\033[K%llu states, %llu waiting, in %s", (unsigned long long)p->states, (unsigned long long)p->pending, func);
}

static void show_search(void *self, uint64_t runs, uint64_t steps) {
    struct cli_worker *w = self;
    if (!is_due(w)) return;
    fprintf(stderr, "\r\033[K%llu runs in search of a fault, %llu instructions", (unsigned long long)runs, (unsigned long long)steps);
}

static void show_execution(void *self, const char *func, uint64_t steps) {
    struct cli_worker *w = self;
    if (!is_due(w)) return;
    fprintf(stderr, "\r\033[K%llu instructions executed, in %s", (unsigned long long)steps, func);
}

bool cli_is_watched(const struct cli_worker *w) {
    return !w->o->quiet && isatty(STDERR_FILENO);
}

static size_t terminal_width(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void cli_show_bar(struct cli_worker *w, const char *what, uint32_t done, uint32_t n, const char *things, const char *more) {
    enum { WIDTH = 12 };
    static const char full[WIDTH + 1] = "############", empty[WIDTH + 1] = "............";
    int k = n ? (int)((uint64_t)done * WIDTH / n) : WIDTH;
    struct buf line = {0};
    w->progress_shown = true;
    buf_printf(&line, "[%.*s%.*s] %s %u of %u %s", k, full, WIDTH - k, empty, what, done, n, things);
    for (; *more; more++) buf_char(&line, (unsigned char)*more < 32 || (unsigned char)*more >= 127 ? '?' : *more);
    size_t width = terminal_width() - 1;
    fprintf(stderr, "\r\033[K%.*s", (int)(line.n < width ? line.n : width), buf_text(&line));
    buf_free(&line);
}

void cli_end_progress(struct cli_worker *w) {
    if (w->progress_shown) fputs("\r\033[K", stderr);
    w->progress_shown = false;
}

static void show_state(void *self, const char *text) {
    (void)self;
    fprintf(stderr, "%s\n", text);
}

static void show_note(void *self, const char *text) {
    struct cli_worker *w = self;
    cli_end_progress(w);
    fprintf(stderr, "heapproof: unknown: %s\n", text);
}

static void show_aside(void *self, const char *text) {
    struct cli_worker *w = self;
    cli_end_progress(w);
    fprintf(stderr, "heapproof: %s\n", text);
}

// The states at the line that was asked for, as text, and as a picture if there is to be one.
static void show_line(void *self, struct fix *f) {
    struct cli_worker *w = self;
    struct check_invariant v;
    struct buf text = {0}, picture = {0};
    if (!dom_has_view(f->dom)) {
        buf_printf(&text, "%s:%llu: the heap domain '%s' has no pictures\n", w->o->show_file, (unsigned long long)w->o->show_line,
                   f->dom->name);
        cli_frame_write(w->fd, CLI_FRAME_TEXT, &text);
        buf_free(&text);
        return;
    }
    check_invariant(f, w->o->show_file, (uint32_t)w->o->show_line, &v);
    report_invariant(&v, w->o->show_file, (uint32_t)w->o->show_line, f->stopped || f->account.unknowns.n, &text, w->o->picture ? &picture : NULL);
    cli_frame_write(w->fd, CLI_FRAME_TEXT, &text);
    if (v.n) cli_frame_write(w->fd, CLI_FRAME_KNOWN, NULL);
    if (w->o->picture) cli_frame_write(w->fd, CLI_FRAME_PICTURE, &picture);
    buf_free(&text);
    buf_free(&picture);
    check_invariant_free(&v);
}

// What reports and witnesses want to know of a finished analysis.
static void look_at_proof(void *self, struct fix *f) {
    struct cli_worker *w = self;
    if (cli_reports_show(w->o, CLI_HTML)) check_add_loops(w->result, f);
    if (w->o->witness) replay_facts_add(&w->facts, f);
}

// How the heap domain is used; the command line was checked before.
static struct check_domain domain_of(struct cli_worker *w) {
    struct check_domain how;
    struct buf error = {0};
    cli_domain(w->o, &how, &error);
    buf_free(&error);
    how.self = w;
    if (cli_is_watched(w)) how.progress = show_progress, how.executing = show_execution;
    if (w->o->verbose) how.note = show_note, how.aside = show_aside;
    if (w->o->states) how.state = show_state;
    if (w->o->questions) how.asked = show_state;
    if (cli_reports_show(w->o, CLI_HTML) || w->o->witness) how.look = look_at_proof;
    if (w->o->command == CLI_SHOW) how.look = show_line;
    w->next_progress = cli_now() + 1;
    return how;
}

// Only the analysis, no search for faults; of a function with a contract, with what its first case requires.
static void show_one(const struct ir_program *p, uint32_t entry, const struct check_options *o, struct check_result *r) {
    struct check_analyse_options a = {
        .how = o->domain, .rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .library = o->library, .max_seconds = o->max_seconds, .strategies = o->strategies};
    struct ir_input_options given = o->inputs;
    struct ir_inputs inputs;
    struct ir_agreed agreed;
    check_targets open = {0};
    bool stated = ir_agreed_begin(&agreed, p, entry);
    if (stated) given.required = &agreed.required[0], given.proposal = agreed.required[0].proposal;
    bool is_open = ir_inputs_begin(&inputs, p, entry, o->library, given);
    if (is_open) a.inputs = &inputs;
    check_analyse(r, p, entry, &a, &open);
    if (is_open) ir_inputs_end(&inputs);
    if (stated) ir_agreed_end(&agreed);
    vec_free(&open);
}

static void check_one(struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct check_options o = {.rules = w->property->rules, .malloc_may_fail = w->o->malloc_may_fail, .library = w->library};
    o.inputs = (struct ir_input_options){.null = w->o->null_parameters, .apart = w->o->separate_parameters};
    o.search_runs = w->o->search_runs;
    o.try_runs = w->o->try_contracts;
    o.strategies = w->o->strategies;
    o.first = w->o->first || w->property->in_time;
    o.in_time = w->property->in_time;
    o.self = w;
    if (cli_is_watched(w)) o.searching = show_search;
    double left = w->o->time_limit - (w->read_before ? 0 : w->read_time);
    if (w->o->time_limit > 0) o.max_seconds = left > 0.1 ? left : 0.1;
    struct check_domain how = domain_of(w);
    struct cli_store store;
    o.domain = how.domain ? &how : NULL;
    cli_store_begin(&store, w, &o);
    if (w->o->command == CLI_SHOW)
        show_one(p, entry, &o, r);
    else
        check_program(r, p, entry, &o);
    cli_end_progress(w);
    cli_store_end(&store);
}

static void tell_contracts(const struct ir_program *p, const struct exec_contracts *c) {
    for (uint32_t i = 0; i < exec_contracts_n(c); i++) {
        const struct exec_contract_calls *x = exec_contracts_calls(c, i);
        const char *name = p->funcs.at[x->func].name;
        if (x->unclear)
            fprintf(stderr, "contract of %s: not looked at, since inputs cannot be as it says: %s\n", name, x->unclear);
        else
            fprintf(stderr, "contract of %s: kept by %llu calls, broken by %llu, not known of %llu\n", name, (unsigned long long)x->met, (unsigned long long)x->broken, (unsigned long long)x->unsure);
    }
}

static void run_one(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r) {
    struct exec_options o = {
        .rules = w->property->rules,
        .inputs = {.values = w->o->input_values.at, .n = w->o->input_values.n, .seeded = w->o->seeded, .seed = w->o->seed},
        .malloc_may_fail = w->o->malloc_may_fail,
        .lib = w->library,
        .given = w->given,
        .max_steps = w->o->max_steps,
        .echo = {cli_reports_own_stdout(w->o) ? stderr : stdout, stderr},
    };
    struct exec_result run;
    if (w->o->check_contracts) o.contracts = exec_contracts_begin(p, w->library), o.rules |= (ir_rule_set)1 << IR_RULE_BROKEN_PROMISE;
    setvbuf(stdout, NULL, _IOLBF, 0);  // so that lines are seen even if a limit ends the run
    if (w->o->witness)
        cli_follow_witness(w, p, entry, &o, &run, r);
    else
        exec_run(p, entry, &o, &run);
    fflush(stdout);
    if (o.contracts) tell_contracts(p, o.contracts);
    check_add_run(r, p, entry, &o, &run);
    exec_result_free(&run);
    if (o.contracts) exec_contracts_end(o.contracts);
}

static void measure(struct check_result *r, double read_time, double check_time) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    r->counters[CHECK_READ_TIME] = (uint64_t)(read_time * 1e6);
    r->counters[CHECK_CHECK_TIME] = (uint64_t)(check_time * 1e6);
    r->counters[CHECK_PEAK] = (uint64_t)usage.ru_maxrss;
}

int cli_hand_over(const struct cli_worker *w, const struct check_result *r) {
    struct buf line = {0};
    report_pack(r, &line);
    bool good = cli_frame_write(w->fd, CLI_FRAME_RESULT, &line);
    buf_free(&line);
    return good ? CLI_OK : cli_complain(CLI_INTERNAL, "cannot hand over a result");
}

// "struct node *push(struct node *list, int value)"; NULL: nobody knows its type.
static const char *prototype_of(const struct ir_program *p, uint32_t entry, struct arena *a) {
    const struct ir_func *f = &p->funcs.at[entry];
    const struct ir_ctype *t = f->ctype < p->ctypes.n ? &p->ctypes.at[f->ctype] : NULL;
    struct buf head = {0}, all = {0};
    if (!t || t->kind != IR_C_FUNCTION) return NULL;
    buf_printf(&head, "%s(", f->name);
    for (uint32_t i = 0; i < t->n_fields; i++) {
        bool same = t->n_fields == f->n_params;
        buf_str(&head, i ? ", " : "");
        cli_ctype_declare(p, t->fields[i].ctype, same && f->locals.at[i].name ? f->locals.at[i].name : "", &head);
    }
    buf_str(&head, t->n_fields ? ")" : "void)");
    cli_ctype_declare(p, t->target, buf_text(&head), &all);
    const char *text = arena_strdup(a, buf_text(&all));
    buf_free(&head);
    buf_free(&all);
    return text;
}

int cli_judge(struct cli_worker *w, const struct ir_program *p, const char *file, uint32_t entry) {
    struct check_result r;
    double start = cli_now();
    check_result_init(&r, file, p->funcs.at[entry].name);
    if (w->linked) r.linked = arena_strdup(&r.arena, w->linked);
    r.notes = w->property->notes;
    r.pictures = w->o->pictures || cli_reports_show(w->o, CLI_HTML);
    w->result = &r;
    struct exec_given given;
    bool open = exec_given_begin(&given, p, entry, w->library, NULL);
    if (open) w->given = &given;
    cli_say(w, cli_commands[w->o->command], file);
    if (w->o->command == CLI_CHECK || w->o->command == CLI_SHOW)
        check_one(w, p, entry, &r);
    else
        run_one(w, p, entry, &r);
    if (w->o->command == CLI_CHECK) cli_add_worlds(w, p, entry, &r);
    if (w->o->command == CLI_CHECK && open) r.prototype = prototype_of(p, entry, &r.arena);
    if (w->front.sources) cli_add_replay(w, p, entry, &r);
    if (w->o->witness && w->o->command == CLI_CHECK) cli_add_witness(w, p, entry, &r);
    measure(&r, w->read_time, cli_now() - start);
    for (uint32_t i = 0; i < p->read.n; i++)
        if (p->read.at[i]) check_add_source(&r, p->files.text.at[i]);
    int status = w->o->command == CLI_SHOW ? CLI_OK : cli_hand_over(w, &r);
    check_result_free(&r);
    if (open) exec_given_end(&given);
    w->given = NULL;
    return status;
}

static int print(const struct cli_worker *w, const struct ir_program *p) {
    struct buf text = {0};
    ir_print(p, &text);
    bool good = cli_frame_write(w->fd, CLI_FRAME_TEXT, &text);
    buf_free(&text);
    return good ? CLI_OK : cli_complain(CLI_INTERNAL, "cannot hand over the text");
}

static int write_stubs(const struct cli_worker *w, const struct ir_program *p) {
    struct buf text = {0};
    uint32_t n = cli_stubs(p, w->library, &text);
    bool good = cli_frame_write(w->fd, CLI_FRAME_TEXT, &text);
    buf_free(&text);
    if (!n && !w->o->quiet) fputs("heapproof: every function has a body or a row in the library table\n", stderr);
    return good ? CLI_OK : cli_complain(CLI_INTERNAL, "cannot hand over the text");
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

const char *cli_file_of(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, const char *file) {
    struct ir_loc loc = p->funcs.at[entry].loc;
    bool vague = w->o->project || w->o->files.n > 1;
    return vague && loc.line ? p->files.text.at[loc.file] : file;
}

// ---- where programs start ------------------------------------------------------------------------------------------------------------

static uint32_t find_entry(const struct cli_worker *w, const struct ir_program *p, struct cli_entry e, const char *file, int *status) {
    struct buf error = {0};
    uint32_t entry = cli_find_entry(p, w->o->project ? NULL : e.file, e.name ? e.name : "main", &error);
    if (entry == UINT32_MAX && e.name)
        *status = cli_complain(CLI_USAGE, "%s: %s", file, buf_text(&error));
    else if (entry == UINT32_MAX)
        *status = cli_complain(CLI_UNREADABLE, "%s: %s; add the file that has it, or choose where to start with --entry%s", file, buf_text(&error),
                               w->o->command == CLI_CHECK ? " (--each: at every function)" : "");
    buf_free(&error);
    return entry;
}

static int handle_several(struct cli_worker *w, const struct ir_program *p) {
    struct cli_batch b = {.w = w, .p = p};
    int status = CLI_OK;
    for (uint32_t i = 0; i < p->funcs.n && w->o->each; i++)
        if (cli_is_external(&p->funcs.at[i])) vec_push(&b.funcs, i);
    for (uint32_t i = 0; i < w->o->entries.n && status == CLI_OK; i++)
        vec_push(&b.funcs, find_entry(w, p, w->o->entries.at[i], w->o->files.at[0], &status));
    if (status == CLI_OK && !b.funcs.n) status = cli_complain(CLI_UNREADABLE, "%s: no function that is not static", w->o->files.at[0]);
    ir_whole_of(p);  // once for all of them
    if (status == CLI_OK) status = cli_do_batch(&b, b.funcs.n);
    vec_free(&b.funcs);
    return status;
}

int cli_handle(struct cli_worker *w, struct ir_program *p, struct cli_entry e, const char *file) {
    if (w->o->command == CLI_CHECK || w->o->command == CLI_SHOW) ir_models_add(p, w->library);
    if (!valid(p)) return CLI_INTERNAL;
    if (w->o->served) return cli_handle_served(w, p);
    if (w->o->command == CLI_IR && !e.name) return print(w, p);
    if (w->o->command == CLI_STUBS) return write_stubs(w, p);
    if (!w->o->project && (w->o->each || w->o->entries.n > 1)) return handle_several(w, p);
    int status = CLI_OK;
    uint32_t entry = find_entry(w, p, e, file, &status);
    if (status != CLI_OK) return status;
    return w->o->command == CLI_IR ? print(w, p) : cli_judge(w, p, cli_file_of(w, p, entry, file), entry);
}

// ---- files and projects ------------------------------------------------------------------------------------------------------------

static int do_files(struct cli_worker *w) {
    struct front_messages m = {.ok = true};
    double start = cli_now();
    for (uint32_t i = 0; i < w->o->files.n; i++) cli_say(w, "reading", w->o->files.at[i]);
    struct ir_program *p = front_read(&w->front, w->o->files.at, w->o->files.n, &m);
    w->read_time = cli_now() - start;
    m.ok = p != NULL;
    cli_tell(w, &m);
    if (!p) return CLI_UNREADABLE;
    int status = cli_handle(w, p, cli_chosen_entry(w), w->o->files.at[0]);
    ir_program_free(p);
    return status;
}

static bool add_functions(const cli_list *list, bool (*add)(struct ir_lib_table *, const char *, struct buf *), struct ir_lib_table *t) {
    struct buf why = {0};
    bool good = true;
    for (uint32_t i = 0; i < list->n && good; i++) {
        good = add(t, list->at[i], &why);
        if (!good) cli_complain(CLI_USAGE, "%s", buf_text(&why));
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
    struct cli_worker w = {.o = o, .property = &j->property, .fd = fd, .library = o->command == CLI_IR ? NULL : ir_lib_new()};
    w.front = (struct front_options){
        .clang = o->clang, .flags = o->flags.at, .n_flags = o->flags.n, .models = o->models.at, .n_models = o->models.n, .contracts = o->contract_files.at, .n_contracts = o->contract_files.n, .bits = o->bits, .short_lived = o->command == CLI_IR};
    w.front.instead = o->instead;
    w.front.n_instead = o->n_instead;
    w.front.jobs = o->jobs ? (uint32_t)o->jobs : processors > 0 ? (uint32_t)processors : 1;
    if (o->replay || o->confirm) w.front.sources = &w.sources;
    int status = CLI_USAGE;
    if (w.library && o->environment) ir_lib_befriend(w.library);
    if (add_functions(&o->allocs, ir_lib_add_alloc, w.library) && add_functions(&o->frees, ir_lib_add_free, w.library))
        status = o->project ? cli_do_project(&w) : do_files(&w);
    if (w.library) ir_lib_free(w.library);
    front_sources_free(&w.sources);
    replay_facts_free(&w.facts);
    return status;
}
