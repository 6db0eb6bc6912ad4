// SPDX-License-Identifier: MIT
// Tokens of the text form.  Lines matter (a statement ends with its line); "#" starts a comment.  The lexer takes any bytes: what is no
// token becomes IR_TOK_BAD with a reason, and after that only IR_TOK_EOF comes.  Names and strings are decoded into a buffer that the next
// token overwrites.
#ifndef HP_IR_LEX_H
#define HP_IR_LEX_H
#include "base/buf.h"
#include "ir/ir.h"

enum ir_tok {
    IR_TOK_EOF,
    IR_TOK_EOL,
    IR_TOK_WORD,    // entry  i32  load
    IR_TOK_STRING,  // "text"
    IR_TOK_NUMBER,  // 17  0xff
    IR_TOK_LOCAL,   // %name  %"any bytes"
    IR_TOK_TEMP,    // %17
    IR_TOK_SLOT,    // $name
    IR_TOK_SYMBOL,  // @name
    IR_TOK_PUNCT,   // one of ( ) { } [ ] , : ; = + - * & ! and -> (as '>') and .. (as '.')
    IR_TOK_BAD,
};

struct ir_pos {
    uint32_t line, column;  // counted from 1, columns in bytes
};

struct ir_lex {
    const char *at, *end, *line_start;
    uint32_t line;
    // the present token:
    enum ir_tok kind;
    char punct;
    uint64_t lo, hi;      // NUMBER
    struct buf text;      // WORD, STRING, names, TEMP (its digits): decoded bytes, text.n of them; BAD: the reason
    struct ir_pos pos;
};

// Starts before the first token: the present one is an EOL.
void ir_lex_begin(struct ir_lex *x, const char *text, size_t n);
void ir_lex_next(struct ir_lex *x);
// Goes to the end of the line without looking at what is there; the present token is then its EOL (or EOF).
void ir_lex_skip_line(struct ir_lex *x);
// Everything that follows is EOF.
void ir_lex_stop(struct ir_lex *x);
static inline bool ir_lex_is(const struct ir_lex *x, char punct) { return x->kind == IR_TOK_PUNCT && x->punct == punct; }
static inline bool ir_lex_is_word(const struct ir_lex *x, const char *word) {
    return x->kind == IR_TOK_WORD && strcmp(x->text.text, word) == 0;
}
#endif
