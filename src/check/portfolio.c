// SPDX-License-Identifier: MIT
#include "check/portfolio.h"

#include <assert.h>

#include "check/exhaust.h"
#include "check/hint.h"
#include "check/limits.h"
#include "dom/option.h"

enum whose { OWN, VARIANTS, OTHER };
struct turn {
    const char *name;
    enum check_strategy way;
    enum whose whose;
    uint64_t after, times, most, patience;
    const char *help;
};
static const struct turn turns[CHECK_N_TURNS] = {
#define TURN(name, text, way, whose, after, times, most, patience, help) {text, CHECK_BY_##way, whose, after, times, most, patience, help},
#define NUMBER(name, value, reason)
#include "check/portfolio.def"
};
static const char answered[] = "the answer was found in another way";

enum { MOST_VARIANTS = 8 };  // of a domain

struct check_contender {
    enum check_turn turn;
    const struct dom *domain;
    uint32_t variant;
    uint64_t patience;              // effort in all
    uint64_t search_at;             // COARSE: effort at which a fault is a reason to search
    struct check_attempt *attempt;  // NULL: not begun, or to be begun anew
    uint32_t knew;                  // what its domain had learnt before
    bool over;                      // more effort makes no difference, or is not worth it
};

// ---- names -------------------------------------------------------------------------------------------------------------------------

bool check_turns_have(uint32_t set, enum check_turn turn) {
    return !set || set >> turn & 1;
}

bool check_turns_parse(const char *names, uint32_t *set, struct buf *error) {
    *set = 0;
    for (const char *s = names;; s++) {
        size_t n = strcspn(s, ",");
        uint32_t i = 0;
        while (i < CHECK_N_TURNS && (strlen(turns[i].name) != n || memcmp(turns[i].name, s, n) != 0)) i++;
        if (i == CHECK_N_TURNS) {
            buf_printf(error, "there is no strategy '%.*s'; --strategy lists them", (int)n, s);
            return false;
        }
        *set |= 1u << i;
        s += n;
        if (!*s) return true;
    }
}

void check_turns_list(struct buf *out) {
    for (uint32_t i = 0; i < CHECK_N_TURNS; i++) {
        const struct turn *t = &turns[i];
        buf_printf(out, "%-9s %s\n", t->name, t->help);
        if (t->times)
            buf_printf(out, "%-9s   beside the proof from effort %llu on, for %llu times as much", "", (unsigned long long)t->after,
                       (unsigned long long)t->times);
        if (t->times && t->most) buf_printf(out, ", at most %llu", (unsigned long long)t->most);
        if (t->times) buf_str(out, "\n");
        if (t->patience) buf_printf(out, "%-9s   after it, with %llu times the patience\n", "", (unsigned long long)t->patience);
    }
}

// ---- who takes part ----------------------------------------------------------------------------------------------------------------

static bool chosen(const struct check_portfolio *p, enum check_turn turn) {
    return check_turns_have(p->task->o->strategies, turn);
}

static uint64_t effort(const struct check_portfolio *p) {
    return fix_effort(&p->proof.f);
}

