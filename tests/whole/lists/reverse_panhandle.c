// expect: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// A list that ends in a ring: the ring is turned round, and the head is the head again.  The list is kept in a variable that lives as long as the program.
#include "functions.h"

// A list from x to y, and a ring of two nodes at least through y and z.
static struct node *panhandle(struct node **y, struct node **z) {
    struct node *last = push(NULL, digit());
    *z = some(last);
    *y = push(some(*z), digit());
    last->next = *y;
    return segment(*y);
}

static struct node *kept;

int main(void) {
    struct node *y, *z;
    kept = panhandle(&y, &z);
    const struct node *old = kept;
    kept = reverse(kept);
    assert(kept == old);
#ifdef BAD
    drop(kept, NULL);  // a ring has no end
#endif
    return 0;
}
