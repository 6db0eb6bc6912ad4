// SPDX-License-Identifier: MIT
// Operators, comparisons, and what is learnt from their outcome.
#include <assert.h>

#include "fold/fold.h"

// ---- comparisons of what may be pointers ------------------------------------------------------------------------------------------------

// Two things that are compared, each at a place of its own; what is surely equal, surely not.
struct pair {
    struct fold_place at[2];
    logic_fn pointer[2], number[2], odd[2];  // odd: a pointer of which too little is known
    logic_fn equal, different;
};

// An address inside an object that is there.
static bool is_solid(struct step_run *r, const struct fold_draft *d, uint32_t node, uint32_t offset) {
    const struct fold_name *name = fold_name_of(fold_base_of(r), node);
    const struct ir_program *p = r->step->program;
    if (name->storage <= FOLD_GONE) return false;
    if (name->storage == FOLD_CODE) return !offset && !(p->funcs.at[name->a].flags & (IR_WEAK | IR_EXTERN));
    const struct fold_node *n = fold_node(d, node);
    if (name->storage == FOLD_GLOBAL && p->globals.at[name->a].flags & (IR_WEAK | IR_EXTERN | IR_READONLY)) return false;
    return n && offset <= INT32_MAX && offset < n->size;
}

// When can a pointer at the place not be told from others?  A summary's blocks are not all seen in one vector.
static logic_fn oddness(struct step_run *r, const struct fold_draft *d, struct fold_place p) {
    struct fold_base *f = fold_base_of(r);
    logic_fn odd = LOGIC_FALSE;
    FOLD_EACH_EDGE(i, f, d, p) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (is_solid(r, d, k->target, k->offset)) continue;
        odd = fold_is_summary(f, d, k->target) ? LOGIC_TRUE : logic_or(f->logic, odd, logic_var(f->logic, d->flags.at[i]));
    }
    return odd;
}

static void compare_numbers(struct step_run *r, const struct fold_draft *d, struct pair *c) {
    struct logic *l = fold_base_of(r)->logic;
    struct num_range a = fold_cell(d, c->at[0])->range, b = fold_cell(d, c->at[1])->range;
    logic_fn both = logic_and(l, c->number[0], c->number[1]);
    if (a.bits != b.bits || num_range_is_empty(a) || num_range_is_empty(b)) return;
    enum num_truth t = num_range_test(NUM_EQ, a, b);
    struct fold_constants values;
    logic_fn same = LOGIC_FALSE;
    if (t == NUM_TRUE) c->equal = logic_or(l, c->equal, both);
    if (t == NUM_FALSE) c->different = logic_or(l, c->different, both);
    if (t != NUM_MAYBE || !fold_constants(fold_base_of(r), d, c->at[0], &values)) return;
    for (uint32_t i = 0; i < values.n; i++)
        same = logic_or(
            l, same,
            logic_and(l, fold_equals(fold_base_of(r), d, c->at[0], values.at[i]), fold_equals(fold_base_of(r), d, c->at[1], values.at[i])));
    if (!fold_constants(fold_base_of(r), d, c->at[1], &values)) return;
    c->equal = logic_or(l, c->equal, logic_and(l, both, same));
    c->different = logic_or(l, c->different, logic_and(l, both, logic_not(l, same)));
}

// A pointer into an object is not null.
static void compare_with_null(struct step_run *r, const struct fold_draft *d, struct pair *c, unsigned side) {
    struct logic *l = fold_base_of(r)->logic;
    struct num_range other = fold_cell(d, c->at[!side])->range;
    num_word x;
    if (num_range_is_empty(other) || !num_range_is_const(other, &x) || x) return;
    logic_fn good = logic_and(l, c->pointer[side], logic_and(l, logic_not(l, c->odd[side]), c->number[!side]));
    c->different = logic_or(l, c->different, good);
}

