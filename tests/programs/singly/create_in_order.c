// expect: safe
// Elements are appended through the address of the last link, and freed in a loop that ends in the middle.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *rest;
    long payload;
};

static struct cell *new_cell(void) {
    struct cell *c = malloc(sizeof(struct cell));
    c->rest = NULL;
    c->payload = 7;
    return c;
}

int main(void) {
    struct cell *x = new_cell();
    struct cell **y = &x->rest;
    while (__VERIFIER_nondet_int()) {
        *y = new_cell();
        y = &(*y)->rest;
    }
    do {
        struct cell *z = x;
        x = x->rest;
        free(z);
    } while (x);
    return 0;
}
