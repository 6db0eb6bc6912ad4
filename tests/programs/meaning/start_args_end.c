// expect: safe
// expect -DBAD_NO_END: unsafe null-dereference @args
// expect -DBAD_LATE_ARG: unsafe error-call @start
// A line of tokens is any number of commands, each a START, arguments, and an END; the parser trusts that no command breaks off.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

typedef enum { TOKEN_START, TOKEN_ARG, TOKEN_END } TokenKind;
typedef struct token {
    TokenKind kind;
    unsigned char value;
    struct token *next;
} Token;
typedef struct {
    Token *first, **last;
} Tokens;

static void emit(Tokens *out, TokenKind kind, unsigned char value) {
    Token *t = malloc(sizeof(Token));
    if (t == NULL) abort();
    t->kind = kind;
    t->value = value;
    t->next = NULL;
    *out->last = t;
    out->last = &t->next;
}

static void lex(Tokens *out) {
    while (__VERIFIER_nondet_int()) {
        unsigned char args = __VERIFIER_nondet_uchar();
        emit(out, TOKEN_START, 0);
        for (unsigned char i = 0; i < args; i++) emit(out, TOKEN_ARG, i);
#ifdef BAD_NO_END
        if (args == 1) continue;
#endif
        emit(out, TOKEN_END, 0);
#ifdef BAD_LATE_ARG
        if (args == 2) emit(out, TOKEN_ARG, 2);
#endif
    }
}

static unsigned parse(const Token *t) {
    unsigned longest = 0;
    while (t) {
        unsigned args = 0;
        if (t->kind != TOKEN_START) reach_error();  // @start
        for (t = t->next; t->kind != TOKEN_END; t = t->next) args++;  // @args
        if (args > longest) longest = args;
        t = t->next;
    }
    return longest;
}

int main(void) {
    Tokens tokens = {NULL, &tokens.first};
    lex(&tokens);
    unsigned longest = parse(tokens.first);
    while (tokens.first) {
        Token *t = tokens.first;
        tokens.first = t->next;
        free(t);
    }
    return longest > 100;
}
