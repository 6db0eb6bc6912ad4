// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table.  What has no model here is unknown by name.
#include "sl/sl.h"

struct call {
    struct sl_run *run;
    struct sl_draft *d;
    const struct ir_instr *instr;
    const struct ir_lib *row;
    struct ir_lib_use use;
    const char *name;
};

static uint32_t argument(struct call *c, uint32_t parameter) {
    return sl_eval(c->run, c->d, c->instr->args[1 + ir_lib_actual(&c->use, parameter)]);
}

static uint32_t argument_of(struct call *c, enum ir_lib_role role) {
    int k = ir_lib_role(c->row, role);
    return k < 0 ? 0 : argument(c, (uint32_t)k);
}

static ir_type result_type(struct call *c) {
    return c->instr->n_dsts ? c->run->func->locals.at[c->instr->dsts[0]].type : 0;
}

static void set_result(struct call *c, uint32_t v) {
    if (c->instr->n_dsts) sl_assign(c->d, c->instr->dsts[0], v);
}

static bool refuse(struct call *c) {
    sl_give_up(c->run, "call of library function '%s' is not modelled by this domain", c->name);
    return false;
}

// ---- allocation --------------------------------------------------------------------------------------------------------------------

// The number of bytes, if it is one number.
static bool size_of(struct call *c, const struct ir_lib_size *s, uint64_t *out, bool *known) {
    num_word n = 1;
    *known = s->n > 0;
    for (uint32_t k = 0; k < s->n; k++) {
        const struct ir_lib_factor *f = &s->factors[k];
        num_word x = f->value[c->run->sl->bits == 32];
        if (f->atom == IR_LIB_ARG) {
            uint32_t v = argument(c, f->arg);
            if (!v) return false;
            if (!sl_is_const(c->d, v, &x)) *known = false;
        } else if (f->atom != IR_LIB_CONST) {
            *known = false;
        }
        n *= x;
    }
    n += s->add;
    if (n > (c->run->sl->bits == 32 ? INT32_MAX : INT64_MAX)) *known = false;
    *out = (uint64_t)n;
    return true;
}

static bool allocate(struct call *c) {
    uint64_t size;
    bool known;
    if (c->row->result.answer != IR_LIB_NEW || c->row->param == IR_LIB_P_NULL_IF_ZERO || c->row->result.string) return refuse(c);
    if (!size_of(c, &c->row->result.size, &size, &known)) return false;
    struct sl_object o = {.storage = SL_HEAP, .rest = c->row->result.zeroed ? SL_REST_ZERO : SL_REST_UNINIT, .size = known ? size : 0};
    o.more = known ? 0 : SL_UNBOUNDED;
    o.func = c->run->func_index;
    o.instr = c->run->at;
    bool may_fail = c->row->result.null || (c->row->result.null_alloc && c->run->sl->options.malloc_may_fail);
    if (may_fail || !known) {  // a size that is not known may overflow, and then there is no block
        struct sl_draft *failed = sl_fork(c->run, c->d, c->run->at + 1);
        struct call other = *c;
        other.d = failed;
        set_result(&other, sl_const(failed, c->run->sl->bits, 0));
    }
    uint32_t object = sl_add_object(c->d, o);
    c->d->lost = true;
    set_result(c, sl_address(c->d, object, c->run->sl->bits, 0));
    return true;
}

void sl_free(struct sl_run *r, struct sl_draft *d, uint32_t object) {
    (void)r;
    d->objects.at[object].life = SL_FREED;
    d->lost = true;
}

