// expect: safe
// expect -DBAD_SCOPE: unsafe memory-leak @scope
// expect -DBAD_TEXT: unsafe out-of-bounds @text
// expect -DBAD_LOOKUP: unsafe null-dereference @lookup
// expect -DBAD_TOKENS: unsafe use-after-free @tokens
// expect -DBAD_USES: unsafe memory-leak @uses
// A tokenizer for a language of blocks and assignments, and a symbol table with scopes: names are interned, symbols remember where they are used.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

enum token_kind { NAME, NUMBER, ASSIGN, OPEN, CLOSE, SEMICOLON, WRONG };

struct name {
    struct name *next;
    unsigned length;
    char text[];
};

struct token {
    struct token *next;
    enum token_kind kind;
    unsigned line;
    struct name *name;
    unsigned number;
};

struct use {
    struct use *next;
    unsigned line;
};

struct symbol {
    struct symbol *next;
    const struct name *name;
    unsigned value;
    struct use *uses;
};

struct scope {
    struct scope *outer;
    struct symbol *symbols;
    unsigned depth;
};

struct names {
    struct name *first;
};

#define INPUT 24

struct input {
    char text[INPUT];
    unsigned at, line;
};

static void *allocate(size_t size) {
    void *p = malloc(size);
    if (!p) abort();
    return p;
}

// ---- names -----------------------------------------------------------------------------------------------------------------------------

static struct name *intern(struct names *all, const char *text, unsigned length) {
    for (struct name *n = all->first; n; n = n->next)
        if (n->length == length && memcmp(n->text, text, length) == 0) return n;
#ifdef BAD_TEXT
    struct name *n = allocate(offsetof(struct name, text) + length);
#else
    struct name *n = allocate(offsetof(struct name, text) + length + 1);
#endif
    n->length = length;
    memcpy(n->text, text, length);
    n->text[length] = 0;  // @text
    n->next = all->first;
    all->first = n;
    return n;
}

static void free_names(struct names *all) {
    while (all->first) {
        struct name *n = all->first;
        all->first = n->next;
        free(n);
    }
}

// ---- tokens ----------------------------------------------------------------------------------------------------------------------------