// A pointer to this target, of one side, against a pointer to the same, or to another.
static void compare_edge(struct step_run *r, const struct fold_draft *d, struct pair *c, unsigned side, uint32_t flag) {
    struct fold_base *f = fold_base_of(r);
    struct logic *l = f->logic;
    const struct fold_flag *k = fold_flag_of(f, flag);
    logic_fn here = logic_var(l, flag), there = LOGIC_FALSE;
    if (!is_solid(r, d, k->target, k->offset)) return;
    FOLD_EACH_EDGE(i, f, d, c->at[!side]) {
        const struct fold_flag *m = fold_flag_of(f, d->flags.at[i]);
        logic_fn both = logic_and(l, here, logic_var(l, d->flags.at[i]));
        if (m->target != k->target) continue;
        there = logic_or(l, there, logic_var(l, d->flags.at[i]));
        if (m->offset == k->offset)
            c->equal = logic_or(l, c->equal, both);
        else
            c->different = logic_or(l, c->different, both);
    }
    logic_fn elsewhere = logic_and(l, c->pointer[!side], logic_not(l, logic_or(l, c->odd[!side], there)));
    c->different = logic_or(l, c->different, logic_and(l, here, elsewhere));
}

// Of both sides, for a block of a summary that one of them points to is not the representative of all vectors.
static void compare_pointers(struct step_run *r, const struct fold_draft *d, struct pair *c) {
    for (unsigned side = 0; side < 2; side++)
        FOLD_EACH_EDGE(i, fold_base_of(r), d, c->at[side]) compare_edge(r, d, c, side, d->flags.at[i]);
}

// Without the counter of outgoing edges, what does not point to a representative may be null as well.
static bool is_blurred(struct fold_base *f, const struct fold_draft *d, struct fold_place p) {
    bool blurred = false;
    FOLD_EACH_EDGE(i, f, d, p) blurred |= fold_is_summary(f, d, fold_flag_of(f, d->flags.at[i])->target);
    return blurred && f->switches.no_out;
}

// The value is looked at in a place of its own.
static void look_at(struct step_run *r, struct fold_draft *d, const struct step_value *v, unsigned bits, struct fold_place p) {
    fold_assign(r, d, p, bits / 8 + 1, bits, v);
}

// The outcome is put where the condition of the program goes.
void fold_op_equal(struct step_run *r, void *draft, uint32_t local, const struct step_value *a, const struct step_value *b, unsigned bits,
                   bool differ) {
    struct fold_draft *d = draft;
    struct fold_base *f = fold_base_of(r);
    struct logic *l = f->logic;
    struct pair c = {.at = {{FOLD_SCRATCH, 4}, {FOLD_SCRATCH, 5}}, .equal = LOGIC_FALSE, .different = LOGIC_FALSE};
    look_at(r, d, a, bits, c.at[0]);
    look_at(r, d, b, bits, c.at[1]);
    for (uint32_t side = 0; side < 2; side++) {
        c.pointer[side] = fold_pointer(f, d, c.at[side]);
        c.number[side] = logic_not(l, logic_or(l, c.pointer[side], fold_uninit(f, d, c.at[side])));
        if (is_blurred(f, d, c.at[side])) c.number[side] = LOGIC_FALSE;
        c.odd[side] = oddness(r, d, c.at[side]);
    }
    compare_numbers(r, d, &c);
    compare_with_null(r, d, &c, 0);
    compare_with_null(r, d, &c, 1);
    compare_pointers(r, d, &c);
    struct fold_place to = fold_reg(d, local), spare = {FOLD_SCRATCH, 6};
    fold_put_number(f, d, spare, 1, num_range_full(1));
    logic_fn x = fold_bit(f, d, spare), yes = differ ? logic_not(l, x) : x;
    fold_assume(f, d, logic_and(l, logic_imp(l, c.equal, yes), logic_imp(l, c.different, logic_not(l, yes))));
    for (uint32_t side = 0; side < 2; side++) fold_clear(f, d, c.at[side]);
    struct step_value outcome = fold_at(spare);
    fold_assign(r, d, to, 1, 1, &outcome);
    fold_clear(f, d, spare);
}

// ---- conditions, which are flags -----------------------------------------------------------------------------------------------------

