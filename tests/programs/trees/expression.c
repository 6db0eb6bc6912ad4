// expect: safe
// An expression is built, evaluated and freed, recursively.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);

enum kind { NUMBER, SUM, PRODUCT, NEGATION };
struct expr {
    enum kind kind;
    int value;
    struct expr *a, *b;
};

static struct expr *make(enum kind kind, int value, struct expr *a, struct expr *b) {
    struct expr *e = malloc(sizeof *e);
    e->kind = kind;
    e->value = value;
    e->a = a;
    e->b = b;
    return e;
}

static struct expr *parse(int depth) {
    if (depth == 0) return make(NUMBER, __VERIFIER_nondet_int(), NULL, NULL);
    switch (__VERIFIER_nondet_int()) {
    case 0: return make(NUMBER, __VERIFIER_nondet_int(), NULL, NULL);
    case 1: return make(NEGATION, 0, parse(depth - 1), NULL);
    case 2: {
        struct expr *a = parse(depth - 1);
        return make(SUM, 0, a, parse(depth - 1));
    }
    default: {
        struct expr *a = parse(depth - 1);
        return make(PRODUCT, 0, a, parse(depth - 1));
    }
    }
}

static unsigned eval(const struct expr *e) {
    switch (e->kind) {
    case NUMBER: return (unsigned)e->value;
    case NEGATION: return e->a ? -eval(e->a) : 0;
    case SUM: return (e->a ? eval(e->a) : 0) + (e->b ? eval(e->b) : 0);
    default: return (e->a ? eval(e->a) : 1) * (e->b ? eval(e->b) : 1);
    }
}

static void drop(struct expr *e) {
    if (e->a) drop(e->a);
    if (e->b) drop(e->b);
    free(e);
}

int main(void) {
    struct expr *e = parse(__VERIFIER_nondet_int() & 7);
    unsigned v = eval(e);
    drop(e);
    return v == 7;
}
