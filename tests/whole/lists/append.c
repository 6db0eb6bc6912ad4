// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_APPEND: unsafe null-dereference iterative.h@append
// expect -DRECURSIVE -DBAD_APPEND: unsafe null-dereference recursive.h@append
// Both heads are in the result.
#include "functions.h"

int main(void) {
    struct node *a = some(NULL), *b = some(NULL), *r = append(a, b);
    assert(reaches(r, a) && reaches(r, b));
    drop(r, NULL);
    return 0;
}
