// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_MERGE: unsafe null-dereference iterative.h@merge
// expect -DRECURSIVE -DBAD_MERGE: unsafe null-dereference recursive.h@merge
// Both heads are in the result.
#include "functions.h"

int main(void) {
    struct node *a = some(NULL), *b = some(NULL), *r = merge(a, b);
    assert((!a || reaches(r, a)) && (!b || reaches(r, b)));
    drop(r, NULL);
    return 0;
}
