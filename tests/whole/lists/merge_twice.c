// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @third
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @third
// Three lists; their heads are in the result.
#include "functions.h"

int main(void) {
    struct node *a = segment(NULL), *b = segment(NULL), *c = segment(NULL);
    struct node *r = merge(merge(a, b), c);
    assert(reaches(r, a) && reaches(r, b) && reaches(r, c));
#ifdef BAD
    assert(r == a || r == b);  // @third
#endif
    drop(r, NULL);
    return 0;
}
