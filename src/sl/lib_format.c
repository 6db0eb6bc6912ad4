// SPDX-License-Identifier: MIT
// The printf and scanf families, with formats that are known.
#include <assert.h>

#include "sl/lib.h"

enum {
    MOST_DIGITS = 24,  // what an address prints at most, without width
    MOST_FLOAT = 5000,
    BEFORE_DIGITS = 2,   // a sign, 0x
    MOST_BYTES = 16,     // of a wide character, in any locale
    ROOM_WITHOUT = 500,  // the library formats so much without allocation
};

struct format {
    struct sl_call *c;
    struct sl_text text;  // wide characters that are no ASCII are in no conversion
    uint64_t at;
    uint32_t next;  // argument of the call
    uint32_t list;  // or 0; where the next argument lies behind a va_list
    struct sl_printed *printed;
};

static char next_char(struct format *f) {
    uint32_t c = f->at <= f->text.length.lo ? sl_lib_unit(f->c, &f->text, f->at++) : 0;
    return c > 127 ? '?' : (char)c;
}

// AMD64: a structure { u32 gp_offset, u32 fp_offset, overflow, saved }, which va_start (front/intrinsic.c) makes so that all is behind `overflow`.
// i386: a pointer to the words.
enum { GP_END = 48, FP_END = 176, OVERFLOW_AT = 8, LIST_SIZE = 24 };

static bool is_number(struct sl_draft *d, struct sl_place p, uint64_t at, num_word n, unsigned bits) {
    num_word x;
    return sl_is_const(d, sl_get(d, p.object, (uint64_t)p.lo + at, IR_I(32), bits), &x) && x == n;
}

static bool begin_list(struct format *f, const struct sl_operand *list) {
    struct sl_call *c = f->c;
    struct sl_place *p = &f->printed->list;
    f->list = list->value;
    if (c->bits == 32) return true;
    if (!sl_lib_reach(c, list->value, (struct step_extent){.lo = LIST_SIZE, .hi = LIST_SIZE}, true, p)) return false;
    if (p->lo != p->hi || !is_number(c->d, *p, 0, GP_END, c->bits) || !is_number(c->d, *p, 4, FP_END, c->bits)) return sl_lib_refuse(c);
    f->list = sl_get(c->d, p->object, (uint64_t)p->lo + OVERFLOW_AT, ir_ptr(c->run->step->program), c->bits);
    return true;
}

// Behind the call nobody may read on from the list.
static void end_list(struct sl_call *c, const struct sl_printed *printed) {
    struct sl_place p = printed->list;
    if (p.object) sl_put(c->d, p.object, (uint64_t)p.lo + OVERFLOW_AT, c->bits / 8, sl_fresh(c->d, SL_ANY));
}

static bool next_listed(struct format *f, ir_type type, uint32_t *v) {
    struct sl_call *c = f->c;
    struct sl_place p;
    uint32_t word = c->bits / 8, n = ir_bytes(type);
    if (ir_bits(type) > 64) return sl_lib_refuse(c);
    if (!sl_lib_reach(c, f->list, (struct step_extent){.lo = n, .hi = n}, false, &p)) return false;
    if (p.lo != p.hi) return sl_lib_refuse(c);
    *v = sl_get(c->d, p.object, (uint64_t)p.lo, type, c->bits);
    sl_use(c->run, c->d, *v, "be printed");  // as lib.c does for arguments of the call itself
    uint64_t on = (n + word - 1) / word;
    f->list = sl_inside(c->d, c->bits, p, (struct step_extent){.lo = on, .hi = on}, word);
    return true;
}

static bool next_arg(struct format *f, ir_type type, uint32_t *v) {
    if (f->list) return next_listed(f, type, v);
    if (f->next >= f->c->instr->n_args) return sl_lib_refuse(f->c);
    *v = sl_eval(f->c->run, f->c->d, f->c->instr->args[f->next++]);
    return *v != 0;
}

