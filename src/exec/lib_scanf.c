// SPDX-License-Identifier: MIT
// The scanf family.  A string is scanned as the real function scans it; of a stream the world says how many conversions succeed and what
// they yield.
#include <stdio.h>

#include "exec/lib.h"
#include "ir/eval.h"

enum { CAN_HOLD_NUMBER = 400 };
enum length { PLAIN, CHAR, SHORT, LONG, LONG_LONG, SIZE, LONG_DOUBLE };

struct spec {
    bool suppressed;
    uint64_t width;  // EXEC_NO_LIMIT: none
    enum length length;
    char conversion;
    bool set[256];  // %s %[
    uint32_t unit;  // %s %c %[: bytes of a character that is stored
};

struct job {
    const struct exec_model *k;
    struct exec_value format;
    uint64_t at;  // in the format
    struct exec_varargs args;
    uint32_t unit;                    // bytes of a character of the format and of the source
    const struct exec_value *source;  // the string, or NULL: a stream
    uint64_t read;                    // characters of it that were consumed
    int64_t stored;                   // conversions done
    int64_t allowed;                  // stream: conversions that succeed
    struct exec_stream_state *state;  // of the stream
};

// A character; wide ones must be ASCII.
static bool narrow(struct job *j, const struct exec_value *text, uint64_t i, char *c) {
    uint32_t unit;
    if (!exec_lib_unit(j->k, text, i, j->unit, &unit)) return false;
    if (unit > 127 && j->unit > 1) return exec_give_up(j->k->m, "'%s' of a wide character is not modelled", j->k->name);
    *c = (char)unit;
    return true;
}

static bool format_char(struct job *j, char *c) {
    j->at++;
    return narrow(j, &j->format, j->at - 1, c);
}

static bool source_char(struct job *j, char *c) {
    return narrow(j, j->source, j->read, c);
}

static bool is_space(char c) {
    return c && (ir_lib_ctype((unsigned char)c) & IR_LIB_P_SPACE);
}

static bool skip_space(struct job *j) {
    char c = ' ';
    while (j->source && is_space(c)) {
        if (!source_char(j, &c)) return false;
        j->read += is_space(c);
    }
    return true;
}

// ---- reading the format ----------------------------------------------------------------------------------------------------------------

static bool read_set(struct job *j, struct spec *s) {
    char c, before = 0;
    bool negated = false;
    if (!format_char(j, &c) || (c == '^' && (negated = true) && !format_char(j, &c))) return false;
    memset(s->set, negated, sizeof s->set);
    for (bool first = true; c && (c != ']' || first); first = false) {
        char next;
        if (!format_char(j, &next)) return false;
        bool range = c == '-' && !first && next != ']' && next;
        for (int i = (unsigned char)before; range && i <= (unsigned char)next; i++) s->set[i] = !negated;
        s->set[(unsigned char)c] = range ? s->set[(unsigned char)c] : !negated;
        before = c;
        c = next;
    }
    s->set[0] = false;
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
        case 't': s->length = SIZE; break;
        case 'L': s->length = LONG_DOUBLE; break;
        default: s->conversion = *c; return true;
        }
        if (!format_char(j, c)) return false;
    }
}

static bool read_spec(struct job *j, struct spec *s) {
    char c;
    uint64_t width = 0;
    *s = (struct spec){.width = EXEC_NO_LIMIT};
    if (!format_char(j, &c)) return false;
    if (c == '*') {
        s->suppressed = true;
        if (!format_char(j, &c)) return false;
    }
    while (c >= '0' && c <= '9') {
        width = width * 10 + (uint64_t)(c - '0');
        if (!format_char(j, &c)) return false;
    }
    s->width = width ? width : EXEC_NO_LIMIT;
    if (!read_length(j, s, &c)) return false;
    if (s->conversion == 'S' || s->conversion == 'C') {
        s->length = LONG;
        s->conversion = s->conversion == 'S' ? 's' : 'c';
    }
    s->unit = s->length == LONG ? 4 : 1;
    for (int i = 1; i < 256 && s->conversion == 's'; i++) s->set[i] = !is_space((char)i);
    return s->conversion != '[' || read_set(j, s);
}

// ---- storing -------------------------------------------------------------------------------------------------------------------------