void fold_op_connect(struct step_run *r, void *draft, uint32_t local, enum ir_pure how, const struct step_value *a,
                     const struct step_value *b) {
    struct fold_draft *d = draft;
    struct fold_base *f = fold_base_of(r);
    struct logic *l = f->logic;
    struct fold_place at[2] = {{FOLD_SCRATCH, 4}, {FOLD_SCRATCH, 5}}, spare = {FOLD_SCRATCH, 6};
    logic_fn x[2];
    look_at(r, d, a, 1, at[0]);
    look_at(r, d, b, 1, at[1]);
    for (uint32_t k = 0; k < 2; k++) {
        if (!logic_disjoint(l, d->b, fold_uninit(f, d, at[k]))) fold_put_number(f, d, at[k], 1, num_range_full(1));
        x[k] = fold_bit(f, d, at[k]);
    }
    logic_fn value = how == IR_AND_ ? logic_and(l, x[0], x[1]) : how == IR_OR_ ? logic_or(l, x[0], x[1]) : logic_xor(l, x[0], x[1]);
    fold_put_bit(f, d, spare, 1, 1, value);
    struct step_value outcome = fold_at(spare);
    fold_assign(r, d, fold_reg(d, local), 1, 1, &outcome);
    for (uint32_t k = 0; k < 2; k++) fold_clear(f, d, at[k]);
    fold_clear(f, d, spare);
}

bool fold_op_assume(struct step_run *r, void *draft, const struct step_value *v, unsigned bits, bool outcome) {
    struct fold_draft *d = draft;
    struct fold_base *f = fold_base_of(r);
    struct num_range range = fold_op_range(r, d, v, bits);
    struct fold_constants values;
    if (!(num_range_test(NUM_NE, range, num_range_const(bits, 0)) & (outcome ? NUM_TRUE : NUM_FALSE))) return false;
    if (v->kind != FOLD_PLACE) return true;
    struct fold_place p = fold_place_of(v);
    if (num_range_same(range, fold_cell(d, p)->range) && fold_constants(f, d, p, &values)) {
        logic_fn null = fold_equals(f, d, p, 0), other = logic_not(f->logic, fold_is_number(f, d, p));
        fold_assume(f, d, logic_or(f->logic, other, outcome ? logic_not(f->logic, null) : null));
    }
    return d->b != LOGIC_FALSE;
}

// ---- numbers -------------------------------------------------------------------------------------------------------------------------

// Is it a number for sure, so that its range says all?
static bool is_plain(struct step_run *r, struct fold_draft *d, struct fold_place p) {
    struct step_value v = fold_at(p);
    if (!fold_cell(d, p)) return false;
    struct num_range range = fold_cell(d, p)->range;
    return num_range_same(range, fold_op_range(r, d, &v, range.bits));
}

bool fold_op_narrow(struct step_run *r, void *draft, uint32_t local, struct num_range range) {
    struct fold_draft *d = draft;
    struct fold_place p = fold_reg(d, local);
    if (is_plain(r, d, p) && fold_cell(d, p)->range.bits == range.bits) fold_set_range(fold_base_of(r), d, p, range);
    return d->b != LOGIC_FALSE;
}

bool fold_op_exclude(struct step_run *r, void *draft, uint32_t local, struct num_range range) {
    struct fold_draft *d = draft;
    struct fold_base *f = fold_base_of(r);
    struct fold_place p = fold_reg(d, local);
    struct fold_constants values;
    if (!is_plain(r, d, p) || fold_cell(d, p)->range.bits != range.bits || !fold_constants(f, d, p, &values)) return true;
    for (uint32_t k = 0; k < values.n; k++)
        if (num_range_has(range, num_wrap(range.bits, (num_word)(num_sword)values.at[k])))
            fold_assume(f, d, logic_not(f->logic, logic_and(f->logic, fold_is_number(f, d, p), fold_equals(f, d, p, values.at[k]))));
    return d->b != LOGIC_FALSE;
}

// An index of the address that is one of a few numbers.
static ir_val few_indices(struct step_run *r, struct fold_draft *d, const struct ir_addr *a, struct num_range *range) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (step_is_few(r, d, a->terms[k].index, UINT32_MAX, range) &&
            !fold_exceeds(&fold_base_of(r)->reached, FOLD_LIMIT_INDICES, (uint64_t)num_range_size(*range)))
            return a->terms[k].index;
    return IR_NOTHING;
}

ir_val fold_op_choice(struct step_run *r, void *draft, const struct ir_instr *i, struct num_range *range) {
    ir_val v = few_indices(r, draft, i->to, range);
    return v != IR_NOTHING ? v : few_indices(r, draft, i->from, range);
}
