// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// The other list still leads to the common tail.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    struct node *r = reverse8(x);
    assert(r == x);
    assert(reaches(x, y) && reaches(z, y) && reaches(y, NULL));
#ifdef BAD
    drop(x, NULL);
    drop(z, y);
    drop(y, NULL);  // freed with x
#else
    drop(x, y);
    drop(z, y);
    drop(y, NULL);
#endif
    return 0;
}
