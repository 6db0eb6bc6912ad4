// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @before
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @before
// The nodes that the caller knows keep their order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    struct node *n = push(NULL, digit()), *head = insert(x, n);
    assert(reaches(head, n) && reaches(head, x));
    assert(reaches(x, y) && reaches(y, z) && reaches(z, NULL));
#ifdef BAD
    assert(reaches(y, n));  // @before
#endif
    drop(head, NULL);
    return 0;
}
