// SPDX-License-Identifier: MIT
// Processes: a run follows one of the two that fork returns in, as the inputs say.  Memory is not shared (functions that share it are not
// modelled), so either is a run of its own.  What comes from the other one through files and pipes is not known: a run that reads it is
// assumed (lib_stream.c).
//
// Waiting gives how a child really ends, if its inputs are zeros from its start on: that is another run (exec_descent), with the inputs of
// this one up to the fork, and what waiting gave in this one before.  Or, unless the environment is friendly, somebody ends the child with
// SIGKILL.
#include "exec/lib.h"
#include "exec/once.h"

enum { NO_CHILD = 10, KILL_SIGNAL = 9, ABORT_SIGNAL = 6, WITHOUT_WAITING = 1, FIRST_NUMBER = 1 };
// Of children that a run waits for: with each depth four times less; steps of each.
enum { MOST_ENDS = 64, MOST_DEPTH = 3, MOST_STEPS = 4000000 };

// ---- fork ------------------------------------------------------------------------------------------------------------------------------

static bool is_taken(const struct exec_processes *p, int64_t number) {
    for (uint32_t i = 0; i < p->children.n; i++)
        if (p->children.at[i].number == number) return true;
    return number == FIRST_NUMBER;
}

// A run that another one waits for stays with its process: it has a child.
static int64_t stay(const struct exec_model *k, uint32_t input, int64_t number) {
    const struct exec_descent *d = k->m->options->descent;
    return number == 0 && d && input >= d->since ? FIRST_NUMBER : number;
}

static void add_child(const struct exec_model *k, uint32_t input, int64_t number) {
    struct exec_processes *p = &k->lib->processes;
    while (is_taken(p, number)) number++;
    exec_lib_give_number(k, number);
    k->m->inputs.at[input].value = (uint64_t)number;
    vec_push(&p->children, (struct exec_child){number, input, k->row->result.failure.given});
}

bool exec_model_fork(struct exec_model *k) {
    struct exec_processes *p = &k->lib->processes;
    uint32_t input = k->m->inputs.n;
    if (!exec_lib_give_chosen(k)) return false;
    if (!k->call->n_results) return exec_give_up(k->m, "'%s' whose result nobody looks at is not modelled", k->name);
    int64_t number = stay(k, input, (int32_t)k->call->results[0].bits);
    if (number < 0) return true;
    p->split = true;
    k->lib->wrote_file = true;  // the other one may
    if (number) {
        add_child(k, input, number);
    } else {
        p->other = true;
        vec_clear(&p->children);
    }
    return true;
}

bool exec_model_identity(struct exec_model *k) {
    if (!k->lib->processes.other) return exec_model_stable(k);
    exec_lib_give_unknown(k);
    return true;
}

// ---- wait ------------------------------------------------------------------------------------------------------------------------------

// The run of the child up to its end; false: it is not known how that ends.
static bool run_child(const struct exec_model *k, const struct exec_child *child, int32_t *status) {
    const struct exec_processes *p = &k->lib->processes;
    const struct exec_descent *d = k->m->options->descent;
    struct exec_descent own = {p->ends.at, p->ends.n, child->input + 1, d ? d->depth + 1 : 1};
    if (own.depth > MOST_DEPTH || p->ends.n - (d ? d->n_ends : 0) >= (uint32_t)MOST_ENDS >> 2 * (own.depth - 1)) return false;
    struct exec_options o = exec_quiet(k->m->options);
    struct exec_result r;
    VEC(uint64_t) inputs = {0};
    for (uint32_t i = 0; i < child->input; i++) vec_push(&inputs, k->m->inputs.at[i].value);
    o.inputs = (struct exec_inputs){.values = inputs.at, .n = inputs.n};
    o.rules = o.notes = 0;
    o.descent = &own;
    o.max_steps = o.max_steps && o.max_steps < MOST_STEPS ? o.max_steps : MOST_STEPS;
    o.ways = NULL;
    exec_run_once(k->m->program, k->m->entry, &o, NULL, NULL, NULL, &r);
    bool exits = r.outcome == EXEC_RETURNED || r.outcome == EXEC_EXITED, known = !r.assumed && !r.n_ways && (exits || r.outcome == EXEC_ABORTED);
    *status = exits ? (r.status & 0xff) << 8 : known ? ABORT_SIGNAL : 0;
    exec_result_free(&r);
    vec_free(&inputs);
    return known;
}

static int32_t end_of(const struct exec_model *k, const struct exec_child *child) {
    struct exec_processes *p = &k->lib->processes;
    const struct exec_descent *d = k->m->options->descent;
    bool killed = child->mortal && exec_draw_truth(k->m, "somebody ends the child");
    int32_t status = killed ? KILL_SIGNAL : 0;
    if (d && p->ends.n < d->n_ends)
        status = d->ends[p->ends.n];
    else if (!killed && !run_child(k, child, &status))
        exec_assume(k->m, "how a process that 'fork' made ends");
    vec_push(&p->ends, status);
    return status;
}

// One of the children, or the one with this number; their number: there is none.
static uint32_t find_child(const struct exec_model *k, int64_t number) {
    const struct exec_processes *p = &k->lib->processes;
    uint32_t i = 0;
    if (number == 0 || number < -1) exec_assume(k->m, "which processes belong to a group");
    if (number <= 0) return p->children.n > 1 ? (uint32_t)exec_draw_below(k->m, p->children.n, "which child ends") : 0;
    while (i < p->children.n && p->children.at[i].number != number) i++;
    return i;
}

// The status, and what else the row writes.
static bool put_end(const struct exec_model *k, int32_t status) {
    struct exec_value v = exec_int((uint32_t)status);
    for (uint32_t n = 0, i; (i = exec_lib_nth(k, IR_LIB_WRITE, n)) != EXEC_NO_ARG; n++) {
        uint64_t size;
        bool overflow;
        if (exec_lib_null(k, i)) continue;
        if (n == 0 && !exec_store(k->m, exec_lib_arg(k, i), IR_I(32), &v)) return false;
        if (n == 0) continue;
        if (!exec_lib_size(k, &k->row->args[i].size, 1, &size, &overflow) || !exec_lib_put_drawn(k, exec_lib_arg(k, i), size)) return false;
    }
    return true;
}

bool exec_model_wait(struct exec_model *k) {
    struct exec_processes *p = &k->lib->processes;
    if (!p->split) return exec_model_generic(k);
    if (p->signals) exec_assume(k->m, "what the end of a process does to one that chose so");
    uint32_t n = 0;
    while (exec_lib_nth(k, IR_LIB_VALUE, n) != EXEC_NO_ARG) n++;
    int64_t number = n > 1 ? (int32_t)exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0)) : -1;
    uint64_t options = n ? exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, n - 1)) : 0;
    uint32_t i = find_child(k, number);
    if (i >= p->children.n) {
        exec_lib_give_number(k, -1);
        return exec_lib_errno(k, NO_CHILD);
    }
    exec_lib_give_number(k, 0);
    if (options & WITHOUT_WAITING && exec_draw_truth(k->m, "the child goes on")) return true;
    struct exec_child child = p->children.at[i];
    memmove(&p->children.at[i], &p->children.at[i + 1], (p->children.n - i - 1) * sizeof child);
    p->children.n--;
    exec_lib_give_number(k, child.number);
    return put_end(k, end_of(k, &child));
}
