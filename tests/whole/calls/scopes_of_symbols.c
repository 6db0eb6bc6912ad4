// expect: safe
// expect -DBAD: unsafe memory-leak @bad
// A symbol table with nested scopes: each scope has a list of symbols with names of its own.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct symbol {
    char *name;
    int type;
    struct symbol *next;
};
struct scope {
    struct symbol *syms;
    struct scope *outer;
};
static char *copy_name(const char *s) {
    char *p = malloc(strlen(s) + 1);
    strcpy(p, s);
    return p;
}
static struct scope *enter(struct scope *outer) {
    struct scope *s = malloc(sizeof *s);
    s->syms = NULL;
    s->outer = outer;
    return s;
}
static struct scope *leave(struct scope *s) {
    struct scope *outer = s->outer;
    for (struct symbol *y = s->syms, *n; y; y = n) {
        n = y->next;
#ifdef BAD
        if (y->type != 3)
#endif
            free(y->name);
        free(y);  // @bad
    }
    free(s);
    return outer;
}
static struct symbol *lookup(struct scope *s, const char *name) {
    for (; s; s = s->outer)
        for (struct symbol *y = s->syms; y; y = y->next)
            if (strcmp(y->name, name) == 0) return y;
    return NULL;
}
static void declare(struct scope *s, const char *name, int type) {
    struct symbol *y = malloc(sizeof *y);
    y->name = copy_name(name);
    y->type = type;
    y->next = s->syms;
    s->syms = y;
}
int main(void) {
    static const char *names[] = {"sum", "max", "min"};
    struct scope *top = enter(NULL);
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: top = enter(top); break;
        case 1:
            if (top->outer) top = leave(top);
            break;
        default: {
            unsigned k = (unsigned)__VERIFIER_nondet_int() % 3;
            if (!lookup(top, names[k])) declare(top, names[k], __VERIFIER_nondet_int());
        }
        }
    }
    while (top) top = leave(top);
    return 0;
}
