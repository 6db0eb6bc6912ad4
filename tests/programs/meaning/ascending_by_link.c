// expect: safe
// expect -DBAD_SIDE: unsafe error-call @order
// expect -DBAD_FIRST: unsafe error-call @order
// Numbers are inserted in front of the first that is not smaller, through the address of the link; equal ones may stand side by side.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *next;
    int key;
};

static void insert(struct node **link, int key) {
#if defined BAD_SIDE
    while (*link && (*link)->key > key) link = &(*link)->next;
#elif defined BAD_FIRST
    if (*link) link = &(*link)->next;
    while (*link && (*link)->key < key) link = &(*link)->next;
#else
    while (*link && (*link)->key < key) link = &(*link)->next;
#endif
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->key = key;
    n->next = *link;
    *link = n;
}

static void check(const struct node *list) {
    if (!list) return;
    for (; list->next; list = list->next)
        if (list->key > list->next->key) reach_error();  // @order
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) insert(&list, __VERIFIER_nondet_int());
    check(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
