// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table.  What has no model here is unknown by name.
#include <assert.h>

#include "ir/model.h"
#include "step/step.h"

bool step_refuse(const struct step_call *c) {
    step_give_up(c->run, "call of library function '%s' is not modelled by this domain", c->name);
    return false;
}

static const struct step_ops *ops_of(const struct step_call *c) {
    return c->run->step->ops;
}

static uint32_t destination(const struct step_call *c) {
    return c->instr->n_dsts ? c->instr->dsts[0] : STEP_NO_LOCAL;
}

static bool give_any(struct step_call *c) {
    for (uint32_t k = 0; k < c->instr->n_dsts; k++)
        if (!step_give_any(c->run, c->d, c->instr->dsts[k])) return false;
    return true;
}

static bool give_number(struct step_call *c) {
    if (!give_any(c)) return false;
    if (c->instr->n_dsts != 1) return true;
    struct num_range range = step_answers(c, step_local_type(c->run, c->instr->dsts[0]), true, c->row->result.failure.given);
    step_give(c->run, c->d, c->instr->dsts[0], range);
    return true;
}

// ---- blocks ------------------------------------------------------------------------------------------------------------------------

static bool is_known(const struct step_extent *n) {
    return n->lo == n->hi && n->hi <= INT32_MAX;
}

static bool alloc(struct step_call *c) {
    const struct ir_lib_result *result = &c->row->result;
    struct step_extent size;
    bool odd =
        result->answer != IR_LIB_NEW || result->string || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || ir_lib_role(c->row, IR_LIB_ALIGN) >= 0;
    if (odd) return step_refuse(c);
    if (!step_size(c, &result->size, 1, &size)) return false;
    if (!is_known(&size) || (!size.lo && c->row->param == IR_LIB_P_NULL_IF_ZERO)) {
        step_give_up(c->run, "an allocation of a size that is not known");
        return false;
    }
    if (result->null || (result->null_alloc && c->run->step->options.malloc_may_fail)) {
        void *failed = ops_of(c)->copy(c->run, c->d);
        if (c->instr->n_dsts) step_give(c->run, failed, c->instr->dsts[0], num_range_const(c->run->step->program->pointer_bits, 0));
        vec_push(c->out, failed);
    }
    return ops_of(c)->allocate(c->run, c->d, size.lo, result->zeroed, destination(c), c->out);
}

static bool release(struct step_call *c) {
    int k = ir_lib_role(c->row, IR_LIB_RELEASE);
    if (k < 0 || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || c->instr->n_dsts) return step_refuse(c);
    return ops_of(c)->free(c->run, c->d, &c->arg[k], c->out);
}

// ---- ends and choices --------------------------------------------------------------------------------------------------------------

static bool leave(struct step_call *c) {
    const struct ir_program *p = c->run->step->program;
    if (c->row->kind == IR_LIB_K_EXIT && (p->dtors.n || ir_model_handlers(p) != UINT32_MAX))
        step_give_up(c->run, "functions that run at exit");
    else
        ops_of(c)->cleanup(c->run, c->d);
    return false;
}

// The program comes to where it says that it must not.  Where nobody asked about that, it ends there.
static bool fail(struct step_call *c, void *d, enum ir_rule rule, enum step_after after) {
    if (!step_is_asked(c->run->step, rule))
        ops_of(c)->cleanup(c->run, d);
    else if (rule == IR_RULE_ERROR_CALL)
        step_fault(c->run, rule, after, NULL, "the error function '%s' may be called", c->name);
    else
        step_fault(c->run, rule, after, NULL, "the assertion may fail");
    return false;
}

static bool fail_assertion(struct step_call *c) {
    return fail(c, c->d, IR_RULE_ASSERTION_FAILURE, STEP_ALWAYS);
}

static bool call_error(struct step_call *c) {
    return fail(c, c->d, IR_RULE_ERROR_CALL, STEP_ALWAYS);
}

