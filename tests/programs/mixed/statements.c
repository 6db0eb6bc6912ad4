// expect: safe
// expect -DBAD_COND: unsafe memory-leak @cond
// expect -DBAD_KIND: unsafe invalid-free @kind
// A program as a list of statements of three kinds; the parts of each are freed by its kind.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { ASSIGN, PRINT, WHILE };
struct statement {
    enum kind kind;
    struct statement *next;
};
struct assign {
    struct statement head;
    char *name;
    int value;
};
struct print {
    struct statement head;
    char *name, *format;
};
struct loop {
    struct statement head;
    int *condition;
    long line, column;
};

static struct statement *make(size_t size, enum kind kind, struct statement *next) {
    struct statement *s = malloc(size);
    s->kind = kind;
    s->next = next;
    return s;
}

static struct statement *parse(struct statement *next) {
    int token = __VERIFIER_nondet_int();
    if (token == 1) {
        struct assign *a = (struct assign *)make(sizeof *a, ASSIGN, next);
        a->name = malloc(8);
        a->value = token;
        return &a->head;
    }
    if (token == 2) {
        struct print *p = (struct print *)make(sizeof *p, PRINT, next);
        p->name = malloc(8);
        p->format = malloc(4);
        return &p->head;
    }
    struct loop *l = (struct loop *)make(sizeof *l, WHILE, next);
    l->condition = malloc(sizeof *l->condition);
    l->line = l->column = 1;
    return &l->head;
}

static void drop(struct statement *s) {
    switch (s->kind) {
#ifdef BAD_KIND
    case ASSIGN:
    case PRINT: free(((struct print *)s)->format);  // @kind
#else
    case ASSIGN: break;
    case PRINT: free(((struct print *)s)->format); break;
#endif
    case WHILE: break;
    }
    if (s->kind == ASSIGN || s->kind == PRINT) free(((struct assign *)s)->name);
#ifndef BAD_COND
    if (s->kind == WHILE) free(((struct loop *)s)->condition);
#endif
    free(s);  // @cond
}

int main(void) {
    struct statement *program = NULL;
    while (__VERIFIER_nondet_int()) program = parse(program);
    while (program) {
        struct statement *next = program->next;
        drop(program);
        program = next;
    }
    return 0;
}
