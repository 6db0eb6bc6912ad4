// SPDX-License-Identifier: MIT
#include "check/analyse.h"

#include <time.h>

#include "check/able.h"
#include "check/trace.h"
#include "dom/option.h"
#include "fix/lost.h"

// So much is spent before other ways to an answer are tried for a while; then so many times as much before they are tried again, longer.
enum { PAUSE_EFFORT = 400, PAUSE_GROWTH = 4 };
enum { STATE_COMPARED = 16, STATE_PARTS = 200 };  // so many pairs of states, or of their parts, are compared while one state is made

// As asked for (FIXPOINT); without numbers in nodes (the shapes may be enough); without segments that may be empty, without joins or with joins of
// many states only (what they forget may matter; a loop of few turns is followed turn by turn, wherever it is); without any abstraction, which ends
// only if there are finitely many states.
struct attempt {
    const struct dom *domain;
    enum check_strategy way;
    uint32_t variant;
    uint64_t patience;  // effort
    bool over;          // more effort makes no difference, or is not worth it
};
struct budget {  // 0: none
    uint64_t effort, words;
};

struct analysis {
    struct check_result *r;
    const struct ir_program *p;
    const struct check_analyse_options *o;
    struct fix f;
    struct inter t;
    double deadline;  // 0: none
    check_targets *open;
    uint32_t entry;
    enum check_strategy way;
    uint32_t pauses;         // so often other ways to an answer were tried for a while
    uint64_t pause_at;       // effort; 0: never
    uint64_t most_effort;    // 0: no limit
    bool spent;              // it is reached
    bool too_coarse;         // the coarse way came to its end without a proof
    bool other_over;         // so did the other domain
    bool searched;           // as long as it is worth
    bool refuted;            // and a definite fault was found
    struct analysis *proof;  // or a proof in another way
    struct analysis *parent; // of a coarse try: what it is for
    const struct dom *domain;
    uint32_t variant;  // of the domain
};

bool check_domain_fits(const struct check_domain *how, struct buf *why) {
    return set_fits(&how->set, how->domain, why) && inter_fits(how->domain, why);
}

// ---- limits ------------------------------------------------------------------------------------------------------------------------

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// The clock ends the analysis, and decides nothing else.
static bool late(const struct analysis *a) {
    return a->deadline > 0 && now() > a->deadline;
}

static bool pause(struct analysis *a);
static bool search_on_the_way(struct analysis *b);

// States made and pairs of them looked into, in states.
static uint64_t pairs(const struct analysis *a) {
    return a->f.graph.nodes.n + a->f.compared / STATE_COMPARED;
}

// What was spent, in states made: the same on every machine.
static uint64_t effort(const struct analysis *a) {
    return a->domain->effort && a->domain->effort->compared ? a->f.graph.nodes.n + a->domain->effort->compared(a->f.d) / STATE_PARTS : pairs(a);
}

static const char *limit(void *self) {
    struct analysis *a = self;
    if (late(a)) return "the time is over";
    a->spent = a->most_effort && effort(a) >= a->most_effort;
    if (a->spent) return "the effort for the proof is spent";
    bool found = a->pause_at && effort(a) >= a->pause_at && (a->parent ? search_on_the_way(a) : pause(a));
    return found ? "the answer was found in another way" : NULL;
}

static void progress(void *self, const struct fix_progress *p) {
    const struct analysis *a = self;
    a->o->how->progress(a->o->how->self, a->p->funcs.at[p->func].name, p);
}

// ---- findings ----------------------------------------------------------------------------------------------------------------------

// Of an instruction without place the last one before it that has one.
static struct check_place place_of(struct analysis *a, struct fix_place at) {
    const struct ir_func *f = at.func == UINT32_MAX ? NULL : &a->p->funcs.at[at.func];
    while (f && at.instr && !f->instrs.at[at.instr].loc.line) at.instr--;
    return check_place_of(a->r, a->p, f, f ? f->instrs.at[at.instr].loc : (struct ir_loc){0});
}

