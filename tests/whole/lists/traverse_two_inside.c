// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @order
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @order
// Two nodes inside of the list keep their order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    traverse(x);
    assert(reaches(x, y) && reaches(y, z) && reaches(z, NULL));
#ifdef BAD
    assert(reaches(z, y));  // @order
#endif
    drop(x, NULL);
    return 0;
}
