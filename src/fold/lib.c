// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table.  What has no model here is unknown by name.
#include "fold/fold.h"

struct call {
    struct fold_run *run;
    struct fold_draft *d;  // taken
    const struct ir_instr *instr;
    struct ir_lib_use use;
    const struct ir_lib *row;
    const char *name;
    fold_drafts *out;
};

static void end_call(struct call *c) {
    fold_draft_free(c->d);
}

static void refuse(struct call *c) {
    fold_give_up(c->run, "library function '%s' is not modelled here, called", c->name);
    end_call(c);
}

static ir_val actual(const struct call *c, uint32_t k) {
    uint32_t n = ir_lib_actual(&c->use, k) + 1;
    return n < c->instr->n_args ? c->instr->args[n] : IR_NOTHING;
}

static unsigned bits_of(const struct call *c, ir_val v) {
    return fold_bits(ir_type_of(c->run->fold->program, c->run->func, v));
}

// The result of the call, where somebody takes it.
static void give(struct call *c, struct fold_draft *d, const struct fold_operand *v) {
    if (!c->instr->n_dsts) return;
    ir_type t = c->run->func->locals.at[c->instr->dsts[0]].type;
    fold_assign(c->run, d, fold_reg(d, c->instr->dsts[0]), ir_bytes(t), fold_bits(t), v);
}

static void give_any(struct call *c) {
    for (uint32_t k = 0; k < c->instr->n_dsts; k++) {
        ir_type t = c->run->func->locals.at[c->instr->dsts[k]].type;
        if (!fold_bits(t)) {
            refuse(c);
            return;
        }
        struct fold_operand v = {.kind = FOLD_NUMBER, .range = num_range_full(fold_bits(t))};
        fold_assign(c->run, c->d, fold_reg(c->d, c->instr->dsts[k]), ir_bytes(t), fold_bits(t), &v);
    }
    fold_deliver(c->d, c->out);
}

// ---- allocation --------------------------------------------------------------------------------------------------------------------

static bool size_of(struct call *c, uint64_t *size) {
    const struct ir_lib_size *s = &c->row->result.size;
    uint64_t product = 1;
    bool narrow = c->run->base->bits == 32;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct ir_lib_factor *x = &s->factors[i];
        num_word w = x->value[narrow];
        if (x->atom == IR_LIB_ARG) {
            struct fold_operand v;
            ir_val a = actual(c, x->arg);
            if (a == IR_NOTHING || !fold_eval(c->run, c->d, a, &v) || !num_range_is_const(fold_range(c->run, c->d, &v, bits_of(c, a)), &w))
                return false;
        } else if (x->atom != IR_LIB_CONST) {
            return false;
        }
        w = x->atom == IR_LIB_ARG ? ir_lib_turned(x, (uint64_t)w, narrow) : w;
        if (w > INT32_MAX || product * (uint64_t)w > INT32_MAX) return false;
        product *= (uint64_t)w;
    }
    *size = product + s->add[narrow];
    return s->n > 0 && *size <= INT32_MAX;
}

static void alloc(struct call *c) {
    const struct ir_lib_result *result = &c->row->result;
    struct fold_base *f = c->run->base;
    uint64_t size;
    bool odd =
        result->answer != IR_LIB_NEW || result->string || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || ir_lib_role(c->row, IR_LIB_ALIGN) >= 0;
    if (odd) {
        refuse(c);
        return;
    }
    if (!size_of(c, &size) || (!size && c->row->param == IR_LIB_P_NULL_IF_ZERO)) {
        fold_give_up(c->run, "an allocation of a size that is not known");
        end_call(c);
        return;
    }
    if (result->null || (result->null_alloc && c->run->fold->options.malloc_may_fail)) {
        struct fold_draft failed;
        fold_draft_copy(&failed, c->d);
        give(c, &failed, &(struct fold_operand){.kind = FOLD_NUMBER, .range = num_range_const(f->bits, 0)});
        fold_deliver(&failed, c->out);
    }
    uint32_t model = fold_name(f, (struct fold_name){FOLD_HEAP, c->run->func_index, c->run->at, 0}), node = fold_fresh_like(f, c->d, model);
    fold_add_node(c->d, (struct fold_node){node, result->zeroed ? FOLD_REST_ZERO : FOLD_REST_UNINIT, size});
    fold_define(f, c->d, fold_node_flag(f, FOLD_EXISTS, node), LOGIC_TRUE);
    if (!c->instr->n_dsts && fold_minds_loss(c->run->fold))
        fold_fault_of(c->run, IR_RULE_MEMORY_LEAK, node, "the last pointer to a heap block is lost");
    give(c, c->d, &(struct fold_operand){.kind = FOLD_ADDRESS, .node = node});
    fold_deliver(c->d, c->out);
}

