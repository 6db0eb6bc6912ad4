// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// Two lists with a common tail are counted.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    traverse(x);
    traverse(z);
    assert(reaches(x, y) && reaches(z, y) && reaches(y, NULL));
    drop(x, y);
#ifdef BAD
    drop(z, NULL);
    drop(y, NULL);  // the common tail is freed twice
#else
    drop(z, y);
    drop(y, NULL);
#endif
    return 0;
}
