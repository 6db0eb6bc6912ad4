// expect: unsafe uninitialised-pointer 34
// Seeded: the new node is linked only if something follows
// A node is inserted at a place that is chosen while walking.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct item {
    struct item *next;
    int number;
} item;

static item *insert(item *list, item *x) {
    item *before = NULL, *at = list;
    while (at && __VERIFIER_nondet_int()) {
        before = at;
        at = at->next;
    }
    if (at) x->next = at;
    if (!before) return x;
    before->next = x;
    return list;
}

int main(void) {
    item *list = NULL;
    for (int n = 1; n > 0; n--) {
        item *x = malloc(sizeof *x);
        x->number = n;
        list = insert(list, x);
    }
    while (list) {
        item *x = list;
        list = x->next;
        free(x);
    }
    return 0;
}
