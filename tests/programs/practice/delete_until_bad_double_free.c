// expect: unsafe double-free 33
// Seeded: the marked node is returned although it was freed
// Elements are deleted from the front until a mark is found, which ends the loop early.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int mark;
    struct node *next;
};

static struct node *delete_until_mark(struct node *list) {
    while (list) {
        struct node *next = list->next;
        int mark = list->mark;
        free(list);
        if (mark) return list;
        list = next;
    }
    return NULL;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->mark = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    list = delete_until_mark(list);
    free(list);
    return 0;
}
