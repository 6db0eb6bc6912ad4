// SPDX-License-Identifier: MIT
#include "ir/form.h"

const char *ir_form_type(const struct ir_program *p, ir_type t) {
    uint32_t bits = ir_bits(t);
    switch (t >> 28) {
    case IR_INT: return bits >= 1 && bits <= IR_MAX_INT ? NULL : "an integer has 1 to 128 bits";
    case IR_PTR: return bits == p->pointer_bits ? NULL : "a pointer has the pointer width of the program";
    case IR_FLOAT:
        return bits == 16 || bits == 32 || bits == 64 || bits == 80 || bits == 128 ? NULL : "a float has 16, 32, 64, 80 or 128 bits";
    case IR_BLOB: return bits >= 1 ? NULL : "a blob has at least one bit";
    default: return "not a type of values";
    }
}

const char *ir_form_val(const struct ir_program *p, const struct ir_func *f, ir_val v) {
    uint32_t i = ir_index(v);
    switch (v >> 28) {
    case IR_LOCAL: return f && i < f->locals.n ? NULL : "no such local";
    case IR_SLOT: return f && i < f->slots.n ? NULL : "no such slot";
    case IR_CONST: return i < p->consts.n ? NULL : "no such constant";
    case IR_GLOBAL: return i < p->globals.n ? NULL : "no such global";
    case IR_FUNC: return i < p->funcs.n ? NULL : "no such function";
    case IR_LABEL: return i < p->labels.n ? NULL : "no such label";
    default: return "a value is missing";
    }
}

// ---- shape: what the opcode carries, and indices -------------------------------------------------------------------------------------

static bool has(const struct ir_instr *i, char letter) {
    return strchr(ir_ops[i->op].operands, letter) != NULL;
}

static const char *shape(const struct ir_instr *i) {
    if (has(i, 'D') ? false : i->n_dsts != has(i, 'd')) return "wrong number of destinations";
    if (has(i, 'n') ? i->n_args < has(i, '1') : i->n_args != has(i, '1')) return "wrong number of arguments";
    if ((i->to != NULL) != has(i, 'A') || (i->from != NULL) != has(i, 'B')) return "wrong number of addresses";
    if ((i->text != NULL) != has(i, 't')) return "text where none belongs, or none where it belongs";
    if (!has(i, 's') && i->n_succs) return "successors where none belong";
    if (!has(i, 'c') && i->n_cases) return "cases where none belong";
    if (!has(i, 'v') && (i->subject != IR_NOTHING) != has(i, 'S')) return "wrong subject";
    if (!has(i, 'o') && i->pure) return "an operator where none belongs";
    if ((i->n_dsts && !i->dsts) || (i->n_args && !i->args) || (i->n_succs && !i->succs) || (i->n_cases && !i->cases))
        return "an array is missing";
    return NULL;
}

uint8_t ir_form_flags(enum ir_op op) {
    switch (op) {
    case IR_LOAD:
    case IR_STORE: return IR_VOLATILE | IR_ATOMIC;
    case IR_COPY: return IR_VOLATILE | IR_APART;
    case IR_FILL: return IR_VOLATILE;
    default: return 0;
    }
}

static const char *flags(const struct ir_instr *i) {
    return i->flags & ~ir_form_flags(i->op) ? "a flag that the instruction cannot have" : NULL;
}

static const char *address(const struct ir_program *p, const struct ir_func *f, const struct ir_addr *a) {
    const char *e = ir_form_val(p, f, a->base);
    if (e) return e;
    enum ir_kind k = ir_kind(ir_type_of(p, f, a->base));
    if (k != IR_PTR && k != IR_INT) return "the base of an address is a pointer or an integer";
    if (a->n_terms && !a->terms) return "an array is missing";
    for (uint32_t t = 0; t < a->n_terms; t++) {
        if ((e = ir_form_val(p, f, a->terms[t].index))) return e;
        if (ir_kind(ir_type_of(p, f, a->terms[t].index)) != IR_INT) return "an index is an integer";
        if (a->terms[t].scale == 0) return "an index has scale 0";
    }
    return NULL;
}

