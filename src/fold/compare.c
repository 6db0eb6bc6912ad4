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
static bool is_solid(struct fold_run *r, const struct fold_draft *d, uint32_t node, uint32_t offset) {
    const struct fold_name *name = fold_name_of(r->base, node);
    const struct ir_program *p = r->fold->program;
    if (name->storage <= FOLD_GONE) return false;
    if (name->storage == FOLD_CODE) return !offset && !(p->funcs.at[name->a].flags & (IR_WEAK | IR_EXTERN));
    const struct fold_node *n = fold_node(d, node);
    if (name->storage == FOLD_GLOBAL && p->globals.at[name->a].flags & (IR_WEAK | IR_EXTERN | IR_READONLY)) return false;
    return n && offset <= INT32_MAX && offset < n->size;
}

// When can a pointer at the place not be told from others?  A summary's blocks are not all seen in one vector.
static logic_fn oddness(struct fold_run *r, const struct fold_draft *d, struct fold_place p) {
    struct fold_base *f = r->base;
    fold_list edges = {0};
    logic_fn odd = LOGIC_FALSE;
    fold_edges(f, d, p, &edges);
    for (uint32_t i = 0; i < edges.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, edges.at[i]);
        if (is_solid(r, d, k->target, k->offset)) continue;
        odd = fold_is_summary(f, d, k->target) ? LOGIC_TRUE : logic_or(f->logic, odd, logic_var(f->logic, edges.at[i]));
    }
    vec_free(&edges);
    return odd;
}

static void compare_numbers(struct fold_run *r, const struct fold_draft *d, struct pair *c) {
    struct logic *l = r->base->logic;
    struct num_range a = fold_cell(d, c->at[0])->range, b = fold_cell(d, c->at[1])->range;
    logic_fn both = logic_and(l, c->number[0], c->number[1]);
    if (a.bits != b.bits || num_range_is_empty(a) || num_range_is_empty(b)) return;
    enum num_truth t = num_range_test(NUM_EQ, a, b);
    struct fold_constants values;
    logic_fn same = LOGIC_FALSE;
    if (t == NUM_TRUE) c->equal = logic_or(l, c->equal, both);
    if (t == NUM_FALSE) c->different = logic_or(l, c->different, both);
    if (t != NUM_MAYBE || !fold_constants(r->base, d, c->at[0], &values)) return;
    for (uint32_t i = 0; i < values.n; i++)
        same = logic_or(l, same,
                        logic_and(l, fold_equals(r->base, d, c->at[0], values.at[i]), fold_equals(r->base, d, c->at[1], values.at[i])));
    if (!fold_constants(r->base, d, c->at[1], &values)) return;
    c->equal = logic_or(l, c->equal, logic_and(l, both, same));
    c->different = logic_or(l, c->different, logic_and(l, both, logic_not(l, same)));
}

// A pointer into an object is not null.
static void compare_with_null(struct fold_run *r, const struct fold_draft *d, struct pair *c, unsigned side) {
    struct logic *l = r->base->logic;
    struct num_range other = fold_cell(d, c->at[!side])->range;
    num_word x;
    if (num_range_is_empty(other) || !num_range_is_const(other, &x) || x) return;
    logic_fn good = logic_and(l, c->pointer[side], logic_and(l, logic_not(l, c->odd[side]), c->number[!side]));
    c->different = logic_or(l, c->different, good);
}

// A pointer to this target, of one side, against a pointer to the same, or to another.
static void compare_edge(struct fold_run *r, const struct fold_draft *d, struct pair *c, unsigned side, uint32_t flag) {
    struct fold_base *f = r->base;
    struct logic *l = f->logic;
    const struct fold_flag *k = fold_flag_of(f, flag);
    fold_list edges = {0};
    logic_fn here = logic_var(l, flag), there = LOGIC_FALSE;
    if (!is_solid(r, d, k->target, k->offset)) return;
    fold_edges(f, d, c->at[!side], &edges);
    for (uint32_t i = 0; i < edges.n; i++) {
        const struct fold_flag *m = fold_flag_of(f, edges.at[i]);
        logic_fn both = logic_and(l, here, logic_var(l, edges.at[i]));
        if (m->target != k->target) continue;
        there = logic_or(l, there, logic_var(l, edges.at[i]));
        if (m->offset == k->offset)
            c->equal = logic_or(l, c->equal, both);
        else
            c->different = logic_or(l, c->different, both);
    }
    logic_fn elsewhere = logic_and(l, c->pointer[!side], logic_not(l, logic_or(l, c->odd[!side], there)));
    c->different = logic_or(l, c->different, logic_and(l, here, elsewhere));
    vec_free(&edges);
}

