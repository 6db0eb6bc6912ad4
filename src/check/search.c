// SPDX-License-Identifier: MIT
#include "check/search.h"

#include <time.h>

#include "check/blame.h"
#include "check/mutate.h"
#include "check/paths.h"
#include "check/run.h"
#include "exec/decode.h"
#include "ir/lib.h"
#include "solve/solve.h"

#define ENDLESS_STEPS 2000000
#define STRING(x) #x
#define TEXT(x) STRING(x)
enum {
    QUESTIONS = 8,
    ENOUGH_RUNS = 200,
    MOST_TURNS = 16,
    SLICE = 24,
    SHORT = 8,
    LONG = 200,
    SHRINKING_RUNS = 300,
    SHRINKING_STEPS = 5000000,
    LEAST_STEPS = 50000,
    // In steps: what it is worth to begin and end a run, and a unit of the solver's work; how often a run is repeated to see where a block was lost.
    RUN_STEPS = 600,
    WORK_STEPS = 400,
    SOLVE_AFTER = 1000000,
    LOSS_RUNS = 5,
    WORD_SHARE = 4,  // one part in so many of the steps that are left
    // Once something was found.  In steps: what a trial costs at least, what is added to the cost of its kind at first, how much of it is
    // remembered; what an edge that no run took is worth, for each edge that a run may take.  How many times as much as was spent up to
    // then is spent at most for faults that were found.  How many new runs a new fault is worth.  Of how many runs, as a power of two,
    // the rarest is taken at most.
    TRIAL_STEPS = 1000,
    FIRST_STEPS = 100000,
    MEMORY_STEPS = 20000000,
    EDGE_STEPS = 50,
    MOST_TIMES = 2,
    FAULT_RUNS = 4,
    RAREST_OF = 5,
    ENOUGH_LATENT = 4  // how often a fault is judged to be one that callers can exclude
};

struct latent {  // a fault that callers can exclude, and how often it was judged
    struct exec_fault fault;
    uint32_t times;
};
struct birth {  // where blocks were allocated that runs lost, and how many runs
    struct ir_loc loc;
    uint64_t runs;
};
struct yield {  // of a kind of trial: its cost, and what was new
    uint64_t cost, gain;
};
enum { TRIALS = 5 };

