// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table.  What has no model here is unknown by name.
#include "shape/shape.h"

struct call {
    struct shape_run *run;
    struct shape_draft *d;  // taken
    const struct ir_instr *instr;
    struct ir_lib_use use;
    const struct ir_lib *row;
    const char *name;
    shape_drafts *out;
};

static void end_call(struct call *c) {
    shape_discard(c->run, c->d);
}

static void refuse(struct call *c) {
    shape_give_up(c->run, "library function '%s' is not modelled here, called", c->name);
    end_call(c);
}

static ir_val actual(const struct call *c, uint32_t k) {
    uint32_t n = ir_lib_actual(&c->use, k) + 1;
    return n < c->instr->n_args ? c->instr->args[n] : IR_NOTHING;
}

static ir_val actual_of(const struct call *c, enum ir_lib_role role) {
    int k = ir_lib_role(c->row, role);
    return k < 0 ? IR_NOTHING : actual(c, (uint32_t)k);
}

// The result of the call, where somebody takes it.
static void give(struct call *c, struct shape_draft *d, struct shape_value v) {
    if (c->instr->n_dsts) *shape_local(d, c->instr->dsts[0]) = v;
}

static void give_any(struct call *c) {
    for (uint32_t k = 0; k < c->instr->n_dsts; k++) {
        unsigned bits = shape_bits(c->run->func->locals.at[c->instr->dsts[k]].type);
        if (!bits) {
            refuse(c);
            return;
        }
        *shape_local(c->d, c->instr->dsts[k]) = shape_number(num_range_full(bits));
    }
    vec_push(c->out, *c->d);
}

// ---- allocation ----------------------------------------------------------------------------------------------------------------------------

