// expect: unsafe memory-leak @lost
// property: default
// A list is walked by two other variables, the first of which is read no more, and left to the system, but main's variable no longer holds the first node.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *pushed(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(EXIT_FAILURE);
    n->value = value;
    n->next = list;
    return n;
}

int main(void) {
    struct node *list = NULL;
    int sum = 0;
    while (__VERIFIER_nondet_int()) list = pushed(list, __VERIFIER_nondet_int() & 7);
    for (struct node *p = list; p; p = p->next) sum += p->value;
    struct node *rest = list;
    if (list) list = list->next;
    while (rest && rest->value != sum) rest = rest->next;  // @lost
    printf("%d\n", rest ? rest->value : 0);
    return 0;
}