struct search {
    const struct ir_program *p;
    uint32_t entry;
    const struct check_search_options *o;
    struct check_result *r;
    struct arena arena;
    struct check_cover cover;
    struct check_aim aim;
    struct check_paths paths;
    struct solve *solver;
    struct exec_codes codes;      // for all runs
    struct exec_record record;    // of seed number `recorded`
    uint32_t recorded, absorbed;  // seeds before `absorbed` have told their ways
    uint32_t *distance;           // by edge: of where it leads to, from a target
    VEC(uint32_t) edges;          // once something was found: that the entry may come to and that lead to a target
    check_list constants;         // of the program
    VEC(struct check_seed) seeds;
    check_list list;  // inputs of the next run
    uint64_t runs, steps, max_runs, max_steps, max_work;
    uint64_t cost;       // of all runs in steps, with what it takes to begin them and to find out where a block was lost
    uint64_t until;      // once something was found: it goes on up to this cost
    uint64_t found_cost;              // what was spent when the first was found
    uint64_t run_steps;  // limit of one run
    uint32_t shrinking;  // runs to shrink the inputs
    uint64_t shrinking_steps;
    uint64_t random;
    double deadline;
    VEC(struct exec_fault) known;  // definite faults that were found
    VEC(struct latent) latent;
    uint32_t causes;               // of them that have a cause of their own
    VEC(struct birth) births;
    struct yield yields[TRIALS];
    bool untold;        // the last run lost a block, and it is not said where
    bool draws;         // some run drew an input
    bool endless;       // a run that lost a block was cut off: `cut_off` are its inputs
    check_list cut_off;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool late(const struct search *s) {
    return s->deadline > 0 && now() > s->deadline;
}

static uint64_t spent(const struct search *s) {
    return s->cost + solve_work(s->solver) * WORK_STEPS;
}

static bool over(const struct search *s) {
    bool enough = s->known.n && (s->o->first || spent(s) >= s->until);
    return enough || s->runs >= s->max_runs || s->steps >= s->max_steps || late(s);
}

// ---- one run -----------------------------------------------------------------------------------------------------------------------

// A run that was cut off may still fail an assumption of the program, and then it does not exist; a fault that ended a run precedes that.
static bool exists(const struct exec_result *run) {
    switch (run->outcome) {
    case EXEC_RETURNED:
    case EXEC_EXITED:
    case EXEC_ABORTED:
    case EXEC_FAULT:
    case EXEC_TRAPPED: return true;
    default: return false;
    }
}

static bool definite(const struct exec_result *run) {
    return run->n_faults && !run->assumed && exists(run);
}

// A block was lost, and the run goes on and on.
static bool lost_and_cut_off(const struct exec_result *run) {
    return run->n_faults && !run->assumed && run->outcome == EXEC_OUT_OF_STEPS;
}

// Once something was found: what is lost again and again is located only now and then, unless the run is new.
static bool wants_loss(void *self, struct ir_loc loc, uint64_t steps) {
    struct search *s = self;
    uint32_t i = 0;
    if (!s->known.n) return true;
    while (i < s->births.n && memcmp(&s->births.at[i].loc, &loc, sizeof loc) != 0) i++;
    if (i == s->births.n) vec_push(&s->births, (struct birth){.loc = loc});
    uint64_t n = ++s->births.at[i].runs;
    bool wanted = spent(s) + steps * LOSS_RUNS <= s->until && ((n & (n - 1)) == 0 || check_cover_new(&s->cover));
    s->untold = !wanted;
    return wanted;
}

static struct exec_options options(struct search *s, const struct exec_observer *observer) {
    uint64_t left = s->max_steps - s->steps;
    struct exec_options o = {.rules = s->o->rules, .notes = s->r->notes, .lib = s->o->library, .codes = &s->codes, .malloc_may_fail = s->o->malloc_may_fail, .observer = observer, .given = s->o->given};
    o.inputs = (struct exec_inputs){.values = s->list.at, .n = s->list.n};
    o.max_steps = s->run_steps < left ? s->run_steps : left;
    o.max_seconds = s->deadline > 0 ? s->deadline - now() : 0;
    o.max_bytes = check_limits[CHECK_LIMIT_RUN_BYTES].value;
    return o;
}

static bool same_place(const struct exec_place *a, const struct exec_place *b) {
    return a->func == b->func && a->loc.file == b->loc.file && a->loc.line == b->loc.line && a->loc.column == b->loc.column;
}

static bool same_fault(const struct exec_fault *a, const struct exec_fault *b) {
    return a->rule == b->rule && a->step == b->step && same_place(&a->place, &b->place);
}

static bool is_loss(const struct exec_fault *f) {
    return f->rule == IR_RULE_MEMORY_LEAK || f->rule == IR_RULE_LEAK_AT_EXIT || f->rule == IR_RULE_MEMORY_CLEANUP;
}

// Do two runs break the same rule in the same place, and lose the same, if it is a loss?
static bool alike(const struct exec_fault *a, const struct exec_fault *b) {
    return a->rule == b->rule && same_place(&a->place, &b->place) && (!is_loss(a) || same_place(&a->allocation, &b->allocation));
}

static bool is_known(const struct search *s, const struct exec_fault *f) {
    for (uint32_t i = 0; i < s->known.n; i++)
        if (alike(&s->known.at[i], f)) return true;
    return false;
}

// Is it a fault of the program, and not of what callers might not hand over?  One that callers can exclude is not asked about again and again.
static bool counts(struct search *s, const struct exec_result *run, uint32_t i) {
    if (!s->o->given || s->o->latent) return true;
    for (uint32_t k = 0; k < s->latent.n; k++)
        if (alike(&s->latent.at[k].fault, &run->faults[i]) && s->latent.at[k].times == ENOUGH_LATENT) return false;
    struct exec_options o = options(s, NULL);
    if (check_is_manifest(s->p, s->entry, &o, run, i)) return true;
    for (uint32_t k = 0; k < s->latent.n; k++)
        if (alike(&s->latent.at[k].fault, &run->faults[i])) return s->latent.at[k].times++, false;
    vec_push(&s->latent, (struct latent){run->faults[i], 1});
    return false;
}

static bool has(struct search *s, const struct exec_result *run, const struct exec_fault *f) {
    for (uint32_t i = 0; i < run->n_faults; i++)
        if (alike(&run->faults[i], f)) return counts(s, run, i);
    return false;
}

// A run is looked at again and again to find out where a block was lost.
static uint64_t cost_of(const struct exec_result *run) {
    uint64_t again = 0;
    for (uint32_t i = 0; i < run->n_faults && !again; i++) again = run->faults[i].rule == IR_RULE_MEMORY_LEAK ? LOSS_RUNS : 0;
    return (run->steps + RUN_STEPS) * (again + 1);
}

// The same faults again, from the recorded choices and without limits of its own?
static bool confirmed(struct search *s, const struct exec_result *run) {
    check_list list = {0};
    for (uint32_t i = 0; i < run->n_inputs; i++) vec_push(&list, run->inputs[i].value);
    struct exec_options o = {.rules = s->o->rules, .notes = s->r->notes, .lib = s->o->library, .codes = &s->codes, .malloc_may_fail = s->o->malloc_may_fail, .given = s->o->given};
    o.inputs = (struct exec_inputs){.values = list.at, .n = list.n};
    struct exec_result again;
    exec_run(s->p, s->entry, &o, &again);
    bool same = definite(&again) && again.outcome == run->outcome && again.n_faults == run->n_faults && again.steps == run->steps;
    for (uint32_t i = 0; same && i < run->n_faults; i++) same = same_fault(&run->faults[i], &again.faults[i]);
    exec_result_free(&again);
    vec_free(&list);
    return same;
}

// The shortest distance of the run from a target.
static uint32_t nearest(const struct search *s) {
    uint32_t best = CHECK_FAR;
    for (uint32_t i = 0; i < s->cover.touched.n; i++) {
        uint32_t d = s->distance[s->cover.touched.at[i]];
        best = d < best ? d : best;
    }
    return best;
}

static void keep(struct search *s, const struct exec_result *run) {
    if (s->seeds.n >= check_limits[CHECK_LIMIT_SEEDS].value) {
        check_reach(s->r, CHECK_LIMIT_SEEDS);
        return;
    }
    struct check_seed *seed = vec_add(&s->seeds);
    check_seed_begin(seed, &s->arena, run, &s->cover);
    seed->distance = nearest(s);
    seed->mark = s->cover.mark;
    seed->cost = cost_of(run);
}

static bool may_shrink(const struct search *s) {
    return s->shrinking < SHRINKING_RUNS && s->shrinking_steps < SHRINKING_STEPS && !late(s);
}

// Runs s->list; yields whether it has the wanted fault of *run, which it then replaces.
static bool shrinks(struct search *s, struct exec_result *run, const struct exec_fault *wanted) {
    struct exec_result other;
    struct exec_options o = options(s, NULL);
    exec_run(s->p, s->entry, &o, &other);
    bool good = definite(&other) && other.n_inputs <= run->n_inputs && has(s, &other, wanted);
    struct exec_result old = good ? *run : other;
    s->cost += cost_of(&other);
    s->shrinking++;
    s->shrinking_steps += other.steps;
    if (good) *run = other;
    exec_result_free(&old);
    return good && may_shrink(s);
}

static void set_list(struct search *s, const struct exec_result *run, uint32_t n) {
    vec_clear(&s->list);
    for (uint32_t i = 0; i < n; i++) vec_push(&s->list, run->inputs[i].value);
}

static void shrink_end(struct search *s, struct exec_result *run, const struct exec_fault *wanted) {
    for (uint32_t cut = run->n_inputs; cut > 0 && may_shrink(s);) {
        uint32_t n = run->n_inputs;
        set_list(s, run, n - cut);
        cut = shrinks(s, run, wanted) && run->n_inputs < n ? cut : cut / 2;
        if (cut > run->n_inputs) cut = run->n_inputs;
    }
}

static void shrink_inside(struct search *s, struct exec_result *run, const struct exec_fault *wanted) {
    for (uint32_t cut = run->n_inputs / 2; cut > 0; cut /= 2)
        for (uint32_t i = 0; i + cut <= run->n_inputs && may_shrink(s);) {
            uint32_t n = run->n_inputs;
            set_list(s, run, n);
            memmove(&s->list.at[i], &s->list.at[i + cut], (n - i - cut) * sizeof *s->list.at);
            s->list.n -= cut;
            if (!shrinks(s, run, wanted) || run->n_inputs >= n) i += cut;
        }
}

// Smaller inputs that lead to the same fault: a shorter list first, then a zero here and there.
static void shrink(struct search *s, struct exec_result *run, const struct exec_fault *wanted) {
    shrink_end(s, run, wanted);
    shrink_inside(s, run, wanted);
    for (uint32_t i = 0; i < run->n_inputs && may_shrink(s); i++) {
        if (!run->inputs[i].value) continue;
        set_list(s, run, run->n_inputs);
        s->list.at[i] = 0;
        shrinks(s, run, wanted);
    }
}

// Something to fall back on; what is better has to be found soon.
static void remember(struct search *s, const struct exec_result *run) {
    s->endless = true;
    for (uint32_t i = 0; i < run->n_inputs; i++) vec_push(&s->cut_off, run->inputs[i].value);
    if (s->steps < s->max_steps) s->max_steps = s->steps + (s->max_steps - s->steps) / 8;
}

// The ways that branches and switches of a function have, if a target may be reached from there.
static void list_edges_of(struct search *s, uint32_t f) {
    for (uint32_t k = 0; k < s->p->funcs.at[f].instrs.n; k++) {
        uint32_t first = s->cover.edge[s->cover.first[f] + k], n = s->p->funcs.at[f].instrs.at[k].n_succs;
        for (uint32_t i = 0; i < n && n > 1; i++)
            if (s->distance[first + i] != CHECK_FAR) vec_push(&s->edges, first + i);
    }
}

// Of all functions that the entry may call.
static void list_edges(struct search *s) {
    bool *reached = ARENA_ARRAY(&s->arena, bool, s->p->funcs.n);
    struct ir_calls calls = {0};
    check_calls(&calls, s->p, s->o->library);
    ir_calls_reach(&calls, s->entry, reached);
    for (uint32_t f = 0; f < s->p->funcs.n; f++)
        if (reached[f]) list_edges_of(s, f);
    ir_calls_free(&calls);
}

// Those that no run took.
static uint64_t edges_left(const struct search *s) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < s->edges.n; i++) n += !s->cover.seen[s->edges.at[i]];
    return n;
}

