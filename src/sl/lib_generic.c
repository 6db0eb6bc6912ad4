// SPDX-License-Identifier: MIT
// Functions that their descriptors describe: what is read and written is checked, then the world decides.
#include "sl/lib.h"

struct touched {
    struct sl_place place[IR_LIB_MAX_ARGS];
    uint64_t bytes[IR_LIB_MAX_ARGS];  // 0: not touched
    bool maybe[IR_LIB_MAX_ARGS];      // perhaps not touched: its size may be 0
};

// ---- reading -----------------------------------------------------------------------------------------------------------------------

static bool touch_bytes(struct sl_call *c, uint32_t k, uint32_t v, bool write, struct touched *t) {
    const struct ir_lib_arg *a = &c->row->args[k];
    struct sl_extent n;
    if (!a->size.n) return sl_lib_refuse(c);
    if (!sl_lib_extent(c, &a->size, a->unit, &n)) return false;
    if (a->limited && n.lo > a->unit) n.lo = a->unit;  // so many at most
    t->bytes[k] = n.hi;
    t->maybe[k] = !n.lo;
    return !n.hi || sl_lib_reach(c, v, n, write, &t->place[k]);
}

static bool touch_text(struct sl_call *c, uint32_t k, struct touched *t) {
    struct sl_text text;
    if (!sl_lib_text(c, k, &text)) return false;
    if (c->row->args[k].role == IR_LIB_EDIT) {
        t->place[k] = text.place;
        t->bytes[k] = text.length.hi * text.unit;
        struct sl_extent n = {.lo = 0, .hi = t->bytes[k]};
        if (t->bytes[k] >= SL_UNBOUNDED) return sl_lib_refuse(c);
        if (t->bytes[k] && !sl_lib_reach(c, sl_lib_arg(c, k), n, true, &t->place[k])) return false;
    }
    return true;
}

static bool touch(struct sl_call *c, uint32_t k, struct touched *t) {
    const struct ir_lib_arg *a = &c->row->args[k];
    uint32_t v = sl_lib_arg(c, k);
    t->bytes[k] = 0;
    if (!v || (a->null && sl_is_null(c->d, v))) return v != 0;
    switch ((enum ir_lib_role)a->role) {
    case IR_LIB_VALUE: return true;
    case IR_LIB_READ: return touch_bytes(c, k, v, false, t);
    case IR_LIB_WRITE:
    case IR_LIB_UPDATE:
    case IR_LIB_FILL:
    case IR_LIB_ECHO: return touch_bytes(c, k, v, true, t);
    case IR_LIB_STRING:
    case IR_LIB_EDIT: return touch_text(c, k, t);
    case IR_LIB_HANDLE: return sl_lib_handle(c, k, v);
    case IR_LIB_CLOSE: return sl_lib_handle(c, k, v) && (c->d->values.at[v].kind == SL_ADDR || sl_lib_refuse(c));  // a standard stream
    case IR_LIB_PRINTF_FORMAT: {
        struct sl_extent length;
        struct sl_printed printed;
        return sl_lib_printf_args(c, k, &length, &printed);
    }
    default: return sl_lib_refuse(c);
    }
}

// No pointer, and no number that is the address of something.
static bool is_plain_number(struct sl_call *c, ir_val a) {
    if (ir_kind(ir_type_of(c->run->step->program, c->run->func, a)) == IR_PTR) return false;
    uint32_t v = sl_eval(c->run, c->d, a);
    return v && c->d->values.at[v].kind == SL_INT;
}

// Pointers among the variadic arguments are handed to the system.
static bool has_plain_rest(struct sl_call *c) {
    uint32_t known = 1 + c->row->n_args + (uint32_t)__builtin_popcount(c->use.drop);
    if (ir_lib_role(c->row, IR_LIB_PRINTF_FORMAT) >= 0) return true;
    for (uint32_t k = known; k < c->instr->n_args; k++)
        if (!is_plain_number(c, c->instr->args[k])) return sl_lib_refuse(c);
    return true;
}