// Is an answer still to be found?
static bool goes_on(const struct check_portfolio *p) {
    return !p->refuted && !p->decides && !p->executed && !check_late(p->task);
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

// Does the domain have possibly empty segments, and is it free to use them?
static bool has_nonempty(const struct check_domain *how) {
    if (!how->domain->refine || !how->domain->refine->nonempty) return false;
    struct dom_settings other = dom_settings_with(how->domain, &how->settings, how->domain->refine->nonempty);
    return !dom_settings_equal(how->domain, &how->settings, &other);
}

// Does it make sense for this program and these options?
static bool fits(const struct check_portfolio *p, enum check_turn turn) {
    const struct check_domain *how = p->task->o->how;
    const struct dom_refine *refine = how->domain->refine;
    switch (turn) {
    case CHECK_TURN_PROOF:
    case CHECK_TURN_EXECUTION:
    case CHECK_TURN_EXHAUSTION:
    case CHECK_TURN_SEARCH:
    case CHECK_TURN_VARIANTS: return false;  // no contenders, or later ones
    case CHECK_TURN_EXACT: return !p->task->o->inputs;  // with open inputs there is no end that keeping states apart would come to
    case CHECK_TURN_OTHER: return how->other && !p->task->o->inputs && branches(p->task->p);
    case CHECK_TURN_COARSE: return how->coarse == CHECK_COARSE_IF_MANY && refine && refine->coarse;
    case CHECK_TURN_SEVERAL:
    case CHECK_TURN_APART: return how->set.policy == SET_PARTIAL && !p->task->o->inputs;
    case CHECK_TURN_INDEPENDENT: return how->coarse == CHECK_COARSE_IF_MANY && refine && refine->independent;
    case CHECK_TURN_NONEMPTY: return has_nonempty(how);
    case CHECK_N_TURNS: break;
    }
    assert(false);
    return false;
}

static void enlist(struct check_portfolio *p, enum check_turn turn, const struct dom *domain, uint32_t variant, uint64_t patience) {
    assert(turns[turn].way != CHECK_BY_SEARCH && domain);
    if (!chosen(p, turn)) return;
    vec_push(&p->contenders,
             (struct check_contender){.turn = turn, .domain = domain, .variant = variant, .patience = patience, .search_at = 1});
}

static uint32_t variants_of(const struct check_attempt *a, bool early, uint32_t *out) {
    const struct dom_refine *refine = a->domain->refine;
    return refine && refine->variants ? refine->variants(a->f.d, early, out, MOST_VARIANTS) : 0;
}

// What the domain of the proof proposes, each once; how many there are.
static uint32_t enlist_proposed(struct check_portfolio *p, bool early) {
    uint32_t variants[MOST_VARIANTS], n = variants_of(&p->proof, early, variants);
    for (uint32_t i = 0; i < n; i++) {
        bool there = false;
        for (uint32_t k = 0; k < p->contenders.n; k++)
            there |= p->contenders.at[k].turn == CHECK_TURN_VARIANTS && p->contenders.at[k].variant == variants[i];
        if (there) continue;
        enlist(p, CHECK_TURN_VARIANTS, p->proof.domain, variants[i], 0);
        if (fits(p, CHECK_TURN_APART)) enlist(p, CHECK_TURN_APART, p->proof.domain, variants[i], 0);
    }
    return n;
}

// After the proof: with these; and how long everybody goes on.
static void enlist_variants(struct check_portfolio *p) {
    uint32_t n = enlist_proposed(p, false);
    uint64_t spent = effort(p), least = p->task->o->inputs ? CHECK_PATIENCE_OPEN : CHECK_PATIENCE_LEAST;
    uint64_t patience = CHECK_PATIENCE * (spent > least ? spent : least);
    for (uint32_t i = 0; i < p->contenders.n; i++) {
        struct check_contender *c = &p->contenders.at[i];
        c->patience = turns[c->turn].patience * patience;
        if (c->turn == CHECK_TURN_APART && n) c->patience *= CHECK_VARIANT_PATIENCE;
    }
}

// ---- shares ------------------------------------------------------------------------------------------------------------------------

static uint32_t apart_for(uint64_t effort) {
    uint32_t n = 1;
    while (n < CHECK_APART_MOST && (uint64_t)n * n < effort) n++;
    return n;
}

// Of a function with open inputs: the proof has come to something that may go wrong, or is not followed, so it is none.
static bool is_doubtful(const struct check_portfolio *p) {
    const struct fix_account *a = &p->proof.f.account;
    return p->task->o->inputs && (a->faults.n || a->unknowns.n);
}

// The words of so many states, as large as those that there are.
static uint64_t words_for(const struct check_portfolio *p, uint64_t states) {
    struct fix_cost c = fix_cost(&p->proof.f);
    uint64_t words = c.words / (c.nodes + 1) * states * CHECK_WORDS_TIMES, most = is_doubtful(p) ? CHECK_WORDS_OPEN : CHECK_WORDS_MOST;
    return words < CHECK_WORDS_LEAST ? CHECK_WORDS_LEAST : words < most ? words : most;
}

static uint64_t size_of(const struct ir_program *p) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < p->funcs.n; i++) size += p->funcs.at[i].instrs.n;
    return size;
}

