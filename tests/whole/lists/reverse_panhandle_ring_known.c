// expect: safe
// expect -DBAD: unsafe memory-leak @lost
// The same; the caller knows where the ring begins.
#include "functions.h"

// A list from x to y, and a ring of two nodes at least through y and z.
static struct node *panhandle(struct node **y, struct node **z) {
    struct node *last = push(NULL, digit());
    *z = some(last);
    *y = push(some(*z), digit());
    last->next = *y;
    return segment(*y);
}

int main(void) {
    struct node *y, *z, *x = panhandle(&y, &z);
    struct node *r = reverse(x);
    assert(r == x && reaches(x, y) && reaches(y->next, y));
    drop(x, y);
    drop(y->next, y);
#ifndef BAD
    free(y);
#endif
    return 0;
}  // @lost