static const char *indices(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i) {
    const char *e;
    for (uint32_t d = 0; d < i->n_dsts; d++) {
        if (i->dsts[d] >= f->locals.n) return "no such local";
        for (uint32_t c = 0; c < d; c++)
            if (i->dsts[c] == i->dsts[d]) return "two results go to one local";
    }
    for (uint32_t a = 0; a < i->n_args; a++)
        if ((e = ir_form_val(p, f, i->args[a]))) return e;
    if (i->subject != IR_NOTHING && (e = ir_form_val(p, f, i->subject))) return e;
    if (i->to && (e = address(p, f, i->to))) return e;
    if (i->from && (e = address(p, f, i->from))) return e;
    for (uint32_t s = 0; s < i->n_succs; s++)
        if (i->succs[s] >= f->blocks.n) return "no such block";
    if (i->loc.line && i->loc.file >= p->files.text.n) return "no such file";
    return NULL;
}

// ---- types ---------------------------------------------------------------------------------------------------------------------------

static const char *cast(enum ir_pure op, enum ir_kind r, enum ir_kind a) {
    bool from_float = op == IR_FTOSI_ || op == IR_FTOUI_ || op == IR_FTOF_;
    bool to_float = op == IR_SITOF_ || op == IR_UITOF_ || op == IR_FTOF_;
    bool fits = a == (from_float ? IR_FLOAT : IR_INT) && r == (to_float ? IR_FLOAT : IR_INT);
    return fits ? NULL : "the cast does not fit the kinds of its argument and result";
}

static const char *pure(enum ir_pure op, ir_type r, ir_type a, ir_type b, ir_type c) {
    enum ir_kind kr = ir_kind(r), ka = ir_kind(a);
    bool same = ir_pures[op].arity < 2 || (a == b && (ir_pures[op].arity < 3 || a == c));
    switch (ir_pures[op].class) {
    case IR_CLASS_COPY: return r == a ? NULL : "argument and result differ in type";
    case IR_CLASS_ARITH:
        return r == a && same && (ka == IR_INT || ka == IR_PTR) ? NULL : "arguments and result are of one integer or pointer type";
    case IR_CLASS_UNARY:
        if (op == IR_BSWAP_ && ir_bits(a) % 8) return "bswap takes whole bytes";
        return r == a && ka == IR_INT ? NULL : "argument and result are of one integer type";
    case IR_CLASS_ROTATE: return r == a && same && ka == IR_INT ? NULL : "arguments and result are of one integer type";
    case IR_CLASS_TEST:
        return r == IR_I1 && same && (ka == IR_INT || ka == IR_PTR)
                   ? NULL
                   : "a test compares two integers or pointers of one type and gives an i1";
    case IR_CLASS_WIDEN:
        return kr == IR_INT && ka == IR_INT && ir_bits(r) > ir_bits(a) ? NULL : "the result is a wider integer than the argument";
    case IR_CLASS_NARROW:
        return kr == IR_INT && ka == IR_INT && ir_bits(r) < ir_bits(a) ? NULL : "the result is a narrower integer than the argument";
    case IR_CLASS_CAST:
        return (kr == IR_INT && ka == IR_PTR) || (kr == IR_PTR && ka == IR_INT) ? NULL : "a cast is between pointer and integer";
    case IR_CLASS_BITS: return ir_bits(r) == ir_bits(a) ? NULL : "argument and result differ in width";
    case IR_CLASS_SELECT: return a == IR_I1 && b == c && r == b ? NULL : "select takes an i1 and two values of the result's type";
    case IR_CLASS_FARITH:
    case IR_CLASS_FUNARY: return r == a && same && ka == IR_FLOAT ? NULL : "arguments and result are of one float type";
    case IR_CLASS_FTEST: return r == IR_I1 && same && ka == IR_FLOAT ? NULL : "a test compares two floats of one type and gives an i1";
    case IR_CLASS_FCAST: return cast(op, kr, ka);
    }
    return "no such operator class";
}

static const char *let(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i) {
    if (i->pure >= IR_N_PURE) return "no such operator";
    if (i->n_args != ir_pures[i->pure].arity) return "wrong number of arguments";
    ir_type t[3] = {0};
    for (uint32_t a = 0; a < i->n_args; a++) t[a] = ir_type_of(p, f, i->args[a]);
    return pure(i->pure, f->locals.at[i->dsts[0]].type, t[0], t[1], t[2]);
}

