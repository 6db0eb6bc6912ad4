// expect: safe
// expect -DBAD_TIE: unsafe null-dereference @tie
// Of twelve lists two grow together: if the one has a node, so has the other.  The rest says nothing about them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static void push(struct node **list) {
    struct node *n = malloc(sizeof *n);
    n->value = 0;
    n->next = *list;
    *list = n;
}

static void clear(struct node **list) {
    while (*list) {
        struct node *n = *list;
        *list = n->next;
        free(n);
    }
}

#define LISTS L(0) L(1) L(2) L(3) L(4) L(5) L(6) L(7) L(8) L(9) L(10) L(11)

int main(void) {
#define L(i) struct node *l##i = NULL;
    LISTS
#undef L
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
#define L(i) case i: push(&l##i); break;
            LISTS
#undef L
        }
    }
    clear(&l3);
    clear(&l8);
    while (__VERIFIER_nondet_int()) {
        push(&l3);
#ifdef BAD_TIE
        if (__VERIFIER_nondet_int()) break;
#endif
        push(&l8);
    }
    if (l3) l8->value = l3->value; // @tie
#define L(i) clear(&l##i);
    LISTS
#undef L
    return 0;
}
