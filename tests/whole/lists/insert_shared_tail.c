// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @first
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @first
// The new node is in the list, perhaps in the common tail.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    struct node *n = push(NULL, digit()), *head = insert(x, n);
    assert(reaches(head, n) && reaches(head, x));
    assert(reaches(x, y) && reaches(z, y) && reaches(y, NULL));
#ifdef BAD
    assert(head == x);  // @first
#endif
    drop(head, y);
    drop(z, y);
    drop(y, NULL);
    return 0;
}
