// SPDX-License-Identifier: MIT
// Functions that their descriptors describe: what is read and written is checked, then the world decides.
#include <assert.h>

#include "sl/length.h"
#include "sl/lib.h"

// ---- reading -----------------------------------------------------------------------------------------------------------------------

static bool touch_bytes(struct sl_call *c, struct sl_operand *o, bool write) {
    const struct ir_lib_arg *a = sl_lib_row(c, o);
    if (!a->size.n) return sl_lib_refuse(c);
    if (!step_size(&c->call, &a->size, a->unit, &o->n)) return false;
    if (a->limited && o->n.lo > a->unit) o->n.lo = a->unit;  // so many at most
    return !o->n.hi || sl_lib_reach(c, o->value, o->n, write, &o->place);
}

// What is edited is in bounds up to where the string ends.  Its end stays, and so do those of others in the object.
static bool touch_text(struct sl_call *c, struct sl_operand *o, bool write) {
    if (!sl_lib_text(c, o)) return false;
    if (!write || !o->text.length.hi) return true;
    struct sl_object old = c->d->objects.at[o->text.place.object];
    if (sl_is_argument(&old)) {
        sl_forget_ends(c->d, o->text.place.object);
        return true;
    }
    struct step_extent first = {.lo = o->text.unit, .hi = o->text.unit};
    if (!sl_lib_reach(c, o->value, first, true, &o->place)) return false;
    struct sl_object *x = &c->d->objects.at[o->place.object];
    if (o->text.unit == 1) x->text = old.text, x->ends = old.ends;
    x->wide = old.wide;
    o->n = (struct step_extent){.hi = o->text.length.hi * o->text.unit};
    return true;
}

static bool touch(struct sl_call *c, struct sl_operand *o) {
    const struct ir_lib_arg *a = sl_lib_row(c, o);
    struct step_extent length;
    struct sl_printed printed;
    if (a->null && sl_is_null(c->d, o->value)) return true;
    switch ((enum ir_lib_role)a->role) {
    case IR_LIB_VALUE: return true;
    case IR_LIB_READ: return touch_bytes(c, o, false);
    case IR_LIB_WRITE:
    case IR_LIB_UPDATE:
    case IR_LIB_FILL:
    case IR_LIB_ECHO: return touch_bytes(c, o, true);
    case IR_LIB_STRING: return touch_text(c, o, false);
    case IR_LIB_EDIT: return touch_text(c, o, true);
    case IR_LIB_HANDLE:
    case IR_LIB_CLOSE: return sl_lib_handle(c, o);
    case IR_LIB_PRINTF_FORMAT: return sl_lib_printf_args(c, o, &length, &printed);
    default: return sl_lib_refuse(c);
    }
}

// The first of the arguments that go with no descriptor.
static uint32_t first_of_rest(const struct sl_call *c) {
    if (ir_lib_role(c->row, IR_LIB_PRINTF_FORMAT) >= 0) return c->instr->n_args;
    return 1 + c->row->n_args + (uint32_t)__builtin_popcount(c->call.use.drop);
}

// To the system, which follows what it is given: an object of numbers, none of which may be an address, and as large as is asked for.
static bool may_hand_over(struct sl_call *c, uint32_t v) {
    struct sl_place p;
    bool open = false;
    uint64_t n = sl_lib_request(c);
    if (!n) return sl_lib_refuse(c);
    if (!sl_lib_reach(c, v, (struct step_extent){.lo = n, .hi = n}, true, &p)) return false;
    for (uint32_t i = sl_first_field(c->d, p.object); sl_has(c->d, i, p.object); i++) {
        uint8_t kind = c->d->values.at[c->d->fields.at[i].value].kind;
        if (kind == SL_ADDR || kind == SL_FUNCS) return sl_lib_refuse(c);
        open |= kind == SL_ANY || kind == SL_NONE;
    }
    return sl_has_numbers(c->run, &c->d->objects.at[p.object], open ? c->bits / 8 : UINT64_MAX) || sl_lib_refuse(c);
}

