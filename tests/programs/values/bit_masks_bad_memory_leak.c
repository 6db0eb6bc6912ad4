// expect: unsafe memory-leak 29
// Seeded: the flags are compared as a whole
// Flags in one word say what a node owns.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { HAS_NAME = 1, HAS_DATA = 4, HAS_ALL = HAS_NAME | HAS_DATA };

struct node {
    unsigned flags;
    char *name;
    int *data;
    struct node *next;
};

static struct node *make(unsigned flags, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->flags = flags & HAS_ALL;
    if (n->flags & HAS_NAME) n->name = malloc(4);
    if (n->flags & HAS_DATA) n->data = calloc(2, sizeof *n->data);
    n->next = next;
    return n;
}

static void release(struct node *n) {
    if (n->flags == HAS_NAME) free(n->name);
    if (n->flags & HAS_DATA) free(n->data);
    free(n);
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) list = make((unsigned)__VERIFIER_nondet_int(), list);
    for (struct node *n = list; n; n = n->next)
        if (n->flags & HAS_DATA) n->data[1] = 1;
    while (list) {
        struct node *next = list->next;
        release(list);
        list = next;
    }
    return 0;
}