// ---- release -----------------------------------------------------------------------------------------------------------------------

static void free_node(struct fold_run *r, struct fold_draft *d, uint32_t node) {
    for (uint32_t i = fold_first_cell(d, node); fold_is_cell(d, i, node);) {
        struct fold_place p = d->cells.at[i].place;
        fold_lose(r, d, p);
        fold_clear(r->base, d, p);
    }
    fold_end_node(r->base, d, node, FOLD_FREED);
}

// Heaps in which the operand is null.
static void keep_null(struct fold_run *r, struct fold_draft *d, const struct fold_operand *v) {
    struct logic *l = r->base->logic;
    if (v->kind == FOLD_NUMBER && num_range_has(v->range, 0)) return;
    if (v->kind != FOLD_PLACE) {
        d->b = LOGIC_FALSE;
        return;
    }
    struct num_range range = fold_cell(d, v->place)->range;
    logic_fn other = logic_or(l, fold_pointer(r->base, d, v->place), fold_uninit(r->base, d, v->place));
    bool null = r->base->switches.no_out || (!num_range_is_empty(range) && num_range_has(range, 0));
    fold_assume(r->base, d, null ? logic_not(l, other) : LOGIC_FALSE);
}

static void release(struct call *c) {
    struct fold_operand v;
    fold_targets targets = {0};
    int k = ir_lib_role(c->row, IR_LIB_RELEASE);
    ir_val a = k < 0 ? IR_NOTHING : actual(c, (uint32_t)k);
    if (a == IR_NOTHING || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || c->instr->n_dsts) {
        refuse(c);
        return;
    }
    if (!fold_eval(c->run, c->d, a, &v)) {
        end_call(c);
        return;
    }
    fold_deref(c->run, c->d, &v, 0, FOLD_FREE, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        free_node(c->run, &targets.at[i].d, targets.at[i].node);
        fold_deliver(&targets.at[i].d, c->out);
    }
    vec_free(&targets);
    keep_null(c->run, c->d, &v);
    fold_deliver(c->d, c->out);
}

// ---- ends and choices --------------------------------------------------------------------------------------------------------------

static void leave(struct call *c) {
    if (c->row->kind == IR_LIB_K_EXIT && c->run->fold->program->dtors.n)
        fold_give_up(c->run, "destructors that run at exit");
    else
        fold_check_cleanup(c->run, c->d);
    end_call(c);
}

// The program comes to where it says that it must not.  Where nobody asked about that, it ends there.
static void fail(struct call *c, const struct fold_draft *d, enum ir_rule rule, const char *message) {
    if (c->run->fold->options.rules >> rule & 1)
        fold_fault(c->run, rule, message);
    else
        fold_check_cleanup(c->run, d);
}

static void fail_assertion(struct call *c) {
    fail(c, c->d, IR_RULE_ASSERTION_FAILURE, "an assertion fails");
    end_call(c);
}

static void call_error(struct call *c) {
    fail(c, c->d, IR_RULE_ERROR_CALL, "an error function is called");
    end_call(c);
}

// The first value is (not) 0; d goes on with that, if it can be.
static void suppose(struct call *c) {
    int k = ir_lib_role(c->row, IR_LIB_VALUE);
    ir_val a = k < 0 ? IR_NOTHING : actual(c, (uint32_t)k);
    if (a == IR_NOTHING) {
        refuse(c);
        return;
    }
    if (c->row->kind == IR_LIB_K_ASSERT_CHECK) {
        struct fold_draft failed;
        fold_draft_copy(&failed, c->d);
        if (fold_assume_value(c->run, &failed, a, false) && failed.b != LOGIC_FALSE)
            fail(c, &failed, IR_RULE_ASSERTION_FAILURE, "an assertion fails");
        fold_draft_free(&failed);
    }
    if (fold_assume_value(c->run, c->d, a, true))
        fold_deliver(c->d, c->out);
    else
        end_call(c);
}

