// SPDX-License-Identifier: MIT
#include "check/program.h"

#include <time.h>

#include "check/agreed.h"
#include "check/arrange.h"
#include "check/contract.h"
#include "check/inspect.h"
#include "check/limits.h"
#include "check/order.h"
#include "check/portfolio.h"
#include "check/search.h"
#include "check/stack.h"
#include "check/trial.h"
#include "exec/given.h"
#include "ir/clauses.h"
#include "solve/solve.h"

// Work is shared out by effort; when so much of the time allowed is over, all of it ends, and the rest is left to tell what was found.
static const double working_time = 0.9;
static const double proving_time = 0.8;  // of an open function, which is then run

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct job {
    const struct ir_program *p;
    uint32_t entry;
    const struct check_options *o;
    double deadline;  // 0: none
    uint64_t effort;  // of all attempts to prove it, so far
    const struct ir_inputs *inputs;  // NULL: not open
    const struct ir_required *required;  // of an open function: its contract is stated; or NULL
    const struct ir_usage *usage;        // of an open function
    unsigned base;  // of enum ir_proposal: in every proposal
    const struct check_result *r;            // what is being proved
    const struct ir_input_options *options;  // for these inputs
    struct ir_input_options ran;             // the inputs that runs were made with the last time, and
    bool asked, refuted;                     // whether any were, and one failed
};

// False: no time is left.
static bool search_options(struct check_search_options *to, const struct check_result *r, const struct job *j, const check_targets *targets, uint64_t states) {
    const struct check_options *o = j->o;
    struct check_search_options s = {.rules = o->rules & ~r->notes, .malloc_may_fail = o->malloc_may_fail, .library = o->library, .targets = targets};
    s.max_runs = o->search_runs;
    s.most_runs = o->search_runs;
    s.first = o->first;
    s.before = j->effort * CHECK_MORE_STEPS + r->counters[CHECK_STEPS];
    s.progress = o->searching;
    s.self = o->self;
    s.max_seconds = j->deadline > 0 ? j->deadline - now() : 0;
    if (j->deadline > 0 && s.max_seconds <= 0) return false;
    if (states) {  // a share of what the proof took so far
        uint64_t runs = states / CHECK_QUICK_STATES + 1 < CHECK_QUICK_RUNS ? states / CHECK_QUICK_STATES + 1 : CHECK_QUICK_RUNS;
        s.max_steps = states * CHECK_QUICK_STEPS;
        s.max_work = states < CHECK_QUICK_SOLVE ? 1 : states / CHECK_QUICK_WORK;
        if (!s.max_runs || s.max_runs > runs) s.max_runs = runs;
    }
    *to = s;
    return true;
}

static bool search(struct check_result *r, const struct job *j, const check_targets *targets, uint64_t states) {
    struct check_search_options s;
    bool chosen = check_turns_have(j->o->strategies, CHECK_TURN_SEARCH);
    return chosen && search_options(&s, r, j, targets, states) && check_search(r, j->p, j->entry, &s);
}

static bool search_quickly(void *self, struct check_result *r, const check_targets *targets, uint64_t states, uint64_t effort) {
    struct job *j = self;
    j->effort = effort;
    return search(r, j, targets, states);
}

static void begin_like(struct check_result *other, const struct check_result *r) {
    check_result_init(other, r->file, r->entry);
    other->pictures = r->pictures;
    other->notes = r->notes;
    if (r->linked) other->linked = arena_strdup(&other->arena, r->linked);
}

// False: no search, or not of this program.
static bool open_options(struct check_search_options *s, const struct check_result *r, const struct job *j) {
    if (!check_turns_have(j->o->strategies, CHECK_TURN_SEARCH) || !search_options(s, r, j, NULL, 0)) return false;
    s->max_runs = j->o->search_runs ? j->o->search_runs : check_limits[CHECK_LIMIT_OPEN_RUNS].value;
    s->max_steps = check_limits[CHECK_LIMIT_OPEN_STEPS].value;
    return true;
}

