// SPDX-License-Identifier: MIT
#include "check/trial.h"

#include <assert.h>

#include "check/contract.h"
#include "exec/decode.h"
#include "exec/given.h"
#include "exec/machine.h"
#include "ir/reads.h"
#include "ir/standin.h"

enum { TRIAL_STEPS = 20000, MOST_NODES = 256, MOST_HINTS = 64 };  // of a run with few nodes; of a structure that is looked at; numbers of a function

// ---- what is there when the function returns -----------------------------------------------------------------------------------------------

struct look {
    const struct check_trial *t;
    const struct ir_input_options *inputs;
    const struct exec_machine *m;
    VEC(uint64_t) args;    // addresses and numbers, by parameter
    VEC(uint64_t) before;  // by promise: what the place held
    const char *violated;  // what is ensured and does not hold; NULL: everything does
};

static uint64_t word(const struct look *l) {
    return l->m->program->pointer_bits / 8;
}

// The bytes of something that is still there.
static const uint8_t *bytes_at(const struct look *l, uint64_t address, uint64_t size) {
    uint32_t number = address ? exec_block_at(&l->m->memory, address) : 0;
    const struct exec_block *b = number ? exec_block(&l->m->memory, number) : NULL;
    if (!b || b->life != EXEC_LIVE || !b->bytes || address < b->address || address - b->address + size > b->size) return NULL;
    return b->bytes + (address - b->address);
}

// False: there is nothing at this place.
static bool link_of(const struct look *l, uint64_t node, uint64_t offset, uint64_t *to) {
    const uint8_t *bytes = bytes_at(l, node + offset, word(l));
    *to = 0;
    if (bytes) memcpy(to, bytes, word(l));
    return bytes;
}

static bool is_node(const struct look *l, uint64_t address, const struct ir_shape *s) {
    return s->ctype < l->m->program->ctypes.n && bytes_at(l, address, l->m->program->ctypes.at[s->ctype].size);
}

// Up to null, each node leads to the next.
static bool begins_with_null(const struct look *l, uint64_t node, const struct ir_shape *s) {
    uint64_t back, next;
    for (uint32_t i = 0; i < MOST_NODES && link_of(l, node, s->back, &back); i++) {
        if (!back) return true;
        if (!is_node(l, back, s) || !link_of(l, back, s->next, &next) || next != node) return false;
        node = back;
    }
    return false;
}

// holder: the address of the member that leads to it, or 0.
static bool is_list(const struct look *l, uint64_t start, const struct ir_shape *s, uint64_t holder) {
    uint64_t node = start, before = s->linked ? holder : 0, next, back, first = 0;
    bool open = s->kind == IR_SHAPE_DOUBLY && !s->ring && !s->linked;
    if (open && (!link_of(l, start, s->back, &first) || (!s->looped && !begins_with_null(l, start, s)))) return false;
    for (uint32_t i = 0; i < MOST_NODES; i++) {
        if (!is_node(l, node, s) || !link_of(l, node, s->next, &next)) return false;
        if (s->kind == IR_SHAPE_DOUBLY && (!link_of(l, node, s->back, &back) || (before && back != before))) return false;
        if (!next) return !s->ring && (!s->looped || first == node);
        if (next == start) return s->ring;
        before = node + ir_shape_back_to(s);
        node = next;
    }
    return false;
}

static bool is_tree(const struct look *l, uint64_t root, const struct ir_shape *s) {
    VEC(uint64_t) nodes = {0};
    bool tree = true;
    vec_push(&nodes, root);
    for (uint32_t i = 0; i < nodes.n && tree; i++) {
        for (uint32_t k = 0; k < i && tree; k++) tree = nodes.at[k] != nodes.at[i];
        tree = tree && nodes.n < MOST_NODES && is_node(l, nodes.at[i], s);
        for (uint32_t k = 0; k < s->n_children && tree; k++) {
            uint64_t child, parent = nodes.at[i];
            tree = link_of(l, nodes.at[i], s->child[k], &child) && (!child || !s->parents || link_of(l, child, s->up, &parent)) && parent == nodes.at[i];
            if (child) vec_push(&nodes, child);
        }
    }
    vec_free(&nodes);
    return tree;
}

