// expect: safe
// The last node of a list is removed through a pointer to the link that leads to it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void remove_last(struct node **at) {
    while ((*at)->next) at = &(*at)->next;
    struct node *last = *at;
    *at = last->next;
    free(last);
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = list;
        list = n;
    }
    while (list) remove_last(&list);
    return 0;
}
