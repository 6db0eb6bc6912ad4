// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table.  What has no model here is unknown by name.
#include <assert.h>

#include "step/step.h"

struct call {
    struct step_run *run;
    const struct step_ops *ops;
    void *d;
    const struct ir_instr *instr;
    struct ir_lib_use use;
    const struct ir_lib *row;
    const char *name;
    step_drafts *out;
};

bool step_refuse(struct step_run *r, const char *function) {
    step_give_up(r, "call of library function '%s' is not modelled by this domain", function);
    return false;
}

static bool refuse(struct call *c) {
    return step_refuse(c->run, c->name);
}

static ir_val actual(const struct call *c, uint32_t k) {
    assert(k < c->row->n_args);
    uint32_t n = ir_lib_actual(&c->use, k) + 1;
    return n < c->instr->n_args ? c->instr->args[n] : IR_NOTHING;
}

static ir_val actual_of(const struct call *c, enum ir_lib_role role) {
    int k = ir_lib_role(c->row, role);
    return k < 0 ? IR_NOTHING : actual(c, (uint32_t)k);
}

static uint32_t destination(const struct call *c) {
    return c->instr->n_dsts ? c->instr->dsts[0] : STEP_NO_LOCAL;
}

static bool give_any(struct call *c) {
    for (uint32_t k = 0; k < c->instr->n_dsts; k++)
        if (!step_give_any(c->run, c->d, c->instr->dsts[k])) return false;
    return true;
}

// The numbers that the row allows, of success and of failure, as far as it says them outright.
static struct num_range numbers_of(const struct call *c, ir_type t) {
    const struct ir_lib_result *x = &c->row->result;
    bool plain = x->answer == IR_LIB_NUMBER && !c->row->untried && ir_kind(t) == IR_INT && ir_bits(t) <= 64 && !x->is_unsigned;
    if (!plain || x->lo.by_arg || x->hi.by_arg || x->open_arg >= 0) return num_range_full(step_bits(t));
    int64_t top = INT64_MAX >> (64 - ir_bits(t)), lo = x->lo.given ? x->lo.value : -top - 1, hi = x->hi.given ? x->hi.value : top;
    if (x->failure.given && x->failure.lo < lo) lo = x->failure.lo;
    if (x->failure.given && x->failure.hi > hi) hi = x->failure.hi;
    return lo <= hi ? num_range_signed(ir_bits(t), lo, hi) : num_range_full(ir_bits(t));
}

static bool give_number(struct call *c) {
    if (!give_any(c)) return false;
    if (c->instr->n_dsts == 1) step_give(c->run, c->d, c->instr->dsts[0], numbers_of(c, step_local_type(c->run, c->instr->dsts[0])));
    return true;
}

// ---- sizes -------------------------------------------------------------------------------------------------------------------------

static bool factor_of(struct call *c, const struct ir_lib_factor *x, num_word *w) {
    bool narrow = c->run->step->program->pointer_bits == 32;
    struct num_range range;
    *w = x->value[narrow];
    if (x->atom != IR_LIB_ARG) return x->atom == IR_LIB_CONST;
    ir_val a = actual(c, x->arg);
    if (a == IR_NOTHING || !step_range(c->run, c->d, a, &range) || !num_range_is_const(range, w)) return false;
    *w = ir_lib_turned(x, (uint64_t)*w, narrow);
    return true;
}

// A size that is known, and not too large.
static bool size_of(struct call *c, const struct ir_lib_size *s, uint64_t *size) {
    uint64_t product = 1;
    for (uint32_t i = 0; i < s->n; i++) {
        num_word w;
        if (!factor_of(c, &s->factors[i], &w) || w > INT32_MAX || product * (uint64_t)w > INT32_MAX) return false;
        product *= (uint64_t)w;
    }
    assert(product <= INT32_MAX);
    *size = product + s->add[c->run->step->program->pointer_bits == 32];
    return s->n > 0 && *size <= INT32_MAX;
}

// ---- blocks ------------------------------------------------------------------------------------------------------------------------

static bool alloc(struct call *c) {
    const struct ir_lib_result *result = &c->row->result;
    uint64_t size = 0;
    bool odd =
        result->answer != IR_LIB_NEW || result->string || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || ir_lib_role(c->row, IR_LIB_ALIGN) >= 0;
    if (odd) return refuse(c);
    if (!size_of(c, &result->size, &size) || (!size && c->row->param == IR_LIB_P_NULL_IF_ZERO)) {
        step_give_up(c->run, "an allocation of a size that is not known");
        return false;
    }
    if (result->null || (result->null_alloc && c->run->step->options.malloc_may_fail)) {
        void *failed = c->ops->copy(c->run, c->d);
        if (c->instr->n_dsts) step_give(c->run, failed, c->instr->dsts[0], num_range_const(c->run->step->program->pointer_bits, 0));
        vec_push(c->out, failed);
    }
    return c->ops->allocate(c->run, c->d, size, result->zeroed, destination(c), c->out);
}