// Is less required of the place that the promise is about?
static bool is_loosened(const struct look *l, const struct check_promise *c) {
    const struct ir_program *p = l->m->program;
    for (uint32_t i = 0; i < l->inputs->n_loose; i++) {
        const struct ir_demand *d = &l->inputs->loose[i].clause;
        uint32_t ctype = c->param != UINT32_MAX ? p->funcs.at[l->t->entry].locals.at[c->param].ctype : IR_NO_TYPE;
        bool pointer = c->inside && ctype < p->ctypes.n && p->ctypes.at[ctype].kind == IR_C_POINTER;
        bool same = c->inside ? pointer && d->offset == c->offset && ir_same_type(p, d->owner, p->ctypes.at[ctype].target) : d->param == c->param && d->param != UINT32_MAX;
        if (d->kind == IR_DEMAND_SHAPE && same) return true;
    }
    return false;
}

// Does the member lead to the null pointer at the end of the list that another one leads to?
static bool is_tail(const struct look *l, const struct check_promise *c, uint64_t holder) {
    uint64_t at = holder + c->first, end, node;
    if (!link_of(l, holder, c->offset, &end)) return true;
    for (uint32_t i = 0; i < MOST_NODES; i++) {
        if (!link_of(l, at, 0, &node)) return false;
        if (!node) return end == at;
        at = node + c->shapes[0].next;
    }
    return false;
}

static bool may_be_null(const struct look *l) {
    for (uint32_t i = 0; i < l->inputs->n_loose; i++)
        if (l->inputs->loose[i].how == IR_LOOSE_NULL || l->inputs->loose[i].how == IR_LOOSE_ROLE) return true;
    return false;
}

static bool is_kept(const struct look *l, const struct check_promise *c, uint64_t address) {
    if (c->tail) return is_tail(l, c, address);
    uint64_t holder = c->inside ? address + c->offset : 0;
    if (l->t->passing && c->passed && is_loosened(l, c)) return true;
    if (c->inside && !link_of(l, address, c->offset, &address)) return true;  // nothing is said of what is not there
    if (!address) return c->null || (l->t->passing && may_be_null(l));
    for (uint32_t i = 0; i < c->n; i++) {
        const struct ir_shape *s = &c->shapes[i];
        if (ir_shape_is_list(s) ? is_list(l, address, s, holder) : s->kind == IR_SHAPE_TREE ? is_tree(l, address, s) : is_node(l, address, s)) return true;
    }
    return false;
}

// What the place holds that a promise is about: a member of what a parameter leads to, or the parameter.
static uint64_t held_at(const struct look *l, const struct check_promise *c) {
    uint64_t to = 0;
    if (c->param >= l->args.n) return 0;
    if (!c->inside) return l->args.at[c->param];
    link_of(l, l->args.at[c->param], c->offset, &to);
    return to;
}

static void enter(void *self, const struct exec_machine *m, const struct exec_value *args, uint32_t n) {
    struct look *l = self;
    l->m = m;
    l->violated = NULL;
    l->args.n = 0;
    for (uint32_t i = 0; i < n; i++) vec_push(&l->args, (uint64_t)args[i].bits);
    l->before.n = 0;
    for (uint32_t i = 0; i < l->t->c->promises.n; i++) vec_push(&l->before, held_at(l, &l->t->c->promises.at[i]));
}

static void leave(void *self, const struct exec_machine *m, const struct exec_value *results, uint32_t n) {
    struct look *l = self;
    struct check_case *c = l->t->c;
    l->m = m;
    for (uint32_t i = 0; i < c->promises.n; i++) c->promises.at[i].passed &= held_at(l, &c->promises.at[i]) == l->before.at[i];
    for (uint32_t i = 0; i < c->promises.n && !l->violated; i++) {
        const struct check_promise *p = &c->promises.at[i];
        bool result = p->param == UINT32_MAX, known = result ? n == 1 && !results[0].unknown : p->param < l->args.n;
        if (known && !is_kept(l, p, result ? (uint64_t)results[0].bits : l->args.at[p->param])) l->violated = c->ensures.at[i];
    }
}

// ---- runs ----------------------------------------------------------------------------------------------------------------------------------