static bool free_block(struct call *c) {
    struct sl_run *r = c->run;
    uint32_t v = argument_of(c, IR_LIB_RELEASE);
    int64_t offset;
    if (!v) return false;
    if (sl_is_null(c->d, v)) {
        sl_proved(r);
        return true;
    }
    const struct sl_value *x = &c->d->values.at[v];
    if (x->kind == SL_ANY) {
        sl_give_up(r, "free of a pointer that is not followed");
        return false;
    }
    if (x->kind != SL_ADDR) {
        sl_fault(r, c->d, IR_RULE_INVALID_FREE, x->kind == SL_UNINIT, 0, "frees a pointer that is not the start of a heap block");
        return false;
    }
    if (!sl_expose(r, c->d, v)) return false;
    const struct sl_object *o = &c->d->objects.at[c->d->values.at[v].object];
    uint32_t object = c->d->values.at[v].object;
    if (o->storage == SL_HEAP && o->life == SL_FREED) {
        sl_fault(r, c->d, IR_RULE_DOUBLE_FREE, true, object, "frees a heap block that was freed before");
        return false;
    }
    if (o->storage != SL_HEAP || o->life != SL_VALID || !sl_offset(c->d, v, &offset) || offset) {
        sl_fault(r, c->d, IR_RULE_INVALID_FREE, true, object, "frees a pointer that is not the start of a heap block");
        return false;
    }
    sl_proved(r);
    sl_free(r, c->d, object);
    return true;
}

// ---- memory by address -------------------------------------------------------------------------------------------------------------

static bool length_of(struct call *c, int parameter, uint64_t *n) {
    bool known;
    if (parameter < 0 || !size_of(c, &c->row->args[parameter].size, n, &known)) return false;
    num_word units = (num_word)*n * c->row->args[parameter].unit;
    if (known && units <= INT64_MAX) {
        *n = (uint64_t)units;
        return true;
    }
    sl_give_up(c->run, "'%s' of a length that is not one number", c->name);
    return false;
}

static bool place_of(struct call *c, int parameter, uint64_t n, bool write, struct sl_place *out) {
    uint32_t v = argument(c, (uint32_t)parameter);
    if (!v || !sl_resolve(c->run, c->d, v, n, write, NULL, out)) return false;
    if (out->lo == out->hi) return true;
    sl_give_up(c->run, "'%s' at a place that is not one offset", c->name);
    return false;
}

static bool return_argument(struct call *c) {
    if (c->row->result.answer == IR_LIB_VOID || !c->instr->n_dsts) return true;
    if (c->row->result.answer != IR_LIB_SAME) return refuse(c);
    uint32_t v = argument(c, c->row->result.arg);
    if (v) set_result(c, v);
    return v != 0;
}

static bool copy_memory(struct call *c) {
    struct sl_place to, from;
    int w = ir_lib_role(c->row, IR_LIB_WRITE), r = ir_lib_role(c->row, IR_LIB_READ);
    uint64_t n;
    if (!length_of(c, w, &n)) return false;
    if (n) {
        if (!place_of(c, r, n, false, &from) || !place_of(c, w, n, true, &to)) return false;
        sl_copy_bytes(c->d, to.object, (uint64_t)to.lo, from.object, (uint64_t)from.lo, n);
    }
    return return_argument(c);
}

static bool fill_memory(struct call *c) {
    struct sl_place to;
    int w = ir_lib_role(c->row, IR_LIB_WRITE);
    uint64_t n;
    num_word byte = 0;
    uint32_t v = c->row->kind == IR_LIB_K_BZERO ? 0 : argument_of(c, IR_LIB_VALUE);
    if (!length_of(c, w, &n) || (c->row->kind != IR_LIB_K_BZERO && !v)) return false;
    if (n) {
        if (!place_of(c, w, n, true, &to)) return false;
        bool zero = !v || (sl_is_const(c->d, v, &byte) && (byte & 255) == 0);
        if (zero && c->row->args[w].unit == 1)
            sl_put(c->d, to.object, (uint64_t)to.lo, n, sl_const(c->d, n <= 16 ? (unsigned)n * 8 : 64, 0));
        else
            sl_kill(c->d, to.object, (uint64_t)to.lo, n);
    }
    return return_argument(c);
}

// ---- ends and choices --------------------------------------------------------------------------------------------------------------

static bool leave_program(struct call *c) {
    if (c->row->kind == IR_LIB_K_EXIT && c->run->sl->program->dtors.n) {
        sl_give_up(c->run, "destructors that run at exit");
        return false;
    }
    if (c->row->kind != IR_LIB_K_ABORT) sl_check_cleanup(c->run, c->d);
    return false;
}

static bool assume_true(struct call *c) {
    uint32_t v = argument_of(c, IR_LIB_VALUE);
    if (!v) return false;
    const struct sl_value *x = &c->d->values.at[v];
    if (x->kind == SL_INT) return sl_assume(c->run, c->d, IR_NE_, v, sl_const(c->d, x->range.bits, 0), true);
    return true;
}

