// One list of any length, kept.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

struct node *x;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *d = malloc(sizeof *d);
        d->next = x;
        x = d;
    }
    return 0;
}