// Of both sides, for a block of a summary that one of them points to is not the representative of all vectors.
static void compare_pointers(struct fold_run *r, const struct fold_draft *d, struct pair *c) {
    for (unsigned side = 0; side < 2; side++) {
        fold_list edges = {0};
        fold_edges(r->base, d, c->at[side], &edges);
        for (uint32_t i = 0; i < edges.n; i++) compare_edge(r, d, c, side, edges.at[i]);
        vec_free(&edges);
    }
}

// Without the counter of outgoing edges, what does not point to a representative may be null as well.
static bool is_blurred(struct fold_run *r, const struct fold_draft *d, struct fold_place p) {
    fold_list edges = {0};
    bool blurred = false;
    if (!r->base->switches.no_out) return false;
    fold_edges(r->base, d, p, &edges);
    for (uint32_t i = 0; i < edges.n; i++) blurred |= fold_is_summary(r->base, d, fold_flag_of(r->base, edges.at[i])->target);
    vec_free(&edges);
    return blurred;
}

static bool look_at(struct fold_run *r, struct fold_draft *d, ir_val v, unsigned bits, struct fold_place p) {
    struct fold_operand x;
    if (!fold_eval(r, d, v, &x)) return false;
    fold_assign(r, d, p, bits / 8 + 1, bits, &x);
    return true;
}

// The outcome of `eq` of the two is put where the condition of the program goes.
static bool equality(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, unsigned bits) {
    struct fold_base *f = r->base;
    struct logic *l = f->logic;
    struct pair c = {.at = {{FOLD_SCRATCH, 4}, {FOLD_SCRATCH, 5}}, .equal = LOGIC_FALSE, .different = LOGIC_FALSE};
    if (!look_at(r, d, i->args[0], bits, c.at[0]) || !look_at(r, d, i->args[1], bits, c.at[1])) return false;
    for (uint32_t side = 0; side < 2; side++) {
        c.pointer[side] = fold_pointer(f, d, c.at[side]);
        c.number[side] = logic_not(l, logic_or(l, c.pointer[side], fold_uninit(f, d, c.at[side])));
        if (is_blurred(r, d, c.at[side])) c.number[side] = LOGIC_FALSE;
        c.odd[side] = oddness(r, d, c.at[side]);
    }
    compare_numbers(r, d, &c);
    compare_with_null(r, d, &c, 0);
    compare_with_null(r, d, &c, 1);
    compare_pointers(r, d, &c);
    struct fold_place to = fold_reg(d, i->dsts[0]), spare = {FOLD_SCRATCH, 6};
    fold_put_number(f, d, spare, 1, num_range_full(1));
    logic_fn x = fold_bit(f, d, spare), yes = i->pure == IR_EQ_ ? x : logic_not(l, x);
    fold_assume(f, d, logic_and(l, logic_imp(l, c.equal, yes), logic_imp(l, c.different, logic_not(l, yes))));
    for (uint32_t side = 0; side < 2; side++) fold_clear(f, d, c.at[side]);
    fold_assign(r, d, to, 1, 1, &(struct fold_operand){.kind = FOLD_PLACE, .place = spare});
    fold_clear(f, d, spare);
    return true;
}

// ---- operators ---------------------------------------------------------------------------------------------------------------------

