// SPDX-License-Identifier: MIT
// The printf family: formats are interpreted here, single conversions by the host.
#include <stdio.h>

#include "exec/lib.h"
#include "exec/limits.h"
#include "exec/open.h"
#include "exec/shadow.h"

enum { MOST_FLAGS = 8 };

enum length { PLAIN, CHAR, SHORT, LONG, LONG_LONG, SIZE, LONG_DOUBLE };

// One conversion specification.
struct spec {
    char flags[MOST_FLAGS + 1];
    int64_t width, precision;  // -1: none
    enum length length;
    char conversion;
};

struct job {
    const struct exec_model *k;
    struct exec_value format;
    uint64_t at;
    struct exec_varargs args;
    uint32_t unit;  // bytes of a character of the format and of what is printed
    struct buf *out;
    struct exec_value *stain;  // gathers what is unknown about the values printed
    uint64_t *nearest;         // how far from where the output goes the nearest string printed begins, or ends before it; NULL: elsewhere
};

static bool next_unit(struct job *j, uint32_t *c) {
    return exec_lib_unit(j->k, &j->format, j->at++, j->unit, c);
}

static bool next_char(struct job *j, char *c) {
    uint32_t unit;
    if (!next_unit(j, &unit)) return false;
    *c = unit > 127 ? '?' : (char)unit;  // in no case a part of a conversion
    return true;
}

static bool refuse_wide(const struct job *j) {
    return exec_give_up(j->k->m, "'%s' of a wide character is not modelled", j->k->name);
}

static void put_unit(struct buf *out, uint32_t unit, uint32_t c) {
    if (unit == 1)
        buf_char(out, (char)c);
    else
        buf_add(out, (const char *)&c, unit);
}

// What the host printed from `from` on becomes characters of the right width.
static void widen(struct job *j, size_t from) {
    struct buf text = {0};
    if (j->unit == 1) return;
    buf_add(&text, buf_text(j->out) + from, j->out->n - from);
    j->out->n = from;
    for (size_t i = 0; i < text.n; i++) put_unit(j->out, j->unit, (unsigned char)text.text[i]);
    buf_free(&text);
}

static bool next_arg(struct job *j, ir_type type, struct exec_value *v) {
    if (!exec_varargs_next(j->k, &j->args, type, v)) return false;
    j->stain->unknown |= v->unknown;
    j->stain->why = v->unknown ? v->why : j->stain->why;
    return true;
}

// An argument whose value is printed.
static bool next_value(struct job *j, ir_type type, struct exec_value *v) {
    if (!next_arg(j, type, v)) return false;
    if (!exec_use(j->k->m, v, "is printed")) return false;
    if (exec_loose_bits(j->k->m, v, ir_bits(type))) j->stain->flags |= exec_loose_kinds(v);
    return true;
}

static bool read_flags(struct job *j, struct spec *s, char *c) {
    uint32_t n = 0;
    while (*c && strchr("-+ #0'", *c)) {
        if (n < MOST_FLAGS) s->flags[n++] = *c;
        if (!next_char(j, c)) return false;
    }
    return true;
}

// Digits, or an asterisk that takes an argument.
static bool read_amount(struct job *j, char *c, int64_t *out) {
    struct exec_value v;
    if (*c == '*') {
        if (!next_value(j, IR_I(32), &v) || !next_char(j, c)) return false;
        *out = (int32_t)exec_decide(j->k->m, &v);
        return true;
    }
    while (*c >= '0' && *c <= '9') {
        *out = (*out < 0 ? 0 : *out) * 10 + (*c - '0');
        *out = *out > INT32_MAX ? INT32_MAX : *out;
        if (!next_char(j, c)) return false;
    }
    return true;
}

static bool read_length(struct job *j, struct spec *s, char *c) {
    for (;;) {
        switch (*c) {
        case 'h': s->length = s->length == SHORT ? CHAR : SHORT; break;
        case 'l': s->length = s->length == LONG ? LONG_LONG : LONG; break;
        case 'q':
        case 'j': s->length = LONG_LONG; break;
        case 'z':
        case 't':
        case 'Z': s->length = SIZE; break;
        case 'L': s->length = LONG_DOUBLE; break;
        default: s->conversion = *c; return true;
        }
        if (!next_char(j, c)) return false;
    }
}

