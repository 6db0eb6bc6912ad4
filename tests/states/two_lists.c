// Two lists of any length, kept.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

struct node *x, *y;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *d = malloc(sizeof *d);
        d->next = x;
        x = d;
    }
    while (__VERIFIER_nondet_int()) {
        struct node *d = malloc(sizeof *d);
        d->next = y;
        y = d;
    }
    return 0;
}
