// expect: safe
// expect -DBAD_MOVED: unsafe memory-leak @end
// expect -DBAD_VALUE: unsafe error-call @sum
// A ring with one node that holds -1, where every walk ends, and which moves on; all other nodes hold a number that is not negative.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { MARKER = -1 };
struct node {
    int value;
    struct node *next;
};

static struct node *node(int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->next = n;
    return n;
}

static void insert_after(struct node *n, int value) {
    struct node *new = node(value);
    new->next = n->next;
    n->next = new;
}

int main(void) {
    struct node *marker = node(MARKER);
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
#ifdef BAD_VALUE
        if (value == MARKER) continue;
#else
        if (value < 0) continue;
#endif
        insert_after(__VERIFIER_nondet_int() ? marker : marker->next, value);
    }
    while (__VERIFIER_nondet_int()) {
#ifndef BAD_MOVED
        marker->value = 0;
#endif
        marker = marker->next;
        marker->value = MARKER;
    }
    long sum = 0;
    for (struct node *n = marker->next; n->value != MARKER; n = n->next) {
        if (n->value < 0) reach_error();  // @sum
        sum += n->value & 1;
    }
    struct node *n = marker->next;
    while (n->value != MARKER) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(n);
    return sum == 7;
}  // @end
