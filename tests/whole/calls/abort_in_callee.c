// expect: safe
// The callee may not return.
#include "node.h"

static void die(void) {
    abort();
}

static struct node *get(struct node *n) {
    if (!n) die();
    return n;
}

int main(void) {
    struct node *x = some(NULL);
    if (x) {
        struct node *y = get(x);
        y->value = 1;
    }
    free_all(x);
    return 0;
}