static struct fix_budget share_of(const struct check_portfolio *p, enum check_turn turn, uint64_t spent) {
    const struct turn *t = &turns[turn];
    assert(t->times && p->pauses && spent);
    bool passes = turn == CHECK_TURN_COARSE || turn == CHECK_TURN_INDEPENDENT;
    uint64_t least = passes ? size_of(p->task->p) * CHECK_COARSE_SIZES : 0;
    struct fix_budget b = {.effort = t->times * spent > least ? t->times * spent : least};
    if (t->most && b.effort > t->most) b.effort = t->most;
    if (is_doubtful(p)) b.words = CHECK_WORDS_OPEN;
    if (turn == CHECK_TURN_EXACT) b.words = words_for(p, fix_pairs(&p->proof.f) << (p->pauses - 1));
    return b;
}

// ---- turns -------------------------------------------------------------------------------------------------------------------------

// The steps that an execution took without coming to an end, nor to anything that other runs may do otherwise.
static uint64_t alone_for(const struct check_portfolio *p) {
    return p->no_execution || !chosen(p, CHECK_TURN_EXECUTION) ? 0 : p->execution.steps;
}

// A search for a run that breaks a rule, where the attempt found possible faults if it did: a short one in proportion to `states`, or (0)
// as long as it is worth.  One without targets that is no longer than an earlier one would find nothing new.
static void search(struct check_portfolio *p, const struct check_attempt *near, uint64_t states) {
    const struct check_analyse_options *o = p->task->o;
    check_targets targets = {0};
    bool longer = p->searched < (states ? states : UINT64_MAX);
    if (states && alone_for(p) >= states * CHECK_QUICK_STEPS) return;  // every run of it would be the beginning of the only one
    if (!o->search || !chosen(p, CHECK_TURN_SEARCH) || !(longer || near->f.account.faults.n)) return;
    if (longer) p->searched = states ? states : UINT64_MAX;
    for (uint32_t i = 0; i < near->f.account.faults.n; i++) {
        const struct fix_fault *x = &near->f.account.faults.at[i];
        if (x->func != UINT32_MAX) vec_push(&targets, (struct check_target){x->func, x->instr});
    }
    p->refuted = o->search(o->self, p->r, &targets, states, effort(p) + p->others);
    vec_free(&targets);
}

// The program is run, up to so many steps, if it is whole and nobody wants to see states: those who show them search for nothing.  Again with more
// steps only if they were the reason that it was no proof.
static void execute(struct check_portfolio *p, uint64_t steps) {
    const struct check_analyse_options *o = p->task->o;
    uint64_t most = check_limits[CHECK_LIMIT_EXECUTION].value;
    if (steps > most) steps = most;
    if (p->no_execution || steps <= p->execution.steps || !goes_on(p) || !o->search || o->how->state || !chosen(p, CHECK_TURN_EXECUTION)) return;
    enum check_executed outcome = check_execute(p->task, p->r, steps, &p->execution);
    p->executed = outcome == CHECK_EXECUTED;
    p->no_execution = outcome == CHECK_NOT_EXECUTED;
    if (outcome == CHECK_OUT_OF_STEPS && steps == most) check_reach(p->r, CHECK_LIMIT_EXECUTION);
}

