// expect: unsafe assertion-failure 30
// Seeded: the search stops one node too early
// A search returns the node with the value, or nothing.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *find(struct node *list, int key) {
    while (list && list->next && list->key != key) list = list->next;
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
    if (found) assert(found->key == key);
    while (list) {
        found = list;
        list = list->next;
        free(found);
    }
    return 0;
}