static bool width_is_sane(const struct job *j, const struct spec *s) {
    bool text = s->conversion == 's' || s->conversion == 'S';
    int64_t most = (int64_t)exec_limits[EXEC_LIMIT_WIDTH].value;
    if (s->width <= most && (text || s->precision <= most)) return true;
    return exec_give_up(j->k->m, "'%s' with a width of more than %lld is not modelled", j->k->name, (long long)most);
}

static bool read_spec(struct job *j, struct spec *s) {
    char c;
    *s = (struct spec){.width = -1, .precision = -1};
    if (!next_char(j, &c) || !read_flags(j, s, &c) || !read_amount(j, &c, &s->width)) return false;
    if (c == '$') return exec_give_up(j->k->m, "'%s' with numbered arguments is not modelled", j->k->name);
    if (c == '.') {
        s->precision = 0;
        if (!next_char(j, &c) || !read_amount(j, &c, &s->precision)) return false;
    }
    if (s->width < -1) {  // a negative argument: left-justified
        s->width = -s->width;
        s->flags[strlen(s->flags) < MOST_FLAGS ? strlen(s->flags) : 0] = '-';
    }
    return read_length(j, s, &c) && width_is_sane(j, s);
}

// A host format for the conversion: flags, width and precision given, `length` and conversion letter appended.
static void host_format(const struct spec *s, const char *length, char out[64]) {
    int n = snprintf(out, 64, "%%%s", s->flags);
    if (s->width >= 0) n += snprintf(out + n, 64 - (size_t)n, "%lld", (long long)s->width);
    if (s->precision >= 0) n += snprintf(out + n, 64 - (size_t)n, ".%lld", (long long)s->precision);
    snprintf(out + n, 64 - (size_t)n, "%s%c", length, s->conversion);
}

static uint32_t integer_bits(const struct job *j, const struct spec *s) {
    uint32_t word = j->k->m->program->pointer_bits;
    switch (s->length) {
    case LONG:
    case SIZE: return word;
    case LONG_LONG:
    case LONG_DOUBLE: return 64;
    default: return 32;
    }
}

