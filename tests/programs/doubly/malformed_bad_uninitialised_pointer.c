// expect: unsafe uninitialised-pointer 23
// Seeded: the back links are neither set nor repaired
// A list whose back links are set only by a repair before anything is deleted.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

static void repair(struct node *list) {
    struct node *prev = NULL;
    for (struct node *n = list; n; n = n->next) {
        n->prev = prev;
        prev = n;
    }
}

static struct node *delete(struct node *list, struct node *n) {
    if (n->prev)
        n->prev->next = n->next;
    else
        list = n->next;
    if (n->next) n->next->prev = n->prev;
    free(n);
    return list;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    struct node *n = list;
    while (n && __VERIFIER_nondet_int()) n = n->next;
    if (n) list = delete(list, n);
    while (list) list = delete(list, list);
    return 0;
}
