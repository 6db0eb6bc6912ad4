// expect: unsafe use-after-free 58
// Seeded: the shortest run is freed, although it was merged with the others
// Merge sort with an array of sorted runs: run number i has 2^i nodes or none.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { RUNS = 4 };

struct node {
    int key;
    struct node *next;
};

static struct node *merge(struct node *a, struct node *b) {
    struct node *list = NULL, **end = &list;
    while (a && b) {
        struct node **from = b->key < a->key ? &b : &a;
        *end = *from;
        *from = (*from)->next;
        end = &(*end)->next;
    }
    *end = a ? a : b;
    return list;
}

static struct node *sort(struct node *list) {
    struct node *run[RUNS] = {NULL};
    while (list) {
        struct node *carry = list;
        int i = 0;
        list = list->next;
        carry->next = NULL;
        for (; i < RUNS - 1 && run[i]; i++) {
            carry = merge(run[i], carry);
            run[i] = NULL;
        }
        run[i] = run[i] ? merge(run[i], carry) : carry;
    }
    for (int i = 0; i < RUNS; i++) list = merge(run[i], list);
    free(run[0]);
    return list;
}

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    for (struct node *list = sort(create()); list;) {
        struct node *n = list->next;
        free(list);
        list = n;
    }
    return 0;
}