static bool begin(struct format *f, struct sl_call *c, const struct sl_operand *o) {
    *f = (struct format){.c = c, .next = 1 + c->row->n_args + (uint32_t)__builtin_popcount(c->call.use.drop)};
    if (!sl_lib_string_at(c, o->value, sl_lib_row(c, o)->unit, SL_UNBOUNDED, &f->text)) return false;
    return sl_lib_is_known(&f->text) || sl_lib_refuse(c);
}

struct conversion {
    uint64_t amount;  // width or precision, whichever is larger
    bool open;        // an amount that an argument gives, and of which nothing is known
    bool suppress;    // scanf: *
    bool grouped;     // printf: '
    bool sign, based; // printf: + or a blank; #
    uint32_t longs, shorts;
    bool word, real;  // z t; L
    char letter;
};

enum { MOST_AMOUNT = 1000000 };

// The amount that is the next argument; a negative one is a width to the other side, or no precision.
static bool read_amount(struct format *f, uint64_t *amount, bool *open) {
    uint32_t v;
    if (!next_arg(f, IR_I(32), &v)) return false;
    const struct sl_value *x = &f->c->d->values.at[v];
    *open = x->kind != SL_INT || num_range_smin(x->range) < -MOST_AMOUNT || num_range_smax(x->range) > MOST_AMOUNT;
    if (*open) return true;
    int64_t lo = (int64_t)num_range_smin(x->range), hi = (int64_t)num_range_smax(x->range);
    *amount = (uint64_t)(-lo > hi ? -lo : hi);
    return true;
}

static bool read_conversion(struct format *f, struct conversion *x, bool scan) {
    uint64_t amount = 0;
    bool precision = false, wide = false, deep = false;
    char k;
    *x = (struct conversion){0};
    while ((k = next_char(f)) && strchr("-+ #0123456789.*'hlLqjzt", k)) {
        amount = k >= '0' && k <= '9' ? amount * 10 + (uint64_t)(k - '0') : 0;
        if (amount > MOST_AMOUNT) return sl_lib_refuse(f->c);
        if (k == '*' && scan) x->suppress = true;
        if (k == '*' && !scan && !read_amount(f, &amount, precision ? &deep : &wide)) return false;
        if (amount > x->amount) x->amount = amount;
        precision |= k == '.';
        x->longs += k == 'l' ? 1 : k == 'q' || k == 'j' ? 2 : 0;
        x->shorts += k == 'h';
        x->grouped |= k == '\'';
        x->sign |= k == '+' || k == ' ';
        x->based |= k == '#';
        x->word |= k == 'z' || k == 't';
        x->real |= k == 'L';
    }
    x->letter = k;
    x->open = wide || (deep && k != 's' && k != 'S');  // of a string it is not more than there is
    return true;
}

// ---- printf ------------------------------------------------------------------------------------------------------------------------

// A character of `unit` bytes, as characters of the format's width: wide ones as so many bytes as the locale may ask for.
static uint64_t most_units(const struct format *f, uint32_t unit) {
    return unit > f->text.unit ? MOST_BYTES : 1;
}

// Bytes of a character that %s or %c prints.
static uint32_t unit_of(const struct conversion *x) {
    return x->longs || x->letter == 'S' || x->letter == 'C' ? 4 : 1;
}

static bool is_ascii(struct sl_call *c, const struct sl_text *t) {
    bool all = sl_lib_is_known(t);
    for (uint64_t i = 0; all && i < t->length.lo; i++) all = sl_lib_unit(c, t, i) < 128;
    return all;
}

