// SPDX-License-Identifier: MIT
#include "check/exact.h"

#include "check/limits.h"
#include "ir/eval.h"
#include "ir/lib.h"

enum { MOST_COPIES = 8 };     // of one word, from place to place
enum { MOST_DIVISOR = 128 };  // larger ones make no bytes of bits

struct walk {
    const struct check_path *path;
    uint32_t hops;
};

static bool exactly(struct walk *w, uint32_t event, ir_val v, bool sign, uint32_t depth, struct check_exact *out);

static const struct ir_func *func_of(const struct walk *w, uint32_t event) {
    return &w->path->program->funcs.at[w->path->events.at[event].func];
}

static uint32_t bits_of(const struct walk *w, uint32_t event, ir_val v) {
    ir_type type = ir_type_of(w->path->program, func_of(w, event), v);
    return ir_kind(type) == IR_INT ? ir_bits(type) : 0;
}

static __int128 as_number(uint64_t word, uint32_t bits, bool sign) {
    return sign ? ir_signed(word & ir_mask(bits), bits) : (__int128)(word & ir_mask(bits));
}

static __int128 capped(__int128 x) {
    return x > CHECK_HUGE ? CHECK_HUGE : x < -CHECK_HUGE ? -CHECK_HUGE : x;
}

static __int128 product(__int128 a, __int128 b) {
    __int128 x;
    return capped(__builtin_mul_overflow(a, b, &x) ? ((a < 0) == (b < 0) ? CHECK_HUGE : -CHECK_HUGE) : x);
}

static struct check_exact plain(__int128 value) {
    return (struct check_exact){.value = value, .overflow = CHECK_NO_EVENT};
}

// ---- operators -----------------------------------------------------------------------------------------------------------------------

// The number that a constant stands for beside +, and as a mask: n + 18446744073709551615 is n - 1.
static bool operand(struct walk *w, uint32_t event, ir_val v, bool sign, uint32_t depth, struct check_exact *out) {
    enum ir_pure op = (enum ir_pure)check_path_instr(w->path, event)->pure;
    return exactly(w, event, v, sign || (ir_tag(v) == IR_CONST && (op == IR_ADD_ || op == IR_AND_)), depth, out);
}

// False: the operator is not one that is followed, or not with these numbers.
static bool apply(enum ir_pure op, __int128 a, __int128 b, bool fixed, __int128 *out) {
    switch (op) {
    case IR_ADD_: *out = capped(a + b); return true;
    case IR_SUB_: *out = capped(a - b); return true;
    case IR_MUL_: *out = product(a, b); return true;
    case IR_SHL_: *out = b >= 0 && b < 64 ? product(a, (__int128)1 << b) : 0; return b >= 0 && b < 64;
    case IR_UMAX_: *out = a > b ? a : b; return true;
    case IR_UMIN_: *out = a < b ? a : b; return true;
    case IR_AND_: *out = a & b; return fixed && b < 0;                                                  // rounded down
    case IR_UDIV_: *out = b > 0 ? a / b : 0; return fixed && a >= 0 && b > 0 && b <= MOST_DIVISOR;       // bits to bytes
    case IR_LSHR_: *out = b >= 0 && b < 8 ? a >> b : 0; return fixed && a >= 0 && b >= 0 && b < 8;
    default: return false;
    }
}

// An operator on two numbers: where it gives less than it should, that is the overflow.
static bool binary(struct walk *w, uint32_t event, bool sign, uint32_t depth, __int128 actual, struct check_exact *out) {
    const struct ir_instr *i = check_path_instr(w->path, event);
    struct check_exact a, b;
    *out = plain(actual);
    if (i->n_args != 2 || !operand(w, event, i->args[0], sign, depth, &a) || !operand(w, event, i->args[1], sign, depth, &b)) return true;
    if (!apply((enum ir_pure)i->pure, a.value, b.value, ir_tag(i->args[1]) == IR_CONST, &out->value)) return true;
    if (a.overflow != CHECK_NO_EVENT || b.overflow != CHECK_NO_EVENT) {
        __int128 value = out->value;
        *out = a.overflow != CHECK_NO_EVENT ? a : b;
        out->value = value;
    } else if (out->value > actual)
        *out = (struct check_exact){out->value, event, {a.value, b.value}};
    return true;
}

