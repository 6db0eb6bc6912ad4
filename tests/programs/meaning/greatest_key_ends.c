// expect: safe
// expect -DBAD_LESS_OR_EQUAL: unsafe null-dereference @beyond
// expect -DBAD_REMOVED: unsafe null-dereference @ends
// An ascending list that ends with a node of the greatest key, so that neither insertion nor removal asks for the end.
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next;
};

static struct node *node(int key, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->key = key;
    n->next = next;
    return n;
}

static struct node *place(struct node *before, int key) {
#ifdef BAD_LESS_OR_EQUAL
    while (before->next->key <= key)  // @beyond
#else
    while (before->next->key < key)  // @ends
#endif
        before = before->next;
    return before;
}

static void insert(struct node *before, int key) {
    before = place(before, key);
    before->next = node(key, before->next);
}

static void delete(struct node *before, int key) {
    if (key == INT_MAX) return;
    before = place(before, key);
    struct node *found = before->next;
#ifndef BAD_REMOVED
    if (found->key != key) return;
#endif
    before->next = found->next;
    free(found);
}

int main(void) {
    struct node *list = node(INT_MIN, node(INT_MAX, NULL));
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c > 0)
            insert(list, __VERIFIER_nondet_int());
        else
            delete(list, __VERIFIER_nondet_int());
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
