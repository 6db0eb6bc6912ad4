// SPDX-License-Identifier: MIT
// Parts that many lines have: words, numbers, types, constants, symbols, flags, places.
#include <stdarg.h>

#include "ir/form.h"
#include "ir/parser.h"

void ir_parse_fail(struct ir_parser *s, struct ir_pos pos, const char *format, ...) {
    if (s->failed) return;
    s->failed = true;
    va_list ap;
    va_start(ap, format);
    buf_printf(s->error, "%s:%u:%u: error: ", s->file, pos.line, pos.column);
    size_t from = s->error->n;
    buf_vprintf(s->error, format, ap);
    va_end(ap);
    ir_word_one_line(s->error, from);
    ir_lex_stop(&s->lex);
}

void ir_parse_expected(struct ir_parser *s, const char *what) {
    if (s->lex.kind == IR_TOK_BAD)
        ir_parse_fail(s, s->lex.pos, "%s", s->lex.text.text);
    else
        ir_parse_fail(s, s->lex.pos, "expected %s", what);
}

// ---- words and numbers ---------------------------------------------------------------------------------------------------------------

bool ir_parse_accept(struct ir_parser *s, char punct) {
    if (!ir_lex_is(&s->lex, punct)) return false;
    ir_lex_next(&s->lex);
    return true;
}

bool ir_parse_accept_word(struct ir_parser *s, const char *word) {
    if (!ir_lex_is_word(&s->lex, word)) return false;
    ir_lex_next(&s->lex);
    return true;
}

void ir_parse_punct(struct ir_parser *s, char punct) {
    char what[4] = {'\'', punct, '\'', 0};
    if (!ir_parse_accept(s, punct)) ir_parse_expected(s, what);
}

void ir_parse_word(struct ir_parser *s, const char *word) {
    if (!ir_parse_accept_word(s, word)) ir_parse_expected(s, word);
}

void ir_parse_line_end(struct ir_parser *s) {
    if (s->lex.kind == IR_TOK_EOL)
        ir_lex_next(&s->lex);
    else if (s->lex.kind != IR_TOK_EOF)
        ir_parse_expected(s, "the end of the line");
}

uint64_t ir_parse_u64(struct ir_parser *s, const char *what) {
    bool fits = s->lex.kind == IR_TOK_NUMBER && s->lex.hi == 0;
    uint64_t n = s->lex.lo;
    if (!fits) {
        if (s->lex.kind == IR_TOK_NUMBER) ir_parse_fail(s, s->lex.pos, "a number that is too large");
        ir_parse_expected(s, what);
        return 0;
    }
    ir_lex_next(&s->lex);
    return n;
}

uint32_t ir_parse_u32(struct ir_parser *s, const char *what) {
    struct ir_pos pos = s->lex.pos;
    uint64_t n = ir_parse_u64(s, what);
    if (n <= UINT32_MAX) return (uint32_t)n;
    ir_parse_fail(s, pos, "a number that is too large");
    return 0;
}

int64_t ir_parse_signed(struct ir_parser *s) {
    bool minus = ir_lex_is(&s->lex, '-');
    ir_lex_next(&s->lex);
    struct ir_pos pos = s->lex.pos;
    uint64_t n = ir_parse_u64(s, "a number");
    if (n > (uint64_t)INT64_MAX + minus) ir_parse_fail(s, pos, "a number that is too large");
    return (int64_t)(minus ? -n : n);
}

const char *ir_parse_text(struct ir_parser *s, const char *what) {
    if (s->lex.kind != IR_TOK_STRING) {
        ir_parse_expected(s, what);
        return "";
    }
    if (memchr(s->lex.text.text, 0, s->lex.text.n)) ir_parse_fail(s, s->lex.pos, "a text with a zero byte");
    const char *text = arena_strndup(&s->p->arena, s->lex.text.text, s->lex.text.n);
    ir_lex_next(&s->lex);
    return text;
}

// ---- types and constants -------------------------------------------------------------------------------------------------------------

static ir_type type_of_word(const struct ir_program *p, const char *word) {
    if (strcmp(word, "ptr") == 0) return ir_ptr(p);
    enum ir_kind kind = word[0] == 'i' ? IR_INT : word[0] == 'f' ? IR_FLOAT : word[0] == 'b' ? IR_BLOB : IR_VOID;
    uint32_t bits = 0;
    if (kind == IR_VOID || word[1] < '1' || word[1] > '9') return 0;
    for (const char *c = word + 1; *c; c++) {
        if (*c < '0' || *c > '9' || bits >= 1u << 24) return 0;
        bits = bits * 10 + (uint32_t)(*c - '0');
    }
    return IR_TYPE(kind, bits);
}

ir_type ir_parse_type(struct ir_parser *s) {
    ir_type t = s->lex.kind == IR_TOK_WORD ? type_of_word(s->p, s->lex.text.text) : 0;
    const char *e = t ? ir_form_type(s->p, t) : NULL;
    if (!t)
        ir_parse_expected(s, "a type");
    else if (e)
        ir_parse_fail(s, s->lex.pos, "%s", e);
    else
        ir_lex_next(&s->lex);
    return s->failed ? IR_I1 : t;
}

