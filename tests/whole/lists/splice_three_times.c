// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// Four lists; what is inside of the first keeps its order.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *b = segment(NULL), *c = segment(NULL), *d = segment(NULL);
    struct node *r = splice(splice(splice(x, b), c), d);
    assert(r == x && reaches(x, d) && reaches(d, c) && reaches(c, b) && reaches(x, y));
#ifdef BAD
    drop(x, y);
    drop(d, NULL);  // perhaps freed, perhaps behind y
#else
    drop(x, NULL);
#endif
    return 0;
}