static const int8_t binary_of[IR_N_PURE] = {
    [IR_ADD_] = NUM_ADD + 1,   [IR_SUB_] = NUM_SUB + 1,   [IR_MUL_] = NUM_MUL + 1, [IR_UDIV_] = NUM_UDIV + 1, [IR_SDIV_] = NUM_SDIV + 1,
    [IR_UREM_] = NUM_UREM + 1, [IR_SREM_] = NUM_SREM + 1, [IR_SHL_] = NUM_SHL + 1, [IR_LSHR_] = NUM_LSHR + 1, [IR_ASHR_] = NUM_ASHR + 1,
    [IR_AND_] = NUM_AND + 1,   [IR_OR_] = NUM_OR + 1,     [IR_XOR_] = NUM_XOR + 1, [IR_UMIN_] = NUM_UMIN + 1, [IR_UMAX_] = NUM_UMAX + 1,
    [IR_SMIN_] = NUM_SMIN + 1, [IR_SMAX_] = NUM_SMAX + 1,
};
static const int8_t test_of[IR_N_PURE] = {
    [IR_EQ_] = NUM_EQ + 1,   [IR_NE_] = NUM_NE + 1,   [IR_ULT_] = NUM_ULT + 1,
    [IR_ULE_] = NUM_ULE + 1, [IR_SLT_] = NUM_SLT + 1, [IR_SLE_] = NUM_SLE + 1,
};

static unsigned bits_of(struct fold_run *r, ir_val v) {
    return fold_bits(ir_type_of(r->fold->program, r->func, v));
}

static bool range_of(struct fold_run *r, struct fold_draft *d, ir_val v, struct num_range *out) {
    struct fold_operand x;
    if (!fold_eval(r, d, v, &x)) return false;
    *out = fold_range(r, d, &x, bits_of(r, v));
    return true;
}

static void give_number(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, struct num_range range) {
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    fold_assign(r, d, fold_reg(d, i->dsts[0]), ir_bytes(t), range.bits, &(struct fold_operand){.kind = FOLD_NUMBER, .range = range});
}

static bool arithmetic(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, unsigned bits) {
    struct num_range a, b;
    if (!binary_of[i->pure] || i->n_args != 2) {
        give_number(r, d, i, num_range_full(bits));
        return true;
    }
    if (!range_of(r, d, i->args[0], &a) || !range_of(r, d, i->args[1], &b)) return false;
    struct num_range result =
        a.bits == bits && b.bits == bits ? num_range_binary((enum num_binary)(binary_of[i->pure] - 1), a, b) : num_range_full(bits);
    bool divides = i->pure == IR_UDIV_ || i->pure == IR_SDIV_ || i->pure == IR_UREM_ || i->pure == IR_SREM_;
    if (divides && num_range_is_empty(result)) fold_give_up(r, "division by zero");
    if (num_range_is_empty(result)) return false;
    give_number(r, d, i, result);
    return true;
}

static bool test(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    struct num_range a, b;
    unsigned bits = bits_of(r, i->args[0]);
    if ((i->pure == IR_EQ_ || i->pure == IR_NE_) && bits) return equality(r, d, i, bits);
    enum num_truth t = NUM_MAYBE;
    if (!range_of(r, d, i->args[0], &a) || !range_of(r, d, i->args[1], &b)) return false;
    if (test_of[i->pure] && a.bits == b.bits) t = num_range_test((enum num_test)(test_of[i->pure] - 1), a, b);
    give_number(r, d, i, num_range_truth(t));
    return true;
}

// A value of another width: a flag stays one where that is right.
static bool resize(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, unsigned bits) {
    struct num_range a;
    struct fold_operand x;
    if (!range_of(r, d, i->args[0], &a) || !fold_eval(r, d, i->args[0], &x)) return false;
    bool two = a.bits <= 64 && num_range_leq(a, num_range_unsigned(a.bits, 0, 1)) && x.kind == FOLD_PLACE;
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    if (two && i->pure != IR_SEXT_) {
        struct fold_place to = fold_reg(d, i->dsts[0]);
        fold_assign(r, d, to, ir_bytes(t), bits, &x);
        return true;
    }
    struct num_range result = i->pure == IR_ZEXT_   ? num_range_zext(a, bits)
                              : i->pure == IR_SEXT_ ? num_range_sext(a, bits)
                                                    : num_range_trunc(a, bits);
    give_number(r, d, i, result);
    return true;
}

