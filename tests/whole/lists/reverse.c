// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_REVERSE: unsafe null-dereference iterative.h@reverse
// expect -DRECURSIVE -DBAD_REVERSE: unsafe null-dereference recursive.h@reverse
// The old head becomes the last node.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL), *r = reverse(x);
    assert(reaches(r, x) && (!x || !x->next));
    drop(r, NULL);
    return 0;
}
