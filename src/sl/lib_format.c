// SPDX-License-Identifier: MIT
// The printf and scanf families, with formats that are known.
#include "sl/lib.h"

enum {
    MOST_DIGITS = 24,  // what a number or a floating-point number prints at most, without width
    MOST_FLOAT = 5000,
    MOST_BYTES = 16,     // of a wide character, in any locale
    ROOM_WITHOUT = 500,  // the library formats so much without allocation
};

struct format {
    struct sl_call *c;
    struct sl_text text;  // wide characters that are no ASCII are in no conversion
    uint64_t at;
    uint32_t next;  // argument of the call
    struct sl_printed *printed;
};

static char next_char(struct format *f) {
    uint32_t c = f->at <= f->text.length.lo ? sl_lib_unit(f->c, &f->text, f->at++) : 0;
    return c > 127 ? '?' : (char)c;
}

static bool next_arg(struct format *f, uint32_t *v) {
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
    bool open;        // an amount that an argument gives
    bool suppress;    // scanf: *
    bool grouped;     // printf: '
    uint32_t longs, shorts;
    bool word, real;  // z t; L
    char letter;
};

static bool read_conversion(struct format *f, struct conversion *x, bool scan) {
    uint64_t amount = 0;
    uint32_t v;
    char k;
    *x = (struct conversion){0};
    while ((k = next_char(f)) && strchr("-+ #0123456789.*'hlLqjzt", k)) {
        amount = k >= '0' && k <= '9' ? amount * 10 + (uint64_t)(k - '0') : 0;
        if (amount > 1000000) return sl_lib_refuse(f->c);
        if (amount > x->amount) x->amount = amount;
        if (k == '*' && scan) x->suppress = true;
        if (k == '*' && !scan) {
            if (!next_arg(f, &v)) return false;
            x->open = true;
        }
        x->longs += k == 'l' ? 1 : k == 'q' || k == 'j' ? 2 : 0;
        x->shorts += k == 'h';
        x->grouped |= k == '\'';
        x->word |= k == 'z' || k == 't';
        x->real |= k == 'L';
    }
    x->letter = k;
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
    if (!next_arg(f, &v)) return false;
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
    if (!next_arg(f, &v)) return false;
    const struct sl_value *c = &f->c->d->values.at[v];
    f->printed->converts |= unit_of(x) != f->text.unit && (c->kind != SL_INT || num_range_umax(c->range) > 127);
    return true;
}

