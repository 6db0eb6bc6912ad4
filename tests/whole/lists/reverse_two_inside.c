// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe memory-leak @lost
// expect -DRECURSIVE -DBAD: unsafe memory-leak @lost
// The nodes that the caller knows change their order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    struct node *r = reverse(x);
    assert(reaches(r, z) && reaches(z, y) && reaches(y, x) && !x->next);
#ifdef BAD
    drop(x, NULL);  // the old head is the last node now
#else
    drop(r, NULL);
#endif
    return 0;
}  // @lost
