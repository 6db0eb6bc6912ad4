// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_TRAVERSE: unsafe null-dereference iterative.h@traverse
// expect -DRECURSIVE -DBAD_TRAVERSE: unsafe null-dereference recursive.h@traverse
// Counting changes nothing.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL);
    traverse(x);
    assert(reaches(x, NULL));
    drop(x, NULL);
    return 0;
}
