// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @order
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @order
// Each of the known nodes is found, in order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    assert(reaches(find(x, y->data), y));
    assert(reaches(find(y, z->data), z));
    assert(reaches(x, y) && reaches(y, z) && reaches(z, NULL));
#ifdef BAD
    assert(reaches(find(x, z->data), y) && reaches(y, find(x, z->data)));  // @order
#endif
    drop(x, NULL);
    return 0;
}