// Is it something that is handed to the system?
static bool is_handed(struct sl_call *c, uint32_t k, uint32_t *v) {
    *v = sl_eval(c->run, c->d, c->instr->args[k]);
    return *v && ir_kind(ir_type_of(c->run->step->program, c->run->func, c->instr->args[k])) == IR_PTR && !sl_is_null(c->d, *v);
}

static bool touch_rest(struct sl_call *c) {
    for (uint32_t k = first_of_rest(c); k < c->instr->n_args; k++) {
        uint32_t v;
        bool handed = is_handed(c, k, &v);
        if (!v) return false;
        uint8_t kind = c->d->values.at[v].kind;
        if (handed ? !may_hand_over(c, v) : kind != SL_INT && !sl_is_null(c->d, v) && !sl_lib_refuse(c)) return false;
    }
    return true;
}

static bool hands_over(struct sl_call *c) {
    uint32_t v;
    for (uint32_t k = first_of_rest(c); k < c->instr->n_args; k++)
        if (is_handed(c, k, &v)) return true;
    return false;
}

// What is only read comes first.
bool sl_lib_touch(struct sl_call *c) {
    for (int writes = 0; writes < 2; writes++)
        for (uint32_t k = 0; k < c->row->n_args; k++)
            if (ir_lib_changes((enum ir_lib_role)c->row->args[k].role) == writes && !touch(c, &c->at[k])) return false;
    return touch_rest(c);
}

