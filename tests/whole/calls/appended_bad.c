// expect: unsafe double-free 16
// What was appended is freed with the list, and again.
#include "node.h"

static void app(struct node *n, struct node *e) {
    if (n->next)
        app(n->next, e);
    else
        n->next = e;
}

int main(void) {
    struct node *e = push(NULL, 9), *x = push(some(NULL), 1);
    app(x, e);
    free_all(x);
    free(e);
    return 0;
}
