// expect: unsafe memory-leak 40
// Seeded: the rest is dropped after the last element was freed
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
    struct node *list = make(1, NULL);
    while (__VERIFIER_nondet_int()) list = make(0, list);
    struct node *end = get_last(list);
    assert(end != NULL);
    assert(end->last == 1);
    assert(end->next == NULL);
    while (list) {
        end = list->next;
        if (list->last) free(list);
        list = end;
    }
    return 0;
}