// Is it a sum or a product, perhaps copied?
static bool is_computed(const struct walk *w, uint32_t event, ir_val v) {
    for (int copies = 0; copies < MOST_COPIES; copies++) {
        event = ir_tag(v) == IR_LOCAL ? check_path_definition(w->path, event, ir_index(v)) : CHECK_NO_EVENT;
        const struct ir_instr *i = event == CHECK_NO_EVENT ? NULL : check_path_instr(w->path, event);
        if (!i || i->op != IR_LET) return false;
        if (i->pure == IR_ADD_ || i->pure == IR_MUL_ || i->pure == IR_SHL_) return true;
        if (i->pure != IR_COPY_) return false;
        v = i->args[0];
    }
    return false;
}

// Of what is computed in more bits than are kept all counts; of any other number only what is kept.
static bool narrowed(struct walk *w, uint32_t event, bool sign, uint32_t depth, __int128 actual, struct check_exact *out) {
    ir_val v = check_path_instr(w->path, event)->args[0];
    if (!is_computed(w, event, v) || !exactly(w, event, v, sign, depth, out)) *out = plain(actual);
    if (out->overflow == CHECK_NO_EVENT && out->value > actual) *out = (struct check_exact){out->value, event, {out->value, 0}};
    return true;
}

static bool chosen(struct walk *w, uint32_t event, bool sign, uint32_t depth, __int128 actual, struct check_exact *out) {
    const struct ir_instr *i = check_path_instr(w->path, event);
    struct check_exact condition;
    if (exactly(w, event, i->args[0], false, depth, &condition))
        return exactly(w, event, i->args[condition.value ? 1 : 2], sign, depth, out);
    *out = plain(actual);
    return true;
}

static bool let(struct walk *w, uint32_t event, bool sign, uint32_t depth, __int128 actual, struct check_exact *out) {
    const struct ir_instr *i = check_path_instr(w->path, event);
    switch ((enum ir_pure)i->pure) {
    case IR_COPY_: return exactly(w, event, i->args[0], sign, depth, out);
    case IR_ZEXT_: return exactly(w, event, i->args[0], false, depth, out);
    case IR_SEXT_: return exactly(w, event, i->args[0], true, depth, out);
    case IR_TRUNC_: return narrowed(w, event, sign, depth, actual, out);
    case IR_SELECT_: return chosen(w, event, sign, depth, actual, out);
    default: return binary(w, event, sign, depth, actual, out);
    }
}

// ---- one hop back --------------------------------------------------------------------------------------------------------------------

static bool loaded(struct walk *w, uint32_t load, bool sign, uint32_t depth, __int128 actual, struct check_exact *out) {
    uint32_t store = check_path_stored(w->path, load);
    const struct ir_instr *i = store == CHECK_NO_EVENT ? NULL : check_path_instr(w->path, store);
    struct check_exact x;
    bool same = i && exactly(w, store, i->args[0], sign, depth, &x) && (x.overflow != CHECK_NO_EVENT || x.value == actual);
    *out = same ? x : plain(actual);
    return true;
}

// A parameter: the argument of the call.
static bool argument(struct walk *w, uint32_t event, uint32_t local, bool sign, uint32_t depth, struct check_exact *out) {
    const struct check_frame *f = &w->path->frames.at[w->path->events.at[event].frame];
    const struct ir_instr *call = f->call == CHECK_NO_EVENT ? NULL : check_path_instr(w->path, f->call);
    bool passed = call && call->op == IR_CALL && local < w->path->program->funcs.at[f->func].n_params && local + 1 < call->n_args;
    return passed && exactly(w, f->call, call->args[local + 1], sign, depth, out);
}

