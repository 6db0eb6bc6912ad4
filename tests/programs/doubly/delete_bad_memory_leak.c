// expect: unsafe memory-leak 39
// Seeded: the node is unlinked and not freed
// Some nodes are unlinked from the middle, the front or the end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct dnode {
    struct dnode *fwd;
    struct dnode *bwd;
    int live;
} dnode;

static dnode *head;

static void prepend(void) {
    dnode *d = malloc(sizeof *d);
    d->live = __VERIFIER_nondet_int();
    d->bwd = NULL;
    d->fwd = head;
    if (head) head->bwd = d;
    head = d;
}

static void unlink_node(dnode *d) {
    if (d->bwd)
        d->bwd->fwd = d->fwd;
    else
        head = d->fwd;
    if (d->fwd) d->fwd->bwd = d->bwd;
}

int main(void) {
    while (__VERIFIER_nondet_int()) prepend();
    dnode *d = head;
    while (d) {
        dnode *next = d->fwd;
        if (!d->live) unlink_node(d);
        d = next;
    }
    while (head) {
        d = head;
        unlink_node(d);
        free(d);
    }
    return 0;
}