static void go_on_for(struct search *s, uint64_t cost) {
    uint64_t until = spent(s) + cost, most = s->found_cost + check_limits[CHECK_LIMIT_MORE_STEPS].value;
    if (until > most) until = most;
    if (s->until < until) s->until = until;
}

// Runs go further than before: it is worth the more, the more is left and the longer runs are, or half of what was spent on it up to now.
static void explore(struct search *s) {
    go_on_for(s, edges_left(s) * s->edges.n * EDGE_STEPS);
    go_on_for(s, (spent(s) - s->found_cost) / 2);
}

static bool is_new_cause(const struct search *s, const struct exec_fault *f) {
    for (uint32_t i = 0; i < s->known.n && f->freed; i++)
        if (s->known.at[i].freed && s->known.at[i].rule == f->rule && same_place(&s->known.at[i].release, &f->release)) return false;
    return true;
}

// What was found is worth a search for more, the more there is, and so is what was not seen yet.
static void go_on(struct search *s) {
    if (!s->until) s->found_cost = spent(s), list_edges(s);
    uint64_t all = s->o->before + spent(s), share = all / check_limits[CHECK_LIMIT_MORE].value;
    for (uint32_t i = 1; i < s->causes && share < MOST_TIMES * all; i++) share *= 2;
    go_on_for(s, share < MOST_TIMES * all ? share : MOST_TIMES * all);
    explore(s);
    s->max_runs = s->o->most_runs ? s->o->most_runs : UINT64_MAX;
    s->max_steps = s->max_work = UINT64_MAX;
    s->shrinking = 0;
    s->shrinking_steps = 0;
}

