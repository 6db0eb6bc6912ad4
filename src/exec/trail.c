// SPDX-License-Identifier: MIT
#include "exec/trail.h"

#include <assert.h>

#include "exec/run.h"
#include "exec/mix.h"
#include "exec/open.h"

// In exec_block.nodes: which byte of the node this is.
enum { PLACE_SHIFT = 28, NODE_MASK = (1 << PLACE_SHIFT) - 1 };
enum { MOST_COMPARED = 32, MOST_DIGITS = 12 };
_Static_assert((int)EXEC_MOST_NODES <= (int)NODE_MASK, "a node's number fits beside the place of a byte");

void exec_record_clear(struct exec_record *r) {
    vec_clear(&r->nodes);
    vec_clear(&r->decisions);
}

void exec_record_free(struct exec_record *r) {
    vec_free(&r->nodes);
    vec_free(&r->decisions);
}

// ---- nodes -------------------------------------------------------------------------------------------------------------------------

static uint32_t add(struct exec_machine *m, struct exec_node n) {
    struct exec_record *r = m->options->record;
    if (!r || r->nodes.n >= EXEC_MOST_NODES) return 0;
    if (!r->nodes.n) vec_push(&r->nodes, (struct exec_node){0});
    assert(n.kind != EXEC_NODE_PAIR || (n.args[0] && n.args[0] < r->nodes.n && n.args[1] && n.args[1] < r->nodes.n));
    assert(n.kind != EXEC_NODE_PART || (n.args[0] && n.args[0] < r->nodes.n));
    assert(ir_bits(n.type) >= 1 && ir_bits(n.type) <= 64 && !(n.value & ~(uint64_t)ir_mask(ir_bits(n.type))));
    vec_push(&r->nodes, n);
    return r->nodes.n - 1;
}

static const struct exec_node *node_of(const struct exec_machine *m, uint32_t n) {
    assert(n && n < m->options->record->nodes.n);
    return &m->options->record->nodes.at[n];
}

// The node of a value, unless the value was changed behind its back.  Of an exact record nodes say how what is unknown depends on the inputs.
static uint32_t trusted(const struct exec_machine *m, const struct exec_value *v, uint32_t bits) {
    if (!v->node || !v->unknown == exec_is_exact(m)) return 0;
    const struct exec_node *n = node_of(m, v->node);
    return n->value == v->bits && ir_bits(n->type) == bits ? v->node : 0;
}

static uint32_t constant(struct exec_machine *m, uint32_t bits, uint64_t value) {
    return add(m, (struct exec_node){.kind = EXEC_NODE_CONST, .type = IR_I(bits), .value = value});
}

static uint32_t node_or_constant(struct exec_machine *m, const struct exec_value *v, uint32_t bits) {
    uint32_t n = trusted(m, v, bits);
    return n || (v->unknown && exec_is_exact(m)) ? n : constant(m, bits, (uint64_t)v->bits);
}

static uint32_t pure(struct exec_machine *m, enum ir_pure op, uint32_t bits, uint32_t arg_bits, uint32_t a, uint32_t b, uint64_t value) {
    if (!a || (!b && ir_pures[op].arity > 1)) return 0;
    return add(
        m,
        (struct exec_node){
            .kind = EXEC_NODE_PURE, .pure = (uint8_t)op, .type = IR_I(bits), .arg_type = IR_I(arg_bits), .args = {a, b}, .value = value});
}

uint32_t exec_trail_input(struct exec_machine *m, uint32_t i, uint32_t bits, uint64_t value) {
    return add(m, (struct exec_node){.kind = EXEC_NODE_INPUT, .type = IR_I(bits), .args = {i}, .value = value});
}

static bool expressible(ir_type t) {
    return (ir_kind(t) == IR_INT || ir_kind(t) == IR_PTR) && ir_bits(t) <= 64;
}