static bool copy(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, unsigned bits) {
    struct fold_operand x;
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    if (bits_of(r, i->args[0]) != bits) {
        give_number(r, d, i, num_range_full(bits));
        return true;
    }
    if (!fold_eval(r, d, i->args[0], &x)) return false;
    fold_assign(r, d, fold_reg(d, i->dsts[0]), ir_bytes(t), bits, &x);
    return true;
}

static bool select_one(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, unsigned bits, fold_drafts *out) {
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    for (uint32_t k = 0; k < 2; k++) {
        struct fold_draft one;
        struct fold_operand x;
        fold_draft_copy(&one, d);
        bool on = fold_assume_value(r, &one, i->args[0], k == 0) && fold_eval(r, &one, i->args[1 + k], &x);
        if (on) fold_assign(r, &one, fold_reg(&one, i->dsts[0]), ir_bytes(t), bits, &x);
        if (on)
            fold_deliver(&one, out);
        else
            fold_draft_free(&one);
    }
    return false;
}

// The operators of conditions, which are flags.
static bool condition(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    struct logic *l = r->base->logic;
    struct fold_place at[2] = {{FOLD_SCRATCH, 4}, {FOLD_SCRATCH, 5}}, spare = {FOLD_SCRATCH, 6};
    logic_fn x[2];
    for (uint32_t k = 0; k < 2; k++)
        if (!look_at(r, d, i->args[k], 1, at[k])) return false;
    for (uint32_t k = 0; k < 2; k++) {
        if (!logic_disjoint(l, d->b, fold_uninit(r->base, d, at[k]))) fold_put_number(r->base, d, at[k], 1, num_range_full(1));
        x[k] = fold_bit(r->base, d, at[k]);
    }
    logic_fn value = i->pure == IR_AND_ ? logic_and(l, x[0], x[1]) : i->pure == IR_OR_ ? logic_or(l, x[0], x[1]) : logic_xor(l, x[0], x[1]);
    fold_put_bit(r->base, d, spare, 1, 1, value);
    fold_assign(r, d, fold_reg(d, i->dsts[0]), 1, 1, &(struct fold_operand){.kind = FOLD_PLACE, .place = spare});
    for (uint32_t k = 0; k < 2; k++) fold_clear(r->base, d, at[k]);
    fold_clear(r->base, d, spare);
    return true;
}

bool fold_let(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out) {
    unsigned bits = fold_bits(r->func->locals.at[i->dsts[0]].type);
    if (!bits) {
        fold_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        return false;
    }
    switch (ir_pures[i->pure].class) {
    case IR_CLASS_COPY:
    case IR_CLASS_CAST:
    case IR_CLASS_BITS: return copy(r, d, i, bits);
    case IR_CLASS_TEST: return test(r, d, i);
    case IR_CLASS_WIDEN:
    case IR_CLASS_NARROW: return resize(r, d, i, bits);
    case IR_CLASS_SELECT: return select_one(r, d, i, bits, out);
    case IR_CLASS_ARITH:
        if (bits == 1 && (i->pure == IR_AND_ || i->pure == IR_OR_ || i->pure == IR_XOR_)) return condition(r, d, i);
        return arithmetic(r, d, i, bits);
    default: give_number(r, d, i, num_range_full(bits)); return true;
    }
}

// ---- what an outcome tells ---------------------------------------------------------------------------------------------------------------

static bool assigns(const struct ir_instr *i, uint32_t local) {
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (i->dsts[k] == local) return true;
    return (i->op == IR_ENTER || i->op == IR_LEAVE) && i->subject == ir_val_of(IR_LOCAL, local);
}

