// SPDX-License-Identifier: MIT
#include "ir/lex.h"

#include "ir/words.h"

void ir_lex_begin(struct ir_lex *x, const char *text, size_t n) {
    *x = (struct ir_lex){.at = text, .end = text + n, .line_start = text, .line = 1, .kind = IR_TOK_EOL, .pos = {1, 1}};
}

void ir_lex_stop(struct ir_lex *x) {
    x->at = x->end;
    x->kind = IR_TOK_EOF;
}

static void set_text(struct ir_lex *x, const char *s, size_t n) {
    x->text.n = 0;
    buf_add(&x->text, s, n);
}

static void bad(struct ir_lex *x, const char *why) {
    x->at = x->end;
    x->kind = IR_TOK_BAD;
    set_text(x, why, strlen(why));
}

static uint32_t column(const struct ir_lex *x) {
    return (uint32_t)(x->at - x->line_start) + 1;
}

static void skip_blanks(struct ir_lex *x) {
    while (x->at < x->end && (*x->at == ' ' || *x->at == '\t' || *x->at == '\r')) x->at++;
    if (x->at == x->end || *x->at != '#') return;
    const char *eol = memchr(x->at, '\n', (size_t)(x->end - x->at));
    x->at = eol ? eol : x->end;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// The escapes that buf_quoted writes: \" \\ \xHH.
static bool escape(struct ir_lex *x) {
    size_t left = (size_t)(x->end - x->at);
    if (left >= 2 && (x->at[1] == '"' || x->at[1] == '\\')) {
        buf_char(&x->text, x->at[1]);
        x->at += 2;
        return true;
    }
    int high = left >= 4 && x->at[1] == 'x' ? hex_digit(x->at[2]) : -1, low = left >= 4 ? hex_digit(x->at[3]) : -1;
    if (high < 0 || low < 0) return false;
    buf_char(&x->text, (char)(high * 16 + low));
    x->at += 4;
    return true;
}

static void string(struct ir_lex *x, enum ir_tok kind) {
    set_text(x, "", 0);
    x->kind = kind;
    x->at++;
    for (;;) {
        const char *from = x->at;
        while (x->at < x->end && *x->at != '"' && *x->at != '\\' && *x->at != '\n') x->at++;
        buf_add(&x->text, from, (size_t)(x->at - from));
        if (x->at == x->end || *x->at == '\n') {
            bad(x, "a string without its end");
            return;
        }
        if (*x->at == '"') break;
        if (!escape(x)) {
            bad(x, "an escape that is none of \\\" \\\\ \\xHH");
            return;
        }
    }
    x->at++;
    if (kind != IR_TOK_STRING && memchr(x->text.text, 0, x->text.n)) bad(x, "a name with a zero byte");
}

static void word(struct ir_lex *x, enum ir_tok kind) {
    const char *from = x->at;
    while (x->at < x->end && ir_word_goes_on(*x->at)) x->at++;
    set_text(x, from, (size_t)(x->at - from));
    x->kind = kind;
}

static void digits(struct ir_lex *x, bool hex) {
    for (; x->at < x->end; x->at++) {
        int d = hex_digit(*x->at);
        if (d < 0 || (!hex && d > 9)) break;
        bool full = hex ? x->hi >> 60 : x->lo > (UINT64_MAX - (uint64_t)d) / 10;
        if (full) {
            bad(x, "a number that is too large");
            return;
        }
        if (hex) x->hi = x->hi << 4 | x->lo >> 60;
        x->lo = hex ? x->lo << 4 | (uint64_t)d : x->lo * 10 + (uint64_t)d;
    }
}

static void number(struct ir_lex *x) {
    x->lo = x->hi = 0;
    x->kind = IR_TOK_NUMBER;
    bool hex = x->end - x->at >= 3 && x->at[0] == '0' && x->at[1] == 'x' && hex_digit(x->at[2]) >= 0;
    if (hex) x->at += 2;
    digits(x, hex);
    if (x->kind == IR_TOK_NUMBER && x->at < x->end && ir_word_starts(*x->at, false)) bad(x, "a letter in a number");
}

static void sigil(struct ir_lex *x, enum ir_tok kind) {
    x->at++;
    char c = x->at < x->end ? *x->at : '\n';
    if (c == '"') {
        string(x, kind);
    } else if (c >= '0' && c <= '9' && kind == IR_TOK_LOCAL) {
        const char *from = x->at;
        number(x);
        if (x->kind == IR_TOK_BAD) return;
        set_text(x, from, (size_t)(x->at - from));
        x->kind = IR_TOK_TEMP;
    } else if (ir_word_starts(c, true)) {
        word(x, kind);
    } else {
        bad(x, "a name is missing");
    }
}

static void punct(struct ir_lex *x) {
    char c = *x->at, next = x->end - x->at > 1 ? x->at[1] : 0;
    x->kind = IR_TOK_PUNCT;
    x->punct = c;
    if ((c == '-' && next == '>') || (c == '.' && next == '.')) {
        x->punct = next;
        x->at += 2;
    } else if (c && strchr("(){}[],:;=+-*&!", c)) {
        x->at++;
    } else {
        bad(x, "a byte that belongs to nothing");
    }
}

void ir_lex_next(struct ir_lex *x) {
    if (x->kind == IR_TOK_BAD) x->kind = IR_TOK_EOF;
    skip_blanks(x);
    x->pos = (struct ir_pos){x->line, column(x)};
    if (x->at == x->end) {
        x->kind = IR_TOK_EOF;
        return;
    }
    char c = *x->at;
    if (c == '\n') {
        x->kind = IR_TOK_EOL;
        x->line_start = ++x->at;
        x->line++;
    } else if (c == '"') {
        string(x, IR_TOK_STRING);
    } else if (c == '%' || c == '$' || c == '@') {
        sigil(x, c == '%' ? IR_TOK_LOCAL : c == '$' ? IR_TOK_SLOT : IR_TOK_SYMBOL);
    } else if (c >= '0' && c <= '9') {
        number(x);
    } else if (ir_word_starts(c, false)) {
        word(x, IR_TOK_WORD);
    } else {
        punct(x);
    }
}

void ir_lex_skip_line(struct ir_lex *x) {
    if (x->kind == IR_TOK_EOL || x->kind == IR_TOK_EOF) return;
    const char *eol = x->at < x->end ? memchr(x->at, '\n', (size_t)(x->end - x->at)) : NULL;
    x->at = eol ? eol : x->end;
    x->kind = IR_TOK_EOF;
    ir_lex_next(x);
}