static void add_fault(struct analysis *a, const struct fix_fault *fault) {
    struct check_place place = place_of(a, (struct fix_place){fault->func, fault->instr});
    bool noted = a->r->notes >> fault->rule & 1;
    if (fault->func != UINT32_MAX && !noted) vec_push(a->open, (struct check_target){fault->func, fault->instr});
    struct check_finding *finding =
        check_add_finding(a->r, fault->rule, a->o->inputs ? CHECK_CONDITIONAL : CHECK_POSSIBLE, place, fault->message);
    finding->cut = fault->cut;
    check_trace(a->r, finding, &a->f, fault);
}

static void add_unknown(struct analysis *a, const struct fix_unknown *u) {
    struct check_place place = place_of(a, (struct fix_place){u->func, u->instr});
    struct buf text = {0}, at = {0};
    if (place.line) buf_printf(&at, " at %s:%u", place.file, place.line);
    buf_str(&text, u->reason);
    if (at.n && !strstr(u->reason, at.text)) buf_str(&text, at.text);
    check_unknown(a->r, "%s", buf_text(&text));
    if (a->o->how->note) a->o->how->note(a->o->how->self, buf_text(&text));
    buf_free(&text);
    buf_free(&at);
}

// ---- counters ----------------------------------------------------------------------------------------------------------------------

static void count_func(struct analysis *a, uint32_t func) {
    const struct ir_func *f = &a->p->funcs.at[func];
    uint64_t *count = a->r->counters;
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        if (!(check_able(a->p, a->o->library, &f->instrs.at[i]) & a->o->rules)) continue;
        uint8_t bits = fix_account_bits(&a->f.account, func, i);
        bool open = bits & (FIX_FAILED | FIX_LOST);
        count[open ? CHECK_OPEN : bits & FIX_MET ? CHECK_PROVED : CHECK_NOT_REACHED]++;
        if (open) vec_push(a->open, (struct check_target){func, i});
    }
}

static void count_procedures(struct analysis *a) {
    const struct fix_graph *g = &a->f.graph;
    const struct ir_program *p = a->p;
    struct check_procedure *of = calloc(p->funcs.n + 1, sizeof *of);
    if (!of) base_out_of_memory();
    for (uint32_t i = 0; i < g->nodes.n; i++) of[g->runs.at[g->nodes.at[i].run].func].states++;
    for (uint32_t i = 0; i < g->runs.n; i++) of[g->runs.at[i].func].entered++;
    for (uint32_t i = 0; i < g->runs.n; i++) of[g->runs.at[i].func].exits += g->runs.at[i].exits.n;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        of[i].name = p->funcs.at[i].name;
        if (of[i].entered) check_add_procedure(a->r, of[i]);
    }
    free(of);
}

// Is it a call after which the program ends?
static bool is_end(const struct analysis *a, const struct ir_instr *i) {
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    const struct ir_func *callee = &a->p->funcs.at[ir_index(i->args[0])];
    const struct ir_lib *row = ir_lib_of(a->o->library, a->p, callee).row;
    if (!row) return callee->flags & IR_EXTERN && callee->flags & IR_NORETURN;
    switch (row->kind) {
    case IR_LIB_K_EXIT:
    case IR_LIB_K_HALT:
    case IR_LIB_K_ABORT:
    case IR_LIB_K_DIE:
    case IR_LIB_K_EXEC:
    case IR_LIB_K_ERROR:
    case IR_LIB_K_ASSERT_FAIL: return true;
    default: return false;
    }
}

static bool meets_end(const struct analysis *a) {
    for (uint32_t f = 0; f < a->p->funcs.n; f++)
        for (uint32_t i = 0; a->f.account.bits[f] && i < a->p->funcs.at[f].instrs.n; i++)
            if (fix_account_bits(&a->f.account, f, i) & FIX_MET && is_end(a, &a->p->funcs.at[f].instrs.at[i])) return true;
    return false;
}

// A proof says nothing about what no run comes to.  Of a program that is not whole only the functions count that its entry may call.
static void say_what_is_not_reached(struct analysis *a, const bool *reached) {
    struct check_result *r = a->r;
    if (r->verdict != CHECK_SAFE) return;
    for (uint32_t i = 0, k = 0; i < a->p->funcs.n; i++) {
        const struct ir_func *f = &a->p->funcs.at[i];
        bool entered = k < r->procedures.n && strcmp(r->procedures.at[k].name, f->name) == 0;
        k += entered;
        if (!entered && !(f->flags & IR_EXTERN) && (!a->o->inputs || reached[i])) check_add_not_entered(r, f->name);
    }
    r->endless = !a->t.ends && !meets_end(a);
}