// Where less is required, a fault that depends on where objects lie counts as well: they may lie there.
static bool say_outcome(struct check_trial *t, const struct look *l, const struct exec_result *run, struct buf *out) {
    bool less = l->inputs->n_loose > t->c->inputs.n_loose, placed = run->placed || (run->open && run->assumed == run->open);
    if (run->assumed && !(less && placed && run->n_faults)) return false;
    if (run->n_faults) {
        const struct exec_fault *f = &run->faults[0];
        buf_printf(out, "%s", ir_rules[f->rule].text);
        if (f->place.loc.line) buf_printf(out, " at %s:%u", t->p->files.text.at[f->place.loc.file], f->place.loc.line);
        return true;
    }
    if (run->outcome == EXEC_TRAPPED) buf_printf(out, "%s", run->reason ? run->reason : "the machine stops it");
    if (run->outcome == EXEC_OUT_OF_STEPS && !t->endless) buf_str(out, "it does not end");
    if (run->outcome == EXEC_RETURNED && l->violated) buf_printf(out, "not: %s", l->violated);
    return out->n;
}

// Some numbers that are drawn are those that the program compares with: letters that a parser looks for, tags.
struct hints {
    VEC(uint64_t) numbers;
    uint64_t random;
};

static void add_hint(struct hints *h, uint64_t x) {
    for (uint32_t i = 0; i < h->numbers.n; i++)
        if (h->numbers.at[i] == x) return;
    if (h->numbers.n < MOST_HINTS) vec_push(&h->numbers, x);
}

static void find_hints(struct hints *h, const struct ir_program *p, const struct ir_func *f) {
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        for (uint32_t k = 0; k < x->n_cases; k++) add_hint(h, (uint64_t)x->cases[k].lo);
        for (uint32_t k = 0; k < 2 && x->op == IR_LET && (x->pure == IR_EQ_ || x->pure == IR_NE_); k++)
            if (ir_tag(x->args[k]) == IR_CONST && ir_kind(ir_const_of(p, x->args[k])->type) == IR_INT) add_hint(h, ir_const_of(p, x->args[k])->lo);
    }
}

static bool give_hint(void *self, const struct exec_machine *m, const char *what, uint64_t *value) {
    struct hints *h = self;
    (void)m;
    if (what == exec_given_shape || !h->numbers.n) return false;
    h->random = h->random * 6364136223846793005u + 1442695040888963407u;
    *value = h->numbers.at[(h->random >> 32) % h->numbers.n];
    return h->random >> 62 == 0;
}

bool check_trial_fails(struct check_trial *t, const struct ir_input_options *inputs, struct buf *out) {
    struct exec_given given;
    struct exec_codes codes = {0};
    struct look look = {.t = t, .inputs = inputs};
    struct exec_observer observer = exec_looks_away;
    bool failed = false;
    if (!exec_given_begin(&given, t->p, t->entry, t->o->library, inputs)) return false;
    observer.self = &look;
    observer.entered = enter;
    observer.left = leave;
    struct exec_options o = {.rules = t->o->rules, .lib = t->o->library, .codes = &codes, .malloc_may_fail = t->o->malloc_may_fail, .given = &given, .observer = &observer};
    o.max_steps = TRIAL_STEPS;
    o.inputs.seeded = true;
    struct hints hints = {0};
    struct exec_oracle oracle = {&hints, give_hint};
    find_hints(&hints, t->p, &t->p->funcs.at[t->entry]);
    for (uint64_t i = 0; i < t->runs && !failed; i++) {
        struct exec_result run;
        o.inputs.seed = hints.random = i;
        o.inputs.oracle = i % 2 ? &oracle : NULL;
        exec_run(t->p, t->entry, &o, &run);
        if (inputs->n_loose == t->c->inputs.n_loose && run.outcome == EXEC_OUT_OF_STEPS) t->endless = true;  // all clauses are kept
        failed = say_outcome(t, &look, &run, out);
        exec_result_free(&run);
    }
    vec_free(&hints.numbers);
    vec_free(&look.args);
    vec_free(&look.before);
    exec_codes_free(&codes);
    exec_given_end(&given);
    return failed;
}

