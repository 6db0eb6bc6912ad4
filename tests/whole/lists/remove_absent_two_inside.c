// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @nine
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @nine
// Nothing is removed; the nodes that the caller knows keep their order.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    struct node *head = remove_key(x, 10);
    assert(head == x);
    assert(reaches(x, y) && reaches(y, z) && reaches(z, NULL));
#ifdef BAD
    assert(!find(x, 9));  // @nine
#endif
    drop(x, NULL);
    return 0;
}
