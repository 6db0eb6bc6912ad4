// SPDX-License-Identifier: MIT
#include "solve/solve.h"

#include <assert.h>

#include "solve/decision.h"

// Weight of a decision beside its nodes; of a question; inputs that are listed for all decisions together.
enum { DECISION_WEIGHT = 20, MOST_SIZE = 60000, MOST_LISTED = 1 << 22 };

struct span {  // inputs of a decision
    uint32_t first, n;
};
struct solve {
    const struct ir_program *program;
    const struct exec_record *record;
    struct solve_formulas formulas;
    VEC(struct span) spans;  // by decision
    VEC(uint32_t) inputs;    // of all decisions
    VEC(uint32_t) stack;
    VEC(uint32_t) stamps;  // by node: when it was last seen
    uint32_t stamp;
    VEC(bool) chosen;     // by input: does the question depend on it?
    VEC(uint32_t) nodes;  // by input: its node
    VEC(bool) path;       // by decision before the one asked for: does it count?
    uint64_t size, work;  // weight of the question, of all questions
};

struct solve *solve_new(void) {
    struct solve *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    return s;
}

void solve_free(struct solve *s) {
    solve_formulas_free(&s->formulas);
    vec_free(&s->spans);
    vec_free(&s->inputs);
    vec_free(&s->stack);
    vec_free(&s->stamps);
    vec_free(&s->chosen);
    vec_free(&s->nodes);
    vec_free(&s->path);
    free(s);
}

// ---- which inputs --------------------------------------------------------------------------------------------------------------------

static void visit(struct solve *s, uint32_t node) {
    if (!node || s->stamps.at[node] == s->stamp) return;
    s->stamps.at[node] = s->stamp;
    vec_push(&s->stack, node);
}

static void note_input(struct solve *s, uint32_t input, uint32_t node) {
    while (s->nodes.n <= input) {
        vec_push(&s->nodes, 0u);
        vec_push(&s->chosen, false);
    }
    s->nodes.at[input] = node;
    vec_push(&s->inputs, input);
}

static void find_inputs(struct solve *s, uint32_t decision) {
    uint32_t first = s->inputs.n;
    s->stamp++;
    visit(s, s->record->decisions.at[decision].node);
    while (s->stack.n) {
        uint32_t number = vec_pop(&s->stack);
        const struct exec_node *n = &s->record->nodes.at[number];
        if (n->kind == EXEC_NODE_INPUT) note_input(s, n->args[0], number);
        for (uint32_t k = 0; k < solve_arity(n); k++) visit(s, n->args[k]);
    }
    vec_push(&s->spans, (struct span){first, s->inputs.n - first});
}

void solve_about(struct solve *s, const struct ir_program *p, const struct exec_record *r) {
    s->program = p;
    s->record = r;
    solve_formulas_about(&s->formulas, r);
    vec_clear(&s->spans);
    vec_clear(&s->inputs);
    vec_clear(&s->chosen);
    vec_clear(&s->nodes);
    vec_clear(&s->stamps);
    s->stamp = 0;
    while (s->stamps.n < r->nodes.n) vec_push(&s->stamps, 0u);
}

static bool touches(const struct solve *s, uint32_t decision) {
    const struct span *span = &s->spans.at[decision];
    for (uint32_t i = 0; i < span->n; i++)
        if (s->chosen.at[s->inputs.at[span->first + i]]) return true;
    return false;
}

static void choose(struct solve *s, uint32_t decision) {
    const struct span *span = &s->spans.at[decision];
    for (uint32_t i = 0; i < span->n; i++) s->chosen.at[s->inputs.at[span->first + i]] = true;
}

// ---- conditions ------------------------------------------------------------------------------------------------------------------------

enum { TINY = 8, SMALL = 4096 };  // bytes that are left of a size that wraps around

static bool may_allocate(const struct ir_program *p, const struct ir_instr *i) {
    if (i->op == IR_ALLOCA) return true;
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    const struct ir_func *f = &p->funcs.at[ir_index(i->args[0])];
    return f->flags & IR_EXTERN && f->n_rets == 1 && ir_kind(f->rets[0]) == IR_PTR;
}

uint32_t solve_ways(const struct ir_program *p, const struct exec_decision *d) {
    switch (d->kind) {
    case EXEC_TRUTH: return 1;
    case EXEC_CASE: return p->funcs.at[d->func].instrs.at[d->instr].n_cases + 1;
    case EXEC_NUMBER: return may_allocate(p, &p->funcs.at[d->func].instrs.at[d->instr]) ? 4 : 2;
    case EXEC_INSIDE: break;
    }
    return 2;
}

