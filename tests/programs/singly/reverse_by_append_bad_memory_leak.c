// expect: unsafe memory-leak 39
// Seeded: the copy is made and forgotten
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
        next = n->next;
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
    for (short i = 0; i < 100 && __VERIFIER_nondet_int(); i++) list = prepend(list, i);
    struct node *copy = reverse(list);
    release(list);
    return copy != NULL;
}
