// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// The other list leads to the old head of the one that is reversed.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    struct node *r = reverse(x);
    assert(reaches(r, y) && reaches(y, x) && reaches(z, x) && !x->next);
#ifdef BAD
    drop(r, NULL);
    drop(z, y);  // y is freed already, and was not the last node
    drop(y, NULL);
#else
    drop(r, y);
    drop(z, y);
    drop(y, NULL);
#endif
    return 0;
}