static void count(struct analysis *a, uint32_t entry) {
    const struct ir_program *p = a->p;
    struct ir_calls calls = {0};
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    check_calls(&calls, p, a->o->library);
    ir_calls_reach(&calls, entry, reached);
    check_survey(a->r, p, entry, reached, a->o->library, a->o->rules, a->o->malloc_may_fail);
    check_survey_values(a->r, p, reached, a->o->library, a->o->rules, a->f.dom->core.values);
    bool lax = a->o->rules >> IR_RULE_UNINITIALISED_VALUE & 1 && a->f.dom->core.lax && a->f.dom->core.lax(a->f.d);
    if (lax) check_add_assumption(a->r, CHECK_ASSUME_INITIALISED_ELEMENTS, "");
    fix_lost(&a->f, &calls);
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (reached[i] && !(p->funcs.at[i].flags & IR_EXTERN)) count_func(a, i);
    a->r->counters[CHECK_STATES] = a->f.graph.nodes.n;
    a->r->counters[CHECK_END_STATES] = a->t.ends;
    a->r->counters[CHECK_ENTERED] = a->f.graph.runs.n;
    a->r->counters[CHECK_REUSED] = a->t.reused;
    count_procedures(a);
    say_what_is_not_reached(a, reached);
    free(reached);
    ir_calls_free(&calls);
}

static void say_what_was_proved(struct check_result *r) {
    const uint64_t *n = r->counters;
    if (r->verdict != CHECK_UNKNOWN) return;
    r->reason = arena_printf(&r->arena, "%s (accesses: %llu proved, %llu open, %llu not reached)", r->reason,
                             (unsigned long long)n[CHECK_PROVED], (unsigned long long)n[CHECK_OPEN],
                             (unsigned long long)n[CHECK_NOT_REACHED]);
}

// ---- the analysis ------------------------------------------------------------------------------------------------------------------

static void show_states(struct analysis *a) {
    const struct fix_graph *g = &a->f.graph;
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        const struct fix_node *n = &g->nodes.at[i];
        uint32_t func = g->runs.at[n->run].func;
        const struct fix_points *points = a->f.points[func];
        struct buf text = {0};
        if (n->gone) continue;
        buf_printf(&text, "state %u (%u) of '%s'", i, n->state, a->p->funcs.at[func].name);
        if (n->point < points->n) {
            struct check_place at = place_of(a, (struct fix_place){func, points->at[n->point].code.first});
            buf_printf(&text, " at %s:%u, point %u%s", at.file, at.line, n->point,
                       points->at[n->point].place == SET_HEAD ? ", a loop" : "");
        }
        buf_printf(&text, ", from state %d\n", (int)n->parent);
        a->f.dom->show->print(a->f.d, n->state, &text);
        a->o->how->state(a->o->how->self, buf_text(&text));
        buf_free(&text);
    }
}

// What does not fold may have states without end: they may take so many words.
enum { PROOF_MOST = 128 << 20 };
// The effort of a coarse try: so many times as that of the proof so far, or so many times the size of the program, whichever is more.
enum { COARSE_TIMES = 6, COARSE_SIZES = 64 };
// The other domain is tried after so much effort, with so many times as much, and not more than that: later states are the larger.
enum { OTHER_AFTER = 1500, OTHER_TIMES = 4, OTHER_MOST = 12000 };
// The states of another try may take so many words: in between so many times as the effort of the proof so far would make, and at most.
enum { EXACT_LEAST = 1 << 16, EXACT_TIMES = 2, EXACT_MOST = 64 << 20 };
// Of a try without abstraction: so many times the effort of the proof so far.
enum { EXACT_EFFORT = 16 };
// After so much the search is as long as it is worth; after so much, without joins and without segments that may be empty is tried, too.
// Inside of a coarse try, which is often a proof soon, the search waits longer.
enum { SEARCH_AFTER = 6400, SEARCH_INSIDE = 2 * SEARCH_AFTER, INSIDE_GROWTH = 2, REST_AFTER = 25600 };