static void read_input(struct input *in) {
    unsigned i = 0;
    while (i + 1 < INPUT && (in->text[i] = __VERIFIER_nondet_char()) != 0) i++;
    in->text[i] = 0;
    in->at = 0;
    in->line = 1;
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_space(struct input *in) {
    for (char c; (c = in->text[in->at]) == ' ' || c == '\n'; in->at++)
        if (c == '\n') in->line++;
}

static struct token *new_token(const struct input *in, enum token_kind kind) {
    struct token *t = allocate(sizeof *t);
    t->next = NULL;
    t->kind = kind;
    t->line = in->line;
    t->name = NULL;
    t->number = 0;
    return t;
}

static struct token *word(struct input *in, struct names *all) {
    struct token *t = new_token(in, NAME);
    unsigned start = in->at;
    while (is_letter(in->text[in->at]) || is_digit(in->text[in->at])) in->at++;
    t->name = intern(all, in->text + start, in->at - start);
    return t;
}

static struct token *number(struct input *in) {
    struct token *t = new_token(in, NUMBER);
    while (is_digit(in->text[in->at])) t->number = t->number * 10 + (unsigned)(in->text[in->at++] - '0');
    return t;
}

static struct token *sign(struct input *in) {
    switch (in->text[in->at++]) {
        case '=': return new_token(in, ASSIGN);
        case '{': return new_token(in, OPEN);
        case '}': return new_token(in, CLOSE);
        case ';': return new_token(in, SEMICOLON);
        default: return new_token(in, WRONG);
    }
}

static struct token *tokenize(struct input *in, struct names *all) {
    struct token *first = NULL, **end = &first;
    for (;;) {
        skip_space(in);
        char c = in->text[in->at];
        if (c == 0) return first;
        *end = is_letter(c) ? word(in, all) : is_digit(c) ? number(in) : sign(in);
        end = &(*end)->next;
    }
}

static void free_tokens(struct token *t) {
    while (t) {
#ifdef BAD_TOKENS
        free(t);
        t = t->next;  // @tokens
#else
        struct token *next = t->next;
        free(t);
        t = next;
#endif
    }
}

// ---- symbols ---------------------------------------------------------------------------------------------------------------------------

static struct scope *enter(struct scope *outer) {
    struct scope *s = allocate(sizeof *s);
    s->outer = outer;
    s->symbols = NULL;
    s->depth = outer ? outer->depth + 1 : 0;
    return s;
}

static void free_symbol(struct symbol *s) {
#ifndef BAD_USES
    while (s->uses) {
        struct use *u = s->uses;
        s->uses = u->next;
        free(u);
    }
#endif
    free(s);  // @uses
}

static struct scope *leave(struct scope *s) {
    struct scope *outer = s->outer;
#ifndef BAD_SCOPE
    while (s->symbols) {
        struct symbol *y = s->symbols;
        s->symbols = y->next;
        free_symbol(y);
    }
#endif
    free(s);  // @scope
    return outer;
}

static struct symbol *lookup(const struct scope *s, const struct name *name) {
    for (; s; s = s->outer)
        for (struct symbol *y = s->symbols; y; y = y->next)
            if (y->name == name) return y;
    return NULL;
}

static struct symbol *declare(struct scope *s, const struct name *name) {
    struct symbol *y = allocate(sizeof *y);
    y->name = name;
    y->value = 0;
    y->uses = NULL;
    y->next = s->symbols;
    s->symbols = y;
    return y;
}

static void note_use(struct symbol *y, unsigned line) {
    struct use *u = allocate(sizeof *u);
    u->line = line;
    u->next = y->uses;
    y->uses = u;
}

// ---- programs --------------------------------------------------------------------------------------------------------------------------

// The value of what stands right of an assignment: a number or a known name.
static int operand(const struct scope *s, const struct token *t, unsigned *value) {
    if (!t || (t->kind != NAME && t->kind != NUMBER)) return 0;
    *value = t->number;
    if (t->kind == NUMBER) return 1;
    struct symbol *y = lookup(s, t->name);
#ifndef BAD_LOOKUP
    if (!y) return 0;
#endif
    *value = y->value;  // @lookup
    note_use(y, t->line);
    return 1;
}

// name = operand ;  Returns the token behind it, or null on an error.
static const struct token *assignment(struct scope *s, const struct token *t) {
    const struct token *equals = t->next, *right = equals ? equals->next : NULL;
    unsigned value;
    if (!equals || equals->kind != ASSIGN || !operand(s, right, &value)) return NULL;
    struct symbol *y = lookup(s, t->name);
    if (!y) y = declare(s, t->name);
    y->value = value;
    note_use(y, t->line);
    const struct token *end = right->next;
    return end && end->kind == SEMICOLON ? end : NULL;
}

static unsigned interpret(const struct token *t) {
    struct scope *s = enter(NULL);
    unsigned errors = 0;
    for (; t && !errors; t = t ? t->next : NULL) {
        switch (t->kind) {
            case OPEN: s = enter(s); break;
            case CLOSE:
                if (s->outer)
                    s = leave(s);
                else
                    errors++;
                break;
            case NAME:
                assert(t->name);
                t = assignment(s, t);
                if (!t) errors++;
                break;
            case SEMICOLON: break;
            default: errors++; break;
        }
    }
    while (s) s = leave(s);
    return errors;
}

int main(void) {
    struct names all = {NULL};
    struct input in;
    unsigned errors = 0;
    do {
        read_input(&in);
        struct token *tokens = tokenize(&in, &all);
        errors += interpret(tokens);
        free_tokens(tokens);
    } while (__VERIFIER_nondet_char());
    free_names(&all);
    return errors > 0;
}