static bool fails_with(const struct check_result *r, const struct job *j, const struct ir_input_options *inputs) {
    struct check_search_options s;
    struct exec_given given;
    struct check_result other;
    if (!open_options(&s, r, j) || !exec_given_begin(&given, j->p, j->entry, j->o->library, inputs)) return false;
    s.given = &given;
    s.max_runs = s.max_runs < CHECK_REFUTING_RUNS ? s.max_runs : CHECK_REFUTING_RUNS;
    s.max_work = 1;
    s.first = s.latent = true;
    begin_like(&other, r);
    bool refuted = check_search(&other, j->p, j->entry, &s);
    check_result_free(&other);
    exec_given_end(&given);
    return refuted;
}

// Does a run with what is proposed show a fault, whosever it is?  Then there is nothing to prove.
static bool is_refuted(const struct check_result *r, struct job *j, const struct ir_input_options *inputs) {
    if (!j->asked || memcmp(&j->ran, inputs, sizeof *inputs) != 0) j->refuted = fails_with(r, j, inputs);
    j->ran = *inputs;
    j->asked = true;
    return j->refuted;
}

static bool are_refuted(void *self) {
    struct job *j = self;
    return is_refuted(j->r, j, j->options);
}

static void prove(struct check_result *r, struct job *j, check_targets *open) {
    const struct check_options *o = j->o;
    struct check_analyse_options a = {.how = o->domain, .rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .counters_fit = !o->in_time, .library = o->library};
    struct check_inspect_options i = {.rules = o->rules & ~r->notes, .malloc_may_fail = o->malloc_may_fail, .library = o->library};
    a.max_seconds = j->deadline > 0 ? j->deadline - now() : 0;
    a.inputs = j->inputs;
    a.strategies = o->strategies;
    a.store = o->store;
    a.context = o->context;
    if (!j->inputs) a.search = search_quickly;
    if (j->inputs && check_turns_have(o->strategies, CHECK_TURN_SEARCH)) a.refuted = are_refuted;
    a.self = j;
    if (o->domain)
        check_analyse(r, j->p, j->entry, &a, open);
    else
        check_inspect(r, j->p, j->entry, &i);
}

static void assume(void *self, const char *text) {
    check_add_assumption(self, CHECK_ASSUME_INPUT, text);
}

static void prove_open(struct check_result *r, struct job *j, check_targets *open) {
    const struct dom *domain = j->o->domain ? j->o->domain->domain : NULL;
    ir_inputs_words(j->inputs, r, assume);
    if (r->assumptions.n) check_add_assumption(r, CHECK_ASSUME_INPUT_APART, "");
    if (domain && !domain->core.inputs) {
        check_unknown(r, "domain '%s' cannot build the inputs of a function that is not main", domain->name);
        return;
    }
    prove(r, j, open);
}

static bool assumes(const struct check_result *r, enum check_assumption_kind kind) {
    for (uint32_t i = 0; i < r->assumptions.n; i++)
        if (r->assumptions.at[i].kind == kind) return true;
    return false;
}

static void prove_closed(struct check_result *r, struct job *j, check_targets *open) {
    prove(r, j, open);
    bool lax = assumes(r, CHECK_ASSUME_INITIALISED_ELEMENTS) || assumes(r, CHECK_ASSUME_INITIALISED_MEMORY);
    if (r->verdict == CHECK_SAFE && lax) search(r, j, NULL, CHECK_DOUBT_STATES);  // what is assumed of memory may be seen to be wrong
    uint64_t full = j->o->search_runs ? j->o->search_runs : check_limits[CHECK_LIMIT_RUNS].value;
    bool again = r->counters[CHECK_SEARCH_RUNS] >= full;  // all that is new is what it is for
    if (r->verdict == CHECK_UNKNOWN) search(r, j, open, again ? CHECK_AGAIN_STATES : 0);
    check_arrange(r, j->o->in_time);
    struct check_search_options s;
    if (search_options(&s, r, j, NULL, r->verdict == CHECK_UNSAFE ? CHECK_AGAIN_STATES : CHECK_DOUBT_STATES)) check_order(r, j->p, j->entry, &s);
}

// A proof under which more is reached is the better one.
static bool is_better(const struct check_result *a, const struct check_result *b) {
    if (a->verdict != CHECK_SAFE || b->verdict != CHECK_SAFE) return a->verdict == CHECK_SAFE;
    return a->counters[CHECK_NOT_REACHED] < b->counters[CHECK_NOT_REACHED];
}