// Nothing but numbers goes in and comes out.
static void numbers_only(struct call *c) {
    bool plain = !c->row->variadic && (c->row->result.answer == IR_LIB_NUMBER || c->row->result.answer == IR_LIB_VOID);
    for (uint32_t k = 0; k < c->row->n_args; k++) plain &= c->row->args[k].role == IR_LIB_VALUE;
    if (plain)
        give_any(c);
    else
        refuse(c);
}

// Is the argument the start of a constant string of the program?
static bool is_literal(struct call *c, ir_val v) {
    const struct ir_global *g = ir_tag(v) == IR_GLOBAL ? &c->run->fold->program->globals.at[ir_index(v)] : NULL;
    return g && g->flags & IR_READONLY && !g->n_relocs && memchr(g->bytes ? (const char *)g->bytes : "", 0, g->n_bytes ? g->n_bytes : 1);
}

static bool is_number(struct call *c, ir_val v) {
    struct fold_operand x;
    struct logic *l = c->run->base->logic;
    if (ir_kind(ir_type_of(c->run->fold->program, c->run->func, v)) == IR_PTR || !fold_eval(c->run, c->d, v, &x)) return false;
    return x.kind != FOLD_PLACE || logic_disjoint(l, c->d->b, fold_pointer(c->run->base, c->d, x.place));
}

// What only prints: a literal, and numbers that a format without strings and without counts of characters takes.
static void print(struct call *c) {
    int k = ir_lib_role(c->row, c->row->kind == IR_LIB_K_PRINTF ? IR_LIB_PRINTF_FORMAT : IR_LIB_STRING);
    ir_val a = k < 0 ? IR_NOTHING : actual(c, (uint32_t)k);
    bool plain = a != IR_NOTHING && is_literal(c, a) && k == 0 && c->row->n_args == 1;
    for (uint32_t i = 2; plain && i < c->instr->n_args; i++) plain = is_number(c, c->instr->args[i]);
    if (plain && c->row->kind == IR_LIB_K_PRINTF) {
        const struct ir_global *g = &c->run->fold->program->globals.at[ir_index(a)];
        for (uint64_t i = 0; i < g->n_bytes; i++) plain &= g->bytes[i] != '*';
        plain &= c->instr->n_args - 1 > 1 || !memchr(g->bytes, '%', g->n_bytes);
        for (uint64_t i = 0; i < g->n_bytes; i++)
            plain &= !(g->bytes[i] == 's' || g->bytes[i] == 'n' || g->bytes[i] == 'S') || !memchr(g->bytes, '%', i);
    }
    if (plain)
        give_any(c);
    else
        refuse(c);
}

// ---- the table ---------------------------------------------------------------------------------------------------------------------

typedef void model(struct call *c);
static model *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = alloc,      [IR_LIB_K_FREE] = release,         [IR_LIB_K_EXIT] = leave,
    [IR_LIB_K_HALT] = leave,       [IR_LIB_K_ABORT] = leave,          [IR_LIB_K_NONDET] = give_any,
    [IR_LIB_K_ASSUME] = suppose,   [IR_LIB_K_ASSERT_CHECK] = suppose, [IR_LIB_K_ASSERT_FAIL] = fail_assertion,
    [IR_LIB_K_ERROR] = call_error, [IR_LIB_K_GENERIC] = numbers_only, [IR_LIB_K_COMPUTED] = numbers_only,
    [IR_LIB_K_ABS] = numbers_only, [IR_LIB_K_PUTC] = numbers_only,    [IR_LIB_K_GETC] = numbers_only,
    [IR_LIB_K_PRINTF] = print,     [IR_LIB_K_PUTS] = print,
};

void fold_library(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, uint32_t callee, fold_drafts *out) {
    const struct ir_func *f = &r->fold->program->funcs.at[callee];
    struct call c = {.run = r, .d = d, .instr = i, .use = ir_lib_of(r->fold->lib, r->fold->program, f), .name = f->name, .out = out};
    c.row = c.use.row;
    if (!c.row || !ir_lib_fits(&c.use, i->n_args - 1)) {
        fold_give_up(r, "function '%s' has neither body nor model, called", f->name);
        end_call(&c);
    } else if (models[c.row->kind] && !ir_lib_is_wide(c.row)) {
        models[c.row->kind](&c);
    } else {
        refuse(&c);
    }
}