static bool touch_all(struct sl_call *c, struct touched *t) {
    for (uint32_t k = 0; k < c->row->n_args; k++)
        if (!touch(c, k, t)) return false;
    return has_plain_rest(c);
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------

static void close_handle(struct sl_call *c, uint32_t v) {
    c->d->objects.at[c->d->values.at[v].object].life = SL_FREED;
}

// What is written is arbitrary; `done`: as the call does it when it succeeds.
static void change(struct sl_call *c, const struct touched *t, bool done) {
    for (uint32_t k = 0; k < c->row->n_args; k++) {
        uint8_t role = c->row->args[k].role;
        struct sl_place p = t->place[k];
        if (done && role == IR_LIB_CLOSE && !sl_is_null(c->d, sl_lib_arg(c, k))) close_handle(c, sl_lib_arg(c, k));
        if (!ir_lib_changes((enum ir_lib_role)role) || !t->bytes[k]) continue;
        sl_overwrite(c->d, p, t->bytes[k]);
        bool ends = done && (role == IR_LIB_EDIT || (role == IR_LIB_FILL && !t->maybe[k]));
        if (ends) sl_lib_ends(c, p, c->row->args[k].unit);
    }
}

// ---- results -----------------------------------------------------------------------------------------------------------------------

static int64_t top_of(struct sl_call *c, unsigned bits) {
    unsigned used = bits - !c->row->result.is_unsigned;
    return used >= 63 ? INT64_MAX : (int64_t)((1ull << used) - 1);
}

// The bound, at most `top`; false: the path ended.
static bool bound(struct sl_call *c, const struct ir_lib_bound *b, bool upper, int64_t top, int64_t *out) {
    struct sl_extent n;
    *out = b->value;
    if (!b->by_arg) return true;
    if (!sl_lib_amount(c, &b->factor, &n)) return false;
    uint64_t v = upper ? n.hi : n.lo;
    *out = v > (uint64_t)top ? top : (int64_t)v + b->value;
    return true;
}

// May the argument be 0, or have one of the bits, so that the upper bound does not hold?
static bool may_be_open(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    uint32_t v = r->open_arg < 0 ? 0 : sl_lib_arg(c, (uint32_t)r->open_arg);
    num_word x;
    if (!v) return false;
    if (r->open_bits) return !sl_is_const(c->d, v, &x) || (x & r->open_bits) != 0;
    const struct sl_value *a = &c->d->values.at[v];
    return a->kind == SL_INT ? num_range_has(a->range, 0) : a->kind != SL_ADDR;
}

static void give_range(struct sl_call *c, int64_t lo, int64_t hi) {
    ir_type t = sl_lib_type(c);
    struct num_range x = c->row->result.is_unsigned ? num_range_unsigned(ir_bits(t), (uint64_t)lo, (uint64_t)hi)
                                                    : num_range_signed(ir_bits(t), lo, hi);
    sl_lib_give(c, sl_int(c->d, x));
}

// The numbers of a call that succeeds, and `failed` those of one that fails.
static bool give_number(struct sl_call *c, bool succeeded, bool failed) {
    const struct ir_lib_result *r = &c->row->result;
    const struct ir_lib_failure *f = &r->failure;
    ir_type t = sl_lib_type(c);
    bool bounded = t && ir_kind(t) == IR_INT && ir_bits(t) <= 64 && (r->lo.given || r->hi.given);
    if (!bounded) return t ? sl_lib_give_unknown(c), true : true;
    int64_t top = top_of(c, ir_bits(t)), lo = r->is_unsigned ? 0 : -top - 1, hi = top;
    if ((r->lo.given && !bound(c, &r->lo, false, top, &lo)) || (r->hi.given && !bound(c, &r->hi, true, top, &hi))) return false;
    bool wide = succeeded && r->is_unsigned && ir_bits(t) == 64 && (!r->hi.given || hi == top);  // numbers above the signed ones
    if (may_be_open(c)) hi = top;
    if (hi < lo && r->hi.by_arg) hi = lo;
    if (failed && (!succeeded || f->lo < lo)) lo = f->lo;
    if (failed && (!succeeded || f->hi > hi)) hi = f->hi;
    if (wide && lo >= 0)
        sl_lib_give(c, sl_int(c->d, num_range_unsigned(64, (uint64_t)lo, UINT64_MAX)));
    else if (wide || lo > top)
        sl_lib_give_unknown(c);
    else
        give_range(c, lo, hi < top ? hi : top);
    return true;
}

static bool give_static(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    struct sl_extent n = {.lo = 1, .hi = SL_UNBOUNDED};
    if (!r->string && !sl_lib_extent(c, &r->size, 1, &n)) return false;
    if (r->lent) sl_lib_end_lent(c);
    uint32_t o = sl_lib_shared(c, n.lo, n.hi - n.lo);
    if (r->lent) c->d->objects.at[o].tag = SL_LENT;
    if (r->string) c->d->objects.at[o].text = SL_TEXT;
    sl_lib_give(c, sl_address(c->d, o, sl_of(c->run)->bits, 0));
    return true;
}

static bool give_new(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    struct sl_extent n = {.lo = 1, .hi = SL_UNBOUNDED};
    if (!r->string && !sl_lib_extent(c, &r->size, 1, &n)) return false;
    uint32_t o = sl_lib_new_block(c, n, r->string ? SL_REST_ANY : r->zeroed ? SL_REST_ZERO : SL_REST_UNINIT);
    if (r->string && r->unit == 1) c->d->objects.at[o].text = SL_TEXT;
    if (r->layout != IR_LIB_NO_LAYOUT) c->d->objects.at[o].rest = SL_REST_ANY;
    sl_lib_give(c, sl_address(c->d, o, sl_of(c->run)->bits, 0));
    return true;
}

// A structure that ends with a string may be cut behind it.
static uint64_t surely_there(struct sl_call *c, const struct ir_lib_result *r, uint64_t size) {
    const struct ir_lib_layout *l = ir_lib_layout(c->run->step->lib, r->layout);
    bool narrow = sl_of(c->run)->bits == 32;
    for (uint32_t i = 0; l && i < l->n_fields; i++) {
        const struct ir_lib_field *f = &l->fields[i];
        if (f->kind == IR_LIB_F_INLINE && f->offset[narrow] + f->size[narrow] + 8 > size) return f->offset[narrow] + 1;
    }
    return size;
}

// What belongs to a handle is part of it, behind what the handle itself is.
static bool give_owned(struct sl_call *c) {
    enum { OWNED_AT = 64 };
    const struct ir_lib_result *r = &c->row->result;
    uint32_t v = sl_lib_arg(c, r->arg);
    struct sl_extent n;
    if (!v) return false;
    if (r->string || c->d->values.at[v].kind != SL_ADDR) return sl_lib_give_unknown(c), true;
    if (!sl_lib_extent(c, &r->size, 1, &n)) return false;
    struct sl_object *o = &c->d->objects.at[c->d->values.at[v].object];
    if (o->size < OWNED_AT + n.hi) o->size = OWNED_AT + surely_there(c, r, n.hi);
    sl_lib_give(c, sl_address(c->d, c->d->values.at[v].object, sl_of(c->run)->bits, OWNED_AT));
    return true;
}

static bool give_handle(struct sl_call *c) {
    enum sl_library tag = sl_lib_handle_tag(c->row->result.handle);
    if (tag == SL_WORLD) return sl_lib_refuse(c);
    struct sl_object o = {.storage = SL_LIBRARY, .tag = tag, .rest = SL_REST_ANY, .more = SL_UNBOUNDED};
    o.func = c->run->func_index;
    o.instr = c->run->at;
    uint32_t object = sl_add_object(c->d, o);
    sl_lib_give(c, sl_address(c->d, object, sl_of(c->run)->bits, 0));
    return true;
}

static bool give_inside(struct sl_call *c) {
    uint32_t v = sl_lib_arg(c, c->row->result.arg);
    if (!v) return false;
    const struct sl_value *x = &c->d->values.at[v];
    if (x->kind != SL_ADDR || c->row->result.or_static) return sl_lib_give_unknown(c), true;
    const struct sl_object *o = &c->d->objects.at[x->object];
    struct sl_place p = {x->object, num_range_smin(x->range), num_range_smax(x->range)};
    sl_lib_give(c, sl_lib_inside(c, p, (struct sl_extent){.lo = 0, .hi = o->more >= SL_UNBOUNDED ? SL_UNBOUNDED : o->size + o->more}, 1));
    return true;
}

static bool give_result(struct sl_call *c) {
    switch ((enum ir_lib_answer)c->row->result.answer) {
    case IR_LIB_VOID: return true;
    case IR_LIB_NEVER: sl_check_cleanup(c->run, c->d); return false;
    case IR_LIB_NUMBER: return give_number(c, true, !ir_lib_writes(c->row));
    case IR_LIB_ANYTHING: sl_lib_give_unknown(c); return true;
    case IR_LIB_SAME: {
        uint32_t v = c->row->result.or_static ? 0 : sl_lib_arg(c, c->row->result.arg);
        if (v) sl_lib_give(c, v);
        return v || sl_lib_refuse(c);
    }
    case IR_LIB_INSIDE: return give_inside(c);
    case IR_LIB_NEW: return give_new(c);
    case IR_LIB_STATIC: return give_static(c);
    case IR_LIB_OWNED: return give_owned(c);
    case IR_LIB_OPEN: return give_handle(c);
    default: return sl_lib_refuse(c);
    }
}

static bool can_succeed(const struct ir_lib_result *r) {
    return r->answer != IR_LIB_NUMBER || !r->lo.given || !r->hi.given || r->lo.by_arg || r->hi.by_arg || r->lo.value <= r->hi.value;
}

// Another draft in which the call fails, if that makes a difference; false: the path ended.
static bool fork_failed(struct sl_call *c, const struct touched *t) {
    const struct ir_lib_result *r = &c->row->result;
    bool null = r->null || (r->null_alloc && c->run->step->options.malloc_may_fail);
    if (!null && !(r->answer == IR_LIB_NUMBER && r->failure.given && ir_lib_writes(c->row))) return true;
    struct sl_call other = sl_lib_fork(c);
    if (r->spoils) change(&other, t, false);
    if (null) return sl_lib_give(&other, sl_const(other.d, sl_of(c->run)->bits, 0)), true;
    return give_number(&other, false, true);
}

// Nothing is concluded but that what may be written is arbitrary.
static bool untried(struct sl_call *c, const struct touched *t) {
    struct sl_call other = sl_lib_fork(c);
    sl_lib_give_unknown(&other);
    change(c, t, false);
    sl_lib_give_unknown(c);
    return true;
}

bool sl_model_generic(struct sl_call *c) {
    struct touched t = {0};
    if (!touch_all(c, &t)) return false;
    if (c->row->untried) return untried(c, &t);
    if (!fork_failed(c, &t) || !can_succeed(&c->row->result)) return false;
    change(c, &t, true);
    return give_result(c);
}

// ---- single functions ----------------------------------------------------------------------------------------------------------------

// Beyond a character and EOF, the table of characters is left.
static bool is_character(struct sl_call *c, uint32_t v) {
    const struct sl_value *x = &c->d->values.at[v];
    return x->kind == SL_INT && x->range.bits <= 64 && num_range_smin(x->range) >= -1 && num_range_smax(x->range) <= UINT8_MAX;
}

bool sl_model_ctype(struct sl_call *c) {
    uint32_t v = sl_lib_arg_of(c, IR_LIB_VALUE);
    if (!v) return false;
    return is_character(c, v) ? sl_model_generic(c) : sl_lib_refuse(c);
}

bool sl_model_tolower(struct sl_call *c) {
    uint32_t v = sl_lib_arg_of(c, IR_LIB_VALUE);
    if (!v) return false;
    if (!is_character(c, v)) return sl_lib_refuse(c);
    bool wide = c->row->param == IR_LIB_P_WIDE && sl_of(c->run)->foreign_locale;
    sl_lib_give_number(c, num_range_signed(32, -1, wide ? INT32_MAX : UINT8_MAX));
    return true;
}

// A cell that holds the address of the entry for 0 in a table from -128 to 255.
bool sl_model_ctype_table(struct sl_call *c) {
    uint32_t unit = c->row->param == IR_LIB_P_CLASSES ? 2 : 4, word = sl_of(c->run)->bits / 8;
    uint32_t table = sl_lib_shared(c, 384ull * unit, 0);
    struct sl_object o = {.storage = SL_LIBRARY, .tag = SL_WORLD, .rest = SL_REST_ANY, .size = word};
    o.func = c->run->func_index;
    o.instr = c->run->at;
    uint32_t cell = sl_add_object(c->d, o);
    sl_put(c->d, cell, 0, word, sl_address(c->d, table, sl_of(c->run)->bits, 128 * (int64_t)unit));
    sl_lib_give(c, sl_address(c->d, cell, sl_of(c->run)->bits, 0));
    return true;
}

bool sl_model_abs(struct sl_call *c) {
    uint32_t v = sl_lib_arg_of(c, IR_LIB_VALUE);
    if (!v) return false;
    const struct sl_value *x = &c->d->values.at[v];
    if (x->kind == SL_INT && x->range.bits <= 64)
        sl_lib_give_number(c, num_range_unary(NUM_ABS, x->range));
    else
        sl_lib_give_unknown(c);
    return true;
}

// Is the number a base?
static enum num_truth is_base(struct sl_call *c) {
    uint32_t v = c->row->kind == IR_LIB_K_STRTOD ? 0 : sl_lib_arg_of(c, IR_LIB_VALUE);
    if (!v) return NUM_TRUE;
    const struct sl_value *x = &c->d->values.at[v];
    if (x->kind != SL_INT || x->range.bits > 64) return NUM_MAYBE;
    int64_t lo = num_range_smin(x->range), hi = num_range_smax(x->range);
    if (hi < 0 || lo > 36 || (lo == 1 && hi == 1)) return NUM_FALSE;
    return (lo == 0 && hi == 0) || (lo >= 2 && hi <= 36) ? NUM_TRUE : NUM_MAYBE;
}

// The cell, if there is one, gets a place in the string; with a base that is none, it is not stored.
bool sl_model_strtol(struct sl_call *c) {
    int k = ir_lib_role(c->row, IR_LIB_STRING), cell = ir_lib_role(c->row, IR_LIB_INTO);
    uint32_t v = cell < 0 ? 0 : sl_lib_arg(c, (uint32_t)cell), word = sl_of(c->run)->bits / 8;
    struct sl_place to = {0};
    struct sl_text t;
    enum num_truth base = is_base(c);
    if ((cell >= 0 && !v) || !sl_lib_text(c, (uint32_t)k, &t)) return false;
    bool stores = v && !sl_is_null(c->d, v) && base != NUM_FALSE;
    if (stores && !sl_lib_reach(c, v, (struct sl_extent){.lo = word, .hi = word}, true, &to)) return false;
    if (stores && (to.lo != to.hi || t.unit != 1)) return sl_lib_refuse(c);
    if (stores && base == NUM_MAYBE) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_unknown(&other);
    }
    if (stores)
        sl_put(c->d, to.object, (uint64_t)to.lo, word, sl_lib_inside(c, t.place, (struct sl_extent){.lo = 0, .hi = t.length.hi}, 1));
    sl_lib_give_unknown(c);
    return true;
}

