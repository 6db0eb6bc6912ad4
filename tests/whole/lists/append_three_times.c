// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free list.h@drop
// expect -DRECURSIVE -DBAD: unsafe use-after-free list.h@drop
// Four lists, two of them inside.
#include "functions.h"

int main(void) {
    struct node *a = segment(NULL), *b = segment(NULL), *c = segment(NULL), *d = segment(NULL);
    a = append(a, b);
    a = append(a, c);
    a = append(a, d);
    assert(reaches(a, b) && reaches(b, c) && reaches(c, d) && reaches(d, NULL));
#ifdef BAD
    drop(d, NULL);
    drop(a, NULL);  // d is still part of it
#else
    drop(a, NULL);
#endif
    return 0;
}
