// expect: safe
// expect -DSHORT: unsafe null-dereference @both
// expect -DONE_MORE: unsafe null-dereference @both
// Two lists that were filled together are walked together, and only one of them is asked whether it ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

static struct node *cons(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->next = next;
    return n;
}

static void drop(struct node *l) {
    while (l) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *a = NULL, *b = NULL;
    size_t n = 0;
    long product = 0;
    while (__VERIFIER_nondet_int()) {
        a = cons(__VERIFIER_nondet_int(), a);
#ifdef SHORT
        if (n != 2)
#endif
            b = cons(__VERIFIER_nondet_int(), b);
        n++;
    }
#ifdef ONE_MORE
    a = cons(1, a);
#endif
    for (struct node *p = a, *q = b; p; p = p->next, q = q->next) product += (long)p->value * q->value;  // @both
    drop(a);
    drop(b);
    return (int)(n & 1) + (product > 0);
}