// Shows a fault of *run with inputs as small as can be, which *run becomes, and what else is new in that run.
static bool show(struct search *s, const struct exec_options *o, struct exec_result *run, struct exec_fault wanted) {
    shrink(s, run, &wanted);
    if (!confirmed(s, run)) return false;
    for (uint32_t i = 0; i < run->n_faults; i++) {
        if (is_known(s, &run->faults[i]) || !counts(s, run, i)) continue;
        s->causes += is_new_cause(s, &run->faults[i]);
        check_add_fault(s->r, s->p, s->entry, o, run, i);
        vec_push(&s->known, run->faults[i]);
    }
    if (!s->known.n) return false;
    s->r->inputs = s->r->findings.at[s->r->decisive].inputs;
    go_on(s);
    return true;
}

// All faults of a run that are new, each in a run of its own; *run becomes another.
static void take_faults(struct search *s, const struct exec_options *o, struct exec_result *run) {
    uint32_t n = definite(run) ? run->n_faults : 0;
    struct exec_fault *faults = n ? arena_copy(&s->arena, run->faults, n * sizeof *faults) : NULL;
    check_list inputs = {0};
    for (uint32_t i = 0; i < run->n_inputs && n > 1; i++) vec_push(&inputs, run->inputs[i].value);
    bool fresh = true;  // *run is the run
    for (uint32_t i = 0; i < n; i++) {
        if (is_known(s, &faults[i])) continue;
        if (!fresh) {
            struct exec_options again = *o;
            again.inputs = (struct exec_inputs){.values = inputs.at, .n = inputs.n};
            exec_result_free(run);
            exec_run(s->p, s->entry, &again, run);
        }
        fresh = false;
        if (counts(s, run, i)) show(s, o, run, faults[i]);
    }
    vec_free(&inputs);
}