uint32_t fold_origin(const struct fold_run *r, uint32_t at, uint32_t local) {
    while (at-- > 0 && ir_ops[r->func->instrs.at[at].op].group != IR_GROUP_END)
        if (assigns(&r->func->instrs.at[at], local)) return at;
    return UINT32_MAX;
}

bool fold_is_unchanged(const struct fold_run *r, uint32_t from, uint32_t local) {
    for (uint32_t at = from + 1; at < r->at; at++)
        if (assigns(&r->func->instrs.at[at], local)) return false;
    return true;
}

static bool narrow(struct fold_run *r, struct fold_draft *d, ir_val v, struct num_range range, uint32_t at, uint32_t depth) {
    uint32_t local = ir_index(v), from = ir_tag(v) == IR_LOCAL ? fold_origin(r, at, local) : UINT32_MAX;
    if (ir_tag(v) != IR_LOCAL) return true;
    struct fold_operand x;
    if (!fold_eval(r, d, v, &x)) return false;
    if (fold_is_unchanged(r, at, local) && x.kind == FOLD_PLACE) {
        struct num_range old = fold_range(r, d, &x, range.bits), new = num_range_meet(old, range);
        if (num_range_is_empty(new)) return false;
        if (!num_range_is_full(old) || fold_cell(d, x.place)->range.bits == range.bits) {
            bool number = num_range_same(old, fold_cell(d, x.place)->range);
            if (number && num_range_leq(new, old)) fold_set_range(r->base, d, x.place, new);
        }
    }
    const struct ir_instr *i = from == UINT32_MAX ? NULL : &r->func->instrs.at[from];
    bool copied = i && i->op == IR_LET && i->pure == IR_COPY_ && depth;
    return !copied || narrow(r, d, i->args[0], range, from, depth - 1);
}

// The condition was a comparison of numbers in the same block: their ranges get smaller.
static bool learn(struct fold_run *r, struct fold_draft *d, uint32_t local, bool outcome) {
    uint32_t at = fold_origin(r, r->at, local);
    const struct ir_instr *i = at == UINT32_MAX ? NULL : &r->func->instrs.at[at];
    struct num_range range[2];
    if (!i || i->op != IR_LET || !test_of[i->pure]) return true;
    for (uint32_t k = 0; k < 2; k++) {
        unsigned bits = bits_of(r, i->args[k]);
        if (!bits || bits > 64) return true;
        range[k] = num_range_full(bits);
        bool still = ir_tag(i->args[k]) == IR_CONST || (ir_tag(i->args[k]) == IR_LOCAL && fold_is_unchanged(r, at, ir_index(i->args[k])));
        if (still && !range_of(r, d, i->args[k], &range[k])) return false;
    }
    num_range_refine((enum num_test)(test_of[i->pure] - 1), outcome, &range[0], &range[1]);
    if (num_range_is_empty(range[0]) || num_range_is_empty(range[1])) return true;
    return narrow(r, d, i->args[0], range[0], at, 3) && narrow(r, d, i->args[1], range[1], at, 3);
}

bool fold_assume_value(struct fold_run *r, struct fold_draft *d, ir_val v, bool outcome) {
    struct fold_operand x;
    struct logic *l = r->base->logic;
    unsigned bits = bits_of(r, v);
    if (!fold_eval(r, d, v, &x)) return false;
    struct num_range range = fold_range(r, d, &x, bits), zero = num_range_const(bits, 0);
    enum num_truth t = num_range_test(NUM_NE, range, zero);
    if (!(t & (outcome ? NUM_TRUE : NUM_FALSE))) return false;
    if (x.kind != FOLD_PLACE) return true;
    struct fold_constants values;
    if (num_range_same(range, fold_cell(d, x.place)->range) && fold_constants(r->base, d, x.place, &values)) {
        logic_fn null = fold_equals(r->base, d, x.place, 0), other = logic_not(l, fold_is_number(r->base, d, x.place));
        fold_assume(r->base, d, logic_or(l, other, outcome ? logic_not(l, null) : null));
    }
    if (d->b == LOGIC_FALSE) return false;
    return bits != 1 || learn(r, d, ir_index(v), outcome);
}