static bool release(struct call *c) {
    ir_val a = actual_of(c, IR_LIB_RELEASE);
    struct step_value v;
    if (a == IR_NOTHING || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || c->instr->n_dsts) return refuse(c);
    return step_eval(c->run, c->d, a, &v) && c->ops->free(c->run, c->d, &v, c->out);
}

// ---- ends and choices --------------------------------------------------------------------------------------------------------------

static bool leave(struct call *c) {
    if (c->row->kind == IR_LIB_K_EXIT && c->run->step->program->dtors.n)
        step_give_up(c->run, "destructors that run at exit");
    else
        c->ops->cleanup(c->run, c->d);
    return false;
}

// The program comes to where it says that it must not.  Where nobody asked about that, it ends there.
static bool fail(struct call *c, void *d, enum ir_rule rule, enum step_after after) {
    if (!step_is_asked(c->run->step, rule))
        c->ops->cleanup(c->run, d);
    else if (rule == IR_RULE_ERROR_CALL)
        step_fault(c->run, rule, after, NULL, "the error function '%s' may be called", c->name);
    else
        step_fault(c->run, rule, after, NULL, "the assertion may fail");
    return false;
}

static bool fail_assertion(struct call *c) {
    return fail(c, c->d, IR_RULE_ASSERTION_FAILURE, STEP_ALWAYS);
}

static bool call_error(struct call *c) {
    return fail(c, c->d, IR_RULE_ERROR_CALL, STEP_ALWAYS);
}

// The first value is not 0, or else the assertion fails.
static bool suppose(struct call *c) {
    ir_val a = actual_of(c, IR_LIB_VALUE);
    struct num_range range;
    if (a == IR_NOTHING) return refuse(c);
    if (!step_range(c->run, c->d, a, &range)) return false;
    bool checks = c->row->kind == IR_LIB_K_ASSERT_CHECK && num_range_has(range, 0);
    void *failed = checks ? c->ops->copy(c->run, c->d) : NULL;
    bool fails = checks && step_assume(c->run, failed, a, false), on = step_assume(c->run, c->d, a, true);
    if (fails) fail(c, failed, IR_RULE_ASSERTION_FAILURE, on ? STEP_GOES_ON : STEP_ALWAYS);
    if (checks) c->ops->drop(c->run, failed);
    return on;
}

// Nothing but numbers goes in and comes out.
static bool numbers_only(struct call *c) {
    bool plain = !c->row->variadic && (c->row->result.answer == IR_LIB_NUMBER || c->row->result.answer == IR_LIB_VOID);
    for (uint32_t k = 0; k < c->row->n_args; k++) plain &= c->row->args[k].role == IR_LIB_VALUE;
    return plain ? give_number(c) : refuse(c);
}

// ---- strings -----------------------------------------------------------------------------------------------------------------------

// The constant of the program of which the argument is a terminated string, or the rest of one; NULL: it is none, or that is not known.
static const struct ir_global *literal(struct call *c, ir_val a, int64_t *offset) {
    struct step_value v;
    uint32_t global;
    if (a == IR_NOTHING || !step_eval(c->run, c->d, a, &v) || !c->ops->is_global(c->run, c->d, &v, &global, offset)) return NULL;
    const struct ir_global *g = &c->run->step->program->globals.at[global];
    if (!(g->flags & IR_READONLY) || g->flags & IR_EXTERN || g->n_relocs || *offset < 0 || (uint64_t)*offset >= g->size) return NULL;
    bool ends = g->size > g->n_bytes || memchr(g->bytes + *offset, 0, g->n_bytes - (uint64_t)*offset);
    return ends ? g : NULL;
}

// No strings, no counts of characters, no widths from arguments; as many directives as there are numbers.
static bool is_plain_format(const struct ir_global *g, uint64_t i, uint32_t n_numbers) {
    uint32_t directives = 0;
    for (; i < g->n_bytes && g->bytes[i]; i++) {
        if (g->bytes[i] != '%') continue;
        i++;
        while (i < g->n_bytes && g->bytes[i] && strchr("0123456789.-+ #hlzjt", g->bytes[i])) i++;
        if (i >= g->n_bytes || !g->bytes[i] || !strchr("diuxXocfFeEgGaA%", g->bytes[i])) return false;
        directives += g->bytes[i] != '%';
    }
    return directives <= n_numbers;
}

// What only prints: a literal, and the numbers that it has directives for.
static bool print(struct call *c) {
    bool format = c->row->kind == IR_LIB_K_PRINTF;
    ir_val a = actual_of(c, format ? IR_LIB_PRINTF_FORMAT : IR_LIB_STRING);
    int64_t offset;
    const struct ir_global *g = c->row->n_args == 1 ? literal(c, a, &offset) : NULL;
    bool plain = g && (!format || is_plain_format(g, (uint64_t)offset, c->instr->n_args - 2));
    for (uint32_t i = 2; plain && i < c->instr->n_args; i++)
        plain = ir_kind(ir_type_of(c->run->step->program, c->run->func, c->instr->args[i])) != IR_PTR;
    return plain ? give_number(c) : refuse(c);
}

