// expect: unsafe null-dereference 26
// Seeded: an empty list has no end
// A whole list is put into another one after a chosen node.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char mark;
};

static struct node *create(char mark) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->mark = mark;
        list = n;
    }
    return list;
}

static void splice_after(struct node *at, struct node *other) {
    struct node *end = other;
    while (end->next) end = end->next;
    end->next = at->next;
    at->next = other;
}

int main(void) {
    struct node *a = create('a');
    struct node *b = create('b');
    struct node *at = a;
    while (at && at->next && __VERIFIER_nondet_int()) at = at->next;
    if (at)
        splice_after(at, b);
    else
        a = b;
    while (a) {
        at = a->next;
        free(a);
        a = at;
    }
    return 0;
}
