// expect: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// The same; the caller knows two nodes of the ring.
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
    assert(r == x && reaches(x, y) && reaches(y, z) && reaches(z, y));
    drop(x, y);
    drop(y->next, z);
#ifdef BAD
    drop(z, NULL);  // y is still in the ring
#else
    drop(z, y);
#endif
    free(y);
    return 0;
}