static bool has_new(const struct search *s, const struct exec_result *run) {
    for (uint32_t i = 0; i < run->n_faults; i++)
        if (!is_known(s, &run->faults[i])) return true;
    return false;
}

// The next run.  One with a fault that is new tells of its losses, too.
static void run_next(struct search *s, struct exec_options *o, struct exec_result *run) {
    struct exec_wanted wanted = {s, wants_loss};
    if (s->known.n && s->until - spent(s) < o->max_steps) o->max_steps = s->until - spent(s);
    check_cover_clear(&s->cover);
    s->untold = false;
    o->wanted = &wanted;
    exec_run(s->p, s->entry, o, run);
    o->wanted = NULL;
    if (!s->untold || !has_new(s, run)) return;
    exec_result_free(run);
    check_cover_clear(&s->cover);
    exec_run(s->p, s->entry, o, run);
}

static void run_list(struct search *s) {
    if (over(s)) return;
    struct exec_options o = options(s, &s->cover.observer);
    struct exec_result run;
    run_next(s, &o, &run);
    s->runs++;
    s->steps += run.steps;
    s->draws |= run.n_inputs > 0;
    s->cost += cost_of(&run);
    if (s->o->progress) s->o->progress(s->o->self, s->runs, s->steps);
    if (lost_and_cut_off(&run) && !s->endless) remember(s, &run);
    if (check_cover_add(&s->cover) && run.n_inputs) keep(s, &run);
    if (s->known.n && s->cover.further) explore(s);
    take_faults(s, &o, &run);
    exec_result_free(&run);
}

// ---- what to run -------------------------------------------------------------------------------------------------------------------

static void run_constant(struct search *s, uint64_t value, uint32_t n) {
    vec_clear(&s->list);
    for (uint32_t i = 0; i < n; i++) vec_push(&s->list, value);
    run_list(s);
}

// A run with a word that it was not asked for before may do all that the program is for.
static void try_words(struct search *s) {
    uint64_t usual = s->run_steps;
    enum check_novelty novelty;
    while (!over(s) && check_words_next(&s->cover.words, &s->list, &novelty)) {
        uint64_t share = (s->max_steps - s->steps) / WORD_SHARE;
        s->run_steps = novelty == CHECK_NEW_WORD && share > usual ? share : usual;
        run_list(s);
    }
    s->run_steps = usual;
}