static struct dom_settings settings_of(const struct analysis *a, bool coarse) {
    const struct dom_refine *refine = a->domain->refine;
    struct dom_settings s = {0};
    if (a->domain == a->o->how->domain) s = a->o->how->settings;
    if (refine && coarse) s = dom_settings_with(a->domain, &s, refine->coarse);
    if (refine && a->way == CHECK_BY_NONEMPTY) s = dom_settings_with(a->domain, &s, refine->nonempty);
    return s;
}

static void begin(struct analysis *a) {
    const struct check_domain *how = a->o->how;
    bool coarse = (how->coarse == CHECK_COARSE && a->way != CHECK_BY_EXACT) || a->way == CHECK_BY_COARSE;
    struct dom_options d = {
        .rules = a->o->rules,
        .malloc_may_fail = a->o->malloc_may_fail,
        .lib = a->o->library,
        .inputs = a->o->inputs,
        .variant = a->variant,
        .settings = settings_of(a, coarse),
    };
    struct set_options usual = {.policy = a->domain->core.join ? SET_PARTIAL : SET_POWERSET, .delay = SET_DELAY};
    a->f = (struct fix){.program = a->p, .lib = a->o->library, .dom = a->domain, .d = a->domain->core.open(a->p, &d)};
    a->f.options = (struct fix_options){.set = a->domain == how->domain ? how->set : usual,
                                        .exact = a->way == CHECK_BY_EXACT,
                                        .coarse = coarse,
                                        .discard = !how->keep && !how->state && !how->look,
                                        .max_states = how->max_states,
                                        .max_words = a->domain->effort ? PROOF_MOST : 0,
                                        .limit = limit,
                                        .progress = how->progress ? progress : NULL,
                                        .self = a};
    fix_begin(&a->f);
    a->f.account.noted = a->r->notes;
}

static void end(struct analysis *a) {
    inter_free(&a->t);
    fix_end(&a->f);
    a->domain->core.close(a->f.d);
}

static void go(struct analysis *a) {
    struct inter_options calls = a->o->how->calls;
    calls.open = a->o->inputs != NULL;
    inter_run(&a->t, &a->f, a->entry, &calls);
}

static bool is_proof(const struct analysis *a) {
    return !a->f.stopped && !a->f.account.faults.n && !a->f.account.unknowns.n;
}

// Each state of a point is compared with the others: the effort grows with the square of how many are kept apart.
enum { APART_MOST = 512 };

static uint32_t apart_for(uint64_t effort) {
    uint32_t n = 1;
    while (n < APART_MOST && (uint64_t)n * n < effort) n++;
    return n;
}

// What is not proved may be so only because of what was joined or abstracted away, or how the domain looked at it.
static struct analysis *try_way(struct analysis *a, struct attempt x, struct budget most) {
    struct analysis *b = malloc(sizeof *b);
    if (!b) base_out_of_memory();
    *b = (struct analysis){.r = a->r, .p = a->p, .o = a->o, .open = a->open, .entry = a->entry};
    b->way = x.way;
    b->variant = x.variant;
    b->domain = x.domain;
    b->most_effort = most.effort;
    begin(b);
    if (x.way == CHECK_BY_EXACT || x.way == CHECK_BY_APART)
        b->f.options.set = (struct set_options){.policy = SET_POWERSET, .delay = b->f.options.set.delay};
    if (x.way == CHECK_BY_SEVERAL) b->f.options.set.apart = apart_for(most.effort);
    if (b->domain->effort && most.words) b->f.options.max_words = most.words;
    b->deadline = a->deadline;
    b->parent = x.way == CHECK_BY_COARSE ? a : NULL;
    b->pause_at = b->parent != NULL;
    go(b);
    return b;
}

// The proof, or NULL.
static struct analysis *if_proof(struct analysis *b) {
    if (is_proof(b)) return b;
    end(b);
    free(b);
    return NULL;
}

static uint64_t coarse_effort(const struct analysis *a, uint64_t spent) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < a->p->funcs.n; i++) size += a->p->funcs.at[i].instrs.n;
    return spent * COARSE_TIMES > size * COARSE_SIZES ? spent * COARSE_TIMES : size * COARSE_SIZES;
}