// As many steps as everybody's effort is worth, if that is twice as many as before.
static void execute_along(struct check_portfolio *p) {
    uint64_t steps = (effort(p) + p->others) * CHECK_EXECUTION_STEPS;
    if (steps / 2 >= alone_for(p)) execute(p, steps);
}

// Every path of it, up to so many questions, where it was seen to draw something, or to go by where objects lie.
static void exhaust(struct check_portfolio *p, uint64_t questions) {
    const struct check_analyse_options *o = p->task->o;
    uint64_t most = check_limits[CHECK_LIMIT_QUESTIONS].value, steps = check_limits[CHECK_LIMIT_EXHAUSTION].value;
    if (questions > most) questions = most;
    bool tried = p->no_execution ? p->execution.draws || p->execution.placed : !chosen(p, CHECK_TURN_EXECUTION);
    if (!tried || p->no_exhaustion || questions <= p->questions || !goes_on(p) || !o->search || o->how->state || !chosen(p, CHECK_TURN_EXHAUSTION)) return;
    p->questions = questions;
    if (questions < most) steps = questions * CHECK_EXHAUSTION_QUESTION * CHECK_EXECUTION_STEPS;
    enum check_executed outcome = check_exhaust(p->task, p->r, steps, questions, &p->execution);
    p->executed = outcome == CHECK_EXECUTED;
    p->no_exhaustion = outcome == CHECK_NOT_EXECUTED;
    if (outcome == CHECK_OUT_OF_STEPS && questions == most) check_reach(p->r, p->execution.steps >= steps ? CHECK_LIMIT_EXHAUSTION : CHECK_LIMIT_QUESTIONS);
}

static bool searched_fully(const struct check_portfolio *p) {
    return p->searched == UINT64_MAX;
}

static void end(struct check_result *r, struct check_attempt *a) {
    r->counters[CHECK_MADE] += a->f.graph.nodes.n - a->kept.recalled;
    check_attempt_end(a);
}

static void drop(struct check_result *r, struct check_attempt **a) {
    if (*a) end(r, *a);
    free(*a);
    *a = NULL;
}

static uint32_t learnt(const struct check_attempt *a) {
    const struct dom_refine *refine = a->domain->refine;
    return refine && refine->learnt ? refine->learnt(a->f.d) : 0;
}

// What it knows before it begins.
static void note_knowledge(struct check_attempt *a) {
    buf_free(&a->knew);
    if (a->keeps) a->domain->keep->knowledge(a->f.d, &a->knew);
}

// A new attempt, which knows what the proof and the contender's last one learnt.
static void begin(const struct check_portfolio *p, struct check_contender *c, uint32_t apart) {
    const struct check_attempt *last = c->attempt;
    struct check_attempt *a = malloc(sizeof *a);
    if (!a) base_out_of_memory();
    *a = (struct check_attempt){.task = p->task, .way = turns[c->turn].way, .domain = c->domain, .variant = c->variant, .apart = apart};
    check_attempt_begin(a);
    if (c->domain == p->proof.domain && learnt(&p->proof)) c->domain->refine->inherit(a->f.d, p->proof.f.d);
    if (last && learnt(last)) c->domain->refine->inherit(a->f.d, last->f.d);
    drop(p->r, &c->attempt);
    c->attempt = a;
    c->knew = learnt(a);
    note_knowledge(a);
}

// A coarse attempt may take long, and neither what it finds wrong nor the search need wait for its end.
static void go_coarsely(struct check_portfolio *p, struct check_contender *c, struct fix_budget whole) {
    struct check_attempt *a = c->attempt;
    uint64_t most = whole.effort;
    for (;;) {
        uint64_t until = c->search_at > CHECK_SEARCH_INSIDE ? c->search_at : CHECK_SEARCH_INSIDE;
        struct fix_budget budget = {.effort = until < most ? until : most, .words = whole.words, .fault_effort = c->search_at};
        uint64_t before = fix_effort(&a->f);
        bool paused = check_attempt_go(a, budget) == INTER_PAUSED;
        p->others += fix_effort(&a->f) - before;
        if (!paused || fix_effort(&a->f) >= most || a->f.by_words) break;
        search(p, a, fix_effort(&a->f));
        execute_along(p);
        if (!goes_on(p)) return;
        c->search_at = fix_effort(&a->f) * CHECK_INSIDE_GROWTH;
    }
    if (a->f.account.faults.n && goes_on(p)) search(p, a, fix_effort(&a->f));
}

