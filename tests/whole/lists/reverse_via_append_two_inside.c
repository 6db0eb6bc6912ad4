// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// The nodes that the caller knows change their order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    struct node *r = reverse_via_append(x);
    assert(reaches(r, z) && reaches(z, y) && reaches(y, x) && !x->next);
#ifdef BAD
    free(y);  // still in the list
#endif
    drop(r, NULL);
    return 0;
}
