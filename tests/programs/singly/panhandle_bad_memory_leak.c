// expect: unsafe memory-leak 46
// Seeded: only the handle is freed
// A handle that leads into a cycle: its reversal comes back along the handle, with the cycle turned round.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *cons(struct node *rest) {
    struct node *n = malloc(sizeof *n);
    n->next = rest;
    return n;
}

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x) {
        struct node *t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    return y;
}

int main(void) {
    struct node *entry = cons(NULL), *cycle = entry;
    while (__VERIFIER_nondet_int()) cycle = cons(cycle);
    entry->next = cycle;
    struct node *list = cons(entry), *start = list;
    while (__VERIFIER_nondet_int()) start = list = cons(list);

    list = reverse(list);
    assert(list == start);

    cycle = NULL;
    while (list != entry) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
    free(entry);
    return 0;
}