static bool is_told(const struct check_result *r, const char *line) {
    for (uint32_t i = 0; i < r->assumptions.n; i++)
        if (strcmp(r->assumptions.at[i].subject, line) == 0) return true;
    return false;
}

// Another case of the contract under which the function was proved: what differs from the first.
static void add_case(struct check_result *r, const struct check_result *other) {
    struct buf text = {0};
    for (uint32_t i = 0; i < other->assumptions.n; i++) {
        const struct check_assumption *a = &other->assumptions.at[i];
        if (a->kind != CHECK_ASSUME_INPUT || is_told(r, a->subject)) continue;
        buf_printf(&text, "%s%s", text.n ? "; " : "or instead: ", a->subject);
    }
    if (text.n) check_add_assumption(r, CHECK_ASSUME_INPUT, buf_text(&text));
    buf_free(&text);
}

static bool is_queues(unsigned proposal) {
    return (proposal & ~(unsigned)IR_PROPOSE_FOLLOWED) == IR_PROPOSE_QUEUES;
}

static bool finds(const struct check_result *r, enum ir_rule rule) {
    bool found = false;
    for (uint32_t i = 0; i < r->findings.n; i++) found |= r->findings.at[i].rule == rule;
    return found;
}

// Is it worth trying?  Other shapes of lists, and other functions, do not excuse what may go wrong with the usual ones; once there is a proof (`types`: with what types and names say),
// such shapes are further cases, and so are queues that may be empty.
static bool is_wanted(const struct check_result *r, unsigned proposal, unsigned proved, bool types) {
    bool shape = proposal & (IR_PROPOSE_LOOPED | IR_PROPOSE_RINGS);
    if (r->verdict != CHECK_SAFE) return !types && (!(shape || proposal & IR_PROPOSE_STORED) || !r->findings.n);
    return !(proved & IR_PROPOSE_QUEUES) && (is_queues(proposal) ? check_excludes_empty(r) : shape && !types);
}

static struct ir_input_options proposed(const struct job *j, unsigned proposal) {
    struct ir_input_options o = j->o->inputs;
    o.proposal = proposal | j->base;
    o.required = j->required;
    o.usage = j->usage;
    return o;
}

static void prove_inputs(struct check_result *r, struct job *j, const struct ir_input_options *o, struct buf *said) {
    struct ir_inputs inputs;
    check_targets open = {0};
    if (!ir_inputs_begin(&inputs, j->p, j->entry, j->o->library, *o)) return;
    j->inputs = &inputs;
    j->options = o;
    j->r = r;
    if (ir_inputs_are_new(&inputs, said))
        prove_open(r, j, &open);
    else
        check_unknown(r, "this was tried");
    if (o->proposal && r->endless) check_unknown(r, "no run returns");  // what was proposed shuts all of them out
    if (r->verdict == CHECK_SAFE && is_refuted(r, j, o)) check_unknown(r, "a run with such inputs shows a fault, and the proof does not");
    check_arrange(r, j->o->in_time);
    ir_inputs_end(&inputs);
    vec_free(&open);
}

// Does the proof say that every node which was by itself is one of a list or tree when the function returns?
static bool links_alone(const struct check_result *r, const struct job *j) {
    const struct check_case *c = &r->contract.at[0];
    bool linked = true;
    for (uint32_t i = 0; i < c->inputs.n_loose && linked; i++) {
        const struct ir_loose *l = &c->inputs.loose[i];
        if (l->how != IR_LOOSE_ALONE) continue;
        struct buf node = {0}, object = {0};
        const char *name = j->p->funcs.at[j->entry].locals.at[l->clause.param].name;
        buf_printf(&node, "(%s, ", name ? name : "");
        buf_printf(&object, "object(%s)", name ? name : "");
        linked = false;
        for (uint32_t k = 0; k < c->ensures.n; k++) linked |= strstr(c->ensures.at[k], buf_text(&node)) && !strstr(c->ensures.at[k], buf_text(&object));
        buf_free(&node);
        buf_free(&object);
    }
    return linked;
}

// Is nothing lost that the first proof says, or is more of the function reached?
static bool says_as_much(const struct check_result *other, const struct check_result *r) {
    uint64_t now_open = other->counters[CHECK_NOT_REACHED], open = r->counters[CHECK_NOT_REACHED];
    return now_open < open || (now_open == open && check_says_as_much(&other->contract.at[0], &r->contract.at[0]));
}

