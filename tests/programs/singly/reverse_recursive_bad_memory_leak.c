// expect: unsafe memory-leak 18
// Seeded: the cell is not linked to what is done already
// The recursive reversal, with the accumulator as an argument.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *reverse_onto(struct node *x, struct node *done) {
    if (!x) return done;
    struct node *rest = x->next;
    x->next = NULL;
    if (rest) return reverse_onto(rest, x);
    return x;
}

static void destroy(struct node *x) {
    if (!x) return;
    destroy(x->next);
    free(x);
}

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    destroy(reverse_onto(create(), NULL));
    return 0;
}
