// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// Nothing is removed from two lists with a common tail.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    struct node *head = remove_key(x, 10);
    assert(head == x);
    assert(reaches(x, y) && reaches(z, y) && reaches(y, NULL));
#ifdef BAD
    free(x);
    drop(head, y);  // the same node
#else
    drop(x, y);
#endif
    drop(z, y);
    drop(y, NULL);
    return 0;
}
