// SPDX-License-Identifier: MIT
// Functions that their descriptors describe: what is read and written is checked, then the world decides.
#include "sl/lib.h"

struct touched {
    struct sl_place place[IR_LIB_MAX_ARGS];
    uint64_t bytes[IR_LIB_MAX_ARGS];  // 0: not touched
};

// ---- reading -----------------------------------------------------------------------------------------------------------------------

static bool touch_bytes(struct sl_call *c, uint32_t k, uint32_t v, bool write, struct touched *t) {
    const struct ir_lib_arg *a = &c->row->args[k];
    struct sl_extent n;
    if (!a->size.n) return sl_lib_refuse(c);
    if (!sl_lib_extent(c, &a->size, a->unit, &n)) return false;
    if (a->limited && n.lo > a->unit) n.lo = a->unit;  // so many at most
    t->bytes[k] = n.hi;
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

// Pointers among the variadic arguments are handed to the system.
static bool has_plain_rest(struct sl_call *c) {
    uint32_t known = 1 + c->row->n_args + (uint32_t)__builtin_popcount(c->use.drop);
    if (ir_lib_role(c->row, IR_LIB_PRINTF_FORMAT) >= 0) return true;
    for (uint32_t k = known; k < c->instr->n_args; k++)
        if (ir_kind(ir_type_of(c->run->sl->program, c->run->func, c->instr->args[k])) == IR_PTR) return sl_lib_refuse(c);
    return true;
}

static bool touch_all(struct sl_call *c, struct touched *t) {
    for (uint32_t k = 0; k < c->row->n_args; k++)
        if (!touch(c, k, t)) return false;
    return has_plain_rest(c);
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------

// A call that can fail and does not say so by null may have left the text as it was.
static bool surely_fills(const struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    return !(r->answer == IR_LIB_NUMBER && r->lo.given && r->lo.arg < 0 && r->lo.value == -1);
}

static void close_handle(struct sl_call *c, uint32_t v) {
    c->d->objects.at[c->d->values.at[v].object].life = SL_FREED;
}

static void change(struct sl_call *c, const struct touched *t) {
    for (uint32_t k = 0; k < c->row->n_args; k++) {
        uint8_t role = c->row->args[k].role;
        struct sl_place p = t->place[k];
        if (role == IR_LIB_CLOSE) close_handle(c, sl_lib_arg(c, k));
        bool writes = role == IR_LIB_WRITE || role == IR_LIB_UPDATE || role == IR_LIB_FILL || role == IR_LIB_ECHO || role == IR_LIB_EDIT;
        if (!writes || !t->bytes[k]) continue;
        sl_overwrite(c->d, p, t->bytes[k]);
        bool ends = role == IR_LIB_EDIT || (role == IR_LIB_FILL && surely_fills(c));
        if (ends) sl_lib_ends(c, p, c->row->args[k].unit);
    }
}

// ---- results -----------------------------------------------------------------------------------------------------------------------

static bool bound(struct sl_call *c, const struct ir_lib_bound *b, bool upper, int64_t *out) {
    if (b->arg < 0) return *out = b->value, true;
    uint32_t v = sl_lib_arg(c, (uint32_t)b->arg);
    if (!v) return false;
    const struct sl_value *x = &c->d->values.at[v];
    bool known = x->kind == SL_INT && x->range.bits <= 64 && num_range_smin(x->range) > INT64_MIN / 2;
    if (!known) return *out = upper ? INT64_MAX : INT64_MIN, true;
    *out = (upper ? num_range_smax(x->range) : num_range_smin(x->range));
    if (*out < INT64_MAX - 1) *out += b->value;
    return true;
}

static bool give_number(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    ir_type t = sl_lib_type(c);
    int64_t lo = INT64_MIN, hi = INT64_MAX;
    if (!t) return true;
    if ((r->lo.given && !bound(c, &r->lo, false, &lo)) || (r->hi.given && !bound(c, &r->hi, true, &hi))) return false;
    if (hi < lo) hi = lo;
    if (ir_kind(t) == IR_INT && ir_bits(t) <= 64 && (r->lo.given || r->hi.given)) {
        struct num_range x = num_range_signed(ir_bits(t), lo, hi);
        if (!num_range_is_empty(x)) return sl_lib_give(c, sl_int(c->d, x)), true;
    }
    sl_lib_give_unknown(c);
    return true;
}

static bool give_static(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    struct sl_extent n = {.lo = 1, .hi = SL_UNBOUNDED};
    if (!r->string && !sl_lib_extent(c, &r->size, 1, &n)) return false;
    uint32_t o = sl_lib_shared(c, n.lo, n.hi - n.lo);
    if (r->string) c->d->objects.at[o].text = SL_TEXT;
    sl_lib_give(c, sl_address(c->d, o, c->run->sl->bits, 0));
    return true;
}

static bool give_new(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    struct sl_extent n = {.lo = 1, .hi = SL_UNBOUNDED};
    if (!r->string && !sl_lib_extent(c, &r->size, 1, &n)) return false;
    uint32_t o = sl_lib_new_block(c, n, r->string ? SL_REST_ANY : r->zeroed ? SL_REST_ZERO : SL_REST_UNINIT);
    if (r->string && r->unit == 1) c->d->objects.at[o].text = SL_TEXT;
    if (r->layout != IR_LIB_NO_LAYOUT) c->d->objects.at[o].rest = SL_REST_ANY;
    sl_lib_give(c, sl_address(c->d, o, c->run->sl->bits, 0));
    return true;
}

static bool give_handle(struct sl_call *c) {
    struct sl_object o = {.storage = SL_LIBRARY, .tag = SL_HANDLE, .rest = SL_REST_ANY, .more = SL_UNBOUNDED};
    o.func = c->run->func_index;
    o.instr = c->run->at;
    uint32_t object = sl_add_object(c->d, o);
    sl_lib_give(c, sl_address(c->d, object, c->run->sl->bits, 0));
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
    case IR_LIB_NUMBER: return give_number(c);
    case IR_LIB_ANYTHING: sl_lib_give_unknown(c); return true;
    case IR_LIB_SAME: {
        uint32_t v = c->row->result.or_static ? 0 : sl_lib_arg(c, c->row->result.arg);
        if (v) sl_lib_give(c, v);
        return v || sl_lib_refuse(c);
    }
    case IR_LIB_INSIDE: return give_inside(c);
    case IR_LIB_NEW: return give_new(c);
    case IR_LIB_STATIC: return give_static(c);
    case IR_LIB_OPEN: return give_handle(c);
    default: return sl_lib_refuse(c);
    }
}

bool sl_model_generic(struct sl_call *c) {
    struct touched t = {0};
    const struct ir_lib_result *r = &c->row->result;
    if (!touch_all(c, &t)) return false;
    bool fails = r->null || (r->null_alloc && c->run->sl->options.malloc_may_fail);
    if (fails) sl_lib_fork_null(c);
    change(c, &t);
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
    sl_lib_give_number(c, num_range_signed(32, -1, UINT8_MAX));
    return true;
}

// A cell that holds the address of the entry for 0 in a table from -128 to 255.
bool sl_model_ctype_table(struct sl_call *c) {
    uint32_t unit = c->row->param == IR_LIB_P_CLASSES ? 2 : 4, word = c->run->sl->bits / 8;
    uint32_t table = sl_lib_shared(c, 384ull * unit, 0);
    struct sl_object o = {.storage = SL_LIBRARY, .tag = SL_WORLD, .rest = SL_REST_ANY, .size = word};
    o.func = c->run->func_index;
    o.instr = c->run->at;
    uint32_t cell = sl_add_object(c->d, o);
    sl_put(c->d, cell, 0, word, sl_address(c->d, table, c->run->sl->bits, 128 * (int64_t)unit));
    sl_lib_give(c, sl_address(c->d, cell, c->run->sl->bits, 0));
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

// The cell, if there is one, gets a place in the string.
bool sl_model_strtol(struct sl_call *c) {
    int k = ir_lib_role(c->row, IR_LIB_STRING), cell = ir_lib_role(c->row, IR_LIB_INTO);
    uint32_t v = cell < 0 ? 0 : sl_lib_arg(c, (uint32_t)cell), word = c->run->sl->bits / 8;
    struct sl_place to = {0};
    struct sl_text t;
    if ((cell >= 0 && !v) || !sl_lib_text(c, (uint32_t)k, &t)) return false;
    bool stores = v && !sl_is_null(c->d, v);
    if (stores && !sl_lib_reach(c, v, (struct sl_extent){.lo = word, .hi = word}, true, &to)) return false;
    if (stores && (to.lo != to.hi || t.unit != 1)) return sl_lib_refuse(c);
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
    sl_lib_give(c, sl_address(c->d, o, c->run->sl->bits, 0));
    return true;
}