// *proved: it holds, whatever it says.
static bool prove_loosened(struct check_result *r, struct job *j, const struct ir_input_options *o, struct buf *said, bool *proved) {
    struct check_result other, first = *r;
    begin_like(&other, r);
    prove_inputs(&other, j, o, said);
    *proved = other.verdict == CHECK_SAFE && other.contract.n == 1;
    bool better = *proved && says_as_much(&other, r) && links_alone(&other, j);
    if (better) *r = other, other = first;
    check_result_free(&other);
    return better;
}

// The last clause of *o is not needed; or else the pointer may at least be null.
static bool prove_last(struct check_result *r, struct job *j, struct ir_input_options *o, struct buf *said, bool *proved) {
    struct ir_loose *last = &o->loose[o->n_loose - 1];
    bool or_null;
    if (prove_loosened(r, j, o, said, proved)) return true;
    if (last->clause.kind != IR_DEMAND_SHAPE || last->how == IR_LOOSE_NULL || last->how == IR_LOOSE_ROLE) return false;
    last->how = IR_LOOSE_NULL;
    return prove_loosened(r, j, o, said, &or_null);
}

static void loosen(struct check_result *r, struct job *j, struct buf *said, bool ways);

// Where either of two clauses can be done without, but not both, both ways are cases.  *o: the other one.
static void add_other_way(struct check_result *r, struct job *j, const struct ir_input_options *o, struct buf *said) {
    struct check_result other;
    begin_like(&other, r);
    prove_inputs(&other, j, o, said);
    bool proved = other.verdict == CHECK_SAFE && other.contract.n == 1 && other.counters[CHECK_NOT_REACHED] <= r->counters[CHECK_NOT_REACHED];
    if (proved) loosen(&other, j, said, false);
    if (proved && !check_requires_less(r, &other.contract.at[0])) add_case(r, &other), check_add_cases(r, &other);
    check_result_free(&other);
}

// Each that can be proved, one after the other; `ways`: then those that cannot beside the others, by themselves.
static void loosen_singly(struct check_result *r, struct job *j, const struct ir_input_options *all, struct buf *said, bool ways) {
    struct ir_input_options first = r->contract.at[0].inputs, base = first, others[CHECK_OTHER_WAYS];
    uint32_t n_others = 0;
    bool proved;
    for (uint32_t i = first.n_loose; i < all->n_loose && (j->deadline <= 0 || now() < j->deadline); i++) {
        struct ir_input_options one = base, alone = first;
        one.loose[one.n_loose++] = alone.loose[alone.n_loose++] = all->loose[i];
        if (prove_last(r, j, &one, said, &proved))
            base = one;
        else if (!proved && base.n_loose > first.n_loose && n_others < CHECK_OTHER_WAYS)
            others[n_others++] = alone;
    }
    for (uint32_t i = 0; i < n_others && ways && (j->deadline <= 0 || now() < j->deadline); i++) add_other_way(r, j, &others[i], said);
}

// What is required and not needed, as runs have it, is not required if that can be proved: all of it at once, else what can of it.  What was inside of
// something that is not required may show then.
static void loosen(struct check_result *r, struct job *j, struct buf *said, bool ways) {
    for (int round = 0; round < CHECK_LOOSENING_ROUNDS; round++) {
        struct check_trial t = {.p = j->p, .entry = j->entry, .o = j->o, .c = &r->contract.at[0], .runs = CHECK_LOOSENING_RUNS};
        struct ir_input_options all = r->contract.at[0].inputs;
        uint32_t n = all.n_loose;
        check_find_loose(&t, &all);
        if (all.n_loose == n) return;
        bool one = all.n_loose == n + 1, proved;
        if (one ? prove_last(r, j, &all, said, &proved) : prove_loosened(r, j, &all, said, &proved)) continue;
        if (!one) loosen_singly(r, j, &all, said, ways);
        return;
    }
}