// %s: null prints as a word of its own.
static bool print_string(struct format *f, const struct conversion *x, uint64_t *most) {
    struct sl_text t;
    uint32_t v, unit = unit_of(x);
    if (!next_arg(f, ir_ptr(f->c->run->step->program), &v)) return false;
    *most = 6;
    if (sl_is_null(f->c->d, v)) return true;
    if (!sl_lib_string_at(f->c, v, unit, SL_UNBOUNDED, &t)) return false;
    *most = t.length.hi >= SL_UNBOUNDED / MOST_BYTES ? SL_UNBOUNDED : t.length.hi * most_units(f, unit);
    struct step_extent read = {.lo = 1, .hi = t.length.hi >= SL_UNBOUNDED / MOST_BYTES ? SL_UNBOUNDED : (t.length.hi + 1) * unit};
    f->printed->converts |= unit != f->text.unit && !is_ascii(f->c, &t);
    if (f->printed->n < SL_MOST_PRINTED) f->printed->at[f->printed->n] = (struct sl_range){v, t.place, read};
    f->printed->n++;
    return true;
}

static bool print_char(struct format *f, const struct conversion *x, uint64_t *most) {
    uint32_t v;
    *most = most_units(f, unit_of(x));
    if (!next_arg(f, IR_I(32), &v)) return false;
    const struct sl_value *c = &f->c->d->values.at[v];
    f->printed->converts |= unit_of(x) != f->text.unit && (c->kind != SL_INT || num_range_umax(c->range) > 127);
    return true;
}

// What a number, a pointer or a float is passed as.
static ir_type passed_as(const struct format *f, const struct conversion *x) {
    const struct ir_program *p = f->c->run->step->program;
    if (x->letter == 'p') return ir_ptr(p);
    if (strchr("aAeEfFgG", x->letter)) return IR_TYPE(IR_FLOAT, x->real ? 80 : 64);
    return x->word || x->longs == 1 ? ir_word(p) : x->longs ? IR_I(64) : IR_I(32);
}

static uint64_t digits_of(uint64_t x, uint64_t base) {
    uint64_t n = 1;
    for (; x >= base; x /= base) n++;
    return n;
}

// An integer, of as many bits as the conversion takes of it.
static uint64_t most_digits(const struct format *f, const struct conversion *x, uint32_t v) {
    const struct sl_value *n = &f->c->d->values.at[v];
    unsigned passed = ir_bits(passed_as(f, x)), bits = x->shorts > 1 ? 8 : x->shorts ? 16 : passed;
    bool known = n->kind == SL_INT && n->range.bits == bits;
    uint64_t all = UINT64_MAX >> (64 - bits);
    if (x->letter == 'p') return MOST_DIGITS;
    if (x->letter != 'd' && x->letter != 'i') return digits_of(known ? num_range_umax(n->range) : all, x->letter == 'u' ? 10 : x->letter == 'o' ? 8 : 16) + (x->based ? 2 : 0);
    int64_t lo = known ? num_range_smin(n->range) : -(int64_t)(all / 2) - 1, hi = known ? num_range_smax(n->range) : (int64_t)(all / 2);
    uint64_t below = lo < 0 ? 1 + digits_of(-(uint64_t)lo, 10) : 0, above = hi < 0 ? 0 : digits_of((uint64_t)hi, 10) + x->sign;
    return below > above ? below : above;
}

static bool widen(const struct conversion *x, uint64_t *most) {
    if (*most < SL_UNBOUNDED) *most += x->amount;
    return true;
}

static bool print_one(struct format *f, const struct conversion *x, uint64_t *most) {
    uint32_t v;
    switch (x->letter) {
    case '%': *most = 1; return true;
    case 's':
    case 'S': return print_string(f, x, most) && widen(x, most);
    case 'c':
    case 'C': return print_char(f, x, most) && widen(x, most);
    default: break;
    }
    if (!x->letter || !strchr("diouxXpaAeEfFgG", x->letter)) return sl_lib_refuse(f->c);
    if (!next_arg(f, passed_as(f, x), &v)) return false;
    *most = strchr("aAeEfFgG", x->letter) ? MOST_FLOAT : most_digits(f, x, v);
    uint64_t filled = x->amount + (*most == MOST_FLOAT ? MOST_FLOAT : x->amount ? BEFORE_DIGITS : 0);  // a width counts what stands before the digits, a precision does not
    if (filled > *most) *most = filled;
    return true;
}