static bool size_of(struct call *c, uint64_t *size) {
    const struct ir_lib_size *s = &c->row->result.size;
    uint64_t product = 1;
    bool narrow = c->run->shape->program->pointer_bits == 32;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct ir_lib_factor *x = &s->factors[i];
        num_word w = x->value[narrow];
        if (x->atom == IR_LIB_ARG) {
            struct shape_value v;
            ir_val a = actual(c, x->arg);
            bool known = a != IR_NOTHING && shape_eval(c->run, c->d, a, &v) && v.kind == SHAPE_NUMBER && num_range_is_const(v.range, &w);
            if (!known) return false;
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
    uint64_t size = 0;
    bool odd =
        result->answer != IR_LIB_NEW || result->string || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || ir_lib_role(c->row, IR_LIB_ALIGN) >= 0;
    if (odd) {
        refuse(c);
        return;
    }
    bool known = size_of(c, &size);
    if (!known || (!size && c->row->param == IR_LIB_P_NULL_IF_ZERO)) {
        shape_give_up(c->run, "an allocation of a size that is not known");
        end_call(c);
        return;
    }
    if (result->null || (result->null_alloc && c->run->shape->options.malloc_may_fail)) {
        struct shape_draft failed;
        shape_draft_copy(c->run->vocabulary, &failed, c->d);
        give(c, &failed, shape_number(num_range_const(c->run->shape->program->pointer_bits, 0)));
        vec_push(c->out, failed);
    }
    struct shape_sort sort = shape_allocated(c->run->shape->program, c->run->func, c->instr, size);
    uint32_t name = shape_new_block(c->run, c->d, &sort, known, result->zeroed);
    if (name == SHAPE_NAMES) {
        end_call(c);
        return;
    }
    give(c, c->d, (struct shape_value){.kind = SHAPE_POINTER, .name = (uint8_t)name});
    vec_push(c->out, *c->d);
}

// ---- release -------------------------------------------------------------------------------------------------------------------------------

static void release(struct call *c) {
    struct shape_place p = {0};
    ir_val a = actual_of(c, IR_LIB_RELEASE);
    num_word x;
    if (a == IR_NOTHING || ir_lib_role(c->row, IR_LIB_HANDLE) >= 0 || c->instr->n_dsts) {
        refuse(c);
        return;
    }
    if (!shape_eval(c->run, c->d, a, &p.base)) {
        end_call(c);
        return;
    }
    bool null = p.base.kind == SHAPE_NUMBER && num_range_is_const(p.base.range, &x) && !x;
    if (null)
        vec_push(c->out, *c->d);
    else if (shape_usable(c->run, c->d, &p, 0, SHAPE_FREE))
        shape_end_block(c->run, c->d, p.base.name, SHAPE_FREED, c->out);
    else
        end_call(c);
}

// ---- ends and choices ------------------------------------------------------------------------------------------------------------------------

static void leave(struct call *c) {
    if (c->row->kind == IR_LIB_K_EXIT && c->run->shape->program->dtors.n)
        shape_give_up(c->run, "destructors that run at exit");
    else
        shape_check_cleanup(c->run, c->d);
    end_call(c);
}

// The program comes to where it says that it must not.  Where nobody asked about that, it ends there.
static void fail(struct call *c, const struct shape_draft *d, enum ir_rule rule, const char *message) {
    if (c->run->shape->options.rules >> rule & 1)
        shape_fault(c->run, rule, message);
    else
        shape_check_cleanup(c->run, d);
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
    ir_val a = actual_of(c, IR_LIB_VALUE);
    if (a == IR_NOTHING) {
        refuse(c);
        return;
    }
    if (c->row->kind == IR_LIB_K_ASSERT_CHECK) {
        struct shape_draft failed;
        shape_draft_copy(c->run->vocabulary, &failed, c->d);
        if (shape_assume(c->run, &failed, a, false)) fail(c, &failed, IR_RULE_ASSERTION_FAILURE, "an assertion fails");
        shape_discard(c->run, &failed);
    }
    if (shape_assume(c->run, c->d, a, true))
        vec_push(c->out, *c->d);
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
static bool is_literal(const struct call *c, ir_val v) {
    const struct ir_global *g = ir_tag(v) == IR_GLOBAL ? &c->run->shape->program->globals.at[ir_index(v)] : NULL;
    return g && g->flags & IR_READONLY && !g->n_relocs && (g->size > g->n_bytes || memchr(g->bytes, 0, g->n_bytes));
}

static bool is_number(struct call *c, ir_val v) {
    struct shape_value x;
    if (ir_kind(ir_type_of(c->run->shape->program, c->run->func, v)) == IR_PTR || !shape_eval(c->run, c->d, v, &x)) return false;
    return x.kind == SHAPE_NUMBER || x.kind == SHAPE_UNINIT || x.kind == SHAPE_ODD;
}

// No strings, no counts of characters, no widths from arguments; as many directives as there are numbers.
static bool is_plain_format(const struct ir_global *g, uint32_t n_numbers) {
    uint32_t directives = 0;
    for (uint64_t i = 0; i < g->n_bytes && g->bytes[i]; i++) {
        if (g->bytes[i] != '%') continue;
        i++;
        while (i < g->n_bytes && g->bytes[i] && strchr("0123456789.-+ #hlzjt", g->bytes[i])) i++;
        if (i >= g->n_bytes || !g->bytes[i] || !strchr("diuxXoc%", g->bytes[i])) return false;
        directives += g->bytes[i] != '%';
    }
    return directives <= n_numbers;
}

static void print(struct call *c) {
    bool format = c->row->kind == IR_LIB_K_PRINTF;
    ir_val a = actual_of(c, format ? IR_LIB_PRINTF_FORMAT : IR_LIB_STRING);
    bool plain = a != IR_NOTHING && is_literal(c, a) && c->row->n_args == 1;
    for (uint32_t i = 2; plain && i < c->instr->n_args; i++) plain = is_number(c, c->instr->args[i]);
    if (plain && format) plain = is_plain_format(&c->run->shape->program->globals.at[ir_index(a)], c->instr->n_args - 2);
    if (plain)
        give_any(c);
    else
        refuse(c);
}

// ---- strings ---------------------------------------------------------------------------------------------------------------------------------

// Is it a constant string of the program, or the rest of one?
static bool is_string(const struct call *c, const struct shape_value *v) {
    const struct ir_program *p = c->run->shape->program;
    const struct ir_global *g = v->kind == SHAPE_ADDRESS && v->object < p->globals.n ? &p->globals.at[v->object] : NULL;
    if (!g || !(g->flags & IR_READONLY) || g->n_relocs || v->offset < 0 || (uint64_t)v->offset >= g->size) return false;
    if ((uint64_t)v->offset >= g->n_bytes || g->size > g->n_bytes) return true;
    return memchr(g->bytes + v->offset, 0, g->n_bytes - (uint64_t)v->offset) != NULL;
}

// So many bytes are written, whatever they are.
static void copy_string(struct call *c) {
    struct shape_place to = {0};
    struct shape_value from, length;
    num_word n;
    bool fine = c->instr->n_args == 4 && shape_eval(c->run, c->d, c->instr->args[1], &to.base) &&
                shape_eval(c->run, c->d, c->instr->args[2], &from) && shape_eval(c->run, c->d, c->instr->args[3], &length);
    if (!fine || !is_string(c, &from) || length.kind != SHAPE_NUMBER || !num_range_is_const(length.range, &n) || !n || n > INT32_MAX) {
        refuse(c);
        return;
    }
    shape_drafts filled = {0};
    vec_push(&c->d->results, to.base);  // so that it follows when names change
    shape_fill(c->run, c->d, &to, num_range_full(8), (uint64_t)n, &filled);
    for (uint32_t i = 0; i < filled.n; i++) {
        give(c, &filled.at[i], vec_last(&filled.at[i].results));
        filled.at[i].results.n--;
        vec_push(c->out, filled.at[i]);
    }
    vec_free(&filled);
}

// ---- the table -----------------------------------------------------------------------------------------------------------------------------

typedef void model(struct call *c);
static model *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = alloc,      [IR_LIB_K_FREE] = release,         [IR_LIB_K_EXIT] = leave,
    [IR_LIB_K_HALT] = leave,       [IR_LIB_K_ABORT] = leave,          [IR_LIB_K_NONDET] = give_any,
    [IR_LIB_K_ASSUME] = suppose,   [IR_LIB_K_ASSERT_CHECK] = suppose, [IR_LIB_K_ASSERT_FAIL] = fail_assertion,
    [IR_LIB_K_ERROR] = call_error, [IR_LIB_K_GENERIC] = numbers_only, [IR_LIB_K_COMPUTED] = numbers_only,
    [IR_LIB_K_ABS] = numbers_only, [IR_LIB_K_PUTC] = numbers_only,    [IR_LIB_K_GETC] = numbers_only,
    [IR_LIB_K_PRINTF] = print,     [IR_LIB_K_PUTS] = print,           [IR_LIB_K_STRNCPY] = copy_string,
};

void shape_library(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, uint32_t callee, shape_drafts *out) {
    const struct ir_func *f = &r->shape->program->funcs.at[callee];
    struct call c = {.run = r, .d = d, .instr = i, .use = ir_lib_of(r->shape->lib, r->shape->program, f), .name = f->name, .out = out};
    c.row = c.use.row;
    if (!c.row || !ir_lib_fits(&c.use, i->n_args - 1)) {
        shape_give_up(r, "function '%s' has neither body nor model, called", f->name);
        end_call(&c);
    } else if (models[c.row->kind] && !ir_lib_is_wide(c.row)) {
        models[c.row->kind](&c);
    } else {
        refuse(&c);
    }
}