// The first value is not 0, or else the assertion fails.
static bool suppose(struct step_call *c) {
    int k = ir_lib_role(c->row, IR_LIB_VALUE);
    struct num_range range;
    if (k < 0) return step_refuse(c);
    ir_val a = step_actual(c, (uint32_t)k);
    if (!step_range(c->run, c->d, a, &range)) return false;
    bool checks = c->row->kind == IR_LIB_K_ASSERT_CHECK && num_range_has(range, 0);
    void *failed = checks ? ops_of(c)->copy(c->run, c->d) : NULL;
    bool fails = checks && step_assume(c->run, failed, a, false), on = step_assume(c->run, c->d, a, true);
    if (fails) fail(c, failed, IR_RULE_ASSERTION_FAILURE, on ? STEP_GOES_ON : STEP_ALWAYS);
    if (checks) ops_of(c)->drop(c->run, failed);
    return on;
}

// Nothing but numbers goes in and comes out.
static bool numbers_only(struct step_call *c) {
    bool plain = !c->row->variadic && (c->row->result.answer == IR_LIB_NUMBER || c->row->result.answer == IR_LIB_VOID);
    for (uint32_t k = 0; k < c->row->n_args; k++) plain &= c->row->args[k].role == IR_LIB_VALUE;
    return plain ? give_number(c) : step_refuse(c);
}

// ---- strings -----------------------------------------------------------------------------------------------------------------------

// The constant of the program of which parameter k is a terminated string, or the rest of one; NULL: it is none, or that is not known.
static const struct ir_global *literal(struct step_call *c, int k, int64_t *offset) {
    uint32_t global;
    if (k < 0 || !ops_of(c)->is_global(c->run, c->d, &c->arg[k], &global, offset)) return NULL;
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
static bool print(struct step_call *c) {
    bool format = c->row->kind == IR_LIB_K_PRINTF;
    int64_t offset;
    int k = ir_lib_role(c->row, format ? IR_LIB_PRINTF_FORMAT : IR_LIB_STRING);
    const struct ir_global *g = c->row->n_args == 1 ? literal(c, k, &offset) : NULL;
    bool plain = g && (!format || is_plain_format(g, (uint64_t)offset, c->instr->n_args - 2));
    for (uint32_t i = 2; plain && i < c->instr->n_args; i++)
        plain = ir_kind(ir_type_of(c->run->step->program, c->run->func, c->instr->args[i])) != IR_PTR;
    return plain ? give_number(c) : step_refuse(c);
}

// In all drafts from number `first` on, and in c->d if it is one of them, the result is parameter k, or behind n bytes of it.
static void give_back(struct step_call *c, uint32_t k, const struct step_extent *n, uint32_t first, bool one) {
    for (uint32_t i = first; i < c->out->n + one && c->instr->n_dsts; i++) {
        void *d = i < c->out->n ? c->out->at[i] : c->d;
        struct step_value v;
        bool again = step_eval(c->run, d, step_actual(c, k), &v);
        assert(again);
        if (c->row->result.answer == IR_LIB_INSIDE && n->hi) v = ops_of(c)->behind(c->run, d, &v, n);
        ops_of(c)->assign(c->run, d, c->instr->dsts[0], step_local_type(c->run, c->instr->dsts[0]), &v);
    }
}

// Units that are set, or, where a literal is copied, get any value; false: gave up.
static bool unit_of(struct step_call *c, unsigned bits, struct num_range *unit) {
    int k = c->row->kind == IR_LIB_K_MEMSET ? ir_lib_role(c->row, IR_LIB_VALUE) : -1;
    *unit = c->row->kind == IR_LIB_K_STRNCPY ? num_range_full(bits) : num_range_const(bits, 0);
    if (k < 0) return true;
    if (!step_range(c->run, c->d, step_actual(c, (uint32_t)k), unit)) return false;
    *unit = unit->bits < bits ? num_range_full(bits) : num_range_trunc(*unit, bits);
    return true;
}

// So many bytes are copied or filled; the target is given back.
static bool write_bytes(struct step_call *c) {
    int k = ir_lib_role(c->row, IR_LIB_WRITE), source = c->row->kind == IR_LIB_K_MEMCPY ? ir_lib_role(c->row, IR_LIB_READ) : -1;
    const struct ir_lib_arg *w = &c->row->args[k];
    const struct ir_lib_result *result = &c->row->result;
    bool behind = result->answer == IR_LIB_INSIDE && ops_of(c)->behind, same = behind || result->answer == IR_LIB_SAME;
    struct step_extent n;
    struct num_range unit;
    if ((c->instr->n_dsts && !(same && result->arg == k)) || (w->unit > 1 && !ops_of(c)->number)) return step_refuse(c);
    if (!step_size(c, &w->size, w->unit, &n) || !unit_of(c, 8u * w->unit, &unit)) return false;
    if (!ops_of(c)->number && !is_known(&n)) return step_refuse(c);
    struct step_place to = {.base = c->arg[k]}, from = {.base = c->arg[source < 0 ? k : source]};
    uint32_t first = c->out->n;
    bool one = !n.hi || (source < 0 ? ops_of(c)->fill(c->run, c->d, &to, unit, &n, c->out)
                                    : ops_of(c)->copy_bytes(c->run, c->d, &to, &from, &n, c->row->param != IR_LIB_P_OVERLAP, c->out));
    give_back(c, (uint32_t)k, &n, first, one);
    return one;
}

// A literal is copied, perhaps in part.
static bool copy_literal(struct step_call *c) {
    struct step_extent n;
    int64_t offset;
    int k = ir_lib_role(c->row, IR_LIB_WRITE);
    if (!step_size(c, &c->row->args[k].size, 1, &n)) return false;
    return n.lo && literal(c, ir_lib_role(c->row, IR_LIB_STRING), &offset) ? write_bytes(c) : step_refuse(c);
}

// ---- the table ---------------------------------------------------------------------------------------------------------------------

// Beyond what chars are, signed or not, the table of characters is left.
static bool is_character(struct step_call *c) {
    struct num_range x;
    bool classifies = c->row->kind == IR_LIB_K_CTYPE || c->row->kind == IR_LIB_K_TOLOWER || c->row->kind == IR_LIB_K_TOUPPER;
    if (!classifies || c->row->untried) return true;
    if (!step_range(c->run, c->d, step_actual(c, (uint32_t)ir_lib_role(c->row, IR_LIB_VALUE)), &x)) return false;
    return (x.bits <= 64 && num_range_smin(x) >= INT8_MIN && num_range_smax(x) <= UINT8_MAX) || step_refuse(c);
}

typedef bool model(struct step_call *c);
static model *const ends[IR_N_LIB_KINDS] = {
    [IR_LIB_K_EXIT] = leave,       [IR_LIB_K_HALT] = leave,           [IR_LIB_K_ABORT] = leave,
    [IR_LIB_K_ASSUME] = suppose,   [IR_LIB_K_ASSERT_CHECK] = suppose, [IR_LIB_K_ASSERT_FAIL] = fail_assertion,
    [IR_LIB_K_ERROR] = call_error,
};
static model *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_FREE] = release,       [IR_LIB_K_NONDET] = give_any,    [IR_LIB_K_MEMCPY] = write_bytes,
    [IR_LIB_K_MEMSET] = write_bytes, [IR_LIB_K_BZERO] = write_bytes,
};
// Of a domain that does not carry out the others itself.
static model *const plain[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = alloc,
    [IR_LIB_K_PRINTF] = print,
    [IR_LIB_K_PUTS] = print,
    [IR_LIB_K_STRNCPY] = copy_literal,
};