// The first run may be long; the others are as long as it takes to do some more than the first.  If that had no end, many short ones see more
// than a few long ones.
static void run_constants(struct search *s) {
    static const int64_t values[] = {1, 2, -1, 3, 10};
    s->run_steps = s->max_steps / 3;
    run_constant(s, 1, SHORT);
    bool ends = s->steps < s->run_steps;
    s->run_steps = LEAST_STEPS + (ends ? 8 * s->steps : 4 * LEAST_STEPS);
    if (s->draws) run_constant(s, 0, 0);
    for (uint32_t k = 0; k < sizeof values / sizeof *values && s->draws; k++) {
        if (k) run_constant(s, (uint64_t)values[k], SHORT);
        run_constant(s, (uint64_t)values[k], LONG);
    }
    try_words(s);
    for (uint32_t n = 1; n <= MOST_TURNS && s->draws; n++) run_constant(s, 1, n);  // loops that go on for a while
    if (!ends) s->run_steps = LEAST_STEPS / 5;
}

static bool better(const struct check_seed *a, const struct check_seed *b) {
    return a->turns != b->turns ? a->turns < b->turns : a->distance < b->distance;
}

// Of those that have something left to try: the one whose turn came least often, the nearest to a target of them, the newest.
static struct check_seed *choose(struct search *s) {
    struct check_seed *best = NULL;
    for (uint32_t i = s->seeds.n; i-- > 0;) {
        struct check_seed *seed = &s->seeds.at[i];
        if (seed->next < seed->changes.n && (!best || better(seed, best))) best = seed;
    }
    return best;
}

static void try_changes(struct search *s) {
    struct check_seed *seed = choose(s);
    if (!seed) return;
    seed->turns++;
    uint32_t number = (uint32_t)(seed - s->seeds.at);
    for (uint32_t k = 0; k < SLICE && !over(s); k++) {
        seed = &s->seeds.at[number];  // a run may add one
        if (seed->next >= seed->changes.n) return;
        check_seed_change(seed, &seed->changes.at[seed->next++], &s->list);
        run_list(s);
    }
}

static uint32_t draw(struct search *s, uint32_t below) {
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(s->random >> 33) % below;
}

// The first is the better one to change: few runs came to what it came to, and it takes little to come to it again.
static bool rarer(const struct search *s, const struct check_seed *a, const struct check_seed *b) {
    return s->cover.often[a->mark] * a->cost < s->cover.often[b->mark] * b->cost;
}

// The best one of a few.
static uint32_t draw_rare(struct search *s) {
    uint32_t best = draw(s, s->seeds.n);
    for (uint32_t k = 1u << draw(s, RAREST_OF); k > 1; k--) {
        uint32_t other = draw(s, s->seeds.n);
        if (rarer(s, &s->seeds.at[other], &s->seeds.at[best])) best = other;
    }
    return best;
}

static void try_random(struct search *s) {
    for (uint32_t k = 0; k < SLICE / 2 && !over(s); k++) {
        uint32_t number = s->known.n && s->seeds.n ? draw_rare(s) : draw(s, s->seeds.n + 1);
        if (number < s->seeds.n)
            check_seed_shuffle(&s->seeds.at[number], &s->constants, &s->random, &s->list);
        else
            check_list_random(&s->constants, &s->random, &s->list);
        run_list(s);
    }
}

// What one run did in a turn of a loop, in another.
static void try_turns(struct search *s) {
    for (uint32_t k = 0; k < SLICE && s->seeds.n && !over(s); k++) {
        const struct check_seed *a = &s->seeds.at[draw_rare(s)], *b = &s->seeds.at[draw(s, s->seeds.n)];
        if (check_seed_splice(a, b, &s->constants, &s->random, &s->list)) run_list(s);
    }
}

// ---- towards a place ---------------------------------------------------------------------------------------------------------------------

static void record_seed(struct search *s, uint32_t number) {
    if (s->recorded == number) return;
    struct exec_result run;
    vec_clear(&s->list);
    for (uint32_t i = 0; i < s->seeds.at[number].n; i++) vec_push(&s->list, s->seeds.at[number].inputs[i].value);
    struct exec_options o = options(s, NULL);
    exec_record_clear(&s->record);
    o.record = &s->record;
    o.rules = 0;
    exec_run(s->p, s->entry, &o, &run);
    s->runs++;
    s->steps += run.steps;
    s->cost += cost_of(&run);
    exec_result_free(&run);
    s->recorded = number;
    solve_about(s->solver, s->p, &s->record);
}