// Is there a term of the solver's that is the operator, for all arguments that do not trap (solve/formula.c)?
static bool has_term(enum ir_pure op) {
    switch (op) {
    case IR_COPY_:
    case IR_ADD_:
    case IR_SUB_:
    case IR_MUL_:
    case IR_UDIV_:
    case IR_SDIV_:
    case IR_UREM_:
    case IR_SREM_:
    case IR_SHL_:
    case IR_LSHR_:
    case IR_ASHR_:
    case IR_AND_:
    case IR_OR_:
    case IR_XOR_:
    case IR_UMIN_:
    case IR_UMAX_:
    case IR_SMIN_:
    case IR_SMAX_:
    case IR_ABS_:
    case IR_EQ_:
    case IR_NE_:
    case IR_ULT_:
    case IR_ULE_:
    case IR_SLT_:
    case IR_SLE_:
    case IR_ZEXT_:
    case IR_SEXT_:
    case IR_TRUNC_:
    case IR_CAST_:
    case IR_BITS_:
    case IR_SELECT_: return true;
    default: return false;
    }
}

static bool is_number(const struct exec_value *v) {
    return !(v->block | v->uninit | (v->flags & EXEC_OPEN));
}

// Is the result a number of numbers, or an address moved by one?  Then its node is exact.
static bool is_followed(enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args) {
    bool numbers = true;
    if (!has_term(op) || !expressible(result) || !expressible(arg)) return false;
    for (uint32_t k = 0; k < ir_pures[op].arity; k++) numbers &= is_number(args[k]);
    if (numbers) return true;
    for (uint32_t k = 0; k < ir_pures[op].arity; k++)
        if (args[k]->block & EXEC_MIX || args[k]->uninit || args[k]->flags & EXEC_OPEN) return false;
    switch (op) {
    case IR_COPY_: return true;
    case IR_CAST_:
    case IR_BITS_: return ir_bits(result) == ir_bits(arg);
    case IR_ADD_: return (is_number(args[0]) && !args[1]->unknown) || (is_number(args[1]) && !args[0]->unknown);
    case IR_SUB_: return is_number(args[1]) && !args[0]->unknown;
    default: return false;
    }
}

uint32_t exec_trail_pure(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                         const struct exec_value *out) {
    struct exec_node n = {.kind = EXEC_NODE_PURE, .pure = (uint8_t)op, .type = IR_I(ir_bits(result)), .arg_type = IR_I(ir_bits(arg))};
    uint32_t arity = ir_pures[op].arity;
    bool any = false, exact = exec_is_exact(m);
    if (!m->options->record || !out->unknown == exact || !expressible(result) || !expressible(arg)) return 0;
    if (exact && op == IR_SELECT_ && !args[0]->unknown) return trusted(m, args[args[0]->bits & 1 ? 1 : 2], ir_bits(result));
    if (exact && !is_followed(op, result, arg, args)) return 0;
    for (uint32_t k = 0; k < arity; k++) any |= args[k]->node != 0;
    if (!any) return 0;
    if (op == IR_COPY_) return trusted(m, args[0], ir_bits(arg));
    for (uint32_t k = 0; k < arity; k++) n.args[k] = node_or_constant(m, args[k], op == IR_SELECT_ && k == 0 ? 1 : ir_bits(arg));
    for (uint32_t k = 0; k < arity; k++)
        if (!n.args[k]) return 0;
    n.value = (uint64_t)out->bits;
    return add(m, n);
}

uint32_t exec_trail_plus(struct exec_machine *m, const struct exec_value *sum, const struct exec_value *index, uint32_t bits, int64_t scale,
                         uint64_t value) {
    uint32_t word = m->program->pointer_bits, n = trusted(m, index, bits);
    uint64_t mask = (uint64_t)ir_mask(word), number = (uint64_t)ir_signed(index->bits, bits) & mask;
    if ((!n && !sum->node) || (!n && index->unknown && exec_is_exact(m))) return 0;
    if (!n)
        n = constant(m, word, number);
    else if (bits != word)
        n = pure(m, bits < word ? IR_SEXT_ : IR_TRUNC_, word, bits, n, 0, number);
    uint32_t factor = constant(m, word, (uint64_t)scale & mask);
    uint32_t product = pure(m, IR_MUL_, word, word, n, factor, number * (uint64_t)scale & mask);
    return pure(m, IR_ADD_, word, word, node_or_constant(m, sum, word), product, value);
}

