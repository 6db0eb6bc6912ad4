// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @order
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @order
// Three lists; their heads are in the result.
#include "functions.h"

int main(void) {
    struct node *a = segment(NULL), *b = segment(NULL), *c = segment(NULL);
    struct node *r = splice(splice(a, b), c);
    assert(r == a && reaches(a, c) && reaches(c, b));
#ifdef BAD
    assert(reaches(b, c));  // @order
#endif
    drop(a, NULL);
    return 0;
}