// In a locale other than "C", the decimal point and what stands between groups of digits may be any characters.
static uint64_t with_locale(const struct sl_call *c, const struct conversion *x, uint64_t most) {
    if (!sl_of(c->run)->foreign_locale || !x->letter || !strchr("diouxXaAeEfFgG", x->letter)) return most;
    return x->grouped ? most * (1 + MOST_BYTES) : most + MOST_BYTES;
}

bool sl_lib_printf_args(struct sl_call *c, const struct sl_operand *format, struct step_extent *length, struct sl_printed *printed) {
    struct format f;
    char letter;
    *length = (struct step_extent){.lo = 0, .hi = 0};
    if (!begin(&f, c, format)) return false;
    *printed = (struct sl_printed){0};
    f.printed = printed;
    const struct sl_operand *list = sl_lib_of(c, IR_LIB_VA_LIST);
    if (list && !begin_list(&f, list)) return false;
    while ((letter = next_char(&f))) {
        struct conversion x;
        uint64_t most = 1;
        if (letter == '%') {
            if (!read_conversion(&f, &x, false) || !print_one(&f, &x, &most)) return false;
            printed->open |= x.open;
            most = x.open || most >= SL_UNBOUNDED ? SL_UNBOUNDED : with_locale(c, &x, most);
        }
        length->hi = most >= SL_UNBOUNDED || length->hi >= SL_UNBOUNDED ? SL_UNBOUNDED : length->hi + most;
    }
    return true;
}

// What is printed does not lie where it is printed to.
static bool are_apart(struct sl_call *c, struct sl_range to, const struct sl_printed *printed) {
    if (sl_exceeds(&c->d->reached, SL_LIMIT_PRINTED, printed->n)) return sl_lib_refuse(c);
    for (uint32_t i = 0; i < printed->n; i++)
        if (!sl_apart(c->run, c->d, &to, &printed->at[i], false)) return false;
    return true;
}

// More than an int can tell is an error, which may be assumed away unless it takes a number only.
static bool fits(struct sl_call *c, const struct sl_printed *printed, struct step_extent *length) {
    if (length->hi < INT32_MAX) return true;
    if (!c->run->step->options.counters_fit || printed->open) return false;
    sl_note(sl_of(c->run), SL_NOTED_PRINTS, true);
    length->hi = INT32_MAX - 1;
    return true;
}

// Into a string: at most its limit, if there is one, with its end.  Wide characters that do not fit are an error.
static bool print_to_string(struct sl_call *c, const struct sl_operand *t, struct step_extent length, const struct sl_printed *printed) {
    struct step_extent limit = {.lo = SL_UNBOUNDED, .hi = SL_UNBOUNDED};
    const struct ir_lib_arg *row = sl_lib_row(c, t);
    uint32_t a = t->value, unit = row->unit;
    struct sl_place to;
    if (row->limited && !step_size(&c->call, &row->size, 1, &limit)) return false;
    struct step_extent n = limit;  // by its number it may be known to fit
    uint64_t most = length.hi >= SL_UNBOUNDED ? SL_UNBOUNDED : length.hi + 1;
    n.lo = limit.lo ? unit : 0;
    if (most < n.hi) n.hi = most;
    n.exact = false;
    if (unit > 1) n.number = n.times = n.other = 0;
    n.hi = n.hi >= SL_UNBOUNDED / unit ? SL_UNBOUNDED : n.hi * unit;
    if (n.hi && (!sl_lib_reach(c, a, n, true, &to) || !are_apart(c, (struct sl_range){a, to, n}, printed))) return false;
    if (n.hi) sl_overwrite(c->d, to, n.hi);
    end_list(c, printed);
    bool fails = printed->converts || !fits(c, printed, &length) || (length.hi > ROOM_WITHOUT && c->run->step->options.malloc_may_fail);
    if (fails) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_number(&other, num_range_signed(32, -1, -1));
    }
    if (n.lo && (unit == 1 || length.hi < limit.lo)) sl_lib_ends(c, to, n.hi, unit);
    sl_lib_give_number(c, num_range_signed(32, unit == 1 ? 0 : -1, length.hi < INT32_MAX ? (int64_t)length.hi : INT32_MAX));
    return true;
}

