// expect: unsafe null-dereference 34
// Seeded: of an empty list there is no last element
// The last element of a list that is not empty exists.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int last;
};

static struct node *make(int last, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    n->last = last;
    return n;
}

static struct node *get_last(struct node *x) {
    struct node *y = NULL;
    while (x) {
        y = x;
        x = x->next;
    }
    return y;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) list = make(0, list);
    struct node *end = get_last(list);
    assert(end->last == 0);
    assert(end->next == NULL);
    while (list) {
        end = list->next;
        free(list);
        list = end;
    }
    return 0;
}