static uint32_t library_text(struct sl_call *c, enum sl_library tag) {
    uint32_t o = sl_lib_object(c, tag, 1, SL_UNBOUNDED - 1);
    c->d->objects.at[o].text = SL_TEXT;
    return o;
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------

// What the library puts into a structure: strings, its own unless there is a buffer for them, and numbers in their ranges.
static void put_layout(struct sl_call *c, struct sl_place p, const struct ir_lib_layout *l) {
    bool narrow = c->bits == 32;
    for (uint32_t i = 0; p.lo == p.hi && i < l->n_fields; i++) {
        const struct ir_lib_field *f = &l->fields[i];
        struct sl_place at = {p.object, p.lo + f->offset[narrow], p.lo + f->offset[narrow]};
        if (f->kind == IR_LIB_F_RANGE)
            sl_put(c->d, at.object, (uint64_t)at.lo, f->size[narrow], sl_int(c->d, num_range_signed(8 * f->size[narrow], f->lo, f->hi)));
        if (f->kind == IR_LIB_F_STRING && !sl_lib_nth(c, IR_LIB_WRITE, 1))
            sl_put(c->d, at.object, (uint64_t)at.lo, c->bits / 8, sl_address(c->d, library_text(c, SL_SHARED), c->bits, 0));
        if (f->kind == IR_LIB_F_INLINE) sl_lib_ends(c, at, f->size[narrow], 1);
    }
}

// What the system was handed is anything.
static void change_rest(struct sl_call *c) {
    for (uint32_t k = first_of_rest(c); k < c->instr->n_args; k++) {
        uint32_t v;
        if (!is_handed(c, k, &v)) continue;
        const struct sl_value *x = &c->d->values.at[v];
        sl_open_text(c->d, x->object);
        sl_overwrite(c->d, (struct sl_place){x->object, num_range_smin(x->range), num_range_smax(x->range)}, sl_lib_request(c));
    }
}

// What is written is arbitrary; `done`: as the call does it when it succeeds.
static void change(struct sl_call *c, bool done) {
    for (uint32_t k = 0; k < c->row->n_args; k++) {
        const struct ir_lib_arg *a = &c->row->args[k];
        const struct sl_operand *o = &c->at[k];
        uint32_t handle = done && a->role == IR_LIB_CLOSE ? c->d->values.at[o->value].object : 0;
        if (handle) c->d->objects.at[handle].life = SL_FREED;
        if (!ir_lib_changes((enum ir_lib_role)a->role) || !o->n.hi) continue;
        sl_overwrite(c->d, o->place, o->n.hi);
        uint64_t end = a->role == IR_LIB_EDIT ? a->unit : 0;  // it is behind what is edited
        if (end || (done && a->role == IR_LIB_FILL && o->n.lo)) sl_lib_ends(c, o->place, o->n.hi + end, a->unit);
        if (done && a->role == IR_LIB_WRITE && a->layout != IR_LIB_NO_LAYOUT) put_layout(c, o->place, ir_lib_layout(c->run->step->lib, a->layout));
    }
    if (done) change_rest(c);
}

// ---- results -----------------------------------------------------------------------------------------------------------------------

// The result v is at most an argument, and something.
static void relate_to_argument(struct sl_call *c, uint32_t v) {
    const struct ir_lib_result *r = &c->row->result;
    bool bound = r->hi.given && r->hi.by_arg && r->hi.factor.atom != IR_LIB_CONST && r->hi.factor.turn == IR_LIB_AS_IT_IS && r->open_arg < 0;
    if (!c->d->sized || !bound || c->row->untried || !sl_is_number(c->d, c->at[r->hi.factor.arg].value)) return;
    struct num_var n = sl_reading(c->d, sl_as_symbol(sl_of(c->run), c->d, c->at[r->hi.factor.arg].value), false);
    if (n.is_signed && (r->lo.given && !r->lo.by_arg) && r->lo.value <= sl_lowest(c->d, n) + r->hi.value)
        sl_relate(c->d, sl_reading(c->d, v, true), n, r->hi.value);
}

static void give_range(struct sl_call *c, struct num_range range, bool succeeded) {
    uint32_t v = sl_int(c->d, range);
    if (succeeded) relate_to_argument(c, v);
    for (uint32_t k = 0; succeeded && k < c->row->n_args; k++) {
        const struct sl_operand *o = &c->at[k];
        bool echo = c->row->args[k].role == IR_LIB_ECHO && o->n.lo == o->n.hi && o->n.lo * 8 == range.bits && o->place.lo == o->place.hi;
        if (echo) sl_put(c->d, o->place.object, (uint64_t)o->place.lo, o->n.lo, v);
    }
    sl_lib_give(c, v);
}

// The numbers of a call that succeeds, and `failed` those of one that fails.
static void give_number(struct sl_call *c, bool succeeded, bool failed) {
    ir_type t = sl_lib_type(c);
    bool number = t && ir_kind(t) == IR_INT && ir_bits(t) <= 64;
    if (!number) {
        sl_lib_give_unknown(c);
        return;
    }
    give_range(c, step_answers(&c->call, t, succeeded, failed), succeeded);
}

// The size of an object that the call gives; a string has any.
static bool given_size(struct sl_call *c, struct step_extent *n) {
    *n = (struct step_extent){.lo = 1, .hi = SL_UNBOUNDED};
    return c->row->result.string || step_size(&c->call, &c->row->result.size, 1, n);
}

// What putenv was given may be a string of argv.
static enum sl_library static_tag(struct sl_call *c) {
    bool given = c->row->kind == IR_LIB_K_GETENV && ir_lib_has(c->run->step->lib, c->run->step->program, IR_LIB_K_PUTENV);
    return c->row->result.lent ? SL_LENT : given ? SL_STRING : SL_SHARED;
}

static bool give_static(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    struct step_extent n;
    if (!given_size(c, &n)) return false;
    if (r->lent) sl_lib_end_lent(c);
    sl_lib_give_address(c, r->string ? library_text(c, static_tag(c)) : sl_lib_object(c, static_tag(c), n.lo, n.hi - n.lo));
    return true;
}

// It may be a string of the library instead; true: it is.
static bool is_elsewhere(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    bool null = sl_is_null(c->d, c->at[r->arg].value);
    struct sl_call other = null || !r->or_static ? *c : sl_lib_fork(c);
    if (r->or_static) sl_lib_give_address(&other, library_text(&other, SL_SHARED));
    return null && r->or_static;
}

static bool give_new(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    struct step_extent n;
    if (!given_size(c, &n)) return false;
    bool any = r->string || r->layout != IR_LIB_NO_LAYOUT;
    uint32_t o = sl_lib_new_block(c, n, any ? SL_REST_ANY : r->zeroed ? SL_REST_ZERO : SL_REST_UNINIT);
    if (r->string && r->unit == 1) c->d->objects.at[o].text = SL_TEXT;
    sl_lib_give_address(c, o);
    return true;
}

// A structure that ends with a string may be cut behind it.
static uint64_t surely_there(struct sl_call *c, uint64_t size) {
    const struct ir_lib_layout *l = ir_lib_layout(c->run->step->lib, c->row->result.layout);
    bool narrow = c->bits == 32;
    for (uint32_t i = 0; l && i < l->n_fields; i++) {
        const struct ir_lib_field *f = &l->fields[i];
        if (f->kind == IR_LIB_F_INLINE && f->offset[narrow] + f->size[narrow] + 8 > size) return f->offset[narrow] + 1;
    }
    return size;
}

// What belongs to a handle is part of it, behind what the handle itself is.
static bool give_owned(struct sl_call *c) {
    enum { OWNED_AT = 64 };
    const struct sl_value *x = &c->d->values.at[c->at[c->row->result.arg].value];
    struct step_extent n;
    if (c->row->result.string || x->kind != SL_ADDR) return sl_lib_give_unknown(c), true;
    if (!step_size(&c->call, &c->row->result.size, 1, &n)) return false;
    struct sl_object *o = &c->d->objects.at[x->object];
    if (o->size < OWNED_AT + n.hi) o->size = OWNED_AT + surely_there(c, n.hi);
    sl_lib_give(c, sl_address(c->d, x->object, c->bits, OWNED_AT));
    return true;
}

static bool give_handle(struct sl_call *c) {
    enum sl_library tag = sl_lib_handle_tag(c->row->result.handle);
    if (tag == SL_WORLD) return sl_lib_refuse(c);
    uint32_t handle = sl_lib_object(c, tag, 0, SL_UNBOUNDED);
    if (tag == SL_HANDLE && ir_lib_has(c->run->step->lib, c->run->step->program, IR_LIB_K_FEOF)) c->d->objects.at[handle].rest = SL_REST_ZERO;
    sl_lib_give_address(c, handle);
    return true;
}

// Of a stream that nothing was done with since it was opened the end was not met.
static bool met_end(struct sl_call *c) {
    const struct sl_value *x = &c->d->values.at[sl_lib_of(c, IR_LIB_HANDLE)->value];
    bool new = x->kind == SL_ADDR && c->d->objects.at[x->object].tag == SL_HANDLE && c->d->objects.at[x->object].rest == SL_REST_ZERO;
    if (new) sl_lib_give_number(c, num_range_const(32, 0));
    return new;
}

// Is it a character that is looked for, and not the 0 at the end?
static bool looks_for_character(struct sl_call *c) {
    num_word only;
    const struct sl_operand *o = sl_lib_of(c, IR_LIB_VALUE);
    if (c->row->kind == IR_LIB_K_STRPBRK) return true;
    if ((c->row->kind != IR_LIB_K_STRCHR && c->row->kind != IR_LIB_K_STRRCHR) || c->d->values.at[o->value].kind != SL_INT) return false;
    if (sl_is_const(c->d, o->value, &only)) return (uint8_t)only;
    const struct sl_value *x = &c->d->values.at[o->value];
    uint32_t v = x->source && x->times <= 1 && c->d->values.at[x->source].range.bits == 8 ? x->source : o->value;  // a character that was extended
    struct num_range r = c->d->values.at[v].range;
    bool character = num_range_smin(r) > -256 && num_range_smax(r) < 256;
    return character && sl_test(c->run, c->d, IR_NE_, v, sl_const(c->d, r.bits, 0)) == NUM_TRUE;
}

// What was found is so many characters, at least, before the end.
static uint64_t least_found(struct sl_call *c) {
    if (c->row->kind != IR_LIB_K_STRSTR) return looks_for_character(c);
    const struct sl_text *t = &sl_lib_nth(c, IR_LIB_STRING, 1)->text;
    return t->unit == 1 && t->length.lo <= INT32_MAX ? t->length.lo : 0;
}

// The address v in the string at `start` is so far before where a byte is 0, or further, if that is not before the string.
static void relate_to_end(struct sl_call *c, const struct sl_text *t, uint32_t start, uint32_t v, int64_t before) {
    struct sl_draft *d = c->d;
    bool in_text = (uint64_t)t->place.hi < d->objects.at[t->place.object].text;
    uint32_t end = t->unit == 1 ? sl_some_end(d, t->place.object, c->bits) : 0;
    if (end && (in_text || sl_bound(d, sl_reading(d, start, true), sl_reading(d, end, true)) <= 0))
        sl_relate(d, sl_reading(d, v, true), sl_reading(d, end, true), -before);
}

// The address v is one of the bytes that are searched.
static void relate_to_bytes(struct sl_call *c, const struct sl_operand *o, uint32_t v) {
    struct sl_draft *d = c->d;
    struct sl_form at;
    int64_t offset;
    if (!d->sized || o->n.times != 1 || d->values.at[o->value].kind != SL_ADDR || num_range_smin(d->values.at[o->value].range) < 0) return;
    struct num_var n = sl_reading(d, sl_as_symbol(sl_of(c->run), d, o->n.number), false);
    if (!n.is_signed) return;
    if (sl_offset(d, o->value, &offset)) {
        sl_relate(d, sl_reading(d, v, true), n, offset + o->n.plus - 1);
        return;
    }
    uint32_t sum = sl_multiple_of(d, o->value, &at) && at.times == 1 ? sl_sum_of(d, at.value, n.id) : 0;
    if (sum && sl_reading(d, sum, false).is_signed) sl_relate(d, sl_reading(d, v, true), sl_reading(d, sum, true), at.plus + o->n.plus - 1);
    sl_relate(d, sl_reading(d, o->value, true), sl_reading(d, v, true), 0);
}

// In a string, up to its end; in bytes that are searched, one of them.
static bool give_inside(struct sl_call *c) {
    const struct sl_operand *o = &c->at[c->row->result.arg];
    const struct ir_lib_arg *a = sl_lib_row(c, o);
    bool bytes = a->role == IR_LIB_READ;
    if (!bytes && !o->text.place.object) return sl_lib_give_unknown(c), true;
    if (bytes && !o->n.hi) return false;
    uint64_t before = bytes ? 0 : least_found(c);
    if (before > o->text.length.hi) return false;  // it is not there
    struct step_extent units = {.hi = bytes ? o->n.hi / a->unit - 1 : o->text.length.hi - before};
    uint32_t v = sl_inside(c->d, c->bits, bytes ? o->place : o->text.place, units, a->unit);
    if (bytes)
        relate_to_bytes(c, o, v);
    else
        relate_to_end(c, &o->text, o->value, v, (int64_t)before);
    sl_lib_give(c, v);
    return true;
}

static bool give_result(struct sl_call *c) {
    switch ((enum ir_lib_answer)c->row->result.answer) {
    case IR_LIB_VOID: return true;
    case IR_LIB_NEVER: sl_check_cleanup(c->run, c->d); return false;
    case IR_LIB_NUMBER: give_number(c, true, !ir_lib_writes(c->row)); return true;
    case IR_LIB_ANYTHING: sl_lib_give_unknown(c); return true;
    case IR_LIB_SAME:
        if (!is_elsewhere(c)) sl_lib_give(c, c->at[c->row->result.arg].value);
        return true;
    case IR_LIB_INSIDE: return is_elsewhere(c) || give_inside(c);
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

// Without being asked for it, waiting does not come back before a child has ended.
static bool comes_back(struct sl_call *c) {
    enum { WITHOUT_WAITING = 1 };
    num_word options;
    const struct sl_operand *o = sl_lib_nth(c, IR_LIB_VALUE, 1);
    if (c->row->kind != IR_LIB_K_WAIT || c->row->result.failure.hi < 0) return true;
    return !sl_is_const(c->d, (o ? o : sl_lib_of(c, IR_LIB_VALUE))->value, &options) || options & WITHOUT_WAITING;
}

// Has the calendar time of the seconds that are read a year?
static bool year_fits(struct sl_call *c) {
    const int64_t most = 67767976233532800;  // about the year 2^31
    const struct sl_operand *o = sl_lib_of(c, IR_LIB_READ);
    if ((c->row->kind != IR_LIB_K_GMTIME && c->row->kind != IR_LIB_K_LOCALTIME) || o->n.lo != o->n.hi || o->place.lo != o->place.hi) return false;
    if (sl_is_shared(&c->d->objects.at[o->place.object])) return false;
    const struct sl_value *x = &c->d->values.at[sl_get(c->d, o->place.object, (uint64_t)o->place.lo, IR_I((uint32_t)o->n.lo * 8), c->bits)];
    return o->n.lo == 4 || (x->kind == SL_INT && x->range.bits == 64 && num_range_smin(x->range) >= -most && num_range_smax(x->range) <= most);
}

// Another draft in which the call fails, if that makes a difference.
static void fork_failed(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    bool null = (r->null && !year_fits(c)) || (r->null_alloc && c->run->step->options.malloc_may_fail);
    bool handed = r->answer == IR_LIB_NUMBER && hands_over(c);
    if (!null && !handed && !(r->answer == IR_LIB_NUMBER && r->failure.given && ir_lib_writes(c->row))) return;
    struct sl_call other = sl_lib_fork(c);
    if (r->spoils) change(&other, false);
    if (null)
        sl_lib_give_null(&other);
    else if (comes_back(c))
        give_number(&other, !r->failure.given, true);
    else
        sl_lib_give_number(&other, num_range_signed(32, -1, -1));
}

// Does it say how much of what it may write was written?
static bool tells_how_much(const struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    bool told = r->answer == IR_LIB_NUMBER && r->hi.given && r->hi.by_arg && !r->hi.value && r->lo.given && !r->lo.by_arg && r->lo.value <= 0, limited = false;
    for (uint32_t k = 0; k < c->row->n_args; k++) limited |= c->row->args[k].role == IR_LIB_WRITE && c->row->args[k].limited;
    return told && limited;
}

// A draft in which nothing was written, or the call failed; in this one something was.  False: it cannot be.
static bool fork_nothing(struct sl_call *c) {
    const struct ir_lib_result *r = &c->row->result;
    ir_type t = sl_lib_type(c);
    unsigned bits = t && ir_kind(t) == IR_INT && ir_bits(t) <= 64 ? ir_bits(t) : c->bits;
    struct sl_call other = sl_lib_fork(c);
    if (r->spoils) change(&other, false);
    sl_lib_give(&other, sl_int(other.d, num_range_signed(bits, r->failure.given ? r->failure.lo : r->lo.value, 0)));
    struct num_range some = num_range_meet(step_answers(&c->call, IR_I(bits), true, false), num_range_signed(bits, 1, INT64_MAX));
    if (num_range_is_empty(some)) return false;
    change(c, true);
    give_range(c, some, true);
    return true;
}

// ---- known results -------------------------------------------------------------------------------------------------------------------

static bool absolute(struct sl_call *c) {
    const struct sl_value *x = &c->d->values.at[sl_lib_of(c, IR_LIB_VALUE)->value];
    bool number = x->kind == SL_INT && x->range.bits <= 64;
    if (number) sl_lib_give_number(c, num_range_unary(NUM_ABS, x->range));
    return number;
}

static bool other_case(struct sl_call *c) {
    bool wide = c->row->param == IR_LIB_P_WIDE && sl_of(c->run)->foreign_locale;
    sl_lib_give_number(c, num_range_signed(32, -1, wide ? INT32_MAX : UINT8_MAX));
    return true;
}

static bool class_of_character(struct sl_call *c) {
    uint32_t v = sl_int(c->d, num_range_full(32));
    if (c->row->param != IR_LIB_P_CNTRL) sl_classified(c->d, v, sl_lib_of(c, IR_LIB_VALUE)->value, false);
    sl_lib_give(c, v);
    return true;
}

static bool bytes_of_character(struct sl_call *c) {
    if (!sl_of(c->run)->foreign_locale) sl_lib_give_number(c, num_range_const(32, 1));
    return !sl_of(c->run)->foreign_locale;
}

static bool setting(struct sl_call *c) {
    num_word x;
    const struct ir_lib_setting *s = sl_is_const(c->d, sl_lib_of(c, IR_LIB_VALUE)->value, &x) ? ir_lib_setting((int32_t)x) : NULL;
    ir_type t = sl_lib_type(c);
    bool fits = s && t && ir_kind(t) == IR_INT && ir_bits(t) <= 64 && (ir_bits(t) == 64 || s->hi <= INT32_MAX);
    if (fits) sl_lib_give_number(c, num_range_signed(ir_bits(t), s->lo, s->hi));
    return fits;
}

static sl_model_fn *const results[IR_N_LIB_KINDS] = {
    [IR_LIB_K_STRLEN] = sl_result_strlen,     [IR_LIB_K_STRCMP] = sl_result_strcmp,  [IR_LIB_K_STRCASECMP] = sl_result_strcmp,
    [IR_LIB_K_STRCOLL] = sl_result_strcmp,    [IR_LIB_K_STRCHR] = sl_result_strchr,  [IR_LIB_K_STRRCHR] = sl_result_strchr,
    [IR_LIB_K_STRCHRNUL] = sl_result_strchr,  [IR_LIB_K_STRSPN] = sl_result_strspn,  [IR_LIB_K_STRCSPN] = sl_result_strspn,
    [IR_LIB_K_MEMCMP] = sl_result_memcmp,     [IR_LIB_K_ABS] = absolute,             [IR_LIB_K_TOLOWER] = other_case,
    [IR_LIB_K_CTYPE] = class_of_character,    [IR_LIB_K_FEOF] = met_end,
    [IR_LIB_K_MB_CUR_MAX] = bytes_of_character, [IR_LIB_K_SYSCONF] = setting,        [IR_LIB_K_TOUPPER] = other_case,
};

static bool asks_for_zone(struct sl_call *c) {
    const struct sl_text *t = &sl_lib_of(c, IR_LIB_STRING)->text;
    bool asks = !sl_lib_is_known(t);
    for (uint64_t i = 0; !asks && i < t->length.lo; i++) {
        uint32_t x = sl_lib_unit(c, t, i);
        asks = x == 'Z' || x == '+' || (x == 'c' && sl_of(c->run)->foreign_locale);
    }
    return asks;
}

// The name of the time zone, behind a pointer in the structure, is one of the library, or a string, or null.
static bool reads_zone(struct sl_call *c) {
    const struct sl_operand *tm = sl_lib_of(c, IR_LIB_READ);
    const struct ir_lib_layout *l = ir_lib_layout(c->run->step->lib, sl_lib_row(c, tm)->layout);
    const struct ir_lib_field *zone = &l->fields[l->n_fields - 1];
    struct sl_text text;
    assert(zone->kind == IR_LIB_F_STRING);
    if (sl_is_shared(&c->d->objects.at[tm->place.object])) return true;
    if (tm->place.lo != tm->place.hi) return sl_lib_refuse(c);
    uint64_t at = (uint64_t)tm->place.lo + zone->offset[c->bits == 32];
    uint32_t v = sl_get(c->d, tm->place.object, at, ir_ptr(c->run->step->program), c->bits);
    if (c->d->values.at[v].kind == SL_ANY) return sl_lib_refuse(c);
    return sl_is_null(c->d, v) || sl_lib_string_at(c, v, 1, SL_UNBOUNDED, &text);
}

// Of what nobody tried, nothing is concluded but that what may be written is arbitrary.
bool sl_model_generic(struct sl_call *c) {
    sl_model_fn *known = c->row->untried ? NULL : results[c->row->kind];
    if (c->row->kind == IR_LIB_K_LOCALE) sl_lib_end_lent(c);
    if (!sl_lib_touch(c)) return false;
    if (c->row->untried) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_unknown(&other);
        change(c, false);
        sl_lib_give_unknown(c);
        return true;
    }
    if (c->row->kind == IR_LIB_K_STRFTIME && asks_for_zone(c) && !reads_zone(c)) return false;
    if (known && known(c)) return true;
    if (tells_how_much(c)) return fork_nothing(c);
    fork_failed(c);
    if (!can_succeed(&c->row->result)) return false;
    change(c, true);
    return give_result(c);
}

// ---- single functions ----------------------------------------------------------------------------------------------------------------

// A cell that holds the address of the entry for 0 in a table from -128 to 255.
bool sl_model_ctype_table(struct sl_call *c) {
    bool classes = c->row->param == IR_LIB_P_CLASSES;
    uint32_t unit = classes ? 2 : 4, word = c->bits / 8;
    uint32_t table = sl_lib_object(c, classes ? SL_CLASSES : SL_SHARED, 384ull * unit, 0), cell = sl_lib_object(c, SL_WORLD, word, 0);
    sl_put(c->d, cell, 0, word, sl_address(c->d, table, c->bits, 128 * (int64_t)unit));
    sl_lib_give_address(c, cell);
    return true;
}

// Is the number a base?
static enum num_truth is_base(struct sl_call *c) {
    const struct sl_operand *o = c->row->kind == IR_LIB_K_STRTOD ? NULL : sl_lib_of(c, IR_LIB_VALUE);
    if (!o) return NUM_TRUE;
    const struct sl_value *x = &c->d->values.at[o->value];
    if (x->kind != SL_INT || x->range.bits > 64) return NUM_MAYBE;
    int64_t lo = num_range_smin(x->range), hi = num_range_smax(x->range);
    if (hi < 0 || lo > 36 || (lo == 1 && hi == 1)) return NUM_FALSE;
    return (lo == 0 && hi == 0) || (lo >= 2 && hi <= 36) ? NUM_TRUE : NUM_MAYBE;
}

// The cell, if there is one, gets a place in the string; with a base that is none, it is not stored.
bool sl_model_strtol(struct sl_call *c) {
    struct sl_operand *s = sl_lib_of(c, IR_LIB_STRING), *cell = sl_lib_of(c, IR_LIB_INTO);
    enum num_truth base = is_base(c);
    bool stores = cell && !sl_is_null(c->d, cell->value) && base != NUM_FALSE;
    if (!sl_lib_text(c, s) || (stores && !sl_lib_reach_word(c, cell->value, &cell->place))) return false;
    if (stores && (cell->place.lo != cell->place.hi || s->text.unit != 1)) return sl_lib_refuse(c);
    if (stores && base == NUM_MAYBE) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_unknown(&other);
    }
    if (stores) {
        uint32_t end = sl_inside(c->d, c->bits, s->text.place, (struct step_extent){.hi = s->text.length.hi}, 1);
        relate_to_end(c, &s->text, s->value, end, 0);
        sl_put(c->d, cell->place.object, (uint64_t)cell->place.lo, c->bits / 8, end);
    }
    sl_lib_give_unknown(c);
    return true;
}

bool sl_model_errno(struct sl_call *c) {
    uint32_t o = sl_find_single(c->d, SL_LIBRARY, SL_ERRNO);
    if (!o) o = sl_add_object(c->d, (struct sl_object){.storage = SL_LIBRARY, .tag = SL_ERRNO, .rest = SL_REST_ANY, .size = 4});
    sl_lib_give_address(c, o);
    return true;
}
