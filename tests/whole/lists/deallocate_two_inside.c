// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free @freed
// expect -DRECURSIVE -DBAD: unsafe use-after-free @freed
// What is freed holds two nodes that the caller knows.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *y = segment(z), *x = segment(y);
    int sum = x->data + y->data + z->data;
    deallocate(x);
#ifdef BAD
    sum += z->data;  // @freed
#endif
    assert(sum >= 0);
    return 0;
}
