// expect: safe
// The creation program with two disjoint lists, of which the second gets what the first one gives.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *create(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *d = malloc(sizeof(struct node));
        d->next = x;
        x = d;
    }
    return x;
}

static void destroy(struct node **x) {
    while (*x) {
        struct node *d = *x;
        *x = d->next;
        free(d);
    }
}

int main(void) {
    struct node *x = create();
    struct node *y = create();
    if (x && __VERIFIER_nondet_int()) {
        struct node *d = x;
        x = x->next;
        d->next = y;
        y = d;
    }
    destroy(&x);
    destroy(&y);
    return 0;
}
