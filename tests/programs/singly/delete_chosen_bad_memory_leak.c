// expect: unsafe memory-leak 32
// Seeded: the cell is unlinked but not freed
// One cell, chosen by chance, is unlinked and freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *build(void) {
    struct node *list = NULL;
    do {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    } while (__VERIFIER_nondet_int());
    return list;
}

static void delete(struct node **list) {
    struct node *prev = NULL, *cur = *list;
    while (cur->next && __VERIFIER_nondet_int()) {
        prev = cur;
        cur = cur->next;
    }
    if (prev)
        prev->next = cur->next;
    else
        *list = cur->next;
}

int main(void) {
    struct node *list = build();
    delete(&list);
    while (list) delete(&list);
    return 0;
}
