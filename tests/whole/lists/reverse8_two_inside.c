// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// The nodes that the caller knows are in their old order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    struct node *r = reverse8(x);
    assert(r == x);
    assert(reaches(x, y) && reaches(y, z) && reaches(z, NULL));
#ifdef BAD
    drop(z, NULL);  // y still leads there
#endif
    drop(r, NULL);
    return 0;
}