static bool is_needed(struct check_trial *t, struct ir_input_options o, const struct ir_demand *c, enum ir_loosening how) {
    struct buf text = {0};
    assert(o.n_loose < IR_MOST_LOOSE);
    o.loose[o.n_loose++] = (struct ir_loose){*c, how};
    bool needed = check_trial_fails(t, &o, &text);
    buf_free(&text);
    return needed;
}

// Is the clause one of two pointers that belong together?
static bool is_of_pair(const struct check_case *c, const char *clause) {
    size_t n;
    const char *subject = check_subject_of(clause, &n);
    for (uint32_t i = 0; i < c->requires.n; i++) {
        const char *text = c->requires.at[i], *found = strncmp(text, "ends(", 5) == 0 || strncmp(text, "may_end(", 8) == 0 ? strchr(text, '(') : NULL;
        for (; found && *found; found = strpbrk(found + 1, " "))
            if (strncmp(found + 1, subject, n) == 0 && strchr(",)", found[1 + n])) return true;
    }
    return false;
}

// What is ensured as it is required, as long as no run changes it.
static void expect_passing(struct check_case *c) {
    for (uint32_t i = 0; i < c->promises.n; i++) {
        const char *text = c->ensures.at[i];
        c->promises.at[i].passed = c->promises.at[i].param != UINT32_MAX && check_is_passed(text, c) && !is_of_pair(c, text);
    }
}

// Nodes whose links nobody takes.
static void add_objects(const struct check_trial *t, struct ir_input_options *inputs) {
    struct ir_inputs in;
    if (!ir_inputs_begin(&in, t->p, t->entry, t->o->library, t->c->inputs)) return;
    for (uint32_t i = 0; i < t->c->clauses.n && inputs->n_loose < IR_MOST_LOOSE; i++) {
        const struct ir_demand *c = &t->c->clauses.at[i];
        struct ir_shape s = c->kind == IR_DEMAND_SHAPE && c->param != UINT32_MAX ? ir_input_param(&in, c->param) : (struct ir_shape){.kind = IR_SHAPE_ANY};
        if (ir_input_leaves_links(&in, &s)) inputs->loose[inputs->n_loose++] = (struct ir_loose){*c, IR_LOOSE_OBJECT};
    }
    ir_inputs_end(&in);
}

static bool may_be_alone(const struct check_trial *t, const struct ir_input_options *inputs, const struct ir_demand *c) {
    struct ir_inputs in;
    if (c->kind != IR_DEMAND_SHAPE || c->param == UINT32_MAX || !ir_inputs_begin(&in, t->p, t->entry, t->o->library, *inputs)) return false;
    bool may = ir_input_may_be_alone(&in, c->param);
    ir_inputs_end(&in);
    return may;
}

// May the links of the node that a parameter leads to be read through it?
static bool reads_links(const struct check_trial *t, uint32_t param, const struct ir_shape *s) {
    struct ir_reads r;
    uint64_t word = t->p->pointer_bits / 8;
    ir_reads_build(&r, t->p, t->o->library);
    const struct ir_reads_set *set = ir_reads_of(&r, t->entry, param);
    bool read = set->stored;
    for (uint64_t at = 0; at < t->p->ctypes.at[s->ctype].size && !read; at += word) read = ir_shape_is_link(s, at) && ir_reads_has(set, (int64_t)at, word, true);
    ir_reads_free(&r);
    return read;
}

// Links of other nodes of its kind are taken, and its own are not.
static bool may_be_unlinked(const struct check_trial *t, const struct ir_input_options *inputs, const struct ir_demand *c) {
    struct ir_inputs in;
    if (c->kind != IR_DEMAND_SHAPE || c->param == UINT32_MAX || !ir_inputs_begin(&in, t->p, t->entry, t->o->library, *inputs)) return false;
    struct ir_shape s = ir_input_param(&in, c->param);
    bool linked = (ir_shape_is_list(&s) || s.kind == IR_SHAPE_TREE) && !s.ring && s.whole_ctype == IR_NO_TYPE;
    bool may = linked && !ir_input_leaves_links(&in, &s) && !reads_links(t, c->param, &s);
    ir_inputs_end(&in);
    return may;
}

