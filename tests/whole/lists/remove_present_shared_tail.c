// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// The one node with the key is removed from what is not shared.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(push(some(y), 10)), *z = segment(y);
    x = remove_key(x, 10);
    assert(!find(x, 10));
    assert(reaches(x, y) && reaches(z, y) && reaches(y, NULL));
#ifdef BAD
    y = remove_key(y, y->data);  // the other list still leads to the first common node
#endif
    drop(x, y);
    drop(z, y);
    drop(y, NULL);
    return 0;
}