static bool check_assertion(struct call *c) {
    uint32_t v = argument_of(c, IR_LIB_VALUE);
    if (!v) return false;
    const struct sl_value *x = &c->d->values.at[v];
    uint32_t zero = sl_const(c->d, x->kind == SL_INT ? c->d->values.at[v].range.bits : c->run->sl->bits, 0);
    enum num_truth t = sl_test(c->run, c->d, IR_EQ_, v, zero);
    if (t & NUM_TRUE) sl_fault(c->run, c->d, IR_RULE_ASSERTION_FAILURE, t == NUM_TRUE, 0, "an assertion fails");
    return (t & NUM_FALSE) && sl_assume(c->run, c->d, IR_NE_, v, zero, true);
}

static bool choose(struct call *c) {
    ir_type t = result_type(c);
    if (!t) return true;
    if (ir_kind(t) == IR_INT && ir_bits(t) <= 64)
        set_result(c, sl_int(c->d, num_range_full(ir_bits(t))));
    else
        set_result(c, sl_unknown(c->d, t, c->run->sl->bits));
    return true;
}

// ---- functions that only look ------------------------------------------------------------------------------------------------------

// A string that is surely terminated: an address inside a constant global that ends with 0.
static bool is_literal(struct call *c, uint32_t v) {
    int64_t offset;
    const struct sl_value *x = &c->d->values.at[v];
    if (x->kind != SL_ADDR || !sl_offset(c->d, v, &offset)) return false;
    const struct sl_object *o = &c->d->objects.at[x->object];
    if (o->storage != SL_GLOBAL) return false;
    const struct ir_global *g = &c->run->sl->program->globals.at[o->tag];
    return g->flags & IR_READONLY && !(g->flags & IR_EXTERN) && !g->n_relocs && offset >= 0 && (uint64_t)offset < g->size &&
           g->n_bytes < g->size;
}

// What a standard stream's variable holds: the only handles there are, for whatever opens another is refused.
static bool is_handle(struct call *c, uint32_t k, uint32_t v) {
    const struct ir_program *p = c->run->sl->program;
    if (c->row->args[k].null && sl_is_null(c->d, v)) return true;
    for (uint32_t o = 1; o < c->d->objects.n; o++) {
        if (c->d->objects.at[o].storage != SL_GLOBAL) continue;
        const struct ir_global *g = &p->globals.at[c->d->objects.at[o].tag];
        const struct ir_lib_var *var = g->flags & IR_EXTERN ? ir_lib_var(c->run->sl->lib, g->name) : NULL;
        uint32_t field = sl_field_at(c->d, o, 0, c->run->sl->bits / 8);
        bool holds = field != UINT32_MAX && c->d->fields.at[field].value == v && c->d->values.at[v].kind == SL_ANY;
        if (holds && var && var->kind == IR_LIB_V_HANDLE) return true;
    }
    return false;
}

static char byte_at(const struct ir_global *g, uint64_t at) {
    return at < g->n_bytes ? (char)g->bytes[at] : 0;
}

static bool has_argument(struct call *c, uint32_t k, bool string) {
    if (k >= c->instr->n_args) return false;
    uint32_t v = string ? sl_eval(c->run, c->d, c->instr->args[k]) : 0;
    return !string || (v && is_literal(c, v));
}

// Has every conversion of the literal format an argument, and %s a literal?
static bool fits_format(struct call *c, uint32_t format, uint32_t k) {
    const struct sl_value *v = &c->d->values.at[format];
    const struct ir_global *g = &c->run->sl->program->globals.at[c->d->objects.at[v->object].tag];
    for (uint64_t at = (uint64_t)num_range_smin(v->range); byte_at(g, at); at++) {
        if (byte_at(g, at) != '%') continue;
        bool wide = false;
        char x;
        while ((x = byte_at(g, ++at)) && strchr("-+ #0123456789.*'hlLqjzt", x)) {
            if (x == '*' && !has_argument(c, k++, false)) return false;
            wide |= x == 'l';
        }
        if (x == '%') continue;
        if (!x || !strchr("diouxXcsaAeEfFgGp", x) || (x == 's' && wide) || !has_argument(c, k++, x == 's')) return false;
    }
    return true;
}

