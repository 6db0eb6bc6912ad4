// expect: unsafe null-dereference @last
// The last node of a list is passed by.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void remove_last(struct node **at) {
    while (*at) at = &(*at)->next;
    struct node *last = *at;
    *at = last->next;  // @last
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
