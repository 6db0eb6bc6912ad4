// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_SPLICE: unsafe memory-leak iterative.h@splice
// expect -DRECURSIVE -DBAD_SPLICE: unsafe null-dereference recursive.h@splice
// Both heads are in the result.
#include "functions.h"

int main(void) {
    struct node *a = some(NULL), *b = some(NULL), *r = splice(a, b);
    assert(reaches(r, a) && (!b || reaches(r, b)));
    drop(r, NULL);
    return 0;
}
