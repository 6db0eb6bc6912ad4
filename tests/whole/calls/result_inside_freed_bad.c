// expect: unsafe use-after-free 13
// The result points into what is freed.
#include "node.h"

static struct node *last(struct node *n) {
    return n->next ? last(n->next) : n;
}

int main(void) {
    struct node *x = push(some(NULL), 1);
    struct node *l = last(x);
    free_recursively(x);
    return l->value;
}
