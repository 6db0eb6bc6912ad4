// expect: safe
// The result says whether a node was taken.
#include "node.h"

static int take(struct node **l, struct node **o) {
    if (!*l) return 0;
    *o = *l;
    *l = (*l)->next;
    return 1;
}

int main(void) {
    struct node *x = some(NULL), *o;
    while (take(&x, &o)) free(o);
    return 0;
}