// How far an attempt goes before a run that may be the only one, if there may be one, has its share: after as much as before, up to `most`.
static uint64_t part_of(const struct check_portfolio *p, uint64_t spent, uint64_t most) {
    uint64_t until = spent * CHECK_PART_GROWTH > CHECK_PART_LEAST ? spent * CHECK_PART_GROWTH : CHECK_PART_LEAST;
    return p->no_execution || until > most ? most : until;
}

static void go_in_parts(struct check_portfolio *p, struct check_attempt *a, struct fix_budget budget) {
    struct fix_budget part = budget;
    do {
        uint64_t before = fix_effort(&a->f);
        part.effort = part_of(p, before, budget.effort);
        check_attempt_go(a, part);
        p->others += fix_effort(&a->f) - before;
        if (a->outcome != INTER_PAUSED || a->f.by_words || part.effort == budget.effort) return;
        execute_along(p);
    } while (goes_on(p));
}

// An independent attempt that came to possible faults begins anew with what these ask for, as long as they become fewer.
static bool refines(const struct check_portfolio *p, const struct check_contender *c, uint32_t *faults) {
    const struct check_attempt *a = c->attempt;
    const struct dom_refine *refine = a->domain->refine;
    const struct fix_account *all = &a->f.account;
    bool asked = false;
    if (a->way != CHECK_BY_INDEPENDENT || a->outcome != INTER_DONE || !refine->ask || !goes_on(p) || all->unknowns.n || all->faults.n >= *faults) return false;
    *faults = all->faults.n;
    for (uint32_t i = 0; i < all->faults.n; i++)
        asked |= all->faults.at[i].rule == IR_RULE_NULL_DEREFERENCE && refine->ask(a->f.d, all->faults.at[i].func, all->faults.at[i].instr);
    return asked;
}

// Would more effort make no difference?  More effort keeps more states apart, and a fault of coarse states stays.
static bool is_over(const struct check_attempt *a, struct fix_budget budget) {
    if ((a->way == CHECK_BY_COARSE || a->way == CHECK_BY_INDEPENDENT) && a->f.account.faults.n) return true;
    if (a->way == CHECK_BY_SEVERAL && a->outcome == INTER_DONE) return a->apart == CHECK_APART_MOST;
    return a->outcome != INTER_PAUSED || (a->f.by_words && budget.words == CHECK_WORDS_MOST);
}

// The contender goes on until its effort is that of the budget.
static void take_turn(struct check_portfolio *p, uint32_t number, struct fix_budget budget) {
    struct check_contender *c = &p->contenders.at[number];
    uint32_t apart = turns[c->turn].way == CHECK_BY_SEVERAL ? apart_for(budget.effort) : 0;
    assert(!c->over && budget.effort);
    if (!c->attempt || c->attempt->apart != apart || learnt(c->attempt) != c->knew) begin(p, c, apart);
    uint32_t faults = UINT32_MAX;
    if (c->attempt->way == CHECK_BY_COARSE)
        go_coarsely(p, c, budget);
    else
        for (go_in_parts(p, c->attempt, budget); refines(p, c, &faults); go_in_parts(p, c->attempt, budget)) begin(p, c, apart);
    struct check_attempt *a = c->attempt;
    c->over = is_over(a, budget);
    p->refused |= check_attempt_refused(a);
    if (check_attempt_proves(a)) {
        assert(!p->decides && !p->refuted);
        p->decides = a;
        return;
    }
    uint32_t variants[MOST_VARIANTS], n = 0;
    if (a->outcome == INTER_DONE && c->turn == CHECK_TURN_OTHER && !a->variant) n = variants_of(a, false, variants);
    if (a->outcome != INTER_PAUSED || c->over || fix_cost(&a->f).words > CHECK_WORDS_KEPT) drop(p->r, &c->attempt);
    struct check_contender from = *c;
    for (uint32_t i = 0; i < n; i++) enlist(p, from.turn, from.domain, variants[i], from.patience);
}

