// expect: unsafe memory-leak 30
// Seeded: the found node is dropped from the list
// A search returns the node with the value, or nothing.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *find(struct node *list, int key) {
    while (list && list->key != key) list = list->next;
    return list;
}

int main(void) {
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof(*x));
        x->key = i;
        x->next = list;
        list = x;
    }
    int key = __VERIFIER_nondet_int();
    struct node *found = find(list, key);
    if (found && found == list) list = list->next, found = NULL;
    while (list) {
        found = list;
        list = list->next;
        free(found);
    }
    return 0;
}