static const char *scope(const struct ir_func *f, ir_val subject) {
    if (ir_tag(subject) != IR_LOCAL && ir_tag(subject) != IR_SLOT) return "only locals and slots have a scope";
    uint32_t n = ir_index(subject);
    uint32_t have = ir_tag(subject) == IR_LOCAL ? f->locals.at[n].flags : f->slots.at[n].flags;
    return have & IR_SCOPED ? NULL : "the storage is not scoped";
}

static const char *cases(const struct ir_instr *i, ir_type t) {
    if (ir_kind(t) != IR_INT) return "a switch is on an integer";
    if (i->n_succs < 1) return "wrong number of successors";
    uint64_t max = ir_bits(t) < 64 ? (UINT64_C(1) << ir_bits(t)) - 1 : UINT64_MAX;
    for (uint32_t c = 0; c < i->n_cases; c++) {
        const struct ir_case *k = &i->cases[c];
        if (k->lo > k->hi) return "a case is empty";
        if (k->hi > max) return "a case is wider than the value";
        if (k->succ >= i->n_succs) return "a case has no such successor";
        if (c && k->lo <= i->cases[c - 1].hi) return "cases are not ascending and disjoint";
    }
    return NULL;
}

static const char *results(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i) {
    if (i->n_args != f->n_rets) return "wrong number of results";
    for (uint32_t r = 0; r < i->n_args; r++)
        if (ir_type_of(p, f, i->args[r]) != f->rets[r]) return "a result has another type than the function says";
    return NULL;
}

static const char *is_kind(ir_type t, enum ir_kind k, const char *why) {
    return ir_kind(t) == k ? NULL : why;
}

static const char *fill(ir_type byte, ir_type n, uint32_t n_args) {
    if (n_args != 2) return "wrong number of arguments";
    return byte == IR_I(8) && ir_kind(n) == IR_INT ? NULL : "fill takes an i8 and an integer";
}

static const char *call(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i, ir_type callee) {
    if (ir_kind(callee) != IR_PTR) return "the callee is a pointer";
    if (i->subject == IR_NOTHING) return NULL;
    return is_kind(ir_type_of(p, f, i->subject), IR_PTR, "the block of variadic arguments is a pointer");
}

static const char *types(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i) {
    ir_type a = i->n_args > 0 ? ir_type_of(p, f, i->args[0]) : 0;
    ir_type b = i->n_args > 1 ? ir_type_of(p, f, i->args[1]) : 0;
    ir_type d = i->n_dsts > 0 ? f->locals.at[i->dsts[0]].type : 0;
    switch ((enum ir_op)i->op) {
    case IR_LET: return let(p, f, i);
    case IR_ADDR:
    case IR_MARK: return is_kind(d, IR_PTR, "the result is a pointer");
    case IR_COPY:
    case IR_HAVOC: return is_kind(a, IR_INT, "the number of bytes is an integer");
    case IR_FILL: return fill(a, b, i->n_args);
    case IR_ENTER:
    case IR_LEAVE: return scope(f, i->subject);
    case IR_ALLOCA: return ir_kind(d) == IR_PTR && ir_kind(a) == IR_INT ? NULL : "alloca takes an integer and gives a pointer";
    case IR_RELEASE: return is_kind(a, IR_PTR, "a mark is a pointer");
    case IR_CALL: return call(p, f, i, a);
    case IR_ASSUME:
    case IR_PROMISE: return a == IR_I1 ? NULL : "a condition is an i1";
    case IR_JUMP: return i->n_succs == 1 ? NULL : "wrong number of successors";
    case IR_BRANCH:
        if (i->n_succs != 2) return "wrong number of successors";
        return a == IR_I1 ? NULL : "a condition is an i1";
    case IR_SWITCH: return cases(i, a);
    case IR_GOTO: return is_kind(a, IR_PTR, "a label is a pointer");
    case IR_RET: return results(p, f, i);
    default: return NULL;
    }
}

const char *ir_form_instr(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i) {
    const char *e;
    if (i->op >= IR_N_OPS) return "no such opcode";
    if ((e = shape(i)) || (e = flags(i)) || (e = indices(p, f, i))) return e;
    return types(p, f, i);
}