// Into a block of its own, which *cell leads to then; without a cell it is the result.
static bool print_to_block(struct sl_call *c, struct sl_operand *cell, struct step_extent length, const struct sl_printed *printed) {
    uint32_t object;
    if (cell && !sl_lib_reach_word(c, cell->value, &cell->place)) return false;
    bool fails = !fits(c, printed, &length) || printed->converts;
    if (cell ? cell->place.lo != cell->place.hi : fails) return sl_lib_refuse(c);
    if (length.hi >= INT32_MAX) length.hi = INT32_MAX - 1;
    end_list(c, printed);
    if (cell && (fails || c->run->step->options.malloc_may_fail)) {
        struct sl_call other = sl_lib_fork(c);
        sl_put(other.d, cell->place.object, (uint64_t)cell->place.lo, c->bits / 8, sl_fresh(other.d, SL_ANY));
        sl_lib_give_number(&other, num_range_signed(32, -1, -1));
    }
    if (!sl_lib_new_text(c, length.hi, &object)) return false;
    if (!cell) return sl_lib_give_address(c, object), true;
    sl_put(c->d, cell->place.object, (uint64_t)cell->place.lo, c->bits / 8, sl_address(c->d, object, c->bits, 0));
    sl_lib_give_number(c, num_range_signed(32, 0, (int64_t)length.hi));
    return true;
}

bool sl_model_printf(struct sl_call *c) {
    const struct sl_operand *fill = sl_lib_of(c, IR_LIB_FILL), *h = sl_lib_of(c, IR_LIB_HANDLE);
    struct sl_operand *fresh = sl_lib_of(c, IR_LIB_FRESH);
    struct step_extent length;
    struct sl_printed printed;
    if (h && !sl_lib_handle(c, h)) return false;
    if (!sl_lib_printf_args(c, sl_lib_of(c, IR_LIB_PRINTF_FORMAT), &length, &printed)) return false;
    if (fill) return print_to_string(c, fill, length, &printed);
    if (fresh || c->row->result.answer == IR_LIB_NEW) return print_to_block(c, fresh, length, &printed);
    end_list(c, &printed);
    sl_lib_give_unknown(c);
    return true;
}

// ---- scanf -------------------------------------------------------------------------------------------------------------------------

// Bytes of the number that a conversion stores, or 0: not modelled.
static uint32_t number_size(const struct sl_call *c, const struct conversion *x) {
    uint32_t word = c->bits / 8;
    if (strchr("diouxX", x->letter)) return x->word || x->longs == 1 ? word : x->longs ? 8 : x->shorts == 1 ? 2 : x->shorts ? 1 : 4;
    if (strchr("aAeEfFgG", x->letter)) return x->real ? 0 : x->longs ? 8 : 4;
    return 0;
}

// A string of limited length fills so many characters and one for its end; a wide one read as bytes takes as many as the locale asks for.
static uint32_t stored_size(const struct sl_call *c, const struct conversion *x, uint32_t unit) {
    bool text = x->letter && strchr("sc", x->letter), string = x->letter == 's';
    if (!text) return x->letter ? number_size(c, x) : 0;
    uint32_t n = (uint32_t)x->amount, each = x->longs ? 4 : unit > 1 ? MOST_BYTES : 1;
    return string && !n ? 0 : each * (n ? n : 1) + (string ? (x->longs ? 4 : 1) : 0);
}

// What a conversion stores to, and that it is a string, which has an end then, or an integer, which is no pointer.
struct scanned {
    struct sl_place to;
    uint32_t size;
    bool string, integer;
};