static bool defined(struct walk *w, uint32_t def, bool sign, uint32_t bits, uint32_t depth, struct check_exact *out) {
    const struct check_event *e = &w->path->events.at[def];
    const struct ir_instr *i = check_path_instr(w->path, def);
    __int128 actual = as_number(e->result, bits, sign);
    uint32_t ret = i->op == IR_CALL ? check_path_return(w->path, def) : CHECK_NO_EVENT;
    if (ret != CHECK_NO_EVENT) {
        const struct ir_instr *r = check_path_instr(w->path, ret);
        return r->n_args && exactly(w, ret, r->args[0], sign, depth, out);
    }
    if (!e->known) return false;
    *out = plain(actual);
    if (depth == 0 || ++w->hops > check_limits[CHECK_LIMIT_HOPS].value) return true;
    if (i->op == IR_LET) return let(w, def, sign, depth, actual, out);
    return i->op != IR_LOAD || loaded(w, def, sign, depth, actual, out);
}

static bool exactly(struct walk *w, uint32_t event, ir_val v, bool sign, uint32_t depth, struct check_exact *out) {
    const struct ir_const *c = ir_const_of(w->path->program, v);
    uint32_t bits = bits_of(w, event, v), def = CHECK_NO_EVENT;
    if (!bits || bits > 64 || (c && c->undef)) return false;
    if (c) {
        *out = plain(as_number(c->lo, bits, sign));
        return true;
    }
    if (ir_tag(v) != IR_LOCAL || depth == 0) return false;
    def = check_path_definition(w->path, event, ir_index(v));
    return def == CHECK_NO_EVENT ? argument(w, event, ir_index(v), sign, depth - 1, out) : defined(w, def, sign, bits, depth - 1, out);
}

// ---- sizes ---------------------------------------------------------------------------------------------------------------------------

static bool exact_operand(const struct check_path *path, uint32_t event, ir_val v, struct check_exact *out) {
    struct walk w = {.path = path};
    return exactly(&w, event, v, false, (uint32_t)check_limits[CHECK_LIMIT_HOPS].value, out);
}

// Of a call of a library function: the numbers that its row says the size is made of.
static const struct ir_lib_size *size_of(const struct ir_lib *row) {
    int cell = ir_lib_role(row, IR_LIB_FRESH);
    bool fresh = row->result.answer == IR_LIB_NEW || row->result.answer == IR_LIB_RESIZED;
    return fresh ? &row->result.size : cell >= 0 ? &row->args[cell].size : NULL;
}

static bool exact_factor(const struct check_path *path, uint32_t event, const struct ir_lib_use *use, const struct ir_lib_factor *f,
                         struct check_exact *out) {
    const struct ir_instr *call = check_path_instr(path, event);
    uint32_t at = ir_lib_actual(use, f->arg) + 1;
    *out = plain(f->value[path->program->pointer_bits == 32]);
    if (f->atom == IR_LIB_CONST) return true;
    return f->atom == IR_LIB_ARG && f->turn == IR_LIB_AS_IT_IS && at < call->n_args && exact_operand(path, event, call->args[at], out);
}

bool check_exact_size(const struct check_path *path, const struct ir_lib_table *lib, uint32_t event, struct check_exact *out) {
    const struct ir_instr *i = check_path_instr(path, event);
    if (i->op == IR_ALLOCA) return exact_operand(path, event, i->args[0], out);
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    struct ir_lib_use use = ir_lib_of(lib, path->program, &path->program->funcs.at[ir_index(i->args[0])]);
    const struct ir_lib_size *size = use.row ? size_of(use.row) : NULL;
    *out = plain(1);
    for (uint32_t k = 0; size && k < size->n; k++) {
        struct check_exact factor, before = *out;
        if (!exact_factor(path, event, &use, &size->factors[k], &factor)) return false;
        *out = before.overflow != CHECK_NO_EVENT ? before : factor;
        out->value = product(before.value, factor.value);
    }
    return size && size->n;
}