// Groups of digits and the decimal point are those of "C".
static void mind_locale(const struct job *j) {
    if (j->k->lib->locale_changed) exec_assume(j->k->m, "what '%s' prints in a locale other than \"C\"", j->k->name);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static bool print_integer(struct job *j, struct spec *s) {
    struct exec_value v;
    uint32_t bits = integer_bits(j, s);
    char format[64];
    if (strchr(s->flags, '\'')) mind_locale(j);
    if (!next_value(j, IR_I(bits), &v)) return false;
    bits = s->length == CHAR ? 8 : s->length == SHORT ? 16 : bits;
    host_format(s, "ll", format);
    size_t from = j->out->n;
    if (s->conversion == 'd' || s->conversion == 'i')
        buf_printf(j->out, format, (long long)ir_signed(v.bits, bits));
    else
        buf_printf(j->out, format, (unsigned long long)(v.bits & ir_mask(bits)));
    widen(j, from);
    return true;
}

static bool print_float(struct job *j, struct spec *s) {
    bool wide = s->length == LONG_DOUBLE;
    struct exec_value v;
    char format[64];
    double d;
    long double e = 0;
    mind_locale(j);
    if (!next_value(j, IR_TYPE(IR_FLOAT, wide ? 80 : 64), &v)) return false;
    host_format(s, wide ? "L" : "", format);
    memcpy(&d, &v.bits, sizeof d);
    memcpy(&e, &v.bits, 10);
    size_t from = j->out->n;
    if (wide)
        buf_printf(j->out, format, e);
    else
        buf_printf(j->out, format, d);
    widen(j, from);
    return true;
}

static bool print_pointer(struct job *j, struct spec *s) {
    struct exec_value v;
    char format[64];
    if (!next_value(j, ir_ptr(j->k->m->program), &v)) return false;
    s->length = PLAIN;
    host_format(s, "", format);
    size_t from = j->out->n;
    buf_printf(j->out, format, (void *)(uintptr_t)(uint64_t)v.bits);
    widen(j, from);
    return true;
}
#pragma GCC diagnostic pop

static void pad(struct job *j, const struct spec *s, const struct buf *text) {
    size_t n = text->n / j->unit, fill = s->width > 0 && (uint64_t)s->width > n ? (size_t)s->width - n : 0;
    bool left = strchr(s->flags, '-') != NULL;
    for (size_t i = 0; !left && i < fill; i++) put_unit(j->out, j->unit, ' ');
    buf_add(j->out, buf_text(text), text->n);
    for (size_t i = 0; left && i < fill; i++) put_unit(j->out, j->unit, ' ');
}

// A character of `unit` bytes, as one of those printed.
static bool put_converted(struct job *j, struct buf *text, uint32_t unit, uint32_t c) {
    if (unit != j->unit && c > 127) return refuse_wide(j);
    put_unit(text, j->unit, c);
    return true;
}

static bool print_char(struct job *j, struct spec *s) {
    struct exec_value v;
    struct buf text = {0};
    if (!next_value(j, IR_I(32), &v)) return false;
    bool on = s->length == LONG ? put_converted(j, &text, 4, (uint32_t)v.bits) : put_converted(j, &text, 1, (uint8_t)v.bits);
    if (on) pad(j, s, &text);
    buf_free(&text);
    return on;
}

static bool put_string(struct job *j, const struct exec_value *at, uint32_t unit, uint64_t limit, struct buf *text) {
    uint32_t c;
    for (uint64_t i = 0; i < limit; i++) {
        if (!exec_lib_unit(j->k, at, i, unit, &c)) return false;
        if (c == 0) break;
        if (!put_converted(j, text, unit, c)) return false;
    }
    return true;
}

static void put_word(struct job *j, struct buf *text, const char *word) {
    for (; *word; word++) put_unit(text, j->unit, (unsigned char)*word);
}

// A string of n bytes, its end included, is printed to the memory that it may lie in.
static void note_distance(struct job *j, const struct exec_value *v, uint64_t n) {
    uint32_t source, target;
    uint64_t from, to;
    const struct exec_value *at = exec_lib_arg(j->k, exec_lib_nth(j->k, IR_LIB_FILL, 0));
    if (!exec_resolve(j->k->m, v, &source, &from) || !exec_resolve(j->k->m, at, &target, &to) || source != target) return;
    uint64_t distance = from >= to ? from - to : to - from < n ? 0 : UINT64_MAX;
    *j->nearest = distance < *j->nearest ? distance : *j->nearest;
}

// A null pointer prints as (null), as far as the precision allows that word as a whole.
static bool print_string(struct job *j, struct spec *s) {
    uint64_t limit = s->precision < 0 ? EXEC_NO_LIMIT : (uint64_t)s->precision;
    struct exec_value v;
    struct buf text = {0};
    if (!next_arg(j, ir_ptr(j->k->m->program), &v)) return false;
    bool on = true;
    if (v.bits == 0 && !v.uninit && !v.unknown && !(v.flags & EXEC_NULLISH))
        put_word(j, &text, limit >= 6 ? "(null)" : "");
    else
        on = put_string(j, &v, s->length == LONG ? 4 : 1, limit, &text);
    if (on && j->nearest) note_distance(j, &v, s->length == LONG ? 4 : text.n + 1);
    if (on) pad(j, s, &text);
    buf_free(&text);
    return on;
}

static bool store_count(struct job *j, struct spec *s) {
    struct exec_value at, n = exec_int(j->out->n / j->unit);
    uint32_t bits = s->length == CHAR ? 8 : s->length == SHORT ? 16 : integer_bits(j, s);
    return next_arg(j, ir_ptr(j->k->m->program), &at) && exec_store(j->k->m, &at, IR_I(bits), &n);
}

static bool print_errno(struct job *j, struct spec *s) {
    int32_t number;
    if (!exec_lib_get_errno(j->k, &number)) return false;
    struct buf text = {0};
    put_word(j, &text, strerror(number));
    pad(j, s, &text);
    buf_free(&text);
    return true;
}

static bool convert(struct job *j, struct spec *s) {
    switch (s->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': return print_integer(j, s);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': return print_float(j, s);
    case 'c': return print_char(j, s);
    case 'C': s->length = LONG; return print_char(j, s);
    case 's': return print_string(j, s);
    case 'S': s->length = LONG; return print_string(j, s);
    case 'p': return print_pointer(j, s);
    case 'n': return store_count(j, s);
    case 'm': return print_errno(j, s);
    case '%': put_unit(j->out, j->unit, '%'); return true;
    case '\0': j->at--; return true;
    default: return exec_give_up(j->k->m, "'%s' with the conversion '%%%c' is not modelled", j->k->name, s->conversion);
    }
}

// Formats into *out, in characters as wide as the format's.  *stain is unknown if some value printed is.
static bool print_format(const struct exec_model *k, struct buf *out, struct exec_value *stain, uint64_t *nearest) {
    uint32_t format = exec_lib_nth(k, IR_LIB_PRINTF_FORMAT, 0);
    struct job j = {.k = k, .format = *exec_lib_arg(k, format), .unit = k->row->args[format].unit, .out = out, .stain = stain, .nearest = nearest};
    struct spec s;
    uint32_t c;
    *stain = exec_int(0);
    if (k->row->args[format].null && exec_lib_null(k, format)) return true;
    if (!exec_varargs_begin(k, &j.args)) return false;
    while (next_unit(&j, &c)) {
        if (c == 0) return true;
        if (c != '%')
            put_unit(out, j.unit, c);
        else if (!read_spec(&j, &s) || !convert(&j, &s))
            return false;
    }
    return false;
}

// ---- where it goes -------------------------------------------------------------------------------------------------------------------

static void give_length(const struct exec_model *k, uint64_t n, const struct exec_value *stain) {
    struct exec_value v = exec_int(n);
    if (stain->unknown) {
        v.unknown = 15;
        v.why = stain->why;
    }
    exec_open_all(&v, stain->flags);
    if (k->row->result.answer == IR_LIB_NUMBER) exec_lib_give(k, v);
}

// What was printed is open, in its length, too: so is everything up to the limit, if that fits.
static void open_text(const struct exec_model *k, uint32_t block, uint64_t offset, uint64_t limit, const struct exec_value *stain) {
    struct exec_block *b = exec_block(&k->m->memory, block);
    if (limit <= b->size - offset)
        exec_open_bytes(k->m, b, offset, limit, stain->flags);
    else
        exec_depend(k->m, stain);
}

// Wide characters that do not all fit are an error, and whether there is an end then depends on the library.
static bool to_memory(const struct exec_model *k, uint32_t to, const struct buf *text, const struct exec_value *stain, uint64_t nearest) {
    uint32_t unit = k->row->args[to].unit, block;
    uint64_t limit, offset, n = text->n / unit;
    if (!exec_lib_limit(k, to, &limit)) return false;
    bool failed = unit > 1 && n >= limit;
    if (failed) exec_lib_give_number(k, -1);
    if (limit == 0) return true;
    n = unit * (n < limit - 1 ? n : limit - 1);
    struct exec_value end = exec_plus(k->m, exec_lib_arg(k, to), n), zero = exec_int(0);
    if (unit > 1) exec_depend(k->m, stain);
    uint64_t written = failed ? n : n + unit;
    if (!exec_check(k->m, exec_lib_arg(k, to), written, EXEC_WRITE, &block, &offset) || (nearest < written && !exec_overlap(k->m, block)) ||
        !exec_put(k->m, exec_lib_arg(k, to), buf_text(text), n))
        return false;
    if (failed) return !exec_lib_room(k, &end, unit) || exec_havoc(k->m, &end, unit, k->why);
    if (!exec_fill(k->m, &end, &zero, unit)) return false;
    if (stain->flags & EXEC_OPEN) open_text(k, block, offset, limit, stain);
    return true;
}

// asprintf stores the block, g_strdup_printf gives it.
static bool to_fresh(const struct exec_model *k, uint32_t cell, const struct buf *text) {
    struct exec_value block;
    if (!exec_malloc(k->m, text->n + 1, 16, EXEC_BIRTH_UNINIT, &block)) return false;
    if (block.bits && !exec_put(k->m, &block, buf_text(text), text->n + 1)) return false;
    if (cell == EXEC_NO_ARG) {
        exec_lib_give(k, block);
        return block.bits || k->row->result.null_alloc || exec_abort(k->m);
    }
    if (block.bits == 0) {
        exec_lib_give_number(k, -1);
        return exec_havoc(k->m, exec_lib_arg(k, cell), k->m->program->pointer_bits / 8, k->why);
    }
    return exec_lib_store_pointer(k, exec_lib_arg(k, cell), &block);
}

static bool open_stream(const struct exec_model *k, enum exec_stream *stream) {
    uint32_t handle = exec_lib_nth(k, IR_LIB_HANDLE, 0), param = k->row->param;
    if (handle != EXEC_NO_ARG) return exec_lib_handle(k, handle, stream);
    *stream = param == IR_LIB_P_STDOUT ? EXEC_STDOUT : param == IR_LIB_P_STDERR ? EXEC_STDERR : EXEC_OTHER_STREAM;
    if (param == IR_LIB_P_DESCRIPTOR) {
        uint64_t descriptor = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
        *stream = descriptor < EXEC_OTHER_STREAM ? (enum exec_stream)descriptor : EXEC_OTHER_STREAM;
    }
    return true;
}

static bool to_stream(const struct exec_model *k, const struct buf *text, uint32_t unit) {
    enum exec_stream stream;
    if (!open_stream(k, &stream)) return false;
    k->lib->wrote_file |= stream == EXEC_OTHER_STREAM && k->row->param != IR_LIB_P_NOWHERE;
    bool is_stream = k->row->param == IR_LIB_P_STDOUT || k->row->param == IR_LIB_P_STDERR;
    if (is_stream && !exec_lib_orient(k, stream, unit)) return exec_lib_give_number(k, -1), true;
    return exec_lib_print(k, stream, text, unit);
}

static bool deliver(const struct exec_model *k, const struct buf *text, uint32_t unit, struct exec_value *stain, uint64_t nearest) {
    uint32_t to = exec_lib_nth(k, IR_LIB_FILL, 0), cell = exec_lib_nth(k, IR_LIB_FRESH, 0);
    bool memory = to != EXEC_NO_ARG, fresh = cell != EXEC_NO_ARG || k->row->result.answer == IR_LIB_NEW;
    if ((memory || fresh) && stain->unknown) exec_assume(k->m, "%s", exec_reason(k->m, stain));  // as much is written as is printed
    if (memory || fresh) stain->unknown = 0;
    if (fresh && !memory) exec_depend(k->m, stain);
    give_length(k, text->n / unit, stain);
    return memory ? to_memory(k, to, text, stain, nearest) : fresh ? to_fresh(k, cell, text) : to_stream(k, text, unit);
}

bool exec_model_printf(struct exec_model *k) {
    struct buf text = {0};
    struct exec_value stain;
    uint64_t nearest = UINT64_MAX;
    uint32_t unit = k->row->args[exec_lib_nth(k, IR_LIB_PRINTF_FORMAT, 0)].unit;
    bool memory = exec_lib_nth(k, IR_LIB_FILL, 0) != EXEC_NO_ARG;
    bool on = print_format(k, &text, &stain, memory ? &nearest : NULL) && deliver(k, &text, unit, &stain, nearest);
    buf_free(&text);
    return on;
}

bool exec_model_die(struct exec_model *k) {
    struct buf text = {0};
    struct exec_value stain;
    bool on = print_format(k, &text, &stain, NULL);
    buf_char(&text, '\n');
    if (on) exec_output(k->m, EXEC_STDERR, buf_text(&text), text.n);
    buf_free(&text);
    int32_t status = (int32_t)exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    if (!on || (status == 0 && k->row->result.answer != IR_LIB_NEVER)) return on;
    return exec_exit(k->m, status, true);
}