static bool only_looks(struct call *c) {
    for (uint32_t k = 0; k < c->row->n_args; k++) {
        uint8_t role = c->row->args[k].role;
        uint32_t v = argument(c, k);
        if (!v) return false;
        if (role == IR_LIB_HANDLE && !is_handle(c, k, v)) return refuse(c);
        if (role == IR_LIB_VALUE || role == IR_LIB_HANDLE) continue;
        if (role == IR_LIB_PRINTF_FORMAT && is_literal(c, v) && !fits_format(c, v, 2 + ir_lib_actual(&c->use, k))) return refuse(c);
        if ((role != IR_LIB_STRING && role != IR_LIB_PRINTF_FORMAT) || !is_literal(c, v)) return refuse(c);
    }
    for (uint32_t k = c->row->n_args; k < c->instr->n_args - 1; k++) {  // what a format prints: numbers, and literals
        uint32_t v = sl_eval(c->run, c->d, c->instr->args[1 + k]);
        if (!v) return false;
        if (c->d->values.at[v].kind == SL_ADDR && !is_literal(c, v)) return refuse(c);
        if (c->d->values.at[v].kind != SL_ADDR && ir_kind(ir_type_of(c->run->sl->program, c->run->func, c->instr->args[1 + k])) == IR_PTR)
            return refuse(c);
    }
    return true;
}

static bool number_result(struct call *c) {
    ir_type t = result_type(c);
    if (c->row->result.answer != IR_LIB_NUMBER && c->row->result.answer != IR_LIB_VOID) return refuse(c);
    if (!only_looks(c)) return false;
    if (t) set_result(c, sl_unknown(c->d, t, c->run->sl->bits));
    if (t && ir_kind(t) == IR_INT) set_result(c, sl_int(c->d, num_range_full(ir_bits(t))));
    return true;
}

// Beyond a character and EOF, the table of characters is left.
static bool classify(struct call *c) {
    uint32_t v = argument_of(c, IR_LIB_VALUE);
    if (!v) return false;
    const struct sl_value *x = &c->d->values.at[v];
    bool character = x->kind == SL_INT && x->range.bits <= 64 && num_range_smin(x->range) >= -1 && num_range_smax(x->range) <= UINT8_MAX;
    return character ? number_result(c) : refuse(c);
}

bool sl_library(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i, uint32_t callee) {
    const struct ir_func *f = &r->sl->program->funcs.at[callee];
    struct call c = {.run = r, .d = d, .instr = i, .use = ir_lib_of(r->sl->lib, r->sl->program, f), .name = f->name};
    c.row = c.use.row;
    if (!c.row || !ir_lib_fits(&c.use, i->n_args - 1)) {
        sl_give_up(r, "call of unknown function '%s'", f->name);
        return false;
    }
    switch (c.row->kind) {
    case IR_LIB_K_ALLOC: return allocate(&c);
    case IR_LIB_K_FREE: return free_block(&c);
    case IR_LIB_K_MEMCPY: return copy_memory(&c);
    case IR_LIB_K_MEMSET:
    case IR_LIB_K_BZERO: return fill_memory(&c);
    case IR_LIB_K_NONDET: return choose(&c);
    case IR_LIB_K_ASSUME: return assume_true(&c);
    case IR_LIB_K_ASSERT_CHECK: return check_assertion(&c);
    case IR_LIB_K_ERROR: sl_fault(r, d, IR_RULE_ERROR_CALL, true, 0, "the error function '%s' is called", f->name); return false;
    case IR_LIB_K_ASSERT_FAIL: sl_fault(r, d, IR_RULE_ASSERTION_FAILURE, true, 0, "an assertion fails"); return false;
    case IR_LIB_K_EXIT:
    case IR_LIB_K_HALT:
    case IR_LIB_K_ABORT: return leave_program(&c);
    case IR_LIB_K_PRINTF:
    case IR_LIB_K_PUTS:
    case IR_LIB_K_PUTC:
    case IR_LIB_K_ABS:
    case IR_LIB_K_GENERIC: return number_result(&c);
    case IR_LIB_K_CTYPE: return classify(&c);
    default: return refuse(&c);
    }
}