// What may have been stored or not: what was not initialised need not be now.
static void may_store(struct sl_call *c, const struct scanned *s) {
    bool given = s->to.lo != s->to.hi || sl_is_given(c->d, s->to.object, (uint64_t)s->to.lo, s->size);
    if (given)
        sl_overwrite(c->d, s->to, s->size);
    else
        sl_put(c->d, s->to.object, (uint64_t)s->to.lo, s->size, sl_fresh(c->d, SL_UNINIT));
}

// As many conversions as `most` at most, and `least` at least, were made, of the first n.
static void store_scanned(struct sl_call *c, const struct scanned *s, uint32_t n, int64_t least, int64_t most) {
    for (uint32_t i = 0; i < n && (int64_t)i < most; i++) {
        if ((int64_t)i >= least) {
            may_store(c, &s[i]);
            continue;
        }
        if (s[i].string || s[i].to.lo != s[i].to.hi)  // or some of its characters
            sl_overwrite(c->d, s[i].to, s[i].size);
        else
            sl_put(c->d, s[i].to.object, (uint64_t)s[i].to.lo, s[i].size, s[i].integer ? sl_int(c->d, num_range_full(s[i].size * 8)) : sl_fresh(c->d, SL_ANY));
        if (s[i].string) sl_lib_ends(c, s[i].to, s[i].size, 1);
    }
    sl_lib_give_number(c, num_range_signed(32, least, most));
}

// Behind %[: a string of characters of the set is stored as one of any characters is.
static void skip_set(struct format *f, struct conversion *x) {
    assert(x->letter == '[');
    char k = next_char(f);
    if (k == '^') k = next_char(f);
    while (k && (k = next_char(f)) != ']') {}  // the first one belongs to the set, whatever it is
    x->letter = k ? 's' : 0;
}

// Fewer than all n conversions were made: some, or none, and then the end was met, unless the first one may find something that does not fit.
static void store_fewer(struct sl_call *c, const struct scanned *s, uint32_t n, bool may_miss) {
    if (n > 1) {
        struct sl_call some = sl_lib_fork(c);
        store_scanned(&some, s, n, 1, (int64_t)n - 1);
    }
    store_scanned(c, s, n, -1, may_miss ? 0 : -1);
}

bool sl_model_scanf(struct sl_call *c) {
    struct sl_operand *k = sl_lib_of(c, IR_LIB_SCANF_FORMAT), *h = sl_lib_of(c, IR_LIB_HANDLE), *s = sl_lib_of(c, IR_LIB_STRING);
    struct scanned at[16];
    uint32_t n = 0, v;
    struct format f;
    char letter;
    bool may_miss = s != NULL;
    if (sl_lib_of(c, IR_LIB_VA_LIST)) return sl_lib_refuse(c);
    if ((h && !sl_lib_handle(c, h)) || (s && !sl_lib_text(c, s)) || !begin(&f, c, k)) return false;
    while ((letter = next_char(&f))) {
        struct conversion x;
        may_miss |= !n && letter != '%' && !strchr(" \t\n\v\f\r", letter);
        if (letter != '%') continue;
        if (!read_conversion(&f, &x, true)) return false;
        may_miss |= !n && x.letter != 's' && x.letter != 'c' && x.letter != 'n';
        if (x.letter == '[') skip_set(&f, &x);
        if (x.letter == '%' || (x.suppress && x.letter && strchr("diouxXaAeEfFgGcs", x.letter))) continue;
        uint32_t size = stored_size(c, &x, f.text.unit);
        at[n] = (struct scanned){.size = size, .string = x.letter == 's' && !x.longs && f.text.unit == 1, .integer = x.letter && strchr("diouxX", x.letter)};
        if (!size || n == 15) return sl_lib_refuse(c);
        if (!next_arg(&f, ir_ptr(c->run->step->program), &v) || !sl_lib_reach(c, v, (struct step_extent){.lo = size, .hi = size}, true, &at[n].to)) return false;
        n++;
    }
    struct sl_call other = n ? sl_lib_fork(c) : *c;
    store_scanned(c, at, n, n ? (int64_t)n : -1, n);
    if (n) store_fewer(&other, at, n, may_miss);
    return true;
}