static uint32_t integer_bits(const struct job *j, const struct spec *s) {
    switch (s->length) {
    case CHAR: return 8;
    case SHORT: return 16;
    case LONG:
    case SIZE: return j->k->m->program->pointer_bits;
    case LONG_LONG:
    case LONG_DOUBLE: return 64;
    default: return s->conversion == 'p' ? j->k->m->program->pointer_bits : 32;
    }
}

static bool target(struct job *j, struct exec_value *at) {
    return exec_varargs_next(j->k, &j->args, ir_ptr(j->k->m->program), at);
}

static bool store_integer(struct job *j, const struct spec *s, struct exec_value v) {
    struct exec_value at;
    uint32_t bits = integer_bits(j, s);
    v.bits &= ir_mask(bits);
    return s->suppressed || (target(j, &at) && exec_store(j->k->m, &at, IR_I(bits), &v));
}

static bool is_integer(char conversion) {
    return strchr("diuxXop", conversion) != NULL;
}

static bool is_float(char conversion) {
    return strchr("eEfFgGaA", conversion) != NULL;
}

static ir_type float_type(const struct spec *s) {
    return IR_TYPE(IR_FLOAT, s->length == LONG ? 64 : s->length == LONG_DOUBLE || s->length == LONG_LONG ? 80 : 32);
}

// ---- conversions from a stream -------------------------------------------------------------------------------------------------------

// Characters that every locale has, unless they are bytes.
static bool draw_characters(struct job *j, const struct exec_value *at, uint32_t unit, uint64_t n) {
    if (unit == 1 && j->unit == 1) return exec_lib_put_drawn(j->k, at, n);
    for (uint64_t i = 0; i < n; i++) {
        struct exec_value place = exec_plus(j->k->m, at, i * unit), v = exec_draw(j->k->m, IR_I(8), j->k->name);
        v.bits &= 127;
        if (!exec_store(j->k->m, &place, IR_I(8 * unit), &v)) return false;
    }
    return true;
}

static bool draw_text(struct job *j, const struct spec *s) {
    struct exec_value at;
    bool terminated = s->conversion != 'c';
    uint64_t n = s->width != EXEC_NO_LIMIT && !terminated ? s->width : !terminated ? 1 : 0;
    if (terminated) n = 1 + exec_lib_choose_length(j->k, s->width);
    if (s->suppressed) return true;
    if (!target(j, &at)) return false;
    bool next[256];
    exec_lib_next_letters(j->state, s->set, next);
    struct exec_letters l = {s->conversion == '[' ? next : s->set, s->set, 0};
    return terminated ? exec_lib_put_string(j->k, &at, s->unit, n, l) : draw_characters(j, &at, s->unit, n);
}

// What would belong to the conversion does not follow it, unless its width is over.
static void bar(struct job *j, const struct spec *s) {
    const char *numbers = is_float(s->conversion) ? "0123456789.eEpPxXabcdfABCDF" : strchr("du", s->conversion) ? "0123456789" : s->conversion == 'o' ? "01234567" : "0123456789abcdefABCDEFxX";
    bool number = is_integer(s->conversion) || is_float(s->conversion);
    for (int i = 1; i < 256; i++) j->state->barred[i] = s->width == EXEC_NO_LIMIT && (number ? strchr(numbers, i) != NULL : s->set[i]);
    j->state->barred[0] = s->width == EXEC_NO_LIMIT && !number && s->conversion != 'c';
}

static bool draw_conversion(struct job *j, const struct spec *s) {
    struct exec_value at;
    if (is_integer(s->conversion)) return store_integer(j, s, exec_draw(j->k->m, IR_I(integer_bits(j, s)), j->k->name));
    if (!is_float(s->conversion)) return draw_text(j, s);
    ir_type type = float_type(s);
    struct exec_value v = exec_draw(j->k->m, type, j->k->name);
    return s->suppressed || (target(j, &at) && exec_store(j->k->m, &at, type, &v));
}

// ---- conversions from a string -------------------------------------------------------------------------------------------------------

