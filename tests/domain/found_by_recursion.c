// expect: safe
// What a recursive search finds has the key.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node {
    int key;
    struct node *next;
};

static struct node *push(struct node *next, int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = next;
    return n;
}

static struct node *find(struct node *list, int key) {
    return !list || list->key == key ? list : find(list->next, key);
}

int main(void) {
    struct node *list = NULL;
    int key = __VERIFIER_nondet_int() & 3;
    while (__VERIFIER_nondet_int()) list = push(list, __VERIFIER_nondet_int() & 3);
    struct node *found = find(list, key);
    if (found && found->key != key) __VERIFIER_error();
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