// Beside the proof: those of one row.  The other domain and its variants are not tried again once it came to its end or to what it may
// come to.
static void take_turns_of(struct check_portfolio *p, enum check_turn turn, uint64_t spent) {
    struct fix_budget budget = share_of(p, turn, spent);
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < p->contenders.n && goes_on(p) && !p->refused; i++) {
        if (p->contenders.at[i].turn != turn || p->contenders.at[i].over) continue;
        if (first == UINT32_MAX) first = i;
        take_turn(p, i, budget);
    }
    if (turn != CHECK_TURN_OTHER || first == UINT32_MAX || !(p->contenders.at[first].over || budget.effort == turns[turn].most)) return;
    for (uint32_t i = 0; i < p->contenders.n; i++) p->contenders.at[i].over |= p->contenders.at[i].turn == turn;
}

// From which effort of the proof on.
static uint64_t begins_at(const struct check_portfolio *p, enum check_turn turn) {
    return p->task->o->inputs && turn == CHECK_TURN_NONEMPTY ? CHECK_OPEN_NONEMPTY : turns[turn].after;
}

// The proof pauses: everybody gets a share of its effort, again and again, however long that takes.
static void pause(struct check_portfolio *p) {
    uint64_t spent = effort(p);
    p->pauses++;
    p->refused |= check_attempt_refused(&p->proof);
    for (enum check_turn turn = 0; turn < CHECK_N_TURNS && goes_on(p); turn++) {
        if (turn == CHECK_TURN_EXHAUSTION && p->no_execution && p->execution.placed) exhaust(p, CHECK_EXHAUSTION_FIRST);
        if (!turns[turn].times || spent < begins_at(p, turn)) continue;
        if (turn == CHECK_TURN_EXECUTION) {
            execute_along(p);
        } else if (turn == CHECK_TURN_EXHAUSTION) {
            exhaust(p, spent / CHECK_EXHAUSTION_QUESTION);
        } else if (turn == CHECK_TURN_SEARCH) {
            search(p, &p->proof, spent >= CHECK_SEARCH_AFTER && !searched_fully(p) ? 0 : spent);
        } else {
            if (turn == CHECK_TURN_VARIANTS) enlist_proposed(p, !p->proof.f.account.faults.n);
            take_turns_of(p, turn, spent);
        }
    }
}

// A round of those that are not over, and before them a search (as of `search`); false: there is none.
static bool take_round(struct check_portfolio *p, uint64_t most, uint64_t states) {
    bool any = false;
    for (enum check_turn turn = 0; turn < CHECK_N_TURNS; turn++)
        for (uint32_t i = 0; i < p->contenders.n && goes_on(p) && !p->refused; i++) {
            const struct check_contender *c = &p->contenders.at[i];
            if (c->turn != turn || c->over || !c->patience) continue;
            if (!any && !searched_fully(p)) search(p, &p->proof, states);
            if (!any) exhaust(p, CHECK_EXHAUSTION_FIRST);
            any = true;
            if (!goes_on(p)) break;
            uint64_t share = most * turns[turn].patience;
            struct fix_budget budget = {.effort = share < c->patience ? share : c->patience};
            if (turn != CHECK_TURN_SEVERAL) budget.words = words_for(p, share);
            take_turn(p, i, budget);
            c = &p->contenders.at[i];
            p->contenders.at[i].over |= share >= c->patience;
        }
    return any;
}