static bool print_one(struct format *f, const struct conversion *x, uint64_t *most) {
    uint32_t v;
    switch (x->letter) {
    case '%': *most = 1; return true;
    case 's':
    case 'S': return print_string(f, x, most);
    case 'c':
    case 'C': return print_char(f, x, most);
    default: break;
    }
    if (!x->letter || !strchr("diouxXpaAeEfFgG", x->letter)) return sl_lib_refuse(f->c);
    *most = strchr("aAeEfFgG", x->letter) ? MOST_FLOAT : MOST_DIGITS;
    return next_arg(f, &v);
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
    printed->n = 0;
    printed->converts = false;
    f.printed = printed;
    while ((letter = next_char(&f))) {
        struct conversion x;
        uint64_t most = 1;
        if (letter == '%') {
            if (!read_conversion(&f, &x, false) || !print_one(&f, &x, &most)) return false;
            most = x.open || most >= SL_UNBOUNDED ? SL_UNBOUNDED : with_locale(c, &x, most + x.amount);
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

// Into a string: at most its limit, if there is one, with its end.  Wide characters that do not fit are an error.
static bool print_to_string(struct sl_call *c, const struct sl_operand *t, struct step_extent length, const struct sl_printed *printed) {
    struct step_extent limit = {.lo = SL_UNBOUNDED, .hi = SL_UNBOUNDED};
    const struct ir_lib_arg *row = sl_lib_row(c, t);
    uint32_t a = t->value, unit = row->unit;
    struct sl_place to;
    if (row->limited && !step_size(&c->call, &row->size, 1, &limit)) return false;
    struct step_extent n = {.lo = unit, .hi = length.hi >= SL_UNBOUNDED ? SL_UNBOUNDED : length.hi + 1};
    if (limit.hi < n.hi) n.hi = limit.hi;
    if (!limit.lo) n.lo = 0;
    n.hi = n.hi >= SL_UNBOUNDED / unit ? SL_UNBOUNDED : n.hi * unit;
    if (n.hi && (!sl_lib_reach(c, a, n, true, &to) || !are_apart(c, (struct sl_range){a, to, n}, printed))) return false;
    if (n.hi) sl_overwrite(c->d, to, n.hi);
    bool fails = printed->converts || length.hi >= INT32_MAX || (length.hi > ROOM_WITHOUT && c->run->step->options.malloc_may_fail);
    if (fails) {
        struct sl_call other = sl_lib_fork(c);
        sl_lib_give_number(&other, num_range_signed(32, -1, -1));
    }
    if (n.lo && (unit == 1 || length.hi < limit.lo)) sl_lib_ends(c, to, n.hi, unit);
    sl_lib_give_number(c, num_range_signed(32, unit == 1 ? 0 : -1, length.hi < INT32_MAX ? (int64_t)length.hi : INT32_MAX));
    return true;
}

bool sl_model_printf(struct sl_call *c) {
    const struct sl_operand *fill = sl_lib_of(c, IR_LIB_FILL), *h = sl_lib_of(c, IR_LIB_HANDLE);
    struct step_extent length;
    struct sl_printed printed;
    if (sl_lib_of(c, IR_LIB_FRESH) || sl_lib_of(c, IR_LIB_VA_LIST)) return sl_lib_refuse(c);
    if (h && !sl_lib_handle(c, h)) return false;
    if (!sl_lib_printf_args(c, sl_lib_of(c, IR_LIB_PRINTF_FORMAT), &length, &printed)) return false;
    if (fill) return print_to_string(c, fill, length, &printed);
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

// What a conversion stores to, and that it is a string, which has an end then.
struct scanned {
    struct sl_place to;
    uint32_t size;
    bool string;
};

// As many conversions as `most` at most, and `least` at least, were made, of the first n.
static void store_scanned(struct sl_call *c, const struct scanned *s, uint32_t n, int64_t least, int64_t most) {
    for (uint32_t i = 0; i < n; i++) {
        sl_overwrite(c->d, s[i].to, s[i].size);
        if (s[i].string && (int64_t)i < least) sl_lib_ends(c, s[i].to, s[i].size, 1);
    }
    sl_lib_give_number(c, num_range_signed(32, least, most));
}

bool sl_model_scanf(struct sl_call *c) {
    struct sl_operand *k = sl_lib_of(c, IR_LIB_SCANF_FORMAT), *h = sl_lib_of(c, IR_LIB_HANDLE), *s = sl_lib_of(c, IR_LIB_STRING);
    struct scanned at[16];
    uint32_t n = 0, v;
    struct format f;
    char letter;
    if (sl_lib_of(c, IR_LIB_VA_LIST)) return sl_lib_refuse(c);
    if ((h && !sl_lib_handle(c, h)) || (s && !sl_lib_text(c, s)) || !begin(&f, c, k)) return false;
    while ((letter = next_char(&f))) {
        struct conversion x;
        if (letter != '%') continue;
        if (!read_conversion(&f, &x, true)) return false;
        if (x.letter == '%' || (x.suppress && x.letter && strchr("diouxXaAeEfFgGcs", x.letter))) continue;
        uint32_t size = stored_size(c, &x, f.text.unit);
        at[n] = (struct scanned){.size = size, .string = x.letter == 's' && !x.longs && f.text.unit == 1};
        if (!size || n == 15) return sl_lib_refuse(c);
        if (!next_arg(&f, &v) || !sl_lib_reach(c, v, (struct step_extent){.lo = size, .hi = size}, true, &at[n].to)) return false;
        n++;
    }
    struct sl_call other = n ? sl_lib_fork(c) : *c;
    store_scanned(c, at, n, n ? (int64_t)n : -1, n);
    if (n) store_scanned(&other, at, n, -1, (int64_t)n - 1);
    return true;
}