uint32_t exec_trail_convert(struct exec_machine *m, const struct exec_value *v, ir_type from, ir_type to) {
    if (!v->node || !expressible(from) || !expressible(to) || ir_bits(to) > ir_bits(from)) return 0;
    uint32_t n = trusted(m, v, ir_bits(from));
    return n && ir_bits(to) < ir_bits(from)
               ? pure(m, IR_TRUNC_, ir_bits(to), ir_bits(from), n, 0, (uint64_t)(v->bits & ir_mask(ir_bits(to))))
               : n;
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static uint32_t part(struct exec_machine *m, uint32_t node, uint32_t low, uint32_t bits) {
    const struct exec_node *n = node_of(m, node);
    if (low == 0 && ir_bits(n->type) == bits) return node;
    uint64_t value = n->value >> low & (uint64_t)ir_mask(bits);
    return add(m, (struct exec_node){.kind = EXEC_NODE_PART, .type = IR_I(bits), .args = {node, low}, .value = value});
}

// The bytes first..n of one node, in order?
static uint32_t run_of(const uint32_t *bytes, uint32_t first, uint32_t n) {
    uint32_t length = 1;
    while (first + length < n && bytes[first] && bytes[first + length] == bytes[first] + (length << PLACE_SHIFT)) length++;
    return length;
}

static uint32_t pair(struct exec_machine *m, uint32_t upper, uint32_t lower) {
    if (!upper || !lower) return 0;
    const struct exec_node *a = node_of(m, upper), *b = node_of(m, lower);
    uint32_t low = ir_bits(b->type), bits = ir_bits(a->type) + low;
    uint64_t value = a->value << low | b->value;
    return add(m, (struct exec_node){.kind = EXEC_NODE_PAIR, .type = IR_I(bits), .args = {upper, lower}, .value = value});
}

static uint32_t assemble(struct exec_machine *m, const uint32_t *bytes, uint32_t n, exec_word bits) {
    uint32_t all = 0;
    for (uint32_t i = 0, length; i < n; i += length) {
        length = run_of(bytes, i, n);
        uint64_t value = (uint64_t)(bits >> 8 * i) & (uint64_t)ir_mask(8 * length);
        uint32_t piece =
            bytes[i] ? part(m, bytes[i] & NODE_MASK, 8 * (bytes[i] >> PLACE_SHIFT), 8 * length) : constant(m, 8 * length, value);
        all = i ? pair(m, piece, all) : piece;
        if (!all) return 0;
    }
    return all;
}

// Does every byte of v that is unknown have a node?
static bool is_explained(const struct exec_block *b, uint64_t offset, uint32_t n, const struct exec_value *v) {
    for (uint32_t i = 0; i < n; i++)
        if (v->unknown >> i & 1 && !b->nodes[offset + i]) return false;
    return v->unknown && !v->uninit && !(v->flags & EXEC_OPEN);
}

uint32_t exec_trail_load(struct exec_machine *m, const struct exec_block *b, uint64_t offset, ir_type type, const struct exec_value *v) {
    uint32_t n = ir_bytes(type), any = 0;
    if (!m->options->record || !b->nodes || !expressible(type)) return 0;
    if (exec_is_exact(m) && !is_explained(b, offset, n, v)) return 0;
    for (uint32_t i = 0; i < n; i++) any |= b->nodes[offset + i];
    uint32_t node = any ? assemble(m, b->nodes + offset, n, v->bits) : 0;
    return node ? part(m, node, 0, ir_bits(type)) : 0;
}

void exec_trail_store(struct exec_machine *m, struct exec_block *b, uint64_t offset, ir_type type, const struct exec_value *v) {
    uint32_t n = ir_bytes(type), node = expressible(type) ? trusted(m, v, ir_bits(type)) : 0;
    if (!node && !b->nodes) return;
    exec_bytes_nodes(&m->memory, b);
    for (uint32_t i = 0; i < n; i++) b->nodes[offset + i] = node ? node | i << PLACE_SHIFT : 0;
}

// ---- decisions ---------------------------------------------------------------------------------------------------------------------

static bool decide(struct exec_machine *m, struct exec_decision d) {
    struct exec_record *r = m->options->record;
    if (r->decisions.n >= EXEC_MOST_DECISIONS) return false;
    if (!m->stack->frames.n && d.kind != EXEC_INSIDE) return false;
    d.func = m->stack->frames.n ? exec_top(m)->func : 0;
    d.instr = m->stack->frames.n ? exec_top(m)->pc : 0;
    vec_push(&r->decisions, d);
    return true;
}

void exec_trail_decide(struct exec_machine *m, enum exec_decided kind, const struct exec_value *v) {
    if (!v->node || v->unknown || exec_is_exact(m) || node_of(m, v->node)->value != v->bits) return;
    decide(m, (struct exec_decision){.kind = kind, .node = v->node});
}

void exec_trail_inside(struct exec_machine *m, const struct exec_value *at, uint64_t n, const struct exec_block *b) {
    if (exec_is_exact(m) || !trusted(m, at, m->program->pointer_bits)) return;
    decide(m, (struct exec_decision){.kind = EXEC_INSIDE, .node = at->node, .low = b->address, .high = b->address + b->size - n});
}

// ---- exact records -----------------------------------------------------------------------------------------------------------------

// Once by the number, it is the same ever after.
static bool fork_by(struct exec_machine *m, enum exec_decided kind, uint32_t number) {
    struct exec_node *n = &m->options->record->nodes.at[number];
    if (kind == EXEC_NUMBER && ir_bits(n->type) == 1) kind = EXEC_TRUTH;
    if (n->decided & (1u << EXEC_NUMBER | (kind == EXEC_TRUTH ? 1u << EXEC_TRUTH : 0))) return true;
    n->decided |= (uint8_t)(1u << kind);
    return decide(m, (struct exec_decision){.kind = kind, .node = number});
}

bool exec_trail_fork(struct exec_machine *m, enum exec_decided kind, const struct exec_value *v) {
    if (!exec_is_exact(m) || !v->node || !v->unknown || node_of(m, v->node)->value != v->bits) return false;
    return fork_by(m, is_number(v) ? kind : EXEC_NUMBER, v->node);
}

bool exec_trail_fix(struct exec_machine *m, struct exec_value *v) {
    if (!v->unknown) return true;
    if (!exec_trail_fork(m, EXEC_NUMBER, v)) return false;
    v->unknown = v->why = 0;
    v->node = 0;
    return true;
}

// Decides whether the test holds of the two; what it means cannot be said if one has no node.
static uint32_t test_node(struct exec_machine *m, enum ir_pure op, const struct exec_value *v, uint64_t number, uint32_t bits, bool holds) {
    return pure(m, op, 1, bits, node_or_constant(m, v, bits), constant(m, bits, number), holds);
}

static void decide_test(struct exec_machine *m, uint32_t node) {
    if (!node || !fork_by(m, EXEC_TRUTH, node)) exec_assume(m, "what an operator does");
}

bool exec_trail_fork_sign(struct exec_machine *m, const struct exec_value *v) {
    if (!exec_is_exact(m) || !v->node || !v->unknown || !is_number(v) || node_of(m, v->node)->value != v->bits) return false;
    uint32_t bits = ir_bits(node_of(m, v->node)->type);
    decide_test(m, test_node(m, IR_SLT_, v, 0, bits, v->bits >> (bits - 1) & 1));
    decide_test(m, test_node(m, IR_EQ_, v, 0, bits, v->bits == 0));
    return true;
}

static bool is_signed_division(enum ir_pure op) {
    return op == IR_SDIV_ || op == IR_SREM_;
}

static void prepare_division(struct exec_machine *m, enum ir_pure op, uint32_t bits, const struct exec_value *args) {
    uint64_t all = (uint64_t)ir_mask(bits), least = 1ull << (bits - 1);
    if (args[1].unknown) decide_test(m, test_node(m, IR_EQ_, &args[1], 0, bits, args[1].bits == 0));
    if (!is_signed_division(op) || (!args[1].unknown && args[1].bits != all) || (!args[0].unknown && args[0].bits != least)) return;
    bool a = args[0].bits == least, b = args[1].bits == all;
    uint32_t left = test_node(m, IR_EQ_, &args[0], least, bits, a), right = test_node(m, IR_EQ_, &args[1], all, bits, b);
    decide_test(m, pure(m, IR_AND_, 1, 1, left, right, a && b));
}

static bool has_node(const struct exec_machine *m, const struct exec_value *v) {
    return v->node && v->unknown && node_of(m, v->node)->value == v->bits;
}

void exec_trail_prepare(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, struct exec_value *args) {
    const struct exec_value *all[] = {&args[0], &args[1], &args[2]};
    uint32_t bits = ir_bits(arg);
    for (uint32_t k = 0; k < ir_pures[op].arity; k++)
        if (args[k].unknown && !has_node(m, &args[k])) return;  // so is the result
    if (is_followed(op, result, arg, all)) {
        if (op == IR_UDIV_ || op == IR_UREM_ || is_signed_division(op)) prepare_division(m, op, bits, args);
        bool shift = op == IR_SHL_ || op == IR_LSHR_ || op == IR_ASHR_;
        if (shift && args[1].unknown) decide_test(m, test_node(m, IR_ULT_, &args[1], bits, bits, args[1].bits < bits));
        return;
    }
    for (uint32_t k = 0; k < (op == IR_SELECT_ ? 1 : ir_pures[op].arity); k++)
        (void)exec_trail_fix(m, &args[k]);
}

void exec_trail_place(struct exec_machine *m, ir_type type, uint64_t open, struct exec_value *v) {
    uint32_t bits = ir_bits(type);
    uint64_t rest = (uint64_t)v->bits & ~open;
    assert(exec_is_exact(m) && ir_kind(type) == IR_INT && bits <= 64 && !(open & ~(uint64_t)ir_mask(bits)));
    struct exec_value x = exec_draw_input(m, type, "where objects lie in memory");
    uint64_t value = (uint64_t)x.bits & open;
    uint32_t node = pure(m, IR_AND_, bits, bits, x.node, constant(m, bits, open), value);
    node = pure(m, IR_OR_, bits, bits, node, constant(m, bits, rest), value | rest);
    *v = (struct exec_value){.bits = value | rest, .unknown = x.unknown, .why = x.why, .node = node};
}

void exec_trail_bound(struct exec_machine *m, struct exec_value *v, uint32_t bits, uint64_t low, uint64_t range) {
    uint64_t mask = (uint64_t)ir_mask(bits), away = ((uint64_t)v->bits - low) & mask;
    assert(exec_is_exact(m) && m->inputs.n && range <= mask);
    if (range == mask || !v->node) return;
    away = away <= range ? away : away % (range + 1);
    uint64_t value = (low + away) & mask;
    v->bits = vec_last(&m->inputs).value = m->options->record->nodes.at[v->node].value = value;
    uint32_t node = pure(m, IR_SUB_, bits, bits, v->node, constant(m, bits, low & mask), away);
    if (!node || !decide(m, (struct exec_decision){.kind = EXEC_INSIDE, .node = node, .high = range})) v->node = 0;
}

// ---- strings -----------------------------------------------------------------------------------------------------------------------

static uint32_t pick(struct exec_machine *m, uint32_t test, uint32_t yes, uint32_t no, uint32_t bits) {
    if (!test || !yes || !no) return 0;
    uint64_t value = node_of(m, node_of(m, test)->value ? yes : no)->value;
    return add(m, (struct exec_node){.kind = EXEC_NODE_PURE,
                                     .pure = IR_SELECT_,
                                     .type = IR_I(bits),
                                     .arg_type = IR_I(bits),
                                     .args = {test, yes, no},
                                     .value = value});
}

uint32_t exec_trail_letter(struct exec_machine *m, const struct exec_value *v, uint32_t unit, char last) {
    uint32_t n = trusted(m, v, 8);
    uint64_t mask = unit > 1 ? 127 : 255, low = (uint64_t)v->bits & mask;
    if (n && unit > 1) n = pure(m, IR_AND_, 8, 8, n, constant(m, 8, mask), low);
    if (!n) return 0;
    uint64_t other = last ? (uint8_t)last : 'a';
    bool replaced = last ? low < ' ' : low == 0;
    uint32_t condition = last ? pure(m, IR_ULT_, 1, 8, n, constant(m, 8, ' '), replaced) : pure(m, IR_EQ_, 1, 8, n, constant(m, 8, 0), replaced);
    uint32_t letter = pick(m, condition, constant(m, 8, other), n, 8);
    return letter && unit > 1 ? pure(m, IR_ZEXT_, 8 * unit, 8, letter, 0, replaced ? other : low) : letter;
}

// The byte at `at` + i, without any fault; false: there is none that is known.
static bool peek(struct exec_machine *m, const struct exec_value *at, uint64_t i, struct exec_value *out) {
    uint32_t number, origins[EXEC_WORD_BYTES];
    uint64_t offset;
    if (!exec_resolve(m, at, &number, &offset)) return false;
    const struct exec_block *b = exec_block(&m->memory, number);
    if (b->life != EXEC_LIVE || !b->bytes || offset > b->size || i >= b->size - offset) return false;
    exec_bytes_read(b, offset + i, 1, out, origins);
    out->node = exec_trail_load(m, b, offset + i, IR_I(8), out);
    return !out->unknown;
}

static bool peek_node(struct exec_machine *m, const struct exec_value *at, uint64_t i, uint32_t *node) {
    struct exec_value v;
    if (!peek(m, at, i, &v)) return false;
    *node = v.node ? v.node : constant(m, 8, (uint64_t)v.bits);
    return *node;
}

static uint64_t length(struct exec_machine *m, const struct exec_value *at, uint64_t n) {
    struct exec_value v;
    uint64_t i = 0;
    while (i < n && i < MOST_COMPARED && peek(m, at, i, &v) && v.bits) i++;
    return i;
}

// The argument of main in which `at` is, if somebody wants to know; else the number of arguments.
static uint32_t argument_at(const struct exec_machine *m, const struct exec_value *at, uint64_t *from) {
    const struct exec_observer *o = m->options->observer;
    uint32_t block, i = 0;
    if (!o || !o->word || !m->arguments.n || !exec_resolve(m, at, &block, from)) return m->arguments.n;
    while (i < m->arguments.n && m->arguments.at[i].block != block) i++;
    return i;
}

void exec_trail_word(const struct exec_machine *m, const struct exec_value *at, const char *text) {
    uint64_t from;
    uint32_t i = argument_at(m, at, &from);
    if (i < m->arguments.n) m->options->observer->word(m->options->observer->self, m, i, from, text);
}

static void look_for(struct exec_machine *m, const struct exec_value *at, const struct exec_value *other, uint64_t n) {
    char text[MOST_COMPARED + 1] = {0};
    struct exec_value v;
    uint64_t from;
    if (argument_at(m, at, &from) == m->arguments.n) return;
    for (uint64_t i = 0; i < n && i < MOST_COMPARED && peek(m, other, i, &v) && v.bits; i++) text[i] = (char)v.bits;
    exec_trail_word(m, at, text);
}

void exec_trail_words(struct exec_machine *m, const struct exec_value *a, const struct exec_value *b, uint64_t n) {
    look_for(m, a, b, n);
    look_for(m, b, a, n);
}

void exec_trail_observe(struct exec_machine *m, const struct exec_value *a, const struct exec_value *b, uint64_t n, bool strings) {
    const struct exec_observer *o = m->options->observer;
    uint64_t equal = 0, left = strings ? length(m, a, n) : 0, right = strings ? length(m, b, n) : 0;
    uint32_t func = exec_top(m)->func, pc = exec_top(m)->pc;
    struct exec_value x, y;
    while (equal < n && equal < MOST_COMPARED && peek(m, a, equal, &x) && peek(m, b, equal, &y)) {
        if (x.bits != y.bits) o->compare(o->self, func, pc, 8, (uint64_t)x.bits, (uint64_t)y.bits);
        if (x.bits != y.bits || (strings && !x.bits)) break;
        equal++;
    }
    if (strings) o->compare(o->self, func, pc, 32, left, right);
    o->equal(o->self, func, pc, 2 * equal + (left == right));
    exec_trail_words(m, a, b, n);
}

static bool is_end(const struct exec_node *n) {
    return n->kind == EXEC_NODE_CONST && n->value == 0;
}

// a = b ? (a = 0 ? 0 : rest) : a - b
static uint32_t compare_bytes(struct exec_machine *m, uint32_t a, uint32_t b, bool strings, uint32_t rest) {
    uint64_t x = node_of(m, a)->value, y = node_of(m, b)->value;
    uint32_t zero = constant(m, 32, 0), equal = pure(m, IR_EQ_, 1, 8, a, b, x == y);
    if (strings) rest = pick(m, pure(m, IR_EQ_, 1, 8, a, constant(m, 8, 0), x == 0), zero, rest, 32);
    uint32_t left = pure(m, IR_ZEXT_, 32, 8, a, 0, x), right = pure(m, IR_ZEXT_, 32, 8, b, 0, y);
    return pick(m, equal, rest, pure(m, IR_SUB_, 32, 32, left, right, (uint32_t)(x - y)), 32);
}

uint32_t exec_trail_compare(struct exec_machine *m, const struct exec_value *a, const struct exec_value *b, uint64_t n, bool strings,
                            uint32_t value) {
    uint32_t left[MOST_COMPARED], right[MOST_COMPARED], count = 0;
    bool any = false;
    if (!m->options->record || exec_is_exact(m)) return 0;
    while (count < n && count < MOST_COMPARED && peek_node(m, a, count, &left[count]) && peek_node(m, b, count, &right[count])) {
        const struct exec_node *x = node_of(m, left[count]), *y = node_of(m, right[count]);
        any |= x->kind != EXEC_NODE_CONST || y->kind != EXEC_NODE_CONST;
        count++;
        if (strings && (is_end(x) || is_end(y))) break;
    }
    uint32_t node = any ? constant(m, 32, 0) : 0;
    while (node && count-- > 0) node = compare_bytes(m, left[count], right[count], strings, node);
    return node && node_of(m, node)->value == value ? node : 0;
}

// number * 10 + (byte - '0')
static uint32_t append_digit(struct exec_machine *m, uint32_t number, uint32_t byte, uint32_t bits) {
    uint64_t mask = (uint64_t)ir_mask(bits), digit = node_of(m, byte)->value - '0', old = number ? node_of(m, number)->value : 0;
    uint32_t wide = pure(m, IR_ZEXT_, bits, 8, byte, 0, node_of(m, byte)->value);
    uint32_t last = pure(m, IR_SUB_, bits, bits, wide, constant(m, bits, '0'), digit);
    uint32_t rest = pure(m, IR_MUL_, bits, bits, number, constant(m, bits, 10), old * 10 & mask);
    return pure(m, IR_ADD_, bits, bits, rest, last, (old * 10 + digit) & mask);
}

static void observe_digits(struct exec_machine *m, const struct exec_value *at, uint64_t n) {
    const struct exec_observer *o = m->options->observer;
    struct exec_value behind;
    if (!o || !m->stack->frames.n) return;
    if (peek(m, at, n, &behind)) o->compare(o->self, exec_top(m)->func, exec_top(m)->pc, 8, (uint64_t)behind.bits, '1');
    o->equal(o->self, exec_top(m)->func, exec_top(m)->pc, n);
}

uint32_t exec_trail_decimal(struct exec_machine *m, const struct exec_value *at, uint64_t n, bool minus, uint32_t bits, uint64_t value) {
    observe_digits(m, at, n);
    uint32_t number = n && n <= MOST_DIGITS && !exec_is_exact(m) ? constant(m, bits, 0) : 0, byte;
    for (uint64_t i = 0; number && i < n; i++) {
        if (!peek_node(m, at, i, &byte)) return 0;
        decide(m, (struct exec_decision){.kind = EXEC_INSIDE, .node = byte, .low = '0', .high = '9'});
        number = append_digit(m, number, byte, bits);
    }
    if (number && minus)
        number = pure(m, IR_SUB_, bits, bits, constant(m, bits, 0), number, -node_of(m, number)->value & (uint64_t)ir_mask(bits));
    return number && node_of(m, number)->value == value ? number : 0;
}