static void ask(struct search *s, const struct check_way *way) {
    record_seed(s, way->run);
    const struct check_seed *seed = &s->seeds.at[way->run];
    vec_clear(&s->list);
    for (uint32_t i = 0; i < seed->n; i++) vec_push(&s->list, seed->inputs[i].value);
    bool again = way->decision < s->record.decisions.n;  // near the end of the budget a run may be cut off before it
    if (again && solve_leave(s->solver, way->decision, way->way, s->list.at, s->list.n)) run_list(s);
}

// The solver comes in when easy inputs did not do.
static void try_paths(struct search *s) {
    struct check_way way;
    for (; s->absorbed < s->seeds.n && !over(s); s->absorbed++) {
        record_seed(s, s->absorbed);
        check_paths_add(&s->paths, s->absorbed, &s->record);
    }
    for (uint32_t k = 0; k < QUESTIONS && !over(s) && solve_work(s->solver) + 1 < s->max_work && check_paths_next(&s->paths, &way); k++)
        ask(s, &way);
}

// ---- who has more turns ------------------------------------------------------------------------------------------------------------------

static uint64_t gained(const struct search *s) {
    return s->seeds.n + (uint64_t)FAULT_RUNS * s->known.n;
}

// Once something was found: the kind of trial that is tried next is the one that came to most for its cost, of late.  The solver's
// begins later.
static void try_best(struct search *s) {
    static void (*const trials[TRIALS])(struct search *) = {try_words, try_changes, try_random, try_turns, try_paths};
    uint32_t best = 0, n = spent(s) - s->found_cost < SOLVE_AFTER ? TRIALS - 1 : TRIALS;
    for (uint32_t i = 1; i < n; i++) {
        const struct yield *a = &s->yields[i], *b = &s->yields[best];
        if ((a->gain + 1) * (b->cost + FIRST_STEPS) > (b->gain + 1) * (a->cost + FIRST_STEPS)) best = i;
    }
    struct yield *y = &s->yields[best];
    uint64_t cost = spent(s), gain = gained(s);
    trials[best](s);
    y->cost += spent(s) - cost + TRIAL_STEPS;
    y->gain += gained(s) - gain;
    if (y->cost > MEMORY_STEPS) y->cost /= 2, y->gain /= 2;
}

static void try_all(struct search *s) {
    try_words(s);
    try_changes(s);
    try_random(s);
    if (s->runs >= ENOUGH_RUNS) try_paths(s);
}

// ---- programs without an end -------------------------------------------------------------------------------------------------------------

static bool is_assumption(const struct search *s, ir_val v) {
    if (ir_tag(v) != IR_FUNC) return false;
    const struct ir_lib *row = ir_lib_of(s->o->library, s->p, &s->p->funcs.at[ir_index(v)]).row;
    return row && row->kind == IR_LIB_K_ASSUME;
}

// Does the program have assumptions, by which a run may turn out not to exist?
static bool assumes(const struct search *s) {
    if (!s->o->library) return true;
    for (uint32_t i = 0; i < s->p->funcs.n; i++) {
        const struct ir_func *f = &s->p->funcs.at[i];
        for (uint32_t k = 0; k < f->instrs.n; k++) {
            const struct ir_instr *x = &f->instrs.at[k];
            if (x->op == IR_ASSUME) return true;
            for (uint32_t n = 0; n < x->n_args; n++)
                if (is_assumption(s, x->args[n])) return true;
        }
    }
    for (uint32_t i = 0; i < s->p->globals.n; i++)
        for (uint32_t k = 0; k < s->p->globals.at[i].n_relocs; k++)
            if (is_assumption(s, s->p->globals.at[i].relocs[k].target)) return true;
    return false;
}

// If nothing else was found: a block that a run lost is lost although the run does not end, if it does not end for a good while longer.
static void try_endless(struct search *s) {
    if (s->known.n || !s->endless || s->o->given || assumes(s)) return;
    struct exec_options o = options(s, NULL);
    struct exec_result run;
    o.inputs = (struct exec_inputs){.values = s->cut_off.at, .n = s->cut_off.n};
    o.max_steps = ENDLESS_STEPS;
    exec_run(s->p, s->entry, &o, &run);
    if (lost_and_cut_off(&run) && run.steps >= ENDLESS_STEPS) {
        while (run.n_inputs && !run.inputs[run.n_inputs - 1].value) run.n_inputs--;
        vec_push(&s->known, run.faults[0]);
        check_add_faults(s->r, s->p, s->entry, &o, &run);
        struct check_finding *f = &s->r->findings.at[s->r->decisive];
        check_add_step(s->r, f, f->place, "the run goes on without an end; --max-steps " TEXT(ENDLESS_STEPS) " cuts it off");
    }
    exec_result_free(&run);
}

