// expect: unsafe use-after-free node.h@next
// The function that is applied to every node may free it.
#include "node.h"

typedef void f(struct node *);

static void keep(struct node *n) {
    (void)n;
}

static void kill(struct node *n) {
    free(n);
}

static void each(struct node *n, f *g) {
    if (!n) return;
    struct node *m = n->next;
    g(n);
    each(m, g);
}

int main(void) {
    struct node *x = some(NULL);
    each(x, __VERIFIER_nondet_int() ? keep : kill);
    free_all(x);
    return 0;
}
