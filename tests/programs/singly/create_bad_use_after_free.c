// expect: unsafe use-after-free 27
// Seeded: the link is read after the node was freed
// Elements are put in front of a list, which is then freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void) {
    struct node *list = NULL;
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
        free(list);
        list = list->next;
    }
}

int main(void) {
    struct node *list = create();
    if (list && list->value == 0) list->value = 1;
    destroy(list);
    return 0;
}
