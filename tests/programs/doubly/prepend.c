// expect: safe
// The new node always comes first; a pointer to the last one is kept.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *prev;
    struct node *next;
};

static struct node *prepend(struct node *list) {
    struct node *n = calloc(1, sizeof *n);
    n->next = list;
    if (list) list->prev = n;
    return n;
}

int main(void) {
    struct node *list = prepend(NULL), *last = list;
    while (__VERIFIER_nondet_int()) list = prepend(list);
    assert(!list->prev && !last->next);
    while (last) {
        struct node *n = last;
        last = last->prev;
        free(n);
    }
    return 0;
}