static bool carry_out(struct step_call *c) {
    uint8_t kind = c->row->kind;
    for (uint32_t k = 0; k < c->row->n_args; k++)
        if (!step_eval(c->run, c->d, step_actual(c, k), &c->arg[k])) return false;
    if (!is_character(c)) return false;
    if (models[kind] && !c->row->untried) return models[kind](c);
    if (ops_of(c)->library) return ops_of(c)->library(c);
    if (ir_lib_is_wide(c->row)) return step_refuse(c);
    if (plain[kind] && !c->row->untried) return plain[kind](c);
    return ir_lib_is_described(c->row) ? numbers_only(c) : step_refuse(c);
}

bool step_library(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out) {
    const struct ir_func *f = &r->step->program->funcs.at[callee];
    assert(i->op == IR_CALL && i->n_args);
    r->called = f->name;
    struct step_call c = {.run = r, .d = d, .instr = i, .name = f->name, .out = out};
    c.use = ir_lib_of(r->step->lib, r->step->program, f);
    c.row = c.use.row;
    if (!c.row || !ir_lib_fits(&c.use, i->n_args - 1)) {
        step_give_up(r, "function '%s' has neither body nor model, called", f->name);
        return false;
    }
    return ends[c.row->kind] && !c.row->untried ? ends[c.row->kind](&c) : carry_out(&c);
}
