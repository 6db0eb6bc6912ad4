// expect: safe
// Insertion sort moves the nodes one by one into a second list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static void insert(struct node **sorted, struct node *n) {
    while (*sorted && (*sorted)->key <= n->key) sorted = &(*sorted)->next;
    n->next = *sorted;
    *sorted = n;
}

static struct node *sort(struct node *list) {
    struct node *sorted = NULL;
    while (list) {
        struct node *n = list;
        list = list->next;
        insert(&sorted, n);
    }
    return sorted;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    list = sort(list);
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
