// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @first
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @first
// Four lists; what is inside of the first keeps its order.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *b = segment(NULL), *c = segment(NULL), *d = segment(NULL);
    struct node *r = merge(x, b);
    r = merge(r, c);
    r = merge(r, d);
    assert(reaches(r, x) && reaches(x, y) && reaches(r, b) && reaches(r, c) && reaches(r, d));
#ifdef BAD
    assert(r == x);  // @first: x need not be the first node
#endif
    drop(r, NULL);
    return 0;
}
