// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe memory-leak @lost
// expect -DRECURSIVE -DBAD: unsafe memory-leak @lost
// Three lists; the middle one has a name.
#include "functions.h"

int main(void) {
    struct node *a = segment(NULL), *b = segment(NULL), *c = segment(NULL);
    struct node *r = append(append(a, b), c);
    assert(r == a && reaches(a, b) && reaches(b, c));
    drop(a, b);
#ifndef BAD
    drop(b, c);
#endif
    drop(c, NULL);
    return 0;
}  // @lost