// Two pointers to structures of one kind, of which nothing is shared: if it can do without what is required of one of them, the other may lead into it.  Less is ensured then.
static void let_share(struct check_result *r, struct job *j, struct buf *said) {
    struct ir_input_options base = r->contract.at[0].inputs;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < r->contract.at[0].clauses.n && tried < CHECK_OTHER_WAYS && base.n_loose < IR_MOST_LOOSE; i++) {
        struct ir_input_options o = base;
        if (!check_has_twin(&r->contract.at[0], i) || (j->deadline > 0 && now() >= j->deadline)) continue;
        o.loose[o.n_loose++] = (struct ir_loose){r->contract.at[0].clauses.at[i], IR_LOOSE_DROPPED};
        add_other_way(r, j, &o, said);
        tried++;
    }
}

// The place of a link that an object has the address of may be one of the nodes of a doubly linked list, before those that are meant: another case, in which no node before them matters.
static void let_lead_inside(struct check_result *r, struct job *j, struct buf *said) {
    uint32_t n = r->contract.n;
    for (uint32_t k = 0; k < n && !(j->deadline > 0 && now() >= j->deadline); k++) {
        struct ir_input_options o = r->contract.at[k].inputs;
        if (!check_has_link_place(&r->contract.at[k])) continue;
        for (uint32_t i = 0; i < r->contract.at[k].clauses.n && o.n_loose < IR_MOST_LOOSE; i++)
            if (r->contract.at[k].clauses.at[i].kind == IR_DEMAND_SHAPE && strstr(r->contract.at[k].requires.at[i], "dlist("))
                o.loose[o.n_loose++] = (struct ir_loose){r->contract.at[k].clauses.at[i], IR_LOOSE_FORWARD};
        add_other_way(r, j, &o, said);
    }
}

static void prove_proposal(struct check_result *r, struct job *j, struct ir_input_options o, struct buf *said) {
    prove_inputs(r, j, &o, said);
    bool runs = check_turns_have(j->o->strategies, CHECK_TURN_SEARCH);
    if (r->verdict == CHECK_SAFE && r->contract.n == 1 && runs) loosen(r, j, said, true), let_share(r, j, said), let_lead_inside(r, j, said);
}

static bool is_same(const struct check_finding *a, const struct check_finding *b) {
    return a->rule == b->rule && a->place.line == b->place.line && a->place.column == b->place.column && strcmp(a->place.file, b->place.file) == 0;
}

// Inputs with which what is conditional does happen, where runs show some.
static void add_examples(struct check_result *r, const struct job *j, struct check_search_options *s) {
    struct check_result other;
    s->latent = true;
    begin_like(&other, r);
    check_search(&other, j->p, j->entry, s);
    for (uint32_t i = 0; i < r->findings.n; i++) {
        struct check_finding *f = &r->findings.at[i];
        for (uint32_t k = 0; k < other.findings.n && !f->inputs; k++) {
            const struct check_finding *g = &other.findings.at[k];
            if (!g->inputs || !is_same(f, g)) continue;
            f->inputs = arena_strdup(&r->arena, g->inputs);
            f->fault = g->fault;
            f->steps = g->steps;
        }
    }
    check_result_free(&other);
}

// What is not proved, or only where no run comes to some of it, may be the function's own fault: runs with what callers may hand over.
static void search_open(struct check_result *r, struct job *j, bool doubt) {
    struct check_search_options s;
    struct exec_given given;
    j->inputs = NULL;
    if (j->deadline > 0) j->deadline += (working_time - proving_time) * j->o->max_seconds;
    if (!doubt || !open_options(&s, r, j) || !exec_given_begin(&given, j->p, j->entry, j->o->library, NULL)) return;
    s.given = &given;
    if (r->verdict == CHECK_SAFE) s.rules &= ~((ir_rule_set)1 << IR_RULE_MEMORY_LEAK);  // the proof speaks of what is lost, and inputs that it excludes may lose more
    if (!check_search(r, j->p, j->entry, &s) && r->findings.n) add_examples(r, j, &s);
    check_arrange(r, j->o->in_time);
    exec_given_end(&given);
}

// A proof that also holds where lists are empty is told instead.
static void weaken(struct check_result *r, struct job *j, struct buf *said) {
    struct check_result other;
    if (r->contract.n != 1) return;
    struct ir_input_options o = r->contract.at[0].inputs;
    o.proposal |= IR_PROPOSE_EMPTY;
    if (is_refuted(r, j, &o)) return;
    begin_like(&other, r);
    prove_proposal(&other, j, o, said);
    struct check_result first = *r;
    if (other.verdict == CHECK_SAFE) *r = other, other = first;
    check_result_free(&other);
}