// After a proof that failed: all that is left to try.  Before the first round comes a search in proportion, then one that is as long as it
// is worth.
static void go_round(struct check_portfolio *p) {
    uint64_t spent = effort(p), most = CHECK_ROUND_TIMES * spent > CHECK_ROUND_LEAST ? CHECK_ROUND_TIMES * spent : CHECK_ROUND_LEAST;
    if (!p->pauses && spent) pause(p);
    enlist_variants(p);
    for (uint64_t states = most < CHECK_SEARCH_AFTER ? most : 0; goes_on(p) && take_round(p, most, states); states = 0)
        most *= CHECK_ROUND_GROWTH;
}

// The proof ends here, and what it came to is told.  If it is not yet seen whether something that is kept holds, it comes to the same place again without that.
static void end_proof(struct check_portfolio *p, uint64_t until) {
    struct check_attempt *a = &p->proof;
    while (!p->decides && a->outcome == INTER_PAUSED && a->keeps && kept_claimed(&a->t, &a->refused)) {
        end(p->r, a);
        check_attempt_begin(a);
        note_knowledge(a);
        check_attempt_go(a, (struct fix_budget){.effort = until});
    }
    fix_stop(&a->f, answered);
    if (a->outcome == INTER_PAUSED) check_attempt_go(a, (struct fix_budget){0});
}

// Inputs with which a run breaks a rule are none to prove anything for.
static void doubt(struct check_portfolio *p) {
    const struct check_analyse_options *o = p->task->o;
    if (!p->refused && o->refuted) p->refused = o->refuted(o->self);
}

static void prove(struct check_portfolio *p) {
    uint64_t until = CHECK_PAUSE_EFFORT, pause_at = until, words = p->task->o->inputs ? CHECK_WORDS_OPEN : 0;
    if (!chosen(p, CHECK_TURN_PROOF)) fix_stop(&p->proof.f, "the strategy 'fixpoint' is not among those chosen");
    while (check_attempt_go(&p->proof, (struct fix_budget){.effort = until, .words = words}) == INTER_PAUSED) {
        bool enough = effort(p) >= CHECK_OPEN_EFFORT || p->proof.f.by_words;
        if (enough && is_doubtful(p)) fix_stop(&p->proof.f, "something may go wrong, and the rest takes long");
        if (p->proof.f.by_words) words *= CHECK_PAUSE_GROWTH;
        if (effort(p) >= pause_at) {
            if (!p->pauses) doubt(p);
            pause(p);
            pause_at = effort(p) * CHECK_PAUSE_GROWTH;
        } else {
            execute_along(p);
        }
        if (p->refuted || p->decides || p->executed) {
            end_proof(p, until);
            break;
        }
        until = part_of(p, effort(p), pause_at);
    }
}

// ---- as the last time ----------------------------------------------------------------------------------------------------------------

static struct check_hint hint_of(const struct check_portfolio *p) {
    const uint64_t *n = p->r->counters;
    struct check_hint h = {.turn = CHECK_TURN_PROOF, .runs = n[CHECK_SEARCH_RUNS], .steps = n[CHECK_STEPS], .paths = n[CHECK_PATHS], .questions = n[CHECK_QUESTIONS]};
    const struct check_attempt *a = p->decides;
    h.variant = a->variant;
    h.apart = a->apart;
    h.other = a->domain != p->proof.domain;
    buf_str(&h.knowledge, buf_text(&a->knew));
    for (uint32_t i = 0; i < p->contenders.n; i++)
        if (p->contenders.at[i].attempt == a) h.turn = p->contenders.at[i].turn;
    return h;
}

// Only of what says all that is to be said: a limit that something beside it came to would be missed.
static void give_hint(const struct check_portfolio *p) {
    if (!p->task->digests || !p->decides->keeps || !check_attempt_proves(p->decides) || p->r->limits.n) return;
    struct check_hint h = hint_of(p);
    check_hint_put(p->task, &h);
    buf_free(&h.knowledge);
}

