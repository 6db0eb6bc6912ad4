// expect: unsafe double-free 23
// Seeded: the same list is released twice, the copy not at all
// A list is reversed by appending each element to an accumulator; the old cells go one by one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    short tag;
    struct node *next;
};

static struct node *prepend(struct node *rest, short tag) {
    struct node *n = calloc(1, sizeof(struct node));
    n->tag = tag;
    n->next = rest;
    return n;
}

static void release(struct node *n) {
    for (struct node *next; n; n = next) {
        next = NULL;
        free(n);
    }
}

static struct node *reverse(const struct node *from) {
    struct node *to = NULL;
    for (; from; from = from->next) to = prepend(to, from->tag);
    return to;
}

int main(void) {
    struct node *list = NULL;
    if (__VERIFIER_nondet_int()) list = prepend(list, 0);
    struct node *copy = reverse(list);
    release(list);
    release(list);
    return 0;
}