// In all drafts from number `first` on, and in c->d if it is one of them, the result is the argument.
static void give_back(struct call *c, ir_val argument, uint32_t first, bool one) {
    for (uint32_t i = first; i < c->out->n + one && c->instr->n_dsts; i++) {
        void *d = i < c->out->n ? c->out->at[i] : c->d;
        struct step_value v;
        bool again = step_eval(c->run, d, argument, &v);
        assert(again);
        c->ops->assign(c->run, d, c->instr->dsts[0], step_local_type(c->run, c->instr->dsts[0]), &v);
    }
}

// So many bytes are copied, filled, or, where a literal is copied, written whatever they are; the target is given back.
static bool write_bytes(struct call *c) {
    int k = ir_lib_role(c->row, IR_LIB_WRITE);
    ir_val to = k < 0 ? IR_NOTHING : actual(c, (uint32_t)k);
    bool copies = c->row->kind == IR_LIB_K_MEMCPY, text = c->row->kind == IR_LIB_K_STRNCPY, sets = c->row->kind == IR_LIB_K_MEMSET;
    bool same = c->row->result.answer == IR_LIB_SAME && c->row->result.arg == k;
    struct step_place p = {0}, from = {0};
    struct num_range byte = text ? num_range_full(8) : num_range_const(8, 0);
    uint32_t first = c->out->n;
    uint64_t n;
    int64_t offset;
    bool fine = to != IR_NOTHING && (same || !c->instr->n_dsts) && size_of(c, &c->row->args[k].size, &n) &&
                (!text || (n && literal(c, actual_of(c, IR_LIB_STRING), &offset)));
    if (!fine) return refuse(c);
    if (!step_eval(c->run, c->d, to, &p.base)) return false;
    if (copies && !step_eval(c->run, c->d, actual_of(c, IR_LIB_READ), &from.base)) return false;
    if (sets && !step_range(c->run, c->d, actual_of(c, IR_LIB_VALUE), &byte)) return false;
    byte = byte.bits < 8 ? num_range_full(8) : num_range_trunc(byte, 8);
    bool one = !n || (copies ? c->ops->copy_bytes(c->run, c->d, &p, &from, n, c->row->param != IR_LIB_P_OVERLAP, c->out)
                             : c->ops->fill(c->run, c->d, &p, byte, n, c->out));
    give_back(c, to, first, one);
    return one;
}

// ---- the table ---------------------------------------------------------------------------------------------------------------------

// Beyond a character and EOF, the table of characters is left.
static bool is_character(struct call *c) {
    struct num_range x;
    bool classifies = c->row->kind == IR_LIB_K_CTYPE || c->row->kind == IR_LIB_K_TOLOWER || c->row->kind == IR_LIB_K_TOUPPER;
    if (!classifies || c->row->untried) return true;
    if (!step_range(c->run, c->d, actual_of(c, IR_LIB_VALUE), &x)) return false;
    return (x.bits <= 64 && num_range_smin(x) >= -1 && num_range_smax(x) <= UINT8_MAX) || refuse(c);
}

typedef bool model(struct call *c);
// Of every domain.
static model *const ends[IR_N_LIB_KINDS] = {
    [IR_LIB_K_EXIT] = leave,       [IR_LIB_K_HALT] = leave,           [IR_LIB_K_ABORT] = leave,
    [IR_LIB_K_ASSUME] = suppose,   [IR_LIB_K_ASSERT_CHECK] = suppose, [IR_LIB_K_ASSERT_FAIL] = fail_assertion,
    [IR_LIB_K_ERROR] = call_error,
};
// Of a domain that does not carry out the others itself.
static model *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = alloc,        [IR_LIB_K_FREE] = release,         [IR_LIB_K_NONDET] = give_any,
    [IR_LIB_K_PRINTF] = print,       [IR_LIB_K_PUTS] = print,           [IR_LIB_K_STRNCPY] = write_bytes,
    [IR_LIB_K_MEMCPY] = write_bytes, [IR_LIB_K_MEMSET] = write_bytes,   [IR_LIB_K_BZERO] = write_bytes,
};

bool step_library(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out) {
    const struct ir_func *f = &r->step->program->funcs.at[callee];
    assert(i->op == IR_CALL && i->n_args);
    struct call c = {.run = r, .ops = r->step->ops, .d = d, .instr = i, .name = f->name, .out = out};
    c.use = ir_lib_of(r->step->lib, r->step->program, f);
    c.row = c.use.row;
    if (!c.row || !ir_lib_fits(&c.use, i->n_args - 1)) {
        step_give_up(r, "function '%s' has neither body nor model, called", f->name);
        return false;
    }
    if (ends[c.row->kind] && !c.row->untried) return ends[c.row->kind](&c);
    if (!is_character(&c)) return false;
    if (c.ops->library) return c.ops->library(r, d, i, &c.use, f->name);
    if (ir_lib_is_wide(c.row)) return refuse(&c);
    if (models[c.row->kind] && !c.row->untried) return models[c.row->kind](&c);
    return ir_lib_is_described(c.row) ? numbers_only(&c) : refuse(&c);
}
