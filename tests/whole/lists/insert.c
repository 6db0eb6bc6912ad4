// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_INSERT: unsafe null-dereference iterative.h@insert
// expect -DRECURSIVE -DBAD_INSERT: unsafe null-dereference recursive.h@insert
// The new node is in the list.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL), *n = push(NULL, digit());
    x = insert(x, n);
    assert(reaches(x, n) && reaches(n, NULL));
    drop(x, NULL);
    return 0;
}