// Does the clause name a function that others may stand in for?
static bool has_role(const struct check_trial *t, const char *clause) {
    const char *name = strstr(clause, " == ");
    ir_val found = name ? ir_find(t->p, name + strlen(" == ")) : IR_NOTHING;
    return found != IR_NOTHING && ir_tag(found) == IR_FUNC && ir_standin(t->p, ir_role_of(t->p, ir_index(found))) != UINT32_MAX;
}

void check_find_loose(struct check_trial *t, struct ir_input_options *inputs) {
    struct buf text = {0};
    bool first = !inputs->n_loose;
    assert(t->c->promises.n == t->c->ensures.n);
    expect_passing(t->c);
    t->passing = true;
    if (check_trial_fails(t, inputs, &text)) inputs = NULL;  // there is nothing to compare with
    for (uint32_t i = 0; inputs && i < t->c->clauses.n && inputs->n_loose < IR_MOST_LOOSE; i++) {
        const struct ir_demand *c = &t->c->clauses.at[i];
        bool shape = c->kind == IR_DEMAND_SHAPE, known = false;
        for (uint32_t k = 0; k < inputs->n_loose && !known; k++) known = memcmp(&inputs->loose[k].clause, c, sizeof *c) == 0;
        if (known || (!shape && (c->kind < IR_DEMAND_COUNT || c->kind > IR_DEMAND_TAIL))) continue;
        enum ir_loosening how = is_needed(t, *inputs, c, IR_LOOSE_BROKEN) ? IR_LOOSE_NULL : IR_LOOSE_DROPPED;
        if (how == IR_LOOSE_NULL && has_role(t, t->c->requires.at[i]) && !is_needed(t, *inputs, c, IR_LOOSE_ROLE)) how = IR_LOOSE_ROLE;
        if (how == IR_LOOSE_NULL && may_be_unlinked(t, inputs, c) && !is_needed(t, *inputs, c, IR_LOOSE_UNLINKED)) inputs->loose[inputs->n_loose++] = (struct ir_loose){*c, IR_LOOSE_UNLINKED};
        if (how == IR_LOOSE_NULL && inputs->n_loose < IR_MOST_LOOSE && may_be_alone(t, inputs, c) && !is_needed(t, *inputs, c, IR_LOOSE_ALONE)) how = IR_LOOSE_ALONE;
        bool null = how == IR_LOOSE_NULL && (!shape || inputs->n_loose == IR_MOST_LOOSE || strstr(t->c->requires.at[i], " == ") || is_needed(t, *inputs, c, how));
        if (!null) inputs->loose[inputs->n_loose++] = (struct ir_loose){*c, how};
    }
    if (inputs && first) add_objects(t, inputs);
    buf_free(&text);
}

static void try_clause(struct check_result *r, struct check_trial *t, struct check_case *c, uint32_t k) {
    struct ir_input_options o = c->inputs;
    struct buf how = {0};
    assert(k < c->clauses.n && c->clauses.n == c->requires.n);
    if (c->clauses.at[k].kind >= IR_DEMAND_END) {
        buf_str(&how, c->clauses.at[k].kind == IR_DEMAND_END ? "ends(...) says that, too" : "less is allowed");
    } else if (o.n_loose < IR_MOST_LOOSE) {
        o.loose[o.n_loose++] = (struct ir_loose){c->clauses.at[k], IR_LOOSE_BROKEN};
        check_trial_fails(t, &o, &how);
    }
    vec_push(&c->without, (const char *)arena_strdup(&r->arena, buf_text(&how)));
    buf_free(&how);
}

void check_try_contract(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o, uint64_t runs) {
    for (uint32_t i = 0; i < r->contract.n; i++) {
        struct check_case *c = &r->contract.at[i];
        struct check_trial t = {.p = p, .entry = entry, .o = o, .c = c, .runs = runs};
        struct buf how = {0};
        if (check_trial_fails(&t, &c->inputs, &how)) check_unknown(r, "a run that keeps the contract contradicts it: %s", buf_text(&how));
        for (uint32_t k = 0; k < c->requires.n; k++) try_clause(r, &t, c, k);
        buf_free(&how);
    }
}