// Collects the text of a number that matches as far as it can; *n = 0: no match.
static bool number_text(struct job *j, const struct spec *s, const char *allowed, char *text, uint32_t *n) {
    char c;
    for (*n = 0; *n < s->width && *n + 1 < CAN_HOLD_NUMBER; ++*n) {
        if (!source_char(j, &c)) return false;
        bool sign = c == '+' || c == '-';
        bool exponent = *n && (text[*n - 1] | 32) == 'e' && is_float(s->conversion);
        if (!c || !strchr(allowed, c) || (sign && *n != 0 && !exponent)) break;
        text[*n] = c;
        j->read++;
    }
    text[*n] = '\0';
    return true;
}

static bool scan_integer(struct job *j, const struct spec *s, bool *matched) {
    char text[CAN_HOLD_NUMBER], *end;
    uint32_t n;
    bool hexadecimal = strchr("xXp", s->conversion) != NULL;
    int base = s->conversion == 'i' ? 0 : s->conversion == 'o' ? 8 : hexadecimal ? 16 : 10;
    const char *digits = s->conversion == 'o' ? "+-01234567" : base == 10 ? "+-0123456789" : "+-0123456789abcdefABCDEFxX";
    if (!number_text(j, s, digits, text, &n)) return false;
    bool is_signed = s->conversion == 'd' || s->conversion == 'i';
    unsigned long long v = is_signed ? (unsigned long long)strtoll(text, &end, base) : strtoull(text, &end, base);
    j->read -= n - (uint64_t)(end - text);
    *matched = end != text;
    return !*matched || store_integer(j, s, exec_int(v));
}

static bool scan_float(struct job *j, const struct spec *s, bool *matched) {
    if (j->k->lib->locale_changed) exec_assume(j->k->m, "what '%s' reads in a locale other than \"C\"", j->k->name);
    char text[CAN_HOLD_NUMBER], *end;
    uint32_t n;
    struct exec_value at, v = {0};
    ir_type type = float_type(s);
    if (!number_text(j, s, "+-0123456789.eExXabcdfABCDFpPnNiItTyY", text, &n)) return false;
    long double wide = strtold(text, &end);
    double d = strtod(text, NULL);
    float f = strtof(text, NULL);
    memcpy(&v.bits, ir_bits(type) == 32 ? (void *)&f : ir_bits(type) == 64 ? (void *)&d : (void *)&wide, ir_bytes(type));
    j->read -= n - (uint64_t)(end - text);
    *matched = end != text;
    return !*matched || s->suppressed || (target(j, &at) && exec_store(j->k->m, &at, type, &v));
}

static bool belongs(const struct spec *s, char c) {
    return s->conversion == 'c' ? c != 0 : s->set[(unsigned char)c];
}

// n characters of the source, as wide as the conversion says.
static bool copy_characters(struct job *j, const struct spec *s, const struct exec_value *to, const struct exec_value *from, uint64_t n) {
    if (s->unit == j->unit) return exec_copy(j->k->m, to, from, n * s->unit);
    for (uint64_t i = 0; i < n; i++) {
        struct exec_value place = exec_plus(j->k->m, to, i * s->unit), v = exec_int(0);
        uint32_t c;
        if (!exec_lib_unit(j->k, from, i, j->unit, &c)) return false;
        if (c > 127) return exec_give_up(j->k->m, "'%s' of a wide character is not modelled", j->k->name);
        v.bits = c;
        if (!exec_store(j->k->m, &place, IR_I(8 * s->unit), &v)) return false;
    }
    return true;
}

static bool scan_text(struct job *j, const struct spec *s, bool *matched) {
    uint64_t limit = s->conversion == 'c' && s->width == EXEC_NO_LIMIT ? 1 : s->width, n = 0;
    struct exec_value at, zero = exec_int(0);
    struct exec_value from = exec_plus(j->k->m, j->source, j->read * j->unit);
    for (char c; n < limit; n++, j->read++) {
        if (!source_char(j, &c)) return false;
        if (!belongs(s, c)) break;
    }
    *matched = s->conversion == 'c' ? n == limit : n > 0;
    if (!*matched || s->suppressed) return true;
    if (!target(j, &at) || !copy_characters(j, s, &at, &from, n)) return false;
    struct exec_value end = exec_plus(j->k->m, &at, n * s->unit);
    return s->conversion == 'c' || exec_fill(j->k->m, &end, &zero, s->unit);
}

static bool scan_conversion(struct job *j, const struct spec *s, bool *matched) {
    if (is_integer(s->conversion)) return scan_integer(j, s, matched);
    return is_float(s->conversion) ? scan_float(j, s, matched) : scan_text(j, s, matched);
}

