// SPDX-License-Identifier: MIT
#include "check/exhaust.h"

#include "check/limits.h"
#include "check/run.h"
#include "exec/record.h"
#include "solve/tree.h"

struct exhaustion {
    const struct check_task *t;
    struct check_result *r;
    struct check_execution *e;
    uint64_t steps, questions;  // at most
    struct solve_tree *tree;
    struct exec_record record;
    VEC(uint64_t) inputs;            // of the next run
    VEC(struct exec_result) noted;   // runs with something that is only noted
    struct exec_options o;
    const char *why;                 // it is no proof; NULL: nothing is against it
    struct ir_loc where;
    bool longer;                     // more steps or questions may help
};

static void give_up(struct exhaustion *x, const char *why, struct ir_loc where) {
    x->why = arena_strdup(&x->r->arena, why);
    x->where = where;
}

static void keep(struct exhaustion *x, struct exec_result *run) {
    vec_clear(&x->inputs);
    for (uint32_t i = 0; i < run->n_inputs; i++) vec_push(&x->inputs, run->inputs[i].value);
    if (run->n_faults && !x->why)
        vec_push(&x->noted, *run);
    else
        exec_result_free(run);
}

// Runs the next path.
static void run_path(struct exhaustion *x) {
    struct exec_result run;
    struct check_execution *e = x->e;
    exec_record_clear(&x->record);
    x->o = (struct exec_options){.inputs = {.values = x->inputs.at, .n = x->inputs.n}, .record = &x->record, .max_steps = x->steps - e->steps};
    check_execute_alone(x->t, x->r, &x->o, e, &run);
    e->steps += run.steps;
    e->paths++;
    bool ended = check_ended(&run, x->t->notes) || (run.outcome == EXEC_ASSUME_FAILED && !run.assumed);
    x->longer = run.outcome == EXEC_OUT_OF_STEPS && !run.assumed && e->steps >= x->steps;
    if (!ended)
        give_up(x, check_why_not(&run), check_where_not(&run));
    else if (solve_tree_is_full(x->tree))
        give_up(x, "more formulas than the solver is given", (struct ir_loc){0});
    else if (!solve_tree_grow(x->tree, &x->record))
        give_up(x, "a run does not decide as its record says", run.place.loc);
    keep(x, &run);
}

static void heard(void *self, const struct solve_tree *tree, enum solve_answer answer) {
    const struct check_domain *how = self;
    struct buf text = {0};
    solve_tree_show(tree, answer, &text);
    how->asked(how->self, buf_text(&text));
    buf_free(&text);
}

static bool exceeds(struct exhaustion *x, enum check_limit limit, uint64_t n) {
    if (n <= check_limits[limit].value) return false;
    check_reach(x->r, limit);
    return true;
}

// Inputs of another path; false: there is none, or none is looked for.
static bool next_path(struct exhaustion *x) {
    const struct check_domain *how = x->t->o->how;
    struct solve_listener listener = {.self = (void *)how, .heard = how->asked ? heard : NULL};
    struct ir_loc nowhere = {0};
    enum solve_answer answer = solve_tree_next(x->tree, x->inputs.at, x->inputs.n, &listener);
    x->e->questions = solve_tree_questions(x->tree);
    if (answer == SOLVE_NO) return false;
    if (answer == SOLVE_NO_ANSWER) give_up(x, "a question that the solver does not answer", nowhere);
    if (x->e->steps >= x->steps || x->e->questions >= x->questions) give_up(x, "more paths than there is time for", nowhere), x->longer = true;
    if (exceeds(x, CHECK_LIMIT_PATHS, x->e->paths + 1) || exceeds(x, CHECK_LIMIT_WAYS, solve_tree_ways(x->tree)))
        give_up(x, "more paths than are run", nowhere), x->longer = false;
    if (check_late(x->t)) give_up(x, "the time is over", nowhere);
    return !x->why;
}

static void finish(struct exhaustion *x) {
    for (uint32_t i = 0; i < x->noted.n; i++) {
        if (!x->why) check_add_faults(x->r, x->t->p, x->t->entry, &x->o, &x->noted.at[i]);
        exec_result_free(&x->noted.at[i]);
    }
    if (!x->why) x->r->inputs = NULL;
    if (x->why) check_say_why(x->t, x->r, CHECK_BY_EXHAUSTION, x->why, x->where);
    vec_free(&x->noted);
    vec_free(&x->inputs);
    exec_record_free(&x->record);
    solve_tree_free(x->tree);
}

enum check_executed check_exhaust(const struct check_task *t, struct check_result *r, uint64_t steps, uint64_t questions, struct check_execution *e) {
    *e = (struct check_execution){.met = ARENA_ARRAY(&r->arena, bool *, t->p->funcs.n), .draws = true};
    struct exhaustion x = {.t = t, .r = r, .e = e, .steps = steps, .questions = questions, .tree = solve_tree_new(t->p)};
    x.why = check_why_open(t->p);
    while (!x.why) {
        run_path(&x);
        if (x.why || !next_path(&x)) break;
    }
    finish(&x);
    return !x.why ? CHECK_EXECUTED : x.longer ? CHECK_OUT_OF_STEPS : CHECK_NOT_EXECUTED;
}
