// SPDX-License-Identifier: MIT
#include "sl/text.h"

#include <assert.h>
#include <ctype.h>

bool sl_text_fail(struct sl_text *t, const char *format, ...) {
    va_list ap;
    if (t->error->n) return false;
    buf_printf(t->error, "line %u: ", t->line);
    va_start(ap, format);
    buf_vprintf(t->error, format, ap);
    va_end(ap);
    return false;
}

// ---- characters and words ----------------------------------------------------------------------------------------------------------

bool sl_text_take(struct sl_text *t, char c) {
    assert(!t->out && t->at <= t->end);
    if (sl_text_peek(t) != c || t->at == t->end) return false;
    t->at++;
    return true;
}

bool sl_text_mark(struct sl_text *t, char c) {
    if (!t->out) return sl_text_take(t, c) || sl_text_fail(t, "expected '%c'", c);
    buf_char(t->out, c);
    return true;
}

void sl_text_space(struct sl_text *t) {
    if (t->out) buf_char(t->out, ' ');
    while (!t->out && sl_text_take(t, ' ')) continue;
}

bool sl_text_is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool sl_text_take_word(struct sl_text *t, const char *word) {
    size_t n = strlen(word);
    sl_text_space(t);
    if ((size_t)(t->end - t->at) < n || memcmp(t->at, word, n) != 0) return false;
    if (n < (size_t)(t->end - t->at) && sl_text_is_word(t->at[n])) return false;
    t->at += n;
    return true;
}

bool sl_text_has_word(struct sl_text *t, bool there, const char *word) {
    if (!t->out) return sl_text_take_word(t, word);
    if (there) buf_printf(t->out, " %s", word);
    return there;
}

uint32_t sl_text_one_of(struct sl_text *t, const char *const *words, uint32_t n, uint32_t x) {
    assert(n && (!t->out || x < n));
    if (t->out && *words[x]) buf_printf(t->out, " %s", words[x]);
    if (t->out) return x;
    uint32_t i = 0;
    while (i < n && (!*words[i] || !sl_text_take_word(t, words[i]))) i++;
    return i < n || *words[0] ? i : 0;
}