// A search for a run that breaks a rule, where b found possible faults if it did: a short one in proportion to `states`, or (0) as long as it is worth.
static bool search_near(const struct analysis *a, const struct analysis *b, uint64_t states) {
    check_targets targets = {0};
    for (uint32_t i = 0; i < b->f.account.faults.n; i++) {
        const struct fix_fault *x = &b->f.account.faults.at[i];
        if (x->func != UINT32_MAX) vec_push(&targets, (struct check_target){x->func, x->instr});
    }
    bool found = a->o->search && a->o->search(a->o->self, a->r, &targets, states);
    vec_free(&targets);
    return found;
}

// A coarse try may take long, and neither what it finds wrong nor the search need wait for its end.
static bool search_on_the_way(struct analysis *b) {
    bool is_long = effort(b) >= SEARCH_INSIDE;
    if (!b->f.account.faults.n && !is_long) return false;
    b->pause_at = effort(b) * INSIDE_GROWTH;
    b->parent->refuted = search_near(b->parent, b, effort(b));
    return b->parent->refuted;
}

static bool has_coarse(const struct dom *domain) {
    return domain->refine && domain->refine->coarse;
}

static bool has_nonempty(const struct analysis *a) {
    if (!a->domain->refine || !a->domain->refine->nonempty) return false;
    struct dom_settings given = a->o->how->settings, other = dom_settings_with(a->domain, &given, a->domain->refine->nonempty);
    return !dom_settings_equal(a->domain, &given, &other);
}

// Once it found a possible fault, or came to its end, it is not tried again.
static struct analysis *try_coarsely(struct analysis *a, uint64_t spent) {
    if (a->too_coarse || a->o->how->coarse != CHECK_COARSE_IF_MANY || !has_coarse(a->o->how->domain)) return NULL;
    struct analysis *b =
        try_way(a, (struct attempt){.domain = a->domain, .way = CHECK_BY_COARSE}, (struct budget){.effort = coarse_effort(a, spent)});
    a->too_coarse = !b->f.stopped || b->f.account.faults.n;
    if (b->f.account.faults.n && !a->refuted) a->refuted = search_near(a, b, effort(b));
    return if_proof(b);
}

// Pointers in a structure or union, those of its members included; *on: one leads to a structure.
static uint32_t pointers_in(const struct ir_program *p, const struct ir_ctype *t, bool *on) {
    uint32_t n = 0;
    for (uint32_t k = 0; (t->kind == IR_C_STRUCT || t->kind == IR_C_UNION) && k < t->n_fields; k++) {
        const struct ir_ctype *x = t->fields[k].ctype == IR_NO_TYPE ? NULL : &p->ctypes.at[t->fields[k].ctype];
        if (x && x->kind == IR_C_POINTER) {
            *on |= x->target != IR_NO_TYPE && p->ctypes.at[x->target].kind == IR_C_STRUCT;
            n++;
        } else if (x) {
            n += pointers_in(p, x, on);
        }
    }
    return n;
}

// Is there a structure with two pointers, one to a structure?  Where there is none, there are only lists, and nodes that own nothing.
static bool branches(const struct ir_program *p) {
    for (uint32_t i = 0; i < p->ctypes.n; i++) {
        bool on = false;
        if (pointers_in(p, &p->ctypes.at[i], &on) > 1 && on) return true;
    }
    return false;
}

static bool has_other(const struct analysis *a) {
    return a->o->how->other && !a->o->inputs && branches(a->p);
}

enum { MOST_VARIANTS = 8, MOST_TRIES = 3 * MOST_VARIANTS + 5 };

static uint32_t find_variants(const struct analysis *a, uint32_t *out) {
    const struct dom_refine *refine = a->domain->refine;
    return refine && refine->variants ? refine->variants(a->f.d, out, MOST_VARIANTS) : 0;
}

// What an attempt with the other domain that came to its end proposes.
static uint32_t add_variants(const struct analysis *b, uint64_t patience, struct attempt *to) {
    uint32_t variants[MOST_VARIANTS], n = find_variants(b, variants);
    for (uint32_t i = 0; i < n; i++) to[i] = (struct attempt){b->domain, CHECK_BY_FIXPOINT, variants[i], patience, false};
    return n;
}