// The attempt that a hint speaks of, which stays among the contenders.
static struct check_attempt *attempt_of(struct check_portfolio *p, const struct check_hint *h) {
    if (h->turn == CHECK_TURN_PROOF) return &p->proof;
    vec_push(&p->contenders, (struct check_contender){.turn = h->turn, .domain = h->other ? p->task->o->how->other : p->proof.domain, .variant = h->variant});
    begin(p, &vec_last(&p->contenders), h->apart);
    return vec_last(&p->contenders).attempt;
}

static bool makes_sense(const struct check_portfolio *p, const struct check_hint *h) {
    if (h->turn >= CHECK_N_TURNS || turns[h->turn].way == CHECK_BY_SEARCH || !chosen(p, h->turn)) return false;
    return (turns[h->turn].way == CHECK_BY_SEVERAL) == (h->apart != 0) && !(h->other && !p->task->o->how->other);
}

// Is it proved as it was the last time?
static bool take_hint(struct check_portfolio *p) {
    struct check_hint h = {0};
    bool good = p->proof.keeps && check_hint_get(p->task, &h) && makes_sense(p, &h);
    if (good) {
        struct check_attempt *a = attempt_of(p, &h);
        if (a->keeps && h.knowledge.n) a->domain->keep->tell(a->f.d, buf_text(&h.knowledge));
        note_knowledge(a);
        check_attempt_go(a, (struct fix_budget){0});
        good = check_attempt_proves(a);
        if (good) p->decides = a;
    }
    if (good) {
        uint64_t *n = p->r->counters;
        n[CHECK_SEARCH_RUNS] = h.runs, n[CHECK_STEPS] = h.steps, n[CHECK_PATHS] = h.paths, n[CHECK_QUESTIONS] = h.questions;
        if (p->decides != &p->proof) fix_stop(&p->proof.f, answered);
        if (p->decides != &p->proof) check_attempt_go(&p->proof, (struct fix_budget){0});
    }
    buf_free(&h.knowledge);
    return good;
}

void check_portfolio_run(struct check_portfolio *p, const struct check_task *task, struct check_result *r) {
    const struct dom *domain = task->o->how->domain;
    *p = (struct check_portfolio){.task = task, .r = r};
    p->proof = (struct check_attempt){.task = task, .way = CHECK_BY_FIXPOINT, .domain = domain};
    check_attempt_begin(&p->proof);
    note_knowledge(&p->proof);
    if (take_hint(p)) return;
    for (enum check_turn turn = 0; turn < CHECK_N_TURNS; turn++)
        if (fits(p, turn)) enlist(p, turn, turns[turn].whose == OTHER ? task->o->how->other : domain, 0, 0);
    if (p->proof.outcome == INTER_PAUSED) prove(p);
    p->refused |= check_attempt_refused(&p->proof);
    if (!check_attempt_proves(&p->proof)) doubt(p);
    if (!check_attempt_proves(&p->proof)) execute(p, CHECK_EXECUTION_FIRST);
    if (!check_attempt_proves(&p->proof) && !p->refuted && !p->decides && !p->executed && !p->refused) go_round(p);
    if (!check_attempt_proves(&p->proof)) execute(p, UINT64_MAX);
    if (!check_attempt_proves(&p->proof)) exhaust(p, UINT64_MAX);
    if (!p->decides) p->decides = &p->proof;
    give_hint(p);
    assert(p->proof.outcome != INTER_PAUSED);
}

void check_portfolio_end(struct check_portfolio *p) {
    for (uint32_t i = 0; i < p->contenders.n; i++) drop(p->r, &p->contenders.at[i].attempt);
    vec_free(&p->contenders);
    check_execution_end(&p->execution);
    end(p->r, &p->proof);
    vec_free(&p->proof.refused);
}