static int digit_of(char c) {
    return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

bool sl_text_number(struct sl_text *t, uint64_t *x, uint64_t most) {
    const char *start = t->at;
    if (t->out) {
        buf_printf(t->out, "%llu", (unsigned long long)*x);
        return true;
    }
    for (*x = 0; isdigit((unsigned char)sl_text_peek(t)); t->at++) {
        uint64_t digit = (uint64_t)digit_of(*t->at);
        if (digit > most || *x > (most - digit) / 10) return sl_text_fail(t, "a number that is too large");
        *x = *x * 10 + digit;
    }
    return t->at > start || sl_text_fail(t, "expected a number");
}

bool sl_text_number32(struct sl_text *t, uint32_t *x, uint32_t most) {
    uint64_t wide = *x;
    if (!sl_text_number(t, &wide, most)) return false;
    *x = (uint32_t)wide;
    return true;
}

static bool read_hex(struct sl_text *t, num_word *out) {
    const char *start = t->at;
    for (*out = 0; digit_of(sl_text_peek(t)) < 16; t->at++) *out = *out << 4 | (num_word)digit_of(*t->at);
    return (t->at > start && t->at - start <= 32) || sl_text_fail(t, "expected a hexadecimal number");
}

bool sl_text_read_word(struct sl_text *t, num_word *out) {
    uint64_t x;
    if (t->end - t->at > 2 && t->at[0] == '0' && t->at[1] == 'x') {
        t->at += 2;
        return read_hex(t, out);
    }
    bool negative = sl_text_take(t, '-');
    if (!sl_text_number(t, &x, negative ? (uint64_t)1 << 63 : UINT64_MAX)) return false;
    *out = negative ? -(num_word)x : x;
    return true;
}

bool sl_text_signed(struct sl_text *t, int64_t *x, unsigned bits) {
    num_word w;
    assert(bits == 32 || bits == 64);
    if (t->out) {
        buf_printf(t->out, "%lld", (long long)*x);
        return true;
    }
    if (!sl_text_read_word(t, &w)) return false;
    *x = (int64_t)w;
    return ((num_sword)w == *x && num_signed(bits, (uint64_t)w) == *x) || sl_text_fail(t, "a number that is too large");
}

// ---- names -------------------------------------------------------------------------------------------------------------------------

void sl_text_print_name(struct sl_text *t, const char *name) {
    assert(t->out && name);
    bool bare = *name && !isdigit((unsigned char)*name);
    for (const char *c = name; bare && *c; c++) bare = sl_text_is_word(*c);
    if (bare)
        buf_str(t->out, name);
    else
        buf_quoted(t->out, name, strlen(name));
}

bool sl_text_read_name(struct sl_text *t, struct buf *out) {
    buf_str(out, "");
    if (!sl_text_take(t, '"')) {
        while (sl_text_is_word(sl_text_peek(t))) buf_char(out, *t->at++);
        return out->n || sl_text_fail(t, "expected a name");
    }
    while (sl_text_peek(t) != '"' && sl_text_peek(t) != '\n') {
        char c = *t->at++;
        if (c == '\\' && sl_text_take(t, 'x')) {
            int hi = digit_of(sl_text_peek(t)), lo = hi < 16 && t->at + 1 < t->end ? digit_of(t->at[1]) : 99;
            if (lo > 15 || hi + lo == 0) return sl_text_fail(t, "expected two hexadecimal digits");
            c = (char)(hi * 16 + lo);
            t->at += 2;
        } else if (c == '\\' && (c = sl_text_peek(t)) != '\n') {
            t->at++;
        }
        buf_char(out, c);
    }
    return sl_text_mark(t, '"');
}

uint32_t sl_text_nth(const struct ir_func *f, uint32_t instr) {
    uint32_t n = 0;
    if (instr >= f->instrs.n || f->instrs.at[instr].op != IR_CALL) return 2 * instr + 1;
    for (uint32_t i = 0; i < instr; i++) n += f->instrs.at[i].op == IR_CALL;
    return 2 * n;
}

bool sl_text_find_nth(const struct ir_func *f, uint32_t number, uint32_t *instr) {
    *instr = number / 2;
    if (number % 2) return true;
    uint32_t n = number / 2 + 1;
    for (uint32_t i = 0; i < f->instrs.n && n; i++)
        if (f->instrs.at[i].op == IR_CALL && !--n) *instr = i;
    return !n;
}

bool sl_text_pin(struct sl_text *t, uint64_t is) {
    uint64_t said = is;
    if (!t->lasting) return true;
    if (!sl_text_mark(t, '~') || !sl_text_number(t, &said, UINT64_MAX)) return false;
    return said == is || sl_text_fail(t, "something else of that name");
}

static bool pinned(struct sl_text *t, uint32_t global) {
    return sl_text_pin(t, t->lasting ? t->s->step.options.digests->globals[global].low : 0);
}

bool sl_text_symbol(struct sl_text *t, enum ir_tag tag, uint32_t *index) {
    const struct ir_program *program = t->s->step.program;
    struct buf name = {0};
    assert(tag == IR_FUNC || tag == IR_GLOBAL);
    if (t->out) {
        sl_text_print_name(t, tag == IR_FUNC ? program->funcs.at[*index].name : program->globals.at[*index].name);
        return tag == IR_FUNC || pinned(t, *index);
    }
    bool good = sl_text_read_name(t, &name);
    ir_val v = good ? ir_find(program, buf_text(&name)) : IR_NOTHING;
    if (good && ir_tag(v) != tag) good = sl_text_fail(t, "no %s '%s'", tag == IR_FUNC ? "function" : "global", buf_text(&name));
    *index = ir_index(v);
    if (good && tag == IR_GLOBAL) good = pinned(t, *index);
    buf_free(&name);
    return good;
}

static const char *name_of(const struct ir_func *f, enum sl_text_named what, uint32_t i) {
    return what == SL_TEXT_LOCAL ? f->locals.at[i].name : what == SL_TEXT_SLOT ? f->slots.at[i].name : f->blocks.at[i].name;
}

bool sl_text_named(struct sl_text *t, const struct ir_func *f, enum sl_text_named what, uint32_t *x) {
    static const char *const words[] = {"variable", "variable", "label"};
    uint32_t n = what == SL_TEXT_LOCAL ? f->locals.n : what == SL_TEXT_SLOT ? f->slots.n : f->blocks.n;
    struct buf name = {0};
    if (t->out && name_of(f, what, *x)) return sl_text_print_name(t, name_of(f, what, *x)), true;
    if (t->out || sl_text_peek(t) == '%')
        return sl_text_mark(t, '%') && (n ? sl_text_number32(t, x, n - 1) : sl_text_fail(t, "no %s of this number", words[what]));
    bool good = sl_text_read_name(t, &name);
    for (*x = 0; good && *x < n; ++*x)
        if (name_of(f, what, *x) && strcmp(name_of(f, what, *x), buf_text(&name)) == 0) break;
    if (good && *x == n) good = sl_text_fail(t, "'%s' has no %s '%s'", f->name, words[what], buf_text(&name));
    buf_free(&name);
    return good;
}