// ---- the whole -----------------------------------------------------------------------------------------------------------------------

static bool convert(struct job *j, const struct spec *s, bool *on) {
    char c = 1;
    bool matched = true;
    if (s->conversion == 'n') return store_integer(j, s, exec_int(j->source ? j->read : exec_draw_number(j->k->m, IR_I(16), "length")));
    if (!s->conversion || !(is_integer(s->conversion) || is_float(s->conversion) || strchr("sc[", s->conversion)))
        return exec_give_up(j->k->m, "'%s' with the conversion '%%%c' is not modelled", j->k->name, s->conversion);
    if (!j->source) {
        *on = j->stored < j->allowed || s->suppressed;
        j->stored += *on && !s->suppressed;
        if (!*on || !draw_conversion(j, s)) return !*on;
        bar(j, s);
        return true;
    }
    if ((s->conversion != 'c' && s->conversion != '[' && !skip_space(j)) || !source_char(j, &c)) return false;
    if (c == 0 && j->stored == 0) j->stored = -1;
    if (c != 0 && !scan_conversion(j, s, &matched)) return false;
    *on = c != 0 && matched;
    j->stored += *on && !s->suppressed;
    return true;
}

// A character of the format that is not a conversion.
static bool literal(struct job *j, char wanted, bool *on) {
    char c;
    for (int i = 0; i < 256 && !j->source; i++) j->state->barred[i] = is_space(wanted) && is_space((char)i);  // all that is space is read
    if (is_space(wanted)) return skip_space(j);
    if (!j->source) return true;
    if (!source_char(j, &c)) return false;
    *on = c == wanted;
    j->read += *on;
    if (c == 0 && j->stored == 0) j->stored = -1;
    return true;
}

static bool run(struct job *j) {
    bool on = true;
    while (on) {
        struct spec s;
        char c;
        if (!format_char(j, &c)) return false;
        if (c == '\0') return true;
        if (c != '%') {
            if (!literal(j, c, &on)) return false;
        } else if (!read_spec(j, &s)) {
            return false;
        } else if (s.conversion == '%' ? !skip_space(j) || !literal(j, '%', &on) : !convert(j, &s, &on)) {
            return false;
        }
    }
    return true;
}

// How many conversions there are; and whether the first one may find something that does not fit: characters, other than those of a set, always do, where the
// stream has not ended.
static bool count(struct job *j, int64_t *n, bool *may_miss) {
    struct spec s;
    char c = 1;
    *may_miss = false;
    for (*n = 0; c;) {
        if (!format_char(j, &c) || (c == '%' && !read_spec(j, &s))) return false;
        bool fits = c == '%' ? s.conversion == 's' || s.conversion == 'c' || s.conversion == 'n' : !c || is_space(c);
        *may_miss |= !fits && !*n;
        *n += c == '%' && !s.suppressed && s.conversion != '%' && s.conversion != 'n';
    }
    j->at = 0;
    return true;
}

// 0 drawn is the end of the stream, 1 to n that many conversions, anything beyond that none.
static bool begin_stream(struct job *j) {
    int64_t n;
    bool may_miss;
    if (!exec_lib_input(j->k, &j->state) || !count(j, &n, &may_miss)) return false;
    int64_t drawn = j->state->at_end ? 0 : exec_lib_choose(j->k, 0, may_miss || !n ? n + 1 : n, "conversions");
    j->allowed = drawn == 0 ? -1 : drawn == n + 1 ? 0 : drawn;
    j->state->at_end = drawn == 0;
    return true;
}

bool exec_model_scanf(struct exec_model *k) {
    uint32_t text = exec_lib_nth(k, IR_LIB_STRING, 0), format = exec_lib_nth(k, IR_LIB_SCANF_FORMAT, 0);
    struct job j = {.k = k, .format = *exec_lib_arg(k, format), .unit = k->row->args[format].unit};
    j.source = text == EXEC_NO_ARG ? NULL : exec_lib_arg(k, text);
    if (!exec_varargs_begin(k, &j.args) || (!j.source && !begin_stream(&j))) return false;
    if ((j.source || j.allowed >= 0) && !run(&j)) return false;
    exec_lib_give_number(k, j.source ? j.stored : j.allowed);
    return true;
}