// Lists are what the first domain is for; another may be made for what there is besides.  Once it came to its end it is not tried again.
static struct analysis *try_other_domain(struct analysis *a, uint64_t spent) {
    struct attempt attempts[MOST_VARIANTS + 1] = {{.domain = a->o->how->other, .way = CHECK_BY_FIXPOINT}};
    struct analysis *proof = NULL;
    struct budget most = {.effort = spent * OTHER_TIMES < OTHER_MOST ? spent * OTHER_TIMES : OTHER_MOST};
    if (!has_other(a) || spent < OTHER_AFTER || a->other_over) return NULL;
    for (uint32_t i = 0, n = 1; i < n && !proof && !late(a); i++) {
        struct analysis *b = try_way(a, attempts[i], most);
        if (!i && !b->f.stopped) n += add_variants(b, 0, attempts + 1);
        a->other_over |= !i && (!b->f.stopped || most.effort == OTHER_MOST);
        proof = if_proof(b);
    }
    return proof;
}

// The words of so many states, as large as those that there are, as often as it says above.
static uint64_t words_for(const struct analysis *a, uint64_t states) {
    uint64_t words = a->f.dom->effort ? a->f.dom->effort->size(a->f.d) / (a->f.graph.nodes.n + 1) * states * EXACT_TIMES : EXACT_LEAST;
    return words < EXACT_LEAST ? EXACT_LEAST : words < EXACT_MOST ? words : EXACT_MOST;
}

// Is an answer still to be found?
static bool goes_on(const struct analysis *a) {
    return !a->refuted && !a->proof && !late(a);
}

static void try_exactly(struct analysis *a, uint64_t spent) {
    struct budget most = {.effort = EXACT_EFFORT * spent, .words = words_for(a, pairs(a) << (a->pauses - 1))};
    a->proof = if_proof(try_way(a, (struct attempt){.domain = a->domain, .way = CHECK_BY_EXACT}, most));
}

// Ways that are for programs with an end to their proof; one that takes very long may have none.
static void try_rest(struct analysis *a, uint64_t spent) {
    const enum check_strategy ways[] = {CHECK_BY_SEVERAL, CHECK_BY_APART, CHECK_BY_NONEMPTY};
    const bool joins = a->o->how->set.policy == SET_PARTIAL, fits[] = {joins, joins, has_nonempty(a)};
    for (uint32_t i = 0; i < 3 && goes_on(a); i++)
        if (fits[i]) a->proof = if_proof(try_way(a, (struct attempt){.domain = a->domain, .way = ways[i]}, (struct budget){.effort = spent}));
}

// Everything gets its share of the effort of the proof, again and again, however long that takes.
static bool pause(struct analysis *a) {
    uint64_t spent = effort(a);
    a->pauses++;
    a->pause_at = spent * PAUSE_GROWTH;
    bool fully = spent >= SEARCH_AFTER && !a->searched;
    a->searched |= fully;
    a->refuted = search_near(a, a, fully ? 0 : spent);
    if (goes_on(a)) try_exactly(a, spent);
    if (goes_on(a)) a->proof = try_other_domain(a, spent);
    if (goes_on(a)) a->proof = try_coarsely(a, spent);
    if (spent >= REST_AFTER && goes_on(a)) try_rest(a, spent);
    return a->refuted || a->proof;
}

// The ways are tried in turn: with so much effort or so many times that of the proof, whichever is more; then with so many times as much.
enum { TRY_LEAST = 2000, TRY_TIMES = 2, TRY_GROWTH = 8 };
// Each at most with so many times the effort of the proof, or of one of that size; so many times that without abstraction, where states are made
// faster, and with joins of many states, and for other variants of the domain, which end.
enum { PATIENCE = 4, PATIENCE_LEAST = 4000, EXACT_PATIENCE = 8, SEVERAL_PATIENCE = 2, VARIANT_PATIENCE = 10 };

