// expect: safe
// Cells are taken from a free list and given back to it; only at the end they go back to the heap.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};

static struct cell *unused;

static struct cell *take(void) {
    struct cell *c = unused;
    if (c)
        unused = c->next;
    else
        c = malloc(sizeof *c);
    c->next = NULL;
    c->value = 0;
    return c;
}

static void give(struct cell *c) {
    c->next = unused;
    unused = c;
}

int main(void) {
    struct cell *used = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct cell *c = take();
            c->next = used;
            used = c;
        } else if (used) {
            struct cell *c = used;
            used = c->next;
            give(c);
        }
    }
    while (used) {
        struct cell *c = used;
        used = c->next;
        give(c);
    }
    while (unused) {
        struct cell *c = unused;
        unused = c->next;
        free(c);
    }
    return 0;
}
