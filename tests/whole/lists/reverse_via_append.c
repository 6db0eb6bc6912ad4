// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_REVERSE_VIA_APPEND: unsafe memory-leak iterative.h@reverse_via_append
// expect -DRECURSIVE -DBAD_REVERSE_VIA_APPEND: unsafe null-dereference recursive.h@reverse_via_append
// The old head becomes the last node.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL), *r = reverse_via_append(x);
    assert(reaches(r, x) && (!x || !x->next));
    drop(r, NULL);
    return 0;
}