// What holds of a node by itself may also hold of one of those that another parameter's object leads to: a further case.
static void add_within(struct check_result *r, struct job *j, struct buf *said) {
    struct check_result other;
    struct ir_inputs in;
    struct ir_input_options o = r->contract.n ? r->contract.at[0].inputs : (struct ir_input_options){0};
    bool wanted = r->contract.n && !(o.proposal & (IR_PROPOSE_WITHIN | IR_PROPOSE_LOOPED | IR_PROPOSE_TURNED | IR_PROPOSE_RINGS));
    o.proposal |= IR_PROPOSE_WITHIN;
    if (!wanted || !ir_inputs_begin(&in, j->p, j->entry, j->o->library, o)) return;
    wanted = in.within.param != UINT32_MAX;
    ir_inputs_end(&in);
    o.n_loose = 0;
    if (!wanted || is_refuted(r, j, &o)) return;
    begin_like(&other, r);
    prove_proposal(&other, j, o, said);
    if (other.verdict == CHECK_SAFE) add_case(r, &other), check_add_cases(r, &other);
    check_result_free(&other);
}

// Is more of the function reached in the first one, or proved, or goes less wrong?
static bool shows_more(const struct check_result *a, const struct check_result *b) {
    uint64_t of_a[] = {a->counters[CHECK_NOT_REACHED], a->counters[CHECK_OPEN], a->findings.n}, of_b[] = {b->counters[CHECK_NOT_REACHED], b->counters[CHECK_OPEN], b->findings.n};
    for (uint32_t i = 0; i < 3; i++)
        if (of_a[i] != of_b[i]) return of_a[i] < of_b[i];
    return false;
}

// Another reading of types, in every proposal from then on if more of the function is reached or proved with it: what looks like the end of a list is none, or nodes are parts of what the function goes out to
// from them.
static void doubt_types(struct check_result *r, struct job *j, unsigned reading, struct buf *said) {
    struct check_result other, first = *r;
    unsigned base = j->base;
    j->base |= reading;
    begin_like(&other, r);
    prove_proposal(&other, j, proposed(j, 0), said);
    bool tried = other.counters[CHECK_FUNCTIONS] > 0;  // these inputs are no others
    bool wrong = reading == IR_PROPOSE_PARTS && other.findings.n && !r->findings.n;  // links that are not followed by types may be those of rings
    if (tried && !wrong && shows_more(&other, r))
        *r = other, other = first;
    else
        j->base = base;
    check_result_free(&other);
}

struct taken {  // places of which a proof requires one object, or a string, and that are arrays by the names of the numbers beside them
    const struct check_case *proved;
    bool params, members;
};

static void take_array(void *self, const char *text, const struct ir_demand *which) {
    struct taken *t = self;
    for (uint32_t i = 0; i < t->proved->clauses.n && (strstr(text, "array(") || strstr(text, "range(")); i++) {
        const char *said = t->proved->requires.at[i];
        bool same = memcmp(&t->proved->clauses.at[i], which, sizeof *which) == 0 && (strstr(said, "string(") || strstr(said, "object("));
        if (same) *(which->param == UINT32_MAX ? &t->members : &t->params) = true;
    }
}

// A proof that holds of so many elements as the number beside them says is told instead of one of a string or of one element; of parameters, before it.
static void prefer_arrays(struct check_result *r, struct job *j, struct buf *said) {
    struct check_result other, first = *r;
    struct ir_inputs in;
    struct ir_input_options o = proposed(j, IR_PROPOSE_ARRAYS);
    struct taken t = {.proved = r->contract.n == 1 ? &r->contract.at[0] : NULL};
    if (r->verdict != CHECK_SAFE || !t.proved || !ir_inputs_begin(&in, j->p, j->entry, j->o->library, o)) return;
    ir_inputs_clauses(&in, &t, take_array);
    ir_inputs_end(&in);
    if (!(t.params || t.members) || is_refuted(r, j, &o)) return;
    begin_like(&other, r);
    prove_proposal(&other, j, o, said);
    bool better = other.verdict == CHECK_SAFE && other.counters[CHECK_NOT_REACHED] <= r->counters[CHECK_NOT_REACHED];
    if (better) *r = other, other = first;
    if (better && t.params) add_case(r, &other), check_add_cases(r, &other);
    check_result_free(&other);
}