static void set_distances(struct search *s) {
    s->distance = arena_alloc(&s->arena, s->cover.n_edges * sizeof *s->distance);
    for (uint32_t f = 0; f < s->p->funcs.n; f++) {
        const struct ir_func *func = &s->p->funcs.at[f];
        for (uint32_t k = 0; k < func->instrs.n; k++)
            for (uint32_t succ = 0; succ < func->instrs.at[k].n_succs; succ++)
                s->distance[s->cover.edge[s->cover.first[f] + k] + succ] =
                    check_aim_from(&s->aim, f, func->blocks.at[func->instrs.at[k].succs[succ]].first);
    }
}

static void begin(struct search *s) {
    const struct check_search_options *o = s->o;
    s->max_runs = o->max_runs ? o->max_runs : check_limits[CHECK_LIMIT_RUNS].value;
    s->max_steps = o->max_steps ? o->max_steps : check_limits[CHECK_LIMIT_STEPS].value;
    s->max_work = check_limits[CHECK_LIMIT_WORK].value;
    if (o->max_work && o->max_work < s->max_work) s->max_work = o->max_work;
    s->deadline = o->max_seconds > 0 ? now() + o->max_seconds : 0;
    check_cover_begin(&s->cover, s->p);
    check_aim_begin(&s->aim, s->p, s->entry, o->library, o->rules, o->targets);
    check_paths_begin(&s->paths, s->p, &s->aim, &s->cover);
    check_list_constants(s->p, &s->constants);
    set_distances(s);
    s->solver = solve_new();
}

static void end(struct search *s) {
    for (uint32_t i = 0; i < s->seeds.n; i++) check_seed_free(&s->seeds.at[i]);
    vec_free(&s->seeds);
    vec_free(&s->list);
    vec_free(&s->cut_off);
    vec_free(&s->known);
    vec_free(&s->latent);
    vec_free(&s->births);
    vec_free(&s->edges);
    vec_free(&s->constants);
    exec_record_free(&s->record);
    exec_codes_free(&s->codes);
    solve_free(s->solver);
    check_paths_free(&s->paths);
    check_aim_free(&s->aim);
    check_cover_free(&s->cover);
    arena_free(&s->arena);
}

// Of a search that is as long as it is worth; one for a share ends with that.
static void note_limits(struct search *s) {
    const struct check_search_options *o = s->o;
    if (s->known.n && s->draws && !o->first)
        check_reach(s->r, spent(s) < s->found_cost + check_limits[CHECK_LIMIT_MORE_STEPS].value ? CHECK_LIMIT_MORE : CHECK_LIMIT_MORE_STEPS);
    if (s->known.n) return;
    if (s->runs >= s->max_runs && (!o->max_runs || o->max_runs >= check_limits[CHECK_LIMIT_RUNS].value)) check_reach(s->r, CHECK_LIMIT_RUNS);
    if (s->steps >= s->max_steps && !o->max_steps) check_reach(s->r, CHECK_LIMIT_STEPS);
    if (solve_work(s->solver) + 1 >= check_limits[CHECK_LIMIT_WORK].value) check_reach(s->r, CHECK_LIMIT_WORK);
    if (late(s)) check_reach(s->r, CHECK_LIMIT_TIME);
}

bool check_search(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_search_options *o) {
    struct search s = {.p = p, .entry = entry, .o = o, .r = r, .random = 1, .recorded = UINT32_MAX};
    begin(&s);
    run_constants(&s);
    while (s.draws && !over(&s))
        if (s.known.n)
            try_best(&s);
        else
            try_all(&s);
    try_endless(&s);
    note_limits(&s);
    bool found = s.known.n;
    if (found) check_set_strategy(r, CHECK_BY_SEARCH, NULL, 0);
    r->counters[CHECK_SEARCH_RUNS] += s.runs;
    r->counters[CHECK_STEPS] += s.steps;
    end(&s);
    return found;
}
