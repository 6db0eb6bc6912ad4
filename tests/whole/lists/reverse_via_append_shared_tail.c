// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @end
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @end
// The other list leads to the old head of the one that is reversed.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    struct node *r = reverse_via_append(x);
    assert(reaches(r, y) && reaches(y, x) && reaches(z, x) && !x->next);
#ifdef BAD
    assert(!y->next);  // @end: x follows
#endif
    drop(r, y);
    drop(z, y);
    drop(y, NULL);
    return 0;
}