// What no run comes to, as far as is known: an analysis that was cut off and came to nearly all of it is taken to have come to what there is.
static uint64_t not_reached(const struct check_result *r) {
    const uint64_t *n = r->counters;
    uint64_t all = n[CHECK_PROVED] + n[CHECK_OPEN] + n[CHECK_NOT_REACHED];
    return r->unmet * CHECK_NEARLY_ALL <= all ? r->unmet : n[CHECK_NOT_REACHED];
}

// From the weakest to the strongest; what a stronger one assumes is told with its proof.
// What types and names say is enough if it proves the function, or if runs show a fault of its own; else all proposals that do are cases.  If none does,
// the first is told.
static void prove_proposals(struct check_result *r, struct job *j) {
    struct buf said = {0};
    if (j->deadline > 0) j->deadline -= (working_time - proving_time) * j->o->max_seconds;
    prove_proposal(r, j, proposed(j, 0), &said);
    doubt_types(r, j, IR_PROPOSE_PLACES, &said);
    doubt_types(r, j, IR_PROPOSE_PARTS, &said);
    if (j->usage->n_tagged) doubt_types(r, j, IR_PROPOSE_TAGS, &said);
    prefer_arrays(r, j, &said);
    unsigned proved = 0;
    uint64_t unreached = not_reached(r);
    bool open = r->verdict == CHECK_UNKNOWN, beyond = false;  // arrays are exceeded: room to grow may matter
    for (uint32_t i = 1; i < ir_n_proposals && (j->deadline <= 0 || now() < j->deadline); i++) {
        struct check_result other;
        struct ir_input_options o = proposed(j, ir_proposals[i]);
        bool arrays = ir_proposals[i] & IR_PROPOSE_ARRAYS, room = (ir_proposals[i] & IR_PROPOSE_ROOM) == IR_PROPOSE_ROOM;
        if (ir_proposals[i] & (IR_PROPOSE_PLACES | IR_PROPOSE_TAGS) || ir_proposals[i] == IR_PROPOSE_PARTS || (room && !beyond) || !is_wanted(r, ir_proposals[i], proved, !open)) continue;
        if (is_refuted(r, j, &o)) {
            beyond |= arrays;
            continue;
        }
        begin_like(&other, r);
        prove_proposal(&other, j, o, &said);
        beyond |= arrays && finds(&other, IR_RULE_OUT_OF_BOUNDS);
        bool less = ir_proposals[i] & IR_PROPOSE_ARRAYS || (ir_proposals[i] & IR_PROPOSE_FOLLOWED && r->findings.n);  // numbers that are lengths, and what is taken apart, may keep runs away from code
        if (less && other.verdict == CHECK_SAFE && other.counters[CHECK_NOT_REACHED] > unreached) check_unknown(&other, "no run comes to some of it");
        bool both = r->verdict == CHECK_SAFE && other.verdict == CHECK_SAFE;
        struct check_result first = *r;
        if (is_better(&other, r)) *r = other, other = first, proved = ir_proposals[i];
        bool told = both && other.contract.n == 1 && check_is_implied(r, &other.contract.at[0]);
        if (both && is_queues(ir_proposals[i])) told |= !check_admits_null(r, &other);
        if (both && !told) add_case(r, &other), check_add_cases(r, &other);
        check_result_free(&other);
    }
    if (r->verdict == CHECK_SAFE) weaken(r, j, &said), add_within(r, j, &said);
    buf_free(&said);
    search_open(r, j, r->verdict == CHECK_UNKNOWN || r->counters[CHECK_NOT_REACHED] > unreached);
    if (r->verdict == CHECK_SAFE && j->o->try_runs) check_try_contract(r, j->p, j->entry, j->o, j->o->try_runs);
}

// ---- stated contracts ----------------------------------------------------------------------------------------------------------------------

static const char *place_of(struct ir_agreed *a, uint32_t line) {
    const struct ir_contract *c = a->contract;
    return arena_printf(&a->stated.arena, "%s:%u", a->by.program->files.text.at[c->loc.file], line ? line : c->loc.line);
}