static bool number_fits(uint32_t bits, uint64_t lo, uint64_t hi, bool minus) {
    if (minus) return hi == 0 && (bits > 64 || lo <= UINT64_C(1) << (bits - 1));
    if (bits > 128) return lo == 0 && hi == 0;
    if (bits <= 64) return hi == 0 && (bits == 64 || lo >> bits == 0);
    return bits == 128 || hi >> (bits - 64) == 0;
}

static ir_val parse_number(struct ir_parser *s, ir_type t) {
    struct ir_pos pos = s->lex.pos;
    bool minus = ir_parse_accept(s, '-');
    if (s->lex.kind != IR_TOK_NUMBER) {
        ir_parse_expected(s, "a number");
        return IR_NOTHING;
    }
    uint64_t lo = s->lex.lo, hi = s->lex.hi;
    if ((minus && ir_kind(t) != IR_INT) || !number_fits(ir_bits(t), lo, hi, minus)) {
        ir_parse_fail(s, pos, "the number does not fit the type");
        return IR_NOTHING;
    }
    ir_lex_next(&s->lex);
    return minus && lo ? ir_const_wide(s->p, t, -lo, UINT64_MAX) : ir_const_wide(s->p, t, lo, hi);
}

ir_val ir_parse_const(struct ir_parser *s) {
    ir_type t = ir_parse_type(s);
    if (s->failed) return IR_NOTHING;
    if (ir_parse_accept_word(s, "undef")) return ir_const_undef(s->p, t);
    if (ir_kind(t) == IR_PTR && ir_parse_accept_word(s, "null")) return ir_const_int(s->p, t, 0);
    return parse_number(s, t);
}

// ---- symbols and labels --------------------------------------------------------------------------------------------------------------

const char *ir_parse_block_name(struct ir_parser *s) {
    const struct ir_lex *x = &s->lex;
    if (x->kind != IR_TOK_WORD && x->kind != IR_TOK_STRING)
        ir_parse_expected(s, "the name of a block");
    else if (x->text.n == 0 || memchr(x->text.text, 0, x->text.n))
        ir_parse_fail(s, x->pos, "an empty name, or a zero byte in it");
    return s->failed ? NULL : x->text.text;
}

static ir_val parse_label(struct ir_parser *s, uint32_t func, struct ir_pos pos) {
    const char *name = ir_parse_block_name(s);
    if (!name) return IR_NOTHING;
    struct buf key = {0};
    buf_printf(&key, "%u:%s", func, name);
    uint32_t i = intern_add(&s->label_keys, key.text);
    if (i == s->label_pos.n) vec_push(&s->label_pos, pos);
    buf_free(&key);
    ir_lex_next(&s->lex);
    return ir_label(s->p, func, i);
}

ir_val ir_parse_symbol(struct ir_parser *s) {
    struct ir_pos pos = s->lex.pos;
    if (s->lex.kind != IR_TOK_SYMBOL) {
        ir_parse_expected(s, "a global, function or label");
        return IR_NOTHING;
    }
    ir_val v = ir_find(s->p, s->lex.text.text);
    if (v == IR_NOTHING)
        ir_parse_fail(s, pos, "no such symbol");
    else
        ir_lex_next(&s->lex);
    if (!ir_parse_accept(s, ':')) return v;
    if (ir_tag(v) == IR_FUNC) return parse_label(s, ir_index(v), pos);
    ir_parse_fail(s, pos, "only functions have labels");
    return IR_NOTHING;
}

// ---- optional parts ------------------------------------------------------------------------------------------------------------------

static uint32_t flag_of_word(const struct ir_lex *x, const struct ir_word_flag *words) {
    for (; words->text; words++)
        if (ir_lex_is_word(x, words->text)) return words->flag;
    return 0;
}

uint32_t ir_parse_flags(struct ir_parser *s, const struct ir_word_flag *words, uint32_t allowed) {
    uint32_t flags = 0, flag;
    while ((flag = flag_of_word(&s->lex, words) & allowed)) {
        flags |= flag;
        ir_lex_next(&s->lex);
    }
    return flags;
}

struct ir_loc ir_parse_loc(struct ir_parser *s) {
    struct ir_loc loc = {0};
    if (!ir_parse_accept(s, '!')) return loc;
    struct ir_pos pos = s->lex.pos;
    loc.file = ir_parse_u32(s, "the number of a file");
    if (!s->failed && loc.file >= s->p->files.text.n) ir_parse_fail(s, pos, "no such file");
    ir_parse_punct(s, ':');
    pos = s->lex.pos;
    loc.line = ir_parse_u32(s, "a line");
    if (!s->failed && loc.line == 0) ir_parse_fail(s, pos, "lines are counted from 1");
    ir_parse_punct(s, ':');
    loc.column = ir_parse_u32(s, "a column");
    return loc;
}

// ---- names in a function -------------------------------------------------------------------------------------------------------------

uint32_t ir_parse_find(const struct ir_parse_names *n, const char *name) {
    uint32_t i = intern_find(&n->names, name);
    return i == INTERN_NONE ? UINT32_MAX : n->index.at[i];
}

bool ir_parse_declare(struct ir_parse_names *n, const char *name, uint32_t index) {
    if (intern_add(&n->names, name) != n->index.n) return false;
    vec_push(&n->index, index);
    return true;
}

void ir_parse_forget(struct ir_parse_names *n) {
    intern_free(&n->names);
    vec_free(&n->index);
}
