// expect: safe
// The function that is applied to every node frees it.
#include "node.h"

typedef void f(struct node *);

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
    each(x, kill);
    return 0;
}