static bool can_provide(struct check_result *r, struct job *j, struct ir_agreed *a, uint32_t number) {
    struct ir_inputs in;
    if (!ir_inputs_begin(&in, j->p, j->entry, j->o->library, (struct ir_input_options){.required = &a->required[number], .usage = j->usage})) return false;
    const char *differs = ir_required_differs(&in, &a->by, &a->stated, &a->stated.cases.at[number]);
    ir_inputs_end(&in);
    if (differs) check_unknown(r, "the contract at %s is not followed: requires %s", place_of(a, 0), differs);
    return !differs;
}

// Callers provide what the case requires; the proof must show what it ensures.
static void prove_case(struct check_result *r, struct job *j, struct ir_agreed *a, uint32_t number) {
    static const char *const words[] = {[IR_REQUIRES] = "requires", [IR_ENSURES] = "ensures", [IR_FREES] = "frees"};
    struct buf said = {0};
    if (!can_provide(r, j, a, number)) return;
    j->required = &a->required[number];
    struct ir_input_options o = proposed(j, a->required[number].proposal);
    prove_inputs(r, j, &o, &said);
    if (r->verdict == CHECK_SAFE && !r->contract.n) check_unknown(r, "the contract at %s is not looked at by this strategy", place_of(a, 0));
    if (r->verdict == CHECK_SAFE) {
        bool owned = j->o->rules >> IR_RULE_MEMORY_LEAK & 1 && !check_names_globals(a, number, j->o->library);
        const struct ir_clause *open = check_not_shown(a, number, &vec_last(&r->contract), owned);
        if (open) check_unknown(r, "the contract at %s is not shown: %s %s", place_of(a, open->line), words[open->kind], open->text);
    }
    j->required = NULL;
    buf_free(&said);
}

// Every fault that a run with what is required shows is the function's.
static void search_stated(struct check_result *r, struct job *j) {
    struct check_search_options s;
    struct exec_given given;
    if (j->deadline > 0) j->deadline += (working_time - proving_time) * j->o->max_seconds;
    if (!open_options(&s, r, j) || !exec_given_begin(&given, j->p, j->entry, j->o->library, NULL)) return;
    s.given = &given;
    s.latent = true;
    check_search(r, j->p, j->entry, &s);
    check_arrange(r, j->o->in_time);
    exec_given_end(&given);
}

static void prove_stated(struct check_result *r, struct job *j, struct ir_agreed *a) {
    if (j->deadline > 0) j->deadline -= (working_time - proving_time) * j->o->max_seconds;
    prove_case(r, j, a, 0);
    for (uint32_t i = 1; i < a->stated.cases.n; i++) {
        struct check_result other;
        begin_like(&other, r);
        prove_case(&other, j, a, i);
        struct check_result first = *r;
        bool worse = r->verdict == CHECK_SAFE && other.verdict != CHECK_SAFE;
        if (worse) *r = other, other = first;
        if (r->verdict == CHECK_SAFE) add_case(r, &other), check_add_cases(r, &other);
        check_result_free(&other);
    }
    if (r->verdict == CHECK_UNKNOWN) search_stated(r, j);
}

// An open function; what its cases refer to ends with the proof.
static void prove_function(struct check_result *r, struct job *j) {
    struct ir_agreed agreed;
    bool stated = ir_agreed_begin(&agreed, j->p, j->entry);
    if (stated)
        prove_stated(r, j, &agreed), ir_agreed_end(&agreed);
    else
        prove_proposals(r, j);
    for (uint32_t i = 0; i < r->contract.n; i++) r->contract.at[i].inputs.usage = NULL, r->contract.at[i].inputs.required = NULL;
}

void check_program(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o) {
    struct job j = {.p = p, .entry = entry, .o = o, .deadline = o->max_seconds > 0 ? now() + working_time * o->max_seconds : 0};
    struct ir_inputs inputs;
    check_targets open = {0};
    if (ir_inputs_begin(&inputs, p, entry, o->library, o->inputs)) {
        j.usage = inputs.usage;
        prove_function(r, &j);
        ir_inputs_end(&inputs);
    } else {
        prove_closed(r, &j, &open);
    }
    check_stack(r, p, entry, o->library);
    vec_free(&open);
}

void check_versions(struct buf *out) {
    buf_str(out, "Z3: ");
    solve_version(out);
    buf_char(out, '\n');
}