// Other variants of the domain; without abstraction; without joins; without segments that may be empty; the other domain.
static uint32_t list_attempts(const struct analysis *a, uint64_t patience, struct attempt *to) {
    const struct dom *domain = a->domain, *other = a->o->how->other;
    uint32_t variants[MOST_VARIANTS + 1] = {0}, n = find_variants(a, variants + 1), k = 0;
    bool joins = a->o->how->set.policy == SET_PARTIAL;
    uint64_t more = n ? VARIANT_PATIENCE * patience : patience;
    for (uint32_t i = 1; i <= n; i++) to[k++] = (struct attempt){domain, CHECK_BY_FIXPOINT, variants[i], more, false};
    to[k++] = (struct attempt){domain, CHECK_BY_EXACT, 0, EXACT_PATIENCE * patience, false};
    if (joins) to[k++] = (struct attempt){domain, CHECK_BY_SEVERAL, 0, SEVERAL_PATIENCE * patience, false};
    for (uint32_t i = 0; joins && i <= n; i++) to[k++] = (struct attempt){domain, CHECK_BY_APART, variants[i], more, false};
    if (has_nonempty(a)) to[k++] = (struct attempt){domain, CHECK_BY_NONEMPTY, 0, patience, false};
    if (has_other(a) && !a->other_over) to[k++] = (struct attempt){other, CHECK_BY_FIXPOINT, 0, patience, false};
    return k;
}

// A round of the attempts that are not over; false: there is none.
static bool try_round(struct analysis *a, struct attempt *attempts, uint32_t *n, uint64_t effort) {
    bool tried = false;
    for (uint32_t i = 0; i < *n && goes_on(a); i++) {
        struct attempt *x = &attempts[i];
        if (x->over) continue;
        struct budget most = {.effort = effort < x->patience ? effort : x->patience};
        if (x->way != CHECK_BY_SEVERAL) most.words = words_for(a, effort);
        struct analysis *b = try_way(a, *x, most);
        bool more = x->way == CHECK_BY_SEVERAL && apart_for(effort) < APART_MOST;  // more effort keeps more states apart
        x->over = (!b->f.stopped && !more) || (!b->spent && most.words == EXACT_MOST) || effort >= x->patience;
        tried = true;
        if (!b->f.stopped && b->domain != a->domain && !b->variant) *n += add_variants(b, x->patience, attempts + *n);
        a->proof = if_proof(b);
    }
    return tried;
}

// All that is left to try.  Before it becomes long, a search that is as long as it is worth.
static void try_everything(struct analysis *a) {
    struct attempt attempts[MOST_TRIES];
    uint64_t spent = effort(a), most = TRY_TIMES * spent > TRY_LEAST ? TRY_TIMES * spent : TRY_LEAST;
    if (!a->pauses && pause(a)) return;
    uint32_t n = list_attempts(a, PATIENCE * (spent > PATIENCE_LEAST ? spent : PATIENCE_LEAST), attempts);
    while (goes_on(a) && try_round(a, attempts, &n, most)) {
        most *= TRY_GROWTH;
        if (most < SEARCH_AFTER || a->searched || !goes_on(a)) continue;
        a->searched = true;
        a->refuted = search_near(a, a, 0);
    }
}

static void take_over(struct analysis *a) {
    for (uint32_t i = 0; i < a->r->findings.n; i++) a->r->findings.at[i].cut = a->f.stopped;  // of a run that ended the analysis
    for (uint32_t i = 0; i < a->f.account.faults.n; i++) add_fault(a, &a->f.account.faults.at[i]);
    for (uint32_t i = 0; i < a->f.account.notes.n; i++) add_fault(a, &a->f.account.notes.at[i]);
    for (uint32_t i = 0; i < a->f.account.unknowns.n && !a->refuted; i++) add_unknown(a, &a->f.account.unknowns.at[i]);
    if (a->o->how->state && a->f.dom->show) show_states(a);
    if (a->o->how->look) a->o->how->look(a->o->how->self, &a->f);
    count(a, a->entry);
    say_what_was_proved(a->r);
    if (a->r->verdict != CHECK_UNSAFE) check_set_strategy(a->r, a->way, a->domain->name, a->variant);
}

void check_analyse(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_analyse_options *o,
                   check_targets *open) {
    struct analysis a = {.r = r, .p = p, .o = o, .open = open, .entry = entry, .pause_at = PAUSE_EFFORT, .domain = o->how->domain};
    a.way = CHECK_BY_FIXPOINT;
    begin(&a);
    if (o->max_seconds > 0) a.deadline = now() + o->max_seconds;
    go(&a);
    if (!is_proof(&a) && !a.refuted && !a.proof) try_everything(&a);
    take_over(a.proof ? a.proof : &a);
    if (a.proof) end(a.proof);
    free(a.proof);
    end(&a);
}
