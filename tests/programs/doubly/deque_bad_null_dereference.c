// expect: unsafe null-dereference 56
// Seeded: popping does not ask whether something is there
// A double-ended queue: elements come and go at both ends.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *left, *right;
    int value;
};

struct deque {
    struct item *leftmost, *rightmost;
};

static void push_left(struct deque *d, int value) {
    struct item *i = malloc(sizeof *i);
    i->value = value;
    i->left = NULL;
    i->right = d->leftmost;
    if (d->leftmost)
        d->leftmost->left = i;
    else
        d->rightmost = i;
    d->leftmost = i;
}

static void push_right(struct deque *d, int value) {
    struct item *i = malloc(sizeof *i);
    i->value = value;
    i->right = NULL;
    i->left = d->rightmost;
    if (d->rightmost)
        d->rightmost->right = i;
    else
        d->leftmost = i;
    d->rightmost = i;
}

static int pop_left(struct deque *d) {
    struct item *i = d->leftmost;
    int value = i->value;
    d->leftmost = i->right;
    if (d->leftmost)
        d->leftmost->left = NULL;
    else
        d->rightmost = NULL;
    free(i);
    return value;
}

static int pop_right(struct deque *d) {
    struct item *i = d->rightmost;
    int value = i->value;
    d->rightmost = i->left;
    if (d->rightmost)
        d->rightmost->right = NULL;
    else
        d->leftmost = NULL;
    free(i);
    return value;
}

int main(void) {
    struct deque d = {NULL, NULL};
    int request;
    while ((request = __VERIFIER_nondet_int()) != 0) {
        if (request == 1)
            push_left(&d, request);
        else if (request == 2)
            push_right(&d, request);
        else if (request == 3 && d.leftmost)
            assert(pop_left(&d) < 3);
        else
            assert(pop_right(&d) > 0);
    }
    while (d.leftmost) pop_left(&d);
    assert(!d.rightmost);
    return 0;
}
