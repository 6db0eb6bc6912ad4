// expect: unsafe memory-leak 24
// A list is split into two; one is forgotten.
#include "node.h"

struct pair {
    struct node *a, *b;
};

static struct pair split(struct node *n) {
    struct pair r = {0};
    if (!n) return r;
    struct pair s = split(n->next);
    n->next = s.b;
    r.a = n;
    r.b = s.a;
    return r;
}

int main(void) {
    struct node *x = some(NULL);
    struct pair q = split(x);
    free_all(q.a);
    return 0;
}