// As the run did not decide; NULL: it did.
static Z3_ast otherwise(struct solve *s, const struct exec_decision *d, uint32_t way) {
    struct solve_formulas *f = &s->formulas;
    const struct ir_instr *i = &s->program->funcs.at[d->func].instrs.at[d->instr];
    Z3_context c = f->context;
    if (d->kind == EXEC_TRUTH) return solve_truth(f, d->node, solve_value(f, d) == 0);
    if (d->kind == EXEC_CASE) return way == solve_case(f, i, d) ? NULL : solve_in_case(f, i, d, way);
    if (way >= 2) return way == 2 ? solve_wrapped(f, d, 0, TINY) : solve_wrapped(f, d, TINY + 1, SMALL);
    uint64_t limit = d->kind == EXEC_NUMBER ? solve_value(f, d) : way ? d->high : d->low;
    Z3_ast x = solve_formula(f, d->node), bound = solve_number(f, solve_bits(f, d), limit);
    return way ? Z3_mk_bvugt(c, x, bound) : Z3_mk_bvult(c, x, bound);
}

// ---- questions -------------------------------------------------------------------------------------------------------------------------

// What a node costs the solver, about: products and quotients are circuits.
static uint32_t weight(const struct exec_node *n) {
    uint32_t bits = ir_bits(n->type);
    if (n->kind != EXEC_NODE_PURE) return 1;
    switch (n->pure) {
    case IR_MUL_: return bits * bits / 16;
    case IR_UDIV_:
    case IR_SDIV_:
    case IR_UREM_:
    case IR_SREM_: return bits * bits / 4;
    default: return bits / 8 + 1;
    }
}

static void weigh(struct solve *s, uint32_t decision) {
    s->size += DECISION_WEIGHT;
    visit(s, s->record->decisions.at[decision].node);
    while (s->stack.n) {
        const struct exec_node *n = &s->record->nodes.at[vec_pop(&s->stack)];
        s->size += weight(n);
        for (uint32_t k = 0; k < solve_arity(n); k++) visit(s, n->args[k]);
    }
}

// The earlier decisions that the chosen inputs take part in, and the inputs that these bring along; false: it is too much.
static bool choose_path(struct solve *s, uint32_t decision) {
    vec_clear(&s->path);
    for (uint32_t i = 0; i < decision; i++) vec_push(&s->path, false);
    for (bool more = true; more && s->size <= MOST_SIZE;) {
        more = false;
        for (uint32_t i = decision; i-- > 0 && s->size <= MOST_SIZE;) {
            if (s->path.at[i] || s->record->decisions.at[i].kind == EXEC_NUMBER || !touches(s, i)) continue;
            s->path.at[i] = more = true;
            choose(s, i);
            weigh(s, i);
        }
    }
    return s->size <= MOST_SIZE;
}

// Chooses what the question is about; false: it is too much.
static bool prepare(struct solve *s, uint32_t decision) {
    while (s->spans.n <= decision && s->inputs.n < MOST_LISTED) find_inputs(s, s->spans.n);
    if (s->spans.n <= decision) return false;
    for (uint32_t i = 0; i < s->chosen.n; i++) s->chosen.at[i] = false;
    s->stamp++;
    s->size = 0;
    weigh(s, decision);
    choose(s, decision);
    bool fits = choose_path(s, decision);
    s->work += s->size;
    return fits;
}

static void read_model(struct solve *s, uint64_t *inputs, uint32_t n) {
    Z3_context c = s->formulas.context;
    Z3_model model = Z3_solver_get_model(c, s->formulas.solver);
    if (!model) return;
    Z3_model_inc_ref(c, model);
    for (uint32_t i = 0; i < s->chosen.n && i < n; i++) {
        Z3_ast value = NULL;
        if (!s->chosen.at[i] || !Z3_model_eval(c, model, solve_formula(&s->formulas, s->nodes.at[i]), true, &value)) continue;
        uint64_t number;
        if (value && Z3_get_numeral_uint64(c, value, &number)) inputs[i] = number;
    }
    Z3_model_dec_ref(c, model);
}

bool solve_leave(struct solve *s, uint32_t decision, uint32_t way, uint64_t *inputs, uint32_t n) {
    assert(decision < s->record->decisions.n);
    if (!prepare(s, decision)) return false;
    solve_formulas_need(&s->formulas);
    Z3_context c = s->formulas.context;
    Z3_ast goal = otherwise(s, &s->record->decisions.at[decision], way);
    if (!goal) return false;
    Z3_solver_reset(c, s->formulas.solver);
    Z3_solver_assert(c, s->formulas.solver, goal);
    for (uint32_t i = 0; i < decision; i++)
        if (s->path.at[i]) Z3_solver_assert(c, s->formulas.solver, solve_as_decided(&s->formulas, s->program, &s->record->decisions.at[i]));
    bool found = Z3_solver_check(c, s->formulas.solver) == Z3_L_TRUE;
    if (found) read_model(s, inputs, n);
    return found;
}

uint64_t solve_work(const struct solve *s) {
    return s->work;
}

void solve_version(struct buf *out) {
    unsigned major, minor, build, revision;
    Z3_get_version(&major, &minor, &build, &revision);
    buf_printf(out, "%u.%u.%u", major, minor, build);
}
