// expect: unsafe uninitialised-pointer 26
// Seeded: the last link is never set
// Elements are put in front of a list, which is then freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void) {
    struct node *list = malloc(sizeof *list);
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    return list;
}

static void destroy(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = create();
    if (list && list->value == 0) list->value = 1;
    destroy(list);
    return 0;
}
