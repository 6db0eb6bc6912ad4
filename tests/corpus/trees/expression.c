// SPDX-License-Identifier: MIT
// Expression trees with a tagged union, folded to constants in place.
// run: inputs=6,7 -> ok
// run: inputs=0,-5 -> ok
// run: FOLD inputs=1,2 -> memory-leak @fold
// run: TAG inputs=1,2 -> use-after-free @tag
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum kind { NUMBER, NEGATE, BINARY };

struct expr {
    enum kind kind;
    union {
        int number;
        struct expr *operand;
        struct {
            char op;
            struct expr *left, *right;
        };
    };
};

static struct expr *number(int n) {
    struct expr *e = malloc(sizeof *e);
    e->kind = NUMBER;
    e->number = n;
    return e;
}

static struct expr *negate(struct expr *operand) {
    struct expr *e = malloc(sizeof *e);
    e->kind = NEGATE;
    e->operand = operand;
    return e;
}

static struct expr *binary(char op, struct expr *left, struct expr *right) {
    struct expr *e = malloc(sizeof *e);
    e->kind = BINARY;
    e->op = op;
    e->left = left;
    e->right = right;
    return e;
}

static void fold(struct expr *e) {
    if (e->kind == NEGATE) {
        struct expr *operand = e->operand;
        fold(operand);
        e->kind = NUMBER;
        e->number = -operand->number;
        free(operand);
    } else if (e->kind == BINARY) {
        struct expr *l = e->left, *r = e->right;
        fold(l);
        fold(r);
#ifdef TAG
        free(r);
#endif
        int a = l->number, b = r->number; // @tag
        e->number = e->op == '+' ? a + b : e->op == '*' ? a * b : a - b;
        e->kind = NUMBER;
        free(l); // @fold
#ifdef FOLD
        if (e->number > 0) return;
#endif
        free(r);
    }
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    struct expr *e = binary('*', number(a), binary('-', number(b), negate(number(3))));
    e = binary('+', e, number(1));
    fold(e);
    printf("%d\n", e->number);
    free(e);
    return 0;
}