bool sl_model_errno(struct sl_call *c) {
    uint32_t o = 1;
    while (o < c->d->objects.n && !(c->d->objects.at[o].storage == SL_LIBRARY && c->d->objects.at[o].tag == SL_ERRNO)) o++;
    if (o == c->d->objects.n)
        o = sl_add_object(c->d, (struct sl_object){.storage = SL_LIBRARY, .tag = SL_ERRNO, .rest = SL_REST_ANY, .size = 4});
    sl_lib_give(c, sl_address(c->d, o, sl_of(c->run)->bits, 0));
    return true;
}

// The name of the time zone is not followed.
bool sl_model_strftime(struct sl_call *c) {
    struct sl_text t;
    if (!sl_lib_text(c, (uint32_t)ir_lib_role(c->row, IR_LIB_STRING), &t)) return false;
    if (!sl_lib_is_known(c, &t)) return sl_lib_refuse(c);
    for (uint64_t i = 0; i < t.length.lo; i++) {
        uint32_t x = sl_lib_unit(c, &t, i);
        if (x == 'Z' || x == '+' || (x == 'c' && sl_of(c->run)->foreign_locale)) return sl_lib_refuse(c);
    }
    return sl_model_generic(c);
}

bool sl_model_locale(struct sl_call *c) {
    sl_lib_end_lent(c);
    return sl_model_generic(c);
}

bool sl_model_mb_cur_max(struct sl_call *c) {
    if (sl_of(c->run)->foreign_locale) return sl_model_generic(c);
    sl_lib_give_number(c, num_range_const(32, 1));
    return true;
}

bool sl_model_sysconf(struct sl_call *c) {
    uint32_t v = sl_lib_arg_of(c, IR_LIB_VALUE);
    num_word x;
    if (!v) return false;
    const struct ir_lib_setting *s = sl_is_const(c->d, v, &x) ? ir_lib_setting((int32_t)x) : NULL;
    ir_type t = sl_lib_type(c);
    bool fits = s && t && ir_kind(t) == IR_INT && ir_bits(t) <= 64 && (ir_bits(t) == 64 || s->hi <= INT32_MAX);
    if (fits)
        sl_lib_give_number(c, num_range_signed(ir_bits(t), s->lo, s->hi));
    else
        sl_lib_give_unknown(c);
    return true;
}
